"""The text of a map beside its picture: typing redraws the map, changes of the map appear in the text."""

from __future__ import annotations

import re

from PySide6.QtCore import QEvent, QRect, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from common.gui.designer.map_sheet import MapSheet
from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.maps.changing import editing_changes as changes
from common.maps.changing.editing_text import difference

PAUSE = 250  # ms after the last key before the map follows
MONO = ("JetBrains Mono", "Cascadia Mono", "Consolas", "Menlo", "DejaVu Sans Mono")
RULES = (
    (re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\''), "good"),
    (re.compile(r"(?:^\s*(?:- )?|[{,]\s*)([\w]+|\"[^\"]*\")(?=:(?:\s|$))"), "accent"),
    (re.compile(r"(?:^|\s)#.*$"), "soft"),
)


class SyntaxColours(QSyntaxHighlighter):
    """Keys, texts and comments in the colours of the theme."""

    def highlightBlock(self, text: str) -> None:
        """Colour one line."""
        for pattern, role in RULES:
            for found in pattern.finditer(text):
                group = 1 if found.re.groups else 0
                look = QTextCharFormat()
                look.setForeground(theme.current().color(role))
                self.setFormat(found.start(group), found.end(group) - found.start(group), look)


class LineNumbers(QWidget):
    """The numbers of the lines."""

    def __init__(self, pane: TextPane) -> None:
        super().__init__(pane)
        self.pane = pane

    def sizeHint(self) -> QSize:
        """As wide as the last number."""
        return QSize(self.pane.margin_width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw them beside their lines."""
        self.pane.paint_numbers(event)


class TextPane(QPlainTextEdit):
    """The whole file; what is selected on the map is marked, and an error too."""

    typed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)  # the document's own history holds typing as well
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setAccessibleName(tr("Text of the map file"))
        self.sheet: MapSheet | None = None
        self._marked: tuple[int, int] = (0, 0)
        self._numbers = LineNumbers(self)
        self._colours = SyntaxColours(self.document())
        self._timer = once(self, self.flush, PAUSE)
        self.textChanged.connect(self._timer.start)
        self.blockCountChanged.connect(lambda _n: self._room())
        self.updateRequest.connect(self._scroll_numbers)
        self._dress()

    # --- the document ---

    def show_sheet(self, sheet: MapSheet) -> None:
        """The text of a map; only what differs is written anew, so that the place stays."""
        if sheet is not self.sheet:
            self.flush()
            self.sheet = sheet
            with QSignalBlocker(self):
                self.setPlainText(sheet.document.text)
            self._room()
        elif not self._timer.isActive():
            splice = difference(self.toPlainText(), plain(sheet.document.text))
            if splice.start != splice.end or splice.new:
                with QSignalBlocker(self):
                    self._replace(splice.start, splice.end, splice.new)
                self._room()
        self.mark()

    def _replace(self, start: int, end: int, new: str) -> None:
        text = self.toPlainText()
        cursor = QTextCursor(self.document())
        cursor.setPosition(units(text[:start]))
        cursor.setPosition(units(text[:end]), QTextCursor.MoveMode.KeepAnchor)
        cursor.insertText(new)

    def flush(self) -> None:
        """What was typed goes to the document now."""
        self._timer.stop()
        if self.sheet is not None:
            text = self.toPlainText()
            old = self.sheet.document.text
            if text != plain(old):
                self.sheet.write(tr("typing"), text.replace("\n", "\r\n") if "\r\n" in old else text)

    # --- marks ---

    def mark(self) -> None:
        """Mark the lines of what is selected, and the line that does not read."""
        sheet = self.sheet
        if sheet is None:
            return
        look, marks = theme.current(), []
        if sheet.document.error is None:
            steps = self._steps(sheet)
            self._marked = sheet.document.lines_of(steps) if steps else (0, 0)
        wash = QColor(look.live)
        wash.setAlpha(70)
        for line in range(self._marked[0], min(self._marked[1], self._marked[0] + 80) + 1) if self._marked[0] else ():
            marks.append(self._line_mark(line, wash))
        grave = [
            finding.line for finding in sheet.findings if finding.code == "data" or finding.code.startswith("build.")
        ]
        red = QColor(look.bad)
        red.setAlpha(80)
        marks += [self._line_mark(line, red) for line in grave]
        self.setExtraSelections(marks)

    def _steps(self, sheet: MapSheet) -> tuple[str | int, ...]:
        if sheet.point is not None:
            section, g, i = sheet.point
            return section, g, "entries", i
        return changes.steps_of(sheet.document.data, sheet.selection[0]) if len(sheet.selection) == 1 else ()

    def _line_mark(self, line: int, colour: QColor) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(self.document().findBlockByLineNumber(line - 1))
        mark.format.setBackground(colour)
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return mark

    def show_selected(self) -> None:
        """Bring the lines of what is selected into view."""
        if self._marked[0]:
            self.show_line(self._marked[0])

    def show_line(self, line: int) -> None:
        """Put the cursor on a line and bring it to the middle."""
        self.setTextCursor(QTextCursor(self.document().findBlockByLineNumber(line - 1)))
        self.centerCursor()

    # --- numbers ---

    def margin_width(self) -> int:
        """The room the numbers take."""
        digits = max(3, len(str(self.blockCount())))
        return self.fontMetrics().horizontalAdvance("9") * digits + theme.current().px(12)

    def _room(self) -> None:
        self.setViewportMargins(self.margin_width(), 0, 0, 0)
        self._numbers.update()

    def _scroll_numbers(self, rect: QRect, dy: int) -> None:
        if dy:
            self._numbers.scroll(0, dy)
        else:
            self._numbers.update(0, rect.y(), self._numbers.width(), rect.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The numbers stay beside the text."""
        super().resizeEvent(event)
        inside = self.contentsRect()
        self._numbers.setGeometry(QRect(inside.left(), inside.top(), self.margin_width(), inside.height()))

    def paint_numbers(self, event: QPaintEvent) -> None:
        """The numbers of the lines that can be seen."""
        look = theme.current()
        painter = QPainter(self._numbers)
        painter.fillRect(event.rect(), look.color("panel"))
        painter.setPen(look.color("soft"))
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= event.rect().bottom():
            height = self.blockBoundingRect(block).height()
            place = QRect(0, round(top), self._numbers.width() - look.px(5), round(height))
            painter.drawText(place, Qt.AlignmentFlag.AlignRight, str(block.blockNumber() + 1))
            block, top = block.next(), top + height
        painter.end()

    # --- the window ---

    def _dress(self) -> None:
        self._dressed = theme.current()
        font = QFont()
        font.setFamilies(list(MONO))
        font.setPixelSize(theme.current().px(12))
        self.setFont(font)
        self._numbers.setFont(font)
        self.setTabStopDistance(2 * self.fontMetrics().horizontalAdvance(" "))
        self._colours.rehighlight()
        self._room()
        self.mark()

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._dressed is not theme.current():
            self._dress()

    def event(self, event: QEvent) -> bool:
        """Undo and redo are the document's."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            undo, redo = QKeySequence.StandardKey.Undo, QKeySequence.StandardKey.Redo
            if event.matches(undo) or event.matches(redo):
                self.flush()
                event.ignore()
                return False
        return super().event(event)


def plain(text: str) -> str:
    """A text with the line ends of the pane."""
    return text.replace("\r\n", "\n")


def units(text: str) -> int:
    """How many positions of a text document a text takes; letters beyond the first plane take two."""
    return len(text) + sum(letter > "\uffff" for letter in text)
