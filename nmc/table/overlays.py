"""Lines of supply as a player traces them: the way to a depot, or the hex and the rule that cut it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from common.tabletop import Route
from nmc.components import BARRED, REACH, Components
from nmc.game import View

TITLE = "Line of supply"


def line(data: Components, view: View, space: str) -> Route | None:
    """10.4: what supplies the units in a hex, or why nothing does; None where nobody stands."""
    here = view.stacks.get(space)
    if here is None:
        return None
    if here.supplies:
        return Route(TITLE, (space,), "10.4a", "a wagon is here")
    depots, enemies = _standing(view, here.side)
    if space in depots:
        return Route(TITLE, (space,), "10.4b", "a depot is here")
    way = data.map.supply_line(space, depots, REACH, enemies, BARRED)
    if way:
        return Route(TITLE, tuple(way), "10.4b", f"{_hexes(way)} to the depot at {data.titles[way[-1]]}")
    return _cut(data, space, depots, enemies)


def without(data: Components, view: View) -> set[str]:
    """The hexes whose troops have no supply (10.4)."""
    found: set[str] = set()
    for side in {stack.side for stack in view.stacks.values()}:
        depots, enemies = _standing(view, side)
        own = {space: stack for space, stack in view.stacks.items() if stack.side == side}
        asking = [space for space, stack in own.items() if stack.strength and not stack.supplies and not stack.depot]
        found |= {space for space in asking if not data.map.supply_line(space, depots, REACH, enemies, BARRED)}
    return found


def _standing(view: View, side: str) -> tuple[set[str], set[str]]:
    """Where the depots of a side are, and its enemies."""
    depots = {hex_ for hex_, stack in view.stacks.items() if stack.depot and stack.side == side}
    return depots, {hex_ for hex_, stack in view.stacks.items() if stack.side != side}


def _cut(data: Components, space: str, depots: set[str], enemies: set[str]) -> Route:
    """The first thing that stands in the way: enemies, an impassable hexside, or the distance."""
    way = data.map.supply_line(space, depots, REACH, (), BARRED)
    if way:
        at = next(hex_ for hex_ in way if hex_ in enemies)
        return _ending(way, at, "10.4c", f"enemy units in {data.titles[at]}")
    way = data.map.supply_line(space, depots, REACH)
    if way:
        links = ((one, two, data.map.link(one, two)) for one, two in pairwise(way))
        one, two = next((one, two) for one, two, link in links if link is not None and link.kinds & BARRED)
        return _ending(way, two, "8.15c", f"the hexside between {one} and {two} is impassable")
    way = data.map.supply_line(space, depots, len(data.map.spaces), (), BARRED)
    if way:
        why = f"the depot at {data.titles[way[-1]]} is {_hexes(way)} away, {REACH} at most"
        return _ending(way, way[REACH + 1], "10.4b", why)
    return Route(TITLE, (space,), "10.4b", "no depot of this side can be reached", space)


def _ending(way: Sequence[str], at: str, rule: str, why: str) -> Route:
    return Route(TITLE, tuple(way[: way.index(at) + 1]), rule, why, at)


def _hexes(way: Sequence[str]) -> str:
    return "1 hex" if len(way) == 2 else f"{len(way) - 1} hexes"
