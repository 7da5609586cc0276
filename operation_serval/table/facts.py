"""What there is to know about a hex, a box, a counter or several of them, for the inspector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.tabletop import Facts, Piece, Row, Section
from operation_serval.components import Components
from operation_serval.counters import Counter
from operation_serval.rules.bases import bases, covers
from operation_serval.rules.fire import base_shift, ground_shifts, terrain_shift
from operation_serval.rules.movement import in_points
from operation_serval.state import (
    ELIMINATED,
    ENEMY,
    SIDE_NAMES,
    SIDES,
    STAGING_AREAS,
    TASK_FORCE_BOX,
    WITHDRAWN,
    ServalState,
    Unit,
)
from operation_serval.table.faces import values_of
from operation_serval.table.position import shown_position
from operation_serval.view import View

COUNTRIES = {
    "mali": "Mali", "algeria": "Algeria", "niger": "Niger", "burkina_faso": "Burkina Faso",
    "ivory_coast": "Ivory Coast", "senegal": "Senegal", "mauritania": "Mauritania", "guinea": "Guinea",
    "other": "another state",
}  # fmt: skip
REGIONS = {"N": "northeast of the line, north of the Niger", "n": "northeast of the line, south of the Niger",
           "s": "southwest of the line"}  # fmt: skip
LINK_RULES = {"road": "13.3e", "track": "13.3e", "river": "13.3c", "intervention_line": "7.7a"}  # the first counts
BOXES = {
    "task_force": ("Task forces that are not formed, and the companies inside those that are.", "22.2b"),
    "air": ("Air units wait here between their missions.", "20.0a"),
    "netwar_islamist": ("Markers that the Islamists have drawn.", "21.2a"),
    "netwar_coalition": ("Markers that the Coalition has drawn.", "21.2a"),
    "eliminated_islamist": ("Counters that cannot be recruited again; leaders count for victory.", "10.6e"),
    "eliminated_coalition": ("Counters that cannot be recruited again; companies count for victory.", "10.6e"),
    "withdrawn": ("Units taken home by an event; they count for nobody.", "EVT.4"),
    "turn": ("The marker shows who has the initiative.", "3.0k"),
    "c2p_islamist": ("Command points of the Islamists.", "9.2a"),
    "c2p_coalition": ("Command points of the Coalition.", "9.2a"),
    "airlift": ("Airlift moves left in this turn.", "23.1a"),
}
POINTS = "Strength \u2013 tactical value \u2013 movement"


class ServalFacts(Facts):
    """Facts about hexes, boxes and counters, read from a view."""

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        """What units come to: strength, and the points of the slowest."""
        data: Components = self.data
        units = [view.units[piece.id] for piece in pieces if piece.id in view.units]
        faces = [data.counters[unit.id].face(unit.disrupted) for unit in units]
        if not faces:
            return ()
        found = [f"strength {sum(face.strength for face in faces)}"]
        moving = [2 * face.allowance - view.spent.get(unit.id, 0) for unit, face in zip(units, faces) if face.allowance]
        if moving:
            found.append(f"{in_points(min(moving))} MP" + (" together" if len(moving) > 1 else ""))
        return found

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        """What there is to know about a hex, a Staging Area or a box."""
        data: Components = self.data
        if space in data.near:
            state = shown_position(data, view)
            sections = (_hex_section(data, space), _state_section(state, view, space), _units_section(state, space))
            return [section for section in sections if section.rows]
        return [_box_section(data, space)] if space in data.map.boxes else ()

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        """What there is to know about a counter or a netwar marker."""
        data: Components = self.data
        unit = view.units.get(piece)
        if unit is not None:
            state = shown_position(data, view)
            counter = data.counters[piece]
            printed = Section("On the counter", tuple(_printed(data, counter)))
            now = Section("Now", tuple(_now(state, view, unit)))
            return [section for section in (printed, now) if section.rows]
        marker = data.markers.get(piece)
        if marker is not None:
            value = Row("Value", str(marker.value), "3.0j", data.units.netwar.source)
            return [Section("On the marker", (value,))]
        return ()


# Places


def _hex_section(data: Components, hex_: str) -> Section:
    """What is printed on the map."""
    space, chart = data.map.spaces[hex_], data.tables.terrain
    kind = data.place_kind.get(hex_)
    cost, source = in_points(data.terrain_cost(hex_)), chart.source
    closed = "" if any(hex_ in data.open[side] for side in SIDES) else ", closed to both sides"
    rows = [
        Row("Country", COUNTRIES[data.country[hex_]] + closed, "7.5a", "reconstructed"),
        Row("Terrain", f"{space.kind}, {cost} MP", "13.3a", source),
    ]
    if kind:
        rows.append(Row("Place", kind.replace("_", " "), "16.4.1a", source))
    if data.region[hex_]:
        rows.append(Row("Region", REGIONS[data.region[hex_]], "7.7a", "reconstructed"))
    if hex_ in data.airports:
        rows.append(Row("Airport", "parachute moves start here, air transfer ends here", "23.3a", "reconstructed"))
    if hex_ in data.mines:
        rows.append(Row("Mines", "worth points to the Islamists", "VPC.a", "reconstructed"))
    if hex_ in data.edges:
        area = data.edges[hex_]
        rows.append(Row("Edge", data.titles[area], "29.4a", "rulebook 29", area))
    for other in data.near[hex_]:
        kinds = sorted(data.kinds(hex_, other))
        if kinds:
            rule = next(rule for kind, rule in LINK_RULES.items() if kind in kinds)
            rows.append(Row(f"To {data.titles[other]}", ", ".join(kinds).replace("_", " "), rule, "", other))
    return Section("On the map", tuple(rows))


def _state_section(state: ServalState, view: View, hex_: str) -> Section:
    """Who holds the hex and what bears on it."""
    rows = []
    holder = view.stacks.get(hex_)
    if hex_ in state.data.prizes or holder:
        rows.append(Row("Occupied", SIDE_NAMES[holder] if holder else "by nobody", "4.0a"))
    if hex_ in view.sharia:
        rows.append(Row("Sharia", "Islamists fire +1, Coalition ground units \u22121 out of it", "27.1a"))
    for side in SIDES:
        if hex_ in view.zones[side]:
            rows.append(Row("Zone of control", f"of the {SIDE_NAMES[ENEMY[side]]}", "11.2a"))
    for side in SIDES:
        for base in bases(state, side):
            if covers(state, base, hex_):
                far = state.data.distance(base.at, hex_)
                rows.append(Row("Covered by", f"{state.name(base.id)}, {_away(far)}", "18.1a", "", base.at))
    found = (terrain_shift(state, hex_), base_shift(state, holder, hex_) if holder else None)
    shifts = [shift for shift in found if shift is not None]
    if holder or shifts:
        text = ", ".join(f"{shift.value:+d} {shift.why}" for shift in shifts) or "no shift"
        rows.append(Row("Fire at it", text, "16.4.1a", state.data.tables.terrain.source))
    return Section("State", tuple(rows))


def _units_section(state: ServalState, hex_: str) -> Section:
    rows = []
    for side in SIDES:
        for unit in state.own(side, hex_):
            counter = state.data.counters[unit.id]
            worn = ", disrupted" if unit.disrupted else ""
            rows.append(Row(counter.title, f"{values_of(counter, unit.disrupted)}{worn}", "3.0c"))
    return Section("Units", tuple(rows))


def _box_section(data: Components, space: str) -> Section:
    """What a box is for; what lies in it is told above."""
    words, rule = BOXES.get(space, ("", ""))
    if space in STAGING_AREAS:
        words, rule = "Units come onto the map over its edge, or by air; it serves as a base for those inside.", "29.4b"
    elif space in data.pool_boxes:
        words, rule = "Counters that can be recruited.", "10.6a"
    return Section("What it is for", (Row("Use", words, rule),))


# Counters


def _printed(data: Components, counter: Counter) -> Iterator[Row]:
    """What stands on both sides of the counter."""
    source, group = data.units.units.source, data.contingents[counter.contingent]
    kind = data.types[counter.type]
    yield Row("Type", kind.name + (f", {counter.size}" if counter.size else ""), "3.0n", source)
    yield Row("Contingent", group.name, "7.1a", data.units.contingents.source)
    if counter.type != "air_supply":
        yield Row(POINTS if not kind.air else "Strength (range)", values_of(counter, False), "3.0c", source)
    if counter.back is not None:
        yield Row("Disrupted", values_of(counter, True), "3.0h", source)
    elif kind.task_force:
        parts = ", ".join(f"{number} {data.types[part].name}" for part, number in kind.made_of.items())
        yield Row("Made of", parts, "22.1a" if counter.wings else "22.1b", source)
    if counter.zoc:
        yield Row("Zone of control", "while effective", "11.1a", source)
    if counter.air_defense:
        yield Row("Air defense", "while effective", "20.6b", source)
    if counter.id in data.flyer_ids:
        yield Row("Flies", "by parachute and helicopter", "23.3a", source)
    if kind.engineer:
        yield Row("Engineer", "no river cost, no shift for towns, builds bases", "25.1a", source)
    if counter.option:
        yield Row("Option", data.options[counter.option].title, "10.10a", source)


def _now(state: ServalState, view: View, unit: Unit) -> Iterator[Row]:
    """How it lies, what it has done, and what it would fire with."""
    data = state.data
    yield from _state_rows(data, unit)
    if unit.id in view.spent or unit.id in view.flown:
        left = 2 * state.allowance(unit) - view.spent.get(unit.id, 0)
        yield Row("Movement", "has flown" if unit.id in view.flown else f"{in_points(left)} MP left", "13.0a")
    if unit.id in view.attacked:
        yield Row("Attack", "has attacked in this operation", "15.3a")
    if unit.at in data.near and unit.id not in data.air_ids:
        shifts = ground_shifts(state, unit)
        side = data.side_of[unit.id]
        unknown = "none that is seen" if view.fog and side != view.side else "none"
        text = ", ".join(f"{shift.value:+d} {shift.why}" for shift in shifts) or unknown
        yield Row("Shifts of its fire", text, "16.4.2a")


def _state_rows(data: Components, unit: Unit) -> Iterator[Row]:
    """3.0h  Whether a counter fights at full strength, or why it does not fight at all; air supply never does."""
    if unit.at in ELIMINATED.values():
        yield Row("State", "eliminated", "10.6e")
    elif unit.at == WITHDRAWN:
        yield Row("State", "withdrawn from the game", "EVT.4")
    elif unit.at == TASK_FORCE_BOX:
        yield Row("State", "not formed" if unit.id in data.task_force_ids else "inside a task force", "22.2b")
    elif data.counters[unit.id].type != "air_supply":
        yield Row("State", "disrupted" if unit.disrupted else "combat effective", "3.0h")


def _away(hexes: int) -> str:
    return "in this hex" if not hexes else "one hex away" if hexes == 1 else f"{hexes} hexes away"
