"""What hands do at the table: press, drag, click-and-click and keys, told apart without knowing any rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Protocol

from PySide6.QtCore import QObject, QPoint, QPointF, QRectF, Qt, QTimer

from common.gui.kit.timers import once

THRESHOLD = 6.0  # px, device independent (F07)
HOLD = 250  # ms (U8)
EDGE = 40.0  # px from the border where the map scrolls by itself (U9)
PATIENCE = 200  # ms before it begins
FASTEST = 1000.0  # px a second

By = Literal["drag", "click", "key"]
Button = Qt.MouseButton
Modifier = Qt.KeyboardModifier


class Hit(NamedTuple):
    """What is under the pointer."""

    space: str = ""
    piece: str = ""
    in_fan: bool = False


class HeldPieces(NamedTuple):
    """Pieces in the air, where they came from and how they were lifted."""

    pieces: tuple[str, ...]
    origins: frozenset[str]
    by: By


class GestureSurface(Protocol):
    """What the gestures need of the map, or of the trays beside it."""

    def hit(self, pos: QPointF) -> Hit: ...
    def liftable(self, hit: Hit, strict: bool, whole: bool = False) -> tuple[str, ...]: ...
    def space_of(self, piece: str) -> str: ...
    def is_target(self, space: str) -> bool: ...
    def choose(self, piece: str, add: bool) -> tuple[str, ...]: ...
    def take_measure(self, space: str) -> bool: ...
    def on_lift(self, held: HeldPieces, pos: QPointF) -> None: ...
    def on_carry(self, pos: QPointF) -> None: ...
    def on_drop(self, held: HeldPieces, space: str) -> None: ...
    def on_cancel(self, held: HeldPieces) -> None: ...
    def on_click(self, hit: Hit, modifiers: Modifier) -> bool: ...
    def on_small_stack(self, hit: Hit) -> bool: ...
    def on_pan(self, dx: float, dy: float) -> None: ...


class OutsidePlaces(Protocol):
    """Places beside the map, such as trays, that what is dragged on the map can be put into."""

    def tray_at(self, where: QPoint) -> str: ...
    def explain(self, space: str, text: str, rule: str) -> bool: ...


class Gestures(QObject):
    """The state of the hands: nothing, pressed, panning or dragging; and what is held."""

    def __init__(self, surface: GestureSurface, parent: QObject) -> None:
        super().__init__(parent)
        self._on = surface
        self.state: Literal["idle", "pressed", "panning", "dragging"] = "idle"
        self.held: HeldPieces | None = None
        self._start, self._last = QPointF(), QPointF()
        self._far = False  # whether this press has moved beyond the threshold
        self._acted = False  # whether the click that followed was an action of the game
        self._hit = Hit()
        self._modifiers = Modifier.NoModifier
        self._hold = once(self, self._held_long, HOLD)

    # --- the mouse ---

    def press(self, pos: QPointF, button: Button, modifiers: Modifier, pan: bool) -> None:
        """A button goes down; `pan` means that the space bar is held."""
        self._start = self._last = pos
        self._far = self._acted = False
        if button == Button.RightButton:
            self.cancel()
        elif self.state == "dragging":
            return
        elif button == Button.MiddleButton or pan:
            self.state = "panning"
        elif button == Button.LeftButton:
            self.state, self._hit, self._modifiers = "pressed", self._on.hit(pos), modifiers
            if self._hit.piece and self.held is None:
                self._hold.start()

    def move(self, pos: QPointF) -> None:
        """The pointer moves, with or without a button."""
        step, self._last = pos - self._last, pos
        whole = pos - self._start
        if self.state in ("pressed", "dragging") and not self._far:
            self._far = (whole.x() ** 2 + whole.y() ** 2) ** 0.5 >= THRESHOLD
        if self.state == "pressed" and self._far and not self._begin(pos):
            self.state = "idle" if self._hit.in_fan else "panning"  # the gap between two cards is not the map
            step = whole
        if self.state == "panning":
            self._on.on_pan(step.x(), step.y())
        elif self.held is not None:
            self._on.on_carry(pos)

    def release(self, pos: QPointF) -> None:
        """The button goes up."""
        self._hold.stop()
        state, self.state = self.state, "idle"
        if state == "pressed":
            self.act(self._hit, self._modifiers, "click")
        elif state == "dragging" and self.held is not None:
            if self._far:
                self.drop(self._on.hit(pos).space)
            else:  # held long and let go on the spot: that was a slow click
                self.cancel()
                self.act(self._hit, self._modifiers, "click")

    def double(self) -> bool:
        """A double click puts down what its first click took up; False where that click has acted already."""
        self._hold.stop()
        self.state = "idle"
        if self._acted:
            return False
        self.cancel()
        return True

    def _held_long(self) -> None:
        if self.state == "pressed":
            self._begin(self._last)

    def _begin(self, pos: QPointF) -> bool:
        self._hold.stop()
        pieces = self._on.liftable(self._hit, False, whole=_all(self._modifiers))
        if not pieces:
            return False
        if self.held is not None:
            self.cancel()
        self.state = "dragging"
        self._lift(pieces, "drag", pos)
        return True

    # --- clicks and keys ---

    def act(self, hit: Hit, modifiers: Modifier, by: By = "key") -> None:
        """A click on a space, or Enter on the keyboard's; only a click can miss a counter that is too small."""
        if self._on.take_measure(hit.space):
            return
        if hit.in_fan and hit.piece:
            self._choose(hit, _adds(modifiers), modifiers)
        elif self.held is not None:
            self._put(hit, modifiers)
        elif by == "key" or not self._on.on_small_stack(hit):
            self._pick(hit, modifiers, by)

    def _choose(self, hit: Hit, adding: bool, modifiers: Modifier) -> None:
        """A click in the fan: this piece, or this one as well."""
        held, self.held = self.held, None
        chosen = self._on.choose(hit.piece, adding)
        used = self._acted = not adding and self._on.on_click(hit, modifiers)
        able = tuple(piece for piece in chosen if self._on.liftable(Hit(hit.space, piece, True), True))
        if able and self.held is None and not used:
            self._lift(able, "click", self._last)
        elif held is not None:
            self._on.on_cancel(held)

    def _pick(self, hit: Hit, modifiers: Modifier, by: By) -> None:
        pieces = self._on.liftable(hit, True, whole=_all(modifiers))
        self._acted = self._on.on_click(hit, modifiers)
        if self._acted:
            return
        still = all(self._on.liftable(Hit(hit.space, piece, True), True) for piece in pieces)
        if self.held is None and pieces and still and self._on.space_of(pieces[0]) == hit.space:
            self._lift(pieces, by, self._last)

    def _put(self, hit: Hit, modifiers: Modifier) -> None:
        """A click while something is held: put it down, or take something else."""
        held = self.held
        if held is None:
            return
        if self._on.is_target(hit.space):
            self._acted = True
            self.drop(hit.space)
        elif hit.space in held.origins or not hit.space:
            self.cancel()
        elif self._on.liftable(hit, True):
            by = held.by
            self.cancel()
            self._pick(hit, modifiers, by)
        else:
            self.drop(hit.space)

    # --- what is held ---

    def _lift(self, pieces: tuple[str, ...], by: By, pos: QPointF) -> None:
        self.held = HeldPieces(pieces, frozenset(self._on.space_of(piece) for piece in pieces), by)
        self._on.on_lift(self.held, pos)

    def drop(self, space: str) -> None:
        """Put down what is held; on its own space that is the same as giving up."""
        held, self.held = self.held, None
        self.state = "idle"
        if held is None:
            return
        if space in held.origins and not self._on.is_target(space):
            self._on.on_cancel(held)
        else:
            self._on.on_drop(held, space)

    def hold_again(self, held: HeldPieces) -> None:
        """After a refusal: what was picked by click or key stays in the hand."""
        self.held = held

    def hold(self, pieces: tuple[str, ...]) -> HeldPieces:
        """Somebody else has picked pieces up, by menu or key; the next click or Enter puts them down."""
        self.held = HeldPieces(pieces, frozenset(self._on.space_of(piece) for piece in pieces), "key")
        return self.held

    def cancel(self) -> bool:
        """Give up; True when something was held or being moved."""
        self._hold.stop()
        busy = self.state in ("dragging", "panning")
        if self.state != "idle":
            self.state = "idle"
        held, self.held = self.held, None
        if held is not None:
            self._on.on_cancel(held)
        return busy or held is not None

    def forget(self) -> None:
        """The position has changed: nothing is held any more, and nobody needs to be told."""
        self._hold.stop()
        self.held = None
        if self.state != "panning":
            self.state = "idle"


class AutoScroll(QObject):
    """Moves the map while something is dragged along its edge; its timer runs only then."""

    def __init__(self, parent: QObject, pan: Callable[[float, float], None]) -> None:
        super().__init__(parent)
        self._pan = pan
        self._push = (0.0, 0.0)
        self._wait = 0
        self._timer = QTimer(self)
        self._timer.setInterval(16)
        self._timer.timeout.connect(self._tick)

    @property
    def running(self) -> bool:
        """Whether the pointer is at the edge."""
        return self._timer.isActive()

    def watch(self, pos: QPointF, window: QRectF) -> None:
        """The pointer is here during a drag."""
        self._push = (
            _push(pos.x() - window.left(), window.right() - pos.x()),
            _push(pos.y() - window.top(), window.bottom() - pos.y()),
        )
        if self._push == (0.0, 0.0):
            self.stop()
        elif not self._timer.isActive():
            self._wait = PATIENCE
            self._timer.start()

    def stop(self) -> None:
        """The drag is over."""
        self._timer.stop()

    def _tick(self) -> None:
        self._wait -= self._timer.interval()
        if self._wait <= 0:
            seconds = self._timer.interval() / 1000
            self._pan(self._push[0] * FASTEST * seconds, self._push[1] * FASTEST * seconds)


def _all(modifiers: Modifier) -> bool:
    """With Shift everything of a place is taken, not only the pile under the pointer."""
    return bool(modifiers & Modifier.ShiftModifier)


def _adds(modifiers: Modifier) -> bool:
    """With Shift or Ctrl a click in the fan takes this counter as well."""
    return bool(modifiers & (Modifier.ShiftModifier | Modifier.ControlModifier))


def _push(before: float, after: float) -> float:
    """How hard to scroll, -1 to 1: towards the near edge."""
    if before < EDGE:
        return min(1.0, (EDGE - before) / EDGE)
    if after < EDGE:
        return -min(1.0, (EDGE - after) / EDGE)
    return 0.0
