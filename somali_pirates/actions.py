"""Every decision of Somali Pirates besides those of the shared steps; names and fields stand in saves."""

from __future__ import annotations

from common.engine import Action, Aside, Side

# Sequence, set-up and mobilization


class ChooseFirst(Action, frozen=True, tag=True):
    """The richer player says who goes first (8.1a)."""

    side: Side


class Place(Action, frozen=True, tag=True):
    """A new unit comes into a Zone: Open, Underground ("under") or aboard a ship; common units may be stacked."""

    unit: str
    zone: str
    how: str = ""
    mark: str = ""


class PlaceRest(Action, frozen=True, tag=True):
    """All units still to be placed take their usual places."""


class Restack(Action, frozen=True, tag=True):
    """A base, JSOTF or Contractor unit is stacked with a faction, or alone (10.0b)."""

    unit: str
    mark: str = ""


class EndPhase(Action, frozen=True, tag=True):
    """Nothing more is done in this phase."""


class PayTurn(Action, frozen=True, tag=True):
    """The conflict is prolonged (4.1j, 4.1k)."""


class RefuseTurn(Action, frozen=True, tag=True):
    """Nothing is paid for another turn (4.1j, 4.1k)."""


# Chits and points


class PlayChit(Action, frozen=True, tag=True):
    """A chit is played: for what, if it has several uses, and on what."""

    chit: str
    use: str = ""
    target: str = ""


class PassOn(Aside, frozen=True, tag=True):
    """Let every window go by until the next phase."""


class CountDie(Action, frozen=True, tag=True):
    """The Pirate says which of two rolls counts (CHIT.P6)."""

    die: int


class TakePoints(Action, frozen=True, tag=True):
    """Combat points raise the own index or lower the enemy's (6.1b)."""

    lower: bool = False


class SplitPoints(Action, frozen=True, tag=True):
    """So many points of Full Spectrum Dominance go on the own index, the rest is taken from the enemy (31.1b)."""

    own: int


# Movement


class Move(Action, frozen=True, tag=True):
    """A unit is picked up to be moved; its faction is activated (7.1a, 11.2a)."""

    unit: str


class Walk(Action, frozen=True, tag=True):
    """A ground unit, SOF unit or ship goes one Zone along a route (11.3, 11.4)."""

    unit: str
    zone: str


class Fly(Action, frozen=True, tag=True):
    """An air or airmobile unit flies: to stay aloft, to land, or onto a base ("base") or ship (11.7, 11.8)."""

    unit: str
    zone: str
    perch: str = ""


class PickUp(Action, frozen=True, tag=True):
    """A helicopter unit flies to a light unit and takes it up (23.1a)."""

    unit: str
    passenger: str


class Redeploy(Action, frozen=True, tag=True):
    """A unit goes from base to base, port to port or airport to airport (24.0a, 32.0a)."""

    unit: str
    zone: str
    via: str


class Embark(Action, frozen=True, tag=True):
    """A unit goes aboard a ship (22.1a, 22.5a)."""

    unit: str
    ship: str


class Disembark(Action, frozen=True, tag=True):
    """A unit leaves its ship for a Zone (22.1a, 22.5a)."""

    unit: str
    zone: str


class Hide(Action, frozen=True, tag=True):
    """A unit goes into the Underground box of its Zone (16.1a)."""

    unit: str


class Emerge(Action, frozen=True, tag=True):
    """A unit comes out of the Underground box (16.1a)."""

    unit: str


class Halt(Action, frozen=True, tag=True):
    """The unit that was picked up goes no further now."""


# Combat


class Attack(Action, frozen=True, tag=True):
    """A faction prepares a kinetic attack on a target in a Zone, Open or in the box (12.2)."""

    by: str
    zone: str
    target: str
    hidden: bool = False


class Operate(Action, frozen=True, tag=True):
    """A faction prepares an asymmetrical attack; a drone needs no faction (15.4)."""

    kind: str
    by: str
    zone: str
    target: str = ""


class Standoff(Action, frozen=True, tag=True):
    """The attack is declared as a Standoff Attack with this chit; a box may be paid with UAV instead of ISR (29.2a)."""

    chit: str
    box: str = ""  # the chit that pays for the box: "" is an ISR as long as there is one


class Shock(Action, frozen=True, tag=True):
    """The attack on a box is declared as Chinese Shock Combat (33.1a)."""


class CallOff(Action, frozen=True, tag=True):
    """An attack that was prepared is not declared after all."""


class Double(Action, frozen=True, tag=True):
    """A Warlord doubles a unit of his faction (12.7b)."""

    warlord: str
    unit: str


class Retreat(Action, frozen=True, tag=True):
    """A unit retreats: into a Zone, the box ("under"), a base ("base") or onto a ship (14.2)."""

    unit: str
    zone: str
    how: str = ""


class StandFast(Action, frozen=True, tag=True):
    """A unit beside a base of its side ignores the retreat (14.4b)."""

    unit: str


class Choose(Action, frozen=True, tag=True):
    """One unit is named for what a result asks: a victim, a loss, a ship (15.7)."""

    unit: str
