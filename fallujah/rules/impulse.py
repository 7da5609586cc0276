"""4.1  The Action Phase: impulses in turn, and its variable end."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from common.engine import D6, Action, Change, Refusal, Side, Step
from common.engine.words import several
from fallujah.actions import Activate, FireMission, Organize, Pass
from fallujah.rules import activation, advantage, combat, regroup
from fallujah.rules.counters import place_militia, room
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, ZONES, FallujahState, Unit

END_DICE = 2  # 4.1.4c


def begin_insurgent(state: FallujahState) -> Step:
    """The step with which an Insurgent impulse begins."""
    state.active = INSURGENT
    state.head(f"Insurgent impulse {state.impulse}")
    if state.bot:
        from fallujah.rules.solitaire.impulse import BotImpulse

        return BotImpulse()
    return InsurgentImpulse()


def begin_coalition(state: FallujahState) -> Step:
    """The step with which a Coalition impulse begins."""
    state.active = COALITION
    state.head(f"Coalition impulse {state.impulse}")
    return CoalitionImpulse()


# 4.1.1  Insurgent impulse


class Resistance(Struct, frozen=True, gc=False):
    """What an area has for organizing resistance: Fresh Cadre, room for units, and Militia in the Force Pool."""

    area: str
    fresh: int
    room: int
    pool: int


def measure_resistance(state: FallujahState, area: str, fresh: int) -> Resistance:
    """The area's part of organizing resistance."""
    return Resistance(area, fresh, room(state, area), len(state.insurgents(FORCE_POOL)))


def most_militia(state: FallujahState, area: str) -> int:
    """4.1.1e, 4.1.1f  How many Militia the Fresh Cadre of an area can place."""
    fresh = fresh_cadre(state, area)
    return min(fresh, room(state, area), len(state.insurgents(FORCE_POOL))) if fresh else 0


def fresh_cadre(state: FallujahState, area: str) -> int:
    """How many Fresh Cadre are in an area."""
    cadre, count = state.data.cadre_ids, 0
    for unit in state.insurgents(area):
        if not unit.spent and unit.id in cadre:
            count += 1
    return count


def why_not_organize(state: FallujahState, area: str, militia: int) -> Refusal | None:
    """What forbids placing so many Militia in an area (4.1.1e, 4.1.1f)."""
    if area not in state.control:
        return Refusal("4.1.1e", f"{state.data.call(area)} is not an area of the city")
    return why_not_raise(state, measure_resistance(state, area, fresh_cadre(state, area)), militia)


def why_not_raise(state: FallujahState, have: Resistance, militia: int) -> Refusal | None:
    """What forbids placing so many Militia with what the area has (4.1.1e, 4.1.1f)."""
    if militia < 1:
        return Refusal("4.1.1e", "at least one Militia must be placed")
    label = state.data.labels[have.area]
    if militia > have.fresh:
        return Refusal("4.1.1e", f"{label} has {have.fresh} Fresh Cadre")
    if militia > have.room:
        return Refusal("4.1.1f", f"{label} has room for {have.room} more units")
    if militia > have.pool:
        return Refusal("11.1e", "the Force Pool holds too few Militia")
    return None


def organize(state: FallujahState, area: str, militia: int, *rules: str) -> None:
    """Place Militia from the Force Pool."""
    for _ in range(militia):
        place_militia(state, area)
    text = f"The Insurgents organize resistance in {state.data.labels[area]}: {several(militia, 'Militia', 'Militia')}."
    state.note(text, *(rules or ("4.1.1e",)), places=(area,))


def why_not_activate_insurgents(state: FallujahState, area: str) -> Refusal | None:
    """4.1.1a  An area can be activated if a unit in it can do something."""
    if area not in state.control:
        return Refusal("4.1.1a", f"{state.data.call(area)} is not an area of the city")
    return activation.Activations(state, INSURGENT).why_not(area)


@lru_cache(1024)
def list_organizing(area: str, most: int) -> tuple[Organize, ...]:
    """The placing of one Militia and more in an area."""
    return tuple([Organize(area, count) for count in range(1, most + 1)])


class InsurgentImpulse(Step, frozen=True, tag=True):
    """4.1.1  One action: activate an area, organize resistance, or pass."""

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return f"Impulse {state.impulse}: activate an area, organize resistance or pass (4.1.1)."

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        activations = activation.Activations(state, INSURGENT)
        able, known = {*activations.spaces()}, activations.known
        pool = len(state.insurgents(FORCE_POOL))
        found: list[Action] = [Pass()]
        for area in state.where(INSURGENT):
            if area in able:
                found.append(Activate(area))
            fresh = known[area].fresh_cadre
            if fresh is None:
                fresh = known[area].fresh_cadre = fresh_cadre(state, area)
            if fresh:
                have = Resistance(area, fresh, room(state, area), pool)
                for count in range(fresh, 0, -1):
                    if why_not_raise(state, have, count) is None:  # fewer can be placed as well
                        found += list_organizing(area, count)
                        break
        return tuple(found)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Activate(area):
                return why_not_activate_insurgents(state, area)
            case Organize(area, militia):
                return why_not_organize(state, area, militia)
        return Refusal("4.1.1a", "the Insurgents first choose the action of their impulse")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Pass():
                state.note("The Insurgents pass.", "4.1.1h")
                state.swap(FinishImpulse(INSURGENT, True))
            case Activate(area):
                state.note(f"The Insurgents activate {state.data.labels[area]}.", "4.1.1a", places=(area,))
                state.swap(activation.InsurgentActivation(area), FinishImpulse(INSURGENT))
            case Organize(area, militia):
                organize(state, area, militia)
                state.swap(FinishImpulse(INSURGENT))


# 4.1.2  Coalition impulse


def why_not_activate_coalition(state: FallujahState, space: str) -> Refusal | None:
    """4.1.2a, 4.1.2c  An area or Entry Zone can be activated if a Fresh unit in it can do something."""
    if space not in state.control and space not in ZONES:
        return Refusal("4.1.2a", f"{state.data.call(space)} is neither an area nor an Entry Zone")
    return activation.Activations(state, COALITION).why_not(space)


class CoalitionImpulse(Step, frozen=True, tag=True):
    """4.1.2  One action: activate an area or Entry Zone, conduct a Fire Mission, or pass."""

    def actor(self, state: FallujahState) -> Side:
        return COALITION

    def prompt(self, state: FallujahState) -> str:
        return f"Impulse {state.impulse}: activate an area or zone, order a Fire Mission or pass (4.1.2)."

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        sources = activation.Activations(state, COALITION).spaces()
        seen = combat.spotted_areas(state)
        targets = [area for area in state.where(INSURGENT) if area in seen]
        return (Pass(), *map(Activate, sources), *map(FireMission, targets))

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Pass():
                return None
            case Activate(space):
                return why_not_activate_coalition(state, space)
            case FireMission(area):
                return combat.why_not_fire(state, area)
        return Refusal("4.1.2a", "the Coalition first chooses the action of its impulse")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Pass():
                state.note("The Coalition passes.", "4.1.2h")
                state.swap(FinishImpulse(COALITION, True))
            case Activate(space):
                rule = "4.1.2c" if space in ZONES else "4.1.2a"
                state.note(f"The Coalition activates {state.data.labels[space]}.", rule, places=(space,))
                state.swap(activation.CoalitionActivation(space), FinishImpulse(COALITION))
            case FireMission(area):
                state.swap(FinishImpulse(COALITION))
                combat.fire_mission(state, area)


# 4.1.4  The end of an impulse and of the phase


class FinishImpulse(Step, frozen=True, tag=True):
    """4.1.1b, 4.1.2b  Units that acted are Spent, the impulse is forgotten, and the other side follows."""

    side: str
    passed: bool = False

    def proceed(self, state: FallujahState) -> bool:
        forget_impulse(state)
        again = self.passed and state.passed
        state.passed = self.passed
        if again:
            state.note("Both sides have passed in a row: the Action Phase ends.", "4.1.4d")
            end_phase(state)
        elif self.side == INSURGENT:
            state.swap(begin_coalition(state))
        else:
            state.swap(EndRoll(), Verdict())
        return True


def forget_impulse(state: FallujahState) -> None:
    """Turn Spent what acted, and clear the memory of the impulse."""
    spent = 0
    for id_ in state.mp:
        unit = state.units[id_]
        if not unit.spent and unit.at in state.data.near:
            state.put(Unit(id_, unit.at, True, unit.dug))
            spent += 1
    if state.river_used:
        state.change(state.data.riverine, spent=True)
    if spent:
        rule = "4.1.1b" if state.active == INSURGENT else "4.1.2b"
        state.note(f"{several(spent, 'unit')} that acted {'turns' if spent == 1 else 'turn'} Spent.", rule)
    state.end_impulse()


class EndRoll(Step, frozen=True, tag=True):
    """4.1.4c  Without a combat roll in this impulse, 2D6 are rolled for the end of the phase."""

    def proceed(self, state: FallujahState) -> bool:
        state.flow.pop()
        if state.first_roll is None and state.impulse:
            roll = state.roll("End of the Action Phase", D6, count=END_DICE, by=COALITION)
            state.first_roll = roll.total
            state.note(f"The roll for the end of the phase is {roll.total}.", "4.1.4c")
            if advantage.available(state):
                state.push(advantage.Window("end"))
        return True


class Verdict(Step, frozen=True, tag=True):
    """4.1.4a  A roll below the impulse number ends the phase; otherwise the marker moves up."""

    def proceed(self, state: FallujahState) -> bool:
        roll, impulse = state.first_roll, state.impulse
        state.first_roll = None
        if roll is not None and roll < impulse:
            state.note(f"{roll} is below impulse {impulse}: the Action Phase ends.", "4.1.4a")
            end_phase(state)
            return True
        state.impulse = impulse + 1
        because = f"{roll} is not below impulse {impulse}" if roll is not None else "The opening impulse is over"
        change = Change("impulse", impulse, impulse + 1)
        state.note(f"{because}: the Action Phase goes on.", "4.1.4a" if impulse else "11.2b", changes=(change,))
        state.swap(begin_insurgent(state))
        return True


def end_phase(state: FallujahState) -> None:
    """The Action Phase is over; the Regroup Phase follows (4b)."""
    state.passed, state.first_roll = False, None
    state.flow.pop()
    regroup.begin(state)
