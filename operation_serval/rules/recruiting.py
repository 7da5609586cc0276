"""10  Recruiting: which units come, how many, and where they may be placed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import SideStep
from operation_serval.actions import CHOOSE, PLACE, Choose, Demobilise, Finish, Place, Recruit
from operation_serval.counters import COMPANIES, Counter
from operation_serval.rules.bases import bases
from operation_serval.rules.intervention import arrived, commit
from operation_serval.rules.options import arrive_africom, meu
from operation_serval.rules.telling import does
from operation_serval.rules.victory import sudden_death
from operation_serval.rules.zones import zoned
from operation_serval.state import (
    AIR_BOX,
    ALGERIA,
    CHAD,
    COALITION,
    EVERYBODY,
    ISLAMIST,
    POOL,
    STAGING,
    WEST_AFRICA,
    Owner,
    ServalState,
    Unit,
)

GROUPS = {
    "french": ("companies", "air", "base", "gamou", "chad", "jsoc"),
    "afisma": ("brigade", "air"),
    "africom": ("africom", "base", "air"),
}  # 10.4, 31.1; all other contingents roll a die
SIZES = {("french", "companies"): 4, ("french", "air"): 2, ("french", "jsoc"): 3, ("africom", "air"): 2}
RULES = {"french": "10.4a", "afisma": "10.4c", "mali": "10.4d", "mnla": "10.4e", "africom": "31.1c"}  # the others 10.2
TECHNICALS = ("technical", "heavy_technical")
GROUNDS = {"10.3b": "Bamako or a regional capital"}  # the hexes that may receive recruits at all, by rule
GROUNDS |= dict.fromkeys(("10.5e", "10.5f", "10.5g"), "in Mali")
GROUNDS |= dict.fromkeys(("10.5i", "10.5j"), "northeast of the line")


# Which units (10.2, 10.4)


def offers(state: ServalState, contingent: str) -> Iterator[Recruit]:
    """Every way to recruit for a contingent."""
    for group in GROUPS.get(contingent, ("",)):
        yield Recruit(contingent, group)


def recruits(state: ServalState, contingent: str) -> list[Recruit]:
    """The ways to recruit for a contingent that have content."""
    groups = groups_waiting(state, contingent)
    return [one for one, hosted in groups if not hosted or why_not_recruit(state, contingent, one.group) is None]


def groups_waiting(state: ServalState, contingent: str) -> list[tuple[Recruit, bool]]:
    """The ways to recruit that a contingent's pool allows, and which of them only hosts on the map make possible."""
    caches, key = state.kept[contingent, POOL], ("recruits", state.committed)
    found: list[tuple[Recruit, bool]] | None = caches.get(key)
    if found is None:
        wide = [(one, needs_hosts(state, contingent, one.group)) for one in offers(state, contingent)]
        found = caches[key] = [
            (one, hosted) for one, hosted in wide if hosted or why_not_recruit(state, contingent, one.group) is None
        ]
    return found


def needs_hosts(state: ServalState, contingent: str, group: str) -> bool:
    """Whether hosts on the map decide about a group: counters wait, and none of them comes to a box."""
    waiting = kinds_waiting(state, contingent, group)
    return bool(waiting) and not any(off_map_places(state, id_) for id_ in waiting)


def in_group(state: ServalState, counter: Counter, group: str) -> bool:
    """10.4a, 10.4c, 31.1  Whether a counter belongs to a group of its contingent."""
    air = counter.id in state.data.air_ids
    match group:
        case "":
            return True
        case "air":
            return air
        case "companies":
            return counter.type in COMPANIES and counter.nation == "french"
        case "gamou":
            return counter.nation == "french" and counter.type == "heavy_technical"
        case "chad":
            return counter.nation == "chad"
        case "brigade":
            return not air
        case "base":
            return counter.type == "base"
    return counter.option == group


def pool(state: ServalState, contingent: str, group: str) -> list[str]:
    """2.1c, 10.9a  The counters of a group that wait in their Available box; optional forces must be committed."""
    caches, key = state.kept[contingent, POOL], ("pool", group, state.committed)
    found: list[str] | None = caches.get(key)
    if found is None:
        box, units, counters = state.data.contingents[contingent].box, state.units, state.data.counters
        waiting = [counters[id_] for id_ in members(state, contingent, group) if units[id_].at == box]
        found = caches[key] = [
            counter.id
            for counter in waiting
            if not counter.option or counter.option in state.committed or counter.option == group
        ]
    return found


def kinds_waiting(state: ServalState, contingent: str, group: str) -> list[str]:
    """The first counter of every kind in a pool: where one may be placed, those alike may be placed as well."""
    caches, key = state.kept[contingent, POOL], ("kinds", group, state.committed)
    found: list[str] | None = caches.get(key)
    if found is None:
        alike = state.data.alike
        firsts = {alike[id_]: id_ for id_ in reversed(pool(state, contingent, group))}
        found = caches[key] = list(firsts.values())[::-1]
    return found


def members(state: ServalState, contingent: str, group: str) -> tuple[str, ...]:
    """The counters of a group of recruits."""
    data, key = state.data, ("recruits", contingent, group)
    found: tuple[str, ...] | None = data.derived.get(key)
    if found is None:
        mine = data.members[contingent]
        found = data.derived[key] = tuple(id_ for id_ in mine if in_group(state, data.counters[id_], group))
    return found


def why_not_recruit(state: ServalState, contingent: str, group: str) -> Refusal | None:
    """10.4a, R8  A group of the contingent with a counter that could be placed now."""
    groups, name = GROUPS.get(contingent, ("",)), state.data.contingents[contingent].name
    if group not in groups:
        return Refusal(rule_of(contingent), f"{name} has no such group of recruits")
    if group in ("jsoc", "africom"):
        if not state.has(group):
            return Refusal("10.10a", "that force belongs to an option that is not used")
        return Refusal("31.1a", "that force has been committed") if group in state.committed else None
    waiting = pool(state, contingent, group)
    if not waiting:
        return Refusal("10.9a", f"{name} has no such counter left to recruit")
    if any(has_place(state, id_) for id_ in kinds_waiting(state, contingent, group)):
        return None
    if state.data.contingents[contingent].needs_intervention and not state.intervention:
        return Refusal("10.4.1a", f"before intervention {name} units come to Staging Areas and boxes only")
    if any(receivers(state, id_) for id_ in waiting):
        return Refusal("10.1b", f"every hex that could receive recruits of {name} is in an enemy zone of control")
    return Refusal(deployment_rule(state, waiting[0]), f"no recruit of {name} could be placed now")


def rule_of(contingent: str) -> str:
    """10.2, 10.4  The rule by which a contingent recruits."""
    return RULES.get(contingent, "10.2a")


def begin(state: ServalState, side: Side, contingent: str, group: str) -> None:
    """10.2a, 10.4  Roll for the number of recruits where a die decides, then choose and place them."""
    if group == "africom":
        arrive_africom(state)
        state.push(Recruits(side, contingent, "base", 1), Demobilising(side))
        state.push(meu(state))
        return
    if group == "jsoc":
        commit(state, "jsoc", "JSOC", "31.1b", "IC2P.e")
    number = SIZES.get((contingent, group), 1)
    if not group:
        number = state.roll("Recruits", D6, by=side).total
        state.note(f"Up to {number} unit{'' if number == 1 else 's'} may be recruited.", rule_of(contingent))
    state.push(Recruits(side, contingent, group, number), Demobilising(side))


# Where (10.1, 10.3, 10.5)


def deployment_rule(state: ServalState, id_: str) -> str:
    """The rule that says where a counter may be placed."""
    counter = state.counter(id_)
    base, air = id_ in state.data.base_ids, id_ in state.data.air_ids
    if counter.contingent in ("ansar_dine", "aqim", "mojwa"):
        return "10.3c" if base else "10.3b" if counter.type == "heavy_technical" else "10.3a"
    if air:
        return "10.5h"
    if counter.contingent == "mali":
        return "10.5f" if base else "10.5g" if counter.type == "militia" else "10.5e"
    if counter.contingent == "mnla":
        return "10.5j" if base else "10.5i"
    if counter.contingent == "afisma":
        return "10.5d"
    if counter.type == "heavy_technical":
        return "26.2a"
    return "10.5b" if base else "10.5c" if counter.nation == "chad" else "10.5a"


def deployments(state: ServalState, id_: str) -> Iterator[str]:
    """Every place that could receive a recruit: own stacks, Staging Areas and the air box."""
    data, side = state.data, state.data.side_of[id_]
    if id_ in data.air_ids:
        yield AIR_BOX
        return
    yield from STAGING[side]
    received = receivers(state, id_)
    yield from [hex_ for hex_ in state.where(side) if hex_ in received]


def fitting_places(state: ServalState, id_: str) -> list[str]:
    """The places that may receive a recruit; of recruits alike one is asked for all."""
    caches, key = state.kept[EVERYBODY], (state.data.alike[id_], state.intervention > 0)
    found: list[str] | None = caches.get(key)
    if found is None:
        boxes, side = off_map_places(state, id_), state.data.side_of[id_]
        free = receivers(state, id_) - zoned(state, side) if is_awake(state, id_) else ()
        found = caches[key] = [*boxes, *[hex_ for hex_ in state.where(side) if hex_ in free]]
    return found


def has_place(state: ServalState, id_: str) -> bool:
    """10.3, 10.5  Whether any place may receive a recruit: a box, or a hex with hosts outside enemy zones."""
    if off_map_places(state, id_):
        return True
    side = state.data.side_of[id_]
    return is_awake(state, id_) and not receivers(state, id_) <= zoned(state, side)


def why_not_place(state: ServalState, id_: str) -> Refusal | None:
    """10.3, 10.5  A recruit needs at least one place."""
    if has_place(state, id_):
        return None
    if is_awake(state, id_) and receivers(state, id_):
        return Refusal("10.1b", f"every hex that could receive {state.name(id_)} is in an enemy zone of control")
    return Refusal(deployment_rule(state, id_), f"{state.name(id_)} can be placed nowhere now")


def why_not_deploy(state: ServalState, id_: str, place: str) -> Refusal | None:
    """10.1b, 10.3, 10.5  What keeps a recruit out of a place."""
    side = state.data.side_of[id_]
    if place in STAGING[side] or place == AIR_BOX:
        if place in off_map_places(state, id_):
            return None
        return Refusal(deployment_rule(state, id_), f"{state.name(id_)} is not placed in {state.title(place)}")
    if place not in state.data.open[side] or not state.own(side, place):
        return Refusal(deployment_rule(state, id_), f"nobody is there to receive {state.name(id_)}")
    if not is_awake(state, id_):
        return Refusal("10.4.1a", f"before intervention {state.name(id_)} waits in a Staging Area")
    rule = deployment_rule(state, id_)
    if place not in grounds(state, id_):
        return Refusal(rule, f"{state.title(place)} is not {GROUNDS[rule]}")
    if place not in receivers(state, id_):
        return Refusal(rule, f"{state.title(place)} has no unit that could receive {state.name(id_)}")
    if place in zoned(state, side):
        return Refusal("10.1b", f"{state.title(place)} is in an enemy zone of control")
    return None


def is_awake(state: ServalState, id_: str) -> bool:
    """10.4.1a  Whether a counter may be placed on the map: some wait for intervention."""
    return state.intervention > 0 or not state.data.contingents[state.data.alike[id_][0]].needs_intervention


def off_map_places(state: ServalState, id_: str) -> tuple[str, ...]:
    """10.3a, 10.5  The boxes that may receive a counter."""
    data, key = state.data, ("boxes", state.data.alike[id_])
    found: tuple[str, ...] | None = data.derived.get(key)
    if found is None:
        found = data.derived[key] = _boxes_of(state, id_)
    return found


def _boxes_of(state: ServalState, id_: str) -> tuple[str, ...]:
    counter = state.counter(id_)
    if id_ in state.data.air_ids:
        return (AIR_BOX,)
    if id_ in state.data.base_ids:
        return ()
    match counter.contingent:
        case "ansar_dine" | "aqim" | "mojwa":
            return (ALGERIA,)
        case "french":
            return (CHAD,) if counter.nation == "chad" else STAGING[COALITION]
        case "afisma" | "africom":
            return (WEST_AFRICA,)
    return ()


def receivers(state: ServalState, id_: str) -> frozenset[str]:
    """10.3, 10.5  The hexes with units that may receive a counter; of counters alike one is asked for all."""
    caches, key = state.kept[whose_hosts(state, id_)], ("receivers", state.data.alike[id_])
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        units = state.units
        places = [units[host].at for host in hosts(state, id_)]
        found = caches[key] = grounds(state, id_).intersection(places)
    return found


def whose_hosts(state: ServalState, id_: str) -> Owner:
    """Whom the hosts of a counter belong to, so that what hangs on them is kept as long as it can be."""
    data, key = state.data, ("whose hosts", state.data.alike[id_])
    found: Owner | None = data.derived.get(key)
    if found is None:
        side, every = data.side_of[id_], hosts(state, id_)
        contingents = {data.alike[host][0] for host in every}
        one = contingents.pop() if len(contingents) == 1 else side
        found = data.derived[key] = (side, "base") if every <= data.base_ids else one
    return found


def grounds(state: ServalState, id_: str) -> frozenset[str]:
    """10.3b, 10.5  The hexes in which a counter may be received at all."""
    data, key = state.data, ("grounds", state.data.alike[id_])
    found: frozenset[str] | None = data.derived.get(key)
    if found is None:
        found = data.derived[key] = _grounds_of(state, id_)
    return found


def _grounds_of(state: ServalState, id_: str) -> frozenset[str]:
    counter, data = state.counter(id_), state.data
    hexes = data.open[data.side_of[id_]]
    if id_ in data.air_ids:
        return frozenset()  # 10.5h
    if data.side_of[id_] == ISLAMIST:
        return hexes & {data.bamako, *data.capitals} if counter.type == "heavy_technical" else hexes
    if counter.contingent == "mnla":
        return hexes.intersection(data.north_east)
    return frozenset(hex_ for hex_ in hexes if counter.contingent != "mali" or data.country[hex_] == "mali")


def hosts(state: ServalState, id_: str) -> frozenset[str]:
    """The counters of a side that may receive a counter."""
    data, key = state.data, ("hosts", state.data.alike[id_])
    found: frozenset[str] | None = data.derived.get(key)
    if found is None:
        mine = [one for one in data.counters.values() if data.side_of[one.id] == data.side_of[id_]]
        found = data.derived[key] = frozenset(one.id for one in mine if receives(state, one, data.counters[id_]))
    return found


def receives(state: ServalState, host: Counter, counter: Counter) -> bool:
    """10.3, 10.5  Whether a unit may receive a counter, if the hex allows it."""
    data, base = state.data, counter.type == "base"
    kin = host.contingent == counter.contingent
    if data.side_of[counter.id] == ISLAMIST:
        return kin and host.type in (("leader", *TECHNICALS) if base else ("base",))
    if counter.contingent == "mnla":
        return kin and host.type in (("leader", *TECHNICALS) if base else ("leader", "base"))
    if base:
        return host.id in data.engineer_ids
    if counter.type == "militia":
        return host.nation in ("mali", "afisma", "french")
    if counter.contingent == "mali" or counter.type == "heavy_technical":
        return host.type == "base"  # 10.5e, 26.2
    return False


# The steps


class Recruits(SideStep, frozen=True, tag=True):
    """10.2-10.5, R36  Units are chosen and placed one after another, up to the number allowed."""

    contingent: str
    group: str
    left: int
    unit: str = ""

    def prompt(self, state: ServalState) -> str:
        return f"Choose and place recruits; up to {self.left} more ({rule_of(self.contingent)})."

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else replace(self, unit="")

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset({"recruit taken up"} if self.unit and side != self.side else ())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Step:
        return self.seen_by(side)

    def waiting(self, state: ServalState) -> list[str]:
        """The counters that can still be chosen."""
        return pool(state, self.contingent, self.group) if self.left else []

    def proceed(self, state: ServalState) -> bool:
        waiting = self.waiting(state)
        kinds = kinds_waiting(state, self.contingent, self.group) if waiting else []
        if self.unit or any(has_place(state, id_) for id_ in kinds):
            return False
        if waiting:
            state.note("No recruit that is left could be placed now.", deployment_rule(state, waiting[0]))
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        if self.unit:
            yield from map(Place, deployments(state, self.unit))
        else:
            yield from map(Choose, self.waiting(state))
            yield Finish()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        if self.unit:
            return tuple(map(PLACE.__getitem__, fitting_places(state, self.unit)))
        alike, kinds = state.data.alike, kinds_waiting(state, self.contingent, self.group)
        able = {alike[id_] for id_ in kinds if has_place(state, id_)}
        found = [CHOOSE[id_] for id_ in self.waiting(state) if alike[id_] in able]
        return (*found, *([Finish()] if self.why_not(state, Finish()) is None else []))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Choose(id_):
                return self._why_not_choose(state, id_)
            case Place(place):
                if not self.unit:
                    return Refusal(rule_of(self.contingent), "choose a recruit first")
                known = place in state.data.titles
                return why_not_deploy(state, self.unit, place) if known else Refusal("10.1a", "there is no such place")
            case Finish():
                due = self.group == "jsoc" and not self.unit and self.waiting(state)
                return Refusal("31.1a", "the units of JSOC come together") if due else self._why_taken(state)
        return Refusal(rule_of(self.contingent), "choose and place recruits, or end the recruiting")

    def _why_taken(self, state: ServalState) -> Refusal | None:
        rule = rule_of(self.contingent)
        return Refusal(rule, f"{state.name(self.unit)} has to be placed first") if self.unit else None

    def _why_not_choose(self, state: ServalState, id_: str) -> Refusal | None:
        if self.unit:
            return self._why_taken(state)
        if id_ in self.waiting(state):
            return why_not_place(state, id_)
        if id_ in state.data.task_force_ids:
            return Refusal("10.4b", "task forces are formed of companies, never recruited")
        rule = rule_of(self.contingent) if self.group else "10.9a"
        return Refusal(rule, "that counter is not among the recruits to choose from")

    def play(self, state: ServalState, action: Action) -> None:
        match action:
            case Choose(id_):
                fitting = fitting_places(state, id_)
                if len(fitting) > 1:
                    state.swap(replace(self, unit=id_))
                else:
                    self._place(state, id_, fitting[0])
            case Place(place):
                self._place(state, self.unit, place)
            case Finish():
                state.flow.pop()

    def _place(self, state: ServalState, id_: str, place: str) -> None:
        state.swap(replace(self, unit="", left=self.left - 1))
        deploy(state, id_, place, deployment_rule(state, id_))


def deploy(state: ServalState, id_: str, place: str, *rules: str) -> None:
    """10.1a  A counter comes into play on its effective side; the enemy is not told where."""
    state.put(Unit(id_, place))
    side = state.data.side_of[id_]
    where = "the air box" if place == AIR_BOX else state.title(place)
    text, public = f"{state.name(id_)} comes to {where}.", f"{state.name(id_)} comes into play."
    only = (side,) if state.fog and place != AIR_BOX else ()
    state.note(text, *rules, only=only, public=public, show=("rules",), places=(place,))
    if side == ISLAMIST and place in state.data.near:
        arrived(state, (place,))
    sudden_death(state)


class Demobilising(SideStep, frozen=True, tag=True):
    """10.8a  At the end of a recruit action own bases may be taken from the map."""

    def prompt(self, state: ServalState) -> str:
        return "Take up bases that are no longer wanted, or finish (10.8)."

    def proceed(self, state: ServalState) -> bool:
        if bases(state, self.side):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from (Demobilise(base.id) for base in bases(state, self.side))
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Finish():
                return None
            case Demobilise(id_):
                mine = any(base.id == id_ for base in bases(state, self.side))
                return None if mine else Refusal("10.8a", "only bases of yours on the map can be taken up")
        return Refusal("10.8a", "take up bases, or end the action")

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, Finish):
            state.flow.pop()
            return
        assert isinstance(action, Demobilise)
        counter, hex_ = state.counter(action.unit), state.units[action.unit].at
        state.put(Unit(action.unit, state.data.contingents[counter.contingent].box))
        public = f"The {does(self.side, 'take')} up {counter.title}."
        only = (self.side,) if state.fog else ()
        text = f"{counter.title} is taken up in {state.title(hex_)}."
        state.note(text, "10.8a", only=only, public=public, show=("rules",))
        sudden_death(state)
