"""The command line: what it prints, its exit codes, and one clear line for everything that goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from common.cli import main
from common.cli.commands import parse_seats
from common.engine import GAMES, load_game
from common.lab import batches
from common.maps.samples import sample_path
from nmc.actions import Ready


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    match = load_game("nmc").new_match(seed=3)
    match.play(Ready())
    match.save(tmp_path / "game.jsonl")
    return tmp_path / "game.jsonl"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--help"])
    assert left.value.code == 0
    text = capsys.readouterr().out
    commands = "play engine check rules schema words demo playout export-map show replay"
    for command in commands.split():
        assert command in text


@pytest.mark.parametrize("game", GAMES)
def test_check_finds_nothing_wrong_with_our_own_data(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", game) == (0, f"{game}: nothing wrong\n", "")


def test_check_of_a_bad_file_names_file_and_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("id: x\ntitle: X\nkind: square\n", encoding="utf-8")
    code, out, _ = run(capsys, "check", str(path))
    assert code == 1
    assert f"{path}:" in out
    assert "map.yaml:3: error [data] kind: invalid enum value 'square'" in out
    assert "object missing required field source" in out and out.endswith("2 errors, 0 warnings\n")
    code, out, _ = run(capsys, "check", str(path), "--json")
    assert code == 1
    assert json.loads(out)[0]["file"].endswith("map.yaml")


def test_a_warning_fails_only_in_strict_checks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "map.yaml"
    text = sample_path("valley").read_text(encoding="utf-8")
    path.write_text(text.replace("theme: engraving", "theme: engravin"), encoding="utf-8")
    code, out, _ = run(capsys, "check", str(path))
    assert code == 0 and "warning [theme.unknown] there is no theme engravin; did you mean engraving?" in out
    assert run(capsys, "check", str(path), "--strict")[0] == 1
    code, out, _ = run(capsys, "check", str(path), "--json")
    assert code == 0 and json.loads(out)[0]["severity"] == "warning"


def test_check_analyses_the_shape_of_a_map(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(sample_path("islands"))
    code, out, _ = run(capsys, "check", path, "--analyze", "--from", "merrow", "--to", "skarn", "--routes", "2")
    assert (
        code == 0
        and "8 spaces, 10 links, 1 part" in out
        and "route 1, cost 3: merrow gull_rock north_bank skarn" in out
    )
    code, out, _ = run(capsys, "check", path, "--analyze", "--json", "--from", "merrow", "--to", "skarn")
    found = json.loads(out)
    assert found["findings"] == [] and found["analysis"]["distance"] == 3 and len(found["analysis"]["routes"]) == 3
    code, _, err = run(capsys, "check", path, "--analyze", "--from", "merow", "--to", "skarn")
    assert code == 1 and err == "five-fronts: the map has no space merow; did you mean merrow?\n"


def test_a_scenario_may_leave_only_its_own_sides_to_the_rules(tmp_path: Path, capsys) -> None:
    (tmp_path / "scenarios.yaml").write_text("scenarios:\n  solitaire: {ruled: [union]}\n", encoding="utf-8")
    code, out, err = run(capsys, "--pack", str(tmp_path), "check", "fallujah")
    assert code == 1
    assert "no such side: union" in out + err


def test_a_pack_changes_values_and_is_checked_the_same_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = tmp_path / "pack"
    pack.mkdir()
    table = "attrition_modifiers:\n  locale: 5\n"
    (pack / "tables.yaml").write_text(table, encoding="utf-8")
    assert load_game("nmc", (pack,)).data.tables.attrition_modifiers.locale == 5
    assert load_game("nmc").data.tables.attrition_modifiers.locale == 2
    assert load_game("nmc", (pack,)).fingerprint != load_game("nmc").fingerprint
    (pack / "units.yaml").write_text("counters:\n  total: 136\n", encoding="utf-8")
    code, out, _ = run(capsys, "--pack", str(pack), "check", "nmc")
    assert code == 1
    assert "add up to 135, not 136" in out
    (pack / "units.yaml").write_text("counters:\n  total: many\n", encoding="utf-8")
    code, _, err = run(capsys, "--pack", str(pack), "rules", "nmc", "--find", "zzz")
    assert code == 0
    code, _, err = run(capsys, "--pack", str(pack), "playout", "nmc", "--games", "1", "--processes", "1")
    assert code == 1
    assert f"{pack}/units.yaml:2: counters.total" in err


def test_schemas_are_written_for_every_data_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "schema", "--out", str(tmp_path / "schemas"))
    assert code == 0
    names = {Path(line).name for line in out.split()}
    assert {"map.schema.json", "rules.schema.json", "nmc.tables.schema.json"} <= names
    for name in names:
        assert "$ref" in (tmp_path / "schemas" / name).read_text(encoding="utf-8")


def test_rules_can_be_searched(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", "nmc", "--find", "river extra")
    assert code == 0
    assert "8.17b" in out
    assert "9.17a" not in out


def test_a_save_can_be_shown_and_replayed(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "show", str(saved))
    assert code == 0
    assert "The armies are set up." in out
    assert "Confederates to decide" in out
    code, out, _ = run(capsys, "replay", str(saved))
    assert code == 0
    assert "1 actions replayed" in out


def test_a_replay_that_fails_says_so(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = saved.read_text(encoding="utf-8").replace('{"type":"Ready"}', '{"type":"Lock"}')
    saved.write_text(text, encoding="utf-8")
    code, _, err = run(capsys, "replay", str(saved))
    assert code == 1
    assert "continued from the position stored" in err


@pytest.mark.parametrize(
    ("words", "code", "error"),
    [
        (["dance"], 2, "invalid choice: 'dance'"),
        (["play", "chess"], 2, "invalid choice: 'chess'"),
        (["playout", "nmc", "--games", "-3"], 2, "not a number"),
        (["playout", "nmc", "--seed", "x"], 2, "not a number"),
        (["--pack", "/no/such/pack", "check", "nmc"], 2, "not the folder of a data pack"),
        (["show", "/no/such/file.jsonl"], 1, "cannot be read"),
        (["/no/such/file.jsonl"], 1, "cannot be read"),
        (["export-map", "nmc", "map.bmp"], 1, "must end in one of .svg, .png, .pdf"),
        (["export-map", "nmc", "/no/such/folder/map.svg"], 1, "cannot be written"),
        (["export-map", "nmc", "map.png", "--dpi", "5"], 1, "choose between"),
        (["lab", "nmc", "--seat", "mexico=policy"], 1, "no side 'mexico'"),
        (["lab", "nmc", "--seat", "union=genius"], 1, "cannot play"),
        (["lab", "nmc", "--option", "x"], 1, "no option 'x'"),
        (["lab", "nmc", "--scenario", "x"], 1, "no scenario 'x'"),
        (["soak", "Q99"], 1, "no soak 'Q99'"),
        (["schema", "--out", "/proc/none"], 1, "cannot be written"),
    ],
)
def test_mistakes_get_one_line_and_a_code(
    words: list[str], code: int, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    got, _, err = run(capsys, *words)
    assert got == code
    assert error in err
    assert len(err.strip().splitlines()) == 1


def test_playouts_print_statistics(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "playout", "nmc", "--games", "3", "--seed", "9", "--processes", "1")
    assert code == 0
    assert "games      3" in out
    assert "points union" in out


def test_maps_are_drawn_as_svg_png_and_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for kind, magic in (("svg", b"<"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        path = tmp_path / f"map.{kind}"
        code, out, _ = run(capsys, "export-map", "fallujah", str(path), "--dpi", "30")
        assert code == 0
        assert out.strip() == str(path)
        assert path.read_bytes().startswith(magic)


def test_the_lab_plays_the_games_of_a_seed_and_those_that_follow_it(capsys: pytest.CaptureFixture[str]) -> None:
    sides = load_game("nmc").sides
    seats = dict.fromkeys(sides, "random")
    words = [word for side in sides for word in ("--seat", f"{side}=random")]
    code, out, _ = run(capsys, "lab", "nmc", "--games", "2", "--seed", "5", "--processes", "1", *words)
    games = [batches.play("nmc", None, {}, seats, seed) for seed in (5, 6)]
    assert games[0] != games[1]
    assert code == 0 and out.endswith(batches.summary(games, sides) + "\n")


def test_a_seat_may_be_named_as_the_side_is_called() -> None:
    game = load_game("somali_pirates")
    assert parse_seats(game, ["Pirates=policy", "coalition=random"]) == {"pirate": "policy", "coalition": "random"}
