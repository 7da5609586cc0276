"""Options that are on or off, and options with named values."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from common.engine import Option, OptionValue, load_game, playable_games
from common.engine.protocol import Engine
from common.engine.saves import read_first_line, read_header
from common.lab.playouts import set_up
from tests.engine.bare_game import BareGame, Turn


def new(**options: OptionValue) -> dict[str, OptionValue]:
    chosen: dict[str, OptionValue] = BareGame(Turn("blue")).new_match(options=options).state.options
    return chosen


def test_defaults_and_values() -> None:
    assert new() == {"fog": False, "level": "low"}
    assert new(fog=True, level="high") == {"fog": True, "level": "high"}


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("level", "middle", "option 'level' cannot be 'middle'; there are: low, high"),
        ("level", True, "option 'level' cannot be True; there are: low, high"),
        ("fog", "thick", "option 'fog' cannot be 'thick'; it is on or off"),
    ],
)
def test_a_wrong_value_is_refused_by_name(option: str, value: OptionValue, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}$"):
        new(**{option: value})


@pytest.mark.parametrize(
    "data",
    [
        {"default": "middle", "values": {"low": "Low"}},
        {"default": True, "values": {"low": "Low"}},
        {"values": {"low": "Low"}},
        {"default": "low"},
    ],
)
def test_a_default_must_be_one_of_the_values(data: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError, match="default"):
        msgspec.convert({"source": "rulebook", "title": "", "rule": "", **data}, Option)


def test_random_games_choose_among_the_values() -> None:
    game = BareGame()
    seen = {msgspec.json.encode(set_up(game, seed)[1], order="sorted") for seed in range(40)}
    assert len(seen) == 4


@pytest.mark.parametrize("name", playable_games())
def test_the_random_options_of_a_seed_stay(name: str) -> None:
    """One number each, so that recorded games are still the games of their seeds."""
    game = load_game(name)
    for seed in range(20):
        chooser = random.Random(seed)
        scenario = chooser.choice(list(game.scenarios))
        options = {option: chooser.random() < 0.5 for option in game.options}
        assert set_up(game, seed)[:2] == (scenario, options)


def test_the_header_of_a_save_takes_both_kinds(tmp_path: Path) -> None:
    match = BareGame(Turn("blue")).new_match(options={"level": "high"})
    path = tmp_path / "game.jsonl"
    match.save(path)
    header = read_header(path, read_first_line(path))
    assert header.options == {"fog": False, "level": "high"}


def test_the_header_of_a_save_says_what_the_game_is_and_how_it_began(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    load_game("nmc").new_match(options={"attack_momentum": True}).save(path)
    header = msgspec.json.decode(path.read_bytes().split(b"\n")[0])
    assert list(header) == [
        "t", "format", "program", "game", "scenario", "options", "seed", "dice",
        "data", "base", "seats", "created", "title", "secrets", "start", "follows", "packs", "locks", "i", "c",
    ]  # fmt: skip
    assert header["options"]["attack_momentum"] is True


def test_the_protocol_names_a_wrong_value() -> None:
    line = msgspec.json.encode({"do": "new", "game": "nmc", "options": {"attack_momentum": "often"}})
    answer = msgspec.json.decode(Engine().answer(line))
    assert answer["ok"] is False
    assert "option 'attack_momentum' cannot be 'often'; it is on or off" in answer["error"]
