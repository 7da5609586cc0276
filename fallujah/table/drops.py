"""How actions are done by hand: what a dropped counter stands for, and the plan of actions it makes.

Plans are drafted on a copy whose flow is never run on, so no die is thrown and no future is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from msgspec.structs import replace

from common.engine import Action, Match, Refusal
from common.tables import Odds
from common.tabletop import Piece, Target
from fallujah import actions as act
from fallujah.odds import assault
from fallujah.rules import combat, movement
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse, most_militia
from fallujah.rules.losses import Retreats
from fallujah.rules.reaction import Reaction, Scout
from fallujah.rules.regroup import Regroup
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, RESERVE, STACK_LIMIT, ZONES, FallujahState
from fallujah.table.faces import ADVANTAGE, BACKLASH, FIRE_MISSION

Way = tuple[int, tuple[str, ...]]  # what it costs, and the areas in order
IMPULSES = (CoalitionImpulse, InsurgentImpulse)
ACTIVATIONS = (CoalitionActivation, InsurgentActivation)
MOVES = (act.March, act.SlipAway, act.Retreat, act.Shift)
POOLS: dict[type[Action], str] = {
    act.Place: RESERVE,
    act.Organize: FORCE_POOL,
    act.Rally: FORCE_POOL,
    act.FireMission: FIRE_MISSION,
}


class Draft(NamedTuple):
    """A plan that the rules let through, and the position it was tried on."""

    plan: tuple[Action, ...]
    state: FallujahState


def lift(match: Match, pieces: Sequence[str]) -> list[Target]:
    """Everywhere the lifted pieces may be put down now."""
    if match.result is not None or not pieces:
        return []
    hand = Hand(match, pieces)
    drops = (hand.drop(space) for space in hand.worth_trying())
    return [drop for drop in drops if isinstance(drop, Target)]


def able(match: Match, pieces: Sequence[Piece]) -> set[str]:
    """The counters that can be taken up now: units that can go somewhere, and those that stand for a pool."""
    if match.result is not None:
        return set()
    legal, state = match.legal(), match.state
    found = {action.unit for action in legal if isinstance(action, MOVES)}
    found |= {a.unit for a in legal if isinstance(a, act.Rally) and state.units[a.unit].at != a.space}
    fights = {action.space for action in legal if isinstance(action, act.Attack)}
    for action in legal:
        if isinstance(action, act.Activate):
            opened = draft(match, (action,))
            then = opened.state.step.legal(opened.state) if isinstance(opened, Draft) else ()
            found |= {further.unit for further in then if isinstance(further, MOVES)}
            fights |= {further.space for further in then if isinstance(further, act.Attack)}
    boxes = {box for kind, box in POOLS.items() if any(isinstance(action, kind) for action in legal)}
    found |= {p.id for p in pieces if p.movable and p.space in boxes}
    standing = (p.id for p in pieces if p.movable and p.space in fights and p.id not in found)
    found |= {id_ for id_ in standing if lift(match, (id_,))}
    if isinstance(state.step, Scout) and act.Withdraw(True) in legal:
        found.add(state.step.unit)
    return found


def along(match: Match, pieces: Sequence[Piece], able_: Collection[str]) -> set[str]:
    """6.2h  The Coalition units that cannot be first anywhere, but can follow one of their space that can."""
    state: FallujahState = match.state
    if not isinstance(state.step, CoalitionImpulse | CoalitionActivation):
        return set()
    leads = {state.units[id_].at: id_ for id_ in able_ if id_ in state.data.lead_ids}
    known: dict[tuple[str, int, bool], bool] = {}  # what holds for one of a gait holds for all that stand together
    found = set()
    for unit in (state.units[piece.id] for piece in pieces if piece.id in state.units and piece.id not in able_):
        if unit.at in leads and not unit.spent:
            gait = unit.at, state.ready(unit), unit.id in state.data.light_ids
            if gait not in known:
                hand = Hand(match, (leads[unit.at], unit.id))
                known[gait] = any(isinstance(hand.drop(space), Target) for space in hand.worth_trying())
            if known[gait]:
                found.add(unit.id)
    return found


def refuse(match: Match, pieces: Sequence[str], space: str) -> Refusal | None:
    """The rules' own answer to putting the pieces down there; None where they may go."""
    if match.result is not None or not pieces:
        return match.why_not(act.March(pieces[0] if pieces else "", space))
    drop = Hand(match, pieces).drop(space)
    return drop if isinstance(drop, Refusal) else None


class Hand:
    """Lifted pieces over the present position."""

    def __init__(self, match: Match, pieces: Sequence[str]) -> None:
        self.match = match
        self.state: FallujahState = match.state
        self.step = self.state.step
        self.pieces = tuple(pieces)
        self.side = self.step.actor(self.state)
        self._opened: Draft | Refusal | None = None
        self._ways: dict[str, dict[str, Way]] = {}

    def worth_trying(self) -> Iterator[str]:
        """The spaces a drop could be meant for; those out of reach of the first unit are left out."""
        data = self.state.data
        if not self._marching():
            yield from (*data.areas, *ZONES)
            return
        opened = self.opened()
        if isinstance(opened, Refusal):
            return
        first = opened.state.units.get(self._in_order(opened.state)[0])
        if first is None:
            return
        ready, home = opened.state.ready(first), {self._at(piece) for piece in self.pieces}
        for space, (cost, _) in self.ways(opened.state, first.id).items():
            if cost <= ready or space in home:
                yield space
        yield from (space for space in home if space in data.area_set)

    def _marching(self) -> bool:
        """Whether putting the pieces down means moving them by 6."""
        if not isinstance(self.step, (*IMPULSES, *ACTIVATIONS)):
            return False
        return all(piece in self.state.units and self._at(piece) in self.state.data.near for piece in self.pieces)

    def _at(self, piece: str) -> str:
        unit = self.state.units.get(piece)
        return unit.at if unit is not None else ""

    # What a drop stands for

    def drop(self, space: str) -> Target | Refusal:
        """What putting the pieces down on a space does, or the rule that forbids it."""
        if self._marching():
            return self._march(space)
        match self.step:
            case CoalitionImpulse() if self.pieces == (FIRE_MISSION,):
                cost = f", {BACKLASH}" if combat.fire_offends(self.state, space) else ""
                return self._do(space, (act.FireMission(space),), f"strike{cost}")
            case InsurgentImpulse() if self._all_at(FORCE_POOL):
                return self._organize(space)
            case PlaceFedayeen() if self._all_at(RESERVE):
                return self._do(space, tuple(act.Place(space) for _ in self.pieces), "place")
            case Reaction():
                return self._react(self.step, space)
            case Scout(unit, area) if self.pieces == (unit,) and space == self.state.origin.get(unit) != area:
                return self._do(space, (act.Withdraw(True),), "withdraw")
            case Retreats():
                return self._do(space, tuple(act.Retreat(piece, space) for piece in self.pieces), "retreat")
            case Regroup():
                if space in {self._at(piece) for piece in self.pieces}:
                    return self._there(space, "4.2a")
                return self._do(space, tuple(act.Shift(piece, space) for piece in self.pieces), "regroup")
        return self._not_now(space)

    def _all_at(self, box: str) -> bool:
        return all(self._at(piece) == box for piece in self.pieces)

    def _not_now(self, space: str) -> Refusal:
        """What the present step says to a piece that wants to go somewhere."""
        piece = next((piece for piece in self.pieces if piece in self.state.units), self.pieces[0])
        if piece == ADVANTAGE:
            return Refusal("10.2a", "the Advantage marker changes its place by being used")
        if piece == FIRE_MISSION:
            return Refusal("4.1.2g", "a Fire Mission is ordered as the one action of a Coalition impulse")
        here = self._at(piece)
        if isinstance(self.step, IMPULSES):
            refusal = movement.why_not_act(self.state, self.side, here, piece)
            refusal = refusal or self.match.why_not(act.Activate(here))
        else:
            refusal = self.match.why_not(act.March(piece, space))
        return refusal or Refusal("6b", f"{self.text(piece)} cannot be moved now")

    def text(self, piece: str) -> str:
        """What a piece is called in a sentence."""
        return self.state.data.text(piece) if piece in self.state.data.counters else piece.replace("_", " ")

    def _there(self, space: str, rule: str) -> Refusal:
        label = self.state.data.labels.get(space, space)
        piece = next(piece for piece in self.pieces if self._at(piece) == space)
        return Refusal(rule, f"{self.text(piece)} is in {label} already")

    def _do(self, space: str, plan: tuple[Action, ...], label: str) -> Target | Refusal:
        """A plan that needs no way: single actions one after the other."""
        done, refusal = 0, self.step.why_not(self.state, plan[0])
        if refusal is None and plan[1:]:  # what comes later is judged by what came before
            done, refusal = tried(self.match.clone(quiet=True).state, plan)
        if refusal is not None:
            return self._from(done, refusal)
        homes = sorted({self._at(piece) for piece in self.pieces} - {""})
        return Target(space, label, plan, (homes[0], space) if len(homes) == 1 and homes[0] in ZONES else ())

    def _organize(self, space: str) -> Target | Refusal:
        most = most_militia(self.state, space) if space in self.state.control else 0
        count = max(1, most)
        return self._do(space, (act.Organize(space, count),), f"{count} Militia")

    def _react(self, step: Reaction, space: str) -> Target | Refusal:
        """4.1.3  Units of the area entered slip away; Cadre next door and counters of the pool mean new Militia."""
        state = self.state
        if self._all_at(FORCE_POOL):
            return self._rally(step, space)
        if space in {self._at(piece) for piece in self.pieces}:
            return self._there(space, "4.1.3e")
        plan: list[Action] = []
        for piece in self.pieces:
            near = piece in state.data.cadre_ids and self._at(piece) != step.area
            plan.append(act.Rally(piece, space) if near else act.SlipAway(piece, space))
        label = "raise Militia" if any(isinstance(action, act.Rally) for action in plan) else "slip away"
        return self._do(space, tuple(plan), label)

    def _rally(self, step: Reaction, space: str) -> Target | Refusal:
        state = self.state
        near = [unit for area in (step.area, *state.data.near[step.area]) for unit in state.insurgents(area)]
        cadre = [unit.id for unit in near if unit.id in state.data.cadre_ids]
        able = [id_ for id_ in cadre if self.match.why_not(act.Rally(id_, space)) is None]
        if len(able) >= len(self.pieces):
            plan = tuple(act.Rally(id_, space) for id_ in able[: len(self.pieces)])
            return self._do(space, plan, "raise Militia")
        refusals = (self.match.why_not(act.Rally(id_, space)) for id_ in cadre if id_ not in able)
        found = next((refusal for refusal in refusals if refusal is not None), None)
        return found or Refusal("4.1.3g", "no Cadre can raise so many Militia there")

    # Movement (6)

    def opened(self) -> Draft | Refusal:
        """The position in which the units are activated."""
        if self._opened is None:
            first = self._at(self.pieces[0])
            self._opened = draft(self.match, (act.Activate(first),) if isinstance(self.step, IMPULSES) else ())
        return self._opened

    def ways(self, state: FallujahState, id_: str) -> dict[str, Way]:
        """The cheapest ways of a unit, worked out once for all units of its space."""
        here = state.units[id_].at
        if here not in self._ways:
            self._ways[here] = ways(state, self.side, id_)
        return self._ways[here]

    def _in_order(self, state: FallujahState) -> list[str]:
        """Units that can lead go first, so that the others may follow (6.2h)."""
        data = state.data
        return sorted(self.pieces, key=lambda id_: (id_ not in data.lead_ids, id_ not in data.light_ids))

    def _march(self, space: str) -> Target | Refusal:
        opened = self.opened()
        if isinstance(opened, Refusal):
            return opened
        if space in {self._at(piece) for piece in self.pieces}:
            return self._fight_here(space)
        state = opened.state.clone()
        plan, first = list(opened.plan), self._in_order(state)[0]
        before = opened.state.ready(opened.state.units[first]) if first in opened.state.units else 0
        for number, id_ in enumerate(self._in_order(state)):
            known = self.ways(opened.state, id_).get(space) if self._is_ours(id_) else None
            for there in known[1] if known else (space,):
                action = act.March(id_, there)
                refusal = advance(state, action)
                if refusal is not None:
                    return self._from(number, refusal)
                plan.append(action)
        left = [state.mp.get(id_, 0) for id_ in self.pieces]
        cost = before - state.mp.get(first, 0)
        way = self.ways(opened.state, first).get(space, (0, (space,)))[1]
        return Target(space, self._words(space, cost), tuple(plan), (self._at(first), *way), f"{min(left)} MP left")

    def _from(self, number: int, refusal: Refusal) -> Refusal:
        """The reason against the unit of that number, and that those before it could go."""
        if not number:
            return refusal
        return Refusal(refusal.rule, f"{number} of these {len(self.pieces)} can go there; then {refusal.why}")

    def _is_ours(self, id_: str) -> bool:
        return bool((id_ in self.state.data.coalition_ids) == (self.side == COALITION))

    def _words(self, space: str, cost: int) -> str:
        fight = self.state.enemies(self.side, space)
        return f"{cost} MP, attack" if fight else f"{cost} MP"

    def _fight_here(self, space: str) -> Target | Refusal:
        """Coalition units put down where they stand attack there, these and no others (7.2)."""
        opened = self.opened()
        assert isinstance(opened, Draft)
        step = opened.state.step
        assert isinstance(step, CoalitionActivation | InsurgentActivation)
        reasons = (movement.why_not_act(opened.state, self.side, step.source, id_) for id_ in self.pieces)
        if idle := next(filter(None, reasons), None):
            return idle
        if self.side != COALITION or not self.state.insurgents(space):
            return self._there(space, "6b")
        plan: tuple[Action, ...] = (*opened.plan, act.Attack(space))
        due = self.state.entry(space).due
        if not due:
            plan += tuple(act.Join(piece) for piece in self._in_order(self.state))
        drafted = draft(self.match, plan)
        if isinstance(drafted, Refusal):
            return drafted
        cost = combat.attack_cost(self.state, COALITION, space)
        paid = any(piece in self.state.origin for piece in self.pieces)
        return Target(space, "attack" if paid else f"attack here, {cost} MP", plan)


def prospect(match: Match, target: Target) -> Odds | None:
    """7.2  The attack of Coalition units put down there and of those that came before, under their best lead."""
    drafted, area = draft(match, target.plan), target.space
    if isinstance(drafted, Refusal) or not drafted.state.insurgents(area):
        return None
    state = drafted.state
    force = tuple(unit.id for unit in combat.comers(state, area))
    leads = [id_ for id_ in force if combat.able_to_lead(state, id_, area)]
    if not leads:
        return None
    lead = max(leads, key=lambda id_: sum(factor.value for factor in combat.offence(state, area, force, id_)))
    odds = assault(state, area, force, lead, False)
    if odds is None or match.state.coalition(area):
        return odds
    return replace(odds, title=f"{odds.title}, before any reaction")


def advance(state: FallujahState, action: Action) -> Refusal | None:
    """Play one action on a copy without running the flow on: no die is thrown, nobody reacts."""
    step, height = state.step, len(state.flow)
    refusal = step.why_not(state, action)
    if refusal is None:
        step.play(state, action)
        if isinstance(action, act.March):
            del state.flow[height:]
    return refusal


def draft(match: Match, plan: Sequence[Action]) -> Draft | Refusal:
    """The position after a plan, up to what follows from its last action; or the rule that stops it."""
    state: FallujahState = match.clone(quiet=True).state
    _, refusal = tried(state, plan)
    return refusal or Draft(tuple(plan), state)


def tried(state: FallujahState, plan: Sequence[Action]) -> tuple[int, Refusal | None]:
    """How many actions of a plan a copy lets through, and the rule that stops the next."""
    for number, action in enumerate(plan):
        refusal = advance(state, action)
        if refusal is not None:
            return number, refusal
    return len(plan), None


def ways(state: FallujahState, side: str, id_: str) -> dict[str, Way]:
    """The cheapest way of a unit to every space, whatever its MP: through Free ground, ending anywhere (6)."""
    unit, step = state.units[id_], state.step
    start = unit.at
    gate = step.gate if isinstance(step, CoalitionActivation) and start in ZONES else ""
    best: dict[str, Way] = {}
    front: list[tuple[int, tuple[str, ...]]] = [(movement.toll(state, unit), ())]
    held = bool(state.enemies(side, start))
    while front:
        spent, way = heappop(front)
        here = way[-1] if way else start
        if way and best[here][0] < spent:
            continue
        near = (gate,) if gate and not way else state.data.near.get(here, ())
        for space in near:
            if not way and held and not state.free(side, space):
                continue  # 6.2i, 6.2k: out of enemy contact a Free area comes first
            cost = spent + movement.least_cost(state, side, space)
            if space != start and (space not in best or cost < best[space][0]):
                best[space] = (cost, (*way, space))
                if _open(state, side, space):
                    heappush(front, (cost, (*way, space)))
    return best


def _open(state: FallujahState, side: str, space: str) -> bool:
    """Whether a unit can be counted on to move on from there: Free ground, for Insurgents also empty ground."""
    if len(state.own(side, space)) >= STACK_LIMIT or state.entry(space).fought:
        return False
    return state.free(side, space) or (side == INSURGENT and state.vacant(space))
