"""What differs from another map: from the file as it is saved, from another file, or from a version in git."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QComboBox, QFileDialog

from common.data import DataError
from common.engine import GAMES
from common.gui.designer.map_files import FILTER
from common.gui.designer.pages.result_page import Answer, ResultPage
from common.gui.kit.language import tr, word
from common.gui.kit.settings import Store
from common.gui.kit.widgets import busy, button, keep_narrow, label
from common.maps import GameMap, load_map, read_map
from common.maps.build import BuildError
from common.maps.load import map_from_text
from common.maps.versions.compare import compare, places, summary
from common.maps.versions.history import HistoryError, read_version, versions
from common.tabletop import Overlay

LEGEND = (
    (word("added"), "#009e73", "fill"), (word("removed"), "#d55e00", "cross"), (word("changed"), "#0072b2", "hatch"),
)  # fmt: skip
SAVED, GAME, FILE, VERSION = "saved", "game", "file", "version"
VERSIONS = 30


class CompareBox(ResultPage):
    """The differences to one other map, coloured and listed."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.other = keep_narrow(QComboBox())
        self.other.setAccessibleName(tr("Compare with"))
        self.open = button(tr("Another file …"), "quiet")
        self.about = label(tr("Green is new here, orange is gone, blue is not what it was."), "soft", wrap=True)
        for part in (self.other, self.open, self.about, self.result):
            self.column.addWidget(part)
        self.column.addWidget(self.list, 1)
        self.column.addStretch(0)
        self.other.activated.connect(lambda _n: self.run())
        self.open.clicked.connect(self._ask)
        self._asked: list[Path] = []

    def follow(self, changed: bool) -> None:
        """What this map can be compared with."""
        if not changed:
            return
        assert self.sheet is not None
        document = self.sheet.document
        with QSignalBlocker(self.other):
            self.other.clear()
            self.other.addItem(tr("The file as it is saved"), (SAVED, ""))
            if document.data.get("id") in GAMES:
                self.other.addItem(tr("The game's own map"), (GAME, str(document.data["id"])))
            try:
                for each in versions(document.path, VERSIONS):
                    self.other.addItem(f"{each.date} {each.subject}", (VERSION, each.commit))
            except (HistoryError, OSError, ValueError):
                pass  # a file outside git has no versions
            for path in self._asked:
                self.other.addItem(path.name, (FILE, str(path)))

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Compare with"), str(self.store.folder), tr(FILTER))
        if name:
            self.compare_with(Path(name))

    def compare_with(self, path: Path) -> None:
        """Compare with another file from now on."""
        self._asked.append(path)
        self.other.addItem(path.name, (FILE, str(path)))
        self.other.setCurrentIndex(self.other.count() - 1)
        self.run()

    def _read(self) -> GameMap:
        assert self.sheet is not None
        way, what = self.other.currentData()
        if way == GAME:
            return load_map(what)
        if way == FILE:
            return read_map(Path(what))
        if way == VERSION:
            return read_version(self.sheet.document.path, what)
        return map_from_text(self.sheet.document.saved, self.sheet.document.name)

    @busy()
    def run(self) -> None:
        """List and colour what differs."""
        if self.sheet is None or not self.other.count():
            return
        self.clear()
        try:
            old = self._read()
        except (DataError, BuildError, HistoryError, OSError) as error:
            self.fill(str(error), (), ())
            return
        new = self.sheet.game_map
        found = compare(old, new)
        rows: list[Answer] = [((f"{each.what} {each.place}", tr(each.how), each.detail), each.place) for each in found]
        text = summary(found)
        self.fill(text[:1].upper() + text[1:], (tr("What"), tr("How"), tr("Difference")), rows)
        marked = {space: tr(how) for space, how in places(found, old, new).items() if space in new.index}
        if self.isVisible() and marked:
            legend = tuple((tr(how), colour, pattern) for how, colour, pattern in LEGEND)
            self.sheet.set_shade(Overlay("differences", tr("Differences"), "", marked, legend))
