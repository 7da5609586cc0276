"""Colours over the map: control, terrain, and supply with its lines and what cuts them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from common.engine import Side
from common.tabletop import Looks, Overlay, Route
from nmc.components import BARRED, REACH, Components
from nmc.rules.supply import is_supplied
from nmc.rules.victory import NAMES
from nmc.state import CONFEDERATE, UNION
from nmc.view import View, known_position

TERRAIN = {
    "clear": "Clear",
    "rio_grande_valley": "Rio Grande Valley",
    "mountain": "Mountain",
    "pass": "Mountain pass",
}
LINE = "Line of supply"
SUPPLY_KEYS = {UNION: "S", CONFEDERATE: "Shift+S"}


class NmcOverlays(Looks):
    """Overlays of the map, and the line of supply of a hex."""

    def overlays(self, view: View) -> Sequence[Overlay]:
        supply = [supply_overlay(self.data, view, side) for side in (UNION, CONFEDERATE)]
        return (control_overlay(view), *supply, terrain_overlay(self.data))

    def route(self, view: View, space: str) -> Route | None:
        return supply_line(self.data, view, space)


def control_overlay(view: View) -> Overlay:
    """3.4  Who controls the towns and forts."""
    legend = ((UNION, "#2f5d9b", "hatch"), (CONFEDERATE, "#6a6d73", "dots"))
    return Overlay("control", "Control", "C", dict(view.control), legend)


def terrain_overlay(data: Components) -> Overlay:
    """8.10  Everything but clear ground."""
    spaces = {space.id: TERRAIN[space.kind] for space in data.map.spaces.values() if space.kind != "clear"}
    legend = (
        (TERRAIN["mountain"], "#8a5a2b", "hatch"),
        (TERRAIN["rio_grande_valley"], "#2e8b57", "fill"),
        (TERRAIN["pass"], "#d55e00", "cross"),
    )
    return Overlay("terrain", "Terrain", "T", spaces, legend)


def supply_overlay(data: Components, view: View, side: Side) -> Overlay:
    """10.4  Hexes within reach of a depot, hexes with a wagon, every line that is traced and what cuts it."""
    own = {space: stack for space, stack in view.stacks.items() if stack.side == side}
    depots, enemies = _depots_and_enemies(view, side)
    spaces = {space: "wagon" for space, stack in own.items() if stack.supplies}
    for depot in sorted(depots):
        fields = data.map.field(depot, enemies, BARRED)
        spaces |= {space: "depot" for space, steps in fields.items() if steps <= REACH}
    lines = [line for space in sorted(own) if (line := supply_line(data, view, space))]
    spaces |= {line.cut: "cut" for line in lines if line.cut}
    ways = tuple(line.way for line in lines if len(line.way) > 1)
    legend = (("depot", "#0072b2", "hatch"), ("wagon", "#e69f00", "dots"), ("cut", "#7d1230", "cross"))
    return Overlay(f"supply-{side}", f"{NAMES[side]} supply", SUPPLY_KEYS[side], spaces, legend, ways)


def unsupplied_hexes(data: Components, view: View) -> set[str]:
    """The hexes whose troops have no supply (10.4)."""
    state = known_position(data, view)
    troops = [(space, stack.side) for space, stack in state.stacks.items() if stack.strength]
    return {space for space, side in troops if not is_supplied(state, side, space)}


def supply_line(data: Components, view: View, space: str) -> Route | None:
    """10.4: what supplies the units in a hex, or why nothing does; None where nobody stands."""
    here = view.stacks.get(space)
    if here is None:
        return None
    if here.supplies:
        return Route(LINE, (space,), "10.4a", "a wagon is here")
    depots, enemies = _depots_and_enemies(view, here.side)
    if space in depots:
        return Route(LINE, (space,), "10.4b", "a depot is here")
    way = data.map.supply_line(space, depots, REACH, enemies, BARRED)
    if way:
        return Route(LINE, tuple(way), "10.4b", f"{_count_hexes(way)} to the depot at {data.titles[way[-1]]}")
    return _broken_line(data, space, depots, enemies)


def _depots_and_enemies(view: View, side: Side) -> tuple[set[str], set[str]]:
    """The hexes of a side's depots, and those of its enemies."""
    depots = {hex_ for hex_, stack in view.stacks.items() if stack.depot and stack.side == side}
    return depots, {hex_ for hex_, stack in view.stacks.items() if stack.side != side}


def _broken_line(data: Components, space: str, depots: set[str], enemies: set[str]) -> Route:
    """The first thing that stands in the way: enemies, an impassable hexside, or the distance."""
    way = data.map.supply_line(space, depots, REACH, (), BARRED)
    if way:
        at = next(hex_ for hex_ in way if hex_ in enemies)
        return _line_to(way, at, "10.4c", f"enemy units in {data.titles[at]}")
    way = data.map.supply_line(space, depots, REACH)
    if way:
        links = ((one, two, data.map.link(one, two)) for one, two in pairwise(way))
        one, two = next((one, two) for one, two, link in links if link is not None and link.kinds & BARRED)
        return _line_to(way, two, "8.15c", f"the hexside between {one} and {two} is impassable")
    way = data.map.supply_line(space, depots, len(data.map.spaces), (), BARRED)
    if way:
        why = f"the depot at {data.titles[way[-1]]} is {_count_hexes(way)} away, {REACH} at most"
        return _line_to(way, way[REACH + 1], "10.4b", why)
    return Route(LINE, (space,), "10.4b", "no depot of its side can be reached", space)


def _line_to(way: Sequence[str], at: str, rule: str, why: str) -> Route:
    return Route(LINE, tuple(way[: way.index(at) + 1]), rule, why, at)


def _count_hexes(way: Sequence[str]) -> str:
    return "1 hex" if len(way) == 2 else f"{len(way) - 1} hexes"
