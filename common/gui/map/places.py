"""Where things can lie on a map: spaces and printed boxes alike, with outline, room and neighbours by direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import pairwise
from math import hypot
from statistics import median
from typing import Any

from PySide6.QtCore import QLineF, QPointF, QRectF
from PySide6.QtGui import QPainterPath

from common.gui.map.arrow_walks import Direction, Walks
from common.gui.map.display_list import ring_path
from common.maps import GameMap, Space
from common.maps.model import Box
from common.maps.pictures.draw_surround import cells, figure_size

Corner = tuple[float, float]
HEADED = 0.14  # of its height: how far below its middle counters lie in a box, to leave its name free
HEAD = 0.3  # of its height: how much of a space drawn as a box its name takes
TITLE = 44.0  # map units at the top of a box that its name takes
ENOUGH = 0.45  # of the widest place: how wide a place beside the printed signs must be to be preferred
BELOW = 0.62  # of the room of a space, from its middle to a label that leaves its counter free
LARGEST = 64.0  # map units, a counter on an area map at its natural size
HIDES = 0.25  # of a counter: how much of it may lie on printed signs or over the border, at the best spot there is


class EdgeRun:
    """One side of a polygon; neighbours share it, so that it is counted without comparing corners."""

    __slots__ = ("a", "b", "line")

    def __init__(self, a: Corner, b: Corner) -> None:
        self.a, self.b, self.line = a, b, QLineF(*a, *b)


class Place:
    """A space or a box as the window sees it."""

    __slots__ = ("box", "center", "field", "framed", "id", "name", "outline", "rect", "room", "sides")

    def __init__(
        self, id: str, name: str, center: tuple[float, float], outline: QPainterPath, room: float, box: bool
    ) -> None:
        self.id, self.name, self.center, self.outline, self.room, self.box = id, name, center, outline, room, box
        self.rect = outline.boundingRect()
        self.framed = False  # a space drawn as a box, which holds a dozen counters in rows
        self.sides: tuple[EdgeRun, ...] = ()  # of a polygon
        side = room * 1.42  # the square inside the circle
        self.field = QRectF(center[0] - side / 2, center[1] - side / 2, side, side)  # where counters may be spread

    @property
    def drop(self) -> float:
        """How far below its middle a label stands that leaves its counters free: on the lower edge of a box."""
        return self.rect.bottom() - self.center[1] if self.framed else self.room * BELOW


def _place_of_space(space: Space, printed: Iterable[QRectF], sides: dict[tuple[Corner, Corner], EdgeRun]) -> Place:
    x, y = space.center
    if space.polygon:
        center, room, field = _find_room(space, printed)
        place = Place(space.id, space.name, center, ring_path(space.polygon), room, False)
        ends = [(min(pair), max(pair)) for pair in pairwise((*space.polygon, space.polygon[0])) if pair[0] != pair[1]]
        place.sides = tuple(sides.setdefault(pair, EdgeRun(*pair)) for pair in ends)
        if field is not None:
            place.field = field
        return place
    path = QPainterPath()
    if space.box is not None:
        width, height = space.box
        path.addRoundedRect(QRectF(x - width / 2, y - height / 2, width, height), 4, 4)
        place = Place(space.id, space.name, (x, y + height * HEADED), path, min(width, height) / 2, False)
        place.field = QRectF(x - width / 2, y - height / 2 + height * HEAD, width, height * (1 - HEAD))
        place.framed = True
        return place
    radius = space.radius or 10.0
    path.addEllipse(QPointF(x, y), radius, radius)
    return Place(space.id, space.name, space.center, path, radius, False)


def _find_room(space: Space, printed: Iterable[QRectF]) -> tuple[tuple[float, float], float, QRectF | None]:
    """The middle of the widest free part of a polygon, how far it is from the border, and the rectangle there."""
    cx, cy = space.center
    radii = [hypot(x - cx, y - cy) for x, y in space.polygon]
    if len(radii) == 6 and max(radii) - min(radii) < 0.02 * max(radii):
        return space.center, radii[0] * 0.866, None
    from shapely import Polygon, box, maximum_inscribed_circle, union_all

    def widest(shape: Any) -> tuple[tuple[float, float], float]:
        (ax, ay), (bx, by) = maximum_inscribed_circle(shape, tolerance=2.0).coords
        return (ax, ay), hypot(bx - ax, by - ay)

    whole = Polygon(space.polygon)
    near = QRectF(QPointF(*whole.bounds[:2]), QPointF(*whole.bounds[2:]))
    signs = [box(r.left() - 3, r.top() - 3, r.right() + 3, r.bottom() + 3) for r in printed if r.intersects(near)]
    free = whole.difference(union_all(signs)) if signs else whole
    best = widest(whole)
    if signs and not free.is_empty:
        beside = widest(free)
        if beside[1] > min(best[1] * ENOUGH, LARGEST / 2):
            return (*beside, _grow(*beside, free))
        spot = _find_bare_spot(whole, free)
        if spot is not None:
            half = LARGEST / 2
            return spot, half, QRectF(spot[0] - half, spot[1] - half, LARGEST, LARGEST)
    return (*best, _grow(*best, whole))


def _find_bare_spot(whole: Any, free: Any) -> tuple[float, float] | None:
    """Where a counter hides least of what is printed and stays in its area; None where it hides too much anywhere."""
    from shapely import area, box, intersection, prepare

    prepare(whole)
    prepare(free)
    left, top, right, bottom = whole.bounds
    half, step = LARGEST / 2, LARGEST / 8
    xs = [left + step * n for n in range(int((right - left) / step) + 1)]
    ys = [top + step * n for n in range(int((bottom - top) / step) + 1)]
    spots = [(x, y) for y in ys for x in xs]
    squares = [box(x - half, y - half, x + half, y + half) for x, y in spots]
    inside, bare = area(intersection(whole, squares)), area(intersection(free, squares))
    hidden = (LARGEST**2 - inside + 2 * (inside - bare)) / LARGEST**2
    least = int(hidden.argmin())
    return spots[least] if hidden[least] <= HIDES else None


def _grow(center: tuple[float, float], room: float, shape: Any) -> QRectF:
    """The square inside a circle, widened on each side as long as it stays in the shape."""
    from shapely import box, prepare

    prepare(shape)
    half, step = room * 0.71, room * 0.2
    sides = [center[0] - half, center[1] - half, center[0] + half, center[1] + half]
    growing = [0, 2, 1, 3]
    while growing:
        for side in tuple(growing):
            wider = list(sides)
            wider[side] += step if side > 1 else -step
            if shape.contains(box(wider[0], wider[1], wider[2], wider[3])):
                sides = wider
            else:
                growing.remove(side)
    return QRectF(QPointF(sides[0], sides[1]), QPointF(sides[2], sides[3]))


def _place_of_box(box: Box) -> Place:
    path = QPainterPath()
    path.addRoundedRect(QRectF(*box.rect), 6, 6)
    x, y, width, height = box.rect
    head = min(TITLE, height * 0.3)  # the name is printed at the top
    center = (x + width / 2, y + (height + head) / 2)
    place = Place(box.id, box.name, center, path, min(width, height - head) / 2, True)
    place.field = QRectF(x, y + head, width, height - head)
    return place


class Places:
    """All places of a map; those of a hex map that was edited are taken over where the grid is the same."""

    def __init__(self, game_map: GameMap, printed: Iterable[QRectF] = (), before: Places | None = None) -> None:
        self.map = game_map
        printed = tuple(printed)
        same = before if before is not None and game_map.layout is not None else None
        if same is not None and same.map.layout != game_map.layout:
            same = None
        old = same._all if same is not None else {}
        self._sides: dict[tuple[Corner, Corner], EdgeRun] = same._sides if same is not None else {}
        self._all: dict[str, Place] = {}
        for space in game_map.spaces.values():
            known = old.get(space.id)
            fits = known is not None and not known.box and known.name == space.name
            self._all[space.id] = known if known and fits else _place_of_space(space, printed, self._sides)
        for box in game_map.boxes.values():
            self._all.setdefault(box.id, _place_of_box(box))
        rooms = [place.room for place in self._all.values() if not place.box]
        self.room = median(rooms) if rooms else 20.0
        self._cells: dict[str, list[QRectF]] = {}

    def __contains__(self, space: str) -> bool:
        return space in self._all

    def __getitem__(self, space: str) -> Place:
        return self._all[space]

    def __iter__(self) -> Iterator[Place]:
        return iter(self._all.values())

    def get(self, space: str) -> Place | None:
        """The place, or None where a piece is not on the map."""
        return self._all.get(space)

    @property
    def counter(self) -> float:
        """The natural size of a counter in map units."""
        if self.map.kind == "hex":
            return self.room * 1.16
        if self.map.kind == "area":
            return max(min(self.room * 1.1, LARGEST), 18.0)
        boxed = any(space.box is not None for space in self.map.spaces.values())
        return max(self.room * (0.9 if boxed else 1.5), 26.0)

    def at(self, x: float, y: float) -> str:
        """The place under a point of the map, "" for none; on a hex map boxes lie over the hexes they cover."""
        if self.map.kind == "hex":
            return self._box_at(x, y) or self.map.at(x, y) or ""
        return self.map.at(x, y) or self._box_at(x, y)

    def _box_at(self, x: float, y: float) -> str:
        """The box or printed track under a point, "" for none."""
        for box in self.map.boxes.values():
            bx, by, width, height = box.rect
            if bx <= x <= bx + width and by <= y <= by + height:
                return box.id
        return ""

    def cell(self, box: str, number: int) -> QRectF | None:
        """A cell of a printed track, the last one for more than are printed; the whole box if it has no cells."""
        if box not in self._cells:
            found = self.map.boxes.get(box)
            self._cells[box] = [QRectF(*rect) for rect in cells(found) or [found.rect]] if found is not None else []
        places = self._cells[box]
        return places[max(0, min(number, len(places) - 1))] if places else None

    def figure(self, box: str, number: int) -> tuple[str, float]:
        """What is printed in a cell of a track, and how high; nothing where there is no such cell."""
        found = self.map.boxes.get(box)
        if found is None or not 0 <= number < len(found.cells):
            return "", 0.0
        return found.cells[number], figure_size(found)

    def bounds(self, spaces: Iterable[str]) -> QRectF:
        """The rectangle around these places."""
        rect = QRectF()
        for space in spaces:
            if space in self._all:
                rect = rect.united(self._all[space].rect)
        return rect

    def towards(self, start: str, direction: Direction, aim: tuple[float, float]) -> str:
        """The next place from `start` in a direction (of the map), near the line through `aim`; "" for none."""
        return self._walks.step(start, direction, aim)

    @cached_property
    def _walks(self) -> Walks:
        spaces, near = self.map.spaces, self.map.next_to
        return Walks(self._all, {space: [other for other in near(space) if other in spaces] for space in spaces})


def places_of(game_map: GameMap, printed: Iterable[QRectF]) -> Places:
    """The places of a map whose printed signs are known; a map on the table is measured once."""
    return _measure_places(game_map, tuple((rect.x(), rect.y(), rect.width(), rect.height()) for rect in printed))


@lru_cache(maxsize=2)
def _measure_places(game_map: GameMap, printed: tuple[tuple[float, float, float, float], ...]) -> Places:
    return Places(game_map, [QRectF(*rect) for rect in printed])
