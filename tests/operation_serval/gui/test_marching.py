"""13.1  Stacks on the march in the window: a march ends where it arrives, and who has points left can go on."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from common.engine import Match
from operation_serval.actions import DropOff, Finish, Halt, MarchTo, MarchWith, Operate, TakeAlong
from operation_serval.rules.movement import Marching, Movement
from tests.gui.hands import LEFT, drag, middle, near
from tests.operation_serval.positions import FAR, GAO, arrange


def operating() -> Match:
    """Two Malian battalions in Gao, in the movement of their operation."""
    match = arrange(f"{FAR}; {GAO}: ml_33p ml_inf_2", c2p=(6, 6))
    match.play(Operate("mali"))
    return match


def places(match: Match) -> tuple[str, str]:
    return match.state.units["ml_33p"].at, match.state.units["ml_inf_2"].at


@pytest.mark.rule("operation_serval", "13.1a")
def test_a_stack_goes_on_by_a_second_drag(lay, store) -> None:
    store.set(curtain="never")
    match = operating()
    table = lay(match=match, size=(1280, 800))
    drag(table, GAO, "3025")
    assert places(match) == ("3025", "3025") and isinstance(match.state.step, Movement)
    drag(table, "3025", "3026")
    assert places(match) == ("3026", "3026") and isinstance(match.state.step, Movement)
    table.session.takeback.undo()  # one gesture after the other
    assert places(match) == ("3025", "3025")


@pytest.mark.rule("operation_serval", "13.1a", "13.1c")
def test_a_stack_goes_on_by_clicks_and_nobody_is_left_behind(lay, store) -> None:
    store.set(curtain="never")
    match = operating()
    table = lay(match=match, size=(1280, 800))
    near(table, GAO, "3025", "3026")
    for goal in ("3025", "3026"):
        start = places(match)[0]
        QTest.mouseClick(table.map, LEFT, pos=middle(table, start))
        QTest.mouseClick(table.map, LEFT, pos=middle(table, goal))
    assert places(match) == ("3026", "3026")
    assert not isinstance(match.state.step, Marching)
    assert not any(isinstance(moment.action, DropOff) for moment in match.past)
    assert sum(isinstance(moment.action, TakeAlong) for moment in match.past) == 2


@pytest.mark.rule("operation_serval", "13.1c")
def test_where_a_stack_taken_up_by_a_button_can_go_is_lit_and_takes_one_click(lay, store) -> None:
    store.set(curtain="never")
    match = operating()
    table = lay(match=match, size=(1280, 800))
    for action in (MarchWith("ml_33p"), TakeAlong("ml_inf_2")):
        table.session.play(action)
    goals = {action.place for action in match.legal() if isinstance(action, MarchTo)}
    assert table.hand.find_lit()[0] == goals and len(goals) > 20
    near(table, GAO, "3025")
    QTest.mouseClick(table.map, LEFT, pos=middle(table, "3025"))
    assert places(match) == ("3025", "3025")


def choices(table) -> set[str]:
    return {choice.label for slot in table.hand.slots() for choice in slot.choices}


@pytest.mark.rule("operation_serval", "13.1a", "13.1c")
def test_a_stack_taken_up_by_a_button_is_in_the_hand_with_costs_and_companions(lay, store) -> None:
    store.set(curtain="never")
    match = operating()
    table = lay(match=match, size=(1280, 800))
    table.session.play(MarchWith("ml_33p"))
    assert table.hand.selected == table.map.board.selected == ("ml_33p",)
    assert {target.label for target in table.hand.targets if target.space == "3025"} == {"½ MP"}
    assert "Malian 22 Inf comes along" in choices(table)
    table.session.play(TakeAlong("ml_inf_2"))
    assert table.hand.selected == table.map.board.selected == ("ml_33p", "ml_inf_2")
    assert table.map.gestures.held is not None and table.map.gestures.held.pieces == table.hand.selected
    assert "Malian 33P stays here" in choices(table)
    near(table, GAO, "3025")
    QTest.mouseClick(table.map, LEFT, pos=middle(table, "3025"))
    assert places(match) == ("3025", "3025")
    assert not any(isinstance(moment.action, DropOff) for moment in match.past)
    table.session.takeback.undo()  # they are in the hand again, where they set out
    assert table.hand.selected == table.map.board.selected == ("ml_33p", "ml_inf_2")
    assert table.map.board.targets and table.map.gestures.held is not None
    assert table.map.gestures.held.origins == {GAO}


@pytest.mark.rule("operation_serval", "13.1a")
def test_after_a_march_the_hand_is_empty_on_the_map_too(lay, store) -> None:
    store.set(curtain="never")
    table = lay(match=operating(), size=(1280, 800))
    drag(table, GAO, "3025")
    assert table.hand.selected == table.map.board.selected == ()
    assert not table.hand.targets and table.map.gestures.held is None
    table.session.play(MarchWith("ml_33p"))
    table.session.play(Halt())
    assert table.hand.selected == table.map.board.selected == ()
    assert table.map.gestures.held is None
    table.session.takeback.undo()
    assert table.hand.selected == table.map.board.selected == ("ml_33p",)


@pytest.mark.rule("operation_serval", "29.3a")
def test_who_waits_in_a_staging_area_can_still_act(lay, store) -> None:
    store.set(curtain="never")
    match = arrange("2107: aq_guer_1; france_sa: fr_ab_2rep fr_sof_cm")
    match.play(Operate("french"))
    if not isinstance(match.state.step, Movement):
        match.play(Finish())
    table = lay(match=match, size=(1280, 800))
    assert table.hand.describe_idle() == "2 units can still act"
    end = table.hand.find_end()
    assert end is not None and table.hand._must_warn(end)


@pytest.mark.rule("operation_serval", "22.0a")
def test_going_on_without_reorganizing_needs_no_second_press(lay, store) -> None:
    store.set(curtain="never")
    match = arrange(f"{FAR}; {GAO}: fr_ca_gtia1 fr_base_1")
    match.play(Operate("french"))
    table = lay(match=match, size=(1280, 800))
    end = table.hand.find_end()
    assert end is not None and end.label == "Go on to the movement" and not table.hand._must_warn(end)


@pytest.mark.rule("operation_serval", "22.2a", "22.3a")
def test_task_forces_are_combined_and_broken_down_by_buttons_however_many_companies_there_are(lay, store) -> None:
    """Lists of other companies that nobody could read are left to the counters on the map."""
    store.set(curtain="never")
    companies = "fr_mech_a21 fr_mech_b21 fr_mech_arei fr_mech_a2r fr_mech_b2r fr_armor_aricm fr_armor_bricm"
    match = arrange(f"{FAR}; {GAO}: fr_ab_2rep fr_base_1 {companies}")
    match.play(Operate("french"))
    table = lay(match=match, size=(1280, 800))
    buttons = [[choice.label for choice in slot.choices] for slot in table.hand.slots()]
    named = [label for labels in buttons for label in labels]
    assert len(match.legal()) > 40
    assert any(label.startswith("Break GTIA 2 REP down") for label in named)
    assert any(label.startswith("Combine") for label in named)
    assert max(map(len, buttons)) <= 20
