"""Printed tables of the game with what matters now, and the order of fire of the battle that is fought."""

from __future__ import annotations

from collections.abc import Sequence

from common.tabletop import Chart, Facts
from common.tabletop.charts import list_chart
from operation_serval.components import Components
from operation_serval.odds import event_chances
from operation_serval.rules.battle import FireRound, next_to_fire
from operation_serval.rules.fire import column_of, ground_shifts
from operation_serval.rules.movement import in_points
from operation_serval.rules.telling import does
from operation_serval.state import SIDE_NAMES, ServalState
from operation_serval.table.position import shown_position
from operation_serval.tables import CodeTable
from operation_serval.view import View


class ServalCharts(Facts):
    """Charts of the game, read from a view."""

    def charts(self, view: View) -> Sequence[Chart]:
        """All tables, those of a battle first."""
        data: Components = self.data
        state = shown_position(data, view)
        tables = data.tables
        return [
            *([_line_up(state)] if view.battle is not None else []),
            _code_chart("kinetic", tables.kinetic, tables.codes.kinetic, _live_columns(state)),
            _shifts_chart(data),
            _code_chart("air_defense", tables.air_defense, tables.codes.air_defense),
            _code_chart("cyber", tables.cyber, tables.codes.netwar),
            _code_chart("strike", tables.strike, tables.codes.netwar),
            _terrain_chart(data),
            _costs_chart(data),
            _income_chart(data),
            _events_chart(state),
            _points_chart(data, view),
            _markers_chart(data),
            _turns_chart(data, view),
        ]


def _code_chart(id_: str, table: CodeTable, codes: dict[str, str], live: Sequence[int] = ()) -> Chart:
    rows = tuple((str(die + 1), *(column[die] for column in table.cells)) for die in range(len(table.cells[0])))
    names = tuple(label.replace("_", " ") for label in table.labels)
    notes = (
        *(f"{code}: {text}" for code, text in codes.items()),
        *(f"Constraint: {text}." for text in table.constraints),
    )
    marks = tuple((-1, column + 1) for column in sorted(set(live)))
    cell = "A {row} on column {column}: {value}."
    return Chart(id_, table.title, table.rule, table.source, ("Die", *names), rows, marks, notes, cell)


def _live_columns(state: ServalState) -> list[int]:
    """The columns of the units that fire next in the battle."""
    battle = state.battle
    if battle is None or not isinstance(state.step, FireRound):
        return []
    found = []
    for id_ in next_to_fire(state)[2]:
        goal = battle.hex if id_ in battle.attackers else ""
        found.append(column_of(state, state.units[id_], ground_shifts(state, state.units[id_], goal)))
    return found


def _line_up(state: ServalState) -> Chart:
    """15.4c  Both forces in the order of fire, each with its column and chances."""
    battle, table = state.battle, state.data.tables.kinetic
    assert battle is not None
    first = battle.first or state.initiative
    units = [(rank.tactical, rank.late, rank.unit, False) for rank in battle.order]
    fired = [(99, False, id_, True) for id_ in battle.fired if id_ in (*battle.attackers, *battle.defenders)]
    side_of = state.data.side_of
    ordered = sorted(units, key=lambda one: (-one[0], one[1], side_of[one[2]] != first))
    rows = []
    for value, _, id_, done in (*fired, *ordered):
        unit = state.units[id_]
        shifts = ground_shifts(state, unit, battle.hex if id_ in battle.attackers else "")
        column = column_of(state, unit, shifts)
        why = ", ".join(f"{shift.value:+d} {shift.why}" for shift in shifts)
        shown = "fired" if done else "cannot fire" if not state.strength(unit) else " ".join(table.cells[column])
        name = f"{SIDE_NAMES[side_of[id_]]}: {state.name(id_)}" + (" (disrupted)" if unit.disrupted else "")
        fires = f"{table.labels[column]} = {state.strength(unit)}" + (f", {why}" if why else "")
        rows.append((str(state.tactical(unit) if done else value), name, fires, shown))
    live = ((len(fired), -1),) if ordered else ()
    columns = ("TV", "Unit", "Column", "Die 1 to 6")
    notes = (f"The {does(first, 'fire')} first in each group.",)
    return Chart(
        "line_up", f"Battle at {state.title(battle.hex)}", "15.4c", "worked out", columns, tuple(rows), live, notes
    )


def _shifts_chart(data: Components) -> Chart:
    chart = data.tables.terrain
    lines = [
        *((f"Target in {kind}", f"{one.shift:+d}", "16.4.1a") for kind, one in chart.kinds.items() if one.shift),
        *(
            (f"Target in a {kind.replace('_', ' ')}", f"{one.shift:+d}", "16.4.1a")
            for kind, one in chart.places.items()
        ),
        ("Across a river", f"{chart.river_shift:+d}", "16.4.1b"),
        ("Base of the target in its hex", f"{chart.base_shift:+d}", "16.4.1c"),
        ("Within the radius of a base", f"{chart.support_shift:+d}", "16.4.2a"),
        ("Air supply, instead of a base", f"{chart.air_supply_shift:+d}", "23.6a"),
        ("Islamists fire out of sharia", f"{chart.sharia_islamist:+d}", "27.1a"),
        ("Coalition ground units fire out of sharia", f"{chart.sharia_coalition:+d}", "27.1c"),
    ]
    notes = ("The best terrain shift counts alone; river and base add to it (16.4.1c).",
             "Air attacks: terrain and base only (20.5a). Engineers ignore cities and towns (25.2a).")  # fmt: skip
    return list_chart("shifts", "Column shifts", "16.4", chart, ("When", "Columns"), lines, (), notes)


def _terrain_chart(data: Components) -> Chart:
    chart = data.tables.terrain
    lines = [
        *((kind.capitalize(), in_points(one.half_mp), "13.3a") for kind, one in chart.kinds.items()),
        *((kind.replace("_", " ").capitalize(), in_points(one.half_mp), "13.3a") for kind, one in chart.places.items()),
        ("Along a road", in_points(chart.road), "13.3e"),
        ("Along a track", in_points(chart.track), "13.3e"),
        ("Across a river, in addition", in_points(chart.river), "13.3c"),
        ("Into a Staging Area", in_points(chart.staging), "29.4a"),
    ]
    return list_chart("terrain", "Terrain Effects Chart: movement", "13.3", chart, ("Terrain", "MP"), lines)


def _costs_chart(data: Components) -> Chart:
    costs = data.tables.costs
    lines = (
        ("Operate one contingent", str(costs.operation), "12.0a"),
        ("Recruit for one contingent", str(costs.recruit), "10.0a"),
        ("Refit one contingent at one source", str(costs.refit), "19.2a"),
        ("Mobilize netwar markers", str(costs.mobilise_netwar), "21.2a"),
        ("Special netwar attack", str(costs.special_netwar_attack), "21.6a"),
        ("Enact sharia (Islamists)", str(costs.enact_sharia), "27.0a"),
        ("Clear sharia (Coalition)", str(costs.clear_sharia), "27.2a"),
        ("Gunships in one defense (Coalition)", str(costs.defensive_gunships), "20.7a"),
        ("Refit SOF and leaders (option)", str(costs.sof_leader_refit), "31.4a"),
    )
    return list_chart("costs", "C2P Expenditure Chart", "9.4", costs, ("Action", "C2P"), lines)


def _income_chart(data: Components) -> Chart:
    income, options = data.tables.income, data.tables.options
    lines = (
        ("Islamists: leader in Bamako", f"+{income.islamist['bamako']}", "IC2P.a"),
        ("Islamists: leader in Timbuktu", f"+{income.islamist['timbuktu']}", "IC2P.a"),
        ("Islamists: leader in another regional capital, each", f"+{income.islamist['other_capital']}", "IC2P.a"),
        ("Coalition: International Intervention", f"+{income.coalition['intervention']}", "CC2P.a"),
        ("Coalition: units in Bamako", f"+{income.coalition['bamako']}", "CC2P.a"),
        ("Coalition: units in Timbuktu", f"+{income.coalition['timbuktu']}", "CC2P.a"),
        (f"Major battle won ({income.major_losses} or more lost)", f"+{income.major_win}", "IC2P.b"),
        ("Major battle lost", str(income.major_loss), "IC2P.b"),
        ("Shock: winner and loser", f"\u00b1{income.shock}", "17.2a"),
        ("Coalition: each sharia marker placed", f"+{income.sharia_placed}", "CC2P.c"),
        ("Islamists: Islamist Offensive, once in Scenario I", _dice(1), "IC2P.d"),
        ("Islamists: additional French forces committed (option)", _dice(options.additional_french.dice), "IC2P.e"),
        ("Islamists: JSOC committed (option)", _dice(options.jsoc.dice), "IC2P.e"),
        ("Islamists: AFRICOM committed (option)", _dice(options.africom.dice), "IC2P.e"),
        ("Coalition: Islamist heavy weaponry (option)", _dice(options.heavy_weaponry.dice), "CC2P.d"),
    )
    return list_chart("income", "C2P Generation Charts", "9.1", income, ("In addition to one die", "C2P"), lines)


def _dice(number: int) -> str:
    return "+1 die" if number == 1 else f"+{number} dice"


def _events_chart(state: ServalState) -> Chart:
    table, chances = state.data.tables.events, event_chances(state)
    total = sum(chances.values())
    rows = tuple(
        (str(one.total), f"{chances[one.total] / total:.0%}", one.name, one.about, f"EVT.{one.total}")
        for one in table.entries
    )
    columns, rules = ("2D6", "Chance", "Event", "What it does", "Rule"), tuple(row[-1] for row in rows)
    return Chart("events", "Events Table", "8.0", table.source, columns, rows, rules=rules)


def _points_chart(data: Components, view: View) -> Chart:
    chart = data.tables.victory_points
    names = {"bamako": "Bamako", "timbuktu": "Timbuktu", "capital": "each other regional capital", "town": "each town",
             "mines_or_mountain": "each mine or mountain hex", "sharia": "each sharia marker",
             "company": "each French or US company eliminated", "extension": "each turn of extension",
             "leader": "each Islamist leader eliminated"}  # fmt: skip
    rules = {"sharia": "VPC.b", "company": "VPC.c", "extension": data.setups[view.scenario].extension_rule}
    rows = [
        (names[key], _halves(value), _halves(chart.coalition.get(key, 0)), rules.get(key, "VPC.a, VPC.d"))
        for key, value in chart.islamist.items()
    ]
    rows.append((names["leader"], "0", _halves(chart.coalition["leader"]), "VPC.e"))
    columns, cited = ("What", "Islamists", "Coalition", "Rule"), tuple(row[-1] for row in rows)
    return Chart("victory points", "Victory Points Chart", "5.2", chart.source, columns, tuple(rows), rules=cited)


def _halves(value: int) -> str:
    return f"{value // 2}\u00bd" if value % 2 and value > 1 else "\u00bd" if value == 1 else str(value // 2)


def _markers_chart(data: Components) -> Chart:
    rows = tuple(
        (SIDE_NAMES[side], one.name, str(one.value), str(one.count), "option" if one.option else "")
        for (side, _), one in data.netwar.items()
    )
    columns = ("Side", "Marker", "Value", "Number", "")
    notes = (
        "ISR gives first fire in a battle or looks at hexes; direct action cancels Islamist markers (NWM.a, NWM.b).",
    )
    return Chart("markers", "Netwar markers", "21.1", data.units.netwar.source, columns, rows, (), notes)


def _turns_chart(data: Components, view: View) -> Chart:
    turns = data.tables.tracks.turns
    rows = tuple((str(one.turn), one.date, one.note) for one in turns)
    live = ((view.turn - 1, -1),)
    title = "Game Turn Record Track"
    return Chart("turns", title, "6.1", data.tables.tracks.source, ("Turn", "Date", "Remarks"), rows, live)
