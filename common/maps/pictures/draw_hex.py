"""Hex maps: terrain in marks of the pen, courses on the sides, ways, signs, grid and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees
from random import Random

from common.maps.constraints import fits
from common.maps.model import Point, Space
from common.maps.pictures import draw_marks
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_marks import Stroke
from common.maps.pictures.names import Name
from common.maps.pictures.picture import Mark, Path, Step, Symbol, Text, circle, pen_strokes, polygon, smooth, through
from common.maps.pictures.relief import Facet, draw_relief, facets
from common.maps.pictures.themes import LIKE, STYLED

Texture = tuple[Callable[[Point, float], list[Stroke]], int, float, str, float]

TEXTURES: dict[str, Texture] = {
    "rio_grande_valley": (draw_marks.furrows, 4, 8.0, "fields", 1.3),
    "desert": (draw_marks.dune, 4, 9.0, "dune", 1.1),
    "open": (draw_marks.tuft, 3, 6.0, "grass", 1.0),
    "rough": (draw_marks.stones, 7, 7.0, "stone", 1.2),
    "marsh": (draw_marks.reeds, 6, 7.0, "reed", 1.3),
    "forest": (draw_marks.tree, 8, 8.0, "tree", 1.3),
}
MANY = 16_384  # hexes whose marks are kept
CLEAR = 44.0  # from the middle of a hex: names begin where a pile of counters ends
HIGH = frozenset({"mountain", "pass"})
TAGS: tuple[tuple[str, str, float, str, int, bool], ...] = (  # tag, sign, size, colour, rank, bold name
    ("national_capital", "capital", 46, "red", 0, True),
    ("regional_capital", "city", 30, "red", 1, True),
    ("fort", "fort", 40, "blue", 0, True),
    ("town", "town", 34, "red", 1, True),
    ("foreign_town", "circle", 18, "muted", 2, False),
    ("village", "dot", 8, "ink", 6, False),
)


def draw(sketch: Sketch) -> None:
    """Everything on a hex map."""
    closed = _find_closed(sketch)
    _ground(sketch, closed)
    _abroad(sketch, closed)
    _mountains(sketch, closed)
    _grid(sketch, closed)
    _countries(sketch)
    _courses(sketch)
    _ways(sketch)
    _barriers(sketch)
    _signs(sketch)
    _labels(sketch)


def _find_closed(sketch: Sketch) -> set[str]:
    filters = [f for price in sketch.map.file.prices.values() for f in price.closed_spaces]
    return {space.id for space in sketch.map.spaces.values() if any(fits(space, f) for f in filters)}


def _fill(sketch: Sketch, space: Space, closed: set[str]) -> str:
    if space.id in closed:
        return sketch.colours.get("closed", sketch.colours["paper"])
    return sketch.colours.ground(space.kind)


def _ground(sketch: Sketch, closed: set[str]) -> None:
    marks: dict[tuple[str, float], list[Mark]] = {}
    for space in sketch.map.spaces.values():
        fill = _fill(sketch, space, closed)
        if fill != sketch.colours["paper"]:
            sketch.canvas.add("base", Path(polygon(space.polygon), fill=fill, stroke=fill, width=0.8, space=space.id))
        kind = space.kind if space.kind in TEXTURES else LIKE.get(space.kind, "")
        if space.id not in closed and kind in TEXTURES:
            *_, colour, width = TEXTURES[kind]
            steps = _texture(kind, sketch.seed(space.id), space.center)
            marks.setdefault((colour, width), []).append((space.center, steps))
    for (colour, width), found in marks.items():
        sketch.canvas.marks("terrain", found, sketch.colours[colour], width, opacity=0.75, zoom=0.12)
    if sketch.map.theme == "engraving":
        plain = [s for s in sketch.map.spaces.values() if s.kind == "clear"]
        specks = [(s.center, _specks(sketch.seed(s.id), s.center)) for s in plain]
        sketch.canvas.marks("terrain", specks, sketch.colours["muted"], 1.2, opacity=0.5, zoom=0.25)


@lru_cache(maxsize=MANY)
def _texture(kind: str, seed: str, center: Point) -> tuple[Step, ...]:
    """The marks of the pen in one hex; nothing outside it counts, so that a new terrain next door stirs none."""
    mark, count, size, _, _ = TEXTURES[kind]
    rng = Random(seed)
    spots = draw_marks.scatter(center, 44, count, rng)
    return pen_strokes(stroke for at in spots for stroke in mark(at, size * rng.uniform(0.7, 1.1)))


@lru_cache(maxsize=MANY)
def _specks(seed: str, center: Point) -> tuple[Step, ...]:
    spots = draw_marks.scatter(center, 46, 5, Random(seed))
    return pen_strokes(((x, y), (x + 2.5, y + 0.8)) for x, y in spots)


def _abroad(sketch: Sketch, closed: set[str]) -> None:
    """A veil over the neighbours of the country that has most of the hexes in play."""
    counted = Counter(
        s.attrs["country"] for s in sketch.map.spaces.values() if "country" in s.attrs and s.id not in closed
    )
    home = counted.most_common(1)[0][0] if counted else None
    for space in sketch.map.spaces.values():
        if home is not None and space.id not in closed and space.attrs.get("country") != home:
            sketch.canvas.add("base", Path(polygon(space.polygon), fill=sketch.colours["paper"], opacity=0.38))


def _mountains(sketch: Sketch, closed: set[str]) -> None:
    crests = draw_marks.ridges(sketch.map, HIGH, sketch.seed)
    for point in (point for crest in crests for point in crest):  # names stand beside mountains rather than on them
        sketch.placer.block_at(point, 34, 34, 0.35)
    faces = [face for crest in crests for face in _slopes(tuple(crest))]
    draw_relief(sketch, faces)


@lru_cache(maxsize=512)
def _slopes(crest: tuple[Point, ...]) -> list[Facet]:
    """The slopes of one crest line."""
    rng = Random(str(crest))
    return facets(draw_marks.roughen(crest, rng, 24.0), 40, rng)


def _grid(sketch: Sketch, closed: set[str]) -> None:
    bare = closed if sketch.map.theme == "sahel" else set[str]()
    outlines = tuple(space.polygon for space in sketch.map.spaces.values() if space.id not in bare)
    sketch.canvas.marks("grid", _sides(outlines), sketch.colours["grid"], 1.1, opacity=0.55)
    for space in sketch.map.spaces.values():
        if space.id not in closed:
            x, y = space.center
            halo = _fill(sketch, space, closed) if space.kind in HIGH else ""
            text = Text(space.id, (x, y - 42), 13, sketch.colours["number"], halo, 3, serif=False, opacity=0.9)
            sketch.canvas.add("numbers", text, zoom=0.38)  # at the first step closer than a map fills a laptop with
            sketch.placer.block_at((x, y - 42), 34, 11, 0.05)


@lru_cache(maxsize=4)
def _sides(outlines: tuple[tuple[Point, ...], ...]) -> tuple[Mark, ...]:
    """Every side of some hexes once."""
    edges = {(a, b) if a < b else (b, a) for ring in outlines for a, b in pairwise((*ring, ring[0]))}
    return tuple((edge[0], pen_strokes((edge,))) for edge in sorted(edges))


def _countries(sketch: Sketch) -> None:
    c, map_ = sketch.colours, sketch.map
    of = {space.id: space.attrs.get("country") for space in map_.spaces.values()}
    segments = [map_.side(a, b) for a, b in map_.links if a < b and of[a] is not None and of[a] != of[b]]
    for course in draw_marks.chains(segments):
        sketch.canvas.add("borders", Path(polygon(course, False), stroke=c["border"], width=9, opacity=0.22))
    for line in map_.lines:
        if line.kind == "border":
            dash = (14.0, 5.0, 3.0, 5.0)
            path = Path(polygon(line.points, line.closed), stroke=c["border"], width=2.2, dash=dash, opacity=0.75)
            sketch.canvas.add("borders", path)


def _sides_of(sketch: Sketch, kind: str) -> Iterable[tuple[str, list[list[Point]]]]:
    by_name: dict[str, list[tuple[Point, ...]]] = {}
    for group in sketch.map.file.sides:
        if group.kind == kind:
            sides = [text.partition("-") for text in group.sides]
            by_name.setdefault(group.name, []).extend(sketch.map.side(a, b) for a, _, b in sides)
    return [(name, draw_marks.chains(segments)) for name, segments in by_name.items()]


def _courses(sketch: Sketch) -> None:
    c = sketch.colours
    dash = (16.0, 6.0, 3.0, 6.0)
    for _, courses in _sides_of(sketch, "border"):
        for course in courses:
            sketch.canvas.add("borders", Path(polygon(course, False), stroke=c["border"], width=8, opacity=0.2))
            sketch.canvas.add("borders", Path(polygon(course, False), stroke=c["border"], width=2.4, dash=dash))
    rivers = list(_sides_of(sketch, "river"))
    for width, colour in ((11.0, "bank"), (7.0, "water")):
        for name, courses in rivers:
            grand = 1.25 if name in ("Rio Grande", "Niger") else 1.0
            for course in courses:
                path = Path(smooth(course, pull=0.35), stroke=c[colour], width=width * grand)
                sketch.canvas.add("water", path)
    for course in (course for _, courses in rivers for course in courses):
        for (ax, ay), (bx, by) in pairwise(course):
            sketch.placer.block_at((ax, ay), 13, 13, 0.6)
            sketch.placer.block_at(((ax + bx) / 2, (ay + by) / 2), 13, 13, 0.6)
    for name, courses in rivers:
        _river_name(sketch, name, max(courses, key=len))
    for _, courses in _sides_of(sketch, "intervention_line"):
        for course in courses:
            for (ax, ay), (bx, by) in pairwise(course):
                for part in (0.0, 0.33, 0.67, 1.0):
                    sketch.placer.block_at((ax + (bx - ax) * part, ay + (by - ay) * part), 18, 18, 2)
            sketch.canvas.add("borders", Path(polygon(course, False), stroke=c["halo"], width=13, opacity=0.8))
            sketch.canvas.add(
                "borders", Path(polygon(course, False), stroke=c["line"], width=8, dash=(24.0, 10.0), round=False)
            )


def _river_name(sketch: Sketch, name: str, course: list[Point]) -> None:
    n = len(course)
    for part in (0.2, 0.5, 0.8) if n > 60 else (0.35,):
        i = min(max(int(n * part), 3), n - 4) if n > 8 else n // 2
        (ax, ay), (bx, by) = course[max(i - 3, 0)], course[min(i + 3, n - 1)]
        angle = degrees(atan2(by - ay, bx - ax))
        angle = angle - 180 if angle > 90 else angle + 180 if angle < -90 else angle
        at = (ax + bx) / 2 + (46 if abs(angle) > 45 else 0), (ay + by) / 2 + (0 if abs(angle) > 45 else 46)
        ink = sketch.colours["water_ink"]
        sketch.names.append(Name(name, at, 21, ink, rank=3, angle=round(angle), italic=True, spacing=3))


def _ways(sketch: Sketch) -> None:
    c, centers = sketch.colours, {id_: space.center for id_, space in sketch.map.spaces.items()}
    roads = {frozenset(pair) for p in sketch.map.file.paths if p.kind == "road" for pair in pairwise(p.through)}
    for path in sketch.map.file.paths:
        points = [centers[id_] for id_ in path.through]
        for (ax, ay), (bx, by) in pairwise(points):  # names stand beside a road rather than on it
            for part in (0.2, 0.35, 0.5, 0.65, 0.8):
                sketch.placer.block_at((ax + (bx - ax) * part, ay + (by - ay) * part), 14, 12, 0.3)
        if path.kind == "track":
            own = [pair for pair in pairwise(path.through) if frozenset(pair) not in roads]
            for course in draw_marks.chains([(centers[a], centers[b]) for a, b in own]):
                sketch.canvas.add(
                    "roads", Path(through(course), stroke=c["track"], width=3.6, dash=(11, 7), round=False)
                )
            continue
        line = through(points)
        sketch.canvas.add("roads", Path(line, stroke=c["casing"], width=8.5, opacity=0.9))
        dash = (15.0, 8.0) if path.kind == "trail" else ()
        sketch.canvas.add("roads", Path(line, stroke=c["road"], width=4.4, dash=dash, round=not dash))


def _barriers(sketch: Sketch) -> None:
    c = sketch.colours
    for _, courses in _sides_of(sketch, "impassable"):
        for course in courses:
            sketch.canvas.add("borders", Path(polygon(course, False), stroke=c["barrier"], width=7))
            teeth = [*draw_marks.ticks(course, 9, 9), *draw_marks.ticks(course, 9, 9, -1)]
            sketch.canvas.strokes("borders", teeth, c["barrier"], 2.2)
    for group in sketch.map.file.sides:
        if group.kind != "arrow":
            continue
        for text in group.sides:
            a, _, b = text.partition("-")
            (ax, ay), (bx, by) = sketch.map.spaces[a].center, sketch.map.spaces[b].center
            at = ax + (bx - ax) * 0.5, ay + (by - ay) * 0.5
            turn = degrees(atan2(by - ay, bx - ax))
            for angle, shift in ((turn, 0.09), (turn + 180, -0.09)):
                spot = at[0] + (bx - ax) * shift, at[1] + (by - ay) * shift
                sketch.canvas.add("features", Symbol("arrow", spot, 17, c["red"], c["halo"], angle))
            sketch.placer.block_at(at, 40, 20, 2)


def _signs(sketch: Sketch) -> None:
    c = sketch.colours
    for space in sketch.map.spaces.values():
        sign = next((entry for entry in TAGS if entry[0] in space.tags), None)
        x, y = space.center
        if sign is not None:
            _, name, size, colour, rank, bold = sign
            if name in ("capital", "city", "fort"):  # these have a hole, and no road shall show in it
                sketch.canvas.add("features", Symbol("dot", (x, y + 3), size * 0.5, c["halo"], c["halo"]))
            sketch.canvas.add(
                "features", Symbol(name, (x, y + 3), size, c[colour], c["halo"] if size > 10 else c["ink"])
            )
            sketch.placer.block_at((x, y + 3), size, size)
            text = 25.0 if rank == 0 else 22.0 if rank == 1 else 17.0 if rank == 2 else 14.0
            sketch.names.append(Name(space.name, (x, y + 3), text, c["ink"], rank, CLEAR, rank < 3, bold=bold))
        elif space.kind == "pass":
            sketch.canvas.add("features", Symbol("pass", (x, y), 40, c["red"], c["red"]))
            sketch.placer.block_at((x, y), 36, 40)
            sketch.names.append(Name(space.name, (x, y), 19, c["red"], 1, CLEAR, must=True, italic=True, bold=True))
        elif space.name != space.id and "mines" not in space.tags:
            _plain_place(sketch, space)
        if "vp" in space.attrs:
            spot = x + 27, y - 19
            sketch.canvas.add("features", Path(circle(spot, 13), fill=c["halo"], stroke=c["ink"], width=1.6))
            sketch.canvas.add("features", Text(str(space.attrs["vp"]), spot, 17, c["ink"], bold=True, serif=False))
            sketch.placer.block_at(spot, 28, 28)
            sketch.placer.block_at((x - 31, y - 36), 28, 28)  # the flag of who controls it
        if "airport" in space.tags:
            sketch.canvas.add("features", Symbol("plane", (x + 30, y - 18), 24, c["blue"], c["halo"], 45))
            sketch.placer.block_at((x + 30, y - 18), 24, 24)
        if "mines" in space.tags:
            sketch.canvas.add("features", Symbol("mines", (x - 4, y + 4), 26, c["ink"], c["ink"]))
            sketch.placer.block_at((x - 4, y + 4), 28, 28)
            sketch.names.append(
                Name(str(space.attrs.get("mine_name", "")), (x - 4, y + 4), 15, c["ink"], 5, 17, italic=True)
            )


def _plain_place(sketch: Sketch, space: Space) -> None:
    """A place for which the theme has no sign: a dot, unless its style has put one there, and its name."""
    (x, y), ink = space.center, sketch.colours["ink"]
    if not any(tag.startswith(STYLED) for tag in space.tags):
        sketch.canvas.add("features", Symbol("dot", (x, y + 3), 9, ink, ink))
        sketch.placer.block_at((x, y + 3), 10, 10)
    sketch.names.append(Name(space.name, (x, y + 3), 18, ink, 2, CLEAR, must=True))


def _labels(sketch: Sketch) -> None:
    c = sketch.colours
    for label in sketch.map.labels:
        at = label.at
        if label.kind == "range":
            angle = _range_angle(sketch, label.space) if label.space in sketch.map.cells else label.angle
            name = Name(label.text, at, 23, c["shade"], 2, italic=True, spacing=4, angle=angle, beside=True)
        elif label.kind == "region":
            name = Name(label.text, at, 24, c["shade"], 4, italic=True, spacing=6, opacity=0.8, beside=True)
        elif label.kind == "country":
            name = Name(label.text, at, 44, c["muted"], 1, spacing=14, opacity=0.75)
        else:
            minor = label.kind == "minor"
            size, colour = (14.0, c["muted"]) if minor else (17.0, c["ink"])
            sketch.canvas.add("features", Symbol("dot", at, 6 if minor else 9, colour, colour), zoom=0.15)
            sketch.placer.block_at(at, 10, 10)
            name = Name(label.text, at, size, colour, 9 if minor else 5, 7, must=False)
        sketch.names.append(name)


def _range_angle(sketch: Sketch, space: str) -> float:
    near = [id_ for id_ in sketch.map.within(space, 2) if sketch.map.spaces[id_].kind in HIGH]
    if len(near) < 4:
        return 0.0
    angle = degrees(draw_marks.axis_of([sketch.map.spaces[id_].center for id_ in near]))
    return float(round(angle - 180 if angle > 90 else angle))
