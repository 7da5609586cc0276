"""All attackers that can join do so with one press: in every game in which an attack is put together unit by unit."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.engine import Action, Match
from common.engine.actions import Add
from fallujah.actions import Activate, Attack, Join
from nmc.actions import Activate as Choose
from nmc.actions import AssignAll
from operation_serval.actions import JoinAll
from tests.fallujah.positions import act
from tests.fallujah.positions import arrange as fallujah
from tests.gui.hands import LEFT
from tests.nmc.positions import FAR
from tests.nmc.positions import arrange as nmc
from tests.playing import bot_game


def fallujah_attack() -> Match:
    return act(fallujah("42: inf1 inf2 inf3 C1 F1!; 45: C2"), Activate("42"), Attack("42"))


def pirate_attack() -> Match:
    """An attack of several units of which none takes a chit to join, for those are left to be named one by one."""
    for match in bot_game("somali_pirates", 7, "policy", None).positions():
        step = match.state.step if match.to_act is not None else None
        if type(step).__name__ == "Muster":
            able = [action.item for action in match.legal() if isinstance(action, Add)]
            if len(able) > 2 and all(step.joins_freely(match.state, id_) for id_ in able):
                return match
    raise AssertionError("no attack with several units")


@pytest.mark.parametrize(("position", "kind"), [(fallujah_attack, Join), (pirate_attack, Add)])
@pytest.mark.parametrize("way", ["key", "click"])
def test_one_press_joins_all_that_can(lay, store, position, kind: type[Action], way: str) -> None:
    store.set(curtain="never")
    match = position()
    able = [action for action in match.legal() if isinstance(action, kind)]
    table = lay(match=match)
    session, before = table.session, table.session.length
    (offer,) = [choice for choice in table.hand.find_placeless() if len(choice.plan) > 1]
    assert offer.label in (f"All {len(able)} join the attack", f"The other {len(able)} join the attack")
    if way == "key":
        QTest.keyClick(table.map, Qt.Key.Key_A)
    else:
        made = next(button for button in table.prompt.buttons if offer.label in button.text())
        QTest.mouseClick(made, LEFT)
    assert [moment.action for moment in match.past[before:]] == able
    assert not session.bundles()  # nobody is left
    table.commands.actions["undo"].trigger()
    assert session.length == before  # one gesture, taken back in one go


def test_where_the_rules_know_all_it_is_one_action() -> None:
    """The New Mexico Campaign and Operation Serval have an action of their own for it."""
    match = nmc(f"2205: 3 cavalry 1 gun Green; 2206: 2 regular{FAR}", "C_COMBAT")
    match.play(Choose("2205"))
    assert AssignAll() in match.legal()
    for match in bot_game("operation_serval", 7, "policy", None).positions():
        step = type(match.state.step).__name__ if match.to_act is not None else ""
        if step == "AttackForce" and JoinAll() in match.legal():
            return
    raise AssertionError("no attack of several units")
