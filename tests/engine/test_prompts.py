"""The form of a prompt is known in one place."""

from __future__ import annotations

import pytest

from common.engine.prompts import rule_in, split_prompt


@pytest.mark.parametrize(
    ("prompt", "where", "errand", "rule"),
    [
        ("March a force (8.7).", "", "March a force (8.7).", "8.7"),
        ("Valverde: take losses (9.21, 10.9).", "Valverde", "take losses (9.21, 10.9).", "9.21"),
        ("The Union has won.", "", "The Union has won.", ""),
        ("Fort (old) Craig: hold", "Fort (old) Craig", "hold", "old"),
    ],
)
def test_a_prompt_is_taken_apart(prompt: str, where: str, errand: str, rule: str) -> None:
    parts = split_prompt(prompt)
    assert (parts.where, parts.errand, parts.rule) == (where, errand, rule)
    assert parts.before_rule + parts.rule + parts.after_rule == prompt
    assert rule_in(prompt) == rule
