"""What a check reports, and the register of all named checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from common.maps.gamemap import GameMap


class Finding(Struct, frozen=True):
    """One thing wrong with a map: which check, where in the file, where on the map, and what helps."""

    code: str
    file: str
    line: int
    place: str
    what: str
    hint: str

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"{self.file}:{self.line}: [{self.code}] {place}{self.what} ({self.hint})"


class Findings(list[Finding]):
    """What is wrong with a map, and apart from it what its designer has said to let alone."""

    def __init__(self, found: Iterable[Finding] = (), ignored: Iterable[Finding] = ()) -> None:
        super().__init__(found)
        self.ignored = list(ignored)


class Problem(Struct, frozen=True):
    """What a check says: the place on the map, the reason, and the dotted place in the file."""

    place: str
    what: str
    where: str = ""


Check = Callable[[GameMap], Iterator[Problem]]


class Register:
    """Checks by code, each with its hint and what of a map it reads; modules fill one each."""

    def __init__(self) -> None:
        self.checks: dict[str, tuple[Check, str]] = {}
        self.reads: dict[str, frozenset[str]] = {}

    def __call__(self, code: str, hint: str, reads: str) -> Callable[[Check], Check]:
        """Enter a function under a code; `reads` are aspects as `common.maps.edit_scope` tells them apart."""

        def enter(check: Check) -> Check:
            self.checks[code], self.reads[code] = (check, hint), frozenset(reads.split())
            return check

        return enter
