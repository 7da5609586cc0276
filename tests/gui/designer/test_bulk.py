"""Much at once in the map editor: frames, mirrors, replaced kinds, cleared classes, each one step."""

from __future__ import annotations

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QInputDialog

from common.gui.designer.designer_window import Designer
from common.gui.designer.map_sheet import MapSheet
from tests.gui.drawing import Button, Key, Modifier, at, click, drag, move, row, settled, spot

BOTH = Modifier.ControlModifier | Modifier.ShiftModifier


def differing(before: str, after: str) -> list[str]:
    """The lines of a text that are new."""
    return [line for line in after.splitlines() if line not in before.splitlines()]


def frame(sheet: MapSheet, first: str, last: str) -> None:
    """Gather the spaces from one to another with Shift and the mouse."""
    half = QPoint(12, 12)
    drag(sheet, at(sheet, first) - half, at(sheet, last) + half, keys=Modifier.ShiftModifier)


def answer(*words: str) -> None:
    """Choose these in the questions that come."""

    def choose(rest: tuple[str, ...]) -> None:
        asked = next(box for box in _asked() if box.isVisible())
        asked.setTextValue(rest[0])
        if rest[1:]:
            QTimer.singleShot(50, lambda: choose(rest[1:]))
        asked.accept()

    QTimer.singleShot(50, lambda: choose(words))


def _asked() -> list[QInputDialog]:
    from PySide6.QtWidgets import QApplication

    return [box for box in QApplication.topLevelWidgets() if isinstance(box, QInputDialog)]


def entry(qtbot, window: Designer, text: str) -> None:
    """Take an entry of the Edit menu; after its questions the window is in front again."""
    menu = next(action.menu() for action in window.menuBar().actions() if action.text() == "&Edit")
    found = [action for action in menu.actions() if action.text().replace("&", "").startswith(text)]
    assert len(found) == 1, [action.text() for action in menu.actions()]
    found[0].trigger()
    with qtbot.waitActive(window):
        window.activateWindow()


# --- mirrors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("key", "axis"), [(Key.Key_H, 0), (Key.Key_V, 1)])
@pytest.mark.parametrize("name", ["valley", "harbour", "islands"])
def test_a_whole_map_is_mirrored_in_one_step(desk, qtbot, name: str, key: Key, axis: int) -> None:
    window = desk(name)
    sheet = window.sheet
    before, old = sheet.document.text, sheet.game_map
    QTest.keyClick(window, key, BOTH)
    settled(qtbot, sheet)
    new = sheet.game_map
    assert len(sheet.document.history) == 1 and not sheet.findings and new.size == old.size
    there = {(round(space.center[0]), round(space.center[1])): space for space in new.spaces.values()}
    for space in old.spaces.values():
        spot_ = [round(part) for part in space.center]
        spot_[axis] = round(old.size[axis] - space.center[axis])
        partner = there[spot_[0], spot_[1]]
        assert partner.kind == space.kind and len(new.next_to(partner.id)) == len(old.next_to(space.id))
        assert partner.name == space.name or space.name == space.id
    assert sum(len(link.kinds) for link in new.links.values()) == sum(len(link.kinds) for link in old.links.values())
    comments = [line for line in before.splitlines() if "#" in line]
    assert [line.split("#")[1] for line in sheet.document.text.splitlines() if "#" in line] == [
        line.split("#")[1] for line in comments
    ]
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.text == before
    QTest.keyClick(window, Key.Key_Y, Modifier.ControlModifier)
    settled(qtbot, sheet)
    QTest.keyClick(window, key, BOTH)
    assert sheet.document.text == before  # twice is back, to the letter


def test_selected_hexes_are_mirrored_where_the_grid_allows_it(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    before = sheet.document.text
    frame(sheet, "0305", "0507")  # row 06 lies half a hex to the east
    assert set(sheet.selection) == {"0305", "0405", "0505", "0306", "0406", "0307", "0407", "0507"}
    click(sheet, at(sheet, "0506"), keys=Modifier.ShiftModifier)
    QTest.keyClick(window, Key.Key_V, BOTH)  # rows 05 and 07 change places, 06 stays
    assert sheet.document.data["spaces"][0]["entries"][0]["id"] == "0307"
    new = differing(before, sheet.document.text)
    assert len(new) < 8 and any("Halden" in line for line in new) and len(sheet.document.history) == 1
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["0307"].name == "Halden"
    assert "mirror 9 spaces top and bottom" in window.actions_.undo.text()
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    settled(qtbot, sheet)
    assert sheet.document.text == before
    QTest.keyClick(window, Key.Key_H, BOTH)  # rows lie half a hex apart
    assert sheet.document.text == before and "between the hexes" in window.message.text()
    sheet.select(["0305", "0405", "0605"])
    QTest.keyClick(window, Key.Key_H, BOTH)
    assert sheet.document.text == before and "0405 has no partner" in window.message.text()


def test_terrain_ways_and_sides_of_the_selection_go_with_it(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    row_05 = row(sheet, "05")
    way = sheet.document.data["paths"][0]["through"]
    sheet.select([f"{c:02d}05" for c in range(1, 13)])
    QTest.keyClick(window, Key.Key_H, BOTH)
    settled(qtbot, sheet)
    assert row(sheet, "05") == row_05[::-1]
    ways = [path["through"] for path in sheet.document.data["paths"]]
    steps = {frozenset(pair) for through in ways for pair in pairwise(through)}
    turned = {f"{c:02d}05": f"{13 - c:02d}05" for c in range(1, 13)}
    for a, b in pairwise(way):
        inside = a in turned and b in turned
        assert frozenset((turned[a], turned[b]) if inside else (a, b)) in steps
    assert sheet.document.error is None and not any(f.code.startswith("build") for f in sheet.findings)


def test_areas_are_refused_where_they_would_overlap_and_points_always_go(desk, qtbot) -> None:
    window = desk("harbour")
    sheet = window.sheet
    before = sheet.document.text
    for space in ("1", "5"):
        click(sheet, at(sheet, space), keys=Modifier.ShiftModifier)
    QTest.keyClick(window, Key.Key_H, BOTH)
    assert sheet.document.text == before and "that would push" in window.message.text()
    other = desk("islands")
    sheet = other.sheet
    for space in ("merrow", "skarn"):
        click(sheet, at(sheet, space), keys=Modifier.ShiftModifier)
    QTest.keyClick(other, Key.Key_H, BOTH)
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["merrow"].center == (900, 180) and sheet.game_map.spaces["skarn"].center == (180, 160)
    assert sheet.game_map.spaces["tolla"].center == (560, 640)


def test_a_map_over_real_geography_is_not_mirrored_whole(desk) -> None:
    window = desk("sand_wars")
    QTest.keyClick(window, Key.Key_H, BOTH)
    assert not window.sheet.document.dirty and "geography" in window.message.text()


# --- frames and selections --------------------------------------------------------------------------------


def test_a_frame_gathers_spaces_and_shift_click_adds_one(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.mousePress(sheet.view, Button.LeftButton, Modifier.ShiftModifier, at(sheet, "0304") - QPoint(12, 12))
    move(sheet.view, at(sheet, "0605") + QPoint(12, 12), Modifier.ShiftModifier)
    assert sheet.pane.frame is not None
    QTest.mouseRelease(sheet.view, Button.LeftButton, Modifier.ShiftModifier, at(sheet, "0605") + QPoint(12, 12))
    assert set(sheet.selection) == {"0304", "0404", "0504", "0405", "0505", "0605"} and sheet.pane.frame is None
    click(sheet, at(sheet, "0901"), keys=Modifier.ShiftModifier)
    assert sheet.selection[-1] == "0901"
    click(sheet, at(sheet, "0901"), keys=Modifier.ShiftModifier)
    assert "0901" not in sheet.selection
    QTest.mousePress(sheet.view, Button.LeftButton, Modifier.ShiftModifier, spot(sheet, 100, 100))
    move(sheet.view, spot(sheet, 900, 700), Modifier.ShiftModifier)
    QTest.keyClick(sheet.view, Key.Key_Escape)
    QTest.mouseRelease(sheet.view, Button.LeftButton, Modifier.ShiftModifier, spot(sheet, 900, 700))
    assert len(sheet.selection) == 6 and sheet.pane.frame is None
    QTest.keyClick(sheet.view, Key.Key_A, Modifier.ControlModifier)
    assert len(sheet.selection) == len(sheet.game_map.ids)


# --- whole classes ----------------------------------------------------------------------------------------


def test_a_kind_is_replaced_everywhere_in_one_step(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    before = sheet.document.text
    answer("rough", "mountain")
    entry(qtbot, window, "Replace")
    assert not any("r" in text for text in sheet.document.data["terrain"]["rows"].values())
    assert row(sheet, "01") == "mmmmccccmmmm" and len(sheet.document.history) == 1
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.text == before


@pytest.mark.parametrize(
    ("name", "what", "left"),
    [
        ("valley", "river Orre", lambda data: data["sides"][0]["sides"]),
        ("valley", "road", lambda data: data.get("paths", [])),
        ("islands", "track", lambda data: [e for e in data["routes"][0]["entries"] if e["kind"] == "track"]),
        ("islands", "names: water", lambda data: data["labels"][0]["entries"]),
        ("harbour", "canal Canal", lambda data: data["sides"][0]["sides"]),
    ],
)
def test_a_class_is_cleared_in_one_step(desk, qtbot, name: str, what: str, left) -> None:
    window = desk(name)
    sheet = window.sheet
    before = sheet.document.text
    assert left(sheet.document.data)
    answer(what)
    entry(qtbot, window, "Clear")
    assert not left(sheet.document.data) and len(sheet.document.history) == 1
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.text == before
