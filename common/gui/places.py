"""Where things can lie on a map: spaces and printed boxes alike, with outline, room and neighbours by direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from statistics import median
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from common.gui.painting import ring_path
from common.maps import GameMap, Space
from common.maps.model import Box

Direction = tuple[int, int]
HEADED = 0.14  # of its height: how far below its middle counters lie in a box, to leave its name free
ENOUGH = 0.45  # of the widest place: how wide a place beside the printed signs must be to be preferred


class Place:
    """A space or a box as the window sees it."""

    __slots__ = ("box", "center", "corners", "id", "name", "outline", "rect", "room")

    def __init__(
        self, id: str, name: str, center: tuple[float, float], outline: QPainterPath, room: float, box: bool
    ) -> None:
        self.id, self.name, self.center, self.outline, self.room, self.box = id, name, center, outline, room, box
        self.rect = outline.boundingRect()
        self.corners: tuple[tuple[float, float], ...] = ()  # of a polygon; shared with its neighbours


def _of_space(space: Space, printed: Iterable[QRectF]) -> Place:
    x, y = space.center
    if space.polygon:
        center, room = _inside(space, printed)
        place = Place(space.id, space.name, center, ring_path(space.polygon), room, False)
        place.corners = space.polygon
        return place
    path = QPainterPath()
    if space.box is not None:
        width, height = space.box
        path.addRoundedRect(QRectF(x - width / 2, y - height / 2, width, height), 4, 4)
        return Place(space.id, space.name, (x, y + height * HEADED), path, min(width, height) / 2, False)
    radius = space.radius or 10.0
    path.addEllipse(QPointF(x, y), radius, radius)
    return Place(space.id, space.name, space.center, path, radius, False)


def _inside(space: Space, printed: Iterable[QRectF]) -> tuple[tuple[float, float], float]:
    """The middle of the widest free part of a polygon and how far it is from the border."""
    cx, cy = space.center
    radii = [hypot(x - cx, y - cy) for x, y in space.polygon]
    if len(radii) == 6 and max(radii) - min(radii) < 0.02 * max(radii):
        return space.center, radii[0] * 0.866
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
        if beside[1] > best[1] * ENOUGH:
            return beside
    return best


def _of_box(box: Box) -> Place:
    path = QPainterPath()
    path.addRoundedRect(QRectF(*box.rect), 6, 6)
    return Place(box.id, box.name, box.center, path, min(box.rect[2], box.rect[3]) / 2, True)


class Places:
    """All places of a map."""

    def __init__(self, game_map: GameMap, printed: Iterable[QRectF] = ()) -> None:
        self.map = game_map
        printed = tuple(printed)
        self._all: dict[str, Place] = {space.id: _of_space(space, printed) for space in game_map.spaces.values()}
        for box in game_map.boxes.values():
            self._all.setdefault(box.id, _of_box(box))
        rooms = [place.room for place in self._all.values() if not place.box]
        self.room = median(rooms) if rooms else 20.0
        self._hexes = game_map.layout is not None

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
            return max(min(self.room * 1.1, 64.0), 18.0)
        boxed = any(space.box is not None for space in self.map.spaces.values())
        return max(self.room * (0.9 if boxed else 1.5), 26.0)

    def at(self, x: float, y: float) -> str:
        """The place under a point of the map, "" for none."""
        found = self.map.at(x, y)
        if found is not None:
            return found
        for box in self.map.boxes.values():
            bx, by, width, height = box.rect
            if bx <= x <= bx + width and by <= y <= by + height:
                return box.id
        return ""

    def bounds(self, spaces: Iterable[str]) -> QRectF:
        """The rectangle around these places."""
        rect = QRectF()
        for space in spaces:
            if space in self._all:
                rect = rect.united(self._all[space].rect)
        return rect

    def towards(self, start: str, direction: Direction, aim: tuple[float, float]) -> str:
        """The next place from `start` in a direction (of the map), near the line through `aim`; "" for none."""
        here = self._all[start]
        near = [self._all[s] for s in self.map.next_to(start)] if start in self.map.spaces else []
        return _best(here, near, direction, aim, 0.45) or _best(here, self._all.values(), direction, aim, 0.7)


def _best(
    here: Place, others: Iterable[Place], direction: Direction, aim: tuple[float, float], least: float
) -> str:
    """Of the places ahead the one that is near and not far off the line; `least` is the cosine allowed."""
    best, found = float("inf"), ""
    dx, dy = direction
    for place in others:
        vx, vy = place.center[0] - here.center[0], place.center[1] - here.center[1]
        length = hypot(vx, vy)
        ahead = vx * dx + vy * dy
        if length == 0 or ahead / length < least:
            continue
        off = abs((place.center[0] - aim[0]) * dy - (place.center[1] - aim[1]) * dx)
        score = length + 1.5 * off
        if score < best:
            best, found = score, place.id
    return found
