"""What a player sees: everything, for nothing in this game is hidden; only the dice to come are left out."""

from __future__ import annotations

from msgspec import Struct

from common.engine import Seat, Side
from fallujah.components import Components
from fallujah.rules import victory
from fallujah.rules.combat import AttackPlan
from fallujah.rules.control import infiltrated
from fallujah.state import FORCE_POOL, RESERVE, Battle, Entry, FallujahState, PhaseName, Unit


class PieceView(Struct, frozen=True):
    """A counter as it lies on the table."""

    id: str
    text: str
    name: str
    side: Side
    type: str
    nation: str
    space: str
    spent: bool
    dug: bool
    cf: int | None
    mf: int | None
    mp: int | None  # MP left, for units that have acted this impulse
    parentheses: bool
    offence: int
    medevac: int
    battalion: str
    zone: str


class AreaView(Struct, frozen=True):
    """An area and what can be said of it."""

    id: str
    name: str
    tem: int
    control: Side
    contested: bool
    garrisoned: bool
    mosque: bool
    river: bool
    points: int
    fallen: bool
    threatened: bool  # would fall to Infiltration now
    entry: Entry | None


class View(Struct, frozen=True):
    """The whole table from one side."""

    side: Side | None
    scenario: str
    solitaire: bool
    turn: int
    day: str
    phase: PhaseName
    impulse: int
    active: Side
    to_act: Side | None
    prompt: str
    backlash: int
    advantage: Side
    advantage_used: bool
    first_roll: int | None
    resistance: str
    battle: Battle | None
    pieces: tuple[PieceView, ...]
    areas: dict[str, AreaView]
    militia_pool: int
    fedayeen_pool: int
    scores: tuple[victory.Score, ...]
    total: int
    level: str
    step: str
    chosen: tuple[str, ...]  # the attackers named so far
    over: bool


def view_of(state: FallujahState, side: Side | None) -> View:
    """Name everything a side may see."""
    parts = state.data
    scores = victory.scores(state)
    total = sum(score.points for score in scores)
    over = state.result is not None
    lost = frozenset(infiltrated(state))
    return View(
        side=side,
        scenario=state.scenario,
        solitaire=state.bot,
        turn=state.turn,
        day=parts.tables.tracks.turns[state.turn - 1],
        phase=state.phase,
        impulse=state.impulse,
        active=state.active,
        to_act=None if over else state.step.actor(state),
        prompt=state.result.reason if state.result is not None else state.step.prompt(state),
        backlash=state.backlash,
        advantage=state.advantage,
        advantage_used=state.advantage_used,
        first_roll=state.first_roll,
        resistance=state.resistance,
        battle=state.battle,
        pieces=tuple(_piece(state, id_) for id_ in parts.order if id_ in state.units),
        areas={area: _area(state, area, area in lost) for area in parts.areas},
        militia_pool=len(state.insurgents(FORCE_POOL)),
        fedayeen_pool=len(state.insurgents(RESERVE)),
        scores=scores,
        total=total,
        level=victory.level(state, total).level,
        step=type(state.step).__name__ if not over else "",
        chosen=state.step.chosen if not over and isinstance(state.step, AttackPlan) else (),
        over=over,
    )


def known_position(data: Components, view: View) -> FallujahState:
    """What a view shows as a position, for questions to the rules; no step waits in it."""
    areas = view.areas.values()
    state = FallujahState(
        scenario=view.scenario,
        turn=view.turn,
        phase=view.phase,
        impulse=view.impulse,
        active=view.active,
        backlash=view.backlash,
        advantage=view.advantage,
        advantage_used=view.advantage_used,
        resistance=view.resistance,
        first_roll=view.first_roll,
        battle=view.battle,
        units={piece.id: Unit(piece.id, piece.space, piece.spent, piece.dug) for piece in view.pieces},
        control={area.id: area.control for area in areas},
        fallen=[area.id for area in areas if area.fallen],
        mp={piece.id: piece.mp for piece in view.pieces if piece.mp is not None},
        entries={area.id: area.entry for area in areas if area.entry is not None},
    )
    return state.attach(data, None)


def position_of(seat: Seat) -> FallujahState:
    """The position that a seat knows, which here is all of it but the dice to come; it must not be changed."""
    state = seat.known
    assert isinstance(state, FallujahState)
    return state


def _piece(state: FallujahState, id_: str) -> PieceView:
    unit, counter = state.units[id_], state.counter(id_)
    return PieceView(
        id=id_,
        text=counter.text,
        name=counter.name,
        side=counter.side,
        type=counter.type,
        nation=counter.nation,
        space=unit.at,
        spent=unit.spent,
        dug=unit.dug,
        cf=state.cf(unit),
        mf=None if unit.spent else counter.mf,
        mp=state.mp.get(id_),
        parentheses=counter.parentheses,
        offence=counter.offence,
        medevac=counter.medevac,
        battalion=counter.battalion,
        zone=counter.zone,
    )


def _area(state: FallujahState, area: str, threatened: bool) -> AreaView:
    parts = state.data
    return AreaView(
        id=area,
        name=parts.map.spaces[area].name,
        tem=parts.tem[area],
        control=state.control[area],
        contested=state.contested(area),
        garrisoned=state.garrisoned(area),
        mosque=area in parts.mosques,
        river=area in parts.river,
        points=parts.scoring.get(area, 0),
        fallen=area in state.fallen,
        threatened=threatened,
        entry=state.entries.get(area),
    )
