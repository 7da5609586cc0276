"""The overlays on the map now: those chosen by name, the reach of a stack, a line of supply or sight."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal

from common.gui.kit.language import tr, trn
from common.gui.map.map_view import MapView
from common.gui.map.mouse_gestures import Hit
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.tabletop import Overlay

THREAT, REACH = "threat", "reach"  # overlays that belong to no game alone
CUT = "#7d1230"  # the cross on the space that cuts a line
TINT = "#1667b7"  # the spaces within reach
MOST = 2  # overlays by name that can be on the map together


class ActiveOverlays(QObject):
    """Which overlays the player has switched on, and their drawing on the map."""

    changed = Signal()

    def __init__(self, view: MapView, hand: Selection) -> None:
        super().__init__(hand)
        self._map, self._hand = view, hand
        self.names: list[str] = []
        self.reaching: tuple[str, ...] = ()  # the counters whose reach is shown
        self.route = ""  # the space whose line of supply or sight is drawn

    def toggle(self, name: str) -> None:
        """Switch an overlay on or off; the oldest goes where there would be too many."""
        if name in self.names:
            self.names.remove(name)
        else:
            self.names = [*self.names, name][-MOST:]
        self.refresh()
        self.changed.emit()

    def switch(self, name: str, on: bool) -> None:
        """Have an overlay on or off, whatever it was."""
        if on != (name in self.names):
            self.toggle(name)

    def show_reach(self, on: bool) -> bool:
        """Show where the counters pointed at, or else those in the hand, can go; whether there is anything to show."""
        self.reaching = (pointed_pieces(self._map) or self._hand.selected) if on else ()
        possible = not on or bool(self._hand.targets_for(self.reaching))
        self.switch(REACH, on and possible)
        return possible

    def show_route(self, space: str) -> None:
        """Draw the line of supply or sight of a space, or take it away again."""
        if space:
            self.route = "" if self.route == space else space
            self.refresh()

    def hide_route(self) -> None:
        """Take the line of supply or sight away."""
        self.show_route(self.route)

    def refresh(self) -> None:
        """Draw the overlays of the position that is shown."""
        if not self.names and not self.route:
            self._map.set_overlay(None)
            return
        chosen = self._collect()
        self._map.set_overlay(chosen[0] if chosen else None, chosen[1] if len(chosen) > 1 else None)

    def _collect(self) -> list[Overlay]:
        """The overlays to be drawn, the uppermost first."""
        session = self._hand.session
        table, view = session.table, session.view
        found: dict[str, Overlay] = {overlay.id: overlay for overlay in table.overlays(view)}
        danger = table.threat(view) if THREAT in self.names else None
        reach = make_reach(self._hand, self.reaching) if self.reaching else None
        found |= {overlay.id: overlay for overlay in (danger, reach) if overlay is not None}
        route = make_route(session, self.route)
        return ([route] if route is not None else []) + [found[name] for name in self.names if name in found]


def make_route(session: Session, space: str) -> Overlay | None:
    """The line of supply or sight of a space, with a cross where it is cut."""
    route = session.table.route(session.view, space) if space else None
    if route is None:
        return None
    title, cut = f"{route.title}: {route.why} ({route.rule})", tr("cut here")
    legend = ((cut, CUT, "cross"),) if route.cut else ()
    return Overlay("route", title, "", {route.cut: cut} if route.cut else {}, legend, (route.way,))


def pointed_pieces(view: MapView) -> tuple[str, ...]:
    """The counters that would be taken up where the pointer or the keyboard's cursor is."""
    board = view.board
    cursor = Hit(board.cursor, board.marked or board.top(board.cursor), bool(board.marked))
    return board.liftable(board.hover, True) or (board.liftable(cursor, True) if board.cursor else ())


def make_reach(hand: Selection, pieces: Sequence[str]) -> Overlay | None:
    """Every space these counters can go to now, with its cost."""
    targets = hand.targets_for(pieces)
    if not targets:
        return None
    names = [found.name for piece in pieces if (found := hand.piece(piece)) is not None]
    whose = names[0] if len(names) == 1 else trn("{n} counter", "{n} counters", len(names))
    here = tr("can go here")
    labels = {t.space: t.label for t in targets if len(t.label) < 8}
    spaces, legend = {t.space: here for t in targets}, ((here, TINT, "cross"),)
    return Overlay(REACH, tr("Reach of {piece}", piece=whose), "R", spaces, legend, (), labels)
