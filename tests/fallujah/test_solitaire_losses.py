"""15, 16  Solitaire play: what the Insurgents lose, and where they retreat."""

import pytest

from fallujah.actions import Activate
from fallujah.rules.solitaire import retreat
from tests.fallujah.positions import act, arrange, fight, here, inflict, solo, spent, spot

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


@pytest.mark.rule("fallujah", "8.2k", "15g")
@pytest.mark.parametrize(
    ("enemy", "points", "left"),
    [
        ("F1- F2! F3!", 5, {"F3"}),  # the lead takes three, the Spent unit the other two
        ("F1- F2! F3!", 6, {"F1"}),  # two for the Spent unit would leave one point to be ignored
        ("F1- F2! F3!", 7, set()),  # three for each Dug In unit, and the last finds nowhere to retreat
        ("M1 F1- F2! F3!", 7, {"F1"}),
    ],
)
def test_the_bot_wastes_no_point_on_dug_in_units(enemy, points, left):
    match = suffer(enemy, points, held=CUT_OFF)
    assert here(match, "10") == left
    assert not any("ignored by Dug In" in entry.text for entry in match.journal.entries)


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
