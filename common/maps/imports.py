"""Maps from other programs: GeoJSON (areas, points, lines), GraphML, and CSV tables, each as the text of a map file."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

import networkx as nx
from shapely import Polygon

from common.data import MAX_BYTES
from common.maps import editing_areas as areas
from common.maps.editing_text import EditError, block, scalar
from common.maps.exports import OWN
from common.maps.fitting import Matrix, apply, bounds_fit
from common.maps.model import Point
from common.maps.new_map import PAPERS, UNITS_PER_MM

SOURCE = "original import"
SHEET: Point = (round(PAPERS["A3"][1] * UNITS_PER_MM), round(PAPERS["A3"][0] * UNITS_PER_MM))
MOST = 20_000  # things of one file
RADIUS = 30
Data = dict[str, Any]
Place = Callable[[Any], list[float]]


class ImportTrouble(ValueError):
    """A file that cannot be taken over, in one line."""


def read_text_file(path: Path) -> str:
    """The text of a file that is not too large."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
    except OSError as error:
        raise ImportTrouble(f"{path.name}: cannot be read: {error.strerror or 'no such file'}") from None
    if raw is None:
        raise ImportTrouble(f"{path.name}: larger than {MAX_BYTES // 1024 // 1024} MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImportTrouble(f"{path.name}: not UTF-8") from None


def import_map(path: Path) -> str:
    """The text of a map file made from another program's file."""
    text = read_text_file(path)
    readers = {".geojson": read_geojson, ".json": read_geojson, ".graphml": read_graphml, ".csv": read_csv}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ImportTrouble(f"{path.name}: there is an import of {', '.join(sorted(readers))}")
    try:
        data = reader(text, path.stem)
        beside = path.with_name(f"{path.stem}-links.csv")
        if reader is read_csv and beside.is_file() and beside.stat().st_size <= MAX_BYTES:
            add_links(data, beside.read_text(encoding="utf-8-sig"))
    except (RecursionError, EditError, ImportTrouble, OSError, UnicodeDecodeError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ImportTrouble(f"{path.name}: {why}") from None
    return write_data(data, f"Imported from {path.name}.")


def write_data(data: Data, about: str) -> str:
    """Plain data of a map as a person would write the file."""
    lines = [f"# {about}"]
    for key, value in data.items():
        text = block(value, 2)
        lines.append(("\n" if "\n" in text else "") + f"{scalar(key)}:{text}")
    return "\n".join(lines) + "\n"


def _head(name: str, kind: str, size: Point, title: str = "") -> Data:
    id_ = re.sub(r"\W+", "_", name.lower()).strip("_")[:80] or "map"
    title = (title or name.replace("_", " ").strip() or "Map")[:80]
    return {"id": id_, "title": title, "kind": kind, "source": SOURCE, "theme": "plain", "size": [*map(_figure, size)]}


def _figure(value: float) -> int | float:
    rounded = round(float(value), 1)
    return int(rounded) if rounded == int(rounded) else rounded


# --- GeoJSON ----------------------------------------------------------------------------------------------


def read_geojson(text: str, name: str) -> Data:
    """Polygons become areas; else points become spaces; lines and what is left are drawn."""
    features, own = parse_geojson(text)
    place, size, fit = _placing(features, own)
    spaces = [each for each in features if not own or each[2].get("layer", "space") == "space"]
    polygons = [each for each in spaces if each[0] in ("Polygon", "MultiPolygon")]
    points = [each for each in spaces if each[0] in ("Point", "MultiPoint")]
    if not polygons and not points:
        raise ImportTrouble("neither an area nor a point is in the file")
    data = _head(str(own.get("id") or name), "area" if polygons else "point", size, str(own.get("title") or ""))
    if fit is not None:
        data["projection"] = {"affine": [round(value, 6) for value in fit]}
    if polygons:
        _add_areas(data, polygons, place)
        data |= _signs([each for each in points if not own], place)
    else:
        data["spaces"] = [{"id": "places", "source": SOURCE, "entries": [*_points(points, place)]}]
    _add_lines(data, features, place)
    if own:
        _add_drawn(data, features, place)
        _add_sides(data, features)
    return data


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


def _placing(features: list[tuple[str, Any, Data]], own: Data) -> tuple[Place, Point, Matrix | None]:
    """How coordinates become map units: as they are in a file of ours, else laid on a sheet."""
    size = own.get("size")
    known = isinstance(size, list) and len(size) == 2 and all(_number(v) and 1 <= v <= 1e6 for v in size)
    if known and size is not None and not own.get("fitted"):
        return (lambda at: [_figure(at[0]), _figure(at[1])]), (float(size[0]), float(size[1])), None
    west, south, east, north = bounds_of(features)
    on_earth = -180.5 <= west <= east <= 180.5 and -90.5 <= south <= north <= 90.5
    matrix = bounds_fit((west, south, east, north), SHEET) if on_earth else _plain_fit((west, south, east, north))
    return (lambda at: [*map(_figure, apply(matrix, (at[0], at[1])))]), SHEET, matrix if on_earth else None


def _plain_fit(bounds: tuple[float, float, float, float]) -> Matrix:
    """Coordinates of a plane, north up, on a sheet."""
    west, south, east, north = bounds
    scale = min((SHEET[0] - 80) / max(1e-9, east - west), (SHEET[1] - 80) / max(1e-9, north - south))
    return scale, 0.0, 40 - west * scale, 0.0, -scale, 40 + north * scale


def _id_of(properties: Data, taken: Iterable[str], fallback: str) -> str:
    said = next((properties[key] for key in ("id", "ID", "code", "name", "NAME") if properties.get(key)), fallback)
    word = re.sub(r"[\s\-]+", "_", str(said)).strip("_")[:70] or fallback
    known = set(taken)
    return next(each for each in (word, *(f"{word}_{n}" for n in range(2, len(known) + 3))) if each not in known)


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
        found["attrs"] = {str(key)[:80]: value for key, value in attrs.items() if _is_plain(value)}
    return found


def _is_plain(value: Any) -> bool:
    return isinstance(value, (str, bool)) or (isinstance(value, (int, float)) and abs(value) < 1e15)


def _add_areas(data: Data, polygons: list[tuple[str, Any, Data]], place: Place) -> None:
    """Areas one by one, so that neighbours share corners and nothing lies on anything else."""
    named: list[tuple[float, list[list[float]], Data]] = []
    for kind, coordinates, properties in polygons:
        for rings in coordinates if kind == "MultiPolygon" else [coordinates]:
            ring = _open_ring([place(at) for at in rings[0]])
            shape = Polygon(ring).buffer(0) if len(ring) > 2 else Polygon()
            if shape.geom_type == "Polygon" and shape.area >= areas.SMALLEST:
                named.append((float(shape.area), [[x, y] for x, y in shape.exterior.coords[:-1]], properties))
    if not named:
        raise ImportTrouble("none of the areas is large enough to be seen")
    data["spaces"] = []
    taken: set[str] = set()
    for number, (_, ring, properties) in enumerate(named, 1):
        id_ = _id_of(properties, taken, str(number))
        try:
            areas.add_area(data, id_, [(x, y) for x, y in ring])
        except EditError:
            continue  # it lies under others, or its outline cannot be mended
        taken.add(id_)
        entry = data["spaces"][-1]["entries"][-1]
        extra = {"name": _name_of(properties), **_facts(properties)}
        center = properties.get("center")
        if isinstance(center, list) and len(center) == 2 and all(_number(value) for value in center):
            entry["at"] = place(center)
        data["spaces"][-1]["entries"][-1] = {
            "id": id_, **{key: value for key, value in extra.items() if value}, "at": entry["at"],
            "polygon": entry["polygon"],
        }  # fmt: skip
    if not taken:
        raise ImportTrouble("the areas lie on each other")


def _open_ring(ring: list[list[float]]) -> list[list[float]]:
    kept = [at for n, at in enumerate(ring) if not n or at != ring[n - 1]]
    return kept[:-1] if len(kept) > 1 and kept[0] == kept[-1] else kept


def _points(points: list[tuple[str, Any, Data]], place: Place) -> Iterator[Data]:
    taken: set[str] = set()
    for kind, coordinates, properties in points:
        for at in coordinates if kind == "MultiPoint" else [coordinates]:
            id_ = _id_of(properties, taken, f"place_{len(taken) + 1}")
            taken.add(id_)
            radius = properties.get("radius")
            size = _figure(radius) if isinstance(radius, (int, float)) and 0 < radius < 1000 else RADIUS
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


def _add_lines(data: Data, features: list[tuple[str, Any, Data]], place: Place) -> None:
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
            if data["kind"] == "point" and all(end in known for end in ends) and ends[0] != ends[1]:
                if frozenset(map(str, ends)) not in joined:
                    joined.add(frozenset(map(str, ends)))
                    more = [str(each) for each in kinds[1:]] if isinstance(kinds, list) else []
                    routes.append({"a": ends[0], "b": ends[1], "kind": sort, **({"tags": more} if more else {})})
            elif properties.get("layer") != "link" and len(points) > 1:
                name = _name_of(properties)
                drawn.setdefault(sort, []).append({**({"name": name} if name else {}), "points": points})
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]
    if drawn:
        data["lines"] = [
            {"id": f"{sort}s", "kind": sort, "source": SOURCE, "entries": lines} for sort, lines in drawn.items()
        ]


def _add_sides(data: Data, features: list[tuple[str, Any, Data]]) -> None:
    """What lies between areas in a file of ours."""
    known = {entry["id"] for group in data["spaces"] for entry in group["entries"]}
    groups: dict[tuple[str, bool], list[str]] = {}
    for _, _, properties in features:
        kinds, ends = properties.get("kinds"), (str(properties.get("a")), str(properties.get("b")))
        if (
            data["kind"] == "area"
            and properties.get("layer") == "link"
            and isinstance(kinds, list)
            and known >= {*ends}
        ):
            for kind in kinds:
                groups.setdefault((str(kind)[:80], bool(properties.get("one_way"))), []).append("-".join(ends))
    if groups:
        data["sides"] = [
            {
                "name": kind.capitalize(),
                "kind": kind,
                "source": SOURCE,
                **({"one_way": True} if one else {}),
                "sides": found,
            }
            for (kind, one), found in groups.items()
        ]


def _add_drawn(data: Data, features: list[tuple[str, Any, Data]], place: Place) -> None:
    """Surfaces, names and signs of a file of ours."""
    sections = ("region", "regions", ""), ("label", "labels", "text"), ("feature", "features", "name")
    for layer, section, key in sections:
        groups: dict[str, list[Data]] = {}
        for kind, coordinates, properties in features:
            if properties.get("layer") != layer:
                continue
            name = _name_of(properties)
            if layer == "region" and kind == "Polygon":
                entry: Data = {"name": name, "rings": [_open_ring([place(at) for at in ring]) for ring in coordinates]}
            elif kind == "Point" and (name or layer == "feature"):
                entry = {key: name, "at": place(coordinates)}
            else:
                continue
            groups.setdefault(str(properties.get("kind") or layer)[:80], []).append(entry)
        if groups:
            data[section] = [
                {"id": f"{sort}s", "kind": sort, "source": SOURCE, "entries": found} for sort, found in groups.items()
            ]


# --- GraphML ----------------------------------------------------------------------------------------------


def read_graphml(text: str, name: str) -> Data:
    """Nodes become points, edges routes; nodes without a place are laid out."""
    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ImportTrouble("GraphML with a DOCTYPE or entities is not read")
    try:
        graph: Any = nx.parse_graphml(text, node_type=str)
    except Exception as error:  # networkx passes on whatever its parser says
        why = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ImportTrouble(f"not GraphML: {why}") from None
    if not len(graph):
        raise ImportTrouble("there is no node in the file")
    if len(graph) + graph.number_of_edges() > MOST:
        raise ImportTrouble(f"more than {MOST} nodes and edges")
    spots, size = _spots(graph)
    ids: dict[str, str] = {}
    entries = []
    for node, about in graph.nodes(data=True):
        ids[node] = _id_of({"id": node}, ids.values(), f"place_{len(ids) + 1}")
        kind, tags = str(about.get("kind") or "")[:80], str(about.get("tags") or "").split()
        attrs = _read_attrs(about.get("attrs"))
        named = str(about.get("name") or about.get("label") or "")[:80]
        radius = about.get("radius")
        entries.append({
            "id": ids[node], **({"name": named} if named and named != ids[node] else {}),
            **({"kind": kind} if kind else {}), **({"tags": tags} if tags else {}), "at": spots[node],
            "radius": _figure(radius) if isinstance(radius, (int, float)) and 0 < radius < 1000 else RADIUS,
            **({"attrs": attrs} if attrs else {}),
        })  # fmt: skip
    data = _head(str(graph.graph.get("id") or name), "point", size, str(graph.graph.get("title") or ""))
    data["spaces"] = [{"id": "places", "source": SOURCE, "entries": entries}]
    routes = _routes(graph, ids)
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]
    return data


def _routes(graph: Any, ids: Mapping[str, str]) -> list[Data]:
    routes, joined = [], set[frozenset[str]]()
    for a, b, about in graph.edges(data=True):
        if a == b or frozenset((a, b)) in joined:
            continue
        joined.add(frozenset((a, b)))
        kinds = str(about.get("kinds") or about.get("kind") or "road").split()
        more = {"tags": kinds[1:]} if len(kinds) > 1 else {}
        routes.append({"a": ids[a], "b": ids[b], "kind": kinds[0][:80] if kinds else "road", **more})
    return routes


def _spots(graph: Any) -> tuple[dict[str, list[int | float]], Point]:
    """Where the nodes of a graph lie on the sheet."""
    nodes = dict(graph.nodes(data=True))
    size = graph.graph.get("width"), graph.graph.get("height")
    placed = all(_number(about.get("x")) and _number(about.get("y")) for about in nodes.values())
    if placed and all(_number(each) and 1 <= each <= 1e6 for each in size):
        return {n: [_figure(a["x"]), _figure(a["y"])] for n, a in nodes.items()}, (float(size[0]), float(size[1]))
    if placed:
        where = {node: (float(about["x"]), float(about["y"])) for node, about in nodes.items()}
    else:
        where = {node: (float(x), float(y)) for node, (x, y) in nx.circular_layout(graph).items()}
        if len(graph) <= 400:
            where = {n: (float(x), float(y)) for n, (x, y) in nx.spring_layout(graph, seed=17).items()}
    xs, ys = [x for x, _ in where.values()], [y for _, y in where.values()]
    scale = min((SHEET[0] - 120) / max(1e-9, max(xs) - min(xs)), (SHEET[1] - 120) / max(1e-9, max(ys) - min(ys)))
    left, top = min(xs), min(ys)
    spots = {n: [_figure(60 + (x - left) * scale), _figure(60 + (y - top) * scale)] for n, (x, y) in where.items()}
    return spots, SHEET


def _number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and abs(value) < 1e7


def _read_attrs(text: Any) -> Data:
    try:
        found = json.loads(text) if text else {}
    except (json.JSONDecodeError, TypeError, RecursionError):
        return {}
    return {str(key)[:80]: value for key, value in found.items() if _is_plain(value)} if isinstance(found, dict) else {}


# --- CSV --------------------------------------------------------------------------------------------------


def read_csv(text: str, name: str) -> Data:
    """Lines with a name and a place, as lists of regions have them; x and y are taken as they are."""
    try:
        sniffed = csv.Sniffer().sniff(text[:4096], delimiters=",;\t") if text.strip() else csv.excel
    except csv.Error:
        sniffed = csv.excel
    try:
        rows = list(csv.reader(io.StringIO(text), sniffed))
    except csv.Error as error:
        raise ImportTrouble(f"not CSV: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise ImportTrouble("a table needs a line of heads and a line for each place")
    if len(rows) > MOST:
        raise ImportTrouble(f"{len(rows)} lines are more than {MOST}")
    heads = [cell.strip().lower() for cell in rows[0]]
    columns = {key: next((heads.index(word) for word in words if word in heads), None) for key, words in HEADS.items()}
    if columns["x"] is None or columns["y"] is None or (columns["id"] is None and columns["name"] is None):
        raise ImportTrouble("the heads must name a space (or name), x and y")
    entries = [*_table_rows(rows[1:], columns, heads)]
    far = max(entry["at"][0] for entry in entries) + 80, max(entry["at"][1] for entry in entries) + 80
    data = _head(name, "point", (max(200.0, far[0]), max(200.0, far[1])))
    data["spaces"] = [{"id": "places", "source": SOURCE, "entries": entries}]
    return data


def add_links(data: Data, text: str) -> None:
    """Routes from a table of links: from, to, kinds."""
    rows = list(csv.reader(io.StringIO(text)))
    known = {entry["id"] for group in data["spaces"] for entry in group["entries"]}
    routes, joined = [], set[frozenset[str]]()
    for n, row in enumerate(rows[1:], 2):
        cells = [cell.strip().removeprefix("'") for cell in row] + ["", "", ""]
        ends = re.sub(r"[\s\-]+", "_", cells[0]), re.sub(r"[\s\-]+", "_", cells[1])
        if not known >= {*ends}:
            raise ImportTrouble(f"line {n} of the links: there is no space {next(e for e in ends if e not in known)}")
        if frozenset(ends) not in joined and ends[0] != ends[1]:
            joined.add(frozenset(ends))
            kinds = cells[2].split() or ["road"]
            more = {"tags": kinds[1:]} if len(kinds) > 1 else {}
            routes.append({"a": ends[0], "b": ends[1], "kind": kinds[0][:80], **more})
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]


HEADS = {
    "id": ("space", "id", "region"), "name": ("name", "region name"), "kind": ("kind", "type"), "tags": ("tags",),
    "x": ("x", "originx", "left"), "y": ("y", "originy", "top"),
}  # fmt: skip


def _table_rows(rows: list[list[str]], columns: Mapping[str, int | None], heads: list[str]) -> Iterator[Data]:
    taken: set[str] = set()
    used = {number for number in columns.values() if number is not None}

    for n, row in enumerate(rows, 2):
        cells = [cell.strip().removeprefix("'") for cell in row] + [""] * (len(heads) - len(row))

        def cell(key: str, cells: list[str] = cells) -> str:
            number = columns[key]
            return cells[number] if number is not None else ""

        try:
            at = [_figure(float(cell("x").replace(",", "."))), _figure(float(cell("y").replace(",", ".")))]
        except (ValueError, OverflowError):
            raise ImportTrouble(f"line {n}: x and y must be numbers") from None
        if not all(abs(value) < 1e6 for value in at):
            raise ImportTrouble(f"line {n}: x and y are too large")
        id_ = _id_of({"id": cell("id") or cell("name")}, taken, f"place_{len(taken) + 1}")
        taken.add(id_)
        known = [(heads[i], text) for i, text in enumerate(cells[: len(heads)]) if i not in used]
        rest = {head: _value(text) for head, text in known if head and text}
        more = {"name": cell("name")[:80], "kind": cell("kind")[:80], "tags": cell("tags").split()}
        yield {
            "id": id_, **{key: value for key, value in more.items() if value and value != id_}, "at": at,
            "radius": RADIUS, **({"attrs": rest} if rest else {}),
        }  # fmt: skip


def _value(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text[:400]
    return (int(number) if number == int(number) else number) if isfinite(number) and abs(number) < 1e15 else text[:80]
