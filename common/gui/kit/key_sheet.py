"""The sheet of keys: every key of a window with what it does, group by group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QVBoxLayout, QWidget

from common.gui.kit.language import tr
from common.gui.kit.text_sheet import TextSheet
from common.gui.kit.theme import current
from common.gui.kit.widgets import button, button_row, fit_screen, label

WHOLE = "white-space: nowrap"
LINE = 24  # letters in a line of the sheet
COLUMN, HEAD, LINE_HEIGHT = 330, 150, 22  # pixels at normal text


def to_native(keys: QKeySequence) -> str:
    """Keys as this machine writes them."""
    return keys.toString(QKeySequence.SequenceFormat.NativeText)


class GroupedKeys(QDialog):
    """Keys on one page, group by group; it stays beside the window it belongs to."""

    def __init__(self, groups: Mapping[str, Sequence[tuple[str, str]]], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keys"))
        sheet = TextSheet(self)
        done = button(tr("Close"), "main")
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Keys"), "title"))
        column.addWidget(sheet, 1)
        column.addLayout(button_row(done))
        width = min(1340, COLUMN * len(groups) + 20)
        fit_screen(self, width, 860)
        heights, text = self._html(groups, max(1, self.width() // current().px(COLUMN)))
        fit_screen(self, width, min(860, HEAD + LINE_HEIGHT * max(heights)))
        sheet.show_html(text)

    def stay(self) -> None:
        """Lie beside the window until it is closed."""
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.show()

    def _html(self, groups: Mapping[str, Sequence[tuple[str, str]]], columns: int) -> tuple[list[int], str]:
        """The lines of each column, and all of them as text."""
        cells, heights = [""] * columns, [0] * columns
        for title, rows in groups.items():
            at = heights.index(min(heights))  # each group goes where there is most room
            heights[at] += 2 + sum(1 + len(text) // LINE for _, text in rows)
            lines = (f"<tr><td style='{WHOLE}'><b>{escape(k)}</b></td><td>{escape(n)}</td></tr>" for k, n in rows)
            cells[at] += f"<h3>{escape(title)}</h3><table>{''.join(lines)}</table>"
        row = "".join(f"<td width='{100 // columns}%'>{cell}</td>" for cell in cells)
        return heights, f"<table width='100%'><tr>{row}</tr></table>"
