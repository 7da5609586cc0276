"""The small words of the engine: refusals, results, actions and steps."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec

Side = str
OptionValue = bool | str  # off, on, or the name of a value


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something may not be done, and the rule that says so."""

    rule: str
    why: str

    def __str__(self) -> str:
        return f"{self.why} ({self.rule})"


class IllegalAction(Exception):
    """Raised by `Match.play` when a rule forbids the action; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class BrokenState(Exception):
    """Raised by `Match.check` when a position violates an invariant of its game."""


class ScriptedDie(ValueError):
    """A die given in advance does not fit the roll it was used for; the fields say what was asked for."""

    def __init__(self, die: int, faces: range, reason: str = "", by: Side = "") -> None:
        self.die, self.low, self.high, self.reason, self.by = die, faces[0], faces[-1], reason, by
        super().__init__(f"scripted die {die} is not between {self.low} and {self.high}")


class Result(msgspec.Struct, frozen=True):
    """How a game ended."""

    winner: Side | None
    level: str
    reason: str
    rule: str
    points: dict[str, int] = {}


class Action(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One decision; subclasses are plain, hashable and survive JSON."""

    out_of_turn: ClassVar[bool] = False  # an Aside; every action played is asked, and `isinstance` would take longer


class Aside(Action, frozen=True, tag=True):
    """Something a side may do out of turn, such as reordering its own stack; not a move, so `legal()` lists none.

    The game offers, judges and carries it out (`Game.asides`, `why_not_aside`, `play_aside`).
    """

    out_of_turn: ClassVar[bool] = True
    side: Side


class Concede(Aside, frozen=True, tag=True):
    """Either player gives the game up, at any moment and out of turn."""


class Step(msgspec.Struct, frozen=True, tag=True, gc=False):
    """One place in the sequence of play where something happens or somebody decides.

    A step that needs no decision does its work in `proceed` and returns True. A step that waits for one names the side
    in `actor`, offers widely in `candidates` and judges strictly in `why_not`; `play` carries out what was let through.
    A shared step names the engine's actions it is played with in `shared_actions`, so that saves find them; a step that
    others are derived from and that never stands on the flow itself sets `abstract = True` in its own body.
    """

    abstract: ClassVar[bool] = True
    shared_actions: ClassVar[tuple[type[Action], ...]] = ()

    @property
    def secret(self) -> bool:
        """Whether the decision to be made now must not be seen by the other side; a field of that name may say so."""
        return False

    @property
    def discreet(self) -> bool:
        """Whether it is asked even where one choice is left: to pass it by would tell the others what is hidden."""
        return self.secret

    def is_public(self, state: Any) -> bool:
        """Whether everything it is about lies open to all, so that nobody leaves the table while a side decides."""
        return False

    def seen_by(self, side: Side | None) -> Step:
        """The step as a side may see it; None is an onlooker."""
        return self

    def hidden(self, side: Side) -> frozenset[str]:
        """Names of the facts in this step that a side cannot see."""
        return frozenset()

    def imagine(self, state: Any, side: Side, seed: int) -> Step:
        """The step with what a side cannot see replaced by something possible."""
        return self

    def why_not_stand(self, state: Any) -> str | None:
        """What makes it impossible that the step waits in this position; asked of positions that strangers wrote."""
        return None

    def proceed(self, state: Any) -> bool:
        """Do what needs no decision; True if the flow has changed, False to wait for a player."""
        return False

    def actor(self, state: Any) -> Side:
        """The side that decides here."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def prompt(self, state: Any) -> str:
        """What is asked, in one sentence with its rule id."""
        raise AssertionError(f"{type(self).__name__} has no prompt")

    def candidates(self, state: Any) -> Iterable[Action]:
        """Every action that could be legal here."""
        return ()

    def why_not(self, state: Any, action: Action) -> Refusal | None:
        """What forbids the action here, or None."""
        raise AssertionError(f"{type(self).__name__} judges nothing")

    def legal(self, state: Any) -> tuple[Action, ...]:
        """The candidates that no predicate refuses; long lists may ask the parts of the predicate once each."""
        why_not = self.why_not
        return tuple([action for action in self.candidates(state) if why_not(state, action) is None])

    def play(self, state: Any, action: Any) -> None:
        """Carry out an action that `why_not` has let through."""
        raise AssertionError(f"{type(self).__name__} plays nothing")
