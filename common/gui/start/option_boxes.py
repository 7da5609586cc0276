"""The optional rules of a new game: a check box for each that is on or off, a choice box for one with values."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QVBoxLayout

from common.engine import Option
from common.engine.basics import OptionValue
from common.gui.kit.widgets import fold_tip, label

INDENT = 26  # px before the words about an option

OptionBox = QCheckBox | QComboBox


class OptionBoxes(QVBoxLayout):
    """Every optional rule of a game with what it means."""

    def __init__(self, options: Mapping[str, Option], before: Mapping[str, object]) -> None:
        super().__init__()
        self.setSpacing(2)
        self.boxes: dict[str, OptionBox] = {}
        for key, option in options.items():
            self.boxes[key] = self._add(option, before.get(key, option.default))
            if option.about:
                about = label(option.about, "small", wrap=True)
                about.setContentsMargins(INDENT, 0, 0, 8)
                self.addWidget(about)

    def _add(self, option: Option, value: object) -> OptionBox:
        """The box of an option with a value in it; its default where an older version has left another."""
        title = f"{option.title} ({option.rule})"
        value = value if option.why_not(value) is None else option.default
        box: OptionBox
        if option.values:
            box = QComboBox()
            for name, words in option.values.items():
                box.addItem(words, name)
            box.setCurrentIndex(box.findData(value))
            box.setAccessibleName(title)
            row = QHBoxLayout()
            row.addWidget(label(title))
            row.addWidget(box, 1)
            self.addLayout(row)
        else:
            box = QCheckBox(title)
            box.setChecked(bool(value))
            self.addWidget(box)
        box.setToolTip(fold_tip(f"{option.about} — {option.source}"))
        return box

    def __getitem__(self, key: str) -> OptionBox:
        return self.boxes[key]

    def values(self) -> dict[str, OptionValue]:
        """What is chosen for each option."""
        return {
            key: box.isChecked() if isinstance(box, QCheckBox) else str(box.currentData())
            for key, box in self.boxes.items()
        }
