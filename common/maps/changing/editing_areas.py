"""Areas drawn, split and merged so that neighbours always share their corners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

import shapely
from shapely import LineString, Polygon
from shapely import Point as Spot
from shapely.ops import split, unary_union

from common.maps.changing.editing import Data
from common.maps.changing.editing_changes import entries, entry_of, figure, pair, source_of
from common.maps.changing.editing_geometry import CLOSE, need_sound
from common.maps.changing.editing_names import drop_spaces, rename_all
from common.maps.changing.editing_text import EditError
from common.maps.model import Point

ON = 0.51  # map units within which a corner lies on a border
SMALLEST = 25.0  # square units


def add_area(data: Data, id_: str, points: Sequence[Point], like: Data | None = None) -> None:
    """A new area; what of it lies on others is cut away, and common borders get the same corners."""
    if entry_of(data, id_) is not None:
        raise EditError(f"there is a space {id_} already")
    shape = _polygon(points)
    for _, _, entry in entries(data, "spaces"):
        other = _polygon([tuple(corner) for corner in entry["polygon"]])
        if shape.intersects(other) and shape.intersection(other).area > CLOSE:
            shape = _largest(shape.difference(other))
    if shape.is_empty or shape.area < SMALLEST:
        raise EditError("there is no room for an area here")
    ring = _snapped(data, _ring(shape))
    made: Data = {"id": id_, **({"kind": like["kind"]} if like and like.get("kind") else {}), "at": [], "polygon": ring}
    made["at"] = pair(_middle(ring))
    groups = data.setdefault("spaces", [])
    if not groups:
        groups.append({"id": "areas", "source": source_of(data), "kind": "area", "entries": []})
    groups[-1]["entries"].append(made)
    _share(data, [made])
    need_sound(data, _points(made["polygon"]))


def split_area(data: Data, id_: str, line: Sequence[Point], new_id: str) -> None:
    """Cut an area along a line in two; the smaller part becomes a space of its own."""
    entry = entry_of(data, id_)
    if entry is None:
        raise EditError(f"there is no space {id_}")
    shape = _polygon([tuple(corner) for corner in entry["polygon"]])
    knife = LineString(_reach(line))
    pieces: list[Any] = [part for part in split(shape, knife).geoms if part.area > CLOSE]
    if len(pieces) != 2:
        raise EditError("the line must lead once from border to border of the area")
    pieces.sort(key=lambda part: part.area)
    if pieces[0].area < SMALLEST:
        raise EditError("that would leave a sliver")
    small, large = (_snapped(data, _ring(part), {id_}) for part in pieces)
    cut = _common(small, large)
    entry["polygon"] = large
    made = {key: value for key, value in entry.items() if key in ("kind", "tags")}
    made = {"id": new_id, **made, "at": pair(_middle(small)), "polygon": small}
    group = next(group for group in data["spaces"] if entry in group["entries"])
    group["entries"].insert(group["entries"].index(entry) + 1, made)
    entry["at"] = pair(_middle(large))
    _share(data, [entry, made])
    need_sound(data, [*cut, *_points(small)])


def merge_areas(data: Data, ids: Sequence[str]) -> None:
    """Make one area of several that touch; the first keeps its name, and whatever named the others names it."""
    chosen = [entry for _, _, entry in entries(data, "spaces") if entry["id"] in set(ids)]
    first = next((entry for entry in chosen if entry["id"] == ids[0]), None)
    if first is None or len(chosen) < 2:
        raise EditError("select two areas or more")
    whole: Any = unary_union([_polygon([tuple(corner) for corner in entry["polygon"]]) for entry in chosen])
    if whole.geom_type != "Polygon":
        raise EditError("the areas do not touch along a border")
    if whole.interiors:
        raise EditError("the areas would close around another one")
    others = [entry["id"] for entry in chosen if entry is not first]
    corners = {tuple(corner) for entry in chosen for corner in entry["polygon"]}
    first["polygon"] = [pair(point) for point in whole.exterior.coords[:-1] if _known(point, corners)]
    for group in data["spaces"]:
        group["entries"] = [entry for entry in group["entries"] if entry["id"] not in others]
    inner = {f"{a}-{b}" for a in ids for b in ids}
    for sides in data.get("sides", ()):
        sides["sides"] = [side for side in sides["sides"] if side not in inner]
    rename_all(data, dict.fromkeys(others, str(ids[0])))
    _tidy(data)


def remove_area(data: Data, id_: str) -> None:
    """Take an area out, with whatever names it."""
    drop_spaces(data, {id_})


def _tidy(data: Data) -> None:
    """Nothing is listed twice after ids have become one."""
    for group in data.get("sides", ()):
        kept: dict[Any, str] = {}
        for side in group["sides"]:
            kept.setdefault(side if group.get("one_way") else frozenset(side.split("-", 1)), side)
        group["sides"] = list(kept.values())
    for way in data.get("paths", ()):
        way["through"] = [each for n, each in enumerate(way["through"]) if not n or each != way["through"][n - 1]]
    for name, members in data.get("groups", {}).items():
        data["groups"][name] = list(dict.fromkeys(members))
    for _, _, box in entries(data, "boxes"):
        if "next_to" in box:
            box["next_to"] = list(dict.fromkeys(box["next_to"]))


# --- shapes -----------------------------------------------------------------------------------------------


def _polygon(points: Iterable[Any]) -> Polygon:
    ring = [(float(x), float(y)) for x, y in points]
    if len(ring) < 3:
        raise EditError("an area needs three corners")
    shape = Polygon(ring)
    if not shape.is_valid:
        raise EditError("the outline crosses itself")
    return shape


def _largest(shape: shapely.Geometry) -> Polygon:
    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    return max(parts, key=lambda part: float(part.area), default=Polygon())


def _ring(shape: Polygon) -> list[Point]:
    return [(float(x), float(y)) for x, y in shape.exterior.coords[:-1]]


def _middle(ring: Sequence[Sequence[float]]) -> Point:
    """A place well inside: the centre of mass, or a point that certainly lies in the area."""
    shape = Polygon([(x, y) for x, y in ring])
    center = shape.centroid
    found = center if shape.contains(center) else shape.representative_point()
    return float(found.x), float(found.y)


def _reach(line: Sequence[Point]) -> list[Point]:
    """A line made a little longer at both ends, so that it surely crosses the borders it ends on."""
    if len(line) < 2:
        raise EditError("draw a line from border to border")
    return [_beyond(line[1], line[0]), *line[1:-1], _beyond(line[-2], line[-1])]


def _beyond(a: Point, b: Point) -> Point:
    long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return b[0] + (b[0] - a[0]) / long * 0.2, b[1] + (b[1] - a[1]) / long * 0.2


def _points(ring: Iterable[Sequence[float]]) -> list[Point]:
    return [(corner[0], corner[1]) for corner in ring]


def _known(point: Sequence[float], corners: set[tuple[Any, ...]]) -> bool:
    return any(hypot(point[0] - x, point[1] - y) < ON for x, y in corners)


def _snapped(data: Data, ring: Iterable[Point], but: Iterable[str] = ()) -> list[list[int | float]]:
    """A ring whose corners are those of the neighbours where they are meant to be the same."""
    own = set(but)
    known = [tuple(c) for _, _, e in entries(data, "spaces") if e["id"] not in own for c in e.get("polygon", ())]
    found: list[list[int | float]] = []
    for x, y in ring:
        near = next((corner for corner in known if hypot(corner[0] - x, corner[1] - y) < ON), None)
        place = [near[0], near[1]] if near is not None else [figure(x), figure(y)]
        if place not in found:
            found.append(place)
    return found


def _common(a: Iterable[Sequence[float]], b: Iterable[Sequence[float]]) -> list[Point]:
    other = {tuple(corner) for corner in b}
    return [(corner[0], corner[1]) for corner in a if tuple(corner) in other]


def _share(data: Data, made: Sequence[Data]) -> None:
    """Put the corners of areas into the borders of their neighbours that they lie on, and the other way round."""
    everyone = [entry for _, _, entry in entries(data, "spaces") if entry.get("polygon")]
    for entry in made:
        for other in everyone:
            if other is not entry:
                _take_corners(other["polygon"], entry["polygon"])
                _take_corners(entry["polygon"], other["polygon"])


def _take_corners(ring: list[Any], others: Iterable[Sequence[float]]) -> None:
    for corner in others:
        place = list(corner)
        if place in ring:
            continue
        for i in range(len(ring)):
            a, b = ring[i], ring[(i + 1) % len(ring)]
            edge = LineString([(a[0], a[1]), (b[0], b[1])])
            spot = Spot(place[0], place[1])
            if edge.distance(spot) < ON and min(spot.distance(Spot(*a)), spot.distance(Spot(*b))) > ON:
                ring.insert(i + 1, place)
                break
