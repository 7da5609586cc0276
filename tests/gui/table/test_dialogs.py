"""Dialogs: nothing is cut off, Tab, Enter and Escape go where they should, files go where the player keeps his."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QFileDialog,
    QKeySequenceEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
)

from common.gui.kit import theme
from common.gui.kit.dialogs import LinesDialog, ask_save_name
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.start.program import Program
from tests.gui.eyes import clipped, dialogs
from tests.gui.waiting import rest

HOLDERS = (QComboBox, QAbstractSpinBox, QKeySequenceEdit)  # their inner fields are no stops of their own


@pytest.mark.parametrize("percent", [80, 100, 150, 200])
def test_no_dialog_cuts_its_text_off(lay, store: Store, qtbot, percent: int, monkeypatch) -> None:
    """U27, F66: on a screen of 1280 by 720."""
    monkeypatch.setattr("common.gui.kit.widgets.room_of", lambda window: QRect(0, 0, 1280, 720).size())
    theme.use("light", percent)
    table = lay(size=(1280, 720))
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        rest(5)
        assert clipped(dialog) == [], name
        assert dialog.width() <= 1280, name
        assert dialog.height() <= 720, name
        if isinstance(dialog, SettingsDialog):
            for number in range(dialog.tabs.count()):
                dialog.tabs.setCurrentIndex(number)
                rest(5)
                assert clipped(dialog) == [], (name, number)
        dialog.close()


def test_tab_goes_the_way_the_eye_goes(lay, store: Store, qtbot) -> None:
    """U2: from top to bottom, and from left to right in a row."""
    table = lay()
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        rest(5)
        places = []
        widget = dialog.nextInFocusChain()
        while widget is not dialog:
            stops = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.isVisible() and widget.isEnabled()
            part = isinstance(widget, QTabWidget) or isinstance(widget.parent(), HOLDERS)
            if stops and not part:
                at = widget.mapTo(dialog, widget.rect().center())
                places.append((at.y(), at.x()))
            widget = widget.nextInFocusChain()
        start = places.index(min(places)) if places else 0
        turned = places[start:] + places[:start]
        for one, other in pairwise(turned):
            assert other[0] > one[0] - 14, (name, one, other)
            assert other[1] > one[1] or other[0] > one[0] + 8, (name, one, other)
        dialog.close()


def test_enter_is_the_main_button_and_escape_goes(lay, store: Store, qtbot, monkeypatch) -> None:
    """U2."""
    table = lay()
    for name, dialog in dialogs(table, store).items():
        qtbot.addWidget(dialog)
        dialog.show()
        main = [b for b in dialog.findChildren(QPushButton) if b.property("role") == "main"]
        assert len(main) <= 1, name
        assert not main or main[0].autoDefault(), name
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert not dialog.isVisible(), name


def test_files_go_to_the_players_own_folders(lay, store: Store, tmp_path: Path, monkeypatch) -> None:
    """U19: first his documents, then where he wrote last; a folder that is gone is no trouble."""
    documents, other = tmp_path / "papers", tmp_path / "other"
    monkeypatch.setattr("common.gui.kit.settings.QStandardPaths.writableLocation", lambda _place: str(documents))
    assert store.folder == Path.home()
    documents.mkdir()
    other.mkdir()
    assert store.folder == documents
    started: list[str] = []

    def choose(dialog: QFileDialog) -> int:
        started.append(dialog.directory().absolutePath())
        dialog.setDirectory(str(other))
        dialog.selectFile("mine")
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    table = lay()
    assert ask_save_name(table, "Write", "his.txt", "Text (*.txt)", store) == other / "mine.txt"
    ask_save_name(table, "Write", "his.txt", "Text (*.txt)", store)
    assert started == [str(documents), str(other)]
    other.rmdir()
    assert store.folder == documents


def test_a_page_of_settings_begins_at_its_top(store: Store, qtbot) -> None:
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.tabs.setCurrentIndex(dialog.tabs.count() - 1)
    rest(20)
    place = dialog.packs.mapTo(dialog.tabs, dialog.packs.rect().topLeft())
    assert place.y() < dialog.tabs.tabBar().height() + 30


def test_the_settings_grow_with_the_text_and_so_do_their_tabs(store: Store, qtbot) -> None:
    """U22, U27: in the size of now, not of the one before; each way, for Qt tells the widgets in no certain order."""
    program = Program(store)
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    dialog.show()
    for percent in (200, 80, 150, 100, 200, 90):
        store.set(text=percent)
        rest(20)
        look = theme.current()
        assert dialog.tabs.tabBar().font().pixelSize() == look.px(theme.BASE_PX)
        page = dialog.tabs.currentWidget()
        assert isinstance(page, QScrollArea)
        assert page.widget().width() <= page.viewport().width()
        assert dialog.screen().availableGeometry().contains(dialog.frameGeometry().topLeft())
    assert program.store is store


def test_a_note_is_written_with_the_keyboard_alone(lay, qtbot) -> None:
    """U2: Tab leaves the text, Ctrl+Enter is done."""
    table = lay()
    journal, session = table.journal, table.session
    fields: list[bool] = []

    def write() -> None:
        dialog = table.findChild(LinesDialog)
        assert dialog is not None
        QTimer.singleShot(3000, dialog, dialog.reject)  # keys that nobody hears fail the test and do not hold it up
        QTest.qWaitForWindowActive(dialog)
        QTest.keyClicks(dialog.field, "One")
        QTest.keyClick(dialog.field, Qt.Key.Key_Return)
        QTest.keyClicks(dialog.field, "two")
        QTest.keyClick(dialog.field, Qt.Key.Key_Tab)
        fields.append(dialog.field.hasFocus())
        QTest.keyClick(dialog.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    QTest.qWaitForWindowActive(table)  # later, it would take the keys from the dialog
    QTimer.singleShot(50, write)
    journal.note()
    assert fields == [False]
    assert session.record.texts("note") == {0: "One\ntwo"}


def test_no_two_kinds_of_files_are_given_one_name(lay, monkeypatch) -> None:
    """U19: the sheets of counters would have gone over a picture of the position."""
    names: list[str] = []
    monkeypatch.setattr(
        "common.gui.table.game_commands.ask_save_name", lambda _table, _title, name, *_: names.append(name)
    )
    table = lay()
    for command in ("save_as", "export_journal", "export_report", "export_counters"):
        table.commands.actions[command].trigger()
    pictures = [f"{table.commands.groups.game.propose_name()}.{kind}" for kind in ("png", "svg", "pdf")]
    assert len({*names, *pictures}) == 7
