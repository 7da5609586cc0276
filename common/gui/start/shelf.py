"""The shelf of the start window: the game to go on with, the recent ones, and what can be done with each."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QFrame, QHBoxLayout, QInputDialog, QMenu, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.settings import Store
from common.gui.kit.widgets import IconButton, button, clear_all, label, make_tip, remove_margins
from common.gui.start.game_emblems import draw_emblem
from common.gui.start.saved_games import (
    Removal,
    SavedGame,
    find_interrupted,
    keep_for_later,
    list_saved,
    remove_saved,
    set_note,
)
from common.gui.table.choice_menus import open_menu

THUMB = QSize(88, 88)


class ShelfEntry(QFrame):
    """Something to click on, with a picture and words; the keyboard reaches it too."""

    chosen = Signal()
    removed = Signal()
    menu_wanted = Signal(QPoint)

    def __init__(
        self, picture: QWidget | None, title: str, text: str, tip: str, off: bool = False, extra: QWidget | None = None
    ) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setProperty("off", off)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if not off:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{title}. {text}")
        self.setToolTip(make_tip(tip))
        words = QVBoxLayout()
        words.setSpacing(3)
        name = label(title, "heading", wrap=True)
        name.setProperty("off", off)
        words.addStretch(1)
        words.addWidget(name)
        words.addWidget(label(text, "soft", wrap=True))
        if extra is not None:
            words.addWidget(extra, 0, Qt.AlignmentFlag.AlignLeft)
        words.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(10, 10, 12, 10)
        row.setSpacing(14)
        if picture is not None:
            row.addWidget(picture)
        row.addLayout(words, 1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click chooses; with Shift it takes the entry off the list."""
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

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """What else can be done."""
        self.menu_wanted.emit(event.globalPos())

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


class ShelfPicture(QWidget):
    """The small picture of a saved position, or the sign of its game."""

    def __init__(self, saved: SavedGame) -> None:
        super().__init__()
        self._picture: QPixmap | None = saved.picture
        self._game = saved.summary.game
        look = theme.current()
        self.setFixedSize(look.px(THUMB.width()), look.px(THUMB.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """The picture, whole, in its own proportions."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        if self._picture is None and not self._game:
            side = theme.current().px(28)
            middle = QRectF((self.width() - side) / 2, (self.height() - side) / 2, side, side)
            icons.draw(painter, "warn", middle, theme.current().color("soft"))
            return
        if self._picture is None:
            high = round(self.width() * 0.74)
            draw_emblem(painter, self._game, QRect(0, (self.height() - high) // 2, self.width(), high))
            return
        size = self._picture.size().scaled(self.size(), Qt.AspectRatioMode.KeepAspectRatio)
        x, y = (self.width() - size.width()) // 2, (self.height() - size.height()) // 2
        painter.drawPixmap(x, y, size.width(), size.height(), self._picture)
        painter.setPen(theme.current().color("edge"))
        painter.drawRect(x, y, size.width() - 1, size.height() - 1)


class Shelf(QWidget):
    """The games that are kept; what was interrupted is offered first, once."""

    open_wanted = Signal(str)
    watch_wanted = Signal(str)
    early_wanted = Signal(str)  # a damaged game is opened up to the damage
    told = Signal(str)

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.offered: SavedGame | None = None
        self.removal: Removal | None = None  # what was taken off the list last, as long as it can be put back
        self.column = QVBoxLayout(self)
        remove_margins(self.column, 8)
        self.continue_button = button(tr("Continue"), "main")

    def refresh(self) -> None:
        """Look at what lies there."""
        clear_all(self.column)
        if self.removal is not None:
            self._offer_back(self.removal)
        saved = list_saved(self.store.places.saves, self.store.now.recent)
        self.offered = find_interrupted(saved)
        last = self.offered or next((each for each in saved if not each.problem and not each.summary.result), None)
        if last is not None:
            self._continue(last)
        rest = [each for each in saved if each is not last]
        if rest or last is None:
            self.column.addWidget(label(tr("Games on the shelf"), "section"))
        for each in rest:
            self._add(each)
        if not saved:
            text = tr("Nothing yet. Every game is kept here by itself, action by action.")
            self.column.addWidget(label(text, "soft", wrap=True))
        self.column.addStretch(1)

    def _continue(self, saved: SavedGame) -> None:
        crashed = saved is self.offered
        title = saved.question if crashed else tr("Go on where you left off")
        self.column.addWidget(label(title, "section", wrap=True))
        self.column.addWidget(self._make_entry(saved))
        self.continue_button = button(tr("Restore") if crashed else tr("Continue"), "main")
        self.continue_button.clicked.connect(lambda: self.open_wanted.emit(str(saved.path)))
        row = QHBoxLayout()
        row.addWidget(self.continue_button)
        if crashed:
            self.later = button(tr("Keep for later"), tip=tr("It stays on the shelf"))
            self.later.clicked.connect(self.keep)
            row.addWidget(self.later)
        row.addStretch(1)
        self.column.addLayout(row)

    def keep(self) -> None:
        """The game that was offered goes to the others; it is not offered again."""
        if self.offered is not None:
            keep_for_later(self.offered)
            self.refresh()

    def _make_entry(self, saved: SavedGame) -> ShelfEntry:
        tip = f"{saved.path}\n{tr('Shift+click takes it off the list')}"
        text = "\n".join(saved.lines())
        entry = ShelfEntry(ShelfPicture(saved), saved.title, text, tip, off=bool(saved.problem))
        entry.chosen.connect(lambda: self._choose(saved))
        entry.removed.connect(lambda: self.remove(saved))
        entry.menu_wanted.connect(lambda at: self._menu(saved, at))
        return entry

    def _choose(self, saved: SavedGame) -> None:
        if saved.problem:
            words = tr(
                "{file}: {problem}. Shift+click takes it off the list.", file=saved.path.name, problem=saved.problem
            )
            self.told.emit(words)
        else:
            self.open_wanted.emit(str(saved.path))

    def _add(self, saved: SavedGame) -> None:
        row = QHBoxLayout()
        row.addWidget(self._make_entry(saved), 1)
        drop = IconButton("close", tr("Take {game} off the list", game=saved.title), size=14)
        drop.clicked.connect(lambda: self.remove(saved))
        row.addWidget(drop)
        self.column.addLayout(row)

    def _menu(self, saved: SavedGame, at: QPoint) -> None:
        menu = QMenu(self)
        name = str(saved.path)
        if not saved.problem:
            menu.setDefaultAction(menu.addAction(tr("&Go on")))
            menu.actions()[0].triggered.connect(lambda: self.open_wanted.emit(name))
            menu.addAction(tr("&Watch it from the beginning")).triggered.connect(lambda: self.watch_wanted.emit(name))
            early = menu.addAction(tr("Open it &up to the first damage"))
            early.triggered.connect(lambda: self.early_wanted.emit(name))
            menu.addAction(tr("&Note …")).triggered.connect(lambda: self._note(saved))
        menu.addAction(tr("&Take it off the list")).triggered.connect(lambda: self.remove(saved))
        self._shown = open_menu(menu, at)

    def _note(self, saved: SavedGame) -> None:
        text, ok = QInputDialog.getText(self, tr("Note"), tr("A note on this game:"), text=saved.summary.note)
        if ok:
            set_note(saved, text)
            self.refresh()

    def remove(self, saved: SavedGame) -> None:
        """Off the list; a file of ours is moved aside, not destroyed, and can be put back at once."""
        self.removal = remove_saved(self.store, saved)
        self.refresh()

    def _offer_back(self, removal: Removal) -> None:
        row = QHBoxLayout()
        words = tr("{game} was taken off the list.", game=removal.saved.full_title)
        row.addWidget(label(words, "soft", wrap=True), 1)
        self.back_button = button(tr("Put it back"))
        self.back_button.clicked.connect(self.put_back)
        row.addWidget(self.back_button)
        self.column.addLayout(row)

    def put_back(self) -> None:
        """The game that was taken off the list last is on it again."""
        removal, self.removal = self.removal, None
        if removal is not None and not removal.undo(self.store):
            self.told.emit(tr("{game} could not be put back.", game=removal.saved.full_title))
        self.refresh()
