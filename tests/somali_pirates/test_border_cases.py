"""Border cases of Somali Pirates that a player can bring about where two or three rules meet."""

from __future__ import annotations

import pytest

from common.engine import Action, Match, Seat
from common.engine.actions import Add, Confirm, Decline
from somali_pirates.actions import (
    Attack,
    ChooseFirst,
    EndPhase,
    Fly,
    Move,
    Operate,
    PayTurn,
    PickUp,
    Place,
    PlayChit,
    Redeploy,
    Restack,
    Retreat,
    SplitPoints,
    Standoff,
    TakePoints,
    Walk,
)
from somali_pirates.table import open_table
from tests.asking import refused, step, told
from tests.somali_pirates.moving import fight, prepared
from tests.somali_pirates.positions import FAR, after, arrange, decline, game, where

# The Netwar Index


@pytest.mark.rule("somali_pirates", "31.1b")
@pytest.mark.rule("somali_pirates", "5.2b")
def test_points_of_full_spectrum_dominance_count_for_the_victory_that_the_rest_brings() -> None:
    hands = {"coalition": ["isr", "infowar"]}
    match = fight(
        "mogadishu: au_uganda_1", hands=hands, options={"full_spectrum": True}, dice=(6, 6), coalition=19, pirate=5
    )
    after(decline(after(match, PlayChit("isr", "spectrum"))), SplitPoints(7))
    assert match.result is not None
    assert match.result.points["total"] == 19 + 7 + 50
    assert match.result.level == "Decisive Victory"


# Words and reasons


def why_not(match: Match, action: Action) -> tuple[str, str]:
    """The rule that forbids an action, and what the player is told."""
    refusal = match.why_not(action)
    assert refusal is not None
    return refusal.rule, refusal.why


@pytest.mark.rule("somali_pirates", "3.0Cb")
@pytest.mark.rule("somali_pirates", "19.1a")
def test_the_set_up_tells_why_bases_chits_and_optional_units_are_not_on_sale() -> None:
    match = game().new_match("campaign", seed=1, dice=[4])
    rule, why = why_not(match, Add("chit"))
    assert (rule, why) == ("19.1a", "Netwar chits are bought in the Mobilization Phase, not in the set-up")
    assert why_not(match, Add("base"))[0] == "9.4b"
    assert why_not(match, Add("ddz"))[0] == "28.0a"
    assert why_not(match, Add("pl_militia")) == ("3.0Cb", "PL Militia is not for the Coalition to buy")


@pytest.mark.rule("somali_pirates", "6.5a")
def test_the_refusal_of_a_purchase_tells_its_price_and_what_is_planned() -> None:
    match = game().new_match("campaign", seed=1, dice=[1])
    assert refused(match, Add("nato")) is None
    after(match, Add("usnavaf"))
    assert why_not(match, Add("usafcom")) == ("6.5a", "that costs 24 and 28 is planned already; the index is 50")
    after(match, Add("nato"))
    assert why_not(match, Add("djibouti")) == ("6.5a", "that costs 2 and 50 is planned already; the index is 50")


@pytest.mark.rule("somali_pirates", "3.0Ec")
def test_the_refusal_of_a_base_names_the_regions_where_bases_stand() -> None:
    match = game().new_match("campaign", seed=1, dice=[4])
    after(match, Confirm())
    while step(match) != "FreeUnits":
        after(match, EndPhase())
    rule, why = why_not(match, Place("pirate_base_1", "djibouti"))
    assert rule == "3.0Ec"
    assert why.endswith("such bases stand only in the three Somali Regions")
    assert why_not(match, Place("ss_militia_2", "eyl")) == (
        "9.7a",
        "SS Militia 2 is like SS Militia 1; take that one first",
    )


@pytest.mark.rule("somali_pirates", "29.2a")
def test_the_refusal_of_a_standoff_on_a_box_tells_that_it_takes_two_chits() -> None:
    match = fight("eyl: ^nato_uk_strike !pl_militia_1", options={"standoff": True}, hands={"coalition": ["isr"]})
    match = prepared(match, Attack("nato", "eyl", "puntland", True), "nato_uk_strike")
    assert refused(match, Confirm()) is None
    for chit in ("isr", "uav_attack"):
        assert refused(match, Standoff(chit)) == "29.2a"


@pytest.mark.rule("somali_pirates", "22.6a")
def test_the_journal_says_that_cargo_goes_down_with_its_ship() -> None:
    craft = [f"pl_attack_craft_{number}" for number in range(1, 7)]
    text = f"sea_basin: usnavaf_lcs_1[usnavaf_11_meu] {' '.join(craft)}"
    match = fight(text, mover="pirate", dice=(6, 6, 6))
    decline(after(prepared(match, Attack("puntland", "sea_basin", "usnavaf"), *craft), Confirm()))
    assert told(match, "22.6a") == ["LCS 1 takes 11 MEU down."]
    assert told(match, "14.1a") == ["11 MEU is eliminated.", "LCS 1 is eliminated."]


@pytest.mark.rule("somali_pirates", "29.1a")
@pytest.mark.rule("somali_pirates", "19.2b")
def test_whoever_may_stop_a_chit_hears_whether_it_pays_for_the_attack_or_for_the_standoff() -> None:
    hands = {"coalition": ["isr", "uav_attack"], "pirate": ["fatwa"]}
    match = fight("garowe: ^nato_uk_strike !pl_militia_1", hands=hands, options={"standoff": True})
    match = prepared(match, Attack("nato", "garowe", "puntland", True), "nato_uk_strike")
    after(match, Standoff("uav_attack"))
    attack = "the attack on Puntland in the box in Garowe"
    assert match.prompt.startswith(f"The Coalition played ISR, for {attack}: ")
    after(match, Decline())
    assert match.prompt.startswith(f"The Coalition played UAV Attack, to make {attack} a Standoff Attack: ")


def called(match: Match, action: Action) -> tuple[str, str]:
    """What the action is called at the table, and by which rule."""
    gesture = open_table(game()).gesture(Seat(match, match.to_act or ""), action)
    return gesture.label, gesture.rule


def test_actions_are_called_by_their_own_rules() -> None:
    airlift = arrange("djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1 usafcom_101_aaslt")
    assert called(airlift, Fly("usafcom_101_aaslt", "zeila")) == ("101 AAslt flies to Zeila", "11.8a")
    after(airlift, Move("cjtfhoa_hmh"), PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1"))
    assert called(airlift, Fly("cjtfhoa_hmh", "zeila")) == ("HMH sets PRT 1 down in Zeila", "23.1a")
    cell = arrange("eyl: aq_cell_1", mover="pirate", options={"infiltration": True})
    slip = Redeploy("aq_cell_1", "bosaso", "port")
    assert called(cell, slip) == ("AQ Cell 1 slips to Bosaso, port to port", "32.0a")
    home = arrange("sea_goa_w: jsotf_3_sfg; djibouti: base_1" + FAR, "return")
    assert called(home, Walk("jsotf_3_sfg", "djibouti")) == ("3 SFG returns to Djibouti", "20.3a")
    pair = fight("mogadishu: au_uganda_1", hands={"coalition": ["isr", "infowar"]}, options={"full_spectrum": True})
    words = "Full Spectrum Dominance: spend ISR and InfoWar"
    assert called(pair, PlayChit("isr", "spectrum")) == (words, "31.1a")
    guards = fight("djibouti: base_1 contractors_pmc_1 ss_technical_1")
    attack = Attack("contractors", "djibouti", "southern_somalia")
    assert called(guards, attack)[0] == "Contractors attack Southern Somalia in Djibouti"
    last = arrange("", "protracted", turn=5, coalition=4, pirate=30)
    assert called(last, PayTurn()) == ("Pay 5 to go on", "4.1k")


@pytest.mark.rule("somali_pirates", "19.4a")
@pytest.mark.parametrize(("mover", "by", "target"), [("coalition", "nato", "puntland"), ("pirate", "puntland", "nato")])
def test_tactical_edge_is_told_in_words_that_fit_both_sides(mover: str, by: str, target: str) -> None:
    text = "garowe: nato_13_dble pl_technical_1"
    match = fight(text, mover=mover, hands={mover: ["tactical_edge", "tactical_edge"]}, dice=(3,))
    after(prepared(match, Attack(by, "garowe", target), text.split()[1 if mover == "coalition" else 2]), Confirm())
    after(match, PlayChit("tactical_edge", "double"), PlayChit("tactical_edge", "raise"))
    who = "Coalition" if mover == "coalition" else "Pirates"
    uses = ("to double every unit", "to add one to every unit")
    assert told(match, "CHIT.C7") == [f"{who}: Tactical Edge, {use}." for use in uses]


# Stacks


@pytest.mark.rule("somali_pirates", "10.0b")
@pytest.mark.rule("somali_pirates", "12.4a")
def test_the_journal_says_when_a_unit_is_left_alone() -> None:
    match = arrange("djibouti: base_1@nato contractors_pmc_1@nato nato_13_dble" + FAR)
    after(match, Move("nato_13_dble"), Walk("nato_13_dble", "zeila"))
    assert told(match, "10.0b") == ["PMC 1, Base 1 are now stacked alone."]
    after(match, Walk("nato_13_dble", "djibouti"))
    assert len(told(match, "10.0b")) == 1  # whoever comes back joins no stack by itself
    match = arrange("djibouti: nato_13_dble jsotf_cia contractors_pmc_1@jsotf" + FAR)
    after(match, Restack("jsotf_cia", "nato"))
    assert told(match, "10.0b") == ["CIA is stacked with NATO.", "PMC 1 is now stacked alone."]


# The stage of an attack


@pytest.mark.rule("somali_pirates", "30.2a")
@pytest.mark.rule("somali_pirates", "12.2d")
def test_the_stage_shows_the_strengths_of_the_roll_when_units_are_lost_or_gone() -> None:
    text = "burao: nato_egf nato_13_dble sl_technical_1 sl_technical_2 sl_technical_3"
    match = fight(text, mover="pirate", options={"logistics": True}, dice=(3,))
    match = prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_1")
    decline(after(match, Confirm()))  # 8 to 3, doubled in the desert against half: IA
    after(match, TakePoints())
    match.state.script = (3, 6)
    match = prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_2", "sl_technical_3")
    decline(after(match, Confirm()))  # 16 to 3, 5-1: DD
    after(match, Add("nato_13_dble"), Confirm())
    stage = open_table(game()).stage(Seat(match, "coalition"))
    assert stage is not None
    assert [total.total for force in stage.forces for total in force.sums] == ["16", "3"]
    after(match, Retreat("nato_egf", "las_anod"))
    assert step(match) == "Share"


@pytest.mark.rule("somali_pirates", "30.2a")
def test_the_stage_says_that_a_unit_without_supply_is_halved() -> None:
    match = fight("burao: nato_egf sl_technical_1", mover="pirate", options={"logistics": True})
    match = prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_1")
    stage = open_table(game()).stage(Seat(match, "pirate"))
    assert stage is not None
    remarks = {unit.name: unit.remark for force in stage.forces for unit in force.units}
    assert remarks["EGF"] == "printed 2, halved for want of supply"
    assert remarks["SL Technical 1"] == "printed 4, doubled: desert terrain"


@pytest.mark.rule("somali_pirates", "15.7p")
def test_the_stage_of_a_drone_names_its_prey_and_no_column_before_its_die_is_settled() -> None:
    hands = {"coalition": ["uav_attack"], "pirate": ["stupid_algorithm"]}
    text = "burao: nato_13_dble sl_militia_1; garowe: pl_warlord_1"
    match = fight(text, mover="coalition", hands=hands, dice=(1,))
    decline(after(prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"), Confirm()))
    while step(match) != "CombatPhase":
        after(match, match.legal()[0])
    match.state.script = (4, 6)
    match = after(match, Operate("drone", "", "", "pl_warlord_1"))
    table = open_table(game())
    stage = table.stage(Seat(match, "pirate"))
    assert stage is not None and step(match) == "Negation" and stage.rolls == ()  # the UAV Attack can still be stopped
    while step(match) != "AlgorithmWindow":
        after(match, Decline())
    stage = table.stage(Seat(match, "pirate"))
    assert stage is not None and stage.rows == ()
    assert [unit.name for unit in stage.forces[1].units] == ["PL Warlord 1"]
    assert [roll.reason for roll in stage.rolls] == ["Strength of the drone"]  # not the die of the attack before
    after(match, Decline())
    stage = table.stage(Seat(match, "pirate"))
    assert stage is not None and [row.title for row in stage.rows] == ["Column +3"]


@pytest.mark.rule("somali_pirates", "12.7b")
def test_the_stage_doubles_nothing_before_the_warlord_has_chosen() -> None:
    match = fight("eyl: au_uganda_2 pl_warlord_1 pl_militia_2 pl_technical_1", mover="pirate")
    names = ("pl_warlord_1", "pl_militia_2", "pl_technical_1")
    match = prepared(match, Attack("puntland", "eyl", "au"), *names)
    decline(after(match, Confirm()))
    assert step(match) == "WarlordChoice"
    stage = open_table(game()).stage(Seat(match, "pirate"))
    assert stage is not None
    assert stage.forces[0].sums[0].total == "8"  # 1 and 3 and 4, as the question says
    assert "8 against" in match.prompt


# Mobilization


@pytest.mark.rule("somali_pirates", "CHIT.C5")
@pytest.mark.rule("somali_pirates", "CHIT.P1")
@pytest.mark.parametrize(
    ("port", "closed", "rule"),
    [("kismayo", "southern_somalia", None), ("off_aden", "off_aden", "CHIT.P1"), ("off_aden", "off_suez", None)],
)
def test_civil_war_keeps_no_carrier_air_off_a_ship_in_port(port: str, closed: str, rule: str | None) -> None:
    text = f"{port}: usnavaf_awg_1; waiting: usnavaf_cag_1"
    match = arrange(text, "mobilization", closed=[closed])
    while step(match) != "Deploy":
        after(match, Confirm())
    assert refused(match, Place("usnavaf_cag_1", port, "usnavaf_awg_1")) == rule


# Boxes


@pytest.mark.rule("somali_pirates", "16.9a")
@pytest.mark.rule("somali_pirates", "16.0a")
@pytest.mark.parametrize(("cargo", "rule"), [("pl_technical_1", "16.0a"), ("pl_warlord_1", None)])
def test_a_ship_advances_into_a_box_only_with_cargo_that_could_hide(cargo: str, rule: str | None) -> None:
    text = f"eyl: pl_mothership_1[{cargo}] pl_attack_craft_1 !nato_uk_sf"
    match = fight(text, mover="pirate", hands={"pirate": ["isr"]}, dice=(6, 6))
    match = prepared(match, Attack("puntland", "eyl", "nato", True), "pl_mothership_1", "pl_attack_craft_1")
    decline(after(match, Confirm()))
    assert step(match) == "Advance"
    assert refused(match, Add("pl_attack_craft_1")) is None
    assert refused(match, Add("pl_mothership_1")) == rule


@pytest.mark.rule("somali_pirates", "16.9a")
def test_nobody_is_asked_whether_a_unit_advances_that_has_retreated_into_the_box() -> None:
    match = fight("garowe: jsotf_75_r jsotf_3_sfg !pl_militia_1", hands={"coalition": ["isr"]}, dice=(2, 6))
    match = prepared(match, Attack("jsotf", "garowe", "puntland", True), "jsotf_75_r", "jsotf_3_sfg")
    after(decline(after(match, Confirm())), Add("jsotf_75_r"), Confirm())  # MD: both lose half
    after(match, Retreat("jsotf_3_sfg", "garowe", "under"))
    assert where(match, "jsotf_3_sfg") == "!garowe"
    assert step(match) == "Share"


# Strength


@pytest.mark.rule("somali_pirates", "12.2e")
def test_engineers_prepare_no_attack_that_could_never_be_declared() -> None:
    attack = Attack("contractors", "galkayo", "puntland")
    alone = fight("galkayo: contractors_pet_engr_1 nato_egf pl_militia_1")
    assert refused(alone, attack) == "12.2e"
    assert refused(fight("galkayo: contractors_pet_engr_1 jsotf_3_sfg pl_militia_1"), attack) is None
    joint = fight(
        "galkayo: contractors_pet_engr_1 nato_egf pl_militia_1", hands={"coalition": ["joint_operation", "isr"]}
    )
    assert refused(joint, attack) is None
    assert refused(after(joint, PlayChit("isr", "look")), attack) is None
    joint.state.hands = {**joint.state.hands, "coalition": ()}
    joint.state.pools["coalition"] = joint.state.pools["coalition"].put_back("joint_operation")
    assert refused(joint, attack) == "12.2e"
    with_edge = fight("galkayo: contractors_pet_engr_1 pl_militia_1", hands={"coalition": ["tactical_edge"]})
    assert refused(with_edge, attack) == "12.2e"  # P26: it is judged before Tactical Edge


# Optional rules


@pytest.mark.rule("somali_pirates", "29.2a")
def test_the_list_offers_every_way_to_pay_for_a_standoff_on_a_box() -> None:
    hands = {"coalition": ["isr", "isr", "uav_attack", "uav_attack"]}
    match = fight("garowe: nato_13_dble !pl_militia_1", hands=hands, options={"standoff": True})
    match = prepared(match, Attack("nato", "garowe", "puntland", True), "nato_13_dble")
    for chit in ("isr", "uav_attack"):
        for box in ("", "uav_attack"):
            assert refused(match, Standoff(chit, box)) is None


@pytest.mark.rule("somali_pirates", "29.2b")
def test_two_uav_chits_bring_no_missile_ship_elsewhere_to_a_box() -> None:
    for ship_at, hand, rule in (
        ("sea_juba", ["uav_attack", "uav_attack"], "12.0a"),
        ("kismayo", ["uav_attack", "uav_attack"], None),
        ("sea_juba", ["isr"], None),
    ):
        text = f"kismayo: !aq_cell_1; {ship_at}: usnavaf_lcs_1"
        match = fight(text, hands={"coalition": hand}, options={"standoff": True})
        assert refused(match, Attack("usnavaf", "kismayo", "al_qaeda", True)) == rule


@pytest.mark.rule("somali_pirates", "29.2b")
@pytest.mark.rule("somali_pirates", "12.2e")
def test_a_missile_ship_elsewhere_lends_no_strength_to_a_standoff_on_a_box() -> None:
    hands = {"coalition": ["joint_operation", "uav_attack", "uav_attack"]}
    for ship_at, rule in (("sea_juba", "12.2e"), ("kismayo", None)):
        text = f"kismayo: jsotf_csof !aq_cell_1; {ship_at}: usnavaf_lcs_1"
        match = fight(text, hands=hands, options={"standoff": True})
        assert refused(match, Attack("jsotf", "kismayo", "al_qaeda", True)) == rule


@pytest.mark.rule("somali_pirates", "29.1a")
def test_only_a_kinetic_attack_is_a_standoff_attack() -> None:
    match = fight("mogadishu: jsotf_sfod ss_warlord_1", hands={"coalition": ["isr", "isr"]}, options={"standoff": True})
    match = prepared(match, Operate("hvt", "jsotf", "mogadishu", "ss_warlord_1"), "jsotf_sfod")
    assert (
        why_not(match, Standoff("isr"))[1]
        == "a Standoff Attack is a kinetic attack of the Coalition, with ISR or UAV Attack"
    )


@pytest.mark.rule("somali_pirates", "9.4b")
def test_units_placed_in_one_turn_are_in_place_in_the_next_even_if_nobody_else_has_moved() -> None:
    match = arrange("djibouti: base_1; eyl: pl_militia_1", "mobilization", "pirate", coalition=40)
    after(match, Add("pirate_base"), Add("pl_militia"), Confirm(), Confirm())
    after(match, Place("pl_militia_2", "bosaso"), Place("pirate_base_1", "eyl"))
    while match.state.turn == 3:
        after(match, next(action for action in (EndPhase(), PayTurn(), *match.legal()) if action in match.legal()))
    after(match, ChooseFirst("pirate"))
    assert refused(match, Add("pirate_base")) is None  # the Militia in Bosaso is in place now


@pytest.mark.rule("somali_pirates", "29.1a")
def test_the_stage_says_that_an_attack_is_made_from_a_distance_once_no_chit_can_stop_it() -> None:
    hands = {"coalition": ["isr"], "pirate": ["tactical_edge"]}
    match = fight("eyl: usnavaf_2_meb pl_militia_1", mover="coalition", options={"standoff": True}, hands=hands)
    match = after(prepared(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_2_meb"), Standoff("isr"))
    while step(match) == "Negation":
        after(match, Decline())
    stage = open_table(game()).stage(Seat(match, "coalition"))
    assert stage is not None
    assert [note.rule for note in stage.notes] == ["29.1a"]
