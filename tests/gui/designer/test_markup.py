"""Words of a map file are shown as they are, never as markup: in labels, tips, tabs and questions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QMessageBox, QTableView, QWidget

from common.maps.samples import sample_text
from tests.gui.drawing import at, click, settled

EVIL = "<b>bold</b> & <img src=x>"


@pytest.fixture
def window(desk, tmp_path):
    text = sample_text("valley").replace("The Valley of the Orre", EVIL).replace("name: Halden", f'name: "{EVIL}"')
    text = text.replace("text: North Hills", f'text: "{EVIL}"').replace("name: Cliffs", f'name: "{EVIL}"')
    text = text.replace("w: marsh", 'w: "<i>marsh</i>"')
    path = tmp_path / "evil.yaml"
    path.write_text(text, encoding="utf-8")
    return desk(str(path))


def tips_of(view: QAbstractItemView) -> list[str]:
    model = view.model()
    wide = model.columnCount() if isinstance(view, QTableView) else 1
    cells = [model.index(r, c) for r in range(model.rowCount()) for c in range(wide)]
    return [str(cell.data(Qt.ItemDataRole.ToolTipRole) or "") for cell in cells]


def raw_markup(root: QWidget) -> list[str]:
    """Texts and tips that Qt would take for markup."""
    plain = Qt.TextFormat.PlainText
    found = [each.text() for each in root.findChildren(QLabel) if each.textFormat() != plain and "<b>" in each.text()]
    tips = [each.toolTip() for each in root.findChildren(QWidget)]
    for view in root.findChildren(QAbstractItemView):
        tips += tips_of(view)
    return found + [tip for tip in tips if "<b>" in tip or "<i>" in tip]


def test_no_word_of_a_map_is_taken_for_markup(window, qtbot, monkeypatch) -> None:
    sheet = window.sheet
    click(sheet, at(sheet, "0305"))
    pages = (
        window.paint, window.facts, window.checks, window.spaces, window.links, window.trial, window.analysis,
        window.compare, window.underlay, window.styles, window.positions,
    )  # fmt: skip
    for page in pages:
        window.open_page(page)
        assert raw_markup(window) == []
    window.tell(EVIL, True)
    assert raw_markup(window) == [] and EVIL in window.message.text()
    assert window.tabs.tabText(0) == EVIL.replace("&", "&&")
    assert "<b>" not in window.tabs.tabToolTip(0) and sheet.tip("0305").startswith("0305 <b>")
    asked: list[tuple[str, Qt.TextFormat]] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append((box.text(), box.textFormat())) or 0)
    sheet.edit("name", lambda data: data.update(title=EVIL + "!"))
    settled(qtbot, sheet)
    assert not window.keeper.may_close([sheet])
    assert asked == [(f"{EVIL}!: not saved yet.", Qt.TextFormat.PlainText)]
