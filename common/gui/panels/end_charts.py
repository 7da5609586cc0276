"""The pictures of the result page: the tide of the game with its turning points, and losses side against side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.kit.language import number, tr
from common.gui.panels.statistics_panel import find_span
from common.gui.session.game_story import Tide, TideLine
from common.tabletop import Figure

DASHES = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)
REACH = 14  # px around a turning point that a click still means


def readable(colour: str) -> QColor:
    """The colour of a side, lighter or darker where it would be lost on the panel."""
    return QColor(theme.seen_on(colour, theme.current().panel))


class TideChart(QWidget):
    """A line for each side over the moments of the game; the turning points are numbered and can be clicked."""

    moment_wanted = Signal(int)

    def __init__(self, tide: Tide, end: int, colours: Mapping[str, str]) -> None:
        super().__init__()
        self.tide, self._end, self._colours = tide, max(1, end), colours
        self.setMouseTracking(True)
        self.setAccessibleName("; ".join(f"{line.name}: {number(line.points[-1][1])}" for line in tide.lines))

    def sizeHint(self) -> QSize:
        return QSize(420, theme.current().px(168))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, theme.current().px(168))

    def _area(self) -> QRectF:
        now, metrics = theme.current(), QFontMetrics(theme.sans(11))
        names = max((metrics.horizontalAdvance(_name(line)) for line in self.tide.lines), default=0) + now.px(14)
        return QRectF(self.rect()).adjusted(now.px(34), now.px(26), -min(names, self.width() // 3), -now.px(24))

    def _x(self, moment: int) -> float:
        area = self._area()
        return area.left() + moment / self._end * area.width()

    def _span(self) -> tuple[int, int]:
        return find_span([value for line in self.tide.lines for _, value in line.points] or [0.0])

    def _y(self, value: float) -> float:
        area, (low, high) = self._area(), self._span()
        return area.bottom() - (value - low) / (high - low) * area.height()

    def point_places(self) -> list[QPointF]:
        """The middle of the sign of each turning point; signs that would lie upon each other step aside."""
        now, found = theme.current(), list[QPointF]()
        for point in self.tide.swings:
            least = found[-1].x() + now.px(18) if found else 0.0
            found.append(QPointF(max(least, self._x(point.moment)), now.px(11)))
        return found

    def paintEvent(self, event: QPaintEvent) -> None:
        """Turns as bands, the lines, and the turning points above them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.sans(11))
        self._paint_turns(painter)
        self._paint_scale(painter)
        names: list[float] = []
        for at, line in enumerate(self.tide.lines):
            self._paint_line(painter, line, at, names)
        self._paint_points(painter)

    def _paint_turns(self, painter: QPainter) -> None:
        now, area = theme.current(), self._area()
        starts = [*self.tide.turns, (0, self._end)]
        free = area.left() - 1.0
        for at, ((turn, moment), (_, after)) in enumerate(pairwise(starts)):
            left, right = self._x(moment), self._x(after)
            if at % 2:
                painter.fillRect(QRectF(left, area.top(), right - left, area.height()), now.color("window"))
            text = tr("turn {turn}", turn=turn) if not at else number(turn)
            wide = painter.fontMetrics().horizontalAdvance(text)
            if left >= free and left + wide <= area.right() + now.px(8):
                painter.setPen(now.color("soft"))
                painter.drawText(QPointF(left + 2, area.bottom() + now.px(16)), text)
                free = left + wide + now.px(10)

    def _paint_scale(self, painter: QPainter) -> None:
        now, area, (low, high) = theme.current(), self._area(), self._span()
        for share in (0, 0.5, 1):
            y = area.bottom() - share * area.height()
            painter.setPen(QPen(now.color("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(now.color("soft"))
            box = QRectF(0, y - now.px(8), area.left() - now.px(5), now.px(16))
            where = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            painter.drawText(box, where, number(low + share * (high - low)))

    def _paint_line(self, painter: QPainter, line: TideLine, at: int, names: list[float]) -> None:
        now, area = theme.current(), self._area()
        steps = QPolygonF()
        for (moment, value), before in zip(line.points, (line.points[0], *line.points)):
            steps.append(QPointF(self._x(moment), self._y(before[1])))
            steps.append(QPointF(self._x(moment), self._y(value)))
        pen = QPen(readable(self._colours.get(line.side, "#808080")), 2.4, DASHES[at % 3])
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPolyline(steps)
        y = self._y(line.points[-1][1])
        while any(abs(y - other) < now.px(14) for other in names):
            y += now.px(14)
        names.append(y)
        painter.setPen(now.color("ink"))
        room = round(self.width() - area.right()) - now.px(6)
        text = painter.fontMetrics().elidedText(_name(line), Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(area.right() + now.px(6), y + now.px(4)), text)

    def _paint_points(self, painter: QPainter) -> None:
        now, area = theme.current(), self._area()
        size = now.px(16)
        for at, (place, point) in enumerate(zip(self.point_places(), self.tide.swings, strict=True), 1):
            painter.setPen(QPen(now.color("brass"), 1.2, Qt.PenStyle.DashLine))
            foot = QPointF(self._x(point.moment), area.top())
            painter.drawLine(QPointF(place.x(), place.y() + size / 2), foot)
            painter.drawLine(foot, QPointF(foot.x(), area.bottom()))
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(now.color("accent"))
            disc = QRectF(place.x() - size / 2, place.y() - size / 2, size, size)
            painter.drawEllipse(disc)
            painter.setPen(now.color("on_accent"))
            painter.drawText(disc, Qt.AlignmentFlag.AlignCenter, str(at))

    def point_at(self, x: float, y: float) -> int | None:
        """The turning point that is meant by a place: its sign or the line below it."""
        near = [(abs(place.x() - x), n) for n, place in enumerate(self.point_places())]
        best = min(near, default=(1e9, 0))
        return best[1] if best[0] <= theme.current().px(REACH) / 2 else None

    def moment_at(self, x: float) -> int:
        """The moment above a place."""
        area = self._area()
        return round(max(0.0, min(1.0, (x - area.left()) / area.width())) * self._end)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the turning point, or to the moment itself."""
        at = self.point_at(event.position().x(), event.position().y())
        moment = self.moment_at(event.position().x()) if at is None else self.tide.swings[at].moment
        self.moment_wanted.emit(moment)


def _name(line: TideLine) -> str:
    return f"{line.name} {number(line.points[-1][1])}"


class LossChart(QWidget):
    """What each side has lost, kind by kind: bars to the left and to the right of a middle line."""

    def __init__(self, figures: Sequence[Figure], sides: Sequence[str], colours: Mapping[str, str]) -> None:
        super().__init__()
        self.rows: dict[str, dict[str, float]] = {}
        for figure in figures:
            self.rows.setdefault(figure.chart, {})[figure.side or ""] = figure.value
        self.rows = {kind: values for kind, values in self.rows.items() if any(values.values())}
        self._sides, self._colours = sides, colours
        words = [f"{kind}: {', '.join(number(value) for value in by.values())}" for kind, by in self.rows.items()]
        self.setAccessibleName("; ".join(words))

    def sizeHint(self) -> QSize:
        return QSize(240, len(self.rows) * theme.current().px(38) + 4)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The kind in the middle, a bar and a figure on each side."""
        now = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.sans(12))
        figure = painter.fontMetrics().horizontalAdvance("0000")
        room, middle = self.width() / 2 - figure - now.px(4), self.width() / 2
        for at, (kind, values) in enumerate(self.rows.items()):
            top, most = at * now.px(38), max([*values.values(), 1])
            painter.setPen(now.color("soft"))
            box = QRectF(0, top, self.width(), now.px(18))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, kind)
            for side, way in zip(self._sides[:2], (-1, 1)):
                if side not in values:
                    continue
                value = values[side]
                long = room * value / most
                left = middle - long if way < 0 else middle
                bar = QRectF(left, top + now.px(19), max(1.0, long), now.px(13))
                painter.setPen(QPen(now.color("edge"), 1))
                painter.setBrush(QColor(self._colours.get(side, "#808080")))
                painter.drawRect(bar)
                painter.setPen(now.color("ink"))
                x = bar.left() - figure - now.px(3) if way < 0 else bar.right() + now.px(4)
                side_of = Qt.AlignmentFlag.AlignRight if way < 0 else Qt.AlignmentFlag.AlignLeft
                place = QRectF(x, bar.top() - 2, figure, bar.height() + 4)
                painter.drawText(place, side_of | Qt.AlignmentFlag.AlignVCenter, number(value))
