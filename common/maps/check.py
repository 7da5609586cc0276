"""All checks of a map: `check_map` for a map in memory, `check_file` for a file on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from common.data import DataError, Mark, converted, document, shown
from common.maps.build import BuildError, build
from common.maps.check_content import content
from common.maps.check_geometry import geometry
from common.maps.constraints import code_of, find_breaches
from common.maps.edit_scope import find_touched
from common.maps.files import GeographyFile, MapFile
from common.maps.findings import Finding, Findings, Problem
from common.maps.gamemap import GameMap
from common.maps.load import mark_of
from common.maps.reach import Costs

CHECKS = {**geometry.checks, **content.checks}
READS = {**geometry.reads, **content.reads}
RULE_READS = frozenset({"constraints", "field", "spaces", "kinds", "attrs", "boxes"})
RULE_ALSO = {
    "rule.adjacent": frozenset({"links"}), "rule.not-adjacent": frozenset({"links"}),
    "rule.distance": frozenset({"links"}), "rule.route": frozenset({"ways", "prices"}),
    "rule.links": frozenset({"ways"}), "rule.link-ends": frozenset({"ways"}), "rule.linked": frozenset({"ways"}),
    "rule.crossed": frozenset({"ways", "lines"}),
}  # fmt: skip
RULES = tuple(
    f"rule.{name}"
    for name in (
        "sum", "count", "members", "names", "adjacent", "not-adjacent", "kind", "attr", "distance", "route",
        "links", "link-ends", "crossed", "linked",
    )
)  # fmt: skip
BUILD = (
    "build.no-grid", "build.no-space", "build.row-missing", "build.letter-unknown", "letters.no-hex", "letters.unknown",
    "build.space-twice", "build.no-hex", "build.hex-moved", "build.no-polygon", "build.no-extent", "build.no-place",
    "build.route-unknown", "build.route-self", "build.route-twice", "build.side-apart", "build.path-apart",
    "build.box-twice", "build.label-place",
)  # fmt: skip
STANDARD = "standard.changed"
IDLE = "ignored.nothing"
MISFITS = (TypeError, ValueError, LookupError, ArithmeticError)
CODES = (*CHECKS, *RULES, *BUILD, STANDARD, IDLE, "data")


class Question(NamedTuple):
    """One thing to ask of a map: under which code, with which hint, and what the answer depends on."""

    code: str
    hint: str
    reads: frozenset[str]
    ask: Callable[[], Iterable[Problem]]


class Checker:
    """Checks the same map again and again as it is edited, and asks only what the edit may have changed."""

    def __init__(self) -> None:
        self._file: MapFile | None = None
        self._known: list[tuple[str, list[Problem]]] = []

    def check(self, map_: GameMap, mark: Mark | None = None, skip: Container[str] = ()) -> Findings:
        """Everything wrong with a map; `mark` gives the lines of its file, `skip` leaves out checks by code."""
        questions = list(_questions(map_))
        fresh = self._fresh(map_.file, questions)
        self._known = [
            (each.code, _answers(each) if n in fresh else self._known[n][1]) for n, each in enumerate(questions)
        ]
        self._file = map_.file
        told = ((each, trouble) for each, (_, known) in zip(questions, self._known, strict=True) for trouble in known)
        return _findings(map_, mark or Mark(map_.id, 1), told, skip)

    def _fresh(self, file: MapFile, questions: Sequence[Question]) -> Container[int]:
        """The numbers of the questions that have to be asked."""
        if self._file is None or [each.code for each in questions] != [code for code, _ in self._known]:
            return range(len(questions))
        changed = find_touched(self._file, file)
        return {n for n, each in enumerate(questions) if "kind" in changed or not changed.isdisjoint(each.reads)}


def check_map(map_: GameMap, mark: Mark | None = None, skip: Container[str] = ()) -> Findings:
    """Everything wrong with a map, asked once."""
    return Checker().check(map_, mark, skip)


def _findings(map_: GameMap, mark: Mark, told: Iterable[tuple[Question, Problem]], skip: Container[str]) -> Findings:
    """What was told with its lines, apart from it what is ignored, and the reasons that ignore nothing."""
    places = _places(map_.file)
    found = Findings()
    alone = {(each.check, each.place) for each in map_.file.ignored}
    for (code, hint, _, _), trouble in told:
        if code not in skip:
            at = mark_of(mark, trouble.where or places.get(trouble.place.split("-")[0], ""))
            let_alone = (code, trouble.place) in alone
            (found.ignored if let_alone else found).append(
                Finding(code, at.file, at.line, trouble.place, trouble.what, hint)
            )
    idle = {(each.check, each.place) for each in map_.file.ignored if each.check not in skip}
    idle -= {(each.code, each.place) for each in found.ignored}
    for code, place in sorted(idle):
        at = mark_of(mark, "ignored")
        found.append(Finding(IDLE, at.file, at.line, place, f"{code} does not complain here", "take the entry out"))
    return found


def check_file(path: Path, packs: Sequence[Path] = ()) -> Findings:
    """Everything wrong with a map file, beginning with what keeps it from being read at all."""
    try:
        data, mark = document(path, packs)
        file = converted(data, mark, MapFile)
        beside = path.with_name("geography.yaml")
        geography = converted(*document(beside, packs), GeographyFile) if beside.is_file() else None
    except DataError as error:
        return Findings([Finding("data", error.file, error.line, error.where, error.what, "mend the file first")])
    try:
        map_ = build(file, geography)
    except BuildError as error:
        at = mark_of(mark, error.where)
        file_ = at.file or shown(path)
        return Findings([Finding(error.code, file_, at.line, error.where, error.what, "mend this first")])
    return check_map(map_, mark)


def _places(file: MapFile) -> dict[str, str]:
    """The dotted place in the file of everything that has an id or a text."""
    found: dict[str, str] = {}
    for section in ("spaces", "boxes", "labels"):
        for g, group in enumerate(getattr(file, section)):
            for i, entry in enumerate(group.entries):
                name = entry.text if section == "labels" else entry.id
                found.setdefault(name, f"{section}[{g}].entries[{i}]")
    return found


def _questions(map_: GameMap) -> Iterator[Question]:
    """All that is asked of a map, always in the same order."""
    for code, (check, hint) in CHECKS.items():
        yield Question(code, hint, READS[code], partial(check, map_))
    costs: dict[str, Costs] = {}
    for i, rule in enumerate(map_.file.constraints):
        reads = RULE_READS | RULE_ALSO.get(code_of(rule), frozenset())
        yield Question(code_of(rule), f"rule {rule.rule} demands it", reads, partial(_find_breaches, map_, i, costs))
    for part in map_.file.fingerprint:
        hint = "undo the change, or enter the new value"
        yield Question(STANDARD, hint, PARTS.get(part, NO_PART)[1], partial(_compare_part, map_, part))


def _answers(question: Question) -> list[Problem]:
    try:
        return list(question.ask())
    except MISFITS as error:  # attributes and remarks are free in form, so anything may stand in them
        return [Problem("", f"what stands here cannot be checked: {error}")]


def _find_breaches(map_: GameMap, number: int, costs: dict[str, Costs]) -> Iterator[Problem]:
    where = f"constraints[{number}]"
    try:
        for place, what in find_breaches(map_, map_.file.constraints[number], costs):
            yield Problem(place, what, where)
    except MISFITS as error:
        yield Problem("", f"cannot be checked: {error}", where)


def _compare_part(map_: GameMap, part: str) -> Iterator[Problem]:
    found = digest(map_, part) if part in PARTS else None
    if found != map_.file.fingerprint[part]:
        what = f"the {part} of the standard map are not what they were (now {found})"
        yield Problem("", what, f"fingerprint.{part}")


Part = tuple[Callable[[GameMap], Any], frozenset[str]]
NO_PART: Part = (lambda _map: None, frozenset({"fingerprint"}))


def _part(reads: str, of: Callable[[GameMap], Any]) -> Part:
    return of, frozenset([*reads.split(), "fingerprint"])


PARTS: dict[str, Part] = {
    "spaces": _part("field spaces kinds attrs", lambda map_: [
        [s.id, s.name, s.kind, sorted(s.tags), sorted((k, str(v)) for k, v in s.attrs.items())]
        for s in map_.spaces.values()
    ]),
    "outlines": _part("field", lambda map_: [
        [s.id, s.center, s.polygon, s.radius, s.box] for s in map_.spaces.values()
    ]),
    "links": _part("ways", lambda map_: sorted([a, b, sorted(link.kinds)] for (a, b), link in map_.links.items())),
    "drawing": _part("lines regions", lambda map_: [
        *([x.kind, x.name, x.points] for x in map_.lines), *([x.kind, x.name, x.rings] for x in map_.regions)
    ]),
    "labels": _part("labels features field", lambda map_: [
        *([k.kind, k.text, k.at] for k in map_.labels), *([f.kind, f.name, f.at] for f in map_.features)
    ]),
    "boxes": _part("boxes", lambda map_: [[b.id, b.name, b.rect, b.cells, b.next_to] for b in map_.boxes.values()]),
}  # fmt: skip


def digest(map_: GameMap, part: str) -> str:
    """A short digest of a part of a map, so that a change made by accident does not pass."""
    return hashlib.sha256(json.dumps(PARTS[part][0](map_)).encode()).hexdigest()[:12]


def fingerprint(map_: GameMap) -> dict[str, str]:
    """The digests of all parts of a map."""
    return {part: digest(map_, part) for part in PARTS}
