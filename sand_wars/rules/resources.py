"""DRW.6-DRW.9, DIS.9  Resources, printed and discovered: who holds them, and when they are lost."""

from __future__ import annotations

from collections.abc import Collection

from common.engine import Side
from sand_wars.state import ALGERIA, MOROCCO, SIDES, SandState

COSTLY = {ALGERIA: ("oil", "nuclear"), MOROCCO: ("city", "phosphate")}  # kinds whose loss costs cards
PRICE = {ALGERIA: 1, MOROCCO: 2}  # DRW.6, DRW.7


def is_lost(state: SandState, space: str) -> bool:
    """R38  Whether the printed resource of a space is lost to the country it lies in."""
    return space in state.wrecked or space in _seized(state, state.data.home[space])


def _seized(state: SandState, owner: Side) -> list[str]:
    """R38  The printed resources of a country in enemy hands; an Algerian one is lost when Morocco is there too."""
    control, spaces, by_space = state.control, state.data.resources_of[owner], state.index.by_space
    if owner == ALGERIA:
        return [space for space in spaces if control.get(space) == MOROCCO or by_space[space][1]]
    return [space for space in spaces if control.get(space) == ALGERIA and not state.is_disputed(space)]


def lost_resources(state: SandState, owner: Side, kinds: Collection[str]) -> list[str]:
    """The printed resources of those kinds that a country has lost."""
    gone, resource = state.wrecked.union(_seized(state, owner)), state.data.resource
    return [space for space in state.data.resources_of[owner] if space in gone and resource[space] in kinds]


def discovery_kind(state: SandState, space: str) -> str:
    """What was discovered in a space; both countries have their own table."""
    tables = state.data.tables.discovery
    table = tables.algeria if state.data.home[space] == ALGERIA else tables.morocco
    return next(found.kind for found in table.values() if found.space == space)


def discoveries(state: SandState, side: Side) -> list[str]:
    """The spaces with a side's own discovery marker."""
    return [piece.at for piece in state.works(side, "resource_marker")]


def discoveries_held(state: SandState, side: Side) -> int:
    """DRW.8  How many of a side's own discoveries give it a card: undisrupted and controlled."""
    found = state.works(side, "resource_marker")
    return len([piece for piece in found if not piece.disrupted and state.controller(piece.at) == side])


def resources_held(state: SandState, side: Side, printed: str, found: str) -> int:
    """R40  The undisrupted spaces of a kind that a side controls, printed ones and discoveries of both countries."""
    working = [space for space in state.data.resources[printed] if space not in state.wrecked]
    for owner in SIDES:
        for piece in state.works(owner, "resource_marker"):
            if not piece.disrupted and discovery_kind(state, piece.at) == found:
                working.append(piece.at)
    return sum(state.controller(space) == side for space in working)
