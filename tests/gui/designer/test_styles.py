"""The styles panel: themes to begin with, colours, textures, dashes, kept in the file, warned of."""

from __future__ import annotations

from PySide6.QtTest import QTest

from common.maps.pictures.styles import map_palette
from tests.gui.drawing import Key, Modifier, settled


def test_a_style_is_chosen_in_the_panel_and_kept_in_the_file(desk, qtbot) -> None:
    window = desk("valley")
    sheet, box = window.sheet, window.styles
    QTest.keyClick(sheet.view, Key.Key_0, Modifier.ControlModifier)
    assert box.isVisible()
    box.take("kind:rough")
    box.fill.field.setText("#88aa55")
    box.fill.field.editingFinished.emit()
    settled(qtbot, sheet)
    assert sheet.document.data["styles"] == [{"shows": "kind:rough", "fill": "#88aa55"}]
    assert map_palette(sheet.game_map, "light").ground("rough") == "#88aa55"
    box.texture.setCurrentIndex(box.texture.findData("trees"))
    box.texture.activated.emit(box.texture.currentIndex())
    settled(qtbot, sheet)
    box.take("link:road")
    assert box.form.isRowVisible(box.dash) and not box.form.isRowVisible(box.texture)
    box.width_.setValue(9)
    settled(qtbot, sheet)
    box.dash.setCurrentIndex(box.dash.findData("12 8"))
    box.dash.activated.emit(box.dash.currentIndex())
    settled(qtbot, sheet)
    assert sheet.document.text.endswith(
        'styles:\n  - {shows: "kind:rough", fill: "#88aa55", texture: trees}\n'
        '  - {shows: "link:road", width: 9, dash: [12, 8]}\n'
    )
    box.reset.click()
    settled(qtbot, sheet)
    assert len(sheet.document.data["styles"]) == 1


def test_poor_colours_are_warned_of(desk, qtbot) -> None:
    window = desk("valley")
    sheet, box = window.sheet, window.styles
    window.open_page(box)
    box.take("kind:rough")
    box.fill.field.setText("#201810")
    box.fill.field.editingFinished.emit()
    settled(qtbot, sheet)
    assert "contrast" in box.warning.text() and "style.contrast" in {finding.code for finding in sheet.findings}
    box.fill.field.setText("no colour")
    box.fill.field.editingFinished.emit()
    assert sheet.document.data["styles"][0]["fill"] == "#201810"


def test_a_theme_is_a_starting_point(desk, qtbot) -> None:
    window = desk("valley")
    sheet, box = window.sheet, window.styles
    window.open_page(box)
    box.theme.setCurrentIndex(box.theme.findData("sahel"))
    box.theme.activated.emit(box.theme.currentIndex())
    settled(qtbot, sheet)
    assert sheet.game_map.theme == "sahel" and not sheet.findings
