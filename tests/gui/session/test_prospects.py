"""F20, F23: what an attack would bring is told while its force is still in the hand, and what it costs in any case."""

from __future__ import annotations

import pytest

from common.engine import Seat
from common.gui.session.foresight import find_odds
from common.gui.table.table_window import TableWindow
from common.tabletop import Target
from fallujah.actions import Activate, Attack, Done, FireMission, Lead, March
from tests.fallujah.positions import act, arrange, u
from tests.gui.hands import middle, point


def aim(table: TableWindow, space: str, *names: str) -> Target:
    """Where these units would go."""
    table.hand.select(tuple(u(name) for name in names))
    return next(target for target in table.hand.targets if target.space == space)


def test_the_odds_of_an_attack_are_told_while_the_force_is_in_the_hand(lay, qtbot) -> None:
    table = lay("fallujah", match=arrange("42: C1 F1"))
    table.inspector.open("odds")
    aim(table, "42", "inf1", "inf2", "tank1", "w1")
    point(table.map, middle(table, "42"))
    qtbot.waitUntil(lambda: table.inspector.odds.held is not None)
    held = table.inspector.odds.held
    assert held.title == "Attack in 42 Northern Mosque, before any reaction"
    assert held.column == "10 against 5"  # 6, a company, tanks, weapons; 2 and the TEM
    assert "Expected there: " in table.prompt.news.text()
    assert "1 political point to the Insurgents" in table.prompt.news.text()


def test_who_joins_is_counted_with_those_already_there(lay) -> None:
    match = act(arrange("42: C1 F1"), Activate("NW"), March(u("inf1"), "42"), Done())
    table = lay("fallujah", match=match)
    target = aim(table, "42", "inf2", "sf1")
    odds = find_odds(table.session.table, Seat(match, "coalition"), target)
    assert odds is not None
    assert odds.title == "Attack in 42 Northern Mosque"
    assert odds.column == "8 against 5"
    assert "political" not in odds.expected  # Iraqis take part
    act(match, *target.plan, Attack("42"))
    assert match.odds(Lead(u("inf1"))).column == odds.column  # type: ignore[union-attr]


@pytest.mark.parametrize(("area", "there", "cost"), [("33", "", True), ("41", "", False), ("42", "inf1- sf1-", False)])
def test_a_strike_on_mosques_says_what_it_costs(lay, area: str, there: str, cost: bool) -> None:
    table = lay("fallujah", match=arrange(f"{area}: F1 {there}"))
    match = table.session.match
    label = table.session.label_of(FireMission(area))
    assert ("+1 backlash" in label) == cost
    table.hand.lift(("fire_mission",))
    assert (next(t.label for t in table.hand.targets if t.space == area) == "strike, +1 backlash") == cost
    before = match.state.backlash
    assert ("political" in match.odds(FireMission(area)).expected) == cost  # type: ignore[union-attr]
    match.play(FireMission(area))
    assert match.state.backlash == before + cost


def test_an_attack_on_mosques_without_iraqis_says_what_it_costs(lay) -> None:
    match = act(arrange("42: C1 F1"), Activate("NW"), March(u("inf1"), "42"), Done())
    table = lay("fallujah", match=match)
    assert table.session.label_of(Attack("42")) == "Make the attack that is due in 42 Northern Mosque (+1 backlash)"
    table.session.play(March(u("sf1"), "42"))
    assert table.session.label_of(Attack("42")) == "Make the attack that is due in 42 Northern Mosque"
