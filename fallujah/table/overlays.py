"""Ways to colour the map, and lines traced over it: who spots for a Fire Mission, which way Infiltration comes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from common.tabletop import Looks, Overlay, Route
from fallujah.components import Components
from fallujah.state import COALITION, INSURGENT, SIDE_NAMES, ZONES
from fallujah.table.facts import entry_costs
from fallujah.view import View

CONTROL_LOOKS = ((SIDE_NAMES[INSURGENT], "#5a2b3a", "dots"), (SIDE_NAMES[COALITION], "#0072b2", "hatch"))
CONTESTED, THREATENED, GARRISONED = "Contested", "would fall to Infiltration", "garrisoned"
CONTACT_LOOKS = ((CONTESTED, "#d55e00", "cross"), (THREATENED, "#cc79a7", "dots"), (GARRISONED, "#0072b2", "hatch"))
TEM_LOOKS = (
    ("TEM 0", "#f0e442", "dots"),
    ("TEM 1", "#56b4e9", "dots"),
    ("TEM 2", "#009e73", "hatch"),
    ("TEM 3", "#e69f00", "cross"),
    ("TEM 4", "#a3223a", "fill"),
)
COST_LOOKS = (
    ("1 MP", "#009e73", "dots"),
    ("2 MP", "#56b4e9", "hatch"),
    ("3 MP", "#e69f00", "cross"),
    ("4 MP", "#a3223a", "fill"),
)
GROUP_LOOKS = (("#117733", "hatch"), ("#d55e00", "dots"), ("#7a4a9c", "cross"), ("#cc3311", "fill"))


class FallujahOverlays(Looks):
    """Overlays and lines of the game."""

    def overlays(self, view: View) -> Sequence[Overlay]:
        """Control, contact, terrain, objectives and costs of entry."""
        data: Components = self.data
        return (
            _control_overlay(view),
            _contact_overlay(view),
            _terrain_overlay(data),
            _objectives_overlay(data, view),
            _costs_overlay(data, view),
        )

    def route(self, view: View, space: str) -> Route | None:
        """The way by which an area is spotted or lost; None where neither is to be asked."""
        if space not in view.areas:
            return None
        if view.areas[space].threatened:
            return _infiltration_route(self.data, view, space)
        if any(piece.space == space and piece.side == INSURGENT for piece in view.pieces):
            return _sight_route(self.data, view, space)
        return None


def _control_overlay(view: View) -> Overlay:
    spaces = {area.id: SIDE_NAMES[area.control] for area in view.areas.values()}
    return Overlay("control", "Control", "C", spaces, CONTROL_LOOKS)


def _contact_overlay(view: View) -> Overlay:
    spaces: dict[str, str] = {}
    for area in view.areas.values():
        if area.contested:
            spaces[area.id] = CONTESTED
        elif area.threatened:
            spaces[area.id] = THREATENED
        elif area.garrisoned:
            spaces[area.id] = GARRISONED
    return Overlay("contact", "Contact and garrisons", "X", spaces, CONTACT_LOOKS)


def _terrain_overlay(data: Components) -> Overlay:
    spaces = {area: f"TEM {tem}" for area, tem in data.tem.items()}
    labels = {area: str(tem) for area, tem in data.tem.items()}
    return Overlay("terrain", "Terrain Effect Modifiers", "T", spaces, TEM_LOOKS, (), labels)


def _objectives_overlay(data: Components, view: View) -> Overlay:
    groups = data.tables.victory_points.groups
    spaces = {area: group.title for group in groups for area in group.areas}
    legend = tuple((group.title, *look) for group, look in zip(groups, GROUP_LOOKS, strict=False))
    labels = {area: "1" if view.areas[area].control == INSURGENT else "0" for area in spaces}
    return Overlay("objectives", "Points, mosques and Route 10", "O", spaces, legend, (), labels)


def _costs_overlay(data: Components, view: View) -> Overlay:
    """What it costs the side to act to enter each area."""
    side = view.to_act or view.active
    costs = entry_costs(data, view, side)
    spaces = {area: f"{cost} MP" for area, cost in costs.items()}
    labels = {area: str(cost) for area, cost in costs.items()}
    title = f"Entry cost for the {SIDE_NAMES[side]}"
    return Overlay("costs", title, "U", spaces, COST_LOOKS, (), labels)


def _sight_route(data: Components, view: View, space: str) -> Route:
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


def _infiltration_route(data: Components, view: View, space: str) -> Route:
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
