"""Where rules of Somali Pirates meet: the awkward positions that a referee is asked about."""

from __future__ import annotations

import pytest

from common.engine import Action, Match, Seat
from common.engine.actions import Add, Confirm
from somali_pirates.actions import (
    Attack,
    Disembark,
    Double,
    Embark,
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
    Standoff,
    TakePoints,
    Walk,
)
from somali_pirates.odds import odds
from somali_pirates.rules.stacks import groups
from somali_pirates.table import open_table
from tests.asking import refused, step, told
from tests.somali_pirates.moving import against_move, fight, fought, moved, prepared
from tests.somali_pirates.positions import FAR, after, arrange, decline, game, where

# Movement


@pytest.mark.rule("somali_pirates", "7.1a")
@pytest.mark.rule("somali_pirates", "23.1a")
def test_a_helicopter_of_contractors_moves_no_unit_of_a_faction_that_is_finished() -> None:
    text = "djibouti: base_1 nato_egf nato_13_dble contractors_pmc_avn cjtfhoa_prt_1"
    match = moved(arrange(text), Walk("nato_13_dble", "zeila"))
    assert against_move(match, PickUp("contractors_pmc_avn", "nato_egf")) is None
    match = moved(match, Walk("cjtfhoa_prt_1", "zeila"))
    assert against_move(match, PickUp("contractors_pmc_avn", "nato_egf")) == "7.1a"


@pytest.mark.rule("somali_pirates", "7.1a")
def test_a_passenger_activates_its_faction() -> None:
    match = arrange("djibouti: base_1 nato_egf contractors_pmc_avn cjtfhoa_prt_1 cjtfhoa_prt_2")
    match = moved(match, Walk("cjtfhoa_prt_1", "zeila"))
    after(match, Move("contractors_pmc_avn"), PickUp("contractors_pmc_avn", "nato_egf"))
    after(match, Fly("contractors_pmc_avn", "hargeisa"))
    assert match.state.active == "nato"
    assert against_move(match, Walk("cjtfhoa_prt_2", "zeila")) == "7.1a"


@pytest.mark.rule("somali_pirates", "22.1a")
@pytest.mark.rule("somali_pirates", "22.3a")
@pytest.mark.rule("somali_pirates", "22.3b")
def test_a_ship_takes_a_unit_from_port_to_port_in_one_phase() -> None:
    match = arrange("djibouti: usnavaf_awg_1 usnavaf_11_meu")
    match = moved(match, Embark("usnavaf_11_meu", "usnavaf_awg_1"), Walk("usnavaf_awg_1", "sea_goa_w"))
    assert against_move(match, Disembark("usnavaf_11_meu", "sea_goa_w")) == "22.3e"
    match = moved(match, Walk("usnavaf_awg_1", "zeila"), Disembark("usnavaf_11_meu", "zeila"))
    assert where(match, "usnavaf_11_meu") == "zeila"
    assert against_move(match, Walk("usnavaf_11_meu", "borama")) == "22.3b"
    assert against_move(match, Embark("usnavaf_11_meu", "usnavaf_awg_1")) == "22.3b"
    assert against_move(match, Walk("usnavaf_awg_1", "sea_goa_w")) == "22.3a"


@pytest.mark.rule("somali_pirates", "22.5b")
def test_an_amphibious_landing_is_a_move_and_does_not_follow_an_embarkation() -> None:
    match = moved(arrange("alula: usnavaf_awg_1 usnavaf_11_meu"), Embark("usnavaf_11_meu", "usnavaf_awg_1"))
    match = moved(match, Walk("usnavaf_awg_1", "sea_guard"), Walk("usnavaf_awg_1", "sea_punt"))
    assert against_move(match, Disembark("usnavaf_11_meu", "bandar_beyla")) == "22.5b"
    beach = arrange("bandar_beyla: usnavaf_11_meu; sea_punt: usnavaf_awg_1")
    beach = moved(beach, Embark("usnavaf_11_meu", "usnavaf_awg_1"), Walk("usnavaf_awg_1", "eyl"))
    assert against_move(beach, Disembark("usnavaf_11_meu", "eyl")) == "22.3b"


@pytest.mark.rule("somali_pirates", "22.4a")
def test_a_mothership_carries_a_craft_from_sea_to_sea_in_one_phase() -> None:
    match = arrange("sea_punt: pl_mothership_1 pl_attack_craft_1", mover="pirate")
    match = moved(match, Embark("pl_attack_craft_1", "pl_mothership_1"), Walk("pl_mothership_1", "sea_basin"))
    match = moved(match, Disembark("pl_attack_craft_1", "sea_basin"))
    assert where(match, "pl_attack_craft_1") == "sea_basin"
    assert against_move(match, Walk("pl_attack_craft_1", "sea_ind")) == "22.3b"


@pytest.mark.rule("somali_pirates", "16.2a")
def test_nobody_goes_ashore_from_a_ship_in_the_box() -> None:
    match = arrange("eyl: !pl_mothership_1[pl_warlord_1]", mover="pirate")
    assert against_move(match, Disembark("pl_warlord_1", "eyl")) == "16.2a"


@pytest.mark.rule("somali_pirates", "11.8b")
@pytest.mark.rule("somali_pirates", "11.8e")
def test_a_base_that_arrives_in_this_phase_is_no_base_to_start_from_but_to_land_at() -> None:
    text = "berbera: usafcom_101_aaslt; djibouti: base_1 usafcom_173_abn; mogadishu: base_2; baidoa: au_uganda_1"
    match = moved(arrange(text), Redeploy("base_1", "berbera", "port"))
    assert against_move(match, Fly("usafcom_101_aaslt", "hargeisa")) == "11.8e"
    assert against_move(match, Fly("usafcom_101_aaslt", "mogadishu")) == "11.8c"
    assert against_move(match, Fly("usafcom_173_abn", "berbera")) is None


@pytest.mark.rule("somali_pirates", "30.1a")
def test_the_refusal_of_a_second_zone_names_the_lack_of_a_base() -> None:
    match = arrange("garowe: nato_13_dble; djibouti: base_1 nato_eu_rr", options={"logistics": True})
    match = moved(match, Walk("nato_13_dble", "qardho"))
    assert against_move(match, Walk("nato_13_dble", "bosaso")) == "30.1a"
    match = moved(match, Walk("nato_eu_rr", "zeila"), Walk("nato_eu_rr", "borama"))
    assert against_move(match, Walk("nato_eu_rr", "hargeisa")) == "2.11e"


# Combat


@pytest.mark.rule("somali_pirates", "12.3a")
@pytest.mark.rule("somali_pirates", "25.2c")
def test_a_stacked_base_may_attack_by_itself_in_the_activation_of_its_faction() -> None:
    text = "djibouti: base_1@nato nato_eu_rr nato_13_dble au_uganda_1 ss_technical_1 ss_technical_2"
    match = prepared(fight(text), Attack("nato", "djibouti", "southern_somalia"), "base_1")
    assert refused(match, Confirm()) is None
    later = fought(fight(text, dice=(4,)), Attack("nato", "djibouti", "southern_somalia"), "nato_eu_rr", "nato_13_dble")
    later = after(later, TakePoints())
    assert refused(later, Attack("nato", "djibouti", "southern_somalia")) is None
    later = prepared(later, Attack("nato", "djibouti", "southern_somalia"), "base_1")
    assert refused(later, Confirm()) is None
    other = prepared(fight(text), Attack("au", "djibouti", "southern_somalia"))
    assert refused(other, Add("base_1")) == "12.4a"
    common = prepared(fight(text), Attack("coalition_base", "djibouti", "southern_somalia"), "base_1")
    assert refused(common, Confirm()) is None
    assert refused(common, Add("nato_eu_rr")) == "7.2b"


@pytest.mark.rule("somali_pirates", "7.5b")
@pytest.mark.rule("somali_pirates", "12.5a")
def test_common_units_join_the_attack_of_a_base_that_stands_alone() -> None:
    match = fight("djibouti: base_1 contractors_pmc_1 jsotf_3_sfg nato_egf ss_technical_1")
    match = prepared(match, Attack("coalition_base", "djibouti", "southern_somalia"), "base_1", "contractors_pmc_1")
    assert refused(match, Add("nato_egf")) == "7.2b"
    assert refused(after(match, Add("jsotf_3_sfg")), Confirm()) is None
    assert match.state.step.chits(match.state) == ()


@pytest.mark.rule("somali_pirates", "14.2b")
@pytest.mark.rule("somali_pirates", "16.0a")
def test_a_ship_does_not_retreat_into_the_box_with_cargo_that_cannot_hide() -> None:
    for cargo, zone in (("pl_technical_1", "sea_punt"), ("pl_warlord_1", "eyl")):
        match = fight(
            f"eyl: usnavaf_swg_1 usnavaf_swg_2 pl_mothership_1[{cargo}]",
            dice=(1,),
            closed=["puntland"][: zone == "eyl"],
        )
        match = fought(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_swg_1", "usnavaf_swg_2")
        assert where(match, "pl_mothership_1").lstrip("!") == zone


@pytest.mark.rule("somali_pirates", "20.5b")
def test_the_journal_says_why_missile_ships_lose_nothing() -> None:
    match = fight("off_aden: usnavaf_lcs_1; eyl: pl_technical_1 pl_militia_1", dice=(1,))
    match = fought(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_lcs_1")
    assert where(match, "usnavaf_lcs_1") == "off_aden"
    assert told(match, "20.5b") == ["No attacker is within reach of the enemy: LCS 1."]


@pytest.mark.rule("somali_pirates", "29.1b")
def test_the_journal_says_why_a_standoff_costs_nothing() -> None:
    text = "eyl: ^nato_uk_strike ^nato_fr_strike pl_militia_1 pl_militia_2"
    match = fight(text, hands={"coalition": ["isr"]}, options={"standoff": True}, dice=(3,))
    after(prepared(match, Attack("nato", "eyl", "puntland"), "nato_uk_strike", "nato_fr_strike"), Standoff("isr"))
    assert where(decline(match), "nato_uk_strike") == "^eyl"
    assert len(told(match, "29.1b")) == 1
    assert step(match) == "Casualties"


@pytest.mark.rule("somali_pirates", "29.2a")
@pytest.mark.parametrize(
    ("declared", "left"),
    [
        (Standoff("uav_attack"), ("uav_attack",)),
        (Standoff("uav_attack", "uav_attack"), ("isr",)),
        (Standoff("isr"), ("uav_attack",)),
    ],
)
def test_the_player_says_which_chits_pay_for_a_standoff_on_a_box(declared: Standoff, left: tuple[str, ...]) -> None:
    hands = {"coalition": ["isr", "uav_attack", "uav_attack"]}
    match = fight("garowe: nato_13_dble !pl_militia_1", hands=hands, options={"standoff": True}, dice=(4, 4))
    match = prepared(match, Attack("nato", "garowe", "puntland", True), "nato_13_dble")
    assert refused(match, Standoff("isr", "uav_attack")) == "29.2a"  # the only ISR is used: that is what "" means
    after(match, declared)
    assert match.state.hands["coalition"] == left


# Words and reasons


@pytest.mark.rule("somali_pirates", "4.1j")
def test_the_journal_says_that_a_side_cannot_pay_for_another_turn() -> None:
    match = arrange("", "protracted", turn=5, coalition=4, pirate=30)
    assert match.to_act == "pirate"
    assert told(match, "4.1j") == [
        "The Coalition does not pay for another turn: 5 points are needed and the index is 4."
    ]


@pytest.mark.rule("somali_pirates", "15.7k")
def test_refusals_call_units_by_their_names() -> None:
    match = fight("mogadishu: jsotf_sfod jsotf_3_sfg jsotf_10_sfg !ss_militia_1 !aq_cell_1 !ss_militia_2", dice=(4,))
    match = fought(
        match, Operate("counterinsurgency", "jsotf", "mogadishu"), "jsotf_sfod", "jsotf_3_sfg", "jsotf_10_sfg"
    )
    refusal = after(match, Add("aq_cell_1")).why_not(Add("aq_cell_1"))
    assert refusal is not None
    assert refusal.why == "AQ Cell 1 is already chosen"
    other = match.why_not(Add("nato_egf"))
    assert other is not None
    assert other.why == "EGF cannot be chosen"


@pytest.mark.rule("somali_pirates", "19.2b")
def test_whoever_may_stop_a_chit_hears_what_it_is_for() -> None:
    hands = {"coalition": ["isr", "black_op"], "pirate": ["fatwa"]}
    match = fight("garowe: nato_13_dble !pl_militia_1", hands=hands)
    after(prepared(match, Attack("nato", "garowe", "puntland", True), "nato_13_dble"), Confirm())
    asked = (
        "The Coalition played ISR, for the attack on Puntland in the box in Garowe: stop it, or let it be (CHIT.P2)."
    )
    assert match.state.step.prompt(match.state) == asked
    after(match, PlayChit("fatwa"))
    asked = "The Pirates played Fatwa, against ISR: stop it, or let it be (CHIT.C1)."
    assert match.state.step.prompt(match.state) == asked


@pytest.mark.rule("somali_pirates", "17.0a")
@pytest.mark.rule("somali_pirates", "20.3a")
def test_the_journal_says_why_units_are_lost_in_the_return_phase() -> None:
    match = arrange("sea_mudug: jsotf_csof; baidoa: !jsotf_3_sfg" + FAR, "return", dice=(3,))
    assert where(after(match, EndPhase()), "jsotf_csof") == "due"
    assert told(match, "20.3a") == ["No base or ship can take CSOF."]


@pytest.mark.rule("somali_pirates", "17.0e")
def test_the_journal_says_when_a_return_phase_ends_by_itself() -> None:
    match = arrange("burao: sl_technical_1; off_aden: china_pap", "return", "pirate", first="coalition")
    assert match.state.phase == "protracted"
    assert told(match, "17.0d") == ["The Pirates have nothing more to do in the Return Phase."]


@pytest.mark.rule("somali_pirates", "CHIT.P5")
def test_leader_node_ends_when_no_militia_is_left() -> None:
    everybody = " ".join(
        f"{side}_militia_{number}" for side, most in (("pl", 7), ("sl", 7), ("ss", 7)) for number in range(1, most + 1)
    )
    match = fight(f"eyl: {everybody}", "pirate", hands={"pirate": ["leader_node"]})
    state = match.state
    for unit in ("ss_militia_8", "ss_militia_7"):
        state.put(unit, "available")
    after(match, PlayChit("leader_node", "militia"), Place("ss_militia_7", "jowhar"), Place("ss_militia_8", "jowhar"))
    assert step(match) == "CombatPhase"
    assert "No further Militia is left, or has a place." in told(match, "CHIT.P5")


@pytest.mark.rule("somali_pirates", "12.7b")
@pytest.mark.rule("somali_pirates", "20.1a")
@pytest.mark.parametrize(
    ("text", "mover", "attack", "units", "title"),
    [  # 4 doubled and 1 against 2; 8 doubled against 3, 3 doubled and 1; two Warlords make 4 a triple
        ("eyl: pl_technical_1 pl_warlord_1 nato_egf", "pirate", ("puntland", "eyl", "nato"), 2, "Attack in Eyl, 4-1"),
        (
            "burao: usafcom_1_bct sl_militia_1 sl_technical_1 sl_warlord_1",
            "coalition",
            ("usafcom", "burao", "somaliland"),
            1,
            "Attack in Burao, 1-1",
        ),
        (
            "eyl: pl_technical_1 pl_warlord_1 pl_warlord_2 nato_13_dble",
            "pirate",
            ("puntland", "eyl", "nato"),
            3,
            "Attack in Eyl, 3-1",
        ),
    ],
)
def test_the_odds_count_what_the_warlords_will_double(
    text: str, mover: str, attack: tuple[str, str, str], units: int, title: str
) -> None:
    match = fight(text, mover)
    ids = text.split()[1 : 1 + units]
    match = prepared(match, Attack(*attack), *ids)
    found = odds(match.state, Confirm())
    assert found is not None
    assert found.title == title
    fought_out = decline(after(match, Confirm()))
    if step(fought_out) == "WarlordChoice":
        fought_out = after(fought_out, Double("sl_warlord_1", "sl_technical_1"))
    assert told(fought_out, "12.2e")[0].endswith(f"{title.rsplit(maxsplit=1)[-1]}.")


def why(match: Match, action: Action) -> str:
    """The words of a refusal."""
    refusal = match.why_not(action)
    assert refusal is not None
    return refusal.why


@pytest.mark.rule("somali_pirates", "CHIT.P4")
@pytest.mark.rule("somali_pirates", "CHIT.C5")
def test_refusals_of_chits_name_the_limit_and_the_place() -> None:
    match = arrange("" + FAR, "mobilization", "pirate", pirate=75, hands={"pirate": ["jihad", "leader_node"]})
    after(match, Confirm(), Confirm())
    assert step(match) == "OwnWindow"
    assert why(match, PlayChit("jihad")) == "Jihad needs an index of 76 or higher; it is 75"
    hands = {"coalition": ["somali_civil_war", "somali_civil_war"]}
    match = arrange("" + FAR, "mobilization", "pirate", hands=hands, dice=(2,))
    after(match, Confirm(), Confirm(), PlayChit("somali_civil_war", target="puntland"))
    assert why(match, PlayChit("somali_civil_war", target="puntland")) == "Puntland is already closed"


@pytest.mark.rule("somali_pirates", "24.1a")
def test_the_refusal_of_a_junction_tells_what_has_used_it() -> None:
    match = arrange("djibouti: nato_egf nato_3_rmc nato_13_dble nato_uk_sf")
    match = moved(match, Redeploy("nato_egf", "berbera", "port"))
    words = "one light unit has used the port of Djibouti, which takes one heavy or two light a phase"
    assert why(after(match, Move("nato_13_dble")), Redeploy("nato_13_dble", "kismayo", "port")) == words


@pytest.mark.rule("somali_pirates", "6.0d")
def test_paying_the_last_points_is_legal_and_asks_first() -> None:
    table = open_table(game())
    for index, ruin in ((6, True), (7, False)):
        match = after(arrange("" + FAR, "mobilization", coalition=index), Add("jsotf"))
        gesture = table.gesture(Seat(match, "coalition"), Confirm())
        assert gesture.grave is ruin
        assert ("the game is lost" in gesture.label) is ruin
        paying = arrange("", "protracted", turn=6, coalition=index)
        assert table.gesture(Seat(paying, "coalition"), PayTurn()).grave is ruin


@pytest.mark.rule("somali_pirates", "6.0d")
def test_no_label_promises_an_index_below_zero() -> None:
    match = fight("garowe: pl_technical_1 pl_technical_2 cjtfhoa_prt_1", "pirate", dice=(5, 6), coalition=2)
    match = fought(match, Attack("puntland", "garowe", "cjtfhoa"), "pl_technical_1", "pl_technical_2")
    label = open_table(game()).gesture(Seat(match, "pirate"), TakePoints(lower=True)).label
    assert label == "Lower the Coalition to 0: the game is won"


@pytest.mark.rule("somali_pirates", "14.4a")
@pytest.mark.rule("somali_pirates", "14.5a")
def test_the_journal_says_who_does_not_retreat() -> None:
    match = fight("eyl: usnavaf_2_meb pirate_base_1", dice=(3,))
    fought(match, Attack("usnavaf", "eyl", "pirate_base"), "usnavaf_2_meb")
    assert told(match, "14.4a") == ["Pirate Base 1 is a base and does not retreat."]
    boxed = fight("garowe: nato_13_dble !pl_militia_1", hands={"coalition": ["isr"]}, dice=(4,))
    fought(boxed, Attack("nato", "garowe", "puntland", True), "nato_13_dble")
    assert told(boxed, "14.5a") == ["PL Militia 1 is Underground and does not retreat."]


# Stacks


@pytest.mark.rule("somali_pirates", "12.5b")
@pytest.mark.rule("somali_pirates", "10.0b")
def test_nobody_is_stacked_with_common_units_that_stand_with_another_faction() -> None:
    match = arrange("djibouti: base_1@contractors nato_egf jsotf_3_sfg contractors_pmc_1@jsotf contractors_pmc_2")
    match = after(match, Restack("jsotf_3_sfg", "nato"))
    assert match.state.units["contractors_pmc_1"].mark == ""
    assert refused(match, Restack("contractors_pmc_1", "jsotf")) == "7.5a"
    match = after(match, Restack("contractors_pmc_1", "nato"))
    assert match.state.units["base_1"].mark == "contractors"  # PMC 2 still stands alone
    match = after(match, Restack("contractors_pmc_2", "nato"))
    assert match.state.units["base_1"].mark == ""
    assert set(groups(match.state, "coalition", "djibouti")) == {"nato", "coalition_base"}


# Purchases


@pytest.mark.rule("somali_pirates", "4.1d")
def test_the_journal_tells_of_which_faction_purchases_are() -> None:
    match = arrange("" + FAR, "mobilization", "pirate")
    after(match, Add("pl_militia"), Add("sl_militia"), Add("pl_militia"), Confirm(), Confirm())
    assert "The Pirates deploy 2 PL Militia, 1 SL Militia." in told(match, "4.1d")


@pytest.mark.rule("somali_pirates", "3.0Cb")
def test_the_journal_tells_what_is_bought_in_the_set_up() -> None:
    match = after(game().new_match("campaign", 3), Add("stfg"), Add("contractors_pmc"), Confirm())
    assert "The Coalition deploys STFG, 1 Contractor security." in told(match, "3.0Cb")


@pytest.mark.rule("somali_pirates", "19.3a")
def test_a_chit_at_the_wrong_moment_is_told_its_moment() -> None:
    hands = {"coalition": ["black_op", "tactical_edge"], "pirate": ["infowar"]}
    match = fight("garowe: nato_13_dble pl_militia_1", hands=hands)
    words = "Black Op does not fit this moment: it answers an enemy chit as that is played"
    assert why(match, PlayChit("black_op")) == words
    words = "Tactical Edge does not fit this moment: it is added to a kinetic attack once that is declared"
    assert why(match, PlayChit("tactical_edge")) == words
    after(
        prepared(match, Attack("nato", "garowe", "puntland"), "nato_13_dble"),
        Confirm(),
        PlayChit("tactical_edge", "double"),
    )
    words = "InfoWar does not fit this moment: it is added when points are gained in a combat"
    assert why(match, PlayChit("infowar")) == words


@pytest.mark.rule("somali_pirates", "15.7i")
def test_the_refusal_of_an_asymmetrical_attack_names_what_is_missing() -> None:
    match = fight("garowe: jsotf_sfod pl_militia_1", hands={"coalition": ["isr"]})
    assert why(match, Operate("counterinsurgency", "jsotf", "garowe")) == "no enemy is in the box of Garowe"
    words = "PL Warlord 1 is not a Warlord in Garowe"
    assert why(match, Operate("hvt", "jsotf", "garowe", "pl_warlord_1")) == words
    pirates = fight("eyl: pl_mothership_1", "pirate")
    words = "Eyl is not a Sea Zone, where merchant ships are raided"
    assert why(pirates, Operate("raid", "puntland", "eyl")) == words


@pytest.mark.rule("somali_pirates", "9.4a")
def test_the_refusal_of_a_place_names_the_places() -> None:
    match = after(arrange("" + FAR, "mobilization"), Add("stfg"), Confirm(), Confirm())
    words = "1 Bde may not be placed in Eyl: its places are Mogadishu, Baidoa, Beledweyne"
    assert why(match, Place("stfg_1_bde", "eyl")) == words
