"""The map on the table: shows a position, lets it be handled, and reports gestures; it knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from common.gui.kit.animation import BACK
from common.gui.kit.widgets import fold_tip
from common.gui.map.board import gather_ways
from common.gui.map.display_list import Scene
from common.gui.map.fan_control import FanControl
from common.gui.map.map_canvas import MapCanvas
from common.gui.map.map_keyboard import MapKeyboard
from common.gui.map.measuring import Measuring
from common.gui.map.minimap import MiniMap
from common.gui.map.mouse_gestures import AutoScroll, Gestures, HeldPieces, Hit, OutsidePlaces
from common.gui.map.refusal_bubble import Bubble
from common.gui.map.stacks import Adder, totals
from common.maps import GameMap
from common.tabletop import Marker, Piece, Target

Modifier = Qt.KeyboardModifier


class MapView(MapCanvas):
    """Draws one side's view of the table; gestures come out as signals, answers go in through methods."""

    hovered = Signal(str, str)  # space or "", piece or ""
    clicked = Signal(str, str, object)  # space, piece, modifiers
    context = Signal(str, str, object)  # space, piece, global position
    looked_into = Signal(str)  # the space whose counters were spread by a click
    activated = Signal(str, str)  # double click
    laid = Signal()  # the counters lie where they are now
    lifted = Signal(object)  # tuple of piece ids; the answer is show_targets
    dropped = Signal(object, str)  # pieces, space
    cancelled = Signal()
    carried_over = Signal(object)  # global position of what is dragged
    rule_clicked = Signal(str)
    measured = Signal(str, str, int)  # from, to, spaces between, -1 when no way leads there
    selection_changed = Signal(object)  # tuple of piece ids

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.gestures = Gestures(self, self)
        self.tip: Callable[[str, str], str] = self.board.describe
        self.add_up: Adder = lambda pieces: [totals(pieces)]
        self.outside: OutsidePlaces | None = None  # what lies beside the map
        self.plain = Qt.CursorShape.ArrowCursor  # the pointer where nothing else is to be told
        self._keys = MapKeyboard(self)
        self._scroll = AutoScroll(self, self._scroll_by)
        self._dropped: HeldPieces | None = None
        self._space_down = False
        self._clicking = False
        self.clicked_in_fan = False  # whether the click that is told of picked a counter out of the fan
        self._used = False  # the click has done something already
        self.fanning = FanControl(self)
        self.measuring = Measuring(self)
        self.bubble = Bubble(self)
        self.bubble.rule_clicked.connect(self.rule_clicked)
        self.minimap = MiniMap(self)
        self.minimap.hide()

    # --- the position ---

    def set_map(self, game_map: GameMap, theme_name: str = "light", scene: Scene | None = None) -> None:
        """Show a map, or the same map in another theme; the position is set afterwards."""
        self._let_go()
        super().set_map(game_map, theme_name, scene)
        self.minimap.forget()

    def set_position(self, pieces: Sequence[Piece], markers: Sequence[Marker] = (), animate: bool = True) -> None:
        """Show where everything is now; what has moved glides there."""
        board, before = self.board, self.board.layout
        was = {name: board.spot(counter) for name, counter in before.placed.items()} if before else {}
        if self._dropped is not None and self._dropped.by == "drag":
            was |= dict.fromkeys(self._dropped.pieces, self.camera.to_map(board.carry))
        board.lay(pieces)
        board.markers = tuple(markers)
        self.fanning.again(board.fan, board.marked)
        for name, counter in board.layout.placed.items() if board.layout else ():
            if animate and name in was:
                self.motion.glide(name, (was[name], (counter.x, counter.y)))
            else:
                self.motion.glides.pop(name, None)
        board.selected = tuple(piece for piece in board.selected if piece in board.pieces)
        held = self.gestures.held
        if held is None or any(self.space_of(piece) not in held.origins for piece in held.pieces):
            self._let_go()
        self._dropped = None
        self.minimap.update()
        self.update()
        self.laid.emit()

    def center_on(self, space: str, pulse: bool = True) -> None:
        """Bring a space into view, the overview map off it, and point it out."""
        super().center_on(space, pulse)
        place = self.board.place(space)
        if place is not None:
            self.minimap.keep_off(place.center)

    def _let_go(self) -> None:
        """Nothing is in the hand any more."""
        self.gestures.forget()
        self.board.held = None
        self.board.targets = {}
        self._scroll.stop()
        self.shape()

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Light where the lifted pieces may go."""
        self.board.targets = gather_ways(targets)
        self._hold_chosen()
        self.fanning.make_way()
        self.update()

    def _hold_chosen(self) -> None:
        """What was chosen by menu or key and can go somewhere is held: a click or Enter puts it down."""
        board, free = self.board, self.gestures.held is None and self._dropped is None and not self._clicking
        if free and board.targets and board.selected:
            board.held = self.gestures.hold(board.selected)

    def light(self, spaces: Collection[str], pieces: Collection[str]) -> None:
        """Mark what a legal action points at."""
        self.board.light(spaces, pieces)
        self.minimap.follow()
        self.update()

    def set_selected(self, pieces: Sequence[str]) -> None:
        """Mark these counters as chosen: what was held by click or key is now these, if they can go somewhere."""
        self.board.selected = tuple(pieces)
        held = self.gestures.held
        if held is not None and held.by != "drag" and not self._clicking and set(held.pieces) != set(pieces):
            self.gestures.forget()
            self.board.held = None
        self._hold_chosen()
        self.update()

    def set_cursor(self, space: str) -> None:
        """Put the keyboard's cursor on a space and bring it into view."""
        self._keys.place(space)

    @property
    def show_costs(self) -> bool:
        """Whether targets carry their cost."""
        return self.board.costs

    @show_costs.setter
    def show_costs(self, on: bool) -> None:
        self.board.costs = on
        self.update()

    def refuse(self, space: str, text: str, rule: str) -> None:
        """The pieces just dropped may not go there: they glide back, and a bubble says why."""
        held, self._dropped = self._dropped, None
        if held is not None and held.by == "drag":
            self._glide_back(held)
        elif held is not None:
            self.gestures.hold_again(held)
            self.board.held = held
        self.explain(space, text, rule)
        self.update()

    def explain(self, space: str, text: str, rule: str) -> None:
        """Say in a bubble beside a space, or a tray beside the map, why something cannot be done there."""
        if self.outside is not None and self.outside.explain(space, text, rule):
            return
        place = self.board.place(space)
        at = self.board.place_rect(space, 0).center() if place else self.board.carry
        if place is not None:
            at.setY(self.camera.to_screen(*place.center).y() + place.room * self.camera.scale * 0.8)
        self.bubble.tell(text, rule, at, QRectF(self.rect()))

    def _glide_back(self, held: HeldPieces) -> None:
        start = self.camera.to_map(self.board.carry)
        for piece in held.pieces:
            end = self.board.layout.place_of(piece) if self.board.layout else None
            if end is not None:
                self.motion.glide(piece, (start, end), BACK)

    @property
    def panning_key(self) -> bool:
        """Whether the space bar is held, which makes the left button pan."""
        return self._space_down

    # --- the surface the gestures work on ---

    def hit(self, pos: QPointF) -> Hit:
        """What is under a point of the window: of the map, or of the places beside it."""
        if self.outside is not None and not self.rect().contains(pos.toPoint()):
            return Hit(self.outside.tray_at(self.mapToGlobal(pos.toPoint())))
        return self.board.hit(pos)

    def liftable(self, hit: Hit, strict: bool, whole: bool = False) -> tuple[str, ...]:
        """What a drag or pick there would take."""
        return self.board.liftable(hit, strict, whole)

    def space_of(self, piece: str) -> str:
        """Where a piece is, "" when it is not shown."""
        found = self.board.pieces.get(piece)
        return found.space if found else ""

    def is_target(self, space: str) -> bool:
        """Whether the held pieces may go there."""
        return space in self.board.targets

    def choose(self, piece: str, add: bool) -> tuple[str, ...]:
        """Select in the fan."""
        chosen = self.board.choose(piece, add)
        self.selection_changed.emit(chosen)
        self.update()
        return chosen

    def on_lift(self, held: HeldPieces, pos: QPointF) -> None:
        """Pieces are in the air."""
        self.bubble.hide()
        fan = self.board.fan
        if held.by == "drag" or (held.by == "click" and fan is not None and not fan.panel.contains(pos)):
            self.fanning.close()  # the pile itself was taken: nothing lies over the way to its goals
        self.fanning.timer.stop()
        self.board.held, self.board.carry = held, pos
        self.board.targets = {}
        self.shape()
        self.update()
        self.lifted.emit(held.pieces)

    def on_carry(self, pos: QPointF) -> None:
        """The pointer moves with pieces in the hand."""
        old = self.painted.carried_rect()
        self.board.carry = pos
        self.hover_at(pos)
        if self.gestures.state == "dragging":
            self.carried_over.emit(self.mapToGlobal(pos.toPoint()))
            if self.outside is None or self.rect().contains(pos.toPoint()):
                self._scroll.watch(pos, QRectF(self.rect()))
            else:
                self._scroll.stop()
            self.update(old.united(self.painted.carried_rect()).toAlignedRect())
            window = self.window()
            if not window.rect().contains(self.mapTo(window, pos.toPoint())):
                self.gestures.cancel()

    def on_drop(self, held: HeldPieces, space: str) -> None:
        """Pieces are put down; whoever listens answers with set_position or refuse."""
        self._scroll.stop()
        self._dropped = held
        targets, self.board.held, self.board.targets = self.board.targets, None, {}
        self.shape()
        self.update()
        self.dropped.emit(held.pieces, space)
        if self.gestures.held is not None and self.gestures.held == held:
            self.board.targets = targets  # refused, and still in the hand
        elif self._dropped is held:  # nobody answered: back they go
            self._dropped = None
            if held.by == "drag":
                self._glide_back(held)
        self.update()

    def on_cancel(self, held: HeldPieces) -> None:
        """The gesture was given up: everything is as before."""
        self._scroll.stop()
        self.board.held, self.board.targets, self.board.selected = None, {}, ()
        if held.by == "drag":
            self._glide_back(held)
        self.shape()
        self.update()
        self.cancelled.emit()

    def on_click(self, hit: Hit, modifiers: Modifier) -> bool:
        """A click that was no drag; True when it has done or asked something, so that it lifts nothing as well."""
        self.bubble.hide()
        if not hit.in_fan and self.board.selected:
            self.board.selected = ()
            self.selection_changed.emit(())
        self._clicking, self._used, self.clicked_in_fan = True, False, hit.in_fan
        self.clicked.emit(hit.space, hit.piece, modifiers)
        self._clicking = False
        return self._used

    def use_click(self) -> None:
        """Whoever listens has taken the click for an action of the game."""
        self._used = True

    def on_small_stack(self, hit: Hit) -> bool:
        """Where counters are too small to be hit one by one, a click opens the fan as a chooser."""
        opened = self.fanning.choose(hit)
        if opened:
            self.looked_into.emit(hit.space)
        return opened

    def on_pan(self, dx: float, dy: float) -> None:
        """The map is shoved."""
        self.pan(dx, dy)
        self.shape()

    def take_measure(self, space: str) -> bool:
        """While measuring, a click is a point to measure from or to."""
        return self.measuring.take(space)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A bar that grows above the map does not shut an open fan: its counters are still being chosen from."""
        fan, marked, window = self.board.fan, self.board.marked, self._stood[0]
        super().resizeEvent(event)
        if self._stood[0] == window:
            self.fanning.again(fan, marked)

    def camera_moved(self) -> None:
        """The picture has shifted."""
        self.fanning.close()
        self.bubble.hide()
        super().camera_moved()

    def _scroll_by(self, dx: float, dy: float) -> None:
        self.pan(dx, dy)
        self.on_carry(self.board.carry)

    # --- the mouse ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: select or drag; middle or space bar: pan; right: what can be done here."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        pos, button = event.position(), event.button()
        if self.board.cursor:
            self._keys.place("")
        self._keys.last = self.hit(pos).space or self._keys.last
        if button == Qt.MouseButton.RightButton:
            self._right(pos, event.globalPosition().toPoint())
            return
        self.minimap.keep_still(True)
        self.gestures.press(pos, button, event.modifiers(), self._space_down)
        self.shape()

    def _right(self, pos: QPointF, where: QPoint) -> None:
        """During a gesture: give it up. Otherwise: a menu."""
        busy = self.gestures.held is not None or self.gestures.state != "idle" or self.board.measure is not None
        self.gestures.press(pos, Qt.MouseButton.RightButton, Modifier.NoModifier, False)
        self.board.measure = None
        if busy:
            self.update()
            return
        hit = self.hit(pos)
        self.fanning.timer.stop()
        self.context.emit(hit.space, hit.piece, where)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        pos = event.position()
        self.gestures.move(pos)
        if self.gestures.held is None and self.gestures.state != "panning":
            self.hover_at(pos)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End of a press."""
        if event.button() != Qt.MouseButton.RightButton:
            self.board.carry = event.position()
            self.gestures.release(event.position())
            if self.board.fan is None:  # an open one waits for the pointer to move, for it may lie elsewhere now
                self.hover_at(self.mapFromGlobal(event.globalPosition()))  # what was done may have shifted the view
                self.fanning.timer.stop()  # what was put down is not fanned out before the pointer moves again
            self.shape()
        self.minimap.keep_still(False)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Details, never an action of the game; where the first click was one, it stays at that."""
        if event.button() == Qt.MouseButton.LeftButton:
            hit = self.hit(event.position())
            if self.gestures.double():
                self.activated.emit(hit.space, hit.piece)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        if self.gestures.state == "idle":
            self.fanning.close()
            self._set_hover(Hit())

    def hover_at(self, pos: QPointF) -> None:
        """The pointer is there: mark its space, and tell it."""
        hit = self.hit(pos)
        if self.fanning.left(pos, hit):
            hit = self.hit(pos)
        if hit != self.board.hover:
            self._set_hover(hit)
        self.fanning.rest(hit)

    def _set_hover(self, hit: Hit) -> None:
        old, self.board.hover = self.board.hover, hit
        aims = old.space in self.board.targets or hit.space in self.board.targets
        if self.board.measure or aims:
            self.update()  # a path appears or goes
        else:
            for space in {old.space, hit.space} - {""}:
                self.update(self.board.place_rect(space).toAlignedRect())
        if self.board.fan is not None:
            self.update(self.board.fan.panel.adjusted(-8, -8, 8, 8).toAlignedRect())
        self.shape()
        self.hovered.emit(hit.space, hit.piece)

    def shape(self) -> None:
        """The pointer tells what would happen (U14)."""
        shape = self.board.pointer(self.gestures.state, self._space_down)
        if shape == Qt.CursorShape.ArrowCursor:
            shape = self.plain
        if self.cursor().shape() != shape:
            self.setCursor(shape)

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cursor, zoom, measuring; Tab hides the counters while it is held."""
        if event.key() == Qt.Key.Key_Space:
            self._space_down = True
            self.shape()
        elif event.key() == Qt.Key.Key_Tab:
            self.hide_counters(True)
        elif not self._keys.press(event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """What was held is let go."""
        if event.isAutoRepeat():
            return
        if event.key() == Qt.Key.Key_Space:
            self._space_down = False
            self.shape()
        elif event.key() == Qt.Key.Key_Tab:
            self.hide_counters(False)
        else:
            super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Keys that were held count as released."""
        self._space_down = False
        if self.board.shown < 1:
            self.hide_counters(False)
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        """Tab belongs to the map while it has the focus; Shift+Tab leaves it. Pinches zoom, tips tell."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and _is_tab(event):
            self.keyPressEvent(event)
            return True
        if isinstance(event, QNativeGestureEvent) and event.gestureType() == Qt.NativeGestureType.ZoomNativeGesture:
            self.zoom_by(1 + event.value(), event.position(), smooth=False)
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hit = self.hit(QPointF(event.pos()))
            text = self.tip(hit.space, hit.piece) if self.gestures.held is None and self.board.fan is None else ""
            QToolTip.showText(event.globalPos(), fold_tip(text), self)
            return True
        if event.type() == QEvent.Type.WindowDeactivate and self.gestures.state == "dragging":
            self.gestures.cancel()  # whoever leaves the window lets go of nothing by accident (U8)
        return super().event(event)

    def set_busy(self, on: bool) -> None:
        """The pointer tells that something is being worked out, where it has nothing else to tell."""
        self.plain = Qt.CursorShape.BusyCursor if on else Qt.CursorShape.ArrowCursor
        self.shape()

    def escape(self) -> bool:
        """Give up what is going on, one thing at a time; False when there was nothing."""
        if self.gestures.state == "dragging":
            self.gestures.cancel()
            self.bubble.hide()
        elif self.bubble.isVisible():
            self.bubble.hide()
        elif self.board.measure is not None:
            self.board.measure = None
        elif self.board.fan is not None and self.gestures.held is None:
            self.fanning.close()
        elif not self.gestures.cancel():
            if not self.board.selected:
                return False
            self.board.selected = ()
            self.selection_changed.emit(())
        self.shape()
        self.update()
        return True


def _is_tab(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Tab and not event.modifiers()
