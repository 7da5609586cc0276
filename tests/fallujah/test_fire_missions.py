"""7.4, 7.5  Fire Missions and political backlash."""

import pytest

from fallujah.actions import (
    Activate,
    FireMission,
    Pass,
)
from fallujah.rules import combat
from tests.asking import refused, step
from tests.fallujah.positions import act, arrange, assault, spent, spot, u, values

# 7.4  Fire Missions


@pytest.mark.rule("fallujah", "7.4a")
def test_a_fire_mission_is_the_whole_impulse():
    match = act(arrange("33: F1; 43: inf1", dice=[3, 3, 6, 6]), FireMission("33"))
    assert match.to_act == "insurgent"
    assert refused(match, Activate("43")) == "4.1.1a"
    assert not spent(match, "inf1")


@pytest.mark.rule("fallujah", "7.4b")
@pytest.mark.rule("fallujah", "7.4c")
@pytest.mark.parametrize(
    ("where", "target", "rule"),
    [
        ("9: C1; 8: iq1", "9", "7.4b"),
        ("9: C1 iq1", "9", "7.4b"),
        ("9: C1; 8: inf1-", "9", None),
        ("9: C1; 8: tank1-", "9", None),
        ("9: C1 inf1-", "9", None),
        ("28: C1; 27: inf1- inf2-", "28", None),
        ("9: C1; 7: inf1", "9", "7.4b"),
        ("18: C1", "18", None),
        ("43: C1", "43", None),
        ("44: C1", "44", "7.4b"),
    ],
)
def test_targets_of_a_fire_mission(where, target, rule):
    match = arrange(where)
    assert refused(match, FireMission(target)) == rule
    assert (FireMission(target) in match.legal()) is (rule is None)


@pytest.mark.rule("fallujah", "7.4d")
@pytest.mark.rule("fallujah", "7.4e")
@pytest.mark.rule("fallujah", "7.4f")
@pytest.mark.parametrize(
    ("where", "target", "expected"),
    [
        ("42: F1 inf1", "42", (8, 5)),
        ("42: F1! inf1", "42", (8, 5)),  # a Dug In lead adds nothing
        ("42: F1 iq1; 41: inf1", "42", (8, 8)),
        ("42: F1", "42", (8, 8)),
        ("47: F1 inf1 tank1 eng1", "47", (8, 5)),  # no modifier, not even from the river
        ("5: M1; 4: inf1", "5", (8, -1)),
    ],
)
def test_values_of_a_fire_mission(where, target, expected):
    match = act(arrange(where), FireMission(target), dice=[1, 1, 1, 1])
    assert values(match) == expected


@pytest.mark.rule("fallujah", "7.4e", "7.4f")
@pytest.mark.parametrize(("where", "rule"), [("42: F1 inf1", "7.4e"), ("42: F1 iq1; 41: inf1", "7.4f")])
def test_the_journal_cites_the_line_about_terrain_that_was_used(where, rule):
    match = act(arrange(where), FireMission("42"), dice=[1, 1, 1, 1])
    line = next(entry for entry in match.journal.entries if "leads the defense" in entry.text)
    assert line.rules == ("7.4d", rule)
    assert not spent(match, "m_scc")


@pytest.mark.rule("fallujah", "7.4g")
def test_a_failed_fire_mission_costs_the_coalition_nothing():
    match = act(arrange("43: F1 inf1 aav1", dice=[1, 1, 6, 6]), FireMission("43"))
    assert match.state.backlash == 0


@pytest.mark.rule("fallujah", "7.4h")
def test_fire_missions_are_not_limited():
    match = act(arrange("43: F1 F2 F3", impulse=3, dice=[5, 5, 6, 6]), FireMission("43"), Pass())
    assert match.state.impulse == 4
    act(match, FireMission("43"), dice=[5, 5, 6, 6])
    assert match.state.impulse == 5


@pytest.mark.rule("fallujah", "7.4i")
@pytest.mark.parametrize(("dice", "phase"), [((4, 4), "regroup"), ((4, 5), "action")])
def test_fire_mission_dice_decide_the_phase(dice, phase):
    match = act(arrange("43: F1! F2!; 9: M1", impulse=9, dice=[*dice, 6, 6]), FireMission("43"))
    assert match.state.phase == phase


@pytest.mark.rule("fallujah", "7.4j")
def test_a_fire_mission_may_open_the_game():
    match = act(arrange("31: C1", impulse=0, turn=1, dice=[1, 1, 6, 6]), FireMission("31"))
    assert values(match) == (8, 1 + 2 * 2)
    assert match.state.backlash == 1
    assert (match.state.impulse, match.to_act) == (1, "insurgent")


@pytest.mark.rule("fallujah", "7.4k")
@pytest.mark.parametrize(("difference", "fate"), [(1, "retreats"), (2, "eliminated"), (3, "overrun")])
def test_losses_of_a_fire_mission(difference, fate):
    match = arrange("24: C1-", impulse=1)  # DV 0 + 2*2
    dice = {1: [1, 1, 2, 3], 2: [1, 2, 2, 3], 3: [1, 3, 2, 3]}[difference]
    act(match, FireMission("24"), dice=dice)
    if fate == "retreats":
        assert step(match) == "Retreats"
        assert {a.space for a in match.legal()} == {"19", "23", "25", "27"}
        act(match, match.legal()[0])
        assert spot(match, "C1") in {"19", "23", "25", "27"}
    else:
        assert spot(match, "C1") == "eliminated"
        assert ("Overrun" in match.journal.text()) is (fate == "overrun")
        assert match.state.control["24"] == "insurgent"
    assert match.to_act == "insurgent"


# 7.5  Political backlash


@pytest.mark.rule("fallujah", "7.5a")
@pytest.mark.rule("fallujah", "7.5c")
@pytest.mark.parametrize(
    ("force", "attackers", "area", "points"),
    [
        ("inf1 tank1", ["tank1"], "27", 1),
        ("inf1 iq1", ["iq1"], "27", 0),
        ("inf1 sf1", ["sf1"], "27", 0),
        ("inf1 iq1", [], "27", 1),  # merely standing by
        ("inf1", [], "26", 0),
        ("inf1", [], "9", 1),  # several mosques, one point
    ],
)
def test_mosques_want_iraqi_units(force, attackers, area, points):
    match = assault(f"{force} | C1", area, join=attackers, dice=(6, 6, 1, 1))
    assert match.state.backlash == points


@pytest.mark.rule("fallujah", "7.5b")
@pytest.mark.parametrize(("force", "points"), [("inf1", 1), ("inf1- iq1-", 0), ("iq1", 1), ("", 1), ("tank1 sf1", 0)])
@pytest.mark.parametrize("dice", [(6, 6, 1, 1), (1, 1, 6, 6)])
def test_fire_missions_on_mosques_want_both(force, points, dice):
    match = act(arrange(f"46: C1 C2 F1! {force}; 47: inf9", dice=dice), FireMission("46"))
    assert match.state.backlash == points


def test_every_factor_of_the_offensive_value_has_its_own_entry():
    state = arrange("42: inf1 inf2 inf3 w1 tank1 eng1 sf1 C1").state
    force = [u(n) for n in ["inf1", "inf2", "inf3", "w1", "tank1", "eng1", "sf1"]]
    factors = combat.offence(state, "42", force, u("inf1"))
    assert [f.rule for f in factors] == ["7.2.4a", "7.2.4b", "7.2.4c", "7.2.4d", "7.2.4e", "7.2.4f", "7.2.4h"]
