"""The rule that a button names is the one under which the decision is made there."""

from __future__ import annotations

import pytest

from common.engine import Action, Concede, Match, Seat, Step
from common.engine.actions import Confirm, Decline
from sand_wars import actions as act
from sand_wars.rules.admin import PartWays
from sand_wars.rules.combat.withdrawal import CardWithdrawal, FreeWithdrawal
from sand_wars.rules.command import Attaching, Detaching
from sand_wars.rules.event_choices import Jihad, TerrorAttack, Volunteers
from sand_wars.rules.intel import TacticalIntel
from sand_wars.rules.intervention import SatellitePicture
from sand_wars.rules.leadership import NewLeader
from sand_wars.rules.marching import Marching
from sand_wars.rules.missions import AirDefense, FireBack
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.strike import StrategicAttack, Striking
from sand_wars.rules.unconventional import Raiding, SofAiming, SofAttack
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, REPLACEMENT
from sand_wars.table import open_table
from tests.asking import refused, told
from tests.sand_wars.fights import attach, fight, in_action, reaction_card, throw
from tests.sand_wars.positions import arranged, play


def cited(match: Match, action: Action) -> str:
    """The rule on the button of an action."""
    assert isinstance(action, Concede) or match.why_not(action) is None
    return open_table(match.game).gesture(Seat(match, match.to_act), action).rule


PLACE = {
    "A-mot2-1": "maghnia", "A-cdo1-1": "oran", "A-guerrilla-1": "oujda", "A-rec1-1": "maghnia", "M-mot2-1": "oujda",
    "M-mot2-2": "rabat", "M-fort-1": "oujda", "A-ssm-1": OFF_MAP, "A-base-1": "oran",
    "A-mot2-9": REPLACEMENT,
}  # fmt: skip


@pytest.mark.parametrize(
    ("step", "action", "rule"),
    [
        (Jihad(ALGERIA, "EVT.JIM.a"), act.PlaceCamp("fes"), "EVT.JIM.a"),
        (Volunteers(ALGERIA, "EVT.AVO.a"), act.PlaceUnit("A-mot2-2", "oran"), "EVT.AVO.a"),
        (Volunteers(ALGERIA, "EVT.AVO.a"), act.Skip(), "EVT.AVO.a"),
        (Volunteers(ALGERIA, "EVT.AVO.a"), Concede(ALGERIA), "SEQ.6"),
        (NewLeader(ALGERIA, "MPI.3"), act.PlaceLeader("oran"), "MPI.3"),
        (TerrorAttack(ALGERIA, "terror_spectacular", 2, "EVT.SPE.a"), act.StrikeTerror("resource@fes"), "EVT.SPE.a"),
        (Rebuilding(ALGERIA, optional=True, rule="MPI.3"), act.Skip(), "MPI.3"),
        (SatellitePicture(ALGERIA), act.LookAt("oujda"), "MPI.3"),
        (TacticalIntel(ALGERIA, ""), act.LookAt("oujda"), "ACT.TAC.a"),
        (SofAttack(ALGERIA, ""), act.SofFrom("A-cdo1-1", "sea"), "ACT.SOF.c"),
        (SofAiming(ALGERIA, "A-cdo1-1", "helicopter"), act.AimAt("M-fort-1"), "ACT.SOF.b"),
        (Raiding(ALGERIA, "A-guerrilla-1"), act.AimAt("M-fort-1"), "ACT.INS.c"),
        (StrategicAttack(ALGERIA, ""), act.AimAt("M-fort-1"), "ACT.STR.a"),
        (Striking(ALGERIA, "M-fort-1"), act.Sortie("A-ssm-1", "strike"), "STK.4"),
        (AirDefense(ALGERIA, "maghnia", ("M-airstrike-1",)), Decline(), "AD.3"),
        (FireBack(ALGERIA, ("A-airstrike-1",), ("M-airstrike-1", "M-airstrike-2")),
            act.Engage("A-airstrike-1", "M-airstrike-2"), "ICP.5"),
        (PartWays(ALGERIA, ("A-mot2-1", "A-rec1-1"), "oran", "maghnia"), act.Halt(), "ACT.ADM.e"),
        (Marching(ALGERIA, "A-mot2-1", 1, moved=True), act.Halt(), "ACT.OPS.a"),
    ],
)  # fmt: skip
def test_a_button_names_the_rule_of_the_step_it_belongs_to(step: Step, action: Action, rule: str) -> None:
    assert cited(arranged(step, place=PLACE, war=True), action) == rule


def test_a_withdrawal_names_the_card_or_the_recon_advantage() -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda"}
    by_card = fight(CardWithdrawal(MOROCCO), place=place)
    free = fight(FreeWithdrawal(MOROCCO), place=place, battle={"advantage": MOROCCO})
    leave, all_leave = act.WithdrawTo("M-mot2-1", "taourirt"), act.PullOut("taourirt")
    assert [cited(by_card, leave), cited(by_card, all_leave)] == ["REA.WDR.a", "REA.WDR.a"]
    assert [cited(free, leave), cited(free, all_leave)] == ["GC.11", "GC.13"]


@pytest.mark.parametrize(("kind", "rule"), [(Attaching, "ACT.C2.b"), (Detaching, "ACT.C2.c")])
def test_the_end_of_a_choice_of_units_is_no_end_of_the_draw_phase(kind: type, rule: str) -> None:
    match = arranged(place={"A-B1": "oran", "A-mot2-1": "oran", "A-mot2-2": "oran"})
    attach(match, "A-B1", "A-mot2-2")
    match.state.push(kind(side=ALGERIA, hq="A-B1"))
    match._settle()
    play(match, match.legal()[0])
    assert cited(match, Confirm()) == rule


@pytest.mark.rule("sand_wars", "NAV.1", "NAV.4")
def test_ships_are_sent_and_intercepted_by_their_own_rules() -> None:
    card = reaction_card(MOROCCO, "Naval intercept")
    place = {"M-mot2-1": "nador", "A-naval-1": OFF_MAP, "M-naval-1": OFF_MAP}
    match = in_action("Naval operations", place, war=True, enemy_hand=(card,))
    play(match, act.Sortie("A-naval-1", "nador"))
    assert told(match, "NAV.1") == ["Algeria sends Naval support to Nador."]
    assert match.prompt == "Algeria has ships off Nador: play Naval intercept, or decline (NAV.4)."
    meet = act.Intercept(card, "M-naval-1", "A-naval-1")
    assert cited(match, meet) == "NAV.4"
    assert refused(match, act.Intercept(card, "M-airstrike-1", "A-naval-1")) == "NAV.4"
    play(match, meet)
    assert told(match, "NAV.4") == [f"Morocco reacts with Naval intercept ({card})."]


@pytest.mark.rule("sand_wars", "TBL.4", "ACT.SOF.d")
@pytest.mark.parametrize("mode", ["march", "sea"])
def test_the_journal_tells_what_a_sof_attack_does_and_not_which_way_it_came(mode: str) -> None:
    place = {"A-cdo1-1": "nador", "M-fort-1": "al_hoceima"}
    match = in_action("SOF attack", place, draws=(throw(ALGERIA, 5, 1),))
    play(match, act.SofFrom("A-cdo1-1", mode), act.AimAt("M-fort-1"))
    assert told(match, "TBL.4")[-1] == "Fortification of Morocco in Al Hoceima is disrupted."
    assert told(match, "ACT.SOF.d") == ["An unconventional attack: 1 chip into the Pool, now 1."]
    assert not {"ACT.SOF.a", "ACT.SOF.c"}.intersection(rule for entry in match.journal for rule in entry.rules)
