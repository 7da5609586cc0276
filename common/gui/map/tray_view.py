"""The trays beside the map: shows hands, displays, decks and discards, lets them be handled, and knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QToolTip, QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.kit.widgets import fold_tip
from common.gui.map.card_art import RATIO
from common.gui.map.floating_items import FloatingItems, LargeCard
from common.gui.map.mouse_gestures import Gestures, HeldPieces, Hit
from common.gui.map.refusal_bubble import Bubble
from common.gui.map.tray_keyboard import TrayKeyboard
from common.gui.map.tray_layout import EDGE, HEAD, RAISE, TrayLayout
from common.gui.map.tray_paint import TrayPainter
from common.tabletop import Card, Target, Tray

Modifier = Qt.KeyboardModifier
NATURAL = 104.0  # px at normal text, the width of a card in a tray of comfortable height
LARGEST = 1.35  # times normal text that the least height of the trays grows with
PREVIEW = 350  # ms the pointer rests on a card before it is shown large


class TrayView(QWidget):
    """Draws one side's view of the trays; gestures come out as signals, answers go in through methods."""

    hovered = Signal(str, str)  # space or "", piece or ""
    clicked = Signal(str, str, object)  # space, piece, modifiers
    context = Signal(str, str, object)  # space, piece, global position
    activated = Signal(str, str)  # double click
    lifted = Signal(object)  # tuple of ids
    dropped = Signal(object, str)  # ids, space
    cancelled = Signal()
    rule_clicked = Signal(str)
    taken_by_key = Signal()
    carried_over = Signal(object)  # global position of what is dragged

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Cards and trays"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys with the map
        self.setMouseTracking(True)
        self.gestures = Gestures(self, self)
        self.trays: tuple[Tray, ...] = ()
        self.targets: dict[str, Target] = {}
        self.lit_trays: frozenset[str] = frozenset()
        self.lit_items: frozenset[str] = frozenset()
        self.selected: tuple[str, ...] = ()
        self.hover, self.marked = Hit(), Hit()
        self.tip: Callable[[str, str], str] = self.describe
        self.find_elsewhere: Callable[[QPoint], str] = lambda _at: ""  # the space under a point beyond the trays
        self.painter = TrayPainter()
        self.bubble: Bubble | None = None
        self._used = self._clicking = False
        self._free: frozenset[str] = frozenset()
        self._arranged: TrayLayout | None = None
        self._floating: FloatingItems | None = None
        self._large: LargeCard | None = None
        self._rest = once(self, self._enlarge, PREVIEW)
        self._keyboard = TrayKeyboard(self)

    def sizeHint(self) -> QSize:
        """High enough to read the title of a card."""
        scale = theme.current().scale
        return QSize(600, round(NATURAL * scale * RATIO + HEAD * scale + 2 * EDGE + RAISE + 10))

    def minimumSizeHint(self) -> QSize:
        """High enough to tell cards apart; large text does not take the map's room, for a card is read large anyway."""
        return QSize(200, round(96 * min(theme.current().scale, LARGEST)))

    # --- what is shown ---

    def set_trays(self, trays: Sequence[Tray], free: Collection[str] = ()) -> None:
        """Show what lies in the trays now; `free` are the cards and counters that can be taken up."""
        self.trays, self._free = tuple(trays), frozenset(free)
        self._arranged = None
        self.gestures.forget()
        self._hide_floating()
        self.hover = Hit()
        if self.marked.space and self.arrangement.place(self.marked.space) is None:
            self.marked = Hit()
        self.update()

    @property
    def arrangement(self) -> TrayLayout:
        """Where everything lies at the present size."""
        if self._arranged is None:
            self._arranged = TrayLayout(self.trays, QRectF(self.rect()).adjusted(6, 5, -6, -5))
        return self._arranged

    @property
    def useful_height(self) -> int:
        """The height beyond which the trays would only stand empty, as cards can be no wider."""
        return round(self.arrangement.useful_height + 10)

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Light the trays among the places that what is held may be put down in."""
        self.targets = {target.space: target for target in targets}
        self.update()

    def light(self, spaces: Collection[str], pieces: Collection[str]) -> None:
        """Mark what a legal action points at."""
        self.lit_trays, self.lit_items = frozenset(spaces), frozenset(pieces)
        self.update()

    def set_selected(self, pieces: Sequence[str]) -> None:
        """Mark these cards as chosen; what is no longer among them is not held either."""
        self.selected = tuple(piece for piece in pieces if piece in self.arrangement.items)
        held = self.gestures.held
        if held is not None and held.by != "drag" and not self._clicking and not set(held.pieces) <= set(pieces):
            self.gestures.forget()
        self.update()

    def use_click(self) -> None:
        """Whoever listens has taken the click for an action of the game."""
        self._used = True

    def holds(self, space: str) -> bool:
        """Whether a space is one of the trays."""
        return any(tray.id == space for tray in self.trays)

    def explain(self, space: str, text: str, rule: str) -> bool:
        """Say in a bubble beside a tray why something cannot be done there; False where it is no tray."""
        place = self.arrangement.place(space)
        if place is None or not self.isVisible():
            return False
        if self.bubble is None:
            self.bubble = Bubble(self.window())
            self.bubble.rule_clicked.connect(self.rule_clicked)
        middle = QPointF(place.frame.center().x(), place.frame.top())
        window = self.window()
        at = QPointF(self.mapTo(window, middle.toPoint()))
        room = QRectF(window.rect())
        room.setBottom(at.y() - 4)  # above the trays, so that it hides no card
        self.bubble.tell(text, rule, at, room)
        return True

    def tray_at(self, where: QPoint) -> str:
        """The tray under a point of the screen, "" for none."""
        place = self.arrangement.place_at(QPointF(self.mapFromGlobal(where))) if self.isVisible() else None
        return place.tray.id if place is not None else ""

    def describe(self, space: str, piece: str) -> str:
        """A tray or a card in words, for tips and assistive technology."""
        place, item = self.arrangement.place(space), self.arrangement.items.get(piece)
        words = [place.tray.title] if place is not None else []
        if item is not None and isinstance(item.content, Card):
            face = item.content.face
            words = [f"{face.title} ({face.value})" if face.value else face.title, face.text, *words]
        elif item is not None:
            words = [item.name, *words]
        return "\n".join(word for word in words if word)

    # --- the surface the gestures work on ---

    def hit(self, pos: QPointF) -> Hit:
        """What is under a point: a card or tray, or beyond them whatever lies there."""
        place = self.arrangement.place_at(pos)
        if place is None:
            inside = self.rect().contains(pos.toPoint())
            return Hit() if inside else Hit(self.find_elsewhere(self.mapToGlobal(pos.toPoint())))
        item, held = self.arrangement.item_at(pos), self.gestures.held
        picks = held is None or place.tray.id in held.origins
        return Hit(place.tray.id, item.id if item is not None else "", item is not None and picks)

    def liftable(self, hit: Hit, strict: bool, whole: bool = False) -> tuple[str, ...]:
        """What a drag or pick there takes: the chosen cards, all of the tray that can be taken up, or one."""
        item = self.arrangement.items.get(hit.piece)
        if item is None:
            return ()
        around = [other.id for other in self.arrangement.items.values() if other.tray == item.tray]
        mates = [name for name in around if name in self._free]
        if hit.piece in self.selected and hit.piece in self._free:
            return tuple(mate for mate in mates if mate in self.selected)
        if whole and hit.piece in self._free:
            return tuple(mates)
        return (hit.piece,) if hit.piece in self._free or not strict else ()

    def space_of(self, piece: str) -> str:
        """The tray a card lies in, "" when it is not shown."""
        item = self.arrangement.items.get(piece)
        return item.tray if item is not None else ""

    def is_target(self, space: str) -> bool:
        """Whether what is held may go there, into a tray or onto the map."""
        return space in self.targets

    def choose(self, piece: str, add: bool) -> tuple[str, ...]:
        """Select a card, or one more of its tray, or one less."""
        same = tuple(other for other in self.selected if self.space_of(other) == self.space_of(piece))
        if not add:
            self.selected = (piece,)
        else:
            self.selected = tuple(p for p in same if p != piece) if piece in same else (*same, piece)
        self.update()
        return self.selected

    def take_measure(self, space: str) -> bool:
        """Nothing is measured in trays."""
        return False

    def on_small_stack(self, hit: Hit) -> bool:
        """Cards are large enough to be hit one by one."""
        return False

    def on_pan(self, dx: float, dy: float) -> None:
        """Trays stay where they are."""

    def on_lift(self, held: HeldPieces, pos: QPointF) -> None:
        """Cards are in the air."""
        self._hide_large()
        self._clicking = True
        self.lifted.emit(held.pieces)
        self._clicking = False
        if held.by == "drag":
            self._float(pos)
        self.update()

    def on_carry(self, pos: QPointF) -> None:
        """The pointer moves with cards in the hand."""
        self._set_hover(self.hit(pos))
        if self.gestures.state == "dragging":
            self._float(pos)
            where = self.mapToGlobal(pos.toPoint())
            self.carried_over.emit(where)
            if not self.window().rect().contains(self.window().mapFromGlobal(where)):
                self.gestures.cancel()

    def on_drop(self, held: HeldPieces, space: str) -> None:
        """Cards are put down; whoever listens plays it or says why not."""
        self._hide_floating()
        self.dropped.emit(held.pieces, space)
        self.update()

    def on_cancel(self, held: HeldPieces) -> None:
        """The gesture was given up: everything is as before."""
        self._hide_floating()
        self.selected = ()
        self.cancelled.emit()
        self.update()

    def on_click(self, hit: Hit, modifiers: Modifier) -> bool:
        """A click that was no drag; True when it has done or asked something, so that it lifts nothing as well."""
        if self.bubble is not None:
            self.bubble.hide()
        self._used, self._clicking = False, True
        self.clicked.emit(hit.space, hit.piece, modifiers)
        self._clicking = False
        return self._used

    # --- in the air ---

    def _float(self, pos: QPointF) -> None:
        held = self.gestures.held
        if held is None:
            return
        if self._floating is None:
            self._floating = FloatingItems(self.window(), self.painter)
        items = [self.arrangement.items[name].content for name in held.pieces if name in self.arrangement.items]
        target = self.targets.get(self.hover.space)
        home = self.hover.space in held.origins
        away = not self.rect().contains(pos.toPoint())
        self._floating.show_at(self.mapToGlobal(pos.toPoint()), items, self.arrangement.card, target, home, away)

    def _hide_floating(self) -> None:
        if self._floating is not None:
            self._floating.hide()

    def _enlarge(self) -> None:
        """The card pointed at, large enough to read all of it."""
        item = self.arrangement.items.get(self.hover.piece)
        if item is None or not isinstance(item.content, Card) or item.content.face.back or self.gestures.held:
            return
        if self._large is None:
            self._large = LargeCard(self.window(), self.painter)
        spot = self.mapTo(self.window(), item.rect.center().toPoint())
        top = self.mapTo(self.window(), QPoint(0, 0)).y()
        self._large.show_card(item.content, spot.x(), top)

    def _hide_large(self) -> None:
        self._rest.stop()
        if self._large is not None:
            self._large.hide()

    # --- events ---

    def _set_hover(self, hit: Hit) -> None:
        if hit == self.hover:
            return
        self.hover = hit
        self._hide_large()
        if hit.piece:
            self._rest.start()
        free = bool(self.liftable(hit, True)) and self.gestures.held is None
        aimed = hit.space in self.targets or bool(hit.space in self.lit_trays or hit.piece in self.lit_items)
        hand, point = Qt.CursorShape.OpenHandCursor, Qt.CursorShape.PointingHandCursor
        self.setCursor(hand if free else point if aimed else Qt.CursorShape.ArrowCursor)
        self.hovered.emit(hit.space, hit.piece)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Left: select or drag; right: what can be done here."""
        self._hide_large()
        if event.button() == Qt.MouseButton.RightButton:
            busy = self.gestures.held is not None
            self.gestures.cancel()
            hit = self.hit(event.position())
            if not busy and hit.space:
                self.context.emit(hit.space, hit.piece, event.globalPosition().toPoint())
            return
        self.marked = Hit()
        self.gestures.press(event.position(), event.button(), event.modifiers(), False)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        self.gestures.move(event.position())
        if self.gestures.state != "dragging":
            self._set_hover(self.hit(event.position()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Put down what was dragged, or click."""
        if event.button() == Qt.MouseButton.LeftButton:
            self.gestures.release(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Tell all about a card."""
        hit = self.hit(event.position())
        if self.gestures.double() and hit.space:
            self.activated.emit(hit.space, hit.piece)

    def leaveEvent(self, event: QEvent) -> None:
        """The pointer points at nothing here any more."""
        if self.gestures.state != "dragging":
            self._set_hover(Hit())
        super().leaveEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows walk from card to card and from tray to tray, Enter does what a click does."""
        if not self._keyboard.press(event):
            super().keyPressEvent(event)

    def escape(self) -> bool:
        """Give up what is going on, one thing at a time; False when there was nothing."""
        if self.bubble is not None and self.bubble.isVisible():
            self.bubble.hide()
            return True
        return self.gestures.cancel()

    def event(self, event: QEvent) -> bool:
        """Tips tell; whoever leaves the window lets go of nothing by accident."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            hit = self.hit(QPointF(event.pos()))
            text = self.tip(hit.space, hit.piece) if hit.space and self.gestures.held is None else ""
            QToolTip.showText(event.globalPos(), fold_tip(text), self)
            return True
        if event.type() == QEvent.Type.WindowDeactivate and self.gestures.state == "dragging":
            self.gestures.cancel()
        if event.type() in (QEvent.Type.StyleChange, QEvent.Type.FontChange):
            self._arranged = None
            self.updateGeometry()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay everything out anew."""
        self._arranged = None
        self._hide_large()
        super().resizeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """All trays."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.painter.paint(painter, self, self.devicePixelRatioF())
        painter.end()
