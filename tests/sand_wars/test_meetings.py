"""Situations in which rules meet: limits met exactly, choices not made silently."""

from __future__ import annotations

import pytest

from bench.odds_by_cards import compare
from common.engine import Action, Match
from sand_wars import actions as act
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.recon import ReconRoll, recon_bonus
from sand_wars.rules.combat.retreat import BeginRetreat
from sand_wars.rules.combat.strength import (
    has_armor_or_support,
    is_behind_berm,
    shelter,
    supplied_units,
)
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.dice import EventDraw
from sand_wars.rules.event_choices import TerrorAttack
from sand_wars.rules.interdiction import Interdicting
from sand_wars.rules.intervention import AidRoll
from sand_wars.rules.missions import air_defense
from sand_wars.rules.targets import name_of_target
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, OUT, REPLACEMENT, Block
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import action_card, die, event_card, fight, reaction_card, ringed, throw
from tests.sand_wars.positions import arranged, at, play

# Combat


@pytest.mark.rule("sand_wars", "GC.14")
def test_each_unit_picked_up_takes_a_helicopter_of_its_own() -> None:
    place = {"A-tank4-1": "oujda", "M-abn2-1": "oujda", "M-abn2-2": "oujda", "M-abn2-3": "oujda", "M-base-1": "fes"}
    match = fight(FreeWithdrawal(MOROCCO), place=place, battle={"advantage": MOROCCO})
    assert at(match, "M-helicopter-3") == ASIDE  # two are there
    play(match, act.LiftOut("M-abn2-1", "fes"), act.LiftOut("M-abn2-2", "fes"))
    assert refused(match, act.LiftOut("M-abn2-3", "fes")) == "GC.14"
    assert refused(match, act.WithdrawTo("M-abn2-3", "taourirt")) is None


@pytest.mark.rule("sand_wars", "GC.14", "LDR.7")
def test_a_leader_is_picked_up_with_an_airmobile_unit_and_not_without() -> None:
    place = {"A-tank4-1": "oujda", "M-abn2-1": "oujda", "M-leader-1": "oujda", "M-base-1": "fes", "M-base-2": "taza"}
    match = fight(FreeWithdrawal(MOROCCO), place=place, battle={"advantage": MOROCCO})
    assert refused(match, act.LiftOut("M-leader-1", "fes")) == "LDR.7"
    match.state.change("M-helicopter-2", at=ASIDE)
    play(match, act.LiftOut("M-abn2-1", "fes"))
    assert step(match) == "FreeWithdrawal"  # nobody but the Leader is left, who may still go
    assert refused(match, act.LiftOut("M-leader-1", "taza")) == "LDR.7"
    play(match, act.LiftOut("M-leader-1", "fes"))
    assert at(match, "M-leader-1") == "fes"


@pytest.mark.rule("sand_wars", "LOS.5", "GC.18")
def test_the_owner_chooses_between_silent_guns_and_guns_that_fire() -> None:
    place = {"A-art2-1": "oujda", "A-art2-2": "oujda", "M-mot2-1": "oujda"}
    match = fight(Casualties(ALGERIA, 1), place=place, entered=("A-art2-1",))
    assert offered(match, act.TakeLoss) == [act.TakeLoss("A-art2-1"), act.TakeLoss("A-art2-2")]
    play(match, act.TakeLoss("A-art2-1"))
    assert match.state.pieces["A-art2-1"].cv == 1


@pytest.mark.rule("sand_wars", "LOS.5", "SUB.4")
def test_the_owner_chooses_which_headquarters_is_lost() -> None:
    place = {"A-B1": "oujda", "A-B2": "oujda", "A-leader-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(Casualties(ALGERIA, 1), place=place)
    assert offered(match, act.TakeLoss) == [act.TakeLoss("A-B1"), act.TakeLoss("A-B2")]
    play(match, act.TakeLoss("A-B2"))
    assert at(match, "A-B1") == "oujda"


# Hidden blocks


@pytest.mark.rule("sand_wars", "DIS.11", "PCE.11", "ACT.SOF.a")
def test_a_raider_tells_a_disrupted_block_from_one_that_is_not() -> None:
    place = {"A-abn2-1": "maghnia", "M-mot2-1": "oujda", "M-mech3-1": "oujda", "M-B1": "oujda", "M-B2": "oujda"}
    match = arranged(place=place, hand=(action_card(ALGERIA, "SOF attack"),))
    for id_ in ("M-mot2-1", "M-B2"):
        match.state.change(id_, disrupted=True)
    play(match, act.PlayCard(action_card(ALGERIA, "SOF attack")), act.SofFrom("A-abn2-1", "march"))
    seen = {action.target for action in offered(match, act.AimAt)}
    assert seen == {"block@oujda", "hurt_block@oujda", "hq_down@oujda", "hurt_hq_down@oujda"}
    assert "disrupted block" in name_of_target(match.state, "hurt_block@oujda")
    match.state.draw_script = (throw(ALGERIA, 5, 1),)
    play(match, act.AimAt("block@oujda"))
    assert match.state.pieces["M-mech3-1"].disrupted
    match = arranged(place=place, hand=(action_card(ALGERIA, "SOF attack"),), draws=(throw(ALGERIA, 6, 1),))
    match.state.change("M-mot2-1", disrupted=True)
    card = action_card(ALGERIA, "SOF attack")
    play(match, act.PlayCard(card), act.SofFrom("A-abn2-1", "march"), act.AimAt("hurt_block@oujda"))
    assert at(match, "M-mot2-1") == REPLACEMENT


# What the odds say


def shown(match: Match, action: Action) -> set[str]:
    odds = match.odds(action)
    assert odds is not None
    return {outcome.label for outcome in odds.outcomes if outcome.weight}


@pytest.mark.rule("sand_wars", "INTD.7", "DIS.11")
def test_odds_say_what_happens_to_headquarters_guards_and_what_is_disrupted() -> None:
    place = {"M-B1": "rabat", "M-guards-1": "rabat", "M-mot2-1": "rabat", "M-mot2-2": "rabat"}
    match = fight(Interdicting(ALGERIA, "rabat", ("A-airstrike-1",), ("A-airstrike-1",)), place=place, space="rabat")
    match.state.change("M-mot2-2", disrupted=True)
    assert shown(match, act.Engage("A-airstrike-1", "M-mot2-1")) == {"no effect", "disrupted", "eliminated"}
    assert shown(match, act.Engage("A-airstrike-1", "M-mot2-2")) == {"no effect", "eliminated"}
    for sturdy in ("M-B1", "M-guards-1"):
        assert shown(match, act.Engage("A-airstrike-1", sturdy)) == {"no effect", "disrupted"}


@pytest.mark.rule("sand_wars", "TBL.4", "EVT.SPE.a")
def test_odds_of_raids_and_terror_say_what_happens_to_the_target() -> None:
    place = {"M-B1": "oujda", "M-fort-1": "oujda", "M-base-1": "oujda", "M-mot2-1": "oujda"}
    match = arranged(TerrorAttack(ALGERIA, "terror_spectacular", 2, "EVT.SPE.a"), place=place)
    assert shown(match, act.StrikeTerror("block@oujda")) == {"no effect", "disrupted", "eliminated"}
    assert shown(match, act.StrikeTerror("M-base-1")) == {"no effect", "disrupted", "eliminated"}
    for sturdy in ("hq_down@oujda", "M-fort-1", "resource@khouribga"):
        assert shown(match, act.StrikeTerror(sturdy)) == {"no effect", "disrupted"}
    assert compare(match, act.StrikeTerror("M-fort-1"))
    odds = match.odds(act.StrikeTerror("M-fort-1"))
    assert odds is not None
    assert odds.title == "Attack on the Fortification in Oujda, 3 dice"


# Reinforcements


@pytest.mark.rule("sand_wars", "REI.8", "MPI.3", "WIN.6")
def test_the_owner_takes_the_marker_he_likes_of_those_with_other_values() -> None:
    match = arranged(AidRoll(ALGERIA, "united_states", (6, 6)), place={})
    assert {action.piece for action in offered(match, act.PlaceUnit)} == {"A-airstrike-4", "A-airstrike-5"}  # 2/0, 2/1
    assert refused(match, act.PlaceUnit("A-airstrike-1", OFF_MAP)) == "REI.8"  # in the box already
    play(match, act.PlaceUnit("A-airstrike-5", OFF_MAP))
    assert at(match, "A-airstrike-4") == OFF_MAP  # the second one is no choice any more
    match = arranged(place={}, goals=("AO1", "MO6"), side=MOROCCO)
    play(match, act.RevealObjective(), act.Wait("M-mot2-1"))
    assert {action.piece for action in offered(match, act.PlaceUnit)} == {"M-uav-1", "M-uav-2"}
    play(match, act.PlaceUnit("M-uav-2", OFF_MAP))
    assert at(match, "M-uav-2") == OFF_MAP


# Triggers


@pytest.mark.rule("sand_wars", "OH.15", "EVT.UN.a", "TRG.2")
def test_chips_lie_still_when_war_breaks_out_in_the_middle_of_a_un_session() -> None:
    war = event_card(ALGERIA, "War breaks out!")
    match = arranged(place={}, chips=7)
    match.state.draw_script = (event_card(ALGERIA, "UN emergency session"), ringed(ALGERIA), war, die(ALGERIA, 1))
    match.state.push(EventDraw(ALGERIA, "SEQ.10"))
    match._settle()
    match.check()
    assert match.state.war
    assert match.state.chips == 7


@pytest.mark.rule("sand_wars", "EVT.COUA.a", "CTL.5", "CAP.1")
def test_a_coup_in_mid_combat_leaves_control_to_the_end_of_the_combat() -> None:
    place = {"A-B1": "oujda", "M-mot2-1": "oujda", "A-base-1": "oujda"}
    coup, low = event_card(ALGERIA, "Coup attempt (Algeria)"), die(ALGERIA, 1)
    draws = (ringed(ALGERIA), coup, low, ringed(MOROCCO), event_card(MOROCCO, "Combat: Panic"))
    match = fight(ReconRoll(), place=place, draws=draws)
    match.check()
    assert "Combat: Panic has no effect outside a combat." in told(match, "EVP.3")
    assert at(match, "A-B1") == OUT
    assert at(match, "M-mot2-1") == "oujda"  # no panic by a capture die, which is no longer part of the combat
    assert match.state.control["oujda"] == MOROCCO


@pytest.mark.rule("sand_wars", "REA.SOFD.a", "SEQ.17")
def test_a_second_sof_defense_may_be_tried_when_the_first_fails() -> None:
    cards = reaction_card(MOROCCO, "SOF defense", 0), reaction_card(MOROCCO, "SOF defense", 1)
    place = {"A-abn2-1": "maghnia", "M-mot2-1": "oujda"}
    match = arranged(place=place, hand=(action_card(ALGERIA, "SOF attack"),), enemy_hand=cards)
    play(match, act.PlayCard(action_card(ALGERIA, "SOF attack")))
    play(match, act.SofFrom("A-abn2-1", "march"), act.AimAt("block@oujda"))
    match.state.draw_script = (die(MOROCCO, 3), die(MOROCCO, 4))
    play(match, act.PlayReaction(cards[0]))
    assert step(match) == "SofDefense"
    play(match, act.PlayReaction(cards[1]))
    assert step(match) in ("Operations", "Discarding")
    assert match.state.chips == 0
    assert not match.state.pieces["M-mot2-1"].disrupted


@pytest.mark.rule("sand_wars", "CAP.3", "AD.2")
def test_a_captured_base_gives_its_captor_air_defense() -> None:
    match = arranged(place={"A-mot2-1": "oujda", "M-base-1": "oujda"})
    assert air_defense(match.state, ALGERIA, "oujda") == 1
    match.state.change("M-base-1", captured=True)
    assert air_defense(match.state, ALGERIA, "oujda") == 2
    assert air_defense(match.state, MOROCCO, "oujda") == 0


@pytest.mark.rule("sand_wars", "ACT.SOF.b")
def test_the_owner_chooses_which_helicopter_flies_a_sof_attack() -> None:
    place = {"A-cdo1-1": "oran", "M-mot2-1": "oujda"}
    match = arranged(place=place, hand=(action_card(ALGERIA, "SOF attack"),))
    play(match, act.PlayCard(action_card(ALGERIA, "SOF attack")))
    play(match, act.SofFrom("A-cdo1-1", "helicopter"), act.AimAt("block@oujda"))
    assert [action.marker for action in offered(match, act.Sortie)] == ["A-helicopter-3", "A-helicopter-1"]  # 2/0, 1/1
    assert refused(match, act.Sortie("A-helicopter-2", "insertion")) == "ACT.SOF.b"  # set aside
    play(match, act.Sortie("A-helicopter-3", "insertion"))
    assert (step(match), at(match, "A-helicopter-3")) == ("AirDefense", "oujda")


@pytest.mark.rule("sand_wars", "OH.1", "ACT.REC.b")
def test_no_headquarters_comes_back_abroad_before_the_war() -> None:
    place = {"A-B1": "oujda", "A-base-1": "oran", "A-D1": REPLACEMENT, "A-mot2-1": REPLACEMENT}
    for war, rule in ((False, "OH.1"), (True, None)):
        match = arranged(place=place, hand=(action_card(ALGERIA, "Reconstitution"),), war=war)
        play(match, act.PlayCard(action_card(ALGERIA, "Reconstitution")))
        assert refused(match, act.ReturnUnit("A-D1", "oujda")) == rule
        assert refused(match, act.ReturnUnit("A-mot2-1", "oujda")) is None
        assert refused(match, act.ReturnUnit("A-D1", "oran")) is None


# What lasts for a whole combat


@pytest.mark.rule("sand_wars", "RET.8", "TER.4", "TER.5")
@pytest.mark.parametrize("how", ["berm", "mountain"])
def test_an_attacker_who_came_otherwise_cancels_the_shelter_even_after_he_is_lost(how: str) -> None:
    place = {"A-tank4-1": "smara", "A-rec1-1": "smara", "M-mech3-1": "smara"}
    for here, sheltered in ((True, False), (False, True)):
        match = fight(place=place, space="smara", fresh=how, enemy_hand=("M01",))
        if here:  # the recon unit stood there before
            match.state.fresh -= {"A-rec1-1"}
            match.state.flow[-1:] = [GroundCombat()]
            match._settle()
        match.state.put(Block("A-rec1-1", OUT))
        assert bool(shelter(match.state)[0]) == sheltered
        assert is_behind_berm(match.state, MOROCCO) == (sheltered and how == "berm")


@pytest.mark.rule("sand_wars", "RET.8", "ACT.SPEC.b")
def test_a_unit_that_is_lifted_in_cancels_the_shelter_for_the_whole_combat() -> None:
    special = action_card(ALGERIA, "Special move")
    place = {"A-tank4-1": "smara", "A-abn2-1": "tindouf", "M-mech3-1": "smara"}
    match = fight(GroundCombat("air"), place=place, space="smara", fresh="berm", hand=(special,), enemy_hand=("M01",))
    assert shelter(match.state)[1] == "TER.4"
    play(match, act.AddCard(special), act.Board("A-abn2-1", "A-air_supply-1"), act.EndSorties())
    assert at(match, "A-abn2-1") == "smara"
    match.state.put(Block("A-abn2-1", OUT))
    assert shelter(match.state) == ("", "")


@pytest.mark.rule("sand_wars", "RET.4", "REP.1", "GUE.1")
def test_a_guerrilla_destroyed_together_with_its_camp_had_a_loc() -> None:
    place = {"A-camp-1": "mijek", "A-guerrilla-1": "mijek", "M-mech3-1": "mijek"}
    match = fight(BeginRetreat(ALGERIA), place=place, space="mijek", attacker=MOROCCO)
    assert (at(match, "A-camp-1"), at(match, "A-guerrilla-1")) == (ASIDE, REPLACEMENT)


@pytest.mark.rule("sand_wars", "GC.14", "GC.15", "DIS.2")
def test_a_disrupted_unit_withdraws_on_the_ground_only() -> None:
    place = {"A-tank4-1": "nador", "M-nav2-1": "nador", "M-base-1": "fes"}
    match = fight(FreeWithdrawal(MOROCCO), place=place, space="nador", battle={"advantage": MOROCCO})
    assert refused(match, act.SailOut("M-nav2-1", "tangier")) is None
    assert refused(match, act.LiftOut("M-nav2-1", "fes")) is None
    match.state.change("M-nav2-1", disrupted=True)
    assert refused(match, act.SailOut("M-nav2-1", "tangier")) == "DIS.2"
    assert refused(match, act.LiftOut("M-nav2-1", "fes")) == "DIS.2"
    assert refused(match, act.WithdrawTo("M-nav2-1", "taourirt")) is None


# The border


@pytest.mark.rule("sand_wars", "OPS.5", "ACT.ADM.e")
def test_a_unit_that_stops_abroad_on_an_admin_move_costs_a_chip() -> None:
    held = dict.fromkeys(("oujda", "ain_beni_mathar", "bouarfa", "figuig"), ALGERIA)
    for stop, chips in ((None, 0), ("oujda", 1)):
        card = action_card(ALGERIA, "Admin move")
        match = arranged(place={"A-mot2-1": "maghnia", "A-mot2-2": "maghnia"}, hand=(card,))
        match.state.control |= held
        match.state.forget()
        play(match, act.PlayCard(card))
        play(match, act.Entrain("A-mot2-1"), act.Entrain("A-mot2-2"), act.Drive("beni_ounif"))
        assert match.state.chips == 0  # a way through the own country leads there
        play(match, act.StopShort("A-mot2-1", stop) if stop else act.Halt())
        assert match.state.chips == chips


@pytest.mark.rule("sand_wars", "CAS.1", "LOS.6", "ADD.3")
def test_an_unarmed_uav_scouts_but_gives_no_close_support() -> None:
    place = {"A-mot2-1": "oujda", "A-base-1": "maghnia", "M-mech3-1": "oujda", "M-mot2-1": "oujda"}
    for marker, counts in (("A-uav-1", 0), ("A-uav-2", 1), ("A-airstrike-1", 1)):
        match = fight(place=place, battle={"support": (marker,)}, enemy_hand=("M01",))
        match.state.change(marker, at="oujda")
        assert supplied_units(match.state, ALGERIA) == 1 + counts
        assert has_armor_or_support(match.state, ALGERIA) == bool(counts)
        assert recon_bonus(match.state, ALGERIA) == match.state.facts(marker).recon
    match = fight(place=place | {"A-mot2-2": "oujda"}, attacker=MOROCCO, battle={"support": ("M-elint-1",)})
    assert has_armor_or_support(match.state, MOROCCO)  # ELINT may fly close support


@pytest.mark.rule("sand_wars", "RET.2", "LDR.5")
def test_a_leader_may_go_with_those_who_retreat_though_others_stay() -> None:
    place = {"A-B1": "oujda", "A-leader-1": "oujda", "A-leader-2": "oujda", "A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(place=place, enemy_hand=("M01",))
    match.state.change("A-leader-1", hq="A-B1")
    match.state.push(BeginRetreat(ALGERIA))
    match._settle()
    assert refused(match, act.FallBack("A-leader-1", "maghnia")) == "RET.2"  # his formation stays
    assert refused(match, act.FallBack("A-leader-2", "taourirt")) == "RET.2"
    play(match, act.FallBack("A-leader-2", "maghnia"), act.FallBack("A-mot2-1", "maghnia"))
    assert (at(match, "A-leader-2"), at(match, "A-leader-1")) == ("maghnia", "oujda")


@pytest.mark.rule("sand_wars", "FRT.1", "ACT.SPEC.b")
def test_units_on_their_way_into_a_combat_count_for_its_frontage() -> None:
    cards = action_card(ALGERIA, "Special move", 0), action_card(ALGERIA, "Special move", 1)
    place = {f"A-mot2-{number}": "oujda" for number in range(1, 12)} | {"A-abn2-1": "oran", "A-abn2-2": "oran"}
    match = fight(AirStep(ALGERIA), place={**place, "M-mot2-1": "oujda"}, hand=cards)
    play(match, act.AddCard(cards[0]))
    assert refused(match, act.Board("A-abn2-2", "A-helicopter-3")) is None
    play(match, act.Board("A-abn2-1", "A-helicopter-1"))
    assert step(match) != "AirStep" or refused(match, act.AddCard(cards[1])) == "ACT.SPEC.b"
    assert len(match.state.ground(ALGERIA, "oujda")) <= 12


@pytest.mark.rule("sand_wars", "LDR.7", "ACT.SPEC.b")
@pytest.mark.parametrize("face", [1, 4])
def test_a_leader_flies_into_a_combat_with_the_unit_that_joins_it(face: int) -> None:
    card = action_card(ALGERIA, "Special move")
    place = {"A-mech3-1": "oujda", "A-abn2-1": "oran", "A-leader-1": "oran", "A-leader-2": "tlemcen"}
    match = fight(AirStep(ALGERIA), place={**place, "M-mot2-1": "oujda"}, hand=(card,))
    assert refused(match, act.Carry("A-leader-1")) == "LDR.7"
    play(match, act.AddCard(card), act.Board("A-abn2-1", "A-helicopter-1"))
    assert refused(match, act.Carry("A-leader-2")) == "LDR.7"  # not where the unit starts
    play(match, act.Carry("A-leader-1"))
    if step(match) == "AirStep":
        play(match, act.EndSorties())
    match.state.draw_script = (die(MOROCCO, face),)
    play(match, act.Shoot("A-helicopter-1"))
    where = "oujda" if face == 1 else "oran"
    assert (at(match, "A-abn2-1"), at(match, "A-leader-1")) == (where, where)
    assert at(match, "A-helicopter-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "REA.COM.a", "GC.16")
def test_reserves_may_still_come_before_the_attacker_returns_fire() -> None:
    reserve, counter = reaction_card(MOROCCO, "Commit reserve"), reaction_card(MOROCCO, "Counterattack")
    place = {"A-mech3-1": "oujda", "M-mot2-1": "oujda", "M-tank4-1": "taourirt"}
    battle = {"advantage": MOROCCO, "step": "decision"}
    match = fight(GroundCombat("return fire"), place=place, battle=battle, enemy_hand=(reserve, counter))
    assert (step(match), match.to_act) == ("DefenderWindow", MOROCCO)
    assert refused(match, act.PlayReaction(counter)) == "GC.16"
    play(match, act.PlayReaction(reserve), act.Commit("M-tank4-1"))
    assert at(match, "M-tank4-1") == "oujda"
    place["M-tank4-1"] = "fes"  # nobody stands beside the combat: nobody is asked
    match = fight(GroundCombat("return fire"), place=place, battle=battle, enemy_hand=(reserve,))
    assert not (step(match) == "DefenderWindow" and "return fire" in match.state.step.prompt(match.state))
