"""The journal: what happened, with dice and modifiers; a click shows that moment, and the game can be played again."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QSlider, QTextBrowser, QTextEdit, QVBoxLayout, QWidget

from common.engine import D10, Entry, Roll
from common.gui import icons, theme
from common.gui.facts import escaped, rule_link, style
from common.gui.session import Session
from common.gui.widgets import IconButton, button, label, no_margins

SPEEDS = (("½×", 2000), ("1×", 1000), ("2×", 500), ("4×", 250), ("10×", 100), ("25×", 40))


class JournalText(QTextBrowser):
    """One paragraph an entry; only what is new is added, only what was taken back is removed."""

    moment_wanted = Signal(int)
    rule_wanted = Signal(str)
    place_wanted = Signal(str)
    menu_wanted = Signal(int, object)

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.setOpenLinks(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Journal")
        self.anchorClicked.connect(self._link)
        self._written: list[tuple[Entry, str]] = []
        self._away = False
        self._dress()

    def _dress(self) -> None:
        self._dressed = theme.current()
        document = self.document()
        document.clear()
        document.setDefaultStyleSheet(style())
        document.setDocumentMargin(theme.current().px(8))
        self._written = []
        for value in range(13):
            self._dice_picture(document, value)

    def _dice_picture(self, document: QTextDocument, value: int) -> None:
        now = theme.current()
        for ten in (False, True):
            image = icons.die_image(value, ten, now.px(20), "#fffdf6", "#1c170e")
            name = QUrl(f"die:{'ten' if ten else 'six'}:{value}")
            document.addResource(QTextDocument.ResourceType.ImageResource, name, image)

    def changeEvent(self, event: QEvent) -> None:
        """Take the colours of a new theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange and self._dressed is not theme.current():
            self._dress()
            self.refresh()

    def refresh(self) -> None:
        """Bring the text in line with what the viewer may read."""
        entries = self.session.entries()
        lines = list(zip(entries, self._remarks(entries)))
        same = 0
        while same < min(len(lines), len(self._written)) and lines[same] == self._written[same]:
            same += 1
        self._cut(same)
        self._append(lines[same:])
        returned, self._away = self._away and self.session.moment is None, self.session.moment is not None
        if (same < len(lines) or returned) and self.session.moment is None:
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.ensureCursorVisible()
        self._mark()

    def _remarks(self, entries: Sequence[Entry]) -> list[str]:
        """What is added below the last line of an action: a bot's reason, a bookmark, what was taken back."""
        record, now = self.session.record, self.session.store.now
        kinds = [("★ ", record.of("bookmark"))]
        if now.reasons:
            kinds += [("", record.of("reason")), ("Hint: ", record.of("hint"))]
        if now.taken_back:
            kinds.append(("Taken back: ", record.of("variation")))
        kinds.append(("", record.of("note")))
        found: list[str] = []
        for entry, after in zip(entries, [*entries[1:], None]):
            last = after is None or after.action != entry.action
            lines = [prefix + words[entry.action] for prefix, words in kinds if last and entry.action in words]
            found.append("\n".join(lines))
        return found

    def _cut(self, count: int) -> None:
        """Remove the paragraphs after the first `count`."""
        if count >= len(self._written):
            return
        cursor = QTextCursor(self.document())
        if count == 0:
            cursor.select(QTextCursor.SelectionType.Document)
        else:
            block = self.document().findBlockByNumber(count - 1)
            cursor.setPosition(block.position() + block.length() - 1)
            cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        cursor.removeSelectedText()
        del self._written[count:]

    def _append(self, lines: Sequence[tuple[Entry, str]]) -> None:
        """Add paragraphs in one go: one text is laid out once, however long it is."""
        if not lines:
            return
        cursor = QTextCursor(self.document())
        cursor.movePosition(QTextCursor.MoveOperation.End)
        if self._written:
            cursor.insertBlock()
        shape = cursor.blockFormat()
        top, low, left = self._margins(lines[0][0])
        shape.setTopMargin(top)
        shape.setBottomMargin(low)
        shape.setLeftMargin(left)
        cursor.setBlockFormat(shape)
        parts = []
        for entry, remark in lines:
            top, low, left = self._margins(entry)
            margins = f"margin-top:{top}px; margin-bottom:{low}px; margin-left:{left}px"
            parts.append(f'<p style="{margins}">{entry_html(entry, remark)}</p>')
        cursor.insertHtml("".join(parts))
        self._written += lines

    def _margins(self, entry: Entry) -> tuple[int, int, int]:
        now = theme.current()
        return (now.px(9), now.px(3), 0) if entry.heading else (now.px(2), now.px(3), now.px(4))

    def _mark(self) -> None:
        """Mark the lines of the moment shown, while an earlier one is on the table."""
        marks: list[QTextEdit.ExtraSelection] = []
        if self.session.moment is not None:
            shape = QTextCharFormat()
            shape.setBackground(theme.current().color("live"))
            shape.setForeground(theme.current().color("on_live"))
            for number, (entry, _) in enumerate(self._written):
                if entry.action == self.session.moment:
                    mark = QTextEdit.ExtraSelection()
                    cursor = QTextCursor(self.document().findBlockByNumber(number))
                    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                    mark.cursor, mark.format = cursor, shape
                    marks.append(mark)
                    if len(marks) == 1:
                        self.setTextCursor(QTextCursor(self.document().findBlockByNumber(number)))
        self.setExtraSelections(marks)

    def entry_at(self, pos) -> Entry | None:  # type: ignore[no-untyped-def]
        """The entry under a point."""
        number = self.cursorForPosition(pos).blockNumber()
        return self._written[number][0] if 0 <= number < len(self._written) else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A plain click on a line shows its moment."""
        super().mouseReleaseEvent(event)
        pos = event.position().toPoint()
        if event.button() == Qt.MouseButton.LeftButton and not self.textCursor().hasSelection():
            entry = self.entry_at(pos)
            if entry is not None and not self.anchorAt(pos):
                self.moment_wanted.emit(entry.action)
                if entry.places:
                    self.place_wanted.emit(entry.places[0])

    def contextMenuEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        entry = self.entry_at(event.pos())
        if entry is not None:
            self.menu_wanted.emit(entry.action, event.globalPos())

    def _link(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind == "rule":
            self.rule_wanted.emit(QUrl.fromPercentEncoding(what.encode()))


def entry_html(entry: Entry, remark: str) -> str:
    """An entry as one paragraph: text, rules, changes, dice with their modifiers, and what was added."""
    now = theme.current()
    serif = ", ".join(f"'{family}'" for family in ("Georgia", "DejaVu Serif"))
    if entry.heading:
        dress = f"font-family:{serif}; font-size:{now.px(15)}px; color:{now.accent}"
        return f'<span style="{dress}"><b>{escaped(entry.text)}</b></span>'
    rules = f' <span class="small">({rule_link(",".join(entry.rules))})</span>' if entry.rules else ""
    parts = [escaped(entry.text) + rules]
    if entry.changes:
        parts[0] += f' <span style="color:{now.soft}">[{escaped("; ".join(map(str, entry.changes)))}]</span>'
    parts += [roll_html(roll) for roll in entry.rolls]
    for line in remark.splitlines():
        parts.append(f'<span style="color:{now.soft}"><i>{escaped(line)}</i></span>')
    return "<br>".join(parts)


def roll_html(roll: Roll) -> str:
    """A roll: pictures of the dice, each modifier with its rule, the sum."""
    kind = "ten" if roll.faces == len(D10) else "six"
    dice = "".join(f'<img src="die:{kind}:{die}" style="vertical-align: middle">' for die in roll.dice)
    added = "".join(f" {m.value:+d} {escaped(m.why)} ({rule_link(m.rule)})" for m in roll.modifiers)
    total = f" = <b>{roll.total}</b>" if roll.modifiers or len(roll.dice) > 1 else ""
    return f'{dice} <span class="small">{escaped(roll.reason)}{added}</span>{total}'


class JournalPanel(QWidget):
    """The text and, below it, the buttons of a recorder."""

    play_from_here = Signal(int)
    export_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.setObjectName("panel")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session = session
        self.text = JournalText(session)
        self.timer = QTimer(self)
        self.timer.timeout.connect(self._tick)
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setAccessibleName("Moment of the game")
        self.where = label("", "small")
        self.speed = QComboBox()
        self.speed.setAccessibleName("Speed of the replay")
        for name, wait in SPEEDS:
            self.speed.addItem(name, wait)
        self.speed.setCurrentIndex(1)
        self._build()
        session.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        self.first = IconButton("first", "To the beginning (Home)", size=15)
        self.back = IconButton("back", "One action back ( , )", size=15)
        self.run = IconButton("play", "Play the game again", size=15)
        self.step = IconButton("step", "One action forward ( . )", size=15)
        self.last = IconButton("last", "To the present (End)", size=15)
        self.mark = IconButton("bookmark", "Bookmark this moment (Ctrl+B)", size=15)
        row = QHBoxLayout()
        row.setContentsMargins(8, 2, 8, 6)
        row.setSpacing(3)
        for part in (self.first, self.back, self.run, self.step, self.last, self.mark, self.speed):
            row.addWidget(part)
        row.addStretch(1)
        slide = QHBoxLayout()
        slide.setContentsMargins(12, 4, 12, 0)
        slide.addWidget(self.slider, 1)
        slide.addWidget(self.where)
        self.head = QWidget()
        head = QHBoxLayout(self.head)
        no_margins(head)
        head.addWidget(label("Journal", "heading"))
        head.addStretch(1)
        export = button("Export …", "quiet", "Write the journal as text")
        export.clicked.connect(self.export_wanted)
        head.addWidget(export)
        column = QVBoxLayout(self)
        no_margins(column)
        column.addWidget(self.text, 1)
        column.addLayout(slide)
        column.addLayout(row)
        self._wire()

    def _wire(self) -> None:
        self.first.clicked.connect(lambda: self.go(0))
        self.back.clicked.connect(lambda: self.go(self.session.shown - 1))
        self.step.clicked.connect(lambda: self.go(self.session.shown + 1))
        self.last.clicked.connect(self.leave)
        self.run.clicked.connect(self.toggle)
        self.mark.clicked.connect(self.bookmark)
        self.slider.valueChanged.connect(self.go)
        self.text.moment_wanted.connect(self.go)

    def refresh(self) -> None:
        """Follow the session."""
        session = self.session
        self.text.refresh()
        self.slider.blockSignals(True)
        self.slider.setRange(0, max(1, session.length))
        self.slider.setValue(session.shown)
        self.slider.blockSignals(False)
        live = session.moment is None
        self.where.setText(f"{session.length} actions" if live else f"{session.shown} of {session.length}")
        self.back.setEnabled(session.shown > 0)
        self.first.setEnabled(session.shown > 0)
        self.step.setEnabled(session.shown < session.length)
        self.last.setEnabled(not live)
        if live and self.timer.isActive():
            self.stop()

    def go(self, moment: int) -> None:
        """Show a moment; the present is the game itself."""
        if self.session.trial is not None:
            return
        self.session.show(moment)

    def leave(self) -> None:
        """Back to the game."""
        self.stop()
        self.session.show(None)

    def toggle(self) -> None:
        """Start or stop playing the game again."""
        if self.timer.isActive():
            self.stop()
            return
        if self.session.shown >= self.session.length:
            self.go(0)
        self.run.set_icon("pause", "Stop here")
        self.timer.start(int(self.speed.currentData()))

    def stop(self) -> None:
        """Hold the replay."""
        self.timer.stop()
        self.run.set_icon("play", "Play the game again")

    def _tick(self) -> None:
        self.timer.setInterval(int(self.speed.currentData()))
        if self.session.shown >= self.session.length:
            self.stop()
        else:
            self.go(self.session.shown + 1)

    def replay_from(self, moment: int) -> None:
        """Play again what happened after a moment."""
        self.go(moment)
        if not self.timer.isActive():
            self.toggle()

    def bookmark(self) -> None:
        """Set or remove a bookmark at the moment shown."""
        record, moment = self.session.record, self.session.shown
        if moment in record.of("bookmark"):
            record.remove("bookmark", moment)
        else:
            state = self.session.state_at(moment)
            record.add("bookmark", moment, f"Bookmark, turn {state.turn}")
        self.text.refresh()

    def minimumSizeHint(self) -> QSize:
        """Room for the buttons and a few lines."""
        return QSize(theme.current().px(260), theme.current().px(150))
