"""The secrecy check finds what a seat must not learn, whichever way it asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from common.engine import Game, Match, Seat, Side, load_game
from common.lab import secrecy
from nmc.rules.combat import BattleSupply
from nmc.table import NmcTable


def secret_position() -> tuple[Match, Side]:
    """A battle of nmc in which one side has decided secretly about its wagon, and the side that must not know."""
    game = load_game("nmc")
    for match in secrecy.positions(game, 1):
        step = match.state.step
        if isinstance(step, BattleSupply) and step.secret and step.choices:
            assert match.to_act is not None
            return match, match.to_act
    raise AssertionError("no secret decision in this game")


@pytest.fixture(scope="module")
def secret() -> tuple[Match, Side]:
    return secret_position()


def ask_in_many_worlds(match: Match, side: Side) -> None:
    for seed in range(6):
        secrecy.compare_worlds(match, side, seed, hints=True)


def test_a_secret_decision_stays_secret(secret: tuple[Match, Side]) -> None:
    match, side = secret
    worlds = {match.imagine(side, seed).hash() for seed in range(6)}
    assert len(worlds) > 1, "the worlds compared must differ"
    ask_in_many_worlds(match, side)


def betray_known(game: Game, state: Any, side: Side | None) -> Any:
    return state.clone()


def betray_view(game: Game, state: Any, side: Side | None) -> Any:
    return state.flow[-1]


@pytest.mark.parametrize(
    ("method", "leak", "question"),
    [("known", betray_known, "known position"), ("view", betray_view, "view")],
)
def test_a_game_that_tells_too_much_is_found(
    secret: tuple[Match, Side], monkeypatch: pytest.MonkeyPatch, method: str, leak: Callable[..., Any], question: str
) -> None:
    match, side = secret
    monkeypatch.setattr(type(match.game), method, leak)
    monkeypatch.setattr(secrecy, "_ask_the_hand", lambda seat, seed: iter(()))  # it could not read such a view
    with pytest.raises(secrecy.Leak, match=question):
        ask_in_many_worlds(match, side)


def test_a_label_that_tells_too_much_is_found(secret: tuple[Match, Side], monkeypatch: pytest.MonkeyPatch) -> None:
    match, side = secret
    honest = NmcTable.gesture

    def leak(table: NmcTable, seat: Seat, action: Any) -> Any:
        made = honest(table, seat, action)
        return type(made)(made.action, f"{made.label} {seat._match.state.step.choices}")

    monkeypatch.setattr(NmcTable, "gesture", leak)
    with pytest.raises(secrecy.Leak, match=r"gestures|labels"):
        ask_in_many_worlds(match, side)


def test_what_is_decided_secretly_is_not_in_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("nmc")
    match = next(
        match
        for match in secrecy.positions(game, 1)
        if isinstance(match.state.step, BattleSupply) and len(match.state.step.asked) == 2
    )
    secrecy.compare_secret_choices(match)
    honest = BattleSupply.play

    def leak(step: BattleSupply, state: Any, action: Any) -> None:
        state.note(f"the choice is {action}")
        honest(step, state, action)

    monkeypatch.setattr(BattleSupply, "play", leak)
    with pytest.raises(secrecy.Leak, match="secret decision"):
        secrecy.compare_secret_choices(match)


def test_nobody_is_told_about_another_sides_possibilities(secret: tuple[Match, Side]) -> None:
    match, side = secret
    other = next(each for each in match.sides if each != side)
    seat = Seat(match, other)
    assert seat.legal() == ()
    assert {str(seat.why_not(action)) for action in match.legal()} == {
        f"it is for {match.game.side_names[side]} to decide ()"
    }
