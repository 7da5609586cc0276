"""Checks of shape and neighbourhood: outlines, borders, positions, links."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise
from math import hypot

import shapely
from shapely import LineString, Polygon, STRtree

from common.maps.areas import borders
from common.maps.checking.findings import Problem, Register
from common.maps.gamemap import GameMap
from common.maps.model import Point, Space

geometry = Register()
SLIVER = 0.02  # of the median area
CLOSE = 0.01  # map units within which two points are meant to be one


def areas(map_: GameMap) -> dict[str, Space]:
    """The spaces whose outline is drawn by hand; hexes are compared with their grid instead."""
    return {id_: space for id_, space in map_.spaces.items() if space.polygon and map_.kind == "area"}


def _sound(map_: GameMap) -> tuple[list[str], list[Polygon]]:
    """The areas whose outline is a proper polygon; the others have their own finding."""
    ids = [id_ for id_, space in areas(map_).items() if len(space.polygon) >= 3]
    shapes = [Polygon(map_.spaces[id_].polygon) for id_ in ids]
    kept = [i for i, good in enumerate(shapely.is_valid(shapes)) if good] if shapes else []
    return [ids[i] for i in kept], [shapes[i] for i in kept]


@geometry("build.no-space", "draw the first space", "field")
def _no_space(map_: GameMap) -> Iterator[Problem]:
    if not map_.spaces:
        yield Problem("", "the map has no space yet", "spaces" if map_.kind != "hex" else "terrain")


@geometry("geometry.outline", "an outline must not touch or cross itself", "field")
def _outline(map_: GameMap) -> Iterator[Problem]:
    for id_, space in areas(map_).items():
        if len(space.polygon) < 3 or not Polygon(space.polygon).is_valid:
            yield Problem(id_, "the outline crosses itself or has fewer than three corners")


@geometry("geometry.repeated-corner", "remove one of the two corners", "field")
def _repeated(map_: GameMap) -> Iterator[Problem]:
    for id_, space in areas(map_).items():
        for a, b in pairwise([*space.polygon, space.polygon[0]]):
            if hypot(a[0] - b[0], a[1] - b[1]) < CLOSE:
                yield Problem(id_, f"two corners at {a}")


@geometry("geometry.overlap", "move the border so that the two share it", "field")
def _overlap(map_: GameMap) -> Iterator[Problem]:
    ids, shapes = _sound(map_)
    if not shapes:
        return
    left, right = STRtree(shapes).query(shapes, predicate="intersects")
    pairs = [(int(i), int(j)) for i, j in zip(left, right, strict=True) if i < j]
    for (i, j), common in zip(pairs, _common_areas(shapes, pairs), strict=True):
        if common > 1:
            what = f"the areas {ids[i]} and {ids[j]} overlap by {common:.0f} square units"
            yield Problem(f"{ids[i]}-{ids[j]}", what)


def _common_areas(shapes: list[Polygon], pairs: list[tuple[int, int]]) -> list[float]:
    if not pairs:
        return []
    common = shapely.intersection([shapes[i] for i, _ in pairs], [shapes[j] for _, j in pairs])
    return [float(area) for area in shapely.area(common)]


@geometry("geometry.gap", "let one of the neighbors take the gap", "field")
def _gap(map_: GameMap) -> Iterator[Problem]:
    ids, shapes = _sound(map_)
    if not shapes:
        return
    whole, tree = shapely.union_all(shapes), STRtree(shapes)
    for part in shapely.get_parts(whole):
        for ring in part.interiors:
            gap = Polygon(ring)
            if gap.area > 1e-6:
                x, y = gap.representative_point().coords[0]
                beside = sorted(ids[i] for i in tree.query(gap, predicate="dwithin", distance=CLOSE))
                what = f"a gap of {gap.area:.0f} square units at ({x:.0f}, {y:.0f}) between {', '.join(beside)}"
                yield Problem("", what, near=beside[0] if beside else "")


@geometry("geometry.border-corners", "give both areas the same corners along their border", "field")
def _corners(map_: GameMap) -> Iterator[Problem]:
    owners: dict[Point, set[str]] = {}
    for id_, space in areas(map_).items():
        for corner in space.polygon:
            owners.setdefault(corner, set()).add(id_)
    corners = list(owners)
    tree = STRtree(shapely.points(corners) if corners else [])
    for id_, space in areas(map_).items():
        for a, b in pairwise([*space.polygon, space.polygon[0]]):
            edge = LineString([a, b])
            for i in tree.query(edge, predicate="dwithin", distance=0.5):
                corner = corners[i]
                if corner not in (a, b) and id_ not in owners[corner]:
                    yield Problem(
                        id_, f"its border passes the corner {corner} of {min(owners[corner])} without having it"
                    )


@geometry("geometry.frame", "keep the space inside the sheet", "field size")
def _frame(map_: GameMap) -> Iterator[Problem]:
    width, height = map_.size
    for id_, space in map_.spaces.items():
        for x, y in (space.center, *space.polygon):
            if not (0 <= x <= width and 0 <= y <= height):
                yield Problem(id_, f"({x:.0f}, {y:.0f}) lies outside the sheet")
                break


@geometry("geometry.centre", "put the center where the counters of the space shall stand", "field")
def _centre(map_: GameMap) -> Iterator[Problem]:
    ids, shapes = _sound(map_)
    for id_, shape in zip(ids, shapes, strict=True):
        if not shapely.contains_xy(shape, *map_.spaces[id_].center):
            yield Problem(id_, "its center lies outside its outline")


@geometry("geometry.sliver", "remove it or give it room", "field")
def _sliver(map_: GameMap) -> Iterator[Problem]:
    ids, shapes = _sound(map_)
    sizes = sorted(shape.area for shape in shapes)
    for id_, shape in zip(ids, shapes, strict=True):
        if shape.area < SLIVER * sizes[len(sizes) // 2]:
            yield Problem(id_, f"is only {shape.area:.0f} square units large")


@geometry("geometry.hexagon", "hexes take their corners from the grid: leave them alone", "field")
def _hexagon(map_: GameMap) -> Iterator[Problem]:
    if map_.layout is None:
        return
    for id_, cell in map_.cells.items():
        row, column = map_.layout.offset(cell)
        space = map_.spaces.get(id_)
        if space is not None and (
            space.polygon != map_.layout.corners(row, column) or space.center != map_.layout.center(row, column)
        ):
            yield Problem(id_, "does not lie where the grid has it")


@geometry("geometry.points-overlap", "move one of the two spaces", "field")
def _points(map_: GameMap) -> Iterator[Problem]:
    if map_.kind != "point":
        return
    for a, b in combinations(map_.spaces.values(), 2):
        dx, dy = abs(a.center[0] - b.center[0]), abs(a.center[1] - b.center[1])
        if a.box and b.box:
            touch = dx < (a.box[0] + b.box[0]) / 2 and dy < (a.box[1] + b.box[1]) / 2
        else:
            touch = hypot(dx, dy) < a.radius + b.radius
        if touch:
            yield Problem(a.id, f"overlaps {b.id}")


def extent(space: Space) -> shapely.Geometry:
    """The ground a point-to-point space covers."""
    x, y = space.center
    if space.box:
        w, h = space.box
        return shapely.box(x - w / 2, y - h / 2, x + w / 2, y + h / 2)
    return shapely.Point(x, y).buffer(space.radius)


@geometry("geometry.route-through", "move the space or bend the route", "links")
def _through(map_: GameMap) -> Iterator[Problem]:
    if map_.kind != "point":
        return
    ids = list(map_.spaces)
    shapes = [extent(map_.spaces[id_]) for id_ in ids]
    tree = STRtree(shapes)
    for link in map_.links_of():
        if link.a in map_.spaces and link.b in map_.spaces:
            way = LineString(map_.course(link))
            for i in tree.query(way, predicate="intersects"):
                if ids[i] not in (link.a, link.b):
                    yield Problem(f"{link.a}-{link.b}", f"passes through {ids[i]}")


@geometry("geometry.routes-cross", "move a space so that the routes do not cross", "links")
def _routes_cross(map_: GameMap) -> Iterator[Problem]:
    if map_.kind != "point":
        return
    links = [link for link in map_.links_of() if link.a in map_.spaces and link.b in map_.spaces]
    ways = [LineString(map_.course(link)) for link in links]
    if not ways:
        return
    left, right = STRtree(ways).query(ways, predicate="crosses")
    for i, j in zip(left, right, strict=True):
        if i < j:
            yield Problem(f"{links[i].a}-{links[i].b}", f"crosses the route {links[j].a}-{links[j].b}")


# --- links ------------------------------------------------------------------------------------------------


@geometry("link.unknown-space", "create the space or remove the link", "links")
def _unknown(map_: GameMap) -> Iterator[Problem]:
    for a, b in map_.links:
        if a not in map_.spaces or b not in map_.spaces:
            yield Problem(f"{a}-{b}", "one end does not exist")


@geometry("link.self", "remove the link", "links")
def _self(map_: GameMap) -> Iterator[Problem]:
    for a, b in map_.links:
        if a == b:
            yield Problem(a, "is linked to itself")


@geometry("link.one-sided", "links are kept in both directions", "links")
def _one_sided(map_: GameMap) -> Iterator[Problem]:
    for a, b in map_.links:
        if (b, a) not in map_.links:
            yield Problem(f"{a}-{b}", "there is no link back")


@geometry("link.misfiled", "file the link under its own ends", "links")
def _misfiled(map_: GameMap) -> Iterator[Problem]:
    for (a, b), link in map_.links.items():
        if (link.a, link.b) != (a, b):
            yield Problem(f"{a}-{b}", f"holds the link {link.a}-{link.b}")


@geometry("link.missing", "spaces with a common border are neighbors", "links")
def _missing(map_: GameMap) -> Iterator[Problem]:
    for a, b in _touching(map_):
        if (a, b) not in map_.links and (b, a) not in map_.links:
            yield Problem(f"{a}-{b}", "a common border, but no link")


@geometry("link.without-border", "spaces that meet in a point or not at all are not neighbors", "links")
def _without(map_: GameMap) -> Iterator[Problem]:
    if map_.kind == "point":
        return
    touching = {frozenset(pair) for pair in _touching(map_)}
    for a, b in map_.links:
        if a < b and a in map_.spaces and b in map_.spaces and frozenset((a, b)) not in touching:
            yield Problem(f"{a}-{b}", "a link without a common border")


def _touching(map_: GameMap) -> list[tuple[str, str]]:
    if map_.kind == "area" and areas(map_):
        return borders({id_: space.polygon for id_, space in areas(map_).items() if len(space.polygon) >= 3})
    at = {cell: id_ for id_, cell in map_.cells.items() if id_ in map_.spaces}
    pairs = []
    for (q, r), id_ in at.items():
        for step in ((1, 0), (1, -1), (0, 1)):
            other = at.get((q + step[0], r + step[1]))
            if other is not None:
                pairs.append((id_, other))
    return pairs


@geometry("link.connected", "join the parts or remove what lies apart", "links boxes")
def _connected(map_: GameMap) -> Iterator[Problem]:
    near: dict[str, list[str]] = {id_: [] for id_ in map_.ids}
    for a, b in (*map_.links, *map_.box_links):
        if a in near and b in near and a != b:
            near[a].append(b)
    met, frontier = set(map_.ids[:1]), list(map_.ids[:1])
    while frontier:
        for other in near[frontier.pop()]:
            if other not in met:
                met.add(other)
                frontier.append(other)
    apart = [id_ for id_ in map_.ids if id_ not in met and near[id_]]
    if apart:
        some = ", ".join(apart[:8]) + (" …" if len(apart) > 8 else "")
        yield Problem(apart[0], f"{len(apart)} spaces cannot be reached from {map_.ids[0]}: {some}")


@geometry("link.none", "link the space to its neighbors or remove it", "links boxes")
def _isolated(map_: GameMap) -> Iterator[Problem]:
    ends = Counter(a for a, _ in (*map_.links, *map_.box_links))
    for id_ in map_.ids:
        if not ends[id_] and len(map_.ids) > 1:
            yield Problem(id_, "has no neighbor")
