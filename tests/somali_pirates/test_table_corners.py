"""What the table says of Somali Pirates where a first look would say it wrongly: limits, ties, units out of a fight."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from common.engine import Action, Match, Seat
from common.engine.actions import Add, Confirm, Decline
from common.tabletop import Section
from somali_pirates.actions import (
    Attack,
    Choose,
    Disembark,
    Embark,
    Fly,
    Move,
    Operate,
    PickUp,
    PlayChit,
    Redeploy,
    Retreat,
    Standoff,
)
from somali_pirates.table import PirateTable, open_table
from somali_pirates.table.trays import HAND
from tests.asking import step
from tests.somali_pirates.moving import fight, fought, moved, prepared
from tests.somali_pirates.positions import FAR, after, arrange, decline, game, where


def table() -> PirateTable:
    """The table of the game."""
    return open_table(game())


def stats(match: Match) -> dict[str, str]:
    """The figures at a glance for the side that decides, or for the Coalition when the game is over."""
    return {stat.label: stat.value for stat in table().stats(Seat(match, match.to_act or "coalition").view)}


def facts(match: Match, piece: str) -> dict[str, str]:
    """What the inspector says of a counter."""
    sections = table().about_piece(Seat(match, match.to_act).view, piece)
    return {row.label: row.value for section in sections for row in section.rows}


# Indexes


@pytest.mark.rule("somali_pirates", "6.0b")
@pytest.mark.rule("somali_pirates", "6.0d")
def test_the_figures_promise_no_index_beyond_its_ends() -> None:
    match = fight("garowe: pl_technical_1 pl_technical_2 cjtfhoa_prt_1", "pirate", dice=(5, 6), coalition=2, pirate=99)
    match = fought(match, Attack("puntland", "garowe", "cjtfhoa"), "pl_technical_1", "pl_technical_2")
    assert step(match) == "Share"
    assert (stats(match)["Pirates"], stats(match)["Coalition"]) == ("99, 100 if raised", "2, 0 if lowered")


@pytest.mark.rule("somali_pirates", "18.4a")
@pytest.mark.rule("somali_pirates", "5.2a")
def test_the_figures_after_control_end_with_sudden_death() -> None:
    text = "mogadishu: au_uganda_1; eyl: pl_militia_1; bardera: ss_militia_8"
    assert stats(arrange(text, coalition=100, pirate=2))["Pirates"] == "2, 0 after control"
    assert stats(arrange(text, coalition=100, pirate=3))["Pirates"] == "3, 5 after control"


@pytest.mark.rule("somali_pirates", "5.2b")
@pytest.mark.parametrize("first", ["coalition", "pirate"])
def test_the_verdict_names_the_winner_when_both_indexes_are_zero(first: str) -> None:
    match = arrange(FAR[1:], phase="mobilization", mover=first, coalition=1, pirate=1)
    after(match, Add("chit"), Confirm(), Add("chit"), Confirm())
    assert match.result is not None and match.result.winner != first  # the First Player is checked first
    lines = [line.text for line in table().verdict(Seat(match, "coalition").view)]
    winner = "Pirates count" if first == "coalition" else "Coalition counts"
    assert f"The {winner} 0 points and 50 for Sudden Death: 50" in lines


@pytest.mark.rule("somali_pirates", "8.1b")
def test_the_outlook_on_the_initiative_knows_a_tie() -> None:
    tie, lead = "Both have 60 points; then the Pirates choose", "The Pirates have more points, 61"
    for pirate, words in ((60, tie), (61, lead)):
        view = Seat(arrange(FAR[1:], pirate=pirate), "coalition").view
        assert table().preview(view, "Initiative") == (words,)


# Units


@pytest.mark.rule("somali_pirates", "22.3b")
def test_the_inspector_tells_in_words_what_a_unit_has_done_and_where_it_is() -> None:
    match = arrange("djibouti: base_1 nato_uk_awg nato_egf cjtfhoa_prt_1" + FAR)
    assert facts(match, "cjtfhoa_prt_1")["May move"] == "1 Zone"
    match = moved(match, Embark("nato_egf", "nato_uk_awg"))
    assert facts(match, "nato_egf")["This phase"] == "has embarked in Djibouti"
    assert facts(match, "nato_eu_rr")["Place"] == "not in play"


@pytest.mark.rule("somali_pirates", "18.2a")
@pytest.mark.rule("somali_pirates", "2.12b")
def test_the_inspector_names_the_rule_for_the_kind_of_zone_and_of_unit() -> None:
    view = Seat(arrange("sea_red: nato_uk_swg; djibouti: base_1" + FAR), "coalition").view

    def rules(found: Sequence[Section]) -> dict[str, str]:
        return {row.label: row.rule for section in found for row in section.rows}

    zones = {"djibouti": "18.1a", "sea_red": "18.2a", "off_aden": "18.3a"}
    assert {zone: rules(table().about_space(view, zone))["Control"] for zone in zones} == zones
    units = {
        "nato_uk_swg": "2.12b", "pl_mothership_1": "2.12a", "base_1": "2.13a", "nato_egf": "2.13b",
        "nato_uk_strike": "2.14a", "jsotf_cia": "2.15a",
    }  # fmt: skip
    assert {unit: rules(table().about_piece(view, unit))["Type"] for unit in units} == units


@pytest.mark.rule("somali_pirates", "14.2a")
@pytest.mark.rule("somali_pirates", "21.3a")
def test_the_stage_says_why_a_result_does_not_touch_a_unit() -> None:
    text = "garowe: nato_13_dble nato_eu_rr usafcom_10_mtn ^cjtfhoa_mn_mpa pl_technical_1 pl_technical_2 pl_technical_3"
    match = fight(text, "pirate", dice=(5,))  # 24 to 10: 2-1, DD
    match = fought(match, Attack("puntland", "garowe", "nato"), "pl_technical_1", "pl_technical_2", "pl_technical_3")
    after(match, Add("nato_13_dble"))
    if Confirm() not in match.legal():
        after(match, Add("nato_eu_rr"))
    assert step(match) == "Casualties"
    stage = table().stage(Seat(match, "coalition"))
    assert stage is not None
    remarks = {unit.piece: (unit.remark, unit.rule) for force in stage.forces for unit in force.units}
    assert remarks["cjtfhoa_mn_mpa"] == ("only adds its strength", "21.3a")
    assert [one.rule for one in stage.steps if one.title == "Retreat"] == ["14.2a"]


@pytest.mark.rule("somali_pirates", "CHIT.P6")
def test_the_stage_is_at_the_die_while_that_may_be_rolled_again() -> None:
    def now(match: Match) -> tuple[str, str]:
        stage = table().stage(Seat(match, match.to_act))
        assert stage is not None
        return step(match), next(one.title for one in stage.steps if one.state == "now")

    hands = {"coalition": ["black_op"], "pirate": ["stupid_algorithm"]}
    match = fight("garowe: nato_13_dble nato_egf pl_technical_1", hands=hands, dice=(1, 3))
    match = after(prepared(match, Attack("nato", "garowe", "puntland"), "nato_13_dble", "nato_egf"), Confirm())
    assert now(match) == ("EdgeWindow", "Chits")
    after(match, Decline(), Decline())
    assert now(match) == ("AlgorithmWindow", "Die")  # 10 to 4: 2-1, AD
    after(match, PlayChit("stupid_algorithm", "", "1"))
    assert now(match) == ("Negation", "Die")
    base = "djibouti: base_1 nato_uk_strike nato_fr_strike aq_cell_1 aq_cell_2 aq_cell_3"
    lost = fight(base, "pirate", hands={"pirate": ["isr"]}, dice=(6,))
    blast = Operate("spectacular", "al_qaeda", "djibouti", "coalition_base")
    lost = fought(lost, blast, "aq_cell_1", "aq_cell_2", "aq_cell_3")
    assert now(lost) == ("Evacuation", "Effect")


@pytest.mark.rule("somali_pirates", "14.2a")
def test_the_stage_says_that_a_unit_has_retreated() -> None:
    text = "garowe: nato_13_dble nato_eu_rr pl_technical_1 pl_technical_2 pl_technical_3"
    match = fight(text, "pirate", dice=(4,))  # 24 to 9: 2-1, DR
    match = fought(match, Attack("puntland", "garowe", "nato"), "pl_technical_1", "pl_technical_2", "pl_technical_3")
    after(match, Retreat("nato_13_dble", "eyl"))
    stage = table().stage(Seat(match, "coalition"))
    assert stage is not None
    remarks = {unit.piece: unit.remark for force in stage.forces for unit in force.units}
    assert (remarks["nato_13_dble"], remarks["nato_eu_rr"]) == ("has left the Zone", "")


# Words and rules of actions


@pytest.mark.rule("somali_pirates", "15.4b")
@pytest.mark.rule("somali_pirates", "15.7h")
def test_asymmetrical_attackers_and_victims_are_named_by_their_own_rules() -> None:
    text = "garowe: nato_13_dble nato_eu_rr aq_cell_1 aq_cell_2 aqap_1"
    match = fight(text, "pirate", hands={"pirate": ["isr"]}, dice=(6,))
    match = prepared(match, Operate("spectacular", "al_qaeda", "garowe", "nato"), "aq_cell_1", "aq_cell_2")
    seat = Seat(match, "pirate")
    assert {table().gesture(seat, action).rule for action in (Add("aqap_1"), Confirm())} == {"15.4b"}
    decline(after(match, Confirm()))  # 6 - 1: S3
    assert table().gesture(Seat(match, "pirate"), Choose("nato_eu_rr")).rule == "15.7h"


@pytest.mark.rule("somali_pirates", "22.5a")
@pytest.mark.rule("somali_pirates", "14.2d")
def test_landings_and_retreats_are_called_by_their_own_rules() -> None:
    match = arrange("sea_punt: usnavaf_awg_1[usnavaf_11_meu]; djibouti: nato_uk_awg nato_egf" + FAR)

    def rule(match: Match, action: Action) -> str:
        return table().gesture(Seat(match, match.to_act), action).rule

    assert rule(match, Disembark("usnavaf_11_meu", "bandar_beyla")) == "22.5a"
    assert rule(match, Embark("nato_egf", "nato_uk_awg")) == "22.1a"
    flight = fight("galkayo: jsotf_msor usafcom_101_aaslt nato_eu_rr; eyl: pl_attack_craft_1")
    ways = {
        Retreat("jsotf_msor", "galkayo", "under"): "14.2b",
        Retreat("usafcom_101_aaslt", "off_aden", "base"): "14.2c",
        Retreat("jsotf_msor", "sea_punt", "usnavaf_awg_1"): "14.2d",
        Retreat("pl_attack_craft_1", "sea_punt"): "14.2e",
        Retreat("nato_eu_rr", "hobyo"): "14.2a",
    }
    assert {way: rule(flight, way) for way in ways} == ways


@pytest.mark.rule("somali_pirates", "33.0a")
def test_an_attack_on_a_box_speaks_of_isr_only_where_there_is_one() -> None:
    attack, text = Attack("china", "garowe", "puntland", True), "garowe: china_124_mech !pl_militia_1"
    for hand, words in (([], "in the box in"), (["isr"], "in the box (ISR) in")):
        match = fight(text, options={"shock": True}, hands={"coalition": hand})
        assert words in table().gesture(Seat(match, "coalition"), attack).label


@pytest.mark.rule("somali_pirates", "CHIT.C4")
def test_all_join_spends_no_chit_unasked_and_the_declaration_tells_what_it_costs() -> None:
    text = "garowe: nato_13_dble nato_eu_rr jsotf_3_sfg usafcom_10_mtn !pl_militia_1"
    match = fight(text, hands={"coalition": ["isr", "joint_operation"]})
    match = prepared(match, Attack("nato", "garowe", "puntland", True))
    (bundle,) = table().bundles(Seat(match, "coalition"))
    assert {action.item for action in bundle.plan} == {"nato_13_dble", "nato_eu_rr", "jsotf_3_sfg"}
    after(match, *bundle.plan)
    assert table().gesture(Seat(match, "coalition"), Confirm()).label == "Declare the attack, with ISR"
    after(match, Add("usafcom_10_mtn"))
    label = table().gesture(Seat(match, "coalition"), Confirm()).label
    assert label == "Declare the attack, with Joint Operation and ISR"
    lords = fight("garowe: nato_egf pl_technical_1 ss_technical_1 pl_warlord_1", "pirate")
    (bundle,) = table().bundles(Seat(prepared(lords, Attack("puntland", "garowe", "nato")), "pirate"))
    assert len(bundle.plan) == 3  # a Warlord unites them without any chit


@pytest.mark.rule("somali_pirates", "29.2a")
def test_a_standoff_tells_every_chit_that_it_costs() -> None:
    hands = {"coalition": ["isr", "isr", "uav_attack", "joint_operation"]}
    for sign, target, words in (("", False, ""), ("!", True, ", the box paid with ISR")):
        text = f"garowe: nato_13_dble usafcom_10_mtn {sign}pl_militia_1"
        match = fight(text, hands=hands, options={"standoff": True})
        match = prepared(match, Attack("nato", "garowe", "puntland", target), "nato_13_dble")
        label = table().gesture(Seat(match, "coalition"), Standoff("isr")).label
        assert label == f"Declare a Standoff Attack with ISR{words}"
        after(match, Add("usafcom_10_mtn"))
        label = table().gesture(Seat(match, "coalition"), Standoff("uav_attack")).label
        assert label == f"Declare a Standoff Attack with Joint Operation and UAV Attack{words}"


@pytest.mark.rule("somali_pirates", "14.1b")
def test_losing_one_unit_is_said_of_one() -> None:
    match = fight("garowe: nato_13_dble nato_eu_rr pl_technical_1 pl_technical_2 pl_technical_3", "pirate", dice=(5,))
    match = fought(match, Attack("puntland", "garowe", "nato"), "pl_technical_1", "pl_technical_2", "pl_technical_3")
    after(match, Add("nato_eu_rr"))
    assert table().gesture(Seat(match, "coalition"), Confirm()).label == "Lose this one"


@pytest.mark.rule("somali_pirates", "15.4c")
def test_no_column_is_lit_before_anybody_attacks() -> None:
    match = prepared(fight("garowe: jsotf_3_sfg !pl_militia_1"), Operate("counterinsurgency", "jsotf", "garowe"))
    charts = {chart.id: chart for chart in table().charts(Seat(match, "coalition").view)}
    assert not charts["asymmetrical_crt"].live
    after(match, Add("jsotf_3_sfg"))
    charts = {chart.id: chart for chart in table().charts(Seat(match, "coalition").view)}
    assert charts["asymmetrical_crt"].live


# Drops


@pytest.mark.rule("somali_pirates", "14.2b")
@pytest.mark.rule("somali_pirates", "21.0a")
@pytest.mark.rule("somali_pirates", "23.1a")
def test_a_drop_in_the_wrong_place_is_refused_by_what_is_wrong_with_the_place() -> None:
    def refusal(match: Match, piece: str, zone: str) -> str:
        found = table().refuse(Seat(match, match.to_act), (piece,), zone)
        return "" if found is None else found.rule

    home = arrange("galkayo: ^nato_uk_strike; djibouti: base_1" + FAR, phase="return")
    assert refusal(home, "nato_uk_strike", "eyl") == "21.0a"
    text = "djibouti: base_1 nato_uk_strike nato_fr_strike; berbera: base_2 usafcom_us_strike_1 usafcom_us_strike_2"
    leaving = moved(arrange(text + FAR), Redeploy("base_1", "zeila", "port"))
    assert step(leaving) == "Evacuation"
    assert refusal(leaving, "nato_uk_strike", "eyl") == "21.0a"
    lift = arrange("djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1" + FAR)
    after(lift, Move("cjtfhoa_hmh"), PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1"))
    assert refusal(lift, "cjtfhoa_prt_1", "kismayo") == "23.1a"  # six spaces
    found = table().refuse(Seat(lift, "coalition"), ("cjtfhoa_prt_1",), "kismayo")
    assert found == lift.why_not(Fly("cjtfhoa_hmh", "kismayo"))
    flight = fight("garowe: nato_13_dble nato_eu_rr pl_technical_1 pl_technical_2 pl_technical_3", "pirate", dice=(4,))
    flight = fought(flight, Attack("puntland", "garowe", "nato"), "pl_technical_1", "pl_technical_2", "pl_technical_3")
    assert refusal(flight, "nato_13_dble", "garowe") == "16.0c"  # it would have to hide, which it cannot


# Dangers


@pytest.mark.rule("somali_pirates", "16.7a")
def test_units_in_a_box_are_a_danger_to_those_above_it() -> None:
    match = arrange("mogadishu: stfg_1_bde !ss_militia_1 !ss_militia_2 !ss_militia_3" + FAR)
    titles = [odds.title for odds in table().dangers(Seat(match, "coalition").view)]
    assert titles == ["Attack in Mogadishu, 2-1"]  # they come out and attack with 9 against 4


# Chits that are lit


@pytest.mark.rule("somali_pirates", "15.7o")
@pytest.mark.rule("somali_pirates", "29.1a")
def test_chits_are_lit_only_where_something_could_be_paid_with_them() -> None:
    def lit(match: Match) -> set[str]:
        hand = next(tray for tray in table().trays(Seat(match, "coalition").view) if tray.id == HAND)
        return {card.face.title for card in hand.cards if card.movable}

    hands = {"coalition": ["isr", "uav_attack", "joint_operation", "surge"]}
    text = "galkayo: nato_eu_rr pl_technical_1"
    assert lit(fight(text, hands=hands)) == {"ISR", "Joint Operation"}  # no Warlord is on the map
    assert lit(fight(text + "; eyl: pl_warlord_1", hands=hands)) == {"ISR", "Joint Operation", "UAV Attack"}
    attack = Attack("nato", "galkayo", "puntland")
    assert lit(prepared(fight(text, hands=hands), attack)) == {"Joint Operation"}
    standoff = fight(text, hands=hands, options={"standoff": True})
    assert lit(prepared(standoff, attack)) == {"ISR", "Joint Operation", "UAV Attack"}
    boxed = fight("galkayo: nato_eu_rr !pl_militia_1", hands=hands)
    assert lit(prepared(boxed, Attack("nato", "galkayo", "puntland", True))) == {"ISR", "Joint Operation"}


@pytest.mark.rule("somali_pirates", "31.1a")
def test_an_isr_without_infowar_is_not_lit_for_full_spectrum_dominance() -> None:
    for other, movable in (("surge", False), ("infowar", True)):
        hands = {"coalition": ["isr", other]}
        match = fight("galkayo: nato_eu_rr pl_technical_1", hands=hands, options={"full_spectrum": True})
        assert step(match) == "SpectrumWindow"
        hand = next(tray for tray in table().trays(Seat(match, "coalition").view) if tray.id == HAND)
        assert {card.movable for card in hand.cards if card.face.title == "ISR"} == {movable}


def test_one_space_is_told_as_one() -> None:
    ways = {way.who: way for way in table().ways(Seat(arrange(FAR[1:]), "coalition").view, "djibouti", "zeila")}
    assert ways["Flights"].cost == "1 space"


# Positions set up by hand


@pytest.mark.rule("somali_pirates", "21.0a")
@pytest.mark.rule("somali_pirates", "9.10b")
def test_an_air_unit_put_where_no_base_is_flies_and_a_unit_put_on_the_map_is_no_longer_due() -> None:
    match = arrange("djibouti: base_1; galkayo: ^nato_mn_patrol" + FAR)
    state = match.state
    state.send_to("nato_eu_rr", "due")
    state.due = {"nato_eu_rr": 5}
    for piece, zone, place in (
        ("nato_uk_strike", "garowe", "^garowe"),
        ("nato_uk_strike", "off_aden", "off_aden"),
        ("nato_fr_strike", "djibouti", "djibouti"),
        ("nato_mn_patrol", "off_suez", "off_suez"),
        ("nato_eu_rr", "garowe", "garowe"),
    ):
        assert table().place(state, piece, zone)
        assert where(match, piece) == place
        match.check()
    assert not state.due
