"""Every decision a player can take, and the answer to one that does not belong to the moment."""

from __future__ import annotations

from common.engine import Action, Refusal


class Deploy(Action, frozen=True, tag=True):
    """Put units of the army at Fort Thorn into a neighbouring hex before play (3.3)."""

    unit: str
    count: int
    hex: str


class Ready(Action, frozen=True, tag=True):
    """The set-up is done."""


class Activate(Action, frozen=True, tag=True):
    """Choose the hex whose units march or attack next (6.5, 9.6)."""

    hex: str


class Assign(Action, frozen=True, tag=True):
    """Add units to the force that is being formed."""

    unit: str
    count: int


class AssignAll(Action, frozen=True, tag=True):
    """Add everything that is left."""


class NextForce(Action, frozen=True, tag=True):
    """The force is complete; form another one out of the same hex."""


class Lock(Action, frozen=True, tag=True):
    """The hex is divided; what was not assigned stays."""


class March(Action, frozen=True, tag=True):
    """Roll for a force and move it; `nine` declares the automatic nine of turn 1 instead of rolling (5.5)."""

    force: int
    nine: bool = False


class StepTo(Action, frozen=True, tag=True):
    """Move the marching force into the next hex."""

    hex: str


class Halt(Action, frozen=True, tag=True):
    """End the move of the force."""


class Keep(Action, frozen=True, tag=True):
    """Take a captured unit along, or leave it where it was captured (6.3)."""

    along: bool


class Substitute(Action, frozen=True, tag=True):
    """Replace a retaken former depot by a wagon that was never used, or not (9.22)."""

    yes: bool


class CloseHex(Action, frozen=True, tag=True):
    """No more marches or attacks out of this hex."""


class DeclareAttack(Action, frozen=True, tag=True):
    """Name a hex that will be attacked (9.26)."""

    hex: str


class Attack(Action, frozen=True, tag=True):
    """Let a force fire at an adjacent hex."""

    force: int
    hex: str


class Occupy(Action, frozen=True, tag=True):
    """Enter a declared hex that the enemy has abandoned (9.26)."""

    source: str
    hex: str


class Commit(Action, frozen=True, tag=True):
    """Use up a wagon for this battle: `wagons`, or `exdepots` for one that was captured as a depot (10.6)."""

    wagon: str


class Hold(Action, frozen=True, tag=True):
    """Fight without using up a wagon (10.7)."""


class Lose(Action, frozen=True, tag=True):
    """Take losses as so many regulars, the rest militia (9.21, 10.9)."""

    regular: int


class Advance(Action, frozen=True, tag=True):
    """The units chosen go into the hex that was cleared (9.23)."""


class Stay(Action, frozen=True, tag=True):
    """Nobody advances."""


class Withdraw(Action, frozen=True, tag=True):
    """Send a leader home in Slough's place (7.4)."""

    leader: str


class Suffer(Action, frozen=True, tag=True):
    """Roll attrition for an unsupplied hex (10.9)."""

    hex: str


class Destroy(Action, frozen=True, tag=True):
    """Remove an own wagon or gun for good (10.10)."""

    hex: str
    unit: str


class CreateDepot(Action, frozen=True, tag=True):
    """Turn two wagons into a depot; `exdepots` of them are captured depots (10.11)."""

    hex: str
    exdepots: int = 0


class EndPhase(Action, frozen=True, tag=True):
    """Finish the phase."""


_WHEN: tuple[tuple[tuple[type[Action], ...], str, str], ...] = (
    ((Deploy, Ready), "3.1b", "units are deployed only before play"),
    ((March, StepTo, Halt), "5.1a", "a force moves only in its side's march phase, after it has been formed"),
    ((Keep,), "6.3d", "there is no captured unit to decide about"),
    ((Substitute,), "9.22e", "no former depot has been retaken"),
    ((DeclareAttack,), "9.26a", "attacks are declared only at the end of your own march phase"),
    ((Attack,), "9.1b", "an attack is made only in your own combat phase, by a force formed for it"),
    ((Occupy,), "9.26d", "only a hex that was declared and then abandoned may be occupied, in the combat phase"),
    ((Commit, Hold), "10.6a", "combat supply is decided only at the start of a battle"),
    ((Lose,), "9.21a", "there are no losses to take"),
    ((Advance, Stay), "9.23e", "there is no advance to decide"),
    ((Withdraw,), "7.4b", "no leader has to be withdrawn now"),
    ((Suffer,), "10.9a", "attrition is rolled only in your own attrition sub-phase"),
    ((Destroy,), "10.10a", "units are destroyed only in your own destruction sub-phase"),
    ((CreateDepot,), "10.11a", "depots are created only in your own depot creation sub-phase"),
    ((Activate,), "6.5a", "finish what has been begun before another hex is chosen"),
)


def not_now(action: Action, due: str) -> Refusal:
    """The refusal of an action that does not belong to the present step; no phase ends before what is `due`."""
    for kinds, rule, why in _WHEN:
        if isinstance(action, kinds):
            return Refusal(rule, why)
    return Refusal("5.1a", f"first {due}")
