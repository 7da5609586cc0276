"""What events that ringed cards bring do to a move, a flight or an attack that is under way."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from common.engine import Match
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.forces import eliminate
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, OUT, REPLACEMENT
from tests.asking import step, told
from tests.sand_wars.fights import (
    action_card,
    attach,
    battle_of,
    data,
    event_card,
    fight,
    in_action,
    reaction_card,
    throw,
)
from tests.sand_wars.positions import at, play


def ringed_with(side: str, left: int) -> str:
    """A card of a side ringed Event whose left die shows a face."""
    cards = data().cards
    return next(id_ for id_ in data().decks[side] if cards[id_].trigger == "event" and cards[id_].dice[0] == left)


def marching_out(left_die: int) -> Match:
    """A unit leaves a disputed space with a base; the capture die is ringed and brings a terrorist attack."""
    place = {"A-mot2-1": "maghnia", "A-base-1": "maghnia", "M-tank4-1": "maghnia"}
    terror = event_card(MOROCCO, "Terrorist attack")
    draws = (ringed_with(MOROCCO, 4), terror, throw(MOROCCO, left_die, 0))
    match = in_action("Ops and Plans", place, war=True, draws=draws)
    play(match, act.Activate("A-mot2-1"), act.Advance("tlemcen"))
    assert step(match) == "TerrorAttack"
    match.play(act.StrikeTerror("block@tlemcen"))
    return match


@pytest.mark.rule("sand_wars", "ACT.OPS.a", "TRG.2")
def test_a_piece_lost_in_mid_march_goes_no_further() -> None:
    match = marching_out(6)
    assert at(match, "A-mot2-1") == REPLACEMENT
    assert step(match) == "Operations"
    assert told(match, "ACT.OPS.a")[-1].startswith("The move ends")
    match.check()


@pytest.mark.rule("sand_wars", "DIS.2", "TRG.2")
@pytest.mark.parametrize(("face", "goes_on"), [(3, True), (4, False)])
def test_a_piece_disrupted_in_mid_march_has_had_its_one_space(face: int, goes_on: bool) -> None:
    match = marching_out(face)
    assert match.state.pieces["A-mot2-1"].disrupted is not goes_on
    assert (step(match) == "Marching") is goes_on
    match.check()


@pytest.mark.rule("sand_wars", "ACT.SPEC.c", "TRG.2")
def test_a_unit_lost_while_its_helicopter_is_shot_at_does_not_land() -> None:
    terror = event_card(MOROCCO, "Terrorist attack")
    draws = (ringed_with(MOROCCO, 1), terror, throw(MOROCCO, 6, 0))
    place = {"A-cdo1-1": "bechar", "M-mot2-1": "boudnib"}
    match = in_action("Special move", place, war=True, draws=draws)
    play(match, act.Board("A-cdo1-1", "A-helicopter-1"), act.Land("boudnib"))
    play(match, act.Shoot("A-helicopter-1"), act.StrikeTerror("block@bechar"))
    assert at(match, "A-cdo1-1") == REPLACEMENT
    assert match.state.battle is None
    assert not match.state.holds(ALGERIA, "boudnib")


@pytest.mark.rule("sand_wars", "ACT.SPEC.b", "EVT.COUA.a")
def test_a_headquarters_that_a_coup_removes_does_not_land_in_a_combat() -> None:
    special, coup = action_card(ALGERIA, "Special move"), event_card(MOROCCO, "Coup attempt (Algeria)")
    place = {"A-tank4-1": "boudnib", "A-D5": "bechar", "M-mot2-1": "boudnib"}
    draws = (ringed_with(MOROCCO, 1), coup, throw(MOROCCO, 1, 0))
    match = fight(AirStep(ALGERIA), place=place, space="boudnib", hand=(special,), draws=draws)
    play(match, act.AddCard(special), act.Board("A-D5", "A-helicopter-1"), act.EndSorties())
    play(match, act.Shoot("A-helicopter-1"))
    assert at(match, "A-D5") == OUT
    match.check()


@pytest.mark.rule("sand_wars", "EVP.3", "CAP.1")
def test_the_capture_die_of_a_base_elsewhere_is_no_part_of_the_combat() -> None:
    """Who is flown into the combat leaves a base to the enemy; the ring of that die brings sandstorms to nobody."""
    special = action_card(ALGERIA, "Special move")
    place = {
        "A-tank4-1": "oujda", "M-mot2-1": "oujda",
        "A-abn2-1": "maghnia", "A-base-1": "maghnia", "M-mech3-1": "maghnia",
    }  # fmt: skip
    draws = (ringed_with(MOROCCO, 4), event_card(MOROCCO, "Combat: Sandstorms"))
    match = fight(AirStep(ALGERIA), GroundCombat("round"), place=place, hand=(special,), draws=draws)
    play(match, act.AddCard(special), act.Board("A-abn2-1", "A-helicopter-1"), act.EndSorties(), Decline())
    assert told(match, "EVP.3") == ["Combat: Sandstorms has no effect outside a combat."]
    assert match.state.pieces["A-base-1"].captured
    assert match.state.battle is not None


@pytest.mark.rule("sand_wars", "INTD.4", "PCE.1")
def test_interdiction_shows_the_units_that_are_attacked_and_not_those_beside_them() -> None:
    place = {"A-mot2-1": "oujda", "A-tank4-1": "oujda", "M-tank4-1": "oujda"}
    match = in_action("Air operations", place, war=True)
    play(match, act.Sortie("A-airstrike-1", "interdiction"), act.AimAt("oujda"))
    while step(match) != "Interdicting":
        match.play(Decline())
    seen = match.view(MOROCCO)
    assert "M-tank4-1" in match.view(ALGERIA).pieces
    assert "A-tank4-1" not in seen.pieces
    assert seen.stacks[ALGERIA]["oujda"].blocks == 2


@pytest.mark.rule("sand_wars", "INTD.4", "ELI.2")
def test_elint_that_alone_gets_through_still_sees_the_units() -> None:
    cards = [action_card(MOROCCO, "Air operations", number) for number in range(2)]
    intercept = reaction_card(ALGERIA, "Air intercept")
    place = {"A-mot2-1": "maghnia", "M-mot2-1": "oujda", "M-elint-1": OFF_MAP}
    draws = (throw(MOROCCO, 1, 0), throw(ALGERIA, 6, 6))
    match = in_action(
        "Air operations", place, side=MOROCCO, war=True, hand=cards[1:], enemy_hand=(intercept,), draws=draws
    )
    play(match, act.Sortie("M-airstrike-1", "interdiction"), act.AimAt("maghnia"))
    play(match, act.JoinSortie(cards[1], "M-elint-1"), Decline())
    play(match, act.Intercept(intercept, "A-airstrike-1", "M-airstrike-1"))
    assert step(match) == "Operations"
    assert at(match, "M-airstrike-1") == REPLACEMENT
    assert at(match, "M-elint-1") == OFF_MAP
    assert told(match, "INTD.4") == ["Units revealed in Maghnia. Algeria: Motorized Infantry (2)."]
    assert told(match, "INTD.5") == ["No armed marker got through; nothing is attacked."]


@pytest.mark.rule("sand_wars", "GC.5", "PCE.1")
def test_the_journal_keeps_what_a_combat_has_shown() -> None:
    place = {"A-B1": "maghnia", "A-tank4-1": "maghnia", "M-mot2-1": "oujda", "M-leader-1": "oujda", "M-fort-1": "oujda"}
    match = in_action("Ops and Plans", place, war=True)
    attach(match, "A-B1", "A-tank4-1", pv=2)
    play(match, act.Activate("A-B1"), act.Advance("oujda"))
    shown = "Algeria: Brigade HQ A-B1, PV 1: Tank (modern) (4). Morocco: Motorized Infantry (2); Leader."
    assert told(match, "GC.5")[0] == f"Both sides reveal their units in Oujda. {shown}"


@pytest.mark.rule("sand_wars", "EVT.BRK.a")
@pytest.mark.parametrize(("where", "broken"), [("taourirt", False), ("oujda", True)])
def test_breakthrough_compares_the_losses_of_the_combat_and_no_others(where: str, broken: bool) -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-mot2-2": "oujda", "M-tank4-1": where}
    match = fight(GroundCombat("round"), place=place, enemy_hand=(reaction_card(MOROCCO, "SOF defense"),))
    assert step(match) == "DefenderWindow"
    match.state.battle = replace(battle_of(match), breakthrough=True)
    eliminate(match.state, "M-tank4-1", "EVT.TER.a")
    match.state.flow[-2:] = [GroundCombat("close")]
    match._settle()
    assert (step(match) == "FallingBack") is broken


@pytest.mark.rule("sand_wars", "CAP.1", "GC.1", "AIR.4")
def test_a_base_left_behind_is_lost_before_the_combat_that_follows_begins() -> None:
    place = {"A-mot2-1": "oujda", "A-base-1": "oujda", "M-tank4-1": "oujda", "M-mot2-1": "taourirt"}
    air = action_card(ALGERIA, "Air operations")
    match = in_action("Ops and Plans", place, war=True, hand=(air,), draws=(throw(MOROCCO, 1, 0),))
    play(match, act.Activate("A-mot2-1"), act.Advance("taourirt"))
    assert at(match, "A-base-1") == ASIDE
    texts = [entry.text for entry in match.journal]
    assert texts.index(told(match, "CAP.2")[0]) < texts.index(told(match, "GC.1")[0])
    assert step(match) == "AirStep"


@pytest.mark.rule("sand_wars", "ACT.SOF.a", "TRG.2")
def test_a_block_that_an_event_disrupts_in_the_meantime_is_still_the_target() -> None:
    place = {"A-cdo1-1": "maghnia", "M-mot2-1": "oujda"}
    draws = (ringed_with(ALGERIA, 6), event_card(ALGERIA, "Terrorist attack"), throw(ALGERIA, 4, 0))
    match = in_action("SOF attack", place, war=True, draws=draws)
    play(match, act.SofFrom("A-cdo1-1", "march"), act.AimAt("block@oujda"))
    play(match, act.StrikeTerror("block@oujda"))
    assert at(match, "M-mot2-1") == REPLACEMENT  # disrupted by the terrorists, then struck by the six of the SOF attack
