"""A player that follows a script in the real window: by dragging, by clicking, or with the keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, Literal

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from common.engine import Action, Match, Seat, load_game
from common.gui.kit.popups import close_popups
from common.gui.map.board import SMALL
from common.gui.map.mouse_gestures import Hit
from common.gui.session.offers import Offer
from common.gui.table.battle_card import BattleCard
from common.gui.table.recap_popup import RecapPopup
from common.gui.table.table_window import TableWindow
from common.tabletop import Gesture, Target
from tests.gui import hands
from tests.gui.card_hands import (
    card_spot,
    click_card,
    drag_card,
    go_to_tray,
    take_card_by_key,
    tray_spot,
    walk_to_card,
)
from tests.playing import bot_action

Way = Literal["drag", "click", "keys"]
WAYS: tuple[Way, ...] = ("drag", "click", "keys")
RIGHT = Qt.MouseButton.RightButton
PLAIN, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def ordinarily(way: Way) -> list[Any]:
    """All ways for a test to be parametrized with: this one in every run, the others in the long one."""
    return [pytest.param(each, marks=[] if each == way else [pytest.mark.slow]) for each in WAYS]


def script(
    game: str,
    scenario: str,
    seed: int,
    turns: int,
    wild: float,
    options: dict[str, Any] | None = None,
    most: int = 2_000,
) -> list[Action]:
    """What two bots do in the first turns of a game; a wild one now and then does anything that is legal."""
    return list(_script(game, scenario, seed, turns, wild, tuple((options or {}).items()), most))


@cache
def _script(
    game: str, scenario: str, seed: int, turns: int, wild: float, options: tuple[tuple[str, Any], ...], most: int
) -> tuple[Action, ...]:
    match, chance = load_game(game).new_match(scenario, seed, dict(options)), random.Random(seed)
    while match.to_act is not None and match.state.turn <= turns and len(match.past) < most:
        if chance.random() < wild:
            match.play(chance.choice(match.legal()))
        else:
            match.play(bot_action(match, "policy", seed + len(match.past)))
    return tuple(moment.action for moment in match.past)


class Player:
    """Finds for each action of a script the gesture that stands for it, and makes it with real events."""

    def __init__(self, table: TableWindow, way: Way) -> None:
        self.table, self.way = table, way
        self.session, self.hand, self.map = table.session, table.hand, table.map
        self.map.fanning.timer.setInterval(60_000)  # a fan opens when it is wanted, and then at once
        self.gestures = 0  # how many were made
        self.curtains = 0  # how many were opened
        self.carried = 0  # how many of them brought counters to a space
        self.cards = 0  # how many of them took a card out of a tray

    @property
    def match(self) -> Match:
        return self.session.match

    def follow(self, actions: Sequence[Action]) -> None:
        """Play the script; whatever is played must be what stands there."""
        done = 0
        while done < len(actions):
            before = self.session.length
            self._settle()
            self._go_on()
            self._take_the_seat()
            self._let_go()
            self._act(actions[done:])
            played = [moment.action for moment in self.match.past[before:]]
            wanted = f"{played}: {self.match.prompt}: {actions[done]} by {self.way}; {self.table.prompt.news.text()}"
            assert played, f"nothing happened: {wanted}"
            assert played == list(actions[done : done + len(played)]), wanted
            done += len(played)
            self.gestures += 1

    def _act(self, rest: Sequence[Action]) -> None:
        gesture = self.session.table.gesture(Seat(self.match, self.match.to_act), rest[0])
        found = self._drop_for(rest, gesture.piece)
        if gesture.piece in self.session.cards() and gesture.space:
            self._play_card(gesture)
        elif gesture.piece in self.session.cards():
            self._point_at_card(gesture)
        elif found is not None:
            self.carried += 1
            self._carry(*found)
        elif gesture.piece:
            self._point_at(gesture, self.map.space_of(gesture.piece))
        elif gesture.space:
            self._point_at(gesture, gesture.space)
        else:
            self._press(rest[0])

    def _settle(self) -> None:
        """Wait until the prompt bar has its size and the map its place."""
        still = 0
        for _ in range(60):
            before = self.map.geometry()
            QTest.qWait(1)
            QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
            still = still + 1 if self.map.geometry() == before else 0
            if still == 3:  # a layout asks the one around it, and that the next
                return

    # Which counters, brought where, stand for what comes next in the script

    def _drop_for(self, rest: Sequence[Action], piece: str) -> tuple[tuple[str, ...], Target] | None:
        best: tuple[tuple[str, ...], Target] | None = None
        for pieces in dict.fromkeys(self._candidates(rest, piece)):
            for target in self.hand.targets_for(pieces):
                fits = target.plan == tuple(rest[: len(target.plan)])
                if fits and (best is None or len(target.plan) > len(best[1].plan)):
                    best = pieces, target
        return best

    def _candidates(self, rest: Sequence[Action], piece: str) -> Iterator[tuple[str, ...]]:
        """Whole stacks and single counters at the places that the action or the step speaks of, and those in boxes."""
        named = [*msgspec.structs.astuple(rest[0]), *msgspec.structs.astuple(self.match.state.step)]
        words = {piece, *(word for word in named if isinstance(word, str))}
        pieces = [piece for piece in self.session.pieces() if piece.movable]
        spaces = {p.space for p in pieces if p.id in words or p.space in words or p.space in self.table.game_map.boxes}
        for space in sorted(spaces):
            yield self._all_of(space)
            yield from (self.map.liftable(Hit(space, p.id), True) for p in pieces if p.space == space)
            alone = [p for p in pieces if p.space == space and (p.id in words or space in self.table.game_map.boxes)]
            yield from ((piece.id,) for piece in alone)

    def _all_of(self, space: str) -> tuple[str, ...]:
        return self.map.liftable(Hit(space, self.map.board.top(space)), True, whole=True)

    # Bringing counters to a space

    def _carry(self, pieces: tuple[str, ...], target: Target) -> None:
        start, end = self.map.space_of(pieces[0]), target.space
        trays = self.table.hand_dock.trays
        if trays.holds(start) or pieces[0] in trays.arrangement.items:
            self._bring_out(pieces[0], end)
        elif trays.holds(end):
            self._carry_off(pieces, start, end)
        elif self.way == "drag":
            self._see(start, end)
            self._drag(*self._grip(pieces, start), hands.middle(self.table, end))
        elif self.way == "click":
            self._see(start)
            one, modifier = self._grip(pieces, start, clicking=True)
            QTest.mouseClick(self.map, hands.LEFT, modifier, one)
            self._see(end)
            self._click(hands.middle(self.table, end))
        else:
            self._take_by_key(pieces, start)
            hands.walk(self.table, end)
            QTest.keyClick(self.map, Qt.Key.Key_Return)
        self._answer(target.plan)

    def _carry_off(self, pieces: tuple[str, ...], start: str, tray: str) -> None:
        """Bring counters from the map into a tray."""
        trays = self.table.hand_dock.trays
        goal = tray_spot(trays, tray)
        if self.way == "keys":
            self._take_by_key(pieces, start)
            go_to_tray(trays, tray)
            QTest.keyClick(trays, Qt.Key.Key_Return)
            return
        self._see(start)
        spot, modifier = self._grip(pieces, start, clicking=self.way == "click")
        if self.way == "drag":
            self._drag(spot, modifier, self.map.mapFromGlobal(trays.mapToGlobal(goal)))
        else:
            QTest.mouseClick(self.map, hands.LEFT, modifier, spot)
            QTest.mouseClick(trays, hands.LEFT, pos=goal)

    def _click(self, spot: QPoint) -> None:
        """Come from elsewhere, so that no fan lies over the spot, and click."""
        self._go_away()
        QTest.mouseMove(self.map, spot)
        QTest.mouseClick(self.map, hands.LEFT, pos=spot)

    def _go_away(self) -> None:
        """Bring the pointer to a spot without counters; an open fan closes."""
        board, width, height = self.map.board, self.map.width(), self.map.height()
        spots = (QPoint(x, y) for x in range(2, width, 40) for y in range(2, height, 40))
        fan = board.fan
        free = (s for s in spots if not board.hit(QPointF(s)).piece and not (fan and fan.holds(QPointF(s))))
        QTest.mouseMove(self.map, next(free))
        if board.fan is not None and not board.fan.stays:  # one that lies aside stays while something of it is held
            QTest.keyClick(self.map, Qt.Key.Key_Escape)

    @property
    def _large(self) -> bool:
        """Whether counters can be hit one by one."""
        return self.map.board.size * self.map.camera.scale >= SMALL

    def _see(self, *spaces: str) -> None:
        """Zoom only when the spaces are out of view or too small for a hand."""
        inner = self.map.rect().adjusted(12, 12, -12, -12)
        spots = [spot for s in spaces for spot in (hands.at(self.table, s), hands.middle(self.table, s))]
        if not self._large or not all(inner.contains(spot) for spot in spots):
            hands.near(self.table, *spaces)

    def _grip(self, pieces: tuple[str, ...], space: str, clicking: bool = False) -> tuple[QPoint, Qt.KeyboardModifier]:
        """Where the mouse takes hold of these counters: on their pile, with Shift on all, or in the fan."""
        board = self.map.board
        self._go_away()
        for piece in reversed(board.stack(space)):
            spot = board.piece_rect(piece.id).center()
            hit = board.hit(spot)
            if not board.pieces[hit.piece].movable or (clicking and not self._large):
                continue
            for modifier in (PLAIN, SHIFT):
                if set(board.liftable(hit, True, whole=modifier == SHIFT)) == set(pieces):
                    return spot.toPoint(), modifier
        self._open_fan(space)
        assert board.fan is not None
        several = pieces[1:]  # chosen one by one; a drag then takes hold of any of them, a click adds the last
        for piece in (pieces[:-1] if clicking else pieces) if several else ():
            QTest.mouseClick(self.map, hands.LEFT, SHIFT, board.fan.rects[piece].center().toPoint())
        return board.fan.rects[pieces[-1]].center().toPoint(), SHIFT if several and clicking else PLAIN

    def _open_fan(self, space: str) -> None:
        """Let the pointer rest on a stack."""
        board = self.map.board
        self._go_away()
        self.map.fanning.timer.setInterval(0)
        for jitter in range(50):
            if board.fan is not None:  # another stack was passed on the way, and its fan lies over this one
                QTest.keyClick(self.map, Qt.Key.Key_Escape)
            spots = [board.piece_rect(piece.id).center() for piece in reversed(board.stack(space))]
            spots.append(QPointF(hands.middle(self.table, space)))  # where counters are tiny, the space stands for them
            spot = next((spot for spot in spots if board.hit(spot).space == space), spots[0])
            QTest.mouseMove(self.map, spot.toPoint() + QPoint(jitter % 2, 0))
            QTest.qWait(1)
            if board.fan is not None and board.fan.space == space:
                self.map.fanning.timer.setInterval(60_000)
                return
        raise AssertionError(f"the stack of {space} does not fan out")

    def _drag(self, one: QPoint, modifier: Qt.KeyboardModifier, other: QPoint) -> None:
        QTest.mousePress(self.map, hands.LEFT, modifier, one)
        QTest.mouseMove(self.map, one + QPoint(9, 9))
        QTest.mouseMove(self.map, one + (other - one) * 0.5)
        QTest.mouseMove(self.map, other)
        QTest.mouseRelease(self.map, hands.LEFT, pos=other)

    def _take_by_key(self, pieces: tuple[str, ...], space: str) -> None:
        board = self.map.board
        hands.walk(self.table, space)
        for modifier in (PLAIN, SHIFT):
            if set(pieces) == set(board.liftable(Hit(space, board.top(space)), True, whole=modifier == SHIFT)):
                QTest.keyClick(self.map, Qt.Key.Key_Return, modifier)
                return
        for number, piece in enumerate(pieces):
            self._mark(piece)
            QTest.keyClick(self.map, Qt.Key.Key_Return, SHIFT if number else PLAIN)

    def _mark(self, piece: str) -> None:
        """Page through the stack under the cursor to a counter."""
        for _ in self.map.board.stack(self.map.board.cursor):
            QTest.keyClick(self.map, Qt.Key.Key_PageDown)
            if self.map.board.marked == piece:
                return
        raise AssertionError(f"Page Down does not lead to {piece}")

    # Cards

    def _play_card(self, gesture: Gesture) -> None:
        """Take a card out of its tray and put it where it does what is wanted."""
        targets = self.hand.targets_for((gesture.piece,))
        goal = next(target for target in targets if target.plan == (gesture.action,)).space
        self._bring_out(gesture.piece, goal)
        self._answer((gesture.action,))

    def _bring_out(self, card: str, goal: str) -> None:
        """Take a card or counter out of its tray to another tray or to the map."""
        self.cards += 1
        take = {"drag": drag_card, "click": click_card, "keys": take_card_by_key}[self.way]
        take(self.table, card, goal)

    def _point_at_card(self, gesture: Gesture) -> None:
        """Choose a card or a counter where it lies in its tray."""
        trays = self.table.hand_dock.trays
        self.cards += 1
        if self.way == "keys":
            walk_to_card(trays, gesture.piece)
            QTest.keyClick(trays, Qt.Key.Key_Return)
        else:
            QTest.mouseClick(trays, hands.LEFT, pos=card_spot(trays, gesture.piece))
        self._answer((gesture.action,))

    # Pointing at a counter or a space

    def _point_at(self, gesture: Gesture, space: str) -> None:
        before = self.session.length
        if self.way == "keys":
            hands.walk(self.table, space)
            if gesture.piece:
                self._mark(gesture.piece)
                QTest.keyClick(self.map, Qt.Key.Key_Return)
        else:
            self._see(space)
            self._point(gesture.piece, space)
        self._answer((gesture.action,))
        if self.session.length == before:
            self._press(gesture.action)

    def _point(self, piece: str, space: str) -> None:
        """Click a space, or a counter: in the fan where several lie on each other."""
        board = self.map.board
        if piece and len(board.stack(space)) > 1:
            self._open_fan(space)
            assert board.fan is not None
            QTest.mouseClick(self.map, hands.LEFT, pos=board.fan.rects[piece].center().toPoint())
        else:
            self._click(board.piece_rect(piece).center().toPoint() if piece else hands.at(self.table, space))

    # Buttons, figures and menus

    def _press(self, action: Action) -> None:
        """Press the button, the figure or the letter that stands for the action; twice, where it warns first."""
        end, before = self.hand.find_end(), self.session.length
        if end is not None and end.plan == (action,):
            for _ in range(2 if self.hand.describe_idle() else 1):
                if self.session.length == before:
                    self._press_end()
            return
        slots = self.hand.slots()
        number = next((n for n, slot in enumerate(slots) if any(c.plan == (action,) for c in slot.choices)), None)
        assert number is not None, f"no button for {action} among {[slot.title for slot in slots]}"
        choice = next(c for c in slots[number].choices if c.plan == (action,))
        if self.way == "keys":
            self.map.setFocus()
            letter = choice.key if len(choice.key) == 1 else ""
            figure = slots[number].number
            assert figure or letter, f"no key for {action}: slot {number + 1}"
            QTest.keyClick(self.map, str(figure) if figure else letter)
            self._answer((action,))
            return
        made = self.table.prompt.buttons[number]
        assert made.isVisible() and self.table.rect().contains(made.mapTo(self.table, made.rect().center()))
        QTimer.singleShot(0, lambda: self._answer((action,)))  # a button with a list waits for the choice
        QTest.mouseClick(made, hands.LEFT)
        QTest.qWait(1)

    def _press_end(self) -> None:
        """What ends something has a button and a key of its own."""
        if self.way == "keys":
            self.map.setFocus()
            QTest.keyClick(self.map, "E")
        else:
            assert self.table.prompt.end.isVisible()
            QTest.mouseClick(self.table.prompt.end, hands.LEFT)
        QTest.qWait(1)

    def _answer(self, plan: tuple[Action, ...]) -> None:
        """If a menu asks which of several things is meant, choose the one with this plan."""
        menu = QApplication.activePopupWidget()
        if not isinstance(menu, QMenu):
            return
        way = _way_to(menu, self._label(plan))
        assert way, f"{plan} is not in the menu: {[a.text() for a in menu.actions()]}"
        for action in way:
            _choose(menu, action, self.way == "keys")
            menu = action.menu()

    def _label(self, plan: tuple[Action, ...]) -> str:
        for choice in self._offered():
            if choice.plan == plan:
                return choice.label
        raise AssertionError(f"{plan} is not offered")

    def _offered(self) -> Iterator[Offer]:
        for target in self.hand.targets:
            same = sum(other.space == target.space and other.label == target.label for other in self.hand.targets) > 1
            words = f"{target.label}, {target.left}" if same and target.left else target.label
            yield Offer(words or f"Go to {target.space}", plan=target.plan)
        for gesture in self.session.gestures():
            yield Offer(gesture.label, plan=(gesture.action,))

    def _go_on(self) -> None:
        """Look at the outcome of a fight, and go on from it."""
        if self.session.is_resting:
            if self.way == "keys":
                QTest.keyClick(self.map, Qt.Key.Key_Space)
            else:
                QTest.mouseClick(self.table.prompt.buttons[0], hands.LEFT)
            assert not self.session.is_resting, "the outcome of a fight stays"

    def _take_the_seat(self) -> None:
        """Hold the button of the curtain, or its key, until it opens."""
        curtain = self.table.curtain
        if not curtain.isVisible():
            return
        held = curtain.open_button
        QTest.qWait(1)
        if not self.table.isActiveWindow():  # without a window manager nobody gives the focus back after a menu
            self.table.activateWindow()
            assert QTest.qWaitForWindowActive(self.table)
        if self.way == "keys":
            QTest.keyPress(held, Qt.Key.Key_Space)
        else:
            QTest.mousePress(held, hands.LEFT)
        for _ in range(200):
            QTest.qWait(5)
            if not curtain.isVisible():
                break
        assert self.session.can_act, "the curtain does not open"
        if self.way == "keys":
            QTest.keyRelease(QApplication.focusWidget() or self.map, Qt.Key.Key_Space)
        else:
            QTest.mouseRelease(held, hands.LEFT)
        self.curtains += 1

    def _let_go(self) -> None:
        """Put down what is still in the hand and close what is open."""
        close_popups(self.map, RecapPopup)
        for card in self.map.findChildren(BattleCard):
            if card.isVisible():
                card.put_away()  # it was read, and may lie over what comes next
        if self.way == "keys":
            for _ in range(4):
                if self.hand.selected or self.map.gestures.held or self.map.board.fan:
                    QTest.keyClick(self.map, Qt.Key.Key_Escape)
        elif self.map.gestures.held is not None:
            QTest.mouseClick(self.map, RIGHT, pos=QPoint(2, 2))


def _way_to(menu: QMenu, label: str) -> list[QAction]:
    """The entry with that label, and the submenus on the way to it."""
    for action in menu.actions():
        below: Any = action.menu()
        if below is not None:
            rest = _way_to(below, label)
            if rest:
                return [action, *rest]
        elif _said(action) == label:
            return [action]
    return []


def _said(action: QAction) -> str:
    """An entry without its figure or letter and its rule."""
    return action.text().partition("  ")[2].partition("   (")[0].strip().replace("&&", "&")


def _choose(menu: Any, action: QAction, by_key: bool) -> None:
    for _ in range(300):
        if menu.isVisible():
            break
        QTest.qWait(1)  # a submenu opens after a moment
    if by_key:
        while menu.activeAction() is not action:
            QTest.keyClick(menu, Qt.Key.Key_Down)
        QTest.keyClick(menu, Qt.Key.Key_Return)
    else:
        QTest.mouseClick(menu, hands.LEFT, pos=menu.actionGeometry(action).center())
