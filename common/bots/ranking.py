"""Several candidates out of a policy that names one: its next best ideas, and what playing on from the rest brings."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from common.bots.choices import Choice
from common.engine import Match, Side

TRIED = 24  # candidates without an opinion that are played on, at most
AHEAD = 240  # actions of bots for all of them together
SURE = 1000.0  # points of a game that is won

Policy = Callable[[Match, Side], Choice]
Standing = Callable[[Any, Side], float]


def rank_by_policy(policy: Policy, match: Match, side: Side, count: int) -> list[Choice]:
    """The candidates of a policy: what it weighed itself, then what it would do if those were ruled out."""
    first = policy(match, side)
    found = {choice.action: choice for choice in (first, *first.others)}
    legal = match.legal()
    while len(found) < min(count, len(legal) - 1):  # about the last one left a policy says only that it is the last
        again = policy(match.without(found), side)
        if again.action in found or again.action not in legal or again.guess:
            break
        found[again.action] = again
    return list(found.values())[:count]


def play_on(
    policy: Policy, standing: Standing, match: Match, side: Side, known: Iterable[Choice], count: int
) -> list[Choice]:
    """The best of what the policy names no reason for: by the lead in points when bots play on from there.

    Where there is too much to try, every second, third … is tried; all of them meet the same dice.
    """
    out = {choice.action for choice in known}
    rest = [action for action in match.legal() if action not in out]
    rest = rest[:: -(-len(rest) // TRIED)] if rest else []
    ahead, now = AHEAD // max(1, len(rest)), standing(match.state, side)
    found: list[tuple[float, Choice]] = []  # its values are not those of the policy, so they stand in the reason alone
    for action in rest:
        copy = match.clone(quiet=True)
        copy.play(action)
        for _ in range(ahead):
            if copy.to_act is None:
                break
            copy.play(policy(copy, copy.to_act).action)
        change = _outcome(copy, standing, side) - now
        words = f"No plan of the bot; if bots play on for {ahead} actions the lead in points changes by {change:+.0f}."
        found.append((change, Choice(action, words)))
    found.sort(key=lambda pair: -pair[0])
    return [choice for _, choice in found[:count]]


def _outcome(match: Match, standing: Standing, side: Side) -> float:
    """How a side stands, by its lead in points, or by the game if that is over."""
    won = match.result.winner if match.result is not None else None
    return standing(match.state, side) + (0.0 if won is None else SURE if won == side else -SURE)
