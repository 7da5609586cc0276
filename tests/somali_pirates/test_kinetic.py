"""2.2, 7.2, 12, 13, 20.1, 20.5: kinetic attacks, who may make them, strengths and odds."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm, Decline
from somali_pirates.actions import Attack, CallOff, Double, EndPhase, PlayChit
from somali_pirates.rules.strength import half_points, kinetic_column, totals
from tests.asking import refused, rolls, step, told
from tests.somali_pirates.moving import fight, fought, prepared, settle
from tests.somali_pirates.positions import after, decline, where


def strengths(match) -> tuple[float, float]:
    """The strengths of the attack that is prepared, in points."""
    battle = match.state.battle or match.state.step.battle(match.state)
    attack, defence = totals(match.state, battle)
    return attack / 2, defence / 2


@pytest.mark.rule("somali_pirates", "2.2a")
@pytest.mark.rule("somali_pirates", "12.1b")
def test_attacking_is_voluntary() -> None:
    match = fight("burao: nato_13_dble sl_militia_1")
    assert refused(match, Attack("nato", "burao", "somaliland")) is None
    assert refused(match, EndPhase()) is None
    match = after(match, EndPhase())
    assert where(match, "sl_militia_1") == "burao"
    assert not rolls(match)


@pytest.mark.rule("somali_pirates", "12.0a")
def test_attacker_and_defender_are_in_one_zone() -> None:
    match = fight("burao: nato_13_dble; las_anod: sl_militia_1; hargeisa: sl_militia_2 nato_eu_rr")
    assert refused(match, Attack("nato", "las_anod", "somaliland")) == "12.0a"
    assert refused(match, Attack("nato", "burao", "somaliland")) == "12.0a"
    match = prepared(match, Attack("nato", "hargeisa", "somaliland"))
    assert refused(match, Add("nato_13_dble")) == "12.0a"


@pytest.mark.rule("somali_pirates", "12.1a")
def test_only_the_side_of_the_phase_attacks() -> None:
    match = fight("burao: nato_13_dble sl_technical_1", mover="pirate")
    assert refused(match, Attack("nato", "burao", "somaliland")) == "12.1a"
    assert refused(match, Attack("somaliland", "burao", "nato")) is None


@pytest.mark.rule("somali_pirates", "12.1c")
def test_a_declared_attack_is_not_called_off() -> None:
    match = fight("burao: nato_13_dble sl_militia_1", hands={"pirate": ["tactical_edge"]}, dice=[6])
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble")
    assert refused(match, CallOff()) is None  # while it is being prepared
    match = after(match, Confirm())
    assert match.to_act == "pirate"
    match = after(match, PlayChit("tactical_edge", "double"))
    decline(match)
    assert CallOff() not in match.legal()
    assert [roll.reason for roll in rolls(match)] == ["Attack in Burao"]


@pytest.mark.rule("somali_pirates", "12.1d")
@pytest.mark.rule("somali_pirates", "12.3a")
@pytest.mark.rule("somali_pirates", "12.3d")
def test_attacks_come_one_by_one_and_may_hit_the_same_unit() -> None:
    match = fight("hargeisa: nato_13_dble nato_eu_rr sl_militia_1 sl_militia_2", dice=[6, 6])
    match = settle(fought(match, Attack("nato", "hargeisa", "somaliland"), "nato_13_dble"))  # IA: nobody is hurt
    assert refused(match, Attack("nato", "hargeisa", "somaliland")) is None  # only now it is decided
    match = settle(fought(match, Attack("nato", "hargeisa", "somaliland"), "nato_eu_rr"))
    assert [roll.dice for roll in rolls(match)] == [(6,), (6,)]
    assert refused(match, Attack("nato", "hargeisa", "somaliland")) == "12.3b"


@pytest.mark.rule("somali_pirates", "12.3b")
def test_no_unit_attacks_twice() -> None:
    match = fight("burao: nato_13_dble nato_eu_rr sl_militia_1; kismayo: ss_militia_1 au_uganda_1", dice=[6])
    state = match.state
    state.attacked |= {"nato_13_dble"}
    match = prepared(match, Attack("nato", "burao", "somaliland"))
    assert refused(match, Add("nato_13_dble")) == "12.3b"
    assert refused(match, Add("nato_eu_rr")) is None
    state = after(match, Add("nato_eu_rr"), Confirm()).state
    assert state.attacked >= {"nato_13_dble", "nato_eu_rr"}


@pytest.mark.rule("somali_pirates", "7.2a")
def test_the_attacks_of_a_faction_end_when_another_attacks() -> None:
    text = "burao: nato_13_dble nato_eu_rr sl_militia_1 sl_militia_2; kismayo: ss_militia_1 usafcom_1_bct jsotf_3_sfg"
    match = fight(text, dice=[3, 3, 3, 3])
    match = settle(fought(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"))
    assert refused(match, Attack("nato", "burao", "somaliland")) is None
    match = settle(fought(match, Attack("jsotf", "kismayo", "southern_somalia"), "jsotf_3_sfg"))  # common: ends nothing
    assert refused(match, Attack("nato", "burao", "somaliland")) is None
    match = settle(fought(match, Attack("usafcom", "kismayo", "southern_somalia"), "usafcom_1_bct"))
    assert refused(match, Attack("nato", "burao", "somaliland")) == "7.2a"


@pytest.mark.rule("somali_pirates", "7.2b")
@pytest.mark.rule("somali_pirates", "12.2a")
@pytest.mark.rule("somali_pirates", "7.3a")
def test_factions_do_not_attack_together() -> None:
    match = fight("mogadishu: au_uganda_1 stfg_1_bde jsotf_3_sfg contractors_pmc_1 ss_militia_1")
    match = prepared(match, Attack("au", "mogadishu", "southern_somalia"), "au_uganda_1")
    assert refused(match, Add("stfg_1_bde")) == "7.2b"


@pytest.mark.rule("somali_pirates", "7.5b")
@pytest.mark.rule("somali_pirates", "7.5c")
@pytest.mark.rule("somali_pirates", "12.5a")
def test_common_factions_join_one_faction_but_bridge_no_two() -> None:
    match = fight("burao: nato_13_dble jsotf_3_sfg contractors_pmc_1 usnavaf_11_meu sl_militia_1")
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble", "jsotf_3_sfg", "contractors_pmc_1")
    assert refused(match, Add("usnavaf_11_meu")) == "7.2b"
    assert refused(match, Confirm()) is None
    alone = fight("burao: jsotf_3_sfg nato_13_dble sl_militia_1")
    assert refused(prepared(alone, Attack("jsotf", "burao", "somaliland"), "jsotf_3_sfg"), Confirm()) is None


@pytest.mark.rule("somali_pirates", "7.5d")
@pytest.mark.rule("somali_pirates", "CHIT.C4")
def test_joint_operation_unites_factions_for_one_attack() -> None:
    text = "burao: nato_13_dble usnavaf_11_meu sl_militia_1"
    match = fight(text, hands={"coalition": ["joint_operation"]}, dice=[6])
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble", "usnavaf_11_meu")
    match = after(match, Confirm())
    assert match.state.hands["coalition"] == ()
    assert told(match, "CHIT.C4")
    assert match.state.attacked == {"nato_13_dble", "usnavaf_11_meu"}
    own = fight(text, hands={"coalition": ["joint_operation"]}, dice=[6])
    own = after(prepared(own, Attack("nato", "burao", "somaliland"), "nato_13_dble"), Confirm())
    assert "joint_operation" in own.state.hands["coalition"]  # not needed, not spent


@pytest.mark.rule("somali_pirates", "CHIT.P5")
def test_leader_node_unites_pirate_factions() -> None:
    text = "burao: sl_technical_1 pl_technical_1 nato_egf"
    match = fight(text, mover="pirate")
    match = prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_1")
    assert refused(match, Add("pl_technical_1")) == "7.2b"
    match = fight(text, mover="pirate", hands={"pirate": ["leader_node"]}, dice=[1])
    match = after(prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_1", "pl_technical_1"), Confirm())
    assert match.state.hands["pirate"] == ()


@pytest.mark.rule("somali_pirates", "20.1c")
@pytest.mark.parametrize(("warlord", "rule"), [("pl_warlord_1", None), ("!pl_warlord_1", None), ("", "7.2b")])
def test_a_warlord_in_the_zone_unites_all_pirates(warlord: str, rule: str | None) -> None:
    match = fight(f"garowe: {warlord} pl_technical_1 aqap_1 nato_13_dble", mover="pirate")
    match = prepared(match, Attack("puntland", "garowe", "nato"), "pl_technical_1")
    assert refused(match, Add("aqap_1")) == rule


@pytest.mark.rule("somali_pirates", "20.1c")
def test_a_warlord_aboard_a_ship_unites_nobody() -> None:
    match = fight("eyl: pl_mothership_1[pl_warlord_1] pl_technical_1 aqap_1 nato_13_dble", mover="pirate")
    match = prepared(match, Attack("puntland", "eyl", "nato"), "pl_technical_1")
    assert refused(match, Add("aqap_1")) == "7.2b"


@pytest.mark.rule("somali_pirates", "12.2b")
def test_some_of_the_units_may_attack() -> None:
    match = fight("burao: au_uganda_1 au_uganda_2 au_burundi_1 sl_militia_1")
    match = prepared(match, Attack("au", "burao", "somaliland"))
    assert refused(match, Confirm()) == "12.2b"  # nobody
    assert refused(after(match, Add("au_uganda_1")), Confirm()) is None


@pytest.mark.rule("somali_pirates", "12.2c")
@pytest.mark.rule("somali_pirates", "12.3c")
@pytest.mark.rule("somali_pirates", "20.1d")
def test_one_faction_is_attacked_and_all_its_units_defend() -> None:
    match = fight("garowe: nato_13_dble pl_militia_1 pl_militia_2 pl_warlord_1 aqap_1")
    match = prepared(match, Attack("nato", "garowe", "puntland"), "nato_13_dble")
    battle = match.state.step.battle(match.state)
    assert set(battle.defenders) == {"pl_militia_1", "pl_militia_2", "pl_warlord_1"}


@pytest.mark.rule("somali_pirates", "10.1a")
@pytest.mark.rule("somali_pirates", "12.4a")
@pytest.mark.rule("somali_pirates", "12.5b")
def test_base_and_common_units_defend_with_whom_they_are_stacked() -> None:
    text = "djibouti: base_1@nato nato_13_dble au_uganda_1 jsotf_3_sfg contractors_pmc_1@nato ss_technical_1"
    match = fight(text, mover="pirate")

    def defenders(target: str) -> set[str]:
        trial = prepared(match.clone(), Attack("southern_somalia", "djibouti", target), "ss_technical_1")
        return set(trial.state.step.battle(trial.state).defenders)

    assert defenders("nato") == {"base_1", "nato_13_dble", "contractors_pmc_1"}
    assert defenders("au") == {"au_uganda_1"}
    assert defenders("jsotf") == {"jsotf_3_sfg"}
    assert refused(match, Attack("southern_somalia", "djibouti", "contractors")) == "12.0a"
    loose = fight("djibouti: base_1 nato_13_dble ss_technical_1", mover="pirate")
    loose = prepared(loose, Attack("southern_somalia", "djibouti", "coalition_base"), "ss_technical_1")
    assert loose.state.step.battle(loose.state).defenders == ("base_1",)


@pytest.mark.rule("somali_pirates", "25.2c")
def test_a_base_attacks_with_its_stack_or_alone() -> None:
    match = fight("djibouti: base_1@nato nato_13_dble au_uganda_1 ss_technical_1")
    assert refused(prepared(match, Attack("nato", "djibouti", "southern_somalia")), Add("base_1")) is None
    match = fight("djibouti: base_1@nato nato_13_dble au_uganda_1 ss_technical_1")
    assert refused(prepared(match, Attack("au", "djibouti", "southern_somalia")), Add("base_1")) == "12.4a"
    alone = fight("djibouti: base_1 ss_technical_1")
    assert (
        refused(prepared(alone, Attack("coalition_base", "djibouti", "southern_somalia"), "base_1"), Confirm()) is None
    )


# Odds


@pytest.mark.rule("somali_pirates", "12.2e")
@pytest.mark.parametrize(
    ("attackers", "defenders", "odds", "column"),
    [
        ("usafcom_1_bct", "southern_somalia: ss_militia_1 ss_militia_2", (8, 6), "1-1"),
        ("au_uganda_1", "southern_somalia: ss_technical_1", (3, 4), "<1-1"),
        ("au_burundi_1 au_uganda_1", "southern_somalia: ss_militia_1", (6, 3), "2-1"),
        ("usafcom_1_bct usafcom_2_sbct usafcom_10_mtn", "al_qaeda: aq_cell_1", (20, 1), "6-1+"),
    ],
)
def test_odds_drop_fractions(attackers: str, defenders: str, odds: tuple[int, int], column: str) -> None:
    target, units = defenders.split(": ")
    match = fight(f"jowhar: {attackers} {units}")  # bush doubles nobody
    by = match.state.counter(attackers.split(maxsplit=1)[0]).faction
    match = prepared(match, Attack(by, "jowhar", target), *attackers.split())
    assert strengths(match) == odds
    battle = match.state.step.battle(match.state)
    assert match.state.data.tables.kinetic_crt.columns[kinetic_column(match.state, battle)] == column


@pytest.mark.rule("somali_pirates", "12.2e")
def test_without_strength_there_is_no_attack_and_against_none_the_last_column() -> None:
    attack = Attack("usafcom", "jowhar", "southern_somalia")
    assert refused(fight("jowhar: usafcom_us_pet_engr ss_militia_1"), attack) == "12.2e"
    match = prepared(fight("jowhar: usafcom_us_pet_engr usafcom_18_mp ss_militia_1"), attack, "usafcom_us_pet_engr")
    assert refused(match, Confirm()) == "12.2e"
    assert refused(after(match, Add("usafcom_18_mp")), Confirm()) is None
    pirate = fight("jowhar: usafcom_us_pet_engr aq_cell_1", mover="pirate")
    pirate = prepared(pirate, Attack("al_qaeda", "jowhar", "usafcom"), "aq_cell_1")
    battle = pirate.state.step.battle(pirate.state)
    assert pirate.state.data.tables.kinetic_crt.columns[kinetic_column(pirate.state, battle)] == "6-1+"


@pytest.mark.rule("somali_pirates", "12.2f")
def test_the_cell_of_row_and_column_is_applied() -> None:
    match = fight("jowhar: usafcom_1_bct usafcom_2_sbct ss_militia_1 ss_technical_1", dice=[6])
    match = fought(match, Attack("usafcom", "jowhar", "southern_somalia"), "usafcom_1_bct", "usafcom_2_sbct")
    assert told(match, "12.2e") == ["Strengths 15 against 7: 2-1."]
    assert told(match, "14.0a")[0].startswith("DE")
    assert where(match, "ss_militia_1") == where(match, "ss_technical_1") == "available"


@pytest.mark.rule("somali_pirates", "12.7a")
@pytest.mark.parametrize(
    ("zone", "unit", "enemy", "points"),
    [
        ("burao", "nato_eu_rr", "somaliland: sl_militia_1", (10, 3)),  # desert doubles the mechanized attacker
        ("hargeisa", "nato_eu_rr", "somaliland: sl_militia_1", (5, 6)),  # the city doubles light defenders
        ("qardho", "usafcom_10_mtn", "puntland: pl_militia_1", (10, 6)),  # mountains
        ("eyl", "usnavaf_11_meu", "puntland: pl_militia_1", (10, 3)),  # littoral
        ("sea_punt", "usnavaf_lcs_1", "puntland: pl_attack_craft_1", (6, 2)),  # littoral sea
        ("sea_basin", "usnavaf_lcs_1", "puntland: pl_attack_craft_1", (3, 1)),  # open sea
    ],
)
def test_terrain_doubles_types(zone: str, unit: str, enemy: str, points: tuple[int, int]) -> None:
    target, units = enemy.split(": ")
    match = fight(f"{zone}: {unit} {units}")
    match = prepared(match, Attack(match.state.counter(unit).faction, zone, target), unit)
    assert strengths(match) == points


@pytest.mark.rule("somali_pirates", "12.7b")
@pytest.mark.rule("somali_pirates", "20.1a")
def test_each_warlord_doubles_one_other_unit_of_his_faction() -> None:
    text = "jowhar: ss_warlord_1 ss_warlord_2 ss_technical_1 ss_technical_2 ss_technical_3 aqap_1 nato_13_dble"
    match = fight(text, mover="pirate", dice=[3])
    units = ("ss_warlord_1", "ss_warlord_2", "ss_technical_1", "ss_technical_2", "aqap_1")
    match = after(prepared(match, Attack("southern_somalia", "jowhar", "nato"), *units), Confirm())
    assert step(match) == "WarlordChoice"
    assert refused(match, Double("ss_warlord_1", "ss_warlord_2")) == "12.7b"
    assert refused(match, Double("ss_warlord_1", "aqap_1")) == "12.7b"
    assert refused(match, Double("ss_warlord_1", "ss_technical_3")) == "12.7b"  # held out of the attack
    match = after(match, Double("ss_warlord_1", "ss_technical_1"))
    assert strengths(match) == (1 + 1 + 8 + 4 + 4, 4)
    match = after(match, Double("ss_warlord_2", "ss_technical_1"))  # the same unit again: tripled
    assert told(match, "12.2e") == ["Strengths 22 against 4: 5-1."]


@pytest.mark.rule("somali_pirates", "20.1b")
def test_a_warlord_held_out_of_the_attack_doubles_nobody() -> None:
    match = fight("jowhar: ss_warlord_1 ss_technical_1 nato_13_dble", mover="pirate", dice=[6])
    match = fought(match, Attack("southern_somalia", "jowhar", "nato"), "ss_technical_1")
    assert told(match, "12.2e") == ["Strengths 4 against 4: 1-1."]


@pytest.mark.rule("somali_pirates", "12.7b")
def test_a_defending_warlord_doubles_too_and_the_pirate_chooses() -> None:
    match = fight("jowhar: ss_warlord_1 ss_technical_1 ss_militia_1 usafcom_1_bct", dice=[1])
    match = after(prepared(match, Attack("usafcom", "jowhar", "southern_somalia"), "usafcom_1_bct"), Confirm())
    assert (match.to_act, step(match)) == ("pirate", "WarlordChoice")
    match = after(match, Double("ss_warlord_1", "ss_technical_1"))
    assert told(match, "12.2e") == ["Strengths 8 against 12: <1-1."]


@pytest.mark.rule("somali_pirates", "12.7d")
@pytest.mark.rule("somali_pirates", "CHIT.C7")
def test_doublings_add_up_to_four_times() -> None:
    text = "burao: sl_technical_1 sl_warlord_1 nato_13_dble"
    match = fight(text, mover="pirate", hands={"pirate": ["tactical_edge", "tactical_edge"]}, dice=[6])
    match = prepared(match, Attack("somaliland", "burao", "nato"), "sl_technical_1", "sl_warlord_1")
    assert strengths(match)[0] == 8 + 1  # desert
    match = after(match, Confirm(), PlayChit("tactical_edge", "double"))
    match = after(match, PlayChit("tactical_edge", "double"))
    match = decline(match)
    # technical: 1 + terrain + warlord + two chits, at most four times; warlord: 1 + two chits
    assert told(match, "12.2e") == ["Strengths 19 against 4: 4-1."]


@pytest.mark.rule("somali_pirates", "CHIT.C7")
def test_tactical_edge_adds_one_before_multiplying_zeros_too() -> None:
    text = "hargeisa: nato_13_dble sl_militia_1 sl_militia_2"
    match = fight(text, hands={"pirate": ["tactical_edge"]}, dice=[6])
    match = after(prepared(match, Attack("nato", "hargeisa", "somaliland"), "nato_13_dble"), Confirm())
    match = after(match, PlayChit("tactical_edge", "raise"))
    match = decline(match)
    assert told(match, "12.2e") == ["Strengths 4 against 16: <1-1."]  # (3 + 1) doubled by the city, twice
    engineers = fight(
        "jowhar: usafcom_us_pet_engr aq_cell_1", mover="pirate", hands={"coalition": ["tactical_edge"]}, dice=[6]
    )
    engineers = after(prepared(engineers, Attack("al_qaeda", "jowhar", "usafcom"), "aq_cell_1"), Confirm())
    engineers = decline(after(engineers, PlayChit("tactical_edge", "raise")))
    assert told(engineers, "12.2e") == ["Strengths 1 against 1: 1-1."]


@pytest.mark.rule("somali_pirates", "19.4a")
def test_the_attacker_declares_his_chits_before_the_defender() -> None:
    hands = {"coalition": ["tactical_edge"], "pirate": ["tactical_edge"]}
    match = fight("burao: nato_13_dble sl_militia_1", hands=hands, dice=[6])
    match = after(prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"), Confirm())
    assert (step(match), match.to_act) == ("EdgeWindow", "coalition")
    match = after(match, Decline())
    assert (step(match), match.to_act) == ("EdgeWindow", "pirate")


@pytest.mark.rule("somali_pirates", "13.1a")
def test_half_points_are_counted_unit_by_unit() -> None:
    match = prepared(fight("burao: nato_13_dble sl_militia_1"), Attack("nato", "burao", "somaliland"), "nato_13_dble")
    battle = match.state.step.battle(match.state)
    assert half_points(match.state, battle, "nato_13_dble") == 2 * 4 * 2


# What may attack what


@pytest.mark.rule("somali_pirates", "12.6a")
@pytest.mark.rule("somali_pirates", "12.6b")
@pytest.mark.rule("somali_pirates", "12.6c")
@pytest.mark.parametrize(
    ("text", "mover", "by", "target"),
    [
        ("sea_punt: pl_attack_craft_1 ^nato_uk_strike", "coalition", "nato", "puntland"),
        ("eyl: pl_militia_1 ^nato_uk_strike", "coalition", "nato", "puntland"),
        ("sea_punt: pl_mothership_1 ^cjtfhoa_mn_mpa", "pirate", "puntland", "cjtfhoa"),
        ("eyl: pl_militia_1 nato_uk_swg", "coalition", "nato", "puntland"),
    ],
)
def test_aircraft_and_ships_attack_anything(text: str, mover: str, by: str, target: str) -> None:
    zone, units = text.split(": ")
    match = fight(text, mover=mover)
    unit = next(id_ for id_ in units.replace("^", "").split() if match.state.counter(id_).faction == by)
    match = prepared(match, Attack(by, zone, target), unit)
    assert refused(match, Confirm()) is None


@pytest.mark.rule("somali_pirates", "12.6d")
@pytest.mark.rule("somali_pirates", "12.6g")
def test_ground_units_attack_ground_units_and_ships_in_port_but_no_aircraft() -> None:
    match = fight("eyl: pl_technical_1 nato_uk_swg nato_13_dble", mover="pirate")
    match = prepared(match, Attack("puntland", "eyl", "nato"), "pl_technical_1")
    assert set(match.state.step.battle(match.state).defenders) == {"nato_uk_swg", "nato_13_dble"}
    only_air = fight("eyl: pl_technical_1 base_1 nato_uk_strike au_uganda_1", mover="pirate")
    assert refused(only_air, Attack("puntland", "eyl", "nato")) == "12.6d"
    assert refused(only_air, Attack("puntland", "eyl", "au")) is None


@pytest.mark.rule("somali_pirates", "21.3a")
def test_aircraft_on_a_base_help_their_faction_but_are_no_targets_of_ground_units() -> None:
    match = fight("djibouti: ss_technical_1 base_1 nato_uk_strike nato_13_dble au_uganda_1", mover="pirate")
    match = prepared(match, Attack("southern_somalia", "djibouti", "nato"), "ss_technical_1")
    battle = match.state.step.battle(match.state)
    assert (battle.defenders, battle.helpers) == (("nato_13_dble",), ("nato_uk_strike",))
    assert totals(match.state, battle)[1] == 2 * (4 + 4)
    other = fight("djibouti: ss_technical_1 base_1 nato_uk_strike nato_13_dble au_uganda_1", mover="pirate")
    other = prepared(other, Attack("southern_somalia", "djibouti", "au"), "ss_technical_1")
    assert other.state.step.battle(other.state).helpers == ()
    ships = fight("djibouti: ss_mothership_1 base_1 nato_uk_strike nato_13_dble", mover="pirate")
    ships = prepared(ships, Attack("southern_somalia", "djibouti", "nato"), "ss_mothership_1")
    assert set(ships.state.step.battle(ships.state).defenders) == {"nato_13_dble", "nato_uk_strike"}


@pytest.mark.rule("somali_pirates", "21.5b")
def test_a_patrol_aloft_helps_whoever_is_attacked_below() -> None:
    match = fight("djibouti: ss_technical_1 ^cjtfhoa_mn_mpa nato_13_dble", mover="pirate")
    match = prepared(match, Attack("southern_somalia", "djibouti", "nato"), "ss_technical_1")
    battle = match.state.step.battle(match.state)
    assert battle.helpers == ("cjtfhoa_mn_mpa",)
    assert strengths(match) == (4, 4 + 1)


@pytest.mark.rule("somali_pirates", "21.3a")
def test_carrier_air_helps_its_ship() -> None:
    match = fight("sea_punt: usnavaf_cvg_1[usnavaf_cag_1 jsotf_75_r] pl_mothership_1", mover="pirate")
    match = prepared(match, Attack("puntland", "sea_punt", "usnavaf"), "pl_mothership_1")
    assert strengths(match) == (2, 8 + 5)  # the Rangers aboard add nothing (22.3f)


@pytest.mark.rule("somali_pirates", "22.3f")
def test_cargo_neither_fights_nor_is_a_target() -> None:
    match = fight("eyl: usnavaf_awg_1[usnavaf_11_meu] pl_militia_1", mover="coalition")
    match = prepared(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_awg_1")
    assert refused(match, Add("usnavaf_11_meu")) == "22.3f"
    pirate = fight("eyl: usnavaf_awg_1[usnavaf_11_meu] pl_militia_1", mover="pirate")
    pirate = prepared(pirate, Attack("puntland", "eyl", "usnavaf"), "pl_militia_1")
    assert pirate.state.step.battle(pirate.state).defenders == ("usnavaf_awg_1",)
    assert strengths(pirate) == (3, 3)


@pytest.mark.rule("somali_pirates", "12.6f")
def test_sof_attack_ships_at_sea() -> None:
    match = prepared(
        fight("sea_punt: jsotf_nsw_tf pl_mothership_1"), Attack("jsotf", "sea_punt", "puntland"), "jsotf_nsw_tf"
    )
    assert refused(match, Confirm()) is None


@pytest.mark.rule("somali_pirates", "21.1a")
def test_aircraft_attack_only_on_a_mission() -> None:
    match = fight("djibouti: base_1 nato_uk_strike nato_13_dble ss_militia_1")
    match = prepared(match, Attack("nato", "djibouti", "southern_somalia"), "nato_13_dble")
    assert refused(match, Add("nato_uk_strike")) == "21.1a"


# Missile ships


@pytest.mark.rule("somali_pirates", "20.5a")
def test_missile_ships_fire_at_any_zone_alone_or_with_their_faction() -> None:
    text = (
        "sea_arab: usnavaf_lcs_1 usnavaf_swg_1; kismayo: usnavaf_11_meu nato_13_dble ss_militia_1; garowe: pl_militia_1"
    )
    match = fight(text)
    assert refused(match, Attack("usnavaf", "garowe", "puntland")) is None
    match = prepared(match, Attack("usnavaf", "kismayo", "southern_somalia"), "usnavaf_11_meu", "usnavaf_lcs_1")
    assert refused(match, Add("usnavaf_swg_1")) == "12.0a"
    assert strengths(match) == (5 + 3, 6)
    other = prepared(fight(text), Attack("nato", "kismayo", "southern_somalia"), "nato_13_dble")
    assert refused(other, Add("usnavaf_lcs_1")) == "7.2b"
