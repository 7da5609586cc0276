"""Cells of tables that the player sorts."""

from __future__ import annotations

import re

from PySide6.QtWidgets import QTableWidgetItem

NUMBER = re.compile(r"-?\d+")


class SortableCell(QTableWidgetItem):
    """A cell that sorts 9 before 10."""

    def __lt__(self, other: QTableWidgetItem) -> bool:
        return sort_key(self.text()) < sort_key(other.text())


def sort_key(text: str) -> tuple[int, int, str]:
    """The order of a text among others: numbers first and by their value, then words."""
    found = NUMBER.match(text.strip())
    return (0, int(found[0]), text) if found else (1, 0, text.lower())
