"""Short ways of moving and attacking in tests of Somali Pirates."""

from __future__ import annotations

from typing import Any

from common.engine import Action, Match
from common.engine.actions import Add, Confirm, Decline
from somali_pirates.actions import Attack, Halt, Move, Operate
from somali_pirates.rules.movement import UnitMove, why_not_do
from tests.asking import refused, step
from tests.somali_pirates.positions import FAR, after, arrange, decline


def fight(text: str, mover: str = "coalition", **more: Any) -> Match:
    """A Combat Phase with these units, and others far away, so that nothing ends by itself."""
    return arrange(text + FAR, phase="combat", mover=mover, **more)


def settle(match: Match) -> Match:
    """Take the first choice until the Combat Phase waits again."""
    while match.to_act is not None and step(match) != "CombatPhase":
        legal = match.legal()
        match.play(Decline() if Decline() in legal else Confirm() if Confirm() in legal else legal[0])
        match.check()
    return match


def closed(match: Match, place: str) -> Match:
    """The match with a Region or Off-Map base closed by the chit that does so."""
    side, chit = ("pirate", "dar_al_harb") if place.startswith("off_") else ("coalition", "somali_civil_war")
    match.state.shut = {**match.state.shut, place: chit}
    match.state.pools[side] = match.state.pools[side].take(chit)
    match.check()
    return match


def picked(match: Match, unit: str) -> Match:
    """The match with a unit picked up to be moved."""
    return after(match, Move(unit))


def moved(match: Match, *actions: Any) -> Match:
    """The match after moves, each unit picked up before its first action and set down before another's."""
    for action in actions:
        waiting = getattr(match.state.step, "unit", "")
        if waiting and waiting != action.unit:
            match.play(Halt())
            waiting = ""
        if not waiting:
            match.play(Move(action.unit))
        after(match, action)
    if isinstance(match.state.step, UnitMove):
        match.play(Halt())
    return match


def against_move(match: Match, action: Any) -> str | None:
    """The rule that forbids a unit a move, whether it can be picked up or not; None if the move is legal."""
    trial = match.clone()
    step = trial.state.step
    if getattr(step, "unit", "") not in ("", action.unit):
        trial.play(Halt())
    if getattr(trial.state.step, "unit", "") != action.unit:
        refusal = trial.why_not(Move(action.unit))
        if refusal is not None:
            inner = why_not_do(trial.state, action) if refusal.rule not in ("7.1a", "11.0a") else None
            return inner.rule if inner is not None else refusal.rule
        trial.play(Move(action.unit))
    return refused(trial, action)


def prepared(match: Match, attack: Attack | Operate, *units: str) -> Match:
    """The match with an attack prepared by these units, not yet declared."""
    return after(match, attack, *map(Add, units))


def fought(match: Match, attack: Attack | Operate, *units: str, declare: Action | None = None) -> Match:
    """The match after an attack is declared and nobody plays a chit, as far as it goes without a decision."""
    after(prepared(match, attack, *units), declare or Confirm())
    return decline(match)
