"""Data packs and saves: everything in force counts, nothing strange is read, and a save knows its packs."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from common.data import DataError
from common.engine import Match, load_game
from common.engine.save_lines import PackMark
from tests.engine.damage import bodies

TEXT = "setup: {last_turn: %d}\n"
PLACES = ("scenarios.yaml", "nmc/scenarios.yaml", "nmc/data/scenarios.yaml")


def pack_at(folder: Path, place: str, turns: int = 10) -> Path:
    (folder / place).parent.mkdir(parents=True, exist_ok=True)
    (folder / place).write_text(TEXT % turns)
    return folder


@pytest.mark.parametrize("place", PLACES)
def test_every_file_in_force_counts_wherever_the_pack_keeps_it(tmp_path: Path, place: str) -> None:
    without = load_game("nmc").fingerprint
    first = load_game("nmc", [pack_at(tmp_path / "p", place)]).fingerprint
    second = load_game("nmc", [pack_at(tmp_path / "p", place, 9)]).fingerprint
    assert len({without, first, second}) == 3


def test_what_is_not_in_force_does_not_count(tmp_path: Path) -> None:
    pack = pack_at(tmp_path / "p", "nmc/scenarios.yaml")
    before = load_game("nmc", [pack]).fingerprint
    (pack / "scenarios.yaml").write_text("setup: {last_turn: 5}\n")  # the folder of the game comes first
    (pack / "fallujah").mkdir()
    (pack / "fallujah" / "units.yaml").write_text("x: 1\n")
    (pack / "notes.yaml").write_text("x: 1\n")
    assert load_game("nmc", [pack]).fingerprint == before


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX files")
def test_only_regular_files_up_to_a_size_are_read(tmp_path: Path) -> None:
    pack = pack_at(tmp_path / "p", "nmc/scenarios.yaml")
    os.mkfifo(pack / "units.yaml")
    os.mkfifo(pack / "nmc" / "tables.yaml")
    (pack / "nmc" / "map.yaml").mkdir()
    (pack / "nmc" / "rules.yaml").symlink_to("/dev/zero")
    game = load_game("nmc", [pack])
    assert game.fingerprint and game.new_match().turn == 1
    with (pack / "nmc" / "scenarios.yaml").open("wb") as file:
        file.truncate(2**30)
    game = load_game("nmc", [pack])
    for ask in (lambda: game.fingerprint, game.new_match):
        with pytest.raises(DataError, match="larger than"):
            ask()


def test_a_save_tells_its_packs_and_can_only_be_watched_without_them(tmp_path: Path) -> None:
    pack = pack_at(tmp_path / "my pack", "nmc/scenarios.yaml", 9)
    match = load_game("nmc", [pack]).new_match(seed=3)
    match.play(match.legal()[-1])
    path = tmp_path / "game.jsonl"
    match.save(path)
    marks = bodies(path)[0]["packs"]
    assert [mark["name"] for mark in marks] == ["my pack"]
    again = Match.load(path, [pack])
    assert (again.missing, again.warnings) == ((), [])
    assert again.game.pack_marks == [PackMark(**marks[0])]
    without = Match.load(path)
    assert without.missing == ("my pack",)
    assert "my pack" in without.warnings[0] and "only be watched" in without.warnings[0]
    pack_at(tmp_path / "my pack", "nmc/scenarios.yaml", 8)
    assert Match.load(path, [pack]).missing == ("my pack",)


def test_a_pack_that_moved_is_the_same_pack(tmp_path: Path) -> None:
    pack = pack_at(tmp_path / "one" / "pack", "nmc/scenarios.yaml", 9)
    match = load_game("nmc", [pack]).new_match(seed=3)
    match.save(tmp_path / "game.jsonl")
    (tmp_path / "two").mkdir()
    moved = pack.rename(tmp_path / "two" / "pack")
    assert Match.load(tmp_path / "game.jsonl", [moved]).missing == ()
