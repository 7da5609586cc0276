"""Recorded games tell the same story: every position, every die and every line of the journal."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.engine import Match

GOLDEN = Path(__file__).resolve().parent
STORIES = sorted(path.stem for path in GOLDEN.glob("*.jsonl"))


@pytest.mark.parametrize("name", STORIES)
def test_the_game_tells_the_same_story(name: str) -> None:
    match = Match.load(GOLDEN / f"{name}.jsonl")
    assert [warning for warning in match.warnings if "data have changed" not in warning] == []
    assert match.journal.text() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


def test_every_way_nmc_can_end_is_recorded() -> None:
    ends = {(match.result.winner, match.result.rule) for name in STORIES if name.startswith("nmc")
            if (match := Match.load(GOLDEN / f"{name}.jsonl")).result is not None}  # fmt: skip
    assert ends >= {("confederate", "4.1"), ("confederate", "4.6"), ("union", "4.7"), ("union", "4.2"), (None, "4.9a")}
    assert any(rule == "4.8" for _, rule in ends)
