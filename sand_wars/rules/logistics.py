"""PCE.14, PCE.15, ACT.DIG, R24, R25  Logistics Bases and Forts are placed."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import DigIn, LiftBase, PlaceBase
from sand_wars.rules.catalogue import action
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.supply import leads_home, linked_bases, loc_to_base, within_reach
from sand_wars.rules.unconventional import aside
from sand_wars.state import ASIDE, ENEMY, NAMES, Block, SandState, of_the_lines


def has_piece(state: SandState, side: Side, space: str, code: str) -> bool:
    """Whether a side has a piece of a kind in a space."""
    return space in state.places_of(side, code)


def why_not_base(state: SandState, side: Side, space: str) -> Refusal | None:
    """R24  What keeps a Logistics Base from a space."""
    return why_no_site(state, side, space) or why_not_abroad(state, side, space)


def why_no_site(state: SandState, side: Side, space: str) -> Refusal | None:
    """R24, OH.1  What keeps a Logistics Base from a space, whoever stands there and however it is supplied."""
    if space not in state.data.near:
        return Refusal("PCE.15", "there is no such space")
    if not state.is_friendly(side, space):
        return Refusal("PCE.15", f"{NAMES[side]} does not control {state.title(space)} undisputed")
    if has_piece(state, side, space, "base"):
        return Refusal("PCE.15", f"{state.title(space)} has a Logistics Base already")
    if not state.war and is_abroad(state, side, space):
        return Refusal("OH.1", "no base is placed in the enemy's home before Open Hostilities")
    return None


@of_the_lines
def _sites(state: SandState, side: Side, war: bool) -> list[str]:
    """The spaces of which nothing keeps a base but perhaps who stands there and the supply."""
    bases, home = state.places_of(side, "base"), state.data.home
    free = [space for space in state.friendly_spaces(side) if space not in bases]
    return [space for space in free if war or home[space] != ENEMY[side]]


def why_not_abroad(state: SandState, side: Side, space: str) -> Refusal | None:
    """R24, LOG.2  What a Logistics Base lacks outside its home country: a conventional unit, or a LOC."""
    if state.is_home(side, space):
        return None
    insurgent = ("camp", "guerrilla", "cdo1")
    if not any(state.code(piece.id) not in insurgent for piece in state.ground(side, space)):
        return Refusal("PCE.15", f"no conventional ground unit of {NAMES[side]} is in {state.title(space)}")
    linked = linked_bases(state, side)
    if leads_home(state, side, space) or any(end in linked for end in within_reach(state, side, space)):
        return None
    return Refusal("LOG.2", f"a base in {state.title(space)} would have no LOC")


@action("Combat logistics")
class BuildBase(SideStep, frozen=True, tag=True):
    """PCE.15, R24  Outside combat the card places a Logistics Base."""

    card: str

    def prompt(self, state: SandState) -> str:
        if aside(state, self.side, "base"):
            return "Combat logistics: choose where to place a Logistics Base (PCE.15)."
        return "No Logistics Base is available: lift one from the map first (PCE.14)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        if aside(state, self.side, "base"):
            yield from map(PlaceBase, state.controlled(self.side))
        else:
            yield from (LiftBase(piece.id) for piece in state.works(self.side, "base"))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether a base is at hand is asked once; which spaces are friendly and free is kept."""
        if not aside(state, self.side, "base"):
            return super().legal(state)
        spaces, home = _sites(state, self.side, state.war), state.data.home
        fit = [space for space in spaces if home[space] == self.side or not why_not_abroad(state, self.side, space)]
        return tuple(map(PlaceBase, fit))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        available = aside(state, self.side, "base")
        match action:
            case PlaceBase(space):
                if not available:
                    return Refusal("PCE.13", "no Logistics Base is available; lift one first")
                return why_not_base(state, self.side, space)
            case LiftBase(base):
                if available:
                    return Refusal("PCE.14", "a base is lifted only when none is available")
                piece = state.pieces.get(base)
                mine = piece is not None and state.side_of(base) == self.side and state.code(base) == "base"
                if piece is None or not mine or piece.at not in state.data.names or piece.captured:
                    return Refusal("PCE.14", "that is not a Logistics Base of yours on the map")
                return None
        return Refusal("PCE.15", "place the Logistics Base first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case LiftBase(base):
                where = state.title(state.pieces[base].at)
                state.put(Block(base, ASIDE))
                state.note(f"{NAMES[self.side]} lifts its Logistics Base from {where}.", "PCE.14")
            case PlaceBase(space):
                state.flow.pop()
                state.put(Block(aside(state, self.side, "base")[0], space))
                where = state.title(space)
                state.note(f"{NAMES[self.side]} places a Logistics Base in {where}.", "PCE.15", places=(space,))


@action("Dig in")
class FortBuilding(SideStep, frozen=True, tag=True):
    """ACT.DIG.a  A Fort is placed."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Dig in: choose where to place a Fort (ACT.DIG.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(DigIn, state.controlled(self.side) if aside(state, self.side, "fort") else ())

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether a Fort is left is asked once; where one can be placed is kept."""
        if why_no_fort(state, self.side) is not None:
            return ()
        return _digs(state, self.side, state.war)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, DigIn):
            return Refusal("ACT.DIG.a", "place the Fort first")
        return why_no_fort(state, self.side) or why_not_dig(state, self.side, action.space)

    def play(self, state: SandState, action: DigIn) -> None:
        state.flow.pop()
        state.put(Block(aside(state, self.side, "fort")[0], action.space))
        where = state.title(action.space)
        state.note(f"{NAMES[self.side]} digs in at {where}.", "ACT.DIG.a", places=(action.space,))


@of_the_lines
def _digs(state: SandState, side: Side, war: bool) -> tuple[DigIn, ...]:
    """Every Fort that could be placed."""
    forts, home = state.places_of(side, "fort"), state.data.home
    free = [space for space in state.friendly_spaces(side) if space not in forts]
    fit = [space for space in free if home[space] == side or why_not_dig(state, side, space) is None]
    return tuple(map(DigIn, fit))


def why_no_fort(state: SandState, side: Side) -> Refusal | None:
    """REP.4  A Fort must be left."""
    return None if aside(state, side, "fort") else Refusal("REP.4", "no Fort is available")


def why_not_dig(state: SandState, side: Side, space: str) -> Refusal | None:
    """ACT.DIG.a, R72  What keeps a Fort from a space."""
    if space not in state.data.near:
        return Refusal("ACT.DIG.a", "there is no such space")
    if not state.is_friendly(side, space):
        return Refusal("ACT.DIG.a", f"{NAMES[side]} does not control {state.title(space)} undisputed")
    if has_piece(state, side, space, "fort"):
        return Refusal("ACT.DIG.a", f"{state.title(space)} has a Fort already")
    if state.is_home(side, space):
        return None
    if not state.war and is_abroad(state, side, space):
        return Refusal("OH.1", "no Fort is placed in the enemy's home before Open Hostilities")
    if loc_to_base(state, side, space):
        return None
    return Refusal("ACT.DIG.a", f"{state.title(space)} has no LOC to a base")
