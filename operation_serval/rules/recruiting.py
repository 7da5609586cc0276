"""10  Recruiting: which units come, and how many; where they may be placed stands in deployment."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.steps import SideStep
from common.engine.words import several
from operation_serval.actions import CHOOSE, DEMOBILISE, FINISH, PLACE, Choose, Demobilise, Finish, Place, Recruit
from operation_serval.counters import COMPANIES, Counter
from operation_serval.rules.bases import bases
from operation_serval.rules.deployment import (
    any_hosted,
    deploy,
    deployment_rule,
    deployments,
    fitting_places,
    has_place,
    off_map_places,
    receivers,
    why_not_deploy,
    why_not_place,
)
from operation_serval.rules.intervention import commit
from operation_serval.rules.options import arrive_africom, meu
from operation_serval.rules.telling import does
from operation_serval.rules.victory import sudden_death
from operation_serval.state import (
    POOL,
    TAKEN_UP,
    ServalState,
    Unit,
)

GROUPS = {
    "french": ("companies", "air", "base", "gamou", "chad", "jsoc"),
    "afisma": ("brigade", "air"),
    "africom": ("africom", "base", "air"),
}  # 10.4, 31.1; all other contingents roll a die
COMMITTED = ("jsoc", "africom")  # groups that come by being committed (31.1)
SIZES = {("french", "companies"): 4, ("french", "air"): 2, ("french", "jsoc"): 3, ("africom", "air"): 2}
RULES = {"french": "10.4a", "afisma": "10.4c", "mali": "10.4d", "mnla": "10.4e", "africom": "31.1c"}  # the others 10.2


# Which units (10.2, 10.4)


def offers(state: ServalState, contingent: str) -> Iterator[Recruit]:
    """Every way to recruit for a contingent."""
    for group in GROUPS.get(contingent, ("",)):
        yield Recruit(contingent, group)


def recruits(state: ServalState, contingent: str) -> list[Recruit]:
    """The ways to recruit for a contingent that have content."""
    return [one for one, guests in groups_waiting(state, contingent) if not guests or any_hosted(state, guests)]


def groups_waiting(state: ServalState, contingent: str) -> list[tuple[Recruit, list[str]]]:
    """The ways to recruit that a contingent's pool allows, and for whom of them there have to be hosts on the map."""
    caches, key = state.kept[contingent, POOL], ("recruits", state.committed)
    found: list[tuple[Recruit, list[str]]] | None = caches.get(key)
    if found is None:
        found = caches[key] = list(_groups_waiting(state, contingent))
    return found


def _groups_waiting(state: ServalState, contingent: str) -> Iterator[tuple[Recruit, list[str]]]:
    for one in offers(state, contingent):
        if one.group in COMMITTED:
            if why_not_recruit(state, contingent, one.group) is None:
                yield one, []
            continue
        waiting = kinds_waiting(state, contingent, one.group)
        if waiting:
            boxed = any(off_map_places(state, id_) for id_ in waiting)
            yield one, [] if boxed else waiting


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
        found = caches[key] = _pool(state, contingent, group)
    return found


def _pool(state: ServalState, contingent: str, group: str) -> list[str]:
    box, units, counters = state.data.contingents[contingent].box, state.units, state.data.counters
    ready = ("", group, *state.committed)
    return [id_ for id_ in members(state, contingent, group) if units[id_].at == box and counters[id_].option in ready]


def kinds_waiting(state: ServalState, contingent: str, group: str) -> list[str]:
    """The first counter of every kind in a pool: where one may be placed, those alike may be placed as well."""
    caches, key = state.kept[contingent, POOL], ("kinds", group, state.committed)
    found: list[str] | None = caches.get(key)
    if found is None:
        found = caches[key] = _firsts_alike(state, pool(state, contingent, group))
    return found


def _firsts_alike(state: ServalState, ids: list[str]) -> list[str]:
    alike = state.data.alike
    firsts = {alike[id_]: id_ for id_ in reversed(ids)}
    return list(firsts.values())[::-1]


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
    if group in COMMITTED:
        if not state.has(group):
            return Refusal("10.10a", f"{group.upper()} belongs to an option that is not used")
        return Refusal("31.1a", f"{group.upper()} has been committed") if group in state.committed else None
    waiting = pool(state, contingent, group)
    if not waiting and contingent in COMMITTED and contingent not in state.committed:
        return Refusal("31.1c", f"{name} has not been committed")
    if not waiting:
        return Refusal("10.9a", f"no such counter of {name} is left to recruit")
    if any(has_place(state, id_) for id_ in kinds_waiting(state, contingent, group)):
        return None
    if state.data.contingents[contingent].needs_intervention and not state.intervention:
        return Refusal("10.4.1a", f"before intervention {name} units come to Staging Areas and boxes only")
    if any(receivers(state, id_) for id_ in waiting):
        return Refusal("10.1b", f"every hex that could receive recruits of {name} is in an enemy zone of control")
    refusal = why_not_place(state, waiting[0])
    assert refusal is not None
    return Refusal(refusal.rule, f"no recruit of {name} could be placed now: {refusal.why}")


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
        state.note(f"Up to {several(number, 'unit')} may be recruited.", rule_of(contingent))
    state.push(Recruits(side, contingent, group, number), Demobilising(side))


# The steps


class Recruits(SideStep, frozen=True, tag=True):
    """10.2-10.5, R36  Units are chosen and placed one after another, up to the number allowed."""

    contingent: str
    group: str
    left: int
    unit: str = ""

    def prompt(self, state: ServalState) -> str:
        if self.group == "jsoc":
            return f"Place the units of JSOC, which come together; {self.left} to go (31.1)."
        more = "one more" if self.left == 1 else f"up to {self.left} more"
        return f"Choose and place recruits; {more} ({rule_of(self.contingent)})."

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else replace(self, unit="")

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset({TAKEN_UP} if self.unit and side != self.side else ())

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
        refusal = why_not_place(state, waiting[0]) if waiting else None
        if refusal is not None:
            only = (self.side,) if state.fog else ()  # the enemy does not see who could receive them
            state.note(f"No recruit that is left could be placed now: {refusal.why}.", refusal.rule, only=only)
        elif self.left:
            state.note("No such counter is left to recruit.", "10.9a")
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


class Demobilising(SideStep, frozen=True, tag=True):
    """10.8a  At the end of a recruit action own bases may be removed from the map."""

    def prompt(self, state: ServalState) -> str:
        return "Remove bases that are no longer wanted, or keep them (10.8)."

    def proceed(self, state: ServalState) -> bool:
        if bases(state, self.side):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from [DEMOBILISE[base.id] for base in bases(state, self.side)]
        yield FINISH

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        return tuple(self.candidates(state))  # every base on the map can be removed

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Finish():
                return None
            case Demobilise(id_):
                mine = any(base.id == id_ for base in bases(state, self.side))
                return None if mine else Refusal("10.8a", "only bases of yours on the map can be removed")
        return Refusal("10.8a", "remove bases, or keep them")

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, Finish):
            state.flow.pop()
            return
        assert isinstance(action, Demobilise)
        counter, hex_ = state.counter(action.unit), state.units[action.unit].at
        state.put(Unit(action.unit, state.data.contingents[counter.contingent].box))
        public = f"The {does(self.side, 'remove')} {counter.title}."
        only = (self.side,) if state.fog else ()
        text = f"{counter.title} is removed from {state.title(hex_)}."
        state.note(text, "10.8a", only=only, public=public, show=("rules",))
        sudden_death(state)
