"""Where rules meet in battles: interrupts, retreats, shock and the limits, as a referee is asked about them."""

import pytest

from common.engine.actions import Decline
from operation_serval.actions import (
    Advance,
    CommitIsr,
    DirectAction,
    Finish,
    Fire,
    React,
    RetreatTo,
    RetreatUnit,
    Sortie,
    StopRetreat,
    Support,
    TakeHit,
)
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.operating import declare, march, operate
from tests.operation_serval.positions import (
    BAMAKO,
    FAR,
    GAO,
    KONNA,
    MOPTI,
    arrange,
    at,
    points,
    worn,
)

FOG = {"fog_of_war": True}


# Gunships in defence (20.7) and retreats (16.5)


@pytest.mark.rule("operation_serval", "20.7.1b")
def test_an_attacker_driven_off_is_no_target_of_gunships_where_it_has_fled_to() -> None:
    text = f"{FAR}; {GAO}: fr_base_1 fr_sof_cm; 3024: ad_tech_1; 3025: ad_tech_2; air: fr_helo_tigre fr_helo_gazelle"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[3, 1, 6, 1, 1, 1, 1, 1])
    operate(match, "ansar_dine").play(Finish())
    declare(match, GAO, "ad_tech_1", "ad_tech_2")
    match.play(Support("fr_helo_tigre", "3024"))
    match.play(Support("fr_helo_gazelle", "3025"))
    match.play(RetreatTo("3025"))  # the first gunship's result, a die of one hex; then one hit on the second hex
    assert worn(match, "ad_tech_2") and not worn(match, "ad_tech_1")


# Retreats of one Islamist contingent among the others (14.2, R55)


@pytest.mark.rule("operation_serval", "14.2a")
@pytest.mark.rule("operation_serval", "16.5.1c")
def test_the_base_of_another_contingent_is_no_refuge() -> None:
    text = f"{FAR}; 2424: ml_33p; 2425: ad_tech_1; 2426: aq_base_1; 2526: mj_guer_1"
    match = arrange(text, contingent="mali", steps=[RetreatMove(ISLAMIST, "ad_tech_1", "2425", 2, ("2425",))])
    match.play(RetreatTo("2426"))
    assert refused(match, StopRetreat()) == "16.5.1c"
    goals = {action.place for action in offered(match, RetreatTo)}
    assert goals and "2526" not in goals  # a last hex without another contingent is there to be had
    assert refused(match, RetreatTo("2526")) == "14.2a"


@pytest.mark.rule("operation_serval", "14.2c")
def test_a_retreat_that_can_end_nowhere_else_ends_on_another_contingent() -> None:
    ring = "2424: ml_33p; 2324: ml_inf_1; 2325: ml_inf_2; 2525: ml_inf_3; 2326: ml_inf_4; 2426: aq_guer_2"
    text = f"{FAR}; 2425: ad_tech_1; {ring}"
    match = arrange(text, contingent="mali", steps=[RetreatMove(ISLAMIST, "ad_tech_1", "2425", 1, ("2425",))])
    assert at(match, "ad_tech_1") != "2425"


# Interrupts inside one Islamist operation (7.4, 24.1, 20.7, 15.4, 31.1)


@pytest.mark.rule("operation_serval", "7.4a")
@pytest.mark.rule("operation_serval", "24.1a")
@pytest.mark.rule("operation_serval", "31.1f")
def test_crossing_the_line_wakes_everybody_in_the_same_operation() -> None:
    text = f"{FAR}; 2126: ad_tech_1; {MOPTI}: ml_base_1 ml_sf; 2027: ml_33p; air: ml_helo"
    options = {"additional_french": True, "heavy_weaponry": True}
    match = arrange(text, side=ISLAMIST, intervention=False, options=options, dice=[2, 3, 4, *[1] * 9])
    operate(match, "ansar_dine")
    march(match, KONNA, "ad_tech_1")  # a die for the Coalition, two for the Islamists, five airlift points
    assert points(match) == (12, 8) and match.state.airlift == 5
    match.play(Finish())
    assert step(match) == "SofReaction"  # airlift is there since the line was crossed
    match.play(React("ml_sf", "2027"))
    assert match.state.airlift == 4
    declare(match, "2027", "ad_tech_1")
    assert step(match) == "GunshipWindow"
    match.play(Decline())
    while step(match) != "Arrival":
        match.play(Finish())
    assert match.to_act == COALITION and at(match, "fro_ab_11") == "task_force"


@pytest.mark.rule("operation_serval", "6.2a")
@pytest.mark.rule("operation_serval", "20.7a")
def test_the_last_point_spent_on_gunships_ends_the_phase_after_the_battle() -> None:
    text = f"2107: aq_guer_1; {GAO}: ml_pg ml_base_1; 3025: ad_tech_1; air: ml_helo"
    match = arrange(text, side=ISLAMIST, c2p=(1, 1), initiative=ISLAMIST, dice=[1] * 12)
    operate(match, "ansar_dine").play(Finish())
    declare(match, GAO, "ad_tech_1")
    match.play(Support("ml_helo", "3025"))
    assert any("Neither side has C2P left" in text for text in told(match, "6.2b")) and match.state.turn == 4


@pytest.mark.rule("operation_serval", "15.4d")
@pytest.mark.rule("operation_serval", "21.6i")
def test_isr_of_both_sides_and_direct_action_leave_the_coalition_alone_with_isr() -> None:
    drawn = {ISLAMIST: ["isr"], COALITION: ["isr", "direct_action"]}
    text = f"{FAR}; 2425: ml_33p; 2426: ad_guer_1"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, drawn=drawn, dice=[1] * 4)
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_guer_1")
    assert match.to_act == COALITION  # without the initiative it decides first
    match.play(CommitIsr())
    match.play(CommitIsr())
    assert step(match) == "CounterIsr"
    match.play(DirectAction())
    assert told(match, "15.4e") == ["The Coalition fires first in each group by ISR."]
    assert match.state.drawn == {ISLAMIST: (), COALITION: ()}


@pytest.mark.rule("operation_serval", "7.4d")
def test_before_intervention_islamist_isr_meets_no_answer() -> None:
    drawn = {ISLAMIST: ["isr"], COALITION: ["isr", "direct_action"]}
    text = f"{FAR}; 2425: ml_33p; 2426: ad_guer_1"
    match = arrange(text, side=ISLAMIST, intervention=False, drawn=drawn, options=FOG, dice=[1] * 4)
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_guer_1")
    assert step(match) == "IsrWindow" and match.to_act == ISLAMIST
    match.play(CommitIsr())
    assert step(match) == "GroundCombat" and match.state.drawn[COALITION] == ("direct_action", "isr")


# Battles (16, 17): the limits


@pytest.mark.rule("operation_serval", "17.2a")
@pytest.mark.rule("operation_serval", "16.5.1a")
def test_a_static_unit_lost_to_a_retreat_counts_for_shock() -> None:
    match = arrange(f"{FAR}; 2425: ml_militia_1; 2426: ad_tech_1", side=ISLAMIST, initiative=ISLAMIST, dice=[2, 1])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_tech_1")
    assert at(match, "ml_militia_1") == "available_mali" and points(match) == (6, 5)  # one paid, one won
    assert step(match) == "AdvanceChoice"


@pytest.mark.rule("operation_serval", "9.2a")
@pytest.mark.rule("operation_serval", "17.2a")
def test_shock_at_the_ends_of_the_tracks() -> None:
    text = f"{FAR}; 2425: ml_militia_1*; 2426: ad_tech_1 ad_tech_2"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, c2p=(12, 0), dice=[4, 1])
    operate(match, "ansar_dine").play(Finish())
    match.state.c2p = {**match.state.c2p, ISLAMIST: 12}
    declare(match, "2425", "ad_tech_1")
    assert points(match) == (12, 0)


@pytest.mark.rule("operation_serval", "17.0b")
def test_a_hex_emptied_by_disrupted_attackers_is_no_victory() -> None:
    match = arrange(f"{FAR}; 2425: ml_militia_1*; 2426: ad_tech_1*", side=ISLAMIST, initiative=ISLAMIST, dice=[4])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_tech_1")
    assert at(match, "ml_militia_1") == "available_mali" and step(match) == "ActionStep"
    assert points(match) == (5, 6)


@pytest.mark.rule("operation_serval", "22.4a")
@pytest.mark.rule("operation_serval", "16.2.1c")
def test_a_task_force_hit_and_driven_back_in_one_result() -> None:
    text = f"{FAR}; 2425: fr_ca_gtia1; 2426: ad_iyad ad_tech_1"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[6, *[1] * 9])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_iyad", "ad_tech_1")
    match.play(TakeHit("fr_mech_a21"))
    assert step(match) == "ChooseRetreat" and worn(match, "fr_mech_a21")
    match.play(RetreatUnit("fr_armor_aricm"))  # any of the companies, one hex
    match.play(offered(match, RetreatTo)[0])
    assert at(match, "fr_armor_aricm") != "2425"
    assert {action.unit for action in offered(match, Fire)} == {"fr_mech_a21", "fr_mech_b21"}
    match.play(Fire("fr_mech_b21"))  # the companies that stayed fire in their own group, before value 3
    assert [text.split(" fires")[0] for text in told(match, "16.1b")[1:]] == [
        "B/21 RIMA",
        "A/21 RIMA",
        "Ansar Dine technical 1",
    ]


@pytest.mark.rule("operation_serval", "20.6b")
@pytest.mark.rule("operation_serval", "5.1b")
def test_an_air_attack_that_empties_mali_ends_the_game_after_its_air_defense() -> None:
    text = f"{BAMAKO}: ml_pg; 2425: ad_base_1*; 2426: fr_sof_cm; air: fr_air_rafale"
    match = arrange(text, dice=[6, 5])
    operate(match, "french").play(Finish())
    match.play(Sortie("fr_air_rafale", "2425"))
    match.play(Finish())
    assert match.result is not None and match.result.winner == COALITION
    assert worn(match, "fr_air_rafale")


@pytest.mark.rule("operation_serval", "31.2a")
def test_equipment_without_a_better_counter_is_told() -> None:
    text = f"{FAR}; 2425: mn_base_1*; 2426: mj_guer_1; {GAO}: mj_tech_1 mj_tech_2 mj_tech_3 mj_tech_4"
    options = {"islamist_upgrades": True}
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, options=options, dice=[5, 1])
    operate(match, "mojwa").play(Finish())
    declare(match, "2425", "mj_guer_1")
    match.play(Advance("mj_guer_1"))
    assert told(match, "31.2a") == ["No counter for captured equipment is in the Available box."]
