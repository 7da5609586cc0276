"""Charts, tracks and facts of the game for the inspector."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from common.tables import ResultsTable
from common.tabletop import Chart, Row, Section
from nmc.components import Components, FireNumbers, MarchNumbers, Numbers, TerrainCosts
from nmc.rules.victory import NAMES, final_judgement
from nmc.state import CONFEDERATE, TRAINS, TROOPS, UNION, Stack, describe
from nmc.table import rolls

TERRAIN = {
    "clear": "Clear",
    "rio_grande_valley": "Rio Grande Valley",
    "mountain": "Mountain",
    "pass": "Mountain pass",
}

FIRES = "A force of {column} SP with a final die of {row} inflicts {value} SP on its target."
SUFFERS = "An unsupplied hex with {column} SP and a final die of {row} loses {value} SP."


def table_chart(name: str, table: ResultsTable, live: Sequence[int], cell: str) -> Chart:
    """A results table with rows by the modified die; the columns of these strengths marked."""
    heights = range(table.first_row, table.last_row + 1)
    names = [
        f"{row} or less" if row == table.first_row else f"{row} or more" if row == table.last_row else str(row)
        for row in heights
    ]
    rows = tuple((title, *(str(column[index]) for column in table.cells)) for index, title in enumerate(names))
    marks = tuple((-1, column + 1) for column in sorted({table.column(strength) for strength in live}))
    notes = (f"Cell: {table.cell}.", *table.constraints)
    return Chart(name, table.title, table.rule, table.source, ("Final die", *table.labels), rows, marks, notes, cell)


def charts(data: Components, view: Any) -> list[Chart]:
    """All printed tables of the game."""
    now, tables = rolls.pending(data, view), data.tables
    return [
        table_chart("fire", tables.fire, now.fire, FIRES),
        _fire_modifiers(tables.fire_modifiers, now.rules),
        table_chart("attrition", tables.attrition, now.attrition, SUFFERS),
        _attrition_modifiers(tables.attrition_modifiers, now.rules),
        _march_modifiers(tables.march_modifiers, now.rules),
        _terrain(tables.terrain),
    ]


def _fire_modifiers(fire: FireNumbers, live: frozenset[str]) -> Chart:
    lines = [
        ("Own militia", fire.own_militia, "9.11a"),
        ("Confederate fire at militia", fire.target_militia, "9.11b"),
        ("Each own gun, if supplied", fire.own_artillery, "9.12a"),
        ("Attack: each gun of a supplied target", fire.target_artillery, "9.12c"),
        ("More leader points / fewer", fire.leaders, "9.13a"),
        ("Confederate high morale / Union against it", fire.high_morale, "9.14a, 9.14b"),
        ("Into a town", fire.town, "9.15"),
        ("Target unsupplied", fire.target_unsupplied, "9.16a"),
        ("Firer unsupplied", fire.firer_unsupplied, "9.16b"),
        ("Attack across a river", fire.river_attack, "9.17a"),
        ("Defence across a river", fire.river_defence, "9.17b"),
        ("Attack into mountain or pass", fire.mountain, "9.18a"),
    ]
    fort = "Attack into a fort: -1 or -2 as rated on the map (9.19a)."
    return _list(live, "fire modifiers", "Fire modifiers", "9.10", fire.source, lines, (fort,))


def _attrition_modifiers(attrition: Numbers, live: frozenset[str]) -> Chart:
    lines = [
        ("Army commander", attrition.commander, "10.9c"),
        ("Subordinate leaders", attrition.subordinate, "10.9c"),
        ("Town or fort", attrition.locale, "10.9c"),
        ("Other Rio Grande Valley hex", attrition.valley, "10.9c"),
        ("Other mountain or pass hex", attrition.mountain, "10.9c"),
    ]
    most = f"Leaders together at most +{attrition.leaders_at_most}."
    return _list(live, "attrition modifiers", "Attrition modifiers", "10.9", attrition.source, lines, (most,))


def _march_modifiers(march: MarchNumbers, live: frozenset[str]) -> Chart:
    lines = [
        ("Regular march without a leader", march.no_leader, "8.25a"),
        ("Any militia", march.militia, "8.25b"),
        ("March begun unsupplied", march.unsupplied_march, "8.25c"),
        ("Forced march begun unsupplied", march.unsupplied_forced, "8.25d"),
        ("Army commander", march.commander, "8.25e"),
        ("Confederate high morale", march.high_morale, "8.25f"),
    ]
    return _list(live, "march modifiers", "March modifiers", "8.25", march.source, lines)


def _terrain(tec: TerrainCosts) -> Chart:
    rows = (
        ("Clear", str(tec.clear), "8.11"),
        ("Rio Grande Valley", str(tec.rio_grande_valley), "8.12"),
        ("Mountain", str(tec.mountain), "8.13"),
        ("Pass", str(tec.pass_), "8.14a"),
        ("San Andres pass by its arrow", str(tec.pass_by_arrow), "8.14b"),
        ("Town or fort", f"{tec.locale}, no river cost", "8.17a"),
        ("Along the Santa Fe Trail", str(tec.trail), "8.18a"),
        ("River hexside", f"+{tec.river}", "8.16"),
        ("Impassable hexside", "closed", "8.15a"),
    )
    return Chart("terrain", "Terrain Effects Chart", "8.10", tec.source, ("Terrain", "MP", "Rule"), rows)


def _list(
    live: frozenset[str], id_: str, title: str, rule: str, source: str, lines: list[tuple[str, int, str]],
    notes: tuple[str, ...] = (),
) -> Chart:  # fmt: skip
    """Modifiers with their rules; those that a pending roll has are live."""
    rows = tuple((what, f"{value:+d}", where) for what, value, where in lines)
    marks = tuple((row, -1) for row, (_, _, where) in enumerate(lines) if live & set(where.split(", ")))
    return Chart(id_, title, rule, source, ("When", "DRM", "Rule"), rows, marks, notes)


def about_space(data: Components, view: Any, space: str) -> list[Section]:
    """What there is to know about a hex; a box printed beside the map has its track for that."""
    place = data.map.spaces.get(space)
    if place is None:
        return []
    rows = [Row("Terrain", TERRAIN[place.kind], "8.10a", "reconstructed")]
    if space in data.locales:
        kind = "Fort" if space in data.forts else "Town or village"
        rows.append(Row("Locale", f"{kind}, {data.worth[space]} VP", "4.4b", "reconstructed"))
        rows.append(Row("Control", view.control[space].capitalize(), "3.4a"))
        if space in data.forts:
            rows.append(Row("Fort", f"attack into it {data.forts[space]}", "9.19a", "reconstructed"))
    near = []
    for there in data.near[space]:
        cost = data.cost.get((there, space))
        kinds = data.map.link(there, space)
        what = ", ".join(sorted(kinds.kinds)) if kinds and kinds.kinds else "open"
        near.append(Row(f"From {there}", f"{'closed' if cost is None else f'{cost} MP'} ({what})", "8.19", "", there))
    sections = [Section("On the map", tuple(rows)), Section("Cost to enter", tuple(near))]
    stack: Stack | None = view.stacks.get(space)
    if stack is not None:
        sections.insert(1, about_stack(data, view, space, stack))
    return sections


def about_stack(data: Components, view: Any, space: str, stack: Stack) -> Section:
    """What stands in a hex."""
    rows = [
        Row("Units", describe(stack), "6.4"),
        Row("Strength", f"{stack.strength} SP", "9.8a"),
        Row("Leader points", str(sum(2 if name in data.commanders else 1 for name in stack.leaders)), "9.13b"),
    ]
    return Section("Union force" if stack.side == UNION else "Confederate force", tuple(rows))


def victory(data: Components, view: Any) -> list[Section]:
    """How the points arise, and who would win now."""
    sections: list[Section] = []
    for side, title in ((CONFEDERATE, "Confederate"), (UNION, "Union")):
        rows = [
            Row(data.locales[space].name, f"{data.worth[space]}", "4.4d", "reconstructed", space)
            for space, owner in sorted(view.control.items())
            if owner == side and data.worth[space]
        ]
        killed = view.lost.get("cavalry", 0)
        fallen = view.lost.get("regular", 0) + view.lost.get("militia", 0)
        gain, loss = (fallen, killed) if side == CONFEDERATE else (killed, fallen)
        rows += [Row("Enemy SP lost", f"{gain:+d}" if gain else "0", "4.5a"), Row("Own SP lost", f"{-loss}", "4.5b")]
        sections.append(Section(f"{title}: {view.vp[side]} VP", tuple(rows)))
    forts = ", ".join(f"{data.locales[key].name} {NAMES[view.control[key]]}" for key in data.setup.keys)
    now = final_judgement(data.setup.keys, view.vp, view.control)
    prize = f"the Confederates enter {data.locales[data.setup.prize].name}, or a side has no VP left"
    conditions = (
        Row("Judged now", now.level, now.rule),
        Row("Forts that decide", forts, "4.6"),
        Row("Over at once if", prize, "4.1"),
        Row("Morale", "Confederate high morale" if view.high_morale else "no high morale", "4.10a"),
    )
    sections.append(Section("Conditions", conditions))
    return sections


def forces(data: Components, view: Any) -> Chart:
    """The order of battle, unit by unit: what is on the map, what has fallen and what is still to come."""
    found: list[tuple[tuple[str, ...], str]] = []
    for space, stack in sorted(view.stacks.items()):
        found += _stack_rows(data, view, space, stack)
    for leader, why in sorted(view.fallen.items()):
        found.append(((leader, "", why, "", NAMES[data.leaders[leader].side]), ""))
    for gone, why in ((view.lost, "lost"), (view.left, "gone home")):
        for kind, number in sorted(gone.items()):
            side = CONFEDERATE if kind == "cavalry" else UNION
            found.append(((f"{number} {kind}", "", why, str(number), NAMES[side]), ""))
    found += _arrivals(data, view)
    columns = ("Unit", "Where", "State", "SP", "Side")
    rows, places = tuple(row for row, _ in found), tuple(place for _, place in found)
    return Chart("forces", "Order of battle", "3.2", "rulebook 3.2, 3.3, 7.2", columns, rows, places=places)


def _stack_rows(data: Components, view: Any, space: str, stack: Stack) -> Iterator[tuple[tuple[str, ...], str]]:
    done = view.done.get(space)
    for unit in (*TROOPS, *TRAINS, "depot", *stack.leaders):
        number = int(stack.depot) if unit == "depot" else stack.count(unit)
        if not number:
            continue
        acted = done is not None and done.count(unit) == number
        state = "acted" if acted else "in play"
        alone = Stack(stack.side, depot=True) if unit == "depot" else stack.part(unit, number)
        points = str(number) if unit in TROOPS else ""
        yield (describe(alone), data.titles[space], state, points, NAMES[stack.side]), space


def _arrivals(data: Components, view: Any) -> Iterator[tuple[tuple[str, ...], str]]:
    """What is still to come and still to go, by turn."""
    setup, arrival = data.setup, data.setup.reinforcements
    if view.turn < arrival.turn:
        stack = arrival.stack(UNION)
        for unit in (*TROOPS, *TRAINS, *stack.leaders):
            if number := stack.count(unit):
                points = str(number) if unit in TROOPS else ""
                where, when = data.titles[arrival.hex], f"arrives on turn {arrival.turn}"
                yield (describe(stack.part(unit, number)), where, when, points, NAMES[UNION]), arrival.hex
    if view.turn < setup.militia_leave:
        yield ("Militia", "", f"go home on turn {setup.militia_leave}", "", NAMES[UNION]), ""
    if view.turn < setup.leader_leaves.turn:
        when = f"leaves on turn {setup.leader_leaves.turn}"
        yield (setup.leader_leaves.name, "", when, "", NAMES[UNION]), ""
