"""12-17  Solitaire play."""

import pytest

from fallujah.actions import Activate, Defend, EndImpulse, March, Pass, Proceed, Withdraw
from fallujah.rules.impulse import most_militia
from fallujah.solitaire import impulse, priorities, retreat
from fallujah.state import RESERVE
from tests.fallujah.helpers import (
    act,
    arrange,
    fight,
    game,
    here,
    inflict,
    mp,
    refused,
    spent,
    spot,
    step,
    told,
    u,
    values,
)

PARTS = game().data


def bot(where, dice=(), **options):
    """An Insurgent impulse of the bot in this position."""
    return act(arrange(where, solitaire=True, to="insurgent", dice=dice, **options), Proceed())


def solo(where, **options):
    """The state of a solitaire position."""
    return arrange(where, solitaire=True, **options).state


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
    assert told(match, "12a") == 1


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
    assert (told(match, "14d"), match.state.passed) == (1, True)
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


# 15  Casualty Points


def suffer(enemy, points, **options):
    return inflict(enemy, points, solitaire=True, **options)


CUT_OFF = "1 2 3 9 12 13"  # all neighbours of area 10


@pytest.mark.rule("fallujah", "15a")
@pytest.mark.parametrize(
    ("enemy", "held", "place"), [("F1", "", "10"), ("C1-", "", "9"), ("C1-", CUT_OFF, "eliminated")]
)
def test_the_lead_takes_the_first_point(enemy, held, place):
    match = suffer(enemy, 1, held=held)
    name = enemy.rstrip("-")
    assert spot(match, name) in {place, "2"}
    assert spent(match, name) is (place != "eliminated")


@pytest.mark.rule("fallujah", "15b")
@pytest.mark.parametrize(("points", "left"), [(2, {"F1", "M1"}), (3, {"M1"}), (4, set())])
def test_a_dug_in_lead(points, left):
    assert here(suffer("F1! M1", points), "10") == left


@pytest.mark.rule("fallujah", "15c")
def test_then_a_spent_unit_retreats_cadre_first():
    match = suffer("F1 C1- F2-", 2)
    assert spent(match, "F1") and spot(match, "F1") == "10"
    assert spot(match, "C1") in {"9", "2"}
    assert spot(match, "F2") == "10"


@pytest.mark.rule("fallujah", "15d")
def test_then_a_fresh_unit_is_flipped_cadre_first():
    match = suffer("F1! C1 F2", 4, lead="F1")
    assert spot(match, "F1") == "eliminated"
    assert spent(match, "C1") and not spent(match, "F2")


@pytest.mark.rule("fallujah", "15e")
def test_then_a_militia():
    match = suffer("F1! F2! M1", 4)
    assert here(match, "10") == {"F2"}


@pytest.mark.rule("fallujah", "15f")
def test_then_a_spent_unit_is_eliminated_even_if_it_has_retreated():
    match = suffer("F1- C1-", 3)
    assert spot(match, "F1") == "eliminated"
    assert spot(match, "C1") not in {"10", "eliminated"}


@pytest.mark.rule("fallujah", "15g")
@pytest.mark.parametrize(("points", "left"), [(5, 1), (6, 0)])
def test_last_a_dug_in_unit_for_three_points(points, left):
    assert len(here(suffer("F1! F2!", points), "10")) == left


@pytest.mark.rule("fallujah", "15h")
def test_nobody_is_lost_needlessly():
    match = suffer("F1 C1- M1", 2, held=CUT_OFF)
    assert here(match, "10") == {"F1", "C1"}
    assert spot(match, "M1") == "force_pool"
    assert spot(suffer("C1- M1", 1, held=CUT_OFF), "C1") == "eliminated"


@pytest.mark.rule("fallujah", "15c")
def test_crowded_retreat_areas_come_after_the_militia():
    crowd = "9: C4 C5 C6 F4 F5"
    rest = f"{crowd}; 1: tank2; 2: tank3; 3: tank4; 12: w1; 13: w2"
    match = suffer("F1 C1- M1", 2, rest=rest)
    assert spot(match, "M1") == "force_pool" and spot(match, "C1") == "10"
    match = suffer("F1 C1- M1", 3, rest=rest)
    assert spot(match, "C1") == "9"


def overrun_with(dice, **options):
    """Two Spent Cadre in 12 (DV 2) against OV 8, the Advantage with the Insurgents."""
    match = arrange("12: inf1 tank1 C1- C2-", solitaire=True, advantage="insurgent", **options)
    return fight(act(match, Activate("12")), "12", "inf1", "tank1", dice=dice)


@pytest.mark.rule("fallujah", "15i")
@pytest.mark.parametrize(
    ("dice", "rerolls"),
    [([5, 6, 3, 4], True), ([4, 6, 3, 4], False), ([6, 6, 4, 4], True)],
)
def test_the_bot_takes_a_mulligan(dice, rerolls):
    match = overrun_with([*dice, 1, 1, 6, 6] if rerolls else dice)
    assert match.state.advantage_used is rerolls
    assert (here(match, "12") == {"C1", "C2"}) is rerolls


@pytest.mark.rule("fallujah", "15i")
def test_no_mulligan_for_one_unit_or_without_the_advantage():
    match = arrange("12: inf1 tank1 C1- M1", solitaire=True, advantage="insurgent")
    fight(act(match, Activate("12")), "12", "inf1", "tank1", dice=[5, 6, 1, 1])
    assert not match.state.advantage_used
    match = overrun_with([5, 6, 3, 4], advantage_used=True)
    assert here(match, "12") == set()


@pytest.mark.rule("fallujah", "15j")
def test_after_the_mulligan_everything_is_new():
    match = overrun_with([4, 6, 1, 4, 2, 2, 5, 5])  # 8+4 against 2+10: a stall
    assert here(match, "12") == {"C1", "C2"}
    assert match.state.backlash == 1
    match = overrun_with([4, 6, 1, 4, 1, 1, 6, 6])
    assert match.state.backlash == 2
    assert (match.state.advantage, match.state.advantage_used) == ("coalition", True)
    assert here(match, "12") == {"C1", "C2"}


# 16  Retreats


def chosen(where, area, held="", reaction=False, **options):
    state = solo(where, held=held, **options)
    choose = retreat.by_reaction if reaction else retreat.after_combat
    return choose(state, "C1", area), [entry.rules[0] for entry in state.__dict__["log"]][-1:]


@pytest.mark.rule("fallujah", "16a")
def test_crowded_areas_are_avoided():
    where = "39: C1- inf1; 40: C2 C3 C4 C5 C6; 46: C7 C8 F1 F2 F3-"
    assert chosen(f"{where}; 38: F4", "39", held="49 50")[0] == "38"
    assert chosen(where, "39", held="49 50 38")[0] in {"40", "46"}


@pytest.mark.rule("fallujah", "16b")
@pytest.mark.rule("fallujah", "16i")
def test_open_ground_is_shunned_in_a_reaction_only():
    where = "18: C1 inf1"
    assert chosen(where, "18", held="19", reaction=True)[0] is None  # 20 (TEM 0) and 23 (TEM 1)
    assert chosen(where, "18", held="19")[0] == "23"
    assert chosen(where, "18", held="19 23")[0] == "20"
    assert chosen("15: C1 inf1", "15", held="7 8 14 28", reaction=True)[0] is None


@pytest.mark.rule("fallujah", "16c")
@pytest.mark.rule("fallujah", "16d")
@pytest.mark.rule("fallujah", "16e")
@pytest.mark.rule("fallujah", "16f")
@pytest.mark.rule("fallujah", "16g")
@pytest.mark.rule("fallujah", "16h")
@pytest.mark.parametrize(
    ("where", "area", "held", "goal", "rule"),
    [
        ("39: C1- inf1; 40: M1 M2 M3; 46: M4", "39", "", "46", "16c"),
        ("14: C1- inf1", "14", "9 51 13 35", "8", "16d"),  # TEM 3 before the mosque in 28
        ("14: C1- inf1; 8: M1 M2; 13: M3", "14", "9 51 35", "13", "16d"),
        ("30: C1- inf1", "30", "36", "31", "16e"),
        ("30: C1- inf1", "30", "36 31", "37", "16f"),
        ("30: C1- inf1; 32: C2", "30", "36 31 51", "32", "16g"),  # 51 is lost: the way there does not count
        ("30: C1- inf1", "30", "36 31 51 37", "32", "16h"),
    ],
)
def test_retreat_priorities(where, area, held, goal, rule):
    assert chosen(where, area, held=held) == (goal, [rule])


@pytest.mark.rule("fallujah", "16h")
def test_the_last_tie_is_broken_by_lot():
    assert chosen("30: C1- inf1", "30", held="36 31 51", dice=[2]) == ("37", ["12.2d"])


# 17  Reaction


def enter(area, where, dice, origin=None, **options):
    """inf1 enters an area from a neighbour; the Insurgents react with these dice, no more and no less."""
    start = origin or PARTS.near[area][0]
    match = arrange(f"{start}: inf1; {where}", solitaire=True, dice=dice, **options)
    act(match, Activate(start), March(u("inf1"), area))
    assert match.state.script == ()
    assert match.state.rolls == len(dice)
    return match


@pytest.mark.rule("fallujah", "17b")
def test_the_cadre_leaves_before_the_militia_comes():
    match = enter("14", "14: C1 M1 M2 M3 M4 M5 M6 M7", [2, 2], origin="15", held="9 51 13 35")  # 6: R, +M
    assert spot(match, "C1") == "8"
    assert len(here(match, "14")) == 8  # there was room only because the Cadre had gone


@pytest.mark.rule("fallujah", "17c")
def test_results_beyond_the_limits_are_ignored():
    crowd = "14: C1 F1! F2! F3! F4!"
    match = enter("14", crowd, [3, 3], origin="15", reserve=3)  # 8: +F
    assert here(match, "14") == {"C1", "F1", "F2", "F3", "F4"}
    match = enter("14", "14: C1 F1! F2! F3!", [3, 3], origin="15", reserve=3)
    assert len(here(match, "14")) == 5


@pytest.mark.rule("fallujah", "17d")
def test_combat_follows_where_insurgents_remain():
    match = enter("30", "32: C1", [1, 2], origin="31")  # 3: +M
    assert len(here(match, "30")) == 1
    assert refused(match, EndImpulse()) == "6.3a"
    assert mp(match, "inf1") == 4


@pytest.mark.rule("fallujah", "17e")
def test_who_does_not_roll():
    enter("14", "14: C1- M1 F1!", [], origin="15")
    enter("14", "14: M1; 28: C2 inf2", [], origin="15")  # next door, but Contested
    match = enter("14", "14: C1", [1, 1], origin="15", held="9 51 13 35 28")  # retreats to 8 and does not roll again
    assert spot(match, "C1") == "8"


@pytest.mark.rule("fallujah", "17.1a")
@pytest.mark.rule("fallujah", "17.1b")
@pytest.mark.rule("fallujah", "17.1c")
@pytest.mark.parametrize(
    ("area", "origin", "die", "result"),
    [
        ("14", "15", 2, "goes"),  # TEM 2
        ("14", "15", 3, "stays"),
        ("14", "15", 4, "stays"),
        ("14", "15", 5, "digs"),
        ("10", "1", 3, "stays"),  # TEM 3: 6
        ("10", "1", 1, "goes"),
        ("9", "3", 3, "digs"),  # TEM 4: 7
        ("9", "3", 2, "stays"),
        ("16", "15", 4, "cannot"),  # TEM 0: nowhere to go but TEM 0 and 1 ... and Nazal East is held
    ],
)
def test_fedayeen_reaction(area, origin, die, result):
    match = enter(
        area, f"{area}: F1", [die], origin=origin, held="7" if area == "16" else "9 2" if area == "10" else "51"
    )
    unit = match.state.units["F1"]
    assert (unit.at == area, unit.dug) == (result != "goes", result == "digs")
    assert not unit.spent


@pytest.mark.rule("fallujah", "17.2a")
@pytest.mark.rule("fallujah", "17.T1")
@pytest.mark.parametrize(
    ("area", "dice", "effects"),
    [
        ("16", (1, 1), "R"),
        ("16", (1, 2), "R"),
        ("14", (1, 1), "R"),
        ("14", (1, 2), "R"),
        ("14", (2, 2), "R, +M"),
        ("14", (1, 4), "R, +M"),
        ("10", (2, 3), "+F"),  # 5 + 3
        ("14", (1, 6), "r, +M"),
        ("14", (2, 6), "r, +M, +M"),
        ("14", (3, 6), "r, +F"),
        ("14", (4, 6), "+F"),
        ("14", (5, 6), "+F"),
        ("14", (6, 6), "+F"),
        ("10", (6, 6), "+F, +F"),
        ("9", (6, 6), "+D, +D"),
    ],
)
def test_the_table_for_cadre_in_the_area(area, dice, effects):
    origin = {"16": "15", "14": "15", "10": "1", "9": "3"}[area]
    match = arrange(
        f"{origin}: inf1; {area}: C1", solitaire=True, dice=dice, reserve=3, held="9 51 7" if area != "9" else ""
    )
    act(match, Activate(origin), March(u("inf1"), area))
    assert f"Cadre 1 in the Reaction Area: {effects}." in match.journal.text()


@pytest.mark.rule("fallujah", "17.T1")
def test_row_ten_in_light_terrain():
    match = arrange("15: inf1; 14: C1", solitaire=True, dice=[2, 6], held="9 51 13 35 28")
    act(match, Activate("15"), March(u("inf1"), "14"))
    assert spot(match, "C1") == "8"
    assert here(match, "14") == {"M1", "M2"}


@pytest.mark.rule("fallujah", "17.3a")
@pytest.mark.rule("fallujah", "17.T2")
@pytest.mark.parametrize(
    ("dice", "placed"),
    [
        ((1, 1), ("F", "")),
        ((1, 2), ("M", "")),
        ((1, 3), ("M", "M")),
        ((1, 4), ("M", "")),
        ((1, 5), ("", "M")),
        ((1, 6), ("F", "")),  # 7, whatever the terrain
        ((2, 6), ("M", "")),
        ((3, 6), ("M", "M")),
        ((4, 6), ("M", "")),
        ((5, 6), ("", "M")),
        ((6, 6), ("F", "F")),
    ],
)
@pytest.mark.parametrize(("area", "origin", "home"), [("30", "31", "32"), ("9", "3", "13")])
def test_the_table_for_cadre_next_door(dice, placed, area, origin, home):
    match = enter(area, f"{home}: C1", dice, origin=origin, reserve=4)
    letters = ["".join(sorted(unit[0] for unit in here(match, space) - {"C1"})) for space in (area, home)]
    assert tuple(letters) == placed


@pytest.mark.rule("fallujah", "17.X1")
def test_r_needs_terrain_of_two():
    match = enter("18", "18: C1", [1, 1], origin="19")  # 20 has TEM 0, 23 has TEM 1
    assert spot(match, "C1") == "18"
    match = enter("22", "22: C1", [1, 1], origin="21", held="27")  # 28 has TEM 2
    assert (spot(match, "C1"), spent(match, "C1")) == ("28", False)


@pytest.mark.rule("fallujah", "17.X2")
def test_small_r_means_nothing_in_dense_terrain():
    match = enter("10", "10: C1", [2, 4], origin="1")  # 6 + 3 = 9
    assert here(match, "10") == {"C1", "M1"}
    match = enter("14", "14: C1", [3, 4], origin="15", held="9 51 13 35 28")  # 7 + 2 = 9
    assert (spot(match, "C1"), here(match, "14")) == ("8", {"M1"})


@pytest.mark.rule("fallujah", "17.X3")
def test_two_militia_as_far_as_there_is_room():
    match = enter("10", "10: C1 M1 M2 M3 M4 M5 M6", [3, 4], origin="1")  # 10: r, +2M
    assert len(here(match, "10")) == 8
    assert len(here(enter("10", "10: C1", [3, 4], origin="1"), "10")) == 3


@pytest.mark.rule("fallujah", "17.X5")
def test_militia_next_door_only_with_room():
    full = "32: C1 " + " ".join(f"M{n}" for n in range(1, 8))
    match = enter("30", full, [1, 5], origin="31")
    assert len(here(match, "32")) == 8
    assert match.state.control["30"] == "coalition"


@pytest.mark.rule("fallujah", "17.X6")
def test_fedayeen_next_door_only_below_five():
    match = enter("30", "32: C1 F1! F2! F3! F4!", [6, 6], origin="31", reserve=4)
    assert len(here(match, "32")) == 5
    assert len(here(match, "30")) == 1


@pytest.mark.rule("fallujah", "17.X7")
@pytest.mark.parametrize(
    ("crowd", "reserve", "new"),
    [("C1 F1! F2! M1 M2", 4, 2), ("C1 F1! F2! F3! M1", 4, 1), ("C1 M1 M2", 1, 1), ("C1 F1! M1 M2 M3 M4 M5", 4, 1)],
)
def test_row_sixteen_places_dug_in_fedayeen(crowd, reserve, new):
    match = enter("9", f"9: {crowd}", [6, 6], origin="3", reserve=reserve)
    arrived = here(match, "9") - {token.rstrip("!") for token in crowd.split()}
    assert len(arrived) == new
    assert all(match.state.units[id_].dug for id_ in arrived)


@pytest.mark.rule("fallujah", "6.3.1a")
@pytest.mark.rule("fallujah", "7.2.1c")
def test_light_armor_that_meets_a_fedayeen_falls_back():
    match = arrange("31: lar1 tank1; 32: C1", solitaire=True, reserve=2, dice=[1, 1])  # +F
    act(match, Activate("31"), March(u("lar1"), "30"))
    assert step(match) == "Scout"
    act(match, Withdraw(False))
    assert refused(match, March(u("tank1"), "30")) == "6.2h"
    act(match, EndImpulse(), dice=[6, 6])
    assert (spot(match, "lar1"), spent(match, "lar1"), match.state.backlash) == ("31", True, 0)


@pytest.mark.rule("fallujah", "6.4.2a")
def test_a_placed_fedayeen_ambushes_too():
    match = arrange("24: eng1; 14: C1", held="25 26 27 28 29", solitaire=True, reserve=2, dice=[1, 1])
    act(match, Activate("24"), *(March(u("eng1"), area) for area in ("25", "27", "29", "28")))
    assert mp(match, "eng1") == 3
    act(match, March(u("eng1"), "15"))
    fight(match, "15", "eng1", dice=[3, 3, 3, 3])
    assert values(match) == (4, 3)
