"""A map for other programs: GeoJSON, GraphML, and CSV tables of spaces and links."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import networkx as nx

from common.maps.changing.fitting import apply, earth_fit, inverse
from common.maps.gamemap import GameMap
from common.maps.model import Point
from common.maps.query import harmless, table

OWN = "five_fronts"  # where a GeoJSON file of ours says that it holds map units


def write_geojson(map_: GameMap) -> str:
    """Spaces, links, lines, surfaces, names and signs; in degrees where the map is fitted to the earth."""
    fit = earth_fit(map_)
    place: Callable[[Point], list[float]]
    if fit is None:
        place = lambda at: [round(at[0], 3), round(at[1], 3)]  # noqa: E731
    else:
        back = inverse(fit)
        place = lambda at: [round(value, 7) for value in apply(back, at)]  # noqa: E731
    features = [*_spaces(map_, place), *_links(map_, place), *_drawn(map_, place)]
    about = {
        "id": map_.id, "title": map_.title, "kind": map_.kind, "size": list(map_.size), "fitted": fit is not None,
        "theme": map_.file.theme, "credits": map_.file.credits,
        **({"affine": [float(value) for value in fit]} if fit is not None else {}),
    }  # fmt: skip
    whole = {"type": "FeatureCollection", OWN: about, "features": features}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _feature(shape: str, coordinates: Any, /, **properties: Any) -> dict[str, Any]:
    kept = {name: value for name, value in properties.items() if value not in ("", [], {}, None)}
    return {"type": "Feature", "properties": kept, "geometry": {"type": shape, "coordinates": coordinates}}


def _spaces(map_: GameMap, place: Callable[[Point], list[float]]) -> list[dict[str, Any]]:
    found = []
    for space in map_.spaces.values():
        about = {
            "layer": "space", "id": space.id, "name": space.name, "kind": space.kind, "tags": sorted(space.tags),
            "attrs": space.attrs, "center": place(space.center), "radius": space.radius or None,
        }  # fmt: skip
        if space.polygon:
            found.append(_feature("Polygon", [_ring(space.polygon, place)], **about))
        else:
            found.append(_feature("Point", place(space.center), **about))
    return found


def _ring(points: tuple[Point, ...], place: Callable[[Point], list[float]]) -> list[list[float]]:
    return [place(point) for point in (*points, points[0])]


def _links(map_: GameMap, place: Callable[[Point], list[float]]) -> list[dict[str, Any]]:
    found, through = [], find_ways(map_)
    for (a, b), link in {**map_.links, **map_.box_links}.items():
        back = map_.link(b, a)
        both = back is not None and back.kinds == link.kinds
        if (map_.index[a] < map_.index[b] or not both) and (link.kinds or map_.kind == "point"):
            line = [place(map_.space(a).center), place(map_.space(b).center)]
            found.append(_feature(
                "LineString", line, layer="link", a=a, b=b, kinds=sorted(link.kinds), one_way=None if both else True,
                through=sorted(through.get(frozenset((a, b)), set()) & link.kinds), attrs=link.attrs))  # fmt: skip
    return found


def find_ways(map_: GameMap) -> dict[frozenset[str], set[str]]:
    """The kinds that lead from middle to middle, as roads do, and not along the border between two spaces."""
    found: dict[frozenset[str], set[str]] = {}
    for path in map_.file.paths:
        for pair in pairwise(path.through):
            found.setdefault(frozenset(pair), set()).add(path.kind)
    return found


def _drawn(map_: GameMap, place: Callable[[Point], list[float]]) -> list[dict[str, Any]]:
    found = [
        _feature(
            "LineString",
            [place(at) for at in line.points],
            layer="line",
            kind=line.kind,
            name=line.name,
            closed=line.closed or None,
        )
        for line in map_.lines
        if len(line.points) > 1
    ]
    for region in map_.regions:
        rings = [_ring(ring, place) for ring in region.rings if len(ring) > 2]
        found += [_feature("Polygon", rings, layer="region", kind=region.kind, name=region.name)] if rings else []
    found += [
        _feature(
            "Point",
            place(label.at),
            layer="label",
            kind=label.kind,
            name=label.text,
            angle=label.angle or None,
            size=label.size or None,
            space=label.space,
        )
        for label in map_.labels
    ]
    return found + [
        _feature(
            "Point",
            place(sign.at),
            layer="feature",
            kind=sign.kind,
            name=sign.name,
            space=sign.space,
            angle=sign.angle or None,
        )
        for sign in map_.features
    ]


def write_graphml(map_: GameMap) -> str:
    """The graph with plain attributes: lists as words with blanks between, everything else of an attribute as JSON."""
    graph: Any = nx.DiGraph(id=map_.id, title=map_.title, kind=map_.kind, width=map_.size[0], height=map_.size[1])
    for id_, node in map_.graph.nodes(data=True):
        space = map_.space(id_)
        attrs = json.dumps(node["attrs"], ensure_ascii=False) if node["attrs"] else ""
        graph.add_node(
            id_, name=node["name"], kind=node["kind"], tags=" ".join(sorted(node["tags"])), x=node["x"], y=node["y"],
            radius=space.radius, attrs=attrs,
        )  # fmt: skip
    ways = find_ways(map_)
    for a, b, edge in map_.graph.edges(data=True):
        attrs = json.dumps(edge["attrs"], ensure_ascii=False) if edge["attrs"] else ""
        through = " ".join(sorted(ways.get(frozenset((a, b)), set()) & edge["kinds"]))
        graph.add_edge(a, b, kinds=" ".join(sorted(edge["kinds"])), through=through, attrs=attrs)
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def write_spaces(map_: GameMap) -> str:
    """Every space as a line of a table."""
    return table(map_, map_.spaces)


def write_links(map_: GameMap) -> str:
    """Every link between spaces as a line of a table, one that differs on the way back twice."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["from", "to", "kinds", "one_way", "through", "names"])
    ways = find_ways(map_)
    for (a, b), link in map_.links.items():
        back = map_.link(b, a)
        both = back is not None and back.kinds == link.kinds
        if map_.index[a] < map_.index[b] or not both:
            through = " ".join(sorted(ways.get(frozenset((a, b)), set()) & link.kinds))
            names = ";".join(str(link.attrs.get(kind, "")) for kind in sorted(link.kinds))
            row = a, b, " ".join(sorted(link.kinds)), "" if both else "yes", through, names.strip(";") and names
            writer.writerow([harmless(value) for value in row])
    return out.getvalue()


EXPORTS: dict[str, Callable[[GameMap], str]] = {
    ".geojson": write_geojson, ".json": write_geojson, ".graphml": write_graphml, ".csv": write_spaces,
}  # fmt: skip


def write_export(map_: GameMap, path: Path) -> list[Path]:
    """Write what the ending of the name asks for; a table of spaces gets one of links beside it."""
    path.write_text(EXPORTS[path.suffix.lower()](map_), encoding="utf-8", newline="")
    if path.suffix.lower() != ".csv":
        return [path]
    links = path.with_name(f"{path.stem}-links.csv")
    links.write_text(write_links(map_), encoding="utf-8", newline="")
    return [path, links]
