"""How actions are done by hand: what a lifted counter can do, and how each action is called."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from common.engine import Action, IllegalAction, Match, Refusal, Seat
from common.tabletop import Gesture, Piece, Target
from nmc import actions as act
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks, CombatPhase, targets
from nmc.rules.forces import Divide
from nmc.rules.march import Marches, MarchPhase, Move, march_modifiers
from nmc.rules.sequence import SetUp
from nmc.rules.supply import AttritionLoss
from nmc.state import TRAINS, TROOPS, UNION, NmcState, Stack, describe
from nmc.table.faces import ACTED, CHOSEN, MARKS, TITLES, units_of

FACES = 10
FEW = 2  # leaders a button names
MANY = {"guns": "field artillery", "wagons": "supply wagons", "exdepots": "supply wagons (captured depots)"}


def found_in(state: NmcState, pieces: Sequence[str]) -> tuple[str, dict[str, int]]:
    """The hex and the units lifted pieces stand for."""
    space, units = units_of(list(pieces))
    if not space:
        leader = next(iter(units))
        space = next((hex_ for hex_, stack in state.stacks.items() if leader in stack.leaders), "")
    return space, units


def assignments(rest: Stack, units: dict[str, int]) -> tuple[Action, ...]:
    """The actions that put these units into the force being formed."""
    if all(units.get(kind, 0) == rest.count(kind) for kind in TROOPS + TRAINS) and set(rest.leaders) <= set(units):
        return (act.AssignAll(),)
    return tuple(act.Assign(kind, count) for kind, count in units.items())


def formed_of(state: NmcState, pieces: Sequence[str]) -> list[str]:
    """Those of the lifted counters that belong to a force formed already, or being formed; leaders carry no mark."""
    leaders = {leader for stack in chosen(state.step).values() for leader in stack.leaders}
    return [piece for piece in pieces if piece.endswith(MARKS[CHOSEN]) or piece in leaders]


def prelude(match: Match, pieces: Sequence[str], whole: bool = True) -> tuple[Action, ...] | None:
    """What has to be done before the lifted counters can go anywhere; None when they cannot act now.

    Nothing is divided after the first roll (6.5b), so what is left behind forms a force too if it can act by itself;
    who only asks whether the lifted ones can act need not look at the whole of the hex.
    """
    state: NmcState = match.state
    step = state.step
    space, units = found_in(state, pieces)
    formed = formed_of(state, pieces)
    match step:
        case MarchPhase() | CombatPhase():
            if space not in state.stacks:
                return None
            alone = (act.Activate(space), *assignments(state.fresh(space), units))
            apart = (*alone, act.NextForce(), act.AssignAll(), act.Lock())
            ready = try_out(match, apart) if whole and alone[-1] != act.AssignAll() else None
            return apart if isinstance(ready, Match) and _force_can_act(ready, 1) else (*alone, act.Lock())
        case Divide() if step.hex == space:
            if formed:
                units = units_of([piece for piece in pieces if piece not in formed])[1]
            return (*(assignments(step.rest, units) if units else ()), act.Lock())
        case Marches() | Attacks() if step.hex == space:
            return ()
    return None


def force_number(state: NmcState, units: dict[str, int], formed: bool = False) -> int | None:
    """Which of the formed forces the lifted units belong to."""
    step = state.step
    if isinstance(step, (Marches, Attacks)):
        able = formed or not any(kind in TROOPS + TRAINS for kind in units)
        forces = enumerate(step.forces) if able else ()
        return next((n for n, force in forces if force and all(force.count(kind) for kind in units)), None)
    if isinstance(step, Divide):
        earlier = (n for n, force in enumerate(step.forces) if all(force.count(kind) for kind in units))
        return next(earlier, len(step.forces)) if formed else len(step.forces)
    return 0


def try_out(match: Match, plan: Sequence[Action]) -> Match | Refusal:
    """A copy after the plan, or the rule that stops it; plans tried here roll no dice."""
    copy = match.clone(quiet=True)
    for action in plan:
        try:
            copy.play(action)
        except IllegalAction as error:
            return error.refusal
    return copy


def chosen(step: Any) -> dict[str, Stack]:
    """The units that belong to the force being formed or advancing, by their hex."""
    match step:
        case Divide():
            return {step.hex: _together((step.current, *step.forces))}
        case Marches() | Attacks():
            return {step.hex: _together(step.forces)}
        case AdvanceChoice():
            return {step.source: step.current}
    return {}


def _together(forces: Sequence[Stack | None]) -> Stack:
    whole = Stack("")
    for force in forces:
        if force is not None:
            whole = force.plus(whole)
    return whole


def able(match: Match, pieces: Sequence[Piece]) -> list[str]:
    """The counters that can be taken up now: their kind has something to do, and alone they can do it."""
    found = _at_hand(match, pieces)
    known: dict[tuple[str, bool], bool] = {}  # counters alike can do alike
    for piece in found:
        kind = _kind(piece)
        if kind not in known:
            known[kind] = isinstance(match.state.step, Move) or _can_act(match, piece.id)
    return [piece.id for piece in found if known[_kind(piece)]]


def along(match: Match, pieces: Sequence[Piece], able: Collection[str]) -> list[str]:
    """What only goes with others: guns, wagons, leaders with troops that attack, troops with a leader who hurries."""
    found = _at_hand(match, pieces)
    groups = {(piece.space, CHOSEN in piece.badges) for piece in found if piece.id in able}
    return [p.id for p in found if p.id not in able and (p.space, CHOSEN in p.badges) in groups]


def _at_hand(match: Match, pieces: Sequence[Piece]) -> list[Piece]:
    """The counters whose hex and kind have something to do, alone or together."""
    state: NmcState = match.state
    if match.result is not None:
        return []
    step, moving = state.step, _has_acted(state)
    if isinstance(step, (MarchPhase, CombatPhase)):
        open_ = {action.hex for action in match.legal() if isinstance(action, act.Activate)}
        return [piece for piece in pieces if piece.movable and piece.space in open_]
    here, units = _acting(state, step)
    found = [p for p in pieces if p.space == here and (CHOSEN in p.badges or _acted(p) == moving)]
    return [p for p in found if CHOSEN in p.badges or units.count(next(iter(units_of([p.id])[1])))]


def _acted(piece: Piece) -> bool:
    return any(badge in ACTED for badge in piece.badges)


def _kind(piece: Piece) -> tuple[str, bool]:
    """What counters of one hex that differ only in their number have in common."""
    return piece.id.partition(".")[0], CHOSEN in piece.badges


def _acting(state: NmcState, step: Any) -> tuple[str, Stack]:
    """The hex whose units act now, and those of them that still can."""
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


def lift(match: Match, pieces: Sequence[str]) -> list[Target]:
    """Everywhere the lifted pieces may be put down now."""
    state: NmcState = match.state
    space, units = found_in(state, pieces)
    step = state.step
    match step:
        case SetUp():
            return _deployments(match, space, units)
        case Move():
            moves = step.hex == space and _belong(state, step.force, pieces)
            return _moves(state, step.hex, step.force, step.points, ()) if moves else []
        case AdvanceChoice():
            return _advances(match, step, pieces) if step.source == space else []
    ready = _readied(match, pieces)
    if ready is None:
        return []
    copy, number, before = ready
    then: NmcState = copy.state
    if isinstance(then.step, Marches) and copy.why_not(act.March(number)) is None:
        return march_targets(then, then.step, number, before)
    if isinstance(then.step, Attacks):
        return _attacks(copy, then.step, number, before)
    return []


def _advances(match: Match, step: AdvanceChoice, pieces: Sequence[str]) -> list[Target]:
    """9.23a  The lifted units go in, together with those that were chosen before."""
    formed = formed_of(match.state, pieces)
    fresh = [piece for piece in pieces if piece not in formed]
    if not _belong(match.state, step.rest, fresh):
        return []
    plan = (*(assignments(step.rest, units_of(fresh)[1]) if fresh else ()), act.Advance())
    return [Target(step.goal, "advance", plan)] if isinstance(try_out(match, plan), Match) else []


def _readied(
    match: Match, pieces: Sequence[str], whole: bool = True
) -> tuple[Match, int, tuple[Action, ...]] | None:
    """A copy in which the lifted units form a force, its number, and what was done for it; None if they cannot."""
    _, units = found_in(match.state, pieces)
    before = prelude(match, pieces, whole)
    number = force_number(match.state, units, bool(formed_of(match.state, pieces)))
    if before is None or number is None or any(piece.endswith("*") for piece in pieces):
        return None
    copy = try_out(match, before)
    return None if isinstance(copy, Refusal) else (copy, number, before)


def _can_act(match: Match, piece: str) -> bool:
    """Whether a counter alone has somewhere to go; as `lift` says, without looking how far."""
    if isinstance(match.state.step, (SetUp, AdvanceChoice)):
        return bool(lift(match, (piece,)))
    ready = _readied(match, (piece,), whole=False)
    return ready is not None and _force_can_act(*ready[:2])


def _force_can_act(copy: Match, number: int) -> bool:
    """Whether a formed force has somewhere to go or somebody to fire at."""
    then: NmcState = copy.state
    step = then.step
    if isinstance(step, Marches) and copy.why_not(act.March(number)) is None:
        force = step.forces[number]
        assert force is not None
        points, closed = _most_points(then, step, force), closed_to(then, force)
        return any(then.data.cost[step.hex, to] <= points for to in then.data.open[step.hex] if to not in closed)
    if isinstance(step, Attacks):
        goals = targets(then, step.side, step.hex)
        return any(copy.why_not(act.Attack(number, goal)) is None for goal in goals)
    return False


def _most_points(state: NmcState, step: Marches, force: Stack) -> int:
    """The movement points of a force whose die shows its highest face."""
    return FACES - 1 + sum(modifier.value for modifier in march_modifiers(state, force, step.hex, step.forced))


def _has_acted(state: NmcState) -> bool:
    """Whether the units that move now carry the badge of those that have acted: on the march, or after their fire."""
    step = state.step
    if isinstance(step, AdvanceChoice):
        done = state.done.get(step.source)
        return done is not None and done.has(step.rest)
    return isinstance(step, Move)


def _belong(state: NmcState, force: Stack, pieces: Sequence[str]) -> bool:
    """Whether lifted counters are those of the force on the move, and not others of its hex."""
    acted = _has_acted(state)
    leaders = [piece for piece in pieces if "/" not in piece]
    return set(leaders) <= set(force.leaders) and all(p.endswith("*") == acted for p in pieces if p not in leaders)


def _deployments(match: Match, space: str, units: dict[str, int]) -> list[Target]:
    step: SetUp = match.state.step
    found: list[Target] = []
    for there in match.state.data.near[step.hex] if space == step.hex else ():
        plan = tuple(act.Deploy(kind, count, there) for kind, count in units.items())
        if isinstance(try_out(match, plan), Match):
            found.append(Target(there, "set up", plan))
    return found


def _moves(state: NmcState, here: str, force: Stack, points: int, before: tuple[Action, ...]) -> list[Target]:
    """Where a force with so many points can go: the cheapest way around enemy troops."""
    reach = state.data.map.reach(here, points, state.data.march_costs, closed_to(state, force))
    found: list[Target] = []
    for there, cost in reach.cost.items():
        if there != here:
            path = reach.path(there)
            plan = before + tuple(act.StepTo(space) for space in path[1:])
            found.append(Target(there, f"{cost} MP", plan, tuple(path), f"{points - cost} left"))
    return found


def closed_to(state: NmcState, force: Stack) -> set[str]:
    """The hexes a force cannot enter because of what stands there."""
    return {
        space
        for space, stack in state.stacks.items()
        if stack.side != force.side and (stack.strength or not force.strength)
    }


def march_targets(state: NmcState, step: Marches, number: int, before: tuple[Action, ...]) -> list[Target]:
    """Before the roll: how likely each hex is reached."""
    force = step.forces[number]
    assert force is not None
    most = _most_points(state, step, force)
    shift = most - (FACES - 1)
    found: list[Target] = []
    for target in _moves(state, step.hex, force, most, (*before, act.March(number))):
        cost = int(target.label.split()[0])
        likely = sum(face + shift >= cost for face in range(FACES)) * 100 // FACES
        found.append(Target(target.space, target.label, target.plan, target.path, f"{likely} %"))
    return found


def _attacks(match: Match, step: Attacks, number: int, before: tuple[Action, ...]) -> list[Target]:
    found: list[Target] = []
    for goal in targets(match.state, step.side, step.hex):
        attack = act.Attack(number, goal)
        if match.why_not(attack) is None:
            odds = match.odds(attack)
            found.append(
                Target(goal, "attack", (*before, attack), (step.hex, goal), odds.expected if odds else "capture")
            )
    return found


def refuse(match: Match, pieces: Sequence[str], there: str) -> Refusal | None:
    """The rules' own answer to putting the pieces down there."""
    state: NmcState = match.state
    space, units = found_in(state, pieces)
    step = state.step
    match step:
        case SetUp():
            if space != step.hex:
                return Refusal("3.3a", "what has been placed stays there: take the placing back to do it anew")
            return match.why_not(act.Deploy(next(iter(units)), next(iter(units.values())), there))
        case Move():
            if space != step.hex:
                return match.why_not(act.Activate(space))
            return _why_not_move(match, step.hex, step.force, there, step.points)
        case AdvanceChoice():
            return match.why_not(act.Advance()) if space == step.source else match.why_not(act.Attack(0, there))
    before = prelude(match, pieces)
    if before is None:
        return match.why_not(act.Activate(space))
    copy = try_out(match, before)
    if isinstance(copy, Refusal):
        return copy
    number = force_number(state, units, bool(formed_of(state, pieces)))
    if number is None:
        return Refusal("6.5b", "they belong to no force that was formed in this hex")
    then = copy.state.step
    if isinstance(then, Marches):
        refusal = copy.why_not(act.March(number))
        force = then.forces[number] if number < len(then.forces) else None
        if refusal or force is None:
            return refusal
        return _why_not_move(copy, then.hex, force, there, _most_points(copy.state, then, force))
    return copy.why_not(act.Attack(number, there))


def stopped(seat: Seat, target: Target) -> Refusal | None:
    """Why a march ended before its goal: the roll was too low, or what was captured has to be dealt with first."""
    state: Any = seat.known
    past = seat.recent()
    rolled = next((n for n in reversed(range(len(past))) if isinstance(past[n][0], act.March)), None)
    if rolled is None or not target.path or not any(isinstance(action, act.March) for action in target.plan):
        return None
    reached = [target.path[0], *(action.hex for action, _ in past[rolled + 1 :] if isinstance(action, act.StepTo))][-1]
    if any(isinstance(step, Move) for step in state.flow) and not isinstance(state.step, Move):
        return Refusal("", f"The march waits at {state.title(reached)}: {state.step.prompt(state)}")
    after = past[rolled + 1][1] if rolled + 1 < len(past) else state
    points = next((step.points for step in reversed(after.flow) if isinstance(step, Move)), 0)
    needed = sum(state.data.cost[pair] for pair in pairwise(target.path))
    if points >= needed:
        return None
    end = "stays" if reached == target.path[0] else "stops"
    return Refusal("8.4", f"The roll allowed {points} of {needed} MP: the force {end} at {state.title(reached)}.")


def _why_not_move(match: Match, here: str, force: Stack, there: str, points: int) -> Refusal | None:
    """A near hex is judged by the rules themselves, a far one by the cheapest way to it."""
    from nmc.rules.march import why_not_enter

    state: NmcState = match.state
    if there not in state.data.near or there in state.data.near[here]:
        return why_not_enter(state, force, here, there, points)
    way = state.data.map.route(here, there, state.data.march_costs, closed_to(state, force))
    if way is None:
        last = next(iter(state.data.open[there]), here)
        return why_not_enter(state, force, last, there, 99) or Refusal("8.6a", f"no way leads to {there}")
    return None if way[0] <= points else Refusal("8.4", f"{there} costs {way[0]} MP and at most {points} are left")


def unit_words(unit: str, count: int) -> str:
    """Units as a button names them."""
    if unit in TROOPS:
        return f"{count} {unit}"
    if unit not in TITLES:
        return unit
    return TITLES[unit].lower() if count == 1 else f"{count} {MANY[unit]}"


def force_words(forces: Sequence[Stack | None], number: int) -> str:
    """A formed force in few words; forces that are alike are told apart by their number."""
    words = [_brief(force) if force else "" for force in forces]
    return words[number] + (f" (force {number + 1})" if words.count(words[number]) > 1 else "")


def _brief(force: Stack) -> str:
    """Units as a button names them: more leaders than a few are counted."""
    if len(force.leaders) <= FEW:
        return describe(force)
    return f"{describe(msgspec.structs.replace(force, leaders=()))}, {len(force.leaders)} leaders".removeprefix(", ")


def gesture(match: Match, action: Action) -> Gesture:
    """How a legal action is called, and where on the map it is done."""
    state: NmcState = match.state
    step: Any = state.step
    match action:
        case act.Deploy(unit, count, space):
            return Gesture(
                action, f"Set up {unit_words(unit, count)} in {space}", space=space, group="Set-up", rule="3.3a"
            )
        case act.Activate(space):
            what = "Attack" if isinstance(step, CombatPhase) else "March"
            return Gesture(action, f"{what} from {state.title(space)}", space=space, group=what, rule="6.5c")
        case act.Assign(unit, count):
            what = unit if unit in TROOPS + TRAINS else "a leader"
            return Gesture(action, f"Add {unit_words(unit, count)}", group=f"Add {what}", rule="6.5b")
        case act.Lose(regular):
            attrition = isinstance(step, AttritionLoss)
            due = step.number if attrition else step.due(state)
            lost = describe(Stack(UNION, regular=regular, militia=due - regular))
            return Gesture(action, f"Lose {lost}", rule="10.9d" if attrition else "9.21a")
        case act.StepTo(space):
            cost = state.data.cost.get((step.hex, space), 0)
            return Gesture(action, f"To {state.title(space)} ({cost} MP)", space=space, group="Move", rule="8.2a")
        case act.March(number, nine):
            force = force_words(step.forces, number)
            label = f"Declare a nine for {force}" if nine else f"Roll for {force}"
            return Gesture(action, label, group="Roll", rule="5.5a" if nine else "8.22a")
        case act.Attack(number, space):
            label = f"{force_words(step.forces, number)} fire at {state.title(space)}"
            return Gesture(action, label, space=space, group="Attack", rule="9.9b")
        case act.Occupy(source, space):
            return Gesture(
                action, f"Occupy {state.title(space)} from {source}", space=space, group="Attack", rule="9.26b"
            )
        case act.DeclareAttack(space):
            return Gesture(
                action, f"Declare an attack on {state.title(space)}", space=space, group="Declare", rule="9.26a"
            )
        case act.Suffer(space):
            return Gesture(action, f"Attrition at {state.title(space)}", space=space, group="Attrition", rule="10.9a")
        case act.Destroy(space, unit):
            what = "gun" if unit == "guns" else unit_words(unit, 1)
            label = f"Destroy a {what} at {state.title(space)}"
            return Gesture(action, label, space=space, group="Destroy", rule="10.10a", grave=True)
        case act.CreateDepot(space, old):
            what = "" if not old else f" ({old} of the wagons captured as depots)"
            return Gesture(
                action, f"Make a depot at {state.title(space)}{what}", space=space, group="Depot", rule="10.11a"
            )
    return _button(action)


def _button(action: Action) -> Gesture:
    """Actions that have no place on the map."""
    label, rule, key = {
        act.Ready: ("Begin the campaign", "3.1b", "Return"),
        act.AssignAll: ("Add everything", "6.5b", "A"),
        act.NextForce: ("Form another force", "6.5b", ""),
        act.Lock: ("Done: forces formed", "6.5b", "Return"),
        act.Halt: ("Halt here", "8.3d", "H"),
        act.CloseHex: ("Close this hex", "6.5c", "D"),
        act.EndPhase: ("End the phase", "5.1a", "E"),
        act.Advance: ("Advance", "9.23a", "Return"),
        act.Stay: ("Nobody advances", "9.23d", ""),
        act.Hold: ("Hold the wagons back", "10.7c", ""),
    }.get(type(action), ("", "", ""))
    match action:
        case act.Keep(along):
            label, rule = ("Take it along", "6.3d") if along else ("Leave it here", "6.3d")
        case act.Substitute(yes):
            label, rule = ("Put in an unused wagon", "9.22e") if yes else ("Remove it", "9.22e")
        case act.Commit(wagon):
            label, rule = ("Use up a wagon" if wagon == "wagons" else "Use up a captured depot's wagon"), "10.6c"
        case act.Withdraw(leader):
            label, rule = f"Withdraw {leader}", "7.4b"
    return Gesture(action, label, rule=rule, key=key)
