"""Every decision a player can make, each a small plain value."""

from __future__ import annotations

from common.engine import Action, Aside

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

    type: str
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
