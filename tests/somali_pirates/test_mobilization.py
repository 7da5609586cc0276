"""9  Mobilization: plots, prices, deployment, replacements; 25 bases; 28 optional units."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm
from somali_pirates.actions import EndPhase, Place, PlaceRest
from somali_pirates.rules.losses import eliminate
from somali_pirates.rules.purchases import cost
from somali_pirates.state import COALITION, ENEMY, PIRATE
from tests.asking import refused, rolls, step, told
from tests.somali_pirates.positions import FAR, after, arrange, decline, game, where

HAVEN = "eyl: pirate_base_1 pl_militia_1; djibouti: base_1 cjtfhoa_prt_1"


def plots(text: str = HAVEN + FAR, first: str = PIRATE, **more: object) -> Match:
    """The First Player is about to buy."""
    return arrange(text, "mobilization", first, **more)


def buy(match: Match, *items: str) -> Match:
    return after(match, *map(Add, items), Confirm())


def both(first: tuple[str, ...] = (), second: tuple[str, ...] = (), **more: object) -> Match:
    """Both plots are made; windows are declined until somebody places."""
    return decline(buy(buy(plots(**more), *first), *second))


@pytest.mark.rule("somali_pirates", "4.1c")
def test_a_plot_shows_to_nobody_else_before_both_are_made() -> None:
    match = buy(plots(), "pl_militia", "chit")
    assert (step(match), match.to_act) == ("Plot", COALITION)
    for side in (COALITION, None):
        seen = match.game.view(match.state, side)
        assert "pl_militia" not in repr((seen.flow, seen.order, seen.prompt))
        assert seen.index == {COALITION: 60, PIRATE: 60}
    assert "pl_militia" in repr(match.game.view(match.state, PIRATE).flow)


@pytest.mark.rule("somali_pirates", "9.8a")
@pytest.mark.rule("somali_pirates", "9.8b")
@pytest.mark.rule("somali_pirates", "9.1a")
def test_the_nth_chit_costs_n_and_the_price_begins_anew_each_turn() -> None:
    state = plots().state
    assert [cost(state, ["chit"] * number) for number in (0, 1, 2, 3, 4)] == [0, 1, 3, 6, 10]
    match = both(("chit",) * 4, draws=("isr",) * 4)
    assert match.state.index[PIRATE] == 50
    match.state.turn += 1
    assert cost(match.state, ["chit"] * 2) == 3


@pytest.mark.rule("somali_pirates", "9.1a")
@pytest.mark.rule("somali_pirates", "9.2a")
def test_a_faction_is_paid_for_and_comes_with_all_its_units() -> None:
    match = both(second=("usafcom",), coalition=40)
    assert match.state.index[COALITION] == 16
    assert (step(match), match.to_act) == ("Deploy", COALITION)
    assert refused(match, EndPhase()) == "9.2a"
    after(match, PlaceRest())
    places = {match.state.units[id_].at for id_ in game().data.goods["usafcom"].ids}
    assert places == {"off_aden", "off_salalah"}


@pytest.mark.rule("somali_pirates", "9.1a")
@pytest.mark.rule("somali_pirates", "9.3a")
def test_a_faction_is_mobilized_once_and_cannot_be_withdrawn() -> None:
    match = plots(first=COALITION)
    assert refused(match, Add("china")) == "9.3a"  # it is on the map
    assert refused(match, Add("usafcom")) is None


@pytest.mark.rule("somali_pirates", "6.5a")
@pytest.mark.rule("somali_pirates", "9.1a")
def test_the_sum_of_a_plot_may_not_exceed_the_index() -> None:
    match = after(plots(first=COALITION, coalition=30), Add("usafcom"))
    assert refused(match, Add("contractors_pmc")) is None  # 26
    assert refused(match, Add("contractors_pet_engr")) is None  # 27
    assert refused(match, Add("au")) is None  # 30: the last point may be spent, and loses
    after(match, Add("contractors_pmc"))
    assert refused(match, Add("au")) == "6.5a"


@pytest.mark.rule("somali_pirates", "9.2b")
@pytest.mark.rule("somali_pirates", "9.2c")
@pytest.mark.rule("somali_pirates", "9.2d")
def test_contractors_bases_and_pirate_units_are_bought_one_by_one() -> None:
    text = f"{HAVEN}{FAR}; baidoa: au_uganda_1"
    match = both(("pl_militia", "pirate_base"), ("contractors_pmc", "base"), coalition=30, text=text)
    assert match.state.index == {PIRATE: 54, COALITION: 24}
    after(match, Place("pl_militia_2", "bosaso"))
    assert refused(match, Place("pirate_base_2", "bosaso")) == "9.4b"  # nobody was there when the phase began
    after(match, Place("pirate_base_2", "bardera", "", "southern_somalia"))
    assert match.state.units["pirate_base_2"].mark == "southern_somalia"
    decline(match)
    decline(after(match, EndPhase()))
    after(match, Place("contractors_pmc_1", "djibouti", "", "cjtfhoa"))
    assert match.state.units["contractors_pmc_1"].mark == "cjtfhoa"
    assert where(match, "contractors_pmc_2") == "available"


@pytest.mark.rule("somali_pirates", "9.4b")
@pytest.mark.rule("somali_pirates", "25.2a")
def test_a_base_bought_in_this_phase_brings_no_mothership() -> None:
    text = "bosaso: pl_militia_1; eyl: pirate_base_1" + FAR
    match = both(("pirate_base", "pl_mothership"), text=text)
    assert match.state.units["pirate_base_2"].at == "waiting"
    assert refused(match, Place("pl_mothership_1", "bosaso")) == "9.4b"
    assert refused(match, Place("pl_mothership_1", "eyl")) is None
    after(match, Place("pl_mothership_1", "eyl"), Place("pirate_base_2", "bosaso"))


@pytest.mark.rule("somali_pirates", "9.4a")
@pytest.mark.rule("somali_pirates", "9.5a")
@pytest.mark.rule("somali_pirates", "16.6a")
@pytest.mark.rule("somali_pirates", "16.5a")
def test_enemies_do_not_hinder_placement_and_qualified_units_may_go_underground() -> None:
    match = both(("ss_militia", "ss_technical"), text="mogadishu: au_uganda_1 ss_warlord_1; baidoa: !jsotf_cia" + FAR)
    assert refused(match, Place("ss_militia_1", "mogadishu")) is None
    assert refused(match, Place("ss_militia_1", "mogadishu", "under")) is None
    assert refused(match, Place("ss_militia_1", "baidoa", "under")) == "16.4b"
    assert refused(match, Place("ss_militia_1", "eyl")) == "9.4a"
    assert refused(match, Place("ss_technical_1", "mogadishu", "under")) == "16.0a"
    assert refused(match, Place("ss_technical_1", "mogadishu")) is None


@pytest.mark.rule("somali_pirates", "9.7a")
def test_the_counter_mix_limits_purchases() -> None:
    militia = " ".join(f"pl_militia_{number}" for number in range(1, 8))
    match = plots(f"eyl: {militia}" + FAR)
    assert refused(match, Add("pl_militia")) == "9.7a"
    one_left = after(plots(f"eyl: {militia.rsplit(' ', 1)[0]}" + FAR), Add("pl_militia"))
    assert refused(one_left, Add("pl_militia")) == "9.7a"


@pytest.mark.rule("somali_pirates", "9.7a")
@pytest.mark.rule("somali_pirates", "19.2a")
@pytest.mark.rule("somali_pirates", "2.20a")
def test_no_more_chits_are_bought_than_the_own_pool_holds() -> None:
    match = plots(first=COALITION, coalition=100)
    hand = match.state.pools[COALITION].content[:15]
    match.state.pools[COALITION] = match.state.pools[COALITION].take(*hand)
    match.state.hands = {**match.state.hands, COALITION: hand}
    after(match, Add("chit"), Add("chit"))
    assert refused(match, Add("chit")) == "9.7a"
    before = match.state.pools[PIRATE]
    buy(after(match, Confirm()))
    assert len(match.state.hands[COALITION]) == 17
    assert match.state.pools[PIRATE] == before


@pytest.mark.rule("somali_pirates", "2.21d")
@pytest.mark.rule("somali_pirates", "19.2a")
def test_chits_are_picked_blind_and_only_their_owner_sees_them() -> None:
    match = buy(buy(plots(), "chit", "chit"))
    hand = match.state.hands[PIRATE]
    assert len(hand) == 2
    assert match.game.view(match.state, PIRATE).hand == hand
    other = match.game.view(match.state, COALITION)
    assert (other.hand, other.hand_sizes[PIRATE]) == ((), 2)
    scripted = buy(buy(plots(draws=("jihad", "fatwa")), "chit", "chit"))
    assert scripted.state.hands[PIRATE] == ("fatwa", "jihad")


@pytest.mark.rule("somali_pirates", "4.1d")
def test_both_sums_come_off_at_one_moment_and_the_content_shows_later() -> None:
    match = buy(plots(), "pl_militia")
    assert match.state.index == {COALITION: 60, PIRATE: 60}
    buy(match, "contractors_pmc", "contractors_pmc")
    assert match.state.index == {COALITION: 56, PIRATE: 59}
    assert match.state.orders == {COALITION: ("contractors_pmc", "contractors_pmc")}
    assert "contractors_pmc" not in repr(match.game.view(match.state, PIRATE).order)
    assert match.game.view(match.state, PIRATE).spent_on == {COALITION: 4, PIRATE: 1}


@pytest.mark.rule("somali_pirates", "5.2a")
@pytest.mark.rule("somali_pirates", "6.5a")
def test_spending_everything_ends_the_game_when_both_plots_are_in() -> None:
    match = buy(plots(pirate=2), "pl_militia", "pl_militia")
    assert match.result is None
    buy(match)
    assert match.result is not None
    assert match.result.winner == COALITION


# Bases


@pytest.mark.rule("somali_pirates", "24.2b")
@pytest.mark.rule("somali_pirates", "25.1a")
def test_a_coalition_base_needs_a_unit_in_place_and_no_other_base() -> None:
    text = (
        "djibouti: base_1; baidoa: au_uganda_1; eyl: pirate_base_1 !jsotf_cia; kenya: au_kenya_inf; off_aden: nato_egf"
    )
    match = both((), ("base",) * 2, text=text)
    assert refused(match, Place("base_2", "djibouti")) == "25.1a"
    assert refused(match, Place("base_2", "eyl")) == "25.1a"
    assert refused(match, Place("base_2", "merca")) == "9.4b"
    assert refused(match, Place("base_2", "off_aden")) == "9.4b"
    assert refused(match, Place("base_2", "kenya")) is None
    after(match, Place("base_2", "baidoa"))
    assert refused(match, Place("base_3", "baidoa")) == "25.1a"


@pytest.mark.rule("somali_pirates", "24.2b")
def test_cargo_and_aircraft_aloft_do_not_stand_in_a_zone() -> None:
    text = "eyl: ^cjtfhoa_mn_mpa; merca: usnavaf_awg_1[usnavaf_11_meu]; off_aden: nato_egf"
    match = plots(text, COALITION)
    match.play(Add("base"))
    assert refused(match, Add("base")) == "9.4b"  # only the ship in Merca stands on the coast
    decline(buy(after(match, Confirm())))
    assert refused(match, Place("base_1", "merca")) is None
    assert refused(match, Place("base_1", "eyl")) == "9.4b"


@pytest.mark.rule("somali_pirates", "26.0a")
@pytest.mark.rule("somali_pirates", "2.8a")
def test_off_map_bases_take_new_coalition_units_and_never_pirates() -> None:
    match = both(("ss_militia",), ("contractors_pmc",))
    assert refused(match, Place("ss_militia_1", "off_aden")) == "9.4a"
    after(match, Place("ss_militia_1", "merca"))
    decline(match)
    assert refused(match, Place("contractors_pmc_1", "off_entebbe")) is None


# Replacements


def lost(
    unit: str, turn: int, die: int, text: str = "djibouti: base_1 cjtfhoa_prt_1; sea_goa_w: cjtfhoa_ctf_151_mn"
) -> Match:
    match = arrange(text + FAR, "combat", turn=turn, dice=(die,))
    eliminate(match.state, (unit,), "14.1a")
    match._settle()
    match.check()
    return match


@pytest.mark.rule("somali_pirates", "9.10b")
@pytest.mark.rule("somali_pirates", "4.1e")
def test_a_lost_coalition_unit_returns_after_as_many_turns_as_the_die_says() -> None:
    match = lost("cjtfhoa_prt_1", 3, 4)
    assert match.state.due == {"cjtfhoa_prt_1": 7}
    early = arrange(FAR + "; djibouti: base_1", "mobilization", turn=6)
    early.state.send_to("cjtfhoa_prt_1", "due")
    early.state.due = {"cjtfhoa_prt_1": 7}
    buy(buy(early))
    assert where(early, "cjtfhoa_prt_1") == "due"
    late = arrange(FAR + "; djibouti: base_1", "mobilization", turn=7)
    late.state.send_to("cjtfhoa_prt_1", "due")
    late.state.due = {"cjtfhoa_prt_1": 7}
    index = dict(late.state.index)
    buy(buy(late))
    assert (step(late), late.to_act) == ("Deploy", COALITION)
    after(late, Place("cjtfhoa_prt_1", "off_entebbe"))
    assert late.state.index == index
    assert late.state.due == {}


@pytest.mark.rule("somali_pirates", "9.10c")
def test_on_a_six_a_unit_is_out_of_the_game() -> None:
    assert where(lost("cjtfhoa_prt_1", 3, 6), "cjtfhoa_prt_1") == "removed"


@pytest.mark.rule("somali_pirates", "9.10d")
@pytest.mark.parametrize(("die", "box"), [(2, "due"), (3, "removed")])
def test_a_unit_that_would_return_after_the_last_turn_is_lost(die: int, box: str) -> None:
    assert where(lost("cjtfhoa_prt_1", 10, die), "cjtfhoa_prt_1") == box


@pytest.mark.rule("somali_pirates", "9.10a")
@pytest.mark.rule("somali_pirates", "9.10e")
def test_pirates_bases_and_contractors_can_be_bought_again_without_a_roll() -> None:
    match = arrange("eyl: pl_militia_1 base_1 contractors_pmc_1" + FAR, "combat")
    eliminate(match.state, ("pl_militia_1", "base_1", "contractors_pmc_1"), "14.1a")
    match._settle()
    assert {where(match, id_) for id_ in ("pl_militia_1", "base_1", "contractors_pmc_1")} == {"available"}
    assert not rolls(match)


@pytest.mark.rule("somali_pirates", "9.10b")
@pytest.mark.rule("somali_pirates", "22.6a")
def test_cargo_goes_down_with_its_ship_and_is_rolled_for_too() -> None:
    match = arrange("sea_arab: usnavaf_awg_1[usnavaf_11_meu usnavaf_maw]" + FAR, "combat", dice=(1, 6))
    gone = eliminate(match.state, ("usnavaf_awg_1",), "14.1a")
    match._settle()
    assert gone == ("usnavaf_11_meu", "usnavaf_awg_1")
    assert match.state.due == {"usnavaf_11_meu": 4}
    assert where(match, "usnavaf_awg_1") == "removed"
    assert where(match, "usnavaf_maw") == "^sea_arab"  # carrier air evacuates (21.4a)


@pytest.mark.rule("somali_pirates", "25.2d")
def test_a_replaced_ship_needs_a_port() -> None:
    text = "djibouti: base_1; baidoa: base_2; berbera: base_3" + FAR
    match = arrange(text, "mobilization", turn=5)
    for id_ in ("cjtfhoa_ctf_151_mn", "cjtfhoa_socce", "usafcom_us_strike_1"):
        match.state.send_to(id_, "due")
        match.state.due = {**match.state.due, id_: 5}
    buy(buy(match))
    assert refused(match, Place("cjtfhoa_ctf_151_mn", "baidoa")) == "25.2d"
    assert refused(match, Place("cjtfhoa_ctf_151_mn", "off_entebbe")) == "25.2d"
    assert refused(match, Place("cjtfhoa_ctf_151_mn", "berbera")) is None
    assert refused(match, Place("cjtfhoa_ctf_151_mn", "sea_bab")) is None  # a place listed for the faction
    assert refused(match, Place("cjtfhoa_socce", "baidoa")) is None
    after(match, Place("cjtfhoa_ctf_151_mn", "berbera"), Place("cjtfhoa_socce", "baidoa", "under"))
    assert refused(match, Place("usafcom_us_strike_1", "baidoa")) is None


@pytest.mark.rule("somali_pirates", "9.10f")
def test_a_unit_lost_outside_combat_is_rolled_for_and_not_scored() -> None:
    match = arrange("sea_goa_e: jsotf_csof" + FAR, "return", dice=(2,))
    assert where(match, "jsotf_csof") == "due"
    assert match.state.due == {"jsotf_csof": 5}
    assert match.state.index == {COALITION: 60, PIRATE: 60}
    assert told(match, "17.0a")


# Optional units


@pytest.mark.rule("somali_pirates", "28.0a")
def test_the_dd_z_costs_five_more_and_comes_only_with_its_faction() -> None:
    off = plots(first=COALITION)
    assert refused(off, Add("ddz")) == "28.0a"
    match = plots(first=COALITION, options={"optional_units": True})
    assert refused(match, Add("ddz")) == "28.0a"
    after(match, Add("usnavaf"), Add("ddz"))
    assert refused(match, Add("ddz")) == "9.7a"
    buy(after(match, Confirm()))
    assert match.state.index[COALITION] == 60 - 28 - 5
    decline(match)
    after(match, Place("usnavaf_dd_z", "off_diego"))
    in_play = plots("sea_arab: usnavaf_swg_1" + FAR, COALITION, options={"optional_units": True})
    assert refused(in_play, Add("ddz")) == "28.0a"


@pytest.mark.rule("somali_pirates", "28.0b")
def test_the_q_ship_is_bought_singly() -> None:
    assert refused(plots(first=COALITION), Add("contractors_q_ship")) == "28.0a"
    match = buy(plots(first=COALITION, options={"optional_units": True}), "contractors_q_ship")
    decline(buy(match))
    assert match.state.index[COALITION] == 56
    assert refused(match, Place("contractors_q_ship", "off_entebbe")) == "9.4a"
    assert refused(match, Place("contractors_q_ship", "djibouti")) is None


def test_who_goes_first_decides_who_deploys_first() -> None:
    for first in (PIRATE, COALITION):
        match = decline(buy(buy(plots(first=first), "pl_militia" if first == PIRATE else "contractors_pmc")))
        assert match.to_act == first
        assert match.state.first != ENEMY[first]
