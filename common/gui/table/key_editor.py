"""The keys of the table: the sheet that shows them and the editor that changes them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLineEdit,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from common.gui.kit.dialogs import ask_save_name
from common.gui.kit.key_sheet import GroupedKeys, to_native
from common.gui.kit.language import tr, word
from common.gui.kit.settings import Store, write_whole
from common.gui.kit.widgets import button, fit_screen, label
from common.gui.table.command_list import BY_ID, COMMANDS, WindowCommand, keys_of

MAP_KEYS = (
    (word("Arrows"), word("walk from space to space")), (word("Enter"), word("take up, put down, act")),
    ("1 … 9", word("the numbered choices")), (word("Page Up / Down"), word("through the pieces of a stack")),
    (word("Shift+Home / End"), word("through the boxes beside the map")), (word("Esc"), word("let go")),
    ("+  −  0  F", word("zoom, 1:1, whole map")),
    (word("V held"), word("where the enemy can strike")), (word("→ while a bot is held"), word("one action")),
    (word("Space"), word("hold or free the bots; with the left button: pan")),
)  # fmt: skip
RESERVED = {
    **dict.fromkeys(("Left", "Right", "Up", "Down"), word("the arrows on the map")),
    **dict.fromkeys([str(number) for number in range(1, 10)], word("the numbered choices")),
    **dict.fromkeys(("Return", "Enter", "Esc", "PgUp", "PgDown", "Tab", "Space"), word("the map")),
    **dict.fromkeys(("+", "-", "0", "F"), word("zooming")),
}  # fmt: skip


def to_portable(text: str) -> str:
    """A key sequence in the one way of writing it."""
    return QKeySequence(text).toString(QKeySequence.SequenceFormat.PortableText)


def find_conflicts(keys: Mapping[str, tuple[str, ...]]) -> dict[str, list[str]]:
    """Key sequences that more than one command claims."""
    claimed: dict[str, list[str]] = {}
    for name, sequences in keys.items():
        for sequence in sequences:
            claimed.setdefault(to_portable(sequence), []).append(name)
    return {sequence: names for sequence, names in claimed.items() if sequence and len(names) > 1}


class KeySheet(GroupedKeys):
    """All keys of the table."""

    def __init__(self, store: Store, extra: list[tuple[str, str]], parent: QWidget | None = None) -> None:
        on_map = [(tr(keys), tr(text)) for keys, text in MAP_KEYS]
        groups: dict[str, list[tuple[str, str]]] = {tr("On the map"): on_map + extra}
        for command in COMMANDS:
            keys = ", ".join(to_native(QKeySequence(key)) for key in keys_of(store, command))
            if keys:
                groups.setdefault(command.group, []).append((keys, command.name))
        super().__init__(groups, parent)


class KeyEditor(QDialog):
    """Change keys; a key that is taken is refused with the name of its owner."""

    def __init__(self, store: Store, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Change keys"))
        self.store = store
        self.keys = {command.id: keys_of(store, command) for command in COMMANDS}
        self.table = QTableWidget(len(COMMANDS), 2)
        self.table.setHorizontalHeaderLabels([tr("Command"), tr("Keys")])
        self.table.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.horizontalHeader().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.table.verticalHeader().hide()
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setShowGrid(False)
        self.filter = QLineEdit()
        self.filter.setPlaceholderText(tr("Find a command or a key"))
        self.filter.setClearButtonEnabled(True)
        self.filter.textChanged.connect(self._filter)
        self.editor = QKeySequenceEdit()
        self.editor.setMaximumSequenceLength(1)
        for field in self.editor.findChildren(QLineEdit):
            field.setPlaceholderText(tr("Press the key"))
        self.message = label("", "bad", wrap=True)
        self._build()
        self._fill()

    def _build(self) -> None:
        row = QHBoxLayout()
        row.addWidget(label(tr("New key:")))
        row.addWidget(self.editor, 1)
        for text, call in ((tr("Set"), self.assign), (tr("None"), self.clear), (tr("Default"), self.default)):
            made = button(text)
            made.clicked.connect(call)
            row.addWidget(made)
        low = QHBoxLayout()
        files = ((tr("Import …"), self.import_keys), (tr("Export …"), self.export_keys))
        for text, call in (*files, (tr("All defaults"), self.reset)):
            made = button(text)
            made.clicked.connect(call)
            low.addWidget(made)
        low.addStretch(1)
        done = button(tr("Close"), "main")
        done.clicked.connect(self.accept)
        low.addWidget(done)
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Change keys"), "title"))
        column.addWidget(self.filter)
        column.addWidget(self.table, 1)
        column.addLayout(row)
        column.addWidget(self.message)
        column.addLayout(low)
        fit_screen(self, 660, 680)

    def _fill(self) -> None:
        for row, command in enumerate(COMMANDS):
            self.table.setItem(row, 0, QTableWidgetItem(f"{command.group} · {command.name}"))
            keys = (to_native(QKeySequence(key)) for key in self.keys[command.id])
            self.table.setItem(row, 1, QTableWidgetItem("   ".join(keys)))

    def _filter(self, text: str) -> None:
        """Show the commands whose name or key has this in it."""
        for row in range(self.table.rowCount()):
            words = " ".join(item.text() for column in range(2) if (item := self.table.item(row, column)))
            self.table.setRowHidden(row, text.lower() not in words.lower())
        if text and self._current() is None:  # what is left is what is meant
            shown = (row for row in range(self.table.rowCount()) if not self.table.isRowHidden(row))
            self.table.setCurrentCell(next(shown, -1), 0)

    def set_keys(self, command: str, keys: tuple[str, ...]) -> bool:
        """Give a command these keys, unless another one has them."""
        trial = {**self.keys, command: keys}
        fixed = next((to_portable(key) for key in keys if to_portable(key) in RESERVED), "")
        if fixed and keys != BY_ID[command].keys:
            self.message.setText(tr("{keys} belongs to {owner}.", keys=fixed, owner=tr(RESERVED[fixed])))
            return False
        taken = find_conflicts(trial)
        if taken:
            sequence, names = next(iter(taken.items()))
            owner = next(name for name in names if name != command)
            self.message.setText(tr("{keys} belongs to “{owner}” already.", keys=sequence, owner=BY_ID[owner].name))
            return False
        self.keys = trial
        self.message.setText("")
        self.store.set(keys={c.id: list(self.keys[c.id]) for c in COMMANDS if self.keys[c.id] != c.keys})
        self._fill()
        return True

    def _current(self) -> WindowCommand | None:
        """The command that is chosen and seen."""
        row = self.table.currentRow()
        return COMMANDS[row] if row >= 0 and not self.table.isRowHidden(row) else None

    def _chosen(self) -> WindowCommand | None:
        """The command whose keys are to change; the player is told where none is chosen."""
        command = self._current()
        if command is None:
            self.message.setText(tr("First choose a command in the list."))
        return command

    def assign(self) -> None:
        """Give the chosen command the key that was pressed."""
        text, command = to_portable(self.editor.keySequence().toString()), self._chosen()
        if text and command is not None and self.set_keys(command.id, (text,)):
            self.editor.clear()

    def clear(self) -> None:
        """Take the keys of the chosen command away."""
        if command := self._chosen():
            self.set_keys(command.id, ())

    def default(self) -> None:
        """Give the chosen command its first keys back."""
        if command := self._chosen():
            self.set_keys(command.id, command.keys)

    def reset(self) -> None:
        """All keys as on the first day."""
        self.keys = {command.id: command.keys for command in COMMANDS}
        self.store.set(keys={})
        self._fill()

    def export_keys(self) -> None:
        """Write the keys to a file."""
        title, kinds = tr("Export keys"), tr("JSON (*.json)")
        path = ask_save_name(self, title, "five-fronts-keys.json", kinds, self.store)
        if path is not None:
            self.message.setText(self.write_keys(path))

    def write_keys(self, path: Path) -> str:
        """Write the keys; what went wrong, if anything."""
        try:
            write_whole(path, msgspec.json.format(msgspec.json.encode(self.keys), indent=1))
        except OSError as error:
            return tr("{file} cannot be written: {reason}.", file=path.name, reason=error.strerror or error)
        return ""

    def import_keys(self) -> None:
        """Read the keys from a file; nothing changes if it does not fit."""
        start = str(self.store.folder)
        name, _ = QFileDialog.getOpenFileName(self, tr("Import keys"), start, tr("JSON (*.json)"))
        if name:
            self.message.setText(self.read_keys(Path(name)))

    def read_keys(self, path: Path) -> str:
        """Use the keys in a file; what is wrong with them, if anything."""
        try:
            found = msgspec.json.decode(path.read_bytes(), type=dict[str, tuple[str, ...]])
        except (OSError, msgspec.MsgspecError) as error:
            return tr("Not a file of keys: {reason}", reason=error)
        keys = {command.id: found.get(command.id, command.keys) for command in COMMANDS}
        if find_conflicts(keys):
            return tr("Two commands claim {keys}.", keys=", ".join(find_conflicts(keys)))
        self.keys = keys
        self.store.set(keys={c.id: list(keys[c.id]) for c in COMMANDS if keys[c.id] != c.keys})
        self._fill()
        return ""
