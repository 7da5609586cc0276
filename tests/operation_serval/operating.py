"""Short ways of running an operation in a test: announce it, move, attack."""

from __future__ import annotations

from common.engine import Match
from operation_serval.actions import (
    Assault,
    DeclareAttack,
    Finish,
    Halt,
    JoinAttack,
    MarchTo,
    MarchWith,
    Operate,
    TakeAlong,
)
from operation_serval.rules.air import AirSegment
from operation_serval.rules.battle import GroundCombat
from operation_serval.rules.movement import Movement
from operation_serval.rules.reorganize import Reorganization


def operate(match: Match, contingent: str) -> Match:
    """Announce an operation and go on to its movement segment."""
    match.play(Operate(contingent))
    if isinstance(match.state.step, Reorganization):
        match.play(Finish())
    assert isinstance(match.state.step, Movement)
    return match


def lift(match: Match, *units: str) -> Match:
    """Begin to move units that stand together."""
    match.play(MarchWith(units[0]))
    for unit in units[1:]:
        match.play(TakeAlong(unit))
    return match


def march(match: Match, place: str, *units: str) -> Match:
    """Move units that stand together to a place."""
    lift(match, *units).play(MarchTo(place))
    return match


def why_not_march(match: Match, place: str, *units: str) -> str | None:
    """The rule that keeps units from a place; None if they may go there."""
    lift(match, *units)
    refusal = match.why_not(MarchTo(place))
    match.play(Halt())
    return refusal and refusal.rule


def to_combat(match: Match) -> Match:
    """End the movement, and the air attacks if there could be any."""
    match.play(Finish())
    if isinstance(match.state.step, AirSegment):
        match.play(Finish())
    assert isinstance(match.state.step, GroundCombat), match.state.step
    return match


def declare(match: Match, hex_: str, *units: str) -> Match:
    """Attack a hex with units."""
    match.play(DeclareAttack(hex_))
    for unit in units:
        match.play(JoinAttack(unit))
    match.play(Assault())
    return match


def rolls(match: Match) -> list[str]:
    """The reasons of all dice thrown so far."""
    return [roll.reason for entry in match.journal.entries for roll in entry.rolls]


def left(match: Match, unit: str) -> int:
    """Half movement points that a unit has not spent."""
    state = match.state
    return 2 * int(state.allowance(state.units[unit])) - int(state.spent.get(unit, 0))
