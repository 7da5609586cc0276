"""Keys and menus: those everybody knows, none given twice, every entry with its letter."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QMenuBar,
    QWidget,
)

from common.engine import GAMES, Seat, load_game
from common.gui.kit.key_sheet import GroupedKeys
from common.gui.kit.settings import Store
from common.gui.start.program import Program
from common.gui.table.command_list import BY_ID, COMMANDS
from common.gui.table.key_editor import RESERVED, KeyEditor, KeySheet, find_conflicts, to_portable
from common.gui.table.open_table import find_table
from nmc.actions import Ready

CONTROL = Qt.KeyboardModifier.ControlModifier


def test_the_keys_everybody_knows_are_there() -> None:
    """U1."""
    wanted = {
        "new": ["Ctrl+N"], "open": ["Ctrl+O"], "save_as": ["Ctrl+S", "Ctrl+Shift+S"], "close": ["Ctrl+W"],
        "quit": ["Ctrl+Q"], "undo": ["Ctrl+Z"], "redo": ["Ctrl+Shift+Z", "Ctrl+Y"], "help": ["F1"],
        "full_screen": ["F11"], "keys": ["?"], "palette": ["Ctrl+K"], "settings": ["Ctrl+,"], "find": ["Ctrl+F"],
        "print": ["Ctrl+P"], "map_only": ["F9"],
    }  # fmt: skip
    for name, keys in wanted.items():
        assert set(keys) <= set(BY_ID[name].keys), name
    docks = {key for command in COMMANDS for key in command.keys if re.fullmatch(r"Ctrl\+\d", key)}
    assert docks >= {f"Ctrl+{number}" for number in range(1, 10)}


def doubles(window: QWidget) -> dict[str, int]:
    """Key sequences that more than one action or shortcut of a window answers to."""
    actions = {id(action): action for widget in (window, *window.findChildren(QWidget)) for action in widget.actions()}
    counted: Counter[str] = Counter()
    for action in actions.values():
        counted.update({to_portable(sequence.toString()) for sequence in action.shortcuts()})
    counted.update(to_portable(shortcut.key().toString()) for shortcut in window.findChildren(QShortcut))
    return {key: count for key, count in counted.items() if key and count > 1}


def test_no_window_answers_twice_to_a_key(lay, store: Store, qtbot) -> None:
    """U4: by the actions that are really there."""
    assert doubles(lay()) == {}
    program = Program(store)
    program.start()
    assert doubles(program.launcher) == {}
    browser = program.open_map("sand_wars")
    assert doubles(browser) == {}
    browser.close()
    program.launcher.close()


@pytest.mark.parametrize("game", GAMES)
def test_overlays_of_the_games_do_not_take_the_keys_of_commands(game: str) -> None:
    match = load_game(game).new_match(seed=1)
    taken = {to_portable(key) for command in COMMANDS for key in command.keys} | set(RESERVED)
    keys = [to_portable(overlay.key) for overlay in find_table(match).overlays(match.view(match.to_act))]
    assert len(keys) == len(set(keys))
    assert not taken & set(keys)
    assert all(re.fullmatch(r"(Shift\+)?[A-Z]", key) for key in keys), keys  # Shift with a figure is another sign


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        ("nmc", "campaign"), ("fallujah", "phantom_fury"), ("fallujah", "solitaire"),
        ("operation_serval", "scenario_1"), ("operation_serval", "scenario_2"), ("somali_pirates", "quick_start"),
        ("sand_wars", "crisis"),
    ],
)  # fmt: skip
def test_no_key_of_an_action_shows_something_at_another_time(game: str, scenario: str) -> None:
    """Who wants to see who controls what must not close a hex, nor roll again who wants to see a reach."""
    match, chance = load_game(game).new_match(scenario, 5), random.Random(5)
    table = find_table(match)
    shown = {to_portable(overlay.key) for overlay in table.overlays(match.view(match.to_act))}
    shown |= {to_portable(key) for command in COMMANDS for key in command.keys} | {"F"}  # which fits the map
    found: set[str] = set()
    for _ in range(700):
        if match.to_act is None:
            break
        found |= {
            to_portable(gesture.key)
            for action in match.legal()
            if (gesture := table.gesture(Seat(match, match.to_act), action)).key
        }
        match.play(chance.choice(match.legal()))
    assert len(found) > 2
    assert not found & shown


def entries(menu: QMenu) -> Iterator[QAction]:
    """Everything in a menu and below it, filled as a player would find it."""
    menu.aboutToShow.emit()
    for action in menu.actions():
        if action.text() and not action.isSeparator():
            yield action
        if action.menu() is not None:
            yield from entries(action.menu())


def test_every_entry_of_every_menu_has_its_letter(lay) -> None:
    """U4: submenus too."""
    table = lay()
    table.session.play(table.session.match.legal()[0])
    table.session.takeback.undo()
    table.session.play(table.session.match.legal()[1])
    bare = [action.text() for menu in table.findChildren(QMenu) for action in entries(menu) if "&" not in action.text()]
    assert bare == []


def test_long_menus_are_parted_by_lines(lay) -> None:
    """Nobody reads twenty entries in one go."""
    bar = lay().findChild(QMenuBar)
    for menu in (action.menu() for action in bar.actions()):
        run = longest = 0
        for action in menu.actions():
            run = 0 if action.isSeparator() else run + 1
            longest = max(longest, run)
        assert longest <= 7, menu.title()


def test_a_command_is_found_among_the_keys(lay, store: Store) -> None:
    """U5: by its name or by its key; the editor belongs to the table it was called from."""
    table = lay()
    editor = KeyEditor(store, table)
    QTest.keyClicks(editor.filter, "ctrl+p")
    rows = [row for row in range(editor.table.rowCount()) if not editor.table.isRowHidden(row)]
    assert {COMMANDS[row].id for row in rows} == {
        command.id for command in COMMANDS if any(key.lower().startswith("ctrl+p") for key in command.keys)
    }
    assert editor.parentWidget() is table


def test_no_command_loses_its_keys_unseen(store: Store, qtbot) -> None:
    """U32: where nothing is chosen nothing changes, and the defaults of the settings leave the keys alone."""
    editor = KeyEditor(store)
    qtbot.addWidget(editor)
    for act in (editor.clear, editor.default, editor.assign):
        act()
        assert editor.message.text() == "First choose a command in the list."
    assert store.now.keys == {}
    editor.table.setCurrentCell([command.id for command in COMMANDS].index("quit"), 0)
    editor.filter.setText("hint")
    editor.clear()  # what was found, not what was chosen before and is hidden now
    assert store.now.keys == {"hint": []}
    assert editor.set_keys("hint", ("F6",))
    store.reset()
    assert store.now.keys == {"hint": ["F6"]}


def test_keys_are_exported_and_the_maps_own_are_not_given_away(store: Store, tmp_path: Path, qtbot) -> None:
    """U5, F96."""
    editor = KeyEditor(store)
    qtbot.addWidget(editor)
    assert editor.set_keys("hint", ("F6",))
    assert editor.write_keys(tmp_path / "keys.json") == ""
    editor.reset()
    assert editor.keys["hint"] == ("Ctrl+H",)
    assert editor.read_keys(tmp_path / "keys.json") == ""
    assert editor.keys["hint"] == ("F6",)
    assert not editor.set_keys("hint", ("F",))
    assert "zooming" in editor.message.text()
    blocked = tmp_path / "file"
    blocked.write_text("")
    assert "cannot be written" in editor.write_keys(blocked / "keys.json")
    editor.table.setCurrentCell([command.id for command in COMMANDS].index("recap"), 0)
    editor.editor.setKeySequence(QKeySequence("Ctrl+Z"))
    editor.assign()
    assert "Undo" in editor.message.text()
    assert store.now.keys == {"hint": ["F6"]}


def test_the_question_mark_shows_the_sheet_and_stops_nobody(lay) -> None:
    """U1, U31."""
    table = lay()
    QTest.keyClick(table.map, Qt.Key.Key_Question)
    (shown,) = table.findChildren(KeySheet)
    assert shown.isVisible()
    assert not shown.isModal()
    QTest.keyClick(shown, Qt.Key.Key_Escape)


def test_a_key_that_the_part_in_focus_does_not_want_reaches_the_map(lay, qtbot) -> None:
    """Who has read a rule or a line of the journal goes on with the keys of the game; a field keeps its letters."""
    match = load_game("nmc").new_match(seed=7)
    match.play(Ready())
    table = lay(match=match)
    table.journal.text.setFocus()
    for _ in range(2):  # the first one warns of who could still act
        QTest.keyClick(table.journal.text, Qt.Key.Key_E)
    assert [type(moment.action).__name__ for moment in table.session.match.past] == ["Ready", "EndPhase"]
    table.show_rule("8.4")
    table.inspector.rules.focus_search()
    QTest.keyClicks(table.inspector.rules.field, "e1")
    assert table.inspector.rules.field.text() == "e1"
    assert table.session.length == 2


def test_no_key_of_the_game_reaches_the_map_behind_the_curtain(lay) -> None:
    match = load_game("nmc").new_match(seed=7)
    match.play(Ready())
    table = lay(match=match)
    table.commands.actions["pass_seat"].trigger()
    assert table.session.curtain
    shown = table.map.board.overlays
    for key in (Qt.Key.Key_E, Qt.Key.Key_1, Qt.Key.Key_S):
        QTest.keyClick(QApplication.focusWidget() or table, key)
        QTest.keyClick(table, key)
    assert table.session.curtain and table.session.length == 1
    assert table.map.board.overlays == shown


def test_a_link_that_is_clicked_leaves_the_keys_with_the_map(lay) -> None:
    table = lay()
    table.map.setFocus()
    question = table.prompt.question
    QTest.mouseClick(question, Qt.MouseButton.LeftButton, pos=question.rect().center())
    assert table.map.hasFocus()
    assert question.focusPolicy() & Qt.FocusPolicy.TabFocus


def test_the_start_window_has_keys_too(store: Store, qtbot) -> None:
    program = Program(store)
    program.start()
    launcher = program.launcher
    with qtbot.waitActive(launcher):
        launcher.activateWindow()
    launcher._choose("nmc")
    QTest.keyClick(launcher, Qt.Key.Key_Escape)
    assert launcher.stack.currentIndex() == 0
    assert launcher.isVisible()
    QTest.keyClick(launcher, Qt.Key.Key_N, CONTROL)
    assert launcher.focusWidget() is launcher.games[0]
    QTest.keyClick(launcher, Qt.Key.Key_Question)
    (sheet,) = launcher.findChildren(GroupedKeys)
    assert sheet.isVisible() and not sheet.isModal()
    QTest.keyClick(sheet, Qt.Key.Key_Escape)
    asked: list[bool] = []
    launcher.settings_wanted.disconnect()
    launcher.settings_wanted.connect(lambda: asked.append(True))
    QTest.keyClick(launcher, Qt.Key.Key_Comma, CONTROL)
    assert asked
    QTest.keyClick(launcher, Qt.Key.Key_W, CONTROL)
    assert not launcher.isVisible()


def test_no_key_is_given_twice_and_every_entry_has_a_letter(lay) -> None:
    assert find_conflicts({command.id: command.keys for command in COMMANDS}) == {}
    table = lay()
    for menu in table.findChildren(QMenuBar)[0].actions():
        letters = []
        for action in menu.menu().actions():
            if action.text():
                assert "&" in action.text(), action.text()
                letters.append(action.text()[action.text().index("&") + 1].lower())
        assert len(letters) == len(set(letters)), (menu.text(), sorted(letters))


def test_keys_can_be_changed_but_not_taken_from_another(lay, store, tmp_path: Path, qtbot) -> None:
    table = lay()
    editor = KeyEditor(store)
    qtbot.addWidget(editor)
    assert not editor.set_keys("hint", ("Ctrl+Z",))
    assert "Undo" in editor.message.text()
    assert editor.set_keys("hint", ("F6",))
    action: QAction = table.commands.actions["hint"]
    assert action.shortcut().toString() == "F6"
    file = tmp_path / "keys.json"
    file.write_text('{"hint": ["F7"]}')
    assert editor.read_keys(file) == ""
    assert action.shortcut().toString() == "F7"
    file.write_text('{"hint": ["Ctrl+Z"]}')
    assert editor.read_keys(file)
    editor.reset()
    assert action.shortcut().toString() == "Ctrl+H"
    sheet = KeySheet(store, [("C", "overlay: Control")])
    qtbot.addWidget(sheet)
