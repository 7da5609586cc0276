"""Tools of the map editor, by mouse and keys."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QRectF, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtTest import QTest

from common.gui.designer.pages.paint_box import NewLineDialog
from common.gui.kit import theme
from common.gui.map.display_list import Scene, scene_of
from common.maps.changing import editing_changes as changes
from tests.gui.drawing import NONE, Button, Key, Modifier, at, between, click, drag, move, row, settled, spot

HAIR = 40  # pixels of 270,000: the stem of a letter made on another thread; a missing name has hundreds


def test_the_brush_paints_a_stroke_that_is_one_step(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    before = sheet.document.text
    QTest.keyClick(sheet.view, Key.Key_B)
    assert window.tool.name == "Brush"
    window.paint.take("marsh")
    drag(sheet, at(sheet, "0303"), at(sheet, "0603"))
    assert row(sheet, "03") == "mrwwwwccccrr"
    changed = [
        n for n, (a, b) in enumerate(zip(before.splitlines(), sheet.document.text.splitlines(), strict=True)) if a != b
    ]
    assert len(changed) == 1 and len(sheet.document.history) == 1
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["0503"].kind == "marsh" and not sheet.pane.washes
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    assert sheet.document.text == before and not sheet.document.dirty
    QTest.keyClick(window, Key.Key_Y, Modifier.ControlModifier)
    assert row(sheet, "03") == "mrwwwwccccrr"


def test_shift_draws_a_line_alt_erases_control_fills_right_click_picks(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    bent = (at(sheet, "0307"), at(sheet, "0602"), at(sheet, "0707"))
    drag(sheet, *bent, keys=Modifier.ShiftModifier)
    assert row(sheet, "07") == "ccmmmmmwcccc" and row(sheet, "04") == "rrccccccccrr"
    settled(qtbot, sheet)
    drag(sheet, at(sheet, "0307"), at(sheet, "0707"), keys=Modifier.AltModifier)
    assert row(sheet, "07") == "cccccccwcccc"
    settled(qtbot, sheet)
    click(sheet, at(sheet, "0806"), button=Button.RightButton)
    assert window.paint.kind == "marsh"
    window.paint.take("rough")
    click(sheet, at(sheet, "0806"), keys=Modifier.ControlModifier)
    assert (
        row(sheet, "06") == "ccccccrrrccc" and row(sheet, "05") == "rcccccccrccr" and row(sheet, "07") == "cccccccrcccc"
    )
    assert len(sheet.document.history) == 3


def test_a_wide_brush_and_the_erase_key(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    window.paint.wide.setValue(2)
    click(sheet, at(sheet, "0504"))
    assert sum(text.count("m") for text in sheet.document.data["terrain"]["rows"].values()) == 8 + 7
    QTest.keyClick(sheet.view, Key.Key_X)
    click(sheet, at(sheet, "0504"))
    assert row(sheet, "04")[3:6] == "ccc"


def test_escape_and_right_click_give_a_stroke_up(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    window.paint.take("mountain")
    for give_up in (
        lambda: QTest.keyClick(sheet.view, Key.Key_Escape),
        lambda: QTest.mousePress(sheet.view, Button.RightButton, NONE, at(sheet, "0504")),
    ):
        QTest.mousePress(sheet.view, Button.LeftButton, NONE, at(sheet, "0504"))
        move(sheet.view, at(sheet, "0704"), NONE)
        assert sheet.pane.washes
        give_up()
        QTest.mouseRelease(sheet.view, Button.LeftButton, NONE, at(sheet, "0704"))
        assert not sheet.pane.washes and not sheet.document.dirty


def test_edges_draw_sides_ways_and_the_shortest_line(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.view.one_to_one()
    QTest.keyClick(sheet.view, Key.Key_E)
    window.paint.take_line({"river"}, {"Orre"})
    click(sheet, between(sheet, "0808", "0908"))
    assert sheet.document.data["sides"][0]["sides"][-1] == "0808-0908"
    settled(qtbot, sheet)
    click(sheet, between(sheet, "0908", "0808"), keys=Modifier.AltModifier)
    assert "0808-0908" not in sheet.document.data["sides"][0]["sides"]
    settled(qtbot, sheet)
    start, end = (sheet.game_map.spaces[s].polygon[3] for s in ("0308", "0608"))
    count = len(sheet.document.data["sides"][0]["sides"])
    drag(sheet, spot(sheet, *start), spot(sheet, *end), keys=Modifier.ShiftModifier)
    assert len(sheet.document.data["sides"][0]["sides"]) == count + 6  # two sides to a hex
    settled(qtbot, sheet)
    assert "river" in sheet.game_map.links["0408", "0409"].kinds | sheet.game_map.links["0308", "0409"].kinds
    window.paint.take_line({"road"})
    drag(sheet, at(sheet, "0904"), at(sheet, "1004"), at(sheet, "1104"))
    assert sheet.document.data["paths"][0]["through"][-3:] == ["0904", "1004", "1104"]
    click(sheet, between(sheet, "0101", "0102"), button=Button.RightButton)
    assert window.paint.line == ("sides", "impassable", "Cliffs")


def test_a_new_line_may_lie_on_one_direction_only(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    sheet.view.one_to_one()

    def answer() -> None:
        asked = window.paint.findChild(NewLineDialog)
        QTest.keyClicks(asked.kind, "slope")
        QTest.keyClicks(asked.name, "Long Slope")
        asked.one_way.setChecked(True)
        QTest.keyClick(asked.name, Key.Key_Return)

    QTimer.singleShot(50, answer)
    QTest.mouseClick(window.paint.new_line, Button.LeftButton)
    assert window.paint.line == ("sides", "slope", "Long Slope") and window.tool.key == "E"
    settled(qtbot, sheet)
    click(sheet, between(sheet, "0505", "0605"))
    settled(qtbot, sheet)
    assert "slope" in sheet.game_map.links["0505", "0605"].kinds
    assert "slope" not in sheet.game_map.links["0605", "0505"].kinds


def test_a_second_stroke_does_not_wait_for_the_picture_of_the_first(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_B)
    assert sheet.view.cursor().shape() == Qt.CursorShape.CrossCursor
    window.paint.take("marsh")
    click(sheet, at(sheet, "0404"))
    assert sheet.pane.done  # shown until the map shows it
    QTest.mousePress(sheet.view, Button.LeftButton, NONE, at(sheet, "0604"))
    settled(qtbot, sheet)
    assert not sheet.pane.done and list(sheet.pane.washes) == ["0604"]
    move(sheet.view, at(sheet, "0704"), NONE)
    QTest.mouseRelease(sheet.view, Button.LeftButton, NONE, at(sheet, "0704"))
    assert row(sheet, "04") == "rrcwcwwcccrr" and len(sheet.document.history) == 2


def test_points_come_are_dragged_and_go(desk, qtbot) -> None:
    window = desk("islands")
    sheet = window.sheet
    before = sheet.document.text
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, spot(sheet, 150, 520))
    assert sheet.selection == ("point_1",)
    settled(qtbot, sheet)
    assert window.focusWidget() is window.facts.name
    QTest.keyClicks(window.facts.name, "West Cape")
    QTest.keyClick(window.facts.name, Key.Key_Return)
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["point_1"].name == "West Cape"
    drag(sheet, at(sheet, "point_1"), spot(sheet, 180, 560))
    settled(qtbot, sheet)
    x, y = sheet.game_map.spaces["point_1"].center
    assert abs(x - 180) < 4 and abs(y - 560) < 4
    drag(sheet, at(sheet, "point_1"), spot(sheet, 240, 570), keys=Modifier.ShiftModifier)
    settled(qtbot, sheet)
    assert sheet.game_map.spaces["point_1"].center[1] == y
    QTest.keyClick(sheet.view, Key.Key_E)
    window.paint.take_line({"track"})
    drag(sheet, at(sheet, "point_1"), at(sheet, "lantern"))
    settled(qtbot, sheet)
    assert sheet.game_map.link("lantern", "point_1")
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, at(sheet, "point_1"), keys=Modifier.AltModifier)
    settled(qtbot, sheet)
    assert "point_1" not in sheet.game_map.spaces and sheet.document.text == before


def test_a_shared_corner_moves_for_both_areas_and_never_folds_them(desk, qtbot) -> None:
    window = desk("harbour")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_P)
    drag(sheet, spot(sheet, 330, 220), spot(sheet, 350, 250))
    settled(qtbot, sheet)
    corners = [set(sheet.game_map.spaces[s].polygon) for s in ("1", "2", "4", "5")]
    moved = set.intersection(*corners)
    assert len(moved) == 1 and (330, 220) not in set.union(*corners)
    text = sheet.document.text
    drag(sheet, spot(sheet, *next(iter(moved))), spot(sheet, 560, 640))
    assert sheet.document.text == text and "would" in window.message.text()
    click(sheet, spot(sheet, 490, 465))  # on the border of 5 and 8: a new corner for both
    settled(qtbot, sheet)
    new = set(sheet.game_map.spaces["5"].polygon) & set(sheet.game_map.spaces["8"].polygon)
    assert len(new) == 3
    fresh = next(corner for corner in new if 450 < corner[0] < 530)
    click(sheet, spot(sheet, *fresh), keys=Modifier.AltModifier)
    assert sheet.document.text == text
    assert not sheet.findings


def test_names_are_added_and_dragged(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_P)
    click(sheet, spot(sheet, 900, 800))
    QTest.keyClicks(window.facts.name, "South Fields")
    QTest.keyClick(window.facts.name, Key.Key_Return)
    settled(qtbot, sheet)
    label = next(label for label in sheet.game_map.labels if label.text == "South Fields")
    drag(sheet, spot(sheet, *label.at), spot(sheet, 700, 820))
    settled(qtbot, sheet)
    label = next(label for label in sheet.game_map.labels if label.text == "South Fields")
    assert abs(label.at[0] - 700) < 4


def test_inspect_selects_copies_and_changes_facts(desk, qtbot) -> None:
    window = desk("valley")
    sheet = window.sheet
    click(sheet, at(sheet, "0305"))
    assert sheet.selection == ("0305",) and QGuiApplication.clipboard().text() == "0305"
    window.open_page(window.facts)
    assert window.facts.title.text() == "Halden (0305)"
    cell = window.facts.attrs.item(0, 1)
    assert (window.facts.attrs.item(0, 0).text(), cell.text()) == ("vp", "3")
    cell.setText("5")
    assert '- {id: "0305", name: Halden, attrs: {vp: 5}}' in sheet.document.text
    window.facts.kind.setCurrentText("rough")
    QTest.keyClick(window.facts.kind, Key.Key_Return)
    assert row(sheet, "05") == "rcrcccccwccr"
    settled(qtbot, sheet)
    assert sheet.findings and "rule.sum" in {finding.code for finding in sheet.findings}
    assert window.count.text() == "1 error, 0 warnings"
    click(sheet, at(sheet, "0505"))
    click(sheet, at(sheet, "0605"), keys=Modifier.ShiftModifier)
    window.facts.kind.setCurrentText("marsh")
    QTest.keyClick(window.facts.kind, Key.Key_Return)
    assert row(sheet, "05") == "rcrcwwccwccr" and len(sheet.document.history) == 3


def test_the_status_bar_tells_place_space_zoom_and_findings(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    move(sheet.view, at(sheet, "0904"), NONE)
    assert window.here.text() == "0904 Orreby · clear"
    x, y = (float(part) for part in window.where.text().split(","))
    assert abs(x - sheet.game_map.spaces["0904"].center[0]) < 3 and abs(y - sheet.game_map.spaces["0904"].center[1]) < 3
    assert window.zoom.text().endswith("%") and window.count.text() == "no complaints"
    QTest.keyClick(sheet.view, Key.Key_B)
    QTest.mousePress(sheet.view, Button.LeftButton, NONE, at(sheet, "0904"))
    move(sheet.view, at(sheet, "0905"), NONE)
    assert window.here.text().startswith("0905"), "the space is told during a stroke too"
    assert sheet.view.board.hover.space == "0905"
    QTest.keyClick(sheet.view, Key.Key_Escape)
    QTest.mouseRelease(sheet.view, Button.LeftButton, NONE, at(sheet, "0905"))
    QTest.mouseClick(window.count, Button.LeftButton)
    assert window.pages.shown is window.checks


def test_measure_and_hand(desk) -> None:
    window = desk("valley")
    sheet = window.sheet
    QTest.keyClick(sheet.view, Key.Key_M)
    click(sheet, at(sheet, "0305"))
    click(sheet, at(sheet, "0904"))
    assert "7 spaces" in window.message.text()
    QTest.keyClick(sheet.view, Key.Key_H)
    for _ in range(4):
        sheet.view.zoom_in()  # a map that is smaller than the view stays in its middle
    before = sheet.view.camera.center
    drag(sheet, at(sheet, "0504"), at(sheet, "0704"))
    assert sheet.view.camera.center != before and not sheet.document.dirty


@pytest.mark.parametrize("name", ["valley", "harbour", "islands"])
def test_after_edits_the_picture_is_that_of_the_file(desk, qtbot, name: str) -> None:
    """What the editor keeps of earlier pictures makes no difference to the eye."""
    window = desk(name)
    sheet = window.sheet
    first = next(iter(sheet.game_map.spaces))
    for label, change in (
        ("name", partial(changes.set_space, space=first, key="name", value="Elsewhere")),
        ("label", partial(changes.add_label, text="Far Field", at=(430, 330))),
        ("kind", partial(changes.paint, layer="terrain" if name == "valley" else "kind", wanted={first: "marsh"})),
    ):
        assert sheet.edit(label, change)
        settled(qtbot, sheet)
    window.store.set(theme="dark")
    theme.use("dark")
    window._setting("theme")
    settled(qtbot, sheet)
    assert unlike(sheet.view.scene, scene_of(sheet.document.built(), "dark")) < HAIR
    QTest.keyClick(window, Key.Key_Z, Modifier.ControlModifier)
    settled(qtbot, sheet)
    assert unlike(sheet.view.scene, scene_of(sheet.document.built(), "dark")) < HAIR


def unlike(one: Scene, other: Scene) -> int:
    """How many pixels two scenes differ in; letters made on another thread may be a hair off."""
    first, second = pixels(one), pixels(other)
    return sum(first[n : n + 4] != second[n : n + 4] for n in range(0, len(first), 4))


def pixels(scene: Scene) -> bytes:
    """A whole scene, painted."""
    image = QImage(600, 450, QImage.Format.Format_RGB32)
    image.fill(scene.paper)
    painter = QPainter(image)
    scale = min(600 / scene.size[0], 450 / scene.size[1])
    painter.scale(scale, scale)
    scene.paint(painter, QRectF(0, 0, *scene.size), scale, False)
    painter.end()
    return bytes(image.constBits())
