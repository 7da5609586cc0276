"""12-14  Solitaire play: overview, set-up, the Insurgent impulse."""

import pytest

from fallujah.actions import Activate, Defend, EndImpulse, March, Pass, Proceed
from fallujah.rules.impulse import most_militia
from fallujah.rules.solitaire import impulse, priorities
from fallujah.state import RESERVE
from tests.asking import refused, step, told
from tests.fallujah.positions import act, arrange, fight, game, here, mp, solo, spent, spot, u, values

PARTS = game().data


def bot(where, dice=(), **options):
    """An Insurgent impulse of the bot in this position."""
    return act(arrange(where, solitaire=True, to="insurgent", dice=dice, **options), Proceed())


# 12  Overview


@pytest.mark.rule("fallujah", "12a")
def test_the_insurgents_have_no_choice():
    match = arrange("42: C1 F1 M1 inf1-", solitaire=True, to="insurgent")
    assert match.legal() == (Proceed(),)
    assert refused(match, Pass()) == "12a"
    assert refused(match, Activate("42")) == "12a"
    match = act(arrange("10: inf1 F1- C1", solitaire=True), Activate("10"))
    fight(match, "10", "inf1", dice=[6, 6, 1, 1])
    assert match.to_act == "coalition"
    match = arrange("9: F1 M1; 16: inf1", held="17", solitaire=True, to="regroup")
    assert match.to_act == "coalition"
    match = arrange("9: C1- C2- F1- F2- F3- F4-", solitaire=True, to="reset")
    assert (step(match), spent(match, "C1"), spent(match, "C2")) == ("BotImpulse", False, False)


@pytest.mark.rule("fallujah", "12a")
def test_a_tied_lead_is_the_dug_in_unit_then_the_fedayeen():
    match = act(arrange("10: inf1 F1 F2!", solitaire=True), Activate("10"))
    fight(match, "10", "inf1", dice=[1, 1, 6, 6])
    assert values(match)[1] == 2 + 3 + 1
    match = act(arrange("10: inf1 F1- C1", solitaire=True), Activate("10"))
    fight(match, "10", "inf1", dice=[2, 2, 1, 2])  # 10 against 1+3+3: three points on the Fedayeen first
    assert spot(match, "F1") != "10" or spent(match, "F1")
    assert len(told(match, "12a")) == 1


@pytest.mark.rule("fallujah", "12.1a")
@pytest.mark.rule("fallujah", "17a")
def test_reaction_is_rolled_unit_by_unit():
    match = arrange("15: inf1; 14: F1 C1; 13: C2", solitaire=True, dice=[3, 1, 1, 1, 2])
    act(match, Activate("15"), March(u("inf1"), "14"))
    reasons = [roll.reason for entry in match.journal for roll in entry.rolls if "Reaction" in roll.reason]
    assert reasons == ["Reaction of Fedayeen 1", "Reaction of Cadre 1", "Reaction of Cadre 2"]
    assert match.state.script == ()


@pytest.mark.rule("fallujah", "12.1b")
@pytest.mark.rule("fallujah", "17.1a")
def test_fedayeen_that_slip_away_stay_fresh():
    match = arrange("15: inf1; 14: F1", solitaire=True, dice=[2])  # 2 + 2
    act(match, Activate("15"), March(u("inf1"), "14"))
    assert spot(match, "F1") in {"9", "51"}
    assert not spent(match, "F1")
    assert (match.state.control["14"], mp(match, "inf1")) == ("coalition", 6)


@pytest.mark.rule("fallujah", "12.1c")
@pytest.mark.rule("fallujah", "17.X4")
def test_reaction_may_place_fedayeen_that_do_not_react():
    match = arrange("15: inf1; 14: C1", solitaire=True, reserve=2, dice=[3, 3])  # 8: +F
    act(match, Activate("15"), March(u("inf1"), "14"))
    (new,) = here(match, "14") - {"C1"}
    assert new.startswith("F") and not spent(match, new)
    assert match.state.rolls == 2
    assert refused(match, EndImpulse()) == "6.3a"


@pytest.mark.rule("fallujah", "12.1d")
def test_combat_is_that_of_two_players():
    match = act(arrange("40: inf1 tank1 w1 C1 F1!", solitaire=True), Activate("40"))
    fight(match, "40", "inf1", "tank1", "w1", dice=[1, 1, 6, 6])
    assert values(match) == (9, 7)
    assert match.state.backlash == 2


@pytest.mark.rule("fallujah", "12.2a")
@pytest.mark.rule("fallujah", "12.2b")
@pytest.mark.rule("fallujah", "12.2c")
@pytest.mark.rule("fallujah", "12.2d")
@pytest.mark.parametrize(
    ("tests", "chosen", "rule"),
    [
        ([{"2"}], "2", "a"),  # one candidate meets it
        ([set(), {"3"}], "3", "b"),  # nobody does: go on with all
        ([{"1", "2"}, {"3"}, {"2"}], "2", "c"),  # 3 is out for good
        ([{"1", "2"}, {"3"}], "2", "12.2d"),  # a tie, and the second by lot
    ],
)
def test_priorities_narrow_the_choice(tests, chosen, rule):
    state = solo("", dice=[2])
    criteria = [
        priorities.having("abc"[i], f"test {i}", lambda one, met=met: one in met) for i, met in enumerate(tests)
    ]
    assert priorities.choose(state, "Choice", ["1", "2", "3"], criteria) == chosen
    assert state.__dict__["log"][-1].rules[0] == rule
    assert state.rolls == (1 if rule == "12.2d" else 0)


# 13  Set-up


def set_up(dice):
    return act(game().new_match("solitaire", dice=dice), Proceed())


@pytest.mark.rule("fallujah", "13a")
@pytest.mark.rule("fallujah", "13b")
def test_cadre_and_the_strongholds():
    match = set_up([1] * 29)
    state = match.state
    assert sum(unit.id in PARTS.cadre_ids and unit.at in PARTS.area_set for unit in state.units.values()) == 17
    assert all(
        any(unit.id in PARTS.cadre_ids for unit in state.insurgents(area)) for area in (*PARTS.mosques, "40", "45")
    )
    fedayeen = [unit.at for unit in state.units.values() if unit.id in PARTS.fedayeen_ids and unit.at != RESERVE]
    assert sorted(fedayeen, key=int) == ["2", "9", "40", "45", "46", "51"]
    assert (match.to_act, state.impulse) == ("coalition", 0)


@pytest.mark.rule("fallujah", "13c")
@pytest.mark.rule("fallujah", "13d")
@pytest.mark.rule("fallujah", "13e")
def test_dice_place_fedayeen_in_the_order_of_the_areas():
    # 3 (TEM 3), 7 (2), 8 (3), 10 (3), 11 (2), 12 (2) ...
    match = set_up([4, 5, 3, 4, 6, 5] + [1] * 23)
    placed = {area for area in PARTS.areas if any(unit.id[0] == "F" for unit in match.state.insurgents(area))}
    assert placed == {"2", "9", "40", "45", "46", "51", "3", "10", "11"}
    assert match.state.script == () and match.state.rolls == 29
    rolled = [roll.reason for entry in match.journal for roll in entry.rolls]
    areas = [int(reason.split()[2]) for reason in rolled]
    assert areas == sorted(areas)
    assert all(PARTS.tem[str(area)] in {2, 3} for area in areas)


def test_set_up_stops_when_no_counter_is_left():
    match = set_up([6] * 29)
    assert len(match.state.insurgents(RESERVE)) == 0
    assert sum(unit.id[0] == "F" for area in PARTS.areas for unit in match.state.insurgents(area)) == 24


# 14  Impulse


@pytest.mark.rule("fallujah", "14a")
@pytest.mark.parametrize(("die", "moves"), [(1, True), (2, True), (3, False), (6, False)])
def test_a_militia_moves_into_empty_ground(die, moves):
    match = bot("15: M1", [die], held="16")
    assert (spot(match, "M1") == "16") is moves
    assert (match.state.control["16"] == "insurgent") is moves
    assert spent(match, "M1") is moves
    assert match.state.rolls == 1


@pytest.mark.rule("fallujah", "14a")
@pytest.mark.parametrize(
    ("where", "held", "ways"),
    [
        ("15: M1", "6", {("16", "6"), ("7", "6")}),  # one Free area between
        ("15: M1-", "16", set()),
        ("15: F1 C1", "16", set()),
        ("15: M1 inf1", "16", {("7", "16"), ("22", "16")}),  # out of a Contested area a Free one comes first
        ("15: M1; 16: tank1", "", set()),  # Support Units are a matter of step 2
        ("1: M1", "8", set()),  # too far
    ],
)
def test_ways_into_empty_ground(where, held, ways):
    found = impulse.ways_in(solo(where, held=held))
    assert set(found.values()) <= ways if ways else not found
    assert len(found) == bool(ways)


@pytest.mark.rule("fallujah", "14b")
@pytest.mark.parametrize(("die", "attacks"), [(1, True), (4, True), (5, False), (6, False)])
def test_the_militia_attack_weak_spots(die, attacks):
    match = bot("15: M1; 16: inf1-", [die, 6, 6, 1, 1] if attacks else [die])
    assert match.state.backlash == (2 if attacks else 0)
    assert spot(match, "M1") == ("force_pool" if attacks else "15")


@pytest.mark.rule("fallujah", "14c")
def test_cadre_organize_without_a_die():
    match = bot("45: C1 C2")
    assert here(match, "45") == {"C1", "C2", "M1", "M2"}
    assert (match.state.rolls, match.state.resistance, match.to_act) == (0, "45", "coalition")
    assert not spent(match, "C1")


@pytest.mark.rule("fallujah", "14d")
@pytest.mark.parametrize("where", ["45: C1-", "45: F1", ""])
def test_otherwise_the_bot_passes(where):
    match = bot(where)
    assert (len(told(match, "14d")), match.state.passed) == (1, True)
    assert here(match, "45") <= {"C1", "F1"}


@pytest.mark.rule("fallujah", "14e")
def test_a_failed_die_leads_to_the_next_step():
    match = bot("16: M1; 15: inf1-; 45: C1", [3, 5], held="17")
    assert here(match, "45") == {"C1", "M2"}
    assert (match.state.rolls, match.state.script) == (2, ())
    assert bot("45: C1").state.rolls == 0


@pytest.mark.rule("fallujah", "14.1a")
@pytest.mark.rule("fallujah", "14.1b")
@pytest.mark.rule("fallujah", "14.1c")
@pytest.mark.parametrize(
    ("where", "targets"),
    [
        ("16: mp1; 15: M1", []),
        ("16: inf1- lar1; 15: M1", []),
        ("16: inf1- tank1; 15: M1", ["16"]),
        ("16: tank1 w1; 15: M1", ["16"]),
        ("16: inf1-; 15: M1-", []),
        ("16: inf1-; 15: M1 inf2", []),  # the neighbour is Contested
        ("16: inf1- M1 C1", ["16"]),  # in the same area
        ("16: inf1-; 15: F1 F2 C1", []),
        ("16: inf1-; 14: M1", []),  # not adjacent
    ],
)
def test_what_the_bot_attacks(where, targets):
    assert impulse.targets(solo(where)) == targets


@pytest.mark.rule("fallujah", "14.1.1a")
@pytest.mark.rule("fallujah", "14.1.1b")
@pytest.mark.rule("fallujah", "14.1.1c")
@pytest.mark.rule("fallujah", "14.1.1d")
@pytest.mark.rule("fallujah", "14.1.1e")
@pytest.mark.parametrize(
    ("where", "target", "rule"),
    [
        ("16: tank1; 22: inf1- C1-; 15: M1", "16", "14.1.1a"),
        ("22: inf1- C1-; 16: iq1-; 15: M1", "22", "14.1.1b"),
        ("22: inf1-; 16: iq1- tank1; 15: M1", "16", "14.1.1c"),
        ("8: inf1-; 16: inf2-; 15: M1", "8", "14.1.1d"),
        ("22: inf1-; 15: inf2-; 28: M1; 21: M2", "22", "14.1.1e"),
    ],
)
def test_target_priorities(where, target, rule):
    state = solo(where)
    assert impulse.choose_target(state, impulse.targets(state)) == target
    assert state.__dict__["log"][-1].rules == (rule, "12.2a")


@pytest.mark.rule("fallujah", "14.1.2a")
@pytest.mark.rule("fallujah", "14.1.2b")
@pytest.mark.rule("fallujah", "14.1.2c")
@pytest.mark.parametrize(
    ("where", "origin", "rule"),
    [
        ("22: inf1- M1; 28: M2 M3", "22", "14.1.2a"),
        ("22: inf1-; 28: M1; 21: M2 M3 M4", "21", "14.1.2b"),
        ("22: inf1-; 28: M1 M2-; 21: M3", "21", "14.1.2c"),  # Spent Militia do not count; TEM 1 against 2
    ],
)
def test_origin_priorities(where, origin, rule):
    state = solo(where)
    assert impulse.choose_origin(state, "22") == origin
    assert state.__dict__["log"][-1].rules == (rule, "12.2a")


@pytest.mark.rule("fallujah", "14.1.2d")
def test_all_fresh_militia_of_the_origin_attack():
    match = bot("22: inf1-; 21: M1 M2 M3 M4- C1", [1] + [6, 6, 1, 1] * 3)
    assert match.state.backlash == 6
    assert here(match, "21") == {"M4", "C1"}
    match = bot("22: inf1- C1-; 21: M1 M2", [1] + [1, 1, 6, 6] * 2)  # into a Contested area
    assert (here(match, "21"), here(match, "22")) == (set(), {"C1"})
    match = bot("22: inf1- iq1; 21: M1", [])
    assert spot(match, "M1") == "21"  # a Fresh Iraqi battalion guards the area


@pytest.mark.rule("fallujah", "14.1.2d")
def test_the_coalition_chooses_its_lead_against_the_bot():
    match = bot("22: mp1- iq1-; 21: M1", [1])
    assert (step(match), match.to_act) == ("FindDefender", "coalition")
    act(match, Defend(u("iq1")), dice=[6, 6, 1, 1])
    assert match.state.backlash == 1


@pytest.mark.rule("fallujah", "14.2a")
@pytest.mark.rule("fallujah", "14.2b")
@pytest.mark.rule("fallujah", "14.2c")
@pytest.mark.rule("fallujah", "14.2d")
@pytest.mark.rule("fallujah", "14.2e")
@pytest.mark.rule("fallujah", "14.2f")
@pytest.mark.parametrize(
    ("where", "area", "rule"),
    [
        ("42: C1 inf1; 9: C2", "42", "14.2a"),
        ("14: C1; 36: C2; 8: inf1-; 15: inf2-; 29: inf3- inf4-", "14", "14.2b"),
        ("31: C1; 9: C2", "31", "14.2c"),
        ("14: C1; 36: C2; 8: inf1; 15: inf2; 29: inf3 inf4", "14", "14.2c"),
        ("31: C1; 28: C2; 29: inf1-", "28", "14.2b"),  # Spent neighbours before mere neighbours
        ("9: C1 C2; 13: C3", "9", "14.2d"),
        ("9: C1 F1 F2; 13: C2", "13", "14.2e"),
        ("12: C1; 13: C2", "13", "14.2f"),
    ],
)
def test_resistance_priorities(where, area, rule):
    state = solo(where)
    found = [a for a in PARTS.areas if most_militia(state, a)]
    assert impulse.choose_resistance(state, found) == area
    assert state.__dict__["log"][-1].rules == (rule, "12.2a")


@pytest.mark.rule("fallujah", "14.2g")
def test_never_twice_in_a_row_unless_there_is_no_other():
    match = bot("42: C1 inf1; 9: C2", resistance="42")
    assert here(match, "9") == {"C2", "M1"}
    assert match.state.resistance == "9"
    match = bot("42: C1 inf1; 9: C2-", resistance="42")
    assert here(match, "42") == {"C1", "M1"}
    assert match.state.resistance == "42"
