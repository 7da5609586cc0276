"""Lines as a player traces them: who spots for a Fire Mission, and which way Infiltration comes."""

from __future__ import annotations

from collections import deque

from common.tabletop import Route
from fallujah.components import Components
from fallujah.state import INSURGENT, ZONES
from fallujah.view import View


def line(data: Components, view: View, space: str) -> Route | None:
    """The way by which an area is spotted or lost; None where neither is to be asked."""
    if space not in view.areas:
        return None
    if view.areas[space].threatened:
        return _infiltration(data, view, space)
    if any(piece.space == space and piece.side == INSURGENT for piece in view.pieces):
        return _sight(data, view, space)
    return None


def _sight(data: Components, view: View, space: str) -> Route:
    """7.4b  A US unit in or next to the area, or an Entry Zone beside it, sees for the guns."""
    title = "Sight for a Fire Mission"
    us = {piece.space for piece in view.pieces if piece.id in data.us_ids}
    if space in us:
        return Route(title, (space,), "7.4b", "a US unit is here")
    for other in data.near[space]:
        if other in us:
            return Route(title, (other, space), "7.4b", f"a US unit in {data.labels[other]}")
    for zone in ZONES:
        if space in data.near[zone]:
            return Route(title, (zone, space), "7.4b", f"next to {data.labels[zone]}")
    return Route(title, (space,), "7.4b", "no US unit and no Entry Zone is next to it", space)


def _infiltration(data: Components, view: View, space: str) -> Route:
    """9.2  The shortest way over ground without a garrison from which the area would fall."""
    before: dict[str, str] = {}
    front = deque([space])
    while front:
        here = front.popleft()
        if view.areas[here].control == INSURGENT:
            way = [here]
            while way[-1] != space:
                way.append(before[way[-1]])
            why = f"falls at the end of the day, from {data.labels[here]}: no garrison on the way"
            return Route("Way of Infiltration", tuple(way), "9.2a", why)
        for other in data.near[here]:
            if other in view.areas and other not in before and other != space and not view.areas[other].garrisoned:
                before[other] = here
                front.append(other)
    raise AssertionError(f"{space} is said to fall, and no way leads there")
