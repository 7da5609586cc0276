"""What the commands of a table do; menus, buttons and keys lead here."""

from __future__ import annotations

import html
from datetime import date
from functools import partialmethod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QMenu

from common.engine import SaveError
from common.engine.saves import in_use
from common.gui.kit.dialogs import answered, ask_save_name, confirmed
from common.gui.kit.language import tr, trn
from common.gui.kit.widgets import busy
from common.gui.panels.journal_text import told
from common.gui.session.seats import bot_levels
from common.gui.session.variations import Variation
from common.gui.table.choice_menus import open_menu
from common.gui.table.key_editor import KeyEditor, KeySheet
from common.gui.table.reach_overlay import NAME as REACH
from common.gui.table.reach_overlay import pointed

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow

BIG = 150
COPY = 1600  # pixels of a copied picture


class Handlers(QObject):
    """One method for each command."""

    def __init__(self, window: TableWindow) -> None:
        super().__init__(window)
        self.window, self.session, self.store = window, window.session, window.session.store
        self._copied: str | None = None  # the text put on the clipboard last, "" for a picture

    # Game

    def new(self) -> None:
        self.window.new_wanted.emit()

    def home(self) -> None:
        self.window.home_wanted.emit()

    def close(self) -> None:
        self.window.close()

    def quit(self) -> None:
        QApplication.closeAllWindows()
        QApplication.quit()  # the start window must not come back for the last table that was closed

    def open(self) -> None:
        folder = self.store.now.last_folder or str(self.store.places.saves)
        kinds = tr("Games (*.jsonl);;All files (*)")
        name, _ = QFileDialog.getOpenFileName(self.window, tr("Open a game"), folder, kinds)
        if name:
            self.store.set(last_folder=str(Path(name).parent))
            self.window.open_wanted.emit(name)

    def proposed_name(self) -> str:
        """A file name that says what is in it."""
        match = self.session.match
        return f"{match.game.id}_{match.state.scenario}_turn{match.state.turn:02d}_{date.today().isoformat()}"

    def _ask(self, title: str, ending: str, kinds: str, name: str = "") -> Path | None:
        """Where to write a file of this game."""
        return ask_save_name(self.window, title, f"{name or self.proposed_name()}.{ending}", kinds, self.store)

    def save_as(self) -> None:
        path = self._ask(tr("Save a copy"), "jsonl", tr("Games (*.jsonl)"))
        if path is not None:
            self._save(path)

    def _save(self, path: Path) -> None:
        if in_use(path):
            own = self.window.path is not None and path.resolve() == self.window.path.resolve()
            why = tr("Nothing was written: this game is kept there already, action by action.")
            self.window.prompt.tell(why if own else tr("Nothing was written: another table is writing it."), "", "bad")
            return
        try:
            self.session.record.copy_to(path)
        except SaveError as error:
            self.window.prompt.tell(str(error), "", "bad")
            return
        self.window.prompt.tell(tr("A copy was written to {file}.", file=path.name))

    def note(self) -> None:
        text, ok = QInputDialog.getText(
            self.window, tr("Note"), tr("A note for the list of games:"), text=self.session.record.note
        )
        if ok:
            self.session.record.note = text
            self.session.record.note_position(self.session)

    def export_image(self) -> None:
        from common.gui.output.picture_dialog import export_dialog

        export_dialog(self.window)

    def print(self) -> None:
        from common.gui.output.printing import PrintDialog

        answered(PrintDialog(self.window))

    def export_report(self) -> None:
        kinds = tr("Web page (*.html);;Markdown (*.md)")
        path = self._ask(tr("Export the report"), "html", kinds)
        if path is not None:
            self.write_report(path)

    def write_report(self, path: Path) -> None:
        """Write the game as the viewer may know it: a web page with the position, or Markdown."""
        from common.gui.output import game_report
        from common.gui.output.picture_dialog import as_text, picture_of

        if path.suffix == ".md":
            text = game_report.markdown(self.session)
        else:
            text = game_report.html(self.session, as_text(picture_of(self.window, 1400)))
        self._write(path, text)

    def export_counters(self) -> None:
        name = f"{self.session.match.game.id}_counters"  # the same at every moment, and no picture of one
        path = self._ask(tr("Counter sheets"), "pdf", tr("PDF (*.pdf)"), name)
        if path is not None:
            self.write_counters(path)

    @busy()
    def write_counters(self, path: Path) -> None:
        """Write the counters of the game for scissors."""
        from common.gui.output.counter_sheets import write_sheets

        try:
            count = write_sheets(self.session.match.game, path)
        except OSError as error:
            self._failed(path, error)
            return
        pages = trn("{n} page of counters", "{n} pages of counters", count)
        self.window.prompt.tell(tr("{file} was written: {pages}; print on both sides.", file=path.name, pages=pages))

    def export_journal(self) -> None:
        path = self._ask(tr("Export the journal"), "txt", tr("Text (*.txt)"))
        if path is not None:
            self.write_journal(path)

    def write_journal(self, path: Path) -> None:
        """Write what the viewer may read as plain text."""
        self._write(path, self.session.match.journal.text(self.session.viewer, everything=False))

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            self._failed(path, error)
            return
        self.window.prompt.tell(tr("{file} was written.", file=path.name))

    def _failed(self, path: Path, error: OSError) -> None:
        why = error.strerror or error
        self.window.prompt.tell(tr("{file} cannot be written: {reason}.", file=path.name, reason=why), "", "bad")

    def copy_text(self) -> None:
        """The position as text: every counter with its space, as the viewer may know it."""
        spaces: dict[str, list[str]] = {}
        for piece in self.session.pieces():
            spaces.setdefault(piece.space, []).append(piece.name)
        stats = "; ".join(f"{stat.label} {stat.value}" for stat in self.session.table.stats(self.session.view))
        lines = [
            f"{self.session.match.game.title}. {stats}",
            *(f"{s}: {', '.join(n)}" for s, n in sorted(spaces.items())),
        ]
        self._clip("\n".join(lines))

    def _clip(self, text: str) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setText(text)
            self._copied = text
            self.window.prompt.tell(tr("Copied."))

    def forget_copies(self) -> None:
        """Take back what was copied here, if it is still there: the next player must not paste it."""
        clipboard = QGuiApplication.clipboard()
        mine = self._copied is not None and (clipboard.text() == self._copied or clipboard.mimeData().hasImage())
        if mine:
            clipboard.clear()
        self._copied = None

    def copy_image(self) -> None:
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            from common.gui.output.picture_dialog import picture_of

            clipboard.setImage(picture_of(self.window, COPY))
            self._copied = ""
            self.window.prompt.tell(tr("Copied."))

    # Edit

    def undo(self) -> None:
        self.session.undo()

    def redo(self) -> None:
        self.session.redo()

    def restart_turn(self) -> None:
        self.session.back_to(self.session.turn_start())

    def find(self) -> None:
        self.window.inspector_dock.show()
        self.window.inspector.open("rules")
        self.window.inspector.rules.focus_search()

    def palette(self) -> None:
        from common.gui.table.palette import Palette
        from common.gui.table.palette_entries import finds

        self._palette = Palette(self.window, finds(self.window))
        self._palette.show()
        self._palette.field.setFocus()

    def settings(self) -> None:
        from common.gui.kit.settings_dialog import SettingsDialog

        answered(SettingsDialog(self.store, self.window, self.session.match.game.id))

    # View

    def fit(self) -> None:
        self.window.map.fit()

    def zoom_in(self) -> None:
        self.window.map.zoom_in()

    def zoom_out(self) -> None:
        self.window.map.zoom_out()

    def zoom_selection(self) -> None:
        hand = self.window.hand
        spaces = {piece.space for piece in self.session.pieces() if piece.id in hand.selected}
        spaces |= {target.space for target in hand.targets}
        self.window.map.zoom_to(spaces or ({hand.cursor} if hand.cursor else hand.lit()[0]))

    def bare(self, on: bool) -> None:
        self.window.map.hide_counters(on)

    def layers(self) -> None:
        self.window.layers.open()

    def costs(self, on: bool) -> None:
        self.store.set(costs=on)

    def minimap(self, on: bool) -> None:
        self.store.set(minimap=on)

    def arrows(self, on: bool) -> None:
        from common.gui.session.last_moves import last_moves

        self.window.map.set_arrows(last_moves(self.session) if on else [])

    def reach(self, on: bool) -> None:
        self.window.reaching = pointed(self.window.map) if on else ()
        if on and not self.window.hand.targets_for(self.window.reaching):
            self.window.prompt.tell(tr("Point at counters of yours that can go somewhere."), "", "bad")
            on = False
        if on != (REACH in self.window.overlays):
            self.window.toggle_overlay(REACH)
        self.window.commands.refresh()

    def threat(self, on: bool) -> None:
        if on != ("threat" in self.window.overlays):
            self.window.toggle_overlay("threat")

    def measure(self) -> None:
        self.window.map.measuring.start()
        self.window.map.setFocus()

    def turn_board(self, on: bool) -> None:
        game, side = self.session.match.game.id, self.session.viewer or ""
        sides = set(self.store.now.turned.get(game, ()))
        sides = sides | {side} if on else sides - {side}
        self.store.set(turned={**self.store.now.turned, game: sorted(sides)})
        self.window.turn_board()

    def _counters(self, step: int) -> None:
        game = self.session.match.game.id
        size = max(60, min(160, self.store.now.counter_size.get(game, 100) + step))
        self.store.set(counter_size={**self.store.now.counter_size, game: size})

    def bigger_counters(self) -> None:
        self._counters(10)

    def smaller_counters(self) -> None:
        self._counters(-10)

    def big_text(self, on: bool) -> None:
        self.store.set(text=BIG if on else 100)

    def map_only(self, on: bool) -> None:
        for dock in (self.window.inspector_dock, self.window.journal_dock):
            dock.setVisible(not on)

    def reset_layout(self) -> None:
        self.window.reset_layout()

    def full_screen(self, on: bool) -> None:
        state = self.window.windowState()
        flag = Qt.WindowState.WindowFullScreen
        self.window.setWindowState(state | flag if on else state & ~flag)

    # Play

    def next_unit(self) -> None:
        self.window.hand.next_piece(1)

    def previous_unit(self) -> None:
        self.window.hand.next_piece(-1)

    def hint(self) -> None:
        levels = bot_levels(self.session.match.game)
        self.session.bots.hint("policy" if "policy" in levels else levels[0])

    def try_it(self, on: bool) -> None:
        if on:
            self.session.start_trial()
        else:
            self.session.end_trial()

    def pass_seat(self) -> None:
        self.session.drop_curtain()

    def recap(self) -> None:
        """Tell what has happened since the viewer's last decision, and offer to show it."""
        from common.gui.table.recap_popup import show_recap

        show_recap(self.window)

    def own_dice(self, on: bool) -> None:
        side = self.session.viewer
        if side is not None:
            self.session.set_own_dice(side, on)
            name = html.escape(self.session.player(side))
            own, ours = tr("{name}: own dice from now on.", name=name), tr("{name}: the program rolls.", name=name)
            self.window.prompt.tell(own if on else ours)

    def clock(self, on: bool) -> None:
        self.store.set(clock=on)

    def concede(self) -> None:
        side = self.session.viewer
        if side is None:
            return
        text = tr("{side} give the game up.", side=self.session.name(side))
        if confirmed(self.window, tr("Concede?"), text, tr("The game ends at once."), tr("Concede")):
            self.session.concede(side)

    def pause(self, on: bool) -> None:
        self.session.bots.pause(on)

    def step(self) -> None:
        self.session.bots.step()

    def stop_bot(self) -> None:
        self.session.bots.skip()

    # Replay

    def replay_back(self) -> None:
        self.window.journal.go(self.session.shown - 1)

    def replay_on(self) -> None:
        self.window.journal.go(self.session.shown + 1)

    def replay_play(self) -> None:
        self.window.journal.toggle()

    def replay_first(self) -> None:
        self.window.journal.go(0)

    def replay_last(self) -> None:
        self.window.journal.leave()

    def bookmark(self) -> None:
        self.window.journal.bookmark()

    def next_bookmark(self) -> None:
        marks = sorted(self.session.record.of("bookmark"))
        if marks:
            self.window.journal.go(next((mark for mark in marks if mark > self.session.shown), marks[0]))

    def play_from_here(self) -> None:
        self.window.fork_wanted.emit(self.session.fork(self.session.shown))

    def back_to_here(self) -> None:
        """Take everything after the moment shown back, or play the variation that is looked at."""
        session = self.session
        if session.variation is not None:
            session.go_to(session.variation)
        elif session.moment is not None:
            session.back_to(session.moment)

    def replay_phase_back(self) -> None:
        self.window.journal.go_phase(-1)

    def replay_phase_on(self) -> None:
        self.window.journal.go_phase(1)

    def replay_turn_back(self) -> None:
        self.window.journal.go_turn(-1)

    def replay_turn_on(self) -> None:
        self.window.journal.go_turn(1)

    def note_here(self) -> None:
        self.window.journal.note()

    def journal_menu(self, moment: int, at: Any) -> None:
        """What can be done with a line of the journal."""
        session, menu = self.session, QMenu(self.window)
        menu.addAction(tr("&Show this moment")).triggered.connect(lambda: self.window.journal.go(moment))
        back = menu.addAction(tr("&Take back to here"))
        back.setEnabled(session.variation is None and 0 <= moment < session.length)
        back.triggered.connect(lambda: session.back_to(moment))
        menu.addAction(tr("Play on &from here")).triggered.connect(
            lambda: self.window.fork_wanted.emit(session.fork(moment))
        )
        hanging = [each for each in session.record.variations if each.base == moment and session.variation is None]
        for number, variation in enumerate(hanging[:9], 1):
            text = told(session, variation)[:70].replace("&", "&&")
            self.variation_acts(menu.addMenu(f"&{number}  {tr('Taken back: {what}', what=text)}"), variation)
        self._menu = open_menu(menu, at)

    def variation_acts(self, menu: QMenu, variation: Variation) -> None:
        """What can be done with a variation."""
        session = self.session
        menu.addAction(tr("&Look at it")).triggered.connect(lambda: session.look_at(variation))
        menu.addAction(tr("&Go to this variation")).triggered.connect(lambda: session.go_to(variation))
        menu.addAction(tr("&Forget it")).triggered.connect(lambda: self.forget(variation))

    def forget(self, variation: Variation) -> None:
        """Drop a variation for good."""
        record = self.session.record
        record.keep([each for each in record.variations if each != variation])
        self.session.show(None)

    # Inspector and help

    def _page(self, name: str) -> None:
        self.window.inspector_dock.show()
        self.window.inspector.open(name)

    page_here = partialmethod(_page, "here")
    page_odds = partialmethod(_page, "odds")
    page_charts = partialmethod(_page, "charts")
    page_rules = partialmethod(_page, "rules")
    page_forces = partialmethod(_page, "forces")
    page_victory = partialmethod(_page, "victory")
    page_statistics = partialmethod(_page, "statistics")

    def dock_inspector(self, on: bool) -> None:
        self.window.inspector_dock.setVisible(on)

    def dock_journal(self, on: bool) -> None:
        self.window.journal_dock.setVisible(on)

    def help(self) -> None:
        """The rule behind what is pointed at, or behind the question that is asked now."""
        from common.gui.table.rule_help import rule_of_this

        self.window.show_rule(rule_of_this(self.window))

    def keys(self) -> None:
        """The sheet of keys stays beside the game; asked for again, it comes to the front."""
        if open_sheet := self.window.findChild(KeySheet):
            open_sheet.raise_()
            return
        overlays = self.session.table.overlays(self.session.view)
        extra = [(overlay.key, tr("overlay: {name}", name=overlay.title)) for overlay in overlays]
        KeySheet(self.store, extra, self.window).stay()

    def edit_keys(self) -> None:
        answered(KeyEditor(self.store, self.window))

    def about(self) -> None:
        from common.gui.kit.dialogs import About

        answered(About(self.window))
