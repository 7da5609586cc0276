"""Recorded games tell the same story: every position, every die and every line of the journal."""

from __future__ import annotations

import re

import pytest

from common.engine import Match, load_game
from tests.golden.record import FOLDER, RECIPES, play_story

STORIES = sorted(path.stem for path in FOLDER.glob("*.jsonl"))


@pytest.mark.parametrize("name", STORIES)
def test_the_game_tells_the_same_story(name: str) -> None:
    match = Match.load(FOLDER / f"{name}.jsonl")
    assert [warning for warning in match.warnings if "data have changed" not in warning] == []
    assert match.result is not None
    assert match.journal.text() == (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.lengthy
@pytest.mark.parametrize(("game", "name"), [(game, name) for game in RECIPES for name in RECIPES[game].seeds[::2]])
def test_the_bots_play_the_recorded_game_again(game: str, name: str) -> None:
    told = (FOLDER / f"{game}-{name}.txt").read_text(encoding="utf-8")
    assert play_story(load_game(game), name).journal.text() == told


def test_every_way_nmc_can_end_is_recorded() -> None:
    ends = {(match.result.winner, match.result.rule) for name in STORIES if name.startswith("nmc")
            if (match := Match.load(FOLDER / f"{name}.jsonl")).result is not None}  # fmt: skip
    assert ends >= {("confederate", "4.1"), ("confederate", "4.6"), ("union", "4.7"), ("union", "4.2"), (None, "4.9a")}
    assert any(rule == "4.8" for _, rule in ends)


def test_every_way_sand_wars_can_end_is_recorded() -> None:
    ends = [Match.load(FOLDER / f"{name}.jsonl") for name in STORIES if name.startswith("sand_wars")]
    results = {(match.result.winner, match.result.rule) for match in ends if match.result is not None}
    assert results >= {
        ("algeria", "WIN.9"),
        ("morocco", "WIN.9"),
        (None, "WIN.8"),
        (None, "WIN.7"),
        ("morocco", "SEQ.6"),
    }
    assert any(not match.state.war for match in ends)


def test_every_way_operation_serval_can_end_is_recorded() -> None:
    ends = {(match.result.winner, match.result.rule) for name in STORIES if name.startswith("operation_serval")
            if (match := Match.load(FOLDER / f"{name}.jsonl")).result is not None}  # fmt: skip
    assert ends >= {("islamist", "5.1a"), ("coalition", "5.1b"), ("coalition", "5.0a"), ("coalition", "5.2a")}
    assert ("islamist", "5.2a") in ends


def test_every_way_somali_pirates_can_end_is_recorded() -> None:
    results = [Match.load(FOLDER / f"{name}.jsonl").result for name in STORIES if name.startswith("somali_pirates")]
    ends = {(result.winner, result.rule) for result in results if result is not None}
    assert ends >= {("coalition", "5.2a"), ("pirate", "5.2a"), ("pirate", "4.1l"), (None, "4.2b")}
    assert any(result is not None and re.search("gives? up", result.reason) for result in results)
