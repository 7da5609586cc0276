"""The text of the journal: what happened, with dice and modifiers, and what was added or taken back."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QPoint, Qt, QUrl, Signal
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QTextEdit

from common.engine import D10, Entry, Roll, Side
from common.gui.kit import icons, theme
from common.gui.kit.language import tr, trn
from common.gui.kit.stylesheet import SERIF
from common.gui.kit.text_sheet import style
from common.gui.kit.themed import Themed
from common.gui.kit.timers import once
from common.gui.panels.fact_sheet import escape, rule_link
from common.gui.session.session import Session
from common.gui.session.variations import Variation

LONG = 300  # entries: more are written after a new theme has been painted, not before
MOST_LINES = 3  # lines of a variation that stand for it


class JournalText(Themed, QTextBrowser):
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
        self.setAccessibleName(tr("Journal"))
        self.anchorClicked.connect(self._link)
        self._written: list[tuple[Entry, str]] = []
        self._away = False
        self._place: int | None = None  # what is read while the text is between two themes; None is its end
        self._later = once(self, self._fill)
        self._at_end = True  # whether the last line is what is read
        self._scrolling = False  # whether the text moves by itself
        self.verticalScrollBar().rangeChanged.connect(self._follow_end)
        self.verticalScrollBar().valueChanged.connect(self._note_place)
        self._clear_page()

    def _clear_page(self) -> None:
        """An empty page in the type and the colours of the theme."""
        self.dressed = theme.current()
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

    def dress(self) -> None:
        """Write everything in the colours of the theme; a long text is not waited for, but follows the rest at once."""
        self._clear_page()
        if len(self.session.entries()) > LONG:
            self._later.start()
        else:
            self._fill()

    def _fill(self) -> None:
        """The whole text again; the reader keeps the place."""
        place, self._place = self._place, None
        self.refresh()
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum() if place is None else place)
        self._at_end = place is None

    def undress(self) -> None:
        """A long text is not laid out for nothing, nor twice because its bar went and came again."""
        if self._later.isActive():
            return  # it was taken away before, and what was read is known
        if self.verticalScrollBar().maximum():
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._place = None if self._last_seen() else self.verticalScrollBar().value()
        self.document().clear()
        self._written = []

    def _scroll_to_end(self) -> None:
        """Who reads the last line still does in a text of another width or height, whenever it is laid out."""
        self._scrolling = self._at_end = True
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum())
        self._scrolling = False

    def _follow_end(self, _least: int, _most: int) -> None:
        if self._at_end:
            self._scroll_to_end()

    def _note_place(self) -> None:
        if not self._scrolling:
            self._at_end = self._last_seen()

    def _last_seen(self) -> bool:
        bar = self.verticalScrollBar()
        return bar.maximum() - bar.value() <= 2 * self.fontMetrics().lineSpacing()

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
            self._scrolling = True
            self.moveCursor(QTextCursor.MoveOperation.End)
            self._scroll_to_end()
        self._mark()

    def _remarks(self, entries: Sequence[Entry]) -> list[str]:
        """What is added below the last line of an action: a bot's reason, a bookmark, what was taken back."""
        session, now = self.session, self.session.store.now
        kinds = [("★ {text}", "bookmark")]
        if now.reasons:
            kinds.append((tr("Hint: {text}"), "hint"))
        kinds.append(("✎ {text}", "note"))
        added: dict[int, list[str]] = {}
        for shape, kind in kinds:
            for moment, text in session.words(kind).items():
                lines = [shape.replace("{text}", line) for line in text.splitlines()]
                added.setdefault(moment, []).extend(map(escape, lines))
        if now.taken_back:
            for number, variation in enumerate(session.record.variations):
                link = f'<a href="variation:{number}">{escape(describe_variation(session, variation))}</a>'
                added.setdefault(variation.base, []).append(tr("Taken back: {what}", what=link))
        last = session.length if session.variation is None else session.variation.base
        moments = sorted(moment for moment in added if moment <= last)
        found: list[str] = []
        for after in (*entries[1:], None)[: len(entries)]:
            here: list[str] = []
            while moments and (after is None or moments[0] < after.action):
                here += added[moments.pop(0)]
            found.append("\n".join(here))
        for at, text in reversed(list(self._reasons(entries, last))) if now.reasons else ():
            found[at] = "\n".join(filter(None, (*map(escape, text.splitlines()), found[at])))
        return found

    def _reasons(self, entries: Sequence[Entry], last: int) -> Iterator[tuple[int, str]]:
        """The bots' reasons with the lines they stand below; a thought that took several actions is told once."""
        actions, said = [entry.action for entry in entries], self.session.words("reason")
        for moment, text in said.items():
            at = bisect_right(actions, moment) - 1 if moment <= last else -1
            while at > 0 and entries[at].heading and actions[at] == moment:
                at -= 1  # the heading of what comes next is not what the bot had in mind
            if at >= 0 and said.get(moment - 1) != text:
                known = entries[at].heading or self._find_actor(actions[at]) == self._find_actor(moment)
                yield at, text if known else self._name_actor(moment, text)

    def _find_actor(self, moment: int) -> Side | None:
        """Who did what led to a moment."""
        return self.session.actor_at(moment - 1) if moment else None

    def _name_actor(self, moment: int, text: str) -> str:
        """A reason that stands below what another side did, because nothing is told of what it led to."""
        return tr("{side}: {what}", side=self.session.name(self._find_actor(moment)), what=text)

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
        numbers: list[int] = []
        if self.session.moment is not None:
            shown = max((e.action for e, _ in self._written if e.action <= self.session.shown_moment), default=0)
            numbers = [n for n, (entry, _) in enumerate(self._written) if entry.action == shown]
        self._select(numbers, "live", "on_live")
        if numbers:  # first to the end, so that the whole of it is in sight where it fits
            end = QTextCursor(self.document().findBlockByNumber(numbers[-1]))
            end.movePosition(QTextCursor.MoveOperation.EndOfBlock)
            self.setTextCursor(end)
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(numbers[0])))

    def _select(self, numbers: Sequence[int], paper: str, ink: str) -> None:
        """Lay a colour over some lines."""
        shape = QTextCharFormat()
        shape.setBackground(theme.current().color(paper))
        shape.setForeground(theme.current().color(ink))
        marks: list[QTextEdit.ExtraSelection] = []
        for number in numbers:
            mark = QTextEdit.ExtraSelection()
            cursor = QTextCursor(self.document().findBlockByNumber(number))
            cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
            mark.cursor, mark.format = cursor, shape
            marks.append(mark)
        self.setExtraSelections(marks)

    def entry_at(self, pos: QPoint) -> Entry | None:
        """The entry under a point."""
        number = self.cursorForPosition(pos).blockNumber()
        return self._written[number][0] if 0 <= number < len(self._written) else None

    def entry_now(self) -> Entry | None:
        """The entry the keyboard's caret is in."""
        number = self.textCursor().blockNumber()
        return self._written[number][0] if 0 <= number < len(self._written) else None

    def find_place(self, space: str) -> bool:
        """Mark the lines that tell of a space and scroll to the last of them."""
        numbers = [n for n, (entry, _) in enumerate(self._written) if space in entry.places]
        self._select(numbers, "brass", "raised")
        if numbers:
            self.setTextCursor(QTextCursor(self.document().findBlockByNumber(numbers[-1])))
            self.ensureCursorVisible()
        return bool(numbers)

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
        elif kind == "variation":
            self.session.look_at(self.session.record.variations[int(what)])


def describe_variation(session: Session, variation: Variation) -> str:
    """A variation in a line: what was done first, and what the viewer may read of it."""
    entries = [e for e in session.match_of(variation).journal.view(session.viewer) if e.action > variation.base]
    texts = [entry.text.rstrip(".") for entry in entries if not entry.heading]
    more = " …" if len(texts) > MOST_LINES else ""
    rest = "; ".join(texts[:MOST_LINES]) + more if texts else trn("{n} action", "{n} actions", len(variation.done))
    return ": ".join(filter(None, (session.first_label(variation), rest)))


def entry_html(entry: Entry, remark: str) -> str:
    """An entry as one paragraph: text, rules, changes, dice with their modifiers, and what was added."""
    now = theme.current()
    serif = ", ".join(f"'{family}'" for family in SERIF)
    if entry.heading:
        dress = f"font-family:{serif}; font-size:{now.px(15)}px; color:{now.accent}"
        parts = [f'<span style="{dress}"><b>{escape(entry.text)}</b></span>']
        return "<br>".join(parts + _remark_html(remark))
    rules = f' <span class="small">({rule_link(",".join(entry.rules))})</span>' if entry.rules else ""
    parts = [escape(entry.text) + rules]
    if entry.changes:
        parts[0] += f' <span style="color:{now.soft}">[{escape("; ".join(map(str, entry.changes)))}]</span>'
    parts += [roll_html(roll) for roll in entry.rolls]
    return "<br>".join(parts + _remark_html(remark))


def _remark_html(remark: str) -> list[str]:
    return [f'<span style="color:{theme.current().soft}"><i>{line}</i></span>' for line in remark.splitlines()]


def roll_html(roll: Roll) -> str:
    """A roll: pictures of the dice, each modifier with its rule, the sum."""
    kind = "ten" if roll.faces == len(D10) else "six"
    dice = "".join(f'<img src="die:{kind}:{die}" style="vertical-align: middle">' for die in roll.dice)
    added = "".join(f" {m.value:+d} {escape(m.why)} ({rule_link(m.rule)})" for m in roll.modifiers)
    total = f" =&nbsp;<b>{roll.total}</b>" if roll.has_sum else ""
    return f'{dice} <span class="small">{escape(roll.reason)}{added}</span>{total}'
