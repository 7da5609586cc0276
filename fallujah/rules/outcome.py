"""7.2.7, 7.3.4, 7.4g  Combat results: what the totals bring to both sides, and what is left behind."""

from __future__ import annotations

from common.engine import Step
from common.engine.words import several
from fallujah.rules import control, losses
from fallujah.rules.counters import backlash, eliminate
from fallujah.state import Battle, FallujahState


class Outcome(Step, frozen=True, tag=True):
    """7.2.7, 7.3.4, 7.4g  What the totals bring."""

    def proceed(self, state: FallujahState) -> bool:
        battle = state.battle
        assert battle is not None
        state.flow.pop()
        if battle.kind == "raid":
            self._raid(state, battle)
            return True
        if battle.rolled and state.first_roll is None:
            state.first_roll = battle.attack_roll + battle.attack_shift
        state.push(Aftermath())
        if battle.overrun:
            losses.overrun(state)
        elif battle.difference > 0:
            losses.inflict(state, battle.difference)
        else:
            self._failed(state, battle)
        return True

    def _failed(self, state: FallujahState, battle: Battle) -> None:
        table = state.data.tables.casualties
        stalled = battle.difference == 0
        text, rule = ("The attack stalls", "7.2.7b") if stalled else ("The attack is repulsed", "7.2.7c")
        if battle.kind == "fire":
            state.note("The Fire Mission has no effect; the Coalition suffers nothing.", "7.4g")
            return
        amphibious = any(state.counter(id_).medevac for id_ in battle.attackers)
        coalition_casualties(state, table.stalled if stalled else table.repulsed, amphibious, text, rule)

    def _raid(self, state: FallujahState, battle: Battle) -> None:
        parts, table = state.data, state.data.tables.casualties
        (attacker,) = battle.attackers
        if battle.defender and battle.difference <= 0:
            state.note("The attack fails without effect.", "7.3.4b")
        else:
            iraqi = battle.defender in parts.iraqi_ids
            points = table.iraqi_lead if iraqi else table.us_lead
            rule = "7.3.4a" if battle.defender else "7.3.5a"
            amphibious = any(state.counter(unit.id).medevac for unit in state.coalition(battle.area))
            coalition_casualties(state, points, amphibious, "The attack succeeds", rule)
        eliminate(state, attacker)
        state.note(
            f"{parts.text(attacker)} is lost, like every Insurgent unit that attacks.", "7.3.4c", places=(battle.area,)
        )
        state.battle = None
        control.settle(state, battle.area)


def coalition_casualties(state: FallujahState, points: int, amphibious: bool, text: str, rule: str) -> None:
    """8.1a, 8.1.1a  Casualty Points become political points, one less with an armored amphibious unit."""
    saved = min(points, state.data.tables.casualties.medevac) if amphibious else 0
    suffered = points - saved
    rules = (rule, "8.1a", "8.1.1a") if saved else (rule, "8.1a")
    less = " after armored medevac" if saved else ""
    backlash(state, suffered, f"{text}: the Coalition takes {several(suffered, 'Casualty Point')}{less}.", *rules)


class Aftermath(Step, frozen=True, tag=True):
    """7.2.7d, 9.1a  Control settles; attackers are Spent unless they overran the defence."""

    def proceed(self, state: FallujahState) -> bool:
        battle = state.battle
        assert battle is not None
        state.flow.pop()
        state.battle = None
        if battle.kind == "assault":
            entry = state.entry(battle.area)
            state.mark(
                battle.area,
                fought=True,
                overrun=battle.overrun,
                due=False,
                ambush=False,
                attackers=battle.attackers,
                toll=entry.toll if battle.overrun else 0,
            )
            if not battle.overrun:
                for id_ in battle.attackers:
                    state.change(id_, spent=True)
                if battle.riverine:
                    state.change(state.data.riverine, spent=True)
                state.note("All attacking units are Spent.", "7.2.7d")
        control.settle(state, battle.area)
        return True
