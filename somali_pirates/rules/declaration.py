"""12.1c, 15.3c  Declaring an attack: the chits that it costs are played, then it begins."""

from __future__ import annotations

from msgspec.structs import replace

from common.engine import Step
from somali_pirates.battle import Battle
from somali_pirates.rules.asymmetrical import begin_operation
from somali_pirates.rules.chits import announce
from somali_pirates.rules.kinetic import begin_kinetic
from somali_pirates.rules.stacks import activate
from somali_pirates.state import PirateState


def purpose(state: PirateState, battle: Battle) -> str:
    """What a chit pays for, as both players hear it: the kind of attack, its target and its Zone."""
    name = state.data.name
    what = "attack" if battle.is_kinetic else state.data.attacks[battle.kind].name
    whom = f" on {name(battle.target)}" if battle.target else ""
    return f"the {what}{whom}{' in the box' if battle.hidden else ''} in {name(battle.zone)}"


class Permissions(Step, frozen=True, tag=True):
    """R77, R86  The chits that the attack costs are played; if a needed one is stopped there is no attack."""

    chits: tuple[str, ...]
    played: str = ""
    standoff: str = ""

    def proceed(self, state: PirateState) -> bool:
        battle = state.battle
        assert battle is not None
        if self.played and not state.worked:
            if self.standoff and not self.chits:
                state.battle = replace(battle, standoff=False)  # R96: it goes on as a plain attack
            else:
                state.flow.pop()
                state.battle = None
                state.note("The attack does not take place.", "15.3c", places=(battle.zone,))
                return True
        if self.chits:
            chit, *rest = self.chits
            state.swap(Permissions(tuple(rest), chit, self.standoff))
            what = purpose(state, battle)
            keeps_off = self.standoff and not rest  # the last chit; the attack is made without it as well (R96)
            announce(state, battle.side, chit, f"to make {what} a Standoff Attack" if keeps_off else f"for {what}")
            return True
        self._begin(state)
        return True

    def _begin(self, state: PirateState) -> None:
        battle = state.battle
        assert battle is not None
        state.flow.pop()
        if battle.by:
            activate(state, battle.by, "7.2a")
        state.attacked = state.attacked.union(battle.attackers)
        if battle.is_kinetic:
            begin_kinetic(state)
        else:
            begin_operation(state)
