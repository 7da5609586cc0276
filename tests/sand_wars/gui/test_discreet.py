"""At the table a step that could betray a hand is asked or passed as the player wishes, and never betrays it."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.windows import DefenderWindow
from sand_wars.state import ALGERIA, MOROCCO
from tests.asking import step
from tests.sand_wars.fights import action_card, fight

PLACE = {"A-tank4-1": "oujda", "A-mot2-1": "oran", "M-mech3-1": "oujda"}
IDLE = action_card(ALGERIA, "Dig in")


def before_air_step() -> Match:
    """Morocco may still react; then Algeria, which holds nothing that fits, comes to the air step."""
    steps = DefenderWindow(MOROCCO), AirStep(ALGERIA)
    return fight(*steps, place=PLACE, hand=(IDLE,), enemy_hand=("M01",))


@pytest.mark.parametrize("always_ask", [False, True])
@pytest.mark.parametrize("auto_pass", [False, True])
def test_between_two_people_the_attacker_is_asked_though_he_holds_nothing(
    lay, store, qtbot, always_ask: bool, auto_pass: bool
) -> None:
    store.set(curtain="secrets", always_ask=always_ask, auto_pass=auto_pass)
    table = lay(match=before_air_step())
    table._curtain_control._open()
    played = table.session.length
    table.session.play(Decline())
    qtbot.wait(50)
    assert table.session.length == played + 1
    assert table.session.curtain == ALGERIA
    table._curtain_control._open()
    qtbot.wait(50)
    assert table.session.match.legal() == (act.EndSorties(),)
    assert table.session.length == played + 1


@pytest.mark.parametrize("auto_pass", [False, True])
def test_against_a_bot_the_air_step_passes_by_itself_on_wish(lay, store, qtbot, auto_pass: bool) -> None:
    store.set(auto_pass=auto_pass)
    match = before_air_step()
    match.play(Decline())
    assert step(match) == "AirStep"
    table = lay(match=match, seats={MOROCCO: "random"})
    table.session.bots.pause(True)
    played = len(match.past)
    table.session.continue_game()
    qtbot.wait(50)
    assert (len(match.past) > played) == auto_pass
