"""Saves at the table: a failing disk is told in a line that stays, and opening changes no file."""

from __future__ import annotations

import errno
import os
import random
import shutil
from pathlib import Path

import pytest

from common.engine import Match, save_files
from common.gui.start.program import Program
from common.lab.disk_faults import capricious_disk
from common.lab.failing_disk import KINDS, FailingDisk
from tests.engine.damage import bodies, played, write_marked


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    made = FailingDisk()
    monkeypatch.setattr(save_files, "disk", made)
    return made


def act(session, number: int = 1) -> None:
    chooser = random.Random(session.length)
    for _ in range(number):
        assert session.play(chooser.choice(session.match.legal()), ())


@pytest.mark.parametrize("fault", KINDS)
def test_a_failing_disk_is_told_in_a_line_that_stays_until_all_is_written(lay, disk, fault: int) -> None:
    table = lay()
    act(table.session, 3)
    disk.fault = fault
    act(table.session, 2)
    warning = table.prompt.warning
    assert warning.isVisible() and warning.text().startswith("The last actions are not saved yet: a fault on purpose")
    assert "\n" not in warning.text()
    act(table.session)
    assert warning.isVisible()
    table.file_watch.retry()
    assert warning.isVisible() and len(Match.load(table.path).past) == 3
    disk.fault = 0
    table.file_watch.retry()
    assert not warning.isVisible()
    assert Match.load(table.path).hash() == table.session.match.hash()


def test_writing_is_tried_again_on_a_timer(lay, disk, qtbot) -> None:
    table = lay()
    table.file_watch._again.setInterval(50)
    disk.fault = errno.ENOSPC
    act(table.session, 2)
    assert table.prompt.warning.isVisible()
    disk.fault = 0
    qtbot.waitUntil(lambda: not table.prompt.warning.isVisible(), timeout=3000)
    assert len(Match.load(table.path).past) == 2


def test_closing_a_table_that_could_not_be_saved_asks_first(lay, disk, monkeypatch) -> None:
    table = lay()
    disk.fault = errno.ENOSPC
    act(table.session, 2)
    asked: list[str] = []
    answers = [False, True]
    monkeypatch.setattr(
        "common.gui.table.table_window.confirm", lambda *words: asked.append(words[2]) or answers.pop(0)
    )
    assert not table.close()
    assert "could not be saved" in asked[0]
    disk.fault = 0
    act(table.session)
    assert table.close() and len(asked) == 1
    assert len(Match.load(table.session.record.path).past) == 3


def test_faults_at_random_instants_cost_nothing_at_the_table(lay) -> None:
    """`five-fronts soak S01` does this at five hundred instants."""
    for seed in range(int(os.environ.get("FIVE_FRONTS_SCALE", "1"))):
        table = lay("nmc" if seed % 2 else "fallujah", seed=seed)
        chooser, session = random.Random(seed), table.session
        with capricious_disk(seed, 0.3) as disk:
            while session.match.result is None and session.length < 25:
                session.play(chooser.choice(session.match.legal()), ())
                if chooser.random() < 0.1:
                    session.record.add("bookmark", session.length, "here")
                if chooser.random() < 0.05:
                    shutil.rmtree(table.path.parent / "gone", ignore_errors=True)
                    table.path.unlink(missing_ok=True)
        assert disk.faults
        table.file_watch.retry()
        assert not table.prompt.warning.isVisible()
        table.close()  # a file that was taken away after the last action is written again now
        again = Match.load(table.path)
        assert again.hash() == session.match.hash() and not again.warnings


def test_turns_seats_and_closing_bring_the_game_onto_the_disk(lay, disk) -> None:
    table = lay()
    session, before = table.session, disk.calls.count("sync")
    session.set_seat("union", "policy")
    assert disk.calls.count("sync") == before + 1
    table.close()
    assert disk.calls.count("sync") == before + 2


# Opening never changes a file


def _spoil(path: Path) -> None:
    lines = bodies(path)
    at = next(i for i, line in enumerate(lines) if line["t"] == "do" and i > 20)
    lines[at]["a"] = {"type": "Ready"}
    write_marked(path, lines)


def test_a_game_that_no_longer_replays_is_opened_as_it_is_and_goes_on_in_a_new_file(store, qtbot) -> None:
    path = store.places.saves / "old.jsonl"
    path.parent.mkdir(parents=True)
    played(200).save(path)
    _spoil(path)
    before = path.read_bytes()
    program = Program(store)
    table = program.open(str(path))
    assert "continued from the position stored" in table.prompt.warning.text()
    assert "old.jsonl stays as it is; what you play is kept in old-2.jsonl" in table.prompt.warning.text()
    table.close()
    assert path.read_bytes() == before
    assert not (path.parent / "old-2.jsonl").exists() and not (path.parent / "removed").exists()
    table = program.open(str(path))
    position = table.session.match.hash()
    act(table.session, 2)
    table.close()
    assert path.read_bytes() == before
    other = path.parent / "old-2.jsonl"
    again = Match.load(other)
    assert again.warnings == [] and again.hash() != position
    assert again.at(len(again.past) - 2).hash() == position
    assert store.now.recent[0] == str(other)


def test_looking_at_a_game_leaves_its_file_byte_for_byte(store, qtbot) -> None:
    path = store.places.saves / "sound.jsonl"
    path.parent.mkdir(parents=True)
    played(60).save(path)
    before, changed = path.read_bytes(), path.stat().st_mtime_ns
    program = Program(store)
    table = program.open(str(path))
    table.journal.go(3)
    table.close()
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (before, changed)
    table = program.open(str(path))
    act(table.session)
    table.close()
    assert path.read_bytes().startswith(before)


def test_markup_in_a_save_is_shown_as_it_is_written(store, qtbot) -> None:
    path = store.places.saves / "<b>evil.jsonl"
    path.parent.mkdir(parents=True)
    played(60).save(path)
    lines = bodies(path)
    at = next(i for i, line in enumerate(lines) if line["t"] == "do" and i > 20)
    lines[at]["a"] = {"type": "<img src=x>\x1b[2J"}
    write_marked(path, lines)
    program = Program(store)
    table = program.open(str(path))
    from PySide6.QtCore import Qt

    assert table.prompt.warning.textFormat() == Qt.TextFormat.PlainText
    assert "\x1b" not in table.prompt.warning.text()
    table.prompt.tell("<b>x</b> & y", "5.1")
    assert table.prompt.news.text().startswith("&lt;b&gt;x&lt;/b&gt; &amp; y")
    table.close()


# Data packs


def test_a_game_whose_pack_is_missing_can_be_watched_and_says_so(store, qtbot, tmp_path: Path) -> None:
    from common.engine import load_game

    pack = tmp_path / "mypack"
    (pack / "nmc").mkdir(parents=True)
    (pack / "nmc" / "scenarios.yaml").write_text("setup: {last_turn: 16}\n")
    match = load_game("nmc", [pack]).new_match(seed=3)
    chooser = random.Random(3)
    for _ in range(30):
        match.play(chooser.choice(match.legal()))
    path = tmp_path / "packed.jsonl"
    match.save(path)
    assert Match.load(path, [pack]).missing == ()
    before = path.read_bytes()
    program = Program(store)
    table = program.open(str(path))
    assert "mypack" in table.prompt.warning.text() and "watched" in table.prompt.warning.text()
    assert not table.session.can_act and table.session.length > 0
    assert not table.session.play(table.session.match.legal()[0], ())
    assert not table.session.takeback.undo()
    table.journal.go(5)
    table.close()
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.glob("packed*")] == ["packed.jsonl"]


def test_a_damaged_game_can_be_opened_up_to_the_damage(store, qtbot) -> None:
    path = store.places.saves / "old.jsonl"
    path.parent.mkdir(parents=True)
    played(200).save(path)
    _spoil(path)
    before = path.read_bytes()
    program = Program(store)
    program.start()
    program.launcher.shelf.early_wanted.emit(str(path))
    table = program.tables[0]
    assert 15 < table.session.length < 25
    assert "could not be replayed" in table.prompt.warning.text()
    act(table.session)
    table.close()
    assert path.read_bytes() == before
    again = Match.load(path.parent / "old-2.jsonl")
    assert again.warnings == [] and 15 < len(again.past) < 27
    program.launcher.close()
