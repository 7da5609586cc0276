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
    QWheelEvent,
)
from PySide6.QtWidgets import QToolTip, QWidget

from common.gui.animation import BACK
from common.gui.board import SMALL
from common.gui.canvas import NOTCH, MapCanvas
from common.gui.gestures import AutoScroll, Gestures, Held, Hit
from common.gui.hints import Bubble
from common.gui.keys import Keys
from common.gui.minimap import MiniMap
from common.gui.painting import Scene
from common.gui.stacks import Adder, Fan, totals
from common.gui.widgets import folded
from common.maps import GameMap
from common.tabletop import Marker, Piece, Target, Way

FAN_WAIT = 150  # ms (F58)
Modifier = Qt.KeyboardModifier


class MapView(MapCanvas):
    """Draws one side's view of the table; gestures come out as signals, answers go in through methods."""

    hovered = Signal(str, str)  # space or "", piece or ""
    clicked = Signal(str, str, object)  # space, piece, modifiers
    context = Signal(str, str, object)  # space, piece, global position
    activated = Signal(str, str)  # double click
    lifted = Signal(object)  # tuple of piece ids; the answer is show_targets
    dropped = Signal(object, str)  # pieces, space
    cancelled = Signal()
    rule_clicked = Signal(str)
    measured = Signal(str, str, int)  # from, to, spaces between, -1 when no way leads there
    selection_changed = Signal(object)  # tuple of piece ids

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.gestures = Gestures(self, self)
        self.tip: Callable[[str, str], str] = self.board.told
        self.add_up: Adder = lambda pieces: [totals(pieces)]
        self.wheel_zooms = True
        self.plain = Qt.CursorShape.ArrowCursor  # the pointer where nothing else is to be told
        self._keys = Keys(self)
        self._scroll = AutoScroll(self, self._scrolled)
        self._dropped: Held | None = None
        self._space_down = False
        self._clicking = False
        self._used = False  # the click has done something already
        self._fan_timer = self.single(FAN_WAIT, self._open_hovered)
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
        was = {name: board.spot(lie) for name, lie in before.lying.items()} if before else {}
        if self._dropped is not None and self._dropped.by == "drag":
            was |= dict.fromkeys(self._dropped.pieces, self.camera.to_map(board.carry))
        board.lay(pieces)
        board.markers = tuple(markers)
        self._fan_again()
        for name, lie in board.layout.lying.items() if board.layout else ():
            if animate and name in was:
                self.motion.glide(name, (was[name], (lie.x, lie.y)))
            else:
                self.motion.glides.pop(name, None)
        board.selected = tuple(piece for piece in board.selected if piece in board.pieces)
        held = self.gestures.held
        if held is None or any(self.space_of(piece) not in held.origins for piece in held.pieces):
            self._let_go()
        self._dropped = None
        self.minimap.update()
        self.update()

    def _let_go(self) -> None:
        """Nothing is in the hand any more."""
        self.gestures.forget()
        self.board.held = None
        self.board.targets = {}
        self._scroll.stop()
        self._shape()

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Light where the lifted pieces may go."""
        self.board.targets = {target.space: target for target in targets}
        self._hold_chosen()
        self.update()

    def _hold_chosen(self) -> None:
        """What was chosen by menu or key and can go somewhere is held: a click or Enter puts it down."""
        board, free = self.board, self.gestures.held is None and self._dropped is None and not self._clicking
        if free and board.targets and board.selected:
            board.held = self.gestures.hold(board.selected)

    def light(self, spaces: Collection[str], pieces: Collection[str]) -> None:
        """Mark what a legal action points at."""
        self.board.light(spaces, pieces)
        self.update()

    def set_selected(self, pieces: Sequence[str]) -> None:
        """Mark these counters as chosen; what is no longer among them is not held either."""
        self.board.selected = tuple(pieces)
        held = self.gestures.held
        if held is not None and held.by != "drag" and not self._clicking and not set(held.pieces) <= set(pieces):
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
        """Say in a bubble beside a space why something cannot be done there."""
        place = self.board.place(space)
        at = self.board.place_rect(space, 0).center() if place else self.board.carry
        if place is not None:
            at.setY(self.camera.to_screen(*place.center).y() + place.room * self.camera.scale * 0.8)
        self.bubble.tell(text, rule, at, QRectF(self.rect()))

    def _glide_back(self, held: Held) -> None:
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
        """What is under a point of the window."""
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

    def on_lift(self, held: Held, pos: QPointF) -> None:
        """Pieces are in the air."""
        self.bubble.hide()
        fan = self.board.fan
        if held.by == "drag" or (held.by == "click" and fan is not None and not fan.panel.contains(pos)):
            self.close_fan()  # the pile itself was taken: nothing lies over the way to its goals
        self._fan_timer.stop()
        self.board.held, self.board.carry = held, pos
        self.board.targets = {}
        self._shape()
        self.update()
        self.lifted.emit(held.pieces)

    def on_carry(self, pos: QPointF) -> None:
        """The pointer moves with pieces in the hand."""
        old = self.painted.carried_rect()
        self.board.carry = pos
        self.hover_at(pos)
        if self.gestures.state == "dragging":
            self._scroll.watch(pos, QRectF(self.rect()))
            self.update(old.united(self.painted.carried_rect()).toAlignedRect())
            window = self.window()
            if not window.rect().contains(self.mapTo(window, pos.toPoint())):
                self.gestures.cancel()

    def on_drop(self, held: Held, space: str) -> None:
        """Pieces are put down; whoever listens answers with set_position or refuse."""
        self._scroll.stop()
        self._dropped = held
        targets, self.board.held, self.board.targets = self.board.targets, None, {}
        self._shape()
        self.update()
        self.dropped.emit(held.pieces, space)
        if self.gestures.held is not None and self.gestures.held == held:
            self.board.targets = targets  # refused, and still in the hand
        elif self._dropped is held:  # nobody answered: back they go
            self._dropped = None
            if held.by == "drag":
                self._glide_back(held)
        self.update()

    def on_cancel(self, held: Held) -> None:
        """The gesture was given up: everything is as before."""
        self._scroll.stop()
        self.board.held, self.board.targets, self.board.selected = None, {}, ()
        if held.by == "drag":
            self._glide_back(held)
        self._shape()
        self.update()
        self.cancelled.emit()

    def on_click(self, hit: Hit, modifiers: Modifier) -> bool:
        """A click that was no drag; True when it has done or asked something, so that it lifts nothing as well."""
        self.bubble.hide()
        if not hit.in_fan and self.board.selected:
            self.board.selected = ()
            self.selection_changed.emit(())
        self._clicking, self._used = True, False
        self.clicked.emit(hit.space, hit.piece, modifiers)
        self._clicking = False
        return self._used

    def use_click(self) -> None:
        """Whoever listens has taken the click for an action of the game."""
        self._used = True

    def on_small_stack(self, hit: Hit) -> bool:
        """Where counters are too small to be hit one by one, a click opens the fan as a chooser."""
        small = self.board.size * self.camera.scale < SMALL
        if not small or not hit.piece or len(self.board.stack(hit.space)) < 2 or self.board.fan is not None:
            return False
        self.open_fan(hit.space)
        return True

    def on_pan(self, dx: float, dy: float) -> None:
        """The map is shoved."""
        self.pan(dx, dy)
        self._shape()

    def take_measure(self, space: str) -> bool:
        """While measuring, a click is a point to measure from or to."""
        if self.board.measure is None:
            return False
        found = self.board.measure_at(space)
        if found is not None:
            self.measured.emit(*found)
        self._shape()
        self.update()
        return True

    def show_ways(self, ways: Sequence[Way]) -> None:
        """What the measured way costs, and what stands in it."""
        self.board.ways = tuple(ways)
        self.update()

    def start_measure(self) -> None:
        """Begin to measure, or stop."""
        self.gestures.cancel()
        self.board.measure = () if self.board.measure is None else None
        self._shape()
        self.update()

    # --- the fan ---

    def open_fan(self, space: str) -> None:
        """Spread the stack of a space."""
        stack, place = self.board.stack(space), self.board.place(space)
        if not stack or place is None:
            return
        title = place.name if place.name and place.name != place.id else place.id
        self.board.fan = Fan(title, space, stack, self.board.stack_rect(space), QRectF(self.rect()), self.add_up)
        self.update()

    def _fan_again(self) -> None:
        """After an action the open fan shows what is left of its stack."""
        fan, marked = self.board.fan, self.board.marked
        self.close_fan()
        if fan is not None and self.board.stack(fan.space):
            self.open_fan(fan.space)
            self.board.marked = marked if marked in self.board.pieces else ""

    def close_fan(self) -> None:
        """Put the stack together again."""
        self._fan_timer.stop()
        if self.board.fan is not None:
            self.board.fan, self.board.marked = None, ""
            self.update()

    def _open_hovered(self) -> None:
        space = self.board.hover.space
        if self.board.hover.piece and self.gestures.state == "idle" and self.gestures.held is None:
            self.open_fan(space)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A bar that grows above the map does not shut an open fan: its counters are still being chosen from."""
        fan, marked, window = self.board.fan, self.board.marked, self._stood[0]
        super().resizeEvent(event)
        if fan is not None and self._stood[0] == window:
            self.open_fan(fan.space)
            self.board.marked = marked

    def camera_moved(self) -> None:
        """The picture has shifted."""
        self.close_fan()
        self.bubble.hide()
        super().camera_moved()

    def _scrolled(self, dx: float, dy: float) -> None:
        self.pan(dx, dy)
        self.on_carry(self.board.carry)

    # --- the mouse ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: select or drag; middle or space bar: pan; right: what can be done here."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        pos, button = event.position(), event.button()
        if self.board.cursor:
            self._keys.place("")
        if button == Qt.MouseButton.RightButton:
            self._right(pos, event.globalPosition().toPoint())
            return
        self.gestures.press(pos, button, event.modifiers(), self._space_down)
        self._shape()

    def _right(self, pos: QPointF, where: QPoint) -> None:
        """During a gesture: give it up. Otherwise: a menu."""
        busy = self.gestures.held is not None or self.gestures.state != "idle" or self.board.measure is not None
        self.gestures.press(pos, Qt.MouseButton.RightButton, Modifier.NoModifier, False)
        self.board.measure = None
        if busy:
            self.update()
            return
        hit = self.hit(pos)
        self._fan_timer.stop()
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
            self._shape()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Details, never an action of the game; where the first click was one, it stays at that."""
        if event.button() == Qt.MouseButton.LeftButton:
            hit = self.hit(event.position())
            if self.gestures.double():
                self.activated.emit(hit.space, hit.piece)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer; with Shift, or if so set, scroll."""
        steps, pixels = event.angleDelta(), event.pixelDelta()
        control = bool(event.modifiers() & Modifier.ControlModifier)
        sideways = bool(event.modifiers() & Modifier.ShiftModifier)
        if control or (self.wheel_zooms and not sideways):
            turn = (steps.y() or steps.x()) / 120
            self.zoom_by(NOTCH**turn, event.position(), smooth=abs(turn) >= 1 and pixels.isNull())
        else:
            dx, dy = (pixels.x(), pixels.y()) if not pixels.isNull() else (steps.x() / 2, steps.y() / 2)
            self.pan(dx + dy if sideways else dx, 0 if sideways else dy)
        event.accept()

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer is elsewhere."""
        if self.gestures.state == "idle":
            self.close_fan()
            self._set_hover(Hit())

    def hover_at(self, pos: QPointF) -> None:
        """The pointer is there: mark its space, and tell it."""
        hit = self.hit(pos)
        fan = self.board.fan
        elsewhere = fan is not None and bool(hit.piece) and hit.space != fan.space
        if fan is not None and (elsewhere or not fan.holds(pos)):
            self.close_fan()
            hit = self.hit(pos)
        if hit != self.board.hover:
            self._set_hover(hit)
        alone = len(self.board.stack(hit.space)) < 2
        if not hit.piece or hit.in_fan or alone or self.gestures.held is not None or self.gestures.state != "idle":
            self._fan_timer.stop()
        elif self.board.fan is None and self.board.shown == 1 and not self._fan_timer.isActive():
            self._fan_timer.start()

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
        self._shape()
        self.hovered.emit(hit.space, hit.piece)

    def _shape(self) -> None:
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
            self._shape()
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
            self._shape()
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
            QToolTip.showText(event.globalPos(), folded(text), self)
            return True
        if event.type() == QEvent.Type.WindowDeactivate and self.gestures.state == "dragging":
            self.gestures.cancel()  # whoever leaves the window lets go of nothing by accident (U8)
        return super().event(event)

    def set_busy(self, on: bool) -> None:
        """The pointer tells that something is being worked out, where it has nothing else to tell."""
        self.plain = Qt.CursorShape.BusyCursor if on else Qt.CursorShape.ArrowCursor
        self._shape()

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
            self.close_fan()
        elif not self.gestures.cancel():
            if not self.board.selected:
                return False
            self.board.selected = ()
            self.selection_changed.emit(())
        self._shape()
        self.update()
        return True

    def menu_at_cursor(self) -> None:
        """The menu key: as a right click on the cursor's space."""
        place = self.board.place(self.board.cursor)
        if place is not None:
            where = self.mapToGlobal(self.camera.to_screen(*place.center).toPoint())
            self.context.emit(place.id, self.board.marked or self.board.top(place.id), where)

    def say_cursor(self) -> None:
        """Tell assistive technology and whoever listens what the cursor is on."""
        board = self.board
        piece = board.marked or board.top(board.cursor)
        self.setAccessibleDescription(board.told(board.cursor, board.marked))
        self.hovered.emit(board.cursor, piece)


def _is_tab(event: QKeyEvent) -> bool:
    return event.key() == Qt.Key.Key_Tab and not event.modifiers()
