"""All checks of a map: `check_map` for a map in memory, `check_file` for a file on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from common.data import DataError, Mark, converted, document
from common.maps.build import GEOGRAPHY, BuildError, build
from common.maps.checking.check_content import content
from common.maps.checking.check_doubts import doubts
from common.maps.checking.check_geometry import geometry
from common.maps.checking.findings import Finding, Findings, Problem
from common.maps.checking.locate import Locator
from common.maps.checking.mending import fit, read_text
from common.maps.constraints import code_of, find_breaches, find_changes
from common.maps.edit_scope import find_touched
from common.maps.files import GeographyFile, MapFile
from common.maps.gamemap import GameMap
from common.maps.load import map_path, mark_of
from common.maps.reach import Costs
from common.maps.versions.history import HistoryError, read_version

CHECKS = {**geometry.checks, **content.checks, **doubts.checks}
READS = {**geometry.reads, **content.reads, **doubts.reads}
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
    "build.no-grid", "build.row-missing", "build.letter-unknown", "letters.no-hex", "letters.unknown",
    "build.space-twice", "build.no-hex", "build.hex-moved", "build.no-polygon", "build.no-extent", "build.no-place",
    "build.route-unknown", "build.route-self", "build.route-twice", "build.side-apart", "build.path-apart",
    "build.box-twice", "build.label-place",
)  # fmt: skip
STANDARD = "standard.changed"
FOLLOWS = frozenset(  # checks that only repeat what was left out of a map because it could not be read
    {*RULES, STANDARD, "ignored.nothing", "link.connected", "link.none", "legend.nothing", "price.kind", "price.link"}
    | {"side.lost", "side.course", "path.lost", "feature.unknown-space", "path.dead-end", "build.no-space"}
)
MOST_NAMED = 8
COUNTING = ("rule.count", "rule.sum", "rule.links", STANDARD)  # findings about the whole map
IDS = ("spaces", "outlines", "boxes")  # parts whose items begin with an id
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
    """Checks the same map again and again as it is edited, and asks only what the edit may have changed.

    A sound map as `base` lets findings that only count say which spaces have changed since.
    """

    def __init__(self, base: GameMap | None = None) -> None:
        self.base = base
        self._file: MapFile | None = None
        self._known: list[tuple[str, list[Problem]]] = []

    def check(
        self, map_: GameMap, mark: Mark | None = None, skip: Container[str] = (), geography: Mark | None = None
    ) -> Findings:
        """Everything wrong with a map; the marks give the lines of its files, `skip` leaves out checks by code."""
        questions = list(_questions(map_, self.base))
        fresh = self._fresh(map_.file, questions)
        self._known = [
            (each.code, _answers(each) if n in fresh else self._known[n][1]) for n, each in enumerate(questions)
        ]
        self._file = map_.file
        told = ((each, trouble) for each, (_, known) in zip(questions, self._known, strict=True) for trouble in known)
        mark = mark or Mark(map_.id, 1)
        return _findings(map_, (mark, geography or mark), told, skip)

    def _fresh(self, file: MapFile, questions: Sequence[Question]) -> Container[int]:
        """The numbers of the questions that have to be asked."""
        if self._file is None or [each.code for each in questions] != [code for code, _ in self._known]:
            return range(len(questions))
        changed = find_touched(self._file, file)
        return {n for n, each in enumerate(questions) if "kind" in changed or not changed.isdisjoint(each.reads)}


def check_map(map_: GameMap, mark: Mark | None = None, skip: Container[str] = ()) -> Findings:
    """Everything wrong with a map, asked once."""
    return Checker().check(map_, mark, skip)


def _findings(
    map_: GameMap, marks: tuple[Mark, Mark], told: Iterable[tuple[Question, Problem]], skip: Container[str]
) -> Findings:
    """What was told with its lines, apart from it what is ignored, and the reasons that ignore nothing."""
    locator, mark = Locator(map_), marks[0]
    found = Findings()
    alone = {(each.check, each.place) for each in map_.file.ignored}
    for (code, hint, _, _), trouble in told:
        if code not in skip:
            where = trouble.where or locator.where(trouble.place or trouble.near)
            at = mark_of(marks[where.startswith(GEOGRAPHY)], where.removeprefix(GEOGRAPHY))
            let_alone = (code, trouble.place) in alone
            (found.ignored if let_alone else found).append(
                Finding(code, at.file, at.line, trouble.place, trouble.what, hint, trouble.near)
            )
    idle = {(each.check, each.place): n for n, each in enumerate(map_.file.ignored) if each.check not in skip}
    for each in found.ignored:
        idle.pop((each.code, each.place), None)
    for (code, place), n in sorted(idle.items()):
        at = mark_of(mark, f"ignored[{n}]")
        found.append(Finding(IDLE, at.file, at.line, place, f"{code} does not complain here", "take the entry out"))
    found.sort(key=lambda finding: finding.severity)  # errors come first
    return found


# --- files ------------------------------------------------------------------------------------------------


def check_file(path: Path, packs: Sequence[Path] = ()) -> Findings:
    """Everything wrong with a map file: what keeps it from being read, and what is wrong with the rest of it."""
    try:
        data, mark = document(path, packs)
        errors: list[DataError] = []
    except DataError as error:
        try:
            data, mark, errors = read_text(path.read_text(encoding="utf-8-sig"), error.file)
        except (OSError, ValueError):
            return unread([error])
    beside = path.with_name("geography.yaml")
    geography, drawn_mark = None, mark
    try:
        if beside.is_file():
            drawn, drawn_mark = document(beside, packs)
            geography = converted(drawn, drawn_mark, GeographyFile)
    except DataError as error:
        errors.append(error)
    base = _built(path) if packs else None
    _, found = check_data(data, mark, geography, Checker(base), errors, drawn_mark)
    if base is None and any(not finding.place and finding.code in COUNTING for finding in found):
        base = _find_sound(path, data)  # findings that only count then name what has changed since
        if base is not None:
            _, found = check_data(data, mark, geography, Checker(base), errors, drawn_mark)
    return found


def _find_sound(path: Path, data: Any) -> GameMap | None:
    """The map that a file is a change of: its version in git, or the map of the game whose id it has."""
    try:
        return read_version(path, "HEAD")
    except (HistoryError, DataError, BuildError, ValueError):
        own = map_path(str(data.get("id", ""))) if isinstance(data, dict) else path
        return _built(own) if own.is_file() and own.resolve() != path.resolve() else None


def check_data(
    data: Any, mark: Mark, geography: GeographyFile | None, checker: Checker, errors: Sequence[DataError] = (),
    geography_mark: Mark | None = None,
) -> tuple[GameMap | None, Findings]:  # fmt: skip
    """The map that plain data describe, as far as they do, and everything wrong with it."""
    file, data, mark, misfits = fit(data, mark, MapFile, errors)
    found = unread([*errors, *misfits])
    if file is None:
        return None, found
    problems: list[BuildError] = []
    map_ = build(file, geography, problems)
    known = [trouble.where for trouble in (*errors, *misfits) if trouble.where]
    for error in problems:
        if error.where and any(where.startswith(error.where) for where in known):
            continue  # it only follows from what could not be read there
        at = mark_of(mark, error.where)
        found.append(Finding(error.code, at.file, at.line, error.where, error.what, "mend this first"))
    skip = FOLLOWS if found else frozenset[str]()
    rest = checker.check(map_, mark, skip, geography_mark)
    return map_, Findings([*found, *rest], rest.ignored)


def unread(errors: Iterable[DataError]) -> Findings:
    """What does not read, as findings."""
    return Findings(Finding("data", e.file, e.line, e.where, e.what, "mend the file first") for e in errors)


def _built(path: Path) -> GameMap | None:
    """The map of a file without packs, None if it is not sound."""
    try:
        return build(converted(*document(path), MapFile))
    except (DataError, BuildError):
        return None


def _questions(map_: GameMap, base: GameMap | None) -> Iterator[Question]:
    """All that is asked of a map, always in the same order."""
    for code, (check, hint) in CHECKS.items():
        yield Question(code, hint, READS[code], partial(check, map_))
    costs: dict[str, Costs] = {}
    for i, rule in enumerate(map_.file.constraints):
        reads = RULE_READS | RULE_ALSO.get(code_of(rule), frozenset())
        yield Question(
            code_of(rule), f"rule {rule.rule} demands it", reads, partial(_find_breaches, map_, i, costs, base)
        )
    for part in map_.file.fingerprint:
        hint = "undo the change, or enter the new value"
        yield Question(STANDARD, hint, PARTS.get(part, NO_PART)[1], partial(_compare_part, map_, part, base))


def _answers(question: Question) -> list[Problem]:
    try:
        return list(question.ask())
    except MISFITS as error:  # attributes and remarks are free in form, so anything may stand in them
        return [Problem("", f"what stands here cannot be checked: {error}")]


def _find_breaches(map_: GameMap, number: int, costs: dict[str, Costs], base: GameMap | None) -> Iterator[Problem]:
    where, rule = f"constraints[{number}]", map_.file.constraints[number]
    try:
        for place, what in find_breaches(map_, rule, costs):
            changed = [] if place else find_changes(map_, rule, base)
            yield Problem(place, what + name_some(changed), where, changed[0] if changed else "")
    except MISFITS as error:
        yield Problem("", f"cannot be checked: {error}", where)


def name_some(places: Sequence[str]) -> str:
    """The end of a sentence that counts: which places are meant."""
    if not places:
        return ""
    rest = len(places) - MOST_NAMED
    return ": " + ", ".join(places[:MOST_NAMED]) + (f" and {rest} more" if rest > 0 else "")


def _compare_part(map_: GameMap, part: str, base: GameMap | None) -> Iterator[Problem]:
    found = digest(map_, part) if part in PARTS else None
    if found != map_.file.fingerprint[part]:
        changed = _changed_items(map_, part, base) if base is not None and part in PARTS else []
        what = f"the {part} of the standard map are not what they were (now {found}){name_some(changed)}"
        yield Problem("", what, f"fingerprint.{part}", changed[0] if changed else "")


def _changed_items(map_: GameMap, part: str, base: GameMap) -> list[str]:
    """The names of what differs between a part of two maps."""
    now, before = ({json.dumps(item): item for item in PARTS[part][0](each)} for each in (map_, base))
    items = [now[key] for key in now.keys() - before.keys()] + [before[key] for key in before.keys() - now.keys()]
    names = {f"{item[0]}-{item[1]}" if part == "links" else str(item[0] if part in IDS else item[1]) for item in items}
    return sorted(name for name in names if name)


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
