"""The map as a picture one can move about in: camera, cached layers, overlays; hands come in map_view.py."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.kit.animation import PULSE, TRAVEL, ZOOM, Motion, ease
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.map.board import LEAST, MOST, Arrow, Board
from common.gui.map.board_paint import BoardPainter
from common.gui.map.camera import Camera
from common.gui.map.counter_art import shared_art
from common.gui.map.display_list import Scene, scene_of
from common.gui.map.overlay_paint import OverlayPainter
from common.gui.map.places import Places, places_of
from common.gui.map.tiles import Deadline, TileLayer, shared_store
from common.maps import GameMap
from common.maps.pictures.styles import map_palette
from common.maps.pictures.themes import Mode, heighten
from common.tabletop import Overlay, Token

BUDGET = 0.009  # s a frame may spend on new tiles
BRISK = 0.006  # s; where a frame of a zoom takes longer, the following ones are scaled roughly
NOTCH = 1.25  # one step of the wheel
ONE_TO_ONE = 62.0  # px, a counter at 1:1
SEEN = 24  # px from the edge at which a place counts as seen
HIDDEN = 0.08  # opacity of hidden counters
AHEAD = 20  # ms between tiles drawn ahead of a pan, so that frames come first
REST = 90  # ms after the last step of a pinch
PARTS = 5  # rectangles painted one by one; more are painted as one


class MapCanvas(QWidget):
    """Draws map and position through a camera; static layers are tiles, so that moving about only copies."""

    moved = Signal()  # the camera, for the mini-map and the status bar

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Map"))
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(240, 180)
        self.camera = Camera()
        self.motion = Motion(self, self._frame)
        self.board = Board(self.camera, self.motion)
        self.art = shared_art()
        self.letters = 0.0  # px, the least that names are drawn in where there is room
        self.scene = Scene((), (1.0, 1.0), "#c9bc9f")
        self.painted = BoardPainter(self.board, self.art)
        self._base: TileLayer | None = None
        self._over: TileLayer | None = None
        self._shades: OverlayPainter | None = None
        self._arranged: Callable[[], None] | None = partial(self.fit, False)  # again for every new size of the window
        self._stood = (QSize(), QPoint())  # the window's size and where the view lay in it
        self._zooming = False
        self._painted = False  # whether this map has been on screen: then a new theme may come rough first
        self._hasty = False  # whether this zoom has been too slow for smooth scaling
        self._unfinished = False
        self._goal = 1.0
        self.wheel_zooms = True
        self._work = once(self, self._idle)
        self._rest = once(self, self._end_zoom, REST)

    def sizeHint(self) -> QSize:
        """A comfortable size."""
        return QSize(1000, 700)

    # --- what is shown ---

    def set_map(self, game_map: GameMap, theme_name: str = "light", scene: Scene | None = None) -> None:
        """Show a map, or the same map in another theme; the position is set afterwards.

        A scene that has been drawn already is the same sheet changed: the view stays where it is.
        """
        same = self.board.places is not None and self.board.places.map is game_map
        mode: Mode = "light" if theme_name == "light" else "dark"
        palette, desk = map_palette(game_map, mode), theme.current().color("desk")
        if theme_name == "contrast":
            palette = heighten(palette)
        if same:
            self.scene.dye(palette)
        else:
            self.scene = scene or scene_of(game_map, mode)
            self._painted = False
            if theme_name == "contrast":
                self.scene.dye(palette)
        as_printed = scene is None and not self.board.hidden
        look = (game_map, tuple(sorted(palette.items())), desk.name(), self.letters)
        self._base = TileLayer(self._paint_map, desk, store=shared_store(look) if as_printed else None)
        self.camera.size = self.scene.size
        if not same:
            known, printed = self.board.places, self.scene.printed
            self.board.places = places_of(game_map, printed) if scene is None else Places(game_map, printed, known)
            self.board.names = self.scene.names
            self.board.lay(())
            self.board.forget()
            self.camera.unit_scale = ONE_TO_ONE / self.board.places.counter
            self._shades = OverlayPainter(self.board.places)
            if scene is None:
                self.fit(False)
        if self._shades is not None:
            self._over = TileLayer(self._paint_overlay, None)
        self.moved.emit()
        self.update()

    def set_overlay(self, overlay: Overlay | None, second: Overlay | None = None) -> None:
        """Colour the map by one or two overlays."""
        self.board.overlays = tuple(each for each in (overlay, second) if each is not None)
        if self._shades is not None and self._over is not None:
            self._shades.overlays = self.board.overlays
            self._over.clear()
        self.update()

    def set_overlay_strength(self, percent: int) -> None:
        """How strongly overlays cover the map, 20 to 100 per cent (U40)."""
        strength = round(max(20, min(100, percent)) * 2.55)
        if strength != self.board.strength and self._over is not None:
            self._over.clear()
        self.board.strength = strength
        self.update()

    def set_arrows(self, arrows: Sequence[Arrow]) -> None:
        """Show what moved last: from, to, number."""
        self.board.arrows = tuple((str(a), str(b), str(text)) for a, b, text in arrows)
        self.update()

    def set_marks(self, marks: Sequence[tuple[str, str]]) -> None:
        """Show signs above spaces, such as the numbers of hints."""
        self.board.marks = tuple(marks)
        self.update()

    def set_tokens(self, tokens: Sequence[Token], animate: bool = True) -> None:
        """Put tokens on the printed tracks; those that have moved glide."""
        if self.board.places is not None:
            self.board.tokens.set(self.board.places, tokens, animate)
        self.update()

    def foresee_tokens(self, tokens: Sequence[Token]) -> None:
        """Mark where a gesture that is thought of would take the tokens (F72)."""
        self.board.tokens.then = tuple(tokens)
        self.update()

    def set_colours(self, colours: dict[str, str]) -> None:
        """The colours of the sides, for markers."""
        self.board.colours = dict(colours)
        self.update()

    @property
    def counters_scale(self) -> int:
        """The size of counters in per cent of their natural size."""
        return self.board.percent

    @counters_scale.setter
    def counters_scale(self, percent: int) -> None:
        self.board.percent = max(LEAST, min(MOST, int(percent)))
        self.board.lay()
        self.update()

    @property
    def reduced_motion(self) -> bool:
        """Whether nothing glides."""
        return self.motion.reduced

    @reduced_motion.setter
    def reduced_motion(self, on: bool) -> None:
        self.motion.reduced = on
        if on:
            self.motion.finish()

    def hide_counters(self, on: bool) -> None:
        """Show the bare map."""
        self.board.shown = HIDDEN if on else 1.0
        self.update()

    def set_hidden(self, layers: Collection[str]) -> None:
        """Leave these layers out: of the drawing, of counters by side, markers, tokens, overlays (F59)."""
        if self.board.hidden == frozenset(layers):
            return
        self.board.hidden = frozenset(layers)
        self.board.lay()
        for tiles in (self._base, self._over):
            if tiles is not None:
                tiles.clear()
        self.update()

    def set_turned(self, degrees: int) -> None:
        """Turn the board for the player on the other side; text stays upright."""
        turned = degrees % 360 == 180
        if turned != self.camera.turned:
            self.camera.turned = turned
            self.camera_moved()

    # --- the camera ---

    def fit(self, smooth: bool = True) -> None:
        """The whole map in the window."""
        self._fly(*self.camera.fitted(QRectF(0, 0, *self.camera.size)), smooth)
        self._arranged = partial(self.fit, False)

    def arrange(self, view: Callable[[], tuple[float, tuple[float, float]]]) -> None:
        """Show the map at the scale and around the point that `view` gives, again for every new size of the window."""
        self._fly(*view(), False)
        self._arranged = partial(self.arrange, view)

    def arrange_again(self) -> None:
        """What lies around the map has its size now: arrange it anew, unless somebody has moved it."""
        if self._arranged is not None:
            self._arranged()

    def one_to_one(self) -> None:
        """Counters at their natural size."""
        self._fly(self.camera.unit_scale, self.camera.center, True)

    def zoom_to(self, spaces: Collection[str]) -> None:
        """These spaces as large as they fit, but no larger than twice 1:1."""
        if self.board.places is None or not spaces:
            return
        scale, center = self.camera.fitted(self.board.places.bounds(spaces))
        scale = min(scale, 2 * self.camera.unit_scale)
        self._fly(scale, self.camera.bounded(scale, center), True)

    def come_near(self, spaces: Collection[str], counter: float, covered: float = 0.0) -> None:
        """Spaces about the middle of what is not covered at the left, with counters of at most so many pixels."""
        if self.board.places is None or not spaces:
            return
        around = self.board.places.bounds(spaces)
        scale = min(self.camera.fitted(around)[0], counter / self.board.size)
        aside = -covered / 2 / scale if not self.camera.turned else covered / 2 / scale
        self._fly(scale, self.camera.within(scale, (around.center().x() + aside, around.center().y())), True)

    def zoom_in(self) -> None:
        """One step closer, about the middle."""
        self.zoom_by(NOTCH, QPointF(self.width() / 2, self.height() / 2))

    def zoom_out(self) -> None:
        """One step away."""
        self.zoom_by(1 / NOTCH, QPointF(self.width() / 2, self.height() / 2))

    def zoom_by(self, factor: float, at: QPointF, smooth: bool = True) -> None:
        """Zoom about a point of the window; steps that follow quickly add up."""
        self._arranged = None
        start, spot = self.camera.scale, self.camera.exactly(at)
        goal = self._goal = self.camera.clamp_scale((self._goal if self._zooming else start) * factor)

        def step(t: float) -> None:
            self._zooming = t < 1
            self.camera.keep(spot, at, start * (goal / start) ** t)
            self.camera_moved()

        self._zooming = smooth and not self.motion.reduced
        self._run(ZOOM, step, smooth)
        if not smooth:  # a pinch comes in many small steps: sharpness waits for the last
            self._zooming = True
            self._rest.start()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; with Shift, or if so set, scroll."""
        steps, pixels = event.angleDelta(), event.pixelDelta()
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        sideways = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if control or (self.wheel_zooms and not sideways):
            turn = (steps.y() or steps.x()) / 120
            self.zoom_by(NOTCH**turn, event.position(), smooth=abs(turn) >= 1 and pixels.isNull())
        else:
            dx, dy = (pixels.x(), pixels.y()) if not pixels.isNull() else (steps.x() / 2, steps.y() / 2)
            self.pan(dx + dy if sideways else dx, 0 if sideways else dy)
        event.accept()

    def pan(self, dx: float, dy: float) -> None:
        """Shift the picture by pixels."""
        self._arranged = None
        self.motion.stop("camera")
        self._zooming = False
        self.camera.pan(dx, dy)
        self.camera_moved()

    def center_on(self, space: str, pulse: bool = True) -> None:
        """Bring a space into view, with no more of the table beside the map than needed, and point it out.

        Where it is in view already nothing moves (F98).
        """
        place = self.board.place(space)
        if place is None:
            return
        inner = self.rect().adjusted(SEEN, SEEN, -SEEN, -SEEN)
        if not inner.contains(self.camera.to_screen(*place.center).toPoint()):
            self._fly(self.camera.scale, self.camera.within(self.camera.scale, place.center), True)
        if pulse:
            self._pulse(space)

    def center_at(self, at: tuple[float, float]) -> None:
        """Fly to a place of the map that is no space."""
        self._fly(self.camera.scale, self.camera.within(self.camera.scale, at), True)

    def _pulse(self, space: str) -> None:
        if self.motion.reduced:
            self.board.pulse = (space, 0.4)
            QTimer.singleShot(round(PULSE * 1000), self, self._end_pulse)
            self.update()
            return

        def step(t: float) -> None:
            self.board.pulse = (space, t) if t < 1 else None

        self.motion.tween("pulse", PULSE, step)

    def _end_pulse(self) -> None:
        self.board.pulse = None
        self.update()

    def _fly(self, scale: float, center: tuple[float, float], smooth: bool) -> None:
        self._arranged = None
        camera = self.camera
        s0, (x0, y0), (x1, y1) = camera.scale, camera.center, center

        def step(t: float) -> None:
            self._zooming = t < 1 and scale != s0
            e = ease(t)
            camera.scale = s0 * (scale / s0) ** e if t < 1 else scale
            camera.center = (x0 + (x1 - x0) * e, y0 + (y1 - y0) * e)
            self.camera_moved()

        self._goal = scale
        self._run(TRAVEL, step, smooth and self.isVisible())

    def _end_zoom(self) -> None:
        self._zooming = False
        self.update()

    def _run(self, seconds: float, step: Callable[[float], None], smooth: bool) -> None:
        if smooth:
            self.motion.tween("camera", seconds, step)
        else:
            self.motion.stop("camera")
            step(1.0)

    def camera_moved(self) -> None:
        """The picture has shifted: everything is drawn anew."""
        self.moved.emit()
        self.update()

    # --- painting ---

    def _frame(self) -> None:
        """Something moves: bring the next frame."""
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Copy the tiles and draw what lies on them, only where something changed."""
        start = perf_counter()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        region = event.region()
        parts: list[QRect] = [event.rect()] if region.rectCount() > PARTS else list(region)  # type: ignore[call-overload]
        first = self._base is not None and not self._base.drawn and not self._painted
        deadline = Deadline(None if first else 0.0 if self._zooming else BUDGET, self._zooming and self._hasty)
        whole = True
        for area in parts:
            painter.setClipRect(area)
            whole &= self._paint_part(painter, area, deadline)
        painter.end()
        self._painted = True
        self._hasty = self._zooming and (self._hasty or perf_counter() - start > BRISK)
        if not self._zooming and not self.motion.running:
            self._unfinished = not whole
            self._work.start(0 if self._unfinished else AHEAD)

    def settle(self) -> None:
        """Bring everything to its end and to full sharpness at once, for pictures of the window."""
        self.motion.finish()
        self._rest.stop()
        self._zooming = False
        image = QImage(self.size() * self.devicePixelRatioF(), QImage.Format.Format_RGB32)
        painter = QPainter(image)
        self._paint_part(painter, self.rect(), Deadline(None))
        painter.end()
        self.update()

    def _paint_part(self, painter: QPainter, area: QRect, deadline: Deadline) -> bool:
        if self._base is None:
            painter.fillRect(area, theme.current().color("desk"))
            return True
        whole = self._base.draw(painter, self.camera, area, deadline)
        if self.board.overlays and self._over is not None and "overlays" not in self.board.hidden:
            whole &= self._over.draw(painter, self.camera, area, deadline)
        if not self._zooming:
            ratio = self.camera.ratio
            self.board.shown_names = self.scene.find_names(self.camera.scale * ratio, self.letters * ratio)
        self.painted.paint(painter, area, deadline)
        return whole and self.painted.whole

    def _paint_map(self, painter: QPainter, rect: QRectF, scale: float, turned: bool) -> None:
        """The sheet on the desk, with its shadow."""
        sheet = QRectF(0, 0, *self.scene.size)
        if not sheet.contains(rect):
            away = -1 if turned else 1
            for grow, alpha in ((9, 12), (6, 16), (3, 22), (1, 30)):
                edge = grow / scale
                dark = sheet.adjusted(-edge, -edge, edge, edge).translated(0, away * 3 / scale)
                painter.fillRect(dark, QColor(0, 0, 0, alpha))
            painter.setClipRect(sheet)
        painter.fillRect(sheet, self.scene.paper)
        self.scene.paint(painter, rect, scale, turned, self.board.hidden, self.letters * self.camera.ratio)

    def _paint_overlay(self, painter: QPainter, rect: QRectF, scale: float, turned: bool) -> None:
        """Overlays, and above them again what is printed, so that they never hide a name."""
        if self._shades is not None:
            self._shades.strength = self.board.strength
            self._shades.paint(painter, rect, scale, turned)
            least = self.letters * self.camera.ratio
            self.scene.paint_signs(painter, rect, scale, turned, self.board.hidden, least)

    def _idle(self) -> None:
        """After a frame: finish what it left out, then draw ahead what a pan would show; then rest."""
        if self._unfinished:
            self.update()
        elif self._base is not None and self.isVisible() and self._base.prefetch(self.camera, self.rect()):
            self._work.start(AHEAD)

    # --- the window ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the middle, or arrange the map again until somebody has moved it; a bar that grows never shifts it."""
        window, corner = self.window().size(), self.mapTo(self.window(), QPoint())
        pushed = window == self._stood[0] and event.oldSize().width() == self.width()
        middle = self.camera.exactly(QRectF(self.rect()).center() + QPointF(corner - self._stood[1]))
        self._stood = window, corner
        self.camera.view = (float(self.width()), float(self.height()))
        self.camera.ratio = self.devicePixelRatioF()
        if pushed:
            self.camera.center = middle
        elif self._arranged is not None:
            self.arrange_again()
        else:
            self.camera.center = self.camera.bounded(self.camera.scale, self.camera.center)
        self.camera_moved()

    def event(self, event: QEvent) -> bool:
        """Follow the window to a screen with another pixel ratio."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.camera.ratio = self.devicePixelRatioF()
            self.camera_moved()
        return super().event(event)
