"""Sixty slips of the pen in the texts of real maps: each is found by its own check, at its own line."""

from __future__ import annotations

from pathlib import Path

import pytest

from common.maps.changing.editing import Document
from common.maps.checking.check import check_file
from common.maps.load import map_path
from common.maps.samples import sample_path

V, H, P, N, F = "valley", "harbour", "islands", "nmc", "fallujah"
Damage = tuple[str, str, str, str]  # which map, the check, what stands there, what is written instead

READING: list[Damage] = [
    (V, "data", "kind: hex", "kind: hx"),
    (V, "data", "theme: engraving", "teme: engraving"),
    (V, "data", "first_column: 1", "first_column: 100000000"),
    (V, "data", "first_column: 1", "first_column: one"),
    (V, "data", "width: 100", "width: 1e999"),
    (V, "data", "width: 100", "width: -5"),
    (V, "data", "numbering: CCRR", "numbering: CRCR"),
    (V, "data", "orientation: pointy", "orientaton: pointy"),
    (V, "data", '"0601-0701", "0601-0602"', '"06010701", "0601-0602"'),
    (V, "data", '{id: "0305", name: Halden', '{id: 0305, name: Halden'),
    (V, "data", "{text: North Hills, at: [330, 200]}", "{txt: North Hills, at: [330, 200]}"),
    (V, "data", "{text: North Hills, at: [330, 200]}", "{text: North Hills, at: [330]}"),
    (V, "data", '{check: sum, rule: "1"', '{check: some, rule: "1"'),
    (V, "data", "title: The Valley of the Orre", "title: The Valley: of the Orre"),
    (H, "data", "theme: briefing", "theme: *briefing"),
    (H, "data", "kind: area", "kind: area\nkind: point"),
    (H, "data", "size: [1000, 760]", "size: [1000, 99999999]"),
    (P, "data", "{id: tolla, name: Tolla, kind: city", "{id: tolla, name: Tolla, kind: [city]"),
    (N, "data", "shifted: even", "shifted: eve"),
    (F, "data", "size: [3400, 2200]", "size: 3400"),
]  # fmt: skip
BUILDING: list[Damage] = [
    (V, "build.letter-unknown", '"03": mrccccccccrr', '"03": mrcccxccccrr'),
    (V, "build.letter-unknown", '"09": rrccccccrrmr', '"09": rrccccccrrmR'),
    (V, "build.row-missing", '"05": rcccccccwccr', '"15": rcccccccwccr'),
    (V, "build.no-hex", '{id: "0904", name: Orreby', '{id: "9904", name: Orreby'),
    (V, "build.hex-moved", "name: Marsh End, attrs", "name: Marsh End, kind: marsh, attrs"),
    (V, "build.side-apart", '"0101-0201", "0101-0102"]', '"0101-0201", "0101-0909"]'),
    (V, "build.path-apart", '"0505", "0605", "0604"', '"0505", "0905", "0604"'),
    (V, "build.label-place", "{text: North Hills, at: [330, 200]}", "{text: North Hills, space: somewhere}"),
    (H, "build.space-twice", 'id: "9"', 'id: "8"'),
    (H, "build.no-polygon", "polygon: [[60, 60], [340, 60], [330, 220], [70, 250]]", "tags: [mole]"),
    (H, "build.no-place", "at: [480, 140]", "tags: [old]"),
    (H, "build.side-apart", '"1-2", "4-5", "7-8"', '"1-9", "4-5", "7-8"'),
    (P, "build.route-unknown", "{a: merrow, b: lantern", "{a: merow, b: lantern"),
    (P, "build.route-self", "{a: sound, b: east_reef", "{a: sound, b: sound"),
    (P, "build.route-twice", "{a: lantern, b: tolla", "{a: lantern, b: merrow"),
    (P, "build.no-extent", "kind: town, at: [400, 120], radius: 26}", "kind: town, at: [400, 120]}"),
    (N, "build.letter-unknown", '"49": CCCCCCCCCCCCCMMMMMCCC', '"49": CCCCCCCCCCCCCMMmMMCCC'),
    (N, "build.path-apart", '"4313", "4312", "4411"', '"4313", "4212", "4411"'),
]
CHECKING: list[Damage] = [
    (V, "theme.unknown", "theme: engraving", "theme: engravin"),
    (V, "number.rows", '"08": rccccccccrrc', '"08": rccccccccrr'),
    (V, "side.twice", '"0101-0201", "0101-0102"]', '"0101-0201", "0201-0101", "0101-0102"]'),
    (V, "path.short", '"0305", "0405", "0505", "0605", "0604", "0704", "0804", "0904"', '"0305"'),
    (V, "name.twice", "name: Marsh End", "name: Halden"),
    (V, "label.outside", "at: [330, 200]", "at: [330, -200]"),
    (V, "value.range", "at: [330, 200]}", "at: [330, 200], angle: 999}"),
    (V, "label.text", "{text: North Hills,", '{text: "North  Hills",'),
    (V, "legend.nothing", 'shows: "kind:marsh"', 'shows: "kind:swamp"'),
    (V, "kind.spelling", "m: mountain", "m: mountian"),
    (H, "name.blank", "name: Mole", 'name: " Mole"'),
    (H, "geometry.centre", "at: [490, 340]", "at: [190, 340]"),
    (H, "geometry.outline", "[[640, 60], [940, 60], [940, 230], [650, 210]]",
     "[[640, 60], [940, 60], [650, 210], [940, 230]]"),
    (H, "geometry.frame", "[[670, 470], [940, 480], [940, 700], [660, 700]]",
     "[[670, 470], [940, 480], [940, 790], [660, 700]]"),
    (P, "geometry.points-overlap", "{id: gull_rock, name: Gull Rock, kind: town, at: [400, 120], radius: 26}",
     "{id: gull_rock, name: Gull Rock, kind: town, at: [400, 120], radius: 250}"),
    (P, "attr.mixed", "attrs: {value: 3}", "attrs: {value: three}"),
    (P, "geometry.route-through", "{a: lantern, b: tolla, kind: road}", "{a: gull_rock, b: skarn, kind: road}"),
    (P, "label.outside", "{text: MERROW SEA, at: [300, 690]}", "{text: MERROW SEA, at: [3000, 690]}"),
    (N, "path.back", '"4313", "4312", "4411"', '"4313", "4312", "4313", "4312", "4411"'),
    (N, "label.same-space", '{space: "1108", text: Franklin}', '{space: "1605", text: Franklin}'),
    (N, "label.twice", "text: Los Lunas}", "text: Belen}"),
    (F, "line.outside", "[[738, 1378], [590, 1394]]", "[[738, 1378], [-590, 1394]]"),
    (F, "line.short", "[[738, 1050], [590, 1044]]", "[[738, 1050]]"),
]  # fmt: skip
ELSEWHERE = {  # where the line to be mended is another than the one that was changed
    'id: "8"': 'id: "8"\n        name: South', '"15": rcccccccwccr': '"15":',
    "name: Halden": "name: Halden, attrs: {vp: 1}",
    '{space: "1605", text: Franklin}': "text: Robledo", "text: Belen}": '{space: "3606", text: Belen}',
    '"0305"': "- name: Valley road",
}  # fmt: skip


def text_of(name: str) -> str:
    path = map_path(name) if name in (N, F) else sample_path(name)
    return path.read_text(encoding="utf-8")


def damaged(damage: Damage) -> tuple[str, int]:
    """The text with a slip in it, and the line to be mended."""
    name, code, old, new = damage
    text = text_of(name)
    assert text.count(old) >= 1, old
    at = text.index(old)
    text = text[:at] + new + text[at + len(old) :]
    marker = ELSEWHERE.get(new, new)
    place = text.index(marker)
    if code in ("build.space-twice",):
        place = text.rindex('- id: "8"')
    if name == H and code.startswith(("build.no-", "geometry.", "name.")):
        place = text.rindex("- id:", 0, place)  # the entry of the area
    if code == "data" and "\n" in new:
        place = text.index(new) + new.index("\n") + 1
    return text, text[:place].count("\n") + 1


@pytest.mark.parametrize("damage", [*READING, *BUILDING, *CHECKING], ids=lambda d: f"{d[0]}-{d[1]}-{d[3][:24]}")
def test_a_slip_is_found_at_its_line(damage: Damage, tmp_path: Path) -> None:
    text, line = damaged(damage)
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    found = check_file(path)
    assert (damage[1], line) in {(finding.code, finding.line) for finding in found}, "\n".join(map(str, found))


def test_there_are_sixty_and_each_check_of_theirs_is_named() -> None:
    assert len(READING) + len(BUILDING) + len(CHECKING) >= 60


@pytest.mark.parametrize("damage", [*READING, *BUILDING], ids=lambda d: f"{d[0]}-{d[1]}-{d[3][:24]}")
def test_a_broken_file_opens_all_the_same(damage: Damage, tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(damaged(damage)[0], encoding="utf-8")
    document = Document.open(path)
    assert len(document.draft().spaces) >= 7  # what is left of the map is drawn
    assert (document.error is not None) == (damage[1] == "data")


def test_all_errors_are_told_at_once(tmp_path: Path) -> None:
    text = text_of(V)
    for old, new in (
        ("kind: hex", "kind: hx"), ("theme: engraving", "teme: engraving"),
        ('"03": mrccccccccrr', '"03": mrcccxccccrr'),
        ('{id: "0904", name: Orreby', '{id: "9904", name: Orreby'), ('"0101-0201"', '"0101-0909"'),
        ("{text: North Hills, at: [330, 200]}", "{text: North Hills, at: [330]}"),
        ("legend:\n  source", "legend:\n  sorce"),
    ):  # fmt: skip
        assert old in text
        text = text.replace(old, new)
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    errors = [finding for finding in check_file(path) if finding.severity == "error"]
    lines = {text.splitlines()[finding.line - 1].strip() for finding in errors}
    for part in ("kind: hx", "teme:", "mrcccxccccrr", "9904", "0101-0909", "[330]", "sorce"):
        assert any(part in line for line in lines), part


def test_a_file_in_an_old_encoding_opens_and_is_saved_in_the_new_one(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_bytes(text_of(V).replace("Halden", "Håldén").encode("cp1252"))
    document = Document.open(path)
    assert document.error is None and document.dirty
    assert document.built().spaces["0305"].name == "Håldén"
    document.save()
    assert "Håldén" in path.read_text(encoding="utf-8")


def test_two_broken_sections_are_two_errors(tmp_path: Path) -> None:
    text = text_of(P).replace("size: [1100, 800]", "size: [1100, 800").replace("at: [300, 690]}", "at: [300, 690}")
    path = tmp_path / "map.yaml"
    path.write_text(text, encoding="utf-8")
    lines = [finding.line for finding in check_file(path) if finding.code == "data"]
    wanted = [n for n, line in enumerate(text.splitlines(), 1) if "size: [1100, 800" in line or "690}" in line]
    assert len(lines) == 2 and all(any(abs(line - want) <= 2 for line in lines) for want in wanted)
    assert len(Document.open(path).draft().spaces) == 8
