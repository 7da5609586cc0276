"""Where the window looks: scale, place and turn of the map, and the arithmetic between map and screen."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QTransform

MARGIN = 24.0  # px left free around a fitted map
BEYOND = 48.0  # px of the table that may be seen beyond an edge of the map
CLOSEST = 12.0  # times the scale at which one space is 60 px wide


class Camera:
    """The view on a map of a given size; lengths on screen are device-independent pixels."""

    def __init__(self) -> None:
        self.size = (1.0, 1.0)
        self.view = (1.0, 1.0)
        self.center = (0.5, 0.5)
        self.scale = 1.0
        self.unit_scale = 1.0  # the scale called 1:1
        self.turned = False
        self.ratio = 1.0  # device pixels per pixel
        self.inset = (0.0, 0.0)  # px that a ruler covers at the left and at the top

    # --- limits ---

    @property
    def least(self) -> float:
        """The smallest scale: half of what shows the whole map."""
        return min(self.fit_scale() / 2, self.unit_scale)

    @property
    def most(self) -> float:
        """The largest scale: one space fills the window."""
        return max(self.unit_scale * CLOSEST, self.fit_scale())

    def fit_scale(self) -> float:
        """The scale that shows the whole map."""
        width, height = max(self.view[0] - 2 * MARGIN, 40.0), max(self.view[1] - 2 * MARGIN, 40.0)
        return min(width / self.size[0], height / self.size[1])

    def fill_scale(self) -> float:
        """The scale at which the map fills the window one way and is as long as or longer than it the other way."""
        return max((view - inset) / size for view, inset, size in zip(self.view, self.inset, self.size, strict=True))

    def within(self, scale: float, center: tuple[float, float]) -> tuple[float, float]:
        """The nearest centre at that scale with no empty window beyond the map's edges but for a ruler there."""
        found = []
        for middle, length, view, inset in zip(center, self.size, self.view, self.inset, strict=True):
            half, covered = view / scale / 2, inset / scale
            low, high = (half, length - half + covered) if self.turned else (half - covered, length - half)
            found.append((low + high) / 2 if low > high else max(low, min(middle, high)))
        return found[0], found[1]

    def bounded(self, scale: float, center: tuple[float, float]) -> tuple[float, float]:
        """The nearest centre that shows only a little of the table beyond the map; a small map lies in the middle."""
        found = []
        for middle, length, view in zip(center, self.size, self.view, strict=True):
            half, air = view / scale / 2, BEYOND / scale
            small = length <= 2 * half
            found.append(length / 2 if small else max(half - air, min(middle, length - half + air)))
        return found[0], found[1]

    def clamp_scale(self, scale: float) -> float:
        """The nearest scale within the limits."""
        return max(self.least, min(scale, self.most))

    # --- map and screen ---

    @property
    def signed(self) -> float:
        """The scale, negative when the board is turned."""
        return -self.scale if self.turned else self.scale

    def origin(self) -> tuple[float, float]:
        """Where the map's zero point lies on screen, on whole device pixels so that cached art stays sharp."""
        s, r = self.signed, self.ratio
        x = self.view[0] / 2 - self.center[0] * s
        y = self.view[1] / 2 - self.center[1] * s
        return round(x * r) / r, round(y * r) / r

    def frame(self) -> tuple[float, float, float]:
        """Origin and signed scale, for loops over many things: screen = origin + scale * map."""
        return (*self.origin(), self.signed)

    def to_screen(self, x: float, y: float) -> QPointF:
        """A point of the map on screen."""
        ox, oy = self.origin()
        s = self.signed
        return QPointF(ox + x * s, oy + y * s)

    def to_map(self, point: QPointF) -> tuple[float, float]:
        """A point of the screen on the map."""
        ox, oy = self.origin()
        s = self.signed
        return (point.x() - ox) / s, (point.y() - oy) / s

    def transform(self) -> QTransform:
        """From map to screen."""
        ox, oy = self.origin()
        s = self.signed
        return QTransform(s, 0, 0, s, ox, oy)

    def rect_to_map(self, rect: QRectF) -> QRectF:
        """A rectangle of the screen on the map."""
        ax, ay = self.to_map(rect.topLeft())
        bx, by = self.to_map(rect.bottomRight())
        return QRectF(QPointF(min(ax, bx), min(ay, by)), QPointF(max(ax, bx), max(ay, by)))

    def visible(self) -> QRectF:
        """The part of the map plane the window shows."""
        return self.rect_to_map(QRectF(0, 0, *self.view))

    # --- moving ---

    def exactly(self, point: QPointF) -> tuple[float, float]:
        """What is under a point, without the rounding to device pixels, so that many small steps do not add up."""
        s = self.signed
        return (
            self.center[0] + (point.x() - self.view[0] / 2) / s,
            self.center[1] + (point.y() - self.view[1] / 2) / s,
        )

    def keep(self, spot: tuple[float, float], at: QPointF, scale: float) -> None:
        """Take this scale with a spot of the map at a point of the screen."""
        self.scale = self.clamp_scale(scale)
        s = self.signed
        wished = (spot[0] + (self.view[0] / 2 - at.x()) / s, spot[1] + (self.view[1] / 2 - at.y()) / s)
        self.center = self.bounded(self.scale, wished)

    def pan(self, dx: float, dy: float) -> None:
        """Shift the picture by so many pixels, never into emptiness."""
        s = self.signed
        self.center = self.bounded(self.scale, (self.center[0] - dx / s, self.center[1] - dy / s))

    def fitted(self, rect: QRectF) -> tuple[float, tuple[float, float]]:
        """Scale and centre that show this part of the map."""
        width, height = max(self.view[0] - 2 * MARGIN, 40.0), max(self.view[1] - 2 * MARGIN, 40.0)
        scale = min(width / max(rect.width(), 1e-6), height / max(rect.height(), 1e-6))
        middle = rect.center()
        return self.clamp_scale(scale), (middle.x(), middle.y())
