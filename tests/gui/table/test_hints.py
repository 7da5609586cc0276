"""Hints: the bot's best three on the map and in a card, played by a click, marked in the journal."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.bots import make_bot
from common.bots.thinker import Idea
from common.engine import Match, Seat
from common.gui.table.hint_popup import HintPopup, describe_idea
from common.gui.table.table_window import TableWindow
from tests.gui.hands import LEFT
from tests.gui.waiting import rest
from tests.playing import played


def advanced(game: str, count: int) -> Match:
    return played(game, 7, count)


def hints(qtbot, table: TableWindow) -> HintPopup:
    table.map.setFocus()
    with qtbot.waitSignal(table.session.hinted, timeout=20000):
        QTest.keyClick(table.map, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    cards = table.map.findChildren(HintPopup)
    assert len(cards) == 1
    return cards[0]


@pytest.mark.parametrize(("game", "count"), [("nmc", 60), ("fallujah", 10)])
def test_the_hint_key_shows_three_hints_and_a_click_plays_one(lay, qtbot, game: str, count: int) -> None:
    table = lay(match=advanced(game, count))
    session = table.session
    length = session.length
    card = hints(qtbot, table)
    assert card.isVisible()
    assert [b.text().split()[0] for b in card.buttons] == ["A", "B", "C"]
    bot = make_bot("policy", session.match.game, session.match.to_act, 0)
    assert card.choices[0].plan == (bot.choose(Seat(session.match, session.match.to_act)).action,)
    marks = {sign: space for space, sign in table.map.board.marks}
    assert marks == {sign: choice.space for sign, choice in zip("ABC", card.choices) if choice.space}
    assert marks
    assert session.length == length
    second = card.choices[1].plan[0]
    QTest.mouseClick(card.buttons[1], LEFT)
    assert session.match.past[length].action == second
    assert not table.map.findChildren(HintPopup)
    assert not table.map.board.marks
    assert "A: " in session.record.texts("hint")[length]
    assert session.record.texts("hint")[length + 1] == "B was played."
    assert "Hint: B was played." in table.journal.text.toPlainText()


@pytest.mark.parametrize("on_the_map", [False, True])
def test_the_letters_of_the_hints_are_their_keys(lay, qtbot, on_the_map: bool) -> None:
    """Figures belong to the bar: a 2 that was meant for the second hint played something else for good."""
    table = lay(match=advanced("fallujah", 10))
    card, length = hints(qtbot, table), table.session.length
    second = card.choices[1].plan[0]
    if on_the_map:
        table.map.setFocus()
    QTest.keyClick(table.map if on_the_map else card.buttons[0], Qt.Key.Key_B)
    assert table.session.match.past[length].action == second


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_figure_of_a_hint_says_what_it_counts(game: str) -> None:
    """What the bots reckon are points, and all that is said of them says so."""
    match, met = advanced(game, 25), 0
    for number in range(60):
        assert match.to_act is not None
        first = make_bot("policy", match.game, match.to_act, number).choose(Seat(match, match.to_act))
        for choice in (first, *first.others):
            told = describe_idea(Idea(choice.action, choice.reason, choice.value))
            met += len(re.findall(r"\d\.\d", told))
            assert not re.findall(r"[-+−]?\d+\.\d+(?! points)", told), told
        match.play(first.action)
    assert met > 10


def test_hints_go_with_escape_and_with_the_next_action(lay, qtbot) -> None:
    table = lay(match=advanced("nmc", 60))
    card = hints(qtbot, table)
    QTest.keyClick(card.buttons[0], Qt.Key.Key_Escape)
    assert not table.map.board.marks
    assert not table.map.findChildren(HintPopup)
    hints(qtbot, table)
    table.session.play(table.session.gestures()[0].action)
    assert not table.map.board.marks
    assert not table.map.findChildren(HintPopup)


@pytest.mark.parametrize("leave", ["play", "try", "redo"])
def test_a_hint_for_a_position_that_is_gone_is_not_shown(lay, qtbot, leave: str) -> None:
    """Whoever acts while the bot still thinks about a hint gets no card, and the bots go on at once."""
    table = lay(match=advanced("nmc", 60))
    session, shown = table.session, []
    if leave == "redo":
        session.store.set(take_back="free")
        session.takeback.undo()
    session.hinted.connect(shown.append)
    QTest.keyClick(table.map, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    assert session.bots.busy
    if leave == "try":
        session.whatif.start()
    if leave == "redo":
        assert session.takeback.redo()
    else:
        assert session.play(session.gestures()[0].action)
    assert not session.bots.busy
    assert not session.bots.worker.busy
    rest(50)
    assert not shown and not session.record.texts("hint")
    card = hints(qtbot, table)  # and one may be asked for again
    assert card.buttons


def test_a_bots_reason_names_what_it_weighed_besides(lay, qtbot) -> None:
    """F31: top candidates with values, in the journal."""
    match = advanced("nmc", 130)
    table = lay(match=match, seats={"union": "policy", "confederate": "human"})
    session = table.session
    qtbot.waitUntil(lambda: session.length > 130, timeout=20000)
    assert ". Weighed besides: " in session.record.texts("reason")[131]
