"""Ctrl+K: type two letters and go to any unit, space, chart, rule or command."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.language import strip_accents, tr, word

MOST = 40
SIGNS = {
    word("unit"): "forces",
    word("space"): "here",
    word("command"): "key",
    word("chart"): "chart",
    word("rule"): "rules",
}


class PaletteEntry(NamedTuple):
    """Something that can be gone to."""

    kind: str
    text: str
    go: Callable[[], None]
    more: str = ""


def rank_entries(finds: Sequence[PaletteEntry], text: str) -> list[PaletteEntry]:
    """What fits the words typed, best first: beginnings of the name, of words, the rest; at first all commands."""
    words = strip_accents(text).split()
    if not words:
        return [find for find in finds if find.kind == "command"]
    if len(text.strip()) < 2:
        return []

    def rank(find: PaletteEntry) -> tuple[int, int] | None:
        name = strip_accents(find.text)
        whole = f"{name} {strip_accents(find.more)} {strip_accents(tr(find.kind))}"
        if not all(word in whole for word in words):
            return None
        if name.startswith(words[0]):
            return 0, len(name)
        if any(part.startswith(words[0]) for part in name.split()):
            return 1, len(name)
        return (2 if words[0] in name else 3), len(name)

    scored = [(score, number, find) for number, find in enumerate(finds) if (score := rank(find)) is not None]
    return [find for _, _, find in sorted(scored, key=lambda item: item[:2])][:MOST]


class Palette(QDialog):
    """A field and the list of what fits."""

    def __init__(self, parent: QWidget, finds: Iterable[PaletteEntry]) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.finds = list(finds)
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Unit, space, chart, rule or command"))
        self.field.setAccessibleName(tr("Go to anything"))
        self.list = QListWidget()
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.found: list[PaletteEntry] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 8)
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.field.textChanged.connect(self.search)
        self.field.returnPressed.connect(self.go)
        self.list.itemActivated.connect(lambda _item: self.go())
        self.list.itemClicked.connect(lambda _item: self.go())
        self.field.installEventFilter(self)
        width = min(theme.current().px(620), parent.width() - 40)
        self.resize(width, min(theme.current().px(440), parent.height() - 80))
        corner = parent.mapToGlobal(parent.rect().topLeft())
        self.move(corner.x() + (parent.width() - width) // 2, corner.y() + 60)

    def search(self, text: str) -> None:
        """List what fits."""
        self.found = rank_entries(self.finds, text)
        self.list.clear()
        look = theme.current()
        for find in self.found:
            more = f"  ·  {find.more}" if find.more else ""
            item = QListWidgetItem(f"{find.text}{more}")
            sign = icons.icon(SIGNS[find.kind], look.ink, look.px(16))
            sign.addPixmap(icons.pixmap(SIGNS[find.kind], look.on_accent, look.px(16)), QIcon.Mode.Selected)
            item.setIcon(sign)
            whole = f"{tr(find.kind)}: {find.text}{more}"
            item.setToolTip(whole)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, whole)
            self.list.addItem(item)
        if self.found:
            self.list.setCurrentRow(0)
        elif text.strip():
            short = len(text.strip()) < 2
            none = QListWidgetItem(tr("At least two letters") if short else tr("Nothing has that name"), self.list)
            none.setFlags(Qt.ItemFlag.NoItemFlags)

    def go(self) -> None:
        """Go to what is chosen."""
        row = self.list.currentRow()
        if 0 <= row < len(self.found):
            self.accept()
            self.found[row].go()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Arrow keys in the field move in the list."""
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
            if step is not None and self.found:
                self.list.setCurrentRow((self.list.currentRow() + step) % len(self.found))
                return True
        return False
