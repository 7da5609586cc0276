"""Eyes for the tests: every dialog there is, and what of a window cannot be read."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QPushButton,
    QTabBar,
    QToolButton,
    QWidget,
)

from common.gui.kit import theme
from common.gui.kit.dialogs import AboutDialog, LinesDialog, ReportDialog
from common.gui.kit.settings import Store
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.output.picture_dialog import ExportDialog
from common.gui.output.print_preview import Preview
from common.gui.output.printing import PrintDialog
from common.gui.session.dice_questions import Die
from common.gui.table.die_dialog import DieDialog
from common.gui.table.key_editor import KeyEditor, KeySheet


def dialogs(table, store: Store) -> dict[str, QDialog]:
    """Every dialog of the program."""
    text = "Your game is saved up to the last action, and goes on. A report was written."
    return {
        "print": PrintDialog(table, table.picture_source, "game"),
        "export": ExportDialog(table, table.picture_source, "game"), "settings": SettingsDialog(store, table, "nmc"),
        "keys": KeySheet(store, [("C", "overlay: Control")], table), "editor": KeyEditor(store, table),
        "report": ReportDialog(table, "Something went wrong", text, "details\n" * 20),
        "die": DieDialog(table, Die("fire", 0, 9), "Attack from Fort Craig"), "about": AboutDialog(table),
        "note": LinesDialog(table, "Note", "A note on this moment:", "words"),
        "preview": Preview(table, store, "pages", lambda _printer: None),
    }  # fmt: skip


def clipped(root: QWidget) -> list[str]:
    """Texts of buttons, labels, fields to choose from and tabs that have less room than they need."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not root.window():
            continue
        room, name = widget.size(), type(widget).__name__
        if isinstance(widget, QPushButton | QToolButton) and widget.text():
            need = widget.minimumSizeHint()
            if room.width() < need.width() - 2 or room.height() < need.height() - 2:
                found.append(f"{name} {widget.text()!r}: {room.toTuple()} < {need.toTuple()}")
        elif isinstance(widget, QCheckBox) and room.width() < widget.sizeHint().width() - 2:
            found.append(f"{name} {widget.text()!r}")
        elif isinstance(widget, QLabel) and widget.text() and widget.textFormat() == Qt.TextFormat.PlainText:
            if widget.wordWrap():
                if widget.heightForWidth(room.width()) > room.height() + 2:
                    found.append(f"{name} {widget.text()!r}: too low")
            elif room.width() < widget.minimumSizeHint().width() - 2:
                found.append(f"{name} {widget.text()!r}: {room.width()} < {widget.minimumSizeHint().width()}")
        elif isinstance(widget, QComboBox):
            need = widget.fontMetrics().horizontalAdvance(widget.currentText())
            if room.width() < need + theme.current().px(22):
                found.append(f"{name} {widget.currentText()!r}")
        elif isinstance(widget, QTabBar):
            rights = [widget.tabRect(n).right() for n in range(widget.count())]
            if rights and max(rights) > room.width():
                found.append(f"{name} {widget.tabText(0)!r} …")
    return found


def font(widget: QWidget) -> float:
    """The height of the letters in pixels."""
    found = widget.font()
    return found.pixelSize() if found.pixelSize() > 0 else found.pointSizeF() * 96 / 72
