"""Strict reading of the YAML files under data/: every error names file, line and place."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from math import isfinite
from pathlib import Path
from sys import intern
from typing import Annotated, Any, TypeVar

import msgspec
import yaml

T = TypeVar("T")

MAX_BYTES = 8 * 1024 * 1024
MAX_DEPTH = 64
MAX_VALUES = 100_000  # in one file; the largest of ours has some fifteen thousand
MAX_SHOWN = 2000
ROOT = Path(__file__).resolve().parent.parent
KEYS = ("id", "hex", "name")  # what identifies an item of a list when packs are merged

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?")
_LEADING_ZERO = re.compile(r"[-+]?0[0-9]+")
_WORDS: dict[str, Any] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+|\.\.\.)\]")
_AT = re.compile(r"^(.*?)(?: - at `(key in )?(\$.*)`)?$", re.DOTALL)

_PATTERNS = {  # what a text must look like, in words
    "'^(rulebook|reconstructed|original)'": "say where it comes from: rulebook …, reconstructed … or original …",
    "'^#[0-9a-fA-F]{6}$'": "a color is written #rrggbb",
    "'^[^-]+-[^-]+$'": "a side is written as two spaces with a dash between",
    "'^[0-9]{1,4}$'": "a row is named by a number of at most four digits",
}

Source = Annotated[str, msgspec.Meta(pattern=r"^(rulebook|reconstructed|original)", max_length=400)]


class Sourced(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Data that says where its values come from: the rulebook, a reconstruction and what binds it, or a design."""

    source: Source
    constraints: list[str] = []


def plain(text: str, most: int = MAX_SHOWN) -> str:
    """Text from a file made safe to show: no control characters, not endless."""
    text = text[:most]
    return text if text.isprintable() else "".join(char if char.isprintable() else "?" for char in text)


class DataError(ValueError):
    """A data file that cannot be used, with the place of the trouble."""

    def __init__(self, file: str, line: int, where: str, what: str, keys: Sequence[Any] = ()) -> None:
        file, where, what = plain(file), plain(where), plain(what)
        self.file, self.line, self.where, self.what = file, line, where, what
        self.keys = tuple(keys)  # the way to the value in the data, where one does not fit
        super().__init__(f"{file}:{line}: {where}: {what}" if where else f"{file}:{line}: {what}")


class Mark(msgspec.Struct):
    """Where a value stands: its file and line, the lines of its keys, and the marks of what it holds."""

    file: str
    line: int
    inner: Any = None  # dict[str, Mark] for mappings, list[Mark] for lists
    keys: dict[Any, int] = {}


def shown(path: Path) -> str:
    """A path as messages name it: relative to the program where it lies inside it."""
    try:
        return path.resolve().relative_to(ROOT).as_posix()
    except ValueError:
        return path.as_posix()


def read(path: Path, type_: type[T], packs: Sequence[Path] = ()) -> T:
    """The file as a value of `type_`, with the differences of the packs merged into it."""
    data, mark = document(path, packs)
    return converted(data, mark, type_)


def document(path: Path, packs: Sequence[Path] = ()) -> tuple[Any, Mark]:
    """The merged plain data of a file and its packs, with the place of each value."""
    data, mark = parsed(path)
    for pack in packs:
        for other in pack_files(path, pack):
            data, mark = merged(data, mark, *parsed(other))
    return data, mark


def overridden(path: Path, packs: Sequence[Path]) -> set[str]:
    """The dotted paths of all values that a pack supplies."""
    files = {shown(other) for pack in packs for other in pack_files(path, pack)}
    if not files:
        return set()
    data, mark = document(path, packs)
    return {where for where, at in _leaves(data, mark, "") if at.file in files}


def schema(type_: Any) -> dict[str, Any]:
    """The JSON Schema of a data type, for editors that complete and check."""
    return msgspec.json.schema(type_)


def converted(data: Any, mark: Mark, type_: type[T]) -> T:
    """Plain data as a value of `type_`, or a DataError at the line that does not fit."""
    try:
        return msgspec.convert(data, type_, strict=True)
    except msgspec.ValidationError as error:
        raise _explained(str(error), data, mark, type_) from None


# --- parsing ----------------------------------------------------------------------------------------------


def parsed(path: Path) -> tuple[Any, Mark]:
    """The plain data of one YAML file with the line of each value."""
    file, raw = shown(path), read_bytes(path)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(file, raw[: error.start].count(b"\n") + 1, "", "not UTF-8") from None
    return parsed_text(text, file)


def read_bytes(path: Path, most: int = MAX_BYTES) -> bytes:
    """The bytes of a data file: of a regular one only, and not more than anybody would write."""
    file = shown(path)
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        with open(opened, "rb") as stream:
            info = os.fstat(opened)
            if not stat.S_ISREG(info.st_mode):
                raise DataError(file, 1, "", "cannot be read: not a file")
            raw = stream.read(most + 1) if info.st_size <= most else b" " * (most + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, DataError):
            raise
        raise DataError(file, 1, "", f"cannot be read: {getattr(error, 'strerror', None) or 'no such file'}") from None
    if len(raw) > most:
        raise DataError(file, 1, "", f"larger than {most // 1024 // 1024} MB")
    return raw


def parsed_text(text: str, file: str, errors: list[DataError] | None = None) -> tuple[Any, Mark]:
    """The plain data of a YAML text with the line of each value; a list of errors lets reading go on after one."""
    try:
        return _Reader(text, file, errors).document()
    except yaml.YAMLError as error:
        at = getattr(error, "problem_mark", None)
        what = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise DataError(file, at.line + 1 if at else 1, "", f"not YAML: {what}") from None


class _Reader:
    """Builds plain data from parser events, refusing everything a data file has no use for."""

    def __init__(self, text: str, file: str, errors: list[DataError] | None = None) -> None:
        self._file, self._errors, self._count = file, errors, 0
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))

    def document(self) -> tuple[Any, Mark]:
        event: Any = next(self._events)
        while not isinstance(event, (yaml.NodeEvent, yaml.StreamEndEvent)):
            event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            raise DataError(self._file, 1, "", "the file is empty")
        value = self._node(event, 0)
        for event in self._events:
            if isinstance(event, yaml.DocumentStartEvent):
                raise self._error(event, "a second document")
        return value

    def _error(self, event: Any, what: str) -> DataError:
        return DataError(self._file, _line(event), "", what)

    def _complain(self, event: Any, what: str) -> None:
        """Refuse something that reading can go on after."""
        if self._errors is None:
            raise self._error(event, what)
        self._errors.append(self._error(event, what))

    def _node(self, event: Any, depth: int) -> tuple[Any, Mark]:
        if isinstance(event, yaml.AliasEvent) or event.anchor is not None:
            self._complain(event, "anchors and aliases are not allowed")
            if isinstance(event, yaml.AliasEvent):
                return None, Mark(self._file, _line(event))
        if event.tag is not None:
            self._complain(event, f"tags are not allowed: {event.tag}")
        self._count += 1
        if self._count > MAX_VALUES:
            raise self._error(event, f"more than {MAX_VALUES} values")
        if depth > MAX_DEPTH:
            raise self._error(event, f"nested deeper than {MAX_DEPTH} levels")
        if isinstance(event, yaml.ScalarEvent):
            return self._scalar(event), Mark(self._file, _line(event))
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(event, depth)
        return self._mapping(event, depth)

    def _sequence(self, start: Any, depth: int) -> tuple[Any, Mark]:
        values: list[Any] = []
        marks: list[Mark] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            value, mark = self._node(event, depth + 1)
            values.append(value)
            marks.append(mark)
        return values, Mark(self._file, _line(start), marks)

    def _mapping(self, start: Any, depth: int) -> tuple[Any, Mark]:
        values: dict[Any, Any] = {}
        mark = Mark(self._file, _line(start), {}, {})
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                raise self._error(event, "a key must be a plain word or number")
            key, at = self._node(event, depth + 1)
            value, inner = self._node(next(self._events), depth + 1)
            if key in values:
                self._complain(event, f"duplicate key {key!r}, first on line {mark.keys[key]}")
                continue
            values[key], mark.inner[key], mark.keys[key] = value, inner, at.line
        return values, mark

    def _scalar(self, event: Any) -> Any:
        text = intern(event.value)  # names that are read again and again are then one object, and quickly compared
        if not event.implicit[0]:
            return text
        if text in _WORDS:
            return _WORDS[text]
        if _INT.fullmatch(text):
            if len(text) > 18:
                self._complain(event, "a number with more than 18 digits")
                return 0
            return int(text)
        if _LEADING_ZERO.fullmatch(text):
            self._complain(event, f"write {text} in quotes: a number may not begin with 0")
            return text
        if not _FLOAT.fullmatch(text):
            return text
        if not isfinite(float(text)):
            self._complain(event, f"{text} is too large a number")
            return 0
        return float(text)


def _line(event: Any) -> int:
    return int(event.start_mark.line) + 1


# --- packs ------------------------------------------------------------------------------------------------


def pack_files(path: Path, pack: Path) -> list[Path]:
    """The file of a pack that stands for `path`: by game and name, or by name alone."""
    game = path.parent.parent.name
    tries = [pack / game / "data" / path.name, pack / game / path.name, pack / path.name]
    return [other for other in tries if other.is_file()][:1]


def merged(old: Any, old_mark: Mark, new: Any, new_mark: Mark) -> tuple[Any, Mark]:
    """The data of a file with the differences of a pack laid over it."""
    if isinstance(old, dict) and isinstance(new, dict):
        return _merged_mappings(old, old_mark, new, new_mark)
    key = common_key(old, new)
    if key is None:
        return new, new_mark
    values, marks = list(old), list(old_mark.inner)
    places = {item[key]: i for i, item in enumerate(values)}
    gone: set[int] = set()
    for item, mark in zip(new, new_mark.inner, strict=True):
        at = places.get(item[key])
        if item.get("remove") is True:
            if at is None:
                raise DataError(mark.file, mark.line, "", f"there is no {key} {item[key]} to remove")
            gone.add(at)
        elif at is None:
            values.append(item)
            marks.append(mark)
        else:
            values[at], marks[at] = merged(values[at], marks[at], item, mark)
    kept = [i for i in range(len(values)) if i not in gone]
    return [values[i] for i in kept], Mark(old_mark.file, old_mark.line, [marks[i] for i in kept])


def _merged_mappings(old: dict[Any, Any], old_mark: Mark, new: dict[Any, Any], new_mark: Mark) -> tuple[Any, Mark]:
    values, inner, keys = dict(old), dict(old_mark.inner), dict(old_mark.keys)
    for key, value in new.items():
        mark = new_mark.inner[key]
        if key in values:
            values[key], inner[key] = merged(values[key], inner[key], value, mark)
        else:
            values[key], inner[key] = value, mark
        keys[key] = new_mark.keys[key]
    return values, Mark(old_mark.file, old_mark.line, inner, keys)


def common_key(old: Any, new: Any) -> str | None:
    """The field that identifies the items of both lists, if they are lists of mappings that have one."""
    if not (isinstance(old, list) and isinstance(new, list) and old and new):
        return None
    items = [*old, *new]
    if not all(isinstance(item, dict) for item in items):
        return None
    return next((key for key in KEYS if all(isinstance(i.get(key), (str, int)) for i in items)), None)


def _leaves(data: Any, mark: Mark, where: str) -> Iterator[tuple[str, Mark]]:
    if isinstance(data, dict) and data:
        for key, value in data.items():
            yield from _leaves(value, mark.inner[key], f"{where}.{key}" if where else str(key))
    elif isinstance(data, list) and data:
        for i, value in enumerate(data):
            yield from _leaves(value, mark.inner[i], f"{where}[{i}]")
    else:
        yield where, mark


# --- explaining what does not fit -------------------------------------------------------------------------


def _explained(message: str, data: Any, mark: Mark, type_: Any) -> DataError:
    found = _AT.match(message)
    what, is_key, path = found.groups() if found else (message, None, None)
    steps = [m[1] if m[1] is not None else m[2] for m in _STEP.finditer(path or "$")]
    keys = _resolved(data, steps, message, type_)
    at, where = mark, ""
    for key in keys:
        if isinstance(at.inner, dict):
            where = f"{where}.{key}" if where else str(key)
        else:
            where = f"{where}[{key}]"
        if at.inner is None:
            break
        at = at.inner[key]
    line = at.line
    unknown = re.search(r"unknown field `(.+)`", what)
    if unknown and unknown[1] in at.keys:
        line = at.keys[unknown[1]]
    what = _PATTERNS.get(what.rpartition("regex ")[2], what).replace("`", "")
    what = what[:1].lower() + what[1:] + _meant(unknown[1] if unknown else "", what, type_, keys)
    return DataError(at.file, line, where, f"key: {what}" if is_key else what, keys)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The end of a complaint about a word that does not exist: which one may be meant, nothing if none is close."""
    names = {str(name).lower(): str(name) for name in known}
    close = get_close_matches(word.lower(), names, 1, 0.6)
    return f"; did you mean {names[close[0]]}?" if close and names[close[0]] != word else ""


def _meant(field: str, what: str, type_: Any, keys: Sequence[Any]) -> str:
    """What may be meant by a field or a word that the type does not know."""
    known, words = _vocabulary(msgspec.inspect.type_info(type_), list(keys))
    if field:
        return did_you_mean(field, known)
    wrong = re.search(r"enum value '?([^']*)'?$", what)
    if wrong is None or not words:
        return ""
    return did_you_mean(wrong[1], words) or f"; there are {', '.join(sorted(words))}"


def _vocabulary(info: Any, keys: list[Any]) -> tuple[Collection[str], Collection[str]]:
    """The fields of the object at the end of a way through a type, and the words that may stand there."""
    if isinstance(info, msgspec.inspect.Metadata):
        return _vocabulary(info.type, keys)
    if isinstance(info, msgspec.inspect.UnionType):
        parts = [_vocabulary(part, keys) for part in info.types]
        return {name for names, _ in parts for name in names}, {word for _, words in parts for word in words}
    if isinstance(info, msgspec.inspect.StructType):
        if not keys:
            return {field.encode_name for field in info.fields}, ()
        inner = next((field.type for field in info.fields if field.encode_name == keys[0]), None)
        return _vocabulary(inner, keys[1:])
    if isinstance(info, msgspec.inspect.ListType) and keys:
        return _vocabulary(info.item_type, keys[1:])
    if isinstance(info, msgspec.inspect.DictType) and keys:
        return _vocabulary(info.value_type, keys[1:])
    if isinstance(info, msgspec.inspect.LiteralType):
        return (), [str(value) for value in info.values]
    return (), ()


def _resolved(root: Any, steps: list[str], message: str, type_: Any) -> list[Any]:
    """The steps as keys into the data; where msgspec says only "some value", the value that is wrong."""
    keys: list[Any] = []
    here = root
    for step in steps:
        if isinstance(here, list):
            keys.append(int(step))
        elif step != "...":
            keys.append(step)
        else:
            wrong = [key for key in here if _same_error(root, [*keys, key], message, type_)][:1]
            if not wrong:
                return keys
            keys += wrong
        here = here[keys[-1]]
    return keys


def _same_error(root: Any, keys: list[Any], message: str, type_: Any) -> bool:
    """Whether the same complaint comes when the last mapping on the way holds only this key."""
    try:
        msgspec.convert(_pruned(root, keys), type_, strict=True)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False


def _pruned(data: Any, keys: list[Any]) -> Any:
    if len(keys) == 1:
        return {keys[0]: data[keys[0]]}
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[keys[0]] = _pruned(data[keys[0]], keys[1:])
    return copy
