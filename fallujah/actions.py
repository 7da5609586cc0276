"""Every decision a player can make, each a small plain value."""

from __future__ import annotations

from typing import Literal

from common.engine import Action


class Place(Action, frozen=True, tag=True):
    """Set-up: put the next Fedayeen into an area (11.1c)."""

    space: str


class Deploy(Action, frozen=True, tag=True):
    """Set-up: place all Fedayeen by a ready-made plan (11.1c)."""

    plan: str


class Activate(Action, frozen=True, tag=True):
    """Make an area, or a Coalition Entry Zone, the source of this impulse (4.1.1a, 4.1.2a, 4.1.2c)."""

    space: str


class Organize(Action, frozen=True, tag=True):
    """Organize resistance: place so many Militia in an area (4.1.1e)."""

    space: str
    militia: int


class FireMission(Action, frozen=True, tag=True):
    """Artillery and aircraft strike an area (7.4)."""

    space: str


class Pass(Action, frozen=True, tag=True):
    """Do nothing this impulse (4.1.1h, 4.1.2h)."""


class March(Action, frozen=True, tag=True):
    """An activated unit steps into an adjacent area (6)."""

    unit: str
    space: str


class Attack(Action, frozen=True, tag=True):
    """Begin a Coalition attack in an area (7.2)."""

    space: str


class Join(Action, frozen=True, tag=True):
    """Add a unit to the attack being prepared (7.2a)."""

    unit: str


class Lead(Action, frozen=True, tag=True):
    """Name the lead unit of the attack, which completes it (7.2.1a)."""

    unit: str


class Riverine(Action, frozen=True, tag=True):
    """Use the Small Craft Company in this attack, or not (7.2.3b)."""

    support: bool


class Raid(Action, frozen=True, tag=True):
    """An Insurgent unit attacks where it stands (7.3)."""

    unit: str


class DigIn(Action, frozen=True, tag=True):
    """A Fedayeen receives a Dug In marker (4.1.1c, 4.1.3d)."""

    unit: str


class Surface(Action, frozen=True, tag=True):
    """A Dug In unit drops its marker (4.1.1d)."""

    unit: str


class EndImpulse(Action, frozen=True, tag=True):
    """No unit of the activated area does anything more (6e)."""


class SlipAway(Action, frozen=True, tag=True):
    """Reaction: a unit retreats from the area just entered (4.1.3e)."""

    unit: str
    space: str


class Rally(Action, frozen=True, tag=True):
    """Reaction: a Cadre places a Militia (4.1.3g, 4.1.3h)."""

    unit: str
    space: str


class Done(Action, frozen=True, tag=True):
    """Nothing more in this Reaction or Regroup Phase (4.1.3k, 4.2a)."""


class Withdraw(Action, frozen=True, tag=True):
    """The scouting unit goes back where it came from, or stays (6.3.1a)."""

    back: bool


class Defend(Action, frozen=True, tag=True):
    """Name the lead defender among equals (7.2.5a, 7.3.2a)."""

    unit: str


class Keep(Action, frozen=True, tag=True):
    """Let the dice stand and keep the Advantage (10b)."""


class Heroic(Action, frozen=True, tag=True):
    """Heroic Effort: change one roll by one (10.1a)."""

    roll: Literal["attack", "defence", "end"]
    by: int


class Mulligan(Action, frozen=True, tag=True):
    """Reroll all dice of the combat (10.1c)."""


class Suffer(Action, frozen=True, tag=True):
    """A unit absorbs the next Casualty Point, or three if it is Dug In (8.2)."""

    unit: str


class Retreat(Action, frozen=True, tag=True):
    """A unit retreats after combat (8.3)."""

    unit: str
    space: str


class Shift(Action, frozen=True, tag=True):
    """Regroup: a unit moves to an adjacent Free area (4.2a)."""

    unit: str
    space: str


class Refresh(Action, frozen=True, tag=True):
    """Reset: this Cadre or Fedayeen turns Fresh while another must stay Spent (4.4c)."""

    unit: str


class Proceed(Action, frozen=True, tag=True):
    """Solitaire: carry out what the Insurgent procedure demands next (12)."""
