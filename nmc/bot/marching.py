"""Choices in the march phases: which hex, which forces, where each of them goes."""

from __future__ import annotations

from common.bots import BEST, Choice
from common.engine import Action
from nmc.actions import Activate, Assign, AssignAll, CloseHex, EndPhase, Halt, Keep, Lock, March, NextForce, StepTo
from nmc.bot import confederate, union
from nmc.bot.judgement import danger_value
from nmc.bot.moves import Goal, Stop, best_stop, next_step
from nmc.bot.survey import Survey
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase, Move
from nmc.state import CONFEDERATE, TRAINS, TROOPS, Stack, describe

PERIL = 0.8  # a danger above this makes a led force leave
REST = 5  # movement points by which a threatened force judges its chances


def goal_of(survey: Survey, force: Stack, here: str) -> Goal:
    """Where a force goes, by the plan of its side."""
    if survey.side == CONFEDERATE:
        return confederate.goal(survey, force, here)
    return union.goal(survey, force, here)


def forces_of(survey: Survey, here: str, forced: bool) -> list[Stack]:
    """The forces a hex should send out now."""
    fresh = survey.state.fresh(here)
    if survey.side == CONFEDERATE:
        found = confederate.forces(survey, here, fresh, forced)
    else:
        found = union.forces(survey, here, fresh, forced)
    if forced:
        found = [force for force in found if force.leaders]
    if not found and (fresh.leaders or not forced) and _should_flee(survey, fresh, here, forced):
        found = [fresh]
    return found


def _should_flee(survey: Survey, fresh: Stack, here: str, forced: bool) -> bool:
    """Whether a stack that has nothing to do elsewhere stands in too much danger."""
    if here == survey.data.setup.prize or fresh.is_empty() or survey.state.stacks[here].depot:
        return False
    if _is_garrison(survey, fresh, here) or danger_value(survey, fresh, here, forced) <= PERIL:
        return False
    stop = best_stop(survey, fresh, here, REST, Goal(here, 0.1, ""), forced)
    return stop.hex != here


def _is_garrison(survey: Survey, fresh: Stack, here: str) -> bool:
    """Whether troops hold a place worth holding against what can come."""
    if survey.data.worth.get(here, 0) < 3 or not fresh.strength:
        return False
    if survey.side == CONFEDERATE:
        return True
    foe = survey.strength(survey.enemy_army) if survey.enemy_army else 0
    return survey.is_supplied(fresh, here) or fresh.strength * 4 > foe


def choose_hex(survey: Survey, step: MarchPhase, legal: tuple[Action, ...]) -> Choice:
    """6.5: the next hex to march from, or the end of the phase."""
    hexes = [action.hex for action in legal if isinstance(action, Activate)]
    for here in sorted(hexes, key=lambda space: (-_urgency(survey, space), space)):
        if forces_of(survey, here, step.forced):
            return Choice(Activate(here), f"Units at {survey.name(here)} have somewhere to go.")
    return Choice(EndPhase(), "Everybody else stands where he is wanted.")


def _urgency(survey: Survey, space: str) -> int:
    """Who goes first: the Confederate main army, or the weakest Union garrisons."""
    strength = survey.state.stacks[space].strength
    return strength if survey.side == CONFEDERATE else -strength


def divide(survey: Survey, step: Divide, legal: tuple[Action, ...], wanted: list[Stack]) -> Choice:
    """The next assignment on the way to the division that is wanted."""
    done = len(step.forces)
    if done >= len(wanted) or not wanted[done].has(step.current):
        return _finish(survey, step, legal)
    target, last = wanted[done], done + 1 >= len(wanted)
    missing = target.minus(step.current)
    if missing.is_empty():
        action: Action = Lock() if last else NextForce()
        if action in legal:
            return Choice(action, f"This force is complete: {describe(target)}.")
        return _finish(survey, step, legal)
    if missing == step.rest:
        return Choice(AssignAll(), f"{describe(target)} act together.")
    for unit in (*TROOPS, *TRAINS, *missing.leaders):
        count = missing.count(unit)
        action = Assign(unit, count)
        if count and action in legal:
            return Choice(action, f"{describe(target)} act together.")
    return _finish(survey, step, legal)


def _finish(survey: Survey, step: Divide, legal: tuple[Action, ...]) -> Choice:
    """A division somebody else began, or one the counters cannot show: make the simplest of it."""
    if Lock() in legal:
        return Choice(Lock(), "The division stands as it is.")
    if AssignAll() in legal:
        return Choice(AssignAll(), "The whole stack acts together.")
    return Choice(legal[0], "The counters allow nothing else.")


def choose_force(survey: Survey, step: Marches, legal: tuple[Action, ...]) -> Choice:
    """8.22: roll for the next force; those without wagons first, so that the wagons still supply them (10.5)."""
    rolls = [action for action in legal if isinstance(action, March) and not action.nine]
    waiting = [(step.forces[action.force], action) for action in rolls]
    waiting = [pair for pair in waiting if pair[0] is not None]
    if not waiting:
        return Choice(CloseHex(), "No force is left that should march.")
    force, action = min(waiting, key=lambda pair: (pair[0].supplies > 0 if pair[0] else 0, pair[1].force))
    assert force is not None
    goal = goal_of(survey, force, step.hex)
    nine = March(action.force, True)
    if nine in legal and force.strength >= 8:
        return Choice(nine, f"The nine brings the main army past Fort Craig; {goal.why}.")
    return Choice(action, f"{describe(force)} march for {survey.name(goal.hex)}: {goal.why}.")


def choose_step(survey: Survey, step: Move, legal: tuple[Action, ...], forced: bool) -> Choice:
    """8.2: the next hex, or the end of the move."""
    goal = goal_of(survey, step.force, step.hex)
    stop = best_stop(survey, step.force, step.hex, step.points, goal, forced)
    there = next_step(survey, step.force, step.hex, step.points, stop)
    if there is None or StepTo(there) not in legal:
        text = f"{survey.name(step.hex)} is the best place to stop; {goal.why}."
        return Choice(Halt(), text, stop.value, _other_ways(survey, step, stop, Halt()))
    where = f"by {survey.name(stop.hex)} " if stop.hex != goal.hex else ""
    text = f"Toward {survey.name(goal.hex)} {where}because {goal.why}."
    return Choice(StepTo(there), text, stop.value, _other_ways(survey, step, stop, StepTo(there)))


def _other_ways(survey: Survey, step: Move, stop: Stop, chosen: Action) -> tuple[Choice, ...]:
    """The next best ends of the move that begin with another step."""
    known, found = {chosen}, []
    for space in sorted(stop.others, key=lambda space: (-stop.others[space], space)):
        there = next_step(survey, step.force, step.hex, step.points, Stop(space, 0.0))
        action: Action = Halt() if there is None else StepTo(there)
        if action not in known:
            known.add(action)
            text = f"{survey.name(space)} would be another place to stop ({stop.others[space]:+.1f} points)."
            found.append(Choice(action, text, stop.others[space]))
        if len(known) == BEST:
            break
    return tuple(found)


def keep_spoils(survey: Survey) -> Choice:
    """6.3d: captured guns and wagons always go along."""
    return Choice(Keep(True), "Captured guns and wagons are worth taking along.")
