"""What the map editor finds wrong, and what is let alone."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from PySide6.QtTest import QTest

from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Change
from common.maps.checking.check import Checker, check_file
from common.maps.samples import sample_text
from tests.gui.drawing import NONE, Button, Key, Modifier, at, between, click, drag, settled
from tests.gui.waiting import rest


def test_a_finding_jumps_and_is_ignored_with_a_reason(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.edit("vp", lambda data: data["spaces"][0]["entries"][0]["attrs"].update(vp=9))
    settled(qtbot, sheet)
    sheet.view.zoom_to(["1208"])
    window.open_page(window.checks)
    box = window.checks
    assert [box.table.item(0, c).text() for c in range(1)] == ["rule.sum"]
    sheet.edit("apart", lambda data: data["labels"][0]["entries"].append({"text": "Nowhere", "at": [9000, 9000]}))
    settled(qtbot, sheet)
    codes = [box.table.item(r, 0).text() for r in range(box.table.rowCount())]
    assert len(codes) >= 2
    outside = codes.index("label.outside")
    box.table.setCurrentCell(outside, 0)
    QTest.mouseClick(box.show_it, Button.LeftButton)
    assert sheet.point == ("labels", 0, 1)
    rows = [r for r in range(box.table.rowCount()) if box.table.item(r, 0).text() == "rule.sum"]
    box.table.setCurrentCell(rows[0], 0)
    assert not box.ignore.isEnabled()
    box.reason.setFocus()
    QTest.keyClicks(box.reason, "a variant with more points")
    QTest.mouseClick(box.ignore, Button.LeftButton)
    settled(qtbot, sheet)
    assert "ignored" in window.count.text()
    assert sheet.document.data["ignored"][0]["reason"] == "a variant with more points"
    assert {f.code for f in sheet.findings.ignored} == {"rule.sum"}
    sheet.document.save()
    assert len(check_file(sheet.document.path).ignored) == 1


def test_double_click_on_a_finding_shows_its_place(desk, qtbot) -> None:
    window = desk("islands")
    sheet = window.sheet
    sheet.edit("overlap", lambda data: data["spaces"][1]["entries"][0].update(at=[190, 190]))
    settled(qtbot, sheet)
    window.open_page(window.checks)
    table = window.checks.table
    target = next(r for r in range(table.rowCount()) if sheet.place_of(table.item(r, 1).text()))
    place = sheet.place_of(table.item(target, 1).text())
    rect = table.visualItemRect(table.item(target, 0))
    QTest.mouseClick(table.viewport(), Button.LeftButton, NONE, rect.center())
    QTest.mouseDClick(table.viewport(), Button.LeftButton, NONE, rect.center())
    assert sheet.selection == (place,)


@pytest.fixture(params=[10, pytest.param(40, marks=pytest.mark.slow)])
def large(tmp_path: Path, request: pytest.FixtureRequest) -> tuple[Path, int]:
    """The valley with five hundred hexes, or with two thousand, and how many."""
    rows = "\n".join(f'    "{n:02d}": {"cccrmcccwc" * 5}' for n in range(1, request.param + 1))
    head, tail = sample_text("valley").split('    "01":', 1)
    path = tmp_path / "large.yaml"
    path.write_text(f"{head}{rows}\n\n{tail[tail.index('spaces:') :]}", encoding="utf-8")
    return path, 50 * request.param


def test_findings_follow_every_edit_of_a_large_map(desk, qtbot, large) -> None:
    """After each edit the list is what a check of everything from scratch says."""
    path, hexes = large
    window = desk(str(path))
    sheet = window.sheet
    sheet.view.one_to_one()
    sheet.view.center_on("0607")
    assert len(sheet.game_map.ids) == hexes
    codes: set[str] = set()

    def agree() -> None:
        settled(qtbot, sheet)
        whole = Checker(sheet.shop.base).check(sheet.document.built(), sheet.document.mark)
        assert list(sheet.findings) == list(whole) and sheet.findings.ignored == whole.ignored
        codes.update(finding.code for finding in whole)

    def edit(label: str, change: Change) -> None:
        assert sheet.edit(label, change)
        agree()

    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("marsh")
    drag(sheet, at(sheet, "0407"), at(sheet, "0807"))
    agree()
    QTest.keyClick(sheet.view, Key.Key_E)
    window.paint.take_line({"river"}, {"Orre"})
    click(sheet, between(sheet, "0909", "1009"))  # apart from the rest
    agree()
    assert "side.course" in {finding.code for finding in sheet.findings}
    edit("vp", partial(changes.set_attr, space="0305", key="vp", value=8))
    edit("mixed", partial(changes.set_attr, space="0305", key="vp", value="many"))
    edit("name", partial(changes.set_space, space="0904", key="name", value="Halden"))
    edit("label", partial(changes.add_label, text="Off", at=(90_000, 10)))
    edit("hole", partial(changes.paint, layer="terrain", wanted={"2009": ""}))
    edit("road", partial(changes.set_line, line=("paths", "road", ""), pairs=[("0101", "0102")], on=True))
    edit("kind", partial(changes.add_kind, layer="terrain", kind="lake"))
    edit("alone", partial(changes.ignore, check="label.outside", place="Off", reason="a trial"))
    edit("nothing", partial(changes.ignore, check="label.outside", place="Nowhere", reason="a trial"))
    edit("size", lambda data: data["grid"].update(width=90))
    while sheet.document.history:
        QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
        agree()
    assert not sheet.findings or {finding.code for finding in sheet.findings} <= codes
    assert {"side.course", "rule.sum", "attr.mixed", "name.twice", "label.outside", "ignored.nothing"} <= codes


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_place_and_trouble_of_a_finding_can_be_read_without_scrolling(desk, qtbot, size: tuple[int, int]) -> None:
    window = desk("islands", size=size)
    window.open_page(window.checks)
    window.sheet.edit("overlap", lambda data: data["spaces"][0]["entries"][0].update(at=[390, 130]))
    settled(qtbot, window.sheet)
    rest(20)
    table = window.checks.table
    assert table.rowCount() >= 2
    for name in ("Place", "What"):
        column = next(c for c in range(table.columnCount()) if table.horizontalHeaderItem(c).text() == name)
        left = table.columnViewportPosition(column)
        assert left >= 0 and left + table.columnWidth(column) <= table.viewport().width() + 1
    assert not table.item(0, 1).icon().isNull()


def test_a_file_that_cannot_be_built_opens_with_its_text_at_the_line_and_all_findings(desk, qtbot, tmp_path) -> None:
    text = sample_text("valley").replace('"03": mrccccccccrr', '"03": mrcccxccccrr')
    text = text.replace('{id: "0904", name: Orreby', '{id: "9904", name: Orreby')
    path = tmp_path / "broken.yaml"
    path.write_text(text, encoding="utf-8")
    window = desk(str(path))
    qtbot.waitUntil(lambda: window.pages.shown is window.checks, timeout=10_000)
    assert window.text_dock.isVisible() and {"9904" in f.what for f in window.sheet.findings} == {True, False}
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "mrcccx" in each)
    assert window.text.textCursor().blockNumber() + 1 == line


def test_a_finding_that_only_counts_shows_where_to_look(desk, qtbot) -> None:
    window = desk("nmc")
    sheet = window.sheet
    sheet.edit("paint", lambda data: data["terrain"]["rows"].update({"26": "CCMMCVMCCMCCCCMMCCCCC"}))
    settled(qtbot, sheet)
    qtbot.waitUntil(lambda: any(finding.code == "rule.count" for finding in sheet.findings), timeout=20_000)
    table = window.checks.table
    places = {table.item(r, 1).text() for r in range(table.rowCount())}
    assert places == {"2606"}
