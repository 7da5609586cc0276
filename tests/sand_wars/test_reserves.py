"""Reserves, pickups and Admin moves: who may go, and what the refusal says where a border or disruption forbids it."""

from __future__ import annotations

import pytest

from sand_wars import actions as act
from sand_wars.rules.combat.reserve import Reserve
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.reinforcements import Deploying
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, WAITING
from tests.asking import offered, refused, step
from tests.sand_wars.fights import change, fight, in_action, reaction_card
from tests.sand_wars.positions import arranged, at, play, put


@pytest.mark.rule("sand_wars", "REA.COM.a", "GUE.2")
def test_a_guerrilla_is_a_unit_that_can_be_committed_in_defense() -> None:
    place = {"A-camp-1": "tifariti", "A-guerrilla-1": "bir_lehlou", "M-mot2-1": "tifariti"}
    match = fight(Reserve(ALGERIA), place=place, space="tifariti", attacker=MOROCCO)
    play(match, act.Commit("A-guerrilla-1"))
    assert at(match, "A-guerrilla-1") == "tifariti"


@pytest.mark.rule("sand_wars", "PCE.18", "REA.COM.a")
def test_a_leader_goes_along_with_a_reserve_from_his_space() -> None:
    place = {
        "A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-mot2-2": "nador", "M-mot2-3": "taourirt",
        "M-leader-1": "nador", "M-leader-2": "taza",
    }  # fmt: skip
    match = fight(Reserve(MOROCCO), place=place)
    assert offered(match, act.Carry) == [act.Carry("M-leader-1")]
    assert refused(match, act.Commit("M-leader-1")) == "LDR.1"
    assert refused(match, act.Carry("M-leader-2")) == "PCE.18"
    play(match, act.Carry("M-leader-1"))
    assert refused(match, act.Carry("M-leader-1")) == "PCE.18"
    assert refused(match, act.Commit("M-mot2-3")) == "PCE.18"
    play(match, act.Commit("M-mot2-2"))
    assert at(match, "M-mot2-2") == at(match, "M-leader-1") == "oujda"


@pytest.mark.rule("sand_wars", "DIS.2", "ACT.ADM.a")
def test_the_refusal_of_an_admin_move_names_what_stands_in_the_way() -> None:
    match = in_action("Admin move", {"A-mot2-1": "oran", "A-mot2-2": "alger", "M-camp-1": "alger"})
    change(match, "A-mot2-1", disrupted=True)
    refusal = match.why_not(act.Entrain("A-mot2-2"))
    assert refusal is not None
    assert refusal.why == "Algiers is not both friendly and free of enemies"
    play(match, act.Entrain("A-mot2-1"))
    assert refused(match, act.Drive("maghnia")) == "DIS.2"
    assert refused(match, act.Drive("tlemcen")) is None


@pytest.mark.rule("sand_wars", "OH.4", "GC.14")
@pytest.mark.parametrize("war", [False, True])
def test_before_the_war_one_helicopter_a_round_picks_units_up_across_the_border(war: bool) -> None:
    place = {"A-abn2-1": "oujda", "A-abn2-2": "oujda", "M-mot2-1": "oujda", "A-base-1": "tlemcen"}
    match = fight(FreeWithdrawal(ALGERIA), place=place, war=war, battle={"advantage": ALGERIA})
    put(match.state, "A-helicopter-2", OFF_MAP)
    play(match, act.LiftOut("A-abn2-1", "tlemcen"))
    assert refused(match, act.LiftOut("A-abn2-2", "tlemcen")) == (None if war else "OH.4")
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "OH.4", "GC.14")
def test_support_across_the_border_leaves_no_helicopter_for_a_pickup() -> None:
    place = {"A-abn2-1": "oujda", "M-mot2-1": "oujda", "A-base-1": "tlemcen"}
    match = fight(FreeWithdrawal(ALGERIA), place=place, war=False, battle={"advantage": ALGERIA})
    assert refused(match, act.LiftOut("A-abn2-1", "tlemcen")) is None
    match.state.air_abroad = {ALGERIA: 1}
    assert refused(match, act.LiftOut("A-abn2-1", "tlemcen")) == "OH.4"
    home = {"A-abn2-1": "maghnia", "M-mot2-1": "maghnia", "A-base-1": "tlemcen"}
    match = fight(FreeWithdrawal(ALGERIA), place=home, space="maghnia", war=False, battle={"advantage": ALGERIA})
    match.state.air_abroad = {ALGERIA: 1}
    assert refused(match, act.LiftOut("A-abn2-1", "tlemcen")) is None


@pytest.mark.rule("sand_wars", "REI.7", "MPI.3")
def test_which_of_two_types_waits_is_for_the_owner_even_if_none_can_be_placed() -> None:
    place = {"M-camp-1": "alger", "M-camp-2": "oran"}
    match = arranged(Deploying(ALGERIA, ("A-art2-1", "A-spa3-1")), place=place)
    assert match.legal() == (act.Wait("A-art2-1"), act.Wait("A-spa3-1"))
    play(match, act.Wait("A-spa3-1"))
    assert at(match, "A-spa3-1") == WAITING
    assert at(match, "A-art2-1") == ASIDE


@pytest.mark.rule("sand_wars", "PCE.18", "GC.15")
def test_a_leader_sails_with_an_amphibious_unit_and_not_without() -> None:
    place = {"A-nav2-1": "oran", "A-leader-1": "oran", "M-mot2-1": "oran"}
    match = fight(FreeWithdrawal(ALGERIA), place=place, space="oran", attacker=MOROCCO, battle={"advantage": ALGERIA})
    assert refused(match, act.SailOut("A-leader-1", "annaba")) == "PCE.18"
    play(match, act.SailOut("A-nav2-1", "annaba"))
    assert refused(match, act.SailOut("A-leader-1", "bejaia")) == "PCE.18"
    play(match, act.SailOut("A-leader-1", "annaba"))
    assert at(match, "A-leader-1") == "annaba"


@pytest.mark.rule("sand_wars", "OH.6", "NAV.4")
@pytest.mark.parametrize("war", [False, True])
def test_ships_intercept_off_the_enemy_coast_only_in_war(war: bool) -> None:
    intercept = reaction_card(MOROCCO, "Naval intercept")
    place = {"M-nav2-1": "oran", "A-mot2-1": "alger", "A-naval-1": OFF_MAP, "M-naval-1": OFF_MAP}
    match = in_action("Naval operations", place, war=war, enemy_hand=(intercept,))
    play(match, act.Sortie("A-naval-1", "oran"))
    assert (step(match) == "Interception") is war
