"""The dock with the trays of a game that has any: hands, displays, decks and discards, handled like the map."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QWidget

from common.gui.kit.language import tr
from common.gui.map.floating_items import FloatingItems
from common.gui.map.map_view import MapView
from common.gui.map.tray_view import TrayView
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.table.hover import Hover, make_sentence
from common.tabletop import Target

Details = Callable[[str, str], None]
SHARE = 0.4  # of the height that the trays and the map above them have together


class HandDock(QDockWidget):
    """Follows a session; it asks the selection as the map does, and joins its window only when there are trays."""

    def __init__(self, window: QMainWindow, session: Session, selection: Selection, view: MapView) -> None:
        super().__init__(tr("Cards and trays"), window)
        self.setObjectName("trays")
        self.setFeatures(QDockWidget.DockWidgetFeature.NoDockWidgetFeatures)  # the curtain covers it where it is
        self.setTitleBarWidget(QWidget())  # each tray has its title
        self.session, self.selection, self.map = session, selection, view
        self.trays = TrayView()
        self.setWidget(self.trays)
        self.hide()
        self._window, self._joined, self._away = window, False, False
        self.find_beside: Callable[[QPoint], str] = lambda _where: ""  # a space shown elsewhere in the window
        self._floating: FloatingItems | None = None
        self._connect()
        self.refresh()

    def _connect(self) -> None:
        trays, selection, view = self.trays, self.selection, self.map
        self.session.changed.connect(self.refresh)
        selection.held.connect(trays.show_targets)
        selection.changed.connect(self._follow_selection)
        trays.clicked.connect(self._click)
        trays.lifted.connect(lambda pieces: selection.lift(tuple(pieces)))
        trays.dropped.connect(lambda pieces, space: selection.drop(tuple(pieces), space))
        trays.cancelled.connect(selection.cancel)
        trays.taken_by_key.connect(self._go_to_target)
        trays.carried_over.connect(self._hover_map)
        trays.find_elsewhere = self._map_space
        view.outside = trays
        view.carried_over.connect(self._carry_from_map)
        for ended in (view.dropped, view.cancelled):
            ended.connect(lambda *_: self._hide_floating())

    def connect_hover(self, hover: Hover, details: Details, show_rule: Callable[[str], None]) -> None:
        """Tell about what is pointed at, offer a menu, open the inspector and the rules as the map does."""
        trays = self.trays
        trays.tip = self._tip
        trays.hovered.connect(hover.point_at)
        trays.context.connect(hover.show_menu)
        trays.activated.connect(details)
        trays.rule_clicked.connect(show_rule)

    def _tip(self, space: str, piece: str) -> str:
        """What is printed there and what a click does, else why nothing can be done."""
        lines = [self.trays.describe(space, piece)]
        if self.session.can_act:
            deeds = self._deeds(space, piece)
            lines += deeds[:3]
            if piece and not deeds:
                why = self.selection.why_not((piece,), space)
                lines.append(f"{make_sentence(why)} ({why.rule})" if why.rule else make_sentence(why))
        return "\n".join(lines)

    def _deeds(self, space: str, piece: str) -> list[str]:
        """What can be done with a card where it lies, and by putting it down elsewhere."""
        offers = (offer for offer in self.selection.offers_at(space, piece) if offer.plan)
        own = [offer.label for offer in offers if not piece or offer.piece in ("", piece)]
        held = self.selection.piece(piece)
        targets = self.selection.targets_for((piece,)) if held is not None and held.movable else ()
        return list(dict.fromkeys([*own, *(target.label for target in targets if target.label)]))

    # --- following the session ---

    def refresh(self) -> None:
        """Show the trays of the view; behind the curtain none."""
        session = self.session
        trays = () if session.curtain else session.trays()
        if trays and not self._joined:
            self._join()
        free = [piece.id for piece in session.pieces() if piece.movable or piece.joins]
        self.trays.set_trays(trays, free)
        self._follow_selection()

    def step_aside(self, away: bool) -> None:
        """Leave its room to what lies over the map, and come back."""
        self._away = away
        if self._joined:
            self.setVisible(not away)

    def take_place(self) -> None:
        """Lie where it belongs, whatever layout another table has left: below the map, or nowhere without trays."""
        if self._joined:
            self._join()
        self.setVisible(self._joined and not self._away)

    def _join(self) -> None:
        """Lie below the map, beside the other docks."""
        self._joined = True
        self._window.setCorner(Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea)
        self._window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self)
        self.show()
        QTimer.singleShot(0, self, self._fit_height)

    def _fit_height(self) -> None:
        """Leave to the map what the trays cannot use; a full hand has small cards now, but not for long."""
        both = self.map.height() + self.trays.height()
        useful = min(max(self.trays.useful_height, self.trays.sizeHint().height()), round(both * SHARE))
        if useful < self.trays.height():
            self._window.resizeDocks([self], [useful], Qt.Orientation.Vertical)

    def _follow_selection(self) -> None:
        spaces, pieces = self.selection.find_lit()
        self.trays.light(spaces, pieces)
        self.trays.set_selected(self.selection.selected)

    # --- from the trays ---

    def _click(self, space: str, piece: str, _modifiers: Any) -> None:
        if self.selection.click(space, piece, picked=bool(piece)):
            self.trays.use_click()

    def _go_to_target(self) -> None:
        """A card is taken up by key: the cursor goes to the first place of the map where it can be put down."""
        places = (target.space for target in self.selection.targets)
        goal = next((space for space in places if self.map.board.place(space) is not None), "")
        if goal:
            self.map.setFocus(Qt.FocusReason.OtherFocusReason)
            self.map.set_cursor(goal)
            self.selection.move_cursor(goal)

    def _map_space(self, where: QPoint) -> str:
        """The space of the map under a point of the screen."""
        at = self.map.mapFromGlobal(where)
        return self.map.hit(QPointF(at)).space if self.map.rect().contains(at) else self.find_beside(where)

    def _hover_map(self, where: QPoint) -> None:
        """What is dragged out of a tray is over the map: it shows the way and the cost there."""
        at = self.map.mapFromGlobal(where)
        if self.map.rect().contains(at):
            self.map.hover_at(QPointF(at))

    # --- from the map ---

    def _carry_from_map(self, where: QPoint) -> None:
        """Counters that are dragged off the map float above the trays."""
        held = self.map.gestures.held
        if held is None or self.map.rect().contains(self.map.mapFromGlobal(where)):
            self._hide_floating()
            return
        if self._floating is None:
            self._floating = FloatingItems(self._window, self.trays.painter)
        known = self.map.board.pieces
        pieces = [known[name] for name in held.pieces if name in known]
        space = self.trays.tray_at(where)
        target: Target | None = self.map.board.targets.get(space)
        size = max(self.map.board.size * self.map.camera.scale, 30.0)
        self._floating.show_at(where, pieces, size, target, space in held.origins, False)

    def _hide_floating(self) -> None:
        if self._floating is not None:
            self._floating.hide()
