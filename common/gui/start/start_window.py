"""The start window: go on where you left off, begin any of the five games, or look at their maps."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from common.data import DataError
from common.engine import GAMES
from common.engine.about import about_game
from common.gui.kit import theme
from common.gui.kit.language import tr, word
from common.gui.kit.settings import Store
from common.gui.kit.sounds import KINDS, Sounds
from common.gui.kit.widgets import beside_frame, button, label, make_scrollable, remove_margins, room_of
from common.gui.kit.wrapping import TwoEndedRow
from common.gui.session.seats import is_ready
from common.gui.start.new_game_page import Emblem, NewGamePage
from common.gui.start.saved_games import keep_for_later
from common.gui.start.shelf import Shelf, ShelfEntry
from common.tabletop.lessons import lessons_of

SOFT = 35  # per cent, of every sound for who wishes to hear them
SIZE = (1120, 760)
EMBLEM, LARGEST = QSize(84, 62), 2.0
ROUND, AIR = 170, 32  # pixels above and below all games, and around each

KEYS = (
    ("Ctrl+N", word("to the games")), ("Ctrl+O", word("open a saved game")), (word("Tab"), word("from card to card")),
    (word("Enter"), word("choose")), (word("Delete"), word("take a game off the list")),
    (word("Esc"), word("back to the first page")), ("Ctrl+,", word("settings")), ("F11", word("full screen")),
    ("Ctrl+Q", word("leave")),
)  # fmt: skip


class StartWindow(QMainWindow):
    """The start window."""

    begin = Signal(str, str, int, object, object, object)
    open_wanted = Signal(str)
    map_wanted = Signal(str)
    watch_wanted = Signal(str)
    early_wanted = Signal(str)
    settings_wanted = Signal()
    learn_wanted = Signal(str, int)  # a game and the number of a lesson

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store, self.sounds = store, Sounds(store)
        self.setWindowTitle("Five Fronts")
        self.setAcceptDrops(True)
        self.setMinimumSize(720, 480)
        self.resize(QSize(*SIZE).boundedTo(beside_frame(room_of(self))))
        self.stack = QStackedWidget()
        self.new_game = NewGamePage(store)
        self.stack.addWidget(self._make_home())
        self.stack.addWidget(self.new_game)
        self.setCentralWidget(self.stack)
        self.new_game.begin.connect(self.begin)
        self.new_game.map_wanted.connect(self.map_wanted)
        self.new_game.back.connect(self.home)
        for keys, call in (
            ("Ctrl+N", self._focus_games), ("Ctrl+O", self._open), ("Ctrl+,", self.settings_wanted.emit),
            ("F11", self._toggle_full_screen), ("?", self._show_keys), ("F1", self._show_keys), ("Esc", self.home),
            ("Ctrl+W", self.close), ("Ctrl+Q", QApplication.closeAllWindows),
        ):  # fmt: skip
            QShortcut(QKeySequence(keys), self).activated.connect(call)
        self.refresh()

    def _make_home(self) -> QWidget:
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        remove_margins(column)
        column.addWidget(self._make_head())
        row = QHBoxLayout()
        row.setContentsMargins(26, 18, 26, 18)
        row.setSpacing(26)
        row.addWidget(self._make_games(), 5)
        self.sound_question = self._make_sound_question()
        side = QVBoxLayout()  # the question takes no room from the games
        side.addWidget(self._make_shelf(), 1)
        side.addWidget(self.sound_question)
        row.addLayout(side, 6)
        column.addLayout(row, 1)
        self.message = label("", "bad", wrap=True)
        self.message.setContentsMargins(26, 0, 26, 14)
        column.addWidget(self.message)
        self.message.hide()
        return page

    def _make_sound_question(self) -> QWidget:
        """Asked once, at the first start, where sounds can be played: whether any are wanted."""
        softly, silently = button(tr("Softly")), button(tr("Not at all"))
        softly.clicked.connect(lambda: self._answer_sound(dict.fromkeys(KINDS, SOFT)))
        silently.clicked.connect(lambda: self._answer_sound({}))
        words = QVBoxLayout()
        asked = label(
            tr("Do you want to hear dice and counters? You can change this in the settings at any time."),
            "soft",
            wrap=True,
        )
        words.addWidget(asked)
        strip = TwoEndedRow(words, asked, (softly, silently))
        strip.row.setContentsMargins(0, 4, 0, 0)
        strip.setVisible(not self.store.now.sounds_asked and self.sounds.has_loudness)
        return strip

    def _answer_sound(self, loudness: dict[str, int]) -> None:
        """Keep the answer, and let it be heard."""
        self.store.set(loudness=loudness, sounds_asked=True)
        self.sound_question.hide()
        self.sounds.play("counters")

    def _make_head(self) -> QWidget:
        words = QVBoxLayout()
        words.setSpacing(0)
        name = label("Five Fronts", "huge")
        words.addWidget(name)
        words.addWidget(label(tr("Five board wargames at one table, every rule enforced"), "soft", wrap=True))
        load, maps, settings = button(tr("Open a game …")), button(tr("Design maps …")), button(tr("Settings …"))
        load.clicked.connect(self._open)
        maps.clicked.connect(lambda: self.map_wanted.emit("valley"))
        settings.clicked.connect(self.settings_wanted)
        head = TwoEndedRow(words, name, (load, maps, settings))
        head.row.setContentsMargins(28, 14, 24, 14)
        head.setObjectName("band")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        return head

    def _make_games(self) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        remove_margins(column, 8)
        column.addWidget(label(tr("New game"), "section"))
        self.emblems: list[Emblem] = []
        self.games: list[ShelfEntry] = []
        for name in GAMES:
            about, ready = about_game(name), is_ready(name)
            text = about.subtitle if ready else f"{about.subtitle} · {tr('map only')}"
            tip = tr("Begin a game") if ready else tr("Look at the map")
            emblem = Emblem(name, EMBLEM, about.about)
            self.emblems.append(emblem)
            card = ShelfEntry(emblem, about.heading, text, tip, extra=self._make_learn(name) if ready else None)
            self.games.append(card)
            card.chosen.connect(partial(self._choose, name))
            column.addWidget(card)
        column.addStretch(1)
        area = make_scrollable(box)
        area.setMinimumWidth(300)
        return area

    def _make_learn(self, name: str) -> QPushButton | None:
        """The button that opens the lessons of a game, if it has any."""
        if not lessons_of(name):
            return None
        learn = button(tr("Learn"), tip=tr("Lessons on the real board, a few minutes each"))
        learn.setAccessibleName(tr("Learn {game}", game=about_game(name).heading))
        learn.clicked.connect(lambda: self._open_lessons(name, learn))
        return learn

    def _open_lessons(self, name: str, at: QPushButton) -> None:
        """Offer the lessons: the one that was left first, then all of them, with a tick where they were finished."""
        menu, done = QMenu(self), self.store.now.lessons.get(name, [])
        lessons, left = lessons_of(name), self.store.now.lesson_at.get(name)
        if left and left[0] < len(lessons):
            words = tr("Go on with {title}", title=lessons[left[0]].title)
            menu.addAction(words).triggered.connect(partial(self.learn_wanted.emit, name, left[0]))
            menu.addSeparator()
        for number, lesson in enumerate(lessons):
            tick = " ✓" if lesson.id in done else ""
            words = tr("{n} · {title} ({minutes} min)", n=number + 1, title=lesson.title, minutes=lesson.minutes)
            menu.addAction(words + tick).triggered.connect(partial(self.learn_wanted.emit, name, number))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at.mapToGlobal(at.rect().bottomLeft()))

    def _make_shelf(self) -> QScrollArea:
        self.shelf = Shelf(self.store)
        self.shelf.open_wanted.connect(self.open_wanted)
        self.shelf.watch_wanted.connect(self.watch_wanted)
        self.shelf.early_wanted.connect(self.early_wanted)
        self.shelf.told.connect(self.tell)
        return make_scrollable(self.shelf)

    @property
    def continue_button(self) -> QPushButton:
        """The button that goes on with the last game."""
        return self.shelf.continue_button

    def refresh(self) -> None:
        """Look at the shelf again."""
        self.shelf.refresh()

    def dress(self) -> None:
        """Take the sizes of another text size; the page that is shown stays, and what it says."""
        old, page, told = self.stack.widget(0), self.stack.currentIndex(), self.message.text()
        self.stack.insertWidget(0, self._make_home())
        if old is not None:
            self.stack.removeWidget(old)
            old.deleteLater()
        self.stack.setCurrentIndex(page)  # taking the shown page away has shown the other
        self.new_game.dress()
        self.tell(told)
        self._fit_emblems()
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The signs of the games are as large as the window leaves room for."""
        super().resizeEvent(event)
        self._fit_emblems()

    def _fit_emblems(self) -> None:
        scale = theme.current().scale
        air = max(1.0, scale)  # a smaller text leaves as much of it as the common one
        room = (self.height() - ROUND * air) / len(GAMES) - AIR * air
        for emblem in self.emblems:
            emblem.grow(max(1.0, min(LARGEST, room / scale / EMBLEM.height())))

    def closeEvent(self, event: QCloseEvent) -> None:
        """What was offered here is not offered again."""
        if self.shelf.offered is not None:
            keep_for_later(self.shelf.offered)
        super().closeEvent(event)

    def _choose(self, name: str) -> None:
        if not is_ready(name):
            self.map_wanted.emit(name)
            return
        self.tell("")
        try:
            self.new_game.open(name)
        except DataError as error:
            self.tell(str(error))
            return
        self.stack.setCurrentIndex(1)

    def home(self) -> None:
        """Back to the first page."""
        self.refresh()
        self.stack.setCurrentIndex(0)
        self.continue_button.setFocus()

    def _open(self) -> None:
        folder = self.store.now.last_folder or str(self.store.places.saves)
        name, _ = QFileDialog.getOpenFileName(
            self, tr("Open a game"), folder, tr("Games and scenarios (*.jsonl *.scenario.json);;All files (*)")
        )
        if name:
            self.store.set(last_folder=str(Path(name).parent))
            self.open_wanted.emit(name)

    def _focus_games(self) -> None:
        """The keyboard is at the games to choose from."""
        self.home()
        self.games[0].setFocus()

    def _show_keys(self) -> None:
        from common.gui.kit.key_sheet import GroupedKeys

        if open_sheet := self.findChild(GroupedKeys):
            open_sheet.raise_()
            return
        GroupedKeys({tr("Start window"): [(tr(keys), tr(text)) for keys, text in KEYS]}, self).stay()

    def _toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

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
