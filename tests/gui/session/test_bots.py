"""Bots at the table: followed, held, stepped, skipped, told again; never in the way of the window or the player."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from time import perf_counter

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from common.engine import Match, Seat, load_game
from common.gui.kit.settings import SPEEDS
from common.gui.panels.fact_sheet import FactSheet
from common.gui.session.dice_questions import Die
from common.gui.session.seats import seat_name
from common.gui.table.die_dialog import DieDialog
from common.gui.table.open_table import find_table
from common.gui.table.recap_popup import RecapPopup
from common.tabletop import Progress
from fallujah.actions import March, Shift
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.state import ZONES
from nmc.actions import Activate, Ready
from tests.gui.hands import LEFT, press
from tests.playing import bot_action, played

SEATS = {"confederate": "policy", "union": "human"}
AGAINST_THE_COALITION = {"insurgent": "human", "coalition": "policy"}
FIRST = 4  # actions compared


def story(match: Match, count: int) -> bytes:
    """The position after so many actions."""
    return match.game.encode(match.past[count].before if count < len(match.past) else match.state)


def test_the_result_is_the_same_at_every_speed_and_step_by_step(lay, store, qtbot) -> None:
    """F30: the state after the first actions, at once, slowly, fast and by single steps with pauses."""
    ends = []
    for speed in (0.0, 4.0):
        store.set(bot_speed=speed)
        table = lay(seed=4, seats=SEATS)
        qtbot.waitUntil(lambda table=table: table.session.length >= FIRST, timeout=30000)
        table.session.bots.pause(True)
        ends.append(story(table.session.match, FIRST))
        table.session.close()
    table = lay(seed=4, seats=SEATS)
    table.session.bots.pause(True)
    table.map.setFocus()
    before = table.session.length
    while table.session.length < FIRST:
        before = table.session.length
        QTest.keyClick(table.map, Qt.Key.Key_Right)
        qtbot.waitUntil(lambda before=before: table.session.length == before + 1, timeout=20000)
    ends.append(story(table.session.match, FIRST))
    assert len(set(ends)) == 1


def test_the_slider_goes_from_a_quarter_to_at_once(lay, store) -> None:
    table = lay(seed=4, seats=SEATS)
    slider = table.commands.speed.slider
    slider.setFocus()
    for _ in SPEEDS[1:]:
        QTest.keyClick(slider, Qt.Key.Key_Left)
    assert store.now.bot_speed == 0.25
    delays = [table.session.bots.delay()]
    for _ in SPEEDS[1:]:
        QTest.keyClick(slider, Qt.Key.Key_Right)
        delays.append(table.session.bots.delay())
    assert store.now.bot_speed == 0.0
    assert delays == sorted(delays, reverse=True)
    assert delays[0] == 3600
    assert delays[-1] == 0


def test_space_holds_and_frees_and_the_bar_says_how_far_the_bot_is(lay, store, qtbot) -> None:
    """F30, U35: status with a count, Hold, One action and Skip."""
    store.set(bot_speed=0.25)
    table = lay(seed=4, seats=SEATS)
    session = table.session
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_Space)
    assert session.bots.paused
    texts = [item.widget().text() for item in table.prompt.flow.items()]
    assert texts == ["Go on  (Space)", "One action  (→)", "Skip to my decision", "Action 1"]
    assert table.prompt.question.text().startswith("Waiting for the Confederates to ")
    press(table, "One action")
    qtbot.waitUntil(lambda: session.length == 1, timeout=20000)
    assert table.prompt.flow.items()[-1].widget().text() == "Action 2"
    QTest.keyClick(table.map, Qt.Key.Key_Space)
    assert not session.bots.paused
    press(table, "Skip to my decision")
    qtbot.waitUntil(lambda: session.can_act, timeout=60000)
    assert session.length > 20
    assert session.bots.delay() == 3600  # the next turn is seen at the old speed


@pytest.mark.parametrize(("game", "seats"), [("nmc", SEATS), ("fallujah", AGAINST_THE_COALITION)])
def test_the_bar_counts_how_many_have_acted_of_those_that_can(lay, qtbot, game: str, seats) -> None:
    """U35: the total is what the game can count; with Hold, One action and Skip beside it."""
    match = load_game(game).new_match(seed=4)
    while seats[match.to_act] == "human" or len(match.past) < 10:
        match.play(bot_action(match, "policy", len(match.past)))
    table = lay(match=match, seats=seats)
    session, told = table.session, []
    session.bots.pause(True)
    for _ in range(40):
        before = session.length
        far, text = session.table.progress(session.seat), table.prompt.flow.items()[-1].widget().text()
        if far is None:
            assert text == f"Action {session.length - session.takeback.turn_start() + 1}"
        else:
            assert text == f"{session.name(session.match.to_act)}: {far.doing} ({far.done}/{far.total})"
            told.append((session.match.state.turn, far))
        assert [button.text() for button in table.prompt.buttons] == [
            "Go on  (Space)", "One action  (→)", "Skip to my decision"
        ]  # fmt: skip
        press(table, "One action")
        qtbot.waitUntil(lambda before=before: session.length > before, timeout=20000)
        if not session.bots.to_move:
            break
    assert len({far.done for _, far in told}) > 2
    for (turn, one), (later, other) in itertools.pairwise(told):
        if turn == later and one.doing == other.doing:
            assert other.done >= one.done
    assert all(0 <= far.done <= far.total for _, far in told)


def counted(game: str, seed: int) -> Iterator[tuple[Match, Progress]]:
    """The first two turns of a game of bots wherever something is counted."""
    match = load_game(game).new_match(seed=seed)
    while match.to_act is not None and match.state.turn < 3:
        far = find_table(match).progress(Seat(match, match.to_act))
        if far is not None:
            yield match, far
        match.play(bot_action(match, "policy", len(match.past)))


def test_the_hexes_that_are_counted_are_those_the_rules_let_march_or_attack() -> None:
    doing = set()
    for match, far in counted("nmc", 6):
        doing.add(far.doing)
        open_ = {action.hex for action in match.legal() if isinstance(action, Activate)}
        if open_:  # a hex is to be chosen
            assert far.total - far.done == len(open_)
    assert doing >= {"marching", "attacking"}


def test_the_units_that_are_counted_are_those_that_acted_and_those_that_can() -> None:
    doing = set()
    for match, far in counted("fallujah", 6):
        doing.add(far.doing)
        acted = {*match.state.mp, *match.state.rested}
        able = {action.unit for action in match.legal() if isinstance(action, March | Shift)}
        if far.doing == "moving" and isinstance(match.state.flow[-1], CoalitionActivation | InsurgentActivation):
            assert far.done == len(acted)
            room = 8 - match.state.flow[-1].exits if match.state.flow[-1].source in ZONES else 99  # 4.1.2e
            assert min(room, len(able - acted)) <= far.total - far.done <= room
        elif far.doing == "regrouping":
            assert far.total - far.done == len(able)
    assert doing >= {"moving", "regrouping", "setting up"}


def test_afterwards_a_list_tells_what_the_bot_did_and_why(lay, qtbot) -> None:
    table = lay(seed=4, seats=SEATS)
    session = table.session
    with qtbot.waitSignal(session.rested, timeout=60000) as caught:
        pass
    assert session.can_act
    assert caught.args == [session.length]
    assert "What did it do?" in table.prompt.news.text()
    table.prompt.news.linkActivated.emit("recap:")
    card = table.map.findChildren(RecapPopup)[0]
    assert card.isVisible()
    told = card.findChildren(FactSheet)[0].toPlainText()
    assert all(entry.text in told for entry in session.recap()[-20:])
    assert session.record.texts("reason")[session.length] in " ".join(told.split())
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not table.map.findChildren(RecapPopup)


def test_a_seat_changes_hands_in_two_clicks(lay, qtbot) -> None:
    """F15, F34: one click opens the seats, one takes or gives one; at any moment."""
    table = lay(seed=4)
    session = table.session

    def choose(number: int) -> None:
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        entry = [act for act in menu.actions() if act.isCheckable()][number]
        QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(entry).center())

    texts = [act.text() for act in _seat_entries(table)]
    policy, person = (next(n for n, text in enumerate(texts) if seat_name(who) in text) for who in ("policy", "human"))
    session.bots.paused = True
    QTimer.singleShot(200, lambda: choose(policy))
    QTest.mouseClick(table.commands.seats_button, LEFT)
    qtbot.waitUntil(lambda: session.seats[session.match.sides[0]] == "policy", timeout=5000)
    QTimer.singleShot(200, lambda: choose(person))
    QTest.mouseClick(table.commands.seats_button, LEFT)
    qtbot.waitUntil(lambda: session.seats[session.match.sides[0]] == "human", timeout=5000)
    assert session.length == 0


def _seat_entries(table):
    table.commands.seat_menu.aboutToShow.emit()
    return [act for act in table.commands.seat_menu.actions() if act.isCheckable()]


def test_a_bot_that_is_stopped_plays_no_more(lay, store, qtbot) -> None:
    store.set(bot_speed=0.0)
    table = lay(seed=4, seats=SEATS)
    bots = table.session.bots
    qtbot.waitUntil(lambda: bots._pending is not None, timeout=20000)
    bots.stop()
    assert not bots.busy
    length = table.session.length
    qtbot.wait(60)
    assert table.session.length == length


class Gaps(QObject):
    """A timer that notes how long the event loop kept it waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.longest, self._last = 0.0, perf_counter()
        self.timer = QTimer(self)
        self.timer.setTimerType(Qt.TimerType.PreciseTimer)
        self.timer.setInterval(5)
        self.timer.timeout.connect(self._tick)
        self.timer.start()

    def _tick(self) -> None:
        now = perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


@pytest.mark.parametrize(("tries", "limit"), [pytest.param(10, 0.05, marks=pytest.mark.slow)])
def test_the_window_stays_alive_while_a_bot_thinks(lay, qtbot, tries: int, limit: float) -> None:
    """F29: no gap of the event loop while the worker process thinks; the best of a few tries."""
    table = lay(match=played("fallujah", 3, 25))
    session = table.session
    with qtbot.waitSignal(session.hinted, timeout=30000):
        session.bots.hint("policy")
    longest = []
    for _ in range(tries):
        QTest.qWait(50)
        gaps = Gaps()
        QTest.qWait(20)
        seen = []
        session.bots.worker.chosen.connect(lambda *_, gaps=gaps, seen=seen: seen.append(gaps.longest))
        session.bots.hint("policy")
        qtbot.waitUntil(lambda seen=seen: bool(seen), timeout=30000)
        gaps.timer.stop()
        longest.append(seen[0])
    assert min(longest) <= limit


def test_only_what_the_die_can_show_is_taken(lay, qtbot) -> None:
    """F12: the figure is checked against the die before it counts."""
    table = lay()
    dialog = DieDialog(table, Die("march", 1, 6), "Roll")
    qtbot.addWidget(dialog)
    dialog.show()
    for key in ("7", "0", "9"):
        QTest.keyClick(dialog, key)
        assert dialog.isVisible()
        assert dialog.value is None
    QTest.keyClick(dialog, "6")
    assert dialog.value == 6
    assert not dialog.isVisible()


def test_a_bot_finishes_the_phase_for_a_person(lay, qtbot) -> None:
    """It plays on until the phase or the decision passes; then the person has the seat again, and may take it back."""
    match = load_game("nmc").new_match(seed=7)
    match.play(Ready())
    table = lay(match=match, seats={"union": "human", "confederate": "human"})
    session, side, phase = table.session, match.to_act, table.session.phase
    table.commands.actions["finish_phase"].trigger()
    assert not session.can_act and session.bots.to_move
    qtbot.waitUntil(lambda: session.can_act, timeout=30000)
    assert session.lent is None
    assert (match.to_act, session.phase) != (side, phase)
    assert all(moment.side == side for moment in match.past[1:])
    assert session.seats[side] == "human"
