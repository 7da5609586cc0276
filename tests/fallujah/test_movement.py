"""6  Movement."""

import pytest

from fallujah.actions import (
    Activate,
    Attack,
    EndImpulse,
    Join,
    March,
    Raid,
    SlipAway,
)
from tests.asking import offered, refused
from tests.fallujah.positions import act, arrange, fight, go, here, mp, spent, spot, u, values


@pytest.mark.rule("fallujah", "6a")
@pytest.mark.rule("fallujah", "7c")
def test_a_step_needs_its_movement_points():
    free = "43 44 47 48"
    match = go(act(arrange("42: eng1; 49: M1", held=free), Activate("42")), "eng1", "43", "44", "47")
    assert mp(match, "eng1") == 4
    assert refused(match, March(u("eng1"), "49")) is None
    go(match, "eng1", "48")
    assert mp(match, "eng1") == 3
    assert refused(match, March(u("eng1"), "49")) == "6.1g"


@pytest.mark.rule("fallujah", "6b")
def test_units_go_area_by_area():
    match = go(act(arrange("42: eng1", held="43 44 47 48 11"), Activate("42")), "eng1", "43", "44", "47", "48")
    assert mp(match, "eng1") == 3
    assert refused(match, March(u("eng1"), "11")) is None


@pytest.mark.rule("fallujah", "6c")
def test_later_units_pay_what_the_first_paid():
    match = go(act(arrange("31: inf1 inf2"), Activate("31")), "inf1", "30")
    assert match.state.control["30"] == "coalition"
    go(match, "inf2", "30")
    assert (mp(match, "inf1"), mp(match, "inf2")) == (6, 6)
    match = act(arrange("15: M1 M2", held="16", to="insurgent"), Activate("15"), March("M1", "16"), March("M2", "16"))
    assert (mp(match, "M1"), mp(match, "M2")) == (1, 1)


@pytest.mark.rule("fallujah", "6d")
def test_units_part_ways():
    match = go(act(arrange("24: inf1 inf2", held="25 27"), Activate("24")), "inf1", "25")
    go(match, "inf2", "27")
    assert (spot(match, "inf1"), spot(match, "inf2")) == ("25", "27")


@pytest.mark.rule("fallujah", "6e")
@pytest.mark.rule("fallujah", "6f")
def test_units_may_act_after_others_have_fought():
    where = "24: inf1 inf2 inf3 eng1 eng2 mech1; 27: C1-"
    match = go(act(arrange(where), Activate("24")), "inf1", "27")
    fight(match, "27", "inf1", dice=[6, 6, 1, 1])
    assert refused(match, March(u("eng1"), "23")) is None
    go(match, "eng1", "23")
    act(match, EndImpulse(), dice=[6, 6])
    fresh = {name for name in ("inf1", "inf2", "inf3", "eng1", "eng2", "mech1") if not spent(match, name)}
    assert fresh == {"inf2", "inf3", "eng2", "mech1"}


@pytest.mark.rule("fallujah", "6g")
@pytest.mark.parametrize("order", [("19", "27"), ("27", "19")])
def test_moves_first_and_combats_afterwards(order):
    match = act(arrange("24: inf1 inf2; 19: C1-; 27: C2-"), Activate("24"))
    go(match, "inf1", "19")
    go(match, "inf2", "27")
    assert refused(match, EndImpulse()) == "6.3a"
    lead = {"19": "inf1", "27": "inf2"}
    for area in order:
        fight(match, area, lead[area], dice=[6, 6, 1, 1])
    act(match, EndImpulse())
    assert match.state.control["19"] == match.state.control["27"] == "coalition"


@pytest.mark.rule("fallujah", "6.1a")
@pytest.mark.rule("fallujah", "6.1b")
@pytest.mark.rule("fallujah", "6.1e")
@pytest.mark.rule("fallujah", "6.1f")
@pytest.mark.parametrize(
    ("there", "held", "cost"),
    [
        ("27: C1 C2- M1-", "", 4),  # only the highest cost
        ("27: M1", "", 4),
        ("27: F1!", "", 4),
        ("27: C1- M1-", "", 3),
        ("", "", 2),
        ("", "27", 1),
    ],
)
def test_entry_costs_of_the_coalition(there, held, cost):
    match = go(act(arrange(f"24: eng1; {there}", held=held), Activate("24")), "eng1", "27")
    assert mp(match, "eng1") == 7 - cost
    if there:
        fight(match, "27", "eng1", dice=[6, 6, 1, 1])  # the attack costs nothing more


@pytest.mark.rule("fallujah", "6.1b")
@pytest.mark.rule("fallujah", "6.1e")
@pytest.mark.rule("fallujah", "6.1f")
@pytest.mark.rule("fallujah", "6.1g")
@pytest.mark.parametrize(
    ("there", "held", "cost"),
    [
        ("", "", 1),
        ("", "16", 2),
        ("16: inf1- tank1", "", 3),
        ("16: tank1 aav1 w1", "", 3),
        ("16: inf1-", "", 3),
        ("16: mp1", "", 4),
        ("16: inf1- lar1", "", 4),
    ],
)
def test_entry_costs_of_the_insurgents(there, held, cost):
    match = act(arrange(f"15: M1 F1; {there}", held=held, to="insurgent", dice=[1, 1, 6, 6]), Activate("15"))
    assert refused(match, March("M1", "16")) == ("6.1g" if cost == 4 else None)
    act(match, March("F1", "16"))
    if there:
        assert spot(match, "F1") == "eliminated"
    else:
        assert mp(match, "F1") == 4 - cost
        assert match.state.control["16"] == "insurgent"


@pytest.mark.rule("fallujah", "6.1c")
@pytest.mark.rule("fallujah", "6.1d")
@pytest.mark.parametrize(("enemy", "cost"), [("F1- F2-", 1), ("F1!", 2), ("F1- C1", 2), ("M1-", 1)])
def test_attacks_in_place(enemy, cost):
    match = act(arrange(f"42: eng1 tank1 sf1 {enemy}"), Activate("42"))
    fight(match, "42", "eng1", "tank1", "sf1", dice=[6, 6, 1, 1])
    assert mp(match, "eng1") == 7 - cost


@pytest.mark.rule("fallujah", "6.1d")
def test_an_insurgent_attack_in_place_pays_two_even_for_support_units():
    match = act(arrange("42: M1 tank1 inf1-", to="insurgent", dice=[1, 1, 6, 6]), Activate("42"), Raid("M1"))
    assert match.state.mp["M1"] == 1
    match = act(arrange("42: M1 inf1-", to="insurgent", dice=[1, 1, 6, 6]), Activate("42"), Raid("M1"))
    assert match.state.mp["M1"] == 2


@pytest.mark.rule("fallujah", "6.2b")
def test_a_unit_that_meets_enemies_stops():
    match = go(act(arrange("41: inf1; 42: inf2- C1-", held="43"), Activate("41")), "inf1", "42")
    assert mp(match, "inf1") == 5
    assert refused(match, March(u("inf1"), "43")) == "6.2b"
    match = act(arrange("41: M1; 42: inf2- C1-", to="insurgent"), Activate("41"), March("M1", "42"))
    assert refused(match, March("M1", "45")) == "6.2b"


@pytest.mark.rule("fallujah", "6.2b")
@pytest.mark.parametrize(("dice", "rule"), [([1, 1, 1, 3], "6.2b"), ([6, 6, 1, 1], None)])
def test_those_who_came_along_go_on_only_after_an_overrun(dice, rule):
    match = act(arrange("41: inf1 sf1 inf2; 42: inf3 C1-", held="43"), Activate("41"))
    for name in ("inf1", "sf1", "inf2"):
        go(match, name, "42")
    fight(match, "42", "inf1", "sf1", dice=dice)  # 7 against 0+3: exactly two points, or an Overrun
    assert match.state.control["42"] == "coalition"
    assert refused(match, March(u("inf2"), "43")) == rule


@pytest.mark.rule("fallujah", "6.2c")
def test_others_join_before_the_combat():
    match = go(act(arrange("25: inf1 tank1; 24: C1"), Activate("25")), "inf1", "24")
    go(match, "tank1", "24")
    fight(match, "24", "inf1", dice=[6, 6, 1, 1])
    assert values(match)[0] == 8


@pytest.mark.rule("fallujah", "6.2d")
@pytest.mark.rule("fallujah", "6.2e")
def test_after_the_combat_only_its_attackers_come_back():
    match = go(act(arrange("24: M1-", held="19"), Activate("NE")), "inf7", "24")
    fight(match, "24", "inf7")
    assert match.state.control["24"] == "coalition"
    assert refused(match, March(u("inf8"), "24")) == "6.2d"
    go(match, "inf7", "19")
    assert mp(match, "inf7") == 4  # 8 - 3 - 1
    assert refused(match, March(u("inf7"), "24")) is None
    go(match, "inf7", "24")
    assert mp(match, "inf7") == 1  # the remembered cost


@pytest.mark.rule("fallujah", "6.2f")
def test_insurgents_follow_after_an_attack_and_must_attack_too():
    match = act(arrange("32: M1 M2; 31: inf1-", to="insurgent", dice=[1, 1, 6, 6] * 2), Activate("32"))
    act(match, March("M1", "31"))
    assert spot(match, "M1") == "force_pool"
    act(match, March("M2", "31"))
    assert spot(match, "M2") == "force_pool"
    assert match.state.rolls == 8


@pytest.mark.rule("fallujah", "6.2g")
def test_no_movement_after_an_attack_without_overrun():
    match = act(arrange("42: inf1 sf1 C1-", held="43"), Activate("42"))
    fight(match, "42", "inf1", "sf1", dice=[1, 1, 1, 3])  # 7+2 against 0+3+4: two points, exactly enough
    assert spot(match, "C1") == "eliminated"
    assert match.state.control["42"] == "coalition"
    assert refused(match, March(u("inf1"), "43")) == "6.2g"


@pytest.mark.rule("fallujah", "6.2h")
def test_the_first_unit_must_be_able_to_lead():
    match = act(arrange("15: tank1 mp1 eng1 lar1 sf1 w1"), Activate("15"))
    for name, rule in (("tank1", "6.2h"), ("w1", "6.2h"), ("mp1", "3.1b"), ("sf1", "3.1b")):
        assert refused(match, March(u(name), "16")) == rule
    for name in ("eng1", "lar1"):
        assert refused(match, March(u(name), "16")) is None
    go(match, "eng1", "16")
    for name in ("tank1", "mp1", "sf1", "w1"):
        assert refused(match, March(u(name), "16")) is None


@pytest.mark.rule("fallujah", "6.2h")
@pytest.mark.parametrize(("there", "rule"), [("M1 M2-", None), ("M1 C1-", "6.2h"), ("F1!", "6.2h")])
def test_light_armor_goes_first_against_militia_only(there, rule):
    match = act(arrange(f"15: lar1 cav1 eng1; 16: {there}"), Activate("15"))
    assert refused(match, March(u("lar1"), "16")) == rule
    assert refused(match, March(u("cav1"), "16")) == rule


@pytest.mark.rule("fallujah", "6.2i")
def test_leaving_enemies_leads_to_free_ground_first():
    match = act(arrange("42: inf1 C1", held="43"), Activate("42"))
    assert refused(match, March(u("inf1"), "41")) == "6.2i"
    go(match, "inf1", "43")
    assert refused(match, March(u("inf1"), "44")) is None


@pytest.mark.rule("fallujah", "6.2k")
def test_insurgents_too_leave_enemies_for_free_ground_only():
    match = act(arrange("42: M1 inf1", held="43", to="insurgent"), Activate("42"))
    assert refused(match, March("M1", "43")) == "6.2k"
    assert refused(match, March("M1", "45")) is None
    act(match, March("M1", "45"))
    assert match.state.control["42"] == "coalition"


@pytest.mark.rule("fallujah", "6.2j")
def test_bystanders_of_an_overrun_pay_for_the_attack():
    match = act(arrange("43: inf1 tank1 eng1 M1"), Activate("43"))
    fight(match, "43", "inf1", "tank1")
    assert refused(match, March(u("eng1"), "44")) is None  # no longer only Free ground
    go(match, "eng1", "44")
    assert mp(match, "eng1") == 3  # 7 - 2 - 2
    go(match, "inf1", "44")
    assert mp(match, "inf1") == 4  # 8 - 2 for the attack - 2
    match = act(arrange("43: inf1 tank1 iq1 M1; 44: C1 inf9", held="42"), Activate("43"))
    fight(match, "43", "inf1", "tank1")
    assert refused(match, March(u("iq1"), "44")) is None  # 2 + 4 of 6


@pytest.mark.rule("fallujah", "6.3a")
def test_units_entering_enemy_ground_must_attack():
    match = go(act(arrange("25: inf1; 24: C1"), Activate("25")), "inf1", "24")
    assert refused(match, EndImpulse()) == "6.3a"
    fight(match, "24", "inf1", dice=[1, 1, 6, 6])
    act(match, EndImpulse())
    assert match.to_act == "insurgent"


@pytest.mark.rule("fallujah", "6.3a")
def test_no_attack_where_everybody_has_slipped_away():
    match = act(arrange("25: inf1; 24: C1"), Activate("25"), March(u("inf1"), "24"), SlipAway("C1", "27"))
    assert match.state.control["24"] == "coalition"
    assert refused(match, EndImpulse()) is None
    assert match.state.backlash == 0


@pytest.mark.rule("fallujah", "6.3b")
@pytest.mark.rule("fallujah", "7b")
def test_units_entering_a_contested_area_need_not_attack():
    match = act(arrange("41: inf1 inf2 tank1; 42: inf3 C1-"), Activate("41"))
    for name in ("inf1", "inf2", "tank1"):
        go(match, name, "42")
    act(match, EndImpulse(), dice=[6, 6])
    assert all(spent(match, name) for name in ("inf1", "inf2", "tank1"))
    assert not spent(match, "inf3")
    match = act(arrange("42: inf1 inf2 C1-", held="43"), Activate("42"), March(u("inf2"), "43"), EndImpulse())
    assert match.state.contested("42")


@pytest.mark.rule("fallujah", "6.3b")
def test_some_of_those_that_entered_may_attack():
    match = act(arrange("41: inf1 inf2 tank1; 42: inf3 C1-"), Activate("41"))
    for name in ("inf1", "inf2", "tank1"):
        go(match, name, "42")
    fight(match, "42", "inf1", "tank1", dice=[1, 1, 6, 6])
    assert values(match)[0] == 8
    assert spent(match, "inf1") and not spent(match, "inf2")


@pytest.mark.rule("fallujah", "6.3c")
def test_units_already_there_do_not_join():
    match = act(arrange("41: inf1 inf2 inf3; 42: inf4 eng1 C1-"), Activate("41"))
    for name in ("inf1", "inf2", "inf3"):
        go(match, name, "42")
    act(match, Attack("42"))
    assert {a.unit for a in offered(match, Join)} == {u(n) for n in ("inf1", "inf2", "inf3")}
    assert refused(match, Join(u("inf4"))) == "6.3c"


@pytest.mark.rule("fallujah", "6.3c")
def test_stayers_and_returners_do_not_mix():
    match = go(act(arrange("42: inf1 inf2 C1-", held="43"), Activate("42")), "inf1", "43", "42")
    act(match, Attack("42"), Join(u("inf1")))
    assert refused(match, Join(u("inf2"))) == "6.3c"


@pytest.mark.rule("fallujah", "6.3d")
def test_an_attack_after_entering_needs_a_lead_among_the_comers():
    match = act(arrange("41: tank1 iq1 inf9; 42: inf3 C1-"), Activate("41"))
    go(match, "tank1", "42")
    go(match, "iq1", "42")
    assert refused(match, Attack("42")) == "6.3d"
    go(match, "inf9", "42")
    assert refused(match, Attack("42")) is None


@pytest.mark.rule("fallujah", "6.3e")
def test_insurgents_in_a_contested_area_attack_one_by_one():
    match = act(arrange("41: M1 M2 M3; 42: C1 inf1-", to="insurgent", dice=[1, 1, 6, 6] * 3), Activate("41"))
    act(match, *(March(m, "42") for m in ("M1", "M2", "M3")))
    assert here(match, "42") == {"C1", "M1", "M2", "M3"}
    act(match, Raid("M1"), Raid("M2"), Raid("M3"))
    assert match.state.rolls == 12
    assert here(match, "42") == {"C1"}


@pytest.mark.rule("fallujah", "6.3e")
def test_an_insurgent_that_enters_and_does_not_attack_is_spent():
    match = act(arrange("41: M1; 42: C1 inf1-", to="insurgent"), Activate("41"), March("M1", "42"), EndImpulse())
    assert (spot(match, "M1"), spent(match, "M1")) == ("42", True)
