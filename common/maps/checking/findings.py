"""What a check reports, how grave it is, and the register of all named checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal

from msgspec import Struct, to_builtins

from common.maps.gamemap import GameMap

Severity = Literal["error", "warning"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning")
WARNINGS = (  # what is drawn badly, doubtful or untidy; all else makes a map wrong
    "label.", "legend.", "line.", "region.", "source.", "scale.", "style.", "theme.", "kind.", "ignored.",
    "box.outside",
    "box.overlap", "geometry.sliver", "geometry.points-overlap", "geometry.route-through", "geometry.routes-cross",
    "geometry.centre", "feature.outside", "feature.twice", "name.far", "number.letters", "number.rows", "path.dead-end",
    "path.short", "projection.", "side.course", "side.twice", "link.one-way", "build.no-space", "emblem",
)  # fmt: skip


def severity_of(code: str) -> Severity:
    """How grave the findings of a check are."""
    return "warning" if code.startswith(WARNINGS) else "error"


class Finding(Struct, frozen=True):
    """One thing wrong with a map: which check, where in the file, where on the map, and what helps."""

    code: str
    file: str
    line: int
    place: str
    what: str
    hint: str
    near: str = ""  # where to look, for a finding about the whole map

    @property
    def severity(self) -> Severity:
        """How grave it is."""
        return severity_of(self.code)

    def __str__(self) -> str:
        place = f"{self.place}: " if self.place else ""
        return f"{self.file}:{self.line}: {self.severity} [{self.code}] {place}{self.what} ({self.hint})"

    def as_json(self) -> dict[str, Any]:
        """The finding as plain data."""
        return {"severity": self.severity, **to_builtins(self)}


class Findings(list[Finding]):
    """What is wrong with a map, and apart from it what its designer has said to let alone."""

    def __init__(self, found: Iterable[Finding] = (), ignored: Iterable[Finding] = ()) -> None:
        super().__init__(found)
        self.ignored = list(ignored)

    def number_of(self, severity: Severity) -> int:
        """How many findings are of a severity."""
        return sum(finding.severity == severity for finding in self)


class Problem(Struct, frozen=True):
    """What a check says: the place on the map, the reason, and the dotted place in the file."""

    place: str
    what: str
    where: str = ""
    near: str = ""  # where to look, for what is said of the whole map


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
