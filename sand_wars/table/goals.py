"""Where a card, a marker or a piece may be put down: what its actions aim at, one or two of them at once."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action
from common.engine.actions import Add, Remove
from common.engine.words import several
from common.tabletop import Target
from common.tabletop.plans import draft, legal
from sand_wars import actions as act
from sand_wars.rules.air import MoreSorties
from sand_wars.rules.combat.strength import the_battle
from sand_wars.rules.combat.support import Reinforce
from sand_wars.rules.command import Attaching, C2Improvement, Detaching
from sand_wars.rules.marching import Marching
from sand_wars.rules.missions import running_mission
from sand_wars.rules.movement import STEPS
from sand_wars.rules.strike import Striking
from sand_wars.rules.targets import place_of
from sand_wars.state import ENEMY, SandState
from sand_wars.table.labels import gesture_in
from sand_wars.table.trays import TABLE

FIRST = (act.Entrain, act.Board, act.RaidWith, act.SofFrom, act.Sortie)  # a second action says where to
DOERS = ("card", "marker", "piece", "hq", "leader", "base")  # the fields that name what something is done with
WITH_HQ = (act.StandUp, act.RaisePlanning, act.AttachTo, act.DetachFrom, act.Renew, act.Strengthen)


def targets_of(state: SandState, piece: str) -> list[Target]:
    """Every place where a piece or card may be put down, each way of doing so once."""
    found: dict[tuple[str, str], Target] = {}
    doer = _doer(state, piece)
    for target in (*_at_once(state, doer), *_in_two(state, doer), *_played(state, piece), *_boxes(state, piece)):
        found.setdefault((target.space, target.label), target)
    return [_priced(state, target) for target in (*found.values(), *_marches(state, piece))]


def _priced(state: SandState, target: Target) -> Target:
    """OPS.5  Before the war a target says how many chips it puts into the Pool."""
    if state.war:
        return target
    chips = draft(state, target.plan).state.chips - state.chips
    return replace(target, left=several(chips, "chip")) if chips > 0 else target


def _at_once(state: SandState, piece: str) -> Iterator[Target]:
    """What one action does with it."""
    on_table = any(piece in cards for cards in state.limbo.values())
    for action in legal(state):
        gesture = gesture_in(state, action)
        if gesture.piece == piece and gesture.space:
            yield Target(gesture.space, gesture.label, (action,))
            if state.battle is not None and gesture.space == TABLE:
                yield Target(state.battle.space, gesture.label, (action,))
        elif is_done_with(action, piece):
            yield from _aim(state, (action,), state)
        elif on_table and gesture.space and not gesture.piece:
            yield Target(gesture.space, gesture.label, (action,))


def _in_two(state: SandState, piece: str) -> Iterator[Target]:
    """What a first action with it and a second one that names the place do together."""
    kinds: set[tuple[object, ...]] = set()
    for action in legal(state):
        if not isinstance(action, FIRST) or not is_done_with(action, piece):
            continue
        marker = getattr(action, "marker", "")
        kind = (
            type(action),
            state.code(marker) if marker else "",
            getattr(action, "mission", getattr(action, "mode", "")),
        )
        if kind in kinds:
            continue  # another marker of the same kind does the same
        kinds.add(kind)
        yield from _followed(state, action)


def _played(state: SandState, piece: str) -> Iterator[Target]:
    """Where a card of the hand can be put down on the map so that its Action is done there at once."""
    if piece in state.data.cards and act.PlayCard(piece) in legal(state):
        yield from _followed(state, act.PlayCard(piece))


def _followed(state: SandState, first: Action) -> Iterator[Target]:
    drafted = draft(state, (first,))
    if drafted.refusal is None and drafted.plan:
        for second in legal(drafted.state):
            yield from _aim(drafted.state, (first, second), drafted.state)


def _aim(state: SandState, plan: tuple[Action, ...], after: SandState) -> Iterator[Target]:
    goal, last = goal_of(after, plan[-1]), plan[-1]
    if goal:
        onto = last.target if isinstance(last, act.Engage) else ""
        yield Target(goal, gesture_in(after, last).label, plan, onto=onto)


def goal_of(state: SandState, action: Action) -> str:
    """The space of the map that an action is about; empty where it is about none."""
    step, names = state.step, state.data.names
    match action:
        case act.AimAt(target):
            return target if target in names else place_of(state, target)
        case act.Sortie(_, mission):
            return place_of(state, step.target) if isinstance(step, Striking) else mission if mission in names else ""
        case act.JoinSortie():
            if isinstance(step, MoreSorties):
                return step.space
            return place_of(state, step.target) if isinstance(step, Striking) else the_battle(state).space
        case act.Engage(_, target):
            return place_of(state, target)
        case act.Intercept():
            return running_mission(state).space
        case act.Commit():
            return the_battle(state).space
        case act.Board():
            return the_battle(state).space if isinstance(step, Reinforce) else ""
    if isinstance(action, WITH_HQ):
        id_ = str(getattr(action, "hq", getattr(action, "piece", "")))
        return state.pieces[id_].at
    space = str(getattr(action, "space", ""))
    return space if space in names and not isinstance(action, act.Advance) else ""


def is_done_with(action: Action, piece: str) -> bool:
    """Whether an action takes this card, piece or marker somewhere."""
    return not isinstance(action, WITH_HQ) and any(getattr(action, field, "") == piece for field in DOERS)


def _doer(state: SandState, piece: str) -> str:
    """The piece itself, or the one in its box that can do what it stands for."""
    used = [getattr(action, field, "") for action in legal(state) for field in DOERS]
    if piece in used:
        return piece
    return next((other for other in used if other and _are_alike(state, other, piece)), piece)


def _are_alike(state: SandState, one: str, other: str) -> bool:
    """Pieces beside the map of which one stands for all."""
    if one not in state.pieces or other not in state.pieces or state.pieces[one].at in state.data.names:
        return False
    mine, theirs = state.facts(one), state.facts(other)
    same = (mine.side, mine.code, mine.cv, mine.recon) == (theirs.side, theirs.code, theirs.cv, theirs.recon)
    return same and state.pieces[one].at == state.pieces[other].at and mine.hq is None


# The boxes of HQs (ACT.C2.b, ACT.C2.c)


def _boxes(state: SandState, piece: str) -> Iterator[Target]:
    """A unit is put into the box of an HQ in its space, or out of it onto the map."""
    block = state.pieces.get(piece)
    if block is None:
        return
    step, add = state.step, Add(piece)
    if isinstance(step, Attaching | Detaching):
        if step.why_not(state, add) is None:
            goal = step.hq if isinstance(step, Attaching) else block.at
            yield Target(goal, gesture_in(state, add).label, (add,))
        elif piece in step.chosen:
            back = block.at if isinstance(step, Attaching) else step.hq
            yield Target(back, gesture_in(state, Remove(piece)).label, (Remove(piece),))
        return
    if not isinstance(step, C2Improvement):
        return
    if block.hq:
        yield from _opened(state, act.DetachFrom(block.hq), add, block.at)
    else:
        for other in state.at(step.side, block.at):
            if state.facts(other.id).hq is not None:
                yield from _opened(state, act.AttachTo(other.id), add, other.id)


def _opened(state: SandState, first: Action, add: Add, goal: str) -> Iterator[Target]:
    drafted = draft(state, (first, add))
    if drafted.refusal is None and len(drafted.plan) > 1:
        yield Target(goal, gesture_in(state, first).label, (first, add))


# Moves on foot (ACT.OPS.a)


def _marches(state: SandState, piece: str) -> Iterator[Target]:
    """The spaces a piece can reach step by step, each on the shortest way."""
    if isinstance(state.step, Marching):
        plan: tuple[Action, ...] = ()
        if state.step.piece != piece:
            return
    elif act.Activate(piece) in legal(state):
        plan = (act.Activate(piece),)
    else:
        return
    seen: set[str] = set()
    ring: list[tuple[tuple[Action, ...], tuple[str, ...]]] = [(plan, ())]
    for _ in range(STEPS + 1):
        following = []
        for so_far, path in ring:
            following += _step_on(state, so_far, path, seen)
        for steps, way in following:
            if len(steps) > 1:
                label = "Attack" if state.holds(ENEMY[state.side_of(piece)], way[-1]) else "Move"
                yield Target(way[-1], label, steps, way)
        ring = following


def _step_on(
    state: SandState, so_far: tuple[Action, ...], path: tuple[str, ...], seen: set[str]
) -> list[tuple[tuple[Action, ...], tuple[str, ...]]]:
    """One space on from where a plan has led."""
    drafted = draft(state, so_far)
    step = drafted.state.step
    if drafted.refusal is not None or not isinstance(step, Marching):
        return []
    here = drafted.state.pieces[step.piece].at
    seen.add(here)
    found: list[tuple[tuple[Action, ...], tuple[str, ...]]] = []
    for action in legal(drafted.state):
        if isinstance(action, act.Advance) and action.space not in seen:
            seen.add(action.space)
            found.append(((*so_far, action), (*(path or (here,)), action.space)))
    return found
