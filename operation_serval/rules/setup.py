"""30  Setting up: both sides place their forces freely, the Coalition first, or take the placement of the scenario."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from common.engine import D6, Action, Pool, Refusal, Side, Step
from common.engine.steps import SideStep
from operation_serval.actions import CHOOSE, PLACE, Choose, Finish, MarkTown, Place, ReadyMade
from operation_serval.components import Components, SetupGroup
from operation_serval.rules.command import gain
from operation_serval.rules.intervention import Wake
from operation_serval.rules.netwar import draw_markers
from operation_serval.rules.sequence import begin_turn
from operation_serval.rules.telling import does, listed
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.zones import blocked, held_by_others
from operation_serval.state import (
    COALITION,
    EVERYBODY,
    ISLAMIST,
    OUT,
    SIDE_NAMES,
    SIDES,
    TASK_FORCE_BOX,
    ServalState,
    Unit,
)

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


def start(data: Components, scenario: str) -> ServalState:
    """30.0  Every counter in its box before anybody has placed anything."""
    setup = data.setups[scenario]
    state = ServalState(scenario=scenario, turn=setup.first_turn)
    state.c2p, state.drawn = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, ())
    state.initiative = COALITION if setup.intervention else ISLAMIST  # R9
    state.flow = [FillBoxes(), SetUp(COALITION), SetUpDice(COALITION), SetUp(ISLAMIST), SetUpDice(ISLAMIST), Opening()]
    state.flow.reverse()
    return state


def home(state: ServalState, id_: str) -> str:
    """2.1, 10.10  The box in which a counter waits at the start."""
    return homes(state)[id_]


def homes(state: ServalState) -> dict[str, str]:
    """2.1, 10.10  The boxes in which all counters wait at the start."""
    derived, key = state.data.derived, ("homes", *[state.has(option) for option in RECRUITED])
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


class FillBoxes(Step, frozen=True, tag=True):
    """30.1r, 21.1  Counters go to their boxes, netwar markers into the pools; options that are not used stay out."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        state.units = {id_: Unit(id_, box) for id_, box in homes(state).items()}
        state.forget()
        for side in SIDES:
            kinds = [one for (owner, _), one in state.data.netwar.items() if owner == side]
            used = [
                one for one in kinds if not one.option or (one.option == "heavy_weaponry" and state.has(one.option))
            ]
            state.pools[side] = Pool.of({one.kind: one.count for one in used})
        return True


# Who goes where


def groups(state: ServalState, side: Side) -> list[SetupGroup]:
    """The parts of a side's set-up in the order of the scenario."""
    setup = state.data.setups[state.scenario]
    return setup.coalition.groups if side == COALITION else setup.islamist.groups


def groups_of(state: ServalState, id_: str) -> list[SetupGroup]:
    """The parts of the set-up that a counter can belong to."""
    return state.data.setup_groups[state.scenario][id_]


def placed(state: ServalState, group: SetupGroup, type_: str) -> list[Unit]:
    """The units of one kind that stand where a part of the set-up wants them."""
    key = state.scenario, group.contingent, group.zone, group.nation, type_
    caches = state.kept[group.contingent, type_]
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


def _places_with_room(state: ServalState, id_: str, enough: int | None = None) -> list[str]:
    """Where a counter may be set up, or could have been set up where it is; not all if a few are enough."""
    every = groups_of(state, id_)
    full = [group for group in every if _why_not_among(state, group, id_) is not None]
    if len(full) == len(every):
        return []
    shut, ground = shut_to(state, state.data.alike[id_][0]), state.data.setup_places[state.scenario][id_]
    free = (place for place in ground if place[0] not in shut)
    if full:
        free = (place for place in free if place[1] not in full)
    if id_ in limited(state):
        free = (place for place in free if _why_no_room(state, place[1], id_, place[0]) is None)
    return [place for place, _ in islice(free, enough)]


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
    return [unit for unit in placed(state, group, state.counter(id_).type) if unit.id != id_]


def _why_not_among(state: ServalState, group: SetupGroup, id_: str) -> Refusal | None:
    """30.1e  Numbers of a kind, and counters that must be among them."""
    type_ = state.counter(id_).type
    if id_ in group.ids:
        return None
    there = _others(state, group, id_)
    room = group.units[type_] - len(there)
    if not room:
        return Refusal(group.rule, f"all {group.units[type_]} of this kind are placed")
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
    type_ = state.counter(id_).type
    there = _others(state, group, id_)
    limit = group.limits.get(type_)
    if limit is not None and sum(1 for unit in there if unit.at == place) >= limit:
        return Refusal(group.rule, f"only {limit} of this kind in {state.title(place)}")
    wanted = group.bases_in
    last = group.units[type_] - len(there) == 1
    if wanted and type_ == "base" and last and place != wanted and not any(u.at == wanted for u in there):
        return Refusal(group.rule, f"one base has to be in {state.title(wanted)}")
    return None


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
    if not fitting_places(state, id_):
        return Refusal(found[0].rule, f"there is no place left for {state.name(id_)}")
    return None


def able(state: ServalState, contingent: str) -> frozenset[str]:
    """30.0a  The counters of a contingent that can be taken up."""
    shut = shut_to(state, contingent)
    caches, key = state.kept[contingent], ("able", shut)
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        types = state.data.setup_members[state.scenario][contingent]
        found = caches[key] = frozenset().union(*[_able_of(state, contingent, type_, shut) for type_ in types])
    return found


def _able_of(state: ServalState, contingent: str, type_: str, shut: frozenset[str]) -> list[str]:
    """The counters of one type that can be taken up; of those alike in zone or place one is asked for all."""
    caches, key = state.kept[contingent, type_], ("able", _shut_to_type(state, contingent, type_, shut))
    found: list[str] | None = caches.get(key)
    if found is None:
        data, boxes, few = state.data, homes(state), limited(state)
        kinds, zones = data.setup_kinds[state.scenario], data.setup_zones[state.scenario]
        found = caches[key] = []
        known: dict[tuple[object, ...], list[str]] = {}
        for id_ in data.setup_members[state.scenario][contingent][type_]:
            here = state.units[id_].at
            alike = kinds[id_], here if id_ in few else zones[id_].get(here)
            room = known.get(alike)
            if room is None:
                room = known[alike] = _places_with_room(state, id_, enough=2)
            if room and (here == boxes[id_] or room != [here]):
                found.append(id_)
    return found


def _shut_to_type(state: ServalState, contingent: str, type_: str, shut: frozenset[str]) -> frozenset[str]:
    """The shut places that decide who can be taken up: none while every zone has two left and hexes have no limits."""
    ids = state.data.setup_members[state.scenario][contingent][type_]
    derived, key = state.data.derived, ("zones", state.scenario, contingent, type_)
    zones: list[frozenset[str]] | None = derived.get(key)
    if zones is None:
        wanted = {group.zone for id_ in ids for group in groups_of(state, id_)}
        zones = derived[key] = [] if limited(state).intersection(ids) else [state.data.zones[one] for one in wanted]
    if zones and all(len(zone) > len(shut) + 1 or len(zone - shut) > 1 for zone in zones):
        return NOWHERE
    return shut & state.data.setup_grounds[state.scenario, contingent, type_]


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
    type_ = state.counter(id_).type
    return id_ not in group.ids and (type_ in group.limits or bool(group.bases_in and type_ == "base"))


def places(state: ServalState, id_: str) -> list[str]:
    """Everywhere a counter could be set up, in the order of the map."""
    return [place for place, _ in state.data.setup_places[state.scenario][id_]]


def counter_in(state: ServalState, id_: str, place: str) -> Unit:
    """30.0b, 30.1g  A counter as it is set up in a place, effective unless the scenario says otherwise."""
    group = next(group for group in groups_of(state, id_) if place in state.data.zones[group.zone])
    worn = state.counter(id_).type in group.disrupted and id_ not in group.effective
    return Unit(id_, place, worn)


def why_not_mark(state: ServalState, hex_: str) -> Refusal | None:
    """30.2h  Sharia markers in the towns that the scenario leaves to choice."""
    sharia = state.data.setups[state.scenario].islamist.sharia
    if hex_ not in sharia.among:
        return Refusal("30.2h", "that is not one of the other northeastern towns")
    if hex_ in state.sharia:
        return Refusal("27.0b", f"{state.title(hex_)} already has its marker")
    chosen = sum(1 for other in sharia.among if other in state.sharia)
    return None if chosen < sharia.choose else Refusal("30.2h", f"only {sharia.choose} other towns are marked")


class SetUp(SideStep, frozen=True, tag=True):
    """30.0  A side places its counters one by one, or all by the ready-made placement."""

    unit: str = ""  # the counter taken up

    @property
    def secret(self) -> bool:
        return True

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else replace(self, unit="")

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset() if side == self.side or not self.unit else frozenset({"counter taken up"})

    def imagine(self, state: ServalState, side: Side, seed: int) -> Step:
        return self.seen_by(side)

    def prompt(self, state: ServalState) -> str:
        return f"{SIDE_NAMES[self.side]}: place your counters, or take the ready-made set-up (30.0)."

    def proceed(self, state: ServalState) -> bool:
        fixed = state.data.setups[state.scenario].islamist.sharia.fixed if self.side == ISLAMIST else []
        if not state.sharia.issuperset(fixed):
            state.sharia = state.sharia.union(fixed)
        if not state.has("quick_start"):
            return False
        self.play(state, ReadyMade())
        self.play(state, Finish())
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        if self.unit:
            yield from map(Place, places(state, self.unit))
        else:
            yield from map(Choose, state.data.counters_of[self.side])
        yield from self._others(state)

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        others = [action for action in self._others(state) if self.why_not(state, action) is None]
        if self.unit:
            return (*map(PLACE.__getitem__, fitting_places(state, self.unit)), *others)
        fit = frozenset().union(*[able(state, one) for one in state.data.contingents_of[self.side]])
        return (*[CHOOSE[id_] for id_ in state.data.counters_of[self.side] if id_ in fit], *others)

    def _others(self, state: ServalState) -> Iterator[Action]:
        if self.side == ISLAMIST and not self.unit:
            yield from map(MarkTown, state.data.setups[state.scenario].islamist.sharia.among)
        yield ReadyMade()
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Choose(id_):
                taken = Refusal("30.0a", f"{state.name(self.unit)} has to be placed first") if self.unit else None
                return taken or why_not_choose(state, self.side, id_)
            case Place(place):
                if not self.unit:
                    return Refusal("30.0a", "take up a counter first")
                known = place in state.data.titles
                return why_not_set(state, self.unit, place) if known else Refusal("30.0a", "there is no such place")
            case MarkTown(hex_) if self.side == ISLAMIST:
                return why_not_mark(state, hex_)
            case ReadyMade():
                return None
            case Finish():
                return self._why_not_finish(state)
        return Refusal("30.0a", "finish the set-up first")

    def _why_not_finish(self, state: ServalState) -> Refusal | None:
        if self.unit:
            return Refusal("30.0a", f"{state.name(self.unit)} has to be placed first")
        for group in groups(state, self.side):
            lacking = missing(state, group)
            if lacking:
                name = state.data.contingents[group.contingent].name
                return Refusal(group.rule, f"{lacking} counters of {name} are still to be placed")
            bases = placed(state, group, "base") if group.bases_in else []
            if bases and not any(unit.at == group.bases_in for unit in bases):
                return Refusal(group.rule, f"one base has to be in {state.title(group.bases_in)}")
        return self._why_unmarked(state)

    def _why_unmarked(self, state: ServalState) -> Refusal | None:
        sharia = state.data.setups[state.scenario].islamist.sharia
        lacking = sharia.choose - sum(1 for hex_ in sharia.among if hex_ in state.sharia)
        if self.side == ISLAMIST and lacking:
            return Refusal("30.2h", f"{lacking} sharia markers are still to be placed")
        return None

    def play(self, state: ServalState, action: Action) -> None:
        match action:
            case Choose(id_):
                state.swap(replace(self, unit=id_))
            case Place(place):
                state.swap(replace(self, unit=""))
                state.put(counter_in(state, self.unit, place))
                text = f"{state.name(self.unit)} is set up in {state.title(place)}."
                state.note(text, "30.0a", only=(self.side,), places=(place,))
            case MarkTown(hex_):
                state.sharia |= {hex_}
                state.note(f"A sharia marker stands in {state.title(hex_)}.", "30.2h", places=(hex_,))
            case ReadyMade():
                state.swap(replace(self, unit=""))
                self._take_placement(state)
            case Finish():
                state.flow.pop()
                state.note(f"The {does(self.side, 'have')} set up.", "30.0a")

    def _take_placement(self, state: ServalState) -> None:
        """The placement given with the scenario, whatever was placed before."""
        placement = state.data.placements[state.scenario]
        boxes = homes(state)
        own = placement.coalition if self.side == COALITION else placement.islamist
        waiting = [Unit(id_, boxes[id_]) for id_ in state.data.counters_of[self.side]]
        ready = [counter_in(state, id_, place) for place, ids in own.items() for id_ in ids if place != boxes[id_]]
        state.lay_out(self.side, (*waiting, *ready))
        if self.side == ISLAMIST:
            state.sharia = frozenset(placement.sharia)
        state.note("The ready-made set-up is taken.", "30.0a", only=(self.side,))


class SetUpDice(Step, frozen=True, tag=True):
    """30.1l, 30.2b, 30.2g  Dice for the first C2P and netwar markers of a side."""

    side: Side

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        setup = state.data.setups[state.scenario]
        own = setup.coalition if self.side == COALITION else setup.islamist
        later = "30.2b" if self.side == COALITION else "30.2g"
        rule = later if setup.intervention else "30.1l"
        dice = state.roll("First C2P", D6, count=own.c2p.dice, by=self.side).total if own.c2p.dice else 0
        if dice + own.c2p.plus:
            gain(state, self.side, dice + own.c2p.plus, "Set-up", rule, "9.2a")
        if own.netwar:
            number = state.roll("First netwar markers", D6, count=own.netwar, by=self.side).total
            draw_markers(state, self.side, number, rule)
        return True


class Opening(Step, frozen=True, tag=True):
    """30.0  The set-up is complete and the first turn begins."""

    def proceed(self, state: ServalState) -> bool:
        state.playing = True
        if state.data.setups[state.scenario].intervention:
            state.swap(Wake(), FirstTurn())
        else:
            state.swap(FirstTurn())
        sudden_death(state)
        return True


class FirstTurn(Step, frozen=True, tag=True):
    """6.1  The turns begin."""

    def proceed(self, state: ServalState) -> bool:
        begin_turn(state)
        return True
