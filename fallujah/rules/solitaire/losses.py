"""15  How the Insurgents take Casualty Points, and when they use the Advantage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from common.engine.words import several
from fallujah.rules import advantage
from fallujah.rules.counters import eliminate
from fallujah.rules.losses import capacity, destinations, elimination_rule, most
from fallujah.rules.solitaire import retreat
from fallujah.state import FallujahState, Unit

MULLIGAN_DIFFERENCE = 4  # 15i
MULLIGAN_LOSSES = 2  # 15i


def allot(state: FallujahState, area: str, left: int, hits: tuple[str, ...]) -> None:
    """15  First the lead's part, then point by point down the list."""
    fled: list[str] = []
    lead = state.units[hits[0]]
    if lead.dug:
        _kill(state, lead, "15b")
    else:
        _first_point(state, area, lead, fled)
    while left:
        spent = _next_point(state, area, left, fled)
        if not spent:
            state.note(f"{several(left, 'Casualty Point')} ignored by Dug In units.", "15g", "8.2j")
            return
        left -= spent


def _first_point(state: FallujahState, area: str, lead: Unit, fled: list[str]) -> None:
    """15a  A lead that is not Dug In takes the first point, whatever that means for it."""
    if lead.id in state.data.militia_ids:
        _kill(state, lead, "15a")
    elif not lead.spent:
        _flip(state, lead, "15a")
    elif not _go(state, area, lead, fled, "15a"):
        _kill(state, lead, "8.3d")


class LossLine(NamedTuple):
    """An entry of the list of losses that can take points now."""

    points: int  # how many it takes
    soft: int  # how many fewer units that are not Dug In can take afterwards
    take: Callable[[], object]


def _next_point(state: FallujahState, area: str, left: int, fled: list[str]) -> int:
    """15, step 2: the first line of the list that wastes no point (8.2k); how many points it took."""
    each = state.data.tables.casualties.dug_in
    here = state.insurgents(area)
    soft = len(fled) + sum(capacity(state, unit) for unit in here if not unit.dug)
    dug = sum(1 for unit in here if unit.dug)
    best = most(left, soft, dug, each)
    for line in _lines(state, area, left, fled):
        if line.points + most(left - line.points, soft - line.soft, dug - (not line.soft), each) >= best:
            line.take()
            return line.points
    return 0


def _lines(state: FallujahState, area: str, left: int, fled: list[str]) -> Iterator[LossLine]:
    """15, step 2: what can take points, in the order of the list."""
    parts = state.data
    here = state.insurgents(area)
    fighters = [unit for unit in here if not unit.dug and unit.id not in parts.militia_ids]
    fighters.sort(key=lambda unit: unit.id not in parts.cadre_ids)
    tired = [unit for unit in fighters if unit.spent]
    fresh = [unit for unit in fighters if not unit.spent]
    militia = [unit for unit in here if unit.id in parts.militia_ids]
    open_ = destinations(state, area)
    roomy = bool(retreat.uncrowded(state, open_))
    if roomy and tired:
        yield LossLine(1, 1, lambda: _go(state, area, tired[0], fled, "15c"))
    if roomy and fresh:
        yield LossLine(1, 1, lambda: _flip(state, fresh[0], "15d"))
    if militia:
        yield LossLine(1, 1, lambda: _kill(state, militia[0], "15e"))
    if open_ and tired:
        yield LossLine(1, 1, lambda: _go(state, area, tired[0], fled, "15c", "16a"))
    if fresh:
        yield LossLine(1, 1, lambda: _flip(state, fresh[0], "15d"))
    if tired or fled:
        yield _kill_tired(state, left, tired, fled)
    dug = [unit for unit in here if unit.dug]
    if dug and left >= capacity(state, dug[0]):  # 15g: given up only for three points at once
        yield LossLine(capacity(state, dug[0]), 0, lambda: _kill(state, dug[0], "15g"))


def _kill_tired(state: FallujahState, left: int, tired: list[Unit], fled: list[str]) -> LossLine:
    """15f  Eliminate a Spent unit, Fedayeen before Cadre; one that has retreated costs a single point."""
    units = [state.units[id_] for id_ in fled] + tired
    units.sort(key=lambda unit: unit.id in state.data.cadre_ids)
    victim = units[0]

    def take() -> None:
        if victim.id in fled:
            fled.remove(victim.id)
        _kill(state, victim, "15f")

    worth = 1 if victim.id in fled else capacity(state, victim)
    return LossLine(min(left, worth), worth, take)


def _flip(state: FallujahState, unit: Unit, rule: str) -> None:
    state.change(unit.id, spent=True)
    state.note(f"{state.data.text(unit.id)} is flipped to Spent.", rule, "8.2f", places=(unit.at,))


def _kill(state: FallujahState, unit: Unit, rule: str) -> None:
    eliminate(state, unit.id)
    state.note(f"{state.data.text(unit.id)} is eliminated.", rule, elimination_rule(state, unit), places=(unit.at,))


def _go(state: FallujahState, area: str, unit: Unit, fled: list[str], *rules: str) -> bool:
    """Retreat a Spent unit by 16; False if there is no place for it."""
    space = retreat.after_combat(state, unit.id, area)
    if space is None:
        return False
    state.change(unit.id, at=space)
    fled.append(unit.id)
    text = f"{state.data.text(unit.id)} retreats to {state.data.labels[space]}."
    state.note(text, *rules, "8.2g", places=(area, space))
    return True


# 15, step 3: the Advantage


def would_lose(state: FallujahState) -> int:
    """How many Cadre and Fedayeen the combat would cost as the dice stand (15j)."""
    battle = state.battle
    assert battle is not None
    points = battle.difference
    if points <= 0:
        return 0
    if points > sum(capacity(state, unit) for unit in state.insurgents(battle.area)):
        return state.fighters(battle.area)
    lead = state.units[battle.defender]
    first = capacity(state, lead) if lead.dug else 1
    if points < first:
        return 0
    trial = state.clone()
    trial.script = ()
    allot(trial, battle.area, points - first, (lead.id,) * first)
    return _alive(state) - _alive(trial)


def _alive(state: FallujahState) -> int:
    return sum(state.fighters(area) for area in state.data.areas)


def consider_mulligan(state: FallujahState) -> None:
    """15i  The bot rerolls a combat that would cost it two units on much better Coalition dice."""
    battle = state.battle
    assert battle is not None
    if battle.kind == "raid" or battle.attack_roll - battle.defence_roll < MULLIGAN_DIFFERENCE:
        return
    lost = would_lose(state)
    if lost >= MULLIGAN_LOSSES:
        difference = battle.attack_roll - battle.defence_roll
        state.note(f"The dice differ by {difference} and {lost} Cadre and Fedayeen would be lost.", "15i")
        advantage.reroll(state)
