"""Where in its file a thing of a map is written."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

from common.maps.gamemap import GameMap

SECTIONS = ("spaces", "boxes", "labels", "features", "lines", "regions")


class Locator:
    """Finds the dotted place of a space, a link, a box or a name; looked up only when something is wrong."""

    def __init__(self, map_: GameMap) -> None:
        self._map = map_

    def where(self, place: str) -> str:
        """The dotted place of what a finding names, "" if the file has no such thing."""
        if place in self._entries:
            return self._entries[place]
        a, dash, b = place.partition("-")
        if dash and frozenset((a, b)) in self._links:
            return self._links[frozenset((a, b))]
        return self._hex(place) or (self._entries.get(a) or self._hex(a) if dash else "") or ""

    def _hex(self, id_: str) -> str:
        """The row of letters of a hex."""
        space, terrain = self._map.spaces.get(id_), self._map.file.terrain
        if space is None or terrain is None:
            return ""
        keys = {int(row): row for row in terrain.rows}
        row = space.attrs.get("row")
        return f"terrain.rows.{keys[row]}" if row in keys else ""

    @cached_property
    def _entries(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for section in SECTIONS:
            for g, group in enumerate(getattr(self._map.file, section)):
                for i, entry in enumerate(group.entries):
                    name = getattr(entry, "id", "") or getattr(entry, "text", "") or getattr(entry, "name", "")
                    if name:
                        found.setdefault(name, f"{section}[{g}].entries[{i}]")
        for section in ("sides", "paths"):
            for g, named in enumerate(getattr(self._map.file, section)):
                found.setdefault(named.name, f"{section}[{g}]")
        return found

    @cached_property
    def _links(self) -> dict[frozenset[str], str]:
        found: dict[frozenset[str], str] = {}
        for g, routes in enumerate(self._map.file.routes):
            for i, entry in enumerate(routes.entries):
                found.setdefault(frozenset((entry.a, entry.b)), f"routes[{g}].entries[{i}]")
        for g, sides in enumerate(self._map.file.sides):
            for i, text in enumerate(sides.sides):
                found.setdefault(frozenset(text.split("-", 1)), f"sides[{g}].sides[{i}]")
        for g, path in enumerate(self._map.file.paths):
            for i, pair in enumerate(pairwise(path.through)):
                found.setdefault(frozenset(pair), f"paths[{g}].through[{i + 1}]")
        return found
