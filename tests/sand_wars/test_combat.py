"""GC, REA.CAT, REA.WDR, REA.COM, ADD, SUB  The course of a ground combat and the cards in it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.combat.fire import FireOrder, FireResult, FireWindow
from sand_wars.rules.combat.recon import ReconCards, ReconRoll, is_jammed, recon_bonus
from sand_wars.rules.combat.strength import firepower
from sand_wars.rules.combat.windows import DefenderWindow
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, REPLACEMENT
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import (
    action_card,
    advance_to,
    attach,
    battle_of,
    change,
    die,
    fight,
    finish,
    in_action,
    reaction_card,
    throw,
)
from tests.sand_wars.positions import arranged, at, deal, play, put

PAIR = {"A-mech3-1": "oujda", "M-mech3-1": "oujda"}


@pytest.mark.rule("sand_wars", "GC.5", "PCE.1")
def test_both_stacks_are_revealed_for_the_combat_and_hidden_again() -> None:
    match = in_action("Ops and Plans", {"A-mech3-1": "maghnia", "M-mech3-1": "oujda"}, war=True)
    view = match.game.view(match.state, ALGERIA)
    assert "M-mech3-1" not in view.pieces
    deal(match.state, MOROCCO, (reaction_card(MOROCCO, "Withdraw"),))
    play(match, act.Activate("A-mech3-1"), act.Advance("oujda"))
    for side, enemy in ((ALGERIA, "M-mech3-1"), (MOROCCO, "A-mech3-1")):
        assert match.game.view(match.state, side).pieces[enemy].cv == 3
    play(match, act.PlayReaction(match.state.hands[MOROCCO][0]), act.PullOut("taourirt"))
    assert match.state.battle is None
    assert "M-mech3-1" not in match.game.view(match.state, ALGERIA).pieces


@pytest.mark.rule("sand_wars", "GC.10", "GC.16", "GC.22", "GC.26")
def test_the_higher_recon_fires_first_and_a_destroyed_target_does_not_answer() -> None:
    place = {
        "A-tank4-1": "oujda",
        "A-tank4-2": "oujda",
        "A-tank4-3": "oujda",
        "A-arec2-1": "oujda",
        "M-rec1-1": "oujda",
    }
    draws = (die(ALGERIA, 5), die(MOROCCO, 2), throw(ALGERIA, 4, 4))  # recon 7 to 3, then 14 fires at 8: 3 steps
    match = finish(fight(place=place, draws=draws))
    assert at(match, "M-rec1-1") == REPLACEMENT
    assert match.state.controller("oujda") == ALGERIA
    assert match.state.lost_steps.get(ALGERIA, 0) == 0


@pytest.mark.rule("sand_wars", "GC.10")
def test_ties_in_recon_go_to_the_defender() -> None:
    place = {"A-arec2-1": "oujda", "M-rec1-1": "oujda"}
    match = fight(ReconRoll(), place=place, draws=(die(ALGERIA, 4), die(MOROCCO, 5)))
    assert told(match, "GC.10")[-1] == "Recon: Algeria 6, Morocco 6. Morocco has the Recon Advantage."


@pytest.mark.rule("sand_wars", "GC.8", "DIS.3", "VAL.2")
def test_one_ground_unit_scouts_and_a_disrupted_one_sees_nothing() -> None:
    match = fight(
        ReconCards(ALGERIA), place={"A-arec2-1": "oujda", "A-arec2-2": "oujda", "M-tank4-1": "oujda"}, hand=("A68",)
    )
    assert recon_bonus(match.state, ALGERIA) == 2
    assert recon_bonus(match.state, MOROCCO) == 0
    change(match, "A-arec2-1", disrupted=True)
    change(match, "A-arec2-2", disrupted=True)
    assert recon_bonus(match.state, ALGERIA) == 0


@pytest.mark.rule("sand_wars", "GC.9", "CAS.4", "CAS.1", "ELI.1")
def test_one_air_marker_adds_its_recon_and_all_add_their_fire() -> None:
    support = {"support": ("M-elint-1", "M-helicopter-1", "M-airstrike-1")}
    match = fight(ReconCards(MOROCCO), place=PAIR, attacker=MOROCCO, battle=support, hand=("M69",))
    assert recon_bonus(match.state, MOROCCO) == 2
    assert firepower(match.state, MOROCCO) == 3 + 0 + 1 + 2
    match = fight(ReconCards(MOROCCO), place=PAIR, attacker=MOROCCO, battle={"support": ("M-elint-1",)}, hand=("M69",))
    assert (recon_bonus(match.state, MOROCCO), firepower(match.state, MOROCCO)) == (2, 3)


@pytest.mark.rule("sand_wars", "LDR.3", "LDR.2")
def test_a_leader_adds_one_to_a_unit_of_his_formation_and_two_add_no_more() -> None:
    place = {"A-B1": "oujda", "A-mot2-1": "oujda", "A-leader-1": "oujda", "A-leader-2": "oujda", "M-mot2-1": "oujda"}
    match = fight(ReconCards(ALGERIA), place=place, hand=("A68",))
    assert recon_bonus(match.state, ALGERIA) == 0
    attach(match, "A-B1", "A-mot2-1", "A-leader-1", "A-leader-2")
    assert recon_bonus(match.state, ALGERIA) == 1
    put(match.state, "A-arec2-1", "oujda")
    assert recon_bonus(match.state, ALGERIA) == 2
    attach(match, "A-B1", "A-arec2-1")
    assert recon_bonus(match.state, ALGERIA) == 3


@pytest.mark.rule("sand_wars", "ACT.TAC.b", "REA.CIN.a", "SEQ.17")
def test_tactical_intel_adds_one_unless_it_is_countered() -> None:
    intel, counter = action_card(ALGERIA, "Tactical Intel"), reaction_card(MOROCCO, "Counter Intel")
    match = fight(ReconCards(ALGERIA), place=PAIR, hand=(intel,), enemy_hand=(counter,))
    play(match, act.AddCard(intel))
    assert (step(match), match.to_act) == ("CounterIntel", MOROCCO)
    play(match, Decline())
    match = fight(ReconCards(ALGERIA), place=PAIR, hand=(intel, "A69"), enemy_hand=(counter,))
    play(match, act.AddCard(intel), Decline())
    assert battle_of(match).intel == 1
    play(match, act.AddCard("A69"), act.PlayReaction(counter))
    assert "canceled" in told(match, "REA.CIN.a")[-1]


@pytest.mark.rule("sand_wars", "ACT.JAM.a", "ACT.JAM.b")
def test_jamming_marks_the_space_for_the_game_turn_and_hits_morocco_alone() -> None:
    jam = action_card(ALGERIA, "C2 jamming")
    match = fight(ReconCards(ALGERIA), place=PAIR, hand=(jam, "A68"))
    play(match, act.AddCard(jam))
    assert is_jammed(match.state, "oujda")
    assert recon_bonus(match.state, MOROCCO) == -1
    assert recon_bonus(match.state, ALGERIA) == 0
    again = fight(ReconCards(MOROCCO), place={**PAIR, "A-c2_jamming-1": "oujda"}, attacker=MOROCCO, hand=("M69",))
    assert recon_bonus(again.state, MOROCCO) == -1
    deck = match.game.data.decks[MOROCCO]
    assert not any(match.game.data.cards[card].action == "C2 jamming" for card in deck)


@pytest.mark.rule("sand_wars", "SEQ.16", "GC.3", "OPS.1")
def test_only_red_titles_join_a_combat() -> None:
    hand = [action_card(ALGERIA, title) for title in ("Reconstitution", "Ops and Plans", "Tactical Intel")]
    match = fight(ReconCards(ALGERIA), place=PAIR, hand=hand)
    assert refused(match, act.AddCard(hand[0])) == "SEQ.16"
    assert refused(match, act.AddCard(hand[1])) == "SEQ.16"
    assert refused(match, act.AddCard(hand[2])) is None
    texts = match.game.data.texts.actions
    red = {title for title, text in texts.items() if text.red}
    assert red == {
        "Air operations",
        "C2 jamming",
        "Combat logistics",
        "Naval operations",
        "Special move",
        "Tactical Intel",
    }


@pytest.mark.rule("sand_wars", "GC.4")
def test_the_defender_reacts_with_red_reactions_only() -> None:
    hand = [reaction_card(MOROCCO, title) for title in ("Info defense", "SOF defense", "Counterattack")]
    match = fight(DefenderWindow(MOROCCO), place=PAIR, enemy_hand=hand)
    assert refused(match, act.PlayReaction(hand[0])) == "GC.4"
    assert refused(match, act.PlayReaction(hand[1])) == "GC.4"
    assert refused(match, act.PlayReaction(hand[2])) is None
    red = {title for title, text in match.game.data.texts.reactions.items() if text.red}
    assert red == {
        "Air intercept", "Combat logistics", "Counter Intel", "Counterattack", "Commit reserve", "Naval intercept",
        "Withdraw",
    }  # fmt: skip


# Fire


@pytest.mark.rule("sand_wars", "GC.17", "TBL.2", "RET.6", "GC.20", "GC.21")
def test_firepower_and_dice_meet_in_the_table() -> None:
    place = {
        "A-tank4-1": "oujda",
        "A-tank4-2": "oujda",
        "A-mech3-1": "oujda",
        "M-tank4-1": "oujda",
        "M-mech3-1": "oujda",
    }
    battle = {"support": ("A-airstrike-6",)}  # 4 + 4 + 3 and close support of 1
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, battle=battle, draws=(throw(ALGERIA, 4, 6),))
    assert any("fires with 12, row 10-12" in text for text in told(match, "GC.17"))
    assert any("A roll of 10 on row 10-12: 3 steps and a retreat" in text for text in told(match, "TBL.2"))
    play(match, act.TakeLoss("M-tank4-1"))  # the tank has lost one already and is as weak as the other unit now
    assert match.state.lost_steps[MOROCCO] == 3
    assert step(match) == "FallingBack"


@pytest.mark.rule("sand_wars", "LOS.8", "GC.17")
def test_a_result_of_nothing_costs_nothing_and_no_force_fires_with_zero() -> None:
    match = fight(FireOrder(ALGERIA, "First fire"), place=PAIR, draws=(throw(ALGERIA, 1, 1),))
    assert match.state.lost_steps.get(MOROCCO, 0) == 0
    match = fight(FireOrder(ALGERIA, "First fire"), place={"A-B1": "oujda", "M-mech3-1": "oujda"})
    assert "has no fire" in told(match, "GC.17")[-1]


@pytest.mark.rule("sand_wars", "GC.18")
def test_towed_guns_that_came_this_phase_are_silent_in_the_first_round() -> None:
    place = {"A-art2-1": "oujda", "A-mech3-1": "oujda", "M-art2-1": "oujda"}
    match = fight(ReconCards(ALGERIA), place=place, entered=("A-art2-1",), hand=("A68",))
    assert firepower(match.state, ALGERIA) == 3
    assert firepower(match.state, MOROCCO) == 2
    match = fight(ReconCards(ALGERIA), place=place, entered=("A-art2-1",), hand=("A68",), battle={"round": 2})
    assert firepower(match.state, ALGERIA) == 5
    match = fight(ReconCards(ALGERIA), place=place, hand=("A68",))  # it was there before
    assert firepower(match.state, ALGERIA) == 5


@pytest.mark.rule("sand_wars", "DIS.4")
def test_the_sum_of_disrupted_units_is_halved_upwards() -> None:
    place = {"A-mech3-1": "oujda", "A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(ReconCards(ALGERIA), place=place, hand=("A68",))
    change(match, "A-mech3-1", disrupted=True)
    change(match, "A-mot2-1", disrupted=True)
    assert firepower(match.state, ALGERIA) == 3


@pytest.mark.rule("sand_wars", "GUE.3", "GUE.4")
def test_insurgents_fire_when_defending_and_not_when_their_side_attacks() -> None:
    place = {"A-tank4-1": "oujda", "A-guerrilla-1": "oujda", "A-camp-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(ReconCards(ALGERIA), place=place, hand=("A68",))
    assert firepower(match.state, ALGERIA) == 4
    assert recon_bonus(match.state, ALGERIA) == 0
    match = fight(ReconCards(MOROCCO), place=place, attacker=MOROCCO, hand=("M69",))
    assert firepower(match.state, ALGERIA) == 4 + 2 + 1
    assert recon_bonus(match.state, ALGERIA) == 1


# Combat logistics

LOGS = [action_card(ALGERIA, "Combat logistics", n) for n in range(3)]
DEPOTS = [reaction_card(MOROCCO, "Combat logistics", n) for n in range(4)]


@pytest.mark.rule("sand_wars", "GC.19", "ADD.3", "ADD.4", "ADD.5", "ACT.LOG.a")
def test_combat_logistics_adds_one_for_each_unit_and_marker() -> None:
    place = {
        "A-tank4-1": "oujda", "A-mot2-1": "oujda", "A-mot2-2": "oujda", "A-mot2-3": "oujda", "A-B1": "oujda",
        "A-het0-1": "oujda", "M-mech3-1": "oujda", "A-base-1": "maghnia",
    }  # fmt: skip
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, hand=LOGS, battle={"support": ("A-airstrike-1",)})
    assert firepower(match.state, ALGERIA) == 10 + 2
    play(match, act.AddCard(LOGS[0]))
    assert firepower(match.state, ALGERIA) == 10 + 4 + 1 + 2
    play(match, act.AddCard(LOGS[1]))
    assert firepower(match.state, ALGERIA) == 10 + 10 + 2


@pytest.mark.rule("sand_wars", "ACT.LOG.b", "ADD.2")
def test_logistics_needs_a_loc_and_not_more_cards_than_units() -> None:
    place = {"A-tank4-1": "fes", "M-mech3-1": "fes"}
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, space="fes", hand=LOGS)
    assert "fires with 4" in told(match, "GC.17")[0]  # nothing could be added
    place = {"A-tank4-1": "oujda", "M-mech3-1": "oujda", "A-base-1": "maghnia"}
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, hand=LOGS)
    assert refused(match, act.AddCard(LOGS[0])) is None
    match.state.battle = replace(battle_of(match), supplies=(1, 0))
    assert refused(match, act.AddCard(LOGS[0])) == "ACT.LOG.b"


@pytest.mark.rule("sand_wars", "ADD.6", "LOG.4")
def test_a_camp_supplies_commandos_and_guerrillas_only() -> None:
    place = {"A-tank4-1": "smara", "A-cdo1-1": "smara", "M-mech3-1": "smara", "A-camp-1": "tifariti"}
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, space="smara", hand=LOGS)
    assert refused(match, act.AddCard(LOGS[0])) is None
    match.state.battle = replace(battle_of(match), supplies=(1, 0))
    assert firepower(match.state, ALGERIA) == 5 + 1
    assert refused(match, act.AddCard(LOGS[0])) == "ADD.6"


@pytest.mark.rule("sand_wars", "REA.LOG.a", "EVT.WEA.a")
def test_the_defender_adds_logistics_for_units_and_interceptors() -> None:
    place = {"A-tank4-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(
        FireWindow(MOROCCO, "Return fire"), place=place, enemy_hand=DEPOTS, battle={"cover": ("M-airstrike-1",)}
    )
    play(match, act.PlayReaction(DEPOTS[0]))
    assert firepower(match.state, MOROCCO) == 5 + 3
    match = fight(FireWindow(MOROCCO, "Return fire"), place=place, enemy_hand=DEPOTS)
    play(match, act.PlayReaction(DEPOTS[0]), act.PlayReaction(DEPOTS[1]))
    assert firepower(match.state, MOROCCO) == 5 + 4
    assert refused(match, act.PlayReaction(DEPOTS[2])) == "ACT.LOG.b"
    match = fight(FireWindow(MOROCCO, "Return fire"), place=place, enemy_hand=DEPOTS, weather=True)
    assert refused(match, act.PlayReaction(DEPOTS[0])) == "EVT.WEA.a"


# Windows


@pytest.mark.rule("sand_wars", "REA.CAT.a", "GC.16")
def test_a_counterattack_is_an_extra_fire_before_the_round_goes_on() -> None:
    counter = [reaction_card(MOROCCO, "Counterattack", n) for n in range(2)]
    place = {"A-tank4-1": "oujda", "A-mech3-1": "oujda", "M-tank4-1": "oujda", "M-mech3-1": "oujda"}
    draws = (throw(MOROCCO, 4, 3), die(ALGERIA, 6), die(MOROCCO, 1))
    match = fight(place=place, enemy_hand=counter, draws=draws)
    play(match, act.PlayReaction(counter[0]))
    assert step(match) == "FireWindow"
    play(match, Decline(), act.TakeLoss("A-mech3-1"))  # 7 fires at 7: two steps
    assert match.state.lost_steps[ALGERIA] == 2
    assert (step(match), match.to_act) == ("DefenderWindow", MOROCCO)
    assert refused(match, act.PlayReaction(counter[1])) == "REA.CAT.a"
    play(match, Decline(), act.HoldGround())
    assert battle_of(match).advantage == ALGERIA
    assert isinstance(match.state.step, DefenderWindow)
    assert match.state.step.before_fire


@pytest.mark.rule("sand_wars", "REA.WDR.a", "GC.16", "SEQ.17")
def test_the_withdraw_card_moves_everything_mobile_and_needs_no_control() -> None:
    card = reaction_card(MOROCCO, "Withdraw")
    place = {"A-tank4-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda", "A-mot2-1": "taourirt"}
    match = fight(place=place, enemy_hand=(card,))
    match.state.take(ALGERIA, "nador")
    play(match, act.PlayReaction(card))
    assert refused(match, act.WithdrawTo("M-mech3-1", "taourirt")) == "REA.WDR.a"
    play(match, act.WithdrawTo("M-mech3-1", "nador"), act.WithdrawTo("M-mot2-1", "ain_beni_mathar"))
    assert match.state.controller("nador") == MOROCCO
    assert match.state.controller("oujda") == ALGERIA
    assert match.state.battle is None


@pytest.mark.rule("sand_wars", "REA.WDR.a")
def test_the_withdraw_card_cannot_be_played_when_somebody_would_stay_behind() -> None:
    card = reaction_card(MOROCCO, "Withdraw")
    blocked = {f"A-mot2-{n}": space for n, space in enumerate(("taourirt", "nador", "ain_beni_mathar", "maghnia"), 1)}
    match = fight(place={"A-tank4-1": "oujda", "M-mech3-1": "oujda", **blocked}, enemy_hand=(card,))
    assert refused(match, act.PlayReaction(card)) == "REA.WDR.a"


@pytest.mark.rule("sand_wars", "REA.COM.a", "REA.COM.b", "HQC.9")
def test_a_reserve_comes_from_an_adjacent_space_without_enemies() -> None:
    cards = [reaction_card(MOROCCO, "Commit reserve", n) for n in range(2)]
    place = {
        "A-tank4-1": "oujda", "M-mech3-1": "oujda", "M-B1": "taourirt", "M-tank4-1": "taourirt", "M-mot2-1": "nador",
        "A-mot2-1": "nador", "M-mot2-2": "fes",
    }  # fmt: skip
    match = fight(place=place, enemy_hand=cards)
    attach(match, "M-B1", "M-tank4-1", pv=1)
    play(match, act.PlayReaction(cards[0]))
    assert refused(match, act.Commit("M-mot2-1")) == "REA.COM.b"
    assert refused(match, act.Commit("M-mot2-2")) == "REA.COM.a"
    play(match, act.Commit("M-B1"))
    assert (at(match, "M-B1"), at(match, "M-tank4-1"), match.state.pieces["M-B1"].pv) == ("oujda", "oujda", 0)
    assert refused(match, act.PlayReaction(cards[1])) == "REA.COM.a"  # nobody is left to come


# Withdrawal


@pytest.mark.rule("sand_wars", "GC.11", "GC.12", "GC.13")
def test_the_side_with_the_advantage_withdraws_all_or_some() -> None:
    place = {
        "A-tank4-1": "oujda", "M-B1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda", "M-base-1": "oujda",
        "A-mot2-1": "nador",
    }  # fmt: skip
    match = fight(FreeWithdrawal(MOROCCO), place=place, battle={"advantage": MOROCCO})
    attach(match, "M-B1", "M-mech3-1")
    assert refused(match, act.WithdrawTo("M-mech3-1", "taourirt")) == "GC.12"
    assert refused(match, act.WithdrawTo("M-base-1", "taourirt")) == "GC.11"
    assert refused(match, act.WithdrawTo("M-B1", "nador")) == "GC.11"
    assert refused(match, act.WithdrawTo("M-B1", "maghnia")) == "GC.11"
    play(match, act.WithdrawTo("M-B1", "taourirt"))
    assert at(match, "M-mech3-1") == "taourirt"
    assert match.state.battle is not None
    play(match, act.WithdrawTo("M-mot2-1", "ain_beni_mathar"))
    assert match.state.battle is None


@pytest.mark.rule("sand_wars", "GC.14")
def test_airmobile_units_are_picked_up_to_another_base() -> None:
    place = {"A-tank4-1": "oujda", "M-abn2-1": "oujda", "M-mot2-1": "oujda", "M-base-1": "fes", "M-base-2": "agadir"}
    match = fight(FreeWithdrawal(MOROCCO), place=place, battle={"advantage": MOROCCO})
    assert refused(match, act.LiftOut("M-mot2-1", "fes")) == "GC.14"
    assert refused(match, act.LiftOut("M-abn2-1", "agadir")) == "RNG.1"
    assert refused(match, act.LiftOut("M-abn2-1", "taza")) == "GC.14"
    assert refused(match, act.LiftOut("M-abn2-1", "nowhere")) == "GC.14"
    play(match, act.LiftOut("M-abn2-1", "fes"))
    assert at(match, "M-abn2-1") == "fes"
    assert at(match, "M-helicopter-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "GC.15")
def test_amphibious_units_leave_by_sea() -> None:
    place = {"A-tank4-1": "nador", "M-nav2-1": "nador", "M-mot2-1": "nador"}
    match = fight(FreeWithdrawal(MOROCCO), place=place, space="nador", battle={"advantage": MOROCCO})
    assert refused(match, act.SailOut("M-mot2-1", "tangier")) == "GC.15"
    assert refused(match, act.SailOut("M-nav2-1", "oran")) == "GC.15"
    assert refused(match, act.SailOut("M-nav2-1", "fes")) == "GC.15"
    play(match, act.SailOut("M-nav2-1", "dakhla"))
    assert at(match, "M-nav2-1") == "dakhla"


@pytest.mark.rule("sand_wars", "GC.23")
def test_the_other_side_returns_fire_or_withdraws_and_forfeits_it() -> None:
    place = {"A-tank4-1": "oujda", "M-tank4-1": "oujda", "M-mech3-1": "oujda"}
    match = fight(
        FreeWithdrawal(MOROCCO, returning=True), place=place, battle={"advantage": ALGERIA, "step": "decision"}
    )
    from sand_wars.rules.combat.course import GroundCombat

    match.state.flow[-2] = GroundCombat("return fire")
    play(match, act.WithdrawTo("M-mech3-1", "taourirt"), act.HoldGround())
    assert match.state.lost_steps.get(ALGERIA, 0) == 0
    assert "does not return fire" in told(match, "GC.23")[-1]
    battle = {"advantage": ALGERIA, "step": "decision"}
    draws = (throw(MOROCCO, 5, 6),)
    match = fight(FreeWithdrawal(MOROCCO, returning=True), place=place, battle=battle, draws=draws)
    match.state.flow[-2] = GroundCombat("return fire")
    play(match, act.HoldGround())
    assert match.state.lost_steps[ALGERIA] == 3  # 7 fires at 11: 3+R


@pytest.mark.rule("sand_wars", "GC.24", "GC.25", "PCE.20")
def test_two_rounds_at_most_and_support_lasts_one() -> None:
    air = [action_card(ALGERIA, "Air operations", n) for n in range(1)]
    place = {"A-tank4-1": "oujda", "A-tank4-2": "oujda", "M-tank4-1": "oujda", "M-tank4-2": "oujda"}
    ones = (throw(ALGERIA, 1, 1, 0), throw(ALGERIA, 1, 1, 1))
    mine = (die(ALGERIA, 6, 0), die(ALGERIA, 6, 1))
    theirs = (die(MOROCCO, 1, 0), die(MOROCCO, 1, 1), throw(MOROCCO, 2, 1, 0), throw(MOROCCO, 2, 1, 1))
    draws = (mine[0], theirs[0], ones[0], theirs[2], mine[1], theirs[1], ones[1], theirs[3])
    match = advance_to(fight(place=place, hand=air, draws=draws), "AirStep")
    play(match, act.JoinSortie(air[0], "A-airstrike-1"), Decline())
    assert battle_of(match).support == ("A-airstrike-1",)
    seen = set()
    while match.state.battle is not None:
        seen.add((battle_of(match).round, battle_of(match).support))
        play(
            match,
            next(
                a
                for a in (Decline(), act.EndSorties(), act.EndRecon(), act.HoldGround(), act.OpenFire())
                if match.why_not(a) is None
            ),
        )
    assert (2, ()) in seen
    assert {number for number, _ in seen} <= {1, 2}
    assert match.state.is_disputed("oujda")
    assert at(match, "A-airstrike-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "SUB.3")
def test_support_is_untouched_by_the_outcome() -> None:
    place = {"A-rec1-1": "oujda", "M-tank4-1": "oujda", "M-tank4-2": "oujda"}
    match = fight(
        FireResult(MOROCCO, dice=(6, 6)),
        place={**place, "A-airstrike-1": "oujda"},
        battle={"support": ("A-airstrike-1",)},
    )
    assert match.state.battle is None
    assert at(match, "A-airstrike-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "CRD.5", "DRW.1")
def test_reactions_belong_to_the_enemys_turn_and_actions_to_the_own() -> None:
    card = reaction_card(ALGERIA, "Counterattack")
    match = arranged(place={"A-mot2-1": "oran"}, hand=(card,))
    assert match.why_not(act.PlayReaction(card)) is not None
    window = fight(DefenderWindow(MOROCCO), place=PAIR, enemy_hand=(reaction_card(MOROCCO, "Withdraw"),))
    assert window.to_act == MOROCCO
    assert window.why_not(act.PlayCard(window.state.hands[MOROCCO][0])) is not None
    assert offered(window, act.PlayCard) == []
