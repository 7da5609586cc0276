"""Places offered while one is typed into a table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget


class PlaceDelegate(QStyledItemDelegate):
    """A field that completes the names of places."""

    def __init__(self, places: Callable[[], list[str]], parent: QObject) -> None:
        super().__init__(parent)
        self._places = places

    def createEditor(
        self, parent: QWidget, _option: QStyleOptionViewItem, _index: QModelIndex | QPersistentModelIndex
    ) -> QWidget:
        """The field with what may be meant below it."""
        field = QLineEdit(parent)
        completer = QCompleter(self._places(), field)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        field.setCompleter(completer)
        field.returnPressed.connect(lambda: self._finish(field))  # the list of places keeps Enter from the table
        return field

    def _finish(self, field: QLineEdit) -> None:
        self.commitData.emit(field)
        self.closeEditor.emit(field)
