"""4  Sequence of play: impulses, the end of the Action Phase, Reset; stacking."""

import random

import pytest

from common.engine import load_game
from fallujah.actions import (
    Activate,
    Attack,
    DigIn,
    Done,
    EndImpulse,
    FireMission,
    March,
    Organize,
    Pass,
    Raid,
    Refresh,
    Shift,
    Surface,
)
from tests.asking import offered, refused, step, told
from tests.fallujah.positions import act, arrange, fight, here, mp, spent, spot, u


@pytest.mark.rule("fallujah", "4a")
@pytest.mark.rule("fallujah", "4.4a")
def test_the_game_ends_with_the_seventh_day():
    assert arrange(to="reset", turn=6).result is None
    match = arrange("16: inf1-; 2: F1-", to="reset", turn=7)
    assert match.result is not None
    assert match.state.turn == 7
    assert spent(match, "inf1") and spent(match, "F1")  # no other step of the Reset Phase


@pytest.mark.rule("fallujah", "4b")
def test_regrouping_follows_the_action_phase():
    match = act(arrange("9: F1; 16: inf1", impulse=13), Pass(), dice=[6, 6])
    assert (match.state.phase, step(match), match.to_act) == ("regroup", "Regroup", "insurgent")
    act(match, Done())
    assert (step(match), match.to_act) == (
        "InsurgentImpulse",
        "insurgent",
    )  # 16 has no Free neighbour; Infiltration, Reset
    rules = [entry.rules[0] for entry in match.journal if entry.rules]
    assert rules.index("4.2a") < rules.index("4.3a") < rules.index("4.4b")


def test_the_journal_puts_everything_under_the_heading_of_its_phase():
    """What an action tells first belongs to the impulse or phase in which it was played."""
    match, chooser = load_game("fallujah").new_match(seed=3), random.Random(3)
    sides = {"insurgent": "Insurgent", "coalition": "Coalition"}
    met: set[str] = set()
    while match.result is None and match.state.turn < 3:
        state, before = match.state, len(match.journal)
        impulse = f"{sides[state.active]} impulse {state.impulse}"
        part = {"setup": "Set-up", "action": impulse, "regroup": "Regroup Phase", "reset": "Reset Phase"}[state.phase]
        match.play(chooser.choice(match.legal()))
        new, told = match.journal[before:], match.journal.view(None)
        if new and not new[0].heading and not new[0].only:
            above = [entry.text for entry in told[: told.index(new[0])] if entry.heading]
            assert above[-1].rpartition(": ")[2] == part
            met.add(part.split()[0])
    assert met >= {"Set-up", "Insurgent", "Coalition", "Regroup"}
    heads = [entry.text for entry in told if entry.heading]
    assert {"Nov 8: Infiltration Phase", "Nov 8: Reset Phase", "Nov 9: Insurgent impulse 1"} <= set(heads)


@pytest.mark.rule("fallujah", "4.1a")
def test_the_insurgents_open_every_later_day():
    match = arrange("9: F1", to="reset", turn=1)
    assert (match.state.turn, match.state.impulse, match.to_act) == (2, 1, "insurgent")
    act(match, Pass())
    assert match.to_act == "coalition"


@pytest.mark.rule("fallujah", "4.1b")
def test_insurgent_rolls_never_end_the_phase():
    match = arrange("42: M1 M2 M3 inf1-", to="insurgent", impulse=9, dice=[1, 1, 6, 6] * 3)
    act(match, Activate("42"), Raid("M1"), Raid("M2"), Raid("M3"), EndImpulse())
    assert (match.to_act, match.state.impulse, match.state.phase) == ("coalition", 9, "action")


@pytest.mark.rule("fallujah", "4.1.1a")
@pytest.mark.parametrize("order", [("M1",), ("M2", "M1"), ("M3", "M1", "M2")])
def test_any_number_of_units_act_in_any_order(order):
    match = act(arrange("13: M1 M2 M3", to="insurgent"), Activate("13"), *(March(m, "12") for m in order), EndImpulse())
    assert {m for m in ("M1", "M2", "M3") if spot(match, m) == "12"} == set(order)


@pytest.mark.rule("fallujah", "4.1.1b")
def test_movers_are_spent_and_others_stay_fresh():
    match = act(arrange("9: F1 F2", to="insurgent"), Activate("9"), March("F1", "8"))
    assert not spent(match, "F1")  # only at the end of the impulse
    act(match, EndImpulse())
    assert spent(match, "F1") and not spent(match, "F2")


@pytest.mark.rule("fallujah", "4.1.1c")
def test_fedayeen_dig_in_instead_of_moving():
    match = act(arrange("9: F1 F2 C1 M1", to="insurgent"), Activate("9"))
    assert {a.unit for a in offered(match, DigIn)} == {"F1", "F2"}
    assert refused(match, DigIn("C1")) == "4.1.1c"
    assert refused(match, DigIn("M1")) == "4.1.1c"
    act(match, March("F2", "8"))
    assert refused(match, DigIn("F2")) == "4.1.1c"
    act(match, DigIn("F1"), EndImpulse())
    assert match.state.units["F1"].dug and not spent(match, "F1")


@pytest.mark.rule("fallujah", "4.1.1d")
def test_dropping_the_marker_is_all_the_unit_does():
    match = act(arrange("42: F1! inf1-", to="insurgent"), Activate("42"), Surface("F1"))
    assert {type(a) for a in match.legal()} == {EndImpulse}
    assert refused(match, March("F1", "45")) == "4.1.1d"
    assert refused(match, Raid("F1")) == "4.1.1d"
    act(match, EndImpulse())
    assert not spent(match, "F1")
    act(match, Pass(), dice=[6, 6])
    act(match, Activate("42"))
    assert refused(match, March("F1", "45")) is None


@pytest.mark.rule("fallujah", "4.1.1e")
def test_each_fresh_cadre_raises_one_militia():
    match = arrange("45: C1 C2 C3-", to="insurgent")
    assert {a.militia for a in offered(match, Organize)} == {1, 2}
    assert refused(match, Organize("45", 3)) == "4.1.1e"
    assert refused(match, Organize("45", 0)) == "4.1.1e"
    assert refused(match, Organize("44", 1)) == "4.1.1e"
    act(match, Organize("45", 2))
    assert here(match, "45") == {"C1", "C2", "C3", "M1", "M2"}
    assert not spent(match, "M1")


@pytest.mark.rule("fallujah", "4.1.1f")
def test_organizing_respects_the_stacking_limit():
    match = arrange("45: C1 C2 C3 F1 F2 M1 M2", to="insurgent")
    assert [a.militia for a in offered(match, Organize)] == [1]
    assert refused(match, Organize("45", 2)) == "4.1.1f"


@pytest.mark.rule("fallujah", "4.1.1g")
def test_organizing_cadre_stay_fresh_and_nothing_else_happens():
    match = act(arrange("45: C1", to="insurgent"), Organize("45", 1))
    assert match.to_act == "coalition"
    assert not spent(match, "C1")
    act(match, Pass(), dice=[6, 6])
    assert refused(match, Organize("45", 1)) is None
    assert refused(match, Activate("45")) is None


@pytest.mark.rule("fallujah", "4.1.1h")
@pytest.mark.rule("fallujah", "4.1.1i")
def test_an_insurgent_pass_only_flips_the_impulse_marker():
    match = arrange("45: C1 M1", to="insurgent", impulse=4)
    before = dict(match.state.units)
    act(match, Pass())
    assert match.state.units == before
    assert (match.state.impulse, match.state.active, match.to_act) == (4, "coalition", "coalition")


@pytest.mark.rule("fallujah", "4.1.1j")
def test_units_of_one_activation_do_different_things():
    match = act(arrange("9: F1 F2 F3", to="insurgent"), Activate("9"), March("F1", "13"), DigIn("F2"), EndImpulse())
    state = match.state
    assert (state.units["F1"].spent, state.units["F2"].dug, state.units["F3"].spent) == (True, True, False)


@pytest.mark.rule("fallujah", "4.1.2a")
def test_only_fresh_units_of_the_area_are_activated():
    match = act(arrange("24: inf1 inf2 inf3 eng1 mech1 inf4- inf5-; 25: inf6", held="19 23"), Activate("24"))
    assert {a.unit for a in offered(match, March)} == {u(n) for n in ("inf1", "inf2", "inf3", "eng1", "mech1")}
    assert refused(match, March(u("inf6"), "26")) == "6a"


@pytest.mark.rule("fallujah", "4.1.2b")
def test_units_are_spent_at_the_end_even_after_an_overrun():
    match = act(arrange("42: inf1 iq1 M1"), Activate("42"))
    fight(match, "42", "inf1", "iq1", dice=[6, 6, 1, 1])
    assert not spent(match, "inf1")
    act(match, EndImpulse())
    assert spent(match, "inf1") and spent(match, "iq1")


@pytest.mark.rule("fallujah", "4.1.2c")
def test_eight_units_leave_a_zone():
    names = ["inf7", "inf8", "inf9", "eng4", "eng5", "mech3", "mech4", "lar2"]
    match = act(arrange(held="18"), Activate("NE"))
    for name in names:
        act(match, March(u(name), "18"), March(u(name), "20"), *([Done()] if step(match) == "Reaction" else []))
    assert refused(match, March(u("inf10"), "18")) == "4.1.2c"
    assert not [a for a in offered(match, March) if match.state.units[a.unit].at == "NE"]


@pytest.mark.rule("fallujah", "4.1.2d")
def test_zone_units_pay_for_the_first_area():
    match = act(arrange("18: C1"), Activate("NE"), March(u("eng4"), "18"), Done())
    assert mp(match, "eng4") == 3


@pytest.mark.rule("fallujah", "4.1.2e")
def test_all_units_of_a_zone_take_the_same_first_area():
    match = act(arrange(held="24 25"), Activate("NE"), March(u("inf7"), "24"))
    assert refused(match, March(u("inf8"), "25")) == "4.1.2e"
    assert refused(match, March(u("inf8"), "24")) is None


@pytest.mark.rule("fallujah", "4.1.2f")
def test_after_the_first_area_they_separate():
    match = act(arrange(held="18"), Activate("NE"), March(u("inf7"), "18"), March(u("inf8"), "18"))
    act(match, March(u("inf7"), "20"), March(u("inf8"), "23"))
    assert (spot(match, "inf7"), spot(match, "inf8")) == ("20", "23")


@pytest.mark.rule("fallujah", "4.1.2g")
def test_a_fire_mission_needs_insurgents():
    match = arrange("33: M1")
    assert refused(match, FireMission("31")) == "4.1.2g"
    assert refused(match, FireMission("33")) is None
    assert refused(match, FireMission("nowhere")) == "4.1.2g"


@pytest.mark.rule("fallujah", "4.1.2h")
@pytest.mark.rule("fallujah", "4.1.2i")
def test_a_coalition_pass_still_rolls_and_the_marker_moves_up():
    match = arrange("9: F1", impulse=5, dice=[3, 3])
    rolls = match.state.rolls
    act(match, Pass())
    assert match.state.rolls == rolls + 2
    assert (match.state.impulse, match.state.active, match.to_act) == (6, "insurgent", "insurgent")


# 4.1.4  End of the Action Phase


@pytest.mark.rule("fallujah", "4.1.4a")
@pytest.mark.parametrize(("dice", "ends"), [((2, 3), True), ((3, 3), False)])
def test_a_first_roll_below_the_impulse_number_ends_the_phase(dice, ends):
    match = act(arrange("42: inf1 C1 F1", impulse=6), Activate("42"))
    fight(match, "42", "inf1", dice=[*dice, 6, 6])
    act(match, EndImpulse())
    assert (match.state.phase == "regroup") is ends
    assert ends or match.state.impulse == 7


@pytest.mark.rule("fallujah", "4.1.4b")
def test_the_impulse_is_completed_and_later_rolls_do_not_matter():
    match = act(arrange("42: inf1 iq1 eng1 C1-; 41: C2-", impulse=8), Activate("42"))
    fight(match, "42", "inf1", "iq1", dice=[2, 2, 1, 1])  # 6+4 against 0+3+2: five points, Overrun
    assert match.state.phase == "action"
    act(match, March(u("inf1"), "41"))
    fight(match, "41", "inf1", dice=[6, 6, 1, 1])
    act(match, EndImpulse())
    assert match.state.phase == "regroup"


@pytest.mark.rule("fallujah", "4.1.4c")
@pytest.mark.parametrize(("dice", "ends"), [((3, 3), True), ((3, 4), False)])
def test_without_combat_dice_a_roll_is_made_at_the_end(dice, ends):
    match = act(arrange("43: inf1 tank1 M1; 9: F1", impulse=7), Activate("43"))
    fight(match, "43", "inf1", "tank1")
    assert match.state.rolls == 0
    act(match, EndImpulse(), dice=dice)
    assert match.state.rolls == 2
    assert (match.state.phase == "regroup") is ends


@pytest.mark.rule("fallujah", "4.1.4d")
def test_two_passes_in_a_row_end_the_phase_without_dice():
    match = act(arrange("9: F1", to="insurgent", impulse=1), Pass(), Pass())
    assert (match.state.phase, match.state.rolls) == ("regroup", 0)
    match = act(arrange("9: F1", impulse=1, dice=[6, 6]), Pass(), Pass())
    assert (match.state.phase, match.state.rolls) == ("regroup", 2)
    match = act(arrange("9: F1", impulse=1, dice=[6, 6]), Pass(), Activate("9"), DigIn("F1"), EndImpulse())
    assert match.state.phase == "action"


# 4.4  Reset Phase


@pytest.mark.rule("fallujah", "4.4b")
@pytest.mark.rule("fallujah", "7.2.3d")
def test_spent_units_turn_fresh_and_the_riverine_unit_too():
    match = arrange("riverine: m_scc-; 16: inf1- tank1-; 9: F1- C1- M1-", to="reset")
    assert not any(unit.spent for unit in match.state.units.values())


@pytest.mark.rule("fallujah", "4.4c")
@pytest.mark.rule("fallujah", "5.1a")
def test_friction_leaves_units_spent_by_choice():
    match = arrange("9: C1- C2- C3- F1- F2- F3- F4- M1-", to="reset")
    assert match.to_act == "insurgent"
    assert refused(match, Refresh("M1")) == "4.4c"
    act(match, Refresh("C1"), Refresh("F1"))
    assert refused(match, Refresh("F1")) == "4.4c"
    act(match, Refresh("F2"), Refresh("F3"), Refresh("F4"))
    assert {unit.id for unit in match.state.insurgents("9") if unit.spent} == {"C2", "C3"}
    assert match.state.turn == 3
    match = arrange("9: F1! F2! F3! F4! F5! C1-", to="reset")
    assert spent(match, "C1")
    match = arrange("9: F1! F2! F3! F4! C1-", to="reset")
    assert not spent(match, "C1")


@pytest.mark.rule("fallujah", "4.4d")
@pytest.mark.rule("fallujah", "4.4f")
def test_a_new_day_begins_at_impulse_one():
    match = arrange("9: F1", to="reset", turn=1, impulse=9)
    assert (match.state.turn, match.state.impulse, match.state.active, match.to_act) == (2, 1, "insurgent", "insurgent")
    assert match.view(None).day == "Nov 9"


@pytest.mark.rule("fallujah", "4.4e")
@pytest.mark.rule("fallujah", "10.2b")
def test_a_used_advantage_is_available_to_its_new_owner():
    match = arrange("9: F1", to="reset", advantage="insurgent", advantage_used=True)
    assert (match.state.advantage, match.state.advantage_used) == ("insurgent", False)
    match = arrange("42: C1 inf1", to="reset", advantage="insurgent", advantage_used=True)
    act(match, Pass(), FireMission("42"), dice=[3, 3, 3, 3])
    assert (step(match), match.to_act) == ("Window", "insurgent")


@pytest.mark.rule("fallujah", "5a")
def test_an_area_holds_eight_units_of_a_side():
    names = [f"inf{n}" for n in range(1, 9)]
    match = act(arrange(f"31: {' '.join(names)}; 32: inf9"), Activate("32"))
    assert refused(match, March(u("inf9"), "31")) == "5a"
    match = act(arrange(f"31: {' '.join(names[:7])}; 32: inf9"), Activate("32"))
    assert refused(match, March(u("inf9"), "31")) is None


@pytest.mark.rule("fallujah", "5b")
def test_nobody_passes_through_a_full_area():
    names = [f"inf{n}" for n in range(7, 15)]
    match = act(arrange(f"33: {' '.join(names)}", held="34 42"), Activate("NW"))
    assert refused(match, March(u("eng1"), "33")) == "5a"
    assert {a.space for a in offered(match, March) if a.unit == u("eng1")} == {"31", "41", "42", "43"}
    match = act(arrange("8: M1 M2 M3 M4 M5 M6 M7 M8; 9: F1", to="insurgent"), Activate("9"))
    assert refused(match, March("F1", "8")) == "5a"


@pytest.mark.rule("fallujah", "5.1b")
def test_friction_does_not_bind_while_moving():
    match = act(arrange("9: F1 F2 F3 C1 C2; 8: F4", to="insurgent"), Activate("8"), March("F4", "9"), March("F4", "13"))
    act(match, EndImpulse())
    assert spot(match, "F4") == "13"


@pytest.mark.rule("fallujah", "5.1c")
@pytest.mark.parametrize("others", ["M1 M2 M3", "C5- C6- F6-", "M1- C5- F6-"])
@pytest.mark.parametrize(("fresh", "turns_spent"), [("F1 F2 F3 C1", False), ("F1 F2 F3 C1 C2", True)])
def test_militia_and_spent_units_take_none_of_the_five_places(others, fresh, turns_spent):
    others = others if not turns_spent else others[: others.rindex(" ")]  # with the ninth unit there would be no room
    match = act(arrange(f"9: {fresh} {others}; 8: C9", to="regroup"), Shift("C9", "9"))
    assert spent(match, "C9") is turns_spent


@pytest.mark.rule("fallujah", "5.1c")
def test_militia_and_spent_units_keep_nobody_from_turning_fresh():
    match = arrange("9: F1 F2 F3 C1- C2- M1 M2- M3; 12: F4 F5 F6 F7 C3- C4-", to="reset")
    assert {name for name in ("C1", "C2", "M2") if spent(match, name)} == set()  # five of eight
    assert [spent(match, name) for name in ("C3", "C4")].count(True) == 1  # four Fresh, so there is one place


@pytest.mark.rule("fallujah", "5.1c")
def test_a_spent_unit_retreats_into_a_crowd():
    match = act(arrange("9: F1 F2 F3 C1 C2 M1 M2; 14: F4- inf1"), Activate("14"))
    fight(match, "14", "inf1", dice=[2, 2, 3, 3])  # 6+4 against 1+2+6: one point
    act(match, *[a for a in match.legal() if getattr(a, "space", "") == "9"][:1])
    assert spot(match, "F4") == "9"


@pytest.mark.rule("fallujah", "5.1d")
@pytest.mark.parametrize(
    ("crowd", "turns_spent"), [("F1 F2 F3 C1 C2", True), ("F1 F2 F3 C1", False), ("F1 F2 F3 C1 C2- M1", False)]
)
def test_regrouping_into_a_crowd_turns_a_fighter_spent(crowd, turns_spent):
    match = act(arrange(f"9: {crowd}; 8: C9", to="regroup"), Shift("C9", "9"))
    assert spent(match, "C9") is turns_spent


def test_an_attack_is_no_step_of_the_insurgents():
    match = arrange("9: F1", to="insurgent")
    assert refused(match, Attack("9")) == "4.1.1a"
    assert told(match, "4.1.1a") == []
