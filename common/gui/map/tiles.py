"""Pieces of a layer kept as images per zoom level: panning copies, and only what is new is drawn."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from math import floor
from time import perf_counter

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QTransform

from common.gui.map.camera import Camera

EDGE = 256  # device pixels
LEVELS = 3  # zoom levels whose tiles may stand in for missing ones
ROUGH = 512  # device pixels along the longer side of the whole layer, which stands in for everything else

Paint = Callable[[QPainter, QRectF, float, bool], None]
Key = tuple[float, float, int, int]  # level, device pixels a pixel, column, row


LEAST = 4  # new things that a frame draws however late it is, so that each frame brings the end nearer


class Deadline:
    """How long one frame may still draw what is new; a hasty frame also scales without smoothing.

    A frame without any time for it, as while zooming, draws nothing new at all.
    """

    def __init__(self, seconds: float | None, hasty: bool = False) -> None:
        self.end = None if seconds is None else perf_counter() + seconds
        self.hasty = hasty
        self._left = LEAST if seconds is None or seconds > 0 else 0

    def allows(self) -> bool:
        """Whether one more new thing may be drawn; whoever asks draws it."""
        self._left -= 1
        return self._left >= 0 or self.end is None or perf_counter() <= self.end

    def leaves(self, seconds: float) -> bool:
        """Whether something that takes so long would be ready in time."""
        return self.end is None or perf_counter() + seconds <= self.end


class TileStore:
    """Tiles and small pictures of the whole, for one layer or for all layers that look the same."""

    def __init__(self) -> None:
        self.tiles: OrderedDict[Key, QImage] = OrderedDict()
        self.rough: dict[bool, QImage] = {}


@lru_cache(maxsize=2)
def shared_store(look: Hashable) -> TileStore:
    """The tiles of everything that looks like this: a second table of a game draws its map from those of the first."""
    return TileStore()


class TileLayer:
    """A layer that changes seldom, drawn from tiles; `paint` draws any part of it at any scale."""

    def __init__(self, paint: Paint, paper: QColor | None, limit: int = 256, store: TileStore | None = None) -> None:
        self.paint, self.paper, self.limit = paint, paper, limit
        self._store = store or TileStore()
        self._levels: list[float] = []
        self._takes = 0.0  # s, what a tile took of late
        self.drawn = 0  # tiles drawn so far, for measurements

    def clear(self) -> None:
        """Forget everything: what the layer shows has changed, and is no longer what others show."""
        self._store = TileStore()
        self._levels.clear()

    @property
    def bytes(self) -> int:
        """What the tiles take in memory."""
        return len(self._store.tiles) * EDGE * EDGE * 4

    def draw(self, painter: QPainter, camera: Camera, area: QRect, deadline: Deadline) -> bool:
        """Draw the layer inside `area` (screen); False when some tiles had to be replaced by older ones."""
        level, ox, oy = self._level(camera)
        missing: list[tuple[int, int]] = []
        ready: list[tuple[int, int, QImage]] = []
        made = 0
        for tx, ty in _cover(area, ox, oy, camera.ratio):
            tile = self._store.tiles.get((level, camera.ratio, tx, ty))
            if tile is None and (not made or deadline.leaves(self._takes)) and deadline.allows():
                tile = self._render(level, tx, ty, camera.ratio)
                made += 1
            if tile is None:
                missing.append((tx, ty))
            else:
                self._store.tiles.move_to_end((level, camera.ratio, tx, ty))
                ready.append((tx, ty, tile))
        if missing:
            self._stand_in(painter, camera, missing, level, not deadline.hasty)
        edge = EDGE / camera.ratio
        for tx, ty, tile in ready:
            painter.drawImage(QPointF(ox + tx * edge, oy + ty * edge), tile)
        self._remember(level, not missing)
        return not missing

    def prefetch(self, camera: Camera, area: QRect) -> bool:
        """Draw one tile around `area` that is not there yet; False when there is none."""
        level, ox, oy = self._level(camera)
        margin = int(EDGE / camera.ratio)
        around = area.adjusted(-margin, -margin, margin, margin)
        if 2 * len(list(_cover(around, ox, oy, camera.ratio))) > self.limit:
            return False
        bounds = QRectF(0, 0, *camera.size)
        for tx, ty in _cover(around, ox, oy, camera.ratio):
            if (level, camera.ratio, tx, ty) not in self._store.tiles and _tile_rect(level, tx, ty).intersects(bounds):
                self._render(level, tx, ty, camera.ratio)
                return True
        return False

    def _level(self, camera: Camera) -> tuple[float, float, float]:
        ox, oy = camera.origin()
        return camera.signed * camera.ratio, ox, oy

    def _remember(self, level: float, whole: bool) -> None:
        if whole and (not self._levels or self._levels[-1] != level):
            if level in self._levels:
                self._levels.remove(level)
            self._levels.append(level)
            del self._levels[:-LEVELS]

    def _render(self, level: float, tx: int, ty: int, ratio: float) -> QImage:
        form = QImage.Format.Format_RGB32 if self.paper else QImage.Format.Format_ARGB32_Premultiplied
        start = perf_counter()
        image = QImage(EDGE, EDGE, form)
        image.fill(self.paper if self.paper else Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setTransform(QTransform(level, 0, 0, level, -tx * EDGE, -ty * EDGE))
        self.paint(painter, _tile_rect(level, tx, ty), abs(level), level < 0)
        painter.end()
        image.setDevicePixelRatio(ratio)
        tiles = self._store.tiles
        tiles[level, ratio, tx, ty] = image
        self.drawn += 1
        self._takes = (self._takes + perf_counter() - start) / 2
        while len(tiles) > self.limit:
            tiles.popitem(last=False)
        return image

    def _stand_in(
        self, painter: QPainter, camera: Camera, missing: list[tuple[int, int]], level: float, smooth: bool
    ) -> None:
        """Fill missing tiles with what another level has there, scaled."""
        ox, oy = camera.origin()
        edge = EDGE / camera.ratio
        left, top = min(tx for tx, _ in missing), min(ty for _, ty in missing)
        right, bottom = max(tx for tx, _ in missing) + 1, max(ty for _, ty in missing) + 1
        place = QRectF(ox + left * edge, oy + top * edge, (right - left) * edge, (bottom - top) * edge)
        painter.save()
        painter.setClipRect(place, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # soft edges would show as seams
        seen = place.intersected(painter.clipBoundingRect())
        found = [self._find_tiles(seen, ox, oy, camera.ratio, level, other) for other in reversed(self._levels)
                 if other != level and (other < 0) == (level < 0)]  # fmt: skip
        whole = next((tiles for tiles, all_there in found if all_there), None)
        if whole is None and self.paper:
            painter.fillRect(seen, self.paper)
            painter.drawImage(camera.transform().mapRect(QRectF(0, 0, *camera.size)), self._whole(camera))
        for tiles in [whole] if whole is not None else [tiles for tiles, _ in reversed(found)]:
            for at, tile in tiles:
                painter.drawImage(at, tile)
        painter.restore()

    def _whole(self, camera: Camera) -> QImage:
        """The whole layer, small."""
        image = self._store.rough.get(camera.turned)
        if image is None:
            (width, height), away = camera.size, -1 if camera.turned else 1
            level = ROUGH / max(width, height)
            image = QImage(round(width * level), round(height * level), QImage.Format.Format_RGB32)
            image.fill(self.paper or Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if camera.turned:
                painter.translate(image.width(), image.height())
            painter.scale(level * away, level * away)
            self.paint(painter, QRectF(0, 0, width, height), level, camera.turned)
            painter.end()
            self._store.rough[camera.turned] = image
        return image

    def _find_tiles(
        self, seen: QRectF, ox: float, oy: float, ratio: float, level: float, other: float
    ) -> tuple[list[tuple[QRectF, QImage]], bool]:
        """The tiles of another level over a part of the screen, and whether they cover all of it."""
        edge = EDGE / ratio * level / other
        tiles, whole = [], True
        for ty in range(floor((seen.top() - oy) / edge), floor((seen.bottom() - oy - 1e-6) / edge) + 1):
            for tx in range(floor((seen.left() - ox) / edge), floor((seen.right() - ox - 1e-6) / edge) + 1):
                tile = self._store.tiles.get((other, ratio, tx, ty))
                if tile is None:
                    whole = False
                else:
                    tiles.append((QRectF(ox + tx * edge, oy + ty * edge, edge, edge), tile))
        return tiles, whole


def _tile_rect(level: float, tx: int, ty: int) -> QRectF:
    a, b = QPointF(tx * EDGE / level, ty * EDGE / level), QPointF((tx + 1) * EDGE / level, (ty + 1) * EDGE / level)
    return QRectF(a, b).normalized()


def _cover(area: QRect, ox: float, oy: float, ratio: float) -> Iterator[tuple[int, int]]:
    left, top = (area.left() - ox) * ratio, (area.top() - oy) * ratio
    right, bottom = left + area.width() * ratio, top + area.height() * ratio
    for ty in range(floor(top / EDGE), floor((bottom - 1e-6) / EDGE) + 1):
        for tx in range(floor(left / EDGE), floor((right - 1e-6) / EDGE) + 1):
            yield tx, ty
