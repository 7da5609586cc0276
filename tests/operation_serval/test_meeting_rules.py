"""Where rules meet: situations a referee is asked about, one sentence of the rulebook against another."""

import pytest

from common.engine import Seat
from operation_serval.actions import (
    Finish,
    FormUp,
    NetwarAttack,
    Operate,
    Recruit,
    RetreatTo,
    Sortie,
    StopRetreat,
    Support,
    TakeHit,
)
from operation_serval.rules.events import Events
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.operating import declare, operate, to_combat
from tests.operation_serval.positions import (
    ANSONGO,
    BAMAKO,
    DOUENTZA,
    FAR,
    GAO,
    KIDAL,
    LERE,
    MENAKA,
    TESSALIT,
    TIMBUKTU,
    arrange,
    at,
    game,
    worn,
)

FOG = {"fog_of_war": True}


# Fog of war (28) and results that the owner allots


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "21.6c")
def test_the_attacker_by_netwar_does_not_learn_the_stack_from_the_owners_choice() -> None:
    text = f"{FAR}; {GAO}: ml_33p fr_ca_gtia1; 2925: mj_guer_1; {BAMAKO}: fr_ca_bima"
    match = arrange(text, side=ISLAMIST, drawn={ISLAMIST: ["terror_2"]}, options=FOG, dice=[5])
    match.play(NetwarAttack("terror", GAO))
    assert step(match) == "AllotHits" and match.to_act == COALITION
    for side in (ISLAMIST, None):
        assert "fr_ca_gtia1" not in repr(match.view(side).flow)
    assert match.prompt == "One disruption in Gao (2924): choose the unit that takes it (21.6c)."
    match.play(TakeHit("fr_ca_gtia1"))
    assert step(match) == "BreakUnderFire"  # two kinds of companies could appear
    for side in (ISLAMIST, None):
        assert "fr_ca_gtia1" not in repr(match.view(side).flow)
        known = Seat(match, side).known
        assert known.step.legal(known) == () and "GTIA" not in known.step.prompt(known)
    assert "GTIA" not in match.prompt
    assert not any("GTIA" in entry.text for entry in match.journal.view(ISLAMIST))


# Gunships in defence (20.7) and retreats (16.5)


@pytest.mark.rule("operation_serval", "20.7.1b")
def test_an_attacker_driven_off_is_no_target_of_gunships_where_it_has_fled_to() -> None:
    text = f"{FAR}; {GAO}: fr_base_1 fr_sof_cm; 3024: ad_tech_1; 3025: ad_tech_2; air: fr_helo_tigre fr_helo_gazelle"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[3, 1, 1, 6, 1, 1, 1, 1])
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


# Operations (12) that only reorganise


@pytest.mark.rule("operation_serval", "22.3a")
@pytest.mark.rule("operation_serval", "12.0a")
def test_breaking_down_a_task_force_is_content_enough_for_an_operation() -> None:
    match = arrange(f"{FAR}; france_sa: fr_ab_2rep", airlift=0)
    assert refused(match, Operate("french")) is None
    match.play(Operate("french"))
    assert step(match) == "Reorganization"


# Netwar attacks (21.6): refusals and chances


@pytest.mark.rule("operation_serval", "21.6f")
@pytest.mark.rule("operation_serval", "21.6g")
def test_an_empty_target_is_refused_with_the_rule_of_the_attack() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_base_1", drawn={COALITION: ["uav"]})
    assert refused(match, NetwarAttack("uav", "2923")) == "21.6f"
    match = arrange(f"{FAR}; {GAO}: mj_hamaha", side=ISLAMIST, drawn={ISLAMIST: ["terror_spectacular"]})
    assert refused(match, NetwarAttack("terror_spectacular", "2923")) == "21.6g"


@pytest.mark.rule("operation_serval", "31.1g")
def test_the_chances_of_a_global_strike_leave_out_uavs_that_do_not_reach() -> None:
    match = arrange(f"{FAR}; {KIDAL}: ad_iyad", options={"jsoc": True}, committed=("jsoc",))
    match.state.drawn[COALITION] = ("global_strike", "uav", "uav")
    odds = match.odds(NetwarAttack("uav", KIDAL))
    assert odds is not None and odds.column == "4" and odds.title.startswith("UAV attack")


# Borders (7.6)


@pytest.mark.rule("operation_serval", "7.6b")
def test_the_journal_says_why_the_winner_stays_behind_the_border() -> None:
    match = arrange(f"{FAR}; 3011: ml_33p ml_inf_1; 3111: ad_guer_1", dice=[6, 6])
    to_combat(operate(match, "mali"))
    declare(match, "3111", "ml_33p", "ml_inf_1")
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert any("7.6b" in entry.rules for entry in match.journal)
    assert at(match, "ml_33p") == "3011"


# What is skipped is told (R8, 10.7), and a saved game goes on alike


@pytest.mark.rule("operation_serval", "10.7a")
@pytest.mark.parametrize(("text", "dice", "rule"), [
    (f"{FAR}; {TIMBUKTU}: mn_guer_1; chad_sa: td_armor", [1, 3], "EVT.4"),  # no French unit to rotate
    (FAR, [2, 4, 1], "EVT.6"),  # every town is marked
])  # fmt: skip
def test_an_event_that_can_do_nothing_says_so(text: str, dice: list[int], rule: str) -> None:
    marked = [KIDAL, GAO, TIMBUKTU, LERE, DOUENTZA, ANSONGO, MENAKA, TESSALIT]
    match = arrange(text, steps=[Events()], dice=dice, sharia=marked)
    assert step(match) == "ActionStep"
    assert len(told(match, rule)) > 1  # the event, and why nothing comes of it


@pytest.mark.rule("operation_serval", "31.1c")
def test_a_recruit_that_fits_nowhere_is_told() -> None:
    match = arrange(FAR, options={"africom": True}, dice=[1, 1])
    match.play(Recruit("africom", "africom"))
    match.play(FormUp(True))
    assert at(match, "us_base") == "available_africom"  # no engineer on the map
    assert told(match, "10.5b")[-1] == "No recruit that is left could be placed now."


@pytest.mark.rule("operation_serval", "20.2a")
def test_air_units_placed_in_any_order_fire_alike_after_saving() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1; {GAO}: ml_33p fr_sof_cm; air: fr_air_rafale fr_air_m2000d fr_air_f1cr")
    operate(match, "french").play(Finish())
    for id_ in ("fr_air_rafale", "fr_air_f1cr", "fr_air_m2000d"):
        match.play(Sortie(id_, "2425"))
    again = game().decode(game().encode(match.state))
    assert again.step.legal(again) == match.legal()
    assert list(again.sorties) == list(match.state.sorties)
