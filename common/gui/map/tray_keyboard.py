"""The trays by keyboard: a cursor that walks from card to card and from tray to tray."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt

from common.gui.map.mouse_gestures import Hit

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from common.gui.map.tray_view import TrayView

Key = Qt.Key
CARDS = {Key.Key_Left: -1, Key.Key_Right: 1}
TRAYS = {Key.Key_Up: -1, Key.Key_Home: -1, Key.Key_Down: 1, Key.Key_End: 1}


class TrayKeyboard:
    """Moves the cursor of a tray view and says what a key does."""

    def __init__(self, view: TrayView) -> None:
        self.view = view

    def press(self, event: QKeyEvent) -> bool:
        """Handle a key; False when it means nothing to the trays."""
        key, marked = Key(event.key()), self.view.marked
        if key in CARDS:
            self._walk(CARDS[key])
        elif key in TRAYS:
            self._walk_trays(TRAYS[key])
        elif key in (Key.Key_Return, Key.Key_Enter) and marked.space:
            self._act(event)
        elif key == Key.Key_Menu and marked.space:
            self._open_menu()
        else:
            return key == Key.Key_Escape and self.view.escape()
        return True

    def _walk(self, step: int) -> None:
        """The next card, through all trays; a pile and a tray without cards are stops of their own."""
        view = self.view
        stops = [
            Hit(place.tray.id, piece)
            for place in view.arrangement.places
            for piece in ([""] if place.pile is not None or not place.items else []) + [i.id for i in place.items]
        ]
        if stops:
            at = stops.index(view.marked) + step if view.marked in stops else 0 if step > 0 else -1
            self._mark(stops[at % len(stops)])

    def _walk_trays(self, step: int) -> None:
        view = self.view
        names = [tray.id for tray in view.trays]
        if names:
            at = names.index(view.marked.space) + step if view.marked.space in names else 0 if step > 0 else -1
            place = view.arrangement.places[at % len(names)]
            first = place.items[0].id if place.items and place.pile is None else ""
            self._mark(Hit(place.tray.id, first))

    def _mark(self, hit: Hit) -> None:
        """Put the cursor there and tell assistive technology and whoever listens."""
        view = self.view
        view.marked = hit
        view.setAccessibleDescription(view.describe(hit.space, hit.piece).replace("\n", ", "))
        view.hovered.emit(hit.space, hit.piece)
        view.update()

    def _act(self, event: QKeyEvent) -> None:
        view, before = self.view, self.view.gestures.held
        picks = before is None or view.marked.space in before.origins
        view.gestures.act(view.marked._replace(in_fan=bool(view.marked.piece) and picks), event.modifiers())
        if view.gestures.held is not None and view.gestures.held is not before:
            view.taken_by_key.emit()

    def _open_menu(self) -> None:
        """The menu key: as a right click on what the cursor is on."""
        view, marked = self.view, self.view.marked
        item, place = view.arrangement.items.get(marked.piece), view.arrangement.place(marked.space)
        rect = item.rect if item is not None else place.frame if place is not None else QRectF()
        view.context.emit(marked.space, marked.piece, view.mapToGlobal(rect.center().toPoint()))
