"""7.1-7.3  Combat: Coalition attacks and Insurgent attacks."""

import pytest

from fallujah.actions import (
    Activate,
    Attack,
    Defend,
    EndImpulse,
    Join,
    Lead,
    March,
    Raid,
    Riverine,
)
from tests.asking import offered, refused, step
from tests.fallujah.positions import act, arrange, assault, fight, here, spent, spot, u, values


@pytest.mark.rule("fallujah", "7a")
def test_units_fight_where_they_stand():
    match = act(arrange("24: inf1; 27: C1; 19: C2 inf2"), Activate("24"))
    assert refused(match, Attack("27")) == "7a"
    assert refused(match, Attack("24")) == "7a"
    assert refused(match, Attack("NW")) == "7a"
    assert refused(match, Attack("19")) == "7c"


@pytest.mark.rule("fallujah", "7d")
@pytest.mark.rule("fallujah", "8.4a")
def test_all_defenders_take_part():
    match = assault("inf1 iq1 | C1- C2- M1 M2- F1- F2-", "46", dice=(6, 6, 1, 1))
    assert values(match)[1] == 1 + 4  # the Spent Fedayeen lead
    # 6+12 against 5+2: eleven points against 2*4 + 1*2 = 10
    assert here(match, "46") == set()
    assert {spot(match, name) for name in ("C1", "C2", "F1", "F2")} == {"eliminated"}
    assert {spot(match, name) for name in ("M1", "M2")} == {"force_pool"}


@pytest.mark.rule("fallujah", "7.1a")
@pytest.mark.parametrize(("last", "total", "points"), [(1, 12, 4), (2, 13, 3)])  # with a 1 both sides roll 7
def test_the_order_of_a_combat(last, total, points):
    match = assault("inf1 tank1 w1 | C1", dice=(3, 4, 6, last))  # OV 9, DV 1+4
    assert values(match) == (9, 5)
    text = match.journal.text()
    assert f"Offensive Total 9 + 7 = 16, Defensive Total 5 + {6 + last} = {total}." in text
    assert f"The Insurgents take {points} Casualty Points." in text
    rolls = [(roll.reason.split()[0], roll.dice) for entry in match.journal for roll in entry.rolls]
    assert rolls == [("Coalition", (3, 4)), ("Defense", (6, last))]


@pytest.mark.rule("fallujah", "7.2a")
def test_any_number_of_units_attack():
    names = "inf1 inf2 inf3 w1 tank1 eng1 sf1 aav1"
    match = act(arrange(f"42: {names} C1-"), Activate("42"), Attack("42"))
    for name in names.split():
        assert refused(match, Join(u(name))) is None
        act(match, Join(u(name)))
    assert refused(match, Join(u("inf1"))) == "7.2a"
    assert refused(match, Join(u("inf9"))) == "7a"
    assert refused(match, Join("C1")) == "7a"


@pytest.mark.rule("fallujah", "7.2b")
def test_one_attack_per_area_and_impulse():
    match = act(arrange("42: inf1 inf2 inf3 inf4 inf5 inf6 C1 F1"), Activate("42"))
    fight(match, "42", "inf1", "inf2", "inf3", dice=[1, 1, 6, 6])
    assert refused(match, Attack("42")) == "7.2b"


@pytest.mark.rule("fallujah", "7.2.1a")
def test_an_attack_needs_a_lead():
    match = act(arrange("42: tank1 mp1 sf1 C1-", held="43"), Activate("42"))
    assert refused(match, Attack("42")) == "7.2.1a"
    match = act(arrange("42: inf1 tank1 C1-"), Activate("42"), Attack("42"), Join(u("tank1")))
    assert refused(match, Lead(u("inf1"))) == "7.2.1a"


@pytest.mark.rule("fallujah", "7.2.1b")
@pytest.mark.rule("fallujah", "7.2.1c")
@pytest.mark.rule("fallujah", "7.2.1d")
@pytest.mark.parametrize(
    ("enemy", "leads"),
    [
        ("F1", {"inf1", "eng1", "recon1", "mech1"}),
        ("M1 M2", {"inf1", "eng1", "recon1", "mech1", "lar1", "cav1"}),
        ("M1 C1-", {"inf1", "eng1", "recon1", "mech1"}),
    ],
)
def test_who_may_lead(enemy, leads):
    force = ["inf1", "mech1", "eng1", "recon1", "lar1", "cav1", "mp1", "sf1"]
    match = act(arrange(f"42: {' '.join(force)} {enemy}"), Activate("42"), Attack("42"))
    act(match, *(Join(u(name)) for name in force))
    assert {name for name in force if refused(match, Lead(u(name))) is None} == leads
    assert refused(match, Lead(u("mp1"))) == "7.2.1d"
    assert refused(match, Lead(u("sf1"))) == "7.2.1d"
    if "lar1" not in leads:
        assert refused(match, Lead(u("lar1"))) == "7.2.1c"
    match = act(arrange(f"42: inf1 tank1 iq1 {enemy}"), Activate("42"), Attack("42"), Join(u("inf1")), Join(u("tank1")))
    assert refused(match, Lead(u("tank1"))) == "7.2.1d"


@pytest.mark.rule("fallujah", "7.2.2a")
@pytest.mark.rule("fallujah", "7.2.4f")
def test_units_that_cannot_lead_support():
    assert values(assault("inf1 sf1 | C1"))[0] == 7


@pytest.mark.rule("fallujah", "7.2.2b")
def test_the_lead_need_not_have_come_first():
    match = act(arrange("25: eng1 mech1; 24: C1-"), Activate("25"), March(u("eng1"), "24"), March(u("mech1"), "24"))
    act(match, Attack("24"))
    assert {a.unit for a in offered(match, Lead)} == {u("eng1"), u("mech1")}
    act(match, Lead(u("mech1")), dice=[3, 3, 3, 3])
    assert values(match)[0] == 8 + 1 - 1


# 7.2.3  Riverine unit


@pytest.mark.rule("fallujah", "7.2.3a")
def test_the_small_craft_never_move_and_are_no_target():
    match = arrange("43: inf1", held="42")
    assert refused(match, Activate("riverine")) == "4.1.2a"
    act(match, Activate("43"))
    assert refused(match, March("m_scc", "43")) == "7.2.3a"
    match = act(arrange("43: M1", to="insurgent"), Activate("43"))
    assert refused(match, March("M1", "riverine")) == "2b"


@pytest.mark.rule("fallujah", "7.2.3b")
@pytest.mark.rule("fallujah", "7.2.4g")
@pytest.mark.parametrize("area", ["1", "11", "43", "44", "47", "48", "46"])
def test_river_support_in_river_areas_only(area):
    match = act(arrange(f"{area}: inf1 iq1 F1 C1"), Activate(area), Attack(area), Join(u("inf1")), Lead(u("inf1")))
    if area == "46":
        assert step(match) != "RiverSupport"
        assert refused(match, Riverine(True)) != ""
        assert values(match)[0] == 6
        return
    act(match, Riverine(True), dice=[1, 1, 6, 6])
    assert values(match)[0] == 7
    assert spent(match, "m_scc")
    match = act(arrange(f"{area}: inf1 iq1 F1 C1"), Activate(area), Attack(area), Join(u("inf1")), Lead(u("inf1")))
    act(match, Riverine(False), dice=[1, 1, 6, 6])
    assert values(match)[0] == 6
    assert not spent(match, "m_scc")


@pytest.mark.rule("fallujah", "7.2.3b")
def test_a_spent_riverine_unit_is_not_asked():
    match = act(arrange("43: inf1 C1; riverine: m_scc-"), Activate("43"))
    fight(match, "43", "inf1", dice=[1, 1, 6, 6], river=True)
    assert values(match)[0] == 6


@pytest.mark.rule("fallujah", "7.2.3c")
def test_after_an_overrun_the_riverine_unit_supports_again():
    match = act(arrange("43: inf1 tank1 M1; 44: M2-"), Activate("43"))
    fight(match, "43", "inf1", "tank1", river=True)
    assert not spent(match, "m_scc")
    act(match, March(u("inf1"), "44"))
    fight(match, "44", "inf1", river=True)  # 6+1 against -2+3: automatic
    assert not spent(match, "m_scc")
    act(match, EndImpulse(), dice=[6, 6])
    assert spent(match, "m_scc")


# 7.2.4  Offensive Value


@pytest.mark.rule("fallujah", "7.2.4a")
@pytest.mark.rule("fallujah", "7.2.4b")
@pytest.mark.rule("fallujah", "7.2.4c")
@pytest.mark.rule("fallujah", "7.2.4d")
@pytest.mark.rule("fallujah", "7.2.4e")
@pytest.mark.rule("fallujah", "7.2.4f")
@pytest.mark.rule("fallujah", "7.2.4h")
@pytest.mark.rule("fallujah", "7.2.4i")
@pytest.mark.rule("fallujah", "7.2.4k")
@pytest.mark.parametrize(
    ("force", "value"),
    [
        ("inf1", 6),
        ("mech1", 8),
        ("eng1", 5),  # an engineer lead gives no engineer bonus
        ("eng1 eng2", 6),
        ("inf1 inf4", 7),
        ("inf1 inf4 inf7 inf10 iq1", 8),  # three companies and a battalion: +2
        ("inf1 iq1 iq2", 6),
        ("inf1 w2", 7),
        ("inf1 w2 tow1", 7),
        ("inf1 tank1", 8),
        ("inf1 tank1 tank2 lar1", 8),
        ("inf1 lar1", 7),
        ("inf1 lar1 lar2", 7),
        ("inf1 eng1 eng2", 7),
        ("inf1 sf1 sf2", 7),
        ("inf1 inf2 inf3 w1", 6 + 2 + 1 + 1),  # 3/1 Marines complete
        ("inf1 inf2 inf6 w1", 6 + 2 + 1),  # L Company of another battalion
        ("inf1 inf2 inf3 w2", 6 + 2 + 1),
        ("inf1 inf2 inf3", 8),
        ("inf4 inf5 inf6 w2", 10),
        ("inf7 inf8 inf9 w3", 10),
        ("inf10 inf11 inf12 w4", 10),
        ("eng1 inf1 inf2 inf3 w1", 5 + 2 + 1 + 1),  # integrity with another lead
        ("inf1 tank5", 6 + 2 - 1),  # Army tanks
        ("mech1 w1", 8 + 1 - 1),
        ("mech1 sf1 iq1", 9),  # Iraqis are neither
        ("inf1 mp1 aav1", 6),  # along without a modifier
        ("mech1 mech2 tank5 cav1", 8 + 1 + 2),
        ("inf1 inf2 tank1 eng1 sf1 w1 inf3", 6 + 2 + 1 + 2 + 1 + 1 + 1),
    ],
)
def test_the_offensive_value(force, value):
    assert values(assault(f"{force} | F1 F2"))[0] == value


@pytest.mark.rule("fallujah", "7.2.4i")
def test_the_riverine_unit_counts_as_marines():
    match = act(arrange("43: mech1 F1 C1"), Activate("43"))
    fight(match, "43", "mech1", dice=[1, 1, 6, 6], river=True)
    assert values(match)[0] == 8 + 1 - 1


@pytest.mark.rule("fallujah", "7.2.4k")
@pytest.mark.rule("fallujah", "6.3a")
def test_everybody_who_entered_takes_part():
    match = act(arrange("25: inf1 mp1; 24: C1-"), Activate("25"), March(u("inf1"), "24"), March(u("mp1"), "24"))
    fight(match, "24", "inf1", dice=[1, 1, 6, 6])
    assert values(match)[0] == 6
    assert spent(match, "mp1")


@pytest.mark.rule("fallujah", "7.2.5a")
def test_the_insurgents_choose_among_equal_leads():
    match = assault("inf1 | F1- C1 M1")
    assert (step(match), match.to_act) == ("FindDefender", "insurgent")
    assert {a.unit for a in offered(match, Defend)} == {"F1", "C1"}
    assert refused(match, Defend("M1")) == "7.2.5a"
    act(match, Defend("C1"))
    assert match.state.battle is None or match.state.battle.defender == "C1"
    match = assault("inf1 | F1 C1", dice=(1, 1, 6, 6))  # F1 is stronger
    assert values(match)[1] == 2 + 4
    assert step(assault("inf1 | F1 F2", dice=(1, 1, 6, 6))) == "CoalitionActivation"  # alike: no question


@pytest.mark.rule("fallujah", "7.2.7a")
@pytest.mark.rule("fallujah", "7.2.7b")
@pytest.mark.rule("fallujah", "7.2.7c")
@pytest.mark.parametrize(
    ("force", "dice", "backlash", "points"),
    [
        ("inf1", (6, 6, 3, 5), 0, 5),  # 18 against 13
        ("inf1", (3, 3, 3, 4), 1, 0),  # 12 against 12
        ("inf1", (1, 2, 3, 4), 2, 0),  # 9 against 12
        ("inf1", (3, 3, 3, 5), 2, 0),  # 12 against 13
        ("inf1 aav1", (1, 2, 3, 4), 1, 0),
        ("inf1 aav1", (3, 3, 3, 4), 0, 0),
        ("inf1 aav1 aav2", (1, 2, 3, 4), 1, 0),  # one point at most
    ],
)
def test_the_result_of_a_coalition_attack(force, dice, backlash, points):
    match = assault(f"{force} | F1 F2", "10", dice=dice)  # OV 6, DV 2 + 3
    assert match.state.backlash == backlash
    assert (f"take {points} Casualty" in match.journal.text()) is bool(points)


@pytest.mark.rule("fallujah", "8.1.1a")
def test_medevac_never_saves_more_than_one_point():
    match = assault("inf1 aav1 aav2 | F1 F2", dice=(1, 1, 6, 6))
    assert match.state.backlash == 1
    match = act(arrange("40: inf1 aav1 F1 F2"), Activate("40"))
    fight(match, "40", "inf1", dice=(1, 1, 6, 6))  # the amphibious unit stands by
    assert match.state.backlash == 2


@pytest.mark.rule("fallujah", "7.2.7d")
def test_attackers_are_spent_at_once():
    match = assault("inf1 tank1 w1 | F1 F2", dice=(1, 1, 6, 6))
    assert all(spent(match, name) for name in ("inf1", "tank1", "w1"))
    assert step(match) == "CoalitionActivation"


# 7.3  Insurgent attacks


def raids(where, area, attackers, dice=(), **options):
    match = act(arrange(where, to="insurgent", dice=dice, **options), Activate(area))
    return act(match, *(Raid(name) for name in attackers))


@pytest.mark.rule("fallujah", "7.3a")
@pytest.mark.rule("fallujah", "7.3b")
def test_each_insurgent_attacks_alone_and_may_stop():
    match = raids("42: M1 M2 M3 M4 inf1-", "42", ["M1"], dice=(6, 6, 1, 1))
    assert match.state.backlash == 2
    act(match, EndImpulse())
    assert not any(spent(match, name) for name in ("M2", "M3", "M4"))
    match = raids("42: M1 M2 M3 M4 inf1-", "42", ["M1", "M2", "M3", "M4"], dice=(1, 1, 6, 6) * 4)
    assert match.state.rolls == 16


@pytest.mark.rule("fallujah", "7.3.1a")
@pytest.mark.rule("fallujah", "7.3.1b")
@pytest.mark.parametrize(
    ("area", "unit", "value"),
    [
        ("46", "M1", 1),
        ("42", "M1", 0),
        ("43", "M1", 0),
        ("18", "M1", -1),
        ("5", "M1", -1),
        ("43", "F1", 1),
        ("46", "F1", 2),
        ("18", "C1", -1),
    ],
)
def test_the_insurgent_offensive_value(area, unit, value):
    match = raids(f"{area}: {unit} inf1-", area, [unit], dice=(1, 1, 6, 6))
    assert values(match)[0] == value


@pytest.mark.rule("fallujah", "7.3.2a")
@pytest.mark.rule("fallujah", "7.3.4a")
@pytest.mark.parametrize(("lead", "points"), [("inf1", 2), ("iq1", 1)])
def test_the_coalition_chooses_among_equal_leads(lead, points):
    match = raids("42: M1 inf1- iq1", "42", ["M1"])  # 3 and (3)
    assert (step(match), match.to_act) == ("FindDefender", "coalition")
    act(match, Defend(u(lead)), dice=(4, 4, 1, 3))  # 8 against 3+4
    assert match.state.backlash == points


@pytest.mark.rule("fallujah", "7.3.2a")
def test_the_strongest_unit_leads_the_defence():
    match = raids("42: M1 inf1- mech1- mp1 tank1", "42", ["M1"], dice=(6, 6, 1, 1))
    assert values(match)[1] == 4
    match = raids("42: M1 iq1 inf1-", "42", ["M1"])
    assert refused(match, Defend(u("inf2"))) == "7.3.2a"


@pytest.mark.rule("fallujah", "7.3.3a")
def test_terrain_does_not_help_the_coalition():
    match = raids("46: M1 inf1-", "46", ["M1"], dice=(1, 1, 6, 6))
    assert values(match)[1] == 3


@pytest.mark.rule("fallujah", "7.3.4a")
@pytest.mark.rule("fallujah", "7.3.4b")
@pytest.mark.rule("fallujah", "8.1a")
@pytest.mark.parametrize(
    ("force", "dice", "points"),
    [
        ("iq1-", (4, 4, 3, 3), 1),  # 8 against 7
        ("iq1-", (4, 3, 3, 3), 0),  # 7 against 7
        ("iq1-", (1, 1, 3, 3), 0),
        ("inf1-", (4, 4, 1, 3), 2),  # 8 against 7
        ("inf1- aav1-", (4, 4, 1, 3), 1),
        ("iq1- aav1", (4, 4, 3, 3), 0),
    ],
)
def test_the_result_of_an_insurgent_attack(force, dice, points):
    match = raids(f"42: M1 C1 {force}", "42", ["M1"], dice=dice, backlash=5)
    assert match.state.backlash == 5 + points
    assert spot(match, "M1") == "force_pool"


@pytest.mark.rule("fallujah", "7.3.4c")
@pytest.mark.parametrize("dice", [(6, 6, 1, 1), (1, 1, 6, 6)])
def test_the_attacker_is_always_lost(dice):
    match = raids("42: F1 C1 inf1-", "42", ["F1"], dice=dice)
    assert spot(match, "F1") == "eliminated"
    assert match.view(None).scores[0].points == 0


@pytest.mark.rule("fallujah", "7.3.5a")
@pytest.mark.parametrize(("force", "points"), [("tank1 tank2", 2), ("tank1- aav1-", 1), ("w1 tow1", 2)])
def test_security_lapse(force, points):
    match = arrange(f"15: M1; 16: {force}", to="insurgent")
    act(match, Activate("15"), March("M1", "16"))
    assert (match.state.backlash, match.state.rolls) == (points, 0)
    assert spot(match, "M1") == "force_pool"
    assert match.state.control["16"] == "coalition"
