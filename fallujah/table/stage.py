"""A combat as a stage: both forces, every factor of both values, dice and totals so far, and what they bring."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from common.engine import Entry, Seat, Side
from common.engine.words import several
from common.tables import Modifier
from common.tabletop import CombatStage, Handling, StageForce, StageStep, StageSum, StageUnit
from common.tabletop.stage import entries_since, odds_of_choices, rolls_in
from fallujah.rules.combat import AttackPlan, RiverSupport, offence
from fallujah.rules.losses import Losses, Retreats, capacity
from fallujah.state import COALITION, INSURGENT, SIDE_NAMES, Battle, FallujahState, Unit, other_side
from fallujah.table.faces import face_of, format_figure
from fallujah.view import position_of

STEPS = (("Attackers", "7.2.1a"), ("Defender", "7.2.5a"), ("Dice", "7.1a"), ("Casualties", "8.2"), ("Retreat", "8.3"))
OPENERS = ("7.2.1a", "7.3a", "7.4")
NOW = {
    "AttackPlan": "Attackers", "RiverSupport": "Attackers", "FindDefender": "Defender", "Window": "Dice",
    "Losses": "Casualties", "Retreats": "Retreat",
}  # fmt: skip
TITLES = {"assault": "Coalition attack", "fire": "Fire Mission", "raid": "Insurgent attack"}


class FallujahStage(Handling):
    """The combat that goes on, told for one seat."""

    def stage(self, seat: Seat) -> CombatStage | None:
        state = position_of(seat)
        battle = _battle(state) if state.result is None else None
        if battle is None:
            return None
        where = state.data.labels[battle.area]
        attacker = INSURGENT if battle.kind == "raid" else COALITION
        since = entries_since(seat.journal, self.opens_fight) if state.battle is not None else ()
        return CombatStage(
            battle.area,
            f"{TITLES[battle.kind]} in {where}" if battle.kind != "fire" else f"Fire Mission on {where}",
            "7a",
            seat.prompt,
            seat.to_act,
            tuple(_steps(state)),
            (_force(state, battle, attacker, True), _force(state, battle, other_side(attacker), False)),
            tuple(_notes(state, battle)),
            odds=tuple(odds_of_choices(self, seat)),
            rolls=tuple(rolls_in(since)),
        )

    def opens_fight(self, entry: Entry) -> bool:
        return bool(entry.places) and len(entry.rules) == 1 and entry.rules[0] in OPENERS


def _battle(state: FallujahState) -> Battle | None:
    """The combat that is resolved, or the one that is being put together."""
    if state.battle is not None:
        return state.battle
    match state.step:
        case AttackPlan(area, _, chosen):
            return Battle("assault", area, chosen)
        case RiverSupport(area, attackers, lead):
            return Battle("assault", area, attackers, lead, offence=tuple(offence(state, area, attackers, lead)))
    return None


def _steps(state: FallujahState) -> Iterator[StageStep]:
    now = NOW.get(type(state.step).__name__, "")
    titles = [title for title, _ in STEPS]
    at = titles.index(now) if now else len(titles)
    for number, (title, rule) in enumerate(STEPS):
        place: Literal["done", "now", "ahead"] = "done" if number < at else "now" if number == at else "ahead"
        yield StageStep(title, rule, place)


def _force(state: FallujahState, battle: Battle, side: Side, attacks: bool) -> StageForce:
    part = "Attacker" if attacks else "Defender"
    units = [] if battle.kind == "fire" and attacks else list(_units(state, battle, side, attacks))
    factors = battle.offence if attacks else battle.defence
    sums = (_sum(battle, factors, attacks),) if factors else ()
    losses = tuple(_losses(state)) if not attacks and side == INSURGENT else ()
    return StageForce(side, f"{part}: {SIDE_NAMES[side]}", tuple(units), "", sums, losses)


def _units(state: FallujahState, battle: Battle, side: Side, attacks: bool) -> Iterator[StageUnit]:
    """Who takes part; the lead first and marked."""
    lead = battle.lead if attacks else battle.defender
    there = state.coalition(battle.area) if side == COALITION else state.insurgents(battle.area)
    force = [unit for unit in there if unit.id in battle.attackers] if attacks else list(there)
    for unit in sorted(force, key=lambda unit: (unit.id != lead, -(state.cf(unit) or 0))):
        yield _unit(state, unit, unit.id == lead, attacks)


def _unit(state: FallujahState, unit: Unit, leads: bool, attacks: bool) -> StageUnit:
    counter, cf = state.counter(unit.id), state.cf(unit)
    value = format_figure(cf) if cf is not None and (leads or attacks) else ""
    remark = "leads" if leads else ""
    rule = ("7.2.1a" if attacks else "7.2.5a") if leads else ""
    if unit.id in state.data.militia_ids or state.data.counters[unit.id].nation == "insurgent":
        taken = _hits(state).count(unit.id)
        absorbs = f"absorbs {capacity(state, unit)} CP" + (f", {taken} allotted" if taken else "")
        remark, rule = f"{remark}, {absorbs}".removeprefix(", ") if not attacks else remark, rule or "8.2"
    face = face_of(state.data, counter, unit.spent, unit.dug)
    mark: Literal["chosen", "counts"] = "chosen" if leads else "counts"
    return StageUnit(state.data.text(unit.id), value, face, unit.id, remark, rule, mark)


def _hits(state: FallujahState) -> tuple[str, ...]:
    return state.step.hits if isinstance(state.step, Losses) else ()


def _sum(battle: Battle, factors: tuple[Modifier, ...], attacks: bool) -> StageSum:
    """7.1a  The value, and once the dice lie there the total."""
    title, rule = ("Offensive Value", "7.2.4") if attacks else ("Defensive Value", "7.2.6")
    value = battle.offence_value if attacks else battle.defence_value
    if not battle.rolled:
        return StageSum(title, factors, str(value), rule)
    roll, shift = (battle.attack_roll, battle.attack_shift) if attacks else (battle.defence_roll, battle.defence_shift)
    moved = f" {shift:+d}" if shift else ""
    return StageSum(title, factors, str(value), rule, f"with the roll {value} + {roll}{moved} = {value + roll + shift}")


def _losses(state: FallujahState) -> Iterator[str]:
    match state.step:
        case Losses(_, left, hits):
            yield f"{len(hits)} CP allotted, {left} to allot"
        case Retreats(_, units):
            yield f"must retreat: {', '.join(state.data.text(id_) for id_ in units)}"


def _notes(state: FallujahState, battle: Battle) -> Iterator[Modifier]:
    """The outcome as the dice lie now."""
    if not battle.rolled:
        return
    gap, raid = battle.difference, battle.kind == "raid"
    brings = "no effect" if raid else "the attack fails"
    if gap > 0:
        brings = "it succeeds" if raid else f"{several(gap, 'Casualty Point')} for the Insurgents"
    yield Modifier(0, f"As the dice lie: a difference of {gap:+d}, {brings}", "7.3.4" if raid else "7.2.7")
