"""Bad input on purpose: illegal actions, damaged saves, damaged maps, bad protocol lines; all from seeds."""

from __future__ import annotations

import json
import random
import tempfile
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from common.data import DataError
from common.engine import GAMES, Action, Aside, Game, Match, load_game, playable_games
from common.engine.save_lines import checksum, mark_line
from common.lab.forged_positions import forge
from common.maps.checking.check import check_map
from common.maps.load import map_from_text, map_path

NASTY_TEXT = ("", "x", "9999", "../..", "\x1b[31m", "ü" * 300, "union", "depot", "NaN", "\0", "0")
NASTY_NUMBERS = (-1, 0, 1, 2, 7, 99, 10**9, -(10**9))


def actions(game: Game, match: Match, chooser: random.Random, number: int) -> Iterator[Action]:
    """Well-typed actions that are mostly not legal: real ones from elsewhere with fields changed, and pure noise."""
    kinds = [kind for kind in typing.get_args(game.action_type) if kind.__name__ != "Concede"]
    spaces = list(game.data.map.spaces)
    legal = match.legal()
    for _ in range(number):
        if legal and chooser.random() < 0.5:
            action = chooser.choice(legal)
            fields = action.__struct_fields__
            if fields:
                yield _changed(action, chooser.choice(fields), chooser, spaces)
            continue
        kind = chooser.choice(kinds)
        values = {
            name: _value(hint, chooser, spaces)
            for name, hint in typing.get_type_hints(kind).items()
            if name in kind.__struct_fields__
        }
        if issubclass(kind, Aside):
            values["side"] = chooser.choice(game.sides)  # a side that does not exist breaks no rule of the game
        yield kind(**values)


def _changed(action: Action, field: str, chooser: random.Random, spaces: list[str]) -> Action:
    hint = typing.get_type_hints(type(action))[field]
    return msgspec.structs.replace(action, **{field: _value(hint, chooser, spaces)})


def _value(hint: Any, chooser: random.Random, spaces: list[str]) -> Any:
    origin = typing.get_origin(hint)
    if hint is bool:
        return chooser.random() < 0.5
    if hint is int:
        return chooser.choice(NASTY_NUMBERS)
    if hint is str:
        return chooser.choice(spaces) if chooser.random() < 0.7 else chooser.choice(NASTY_TEXT)
    if origin is tuple:
        inner = typing.get_args(hint)[0]
        return tuple(_value(inner, chooser, spaces) for _ in range(chooser.randrange(4)))
    if origin is typing.Literal:
        return chooser.choice(typing.get_args(hint))
    options = [option for option in typing.get_args(hint) if option is not type(None)]
    return _value(options[0], chooser, spaces) if options else None


class SoundSave(NamedTuple):
    """A sound save of a random game to start from, and its match."""

    raw: bytes
    match: Match


def _save_of(name: str, seed: int, length: int) -> SoundSave:
    """A sound save of a random game."""
    match = play_random(name, seed, length)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sound.jsonl"
        match.save(path)
        return SoundSave(path.read_bytes(), match)


def play_random(name: str, seed: int, length: int) -> Match:
    """A random game of so many actions."""
    match, chooser = load_game(name).new_match(seed=seed), random.Random(seed)
    while match.result is None and len(match.past) < length:
        match.play(chooser.choice(match.legal()))
    return match


def saves(number: int, seed: int = 0) -> Iterator[bytes]:
    """Saves with bytes flipped, lines cut, swapped, repeated, fields replaced, nested too deep or far too large.

    Half of them are forged: consistent but wrong, with strange positions and steps, and every checksum is right.
    """
    sound = [_save_of(name, index, 40 + 30 * index) for name in playable_games() for index in range(2)]
    chooser = random.Random(seed)
    for _ in range(number):
        chosen = chooser.choice(sound)
        act = chooser.random()
        if act < 0.5:
            yield chooser.choice(DAMAGES)(chosen.raw, chooser)
        elif act < 0.75 or not chosen.match.game.names():  # a game that does not name its words believes more
            yield _marked_field(chosen.raw, chooser)
        else:
            yield _forged_position(chosen, chooser)


def _flip(raw: bytes, chooser: random.Random) -> bytes:
    data = bytearray(raw)
    for _ in range(chooser.randint(1, 8)):
        data[chooser.randrange(len(data))] = chooser.randrange(256)
    return bytes(data)


def _cut(raw: bytes, chooser: random.Random) -> bytes:
    return raw[: chooser.randrange(len(raw))]


def _lines(raw: bytes, chooser: random.Random) -> bytes:
    lines = raw.split(b"\n")
    first, second = chooser.randrange(len(lines)), chooser.randrange(len(lines))
    act = chooser.randrange(4)
    if act == 0:
        del lines[first]
    elif act == 1:
        lines[first], lines[second] = lines[second], lines[first]
    elif act == 2:
        lines.insert(first, lines[second])
    else:
        lines[first] = lines[first][: len(lines[first]) // 2]
    return b"\n".join(lines)


def _field(raw: bytes, chooser: random.Random) -> bytes:
    """Replace one value somewhere inside one line by something absurd of any type."""
    lines = raw.split(b"\n")
    index = chooser.randrange(len(lines))
    try:
        value = json.loads(lines[index])
    except ValueError:
        return raw
    _spoil(value, chooser)
    lines[index] = json.dumps(value).encode()
    return b"\n".join(lines)


def _marked_field(raw: bytes, chooser: random.Random) -> bytes:
    """Replace one value somewhere, and mark all lines again so that nothing looks damaged."""
    lines = [_unmarked(line) for line in raw.splitlines()]
    line = chooser.choice(lines)
    _spoil(line, chooser)
    return _marked(lines)


def _forged_position(sound: SoundSave, chooser: random.Random) -> bytes:
    """A game that begins with a position of a forger's, or jumps to one in the middle."""
    lines = [_unmarked(line) for line in sound.raw.splitlines()]
    at = chooser.randrange(len(sound.match.past) + 1)
    state = json.loads(forge(sound.match.game, sound.match.at(at), chooser))
    snap = {"t": "snap", "n": at, "turn": 1, "state": state}
    if chooser.random() < 0.5:
        lines[0]["start"] = "position"
        return _marked([lines[0], snap, *lines[chooser.randrange(1, len(lines)) :]])
    actions = [number for number, line in enumerate(lines) if line.get("t") == "do"]
    lines[chooser.choice(actions)]["a"] = {"type": "Nothing"}
    return _marked([*(line for line in lines if line.get("t") != "snap"), snap])


def _unmarked(line: bytes) -> Any:
    value = json.loads(line)
    value.pop("i", None)
    value.pop("c", None)
    return value


def _marked(lines: list[Any]) -> bytes:
    """Lines with right numbers and checksums; positions with the right checksum, too."""
    text = []
    for number, line in enumerate(lines, 1):
        if isinstance(line, dict) and isinstance(line.get("state"), dict):
            line["hash"] = checksum(_text_of(line["state"]))
        text.append(mark_line(_text_of(line), number))
    return b"".join(text)


def _text_of(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")


def _spoil(value: Any, chooser: random.Random) -> None:
    absurd: list[Any] = [
        None,
        True,
        -1,
        10**30,
        1e308,
        "\x1b[2J",
        "../../etc",
        [],
        {},
        [[]],
        {"type": "x"},
        "",
        0,
        "union",
    ]
    while isinstance(value, (dict, list)) and value:
        key = chooser.choice(list(value)) if isinstance(value, dict) else chooser.randrange(len(value))
        if chooser.random() < 0.35 or not isinstance(value[key], (dict, list)) or not value[key]:
            value[key] = chooser.choice(absurd)
            return
        value = value[key]


def _monster(raw: bytes, chooser: random.Random) -> bytes:
    first, _, rest = raw.partition(b"\n")
    deep = b'{"t":"do","a":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    monsters = (
        deep + b"\n",
        first.replace(b'"seed":', b'"seed":1e400,"was":') + b"\n",
        first + b'\n{"t":"snap","n":0,"turn":1,"hash":"","state":{}}\n' + rest,
        b"\xff\xfe" + raw,
        b"{}" * 10_000,
        first.replace(b'"format":1', b'"format":999') + b"\n" + rest,
        first.replace(b'"t":"game"', b'"t":"game","t":"game"') + b"\n" + rest,
        first + b"\n" + b'{"t":"undo"}\n' * 50,
        first + b"\n" + b'{"t":"redo"}\n' + rest,
        b"",
        b"\n" * 1000,
    )
    return chooser.choice(monsters)


DAMAGES = (_flip, _cut, _lines, _field, _field, _monster)


def maps(number: int, seed: int = 0, texts: Mapping[str, str] | None = None) -> int:
    """Damage map files: they are read (and may then be checked) or refused by a DataError; how many were refused."""
    chooser, refused = random.Random(seed), 0
    sound = texts or {name: map_path(name).read_text(encoding="utf-8") for name in GAMES}
    for index in range(number):
        name = chooser.choice(list(sound))
        text = damaged_text(sound[name], chooser)
        try:
            found = map_from_text(text, f"{name}.yaml")
            if index % 50 == 0:
                check_map(found)
        except DataError as error:
            refused += 1
            if "\n" in str(error):
                raise AssertionError(f"map {index}: the error has more than one line") from error
    return refused


def damaged_text(text: str, chooser: random.Random) -> str:
    """A YAML text with one thing spoilt."""
    at = chooser.randrange(len(text))
    lines = text.split("\n")
    line = chooser.randrange(len(lines))
    act = chooser.randrange(7)
    if act == 0:
        return text[:at]
    if act == 1:
        return text[:at] + chooser.choice("[]{}:,&*!|>'\"\t\x00%@#-") + text[at + 1 :]
    if act == 2:
        lines[line] = lines[line].replace(
            ": ", f": {chooser.choice(('-1', '[]', '{}', 'null', '1e999', '!!python/x 1'))} #", 1
        )
    elif act == 3:
        del lines[line]
    elif act == 4:
        lines.insert(line, lines[chooser.randrange(len(lines))])
    elif act == 5:
        lines[line] = "&a " + lines[line] + " *a"
    else:
        lines[line] = "[" * 200 + lines[line]
    return "\n".join(lines)
