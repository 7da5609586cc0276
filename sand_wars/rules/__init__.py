"""The rules of Sand Wars, a module a chapter."""

CHAPTERS = (
    "admin",
    "air",
    "combat.events",
    "command",
    "events",
    "intel",
    "interdiction",
    "intervention",
    "logistics",
    "ops",
    "reconstitution",
    "special",
    "strike",
    "unconventional",
)
