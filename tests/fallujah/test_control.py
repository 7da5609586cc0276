"""9  Control of areas and Infiltration."""

import pytest

from fallujah.actions import Activate, Done, EndImpulse, FireMission, March, Pass, Raid, Rally, Shift
from tests.asking import refused, step, told
from tests.fallujah.positions import act, arrange, fight, mp, spot, u

CITY = [str(number) for number in range(1, 52)]


@pytest.mark.rule("fallujah", "9a")
def test_control_stays_without_units():
    match = act(arrange("15: inf1", held="17"), Activate("15"), March(u("inf1"), "16"), March(u("inf1"), "17"))
    act(match, EndImpulse(), dice=[6, 6])
    assert match.state.vacant("16")
    assert match.state.control["16"] == "coalition"


@pytest.mark.rule("fallujah", "9.1a")
def test_the_last_insurgent_gone_the_area_changes_hands():
    match = act(arrange("42: inf1 sf1 C1- "), Activate("42"))
    fight(match, "42", "inf1", "sf1", dice=[1, 1, 1, 3])
    assert match.state.control["42"] == "coalition"
    match = act(arrange("42: inf1 M1", to="insurgent", dice=[1, 1, 6, 6]), Activate("42"), Raid("M1"))
    assert match.state.control["42"] == "coalition"
    match = act(arrange("42: inf1 M1-", dice=[6, 6, 1, 1]), FireMission("42"))
    assert match.state.control["42"] == "coalition"


@pytest.mark.rule("fallujah", "9.1b")
def test_the_insurgents_react_before_control_changes():
    match = act(arrange("31: inf1; 32: C1"), Activate("31"), March(u("inf1"), "30"))
    assert match.state.control["30"] == "insurgent"
    act(match, Rally("C1", "30"))
    assert match.state.control["30"] == "insurgent"
    assert match.state.contested("30")
    match = act(arrange("31: inf1; 32: C1"), Activate("31"), March(u("inf1"), "30"), Done())
    assert match.state.control["30"] == "coalition"


@pytest.mark.rule("fallujah", "9.1c")
def test_insurgents_take_empty_ground_at_once():
    match = act(arrange("15: M1", held="16", to="insurgent"), Activate("15"), March("M1", "16"))
    assert match.state.control["16"] == "insurgent"
    assert step(match) == "InsurgentActivation"


@pytest.mark.rule("fallujah", "9.1d")
def test_support_units_hold_ground_until_the_next_infiltration():
    match = arrange("42: tank1 C1-; 43: inf1; 9: M1", to="regroup")
    act(match, Shift("C1", "45"))
    assert match.state.control["42"] == "coalition"
    act(match, Done(), Done())
    assert match.state.turn == 3
    assert match.state.control["42"] == "insurgent"
    assert spot(match, "tank1") == "42"


def fallen(where="", **options):
    """16 with two tank platoons has fallen to Infiltration; inf1 stands next door in 15."""
    match = arrange(f"16: tank1 tank2; 15: inf1 mp1; {where}", to="infiltration", **options)
    assert match.state.control["16"] == "insurgent"
    assert {unit.id for unit in match.state.coalition("16")} == {u("tank1"), u("tank2")}
    return match


@pytest.mark.rule("fallujah", "9.2a")
@pytest.mark.parametrize("enemy", ["7: C1 inf9", "7: C1", ""])
def test_ungarrisoned_ground_next_to_insurgents_falls(enemy):
    safe = [area for area in CITY if area != "7"]
    match = arrange(f"{enemy}; 15: inf1", only="7", held="", to="infiltration")
    assert match.state.control["16"] == "insurgent"
    assert match.state.control["15"] == "coalition"
    assert set(safe) - {a for a in safe if match.state.control[a] == "insurgent"} == {"15"}


@pytest.mark.rule("fallujah", "9.2b")
def test_infiltration_spreads():
    match = arrange("4: inf1; 7: inf2; 16: inf3", only="", held="", to="infiltration")
    assert len(told(match, "9.2a")) == 1  # nothing Insurgent-controlled is left to start from
    assert "insurgent" not in match.state.control.values()
    walls = "4: inf1; 7: inf2; 16: inf3; 21: inf4"
    match = arrange(walls, only="20", to="infiltration")  # 5, 6, 17 lie behind the wall
    assert {area: match.state.control[area] for area in ("5", "6", "17")} == dict.fromkeys(
        ("5", "6", "17"), "coalition"
    )
    match = arrange("4: inf1; 7: inf2; 16: inf3", only="20", to="infiltration")  # through 21, 17, 6 to 5
    assert {match.state.control[area] for area in ("21", "17", "6", "5")} == {"insurgent"}


@pytest.mark.rule("fallujah", "9.2c")
def test_a_garrison_stops_the_chain():
    match = arrange("4: inf1; 7: inf2; 16: inf3; 6: mp1-", only="20", to="infiltration")
    assert match.state.control["17"] == "insurgent"
    assert match.state.control["6"] == match.state.control["5"] == "coalition"


@pytest.mark.rule("fallujah", "9.2d")
def test_support_units_alone_are_no_garrison():
    match = fallen("9: M9")
    assert match.to_act == "insurgent"  # play goes on
    act(match, Pass(), Activate("15"))
    assert refused(match, March(u("mp1"), "16")) == "3.1b"
    act(match, March(u("inf1"), "16"))
    assert mp(match, "inf1") == 6
    assert match.state.control["16"] == "coalition"


@pytest.mark.rule("fallujah", "9.2d")
def test_a_raid_on_fallen_support_units_leaves_the_area_insurgent():
    match = act(fallen("6: M1"), Activate("6"), March("M1", "16"))
    assert match.state.backlash == 2
    assert match.state.control["16"] == "insurgent"


@pytest.mark.rule("fallujah", "9.2d")
def test_entering_a_fallen_area_causes_a_reaction():
    match = act(fallen("6: C1"), Pass(), Activate("15"), March(u("inf1"), "16"))
    assert step(match) == "Reaction"
    act(match, Rally("C1", "16"))
    assert mp(match, "inf1") == 4
    fight(match, "16", "inf1")
    assert match.state.control["16"] == "coalition"


def test_support_units_may_leave_a_fallen_area():
    match = act(fallen("9: M9"), Pass(), Activate("16"), March(u("tank1"), "15"), March(u("tank2"), "15"))
    assert match.state.control["16"] == "insurgent"
    assert match.state.fallen == []
