"""What the map editor finds wrong, and what is let alone."""

from __future__ import annotations

from PySide6.QtTest import QTest

from common.maps.check import check_file
from common.maps.samples import sample_text
from tests.gui.drawing import NONE, Button, settled


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


def test_findings_follow_every_edit_of_a_large_map(desk, qtbot, tmp_path) -> None:
    rows = "\n".join(f'    "{n:02d}": {"cccrmcccwc" * 5}' for n in range(1, 41))
    text = sample_text("valley")
    head, tail = text.split('    "01":', 1)
    path = tmp_path / "large.yaml"
    path.write_text(f"{head}{rows}\n\n{tail[tail.index('spaces:') :]}", encoding="utf-8")
    window = desk(str(path))
    sheet = window.sheet
    assert len(sheet.game_map.ids) == 2000
    for n in range(2):
        with qtbot.waitSignal(sheet.judged, timeout=10_000):
            sheet.edit(
                "paint", lambda data, n=n: data["terrain"]["rows"].update({"20": "w" * (n + 1) + "c" * (49 - n)})
            )
        settled(qtbot, sheet)
        assert f'"20": {"w" * (n + 1)}c' in sheet.document.text
