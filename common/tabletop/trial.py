"""Trying a unit on a map: an empty position of the game, and everywhere that its points lead."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from common.engine import Action, Game, Seat
from common.maps.reach import Reach
from common.tabletop.parts import Target

PlanTo = Callable[[list[str]], tuple[Action, ...]]  # the actions that lead along a path, its start included


def opening_position(game: Game) -> Any:
    """The first scenario as an onlooker sees it at the beginning, as a copy of its own to put units on."""
    return Seat(game.new_match(), None).known.clone()


def reach_targets(reach: Reach, points: int, plan_to: PlanTo | None = None) -> list[Target]:
    """Every space within reach of its start, what it costs, the way there, and how many points are left."""
    found: list[Target] = []
    for there, cost in reach.cost.items():
        if there != reach.start:
            path = reach.path(there)
            plan = plan_to(path) if plan_to else ()
            found.append(Target(there, f"{cost} MP", plan, tuple(path), f"{points - cost} left", cost))
    return found


def deal_enemies(counters: Iterable[str], spaces: Sequence[str]) -> dict[str, str]:
    """One enemy counter for each of the spaces; a ValueError where the game has too few."""
    found = dict(zip(counters, spaces, strict=False))
    if len(found) < len(spaces):
        raise ValueError(f"the game has counters for {len(found)} enemies only")
    return found
