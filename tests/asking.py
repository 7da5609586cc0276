"""Short ways of asking a match of any game: what it refuses, offers, says and rolls."""

from __future__ import annotations

from typing import TypeVar

from common.engine import Action, Match, Roll

Kind = TypeVar("Kind", bound=Action)


def refused(match: Match, action: Action) -> str | None:
    """The rule that forbids an action, None if it is legal; the legal list must agree."""
    refusal = match.why_not(action)
    assert (action in match.legal()) == (refusal is None), f"the legal list disagrees about {action}: {refusal}"
    return None if refusal is None else refusal.rule


def offered(match: Match, kind: type[Kind]) -> list[Kind]:
    """The legal actions of a kind."""
    return [action for action in match.legal() if isinstance(action, kind)]


def step(match: Match) -> str:
    """The name of the step that waits."""
    return type(match.state.step).__name__


def told(match: Match, rule: str) -> list[str]:
    """What the journal says under a rule."""
    return [entry.text for entry in match.journal if rule in entry.rules]


def rolls(match: Match) -> list[Roll]:
    """All dice of the match in order."""
    return [roll for entry in match.journal for roll in entry.rolls]


def drm(roll: Roll) -> dict[str, int]:
    """The modifiers of a roll by rule."""
    assert len({modifier.rule for modifier in roll.modifiers}) == len(roll.modifiers)
    return {modifier.rule: modifier.value for modifier in roll.modifiers}
