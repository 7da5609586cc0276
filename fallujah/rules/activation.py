"""4.1.1, 4.1.2, 6  The activated area or Entry Zone: its units move and fight until the impulse is ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Attack, DigIn, EndImpulse, March, Raid, Surface
from fallujah.rules import combat, movement
from fallujah.rules.movement import Marches, moving_units, waiting_units
from fallujah.rules.movement_cache import MarchesFrom
from fallujah.rules.reaction import withdraw
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, ZONES, FallujahState, Unit


def acting_units(state: FallujahState, side: str, source: str) -> list[Unit]:
    """The units that may still do something: Fresh ones of the source, and those on their way."""
    return waiting_units(state, side, source) + moving_units(state)


class Activations:
    """What keeps the spaces of a side from being activated in one position (4.1.1a, 4.1.2a, 4.1.2c)."""

    __slots__ = ("_marches", "_side", "_state")

    def __init__(self, state: FallujahState, side: str) -> None:
        self._state, self._side, self._marches = state, side, Marches(state, side)

    def why_not(self, space: str) -> Refusal | None:
        """What keeps an area or Entry Zone from being activated: it needs a Fresh unit that can do something."""
        known = self._marches.known.get(space)
        if known is None:
            known = self._marches.known[space] = MarchesFrom()
        if known.activation is None:
            known.activation = (self._judge(space),)
        return known.activation[0]

    def _judge(self, space: str) -> Refusal | None:
        state, coalition = self._state, self._side == COALITION
        rule = "4.1.2a" if coalition else "4.1.1a"
        for unit in state.own(self._side, space):
            if not unit.spent:
                break
        else:
            name = "Coalition" if coalition else "Insurgent"
            return Refusal(rule, f"{state.data.labels[space]} holds no Fresh {name} unit")
        step = CoalitionActivation(space) if coalition else InsurgentActivation(space)
        for _ in step.options(state, self._marches):
            return None
        deeds = "move or attack" if coalition else "do anything"
        return Refusal(rule, f"no unit in {state.data.labels[space]} can {deeds}")


def areas_due(state: FallujahState) -> list[str]:
    """6.3a  The areas in which a mandatory attack is due."""
    return [area for area, entry in state.entries.items() if entry.due]


def _asked(step: CoalitionActivation | InsurgentActivation, what: str, state: FallujahState) -> str:
    """The question to a side whose units act; the impulse is not ended before one of them has."""
    end = ", or end the impulse (6e)" if step.why_not_end(state) is None else " (6e)"
    return f"{what} with units of {state.data.labels[step.source]}{end}."


class CoalitionActivation(Step, frozen=True, tag=True):
    """4.1.2a, 4.1.2c  Units of one area or Entry Zone move and attack; `gate` is the zone's first area."""

    source: str
    gate: str = ""
    exits: int = 0

    def actor(self, state: FallujahState) -> Side:
        return COALITION

    def prompt(self, state: FallujahState) -> str:
        due = areas_due(state)
        if due:
            where = ", ".join(due)
            return f"Move on, join or make the attack that is due in {where} (6.3a)."
        return _asked(self, "Move or attack", state)

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        end = () if self.why_not_end(state) is not None else (EndImpulse(),)
        return (*end, *self.options(state, Marches(state, COALITION, self.gate, self.exits)))

    def options(self, state: FallujahState, marches: Marches) -> Iterable[Action]:
        """What the units may do: first those that wait in the source, then those on their way, then attacks."""
        underway = moving_units(state) if state.mp else []
        return chain(
            marches.of_waiting(self.source),
            chain.from_iterable(map(marches.of, underway)),
            self._attacks(state, underway),
        )

    def _attacks(self, state: FallujahState, underway: list[Unit]) -> Iterator[Attack]:
        for area in dict.fromkeys((self.source, *[unit.at for unit in underway])):
            if state.insurgents(area) and combat.why_not_attack(state, self.source, area) is None:
                yield Attack(area)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, March):
            return movement.why_not_march(
                state, COALITION, self.source, action.unit, action.space, self.gate, self.exits
            )
        match action:
            case Attack(space):
                return combat.why_not_attack(state, self.source, space)
            case EndImpulse():
                return self.why_not_end(state)
        return Refusal("4.1.2a", "the activated units move or attack until the impulse is ended")

    def why_not_end(self, state: FallujahState) -> Refusal | None:
        """What keeps the impulse open."""
        if not state.mp:
            return Refusal("4.1.2a", "an activation needs at least one step or attack")
        for area in areas_due(state):
            for unit in combat.entered_units(state, area):
                if combat.able_to_lead(state, unit.id, area):
                    return Refusal("6.3a", f"the attack in {state.data.labels[area]} must be made first")
        return None

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case March():
                if state.units[action.unit].at in ZONES:
                    state.swap(replace(self, gate=action.space, exits=self.exits + 1))
                movement.march(state, COALITION, action.unit, action.space)
            case Attack(space):
                state.push(combat.AttackPlan(space, self.source))
            case EndImpulse():
                for area in areas_due(state):
                    for unit in combat.entered_units(state, area):
                        self._fall_back(state, unit)
                state.flow.pop()

    def _fall_back(self, state: FallujahState, unit: Unit) -> None:
        """7.2.1c  Light armor alone against more than Militia cannot attack and must go back, if there is room."""
        back = state.origin[unit.id]
        if back in ZONES or len(state.coalition(back)) < STACK_LIMIT:
            withdraw(state, unit.id, "7.2.1c", "6.3.1a")
        else:
            state.mark(unit.at, due=False)


class InsurgentActivation(Step, frozen=True, tag=True):
    """4.1.1a  Units of one area move, attack, dig in or drop their markers."""

    source: str

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return _asked(self, "Move, attack or dig in", state)

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        end = () if self.why_not_end(state) is not None else (EndImpulse(),)
        return (*end, *self.options(state, Marches(state, INSURGENT)))

    def options(self, state: FallujahState, marches: Marches) -> Iterator[Action]:
        """What the units may do, unit by unit."""
        for unit in acting_units(state, INSURGENT, self.source):
            if unit.dug:
                if why_not_surface(state, self.source, unit.id) is None:
                    yield Surface(unit.id)
            elif movement.why_not_able(state, unit) is None:
                if why_not_entrench(state, unit) is None:
                    yield DigIn(unit.id)
                if why_not_fight(state, unit) is None:
                    yield Raid(unit.id)
                yield from marches.of(unit)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, March):
            return movement.why_not_march(state, INSURGENT, self.source, action.unit, action.space)
        match action:
            case Raid(id_):
                return why_not_raid(state, self.source, id_)
            case DigIn(id_):
                return why_not_dig_in(state, self.source, id_)
            case Surface(id_):
                return why_not_surface(state, self.source, id_)
            case EndImpulse():
                return self.why_not_end(state)
        return Refusal("4.1.1a", "the activated units act until the impulse is ended")

    def why_not_end(self, state: FallujahState) -> Refusal | None:
        """What keeps the impulse open."""
        if state.mp or state.rested:
            return None
        return Refusal("4.1.1a", "an activation needs at least one step, attack or marker")

    def play(self, state: FallujahState, action: Action) -> None:
        parts = state.data
        match action:
            case March(id_, space):
                movement.march(state, INSURGENT, id_, space)
            case Raid(id_):
                unit = state.units[id_]
                if id_ not in state.origin:
                    state.mp[id_] = state.ready(unit) - combat.attack_cost(state, INSURGENT, unit.at)
                combat.raid(state, id_)
            case DigIn(id_):
                state.change(id_, dug=True)
                state.rested += (id_,)
                state.note(f"{parts.text(id_)} digs in.", "4.1.1c", places=(self.source,))
            case Surface(id_):
                state.change(id_, dug=False)
                state.rested += (id_,)
                state.note(f"{parts.text(id_)} drops its Dug In marker.", "4.1.1d", places=(self.source,))
            case EndImpulse():
                state.flow.pop()


def why_not_raid(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """7.3  What keeps an Insurgent unit from attacking where it stands."""
    return movement.why_not_act(state, INSURGENT, source, id_) or why_not_fight(state, state.units[id_])


def why_not_fight(state: FallujahState, unit: Unit) -> Refusal | None:
    """7a, 7c  The same for a unit that may act: there must be an enemy, and MP for the attack."""
    if not state.coalition(unit.at):
        return Refusal("7a", f"no Coalition unit is in the area of {state.data.text(unit.id)}")
    if unit.id not in state.origin and state.ready(unit) < combat.attack_cost(state, INSURGENT, unit.at):
        return Refusal("7c", f"{state.data.text(unit.id)} has not enough MP to attack")
    return None


def why_not_dig_in(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """4.1.1c  Instead of moving, a Fresh Fedayeen of the activated area may dig in."""
    return movement.why_not_act(state, INSURGENT, source, id_) or why_not_entrench(state, state.units[id_])


def why_not_entrench(state: FallujahState, unit: Unit) -> Refusal | None:
    """4.1.1c  The same for a unit that may act."""
    if unit.id not in state.data.fedayeen_ids:
        return Refusal("4.1.1c", "only Fedayeen dig in")
    if unit.id in state.mp:
        return Refusal("4.1.1c", f"{state.data.text(unit.id)} has moved")
    return None


def why_not_surface(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """4.1.1d  A Dug In unit of the activated area may drop its marker."""
    unit = state.units.get(id_)
    if unit is None or unit.at != source or not unit.dug:
        return Refusal("4.1.1d", f"{id_!r} is no Dug In unit of the activated area")
    if id_ in state.rested:
        return Refusal("4.1.1d", f"{state.data.text(id_)} has just dug in")
    return None
