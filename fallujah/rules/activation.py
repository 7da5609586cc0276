"""4.1.1, 4.1.2, 6  The activated area or Entry Zone: its units move and fight until the impulse is ended."""

from __future__ import annotations

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Attack, DigIn, EndImpulse, March, Raid, Surface
from fallujah.rules import combat, movement
from fallujah.rules.movement import Marches, moving_units, waiting_units
from fallujah.rules.reaction import withdraw
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, ZONES, FallujahState, Unit

END = EndImpulse()


def acting_units(state: FallujahState, side: str, source: str) -> list[Unit]:
    """The units that may still do something: Fresh ones of the source, and those on their way."""
    waiting = waiting_units(state, side, source)
    return waiting + moving_units(state) if state.mp else waiting


class Activations:
    """What keeps the spaces of a side from being activated in one position (4.1.1a, 4.1.2a, 4.1.2c)."""

    __slots__ = ("_marches", "_side", "_state", "known")

    def __init__(self, state: FallujahState, side: str) -> None:
        self._state, self._side, self._marches = state, side, Marches(state, side)
        self.known = self._marches.known

    def why_not(self, space: str) -> Refusal | None:
        """What keeps an area or Entry Zone from being activated: it needs a Fresh unit that can do something."""
        text = self._judge(space)
        rule = "4.1.2a" if self._side == COALITION else "4.1.1a"
        return Refusal(rule, text.format(self._state.data.labels[space])) if text else None

    def spaces(self) -> list[str]:
        """The spaces that can be activated, in the order of the map."""
        known, found = self.known, []
        for space in self._state.where(self._side):
            here = known.get(space)
            text = self._judge(space) if here is None or here.idle is None else here.idle
            if not text:
                found.append(space)
        return found

    def _judge(self, space: str) -> str:
        """Why a space cannot be activated, with a gap for its name; "" if it can."""
        known = self._marches.at(space)
        if known.idle is None:
            known.idle = self._find_idle(space)
        return known.idle

    def _find_idle(self, space: str) -> str:
        state, coalition = self._state, self._side == COALITION
        for unit in state.own(self._side, space):
            if not unit.spent:
                break
        else:
            return "{} holds no Fresh Coalition unit" if coalition else "{} holds no Fresh Insurgent unit"
        step = CoalitionActivation(space) if coalition else InsurgentActivation(space)
        if self._marches.is_open_from(space) or step.options(state, self._marches):
            return ""
        return "no unit in {} can move or attack" if coalition else "no unit in {} can do anything"


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
        found = self.options(state, Marches(state, COALITION, self.gate, self.exits))
        return (END, *found) if self.why_not_end(state) is None else tuple(found)

    def options(self, state: FallujahState, marches: Marches) -> list[Action]:
        """What the units may do: first those that wait in the source, then those on their way, then attacks."""
        found: list[Action] = [*marches.of_waiting(self.source)]
        areas = {self.source: True}  # in the order in which they come, each once
        for unit in moving_units(state) if state.mp else ():
            areas[unit.at] = True
            found += marches.of(unit)
        by_space = state.pieces.by_space
        for area in areas:
            if by_space[area][0] and combat.why_not_attack(state, self.source, area) is None:
                found.append(Attack(area))
        return found

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
        return Refusal("4.1.2a", "only the activated units act now; end the impulse first")

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
        found = self.options(state, Marches(state, INSURGENT))
        return (END, *found) if self.why_not_end(state) is None else tuple(found)

    def options(self, state: FallujahState, marches: Marches) -> list[Action]:
        """What the units may do, unit by unit."""
        found: list[Action] = []
        for unit in acting_units(state, INSURGENT, self.source):
            if unit.dug:
                if why_not_surface(state, self.source, unit.id) is None:
                    found.append(Surface(unit.id))
            elif not movement.disabling_rule(state, unit):
                if not entrenching_rule(state, unit):
                    found.append(DigIn(unit.id))
                if not fighting_rule(state, unit):
                    found.append(Raid(unit.id))
                found += marches.of(unit)
        return found

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
        return Refusal("4.1.1a", "only the activated units act now; end the impulse first")

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
                    state.set_mp(id_, state.ready(unit) - combat.attack_cost(state, INSURGENT, unit.at))
                combat.raid(state, id_)
            case DigIn(id_):
                state.change(id_, dug=True)
                state.rest(id_)
                state.note(f"{parts.text(id_)} digs in.", "4.1.1c", places=(self.source,))
            case Surface(id_):
                state.change(id_, dug=False)
                state.rest(id_)
                state.note(f"{parts.text(id_)} drops its Dug In marker.", "4.1.1d", places=(self.source,))
            case EndImpulse():
                state.flow.pop()


def why_not_raid(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """7.3  What keeps an Insurgent unit from attacking where it stands."""
    refusal = movement.why_not_act(state, INSURGENT, source, id_)
    if refusal is not None:
        return refusal
    rule, text = fighting_rule(state, state.units[id_]), state.data.text(id_)
    if rule == "7a":
        return Refusal(rule, f"no Coalition unit is in the area of {text}")
    return Refusal(rule, f"{text} does not have enough MP to attack") if rule else None


def fighting_rule(state: FallujahState, unit: Unit) -> str:
    """7a, 7c  The rule that keeps a unit which may act from attacking: there must be an enemy, and MP for it."""
    if not state.coalition(unit.at):
        return "7a"
    if unit.id not in state.origin and state.ready(unit) < combat.attack_cost(state, INSURGENT, unit.at):
        return "7c"
    return ""


def why_not_dig_in(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """4.1.1c  Instead of moving, a Fresh Fedayeen of the activated area may dig in."""
    refusal = movement.why_not_act(state, INSURGENT, source, id_)
    if refusal is not None or not entrenching_rule(state, state.units[id_]):
        return refusal
    moved = id_ in state.data.fedayeen_ids
    return Refusal("4.1.1c", f"{state.data.text(id_)} has moved" if moved else "only Fedayeen dig in")


def entrenching_rule(state: FallujahState, unit: Unit) -> str:
    """4.1.1c  The rule that keeps a unit which may act from digging in: only Fedayeen do, instead of moving."""
    return "" if unit.id in state.data.fedayeen_ids and unit.id not in state.mp else "4.1.1c"


def why_not_surface(state: FallujahState, source: str, id_: str) -> Refusal | None:
    """4.1.1d  A Dug In unit of the activated area may drop its marker."""
    unit = state.units.get(id_)
    if unit is None or unit.at != source or not unit.dug:
        return Refusal("4.1.1d", f"{state.data.call(id_)} is not a Dug In unit of the activated area")
    if id_ in state.rested:
        return Refusal("4.1.1d", f"{state.data.text(id_)} has just dug in")
    return None
