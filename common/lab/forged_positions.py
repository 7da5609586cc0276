"""Positions as a forger writes them: words and numbers changed, and steps that nobody put on the flow."""

from __future__ import annotations

import random
import typing
from collections.abc import Iterator
from enum import Enum
from types import NoneType
from typing import Any

import msgspec

from common.engine import Game, Match, Step
from common.engine.family import step_types
from common.engine.positions import BadPosition, read_position

NUMBERS = (-1, 0, 1, 2, 3, 5, 9, 40, 9_999, 10**8, -(10**8))
WORDS = ("", "x", "\x1b[2J", "../..", "9999", "union", "depot")


def forge(game: Game, match: Match, chooser: random.Random) -> bytes:
    """A position like that of the match with something in it that nobody played."""
    words = sorted({*game.sides, *game.data.map.spaces, *_words(msgspec.to_builtins(match.state)), *WORDS})
    if chooser.random() < 0.5:
        return _with_a_strange_step(game, match, chooser, words)
    value = msgspec.to_builtins(match.state)
    for _ in range(chooser.randint(1, 3)):
        _change(value, chooser, words)
    return msgspec.json.encode(value, order="deterministic")


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _words(key)
            yield from _words(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _words(inner)


def _change(value: Any, chooser: random.Random, words: list[str]) -> None:
    """Change one thing somewhere inside."""
    while isinstance(value, (dict, list)) and value:
        key = chooser.choice(list(value)) if isinstance(value, dict) else chooser.randrange(len(value))
        inner = value[key]
        if isinstance(inner, (dict, list)) and inner and chooser.random() < 0.85:
            value = inner
            continue
        act = chooser.random()
        if act < 0.1:
            del value[key]
        elif act < 0.2 and isinstance(value, dict):
            value[chooser.choice(words)] = inner
        elif isinstance(inner, bool):
            value[key] = not inner
        elif isinstance(inner, int):
            value[key] = chooser.choice((*NUMBERS, inner + 1, inner - 1))
        elif isinstance(inner, str):
            value[key] = chooser.choice(words)
        elif isinstance(inner, list):
            value[key] = [*inner, *inner] or [chooser.choice(words)]
        return


def _with_a_strange_step(game: Game, match: Match, chooser: random.Random, words: list[str]) -> bytes:
    state = match.state.clone()
    kind = chooser.choice(step_types(game.package))
    hints = typing.get_type_hints(kind)
    step: Step = kind(**{name: _value(hints[name], chooser, words) for name in kind.__struct_fields__})
    at = chooser.randrange(len(state.flow) + 1)
    if chooser.random() < 0.6:
        at = len(state.flow)
    if chooser.random() < 0.3 and state.flow:
        state.flow.pop()
    state.flow.insert(at, step)
    return game.encode(state)


def _value(hint: Any, chooser: random.Random, words: list[str], depth: int = 0) -> Any:
    """Something of a type."""
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint is bool:
        return chooser.random() < 0.5
    if hint is int:
        return chooser.choice(NUMBERS)
    if hint is str:
        return chooser.choice(words)
    if origin is typing.Literal:
        return chooser.choice(parts)
    if origin in (tuple, frozenset):
        if origin is tuple and (len(parts) < 2 or parts[1] is not Ellipsis):
            return tuple(_value(part, chooser, words, depth + 1) for part in parts)
        return origin(_value(parts[0], chooser, words, depth + 1) for _ in range(chooser.randrange(3)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        return chooser.choice(list(hint))
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        hints = typing.get_type_hints(hint)
        return hint(**{name: _value(hints[name], chooser, words, depth + 1) for name in hint.__struct_fields__})
    options = [part for part in parts if part is not NoneType] if chooser.random() < 0.8 else []
    return _value(chooser.choice(options), chooser, words, depth + 1) if options else None


def try_forgery(game: Game, raw: bytes, chooser: random.Random, actions: int) -> bool:
    """Read a position as a save does and play on from it; whether it was believed. Whatever else happens, raises."""
    try:
        match = Match(game, read_position(game, raw))
    except BadPosition as error:
        text = str(error)
        assert "\n" not in text and text.isprintable(), f"not one clean line: {text!r}"
        return False
    for _ in range(actions):
        if match.result is not None:
            break
        match.play(chooser.choice(match.legal()))
        match.check()
    return True
