"""Maps from GeoJSON: polygons become areas that share corners, points become spaces, lines routes or courses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from math import isfinite
from typing import Any

from shapely import Point as Spot
from shapely import Polygon, STRtree
from shapely.ops import unary_union

from common.maps.changing import editing_areas as areas
from common.maps.changing.editing_text import EditError
from common.maps.changing.fitting import Matrix, apply, bounds_fit
from common.maps.exchange.exports import OWN
from common.maps.exchange.import_hexes import FoundHex, FoundLink, find_grid, write_hexes, write_links
from common.maps.exchange.import_parts import (
    MOST,
    RADIUS,
    SHEET,
    SOURCE,
    Data,
    ImportTrouble,
    TargetSheet,
    begin_data,
    free_id,
    is_coordinate,
    is_plain,
    round_figure,
)
from common.maps.model import Point
from common.maps.pictures.themes import THEMES

Place = Callable[[Any], list[float]]


def read_geojson(text: str, name: str, onto: TargetSheet | None = None) -> Data:
    """Polygons become areas; else points become spaces; lines and what is left are drawn.

    For a map that is there already everything lies as it lies on its sheet, and lines alone are enough.
    """
    features, own = parse_geojson(text)
    place, size, fit = _placing(features, own, onto)
    spaces = [each for each in features if not own or each[2].get("layer", "space") == "space"]
    polygons = [each for each in spaces if each[0] in ("Polygon", "MultiPolygon")]
    points = [each for each in spaces if each[0] in ("Point", "MultiPoint")]
    if not polygons and not points and onto is None:
        raise ImportTrouble("neither an area nor a point is in the file")
    data = begin_data(str(own.get("id") or name), "area" if polygons else "point", size, str(own.get("title") or ""))
    if own.get("theme") in THEMES:
        data["theme"] = own["theme"]
    if isinstance(own.get("credits"), str) and own["credits"]:
        data["credits"] = own["credits"][:400]
    if fit is not None:
        data["projection"] = {"affine": [round(value, 6) for value in fit]}
    hexes = [*_hexes(polygons or points, place)] if onto is None else []
    grid = find_grid(hexes)
    if grid is not None:
        data = write_hexes(data, grid, hexes, _hex_links(features, {each.id for each in hexes}))
        _add_lines(data | {"spaces": []}, [each for each in features if each[2].get("layer") != "link"], place, data)
    elif polygons:
        _add_areas(data, polygons, place)
        data |= _signs([each for each in points if not own], place)
    else:
        data["spaces"] = [{"id": "places", "source": SOURCE, "entries": [*_points(points, place)]}]
    if grid is None:
        _add_lines(data, features, place, data)
    if own:
        _add_drawn(data, features, place)
        if data["kind"] == "area":
            known = {entry["id"] for group in data["spaces"] for entry in group["entries"]}
            data |= write_links(_hex_links(features, known))
    return data


def _hexes(spaces: list[tuple[str, Any, Data]], place: Place) -> Iterator[FoundHex]:
    """Spaces as they would be if they were hexes."""
    for kind, coordinates, properties in spaces:
        center = properties.get("center")
        if isinstance(center, list) and len(center) == 2 and all(is_coordinate(value) for value in center):
            x, y = place(center)
        elif kind == "Point":
            x, y = place(coordinates)
        else:
            ring = _open_ring([place(at) for at in (coordinates[0] if kind == "Polygon" else coordinates[0][0])])
            x, y = (sum(at[axis] for at in ring) / max(1, len(ring)) for axis in (0, 1))
        said, facts = properties.get("id") or properties.get("name") or "", _facts(properties)
        tags, attrs = tuple(facts.get("tags", ())), facts.get("attrs", {})
        yield FoundHex(str(said), (x, y), _name_of(properties), str(facts.get("kind", "")), tags, attrs)


def _hex_links(features: list[tuple[str, Any, Data]], known: set[str]) -> Iterator[FoundLink]:
    """What lies between hexes in a file of ours."""
    for _, _, about in features:
        a, b, kinds, through = str(about.get("a")), str(about.get("b")), about.get("kinds"), about.get("through")
        if about.get("layer") == "link" and isinstance(kinds, list) and known >= {a, b}:
            ways = tuple(str(each) for each in through) if isinstance(through, list) else ()
            attrs = about["attrs"] if isinstance(about.get("attrs"), dict) else {}
            yield FoundLink(a, b, tuple(str(each)[:80] for each in kinds), bool(about.get("one_way")), ways, attrs)


def parse_geojson(text: str) -> tuple[list[tuple[str, Any, Data]], Data]:
    """The kind, coordinates and properties of every feature of a text, and what a file of ours says of itself."""
    try:
        whole = json.loads(text)
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        raise ImportTrouble(f"line {line}: not JSON: {getattr(error, 'msg', 'nested too deeply')}") from None
    if not isinstance(whole, dict) or whole.get("type") not in ("FeatureCollection", "Feature"):
        raise ImportTrouble("not GeoJSON: there is no FeatureCollection")
    listed = whole.get("features") if whole["type"] == "FeatureCollection" else [whole]
    if not isinstance(listed, list):
        raise ImportTrouble("not GeoJSON: `features` is no list")
    if len(listed) > MOST:
        raise ImportTrouble(f"{len(listed)} features are more than {MOST}")
    found = [_feature(number, each) for number, each in enumerate(listed)]
    own = whole.get(OWN)
    return [each for each in found if each is not None], own if isinstance(own, dict) else {}


def _feature(number: int, feature: Any) -> tuple[str, Any, Data] | None:
    if not isinstance(feature, dict):
        raise ImportTrouble(f"feature {number} is no object")
    geometry, properties = feature.get("geometry"), feature.get("properties")
    if geometry is None:
        return None
    if not isinstance(geometry, dict) or "coordinates" not in geometry:
        raise ImportTrouble(f"feature {number} has no coordinates")
    kind, coordinates = str(geometry.get("type")), geometry["coordinates"]
    depth = {"Point": 0, "MultiPoint": 1, "LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}
    if kind not in depth:
        raise ImportTrouble(f"feature {number}: {kind} cannot be taken over")
    _need_numbers(coordinates, depth[kind], number)
    return kind, coordinates, properties if isinstance(properties, dict) else {}


def _need_numbers(value: Any, depth: int, number: int) -> None:
    if not isinstance(value, list) or (depth and not value):
        raise ImportTrouble(f"feature {number}: its coordinates are not those of its type")
    if depth:
        for each in value:
            _need_numbers(each, depth - 1, number)
    elif len(value) < 2 or not all(
        isinstance(each, (int, float)) and not isinstance(each, bool) and isfinite(each) and abs(each) < 1e7
        for each in value[:2]
    ):
        raise ImportTrouble(f"feature {number}: a place must be two numbers")


def _flat(value: Any) -> Iterator[list[float]]:
    if value and isinstance(value[0], list):
        for each in value:
            yield from _flat(each)
    else:
        yield value


def bounds_of(features: Iterable[tuple[str, Any, Data]]) -> tuple[float, float, float, float]:
    """West, south, east and north of all that is in a file."""
    places = [at for _, coordinates, _ in features for at in _flat(coordinates)]
    if not places:
        raise ImportTrouble("nothing in the file has a place")
    xs, ys = [at[0] for at in places], [at[1] for at in places]
    return min(xs), min(ys), max(xs), max(ys)


def _placing(
    features: list[tuple[str, Any, Data]], own: Data, onto: TargetSheet | None
) -> tuple[Place, Point, Matrix | None]:
    """How coordinates become map units: as they are in a file of ours, else laid on a sheet."""
    size = own.get("size")
    known = isinstance(size, list) and len(size) == 2 and all(is_coordinate(v) and 1 <= v <= 1e6 for v in size)
    if known and size is not None and not own.get("fitted"):
        return (lambda at: [round_figure(at[0], 3), round_figure(at[1], 3)]), (float(size[0]), float(size[1])), None
    affine = own.get("affine") if onto is None or onto.earth is None else None
    if known and size is not None and isinstance(affine, list) and len(affine) == 6 and all(map(is_coordinate, affine)):
        a, b, c, d, e, f = map(float, affine)
        if abs(a * e - b * d) > 1e-9:
            own_fit: Matrix = (a, b, c, d, e, f)
            back = lambda at: [round_figure(each, 2) for each in apply(own_fit, (at[0], at[1]))]  # noqa: E731
            return back, (float(size[0]), float(size[1])), own_fit
    west, south, east, north = bounds_of(features)
    on_earth = -180.5 <= west <= east <= 180.5 and -90.5 <= south <= north <= 90.5
    sheet = onto.size if onto is not None else SHEET
    matrix = (
        bounds_fit((west, south, east, north), sheet) if on_earth else _plain_fit((west, south, east, north), sheet)
    )
    if onto is not None and onto.earth is not None and on_earth:
        matrix = onto.earth
    return (lambda at: [*map(round_figure, apply(matrix, (at[0], at[1])))]), sheet, matrix if on_earth else None


def _plain_fit(bounds: tuple[float, float, float, float], sheet: Point) -> Matrix:
    """Coordinates of a plane, north up, on a sheet."""
    west, south, east, north = bounds
    scale = min((sheet[0] - 80) / max(1e-9, east - west), (sheet[1] - 80) / max(1e-9, north - south))
    return scale, 0.0, 40 - west * scale, 0.0, -scale, 40 + north * scale


def _name_of(properties: Data) -> str:
    said = next((properties[key] for key in ("name", "NAME", "title", "label") if properties.get(key)), "")
    return str(said)[:80]


def _facts(properties: Data) -> Data:
    """What a thing of another program says of itself, as tags and attributes."""
    found: Data = {}
    if isinstance(properties.get("kind"), str) and properties["kind"]:
        found["kind"] = properties["kind"][:80]
    tags = properties.get("tags")
    if isinstance(tags, list) and tags:
        found["tags"] = [str(tag)[:80] for tag in tags if str(tag)]
    given = properties.get("attrs")
    attrs = given if isinstance(given, dict) else {
        key: value for key, value in properties.items()
        if key not in ("id", "name", "kind", "tags", "layer", "center", "radius", "attrs", "NAME", "ID")
        and isinstance(value, (str, int, float, bool))
    }  # fmt: skip
    if attrs:
        found["attrs"] = {str(key)[:80]: value for key, value in attrs.items() if is_plain(value)}
    return found


def _add_areas(data: Data, polygons: list[tuple[str, Any, Data]], place: Place) -> None:
    """Areas one by one, so that neighbours share corners and nothing lies on anything else."""
    named: list[tuple[float, list[list[float]], Data]] = []
    for kind, coordinates, properties in polygons:
        for rings in coordinates if kind == "MultiPolygon" else [coordinates]:
            ring = _open_ring([place(at) for at in rings[0]])
            shape = Polygon(ring) if len(ring) > 2 else Polygon()
            if not shape.is_valid:
                shape = shape.buffer(0)
                ring = [[x, y] for x, y in shape.exterior.coords[:-1]] if shape.geom_type == "Polygon" else []
            if shape.geom_type == "Polygon" and shape.area >= areas.SMALLEST:
                named.append((float(shape.area), ring, properties))
    if not named:
        raise ImportTrouble("none of the areas is large enough to be seen")
    data["spaces"] = []
    taken: set[str] = set()
    fits = _lie_apart([ring for _, ring, _ in named])
    for number, (_, ring, properties) in enumerate(named, 1):
        id_ = free_id(properties, taken, str(number))
        if fits:
            _put_area(data, id_, ring)
        else:
            try:
                areas.add_area(data, id_, [(x, y) for x, y in ring])
            except EditError:
                continue  # it lies under others, or its outline cannot be mended
        taken.add(id_)
        entry = data["spaces"][-1]["entries"][-1]
        extra = {"name": _name_of(properties), **_facts(properties)}
        center = properties.get("center")
        if isinstance(center, list) and len(center) == 2 and all(is_coordinate(value) for value in center):
            entry["at"] = place(center)
        data["spaces"][-1]["entries"][-1] = {
            "id": id_, **{key: value for key, value in extra.items() if value}, "at": entry["at"],
            "polygon": entry["polygon"],
        }  # fmt: skip
    if not taken:
        raise ImportTrouble("the areas lie on each other")


def _lie_apart(rings: list[list[list[float]]]) -> bool:
    """Whether outlines share their corners already and none lies on another, so that they can be taken as they are."""
    shapes = [Polygon(ring) for ring in rings]
    whole = unary_union(shapes)
    if abs(sum(shape.area for shape in shapes) - whole.area) > areas.SMALLEST:
        return False
    corners = {(x, y) for ring in rings for x, y in ring}
    tree = STRtree([Spot(corner) for corner in corners])
    spots = list(corners)
    for ring, shape in zip(rings, shapes, strict=True):
        own = {(x, y) for x, y in ring}
        near = tree.query(shape.boundary, predicate="dwithin", distance=areas.ON)
        if any(spots[n] not in own for n in near):
            return False  # a neighbour's corner lies on the border and is not shared
    return True


def _put_area(data: Data, id_: str, ring: list[list[float]]) -> None:
    """An area as it is."""
    if not data["spaces"]:
        data["spaces"].append({"id": "areas", "source": SOURCE, "kind": "area", "entries": []})
    middle = Polygon(ring).representative_point()
    at = [round_figure(middle.x), round_figure(middle.y)]
    data["spaces"][-1]["entries"].append({"id": id_, "at": at, "polygon": ring})


def _open_ring(ring: list[list[float]]) -> list[list[float]]:
    kept = [at for n, at in enumerate(ring) if not n or at != ring[n - 1]]
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept


def _points(points: list[tuple[str, Any, Data]], place: Place) -> Iterator[Data]:
    taken: set[str] = set()
    for kind, coordinates, properties in points:
        for at in coordinates if kind == "MultiPoint" else [coordinates]:
            id_ = free_id(properties, taken, f"place_{len(taken) + 1}")
            taken.add(id_)
            radius = properties.get("radius")
            size = round_figure(radius) if isinstance(radius, (int, float)) and 0 < radius < 1000 else RADIUS
            name = _name_of(properties)
            yield {"id": id_, **({"name": name} if name else {}), **_facts(properties), "at": place(at), "radius": size}


def _signs(points: list[tuple[str, Any, Data]], place: Place) -> Data:
    """Points on an area map are names."""
    named = [
        {"text": _name_of(properties), "at": place(coordinates)}
        for kind, coordinates, properties in points
        if kind == "Point" and _name_of(properties)
    ]
    return {"labels": [{"id": "places", "kind": "place", "source": SOURCE, "entries": named}]} if named else {}


def _add_lines(data: Data, features: list[tuple[str, Any, Data]], place: Place, made: Data) -> None:
    """Lines between two spaces of a point map are routes; those of a file of ours say so, all others are drawn."""
    spots = {tuple(e["at"]): e["id"] for group in data["spaces"] for e in group["entries"]}
    known = set(spots.values())
    routes, drawn, joined = [], dict[str, list[Data]](), set[frozenset[str]]()
    for kind, coordinates, properties in features:
        if kind not in ("LineString", "MultiLineString"):
            continue
        for line in coordinates if kind == "MultiLineString" else [coordinates]:
            points = [place(at) for at in line]
            kinds = properties.get("kinds")
            sort = str(properties.get("kind") or (kinds[0] if isinstance(kinds, list) and kinds else "") or "road")[:80]
            ends = [spots.get(tuple(points[0])), spots.get(tuple(points[-1]))]
            if properties.get("layer") == "link":
                ends = [str(properties.get("a")), str(properties.get("b"))]
            elif properties.get("layer") == "line":
                ends = [None, None]
            if data["kind"] == "point" and all(end in known for end in ends) and ends[0] != ends[1]:
                if frozenset(map(str, ends)) not in joined:
                    joined.add(frozenset(map(str, ends)))
                    more = [str(each) for each in kinds[1:]] if isinstance(kinds, list) else []
                    attrs = properties.get("attrs")
                    kept = {k: v for k, v in attrs.items() if k not in (sort, *more)} if isinstance(attrs, dict) else {}
                    routes.append({
                        "a": ends[0], "b": ends[1], "kind": sort, **({"tags": more} if more else {}),
                        **({"attrs": kept} if kept else {}),
                    })  # fmt: skip
            elif properties.get("layer") != "link" and len(points) > 1:
                name = _name_of(properties)
                closed = {"closed": True} if properties.get("closed") is True else {}
                drawn.setdefault(sort, []).append({**({"name": name} if name else {}), "points": points, **closed})
    if routes:
        made["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]
    if drawn:
        made["lines"] = [
            {"id": f"{sort}s", "kind": sort, "source": SOURCE, "entries": lines} for sort, lines in drawn.items()
        ]


def _add_drawn(data: Data, features: list[tuple[str, Any, Data]], place: Place) -> None:
    """Surfaces, names and signs of a file of ours."""
    sections = ("region", "regions", ""), ("label", "labels", "text"), ("feature", "features", "name")
    spaces = [properties for _, _, properties in features if properties.get("layer") == "space"]
    centers = {str(each.get("id")): each.get("center") for each in spaces}
    for layer, section, key in sections:
        groups: dict[str, list[Data]] = {}
        for kind, coordinates, properties in features:
            if properties.get("layer") != layer:
                continue
            name = _name_of(properties)
            if layer == "region" and kind == "Polygon":
                entry: Data = {"name": name, "rings": [_open_ring([place(at) for at in ring]) for ring in coordinates]}
            elif kind == "Point" and (name or layer == "feature"):
                space = str(properties.get("space"))
                where = {"space": space} if space in centers else {}
                spot = {} if where and centers[space] == coordinates else {"at": place(coordinates)}
                entry = {**({key: name} if name else {}), **where, **spot}
                turned = {k: properties[k] for k in ("angle", "size") if is_coordinate(properties.get(k))}
                entry |= {k: v for k, v in turned.items() if k == "angle" or (layer == "label" and v > 0)}
            else:
                continue
            groups.setdefault(str(properties.get("kind") or layer)[:80], []).append(entry)
        if groups:
            data[section] = [
                {"id": f"{sort}s", "kind": sort, "source": SOURCE, "entries": found} for sort, found in groups.items()
            ]
