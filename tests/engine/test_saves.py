"""Saves: nothing played is lost, and nothing a stranger writes does harm."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from common.engine import Match, SaveError, load_game
from common.engine.saves import Autosave
from nmc.actions import Activate, AssignAll, Lock, Ready
from nmc.state import UNION, Stack
from tests.engine.damage import bodies, change_position, played, write_marked

ROOT = Path(__file__).resolve().parents[2]


def test_a_save_is_one_json_line_per_action_with_a_header_and_positions_at_each_turn(tmp_path: Path) -> None:
    match = played(400)
    match.save(tmp_path / "game.jsonl")
    found = bodies(tmp_path / "game.jsonl")
    assert found[0]["t"] == "game"
    assert found[0]["game"] == "nmc"
    assert found[0]["secrets"] == "plain"
    assert sum(line["t"] == "do" for line in found) == len(match.past)
    turns = {moment.before.turn for moment in match.past} | {match.state.turn}
    assert {line["turn"] for line in found if line["t"] == "snap"} == turns


def test_autosave_appends_every_action_undo_and_redo(tmp_path: Path) -> None:
    match = load_game("nmc").new_match(seed=3)
    Autosave(match, tmp_path / "auto.jsonl")
    for action in (Ready(), Activate("1704"), AssignAll(), Lock()):
        match.play(action)
    match.undo()
    match.undo()
    match.redo()
    again = Match.load(tmp_path / "auto.jsonl")
    assert again.hash() == match.hash()
    assert len(again.past) == 3
    assert again.future == match.future


def test_a_torn_last_line_is_dropped(tmp_path: Path) -> None:
    match = load_game("nmc").new_match(seed=3)
    Autosave(match, tmp_path / "auto.jsonl")
    match.play(Ready())
    before = match.hash()
    match.play(Activate("1704"))
    raw = (tmp_path / "auto.jsonl").read_bytes()
    (tmp_path / "torn.jsonl").write_bytes(raw[:-7])
    again = Match.load(tmp_path / "torn.jsonl")
    assert again.hash() == before
    assert again.warnings == []


def test_an_arranged_position_is_saved_as_it_stands(tmp_path: Path) -> None:
    match = load_game("nmc").new_match()
    match.state.stacks["3014"] = Stack(UNION, wagons=1)
    match.save(tmp_path / "edited.jsonl")
    again = Match.load(tmp_path / "edited.jsonl")
    assert again.state == match.state
    assert again.warnings == []


def test_a_save_that_no_longer_replays_goes_on_from_the_next_good_position(tmp_path: Path) -> None:
    match = played(500)
    path = tmp_path / "old.jsonl"
    match.save(path)
    lines = bodies(path)
    spoilt = next(index for index, line in enumerate(lines) if line["t"] == "do" and index > 5)
    lines[spoilt]["a"] = {"type": "StepTo", "hex": "0000"}
    write_marked(path, lines)
    again = Match.load(path)
    assert again.state == match.state
    assert len(again.warnings) == 1
    assert f"line {spoilt + 1}" in again.warnings[0]
    assert "continued from the position stored" in again.warnings[0]


def test_a_replay_that_drifts_is_found_and_named(tmp_path: Path) -> None:
    match = played(500)
    path = tmp_path / "drift.jsonl"
    match.save(path)
    lines = bodies(path)
    index = next(i for i, line in enumerate(lines) if line["t"] == "snap" and i > 1)
    vp = lines[index]["state"]["vp"]
    lines[index] = change_position(lines[index], vp={"confederate": vp["confederate"] + 1, "union": vp["union"] - 1})
    write_marked(path, lines)
    again = Match.load(path)
    assert any(f"position stored for turn {lines[index]['turn']}" in warning for warning in again.warnings)


def test_loss_is_said_when_no_stored_position_helps(tmp_path: Path) -> None:
    match = load_game("nmc").new_match(seed=3)
    path = tmp_path / "lost.jsonl"
    Autosave(match, path)
    match.play(Ready())
    match.play(Activate("1704"))
    lines = bodies(path)
    lines[-1]["a"] = {"type": "Lock"}
    other = tmp_path / "other.jsonl"
    write_marked(other, lines)
    again = Match.load(other)
    assert len(again.past) == 1
    assert "1 later action(s) could not be replayed" in again.warnings[0]


HEAD = '{"t":"game","format":1,"program":"x","game":"nmc","scenario":"campaign","options":{},"seed":1}\n'


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "the file is empty"),
        ("hello\n", ":1: not a line of a saved game"),
        ('{"t":"undo"}\n', "does not begin with the line that names the game"),
        (HEAD.replace('"format":1', '"format":9'), "update it"),
        (HEAD.replace("nmc", "chess"), "unknown game"),
        (HEAD.replace("campaign", "x"), "no scenario"),
        (HEAD.replace('"seed":1', '"seed":-1'), "seed"),
        (HEAD.replace('"program":"x"', f'"program":"{"x" * 500}"'), "length"),
        (HEAD.replace('"seed":1', '"seed":1,"x":2'), "unknown"),
        ("[" * 100_000 + "\n", ":1: not a line of a saved game"),
    ],
)  # fmt: skip
def test_a_bad_file_gives_one_clear_line(tmp_path: Path, text: str, error: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SaveError) as caught:
        Match.load(path)
    assert error in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(path) in str(caught.value)


def test_folders_missing_files_and_giants_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="not a file"):
        Match.load(tmp_path)
    with pytest.raises(SaveError, match="cannot be read"):
        Match.load(tmp_path / "none.jsonl")
    giant = tmp_path / "giant.jsonl"
    with giant.open("wb") as file:
        file.truncate(2**30)
    with pytest.raises(SaveError, match="too many"):
        Match.load(giant)


def test_a_folder_that_cannot_be_written_is_a_clear_error_and_keeps_the_old_file(tmp_path: Path) -> None:
    match = load_game("nmc").new_match()
    with pytest.raises(SaveError, match="cannot be written"):
        match.save(tmp_path / "nowhere" / "game.jsonl")


@pytest.mark.skipif(sys.platform == "win32", reason="locks differ")
def test_two_programs_on_one_save_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "auto.jsonl"
    match = load_game("nmc").new_match(seed=3)
    auto = Autosave(match, path)
    before = path.read_bytes()
    code = (
        "import sys\nfrom pathlib import Path\nfrom common.engine import SaveError, load_game\n"
        "from common.engine.saves import Autosave\n"
        "try:\n    Autosave(load_game('nmc').new_match(seed=9), Path(sys.argv[1]))\n"
        "except SaveError as error:\n    sys.exit(str(error))\n"
    )
    command = [sys.executable, "-c", code, str(path)]
    second = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert "another program is writing this game" in second.stderr
    assert path.read_bytes() == before
    auto.close()
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
