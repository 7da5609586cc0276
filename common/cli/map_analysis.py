"""What `five-fronts check --analyze` says of a map."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from common.data import did_you_mean
from common.maps import GameMap
from common.maps.analysis import CheapestWay, MapReport, SetDistance, analyse, find_distance, find_routes, unit_classes


class UnknownPlace(Exception):
    """A space or price list that the map does not have."""


class MapAnswer(NamedTuple):
    """The report of a map, and the routes between two places or sets of places if they were asked for."""

    report: MapReport
    ways: tuple[CheapestWay, ...] = ()
    distance: SetDistance | None = None

    def as_json(self) -> dict[str, Any]:
        """All of it as plain data."""
        found = self.report.as_json()
        if self.distance is not None:
            found["distance"] = self.distance.cost
            found["routes"] = [{"cost": way.cost, "spaces": list(way.spaces)} for way in self.ways]
        return found

    def lines(self) -> list[str]:
        """All of it in words."""
        said = self.report.lines()
        if self.distance is not None:
            said.append(
                "  no way leads there" if self.distance.cost < 0 else f"  the nearest way costs {self.distance.cost}"
            )
            said += [f"  route {n}, cost {way}" for n, way in enumerate(self.ways, 1)]
        return said


def answer(game_map: GameMap, starts: Sequence[str], goals: Sequence[str], price: str | None, count: int) -> MapAnswer:
    """Analyse a map, for the units of a price list if one is named."""
    classes = unit_classes(game_map)
    if price is not None and price not in classes:
        known = ", ".join(classes) or "none"
        raise UnknownPlace(f"the map has no price list {price!r}; there are: {known}")
    for space in (*starts, *goals):
        if space not in game_map.index:
            raise UnknownPlace(f"the map has no space {space}{did_you_mean(space, game_map.ids)}")
    cost_of = classes[price] if price is not None else None
    report = analyse(game_map, cost_of)
    if not starts or not goals:
        return MapAnswer(report)
    far = find_distance(game_map, starts, goals, cost_of)
    ways = find_routes(game_map, far.way[0], far.way[-1], count, cost_of) if far.way else []
    return MapAnswer(report, tuple(ways), far)
