"""A broken file read as far as it goes: every error at once, each with its line, and what is left when they are out."""

from __future__ import annotations

import re
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, TypeVar

from common.data import DataError, Mark, converted, parsed_text

T = TypeVar("T")
MOST = 100  # errors of one file
HEAD = re.compile(r"[^\s#\-\]}{\[][^:]*:")
MISSING = re.compile(r"missing required field (\w+)")
UNKNOWN = re.compile(r"unknown field (\S+?);?(?: |$)")
STAND_IN: dict[str, Any] = {  # what is read where a file leaves something out that a map cannot do without
    "id": "map", "title": "Map", "source": "original", "orientation": "pointy", "shifted": "even", "numbering": "RRCC",
    "first_column": 1, "legend": {}, "rows": {}, "entries": [], "sides": [], "through": [], "kinds": {},
}  # fmt: skip


def read_text(text: str, file: str) -> tuple[dict[str, Any], Mark, list[DataError]]:
    """The data of a text; where it is no YAML, the sections that are, and an error for each of the others."""
    errors: list[DataError] = []
    try:
        data, mark = parsed_text(text, file, errors)
    except DataError as error:
        data, mark, errors = _read_sections(text, file, error)
    if not isinstance(data, dict):
        errors.append(DataError(file, 1, "", "a map file consists of `key: value` lines"))
        data, mark = {}, Mark(file, 1, {}, {})
    return data, mark, errors


def _read_sections(text: str, file: str, first: DataError) -> tuple[Any, Mark, list[DataError]]:
    """Read what stands under each key of the top level by itself."""
    lines = text.splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines) if HEAD.match(line)]
    data: dict[Any, Any] = {}
    mark, errors = Mark(file, 1, {}, {}), list[DataError]()
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        try:
            found, at = parsed_text("\n" * start + "".join(lines[start:end]), file, errors)
        except DataError as error:
            error.keys = (lines[start].partition(":")[0].strip(),)
            errors.append(error)
            continue
        if isinstance(found, dict):
            data |= found
            mark.inner |= at.inner
            mark.keys |= at.keys
    return data, mark, errors or [first]


def fit(
    data: dict[str, Any], mark: Mark, type_: type[T], known: Iterable[DataError] = ()
) -> tuple[T | None, dict[str, Any], Mark, list[DataError]]:
    """Data as a value of a type, with the errors in it; what does not fit is taken out, so that the rest can be used.

    What is known to be wrong already is not reported as missing.
    """
    try:
        return converted(data, mark, type_), data, mark, []
    except DataError:
        data, mark, errors, gone = deepcopy(data), deepcopy(mark), list[DataError](), _Removed()
    for error in known:
        gone.note(list(error.keys), False)
    for _ in range(MOST):
        try:
            return converted(data, mark, type_), data, mark, errors
        except DataError as error:
            keys, missing = list(error.keys), MISSING.search(error.what)
            if not (missing and gone.knows([*keys, missing[1]])):
                error.where = _dotted(gone.original(keys))
                errors.append(error)
            if not _mend(data, mark, keys, error, gone):
                break
    return None, data, mark, errors


def _mend(data: dict[str, Any], mark: Mark, keys: list[Any], error: DataError, gone: _Removed) -> bool:
    """Take out or fill in what keeps data from fitting; False when nothing helps."""
    missing, unknown = MISSING.search(error.what), UNKNOWN.search(error.what)
    if missing:
        here, there = _value(data, keys), _mark(mark, keys)
        if missing[1] == "kind" and not keys:
            here["kind"] = "hex" if "grid" in data else "point" if data.get("routes") else "area"
        elif missing[1] in STAND_IN:
            here[missing[1]] = deepcopy(STAND_IN[missing[1]])
        else:
            return _take_out(data, mark, keys, gone)
        there.inner[missing[1]] = Mark(there.file, there.line, {} if isinstance(here[missing[1]], dict) else [])
        return True
    return _take_out(data, mark, [*keys, unknown[1]] if unknown else keys, gone)


def _take_out(data: Any, mark: Mark, keys: list[Any], gone: _Removed) -> bool:
    if not keys:
        return False
    here, there = _value(data, keys[:-1]), _mark(mark, keys[:-1])
    if isinstance(here, list) and len(keys) > 1 and all(isinstance(item, (int, float)) for item in here):
        return _take_out(data, mark, keys[:-1], gone)  # a place or a size is wrong as a whole
    try:
        gone.note(keys, isinstance(here, list))
        del here[keys[-1]]
        del there.inner[keys[-1]]
    except (KeyError, IndexError, TypeError):
        return _take_out(data, mark, keys[:-1], gone)
    return True


def _value(data: Any, keys: list[Any]) -> Any:
    for key in keys:
        data = data[key]
    return data


def _mark(mark: Mark, keys: list[Any]) -> Mark:
    for key in keys:
        mark = mark.inner[key]
    return mark


def _dotted(keys: list[Any]) -> str:
    text = ""
    for key in keys:
        text += f"[{key}]" if isinstance(key, int) else f".{key}" if text else str(key)
    return text


class _Removed:
    """What was taken out of data, so that places can still be named as the file counts them."""

    def __init__(self) -> None:
        self._items: dict[tuple[Any, ...], list[int]] = {}
        self._keys: set[tuple[Any, ...]] = set()

    def note(self, keys: list[Any], is_item: bool) -> None:
        """A value is about to go."""
        whole = self.original(keys)
        self._keys.add(tuple(whole))
        if is_item:
            self._items.setdefault(tuple(whole[:-1]), []).append(whole[-1])

    def knows(self, keys: list[Any]) -> bool:
        """Whether this very value was taken out."""
        return tuple(self.original(keys)) in self._keys

    def original(self, keys: list[Any]) -> list[Any]:
        """A way through the data as it was."""
        whole: list[Any] = []
        for key in keys:
            if isinstance(key, int):
                for removed in sorted(self._items.get(tuple(whole), ())):
                    key += removed <= key
            whole.append(key)
        return whole
