"""An Islamist and a Coalition player of Operation Serval: plans derived from the position alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from common.bots import Choice
from common.engine import Match, Side
from operation_serval.bot import combat, command, duties, moves
from operation_serval.bot.command import standing
from operation_serval.bot.survey import Survey
from operation_serval.state import ServalState

__all__ = ["policy", "standing"]

Duty = Callable[[Match, Survey], Choice]
SteppedDuty = Callable[[Match, Survey, Any], Choice]

DUTIES: dict[str, Duty] = {
    "ActionStep": command.choose,
    "SetUp": duties.set_up,
    "Recruits": duties.recruit,
    "Demobilising": duties.demobilise,
    "Mobilising": duties.draw,
    "Arming": duties.arm,
    "Giving": duties.give_marker,
    "Returning": duties.give_marker,
    "Enacting": duties.mark_towns,
    "JihadMarker": duties.mark_towns,
    "Rotation": duties.withdraw,
    "EventPlacing": duties.place_event,
    "GuerrillaPlacing": duties.place_event,
    "Blinding": duties.blind,
    "Extension": duties.extend,
    "Arrival": duties.form_up,
    "Reorganization": duties.reorganise,
    "Movement": moves.move,
    "AirSegment": combat.place_air,
    "AirAttacks": combat.strike,
    "AirFire": combat.fire,
    "AirLoss": combat.wear,
    "SofReaction": combat.react,
    "GroundCombat": combat.declare,
    "IsrWindow": combat.commit_isr,
    "CounterIsr": combat.counter,
    "CounterStrike": combat.counter,
    "FireRound": combat.fire,
    "AllotHits": combat.take_hit,
    "BreakUnderFire": combat.embody,
    "ChooseRetreat": combat.retreat,
    "Capture": combat.upgrade,
    "EndOperation": combat.disband,
}  # what each step asks for
STEPPED: dict[str, SteppedDuty] = {
    "Marching": moves.march,
    "Loading": moves.load,
    "AttackForce": combat.gather,
    "GunshipWindow": combat.gunships,
    "AdvanceChoice": combat.advance,
    "RetreatMove": combat.retreat_to,
}  # those that look at the step itself


def policy(match: Match, side: Side) -> Choice:
    """What the bot plays in a position, and why."""
    legal = match.legal()
    if len(legal) == 1:
        return Choice(legal[0], "There is no other choice.")
    state: ServalState = match.state
    survey, name = Survey(state, side), type(state.step).__name__
    if name in STEPPED:
        choice = STEPPED[name](match, survey, state.step)
    else:
        choice = DUTIES.get(name, duties.finish)(match, survey)
    if choice.action not in legal:
        return duties.finish(match, survey)
    return choice
