"""FSTR, FRT, HQC, LOS, DIS, REP  Formations, the frontage of a space, and how pieces are hurt and lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from common.engine import Refusal, Side
from sand_wars.rules.supply import has_loc
from sand_wars.state import (
    ASIDE,
    MOROCCO,
    NAMES,
    NOBODY,
    OUT,
    REPLACEMENT,
    SPENT,
    Block,
    SandState,
    of_the_place,
    of_the_side,
)

FRONTAGE = 12  # FRT.1
FULL_PV = 3  # HQC.8
STOCK = ("camp", "base", "fort", "resource_marker")  # what goes back to its owner's stock when lost (R74)
BLANK = {"hq": "", "up": False, "pv": 0, "disrupted": False, "captured": False}


# Names


def name_of(state: SandState, id_: str) -> str:
    """A piece as its owner names it."""
    facts, piece = state.data.counters[id_], state.pieces[id_]
    return f"{facts.name} ({piece.cv})" if facts.type.block == "small" and piece.cv else facts.name


def public_name(state: SandState, id_: str) -> str:
    """A piece as anybody may name it: a hidden block is only a block."""
    facts, piece = state.data.counters[id_], state.pieces[id_]
    if not facts.is_block or state.is_shown(facts.side, piece.at) or piece.at not in state.data.names:
        return facts.name
    return "an HQ" if facts.hq else "a block"


def is_in_a_box(state: SandState, id_: str) -> bool:
    """DSP.6  Whether a unit lies on its owner's display, so that nobody else sees what happens to it."""
    piece = state.pieces[id_]
    return bool(piece.hq) and not state.is_shown(state.side_of(id_), piece.at)


# Formations (FSTR)


@of_the_place
def _attached(state: SandState, side: Side, place: str) -> dict[str, list[Block]]:
    """What is attached to each HQ of a side in a space."""
    found: dict[str, list[Block]] = {}
    for piece in state.at(side, place):
        if piece.hq:
            found.setdefault(piece.hq, []).append(piece)
    return found


def members(state: SandState, hq: str) -> Sequence[Block]:
    """Everything attached to an HQ, Leaders included."""
    return _attached(state, state.data.counters[hq].side, state.pieces[hq].at).get(hq, ())


def attached_units(state: SandState, hq: str) -> list[Block]:
    """The units attached to an HQ, which count against its capacity (HQC.1)."""
    counters = state.data.counters
    return [piece for piece in members(state, hq) if counters[piece.id].code != "leader"]


def formation(state: SandState, id_: str) -> list[str]:
    """A piece with everything that moves with it: an HQ takes its members along (HQC.2)."""
    if state.data.counters[id_].hq is None:
        return [id_]
    return [id_, *[piece.id for piece in members(state, id_)]]


def is_hurt(state: SandState, id_: str) -> bool:
    """DIS.2  Whether a piece or anything that moves with it is disrupted."""
    return True in [state.pieces[part].disrupted for part in formation(state, id_)]


def weight(state: SandState, id_: str) -> int:
    """R34  How much a piece with all that moves with it counts for frontage."""
    if state.data.counters[id_].hq is None:
        return int(id_ in state.data.occupying)
    return 1 + len(attached_units(state, id_))


def move_piece(state: SandState, id_: str, space: str) -> None:
    """Put a piece, an HQ with its members, into another space; control is settled afterwards by the caller."""
    state.put(*[replace(state.pieces[part], at=space) for part in formation(state, id_)])


def detach_all(state: SandState, hq: str) -> None:
    """Everything attached to an HQ stands alone in its space (R32, RET.1)."""
    for piece in members(state, hq):
        state.change(piece.id, hq="")


# Frontage (FRT)


def frontage(state: SandState, side: Side, space: str) -> int:
    """How many ground units of a side are in a space, attached ones included (FRT.1, R34)."""
    return len(state.ground(side, space))


def why_no_room(state: SandState, side: Side, space: str, more: int) -> Refusal | None:
    """FRT.1  What keeps so many more ground units of a side out of a space."""
    if not more or (held := len(state.index.by_space.get(space, NOBODY)[side == MOROCCO]) + more) <= FRONTAGE:
        return None
    units = f"{held} ground units of {NAMES[side]}"
    return Refusal("FRT.1", f"{state.title(space)} would hold {units}; {FRONTAGE} are the limit")


def with_room(state: SandState, side: Side, spaces: Iterable[str]) -> list[str]:
    """FRT.1  Those of the spaces that have room for one more ground unit of a side."""
    full = _full_spaces(state, side)
    return [space for space in spaces if space not in full]


@of_the_side
def _full_spaces(state: SandState, side: Side) -> frozenset[str]:
    """The spaces without room for one more unit; where nobody stands there is room."""
    by_space, owner = state.index.by_space, side == MOROCCO
    return frozenset([space for space in state.held(side) if len(by_space[space][owner]) >= FRONTAGE])


# Losses


def steps_of(state: SandState, piece: Block) -> int:
    """How many CV steps are lost with a piece: those left of a block, two for Guards, none for HQs and markers."""
    facts = state.facts(piece.id)
    if facts.code == "guards":
        return facts.type.steps
    if facts.code in ("camp", "guerrilla"):
        return 1
    return piece.cv if facts.type.block == "small" else 0


def _count_steps(state: SandState, side: Side, space: str, steps: int) -> None:
    """Add to the steps a side has lost; what an event takes elsewhere is no loss of the combat that it interrupts."""
    state.lost_steps = {**state.lost_steps, side: state.lost_steps.get(side, 0) + steps}
    battle = state.battle
    if battle is not None and battle.space != space:
        ours, theirs = battle.losses
        had = (ours + steps, theirs) if side == battle.attacker else (ours, theirs + steps)
        state.battle = replace(battle, losses=had)


def lose_step(state: SandState, id_: str, rule: str = "LOS.1") -> None:
    """LOS.1  A block turns to the next lower number, or is gone; plastic pieces have one step."""
    piece = state.pieces[id_]
    if state.facts(id_).type.block != "small" or piece.cv <= 1:
        eliminate(state, id_, rule)
        return
    side = state.side_of(id_)
    _count_steps(state, side, piece.at, 1)
    state.change(id_, cv=piece.cv - 1)
    state.note(f"{name_of(state, id_)} of {NAMES[side]} loses a step in {state.title(piece.at)}.", rule)


def eliminate(state: SandState, id_: str, rule: str, to: str = "") -> None:
    """R74  A piece leaves the map for the box it belongs in, or for `to`; an HQ leaves its units behind."""
    piece, facts = state.pieces[id_], state.facts(id_)
    place = to or _grave(state, piece)
    _count_steps(state, facts.side, piece.at, steps_of(state, piece))
    where = state.data.names.get(piece.at, "")
    name = facts.name
    if facts.hq:
        detach_all(state, id_)
    state.put(Block(id_, place))
    words = {REPLACEMENT: "goes to the Replacement box", OUT: "is out of the game", ASIDE: "goes back to stock"}
    tail = words.get(place, "is spent")
    state.note(f"{name} of {NAMES[facts.side]}{' in ' + where if where else ''} {tail}.", rule)


def _grave(state: SandState, piece: Block) -> str:
    code = state.code(piece.id)
    if code in STOCK:
        return ASIDE
    if code == "leader":
        return OUT
    if code == "ssm":
        return SPENT
    if state.facts(piece.id).type.block == "marker":
        return REPLACEMENT
    return REPLACEMENT if has_loc(state, piece.id) else OUT


def can_be_disrupted(state: SandState, id_: str) -> bool:
    """DIS.11, LDR.4  Markers, Leaders and what is disrupted already are not."""
    facts = state.facts(id_)
    marker = facts.type.block == "marker" and facts.code not in ("fort", "resource_marker")
    return not marker and not state.pieces[id_].disrupted


def disrupt(state: SandState, id_: str, rule: str) -> None:
    """DIS.1  A piece becomes disrupted; once is enough."""
    if can_be_disrupted(state, id_):
        state.change(id_, disrupted=True)
        side, where = NAMES[state.side_of(id_)], state.title(state.pieces[id_].at)
        name, seen = name_of(state, id_), public_name(state, id_)
        public = f"{seen[0].upper()}{seen[1:]} of {side} in {where} is disrupted."
        state.note(
            f"{name} of {side} in {where} is disrupted.",
            rule,
            only=(state.side_of(id_),),
            public="" if is_in_a_box(state, id_) else public,
            show=("rules", "rolls"),
        )
