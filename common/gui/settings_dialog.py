"""The settings as a dialog; every change is in force at once."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QSizePolicy,
    QSlider,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from common.gui.settings import Store
from common.gui.theme import SCALES, current
from common.gui.widgets import button, fit_screen, label, scrolled, spin

THEMES = (("system", "Follow the system"), ("light", "Daylight"), ("dark", "Lamplight"), ("contrast", "High contrast"))
TAKE_BACK = (("ask", "Ask the other player"), ("free", "Freely"), ("never", "Never past dice or decisions"))
CURTAIN = (("secrets", "When something is hidden"), ("always", "At every change of seats"), ("never", "Never"))
WHEEL = (("zoom", "Zooms"), ("scroll", "Scrolls"))


class SettingsDialog(QDialog):
    """Looks, play, bots and files on four pages."""

    def __init__(self, store: Store, parent: QWidget | None = None, game: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle("Settings")
        self.store, self.game = store, game
        self.tabs = QTabWidget()
        self.tabs.addTab(scrolled(self._looks()), "Looks")
        self.tabs.addTab(scrolled(self._play()), "Play")
        self.tabs.addTab(scrolled(self._together()), "Together")
        self.tabs.addTab(scrolled(self._files()), "Files")
        reset, done = button("All defaults"), button("Close", "main")
        reset.clicked.connect(self._reset)
        done.clicked.connect(self.accept)
        row = QHBoxLayout()
        row.addWidget(reset)
        row.addStretch(1)
        row.addWidget(done)
        column = QVBoxLayout(self)
        column.addWidget(label("Settings", "title"))
        column.addWidget(self.tabs, 1)
        column.addLayout(row)
        fit_screen(self, 700, 560)

    def _looks(self) -> QWidget:
        page, form = self._page()
        form.addRow("Theme", self._choice("theme", THEMES))
        scale = self._choice("text", [(str(s), f"{s} %") for s in SCALES], int)
        form.addRow("Text size", scale)
        form.addRow("Counters glide", self._switch("animation", "Moves are shown as they happen"))
        form.addRow("Reduced motion", self._switch("reduced_motion", "Nothing glides, nothing pulses"))
        form.addRow("Sounds", self._switch("sounds", "A beep when dice fall"))
        form.addRow("", self._switch("sound_of_seats", "A beep when the seat is to be passed"))
        form.addRow("Overview map", self._switch("minimap", "A small map in the corner"))
        form.addRow("Costs", self._switch("costs", "Figures in the spaces a lifted counter can reach"))
        if self.game:
            form.addRow("Size of counters", self._counters())
        form.addRow("The wheel", self._choice("wheel", WHEEL))
        return page

    def _play(self) -> QWidget:
        page, form = self._page()
        form.addRow("Pass by itself", self._switch("auto_pass", "When there is only one thing to do, it is done"))
        form.addRow("Reminder", self._switch("guard", "Say how many units can still act"))
        form.addRow("Own dice", self._switch("own_dice", "I roll on the table and enter the figure"))
        form.addRow("Reasons", self._switch("reasons", "Bots' reasons and hints in the journal"))
        form.addRow("Taken back", self._switch("taken_back", "Show what was taken back in the journal"))
        return page

    def _together(self) -> QWidget:
        page, form = self._page()
        form.addRow("Taking back past dice", self._choice("take_back", TAKE_BACK))
        form.addRow("The curtain falls", self._choice("curtain", CURTAIN))
        form.addRow("Always ask", self._switch("always_ask", "Pass the seat even when there is nothing to choose"))
        form.addRow("On leaving", self._switch("curtain_on_leave", "It also falls when the window is left"))
        form.addRow("Recap", self._switch("recap", "After the curtain: what happened since my last decision"))
        form.addRow("Clock", self._switch("clock", "Each side has its own time"))
        minutes = spin(5, 600, self.store.now.clock_minutes, " minutes a side")
        minutes.valueChanged.connect(lambda value: self.store.set(clock_minutes=value))
        form.addRow("Time", minutes)
        return page

    def _files(self) -> QWidget:
        page, form = self._page()
        self.packs = QListWidget()
        self.packs.addItems(self.store.now.packs)
        self.packs.setMaximumHeight(current().px(110))
        add, drop = button("Add …"), button("Remove")
        add.clicked.connect(self._add_pack)
        drop.clicked.connect(self._drop_pack)
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(drop)
        row.addStretch(1)
        about = "Values of the printed game, laid over our own from the next game that is opened."
        column = QVBoxLayout()
        column.addWidget(self.packs)
        column.addLayout(row)
        words = label(about, "small", wrap=True)
        words.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column.addWidget(words)
        form.addRow("Data packs", column)
        place = label(str(self.store.places.saves), "small", wrap=True)
        place.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        form.addRow("Games are kept in", place)
        return page

    def _page(self) -> tuple[QWidget, QFormLayout]:
        page = QWidget()
        page.setObjectName("page")
        form = QFormLayout(page)
        form.setContentsMargins(16, 16, 16, 16)
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(16)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        return page, form

    def _switch(self, field: str, text: str) -> QCheckBox:
        box = QCheckBox(text)
        box.setChecked(bool(getattr(self.store.now, field)))
        box.toggled.connect(lambda on: self.store.set(**{field: on}))
        return box

    def _choice(self, field: str, choices: Sequence[tuple[str, str]], kind: type = str) -> QComboBox:
        box = QComboBox()
        for value, text in choices:
            box.addItem(text, value)
        box.setCurrentIndex(max(0, box.findData(str(getattr(self.store.now, field)))))
        box.activated.connect(lambda: self.store.set(**{field: kind(box.currentData())}))
        return box

    def _counters(self) -> QWidget:
        slider, figure = QSlider(Qt.Orientation.Horizontal), QLabel()
        slider.setRange(60, 160)
        slider.setAccessibleName("Size of counters in per cent")
        slider.setValue(self.store.now.counter_size.get(self.game, 100))
        figure.setText(f"{slider.value()} %")

        def set_size(value: int) -> None:
            figure.setText(f"{value} %")
            self.store.set(counter_size={**self.store.now.counter_size, self.game: value})

        slider.valueChanged.connect(set_size)
        box = QWidget()
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(slider, 1)
        row.addWidget(figure)
        return box

    def _add_pack(self) -> None:
        name = QFileDialog.getExistingDirectory(self, "Folder of a data pack")
        if name and name not in self.store.now.packs:
            self.store.set(packs=[*self.store.now.packs, name])
            self.packs.addItem(name)

    def _drop_pack(self) -> None:
        row = self.packs.currentRow()
        if row >= 0:
            self.packs.takeItem(row)
            self.store.set(packs=[pack for n, pack in enumerate(self.store.now.packs) if n != row])

    def _reset(self) -> None:
        self.store.reset()
        self.accept()
