"""13.1  Stacks on the march in the window: a march ends where it arrives, and who has points left can go on."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

from common.engine import Match
from operation_serval.actions import DropOff, MarchTo, MarchWith, Operate, TakeAlong
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
