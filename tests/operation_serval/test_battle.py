"""15  Ground battles: declaring them, and the order of fire."""

import pytest

from common.engine.actions import Decline
from operation_serval.actions import (
    Assault,
    CallOff,
    CommitIsr,
    DeclareAttack,
    DirectAction,
    Finish,
    Fire,
    JoinAll,
    JoinAttack,
    LeaveAttack,
    MarchWith,
    Pass,
    TakeHit,
)
from operation_serval.rules.battle import AttackForce, GroundCombat
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.battles import BESIDE, KEPT, OPEN, battle, combat, firing
from tests.operation_serval.operating import declare, operate
from tests.operation_serval.positions import (
    FAR,
    arrange,
    at,
    game,
    points,
)

# Declaring (15.0 - 15.3)


@pytest.mark.rule("operation_serval", "15.0a")
@pytest.mark.rule("operation_serval", "15.4g")
def test_attacks_are_declared_one_by_one_and_may_be_declined() -> None:
    text = f"{OPEN}: fr_mech_a21 fr_mech_b21; {BESIDE}: ad_tech_1; 2325: aq_tech_1"
    match = combat(text, "french", dice=[1, 1])
    declare(match, BESIDE, "fr_mech_a21")
    assert step(match) == "GroundCombat"  # one round of fire, both sides still there
    assert refused(match, DeclareAttack("2325")) is None
    match.play(Finish())
    assert match.to_act == ISLAMIST


@pytest.mark.rule("operation_serval", "15.0b")
@pytest.mark.rule("operation_serval", "15.2a")
def test_one_attack_strikes_one_adjacent_hex_with_chosen_units() -> None:
    text = f"{OPEN}: fr_mech_a21 fr_mech_b21; {BESIDE}: ad_tech_1; 2325: aq_tech_1; 2518: fr_mech_a2r"
    match = combat(text, "french", dice=[1, 1])
    match.play(DeclareAttack(BESIDE))
    assert refused(match, DeclareAttack("2325")) == "15.0b"
    assert refused(match, Assault()) == "15.0b"
    assert refused(match, JoinAttack("fr_mech_a2r")) == "15.0b"
    assert refused(match, JoinAll()) is None
    match.play(JoinAttack("fr_mech_a21"))
    assert refused(match, JoinAttack("fr_mech_a21")) == "15.3a"
    assert refused(match, LeaveAttack("fr_mech_b21")) == "15.2a"
    match.play(Assault())
    assert "fr_mech_a21" in match.state.attacked and "fr_mech_b21" not in match.state.attacked


@pytest.mark.rule("operation_serval", "15.0b")
def test_an_attack_needs_an_enemy_next_to_the_attackers() -> None:
    match = combat(f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1; 2218: aq_tech_1", "french")
    assert refused(match, DeclareAttack("2424")) == "15.0b"
    assert refused(match, DeclareAttack("2218")) == "15.0b"


@pytest.mark.rule("operation_serval", "15.0c")
@pytest.mark.rule("operation_serval", "15.1a")
@pytest.mark.rule("operation_serval", "15.3a")
def test_why_those_next_to_a_hex_do_not_attack_it() -> None:
    text = "2425: ml_33p; 2426: ad_tech_1 ad_tech_2; 2725: ml_pg; 2626: ad_base_1*; 2625: aq_guer_2; 2925: ml_inf_1"
    text = f"{text}; 3025: mj_guer_1; 2123: ml_inf_2; 2122: ad_guer_1"  # the guerrilla keeps the segment open
    match = combat(text, "ansar_dine", ISLAMIST, dice=[1] * 4)
    assert refused(match, DeclareAttack("2725")) == "15.0c"
    assert refused(match, DeclareAttack("2925")) == "15.1a"
    declare(match, "2425", "ad_tech_1")
    assert refused(match, DeclareAttack("2425")) is None  # the second technical is free
    declare(match, "2425", "ad_tech_2")
    assert refused(match, DeclareAttack("2425")) == "15.3a"


def test_an_attack_can_be_called_off_before_it_begins() -> None:
    match = combat(f"{OPEN}: fr_mech_a21; {BESIDE}: ad_tech_1", "french")
    match.play(DeclareAttack(BESIDE))
    match.play(JoinAttack("fr_mech_a21"))
    match.play(CallOff())
    assert step(match) == GroundCombat.__name__ and not match.state.attacked
    match.play(DeclareAttack(BESIDE))
    assert step(match) == AttackForce.__name__
    assert refused(match, MarchWith("fr_mech_a21")) == "15.2a"


@pytest.mark.rule("operation_serval", "15.0c")
def test_static_units_defend_but_never_attack() -> None:
    match = combat(f"{OPEN}: ml_33p ml_militia_1 ml_base_1; {BESIDE}: ad_tech_1", "mali")
    match.play(DeclareAttack(BESIDE))
    assert refused(match, JoinAttack("ml_militia_1")) == "15.0c"
    assert refused(match, JoinAttack("ml_base_1")) == "15.0c"
    defended = battle("ad_tech_1", "ml_militia_1", ISLAMIST, dice=[1, 1])
    assert firing(defended) == ["Ansar Dine technical 1", "Malian militia 1"]


@pytest.mark.rule("operation_serval", "15.1a")
@pytest.mark.rule("operation_serval", "7.3b")
def test_only_the_active_contingent_attacks() -> None:
    match = combat(f"{OPEN}: fr_mech_a21 ml_33p af_niger; {BESIDE}: ad_tech_1", "french")
    match.play(DeclareAttack(BESIDE))
    assert refused(match, JoinAttack("ml_33p")) == "15.1a"
    assert refused(match, JoinAttack("af_niger")) == "15.1a"
    assert offered(match, JoinAttack) == [JoinAttack("fr_mech_a21")]


@pytest.mark.rule("operation_serval", "15.1b")
@pytest.mark.rule("operation_serval", "15.2a")
def test_everybody_in_the_hex_defends() -> None:
    match = battle("ad_tech_1", "fr_mech_a21 ml_33p ml_militia_1 mn_guer_1 ml_base_1", ISLAMIST, dice=[1] * 6)
    while step(match) == "FireRound":
        match.play(match.legal()[0])
    assert len(firing(match)) == 6
    assert set(firing(match)) == {
        "A/21 RIMA", "Malian 33P", "Malian militia 1", "MNLA guerrilla 1", "Malian base 1", "Ansar Dine technical 1",
    }  # fmt: skip


@pytest.mark.rule("operation_serval", "15.3a")
def test_a_unit_attacks_once_in_an_operation_but_again_in_the_next() -> None:
    match = combat(f"{OPEN}: ml_33p; {BESIDE}: ad_tech_1; 2325: ml_pg", "ansar_dine", ISLAMIST, dice=[1, 1])
    declare(match, OPEN, "ad_tech_1")
    assert match.to_act == COALITION  # nobody is left who could attack, so the operation is over
    match.play(Pass())
    operate(match, "ansar_dine")
    match.play(Finish())
    assert DeclareAttack(OPEN) in match.legal()
    two = combat(f"{OPEN}: ml_33p; {BESIDE}: ad_tech_1 ad_tech_2", "ansar_dine", ISLAMIST, dice=[1, 1])
    declare(two, OPEN, "ad_tech_1")
    two.play(DeclareAttack(OPEN))  # the same hex again, by another unit
    assert refused(two, JoinAttack("ad_tech_1")) == "15.3a"
    assert refused(two, JoinAttack("ad_tech_2")) is None


@pytest.mark.rule("operation_serval", "7.6a")
@pytest.mark.rule("operation_serval", "7.6b")
def test_attacks_cross_borders_but_nobody_advances_into_a_closed_country() -> None:
    match = combat("3213: ml_33p; 3212: ad_guer_1", "mali", dice=[4, 6])
    assert game().data.country["3212"] == "algeria"
    declare(match, "3212", "ml_33p")
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert match.to_act == ISLAMIST and at(match, "ml_33p") == "3213"


# The order of fire (15.4)


@pytest.mark.rule("operation_serval", "15.4c")
@pytest.mark.rule("operation_serval", "15.4f")
def test_the_worked_example_of_the_rulebook() -> None:
    """No ISR, Islamist initiative; Coalition values 4 and 1, Islamist values 3 and 1."""
    match = battle("fr_mech_a21 ml_inf_1", "ad_tech_1 ad_base_1", initiative=ISLAMIST, also=KEPT, dice=[1, 1, 1, 1])
    first = ["A/21 RIMA", "Ansar Dine technical 1", "Ansar Dine base 1", game().data.counters["ml_inf_1"].title]
    assert firing(match) == first


@pytest.mark.rule("operation_serval", "15.4h")
@pytest.mark.rule("operation_serval", "16.3a")
def test_a_unit_that_is_eliminated_before_its_turn_does_not_fire() -> None:
    """The second half of the example: the unit of value 4 eliminates that of value 1."""
    match = battle("fr_mech_a21 ml_inf_1", "ad_tech_1 ad_base_1*", initiative=ISLAMIST, also=KEPT, dice=[4, 1, 1])
    assert match.to_act == ISLAMIST
    match.play(TakeHit("ad_base_1"))
    assert at(match, "ad_base_1") == "available_ansar_dine"
    assert firing(match)[:2] == ["A/21 RIMA", "Ansar Dine technical 1"] and len(firing(match)) == 3
    assert "Ansar Dine base 1" not in firing(match)


@pytest.mark.rule("operation_serval", "15.4c")
def test_fire_goes_from_the_highest_value_to_the_lowest() -> None:
    match = battle("fr_sof_cm fr_mech_a21 td_armor ml_pg ml_inf_1", "ad_guer_1 ad_tech_1", dice=[1] * 7)
    values = {"CM": 5, "A/21 RIMA": 4, "Chadian 1 RR": 3, "Ansar Dine technical 1": 3}
    order = [values.get(name) for name in firing(match)][:4]
    assert order == [5, 4, 3, 3]
    assert firing(match)[-1].startswith("Malian")


@pytest.mark.rule("operation_serval", "15.4f")
@pytest.mark.parametrize("initiative", [ISLAMIST, COALITION])
@pytest.mark.parametrize("side", [ISLAMIST, COALITION])
def test_the_initiative_fires_first_whoever_attacks(initiative: str, side: str) -> None:
    own, other = ("td_armor", "ad_tech_1") if side == COALITION else ("ad_tech_1", "td_armor")
    match = battle(own, other, side, initiative, dice=[1, 1])
    first = "Chadian 1 RR" if initiative == COALITION else "Ansar Dine technical 1"
    assert firing(match)[0] == first


@pytest.mark.rule("operation_serval", "15.4d")
@pytest.mark.rule("operation_serval", "15.4e")
@pytest.mark.rule("operation_serval", "15.4i")
@pytest.mark.rule("operation_serval", "NWM.a")
def test_isr_on_one_side_gives_first_fire() -> None:
    drawn = {ISLAMIST: ["isr", "isr"], COALITION: ["isr"]}
    match = battle("td_armor", "ad_tech_1", drawn=drawn, dice=[1, 1])
    assert match.to_act == ISLAMIST and step(match) == "IsrWindow"  # without the initiative: decides first
    assert told(match, "15.4c")  # the forces are lined up already
    match.play(CommitIsr())
    assert match.to_act == COALITION
    match.play(Decline())
    assert firing(match)[0] == "Ansar Dine technical 1"
    assert match.state.drawn[ISLAMIST] == ("isr",)  # one marker a battle, and it has gone back to the pool


@pytest.mark.rule("operation_serval", "15.4f")
def test_isr_on_both_sides_leaves_it_to_the_initiative() -> None:
    match = battle("td_armor", "ad_tech_1", drawn={ISLAMIST: ["isr"], COALITION: ["isr"]}, dice=[1, 1])
    match.play(CommitIsr())
    match.play(CommitIsr())
    assert firing(match)[0] == "Chadian 1 RR"
    assert match.state.drawn == {ISLAMIST: (), COALITION: ()}


@pytest.mark.rule("operation_serval", "21.6i")
@pytest.mark.rule("operation_serval", "NWM.b")
def test_direct_action_cancels_islamist_isr_in_a_battle() -> None:
    drawn = {ISLAMIST: ["isr"], COALITION: ["direct_action"]}
    match = battle("td_armor", "ad_tech_1", drawn=drawn, dice=[1, 1])
    match.play(CommitIsr())
    assert step(match) == "CounterIsr" and match.to_act == COALITION
    before = points(match)
    match.play(DirectAction())
    assert firing(match)[0] == "Chadian 1 RR"
    assert points(match) == before  # direct action is free
    assert match.state.drawn == {ISLAMIST: (), COALITION: ()}


@pytest.mark.rule("operation_serval", "7.4d")
def test_the_coalition_plays_no_marker_in_a_battle_before_intervention() -> None:
    drawn = {ISLAMIST: ["isr"], COALITION: ["isr", "direct_action"]}
    match = battle("ad_tech_1", "ml_33p", ISLAMIST, ISLAMIST, drawn=drawn, intervention=False, dice=[1, 1])
    assert match.to_act == ISLAMIST  # the Coalition, without the initiative, is not asked
    match.play(CommitIsr())
    assert firing(match)[0] == "Ansar Dine technical 1"
    assert match.state.drawn[COALITION] == ("direct_action", "isr")


def test_with_fog_a_side_with_any_marker_is_asked() -> None:
    drawn = {ISLAMIST: ["cyber"], COALITION: ["uav"]}
    match = battle("td_armor", "ad_tech_1", drawn=drawn, options={"fog_of_war": True}, dice=[1, 1])
    assert match.legal() == (Decline(),) and match.to_act == ISLAMIST
    assert refused(match, CommitIsr()) == "15.4d"
    match.play(Decline())
    assert match.legal() == (Decline(),) and match.to_act == COALITION
    match.play(Decline())
    assert len(firing(match)) == 2


def test_both_forces_are_shown_during_the_battle_and_hidden_after_it() -> None:
    drawn = {ISLAMIST: ["isr"]}
    match = battle("td_armor", "ad_tech_1 ad_iyad", drawn=drawn, options={"fog_of_war": True}, dice=[1, 1, 1])
    assert {"td_armor", "ad_tech_1", "ad_iyad"} <= match.state.revealed
    match.play(Decline())
    assert not match.state.revealed


@pytest.mark.rule("operation_serval", "15.4c")
def test_the_owner_chooses_the_order_inside_a_group() -> None:
    match = battle("td_armor td_mech_1", "ad_guer_1", dice=[1, 1, 1])
    assert match.to_act == COALITION
    assert set(match.legal()) == {Fire("td_armor"), Fire("td_mech_1")}
    assert "which unit of tactical value 3 fires next at the defenders" in match.prompt
    assert refused(match, Fire("ad_guer_1")) == "15.4c"
    assert refused(match, Finish()) == "15.4g"
    match.play(Fire("td_mech_1"))
    assert firing(match)[0] == "Chadian 2 RR"


def test_alike_units_fire_without_a_question() -> None:
    match = battle("fr_mech_a21 fr_mech_b21", "ad_guer_1", dice=[1, 1, 1])
    assert len(firing(match)) == 3


@pytest.mark.parametrize(("second", "target"), [("2525", "2525"), ("2424", "the attackers")])
def test_the_defenders_fire_at_the_attackers_wherever_these_stand(second: str, target: str) -> None:
    text = f"{FAR}; 2525: ml_inf_1; {second}: ml_inf_2; 2425: mj_tech_1"
    match = arrange(text, steps=[GroundCombat(COALITION)], contingent="mali", dice=[1, 1, 1])
    for action in (DeclareAttack("2425"), JoinAll(), Assault()):
        match.play(action)
    assert any(entry.text.startswith(f"MOJWA technical 1 fires at {target} (") for entry in match.journal)
