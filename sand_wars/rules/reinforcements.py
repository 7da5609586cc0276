"""REI, WIN.6  Reinforcements: where they come from, where they may be placed, and how they wait."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep
from sand_wars.actions import PlaceUnit, Wait
from sand_wars.counters import MARKER_NAMES
from sand_wars.rules.control import settle
from sand_wars.rules.forces import why_no_room, with_room
from sand_wars.rules.supply import CAMP_USERS, serving_bases, spaces_in_reach
from sand_wars.state import (
    ASIDE,
    ENEMY,
    NAMES,
    OFF_MAP,
    REPLACEMENT,
    WAITING,
    Block,
    SandState,
    of_the_board,
)

AIRBORNE_BOX = ("airstrike", "helicopter", "uav", "elint", "ssm", "air_supply", "naval")  # REI.8


def available(state: SandState, side: Side, code: str, boxes: tuple[str, ...] = (ASIDE, REPLACEMENT)) -> list[str]:
    """The pieces of a code that can be given, those set aside first (WIN.6)."""
    return [id_ for box in boxes for id_ in state.in_box(side, box, (code,))]


def fresh_piece(state: SandState, id_: str, place: str) -> Block:
    """A piece at full CV, face down if it is an HQ (R94)."""
    return Block(id_, place, state.facts(id_).type.cv if state.facts(id_).code not in AIRBORNE_BOX else 0)


def receive(state: SandState, side: Side, code: str, rule: str, boxes: tuple[str, ...] = (ASIDE, REPLACEMENT)) -> None:
    """Give a side one piece of a code: markers go to the Off-Map box, others are deployed or wait."""
    found = available(state, side, code, boxes)
    if not found:
        state.note(f"{NAMES[side]}: no {_name_of_code(state, code)} is available.", rule)
    elif code not in AIRBORNE_BOX:
        state.push(Deploying(side, (found[0],)))
    elif len(_unlike(state, side, code, boxes)) > 1:
        state.push(NewMarker(side, code, boxes, rule))
    else:
        _take_marker(state, found[0], rule)


def _name_of_code(state: SandState, code: str) -> str:
    return MARKER_NAMES.get(code) or state.data.types[code].name


def _unlike(state: SandState, side: Side, code: str, boxes: tuple[str, ...]) -> list[str]:
    """One marker of each value, from the first box that holds any."""
    found = next(filter(None, (available(state, side, code, (box,)) for box in boxes)), [])
    return list({(state.facts(id_).cv, state.facts(id_).recon): id_ for id_ in reversed(found)}.values())


def _take_marker(state: SandState, id_: str, rule: str) -> None:
    state.put(Block(id_, OFF_MAP))
    state.note(f"{NAMES[state.side_of(id_)]}: {state.facts(id_).name} to the Off-Map box.", rule, "REI.8")


class NewMarker(SideStep, frozen=True, tag=True):
    """REI.8  A marker goes to the Off-Map box; of several with other values its new owner takes the one he likes."""

    code: str
    boxes: tuple[str, ...]
    rule: str

    def prompt(self, state: SandState) -> str:
        return f"Choose the {MARKER_NAMES[self.code]} you are given (REI.8)."

    def proceed(self, state: SandState) -> bool:
        if len(_unlike(state, self.side, self.code, self.boxes)) > 1:
            return False
        state.flow.pop()
        receive(state, self.side, self.code, self.rule, self.boxes)  # what was given before leaves no choice
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (PlaceUnit(id_, OFF_MAP) for id_ in _unlike(state, self.side, self.code, self.boxes))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        fits = isinstance(action, PlaceUnit) and action in self.candidates(state)
        return None if fits else Refusal("REI.8", f"one {MARKER_NAMES[self.code]} goes to the Off-Map box")

    def play(self, state: SandState, action: PlaceUnit) -> None:
        state.flow.pop()
        _take_marker(state, action.piece, self.rule)


def deploy_spaces(state: SandState, side: Side, id_: str, wide: bool = False) -> list[str]:
    """Every space where a reinforcement may be placed, room not yet judged."""
    code = state.code(id_)
    if code == "camp":
        camps = state.places_of(side, "camp")
        free = [space for space in state.data.countries[ENEMY[side]] if not state.holds(ENEMY[side], space)]
        return [space for space in free if space not in camps]
    if code == "guerrilla":
        return own_camps(state, side)
    if code == "fort":
        friendly, forts = state.friendly(side), state.places_of(side, "fort")
        return [space for space in state.data.countries[side] if space in friendly and space not in forts]
    return _base_spaces(state, side, wide) if code == "base" else _unit_spaces(state, side, code)


def own_camps(state: SandState, side: Side) -> list[str]:
    """The spaces with an undisrupted own Camp."""
    return [piece.at for piece in state.works(side, "camp") if not piece.disrupted]


def _base_spaces(state: SandState, side: Side, wide: bool) -> list[str]:
    friendly, bases = state.friendly(side), state.places_of(side, "base")
    home = [space for space in state.data.towns[side] if space in friendly]
    spaces = dict.fromkeys((*home, *_spaces_with_loc(state, side))) if wide else home
    allowed = [space for space in spaces if state.war or not state.is_home(ENEMY[side], space)]
    return [space for space in allowed if space not in bases]


def _unit_spaces(state: SandState, side: Side, code: str) -> list[str]:
    """R94  Deployment cities, bases, Camps for commandos, and units with a real LOC to a base."""
    friendly = state.friendly(side)
    spaces = [space for space in state.data.deployment[side] if space in friendly]
    spaces += serving_bases(state, side)
    if code in CAMP_USERS:
        spaces += own_camps(state, side)
    return list(dict.fromkeys((*spaces, *_spaces_with_loc(state, side))))


@of_the_board
def _spaces_with_loc(state: SandState, side: Side) -> tuple[str, ...]:
    """REI.5, DIS.8  Spaces of own units that trace a LOC to a base; a disrupted HQ does not serve."""
    reach = spaces_in_reach(state, side)
    return tuple(
        space
        for space in state.occupied(side)
        if space in reach
        and any(not (piece.disrupted and state.facts(piece.id).hq) for piece in state.ground(side, space))
    )


PLACES = {
    "camp": "a space of the enemy's country without his ground units and without a Camp",
    "guerrilla": "a Camp of yours that is not disrupted",
    "fort": "a friendly space at home without a Fort",
    "base": "a friendly town at home without a base",
}  # where special pieces are placed; for all others it is a question of supply (R94)


class Deploying(DiscreetStep, frozen=True, tag=True):
    """REI.3, REI.7  One of these pieces is placed, or waits for a later turn."""

    pieces: tuple[str, ...]
    wide: bool = False

    def prompt(self, state: SandState) -> str:
        names = " or ".join(dict.fromkeys(state.facts(id_).name for id_ in self.pieces))
        return f"Place {names}, or let it wait (REI.3)."

    def proceed(self, state: SandState) -> bool:
        if len(self.pieces) > 1 or deploy_spaces(state, self.side, self.pieces[0], self.wide):
            return False  # which of several waits is for the owner to say, and how full a space is nobody else knows
        state.flow.pop()
        self._wait(state, self.pieces[0])
        return True

    def candidates(self, state: SandState) -> Iterator[Action]:
        for id_ in self.pieces:
            yield from (PlaceUnit(id_, space) for space in deploy_spaces(state, self.side, id_, self.wide))
            yield Wait(id_)

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Where a piece may be placed is looked for once, and room is asked for only if the piece takes any."""
        found: list[Action] = []
        for id_ in self.pieces:
            spaces = deploy_spaces(state, self.side, id_, self.wide)
            fit = with_room(state, self.side, spaces) if id_ in state.data.occupying else spaces
            found += [*[PlaceUnit(id_, space) for space in fit], Wait(id_)]
        return tuple(found)

    def _why_not_place(self, state: SandState, id_: str, space: str, spaces: list[str]) -> Refusal | None:
        if space not in spaces:
            name = state.data.names.get(space, "that place")
            needs = PLACES.get(state.code(id_), "a deployment city, a base, or a unit with a LOC to a base")
            return Refusal("REI.5", f"{state.facts(id_).name} needs {needs}; {name} is not one")
        return why_no_room(state, self.side, space, 1) if id_ in state.data.occupying else None

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case PlaceUnit(piece, space) if piece in self.pieces:
                return self._why_not_place(state, piece, space, deploy_spaces(state, self.side, piece, self.wide))
            case Wait(piece) if piece in self.pieces:
                return None
        return Refusal("REI.3", "place the reinforcement, or let it wait")

    def play(self, state: SandState, action: Action) -> None:
        state.flow.pop()
        match action:
            case PlaceUnit(piece, space):
                place_fresh(state, piece, space, "REI.3")
            case Wait(piece):
                self._wait(state, piece)

    def _wait(self, state: SandState, id_: str) -> None:
        state.put(fresh_piece(state, id_, WAITING))
        state.note(f"{state.facts(id_).name} of {NAMES[self.side]} waits on the turn track.", "REI.7")


def place_fresh(state: SandState, id_: str, space: str, rule: str) -> None:
    """Put a new piece at full CV into a space, and settle who controls it."""
    state.put(fresh_piece(state, id_, space))
    side = NAMES[state.side_of(id_)]
    state.note(f"{side} places {state.facts(id_).name} in {state.title(space)}.", rule, places=(space,))
    settle(state, space)


class DeployWaiting(SideStep, frozen=True, tag=True):
    """REI.7  At the start of his Operations Phase a player deploys what has waited, or lets it wait on."""

    def proceed(self, state: SandState) -> bool:
        wide = has_aid_waiting(state, self.side)
        state.swap(*(Deploying(self.side, (piece.id,), wide) for piece in state.at(self.side, WAITING)))
        return True


def has_aid_waiting(state: SandState, side: Side) -> bool:
    """MPI.3  Whether a base that waits came as foreign aid, for a unit in supply too: no objective has brought one."""
    return side not in state.reinforced or "base" not in state.data.objectives[state.objectives[side]].reveal
