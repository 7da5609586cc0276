"""Keys that reach the map before its own: figures, the keys of a game's actions and overlays, and those of the bots."""

from __future__ import annotations

import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from common.gui.map.map_view import MapView
from common.gui.session.selection import Selection
from common.gui.table.active_overlays import ActiveOverlays
from common.gui.table.choice_buttons import END_KEY
from common.gui.table.hint_popup import SIGNS, HintPopup

HELD = 0.3  # s; a key that is down for longer was held
GO_ON = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_E)  # after the outcome of a fight
DIGITS = {Qt.Key(Qt.Key.Key_1.value + n): n + 1 for n in range(9)}


class TableKeys(QObject):
    """An event filter on the map, and on the window for what the part of it in focus has no use for."""

    def __init__(
        self, window: QWidget, view: MapView, hand: Selection, overlays: ActiveOverlays, threat: QAction,
        leave_replay: Callable[[], object],
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._map, self._hand = window, view, hand
        self._session, self._overlays, self._threat = hand.session, overlays, threat
        self._leave_replay = leave_replay
        self.put_away: Callable[[], bool] = lambda: False  # what lies over the map; whether something did
        self._pressed = 0.0  # when the last key went down

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Figures, the keys of gestures and overlays, and the bots' keys, before the map's own keys."""
        if watched is self._map and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and not event.isAutoRepeat():
                self._pressed = time.monotonic()
            if event.type() == QEvent.Type.ShortcutOverride and self._map_key(event, dry=True):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self._map_key(event, dry=False)
            if event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
                self._released(event)
        elif watched is self._window and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                return self._escape()
            return event.text().isalnum() and self._map_key(event, dry=False)
        return super().eventFilter(watched, event)

    def _escape(self) -> bool:
        """Nothing is in the hand: leave the replay, or put the battle card away."""
        if self._session.moment is None:
            return self.put_away()
        self._leave_replay()
        return True

    def _map_key(self, event: QKeyEvent, dry: bool) -> bool:
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not plain:
            return False
        key = Qt.Key(event.key())
        hints = next((popup.buttons for popup in self._map.findChildren(HintPopup) if popup.isVisible()), [])
        sign = event.text().upper()
        if sign and sign in SIGNS[: len(hints)]:  # letters, for the figures belong to the choices
            if not dry:
                hints[SIGNS.index(sign)].click()
            return True
        if key in DIGITS and any(slot.number == DIGITS[key] for slot in self._hand.slots()):
            return dry or self._hand.choose(DIGITS[key])
        if self._session.is_resting and self._session.moment is None and key in GO_ON:
            if not dry:
                self._session.go_on()
            return True
        if self._session.bots.to_move and key in (Qt.Key.Key_Space, Qt.Key.Key_Right):
            return dry or self._bot_key(key)
        return self._letter(event, dry)

    def _bot_key(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_Right:
            self._session.bots.step()
        else:
            self._session.bots.pause(not self._session.bots.paused)
        return True

    def _released(self, event: QKeyEvent) -> None:
        """The threat map stays after a tap of its key and goes when the key was held."""
        action = self._threat
        held = time.monotonic() - self._pressed > HELD
        if held and action.isChecked() and QKeySequence(event.keyCombination()) in action.shortcuts():
            action.trigger()

    def _letter(self, event: QKeyEvent, dry: bool) -> bool:
        """The keys a game gives to its own actions and overlays; Enter belongs to the cursor first."""
        pressed = QKeySequence(event.keyCombination()).toString()
        enter = pressed in ("Return", "Enter")
        if enter and (self._map.board.cursor or self._hand.selected):
            return False
        end = self._hand.find_end()
        if pressed == END_KEY and end is not None:
            if not dry:
                self._hand.do(end)
            return True
        for choice in self._hand.find_placeless():
            if choice.key and choice.key == ("Return" if enter else pressed):
                if not dry:
                    self._hand.do(choice)
                return True
        if not pressed or len(pressed) > 7:
            return False
        for overlay in self._session.table.overlays(self._session.view) if not dry else ():
            if overlay.key == pressed:
                self._overlays.toggle(overlay.id)
                return True
        due = self._session.why_not_end() if pressed == END_KEY and not dry else None
        if due is not None:
            self._session.refused.emit(due)
        return due is not None
