"""Movement of one operation: who goes where, on the ground and by air."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from common.bots import Choice
from common.engine import Action, Match
from operation_serval.actions import (
    Aim,
    Board,
    CallOff,
    DropOff,
    Finish,
    FlyTo,
    Halt,
    Load,
    MarchTo,
    MarchWith,
    SupplyByAir,
)
from operation_serval.bot.plans import Plan, plans
from operation_serval.bot.survey import MARKED, Survey
from operation_serval.rules.airlift import Loading, landings, passengers, why_not_land
from operation_serval.rules.movement import Marching, why_not_march
from operation_serval.rules.ways import March
from operation_serval.state import ALGERIA, COALITION, FRANCE, ISLAMIST, STAGING

WORTHWHILE = 0.15  # points by which another place must be better
LEADER = 3.0  # points that a leader's life is worth
HUNTED = 0.12  # danger, in points, that drives a leader out of the country
GUARDED = 6  # steps of fighters that keep a leader alive through a turn of air attacks
ESCORT, ESCORTED = 0.8, 10  # points for guarding a leader, steps around him that are enough
ATTACKS, GARRISON = 2.0, 1.2  # attacks on a place in a turn, and by what its points are multiplied for a safe hold
GUARD = (1.0, 0.8, 0.35, 0.2)  # share of a garrison's worth by turns to come: places count at the end
CAPITAL_GUARD = 0.4  # the least share for Bamako, which is worth most and is raided from afar
FRONT = 4.0  # points for landing next to an objective: the way from the airport to the front is marched
REAR = 0.2  # share of its points for which a unit goes to a place behind the line while the end is far
BODY = 8  # hexes within which units of the Coalition form one body; several march at the same time
RALLY = 1.2  # points for being with the main body of the contingent
DETACHED, DEAR = 0.4, 2.5  # share of a place's points that draw a unit from the main body, points that count in full
PREACHING = 2.0  # points for bringing a leader to a town without sharia while the French are not there
EARLY = 0.15  # danger to a lone leader before intervention, for each hit that the enemy could bring
UNANSWERED = 1  # C2P with which the Coalition does little about Islamists who cross the line in the last turn
REFUGE = 3.0  # points for getting to a safe place when that is wanted
APPROACH = 0.5  # points for coming all the way to an objective


class Destinations:
    """Where each unit of a contingent would like to be."""

    def __init__(self, survey: Survey, contingent: str) -> None:
        self.survey, self.contingent = survey, contingent
        self.state, self.data = survey.state, survey.data
        self.plans = plans(survey, contingent)
        self.targets = {id_: plan for plan in self.plans for id_ in plan.units}
        self.goals = objectives(survey, contingent)
        self.together = survey.keeps_together(contingent)
        self.siege = survey.siege(contingent)
        self.rally = survey.rally(contingent) if self.together and not self.siege else ""
        self._goal: dict[str, str | None] = {}
        self._flees: dict[str, bool] = {}
        self._rallies: dict[str, str] = {}
        self._next: dict[tuple[int, str], str] = {}

    def best(self, id_: str) -> tuple[float, str, str]:
        """How much better the best place is than staying, the place, and why."""
        survey, here = self.survey, self.state.units[id_].at
        if survey.stays(id_):
            return 0.0, here, ""
        reach = survey.reach(id_)
        plan = self.targets.get(id_)
        if plan is not None:
            return self._join(id_, plan, here)
        stay = self.value(id_, here)
        found = [(self.value(id_, place), place) for place in self.candidates(id_, reach)]
        if not found:
            return 0.0, here, ""
        value, place = max(found)
        return value - stay, place, f"{survey.name(place)} is worth more than {survey.name(here)}"

    def _join(self, id_: str, plan: Plan, here: str) -> tuple[float, str, str]:
        """A unit of an attack goes next to the target, where it is safest and does not fire across a river."""
        near = set(self.data.near[plan.hex])
        if here in near:
            return 0.0, here, ""
        places = [place for place in self.survey.reach(id_) if place in near and not self.survey.crosses(place)]
        if not places:
            return 0.0, here, ""
        place = max(places, key=lambda hex_: (self._post(id_, plan.hex, hex_), hex_))
        return 1.0 + plan.value, place, f"it joins the attack on {self.survey.name(plan.hex)}"

    def _post(self, id_: str, target: str, hex_: str) -> float:
        value = -0.3 * self.survey.threat(hex_) - 0.8 * self.data.is_river(hex_, target)
        return value + 0.25 * len(self.survey.others(id_, hex_)) + 0.3 * (hex_ in self.data.prizes)

    def candidates(self, id_: str, reach: Mapping[str, March]) -> list[str]:
        """The places worth a look: those that score, bases, friends, and the way to an objective."""
        found = {place for place in self._marks if place in reach}
        goal = self.goal_of(id_)
        if goal is not None and reach:
            found.add(self._nearest(reach, goal))
        if self.flees(id_) and reach:
            found.add(min(reach, key=lambda place: (self._way_out(id_, place), place)))
        return sorted(found)

    @cached_property
    def _marks(self) -> set[str]:
        """The places that score and those with friends."""
        side, state = self.survey.side, self.state
        abroad = [area for area in STAGING[side] if state.own(side, area)]
        return {*self.data.prizes, *state.where(side), *abroad}

    def _nearest(self, reach: Mapping[str, March], goal: str) -> str:
        """The place within reach that is next to an objective; units of a stack share their ways."""
        key = id(reach), goal
        if key not in self._next:
            self._next[key] = min(reach, key=lambda place: (self._way(place, goal), place))
        return self._next[key]

    def is_core(self, id_: str) -> bool:
        """Whether a unit belongs to the main body of its contingent; guerrillas are spread over the country."""
        return self.together and self.data.counters[id_].type != "guerrilla"

    def rally_of(self, id_: str) -> str:
        """Where the body of a unit comes together: for the Coalition its strongest stack not too far away."""
        here = self.state.units[id_].at
        if self.survey.side == ISLAMIST or here not in self.data.near:
            return self.rally if self.survey.side == ISLAMIST else ""
        if here not in self._rallies:
            stacks = self._stacks if self.together else {}
            near = [hex_ for hex_ in stacks if self.data.distance(here, hex_) <= BODY and not self._is_depot(hex_)]
            self._rallies[here] = max(near, key=lambda hex_: (stacks[hex_], hex_), default="")
        return self._rallies[here]

    def _is_depot(self, hex_: str) -> bool:
        """Whether a hex is a place of arrival from which units go on to the front, and no place to gather."""
        return hex_ == self.data.bamako and self.contingent != "mali" and self.is_rear(hex_)

    @cached_property
    def _stacks(self) -> dict[str, int]:
        """The strength of the contingent in each hex."""
        found: dict[str, int] = {}
        for id_ in self.survey.mobile(self.contingent):
            unit = self.state.units[id_]
            if unit.at in self.data.near:
                found[unit.at] = found.get(unit.at, 0) + self.state.strength(unit)
        return found

    def flees(self, id_: str) -> bool:
        """Whether an Islamist should go to a safer place: fighters to their stronghold, hunted leaders abroad."""
        if id_ not in self._flees:
            guerrilla = self.data.counters[id_].type == "guerrilla"
            self._flees[id_] = (self.survey.lies_low and not guerrilla) or self._is_hunted(id_)
        return self._flees[id_]

    def _is_hunted(self, id_: str) -> bool:
        hunted = self.survey.side == ISLAMIST and id_ in self.data.leader_ids and bool(self.state.intervention)
        return hunted and self._danger(id_, self.state.units[id_].at) > HUNTED

    def _way_out(self, id_: str, place: str) -> int:
        """Hexes to the stronghold of the contingent; a leader may also leave by the northern edge."""
        leader = id_ in self.data.leader_ids
        if place not in self.data.near:
            return 0 if leader and place == ALGERIA else 99
        refuge = self.survey.refuge(self.contingent)
        ways = [self.data.distance(place, refuge)] if refuge else []
        if leader or not refuge:
            ways.append(int(place[2:]))
        return min(ways)

    def _way(self, place: str, goal: str) -> int:
        return self.data.distance(place, goal) if place in self.data.near else 99

    def goal_of(self, id_: str) -> str | None:
        """The objective that is nearest for its worth."""
        if id_ not in self._goal:
            self._goal[id_] = self._find_goal(id_)
        return self._goal[id_]

    def _find_goal(self, id_: str) -> str | None:
        here = self.state.units[id_].at
        if self.siege and id_ not in self.data.leader_ids:
            return self.siege
        rally = self.rally_of(id_) if self.is_core(id_) else ""
        if not self.goals or id_ in self.data.leader_ids or (rally and here != rally):
            return None
        start = here if here in self.data.near else None

        def merit(goal: str) -> float:
            distance = self.data.distance(start, goal) if start else 15
            return self.goals[goal] / (3.0 + distance)

        return max(sorted(self.goals), key=merit)

    def value(self, id_: str, place: str) -> float:
        """What a unit in a place is worth to its side."""
        survey, state = self.survey, self.state
        if place not in self.data.near:
            return self._abroad(id_) if survey.side == ISLAMIST else -0.4
        total = self._ground(id_, place) - self._danger(id_, place)
        if self.flees(id_):
            total += REFUGE * 6.0 / (6.0 + self._way_out(id_, place))
        elif self.is_core(id_) and (rally := self.rally_of(id_)):
            total += RALLY * 6.0 / (6.0 + self.data.distance(place, rally))
        if id_ in self.data.leader_ids:
            return total + self._leader(id_, place)
        goal = None if survey.lies_low else self.goal_of(id_)
        if goal is not None:
            urgency = APPROACH * (1.0 + max(0, 3 - survey.turns_left) * (2.0 if survey.side == ISLAMIST else 1.0))
            total += urgency * 6.0 / (6.0 + self.data.distance(place, goal))
        if survey.crosses(place) and (survey.turns_left or state.c2p[COALITION] > UNANSWERED):
            total -= 6.0  # the French would come for it
        return total

    def _abroad(self, id_: str) -> float:
        """What the Algeria Staging Area is worth: hunted leaders are safe there, and recruits of the weak wait."""
        if id_ in self.data.leader_ids and self.flees(id_):
            return REFUGE + 0.5
        waits = self.survey.is_outmatched and self.state.units[id_].at == ALGERIA
        return REFUGE if waits else -0.3

    def _ground(self, id_: str, place: str) -> float:
        """Points of the hex if the unit would be the one to hold it, and markers it would let be cleared."""
        survey = self.survey
        total = self._garrison(id_, place) if survey.side == COALITION else 0.0
        if not survey.others(id_, place) and not survey.is_barren(place):
            gain = survey.points(place, survey.side) + 0.4 * survey.points(place, survey.enemy)
            share = DETACHED if self.is_core(id_) and gain < DEAR else 1.0
            total += gain * survey.hold * share * (REAR if self.is_rear(place) else 1.0)
            if survey.side == COALITION and place in self.state.sharia:
                total += 1.8
        contingent = self.data.counters[id_].contingent
        total += self._escort(id_, place)
        return total + 0.15 * survey.is_supported(survey.side, contingent, place)

    def is_rear(self, place: str) -> bool:
        """Whether a place behind the line can wait: it is the Coalition's in the last turns as well."""
        behind = self.survey.side == COALITION and self.data.region.get(place) == "s"
        return behind and self.survey.turns_left > 1 and bool(self.state.intervention)

    def _garrison(self, id_: str, place: str) -> float:
        """What a unit adds to the hold on a place that scores: the enemy comes more than once a turn."""
        survey = self.survey
        stake = survey.points(place, COALITION) + survey.points(place, ISLAMIST)
        threat = ATTACKS * survey.threat(place)
        if not stake or not threat or survey.is_barren(place):
            return 0.0
        others = survey.steps(survey.others(id_, place))
        mine = survey.steps((self.state.units[id_],))
        soon = GUARD[min(survey.turns_left, len(GUARD) - 1)]
        if place == self.data.bamako:
            soon = max(soon, CAPITAL_GUARD)
        return soon * GARRISON * stake * (min(1.0, (others + mine) / threat) - min(1.0, others / threat))

    def _escort(self, id_: str, place: str) -> float:
        """Islamist fighters stay with a leader until he has company enough."""
        if self.survey.side != ISLAMIST or id_ in self.data.leader_ids:
            return 0.0
        others = self.survey.others(id_, place)
        if not any(unit.id in self.data.leader_ids for unit in others):
            return 0.0
        return ESCORT if self.survey.steps(others) < ESCORTED else 0.0

    def _danger(self, id_: str, place: str) -> float:
        """What the enemy could do there, shared with the others in the stack."""
        survey = self.survey
        threat = survey.threat(place)
        if not threat:
            return 0.0
        unit = self.state.units[id_]
        company = survey.steps((*survey.others(id_, place), unit))
        if place != unit.at and (self._flees.get(id_) or (self.is_core(id_) and unit.at == self.rally_of(id_))):
            company = max(company, survey.steps(self.state.own(survey.side, unit.at)))  # the stack goes together
        share = min(1.0, threat / (1.2 * company))
        if id_ in self.data.leader_ids:
            return LEADER * share * share  # the others in the stack fall first
        price = 0.25 + 0.1 * self.state.strength(unit) + 0.4 * (id_ in self.data.company_ids)
        return share * price

    def _leader(self, id_: str, place: str) -> float:
        """Islamist leaders want capitals for income and unmarked towns for sharia."""
        if self.survey.side != ISLAMIST:
            return 0.0
        total, early = -self._exposure(id_, place), not self.state.intervention
        if (total < 0 and not early) or place not in self.data.settlements or self.survey.crosses(place):
            return total
        taken = any(unit.id in self.data.leader_ids for unit in self.survey.others(id_, place))
        if place not in self.state.sharia and not taken:
            total += PREACHING if early else 1.0
        if not taken and (place in self.data.capitals or place == self.data.bamako):
            chart = self.data.tables.income.islamist
            gain = chart["timbuktu"] if place in (self.data.timbuktu, self.data.bamako) else chart["other_capital"]
            total += 0.5 * gain * min(3, self.survey.turns_left)
        return total

    def _exposure(self, id_: str, place: str) -> float:
        """What it costs a leader to stand in the open with few fighters around him, who would fall before he does."""
        others = [unit for unit in self.survey.others(id_, place) if unit.id not in self.data.leader_ids]
        missing = max(0, GUARDED - self.survey.steps(others)) / GUARDED
        if self.state.intervention:
            return missing * LEADER
        return missing * LEADER * min(0.5, EARLY * self.survey.threat(place))


def objectives(survey: Survey, contingent: str) -> dict[str, float]:
    """Hexes that a contingent should work towards, with their worth."""
    state, data, side = survey.state, survey.data, survey.side
    found: dict[str, float] = {}
    for hex_ in data.prizes:
        if hex_ not in data.open[side] or survey.crosses(hex_) or state.own(side, hex_) or survey.is_barren(hex_):
            continue
        worth = survey.points(hex_, side) + survey.points(hex_, survey.enemy)
        if side == COALITION and hex_ in state.sharia:
            worth += MARKED
        defenders = survey.steps(state.own(survey.enemy, hex_))
        if worth >= 1.0:
            found[hex_] = worth / (1.0 + 0.15 * defenders)
    return found


# The steps


def move(match: Match, survey: Survey) -> Choice:
    """13.1  The next unit that should march or fly, or the end of the segment."""
    state, side = survey.state, survey.side
    wishes = Destinations(survey, state.contingent)
    if side == COALITION:
        flight = fly(match, survey, wishes)
        if flight is not None:
            return flight
    able = [id_ for id_ in survey.mobile(state.contingent) if not state.spent.get(id_)]
    able = [id_ for id_ in able if why_not_march(state, side, id_) is None]
    leaders = [id_ for id_ in able if id_ in survey.data.leader_ids]
    for group in ([id_ for id_ in able if id_ not in leaders], leaders):  # leaders go where fighters have gone
        offers = [(*wishes.best(id_), id_) for id_ in group if match.why_not(MarchWith(id_)) is None]
        gain, _, why, id_ = max(offers, key=lambda offer: offer[0], default=(0.0, "", "", ""))
        if gain > WORTHWHILE:
            return Choice(MarchWith(id_), f"{state.name(id_)} should move: {why}.", gain)
    supply = air_supply(match, survey, wishes)
    return supply or Choice(Finish(), "Everybody stands where he should.", 0.0)


def march(match: Match, survey: Survey, step: Marching) -> Choice:
    """13.1  A unit in hand goes to its place."""
    if len(step.units) > 1:
        return Choice(DropOff(step.units[-1]), "Units go their own ways.")
    id_ = step.units[0]
    gain, place, why = Destinations(survey, survey.state.contingent).best(id_)
    action = MarchTo(place)
    if gain > 0 and match.why_not(action) is None:
        return Choice(action, f"{survey.state.name(id_)} goes to {survey.name(place)}: {why}.", gain)
    return Choice(Halt(), f"{survey.state.name(id_)} stands well where it is.", 0.0)


def air_supply(match: Match, survey: Survey, wishes: Destinations) -> Choice | None:
    """23.6  Air supply for the strongest attackers that no base supports, at the end of the movement."""
    if survey.side != COALITION or survey.state.supply or not wishes.plans:
        return None
    strength: dict[str, int] = {}
    for plan in wishes.plans:
        for id_ in plan.units:
            unit = survey.state.units[id_]
            near = unit.at in survey.data.near and unit.at in survey.data.near[plan.hex]
            if near and not survey.is_supported(COALITION, survey.state.contingent, unit.at):
                strength[unit.at] = strength.get(unit.at, 0) + survey.state.strength(unit)
    if not strength:
        return None
    hex_ = max(sorted(strength), key=lambda place: strength[place])
    action: Action = SupplyByAir(hex_)
    if strength[hex_] < 5 or match.why_not(action) is not None:
        return None
    return Choice(action, f"No base supports the attackers in {survey.name(hex_)}.", 0.5)


# Flying


def fly(match: Match, survey: Survey, wishes: Destinations) -> Choice | None:
    """23  An airlift that brings units to a fight, to a town, or out of France."""
    if not survey.state.airlift:
        return None
    best: tuple[float, Load, str] | None = None
    for action in match.legal():
        if isinstance(action, Load):
            gain, place = flight_value(survey, wishes, action.kind, action.origin)
            if gain > 0.3 and (best is None or gain > best[0]):
                best = gain, action, place
    if best is None:
        return None
    gain, load, place = best
    return Choice(load, f"An airlift from {survey.name(load.origin)} to {survey.name(place)} promises most.", gain)


def flight_value(survey: Survey, wishes: Destinations, kind: str, origin: str) -> tuple[float, str]:
    """What the best load of an airlift gains, and its landing."""
    state = survey.state
    units = [id_ for id_ in passengers(state, kind, origin) if leaves(survey, id_)]
    if not units:
        return 0.0, origin
    best = (0.0, origin)
    for place in landing_places(survey, wishes, kind, origin):
        if why_not_land(state, kind, origin, place) is not None:
            continue
        gain = sum(sorted((landing_gain(survey, wishes, id_, place) for id_ in units), reverse=True)[:3])
        best = max(best, (gain, place))
    return best


def leaves(survey: Survey, id_: str) -> bool:
    """Whether a unit may fly away from where it stands."""
    return not survey.is_last_guard(id_)


def landing_places(survey: Survey, wishes: Destinations, kind: str, origin: str) -> list[str]:
    """Landings worth a look: next to targets, on free places that score, airports near objectives."""
    data = survey.data
    if kind == "transfer":
        return [place for place in landings(survey.state, kind, origin) if place in data.near]
    found = {place for place in data.prizes if not survey.state.own(COALITION, place) and not wishes.is_rear(place)}
    for goal in sorted(wishes.goals, key=lambda hex_: -wishes.goals[hex_])[:4]:
        if survey.state.own(ISLAMIST, goal):
            found |= set(data.near[goal])
    return sorted(found)


def landing_gain(survey: Survey, wishes: Destinations, id_: str, place: str) -> float:
    """How much better a unit is placed after a flight."""
    here = survey.state.units[id_].at
    gain = wishes.value(id_, place) - wishes.value(id_, here)
    if here == FRANCE:
        gain += 0.5
    if wishes.goals and here not in survey.data.near and survey.turns_left:
        gain += FRONT * 6.0 / (6.0 + min(survey.data.distance(place, goal) for goal in wishes.goals))
    near = [hex_ for hex_ in survey.data.near[place] if survey.state.own(ISLAMIST, hex_)]
    power = survey.state.strength(survey.state.units[id_])
    return gain + (0.06 * power if near else 0.0)


def load(match: Match, survey: Survey, step: Loading) -> Choice:
    """23  Units board as long as they gain by it, then the airlift flies."""
    wishes = Destinations(survey, survey.state.contingent)
    gain, place = flight_value(survey, wishes, step.kind, step.place)
    if step.units and why_not_land(survey.state, step.kind, step.place, place) is not None:
        goals = landings(survey.state, step.kind, step.place)
        places = [goal for goal in goals if why_not_land(survey.state, step.kind, step.place, goal) is None]
        place = max(places, key=lambda hex_: (wishes.value(step.units[0], hex_), hex_)) if places else place
    offers = []
    boards = [action for action in match.legal() if isinstance(action, Board) and leaves(survey, action.unit)]
    for action in boards:
        offers.append((landing_gain(survey, wishes, action.unit, place), action))
    offers.sort(key=lambda offer: (-offer[0], offer[1].unit))
    if offers and (offers[0][0] > 0.0 or not step.units):
        return Choice(offers[0][1], f"{survey.state.name(offers[0][1].unit)} is wanted in {survey.name(place)}.")
    zone = next((zone for zone, hexes in survey.data.drop_zones.items() if place in hexes), "")
    if step.units and match.why_not(Aim(zone)) is None:
        return Choice(Aim(zone), f"{survey.name(place)} is the best landing.", gain)
    if step.units and match.why_not(FlyTo(place)) is None:
        return Choice(FlyTo(place), f"{survey.name(place)} is the best landing.", gain)
    return Choice(CallOff(), "Nobody gains by this flight.")
