"""The inspector reads what the engine says: the same odds, the right cell, the rule behind every id."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from common.engine import load_game
from common.gui.kit import theme
from common.gui.panels.fact_sheet import escape, section_html
from common.gui.panels.rules_panel import find_clauses, search_clauses
from common.gui.panels.statistics_panel import chart_turns, count_dice, find_span, p_value
from common.gui.session.space_names import name_space
from common.tabletop import Row, Section
from tests.gui.waiting import rest
from tests.playing import bot_action


def go_to(table, holds, most: int = 600) -> bool:
    match = table.session.match
    match.recorder = None
    for number in range(most):
        if match.to_act is None:
            return False
        if holds(match):
            table.session.seat_person()
            table.session.refresh()
            return True
        match.play(bot_action(match, "policy", number))
    return False


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_odds_are_the_engines_own(lay, game: str) -> None:
    table = lay(game)
    table.inspector.open("odds")
    assert go_to(table, lambda match: any(match.odds(action) for action in match.legal()))
    match = table.session.match
    expected = [(a, match.odds(a)) for a in match.legal() if match.odds(a) is not None]
    panel = table.inspector.odds
    assert panel.found == expected[: len(panel.found)]
    assert panel.bars.odds == expected[max(0, panel.picker.currentIndex())][1]
    odds = panel.bars.odds
    assert sum(outcome.weight for outcome in odds.outcomes) == odds.total
    text = panel.sheet.toPlainText()
    for _, modifiers in odds.modifiers:
        for modifier in modifiers:
            assert modifier.rule in text
            assert modifier.why in text


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_the_live_cell_of_a_chart_is_marked(lay, game: str) -> None:
    table = lay(game)
    table.inspector.open("charts")
    panel = table.inspector.charts

    def live(match) -> bool:
        return any(chart.live for chart in table.session.table.charts(match.view(match.to_act)))

    assert go_to(table, live)
    charts = [c for c in table.session.table.charts(table.session.view) if c.live]
    assert panel.view.chart == charts[0]
    assert panel.picker.currentText().startswith("●")
    marked = {
        (r, c)
        for r in range(panel.view.rowCount())
        for c in range(panel.view.columnCount())
        if panel.view.item(r, c).background().style() != Qt.BrushStyle.NoBrush
    }
    rows = {r for r, c in charts[0].live if c < 0}
    columns = {c for r, c in charts[0].live if r < 0}
    cells = {(r, c) for r, c in charts[0].live if r >= 0 and c >= 0}
    every = [(r, c) for r in range(panel.view.rowCount()) for c in range(panel.view.columnCount())]
    assert marked == {(r, c) for r, c in every if (r, c) in cells or r in rows or c in columns}
    assert not [cell for cell in every if panel.view.is_live(*cell) != (cell in marked)]


def test_a_click_into_a_chart_says_when_the_cell_applies(lay) -> None:
    """F71: a results table names column, die and result; a list of modifiers the clause that gives each."""
    table = lay()
    table.inspector.open("charts")
    panel = table.inspector.charts
    panel.open("fire")
    fire = table.session.match.game.data.tables.fire
    row, column = 6, 4
    click_cell(panel.view, row, column)
    text = panel.foot.text()
    assert f"final die of {fire.first_row + row}" in text
    assert fire.labels[column - 1] in text
    assert str(fire.cells[column - 1][row]) in text
    panel.open("fire modifiers")
    clauses = {clause.id: clause.says for clause in table.session.match.game.clauses}
    for number, line in enumerate(panel.view.chart.rows):
        click_cell(panel.view, number, 0)
        assert line[0] in panel.foot.text().replace("&#x27;", "'")
        found = find_clauses(table.session.match.game.clauses, line[2].split(",")[0])[0].id
        assert escape(clauses[found]) in panel.foot.text()


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_cell_of_every_chart_can_be_explained(lay, game: str) -> None:
    table = lay(game)
    table.inspector.open("charts")
    panel = table.inspector.charts
    for chart in table.session.table.charts(table.session.view):
        panel.open(chart.id)
        for row, cells in enumerate(chart.rows):
            for column in range(len(cells)):
                panel._explain(row, column)
                assert "href" in panel.foot.text(), (chart.id, row, column)


def test_every_rule_id_that_is_shown_has_its_clause(lay) -> None:
    table = lay(seed=3)
    match = table.session.match
    clauses = match.game.clauses
    shown: set[str] = set()
    for number in range(500):
        if match.to_act is None:
            break
        match.play(bot_action(match, "policy", number))
    for entry in match.journal:
        shown.update(entry.rules)
        shown.update(modifier.rule for roll in entry.rolls for modifier in roll.modifiers)
    assert len(shown) > 10
    assert not [rule for rule in shown if rule and not find_clauses(clauses, rule)]


def test_rules_can_be_searched_quickly(lay) -> None:
    table = lay()
    QTest.keyClick(table.map, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    panel = table.inspector.rules
    assert table.inspector.page == "rules"
    panel.field.setText("wagon depot")
    assert "found" in panel.count.text()
    clauses = table.session.match.game.clauses
    hits = search_clauses(clauses, "wagon depot")
    assert hits
    assert all("wagon" in hit.says.lower() or hit.id.startswith("wagon") for hit in hits)
    assert search_clauses(clauses, "8.1")[0].id.startswith("8.1")


def test_here_shows_the_space_and_the_unit_with_their_sources(lay, qtbot) -> None:
    table = lay()
    table.inspector.open("place")
    here = table.inspector.place
    here.pin("2605", "")
    text = here.toPlainText()
    assert "Fort Craig" in text
    assert "reconstructed" in text or "rulebook" in text
    piece = next(p for p in table.session.pieces() if p.space == "2605")
    here.pin("", piece.id)
    assert piece.name in here.toPlainText()
    here.hover("1008", "")
    qtbot.waitUntil(lambda: "Fort Bliss" in here.toPlainText())
    here.hover("", "")
    qtbot.waitUntil(lambda: piece.name in here.toPlainText())


def test_the_inspector_tells_what_a_space_costs_the_held_unit(lay, qtbot) -> None:
    """F70: with its cost where it can go, with the rule where it cannot."""
    table = lay(seed=3)
    assert go_to(table, lambda match: match.state.phase >= 0 and len(match.past) > 60 and table_usable(table))
    table.inspector.open("place")
    here, hand = table.inspector.place, table.hand
    hand.select((hand.find_usable()[0],))
    assert hand.targets
    target = hand.targets[-1]
    here.hover(target.space, "")
    qtbot.waitUntil(lambda: target.label in here.toPlainText())
    assert target.left in here.toPlainText()
    assert "Terrain" in here.toPlainText()
    lit = {each.space for each in hand.targets} | {table.map.space_of(hand.selected[0])}
    far = next(space for space in table.game_map.spaces if space not in lit)
    why = hand.why_not(hand.selected, far)
    here.hover(far, "")
    qtbot.waitUntil(lambda: why.why[1:] in here.toPlainText())
    assert why.rule in here.toPlainText()


def table_usable(table) -> bool:
    table.session.seat_person()
    table.session.refresh()
    return bool(table.hand.find_usable()) and bool(table.hand.targets_for((table.hand.find_usable()[0],)))


def click_cell(table, row: int, column: int) -> None:
    """A real click into a cell of a table."""
    table.scrollToItem(table.item(row, column))
    place = table.visualItemRect(table.item(row, column)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_the_order_of_battle_sorts_filters_and_centres(lay, qtbot) -> None:
    table = lay()
    table.inspector.open("forces")
    panel = table.inspector.forces
    chart = table.session.table.forces(table.session.view)
    assert panel.table.rowCount() == len(chart.rows) == len(chart.places)
    panel.field.setText("Fort Craig")
    shown = [r for r in range(panel.table.rowCount()) if not panel.table.isRowHidden(r)]
    assert len(shown) == sum(place == "2605" for place in chart.places)
    panel.field.setText("Canby")
    shown = [r for r in range(panel.table.rowCount()) if not panel.table.isRowHidden(r)]
    assert len(shown) == 1
    with qtbot.waitSignal(panel.space_wanted) as caught:
        click_cell(panel.table, shown[0], 0)
    assert caught.args == ["2605"]
    assert table.map.camera.visible().contains(*table.map.board.place("2605").center)


def test_the_order_of_battle_is_sorted_by_its_heads(lay) -> None:
    table = lay()
    table.inspector.open("forces")
    panel = table.inspector.forces
    head = panel.table.horizontalHeader()
    column = [panel.table.horizontalHeaderItem(c).text() for c in range(panel.table.columnCount())].index("SP")
    panel.table.scrollToItem(panel.table.item(0, column))
    place = head.sectionViewportPosition(column) + 8
    for _ in range(2):
        QTest.mouseClick(head.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place, head.height() // 2))
        points = [panel.table.item(r, column).text() for r in range(panel.table.rowCount())]
        numbers = [int(text) for text in points if text]
        assert numbers in (sorted(numbers), sorted(numbers, reverse=True))
    assert max(numbers) >= 10 > min(numbers)


@pytest.mark.parametrize("text", [100, 150])
def test_the_order_of_battle_fits_into_its_panel(lay, store, text: int) -> None:
    """At 1280×800, at either size of text and with all that a campaign brings, nothing is scrolled sideways."""
    store.changed.connect(lambda _name: theme.use("light", store.now.text))
    table = lay()
    table.inspector.open("forces")
    store.set(text=text)
    for turn in (1, 5):
        assert go_to(table, lambda match, turn=turn: match.state.turn == turn)
        rest(20)
        grid = table.inspector.forces.table
        assert grid.rowCount() == len(table.session.table.forces(table.session.view).rows)
        assert grid.horizontalScrollBar().maximum() == 0
        face = QFontMetricsF(grid.item(0, 0).font())
        for cell in (grid.item(r, c) for r in range(grid.rowCount()) for c in range(grid.columnCount())):
            room = grid.columnWidth(cell.column()) - 6
            assert all(face.horizontalAdvance(word) <= room for word in cell.text().split()), cell.text()


def test_columns_without_room_are_put_away_and_told_in_the_tip(lay) -> None:
    table = lay("fallujah")
    table.inspector.open("forces")
    panel = table.inspector.forces
    grid = panel.table
    rest(20)
    away = grid.put_away()
    assert "Side" in away and {"Unit", "Where"}.isdisjoint(away)
    assert grid.horizontalScrollBar().maximum() == 0
    tip = next(grid.item(r, 0) for r in range(grid.rowCount()) if grid.item(r, 0).text() == "3/1 Mar I").toolTip()
    assert "Side: Coalition" in tip and all(f"{column}: " in tip for column in away)
    panel.field.setText("tanks")  # what is put away is still found
    shown = [grid.item(r, 0).text() for r in range(grid.rowCount()) if not grid.isRowHidden(r)]
    assert "C/2 Tank 1" in shown and "3/1 Mar I" not in shown
    table.inspector_dock.setFloating(True)
    table.inspector_dock.resize(1000, 500)
    rest(20)
    assert not grid.put_away()


def test_reinforcements_stand_with_their_turn_until_they_have_come(lay) -> None:
    table = lay()
    state, setup = table.session.match.state, table.session.match.game.data.setup
    arrival = setup.reinforcements

    def expected() -> list[tuple[str, ...]]:
        rows = table.session.table.forces(table.session.match.view("union")).rows
        return [row for row in rows if f"turn {arrival.turn}" in row[2]]

    assert sum(int(row[3] or 0) for row in expected()) == arrival.regular
    assert {row[0] for row in expected()} >= set(arrival.leaders)
    state.turn = arrival.turn
    assert expected() == []


def test_victory_statistics_and_dice(lay) -> None:
    table = lay()
    go_to(table, lambda match: len(match.past) > 200)
    for page in ("victory", "statistics"):
        table.inspector.open(page)
        rest(20)
    text = table.inspector.victory.sheet.toPlainText()
    assert "VP" in text
    charts = chart_turns(table.session)
    state = table.session.match.state
    assert {line.name: line.points[-1][1] for line in charts["Victory points"]} == {
        "Union": state.vp["union"],
        "Confederate": state.vp["confederate"],
    }
    lost = {line.name: line.points[-1][1] for line in charts["Strength points lost"]}
    assert lost["Confederate"] == state.lost.get("cavalry", 0)
    assert lost["Union"] == state.lost.get("regular", 0) + state.lost.get("militia", 0)
    assert [turn for turn, _ in charts["Victory points"][0].points] == list(range(1, state.turn + 2))
    thrown, faces = count_dice(table.session)
    assert sum(thrown.values()) > 10
    assert len(faces) == 10
    assert 0 <= p_value(thrown, faces) <= 1
    words = " ".join(label.text() for label in table.inspector.statistics.findChildren(QLabel))
    assert f"p = {p_value(thrown, faces):.3f}" in words
    assert f"{sum(thrown.values())} dice" in words
    from collections import Counter

    assert p_value(Counter(dict.fromkeys(range(10), 50)), range(10)) > 0.99
    assert p_value(Counter({0: 500}), range(10)) < 1e-6
    assert abs(p_value(Counter({1: 20, 2: 10, 3: 10, 4: 10, 5: 10, 6: 0}), range(1, 7)) - 0.00125) < 1e-5


def test_the_journal_shows_dice_and_a_click_shows_the_moment(lay) -> None:
    table = lay()
    go_to(table, lambda match: any(entry.rolls for entry in match.journal) and len(match.past) > 30)
    session, text = table.session, table.journal.text
    assert "￼" in text.toPlainText()  # a picture in the text
    entry = next(entry for entry in session.entries() if 5 < entry.action < 20)
    table.journal.go(entry.action)
    assert session.shown_moment == entry.action
    assert table.banner.isVisible()
    assert text.extraSelections()
    table.journal.step.click()
    assert session.shown_moment == entry.action + 1
    table.journal.leave()
    assert session.moment is None
    assert not table.banner.isVisible()
    before = text.document().blockCount()
    session.store.set(take_back="free")
    session.takeback.undo()
    assert text.document().blockCount() <= before
    assert len(text._written) == len(session.entries())
    table.commands.groups.game.write_journal(session.record.path.with_suffix(".txt"))
    assert session.record.path.with_suffix(".txt").read_text(encoding="utf-8").startswith(session.entries()[0].text)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_charts_fit_their_page_in_a_small_window(lay, qtbot, game: str) -> None:
    """At 1280 by 800 no chart is scrolled sideways, and no face is below 9 pt."""
    table = lay(game)
    table.inspector.open("charts")
    rest(20)
    panel = table.inspector.charts
    wide = []
    for chart in list(panel._charts):
        panel.open(chart.id)
        rest(5)
        view = panel.view
        heads = [view.horizontalHeaderItem(column).text() for column in range(view.columnCount())]
        assert ["".join(head.split()) for head in heads] == ["".join(head.split()) for head in chart.columns]
        assert all(
            view.item(row, column).font().pixelSize() >= 12
            for row in range(view.rowCount())
            for column in range(view.columnCount())
        )
        if view.horizontalScrollBar().maximum() > 0:
            wide.append(chart.title)
        for column, head in enumerate(heads):
            metrics = view.horizontalHeader().fontMetrics()
            assert max(map(metrics.horizontalAdvance, head.splitlines())) <= view.columnWidth(column) + 8, chart.title
        words, foot = panel.foot, panel.foot.parentWidget().parentWidget()
        assert words.width() <= words.parentWidget().width(), chart.title
        assert words.height() == words.heightForWidth(words.width()), chart.title
        three = 3 * words.fontMetrics().lineSpacing()
        qtbot.waitUntil(lambda f=foot, w=words, three=three: f.height() >= min(w.height(), three), timeout=2000)
    assert wide == []


def test_the_list_of_chapters_is_as_wide_as_the_search_above_it(lay) -> None:
    table = lay("fallujah")
    table.inspector.open("rules")
    rest(5)
    rules = table.inspector.rules
    assert rules.chapters.geometry().right() == rules.apart.geometry().right()
    rules.field.setText("mosque")
    rest(5)
    assert rules.count.isVisible()


@pytest.mark.parametrize("values", [(63, 81), (0, 1), (-3, 4), (2.5, 7.5)])
def test_a_chart_over_the_turns_is_marked_in_whole_numbers(values: tuple[float, ...]) -> None:
    low, high = find_span(values)
    assert low <= min(values) and max(values) <= high
    assert (low + high) % 2 == 0


def test_a_tray_that_is_gone_is_no_longer_told_of(lay, store) -> None:
    """The list of purchases lies beside the map only while somebody buys."""
    store.set(curtain="never")
    table = lay("somali_pirates")
    panel, match = table.inspector.place, table.session.match
    panel.pin("cart", "")
    assert "To be bought" in panel.toPlainText()
    table.session.play(match.legal()[-1])  # nothing is bought
    assert not table.session.has_tray("cart")
    rest(60)
    assert "will be bought" not in panel.toPlainText()


@pytest.mark.parametrize(
    ("game", "space", "name"),
    [
        ("somali_pirates", "sea_goa_c", "Central Gulf of Aden"),
        ("somali_pirates", "off_suez", "Suez"),
        ("operation_serval", "3218", "Kidal (3218)"),
    ],
)
def test_a_space_has_its_number_only_where_the_map_prints_one(game: str, space: str, name: str) -> None:
    assert name_space(load_game(game), space) == name


def test_a_long_source_of_several_facts_is_told_once() -> None:
    long = "reconstructed; unit types and identifications rulebook 2.11-2.19"
    rows = (Row("Kinetic", "3", "2.11c", long), Row("Movement", "2", "2.11e", long), Row("Worth", "1", "6.1a", "made"))
    text = section_html(Section("Counter", rows))
    assert text.count("identifications") == 1 and text.count("*") == 3  # both facts, and the line below them
    assert "made" in text


def test_a_way_is_told_in_the_names_of_its_spaces(lay, store) -> None:
    store.set(curtain="never")
    table = lay("somali_pirates")
    table.inspector.place.pin("jowhar", "")
    text = table.inspector.place.toPlainText()
    route = table.session.table.route(table.session.view, "jowhar")
    spaces = table.game_map.spaces
    assert route is not None and len(route.way) > 1
    assert " – ".join(spaces[space].name for space in route.way) in text
    assert "Begins as\nPirates" in text  # the side as players call it
