"""The rules of Sand Wars, a module a chapter."""

CHAPTERS = (
    "command",
    "events",
    "intervention",
    "reconstitution",
)
