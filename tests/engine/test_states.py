"""Clones share nothing that can change: states are refused by their types, and tried out."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, ClassVar, get_origin, get_type_hints

import msgspec
import pytest

from common.engine import Match, Pool, PooledState, State, Step, load_game, playable_games
from common.engine.basics import ScriptedDie
from common.engine.family import step_types
from common.engine.state_types import problems_of_state_type, problems_of_step_type, refuse_aliases


class Loose(msgspec.Struct):
    """Can be changed."""

    strength: int = 0


class Fixed(msgspec.Struct, frozen=True):
    """Can not be changed."""

    name: str
    parts: tuple[int, ...] = ()


class Leaky(msgspec.Struct, frozen=True):
    """Looks fixed, but holds a list."""

    parts: list[int] = []


class Sound(State, kw_only=True):
    """Only what shallow copies keep apart."""

    number: int = 0
    units: dict[str, Fixed] = {}
    done: set[str] = set()
    order: list[tuple[str, Fixed | None]] = []
    control: Mapping[str, str] = {}
    pick: Fixed | None = None


class Nested(State, kw_only=True):
    """Lists in a dict."""

    stacks: dict[str, list[str]] = {}


class Changing(State, kw_only=True):
    """Values that can be changed."""

    units: dict[str, Loose] = {}


class Sly(State, kw_only=True):
    """A fixed value that holds a list."""

    pick: Leaky = Leaky()


class Maybe(State, kw_only=True):
    """A dict that a clone does not know to copy."""

    units: dict[str, int] | None = None


class Bare(State, kw_only=True):
    """A dict of anything."""

    units: dict[str, Any] = {}


@pytest.mark.parametrize(
    ("kind", "field", "blame"),
    [
        (Nested, "stacks", "list[str]"),
        (Changing, "units", "Loose"),
        (Sly, "pick", "list[int]"),
        (Maybe, "units", "dict[str, int]"),
        (Bare, "units", "Any"),
    ],
)
def test_what_clones_would_share_is_refused_by_its_type(kind: type[State], field: str, blame: str) -> None:
    (problem,) = problems_of_state_type(kind)
    assert problem.startswith(f"{kind.__name__}.{field}: ")
    assert blame in problem
    with pytest.raises(TypeError, match=f"{kind.__name__}.{field}"):
        refuse_aliases(kind, "nmc")


@pytest.mark.parametrize("kind", [Sound, PooledState, *(load_game(name).state_type for name in playable_games())])
def test_the_states_of_the_games_are_sound(kind: type[State]) -> None:
    assert list(problems_of_state_type(kind)) == []


class Hoard(Step, frozen=True, tag=True):
    """A step that holds a list, although it is frozen."""

    abstract: ClassVar[bool] = True  # so that no game of the tests has it
    side: str
    loot: list[str] = []


def test_a_step_with_something_that_can_change_is_refused() -> None:
    (problem,) = problems_of_step_type(Hoard)
    assert problem.startswith("Hoard.loot: list[str] would be shared")


@pytest.mark.parametrize("name", playable_games())
def test_the_steps_of_the_games_are_sound(name: str) -> None:
    load_game(name)
    kinds = step_types(name)
    assert len(kinds) > 10
    assert [problem for kind in kinds for problem in problems_of_step_type(kind)] == []


def test_a_new_match_refuses_such_a_state() -> None:
    class Broken(type(load_game("nmc"))):  # type: ignore[misc]
        state_type = Nested

    with pytest.raises(TypeError, match=r"Nested\.stacks"):
        Broken().new_match()


def mid_game(name: str) -> Match:
    match, chooser = load_game(name).new_match(seed=3), random.Random(3)
    while len(match.past) < 120:
        match.play(chooser.choice(match.legal()))
    return match


def empty_everything(state: State) -> int:
    """Change every container of a state, in the way games do; how many there were with something in them."""
    state.unshare()
    filled = [container for container in containers(state) if container]
    for container in filled:
        container.clear()
    return len(filled)


def containers(state: State) -> list[Any]:
    """What holds the parts of a state that can change."""
    hints = get_type_hints(type(state))
    names = [name for name in state.__struct_fields__ if get_origin(hints[name]) in (dict, list, set)]
    return [getattr(state, name) for name in names if name != "options"]


@pytest.mark.parametrize("name", playable_games())
def test_what_happens_to_a_clone_does_not_happen_to_the_original(name: str) -> None:
    state = mid_game(name).state
    before = msgspec.json.encode(state, order="deterministic")
    assert empty_everything(state.clone()) >= 2
    assert msgspec.json.encode(state, order="deterministic") == before


def test_the_pools_of_a_clone_are_its_own() -> None:
    state = PooledState(scenario="", pools={"deck": Pool.of({"a": 2})}).attach(None, [])
    assert empty_everything(state.clone()) == 1
    assert state.pools["deck"].counts() == {"a": 2}


@pytest.mark.parametrize("name", [name for name in playable_games() if load_game(name).state_type.lent])
def test_lent_containers_are_shared_until_one_side_writes(name: str) -> None:
    state = mid_game(name).state
    one, other = state.clone(), state.clone()
    for lent in state.lent:
        assert getattr(one, lent) is getattr(other, lent) is getattr(state, lent)
    state.unshare()
    assert empty_everything(one) >= 2
    for lent in state.lent:
        assert getattr(other, lent) == getattr(state, lent)
        assert getattr(other, lent) is not getattr(state, lent)


@pytest.mark.parametrize("name", playable_games())
def test_the_positions_that_a_match_keeps_stay_as_they_were(name: str) -> None:
    match, chooser, seen = load_game(name).new_match(seed=5), random.Random(5), list[bytes]()
    while len(seen) < 80:
        action = chooser.choice(match.legal())
        if match.pending_die(action) is not None:
            with pytest.raises(ScriptedDie):
                match.play(action, (10**6,))
        seen.append(match.game.encode(match.state))
        match.play(action)
    assert [match.game.encode(moment.before) for moment in match.past] == seen
    while match.past:
        match.undo()
        assert match.game.encode(match.state) == seen[len(match.past)]
