"""The state of the game as a whole: figures at a glance, points and what they mean, the order of battle."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Sequence

from common.tabletop import Chart, Facts, Figure, Row, Section, Stat
from fallujah.components import Components, Level
from fallujah.odds import end_chance
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, SIDE_NAMES, ZONES
from fallujah.table.faces import TYPES, count_eliminated, format_values
from fallujah.table.facts import describe_condition, place_name
from fallujah.view import PieceView, View


class FallujahOverview(Facts):
    """Points, losses and forces of the game, read from a view."""

    def stats(self, view: View) -> Sequence[Stat]:
        """Day, impulse, points, the Advantage and who can still act."""
        days = len(self.data.tables.tracks.turns)
        holder = f"{SIDE_NAMES[view.advantage]}, {'used' if view.advantage_used else 'available'}"
        on_map = [piece for piece in view.pieces if piece.space in view.areas or piece.space in ZONES]
        fresh = Tally(piece.side for piece in on_map if not piece.spent)
        found = [
            Stat("Day", f"{view.day} ({view.turn} of {days})", None, "seven turns (4a)"),
            Stat("Impulse", str(view.impulse), view.active if view.phase == "action" else None, _impulse_hint(view)),
            Stat("Points", str(view.total), INSURGENT, f"{view.level} (1.2); a draw at 25"),
            Stat("Backlash", str(view.backlash), INSURGENT, "each point counts for the Insurgents (1.1i)"),
            Stat("Advantage", holder, view.advantage, "changes hands when used, once a turn (10.2a)"),
            Stat("Fresh Coalition", str(fresh[COALITION]), COALITION, "units that can still act today (3.3a)"),
            Stat("Fresh Insurgents", str(fresh[INSURGENT]), INSURGENT, "Dug In units included (3.3a)"),
            Stat("Militia pool", str(view.militia_pool), INSURGENT, "Militia that can still be raised (11.1e)"),
        ]
        if view.first_roll is not None:
            ends = view.first_roll < view.impulse
            verdict = "the phase ends after this impulse" if ends else "the phase goes on"
            found.insert(2, Stat("End roll", str(view.first_roll), None, f"{verdict} (4.1.4a)"))
        return found

    def figures(self, view: View) -> Sequence[Figure]:
        """Points, losses and areas held."""
        held = Tally(area.control for area in view.areas.values())
        losses = "Fighters lost and political points"
        return (
            Figure("Victory points", SIDE_NAMES[INSURGENT], view.total, INSURGENT),
            Figure(losses, SIDE_NAMES[INSURGENT], count_eliminated(view), INSURGENT),
            Figure(losses, SIDE_NAMES[COALITION], view.backlash, COALITION),
            *(Figure("Areas held", name, held[side], side) for side, name in SIDE_NAMES.items()),
        )

    def forces(self, view: View) -> Chart:
        """Every unit, where it is and how it lies; Militia by place."""
        return _order_of_battle(self.data, view)

    def victory(self, view: View) -> Sequence[Section]:
        """Where every point comes from, which areas bring one, and what the total means."""
        data: Components = self.data
        source = data.tables.victory_points.source
        lines = [Row(f"{score.title} ({score.count})", str(score.points), score.rule, source) for score in view.scores]
        score = Section(f"Insurgents: {view.total} VP, {view.level}", tuple(lines))
        sections = [_missing(data, view), score, _levels_section(data, view)]
        for group in data.tables.victory_points.groups:
            rows = []
            for area in group.areas:
                owner = view.areas[area].control
                points = f"{group.points if owner == INSURGENT else 0} VP, {SIDE_NAMES[owner]}"
                rows.append(Row(data.labels[area], points, group.rule, "", area))
            held = sum(1 for area in group.areas if view.areas[area].control == INSURGENT)
            sections.append(Section(f"{group.title}: {held} of {len(group.areas)}", tuple(rows)))
        return sections


def _impulse_hint(view: View) -> str:
    if view.phase != "action":
        return f"{view.phase.capitalize()} Phase"
    return f"the phase ends on less than {view.impulse}: {end_chance(view.impulse):.0%} (4.1.4a)"


# The order of battle


def _order_of_battle(data: Components, view: View) -> Chart:
    units = [piece for piece in view.pieces if piece.type != "militia"]
    rows, places = [_unit_row(data, piece) for piece in units], [piece.space for piece in units]
    for space, row in _militia_rows(data, view):
        rows.append(row)
        places.append(space)
    for counter in data.units.unused.units:
        where, figures = "not in play (11.1g)", format_values(counter, False, ", ")
        rows.append((counter.text, where, "", figures, TYPES[counter.type], SIDE_NAMES[COALITION], counter.name))
    fresh = sum(1 for piece in view.pieces if piece.side == COALITION and not piece.spent)
    notes = (f"{fresh} of {len(data.coalition_ids)} Coalition units are Fresh.",)
    columns = ("Unit", "Where", "State", "CF, MF", "Type", "Side", "Name")
    source = data.units.coalition.source
    return Chart("forces", "Order of battle", "OOB", source, columns, tuple(rows), (), notes, places=tuple(places))


def _unit_row(data: Components, piece: PieceView) -> tuple[str, ...]:
    where, figures = place_name(data, piece.space), format_values(data.counters[piece.id], piece.spent, ", ")
    name = piece.name if piece.side == COALITION else piece.text
    return (piece.text, where, describe_condition(piece), figures, TYPES[piece.type], SIDE_NAMES[piece.side], name)


def _militia_rows(data: Components, view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The Militia of each place together, with the place they are in."""
    found = Tally((piece.space, piece.spent) for piece in view.pieces if piece.type == "militia")
    for (space, spent), number in sorted(found.items()):
        state = "in reserve" if space == FORCE_POOL else "Spent" if spent else "Fresh"
        yield space, (f"{number} Militia", place_name(data, space), state, "", "Militia", SIDE_NAMES[INSURGENT], "")


# Victory


def level_spans(data: Components) -> Iterator[tuple[Level, int | None]]:
    """1.2  Every level of victory from the Insurgents' best down, with the highest total that brings it."""
    most: int | None = None
    for row in data.tables.victory_levels.rows:
        yield row, most
        most = (row.least or 0) - 1


def _missing(data: Components, view: View) -> Section:
    """1.2  How many points each side is short of a victory, in plain words."""
    draw = next(row.least for row in data.tables.victory_levels.rows if row.rule == "1.2c") or 0
    over, short = view.total - (draw - 1), draw + 1 - view.total
    coalition = f"{over} points too many for the Insurgents" if over > 0 else "few enough points: a victory"
    insurgent = f"{short} points short" if short > 0 else f"enough for a victory, with {-short} to spare"
    rows = (Row(SIDE_NAMES[COALITION], coalition, "1.2d"), Row(SIDE_NAMES[INSURGENT], insurgent, "1.2b"))
    title = f"The Insurgents win with {draw + 1} points or more, the Coalition at {draw - 1} or fewer; now {view.total}"
    return Section(title, rows)


def _levels_section(data: Components, view: View) -> Section:
    rows = []
    for row, most in level_spans(data):
        span = f"{row.least} or more" if most is None else f"up to {most}"
        if row.least is not None and most is not None:
            span = str(most) if row.least == most else f"{row.least} to {most}"
        mark = "  \u25c4 now" if row.level == view.level else ""
        rows.append(Row(row.level, f"{span}{mark}", row.rule, data.tables.victory_levels.source))
    rows.append(Row("Counted", "after the Infiltration Phase of Nov 14", "1.1a"))
    return Section("Levels of victory", tuple(rows))
