"""Area maps: plain areas, or in the theme of a city blocks and streets, river, roads and signs."""

from __future__ import annotations

from math import atan2, cos, hypot, pi, sin
from random import Random

import shapely
from msgspec.structs import replace
from shapely import LineString, Polygon

from common.maps.model import Point, Space
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.names import Name
from common.maps.pictures.picture import Path, Step, Symbol, Text, circle, polygon, rings, smooth

BLOCK, STREET = (40.0, 27.0), 6.0
CITY = "briefing"  # the theme that draws a town from above
SIGNS = {"square": "green_sign", "triangle": "orange_sign", "circle": "white_sign"}


def draw(sketch: Sketch) -> None:
    """Everything on an area map."""
    if sketch.map.theme == CITY:
        _fields(sketch)
    _water(sketch)
    for space in sketch.map.spaces.values():
        if space.kind == "entry_zone":
            _zone(sketch, space)
        else:
            _area(sketch, space)
    _borders(sketch)
    _sides(sketch)
    _lines(sketch)
    _features(sketch)
    for space in sketch.map.spaces.values():
        _sign(sketch, space)
    _labels(sketch)


def _fields(sketch: Sketch) -> None:
    """Farmland around the town: strips of different shade."""
    c, (width, height), rng = sketch.colours, sketch.map.size, sketch.rng
    shapes: dict[str, list[Step]] = {"field": [], "land": []}
    for y in range(0, int(height), 110):
        x = -rng.uniform(0, 90)
        while x < width:
            w, slant = rng.uniform(60, 190), rng.uniform(-12, 12)
            if rng.random() < 0.62:
                corners = [(x + slant, y + 4), (x + w - 6 + slant, y + 4), (x + w - 6, y + 104), (x, y + 104)]
                shapes["field" if rng.random() < 0.5 else "land"] += polygon(corners)
            x += w
    for key, steps in shapes.items():
        sketch.canvas.add("base", Path(tuple(steps), fill=c[key], opacity=0.55))


def _water(sketch: Sketch) -> None:
    c = sketch.colours
    for region in sketch.map.regions:
        if region.kind != "water":
            continue
        sketch.canvas.add("water", Path(rings(*region.rings), fill=c["water"], stroke=c["bank"], width=4))
        shape = Polygon(region.rings[0]).buffer(0)
        for inset, opacity in ((9, 0.6), (20, 0.4), (34, 0.25)):
            for part in shapely.get_parts(shapely.get_rings(shape.buffer(-inset))):
                line = [(float(x), float(y)) for x, y in part.coords]
                sketch.canvas.add("water", Path(polygon(line), stroke=c["bank"], width=1.3, opacity=opacity))


def _zone(sketch: Sketch, space: Space) -> None:
    colour = sketch.colours["yellow" if space.attrs.get("border") == "yellow" else "blue"]
    sketch.canvas.add("base", Path(polygon(space.polygon), fill=colour, opacity=0.16, space=space.id))
    left, top, right, bottom = Polygon(space.polygon).bounds
    inside = Polygon(space.polygon).buffer(-6)
    strokes = []
    for k in range(int(left - (bottom - top)), int(right), 34):
        cut = inside.intersection(LineString([(k, bottom), (k + bottom - top, top)]))
        strokes += [
            tuple((float(x), float(y)) for x, y in part.coords) for part in shapely.get_parts(cut) if not part.is_empty
        ]
    sketch.canvas.strokes("base", [s for s in strokes if len(s) == 2], colour, 1.6, opacity=0.4)
    sketch.canvas.add("borders", Path(polygon(space.polygon), stroke=colour, width=7, dash=(22, 9), round=False))


def _area(sketch: Sketch, space: Space) -> None:
    c, rng = sketch.colours, Random(sketch.seed(space.id))
    tem = int(space.attrs.get("tem", 0))
    fill = c[f"tem{min(max(tem, 0), 4)}"] if "tem" in space.attrs or not space.kind else c.ground(space.kind)
    sketch.canvas.add("terrain", Path(polygon(space.polygon), fill=fill, space=space.id))
    if sketch.map.theme != CITY:
        sketch.canvas.add("borders", Path(polygon(space.polygon), stroke=c["ink"], width=2.2, opacity=0.7))
        return
    shape = Polygon(space.polygon)
    inner = shape.buffer(-8)
    shades: dict[str, list[Step]] = {"block": [], "block2": [], "block3": []}
    for corners in _blocks(shape, inner, _street_angle(space), 1.15 - 0.11 * tem):
        if rng.random() < 0.06 + 0.05 * (4 - tem):
            continue
        shades[rng.choice(("block", "block", "block2", "block3"))] += polygon(corners)
    for key, steps in shades.items():
        if steps:
            sketch.canvas.add(
                "terrain", Path(tuple(steps), fill=c[key], stroke=c["block2"], width=0.7, opacity=0.62), zoom=0.1
            )
    if "river" in space.tags:
        _palms(sketch, space)


def _street_angle(space: Space) -> float:
    """Streets run along the longest sides of the area."""
    ring = space.polygon
    sums = [0.0, 0.0]
    for a, b in zip(ring, (*ring[1:], ring[0])):
        angle, length = atan2(b[1] - a[1], b[0] - a[0]), hypot(b[0] - a[0], b[1] - a[1])
        sums[0] += length * length * cos(4 * angle)
        sums[1] += length * length * sin(4 * angle)
    return atan2(sums[1], sums[0]) / 4


def _blocks(shape: Polygon, inner: shapely.Geometry, angle: float, scale: float) -> list[list[Point]]:
    """The blocks of a street grid that lie wholly inside."""
    cx, cy = shape.centroid.coords[0]
    reach = max(shape.bounds[2] - shape.bounds[0], shape.bounds[3] - shape.bounds[1])
    w, h = BLOCK[0] * scale, BLOCK[1] * scale
    c, s = cos(angle), sin(angle)
    found = []
    for i in range(-int(reach / w / 1.3), int(reach / w / 1.3) + 1):
        for j in range(-int(reach / h / 1.3), int(reach / h / 1.3) + 1):
            x, y = i * (w + STREET), j * (h + STREET)
            flat = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
            found.append([(round(cx + px * c - py * s, 1), round(cy + px * s + py * c, 1)) for px, py in flat])
    shapely.prepare(inner)
    kept = shapely.contains(inner, shapely.polygons(found))
    return [corners for corners, is_inside in zip(found, kept, strict=True) if is_inside]


def _palms(sketch: Sketch, space: Space) -> None:
    """Palm groves between the river and the first houses."""
    bank = next((line for line in sketch.map.lines if line.kind == "bank"), None)
    if bank is None:
        return
    strip = Polygon(space.polygon).buffer(-6).intersection(LineString(bank.points).buffer(46))
    left, top, right, bottom = strip.bounds
    steps: list[Step] = []
    rng = Random(sketch.seed(f"palms {space.id}"))
    for _ in range(int(strip.area / 90)):
        x, y = rng.uniform(left, right), rng.uniform(top, bottom)
        if shapely.contains_xy(strip, x, y):
            steps += circle((round(x, 1), round(y, 1)), round(rng.uniform(2.2, 4.6), 1))
    sketch.canvas.add("terrain", Path(tuple(steps), fill=sketch.colours["grove"], opacity=0.85), zoom=0.1)


def _borders(sketch: Sketch) -> None:
    map_ = sketch.map
    segments = [
        map_.side(a, b)
        for a, b in map_.links
        if a < b and "entry_zone" not in (map_.spaces[a].kind, map_.spaces[b].kind)
    ]
    for course in draw_marks.chains([s for s in segments if len(s) > 1]):
        sketch.canvas.add(
            "borders", Path(polygon(course, False), stroke=sketch.colours["border"], width=6, opacity=0.95)
        )


def _sides(sketch: Sketch) -> None:
    """What lies on common borders and has no course of its own."""
    courses = {line.name for line in sketch.map.lines}
    for group in sketch.map.file.sides:
        if group.name not in courses:
            colour = sketch.colours.get(group.kind) or sketch.colours["bank"]
            for text in group.sides:
                border = sketch.map.side(*text.split("-"))
                sketch.canvas.add("borders", Path(polygon(border, False), stroke=colour, width=9))


def _lines(sketch: Sketch) -> None:
    c = sketch.colours
    for line in sketch.map.lines:
        if line.kind == "limit":
            sketch.canvas.add("borders", Path(polygon(line.points, True), stroke=c["red"], width=7))
        elif line.kind == "railway":
            sketch.canvas.add("roads", Path(smooth(line.points), stroke=c["rail"], width=4))
            sketch.canvas.strokes("roads", draw_marks.sleepers(line.points, 16, 16), c["rail"], 2.6)
    roads = [line for line in sketch.map.lines if line.kind in ("highway", "bridge")]
    for width, key in ((24.0, "road"), (18.0, "casing")):
        for line in roads:
            if line.kind == "highway":
                sketch.canvas.add("roads", Path(polygon(line.points, False), stroke=c[key], width=width))
    for line in roads:
        if line.kind == "highway":
            sketch.canvas.add(
                "roads", Path(polygon(line.points, False), stroke=c["road"], width=1.6, dash=(14, 10), round=False)
            )
        else:
            (ax, ay), (bx, by) = line.points[0], line.points[-1]
            length = hypot(bx - ax, by - ay)
            nx, ny = -(by - ay) / length * 15, (bx - ax) / length * 15
            for side in (1, -1):
                rail = [(ax + nx * side, ay + ny * side), (bx + nx * side, by + ny * side)]
                sketch.canvas.add("roads", Path(polygon(rail, False), stroke=c["road"], width=6, round=False))


def _features(sketch: Sketch) -> None:
    c = sketch.colours
    for feature in sketch.map.features:
        at = feature.at
        if feature.kind == "mosque":
            sketch.canvas.add("features", Symbol("mosque", at, 38, c["red"], c["halo"]))
            sketch.placer.block_at(at, 38, 38)
        elif feature.kind == "landmark":
            sketch.canvas.add("features", Symbol("star", at, 30, c["red"], c["halo"]))
            sketch.placer.block_at(at, 30, 30)
            own = sketch.map.spaces[feature.space].name if feature.space else ""
            if feature.name != own:
                sketch.names.append(Name(feature.name, at, 17, c["red"], 4, 16, bold=True, italic=True, serif=False))
        elif feature.kind == "cloverleaf":
            _cloverleaf(sketch, at)
        else:
            sketch.canvas.add("features", Symbol("building", at, 40, c["ink"], c["halo"]))
            sketch.placer.block_at(at, 42, 34)
            sketch.names.append(Name(feature.name, at, 22, c["ink"], 2, 24, must=True, bold=True, serif=False))


def _cloverleaf(sketch: Sketch, at: Point) -> None:
    c = sketch.colours
    for width, key in ((11.0, "road"), (7.0, "casing")):
        for k in range(4):
            turn = pi / 4 + k * pi / 2
            leaf = at[0] + 34 * cos(turn), at[1] + 34 * sin(turn)
            sketch.canvas.add("roads", Path(circle(leaf, 24), stroke=c[key], width=width))
        way = [(at[0], at[1] - 110), (at[0], at[1] + 110)]
        sketch.canvas.add("roads", Path(polygon(way, False), stroke=c[key], width=width * 1.8))


def _sign(sketch: Sketch, space: Space) -> None:
    c, (x, y) = sketch.colours, space.center
    if space.kind == "entry_zone":
        sketch.names.append(Name(space.name, (x, y), 36, c["ink"], 0, must=True, bold=True, serif=False, spacing=3))
        return
    if sketch.map.theme != CITY and not {"symbol", "tem"} & space.attrs.keys():
        _plain_name(sketch, space)
        return
    shape = str(space.attrs.get("symbol", "circle"))
    fill = c[SIGNS.get(shape, "white_sign")]
    light = shape == "circle"
    ink = "#201a12" if light else "#ffffff"
    drop = 5 if shape == "triangle" else 0
    sketch.canvas.add("features", Symbol(shape, (x, y), 62, fill, c["ink"]))
    sketch.canvas.add("features", Text(space.id, (x, y - 11 + drop), 25, ink, bold=True, serif=False))
    sketch.canvas.add(
        "features", Path((("M", (x - 15, y + 3 + drop)), ("L", (x + 15, y + 3 + drop))), stroke=ink, width=1.4)
    )
    sketch.canvas.add("features", Text(str(space.attrs.get("tem", "")), (x, y + 15 + drop), 18, ink, serif=False))
    sketch.placer.block_at((x, y), 74 if shape == "triangle" else 64, 66)
    sketch.names.append(
        Name(space.name, (x, y), 19, c["ink"], 3, 36, must=True, bold=True, serif=False, home=space.polygon)
    )


def _plain_name(sketch: Sketch, space: Space) -> None:
    """The id of an area, and its name below where it has one."""
    c, (x, y) = sketch.colours, space.center
    sketch.canvas.add("numbers", Text(space.id, (x, y), 22, c["muted"], bold=True, serif=False))
    sketch.placer.block_at((x, y), 40, 30)
    if space.name != space.id:
        sketch.names.append(
            Name(space.name, (x, y), 22, c["ink"], 3, 30, must=True, bold=True, serif=False, home=space.polygon)
        )


def _labels(sketch: Sketch) -> None:
    c = sketch.colours
    for label in sketch.map.labels:
        size = {"water": 44.0, "road": 20.0, "district": 38.0}.get(label.kind, 24.0)
        ink = c["water_ink"] if label.kind == "water" else c["ink"]
        italic = label.kind in ("water", "district")
        spacing = {"water": 14.0, "district": 9.0}.get(label.kind, 2.0)
        rank = 1 if label.kind == "water" else 6
        opacity = 0.62 if label.kind == "district" else 1.0
        text = label.text.upper() if label.kind == "district" else label.text
        name = Name(text, label.at, size, ink, rank, angle=label.angle, italic=italic, spacing=spacing, opacity=opacity)
        sketch.names.append(replace(name, bare=italic))
