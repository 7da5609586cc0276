"""An attack as a stage, kinetic or asymmetrical: both forces, strengths and doublings, column, dice, losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.engine import Entry, Seat, Side
from common.tables import Modifier, Odds
from common.tabletop import CombatStage, Handling, StageForce, StageRoll, StageRow, StageStep, StageSum, StageUnit
from common.tabletop.stage import entries_since, odds_of_choices
from somali_pirates.battle import Battle
from somali_pirates.odds import attack_odds
from somali_pirates.rules.casualties import Casualties, exposed
from somali_pirates.rules.declaration import Permissions
from somali_pirates.rules.kinetic import Advance, WarlordChoice, with_warlords
from somali_pirates.rules.muster import KINETIC, Muster
from somali_pirates.rules.strength import (
    asymmetrical_column,
    asymmetrical_values,
    doublings,
    is_short,
    kinetic_column,
    opposers,
    shares_of,
    tell_points,
)
from somali_pirates.state import ENEMY, SIDE_NAMES, SIDES, PirateState
from somali_pirates.table.faces import face_of
from somali_pirates.table.known import position_of

KINETIC_STEPS = (
    ("Attackers", "12.2b"), ("Chits", "19.4a"), ("Warlords", "12.7b"), ("Die", "12.2f"), ("Losses", "14.1"),
    ("Retreat", "14.2a"), ("Points", "6.1a"),
)  # fmt: skip
OTHER_STEPS = (("Attackers", "15.4b"), ("Chits", "15.3c"), ("Die", "15.4c"), ("Effect", "15.6a"), ("Points", "6.1a"))
OPENERS = {"12.1c", "15.3c"}  # an attack is declared, or does not take place
RESULT_DICE, REROLLED = (("12.2f",), ("15.4c",)), ("CHIT.P6",)
NOW = {
    "Muster": "Attackers", "EdgeWindow": "Chits", "WarlordChoice": "Warlords", "Casualties": "Losses",
    "Retreats": "Retreat", "Advance": "Retreat", "NamedLoss": "Effect", "Hijack": "Effect", "Exposure": "Effect",
    "Evacuation": "Losses", "Permissions": "Chits", "EdgeEffect": "Chits", "KineticRoll": "Die", "DroneStrength": "Die",
    "AsymmetricalRoll": "Die", "Replacement": "Losses", "Replacements": "Losses",
}  # fmt: skip


class PirateStage(Handling):
    """The attack that goes on, told for one seat."""

    def stage(self, seat: Seat) -> CombatStage | None:
        state = position_of(seat)
        battle = _battle(state) if state.result is None else None
        if battle is None:
            return None
        kinetic = battle.kind == KINETIC
        where = state.data.name(battle.zone)
        title = f"Attack in {where}" if kinetic else f"{state.data.attacks[battle.kind].name} in {where}"
        since = entries_since(seat.journal, self.opens_fight) if _has_begun(state) else ()
        return CombatStage(
            battle.zone,
            title,
            "12.1a" if kinetic else state.data.attacks[battle.kind].rule,
            seat.prompt,
            seat.to_act,
            tuple(_steps(state, kinetic)),
            tuple(_forces(state, battle)),
            tuple(_notes(state, battle)),
            tuple(_rows(state, battle, since)),
            tuple(_chances(self, seat, state, battle)),
            tuple(_rolls(state, battle, since)),
        )

    def opens_fight(self, entry: Entry) -> bool:
        """The declaration of an attack whose chits were not stopped, or that it does not take place."""
        return not OPENERS.isdisjoint(entry.rules)


def _has_begun(state: PirateState) -> bool:
    """Whether an attack is declared and no chit that it costs can be stopped any more."""
    return state.battle is not None and not any(isinstance(step, Permissions) for step in state.flow)


def _battle(state: PirateState) -> Battle | None:
    """The attack that is resolved, or the one for which units are being named."""
    battle = state.battle
    if battle is None and isinstance(state.step, Muster):
        battle = state.step.battle(state)
    if battle is None or battle.kind != KINETIC or battle.result or isinstance(state.step, WarlordChoice):
        return battle
    return with_warlords(state, battle)


def _steps(state: PirateState, kinetic: bool) -> Iterator[StageStep]:
    steps = KINETIC_STEPS if kinetic else OTHER_STEPS
    titles = [title for title, _ in steps]
    waiting = (NOW.get(type(step).__name__) for step in reversed(state.flow))  # below a window stands what it is about
    now = next((title for title in waiting if title), "Chits")
    at = titles.index(now) if now in titles else titles.index("Effect")  # what losses are in an asymmetrical attack
    for number, (title, rule) in enumerate(steps):
        place: Literal["done", "now", "ahead"] = "done" if number < at else "now" if number == at else "ahead"
        yield StageStep(title, rule, place)


def _forces(state: PirateState, battle: Battle) -> Iterator[StageForce]:
    kinetic = battle.kind == KINETIC
    against = (*battle.defenders, *battle.helpers) if kinetic else tuple(opposers(state, battle))
    if battle.kind == "drone":
        against = (battle.target,)
    for side, ids in ((battle.side, battle.attackers), (ENEMY[battle.side], against)):
        part = "Attacker" if side == battle.side else "Defender"
        units = tuple(_unit(state, battle, id_, side) for id_ in ids)
        lost = [state.data.name(id_) for id_ in battle.lost if state.counter(id_).side == side]
        losses = (f"lost: {', '.join(lost)}",) if lost else ()
        sums = tuple(_sum(state, battle, ids)) if ids else ()
        yield StageForce(side, f"{part}: {SIDE_NAMES[side]}", units, "", sums, losses)


def _unit(state: PirateState, battle: Battle, id_: str, side: Side) -> StageUnit:
    """A unit with what it adds, and why it counts more or less than printed."""
    counter = state.counter(id_)
    face, name = face_of(state.data, counter), counter.name
    if id_ in battle.lost:
        return StageUnit(name, "", face, id_, "lost", "14.1a", "lost")
    if battle.kind != KINETIC:
        return StageUnit(name, str(counter.asym) if counter.asym else "", face, id_, "", "15.4c")
    points = tell_points(dict(shares_of(state, battle))[id_])
    step = state.step
    if isinstance(step, Casualties) and id_ in step.chosen:
        return StageUnit(name, points, face, id_, "to be lost", "14.1b", "chosen")
    if isinstance(step, Advance) and id_ in step.chosen:
        return StageUnit(name, points, face, id_, "advances", "16.9a", "chosen")
    if battle.result and id_ not in exposed(state, battle, side):
        return StageUnit(name, "", face, id_, *_why_spared(state, battle, id_), "idle")
    why = _changes(state, battle, id_)
    remark = f"printed {counter.kinetic}, {why}" if why else ""
    return StageUnit(name, points, face, id_, remark, "12.7" if why else "")


def _why_spared(state: PirateState, battle: Battle, id_: str) -> tuple[str, str]:
    """Why a result does not touch a unit, or does so no longer, with the rule (14.2a, 20.5b, 21.3a, 29.1b)."""
    counter, attacks = state.counter(id_), id_ in battle.attackers
    if id_ in battle.helpers:
        return "only adds its strength", "21.3a"
    if state.units[id_].at == battle.zone:
        return "kept out of it by the Standoff Attack", "29.1b"
    if attacks and "missile" in counter.flags:
        return "out of reach of the result", "20.5b"
    return "has left the Zone", "14.2a"


def _changes(state: PirateState, battle: Battle, id_: str) -> str:
    """12.7, 30.2a  What makes a unit count more or less than printed."""
    twice = [one.why for one in doublings(state, battle, id_)]
    found = [f"doubled: {', '.join(twice)}"] if twice else []
    found += ["halved for want of supply"] if is_short(state, id_) else []
    return ", ".join(found)


def _sum(state: PirateState, battle: Battle, ids: tuple[str, ...]) -> Iterator[StageSum]:
    """12.2d, 15.4c  Strength or value, with each unit's share."""
    if battle.kind == "drone":
        return
    if battle.kind != KINETIC:
        parts = tuple(Modifier(state.counter(id_).asym, state.counter(id_).name, "15.4c") for id_ in ids)
        yield StageSum("Asymmetrical value", parts, str(sum(one.value for one in parts)), "15.4c")
        return
    shares = {id_: points for id_, points in shares_of(state, battle) if id_ in ids}
    parts = tuple(_share(state, battle, id_, points) for id_, points in shares.items())
    values = tuple(f"+{tell_points(points)}" for points in shares.values())
    yield StageSum("Kinetic strength", parts, tell_points(sum(shares.values())), "12.2d", values=values)


def _share(state: PirateState, battle: Battle, id_: str, points: int) -> Modifier:
    why = [one.why for one in doublings(state, battle, id_)]
    why += ["half for want of supply"] if is_short(state, id_) else []
    words = f"{state.counter(id_).name}{' (' + ', '.join(why) + ')' if why else ''}"
    rule = "12.7" if doublings(state, battle, id_) else "30.2a" if why else "12.2d"
    return Modifier(points // 2, words, rule)


def _column(state: PirateState, battle: Battle) -> int | None:
    if battle.result or battle.kind == "drone":
        return battle.column if battle.column >= 0 else None
    if not battle.attackers:
        return None
    if battle.kind == KINETIC:
        return kinetic_column(state, battle)
    attack, defence = asymmetrical_values(state, battle)
    return asymmetrical_column(state, attack - defence)


def _rows(state: PirateState, battle: Battle, since: Sequence[Entry]) -> Iterator[StageRow]:
    """The column of the table, die by die."""
    column = _column(state, battle)
    if column is None:
        return
    kinetic = battle.kind == KINETIC
    tables = state.data.tables
    table = tables.kinetic_crt if kinetic else tables.asymmetrical_crt
    cells = _cells(state, battle, column)
    live = next((die - 1 for die in _dice_in(since) if cells[die - 1] == battle.result), -1)
    title = f"Column {table.columns[column]}"
    name = "kinetic_crt" if kinetic else "asymmetrical_crt"
    yield StageRow(title, name, tuple(map(str, range(1, len(cells) + 1))), cells, live, battle.side)


def _cells(state: PirateState, battle: Battle, column: int) -> tuple[str, ...]:
    """What each face of the die brings in a column of the table."""
    tables = state.data.tables
    table = tables.kinetic_crt if battle.kind == KINETIC else tables.asymmetrical_crt
    return tuple(str(row[column]) for row in table.rows)


def _rolls(state: PirateState, battle: Battle, since: Sequence[Entry]) -> Iterator[StageRoll]:
    """The dice thrown so far: the one for the result with its code, others with what was told after them."""
    cells = _cells(state, battle, battle.column) if battle.column >= 0 else ()
    for number, entry in enumerate(since):
        after = since[number + 1].text if number + 1 < len(since) and not since[number + 1].rolls else ""
        for roll in entry.rolls:
            brings = cells[roll.dice[0] - 1] if cells and entry.rules in RESULT_DICE else after
            yield StageRoll(roll.reason, roll.dice, roll.faces, roll.by or None, brings, roll.modifiers)


def _dice_in(since: Sequence[Entry]) -> Iterator[int]:
    """The dice for the result of the attack, with one rolled again, but none that was thrown for something else."""
    named = False
    for entry in since:
        if entry.rolls:
            named = entry.rules in RESULT_DICE or (named and entry.rules == REROLLED)
            yield from (die for roll in entry.rolls if named for die in roll.dice)


def _notes(state: PirateState, battle: Battle) -> Iterator[Modifier]:
    for side in SIDES:
        twice, more = battle.edges(side)
        if twice or more:
            yield Modifier(0, f"Tactical Edge of the {SIDE_NAMES[side]}: {twice} to double, {more} to add", "CHIT.C7")
    if battle.hidden:
        yield Modifier(0, "The attack strikes the Underground box", "13.0a")
    if battle.standoff:
        yield Modifier(0, "Standoff Attack: MD does not touch attacking air and naval units", "29.1a")
    if battle.shock:
        yield Modifier(0, "Chinese Shock: a die of points for the Pirates when it is over", "33.1a")
    if not battle.result:
        return
    if battle.kind == KINETIC:
        found = state.data.results[battle.result]
        yield Modifier(0, f"{battle.result}, {found.name}: {found.meaning}", "14.0a")
    else:
        kind = state.data.attacks[battle.kind]
        yield Modifier(0, f"{battle.result}: {kind.results[battle.result].meaning}", kind.rule)  # type: ignore[index]


def _chances(table: Handling, seat: Seat, state: PirateState, battle: Battle) -> Iterator[Odds]:
    """The chances of each choice that the seat has now, or of the attack as it stands."""
    if battle.result or battle.kind == "drone":
        return
    found = list(odds_of_choices(table, seat))
    yield from found
    if not found and battle.attackers and not isinstance(state.step, WarlordChoice):
        yield attack_odds(state, battle)
