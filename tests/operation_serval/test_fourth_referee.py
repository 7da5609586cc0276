"""What a fourth referee asked: reasons that name what is missing, and lines for what ends by itself."""

import pytest

from common.engine import Action, Match
from operation_serval.actions import (
    Advance,
    BreakDown,
    Choose,
    Combine,
    Finish,
    FormUp,
    MarchWith,
    Operate,
    Place,
    ReadyMade,
    Recruit,
    Refit,
    RefitPicked,
    Scout,
    Upgrade,
)
from operation_serval.rules.events import Events
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused, step, told
from tests.operation_serval.battles import combat
from tests.operation_serval.operating import declare, operate
from tests.operation_serval.positions import BAMAKO, FAR, GAO, MOPTI, SEGOU, arrange, at, game

FOG = {"fog_of_war": True}


def why(match: Match, action: Action) -> str:
    """The words of a refusal."""
    refusal = match.why_not(action)
    assert refusal is not None
    return refusal.why


# Recruiting (10)


@pytest.mark.rule("operation_serval", "10.5b")
@pytest.mark.rule("operation_serval", "10.5f")
@pytest.mark.rule("operation_serval", "10.5i")
def test_a_recruit_that_fits_nowhere_is_refused_with_what_it_needs() -> None:
    match = arrange(f"{FAR}; {MOPTI}: mn_najim; {SEGOU}: ml_base_1", dice=[6])
    assert refused(match, Recruit("french", "base")) == "10.5b"
    assert "needs a Coalition engineer" in why(match, Recruit("french", "base"))
    assert refused(match, Recruit("mnla")) == "10.5i"
    assert "needs an MNLA leader or base northeast of the line" in why(match, Recruit("mnla"))
    match.play(Recruit("mali"))
    assert refused(match, Choose("ml_base_2")) == "10.5f"
    assert why(match, Choose("ml_base_2")) == "Malian base 2 needs a Coalition engineer in Mali"


@pytest.mark.rule("operation_serval", "10.5g")
@pytest.mark.rule("operation_serval", "10.3b")
def test_a_hex_that_does_not_receive_a_recruit_is_refused_with_what_it_lacks() -> None:
    match = arrange(f"{FAR}; {SEGOU}: td_armor; {MOPTI}: ml_inf_1", dice=[6])
    match.play(Recruit("mali"))
    match.play(Choose("ml_militia_1"))
    assert refused(match, Place(SEGOU)) == "10.5g"
    assert why(match, Place(SEGOU)).endswith("holds no Malian, AFISMA or French unit to receive Malian militia 1")
    match = arrange(f"{FAR}; {GAO}: ad_base_1; 3218: ad_tech_1", side=ISLAMIST, dice=[6])
    match.play(Recruit("ansar_dine"))
    match.play(Choose("ad_heavy_1"))
    assert refused(match, Place("3218")) == "10.3b"
    assert "holds no base of its contingent" in why(match, Place("3218"))
    assert refused(match, Place("2323")) == "10.3b"
    assert "Timbuktu (2323) holds no base of its contingent" in why(match, Place("2323"))
    assert refused(match, Place("3431")) == "7.5a"
    assert refused(match, Place("france_sa")) == "10.3b"
    assert "is not placed in France Staging Area" in why(match, Place("france_sa"))


@pytest.mark.rule("operation_serval", "31.1c")
def test_a_part_of_africom_waits_until_the_force_is_committed() -> None:
    match = arrange(f"{FAR}; {MOPTI}: ml_eng", options={"africom": True})
    for group in ("base", "air"):
        assert refused(match, Recruit("africom", group)) == "31.1c"
        assert why(match, Recruit("africom", group)) == "AFRICOM has not been committed"
    assert refused(match, Recruit("africom", "africom")) is None


@pytest.mark.rule("operation_serval", "31.1c")
@pytest.mark.rule("operation_serval", "10.4.1a")
@pytest.mark.parametrize(("intervention", "rule", "words"), [
    (False, "10.4.1a", "before intervention AFRICOM base waits in its box"),
    (True, "10.5b", "AFRICOM base needs a Coalition engineer"),
])  # fmt: skip
def test_why_the_us_base_waits_is_told(intervention: bool, rule: str, words: str) -> None:
    match = arrange(FAR, options={"africom": True}, intervention=intervention, dice=[1, 1])
    match.play(Recruit("africom", "africom"))
    match.play(FormUp(True))
    assert at(match, "us_base") == "available_africom"
    assert told(match, rule)[-1] == f"No recruit that is left could be placed now: {words}."


@pytest.mark.rule("operation_serval", "10.9a")
def test_a_die_beyond_the_pool_is_told() -> None:
    others = " ".join(id_ for id_ in game().data.members["mojwa"] if id_ != "mj_guer_1")
    match = arrange(f"{FAR}; {GAO}: {others}", side=ISLAMIST, dice=[6])
    match.play(Recruit("mojwa"))
    match.play(Choose("mj_guer_1"))
    match.play(Place(GAO))
    assert told(match, "10.9a") == ["No such counter is left to recruit."]


@pytest.mark.rule("operation_serval", "31.1c")
@pytest.mark.rule("operation_serval", "31.1f")
def test_optional_forces_that_arrive_are_named_with_their_places() -> None:
    match = arrange(FAR, options={"africom": True}, dice=[1, 1])
    match.play(Recruit("africom", "africom"))
    text = "A/MEU, B/MEU, C/MEU and US Eng come to West Africa Staging Area; AH-1Z, AV-8B 1 and AV-8B 2 to the air box."
    assert text in told(match, "31.1c")
    text = "A/8 RPIMA, B/8 RPIMA, C/8 RPIMA and C/1 RCP come to France Staging Area; "
    text += "Rafale M 1, Rafale M 2 and Tigre opt to the air box; 11 Abn can be formed."
    match = arrange(FAR, options={"additional_french": True}, intervention=False, steps=[Events()], dice=[3, 4, 1, 1])
    assert text in told(match, "31.1f")


# Movement (13, 20)


@pytest.mark.rule("operation_serval", "20.0a")
def test_an_air_unit_is_not_called_static() -> None:
    match = operate(arrange(f"{FAR}; {GAO}: fr_mech_a21; air: fr_air_rafale"), "french")
    assert refused(match, MarchWith("fr_air_rafale")) == "20.0a"
    assert "static" not in why(match, MarchWith("fr_air_rafale"))


# Refit and reorganization (19, 22)


@pytest.mark.rule("operation_serval", "19.3e")
@pytest.mark.rule("operation_serval", "23.6a")
def test_a_refit_by_air_supply_needs_the_marker_in_the_air_box() -> None:
    text = f"{FAR}; {GAO}: mn_tech_1*"
    assert refused(arrange(text), Refit("mnla", GAO)) == "23.6a"
    match = arrange(f"{text}; air: fr_air_supply")
    assert refused(match, Refit("mnla", GAO)) is None


@pytest.mark.rule("operation_serval", "22.2a")
def test_a_company_that_is_not_in_play_is_named() -> None:
    match = arrange(f"{FAR}; chad_sa: fr_abn_a2rep fr_abn_b2rep fr_abn_a1rcp")
    match.play(Operate("french"))
    three = ("fr_abn_a2rep", "fr_abn_b2rep", "fr_abn_c2rep")
    assert refused(match, Combine("fr_ab_2rep", three)) == "22.2a"
    assert why(match, Combine("fr_ab_2rep", three)) == "C/2 REP is not in play"


# Fog of war (28)


@pytest.mark.rule("operation_serval", "28.0c")
def test_isr_is_not_wasted_on_open_stacks() -> None:
    text = f"{FAR}; {GAO}: ad_tech_1; 2926: ml_inf_1"
    match = operate(arrange(text, drawn={COALITION: ["isr"]}), "mali")
    refusal = match.why_not(Scout(COALITION, GAO))
    assert refusal is not None and refusal.rule == "28.0c" and "fog of war" in refusal.why
    assert not any(isinstance(aside, Scout) for aside in match.asides(COALITION))
    match = operate(arrange(text, drawn={COALITION: ["isr"]}, options=FOG), "mali")
    assert match.why_not(Scout(COALITION, GAO)) is None


# Events (8)


@pytest.mark.rule("operation_serval", "EVT.2")
@pytest.mark.rule("operation_serval", "EVT.8")
def test_an_event_that_concerns_nobody_says_so() -> None:
    match = arrange(f"2107: aq_guer_1; {SEGOU}: ml_pg; {BAMAKO}: ml_militia_1", steps=[Events()], dice=[1, 1, 4])
    assert told(match, "EVT.2")[-1] == "No Malian mobile unit is in Bamako."
    match = arrange(f"{FAR}; {GAO}: mn_base_1", steps=[Events()], dice=[4, 4])
    assert told(match, "EVT.8")[-1] == "No mobile unit of the MNLA is in play."


@pytest.mark.rule("operation_serval", "EVT.2")
@pytest.mark.rule("operation_serval", "28.0a")
def test_under_fog_only_the_coalition_reads_that_nobody_was_in_bamako() -> None:
    text = f"2107: aq_guer_1; {SEGOU}: ml_pg; {BAMAKO}: ml_militia_1"
    match = arrange(text, options=FOG, steps=[Events()], dice=[1, 1, 4])
    for side, reads in ((ISLAMIST, False), (COALITION, True)):
        assert any("No Malian mobile unit" in entry.text for entry in match.journal.view(side)) is reads


# Set-up (30)


@pytest.mark.rule("operation_serval", "30.1c")
@pytest.mark.rule("operation_serval", "30.1e")
def test_an_unfinished_set_up_is_told_what_it_lacks_and_where() -> None:
    match = game().new_match("scenario_1", options={"fog_of_war": False})
    assert refused(match, Finish()) == "30.1c"
    where = "MNLA in a city or town northeast of the line"
    lacking = "leader, 3 × technical, 5 × guerrilla and 3 × base"
    assert why(match, Finish()) == f"still to be placed for {where}: {lacking}"
    match.play(ReadyMade())
    state = match.state
    state.change("ml_militia_6", at="available_mali", disrupted=False)
    assert refused(match, Finish()) == "30.1e"
    assert (
        why(match, Finish())
        == "still to be placed for Mali Government in a city or town southwest of the line: militia"
    )
    state.change("ml_militia_6", at="1333")
    state.change("fr_eng_6rg", at="available_french_chadian")
    assert why(match, Finish()) == "still to be placed for French and Chadian in Chad Staging Area: engineer"


@pytest.mark.rule("operation_serval", "30.1e")
@pytest.mark.rule("operation_serval", "30.1m")
def test_a_counter_too_many_is_refused_with_the_number_or_the_counter_that_has_to_come() -> None:
    match = game().new_match("scenario_1", options={"fog_of_war": False})
    for number in (1, 2, 3, 4):
        match.play(Choose(f"ml_inf_{number}"))
        match.play(Place(MOPTI))
    assert refused(match, Choose("ml_inf_5")) == "30.1e"
    assert why(match, Choose("ml_inf_5")) == "Malian 33P has to be among them"
    match.play(ReadyMade())
    assert why(match, Choose("ml_base_3")) == "all 2 of this kind are placed"
    match.play(Finish())
    match.play(ReadyMade())
    assert refused(match, Choose("aq_belmokhtar")) == "30.1m"
    assert why(match, Choose("aq_belmokhtar")) == "the one of this kind is placed"


# Events and captured equipment (8, 31.2)


@pytest.mark.rule("operation_serval", "EVT.5")
def test_a_second_militia_that_is_missing_is_told() -> None:
    there = " ".join(f"ml_militia_{number}" for number in range(2, 9))
    text = f"{FAR}; {BAMAKO}: {there}; {MOPTI}: ml_guer_koy ml_guer_izo"
    match = arrange(text, steps=[Events()], dice=[4, 1])
    match.play(Choose("ml_militia_1"))
    match.play(Place(GAO))
    assert told(match, "EVT.5")[-1] == "No second militia can be placed."


@pytest.mark.rule("operation_serval", "31.2a")
@pytest.mark.rule("operation_serval", "15.3a")
def test_a_unit_made_of_captured_equipment_has_attacked_in_this_operation() -> None:
    text = "2525: ad_guer_1 ad_tech_1 ad_tech_2; 2425: mn_base_1*; 2325: ml_guer_koy"
    options = {"islamist_upgrades": True}
    match = combat(text, "ansar_dine", side=ISLAMIST, initiative=ISLAMIST, options=options, dice=[6] * 9)
    declare(match, "2425", "ad_guer_1", "ad_tech_1", "ad_tech_2")
    while step(match) == "FireRound":
        match.play(match.legal()[0])
    match.play(Advance("ad_guer_1"))
    match.play(Finish())
    match.play(Upgrade("ad_guer_1", "ad_tech_3"))
    assert at(match, "ad_tech_3") == "2425"
    assert step(match) == "ActionStep"  # nobody is left to attack the guerrilla beside it


# Names in refusals


@pytest.mark.rule("operation_serval", "19.3a")
@pytest.mark.rule("operation_serval", "31.1a")
@pytest.mark.rule("operation_serval", "31.4a")
def test_refusals_name_the_place_the_contingent_and_the_force() -> None:
    options = {"robustness": True, "jsoc": True}
    match = arrange(f"{FAR}; {GAO}: ml_inf_1*; air: fr_air_supply", options=options, committed=("jsoc",))
    assert refused(match, Refit("french", GAO)) == "19.3a"
    assert why(match, Refit("french", GAO)) == "no disrupted unit of French and Chadian is in Gao (2924)"
    assert why(match, Refit("mali", "air")) == "no disrupted unit of Mali Government is in the air box"
    assert refused(match, RefitPicked("mali")) == "31.4a"
    assert why(match, RefitPicked("mali")) == "no SOF or leader of Mali Government is disrupted"
    assert why(match, Recruit("french", "jsoc")) == "JSOC has been committed"
    assert why(arrange(FAR), Recruit("french", "jsoc")) == "JSOC belongs to an option that is not used"


@pytest.mark.rule("operation_serval", "15.0b")
@pytest.mark.parametrize("fog", [False, True])
def test_an_operation_that_ends_by_itself_says_why(fog: bool) -> None:
    options = {"fog_of_war": fog}
    match = operate(arrange(f"{FAR}; {GAO}: ad_tech_1", side=ISLAMIST, options=options), "ansar_dine")
    match.play(Finish())
    assert step(match) == "ActionStep"
    assert told(match, "15.0b") == ["No Ansar Dine unit can attack: the operation ends."]
    match = combat("2525: ad_tech_1; 2425: ml_inf_1", "ansar_dine", side=ISLAMIST, options=options)
    match.play(Finish())  # ended by the player, who knows why
    assert not told(match, "15.0b")


@pytest.mark.rule("operation_serval", "22.0a")
def test_a_reorganization_that_ends_by_itself_says_why() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_ca_gtia1")
    match.play(Operate("french"))
    match.play(next(action for action in match.legal() if isinstance(action, BreakDown)))
    assert step(match) == "Movement"
    assert told(match, "22.0a") == ["Nothing else can be combined or broken down."]
    match = arrange(f"{FAR}; {GAO}: fr_ca_gtia1 fr_ab_2rep")
    match.play(Operate("french"))
    match.play(Finish())  # ended by the player
    assert not told(match, "22.0a")
