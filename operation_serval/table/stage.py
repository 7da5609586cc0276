"""A battle as a stage: both forces in the order of fire, each unit's column with its shifts, chances, dice, losses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec.structs import replace

from common.engine import Entry, Seat, Side
from common.tables import Modifier, Odds
from common.tabletop import CombatStage, Handling, StageForce, StageStep, StageSum, StageUnit
from common.tabletop.stage import entries_since, odds_of_choices, rolls_in
from operation_serval.rules.battle import FireRound, OpenBattle, next_to_fire
from operation_serval.rules.fire import can_fire, column_of, ground_shifts
from operation_serval.rules.retreat import RetreatMove
from operation_serval.rules.telling import does, listed, names
from operation_serval.state import ENEMY, SIDE_NAMES, Battle, ServalState, Unit
from operation_serval.table.faces import face_of
from operation_serval.table.strike_stage import (
    AIR_FIRE,
    faces_of,
    find_first_shot,
    opens_strike,
    strike_stage,
)
from operation_serval.view import position_of

STEPS = (("ISR", "15.4d"), ("Fire", "15.4c"), ("Hits", "16.2"), ("Retreat", "16.5"), ("After", "17.0"))
NOW = {
    "IsrWindow": "ISR", "CounterIsr": "ISR", "FireRound": "Fire", "AllotHits": "Hits", "BreakUnderFire": "Hits",
    "ChooseRetreat": "Retreat", "RetreatMove": "Retreat",
}  # fmt: skip
WAY_BACK = "16.5.1d"  # the rule of each hex of a retreat in the journal


class ServalStage(Handling):
    """The battle that goes on, told for one seat."""

    def stage(self, seat: Seat) -> CombatStage | None:
        state = position_of(seat)
        battle = state.battle
        if state.result is not None:
            return None
        since = self.fight_lines(seat.journal)
        if battle is None:
            odds = tuple(odds_of_choices(self, seat))
            return strike_stage(seat, state, odds, since) or _declared(seat, state, odds)
        from_ = dict.fromkeys(state.units[id_].at for id_ in battle.attackers)
        return CombatStage(
            battle.hex,
            f"Battle at {state.title(battle.hex)}",
            "15.4c",
            seat.prompt,
            seat.to_act,
            tuple(_steps(NOW.get(type(state.step).__name__, "After"))),
            (
                _force(state, battle, battle.side, battle.attackers, battle.attackers_lost),
                _force(state, battle, ENEMY[battle.side], battle.defenders, battle.defenders_lost),
            ),
            tuple(_notes(state, battle)),
            odds=tuple(odds_of_choices(self, seat)),
            rolls=tuple(rolls_in(since)),
            spaces=tuple(space for space in (*from_, *ways_back(state)) if space in state.data.near),
        )

    def opens_fight(self, entry: Entry) -> bool:
        return entry.rules[:1] == ("15.2a",) or opens_strike(entry)

    def fight_lines(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        found = entries_since(entries, self.opens_fight)
        if found and found[0].rules[:1] == (AIR_FIRE,):  # each air unit has a line; the attack begins with the first
            found = entries[find_first_shot(entries, len(entries) - len(found)) :]
        return with_whole_retreats(found, self.data.titles)


def with_whole_retreats(entries: Sequence[Entry], titles: Mapping[str, str]) -> list[Entry]:
    """The lines of a fight, those of a retreat hex by hex in one, so that they do not push the fire off the card."""
    found: list[Entry] = []
    for is_way, run in groupby(entries, key=lambda entry: entry.rules == (WAY_BACK,) and len(entry.places) == 2):
        lines = list(run)
        if is_way and len(lines) > 1:
            places = (lines[0].places[0], *(line.places[-1] for line in lines))
            over, goal = [titles[place] for place in places[1:-1]], titles[places[-1]]
            lines = [replace(lines[0], text=f"The retreat leads over {listed(over)} to {goal}.", places=places)]
        found += lines
    return found


def ways_back(state: ServalState) -> tuple[str, ...]:
    """16.5  Where a unit that falls back stands and could go: these hexes have to stay in sight."""
    if not isinstance(state.step, RetreatMove):
        return ()
    here = state.units[state.step.unit].at
    return (here, *state.data.near.get(here, ()))


def _declared(seat: Seat, state: ServalState, odds: tuple[Odds, ...]) -> CombatStage | None:
    """15.2, 20.7  An attack that is declared while the defender decides about gunships: no unit has been shown yet."""
    battle = next((step for step in state.flow if isinstance(step, OpenBattle)), None)
    if battle is None:
        return None
    hexes = tuple(dict.fromkeys(battle.origins))
    attackers = tuple(_face(state, id_) for id_ in battle.units)
    defenders = tuple(_face(state, unit.id) for unit in state.enemies(battle.attacker, battle.hex))
    unseen = "What stands there is shown when the battle begins" if state.fog else ""
    own = seat.side == battle.attacker
    return CombatStage(
        battle.hex,
        f"Battle at {state.title(battle.hex)}",
        "15.2a",
        seat.prompt,
        seat.to_act,
        tuple(_steps("")),
        (
            StageForce(battle.attacker, f"Attacker: {SIDE_NAMES[battle.attacker]}", attackers, "" if own else unseen),
            StageForce(
                ENEMY[battle.attacker],
                f"Defender: {SIDE_NAMES[ENEMY[battle.attacker]]}",
                defenders,
                unseen if own else "",
            ),
        ),
        odds=odds,
        spaces=tuple(space for space in hexes if space in state.data.near),
    )


def _face(state: ServalState, id_: str) -> StageUnit:
    unit = state.units[id_]
    face = face_of(state.counter(id_), state.data.side_of[id_], unit.disrupted)
    return StageUnit(state.name(id_), str(state.strength(unit) or ""), face, id_, "", "15.2a")


def _steps(now: str) -> Iterator[StageStep]:
    """The steps of a battle; without one that is now, all of them lie ahead."""
    titles = [title for title, _ in STEPS]
    for number, (title, rule) in enumerate(STEPS):
        place: Literal["done", "now", "ahead"] = "ahead"
        if now and number <= titles.index(now):
            place = "now" if title == now else "done"
        yield StageStep(title, rule, place)


def _force(state: ServalState, battle: Battle, side: Side, ids: tuple[str, ...], lost: int) -> StageForce:
    part = "Attacker" if side == battle.side else "Defender"
    units = sorted((state.units[id_] for id_ in ids), key=lambda unit: -_value(state, battle, unit))
    shown = tuple(_unit(state, battle, unit) for unit in units)
    losses = (f"{lost} eliminated",) if lost else ()
    return StageForce(side, f"{part}: {SIDE_NAMES[side]}", shown, "", tuple(_sums(state, battle, ids)), losses)


def _goes_on(battle: Battle) -> bool:
    """16.1, R63  Whether both sides are still there: nobody fires at an empty hex."""
    return bool(battle.attackers and battle.defenders)


def _value(state: ServalState, battle: Battle, unit: Unit) -> int:
    """15.4c  The value at which a unit was lined up, which it keeps when it is disrupted; later that of its side up."""
    lined_up = (rank.tactical for rank in battle.order if rank.unit == unit.id)
    return next(lined_up, state.tactical(unit))


def _unit(state: ServalState, battle: Battle, unit: Unit) -> StageUnit:
    """A unit with its place in the order of fire."""
    strength = state.strength(unit)
    mark: Literal["counts", "idle", "chosen"] = "counts"
    remark = f"fires at tactical value {_value(state, battle, unit)}"
    if unit.id in battle.fired:
        remark, mark = "has fired", "idle"
    elif not can_fire(state, unit.id):
        remark, mark = "cannot fire", "idle"
    elif not _goes_on(battle):
        remark, mark = "has nobody to fire at", "idle"
    elif isinstance(state.step, FireRound) and unit.id in next_to_fire(state)[2]:
        remark, mark = "may fire now", "chosen"
    if unit.disrupted:
        remark = f"disrupted, {remark}"
    face = face_of(state.counter(unit.id), state.data.side_of[unit.id], unit.disrupted)
    name = state.name(unit.id)
    return StageUnit(name, str(strength) if strength else "", face, unit.id, remark, "15.4c", mark)


def _sums(state: ServalState, battle: Battle, ids: tuple[str, ...]) -> Iterator[StageSum]:
    """16.4  The columns of the units that have yet to fire, in that order; every shift where one may fire now."""
    if not _goes_on(battle):
        return
    now = next_to_fire(state)[2] if isinstance(state.step, FireRound) else ()
    waiting = [id_ for id_ in ids if id_ not in battle.fired and can_fire(state, id_)]
    waiting.sort(key=lambda id_: -_value(state, battle, state.units[id_]))
    for (value, column, _), group in groupby(waiting, lambda id_: _line(state, battle, id_, now)):
        alike = tuple(group)
        unit = state.units[alike[0]]
        shifts = _shifts(state, battle, unit.id)
        parts = (Modifier(state.strength(unit), "strength", "16.1a"), *shifts) if unit.id in now else ()
        reads = faces_of(state.data.tables.kinetic, column)
        label = state.data.tables.kinetic.labels[column]
        yield StageSum(f"{names(state, alike)}:", parts, f"value {value}, column {label}", "16.4", reads)


def _line(state: ServalState, battle: Battle, id_: str, now: Collection[str]) -> tuple[int, int, str]:
    """Units of one value and column share a line until they may fire; the last part keeps the others apart."""
    column = column_of(state, state.units[id_], _shifts(state, battle, id_))
    return _value(state, battle, state.units[id_]), column, id_ if id_ in now else ""


def _shifts(state: ServalState, battle: Battle, id_: str) -> list[Modifier]:
    return ground_shifts(state, state.units[id_], battle.hex if id_ in battle.attackers else "")


def _notes(state: ServalState, battle: Battle) -> Iterator[Modifier]:
    for side in battle.isr:
        yield Modifier(0, f"The {does(side, 'have')} ISR in the battle", "15.4d")
    if battle.first:
        by_isr = len(battle.isr) == 1 or battle.first != state.initiative  # when it is over the marker is back already
        why, rule = ("by ISR", "15.4e") if by_isr else ("by initiative", "15.4f")
        yield Modifier(0, f"First fire in each group: {SIDE_NAMES[battle.first]}, {why}", rule)
    else:
        yield Modifier(0, f"First fire without ISR: {SIDE_NAMES[state.initiative]}", "15.4f")
