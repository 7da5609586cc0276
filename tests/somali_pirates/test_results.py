"""14, 16.3, 16.9, 20.5, 21.4, 22.6: losses, retreats, evacuations, advances and points of kinetic combat."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm
from somali_pirates.actions import Attack, Fly, PlayChit, Retreat, StandFast, TakePoints
from tests.asking import offered, refused, step, told
from tests.somali_pirates.moving import closed, fight, fought, prepared
from tests.somali_pirates.positions import after, decline, where


def gains(match) -> str:
    """What the settlement of the last attack said."""
    return told(match, "6.1a")[-1]


def pirates_attack(text: str, die: int, units: str, target: str, zone: str, **more):
    """A Pirate attack of the faction of its first unit with a given die."""
    match = fight(text, mover="pirate", dice=[die], **more)
    names = units.split()
    by = match.state.counter(names[0]).faction
    return fought(match, Attack(by, zone, target), *names)


def coalition_attacks(text: str, die: int, units: str, target: str, zone: str, hidden: bool = False, **more):
    """A Coalition attack of the faction of its first unit with a given die."""
    match = fight(text, dice=[die, *more.pop("later", ())], **more)
    names = units.split()
    by = match.state.counter(names[0]).faction
    return fought(match, Attack(by, zone, target, hidden), *names)


@pytest.mark.rule("somali_pirates", "14.1a")
def test_all_of_a_side_are_eliminated() -> None:
    text = "jowhar: usafcom_1_bct usafcom_2_sbct ss_militia_1 ss_technical_1 ss_warlord_1 aq_cell_1"
    match = coalition_attacks(text, 6, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", "jowhar")  # 15 to 1: OK
    assert where(match, "aq_cell_1") == "available"
    assert where(match, "ss_militia_1") == "jowhar"  # another faction
    four = "jowhar: usafcom_1_bct usafcom_2_sbct aq_cell_1 aq_cell_2 aq_cell_3 aa"
    match = coalition_attacks(four, 6, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", "jowhar")  # 15 to 5, 3-1: DE
    assert {where(match, unit) for unit in ("aq_cell_1", "aq_cell_2", "aq_cell_3", "aa")} == {"available"}
    assert gains(match) == "Points of the attack: Coalition 8."


@pytest.mark.rule("somali_pirates", "14.1b")
@pytest.mark.rule("somali_pirates", "14.1c")
def test_half_of_the_printed_strength_is_lost_by_the_owners_choice() -> None:
    # in a city: 6 + 6 + 2 doubled against 8 x 3; printed 3, 3 and 1
    text = "kismayo: usafcom_1_bct usafcom_2_sbct usafcom_101_aaslt usafcom_10_mtn usafcom_173_abn ss_militia_1 " \
        "ss_militia_2 ss_warlord_1; merca: ss_militia_3"  # fmt: skip
    match = fight(text, dice=[6])
    units = ("usafcom_1_bct", "usafcom_2_sbct", "usafcom_101_aaslt")
    match = fought(match, Attack("usafcom", "kismayo", "southern_somalia"), *units)  # 21 to 20 with the doubled Militia
    assert match.to_act == "pirate"
    match = after(match, match.legal()[0])  # the Warlord's choice
    assert told(match, "14.0a")[0].startswith("DD")
    assert (step(match), match.to_act) == ("Casualties", "pirate")
    assert refused(match, Confirm()) == "14.1b"
    assert refused(after(match.clone(), Add("ss_militia_1")), Confirm()) == "14.1b"  # 3 of 7
    assert refused(after(match.clone(), Add("ss_militia_1"), Add("ss_warlord_1")), Confirm()) is None  # 4 of 7
    assert refused(after(match.clone(), Add("ss_militia_1"), Add("ss_militia_2")), Confirm()) is None


@pytest.mark.rule("somali_pirates", "14.1b")
def test_a_force_without_strength_loses_half_its_units() -> None:
    engineers = " ".join(f"contractors_pet_engr_{number}" for number in (1, 2, 3))
    text = f"jowhar: {engineers} ss_technical_1; baidoa: au_uganda_1"
    match = pirates_attack(text, 2, "ss_technical_1", "contractors", "jowhar")  # last column, DD
    assert step(match) == "Casualties"
    assert refused(after(match, Add("contractors_pet_engr_1")), Confirm()) == "14.1b"
    assert refused(after(match, Add("contractors_pet_engr_2")), Confirm()) is None


@pytest.mark.rule("somali_pirates", "14.2a")
def test_retreating_units_go_to_zones_they_could_enter() -> None:
    text = "afmadow: usafcom_1_bct usafcom_2_sbct ss_technical_1"
    match = coalition_attacks(text, 3, "usafcom_1_bct usafcom_2_sbct", "southern_somalia", "afmadow")  # 15 to 4, DR
    assert step(match) == "Retreats"
    assert refused(match, Retreat("ss_technical_1", "kenya")) == "7.10b"
    assert refused(match, Retreat("ss_technical_1", "mogadishu")) == "14.2a"
    match = after(match, Retreat("ss_technical_1", "kismayo"))
    assert where(match, "ss_technical_1") == "kismayo"


@pytest.mark.rule("somali_pirates", "14.2b")
@pytest.mark.rule("somali_pirates", "16.3a")
def test_a_unit_may_retreat_into_the_box_of_its_zone() -> None:
    text = "merca: usafcom_1_bct usafcom_2_sbct aqap_1"
    match = coalition_attacks(text, 3, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", "merca")
    assert refused(match, Retreat("aqap_1", "merca", "under")) is None
    match = after(match, Retreat("aqap_1", "merca", "under"))
    assert where(match, "aqap_1") == "!merca"
    shut_out = coalition_attacks(text + "; merca: !jsotf_cia", 3, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", "merca")
    assert refused(shut_out, Retreat("aqap_1", "merca", "under")) == "16.4b"


@pytest.mark.rule("somali_pirates", "14.2c")
def test_aircraft_retreat_to_bases_without_enemies() -> None:
    bases = "djibouti: base_1 ss_militia_1; berbera: base_2 !sl_militia_1; kismayo: base_3"
    text = f"eyl: ^nato_uk_strike ^nato_fr_strike pl_militia_1; {bases}"
    match = fight(text, dice=[1])
    match = fought(match, Attack("nato", "eyl", "puntland"), "nato_uk_strike", "nato_fr_strike")  # 8 to 3, AD
    match = after(match, Add("nato_uk_strike"), Confirm())
    match = decline(match)
    assert step(match) == "Retreats"
    assert refused(match, Retreat("nato_fr_strike", "djibouti", "base")) == "14.2c"
    assert refused(match, Retreat("nato_fr_strike", "berbera", "base")) == "14.2c"  # a hidden enemy
    assert refused(match, Retreat("nato_fr_strike", "garowe")) == "14.2c"
    match = after(match, Retreat("nato_fr_strike", "kismayo", "base"))
    assert where(match, "nato_fr_strike") == "kismayo"


@pytest.mark.rule("somali_pirates", "14.2c")
def test_airmobile_units_retreat_four_spaces_to_a_base() -> None:
    text = "garowe: usafcom_173_abn pl_technical_1 pl_technical_2 pl_technical_3; las_anod: base_1; kismayo: base_2"
    match = pirates_attack(
        text, 3, "pl_technical_1 pl_technical_2 pl_technical_3", "usafcom", "garowe"
    )  # desert: 24 to 5
    assert told(match, "14.0a")[0].startswith("DR")
    assert refused(match, Retreat("usafcom_173_abn", "las_anod", "base")) is None
    assert refused(match, Retreat("usafcom_173_abn", "kismayo", "base")) == "14.2c"
    assert refused(match, Retreat("usafcom_173_abn", "eyl")) is None  # on foot


@pytest.mark.rule("somali_pirates", "14.2d")
def test_amphibious_units_retreat_onto_a_ship_offshore() -> None:
    text = (
        "bandar_beyla: usnavaf_11_meu pl_technical_1 pl_technical_2 pl_technical_3; sea_punt: usnavaf_awg_1 nato_uk_awg"
    )
    match = pirates_attack(
        text, 4, "pl_technical_1 pl_technical_2 pl_technical_3", "usnavaf", "bandar_beyla"
    )  # 12 to 5
    assert told(match, "14.0a")[0].startswith("DR")
    assert refused(match, Retreat("usnavaf_11_meu", "sea_punt", "nato_uk_awg")) == "7.4a"
    match = after(match, Retreat("usnavaf_11_meu", "sea_punt", "usnavaf_awg_1"))
    assert match.state.units["usnavaf_11_meu"].aboard == "usnavaf_awg_1"


@pytest.mark.rule("somali_pirates", "14.2e")
def test_ships_retreat_to_the_sea_or_a_port_with_their_cargo() -> None:
    text = "sea_punt: nato_uk_swg pl_mothership_1[pl_warlord_1]"
    match = coalition_attacks(text, 4, "nato_uk_swg", "puntland", "sea_punt")  # 5 to 2, DR
    assert {move.zone for move in offered(match, Retreat)} == {"eyl", "sea_guard", "sea_basin", "sea_mudug"}
    assert refused(match, Retreat("pl_mothership_1", "bandar_beyla")) == "14.2e"
    match = after(match, Retreat("pl_mothership_1", "eyl"))
    assert (where(match, "pl_mothership_1"), where(match, "pl_warlord_1")) == ("eyl", "eyl")
    home = pirates_attack(
        "sea_goa_w: nato_uk_swg sl_mothership_1 sl_attack_craft_1 sl_attack_craft_2 sl_attack_craft_3 "
        "sl_mothership_2 sl_attack_craft_4",
        5,
        "sl_mothership_1 sl_mothership_2 sl_attack_craft_1 sl_attack_craft_2",
        "nato",
        "sea_goa_w",
    )
    assert told(home, "14.0a")[0].startswith("DR")  # 6 to 5
    assert refused(home, Retreat("nato_uk_swg", "off_aden")) is None


@pytest.mark.rule("somali_pirates", "14.2f")
@pytest.mark.rule("somali_pirates", "14.2h")
def test_retreating_units_may_split_up_and_go_where_enemies_are() -> None:
    text = "garowe: usafcom_1_bct usafcom_2_sbct aq_cell_1 aqap_1; eyl: nato_13_dble; qardho: nato_eu_rr"
    match = coalition_attacks(text, 3, "usafcom_1_bct", "al_qaeda", "garowe")  # desert: 16 to 5, DR
    match = after(match, Retreat("aqap_1", "qardho"))
    match = after(match, Retreat("aq_cell_1", "eyl"))
    assert where(match, "aq_cell_1") == "eyl"
    match = after(decline(match), *offered(match, TakePoints)[:1])
    assert refused(match, Attack("nato", "eyl", "al_qaeda")) is None  # attacked a second time


@pytest.mark.rule("somali_pirates", "14.2f")
def test_two_units_retreat_to_different_zones() -> None:
    text = "jowhar: usafcom_1_bct usafcom_2_sbct aq_cell_1 aqap_1"
    match = coalition_attacks(text, 3, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", "jowhar")  # 15 to 5: DR
    match = after(match, Retreat("aq_cell_1", "mogadishu"), Retreat("aqap_1", "beledweyne"))
    assert (where(match, "aq_cell_1"), where(match, "aqap_1")) == ("mogadishu", "beledweyne")


@pytest.mark.rule("somali_pirates", "14.2g")
@pytest.mark.rule("somali_pirates", "14.3a")
def test_who_cannot_retreat_is_lost_and_scored() -> None:
    match = coalition_attacks("afmadow: usafcom_1_bct ss_militia_1", 4, "usafcom_1_bct", "southern_somalia", "afmadow")
    assert told(match, "14.0a")[0].startswith("DR")  # 8 to 3
    assert told(match, "14.3a")
    assert where(match, "ss_militia_1") == "available"
    assert gains(match) == "Points of the attack: Coalition 1."
    boxed = coalition_attacks("merca: usafcom_1_bct ss_militia_1", 4, "usafcom_1_bct", "southern_somalia", "merca")
    assert where(boxed, "ss_militia_1") == "!merca"


@pytest.mark.rule("somali_pirates", "14.4a")
@pytest.mark.rule("somali_pirates", "14.4b")
def test_bases_never_retreat_and_let_others_stay() -> None:
    text = "garowe: pirate_base_1@puntland pl_technical_1 aqap_1 usafcom_1_bct usafcom_2_sbct usafcom_101_aaslt"
    match = fight(text, dice=[4])
    match = fought(
        match, Attack("usafcom", "garowe", "puntland"), "usafcom_1_bct", "usafcom_2_sbct"
    )  # 30 to 7, 4-1: DD
    match = after(match, Add("pl_technical_1"), Confirm())
    assert where(match, "pirate_base_1") == "garowe"
    stay = fight(text, dice=[3])
    stay = fought(stay, Attack("usafcom", "garowe", "al_qaeda"), "usafcom_1_bct")  # 16 to 4, 4-1: DR; base unattacked
    assert refused(stay, StandFast("aqap_1")) is None
    stay = after(stay, StandFast("aqap_1"))
    assert where(stay, "aqap_1") == "garowe"
    no_base = fight(text.replace("pirate_base_1@puntland ", ""), dice=[3])
    no_base = fought(no_base, Attack("usafcom", "garowe", "al_qaeda"), "usafcom_1_bct")
    assert refused(no_base, StandFast("aqap_1")) == "14.4b"


@pytest.mark.rule("somali_pirates", "14.2a")
def test_mutual_damage_costs_both_half_and_only_the_attackers_retreat() -> None:
    match = fight("jowhar: usafcom_1_bct usafcom_2_sbct ss_technical_1 ss_technical_2", dice=[3, 5])
    match = fought(match, Attack("usafcom", "jowhar", "southern_somalia"), "usafcom_1_bct")  # 8 to 8: MD
    match = decline(match)
    assert where(match, "usafcom_1_bct") == "due"  # a single unit is half of itself
    assert (step(match), match.to_act) == ("Casualties", "pirate")
    match = after(match, Add("ss_technical_1"), Confirm())
    assert where(match, "ss_technical_2") == "jowhar"
    assert gains(match) == "Points of the attack: Coalition 1, Pirates 4."


@pytest.mark.rule("somali_pirates", "20.5b")
def test_missile_ships_afar_are_out_of_reach() -> None:
    text = "eyl: usnavaf_11_meu pl_militia_1 pl_militia_2; sea_arab: usnavaf_lcs_1"
    match = fight(text, dice=[1, 2])
    match = fought(match, Attack("usnavaf", "eyl", "puntland"), "usnavaf_11_meu", "usnavaf_lcs_1")  # 13 to 6, 2-1: AD
    assert told(match, "14.0a")[0].startswith("AD")
    decline(match)
    assert where(match, "usnavaf_11_meu") == "due"
    assert where(match, "usnavaf_lcs_1") == "sea_arab"


@pytest.mark.rule("somali_pirates", "20.5c")
def test_a_missile_ship_on_the_spot_suffers_like_others() -> None:
    match = fight(
        "sea_punt: usnavaf_lcs_1 pl_mothership_1 pl_mothership_2 pl_mothership_3 pl_attack_craft_1", dice=[1, 3]
    )
    match = decline(fought(match, Attack("usnavaf", "sea_punt", "puntland"), "usnavaf_lcs_1"))  # 6 to 8: AE
    assert where(match, "usnavaf_lcs_1") == "due"
    assert gains(match) == "Points of the attack: Pirates 4."


@pytest.mark.rule("somali_pirates", "22.6a")
def test_cargo_drowns_with_its_ship_and_is_scored() -> None:
    match = coalition_attacks("sea_basin: nato_uk_swg nato_mn_swg pl_mothership_1[pl_warlord_1]", 4,
                              "nato_uk_swg nato_mn_swg", "puntland", "sea_basin")  # fmt: skip
    assert told(match, "14.0a")[0].startswith("DD")  # 10 to 2
    assert where(match, "pl_warlord_1") == where(match, "pl_mothership_1") == "available"
    assert gains(match) == "Points of the attack: Coalition 6."


@pytest.mark.rule("somali_pirates", "21.4a")
def test_aircraft_evacuate_when_their_base_is_lost() -> None:
    text = (
        "kismayo: base_1 nato_uk_strike nato_fr_strike ss_technical_1 ss_technical_2 ss_technical_3; djibouti: base_2"
    )
    match = pirates_attack(
        text, 6, "ss_technical_1 ss_technical_2 ss_technical_3", "coalition_base", "kismayo"
    )  # 12 to 3
    assert told(match, "14.0a")[0].startswith("DE")
    assert (step(match), match.to_act) == ("Evacuation", "coalition")
    match = after(match, Fly("nato_uk_strike", "djibouti", "base"), Fly("nato_fr_strike", "off_aden", "base"))
    assert (where(match, "nato_uk_strike"), where(match, "nato_fr_strike")) == ("djibouti", "off_aden")
    assert gains(match) == "Points of the attack: Pirates 4."


@pytest.mark.rule("somali_pirates", "21.4a")
def test_aircraft_evacuate_when_their_carrier_is_lost() -> None:
    text = "sea_basin: nato_fr_cvg[nato_fr_cag] pl_mothership_1 pl_mothership_2 pl_mothership_3 pl_attack_craft_1 " \
        "pl_attack_craft_2 pl_attack_craft_3 pl_attack_craft_4 pl_attack_craft_5 pl_attack_craft_6"  # fmt: skip
    match = fight(text, mover="pirate", hands={"pirate": ["tactical_edge"]}, dice=[6, 6])
    units = [f"pl_mothership_{n}" for n in (1, 2, 3)] + [f"pl_attack_craft_{n}" for n in range(1, 7)]
    match = after(prepared(match, Attack("puntland", "sea_basin", "nato"), *units), Confirm())
    match = decline(after(match, PlayChit("tactical_edge", "double")))  # 24 to 10: DE
    assert told(match, "14.0a")[0].startswith("DE")
    assert step(match) == "Evacuation"
    match = decline(after(match, Fly("nato_fr_cag", "off_diego", "base")))
    assert (where(match, "nato_fr_cag"), where(match, "nato_fr_cvg")) == ("off_diego", "removed")
    assert gains(match) == "Points of the attack: Pirates 8."


@pytest.mark.rule("somali_pirates", "16.9a")
@pytest.mark.rule("somali_pirates", "25.2c")
def test_qualified_attackers_may_advance_into_a_cleared_box() -> None:
    text = "baidoa: jsotf_75_r jsotf_3_sfg contractors_pmc_1 base_1@jsotf !ss_militia_1"
    match = fight(text, hands={"coalition": ["isr"]}, dice=[6])
    units = ("jsotf_75_r", "jsotf_3_sfg", "contractors_pmc_1", "base_1")
    match = fought(match, Attack("jsotf", "baidoa", "southern_somalia", True), *units)  # 12 to 3, 4-1: DE
    assert step(match) == "Advance"
    assert refused(match, Add("base_1")) == "16.5a"
    assert refused(match, Add("contractors_pmc_1")) == "16.0c"
    match = after(match, Add("jsotf_3_sfg"), Confirm())
    assert (where(match, "jsotf_3_sfg"), where(match, "jsotf_75_r")) == ("!baidoa", "baidoa")


@pytest.mark.rule("somali_pirates", "16.9a")
def test_nobody_advances_into_a_box_that_is_not_cleared() -> None:
    text = "baidoa: jsotf_75_r jsotf_3_sfg !ss_militia_1 !aq_cell_1"
    match = fight(text, hands={"coalition": ["isr"]}, dice=[6])
    match = fought(match, Attack("jsotf", "baidoa", "al_qaeda", True), "jsotf_75_r", "jsotf_3_sfg")
    assert where(match, "aq_cell_1") == "available"
    assert step(match) == "Share"


@pytest.mark.rule("somali_pirates", "6.1c")
@pytest.mark.parametrize(
    ("zone", "mover", "points"), [("jowhar", "coalition", 1), ("kismayo", "coalition", 2), ("jowhar", "pirate", 1)]
)
def test_an_indecisive_action_pays_the_pirates(zone: str, mover: str, points: int) -> None:
    text = f"{zone}: usafcom_1_bct ss_technical_1 ss_technical_2"
    if mover == "coalition":
        match = coalition_attacks(text, 4, "usafcom_1_bct", "southern_somalia", zone)  # 8 to 8
    else:
        match = pirates_attack(text, 4, "ss_technical_1 ss_technical_2", "usafcom", zone)
    assert told(match, "14.0a")[0].startswith("IA")
    assert gains(match) == f"Points of the attack: Pirates {points}."


@pytest.mark.rule("somali_pirates", "6.1d")
@pytest.mark.parametrize(("zone", "points"), [("jowhar", 1), ("hobyo", 2), ("kismayo", 4)])
def test_an_overkill_pays_the_defender_the_value_of_the_zone(zone: str, points: int) -> None:
    text = f"{zone}: usafcom_1_bct usafcom_2_sbct usafcom_101_aaslt aq_cell_1"
    match = coalition_attacks(text, 6, "usafcom_1_bct usafcom_2_sbct", "al_qaeda", zone)
    assert told(match, "14.0a")[0].startswith("OK")
    assert gains(match) == f"Points of the attack: Coalition 2, Pirates {points}."


@pytest.mark.rule("somali_pirates", "CHIT.C5")
def test_a_closed_region_is_not_left_by_retreat() -> None:
    text = "bosaso: usafcom_1_bct usafcom_2_sbct pl_technical_1"
    match = closed(fight(text, dice=[3]), "puntland")
    match = fought(match, Attack("usafcom", "bosaso", "puntland"), "usafcom_1_bct", "usafcom_2_sbct")
    assert refused(match, Retreat("pl_technical_1", "erigavo")) == "CHIT.C5"
    assert refused(match, Retreat("pl_technical_1", "qardho")) is None
