"""Ground battles for the tests: positions in which they begin, who has fired, and on which column."""

from common.engine import Match
from common.engine.actions import Decline
from operation_serval.actions import (
    Finish,
)
from operation_serval.rules.battle import OpenBattle
from operation_serval.rules.fire import column_of, ground_shifts
from operation_serval.state import COALITION
from tests.asking import step
from tests.operation_serval.operating import operate, rolls
from tests.operation_serval.positions import (
    FAR,
    arrange,
    game,
)

OPEN, BESIDE = "2425", "2525"  # open ground without a river between them
KEPT = "2525: ml_base_1"  # a base with the attackers: it supports them and cancels their retreats


def combat(text: str, contingent: str, side: str = COALITION, **more: object) -> Match:
    """A match in the ground combat segment of an operation."""
    initiative = more.pop("initiative", COALITION)
    match = arrange(f"{FAR}; {text}", side=side, initiative=str(initiative), **more)  # type: ignore[arg-type]
    operate(match, contingent)
    match.play(Finish())
    while step(match) in ("AirSegment", "SofReaction"):
        match.play(Finish() if step(match) == "AirSegment" else Decline())
    assert step(match) == "GroundCombat"
    return match


def battle(
    attackers: str, defenders: str, side: str = COALITION, initiative: str = COALITION, also: str = "", **more: object
) -> Match:
    """A battle at 2425, attacked from 2525, with units of any contingents, at its first decision."""
    ids = tuple(attackers.replace("*", "").split())
    text = f"{FAR}; {BESIDE}: {attackers}; {OPEN}: {defenders}; {also}"
    opened = OpenBattle(side, OPEN, ids, (BESIDE,) * len(ids))
    return arrange(text, side=side, initiative=initiative, steps=[opened], **more)  # type: ignore[arg-type]


def firing(match: Match) -> list[str]:
    """Who has fired, in order."""
    return [reason.split(" fires on column ")[0] for reason in rolls(match) if " fires on column " in reason]


def column(match: Match, unit: str, goal: str = "") -> str:
    """The column on which a unit would fire: at a hex, or in defence."""
    state = match.state
    one = state.units[unit]
    return game().data.tables.kinetic.labels[column_of(state, one, ground_shifts(state, one, goal))]


def shifts(match: Match, unit: str, goal: str = "") -> dict[str, int]:
    """The column shifts of a unit's fire by their names."""
    return {shift.why: shift.value for shift in ground_shifts(match.state, match.state.units[unit], goal)}
