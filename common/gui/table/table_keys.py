"""Keys that reach the map before its own: figures, the keys of a game's actions and overlays, and those of the bots."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from common.gui.table.hint_popup import HintCard

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

HELD = 0.3  # s; a key that is down for longer was held
DIGITS = {Qt.Key(Qt.Key.Key_1.value + n): n + 1 for n in range(9)}


class MapKeys(QObject):
    """An event filter on the map, and on the window for what the part of it in focus has no use for."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window)
        self.window = window
        self._pressed = 0.0  # when the last key went down

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Figures, the keys of gestures and overlays, and the bots' keys, before the map's own keys."""
        if watched is self.window.map and isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and not event.isAutoRepeat():
                self._pressed = time.monotonic()
            if event.type() == QEvent.Type.ShortcutOverride and self._map_key(event, dry=True):
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                return self._map_key(event, dry=False)
            if event.type() == QEvent.Type.KeyRelease and not event.isAutoRepeat():
                self._released(event)
        elif watched is self.window and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return event.text().isalnum() and self._map_key(event, dry=False)
        return super().eventFilter(watched, event)

    def _map_key(self, event: QKeyEvent, dry: bool) -> bool:
        plain = not event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        if not plain:
            return False
        key = Qt.Key(event.key())
        hints = next((card.buttons for card in self.window.map.findChildren(HintCard) if card.isVisible()), [])
        if key in DIGITS and DIGITS[key] <= len(hints):  # their figures stand on the map as well
            if not dry:
                hints[DIGITS[key] - 1].click()
            return True
        if key in DIGITS and DIGITS[key] <= len(self.window.hand.slots()):
            return dry or self.window.hand.choose(DIGITS[key])
        if self.window.session.bots.to_move and key in (Qt.Key.Key_Space, Qt.Key.Key_Right):
            return dry or self._bot_key(key)
        return self._letter(event, dry)

    def _bot_key(self, key: Qt.Key) -> bool:
        if key == Qt.Key.Key_Right:
            self.window.session.bots.step()
        else:
            self.window.session.bots.pause(not self.window.session.bots.paused)
        return True

    def _released(self, event: QKeyEvent) -> None:
        """The threat map stays after a tap of its key and goes when the key was held."""
        action = self.window.commands.actions["threat"]
        held = time.monotonic() - self._pressed > HELD
        if held and action.isChecked() and QKeySequence(event.keyCombination()) in action.shortcuts():
            action.trigger()

    def _letter(self, event: QKeyEvent, dry: bool) -> bool:
        """The keys a game gives to its own actions and overlays; Enter belongs to the cursor first."""
        pressed = QKeySequence(event.keyCombination()).toString()
        enter = pressed in ("Return", "Enter")
        if enter and (self.window.map.board.cursor or self.window.hand.selected):
            return False
        for choice in self.window.hand.find_placeless():
            if choice.key and choice.key == ("Return" if enter else pressed):
                if not dry:
                    self.window.hand.do(choice)
                return True
        if not pressed or len(pressed) > 7:
            return False
        for overlay in self.window.session.table.overlays(self.window.session.view) if not dry else ():
            if overlay.key == pressed:
                self.window.toggle_overlay(overlay.id)
                return True
        return False
