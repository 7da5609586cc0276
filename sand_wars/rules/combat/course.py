"""GC.5-GC.26  The course of a ground combat from the reveal to its end."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from common.engine import Step
from common.engine.words import several
from sand_wars.rules.combat.fire import order_fire
from sand_wars.rules.combat.recon import ReconCards, ReconRoll
from sand_wars.rules.combat.retreat import BeginRetreat
from sand_wars.rules.combat.strength import both_there, the_battle, watch_approach
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.windows import DefenderWindow
from sand_wars.rules.combat.withdrawal import FreeWithdrawal
from sand_wars.rules.control import settle
from sand_wars.rules.secrets import laid_open
from sand_wars.state import ENEMY, NAMES, OFF_MAP, SIDES, SandState

ROUNDS = 2  # GC.25
MARKERS = ("airstrike", "helicopter", "uav", "elint", "air_supply", "naval")


class GroundCombat(Step, frozen=True, tag=True):
    """The steps of the combat one after the other; it ends as soon as one side is gone."""

    stage: str = "reveal"
    NEXT: ClassVar[dict[str, str]] = {
        "reveal": "round",
        "round": "air",
        "air": "recon",
        "recon": "scout",
        "scout": "withdrawal",
        "withdrawal": "warning",
        "warning": "first fire",
        "first fire": "decision",
        "decision": "return fire",
        "return fire": "close",
        "close": "close",
        "end": "end",
    }

    def proceed(self, state: SandState) -> bool:
        stage = self.stage if self.stage == "end" or both_there(state) else "end"
        if stage == "end":
            state.flow.pop()
            end_combat(state)
            return True
        state.swap(GroundCombat(self.NEXT[stage]))
        watch_approach(state)
        battle = the_battle(state)
        if battle.step != "no return" or stage == "close":
            state.battle = replace(battle, step=stage)
        getattr(self, f"_{stage.replace(' ', '_')}")(state)
        return True

    def _reveal(self, state: SandState) -> None:
        space = the_battle(state).space
        state.revealed |= {space}
        state.looks += 1
        told = " ".join(laid_open(state, side, space) for side in SIDES)
        state.note(f"Both sides reveal their units in {state.title(space)}. {told}", "GC.5", places=(space,))

    def _round(self, state: SandState) -> None:
        battle = the_battle(state)
        lost = state.lost_steps
        begun = (lost.get(battle.attacker, 0), lost.get(battle.defender, 0))
        state.battle = replace(battle, losses=begun)
        state.note(f"Round {battle.round} in {state.title(battle.space)}.", "GC.24" if battle.round > 1 else "GC.5")
        state.push(DefenderWindow(battle.defender))

    def _air(self, state: SandState) -> None:
        state.push(AirStep(the_battle(state).attacker))

    def _recon(self, state: SandState) -> None:
        state.push(ReconCards(the_battle(state).attacker))

    def _scout(self, state: SandState) -> None:
        state.push(ReconRoll())

    def _withdrawal(self, state: SandState) -> None:
        state.push(FreeWithdrawal(the_battle(state).advantage))

    def _warning(self, state: SandState) -> None:
        battle = the_battle(state)
        if battle.advantage == battle.attacker:
            state.push(DefenderWindow(battle.defender, before_fire=True))

    def _first_fire(self, state: SandState) -> None:
        order_fire(state, the_battle(state).advantage, "First fire")

    def _decision(self, state: SandState) -> None:
        state.push(FreeWithdrawal(ENEMY[the_battle(state).advantage], returning=True))

    def _return_fire(self, state: SandState) -> None:
        battle = the_battle(state)
        if battle.step == "no return":
            return
        order_fire(state, ENEMY[battle.advantage], "Return fire")
        if battle.advantage == battle.defender:
            state.push(DefenderWindow(battle.defender, reserves=True))

    def _close(self, state: SandState) -> None:
        """EVT.BRK.a, GC.24, GC.25  Breakthrough, then the second round or the end."""
        battle = the_battle(state)
        return_markers(state)
        attacker, defender = battle.attacker, battle.defender
        sides = attacker, defender
        lost = [state.lost_steps.get(side, 0) - had for side, had in zip(sides, battle.losses, strict=True)]
        fresh = replace(
            battle, round=battle.round + 1, step="round", support=(), cover=(), intel=0, advantage="",
            supplies=(0, 0), countered=False, breakthrough=False, low=(),
        )  # fmt: skip
        state.battle = fresh
        state.swap(GroundCombat("round" if battle.round < ROUNDS else "end"))
        if battle.breakthrough and lost[1] > lost[0]:
            told = f"{NAMES[defender]} has lost {several(lost[1], 'step')}, {NAMES[attacker]} {lost[0]}"
            state.note(f"Breakthrough: {told}.", "EVT.BRK.a")
            state.push(BeginRetreat(defender))


def return_markers(state: SandState) -> None:
    """GC.24, SUB.3  Air and naval markers in the space of the combat go back to the Off-Map box."""
    space = the_battle(state).space
    for side in SIDES:
        for piece in state.at(side, space):
            if state.code(piece.id) in MARKERS:
                state.change(piece.id, at=OFF_MAP)


def end_combat(state: SandState) -> None:
    """GC.25, GC.26, R103  Markers go home, blocks are hidden again, control is settled."""
    return_markers(state)
    space = the_battle(state).space
    state.battle = None
    state.revealed -= {space}
    if state.is_disputed(space):
        state.note(f"Both sides stay in {state.title(space)}: it is disputed.", "GC.25", places=(space,))
    else:
        state.note(f"The combat in {state.title(space)} is over.", "GC.26", places=(space,))
    settle(state, space)
