"""SUP, LOG  Supply, Lines of Communication and the chains of Logistics Bases."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Side
from sand_wars.state import ENEMY, SandState

LENGTH = 2  # SUP.4
CAMP_USERS = ("cdo1", "guerrilla")  # LOG.4


def is_open(state: SandState, side: Side, space: str) -> bool:
    """SUP.2  Whether a side can trace through a space: it controls the space, or both sides are in it."""
    return state.control.get(space) == side or state.holds(side, space)


def within_reach(state: SandState, side: Side, space: str) -> Iterator[str]:
    """R20  The spaces at most two axes away, with only friendly or disputed spaces between."""
    yield space
    near = state.data.near[space]
    yield from near
    seen = {space, *near}
    for middle in near:
        if is_open(state, side, middle):
            for end in state.data.near[middle]:
                if end not in seen:
                    seen.add(end)
                    yield end


def serving_bases(state: SandState, side: Side) -> list[str]:
    """The spaces with an undisrupted base that serves a side: its own, or one captured this Game Turn (CAP.3)."""
    spaces = []
    for owner in (side, ENEMY[side]):
        for piece in state.on_map(owner):
            serves = piece.captured == (owner != side) and not piece.disrupted
            if serves and state.code(piece.id) == "base":
                spaces.append(piece.at)
    return spaces


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


def _has_port(state: SandState, side: Side) -> bool:
    return any(state.is_home(side, space) and state.is_friendly(side, space) for space in state.data.coastal)


def _is_enemy_held(state: SandState, side: Side, space: str) -> bool:
    return state.controller(space) == ENEMY[side]


def loc_to_base(state: SandState, side: Side, space: str) -> bool:
    """SUP.2, REI.5  Whether a real LOC leads from a space to a Logistics Base, also at home."""
    linked = linked_bases(state, side)
    return bool(linked) and any(end in linked for end in within_reach(state, side, space))


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
