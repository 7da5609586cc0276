"""28  Fog of war: looking with ISR, and ordering one's own stacks."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Aside, Refusal, Side
from common.engine.steps import ReactionWindow, SideStep
from operation_serval.actions import CancelLook, Finish, Place, Reorder, Scout
from operation_serval.rules.intervention import why_no_netwar
from operation_serval.rules.netwar import DIRECT_ACTION, ISR, count_of, holds, put_back
from operation_serval.rules.telling import does
from operation_serval.state import COALITION, ENEMY, ISLAMIST, ServalState


def asides(state: ServalState, side: Side) -> Iterator[Aside]:
    """What a side could do besides its moves: look with ISR, put another counter on top."""
    if state.fog and free_isr(state, side):
        yield from (Scout(side, hex_) for hex_ in lookouts(state, side))
    for hex_ in state.where(side):
        stack = state.own(side, hex_)
        if len(stack) > 1:
            yield from (Reorder(side, unit.id) for unit in stack)


def lookouts(state: ServalState, side: Side) -> dict[str, None]:
    """28.0c  The hexes from which an ISR marker sees enemy units: theirs, and those next to them."""
    seen: dict[str, None] = {}
    for hex_ in state.where(ENEMY[side]):
        seen |= dict.fromkeys((hex_, *state.data.near[hex_]))
    return seen


def why_not_aside(state: ServalState, action: Aside) -> Refusal | None:
    """28.0  What forbids a look or a new order of a stack."""
    match action:
        case Reorder(side, id_):
            return why_not_reorder(state, side, id_)
        case Scout(side, hex_):
            return why_not_scout(state, side, hex_)
    return Refusal("28.0a", "that cannot be done out of turn")


def play_aside(state: ServalState, action: Aside) -> None:
    """28.0  Carry out a look or a new order of a stack."""
    if isinstance(action, Reorder):
        hex_ = state.units[action.unit].at
        state.tops = {**state.tops, hex_: action.unit}
        text, public = f"{state.name(action.unit)} goes on top.", f"A stack in {state.title(hex_)} is reordered."
        state.note(text, "28.0a", only=(action.side,), public=public, show=("rules",))
    elif isinstance(action, Scout):
        state.push(Scouting(action.side, (action.hex,)))


def why_not_reorder(state: ServalState, side: Side, id_: str) -> Refusal | None:
    """R99  Any counter of an own stack may go on top, but not while a battle is fought."""
    unit = state.units.get(id_)
    if unit is None or state.data.side_of[id_] != side or not state.on_map(unit):
        return Refusal("28.0a", "that is not a counter of yours on the map")
    if not state.fog:
        return Refusal("28.0a", "without fog of war the order of stacks means nothing")
    if state.battle is not None:
        return Refusal("28.0a", "stacks keep their order during a battle")
    top = state.top(side, unit.at)
    return Refusal("28.0a", f"{state.name(id_)} is on top") if top is not None and top.id == id_ else None


def why_not_scout(state: ServalState, side: Side, hex_: str) -> Refusal | None:
    """28.0c, R101  An ISR marker may look at any point of an own action, never into a Staging Area."""
    if hex_ not in state.data.near:
        return Refusal("28.0b", "Staging Areas are never examined; ISR is placed on a hex of the map")
    if state.acting != side or state.step.actor(state) != side:
        return Refusal("28.0c", "ISR can look only during an action of your own")
    if not state.fog:
        return Refusal("28.0c", "without fog of war every stack lies open")
    if any(isinstance(step, Scouting) for step in state.flow):
        return Refusal("28.0c", "a look is being taken already")
    asleep = why_no_netwar(state, side)
    if asleep is not None:
        return asleep
    return why_blind(state, side, hex_) if free_isr(state, side) else Refusal("28.0c", "no ISR marker is free to look")


def why_blind(state: ServalState, side: Side, hex_: str) -> Refusal | None:
    """28.0c, R8  A marker is not wasted where it would show nothing."""
    if any(state.enemies(side, near) for near in (hex_, *state.data.near[hex_])):
        return None
    return Refusal("28.0c", f"no enemy stands in {state.title(hex_)} or next to it")


def free_isr(state: ServalState, side: Side) -> int:
    """28.0c  How many ISR markers of a side could look; one that is committed to the battle cannot."""
    busy = state.battle is not None and side in state.battle.isr
    return max(0, state.drawn[side].count(ISR) - busy)


class Scouting(SideStep, frozen=True, tag=True):
    """28.0c  All ISR markers that look are placed before anything is shown."""

    hexes: tuple[str, ...]

    def prompt(self, state: ServalState) -> str:
        return "Place another ISR marker, or look (28.0)."

    def left(self, state: ServalState) -> int:
        """How many ISR markers could still be placed."""
        return free_isr(state, self.side) - len(self.hexes)

    def proceed(self, state: ServalState) -> bool:
        if self.left(state) > 0 or self._could_add(state):
            return False
        self._look(state)
        return True

    def _could_add(self, state: ServalState) -> bool:
        """21.4a  Whether the enemy has to reckon with another ISR: he knows how many markers are drawn, and the mix."""
        drawn, every = state.drawn[self.side], count_of(state, self.side, (ISR,))
        return state.fog and len(self.hexes) < min(len(drawn), every)

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from (Place(hex_) for hex_ in lookouts(state, self.side) if hex_ not in self.hexes)
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Finish():
                return None
            case Place(hex_):
                if hex_ not in state.data.near:
                    return Refusal("28.0b", "ISR is placed on a hex of the map")
                if hex_ in self.hexes:
                    return Refusal("28.0c", "there is an ISR marker already")
                if self.left(state) < 1:
                    return Refusal("28.0c", "no other ISR marker is free to look")
                return why_blind(state, self.side, hex_)
        return Refusal("28.0c", "another ISR marker may be placed, or the look taken")

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, Place):
            state.swap(replace(self, hexes=(*self.hexes, action.place)))
        else:
            self._look(state)

    def _look(self, state: ServalState) -> None:
        names = ", ".join(map(state.title, self.hexes))
        state.note(f"The {does(self.side, 'place')} ISR on {names}.", "28.0c", places=self.hexes)
        state.flow.pop()
        state.push(Blinding(ENEMY[self.side], self.hexes))


class Blinding(ReactionWindow, frozen=True, tag=True):
    """28.0d  The Coalition may cancel Islamist looks with direct action; then the rest is shown."""

    hexes: tuple[str, ...]

    def prompt(self, state: ServalState) -> str:
        return "Cancel ISR markers with direct action, or decline (28.0)."

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog

    def could_react(self, state: ServalState) -> bool:
        asked = self.side == COALITION and state.intervention and state.drawn[COALITION]
        return bool(asked and self.hexes)

    def reactions(self, state: ServalState) -> Iterator[Action]:
        return map(CancelLook, self.hexes)

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, CancelLook) or action.hex not in self.hexes:
            return Refusal("28.0d", "choose an ISR marker on the map to cancel")
        held = holds(state, COALITION, DIRECT_ACTION)
        return None if held else Refusal("21.6i", "no direct action marker has been drawn")

    def react(self, state: ServalState, action: CancelLook) -> None:
        put_back(state, COALITION, DIRECT_ACTION)
        put_back(state, ISLAMIST, ISR)
        state.note(f"Direct action cancels the ISR on {state.title(action.hex)}.", "28.0d", "28.0e")
        state.swap(replace(self, hexes=tuple(hex_ for hex_ in self.hexes if hex_ != action.hex)))

    def close(self, state: ServalState) -> None:
        state.flow.pop()
        looker = ENEMY[self.side]
        for hex_ in self.hexes:
            put_back(state, looker, ISR)
            show(state, looker, hex_)


def show(state: ServalState, looker: Side, hex_: str) -> None:
    """28.0c  The looking side sees every enemy counter in a hex and around it, as they are at this moment."""
    enemy = ENEMY[looker]
    for near in (hex_, *state.data.near[hex_]):
        stack = state.own(enemy, near)
        if stack:
            state.reveal(unit.id for unit in stack)
            names = ", ".join(state.name(unit.id) + (" (disrupted)" if unit.disrupted else "") for unit in stack)
            state.note(f"{state.title(near)}: {names}.", "28.0c", only=(looker,), places=(near,))
