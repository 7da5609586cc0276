"""The overlays that lie on the map now: those chosen by name, the reach of a stack, a line of supply or sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.gui.kit.language import tr
from common.gui.session.session import Session
from common.gui.table.reach_overlay import reach_of
from common.tabletop import Overlay

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

CUT = "#7d1230"  # the cross on the space that cuts a line


def laid(window: TableWindow) -> list[Overlay]:
    """What lies on the map of a window, the uppermost first."""
    table, view = window.session.table, window.session.view
    found: dict[str, Overlay] = {overlay.id: overlay for overlay in table.overlays(view)}
    danger = table.threat(view) if "threat" in window.overlays else None
    reach = reach_of(window.hand, window.reaching) if window.reaching else None
    found |= {overlay.id: overlay for overlay in (danger, reach) if overlay is not None}
    route = route_of(window.session, window.routed)
    return ([route] if route is not None else []) + [found[name] for name in window.overlays if name in found]


def route_of(session: Session, space: str) -> Overlay | None:
    """The line of supply or sight of a space, with a cross where it is cut."""
    route = session.table.route(session.view, space) if space else None
    if route is None:
        return None
    title, cut = f"{route.title}: {route.why} ({route.rule})", tr("cut here")
    legend = ((cut, CUT, "cross"),) if route.cut else ()
    return Overlay("route", title, "", {route.cut: cut} if route.cut else {}, legend, (route.way,))
