"""What is wrong with a position is told: each invariant is broken once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from common.engine import BrokenState
from sand_wars.state import ALGERIA, MOROCCO, SandState
from tests.sand_wars.positions import arranged, put


def lose_a_card(state: SandState) -> None:
    pool = state.pools[ALGERIA]
    state.pools[ALGERIA] = pool.take(pool.content[0])


def hold_a_card_twice(state: SandState) -> None:
    state.hands = {**state.hands, MOROCCO: (*state.hands[MOROCCO], state.pools[MOROCCO].content[0])}


def dig_in_twice(state: SandState) -> None:
    for fort in state.data.ids_of(MOROCCO, "fort")[:2]:
        put(state, fort, "fes")


def crowd(state: SandState) -> None:
    for unit in state.data.ids_of(MOROCCO, "mot2", "mech3", "tank3")[:13]:
        put(state, unit, "fes")


def attach_too_many(state: SandState) -> None:
    put(state, "A-B1", "oran", up=True)
    capacity = state.data.counters["A-B1"].hq.capacity  # type: ignore[union-attr]
    for unit in state.data.ids_of(ALGERIA, "mot2", "mech3")[: capacity + 1]:
        put(state, unit, "oran", hq="A-B1")


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lose_a_card, "the cards of algeria do not add up"),
        (hold_a_card_twice, "the cards of morocco do not add up"),
        (dig_in_twice, "morocco has 2 fort in fes"),
        (crowd, "morocco has too many units in fes"),
        (attach_too_many, "A-B1 has"),
        (lambda state: state.take(ALGERIA, "rabat"), "morocco is alone in rabat and does not control it"),
        (lambda state: state.change("M-guards-1", at="fes"), "M-guards-1 has left its capital"),
        (lambda state: state.change("A-tank4-1", cv=5), "A-tank4-1 has CV 5"),
        (lambda state: state.change("A-tank4-1", at="aside", disrupted=True), "A-tank4-1 carries marks beside the map"),
    ],
)
def test_a_position_that_breaks_a_rule_is_told(spoil: Callable[[SandState], object], told: str) -> None:
    match = arranged(place={"A-tank4-1": "oran", "M-guards-1": "rabat"})
    match.check()
    spoil(match.state)
    with pytest.raises(BrokenState, match=told):
        match.check()
