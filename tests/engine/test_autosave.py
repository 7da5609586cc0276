"""Autosaves: what is played is in the file, whatever the disk does, and nobody else's file is touched."""

from __future__ import annotations

import errno
import os
import random
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from common.engine import Match, SaveError, load_game, save_files
from common.engine.saves import Autosave
from common.lab.failing_disk import KINDS, FailingDisk
from tests.engine.damage import SAVED, played

ROOT = Path(__file__).resolve().parents[2]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> FailingDisk:
    """A disk that works until it is told to fail."""
    made = FailingDisk()
    monkeypatch.setattr(save_files, "disk", made)
    return made


def begun(path: Path, actions: int = 5, game: str = "nmc") -> tuple[Match, Autosave, random.Random]:
    match, chooser = load_game(game).new_match(seed=3), random.Random(3)
    auto = Autosave(match, path)
    act(match, chooser, actions)
    return match, auto, chooser


def act(match: Match, chooser: random.Random, actions: int) -> None:
    for _ in range(actions):
        match.play(chooser.choice(match.legal()))


def assert_kept(match: Match, path: Path) -> None:
    """The file holds the game: position, length, what was taken back, and no word of trouble."""
    again = Match.load(path)
    assert (again.hash(), len(again.past), again.future) == (match.hash(), len(match.past), match.future)
    assert [warning for warning in again.warnings if "data have changed" not in warning] == []


# A failed write leaves no hole


@pytest.mark.parametrize("fault", KINDS)
def test_after_a_fault_everything_is_in_the_file_as_soon_as_it_can_be_written(tmp_path, disk, fault: int) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    disk.fault = fault
    act(match, chooser, 3)
    match.undo()
    assert auto.is_behind and auto.trouble
    assert len(Match.load(auto.path).past) == 5
    disk.fault = 0
    act(match, chooser, 1)
    assert not auto.is_behind and not auto.trouble
    assert_kept(match, auto.path)


@pytest.mark.parametrize("fault", KINDS)
def test_what_waits_is_written_without_another_action(tmp_path, disk, fault: int) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    disk.fault = fault
    act(match, chooser, 3)
    assert not auto.retry()
    disk.fault = 0
    assert auto.retry()
    assert_kept(match, auto.path)


@pytest.mark.parametrize("broken", ["write", "cut", "sync", "open", "replace"])
def test_no_part_of_a_write_may_fail_and_leave_a_hole(tmp_path, disk, broken: str) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    disk.fault, disk.only = errno.EIO, frozenset({broken})
    for _ in range(60):
        act(match, chooser, 1)
        auto.sync()
    disk.fault = 0
    assert auto.sync()
    assert_kept(match, auto.path)


def test_a_sync_that_failed_has_the_whole_file_written_anew(tmp_path, disk) -> None:
    match, auto, _ = begun(tmp_path / "auto.jsonl")
    before = auto.path.stat().st_ino
    disk.fault, disk.only = errno.EIO, frozenset({"sync"})
    assert not auto.sync()
    disk.fault = 0
    assert auto.sync()
    assert auto.path.stat().st_ino != before
    assert_kept(match, auto.path)


def test_a_folder_that_vanishes_is_made_again(tmp_path, disk) -> None:
    match, auto, chooser = begun(tmp_path / "games" / "auto.jsonl")
    shutil.rmtree(tmp_path / "games")
    act(match, chooser, 1)
    assert_kept(match, auto.path)
    shutil.rmtree(tmp_path / "games")
    (tmp_path / "games").write_text("in the way")
    act(match, chooser, 3)
    assert auto.trouble
    (tmp_path / "games").unlink()
    assert auto.retry()
    assert_kept(match, auto.path)


def test_a_game_begins_on_a_full_disk_and_is_written_when_there_is_room(tmp_path, disk) -> None:
    disk.fault = errno.ENOSPC
    match, auto, _ = begun(tmp_path / "auto.jsonl")
    assert auto.trouble and not auto.path.exists()
    disk.fault = 0
    assert auto.close()
    assert_kept(match, auto.path)
    assert [path.name for path in tmp_path.iterdir()] == ["auto.jsonl"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_real_full_disk_does_not_end_autosaving(tmp_path: Path) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    whole = auto._file
    auto._file = os.open("/dev/full", os.O_RDWR)
    real_stat = os.stat

    def stat_of(path, **rest):  # the name leads to the full device for a while
        return os.fstat(auto._file) if path == auto.path else real_stat(path, **rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "stat", stat_of)
        auto._is_torn = True
        act(match, chooser, 2)
    assert auto.is_behind
    os.close(auto._file)
    auto._file = whole
    assert auto.retry()
    assert_kept(match, auto.path)


@pytest.mark.parametrize("seed", range(6))
def test_faults_at_random_instants_cost_nothing(tmp_path, monkeypatch, seed: int) -> None:
    """`five-fronts soak Q24` does this at five hundred instants, and through the window."""
    from common.lab.disk_faults import play_with_faults

    assert play_with_faults(seed, tmp_path / "auto.jsonl", 60) > 3


# Opening never changes a file, and play goes on in it only where that is safe


@pytest.mark.parametrize("name", ["format-1-nmc", "format-1-fallujah", "format-2-nmc", "format-2-fallujah"])
def test_a_sound_save_of_any_format_is_continued_in_its_place(tmp_path: Path, name: str) -> None:
    path = Path(shutil.copy(SAVED / f"{name}.jsonl", tmp_path))
    before = path.read_bytes()
    match = Match.load(path)
    assert match.replays
    assert [warning for warning in match.warnings if "data have changed" not in warning] == []
    assert (len(match.past), len(match.future)) == (87, 1)
    auto = Autosave(match, path)
    assert path.read_bytes() == before
    match.redo()
    act(match, random.Random(1), 30)
    auto.close()
    assert auto.path == path
    assert path.read_bytes().startswith(before)
    assert_kept(match, path)


def test_a_torn_save_is_left_as_it_is_until_something_is_played(tmp_path: Path) -> None:
    _, auto, chooser = begun(tmp_path / "auto.jsonl")
    auto.close()
    torn = auto.path.read_bytes()[:-9]
    auto.path.write_bytes(torn)
    again = Match.load(auto.path)
    assert len(again.past) == 4
    more = Autosave(again, auto.path)
    assert auto.path.read_bytes() == torn
    act(again, chooser, 2)
    more.close()
    assert_kept(again, auto.path)


def test_a_last_line_that_lacks_only_its_end_counts(tmp_path: Path) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    auto.close()
    auto.path.write_bytes(auto.path.read_bytes()[:-1])
    again = Match.load(auto.path)
    assert again.hash() == match.hash()
    more = Autosave(again, auto.path)
    act(again, chooser, 2)
    more.close()
    assert_kept(again, auto.path)


def test_the_same_match_is_put_on_a_table_twice(tmp_path: Path) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    auto.close()
    more = Autosave(match, auto.path)
    act(match, chooser, 2)
    assert more.path == auto.path
    assert_kept(match, auto.path)


def test_a_save_that_changed_while_it_was_opened_is_not_written_to(tmp_path: Path) -> None:
    _, auto, _ = begun(tmp_path / "auto.jsonl")
    auto.close()
    again = Match.load(auto.path)
    with auto.path.open("ab") as file:
        file.write(b"more\n")
    with pytest.raises(SaveError, match="open it again"):
        Autosave(again, auto.path)


# Durable


def test_a_turn_that_ends_and_closing_bring_the_game_onto_the_disk(tmp_path, disk) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    assert disk.calls.count("sync") == 1 and "sync_folder" in disk.calls  # of the first line and its name
    turn, syncs = match.turn, 1
    while match.result is None and match.turn < 4:
        act(match, chooser, 1)
        syncs += match.turn != turn
        turn = match.turn
    assert syncs > 3
    assert disk.calls.count("sync") == syncs
    auto.close()
    assert disk.calls.count("sync") == syncs + 1


# No two writers


@POSIX
def test_a_plain_save_leaves_a_file_alone_that_is_being_written(tmp_path: Path) -> None:
    _, auto, _ = begun(tmp_path / "auto.jsonl")
    before = auto.path.read_bytes()
    with pytest.raises(SaveError, match="another program is writing this game"):
        played(3).save(auto.path)
    assert auto.path.read_bytes() == before
    auto.close()
    played(3).save(auto.path)


def test_a_match_saved_where_it_is_kept_already_stays_there(tmp_path: Path) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    match.save(auto.path)
    act(match, chooser, 1)
    assert_kept(match, auto.path)


@POSIX
def test_a_plain_save_keeps_mode_and_link_and_the_part_of_somebody_else(tmp_path: Path) -> None:
    path, part, link = tmp_path / "x.jsonl", tmp_path / "x.jsonl.part", tmp_path / "link.jsonl"
    part.write_text("somebody's")
    match = played(4)
    match.save(path)
    path.chmod(0o640)
    link.symlink_to(path)
    match.save(link)
    assert link.is_symlink() and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert part.read_text() == "somebody's"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["link.jsonl", "x.jsonl", "x.jsonl.part"]


@POSIX
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    fifo, folder = tmp_path / "fifo.jsonl", tmp_path / "folder.jsonl"
    os.mkfifo(fifo)
    folder.mkdir()
    for path in (fifo, folder, Path("/dev/null")):
        with pytest.raises(SaveError, match=r"not a file|directory"):
            played(2).save(path)
    assert stat.S_ISFIFO(fifo.stat().st_mode) and Path("/dev/null").is_char_device()


def test_an_autosave_takes_nobodys_name(tmp_path: Path) -> None:
    path = tmp_path / "auto.jsonl"
    path.write_text("something else")
    match, auto, _ = begun(path)
    assert path.read_text() == "something else"
    assert auto.path == tmp_path / "auto-2.jsonl"
    assert_kept(match, auto.path)


@POSIX
def test_a_file_that_others_replace_is_left_and_the_game_goes_on_beside_it(tmp_path: Path) -> None:
    match, auto, chooser = begun(tmp_path / "auto.jsonl")
    other = tmp_path / "other"
    other.write_text("theirs")
    other.replace(auto.path)
    act(match, chooser, 2)
    assert (tmp_path / "auto.jsonl").read_text() == "theirs"
    assert_kept(match, auto.path)


@POSIX
def test_many_programs_saving_to_one_name_leave_a_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    code = (
        "import sys\nfrom pathlib import Path\nfrom common.engine import SaveError, load_game\n"
        "match = load_game('nmc').new_match(seed=int(sys.argv[2]))\n"
        "for _ in range(30):\n    try:\n        match.save(Path(sys.argv[1]))\n    except SaveError:\n        pass\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(path), str(n)], cwd=ROOT) for n in range(2)]
    assert [each.wait(60) for each in running] == [0, 0]
    assert Match.load(path).warnings == []
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]
