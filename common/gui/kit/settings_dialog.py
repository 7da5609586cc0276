"""The settings as a dialog; every change is in force at once."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import msgspec
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

from common.gui.kit import language
from common.gui.kit.language import percent, tr, word
from common.gui.kit.settings import Settings, Store
from common.gui.kit.sounds import Sounds
from common.gui.kit.theme import SCALES, current
from common.gui.kit.widgets import button, button_row, fit_screen, label, make_scrollable, spin

THEMES = (
    ("system", word("Follow the system")),
    ("light", word("Daylight")),
    ("dark", word("Lamplight")),
    ("contrast", word("High contrast")),
)
TAKE_BACK = (
    ("ask", word("Ask the other person")),
    ("free", word("Freely")),
    ("never", word("Never past dice or decisions")),
)
CURTAIN = (
    ("secrets", word("When something is hidden")),
    ("always", word("At every change of seats")),
    ("never", word("Never")),
)
SOUNDS = (
    ("dice", word("Dice fall")),
    ("counters", word("A counter is set down")),
    ("seat", word("The seat changes hands")),
)
SIZE = (700, 560)  # pixels at the common text size
WHEEL = (("zoom", word("Zooms")), ("scroll", word("Scrolls")))


def translate_choices(choices: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Choices as the player reads them."""
    return [(value, tr(text)) for value, text in choices]


class SettingsDialog(QDialog):
    """Looks, play, company, sounds and files, a page each."""

    def __init__(self, store: Store, parent: QWidget | None = None, game: str = "") -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Settings"))
        self.store, self.game, self.sounds = store, game, Sounds(store)
        self._before: Settings | None = None  # what was in force before everything was set back
        self.tabs = QTabWidget()
        self._fill_pages()
        self.reset, done = button(tr("All defaults")), button(tr("Close"), "main")
        self.reset.clicked.connect(self._reset)
        done.clicked.connect(self.accept)
        column = QVBoxLayout(self)
        column.addWidget(label(tr("Settings"), "title"))
        column.addWidget(self.tabs, 1)
        column.addLayout(button_row(done, left=[self.reset]))
        fit_screen(self, *SIZE)
        store.changed.connect(self._grow)

    def _fill_pages(self) -> None:
        """Make every page from the settings in force."""
        at = max(0, self.tabs.currentIndex())
        while self.tabs.count():
            page = self.tabs.widget(0)
            self.tabs.removeTab(0)
            if page is not None:
                page.deleteLater()
        self.tabs.addTab(make_scrollable(self._make_looks_page()), tr("Looks"))
        self.tabs.addTab(make_scrollable(self._make_play_page()), tr("Play"))
        self.tabs.addTab(make_scrollable(self._make_together_page()), tr("Together"))
        self.tabs.addTab(make_scrollable(self._make_sounds_page()), tr("Sounds"))
        self.tabs.addTab(make_scrollable(self._make_files_page()), tr("Files"))
        self.tabs.setCurrentIndex(at)

    def _grow(self, name: str) -> None:
        """A larger text has a larger window."""
        if name == "text":
            fit_screen(self, *SIZE)

    def _make_looks_page(self) -> QWidget:
        page, form = self._page()
        form.addRow(tr("Language"), self._language())
        form.addRow(tr("Theme"), self._choice("theme", translate_choices(THEMES)))
        scale = self._choice("text", [(str(s), percent(s / 100)) for s in SCALES], int)
        form.addRow(tr("Text size"), scale)
        form.addRow(tr("Counters glide"), self._switch("animation", tr("Moves are shown as they happen")))
        form.addRow(tr("Reduced motion"), self._switch("reduced_motion", tr("Nothing glides, nothing pulses")))
        form.addRow(tr("Overview map"), self._switch("minimap", tr("A small map in the corner")))
        form.addRow(tr("Costs"), self._switch("costs", tr("Figures in the spaces a lifted counter can reach")))
        if self.game:
            form.addRow(tr("Size of counters"), self._counters())
        form.addRow(tr("The wheel"), self._choice("wheel", translate_choices(WHEEL)))
        return page

    def _make_sounds_page(self) -> QWidget:
        page, form = self._page()
        for kind, text in SOUNDS:
            form.addRow(tr(text), self._loudness(kind, tr(text)))
        told = tr("Each sound is off at 0 %. Whatever is heard can be seen as well.")
        if not self.sounds.has_loudness:
            told = tr("No sound player was found here: the system's own beep is used, at its own volume.")
        form.addRow("", label(told, "small", wrap=True))
        return page

    def _make_play_page(self) -> QWidget:
        page, form = self._page()
        only = tr("The only choice left is made, unless it betrays a secret")
        form.addRow(tr("Pass by itself"), self._switch("auto_pass", only))
        form.addRow(
            tr("Idle decisions"),
            self._switch("skip_idle", tr("Pass what no choice would change")),
        )
        form.addRow(
            tr("Reminder"),
            self._switch("guard", tr("Warn once of units that can still act")),
        )
        form.addRow(tr("Reasons"), self._switch("reasons", tr("Bots' reasons and hints in the journal")))
        form.addRow(tr("Taken back"), self._switch("taken_back", tr("Show what was taken back in the journal")))
        return page

    def _make_together_page(self) -> QWidget:
        page, form = self._page()
        form.addRow(tr("Taking back past dice"), self._choice("take_back", translate_choices(TAKE_BACK)))
        form.addRow(tr("The curtain falls"), self._choice("curtain", translate_choices(CURTAIN)))
        form.addRow(
            tr("Always ask"), self._switch("always_ask", tr("Pass the seat even when there is nothing to choose"))
        )
        form.addRow(tr("On leaving"), self._switch("curtain_on_leave", tr("It also falls when you leave the window")))
        form.addRow(tr("Recap"), self._switch("recap", tr("Tell what happened since my last decision")))
        form.addRow(tr("Clock"), self._switch("clock", tr("Each side has its own time")))
        minutes = spin(5, 600, self.store.now.clock_minutes, tr("{n} minutes a side"))
        minutes.valueChanged.connect(lambda value: self.store.set(clock_minutes=value))
        form.addRow(tr("Time"), minutes)
        return page

    def _make_files_page(self) -> QWidget:
        page, form = self._page()
        self.packs = QListWidget()
        self.packs.addItems(self.store.now.packs)
        self.packs.setFixedHeight(current().px(110))
        add, drop = button(tr("Add …")), button(tr("Remove"))
        add.clicked.connect(self._add_pack)
        drop.clicked.connect(self._drop_pack)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(add)
        row.addWidget(drop)
        row.addStretch(1)
        about = tr("Values of the printed game, laid over our own from the next game that is opened.")
        column = QVBoxLayout()
        column.setSpacing(8)
        column.addWidget(self.packs)
        column.addLayout(row)
        told = label(about, "small", wrap=True)
        told.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        column.addWidget(told)
        form.addRow(tr("Data packs"), column)
        place = label(str(self.store.places.saves), "small", wrap=True)
        place.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        form.addRow(tr("Games are kept in"), place)
        return page

    def _page(self) -> tuple[QWidget, QFormLayout]:
        page = QWidget()
        page.setObjectName("page")
        column, form = QVBoxLayout(page), QFormLayout()
        column.setContentsMargins(16, 16, 16, 16)
        column.addLayout(form)
        column.addStretch(1)
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

    def _language(self) -> QWidget:
        known = language.languages(self.store.places.words)
        box = self._choice(
            "language", [(language.SYSTEM, tr("Follow the system")), (language.ENGLISH, "English"), *known.items()]
        )
        box.setToolTip(tr("Open tables follow when this window is closed"))
        return box

    def _counters(self) -> QWidget:
        def resize(value: int) -> None:
            self.store.set(counter_size={**self.store.now.counter_size, self.game: value})

        size = self.store.now.counter_size.get(self.game, 100)
        return _slider(tr("Size of counters in percent"), (60, 160), size, resize)[0]

    def _loudness(self, kind: str, text: str) -> QWidget:
        def turn(value: int) -> None:
            self.store.set(loudness={**self.store.now.loudness, kind: value})

        loud = self.store.now.loudness.get(kind, 0)
        box, slider = _slider(tr("{sound}, volume in percent", sound=text), (0, 100), loud, turn)
        heard = button(tr("Listen"), tip=tr("Play it at this volume"))
        heard.clicked.connect(lambda: self.sounds.play(kind))
        heard.setEnabled(loud > 0)
        slider.valueChanged.connect(lambda value: heard.setEnabled(value > 0))
        slider.sliderReleased.connect(lambda: self.sounds.play(kind))
        row = box.layout()
        assert row is not None
        row.addWidget(heard)
        return box

    def _add_pack(self) -> None:
        name = QFileDialog.getExistingDirectory(self, tr("Folder of a data pack"))
        if name and name not in self.store.now.packs:
            self.store.set(packs=[*self.store.now.packs, name])
            self.packs.addItem(name)

    def _drop_pack(self) -> None:
        row = self.packs.currentRow()
        if row >= 0:
            self.packs.takeItem(row)
            self.store.set(packs=[pack for n, pack in enumerate(self.store.now.packs) if n != row])

    def _reset(self) -> None:
        """Set everything back, or take that back."""
        if self._before is None:
            self._before = copy.deepcopy(self.store.now)
            self.store.reset()
        else:
            self.store.set(**msgspec.structs.asdict(self._before))
            self._before = None
        self.reset.setText(tr("All defaults") if self._before is None else tr("Undo: my settings again"))
        self._fill_pages()


def _slider(name: str, ends: tuple[int, int], value: int, use: Callable[[int], None]) -> tuple[QWidget, QSlider]:
    """A slider of per cents with its figure beside it."""
    slider, figure = QSlider(Qt.Orientation.Horizontal), QLabel()
    slider.setRange(*ends)
    slider.setAccessibleName(name)
    slider.setValue(value)
    figure.setMinimumWidth(figure.fontMetrics().horizontalAdvance(percent(1.0)) + 2)
    figure.setText(percent(value / 100))
    slider.valueChanged.connect(lambda now: figure.setText(percent(now / 100)))
    slider.valueChanged.connect(use)
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.addWidget(slider, 1)
    row.addWidget(figure)
    return box, slider
