"""10.1, 31.1  A recruit taken up by a button is in the hand: its places are lit, and few of them have buttons."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from operation_serval.actions import Board, Choose, Load, Operate, Place, Recruit
from operation_serval.state import CHAD, FRANCE, ISLAMIST, WEST_AFRICA
from tests.gui.hands import LEFT, middle, near
from tests.operation_serval.positions import FAR, GAO, arrange, at


@pytest.mark.rule("operation_serval", "31.1a")
def test_the_places_of_a_recruit_taken_by_a_button_are_lit_and_have_buttons(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(FAR, options={"jsoc": True}, dice=[3])
    table = lay(match=match, size=(1280, 800))
    table.session.play(Recruit("french", "jsoc"))
    assert "JSOC, which come together; 3 to go" in match.prompt
    table.session.play(Choose("js_sof_1"))
    assert table.hand.selected == table.map.board.selected == ("js_sof_1",)
    assert set(table.map.board.targets) == {FRANCE, WEST_AFRICA, CHAD}
    offered = [choice.label for slot in table.hand.slots() for choice in slot.choices]
    assert offered[0] == "JSOC 1 to France Staging Area" and len(offered) == 3
    near(table, WEST_AFRICA)
    QTest.mouseClick(table.map, LEFT, pos=middle(table, WEST_AFRICA))
    assert at(match, "js_sof_1") == WEST_AFRICA
    assert table.hand.selected == () and not table.map.board.targets


@pytest.mark.rule("operation_serval", "10.1a")
def test_after_a_recruit_was_placed_nothing_is_in_the_hand(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(FAR, dice=[3])
    table = lay(match=match, size=(1280, 800))
    table.session.play(Recruit("french", "companies"))
    unit = next(action.unit for action in match.legal() if isinstance(action, Choose))
    for _ in range(2):
        table.session.play(Choose(unit))
        table.session.play(Place(CHAD))
        assert table.hand.selected == table.map.board.selected == () and table.map.gestures.held is None
        table.session.takeback.undo()
        assert table.hand.selected == (unit,)
        table.session.takeback.undo()
        assert table.hand.selected == ()


@pytest.mark.rule("operation_serval", "23.0a")
def test_who_can_board_an_airlift_has_a_button(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; west_africa_sa: fr_abarm_1rhp fr_sof_cm")
    match.play(Operate("french"))
    match.play(Load("parachute", WEST_AFRICA))
    table = lay(match=match, size=(1280, 800))
    offered = [choice.label for slot in table.hand.slots() for choice in slot.choices]
    assert {"A/1 RHP flies along", "CM flies along"} <= set(offered)
    table.session.play(Board("fr_sof_cm"))
    assert table.hand.selected == table.map.board.selected == ("fr_sof_cm",)
    assert len(table.map.board.targets) > 50
    assert {"Passengers", "Drop"} <= {gesture.group for gesture in table.session.gestures()}


@pytest.mark.rule("operation_serval", "10.2a")
def test_more_recruits_than_there_are_figures_share_a_list(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; {GAO}: aq_base_1", side=ISLAMIST, dice=[6])
    match.play(Recruit("aqim"))
    table = lay(match=match, size=(1280, 800))
    choices = [action for action in match.legal() if isinstance(action, Choose)]
    (slot,) = (slot for slot in table.hand.slots() if slot.title == "Counters")
    assert len(slot.choices) == len(choices) > 8
