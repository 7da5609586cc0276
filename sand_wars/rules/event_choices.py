"""EVT  The decisions that events bring, each made at once by the player they concern."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep, Step
from sand_wars.actions import DiscardCard, DrawForUranium, LiftTerror, PlaceCamp, PlaceUnit, Skip, StrikeTerror
from sand_wars.rules.cards import actions_held, discard, draw_cards, take_from_hand
from sand_wars.rules.chips import add_chips
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.forces import why_no_room, with_room
from sand_wars.rules.reinforcements import available, place_fresh
from sand_wars.rules.resources import discovery_kind
from sand_wars.rules.supply import is_open
from sand_wars.rules.targets import place_of, strike_unconventional, targets_in, with_targets
from sand_wars.state import (
    ASIDE,
    ENEMY,
    NAMES,
    OFF_MAP,
    SIDES,
    Block,
    SandState,
    listed_once,
    of_the_held,
    of_the_lines,
)


class Volunteers(DiscreetStep, frozen=True, tag=True):
    """R88  A motorized unit that was set aside joins a home space linked to the capital, if the owner likes."""

    rule: str

    def prompt(self, state: SandState) -> str:
        return f"Place volunteers in a space linked to your capital, or decline ({self.rule})."

    def proceed(self, state: SandState) -> bool:
        if self._unit(state) and linked_to_capital(state, self.side):
            return False  # how full the spaces are nobody else knows
        state.flow.pop()
        state.note(f"No volunteers can join {NAMES[self.side]}.", self.rule)
        return True

    def _unit(self, state: SandState) -> str:
        return next(iter(available(state, self.side, "mot2", (ASIDE,))), "")

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield Skip()
        unit = self._unit(state)
        if unit:
            yield from (PlaceUnit(unit, space) for space in linked_to_capital(state, self.side))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """The next unit is looked for once, and those spaces are left out that have no room."""
        unit = self._unit(state)
        spaces = with_room(state, self.side, linked_to_capital(state, self.side)) if unit else ()
        return (Skip(), *[PlaceUnit(unit, space) for space in spaces])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Skip():
                return None
            case PlaceUnit(piece, space):
                if not piece or piece != self._unit(state):
                    return Refusal(self.rule, "that is not the next motorized unit that is set aside")
                if space not in linked_to_capital(state, self.side):
                    return Refusal(self.rule, "the space is not linked to the capital")
                return why_no_room(state, self.side, space, 1)
        return Refusal(self.rule, "place or decline the volunteers first")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        match action:
            case Skip():
                state.note(f"{NAMES[self.side]} takes no volunteers.", self.rule)
            case PlaceUnit(piece, space):
                place_fresh(state, piece, space, self.rule)


@of_the_lines
def linked_to_capital(state: SandState, side: Side) -> tuple[str, ...]:
    """Friendly home spaces on a path of friendly or disputed home spaces to the capital, however long."""
    capital, near = state.data.capital[side], state.data.near
    left = {space for space in state.data.countries[side] if is_open(state, side, space)}
    if capital not in left:
        return ()
    seen, edge = {capital}, [capital]
    while edge:
        more = left.intersection(near[edge.pop()]).difference(seen)
        seen |= more
        edge += more
    return tuple([space for space in state.friendly_spaces(side) if space in seen])


class LibyanBorder(SideStep, frozen=True, tag=True):
    """R90  If Algeria holds Ops and Plans, it discards one of them."""

    def prompt(self, state: SandState) -> str:
        return "Discard one Ops and Plans card (EVT.LIB.a)."

    def proceed(self, state: SandState) -> bool:
        if actions_held(state, self.side, "Ops and Plans"):
            return False
        state.flow.pop()
        state.note("Algeria holds no Ops and Plans card.", "EVT.LIB.a")
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(DiscardCard, state.hands[self.side])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        held = actions_held(state, self.side, "Ops and Plans")
        fits = isinstance(action, DiscardCard) and action.card in held
        return None if fits else Refusal("EVT.LIB.a", "discard an Ops and Plans card")

    def play(self, state: SandState, action: DiscardCard) -> None:
        state.flow.pop()
        take_from_hand(state, self.side, action.card)
        discard(state, self.side, action.card)
        state.note(f"{NAMES[self.side]} discards Ops and Plans ({action.card}).", "EVT.LIB.a")


def uranium_spaces(state: SandState, side: Side) -> list[str]:
    """EVT.BOMB.a  Nuclear spaces and discoveries of uranium that a side controls."""
    spaces = [space for space, kind in state.data.resource.items() if kind == "nuclear"]
    for owner in SIDES:
        for piece in state.works(owner, "resource_marker"):
            if discovery_kind(state, piece.at) == "uranium":
                spaces.append(piece.at)
    return [space for space in spaces if state.controller(space) == side]


class UraniumDraw(SideStep, frozen=True, tag=True):
    """EVT.BOMB.a  A side may draw a card for each uranium space it controls."""

    def prompt(self, state: SandState) -> str:
        return f"Draw {len(uranium_spaces(state, self.side))} for uranium, or not (EVT.BOMB.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield DrawForUranium()
        yield Skip()

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        fits = isinstance(action, DrawForUranium | Skip)
        return None if fits else Refusal("EVT.BOMB.a", "decide first whether to draw the cards")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        if isinstance(action, DrawForUranium):
            draw_cards(state, self.side, len(uranium_spaces(state, self.side)), "EVT.BOMB.a")
        else:
            state.note(f"{NAMES[self.side]} draws no card for its uranium.", "EVT.BOMB.a")


@of_the_held
def empty_spaces(state: SandState, country: Side) -> list[str]:
    """The spaces of a country that nobody occupies."""
    held = {space for side in SIDES for space in state.held(side)}
    return [space for space in state.data.countries[country] if space not in held]


class Jihad(SideStep, frozen=True, tag=True):
    """EVT.JIA.a, EVT.JIM.a  An available Camp is placed in an unoccupied space of the enemy country."""

    rule: str

    def prompt(self, state: SandState) -> str:
        return f"Place an Insurgent Camp in an unoccupied enemy space ({self.rule})."

    def proceed(self, state: SandState) -> bool:
        if self.legal(state):
            return False
        state.flow.pop()
        state.note(f"{NAMES[self.side]} cannot place a Camp.", self.rule)
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(PlaceCamp, state.data.countries[ENEMY[self.side]])

    @listed_once
    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether a Camp is left is asked once."""
        left = available(state, self.side, "camp", (ASIDE,))
        return tuple(map(PlaceCamp, empty_spaces(state, ENEMY[self.side]))) if left else ()

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, PlaceCamp):
            return Refusal(self.rule, "place the Camp first")
        if not available(state, self.side, "camp", (ASIDE,)):
            return Refusal("REP.4", "no Camp is available")
        if action.space not in state.data.names or not state.is_home(ENEMY[self.side], action.space):
            return Refusal(self.rule, "a Camp is placed in the enemy's country")
        empty = action.space in empty_spaces(state, ENEMY[self.side])
        return None if empty else Refusal(self.rule, "the space is occupied")

    def play(self, state: SandState, action: PlaceCamp) -> None:
        state.flow.pop()
        camp = available(state, self.side, "camp", (ASIDE,))[0]
        place_fresh(state, camp, action.space, self.rule)


class TerrorAttack(SideStep, frozen=True, tag=True):
    """R86  The drawer may strike any enemy target on the map; the marker stays there."""

    kind: str
    chips: int
    rule: str
    target: str = ""

    def prompt(self, state: SandState) -> str:
        if self.target:
            return f"Choose the terror marker to use again ({self.rule})."
        return f"Choose the target of the terrorists, or decline ({self.rule})."

    def _markers(self, state: SandState) -> tuple[str, ...]:
        return state.in_box(self.side, OFF_MAP, (self.kind,))[:1] or state.data.ids_of(self.side, self.kind)

    def proceed(self, state: SandState) -> bool:
        if not self.target:
            return False
        markers = self._markers(state)
        if len(markers) > 1:
            return False
        self._strike(state, markers[0])
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        if self.target:
            return map(LiftTerror, self._markers(state))
        spaces = with_targets(state, self.side, state.data.spaces)
        targets = [target for space in spaces for target in targets_in(state, self.side, space)]
        return iter([Skip(), *map(StrikeTerror, targets)])

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What is offered are the targets there are, each looked for in its space once."""
        return tuple(self.candidates(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case LiftTerror(marker) if self.target:
                return None if marker in self._markers(state) else Refusal(self.rule, "that marker is not free")
            case Skip() if not self.target:
                return None
            case StrikeTerror(target) if not self.target:
                space = place_of(state, target)
                fits = space in state.data.names and target in targets_in(state, self.side, space)
                return None if fits else Refusal(self.rule, "that is not a target")
        return Refusal(self.rule, "decide about the terrorist attack first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case Skip():
                state.flow.pop()
                state.note(f"{NAMES[self.side]} makes no use of the terrorists.", self.rule)
            case StrikeTerror(target):
                state.swap(replace(self, target=target))
            case LiftTerror(marker):
                self._strike(state, marker)

    def _strike(self, state: SandState, marker: str) -> None:
        state.flow.pop()
        space = place_of(state, self.target)
        state.put(Block(marker, space))
        name = state.facts(marker).name
        state.note(f"{name} in {state.title(space)}.", self.rule, places=(space,))
        dice = state.data.tables.impact.dice[self.kind]
        then = TerrorRoll(self.side, self.target, self.chips, self.rule)
        roll_dice(state, self.side, dice, name, self.rule, then)


class TerrorRoll(Step, frozen=True, tag=True):
    """R86  The worst die counts; then chips go into the Pool."""

    side: Side
    target: str
    chips: int
    rule: str
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        add_chips(state, self.chips, self.rule, "Terrorism")
        strike_unconventional(state, self.side, self.target, self.dice, self.rule)
        return True
