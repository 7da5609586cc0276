"""The new-game page: a game is begun, left and continued; what was chosen stays; who cannot play opens the map."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from common.engine import GAMES, load_game
from common.gui.kit.sounds import Sounds
from common.gui.session.game_record import summary_path
from common.gui.session.seats import is_ready
from common.gui.start.program import Program
from common.gui.start.saved_games import read_saved
from common.gui.start.seat_rows import SeatForm
from common.gui.start.shelf import ShelfEntry
from common.gui.start.start_window import StartWindow
from tests.gui.waiting import rest


def test_a_game_is_begun_left_and_continued(store, qtbot) -> None:
    program = Program(store)
    program.start()
    launcher = program.launcher
    cards = [card for card in launcher.findChildren(ShelfEntry) if card.isVisible()]
    assert len(cards) == len(GAMES)
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    assert launcher.stack.currentIndex() == 1
    launcher.new_game.seed.setText("42")
    launcher.new_game.options["attack_momentum"].setChecked(True)
    launcher.new_game._begin()
    table = program.tables[0]
    assert table.session.record.seed == 42
    assert table.session.match.state.options["attack_momentum"]
    table.session.play(table.session.gestures()[0].action)
    played = table.session.match.hash()
    path = table.path
    table.close()
    qtbot.waitUntil(launcher.isVisible, timeout=2000)
    saved = read_saved(path)
    assert saved.summary.closed
    assert saved.summary.actions == 1
    assert saved.summary.to_act == "Confederates"
    assert saved.picture is not None
    assert launcher.continue_button.text() == "Continue"
    QTest.mouseClick(launcher.continue_button, Qt.MouseButton.LeftButton)
    again = program.tables[0]
    assert again.session.match.hash() == played
    again.close()
    launcher.close()


def test_the_page_and_its_choices_outlast_a_new_look(store, qtbot) -> None:
    """U22: a theme or a text size chosen in the start window is worn by the page that is shown."""
    program = Program(store)
    program.start()
    launcher = program.launcher
    launcher.tell("something to know")
    for setting in ({"theme": "dark"}, {"text": 200}, {"text": 80}):
        store.set(**setting)
        assert launcher.stack.currentIndex() == 0
        assert launcher.games[0].isVisible()
        assert launcher.message.text() == "something to know"
    rest(50)
    area = launcher.games[0].parentWidget().parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() == 0  # all games are seen at once
    QTest.mouseClick(launcher.games[0], Qt.MouseButton.LeftButton)
    page = launcher.new_game
    page.seed.setText("42")
    page.seats["union"].name.setText("Ada")
    page.seats["union"].who.setCurrentIndex(1)
    page.options["attack_momentum"].setChecked(True)
    store.set(text=100)
    assert launcher.stack.currentIndex() == 1
    assert (page.seed.text(), page.seats["union"].name.text()) == ("42", "Ada")
    assert page.seats["union"].who.currentIndex() == 1
    assert page.options["attack_momentum"].isChecked()
    launcher.close()


def test_a_seed_may_be_any_text_and_enter_in_a_field_begins(store, qtbot) -> None:
    program = Program(store)
    program.start()
    program.launcher._choose("nmc")
    program.launcher.new_game.seed.setText("²")
    QTest.keyClick(program.launcher.new_game.seed, Qt.Key.Key_Return)
    assert program.tables[0].session.record.seed == ord("²")
    program.tables[0].close()
    QTest.keyClick(program.launcher.new_game.seats["union"].name, Qt.Key.Key_Return)
    assert len(program.tables) == 1
    program.tables[0].close()
    program.launcher.close()


def test_games_without_rules_open_their_map(store, qtbot) -> None:
    program = Program(store)
    for name in GAMES:
        if not is_ready(name):
            window = program.open_map(name)
            ids = list(window.sheet.game_map.spaces)
            window.open_page(window.spaces)
            assert window.spaces.table.rowCount() == len(ids)
            window.spaces.place_wanted.emit(ids[3])
            assert ids[3] in window.facts.title.text()
            window.actions_.kinds.trigger()
            window.actions_.marks.trigger()
            assert window.sheet.view.board.overlays
            window.close()
            return


def test_the_pointer_says_that_a_game_is_being_laid_out(store, qtbot, monkeypatch) -> None:
    """U29: while a table is made or a save is read, and no longer."""
    from common.gui.table import open_table

    shapes: list[Qt.CursorShape] = []
    lay = open_table.set_up_table

    def watched(*parts):
        shapes.append(QGuiApplication.overrideCursor().shape())
        return lay(*parts)

    monkeypatch.setattr(open_table, "set_up_table", watched)
    program = Program(store)
    table = program.begin("nmc", "", 7, {}, {})
    assert shapes == [Qt.CursorShape.WaitCursor]
    assert program.open("nowhere.jsonl") is None
    assert QGuiApplication.overrideCursor() is None
    table.close()


def test_nobody_sits_where_the_scenario_plays(store, qtbot) -> None:
    """The solitaire scenario asks no seat for the side its own rules play."""
    program = Program(store)
    program.start()
    program.launcher._choose("fallujah")
    page = program.launcher.new_game
    assert page.seats["insurgent"].who.isVisibleTo(page)
    page.scenario.setCurrentIndex(page.scenario.findData("solitaire"))
    assert not page.seats["insurgent"].who.isVisibleTo(page)
    assert page.seats["insurgent"].by_rule.isVisibleTo(page)
    assert page.seats["coalition"].who.isVisibleTo(page)
    page._begin()
    table = program.tables[0]
    assert set(table.session.humans) == {"coalition"}
    assert store.now.last_new["fallujah"]["seats"]["insurgent"] == "human", "the choice for other scenarios stays"
    table.commands.seat_menu.aboutToShow.emit()
    seats = [act for act in table.commands.seat_menu.actions() if "Insurgents" in act.text()]
    assert [act.text().partition("  ")[2] for act in seats] == ["Insurgents: Played by the rules"]
    assert not seats[0].isEnabled()
    path = table.path
    table.session.record.add("note", 0, "begun")
    table.close()
    assert read_saved(path).seats == "Insurgents: Played by the rules, Coalition: Person"
    summary_path(path).unlink()
    assert read_saved(path).seats == "Insurgents: Played by the rules, Coalition: Person"  # the save knows it too


def test_the_first_start_asks_once_whether_anything_shall_be_heard(store, qtbot, monkeypatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(Sounds, "has_loudness", True)
    monkeypatch.setattr(Sounds, "play", lambda self, kind: heard.append(kind) if store.now.loudness.get(kind) else None)
    window = StartWindow(store)
    qtbot.addWidget(window)
    window.show()
    assert window.sound_question.isVisible()
    for button in window.sound_question.findChildren(QPushButton):
        if button.text() == "Softly":
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert heard == ["counters"]
    assert 0 < store.now.loudness["dice"] < 50
    assert not window.sound_question.isVisible()
    again = StartWindow(store)
    qtbot.addWidget(again)
    again.show()
    assert not again.sound_question.isVisible()


@pytest.mark.parametrize("game", GAMES)
def test_a_newcomer_sits_against_the_skilled_bot(store, qtbot, game: str) -> None:
    """Whoever has never chosen plays alone; what was chosen is remembered."""
    program = Program(store)
    program.start()
    program.launcher._choose(game)
    form = program.launcher.new_game.seats
    assert [row.who.currentData() for row in form.rows.values()] == ["human", "policy"]
    other = list(form.rows)[1]
    assert SeatForm(load_game(game), {"seats": {other: "human"}})[other].who.currentData() == "human"


@pytest.mark.parametrize("game", GAMES)
def test_begin_is_in_sight_however_long_the_page_is(store, qtbot, game: str) -> None:
    window = StartWindow(store)
    qtbot.addWidget(window)
    window.resize(1280, 640)
    window.show()
    window._choose(game)
    page = window.new_game
    rest(50)
    begin = next(each for each in page.findChildren(QPushButton) if each.text() == "Begin")
    assert begin.visibleRegion().boundingRect() == begin.rect()
    store.set(text=150)
    rest(50)
    begin = next(each for each in page.findChildren(QPushButton) if each.text() == "Begin")
    assert begin.visibleRegion().boundingRect() == begin.rect()
