"""The state of the game as a whole: figures at a glance, points and their origin, the order of battle."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tabletop import Chart, Facts, Figure, Row, Section, Stat
from somali_pirates.components import Components
from somali_pirates.rules.control import is_oil_well, zone_income
from somali_pirates.rules.purchases import PurchaseList, cost
from somali_pirates.rules.sequence import Protracted
from somali_pirates.rules.spoils import Share
from somali_pirates.rules.victory import port_bases
from somali_pirates.state import AVAILABLE, COALITION, DUE, ENEMY, PIRATE, REMOVED, SIDE_NAMES, SIDES, WAITING, Unit
from somali_pirates.table.faces import format_values, type_name
from somali_pirates.table.known import known_position
from somali_pirates.view import View

BOXES = {AVAILABLE: "not in play", WAITING: "to be placed", DUE: "returns", REMOVED: "out of the game"}
FIXED = "\u00a0"  # a space that does not break, so that the values of a counter stay in one line


class PirateOverview(Facts):
    """Indexes, points and forces of the game, read from a view."""

    def stats(self, view: View) -> Sequence[Stat]:
        """Turn, initiative, both indexes with what control and a pending choice would make of them, and chits."""
        turns = self.data.tables.tracks.turns
        found = [Stat("Turn", f"{view.turn} of {turns}", None, "the game ends after Turn 12 at the latest (4.2b)")]
        if view.first:
            found.append(Stat("First Player", SIDE_NAMES[view.first], view.first, "chosen by the richer side (8.1a)"))
        for side in SIDES:
            found.append(Stat(SIDE_NAMES[side], self._index_words(view, side), side, _index_hint(view, side)))
        if view.active:
            hint = "its activation runs; factions that are finished do nothing more (7.1a)"
            found.append(Stat("Faction", self.data.factions[view.active].name, view.mover or None, hint))
        for side in SIDES:
            found.append(Stat(f"{SIDE_NAMES[side]} chits", str(view.hand_sizes[side]), side, "in hand (27.0b)"))
        return found

    def _index_words(self, view: View, side: Side) -> str:
        """The index, and what it becomes by what is being chosen, or else by control as things stand."""
        index, step = view.index[side], view.step
        if isinstance(step, PurchaseList) and step.side == side == view.side:
            price = cost(known_position(self.data, view), step.chosen)
            return f"{index}, {index - price} after buying" if price else str(index)
        if isinstance(step, Share):
            gain, limit = step.total, self.data.tables.tracks.index_limit
            if step.side == side:
                return f"{index}, {min(limit, index + gain)} if raised"
            return f"{index}, {max(0, index - gain)} if lowered"
        if isinstance(step, Protracted) or view.result is not None:  # what control brings this turn is there already
            asked = isinstance(step, Protracted) and step.side == side and view.result is None
            return f"{index}, {index - view.turn} if paid" if asked else str(index)
        after = _indexes_after_control(view, self.data.tables.tracks.index_limit)
        return f"{index}, {after[side]} after control"

    def figures(self, view: View) -> Sequence[Figure]:
        """Indexes, income and units on the map."""
        counters, zones = self.data.counters, self.data.zones
        on_map = [unit for unit in view.units.values() if unit.at in zones]
        found = [Figure("Netwar Index", SIDE_NAMES[side], view.index[side], side) for side in SIDES]
        found += [Figure("Income by control", SIDE_NAMES[side], view.income[side], side) for side in SIDES]
        for side in SIDES:
            number = sum(1 for unit in on_map if counters[unit.id].side == side)
            found.append(Figure("Units on the map", SIDE_NAMES[side], number, side))
        return found

    def forces(self, view: View) -> Chart:
        """Every counter, where it is and what it can do."""
        data: Components = self.data
        units = sorted(view.units.values(), key=lambda unit: (unit.at == AVAILABLE, data.rank[unit.id]))
        rows = tuple(self._force_row(view, unit) for unit in units)
        places = tuple(unit.at if unit.at in data.zones else "" for unit in units)
        columns = ("Unit", "Where", "State", f"K{FIXED}(A){FIXED}M", "Type", "Faction", "Side")
        source = data.units.counters.source
        return Chart("forces", "Order of battle", "2.11", source, columns, rows, places=places)

    def _force_row(self, view: View, unit: Unit) -> tuple[str, ...]:
        data: Components = self.data
        counter = data.counters[unit.id]
        where = data.name(unit.at) if unit.at in data.zones else BOXES[unit.at]
        if unit.at == DUE:
            where = f"returns on Turn {view.due.get(unit.id, '?')}"
        faction = data.factions[counter.faction].name
        state = condition_of(data, unit)
        figures, side = format_values(counter, FIXED), SIDE_NAMES[counter.side]
        return (counter.name, where, state, figures, type_name(counter), faction, side)

    def victory(self, view: View) -> Sequence[Section]:
        """Where every point comes from, what control pays, and what the margin means."""
        points = {side: sum(view.points[side].values()) for side in SIDES}
        margin = points[COALITION] - points[PIRATE]
        sections = [self._points_section(view, side, points[side]) for side in SIDES]
        return [
            self._missing_section(margin),
            self._margin_section(margin),
            *sections,
            *(self._income_section(view, side) for side in SIDES),
        ]

    def _missing_section(self, margin: int) -> Section:
        """5.1  How far each side is from its next level of victory, in plain words."""
        levels = sorted((row for row in self.data.tables.victory.levels if row.least), key=lambda row: row.least)
        rows = []
        for side, lead in ((COALITION, margin), (PIRATE, -margin)):
            now = "nobody is ahead" if not lead else f"{abs(lead)} points {'ahead' if lead > 0 else 'behind'}"
            step = next((row for row in levels if row.least > lead), None)
            more = f"{step.least - lead} more for a {step.level}" if step else "nothing more to gain"
            rows.append(Row(SIDE_NAMES[side], f"{now}; {more}", "5.1g"))
        return Section(f"You win with a lead of {levels[0].least} points or more; now", tuple(rows))

    def _margin_section(self, margin: int) -> Section:
        table = self.data.tables.victory
        leader = SIDE_NAMES[COALITION if margin > 0 else PIRATE] if margin else "Nobody"
        level = [row.level for row in table.levels if abs(margin) >= row.least][-1]
        rows = [Row("As things stand", level, "5.1f", table.source)]
        for row in table.levels:
            mark = "  \u25c4 now" if row.level == level else ""
            rows.append(Row(row.level, f"{row.least} or more ahead{mark}", "5.1f", table.source))
        return Section(f"{leader} ahead by {abs(margin)}" if margin else "Nobody is ahead", tuple(rows))

    def _points_section(self, view: View, side: Side, total: int) -> Section:
        state = known_position(self.data, view)
        names = {"index": "Netwar Index", "port bases": "Pirate bases in ports", "oil wells": "Oil wells"}
        rules = {"index": "5.1b", "port bases": "5.1c", "oil wells": "5.1d"}
        rows = [
            Row(names[what], str(number), rules[what], "rulebook 5.1") for what, number in view.points[side].items()
        ]
        worth = self.data.tables.victory
        if side == PIRATE:
            rows += [Row(self.data.name(zone), str(worth.port_base), "5.1c", "", zone) for zone in port_bases(state)]
        else:
            wells = [zone for zone in self.data.lands if is_oil_well(state, zone)]
            rows += [Row(self.data.name(zone), str(worth.oil_well), "5.1d", "", zone) for zone in wells]
        return Section(f"{SIDE_NAMES[side]}: {total} points", tuple(rows))

    def _income_section(self, view: View, side: Side) -> Section:
        state = known_position(self.data, view)
        paid = {zone: zone_income(state, zone)[side] for zone in self.data.zones}
        rows = [Row(self.data.name(zone), str(worth), "18.4a", "", zone) for zone, worth in paid.items() if worth]
        return Section(f"{SIDE_NAMES[side]}: {view.income[side]} by control", tuple(rows))


def _indexes_after_control(view: View, limit: int) -> dict[Side, int]:
    """18.4a, 6.0b  Both indexes after the Zones have paid as things stand, the First Player's first."""
    after = dict(view.index)
    first = view.first or SIDES[0]
    for side in (first, ENEMY[first]):
        whole = after[side] + view.income[side]
        after[side] = min(limit, whole)
        after[ENEMY[side]] = max(0, after[ENEMY[side]] - max(0, whole - limit))
        if not after[ENEMY[side]]:
            break  # the game is over before the other side is paid
    return after


def _index_hint(view: View, side: Side) -> str:
    return f"{view.index[side]} points; zero loses at once (6.0d). Control would pay {view.income[side]} (18.4a)"


def condition_of(data: Components, unit: Unit) -> str:
    """How a unit lies, in words."""
    words = []
    if unit.hidden:
        words.append("Underground")
    if unit.aboard:
        words.append(f"aboard {data.name(unit.aboard)}")
    if unit.aloft:
        words.append("aloft")
    if unit.mark:
        words.append(f"stacked with {data.name(unit.mark)}")
    return ", ".join(words) or ("Open" if unit.at in data.zones else "")
