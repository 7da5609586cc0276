"""ACT.SPEC, ASP, CDO, R45  Who can be carried, by what, from where and to where."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Refusal, Side
from sand_wars.rules.airbases import count_over_border, free_markers, is_free, pads, why_not_over_border
from sand_wars.rules.chips import add_chips
from sand_wars.rules.command import pay_pv, why_not_pay
from sand_wars.rules.control import settle
from sand_wars.rules.forces import attached_units, is_hurt, name_of, weight, why_no_room
from sand_wars.rules.movement import enter, is_abroad, tell_move, why_not_cross, why_not_designate
from sand_wars.rules.supply import serving_bases
from sand_wars.state import Block, SandState, of_the_side

MODES = {"helicopter": "helicopter", "air_supply": "air_transport", "": "sea"}  # transport by the code of the marker


def modes_of(state: SandState, id_: str) -> tuple[str, ...]:
    """ACT.SPEC.a  How a piece can be carried."""
    return state.data.modes[id_]


def why_not_board(state: SandState, side: Side, id_: str, marker: str) -> Refusal | None:
    """R45  What keeps a unit, airborne HQ or base from being taken up by a marker, or by ships."""
    if marker and not is_free(state, side, marker, ("helicopter", "air_supply")):
        return Refusal("ACT.SPEC.a", "that marker is not available for transport")
    counters = state.data.counters
    if id_ in state.pieces and counters[id_].code == "base":
        return _why_not_fly_base(state, side, id_, marker)
    refusal = why_not_designate(state, side, id_)
    if refusal is not None:
        return refusal
    mode = MODES[counters[marker].code if marker else ""]
    if mode not in state.data.modes[id_]:
        how = {"helicopter": "by helicopter", "air_transport": "by air transport", "sea": "by sea"}[mode]
        return Refusal("ACT.SPEC.a", f"{name_of(state, id_)} does not move {how}")
    if counters[id_].hq is not None and attached_units(state, id_):
        return Refusal("ACT.SPEC.a", f"{id_} has units attached; only an HQ without units is lifted")
    if is_hurt(state, id_):
        return Refusal("DIS.2", f"{name_of(state, id_)} is disrupted")
    return why_not_pay(state, id_) or _why_not_start(state, side, state.pieces[id_].at, mode)


def _why_not_fly_base(state: SandState, side: Side, id_: str, marker: str) -> Refusal | None:
    piece = state.pieces[id_]
    if state.side_of(id_) != side or piece.at not in state.data.names or piece.captured:
        return Refusal("ASP.2", "that is not a Logistics Base of yours on the map")
    if not marker or state.code(marker) != "air_supply":
        return Refusal("PCE.14", "a Logistics Base moves only by Air Supply")
    return Refusal("DIS.7", "the base is disrupted") if piece.disrupted else None


def _why_not_start(state: SandState, side: Side, here: str, mode: str) -> Refusal | None:
    if mode == "air_transport" and here not in pads(state, side):
        return Refusal("AIR.9", f"{state.title(here)} is not a home airbase and has no undisrupted Logistics Base")
    if mode == "sea":
        if here not in state.data.coastal or not state.is_friendly(side, here):
            return Refusal("ACT.SPEC.c", f"{state.title(here)} is not a friendly coastal space")
        if not state.is_home(side, here) and here not in serving_bases(state, side):
            return Refusal("ACT.SPEC.c", f"{state.title(here)} is not at home and has no undisrupted base")
    return None


def landings(state: SandState, id_: str, marker: str) -> frozenset[str]:
    """ACT.SPEC.c  The coast for ships, else the spaces in range of what carries a piece."""
    data = state.data
    return data.bands(data.counters[marker].code)[state.pieces[id_].at] if marker else data.coastal


def landings_of(state: SandState, side: Side, id_: str, marker: str) -> frozenset[str]:
    """Where to look for a landing: a base needs own units (ASP.2), a helicopter not on a pad needs one (AIR.5)."""
    found, counters = landings(state, id_, marker), state.data.counters
    if counters[id_].code == "base":
        return found.intersection(state.held(side))
    if marker and counters[marker].code == "helicopter" and state.pieces[id_].at not in pads(state, side):
        return found & pads(state, side)
    return found


def why_not_land(state: SandState, side: Side, id_: str, marker: str, space: str) -> Refusal | None:
    """ACT.SPEC.c  What keeps what is carried from a space."""
    here, counters = state.pieces[id_].at, state.data.counters
    if space == here:
        return Refusal("ACT.SPEC.c", "it is there already")
    if counters[id_].code == "base":
        return _why_not_drop_base(state, side, here, space)
    mode = MODES[counters[marker].code if marker else ""]
    if mode == "sea":
        if space not in state.data.coastal:
            return Refusal("ACT.SPEC.c", f"{state.title(space)} is not on the coast")
    else:
        if space not in landings(state, id_, marker):
            return Refusal("ACT.SPEC.c", f"{state.title(space)} is out of range")
        if mode == "helicopter" and here not in pads(state, side) and space not in pads(state, side):
            return Refusal("AIR.5", "a helicopter starts from or flies to an airbase or Logistics Base")
        refusal = why_not_over_border(state, side, here, space)
        if refusal is not None:
            return refusal
    return why_not_cross(state, id_, space) or why_no_room(state, side, space, weight(state, id_))


def _why_not_drop_base(state: SandState, side: Side, here: str, space: str) -> Refusal | None:
    """ASP.2, R48  A flown base needs a friendly combat unit, and no other base, where it lands."""
    if space not in state.data.in_band("air_supply", here):
        return Refusal("ACT.SPEC.c", f"{state.title(space)} is out of range")
    codes = [state.code(piece.id) for piece in state.ground(side, space) if piece.cv > 0]
    if not set(codes).difference(("camp", "guerrilla")):
        return Refusal("ASP.2", f"no friendly combat unit is in {state.title(space)}")
    if space in state.places_of(side, "base"):
        return Refusal("PCE.15", f"{state.title(space)} has a Logistics Base already")
    if not state.war and is_abroad(state, side, space):
        return Refusal("OH.1", "no base is placed in the enemy's home before Open Hostilities")
    return why_not_over_border(state, side, here, space)


def boardings(state: SandState, side: Side) -> Iterator[tuple[str, str]]:
    """Every piece of a side with a transport that might take it up."""
    return ((piece.id, marker) for piece, markers in lifts(state, side) for marker in markers)


def lifts(state: SandState, side: Side) -> Iterator[tuple[Block, tuple[str, ...]]]:
    """Every piece of a side with the transports of one kind that might take it up; of Air Supply one stands for all."""
    helicopters = free_markers(state, side, "helicopter")
    choices = {"helicopter": helicopters, "air_transport": free_markers(state, side, "air_supply")[:1], "sea": ("",)}
    kinds = {mode: markers for mode, markers in choices.items() if markers}
    for piece in _liftable(state, side):
        modes = modes_of(state, piece.id) or ("air_transport",)
        for mode, markers in kinds.items():
            if mode in modes:
                yield piece, markers


@of_the_side
def _liftable(state: SandState, side: Side) -> tuple[Block, ...]:
    """The pieces of a side on the map that something could carry, space by space."""
    liftable = state.data.liftable
    return tuple([piece for piece in state.on_map(side) if piece.id in liftable])


def might_be_brought(state: SandState, side: Side, space: str) -> bool:
    """ACT.SPEC.c, R97  Whether something could be carried into a space, as everybody sees who sees no types."""
    data, pad, bases = state.data, pads(state, side), state.places_of(side, "base")
    flights = [code for code in ("helicopter", "air_supply") if free_markers(state, side, code)]
    for here in state.occupied(side):
        if here == space:
            continue
        if space in data.coastal and _why_not_start(state, side, here, "sea") is None:
            return True
        if why_not_over_border(state, side, here, space) is not None:
            continue
        for code in flights:
            on_pad = here in pad or (space in pad if code == "helicopter" else here in bases)
            if on_pad and space in data.in_band(code, here):
                return True
    return False


def board(state: SandState, side: Side, id_: str, marker: str, here: str, space: str) -> None:
    """Pay for a lift: planning point, chip and the limit of air pieces across the border (R29, R49, R51)."""
    if state.facts(id_).hq is not None:
        pay_pv(state, id_)
    if marker:
        count_over_border(state, side, here, space)
    if is_abroad(state, side, here, space):
        add_chips(state, 1, "OPS.5", "A Special move across the border")


def is_still_carried(state: SandState, id_: str) -> bool:
    """Whether what was taken up is still there to land: an event during the flight may have removed it."""
    if state.pieces[id_].at in state.data.names:
        return True
    state.note(f"Lost before it could land: {state.facts(id_).name}.", "ACT.SPEC.c")
    return False


def land_lifted(state: SandState, id_: str, space: str, how: str) -> None:
    """Put what was carried into a space."""
    here = state.pieces[id_].at
    if state.code(id_) == "base":
        state.change(id_, at=space)
    else:
        enter(state, (id_,), space, how)
    tell_move(state, id_, here, space, "ACT.SPEC.a")
    settle(state, here)
