"""After a fight that the game runs on from, the outcome is looked at before the next dice are told."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.bots.thinker import Idea
from common.engine import Match
from common.gui.session.fight_pause import closes_fight
from nmc.actions import Attack
from tests.gui.hands import LEFT
from tests.nmc.positions import FAR, arrange, form

FIGHT = Attack(0, "2206")
DICE = (0, 0, 5)  # fire and return fire without a hit, then attrition
PEOPLE = {"confederate": "human", "union": "human"}


def before_the_fire(supplied: bool = False) -> Match:
    """The last attack of a phase, by troops that will then suffer attrition unless they are supplied."""
    depot = " depot" if supplied else ""
    match = arrange(f"2205: 3 cavalry{depot}; 2206: 2 regular{FAR}", "C_COMBAT")
    form(match, "2205")
    return match


def test_the_outcome_is_told_before_attrition(lay) -> None:
    table = lay(match=before_the_fire(), seats=PEOPLE)
    session, card = table.session, table.card
    session.play(FIGHT, DICE)
    assert session.match.state.rolls == 3  # the engine is not held up
    assert session.is_resting and not session.can_act
    told = card.sheet.toPlainText()
    assert card.isVisible() and "Union return fire" in told
    assert "Attrition" not in told + table.prompt.news.text()
    assert [roll.reason.split()[0] for roll in table.tray.rolls] == ["Confederate", "Union"]
    assert [made.text() for made in table.prompt.buttons] == ["Go on  (Space)"]
    session.go_on()
    assert not session.is_resting and session.can_act
    assert "10.9a" in table.prompt.news.text()
    assert [roll.reason.split()[0] for roll in table.tray.rolls] == ["Attrition"]


@pytest.mark.parametrize("way", ["space", "enter", "prompt", "card", "cross", "undo"])
def test_one_goes_on_by_key_or_click(lay, way: str) -> None:
    table = lay(match=before_the_fire(), seats=PEOPLE)
    session = table.session
    length = session.length
    session.play(FIGHT, DICE)
    match way:
        case "space" | "enter":
            QTest.keyClick(table.map, Qt.Key.Key_Space if way == "space" else Qt.Key.Key_Return)
        case "prompt":
            QTest.mouseClick(table.prompt.buttons[0], LEFT)
        case "card":
            QTest.mouseClick(table.card.on, LEFT)
        case "cross":
            table.card.put_away()
        case "undo":
            session.takeback.consent = lambda _question: True
            table.commands.actions["undo"].trigger()
            assert session.length == length
    assert not session.is_resting


def test_nobody_waits_for_what_nobody_watches(lay, store) -> None:
    """Supplied troops bring no more dice; bots among themselves and at once, and a replay, are not held up."""
    fight = before_the_fire(supplied=True)
    fight.play(FIGHT, dice=DICE[:2])
    table = lay(match=before_the_fire(), seats={"confederate": "policy", "union": "policy"})
    table.session.bots.paused = True
    table.session.play_for_bot([Idea(FIGHT, "")], DICE)
    assert not table.session.is_resting
    entries = table.session.match.journal.entries
    lines = table.session.table.fight_lines
    assert closes_fight(entries, table.session.length, lines)
    assert not closes_fight(fight.journal.entries, len(fight.past), lines)


@pytest.mark.parametrize(("speed", "rests"), [(1.0, True), (0.0, False)])
def test_a_bot_that_is_watched_waits(lay, store, speed: float, rests: bool) -> None:
    store.set(bot_speed=speed)
    table = lay(match=before_the_fire(), seats={"confederate": "policy", "union": "human"})
    table.session.bots.paused = True
    table.session.play_for_bot([Idea(FIGHT, "")], DICE)
    assert table.session.is_resting is rests
    table.session.show(0)
    assert table.session.moment == 0  # one may look back meanwhile
    table.journal.leave()
    assert table.session.is_resting is rests


def test_map_and_journal_show_the_outcome_and_nothing_later(lay) -> None:
    """Until one goes on, the troops that attrition has struck stand as the fight left them."""
    table = lay(match=before_the_fire(), seats=PEOPLE)
    session = table.session
    standing = {piece.id: piece.name for piece in session.pieces() if piece.space == "2205"}
    session.play(FIGHT, (0, 0, 0))  # the least attrition die costs the most
    shown = [piece for piece in table.map.board.pieces.values() if piece.space == "2205"]
    assert {piece.id: piece.name for piece in shown} == standing and not any(piece.movable for piece in shown)
    assert "ttrition" not in table.journal.text.toPlainText()
    assert next(phase.title for phase in table.strip.phases if phase.state == "now") == "Confederate combat"
    session.go_on()
    left = {piece.id: piece.name for piece in session.pieces() if piece.space == "2205"}
    assert left != standing
    assert "ttrition" in table.journal.text.toPlainText()
