"""Tables, modifiers and exact chances."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.engine import D10, load_game
from common.tables import Chances, Odds, ResultsTable, column_limits


@pytest.mark.parametrize(
    ("labels", "limits"), [(["1", "2-3", "4+"], (1, 3, 10**9)), (["0-5", "6-9"], (5, 9)), (["7"], (7,))]
)
def test_column_labels_become_limits(labels: list[str], limits: tuple[int, ...]) -> None:
    assert column_limits(labels) == limits


@pytest.mark.parametrize("labels", [["1", "3-4"], ["2-1"], ["x"], ["1", "1"], ["4+", "9"]])
def test_gaps_overlaps_and_nonsense_are_refused(labels: list[str]) -> None:
    with pytest.raises(ValueError, match="column"):
        column_limits(labels)


def table(**more: object) -> ResultsTable:
    columns = {"1": [0, 0, 1], "2-3": [0, 1, 2], "4+": [1, 2, 9]}
    base: dict[str, object] = {"source": "reconstructed", "title": "T", "rule": "1", "die": "d10", "cell": "losses"}
    base |= {"first_row": 0, "columns": columns}
    return ResultsTable(**(base | more))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("strength", "score", "shift", "result"),
    [(1, 0, 0, 0), (1, 2, 0, 1), (3, 1, 0, 1), (4, 5, 0, 9), (99, -3, 0, 1), (1, 2, 1, 2), (4, 2, 5, 9), (1, 1, -2, 0)],
)
def test_lookup_by_column_row_and_shift(strength: int, score: int, shift: int, result: int) -> None:
    assert table().look_up(strength, score, shift) == result


def test_ragged_tables_are_refused() -> None:
    with pytest.raises(ValueError, match="one height"):
        table(columns={"1": [0, 1], "2+": [0]})


@given(st.integers(1, 60), st.integers(-12, 12))
def test_the_results_of_a_roll_are_those_of_its_faces(strength: int, modifier: int) -> None:
    fire = load_game("nmc").data.tables.fire
    assert fire.results(strength, D10, modifier) == [fire.look_up(strength, face + modifier) for face in D10]
    assert fire.results(strength, D10, modifier) == sorted(fire.results(strength, D10, modifier))


@given(st.lists(st.integers(0, 5), min_size=1, max_size=12), st.lists(st.integers(0, 5), min_size=1, max_size=12))
def test_chances_equal_brute_force(mine: list[int], theirs: list[int]) -> None:
    joined = Chances.even(mine).join(Chances.even(theirs), lambda a, b: a - b)
    assert joined.total == len(mine) * len(theirs)
    ahead = sum(a > b for a in mine for b in theirs)
    assert joined.chance(lambda value: value > 0) == Fraction(ahead, len(mine) * len(theirs))
    assert joined.mean(float) == pytest.approx(sum(mine) / len(mine) - sum(theirs) / len(theirs))
    assert Chances.even(mine).map(lambda value: value % 2).total == len(mine)


def test_odds_add_up_to_the_whole() -> None:
    odds = Odds.of("t", "1", Chances.even([1, 1, 2]), str, float)
    assert [(outcome.label, outcome.weight) for outcome in odds.outcomes] == [("1", 2), ("2", 1)]
    assert sum(outcome.weight for outcome in odds.outcomes) == odds.total
