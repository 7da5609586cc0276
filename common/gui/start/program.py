"""The program with windows: it opens the start window, tables and maps, and keeps them together."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QApplication, QDialog

from common.data import DataError
from common.engine import GAMES, Match, SaveError, UnknownGame, load_game, saves
from common.engine.basics import OptionValue
from common.gui.kit import cache_files, language, theme
from common.gui.kit.language import tr
from common.gui.kit.passphrases import ask_passphrases
from common.gui.kit.settings import Store, UserFolders
from common.gui.kit.widgets import busy
from common.gui.session.game_record import Player
from common.gui.session.seats import BY_RULE, is_ready
from common.gui.start.saved_games import name_sides, new_path, set_aside
from common.tabletop.positions import PositionError, is_position_file, open_playable

ICON_SIZES = (16, 24, 32, 48, 64, 128, 256)


class Program(QObject):
    """All windows of the program and the settings they share."""

    def __init__(self, store: Store, packs: Sequence[Path] = ()) -> None:
        super().__init__()
        self.store = store
        self.packs = tuple(packs)
        self.launcher: Any = None
        self.tables: list[Any] = []
        self.designer: Any = None
        self._trials: list[TemporaryDirectory[str]] = []  # maps that games are tried on
        cache_files.use(store.places.cache)
        self.trouble = language.use(store.now.language, store.places.words)  # told where the player looks first
        theme.use(store.now.theme, store.now.text)
        store.changed.connect(self._apply_setting)
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(lambda _scheme: self._apply_setting("theme"))

    def _apply_setting(self, name: str) -> None:
        if name == "language":
            self.trouble = language.use(self.store.now.language, self.store.places.words)
            if self.launcher is not None:
                self.launcher.dress()
                self.launcher.tell(self.trouble)
            QTimer.singleShot(0, self._reopen_tables)
        if name in ("theme", "text"):
            theme.use(self.store.now.theme, self.store.now.text)
            for table in self.tables:
                table.dress()
            if self.launcher is not None:
                self.launcher.dress()

    @property
    def all_packs(self) -> tuple[Path, ...]:
        """The packs of the command line and those of the settings."""
        return self.packs + tuple(Path(pack) for pack in self.store.now.packs)

    # Windows

    def start(self) -> None:
        """Show the start window."""
        from common.gui.start.start_window import StartWindow

        if self.launcher is None:
            self.launcher = StartWindow(self.store)
            self.launcher.begin.connect(self.begin)
            self.launcher.open_wanted.connect(self.open)
            self.launcher.map_wanted.connect(self.open_map)
            self.launcher.watch_wanted.connect(self.watch)
            self.launcher.early_wanted.connect(lambda name: self.open(name, before_damage=True))
            self.launcher.settings_wanted.connect(self._open_settings)
            self.launcher.learn_wanted.connect(self.learn)
        self.launcher.home()
        if self.trouble:
            self.launcher.tell(self.trouble)
            self.trouble = ""
        self.launcher.show()
        self.launcher.raise_()
        self.launcher.activateWindow()

    def _open_settings(self) -> None:
        from common.gui.kit.dialogs import run_dialog
        from common.gui.kit.settings_dialog import SettingsDialog

        run_dialog(SettingsDialog(self.store, self.launcher))

    @busy()
    def begin(
        self,
        game: str,
        scenario: str,
        seed: int,
        options: dict[str, OptionValue],
        seats: dict[str, str],
        players: dict[str, Player] | None = None,
    ) -> Any:
        """A new game on a new table, saved from its first action."""
        try:
            match = load_game(game, self.all_packs).new_match(scenario or None, seed, options)
        except (UnknownGame, DataError, ValueError) as error:
            return self._tell(str(error))
        return self._open_table(match, new_path(self.store.places.saves, game, match.scenario), seats, players)

    @busy()
    def open(self, name: str, asked: Any = None, before_damage: bool = False) -> Any:
        """Go on with a saved game; a file elsewhere is continued where it lies. A table that asked is told why not.

        A damaged game goes on after the damage, or ends before it.
        """
        path = Path(name)
        if path.suffix in (".yaml", ".yml"):
            return self.open_map(name)
        if is_position_file(path):
            return self._play_position(path, asked)
        there = next((table for table in self.tables if table.path == path), None)
        if there is not None:
            there.activateWindow()
            return there
        try:
            match = self._load(path, before_damage)
        except (SaveError, DataError, UnknownGame) as error:
            return self._tell(str(error), asked)
        if match is None:
            return None
        table = self._open_table(match, path, None, asked=asked)
        if table is not None and match.warnings:
            table.prompt.warn(describe_warnings(match, path, table.path))
        return table

    def _play_position(self, path: Path, asked: Any = None) -> Any:
        """A new game that begins with the position of a scenario file."""
        try:
            match = open_playable(path, self.all_packs)
        except (PositionError, DataError) as error:
            return self._tell(str(error), asked)
        saved = new_path(self.store.places.saves, match.game.id, match.scenario)
        warnings = [*match.warnings]
        table = self._open_table(match, saved, None, asked=asked)
        if table is not None and warnings:
            table.prompt.warn(f"{path.name}: {warnings[0]}.")
        return table

    def _load(self, path: Path, before_damage: bool = False) -> Match | None:
        """Read a saved game; of a sealed one the passphrases are asked for. None if nobody tells them."""
        phrases: dict[str, str] = {}
        while True:
            try:
                return saves.load(path, self.all_packs, phrases, before_damage)
            except saves.SealedSave as error:
                if not error.sides:
                    raise
                asked = ask_passphrases(None, tr("A sealed game"), error.reason, name_sides(path, error.sides))
                if asked is None:
                    return None
                phrases |= asked

    def watch(self, name: str) -> Any:
        """Open a saved game at its beginning."""
        table = self.open(name)
        if table is not None:
            table.journal.go(0)
        return table

    @busy()
    def fork(self, match: Match, table: Any) -> Any:
        """Go on from an earlier moment of a table in a game of its own, with the same players."""
        path = new_path(self.store.places.saves, match.game.id, match.scenario)
        record = table.session.record
        return self._open_table(match, path, dict(record.seats), dict(record.players))

    @busy()
    def rematch(self, table: Any) -> Any:
        """The same game anew with the sides swapped; where the scenario plays a side itself, everybody stays."""
        session, old = table.session, table.session.match
        sides = old.sides
        ruled = any(session.player_kind(side) == BY_RULE for side in sides)
        other = dict(zip(sides, sides if ruled else (*sides[1:], sides[0])))
        seats = {other[side]: who for side, who in session.record.seats.items()}
        players = {other[side]: player for side, player in session.record.players.items()}
        seed = secrets.randbelow(10**6)
        made = self.begin(old.game.id, old.scenario, seed, dict(old.options), seats, players)
        if made is not None:
            table.close()
        return made

    def _open_table(
        self, match: Match, path: Path, seats: dict[str, str] | None, players: dict[str, Player] | None = None,
        kept: bool = True, asked: Any = None,
    ) -> Any:  # fmt: skip
        """Put a match on a table."""
        from common.gui.table.open_table import set_up_table

        try:
            table = set_up_table(match, self.store, path, seats, players)
        except (SaveError, OSError) as error:
            return self._tell(str(error), asked)
        if kept:
            self.store.remember(path)
        table.closed.connect(lambda: self._forget_table(table, kept))
        table.new_wanted.connect(self.start)
        table.home_wanted.connect(self.start)
        table.open_wanted.connect(lambda name: self.open(name, table))
        table.fork_wanted.connect(lambda match: self.fork(match, table))
        table.rematch_wanted.connect(lambda: self.rematch(table))
        self.tables.append(table)
        if self.launcher is not None:
            self.launcher.hide()
        table.start()
        return table

    @busy()
    def learn(self, game: str, number: int) -> Any:
        """A lesson at a table of its own, from its beginning or from where it was left."""
        from common.gui.session.game_record import HUMAN
        from common.gui.table.lesson_guide import lead_lesson
        from common.tabletop.lessons import LessonRun, lessons_of

        lessons, left = lessons_of(game, self.all_packs), self.store.now.lesson_at.get(game, [-1, 0])
        try:
            run = LessonRun(load_game(game, self.all_packs), lessons, number, left[1] if left[0] == number else 0)
        except (DataError, ValueError) as error:
            return self._tell(str(error))
        folder: TemporaryDirectory[str] = TemporaryDirectory()
        self._trials.append(folder)
        seats = {side: HUMAN if side == run.lesson.side else "policy" for side in run.match.sides}
        table = self._open_table(run.match, Path(folder.name) / "lesson.jsonl", seats, kept=False)
        if table is not None:
            guide = lead_lesson(table, run, len(lessons))
            guide.next_wanted.connect(lambda other: self._learn_next(table, game, other))
            guide.play_wanted.connect(lambda: self._play_on(table))
        return table

    def _learn_next(self, table: Any, game: str, number: int) -> None:
        self.learn(game, number)
        table.close()

    def _play_on(self, table: Any) -> None:
        """A lesson has ended in the middle of a game: go on with it, saved from here."""
        self.fork(table.session.fork(table.session.length), table)
        table.close()

    def _reopen_tables(self) -> None:
        """Lay every open table anew, in the language of now; not under a dialog that somebody is answering."""
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, QDialog):
            dialog.finished.connect(lambda _answer: QTimer.singleShot(0, self._reopen_tables))
            return
        for table in list(self.tables):
            match, path = table.session.match, table.path
            table.close()
            self._open_table(match, path, None, kept=str(path) in self.store.now.recent)

    def _forget_table(self, table: Any, kept: bool = True) -> None:
        """Back to the start window when the last table is left; closing the program closes it too."""
        self.tables = [other for other in self.tables if other is not table]
        path, record = table.path, table.session.record
        begun_here = path.parent == self.store.places.saves and not record.was_opened
        if begun_here and not record.has_content():
            self.store.set(recent=[name for name in self.store.now.recent if name != str(path)])
            set_aside(path)
        elif kept and path.is_file() and str(path) not in self.store.now.recent:
            self.store.remember(path)  # a game that could not go on in its own file
        table.deleteLater()
        QTimer.singleShot(0, self._return_home)

    def _return_home(self) -> None:
        if not self.tables and self.launcher is not None and not QApplication.closingDown():
            self.start()

    @busy()
    def open_map(self, name: str) -> Any:
        """Open a game's map, or any map file, in the window for designers; maps share one window."""
        from common.gui.designer.designer_window import Designer

        if self.designer is None:
            self.designer = Designer(self.all_packs, self.store)
            self.designer.closed.connect(self._forget_designer)
            self.designer.play_wanted.connect(self.try_map)
        try:
            self.designer.open(name)
        except (DataError, PositionError, OSError) as error:
            if not self.designer.sheets():
                self.designer.deleteLater()
                self.designer = None
            return self._tell(str(error))
        self.designer.show()
        self.designer.raise_()
        self.designer.activateWindow()
        return self.designer

    def try_map(self, match: Match, folder: TemporaryDirectory[str]) -> Any:
        """A game on a map that is being drawn; neither it nor the map is kept when the program ends."""
        self._trials.append(folder)
        return self._open_table(match, Path(folder.name) / "trial.jsonl", None, kept=False)

    def _forget_designer(self) -> None:
        if self.designer is not None:
            self.designer.deleteLater()
            self.designer = None

    def _tell(self, text: str, asked: Any = None) -> None:
        """A thing that did not work, said where the player looks: at the table that asked for it, or before all."""
        if asked is not None:
            asked.prompt.tell(text, "", "bad")
            return
        self.start()
        self.launcher.tell(text)

    # When something goes wrong

    def _front(self) -> Any:
        """The window of the program that is being worked in: what happens happens there."""
        windows = [*self.tables, *(each for each in (self.designer, self.launcher) if each is not None)]
        widget = QApplication.activeWindow()
        while widget is not None and widget not in windows:
            widget = widget.parentWidget()
        shown = [window for window in windows if window.isVisible()]
        return widget or (self.tables[-1] if self.tables else next(iter(shown), None))

    def match(self) -> Match | None:
        """The game on the table in front."""
        front = self._front()
        return front.session.match if front in self.tables else None

    def report(self, text: str, details: str) -> None:
        """Tell the player, without stopping him."""
        from common.gui.kit.dialogs import ReportDialog

        dialog = ReportDialog(self._front(), tr("Something went wrong"), text, details)
        dialog.setModal(False)
        dialog.show()
        self._report = dialog


def describe_warnings(match: Match, path: Path, other: Path | None) -> str:
    """What is not as it was when the game was saved, and where it goes on."""
    words = [*match.warnings]
    if other is not None and other != path:
        words.append(tr("{file} stays as it is; what you play is kept in {other}", file=path.name, other=other.name))
    told = "; ".join(words)
    return f"{told[:1].upper()}{told[1:]}."


def application(arguments: Sequence[str] = ()) -> QApplication:
    """The Qt application, made once."""
    found = QApplication.instance()
    if isinstance(found, QApplication):
        return found
    app = QApplication(["five-fronts", *arguments])
    app.setApplicationName("Five Fronts")
    app.setDesktopFileName("five-fronts")
    return app


def program_icon() -> QIcon:
    """The sign of the program, drawn for each size that desktops ask for."""
    from PySide6.QtSvg import QSvgRenderer

    from common.cli.desktop_entry import ICON

    art, icon = QSvgRenderer(str(ICON)), QIcon()
    for size in ICON_SIZES:
        image = QPixmap(size, size)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        art.render(painter)
        painter.end()
        icon.addPixmap(image)
    return icon


def run(
    packs: Sequence[Path] = (),
    portable: bool = False,
    file: Path | None = None,
    new: Mapping[str, Any] | None = None,
    map: str = "",
) -> int:
    """Open the start window, a saved game, a new one or a map, and stay until the last window is closed."""
    from common.gui.kit.crash_report import Hook

    app = application()
    QTimer.singleShot(0, lambda: app.setWindowIcon(program_icon()))  # the first frame does not wait for it
    places = UserFolders.portable() if portable else UserFolders()
    program = Program(Store(places), packs)
    sys.excepthook = Hook(places.reports, program.match, program.report)
    if map:
        program.open_map(map)
    elif file is not None:
        program.open(str(file))
    elif new is not None:
        seed = new["seed"] if new["seed"] is not None else secrets.randbelow(10**6)
        program.begin(new["game"], new["scenario"] or "", seed, new["options"], new["seats"])
    else:
        program.start()
    return app.exec()


def main(argv: Sequence[str] | None = None) -> int:
    """The command line of the window alone; `five-fronts` has more commands."""
    parser = argparse.ArgumentParser(prog="five-fronts", description="Five board wargames at one table.")
    parser.add_argument("what", nargs="?", default="", help="a game, a saved game or a map file")
    parser.add_argument("--map", action="store_true", help="open the map only")
    parser.add_argument("--pack", action="append", default=[], type=Path, metavar="DIR", help="a data pack")
    parser.add_argument("--portable", action="store_true", help="keep settings and games beside the program")
    asked = parser.parse_args(list(sys.argv[1:] if argv is None else argv))
    what = str(asked.what)
    if asked.map or what.endswith((".yaml", ".yml")) or (what in GAMES and not is_ready(what)):
        return run(asked.pack, asked.portable, map=what)
    if what in GAMES:
        new: dict[str, Any] = {"game": what, "scenario": None, "seed": None, "options": {}, "seats": {}}
        return run(asked.pack, asked.portable, new=new)
    return run(asked.pack, asked.portable, file=Path(what) if what else None)
