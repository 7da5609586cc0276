"""What the pointer's place tells: the outcome of a drop, the reason against it, the menu of a place."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QLabel, QMenu

from common.engine import Refusal
from common.gui.kit.language import tr, trn
from common.gui.kit.timers import once
from common.gui.map.map_view import MapView
from common.gui.panels.inspector import Inspector
from common.gui.session.foresight import find_odds
from common.gui.session.offers import Offer
from common.gui.session.selection import Selection
from common.gui.table.choice_menus import fill_menu, open_menu
from common.gui.table.prompt_bar import PromptBar
from common.tabletop import Row, Section, Target

PREVIEW = 150  # ms the pointer rests before the outcome is worked out
WHY = 400  # ms it rests where nothing can be put down before the reason is told
MOST = 8  # choices in a menu of a place, which has four lines more (U7)


class Hover(QObject):
    """Follows the pointer and the keyboard's cursor over the map and the buttons of the prompt bar."""

    rule_wanted = Signal(str)
    details_wanted = Signal(str, str)  # space and piece
    journal_wanted = Signal(str)  # the space whose lines are to be found

    def __init__(self, view: MapView, hand: Selection, inspector: Inspector, prompt: PromptBar, where: QLabel) -> None:
        super().__init__(view)
        self.session, self.hand, self.map = hand.session, hand, view
        self.inspector, self.prompt, self.where = inspector, prompt, where
        self._over: Target | None = None
        self._goal = ""  # the space that what is held was last aimed at
        self._at = ""  # the space pointed at last, with the pointer or the cursor
        self._cursor = ""  # the keyboard's, when it was looked at last
        self._why_at = ""  # the space whose reason is in the bubble
        self._held: tuple[str, ...] = ()  # what was in the hand when it was looked at last
        self._preview = once(self, self._show_preview, PREVIEW)
        self._why = once(self, self._explain, WHY)
        self.hand.changed.connect(self._hand_changed)
        self.session.changed.connect(self._name_place)
        inspector.place.held = self.describe_held_at

    def _hand_changed(self) -> None:
        """A force grows or shrinks: its chances change; what was put down or given up has none any more.

        Why another cannot go where the last one was put down is told only when the pointer comes there again.
        """
        if self._held and not set(self._held) & set(self.hand.selected):
            self._why.stop()
        self._held = self.hand.selected
        if self.hand.selected:
            self._preview.start()
        else:
            self._over, self._goal = None, ""
            self.session.foresee(())
            self.inspector.odds.hold(None)

    def point_at(self, space: str, piece: str) -> None:
        """The pointer is over something: tell about it, and about what a drop there would do."""
        self._at = space
        self.inspector.place.hover(space, piece)
        self._name_place()
        moved, self._cursor = self.map.board.cursor != self._cursor, self.map.board.cursor
        if moved and self._cursor:
            self.hand.move_cursor(self._cursor)
        drops = [target for target in self.hand.targets if target.space == space] if space else []
        self._over = drops[0] if drops else None
        self._why.start()
        if space and self._why_at not in ("", space):
            self.map.bubble.hide()
            self._why_at = ""
        if drops:
            self._goal = space
            self._preview.start()
            odds = [action for action in drops[0].plan if self.session.seat.odds(action) is not None]
            if odds:
                self.inspector.odds.point_at(odds[0])
        else:
            self.session.foresee(())

    def _name_place(self) -> None:
        """Call what is pointed at as it is called now; a tray may be gone, or tell other figures."""
        space = self._at
        there = bool(space) and (self.session.has_tray(space) or self.map.board.place(space) is not None)
        self.where.setText(self.session.space_name(space) if there else "")

    def describe_held_at(self, space: str) -> Section | None:
        """What a space costs the pieces in the hand, or why they cannot go there."""
        hand = self.hand
        if not hand.selected or space in {self.map.space_of(piece) for piece in hand.selected}:
            return None
        names = [piece.name for id_ in hand.selected if (piece := hand.piece(id_)) is not None]
        drops = [target for target in hand.targets if target.space == space]
        rows = [Row(tr("Put down here"), ", ".join(filter(None, (drop.label, drop.left)))) for drop in drops]
        if not drops:
            why = hand.why_not(hand.selected, space)
            rows = [Row(tr("Not here"), make_sentence(why), why.rule)]
        if not names:
            return None
        whose = tr("For {piece}", piece=names[0])
        if len(names) > 1:
            whose = trn("For {piece} and {n} more", "For {piece} and {n} more", len(names) - 1, piece=names[-1])
        return Section(whose, tuple(rows))

    def _show_preview(self) -> None:
        """The chances of what is held where it aims at; where the pointer rests, also what would change."""
        side = self.session.viewer
        if side is None or not self.hand.selected:
            return
        target = self._over or self._aim()
        odds = find_odds(self.session.table, self.session.seat, target) if target is not None else None
        self.inspector.odds.hold(odds)
        if self._over is None:
            return
        self.session.foresee(self._over.plan)
        words = "; ".join(self.session.foreseen_changes())
        hopes = odds.expected if odds is not None else ""
        parts = [tr("There: {what}", what=words)] if words else []
        if hopes:
            parts.append(tr("Expected there: {what}", what=hopes))
        if parts:
            self.prompt.tell("; ".join(parts))

    def _aim(self) -> Target | None:
        """Where a force that is being built would go: where it was last aimed at, or the only place there is."""
        targets = self.hand.targets
        near = [target for target in targets if target.space == self._goal]
        return near[0] if near else targets[0] if len(targets) == 1 else None

    def _explain(self) -> None:
        """Why the held pieces cannot be put down where the pointer or the cursor rests."""
        space, hand = self._at, self.hand
        home = {self.map.space_of(piece) for piece in hand.selected}
        if space and hand.selected and space not in home and self._over is None:
            why = hand.why_not(hand.selected, space)
            self.map.explain(space, make_sentence(why), why.rule)
            self._why_at = space

    def describe(self, space: str, piece: str) -> str:
        """Name, strength and, for what is lit, what a click does; else why nothing can be done."""
        found = self.hand.piece(piece)
        lines = [f"{found.name}, {self.session.space_name(space)}" if found else self.session.space_name(space)]
        here = [p for p in self.hand.pieces_at(space) if p.strength]
        if len(here) > 1:
            strength = sum(p.strength for p in here)
            lines.append(trn("{n} unit, strength {total}", "{n} units, strength {total}", len(here), total=strength))
        choices = self.hand.offers_at(space, piece)[:3] if self.session.can_act else []
        lines += [choice.label for choice in choices]
        if found is not None and not choices and self.session.can_act:
            why = self.hand.why_not((piece,), space)
            lines.append(f"{make_sentence(why)} ({why.rule})")
        if lines == [space]:
            return ""  # its number stands on the map
        return "\n".join(lines) if space or piece else ""

    def show_menu(self, space: str, piece: str, at: Any) -> None:
        """What can be done at a place, or why nothing can."""
        choices = self.hand.offers_at(space, piece)
        menu = QMenu(self.map.window())
        fill_menu(menu, choices, self.hand.do, most=MOST)
        pieces = self.hand.selected or ((piece,) if piece else ())
        held = bool(self.hand.selected) and not any(target.space == space for target in self.hand.targets)
        if held or not choices:
            why = self.hand.why_not(pieces, space)
            says = f"{why.why.replace('&', '&&')} ({why.rule})"
            words = tr("Why not here: {reason}", reason=says)
            reason = menu.addAction(words if choices else tr("Nothing to do here: {reason}", reason=says))
            reason.triggered.connect(lambda: self.rule_wanted.emit(why.rule))
        menu.addSeparator()
        menu.addAction(tr("&About this place")).triggered.connect(lambda: self.details_wanted.emit(space, piece))
        menu.addAction(tr("&Zoom here")).triggered.connect(lambda: self.map.zoom_to([space]))
        lines = menu.addAction(tr("What the &journal says about it"))
        lines.triggered.connect(lambda: self.journal_wanted.emit(space))
        self._menu = open_menu(menu, at if at is not None else QCursor.pos())

    def offer_choices(self, choices: list[Offer]) -> None:
        """Ask which of several things is meant: below their button, or where the pointer or the cursor is."""
        menu = QMenu(self.map.window())
        fill_menu(menu, choices, self.hand.do)
        place, at = self.map.board.place(choices[0].space), self.prompt.place_list(choices)
        if at is None and place is not None and not self.map.underMouse():
            at = self.map.mapToGlobal(self.map.camera.to_screen(*place.center).toPoint())
        self._menu = open_menu(menu, at if at is not None else QCursor.pos())

    def point_at_choice(self, choice: Offer | None) -> None:
        """A button of the prompt bar is pointed at: its chances and what it would change."""
        if choice is not None and choice.plan:
            self.inspector.odds.point_at(choice.plan[0])
        self.session.foresee(choice.plan if choice is not None else ())


def make_sentence(refusal: Refusal) -> str:
    """A reason as a sentence."""
    why = refusal.why[:1].upper() + refusal.why[1:]
    return why if why.endswith(("?", "!", ".")) else f"{why}."
