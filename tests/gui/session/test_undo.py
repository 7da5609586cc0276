"""Undo and redo go by what the player did: a drag of many counters is one thing, a roll within it is where it ends."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.gui import hands

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_a_drag_of_many_counters_is_taken_back_as_one(lay) -> None:
    table = lay()
    match = table.session.match
    start = match.hash()
    hands.drag(table, "1704", "1703")
    moved, actions = match.hash(), len(match.past)
    assert actions > 1
    first = table.session.label_at(0)
    assert table.commands.actions["undo"].text() == f"&Undo: {first}, and {actions - 1} more"
    QTest.keyClick(table, Qt.Key.Key_Z, CONTROL)
    assert (match.hash(), len(match.past)) == (start, 0)
    assert table.prompt.news.text() == f"Taken back: {first}, and {actions - 1} more."
    QTest.keyClick(table, Qt.Key.Key_Z, CONTROL | SHIFT)
    assert (match.hash(), len(match.past)) == (moved, actions)
    assert table.prompt.news.text() == f"Done again: {first}, and {actions - 1} more."


def test_another_move_after_an_undo_is_a_gesture_of_its_own(lay) -> None:
    table = lay()
    session = table.session
    hands.drag(table, "1704", "1703")
    session.takeback.undo()
    session.play(session.match.legal()[0])
    session.play(session.match.legal()[0])
    assert session.takeback.undo()
    assert session.length == 1


def test_the_undo_of_a_march_stops_at_its_roll(lay) -> None:
    table = lay(seed=11)
    session, match = table.session, table.session.match
    hands.drag(table, "1704", "1703")
    hands.press(table, "Begin the campaign")
    before = session.length
    hands.drop_by(table, hands.stack(table, "1703"), hands.nearest(table, "1703"), "roll")
    roll = next(n for n in range(before, session.length) if match.barrier(n) == "roll")
    assert before < roll < session.length - 1, "the force is formed, rolled for and moved in one gesture"
    session.takeback.consent = lambda question: False
    assert not session.takeback.undo(), "the other player has to agree"
    session.takeback.consent = lambda question: True
    assert session.takeback.undo()
    assert session.length == roll + 1, "the hex that was entered, not the roll"
    assert session.takeback.undo()
    assert session.length == before, "the roll and all that formed the force"
