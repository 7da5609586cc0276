"""Measuring: what the way between two spaces costs each class of units, and what stands in the straight way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec.structs import replace

from common.engine import Refusal, Side
from common.maps import GameMap
from common.maps.reach import Steps
from common.maps.search import route
from common.tabletop.parts import Way

StepPrice = Callable[[str, str], int | Refusal]  # a step from one space to the next: its price, or what forbids it
PLENTY = 10_000  # MP with which only the map and other units forbid a step
STEP = 1_000_000  # a step in the search for the straight way: more than all prices and refusals together
FORBIDDEN = 1_000  # a forbidden step in it: more than any price


def measure_ways(
    game_map: GameMap, start: str, goal: str, name: str, classes: Mapping[str, StepPrice], side: Side | None = None
) -> tuple[Way, ...]:
    """The ways of a side's classes of units in MP; classes that pay alike share one."""
    found: dict[Way, list[str]] = {}
    for units, price in classes.items():
        found.setdefault(_way(game_map, start, goal, price, side), []).append(units)
    if len(found) == 1:
        return tuple(replace(way, who=name) for way in found)
    return tuple(replace(way, who=f"{name}, {' and '.join(names)}") for way, names in found.items())


def _way(game_map: GameMap, start: str, goal: str, price_of: StepPrice, side: Side | None) -> Way:
    """The cheapest way, and what forbids steps of the way with the fewest spaces."""
    ids, index = game_map.ids, game_map.index
    refusals: dict[tuple[str, str], Refusal] = {}
    allowed: list[Steps] = []
    counted: list[Steps] = []
    for here in ids:
        prices = [(index[there], there, price_of(here, there)) for there in game_map.next_to(here)]
        refusals |= {(here, there): price for _, there, price in prices if isinstance(price, Refusal)}
        allowed.append(tuple((to, price) for to, _, price in prices if isinstance(price, int)))
        counted.append(tuple((to, STEP + (price if isinstance(price, int) else FORBIDDEN)) for to, _, price in prices))
    cheapest = route(ids, index[start], index[goal], allowed)
    straight = route(ids, index[start], index[goal], counted)
    steps = pairwise(straight[1] if straight else ())
    blocks = dict.fromkeys(refusals[step] for step in steps if step in refusals)
    cost, path = (f"{cheapest[0]} MP", tuple(cheapest[1])) if cheapest else ("", ())
    return Way("", cost, path, tuple(blocks), side)
