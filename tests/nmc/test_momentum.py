"""9.26  Attack Momentum, the optional rule."""

import pytest

from nmc.actions import (
    Activate,
    Advance,
    Assign,
    AssignAll,
    Attack,
    CloseHex,
    DeclareAttack,
    EndPhase,
    Lock,
    NextForce,
    Occupy,
    Stay,
)
from nmc.rules.momentum import Declarations
from nmc.state import CONFEDERATE, UNION
from tests.asking import refused
from tests.nmc.positions import FAR, arrange, attack, form, halt, march, pick, stack, walk

ON = {"attack_momentum": True}


def in_combat(text: str, *declared: str):
    """The Confederate combat phase after these declarations; a declared hex without a stack was abandoned."""
    return arrange(text + FAR, "C_COMBAT", options=ON, declared=list(declared))


def closes_no_door(match) -> None:
    """Whatever has been done, something legal remains."""
    match.check()


@pytest.mark.rule("nmc", "9.26a")
@pytest.mark.parametrize("phase", ["C_MARCH", "U_MARCH"])
def test_attacks_are_declared_between_the_march_and_the_enemy_forced_march(phase):
    own, other = ("2205", "2206") if phase == "C_MARCH" else ("2206", "2205")
    match = arrange(f"2205: 9 cavalry depot Green; 2206: 9 regular depot Paul{FAR}", phase, options=ON)
    actor = match.to_act
    assert refused(match, DeclareAttack(other)) == "9.26a"
    match.play(EndPhase())
    assert isinstance(match.state.step, Declarations)
    assert match.to_act == actor
    assert refused(match, DeclareAttack(own)) == "9.26a"
    match.play(DeclareAttack(other))
    assert match.view(UNION).declared == match.view(CONFEDERATE).declared == (other,)
    assert "forced march" in match.view(None).phase


@pytest.mark.rule("nmc", "9.26a")
def test_without_the_option_nothing_is_declared():
    match = arrange(f"2205: 9 cavalry depot Green; 2206: 9 regular depot Paul{FAR}")
    match.play(EndPhase())
    assert match.view(None).phase == "Union forced march"
    assert refused(match, DeclareAttack("2206")) == "9.26a"


@pytest.mark.rule("nmc", "9.26a")
@pytest.mark.parametrize(("troops", "second"), [(1, "9.26a"), (2, None)])
def test_every_declaration_needs_troops_of_its_own(troops, second):
    text = f"2205: {troops} cavalry depot; 2206: 1 regular; 2204: union 1 wagon; 4412: 1 cavalry; 4413: 1 regular"
    match = arrange(text + FAR, options=ON)
    match.play(EndPhase())
    for wrong in ("2207", "2306", "9999", "4413"):  # not enemy, not adjacent, no hex, behind a crest
        assert refused(match, DeclareAttack(wrong)) == "9.26a"
    match.play(DeclareAttack("2206"))
    if second is None:
        assert refused(match, DeclareAttack("2206")) == "9.26a"
        assert refused(match, EndPhase()) is None
        match.play(DeclareAttack("2204"))
    else:
        assert not isinstance(match.state.step, Declarations)


@pytest.mark.rule("nmc", "9.26b")
def test_an_abandoned_declared_hex_must_be_occupied():
    match = arrange(f"2905: 5 cavalry 1 gun depot Green; 3005: 2 regular Paul{FAR}", options=ON)
    match.play(EndPhase())
    match.play(DeclareAttack("3005"))
    march(match, "3005", die=9)
    walk(match, "3105")
    halt(match)
    assert match.view(None).phase == "Confederate combat"
    assert refused(match, EndPhase()) == "9.26b"
    assert refused(match, Occupy("1008", "3005")) == "9.26b"
    match.play(Occupy("2905", "3005"))
    assert refused(match, Stay()) == "9.26b"
    assert refused(match, Advance()) == "9.23a"
    assert refused(match, Assign("depot", 1)) == "8.5"
    pick(match, "2 cavalry 1 gun Green")
    match.play(Advance())
    assert match.state.stacks["3005"] == stack("2 cavalry 1 gun Green")
    assert match.state.stacks["2905"] == stack("3 cavalry depot")
    assert match.state.control["3005"] == CONFEDERATE
    assert match.state.vp == {UNION: 41, CONFEDERATE: 25}
    assert match.state.rolls == 1  # the forced march


@pytest.mark.rule("nmc", "9.26b")
def test_who_occupies_has_attacked_and_who_stays_has_not():
    match = in_combat("2205: 5 cavalry; 2206: 9 regular depot; 2305: 1 regular; 2304: 5 cavalry", "2204")
    match.play(Occupy("2205", "2204"))
    pick(match, "2 cavalry")
    match.play(Advance())
    assert refused(match, Activate("2204")) == "9.3a"
    match.play(Activate("2205"))
    assert match.state.step.rest == stack("3 cavalry")


@pytest.mark.rule("nmc", "9.26c")
def test_a_declared_hex_still_defended_must_be_attacked():
    match = in_combat("2205: 5 cavalry depot; 2206: 8 regular depot", "2206")
    assert refused(match, EndPhase()) == "9.26c"
    assert refused(match, Occupy("2205", "2206")) == "9.26c"
    form(match, "2205", "1 cavalry")
    assert refused(match, CloseHex()) == "9.26c"
    match.play(Attack(0, "2206"), dice=[0, 0])  # however small
    assert match.state.declared == []
    assert match.state.phase > 2


@pytest.mark.rule("nmc", "9.26c")
def test_the_last_free_troops_are_kept_for_the_declared_hex():
    match = in_combat("2205: 5 cavalry depot; 2206: 8 regular depot; 2204: 8 regular depot", "2206")
    form(match, "2205", "3 cavalry", "2 cavalry")
    match.play(Attack(0, "2204"), dice=[0, 0])
    assert refused(match, Attack(1, "2204")) == "9.26c"
    assert refused(match, CloseHex()) == "9.26c"
    assert refused(match, Attack(1, "2206")) is None


@pytest.mark.rule("nmc", "9.26c")
def test_a_duty_nobody_can_do_lapses():
    match = in_combat("2205: 5 cavalry depot; 2204: 8 regular depot; 2306: confederate 1 gun", "2307")
    assert refused(match, EndPhase()) is None


@pytest.mark.rule("nmc", "9.26d")
def test_attacks_need_no_declaration_but_advances_without_battle_do():
    match = in_combat("2205: 5 cavalry depot; 2206: 8 regular depot; 2204: 8 regular depot", "2206")
    assert refused(match, Occupy("2205", "2106")) == "9.26d"
    form(match, "2205", "3 cavalry", "2 cavalry")
    assert refused(match, Attack(0, "2204")) is None
    match = arrange(f"2205: 5 cavalry depot; 2206: 8 regular{FAR}", "C_COMBAT")
    assert refused(match, Occupy("2205", "2204")) == "9.26d"
    attack(match, "2205", "2206", dice=[0, 0])
    assert refused(match, Occupy("2205", "2204")) == "9.26d"


@pytest.mark.rule("nmc", "9.26c")
def test_a_hex_with_two_duties_must_be_divided_for_both():
    match = in_combat("2205: 2 cavalry depot; 2206: 8 regular depot; 2204: 8 regular depot", "2206", "2204")
    match.play(Activate("2205"))
    assert refused(match, AssignAll()) == refused(match, Assign("cavalry", 2)) == "9.26c"
    pick(match, "1 cavalry")
    assert refused(match, Lock()) == "9.26c"
    assert refused(match, AssignAll()) == "9.26c"
    match.play(NextForce())
    pick(match, "1 cavalry")
    match.play(Lock())
    match.play(Attack(1, "2204"), dice=[0, 0])
    assert refused(match, Attack(0, "2206")) is None


@pytest.mark.rule("nmc", "9.26b")
def test_forces_formed_for_an_attack_may_still_occupy():
    match = in_combat("2205: 1 cavalry depot; 2206: 8 regular depot", "2204")
    form(match, "2205")
    assert refused(match, Attack(0, "2206")) == "9.26b"
    assert refused(match, CloseHex()) is None
    match.play(CloseHex())
    assert refused(match, EndPhase()) == "9.26b"
    assert refused(match, Occupy("2205", "2204")) is None


@pytest.mark.rule("nmc", "9.26b")
def test_a_force_not_used_for_an_attack_serves_as_many_abandoned_hexes_as_it_has_troops():
    match = in_combat("2205: 2 cavalry depot; 2206: 8 regular depot", "2204", "2305")
    match.play(Activate("2205"))
    match.play(AssignAll())
    assert refused(match, Lock()) is None
    match.play(Lock())
    assert refused(match, Attack(0, "2206")) == "9.26b"
    match.play(CloseHex())
    for goal in ("2204", "2305"):
        match.play(Occupy("2205", goal))
        if refused(match, Assign("cavalry", 1)) is None:
            pick(match, "1 cavalry")
        match.play(Advance())
        closes_no_door(match)
    assert match.state.stacks["2204"].cavalry == match.state.stacks["2305"].cavalry == 1


@pytest.mark.rule("nmc", "9.26c")
def test_who_is_needed_elsewhere_does_not_occupy():
    match = in_combat("2205: 1 cavalry depot; 2207: 1 cavalry; 2204: 8 regular depot", "2206", "2204")
    assert refused(match, Occupy("2205", "2206")) == "9.26c"
    assert refused(match, Occupy("2207", "2206")) is None


@pytest.mark.rule("nmc", "9.26c")
@pytest.mark.parametrize(("closed", "rule"), [([], None), (["2205"], "9.26c")])
def test_troops_of_a_hex_whose_attacks_are_finished_only_occupy(closed, rule):
    """2205 and 2305 stand beside the abandoned 2306 and the defended 2204: once 2205 has closed, 2305 must attack."""
    match = in_combat("2205: 1 cavalry depot; 2305: 1 cavalry; 2204: 8 regular depot", "2306", "2204")
    match.state.closed.extend(closed)
    assert refused(match, Occupy("2305", "2306")) == rule
    assert refused(match, Occupy("2205", "2306")) is None


@pytest.mark.rule("nmc", "9.26b")
def test_an_occupation_leaves_troops_for_the_other_declared_hexes():
    match = in_combat("2205: 3 cavalry 1 gun depot; 2306: 8 regular depot", "2206", "2204")
    match.play(Occupy("2205", "2206"))
    assert refused(match, Assign("cavalry", 3)) == "9.26b"
    assert refused(match, AssignAll()) == "9.26b"
    assert refused(match, Assign("cavalry", 2)) is None
    pick(match, "1 cavalry 1 gun")
    assert refused(match, Assign("cavalry", 2)) == "9.26b"
    match.play(Advance())
    match.play(Occupy("2205", "2204"))
    assert refused(match, AssignAll()) is None


@pytest.mark.rule("nmc", "9.26c")
def test_a_duty_is_not_stopped_for_lack_of_change():
    """All twelve one-point counters are elsewhere; the two declared hexes must be attacked all the same."""
    alone = "".join(f"; 08{column:02d}: 1 cavalry" for column in range(12))
    match = arrange(
        f"2205: 2 cavalry; 2206: 8 regular depot; 2204: 8 regular depot{alone}",
        "C_COMBAT",
        options=ON,
        declared=["2204", "2206"],
    )
    match.play(Activate("2205"))
    pick(match, "1 cavalry")
    assert refused(match, NextForce()) is None


@pytest.mark.rule("nmc", "9.26b")
def test_only_troops_that_have_not_attacked_occupy():
    match = in_combat("2205: 5 cavalry depot; 2106: 8 regular depot; 2103: 2 cavalry; 2305: confederate 1 gun", "2204")
    assert refused(match, Occupy("2304", "2204")) == "9.26b"  # nobody there
    assert refused(match, Occupy("2305", "2204")) == "9.26b"  # no troops
    assert refused(match, Occupy("nowhere", "2204")) == "9.26b"
    assert refused(match, Occupy("2103", "2204")) == "9.26b"  # not adjacent
    match.state.mark_done("2205", stack("5 cavalry"))
    assert refused(match, Occupy("2205", "2204")) == "9.26b"


@pytest.mark.rule("nmc", "2.8b")
@pytest.mark.parametrize(("singles", "rule"), [(11, None), (12, "2.8b")])
def test_a_partial_advance_needs_counters(singles, rule):
    """Only who must go with everything, or must occupy, is not stopped for lack of change."""
    alone = "".join(f"; 08{column:02d}: 1 cavalry" for column in range(singles))
    match = arrange(f"2205: 5 cavalry; 2206: union 1 gun{alone}", "C_COMBAT")
    attack(match, "2205", "2206")
    pick(match, "1 cavalry")
    assert refused(match, Advance()) == rule
    pick(match, "all")
    assert refused(match, Advance()) is None
    match = arrange(f"2205: 5 cavalry{alone}; 4617: 1 regular", "C_COMBAT", options=ON, declared=["2204"])
    match.play(Occupy("2205", "2204"))
    pick(match, "1 cavalry")
    assert refused(match, Advance()) is None


@pytest.mark.rule("nmc", "2.8b")
@pytest.mark.parametrize(("declared", "rule"), [("1904", "2.8b"), ("2204", None)])
def test_only_a_hex_that_owes_an_attack_is_divided_without_change(declared, rule):
    """Another hex may owe an attack; that is no reason to show 4 + 1 here when every single counter is in use."""
    alone = "".join(f"; 08{column:02d}: 1 cavalry" for column in range(11))
    text = f"2205: 5 cavalry; 1905: 1 cavalry; 2204: 3 regular; 1904: 3 regular{alone}"
    match = arrange(text, "C_COMBAT", options=ON, declared=[declared])
    match.play(Activate("2205"))
    pick(match, "1 cavalry")
    assert refused(match, Lock()) == rule
