"""Tokens on the printed tracks: a frame in the cell a value stands at, and a dashed one where a gesture takes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from common.gui.kit import theme
from common.gui.kit.animation import Motion, Spot
from common.gui.map.camera import Camera
from common.gui.map.map_signs import draw_link
from common.gui.map.places import Places
from common.tabletop import Token

LEAST = 9.0  # px, the smallest token, so that it shows on the whole map
LIGHT = 0.36  # luminance from which letters on a colour are dark
READABLE = 9.0  # px, the height of a printed figure that can be read; a token over a smaller one bears it itself
WASH = 70  # of 255, the colour over the box: the printed figure stays readable


class Tokens:
    """All tokens of a position, and of the position a gesture would lead to."""

    def __init__(self, motion: Motion) -> None:
        self.motion = motion
        self.now: tuple[Token, ...] = ()
        self.then: tuple[Token, ...] = ()

    def set(self, places: Places, now: Sequence[Token], animate: bool) -> None:
        """Show other values; a token that has moved glides to its box."""
        before = {_key(token): places.cell(token.box, token.cell) for token in self.now}
        self.now, self.then = tuple(now), ()
        for token in self.now:
            old, new = before.get(_key(token)), places.cell(token.box, token.cell)
            if animate and old is not None and new is not None:
                self.motion.glide(_key(token), (old.center().toTuple(), new.center().toTuple()))

    def at(self, space: str) -> list[str]:
        """The tokens of a box by name, for its tip."""
        return [token.name for token in self.now if token.box == space]

    def draw(self, painter: QPainter, camera: Camera, places: Places, rect: QRectF) -> None:
        """Frames around cells; where two stand in one, the second is drawn inside the first."""
        seen: dict[tuple[str, int], int] = {}
        ahead = {_key(token): token for token in self.then}
        for token in self.now:
            cell = places.cell(token.box, token.cell)
            if cell is None:
                continue
            number = seen[token.box, token.cell] = seen.get((token.box, token.cell), -1) + 1
            glide, tint = self.motion.glides.get(_key(token)), QColor(token.colour)
            here = _frame(camera, cell, glide.at() if glide else cell.center().toTuple(), number)
            after = ahead.get(_key(token))
            goal = places.cell(after.box, after.cell) if after is not None else None
            if goal is not None and goal != cell:
                there = _frame(camera, goal, goal.center().toTuple(), number)
                draw_link(painter, here.center(), there.center(), min(there.width(), there.height()) / 2, tint)
                _draw(painter, there, tint, True)
            if here.adjusted(-4, -4, 4, 4).intersects(rect):
                _draw(painter, here, tint, False)
                figure, height = places.figure(token.box, token.cell)
                if height * camera.scale < READABLE:
                    _write(painter, here, tint, figure)


def draw_printed(painter: QPainter, places: Places, tokens: Sequence[Token], rect: QRectF) -> None:
    """The tokens at rest, in map units, for pictures and paper."""
    seen: dict[tuple[str, int], int] = {}
    for token in tokens:
        cell = places.cell(token.box, token.cell)
        if cell is not None:
            number = seen[token.box, token.cell] = seen.get((token.box, token.cell), -1) + 1
            share = _share(number)
            frame = QRectF(0, 0, cell.width() * share, cell.height() * share)
            frame.moveCenter(cell.center())
            if frame.adjusted(-8, -8, 8, 8).intersects(rect):
                _draw(painter, frame, QColor(token.colour), False)


def _share(number: int) -> float:
    """How much of its cell a token takes: each further one by a step less."""
    return 0.9 - 0.22 * number


def _key(token: Token) -> str:
    return f"token {token.box} {token.name}"


def _frame(camera: Camera, cell: QRectF, spot: Spot, number: int) -> QRectF:
    """Where a token is on screen: inside its cell."""
    share, at = _share(number), camera.to_screen(*spot)
    width, height = (max(LEAST, side * camera.scale * share) for side in (cell.width(), cell.height()))
    return QRectF(at.x() - width / 2, at.y() - height / 2, width, height)


def _draw(painter: QPainter, frame: QRectF, colour: QColor, dashed: bool) -> None:
    small = min(frame.width(), frame.height())
    wide, round_ = max(2.0, min(small * 0.12, 7.0)), small * 0.28
    fill = QColor(colour)
    fill.setAlpha(255 if small <= LEAST else WASH)
    painter.setBrush(Qt.BrushStyle.NoBrush if dashed else fill)
    painter.setPen(QPen(QColor(255, 255, 255, 220), wide + 2.2))
    painter.drawRoundedRect(frame, round_, round_)
    pen = QPen(colour, wide)
    if dashed:
        pen.setDashPattern([1.6, 1.2])
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(frame, round_, round_)


def _write(painter: QPainter, frame: QRectF, colour: QColor, figure: str) -> None:
    """A figure in a token, as large as fits; none where it could not be read either."""
    size = min(frame.height() * 0.85, frame.width() * 1.5 / max(len(figure), 1))
    if not figure or size < READABLE:
        return
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(frame, frame.height() * 0.28, frame.height() * 0.28)
    painter.setFont(theme.sans(size, bold=True))
    painter.setPen(QColor("#ffffff" if theme.luminance(colour.name()) < LIGHT else "#1d1a16"))
    painter.drawText(frame, Qt.AlignmentFlag.AlignCenter, figure)
