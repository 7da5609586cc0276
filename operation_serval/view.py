"""28  What a side sees of a position, and positions built of that alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from common.engine import OptionValue, Result, Seat, Side
from common.engine.pools import deal_again, pick, shuffled
from operation_serval.rules import victory
from operation_serval.rules.fog import Blinding, Scouting
from operation_serval.rules.netwar import Arming, Resolve
from operation_serval.rules.zones import zoned
from operation_serval.state import (
    ALGERIA,
    COALITION,
    ENEMY,
    ISLAMIST,
    SIDES,
    STAGING,
    UNSEEN,
    Battle,
    ServalState,
    Unit,
)

CROWDS = {"bamako": 2, "timbuktu": 2, "capital": 1}  # how much likelier than elsewhere units are where points are
REMEMBERED = 3  # how much likelier than anywhere else a counter is where it was seen last


class View(Struct, frozen=True):
    """The table from one side; None is an onlooker, who sees what both may see."""

    side: Side | None
    scenario: str
    options: dict[str, OptionValue]
    fog: bool
    turn: int
    date: str
    to_act: Side | None
    prompt: str
    flow: tuple[Any, ...]
    units: dict[str, Unit]  # every counter that can be seen; the rest is somewhere on the map or in Staging Areas
    stacks: dict[str, Side]  # who stands where
    tops: dict[str, str]
    staging: frozenset[str]  # the Staging Areas that are occupied
    zones: dict[Side, frozenset[str]]  # hexes in the zones of the side's enemy
    sharia: frozenset[str]
    c2p: dict[Side, int]
    drawn: dict[Side, tuple[str, ...]]  # own netwar markers; all of them without fog
    drawn_counts: dict[Side, int]
    pool_counts: dict[Side, int]
    initiative: Side
    intervention: int
    airlift: int
    playing: bool
    acting: Side
    passed: bool
    weather: bool
    offensive: bool
    extensions: int
    committed: tuple[str, ...]
    contingent: str
    spent: dict[str, int]
    halted: frozenset[str]
    flown: frozenset[str]
    attacked: frozenset[str]
    sortied: frozenset[str]
    sorties: dict[str, str]
    supply: str
    revealed: frozenset[str]
    battle: Battle | None
    points: dict[Side, int]
    lead: int
    result: Result | None

    @property
    def step(self) -> Any:
        """Where the sequence of play stands; None when the game is over."""
        return None if self.result is not None else self.flow[-1]


def is_open(state: ServalState, unit: Unit, side: Side | None) -> bool:
    """28.0, R99, R100  Whether a side sees a counter: its own, in an open box, on top, or shown at this moment."""
    owner = state.data.side_of[unit.id]
    if owner == side or not state.fog or not state.in_play(unit) or unit.id in state.revealed:
        return True
    return unit.at in state.data.near and state.tops.get(unit.at) == unit.id


def view_of(state: ServalState, side: Side | None) -> View:
    """Name everything that a side may see."""
    units = {id_: unit for id_, unit in state.units.items() if is_open(state, unit, side)}
    over = state.result
    drawn = {who: state.drawn[who] for who in SIDES if who == side or not state.fog}
    return View(
        side=side,
        scenario=state.scenario,
        options=dict(state.options),
        fog=state.fog,
        turn=state.turn,
        date=state.data.dates[state.turn],
        to_act=None if over else state.step.actor(state),
        prompt=over.reason if over else state.step.prompt(state),
        flow=tuple(step.seen_by(side) for step in state.flow),
        units=units,
        stacks={hex_: who for who in SIDES for hex_ in state.where(who)},
        tops={hex_: id_ for hex_, id_ in state.tops.items() if id_ in units},
        staging=frozenset(area for who in SIDES for area in STAGING[who] if state.own(who, area)),
        zones={who: zoned(state, who) for who in SIDES},
        sharia=frozenset(state.sharia),
        c2p=dict(state.c2p),
        drawn=drawn,
        drawn_counts={who: len(state.drawn[who]) for who in SIDES},
        pool_counts={who: len(state.pools[who].content) if who in state.pools else 0 for who in SIDES},
        initiative=state.initiative,
        intervention=state.intervention,
        airlift=state.airlift,
        playing=state.playing,
        acting=state.acting,
        passed=state.passed,
        weather=state.weather,
        offensive=state.offensive,
        extensions=state.extensions,
        committed=state.committed,
        contingent=state.contingent,
        spent={id_: spent for id_, spent in state.spent.items() if id_ in units},
        halted=frozenset(state.halted & units.keys()),
        flown=frozenset(state.flown & units.keys()),
        attacked=frozenset(state.attacked & units.keys()),
        sortied=frozenset(state.sortied & units.keys()),
        sorties={id_: hex_ for id_, hex_ in state.sorties.items() if id_ in units},
        supply=state.supply,
        revealed=frozenset(state.revealed),
        battle=state.battle,
        points=victory.points(state),
        lead=victory.lead(state),
        result=state.result,
    )


def hidden(state: ServalState, side: Side) -> frozenset[str]:
    """28.0, 21.4  With fog the enemy's stacks and netwar markers are never all known."""
    return frozenset({f"stacks and markers of {ENEMY[side]}"} if state.fog else ())


def has_shown(before: ServalState, after: ServalState) -> bool:
    """28.0  Whether counters were shown to the enemy between two positions."""
    return bool(after.revealed - before.revealed)


def position_of(seat: Seat) -> ServalState:
    """The position that a seat knows; it must not be changed."""
    state = seat.known
    assert isinstance(state, ServalState)
    return state


def forget_unseen(state: ServalState, side: Side | None, seed: int) -> tuple[list[str], frozenset[str]]:
    """Take out of a copy what a side cannot see; the counters that are left without a place, and occupied areas."""
    areas = frozenset(area for who in SIDES for area in STAGING[who] if state.own(who, area))
    if not state.fog:
        return [], areas
    zones = {who: zoned(state, who) for who in SIDES if who != side} | ({side: zoned(state, side)} if side else {})
    lost = [id_ for id_ in state.data.order if not is_open(state, state.units[id_], side)]
    state.units = {**state.units, **{id_: Unit(id_, UNSEEN) for id_ in lost}}
    for memory in ("halted", "flown", "attacked"):
        setattr(state, memory, getattr(state, memory).difference(lost))
    state.spent = {id_: points for id_, points in state.spent.items() if id_ not in lost}
    state.forget()
    state.zones = zones
    for who in SIDES:
        if who != side and who in state.pools:
            played = markers_in_play(state, who)
            unseen = list(state.drawn[who])
            for kind in played:
                unseen.remove(kind)
            state.pools[who], dealt = deal_again(state.pools[who], {who: unseen}, seed)
            state.drawn = {**state.drawn, who: tuple(sorted((*played, *dealt[who])))}
    return lost, areas


def markers_in_play(state: ServalState, who: Side) -> list[str]:
    """21.4a  The markers of a side that were played for all to see and are not yet back in the pool."""
    found = ["isr"] if state.battle is not None and who in state.battle.isr else []
    for step in state.flow:
        if isinstance(step, Resolve | Arming) and step.side == who:
            found += step.markers if isinstance(step, Resolve) else step.chosen
        elif isinstance(step, Blinding | Scouting) and (step.side == who) == isinstance(step, Scouting):
            found += ["isr"] * len(step.hexes)
    return found


def deal_unseen(state: ServalState, lost: Iterable[str], areas: frozenset[str], seed: int) -> None:
    """Give counters without a place one that looks the same: under a top counter, or in an occupied Staging Area."""
    waiting = shuffled(list(lost), seed)
    for area in sorted(areas):
        owner = ISLAMIST if area == ALGERIA else COALITION
        if state.own(owner, area) or not waiting:
            continue
        fit = [id_ for id_ in waiting if state.data.side_of[id_] == owner and id_ in state.data.mobile_ids]
        fit.sort(key=lambda id_: not _is_abroad(state, id_))
        if fit:
            state.put(Unit(fit[0], area))
            waiting.remove(fit[0])
    stacks: dict[str, tuple[str, ...]] = {}
    for number, id_ in enumerate(waiting):
        places = possible_places(state, id_, areas, stacks)
        if places:
            state.put(Unit(id_, _guess(state, id_, places, seed, number)))


def _guess(state: ServalState, id_: str, places: tuple[str, ...], seed: int, number: int) -> str:
    """One of the possible places, most often that in which the counter was last seen."""
    seen = state.sighted.get(id_, "")
    chance = pick(seed, number, len(places) * (1 + REMEMBERED * (seen in places)), b"place")
    return places[chance] if chance < len(places) else seen


def _is_abroad(state: ServalState, id_: str) -> bool:
    """7.4b  Whether a counter must be in a Staging Area."""
    group = state.data.contingents[state.counter(id_).contingent]
    return group.needs_intervention and not state.intervention


def possible_places(
    state: ServalState, id_: str, areas: frozenset[str], stacks: dict[str, tuple[str, ...]]
) -> tuple[str, ...]:
    """Where an unseen counter could be, as far as top counters and Staging Areas tell; likely places more than once.

    `stacks` remembers the hexes of a contingent from counter to counter.
    """
    side, contingent = state.data.side_of[id_], state.counter(id_).contingent
    staging = tuple(area for area in STAGING[side] if area in areas and id_ in state.data.mobile_ids)
    if _is_abroad(state, id_):
        return staging
    if contingent not in stacks:
        stacks[contingent] = tuple(
            hex_
            for hex_ in state.where(side)
            if side == COALITION or state.counter(state.tops[hex_]).contingent == contingent
            for _ in range(1 + CROWDS.get(state.data.prizes.get(hex_, ""), 0))
        )
    return staging + stacks[contingent]
