"""Which dice an action asks for, found by playing it on a copy: for players who roll their own, and for trying out."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from functools import reduce
from typing import NamedTuple

from common.engine import Action, Match, Side
from common.tables import Chances, Odds, Outcome

MOST = 200  # dice of one action


class Die(NamedTuple):
    """A die that must be thrown next: what for, its faces, whose it is, and whether that side decided on the action.

    `shown` are the faces of the dice that were thrown for the same purpose just before it.
    """

    reason: str
    low: int
    high: int
    by: Side = ""
    own: bool = True
    shown: tuple[int, ...] = ()


def find_die(match: Match, action: Action, given: Sequence[int] = ()) -> Die | None:
    """The die that comes after those already given; None when the action needs no more."""
    die = match.pending_die(action, given)
    return Die(die.reason, die.low, die.high, die.by, die.by == match.to_act) if die is not None else None


def ask_dice(
    match: Match, action: Action, rollers: Container[Side], ask: Callable[[Die], int | None]
) -> tuple[int, ...] | None:
    """The dice of an action up to the last that a player throws himself; None when he calls his own action off."""
    given: list[int] = []
    own, begun, last = 0, 0, None  # the dice a player threw, where those for this purpose began, and the one before
    while (die := find_die(match, action, given)) is not None:
        begun, last = begun if die == last else len(given), die
        value = ask(die._replace(shown=tuple(given[begun:]))) if die.by in rollers else None
        if value is not None:
            own = len(given) + 1
        elif die.by in rollers and die.own:
            return None
        given.append(match.throw_ahead(die.low, die.high, len(given)) if value is None else value)
    return tuple(given[:own])


class ExpectedThrow(NamedTuple):
    """A roll while trying things out: the position before it, what it can bring, and what it is taken to bring."""

    before: Match
    action: Action
    odds: Odds
    outcome: Outcome

    @property
    def dice(self) -> tuple[int, ...]:
        """The dice that bring the outcome; those that come after it show their middle."""
        return middle_dice(self.before, self.action, self.outcome.dice)


def expect_throw(match: Match, action: Action) -> ExpectedThrow | None:
    """The roll an action brings, taken to come out in the middle of its exact chances; None where it brings none."""
    first = find_die(match, action)
    if first is None:
        return None
    odds = match.odds(action)
    if odds is None or not all(outcome.dice for outcome in odds.outcomes):
        odds = _plain_odds(match, action, first)
    return ExpectedThrow(match.clone(), action, odds, odds.middle())


def _plain_odds(match: Match, action: Action, first: Die) -> Odds:
    """Where the game names no results: the sum of the dice thrown for one reason."""
    dice = 0
    for die in _dice_along(match, action):
        if die != first:
            break
        dice += 1
    one = Chances.even(range(first.low, first.high + 1))
    total = reduce(lambda sums, die: sums.join(die, int.__add__), [one] * dice)
    example = {value: tuple((value + n) // dice for n in range(dice)) for value in total.weights}
    return Odds.of(first.reason, "", total, str, float, dice=example)


def _dice_along(match: Match, action: Action) -> list[Die]:
    """The dice of an action while each shows its middle."""
    given = middle_dice(match, action)
    found = (find_die(match, action, given[:count]) for count in range(len(given)))
    return [die for die in found if die is not None]


def middle_dice(match: Match, action: Action, first: Sequence[int] = ()) -> tuple[int, ...]:
    """Every die after the first ones at its middle, low and high in turn: what to expect, not what will come."""
    given = list(first)
    while len(given) < MOST:
        die = find_die(match, action, given)
        if die is None:
            break
        given.append((die.low + die.high + len(given) % 2) // 2)
    return tuple(given)
