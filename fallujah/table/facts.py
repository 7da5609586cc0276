"""What there is to know about a space, a counter or several of them, for the inspector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine.words import several
from common.tabletop import Facts, Piece, Row, Section
from fallujah.components import Components, Counter
from fallujah.rules.losses import absorbed
from fallujah.rules.movement import entry_cost
from fallujah.state import (
    COALITION,
    ELIMINATED,
    FORCE_POOL,
    INSURGENT,
    RESERVE,
    RIVERINE_BOX,
    SIDE_NAMES,
    STACK_LIMIT,
)
from fallujah.table.faces import ADVANTAGE, FIRE_MISSION, NATIONS, TYPES, format_figure
from fallujah.view import AreaView, PieceView, View, known_position

SYMBOLS = {"square": "green square: mosque", "triangle": "orange triangle: objective", "circle": "white circle"}
SYMBOL_RULES = {"square": "2.1b", "triangle": "2.1c", "circle": "2.1d"}
BOXES = {
    "riverine": ("The Small Craft Company supports attacks on the river from here.", "7.2.3a"),
    "fire_mission": ("Drag the marker to an area to order a strike.", "7.4"),
    "advantage_available": ("The owner may change or reroll dice once this turn.", "10.1a"),
    "advantage_used": ("Used this turn; tomorrow it is available to the side now up.", "10.2a"),
    "force_pool": ("Militia wait here and come back when they are eliminated.", "11.1e"),
    "fedayeen_pool": ("Fedayeen to be set up, or the reserve of solitaire play.", "11.1c"),
    "eliminated": ("Cadre and Fedayeen that are out of the game.", "11.1f"),
    "turn": ("Seven days, 8 to 14 November.", "4a"),
    "impulse": ("The phase ends on a roll below this number.", "4.1.4a"),
    "backlash": ("Political points, which are points for the Insurgents.", "1.1i"),
}


class FallujahFacts(Facts):
    """Facts about spaces and counters, read from a view."""

    def totals(self, view: View, pieces: Sequence[Piece]) -> Sequence[str]:
        """What units of one side come to: what they absorb or how many are Fresh, and the MP of the slowest.

        The CF of several is no sum: one of them leads, and the others add by their number (7.2.1).
        """
        ids = {piece.id for piece in pieces}
        units = [piece for piece in view.pieces if piece.id in ids]
        return list(_total_words(self.data, units)) if units else ()

    def about_space(self, view: View, space: str) -> Sequence[Section]:
        """What there is to know about an area, an Entry Zone or a box."""
        data: Components = self.data
        if space in view.areas:
            area = view.areas[space]
            place, state = _map_section(data, area), _state_section(data, view, area)
            units, neighbours = _units_section(view, space), _neighbours_section(data, view, space)
            return [section for section in (place, state, units, neighbours) if section.rows]
        if space in data.map.spaces:
            return [_zone_section(data, view, space), _units_section(view, space)]
        return [_box_section(data, view, space)]

    def about_piece(self, view: View, piece: str) -> Sequence[Section]:
        """What there is to know about a counter."""
        data: Components = self.data
        if piece == FIRE_MISSION:
            return [_fire_mission_section(data)]
        if piece == ADVANTAGE:
            return [_advantage_section(view)]
        unit = next((unit for unit in view.pieces if unit.id == piece), None)
        if unit is None:
            return ()
        printed = tuple(_counter_rows(data, data.counters[piece]))
        return [Section("Counter", printed), Section("Now", tuple(_unit_rows(data, view, unit)))]


def _total_words(data: Components, units: Sequence[PieceView]) -> Iterator[str]:
    factors = [unit.cf for unit in units if unit.cf is not None]
    if len(factors) == 1:
        yield f"CF {format_figure(factors[0])}"
    if units[0].side == INSURGENT:
        yield f"absorb {sum(absorbed(data, unit.id, unit.spent, unit.dug) for unit in units)} CP"
    else:
        yield f"{sum(not unit.spent for unit in units)} Fresh"
    points = [unit.mf if unit.mp is None else unit.mp for unit in units if unit.mf is not None and not unit.dug]
    if points:
        yield f"{min(points)} MP" if len(points) == 1 else f"{min(points)} MP together"


def entry_costs(data: Components, view: View, side: str) -> dict[str, int]:
    """6.1, 6c  MP to enter each area now; what this impulse has fixed binds the side that acts in it."""
    state = known_position(data, view)
    if side != view.active:
        state.entries = {}
    return {area: entry_cost(state, side, area) for area in view.areas}


# Spaces


def place_name(data: Components, space: str) -> str:
    """A space or box as a player calls it."""
    if space in data.labels:
        return data.labels[space]
    return data.map.boxes[space].name if space in data.map.boxes else space


def _box_section(data: Components, view: View, space: str) -> Section:
    """What a box is for, and how many counters lie in it."""
    words, rule = BOXES.get(space, ("", ""))
    rows = [Row("Box", words, rule)] if words else []
    here = sum(1 for piece in view.pieces if piece.space == space)
    if here:
        rows.append(Row("Counters", str(here)))
    return Section(place_name(data, space), tuple(rows))


def _map_section(data: Components, area: AreaView) -> Section:
    """What is printed on the map."""
    attrs = data.map.spaces[area.id].attrs
    symbol = str(attrs.get("symbol", "circle"))
    rows = [
        Row("Area", f"{area.id} {area.name}", "2a", "number: rulebook; name: reconstructed"),
        Row("District", str(attrs.get("district", "")), "", "reconstructed"),
        Row("TEM", str(area.tem), "2.1a", "reconstructed"),
        Row("Symbol", SYMBOLS[symbol], SYMBOL_RULES[symbol], "rulebook 1.1, 2.1"),
    ]
    for group in data.tables.victory_points.groups:
        if area.id in group.areas:
            rows.append(Row("Worth", f"{group.points} VP: {group.title}", group.rule, "rulebook 1.1"))
    tags = data.map.spaces[area.id].tags
    if "route10" in tags:
        rows.append(Row("Route 10", "along the road", "1.1e", "rulebook 1.1"))
    if area.mosque:
        rows.append(Row("Mosque", "attacks without Iraqis cost 1 political point", "7.5a", "rulebook 7.5"))
    if area.river:
        rows.append(Row("Euphrates", "the Small Craft Company can support", "7.2.3b", "rulebook 7.2.3"))
    for zone in data.zones_of[area.id]:
        rows.append(Row("Entry Zone", data.labels[zone], "2.3b" if zone == "NW" else "2.3a", "rulebook 2.3", zone))
    return Section("On the map", tuple(rows))


def _state_section(data: Components, view: View, area: AreaView) -> Section:
    """How the area stands, and what it costs."""
    rows = [Row("Control", SIDE_NAMES[area.control], "9a")]
    if area.contested:
        rows.append(Row("Contested", "units of both sides", "2.4c"))
    if area.garrisoned:
        rows.append(Row("Garrisoned", "safe from Infiltration", "2.4d"))
    if area.threatened:
        rows.append(Row("Infiltration", "would fall at the end of the day", "9.2a"))
    if area.fallen:
        rows.append(Row("Fallen", "Support Units stay under Insurgent control", "9.2d"))
    for side in (COALITION, INSURGENT):
        cost = entry_costs(data, view, side)[area.id]
        fixed = area.entry is not None and area.entry.cost and side == view.active
        rows.append(Row(f"Entry, {SIDE_NAMES[side]}", f"{cost} MP", "6c" if fixed else "6.1"))
    rows += _impulse_rows(area)
    if view.resistance == area.id:
        rows.append(Row("Resistance", "organized here last by the procedure", "14.2g"))
    return Section("State", tuple(rows))


def _impulse_rows(area: AreaView) -> Iterator[Row]:
    """What the running impulse has done to the area."""
    entry = area.entry
    if entry is None:
        return
    if entry.reacted:
        yield Row("Reaction", "over for this impulse", "4.1.3i")
    if entry.due:
        yield Row("Attack", "mandatory, still to be made", "6.3a")
    if entry.ambush:
        yield Row("Ambush", "fewer MP than the entry came to cost", "6.4.2b")
    if entry.fought:
        yield Row("Combat", "over; only its attackers may come back", "6.2d")
    if entry.toll:
        yield Row("Leaving", f"bystanders pay {entry.toll} MP more", "6.2j")


def _units_section(view: View, space: str) -> Section:
    rows = []
    for side in (COALITION, INSURGENT):
        units = [piece for piece in view.pieces if piece.space == space and piece.side == side]
        if units:
            fresh = sum(1 for piece in units if not piece.spent)
            best = max((piece.cf for piece in units if piece.cf is not None), default=None)
            lead = f", highest CF {format_figure(best)}" if best is not None else ", Support Units only"
            limit = f" of {STACK_LIMIT}" if space in view.areas else ""
            rows.append(Row(SIDE_NAMES[side], f"{len(units)}{limit} units, {fresh} Fresh{lead}", "5a"))
    return Section("Units", tuple(rows))


def _neighbours_section(data: Components, view: View, space: str) -> Section:
    rows = []
    for other in data.near[space]:
        area = view.areas[other]
        mark = ", Contested" if area.contested else ""
        rows.append(Row(data.labels[other], f"{SIDE_NAMES[area.control]}{mark}, TEM {area.tem}", "2.2a", "", other))
    return Section("Adjacent areas", tuple(rows))


def _zone_section(data: Components, view: View, space: str) -> Section:
    here = [piece for piece in view.pieces if piece.space == space]
    rule = "2.3b" if space == "NW" else "2.3a"
    rows = [
        Row("Borders", ", ".join(data.near[space]), rule, "rulebook 2.3"),
        Row("Waiting", f"{several(len(here), 'unit')}, {sum(1 for p in here if not p.spent)} Fresh", "4.1.2c"),
        Row("Leaving", "at most eight units in an impulse, all into the same first area", "4.1.2e"),
    ]
    return Section(data.labels[space], tuple(rows))


# Counters


def _fire_mission_section(data: Components) -> Section:
    table = data.tables.fire_mission
    order = Row("Order it", "drag the marker to an area with Insurgents", "4.1.2g")
    return Section("Fire Mission", (Row("Offensive Value", str(table.offence), "7.4d", table.source), order))


def _advantage_section(view: View) -> Section:
    state = "used this turn" if view.advantage_used else "available"
    uses = Row("Uses", "one roll changed by 1, or all dice of a combat rolled again", "10.1a, 10.1c")
    return Section("Advantage", (Row("Owner", f"{SIDE_NAMES[view.advantage]}, {state}", "10.2a"), uses))


def describe_condition(piece: PieceView) -> str:
    """The state of a unit in words."""
    if piece.space == ELIMINATED:
        return "eliminated"
    if piece.space in (RESERVE, FORCE_POOL):
        return "in reserve"
    words = ["Dug In" if piece.dug else "Spent" if piece.spent else "Fresh"]
    if piece.mp is not None and not piece.spent and piece.space != RIVERINE_BOX:
        words.append(f"{piece.mp} MP left")
    return ", ".join(words)


def _counter_rows(data: Components, counter: Counter) -> Iterator[Row]:
    """What stands on the counter."""
    units = data.units
    source = units.coalition.source if counter.side == COALITION else units.insurgent.source
    yield Row("Type", TYPES[counter.type], "3.4a", source)
    yield Row("Nationality", f"{NATIONS[counter.nation]}{', ' + counter.size if counter.size else ''}", "3.5a")
    if counter.cf is not None:
        fresh, spent = format_figure(counter.cf), format_figure(counter.spent_cf or 0)
        yield Row("Combat Factor", f"{fresh} Fresh, {spent} Spent", "3.1a")
    if counter.parentheses:
        yield Row("Parentheses", "never leads and never enters first", "3.1b")
    if counter.mf is not None:
        yield Row("Movement Factor", str(counter.mf), "3.2a")
    if counter.id in data.support_ids:
        value = f"+{counter.offence} to the Offensive Value" if counter.offence else "saves a Casualty Point"
        yield Row("Support Unit", value, "8.1.1a" if counter.medevac else "3.6b")
    if counter.id in data.lead_ids:
        yield Row("Leads attacks", "yes", "7.2.1b")
    elif counter.id in data.light_ids:
        yield Row("Leads attacks", "only against Militia", "7.2.1c")
    if counter.battalion:
        colour = units.coalition.battalions[counter.battalion]
        yield Row("Battalion", f"{counter.battalion} Marines, {colour} band", "7.2.4h")
    if counter.zone in data.near:
        yield Row("Entry Zone", data.labels[counter.zone], "OOB", "", counter.zone)
    if counter.points:
        yield Row("Worth", f"{counter.points} VP while it survives", "1.1c" if counter.type == "cadre" else "1.1b")


def _unit_rows(data: Components, view: View, piece: PieceView) -> Iterator[Row]:
    """Where it is and what it can do."""
    yield Row("Place", place_name(data, piece.space), "", "", piece.space if piece.space in data.map.spaces else "")
    yield Row("State", describe_condition(piece), "3.3a")
    if piece.dug:
        yield Row("Dug In", "+1 in defense, ignores fewer than three points, cannot move", "3.7c")
    battle = view.battle
    if battle is not None and piece.id in (battle.lead, battle.defender):
        yield Row("Combat", "leads the attack" if piece.id == battle.lead else "leads the defense", "7.1a")
    elif battle is not None and piece.id in battle.attackers:
        yield Row("Combat", "takes part in the attack", "7.2.2a")
