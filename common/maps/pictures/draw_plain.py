"""Lines and surfaces of a designer's own that no theme knows: drawn in the colour of what they are like."""

from __future__ import annotations

from common.maps.files import LineEntry, SideGroup
from common.maps.gamemap import GameMap
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_styled import by_thing
from common.maps.pictures.names import Name
from common.maps.pictures.picture import Path, polygon, rings, smooth

KNOWN_LINES = {  # what the drawing of each kind of map knows itself
    "hex": {"border"}, "area": {"limit", "railway", "highway", "bridge", "bank"},
    "point": {"stream", "border", "ridge", "frontier", "berm", "pipeline"},
}  # fmt: skip
KNOWN_SIDES = {"river", "border", "impassable", "intervention_line", "arrow"}  # of hex maps; areas draw all of them
KNOWN_REGIONS = {"hex": set[str](), "area": {"water"}, "point": {"land", "country", "lake"}}
WATERS = ("river", "stream", "canal", "water", "lake", "sea", "coast")
DASHED = {"border": (14.0, 6.0), "track": (10.0, 6.0), "trail": (10.0, 6.0), "ferry": (4.0, 6.0)}


def draw_plain(sketch: Sketch, map_: GameMap) -> None:
    """Draw what a map has and neither its theme nor its styles show."""
    styled = by_thing(map_)
    regions = KNOWN_REGIONS[map_.kind]
    if map_.kind == "point" and not any(group.kind == "land" for group in map_.file.regions):
        regions = set()  # countries and lakes lie on land; without it they are surfaces like others
    for group in map_.file.regions:
        known = group.kind in regions or f"region:{group.kind}" in styled
        if not known:
            for region in group.entries:
                _surface(sketch, group.kind, region.name, region.rings)
    for sides in map_.file.sides if map_.kind == "hex" else ():
        known = sides.kind in KNOWN_SIDES or f"link:{sides.kind}" in styled
        if not known:
            _sides(sketch, map_, sides)
    for lines in map_.file.lines:
        known = lines.kind in KNOWN_LINES[map_.kind] or f"line:{lines.kind}" in styled
        if not known:
            for line in lines.entries:
                _line(sketch, lines.kind, line)


def _is_water(kind: str) -> bool:
    return any(word in kind.lower() for word in WATERS)


def _surface(sketch: Sketch, kind: str, name: str, outline: list[list[tuple[float, float]]]) -> None:
    c, water = sketch.colours, _is_water(kind)
    whole = tuple(tuple(ring) for ring in outline if len(ring) > 2)
    if not whole:
        return
    fill, opacity = (c["water"], 0.8) if water else (c.get(kind) or c["shade"], 0.22)
    edge = c["bank"] if water else c["muted"]
    sketch.canvas.add("terrain", Path(rings(*whole), fill=fill, opacity=opacity))
    sketch.canvas.add("borders", Path(rings(*whole), stroke=edge, width=2.0, opacity=0.8))
    if name:
        xs, ys = [x for x, _ in whole[0]], [y for _, y in whole[0]]
        at = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        sketch.names.append(Name(name, at, 20, c["water_ink"] if water else c["ink"], 5, italic=True))


def _sides(sketch: Sketch, map_: GameMap, group: SideGroup) -> None:
    """What lies on the sides of hexes: a stroke along them, joined where they meet."""
    c = sketch.colours
    segments = [map_.side(*text.split("-")) for text in group.sides]
    stroke, dash = c.get(group.kind) or c["barrier"], _dash_of(group.kind)
    for course in draw_marks.chains([segment for segment in segments if len(segment) > 1]):
        sketch.canvas.add("borders", Path(polygon(course, False), stroke=stroke, width=6.0, dash=dash, round=not dash))


def _dash_of(kind: str) -> tuple[float, ...]:
    return next((dash for word, dash in DASHED.items() if word in kind.lower()), ())


def _line(sketch: Sketch, kind: str, line: LineEntry) -> None:
    c = sketch.colours
    points = [(x, y) for x, y in line.points]
    if len(points) < 2:
        return
    steps = polygon(points) if line.closed else smooth(points)
    if _is_water(kind):
        sketch.canvas.add("roads", Path(steps, stroke=c["bank"], width=8.0))
        sketch.canvas.add("roads", Path(steps, stroke=c["water"], width=5.0))
    else:
        dash = _dash_of(kind)
        colour = c.get(kind) or c["border" if "border" in kind.lower() else "road"]
        sketch.canvas.add("roads", Path(steps, stroke=colour, width=4.4, dash=dash, round=not dash))
    if line.name:
        middle = points[len(points) // 2]
        ink = c["water_ink"] if _is_water(kind) else c["ink"]
        sketch.names.append(Name(line.name, middle, 17, ink, 6, italic=True))
