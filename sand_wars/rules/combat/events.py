"""EVT.AMB-EVT.SAND, R75  Events that happen only in a combat."""

from __future__ import annotations

from msgspec.structs import replace

from common.engine import Side
from sand_wars.rules.combat.course import GroundCombat
from sand_wars.rules.combat.fire import FireResult, order_fire
from sand_wars.rules.combat.retreat import BeginRetreat
from sand_wars.rules.combat.strength import both_there, firepower, the_battle
from sand_wars.rules.dice import abandon, event, roll_dice
from sand_wars.state import NAMES, SandState

MINE_ROW = "10-12"  # EVT.MINE.a


@event("Combat: Ambush")
def ambush(state: SandState, drawer: Side) -> None:
    """EVT.AMB.a  The defender fires at once with all his units."""
    battle = the_battle(state)
    if both_there(state) and firepower(state, battle.defender):
        order_fire(state, battle.defender, "Ambush")
    else:
        state.note("There is nobody to spring the ambush.", "EVT.AMB.a")


@event("Combat: Breakthrough")
def breakthrough(state: SandState, drawer: Side) -> None:
    """EVT.BRK.a  Losses of this round are compared at its end."""
    state.note("Who loses more in this round is looked at when it ends.", "EVT.BRK.a")
    state.battle = replace(the_battle(state), breakthrough=True)


@event("Combat: Low ammo")
def low_ammo(state: SandState, drawer: Side) -> None:
    """EVT.LOW.a  The drawing side's firepower is halved for the rest of the round."""
    battle = the_battle(state)
    if drawer not in battle.low:
        state.battle = replace(battle, low=(*battle.low, drawer))
    state.note(f"The firepower of {NAMES[drawer]} is halved until the round ends.", "EVT.LOW.a")


def name_mines(side: Side) -> str:
    """What the roll of a side's minefields is called."""
    return f"Minefields of {NAMES[side]}"


@event("Combat: Minefields")
def minefields(state: SandState, drawer: Side) -> None:
    """EVT.MINE.a  The defender makes an attack on the row of the minefields."""
    battle = the_battle(state)
    if both_there(state):
        result = FireResult(battle.defender, MINE_ROW)
        roll_dice(state, battle.defender, 2, name_mines(battle.defender), "EVT.MINE.a", result)
    else:
        state.note("There is nobody to run into the mines.", "EVT.MINE.a")


@event("Combat: Panic")
def panic(state: SandState, drawer: Side) -> None:
    """EVT.PAN.a  The drawing side retreats and the combat is over."""
    break_off(state)
    state.note(f"The units of {NAMES[drawer]} panic.", "EVT.PAN.a")
    state.push(BeginRetreat(drawer))


@event("Combat: Sandstorms")
def sandstorms(state: SandState, drawer: Side) -> None:
    """EVT.SAND.a  The combat ends at once."""
    break_off(state)
    state.note("Sandstorms end the combat.", "EVT.SAND.a")


def break_off(state: SandState) -> None:
    """Leave everything that goes on in the combat undone and go to its end."""
    abandon(state, GroundCombat)
    state.swap(GroundCombat("end"))
