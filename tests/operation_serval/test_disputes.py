"""Disputes at the table: what a player tried, or what two rules together should have brought about."""

import pytest

from common.engine import Refusal, Seat
from operation_serval.actions import (
    Choose,
    DeclareAttack,
    EnactSharia,
    Finish,
    FormUp,
    Halt,
    MarchTo,
    MarchWith,
    MarkTown,
    NetwarAttack,
    Operate,
    Pass,
    Place,
    ReadyMade,
    Recruit,
    RetreatTo,
    Scout,
    Sortie,
    Support,
    TakeHit,
    UseMarker,
    Withdraw,
)
from operation_serval.rules.battle import OpenBattle
from operation_serval.rules.events import Events
from operation_serval.rules.operations import EndOperation
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused, step, told
from tests.operation_serval.battles import BESIDE, battle
from tests.operation_serval.operating import declare, lift, operate, rolls
from tests.operation_serval.positions import BAMAKO, FAR, GAO, LERE, TIMBUKTU, arrange, at, game, points, worn

# Sharia (27)


@pytest.mark.rule("operation_serval", "6.3a")
@pytest.mark.rule("operation_serval", "27.0a")
def test_the_leaders_of_the_mnla_are_of_the_coalition_and_enact_no_sharia() -> None:
    match = arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=COALITION)
    assert refused(match, EnactSharia("mnla")) == "6.3a"
    assert refused(arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=ISLAMIST), EnactSharia("mnla")) == "7.1a"


@pytest.mark.rule("operation_serval", "27.0a")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_choice_of_towns_does_not_tell_where_leaders_are() -> None:
    one, other = f"{TIMBUKTU}: ad_iyad ad_guer_1", f"{GAO}: ad_guer_2"
    for stacks, asked in (
        (f"{one}; {other} ad_sanda", True),
        (f"{one} ad_sanda; {other}", True),  # Gao could have the second leader
        (f"{one} ad_sanda", False),  # no other town is held
        (f"{one}; {other}", False),  # no other leader is in play, as the open boxes show
    ):
        match = arrange(f"{FAR}; {stacks}", side=ISLAMIST, options={"fog_of_war": True})
        match.play(EnactSharia("ansar_dine"))
        assert (step(match) == "Enacting") == asked
        if asked:
            match.play(MarkTown(TIMBUKTU))
            assert step(match) == "Enacting"
            match.play(Finish())
        assert match.state.sharia == {TIMBUKTU} and points(match) == (5, 7)


# Sudden death (5.1)


@pytest.mark.rule("operation_serval", "5.1b")
@pytest.mark.rule("operation_serval", "20.7.1b")
def test_gunships_that_drive_the_last_islamists_out_of_mali_end_the_game_at_once() -> None:
    # the technical in Algeria could otherwise still attack and advance into Mali
    text = f"2709: ad_guer_1; 2808: ad_tech_1; 2809: ml_base_1 ml_33p; {BAMAKO}: ml_pg; air: ml_helo"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[5, 1])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2809", "ad_guer_1").play(Support("ml_helo", "2709"))
    assert match.result is not None and match.result.winner == COALITION
    assert match.result.rule == "5.1b"


# Gunships in defense (20.7)


@pytest.mark.rule("operation_serval", "20.7.1b")
def test_all_gunships_of_a_defense_fire_before_any_air_defense_is_rolled() -> None:
    text = f"{FAR}; 2425: ml_33p ml_base_1 fr_sof_cm; 2525: ad_tech_1; 2424: ad_tech_2; air: ml_helo fr_helo_tigre"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[1, 1, 4, 1])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_tech_1", "ad_tech_2").play(Support("ml_helo", "2525"))
    match.play(Support("fr_helo_tigre", "2424"))
    dice = [reason for reason in rolls(match) if "fires on column 2" in reason or "Air defense" in reason]
    assert dice[:4] == [
        "Tigre fires on column 2",
        "Malian Mi-24 fires on column 2",
        "Air defense of 2424",
        "Air defense of 2525",
    ]
    assert worn(match, "fr_helo_tigre") and not worn(match, "ml_helo")


@pytest.mark.rule("operation_serval", "20.6b")
@pytest.mark.rule("operation_serval", "20.7.1b")
def test_a_base_beside_the_attackers_is_shown_to_gunships_but_does_not_answer_them() -> None:
    """R84: the attackers are the targeted force; the hex fired on is shown with all that stands there."""
    text = f"{FAR}; 2425: ml_33p ml_base_1; 2525: ad_guer_1 ad_base_1; air: ml_helo"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[1, 2], options={"fog_of_war": True})
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_guer_1").play(Support("ml_helo", "2525"))
    assert not worn(match, "ml_helo")  # a 2 is a hit only on the column with capable units
    assert any("2525, without capable units" in line for line in told(match, "20.6b"))
    assert match.state.sighted["ad_base_1"] == "2525"  # the hex fired on was shown


# Fog of war (28)


@pytest.mark.rule("operation_serval", "28.0c")
def test_every_isr_marker_may_lie_between_the_stacks_it_looks_at() -> None:
    text = f"{FAR}; {GAO}: mj_tech_1; 3025: mj_guer_1"
    match = arrange(text, drawn={COALITION: ["isr", "isr"]}, options={"fog_of_war": True})
    match.play(Operate("mali"))
    assert Scout(COALITION, "2925") in match.asides(COALITION)
    assert Scout(COALITION, TIMBUKTU) not in match.asides(COALITION)
    assert match.why_not(Scout(COALITION, TIMBUKTU)) == Refusal(
        "28.0c", "no enemy stands in Timbuktu (2323) or next to it"
    )
    match.play(Scout(COALITION, "2106"))
    assert refused(match, Place("2925")) is None  # next to both, and empty
    assert refused(match, Place("2106")) == "28.0c"  # where the first one lies
    assert refused(match, Place(TIMBUKTU)) == "28.0c"  # no enemy to see
    assert refused(match, Place("algeria_sa")) == "28.0b"


@pytest.mark.rule("operation_serval", "14.2c")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_enemy_can_be_told_that_a_stack_is_set_right_without_knowing_it() -> None:
    text, ending = f"{FAR}; {GAO}: mj_tech_1 ad_guer_1", EndOperation(ISLAMIST)
    match = arrange(text, options={"fog_of_war": True}, contingent="mali", steps=[ending])
    assert match.to_act == ISLAMIST
    for side in (COALITION, None):
        known = Seat(match, side).known
        assert known.step.prompt(known).endswith("(14.2c).") and known.step.legal(known) == ()


@pytest.mark.rule("operation_serval", "28.0a")
def test_an_enemy_who_looks_on_knows_of_no_move_of_a_hidden_stack() -> None:
    match = arrange(f"{FAR}; {GAO}: mj_tech_1 mj_guer_1", side=ISLAMIST, options={"fog_of_war": True})
    operate(match, "mojwa").play(MarchWith("mj_guer_1"))
    for side in (COALITION, None):
        known = Seat(match, side).known
        assert known.step.legal(known) == () and known.step.prompt(known).startswith("Move the stack from Gao")


# Movement (13, 29)


@pytest.mark.rule("operation_serval", "13.0a")
@pytest.mark.rule("operation_serval", "29.4a")
def test_a_staging_area_too_far_away_is_refused_with_its_price() -> None:
    match = arrange(f"{FAR}; 3725: mn_tech_1*; {GAO}: mn_tech_2")
    operate(match, "mnla").play(MarchWith("mn_tech_2"))
    refusal = match.why_not(MarchTo("chad_sa"))
    assert refusal == Refusal("13.0a", "Chad Staging Area costs 8½ MP; 8 left")
    match.play(Halt())
    assert refused(lift(match, "mn_tech_1"), MarchTo("chad_sa")) is None


@pytest.mark.rule("operation_serval", "28.0a")
def test_a_hex_that_gunships_have_cleared_stays_in_the_attack_as_the_enemy_imagines_it() -> None:
    text = f"{FAR}; 2425: ml_33p ml_base_1; 2525: ad_guer_1; 2424: ad_tech_2 ad_guer_2; air: ml_helo"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[3, 2], options={"fog_of_war": True})
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2425", "ad_guer_1", "ad_tech_2").play(Support("ml_helo", "2525"))
    assert match.to_act == ISLAMIST and at(match, "ad_guer_1") == "2525"  # it has to go, two hexes
    match.play(match.legal()[0])
    other = match.imagine(COALITION, 5)
    assert match.view(COALITION).flow == other.view(COALITION).flow
    origins = [one.origins for one in other.state.flow if isinstance(one, OpenBattle)]
    assert set(origins[0]) == {"2424", "2525"}


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "20.3b")
def test_what_is_asked_about_air_units_does_not_tell_of_a_base_under_the_top_counter() -> None:
    asked = set()
    for base in ("ml_base_1", "ml_base_1*"):  # gunships start from an effective base only
        text = f"2107: aq_guer_1; {GAO}: ml_33p {base}; 3024: mj_guer_1; {BAMAKO}: ml_pg; air: ml_helo fr_air_supply"
        match = arrange(text, options={"fog_of_war": True})
        operate(match, "mali").play(Finish())
        assert (Sortie("ml_helo", "3024") in match.legal()) == (base == "ml_base_1")
        asked.add(match.prompt)
    assert len(asked) == 1


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "20.3b")
def test_the_air_segment_comes_whether_a_base_under_the_top_counter_serves_gunships_or_not() -> None:
    for base in ("ml_base_1", "ml_base_1*"):
        text = f"2107: aq_guer_1; {GAO}: ml_33p {base}; 3224: mj_guer_1; {BAMAKO}: ml_pg; air: ml_helo"
        match = arrange(text, intervention=False, options={"fog_of_war": True})
        operate(match, "mali").play(Finish())
        assert step(match) == "AirSegment"
        assert (Sortie("ml_helo", "3224") in match.legal()) == (base == "ml_base_1")
        text = text.replace("; air: ml_helo", "")  # the air box lies open: nobody expects a gunship
        match = arrange(text, intervention=False, options={"fog_of_war": True})
        operate(match, "mali").play(Finish())
        assert step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "20.7a")
@pytest.mark.rule("operation_serval", "28.0a")
def test_whether_gunships_are_asked_for_does_not_tell_where_a_base_is() -> None:
    for base, able in (("2425: ml_33p ml_base_1", True), ("2425: ml_33p ml_base_1*", False), ("2425: ml_33p", False)):
        text = f"{FAR}; {base}; 2525: ad_guer_1; {BAMAKO}: ml_pg ml_base_2; air: ml_helo"
        match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, intervention=False, options={"fog_of_war": True})
        operate(match, "ansar_dine").play(Finish())
        declare(match, "2425", "ad_guer_1")
        assert step(match) == "GunshipWindow"
        assert (Support("ml_helo", "2525") in match.legal()) == able  # Bamako is too far away
    bare = arrange(f"{FAR}; 2425: ml_33p; 2525: ad_guer_1; air: ml_helo", side=ISLAMIST, options={"fog_of_war": True})
    operate(bare, "ansar_dine").play(Finish())
    assert step(declare(bare, "2425", "ad_guer_1")) != "GunshipWindow"  # all bases lie in their open box


@pytest.mark.rule("operation_serval", "21.4a")
@pytest.mark.rule("operation_serval", "21.6a")
def test_the_choice_of_markers_does_not_tell_how_many_of_the_type_are_held() -> None:
    text = f"{FAR}; {GAO}: ml_33p; 3024: ad_iyad"
    for attack, drawn, asked in (
        (NetwarAttack("terror", GAO), ["terror_1", "terror_2"], True),
        (NetwarAttack("terror", GAO), ["terror_1", "isr"], True),  # the other one could be terror as well
        (NetwarAttack("terror", GAO), ["terror_1"], False),
        (NetwarAttack("terror_spectacular", GAO), ["terror_spectacular", "isr"], False),  # there is only one
    ):
        options = {"fog_of_war": True}
        match = arrange(text, side=ISLAMIST, intervention=False, drawn={ISLAMIST: drawn}, options=options, dice=[1])
        match.play(attack)
        assert (step(match) == "Arming") == asked
        if asked:
            match.play(UseMarker("terror_1"))
            assert step(match) == "Arming" and Finish() in match.legal()


@pytest.mark.rule("operation_serval", "28.0c")
@pytest.mark.rule("operation_serval", "21.4a")
def test_a_look_does_not_tell_whether_another_isr_is_held() -> None:
    for drawn, asked in ((["isr", "isr"], True), (["isr", "cyber"], True), (["isr"], False)):
        match = arrange(f"{FAR}; {GAO}: mj_tech_1", drawn={COALITION: drawn}, options={"fog_of_war": True})
        match.play(Operate("mali"))
        match.play(Scout(COALITION, GAO))
        assert (step(match) == "Scouting") == asked
        if asked:
            assert refused(match, Place("2106")) == (None if drawn == ["isr", "isr"] else "28.0c")
            match.play(Finish())
        assert match.state.sighted["mj_tech_1"] == GAO


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "21.6c")
def test_who_suffers_from_terror_is_asked_even_if_one_unit_stands_there() -> None:
    for stack in ("ml_33p", "ml_33p ml_inf_1"):
        options = {"fog_of_war": True}
        text, drawn = f"{FAR}; {GAO}: {stack}; 3024: ad_iyad", {ISLAMIST: ["terror_2"]}
        match = arrange(text, side=ISLAMIST, intervention=False, drawn=drawn, options=options, dice=[5])
        match.play(NetwarAttack("terror", GAO))
        assert (step(match), match.to_act) == ("AllotHits", COALITION)
        match.play(TakeHit("ml_33p"))
        assert worn(match, "ml_33p") and not worn(match, "ml_inf_1")


@pytest.mark.rule("operation_serval", "10.5f")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_enemy_is_not_told_that_nobody_could_receive_a_recruit() -> None:
    data = game().data
    engineers = sorted(data.engineer_ids.intersection(data.members["mali"]))
    others = [id_ for id_ in data.members["mali"] if id_ not in (*engineers, *data.air_ids, "ml_inf_1", "ml_base_3")]
    text = f"2107: aq_guer_1; {BAMAKO}: {' '.join(others)}; eliminated_coalition: {' '.join(engineers)}; air: ml_helo"
    match = arrange(text, options={"fog_of_war": True}, dice=[2])
    match.play(Recruit("mali"))
    match.play(Choose("ml_inf_1"))  # the base that is left needs an engineer
    assert step(match) == "Demobilising" and len(told(match, "10.5f")) == 1
    for side, knows in ((COALITION, True), (ISLAMIST, False), (None, False)):
        assert any("could be placed" in entry.text for entry in match.journal.view(side)) == knows


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "22.2a")
def test_the_reorganization_comes_whether_the_companies_stand_together_or_not() -> None:
    for companies, asked in (
        ("chad_sa: fr_mech_a21 fr_mech_b21 fr_armor_aricm", True),
        ("chad_sa: fr_mech_a21 fr_mech_b21*; france_sa: fr_armor_aricm", True),
        ("chad_sa: fr_mech_a21 fr_armor_aricm", False),  # what the open boxes hold shows that these are too few
    ):
        match = arrange(f"{FAR}; {companies}", options={"fog_of_war": True})
        match.play(Operate("french"))
        assert (step(match) == "Reorganization") == asked


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "15.0b")
def test_the_ground_combat_comes_whoever_stands_beside_the_enemy() -> None:
    for beside in ("ml_33p", "ml_militia_1", "mn_guer_1"):  # a battalion of Mali, its militia, and a stranger to it
        match = arrange(f"{FAR}; 2425: ad_tech_1; 2525: {beside}", intervention=False, options={"fog_of_war": True})
        operate(match, "mali").play(Finish())
        assert step(match) == "GroundCombat"
        assert (DeclareAttack("2425") in match.legal()) == (beside == "ml_33p")
    match = arrange(f"{FAR}; 2425: ad_tech_1; 2627: ml_33p", intervention=False, options={"fog_of_war": True})
    operate(match, "mali").play(Finish())
    assert step(match) == "ActionStep"  # nobody is beside the enemy, as everybody sees


# Hits (16.2) and retreats (16.5)


@pytest.mark.rule("operation_serval", "16.5.1d")
@pytest.mark.rule("operation_serval", "29.4a")
def test_nobody_has_to_retreat_into_a_staging_area() -> None:
    """R28, R72: no hex beside 3001 is farther from 3003, so any may be taken, or the Staging Area."""
    way = RetreatMove(ISLAMIST, "ad_guer_1", "3003", 2, ("3003", "3002", "3001"))
    match = arrange(f"{FAR}; 3001: ad_guer_1; {BAMAKO}: ml_pg", steps=[way], contingent="mali")
    for place in ("2901", "3101", "algeria_sa"):
        assert refused(match, RetreatTo(place)) is None
    near = RetreatMove(ISLAMIST, "ad_guer_1", "3002", 2, ("3002", "3001"))
    match = arrange(f"{FAR}; 3001: ad_guer_1; {BAMAKO}: ml_pg", steps=[near], contingent="mali")
    assert refused(match, RetreatTo("2901")) is None  # farther
    assert refused(match, RetreatTo("2902")) == "16.5.1d"
    assert refused(match, RetreatTo("algeria_sa")) is None


@pytest.mark.rule("operation_serval", "16.5.1e")
@pytest.mark.rule("operation_serval", "22.4a")
def test_a_task_force_that_retreats_into_a_zone_is_not_told_that_it_was_fired_at() -> None:
    around = f"{BESIDE}: ad_base_1; 2224: ad_tech_2; 2226: ad_tech_3; 2423: ad_tech_4; 2427: ad_tech_5"
    match = battle("ad_tech_1", "fr_ca_gtia1", side=ISLAMIST, initiative=ISLAMIST, also=around, dice=[1, 1])
    match.play(RetreatTo("2324"))  # every hex beside it lies in a zone
    assert match.prompt == "An enemy zone in 2324 costs a step: choose who takes it (16.5.1e)."
    match.play(TakeHit("fr_armor_aricm"))
    assert "A/RICM is disrupted in 2324." in told(match, "16.5.1e") and at(match, "fr_mech_a21") == "2324"


@pytest.mark.rule("operation_serval", "16.2.1b")
def test_a_hit_on_the_attackers_is_placed_by_the_battle_and_not_in_the_hex_they_attack() -> None:
    match = battle("ml_33p ml_armor", "ad_tech_1", dice=[4])
    assert match.prompt == "Fire in the battle at 2425 brings one hit: choose who takes it (16.2.1b)."


# Winning and losing (17)


@pytest.mark.rule("operation_serval", "IC2P.b")
@pytest.mark.rule("operation_serval", "CC2P.b")
def test_a_major_battle_is_told_by_the_chart_of_either_side() -> None:
    match = battle("fr_sof_cm fr_ca_gtia1", "ad_guer_1 ad_guer_2 ad_guer_3", dice=[4, 6, 6])
    assert points(match) == (5, 8)
    assert told(match, "CC2P.b") == ["A major battle won: the Coalition gains 2 C2P."]
    assert told(match, "IC2P.b") == ["A major battle lost: the Islamists lose 1 C2P."]


# Recruiting (10): what is said of a place that will not do


@pytest.mark.rule("operation_serval", "10.1b")
def test_a_recruit_shut_out_by_enemy_zones_is_told_so() -> None:
    text = f"{FAR}; {TIMBUKTU}: ad_iyad; 2322: mn_tech_1"
    match = arrange(text, side=ISLAMIST, dice=[6])
    match.play(Recruit("ansar_dine"))
    assert refused(match, Choose("ad_base_1")) == "10.1b"
    shut = arrange(f"{FAR}; {TIMBUKTU}: mn_najim; 2322: ad_tech_1")
    assert refused(shut, Recruit("mnla")) == "10.1b"


@pytest.mark.rule("operation_serval", "10.5g")
@pytest.mark.rule("operation_serval", "10.3b")
def test_a_host_in_the_wrong_country_or_town_is_not_said_to_be_missing() -> None:
    match = arrange(f"{FAR}; 3431: af_niger; {GAO}: ml_33p", dice=[6])
    match.play(Recruit("mali"))
    match.play(Choose("ml_militia_1"))
    refusal = match.why_not(Place("3431"))
    assert refusal == Refusal("10.5g", "Niamey (3431) is not in Mali")
    match = arrange(f"{FAR}; {LERE}: ad_base_1; {GAO}: ad_base_2", side=ISLAMIST, dice=[6])
    match.play(Recruit("ansar_dine"))
    match.play(Choose("ad_heavy_1"))
    refusal = match.why_not(Place(LERE))
    assert refusal == Refusal("10.3b", "Lere (1925) is not Bamako or a regional capital")


@pytest.mark.rule("operation_serval", "10.4e")
@pytest.mark.rule("operation_serval", "26.2a")
def test_every_contingent_recruits_by_its_own_rule() -> None:
    text = f"{FAR}; {GAO}: mn_najim; {BAMAKO}: ml_base_1"
    for contingent, group, rule in (
        ("mnla", "", "10.4e"),
        ("mali", "", "10.4d"),
        ("french", "companies", "10.4a"),
        ("afisma", "brigade", "10.4c"),
    ):
        match = arrange(text)
        match.play(Recruit(contingent, group))
        assert match.prompt.endswith(f"({rule}).") and refused(match, Pass()) == rule
    match = arrange(text)
    match.play(Recruit("french", "gamou"))
    match.play(Choose("fr_gamou"))
    match.play(Place(BAMAKO))
    assert told(match, "26.2a") == ["Gamou comes to Bamako (1233)."]


# Events (8)


@pytest.mark.rule("operation_serval", "28.0b")
@pytest.mark.rule("operation_serval", "EVT.8")
def test_infighting_does_not_tell_who_is_in_a_staging_area() -> None:
    text = f"{FAR}; chad_sa: mn_najim mn_guer_1 ml_33p"
    match = arrange(text, options={"fog_of_war": True}, steps=[Events()], dice=[4, 4, 6, 6])
    assert worn(match, "mn_najim") and at(match, "mn_guer_1") == "available_mnla"
    assert any("Najim is disrupted in Chad" in entry.text for entry in match.journal.view(COALITION))
    for side in (ISLAMIST, None):
        seen = match.journal.view(side)
        assert not any("Chad" in entry.text or "chad_sa" in entry.places for entry in seen)
        assert any("A Coalition unit is disrupted." in entry.text for entry in seen)
        assert any("MNLA guerrilla 1 is eliminated." in entry.text for entry in seen)


@pytest.mark.rule("operation_serval", "EVT.5")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_counter_that_the_paramilitaries_take_up_is_not_told_before_it_is_placed() -> None:
    asked = set()
    for counter in ("ml_guer_koy", "ml_guer_izo", "ml_militia_7"):
        match = arrange(options={"fog_of_war": True}, steps=[Events()], dice=[2, 3])
        match.play(Choose(counter))
        asked.add((match.prompt, repr(match.view(ISLAMIST))))
    assert len(asked) == 1


@pytest.mark.rule("operation_serval", "EVT.4")
@pytest.mark.rule("operation_serval", "10.7a")
def test_a_task_force_is_not_taken_for_the_companies_that_lack_in_a_rotation() -> None:
    text = f"{FAR}; {TIMBUKTU}: ml_33p; chad_sa: fr_ca_gtia1 fr_eng_6rg"
    match = arrange(text, steps=[Events()], dice=[2, 2])
    match.play(Withdraw("fr_eng_6rg"))
    assert at(match, "fr_ca_gtia1") == "chad_sa"
    assert "No other French company is in play to withdraw." in told(match, "EVT.4")


# Optional forces (31.1)


@pytest.mark.rule("operation_serval", "31.1e")
@pytest.mark.rule("operation_serval", "31.1f")
def test_marines_and_paratroops_arrive_each_by_their_own_rule() -> None:
    match = arrange(options={"africom": True}, dice=[1, 1])
    match.play(Recruit("africom", "africom"))
    assert refused(match, Finish()) == "31.1e"
    match.play(FormUp(True))
    assert told(match, "31.1e") == ["MEU arrives as a task force."]
    match = arrange(intervention=False, options={"additional_french": True}, steps=[Events()], dice=[3, 4, 1, 1])
    assert refused(match, Finish()) == "31.1f"


# Set-up (30)


@pytest.mark.rule("operation_serval", "30.2h")
def test_a_counter_in_hand_is_put_down_before_a_town_is_marked() -> None:
    match = game().new_match("scenario_2", 1)
    for action in (ReadyMade(), Finish(), Choose("ad_tech_1")):
        assert refused(match, action) is None
        match.play(action)
    assert refused(match, MarkTown(LERE)) == "30.0a"


@pytest.mark.rule("operation_serval", "30.0a")
@pytest.mark.parametrize("scenario", ["scenario_1", "scenario_2"])
def test_the_ready_made_set_up_is_offered_until_it_has_been_taken(scenario: str) -> None:
    match = game().new_match(scenario, 1)
    for side in (COALITION, ISLAMIST):
        assert match.to_act == side and refused(match, ReadyMade()) is None
        match.play(ReadyMade())
        assert refused(match, ReadyMade()) == "30.0a"
        match.play(next(action for action in match.legal() if isinstance(action, Choose)))
        assert refused(match, ReadyMade()) is None  # the counter in hand would be put back
        match.play(next(action for action in match.legal() if isinstance(action, Place)))
        assert refused(match, ReadyMade()) is None
        match.play(ReadyMade())
        match.play(Finish())
