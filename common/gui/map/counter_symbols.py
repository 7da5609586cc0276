"""Vector symbols of counters and markers, read once from assets/symbols.yaml."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen, QTransform

from common.data import ROOT, read

FRAMED = QRectF(0, 0, 150, 100)
BARE = QRectF(0, 0, 100, 100)
_TOKEN = re.compile(r"[MLHVCQZ]|-?[0-9]*\.?[0-9]+")
_TAKES = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "Z": 0}


class Art(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One entry of the file."""

    frame: Literal["nato", "air", "sea", "none"] = "none"
    stroke: tuple[str, ...] = ()
    fill: tuple[str, ...] = ()
    dots: tuple[tuple[float, float, float], ...] = ()
    rings: tuple[tuple[float, float, float, float], ...] = ()
    text: str = ""
    staff: bool = False
    over: str = ""


class CounterSymbol:
    """Ready paths of one symbol: lines and surfaces, in a field of 150 by 100 (framed) or 100 by 100."""

    def __init__(self, framed: bool, lines: QPainterPath, surfaces: QPainterPath, text: str) -> None:
        self.framed, self.lines, self.surfaces, self.text = framed, lines, surfaces, text

    @property
    def field(self) -> QRectF:
        """The field the paths are drawn in."""
        return FRAMED if self.framed else BARE


def path_of(data: str) -> QPainterPath:
    """SVG path data (absolute M L H V C Q Z) as a path."""
    path, tokens, at = QPainterPath(), _TOKEN.findall(data), 0
    command = ""
    while at < len(tokens):
        if tokens[at] in _TAKES:
            command = tokens[at]
            at += 1
        n = _TAKES[command]
        v = [float(token) for token in tokens[at : at + n]]
        at += n
        here = path.currentPosition()
        match command:
            case "M":
                path.moveTo(*v)
                command = "L"
            case "L":
                path.lineTo(*v)
            case "H":
                path.lineTo(v[0], here.y())
            case "V":
                path.lineTo(here.x(), v[0])
            case "C":
                path.cubicTo(*v)
            case "Q":
                path.quadTo(*v)
            case "Z":
                path.closeSubpath()
    return path


def _frame(art: Art) -> QPainterPath:
    match art.frame:
        case "nato":
            return path_of("M0,0 H150 V100 H0 Z" + (" M0,100 V140" if art.staff else ""))
        case "air":
            return path_of("M0,100 V30 C20,-8 130,-8 150,30 V100")
        case "sea":
            return path_of("M0,0 V60 C20,110 130,110 150,60 V0")
    return QPainterPath()


@lru_cache(maxsize=1)
def library() -> dict[str, Art]:
    """All symbols of the file."""
    return read(ROOT / "assets" / "symbols.yaml", dict[str, Art])


@lru_cache(maxsize=256)
def symbol(name: str) -> CounterSymbol | None:
    """The symbol of this name; None when there is none."""
    art = library().get(name)
    if art is None:
        return None
    base = symbol(art.over) if art.over else None
    lines = QPainterPath(base.lines) if base else _frame(art)
    surfaces = QPainterPath(base.surfaces) if base else QPainterPath()
    surfaces.setFillRule(Qt.FillRule.WindingFill)
    for data in art.stroke:
        lines.addPath(path_of(data))
    for x, y, rx, ry in art.rings:
        lines.addEllipse(QPointF(x, y), rx, ry)
    for data in art.fill:
        surfaces.addPath(path_of(data))
    for x, y, r in art.dots:
        surfaces.addEllipse(QPointF(x, y), r, r)
    framed = base.framed if base else art.frame != "none"
    return CounterSymbol(framed, lines, surfaces, art.text or (base.text if base else ""))


def fit_field(field: QRectF, into: QRectF) -> QTransform:
    """The transform that puts a field into the middle of a rectangle, keeping its proportions."""
    scale = min(into.width() / field.width(), into.height() / field.height())
    x = into.center().x() - field.center().x() * scale
    y = into.center().y() - field.center().y() * scale
    return QTransform(scale, 0, 0, scale, x, y)


def draw(
    painter: QPainter, name: str, into: QRectF, ink: QColor, ground: QColor | None = None, weight: float = 7.0
) -> bool:
    """Draw a symbol into a rectangle; False when there is no such symbol."""
    found = symbol(name)
    if found is None:
        return False
    painter.save()
    painter.setTransform(fit_field(found.field, into), True)
    if found.framed and ground is not None:
        painter.fillRect(FRAMED, ground)
    pen = QPen(ink, weight, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap, Qt.PenJoinStyle.MiterJoin)
    if not found.framed:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if found.text:
        _draw_letters(painter, found, ink, ground, pen)
    else:
        painter.strokePath(found.lines, pen)
    painter.fillPath(found.surfaces, ink)
    painter.restore()
    return True


def _draw_letters(painter: QPainter, found: CounterSymbol, ink: QColor, ground: QColor | None, pen: QPen) -> None:
    """Letters in the middle, the lines kept off them by a halo of the ground."""
    field = found.field
    font = QFont(painter.font())
    font.setPixelSize(44 if found.framed else 84)
    font.setBold(True)
    letters = QPainterPath()
    letters.addText(0, 0, font, found.text)
    box = letters.boundingRect()
    letters.translate(field.center().x() - box.center().x(), field.center().y() - box.center().y())
    painter.strokePath(found.lines, pen)
    if ground is not None:
        painter.strokePath(letters, QPen(ground, 18, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.fillPath(letters, ink)
