"""Questions to a map in a small language: `terrain == rough and beside(river) and not road`."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable
from typing import Any

from common.data import did_you_mean
from common.maps.gamemap import GameMap
from common.maps.model import Space

Test = Callable[[Space], bool]
TOKEN = re.compile(
    r"""\s*(?:(?P<op>==|!=|<=|>=|<|>|~|=)|(?P<sign>[(),])|"(?P<text>[^"]*)"|(?P<word>[^\s()<>=!~,"]+))"""
)
LONGEST = 500
DEEPEST = 40
HELP = (
    "terrain == rough and beside(river) and not road   ·   vp > 2 or town   ·   next_to(kind == city)   ·   "
    "within(2605, 3)   ·   name ~ fort"
)


class QueryError(ValueError):
    """A question that cannot be read; the reason is one line."""


def find(game_map: GameMap, question: str) -> list[str]:
    """The spaces a question is true of, in the order of the map."""
    test = _QueryReader(game_map, question).whole()
    return [space.id for space in game_map.spaces.values() if test(space)]


def table(game_map: GameMap, spaces: Iterable[str]) -> str:
    """Spaces as CSV: number, name, kind, tags, place, and every attribute that one of them has."""
    chosen = [game_map.spaces[space] for space in spaces]
    attrs = list(dict.fromkeys(key for space in chosen for key in space.attrs))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["space", "name", "kind", "tags", "x", "y", *attrs])
    for space in chosen:
        tags = " ".join(sorted(space.tags))
        row = [space.id, space.name, space.kind, tags, *space.center, *(space.attrs.get(key, "") for key in attrs)]
        writer.writerow([harmless(value) for value in row])
    return out.getvalue()


def harmless(value: Any) -> Any:
    """A text that a spreadsheet would take for a formula is kept a text."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@") else value


class _QueryReader:
    """Reads a question by recursive descent; nothing in it is ever run as a program."""

    def __init__(self, game_map: GameMap, question: str) -> None:
        if len(question) > LONGEST:
            raise QueryError(f"a question has at most {LONGEST} letters")
        self.map = game_map
        self.tokens: list[tuple[str, str]] = []
        self.at = self.depth = 0
        place = 0
        question = question.strip()
        while place < len(question):
            found = TOKEN.match(question, place)
            if found is None:
                raise QueryError(f"{question[place:].strip()[:12]!r} cannot be read")
            kind = str(found.lastgroup)
            self.tokens.append((kind, found[kind]))
            place = found.end()
        if not self.tokens:
            raise QueryError(f"ask something, for example {HELP.split('   ', maxsplit=1)[0]}")

    # --- grammar ---

    def whole(self) -> Test:
        test = self._or()
        if self.at < len(self.tokens):
            raise QueryError(f"{self.tokens[self.at][1]!r} is not expected here")
        return test

    def _or(self) -> Test:
        tests = [self._and()]
        while self._take("or"):
            tests.append(self._and())
        return tests[0] if len(tests) == 1 else lambda space: any(test(space) for test in tests)

    def _and(self) -> Test:
        tests = [self._not()]
        while self._take("and"):
            tests.append(self._not())
        return tests[0] if len(tests) == 1 else lambda space: all(test(space) for test in tests)

    def _not(self) -> Test:
        self.depth += 1
        if self.depth > DEEPEST:
            raise QueryError("too many brackets")
        try:
            if self._take("not"):
                inner = self._not()
                return lambda space: not inner(space)
            if self._take("("):
                test = self._or()
                self._need(")")
                return test
            return self._atom()
        finally:
            self.depth -= 1

    def _atom(self) -> Test:
        kind, word = self._next()
        if kind not in ("word", "text"):
            raise QueryError(f"a word is expected before {word!r}")
        if self._take("("):
            return self._call(word)
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "op":
            return self._compare(word)
        return self._bare(word)

    def _next(self) -> tuple[str, str]:
        if self.at >= len(self.tokens):
            raise QueryError("something is missing at the end")
        self.at += 1
        return self.tokens[self.at - 1]

    def _take(self, word: str) -> bool:
        found = self.at < len(self.tokens) and self.tokens[self.at] in (("word", word), ("sign", word))
        self.at += found
        return found

    def _need(self, sign: str) -> None:
        if not self._take(sign):
            raise QueryError(f"{sign!r} is missing")

    # --- meaning ---

    def _compare(self, field: str) -> Test:
        op = self._next()[1]
        kind, wanted = self._next()
        if kind not in ("word", "text"):
            raise QueryError(f"a value is expected after {op}")
        if not self._is_field(field):
            raise QueryError(f"no space of this map has {field!r}")
        compare = _COMPARE[op]
        if op in ("==", "=", "!="):
            self._need_value(field, wanted)

        def test(space: Space) -> bool:
            value = self._field(space, field)
            return op == "!=" if value is None else compare(value, wanted)

        return test

    def _is_field(self, name: str) -> bool:
        known = ("id", "space", "name", "kind", "terrain", "links", "x", "y")
        return name in known or any(name in space.attrs for space in self.map.spaces.values())

    def _field(self, space: Space, name: str) -> Any:
        if name in space.attrs:
            return space.attrs[name]
        plain: dict[str, Callable[[], Any]] = {
            "id": lambda: space.id, "space": lambda: space.id, "name": lambda: space.name, "kind": lambda: space.kind,
            "terrain": lambda: space.kind, "links": lambda: len(self.map.next_to(space.id)),
            "x": lambda: space.center[0], "y": lambda: space.center[1],
        }  # fmt: skip
        return plain[name]() if name in plain else None

    def _bare(self, word: str) -> Test:
        """A word by itself: a tag, a kind of link, a kind of space or a mark that is set."""
        spaces = self.map.spaces.values()
        tests: list[Test] = []
        if any(word in space.tags for space in spaces):
            tests.append(lambda space: word in space.tags)
        if any(word == space.kind for space in spaces):
            tests.append(lambda space: space.kind == word)
        if any(word in link.kinds for link in self.map.links.values()):
            tests.append(self._beside(word))
        if any(word in space.attrs for space in spaces):
            tests.append(lambda space: bool(space.attrs.get(word)))
        if not tests:
            raise QueryError(f"nothing on this map is called {word!r}")
        return lambda space: any(test(space) for test in tests)

    def _need_value(self, field: str, wanted: str) -> None:
        """Refuse a word that no space has: it is most likely misspelt."""
        spaces = (*self.map.spaces.values(), *self.map.off_map.values())
        values = [self._field(space, field) for space in spaces]
        words = {value for value in values if isinstance(value, str) and value}
        known = {str(value).lower() for value in values if value is not None}
        if words and wanted.lower() not in known and not _is_number(wanted):
            raise QueryError(f"no space of this map has {field} {wanted}{did_you_mean(wanted, sorted(words))}")

    def _beside(self, kind: str) -> Test:
        ends = {end for pair, link in self.map.links.items() if kind in link.kinds for end in pair}
        return lambda space: space.id in ends

    def _call(self, name: str) -> Test:
        if name == "beside":
            kind = self._next()[1]
            known = {each for link in self.map.links.values() for each in link.kinds}
            if kind not in known:
                raise QueryError(f"no side or route of this map is {kind!r}{did_you_mean(kind, sorted(known))}")
            test = self._beside(kind)
        elif name == "next_to":
            inner = self._or()
            test = self._next_to(inner)
        elif name == "within":
            test = self._within()
        else:
            raise QueryError(f"there is no {name}(); there are beside(kind), next_to(…) and within(space, steps)")
        self._need(")")
        return test

    def _next_to(self, inner: Test) -> Test:
        return lambda space: any(inner(self.map.space(other)) for other in self.map.next_to(space.id))

    def _within(self) -> Test:
        start = self._next()[1]
        self._need(",")
        steps = self._next()[1]
        if start not in self.map.index:
            raise QueryError(f"there is no space {start}")
        if not steps.isdecimal() or len(steps) > 3:
            raise QueryError("within(space, steps) wants a number of steps")
        near = frozenset(self.map.within(start, int(steps)))
        return lambda space: space.id in near


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _order(value: Any, wanted: str) -> tuple[Any, Any]:
    """Both as numbers where they are numbers, else as words."""
    try:
        return float(value), float(wanted)
    except (TypeError, ValueError):
        return str(value).lower(), wanted.lower()


def _compare_by(test: Callable[[Any, Any], bool]) -> Callable[[Any, str], bool]:
    return lambda value, wanted: test(*_order(value, wanted))


_COMPARE: dict[str, Callable[[Any, str], bool]] = {
    "==": _compare_by(lambda a, b: a == b),
    "=": _compare_by(lambda a, b: a == b),
    "!=": _compare_by(lambda a, b: a != b),
    "<": _compare_by(lambda a, b: a < b),
    "<=": _compare_by(lambda a, b: a <= b),
    ">": _compare_by(lambda a, b: a > b),
    ">=": _compare_by(lambda a, b: a >= b),
    "~": lambda value, wanted: wanted.lower() in str(value).lower(),
}
