"""11  Movement Phase: units are picked up one by one, faction after faction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Literal

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from somali_pirates.actions import (
    Disembark,
    Embark,
    Emerge,
    EndPhase,
    Fly,
    Halt,
    Hide,
    Move,
    PickUp,
    Redeploy,
    Restack,
    Walk,
)
from somali_pirates.rules.air import (
    airfields,
    fly,
    landfalls,
    open_flights,
    perches,
    starts_at_base,
    why_not_fly_now,
    why_not_fly_to,
    why_not_take_off,
)
from somali_pirates.rules.helicopters import pick_up, why_not_pick_up
from somali_pirates.rules.redeployment import (
    journeys,
    open_journeys,
    redeploy,
    redeployments,
    why_not_leave,
    why_not_redeploy,
)
from somali_pirates.rules.routes import (
    EMBARKED,
    walk,
    walks_from,
    why_not_go_on,
    why_not_move_more,
    why_not_take_route,
    why_not_walk,
)
from somali_pirates.rules.sealift import (
    disembark,
    embark,
    ships_for,
    shores,
    why_not_disembark,
    why_not_embark,
)
from somali_pirates.rules.stacks import (
    activate,
    factions_in,
    is_common,
    partners,
    restack,
    restacks_of,
    why_not_act,
    why_not_restack,
)
from somali_pirates.rules.underground import why_not_emerge, why_not_hide, why_not_qualified
from somali_pirates.rules.zone_lists import MOVES, UnitBook, gather, keep, unit_book
from somali_pirates.state import PIRATE, PirateState, Unit, does

Mobility = Literal["able", "finished", "zone", "far"]
Exit = tuple[str, str]  # from a Zone, for units of a size
Gap = tuple[
    Literal["leaves", "stays", "either"], Exit
]  # whether a unit leaves by a junction, or could do anything else
Offer = tuple[str, Move | Restack, Gap | None]  # the faction that must not be finished, and what else decides


class MovementPhase(SideStep, frozen=True, tag=True):
    """11.0a, 11.2a  The side moves any, all or none of its units, one faction after the other."""

    def prompt(self, state: PirateState) -> str:
        running = f" {state.data.factions[state.active].name} is moving." if state.active else ""
        return f"Choose a unit to move, or end the Movement Phase (11.2a).{running}"

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for unit in state.on_map(self.side):
            yield Move(unit.id)
            if is_common(state, unit.id) and not unit.aboard and not unit.hidden:
                yield from (Restack(unit.id, mark) for mark in ("", *partners(state, unit.id, unit.at)))
        yield EndPhase()

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """The list is made again when something was moved or a faction is finished, not after a unit was put back."""
        position = state.changes, state.phase, state.mover, state.shut
        terms = position, state.moved, state.spent, state.junctions, state.acted
        return keep(state, f"movement {self.side}", terms, lambda: self._list(state))

    def _list(self, state: PirateState) -> tuple[Action, ...]:
        """A unit is judged again only where its Zone has changed, or where more than that decides."""
        side, terms = self.side, (state.phase, state.mover, state.shut)
        alone: UnitBook[tuple[Mobility, Offer]] = unit_book(state, f"mobility {side}", terms, rests=True)
        zones = state.occupied(side)
        offers = gather(state, f"moves {side}", terms, MOVES, zones, lambda zone: moves_in(state, alone, side, zone))
        acted, far = state.acted, FarMoves(state, side)
        able = [
            action
            for faction, action, gap in offers
            if faction not in acted and (gap is None or far.has(action.unit, gap))
        ]
        return (*able, EndPhase())

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case EndPhase():
                return None
            case Move(unit):
                return self.why_not_pick(state, unit)
            case Restack(unit, mark):
                return why_not_own(state, self.side, unit) or why_not_restack(state, unit, mark)
        return Refusal("11.0a", "choose a unit to move, or end the Movement Phase")

    def why_not_pick(self, state: PirateState, id_: str) -> Refusal | None:
        """What keeps a unit from being moved now (7.1a, 11.2a), or that it can do nothing."""
        refusal = why_not_own(state, self.side, id_) or why_not_act(state, state.data.counters[id_].faction, "7.1a")
        if refusal is not None:
            return refusal
        return None if can_move(state, id_) else why_not_any(state, id_)

    def play(self, state: PirateState, action: Action) -> None:
        match action:
            case EndPhase():
                state.note(f"The {does(self.side, 'end')} the Movement Phase.", "11.0a")
                state.flow.pop()
            case Move(unit):
                state.push(UnitMove(self.side, unit))
            case Restack(unit, mark):
                restack(state, unit, mark)


def why_not_own(state: PirateState, side: str, id_: str) -> Refusal | None:
    """A unit must belong to the side and be on the map."""
    if id_ not in state.units or state.data.counters[id_].side != side:
        return Refusal("11.0a", "that is not a unit of the side that moves")
    if state.units[id_].at not in state.data.zones:
        return Refusal("11.0a", f"{state.data.name(id_)} is not on the map")
    return None


def can_move(state: PirateState, id_: str) -> bool:
    """Whether a unit can do anything in the Movement Phase."""
    if can_walk(state, id_):
        return True
    return next(_open_moves(state, id_), None) is not None


def can_walk(state: PirateState, id_: str) -> bool:
    """Whether a unit can go anywhere on its own feet or keel; whether it can at all is asked once."""
    return why_not_go_on(state, id_) is None and bool(open_walks(state, id_))


def open_walks(state: PirateState, id_: str) -> tuple[Walk, ...]:
    """Where a unit that can go on may step; while nothing is closed these are all the ways that the map offers."""
    known: dict[tuple[str, str], tuple[Walk, ...]] = {} if state.shut else state.data.walks
    asked = id_, state.units[id_].at
    found = known.get(asked)
    if found is None:
        ways = [zone for zone in walks_from(state, id_) if why_not_take_route(state, id_, zone) is None]
        found = known[asked] = tuple([Walk(id_, zone) for zone in ways])
    return found


def moves_in(state: PirateState, alone: UnitBook[tuple[Mobility, Offer]], side: str, zone: str) -> list[Offer]:
    """What units in a Zone may do as long as their factions are not finished."""
    stackable, look_up = state.data.stackable, alone.look_up
    found, factions = list[Offer](), None
    for unit in state.units_at(zone, side):
        mobility, offer = look_up(state, unit, judge_alone)
        if mobility == "zone":
            mobility = "able" if next(_open_moves(state, unit.id), None) is not None else "finished"
        if mobility != "finished":
            found.append(offer)
        if unit.id in stackable:
            factions = factions_in(state, side, zone) if factions is None else factions
            found += [("", action, None) for action in restacks_of(state, unit, factions)]
    return found


def judge_alone(state: PirateState, unit: Unit) -> tuple[Mobility, Offer]:
    """What a unit's own state tells of its mobility, with the offer to move it."""
    mobility = mobility_of(state, unit)
    gap: Gap | None = None
    if mobility == "far":
        leaves = why_not_leave(state, unit.id) is None
        how: Literal["leaves", "stays", "either"] = "stays"
        if leaves:
            how = "leaves" if unit.id in state.moved else "either"
        gap = how, (unit.at, state.data.load_kinds[unit.id])
    return mobility, (state.data.counters[unit.id].faction, Move(unit.id), gap)


def mobility_of(state: PirateState, unit: Unit) -> Mobility:
    """Whether a unit can move or cannot, or whether its own Zone or others decide about it."""
    id_ = unit.id
    if can_walk(state, id_):
        return "able"
    if not may_move_still(state, id_):
        return "finished"
    if unit.hidden:
        return "able" if why_not_emerge(state, id_) is None else "finished"
    if id_ in state.moved and not unit.aboard:  # then it neither flies nor hides nor embarks any more
        return "far" if why_not_leave(state, id_) is None else "finished"
    if state.data.counters[id_].category == "air":
        over = (why_not_fly_now(state, id_, zone, "") for zone in state.data.zones)
        return "able" if any(refusal is None for refusal in over) else "zone"
    if not state.data.counters[id_].move and why_not_leave(state, id_) is not None:
        return "finished" if why_not_qualified(state.data.counters[id_]) is not None else "zone"
    return "far" if hangs_on_other_zones(state, unit) else "zone"


def may_move_still(state: PirateState, id_: str) -> bool:
    """Whether a unit's earlier move in this phase leaves it anything; who embarked may still be put ashore."""
    moved = state.moved.get(id_)
    return moved is None or moved.startswith(EMBARKED) or why_not_move_more(state, id_) is None


class FarMoves:
    """What is known of units that cannot walk: redeployments, which junctions limit, and moves that hang on ships.

    A helicopter that can take up a passenger can fly to it just as well, so that passengers do not matter.
    """

    __slots__ = ("_exits", "_others", "_side", "_state")

    def __init__(self, state: PirateState, side: str) -> None:
        self._state, self._side = state, side
        self._exits: dict[Exit, bool] | None = None
        self._others: UnitBook[bool] | None = None

    def has(self, id_: str, gap: Gap) -> bool:
        """Whether a unit that cannot walk can do anything else in the Movement Phase."""
        how, exit_ = gap
        if how != "stays" and self._can_redeploy(id_, exit_):
            return True
        return how != "leaves" and self._can_move_otherwise(self._state.units[id_])

    def _can_redeploy(self, id_: str, exit_: Exit) -> bool:
        """Whether a unit that may leave can be redeployed anywhere, the same for all of its size and kind in a Zone."""
        state, exits = self._state, self._exits
        if exits is None:
            terms = state.base_zones, state.junctions, state.shut
            exits = self._exits = keep(state, f"exits {self._side}", terms, dict)
        able = exits.get(exit_)
        if able is None:
            able = exits[exit_] = any(open_journeys(state, id_))
        return able

    def _can_move_otherwise(self, unit: Unit) -> bool:
        state, side = self._state, self._side
        if flies_ashore(state, unit.id):
            return True
        if self._others is None:
            arrived = [id_ for id_ in state.data.bases[side] if state.moved.get(id_) == "redeployed"]
            terms = state.phase, state.mover, state.shut, state.base_zones, arrived, state.ladings
            self._others = unit_book(state, f"far moves {side}", terms)
        return self._others.look_up(state, unit, can_move_otherwise)


def flies_ashore(state: PirateState, id_: str) -> bool:
    """Whether a unit is airmobile and can fly to some Zone, wherever the ships are."""
    if "airmobile" not in state.data.counters[id_].flags or why_not_take_off(state, id_) is not None:
        return False
    return bool(landfalls(state, id_, starts_at_base(state, id_)))


def can_move_otherwise(state: PirateState, unit: Unit) -> bool:
    """Whether a unit can do anything but walk or be redeployed."""
    return next(_open_others(state, unit.id), None) is not None


def hangs_on_other_zones(state: PirateState, unit: Unit) -> bool:
    """Whether bases, ships, passengers or junctions elsewhere decide if a unit that cannot walk can move."""
    counter = state.data.counters[unit.id]
    if why_not_move_more(state, unit.id) is not None:
        return False
    if counter.side == PIRATE or (unit.aboard and "airmobile" not in counter.flags):
        return counter.move > 0 and not unit.aboard
    return True


def why_not_any(state: PirateState, id_: str) -> Refusal:
    """Why a unit can do nothing more: the reason against what it would do first."""
    for action in moves_of(state, id_):
        refusal = why_not_do(state, action)
        if refusal is not None:
            return refusal
    return why_not_move_more(state, id_) or Refusal("11.5a", f"{state.data.name(id_)} cannot move")


def moves_of(state: PirateState, id_: str) -> Iterator[Action]:
    """Everything a unit could do in a Movement Phase, judged by its type and place alone."""
    yield from (Walk(id_, zone) for zone in walks_from(state, id_))
    yield from _other_moves(state, id_, _flights_of)
    if not state.units[id_].aboard and why_not_leave(state, id_) is None:
        yield from (Redeploy(id_, zone, via) for zone, via in journeys(state, id_))


def _open_moves(state: PirateState, id_: str) -> Iterator[Action]:
    """What nothing forbids a unit to do besides walking or sailing."""
    yield from _open_others(state, id_)
    yield from redeployments(state, id_)


def _open_others(state: PirateState, id_: str) -> Iterator[Action]:
    """What nothing forbids a unit to do besides walking, sailing and redeployment; who has walked does nothing else."""
    if id_ in state.moved and not state.units[id_].aboard:  # 11.8a, 16.2a, 22.3b
        return
    for action in _other_moves(state, id_, flights_now):
        if isinstance(action, Fly) or why_not_do(state, action) is None:
            yield action


def _other_moves(
    state: PirateState, id_: str, flights_of: Callable[[PirateState, str], Iterable[Fly]]
) -> Iterator[Action]:
    """What a unit could do in a Movement Phase besides walking, sailing and redeployment."""
    counter, unit, moved = state.data.counters[id_], state.units[id_], state.moved.get(id_)
    if not may_move_still(state, id_):
        return
    if unit.hidden:
        yield Emerge(id_)
        return
    if unit.aboard and counter.category != "air":
        yield from (Disembark(id_, zone) for zone in shores(state, id_))
    yield from flights_of(state, id_)
    if counter.category == "air":
        return
    if moved is None and counter.type == "helicopter":
        units, zones = state.units, state.data.zones
        yield from (PickUp(id_, other) for other in state.data.sides[counter.side] if units[other].at in zones)
    if not unit.aboard:
        if state.data.zones[unit.at].underground:
            yield Hide(id_)
        if counter.move and moved is None:
            yield from (Embark(id_, ship) for ship in ships_for(state, id_))


def _flights_of(state: PirateState, id_: str) -> Iterator[Fly]:
    """The flights that a unit could make, judged by its type and place."""
    counter = state.data.counters[id_]
    if counter.category == "air":
        yield from (Fly(id_, zone) for zone in state.data.zones)
        yield from (Fly(id_, zone, perch) for zone, perch in perches(state))
    elif "airmobile" in counter.flags and id_ not in state.moved:
        yield from (Fly(id_, zone, ship) for zone, ship in airfields(state, state.units[id_].at))


def flights_now(state: PirateState, id_: str) -> Iterable[Fly]:
    """The flights that nothing forbids a unit; if it can fly at all is asked once."""
    counter = state.data.counters[id_]
    if (counter.category != "air" and "airmobile" not in counter.flags) or why_not_take_off(state, id_) is not None:
        return ()
    if counter.category != "air":
        return open_flights(state, id_)
    return chain(sorties(state, id_), open_landings(state, id_))


def sorties(state: PirateState, id_: str) -> tuple[Fly, ...]:
    """Where an air unit that can fly may go and stay aloft; while nothing is closed its own place alone decides."""
    known: dict[Unit, tuple[Fly, ...]] = {} if state.shut else state.data.sorties
    unit = state.units[id_]
    found = known.get(unit)
    if found is None:
        over = [zone for zone in state.data.zones if why_not_fly_to(state, id_, zone, "") is None]
        found = known[unit] = tuple([Fly(id_, zone) for zone in over])
    return found


def open_landings(state: PirateState, id_: str) -> Iterator[Fly]:
    """The bases and carriers on which an air unit that can fly may come down."""
    return (Fly(id_, *place) for place in perches(state) if why_not_fly_to(state, id_, *place) is None)


def why_not_do(state: PirateState, action: Action) -> Refusal | None:
    """What forbids a unit one thing it could do in a Movement Phase."""
    match action:
        case Walk(unit, zone):
            return why_not_walk(state, unit, zone)
        case Fly(unit, zone, perch):
            return why_not_fly_now(state, unit, zone, perch)
        case PickUp(unit, passenger):
            return why_not_pick_up(state, unit, passenger)
        case Redeploy(unit, zone, via):
            return why_not_redeploy(state, unit, zone, via)
        case Embark(unit, ship):
            return why_not_embark(state, unit, ship)
        case Disembark(unit, zone):
            return why_not_disembark(state, unit, zone)
        case Hide(unit):
            return why_not_hide(state, unit)
        case Emerge(unit):
            return why_not_emerge(state, unit)
    return Refusal("11.0a", "that is not a move")


class UnitMove(SideStep, frozen=True, tag=True):
    """11.1a  One unit moves step by step, or in one of the other ways its type allows."""

    unit: str

    def prompt(self, state: PirateState) -> str:
        return f"Where does {state.data.name(self.unit)} go? (11.1a)"

    def proceed(self, state: PirateState) -> bool:
        gone = state.units[self.unit].at not in state.data.zones
        if gone or not (can_walk(state, self.unit) or self._others(state)):
            state.flow.pop()
            return True
        return False

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield from moves_of(state, self.unit)
        yield Halt()

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """Whether the unit can walk at all is asked once."""
        walks = open_walks(state, self.unit) if why_not_go_on(state, self.unit) is None else ()
        return (*walks, *self._others(state), Halt())

    def _others(self, state: PirateState) -> tuple[Action, ...]:
        """What the unit may do besides walking or sailing, worked out once for the question if it can and the list."""
        done = state.moved, state.junctions, state.acted
        terms = self.unit, state.changes, state.phase, state.mover, state.shut, done
        return keep(state, "moves", terms, lambda: tuple(_open_moves(state, self.unit)))

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, Halt):
            return None
        if getattr(action, "unit", self.unit) != self.unit:
            return Refusal("10.3a", f"{state.data.name(self.unit)} is still moving; set it down first")
        return why_not_do(state, action)

    def play(self, state: PirateState, action: Action) -> None:
        if isinstance(action, Halt):
            state.flow.pop()
            return
        activate(state, state.data.counters[self.unit].faction, "7.1a")
        match action:
            case Walk(unit, zone):
                walk(state, unit, zone)
            case Fly(unit, zone, perch):
                fly(state, unit, zone, perch)
            case PickUp(unit, passenger):
                pick_up(state, unit, passenger)
            case Redeploy(unit, zone, via):
                redeploy(state, unit, zone, via)
            case Embark(unit, ship):
                embark(state, unit, ship)
            case Disembark(unit, zone):
                disembark(state, unit, zone)
            case Hide(unit):
                hide(state, unit)
            case Emerge(unit):
                emerge(state, unit)


def hide(state: PirateState, id_: str) -> None:
    """16.2a  Go into the box; that is the unit's whole move."""
    zone = state.units[id_].at
    state.put(id_, zone, hidden=True)
    state.note_move(id_, "hid")
    state.note(f"{state.data.name(id_)} goes Underground in {state.data.name(zone)}.", "16.1a", places=(zone,))


def emerge(state: PirateState, id_: str) -> None:
    """16.2a  Come out of the box; that is the unit's whole move."""
    zone = state.units[id_].at
    state.put(id_, zone)
    state.note_move(id_, "hid")
    state.note(f"{state.data.name(id_)} comes into the Open in {state.data.name(zone)}.", "16.1a", places=(zone,))
