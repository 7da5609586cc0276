"""What of a map an edit has touched, so that only the checks that read it are asked again."""

from __future__ import annotations

import re

from common.maps.files import LetterRows, MapFile

SECTIONS = MapFile.__struct_fields__
LETTER = re.compile(r"[^. ]")


def shape(terrain: LetterRows | None) -> tuple[tuple[int, str], ...]:
    """Where there are hexes, whatever their terrain."""
    rows = terrain.rows.items() if terrain is not None else ()
    return tuple((int(row), LETTER.sub("x", text)) for row, text in rows)


def find_touched(old: MapFile, new: MapFile) -> frozenset[str]:
    """The sections that differ, and what follows from them.

    That is the field (where spaces are), kinds and attrs, links (who is next to whom) and ways (what links carry).
    """
    found = {name for name in SECTIONS if getattr(old, name) != getattr(new, name)}
    if new.kind != "hex":
        found |= {"field", "kinds", "attrs"} if "spaces" in found else set()
    elif "grid" in found or ("terrain" in found and shape(old.terrain) != shape(new.terrain)):
        found |= {"field", "kinds", "attrs"}
    if "terrain" in found:
        found.add("kinds")
    if not found.isdisjoint(("spaces", "letters")):
        found.add("attrs")
    if not found.isdisjoint(("field", "routes", "boxes")):
        found.add("links")
    if not found.isdisjoint(("links", "sides", "paths")):
        found.add("ways")
    if "field" in found:
        found.add("size")  # a sheet without a size of its own is as large as what lies on it
    return frozenset(found)
