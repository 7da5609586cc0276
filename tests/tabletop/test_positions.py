"""A position set up by hand: counters anywhere, the game's own invariants, a file that can be read again, play."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.engine import load_game
from common.tabletop.positions import ArrangedPosition, PositionError


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_counter_is_put_elsewhere_and_taken_back(game: str) -> None:
    position = ArrangedPosition.begin(load_game(game))
    assert position.violations() == []
    piece = next(each for each in position.pieces() if each.space in position.game.data.map.spaces)
    goal = next(space for space in position.game.data.map.next_to(piece.space))
    before, there = position.game.encode(position.state), len(position.pieces())
    position.move(piece.id, goal)
    moved = [each.space for each in position.pieces()]
    assert moved.count(goal) > [each.space for each in ArrangedPosition.begin(load_game(game)).pieces()].count(goal)
    assert len(moved) in (there, there - 1, there + 1)  # strength points of one kind lie in one counter
    assert position.undo() and position.game.encode(position.state) == before


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_a_position_is_kept_read_again_and_played(game: str, tmp_path: Path) -> None:
    position = ArrangedPosition.begin(load_game(game))
    path = tmp_path / "here.position.json"
    position.save(path)
    again = ArrangedPosition.open(path)
    assert again.game.encode(again.state) == position.game.encode(position.state) and again.title == position.title
    match = again.match()
    match.play(match.legal()[0])
    match.check()


def test_what_breaks_the_rules_is_named() -> None:
    position = ArrangedPosition.begin(load_game("nmc"))
    position.set_fact("turn", 99)
    assert "turn 99 does not exist" in position.violations()
    with pytest.raises(PositionError):
        position.set_fact("turn", "tomorrow")
    with pytest.raises(PositionError, match="did you mean turn"):
        position.set_fact("tern", 2)
    with pytest.raises(PositionError, match="no space"):
        position.move(position.pieces()[0].id, "9999")
    with pytest.raises(PositionError, match="no counter"):
        position.move("nobody", position.pieces()[0].space)


def test_a_position_that_cannot_be_shown_is_refused() -> None:
    position = ArrangedPosition.begin(load_game("fallujah"))
    before = position.game.encode(position.state)
    with pytest.raises(PositionError, match="cannot show"):
        position.set_fact("turn", 99)
    assert position.game.encode(position.state) == before and position.past == []


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": "x", "game": "nmc", "state": {}}',
             '{"format": "five-fronts position 1", "game": "chess", "state": {}}',
             '{"format": "five-fronts position 1", "game": "nmc", "state": {"turn": "no"}}', "[" * 5000],
)  # fmt: skip
def test_a_strange_file_ends_in_one_line(text: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.position.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(PositionError) as caught:
        ArrangedPosition.open(path)
    assert str(caught.value).startswith("bad.position.json: ") and "\n" not in str(caught.value)
