"""Positions that strangers wrote: none is believed before its words, numbers, steps and sums have been looked at."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence, Set
from typing import Any

import msgspec

from common.data import plain
from common.engine.basics import Action, BrokenState, IllegalAction
from common.engine.game import Game
from common.engine.match import Match
from common.engine.state import State

LARGEST = 10_000  # no number in a board game is larger, and no list longer
COUNTERS = {"seed": 2**64, "rolls": 10**6, "draws": 10**6}
LONGEST_WORD, LONGEST_TEXT, LONGEST_FLOW = 200, 2_000, 100
TRIED, PLAYED = 16, 60  # actions that are tried at a stored position, and played on from it


class BadPosition(Exception):
    """A stored position that cannot be; it says which field is to blame."""


def read_position(game: Game, raw: bytes) -> State:
    """A stored position, if everything about it is possible; BadPosition names the field that is not."""
    try:
        state = game.decode(raw)
    except (msgspec.MsgspecError, ValueError, RecursionError, OverflowError) as error:
        what, _, place = plain(str(error)).replace("`", "").partition(" - at $")
        place = place.removeprefix(".") if not place.startswith("[") else f"flow{place}"  # the flow is read apart
        raise BadPosition(f"{place}: {what[:1].lower()}{what[1:]}" if place else what) from error
    wrong = next(problems_of_position(game, state), None)
    if wrong is not None:
        raise BadPosition(plain(wrong))
    return state


def problems_of_position(game: Game, state: State) -> Iterator[str]:
    """What is impossible about a position, field by field; whoever looks on after a problem may stumble."""
    yield from _setting_problems(game, state)
    names: Mapping[str, Container[str]] = {"side": game.sides, "winner": game.sides, **game.names()}
    for field in state.__struct_fields__:
        if field not in ("options", "scenario"):
            yield from _problems(field, field, getattr(state, field), names)
    yield from _flow_problems(game, state)
    for judge in (game.why_not_position, lambda position: next(iter(game.invariants(position)), None)):
        yield from _guarded("position", lambda judge=judge: judge(state))  # type: ignore[misc]
    for index, step in enumerate(state.flow):
        yield from _guarded(f"flow[{index}] ({type(step).__name__})", lambda step=step: step.why_not_stand(state))  # type: ignore[misc]
    yield from _guarded("flow", lambda: _try_out(game, state))


def _setting_problems(game: Game, state: State) -> Iterator[str]:
    if state.scenario not in game.scenarios:
        yield f"scenario: {state.scenario!r} does not exist"
    options = game.options
    for name in options.keys() ^ state.options.keys():
        yield f"options.{name}: {'it is missing' if name in options else 'there is no such option'}"
    for name, value in state.options.items():
        if name in options and (why := options[name].why_not(value)) is not None:
            yield f"options.{name}: {value!r}: {why}"
    if state.turn < 1:
        yield f"turn: {state.turn} does not exist"


def _flow_problems(game: Game, state: State) -> Iterator[str]:
    if state.result is None and not state.flow:
        yield "flow: the game is not over but nothing comes next"
    if len(state.flow) > LONGEST_FLOW:
        yield f"flow: {len(state.flow)} steps are too many"
    below = ""
    for index, step in enumerate(state.flow):
        kind = type(step).__name__
        if below not in game.upon.get(kind, (below,)):
            yield f"flow[{index}]: {kind} cannot lie upon {below or 'nothing'}"
        below = kind


def _problems(place: str, field: str, value: Any, names: Mapping[str, Container[str]]) -> Iterator[str]:
    """What is wrong with the words and numbers within a value."""
    if isinstance(value, str):
        yield from _word_problems(place, field, value, names)
    elif isinstance(value, (int, float)):
        most = COUNTERS.get(field, LARGEST)
        if not -most <= value <= most or (field in COUNTERS and value < 0):
            yield f"{place}: {value} is out of range"
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _problems(f"{place}.{name}", name, getattr(value, name), names)
    elif isinstance(value, (Mapping, Sequence, Set)):
        if len(value) > LARGEST:
            yield f"{place}: {len(value)} entries are too many"
            return
        yield from _entry_problems(place, field, value, names)


def _entry_problems(place: str, field: str, value: Any, names: Mapping[str, Container[str]]) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _problems(place, field, key, names)
            yield from _problems(f"{place}.{key}", f"{field}.*", inner, names)
    elif isinstance(value, Set):
        for inner in value:
            yield from _problems(place, field, inner, names)
    else:
        for index, inner in enumerate(value):
            yield from _problems(f"{place}[{index}]", field, inner, names)


def _word_problems(place: str, field: str, word: str, names: Mapping[str, Container[str]]) -> Iterator[str]:
    known = names.get(field)
    if known is not None and word not in known:
        yield f"{place}: there is no {word!r}"
    if len(word) > (LONGEST_TEXT if field == "reason" else LONGEST_WORD):
        yield f"{place}: the text is too long"
    if not word.isprintable():
        yield f"{place}: {word!r} cannot be shown"


def _guarded(place: str, judge: Callable[[], str | None]) -> Iterator[str]:
    """What the game's own rules say about a position; those that stumble over it have found something wrong, too."""
    try:
        wrong = judge()
    except (BrokenState, IllegalAction) as error:
        wrong = str(error)
    except Exception as error:  # a stranger's position may break any rule code; it is then simply not used
        wrong = f"the rules do not know what to do with it ({type(error).__name__}: {error})"
    if wrong is not None:
        yield f"{place}: {wrong}"


def _try_out(game: Game, state: State) -> str | None:
    """Play a little on copies of a position, everything checked: what the rules cannot go on with is refused."""
    match = Match(game, state.clone())
    match.check()
    for side in (*game.sides, None):
        match.view(side)
        game.known(match.state, side)
    legal = match.legal()
    step = max(1, len(legal) // TRIED)
    for action in legal[::step]:
        _play_checked(match.clone(quiet=True), action)
    quiet = match.clone(quiet=True)
    for number in range(PLAYED):
        if quiet.result is not None:
            break
        able = quiet.legal()
        _play_checked(quiet, able[number * 7919 % len(able)])
    return None


def _play_checked(match: Match, action: Action) -> None:
    match.play(action)
    match.check()
