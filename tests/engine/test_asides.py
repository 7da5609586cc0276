"""What a side may do out of turn, and what bars taking things back."""

from __future__ import annotations

import pytest

from common.engine import Concede, IllegalAction, Match, Refusal, load_game, playable_games
from common.engine.match import Barrier
from tests.engine.bare_game import Go, Shuffle, Turn, begin


def match_with_stacks() -> Match:
    return begin(Turn("blue"), stacks={"blue": ("a", "b"), "red": ("x", "y")})


def test_asides_are_listed_for_each_side_and_are_no_moves() -> None:
    match = match_with_stacks()
    assert match.asides("red") == (Shuffle("red", "y"), Concede("red"))
    assert match.asides("blue") == (Shuffle("blue", "b"), Concede("blue"))
    assert not {Shuffle("blue", "b"), Concede("blue")} & set(match.legal())


@pytest.mark.parametrize("name", playable_games())
def test_every_game_can_be_given_up_by_either_side_at_any_moment(name: str) -> None:
    match = load_game(name).new_match(seed=1)
    for _ in range(20):
        assert [match.asides(side)[-1] for side in match.sides] == [Concede(side) for side in match.sides]
        match.play(match.legal()[-1])


def test_an_aside_out_of_turn_changes_the_position_and_not_whose_turn_it_is() -> None:
    match = match_with_stacks()
    match.play(Shuffle("red", "y"))
    assert match.state.stacks["red"] == ("y", "x")
    assert match.to_act == "blue"
    assert match.asides("red") == (Shuffle("red", "x"), Concede("red"))


def test_asides_are_judged() -> None:
    match = match_with_stacks()
    before = match.hash()
    for action, rule in ((Shuffle("red", "x"), "3"), (Shuffle("red", "a"), "3"), (Shuffle("green", "a"), "")):
        refusal = match.why_not(action)
        assert refusal is not None
        assert refusal.rule == rule
        with pytest.raises(IllegalAction):
            match.play(action)
    assert match.hash() == before


def test_asides_are_taken_back_and_played_again_like_moves() -> None:
    match = match_with_stacks()
    before = match.hash()
    match.play(Shuffle("red", "y"))
    after, told = match.hash(), match.journal.text()
    match.undo()
    assert match.hash() == before
    match.redo()
    assert (match.hash(), match.journal.text()) == (after, told)


def test_an_aside_is_told_to_the_others_in_its_public_form() -> None:
    match = match_with_stacks()
    match.play(Shuffle("red", "y"))
    assert [match.journal.view(side)[-1].text for side in ("red", "blue", None)] == [
        "y goes on top.",
        "A stack is reordered.",
        "A stack is reordered.",
    ]


def test_after_the_end_nothing_is_done_aside() -> None:
    match = match_with_stacks()
    match.play(Concede("red"))
    assert match.asides("blue") == ()
    assert match.why_not(Shuffle("blue", "b")) == Refusal("4", "the game is over")


def test_each_side_takes_back_its_own_asides_alone() -> None:
    match = match_with_stacks()
    match.play(Shuffle("red", "y"))
    assert match.why_not_undo("red") is None
    assert match.why_not_undo("blue") is not None
    assert match.barrier() == "decision"  # for blue, whose turn it is
    match.play(Go("plan"))
    assert match.why_not_undo("blue") is None
    assert match.why_not_undo("red") is not None


@pytest.mark.parametrize(
    ("what", "barrier"),
    [("plan", None), ("roll", "roll"), ("draw", "draw"), ("show", "reveal"), ("end", "decision")],
)
def test_what_bars_taking_an_action_back(what: str, barrier: Barrier | None) -> None:
    """Showing tells the acting side nothing new: it is the other side that has learned something."""
    match = match_with_stacks()
    match.play(Go(what))
    assert match.barrier() == barrier
    assert (match.why_not_undo("blue") is None) == (barrier is None)


def test_cards_drawn_again_after_taking_back_are_the_same() -> None:
    match = match_with_stacks()
    match.play(Go("draw"))
    hand = match.state.hands["blue"]
    match.undo()
    match.play(Go("roll"))
    match.play(Go("draw"))
    assert match.state.hands["blue"] == hand
