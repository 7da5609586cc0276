"""Q08: every clause that can be checked has a test that carries its id."""

from __future__ import annotations

import pytest

from common.cli import rule_coverage
from common.engine import load_game, playable_games


@pytest.mark.parametrize("name", playable_games())
def test_every_clause_has_a_test(name: str) -> None:
    game = load_game(name)
    _, missing, unknown = rule_coverage.report(game, rule_coverage.marks(name, run=False))
    assert missing == []
    assert unknown == []
