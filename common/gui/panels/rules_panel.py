"""The rules reference: by chapter, by search, and opened at the clause that anything on the table names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QHBoxLayout, QLineEdit

from common.engine import Clause
from common.engine.guide import RuleExample
from common.gui.kit import theme
from common.gui.kit.language import strip_accents, tr, trn
from common.gui.kit.widgets import IconButton, Page, Picker, label
from common.gui.map.display_list import scene_of
from common.gui.map.example_picture import draw_example
from common.gui.map.places import Places, places_of
from common.gui.panels.fact_sheet import FactSheet, escape
from common.gui.session.session import Session
from common.gui.session.space_names import map_of
from common.maps.pictures.themes import Mode

PICTURE = 274  # px at normal text
CHAPTER = re.compile(r"^(\d+|[A-Za-z]+)")
MOST = 80


def find_clauses(clauses: Sequence[Clause], rule: str) -> list[Clause]:
    """The clauses an id stands for: itself, its lettered and numbered parts, else the paragraph it belongs to."""
    wanted = rule.strip()
    while wanted:
        exact = [clause for clause in clauses if clause.id == wanted]
        parts = [c for c in clauses if c.id.startswith(wanted) and re.match(r"[a-z.]", c.id[len(wanted) :] or "-")]
        if exact or parts:
            return exact + parts
        shorter = re.sub(r"([a-z]+|\.\d+[a-z]*|\.)$", "", wanted)
        wanted = shorter if shorter != wanted else ""
    return []


def search_clauses(clauses: Sequence[Clause], text: str) -> list[Clause]:
    """The clauses that hold all the words, those that begin with the id first."""
    words = strip_accents(text).split()
    if not words:
        return []
    hits = [c for c in clauses if all(word in strip_accents(c.says) or c.id.lower().startswith(word) for word in words)]
    return sorted(hits, key=lambda clause: not clause.id.lower().startswith(words[0]))


def chapter_of(rule: str) -> str:
    """The chapter a rule id belongs to."""
    found = CHAPTER.match(rule)
    return found[1] if found else rule


def example_html(picture: str, example: RuleExample) -> str:
    """The picture of an example and what happens in it."""
    words = f"<i>{escape(tr('Example'))}:</i> {escape(example.says)}"
    return f'<p class="small" style="margin:2px 0 10px 14px"><img src="{picture}"><br>{words}</p>'


class RuleSheet(FactSheet):
    """Clauses with pictures of the board among them, drawn when they are asked for."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.examples: dict[str, RuleExample] = {}  # by the names of their pictures
        self._drawn: dict[tuple[str, str, float], QImage] = {}
        self._places: Places | None = None

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """The picture of an example, drawn now if it was not before."""
        example = self.examples.get(name if isinstance(name, str) else name.toString())
        return self._draw(example) if example is not None else super().loadResource(kind, name)

    def _draw(self, example: RuleExample) -> QImage:
        look, game = theme.current(), self.session.match.game
        key = example.rule + example.says, look.name, look.scale
        if key not in self._drawn:
            mode: Mode = "light" if look.name == "light" else "dark"
            game_map = map_of(game)
            scene = scene_of(game_map, mode)
            if self._places is None:
                self._places = places_of(game_map, scene.printed)
            self._drawn[key] = draw_example(example, scene, self._places, game.table.counters(), look.px(PICTURE))
        return self._drawn[key]


class RulesPanel(Page):
    """A search field, a list of chapters, and the clauses themselves."""

    window_wanted = Signal()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self._opened = ""
        self.field = QLineEdit()
        self.field.setPlaceholderText(tr("Search the rules"))
        self.field.setClearButtonEnabled(True)
        self.field.setAccessibleName(tr("Search the rules"))
        self.chapters = Picker(tr("Chapter"))
        self.chapters.setPlaceholderText(tr("All chapters"))  # while something is looked for
        self.count = label("", "small")
        self.sheet = RuleSheet(session)
        self.sheet.rule_wanted.connect(self.open)
        self.apart = IconButton("float", tr("Rules in a window of their own"), "tab", 13)
        self.apart.clicked.connect(self.window_wanted)
        row = QHBoxLayout()
        row.addWidget(self.chapters, 1)
        row.addWidget(self.count)
        head = QHBoxLayout()
        head.addWidget(self.field, 1)
        head.addWidget(self.apart)
        self.column.addLayout(head)
        self.column.addLayout(row)
        self.column.addWidget(self.sheet, 1)
        self.field.textChanged.connect(self._search)
        self.chapters.activated.connect(self._chapter)

    @property
    def opened(self) -> str:
        """The clause or chapter that was opened last."""
        return self._opened

    @property
    def clauses(self) -> Sequence[Clause]:
        """The clauses of the game."""
        return self.session.match.game.clauses

    def showEvent(self, event) -> None:  # type: ignore[no-untyped-def]
        super().showEvent(event)
        if not self.chapters.count():
            for chapter in dict.fromkeys(chapter_of(clause.id) for clause in self.clauses):
                self.chapters.addItem(self._chapter_title(chapter), chapter)
        if not self._opened and not self.field.text():
            self.open(self.session.board.prompt_rule)

    def _say(self, words: str) -> None:
        """A word beside the list of chapters, which has all the width without one."""
        self.count.setText(words)
        self.count.setVisible(bool(words))

    def _chapter_title(self, chapter: str) -> str:
        name = self.session.match.game.guide.chapters.get(chapter, "")
        if not name:
            return tr("Chapter {chapter}", chapter=chapter)
        return f"{chapter} · {name}" if chapter.isdigit() else name

    def refresh(self) -> None:
        """Nothing moves in the rules; the marks are renewed when a clause is opened."""

    def open(self, rule: str) -> None:
        """Show a clause with its whole chapter around it."""
        found = find_clauses(self.clauses, rule)
        self._opened = rule
        self._clear()
        chapter = chapter_of(found[0].id) if found else chapter_of(rule)
        self.chapters.setCurrentIndex(max(0, self.chapters.findData(chapter)))
        members = [clause for clause in self.clauses if chapter_of(clause.id) == chapter]
        self._show(members, {clause.id for clause in found})
        self._say("" if found else tr("{rule}: not found", rule=rule) if rule else "")
        if found:
            self.sheet.scrollToAnchor(found[0].id)

    def _chapter(self) -> None:
        self._opened = str(self.chapters.currentData())
        self._clear()
        members = [clause for clause in self.clauses if chapter_of(clause.id) == self._opened]
        self._show(members, set())

    def _clear(self) -> None:
        """Nothing is looked for any more."""
        self.field.blockSignals(True)
        self.field.clear()
        self.field.blockSignals(False)
        self._say("")

    def _search(self, text: str) -> None:
        if not text.strip():
            self.open(self._opened)
            return
        self.chapters.setCurrentIndex(-1)
        hits = search_clauses(self.clauses, text)
        live = self.live_chapters()
        now = sum(chapter_of(clause.id) in live for clause in hits)
        words = trn("{n} found, {now} ● now", "{n} found, {now} ● now", len(hits), now=now)
        self._say(words)
        self._show(hits[:MOST], set())

    def live_chapters(self) -> set[str]:
        """The chapters that the present phase and the question asked belong to."""
        live = {chapter_of(p.rule) for p in self.session.table.sequence(self.session.view) if p.state == "now"}
        return live | {chapter_of(self.session.board.prompt_rule)}

    def _show(self, clauses: Sequence[Clause], marked: set[str]) -> None:
        """Paragraphs, because a table of text takes Qt five times as long."""
        live, shape = self.live_chapters(), "margin-top:4px; margin-bottom:4px"
        lines = []
        shown: dict[str, RuleExample] = {}
        for clause in clauses:
            name, says = escape(clause.id), escape(clause.says)
            words = f'<span class="live">{says}</span>' if clause.id in marked else says
            now = " ●" if chapter_of(clause.id) in live and not marked else ""
            lines.append(f'<p style="{shape}"><a name="{name}"></a><b>{name}{now}</b>&nbsp; {words}</p>')
            for example in (each for each in self.session.match.game.examples if each.rule == clause.id):
                picture = f"example:{len(shown)}"
                shown[picture] = example
                lines.append(example_html(picture, example))
        self.sheet.examples = shown
        self.sheet.show_html("".join(lines) or f"<p class='soft'>{escape(tr('No rule has these words.'))}</p>")
        self.sheet.verticalScrollBar().setValue(0)

    def focus_search(self) -> None:
        """Put the keyboard into the search field."""
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
