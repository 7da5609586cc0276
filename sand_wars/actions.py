"""Every decision of Sand Wars besides those of the shared steps."""

from __future__ import annotations

from common.engine import Action

# Cards


class PlayReaction(Action, frozen=True, tag=True):
    """A card is played for its Reaction (SEQ.17)."""

    card: str


class AddCard(Action, frozen=True, tag=True):
    """One more card joins what is going on (R102)."""

    card: str


# Movement and Ops and Plans


class Activate(Action, frozen=True, tag=True):
    """A ground piece is designated to move (ACT.OPS.a)."""

    piece: str


class Renew(Action, frozen=True, tag=True):
    """A piece in a disputed space renews the combat there (GC.27)."""

    piece: str


class StandUp(Action, frozen=True, tag=True):
    """A face-down HQ is stood up (HQC.4)."""

    hq: str


class RaisePlanning(Action, frozen=True, tag=True):
    """A stood-up HQ gains a planning point (HQC.8)."""

    hq: str


class Advance(Action, frozen=True, tag=True):
    """The moving piece enters the next space (MAP.5)."""

    space: str


class Halt(Action, frozen=True, tag=True):
    """The move ends here."""


class Carry(Action, frozen=True, tag=True):
    """A Leader goes along (PCE.18)."""

    leader: str


class Entrain(Action, frozen=True, tag=True):
    """A unit joins an Admin move (ACT.ADM.a)."""

    piece: str


class Drive(Action, frozen=True, tag=True):
    """The units of an Admin move go to a space (ACT.ADM.a)."""

    space: str


class StopShort(Action, frozen=True, tag=True):
    """One of two units stops earlier on the common way (ACT.ADM.e)."""

    piece: str
    space: str


class Board(Action, frozen=True, tag=True):
    """A unit or base is taken up by a marker, or by ships if none is named (ACT.SPEC.a)."""

    piece: str
    marker: str


class Land(Action, frozen=True, tag=True):
    """What is carried goes to a space (ACT.SPEC.c)."""

    space: str


# Air and naval markers


class Sortie(Action, frozen=True, tag=True):
    """A marker is sent on a mission (ACT.AIR.a)."""

    marker: str
    mission: str


class AimAt(Action, frozen=True, tag=True):
    """A space or a thing in it is named as the target."""

    target: str


class JoinSortie(Action, frozen=True, tag=True):
    """One more card sends one more marker (ACT.AIR.b)."""

    card: str
    marker: str


class EndSorties(Action, frozen=True, tag=True):
    """No more cards are added."""


class Shoot(Action, frozen=True, tag=True):
    """Air defense fires at a marker (AD.3)."""

    marker: str


class Intercept(Action, frozen=True, tag=True):
    """A card sends a marker against one that the enemy has placed (ICP.1)."""

    card: str
    marker: str
    target: str


class Engage(Action, frozen=True, tag=True):
    """A marker is given its target (INTD.5, ICP.5)."""

    marker: str
    target: str


# Other Actions


class PlaceBase(Action, frozen=True, tag=True):
    """A Logistics Base is placed (PCE.15)."""

    space: str


class LiftBase(Action, frozen=True, tag=True):
    """A Logistics Base is taken up so that it can be placed elsewhere (PCE.14)."""

    base: str


class DigIn(Action, frozen=True, tag=True):
    """A Fort is placed (ACT.DIG.a)."""

    space: str


class PlaceCamp(Action, frozen=True, tag=True):
    """A Camp is placed (ACT.INS.a)."""

    space: str


class PlaceGuerrilla(Action, frozen=True, tag=True):
    """A Guerrilla is placed on a Camp (ACT.INS.b)."""

    space: str


class RaidWith(Action, frozen=True, tag=True):
    """A Guerrilla or Camp attacks (ACT.INS.c)."""

    piece: str


class SofFrom(Action, frozen=True, tag=True):
    """A unit sends a SOF attack on foot, by helicopter or by sea (ACT.SOF.a-c)."""

    piece: str
    mode: str


class Spread(Action, frozen=True, tag=True):
    """Info ops does one of its things (ACT.INFO.a)."""

    effect: str


class LookAtHand(Action, frozen=True, tag=True):
    """Operational Intel shows the enemy's hand (ACT.OPI.a)."""


class LookAt(Action, frozen=True, tag=True):
    """Tactical Intel examines a space (ACT.TAC.a)."""

    space: str


# Ground combat


class Commit(Action, frozen=True, tag=True):
    """A reserve joins the combat (REA.COM.a)."""

    piece: str


class OpenFire(Action, frozen=True, tag=True):
    """No more cards are added and the force fires (GC.17)."""


class EndRecon(Action, frozen=True, tag=True):
    """No more cards are added to the recon step (GC.8)."""


class TakeLoss(Action, frozen=True, tag=True):
    """A unit loses the next step (LOS.5)."""

    piece: str


class WithdrawTo(Action, frozen=True, tag=True):
    """A unit or formation withdraws to a space (GC.11)."""

    piece: str
    space: str


class PullOut(Action, frozen=True, tag=True):
    """All that can move withdraws to one space (GC.13)."""

    space: str


class LiftOut(Action, frozen=True, tag=True):
    """A helicopter picks a unit up and brings it to a base (GC.14)."""

    piece: str
    space: str


class SailOut(Action, frozen=True, tag=True):
    """Ships take a unit off (GC.15)."""

    piece: str
    space: str


class HoldGround(Action, frozen=True, tag=True):
    """Nothing more withdraws (GC.13)."""


class FallBack(Action, frozen=True, tag=True):
    """A unit retreats to a space (RET.2)."""

    piece: str
    space: str


class FallBackTogether(Action, frozen=True, tag=True):
    """All that must retreat goes to one space (RET.2)."""

    space: str


# The sequence of play


class Skip(Action, frozen=True, tag=True):
    """Make no use of something that is optional."""


class PlayCard(Action, frozen=True, tag=True):
    """A card is played for its Action (SEQ.14)."""

    card: str


class Pass(Action, frozen=True, tag=True):
    """The Operations Phase ends (SEQ.14)."""


class KeepObjective(Action, frozen=True, tag=True):
    """The objective stays as it is (WIN.13)."""


class ChangeObjective(Action, frozen=True, tag=True):
    """Another objective is taken; old and new are shown (WIN.13)."""

    objective: str


class RevealObjective(Action, frozen=True, tag=True):
    """The own objective is shown, for its reinforcements (WIN.12)."""


class DeclareWar(Action, frozen=True, tag=True):
    """Open Hostilities commence (OH.7)."""


class KeepPeace(Action, frozen=True, tag=True):
    """Open Hostilities are not declared."""


# Reinforcements, headquarters, reconstitution


class PlaceUnit(Action, frozen=True, tag=True):
    """A new piece is placed in a space (REI.3)."""

    piece: str
    space: str


class Wait(Action, frozen=True, tag=True):
    """A reinforcement waits for a later turn (REI.7)."""

    piece: str


class PlaceHq(Action, frozen=True, tag=True):
    """A new HQ is placed face down (ACT.C2.a)."""

    hq: str
    space: str


class AttachTo(Action, frozen=True, tag=True):
    """Units are going to be attached to an HQ (ACT.C2.b)."""

    hq: str


class DetachFrom(Action, frozen=True, tag=True):
    """Units are going to be detached from an HQ (ACT.C2.c)."""

    hq: str


class Strengthen(Action, frozen=True, tag=True):
    """A unit on the map gains one CV (ACT.REC.a)."""

    piece: str


class ReturnUnit(Action, frozen=True, tag=True):
    """A piece comes back from the Replacement box (ACT.REC.b)."""

    piece: str
    space: str


class ClearDisruption(Action, frozen=True, tag=True):
    """All own disruption in a space is removed (ACT.REC.c)."""

    space: str


class RetreatExcess(Action, frozen=True, tag=True):
    """A piece above the frontage limit goes to another space, or to the Replacement box if it cannot (FRT.3, FRT.4)."""

    piece: str
    place: str


# Events and aid


class ChooseColumn(Action, frozen=True, tag=True):
    """A column of the Major Power Intervention table is chosen (MPI.2)."""

    column: str


class PlaceLeader(Action, frozen=True, tag=True):
    """A Leader joins an HQ, or the units of a space (EVT.ALD.a)."""

    target: str


class StrikeTerror(Action, frozen=True, tag=True):
    """A terrorist attack on a target (EVT.TER.a)."""

    target: str


class LiftTerror(Action, frozen=True, tag=True):
    """A terror marker is taken from the map to be used again (EVT.TER.a)."""

    marker: str


class DiscardCard(Action, frozen=True, tag=True):
    """A card is discarded by its owner's choice (EVT.LIB.a)."""

    card: str


class DrawForUranium(Action, frozen=True, tag=True):
    """Cards are drawn for the uranium spaces held (EVT.BOMB.a)."""
