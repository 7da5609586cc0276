"""Games on the shelf: what the list tells, what is refused or missing, and files that are dropped on a window."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from common.data import ROOT
from common.engine import load_game
from common.gui.session.game_record import summary_path
from common.gui.start.program import Program
from common.gui.start.saved_games import list_saved, new_path, read_saved
from common.gui.start.shelf import ShelfEntry


def test_a_file_that_is_no_game_is_refused_with_words(store, tmp_path: Path, qtbot) -> None:
    bad = tmp_path / "x.jsonl"
    bad.write_text('{"t":"game"}\n')
    program = Program(store)
    assert program.open(str(bad)) is None
    assert "x.jsonl" in program.launcher.message.text()
    program.launcher.hide()
    table = program.begin("nmc", "", 1, {}, {})
    table.open_wanted.emit(str(bad))
    assert "x.jsonl" in table.prompt.news.text()  # who asked at a table is told there
    assert not program.launcher.isVisible()
    table.close()
    program.launcher.close()


def test_two_tables_on_one_save_are_refused(store, qtbot) -> None:
    program, other = Program(store), Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    assert program.open(str(table.path)) is table
    text = table.path.read_bytes()
    assert other.open(str(table.path)) is None
    assert "another program" in other.launcher.message.text()
    assert table.path.read_bytes() == text
    table.close()
    other.launcher.close()


def test_shelf_names_never_clash(tmp_path: Path) -> None:
    one = new_path(tmp_path, "nmc", "campaign")
    one.write_text("x")
    assert new_path(tmp_path, "nmc", "campaign") != one
    assert list_saved(tmp_path, [str(tmp_path / "gone.jsonl")])[0].path.name == "gone.jsonl"


def test_a_game_in_which_nothing_was_done_does_not_stay_on_the_shelf(store, qtbot) -> None:
    program = Program(store)
    idle, played = (program.begin("nmc", "", 1, {}, {}) for _ in range(2))
    played.session.play(played.session.match.legal()[0])
    paths = [idle.path, played.path]
    for table in (idle, played):
        table.close()
    assert [path.is_file() for path in paths] == [False, True]
    assert [saved.path for saved in list_saved(store.places.saves, store.now.recent)] == [paths[1]]
    assert (store.places.saves / "removed" / paths[0].name).is_file()  # nothing is destroyed


def test_the_list_tells_everything_without_reading_the_game(store, qtbot) -> None:
    """F54: game, scenario, turn, side, seats, note, size and picture come from the card; the body may be rubbish."""
    program = Program(store)
    table = program.begin("fallujah", "", 1, {}, {"insurgent": "human", "coalition": "policy"})
    table.session.bots.pause(True)
    table.session.record.note = "with Anna"
    path = table.path
    table.close()
    head = path.read_bytes().partition(b"\n")[0]
    path.write_bytes(head + b"\n" + b"rubbish\n" * 2000)
    (saved,) = list_saved(store.places.saves, [])
    text = "\n".join(saved.lines())
    assert saved.title == "Second Fallujah"
    for word in ("Operation Phantom Fury", "Nov 8", "to decide", "Coalition: Skilled bot", "with Anna", "kB"):
        assert word in text, word
    assert saved.picture is not None


def test_the_list_knows_who_sits_where_at_once(lay) -> None:
    """Also when nothing was played since a bot took the seat, and the program was killed."""
    table = lay()
    table.session.set_seat("union", "policy")
    assert read_saved(table.path).seats == "Confederates: Person, Union: Skilled bot"


def test_cards_of_older_saves_and_lost_cards_give_the_names_of_the_sides(store, qtbot) -> None:
    """A card once held what the program calls a side; a header does so still."""
    program = Program(store)
    table = program.begin("fallujah", "", 1, {}, {"insurgent": "policy"})
    table.session.record.add("note", 0, "begun")
    path = table.path
    table.close()
    card = msgspec.json.decode(summary_path(path).read_bytes())
    card["seats"] = {"insurgent": "policy", "coalition": "human"}
    for text in (msgspec.json.encode(card), None):
        if text is None:
            summary_path(path).unlink()
        else:
            summary_path(path).write_bytes(text)
        program.start()
        words = " ".join(word.text() for word in program.launcher.findChildren(QLabel))
        assert "Insurgents: Skilled bot, Coalition: Person" in words
        assert "Second Fallujah" in words
        assert ("actions" in words) == (text is not None)  # a header does not say how far the game is
        assert "Turn 0" not in words
        assert not re.search(r"\b(insurgent|coalition|fallujah|phantom_fury)\b", " ".join(read_saved(path).lines()))
    program.launcher.close()


def test_an_interrupted_game_is_offered_once(store, qtbot) -> None:
    """U20: named by time, turn and side; kept for later it is one of the shelf, and an open game is not offered."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    table.session.play(table.session.gestures()[0].action)
    program.start()
    assert program.launcher.shelf.offered is None  # it is on a table
    broken = store.places.saves / "broken.jsonl"
    broken.write_bytes(table.path.read_bytes())
    summary_path(broken).write_bytes(summary_path(table.path).read_bytes())
    program.launcher.home()
    shelf_ = program.launcher.shelf
    assert shelf_.offered is not None
    assert shelf_.offered.path == broken
    question = next(w.text() for w in shelf_.findChildren(QLabel) if w.text().startswith("Restore game of"))
    assert re.fullmatch(r"Restore game of \d\d:\d\d \(turn 1, Confederates\)\?", question)
    QTest.mouseClick(shelf_.later, Qt.MouseButton.LeftButton)
    assert shelf_.offered is None
    assert any(card.accessibleName().startswith("The New Mexico") for card in shelf_.findChildren(ShelfEntry))
    program.launcher.home()
    assert shelf_.offered is None
    table.close()
    program.launcher.close()


def test_a_missing_game_is_grey_with_its_reason_and_shift_removes_it(store, tmp_path: Path, qtbot) -> None:
    """U17."""
    for number in range(12):
        store.remember(tmp_path / f"gone{number}.jsonl")
    program = Program(store)
    program.start()
    cards = [card for card in program.launcher.shelf.findChildren(ShelfEntry) if card.isVisible()]
    assert len(cards) == 10
    assert "no longer there" in cards[0].accessibleName()
    assert cards[0].property("off")
    opened: list[str] = []
    program.launcher.open_wanted.connect(opened.append)
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    assert opened == []
    assert "no longer there" in program.launcher.message.text()
    QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)
    assert str(tmp_path / "gone11.jsonl") not in store.now.recent
    assert len(store.now.recent) == 9
    program.launcher.close()


def drop(window, path: Path) -> None:
    """Let go of a file over a window."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    where, buttons, none = QPointF(50, 50), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(where.toPoint(), Qt.DropAction.CopyAction, data, buttons, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(where, Qt.DropAction.CopyAction, data, buttons, none))


def test_files_dropped_on_a_window_open(store, tmp_path: Path, qtbot) -> None:
    """U18: saves on the start window and on a table, maps too."""
    program = Program(store)
    program.start()
    file = tmp_path / "dropped.jsonl"
    load_game("nmc").new_match(seed=3).save(file)
    drop(program.launcher, file)
    assert program.tables[0].path == file
    other = tmp_path / "other.jsonl"
    load_game("fallujah").new_match(seed=3).save(other)
    drop(program.tables[0], other)
    assert program.tables[1].path == other
    drop(program.launcher, ROOT / "sand_wars" / "data" / "map.yaml")
    assert [sheet.game_map.id for sheet in program.designer.sheets()] == ["sand_wars"]
    program.designer.close()
    for table in list(program.tables):
        table.close()
    program.launcher.close()
