"""The measure on the map: two clicks, the ways of all classes of units between them, a card of costs and obstacles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from common.engine import Refusal
from common.gui.kit import theme
from common.gui.kit.language import tr, trn
from common.gui.map import map_signs
from common.gui.map.camera import Camera
from common.gui.map.places import Places
from common.gui.map.stack_fan import place_beside
from common.tabletop import Way

if TYPE_CHECKING:
    from common.gui.map.map_view import MapView

TINT = QColor("#7a1f6b")
EDGE, GAP = 12.0, 14.0
SHOWN = 3  # obstacles named for each class
WIDEST = 560.0


def span(steps: int) -> str:
    """A distance in words."""
    return tr("no way") if steps < 0 else trn("{n} space", "{n} spaces", steps)


def lines_of(title: str, ways: Sequence[Way]) -> list[tuple[str, str]]:
    """What the card says, line by line, each with the look it has: "title", "way" or "bar"."""
    lines, alike = [(title, "title")], dict[tuple[str, tuple[Refusal, ...]], list[str]]()
    for way in ways:
        alike.setdefault((way.cost, way.blocks), []).append(way.who)
    for (cost, blocks), who in alike.items():
        lines.append((f"{'; '.join(who)}: {cost or tr('no way')}", "way"))
        lines += [(f"✕  {bar.why} ({bar.rule})", "bar") for bar in blocks[:SHOWN]]
        if len(blocks) > SHOWN:
            more = trn("and {n} more", "and {n} more", len(blocks) - SHOWN)
            lines.append((f"✕  {more}", "bar"))
    return lines


class Measuring:
    """Takes the clicks on a map view for points to measure between, while it is switched on."""

    def __init__(self, view: MapView) -> None:
        self.view, self.board = view, view.board

    def start(self) -> None:
        """Begin to measure, or stop."""
        self.view.gestures.cancel()
        self.board.measure = () if self.board.measure is None else None
        self._show()

    def take(self, space: str) -> bool:
        """A click is a point to measure from or to; False when nothing is being measured."""
        if self.board.measure is None:
            return False
        found = self.board.measure_at(space)
        if found is not None:
            self.view.measured.emit(*found)
        self._show()
        return True

    def show(self, ways: Sequence[Way]) -> None:
        """What the measured way costs, and what stands in it."""
        self.board.ways = tuple(ways)
        self.view.update()

    def _show(self) -> None:
        self.view.shape()
        self.view.update()


class Measure:
    """Draws one measurement."""

    def __init__(self, places: Places, camera: Camera, colours: Mapping[str, str]) -> None:
        self.places, self.camera, self.colours = places, camera, colours

    def draw(self, painter: QPainter, start: str, end: str, ways: Sequence[Way]) -> None:
        """The ways from start to end; without any the way with the fewest spaces."""
        game_map = self.places.map
        if start not in game_map.index or end not in game_map.index:
            return
        paths = {way.path: self._tint(way) for way in reversed(ways) if way.path}
        if not paths:
            plain = game_map.supply_line(start, {end}, len(game_map.ids))
            paths = {tuple(plain): TINT} if plain else {}
        for path, tint in paths.items():
            map_signs.draw_way(painter, self.camera, self.places, path, tint)
        title = span(game_map.distance(start, end))
        if ways:
            names = [self.places[space].name or space for space in (start, end)]
            self._card(painter, end, lines_of(f"{names[0]} – {names[1]}: {title}", ways))
        else:
            at = self.camera.to_screen(*self.places[end].center)
            at.setY(at.y() - 18)
            map_signs.draw_pill(painter, at, title, True, self.camera.ratio)

    def _tint(self, way: Way) -> QColor:
        colour = QColor(self.colours.get(way.side or "", TINT.name()))
        return colour.darker(130) if colour.lightnessF() > 0.45 else colour

    def _card(self, painter: QPainter, end: str, lines: Sequence[tuple[str, str]]) -> None:
        look = theme.current()
        fonts = {"title": theme.serif(13, bold=True), "way": theme.sans(12, bold=True), "bar": theme.sans(11)}
        inks = {"title": look.color("ink"), "way": look.color("ink"), "bar": look.color("bad")}
        high = float(look.px(19))
        wide = max(QFontMetricsF(fonts[kind]).horizontalAdvance(text) for text, kind in lines)
        window = QRectF(0, 0, *self.camera.view)
        width = min(wide, look.px(WIDEST), window.width() - 2 * EDGE - 8) + 2 * EDGE
        panel = place_beside(self._anchor(end), width, high * len(lines) + EDGE, window)
        painter.setPen(QPen(look.color("edge"), 1.2))
        painter.setBrush(look.color("panel"))
        painter.drawRoundedRect(panel, 7, 7)
        for number, (text, kind) in enumerate(lines):
            line = QRectF(panel.left() + EDGE, panel.top() + EDGE / 2 + number * high, width - 2 * EDGE, high)
            self._line(painter, line, text, fonts[kind], inks[kind])

    def _anchor(self, end: str) -> QRectF:
        place = self.places[end]
        room = place.room * self.camera.scale + GAP
        at = self.camera.to_screen(*place.center)
        return QRectF(at.x() - room, at.y() - room, 2 * room, 2 * room)

    def _line(self, painter: QPainter, line: QRectF, text: str, font: QFont, ink: QColor) -> None:
        short = QFontMetricsF(font).elidedText(text, Qt.TextElideMode.ElideMiddle, line.width())
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(line, Qt.AlignmentFlag.AlignVCenter, short)
