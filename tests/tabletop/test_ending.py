"""Turning points: where the lead of a finished game swung, found without looking at every position."""

from __future__ import annotations

from common.tabletop import TurningPoint
from common.tabletop.ending import FIGHT, MOST_LOOKS, find_turning_points, trace_lead


def test_every_swing_is_found_to_the_action() -> None:
    lead = [0] * 40 + [5] * 30 + [-2] * 30 + [1]
    found = trace_lead([0, 50], 100, lead.__getitem__)
    assert find_turning_points(found) == [
        TurningPoint(40, 40, 5), TurningPoint(70, 70, -7), TurningPoint(100, 100, 3),
    ]  # fmt: skip


def test_few_positions_are_looked_at_where_little_happens() -> None:
    looked: list[int] = []

    def lead_at(moment: int) -> float:
        looked.append(moment)
        return float(moment >= 5000)

    trace_lead([0], 10_000, lead_at)
    assert len(looked) < 40


def test_a_restless_game_is_looked_at_only_so_often() -> None:
    looked: list[int] = []

    def lead_at(moment: int) -> float:
        looked.append(moment)
        return moment * 7919 % 1000

    trace_lead([0], 99_999, lead_at)
    assert len(looked) == MOST_LOOKS + 2


def test_what_happens_in_one_go_is_one_turning_point() -> None:
    lead = [(0, 0.0), (10, 2.0), (10 + FIGHT, 5.0), (30, 6.0)]
    assert find_turning_points(lead) == [TurningPoint(10 + FIGHT, 10, 5.0), TurningPoint(30, 30, 1.0)]


def test_a_swing_back_is_a_turning_point_of_its_own() -> None:
    assert find_turning_points([(0, 0.0), (1, 2.0), (2, 1.0)]) == [TurningPoint(1, 1, 2.0), TurningPoint(2, 2, -1.0)]


def test_only_the_greatest_swings_are_told_in_the_order_of_play() -> None:
    lead = [(10 * n, float(value)) for n, value in enumerate((0, 1, 10, 8, 13))]
    assert [point.moment for point in find_turning_points(lead, 2)] == [20, 40]


def test_a_game_without_a_swing_has_no_turning_point() -> None:
    assert find_turning_points(trace_lead([0], 0, lambda moment: 3.0)) == []
