"""Whole games of the policy bots, told in prose: a change of rule shows as a change of story."""

import pytest

from common.engine import Match
from tests.fallujah.record_golden import GOLDEN, STORIES, played


@pytest.mark.parametrize("name", STORIES)
def test_the_recorded_game_tells_the_same_story(name):
    match = Match.load(GOLDEN / f"fallujah-{name}.jsonl")
    assert [warning for warning in match.warnings if "data have changed" not in warning] == []
    assert match.result is not None
    assert match.journal.text() == (GOLDEN / f"fallujah-{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", STORIES[::2])
def test_the_bots_play_the_recorded_game_again(name):
    assert played(name).journal.text() == (GOLDEN / f"fallujah-{name}.txt").read_text(encoding="utf-8")
