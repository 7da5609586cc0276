"""Point-to-point maps: land and sea, relief along ridges, routes, and spaces as boxes or signs."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from random import Random

import shapely
from shapely import MultiPolygon, Polygon

from common.maps.model import Link, Space
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_marks import Stroke
from common.maps.pictures.names import Name
from common.maps.pictures.picture import Path, Step, Symbol, Text, circle, polygon, rect, rings, smooth
from common.maps.pictures.relief import Facet, draw_relief, facets
from common.maps.pictures.text_room import text_width

SIGNS = {
    "resource_city": "city",
    "city": "circle",
    "petroleum": "derrick",
    "mineral": "diamond",
    "nuclear": "hexagon",
    "desert": "circle",
}
COUNTRIES = {
    "Morocco": "morocco",
    "Algeria": "algeria",
    "Western Sahara": "western_sahara",
    "W. Sahara": "western_sahara",
}


def draw(sketch: Sketch) -> None:
    """Everything on a point-to-point map."""
    land = _land(sketch)
    if sketch.map.theme == "chart":
        _rhumbs(sketch)
    _lines(sketch, land)
    if sketch.map.theme == "atlas":
        _dunes(sketch, land)
    for link in sketch.map.links_of():
        _route(sketch, link)
    for space in sketch.map.spaces.values():
        if space.box:
            _box(sketch, space)
        else:
            _point(sketch, space)
    _labels(sketch)


def _land(sketch: Sketch) -> shapely.Geometry:
    c, map_ = sketch.colours, sketch.map
    shapes = [Polygon(r.rings[0], r.rings[1:]).buffer(0) for r in map_.regions if r.kind == "land"]
    if not shapes:
        return MultiPolygon()
    land = shapely.union_all(shapes)
    bottom = min(2720, map_.size[1]) if map_.theme == "chart" else map_.size[1]
    frame = shapely.box(0, 0, map_.size[0], bottom)
    for key, reach in (("shoal3", 120), ("shoal2", 72), ("shoal1", 32)):
        if key in c:
            sketch.canvas.add("base", Path(_steps(land.buffer(reach).simplify(3).intersection(frame)), fill=c[key]))
    sketch.canvas.add("base", Path(_steps(land), fill=c.get("far", c["land"]), stroke=c["coast"], width=2.6))
    for reach in (7, 14, 22):
        ring = land.buffer(reach).simplify(1.5).boundary.intersection(frame.buffer(-3))
        for part in shapely.get_parts(ring):
            points = [(float(x), float(y)) for x, y in part.coords]
            sketch.canvas.add(
                "base", Path(polygon(points, False), stroke=c["coast"], width=0.9, opacity=0.5 - reach * 0.016)
            )
    for region in map_.regions:
        if region.kind == "country" and region.name in COUNTRIES:
            sketch.canvas.add("base", Path(rings(*region.rings), fill=c[COUNTRIES[region.name]]))
        elif region.kind == "lake":
            sketch.canvas.add(
                "water", Path(rings(*region.rings), fill=c.get("lake", c["water"]), stroke=c["coast"], width=1.2)
            )
    return land


def _steps(shape: shapely.Geometry) -> tuple[Step, ...]:
    steps: list[Step] = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            for ring in (part.exterior, *part.interiors):
                steps += polygon([(round(x, 1), round(y, 1)) for x, y in ring.coords[:-1]])
    return tuple(steps)


def _rhumbs(sketch: Sketch) -> None:
    at, c = sketch.map.file.compass, sketch.colours
    if at is None:
        return
    land = shapely.union_all(
        [Polygon(r.rings[0], r.rings[1:]).buffer(0) for r in sketch.map.regions if r.kind == "land"]
    )
    sea = shapely.box(30, 30, sketch.map.size[0] - 30, 2715).difference(land.buffer(4))
    lines: list[Stroke] = []
    for k in range(32):
        far = at[0] + 4000 * cos(pi * k / 16), at[1] + 4000 * sin(pi * k / 16)
        for part in shapely.get_parts(sea.intersection(shapely.LineString([at, far]))):
            lines.append(tuple((float(x), float(y)) for x, y in part.coords))
    sketch.canvas.strokes("water", [line for line in lines if len(line) > 1], c["rhumb"], 1.1, opacity=0.55)


def _lines(sketch: Sketch, land: shapely.Geometry) -> None:
    c = sketch.colours
    slopes: list[Facet] = []
    for line in sketch.map.lines:
        if line.kind == "stream":
            sketch.canvas.add("water", Path(smooth(line.points), stroke=c["stream"], width=2.6))
        elif line.kind == "border":
            dash = (13.0, 5.0, 3.0, 5.0)
            sketch.canvas.add(
                "borders", Path(polygon(line.points, False), stroke=c["border"], width=2.2, dash=dash, opacity=0.6)
            )
        elif line.kind == "ridge":
            rng = Random(sketch.seed(line.name))
            slopes += facets(draw_marks.roughen(line.points, rng, 30.0), 52, rng)
            middle = line.points[len(line.points) // 2]
            sketch.names.append(Name(line.name, middle, 17, c["shade"], 7, italic=True, spacing=2, beside=True))
        elif line.kind == "frontier":
            for x, y in shapely.segmentize(shapely.LineString(line.points), 16).coords:
                sketch.placer.avoid((x - 10, y - 10, x + 10, y + 10))  # names of mountains stand on one side of it
            sketch.canvas.add("borders", Path(smooth(line.points), stroke=c["frontier"], width=16, opacity=0.2))
            sketch.canvas.add(
                "borders", Path(smooth(line.points), stroke=c["frontier"], width=4.5, dash=(18, 6, 4, 6), round=False)
            )
        elif line.kind == "berm":
            sketch.canvas.add("borders", Path(smooth(line.points), stroke=c["berm"], width=6))
            sketch.canvas.strokes("borders", draw_marks.ticks(line.points, 13, 13, -1), c["berm"], 3)
        elif line.kind == "pipeline":
            sketch.canvas.add("roads", Path(polygon(line.points, False), stroke=c["pipeline"], width=2.6, dash=(2, 6)))
    draw_relief(sketch, [face for face in slopes if shapely.is_empty(land) or _is_ashore(face, land)])


def _is_ashore(face: Facet, land: shapely.Geometry) -> bool:
    """Whether two corners of a slope lie on land: some foothills reach into the sea, no range does."""
    return sum(bool(shapely.contains_xy(land, x, y)) for x, y in face.corners) > 1


def _dunes(sketch: Sketch, land: shapely.Geometry) -> None:
    """Sand south of the mountains, clear of the spaces."""
    strokes: list[Stroke] = []
    width, height = sketch.map.size
    centers = [space.center for space in sketch.map.spaces.values()]
    rng = Random(sketch.seed("dunes"))
    for _ in range(2600):
        x, y, size = rng.uniform(0, width), rng.uniform(height * 0.36, height), rng.uniform(7, 15)
        if rng.random() > (y / height) ** 1.5 or not shapely.contains_xy(land, x, y):
            continue
        if all(hypot(x - cx, y - cy) > 60 for cx, cy in centers):
            strokes += draw_marks.dune((x, y), size)
    sketch.canvas.strokes("terrain", strokes, sketch.colours["dune"], 1.3, opacity=0.7)


def _route(sketch: Sketch, link: Link) -> None:
    c, course = sketch.colours, sketch.map.course(link)
    line = smooth(course) if len(course) > 2 else polygon(course, closed=False)
    add = sketch.canvas.add
    if sketch.map.theme == "chart":
        kind = next((k for k in ("land", "sea", "port", "beach") if k in link.kinds), "sea")
        dash = {"port": (16.0, 8.0), "beach": (4.0, 9.0)}.get(kind, ())
        add("roads", Path(line, stroke=c["halo"], width=12, opacity=0.75))
        add(
            "roads",
            Path(
                line,
                stroke=c[f"route_{kind}"],
                width=6.5 if kind in ("land", "sea") else 5.5,
                dash=dash,
                round=kind == "beach",
            ),
        )
    elif "road" in link.kinds:
        add("roads", Path(line, stroke=c["road"], width=8), Path(line, stroke=c["casing"], width=3.4))
    else:
        add(
            "roads",
            Path(line, stroke=c["halo"], width=8, opacity=0.6),
            Path(line, stroke=c["track"], width=4, dash=(13, 8), round=False),
        )
    for t in (0.25, 0.5, 0.75):
        at = shapely.LineString(course).interpolate(t, normalized=True)
        sketch.placer.block_at((at.x, at.y), 12, 12, 0.1)


def _box(sketch: Sketch, space: Space) -> None:
    c, (x, y), (w, h) = sketch.colours, space.center, space.box or (0.0, 0.0)
    add = sketch.canvas.add
    left, top = x - w / 2, y - h / 2
    edge = c[str(space.attrs.get("affiliation", "neutral"))]
    fill = c.get(str(space.attrs.get("region")), c["box"])
    radius = 30 if "sea" in space.tags else 8
    add("features", Path(rect(left + 4, top + 5, w, h, radius), fill="#000000", opacity=0.16))
    add("features", Path(rect(left, top, w, h, radius), fill=fill, stroke=edge, width=6, space=space.id))
    add("features", Path(rect(left + 6, top + 6, w - 12, h - 12, max(radius - 5, 3)), stroke=edge, width=1))
    _box_head(sketch, space, left + 12, top + 22, w - (24 if "off_map" in space.tags else 76))
    if "off_map" not in space.tags:
        _values(sketch, space, left + w - 23, top + 21)
    at = left + 24
    for tag, sign, colour in (
        ("port", "anchor", "coalition"),
        ("airport", "plane", "ink"),
        ("petroleum", "derrick", "ink"),
    ):
        if tag in space.tags:
            add("features", Symbol(sign, (at, top + h - 24), 26, c[colour], c[colour]))
            at += 34
    if "underground" in space.tags:
        add("features", Path(rect(left + w - 62, top + h - 62, 54, 54, 3), fill="#1d1a17", opacity=0.22))
        add("features", Path(rect(left + w - 62, top + h - 62, 54, 54, 3), stroke=c["ink"], width=1.8, dash=(5, 3)))
    sketch.placer.block_at(space.center, w + 8, h + 8, 50)


def _box_head(sketch: Sketch, space: Space, left: float, line: float, room: float) -> None:
    """The name of a box and, where there is room beside it, what it is; below it counters may lie over the words."""
    add, ink = sketch.canvas.add, sketch.colours["ink"]
    main, _, rest = space.name.partition(" (")
    end = 0.0
    for text in _wrap_name(main, room):
        size = min(20.0, 20.0 * room / text_width(text, 20, bold=True))
        add("features", Text(text, (left, line), size, ink, anchor="start", bold=True))
        end = text_width(text, size, bold=True) + 6  # another font may be as wide as that
        line += 21
    words = [*((rest.rstrip(")"),) if rest else ()), space.kind.replace("_", " ")]
    if len(words) == 1 and end + text_width(words[0], 14) <= room:
        left, line = left + end, line - 20
    for text in words:
        add("features", Text(text, (left, line), 14, ink, anchor="start", italic=True, opacity=0.8), zoom=0.45)
        line += 16


def _wrap_name(name: str, room: float) -> list[str]:
    """A name on one line, or on two when it would become too small."""
    words = name.split()
    if text_width(name, 17, bold=True) <= room or len(words) < 2:
        return [name]
    cut = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(" ".join(words[k:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]


def _values(sketch: Sketch, space: Space, x: float, y: float) -> None:
    c = sketch.colours
    for dx, key, side in ((-15, "netwar_pirate", "pirate"), (11, "netwar_coalition", "coalition")):
        spot = x + dx, y
        sketch.canvas.add("features", Path(circle(spot, 12), fill=c["halo"], stroke=c[side], width=2))
        sketch.canvas.add("features", Text(str(space.attrs.get(key, "")), spot, 16, c[side], bold=True, serif=False))


def _point(sketch: Sketch, space: Space) -> None:
    c, at, r = sketch.colours, space.center, space.radius
    add, side = sketch.canvas.add, c["red"] if space.attrs.get("home") == "morocco" else c.get("mineral", c["ink"])
    side = c["ink"] if space.attrs.get("home") == "none" else side
    fill = c["disputed"] if space.attrs.get("country") == "disputed" else c.get(space.kind, c["box"])
    ground = fill if space.kind in ("city", "resource_city", "desert") else c["halo"]
    add("features", Path(circle((at[0] + 2, at[1] + 3), r), fill="#000000", opacity=0.18))
    add("features", Path(circle(at, r), fill=ground, stroke=side, width=5, space=space.id))
    add("features", Path(circle(at, r - 5), stroke=side, width=1, opacity=0.7))
    if space.kind == "resource_city":
        add("features", Symbol("city", at, r * 0.9, c["halo"], c["ink"]))
    elif space.kind in ("petroleum", "mineral", "nuclear"):
        add("features", Symbol(SIGNS[space.kind], at, r * 1.05, fill, c["ink"]))
    elif space.kind == "city":
        add("features", Symbol("dot", at, r * 0.3, c["ink"], c["ink"]))
    if "capital" in space.tags:
        add("features", Symbol("star", at, r * 1.1, c["nuclear"], c["ink"]))
    if "airbase" in space.tags:
        spot = at[0] + r * 0.82, at[1] - r * 0.82
        add(
            "features",
            Path(circle(spot, 12), fill=c["halo"], stroke=c["ink"], width=1),
            Symbol("plane", spot, 18, c["blue"], c["blue"], 30),
        )
        sketch.placer.block_at(spot, 24, 24)
    sketch.placer.block_at(at, r * 2, r * 2)
    size = 22.0 if space.kind == "resource_city" or "capital" in space.tags else 18.0
    sketch.names.append(
        Name(space.name, at, size, c["ink"], 1 if size > 20 else 2, r + 2, must=True, bold=space.kind != "desert")
    )


def _labels(sketch: Sketch) -> None:
    c = sketch.colours
    for label in sketch.map.labels:
        if label.kind == "minor":
            sketch.canvas.add("features", Symbol("dot", label.at, 6, c["muted"], c["muted"]), zoom=0.3)
            sketch.placer.block_at(label.at, 8, 8)
            sketch.names.append(Name(label.text, label.at, 13, c["muted"], 9, 6, italic=True))
            continue
        size = {"water": 44.0, "country": 44.0, "region": 34.0}.get(label.kind, 22.0)
        ink = c["water_ink"] if label.kind == "water" else c.get("land_ink", c["muted"])
        sketch.names.append(
            Name(
                label.text, label.at, label.size or size, ink, 3, spacing=10, italic=label.kind == "water", opacity=0.85
            )
        )
