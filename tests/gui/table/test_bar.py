"""The command bar: constant in height, one place and key for what ends a phase, figures that stay, a warning first."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import Entry, load_game
from common.engine.journal import Roll
from common.gui.session.offers import FIGURES, Figures, Slot
from common.gui.table.table_wiring import ROW, word_news
from nmc.actions import Ready
from tests.gui.hands import LEFT
from tests.gui.waiting import rest
from tests.playing import bot_action

GAMES = ("nmc", "fallujah", "operation_serval", "sand_wars", "somali_pirates")


@pytest.mark.parametrize("game", GAMES)
def test_the_bar_never_changes_its_height_and_the_end_its_place(lay, game: str) -> None:
    """Through a stretch of a game: whatever is asked, the map below does not jump."""
    table = lay(match=load_game(game).new_match(seed=5))
    chance, heights, places = random.Random(5), set(), set()
    for _ in range(10):
        rest(3)
        heights.add(table.prompt.height())
        if table.prompt.end.isVisible():
            places.add(table.prompt.end.mapTo(table, table.prompt.end.rect().topLeft()).toTuple())
        for _ in range(4):
            if table.session.match.to_act is not None:
                table.session.match.play(chance.choice(table.session.match.legal()))
        table.session.settle()
        table.session.lift_curtain()
    assert len(heights) == 1
    assert len(places) == 1


@pytest.mark.parametrize("game", GAMES)
def test_ending_a_phase_with_idle_units_warns_once(lay, store, game: str) -> None:
    """F09: the first press says who could still act and does nothing, the second ends it; it can be switched off."""
    table = lay(match=load_game(game).new_match(seed=3))
    session, hand = table.session, table.hand
    for number in range(400):
        end = hand.find_end()
        if end is not None and end.ends == "phase" and hand.describe_idle():
            break
        session.match.play(bot_action(session.match, "policy", number))
        session.settle()
        session.lift_curtain()
    else:
        pytest.fail("no phase was ever ended early")
    length = session.length
    store.set(guard=False)
    assert not hand._must_warn(end)
    store.set(guard=True)
    QTest.mouseClick(table.prompt.end, LEFT)
    assert session.length == length
    assert hand.describe_idle() in table.prompt.news.text()
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_E)
    assert session.length > length
    assert session.match.past[length].action == end.plan[0]


def test_figures_stay_with_their_choices_after_a_press(lay) -> None:
    """Whoever presses 1 twice does not do what has slipped into the first place."""
    match = load_game("nmc").new_match(seed=7)
    match.play(Ready())
    table = lay(match=match)
    space = min(table.hand.find_lit()[0])
    table.hand.click(space, "")
    before = {slot.title: slot.number for slot in table.hand.slots()}
    assert len(before) >= 3
    gone = next(slot for slot in table.hand.slots() if slot.number == 1)
    table.map.setFocus()
    QTest.keyClick(table.map, "1")
    after = {slot.title: slot.number for slot in table.hand.slots()}
    for title in before.keys() & after.keys():
        assert after[title] == before[title]
    if gone.title not in after:
        assert 1 not in after.values()


def test_figures_begin_anew_with_another_question_and_run_out_last() -> None:
    figures, slots = Figures(), [Slot(name, ()) for name in "abc"]
    assert [slot.number for slot in figures.number(slots, "q", 0)] == [1, 2, 3]
    kept = figures.number([Slot("d", ()), Slot("b", ()), Slot("c", ())], "q", 1)
    assert [(slot.title, slot.number) for slot in kept] == [("b", 2), ("c", 3), ("d", 4)]
    assert [slot.number for slot in figures.number(slots, "other", 2)] == [1, 2, 3]
    many = figures.number([Slot(str(letter), ()) for letter in "defghijklm"], "many", 3)
    assert sorted(slot.number for slot in many) == [0, *range(1, FIGURES + 1)]
    counted = figures.number([Slot("Done (1 chosen)", ()), Slot("x", ())], "count", 4)
    again = figures.number([Slot("y", ()), Slot("Done (2 chosen)", ())], "count", 5)
    assert counted[0].number == next(slot.number for slot in again if slot.title.startswith("Done"))


def test_figures_begin_anew_where_only_the_room_has_changed() -> None:
    """Choices that come to share a button left a gap behind them: 1 Operate, 2 Recruit, 7 Mobilize."""
    figures = Figures()
    wide = [Slot(name, ()) for name in ("Operate A", "Operate B", "Recruit A", "Mobilize")]
    tight = [Slot(name, ()) for name in ("Operate", "Recruit", "Mobilize")]
    assert [slot.number for slot in figures.number(wide, "?", 5, False)] == [1, 2, 3, 4]
    assert [slot.number for slot in figures.number(tight, "?", 5, True)] == [1, 2, 3]
    after = figures.number([*tight[:1], *tight[2:]], "?", 6, True)  # an action later each keeps its own
    assert [(slot.title, slot.number) for slot in after] == [("Operate", 1), ("Mobilize", 3)]


def test_what_the_dice_brought_is_news_although_another_line_follows() -> None:
    roll = Roll("Cyber attack", (4,))
    lines = [Entry("begins"), Entry("C1.", ("21.6d",), (roll,)), Entry("One C2P is lost."), Entry("A side passes.")]
    told = "C1. One C2P is lost. A side passes.", "21.6d"
    assert word_news(lines) == told == word_news([*lines, Entry("y" * ROW, ("6.5a",))])
    assert word_news([Entry("z" * ROW, rolls=(roll,)), Entry("The last.", ("9.2a",))]) == ("The last.", "9.2a")
    assert word_news(lines[:1]) == ("begins", "") and word_news([]) == ("", "")
    plain = [Entry("y" * ROW), Entry("A unit is refitted.", ("19.3a",)), Entry("A side passes.", ("6.5a",))]
    assert word_news(plain) == ("A unit is refitted. A side passes.", "6.5a")
