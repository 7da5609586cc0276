"""What lifted counters can do: where they may be put down, by which actions, and what forbids it elsewhere."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from common.engine import D10, Action, Refusal, Seat
from common.tabletop import Handling, Piece, Target
from common.tabletop.measuring import PLENTY
from common.tabletop.plans import draft, legal, why_not
from common.tabletop.trial import reach_targets
from nmc import actions as act
from nmc.odds import odds
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks, CombatPhase, targets
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase, Move, closed_hexes, why_not_enter
from nmc.rules.sequence import SetUp
from nmc.state import NmcState, Stack
from nmc.table.faces import UnitCounter, counters_in
from nmc.table.forming import CountersInHand, FormedForce, assignments, force_can_act, form_force, most_points
from nmc.view import position_of


class NmcDrops(Handling):
    """Counters taken up and put down."""

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        """The counters whose kind has something to do, and that can do it alone."""
        state = position_of(seat)
        known: dict[UnitCounter, bool] = {}  # counters alike can do alike
        found: list[str] = []
        for counter in counters_at_hand(state, pieces):
            kind = replace(counter, id="")
            if kind not in known:
                known[kind] = isinstance(state.step, Move) or can_act(state, counter)
            if known[kind]:
                found.append(counter.id)
        return found

    def companions(self, seat: Seat, pieces: Sequence[Piece], able: Collection[str]) -> Collection[str]:
        """What only goes with others: guns, wagons, leaders with troops that attack, troops with a leader."""
        found = counters_at_hand(position_of(seat), pieces)
        groups = {(counter.space, counter.state == "chosen") for counter in found if counter.id in able}
        return [c.id for c in found if c.id not in able and (c.space, c.state == "chosen") in groups]

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        state = position_of(seat)
        return find_targets(state, CountersInHand.of(state, pieces))

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        state = position_of(seat)
        return why_not_drop(state, CountersInHand.of(state, pieces), space)

    def why_stopped(self, seat: Seat, target: Target) -> Refusal | None:
        """Why a march ended before its goal: the roll was too low, or a capture has to be dealt with first."""
        state, past = position_of(seat), seat.recent()
        rolled = next((n for n in reversed(range(len(past))) if isinstance(past[n][0], act.March)), None)
        if rolled is None or not target.path or not any(isinstance(action, act.March) for action in target.plan):
            return None
        steps = [action.hex for action, _ in past[rolled + 1 :] if isinstance(action, act.StepTo)]
        reached = steps[-1] if steps else target.path[0]
        if any(isinstance(step, Move) for step in state.flow) and not isinstance(state.step, Move):
            return Refusal("", f"The march waits at {state.title(reached)}: {state.step.prompt(state)}")
        after = past[rolled + 1][1] if rolled + 1 < len(past) else state
        points = next((step.points for step in reversed(after.flow) if isinstance(step, Move)), 0)
        needed = sum(state.data.cost[pair] for pair in pairwise(target.path))
        if points >= needed:
            return None
        end = "stays" if reached == target.path[0] else "stops"
        return Refusal("8.4", f"The roll allowed {points} of {needed} MP: the force {end} at {state.title(reached)}.")


# Which counters can be taken up


def counters_at_hand(state: NmcState, pieces: Sequence[Piece]) -> list[UnitCounter]:
    """The counters whose hex and kind have something to do, alone or together."""
    names = {piece.id for piece in pieces}
    there = [counter for counter in counters_in(state) if counter.id in names]
    if state.result is not None:
        return []
    if isinstance(state.step, (MarchPhase, CombatPhase)):
        open_ = {action.hex for action in legal(state) if isinstance(action, act.Activate)}
        return [c for c in there if c.space in open_ and c.state == "ready" and c.unit != "depot"]
    here, units = _acting_units(state)
    waiting = "acted" if _have_acted(state) else "ready"
    return [
        counter
        for counter in there
        if counter.space == here
        and (counter.state == "chosen" or (counter.state == waiting and units.count(counter.unit)))
    ]


def _acting_units(state: NmcState) -> tuple[str, Stack]:
    """The hex whose units act now, and those of them that still can and belong to no force."""
    step: Any = state.step
    match step:
        case SetUp():
            return step.hex, state.stacks.get(step.hex, Stack(""))
        case Divide():
            return step.hex, step.rest
        case Marches() | Attacks():
            return step.hex, Stack(step.side)  # only what belongs to a force
        case Move():
            return step.hex, step.force
        case AdvanceChoice():
            return step.source, step.rest
    return "", Stack("")


def _have_acted(state: NmcState) -> bool:
    """Whether the units that move now have acted in this phase: on the march, or after their fire."""
    step = state.step
    if isinstance(step, AdvanceChoice):
        done = state.done.get(step.source)
        return done is not None and done.has(step.rest)
    return isinstance(step, Move)


def can_act(state: NmcState, counter: UnitCounter) -> bool:
    """Whether a counter alone has somewhere to go, without looking how far."""
    lifted = CountersInHand((counter,))
    if isinstance(state.step, (SetUp, AdvanceChoice)):
        return bool(find_targets(state, lifted))
    force = form_force(state, lifted, whole=False)
    return isinstance(force, FormedForce) and force_can_act(force.state, force.number)


# Where they may be put down


def find_targets(state: NmcState, lifted: CountersInHand) -> list[Target]:
    """Everywhere the lifted counters may be put down now."""
    step: Any = state.step
    match step:
        case _ if state.result is not None or not lifted.counters:
            return []
        case SetUp():
            return _deployments(state, step, lifted)
        case Move():
            moves = step.hex == lifted.space and _belong(state, step.force, lifted.counters)
            return _moves(state, step.hex, step.force, step.points, ()) if moves else []
        case AdvanceChoice():
            return _advances(state, step, lifted) if step.source == lifted.space else []
    force = form_force(state, lifted)
    if isinstance(force, Refusal):
        return []
    then = force.state
    if isinstance(then.step, Marches) and why_not(then, act.March(force.number)) is None:
        return march_targets(then, then.step, force.number, force.plan)
    return _attacks(force, then.step) if isinstance(then.step, Attacks) else []


def _deployments(state: NmcState, step: SetUp, lifted: CountersInHand) -> list[Target]:
    found: list[Target] = []
    for there in state.data.near[step.hex] if lifted.space == step.hex else ():
        plan = tuple(act.Deploy(kind, count, there) for kind, count in lifted.units.items())
        if draft(state, plan).refusal is None:
            found.append(Target(there, "set up", plan))
    return found


def _advances(state: NmcState, step: AdvanceChoice, lifted: CountersInHand) -> list[Target]:
    """9.23a  The lifted units go in, together with those that were chosen before."""
    if not _belong(state, step.rest, [counter for counter in lifted.counters if counter.state != "chosen"]):
        return []
    plan = _advance_plan(step, lifted)
    return [Target(step.goal, "advance", plan)] if draft(state, plan).refusal is None else []


def _advance_plan(step: AdvanceChoice, lifted: CountersInHand) -> tuple[Action, ...]:
    """The actions that send the lifted units in."""
    units = lifted.unassigned
    return (*(assignments(step.rest, units) if units else ()), act.Advance())


def _belong(state: NmcState, force: Stack, counters: Sequence[UnitCounter]) -> bool:
    """Whether counters are those of the force on the move, and not others of its hex."""
    waiting = "acted" if _have_acted(state) else "ready"
    return all(counter.state == waiting and force.count(counter.unit) for counter in counters)


def _moves(state: NmcState, here: str, force: Stack, points: int, before: tuple[Action, ...]) -> list[Target]:
    """Where a force with so many points can go: the cheapest way around enemy troops."""
    reach = state.data.map.reach(here, points, state.data.march_costs, closed_hexes(state, force))
    return reach_targets(reach, points, lambda path: before + tuple(act.StepTo(space) for space in path[1:]))


def march_targets(state: NmcState, step: Marches, number: int, before: tuple[Action, ...]) -> list[Target]:
    """Before the roll: how likely each hex is reached (8.22); the one nine of turn 1 is offered beside it (5.5)."""
    force = step.forces[number]
    assert force is not None
    most = most_points(state, step, force)
    shift = most - D10[-1]
    found: list[Target] = []
    for target in _moves(state, step.hex, force, most, (*before, act.March(number))):
        likely = sum(face + shift >= (target.cost or 0) for face in D10) * 100 // len(D10)
        found.append(replace(target, left=f"{likely} %"))
    if why_not(state, act.March(number, True)) is None:
        uncertain = [target for target in found if target.left != "100 %"]
        found = [*(target for target in found if target not in uncertain), *_with_nine(uncertain, number)]
    return found


def _with_nine(targets: Sequence[Target], number: int) -> list[Target]:
    """5.5a  The same hexes by the die and by the declared nine, which the player is to choose between."""
    rolls = [replace(each, left=f"roll: {each.left}") for each in targets]
    nines = []
    for target in targets:
        plan = tuple(act.March(number, True) if isinstance(a, act.March) else a for a in target.plan)
        nines.append(replace(target, left="a nine: sure", plan=plan))
    return [*rolls, *nines]


def _attacks(force: FormedForce, step: Attacks) -> list[Target]:
    found: list[Target] = []
    for goal in targets(force.state, step.side, step.hex):
        attack = act.Attack(force.number, goal)
        if why_not(force.state, attack) is None:
            chances = odds(force.state, attack)
            left = chances.expected if chances else "capture"
            found.append(Target(goal, "attack", (*force.plan, attack), (step.hex, goal), left))
    return found


# Why not elsewhere


def why_not_drop(state: NmcState, lifted: CountersInHand, there: str) -> Refusal | None:
    """The rules' own answer to putting the counters down there."""
    space, units = lifted.space, lifted.units
    step: Any = state.step
    match step:
        case _ if state.result is not None or not lifted.counters:
            return why_not(state, act.Activate(space))
        case SetUp():
            if space != step.hex:
                return Refusal("3.3a", "what has been placed stays there; take it back to place it again")
            return why_not(state, act.Deploy(next(iter(units)), next(iter(units.values())), there))
        case Move():
            if space != step.hex:
                return why_not(state, act.Activate(space))
            return _why_not_move(state, step.hex, step.force, there, step.points)
        case AdvanceChoice():
            if space != step.source or there != step.goal:
                return why_not(state, act.Attack(0, there))
            return draft(state, _advance_plan(step, lifted)).refusal
    force = form_force(state, lifted)
    if isinstance(force, Refusal):
        return force
    then = force.state.step
    if not isinstance(then, Marches):
        return why_not(force.state, act.Attack(force.number, there))
    refusal = why_not(force.state, act.March(force.number))
    units_ = then.forces[force.number] if force.number < len(then.forces) else None
    if refusal or units_ is None:
        return refusal
    return _why_not_move(force.state, then.hex, units_, there, most_points(force.state, then, units_))


def _why_not_move(state: NmcState, here: str, force: Stack, there: str, points: int) -> Refusal | None:
    """What keeps a force from a hex: the cheapest way must be payable; the rules judge the last step of others."""
    data = state.data
    if there not in data.near:
        return why_not_enter(state, force, here, there, points)
    way = data.map.route(here, there, data.march_costs, closed_hexes(state, force))
    if way is not None and way[0] <= points:
        return None
    if there in data.near[here]:
        return why_not_enter(state, force, here, there, points)
    if way is None:
        last = next(iter(data.open[there]), here)
        return why_not_enter(state, force, last, there, PLENTY) or Refusal("8.6a", f"no way leads to {there}")
    return Refusal("8.4", f"{there} costs {way[0]} MP and at most {points} are left")
