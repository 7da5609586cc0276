"""The rule that a decision is about where the same kind of decision is made under several rules."""

from __future__ import annotations

from collections.abc import Mapping

from common.engine import Action, Concede, Step
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.admin import PartWays
from sand_wars.rules.combat.fire import FireWindow
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.withdrawal import CardWithdrawal
from sand_wars.rules.command import Attaching, Detaching
from sand_wars.rules.event_choices import Jihad, TerrorAttack, UraniumDraw, Volunteers
from sand_wars.rules.intervention import SatellitePicture
from sand_wars.rules.leadership import NewLeader
from sand_wars.rules.missions import AirDefense, FireBack, Interception, running_mission
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.strike import StrategicAttack, Striking
from sand_wars.rules.unconventional import Raiding, SofAiming, SofHelicopter
from sand_wars.state import SandState

OWN = (Attaching, Detaching, Jihad, NewLeader, TerrorAttack, Volunteers)  # steps that name the rule of all they ask
OF_MODE = {"march": "ACT.SOF.a", "helicopter": "ACT.SOF.b", "sea": "ACT.SOF.c"}
CITED: Mapping[type[Step], Mapping[type[Action], str]] = {
    AirDefense: {Decline: "AD.3"},
    AirStep: {act.JoinSortie: "CAS.2", act.AddCard: "ACT.SPEC.b", act.Carry: "LDR.7"},
    CardWithdrawal: {act.WithdrawTo: "REA.WDR.a", act.PullOut: "REA.WDR.a"},
    FireBack: {act.Engage: "ICP.5"},
    FireWindow: {Decline: "GC.17"},
    Raiding: {act.AimAt: "ACT.INS.c"},
    SatellitePicture: {act.LookAt: "MPI.3"},
    SofHelicopter: {act.Sortie: "ACT.SOF.b"},
    StrategicAttack: {act.AimAt: "ACT.STR.a"},
    Striking: {act.Sortie: "STK.4", act.JoinSortie: "ACT.STR.b"},
    UraniumDraw: {act.Skip: "EVT.BOMB.a"},
}


def rule_here(state: SandState, action: Action) -> str:
    """The rule of a decision in the step that waits, if it is another one than elsewhere."""
    step = state.step
    if isinstance(action, Concede):
        return ""
    if isinstance(step, OWN):
        return step.rule
    match step, action:
        case Rebuilding(), act.Skip():
            return step.rule
        case Interception(), act.Intercept() if running_mission(state).naval:
            return "NAV.4"
        case SofAiming(), act.AimAt():
            return OF_MODE[step.mode]
        case PartWays(), act.StopShort() if step.stop:
            return "PCE.18"
        case _, act.SofFrom():
            return OF_MODE[action.mode]
    return CITED.get(type(step), {}).get(type(action), "")
