"""Situations in which rules meet: limits met exactly, choices not made silently, words that must be true."""

from __future__ import annotations

import pytest

from bench.odds_by_cards import compare
from common.engine import Action, Match
from sand_wars import actions as act
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.event_choices import TerrorAttack
from sand_wars.rules.interdiction import Interdicting
from sand_wars.rules.intervention import AidRoll
from sand_wars.rules.reinforcements import receive
from sand_wars.rules.targets import name_of_target
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, REPLACEMENT
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import action_card, fight, throw
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


@pytest.mark.rule("sand_wars", "MPI.3")
def test_what_is_not_available_is_called_by_its_name() -> None:
    match = arranged(place={})
    for id_ in ("A-naval-1", "A-naval-2"):
        match.state.change(id_, at=OFF_MAP)
    receive(match.state, ALGERIA, "naval", "MPI.3")
    receive(match.state, ALGERIA, "hq_div", "MPI.3", ())
    match.tell()
    assert told(match, "MPI.3") == ["Algeria: no Naval support is available.", "Algeria: no Division HQ is available."]
