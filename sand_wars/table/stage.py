"""The ground combat as a stage: its steps, both forces, every part of the sums, the table's rows, chances and dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Literal

from common.engine import Entry, Seat, Side
from common.engine.words import several
from common.tables import Modifier, Odds
from common.tabletop import CombatStage, Handling, StageForce, StageRoll, StageRow, StageStep, StageSum, StageUnit
from common.tabletop.stage import entries_since
from sand_wars.odds import as_modifiers, fire_odds, odds, recon_odds
from sand_wars.rules.combat.events import MINE_ROW, name_mines
from sand_wars.rules.combat.fire import FireOrder, FireWindow
from sand_wars.rules.combat.losses import Casualties, loss_candidates
from sand_wars.rules.combat.recon import is_jammed, recon_bonus, recon_parts
from sand_wars.rules.combat.retreat import BeginRetreat, FallingBack
from sand_wars.rules.combat.strength import (
    INSURGENTS,
    fire_parts,
    fire_row,
    firepower,
    is_silent,
    markers_of,
    shelter,
    the_battle,
)
from sand_wars.rules.missions import AirDefense, ImpactMission, Interception, running_mission
from sand_wars.state import ENEMY, NAMES, SIDES, Battle, Block, SandState
from sand_wars.table.charts import SUMS
from sand_wars.table.faces import STAGES, face_of, name_kind
from sand_wars.table.labels import marker_name, position_of
from sand_wars.table.mission_stage import mission_stage, running
from sand_wars.table.overlays import defense_words
from sand_wars.table.raid_stage import answered, raid_stage
from sand_wars.view import is_hidden

RULES = {
    "Reveal": "GC.5", "Start": "GC.16", "Air": "GC.6", "Recon": "GC.10", "Withdrawal": "GC.11",
    "First fire": "GC.17", "Return fire": "GC.22", "End": "GC.24",
}  # fmt: skip
TITLES = dict(STAGES)
ROLLS = 4  # of the latest, that are told again
CHANCES = 6  # rolls whose odds are worked out at once
COMBAT_ENDS = (("GC.25",), ("GC.26",))  # what the last line about a combat stands upon
CARRIED = ("ACT.SPEC.a",)
NEXT_ROUND = ("SEQ.14",)  # a card is played or the side passes: what was before it is over
MISSION_BEGINS = (("AIR.12",), ("NAV.1",), ("OPS.5",))  # markers are sent, a target is named
AFTER_FIRE = (Casualties, BeginRetreat, FallingBack)
Mark = Literal["", "counts", "idle", "chosen", "lost"]


class SandStage(Handling):
    """The combat that goes on, told for one seat."""

    def stage(self, seat: Seat) -> CombatStage | None:
        state = position_of(seat)
        battle, mission = state.battle, running(state)
        raid = answered(state)
        if raid is not None:
            return raid_stage(seat, state, raid)
        if mission is not None:
            return mission_stage(self.game, seat, state, mission, _asks(seat, state))
        if battle is None or state.result is not None:
            return None
        rolls = tuple(_rolls(seat, battle))
        return CombatStage(
            battle.space,
            f"Combat in {state.title(battle.space)}, round {battle.round}",
            "GC.24" if battle.round > 1 else "GC.5",
            _asks(seat, state),
            seat.to_act,
            tuple(_steps(battle)),
            tuple(_force(state, side, seat.side) for side in (battle.attacker, battle.defender)),
            tuple(_notes(state, battle)),
            tuple(_rows(state, battle, rolls)),
            tuple(_chances(seat, state, battle)),
            rolls[-ROLLS:],
            large=True,
        )

    def opens_fight(self, entry: Entry) -> bool:
        return entry.rules == ("GC.5",) and len(entry.places) == 1

    def fight_lines(self, entries: Sequence[Entry]) -> Sequence[Entry]:
        """Markers that fly or sail to a combat belong to it; a mission after its end is told by itself.

        A flight that was shot at by nobody and has only carried something is no fight.
        """
        combat = entries_since(entries, self.opens_fight)
        over = next((number for number, entry in enumerate(combat) if entry.rules in COMBAT_ENDS), len(combat))
        mission = entries_since(combat[over:] if combat else entries, _is_mission)
        carried = any(entry.rules == CARRIED for entry in mission) and not any(entry.rolls for entry in mission)
        found = combat if carried else mission or combat
        return tuple(takewhile(lambda entry: entry.rules != NEXT_ROUND, found))


def _is_mission(entry: Entry) -> bool:
    """Whether a line tells of a mission or a raid outside a combat."""
    return entry.rules in MISSION_BEGINS and len(entry.places) == 1


def _asks(seat: Seat, state: SandState) -> str:
    """What is decided now, with what it answers."""
    step = state.step
    about = ""
    if isinstance(step, Interception):
        mission = running_mission(state)
        names = ", ".join(marker_name(state, marker) for marker in mission.markers)
        about = f"{NAMES[mission.side]} comes with {names}. "
    elif isinstance(step, AirDefense):
        about = f"{NAMES[step.side]} fires with {defense_words(seat.game, seat.view, step.side, step.space)}. "
    asked = seat.side == seat.to_act  # then the question itself stands above the map
    return about.strip() if about and asked else f"{about}{seat.prompt}"


def _steps(battle: Battle) -> Iterator[StageStep]:
    """The steps of a round; one that is left out, or has been decided, says so."""
    now = TITLES[battle.step]
    seen = False
    for title, rule in RULES.items():
        seen = seen or title == now
        about = ""
        if title == "Recon" and battle.advantage:
            about = f"{NAMES[battle.advantage]} has the Recon Advantage"
        elif title == "Return fire" and battle.step == "no return":
            about = "there is no return fire"
        state: Literal["done", "now", "ahead"] = "now" if title == now else "ahead" if seen else "done"
        yield StageStep(title, rule, state, about)


def _force(state: SandState, side: Side, viewer: Side | None) -> StageForce:
    battle = the_battle(state)
    pieces = state.ground(side, battle.space)
    leaders = [piece for piece in state.at(side, battle.space) if state.code(piece.id) == "leader"]
    known = [piece for piece in (*pieces, *leaders) if not is_hidden(state, piece, viewer)]
    next_lost = {piece.id for piece in loss_candidates(state, side)} if _loses(state, side) else set()
    units = [_unit(state, piece, piece.id in next_lost) for piece in _strongest_first(known)]
    units += [_marker(state, marker) for marker in markers_of(state, side)]
    units += [_flying(state, marker) for marker in _in_flight(state, side)]
    hidden = len(pieces) + len(leaders) - len(known)
    part = "Attacker" if side == battle.attacker else "Defender"
    lost = state.lost_steps.get(side, 0) - battle.losses[side != battle.attacker]
    losses = (f"{several(lost, 'step')} in this round",) if lost > 0 else ()
    return StageForce(
        side, f"{part}: {NAMES[side]}", tuple(units), f"{hidden} that are not revealed" if hidden else "",
        tuple(_sums(state, side)), losses,
    )  # fmt: skip


def _strongest_first(pieces: Sequence[Block]) -> list[Block]:
    return sorted(pieces, key=lambda piece: -piece.cv)


def _loses(state: SandState, side: Side) -> bool:
    return isinstance(state.step, Casualties) and state.step.side == side


def _unit(state: SandState, piece: Block, loses: bool) -> StageUnit:
    """A ground unit with what it adds to the fire, and why it adds nothing."""
    facts, battle = state.facts(piece.id), the_battle(state)
    value, remark, rule = str(piece.cv), "", ""
    mark: Mark = "counts" if piece.cv else ""
    if is_silent(state, piece):
        value, remark, rule, mark = "0", "towed guns are silent in the first round", "GC.18", "idle"
    elif state.code(piece.id) in INSURGENTS and facts.side == battle.attacker:
        value, remark, rule, mark = "0", "attacks by Insurgent Ops only", "GUE.2", "idle"
    elif piece.disrupted and piece.cv:
        remark, rule = "disrupted: half fire", "DIS.4"
    elif not piece.cv:
        value = ""
    if loses:
        remark, rule, mark = "may lose the next step", "LOS.5", "chosen"
    elif isinstance(state.step, Casualties) and state.step.side == facts.side:
        remark, rule, mark = "a stronger unit loses first (LOS.5)", "", "idle"
    return StageUnit(name_kind(facts, piece), value, face_of(facts, piece), piece.id, remark, rule, mark)


def _marker(state: SandState, id_: str) -> StageUnit:
    facts = state.facts(id_)
    attacks = facts.side == the_battle(state).attacker
    value, remark = (str(facts.cv), "support") if attacks else ("", "counts for Combat logistics")
    rule = "GC.19" if attacks else "ADD.3"
    return StageUnit(marker_name(state, id_), value, face_of(facts, state.pieces[id_]), id_, remark, rule)


def _in_flight(state: SandState, side: Side) -> tuple[str, ...]:
    """AIR.12, ICP.1  The markers of the air step that can still be shot at, or have come to shoot."""
    mission = next((step for step in reversed(state.flow) if isinstance(step, ImpactMission)), None)
    if mission is None:
        return ()
    return mission.markers if side == mission.side else mission.interceptors


def _flying(state: SandState, id_: str) -> StageUnit:
    facts = state.facts(id_)
    comes = facts.side == the_battle(state).attacker
    remark, rule = ("comes to support", "GC.6") if comes else ("intercepts", "ICP.1")
    return StageUnit(marker_name(state, id_), str(facts.cv), face_of(facts, state.pieces[id_]), id_, remark, rule)


def _sums(state: SandState, side: Side) -> Iterator[StageSum]:
    """The firepower, and until it is decided what is added to the recon die."""
    power = firepower(state, side)
    reads = f"row {fire_row(state, power)}" if power else "no fire"
    yield StageSum("Firepower", as_modifiers(fire_parts(state, side)), str(power), "GC.17", reads)
    if not the_battle(state).advantage:
        parts = tuple(Modifier(part.value, part.what, part.rule) for part in recon_parts(state, side))
        yield StageSum("Recon", parts, f"{recon_bonus(state, side):+d}", "GC.10", "on one die")


def _notes(state: SandState, battle: Battle) -> Iterator[Modifier]:
    """What shapes the whole combat: shelter, weather, jamming, ammunition."""
    cover, rule = shelter(state)
    if cover:
        yield Modifier(0, f"Losses of {NAMES[battle.defender]} are halved by {cover}, rounded up", rule)
    if state.weather:
        yield Modifier(0, "Bad weather: no air cards and no Combat logistics", "EVT.WEA.a")
    if is_jammed(state, battle.space):
        yield Modifier(0, "C2 jamming: Morocco scouts with one less", "ACT.JAM.b")
    for side in battle.low:
        yield Modifier(0, f"{NAMES[side]} is low on ammunition: half fire", "EVT.LOW.a")
    for side, cards in zip((battle.attacker, battle.defender), battle.supplies, strict=True):
        if cards:
            words = several(cards, "Combat logistics card")
            yield Modifier(0, f"{NAMES[side]} has played {words} in this round", "ADD.3")
    if battle.breakthrough:
        yield Modifier(0, "A breakthrough is possible at the end of the round", "EVT.BRK.a")


def _rows(state: SandState, battle: Battle, rolls: Sequence[StageRoll]) -> Iterator[StageRow]:
    """The row of the fire table for each side; while losses are taken, with the cell that brought them."""
    for side in (battle.attacker, battle.defender):
        power = firepower(state, side)
        hit = isinstance(state.step, AFTER_FIRE) and getattr(state.step, "side", "") == ENEMY[side]
        last = next((roll for roll in reversed(rolls) if roll.by == side and len(roll.dice) == 2), None)
        mined = hit and last is not None and last.reason == name_mines(side)
        if not power and not mined:
            continue
        row = MINE_ROW if mined else fire_row(state, power)
        live = sum(last.dice) - int(SUMS[0]) if hit and last is not None else -1
        cells = state.data.tables.fire.rows[row]
        yield StageRow(f"{NAMES[side]}, row {row}", "fire", SUMS, tuple(cells), live, side)


def _chances(seat: Seat, state: SandState, battle: Battle) -> Iterator[Odds]:
    """The rolls to come, the one that is decided upon first."""
    viewer = seat.side or ""
    found: list[Odds] = []
    if seat.side is not None and seat.to_act == seat.side:
        found += _own_rolls(seat, state)
    if not battle.advantage:
        found.append(recon_odds(state, viewer))
    for side, title in _fires(state, battle):
        if firepower(state, side):
            found.append(fire_odds(state, side, viewer, title))
    yield from list({odd.title: odd for odd in found if odd.outcomes}.values())[:CHANCES]


def _own_rolls(seat: Seat, state: SandState) -> list[Odds]:
    """What the actions open to the seat would roll for."""
    found = (odds(state, action) for action in seat.legal())
    return [odd for odd in found if odd is not None]


def _fires(state: SandState, battle: Battle) -> Iterator[tuple[Side, str]]:
    """The fires that are still to come in this round."""
    ordered = {step.side for step in state.flow if isinstance(step, FireOrder | FireWindow)}
    first = battle.advantage or battle.attacker
    second, stages = ENEMY[first], [stage for stage, _ in STAGES]
    at = stages.index(battle.step)
    if at < stages.index("first fire") or (battle.step == "first fire" and first in ordered):
        yield first, "First fire" if battle.advantage else "Fire"
    if at < stages.index("return fire") or (battle.step == "return fire" and second in ordered):
        yield second, "Return fire" if battle.advantage else "Fire"


def _rolls(seat: Seat, battle: Battle) -> Iterator[StageRoll]:
    """The dice of this combat, as the journal has them since both sides revealed their units."""
    entries = list(seat.journal)
    starts = [number for number, entry in enumerate(entries) if _begins(entry, battle.space)]
    for entry in entries[starts[-1] if starts else 0 :]:
        brings = "" if "DIC.1" in entry.rules else entry.text
        for roll in entry.rolls:
            yield StageRoll(roll.reason, roll.dice, roll.faces, roll.by if roll.by in SIDES else None, brings)


def _begins(entry: Entry, space: str) -> bool:
    return entry.rules == ("GC.5",) and entry.places == (space,)
