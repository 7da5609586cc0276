"""SUP, LOG  Supply, Lines of Communication and the chains of Logistics Bases."""

from __future__ import annotations

from common.engine import Side
from sand_wars.state import ENEMY, SandState, of_the_lines, of_the_works

LENGTH = 2  # SUP.4
CAMP_USERS = ("cdo1", "guerrilla")  # LOG.4


def is_open(state: SandState, side: Side, space: str) -> bool:
    """SUP.2  Whether a side can trace through a space: it controls the space, or both sides are in it."""
    return state.control.get(space) == side or state.holds(side, space)


def within_reach(state: SandState, side: Side, space: str) -> list[str]:
    """R20  The spaces at most two axes away, with only friendly or disputed spaces between."""
    nearby = state.data.near
    found = [space, *nearby[space]]
    for middle in nearby[space]:
        if is_open(state, side, middle):
            found += nearby[middle]
    return list(dict.fromkeys(found))


@of_the_works
def serving_bases(state: SandState, side: Side) -> tuple[str, ...]:
    """The spaces with an undisrupted base that serves a side: its own, or one captured this Game Turn (CAP.3)."""
    pieces, bases, names = state.pieces, state.data.bases, state.data.names
    own = [base for base in map(pieces.__getitem__, bases[side]) if not base.captured]
    taken = [base for base in map(pieces.__getitem__, bases[ENEMY[side]]) if base.captured]
    return tuple([base.at for base in (*own, *taken) if base.at in names and not base.disrupted])


@of_the_lines
def linked_bases(state: SandState, side: Side) -> frozenset[str]:
    """R20, LOG.2, LOG.3  The spaces with serving bases whose chain leads home, by land or by sea."""
    left = [space for space in serving_bases(state, side) if not _is_enemy_held(state, side, space)]
    linked = {space for space in left if leads_home(state, side, space)}
    left = [space for space in left if space not in linked]
    while True:
        more = [space for space in left if any(end in linked for end in within_reach(state, side, space))]
        if not more:
            return frozenset(linked)
        linked.update(more)
        left = [space for space in left if space not in linked]


def leads_home(state: SandState, side: Side, space: str) -> bool:
    """R20  Whether a base in a space reaches the home country, or a coast from which the sea leads home."""
    if state.is_home(side, space):
        return True
    ports = _has_port(state, side)
    for end in within_reach(state, side, space):
        if state.is_home(side, end) and is_open(state, side, end):
            return True
        if ports and end in state.data.coastal and not _is_enemy_held(state, side, end):
            return True
    return False


@of_the_lines
def _has_port(state: SandState, side: Side) -> bool:
    return any(state.is_home(side, space) and state.is_friendly(side, space) for space in state.data.coastal)


def _is_enemy_held(state: SandState, side: Side, space: str) -> bool:
    return state.controller(space) == ENEMY[side]


@of_the_lines
def spaces_in_reach(state: SandState, side: Side) -> frozenset[str]:
    """SUP.2, R20  The spaces from which a LOC leads to a base; it is as long as from the base to the space."""
    return frozenset([end for base in linked_bases(state, side) for end in within_reach(state, side, base)])


def loc_to_base(state: SandState, side: Side, space: str) -> bool:
    """SUP.2, REI.5  Whether a real LOC leads from a space to a Logistics Base, also at home."""
    return space in spaces_in_reach(state, side)


def loc_to_camp(state: SandState, side: Side, space: str) -> bool:
    """R23  Whether an own undisrupted Camp is within reach of commandos and Guerrillas in a space."""
    return any(
        state.code(piece.id) == "camp" and not piece.disrupted
        for end in within_reach(state, side, space)
        for piece in state.at(side, end)
    )


def has_loc(state: SandState, id_: str) -> bool:
    """R21, R23  Whether a piece on the map is in supply: at home, or with a LOC to a base (or Camp)."""
    side, space = state.side_of(id_), state.pieces[id_].at
    if state.is_home(side, space) or loc_to_base(state, side, space):
        return True
    return state.code(id_) in CAMP_USERS and loc_to_camp(state, side, space)
