"""Exact chances, against results counted by hand or by playing every pair of dice."""

from collections import Counter
from itertools import product

import pytest

from fallujah.actions import (
    Activate,
    Attack,
    Defend,
    EndImpulse,
    FireMission,
    Join,
    Lead,
    March,
    Mulligan,
    Pass,
    Raid,
    Riverine,
)
from fallujah.state import COALITION
from tests.fallujah.positions import act, arrange, fight, u


def chances(match, action):
    odds = match.odds(action)
    return {outcome.label: outcome.weight for outcome in odds.outcomes}, odds.total


@pytest.mark.parametrize(("impulse", "ends"), [(1, 0), (3, 1), (7, 15), (9, 26), (12, 35), (13, 36)])
def test_the_end_of_the_phase(impulse, ends):
    found, total = chances(arrange("9: F1", impulse=impulse), Pass())
    assert total == 36
    assert found.get("the phase ends", 0) == ends


def test_overwhelming_force_tells_the_values_it_comes_from():
    match = arrange("42: inf1 inf2 M1", check=False)
    for action in (Activate("42"), Attack("42"), Join(u("inf1")), Join(u("inf2"))):
        match.play(action)
    odds = match.odds(Lead(u("inf1")))
    assert [outcome.label for outcome in odds.outcomes] == ["Overrun without dice"]
    values = {title: sum(modifier.value for modifier in modifiers) for title, modifiers in odds.modifiers}
    assert values == {"Offensive Value": 7, "Defensive Value": 2}  # 6 and a company; Militia -1 in TEM 3


def test_no_roll_no_odds():
    assert arrange("9: F1", impulse=0).odds(Pass()) is None
    assert arrange("9: F1", impulse=5, passed=True).odds(Pass()) is None
    assert arrange("9: F1").odds(Activate("NW")) is None
    assert arrange("9: F1").odds(FireMission("9")) is None  # not allowed


def test_an_attack_is_counted_like_all_its_dice():
    def begun():
        match = act(arrange("10: inf1 F1- M1"), Activate("10"), Attack("10"), Join(u("inf1")))
        return match

    found, total = chances(begun(), Lead(u("inf1")))  # 6 against 1 + 3; three points are the most
    assert total == 1296
    sums = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    by_hand = Counter()
    for (mine, weight), (theirs, factor) in product(sums.items(), sums.items()):
        points = 6 + mine - 4 - theirs
        if points > 3:
            by_hand["Overrun"] += weight * factor
        elif points > 0:
            by_hand[f"Insurgents take {points} CP"] += weight * factor
        elif points == 0:
            by_hand["stalled: Coalition takes 1 CP"] += weight * factor
        else:
            by_hand["repulsed: Coalition takes 2 CP"] += weight * factor
    assert found == by_hand


def test_a_mulligan_has_the_chances_of_the_attack_it_repeats():
    begun = act(arrange("10: inf1 F1- M1", advantage=COALITION), Activate("10"), Attack("10"), Join(u("inf1")))
    before = chances(begun, Lead(u("inf1")))
    rolled = act(begun, Lead(u("inf1")))
    assert Mulligan() in rolled.legal(), "the Coalition has the Advantage"
    assert chances(rolled, Mulligan()) == before


def test_certain_results_are_named():
    match = act(arrange("43: inf1 tank1 M1 iq1"), Activate("43"), Attack("43"), Join(u("inf1")), Join(u("tank1")))
    act(match, Lead(u("inf1")))
    assert chances(match, Riverine(True)) == ({"Overrun without dice": 1}, 1)
    match = act(arrange("15: M1; 16: tank1", to="insurgent"), Activate("15"))
    assert chances(match, March("M1", "16")) == ({"success without dice": 1}, 1)


@pytest.mark.parametrize(("area", "wins"), [("43", 206), ("46", 310), ("18", 126)])
def test_a_militia_against_a_spent_company(area, wins):
    match = act(arrange(f"{area}: M1 inf1-", to="insurgent"), Activate(area))
    found, total = chances(match, Raid("M1"))
    assert (found["Coalition takes 2 CP"], total) == (wins, 1296)


def test_fire_missions_and_tied_leads():
    match = arrange("42: F1! inf1")
    found, total = chances(match, FireMission("42"))  # 8 against 5
    assert total == 1296
    assert found["Overrun"] == sum(w for d, w in differences().items() if 3 + d > 3)
    match = act(arrange("40: inf1 F1 F2!"), Activate("40"), Attack("40"), Join(u("inf1")))
    assert match.odds(Lead(u("inf1"))) is None  # the Insurgents choose between two Defensive Values
    act(match, Lead(u("inf1")))
    assert match.odds(Defend("F2")).column == "6 against 7"
    assert match.odds(Defend("F1")).column == "6 against 6"


def differences():
    sums = Counter(a + b for a, b in product(range(1, 7), repeat=2))
    found = Counter()
    for (mine, weight), (theirs, factor) in product(sums.items(), sums.items()):
        found[mine - theirs] += weight * factor
    return found


def test_a_mandatory_attack_and_a_decided_phase():
    match = act(arrange("25: inf1; 24: C1-", impulse=9), Activate("25"), March(u("inf1"), "24"))
    assert match.odds(Attack("24")).column == "6 against 2"
    fight(match, "24", "inf1", dice=[1, 1, 6, 6])
    assert chances(match, EndImpulse())[0] == {"the phase ends: the first roll was 2": 1}


def test_no_odds_while_the_enemy_may_choose_a_lead_that_ignores_points():
    """A Dug In lead adds nothing against a Fire Mission but ignores two points, so the choice matters."""
    assert arrange("42: F1! F2 inf1").odds(FireMission("42")) is None
    assert arrange("42: F1 F2 inf1").odds(FireMission("42")) is not None
