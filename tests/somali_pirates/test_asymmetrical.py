"""2.10, 2.11, 15: the five asymmetrical attacks, their values, results and points."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm
from somali_pirates.actions import Attack, Choose, EndPhase, Hide, Operate, PlayChit, TakePoints
from somali_pirates.rules.strength import asymmetrical_column, asymmetrical_values
from tests.asking import offered, refused, rolls, step, told
from tests.somali_pirates.moving import fought, prepared
from tests.somali_pirates.positions import FAR, after, arrange, decline, end_phases, where


def fight(text: str, mover: str = "pirate", **more):
    """A Combat Phase with units far away, so that nothing ends by itself."""
    return arrange(text + FAR, phase="combat", mover=mover, **more)


def column(match) -> int:
    """The difference that the prepared attack comes to, within the table."""
    battle = match.state.step.battle(match.state)
    attack, defence = asymmetrical_values(match.state, battle)
    return asymmetrical_column(match.state, attack - defence) - 2


def gains(match) -> str:
    """What the settlement of the last attack said."""
    return told(match, "6.1a")[-1]


@pytest.mark.rule("somali_pirates", "2.10b")
def test_every_cell_of_the_table_is_a_success_or_a_failure() -> None:
    data = fight("eyl: pl_militia_1").game.data
    assert {cell for row in data.tables.asymmetrical_crt.rows for cell in row} == {"S1", "S2", "S3", "F"}
    assert all(set(kind.results) == {"S1", "S2", "S3", "F"} for kind in data.attacks.values())


@pytest.mark.rule("somali_pirates", "2.11d")
@pytest.mark.rule("somali_pirates", "15.1a")
def test_without_a_value_no_asymmetrical_attack() -> None:
    match = fight("eyl: pl_technical_1 pl_militia_1 nato_13_dble", hands={"pirate": ["isr"]})
    match = prepared(match, Operate("spectacular", "puntland", "eyl", "nato"), "pl_militia_1")
    assert refused(match, Add("pl_technical_1")) == "15.1a"
    alone = fight("eyl: pl_technical_1 nato_13_dble", hands={"pirate": ["isr"]})
    assert refused(alone, Operate("spectacular", "puntland", "eyl", "nato")) == "15.1a"


@pytest.mark.rule("somali_pirates", "15.3a")
def test_a_unit_makes_one_attack_of_either_kind() -> None:
    match = fight("sea_punt: pl_attack_craft_1 nato_uk_swg", dice=[6])
    match = fought(match, Operate("raid", "puntland", "sea_punt"), "pl_attack_craft_1")
    match = after(match, *offered(match, TakePoints)[:1])
    assert refused(match, Operate("raid", "puntland", "sea_punt")) == "15.3a"
    assert refused(match, Attack("puntland", "sea_punt", "nato")) == "12.3b"


@pytest.mark.rule("somali_pirates", "15.3b")
@pytest.mark.rule("somali_pirates", "15.7o")
@pytest.mark.rule("somali_pirates", "CHIT.C8")
def test_two_drones_may_hunt_one_warlord_anywhere() -> None:
    match = fight("bardera: !ss_warlord_1; sea_punt: pl_mothership_1[pl_warlord_1]", mover="coalition",
                  hands={"coalition": ["uav_attack", "uav_attack"]}, dice=[4, 4, 2, 5])  # fmt: skip
    assert refused(match, Operate("drone", "", "", "pl_warlord_1")) is None
    assert refused(match, Operate("drone", "", "", "ss_militia_8")) == "15.7o"
    match = after(match, Operate("drone", "", "", "ss_warlord_1"))
    match = decline(match)
    assert match.state.hands["coalition"] == ("uav_attack",)
    match = decline(after(match, Operate("drone", "", "", "ss_warlord_1")))
    assert refused(match, Operate("drone", "", "", "pl_warlord_1")) == "15.7o"
    assert refused(fight("bardera: ss_warlord_1"), Operate("drone", "", "", "ss_warlord_1")) == "15.7o"


@pytest.mark.rule("somali_pirates", "15.7p")
@pytest.mark.parametrize(
    ("dice", "result", "alive"),
    [((4, 6), "S3", False), ((4, 5), "S2", False), ((4, 4), "S1", True), ((1, 4), "F", True)],
)
def test_the_column_of_a_drone_is_a_die_less_one(dice: tuple[int, int], result: str, alive: bool) -> None:
    text = "garowe: pl_warlord_1 pl_militia_1 pl_militia_2 pl_militia_3 aq_cell_1"  # nobody's value counts
    match = fight(text, mover="coalition", hands={"coalition": ["uav_attack"]}, dice=dice)
    match = decline(after(match, Operate("drone", "", "", "pl_warlord_1")))
    assert [roll.dice[0] for roll in rolls(match)] == list(dice)
    assert told(match, "15.7o")[-1].startswith(result)
    assert (where(match, "pl_warlord_1") == "garowe") == alive
    points = {"S3": "Coalition 5", "S2": "Coalition 4", "S1": "none", "F": "Pirates 1"}[result]
    assert gains(match) == f"Points of the attack: {points}."


@pytest.mark.rule("somali_pirates", "15.7p")
def test_a_failed_drone_in_a_city_gives_two() -> None:
    match = fight("bosaso: pl_warlord_1", mover="coalition", hands={"coalition": ["uav_attack"]}, dice=[1, 1])
    match = decline(after(match, Operate("drone", "", "", "pl_warlord_1")))
    assert gains(match) == "Points of the attack: Pirates 2."


# Sea Raiding


@pytest.mark.rule("somali_pirates", "15.7a")
def test_ships_raid_at_sea_only_and_only_those_of_the_pirates() -> None:
    match = fight("eyl: pl_attack_craft_1; sea_punt: pl_mothership_1 nato_uk_swg")
    assert refused(match, Operate("raid", "puntland", "eyl")) == "15.7a"
    assert refused(match, Operate("raid", "puntland", "sea_punt")) is None
    coalition = fight("sea_punt: nato_uk_swg", mover="coalition")
    assert refused(coalition, Operate("raid", "nato", "sea_punt")) == "15.7a"


@pytest.mark.rule("somali_pirates", "15.7b")
@pytest.mark.rule("somali_pirates", "15.7r")
@pytest.mark.rule("somali_pirates", "12.3b")
def test_ships_raid_singly_or_together_each_once_and_without_a_chit() -> None:
    match = fight("sea_punt: pl_attack_craft_1 pl_attack_craft_2 pl_attack_craft_3", dice=[6, 5])
    match = prepared(match, Operate("raid", "puntland", "sea_punt"), "pl_attack_craft_1", "pl_attack_craft_2")
    assert column(match) == 2
    match = after(match, Confirm())
    match = after(match, TakePoints())
    match = prepared(match, Operate("raid", "puntland", "sea_punt"))
    assert refused(match, Add("pl_attack_craft_1")) == "15.3a"
    match = after(match, Add("pl_attack_craft_3"), Confirm(), TakePoints())
    assert match.state.index["pirate"] == 60 + 2 + 1  # S2 and S1 in a Zone of value 1


@pytest.mark.rule("somali_pirates", "15.4b")
def test_raiders_are_of_one_faction() -> None:
    match = fight("sea_goa_e: pl_attack_craft_1 sl_attack_craft_1 pl_mothership_1[pl_warlord_1]")
    match = prepared(match, Operate("raid", "puntland", "sea_goa_e"), "pl_attack_craft_1")
    assert refused(match, Add("sl_attack_craft_1")) == "15.4b"  # a Warlord aboard does not unite them
    node = fight("sea_goa_e: pl_attack_craft_1 sl_attack_craft_1", hands={"pirate": ["leader_node"]})
    node = prepared(node, Operate("raid", "puntland", "sea_goa_e"), "pl_attack_craft_1")
    assert refused(node, Add("sl_attack_craft_1")) is None


@pytest.mark.rule("somali_pirates", "15.4c")
@pytest.mark.rule("somali_pirates", "15.5a")
def test_the_difference_of_values_names_the_column() -> None:
    match = fight("mogadishu: aq_warlord_1 aq_cell_1 jsotf_3_sfg", hands={"pirate": ["isr"]})
    match = prepared(match, Operate("spectacular", "al_qaeda", "mogadishu", "jsotf"), "aq_warlord_1", "aq_cell_1")
    battle = match.state.step.battle(match.state)
    assert asymmetrical_values(match.state, battle) == (6, 3)  # city and Warlord change nothing
    assert column(match) == 3


@pytest.mark.rule("somali_pirates", "15.7c")
@pytest.mark.rule("somali_pirates", "22.3f")
@pytest.mark.rule("somali_pirates", "21.5b")
def test_what_is_subtracted_from_a_raid() -> None:
    escort = "nato_uk_swg ^cjtfhoa_mn_mpa usnavaf_awg_1[jsotf_3_sfg usnavaf_11_meu] usnavaf_rivron"
    text = f"sea_goa_w: sl_attack_craft_1 {escort}"
    match = prepared(fight(text), Operate("raid", "somaliland", "sea_goa_w"), "sl_attack_craft_1")
    battle = match.state.step.battle(match.state)
    assert asymmetrical_values(match.state, battle) == (1, 1 + 2 + 3 + 1)  # the MEU aboard counts for nothing
    assert column(match) == -2


@pytest.mark.rule("somali_pirates", "15.7d")
@pytest.mark.rule("somali_pirates", "15.7q")
def test_a_great_raid_hijacks_a_ship() -> None:
    text = "sea_guard: pl_attack_craft_1 pl_mothership_1"
    match = fought(
        fight(text, dice=[6]), Operate("raid", "puntland", "sea_guard"), "pl_attack_craft_1", "pl_mothership_1"
    )
    assert where(match, "pl_mothership_2") == "sea_guard"
    assert gains(match) == "Points of the attack: Pirates 4."
    match = after(match, TakePoints())
    assert refused(match, Operate("raid", "puntland", "sea_guard")) == "15.3a"  # the prize does not attack this phase


@pytest.mark.rule("somali_pirates", "15.7q")
def test_the_pirate_chooses_whose_ship_is_hijacked() -> None:
    text = "sea_goa_e: pl_attack_craft_1 pl_attack_craft_2 sl_attack_craft_1"
    match = fight(text, hands={"pirate": ["leader_node"]}, dice=[6])
    units = ("pl_attack_craft_1", "pl_attack_craft_2", "sl_attack_craft_1")
    match = fought(match, Operate("raid", "puntland", "sea_goa_e"), *units)
    assert step(match) == "Hijack"
    assert {choice.unit for choice in offered(match, Choose)} == {"pl_mothership_1", "sl_mothership_1"}
    match = after(match, Choose("sl_mothership_1"))
    assert where(match, "sl_mothership_1") == "sea_goa_e"


@pytest.mark.rule("somali_pirates", "15.7d")
def test_a_failed_raid_costs_a_ship_only_if_it_was_opposed() -> None:
    free = fought(
        fight("sea_punt: pl_attack_craft_1", dice=[1]), Operate("raid", "puntland", "sea_punt"), "pl_attack_craft_1"
    )
    assert where(free, "pl_attack_craft_1") == "sea_punt"
    text = "sea_punt: pl_attack_craft_1 pl_mothership_1 nato_uk_swg"
    match = fought(
        fight(text, dice=[1]), Operate("raid", "puntland", "sea_punt"), "pl_attack_craft_1", "pl_mothership_1"
    )
    assert (step(match), match.to_act) == ("NamedLoss", "pirate")
    match = after(match, Choose("pl_attack_craft_1"))
    assert where(match, "pl_attack_craft_1") == "available"
    assert gains(match) == "Points of the attack: Coalition 1."


# Terrorist Spectacular


@pytest.mark.rule("somali_pirates", "15.7e")
@pytest.mark.rule("somali_pirates", "CHIT.P3")
def test_a_spectacular_costs_an_isr_and_needs_an_open_target() -> None:
    text = "mogadishu: aq_cell_1 au_uganda_1 !stfg_police"
    assert refused(fight(text), Operate("spectacular", "al_qaeda", "mogadishu", "au")) == "15.7e"
    match = fight(text, hands={"pirate": ["isr"]}, dice=[2])
    assert refused(match, Operate("spectacular", "al_qaeda", "mogadishu", "stfg")) == "15.7e"
    assert refused(match, Operate("spectacular", "al_qaeda", "mogadishu", "au")) is None
    coalition = fight(text, mover="coalition", hands={"coalition": ["isr"]})
    assert refused(coalition, Operate("spectacular", "au", "mogadishu", "al_qaeda")) == "15.7e"


@pytest.mark.rule("somali_pirates", "15.7f")
def test_at_sea_only_ships_make_a_spectacular_against_ships() -> None:
    text = "sea_punt: pl_mothership_1[pl_warlord_1] nato_uk_swg jsotf_nsw_tf"
    match = fight(text, hands={"pirate": ["isr"]})
    assert (
        refused(match, Operate("spectacular", "puntland", "sea_punt", "jsotf")) == "15.7e"
    )  # SOF at sea are no target
    match = prepared(match, Operate("spectacular", "puntland", "sea_punt", "nato"), "pl_mothership_1")
    assert refused(match, Add("pl_warlord_1")) == "22.3f"


@pytest.mark.rule("somali_pirates", "15.7g")
@pytest.mark.rule("somali_pirates", "21.3a")
def test_a_spectacular_subtracts_the_target_and_the_common_factions() -> None:
    text = "djibouti: aq_cell_1 aq_cell_2 nato_egf jsotf_sfod au_uganda_1"
    match = prepared(fight(text, hands={"pirate": ["isr"]}), Operate("spectacular", "al_qaeda", "djibouti", "nato"),
                     "aq_cell_1", "aq_cell_2")  # fmt: skip
    assert column(match) == 1  # 6 against 1 + 4
    text = "djibouti: aq_cell_1 aq_cell_2 base_1 cjtfhoa_prt_1 cjtfhoa_mn_mpa ^nato_mn_patrol nato_13_dble"
    match = prepared(fight(text, hands={"pirate": ["isr"]}), Operate("spectacular", "al_qaeda", "djibouti", "cjtfhoa"),
                     "aq_cell_1", "aq_cell_2")  # fmt: skip
    battle = match.state.step.battle(match.state)
    assert asymmetrical_values(match.state, battle) == (6, 1 + 2 + 2)  # its aircraft, and every patrol aloft


@pytest.mark.rule("somali_pirates", "15.1b")
@pytest.mark.rule("somali_pirates", "15.7h")
def test_the_pirate_chooses_the_victim_of_a_spectacular() -> None:
    text = "mogadishu: aq_cell_1 aq_cell_2 au_uganda_mech au_burundi_1 stfg_1_bde jsotf_csof@stfg"
    match = fight(text, hands={"pirate": ["isr"]}, dice=[6, 6])
    match = fought(match, Operate("spectacular", "al_qaeda", "mogadishu", "au"), "aq_cell_1", "aq_cell_2")  # 6 - 3
    assert step(match) == "NamedLoss"
    assert {choice.unit for choice in offered(match, Choose)} == {"au_uganda_mech", "au_burundi_1"}
    match = decline(after(match, Choose("au_uganda_mech")))  # a unit without value
    assert where(match, "au_uganda_mech") == "removed"
    assert gains(match) == "Points of the attack: Pirates 6."


@pytest.mark.rule("somali_pirates", "15.6a")
def test_a_failed_spectacular_loses_an_attacker_and_is_scored() -> None:
    match = fight("mogadishu: aq_cell_1 au_uganda_1", hands={"pirate": ["isr"]}, dice=[1])
    match = fought(match, Operate("spectacular", "al_qaeda", "mogadishu", "au"), "aq_cell_1")
    assert where(match, "aq_cell_1") == "available"
    assert gains(match) == "Points of the attack: Coalition 2."


@pytest.mark.rule("somali_pirates", "15.4a")
def test_attackers_must_be_open() -> None:
    match = fight("mogadishu: !aq_cell_1 au_uganda_1", hands={"pirate": ["isr"]})
    assert refused(match, Operate("spectacular", "al_qaeda", "mogadishu", "au")) in ("15.4a", "12.0a")
    match = fight("mogadishu: !aq_cell_1 aq_cell_2 au_uganda_1", hands={"pirate": ["isr"]})
    match = prepared(match, Operate("spectacular", "al_qaeda", "mogadishu", "au"))
    assert refused(match, Add("aq_cell_1")) == "15.4a"


# Counterinsurgency


@pytest.mark.rule("somali_pirates", "15.7i")
def test_either_side_makes_counterinsurgency_without_a_chit() -> None:
    coalition = fight("baidoa: stfg_1_bde !ss_militia_1", mover="coalition")
    assert refused(coalition, Operate("counterinsurgency", "stfg", "baidoa")) is None
    pirate = fight("baidoa: ss_militia_1 !jsotf_cia")
    assert refused(pirate, Operate("counterinsurgency", "southern_somalia", "baidoa")) is None
    nobody = fight("baidoa: stfg_1_bde ss_militia_1", mover="coalition")
    assert refused(nobody, Operate("counterinsurgency", "stfg", "baidoa")) == "15.7i"


@pytest.mark.rule("somali_pirates", "15.7j")
def test_counterinsurgency_subtracts_the_whole_box() -> None:
    text = "baidoa: jsotf_sfod cjtfhoa_socce !ss_militia_1 !ss_militia_2 !aq_cell_1 ss_militia_3"
    match = prepared(fight(text, mover="coalition"), Operate("counterinsurgency", "jsotf", "baidoa"), "jsotf_sfod")
    assert asymmetrical_values(match.state, match.state.step.battle(match.state)) == (4, 1 + 1 + 3)
    both = prepared(
        fight(text, mover="coalition"), Operate("counterinsurgency", "cjtfhoa", "baidoa"), "cjtfhoa_socce", "jsotf_sfod"
    )
    assert column(both) == 1


@pytest.mark.rule("somali_pirates", "15.7k")
@pytest.mark.rule("somali_pirates", "16.4a")
@pytest.mark.parametrize(("die", "result"), [(4, "S1"), (5, "S2"), (6, "S3"), (1, "F")])
def test_counterinsurgency_drives_units_into_the_open(die: int, result: str) -> None:
    text = "baidoa: jsotf_sfod jsotf_3_sfg !ss_militia_1 !ss_militia_2 !ss_warlord_1"
    match = fight(text, mover="coalition", dice=[die])
    match = fought(match, Operate("counterinsurgency", "jsotf", "baidoa"), "jsotf_sfod", "jsotf_3_sfg")  # 7 - 4 = +3
    assert told(match, "15.7i")[-1].startswith(result)
    hidden = ("ss_militia_1", "ss_militia_2", "ss_warlord_1")
    if result == "S1":
        assert (step(match), match.to_act) == ("Exposure", "pirate")
        match = after(match, Add("ss_militia_1"))
        assert refused(match, Add("ss_militia_2")) == "15.7k"
        match = after(match, Confirm())
    elif result == "S2":
        assert (step(match), match.to_act) == ("Exposure", "coalition")
        match = after(match, Add("ss_warlord_1"))
        assert refused(match, Confirm()) == "15.7k"
        match = after(match, Add("ss_militia_1"), Confirm())
    out = sum(where(match, unit) == "baidoa" for unit in hidden)
    assert out == {"S1": 1, "S2": 2, "S3": 3, "F": 0}[result]
    points = {"S1": "none", "S2": "none", "S3": "Coalition 1", "F": "Pirates 1"}[result]
    assert gains(match) == f"Points of the attack: {points}."


@pytest.mark.rule("somali_pirates", "15.7k")
def test_a_failed_counterinsurgency_of_the_pirates_pays_nobody() -> None:
    match = fight("baidoa: aqap_1 !jsotf_cia", dice=[1])
    match = fought(match, Operate("counterinsurgency", "al_qaeda", "baidoa"), "aqap_1")
    assert gains(match) == "Points of the attack: none."


# High Value Targets


@pytest.mark.rule("somali_pirates", "15.7l")
def test_a_warlord_is_hunted_open_hidden_or_at_sea_with_isr() -> None:
    at_sea = "sea_punt: nato_uk_swg pl_mothership_1[pl_warlord_3]"
    text = f"garowe: jsotf_sfod pl_warlord_1; bosaso: jsotf_3_sfg !pl_warlord_2; {at_sea}"
    match = fight(text, mover="coalition", hands={"coalition": ["isr"]})
    assert refused(match, Operate("hvt", "jsotf", "garowe", "pl_warlord_1")) is None
    assert refused(match, Operate("hvt", "jsotf", "bosaso", "pl_warlord_2")) is None
    assert refused(match, Operate("hvt", "nato", "sea_punt", "pl_warlord_3")) is None
    assert refused(match, Operate("hvt", "jsotf", "garowe", "pl_warlord_2")) == "15.7l"
    poor = fight(text, mover="coalition")
    assert refused(poor, Operate("hvt", "jsotf", "garowe", "pl_warlord_1")) == "15.7l"
    pirate = fight(text, hands={"pirate": ["isr"]})
    assert refused(pirate, Operate("hvt", "puntland", "garowe", "pl_warlord_1")) == "15.7l"


@pytest.mark.rule("somali_pirates", "15.7m")
def test_an_hvt_attack_subtracts_the_warlords_faction_in_the_zone() -> None:
    text = "garowe: jsotf_sfod jsotf_75_r pl_warlord_1 pl_militia_1 !pl_militia_2 aq_cell_1"
    match = fight(text, mover="coalition", hands={"coalition": ["isr"]})
    match = prepared(match, Operate("hvt", "jsotf", "garowe", "pl_warlord_1"), "jsotf_sfod", "jsotf_75_r")
    assert column(match) == 2  # 6 - (2 + 1 + 1)
    sea = fight("sea_punt: nato_uk_swg pl_mothership_1[pl_warlord_3]", mover="coalition", hands={"coalition": ["isr"]})
    sea = prepared(sea, Operate("hvt", "nato", "sea_punt", "pl_warlord_3"), "nato_uk_swg")
    assert asymmetrical_values(sea.state, sea.state.step.battle(sea.state)) == (1, 2)  # not the Warlord aboard


@pytest.mark.rule("somali_pirates", "15.7n")
@pytest.mark.parametrize(
    ("die", "points", "place"),
    [
        (6, "Coalition 5", "available"),
        (5, "Coalition 4", "available"),
        (4, "Coalition 1", "garowe"),
        (2, "Pirates 2", "!garowe"),
    ],
)
def test_an_hvt_attack_kills_exposes_or_fails(die: int, points: str, place: str) -> None:
    match = fight("garowe: jsotf_sfod jsotf_csof !pl_warlord_1 !pl_militia_1 !pl_militia_2", mover="coalition",
                  hands={"coalition": ["isr"]}, dice=[die])  # fmt: skip
    match = fought(match, Operate("hvt", "jsotf", "garowe", "pl_warlord_1"), "jsotf_sfod", "jsotf_csof")  # 7 - 4 = +3
    assert where(match, "pl_warlord_1") == place
    assert gains(match) == f"Points of the attack: {points}."


# Chits that are stopped


@pytest.mark.rule("somali_pirates", "15.3c")
@pytest.mark.rule("somali_pirates", "CHIT.P2")
def test_an_attack_whose_chit_is_stopped_does_not_take_place() -> None:
    text = "mogadishu: aq_cell_1 au_uganda_1"
    match = fight(text, hands={"pirate": ["isr", "isr"], "coalition": ["black_op"]})
    match = after(prepared(match, Operate("spectacular", "al_qaeda", "mogadishu", "au"), "aq_cell_1"), Confirm())
    assert match.to_act == "coalition"
    match = after(match, PlayChit("black_op"))
    match = decline(match)
    assert step(match) == "CombatPhase"
    assert not match.state.attacked
    assert match.state.hands["pirate"] == ("isr",)
    assert refused(match, Operate("spectacular", "al_qaeda", "mogadishu", "au")) is None  # with the other one


@pytest.mark.rule("somali_pirates", "21.5c")
def test_a_patrol_that_attacks_must_land() -> None:
    match = fight("sea_punt: ^cjtfhoa_mn_mpa pl_mothership_1[pl_warlord_1]", mover="coalition",
                  hands={"coalition": ["isr"]}, dice=[1])  # fmt: skip
    match = fought(match, Operate("hvt", "cjtfhoa", "sea_punt", "pl_warlord_1"), "cjtfhoa_mn_mpa")
    match = after(match, TakePoints())
    end_phases(match, "return")
    assert refused(match, EndPhase()) == "17.0a"
    assert Hide("cjtfhoa_mn_mpa") not in match.legal()
