"""Forces of The New Mexico Campaign taken up by hand: who goes with whom, and what is said of it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from common.engine import load_game
from common.gui.gestures import Hit
from nmc.rules.actions import Activate, AssignAll, Attack, EndPhase, Lock, March, Ready
from tests.gui import hands
from tests.nmc.position import arrange

LEFT, SHIFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
CRAIG = "2605"


def forced_march(lay, *more, dice=()):
    """The Union is about to hurry out of Fort Craig."""
    match = load_game("nmc").new_match(seed=7, dice=dice)
    for action in (Ready(), EndPhase(), *more):
        match.play(action)
    table = lay(match=match)
    hands.near(table, CRAIG, "2706")
    return table


def pile_of(table, space: str) -> set[str]:
    board = table.map.board
    return set(table.map.liftable(Hit(space, board.stack(space)[-1].id), True))


def test_a_drag_in_a_forced_march_takes_the_troops_along_with_their_leaders(lay) -> None:
    """8.23a: troops cannot hurry alone, but with a leader they can."""
    table = forced_march(lay)
    board, view = table.map.board, table.map
    everybody = {piece.id for piece in board.stack(CRAIG) if "/depot/" not in piece.id}
    assert pile_of(table, CRAIG) == everybody
    start, end = board.piece_rect(board.stack(CRAIG)[-1].id).center().toPoint(), hands.middle(table, "2706")
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(9, 9))
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, pos=end)
    played = [moment.action for moment in table.session.match.past[2:]]
    assert played[:4] == [Activate(CRAIG), AssignAll(), Lock(), March(0)]


@pytest.mark.parametrize("adding", [SHIFT, CTRL])
def test_in_the_fan_troops_are_added_to_a_leader_in_any_order(lay, adding) -> None:
    table = forced_march(lay)
    board, view = table.map.board, table.map
    view.open_fan(CRAIG)
    troops = next(piece.id for piece in board.stack(CRAIG) if piece.strength == 5)
    length = table.session.length
    QTest.mouseClick(view, LEFT, pos=board.fan.rects[troops].center().toPoint())
    assert table.session.length == length  # a counter is chosen; nothing is begun behind the player's back
    assert not table.hand.targets
    QTest.mouseClick(view, LEFT, adding, board.fan.rects["Carson"].center().toPoint())
    assert set(table.hand.selected) == {troops, "Carson"}
    assert "2706" in {target.space for target in table.hand.targets}


def test_guns_leaders_and_wagons_go_with_the_troops_that_attack(lay) -> None:
    """9.8: they do not fire alone, so a drag that left them behind would throw away what they add."""
    army = "20 cavalry 2 guns 1 wagons Sibley Green"
    match = arrange(f"2505: {army}; {CRAIG}: 10 regular Canby", phase="C_COMBAT")
    table = lay(match=match)
    hands.near(table, CRAIG, "2505")
    assert pile_of(table, "2505") == {piece.id for piece in table.map.board.stack("2505")}
    plan = next(target.plan for target in table.hand.targets_for(sorted(pile_of(table, "2505"))))
    assert plan == (Activate("2505"), AssignAll(), Lock(), Attack(0, CRAIG))


def test_a_leader_of_the_force_being_formed_can_be_taken_up_like_its_troops(lay) -> None:
    table = forced_march(lay, Activate(CRAIG), AssignAll())
    assert set(table.hand.usable()) == {p.id for p in table.session.pieces() if p.space == CRAIG and p.badges}
    assert table.hand.targets_for(("Canby",))[0].plan[:2] == (Lock(), March(0))
    assert "38 SP, 7 others" in table.session.board.prompt


def test_the_roll_is_a_button_and_names_its_force_in_few_words(lay) -> None:
    table = forced_march(lay, Activate(CRAIG), AssignAll(), Lock())
    assert [button.text() for button in table.prompt.buttons] == [
        "1  Roll for 28 regulars, 10 militia, 1 gun, 6 leaders",
        "2  Close this hex",
    ]


def test_what_is_held_is_named_in_the_bar_and_in_the_figures(lay) -> None:
    table = forced_march(lay)
    table.map.setFocus()
    for _ in range(2):
        QTest.keyClick(table.map, Qt.Key.Key_N)
    (held,) = table.hand.selected
    name = table.hand.piece(held).name
    assert name in table.inspector.here.toPlainText()
    assert any(name in item.widget().text() for item in table.prompt.flow.items())


def test_a_roll_too_low_is_told_with_its_rule(lay) -> None:
    table = forced_march(lay, dice=[2])
    pieces = tuple(sorted(pile_of(table, CRAIG)))
    far = max(table.hand.targets_for(pieces), key=lambda target: len(target.path))
    table.session.run(far)
    assert table.prompt.news.text().startswith("The roll allowed") and table.prompt.told == "8.4"


def test_what_was_placed_is_not_said_to_be_far_from_fort_thorn(lay) -> None:
    table = lay("nmc", seed=7)
    hands.near(table, "1704", "1803")
    hands.drag(table, "1704", "1803")
    piece = next(p.id for p in table.session.pieces() if p.space == "1803")
    assert "take the placing back" in table.hand.why_not((piece,), "1704").why


def test_the_reason_is_that_of_the_place_pointed_at_last(lay, qtbot) -> None:
    """The pointer lies on a track of the sheet while N brings another part of the map under it."""
    table = forced_march(lay)
    table.map.hovered.emit("union_vp", "")
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_N)
    table.pointing._explain()
    assert not table.map.bubble.isVisible()


def test_a_hex_without_a_name_has_no_tip(lay) -> None:
    table = forced_march(lay)
    assert table.pointing.tip("2810", "") == ""
    assert table.pointing.tip("3005", "").startswith("Socorro (3005)")
