"""What the commands of the Game menu do, and those about settings and keys: files, pictures, the clipboard."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QWidget

from common.engine import SaveError
from common.engine.saves import in_use
from common.engine.sealing import LEAST
from common.gui.kit.dialogs import ask_save_name, run_dialog
from common.gui.kit.language import tr, trn
from common.gui.kit.passphrases import ask_passphrases
from common.gui.kit.widgets import busy
from common.gui.output.position_picture import PictureSource, draw_picture, encode_picture
from common.gui.panels.guide_page import GuideDialog
from common.gui.table.key_editor import KeyEditor, KeySheet
from common.gui.table.prompt_bar import PromptBar

COPY = 1600  # pixels of a copied picture
REPORT = 1400  # pixels of the picture in a report


class GameCommands(QObject):
    """One method for each command; what becomes of it is told in the prompt bar."""

    new_wanted = Signal()
    home_wanted = Signal()
    open_wanted = Signal(str)

    def __init__(self, window: QWidget, source: PictureSource, prompt: PromptBar) -> None:
        super().__init__(window)
        self._window, self._source, self._prompt = window, source, prompt
        self._session, self._store = source.session, source.session.store
        self._copied: str | None = None  # the text put on the clipboard last, "" for a picture

    def new(self) -> None:
        """Begin another game."""
        self.new_wanted.emit()

    def home(self) -> None:
        """Show the start window."""
        self.home_wanted.emit()

    def close(self) -> None:
        """Close the table."""
        self._window.close()

    def quit(self) -> None:
        """Leave the program."""
        QApplication.closeAllWindows()
        QApplication.quit()  # the start window must not come back for the last table that was closed

    def open(self) -> None:
        """Open a saved game."""
        folder = self._store.now.last_folder or str(self._store.places.saves)
        kinds = tr("Games and scenarios (*.jsonl *.scenario.json);;All files (*)")
        name, _ = QFileDialog.getOpenFileName(self._window, tr("Open a game"), folder, kinds)
        if name:
            self._store.set(last_folder=str(Path(name).parent))
            self.open_wanted.emit(name)

    def propose_name(self) -> str:
        """A file name that says what is in it."""
        match = self._session.match
        return f"{match.game.id}_{match.scenario}_turn{match.turn:02d}_{date.today().isoformat()}"

    def _ask(self, title: str, ending: str, kinds: str, name: str = "") -> Path | None:
        """Where to write a file of this game."""
        return ask_save_name(self._window, title, f"{name or self.propose_name()}.{ending}", kinds, self._store)

    def save_as(self) -> None:
        """Write a copy of the game."""
        path = self._ask(tr("Save a copy"), "jsonl", tr("Games (*.jsonl)"))
        if path is not None:
            self.write_copy(path)

    def write_copy(self, path: Path) -> None:
        """Write a copy of the game to a file that no table is writing."""
        if in_use(path):
            record = self._session.record
            own = record.path is not None and path.resolve() == record.path.resolve()
            why = tr("Nothing was written: this game is kept there already, action by action.")
            self._prompt.tell(why if own else tr("Nothing was written: another table is writing it."), "", "bad")
            return
        try:
            self._session.record.copy_to(path)
        except SaveError as error:
            self._prompt.tell(str(error), "", "bad")
            return
        self._prompt.tell(tr("A copy was written to {file}.", file=path.name))

    def seal(self) -> None:
        """Have the save opened only with the passphrases of both players, or open again."""
        session = self._session
        words = tr(
            "Each player types a passphrase of his own; the save then opens only with both. A lost passphrase cannot be"
            " found again. Without any the save can be read by anybody."
        )
        names = {side: session.player(side) for side in session.humans}
        phrases = ask_passphrases(self._window, tr("Seal this game"), words, names)
        if phrases is None:
            return
        try:
            session.record.seal(phrases)
        except ValueError:
            self._prompt.tell(tr("Nothing was sealed: a passphrase has at least {n} letters.", n=LEAST), "", "bad")
            return
        self._prompt.tell(tr("The save is sealed.") if phrases else tr("The save can be read by anybody."))

    def note(self) -> None:
        """Write a note on this game for the list of games."""
        record = self._session.record
        text, ok = QInputDialog.getText(self._window, tr("Note"), tr("A note for the list of games:"), text=record.note)
        if ok:
            record.note = text
            record.note_position(self._session)

    # Pictures, reports and print

    def export_image(self) -> None:
        """Write a picture of the position."""
        from common.gui.output.picture_dialog import ExportDialog

        dialog = ExportDialog(self._window, self._source, self.propose_name())
        dialog.written.connect(lambda words, bad: self._prompt.tell(words, "", "bad" if bad else "soft"))
        run_dialog(dialog)

    def print(self) -> None:
        """Print the map, the charts and the report."""
        from common.gui.output.printing import PrintDialog

        dialog = PrintDialog(self._window, self._source, self.propose_name())
        dialog.written.connect(lambda file: self._prompt.tell(tr("{file} was written.", file=file)))
        run_dialog(dialog)

    def export_report(self) -> None:
        """Write the report of the game."""
        kinds = tr("Web page (*.html);;Markdown (*.md)")
        path = self._ask(tr("Export the report"), "html", kinds)
        if path is not None:
            self.write_report(path)

    def write_report(self, path: Path) -> None:
        """Write the game as the viewer may know it: a web page with the position, or Markdown."""
        from common.gui.output import game_report

        if path.suffix == ".md":
            text = game_report.write_markdown(self._session)
        else:
            text = game_report.write_html(self._session, encode_picture(draw_picture(self._source, REPORT)))
        self._write(path, text)

    def export_counters(self) -> None:
        """Write the counters of the game for scissors."""
        name = f"{self._session.match.game.id}_counters"  # the same at every moment, and no picture of one
        path = self._ask(tr("Counter sheets"), "pdf", tr("PDF (*.pdf)"), name)
        if path is not None:
            self.write_counters(path)

    @busy()
    def write_counters(self, path: Path) -> None:
        """Write the counters of the game to a file."""
        from common.gui.output.counter_sheets import write_sheets

        try:
            count = write_sheets(self._session.match.game, path)
        except OSError as error:
            self._tell_failure(path, error)
            return
        pages = trn("{n} page of counters", "{n} pages of counters", count)
        self._prompt.tell(tr("{file} was written: {pages}; print on both sides.", file=path.name, pages=pages))

    def export_journal(self) -> None:
        """Write the journal."""
        path = self._ask(tr("Export the journal"), "txt", tr("Text (*.txt)"))
        if path is not None:
            self.write_journal(path)

    def write_journal(self, path: Path) -> None:
        """Write what the viewer may read as plain text."""
        self._write(path, self._session.match.journal.text(self._session.viewer, everything=False))

    def _write(self, path: Path, text: str) -> None:
        try:
            path.write_text(text, encoding="utf-8")
        except OSError as error:
            self._tell_failure(path, error)
            return
        self._prompt.tell(tr("{file} was written.", file=path.name))

    def _tell_failure(self, path: Path, error: OSError) -> None:
        why = error.strerror or error
        self._prompt.tell(tr("{file} cannot be written: {reason}.", file=path.name, reason=why), "", "bad")

    # The clipboard

    def copy_text(self) -> None:
        """Copy the position as text: every counter with its space, as the viewer may know it."""
        session, spaces = self._session, dict[str, list[str]]()
        for piece in session.pieces():
            spaces.setdefault(piece.space, []).append(piece.name)
        stats = "; ".join(f"{stat.label} {stat.value}" for stat in session.table.stats(session.view))
        lines = [f"{session.match.game.title}. {stats}", *(f"{s}: {', '.join(n)}" for s, n in sorted(spaces.items()))]
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            self._copied = "\n".join(lines)
            clipboard.setText(self._copied)
            self._prompt.tell(tr("Copied."))

    def copy_image(self) -> None:
        """Copy a picture of the position."""
        clipboard = QGuiApplication.clipboard()
        if clipboard is not None:
            clipboard.setImage(draw_picture(self._source, COPY))
            self._copied = ""
            self._prompt.tell(tr("Copied."))

    def forget_copies(self) -> None:
        """Take back what was copied here, if it is still there: the next player must not paste it."""
        clipboard = QGuiApplication.clipboard()
        mine = self._copied is not None and (clipboard.text() == self._copied or clipboard.mimeData().hasImage())
        if mine:
            clipboard.clear()
        self._copied = None

    # Settings and keys

    def settings(self) -> None:
        """Change the settings."""
        from common.gui.kit.settings_dialog import SettingsDialog

        run_dialog(SettingsDialog(self._store, self._window, self._session.match.game.id))

    def keys(self) -> None:
        """The sheet of keys stays beside the game; asked for again, it comes to the front."""
        if open_sheet := self._window.findChild(KeySheet):
            open_sheet.raise_()
            return
        overlays = self._session.table.overlays(self._session.view)
        extra = [(overlay.key, tr("overlay: {name}", name=overlay.title)) for overlay in overlays]
        KeySheet(self._store, extra, self._window).stay()

    def edit_keys(self) -> None:
        """Change the keys."""
        run_dialog(KeyEditor(self._store, self._window))

    def guide(self) -> None:
        """Open the page for newcomers, which stays beside the game; asked for again, it comes to the front."""
        if open_page := self._window.findChild(GuideDialog):
            open_page.raise_()
            return
        page = GuideDialog(self._session.match.game, self._window)
        page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        page.show()

    def about(self) -> None:
        """Say what this program is."""
        from common.gui.kit.dialogs import AboutDialog

        run_dialog(AboutDialog(self._window))
