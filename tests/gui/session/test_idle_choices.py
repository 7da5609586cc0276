"""Decisions that change nothing are passed on wish, with the reason, and never where that would tell a secret."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from common.engine import Match, Seat
from common.engine.actions import Decline
from common.gui.table.open_table import find_table
from fallujah.actions import Keep
from tests.gui.waiting import rest
from tests.playing import bot_game


def find(game: str, wanted: Callable[[Match], bool], most: int = 900) -> Match:
    """A match of bots in the first position that is wanted."""
    for match in bot_game(game, 7).positions():
        if match.to_act is not None and wanted(match):
            return match
        assert len(match.past) < most
    raise AssertionError("no such position")


def is_step(match: Match, name: str) -> bool:
    return type(match.state.step).__name__ == name


def ends_alike(match: Match) -> bool:
    state = match.state
    return is_step(match, "Window") and state.step.kind == "end" and abs(state.first_roll - state.impulse) > 1


def idle(match: Match):
    return find_table(match).idle_choice(Seat(match, match.to_act))


def test_an_end_roll_that_one_cannot_change_is_let_stand() -> None:
    match = find("fallujah", ends_alike)
    found = idle(match)
    assert (found.action, found.rule) == (Keep(), "10.1a")
    close = match.clone()
    close.state.first_roll = close.state.impulse  # one less would end the phase
    assert idle(close) is None
    close.state.first_roll = close.state.impulse - 1
    assert idle(close) is None


def test_isr_is_idle_for_who_fires_first_anyway() -> None:
    for match in bot_game("operation_serval", 7).positions():
        if is_step(match, "IsrWindow"):
            state = match.state
            first = state.step.side == state.initiative and not state.battle.isr
            assert (idle(match) is not None) == first
            if first:
                assert idle(match).action == Decline()
                return


def test_an_edge_of_the_attacker_is_never_idle() -> None:
    """The defender may still answer it."""
    match = find("somali_pirates", lambda m: is_step(m, "EdgeWindow") and m.state.step.side == m.state.battle.side)
    assert idle(match) is None


@pytest.mark.parametrize("wish", [False, True])
def test_it_is_passed_only_on_wish(lay, store, qtbot, wish: bool) -> None:
    match = find("fallujah", ends_alike).clone()
    store.set(skip_idle=wish)
    table = lay("fallujah", match=match)
    length = table.session.length
    table.session.continue_game()
    if wish:
        qtbot.waitUntil(lambda: table.session.length > length, timeout=2000)
        assert "would change nothing" in table.prompt.news.text()
    else:
        rest(0)
        assert table.session.length == length


def test_between_two_people_a_reaction_is_always_asked(lay, store, qtbot) -> None:
    store.set(skip_idle=True, curtain="never")
    match = find("operation_serval", lambda m: is_step(m, "IsrWindow") and idle(m) is not None).clone()
    table = lay("operation_serval", match=match)
    length = table.session.length
    table.session.continue_game()
    rest(0)
    assert table.session.length == length
