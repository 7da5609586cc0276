"""The list of games: five of the program, open to what a test adds."""

from __future__ import annotations

import pytest

from common.engine import GAMES, UnknownGame, is_playable, load_game, playable_games, register_game


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="already a game 'nmc'"):
        register_game("nmc", "tests.engine")
    register_game("nowhere", "tests.nowhere")
    register_game("nowhere", "tests.nowhere")
    with pytest.raises(ValueError, match="already a game 'nowhere'"):
        register_game("nowhere", "tests.elsewhere")


def test_only_registered_packages_are_opened() -> None:
    """A save names its game: it must not make the program import anything else."""
    with pytest.raises(UnknownGame, match=r"unknown game 'tests\.toy'"):
        load_game("tests.toy")


def test_a_registered_game_without_rules_is_refused_and_not_listed() -> None:
    register_game("nowhere", "tests.nowhere")
    assert not is_playable("nowhere")
    with pytest.raises(UnknownGame, match="nowhere has no rules"):
        load_game("nowhere")
    assert set(playable_games()) <= set(GAMES)


@pytest.mark.parametrize("name", playable_games())
def test_a_game_knows_where_its_modules_are(name: str) -> None:
    game = load_game(name)
    assert game.package == name
    assert (game.folder / "rules.yaml").is_file()
    assert game.module("bot").__name__ == f"{name}.bot"
