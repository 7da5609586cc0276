"""23  Helicopter transport: to the passenger, then with it to another Zone."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from somali_pirates.actions import Fly
from somali_pirates.rules.air import FLIGHT, starts_at_base, why_not_span
from somali_pirates.rules.routes import has_base, why_not_move_more, why_not_pass
from somali_pirates.rules.stacks import activate, why_not_act
from somali_pirates.rules.zone_lists import keep
from somali_pirates.state import COALITION, PirateState


def why_not_pick_up(state: PirateState, id_: str, passenger: str) -> Refusal | None:
    """What keeps a helicopter unit from fetching a passenger (20.2a, 23.1, R44)."""
    counter = state.data.counters[id_]
    if "transport" not in counter.flags or counter.type != "helicopter":
        return Refusal("20.2a", f"{counter.name} is not a helicopter unit")
    refusal = why_not_move_more(state, id_) or _why_not_ride(state, id_, passenger)
    if refusal is not None:
        return refusal
    if id_ in state.moved:
        return Refusal("11.8a", f"{counter.name} has already moved")
    here, there = state.units[id_].at, state.units[passenger].at
    refusal = why_not_pass(state, COALITION, here, there)
    if refusal is not None:
        return refusal
    if not _can_set_down(state, id_, passenger):
        name = state.data.name(passenger)
        return Refusal("23.1a", f"{counter.name} could take {name} nowhere: both legs together span {FLIGHT} spaces")
    return None


def _can_set_down(state: PirateState, id_: str, passenger: str) -> bool:
    """Whether a helicopter unit could take a passenger anywhere, which is the same for all passengers in a Zone."""
    lift, there = airlift_of(state, id_, passenger), state.units[passenger].at
    terms = state.units[id_], lift.from_base, state.base_zones, state.shut
    known: dict[str, bool] = keep(state, f"lifts of {id_}", terms, dict)
    able = known.get(there)
    if able is None:
        zones = (*state.data.near[there], *state.data.zones)  # the likely ones first
        able = known[there] = any(lift.why_not_set_down(state, there, zone) is None for zone in zones)
    return able


def _why_not_ride(state: PirateState, id_: str, passenger: str) -> Refusal | None:
    """What keeps a unit from being taken up (11.5a, 20.2a, 23.1a, R44)."""
    data = state.data
    if passenger not in data.counters or state.units[passenger].at not in data.zones:
        return Refusal("23.1a", "there is no such unit on the map")
    counter, rider, unit = state.data.counters[id_], state.data.counters[passenger], state.units[passenger]
    common = data.common[COALITION]
    if rider.side != COALITION or not rider.walks or rider.weight != "light":
        return Refusal("20.2a", f"{counter.name} carries light units only")
    if rider.move == 0:
        return Refusal("11.5a", f"{rider.name} has movement 0 and is never transported")
    if rider.faction != counter.faction and rider.faction not in common and counter.faction not in common:
        return Refusal("7.4a", f"{rider.name} and {counter.name} are of different factions")
    if unit.aboard or unit.hidden or data.zones[unit.at].kind == "sea":
        return Refusal("23.1a", f"{rider.name} must stand Open on land to be picked up")
    if passenger in state.moved:
        return Refusal("23.1a", f"{rider.name} has already moved")
    return why_not_act(state, rider.faction, "7.1a")


def pick_up(state: PirateState, id_: str, passenger: str) -> None:
    """Fly to the passenger; the destination is asked next."""
    lift, there = airlift_of(state, id_, passenger), state.units[passenger].at
    activate(state, state.data.counters[passenger].faction, "7.1a")
    ship = state.units[id_].aboard
    if ship:
        state.note_move(ship, "moored")
    state.put(id_, there)
    state.note(f"{state.data.name(id_)} takes up {state.data.name(passenger)}.", "23.1a", places=(there,))
    state.push(lift)


def airlift_of(state: PirateState, id_: str, passenger: str) -> Airlift:
    """The lift of a passenger by a helicopter unit that would fly to it from where it is."""
    flown = state.data.distance(state.units[id_].at, state.units[passenger].at)
    return Airlift(COALITION, id_, passenger, flown, starts_at_base(state, id_))


class Airlift(SideStep, frozen=True, tag=True):
    """23.1a  A helicopter unit has taken a passenger up and sets it down."""

    unit: str
    passenger: str
    flown: int
    from_base: bool

    def prompt(self, state: PirateState) -> str:
        name = state.data.name
        return f"Where does {name(self.unit)} set {name(self.passenger)} down? (23.1a)"

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return (Fly(self.unit, zone) for zone in state.data.zones)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case Fly(unit, zone, "") if unit == self.unit:
                return self.why_not_set_down(state, state.units[unit].at, zone)
        return Refusal("23.1a", f"set {state.data.name(self.passenger)} down in a Zone first")

    def why_not_set_down(self, state: PirateState, here: str, zone: str) -> Refusal | None:
        """What keeps the two from landing in a Zone (11.8, 23.1a, R44)."""
        data, counter = state.data, state.data.counters[self.unit]
        if zone not in data.zones or data.zones[zone].kind == "sea":
            return Refusal("23.1a", "helicopter and passenger come down on land together")
        leg = data.distance(here, zone)
        if zone == here:
            return Refusal("23.1a", "the passenger is carried to another Zone")
        if leg > counter.range:
            return Refusal("23.1a", f"that is {leg} spaces; {counter.name} carries within {counter.range}")
        to_base = has_base(state, zone, COALITION)
        return why_not_pass(state, COALITION, here, zone) or why_not_span(
            state, self.from_base, to_base, self.flown + leg, counter.name
        )

    def play(self, state: PirateState, action: Fly) -> None:
        state.flow.pop()
        for id_ in (self.unit, self.passenger):
            state.put(id_, action.zone)
        state.note_move(self.unit, "flown")
        state.note_move(self.passenger, "lifted")
        name = state.data.name
        text = f"{name(self.unit)} sets {name(self.passenger)} down in {name(action.zone)}."
        state.note(text, "23.1a", places=(action.zone,))
