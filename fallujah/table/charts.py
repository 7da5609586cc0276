"""Printed tables of the game and worked-out chances, each with what matters now."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Sequence

from common.engine import D6
from common.tabletop import Chart, Facts
from common.tabletop.charts import list_chart
from fallujah.components import Components
from fallujah.odds import DIFFERENCE, end_chance
from fallujah.rules.movement import ZONE_UNITS
from fallujah.state import COALITION, FRESH_LIMIT, STACK_LIMIT, Battle
from fallujah.table.faces import NATIONS, TYPES, format_figure, format_modifier, format_values
from fallujah.table.overview import level_spans
from fallujah.view import PieceView, View

EFFECTS = {  # of the Cadre Reaction Table, by the codes in its data
    "R": "slips away",
    "r": "slips away*",
    "+M": "Militia",
    "+F": "Fedayeen",
    "+D": "Dug In Fedayeen",
    "adjM": "Militia with it",
    "adjF": "Fedayeen with it",
}
EFFECT_NOTES = (
    "Slips away: if an area of TEM 2 or more can take it; *nothing where the TEM is 3 or 4.",
    "Militia, Fedayeen: appears in the area entered; with it: in the Cadre's own area.",
)
LOST_ATTACKER = "Whatever comes of it, the attacker is lost (7.3.4c)."
ATTACK_COSTS = ("6.1c", "6.1d")  # what an attack costs, not an entry
MARGINS = range(-6, 13)


class FallujahCharts(Facts):
    """Charts of the game, read from a view."""

    def charts(self, view: View) -> Sequence[Chart]:
        """All tables, those of a turn's fighting first; the last four belong to solitaire play."""
        data: Components = self.data
        return [
            _coalition_offence_chart(data, view.battle),
            _insurgent_offence_chart(data, view.battle),
            _fire_mission_chart(data, view.battle),
            _combat_chances_chart(view.battle),
            _coalition_casualties_chart(data, view.battle),
            _insurgent_casualties_chart(data, view),
            _movement_costs_chart(data, view),
            _end_of_phase_chart(data, view),
            _victory_points_chart(data, view),
            _victory_levels_chart(data, view),
            _counters_chart(data),
            _limits_chart(),
            _set_up_chart(data, view),
            _deployments_chart(data),
            _bot_setup_chart(data),
            _bot_fedayeen_chart(data),
            _bot_cadre_chart(data),
        ]


# Combat


def _coalition_offence_chart(data: Components, battle: Battle | None) -> Chart:
    """7.2.4  The Offensive Value, with the factors of the attack under way."""
    table = data.tables.coalition_offence
    lines = (
        ("Combat Factor of the lead unit", "CF", "7.2.4a"),
        (f"Each supporting US company, at most {table.companies_at_most}", format_modifier(table.company), "7.2.4b"),
        ("Weapons or antitank in support", format_modifier(table.weapons), "7.2.4c"),
        ("Tanks in support", format_modifier(table.tank), "7.2.4d"),
        ("LAR or cavalry in support, without tanks", format_modifier(table.light_armor), "7.2.4d"),
        ("Engineers in support", format_modifier(table.engineer), "7.2.4e"),
        ("Iraqi special forces in support", format_modifier(table.special_forces), "7.2.4f"),
        ("Riverine unit, on the Euphrates", format_modifier(table.riverine), "7.2.4g"),
        ("A whole Marine battalion", format_modifier(table.integrity), "7.2.4h"),
        ("Army and Marines together", format_modifier(table.mixed), "7.2.4i"),
        ("Ambush: MP that were missing", f"{format_figure(-1)} or {format_figure(-2)}", "7.2.4j"),
    )
    title, columns = "Coalition Offensive Value", ("Factor", "Value")
    if battle is None or battle.kind != "assault":
        return list_chart("coalition offense", title, "7.2.4", table, columns, lines)
    rules = {factor.rule for factor in battle.offence}
    live = [rule in rules for _, _, rule in lines]
    tanks = any(data.counters[id_].type == "tank" for id_ in battle.attackers if id_ != battle.lead)
    live[3], live[4] = live[3] and tanks, live[4] and not tanks
    return list_chart("coalition offense", title, "7.2.4", table, columns, lines, live, [_describe_values(battle)])


def _describe_values(battle: Battle) -> str:
    """The values of a combat in one sentence."""
    parts = ", ".join(f"{format_modifier(factor.value)} {factor.why}" for factor in battle.offence)
    return f"Now: Offensive Value {battle.offence_value} ({parts}) against Defensive Value {battle.defence_value}."


def _insurgent_offence_chart(data: Components, battle: Battle | None) -> Chart:
    """7.3.1  The Offensive Value of a single Insurgent unit."""
    table = data.tables.insurgent_offence
    lines = [(f"TEM {tem}", format_modifier(value), "7.3.1a") for tem, value in enumerate(table.by_tem)]
    lines.append(("Fedayeen attack", format_modifier(table.fedayeen), "7.3.1b"))
    title, columns, notes = "Insurgent Offensive Value", ("Where and who", "Value"), [LOST_ATTACKER]
    if battle is None or battle.kind != "raid":
        return list_chart("insurgent offense", title, "7.3.1", table, columns, lines, (), notes)
    live = [tem == data.tem[battle.area] for tem, _ in enumerate(table.by_tem)]
    live.append(any(id_ in data.fedayeen_ids for id_ in battle.attackers))
    notes.append(_describe_values(battle))
    return list_chart("insurgent offense", title, "7.3.1", table, columns, lines, live, notes)


def _fire_mission_chart(data: Components, battle: Battle | None) -> Chart:
    """7.4  Values of a Fire Mission."""
    table = data.tables.fire_mission
    lines = (
        ("Offensive Value", str(table.offence), "7.4d"),
        ("Defense with a US unit in the area", f"CF + {table.terrain_with_us} x TEM", "7.4e"),
        ("Defense without a US unit", f"CF + {table.terrain_without_us} x TEM", "7.4f"),
    )
    title, columns = "Fire Mission", ("What", "Value")
    if battle is None or battle.kind != "fire":
        return list_chart("fire mission", title, "7.4", table, columns, lines)
    rules = {factor.rule for factor in (*battle.offence, *battle.defence)}
    live = [rule in rules for _, _, rule in lines]
    return list_chart("fire mission", title, "7.4", table, columns, lines, live, [_describe_values(battle)])


def _combat_chances_chart(battle: Battle | None) -> Chart:
    """7.1  What two throws of 2D6 bring, by the lead of the attacker."""
    rows = [_margin_row(margin) for margin in MARGINS]
    live: tuple[tuple[int, int], ...] = ()
    if battle is not None and battle.defender:
        margin = battle.offence_value - battle.defence_value
        live = ((max(0, min(len(MARGINS) - 1, margin - MARGINS[0])), -1),)
    columns = ("OV \u2212 DV", "Success", "Stalled", "Repulsed", "Mean CP")
    notes = ("Success inflicts the difference of the totals as Casualty Points (7.2.7a); Insurgent attacks and Fire "
             "Missions that do not succeed have no effect (7.3.4b, 7.4g).",)  # fmt: skip
    return Chart("combat", "Chances in combat", "7.1", "worked out from 7.1", columns, tuple(rows), live, notes)


def _margin_row(margin: int) -> tuple[str, ...]:
    """How likely an attacker with that lead wins, stalls and is repulsed, and the points to expect."""
    success, stall = DIFFERENCE.chance(lambda dice: dice > -margin), DIFFERENCE.chance(lambda dice: dice == -margin)
    shares = [f"{float(share):.0%}" for share in (success, stall, 1 - success - stall)]
    return (format_modifier(margin), *shares, f"{DIFFERENCE.mean(lambda dice: max(0, dice + margin)):.1f}")


def _coalition_casualties_chart(data: Components, battle: Battle | None) -> Chart:
    """7.2.7, 7.3.4, 8.1  What the Coalition suffers, as points of backlash."""
    table = data.tables.casualties
    lines = (
        ("Coalition attack stalls", str(table.stalled), "7.2.7b"),
        ("Coalition attack is repulsed", str(table.repulsed), "7.2.7c"),
        ("Insurgent attack succeeds against a US lead", str(table.us_lead), "7.3.4a"),
        ("Insurgent attack succeeds against an Iraqi lead", str(table.iraqi_lead), "7.3.4a"),
        ("Armored medevac saves", format_figure(-table.medevac), "8.1.1a"),
        ("Attack in a mosque area without Iraqis", "1", "7.5a"),
        ("Fire Mission on a mosque area without US and Iraqi units", "1", "7.5b"),
    )
    live = [False] * len(lines)
    if battle is not None and battle.rolled and battle.kind == "assault":
        live[0], live[1] = battle.difference == 0, battle.difference < 0
    if battle is not None and battle.kind == "raid":
        iraqi = battle.defender in data.iraqi_ids
        live[2], live[3] = not iraqi, iraqi
    title = "Coalition casualties and backlash"
    return list_chart("coalition casualties", title, "8.1", table, ("When", "Points"), lines, live)


def _insurgent_casualties_chart(data: Components, view: View) -> Chart:
    """8.2  What Casualty Points do to each kind of unit, and how many it absorbs."""
    table = data.tables.casualties
    rows = (
        ("Dug In", "ignored", "ignored", "lost", str(table.dug_in), "8.2b"),
        ("Fresh Cadre or Fedayeen", "Spent", "Spent, retreats", "lost", str(table.fresh), "8.2c"),
        ("Spent Cadre or Fedayeen", "retreats", "lost", "", str(table.spent), "8.2d"),
        ("Militia", "lost", "", "", str(table.militia), "8.2e"),
    )
    live: tuple[tuple[int, int], ...] = ()
    battle = view.battle
    if battle is not None and battle.kind != "raid":
        defenders = [piece for piece in view.pieces if piece.space == battle.area and piece.side != COALITION]
        live = tuple((row, -1) for row in sorted({_casualty_row(piece) for piece in defenders}))
    columns = ("Unit", "1 CP", "2 CP", "3 CP", "Absorbs", "Rule")
    notes = ("The lead defender takes the first point, or the first three if it is Dug In (8.2h, 8.2i).",
             "More points than all defenders can absorb is an Overrun (8.2l, 8.4a).",
             "Five above the defense against Militia alone needs no dice (8.5a).")  # fmt: skip
    return Chart(
        "insurgent casualties", "Insurgent casualties", "8.2", table.source, columns, rows, live, notes,
        rules=tuple(row[-1] for row in rows),
    )  # fmt: skip


def _casualty_row(piece: PieceView) -> int:
    if piece.dug:
        return 0
    return 3 if piece.type == "militia" else 2 if piece.spent else 1


# Movement, time and victory


def _movement_costs_chart(data: Components, view: View) -> Chart:
    """6.1  MP costs; the costs that this impulse has fixed are live."""
    table = data.tables.movement_costs
    costs = (
        ("Enter a Free area", table.free, "6.1b"),
        ("Attack here, all enemies Spent", table.attack_spent, "6.1c"),
        ("Attack here, an enemy Fresh", table.attack_fresh, "6.1d"),
        ("Enter a Vacant enemy-controlled area", table.vacant_enemy, "6.1e"),
        ("Enter: enemies all Spent, or Support Units", table.enemy_spent, "6.1f"),
        ("Enter: a Fresh enemy", table.enemy_fresh, "6.1g"),
    )
    paid = {area.entry.cost for area in view.areas.values() if area.entry is not None and area.entry.cost}
    live = [rule not in ATTACK_COSTS and cost in paid for _, cost, rule in costs]
    lines = [(what, str(cost), rule) for what, cost, rule in costs]
    notes = ("The first unit into an area this impulse fixes the cost for all that follow (6c).",)
    return list_chart("movement", "Movement costs", "6.1", table, ("Step or attack", "MP"), lines, live, notes)


def _end_of_phase_chart(data: Components, view: View) -> Chart:
    """4.1.4  When the Action Phase ends."""
    last = data.tables.tracks.impulse
    spans = {1: "none", 2: "none", 3: "2"}
    rows = tuple((str(number), spans.get(number, f"2\u2013{min(number - 1, 12)}"), f"{end_chance(number):.0%}")
                 for number in range(1, last + 1))  # fmt: skip
    live = ((view.impulse - 1, -1),) if view.phase == "action" and view.impulse else ()
    columns = ("Impulse", "Ends on", "Chance")
    source = "worked out from 4.1.4"
    return Chart("end of phase", "End of the Action Phase", "4.1.4", source, columns, rows, live)


def _victory_points_chart(data: Components, view: View) -> Chart:
    """1.1  Every source of points with what it brings now."""
    rows = tuple((score.title, str(score.count), str(score.points), score.rule) for score in view.scores)
    rows += (("Total", "", str(view.total), "1.1a"),)
    columns = ("Source", "Now", "Points", "Rule")
    source = data.tables.victory_points.source
    rules, live = tuple(row[-1] for row in rows), ((len(rows) - 1, -1),)
    return Chart("victory points", "Victory points", "1.1", source, columns, rows, live, rules=rules)


def _victory_levels_chart(data: Components, view: View) -> Chart:
    """1.2  Levels of victory; the one that the present total brings is live."""
    lines: list[tuple[str, str, str]] = []
    for row, most in level_spans(data):
        span = f"{row.least} or more" if most is None else f"{row.least}\u2013{most}"
        span = f"{most} or less" if row.least is None else str(row.least) if row.least == most else span
        lines.append((row.level, span, row.rule))
    live = [level == view.level for level, _, _ in lines]
    table = data.tables.victory_levels
    return list_chart("victory levels", "Levels of victory", "1.2", table, ("Level", "Total"), lines, live)


# Components


def _counters_chart(data: Components) -> Chart:
    """3  What is printed on each kind of counter, and how many there are."""
    kinds = Tally(
        (counter.nation, counter.type, format_values(counter, False), format_values(counter, True))
        for counter in data.counters.values()
    )
    rows = tuple(
        (NATIONS[nation], TYPES[type_], str(number), *sides) for (nation, type_, *sides), number in kinds.items()
    )
    units = data.units
    source = f"{units.coalition.source}. Insurgents: {units.insurgent.source}"
    every = (*units.coalition.constraints, *units.insurgent.constraints)
    notes = ("CF, then MF; in parentheses: cannot lead or enter first; +: support value.",
             *(f"Constraint: {text}." for text in every))  # fmt: skip
    columns = ("Nation", "Type", "Number", "Fresh", "Spent")
    return Chart("counters", "Counters", "3", source, columns, rows, (), notes)


def _limits_chart() -> Chart:
    """5  Limits that bound what may stand or move together."""
    rows = (
        ("Units of a side in an area", str(STACK_LIMIT), "5a"),
        ("Fresh Cadre and Fedayeen in an area", str(FRESH_LIMIT), "5.1a"),
        ("Units leaving an Entry Zone in an impulse", str(ZONE_UNITS), "4.1.2c"),
        ("Coalition attacks in an area in an impulse", "1", "7.2b"),
        ("Uses of the Advantage in a turn", "1", "10.2a"),
    )
    columns, rules = ("What", "At most", "Rule"), tuple(row[-1] for row in rows)
    return Chart("limits", "Limits", "5", "rulebook 4.1.2, 5, 7.2, 10.2", columns, rows, rules=rules)


def _set_up_chart(data: Components, view: View) -> Chart:
    """11.1  Where everything begins."""
    setup = data.setups[view.scenario]
    zones = Tally(counter.zone for counter in data.units.coalition.units)
    lines = (
        ("Cadre, one in each of these areas", ", ".join(setup.cadre), "11.1b"),
        (f"Fedayeen, at most {setup.fedayeen_per_area} in an area", str(setup.fedayeen), "11.1c"),
        ("Coalition, NW Entry Zone", str(zones["NW"]), "OOB.a"),
        ("Coalition, NE Entry Zone", str(zones["NE"]), "OOB.b"),
        ("Militia in the Force Pool", str(len(data.militia_ids)), "11.1e"),
    )
    return list_chart("set-up", "Set-up", "11.1", setup, ("Who", "Where or how many"), lines)


def _deployments_chart(data: Components) -> Chart:
    """Ready-made Fedayeen set-ups."""
    plans = list(data.deployments.values())
    areas = sorted({area for plan in plans for area in plan.areas}, key=int)
    rows = tuple((data.labels[area], *(str(plan.areas.get(area, "")) for plan in plans)) for area in areas)
    columns = ("Area", *(plan.title for plan in plans))
    return Chart("deployments", "Ready-made Fedayeen set-ups", "11.1c", "reconstructed", columns, rows)


# Solitaire


def _bot_setup_chart(data: Components) -> Chart:
    """13  The die that places a Fedayeen."""
    table = data.tables.bot_setup
    rules = {"2": "13d", "3": "13c", "4": "13b"}
    lines = [
        (f"TEM {tem}", "always" if least <= D6[0] else f"{least} or more" if least < D6[-1] else str(least), rules[tem])
        for tem, least in table.fedayeen_from.items()
    ]
    return list_chart("solitaire set-up", "Solitaire: Fedayeen set-up", "13", table, ("Area", "1D6"), lines)


def _bot_fedayeen_chart(data: Components) -> Chart:
    """17.1  Reaction of Fedayeen."""
    table = data.tables.bot_fedayeen
    lines = (
        (f"{table.retreat_to} or less", "slips away", "17.1a"),
        (f"{table.retreat_to + 1}\u2013{table.nothing_to}", "nothing", "17.1b"),
        (f"{table.nothing_to + 1} or more", "digs in", "17.1c"),
    )
    title, columns = "Solitaire: Fedayeen Reaction", ("1D6 + TEM", "Result")
    return list_chart("solitaire fedayeen", title, "17.1", table, columns, lines)


def _bot_cadre_chart(data: Components) -> Chart:
    """17.2, 17.3  The Cadre Reaction Table."""
    table = data.tables.bot_cadre
    totals = sorted({*table.in_area, *table.adjacent}, key=int)
    both = table.in_area, table.adjacent
    rows = tuple((total, *(", ".join(EFFECTS[code] for code in column.get(total, ())) for column in both))
                 for total in totals)  # fmt: skip
    columns = ("Total", "In the area (2D6 + TEM)", "Next door (2D6)")
    return Chart("solitaire cadre", "Solitaire: Cadre Reaction", "17", table.source, columns, rows, (), EFFECT_NOTES)
