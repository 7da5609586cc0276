"""The state of the game as a whole: figures at a glance, points and where they come from, the order of battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from common.engine import Side
from common.tabletop import Chart, Facts, Figure, Row, Section, Stat
from operation_serval.components import Components
from operation_serval.rules import victory
from operation_serval.state import COALITION, ELIMINATED, ISLAMIST, OUT, SIDE_NAMES, SIDES, STAGING_AREAS
from operation_serval.table.faces import values_of
from operation_serval.table.position import shown_position
from operation_serval.view import View

KNOWN_BEFORE = {"Turn", "Initiative", "Intervention"}  # what there is to tell while counters are being set up


class ServalOverview(Facts):
    """Points, command and forces, read from a view."""

    def stats(self, view: View) -> Sequence[Stat]:
        """Turn, command points, who is winning, initiative, airlift and intervention."""
        data: Components = self.data
        setup, lead = data.setups[view.scenario], view.initiative
        last, begins = setup.last_turn, view.intervention or (setup.intervention and setup.first_turn)
        found = [
            Stat("Turn", f"{view.turn} of {last}" if view.turn <= last else f"{view.turn}, added", None, view.date),
            Stat("Islamist C2P", str(view.c2p[ISLAMIST]), ISLAMIST, "command points, at most 12 (9.2a)"),
            Stat("Coalition C2P", str(view.c2p[COALITION]), COALITION, "command points, at most 12 (9.2a)"),
            Stat("Lead", lead_words(data, view), leader_of(view), "victory points if the game ended now (5.2a)"),
            Stat("Initiative", SIDE_NAMES[lead], lead, "acts first and fires first in each group (9.5a, 15.4f)"),
            Stat("Airlift", str(view.airlift), COALITION, "airlift moves left in this turn (23.1a)"),
            Stat("Intervention", f"turn {begins}" if begins else "not yet", None, INTERVENTION),
        ]
        if not view.playing:
            return [stat for stat in found if stat.label in KNOWN_BEFORE]
        if view.contingent:
            found.append(Stat("Operation", data.contingents[view.contingent].name, view.acting or None, "12.0a"))
        return found

    def figures(self, view: View) -> Sequence[Figure]:
        """Points, command and losses over the turns."""
        lost = {side: sum(1 for unit in view.units.values() if unit.at == ELIMINATED[side]) for side in SIDES}
        return (
            *(Figure("Victory points", name, view.points[side] / 2, side) for side, name in SIDE_NAMES.items()),
            *(Figure("C2P", name, view.c2p[side], side) for side, name in SIDE_NAMES.items()),
            *(Figure("Counters lost for good", name, lost[side], side) for side, name in SIDE_NAMES.items()),
        )

    def victory(self, view: View) -> Sequence[Section]:
        """Every point's origin, the degrees of victory, and both sudden deaths."""
        data: Components = self.data
        state = shown_position(data, view)
        scores = list(victory.scores(state))
        sections = []
        for side in SIDES:
            rows = tuple(
                Row(
                    one.what,
                    victory.shown(one.halves),
                    one.rule,
                    data.tables.victory_points.source,
                    _space(data, one.place),
                )
                for one in scores
                if one.side == side
            )
            total, nothing = victory.shown(view.points[side]), Row("Nothing", "0", victory.PLACES[side])
            sections.append(Section(f"{SIDE_NAMES[side]}: {total} VP", rows or (nothing,)))
        return [_missing(data, view), *sections, _levels(data, view), _sudden_death(data, view)]

    def forces(self, view: View) -> Chart:
        """Every counter that is seen, where it is and how it lies."""
        data: Components = self.data
        rows, places = [], []
        for side in SIDES:
            for row, place in _force_rows(data, view, side):
                rows.append(row)
                places.append(place)
        columns = ("Unit", "Where", "State", "Values", "Type", "Contingent")
        hidden = sum(1 for id_ in data.order if id_ not in view.units)
        notes = (f"{hidden} counters of the enemy cannot be seen.",) if hidden else ()
        source = data.units.units.source
        return Chart("forces", "Order of battle", "3.0c", source, columns, tuple(rows), (), notes, places=tuple(places))


INTERVENTION = "before it French, AFISMA and Coalition netwar sleep (7.4a)"


def leader_of(view: View) -> Side | None:
    """The side that is ahead in points."""
    return COALITION if view.lead > 0 else ISLAMIST if view.lead < 0 else None


def lead_words(data: Components, view: View) -> str:
    """How far who is ahead, and what that would be worth."""
    side = leader_of(view)
    degree = next(row.level for row in data.tables.victory_points.levels if abs(view.lead) >= row.least)
    return f"{SIDE_NAMES[side]} +{abs(view.lead)}, {degree.lower()}" if side else "even"


def _space(data: Components, place: str) -> str:
    return place if place in data.near else ""


def _points(number: int) -> str:
    return "one point" if number == 1 else f"{number} points"


def _one(thing: str) -> str:
    return f"{'an' if thing[0] in 'aeiou' else 'a'} {thing}"


def _missing(data: Components, view: View) -> Section:
    """5.2  How far each side is from its next degree of victory, in plain words."""
    degrees = sorted((row for row in data.tables.victory_points.levels if row.least), key=lambda row: row.least)
    rows = []
    for side in SIDES:
        lead = view.lead if side == COALITION else -view.lead
        now = "nobody is ahead" if not lead else f"{_points(abs(lead))} {'ahead' if lead > 0 else 'behind'}"
        step = next((row for row in degrees if row.least > lead), None)
        more = f"{step.least - lead} more for {_one(step.level.lower())}" if step else "nothing more to gain"
        rows.append(Row(SIDE_NAMES[side], f"{now}; {more}", "5.2a"))
    return Section(f"A lead of {degrees[0].least} points or more wins; now", tuple(rows))


def _levels(data: Components, view: View) -> Section:
    rows, above = [], ""
    for row in data.tables.victory_points.levels:
        mark = "  \u25c4 now" if abs(view.lead) >= row.least and not above else ""
        above = above or mark
        asked = f"a lead of {row.least} or more" if row.least else "a smaller lead"
        rows.append(Row(row.level, f"{asked}{mark}", "5.2a", data.tables.victory_points.source))
    return Section("Degrees of victory", tuple(rows))


def _sudden_death(data: Components, view: View) -> Section:
    """5.1  What is missing for each side to win at once."""
    held = [hex_ for hex_ in sorted(data.capitals) if view.stacks.get(hex_) == ISLAMIST]
    needed = data.tables.victory_points.capitals_for_sudden_death
    bamako = "held" if view.stacks.get(data.bamako) == ISLAMIST else "not held"
    in_mali = [hex_ for hex_, side in view.stacks.items() if side == ISLAMIST and data.country[hex_] == "mali"]
    return Section(
        "Sudden death",
        (
            Row("Islamists", f"Bamako {bamako}, {len(held)} of {needed} regional capitals", "5.1a", "", data.bamako),
            Row("Coalition", f"Islamists stand in {len(in_mali)} hexes of Mali; none may be left", "5.1b"),
        ),
    )


def _force_rows(data: Components, view: View, side: Side) -> Iterator[tuple[tuple[str, ...], str]]:
    for id_ in data.order:
        unit = view.units.get(id_)
        if unit is None or data.side_of[id_] != side or unit.at == OUT:
            continue
        counter = data.counters[id_]
        in_play = unit.at in data.near or unit.at in STAGING_AREAS
        condition = ("disrupted" if unit.disrupted else "effective") if in_play or unit.at == "air" else ""
        where = data.titles.get(unit.at, unit.at)
        kind, group = data.types[counter.type].name, data.contingents[counter.contingent].name
        yield (counter.title, where, condition, values_of(counter, unit.disrupted), kind, group), unit.at
