"""Stored positions: each is checked like everything a stranger writes, and the field that is wrong is named."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from common.engine import Match, SaveError, load_game, playable_games, register_game
from common.engine.positions import BadPosition, problems_of_position, read_position
from common.lab.forged_positions import forge, try_forgery
from tests.engine.damage import bodies, change_position, played, write_marked

register_game("toy", "tests.toy")
GAMES = (*playable_games(), "toy")


def test_the_games_that_are_complete_name_their_words() -> None:
    assert {"nmc", "fallujah", "toy"} <= {game for game in GAMES if load_game(game).names()}


Change = Callable[[dict[str, Any]], object]


SPOILS = {"items": {"side": "union"}, "kept": {"side": "union"}}


def spoil(state: dict[str, Any], path: str, value: object) -> None:
    *way, last = path.split("/")
    here: Any = state
    for step in way:
        here = here[int(step)] if isinstance(here, list) else here[step]
    here[int(last) if isinstance(here, list) else last] = value


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        ("stacks/1704/guns", 100_000_000, "stacks.1704.guns: 100000000 is out of range"),
        ("stacks/1704/guns", 50, "guns are on the map"),
        ("stacks/1704/regular", -1, "regular"),
        ("stacks/1704/leaders", ["Nobody"], "stacks.1704.leaders[0]: there is no 'Nobody'"),
        ("stacks/9999", {"side": "union", "guns": 1}, "stacks: there is no '9999'"),
        ("control/1704", "mexico", "control.1704: there is no 'mexico'"),
        ("scenario", "war", "scenario: 'war' does not exist"),
        ("options", {}, "options."),
        ("options/attack_momentum", "often", "options.attack_momentum"),
        ("turn", 0, "turn"),
        ("turn", 99, "turn 99"),
        ("phase", 77, "phase 77"),
        ("seed", -5, "seed"),
        ("rolls", 10**12, "rolls"),
        ("vp/union", 45, "victory points"),
        ("flow", [], "flow: the game is not over"),
        ("flow/0", {"type": "Nothing"}, "flow"),
        ("flow/0", {"type": "Spoils", "side": "union", "hex": "1", **SPOILS}, "flow[0].hex"),
        ("flow/0/type", "SetUp", "flow"),
        ("declared", ["1704"] * 20_000, "declared: 20000 entries are too many"),
        ("fallen", {"Canby": "x" * 5_000}, "fallen.Canby: the text is too long"),
        ("fallen", {"Canby": "\x1b[31m"}, "cannot be shown"),
        ("result", {"winner": "x", "level": "", "reason": "", "rule": ""}, "result.winner: there is no 'x'"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_position_is_named_by_its_field(path: str, value: object, named: str) -> None:
    match = played(40)
    state = msgspec.json.decode(match.game.encode(match.state))
    spoil(state, path, value)
    with pytest.raises(BadPosition) as caught:
        read_position(match.game, msgspec.json.encode(state))
    assert named in str(caught.value)


@pytest.mark.parametrize("game", GAMES)
def test_positions_of_real_games_are_believed(game: str) -> None:
    """Now and then in games of the first scenarios; a position that is refused would be a game that is lost."""
    found = load_game(game)
    for seed, scenario in enumerate(list(found.scenarios)[:2]):
        match, chooser = found.new_match(scenario, seed), random.Random(seed)
        while match.result is None and len(match.past) < 200:
            match.play(chooser.choice(match.legal()))
            if len(match.past) % 61 == 0 or match.result is not None:
                again = found.decode(found.encode(match.state))
                assert next(problems_of_position(found, again), None) is None


@pytest.mark.parametrize("game", [game for game in GAMES if load_game(game).names()])
def test_forged_positions_are_refused_by_name_or_play_on(game: str) -> None:
    """`five-fronts soak S03` forges four thousand, `soak Q12` puts them into saves."""
    found = load_game(game)
    match, chooser = found.new_match(seed=3), random.Random(3)
    real = []
    while match.result is None and len(match.past) < 90:
        match.play(chooser.choice(match.legal()))
        if len(match.past) % 11 == 0:
            real.append(match.clone(quiet=True))
    believed = sum(
        try_forgery(found, forge(found, random.Random(n).choice(real), random.Random(n)), random.Random(n), 30)
        for n in range(16)
    )
    assert 0 < believed < 16


def test_a_flow_that_never_ends_is_noticed() -> None:
    from tests.engine.bare_game import BareGame, Turn

    class Circle(Turn, frozen=True, tag=True):
        """A step that goes on and on."""

        def proceed(self, state: Any) -> bool:
            state.swap(self)
            return True

    with pytest.raises(Exception, match="without end"):
        BareGame(Circle("blue")).new_match()


def test_a_forged_position_never_ends_in_a_traceback_or_a_changed_file(tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    match = played(30)
    match.save(path)
    lines = bodies(path)
    lines[0]["start"] = "position"
    lines[1] = change_position(lines[1], stacks={"1704": {"side": "union", "guns": 100_000_000}})
    lines = [lines[0], lines[1]]
    write_marked(path, lines)
    before = path.read_bytes()
    with pytest.raises(SaveError) as caught:
        Match.load(path)
    assert "stacks.1704.guns" in str(caught.value) and "\n" not in str(caught.value)
    assert path.read_bytes() == before
