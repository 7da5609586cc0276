"""A lesson at the table: its words in a popup, what it points at, and what it plays while the learner watches."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QCloseEvent

from common.engine import Action, Refusal
from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.popups import Popup
from common.gui.kit.timers import once
from common.gui.kit.widgets import button, button_row, label
from common.gui.map.map_view import MapView
from common.gui.session.bot_driver import BASE_DELAY
from common.gui.table.first_view import open_view
from common.gui.table.table_window import TableWindow
from common.tabletop.lessons import LessonPlay, LessonRun

NEAR = 48.0  # px, the size of counters that are to be read
WIDE = 380  # px, of the words
LATER = 80  # ms after the map has moved


class LessonPopup(Popup):
    """The words of one step, how far the lesson is, and the buttons to go on or to leave."""

    left = Signal()

    def __init__(self, view: MapView, title: str) -> None:
        super().__init__(view, title)
        self.words = label("", wrap=True)
        self.progress = label("", "small")
        self.on, self.leave = button(tr("Go on"), "main"), button(tr("Leave the lesson"))
        self.leave.clicked.connect(self.left)
        self.column.addWidget(self.words)
        self.column.addWidget(self.progress)
        self.column.addLayout(button_row(self.on, left=[self.leave]))

    def closeEvent(self, event: QCloseEvent) -> None:
        """The sheet goes only with the lesson: putting it away leaves it."""
        event.ignore()
        self.left.emit()


class LessonGuide(QObject):
    """Leads through a lesson: it judges what the learner tries and plays what he is to see."""

    next_wanted = Signal(int)  # the number of the lesson that comes after this one
    play_wanted = Signal()  # go on from here as a normal game

    def __init__(self, table: TableWindow, run: LessonRun, count: int) -> None:
        super().__init__(table)
        self.run, self._table, self._count = run, table, count
        self._session, self._store, self._view = table.session, table.store, table.map
        self.popup = LessonPopup(table.map, f"{run.number + 1} · {run.lesson.title}")
        self.popup.on.clicked.connect(self._go_on)
        self.popup.left.connect(table.close)
        self._timer = once(self, self._play_next)
        self._is_near = False  # whether the map was brought near for a step that is only read
        self._soon = once(self, self._lay_popup, LATER)
        table.map.moved.connect(self._soon.start)
        self._session.tutor = self
        self._session.changed.connect(self._keep_in_sight)
        table.closed.connect(self._timer.stop)
        table.closed.connect(self._soon.stop)
        QTimer.singleShot(0, self._show_step)

    # What the session asks

    def judge(self, action: Action) -> LessonPlay | Refusal:
        """What the lesson says to an action of the learner."""
        return self.run.judge(action)

    def note_played(self, action: Action) -> None:
        """The learner has done something that was asked for."""
        self.run.note_played(action)
        if not self.run.is_waiting:
            self._continue()

    # Going on

    def _go_on(self) -> None:
        """The learner has read the words."""
        if self.run.is_waiting or self._timer.isActive():
            return
        if self.run.to_watch:
            self._continue()
        elif self.run.is_last:
            self._finish()
        else:
            self._next_step()

    def _continue(self) -> None:
        """Play what is to be seen; then the next words come."""
        if self.run.to_watch:
            self.popup.on.setEnabled(False)
            self._timer.start(self._delay())
        elif not self.run.is_last:
            self._next_step()
        else:
            self._show_step()

    def _delay(self) -> int:
        speed = self._store.now.bot_speed
        return round(BASE_DELAY / speed) if speed > 0 else 0

    def _play_next(self) -> None:
        play = self.run.to_watch.pop(0)
        self._session.carry_out(play.action, play.dice)
        self._session.settle()
        if self.run.to_watch:
            self._timer.start(self._delay())
        elif self.run.is_last:
            self._show_step()
        else:
            self._next_step()

    def _next_step(self) -> None:
        self.run.next_step()
        self._remember()
        self._show_step()

    def _remember(self) -> None:
        """Where the learner is, so that the lesson can be taken up again."""
        game = self.run.game.id
        self._store.set(lesson_at={**self._store.now.lesson_at, game: [self.run.number, self.run.at]})

    def _finish(self) -> None:
        """The lesson is over: the next one, or a game that goes on from here."""
        game, done = self.run.game.id, self.run.lesson.id
        known = self._store.now.lessons.get(game, [])
        self._store.set(
            lessons={**self._store.now.lessons, game: sorted({*known, done})},
            lesson_at={name: at for name, at in self._store.now.lesson_at.items() if name != game},
        )
        if self.run.number + 1 < self._count:
            self.next_wanted.emit(self.run.number + 1)
        elif self.run.match.result is None:
            self.play_wanted.emit()
        else:
            self._table.close()

    # What is seen

    def _show_step(self) -> None:
        step, popup = self.run.step, self.popup
        popup.words.setText(step.say)
        waiting = self.run.is_waiting
        total = len(self.run.lesson.steps)
        words = tr("Step {n} of {total}", n=self.run.at + 1, total=total)
        popup.progress.setText(f"{words} · {tr('do it on the board')}" if waiting else words)
        popup.on.setText(self._button_text())
        popup.on.setEnabled(not waiting and not self._timer.isActive())
        if step.page:
            self._table.commands.groups.inspector.open_page(step.page)
        spaces = [space for space in step.point if self._view.board.place(space) is not None]
        self._lead_eye(spaces)
        self._view.set_marks([(space, "!") for space in spaces])
        self._lay_popup()
        if not waiting:
            popup.on.setFocus()
        else:
            self._view.setFocus()

    def _lead_eye(self, spaces: list[str]) -> None:
        """What is only to be looked at comes near enough to be read; to do something the whole view is wanted."""
        boxes = [space for space in spaces if space not in self._table.game_map.spaces]
        if spaces and not boxes and not self.run.is_waiting and not self.run.to_watch:
            self._is_near = True
            self._view.come_near(spaces, NEAR, theme.current().px(WIDE))
            return
        if self._is_near:
            self._is_near = False
            open_view(self._view, self._table.hand)
        for space in reversed(spaces):  # the first of them must be seen, the others if they can
            self._view.center_on(space, pulse=self._store.moving and space == spaces[0])

    def _lay_popup(self) -> None:
        """The words lie in the corner that hides fewest of the places they speak of."""
        if self._table.isVisible():
            places = [self._view.board.place_rect(space) for space in self.run.step.point]
            self.popup.open_in_corner(WIDE, clear=[place for place in places if place.isValid()])

    def _button_text(self) -> str:
        if not self.run.is_last or self.run.to_watch:
            return tr("Go on")
        if self.run.number + 1 < self._count:
            return tr("Next lesson")
        return tr("Play on from here") if self.run.match.result is None else tr("The end")

    def _keep_in_sight(self) -> None:
        """Whatever is laid on the map, the words stay above it."""
        if self.popup.isVisible():
            self.popup.raise_()
            self._view.set_marks([(space, "!") for space in self.run.step.point])


def lead_lesson(table: TableWindow, run: LessonRun, count: int) -> LessonGuide:
    """Begin a lesson at a table."""
    return LessonGuide(table, run, count)
