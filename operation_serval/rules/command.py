"""9  Command Control Points: income, limits, spending, and who has the initiative."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import D6, Change, Refusal, Side, Step
from common.tables import Modifier
from operation_serval.rules.telling import does
from operation_serval.state import COALITION, ISLAMIST, SIDE_NAMES, ServalState


def gain(state: ServalState, side: Side, points: int, why: str, *rules: str, covered: str = "") -> None:
    """9.2, 9.3  A side gains points, or loses them if negative; the track ends at 0 and at its last box.

    With fog of war the enemy reads what is `covered` instead of the reason, and does not see what the dice tell.
    """
    before = state.c2p[side]
    after = max(0, min(state.data.tables.income.cap, before + points))
    state.c2p = {**state.c2p, side: after}
    verb = "gain" if points >= 0 else "lose"
    lost = "" if after - before == points else f", of which {abs(points - (after - before))} beyond the track"
    told = f": the {does(side, verb)} {abs(points)} C2P{lost}."
    only = (side,) if covered and state.fog else ()
    state.note(
        f"{why}{told}",
        *(rules or ("9.3a",)),
        changes=(track_change(side, before, after),),
        only=only,
        public=f"{covered}{told}" if only else "",
        show=("rules", "changes") if only else (),
    )


def track_change(side: Side, before: int, after: int) -> Change:
    """A C2P track as the journal tells it."""
    return Change(f"{SIDE_NAMES[side]} C2P", before, after)


def why_not_spend(state: ServalState, side: Side, points: int) -> Refusal | None:
    """9.4a  Points must be there before they are spent."""
    left = state.c2p[side]
    return None if left >= points else Refusal("9.4a", f"this costs {points} C2P; {left} left")


def spend(state: ServalState, side: Side, points: int, what: str, *rules: str) -> None:
    """6.4a, 9.4a  Pay for an action, before anything of it is done."""
    before = state.c2p[side]
    state.c2p = {**state.c2p, side: before - points}
    change = track_change(side, before, before - points)
    state.note(f"{SIDE_NAMES[side]}: {what} for {points} C2P.", *rules, "9.4a", changes=(change,))


def bonuses(state: ServalState, side: Side) -> Iterator[Modifier]:
    """IC2P, CC2P  What is added to the die of a side's income."""
    data, income = state.data, state.data.tables.income
    if side == ISLAMIST:
        special = {data.bamako: "bamako", data.timbuktu: "timbuktu"}
        for capital in (data.bamako, *sorted(data.capitals)):
            if any(state.counter(unit.id).type == "leader" for unit in state.own(ISLAMIST, capital)):
                key = special.get(capital, "other_capital")
                yield Modifier(income.islamist[key], f"a leader in {state.title(capital)}", "IC2P.a")
        return
    if state.intervention:
        yield Modifier(income.coalition["intervention"], "International Intervention", "CC2P.a")
    for key, place in (("bamako", data.bamako), ("timbuktu", data.timbuktu)):
        if state.own(COALITION, place):
            yield Modifier(income.coalition[key], f"units in {state.title(place)}", "CC2P.a")


class Determination(Step, frozen=True, tag=True):
    """9.1, 9.5  Both sides add their income, the Islamists first; weather follows, then the initiative is fixed."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        for side, rule in ((ISLAMIST, "9.1a"), (COALITION, "9.1b")):
            roll = state.roll("C2P income", D6, tuple(bonuses(state, side)), by=side)
            covered = f"Income, with a die of {roll.dice[0]}" if side == ISLAMIST else ""  # not where leaders are (28)
            gain(state, side, roll.total, "Income", rule, "9.2a", covered=covered)
        if state.weather:
            state.weather = False
            for side in (ISLAMIST, COALITION):
                gain(state, side, -state.data.tables.income.weather, "Weather", "EVT.9")
        fix_initiative(state)
        return True


def fix_initiative(state: ServalState) -> None:
    """9.5  The side with more points; on a tie the Islamists before intervention, the Coalition after it."""
    islamist, coalition = state.c2p[ISLAMIST], state.c2p[COALITION]
    tied = islamist == coalition
    if tied:
        state.initiative = COALITION if state.intervention else ISLAMIST
    else:
        state.initiative = ISLAMIST if islamist > coalition else COALITION
    why = f"{islamist} C2P each" if tied else f"{max(islamist, coalition)} to {min(islamist, coalition)} C2P"
    state.note(f"The {does(state.initiative, 'have')} the initiative ({why}).", "9.5b" if tied else "9.5a")
