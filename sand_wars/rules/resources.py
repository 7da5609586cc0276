"""DRW.6-DRW.9, DIS.9  Resources, printed and discovered: who holds them, and when they are lost."""

from __future__ import annotations

from collections.abc import Collection

from common.engine import Side
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, SandState

COSTLY = {ALGERIA: ("oil", "nuclear"), MOROCCO: ("city", "phosphate")}  # kinds whose loss costs cards
PRICE = {ALGERIA: 1, MOROCCO: 2}  # DRW.6, DRW.7


def is_lost(state: SandState, space: str) -> bool:
    """R38  Whether the printed resource of a space is lost to the country it lies in."""
    if space in state.wrecked:
        return True
    owner = state.data.home[space]
    if owner == ALGERIA:
        return state.holds(MOROCCO, space) or state.control.get(space) == MOROCCO
    return state.controller(space) == ENEMY[owner]


def lost_resources(state: SandState, owner: Side, kinds: Collection[str]) -> list[str]:
    """The printed resources of those kinds that a country has lost."""
    data = state.data
    return [
        space
        for space, kind in data.resource.items()
        if kind in kinds and data.home[space] == owner and is_lost(state, space)
    ]


def discovery_kind(state: SandState, space: str) -> str:
    """What was discovered in a space; both countries have their own table."""
    tables = state.data.tables.discovery
    table = tables.algeria if state.data.home[space] == ALGERIA else tables.morocco
    return next(found.kind for found in table.values() if found.space == space)


def discoveries(state: SandState, side: Side) -> list[str]:
    """The spaces with a side's own discovery marker."""
    return [piece.at for piece in state.on_map(side) if state.code(piece.id) == "resource_marker"]


def discoveries_held(state: SandState, side: Side) -> int:
    """DRW.8  How many of a side's own discoveries give it a card: undisrupted and controlled."""
    return sum(
        1
        for piece in state.on_map(side)
        if state.code(piece.id) == "resource_marker" and not piece.disrupted and state.controller(piece.at) == side
    )


def resources_held(state: SandState, side: Side, printed: str, found: str) -> int:
    """R40  The undisrupted spaces of a kind that a side controls, printed ones and discoveries of both countries."""
    count = sum(
        1
        for space, kind in state.data.resource.items()
        if kind == printed and space not in state.wrecked and state.controller(space) == side
    )
    for owner in (ALGERIA, MOROCCO):
        for piece in state.on_map(owner):
            if state.code(piece.id) == "resource_marker" and not piece.disrupted:
                count += discovery_kind(state, piece.at) == found and state.controller(piece.at) == side
    return count
