"""How actions are done by hand: what a dropped counter stands for, and the plan of actions it makes.

Plans are drafted on a copy whose flow is never run on, so no die is thrown and no future is seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

from common.engine import Action, Match, Refusal
from common.tabletop import Gesture, Piece, Target
from fallujah import actions as act
from fallujah.faces import ADVANTAGE, FIRE_MISSION, signed
from fallujah.rules import combat, movement
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.counters import several
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse, most_militia
from fallujah.rules.losses import Losses, Retreats, capacity
from fallujah.rules.reaction import Reaction, Scout
from fallujah.rules.regroup import Regroup
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, RESERVE, STACK_LIMIT, ZONES, Battle, FallujahState

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
                return self._do(space, (act.FireMission(space),), "strike")
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


# What actions are called


def gesture(match: Match, action: Action) -> Gesture:
    """How a legal action is called, and what is pointed at to do it."""
    found = _of_area(match.state, action) or _of_step(match.state, action) or _of_unit(match.state, action)
    return found or _button(match.state, action)


def _of_area(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that are done by pointing at a space."""
    labels = state.data.labels
    match action:
        case act.Place(space):
            return Gesture(action, f"Place a Fedayeen in {labels[space]}", "", space, "Place", "11.1c")
        case act.Activate(space):
            rule = "4.1.2c" if space in ZONES else "4.1.2a" if state.active == COALITION else "4.1.1a"
            return Gesture(action, f"Activate {labels[space]}", "", space, "Activate", rule)
        case act.Organize(space, militia):
            label = f"Organize {militia} Militia in {labels[space]}"
            return Gesture(action, label, "", space, "Organize resistance", "4.1.1e")
        case act.FireMission(space):
            label = f"Fire Mission on {labels[space]} ({_fire_values(state, space)})"
            return Gesture(action, label, "", space, "Fire Mission", "7.4")
        case act.Attack(space):
            due = state.entry(space).due
            label = f"Make the attack that is due in {labels[space]}" if due else f"Attack in {labels[space]}"
            return Gesture(action, label, "", space, "Attack", "6.3a" if due else "7.2a")
    return None


def _fire_values(state: FallujahState, space: str) -> str:
    battle = Battle("fire", space)
    defence = sum(factor.value for factor in combat.defence(state, battle, combat.leads_of(state, battle)[0]))
    return f"{state.data.tables.fire_mission.offence} against {defence}"


def _of_step(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that bring a unit to a space."""
    text, labels = state.data.text, state.data.labels
    match action:
        case act.March(unit, space):
            side = COALITION if unit in state.data.coalition_ids else INSURGENT
            mover = state.units[unit]
            cost = min(movement.entry_cost(state, side, space) + movement.toll(state, mover), state.ready(mover))
            return Gesture(action, f"{text(unit)} to {labels[space]} ({cost} MP)", unit, space, "Move", "6b")
        case act.SlipAway(unit, space):
            return Gesture(action, f"{text(unit)} slips away to {labels[space]}", unit, space, "Slip away", "4.1.3e")
        case act.Rally(unit, space):
            home = state.units[unit].at == space
            rule = "4.1.3g" if home and space == getattr(state.step, "area", "") else "4.1.3h"
            label = f"{text(unit)} raises a Militia in {labels[space]}"
            return Gesture(action, label, unit, "" if home else space, "Raise Militia", rule)
        case act.Retreat(unit, space):
            return Gesture(action, f"{text(unit)} retreats to {labels[space]}", unit, space, "Retreat", "8.3a")
        case act.Shift(unit, space):
            return Gesture(action, f"{text(unit)} regroups to {labels[space]}", unit, space, "Regroup", "4.2a")
    return None


def _of_unit(state: FallujahState, action: Action) -> Gesture | None:
    """Actions that are done by pointing at a unit."""
    text, step = state.data.text, state.step
    match action:
        case act.Join(unit):
            return Gesture(action, f"{text(unit)} joins the attack", unit, "", "Attackers", "7.2a")
        case act.Lead(unit):
            value = ""
            if isinstance(step, combat.AttackPlan):
                offence = combat.offence(state, step.area, step.chosen, unit)
                value = f" (OV {sum(factor.value for factor in offence)})"
            return Gesture(action, f"{text(unit)} leads the attack{value}", unit, "", "Lead", "7.2.1a")
        case act.Raid(unit):
            total = sum(factor.value for factor in combat.raid_value(state, unit, state.units[unit].at))
            return Gesture(action, f"{text(unit)} attacks (OV {total})", unit, "", "Attack", "7.3a")
        case act.DigIn(unit):
            rule = "4.1.3d" if isinstance(step, Reaction) else "4.1.1c"
            return Gesture(action, f"{text(unit)} digs in", unit, "", "Dig in", rule)
        case act.Surface(unit):
            return Gesture(action, f"{text(unit)} drops its Dug In marker", unit, "", "Drop marker", "4.1.1d")
        case act.Defend(unit):
            rule = "7.3.2a" if unit in state.data.coalition_ids else "7.2.5a"
            return Gesture(action, f"{text(unit)} leads the defence", unit, "", "Lead defender", rule)
        case act.Suffer(unit):
            return Gesture(action, f"{text(unit)} {_blow(state, unit)}", unit, "", "Casualties", "8.2h")
        case act.Refresh(unit):
            return Gesture(action, f"{text(unit)} turns Fresh", unit, "", "Turn Fresh", "4.4c")
    return None


def _blow(state: FallujahState, id_: str) -> str:
    """What the next Casualty Point does to a unit (8.2b-8.2g)."""
    unit, step = state.units[id_], state.step
    hits = step.hits.count(id_) if isinstance(step, Losses) else 0
    limit = capacity(state, unit)
    if unit.dug:
        return f"is eliminated, {limit} points"
    if hits + 1 >= limit:
        return "is eliminated"
    return "retreats" if hits + 1 == limit - 1 else "is flipped to Spent"


def _button(state: FallujahState, action: Action) -> Gesture:
    """Actions that have no place on the map."""
    coalition = state.active == COALITION
    reacting = isinstance(state.step, Reaction)
    match action:
        case act.Deploy(plan):
            title = state.data.deployments[plan].title
            return Gesture(action, f"Set up by plan: {title}", group="Plans", rule="11.1c")
        case act.Pass():
            return Gesture(action, "Pass", rule="4.1.2h" if coalition else "4.1.1h", key="P")
        case act.Riverine(support):
            label = "Small Craft Company supports (+1)" if support else "Attack without the Small Craft Company"
            return Gesture(action, label, rule="7.2.3b", key="Y" if support else "W")
        case act.EndImpulse():
            return Gesture(action, "End the impulse", rule="6e", key="E")
        case act.Done():
            label = "No more reactions" if reacting else "Done regrouping"
            return Gesture(action, label, rule="4.1.3k" if reacting else "4.2a", key="D")
        case act.Withdraw(back):
            return _scouting(state, action, back)
        case act.Keep():
            return Gesture(action, f"Let the dice stand: {_verdict(state)}", rule="10b", key="K")
        case act.Heroic(roll, by):
            what = {"attack": "attacker's roll", "defence": "defender's roll", "end": "roll"}[roll]
            change = f"+{by}" if by > 0 else signed(by)
            shift = -by if roll == "defence" else by
            label = f"Heroic Effort: {change} on the {what} ({_verdict(state, shift)})"
            return Gesture(action, label, group="Heroic Effort", rule="10.1a")
        case act.Mulligan():
            return Gesture(action, "Mulligan: roll all dice again", rule="10.1c", key="R")
        case act.Proceed():
            return Gesture(action, "Carry out the Insurgent procedure", rule="12a", key="Return")
    return Gesture(action, type(action).__name__)


def _verdict(state: FallujahState, shift: int = 0) -> str:
    """What follows if the dice on the table count, moved by so much in the attacker's favour."""
    battle = state.battle
    if battle is None:
        return "the phase ends" if (state.first_roll or 0) + shift < state.impulse else "the phase goes on"
    points = battle.difference + shift
    if points > 0 and battle.kind == "raid":
        return "the attack succeeds"
    if points > 0:
        full = sum(capacity(state, unit) for unit in state.insurgents(battle.area))
        return several(points, "Casualty Point") + (", an Overrun" if points > full else "")
    if battle.kind != "assault":
        return "no effect"
    return "repulsed" if points else "stalled"


def _scouting(state: FallujahState, action: Action, back: bool) -> Gesture:
    unit = getattr(state.step, "unit", "")
    name, labels = state.data.text(unit) if unit else "the unit", state.data.labels
    if back:
        home = labels.get(state.origin.get(unit, ""), "where it came from")
        return Gesture(action, f"Withdraw {name} to {home}", rule="6.3.1a", key="W")
    return Gesture(action, f"{name} stays", rule="6.3.1a", key="Y")
