"""All checks of a map: `check_map` for a map in memory, `check_file` for a file on disk."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from common.data import DataError, Mark, converted, document, shown
from common.maps.build import BuildError, build
from common.maps.check_content import content
from common.maps.check_geometry import geometry
from common.maps.files import GeographyFile, MapFile
from common.maps.findings import Finding, Findings, Trouble
from common.maps.gamemap import GameMap
from common.maps.load import mark_of
from common.maps.reach import Costs
from common.maps.rules import broken, code_of

CHECKS = {**geometry.checks, **content.checks}
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


def check_map(map_: GameMap, mark: Mark | None = None, skip: Container[str] = ()) -> Findings:
    """Everything wrong with a map; `mark` gives the lines of its file, `skip` leaves out checks by code."""
    mark = mark or Mark(map_.id, 1)
    places = _places(map_.file)
    found = Findings()
    alone = {(each.check, each.place) for each in map_.file.ignored}
    for code, trouble, hint in _troubles(map_):
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


def _troubles(map_: GameMap) -> Iterator[tuple[str, Trouble, str]]:
    for code, (check, hint) in CHECKS.items():
        try:
            yield from ((code, trouble, hint) for trouble in check(map_))
        except MISFITS as error:  # attributes and remarks are free in form, so anything may stand in them
            yield code, Trouble("", f"what stands here cannot be checked: {error}"), hint
    costs: dict[str, Costs] = {}
    for i, rule in enumerate(map_.file.constraints):
        hint = f"rule {rule.rule} demands it"
        try:
            for place, what in broken(map_, rule, costs):
                yield code_of(rule), Trouble(place, what, f"constraints[{i}]"), hint
        except MISFITS as error:
            yield code_of(rule), Trouble("", f"cannot be checked: {error}", f"constraints[{i}]"), hint
    found = fingerprint(map_) if map_.file.fingerprint else {}
    for part, wanted in map_.file.fingerprint.items():
        if found.get(part) != wanted:
            what = f"the {part} of the standard map are not what they were (now {found.get(part)})"
            yield STANDARD, Trouble("", what, f"fingerprint.{part}"), "undo the change, or enter the new value"


def fingerprint(map_: GameMap) -> dict[str, str]:
    """Short digests of the parts of a map, so that a change made by accident does not pass."""
    parts = {
        "spaces": [
            [s.id, s.name, s.kind, sorted(s.tags), sorted((k, str(v)) for k, v in s.attrs.items())]
            for s in map_.spaces.values()
        ],
        "outlines": [[s.id, s.center, s.polygon, s.radius, s.box] for s in map_.spaces.values()],
        "links": sorted([a, b, sorted(link.kinds)] for (a, b), link in map_.links.items()),
        "drawing": [[x.kind, x.name, x.points] for x in map_.lines] + [[x.kind, x.name, x.rings] for x in map_.regions],
        "labels": [[k.kind, k.text, k.at] for k in map_.labels] + [[f.kind, f.name, f.at] for f in map_.features],
        "boxes": [[b.id, b.name, b.rect, b.cells, b.next_to] for b in map_.boxes.values()],
    }
    return {name: hashlib.sha256(json.dumps(part).encode()).hexdigest()[:12] for name, part in parts.items()}
