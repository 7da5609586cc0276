"""Counters put down by hand: what a drop stands for, the plan of actions it makes, or the rule against it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property

from msgspec.structs import replace

from common.engine import Action, Refusal, Seat
from common.tables import Odds
from common.tabletop import Handling, Piece, Target
from common.tabletop.plans import Draft, add_all, draft, legal, why_not
from fallujah import actions as act
from fallujah.odds import assault_odds
from fallujah.rules import combat, movement
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.impulse import CoalitionImpulse, InsurgentImpulse, most_militia
from fallujah.rules.losses import Retreats
from fallujah.rules.movement import Way, cheapest_ways
from fallujah.rules.reaction import Reaction, Scout
from fallujah.rules.regroup import Regroup
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import COALITION, FORCE_POOL, RESERVE, ZONES, FallujahState
from fallujah.table.faces import ADVANTAGE, BACKLASH, FIRE_MISSION
from fallujah.view import position_of

IMPULSES = (CoalitionImpulse, InsurgentImpulse)
ACTIVATIONS = (CoalitionActivation, InsurgentActivation)
MOVES = (act.March, act.SlipAway, act.Retreat, act.Shift)
UNINTERRUPTED = (act.March,)  # a plan goes on after them as if nobody had reacted
POOLS: dict[type[Action], str] = {
    act.Place: RESERVE,
    act.Organize: FORCE_POOL,
    act.Rally: FORCE_POOL,
    act.FireMission: FIRE_MISSION,
}


class FallujahDrops(Handling):
    """Taking counters up and putting them down, worked out on what the seat knows."""

    def bundles(self, seat: Seat) -> Sequence[Target]:
        """7.2a  All units that can join an attack do so with one press."""
        state = position_of(seat)
        if state.result is not None or not isinstance(state.step, combat.AttackPlan):
            return ()
        plan = add_all(seat, (act.Join,))
        who = f"The other {len(plan)}" if state.step.chosen else f"All {len(plan)}"
        return (Target("", f"{who} join the attack", plan),) if len(plan) > 1 else ()

    def able(self, seat: Seat, pieces: Sequence[Piece]) -> Collection[str]:
        """The counters that can be taken up now: units that can go somewhere, and those that stand for a pool."""
        state = position_of(seat)
        actions = legal(state)
        found, fights = _goers(actions), _fights(actions)
        for action in actions:
            if isinstance(action, act.Activate):
                then = legal(draft(state, (action,)).state)
                found |= _goers(then)
                fights |= _fights(then)
        found |= {a.unit for a in actions if isinstance(a, act.Rally) and state.units[a.unit].at != a.space}
        boxes = {box for kind, box in POOLS.items() if any(isinstance(action, kind) for action in actions)}
        found |= {p.id for p in pieces if p.movable and p.space in boxes}
        standing = [p.id for p in pieces if p.movable and p.space in fights and p.id not in found]
        found |= {id_ for id_ in standing if Drop(state, (id_,)).targets()}
        if isinstance(state.step, Scout) and act.Withdraw(True) in actions:
            found.add(state.step.unit)
        return found

    def companions(self, seat: Seat, pieces: Sequence[Piece], able: Collection[str]) -> Collection[str]:
        """6.2h  The Coalition units that cannot be first anywhere, but can follow one of their space that can."""
        state = position_of(seat)
        if not isinstance(state.step, CoalitionImpulse | CoalitionActivation):
            return ()
        leads = {state.units[id_].at: id_ for id_ in able if id_ in state.data.lead_ids}
        known: dict[tuple[str, int, bool], bool] = {}  # what holds for one of a gait holds for all that stand together
        found = set()
        for unit in (state.units[piece.id] for piece in pieces if piece.id in state.units and piece.id not in able):
            if unit.at in leads and not unit.spent:
                gait = unit.at, state.ready(unit), unit.id in state.data.light_ids
                if gait not in known:
                    known[gait] = any(Drop(state, (leads[unit.at], unit.id)).find_targets())
                if known[gait]:
                    found.add(unit.id)
        return found

    def lift(self, seat: Seat, pieces: Sequence[str]) -> Sequence[Target]:
        """Everywhere the lifted pieces may be put down now."""
        state = position_of(seat)
        return Drop(state, pieces).targets() if pieces and state.result is None else ()

    def refuse(self, seat: Seat, pieces: Sequence[str], space: str) -> Refusal | None:
        """The rules' own answer to putting the pieces down there; None where they may go."""
        state = position_of(seat)
        if state.result is not None or not pieces:
            return why_not(state, act.March(pieces[0] if pieces else "", space))
        found = Drop(state, pieces).on(space)
        return found if isinstance(found, Refusal) else None

    def prospect(self, seat: Seat, target: Target) -> Odds | None:
        """7.2  The attack of Coalition units put down there and of those that came before, under their best lead."""
        now, area = position_of(seat), target.space
        drafted = draft(now, target.plan, UNINTERRUPTED)
        state = drafted.state
        if drafted.refusal is not None or not state.insurgents(area):
            return None
        force = tuple(unit.id for unit in combat.entered_units(state, area))
        leads = [id_ for id_ in force if combat.able_to_lead(state, id_, area)]
        if not leads:
            return None
        lead = max(leads, key=lambda id_: sum(factor.value for factor in combat.offence(state, area, force, id_)))
        odds = assault_odds(state, area, force, lead, False)
        if odds is None or now.coalition(area):
            return odds
        return replace(odds, title=f"{odds.title}, before any reaction")

    def why_halt(self, seat: Seat) -> Refusal | None:
        """In solitaire the Insurgents react with dice while a force is on its way (12.1, 17)."""
        return Refusal("4.1.3a", "the Insurgents have reacted") if any(entry.rolls for entry in seat.news) else None


def _goers(actions: Sequence[Action]) -> set[str]:
    """The units that some of the actions bring to another space."""
    return {action.unit for action in actions if isinstance(action, MOVES)}


def _fights(actions: Sequence[Action]) -> set[str]:
    """The areas in which some of the actions begin an attack."""
    return {action.space for action in actions if isinstance(action, act.Attack)}


class Drop:
    """Lifted pieces over a position: where they may be put down, and what that does."""

    def __init__(self, state: FallujahState, pieces: Sequence[str]) -> None:
        self.state = state
        self.step = state.step
        self.pieces = tuple(pieces)
        self.side = self.step.actor(state)
        self._ways: dict[str, dict[str, Way]] = {}

    def targets(self) -> list[Target]:
        """Everywhere the pieces may be put down."""
        return list(self.find_targets())

    def find_targets(self) -> Iterator[Target]:
        """The spaces one after the other on which the pieces may be put down."""
        for space in self._candidates():
            found = self.on(space)
            if isinstance(found, Target):
                yield found

    def _candidates(self) -> Iterator[str]:
        """The spaces a drop could be meant for; those out of reach of the first unit are left out."""
        data = self.state.data
        if not self._is_march():
            yield from (*data.areas, *ZONES)
            return
        opened = self._opened
        if opened.refusal is not None:
            return
        first = opened.state.units[self._order[0]]
        ready = opened.state.ready(first)
        for space, (cost, _) in self._ways_of(first.id).items():
            if cost <= ready or space in self._homes:
                yield space
        yield from (space for space in self._homes if space in data.area_set)

    def _is_march(self) -> bool:
        """Whether putting the pieces down means moving them by 6."""
        if not isinstance(self.step, (*IMPULSES, *ACTIVATIONS)):
            return False
        return all(piece in self.state.units and self._at(piece) in self.state.data.near for piece in self.pieces)

    def _at(self, piece: str) -> str:
        unit = self.state.units.get(piece)
        return unit.at if unit is not None else ""

    @cached_property
    def _homes(self) -> tuple[str, ...]:
        """The places that the pieces were taken from."""
        return tuple(dict.fromkeys(self._at(piece) for piece in self.pieces))

    # What a drop stands for

    def on(self, space: str) -> Target | Refusal:
        """What putting the pieces down on a space does, or the rule that forbids it."""
        if self._is_march():
            return self._march(space)
        match self.step:
            case CoalitionImpulse() if self.pieces == (FIRE_MISSION,):
                cost = f", {BACKLASH}" if combat.fire_offends(self.state, space) else ""
                return self._do(space, (act.FireMission(space),), f"strike{cost}")
            case InsurgentImpulse() if self._homes == (FORCE_POOL,):
                return self._organize(space)
            case PlaceFedayeen() if self._homes == (RESERVE,):
                return self._do(space, tuple(act.Place(space) for _ in self.pieces), "place")
            case Reaction():
                return self._react(self.step, space)
            case Scout(unit, area) if self.pieces == (unit,) and space == self.state.origin.get(unit) != area:
                return self._do(space, (act.Withdraw(True),), "withdraw")
            case Retreats():
                return self._do(space, tuple(act.Retreat(piece, space) for piece in self.pieces), "retreat")
            case Regroup():
                if space in self._homes:
                    return self._already_there(space, "4.2a")
                return self._do(space, tuple(act.Shift(piece, space) for piece in self.pieces), "regroup")
        return self._not_now(space)

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
            refusal = refusal or why_not(self.state, act.Activate(here))
        else:
            refusal = why_not(self.state, act.March(piece, space))
        return refusal or Refusal("6b", f"{self.state.data.text(piece)} cannot be moved now")

    def _already_there(self, space: str, rule: str) -> Refusal:
        data = self.state.data
        piece = next(piece for piece in self.pieces if self._at(piece) == space)
        return Refusal(rule, f"{data.text(piece)} is in {data.labels.get(space, space)} already")

    def _do(self, space: str, plan: tuple[Action, ...], label: str) -> Target | Refusal:
        """A plan that needs no way: single actions one after the other, each judged by what came before."""
        refusal = why_not(self.state, plan[0])
        if refusal is not None:
            return refusal
        if plan[1:]:
            drafted = draft(self.state, plan)
            if drafted.refusal is not None:
                return self._stopped_at(len(drafted.plan), drafted.refusal)
        homes = [home for home in self._homes if home]
        return Target(space, label, plan, (homes[0], space) if len(homes) == 1 and homes[0] in ZONES else ())

    def _stopped_at(self, number: int, refusal: Refusal) -> Refusal:
        """The reason against the unit of that number, and that those before it could go."""
        if not number:
            return refusal
        return Refusal(refusal.rule, f"{number} of these {len(self.pieces)} can go there; then {refusal.why}")

    def _organize(self, space: str) -> Target | Refusal:
        most = most_militia(self.state, space) if space in self.state.control else 0
        count = max(1, most)
        return self._do(space, (act.Organize(space, count),), f"{count} Militia")

    def _react(self, step: Reaction, space: str) -> Target | Refusal:
        """4.1.3  Units of the area entered slip away; Cadre next door and counters of the pool mean new Militia."""
        if self._homes == (FORCE_POOL,):
            return self._rally(step, space)
        if space in self._homes:
            return self._already_there(space, "4.1.3e")
        plan: list[Action] = []
        for piece in self.pieces:
            near = piece in self.state.data.cadre_ids and self._at(piece) != step.area
            plan.append(act.Rally(piece, space) if near else act.SlipAway(piece, space))
        label = "raise Militia" if any(isinstance(action, act.Rally) for action in plan) else "slip away"
        return self._do(space, tuple(plan), label)

    def _rally(self, step: Reaction, space: str) -> Target | Refusal:
        """4.1.3g, 4.1.3h  As many Cadre in or next to the area as there are counters raise a Militia each."""
        state = self.state
        near = [unit.id for area in (step.area, *state.data.near[step.area]) for unit in state.insurgents(area)]
        refusals = {id_: why_not(state, act.Rally(id_, space)) for id_ in near if id_ in state.data.cadre_ids}
        able = [id_ for id_, refusal in refusals.items() if refusal is None]
        if len(able) >= len(self.pieces):
            plan = tuple(act.Rally(id_, space) for id_ in able[: len(self.pieces)])
            return self._do(space, plan, "raise Militia")
        found = next((refusal for refusal in refusals.values() if refusal is not None), None)
        return found or Refusal("4.1.3g", "no Cadre can raise so many Militia there")

    # Movement (6)

    @cached_property
    def _opened(self) -> Draft[FallujahState]:
        """The position in which the units are activated, or the rule against that."""
        activate = (act.Activate(self._at(self.pieces[0])),) if isinstance(self.step, IMPULSES) else ()
        return draft(self.state, activate)

    @cached_property
    def _order(self) -> list[str]:
        """The units in the order of their going: those that can lead first, so that the others may follow (6.2h)."""
        data = self.state.data
        return sorted(self.pieces, key=lambda id_: (id_ not in data.lead_ids, id_ not in data.light_ids))

    def _ways_of(self, id_: str) -> dict[str, Way]:
        """The cheapest ways of a unit, worked out once for all units of its space."""
        here = self._at(id_)
        if here not in self._ways:
            state = self._opened.state
            gate = state.step.gate if isinstance(state.step, CoalitionActivation) else ""
            self._ways[here] = cheapest_ways(state, self.side, id_, gate)
        return self._ways[here]

    def _path(self, id_: str, space: str) -> tuple[str, ...]:
        """The areas that lead a unit to a space; that space alone where no way is known."""
        ours = (id_ in self.state.data.coalition_ids) == (self.side == COALITION)
        way = self._ways_of(id_).get(space) if ours else None
        return way[1] if way is not None else (space,)

    def _march(self, space: str) -> Target | Refusal:
        opened = self._opened
        if opened.refusal is not None:
            return opened.refusal
        if space in self._homes:
            return self._fight_here(space)
        steps = [(number, act.March(id_, there)) for number, id_ in enumerate(self._order)
                 for there in self._path(id_, space)]  # fmt: skip
        drafted = draft(opened.state, [march for _, march in steps], UNINTERRUPTED)
        if drafted.refusal is not None:
            return self._stopped_at(steps[len(drafted.plan)][0], drafted.refusal)
        first, left = self._order[0], drafted.state.mp
        cost = opened.state.ready(opened.state.units[first]) - left.get(first, 0)
        label = f"{cost} MP, attack" if self.state.enemies(self.side, space) else f"{cost} MP"
        path = (self._at(first), *self._path(first, space))
        least = min(left.get(id_, 0) for id_ in self.pieces)
        return Target(space, label, (*opened.plan, *drafted.plan), path, f"{least} MP left", cost)

    def _fight_here(self, space: str) -> Target | Refusal:
        """Coalition units put down where they stand attack there, these and no others (7.2)."""
        opened, state = self._opened, self.state
        step = opened.state.step
        assert isinstance(step, ACTIVATIONS)
        reasons = (movement.why_not_act(opened.state, self.side, step.source, id_) for id_ in self.pieces)
        idle = next(filter(None, reasons), None)
        if idle is not None:
            return idle
        if self.side != COALITION or not state.insurgents(space):
            return self._already_there(space, "6b")
        joins = () if state.entry(space).due else tuple(act.Join(id_) for id_ in self._order)
        drafted = draft(opened.state, (act.Attack(space), *joins))
        if drafted.refusal is not None:
            return drafted.refusal
        paid = any(piece in state.origin for piece in self.pieces)
        cost = 0 if paid else combat.attack_cost(state, COALITION, space)
        label = "attack" if paid else f"attack here, {cost} MP"
        return Target(space, label, (*opened.plan, *drafted.plan), cost=cost)
