"""8  The Events Phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import SideStep
from operation_serval.actions import Aim, Choose, Finish, LoseMarker, MarkTown, Place, Withdraw
from operation_serval.rules.command import gain
from operation_serval.rules.deployment import deploy
from operation_serval.rules.intervention import trigger
from operation_serval.rules.losses import embodied, reduce
from operation_serval.rules.netwar import draw_markers, put_back
from operation_serval.rules.sharia import mark
from operation_serval.rules.telling import does
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.zones import zoned
from operation_serval.state import (
    COALITION,
    ENEMY,
    ISLAMIST,
    TAKEN_UP,
    WITHDRAWN,
    ServalState,
    Unit,
)

COMPANIES_TO_WITHDRAW = 3  # EVT.4


class Events(Step, frozen=True, tag=True):
    """8.0a  Each side throws a die, the sum names the event."""

    def proceed(self, state: ServalState) -> bool:
        state.swap(EventOver())
        first = state.initiative
        dice = [state.roll("Event", D6, by=side).total for side in (first, ENEMY[first])]
        event = next(one for one in state.data.tables.events.entries if one.total == sum(dice))
        state.note(f"{event.name}: {event.about}", "8.0a", f"EVT.{event.total}")
        effect = EFFECTS.get(event.id)
        if effect is not None:
            effect(state)
        return True


class EventOver(Step, frozen=True, tag=True):
    """R118  Sudden death is judged once the whole event has been carried out."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        sudden_death(state)
        return True


def rolled(state: ServalState, reason: str, side: Side) -> int:
    """One die of an event."""
    return state.roll(reason, D6, by=side).total


def coup(state: ServalState) -> None:
    """EVT.2  The Coalition loses a die of points; Malian mobile units in Bamako lose a step on a 6."""
    gain(state, COALITION, -rolled(state, "Coup", COALITION), "The coup", "EVT.2")
    mobile, there = state.data.mobile_ids, state.own(COALITION, state.data.bamako)
    army = [unit for unit in there if unit.id in mobile and state.counter(unit.id).contingent == "mali"]
    for unit in army:
        shaken(state, unit, "Coup: Malian unit in Bamako", "EVT.2")
    if not army:
        state.note("No Malian mobile unit is in Bamako.", "EVT.2", only=(COALITION,) if state.fog else ())


def shaken(state: ServalState, unit: Unit, reason: str, rule: str) -> bool:
    """EVT.2, EVT.8  A unit loses a step on a 6; in fog only the owner sees the other dice, and so whose each one is."""
    if rolled(state, reason, COALITION) < D6[-1]:
        state.note("The unit holds together.", rule, only=(COALITION,) if state.fog else ())
        return False
    state.note("A unit loses a step.", rule)
    reduce(state, unit.id, rule)
    return True


def mobilize_cyberwar(state: ServalState) -> None:
    """EVT.3  Both sides roll, the holder of the last initiative first; even draws markers, odd returns them."""
    first = state.initiative
    state.push(CyberRoll(first), CyberRoll(ENEMY[first]))


class CyberRoll(Step, frozen=True, tag=True):
    """EVT.3  One side's die."""

    side: Side

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        number = rolled(state, "Cyberwar mobilization", self.side)
        if number % 2 == 0:
            draw_markers(state, self.side, number, "EVT.3")
        else:
            number = min(number, len(state.drawn[self.side]))
            count = f"{number or 'no'} netwar marker{'' if number == 1 else 's'}"
            state.note(f"The {does(self.side, 'return')} {count}.", "EVT.3")
            state.push(Returning(self.side, number))
        return True


class Returning(SideStep, frozen=True, tag=True):
    """EVT.3, R30  The owner chooses which drawn markers go back to the pool."""

    number: int

    @property
    def secret(self) -> bool:
        return True

    def prompt(self, state: ServalState) -> str:
        return f"Choose a netwar marker to return; {self.number} to go (EVT.3)."

    def proceed(self, state: ServalState) -> bool:
        drawn = state.drawn[self.side]
        if self.number and self.number < len(drawn):
            return False
        for kind in drawn[: self.number]:
            put_back(state, self.side, kind)
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(LoseMarker, dict.fromkeys(state.drawn[self.side]))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, LoseMarker) and action.kind in state.drawn[self.side]:
            return None
        return Refusal("EVT.3", "return one of the markers you have drawn")

    def play(self, state: ServalState, action: LoseMarker) -> None:
        put_back(state, self.side, action.kind)
        name = state.data.netwar[self.side, action.kind].name
        state.note(f"{name} is returned.", "EVT.3", only=(self.side,))
        state.swap(replace(self, number=self.number - 1))


def rotate(state: ServalState) -> None:
    """EVT.4  With intervention, and Bamako and Timbuktu held, French units leave the game."""
    data = state.data
    held = all(state.own(COALITION, hex_) for hex_ in (data.bamako, data.timbuktu))
    if state.intervention and held:
        state.push(Rotation(COALITION))
    else:
        state.note("No effect.", "EVT.4")


class Rotation(SideStep, frozen=True, tag=True):
    """EVT.4, R31  One French task force with its companies, or three French companies."""

    gone: int = 0

    @property
    def secret(self) -> bool:
        return True

    def prompt(self, state: ServalState) -> str:
        left = COMPANIES_TO_WITHDRAW - self.gone
        what = f"{left} French companies" if self.gone else f"a French task force or {left} French companies"
        return f"Withdraw {what} from the game (EVT.4)."

    def withdrawable(self, state: ServalState) -> list[str]:
        """French task forces, unless companies are being withdrawn, and French companies in play."""
        data = state.data
        return [
            id_
            for id_ in data.members["french"]
            if data.counters[id_].nation == "french"
            and (id_ in data.company_ids or (id_ in data.task_force_ids and not self.gone))
            and state.in_play(state.units[id_])
        ]

    def proceed(self, state: ServalState) -> bool:
        if self.gone < COMPANIES_TO_WITHDRAW:
            if self.withdrawable(state):
                return False
            lacking = "other French company" if self.gone else "French unit"
            state.note(f"No {lacking} is in play to withdraw.", "EVT.4", "10.7a")
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Withdraw, self.withdrawable(state))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Withdraw) and action.unit in self.withdrawable(state):
            return None
        return Refusal("EVT.4", "a French task force or company in play has to be withdrawn")

    def play(self, state: ServalState, action: Withdraw) -> None:
        force = action.unit in state.data.task_force_ids
        leaving = [action.unit, *(next(embodied(state, action.unit)) if force else ())]
        for id_ in leaving:
            state.put(Unit(id_, WITHDRAWN))
        names = ", ".join(map(state.name, leaving))
        state.note(f"Withdrawn from the game: {names}.", "EVT.4", "10.7b")
        state.swap(replace(self, gone=COMPANIES_TO_WITHDRAW if force else self.gone + 1))


# Events that place something


class EventPlacing(SideStep, frozen=True, tag=True):
    """EVT.5, EVT.10  A side may take counters from its pool and place them by the rules of the event."""

    event: int
    unit: str = ""
    placed: tuple[str, ...] = ()

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else replace(self, unit="")

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset({TAKEN_UP} if self.unit and side != self.side else ())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Step:
        return self.seen_by(side)

    def prompt(self, state: ServalState) -> str:
        """Both sides read it: neither the counter taken up nor the part of the northeast is told."""
        choice = "two militia, or a guerrilla (name its part of the northeast)"
        return f"Place {choice if self.event == 5 else 'one mobile unit'}, or finish (EVT.{self.event})."

    def waiting(self, state: ServalState) -> list[str]:
        """The counters that the event allows."""
        contingents = ("mali",) if self.event == 5 else ("ansar_dine", "aqim", "mojwa")
        boxes = {group: state.data.contingents[group].box for group in contingents}
        ids = [id_ for group in contingents for id_ in state.data.members[group] if state.units[id_].at == boxes[group]]
        fits: dict[tuple[str, str, str], bool] = {}
        found = []
        for id_ in ids:
            if self._why_not_kind(state, id_) is None:
                kind = state.data.alike[id_]
                if kind not in fits:  # militia need a town without Islamists
                    fits[kind] = any(self.why_not_place(state, id_, hex_) is None for hex_ in self.likely(state, id_))
                if fits[kind]:
                    found.append(id_)
        return found

    def _why_not_kind(self, state: ServalState, id_: str) -> Refusal | None:
        type_ = state.counter(id_).type
        if self.event == 10:
            if id_ in state.data.mobile_ids and type_ != "heavy_technical" and not self.placed:
                return None
            return Refusal("EVT.10", "one mobile unit other than a heavy technical may be taken")
        done = [state.counter(other).type for other in self.placed]
        if (type_ == "guerrilla" and not done) or (type_ == "militia" and done in ([], ["militia"])):
            return None
        return Refusal("EVT.5", "one guerrilla or two militia may be taken")

    def places(self, state: ServalState) -> Sequence[str]:
        """The hexes that an event could mean, in the order of the map."""
        data = state.data
        if self.event == 5:
            return data.north_east
        return sorted({*data.algeria, *state.where(ISLAMIST)}, key=data.grouping.number.__getitem__)

    def likely(self, state: ServalState, id_: str) -> Sequence[str]:
        """The hexes that the event could mean for a counter: militia come to cities and towns only."""
        if self.event == 5 and state.counter(id_).type == "militia":
            return [hex_ for hex_ in state.data.north_east if hex_ in state.data.settlements]
        return self.places(state)

    def why_not_place(self, state: ServalState, id_: str, hex_: str) -> Refusal | None:
        """EVT.5, EVT.10  What keeps a counter of the event out of a hex."""
        if hex_ not in state.data.near:
            return Refusal(f"EVT.{self.event}", "only a hex of the map is possible")
        if self.event == 5:
            return self._why_not_paramilitary(state, id_, hex_)
        return self._why_not_fighter(state, id_, hex_)

    def _why_not_paramilitary(self, state: ServalState, id_: str, hex_: str) -> Refusal | None:
        if state.data.region[hex_] not in ("N", "n"):
            return Refusal("EVT.5", f"{state.title(hex_)} is not northeast of the line")
        if state.own(ISLAMIST, hex_):
            return Refusal("EVT.5", f"Islamists are in {state.title(hex_)}")
        if state.counter(id_).type == "militia" and hex_ not in state.data.settlements:
            return Refusal("EVT.5", "militia are placed in cities and towns")
        return None

    def _why_not_fighter(self, state: ServalState, id_: str, hex_: str) -> Refusal | None:
        contingent, counters = state.counter(id_).contingent, state.data.counters
        there = [counters[unit.id] for unit in state.own(ISLAMIST, hex_)]
        if any(one.contingent != contingent for one in there):
            return Refusal("14.2a", f"{state.title(hex_)} belongs to another contingent")
        based = state.data.country[hex_] == "mali" and any(one.type == "base" for one in there)
        if state.data.country[hex_] != "algeria" and not based:
            return Refusal("EVT.10", "a hex in Algeria or a base of the contingent in Mali is needed")
        if hex_ in zoned(state, ISLAMIST):
            return Refusal("EVT.10", f"{state.title(hex_)} is in an enemy zone of control")
        return None

    def proceed(self, state: ServalState) -> bool:
        if self.unit or self.waiting(state):
            return False
        if not self.placed:
            state.note("No counter of the event can be placed.", f"EVT.{self.event}")
        elif [state.counter(id_).type for id_ in self.placed] == ["militia"]:
            state.note("No second militia can be placed.", "EVT.5")
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        if self.unit:
            yield from map(Place, self.places(state))
        else:
            yield from map(Choose, self.waiting(state))
            yield Finish()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        if not self.unit:
            return (*map(Choose, self.waiting(state)), Finish())
        likely = self.likely(state, self.unit)
        return tuple([Place(hex_) for hex_ in likely if self.why_not_place(state, self.unit, hex_) is None])

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        rule = f"EVT.{self.event}"
        match action:
            case Finish():
                return Refusal(rule, f"{state.name(self.unit)} has to be placed first") if self.unit else None
            case Choose(id_) if not self.unit:
                if id_ in self.waiting(state):
                    return None
                wrong = self._why_not_kind(state, id_) if id_ in state.units else None
                return wrong or Refusal(rule, "that counter is not in the pool of the event")
            case Place(hex_) if self.unit:
                return self.why_not_place(state, self.unit, hex_)
        return Refusal(rule, "place a counter of the event, or nothing")

    def play(self, state: ServalState, action: Action) -> None:
        match action:
            case Finish():
                state.flow.pop()
            case Choose(id_):
                wide = self.event == 5 and state.counter(id_).type == "guerrilla"
                state.swap((GuerrillaPlacing if wide else EventPlacing)(self.side, self.event, id_, self.placed))
            case Place(hex_):
                state.swap(EventPlacing(self.side, self.event, "", (*self.placed, self.unit)))
                deploy(state, self.unit, hex_, f"EVT.{self.event}")


class GuerrillaPlacing(EventPlacing, frozen=True, tag=True):
    """EVT.5  A guerrilla may appear in so many hexes that a part of the north-east is named first."""

    zone: str = ""

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else EventPlacing(self.side, self.event, "", self.placed)

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from (Place(hex_) for hex_ in self.places(state) if not self.aims(state, hex_))
        yield from map(Aim, state.data.drop_zones)

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        zones, unit = state.data.drop_zones, self.unit
        elsewhere = frozenset().union(*[hexes for zone, hexes in zones.items() if zone != self.zone])
        within = [hex_ for hex_ in self.places(state) if hex_ not in elsewhere]
        places = [Place(hex_) for hex_ in within if self.why_not_place(state, unit, hex_) is None]
        return (*places, *[Aim(zone) for zone in zones if self._why_not_aim(state, zone) is None])

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Aim(zone):
                return self._why_not_aim(state, zone)
            case Place(hex_):
                return self.why_not_place(state, self.unit, hex_) or self._why_astray(state, hex_)
        return super().why_not(state, action)

    def _why_not_aim(self, state: ServalState, zone: str) -> Refusal | None:
        if state.data.drop_zones.get(zone, frozenset()).isdisjoint(state.data.north_east):
            return Refusal("EVT.5", "that is not a part of the northeast")
        named = state.data.zone_names[zone]
        return Refusal("EVT.5", f"{named} has been named already") if zone == self.zone else None

    def _why_astray(self, state: ServalState, hex_: str) -> Refusal | None:
        for aim in self.aims(state, hex_):
            where = f"{state.title(hex_)} lies in {state.data.zone_names[aim.zone]}"
            return Refusal("EVT.5", f"{where}: say first that the guerrilla appears there")
        return None

    def aims(self, state: ServalState, hex_: str) -> tuple[Aim, ...]:
        """What has to be said before the guerrilla is placed in a hex."""
        zones = state.data.drop_zones.items()
        return tuple([Aim(zone) for zone, hexes in zones if hex_ in hexes and zone != self.zone])

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, Aim):
            state.swap(replace(self, zone=action.zone))
        else:
            super().play(state, action)


def paramilitaries(state: ServalState) -> None:
    """EVT.5  A guerrilla or two militia of Mali north-east of the line."""
    state.push(EventPlacing(COALITION, 5))


def foreign_fighters(state: ServalState) -> None:
    """EVT.10  One mobile Islamist unit in Algeria or on a base in Mali."""
    state.push(EventPlacing(ISLAMIST, 10))


def jihad(state: ServalState) -> None:
    """EVT.6  A die of points for the Islamists, and a sharia marker."""
    gain(state, ISLAMIST, rolled(state, "Jihad", ISLAMIST), "Jihad", "EVT.6")
    state.push(JihadMarker(ISLAMIST))


class JihadMarker(SideStep, frozen=True, tag=True):
    """EVT.6, R33  A marker in any north-eastern city or town, whoever is there."""

    def prompt(self, state: ServalState) -> str:
        return "Place a sharia marker in a town northeast of the line, or finish (EVT.6)."

    def towns(self, state: ServalState) -> list[str]:
        """The towns that could be marked."""
        return sorted(hex_ for hex_ in state.data.settlements if self._why_not(state, hex_) is None)

    def _why_not(self, state: ServalState, hex_: str) -> Refusal | None:
        if hex_ in state.sharia:
            return Refusal("27.0b", f"{state.title(hex_)} has a marker")
        fits = hex_ in state.data.settlements and state.data.region[hex_] in ("N", "n")
        return None if fits else Refusal("EVT.6", "a city or town northeast of the line is needed")

    def proceed(self, state: ServalState) -> bool:
        if self.towns(state):
            return False
        state.note("Every town northeast of the line has its marker.", "EVT.6", "27.0b")
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(MarkTown, self.towns(state))
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Finish():
                return None
            case MarkTown(hex_):
                return self._why_not(state, hex_)
        return Refusal("EVT.6", "mark a town, or none")

    def play(self, state: ServalState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, MarkTown):
            mark(state, action.hex, "EVT.6")


# Events that need no decision


def accelerate(state: ServalState) -> None:
    """EVT.7  Intervention begins, or brings the Coalition a die of points."""
    if state.intervention:
        gain(state, COALITION, rolled(state, "Intervention accelerated", COALITION), "Support from abroad", "EVT.7")
    else:
        trigger(state, "The world steps in", "EVT.7")


def infighting(state: ServalState) -> None:
    """EVT.8  MNLA mobile units lose a step on a 6, and the Islamists gain a point for each."""
    mobile = [state.units[id_] for id_ in state.data.mobile_members["mnla"]]
    rebels = [unit for unit in mobile if state.in_play(unit)]
    for unit in rebels:
        if shaken(state, unit, "Infighting: MNLA unit", "EVT.8"):
            gain(state, ISLAMIST, 1, "Tuareg infighting", "EVT.8")
    if not rebels:
        state.note("No mobile unit of the MNLA is in play.", "EVT.8")


def weather(state: ServalState) -> None:
    """EVT.9  Both sides lose points after the next income."""
    state.weather = True


def factions(state: ServalState) -> None:
    """EVT.11  The Islamists lose a die of points."""
    gain(state, ISLAMIST, -rolled(state, "Factions", ISLAMIST), "The Islamists quarrel", "EVT.11")


EFFECTS: dict[str, Callable[[ServalState], None]] = {
    "coup_in_bamako": coup,
    "cyberwar_mobilization": mobilize_cyberwar,
    "rotate_coalition_units": rotate,
    "paramilitaries_mobilize": paramilitaries,
    "jihad": jihad,
    "international_intervention_accelerated": accelerate,
    "tuareg_infighting": infighting,
    "weather": weather,
    "islamist_foreign_fighters": foreign_fighters,
    "islamists_factionalize": factions,
}
