"""Play from here, copies, and files changed behind our back: no game is lost or written over."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.engine import Match
from common.gui.session.game_record import Player
from common.gui.start.program import Program
from tests.gui.waiting import rest


def test_play_from_here_leaves_the_old_game_alone(store, qtbot) -> None:
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {})
    for _ in range(3):
        table.session.play(table.session.gestures()[0].action)
    text = table.path.read_bytes()
    table.session.show(1)
    table.commands.groups.replay.play_from_here()
    other = program.tables[-1]
    assert other is not table
    assert other.session.length == 1
    assert other.path != table.path
    assert table.path.read_bytes() == text
    for each in list(program.tables):
        each.close()


def test_play_from_here_keeps_the_players_and_a_variation_can_begin_a_game(store, qtbot) -> None:
    """F48: seats and names go along; a variation that is looked at becomes a game of its own."""
    program = Program(store)
    table = program.begin("nmc", "", 1, {}, {"union": "random"}, {"confederate": Player("Anna")})
    for _ in range(3):
        table.session.play(table.session.match.legal()[0])
    old = table.session.match.hash()
    table.session.takeback.back_to(1)
    table.session.play(table.session.match.legal()[2])
    text = table.path.read_bytes()
    table.session.look_at(table.session.record.variations[0])
    QTest.mouseClick(table.banner.on, Qt.MouseButton.LeftButton)
    other = program.tables[-1]
    assert other.session.match.hash() == old
    assert other.session.seats == {"confederate": "human", "union": "random"}
    assert other.session.player("confederate") == "Anna (Confederates)"
    other.session.play(other.session.match.legal()[0])
    assert table.path.read_bytes() == text
    assert table.session.match_of(table.session.record.variations[0]).hash() == old
    for each in list(program.tables):
        each.close()


def test_titles_carry_no_asterisk_and_closing_asks_nothing(lay) -> None:
    """U16."""
    table = lay()
    table.session.play(table.session.gestures()[0].action)
    assert table.windowTitle() == "The New Mexico Campaign, 1862 — Confederates"
    assert not table.isWindowModified()
    assert table.close()
    assert QApplication.activeModalWidget() is None


def test_copies_are_named_after_the_game_and_never_go_over_one_that_is_open(lay, tmp_path: Path, monkeypatch) -> None:
    """U19."""
    table = lay()
    asked: list[str] = []
    monkeypatch.setattr("common.gui.table.game_commands.ask_save_name", lambda *words: asked.append(words[2]))
    table.commands.groups.game.save_as()
    assert asked == [f"nmc_campaign_turn01_{date.today().isoformat()}.jsonl"]
    before = table.path.read_bytes()
    table.commands.groups.game.write_copy(table.path)
    assert "already" in table.prompt.news.text()
    assert table.path.read_bytes() == before
    table.commands.groups.game.write_copy(tmp_path / "copies.jsonl")
    assert Match.load(tmp_path / "copies.jsonl").hash() == table.session.match.hash()


def test_a_file_changed_behind_our_back_is_noticed_and_nothing_is_lost(lay, qtbot) -> None:
    """U21: the stranger's text stays, the game goes on beside it; a file that was removed is written again."""
    table = lay()
    session, first = table.session, table.path
    session.play(session.gestures()[0].action)
    rest(350)
    assert table.path == first  # our own writing is no change
    with qtbot.waitSignal(table.file_watch.noticed, timeout=3000) as noticed:
        first.write_text("somebody else was here\n")
    assert first.name in noticed.args[0]
    assert table.path != first
    session.play(session.gestures()[0].action)
    assert first.read_text() == "somebody else was here\n"
    assert Match.load(table.path).hash() == session.match.hash()
    with qtbot.waitSignal(table.file_watch.noticed, timeout=3000):
        table.path.unlink()
    session.play(session.gestures()[0].action)
    assert Match.load(table.path).hash() == session.match.hash()
