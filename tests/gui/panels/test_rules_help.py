"""F16, F18: F1 opens the clause behind anything, every id that is shown has one, and the rules are searched at once."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from common.engine import Match, Seat, load_game
from common.gui.panels.rules_panel import chapter_of, find_clauses
from common.gui.table.choice_buttons import ChoiceButton
from common.gui.table.open_table import find_table
from tests.gui import hands
from tests.gui.waiting import rest
from tests.playing import played

GOLDEN = sorted((Path(__file__).parent.parent / "golden").glob("*.jsonl"))
GAMES = ("nmc", "fallujah")


def no_clause(match: Match, rules) -> list[str]:  # type: ignore[no-untyped-def]
    parts = [one for rule in rules for one in rule.split(",") if one.strip()]
    return [one for one in parts if not find_clauses(match.game.clauses, one)]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_id_of_every_recorded_journal_has_its_clause(path: Path) -> None:
    match = Match.load(path)
    rules = {rule for entry in match.journal for rule in entry.rules}
    rules |= {modifier.rule for entry in match.journal for roll in entry.rolls for modifier in roll.modifiers}
    assert len(rules) > 10
    assert not no_clause(match, rules)


@pytest.mark.parametrize("game", GAMES)
def test_every_id_on_every_page_has_its_clause(game: str) -> None:
    match, rng = load_game(game).new_match(seed=6), random.Random(6)
    table, seen = find_table(match), set()
    for number in range(300):
        if match.to_act is None:
            break
        legal = match.legal()
        if number % 15 == 0:
            view = match.view(match.to_act)
            pieces = table.pieces(view)
            sections = [*table.victory(view)]
            for piece in rng.sample(list(pieces), 12):
                sections += table.about_piece(view, piece.id)
            for space in rng.sample(list(match.game.data.map.spaces), 12):
                sections += table.about_space(view, space)
            seen |= {row.rule for section in sections for row in section.rows}
            seen |= {phase.rule for phase in table.sequence(view)} | {track.rule for track in table.tracks(view)}
            for chart in (*table.charts(view), table.forces(view)):
                seen.add(chart.rule)
                seen |= set(chart.rules)
                assert (chart.columns[-1] == "Rule") == bool(chart.rules)
                assert all(row[-1] == rules for row, rules in zip(chart.rows, chart.rules, strict=False))
        seen |= {
            table.gesture(Seat(match, match.to_act), action).rule for action in rng.sample(legal, min(4, len(legal)))
        }
        assert match.prompt_rule, match.prompt
        seen.add(match.prompt_rule)
        match.play(rng.choice(legal))
    assert len(seen) > 40
    assert not no_clause(match, seen)


def opened(table) -> str:  # type: ignore[no-untyped-def]
    """The rule F1 opens now."""
    table.inspector.rules._opened = ""
    table.activateWindow()
    QTest.keyClick(table, Qt.Key.Key_F1)
    assert table.inspector.page == "rules"
    return str(table.inspector.rules._opened)


def point(widget: QWidget, pos: QPoint | None = None) -> None:
    hands.point(widget, pos if pos is not None else widget.rect().center())


@pytest.fixture
def table(lay):  # type: ignore[no-untyped-def]
    return lay(match=played("nmc", 3, 60))


def test_f1_on_the_prompt_and_its_buttons(table) -> None:
    point(table.prompt.question)
    assert opened(table) == table.session.match.prompt_rule
    button = next(b for b in table.prompt.buttons if isinstance(b, ChoiceButton))
    point(button)
    assert opened(table) == button.choice.rule


def test_f1_on_a_unit_and_a_space(table, qtbot) -> None:
    piece = next(p for p in table.session.pieces() if p.side == table.session.to_act)
    hands.near(table, piece.space)

    def over_a_counter() -> bool:  # the map may still be taking its place in the window
        point(table.map, hands.at(table, piece.space))
        return bool(table.map.board.hover.piece)

    qtbot.waitUntil(over_a_counter)
    hit = table.map.board.hover
    about = table.session.table.about_piece(table.session.view, hit.piece)
    assert opened(table) == about[0].rows[0].rule
    empty = next(s for s in table.game_map.spaces if s not in table.session.match.state.stacks)
    hands.near(table, empty)
    point(table.map, hands.middle(table, empty))
    assert table.map.board.hover.space == empty
    assert opened(table) == table.session.table.about_space(table.session.view, empty)[0].rows[0].rule


def test_f1_on_a_chart(table) -> None:
    table.inspector.open_chart("march modifiers")
    point(table.inspector.charts.picker)
    table.inspector.charts.view.setCurrentCell(1, 0)
    expected = table.inspector.charts.view.chart.rows[1][-1]
    assert opened(table) == expected


def test_f1_on_a_refusal(table) -> None:
    enemy = next(p for p in table.session.pieces() if p.side != table.session.to_act)
    why = table.hand.why_not((enemy.id,), "1008")
    table.map.refuse("1008", why.why, why.rule)
    assert opened(table) == why.rule


def test_f1_on_a_line_of_the_journal(table) -> None:
    text = table.journal.text
    table.docks.show(table.journal_dock)
    rest(20)
    found = None
    for y in range(2, text.viewport().height(), 4):
        entry = text.entry_at(QPoint(20, y))
        if entry is not None and entry.rules:
            found = (y, entry)
    assert found is not None
    point(text.viewport(), QPoint(20, found[0]))
    assert opened(table) == found[1].rules[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_search_shows_its_hits_at_once_and_marks_those_of_the_phase(lay, game: str) -> None:
    table = lay(game)
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    panel = table.inspector.rules
    assert panel.field.hasFocus()
    for words in ("the", "unit move", "may not", "attack"):
        panel.field.setText(words)
        live = panel.live_chapters()
        lines = panel.sheet.toPlainText().splitlines()
        assert lines
        for line in lines:
            rule = line.split()[0]
            assert ("●" in line) == (chapter_of(rule) in live), line


def test_a_search_is_over_all_chapters_and_its_end_brings_the_chapter_back(lay) -> None:
    table = lay("nmc")
    table.commands.actions["find"].trigger()
    panel = table.inspector.rules
    chapter, before = panel.chapters.currentText(), panel.sheet.toPlainText()
    panel.field.setText("cavalry")
    assert panel.chapters.shown() == "All chapters"
    panel.field.setText("no such word")
    assert panel.sheet.toPlainText() == "No rule has these words."
    panel.field.clear()
    assert (panel.chapters.currentText(), panel.sheet.toPlainText()) == (chapter, before)
    assert not panel.count.isVisible()
    panel.field.setText("cavalry")
    panel.chapters.setCurrentIndex(0)
    panel.chapters.activated.emit(0)
    assert panel.field.text() == ""
