"""Questions an editor asks of a map's shape: what may be moved without folding it, and what is alike next door."""

from __future__ import annotations

from collections.abc import Iterable

import shapely
from shapely import Polygon, STRtree

from common.maps.changing.editing import Data
from common.maps.changing.editing_changes import entries, rings
from common.maps.changing.editing_text import EditError
from common.maps.gamemap import GameMap
from common.maps.model import Point, Space

CLOSE = 1e-6  # square units that count as nothing


def kind_in(space: Space, layer: str) -> str:
    """What a layer says of a space."""
    return space.kind if layer in ("terrain", "kind") else str(space.attrs.get(layer, ""))


def alike(game_map: GameMap, layer: str, start: str) -> list[str]:
    """The spaces of one kind that hang together with a space."""
    if start not in game_map.spaces:
        return []
    kind = kind_in(game_map.spaces[start], layer)
    found, ahead = {start: None}, [start]
    while ahead:
        for space in game_map.next_to(ahead.pop()):
            if space not in found and kind_in(game_map.spaces[space], layer) == kind:
                found[space] = None
                ahead.append(space)
    return list(found)


def all_corners(data: Data) -> list[Point]:
    """Every corner of every area."""
    return [(float(x), float(y)) for _, _, entry in entries(data, "spaces") for x, y in entry.get("polygon", ())]


def need_sound(data: Data, corners: Iterable[Point]) -> None:
    """Refuse outlines at these corners that cross themselves or lie on others."""
    wanted = set(corners)
    ids, shapes, near = [], [], []
    for _, _, entry in entries(data, "spaces"):
        ring = [(float(x), float(y)) for x, y in entry.get("polygon", ())]
        if len(ring) < 3:
            continue
        ids.append(str(entry["id"]))
        shapes.append(Polygon(ring))
        if wanted.intersection(ring):
            near.append(len(ids) - 1)
            if len(set(ring)) < len(ring) or not shapes[-1].is_valid or shapes[-1].area < CLOSE:
                raise EditError(f"that would fold the outline of {entry['id']}")
    tree = STRtree(shapes)
    for i in near:
        for j in tree.query(shapes[i], predicate="intersects"):
            if i != j and shapely.intersection(shapes[i], shapes[j]).area > CLOSE:
                raise EditError(f"that would push {ids[i]} over {ids[int(j)]}")


def need_plain(data: Data, at: Point) -> None:
    """Refuse to take out a corner where more than two outlines meet, or two that go on differently."""
    ways = []
    for ring in rings({"spaces": data.get("spaces", ())}):
        for i, corner in enumerate(ring):
            if corner[0] == at[0] and corner[1] == at[1]:
                ways.append(frozenset({tuple(ring[i - 1]), tuple(ring[(i + 1) % len(ring)])}))
    if len(ways) > 2 or len(set(ways)) > 1:
        raise EditError("borders meet at this corner; move it instead")
