"""Damaged saves: the damage is named, costs its own consequences only, and opening changes nothing."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from common.cli import main
from common.engine import Match, SaveError
from common.engine.saves import Autosave, read_text
from tests.engine.damage import SAVED, bodies, change_position, played, write_marked


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Match]:
    """A save of some turns, and its match."""
    match = played(260)
    path = tmp_path_factory.mktemp("sound") / "game.jsonl"
    match.save(path)
    return path, match


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def spoilt(tmp_path: Path, lines: list[bytes]) -> Path:
    path = tmp_path / "spoilt.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def find(lines: list[bytes], kind: str, after: int = 20) -> int:
    return next(i for i, line in enumerate(lines) if line.startswith(b'{"t":"%b"' % kind.encode()) and i > after)


def test_a_damaged_action_costs_what_follows_up_to_the_next_position(tmp_path: Path, sound) -> None:
    path, match = sound
    lines = lines_of(path)
    at = find(lines, "do")
    lines[at] = lines[at].replace(b'"type":"', b'"type":"X', 1)
    again = Match.load(spoilt(tmp_path, lines))
    assert again.state == match.state
    assert not again.replays
    assert f"line {at + 1}: the line is damaged" in again.warnings[0]
    story = again.journal.text()
    assert match.journal.text().split("\n")[3] in story  # what was told before the damage
    assert match.journal.text().rstrip("\n").split("\n")[-1] in story  # and after it
    assert "Not replayed" in story and "Not replayed" not in again.journal.text("union", everything=False)


def test_the_game_can_be_opened_up_to_the_damage(tmp_path: Path, sound) -> None:
    path, match = sound
    lines = lines_of(path)
    at = find(lines, "do", 40)
    actions = sum(line.startswith(b'{"t":"do"') for line in lines[:at])
    lines[at] = b"rubbish\n"
    from common.engine import saves

    again = saves.load(spoilt(tmp_path, lines), before_damage=True)
    assert len(again.past) == actions
    assert again.hash() == match.at(actions).hash()


@pytest.mark.parametrize("kind", ["snap", "remark"])
def test_a_damaged_line_that_nothing_follows_from_costs_nothing(tmp_path: Path, kind: str) -> None:
    path = Path(shutil.copy(SAVED / "format-2-nmc.jsonl", tmp_path))
    match, lines = Match.load(path), lines_of(path)
    at = find(lines, kind, 0)
    lines[at] = lines[at][:-12] + b"0" + lines[at][-11:]
    again = Match.load(spoilt(tmp_path, lines))
    assert again.hash() == match.hash() and len(again.past) == len(match.past)
    assert "nothing that was played is lost with it" in "".join(again.warnings)


def test_missing_doubled_and_misplaced_lines_are_found_and_named(tmp_path: Path, sound) -> None:
    path, match = sound
    whole = lines_of(path)
    at = find(whole, "do", 50)
    again = Match.load(spoilt(tmp_path, [*whole[:at], *whole[at + 1 :]]))
    assert "1 line is missing before this one" in again.warnings[0]
    assert again.state == match.state
    again = Match.load(spoilt(tmp_path, [*whole[: at + 1], whole[at], *whole[at + 1 :]]))
    assert again.warnings == [f"line {at + 2}: line {at + 1} stands there twice"]
    assert again.hash() == match.hash() and len(again.past) == len(match.past)
    swapped = [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]
    again = Match.load(spoilt(tmp_path, swapped))
    assert "do not stand where they were written" in again.warnings[0]
    assert again.hash() == match.hash() and len(again.past) == len(match.past)
    again = Match.load(spoilt(tmp_path, [*whole[:at], b"a stranger's line\n", *whole[at:]]))
    assert "does not belong to the game" in again.warnings[0]
    assert again.hash() == match.hash() and len(again.past) == len(match.past)
    assert not again.replays


def test_a_lost_first_line_is_made_good_from_the_positions(tmp_path: Path, sound) -> None:
    path, match = sound
    whole = lines_of(path)
    again = Match.load(spoilt(tmp_path, [b"\x00\x00\n", *whole[1:]]))
    assert again.hash() == match.hash() and len(again.past) == len(match.past)
    assert any("the first line is lost" in warning for warning in again.warnings)
    with pytest.raises(SaveError, match=":1: not a line of a saved game"):
        Match.load(spoilt(tmp_path, [b"\x00\x00\n"]))


@pytest.mark.parametrize("seed", range(30))
def test_a_flipped_bit_costs_at_most_its_own_line_and_is_named(tmp_path: Path, sound, seed: int) -> None:
    """`five-fronts soak Q25` flips five thousand bits of a longer game."""
    from common.lab.save_damage import flip_one_bit

    path, match = sound
    flip_one_bit(path.read_bytes(), random.Random(seed), match, tmp_path / "flipped.jsonl")


def test_every_byte_of_the_last_two_records_may_be_missing(tmp_path: Path) -> None:
    from common.lab.save_damage import cut_everywhere

    match = played(8)
    match.save(tmp_path / "whole.jsonl")
    assert cut_everywhere(tmp_path / "whole.jsonl", tmp_path / "cut.jsonl", 2) > 300


# Opening never changes a file


def _of_newer_rules(path: Path) -> None:
    lines = bodies(path)
    at = next(i for i, line in enumerate(lines) if line["t"] == "do" and i > 30)
    lines[at]["a"] = {"type": "Ready"}
    write_marked(path, lines)


def _of_other_data(path: Path) -> None:
    lines = bodies(path)
    lines[0]["base"], lines[0]["data"] = "0" * 32, "0" * 16
    write_marked(path, lines)


def _damaged(path: Path) -> None:
    lines = lines_of(path)
    lines[40] = b"x\n"
    path.write_bytes(b"".join(lines))


@pytest.mark.parametrize("change", [_of_newer_rules, _of_other_data, _damaged])
def test_a_game_that_does_not_replay_goes_on_in_a_new_file(tmp_path: Path, sound, change) -> None:
    path = Path(shutil.copy(sound[0], tmp_path / "game.jsonl"))
    change(path)
    before = path.read_bytes()
    match = Match.load(path)
    assert match.warnings and not match.replays
    auto = Autosave(match, path, at_once=False)
    assert [each.name for each in tmp_path.iterdir()] == ["game.jsonl"]
    chooser = random.Random(1)
    for _ in range(5):
        match.play(chooser.choice(match.legal()))
    auto.close()
    assert path.read_bytes() == before
    assert auto.path == tmp_path / "game-2.jsonl"
    again = Match.load(auto.path)
    assert again.hash() == match.hash() and again.warnings == [] and again.replays
    assert bodies(auto.path)[0]["follows"] == "game.jsonl"


def test_recover_says_what_was_saved_and_writes_it_elsewhere(tmp_path: Path, sound, capsys) -> None:
    path = Path(shutil.copy(sound[0], tmp_path / "game.jsonl"))
    _damaged(path)
    before, out = path.read_bytes(), tmp_path / "new.jsonl"
    assert main(["recover", str(path)]) == 0
    told = capsys.readouterr()
    assert "line 41" in told.err and "actions" in told.out
    assert main(["recover", str(path), "--out", str(out)]) == 0
    assert f"written to {out}" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert Match.load(out).hash() == sound[1].hash()
    assert main(["recover", str(path), "--out", str(path)]) == 1
    assert path.read_bytes() == before
    assert main(["recover", str(path), "--before", "--out", str(tmp_path / "early.jsonl")]) == 0
    assert len(Match.load(tmp_path / "early.jsonl").past) < 40
    assert main(["recover", str(tmp_path / "none.jsonl")]) == 1


def test_a_save_of_the_next_format_is_left_for_the_next_program(tmp_path: Path, sound) -> None:
    lines = bodies(sound[0])
    lines[0]["format"] = 3
    write_marked(tmp_path / "next.jsonl", lines)
    with pytest.raises(SaveError, match="update it"):
        Match.load(tmp_path / "next.jsonl")


def test_a_line_carries_its_number_and_checksum(sound) -> None:
    text = read_text(sound[0])
    assert text.is_whole and text.last == len(lines_of(sound[0]))
    assert text.size == sound[0].stat().st_size


def test_a_forged_position_with_right_checksums_is_named_and_not_used(tmp_path: Path, sound) -> None:
    path = tmp_path / "forged.jsonl"
    lines = bodies(sound[0])
    at = [i for i, line in enumerate(lines) if line["t"] == "snap"][1]
    lines[at] = change_position(lines[at], stacks={"9999": {"side": "union", "guns": 3}})
    write_marked(path, lines)
    again = Match.load(path)
    assert any("stacks" in warning and "9999" in warning for warning in again.warnings)
