"""8  Casualty Points, retreats, Overrun and Overwhelming Force."""

import pytest

from fallujah.actions import (
    Activate,
    Done,
    EndImpulse,
    FireMission,
    March,
    Retreat,
    Suffer,
)
from tests.asking import offered, refused, step, told
from tests.fallujah.positions import act, arrange, fight, here, inflict, mp, spent, spot, u, values


@pytest.mark.rule("fallujah", "8.1a")
def test_coalition_casualties_are_political_points():
    match = act(arrange("40: inf1 F1 F2", backlash=5), Activate("40"))
    fight(match, "40", "inf1", dice=[1, 1, 6, 6])
    assert match.state.backlash == 7


@pytest.mark.rule("fallujah", "8.1b")
@pytest.mark.parametrize("dice", [(1, 1, 6, 6), (3, 3, 3, 3), (6, 6, 1, 1)])
def test_coalition_units_never_leave_the_game(dice):
    match = act(arrange("40: inf1 mech1 F1 F2"), Activate("40"))
    fight(match, "40", "inf1", dice=dice)
    assert sum(unit.id in match.state.data.coalition_ids for unit in match.state.units.values()) == 53
    assert (spot(match, "inf1"), spot(match, "mech1")) == ("40", "40")


@pytest.mark.rule("fallujah", "8.2b")
@pytest.mark.rule("fallujah", "8.2c")
@pytest.mark.rule("fallujah", "8.2d")
@pytest.mark.rule("fallujah", "8.2f")
@pytest.mark.parametrize(
    ("enemy", "points", "fate"),
    [
        ("F1!", 2, "stays"),
        ("F1!", 3, "eliminated"),
        ("C1", 1, "flipped"),
        ("F1", 1, "flipped"),
        ("C1", 2, "retreated"),
        ("C1", 3, "eliminated"),
        ("F1-", 1, "retreated"),
        ("F1-", 2, "eliminated"),
        ("M1-", 1, "pool"),
        ("F1!", 4, "overrun"),
        ("C1", 4, "overrun"),
        ("F1-", 3, "overrun"),
    ],
)
def test_what_a_unit_can_absorb(enemy, points, fate):
    rest = "1: tank2; 2: tank3; 3: tank4; 9: w1; 12: w2"  # only 13 is Free
    match = inflict(enemy, points, rest=rest, force="eng1" if fate == "pool" else "inf1 tank1")
    name = enemy.rstrip("!-")
    unit = match.state.units[name]
    expected = {
        "stays": ("10", False), "flipped": ("10", True), "retreated": ("13", True), "eliminated": ("eliminated", False),
        "pool": ("force_pool", False), "overrun": ("eliminated", False),
    }[fate]  # fmt: skip
    assert (unit.at, unit.spent) == expected
    assert bool(told(match, "8.4a")) is (fate == "overrun")
    assert spent(match, "eng1" if fate == "pool" else "inf1") is (fate != "overrun")


@pytest.mark.rule("fallujah", "8.2e")
def test_militia_absorb_one_point_each():
    match = inflict("M1 M2 M3", 2, force="inf1")
    assert here(match, "10") == {"M3"}
    assert spot(match, "M1") == spot(match, "M2") == "force_pool"


@pytest.mark.rule("fallujah", "8.2g")
def test_flip_and_retreat_absorb_two():
    match = inflict("C1", 2)
    assert spent(match, "C1")
    assert step(match) == "Retreats"
    act(match, Retreat("C1", "13"))
    assert spot(match, "C1") == "13"


@pytest.mark.rule("fallujah", "8.2h")
def test_the_lead_takes_the_first_point():
    match = inflict("F1 M1 M2", 1)
    assert spent(match, "F1")
    assert here(match, "10") == {"F1", "M1", "M2"}
    match = inflict("F1 M1 C1", 2)
    assert match.to_act == "insurgent"
    assert {a.unit for a in offered(match, Suffer)} == {"F1", "M1", "C1"}
    assert refused(match, Suffer("M9")) == "8.2h"
    act(match, Suffer("C1"))
    assert spent(match, "F1") and spent(match, "C1")


@pytest.mark.rule("fallujah", "8.2i")
@pytest.mark.parametrize(("points", "left"), [(1, 4), (2, 4), (3, 3), (4, 2)])
def test_a_dug_in_lead_shields_the_others(points, left):
    match = inflict("F1! M1 M2 M3", points)
    assert len(here(match, "10")) == left
    assert ("F1" in here(match, "10")) is (points < 3)


@pytest.mark.rule("fallujah", "8.2j")
@pytest.mark.parametrize(("points", "left"), [(3, 1), (5, 1), (6, 0)])
def test_other_dug_in_units_ignore_two_points_as_well(points, left):
    match = inflict("F1! F2!", points)
    assert len(here(match, "10")) == left
    assert told(match, "8.4a") == []


@pytest.mark.rule("fallujah", "8.2k")
def test_as_many_points_as_possible_are_absorbed():
    match = inflict("F1 F2! M1", 3, lead="F1")
    assert {a.unit for a in offered(match, Suffer)} == {"F1", "M1"}
    assert refused(match, Suffer("F2")) == "8.2j"
    act(match, Suffer("M1"))
    assert not here(match, "10") & {"M1"} and spent(match, "F1")  # the last point falls on the lead by itself
    match = inflict("F1 F2! M1", 3, lead="F1")
    act(match, Suffer("F1"), Suffer("F1"))
    assert (spot(match, "F1"), here(match, "10")) == ("eliminated", {"F2", "M1"})


@pytest.mark.rule("fallujah", "8.2k")
def test_three_points_on_a_dug_in_unit_may_be_needed():
    # F1 leads and has taken one point; of the three left F1 could take but two, F2 all three
    match = inflict("F1 F2! M1 M2", 4, lead="F1")
    assert refused(match, Suffer("F1")) is None  # with the Militia everything can be absorbed either way
    act(match, Suffer("F2"))
    assert (spot(match, "F2"), spent(match, "F1")) == ("eliminated", True)
    match = inflict("F1 F2!", 4, lead="F1")  # without them only one way absorbs all
    assert (spot(match, "F2"), spot(match, "F1"), spent(match, "F1")) == ("eliminated", "10", True)


@pytest.mark.rule("fallujah", "8.2l")
@pytest.mark.parametrize(("points", "overrun"), [(4, False), (5, True)])
def test_more_than_all_can_absorb_is_an_overrun(points, overrun):
    match = inflict("F1 M1", points)
    assert here(match, "10") == set()
    assert bool(told(match, "8.4a")) is overrun
    assert (refused(match, March(u("inf1"), "13")) is None) is overrun


# 8.3  Retreats


@pytest.mark.rule("fallujah", "8.3a")
def test_free_ground_comes_first():
    match = inflict("F1-", 1, area="9", rest="14: C1 inf9; 3: w1; 4: w2")
    assert {a.space for a in offered(match, Retreat)} == {"8", "10", "13"}
    assert refused(match, Retreat("F1", "14")) == "8.3a"
    assert refused(match, Retreat("F1", "3")) == "8.3a"
    assert refused(match, Retreat("F1", "51")) == "2.2a"
    assert refused(match, Retreat("C1", "8")) == "8.3a"


@pytest.mark.rule("fallujah", "8.3b")
def test_contested_ground_if_nothing_is_free():
    held = "3 4 8 10"
    match = inflict("F1-", 1, area="9", rest="14: C1 M1 M2 inf9; 13: C2 inf10", held=held)
    assert {a.space for a in offered(match, Retreat)} == {"14", "13"}
    act(match, Retreat("F1", "14"))
    assert spot(match, "F1") == "14"


@pytest.mark.rule("fallujah", "8.3c")
def test_full_areas_take_nobody():
    crowd = " ".join(f"M{n}" for n in range(1, 9))
    match = inflict("F1-", 1, area="9", rest=f"8: {crowd}", held="3 4")
    assert refused(match, Retreat("F1", "8")) == "8.3c"
    match = inflict("F1-", 1, area="9", rest=f"8: {crowd}", held="3 4 10 13 14")
    assert spot(match, "F1") == "eliminated"


@pytest.mark.rule("fallujah", "8.3d")
def test_without_a_place_to_go_the_unit_is_lost():
    match = inflict("C1-", 1, area="9", held="3 4 8 10 13 14")
    assert spot(match, "C1") == "eliminated"
    assert match.state.control["9"] == "coalition"
    assert len(told(match, "8.3d")) == 1


# 8.4  Overrun


@pytest.mark.rule("fallujah", "8.4a")
def test_an_overrun_eliminates_everybody():
    match = inflict("C1 C2 M1", 8)
    assert [spot(match, name) for name in ("C1", "C2", "M1")] == ["eliminated", "eliminated", "force_pool"]


@pytest.mark.rule("fallujah", "8.4b")
def test_after_an_overrun_the_attackers_go_on():
    match = act(arrange("25: mech1; 24: C1; 27: C2"), Activate("25"), March(u("mech1"), "24"))
    act(match, Done())
    fight(match, "24", "mech1", dice=[6, 6, 1, 1])
    assert mp(match, "mech1") == 5
    act(match, March(u("mech1"), "27"))
    act(match, Done())
    fight(match, "27", "mech1", dice=[6, 6, 1, 1])
    assert match.state.control["27"] == "coalition"


@pytest.mark.rule("fallujah", "8.4c")
def test_each_goes_on_with_its_own_points():
    match = act(arrange("25: inf1 sf1; 24: C1-; 22: C2", held="26"), Activate("25"))
    act(match, March(u("sf1"), "26"), March(u("sf1"), "25"), March(u("inf1"), "24"), March(u("sf1"), "24"))
    assert (mp(match, "inf1"), mp(match, "sf1")) == (5, 1)
    fight(match, "24", "inf1", dice=[6, 6, 1, 1])
    assert refused(match, March(u("sf1"), "23")) == "6.1e"
    act(match, March(u("inf1"), "23"))
    assert step(match) == "Reaction"
    act(match, Done())
    assert mp(match, "inf1") == 3
    assert refused(match, March(u("sf1"), "23")) == "6.1e"


# 8.5  Overwhelming Force


@pytest.mark.rule("fallujah", "8.5a")
@pytest.mark.parametrize(
    ("area", "enemy", "automatic"),
    [
        ("12", "M1 M2", True),
        ("10", "M1 M2", False),
        ("12", "M1 C1-", False),
        ("10", "M1- M2-", True),
        ("5", "M1", True),
    ],
)
def test_overwhelming_force(area, enemy, automatic):
    match = act(arrange(f"{area}: inf1 {enemy}"), Activate(area))
    fight(match, area, "inf1", dice=[6, 6, 1, 1])
    assert (match.state.rolls == 0) is automatic
    if automatic:
        assert here(match, area) == set()
        assert not spent(match, "inf1")
        assert match.state.control[area] == "coalition"


@pytest.mark.rule("fallujah", "8.5b")
@pytest.mark.parametrize(("area", "automatic"), [("43", True), ("41", False), ("42", False)])
def test_overwhelming_fire_missions(area, automatic):
    match = act(arrange(f"{area}: M1"), FireMission(area), dice=[6, 6, 1, 1])
    assert (values(match)[0] - values(match)[1] >= 5) is automatic
    assert ("without dice" in match.journal.text()) is automatic
    assert here(match, area) == set()


@pytest.mark.rule("fallujah", "8.5c")
def test_overwhelming_force_is_a_full_attack():
    match = act(arrange("24: M1-"), Activate("NE"), March(u("inf7"), "24"))
    fight(match, "24", "inf7")
    assert (match.state.backlash, match.state.rolls) == (1, 0)
    assert refused(match, March(u("inf8"), "24")) == "6.2d"
    act(match, EndImpulse(), dice=[1, 1])
    assert match.state.rolls == 2  # it was no combat roll, so the end of the phase is rolled for
    assert match.state.phase == "regroup"
