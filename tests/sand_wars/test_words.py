"""Words that must be true: what a refusal, the journal and the enemy's journal say."""

from __future__ import annotations

import pytest

from common.engine import Seat, Step
from common.engine.actions import Add
from sand_wars import actions as act
from sand_wars.rules.air import MoreSorties
from sand_wars.rules.catalogue import ACTIONS
from sand_wars.rules.combat.strength import (
    why_not_supply,
)
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.command import Detaching
from sand_wars.rules.dice import EventDraw
from sand_wars.rules.forces import disrupt, why_no_room
from sand_wars.rules.intervention import AidRoll
from sand_wars.rules.missions import ImpactMission
from sand_wars.rules.reinforcements import Deploying, receive
from sand_wars.rules.sequence import LACKING
from sand_wars.rules.strike import Striking
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, OUT, SIDES
from tests.asking import refused, step, told
from tests.sand_wars.fights import action_card, die, event_card, fight, throw
from tests.sand_wars.positions import arranged, play

# What is said


@pytest.mark.rule("sand_wars", "SEQ.14")
def test_a_card_that_can_do_nothing_says_what_is_lacking() -> None:
    match = arranged(place={"A-tank4-1": "oran"}, hand=(action_card(ALGERIA, "Reconstitution"),))
    refusal = match.why_not(act.PlayCard(action_card(ALGERIA, "Reconstitution")))
    assert refusal is not None
    assert "no unit has lost CV, none can come back and nothing is disrupted" in refusal.why
    assert set(LACKING) == set(ACTIONS)


@pytest.mark.rule("sand_wars", "INTD.2", "ACT.STR.b", "GC.6")
@pytest.mark.parametrize(
    ("waits", "words", "rule"),
    [
        (MoreSorties(ALGERIA, "interdiction", "oujda", ("A-airstrike-1",)), "Carry out the mission", "INTD.2"),
        (Striking(ALGERIA, "resource@khouribga", ("A-airstrike-1",)), "Carry out the attack", "ACT.STR.b"),
        (AirStep(ALGERIA), "No more support", "GC.6"),
    ],
)
def test_going_on_without_another_marker_is_called_what_it_is(waits: Step, words: str, rule: str) -> None:
    place = {"A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = fight(waits, place=place, hand=(action_card(ALGERIA, "Dig in"),))
    gesture = match.game.table.gesture(Seat(match, ALGERIA), act.EndSorties())
    assert (gesture.label, gesture.rule) == (words, rule)


@pytest.mark.rule("sand_wars", "HQC.11", "HQC.10", "ACT.C2.b", "ACT.C2.c")
def test_what_cannot_be_attached_is_refused_by_its_name_and_rule() -> None:
    place = {"A-B1": "oran", "A-B2": "oran", "A-cdo1-1": "oran", "A-mot2-1": "oran", "A-mot2-2": "tlemcen"}
    match = arranged(place=place, hand=(action_card(ALGERIA, "C2 improvement"),))
    match.state.change("A-B1", up=True)
    play(match, act.PlayCard(action_card(ALGERIA, "C2 improvement")), act.AttachTo("A-B1"))
    for id_, rule in (("A-cdo1-1", "HQC.11"), ("A-B2", "HQC.10"), ("A-mot2-2", "ACT.C2.b"), ("M-mot2-1", "ACT.C2.b")):
        assert refused(match, Add(id_)) == rule
    play(match, Add("A-mot2-1"))
    why = match.why_not(Add("A-mot2-1"))
    assert why is not None
    assert why.why == "Motorized Infantry (2) is already chosen"
    match = fight(Detaching(side=ALGERIA, hq="A-B1"), place=place, space="oran")
    why = match.why_not(Add("A-mot2-1"))
    assert why is not None
    assert why.why == "Motorized Infantry is not attached to A-B1"


@pytest.mark.rule("sand_wars", "SEQ.12")
@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("Arab league intervenes", "No piece stands in the enemy's home country."),
        ("Major power intervenes", "No enemy piece stands in the home country of Algeria."),
        ("Islamic bomb", "Nobody controls uranium."),
        ("War on terror", "No terror marker lies in either home country."),
        ("Libyan border activity", "Algeria holds no Ops and Plans card."),
        ("Coup attempt (Morocco)", "Morocco has no HQ and no Leader on the map."),
        ("Moroccan leadership", "Morocco has nobody to lead."),
        ("Oil demand down", "Algeria draws two cards fewer in its next Draw Phase."),
        ("Jihad in Algeria", "Morocco cannot place a Camp."),
    ],
)
def test_an_event_that_does_nothing_says_why(title: str, words: str) -> None:
    match = arranged(place={"M-fort-1": "fes"}, control={})
    for id_ in [id_ for id_ in match.state.pieces if "-camp-" in id_]:
        match.state.change(id_, at=OUT)
    match.state.push(EventDraw(ALGERIA, "SEQ.10"))
    match.state.draw_script = (event_card(ALGERIA, title),)
    match._settle()
    match.tell()
    assert step(match) == "Operations"
    assert words in [entry.text for entry in match.journal]


@pytest.mark.rule("sand_wars", "MPI.3")
def test_what_is_not_available_is_called_by_its_name() -> None:
    match = arranged(place={})
    for id_ in ("A-naval-1", "A-naval-2"):
        match.state.change(id_, at=OFF_MAP)
    receive(match.state, ALGERIA, "naval", "MPI.3")
    receive(match.state, ALGERIA, "hq_div", "MPI.3", ())
    match.tell()
    assert told(match, "MPI.3") == ["Algeria: no Naval support is available.", "Algeria: no Division HQ is available."]


@pytest.mark.rule("sand_wars", "FRT.1", "ACT.LOG.b")
def test_limits_are_refused_with_their_numbers() -> None:
    match = arranged(place={f"A-mot2-{number}": "oran" for number in range(1, 13)})
    full = why_no_room(match.state, ALGERIA, "oran", 2)
    assert full is not None
    assert full.why == "Oran would hold 14 ground units of Algeria; 12 are the limit"
    place = {"A-mot2-1": "maghnia", "M-mot2-1": "maghnia"}
    match = fight(place=place, space="maghnia", battle={"supplies": (1, 0)}, enemy_hand=("M01",))
    enough = why_not_supply(match.state, ALGERIA)
    assert enough is not None
    assert enough.why == "not more Combat logistics cards than units that they strengthen: 1 of 1 in this round"


@pytest.mark.rule("sand_wars", "REI.3", "REI.5")
def test_a_reinforcement_says_what_kind_of_place_it_needs() -> None:
    for piece, words in (
        ("A-tank4-1", "needs a deployment city, a base, or a unit with a LOC to a base; Timimoun is not one"),
        ("A-fort-1", "Fortification needs a friendly space at home without a Fort; Fes is not one"),
    ):
        match = arranged(Deploying(ALGERIA, (piece,)), place={"A-mot2-1": "timimoun"})
        refusal = match.why_not(act.PlaceUnit(piece, "timimoun" if "tank" in piece else "fes"))
        assert refusal is not None
        assert words in refusal.why


@pytest.mark.rule("sand_wars", "AD.5", "STK.3", "INTD.4", "ARC.1")
@pytest.mark.parametrize("mission", ["interdiction", "recon", "strike"])
def test_a_mission_that_does_not_get_through_says_so(mission: str) -> None:
    place = {"M-mot2-1": "oujda", "M-fort-1": "oujda"}
    card = action_card(ALGERIA, "Strategic attack" if mission == "strike" else "Air operations")
    match = arranged(place=place, war=True, hand=(card,))
    play(match, act.PlayCard(card))
    marker = "A-airstrike-6"  # 1/1
    if mission == "strike":
        play(match, act.AimAt("M-fort-1"), act.Sortie(marker, mission))
    else:
        play(match, act.Sortie(marker, mission), act.AimAt("oujda"))
    match.state.draw_script = (throw(MOROCCO, 5, 1),)
    play(match, act.Shoot(marker))
    assert step(match) == "Operations"
    assert match.journal[-1].text.startswith("No marker got through")


@pytest.mark.rule("sand_wars", "MPI.3")
def test_aid_that_rebuilds_nothing_is_told_under_the_rule_that_gave_it() -> None:
    match = arranged(AidRoll(ALGERIA, "russia", (3, 4)), place={"A-mot2-1": "oran"})
    assert "Algeria has nothing to rebuild." in told(match, "MPI.3")


@pytest.mark.rule("sand_wars", "MAP.10", "MAP.11", "ACT.OPS.b")
def test_a_move_that_ends_early_says_why() -> None:
    card = action_card(ALGERIA, "Ops and Plans")
    cases = (
        ("ain_sefra", "bouarfa", "MAP.10", "mountains were crossed"),
        ("tifariti", "smara", "MAP.11", "the berm was crossed"),
        ("maghnia", "oujda", "ACT.OPS.b", "an enemy base or Leader is there"),
    )
    for here, there, rule, words in cases:
        match = arranged(place={"A-mot2-1": here, "M-base-1": "oujda"}, war=True, hand=(card,))
        play(match, act.PlayCard(card), act.Activate("A-mot2-1"), act.Advance(there))
        assert step(match) == "Operations"
        assert words in told(match, rule)[-1]


# Who reads what


@pytest.mark.rule("sand_wars", "DIS.1", "EVT.WOT.a")
def test_both_sides_see_the_dice_of_a_raid_and_of_the_war_on_terror() -> None:
    card = action_card(ALGERIA, "SOF attack")
    match = arranged(place={"A-abn2-1": "maghnia", "M-mot2-1": "oujda"}, hand=(card,), draws=(throw(ALGERIA, 5, 1),))
    play(match, act.PlayCard(card), act.SofFrom("A-abn2-1", "march"), act.AimAt("block@oujda"))
    for side in SIDES:
        last = match.journal.view(side)[-1]
        assert [roll.dice for roll in last.rolls] == [(5, 1)]
    assert match.journal.view(ALGERIA)[-1].text == "A block of Morocco in Oujda is disrupted."
    match = arranged(place={"A-terror_attack-1": "fes"}, draws=(event_card(ALGERIA, "War on terror"), die(MOROCCO, 2)))
    match.state.push(EventDraw(ALGERIA, "SEQ.10"))
    match._settle()
    match.tell()
    for side in SIDES:
        assert (2,) in [roll.dice for entry in match.journal.view(side) for roll in entry.rolls]


@pytest.mark.rule("sand_wars", "DSP.6", "FRT.3", "ACT.REC.a")
def test_what_happens_to_an_attached_unit_is_not_told_to_the_enemy() -> None:
    card = action_card(MOROCCO, "Reconstitution")
    match = arranged(place={"M-B1": "fes", "M-tank4-1": "fes"}, side=MOROCCO, hand=(card,))
    match.state.change("M-B1", up=True)
    match.state.change("M-tank4-1", hq="M-B1", cv=2)
    play(match, act.PlayCard(card), act.Strengthen("M-tank4-1"))
    assert match.journal.view(MOROCCO)[-1].text == "Tank (modern) (3) in Fes is strengthened."
    assert match.journal.view(ALGERIA)[-1].text == "Morocco strengthens a unit."
    disrupt(match.state, "M-tank4-1", "FRT.3")
    match.tell()
    assert match.journal.view(MOROCCO)[-1].text == "Tank (modern) (3) of Morocco in Fes is disrupted."
    assert match.journal.view(ALGERIA)[-1].text == "Morocco strengthens a unit."


@pytest.mark.rule("sand_wars", "PCE.1")
def test_the_enemy_does_not_see_which_block_is_being_lifted() -> None:
    card = action_card(ALGERIA, "Special move")
    place = {"A-abn2-1": "oran", "A-mot2-1": "oran", "A-mot2-2": "tiaret", "M-mot2-1": "oujda"}
    match = arranged(place=place, hand=(card,), war=True)
    play(match, act.PlayCard(card), act.Board("A-abn2-1", "A-helicopter-1"), act.Land("oujda"))
    assert step(match) == "AirDefense"
    assert "abn2" not in repr(match.view(MOROCCO).flow)
    assert "A-abn2-1" in repr(match.view(ALGERIA).flow)
    for seed in range(8):  # in an imagined world some block of the same space is lifted
        state = match.game.imagine(match.state, MOROCCO, seed)
        lifts = next(other.lifts for other in state.flow if isinstance(other, ImpactMission))
        assert state.pieces[lifts[0][0]].at == "oran"
