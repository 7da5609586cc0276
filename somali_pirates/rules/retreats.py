"""14.2-14.5  Retreats: to Zones, boxes, bases and ships; who cannot retreat is lost."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from somali_pirates.actions import Retreat, StandFast
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.air import FLIGHT, airfields, is_base_for, perches, why_not_land
from somali_pirates.rules.casualties import battle_of, exposed, lose_units
from somali_pirates.rules.choices import name_all
from somali_pirates.rules.routes import has_base, why_not_pass
from somali_pirates.rules.sealift import why_not_carry
from somali_pirates.rules.underground import why_not_box_laden
from somali_pirates.state import COALITION, ENEMY, PIRATE, PirateState

UNDER, BASE = "under", "base"  # how a unit retreats into a box or to a base


class Retreats(SideStep, frozen=True, tag=True):
    """14.2  The units of a side that must retreat do so, each where its owner says (14.2f)."""

    left: tuple[str, ...] = ()
    begun: bool = False

    def prompt(self, state: PirateState) -> str:
        battle = state.battle
        what = f"{battle.result}: " if battle is not None and battle.result else ""
        return f"{what}{name_all(state, self.left)} must retreat. Where to? (14.2a)"

    def proceed(self, state: PirateState) -> bool:
        if not self.begun:
            state.swap(replace(self, left=retreaters(state, self.side), begun=True))
            note_unmoved(state, self.side)
            return True
        for id_ in self.left:
            ways = [action for action in ways_out(state, id_) if self.why_not(state, action) is None]
            if not ways:
                state.swap(self._without(id_))
                state.note(f"{state.data.name(id_)} cannot retreat.", "14.3a", places=(battle_of(state).zone,))
                lose_units(state, (id_,), "14.3a")
                return True
            if len(ways) == 1:
                self.play(state, ways[0])
                return True
        if not self.left:
            state.flow.pop()
            return True
        return False

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for id_ in self.left:
            yield from ways_out(state, id_)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case Retreat(unit, zone, how) if unit in self.left:
                return why_not_retreat(state, unit, zone, how)
            case StandFast(unit) if unit in self.left:
                return why_not_stand(state, unit)
        return Refusal("14.2a", "retreat the units that must go first")

    def play(self, state: PirateState, action: Action) -> None:
        name = state.data.name
        match action:
            case Retreat(unit, zone, how):
                state.swap(self._without(unit))
                ship = how if how not in ("", UNDER, BASE) else ""
                state.put(unit, zone, hidden=how == UNDER, aboard=ship)
                where = f"onto {name(ship)}" if ship else "Underground" if how == UNDER else f"to {name(zone)}"
                state.note(f"{name(unit)} retreats {where}.", "14.2b" if how == UNDER else "14.2a", places=(zone,))
            case StandFast(unit):
                state.swap(self._without(unit))
                state.note(f"{name(unit)} stays beside the base.", "14.4b")

    def _without(self, id_: str) -> Retreats:
        return replace(self, left=tuple(other for other in self.left if other != id_))


def told_to_retreat(state: PirateState, side: str) -> tuple[str, ...]:
    """The units of a side in the fight if the result has them retreat."""
    battle = battle_of(state)
    result = state.data.results[battle.result]
    retreats = result.attacker_retreats if side == battle.side else result.defender_retreats
    return exposed(state, battle, side) if retreats else ()


def retreaters(state: PirateState, side: str) -> tuple[str, ...]:
    """The units of a side that must retreat; bases and Underground units never do (13.1b, 14.4a, 14.5a)."""
    battle = battle_of(state)
    if battle.hidden and side != battle.side:
        return ()
    return tuple(id_ for id_ in told_to_retreat(state, side) if state.data.counters[id_].type != "base")


def note_unmoved(state: PirateState, side: str) -> None:
    """Tell which units stay although the result has their side retreat (14.4a, 14.5a)."""
    going = retreaters(state, side)
    for id_ in [id_ for id_ in told_to_retreat(state, side) if id_ not in going]:
        why = "is a base" if state.data.counters[id_].type == "base" else "is Underground"
        rule = "14.4a" if state.data.counters[id_].type == "base" else "14.5a"
        state.note(f"{state.data.name(id_)} {why} and does not retreat.", rule)


def why_not_stand(state: PirateState, id_: str) -> Refusal | None:
    """14.4b, R69  A unit may stay if a base of its side is in the Zone after the losses."""
    if has_base(state, state.units[id_].at, state.data.counters[id_].side):
        return None
    return Refusal("14.4b", "no base of its side stands in the Zone")


def ways_out(state: PirateState, id_: str) -> Iterator[Action]:
    """Every way in which a unit could retreat or stay, judged by the map and the ships alone."""
    data, counter, zone = state.data, state.data.counters[id_], state.units[id_].at
    yield StandFast(id_)
    yield Retreat(id_, zone, UNDER)
    yield from (Retreat(id_, to) for to in neighbours(state, id_))
    if counter.side == PIRATE:
        return
    if counter.category == "air":
        yield from (Retreat(id_, to, perch) for to, perch in perches(state))
        return
    if "airmobile" in counter.flags:
        yield from (
            Retreat(id_, to, ship or BASE) for to, ship in airfields(state, zone) if data.distance(zone, to) <= FLIGHT
        )
    elif "amphibious" in counter.flags:
        for to in data.near[zone]:
            yield from (Retreat(id_, to, unit.id) for unit in state.units_at(to, COALITION) if not unit.aboard)


def neighbours(state: PirateState, id_: str) -> tuple[str, ...]:
    """The Zones next to a unit that its type retreats to: land for ground units, sea and ports at sea (14.2a, R119)."""
    data, counter, zone = state.data, state.data.counters[id_], state.units[id_].at
    if counter.category == "air" or "flies_only" in counter.flags or not counter.move:
        return ()
    gait = data.gait(counter)
    if gait == "sof":
        gait = "ship" if data.zones[zone].kind == "sea" else "ground"
    return data.ways[counter.side][gait].get(zone, ())


def why_not_retreat(state: PirateState, id_: str, zone: str, how: str) -> Refusal | None:
    """What keeps a unit from retreating to a place (14.2)."""
    counter, here = state.data.counters[id_], state.units[id_].at
    if zone not in state.data.zones:
        return Refusal("2.4a", f"there is no Zone {zone!r}")
    if how == UNDER:
        if zone != here:
            return Refusal("14.2b", "only the box of the same Zone can be entered")
        return why_not_box_laden(state, id_, zone)
    refusal = why_not_pass(state, counter.side, here, zone)
    if refusal is not None:
        return refusal
    if how:
        return _why_not_lift(state, counter, zone, how)
    if counter.side == PIRATE and state.data.zones[zone].closed:
        return Refusal("7.10b", f"{state.data.name(zone)} is closed to the Pirates")
    if zone in neighbours(state, id_):
        return None
    if not counter.move and counter.category != "air":
        return Refusal("14.2g", f"{counter.name} has movement 0 and retreats only Underground")
    if counter.category == "air" or "flies_only" in counter.flags:
        return Refusal("14.2c", f"{counter.name} retreats to a base")
    rule = "14.2e" if counter.category == "naval" else "14.2a"
    return Refusal(rule, f"{counter.name} cannot enter {state.data.name(zone)} from {state.data.name(here)}")


def _why_not_lift(state: PirateState, counter: Counter, zone: str, how: str) -> Refusal | None:
    """What keeps a unit from retreating to a base or ship (14.2c, 14.2d, R68)."""
    data = state.data
    if how != BASE and (how not in state.units or state.units[how].at != zone):
        return Refusal("14.2a", f"there is no such ship in {data.name(zone)}")
    if how != BASE and _is_picked_up(state, counter, zone, how):
        return why_not_carry(state, how, counter.id)
    if counter.category != "air" and "airmobile" not in counter.flags:
        return Refusal("14.2c", f"{counter.name} does not fly")
    if state.units_at(zone, ENEMY[counter.side]):
        return Refusal("14.2c", f"there are enemies in {data.name(zone)}")
    if counter.category == "air":
        return why_not_land(state, counter.id, zone, how)
    if state.units[counter.id].at == zone:
        return Refusal("14.2a", f"{counter.name} has to leave {data.name(zone)}")
    if data.distance(state.units[counter.id].at, zone) > FLIGHT:
        return Refusal("14.2c", f"{data.name(zone)} is more than {FLIGHT} spaces away")
    if how == BASE:
        return None if has_base(state, zone, COALITION) else Refusal("14.2c", f"{data.name(zone)} has no base")
    if not is_base_for(state, counter, how):
        return Refusal("11.9b", f"{data.name(how)} cannot be a base for {counter.name}")
    return why_not_carry(state, how, counter.id)


def _is_picked_up(state: PirateState, counter: Counter, zone: str, ship: str) -> bool:
    """14.2d  Whether an amphibious group offshore takes an amphibious unit aboard."""
    data, here = state.data, state.units[counter.id].at
    beside = data.routes["port"][zone] + data.routes["beach"][zone]
    offshore = data.zones[zone].kind == "sea" and here in beside
    return "amphibious" in counter.flags and state.data.counters[ship].type == "awg" and offshore
