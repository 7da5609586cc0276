"""A drawing as data: layers of paths, texts and symbols that SVG and QPainter show alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from common.maps.model import Point

Step = tuple[str, tuple[float, ...]]  # "M" and "L" one point, "C" three, "Z" none
LAYERS = (
    "base", "relief", "water", "terrain", "borders", "roads", "grid", "features", "numbers", "labels", "furniture",
)  # fmt: skip
TILE = 420.0  # strokes of one style are joined into one path per tile, so that a viewer can leave out the rest


Mark = tuple[Point, Sequence[Step]]  # strokes of a pen, and the place they belong to


class Path(Struct, frozen=True):
    """Lines and curves with one fill and one stroke; widths are in map units."""

    steps: tuple[Step, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    round: bool = True
    space: str = ""


class Text(Struct, frozen=True):
    """A line of text; `at` is the anchor on the middle of the letters' height."""

    text: str
    at: Point
    size: float
    fill: str
    halo: str = ""
    halo_width: float = 0.0
    anchor: str = "middle"  # start, middle, end
    angle: float = 0.0
    bold: bool = False
    italic: bool = False
    serif: bool = True
    spacing: float = 0.0
    opacity: float = 1.0


class Symbol(Struct, frozen=True):
    """A sign from common.maps.pictures.symbols, `size` across."""

    name: str
    at: Point
    size: float
    fill: str
    stroke: str
    angle: float = 0.0


Item = Path | Text | Symbol


class Layer(Struct):
    """Things drawn together, from a zoom on (1 = one map unit is one pixel)."""

    name: str
    items: list[Item]
    min_zoom: float = 0.0


class Picture(Struct):
    """A whole drawing."""

    size: Point
    background: str
    layers: list[Layer]

    def layer(self, name: str) -> Layer:
        """The first layer of a name."""
        return next(layer for layer in self.layers if layer.name == name)


class Canvas:
    """Collects items by layer and zoom, and hands out the picture."""

    def __init__(self, size: Point, background: str) -> None:
        self.size, self.background = size, background
        self._layers: dict[tuple[str, float], list[Item]] = {}

    def add(self, layer: str, *items: Item, zoom: float = 0.0) -> None:
        """Put items on a layer."""
        self._layers.setdefault((layer, zoom), []).extend(items)

    def strokes(self, layer: str, lines: Iterable[Sequence[Point]], stroke: str, width: float, **style: object) -> None:
        """Many short lines of one style, joined tile by tile."""
        self.marks(layer, ((line[0], pen_strokes((line,))) for line in lines), stroke, width, **style)

    def marks(self, layer: str, marks: Iterable[Mark], stroke: str, width: float, **style: object) -> None:
        """Strokes that are ready, each with the place whose tile it belongs to."""
        zoom = float(style.pop("zoom", 0.0))  # type: ignore[arg-type]
        tiles: dict[tuple[int, int], list[Step]] = {}
        for (x, y), steps in marks:
            tiles.setdefault((int(x // TILE), int(y // TILE)), []).extend(steps)
        for joined in tiles.values():
            self.add(layer, Path(tuple(joined), stroke=stroke, width=width, **style), zoom=zoom)  # type: ignore[arg-type]

    def patches(self, layer: str, shapes: Iterable[Sequence[Point]], fill: str, opacity: float) -> None:
        """Many small surfaces of one colour, joined tile by tile."""
        tiles: dict[tuple[int, int], list[Step]] = {}
        for shape in shapes:
            x, y = shape[0]
            tiles.setdefault((int(x // TILE), int(y // TILE)), []).extend(polygon(shape))
        for joined in tiles.values():
            self.add(layer, Path(tuple(joined), fill=fill, opacity=opacity))

    def picture(self) -> Picture:
        """The finished drawing, layers in their order."""
        order = sorted(self._layers, key=lambda key: (LAYERS.index(key[0]), key[1]))
        return Picture(self.size, self.background, [Layer(name, self._layers[name, z], z) for name, z in order])


def pen_strokes(lines: Iterable[Sequence[Point]]) -> tuple[Step, ...]:
    """Lines as steps, to a tenth of a unit."""
    found: list[Step] = []
    for (x, y), *rest in lines:
        found.append(("M", (round(x, 1), round(y, 1))))
        found.extend(("L", (round(px, 1), round(py, 1))) for px, py in rest)
    return tuple(found)


def polygon(points: Sequence[Point], closed: bool = True) -> tuple[Step, ...]:
    """Straight lines through points."""
    steps: list[Step] = [("M", points[0]), *(("L", point) for point in points[1:])]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def rings(*all_: Sequence[Point]) -> tuple[Step, ...]:
    """Several closed outlines; inner ones are holes (even-odd)."""
    return tuple(step for ring in all_ for step in polygon(ring))


def rect(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[Step, ...]:
    """A rectangle, its corners rounded if a radius is given."""
    right, bottom, r = x + width, y + height, radius
    if r <= 0:
        return polygon([(x, y), (right, y), (right, bottom), (x, bottom)])
    k = r * 0.4477
    return (
        ("M", (x + r, y)), ("L", (right - r, y)), ("C", (right - k, y, right, y + k, right, y + r)),
        ("L", (right, bottom - r)), ("C", (right, bottom - k, right - k, bottom, right - r, bottom)),
        ("L", (x + r, bottom)), ("C", (x + k, bottom, x, bottom - k, x, bottom - r)),
        ("L", (x, y + r)), ("C", (x, y + k, x + k, y, x + r, y)), ("Z", ()),
    )  # fmt: skip


def circle(at: Point, radius: float) -> tuple[Step, ...]:
    """A circle of four curves."""
    (x, y), r, k = at, radius, radius * 0.5523
    return (
        ("M", (x + r, y)), ("C", (x + r, y + k, x + k, y + r, x, y + r)), ("C", (x - k, y + r, x - r, y + k, x - r, y)),
        ("C", (x - r, y - k, x - k, y - r, x, y - r)), ("C", (x + k, y - r, x + r, y - k, x + r, y)), ("Z", ()),
    )  # fmt: skip


def smooth(points: Sequence[Point], closed: bool = False, pull: float = 0.5) -> tuple[Step, ...]:
    """A gentle curve that starts and ends like the line and stays within its corners' cut-offs."""
    if len(points) < 3:
        return polygon(points, closed)
    pts = list(points)
    if closed:
        first = _between(pts[-1], pts[0])
        steps: list[Step] = [("M", first)]
        for i, corner in enumerate(pts):
            after = _between(corner, pts[(i + 1) % len(pts)])
            steps.append(_bend(pts[i - 1], corner, after, pull))
        return (*steps, ("Z", ()))
    steps = [("M", pts[0]), ("L", _between(pts[0], pts[1]))]
    for before, corner, after in zip(pts, pts[1:], pts[2:]):
        steps.append(_bend(before, corner, _between(corner, after), pull))
    return (*steps, ("L", pts[-1]))


def through(points: Sequence[Point]) -> tuple[Step, ...]:
    """A curve that passes every point, so that roads meet where they should."""
    if len(points) < 3:
        return polygon(points, False)
    pts = [points[0], *points, points[-1]]
    steps: list[Step] = [("M", points[0])]
    for before, a, b, after in zip(pts, pts[1:], pts[2:], pts[3:]):
        x1, y1 = a[0] + (b[0] - before[0]) / 6, a[1] + (b[1] - before[1]) / 6
        x2, y2 = b[0] - (after[0] - a[0]) / 6, b[1] - (after[1] - a[1]) / 6
        steps.append(("C", (round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2), *b)))
    return tuple(steps)


def _between(a: Point, b: Point) -> Point:
    return round((a[0] + b[0]) / 2, 2), round((a[1] + b[1]) / 2, 2)


def _bend(before: Point, corner: Point, after: Point, pull: float) -> Step:
    start, k = _between(before, corner), pull + (1 - pull) * 0.55
    x1, y1 = start[0] + (corner[0] - start[0]) * k, start[1] + (corner[1] - start[1]) * k
    x2, y2 = after[0] + (corner[0] - after[0]) * k, after[1] + (corner[1] - after[1]) * k
    return "C", (round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2), after[0], after[1])
