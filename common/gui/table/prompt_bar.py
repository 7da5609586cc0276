"""The prompt bar: who decides, what is asked, and a button for everything that has no place on the map."""

from __future__ import annotations

import html
from collections.abc import Sequence
from copy import copy

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from common.engine import Side
from common.engine.prompts import rule_in
from common.gui.kit import theme
from common.gui.kit.language import tr, trn
from common.gui.kit.terms import explain_all
from common.gui.kit.themed import LinkLabel, Themed
from common.gui.kit.timers import once
from common.gui.kit.widgets import button, clear, label, remove_margins
from common.gui.kit.wrapping import FlowArea
from common.gui.session.offers import Offer
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.table.choice_buttons import WIDE, ChoiceButton, ClosedButton, EndButton, tell_reason
from common.gui.table.choice_menus import fill_menu
from common.gui.table.news_line import NewsLine, measure_text
from common.gui.table.prompt_words import count_lit, describe_held, describe_waiting, link_rule
from common.gui.table.side_badge import Badge
from common.tabletop import ClosedChoice

GAP = 6  # px between two choices
LATER = 60  # ms
LETTERS, NARROW_LETTERS = 17, 14.5  # px at normal text, of the question
SMALL = 11  # px at normal text, of choices that would not fit otherwise
FEWEST = 2  # buttons that choices are gathered under at the least


class PromptBar(Themed, QWidget):
    """Always visible; the one place where the eye finds what to do next."""

    rule_wanted = Signal(str)
    pointed_at = Signal(object)  # the Offer under the pointer, or None
    next_wanted = Signal()
    recap_wanted = Signal()
    command_wanted = Signal(str)
    result_wanted = Signal()

    def __init__(self, session: Session, hand: Selection) -> None:
        super().__init__()
        self.setObjectName("prompt")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.session, self.hand = session, hand
        self.news_rule = ""
        self._scale = theme.current().scale  # of the text that the rows are as high as
        self._lines, self._font = 1, theme.serif(LETTERS)  # of the question
        self.badge = Badge()
        self.question = LinkLabel("question")
        self.news = NewsLine()
        self.news.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.news.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.warning = label("", "bad", wrap=True)
        self.warning.hide()
        for line in (self.question, self.news):
            line.linkActivated.connect(self._link)
        self.flow_box = FlowArea(1, GAP)
        self.flow = self.flow_box.flow
        self._figures = hand.figures
        self._folded_at = 0  # the width at which the choices folded last
        self._closed_folded = False  # whether what cannot be chosen now shares one button
        self._refit = once(self, self._fit_again)
        self.flow_box.resized.connect(lambda: self._refit.start(0))
        self.end = EndButton()
        self.end.chosen.connect(hand.do)
        self.end.pointed.connect(self.pointed_at)
        self.pointed_at.connect(self._tell_hint)
        self.buttons: list[QPushButton] = []
        self._lists: dict[tuple[Offer, ...], QPushButton] = {}  # the buttons that open lists, by what these offer
        self._build()
        hand.changed.connect(self.refresh)
        hand.warned.connect(self._warn_of_idle)

    def _build(self) -> None:
        column = QVBoxLayout()
        column.setContentsMargins(14, 7, 12, 8)
        column.setSpacing(5)
        column.addWidget(self.question)
        column.addWidget(self.flow_box)
        column.addWidget(self.news)
        column.addWidget(self.warning)
        column.addStretch(1)
        row = QHBoxLayout(self)
        remove_margins(row)
        row.addWidget(self.badge)
        row.addLayout(column, 1)
        self.extra = QVBoxLayout()
        self.extra.setContentsMargins(0, 7, 12, 8)
        row.addLayout(self.extra)
        ending = QVBoxLayout()
        ending.setContentsMargins(0, 8, 12, 9)
        ending.addWidget(self.end)
        row.addLayout(ending)

    def dress(self) -> None:
        """Rows as high as text of another size needs."""
        self.dressed = theme.current()
        self._fix_height()
        if self._scale != self.dressed.scale:
            self._scale = self.dressed.scale
            self.refresh()

    def _fix_height(self) -> None:
        """As high as a question, a row of choices and the news need, whatever stands there now: the map never jumps."""
        self._letter_question()
        question = self._lines * QFontMetrics(self._font).height() + 2
        row = button("").sizeHint().height()
        high = 15 + question + 5 + row + 5 + self.news.sizeHint().height()
        if not self.warning.isHidden():
            high += 5 + self.warning.heightForWidth(max(200, self.question.width()))
        if high != self.height():
            self.setFixedHeight(high)
        self._share_height(high - 25 - (0 if self.warning.isHidden() else 5 + self.warning.height()))

    def _letter_question(self) -> None:
        """Where the bar is narrow for its text a question may take two lines, in smaller letters."""
        wide = self.width() >= theme.current().px(WIDE)
        self._lines, self._font = (1, theme.serif(LETTERS)) if wide else (2, theme.serif(NARROW_LETTERS))
        style = "" if wide else f"font-size: {self._font.pixelSize()}px;"
        if style != self.question.styleSheet():
            self.question.setStyleSheet(style)

    def _share_height(self, room: int) -> None:
        """The question has what it needs, the choices a row at least, the news what is left, a line at least."""
        width, row, line = self.flow_box.width(), button("").sizeHint().height(), self.news.sizeHint().height()
        question = min(measure_text(self.question.text(), self._font, width) + 2, room - row - line)
        rows = min(max(self.flow.heightForWidth(width), row), room - question - line)
        self.question.setFixedHeight(max(question, 1))
        self.flow_box.setFixedHeight(max(rows, row))
        self.news.setFixedHeight(max(room - question - max(rows, row), line))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.end.updateGeometry()
        self._refit.start(0)

    def refresh(self) -> None:
        """Say again who decides and what can be done."""
        session = self.session
        side = session.person if session.is_pausing and session.person else session.decider  # who looks, who decides
        colours = session.table.colours
        if side is None:
            result = session.match.result
            winner = result.winner if result else None
            level = result.level if result else ""  # such as a draw, or a victory for both
            text = tr("Victory: {side}", side=session.name(winner)) if winner else level
            self.badge.show_side(text, colours.get(winner or "", "#6b6250"), "over")
        else:
            known = session.record.players.get(side)
            person = known.name if known is not None else ""
            if session.is_shared:
                person = tr("both look on")
            self.badge.setToolTip(tr("Only what lies open to both is shown") if session.is_shared else "")
            self.badge.show_side(session.name(side), colours.get(side, "#6b6250"), session.player_kind(side), person)
            names = [person, *(player.name for player in session.record.players.values())]
            self.badge.fit([*map(session.name, session.match.sides), *names])
        self.question.setText(self._question())
        self.question.setToolTip(explain_all(self._question(), session.match.game.guide.glossary))
        self._fill()

    def _question(self) -> str:
        session = self.session
        if session.curtain:
            return tr("Pass the seat.")
        if session.is_resting and session.moment is None:
            return tr("The fight is over: look at its outcome, then go on.")
        if session.moment is not None:
            done = session.label_at(session.shown_moment - 1) if session.shown_moment else tr("the set-up")
            return html.escape(tr("An earlier moment: {what}", what=done))
        prompt, side, result = session.board.prompt, session.to_act, session.board.result
        if result is not None and result.rule and not rule_in(prompt):
            prompt = f"{prompt.rstrip('.')} ({result.rule})."
        return link_rule(prompt if side is None or session.can_act else self._waiting(side, prompt))

    def _waiting(self, side: Side, prompt: str) -> str:
        """What another player is asked; countries are named without an article."""
        name = self.session.name(side)
        return describe_waiting(tr("the {side}", side=name) if self.session.table.articles else name, prompt)

    def _fill(self) -> None:
        focused = any(made.hasFocus() for made in self.buttons)
        clear(self.flow)
        self.buttons, self._lists = [], {}
        self.end.offer(None)
        choices = self.hand.choices()
        if self.session.can_act:
            self._fill_choices(choices)
        elif self.session.is_resting and self.session.moment is None:
            self._fill_rest()
        elif self.session.bots.to_move and self.session.moment is None and not self.session.curtain:
            self._fill_bots()
        elif self.session.board.result is not None and self.session.moment is None and not self.session.curtain:
            self._fill_end()
        self._show_all()
        if focused and self.buttons:
            self.buttons[0].setFocus()
        self.flow_box.updateGeometry()
        self._fix_height()

    def _show_all(self) -> None:
        """A hidden button has no size yet, and the bar would close over it."""
        high = button("").sizeHint().height()
        for item in self.flow.items():
            widget = item.widget()
            if widget is not None:
                widget.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keys to the map
                widget.show()
                widget.setMinimumHeight(high)  # a row of words is as high as one of buttons, whatever their style says

    def _fill_choices(self, choices: list[Offer]) -> None:
        """Every choice its button; where a row does not hold them, those of one kind share one, then the last ones."""
        self._figures = copy(self.hand.figures)
        self.hand.tight, self.hand.brief, self.hand.most, self._closed_folded = False, False, 0, False
        self._fill_buttons(choices)
        if not self.flow_box.overflows():
            return
        self._folded_at = self.flow_box.width()
        if self.session.closed_choices():
            self._closed_folded = True
            self._fill_buttons(choices)
            if not self.flow_box.overflows():
                return
        self.hand.tight = True
        self.hand.tight = len(self.hand.slots()) > 1  # one list of all would hide what is asked
        self._fill_buttons(choices)
        if self.flow_box.overflows() and self.hand.tight:
            self.hand.brief = True
            self._fill_buttons(choices)
        most = len(self.hand.slots()) + 1
        while self.flow_box.overflows() and most > FEWEST:
            most -= 1
            self.hand.most = most
            self._fill_buttons(choices, hint=False)
        if self.flow_box.overflows():  # large text in a narrow window: better small letters than a button out of sight
            for made in self.buttons:
                made.setStyleSheet(f"font-size: {theme.current().px(SMALL)}px; padding-left: 6px; padding-right: 6px;")

    def _fit_again(self) -> None:
        """Dice or another window have changed the width: choices fold, or stand one by one again."""
        self._fix_height()
        if QApplication.activePopupWidget() is not None:  # a list that is open belongs to one of the buttons
            self._refit.start(LATER)
        elif self.session.can_act:
            folds, spreads = self.flow_box.overflows(), self.flow_box.width() > self._folded_at
            folded = self.hand.tight or self.hand.most > 0 or self._closed_folded
            if (folds and not folded) or (spreads and folded):
                self._fill()

    def _fill_buttons(self, choices: list[Offer], hint: bool = True) -> None:
        clear(self.flow)
        self.buttons, self._lists = [], {}
        self.hand.figures = copy(self._figures)  # as they were before this question was fitted in
        slots, alone = self.hand.slots(), len(self.session.gestures()) == 1
        for slot in slots:
            if slot.is_list:
                self._add_menu(slot.title, slot.choices, slot.number)
            elif slot.choices[0].grave:
                self._add_grave(slot.choices[0], slot.number)
            else:
                self._add(slot.choices[0], slot.number, main=alone)
        end = self.hand.find_end()
        if end is not None:
            self.end.offer(end, main=alone)
            self.buttons.append(self.end)
        self._fill_closed()
        if hint:
            self._fill_hint([choice for choice in choices if choice != end])
        self._show_all()
        self._fix_height()

    def _fill_rest(self) -> None:
        """After a fight that the game has run on from: one button."""
        made = button(tr("Go on  (Space)"), "main", tr("Tell what came after the fight"))
        made.clicked.connect(self.session.go_on)
        self.buttons.append(made)
        self.flow.addWidget(made)

    def _fill_bots(self) -> None:
        """While a bot acts: how far it is, and how to hold, step or skip it (U35)."""
        session = self.session
        held = session.bots.paused
        self._commands(
            (tr("Go on  (Space)") if held else tr("Hold  (Space)"), "pause"),
            (tr("One action  (→)"), "step"),
            (tr("Skip to my decision") if session.humans else tr("Skip to the end"), "stop_bot"),
        )
        count = label(self._describe_progress(), "strong")  # last: the buttons stay where they are while it changes
        self.flow.addWidget(count)

    def _fill_end(self) -> None:
        """When the game is over: what one may want to look at, and the next one."""
        made = button(tr("Result"), "main", tr("Who has won and why, and how the game went"))
        made.clicked.connect(self.result_wanted)
        self.buttons.append(made)
        self.flow.addWidget(made)
        self._commands(
            (tr("Where the points come from"), "page_victory"),
            (tr("Statistics"), "page_statistics"),
            (tr("Watch it again"), "replay_play"),
            (tr("Export report …"), "export_report"),
            (tr("New game …"), "new"),
        )

    def _commands(self, *named: tuple[str, str]) -> None:
        for text, command in named:
            made = button(text)
            made.clicked.connect(lambda _=False, command=command: self.command_wanted.emit(command))
            self.buttons.append(made)
            self.flow.addWidget(made)

    def _describe_progress(self) -> str:
        """How far the side is: of how many, where the game can count them, else just the number of the action."""
        session = self.session
        far = session.table.progress(session.seat)
        if far is None:
            return tr("Action {n}", n=session.length - session.takeback.turn_start() + 1)
        name = session.name(session.match.to_act)
        return tr("{name}: {doing} ({done}/{total})", name=name, doing=far.doing, done=far.done, total=far.total)

    def _add(self, choice: Offer, number: int, main: bool = False) -> None:
        text = f"{number}  {choice.label}" if number else choice.label
        made = ChoiceButton(text, choice, main)
        made.clicked.connect(lambda _=False, choice=choice: self.hand.do(choice))
        made.pointed.connect(self.pointed_at)
        self.buttons.append(made)
        self.flow.addWidget(made)

    def _add_grave(self, choice: Offer, number: int) -> None:
        """What throws something away stands apart and asks: its one line is chosen from a list that says so."""
        text = f"{number}  {choice.label}" if number else choice.label
        made = button(f"{text} … ▾".replace("&", "&&"), "grave", tr("This cannot be undone by play: asks first"))
        menu = QMenu(made)
        fill_menu(menu, (choice,), self.hand.do, self.pointed_at.emit)
        menu.addSeparator()
        menu.addAction(tr("This cannot be undone by play.")).setEnabled(False)
        made.setMenu(menu)
        self.buttons.append(made)
        self.flow.addWidget(made)

    def _add_menu(self, title: str, members: Sequence[Offer], number: int) -> None:
        prefix = f"{number}  " if number else ""
        tip = trn("{n} way: open the list", "{n} ways: open the list", len(members))
        made = button(f"{prefix}{title} … ▾", tip=tip)
        menu = QMenu(made)
        fill_menu(menu, members, self.hand.do, self.pointed_at.emit)
        made.setMenu(menu)
        self._lists[tuple(members)] = made
        self.buttons.append(made)
        self.flow.addWidget(made)

    def place_list(self, choices: Sequence[Offer]) -> QPoint | None:
        """Where the list of some choices opens: below its button, if it has one."""
        made = self._lists.get(tuple(choices))
        return None if made is None else made.mapToGlobal(made.rect().bottomLeft())

    def _fill_closed(self) -> None:
        """What cannot be chosen now, to be asked why: a button each, or a list where there is no room for them."""
        closed = self.session.closed_choices()
        if not self._closed_folded:
            for choice in closed:
                made = ClosedButton(choice)
                made.asked.connect(self._tell_closed)
                self.flow.addWidget(made)
            return
        listed = button(tr("Not now … ▾"), "closed", tr("What cannot be chosen, and why: open the list"))
        menu = QMenu(listed)
        for choice in closed:
            text = f"{choice.label}: {tell_reason(choice.reasons[0])}".replace("&", "&&")
            menu.addAction(text).triggered.connect(lambda _=False, choice=choice: self._tell_closed(choice))
        listed.setMenu(menu)
        self.flow.addWidget(listed)

    def _tell_closed(self, choice: ClosedChoice) -> None:
        """Why a choice cannot be taken, in the line below it; the tip of its button has all reasons."""
        reason = choice.reasons[0]
        self.tell(f"{choice.label}: {reason.why}.", reason.rule)

    def _fill_hint(self, choices: list[Offer]) -> None:
        spaces, pieces = self.hand.find_lit()
        below = pieces & self.session.cards()
        pieces -= below  # what lies below the map is in full view
        idle = "" if spaces and not self.hand.find_units() else self.hand.describe_idle()  # cards lie in full view
        held = [piece for id_ in self.hand.selected if (piece := self.hand.piece(id_)) is not None]
        if held:
            asked = any(choice.piece in self.hand.selected and not choice.lift for choice in choices)
            places = len({target.space for target in self.hand.targets})
            words = label(describe_held(held, places, asked), "soft")
            words.setToolTip(tr("A click on a lit space puts it down; Esc lets go"))
            self.flow.addWidget(words)
            return
        if self.session.store.now.guard and idle and self.hand.find_placeless():
            made = button(f"{idle}  ›", "quiet", tr("Go to the next one (N)"))
            made.clicked.connect(self.next_wanted)
            self.flow.addWidget(made)
        elif spaces or pieces:
            what = count_lit(len(pieces), len(spaces))
            text = tr("or on the map: {what}", what=what) if choices else tr("Choose on the map: {what}", what=what)
            made = button(f"{text}  ›", "quiet", tr("Go to the next one (N)"))
            made.clicked.connect(self.next_wanted)
            self.flow.addWidget(made)
        elif below and not choices:
            self.flow.addWidget(label(tr("Choose below the map: {what}", what=count_lit(len(below), 0)), "soft"))

    def tell(self, text: str, rule: str = "", role: str = "soft", after: str = "", offer: str = "") -> None:
        """A line of news under the question, with its rule.

        The words `after` them lead to `offer`, a link to what happened meanwhile.
        """
        self.news_rule = rule
        self.news.tell(text, rule, after, offer, role)

    def _tell_hint(self, choice: Offer | None) -> None:
        """What the choice pointed at means, where its button only names it."""
        if choice is not None and choice.hint:
            self.tell(choice.hint, choice.rule)

    def _warn_of_idle(self, idle: str) -> None:
        """Said once before a phase is ended: the next press ends it."""
        self.tell(tr("{idle}. Press again to end it all the same; N shows who.", idle=idle), "", "bad")
        self.end.urge()

    def warn(self, text: str) -> None:
        """A line that stays until its reason is gone."""
        self.warning.setText(text)
        self.warning.setVisible(bool(text))
        self._fix_height()

    def find_rule(self) -> str:
        """The rule that asks the question."""
        return self.session.board.prompt_rule

    def _link(self, href: str) -> None:
        kind, _, what = href.partition(":")
        if kind == "rule":
            self.rule_wanted.emit(what)
        elif kind == "recap":
            self.recap_wanted.emit()

    def minimumSizeHint(self) -> QSize:
        """Never so narrow that the question is squeezed away."""
        return QSize(theme.current().px(360), theme.current().px(74))
