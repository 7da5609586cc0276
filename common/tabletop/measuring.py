"""Measuring: what the way between two spaces costs each class of units, and what stands in the straight way."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

from msgspec.structs import replace

from common.engine import Refusal, Side
from common.maps import GameMap
from common.maps.reach import Steps
from common.maps.search import route
from common.tabletop import Way

Toll = Callable[[str, str], int | Refusal]  # a step from one space to the next: its price, or what forbids it
STEP = 1_000_000  # a step in the search for the straight way: more than all prices and refusals together
SHUT = 1_000  # a forbidden step in it: more than any price


def measured(
    game_map: GameMap, start: str, goal: str, name: str, classes: Mapping[str, Toll], side: Side | None = None
) -> tuple[Way, ...]:
    """The ways of a side's classes of units in MP; classes that fare alike share one."""
    found: dict[Way, list[str]] = {}
    for who, toll in classes.items():
        found.setdefault(_way(game_map, start, goal, toll, side), []).append(who)
    if len(found) == 1:
        return tuple(replace(way, who=name) for way in found)
    return tuple(replace(way, who=f"{name}, {' and '.join(names)}") for way, names in found.items())


def _way(game_map: GameMap, start: str, goal: str, toll: Toll, side: Side | None) -> Way:
    """The cheapest way, and what forbids steps of the way with the fewest spaces."""
    ids, index = game_map.ids, game_map.index
    shut: dict[tuple[str, str], Refusal] = {}
    allowed: list[Steps] = []
    counted: list[Steps] = []
    for here in ids:
        prices = [(index[there], there, toll(here, there)) for there in game_map.next_to(here)]
        shut |= {(here, there): price for _, there, price in prices if isinstance(price, Refusal)}
        allowed.append(tuple((to, price) for to, _, price in prices if isinstance(price, int)))
        counted.append(tuple((to, STEP + (price if isinstance(price, int) else SHUT)) for to, _, price in prices))
    cheapest = route(ids, index[start], index[goal], allowed)
    straight = route(ids, index[start], index[goal], counted)
    blocks = dict.fromkeys(shut[step] for step in pairwise(straight[1] if straight else ()) if step in shut)
    cost, path = (f"{cheapest[0]} MP", tuple(cheapest[1])) if cheapest else ("", ())
    return Way("", cost, path, tuple(blocks), side)
