"""Painting what changes often: counters, lit spaces, costs, arrows, cursor, fan; the map itself lies in tiles."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.map import map_signs
from common.gui.map.board import Board
from common.gui.map.camera import Camera
from common.gui.map.counter_art import DOT, SMALLEST, CounterArt, margin_of, outline
from common.gui.map.inner_places import draw_plate, draw_sign, name_inside, sign_inside
from common.gui.map.lit_spaces import LitSpaces, find_crossed_names, keep_off_names
from common.gui.map.measuring import Measure
from common.gui.map.overlay_paint import draw_legend
from common.gui.map.places import Place, Places
from common.gui.map.stacks import EDGES, InnerStack, PlacedCounter
from common.gui.map.tiles import Deadline
from common.tabletop import Face, Target

GHOST = 0.38
ROUND = Face(shape="round")
TINY = 26.0  # px, a counter whose edge below another one is too thin to be seen
PILL = 8.0  # px, half the height of a label, less a little
OVERLAP = 3.0  # px that a label may reach beyond its space
TOKEN = 11.0  # px, the smallest token of a stack
FULL_RING = 32.0  # px, the size of a counter whose ring is as thick as a ring gets
Corner = tuple[float, float]
CORNERS: tuple[Corner, ...] = (  # and edges of a place, as parts of its room: where its markers lie, the best first
    (-0.62, -0.72), (0.62, -0.72), (-0.62, 0.72), (0.62, 0.72), (0.0, -0.8), (-0.8, 0.0), (0.8, 0.0), (0.0, 0.8),
)  # fmt: skip
STEP = 1.15  # of its size, from one marker to the next
FIGURE = re.compile(r"\d*[½¼¾]|\d+")  # of a label
CARRIED = QPointF(6, -8)  # px, how far above the table a lifted counter floats


class BoardPainter:
    """Draws a board through its camera into any part of the window."""

    def __init__(self, board: Board, art: CounterArt) -> None:
        self.board, self.art = board, art
        self.whole = True  # whether the last frame had all counters at their final sharpness
        self._lit_key: tuple[Places, frozenset[str], dict[str, Target], tuple[QRectF, ...]] | None = None
        self._lit_spaces = self._lit_targets = LitSpaces((), True, 0)
        self._hover_line: tuple[Place | None, list[QRectF]] = None, []  # the space pointed at, names on its border
        self._rows_key: tuple[tuple[QRectF, ...], Counter[str], Places] | None = None
        self._rows: dict[str, Corner] = {}  # where the markers of a space lie

    def paint(self, painter: QPainter, area: QRect, deadline: Deadline) -> None:
        """Everything above the tiles that touches `area`."""
        board, places = self.board, self.board.places
        if places is None or board.layout is None:
            return
        rect = QRectF(area)
        self.whole = True
        self._draw_lit(painter, rect, places)
        if "markers" not in board.hidden:
            self._draw_markers(painter, rect, places)
        if "tokens" not in board.hidden:
            board.tokens.draw(painter, board.camera, places, rect)
        self._draw_counters(painter, rect, deadline)
        if "overlays" not in board.hidden:
            self._draw_labels(painter, rect, places)
        self._draw_arrows(painter, places)
        self._draw_targets(painter, rect, places)
        self._draw_pointers(painter, places)
        map_signs.draw_marks(painter, board.camera, places, board.marks)
        if board.fan is not None and board.fan.panel.adjusted(-8, -8, 8, 8).intersects(rect):
            marked = board.marked or board.hover.piece
            board.fan.draw(painter, self.art, board.camera.ratio, board.selected, marked, board.lit_pieces)
        self._draw_carried(painter, rect)
        if board.overlays and "overlays" not in board.hidden:
            corner = QPointF(board.camera.inset[0] + 12, board.camera.view[1] - 12)
            draw_legend(painter, board.overlays, corner, board.strength)

    # --- below the counters ---

    def _draw_lit(self, painter: QPainter, rect: QRectF, places: Places) -> None:
        board, visible = self.board, self.board.camera.rect_to_map(rect.adjusted(-6, -6, 6, 6))
        wash = 28 if places.map.kind == "area" else 46
        lit = board.lit_spaces if board.held is None else frozenset()
        if self._lit_key != (places, lit, board.targets, board.shown_names):
            self._lit_key = (places, lit, board.targets, board.shown_names)
            shown = [places[s] for s in lit if s in places and s not in board.targets]
            self._lit_spaces = LitSpaces(shown, False, wash, (*board.names, *board.shown_names))
            self._lit_targets = LitSpaces([places[s] for s in board.targets if s in places], True, wash)
        self._lit_spaces.draw(painter, board.camera, visible)
        self._lit_targets.draw(painter, board.camera, visible)
        hover = places.get(board.hover.space)
        if hover is not None and not board.hover.in_fan and hover.rect.intersects(visible):
            if self._hover_line[0] is not hover:
                self._hover_line = hover, find_crossed_names(hover.outline, board.names)
            with keep_off_names(painter, board.camera, self._hover_line[1]):
                map_signs.draw_outline(painter, board.camera, hover, QColor("#2a2217"), 1.6)

    def _draw_markers(self, painter: QPainter, rect: QRectF, places: Places) -> None:
        board = self.board
        size = max(7.0, min(board.size * board.camera.scale * 0.42, 46.0))
        counts = Counter(marker.space for marker in board.markers)
        if self._rows_key != (board.shown_names, counts, places):
            self._rows_key, self._rows = (board.shown_names, counts, places), {}
        seen: dict[str, int] = {}
        for marker in board.markers:
            place = places.get(marker.space)
            if place is None:
                continue
            number = seen[marker.space] = seen.get(marker.space, -1) + 1
            if place.id not in self._rows:
                self._rows[place.id] = self._find_corner(place, counts[place.id], size)
            row = self._row_of_markers(place, self._rows[place.id], counts[place.id], size)
            plate = QRectF(row.left() + number * size * STEP, row.top(), size, size)
            if plate.adjusted(-2, -2, 2, 2).intersects(rect):
                colour = map_signs.side_colour(marker.side, board.colours)
                first = next(iter(board.colours), None)
                map_signs.draw_marker(painter, marker, plate, colour, marker.side in (None, first))

    def _row_of_markers(self, place: Place, corner: Corner, count: int, size: float) -> QRectF:
        """Where the markers of a place lie side by side, at one of its corners, on the screen."""
        camera, (across, down) = self.board.camera, corner
        reach, length = place.room * camera.scale, (count - 1) * size * STEP
        at = camera.to_screen(*place.center) + QPointF(across * reach - length * (across > 0), down * reach)
        return QRectF(at.x() - size / 2, at.y() - size / 2, length + size, size)

    def _find_corner(self, place: Place, count: int, size: float) -> Corner:
        """The first corner of a place at which its markers lie on no name, else the usual one."""
        camera = self.board.camera
        for corner in CORNERS:
            row = camera.rect_to_map(self._row_of_markers(place, corner, count, size))
            if not any(row.intersects(name) for name in self.board.shown_names):
                return corner
        return CORNERS[0]

    # --- counters ---

    def _draw_counters(self, painter: QPainter, rect: QRectF, deadline: Deadline) -> None:
        board = self.board
        if board.layout is None or board.shown <= 0:
            return
        held = board.held.pieces if board.held else ()
        size = max(2, round(board.size * board.camera.scale * board.camera.ratio))
        edge = margin_of(size) / board.camera.ratio
        near = rect.adjusted(-edge, -edge, edge, edge)
        if board.shown < 1:
            painter.setOpacity(board.shown)
        if size < DOT:
            self._draw_tokens(painter, near, held, self._tokens())
            painter.setOpacity(1.0)
            return
        small = {counter.piece.space for counter in board.layout.tops if round(size * counter.scale) < SMALLEST}
        ox, oy, scale = board.camera.frame()
        half, gliding = board.size * board.camera.scale / 2, board.motion.glides
        left, top, right, bottom = near.left() - half, near.top() - half, near.right() + half, near.bottom() + half
        self._draw_plates(painter, near, small)
        for counter in board.layout.order:
            mx, my = board.spot(counter) if gliding else (counter.x, counter.y)
            x, y = ox + mx * scale, oy + my * scale
            if not (left < x < right and top < y < bottom) or counter.piece.space in small:
                continue
            away, pixels = half * counter.scale, max(2, round(size * counter.scale))
            place = QRectF(x - away, y - away, 2 * away, 2 * away)
            if counter.piece.id in held:
                painter.setOpacity(GHOST * board.shown)
                self._draw_counter(painter, counter, place, pixels, deadline)
                painter.setOpacity(board.shown)
            else:
                self._draw_counter(painter, counter, place, pixels, deadline)
        if small:
            self._draw_tokens(painter, near, held, [token for token in self._tokens() if token.piece.space in small])
        painter.setOpacity(1.0)
        self._draw_signs(painter, near, small)
        self._draw_heights(painter, rect, small)

    def _tokens(self) -> list[PlacedCounter]:
        """What stands for counters that are too small at this scale."""
        board = self.board
        return board.layout.tokens_at(TOKEN / board.camera.scale, board.shown_names) if board.layout else []

    def _draw_plates(self, painter: QPainter, near: QRectF, small: Collection[str]) -> None:
        """The ground below stacks in places within their spaces."""
        board = self.board
        for stack in self._inner_stacks(small):
            ground = board.rect_of(stack.counters[0]).united(board.rect_of(stack.counters[-1]))
            if ground.intersects(near):
                draw_plate(painter, ground, board.size * stack.counters[0].scale * board.camera.scale)

    def _inner_stacks(self, small: Collection[str]) -> list[InnerStack]:
        """The stacks in places within their spaces, without those that tokens stand for."""
        inner = self.board.layout.inner if self.board.layout else ()
        return [stack for stack in inner if stack.counters[0].piece.space not in small]

    def _draw_signs(self, painter: QPainter, near: QRectF, small: Collection[str]) -> None:
        """What tells stacks in places within their spaces from those on the surface."""
        board = self.board
        for stack in self._inner_stacks(small):
            place = board.rect_of(stack.counters[0])
            if place.intersects(near):
                sign, name = sign_inside(stack.inside, board.pieces), name_inside(stack.inside, board.pieces)
                draw_sign(painter, place, sign, name, stack.room)

    def _draw_counter(
        self, painter: QPainter, counter: PlacedCounter, place: QRectF, size: int, deadline: Deadline
    ) -> None:
        board, piece = self.board, counter.piece
        edge = margin_of(size) / board.camera.ratio
        around = place.adjusted(-edge, -edge, edge, edge)
        image = self.art.ready(piece, size)
        exact = image is not None and image.width() == size + 2 * margin_of(size)
        if not exact and (image is None or deadline.allows()):
            image, exact = self.art.image(piece, size), True
        if exact and image is not None:
            ratio = board.camera.ratio
            corner = QPointF(round(around.left() * ratio) / ratio, round(around.top() * ratio) / ratio)
            if ratio == 1:
                painter.drawImage(corner, image)
            else:
                painter.drawImage(QRectF(corner, QSizeF(image.width() / ratio, image.height() / ratio)), image)
        elif image is not None:
            self.whole = False
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, not deadline.hasty)
            painter.drawImage(around, image)
        if piece.id in board.selected or piece.id in board.lit_pieces:
            self._draw_ring(painter, place, piece.id in board.selected)

    def _draw_ring(self, painter: QPainter, place: QRectF, selected: bool) -> None:
        """Selected: a solid double ring; a piece an action points at: a dashed one."""
        radius = place.width() * 0.16
        thick = max(0.5, min(1.0, place.width() / FULL_RING))  # around a small counter it must not hide what is beside
        out = 3 * thick
        ring = place.adjusted(-out, -out, out, out)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor("#ffffff"), 4.4 * thick))
        painter.drawRoundedRect(ring, radius, radius)
        pen = QPen(QColor("#0d3f73") if selected else map_signs.LIT, max(1.6, 2.4 * thick))
        if not selected:
            pen.setDashPattern([2.6, 1.6])
        painter.setPen(pen)
        painter.drawRoundedRect(ring, radius, radius)

    def _draw_tokens(
        self, painter: QPainter, near: QRectF, held: Sequence[str], tokens: Sequence[PlacedCounter]
    ) -> None:
        """Counters too small to be read: one token a stack with its number; sides differ by the token's shape."""
        board, font = self.board, theme.sans(9, bold=True)
        for counter in tokens:
            ground = board.rect_of(counter)
            size, at = max(ground.width(), TOKEN), ground.center()
            place = QRectF(at.x() - size / 2, at.y() - size / 2, size, size)
            if place.intersects(near):
                face = counter.piece.face
                chosen = any(piece.id in board.selected or piece.id in board.lit_pieces for piece in counter.stack)
                painter.setPen(QPen(map_signs.LIT if chosen else QColor(face.ink), 2.2 if chosen else 1.2))
                painter.setBrush(QColor(face.paper))
                painter.setOpacity((GHOST if counter.piece.id in held else 1.0) * board.shown)
                painter.drawPath(outline(ROUND if face.edge == "dashed" else face, place))
                if counter.strength or counter.height > 1:
                    font.setPixelSize(round(size * 0.78))
                    painter.setFont(font)
                    painter.setPen(QColor(face.ink))
                    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, str(counter.strength or counter.height))

    def _draw_heights(self, painter: QPainter, rect: QRectF, small: Collection[str]) -> None:
        """The number of counters in a stack too small to be counted, or its strength if the game wishes."""
        board = self.board
        seen = board.size * board.camera.scale
        least = 2 if seen < TINY else 3 if seen < 40 else 5
        tops = board.layout.tops if board.layout else ()
        if board.by_strength:
            tall = [counter for counter in tops if counter.height > 1 and counter.strength]
        else:
            tall = [counter for counter in tops if counter.height >= least and counter.piece.space not in small]
        if not tall:
            return
        tiny = seen < TINY and not board.by_strength
        high = max(9.5, min(seen * 0.55, 13.0)) if tiny else max(13.0, min(seen * 0.2, 34.0))
        font = theme.sans(9, bold=True)
        font.setPixelSize(round(high * (0.72 if high >= 13 else 0.8)))
        painter.setFont(font)
        for counter in tall:
            corner = board.rect_of(counter).bottomRight()
            plate = QRectF(corner.x() - high * 0.54, corner.y() - high * 0.46, high * 1.08, high)
            if plate.intersects(rect):
                painter.setPen(QPen(QColor("#ffffff"), 1))
                painter.setBrush(QColor("#1c1a17"))
                painter.drawRoundedRect(plate, high / 2, high / 2)
                figure = counter.strength if board.by_strength else counter.height
                painter.drawText(plate, Qt.AlignmentFlag.AlignCenter, str(figure))

    # --- above the counters ---

    def _draw_labels(self, painter: QPainter, rect: QRectF, places: Places) -> None:
        """What overlays write on spaces with counters: the tiles have it too, but under them."""
        board, camera, near = self.board, self.board.camera, rect.adjusted(-60, -20, 60, 20)
        for space, text in ((space, text) for overlay in board.overlays for space, text in overlay.labels.items()):
            place = places.get(space) if board.stack(space) else None
            if place is not None:
                at = camera.to_screen(*place.center) + QPointF(0, place.drop * camera.scale)
                if near.contains(at):
                    map_signs.draw_pill(painter, at, text, False, camera.ratio)

    def _draw_arrows(self, painter: QPainter, places: Places) -> None:
        camera = self.board.camera
        for a, b, text in self.board.arrows:
            if a in places and b in places:
                map_signs.draw_arrow(
                    painter, camera, places[a].center, places[b].center, text, QColor("#7a1f6b"), camera.ratio
                )

    def _draw_targets(self, painter: QPainter, rect: QRectF, places: Places) -> None:
        board, camera = self.board, self.board.camera
        aimed = board.targets.get(board.hover.space) or board.targets.get(board.cursor)
        if aimed is not None:
            map_signs.draw_way(painter, camera, places, self._way(aimed))
        if not board.costs or places.room * camera.scale < 9:
            return
        near = rect.adjusted(-60, -20, 60, 20)
        ox, oy, scale = camera.frame()
        dragged = board.held is not None and board.held.by == "drag"  # then the pointer carries what its space costs
        found: list[tuple[QPointF, Target, Place]] = []
        for space, target in board.targets.items():
            place = places.get(space)
            if place is None or not target.label or (dragged and target is aimed):
                continue
            at = QPointF(ox + place.center[0] * scale, oy + place.center[1] * scale)
            if board.stack(space):
                below = at.y() + place.drop * camera.scale
                at.setY(max(below, board.stack_rect(space).bottom() + PILL))
            if near.contains(at):
                found.append((at, target, place))
        brief = any(_is_too_wide(target.label, place, camera) for _, target, place in found if target is not aimed)
        for at, target, place in sorted(found, key=lambda one: one[1] is aimed):  # what is pointed at lies above all
            strong = target is aimed
            text = _word_target(target) if strong and board.held else shorten_label(target) if brief else target.label
            fits = strong or not brief or not _is_too_wide(text, place, camera, OVERLAP)
            if text and fits:  # else they would lie on each other
                map_signs.draw_pill(painter, at, text, strong, camera.ratio)

    def _way(self, target: Target) -> tuple[str, ...]:
        if len(target.path) > 1 or self.board.held is None:
            return target.path
        return (*sorted(self.board.held.origins)[:1], target.space)

    def _draw_pointers(self, painter: QPainter, places: Places) -> None:
        board, look = self.board, theme.current()
        place = places.get(board.fight)
        if place is not None:
            map_signs.draw_outline(painter, board.camera, place, map_signs.FIGHT, 3.2)
        place = places.get(board.cursor)
        if place is not None:
            map_signs.draw_outline(painter, board.camera, place, QColor("#1b5e92"), 3.0)
        if board.pulse is not None and board.pulse[0] in places:
            space, part = board.pulse
            at = board.camera.to_screen(*places[space].center)
            reach = max(18.0, places[space].room * board.camera.scale)
            radius = reach * (0.7 + 0.8 * ((part * 2) % 1.0))
            for tint, width in ((QColor("#ffffff"), 6.0), (look.color("accent"), 3.0)):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(tint, width))
                painter.drawEllipse(at, radius, radius)
        if board.measure:
            self._draw_measure(painter, places)
        if board.measure is not None:
            words = tr("Measure: click where it ends") if board.measure else tr("Measure: click where it begins")
            words = tr("Measured: click for another, Esc ends") if len(board.measure) == 2 else words
            map_signs.draw_pill(painter, QPointF(board.camera.view[0] / 2, 22), words, True, board.camera.ratio)

    def _draw_measure(self, painter: QPainter, places: Places) -> None:
        board = self.board
        start, *rest = board.measure or ("",)
        end = rest[0] if rest else board.hover.space
        Measure(places, board.camera, board.colours).draw(painter, start, end, board.ways if rest else ())

    # --- in the air ---

    def carried_rect(self) -> QRectF:
        """Where the lifted counters float, on screen."""
        board = self.board
        if board.held is None or board.held.by != "drag":
            return QRectF()
        size = max(board.size * board.camera.scale, 30.0)
        wide = size * (1 + 0.14 * (min(len(board.held.pieces), EDGES) - 1))
        at = board.carry + CARRIED
        counters = QRectF(at.x() - size / 2, at.y() - wide + size / 2, wide, wide).adjusted(-16, -16, 16, 16)
        middle, text = self._tag(size)
        return counters.united(map_signs.pill_rect(middle, text, board.camera.ratio)) if text else counters

    def _tag(self, size: float) -> tuple[QPointF, str]:
        """What stands below the lifted counters of that size: what putting them down means, or that it cannot be."""
        board, camera = self.board, self.board.camera
        if board.held is None or board.hover.space in board.held.origins:
            return QPointF(), ""
        aimed = board.targets.get(board.hover.space)
        text = _word_target(aimed) if aimed is not None else "✕"
        at = board.carry + QPointF(size / 2 + 14, size / 2)
        half = map_signs.pill_rect(at, text, camera.ratio).width() / 2
        at.setX(max(half, min(at.x(), camera.view[0] - half)))  # never beyond the edge of the window
        return at, text

    def _draw_carried(self, painter: QPainter, rect: QRectF) -> None:
        board = self.board
        if board.held is None or board.held.by != "drag" or not self.carried_rect().intersects(rect):
            return
        size = max(board.size * board.camera.scale, 30.0)
        pixels = round(size * board.camera.ratio)
        edge = margin_of(pixels) / board.camera.ratio
        for number, name in enumerate(board.held.pieces[-EDGES:]):  # the uppermost stand for all of them
            piece = board.pieces.get(name)
            if piece is not None:
                at = board.carry + CARRIED + QPointF(number, -number) * (size * 0.12)
                place = QRectF(at.x() - size / 2 - edge, at.y() - size / 2 - edge, size + 2 * edge, size + 2 * edge)
                painter.drawImage(place, self.art.image(piece, pixels))
        middle, text = self._tag(size)
        if text:
            map_signs.draw_pill(painter, middle, text, True, board.camera.ratio)


def _is_too_wide(label: str, place: Place, camera: Camera, rim: float = 0.0) -> bool:
    """Whether a label reaches beyond the room of its space, and so many pixels around it."""
    return map_signs.pill_width(label, camera.ratio) > 2 * place.room * camera.scale + rim


def shorten_label(target: Target) -> str:
    """The figure of a label, for spaces too narrow for its unit; words are told of the space pointed at only."""
    if target.cost is None:
        return ""
    figure = FIGURE.search(target.label)  # a game may count in halves of what it names
    return figure[0] if figure else str(target.cost)


def _word_target(target: Target) -> str:
    """Cost, and what is left after it."""
    return f"{target.label} ({target.left})" if target.left and target.label else target.label
