"""30.1, 30.2  Which counter goes where in the set-up: zones, numbers, limits, and who can be taken up."""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import groupby

from msgspec import Struct

from common.engine import Refusal, Side
from operation_serval.actions import CHOOSE, PLACE, Choose, Place
from operation_serval.components import SetupGroup
from operation_serval.rules.telling import listed
from operation_serval.rules.zones import blocked, held_by_others, standing
from operation_serval.state import COALITION, EVERYBODY, ISLAMIST, OUT, TASK_FORCE_BOX, ServalState, Unit

NOWHERE: frozenset[str] = frozenset()
RECRUITED = ("jsoc", "africom")  # optional forces that wait in their boxes until they are recruited (31.1)

ZONE_WORDS = {
    "ne_settlements": "a city or town northeast of the line",
    "sw_settlements": "a city or town southwest of the line",
    "sw_settlements_not_diabaly": "a city or town southwest of the line except Diabaly",
    "bamako": "Bamako",
    "diabaly": "Diabaly",
    "ne_away": "a hex northeast of the line, neither in nor next to a city or town",
    "zone_s1": "a hex north of the Niger and northeast of the line that does not touch the line",
}  # what the instructions of 30.1 and 30.2 call their places


def home(state: ServalState, id_: str) -> str:
    """2.1, 10.10  The box in which a counter waits at the start."""
    return homes(state)[id_]


def homes(state: ServalState) -> dict[str, str]:
    """2.1, 10.10  The boxes in which all counters wait at the start."""
    derived, key = state.data.derived, ("homes", *map(state.options.get, RECRUITED))
    found: dict[str, str] | None = derived.get(key)
    if found is None:
        found = derived[key] = {one: _home(state, one) for one in state.data.order}
    return found


def _home(state: ServalState, id_: str) -> str:
    counter = state.counter(id_)
    if counter.option and not (counter.option in RECRUITED and state.has(counter.option)):
        return OUT
    if id_ in state.data.task_force_ids:
        return TASK_FORCE_BOX
    return state.data.contingents[counter.contingent].box


def groups(state: ServalState, side: Side) -> list[SetupGroup]:
    """The parts of a side's set-up in the order of the scenario."""
    setup = state.data.setups[state.scenario]
    return setup.coalition.groups if side == COALITION else setup.islamist.groups


def groups_of(state: ServalState, id_: str) -> list[SetupGroup]:
    """The parts of the set-up that a counter can belong to."""
    return state.data.setup_groups[state.scenario][id_]


def placed(state: ServalState, group: SetupGroup, type_: str) -> list[Unit]:
    """The units of one kind that stand where a part of the set-up wants them."""
    caches = state.kept[group.contingent, type_]
    key = state.scenario, group.contingent, group.zone, group.nation, type_
    found: list[Unit] | None = caches.get(key)
    if found is None:
        derived, zone = state.data.derived, state.data.zones[group.zone]
        if key not in derived:
            derived[key] = [id_ for id_ in state.data.ids_of[type_] if group in groups_of(state, id_)]
        found = caches[key] = [unit for id_ in derived[key] if (unit := state.units[id_]).at in zone]
    return found


def missing(state: ServalState, group: SetupGroup) -> int:
    """How many units a part of the set-up still lacks."""
    caches, key = state.kept[group.contingent], ("missing", group.zone, group.nation)
    found: int | None = caches.get(key)
    if found is None:
        zone = state.data.zones[group.zone]
        named = sum(1 for id_ in group.ids if state.units[id_].at not in zone)
        kinds = [count - len(placed(state, group, type_)) for type_, count in group.units.items()]
        found = caches[key] = named + sum(kinds)
    return found


def ready_made(state: ServalState, side: Side) -> tuple[Unit, ...]:
    """30.0a  Every counter of a side as the placement given with the scenario has it, those on the map first."""
    derived, key = state.data.derived, ("ready-made", state.scenario, side, *[state.has(one) for one in RECRUITED])
    found: tuple[Unit, ...] | None = derived.get(key)
    if found is None:
        placement, boxes = state.data.placements[state.scenario], homes(state)
        own = (placement.coalition if side == COALITION else placement.islamist).items()
        ready = {id_: counter_in(state, id_, place) for place, ids in own for id_ in ids if place != boxes[id_]}
        waiting = [Unit(id_, boxes[id_]) for id_ in state.data.counters_of[side] if id_ not in ready]
        found = derived[key] = (*ready.values(), *waiting)
    return found


def why_not_set(state: ServalState, id_: str, place: str) -> Refusal | None:
    """30.1, 30.2  What keeps a counter from being set up in a place."""
    found = groups_of(state, id_)
    if not found:
        return Refusal("30.0a", f"{state.name(id_)} is not part of the set-up")
    zones = state.data.zones
    group = next((group for group in found if place in zones[group.zone]), None)
    if group is None:
        where = listed((ZONE_WORDS.get(group.zone) or state.data.titles[group.zone] for group in found), "or")
        return Refusal(found[0].rule, f"{state.name(id_)} is set up in {where}, not in {state.title(place)}")
    if state.units[id_].at == place and is_set(state, id_):
        return Refusal(group.rule, f"{state.name(id_)} is already there")
    return (
        _why_not_among(state, group, id_) or _why_no_room(state, group, id_, place) or _why_not_stack(state, id_, place)
    )


def fitting_places(state: ServalState, id_: str) -> list[str]:
    """Where a counter may be set up; whether it may come at all is asked once."""
    here = state.units[id_].at if is_set(state, id_) else ""
    return [place for place in _places_with_room(state, id_) if place != here]


def place_actions(state: ServalState, id_: str) -> Sequence[Place]:
    """Where a counter may be set up, as actions: the ready list of its kind without the places shut to it.

    Where numbers or limits of places decide, the places are asked for one by one.
    """
    every = groups_of(state, id_)
    if id_ in limited(state) or any(_why_not_among(state, group, id_) is not None for group in every):
        return [PLACE[place] for place in fitting_places(state, id_)]
    ready, index = _ready_places(state, id_)
    shut = {index[place] for place in shut_to(state, state.data.alike[id_][0]) if place in index}
    if is_set(state, id_) and state.units[id_].at in index:
        shut.add(index[state.units[id_].at])
    found: list[Place] = []
    begin = 0
    for end in sorted(shut):
        found += ready[begin:end]
        begin = end + 1
    return found + ready[begin:]


def _ready_places(state: ServalState, id_: str) -> tuple[list[Place], dict[str, int]]:
    """Everywhere a counter could be set up, as actions in the order of the map, and the number of each place there."""
    data, key = state.data, ("ready", state.scenario, *state.data.setup_kinds[state.scenario][id_])
    found: tuple[list[Place], dict[str, int]] | None = data.derived.get(key)
    if found is None:
        everywhere = places(state, id_)
        numbers = {place: number for number, place in enumerate(everywhere)}
        found = data.derived[key] = [PLACE[place] for place in everywhere], numbers
    return found


def _places_with_room(state: ServalState, id_: str, enough: int | None = None) -> list[str]:
    """Where a counter may be set up, or could have been set up where it is; not all if a few are enough."""
    every, data = groups_of(state, id_), state.data
    full = [group for group in every if _why_not_among(state, group, id_) is not None]
    if len(full) == len(every):
        return []
    shut, ground = shut_to(state, data.alike[id_][0]), data.setup_places[state.scenario][id_]
    crowded = {group.zone: _crowded(state, group, id_) for group in every} if id_ in limited(state) else {}
    found: list[str] = []
    for place, group in ground:
        if place in shut or (full and group in full):
            continue
        if crowded and place in crowded[group.zone]:
            continue
        found.append(place)
        if len(found) == enough:
            break
    return found


def shut_to(state: ServalState, contingent: str) -> frozenset[str]:
    """14.2b, 30.1m  The hexes with enemies and, for Islamists, those that belong to another contingent."""
    data = state.data
    side = data.contingents[contingent].side
    enemies = blocked(state, side)
    if side == COALITION:
        return enemies
    caches, key = state.kept[EVERYBODY], ("shut", contingent)
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        waiting = data.reserved[state.scenario, side].items()
        promised = [hex_ for hex_, whose in waiting if whose != {contingent}]
        found = caches[key] = enemies.union(held_by_others(state, contingent), promised)
    return found


def _others(state: ServalState, group: SetupGroup, id_: str) -> list[Unit]:
    """The other units of a counter's kind that stand where their part of the set-up wants them."""
    return [unit for unit in placed(state, group, state.data.counters[id_].type) if unit.id != id_]


def _why_not_among(state: ServalState, group: SetupGroup, id_: str) -> Refusal | None:
    """30.1e  Numbers of a kind, and counters that must be among them."""
    if id_ in group.ids:
        return None
    type_ = state.data.counters[id_].type
    there = placed(state, group, type_)
    itself = state.units[id_].at in state.data.zones[group.zone]
    room = group.units[type_] - len(there) + itself
    if not room:
        every = group.units[type_]
        told = f"all {every} of this kind are placed" if every > 1 else "the one of this kind is placed"
        return Refusal(group.rule, told)
    if not group.must or id_ in group.must:
        return None
    due = [one for one in group.must if state.counter(one).type == type_ and one not in {unit.id for unit in there}]
    if room <= len(due):
        return Refusal(group.rule, f"{state.name(due[0])} has to be among them")
    return None


def _why_no_room(state: ServalState, group: SetupGroup, id_: str, place: str) -> Refusal | None:
    """30.1e  Limits of a hex, and a base where the scenario wants one."""
    if not is_limited(state, group, id_):
        return None
    type_ = state.data.counters[id_].type
    there = _others(state, group, id_)
    limit = group.limits.get(type_)
    if limit is not None and sum(1 for unit in there if unit.at == place) >= limit:
        return Refusal(group.rule, f"only {limit} of this kind in {state.title(place)}")
    wanted = group.bases_in
    last = group.units[type_] - len(there) == 1
    if wanted and type_ == "base" and last and place != wanted and not any(u.at == wanted for u in there):
        return Refusal(group.rule, f"one base has to be in {state.title(wanted)}")
    return None


def _crowded(state: ServalState, group: SetupGroup, id_: str) -> Set[str]:
    """30.1e  The hexes of a zone in which `_why_no_room` lets a counter not stand."""
    if not is_limited(state, group, id_):
        return NOWHERE
    type_ = state.data.counters[id_].type
    hexes = [unit.at for unit in _others(state, group, id_)]
    if group.bases_in and type_ == "base" and group.units[type_] - len(hexes) == 1 and group.bases_in not in hexes:
        return state.data.zones[group.zone] - {group.bases_in}
    limit = group.limits.get(type_)
    return NOWHERE if limit is None else {hex_ for hex_ in hexes if hexes.count(hex_) >= limit}


def _why_not_stack(state: ServalState, id_: str, place: str) -> Refusal | None:
    """14.2b, 30.1m  Never with the enemy, and Islamists never with another contingent."""
    if place not in shut_to(state, state.data.alike[id_][0]):
        return None
    side = state.data.side_of[id_]
    if state.enemies(side, place):
        return Refusal("30.1m" if side == ISLAMIST else "14.0b", f"{state.title(place)} holds enemy units")
    return Refusal("14.2b", f"{state.title(place)} belongs to another contingent")


def is_set(state: ServalState, id_: str) -> bool:
    """Whether a counter has been placed by the set-up and not only waits in its box."""
    return state.units[id_].at != home(state, id_)


def why_not_choose(state: ServalState, side: Side, id_: str) -> Refusal | None:
    """30.0a  A counter of one's own that has a place in the set-up."""
    if id_ not in state.units or state.data.side_of[id_] != side:
        return Refusal("30.0a", "that is not a counter of this side")
    found = groups_of(state, id_)
    if not found:
        return Refusal("30.0a", f"{state.name(id_)} is not part of the set-up")
    if fitting_places(state, id_):
        return None
    full = [refusal for group in found if (refusal := _why_not_among(state, group, id_)) is not None]
    return full[0] if len(full) == len(found) else Refusal(found[0].rule, f"no place is left for {state.name(id_)}")


class SetupType(Struct, frozen=True):
    """The counters of one type in a contingent's set-up, and where they go.

    `runs` are those of them that follow one another in the list of counters; `limited` says that hexes take only so
    many of the type. Where they do not, two free places in each zone tell as much as all.
    """

    owner: tuple[str, str]
    ids: tuple[str, ...]
    runs: list[tuple[str, ...]]
    ground: frozenset[str]
    limited: bool


class SetupTypes(Struct, frozen=True):
    """The types of a contingent; their runs, by number, in the order of the list; whether any type is limited."""

    kinds: tuple[SetupType, ...]
    order: list[tuple[int, int]]
    limited: bool


def choices(state: ServalState, side: Side) -> list[Choose]:
    """30.0a  The counters of a side that can be taken up, contingent by contingent in the order of the counters."""
    found: list[Choose] = []
    for one in _setup_contingents(state, side):
        found += _choices_in(state, one)
    return found


def _setup_contingents(state: ServalState, side: Side) -> list[str]:
    """The contingents of a side that have a part in the set-up."""
    data, key = state.data, ("set up", state.scenario, side)
    found: list[str] | None = data.derived.get(key)
    if found is None:
        members = [id_ for id_ in data.counters_of[side] if groups_of(state, id_)]
        found = data.derived[key] = list(dict.fromkeys(data.counters[id_].contingent for id_ in members))
    return found


def _choices_in(state: ServalState, contingent: str) -> list[Choose]:
    """Those of one contingent, which hang on its own units and the places shut to it."""
    types = _setup_types(state, contingent)
    tight = _tight_places(state, contingent)
    shut = shut_to(state, contingent) if types.limited else tight
    caches, key = state.kept[contingent], ("choices", tight, shut)
    found: list[Choose] | None = caches.get(key)
    if found is None:
        every = [_choices_of(state, kind, (shut if kind.limited else tight) & kind.ground) for kind in types.kinds]
        found = caches[key] = [choice for number, run in types.order for choice in every[number][run]]
    return found


def _setup_types(state: ServalState, contingent: str) -> SetupTypes:
    """The types of a contingent that have a part in the set-up, and all their runs in the order of the list."""
    data, key = state.data, ("types", state.scenario, contingent)
    found: SetupTypes | None = data.derived.get(key)
    if found is None:
        kinds: dict[str, SetupType] = {}
        order: list[tuple[int, int]] = []
        members, few = [id_ for id_ in data.members[contingent] if groups_of(state, id_)], limited(state)
        for type_, run in groupby(members, lambda id_: data.counters[id_].type):
            if type_ not in kinds:
                owner = contingent, type_
                ids, ground = data.setup_members[state.scenario][owner], data.setup_grounds[state.scenario][owner]
                kinds[type_] = SetupType(owner, ids, [], ground, not few.isdisjoint(ids))
            runs = kinds[type_].runs
            order.append((list(kinds).index(type_), len(runs)))
            runs.append(tuple(run))
        found = SetupTypes(tuple(kinds.values()), order, any(kind.limited for kind in kinds.values()))
        data.derived[key] = found
    return found


def _tight_places(state: ServalState, contingent: str) -> frozenset[str]:
    """The shut places in those zones of a contingent in which fewer than two places are free."""
    zones, most = _zones_of(state, contingent), _most_shut(state, contingent)
    found = NOWHERE
    for zone in zones if most else ():
        if len(zone) < most + 2:
            shut = zone & shut_to(state, contingent)
            if shut and len(zone) - len(shut) < 2:
                found |= shut
    return found


def _zones_of(state: ServalState, contingent: str) -> list[frozenset[str]]:
    """The zones in which a contingent is set up."""
    data, key = state.data, ("zones", state.scenario, contingent)
    found: list[frozenset[str]] | None = data.derived.get(key)
    if found is None:
        every = groups(state, data.contingents[contingent].side)
        names = {group.zone: data.zones[group.zone] for group in every if group.contingent == contingent}
        found = data.derived[key] = list(names.values())
    return found


def _most_shut(state: ServalState, contingent: str) -> int:
    """How many hexes can be shut to a contingent at the most; that is known sooner than which they are."""
    data, side = state.data, state.data.contingents[contingent].side
    enemies = len(blocked(state, side))
    if side == COALITION:
        return enemies
    others = [len(standing(state, other)) for other in data.contingents_of[side] if other != contingent]
    return enemies + sum(others) + len(data.reserved[state.scenario, side])


def _choices_of(state: ServalState, kind: SetupType, shut: frozenset[str]) -> list[list[Choose]]:
    """The counters of one type that can be taken up while some places are shut, by run."""
    caches = state.kept[kind.owner]
    found: list[list[Choose]] | None = caches.get(shut)
    if found is None:
        free = not shut and not kind.limited
        found = caches[shut] = _choices_by_zone(state, kind) if free else _able_runs(state, kind)
    return found


def _choices_by_zone(state: ServalState, kind: SetupType) -> list[list[Choose]]:
    """The same where all places are free and none is limited: it hangs on the zones in which the counters are."""
    data, units, zones = state.data, state.units, state.data.setup_zones[state.scenario]
    key = state.scenario, kind.owner, *[zones[id_].get(here := units[id_].at, here) for id_ in kind.ids]
    found: list[list[Choose]] | None = data.derived.get(key)
    if found is None:
        found = data.derived[key] = _able_runs(state, kind)
    return found


def _able_runs(state: ServalState, kind: SetupType) -> list[list[Choose]]:
    able = _able_of(state, kind)
    return [[CHOOSE[id_] for id_ in run if id_ in able] for run in kind.runs]


def _able_of(state: ServalState, kind: SetupType) -> set[str]:
    """The counters of one type that can be taken up; of those alike in zone or place one is asked for all."""
    data, boxes = state.data, homes(state)
    kinds, zones = data.setup_kinds[state.scenario], data.setup_zones[state.scenario]
    found: set[str] = set()
    known: dict[tuple[object, ...], list[str]] = {}
    for id_ in kind.ids:
        here = state.units[id_].at
        alike = kinds[id_], here if kind.limited else zones[id_].get(here)
        room = known.get(alike)
        if room is None:
            room = known[alike] = _places_with_room(state, id_, enough=2)
        if room and (here == boxes[id_] or room != [here]):
            found.add(id_)
    return found


def limited(state: ServalState) -> frozenset[str]:
    """30.1e  The counters of which a hex takes only so many, or one has to be in a certain hex."""
    derived, key = state.data.derived, ("limited", state.scenario)
    found: frozenset[str] | None = derived.get(key)
    if found is None:
        every = state.data.setup_groups[state.scenario].items()
        found = derived[key] = frozenset(
            id_ for id_, groups in every if any(is_limited(state, one, id_) for one in groups)
        )
    return found


def is_limited(state: ServalState, group: SetupGroup, id_: str) -> bool:
    """30.1e  Whether a part of the set-up limits a counter's kind by place."""
    type_ = state.data.counters[id_].type
    return id_ not in group.ids and (type_ in group.limits or bool(group.bases_in and type_ == "base"))


def places(state: ServalState, id_: str) -> list[str]:
    """Everywhere a counter could be set up, in the order of the map."""
    return [place for place, _ in state.data.setup_places[state.scenario][id_]]


def counter_in(state: ServalState, id_: str, place: str) -> Unit:
    """30.0b, 30.1g  A counter as it is set up in a place, effective unless the scenario says otherwise."""
    group = next(group for group in groups_of(state, id_) if place in state.data.zones[group.zone])
    worn = state.data.counters[id_].type in group.disrupted and id_ not in group.effective
    return Unit(id_, place, worn)
