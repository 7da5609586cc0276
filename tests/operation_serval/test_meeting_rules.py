"""Where rules meet: situations a referee is asked about, one sentence of the rulebook against another."""

import pytest

from common.engine import Seat
from common.engine.actions import Decline
from operation_serval.actions import (
    Aim,
    Assault,
    Choose,
    CommitIsr,
    DeclareAttack,
    Finish,
    FormUp,
    JoinAttack,
    NetwarAttack,
    Operate,
    Place,
    ReadyMade,
    Recruit,
    Refit,
    Scout,
    Sortie,
    SupplyByAir,
    TakeHit,
    UseMarker,
    Withdraw,
)
from operation_serval.rules.events import Events
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused, step, told
from tests.operation_serval.operating import declare, left, march, operate, to_combat, why_not_march
from tests.operation_serval.positions import (
    ANSONGO,
    BAMAKO,
    DOUENTZA,
    FAR,
    GAO,
    KIDAL,
    LERE,
    MENAKA,
    MOPTI,
    TESSALIT,
    TIMBUKTU,
    arrange,
    at,
    game,
    points,
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
    assert match.prompt == "One disruption in Gao (2924): choose who takes it (21.6c)."
    match.play(TakeHit("fr_ca_gtia1"))
    assert step(match) == "BreakUnderFire"  # two kinds of companies could appear
    for side in (ISLAMIST, None):
        assert "fr_ca_gtia1" not in repr(match.view(side).flow)
        known = Seat(match, side).known
        assert known.step.legal(known) == () and "GTIA" not in known.step.prompt(known)
    assert "GTIA" not in match.prompt
    assert not any("GTIA" in entry.text for entry in match.journal.view(ISLAMIST))


@pytest.mark.rule("operation_serval", "28.0a")
def test_what_the_enemy_did_is_called_by_nothing_that_is_not_seen() -> None:
    text = f"{FAR}; {KIDAL}: ad_iyad ad_tech_1* ad_guer_1 ad_base_1"
    match = arrange(text, side=ISLAMIST, options=FOG, dice=[3], c2p=(6, 0))
    march(operate(match, "ansar_dine"), "3318", "ad_tech_1", "ad_guer_1")
    while step(match) != "ActionStep":
        match.play(Finish())
    match.play(Recruit("ansar_dine"))
    match.play(Choose("ad_guer_2"))
    match.play(Place(KIDAL))
    match.play(Finish())
    match.play(Finish())
    match.play(Refit("ansar_dine", "ad_base_1"))
    names = ("technical 1", "guerrilla 1", "base 1", "Kidal")
    for number, moment in enumerate(match.past):
        for side in (COALITION, None):
            label = game().table.gesture(Seat(match.at(number), side), moment.action).label
            assert not any(name in label for name in names), label
        own = game().table.gesture(Seat(match.at(number), ISLAMIST), moment.action).label
        assert own != "something that is not seen"


@pytest.mark.rule("operation_serval", "21.4a")
@pytest.mark.parametrize("kind", ["terror", "looking", "battle"])
def test_markers_that_were_played_openly_are_known_to_the_enemy(kind: str) -> None:
    drawn = {ISLAMIST: ["isr", "terror_1", "terror_2"], COALITION: ["direct_action"]}
    text = f"{FAR}; {GAO}: ml_33p; 3024: mj_tech_1"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, drawn=drawn, options=FOG, dice=[1] * 9)
    if kind == "terror":
        match.play(NetwarAttack("terror", GAO))
        match.play(UseMarker("terror_2"))
        assert all(Seat(match, COALITION).imagine(seed).legal() for seed in range(9))
        match.play(Finish())
    else:
        operate(match, "mojwa").play(Finish())
        if kind == "looking":
            match.play(Scout(ISLAMIST, GAO))
            match.play(Finish())
        else:
            declare(match, GAO, "mj_tech_1")
            match.play(Decline())
            match.play(CommitIsr())
    assert match.to_act == COALITION
    answer = next(action for action in match.legal() if action != Decline())
    for seed in range(9):
        imagined = Seat(match, COALITION).imagine(seed)
        imagined.play(answer)  # direct action takes away a marker that is there in every world
        assert len(imagined.state.drawn[ISLAMIST]) == 2


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
    match.state.drawn = {**match.state.drawn, COALITION: ("global_strike", "uav", "uav")}
    odds = match.odds(NetwarAttack("uav", KIDAL))
    assert odds is not None and odds.column == "4" and odds.title.startswith("Global strike")


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
    nowhere = "No recruit that is left could be placed now: AFRICOM base needs a Coalition engineer."
    assert told(match, "10.5b")[-1] == nowhere


@pytest.mark.rule("operation_serval", "20.2a")
def test_air_units_placed_in_any_order_fire_alike_after_saving() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1; {GAO}: ml_33p fr_sof_cm; air: fr_air_rafale fr_air_m2000d fr_air_f1cr")
    operate(match, "french").play(Finish())
    for id_ in ("fr_air_rafale", "fr_air_f1cr", "fr_air_m2000d"):
        match.play(Sortie(id_, "2425"))
    again = game().decode(game().encode(match.state))
    assert again.step.legal(again) == match.legal()
    assert list(again.sorties) == list(match.state.sorties)


# Events with options on (EVT, 31)


@pytest.mark.rule("operation_serval", "EVT.7")
@pytest.mark.rule("operation_serval", "31.3b")
def test_intervention_by_event_settles_every_option_at_once() -> None:
    options = {"additional_french": True, "heavy_weaponry": True}
    match = arrange(FAR, steps=[Events()], intervention=False, options=options, c2p=(2, 2), dice=[3, 4, 5, 2, 3])
    assert points(match) == (7, 7) and match.state.airlift == 5 and step(match) == "Arrival"


@pytest.mark.rule("operation_serval", "EVT.4")
@pytest.mark.rule("operation_serval", "22.2b")
def test_a_task_force_leaves_with_its_companies() -> None:
    text = f"{FAR}; {TIMBUKTU}: mn_guer_1; france_sa: fr_ab_2rep fr_sof_cm"
    match = arrange(text, steps=[Events()], dice=[1, 3])
    match.play(Withdraw("fr_ab_2rep"))
    assert step(match) == "ActionStep" and at(match, "fr_sof_cm") == "france_sa"
    assert sum(unit.at == "withdrawn" for unit in match.state.units.values()) == 4
    match.check()


# Zones and the minimum move (11.2, 13.1d)


@pytest.mark.rule("operation_serval", "13.1d")
@pytest.mark.rule("operation_serval", "11.2b")
def test_the_minimum_move_never_leads_from_zone_to_zone() -> None:
    match = operate(arrange(f"{FAR}; {TESSALIT}: af_niger*; 3113: ad_tech_1"), "afisma")
    assert why_not_march(match, "3213", "af_niger") == "11.2b"
    free = operate(arrange(f"{FAR}; {TESSALIT}: af_niger*"), "afisma")
    march(free, "3213", "af_niger")  # three points for a unit that has two
    assert at(free, "af_niger") == "3213" and left(free, "af_niger") == 0


@pytest.mark.rule("operation_serval", "14.2a")
@pytest.mark.rule("operation_serval", "11.2a")
def test_a_zoned_hex_of_another_contingent_can_neither_be_passed_nor_held() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1; 2426: mj_guer_1; 2427: ml_33p", side=ISLAMIST)
    operate(match, "ansar_dine")
    assert why_not_march(match, "2426", "ad_tech_1") == "14.2a"


# Set-up (30): a refusal says where the counter belongs


@pytest.mark.rule("operation_serval", "30.1m")
@pytest.mark.rule("operation_serval", "30.2c")
@pytest.mark.rule("operation_serval", "30.2i")
def test_the_refused_set_up_names_the_places_of_the_scenario() -> None:
    match = game().new_match("scenario_2", 1, {"fog_of_war": False})
    match.play(Choose("mn_najim"))
    assert "neither in nor next to a city or town" in str(match.why_not(Place("3024")))  # beside Gao
    match.play(ReadyMade())
    match.play(Finish())
    match.play(Choose("ad_iyad"))
    refusal = match.why_not(Place(MOPTI))
    assert refusal is not None and refusal.rule == "30.2i"
    assert "Diabaly or a city or town northeast of the line, not in Mopti" in refusal.why
    first = game().new_match("scenario_1", 1, {"fog_of_war": False})
    first.play(ReadyMade())
    first.play(Finish())
    first.play(Choose("ad_iyad"))
    assert "north of the Niger" in str(first.why_not(Place("2425")))
    assert refused(first, Place(GAO)) == "30.1m" and refused(first, Place("3025")) is None


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.parametrize("fog", [True, False])
def test_the_expected_battle_says_that_it_goes_by_what_is_seen(fog: bool) -> None:
    text = f"{FAR}; 2425: ml_militia_1* ml_33p; 2426: ad_tech_1"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, options={"fog_of_war": fog})
    operate(match, "ansar_dine").play(Finish())
    match.play(DeclareAttack("2425"))
    match.play(JoinAttack("ad_tech_1"))
    label = game().table.gesture(Seat(match, ISLAMIST), Assault()).label
    assert label.count("what is seen") == fog
    assert ("win 83%" in label) == fog  # the militia on top alone; the battalion below it changes everything


@pytest.mark.rule("operation_serval", "23.6a")
def test_an_air_segment_for_air_supply_alone_says_so() -> None:
    text = f"{FAR}; {GAO}: mn_tech_1 fr_sof_cm; 3024: ad_guer_1; air: fr_air_supply fr_air_rafale"
    match = arrange(text)
    operate(match, "mnla").play(Finish())
    assert step(match) == "AirSegment" and match.prompt.startswith("No air unit can attack")
    assert refused(match, SupplyByAir(GAO)) is None
    table = game().table
    assert table.gesture(Seat(match, COALITION), Finish()).label == "No air attacks"
    french = arrange(text)
    operate(french, "french").play(Finish())
    assert french.prompt.startswith("Place air units")
    french.play(Sortie("fr_air_rafale", "3024"))
    assert table.gesture(Seat(french, COALITION), Finish()).label == "Carry out the air attacks"


@pytest.mark.rule("operation_serval", "EVT.5")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_enemy_is_not_told_in_which_part_a_guerrilla_appears() -> None:
    match = arrange(f"{FAR}; {GAO}: ml_33p", steps=[Events()], dice=[1, 4], options=FOG)
    match.play(Choose("ml_guer_koy"))
    match.play(Aim("north"))
    seen = match.view(ISLAMIST)
    assert "Niger" not in seen.prompt and "north'" not in repr(seen.flow)
    match.play(Place(GAO))
    for number, moment in enumerate(match.past):
        label = game().table.gesture(Seat(match.at(number), ISLAMIST), moment.action).label
        assert "Niger" not in label and "Gao" not in label
    assert not any("Gao" in entry.text for entry in match.journal.view(ISLAMIST))
    assert "ml_guer_koy" not in match.view(ISLAMIST).units
