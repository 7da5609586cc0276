"""Printed tables of the game, each with the row and column that matter now."""

from __future__ import annotations

from collections.abc import Sequence

from common.tabletop import Chart, Facts
from common.tabletop.charts import list_chart
from somali_pirates.components import Components
from somali_pirates.rules.kinetic import with_warlords
from somali_pirates.rules.muster import KINETIC, Muster
from somali_pirates.rules.strength import asymmetrical_column, asymmetrical_values, kinetic_column
from somali_pirates.state import SIDES
from somali_pirates.table.faces import type_name
from somali_pirates.table.known import known_position
from somali_pirates.view import View


class PirateCharts(Facts):
    """Charts of the game, read from a view."""

    def charts(self, view: View) -> Sequence[Chart]:
        """The tables of combat first, then prices, terrain, transport, points and chits."""
        data: Components = self.data
        return [
            _kinetic_chart(data, view),
            _kinetic_codes(data, view),
            _asymmetrical_chart(data, view),
            _asymmetrical_codes(data, view),
            _points_chart(data),
            _terrain_chart(data, view),
            _price_chart(data),
            _transport_chart(data),
            _chit_chart(data, view),
            _level_chart(data),
        ]


def live_column(data: Components, view: View, kinetic: bool) -> int | None:
    """The column of a table that the attack being prepared or resolved uses."""
    state = known_position(data, view)
    battle = view.battle
    if battle is None and isinstance(view.step, Muster):
        battle = view.step.battle(state)
    if battle is None or (battle.kind == KINETIC) != kinetic:
        return None
    if battle.result or battle.kind == "drone":
        return battle.column if battle.column >= 0 else None
    if kinetic:
        return kinetic_column(state, with_warlords(state, battle)) if battle.attackers else None
    attack, defence = asymmetrical_values(state, battle)
    return asymmetrical_column(state, attack - defence) if battle.attackers else None


def _kinetic_chart(data: Components, view: View) -> Chart:
    table = data.tables.kinetic_crt
    column = live_column(data, view, True)
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows, 1))
    live = ((-1, column + 1),) if column is not None else ()
    cell = "A die of {row} at {column} brings {value}."
    return Chart(
        "kinetic_crt", "Kinetic Combat Resolution Table", "12.2f", table.source, ("Die", *table.columns), rows, live,
        tuple(f"Constraint: {text}." for text in table.constraints), cell,
    )  # fmt: skip


def _kinetic_codes(data: Components, view: View) -> Chart:
    table = data.tables.kinetic_crt
    lines = [(f"{row.code} {row.name}", row.meaning, "14.0a") for row in table.results]
    result = view.battle.result if view.battle is not None else ""
    live = [row.code == result for row in table.results]
    return list_chart("kinetic_results", "Kinetic Results Chart", "14.0a", table, ("Code", "Effect"), lines, live)


def _asymmetrical_chart(data: Components, view: View) -> Chart:
    table = data.tables.asymmetrical_crt
    column = live_column(data, view, False)
    rows = tuple((str(die), *row) for die, row in enumerate(table.rows, 1))
    live = ((-1, column + 1),) if column is not None else ()
    cell = "A die of {row} in column {column} brings {value}."
    return Chart(
        "asymmetrical_crt", "Asymmetrical Combat Resolution Table", "15.4c", table.source, ("Die", *table.columns),
        rows, live, tuple(f"Constraint: {text}." for text in table.constraints), cell,
    )  # fmt: skip


def _asymmetrical_codes(data: Components, view: View) -> Chart:
    table = data.tables.asymmetrical_results
    kind = view.battle.kind if view.battle is not None else ""
    rows = tuple((row.name, *(row.results[code].meaning for code in row.results)) for row in table.rows)
    live = tuple((number, -1) for number, row in enumerate(table.rows) if row.id == kind)
    rules = tuple(row.rule for row in table.rows)
    codes = tuple(table.rows[0].results)
    filled = tuple((*row, rule) for row, rule in zip(rows, rules, strict=True))
    return Chart(
        "asymmetrical_results", "Asymmetrical Warfare Results", "15.7", table.source, ("Attack", *codes, "Rule"),
        filled, live, tuple(f"Constraint: {text}." for text in table.constraints), rules=rules,
    )  # fmt: skip


def _points_chart(data: Components) -> Chart:
    table = data.tables.combat_points
    found: dict[tuple[str, str], int] = {}
    for counter in data.counters.values():
        faction = counter.faction if counter.faction in table.coalition_factions else counter.side
        whose = data.factions[faction].name if faction in data.factions else faction.capitalize()
        if counter.type == "warlord" and counter.faction == "al_qaeda":
            whose = data.factions["al_qaeda"].name
        found[(whose, type_name(counter))] = data.points[counter.id]
    lines = [(f"{whose}: {kind}", str(points), "6.1a") for (whose, kind), points in found.items()]
    lines.append(("Indecisive action, in a city", f"{table.indecisive.points}, {table.indecisive.city}", "6.1c"))
    lines.append(("Overkill, in a city", "the Zone's value, twice that", "6.1d"))
    return list_chart("combat_points", "Netwar Points for Combat", "6.1a", table, ("Lost", "Points"), lines)


def _terrain_chart(data: Components, view: View) -> Chart:
    table = data.tables.terrain
    zone = view.battle.zone if view.battle is not None else ""
    here = data.zones[zone].terrain if zone in data.zones else ""
    rows = tuple((row.name, _words(row.attack), _words(row.defence), row.other) for row in table.rows)
    signs = tuple((sign.id.capitalize(), "", "", sign.effect) for sign in table.symbols)
    live = tuple((number, -1) for number, row in enumerate(table.rows) if row.id == here)
    columns = ("Terrain", "Doubled in attack", "Doubled in defense", "Other")
    notes = tuple(f"Constraint: {text}." for text in table.constraints)
    return Chart("terrain", "Terrain Effects Chart", "12.7a", table.source, columns, rows + signs, live, notes)


def _words(tokens: Sequence[str]) -> str:
    return ", ".join(token.replace("_", " ") for token in tokens) or "–"


def _price_chart(data: Components) -> Chart:
    table = data.tables.mobilization
    lines = [(f"{data.factions[row.faction].name}, all units", str(row.cost), "9.1a") for row in table.factions]
    for row in table.units:
        whose = ", ".join(data.factions[faction].name for faction in row.factions)
        lines.append((f"{row.name} ({whose})", str(row.cost), "9.2b"))
    lines.append(("Netwar chits", "1 for the first of a phase, 2 for the second, and so on", "9.8a"))
    return list_chart("mobilization", "Mobilization Chart", "9.1a", table, ("What", "Price"), lines)


def _transport_chart(data: Components) -> Chart:
    table = data.tables.transport
    lines = [
        (row.type.replace("_", " ").upper(), f"{row.capacity}: {_words(row.carries)}; deck {row.carrier_air}", "22.2a")
        for row in table.rows
    ]
    points = ", ".join(f"{name.replace('_', ' ')} {number}" for name, number in table.points.items())
    notes = (f"Points: {points}.",)
    return list_chart("transport", "Transport Capacity Chart", "22.2a", table, ("Ship", "Carries"), lines, (), notes)


def _chit_chart(data: Components, view: View) -> Chart:
    rows, rules = [], []
    for side in SIDES:
        for kind in data.chits[side].values():
            mine = str(view.hand.count(kind.id)) if side == view.side else ""
            rows.append((side.capitalize(), kind.name, str(kind.count), mine, kind.when, kind.effect, kind.rule))
            rules.append(kind.rule)
    columns = ("Side", "Chit", "In all", "In hand", "When", "Effect", "Rule")
    source = "rulebook Netwar Chit Explanation charts (effects); numbers reconstructed"
    return Chart("chits", "Netwar chits", "19.3a", source, columns, tuple(rows), rules=tuple(rules))


def _level_chart(data: Components) -> Chart:
    table = data.tables.victory
    lines = [(f"{row.least} or more ahead", row.level, "5.1f") for row in table.levels]
    lines.append(("Sudden Death", f"the winner's points and {table.sudden_death}", "5.2b"))
    return list_chart("victory", "Levels of victory", "5.1f", table, ("Lead", "Level"), lines)
