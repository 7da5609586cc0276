"""Ways to colour the map: control, zones, support, victory points, movement and the Intervention Line."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Looks, Overlay, Piece, Route
from operation_serval.components import Components
from operation_serval.rules.bases import bases, covers, may_serve
from operation_serval.state import COALITION, ISLAMIST, SIDE_NAMES, SIDES, ServalState, Unit
from operation_serval.table.position import shown_position
from operation_serval.view import View

RED, BLUE, MIXED = "#a3223a", "#0072b2", "#7a4a9c"
CONTROL_LOOKS = ((SIDE_NAMES[ISLAMIST], RED, "dots"), (SIDE_NAMES[COALITION], BLUE, "hatch"))
ISLAMIST_ZONE, COALITION_ZONE, BOTH_ZONES = "Islamist zone", "Coalition zone", "zones of both"
ZONE_LOOKS = ((ISLAMIST_ZONE, RED, "hatch"), (COALITION_ZONE, BLUE, "hatch"), (BOTH_ZONES, MIXED, "cross"))
SUPPORT_LOOKS = (
    ("Ansar Dine", "#c0392b", "hatch"),
    ("AQIM", "#b5792b", "hatch"),
    ("MOJWA", "#d9705e", "hatch"),
    ("Coalition", BLUE, "dots"),
    ("both sides", MIXED, "cross"),
)
WORTH_LOOKS = (("many points", RED, "fill"), ("a capital", "#e69f00", "cross"), ("a town", "#009e73", "hatch"),
               ("mines or mountain", "#8a6d3b", "dots"))  # fmt: skip
WORTHS = {"bamako": "many points", "timbuktu": "many points", "capital": "a capital", "town": "a town",
          "mines_or_mountain": "mines or mountain"}  # fmt: skip
NORTH, NORTH_SOUTH, SOUTH, CLOSED = (
    "north of the Niger",
    "south of the Niger",
    "southwest of the line",
    "closed to both sides",
)
LINE_LOOKS = ((NORTH, "#e69f00", "dots"), (NORTH_SOUTH, "#d55e00", "dots"), (SOUTH, BLUE, "hatch"),
              (CLOSED, "#555555", "cross"))  # fmt: skip
REGIONS = {"N": NORTH, "n": NORTH_SOUTH, "s": SOUTH}


class ServalOverlays(Looks):
    """Overlays of the game."""

    def overlays(self, view: View) -> Sequence[Overlay]:
        """Control, zones of control, support, points and regions."""
        data: Components = self.data
        state = shown_position(data, view)
        return (
            _control(data, view),
            _zones(view),
            _support(state),
            _worth(data, view),
            _regions(data),
        )

    def route(self, view: View, space: str) -> Route | None:
        """The nearest base that supports the units of a hex; None where nobody stands."""
        side = view.stacks.get(space)
        if side is None:
            return None
        state = shown_position(self.data, view)
        return self._support_of(view, state, side, space, state.own(side, space))

    def route_of(self, view: View, piece: Piece) -> Route | None:
        """The nearest base that supports a ground unit on the map; another of its hex may have another."""
        unit = view.units.get(piece.id)
        if unit is None or piece.space not in view.stacks or unit.at != piece.space:
            return None
        state = shown_position(self.data, view)
        return self._support_of(view, state, view.stacks[unit.at], unit.at, [unit])

    def _support_of(self, view: View, state: ServalState, side: Side, space: str, units: Sequence[Unit]) -> Route:
        near = [base for base in bases(state, side) if covers(state, base, space)]
        found = [base for base in near if any(may_serve(state, base, unit.id) for unit in units)]
        if not found:
            seen_only = " that is seen" if view.fog and side != view.side else ""
            cut = f"no base of the {SIDE_NAMES[side]}{seen_only} covers this hex"
            why = "the bases in reach belong to other contingents" if near else cut
            return Route("Support", (space,), "18.2b" if near else "18.1a", why, space)
        nearest = min(found, key=lambda base: state.data.distance(base.at, space))
        why = f"within the radius of {state.name(nearest.id)}"
        return Route("Support", tuple(dict.fromkeys((nearest.at, space))), "18.1a", why)


def _control(data: Components, view: View) -> Overlay:
    spaces = {hex_: SIDE_NAMES[side] for hex_, side in view.stacks.items()}
    return Overlay("control", "Who stands where", "C", spaces, CONTROL_LOOKS)


def _zones(view: View) -> Overlay:
    """11.1  The hexes in which units of a side have to stop; both sides may know them (R99)."""
    islamist, coalition = view.zones[COALITION], view.zones[ISLAMIST]
    spaces = {
        hex_: BOTH_ZONES
        if hex_ in islamist and hex_ in coalition
        else ISLAMIST_ZONE
        if hex_ in islamist
        else COALITION_ZONE
        for hex_ in sorted(islamist | coalition)
    }
    return Overlay("zones", "Zones of control", "W", spaces, ZONE_LOOKS)


def _support(state: ServalState) -> Overlay:
    """18.1  What lies in the radius of bases that can be seen, by contingent for the Islamists."""
    spaces: dict[str, str] = {}
    for side in SIDES:
        for base in bases(state, side):
            group = state.data.contingents[state.data.counters[base.id].contingent].name
            name = group if side == ISLAMIST else "Coalition"
            for hex_ in state.data.disc(base.at, state.radius(base)):
                old = spaces.get(hex_)
                mixed = old is not None and (old == "Coalition") != (name == "Coalition")
                spaces[hex_] = "both sides" if mixed or old == "both sides" else name
    return Overlay("support", "Support radius of bases", "U", spaces, SUPPORT_LOOKS)


def _worth(data: Components, view: View) -> Overlay:
    points = data.tables.victory_points
    spaces = {hex_: WORTHS[kind] for hex_, kind in data.prizes.items()}
    labels = {
        hex_: f"{points.islamist[kind] / 2:g}/{points.coalition[kind] / 2:g}" for hex_, kind in data.prizes.items()
    }
    return Overlay("points", "Victory points: Islamists / Coalition", "O", spaces, WORTH_LOOKS, (), labels)


def _regions(data: Components) -> Overlay:
    """7.7  The two sides of the Intervention Line, and what is closed to everybody."""
    spaces = {hex_: REGIONS[region] for hex_, region in data.region.items() if region}
    free = data.open[ISLAMIST] | data.open[COALITION]
    border = (hex_ for hex_ in data.hexes if hex_ not in free and not free.isdisjoint(data.near[hex_]))
    spaces |= dict.fromkeys(border, CLOSED)  # further off are the boxes of the sheet
    return Overlay("regions", "Intervention Line and closed countries", "T", spaces, LINE_LOOKS)
