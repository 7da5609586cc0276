"""The start window: go on where you left off, begin any of the five games, or look at their maps."""

from __future__ import annotations

import secrets
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QScrollArea,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)  # fmt: skip

from common.engine import GAMES, load_game
from common.gui import emblems, theme
from common.gui.library import Saved, interrupted, shelf
from common.gui.seats import bot_levels, is_ready, seat_name
from common.gui.settings import Store
from common.gui.widgets import IconButton, Page, button, clear, hair, label, no_margins, scrolled

TITLES = {
    "nmc": ("The New Mexico Campaign", "Rio Grande, 1862"),
    "fallujah": ("Fallujah", "Iraq, 2004"),
    "operation_serval": ("Operation Serval", "Mali, 2013"),
    "somali_pirates": ("Somali Pirates", "Gulf of Aden, 2008 – 2012"),
    "sand_wars": ("Sand Wars", "Morocco and Algeria, 1963"),
}
THUMB = QSize(100, 100)


class Card(QFrame):
    """Something to click on, with a picture and words; the keyboard reaches it too."""

    chosen = Signal()
    removed = Signal()

    def __init__(self, picture: QWidget | None, title: str, text: str, tip: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{title}. {text}")
        self.setToolTip(tip)
        words = QVBoxLayout()
        words.setSpacing(3)
        name = label(title, "heading", wrap=True)
        words.addStretch(1)
        words.addWidget(name)
        words.addWidget(label(text, "soft", wrap=True))
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 10, 12, 10)
        row.setSpacing(14)
        if picture is not None:
            row.addWidget(picture)
        row.addLayout(words, 1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses; with Shift it takes the card off the list."""
        if self.rect().contains(event.position().toPoint()):
            shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.removed if shift else self.chosen).emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and space choose, Delete removes."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removed.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame of the focus."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            pen = painter.pen()
            pen.setColor(theme.current().color("focus"))
            pen.setWidth(3)
            painter.setPen(pen)
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -2, -2), 8, 8)


class Emblem(QWidget):
    """The sign of a game, drawn as vectors."""

    def __init__(self, game: str, size: QSize) -> None:
        super().__init__()
        self.game, self._size = game, size
        self.setFixedSize(theme.current().px(size.width()), theme.current().px(size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the sign."""
        emblems.draw(QPainter(self), self.game, self.rect())


class Thumbnail(QWidget):
    """The small picture of a saved position, or the sign of its game."""

    def __init__(self, saved: Saved) -> None:
        super().__init__()
        self._picture: QPixmap | None = saved.picture
        self._game = saved.card.game
        look = theme.current()
        self.setFixedSize(look.px(THUMB.width()), look.px(THUMB.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, whole, in its own proportions."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._picture is None:
            emblems.draw(painter, self._game, self.rect())
            return
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        x, y = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter.drawPixmap(x, y, size.width(), size.height(), self._picture)
        painter.setPen(theme.current().color("edge"))
        painter.drawRect(x, y, size.width() - 1, size.height() - 1)


class NewGame(Page):
    """Scenario, options, seats and seed of a new game."""

    begin = Signal(str, str, int, object, object)  # game, scenario, seed, options, seats
    map_wanted = Signal(str)
    back = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__(margin=0)
        self.store = store
        self.game: Any = None
        self.body = QWidget()
        self.body.setObjectName("page")
        self.lines = QVBoxLayout(self.body)
        self.lines.setContentsMargins(28, 22, 28, 22)
        self.lines.setSpacing(10)
        self.body.setMaximumWidth(theme.current().px(760))
        middle = QWidget()
        middle.setObjectName("page")
        row = QHBoxLayout(middle)
        no_margins(row)
        row.addStretch(1)
        row.addWidget(self.body, 8)
        row.addStretch(1)
        self.column.addWidget(scrolled(middle))

    def open(self, name: str) -> None:
        """Lay out the choices of a game."""
        clear_all(self.lines)
        self.game = load_game(name, [Path(pack) for pack in self.store.now.packs])
        before = self.store.now.last_new.get(name, {})
        title, place = TITLES.get(name, (self.game.title, ""))
        words = QVBoxLayout()
        words.addStretch(1)
        words.addWidget(label(title, "title", wrap=True))
        words.addWidget(label(place, "soft"))
        words.addStretch(1)
        head = QHBoxLayout()
        head.setSpacing(20)
        head.addWidget(Emblem(name, QSize(136, 100)))
        head.addLayout(words, 1)
        self.lines.addLayout(head)
        self.lines.addWidget(hair("rule"))
        self._scenarios(before)
        self._seats(before)
        self._options(before)
        self._seed()
        self.lines.addStretch(1)
        self._buttons(name)

    def _scenarios(self, before: dict[str, Any]) -> None:
        self.scenario = QComboBox()
        for key, scenario in self.game.scenarios.items():
            self.scenario.addItem(scenario.title, key)
        self.scenario.setCurrentIndex(max(0, self.scenario.findData(before.get("scenario"))))
        self.about = label("", "soft", wrap=True)
        self.scenario.currentIndexChanged.connect(self._about)
        self.lines.addWidget(label("Scenario", "section"))
        self.lines.addWidget(self.scenario)
        self.lines.addWidget(self.about)
        self._about()

    def _about(self) -> None:
        scenario = self.game.scenarios[self.scenario.currentData()]
        self.about.setText(f"{scenario.about} ({scenario.source})" if scenario.about else scenario.source)

    def _seats(self, before: dict[str, Any]) -> None:
        self.lines.addWidget(label("Seats", "section"))
        self.seats: dict[str, QComboBox] = {}
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        for side in self.game.sides:
            box = QComboBox()
            for who in ("human", *bot_levels(self.game)):
                box.addItem(seat_name(who), who)
            box.setCurrentIndex(max(0, box.findData(before.get("seats", {}).get(side, "human"))))
            box.setAccessibleName(f"Who plays {self.game.side_names[side]}")
            self.seats[side] = box
            form.addRow(str(self.game.side_names[side]), box)
        self.lines.addLayout(form)

    def _options(self, before: dict[str, Any]) -> None:
        self.options: dict[str, QCheckBox] = {}
        if self.game.options:
            self.lines.addWidget(label("Optional rules", "section"))
        for key, option in self.game.options.items():
            box = QCheckBox(f"{option.title} ({option.rule})")
            box.setChecked(bool(before.get("options", {}).get(key, option.default)))
            box.setToolTip(f"{option.about} — {option.source}")
            self.options[key] = box
            self.lines.addWidget(box)
            if option.about:
                about = label(option.about, "small", wrap=True)
                about.setContentsMargins(26, 0, 0, 4)
                self.lines.addWidget(about)

    def _seed(self) -> None:
        self.seed = QLineEdit(str(secrets.randbelow(10**6)))
        self.seed.setMaxLength(12)
        self.seed.setAccessibleName("Seed of the dice")
        self.seed.setToolTip("The same seed and the same actions give the same game")
        self.seed.setMaximumWidth(theme.current().px(160))
        form = QFormLayout()
        form.addRow("Seed of the dice", self.seed)
        self.lines.addLayout(form)

    def _buttons(self, name: str) -> None:
        start, look, back = button("Begin", "main"), button("Look at the map"), button("Back")
        start.clicked.connect(self._begin)
        look.clicked.connect(lambda: self.map_wanted.emit(name))
        back.clicked.connect(self.back)
        row = QHBoxLayout()
        row.addWidget(back)
        row.addWidget(look)
        row.addStretch(1)
        row.addWidget(start)
        self.lines.addLayout(row)
        start.setFocus()

    def _begin(self) -> None:
        options = {key: box.isChecked() for key, box in self.options.items()}
        seats = {side: str(box.currentData()) for side, box in self.seats.items()}
        scenario = str(self.scenario.currentData())
        text = self.seed.text().strip()
        seed = int(text) if text.isdigit() else sum(ord(char) * 31**n for n, char in enumerate(text)) % 2**32
        chosen = {"scenario": scenario, "options": options, "seats": seats}
        self.store.set(last_new={**self.store.now.last_new, self.game.id: chosen})
        self.begin.emit(self.game.id, scenario, seed, options, seats)


def clear_all(layout: Any) -> None:
    """Empty a layout with the layouts inside it."""
    for at in range(layout.count()):
        inner = layout.itemAt(at).layout()
        if inner is not None:
            clear_all(inner)
    clear(layout)


class Launcher(QMainWindow):
    """The start window."""

    begin = Signal(str, str, int, object, object)
    open_wanted = Signal(str)
    map_wanted = Signal(str)
    settings_wanted = Signal()

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.setWindowTitle("Five Fronts")
        self.setAcceptDrops(True)
        self.setMinimumSize(720, 480)
        self.resize(1120, 760)
        self.stack = QStackedWidget()
        self.message = label("", "bad", wrap=True)
        self.new_game = NewGame(store)
        self.stack.addWidget(self._home())
        self.stack.addWidget(self.new_game)
        self.setCentralWidget(self.stack)
        self.new_game.begin.connect(self.begin)
        self.new_game.map_wanted.connect(self.map_wanted)
        self.new_game.back.connect(self.home)
        self.refresh()

    def _home(self) -> QWidget:
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        no_margins(column)
        column.addWidget(self._head())
        row = QHBoxLayout()
        row.setContentsMargins(26, 18, 26, 18)
        row.setSpacing(26)
        row.addWidget(self._games(), 5)
        row.addWidget(self._shelf(), 6)
        column.addLayout(row, 1)
        self.message.setContentsMargins(26, 0, 26, 14)
        column.addWidget(self.message)
        self.message.hide()
        return page

    def _head(self) -> QWidget:
        head = QWidget()
        head.setObjectName("band")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(head)
        row.setContentsMargins(28, 14, 24, 14)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label("Five Fronts", "huge"))
        words.addWidget(label("Five board wargames at one table, every rule enforced", "soft"))
        row.addLayout(words)
        row.addStretch(1)
        load, settings = button("Open a game …"), button("Settings …")
        load.clicked.connect(self._open)
        settings.clicked.connect(self.settings_wanted)
        row.addWidget(load)
        row.addWidget(settings)
        return head

    def _games(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        no_margins(column, 8)
        column.addWidget(label("New game", "section"))
        for name in GAMES:
            title, place = TITLES[name]
            ready = is_ready(name)
            text = place if ready else f"{place} · the map only, the rules are not there yet"
            card = Card(Emblem(name, QSize(84, 62)), title, text, "Begin a game" if ready else "Look at the map")
            card.chosen.connect(partial(self._choose, name))
            card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
            column.addWidget(card)
        column.addStretch(1)
        area = scrolled(box)
        area.setMinimumWidth(300)
        return area

    def _shelf(self) -> QScrollArea:
        box = QWidget()
        self.saved_column = QVBoxLayout(box)
        no_margins(self.saved_column, 8)
        return scrolled(box)

    def refresh(self) -> None:
        """Look at the shelf again."""
        clear_all(self.saved_column)
        saved = shelf(self.store.places.saves, self.store.now.recent)
        broken = interrupted(saved)
        last = broken or next((each for each in saved if not each.problem and not each.card.result), None)
        if last is not None:
            self._continue(last, crashed=broken is not None)
        rest = [each for each in saved if each is not last]
        if rest or last is None:
            self.saved_column.addWidget(label("Games on the shelf", "section"))
        for each in rest:
            self._saved(each)
        if not saved:
            text = "Nothing yet. Every game is kept here by itself, action by action."
            self.saved_column.addWidget(label(text, "soft", wrap=True))
        self.saved_column.addStretch(1)

    def _continue(self, saved: Saved, crashed: bool) -> None:
        title = "Restore the game that was interrupted" if crashed else "Go on where you left off"
        self.saved_column.addWidget(label(title, "section"))
        card = self._card(saved)
        self.saved_column.addWidget(card)
        go = button("Restore" if crashed else "Continue", "main")
        go.clicked.connect(lambda: self.open_wanted.emit(str(saved.path)))
        row = QHBoxLayout()
        row.addWidget(go)
        if crashed:
            row.addWidget(label("or keep it for later: it stays on the shelf", "small", wrap=True), 1)
        row.addStretch(1)
        self.saved_column.addLayout(row)
        self.continue_button = go

    def _card(self, saved: Saved) -> Card:
        when = saved.when.astimezone().strftime("%Y-%m-%d %H:%M")
        note = f"\n{saved.card.note}" if saved.card.note else ""
        text = f"{saved.status}\n{when} · {saved.card.actions} actions · {max(1, saved.size // 1024)} kB{note}"
        name = saved.title or saved.path.name
        card = Card(Thumbnail(saved), name, text, f"{saved.path}\n{saved.seats}\nShift+click takes it off the list")
        card.setEnabled(not saved.problem)
        return card

    def _saved(self, saved: Saved) -> None:
        card = self._card(saved)
        card.chosen.connect(lambda: self.open_wanted.emit(str(saved.path)))
        card.removed.connect(lambda: self._remove(saved))
        row = QHBoxLayout()
        row.addWidget(card, 1)
        drop = IconButton("close", "Take it off the list", size=14)
        drop.clicked.connect(lambda: self._remove(saved))
        row.addWidget(drop)
        self.saved_column.addLayout(row)

    def _remove(self, saved: Saved) -> None:
        """Off the list; the file itself is moved aside, not destroyed."""
        self.store.set(recent=[name for name in self.store.now.recent if name != str(saved.path)])
        if saved.path.parent == self.store.places.saves and saved.path.is_file():
            aside = self.store.places.saves / "removed"
            aside.mkdir(exist_ok=True)
            saved.path.replace(aside / saved.path.name)
        self.refresh()

    def _choose(self, name: str) -> None:
        if not is_ready(name):
            self.map_wanted.emit(name)
            return
        self.tell("")
        self.new_game.open(name)
        self.stack.setCurrentIndex(1)

    def home(self) -> None:
        """Back to the first page."""
        self.refresh()
        self.stack.setCurrentIndex(0)

    def _open(self) -> None:
        folder = self.store.now.last_folder or str(self.store.places.saves)
        name, _ = QFileDialog.getOpenFileName(self, "Open a game", folder, "Games (*.jsonl);;All files (*)")
        if name:
            self.store.set(last_folder=str(Path(name).parent))
            self.open_wanted.emit(name)

    def tell(self, text: str) -> None:
        """Something the player should know."""
        self.message.setText(text)
        self.message.setVisible(bool(text))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A saved game may be dropped here."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the game that was dropped."""
        for url in event.mimeData().urls()[:1]:
            self.open_wanted.emit(url.toLocalFile())
