"""17  The Return Phase: landings, airmobile flights, SOF back from the sea, boxes and stacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from somali_pirates.actions import Disembark, Embark, Emerge, EndPhase, Fly, Hide, PickUp, Restack, Walk
from somali_pirates.rules.air import (
    airfields,
    fly,
    open_flights,
    open_perches,
    perches,
    why_not_fly_now,
    why_not_land,
    why_not_take_off,
)
from somali_pirates.rules.losses import eliminate
from somali_pirates.rules.routes import has_base, why_not_pass
from somali_pirates.rules.stacks import factions_in, is_common, partners, restack, restacks_of, why_not_restack
from somali_pirates.rules.underground import why_not_emerge, why_not_hide, why_not_qualified
from somali_pirates.rules.zone_lists import MOVES, UnitBook, ZoneBook, keep, unit_book, zone_book
from somali_pirates.state import COALITION, ENEMY, PirateState, Unit, does

Offers = tuple[list[Any], bool]  # actions and units of a Zone, and whether there are such units


class ReturnPhase(SideStep, frozen=True, tag=True):
    """17.0  What a side may do, and what its aircraft and SOF must do, after its combats."""

    def prompt(self, state: PirateState) -> str:
        if must_return(state, self.side):
            return "Bring aircraft and SOF at sea back to their bases; hide, come out or restack (17.0a)."
        fly = "Fly airmobile units, hide" if self.side == COALITION else "Hide"
        return f"{fly}, come out, restack, or end the Return Phase (17.0d)."

    def proceed(self, state: PirateState) -> bool:
        if self.returns(state):
            return False
        state.note(f"The {does(self.side, 'have')} nothing more to do in the Return Phase.", "17.0d")
        self._finish(state)
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for unit in state.on_map(self.side):
            yield from flights_home(state, unit)
            if is_common(state, unit.id) and not unit.aboard and not unit.hidden:
                yield from (Restack(unit.id, mark) for mark in ("", *partners(state, unit.id, unit.at)))
            yield from turns_of(state, unit)
        yield EndPhase()

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        returns = self.returns(state)
        return (*returns, EndPhase()) if self._why_not_end(state) is None else returns

    def returns(self, state: PirateState) -> tuple[Action, ...]:
        """What units may do, which is worked out when the position was reached and still known for the list."""
        position = state.changes, state.phase, state.mover, state.shut
        terms = position, state.moved, state.spent
        return keep(state, f"all returns {self.side}", terms, lambda: self._returns(state))

    def _returns(self, state: PirateState) -> tuple[Action, ...]:
        """What units may do, judged again where their Zone has changed, and for flights where ships or bases have."""
        book: ZoneBook[Action] = zone_book(state, f"returns {self.side}", (state.phase, state.mover), MOVES)
        terms = state.phase, state.mover
        alone: UnitBook[tuple[bool, list[Action]]] = unit_book(state, f"turns {self.side}", terms, rests=True)
        air = AirRoom(state)

        def fit(unit: Unit) -> list[Action]:
            return air.book(unit).look_up(state, unit, self._flights)

        return book.fill(state.occupied(self.side), lambda zone: self._offers(state, alone, zone), air.terms, fit)

    def _offers(self, state: PirateState, alone: UnitBook[tuple[bool, list[Action]]], zone: str) -> Offers:
        """What units in a Zone may do; of one whose flights or way home hang on other Zones first the unit itself."""
        stackable, carriers, look_up = state.data.stackable, state.data.can_carry, alone.look_up
        enemies = state.units_at(zone, ENEMY[self.side])
        around = enemies if any(enemy.hidden for enemy in enemies) else None  # then the box is shut (16.4b)
        found, is_open, factions = list[Any](), False, None
        for unit in state.units_at(zone, self.side):
            returns, turns = look_up(state, unit, judge_alone, around)
            if returns:
                found.append(unit)
                is_open = True
            if unit.id in stackable:
                factions = factions_in(state, self.side, zone) if factions is None else factions
                found += restacks_of(state, unit, factions)
            found += open_turns(state, unit) if unit.id in carriers else turns  # of carriers cargo decides as well
        return found, is_open

    def _flights(self, state: PirateState, unit: Unit) -> list[Action]:
        if state.data.counters[unit.id].category == "air" and unit.aloft:
            return [Fly(unit.id, *place) for place in open_perches(state, unit.id)]
        if is_at_sea(state, unit.id):
            return [action for action in flights_home(state, unit) if self._why_not_do(state, action) is None]
        if why_not_take_off(state, unit.id) is not None:
            return []
        return [*open_flights(state, unit.id)]

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        return self._why_not_unit(state, getattr(action, "unit", None)) or self._why_not_do(state, action)

    def _why_not_do(self, state: PirateState, action: Action) -> Refusal | None:
        """What forbids something to a unit of the side on the map."""
        match action:
            case Fly(unit, zone, perch):
                return why_not_return_flight(state, unit, zone, perch)
            case Walk(unit, zone):
                return why_not_come_home(state, unit, zone)
            case Hide() | Emerge():
                return why_not_turn(state, action)
            case Restack(unit, mark):
                return why_not_restack(state, unit, mark)
            case EndPhase():
                return self._why_not_end(state)
            case Embark() | Disembark():
                return Refusal("22.3g", "nobody goes aboard or ashore in the Return Phase")
            case PickUp():
                return Refusal("23.1b", "helicopters carry nobody in the Return Phase")
        return Refusal("17.0e", "in the Return Phase units only return, fly, hide, come out or restack")

    def _why_not_unit(self, state: PirateState, id_: str | None) -> Refusal | None:
        """Whatever is done is done with a unit of the side on the map."""
        if id_ is None:
            return None
        if id_ not in state.units or state.data.counters[id_].side != self.side:
            return Refusal("17.0e", "that is not a unit of this side")
        if state.units[id_].at not in state.data.zones:
            return Refusal("17.0e", f"{state.data.name(id_)} is not on the map")
        return None

    def _why_not_end(self, state: PirateState) -> Refusal | None:
        for id_ in must_return(state, self.side):
            if state.data.counters[id_].category == "air" and any(open_perches(state, id_)):
                return Refusal("17.0a", f"{state.data.name(id_)} has to land first")
            if is_at_sea(state, id_) and _has_way_home(state, id_):
                return Refusal("20.3a", f"{state.data.name(id_)} has to return from the sea first")
        return None

    def play(self, state: PirateState, action: Action) -> None:
        match action:
            case Fly(unit, zone, perch):
                fly(state, unit, zone, perch)
            case Walk(unit, zone):
                state.put(unit, zone)
                state.note_move(unit, "finished")
                state.note(f"{state.data.name(unit)} returns to {state.data.name(zone)}.", "20.3a", places=(zone,))
            case Hide(unit) | Emerge(unit):
                hidden = isinstance(action, Hide)
                state.put(unit, state.units[unit].at, hidden=hidden)
                state.note_move(unit, "hid")
                what = "goes Underground" if hidden else "comes into the Open"
                state.note(f"{state.data.name(unit)} {what}.", "17.0d", places=(state.units[unit].at,))
            case Restack(unit, mark):
                restack(state, unit, mark)
            case EndPhase():
                self._finish(state)

    def _finish(self, state: PirateState) -> None:
        """17.0a, 17.0c, 20.3a  Whoever could not come back is eliminated, without points (R16)."""
        state.flow.pop()
        stranded = must_return(state, self.side)
        for id_ in stranded:
            rule = "20.3a" if is_at_sea(state, id_) else "17.0a"
            state.note(f"No base or ship can take {state.data.name(id_)}.", rule, places=(state.units[id_].at,))
        if stranded:
            eliminate(state, stranded, "17.0a")


def flights_home(state: PirateState, unit: Unit) -> Iterator[Action]:
    """The flights and ways home that a unit could make in a Return Phase, judged by its type and place."""
    counter = state.data.counters[unit.id]
    if counter.category == "air":
        if unit.aloft:
            yield from (Fly(unit.id, *place) for place in perches(state))
        return
    if "airmobile" in counter.flags and unit.id not in state.moved:
        yield from (Fly(unit.id, *place) for place in airfields(state, unit.at))
    if is_at_sea(state, unit.id):
        yield from (Walk(unit.id, zone) for zone in ways_home(state, unit.id))


def may_return(state: PirateState, unit: Unit) -> bool:
    """Whether a unit could fly or go home at all, judged by its type and place."""
    counter = state.data.counters[unit.id]
    if counter.category == "air":
        return unit.aloft
    return ("airmobile" in counter.flags and unit.id not in state.moved) or is_at_sea(state, unit.id)


def judge_alone(state: PirateState, unit: Unit) -> tuple[bool, list[Action]]:
    """Whether a unit could fly or go home at all, and how it may turn unless it carries others."""
    return may_return(state, unit), [] if unit.id in state.data.can_carry else open_turns(state, unit)


def turns_of(state: PirateState, unit: Unit) -> tuple[Hide | Emerge, ...]:
    """16.1a  Going Underground or coming out, whichever a unit could do where it is."""
    if unit.hidden:
        return (Emerge(unit.id),)
    box = state.data.zones[unit.at].underground and why_not_qualified(state.data.counters[unit.id]) is None
    return (Hide(unit.id),) if box else ()


def open_turns(state: PirateState, unit: Unit) -> list[Action]:
    """16.1a  Going Underground or coming out, if nothing forbids it."""
    return [turn for turn in turns_of(state, unit) if why_not_turn(state, turn) is None]


def why_not_turn(state: PirateState, turn: Hide | Emerge) -> Refusal | None:
    """16.1a, 16.2a  What keeps a unit from going Underground or coming out."""
    return why_not_hide(state, turn.unit) if isinstance(turn, Hide) else why_not_emerge(state, turn.unit)


class AirRoom:
    """What flights of airmobile units hang on, and landings, which also hang on the room at bases."""

    __slots__ = ("_flights", "_landings", "_state")

    def __init__(self, state: PirateState) -> None:
        self._state = state

    def terms(self) -> object:
        """Bases, ships and what is closed, with all the air units."""
        state = self._state
        ground = state.shut, state.base_zones, state.ladings
        terms = (*ground, [state.units[id_] for id_ in state.data.air_units])
        self._flights: UnitBook[list[Action]] = unit_book(state, "flights home", ground)
        self._landings: UnitBook[list[Action]] = unit_book(state, "landings", terms)
        return terms

    def book(self, unit: Unit) -> UnitBook[list[Action]]:
        """What is known of flights of airmobile units, or of landings of air units, under these terms."""
        return self._landings if self._state.data.counters[unit.id].category == "air" else self._flights


def must_return(state: PirateState, side: Side) -> tuple[str, ...]:
    """17.0a, 17.0c, 20.3a, 21.5  Aircraft that flew a mission, patrols that attacked, and SOF at sea."""
    if side != COALITION:
        return ()
    data, units = state.data, state.units
    away = [unit for id_ in data.homing if (unit := units[id_]).aloft or unit.at in data.open_sea]
    out = [unit for unit in away if _is_out(state, unit)]
    if len(out) > 1:
        out.sort(key=lambda unit: data.grouping.number[unit.at])
    return tuple([unit.id for unit in out])


def _is_out(state: PirateState, unit: Unit) -> bool:
    counter = state.data.counters[unit.id]
    if counter.category == "air":
        return unit.aloft and (counter.type != "patrol" or unit.id in state.attacked)
    return is_at_sea(state, unit.id)


def is_at_sea(state: PirateState, id_: str) -> bool:
    """20.3a, 17.0c  An SOF or airmobile unit in a Sea Zone that no ship carries."""
    unit, counter = state.units[id_], state.data.counters[id_]
    lone = counter.category == "sof" or (counter.category == "ground" and "airmobile" in counter.flags)
    return lone and not unit.aboard and unit.at in state.data.zones and state.data.zones[unit.at].kind == "sea"


def ways_home(state: PirateState, id_: str) -> list[str]:
    """R46  The Zones that SOF reach from the sea by naval routes, within their movement; the map alone decides."""
    data, counter, here = state.data, state.data.counters[id_], state.units[id_].at
    if counter.category != "sof":
        return []
    found = data.ways_home.get((here, counter.move))
    if found is None:
        reached, frontier = {here}, [here]
        for _ in range(counter.move):
            onward = [to for zone in frontier for to in data.naval[zone] if to not in reached]
            reached.update(onward)
            frontier = [zone for zone in dict.fromkeys(onward) if data.zones[zone].kind == "sea"]
        found = [zone for zone in data.zones if zone in reached and data.zones[zone].kind != "sea"]
        data.ways_home[here, counter.move] = found
    return found


def why_not_come_home(state: PirateState, id_: str, zone: str) -> Refusal | None:
    """20.3a, R46  What keeps SOF at sea from returning to a Zone."""
    name = state.data.name(id_)
    if not is_at_sea(state, id_):
        return Refusal("17.0e", f"{name} neither walks nor sails in the Return Phase")
    if zone not in ways_home(state, id_):
        return Refusal("20.3a", f"{state.data.name(zone)} is out of reach of {name}")
    if not has_base(state, zone, COALITION):
        return Refusal("20.3a", f"{state.data.name(zone)} has no Coalition base")
    return why_not_pass(state, COALITION, state.units[id_].at, zone)


def why_not_return_flight(state: PirateState, id_: str, zone: str, perch: str) -> Refusal | None:
    """17.0a, 17.0b  Air units aloft land; airmobile units fly by 11.8; nobody flies out."""
    unit, counter = state.units[id_], state.data.counters[id_]
    if counter.category != "air":
        return why_not_fly_now(state, id_, zone, perch)
    if not unit.aloft:
        return Refusal("17.0e", f"{counter.name} is at its base; missions begin in the Movement Phase")
    return why_not_land(state, id_, zone, perch) if perch else Refusal("17.0a", f"{counter.name} has to land")


def _has_way_home(state: PirateState, id_: str) -> bool:
    home = any(why_not_come_home(state, id_, zone) is None for zone in ways_home(state, id_))
    if home or "airmobile" not in state.data.counters[id_].flags:
        return home
    return any(
        why_not_fly_now(state, id_, zone, perch) is None for zone, perch in airfields(state, state.units[id_].at)
    )
