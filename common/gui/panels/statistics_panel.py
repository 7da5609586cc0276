"""The game in figures: points and strength over the turns, and the dice against what was to be expected."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from common.engine import D6, D10
from common.gui.kit import theme
from common.gui.kit.language import number, percent, tr, trn
from common.gui.kit.widgets import Page, clear, label, make_scrollable
from common.gui.session.replay_moments import first_moments
from common.gui.session.session import Session


class Series(NamedTuple):
    """One line of a chart."""

    name: str
    colour: str
    points: tuple[tuple[int, float], ...]


def chart_turns(session: Session) -> dict[str, list[Series]]:
    """The figures the game thinks worth following, chart by chart and turn by turn, as the viewer may know them."""
    found: dict[str, dict[str, tuple[str, list[tuple[int, float]]]]] = {}
    colours = session.table.colours
    starts = first_moments(session)
    for turn, moment in (*starts, (starts[-1][0] + 1, session.length)):  # the present at the end
        for figure in session.table.figures(session.view_at(moment, session.viewer)):
            lines = found.setdefault(figure.chart, {})
            _, points = lines.setdefault(figure.name, (colours.get(figure.side or "", "#808080"), []))
            points.append((turn, figure.value))
    return {
        chart: [Series(name, colour, tuple(points)) for name, (colour, points) in lines.items()]
        for chart, lines in found.items()
    }


def count_dice(session: Session) -> tuple[Counter[int], range]:
    """How often each face has come up where the viewer could see it, and the die's faces."""
    thrown = Counter(die for entry in session.entries() for roll in entry.rolls for die in roll.dice)
    return thrown, D6 if thrown and all(die in D6 for die in thrown) else D10


def p_value(thrown: Counter[int], faces: range) -> float:
    """The chance that fair dice are at least as uneven as these (chi-squared)."""
    total = sum(thrown.values())
    if not total:
        return 1.0
    even = total / len(faces)
    square = sum((thrown[face] - even) ** 2 / even for face in faces)
    return _upper_gamma((len(faces) - 1) / 2, square / 2)


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, by series or continued fraction."""
    if x <= 0:
        return 1.0
    front = math.exp(-x + a * math.log(x) - math.lgamma(a))
    if x < a + 1:
        term = total = 1 / a
        for n in range(1, 500):
            term *= x / (a + n)
            total += term
        return max(0.0, 1 - total * front)
    b, c = x + 1 - a, 1e300
    d = 1 / b
    h = d
    for n in range(1, 500):
        an = -n * (n - a)
        b += 2
        d = 1 / (an * d + b or 1e-300)
        c = b + an / c or 1e-300
        h *= d * c
    return min(1.0, front * h)


def describe_line(line: Series) -> str:
    """A line in words: where it began and where it stands."""
    return f"{line.name} {number(line.points[0][1])} → {number(line.points[-1][1])}"


def find_span(values: Sequence[float]) -> tuple[int, int]:
    """The whole numbers at the foot and the head of a chart, with a whole one between them."""
    low, high = math.floor(min(0.0, *values)), math.ceil(max(1.0, *values))
    return low, high + (high - low) % 2


class LineChart(QWidget):
    """Lines over the turns; each also told apart by its dash and its name at the end."""

    def __init__(self, series: Sequence[Series]) -> None:
        super().__init__()
        self.series = [line for line in series if line.points]
        self.setAccessibleName("; ".join(f"{s.name}: {number(s.points[-1][1])}" for s in self.series))

    def sizeHint(self) -> QSize:
        return QSize(240, theme.current().px(150))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, theme.current().px(150))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Axes, lines and names."""
        if not self.series:
            return
        now = theme.current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.sans(11))
        xs = [x for line in self.series for x, _ in line.points]
        ys = [y for line in self.series for _, y in line.points]
        low, high = find_span(ys)
        first, last = min(xs), max(*xs, min(xs) + 1)
        longest = max(painter.fontMetrics().horizontalAdvance(line.name) for line in self.series) + now.px(12)
        names_width = min(longest, self.width() * 2 // 5)
        area = QRectF(self.rect()).adjusted(now.px(34), now.px(8), -names_width, -now.px(22))
        painter.setPen(QPen(now.color("line"), 1))
        for share in (0, 0.5, 1):
            y = area.bottom() - share * area.height()
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setPen(now.color("soft"))
        for share in (0, 0.5, 1):
            y = area.bottom() - share * area.height()
            box = QRectF(0, y - now.px(8), area.left() - now.px(5), now.px(16))
            painter.drawText(
                box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, number(low + share * (high - low))
            )
        foot = QRectF(area.left(), area.bottom() + 2, area.width(), now.px(18))
        painter.drawText(foot, Qt.AlignmentFlag.AlignLeft, tr("turn {turn}", turn=first))
        painter.drawText(foot, Qt.AlignmentFlag.AlignRight, tr("now"))
        names: list[float] = []
        for at, line in enumerate(self.series):
            points = [
                QPointF(area.left() + (x - first) / (last - first) * area.width(),
                        area.bottom() - (y - low) / (high - low) * area.height())
                for x, y in line.points
            ]  # fmt: skip
            self._line(painter, line, at, points, names)

    def _line(self, painter: QPainter, line: Series, at: int, points: list[QPointF], names: list[float]) -> None:
        now = theme.current()
        pen = QPen(QColor(theme.seen_on(line.colour, now.panel)), 2.4)
        pen.setStyle((Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine, Qt.PenStyle.DotLine)[at % 3])
        painter.setPen(pen)
        painter.drawPolyline(points)
        y = points[-1].y()
        while any(abs(y - other) < now.px(14) for other in names):
            y += now.px(14)
        names.append(y)
        painter.setPen(now.color("ink"))
        room = round(self.width() - points[-1].x()) - now.px(6)
        text = painter.fontMetrics().elidedText(line.name, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QPointF(points[-1].x() + now.px(6), y + now.px(4)), text)


class DiceChart(QWidget):
    """A column per face, with the line at which all would stand."""

    def __init__(self, thrown: Counter[int], faces: range) -> None:
        super().__init__()
        self.thrown, self.faces = thrown, faces
        self.setAccessibleName(", ".join(f"{face}: {thrown[face]} times" for face in faces))

    def sizeHint(self) -> QSize:
        return QSize(240, theme.current().px(120))

    def minimumSizeHint(self) -> QSize:
        return QSize(100, theme.current().px(120))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Columns, figures and the even line."""
        now = theme.current()
        painter = QPainter(self)
        painter.setFont(theme.sans(11))
        total = sum(self.thrown.values())
        most = max([*self.thrown.values(), 1])
        area = QRectF(self.rect()).adjusted(now.px(6), now.px(16), -now.px(6), -now.px(18))
        step = area.width() / len(self.faces)
        even = area.bottom() - area.height() * (total / len(self.faces)) / most
        for n, face in enumerate(self.faces):
            height = area.height() * self.thrown[face] / most
            column = QRectF(area.left() + n * step + step * 0.15, area.bottom() - height, step * 0.7, height)
            painter.fillRect(column, now.color("brass"))
            painter.setPen(now.color("ink"))
            above = column.top() - now.px(16)
            if above - now.px(1) < even < column.top() + now.px(1):
                above = even - now.px(17)  # the even line would cross the figure
            painter.drawText(QRectF(column.left() - step, above, step * 2.7, now.px(15)),
                             Qt.AlignmentFlag.AlignCenter, str(self.thrown[face]))  # fmt: skip
            painter.setPen(now.color("soft"))
            painter.drawText(QRectF(column.left() - step, area.bottom() + 1, step * 2.7, now.px(16)),
                             Qt.AlignmentFlag.AlignCenter, str(face))  # fmt: skip
        painter.setPen(QPen(now.color("accent"), 1.6, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(area.left(), even), QPointF(area.right(), even))


class StatisticsPanel(Page):
    """Drawn anew when it is opened and with every turn."""

    def __init__(self, session: Session) -> None:
        super().__init__(margin=0)
        self.session = session
        inner = QWidget()
        inner.setObjectName("page")
        self.body = QVBoxLayout(inner)
        self.body.setContentsMargins(12, 10, 12, 10)
        self.column.addWidget(make_scrollable(inner))

    def refresh(self) -> None:
        """Count again, if anybody looks."""
        if not self.isVisible():
            return
        clear(self.body)
        for title, series in chart_turns(self.session).items():
            self.body.addWidget(label(title, "section", wrap=True))
            self.body.addWidget(LineChart(series))
            self.body.addWidget(label("; ".join(map(describe_line, series)), "small", wrap=True))
        self.body.addWidget(label(tr("Dice"), "section"))
        thrown, faces = count_dice(self.session)
        total = sum(thrown.values())
        if total:
            self.body.addWidget(DiceChart(thrown, faces))
            mean = sum(face * n for face, n in thrown.items()) / total
            even = (faces[0] + faces[-1]) / 2
            chance = p_value(thrown, faces)
            words = trn(
                "{n} die, mean {mean} against {even}, {each} of each face expected;",
                "{n} dice, mean {mean} against {even}, {each} of each face expected;",
                total, mean=number(mean, 2), even=even, each=number(total / len(faces), 1),
            )  # fmt: skip
            fair = tr("fair dice are at least this uneven in {share} of games.", share=percent(chance))
            self.body.addWidget(label(f"{words} p = {number(chance, 3)}: {fair}", "small", True))
        else:
            self.body.addWidget(label(tr("No die has been rolled yet."), "soft"))
        self.body.addStretch(1)

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        self.refresh()
