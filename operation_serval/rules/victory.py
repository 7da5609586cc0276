"""5  Sudden death, victory points and the degree of victory."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from common.engine import Side
from operation_serval.rules.telling import does
from operation_serval.state import COALITION, ELIMINATED, ENEMY, ISLAMIST, SIDE_NAMES, SIDES, ServalState


class Score(Struct, frozen=True):
    """Where victory points come from: the side, half points, what for, and the rule."""

    side: Side
    halves: int
    what: str
    rule: str
    place: str = ""


PLACES = {ISLAMIST: "VPC.a", COALITION: "VPC.d"}  # the rules by which places count


def scores(state: ServalState) -> Iterator[Score]:
    """VPC  Every victory point as it would count now, in half points."""
    worth = state.data.tables.victory_points
    for hex_, kind in state.data.prizes.items():
        side = state.holder(hex_)
        halves = getattr(worth, side)[kind] if side else 0
        if halves:
            yield Score(side, halves, f"{SIDE_NAMES[side]} in {state.title(hex_)}", PLACES[side], hex_)
    for hex_ in sorted(state.sharia):
        yield Score(ISLAMIST, worth.islamist["sharia"], f"sharia in {state.title(hex_)}", "VPC.b", hex_)
    for unit in state.own(COALITION, ELIMINATED[COALITION]):
        if unit.id in state.data.company_ids:
            yield Score(ISLAMIST, worth.islamist["company"], f"{state.name(unit.id)} eliminated", "VPC.c", unit.at)
    for unit in state.own(ISLAMIST, ELIMINATED[ISLAMIST]):
        if state.counter(unit.id).type == "leader":
            yield Score(COALITION, worth.coalition["leader"], f"{state.name(unit.id)} eliminated", "VPC.e", unit.at)
    if state.extensions:
        text = f"{state.extensions} more turn{'s' if state.extensions > 1 else ''}"
        rule = state.data.setups[state.scenario].extension_rule
        yield Score(ISLAMIST, worth.islamist["extension"] * state.extensions, text, rule)


def points(state: ServalState) -> dict[Side, int]:
    """VPC  The half points of both sides."""
    total = dict.fromkeys(SIDES, 0)
    for score in scores(state):
        total[score.side] += score.halves
    return total


def lead(state: ServalState) -> int:
    """5.2, R98  How many whole points the Coalition is ahead, negative if behind; halves are rounded towards a draw."""
    total = points(state)
    halves = total[COALITION] - total[ISLAMIST]
    return halves // 2 if halves >= 0 else -(-halves // 2)


def level(state: ServalState, difference: int) -> str:
    """5.2  The degree of victory for a difference in points."""
    levels = state.data.tables.victory_points.levels
    return next(row.level for row in levels if abs(difference) >= row.least)


def capitals_taken(state: ServalState) -> int:
    """5.1a  How many of the eight regional capitals Islamists occupy."""
    return sum(1 for hex_ in state.data.capitals if state.own(ISLAMIST, hex_))


def are_islamists_in_mali(state: ServalState) -> bool:
    """5.1b  Whether Islamist units, bases included, stand in Mali."""
    return not state.data.mali.isdisjoint(state.where(ISLAMIST))


def sudden_death(state: ServalState) -> None:
    """5.1  The game ends at once when Bamako and enough capitals are taken, or when no Islamist is left in Mali."""
    if state.result is not None or not state.playing:
        return
    needed = state.data.tables.victory_points.capitals_for_sudden_death
    if state.own(ISLAMIST, state.data.bamako) and capitals_taken(state) >= needed:
        reason = f"The Islamists hold Bamako and {capitals_taken(state)} regional capitals."
        state.over(ISLAMIST, "Sudden death", reason, "5.1a", whole(state))
    elif not are_islamists_in_mali(state):
        state.over(COALITION, "Sudden death", "No Islamist unit is left in Mali.", "5.1b", whole(state))


def whole(state: ServalState) -> dict[str, int]:
    """The points of both sides, in halves, and the Coalition's lead for the result."""
    total = points(state)
    return {f"{side}_halves": total[side] for side in SIDES} | {"lead": lead(state)}


def end_game(state: ServalState) -> None:
    """5.2  The points of both sides decide."""
    difference, total = lead(state), points(state)
    degree = level(state, difference)
    winner = None if degree == level(state, 0) else COALITION if difference > 0 else ISLAMIST
    told = f"Coalition {shown(total[COALITION])}, Islamists {shown(total[ISLAMIST])} victory points"
    who = f"{degree} of the {SIDE_NAMES[winner]}" if winner else degree
    state.over(winner, degree, f"{who}: {told}.", "5.2a", whole(state))


def shown(halves: int) -> str:
    """Half points as players write them."""
    return "½" if halves == 1 else f"{halves // 2}{'½' if halves % 2 else ''}"


def conceded(side: Side) -> str:
    """What is said when a side gives up."""
    return f"The {does(side, 'give')} up; the {does(ENEMY[side], 'win')}."
