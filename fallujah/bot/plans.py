"""What the Coalition bot plans: teams, their ways, and what each would gain or risk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fallujah.bot.judgement import MOSQUE_COST, chance_above, is_threatened, strike_value
from fallujah.rules import activation, combat, movement
from fallujah.state import COALITION, INSURGENT, STACK_LIMIT, ZONES, FallujahState, Unit

FARTHEST = 10  # no unit has more MP to march with
LEAST_HELP = 0.04  # what another unit must add to be taken along
DANGER = 1.2  # share of the Militia in reach that will attack a Spent stack
SURVIVORS = 0.3  # share of the Militia in the area itself that outlive the attack
CROWD = 4.0  # more Militia than these hardly make it worse
ALONE = 0.1  # what a team without Iraqis misses where it meets mosques next
WATCHED = 0.15  # what a Fresh Cadre next door costs an entry
UNABLE = -10.0  # the value of a team that nobody can lead
ORDER = (
    "tank",
    "engineer",
    "weapons",
    "antitank",
    "infantry",
    "mech_infantry",
    "sf",
    "armored_amphibious",
    "lar",
    "cavalry",
)


class Plan:
    """A target, the team for it, and what it should bring."""

    def __init__(self, score: float, area: str, team: list[str]) -> None:
        self.score, self.area, self.team = score, area, team


class Analysis:
    """A position being thought about, with what has already been worked out in it."""

    def __init__(self, state: FallujahState) -> None:
        self.state = state
        self.strike_values: dict[tuple[str, int, bool, bool], float] = {}
        self._threats: dict[str, float] = {}
        self._free_ways: dict[tuple[str, int], dict[str, tuple[int, list[str]]]] = {}

    def threat(self, area: str) -> float:
        """Fresh Militia that could attack a Spent stack in an area; half a one for each Cadre that may raise them."""
        known = self._threats.get(area)
        if known is None:
            state, parts = self.state, self.state.data
            known = 0.0
            for space in parts.near[area]:
                if state.free(INSURGENT, space):
                    for unit in state.insurgents(space):
                        if not unit.spent and not unit.dug:
                            known += 1.0 if unit.id in parts.militia_ids else 0.5 * (unit.id in parts.cadre_ids)
            inside = sum(1 for unit in state.insurgents(area) if unit.id in parts.militia_ids and not unit.spent)
            known = self._threats[area] = min(known + SURVIVORS * inside, CROWD)
        return known

    def free_ways(self, start: str, toll: int) -> dict[str, tuple[int, list[str]]]:
        """MP and way from a space to every Free area around it; the space itself costs the toll of leaving it."""
        found = self._free_ways.get((start, toll))
        if found is None:
            found = self._free_ways[start, toll] = _find_free_ways(self.state, start, toll)
        return found


def _find_free_ways(state: FallujahState, start: str, toll: int) -> dict[str, tuple[int, list[str]]]:
    near = state.data.near
    found: dict[str, tuple[int, list[str]]] = {start: (toll, [])}
    front = [start]
    while front:
        here = front.pop(0)
        spent, path = found[here]
        for space in near[here]:
            if not state.free(COALITION, space) or len(state.coalition(space)) >= STACK_LIMIT:
                continue
            cost = spent + movement.entry_cost(state, COALITION, space)
            if cost <= FARTHEST and (space not in found or cost < found[space][0]):
                found[space] = (cost, [*path, space])
                front.append(space)
    return found


def find_way(analysis: Analysis, unit: Unit, target: str) -> list[str] | None:
    """The cheapest way of a unit into a target through Free areas, if its MP suffice."""
    state = analysis.state
    ways = analysis.free_ways(unit.at, movement.toll(state, unit))
    bound = unit.at not in ZONES and bool(state.insurgents(unit.at)) and not state.free(COALITION, target)
    left = state.ready(unit) - movement.least_cost(state, COALITION, target)
    best: tuple[int, list[str]] | None = None
    for here in (*state.data.near[target], *state.data.zones_of[target]):
        step = ways.get(here)
        if step is None or step[0] > left or (bound and here == unit.at):
            continue
        if best is None or step[0] < best[0]:
            best = step
    return [*best[1], target] if best is not None else None


def team_value(analysis: Analysis, area: str, team: Sequence[str], wary: bool = True) -> float:
    """What a team would achieve in an area, with its best lead."""
    state = analysis.state
    leads = [id_ for id_ in team if combat.able_to_lead(state, id_, area)]
    if not leads:
        return UNABLE
    lead = max(leads, key=lambda id_: state.counter(id_).cf or 0)
    medevac = any(state.counter(id_).medevac for id_ in team)
    river = area in state.data.river and not state.units[state.data.riverine].spent
    marines = any(state.counter(id_).nation == "marine" for id_ in team)
    offence = sum(factor.value for factor in combat.offence(state, area, team, lead, river and marines))
    key = (area, offence, medevac, wary)
    if key not in analysis.strike_values:
        analysis.strike_values[key] = strike_value(state, area, offence, medevac=medevac, wary=wary)
    score = analysis.strike_values[key]
    if not state.insurgents(area):
        return score - WATCHED * _count_watchers(state, area) - 0.05 * (len(team) - 1) - raid_risk(analysis, area, team)
    if not any(id_ in state.data.iraqi_ids for id_ in team):
        score -= MOSQUE_COST if area in state.data.mosques else ALONE * _has_mosques_ahead(state, area)
    return score - 0.02 * len(team) - raid_risk(analysis, area, team)


def raid_risk(analysis: Analysis, area: str, team: Sequence[str]) -> float:
    """What raids on the Spent team in an area should cost; nothing where a Fresh combat unit stands by."""
    state, parts = analysis.state, analysis.state.data
    militia = analysis.threat(area)
    if not militia:
        return 0.0
    support = parts.support_ids
    if any(not unit.spent and unit.id not in team and unit.id not in support for unit in state.coalition(area)):
        return 0.0
    return DANGER * militia * raid_harm(state, area, team) * max(0.2, (8 - state.impulse) / 7)


def raid_harm(state: FallujahState, area: str, team: Sequence[str] = ()) -> float:
    """What a single Militia should cost that attacks the Coalition units of an area, with a team that joins them."""
    parts = state.data
    stack = [*team, *(unit.id for unit in state.coalition(area))]
    strength = max((state.counter(id_).spent_cf or 0 for id_ in stack), default=0)
    table = parts.tables.casualties
    points = table.us_lead - (table.medevac if any(state.counter(id_).medevac for id_ in stack) else 0)
    chance = chance_above(strength - parts.tables.insurgent_offence.by_tem[parts.tem[area]])
    return chance * points


def fire_relief(state: FallujahState, area: str) -> float:
    """What the Fresh Militia of an area could cost that threaten Spent stacks in it or next to it."""
    parts = state.data
    militia = sum(1 for unit in state.insurgents(area) if unit.id in parts.militia_ids and not unit.spent)
    if not militia:
        return 0.0
    support, worst = parts.support_ids, 0.0
    for space in (area,) if state.coalition(area) else parts.near[area]:
        units = state.coalition(space)
        if units and all(unit.spent or unit.id in support for unit in units):
            worst = max(worst, raid_harm(state, space))
    return militia * worst * max(0.2, (8 - state.impulse) / 7)


def _count_watchers(state: FallujahState, area: str) -> int:
    """Fresh Cadre that could raise Militia against an entry."""
    cadre = state.data.cadre_ids
    return sum(
        1
        for space in (area, *state.data.near[area])
        for unit in state.insurgents(space)
        if unit.id in cadre and not unit.spent and (space == area or state.free(INSURGENT, space))
    )


def pick_team(analysis: Analysis, area: str, pool: Sequence[str], most: int = STACK_LIMIT) -> tuple[float, list[str]]:
    """The best team for an area out of a pool: a lead first, then whoever adds most."""
    state = analysis.state
    leads = [id_ for id_ in pool if combat.able_to_lead(state, id_, area)]
    if not leads:
        return UNABLE, []
    if not state.insurgents(area):
        lead = max(leads, key=lambda id_: _vanguard_rank(analysis, area, id_))
        return team_value(analysis, area, [lead]), [lead]
    teams = [_grow_team(analysis, area, pool, own, most) for own in _by_nation(state, leads)]
    return max(teams, key=lambda found: found[0], default=(UNABLE, []))


def _by_nation(state: FallujahState, leads: Sequence[str]) -> Iterator[list[str]]:
    """The leads of the Marines and those of the Army, as far as there are any (7.2.4i)."""
    for nation in ("marine", "army"):
        own = [id_ for id_ in leads if state.counter(id_).nation == nation]
        if own:
            yield own


def _grow_team(
    analysis: Analysis, area: str, pool: Sequence[str], leads: Sequence[str], most: int
) -> tuple[float, list[str]]:
    """The strongest lead, and one after the other whoever adds most."""
    state = analysis.state
    team = [max(leads, key=lambda id_: state.counter(id_).cf or 0)]
    score = team_value(analysis, area, team)
    rest = sorted((id_ for id_ in pool if id_ not in team), key=lambda id_: _support_rank(state, id_))
    while rest and len(team) < most:
        better, id_ = _best_addition(analysis, area, team, rest)
        if better < score + LEAST_HELP:
            break
        score = better
        team.append(id_)
        rest.remove(id_)
    return score, team


def _best_addition(analysis: Analysis, area: str, team: list[str], rest: Sequence[str]) -> tuple[float, str]:
    """What the team is worth with the best unit of the rest, of which those of one kind need one look."""
    kinds: dict[tuple[str, str, str], str] = {}
    for id_ in rest:
        counter = analysis.state.counter(id_)
        kinds.setdefault((counter.type, counter.nation, counter.battalion), id_)
    gains = [(team_value(analysis, area, [*team, id_]), id_) for id_ in kinds.values()]
    return max(gains, key=lambda gain: gain[0])


def _vanguard_rank(analysis: Analysis, area: str, id_: str) -> tuple[float, bool, int]:
    """Who goes first into empty ground: whoever is safe there, scouts before others, the weak before the strong."""
    state = analysis.state
    return (-raid_risk(analysis, area, [id_]), id_ in state.data.scout_ids, -(state.counter(id_).cf or 0))


def _support_rank(state: FallujahState, id_: str) -> int:
    kind = state.counter(id_).type
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def find_goals(state: FallujahState) -> list[str]:
    """Areas worth a thought: Insurgent-controlled and next to Coalition ground, units or an Entry Zone."""
    parts = state.data
    found = []
    for area in parts.areas:
        if state.control[area] == INSURGENT and not state.entry(area).fought:
            beside = any(state.control[near] == COALITION or state.coalition(near) for near in parts.near[area])
            if area in parts.by_zone or beside or state.coalition(area):
                found.append(area)
    return found


def find_best_plan(analysis: Analysis, source: str, step: activation.CoalitionActivation | None) -> Plan | None:
    """The best target and team for the units of a source, or those already on their way."""
    state = analysis.state
    units = [
        unit
        for unit in activation.acting_units(state, COALITION, source)
        if not (unit.id in state.origin and state.insurgents(unit.at))
    ]
    shut = source in ZONES and step is None and not _has_free_gate(state, source)
    best: Plan | None = None
    for area in find_goals(state):
        if shut and area not in state.data.near_sets[source]:
            continue
        pool, price = _gather_pool(analysis, source, step.gate if step is not None else "", area, units)
        pool = leave_guards(state, area, pool)
        room = STACK_LIMIT - len(state.coalition(area))
        if not pool or (room <= 0 and area != source):
            continue
        if area == source:
            pool = [id_ for id_ in pool if state.units[id_].at == area]
            room = len(pool)
        score, team = pick_team(analysis, area, pool, room)
        score -= 0.05 * price
        if team and (best is None or score > best.score):
            best = Plan(score, area, team)
    return best


def _gather_pool(analysis: Analysis, source: str, gate: str, area: str, units: Sequence[Unit]) -> tuple[list[str], int]:
    """The units that could fight in an area, and how many areas the farthest of them crosses on its way."""
    state = analysis.state
    closed = bool(gate) and area != gate and not state.free(COALITION, gate)
    pool, price = [], 0
    for unit in units:
        if unit.at == area:
            if area == source and unit.id not in state.origin:
                pool.append(unit.id)
            continue
        if unit.at in ZONES and closed:
            continue
        path = find_way(analysis, unit, area)
        if path is None or (unit.at in ZONES and gate and path[0] != gate):
            continue
        pool.append(unit.id)
        price = max(price, len(path) - 1)
    return pool, price


def _has_free_gate(state: FallujahState, zone: str) -> bool:
    return any(state.free(COALITION, area) for area in state.data.near[zone])


def leave_guards(state: FallujahState, area: str, pool: list[str]) -> list[str]:
    """Leave a combat unit wherever ground or Support Units would otherwise be lost; best an Iraqi battalion or MP."""
    support = state.data.support_ids
    places = dict.fromkeys(state.units[id_].at for id_ in pool)
    for place in places:
        if place in ZONES or place == area or state.control[place] != COALITION or not is_threatened(state, place):
            continue
        leaving = [id_ for id_ in pool if state.units[id_].at == place and id_ not in support]
        staying = [unit for unit in state.coalition(place) if unit.id not in support and unit.id not in leaving]
        if leaving and not staying:
            guard = min(leaving, key=lambda id_: _guard_price(state, id_, area))
            pool = [id_ for id_ in pool if id_ != guard]
    return pool


def _guard_price(state: FallujahState, id_: str, area: str) -> tuple[bool, bool, bool, int]:
    """Who is missed least when left behind; Iraqis go along where there are mosques ahead."""
    counter, parts = state.counter(id_), state.data
    needed = id_ in parts.iraqi_ids and _has_mosques_ahead(state, area)
    return (needed, not counter.parentheses, counter.type == "sf", counter.cf or 0)


def _has_mosques_ahead(state: FallujahState, area: str) -> bool:
    """Whether mosques are still to be taken in an area or next to it."""
    parts = state.data
    return any(space in parts.mosques and state.control[space] == INSURGENT for space in (area, *parts.near[area]))
