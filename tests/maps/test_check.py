"""Every named check catches the damage it is there for, and the real maps are sound."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy, deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from common.maps.build import BuildError
from common.maps.checking.check import CHECKS, CODES, IDLE, RULES, STANDARD, Checker, check_file, check_map, fingerprint
from common.maps.gamemap import GameMap
from common.maps.load import load_map, map_path
from common.maps.model import Link
from tests.maps import samples

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
Doc = dict[str, Any]


def put(*path: Any) -> Callable[[Doc], None]:
    """A change of a document: the last item is set at the place the others lead to."""

    def change(doc: Doc) -> None:
        here: Any = doc
        for key in path[:-2]:
            here = here[key]
        here[path[-2]] = path[-1]

    return change


def add(*path: Any) -> Callable[[Doc], None]:
    """A change of a document: the last item is appended to the list the others lead to."""

    def change(doc: Doc) -> None:
        here: Any = doc
        for key in path[:-1]:
            here = here[key]
        here.append(path[-1])

    return change


def rule(check: str, **fields: Any) -> Callable[[Doc], None]:
    """A rule that the sample map breaks."""
    return lambda doc: doc.setdefault("constraints", []).append({"check": check, "rule": "1", **fields})


def space(id_: str, **changes: Any) -> Callable[[GameMap], None]:
    """A change of a space in the finished map."""

    def change(map_: GameMap) -> None:
        map_.spaces[id_] = msgspec.structs.replace(map_.spaces[id_], **changes)

    return change


def cut(map_: GameMap, a: str, b: str) -> None:
    """Take a link out of the finished map."""
    map_.links.pop((a, b), None)
    map_.links.pop((b, a), None)


def join(map_: GameMap, a: str, b: str) -> None:
    """Put a link into the finished map."""
    map_.links[a, b], map_.links[b, a] = Link(a, b), Link(b, a)


ENTRY = {"id": "9999", "name": "Nowhere"}
ROAD = {"name": "Lost way", "kind": "road", "source": "reconstructed"}
CLIFF = {"name": "Cliff", "kind": "cliff", "source": "reconstructed", "one_way": True}
ALIKE = [{"shows": "kind:mountain", "fill": "#e8d8b0"}, {"shows": "kind:clear", "fill": "#e8d9b2"}]
LABELS = {"id": "places", "kind": "place", "source": "reconstructed"}


def _paint(doc: Doc, row: str, letters: str) -> None:
    doc["terrain"]["rows"][row] = letters


def _road_through_lake(doc: Doc) -> None:
    lake = {"name": "Lake", "rings": [[[100, 100], [400, 100], [400, 300], [100, 300]]]}
    doc["regions"].append({"id": "lakes", "kind": "lake", "source": "reconstructed", "entries": [lake]})
    road = {"name": "Dyke road", "points": [[90, 200], [410, 200]]}
    doc["lines"].append({"id": "roads", "kind": "road", "source": "reconstructed", "entries": [road]})


FILE_MUTANTS: list[tuple[str, str, Callable[[Doc], Any]]] = [
    ("build.no-grid", "hex", lambda d: d.pop("grid")),
    ("build.no-space", "area", lambda d: d.pop("spaces")),
    ("build.row-missing", "hex", lambda d: d["terrain"]["rows"].pop("3")),
    ("build.letter-unknown", "hex", put("terrain", "rows", "1", "cxccc")),
    ("letters.no-hex", "hex", put("letters", 0, "rows", "6", "a")),
    ("letters.unknown", "hex", put("letters", 0, "rows", "1", "zaaaa")),
    ("build.no-hex", "hex", add("spaces", 0, "entries", ENTRY)),
    ("build.hex-moved", "hex", put("spaces", 0, "entries", 0, "kind", "clear")),
    ("build.space-twice", "area", add("spaces", 0, "entries", samples.area_map()["spaces"][0]["entries"][0])),
    ("build.no-polygon", "area", lambda d: d["spaces"][0]["entries"][0].pop("polygon")),
    ("build.no-place", "area", lambda d: d["spaces"][0]["entries"][0].pop("at")),
    ("build.no-extent", "point", lambda d: d["spaces"][0]["entries"][0].pop("radius")),
    ("build.route-unknown", "point", add("routes", 0, "entries", {"a": "p0", "b": "px", "kind": "road"})),
    ("build.route-self", "point", add("routes", 0, "entries", {"a": "p0", "b": "p0", "kind": "road"})),
    ("build.route-twice", "point", add("routes", 0, "entries", {"a": "p1", "b": "p0", "kind": "road"})),
    ("build.side-apart", "hex", add("sides", 0, "sides", "0101-0505")),
    ("build.path-apart", "hex", add("paths", 0, "through", "0505")),
    ("build.box-twice", "hex", add("boxes", 0, "entries", {"id": "turn", "name": "Turn", "rect": [720, 300, 50, 50]})),
    ("build.label-place", "hex", put("labels", 0, "entries", 0, {"text": "Lost", "space": "7777"})),
    (
        "geometry.outline",
        "area",
        put("spaces", 0, "entries", 5, "polygon", [[300, 200], [400, 200], [300, 300], [400, 300]]),
    ),
    (
        "geometry.overlap",
        "area",
        put("spaces", 0, "entries", 5, "polygon", [[250, 200], [400, 200], [400, 300], [300, 300]]),
    ),
    ("geometry.frame", "area", put("size", [390, 400])),
    ("value.range", "area", put("features", 0, "entries", 0, "angle", 4000)),
    ("value.range", "hex", put("labels", 0, "entries", 0, "size", 9_000)),
    ("theme.unknown", "hex", put("theme", "engravin")),
    ("style.unknown", "hex", put("styles", [{"shows": "kind:mountin", "fill": "#a08060"}])),
    ("style.unknown", "hex", put("styles", [{"shows": "kind:mountain", "symbol": "strar"}])),
    ("style.contrast", "hex", put("styles", [{"shows": "kind:mountain", "fill": "#302820"}])),
    (
        "style.vision",
        "hex",
        put("styles", [{"shows": "kind:mountain", "fill": "#e8d8b0"}, {"shows": "kind:clear", "fill": "#e8d9b2"}]),
    ),
    ("kind.spelling", "hex", lambda d: [d["terrain"]["legend"].update(x="mountian"), _paint(d, "5", "ccccx")]),
    ("kind.once", "point", put("routes", 0, "entries", 3, "kind", "raod")),
    ("path.dead-end", "hex", add("paths", ROAD | {"through": ["0303", "0304", "0404"]})),
    ("link.one-way", "hex", add("sides", CLIFF | {"sides": ["0303-0304", "0304-0303"]})),
    ("link.one-way", "hex", add("sides", CLIFF | {"kind": "river", "sides": ["0303-0304"]})),
    ("line.foreign-region", "hex", _road_through_lake),
    ("label.other-space", "hex", put("labels", 0, "entries", 0, {"text": "Alpha", "space": "0101", "at": [300, 330]})),
    ("label.border", "area", lambda d: d.update(labels=[LABELS | {"entries": [{"text": "W" * 30, "space": "1"}]}])),
    ("geometry.points-overlap", "point", put("spaces", 0, "entries", 1, "radius", 99)),
    ("geometry.centre", "area", put("spaces", 0, "entries", 0, "at", [150, 250])),
    (
        "geometry.routes-cross",
        "point",
        lambda d: d["routes"][0]["entries"].extend(
            [{"a": "p2", "b": "p11", "kind": "road"}, {"a": "p4", "b": "p9", "kind": "road"}]
        ),
    ),
    ("geometry.route-through", "point", add("routes", 0, "entries", {"a": "p0", "b": "p2", "kind": "road"})),
    ("link.connected", "point", lambda d: d["routes"][0]["entries"].pop()),
    ("link.none", "point", lambda d: d["routes"][0]["entries"].pop(5)),
    ("side.twice", "hex", add("sides", 0, "sides", "0501-0401")),
    ("side.course", "hex", add("sides", 0, "sides", "0104-0105")),
    ("side.contradiction", "hex", add("sides", 1, "sides", "0101-0102")),
    (
        "path.short",
        "hex",
        add("paths", {"name": "Stub", "kind": "road", "source": "reconstructed", "through": ["0505"]}),
    ),
    ("path.back", "hex", add("paths", 0, "through", "0103")),
    ("feature.outside-map", "hex", put("features", 0, "entries", 0, {"name": "Mill", "at": [-5, 10]})),
    ("feature.outside-space", "area", put("features", 0, "entries", 0, "at", [250, 250])),
    ("feature.unknown-space", "area", put("features", 0, "entries", 0, "space", "77")),
    ("feature.twice", "area", add("features", 0, "entries", {"name": "Well", "space": "1", "at": [120, 120]})),
    ("line.short", "hex", put("lines", 0, "entries", 0, "points", [[70, 70]])),
    ("line.repeated-point", "hex", put("lines", 0, "entries", 0, "points", [[70, 70], [70, 70], [90, 90]])),
    ("line.outside", "hex", put("lines", 0, "entries", 0, "points", [[70, 70], [-70, 70]])),
    (
        "region.ring",
        "hex",
        put("regions", 0, "entries", 0, "rings", [[[300, 300], [340, 340], [340, 300], [300, 340]]]),
    ),
    ("region.outside", "hex", put("regions", 0, "entries", 0, "rings", [[[300, 300], [9000, 300], [300, 340]]])),
    ("label.outside", "hex", put("labels", 1, "entries", 0, "at", [3000, 10])),
    ("label.overlap", "hex", put("labels", 1, "entries", 0, "at", [310, 405])),
    ("label.same-space", "hex", put("labels", 0, "entries", 1, "space", "0303")),
    ("label.twice", "hex", put("labels", 0, "entries", 1, "text", "Mill")),
    ("label.text", "hex", put("labels", 0, "entries", 1, "text", "Ford ")),
    (
        "number.rows",
        "hex",
        lambda d: (
            put("terrain", "rows", "5", "cccc")(d),
            put("letters", 0, "rows", "5", "bbbb")(d),
            d["spaces"][0]["entries"].pop(1),
            d["spaces"].pop(1),
        ),
    ),
    ("number.letters", "hex", put("terrain", "legend", "z", "swamp")),
    ("name.twice", "hex", put("spaces", 0, "entries", 1, "name", "Alpha")),
    ("name.blank", "hex", put("spaces", 0, "entries", 1, "name", " Omega")),
    ("name.far", "point", put("spaces", 0, "entries", 13, "attrs", "lon", 1.0)),
    ("box.outside", "hex", put("boxes", 0, "entries", 1, "rect", [720, 120, 2000, 10])),
    ("box.overlap", "hex", put("boxes", 0, "entries", 1, "rect", [720, 80, 200, 100])),
    ("box.next-to", "hex", put("boxes", 0, "entries", 1, "next_to", ["7777"])),
    ("box.next-to", "hex", put("boxes", 0, "entries", 1, "next_to", ["0105", "0105"])),
    ("box.next-to", "hex", put("boxes", 0, "entries", 1, "next_to", ["0105", "pool"])),
    ("box.track", "hex", put("boxes", 0, "entries", 0, "next_to", ["0105"])),
    ("box.cells", "hex", put("boxes", 0, "entries", 0, "cells", ["1", "1"])),
    ("box.space-id", "hex", put("boxes", 0, "entries", 1, "id", "0303")),
    ("legend.nothing", "hex", add("legend", "entries", {"shows": "kind:swamp", "text": "Swamp"})),
    ("legend.missing", "hex", lambda d: d["legend"]["entries"].pop()),
    ("source.credits", "hex", lambda d: (d.pop("credits"), d["labels"][0].update(kind="minor"))),
    ("source.constraints", "hex", lambda d: d.pop("constraints")),
    ("group.unknown-space", "hex", add("groups", "edge", "7777")),
    ("attr.mixed", "hex", put("spaces", 0, "entries", 0, "attrs", "vp", "two")),
    ("attr.twice", "hex", put("spaces", 1, "entries", 0, "attrs", "vp", 9)),
    ("price.kind", "hex", lambda d: d["prices"]["march"]["kinds"].pop("clear")),
    ("price.link", "hex", put("prices", "march", "links", "tunnel", 1)),
    ("scale.sense", "hex", put("scale", "units", 9000)),
    ("projection.residual", "hex", put("projection", "fitted", 0, "error_miles", [20, 20])),
    ("rule.sum", "hex", rule("sum", of="vp", where={"tags": ["town"]}, equals=6)),
    ("rule.count", "hex", rule("count", where={"kind": ["mountain"]}, equals=5)),
    ("rule.members", "hex", rule("members", where={"tags": ["town"]}, are=["0101"])),
    ("rule.names", "hex", rule("names", where={}, are={"0101": "Alpha", "0505": "Beta"})),
    ("rule.adjacent", "hex", rule("adjacent", space="0101", to=["0102"], exactly=True)),
    ("rule.not-adjacent", "hex", rule("not_adjacent", pairs=[["0101", "0102"]])),
    ("rule.kind", "hex", rule("kind", spaces=["0101"], equals="mountain")),
    ("rule.attr", "hex", rule("attr", space="0101", attr="vp", equals=3)),
    ("rule.distance", "hex", rule("distance", a="0101", b="0105", equals=5)),
    ("rule.route", "hex", rule("route", start="0101", goal="0104", price="march", equals=4)),
    ("rule.links", "hex", rule("links", kinds=["river"], equals=4)),
    ("rule.link-ends", "hex", rule("link_ends", kind="impassable", where={"kind": ["clear"]})),
    ("rule.crossed", "point", rule("crossed", line="frontier", kind="road")),
    ("rule.linked", "hex", rule("linked", kinds=["road"], where={"tags": ["town"]})),
    (STANDARD, "hex", put("fingerprint", {"links": "0" * 12})),
    (IDLE, "hex", put("ignored", [{"check": "space.name", "place": "0101", "reason": "it was wrong once"}])),
]

MAP_MUTANTS: list[tuple[str, str, Callable[[GameMap], Any]]] = [
    (
        "geometry.repeated-corner",
        "area",
        lambda m: space("5", polygon=(*m.spaces["5"].polygon, m.spaces["5"].polygon[0]))(m),
    ),
    (
        "geometry.gap",
        "area",
        space(
            "1",
            polygon=(
                (100.0, 100.0),
                (200.0, 100.0),
                (200.0, 130.0),
                (190.0, 150.0),
                (200.0, 170.0),
                (200.0, 200.0),
                (100.0, 200.0),
            ),
        ),
    ),
    (
        "geometry.border-corners",
        "area",
        space("1", polygon=((100.0, 100.0), (200.0, 100.0), (200.0, 150.0), (200.0, 200.0), (100.0, 200.0))),
    ),
    (
        "geometry.sliver",
        "area",
        space("6", polygon=((300.0, 200.0), (300.5, 200.0), (300.5, 300.0), (300.0, 300.0)), center=(300.2, 250.0)),
    ),
    ("geometry.hexagon", "hex", space("0505", center=(1.0, 1.0))),
    ("link.unknown-space", "hex", lambda m: join(m, "0101", "7777")),
    ("link.self", "point", lambda m: m.links.update({("p0", "p0"): Link("p0", "p0")})),
    ("link.one-sided", "hex", lambda m: m.links.pop(("0504", "0505"))),
    ("link.misfiled", "hex", lambda m: m.links.update({("0504", "0505"): Link("0505", "0504")})),
    ("link.missing", "hex", lambda m: cut(m, "0504", "0505")),
    ("link.without-border", "area", lambda m: join(m, "1", "4")),
    ("side.undeclared", "hex", lambda m: m.links.update({("0504", "0505"): Link("0504", "0505", frozenset({"moat"}))})),
    (
        "side.lost",
        "hex",
        lambda m: m.links.update({("0202", "0203"): Link("0202", "0203"), ("0203", "0202"): Link("0203", "0202")}),
    ),
    (
        "path.lost",
        "hex",
        lambda m: m.links.update({("0101", "0102"): Link("0101", "0102"), ("0102", "0101"): Link("0102", "0101")}),
    ),
    ("number.hex", "hex", space("0505", attrs={"row": 5, "column": 4})),
]
ALSO = {  # damage that shows in more than one way
    "geometry.outline": {"geometry.centre", "geometry.border-corners"},
    "geometry.gap": {"geometry.border-corners"},
    "number.rows": {"rule.count"},
    "build.no-space": {"feature.unknown-space"},
    "value.range": {"label.border"},
    "kind.spelling": {"rule.count", "price.kind", "legend.missing", "rule.route"},
    "kind.once": {"rule.links"},
    "path.dead-end": {"rule.links"},
    "label.other-space": {"label.border"},
    "side.lost": {"price.link"},
    "geometry.overlap": {"geometry.border-corners"},
    "geometry.frame": set(),
    "geometry.hexagon": {"geometry.centre"},
    "geometry.sliver": {"geometry.border-corners", "link.without-border"},
    "link.none": {"link.connected"},
    "geometry.centre": {"feature.outside-space"},
    "geometry.points-overlap": {"geometry.route-through"},
    "link.unknown-space": {"link.without-border", "rule.links"},
    "label.twice": set(),
    "geometry.route-through": {"geometry.routes-cross"},
    "link.self": set(),
    "price.kind": {"rule.route"},
    "link.one-sided": set(),
    "link.misfiled": set(),
    "geometry.repeated-corner": {"geometry.outline"},
}


def sample(kind: str) -> Doc:
    """A fresh sound document."""
    make: Callable[[], Doc] = {"hex": samples.hex_map, "area": samples.area_map, "point": samples.point_map}[kind]
    return deepcopy(make())


@pytest.mark.parametrize("kind", ["hex", "area", "point"])
def test_the_samples_are_sound(kind: str) -> None:
    assert samples.codes(sample(kind)) == set()


@pytest.mark.parametrize(("code", "kind", "damage"), FILE_MUTANTS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_damaged_file_is_caught_by_its_own_check(code: str, kind: str, damage: Callable[[Doc], Any]) -> None:
    document = sample(kind)
    damage(document)
    found = samples.codes(document)
    assert code in found
    assert found <= {code} | ALSO.get(code, set())


@pytest.mark.parametrize(("code", "kind", "damage"), MAP_MUTANTS, ids=lambda v: v if isinstance(v, str) else "")
def test_a_damaged_map_is_caught_by_its_own_check(code: str, kind: str, damage: Callable[[GameMap], Any]) -> None:
    map_ = samples.built(sample(kind))
    damage(map_)
    found = {finding.code for finding in check_map(map_)}
    assert code in found
    assert found <= {code} | ALSO.get(code, set())


@pytest.mark.parametrize("kind", ["hex", "area", "point"])
def test_a_checker_that_remembers_says_what_a_fresh_one_says(kind: str) -> None:
    checker, chance, rounds = Checker(), Random(kind), [damage for _, k, damage in FILE_MUTANTS if k == kind] * 2
    chance.shuffle(rounds)
    compared = 0
    for damage in [None, *rounds]:
        document = sample(kind)
        try:
            if damage is not None:
                damage(document)
            if chance.random() < 0.3:  # two at once
                chance.choice(rounds)(document)
            map_ = samples.built(document)
        except (BuildError, msgspec.ValidationError, LookupError, AttributeError):
            continue
        told, wanted = checker.check(map_), check_map(map_)
        assert list(told) == list(wanted) and told.ignored == wanted.ignored
        compared += 1
    assert compared > 10


def test_every_check_has_a_mutant() -> None:
    covered = {code for code, _, _ in [*FILE_MUTANTS, *MAP_MUTANTS]} | {"data"}
    assert set(CODES) - covered == set()
    assert len(CODES) >= 60


@pytest.mark.parametrize("game", GAMES)
def test_the_maps_of_the_games_have_no_fault(game: str) -> None:
    assert [str(finding) for finding in check_file(map_path(game))] == []


def test_a_file_that_cannot_be_read_says_where(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text("id: x\ntitle: [\n", encoding="utf-8")
    findings = check_file(path)
    assert {finding.code for finding in findings} == {"data"}
    assert findings[0].line >= 2
    assert not [finding for finding in findings[1:] if "title" in finding.what]  # known to be wrong already


def test_a_finding_names_its_line(tmp_path: Path) -> None:
    text = (
        map_path("nmc")
        .read_text(encoding="utf-8")
        .replace("name: Fort Bliss, attrs: {vp: 9", "name: Fort Bliss, attrs: {vp: 8")
    )
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    findings = {finding.code: finding for finding in check_file(path)}
    assert set(findings) == {"rule.sum", STANDARD}
    line = text.splitlines()[findings["rule.sum"].line - 1]
    assert "check: sum" in line


# --- damage at random -------------------------------------------------------------------------------------


def _remove_link(map_: GameMap, rng: Random) -> None:
    cut(map_, *rng.choice(sorted(map_.links)))


def _swap_terrain(map_: GameMap, rng: Random) -> None:
    kinds = sorted({s.kind for s in map_.spaces.values()})
    id_ = rng.choice(list(map_.spaces))
    space(id_, kind=rng.choice([k for k in kinds if k != map_.spaces[id_].kind]))(map_)


def _rename(map_: GameMap, rng: Random) -> None:
    named = [s for s in map_.spaces.values() if s.name != s.id]
    space(rng.choice(named).id, name=rng.choice(["Springfield", "Atlantis", rng.choice(named).name + "s"]))(map_)


def _move_vertex(map_: GameMap, rng: Random) -> None:
    id_ = rng.choice(list(map_.spaces))
    old = map_.spaces[id_]
    dx, dy = rng.choice([-25, 25]), rng.choice([-25, 25])
    if old.polygon:
        corner = rng.choice(old.polygon)
        ring = tuple((x + dx, y + dy) if (x, y) == corner else (x, y) for x, y in old.polygon)
        space(id_, polygon=ring)(map_)
    else:
        space(id_, center=(old.center[0] + dx, old.center[1] + dy))(map_)


_load = cache(load_map)


def _caught(game: str, seed: int, skip: tuple[str, ...] = ()) -> bool:
    rng = Random(f"{game}{seed}")
    map_ = copy(_load(game))
    map_.spaces, map_.links = dict(map_.spaces), dict(map_.links)
    rng.choice([_remove_link, _swap_terrain, _rename, _move_vertex])(map_, rng)
    return bool(check_map(map_, skip=skip))


@pytest.mark.parametrize("game", GAMES)
def test_damage_at_random_is_seen(game: str) -> None:
    seen = [_caught(game, seed) for seed in range(5)]
    assert sum(seen) >= 0.95 * len(seen)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_damages_are_seen(game: str) -> None:
    assert sum(_caught(game, seed) for seed in range(100)) >= 95


def test_a_fingerprint_does_not_change_by_itself() -> None:
    assert fingerprint(load_map("nmc")) == load_map("nmc").file.fingerprint


def test_the_registers_name_what_they_hold() -> None:
    assert set(CHECKS) | set(RULES) <= set(CODES)
    assert all(hint for _, hint in CHECKS.values())


def test_what_only_counts_names_the_spaces_that_differ_from_the_game_s_own_map(tmp_path: Path) -> None:
    text = map_path("nmc").read_text(encoding="utf-8")
    own = tmp_path / "mine.yaml"
    own.write_text(text.replace('"26": CCMMCVCCCMCCCCMMCCCCC', '"26": CCMMCVMCCMCCCCMMCCCCC'), encoding="utf-8")
    found = {
        finding.code: finding for finding in check_file(own) if "mountain" in finding.what or "standard" in finding.what
    }
    assert found["rule.count"].what == "183 spaces of mountain, not 182: 2606" and found["rule.count"].near == "2606"
    assert found["standard.changed"].what.endswith(": 2606") and found["standard.changed"].near == "2606"
