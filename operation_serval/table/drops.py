"""Counters put down by hand: what a drop stands for, the plan of actions it makes, or the rule against it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any

from common.engine import Action, Refusal, Seat, Side
from common.tables import Odds
from common.tabletop import Handling, Piece, Target
from common.tabletop.plans import draft, legal, why_not
from operation_serval import actions as act
from operation_serval.odds import battle_odds
from operation_serval.rules import airlift
from operation_serval.rules.aftermath import AdvanceChoice, Capture
from operation_serval.rules.air import AirSegment, GunshipWindow, sortie_parts
from operation_serval.rules.airlift import Loading, SofReaction
from operation_serval.rules.battle import AttackForce, GroundCombat, why_not_attack
from operation_serval.rules.deployment import why_not_deploy
from operation_serval.rules.events import EventPlacing, GuerrillaPlacing
from operation_serval.rules.intervention import crosses
from operation_serval.rules.march_search import marches
from operation_serval.rules.movement import Marching, Movement, can_step, in_points, why_not_march, why_not_reach
from operation_serval.rules.operations import as_if_operating, has_task_forces
from operation_serval.rules.recruiting import Recruits
from operation_serval.rules.reorganize import Reorganization, why_not_combine_at, why_wrong_companies
from operation_serval.rules.retreat import ChooseRetreat, RetreatMove
from operation_serval.rules.sequence import ActionStep
from operation_serval.rules.setup import SetUp
from operation_serval.rules.telling import names
from operation_serval.state import AIR_BOX, COALITION, ENEMY, TASK_FORCE_BOX, ServalState
from operation_serval.table.flights import also_by_air, flights, loaded_flights, widest_flight
from operation_serval.table.marker_drops import look_targets, marker_type, netwar_targets, why_not_marker
from operation_serval.view import position_of

FEW = 7  # so many reactions and retreats have buttons
ERRAND_STEPS = GunshipWindow, SofReaction, ChooseRetreat, Capture
NAME_FIRST = Refusal("16.5a", "say first who retreats; its way is chosen then")
ERRANDS = act.React, act.Support, act.RetreatUnit, act.RetreatByAir, act.Upgrade


class ServalDrops(Handling):
    """Counters taken up and put down."""

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        """The counters that have somewhere to go now."""
        state = position_of(seat)
        if state.result is not None:
            return ()
        can = _who_can(state)
        return [piece.id for piece in pieces if piece.movable and can(piece.id)]

    def in_hand(self, seat: Seat) -> Sequence[str]:
        """10.1, 13.1, 23  The counter to be placed, the stack about to march, or what has boarded an airlift."""
        state = position_of(seat)
        step: Any = state.step if state.result is None else None
        if isinstance(step, SetUp | Recruits | EventPlacing):
            return (step.unit,) if step.unit else ()
        return step.units if isinstance(step, Marching | Loading) else ()

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        """Where the counters may be put down."""
        state = position_of(seat)
        return [] if state.result is not None else list(find_targets(state, tuple(pieces)))

    def bundles(self, seat: Seat) -> Sequence[Target]:
        """16.5, 20.7, 24.1, 31.2  Few reactions and the like need not be looked for on the map: each has a button."""
        state = position_of(seat)
        if state.result is not None or not isinstance(
            state.step, GunshipWindow | SofReaction | ChooseRetreat | Capture
        ):
            return ()
        found: dict[tuple[str, object], Action] = {}
        for action in legal(state):
            if isinstance(action, ERRANDS):  # equipment that is alike is offered once
                to = state.data.alike[action.into] if isinstance(action, act.Upgrade) else _place_of(state, action)
                found.setdefault((_unit_of(action), to), action)
        plain = all(isinstance(action, act.RetreatUnit) for action in found.values())  # which have buttons anyway
        if plain or len(found) > FEW:
            return ()
        return [Target("", _errand(state, action), (action,)) for action in found.values()]

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        """The rules' own answer to putting the counters down there."""
        return why_not_drop(position_of(seat), tuple(pieces), space)

    def prospect(self, seat: Seat, target: Target) -> Odds | None:
        """The chances of the battle for which units are put down on an enemy hex."""
        attack = next((action for action in target.plan if isinstance(action, act.DeclareAttack)), None)
        units = tuple(action.unit for action in target.plan if isinstance(action, act.JoinAttack))
        state = position_of(seat)
        if attack is None or not units:
            return None
        return battle_odds(state, state.step.actor(state), attack.hex, units)


# Which counters can be taken up


def _who_can(state: ServalState) -> Callable[[str], bool]:
    """A quick question whether a counter has something to do at this step."""
    step: Any = state.step
    match step:
        case ActionStep():
            open_ = {action.contingent for action in legal(state) if isinstance(action, act.Operate)}
            attacks = [action for action in legal(state) if isinstance(action, act.NetwarAttack)]
            types = {action.attack for action in attacks if action.hex}
            return lambda id_: _may_operate(state, open_, id_) or marker_type(state, step.side, id_) in types
        case Movement() | Marching():
            return lambda id_: _can_move(state, step.side, id_)
        case Loading():
            there = set(airlift.passengers(state, step.kind, step.place))
            return lambda id_: id_ in there
        case GroundCombat():
            hexes = [action.hex for action in legal(state) if isinstance(action, act.DeclareAttack)]
            return lambda id_: any(why_not_attack(state, step.side, id_, hex_) is None for hex_ in hexes)
        case AttackForce():
            return lambda id_: why_not_attack(state, step.side, id_, step.place) is None
        case SetUp() | Recruits() | EventPlacing():
            free = {action.unit for action in legal(state) if isinstance(action, act.Choose)} | {step.unit}
            return lambda id_: id_ in free
    movable = {unit for action in legal(state) for unit in _brought(state, action)}
    return lambda id_: id_ in movable


def _brought(state: ServalState, action: Action) -> Iterator[str]:
    """The counters that an action brings to a place."""
    if isinstance(action, act.SupplyByAir):
        yield from (unit.id for unit in state.own(COALITION, AIR_BOX) if _is_supply(state, (unit.id,)))
    elif _place_of(state, action):
        yield _unit_of(action) or _owner_of_step(state)


def _place_of(state: ServalState, action: Action) -> str:
    """The place to which an action brings a counter, if it does."""
    match action:
        case act.Recall():
            return AIR_BOX
        case act.Advance():
            return state.step.hex if isinstance(state.step, AdvanceChoice) else ""
        case act.Combine():
            return state.units[action.companies[0]].at
        case act.BreakDown():
            return TASK_FORCE_BOX
    place: str = getattr(action, "hex", "") or getattr(action, "place", "")
    return place


def _may_operate(state: ServalState, open_: Collection[str], id_: str) -> bool:
    counter = state.data.counters.get(id_)
    return counter is not None and counter.contingent in open_ and id_ in state.data.mobile_ids


def _can_move(state: ServalState, side: Side, id_: str) -> bool:
    if why_not_march(state, side, id_) is None and can_step(state, side, id_):
        return True
    if side != COALITION or not state.airlift or id_ not in state.units:
        return False
    if state.data.counters[id_].type == "air_supply":
        return not state.supply
    here = state.units[id_].at
    kinds = (kind for kind in airlift.KINDS if airlift.why_not_origin(state, kind, here) is None)
    return any(airlift.why_not_passenger(state, kind, id_) is None for kind in kinds)


def _unit_of(action: Action) -> str:
    unit: str = getattr(action, "unit", "") or getattr(action, "task_force", "")
    return unit


# Where they may be put down


def find_targets(state: ServalState, ids: tuple[str, ...]) -> Iterator[Target]:
    """Everywhere the counters in hand may be put down now."""
    step: Any = state.step
    if not ids:
        return
    match step:
        case ActionStep() if ids[0] in state.data.markers:
            yield from netwar_targets(state, step.side, ids)
        case _ if ids[0] in state.data.markers:
            yield from look_targets(state, ids)
        case ActionStep():
            yield from _operations(state, step.side, ids)
        case Movement():
            yield from _movements(state, step.side, ids, ())
        case Marching() if set(ids) <= set(step.units):
            off = tuple(act.DropOff(id_) for id_ in step.units if id_ not in ids)
            yield from _march_targets(state, step.side, ids, off, False)
        case Marching():
            yield from _movements(state, step.side, ids, (act.Halt(),))
        case Loading():
            yield from loaded_flights(state, step, ids)
        case GroundCombat() | AttackForce():
            yield from _attacks(state, step, ids)
        case SetUp() | Recruits() | EventPlacing():
            yield from _placements(state, step, ids)
        case Reorganization() if len(ids) == 1:
            yield from _regroupings(state, ids[0])
        case AdvanceChoice():
            plan = tuple(act.Advance(id_) for id_ in ids)
            if draft(state, plan).refusal is None:
                yield Target(step.hex, "advance", plan)
        case _:
            yield from _single_actions(state, ids)


def _regroupings(state: ServalState, task_force: str) -> Iterator[Target]:
    """22.2, 22.3  A task force put down on its companies or back into its box; where sets differ, each is named."""
    for action in legal(state):
        if isinstance(action, act.Combine | act.BreakDown) and action.task_force == task_force:
            companies = f"{'of' if isinstance(action, act.Combine) else 'into'} {names(state, action.companies)}"
            yield Target(_place_of(state, action), _verb(action), (action,), left=companies)


def _single_actions(state: ServalState, ids: tuple[str, ...]) -> Iterator[Target]:
    """Steps in which an action brings a counter to a place: air units, several at once, reactions and retreats."""
    found: dict[str, dict[str, Action]] = {}
    for action in legal(state):
        for unit in _brought(state, action):
            if unit in ids:
                found.setdefault(_place_of(state, action), {}).setdefault(unit, action)
    together = isinstance(state.step, AirSegment | GunshipWindow)
    for place, actions in found.items():
        if len(actions) == len(ids) and (together or len(ids) == 1):
            plan = tuple(actions[id_] for id_ in ids)
            yield Target(place, _verb(plan[0]), plan)


def _owner_of_step(state: ServalState) -> str:
    """The counter that the step is about, where its actions name only places."""
    return state.step.unit if isinstance(state.step, RetreatMove) else ""


def _errand(state: ServalState, action: Action) -> str:
    """A reaction or a retreat as a button says it; the one price of all gunships stands in the question."""
    name, place = state.name(_unit_of(action)), _place_of(state, action)
    match action:
        case act.React():
            return f"{name} flies to {state.title(place)} (1 airlift point)"
        case act.RetreatByAir():
            return f"{name} flies back to {state.title(place)} (1 airlift point)"
        case act.Support():
            return f"{name} fires at {state.title(place)}"
        case act.Upgrade():
            return f"{name} becomes {state.name(action.into)}"
    lost = "" if _unit_of(action) in state.data.mobile_ids else " (eliminated)"
    return f"{name} retreats{lost}"


VERBS: dict[type[Action], str] = {
    act.Sortie: "air attack",
    act.Support: "gunship",
    act.React: "react, 1 airlift",
    act.RetreatTo: "retreat",
    act.RetreatByAir: "fly back, 1 airlift",
    act.SupplyByAir: "air supply, 1 airlift",
    act.BreakDown: "break down",
}


def _verb(action: Action) -> str:
    return VERBS.get(type(action), type(action).__name__.lower())


def _is_supply(state: ServalState, ids: tuple[str, ...]) -> bool:
    return all(id_ in state.data.counters and state.data.counters[id_].type == "air_supply" for id_ in ids)


def _placements(state: ServalState, step: Any, ids: tuple[str, ...]) -> Iterator[Target]:
    """30.0, 10.1  Counters that are set up or recruited, one after the other."""
    if step.unit:
        if ids != (step.unit,):
            return
        yield from _guerrilla_targets(state, ())
        yield from (Target(a.place, "place", (a,)) for a in legal(state) if isinstance(a, act.Place))
        return
    taken = draft(state, (act.Choose(ids[0]),))
    if taken.refusal is not None:
        return
    if not getattr(taken.state.step, "unit", ""):  # there was only one place for it
        yield Target(taken.state.units[ids[0]].at, "place", (act.Choose(ids[0]),))
        return
    if len(ids) == 1:
        yield from _guerrilla_targets(taken.state, (act.Choose(ids[0]),))
    for action in legal(taken.state):
        if isinstance(action, act.Place):
            plan = _one_by_one(ids, action)
            if len(ids) == 1 or draft(state, plan).refusal is None:
                yield Target(action.place, "place", plan)


def _one_by_one(ids: tuple[str, ...], place: act.Place) -> tuple[Action, ...]:
    """Counters taken up and put down in one place one after the other."""
    return tuple(one for id_ in ids for one in (act.Choose(id_), place))


def _guerrilla_targets(state: ServalState, before: tuple[Action, ...]) -> Iterator[Target]:
    """EVT.5  The hexes of a guerrilla whose part of the north-east has to be named first."""
    step = state.step
    if not isinstance(step, GuerrillaPlacing):
        return
    for hex_ in step.places(state):
        aims = step.aims(state, hex_)
        if aims and step.why_not_place(state, step.unit, hex_) is None:
            yield Target(hex_, "place", (*before, *aims, act.Place(hex_)))


# Operations


def _operations(state: ServalState, side: Side, ids: tuple[str, ...]) -> Iterator[Target]:
    """12.0, 13  A drag announces the operation of the contingent and moves its units at once."""
    opened = open_operation(state, side, ids)
    if isinstance(opened, Refusal):
        return
    trial, plan = opened
    price = state.data.tables.costs.operation
    for target in _movements(trial, side, ids, plan):
        yield Target(target.space, f"{target.label}, {price} C2P", target.plan, target.path, target.left, target.cost)


def open_operation(
    state: ServalState, side: Side, ids: tuple[str, ...]
) -> tuple[ServalState, tuple[Action, ...]] | Refusal:
    """The position in the movement segment of the operation of these units, and the actions that lead there."""
    contingents = {state.data.counters[id_].contingent for id_ in ids if id_ in state.data.counters}
    if len(contingents) != 1:
        return Refusal("7.2a", "an operation moves units of one contingent")
    contingent = contingents.pop()
    announce = act.Operate(contingent)
    refusal = why_not(state, announce)
    if refusal is not None:
        return refusal
    trial = as_if_operating(state, contingent)
    trial.flow = [*trial.flow, Movement(side)]
    asks = side == COALITION and has_task_forces(trial, contingent) and Reorganization(side).asks(trial)
    return trial, (announce, act.Finish()) if asks else (announce,)


def _movements(state: ServalState, side: Side, ids: tuple[str, ...], before: tuple[Action, ...]) -> Iterator[Target]:
    """On the ground where that is possible, else by air."""
    if _is_supply(state, ids):
        for hex_ in state.where(COALITION):
            if airlift.why_not_supply(state, hex_) is None:
                yield Target(hex_, "air supply, 1 airlift", (*before, act.SupplyByAir(hex_)))
        return
    seen: set[str] = set()
    for target in _march_targets(state, side, ids, before, True):
        seen.add(target.space)
        yield target
    if side == COALITION:
        yield from (target for target in flights(state, ids, before) if target.space not in seen)


def _march_targets(
    state: ServalState, side: Side, ids: tuple[str, ...], before: tuple[Action, ...], begin: bool
) -> Iterator[Target]:
    """13.1  Every place the stack reaches on the ground, with its cost and its way."""
    here = {state.units[id_].at for id_ in ids if id_ in state.units}
    if len(here) != 1 or any(why_not_march(state, side, id_) is not None for id_ in ids):
        return
    top = state.tops.get(here.pop(), "")  # 28  it goes first, and lies on top again where they come to a halt
    first, *rest = sorted(ids, key=lambda id_: id_ != top)
    take = (act.MarchWith(first), *map(act.TakeAlong, rest)) if begin else ()
    budget = min(2 * state.allowance(state.units[id_]) - state.spent.get(id_, 0) for id_ in ids)
    for place, march in marches(state, side, ids).items():
        left = f"{in_points(max(0, budget - march.cost))} left"
        if crosses(state, side, march.path):
            left = f"{left}, brings International Intervention"
        plan = (*before, *take, act.MarchTo(place))
        yield Target(place, f"{in_points(march.cost)} MP", plan, march.path, left, march.cost)


def _attacks(state: ServalState, step: Any, ids: tuple[str, ...]) -> Iterator[Target]:
    """15.2  Units put down on an adjacent enemy hex attack it, these and those that were named before."""
    side = step.side
    hexes = [step.place] if isinstance(step, AttackForce) else state.where(ENEMY[side])
    for hex_ in hexes:
        fresh = [id_ for id_ in ids if not (isinstance(step, AttackForce) and id_ in step.units)]
        if any(why_not_attack(state, side, id_, hex_) is not None for id_ in fresh):
            continue
        joins = tuple(act.JoinAttack(id_) for id_ in fresh)
        begin = () if isinstance(step, AttackForce) else (act.DeclareAttack(hex_),)
        named = step.units if isinstance(step, AttackForce) else ()
        chances = battle_odds(state, side, hex_, (*named, *fresh))
        left = chances.expected if chances is not None else ""
        path = (state.units[ids[0]].at, hex_)
        yield Target(hex_, "attack", (*begin, *joins, act.Assault()), path, left)


# Why not elsewhere


def why_not_drop(state: ServalState, ids: tuple[str, ...], space: str) -> Refusal | None:
    """The rules' own answer to the action that a drop would stand for."""
    step: Any = state.step if state.result is None else None
    if step is None or not ids:
        return why_not(state, act.Pass())
    if ids[0] in state.data.markers:
        return why_not_marker(state, ids, space)
    acting = step.actor(state)
    if any(state.data.side_of.get(id_, acting) != acting for id_ in ids):
        return Refusal("7.1a", "counters of the enemy are not yours to move")
    match step:
        case ActionStep():
            opened = open_operation(state, step.side, ids)
            return (
                opened if isinstance(opened, Refusal) else _why_not_move(opened[0], step.side, ids, space, begun=False)
            )
        case Movement() | Marching():
            return _why_not_move(state, step.side, ids, space)
        case GroundCombat() | AttackForce() | AdvanceChoice() | RetreatMove() | ChooseRetreat():
            return _why_not_in_battle(state, step, ids, space)
        case SetUp() | Recruits() | EventPlacing():
            return _why_not_place(state, step, ids, space)
        case Reorganization() if ids[0] in state.data.task_force_ids:
            return why_not_combine_at(state, state.contingent, space) or why_wrong_companies(state, ids[0])
        case AirSegment() if _is_supply(state, ids):
            return airlift.why_not_supply(state, space)
        case AirSegment():
            return _first(sortie_parts(state).why_not(id_, space) for id_ in ids)
        case GunshipWindow():
            return _first(why_not(state, act.Support(id_, space)) for id_ in ids)
        case SofReaction():
            return why_not(state, act.React(ids[0], space))
        case Loading():
            refusal = _first(why_not(state, act.Board(id_)) for id_ in ids if id_ not in step.units)
            return refusal or airlift.why_not_land(state, step.kind, step.place, space)
    return why_not(state, act.MarchTo(space))


def _why_not_in_battle(state: ServalState, step: Any, ids: tuple[str, ...], space: str) -> Refusal | None:
    """15.2, 16.5, 17.1  Why units neither attack, nor retreat, nor advance to where they are put down."""
    match step:
        case GroundCombat():
            if space in state.data.near and state.enemies(step.side, space):
                return _first(why_not_attack(state, step.side, id_, space) for id_ in ids)
            return why_not(state, act.DeclareAttack(space))
        case AttackForce() if space != step.place:
            return why_not(state, act.DeclareAttack(space))
        case AttackForce():
            return _first(why_not_attack(state, step.side, id_, space) for id_ in ids)
        case AdvanceChoice() if space != step.hex:
            return Refusal("17.1a", f"an advance goes into {state.title(step.hex)}, which was won")
        case AdvanceChoice():
            return _first(why_not(state, act.Advance(id_)) for id_ in ids)
        case RetreatMove():
            return why_not(state, act.RetreatTo(space) if ids == (step.unit,) else act.MarchWith(ids[0]))
    if ids[0] in state.data.flyer_ids:
        return why_not(state, act.RetreatByAir(ids[0], space))
    return why_not(state, act.RetreatUnit(ids[0])) or NAME_FIRST


def _why_not_place(state: ServalState, step: Any, ids: tuple[str, ...], space: str) -> Refusal | None:
    """30.0, 10.1  Why counters are not set up or recruited where they are put down."""
    if step.unit and ids != (step.unit,):
        return why_not(state, act.Finish())  # what was taken up comes first
    taken = draft(state, () if step.unit else (act.Choose(ids[0]),))
    if taken.refusal is None and isinstance(taken.state.step, GuerrillaPlacing):
        return taken.state.step.why_not_place(state, ids[0], space)
    if taken.refusal is None and isinstance(step, Recruits) and not getattr(taken.state.step, "unit", ""):
        return why_not_deploy(state, ids[0], space)  # it has one place only and would go there at once
    refusal = taken.refusal or why_not(taken.state, act.Place(space))
    return refusal if refusal or len(ids) == 1 else draft(state, _one_by_one(ids, act.Place(space))).refusal


def _first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """What keeps the first of several counters from it that cannot do it."""
    return next(filter(None, refusals), None)


def _why_not_move(
    state: ServalState, side: Side, ids: tuple[str, ...], space: str, begun: bool = True
) -> Refusal | None:
    """Why units move to a place neither on the ground nor by air; the ground speaks first.

    `begun` is whether their operation has been announced already.
    """
    if _is_supply(state, ids):
        return airlift.why_not_supply(state, space)
    if len({state.units[id_].at for id_ in ids if id_ in state.units}) != 1:
        return Refusal("13.1c", "only units that stand together move together")
    name = state.data.contingents[state.data.counters[ids[0]].contingent].name
    before = "end the movement first" if begun else f"operate {name} and end the movement first"
    if not state.data.air_ids.isdisjoint(ids):
        return Refusal("20.1a", f"air units attack after the movement: {before}, then drag onto the enemy")
    kind = widest_flight(state, ids) if side == COALITION else ""
    if space in state.data.near and state.enemies(side, space):
        if kind and space not in state.data.near.get(state.units[ids[0]].at, ()):
            where = state.title(space)
            return Refusal("13.2a", f"nobody lands on enemies: land beside {where} and attack after the movement")
        return Refusal("12.1a", f"attacks come after the movement: {before}, then drag onto the enemy")
    ground = _first(why_not_march(state, side, id_) for id_ in ids) or why_not_reach(state, side, ids, space)
    if not kind or ground is None:
        return ground
    return also_by_air(state, kind, ids, space, ground)
