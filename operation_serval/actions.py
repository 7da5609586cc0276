"""Every decision a player can make, each a small plain value."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from common.engine import Action, Aside

A = TypeVar("A", bound=Action)


class Ready(dict[str, A]):
    """The actions of one kind about counters or places by their names, each made once for all lists."""

    def __init__(self, kind: Callable[[str], A]) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, name: str) -> A:
        action = self[name] = self._kind(name)
        return action

    def prepare(self, names: Iterable[str]) -> None:
        """Make the actions about some names at once: those of neighbours then lie side by side in memory."""
        for name in names:
            self[name]


# Set-up (30) and placing counters


class Choose(Action, frozen=True, tag=True):
    """Take up a counter that is placed next (30.0, 10.2, 10.4)."""

    unit: str


class Place(Action, frozen=True, tag=True):
    """Put the counter taken up into a hex or box (30.0, 10.3, 10.5)."""

    place: str


class ReadyMade(Action, frozen=True, tag=True):
    """Set up by the placement given with the scenario (30.0)."""


class MarkTown(Action, frozen=True, tag=True):
    """Put a sharia marker into a town (30.2h, 27.0, EVT.6)."""

    hex: str


class Finish(Action, frozen=True, tag=True):
    """Nothing more is done here: set-up, recruits, markers or a segment is complete."""


# Actions of the Operations Phase (6.3)


class Operate(Action, frozen=True, tag=True):
    """Move and attack with one contingent (12)."""

    contingent: str


class Recruit(Action, frozen=True, tag=True):
    """Bring in units of one contingent (10); the French and AFISMA name a group."""

    contingent: str
    group: str = ""


class Refit(Action, frozen=True, tag=True):
    """Restore disrupted units of one contingent at one source: a base, Staging Area, air box or supplied hex (19.3)."""

    contingent: str
    source: str


class RefitPicked(Action, frozen=True, tag=True):
    """Restore all SOF and leaders of one contingent wherever they are (31.4)."""

    contingent: str


class Mobilise(Action, frozen=True, tag=True):
    """Draw netwar markers (21.2)."""


class Draw(Action, frozen=True, tag=True):
    """Take so many of the markers that the die allows (21.2)."""

    markers: int


class NetwarAttack(Action, frozen=True, tag=True):
    """A special netwar attack of one type on a hex, or by cyber on the enemy player (21.6)."""

    attack: str
    hex: str = ""


class EnactSharia(Action, frozen=True, tag=True):
    """Put sharia markers into towns with leaders of one contingent (27.0)."""

    contingent: str


class ClearSharia(Action, frozen=True, tag=True):
    """Remove the sharia markers of all hexes with Coalition units (27.2)."""


class Pass(Action, frozen=True, tag=True):
    """Let the other side act (6.5)."""


# Inside actions and events


class Demobilise(Action, frozen=True, tag=True):
    """Take an own base from the map back into its Available box (10.8)."""

    unit: str


class UseMarker(Action, frozen=True, tag=True):
    """Add one more marker to the netwar attack (21.6)."""

    kind: str


class LoseMarker(Action, frozen=True, tag=True):
    """Give up this marker to a direct action or an event (21.6j, EVT.3)."""

    kind: str


class CancelLook(Action, frozen=True, tag=True):
    """Answer a looking ISR with direct action (28.0d)."""

    hex: str


class DirectAction(Action, frozen=True, tag=True):
    """Play a direct action marker against Islamist markers (21.6i)."""


class Withdraw(Action, frozen=True, tag=True):
    """A French unit leaves the game (EVT.4)."""

    unit: str


class Extend(Action, frozen=True, tag=True):
    """Play one more turn, for victory points of the Islamists (30.1q), or let the game end."""

    play_on: bool


class FormUp(Action, frozen=True, tag=True):
    """The MEU, or the 11th Airborne, arrives as a task force or as companies (31.1)."""

    as_task_force: bool


# Out of turn


class Reorder(Aside, frozen=True, tag=True):
    """Another counter of an own stack goes on top (28)."""

    unit: str


class Scout(Aside, frozen=True, tag=True):
    """Put an ISR marker on a hex to look at the enemy there and around it (28.0c)."""

    hex: str


# Operations: reorganising and moving (12, 13, 22, 23, 24)


class Combine(Action, frozen=True, tag=True):
    """Three companies become a task force (22.2)."""

    task_force: str
    companies: tuple[str, ...]


class BreakDown(Action, frozen=True, tag=True):
    """A task force becomes three of the companies in the task force box (22.3)."""

    task_force: str
    companies: tuple[str, ...]


class MarchWith(Action, frozen=True, tag=True):
    """Begin to move a unit on the ground (13.1)."""

    unit: str


class TakeAlong(Action, frozen=True, tag=True):
    """Another unit of the hex moves with the stack (13.1c)."""

    unit: str


class DropOff(Action, frozen=True, tag=True):
    """A unit stays behind when the stack moves; what it has not spent it may still use (13.1c)."""

    unit: str


class MarchTo(Action, frozen=True, tag=True):
    """Move the stack to a hex or Staging Area, on the cheapest way (13.1); there it is put down."""

    place: str


class Halt(Action, frozen=True, tag=True):
    """Put the stack down where it stands."""


class Load(Action, frozen=True, tag=True):
    """Prepare an airlift move of a kind from a place: parachute, airmobile or transfer (23)."""

    kind: str
    origin: str


class Board(Action, frozen=True, tag=True):
    """A unit goes along with the airlift (23.3b, 23.4c, 23.5c)."""

    unit: str


class Unload(Action, frozen=True, tag=True):
    """A unit stays behind after all."""

    unit: str


class Aim(Action, frozen=True, tag=True):
    """Say in which part of the theater paratroops land (23.3a) or a guerrilla appears (EVT.5)."""

    zone: str


class FlyTo(Action, frozen=True, tag=True):
    """The airlift goes to a hex or Staging Area, for one airlift point (23.2)."""

    place: str


class CallOff(Action, frozen=True, tag=True):
    """Give up an airlift or an attack that was only being prepared."""


class SupplyByAir(Action, frozen=True, tag=True):
    """Put the air supply marker into a hex for this operation (23.6)."""

    hex: str


class React(Action, frozen=True, tag=True):
    """A SOF unit flies to a friend before the Islamists attack (24.1)."""

    unit: str
    hex: str


# Air attacks (20)


class Sortie(Action, frozen=True, tag=True):
    """Place an air unit on a hex (20.1)."""

    unit: str
    hex: str


class Recall(Action, frozen=True, tag=True):
    """Take an air unit that was placed back before anything is resolved."""

    unit: str


class Strike(Action, frozen=True, tag=True):
    """Resolve the air attacks on a hex (20.1)."""

    hex: str


class Wear(Action, frozen=True, tag=True):
    """This air unit suffers the air defense result (20.6)."""

    unit: str


class Support(Action, frozen=True, tag=True):
    """A gunship flies in defence and fires at one attacking hex (20.7)."""

    unit: str
    hex: str


# Ground battles (15, 16, 17)


class DeclareAttack(Action, frozen=True, tag=True):
    """Name the adjacent hex that is attacked (15.2)."""

    hex: str


class JoinAttack(Action, frozen=True, tag=True):
    """A unit takes part in the attack (15.2)."""

    unit: str


class LeaveAttack(Action, frozen=True, tag=True):
    """A unit does not take part in the attack after all."""

    unit: str


class JoinAll(Action, frozen=True, tag=True):
    """Every unit that can takes part in the attack."""


class Assault(Action, frozen=True, tag=True):
    """The attack begins with the units chosen (15.2)."""


class CommitIsr(Action, frozen=True, tag=True):
    """Put an ISR marker into the battle (15.4d)."""


class Fire(Action, frozen=True, tag=True):
    """This unit fires next in its group (15.4c, 16.1)."""

    unit: str


class TakeHit(Action, frozen=True, tag=True):
    """This unit takes a hit (16.2.1)."""

    unit: str


class Embody(Action, frozen=True, tag=True):
    """These companies appear in the place of the task force that was hit (22.4)."""

    companies: tuple[str, ...]


class RetreatUnit(Action, frozen=True, tag=True):
    """This unit retreats on the ground (16.5)."""

    unit: str


class RetreatByAir(Action, frozen=True, tag=True):
    """This unit flies to a base instead of retreating on the ground (23.4d)."""

    unit: str
    hex: str


class RetreatTo(Action, frozen=True, tag=True):
    """The next hex of a retreat (16.5.1)."""

    place: str


class StopRetreat(Action, frozen=True, tag=True):
    """The retreat ends at a friendly base (16.5.1c)."""


class Advance(Action, frozen=True, tag=True):
    """A unit advances into the hex that was won (17.1)."""

    unit: str


class AdvanceAll(Action, frozen=True, tag=True):
    """All units that attacked advance (17.1)."""


class Upgrade(Action, frozen=True, tag=True):
    """A unit that advanced is replaced by a better one out of captured equipment (31.2)."""

    unit: str
    into: str


class Disband(Action, frozen=True, tag=True):
    """The units of one contingent leave a hex in which two Islamist contingents stand (14.2c)."""

    hex: str
    contingent: str


CHOOSE, PLACE, MARCH_WITH, MARCH_TO = Ready(Choose), Ready(Place), Ready(MarchWith), Ready(MarchTo)
OPERATE, ENACT_SHARIA, DEMOBILISE = Ready(Operate), Ready(EnactSharia), Ready(Demobilise)
TAKE_ALONG, DROP_OFF, SUPPLY_BY_AIR = Ready(TakeAlong), Ready(DropOff), Ready(SupplyByAir)
PASS, FINISH, HALT, MOBILISE, CLEAR_SHARIA = Pass(), Finish(), Halt(), Mobilise(), ClearSharia()
