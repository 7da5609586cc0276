"""3  Set-up: points, factions, deployment, free Pirate units, purchases, and the quick start."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm
from somali_pirates.actions import EndPhase, Place, PlaceRest, Restack
from somali_pirates.state import COALITION, PIRATE, WAITING
from tests.asking import offered, refused, step
from tests.somali_pirates.positions import after, game, where

CHEAP = ("au", "stfg", "cjtfhoa", "jsotf")


def begin(*dice: int, **options: bool) -> Match:
    return game().new_match("campaign", seed=3, dice=dice, options=options)


def deployed(*dice: int, factions: tuple[str, ...] = (), **options: bool) -> Match:
    """The Coalition has bought factions and placed them as usual; the Pirates roll for their free units."""
    match = after(begin(*dice, **options), *map(Add, factions), Confirm())
    if PlaceRest() in match.legal():
        after(match, PlaceRest())
    while step(match) == "Deploy":
        after(match, EndPhase())
    return match


@pytest.mark.rule("somali_pirates", "3.0Ba")
@pytest.mark.rule("somali_pirates", "3.0Bb")
@pytest.mark.parametrize(("die", "index"), [(1, 50), (5, 90), (6, 100)])
def test_both_sides_begin_with_forty_and_ten_times_one_die(die: int, index: int) -> None:
    assert begin(die).state.index == {COALITION: index, PIRATE: index}


def test_the_house_rule_gives_both_the_middle_whatever_the_dice() -> None:
    match = begin(equal_start=True)
    assert match.state.index == {COALITION: 70, PIRATE: 70}
    assert match.rolls == 0


@pytest.mark.rule("somali_pirates", "3.0Cb")
@pytest.mark.rule("somali_pirates", "6.0a")
def test_the_coalition_pays_for_the_factions_it_mobilizes() -> None:
    match = after(begin(5), *map(Add, CHEAP), Confirm())
    assert match.state.index == {COALITION: 70, PIRATE: 90}
    assert match.state.factions == CHEAP


@pytest.mark.rule("somali_pirates", "3.0Cb")
@pytest.mark.rule("somali_pirates", "6.5a")
@pytest.mark.rule("somali_pirates", "9.3a")
def test_the_purchases_of_the_set_up_cannot_exceed_the_index_nor_hold_a_faction_twice() -> None:
    match = after(begin(1), Add("usnavaf"))
    assert refused(match, Add("nato")) is None
    assert refused(match, Add("usafcom")) == "6.5a"  # 28 + 24 > 50
    assert refused(match, Add("usnavaf")) == "9.1a"
    assert refused(match, Add("base")) == "9.4b"  # R17: no bases and no chits before the first turn
    assert refused(match, Add("chit")) == "19.1a"
    assert refused(match, Add("contractors_pmc")) is None


@pytest.mark.rule("somali_pirates", "3.0Da")
def test_a_base_in_djibouti_is_free() -> None:
    match = after(begin(2), Confirm())
    assert match.state.index[COALITION] == 60
    assert where(match, "base_1") == "djibouti"


@pytest.mark.rule("somali_pirates", "3.0Db")
@pytest.mark.rule("somali_pirates", "9.2a")
def test_every_unit_of_a_mobilized_faction_is_deployed() -> None:
    match = after(begin(6), Add("nato"), Confirm())
    assert refused(match, EndPhase()) == "3.0Db"
    nato = game().data.goods["nato"].ids
    assert len(nato) == 15
    after(match, Place("nato_fr_cvg", "sea_red"), Place("nato_fr_cag", "sea_red", "nato_fr_cvg"))
    assert refused(match, EndPhase()) == "3.0Db"
    after(match, PlaceRest())
    assert not [id_ for id_ in nato if match.state.units[id_].at in (WAITING, "available")]


@pytest.mark.rule("somali_pirates", "3.0Db")
@pytest.mark.rule("somali_pirates", "9.4a")
def test_units_stand_where_the_chart_lists_them() -> None:
    match = after(begin(6), Add("nato"), Add("stfg"), Confirm())
    assert refused(match, Place("nato_13_dble", "djibouti")) == "9.4a"  # the faction bought later waits its turn
    assert refused(match, Place("stfg_police", "djibouti")) == "9.4a"
    assert refused(match, Place("stfg_police", "mogadishu", "under")) is None
    assert refused(match, Place("stfg_technicals", "mogadishu", "under")) == "16.0c"
    after(match, *(Place(id_, "mogadishu") for id_ in game().data.goods["stfg"].ids))
    assert refused(match, Place("nato_13_dble", "djibouti")) is None
    assert refused(match, Place("nato_13_dble", "mogadishu")) == "9.4a"
    assert refused(match, Place("nato_fr_cvg", "djibouti")) == "9.4a"
    assert refused(match, Place("nato_uk_strike", "off_entebbe")) is None
    assert refused(match, Place("nato_uk_strike", "djibouti")) is None  # the free base counts as in place (R20)


@pytest.mark.rule("somali_pirates", "21.0a")
@pytest.mark.rule("somali_pirates", "21.2a")
@pytest.mark.rule("somali_pirates", "2.11a")
def test_air_units_are_placed_by_the_rules_of_their_bases() -> None:
    match = after(begin(6), Add("nato"), Confirm(), Place("nato_fr_cvg", "sea_red"))
    assert refused(match, Place("nato_uk_strike", "sea_red", "nato_fr_cvg")) == "21.2a"
    after(match, *(Place(f"nato_{who}_strike", "djibouti") for who in ("uk", "fr", "mn")))
    assert refused(match, Place("nato_mn_patrol", "djibouti")) == "21.0a"


@pytest.mark.rule("somali_pirates", "22.2a")
def test_marines_are_placed_aboard_a_transport_of_their_faction_within_its_room() -> None:
    match = after(begin(6), Add("usnavaf"), Confirm())
    assert refused(match, Place("usnavaf_11_meu", "sea_arab", "usnavaf_awg_1")) == "9.4a"  # the ship is not there yet
    after(match, Place("usnavaf_awg_1", "sea_arab"), Place("usnavaf_2_meb", "sea_arab", "usnavaf_awg_1"))
    after(match, Place("usnavaf_11_meu", "sea_arab", "usnavaf_awg_1"))
    after(match, Place("usnavaf_26_meu", "sea_arab", "usnavaf_awg_1"))  # 2 + 1 + 1 of four
    assert refused(match, Place("usnavaf_rivron", "sea_arab", "usnavaf_awg_1")) == "22.2a"


@pytest.mark.rule("somali_pirates", "10.0b")
@pytest.mark.rule("somali_pirates", "7.5a")
def test_the_base_may_be_stacked_before_the_deployment_ends() -> None:
    match = after(begin(6), Add("cjtfhoa"), Add("djibouti"), Confirm(), PlaceRest())
    assert step(match) == "Deploy"
    assert refused(match, Restack("base_1", "nato")) == "7.5a"
    after(match, Restack("base_1", "djibouti"))
    assert match.state.units["base_1"].mark == "djibouti"
    after(match, Restack("base_1", "cjtfhoa"), EndPhase())
    assert match.state.units["base_1"].mark == "cjtfhoa"
    assert step(match) == "FreeUnits"


# Pirates


@pytest.mark.rule("somali_pirates", "3.0Ea")
@pytest.mark.rule("somali_pirates", "3.0Eb")
@pytest.mark.rule("somali_pirates", "3.0Ca")
def test_each_somali_faction_gets_a_die_of_free_units_without_technicals_and_ships() -> None:
    match = deployed(3, 2, 4, 1, 1)  # start, Southern Somalia, Puntland, Somaliland, Al Qaeda
    index = match.state.index[PIRATE]
    after(match, Place("ss_militia_1", "merca"), Place("ss_warlord_1", "merca"))
    for unit, zone in (("pl_militia_1", "garowe"), ("pl_warlord_1", "eyl"), ("pl_attack_craft_1", "eyl")):
        assert refused(match, Place("pl_technical_1", "eyl")) == "3.0Eb"
        assert refused(match, Place("pl_mothership_1", "eyl")) == "3.0Eb"
        after(match, Place(unit, zone))
    assert match.state.index[PIRATE] == index
    after(match, Place("pirate_base_1", "eyl"))
    assert refused(match, Place("pl_militia_2", "garowe")) == "3.0Ea"  # the fifth: Somaliland is next
    assert refused(match, Place("sl_militia_1", "hargeisa")) is None


@pytest.mark.rule("somali_pirates", "3.0Ec")
@pytest.mark.rule("somali_pirates", "3.0Ed")
@pytest.mark.rule("somali_pirates", "16.6a")
def test_free_units_stand_in_the_region_of_their_faction() -> None:
    match = deployed(3, 6, 6, 1, 1)
    assert refused(match, Place("ss_militia_1", "hargeisa")) == "3.0Ec"
    assert refused(match, Place("ss_militia_1", "merca", "under")) is None
    assert refused(match, Place("ss_militia_1", "afmadow", "under")) == "2.3a"
    assert refused(match, Place("ss_attack_craft_1", "baidoa")) == "3.0Ed"
    assert refused(match, Place("ss_attack_craft_1", "merca")) is None
    assert refused(match, Place("ss_attack_craft_1", "sea_banaadir")) is None
    assert refused(match, Place("ss_attack_craft_1", "sea_basin")) == "3.0Ed"
    after(match, *(Place(f"ss_militia_{number}", "merca") for number in range(1, 7)))
    assert refused(match, Place("pl_militia_1", "hargeisa")) == "3.0Ec"
    assert refused(match, Place("pirate_base_1", "hargeisa")) is None  # R19: bases in any of the three Regions
    assert refused(match, Place("pirate_base_1", "djibouti")) == "3.0Ec"
    assert refused(match, Place("pirate_base_1", "hargeisa", "under")) == "16.5a"


@pytest.mark.rule("somali_pirates", "3.0Ee")
@pytest.mark.parametrize(("die", "number"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_al_qaeda_gets_half_a_die_rounded_up(die: int, number: int) -> None:
    match = deployed(3, 1, 1, 1, die)
    after(match, Place("ss_militia_1", "merca"), Place("pl_militia_1", "eyl"), Place("sl_militia_1", "zeila"))
    assert refused(match, Place("aq_cell_1", "kenya")) == "3.0Ee"
    for count in range(number):
        assert step(match) == "FreeUnits"
        after(match, Place(f"aq_cell_{count + 1}", "djibouti", "under"))
    assert step(match) == "BuyPirates"


@pytest.mark.rule("somali_pirates", "3.0Ee")
def test_al_qaeda_units_are_of_free_choice() -> None:
    match = deployed(3, 1, 1, 1, 6)
    after(match, Place("ss_militia_1", "merca"), Place("pl_militia_1", "eyl"), Place("sl_militia_1", "zeila"))
    after(match, Place("aq_warlord_1", "kismayo"), Place("aqap_1", "bosaso"), Place("aqs_1", "djibouti"))
    assert step(match) == "BuyPirates"


def in_purchases(*dice: int) -> Match:
    match = deployed(3, *(dice or (2, 1, 1, 1)))
    free = [Place("ss_militia_1", "merca"), Place("pirate_base_1", "merca")][: (dice or (2,))[0]]
    return after(match, *free, Place("pl_warlord_1", "eyl"), Place("sl_militia_1", "zeila"), Place("aa", "djibouti"))


@pytest.mark.rule("somali_pirates", "3.0Ef")
@pytest.mark.rule("somali_pirates", "9.2c")
@pytest.mark.rule("somali_pirates", "9.1b")
def test_the_pirate_buys_units_after_the_free_ones() -> None:
    match = in_purchases()
    before = match.state.index[PIRATE]
    assert refused(match, Add("chit")) == "19.1a"
    after(match, Add("ss_militia"), Add("ss_mothership"), Add("pl_technical"), Confirm())
    assert match.state.index[PIRATE] == before - 1 - 3 - 2


@pytest.mark.rule("somali_pirates", "9.4b")
@pytest.mark.rule("somali_pirates", "25.2a")
def test_free_units_are_in_place_for_the_purchases() -> None:
    match = in_purchases()
    assert refused(match, Add("pl_mothership")) == "9.4b"  # no Pirate base in a port of Puntland
    after(match, Add("ss_mothership"), Add("pl_technical"), Add("pirate_base"), Confirm())
    assert refused(match, Place("pl_technical_1", "garowe")) == "9.4a"
    after(match, Place("ss_mothership_1", "merca"))
    assert refused(match, Place("pl_technical_1", "garowe")) == "9.4b"
    after(match, Place("pl_technical_1", "eyl"))  # the Warlord is in place there
    assert refused(match, Place("pirate_base_2", "merca")) == "25.1a"
    assert refused(match, Place("pirate_base_2", "burao")) is None  # in set-up a base needs no unit


@pytest.mark.rule("somali_pirates", "3.0Eg")
@pytest.mark.rule("somali_pirates", "3.1a")
def test_the_coalition_is_on_the_map_before_the_pirates_and_turn_one_begins_with_initiative() -> None:
    match = deployed(3, 1, 1, 1, 1, factions=CHEAP)
    assert step(match) == "FreeUnits"
    assert not [unit.id for unit in match.state.units_at(WAITING, COALITION)]
    assert where(match, "au_uganda_1") == "mogadishu"
    after(match, Place("ss_militia_1", "merca"), Place("pl_militia_1", "eyl"), Place("sl_militia_1", "zeila"))
    after(match, Place("aa", "djibouti"), Confirm())
    assert (match.turn, step(match), match.state.phase) == (1, "Initiative", "initiative")


@pytest.mark.rule("somali_pirates", "3.0Ea")
def test_a_roll_beyond_the_counters_left_is_cut() -> None:
    match = deployed(3, 6, 6, 6, 6)
    for zone in ("merca", "kismayo", "baidoa", "hobyo", "jowhar", "afmadow"):
        unit = offered(match, Place)
        base = next(action for action in unit if action.unit.startswith("pirate_base") and action.zone == zone)
        after(match, base)
    for zone in ("eyl", "garowe"):
        after(match, next(a for a in offered(match, Place) if a.unit.startswith("pirate_base") and a.zone == zone))
    assert not [action for action in offered(match, Place) if action.unit.startswith("pirate_base")]
    assert [action for action in offered(match, Place) if action.unit == "pl_militia_1"]


def test_the_quick_start_is_ready_made_and_differs_only_by_dice() -> None:
    match = game().new_match("quick_start", seed=1, dice=(5, 2, 1, 6, 4))
    match.check()
    state = match.state
    assert step(match) == "Initiative"
    assert state.factions == (*CHEAP, "usnavaf", "china")  # 90 - 20 - 28 = 42, NATO would leave less than 22
    assert state.index == {COALITION: 24, PIRATE: 90 - 18}  # the whole list of purchases
    assert state.units["base_1"].mark == "cjtfhoa"
    assert where(match, "ss_militia_1") == "!mogadishu"
    assert where(match, "pirate_base_1") == "harardheere"
    assert state.units["pirate_base_1"].mark == "southern_somalia"
    assert state.units["usnavaf_11_meu"].aboard == "usnavaf_awg_1"


def test_the_quick_start_is_the_same_whether_its_places_are_known_or_worked_out() -> None:
    for seed in range(6):
        game().data.usual_places.clear()
        first, again = (game().new_match("quick_start", seed=seed) for _ in range(2))
        assert len(game().data.usual_places) == 1
        assert first.hash() == again.hash()
        assert first.journal.text() == again.journal.text()
