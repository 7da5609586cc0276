"""Placing counters in the window: in the set-up it is taken back without asking the enemy; nothing is out of sight."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.gui.session.offers import offer_drop
from common.gui.table.first_view import follow_seat, open_view
from operation_serval.actions import Choose, Finish, Pass, ReadyMade, Recruit
from operation_serval.state import COALITION
from tests.gui.hands import near
from tests.operation_serval.positions import GAO, KIDAL, fresh, game

TECHNICAL, TIMBUKTU = "mn_tech_1", "2323"


def sees(table, space: str) -> bool:
    """Whether the middle of a place is in view."""
    place = table.map.board.place(space)
    return table.map.rect().contains(table.map.camera.to_screen(*place.center).toPoint())


def place(table, unit: str, space: str) -> None:
    """Take a counter up and put it down."""
    table.hand.lift((unit,))
    table.hand.do(offer_drop(next(target for target in table.hand.targets if target.space == space)))


def test_a_counter_set_up_in_secret_is_taken_back_alone(lay, store) -> None:
    """Between two people, who have to agree only where something was rolled, shown or decided by the other."""
    store.set(curtain="never")
    table = lay("operation_serval")
    session, units = table.session, lambda: table.session.match.state.units
    session.takeback.consent = lambda question: False
    start = session.match.hash()
    place(table, TECHNICAL, TIMBUKTU)
    assert units()[TECHNICAL].at == TIMBUKTU
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.match.hash() == start
    place(table, TECHNICAL, TIMBUKTU)
    place(table, TECHNICAL, KIDAL)
    assert units()[TECHNICAL].at == KIDAL


@pytest.mark.parametrize("scenario", ["scenario_1", "scenario_2"])
def test_the_counters_of_a_set_up_are_in_view_when_it_is_opened(lay, store, scenario: str) -> None:
    """Also where towns on the map are lit for sharia markers."""
    store.set(curtain="never")
    match = game().new_match(scenario)
    match.play(ReadyMade())
    match.play(Finish())
    table = lay(match=match, size=(1280, 800))
    open_view(table.map, table.hand)
    waiting = {table.hand.piece(unit).space for unit in table.hand.find_usable()}
    assert len(waiting) == 3 and all(sees(table, box) for box in waiting)
    near(table, GAO)
    follow_seat(table.map, table.hand)
    assert any(sees(table, box) for box in waiting)


@pytest.mark.parametrize(("group", "contingent"), [("jsoc", "french"), ("", "mali")])
def test_recruits_and_their_goals_are_never_out_of_sight(lay, store, group: str, contingent: str) -> None:
    """A box or a Staging Area that is asked about comes into view, and the counter taken up has its goals lit."""
    store.set(curtain="never")
    match = fresh("scenario_2", jsoc=True, africom=True)
    table = lay(match=match, size=(1280, 800))
    near(table, GAO)
    assert not sees(table, "available_french_chadian") and not sees(table, "available_mali")
    if match.to_act != COALITION:
        table.session.play(Pass())
    table.session.play(Recruit(contingent, group))
    first = next(action for action in match.legal() if isinstance(action, Choose))
    assert sees(table, table.hand.piece(first.unit).space)
    table.session.play(first)
    assert table.hand.selected == (first.unit,)
    goals = {target.space for target in table.hand.targets}
    assert goals and set(table.map.board.targets) == goals
    assert any(sees(table, goal) for goal in goals)
