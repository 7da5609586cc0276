"""Air attacks and netwar attacks as stages: who strikes what, each column with its shifts, chances, dice, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.engine import Entry, Seat, Side
from common.tables import Modifier, Odds
from common.tabletop import CombatStage, StageForce, StageRoll, StageRow, StageStep, StageSum, StageUnit
from common.tabletop.stage import rolls_in
from operation_serval.rules.air import AirFire
from operation_serval.rules.fire import air_shifts, column_of
from operation_serval.rules.netwar import CYBER, Arming, Resolve, strength_of, title_of
from operation_serval.state import COALITION, ENEMY, ISLAMIST, SIDE_NAMES, ServalState
from operation_serval.table.faces import face_of, netwar_face
from operation_serval.tables import StrengthTable

AIR_FIRE, GUNSHIPS, AIR_DEFENSE = "20.5a", "20.7.1b", "20.6a"  # the rules of their lines in the journal
NETWAR = "21.6a"
NO_BREAK = "\u00a0"
NOTHING = "-"  # the result of a netwar attack without effect
AIR_STEPS = (("Fire", "20.5a"), ("Hits", "16.2"), ("Retreat", "16.5"), ("Air defense", "20.6a"))
AIR_NOW = {
    "AirFire": "Fire", "AllotHits": "Hits", "BreakUnderFire": "Hits", "ChooseRetreat": "Retreat",
    "RetreatMove": "Retreat", "AirLoss": "Air defense",
}  # fmt: skip
NETWAR_STEPS = (("Markers", "21.6a"), ("Direct action", "21.6i"), ("Die", "21.6b"))
NETWAR_NOW = {"Arming": "Markers", "CounterStrike": "Direct action", "Giving": "Direct action"}
Chances = Sequence[Odds]
Dice = Sequence[StageRoll]


def opens_strike(entry: Entry) -> bool:
    """Whether a line tells of fire from the air, or of netwar markers that are played against a place."""
    rule = entry.rules[0] if entry.rules else ""
    return rule == AIR_FIRE or (rule == NETWAR and bool(entry.places))


def find_first_shot(entries: Sequence[Entry], start: int) -> int:
    """Where the air attack begins whose last shot stands at `start`: at the first one on that hex since air defense."""
    goal, first = entries[start].places[-1:], start
    for number in range(start - 1, -1, -1):
        entry = entries[number]
        if entry.heading or AIR_DEFENSE in entry.rules:
            break
        if entry.rules[:1] == (AIR_FIRE,) and entry.places[-1:] == goal:
            first = number
    return first


def strike_stage(seat: Seat, state: ServalState, odds: Chances, since: Sequence[Entry]) -> CombatStage | None:
    """The attack from the air or by netwar that is being resolved, if there is one with a place."""
    for step in reversed(state.flow):
        match step:
            case AirFire():
                dice = _rolls(since, AIR_FIRE, step.hex) if step.offensive else _shots(since, step.hex)
                return _air_stage(seat, state, step, odds, tuple(dice))
            case Resolve(_, attack, hex_) if attack != CYBER and hex_:
                return _netwar_stage(seat, state, step, odds, tuple(_rolls(since, NETWAR, step.hex)))
    return None


def _rolls(since: Sequence[Entry], rule: str, hex_: str) -> Iterator[StageRoll]:
    """The dice of this attack; before its first line the journal tells of another one."""
    over = any(AIR_DEFENSE in entry.rules for entry in since)
    if since and since[0].rules[:1] == (rule,) and since[0].places[-1:] == (hex_,) and not over:
        yield from rolls_in(since)


def _shots(since: Sequence[Entry], hex_: str) -> Iterator[StageRoll]:
    """20.7.1b  What gunships in defense have fired at one of the attacking hexes since the attack was declared."""
    fired = [entry for entry in since if entry.rules[:1] == (GUNSHIPS,) and entry.places[-1:] == (hex_,)]
    return rolls_in(fired)


def faces_of(table: StrengthTable, column: int) -> str:
    """A column of the Kinetic CRT, face by face on one line."""
    return f"die 1-6: {' '.join(table.cells[column])}".replace(" ", NO_BREAK)


def _air_stage(seat: Seat, state: ServalState, attack: AirFire, odds: Chances, rolls: Dice) -> CombatStage:
    where = state.title(attack.hex)
    targets = [id_ for id_ in attack.targets if id_ in state.units and state.units[id_].at == attack.hex]
    sums = tuple(_columns(state, attack))
    flying = tuple(_unit(state, id_, "has fired" if id_ not in attack.left else "") for id_ in attack.units)
    shifts = [Modifier(0, f"{shift.value:+d} column: {shift.why}", shift.rule) for shift in _shifts(state, attack)]
    unarmed = "No unit here has air defense" if attack.offensive else "No attacker here has air defense"
    armed = "Air defense reads the column with capable units" if attack.capable else unarmed
    return CombatStage(
        attack.hex,
        f"Air attack on {where}" if attack.offensive else f"Gunships fire at {where}",
        AIR_FIRE if attack.offensive else GUNSHIPS,
        seat.prompt,
        seat.to_act,
        tuple(_chain(AIR_STEPS, AIR_NOW.get(type(state.step).__name__, "Fire"))),
        (
            StageForce(COALITION, f"In the air: {SIDE_NAMES[COALITION]}", flying, "", sums),
            StageForce(ISLAMIST, f"Target: {SIDE_NAMES[ISLAMIST]}", tuple(_unit(state, id_) for id_ in targets)),
        ),
        (*shifts, Modifier(0, armed, "20.6b")),
        odds=tuple(odds),
        rolls=tuple(rolls),
    )


def _columns(state: ServalState, attack: AirFire) -> Iterator[StageSum]:
    """16.4  The column of each air unit that has yet to fire, after the shifts that all of them meet."""
    table, shifts = state.data.tables.kinetic, _shifts(state, attack)
    for id_ in attack.left:
        column = column_of(state, state.units[id_], shifts)
        reads = faces_of(table, column)
        yield StageSum(f"{state.name(id_)}:", (), f"column {table.labels[column]}", "16.4", reads)


def _shifts(state: ServalState, attack: AirFire) -> list[Modifier]:
    return air_shifts(state, attack.hex) if attack.offensive else []


def _unit(state: ServalState, id_: str, remark: str = "") -> StageUnit:
    unit = state.units[id_]
    strength = state.strength(unit)
    face = face_of(state.counter(id_), state.data.side_of[id_], unit.disrupted)
    mark: Literal["counts", "idle"] = "idle" if remark else "counts"
    return StageUnit(state.name(id_), str(strength) if strength else "", face, id_, remark, "20.5a", mark)


def _netwar_stage(seat: Seat, state: ServalState, attack: Resolve, odds: Chances, rolls: Dice) -> CombatStage:
    arming = state.step if isinstance(state.step, Arming) else None
    markers = arming.chosen if arming is not None else attack.markers
    side, target = attack.side, ENEMY[attack.side]
    shown = tuple(_marker(state, side, kind) for kind in markers)
    there = tuple(_unit(state, unit.id) for unit in state.own(target, attack.hex))  # as far as they are seen
    strength = (_strength(state, attack, markers),) if markers else ()
    what, unseen = title_of(state, side, attack.attack, markers), "" if shown else "No marker is chosen yet"
    answered = side == ISLAMIST and state.intervention  # with direct action, which only the Coalition has
    steps = NETWAR_STEPS if answered else NETWAR_STEPS[::2]
    return CombatStage(
        attack.hex,
        f"{what[:1].upper()}{what[1:]} on {state.title(attack.hex)}",
        NETWAR,
        seat.prompt,
        seat.to_act,
        tuple(_chain(steps, NETWAR_NOW.get(type(state.step).__name__, "Die"))),
        (
            StageForce(side, f"Attacker: {SIDE_NAMES[side]}", shown, unseen, strength),
            StageForce(target, f"Target: {SIDE_NAMES[target]}", there, "", tuple(_meanings(state, attack, markers))),
        ),
        rows=tuple(_row(state, attack, markers)),
        odds=tuple(odds),
        rolls=tuple(rolls),
    )


def _marker(state: ServalState, side: Side, kind: str) -> StageUnit:
    marker = state.data.netwar[side, kind]
    return StageUnit(marker.name, str(marker.value), netwar_face(state.data, side, kind))


def _strength(state: ServalState, attack: Resolve, markers: tuple[str, ...]) -> StageSum:
    """21.6e  The values of the markers and the column they are read on."""
    table = state.data.tables.strike
    values = [state.data.netwar[attack.side, kind] for kind in markers]
    total = strength_of(state, attack.side, attack.attack, markers)
    parts = tuple(Modifier(marker.value, marker.name, "21.6e") for marker in values)
    return StageSum("Strength", parts, str(total), "21.6e", f"column {table.labels[table.column(total)]}")


def _row(state: ServalState, attack: Resolve, markers: tuple[str, ...]) -> Iterator[StageRow]:
    table = state.data.tables.strike
    if markers:
        column = table.column(strength_of(state, attack.side, attack.attack, markers))
        faces = tuple(str(face) for face in range(1, len(table.cells[column]) + 1))
        yield StageRow(f"Column {table.labels[column]}", "strike", faces, tuple(table.cells[column]))


def _meanings(state: ServalState, attack: Resolve, markers: tuple[str, ...]) -> Iterator[StageSum]:
    """21.6  What the results of that column do, each once."""
    for row in _row(state, attack, markers):
        for code in dict.fromkeys(cell for cell in row.cells if cell != NOTHING):
            yield StageSum(code, (), "", "21.6b", state.data.tables.codes.netwar[code])


def _chain(steps: Sequence[tuple[str, str]], now: str) -> Iterator[StageStep]:
    titles = [title for title, _ in steps]
    for number, (title, rule) in enumerate(steps):
        place: Literal["done", "now", "ahead"] = "ahead"
        if number <= titles.index(now):
            place = "now" if title == now else "done"
        yield StageStep(title, rule, place)
