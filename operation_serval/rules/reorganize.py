"""22  Reorganisation: companies become task forces and task forces companies."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal
from operation_serval.actions import BreakDown, Combine, Finish
from operation_serval.rules.bases import bases, covers
from operation_serval.rules.discreet import CoveredStep
from operation_serval.rules.losses import break_down, company_sets, embodied
from operation_serval.rules.telling import names, tell
from operation_serval.state import COALITION, STAGING, TASK_FORCE_BOX, ServalState, Unit


def why_not_combine(state: ServalState, contingent: str, task_force: str, companies: tuple[str, ...]) -> Refusal | None:
    """22.1, 22.2  What keeps companies from becoming a task force."""
    counters = state.data.counters
    if task_force not in state.data.task_force_ids or counters[task_force].contingent != contingent:
        return Refusal("22.0a", "only French and US task forces are formed, by their own contingent")
    if state.units[task_force].at != TASK_FORCE_BOX:
        return Refusal("22.2b", f"{state.name(task_force)} is not in the task force box")
    if any(id_ not in counters or counters[id_].contingent != contingent for id_ in companies):
        return Refusal("22.1a", "the companies must be of the contingent that operates")
    if tuple(companies) not in set(company_sets(state, task_force, companies)):
        return why_wrong_companies(state, task_force)
    absent = [id_ for id_ in companies if not state.in_play(state.units[id_])]
    if absent:
        return Refusal("22.2a", f"{state.name(absent[0])} is not in play")
    places = {state.units[id_].at for id_ in companies}
    if len(places) > 1:
        return Refusal("22.2a", "the companies must stand together")
    if any(state.units[id_].disrupted for id_ in companies):
        return Refusal("22.2a", "a disrupted company cannot be combined")
    return why_not_combine_at(state, contingent, places.pop())


def why_wrong_companies(state: ServalState, task_force: str) -> Refusal:
    """22.1  Which companies a task force is made of."""
    counter = state.data.counters[task_force]
    kinds = state.data.types
    parts = [f"{number} {kinds[kind].name}" for kind, number in kinds[counter.type].made_of.items()]
    rule = "22.1c" if counter.nation == "us" else "22.1a" if counter.wings else "22.1b"
    return Refusal(rule, f"{counter.title} is made of {' and '.join(parts)} companies")


def why_not_combine_at(state: ServalState, contingent: str, place: str) -> Refusal | None:
    """22.2a  A Staging Area, or a hex within the radius of a base of the same contingent."""
    if place in STAGING[COALITION]:
        return None
    own = [base for base in bases(state, COALITION) if state.data.counters[base.id].contingent == contingent]
    if any(covers(state, base, place) for base in own):
        return None
    return Refusal("22.2a", f"no base of the same contingent covers {state.title(place)}")


def combine(state: ServalState, task_force: str, companies: tuple[str, ...]) -> None:
    """22.2b  The companies go to the box and the task force takes their place."""
    place = state.units[companies[0]].at
    text = f"{names(state, companies)} become {state.name(task_force)} in {state.title(place)}."
    tell(state, COALITION, text, "A task force is formed.", "22.2b", places=(place,), show_places=False)
    state.put(Unit(task_force, place))
    for id_ in companies:
        state.put(Unit(id_, TASK_FORCE_BOX))


def combinations_offered(state: ServalState, contingent: str) -> Iterator[Combine]:
    """Every task force that the contingent could form now."""
    members, units, field = state.data.members[contingent], state.units, state.data.field
    forces = [id_ for id_ in members if id_ in state.data.task_force_ids and units[id_].at == TASK_FORCE_BOX]
    if not forces:
        return
    places: dict[str, list[str]] = {}
    for id_ in members:
        unit = units[id_]
        if not unit.disrupted and unit.at in field:
            places.setdefault(unit.at, []).append(id_)
    for place, ids in places.items():
        if why_not_combine_at(state, contingent, place) is None:
            sets: dict[str, list[tuple[str, ...]]] = {}  # the same for all task forces of a type
            for task_force in forces:
                type_ = state.data.counters[task_force].type
                if type_ not in sets:
                    sets[type_] = list(company_sets(state, task_force, ids))
                yield from [Combine(task_force, companies) for companies in sets[type_]]


def could_reorganize(state: ServalState) -> bool:
    """Whether the enemy has to expect it: the open boxes lack a task force, or enough companies for one (R100)."""
    data, members = state.data, state.data.members[state.contingent]
    active = [id_ for id_ in members if state.in_play(state.units[id_])]
    if not data.task_force_ids.isdisjoint(active):
        return True
    waiting = [id_ for id_ in members if id_ in data.task_force_ids and state.units[id_].at == TASK_FORCE_BOX]
    return any(True for task_force in waiting for _ in company_sets(state, task_force, active))


class Reorganization(CoveredStep, frozen=True, tag=True):
    """22  Before anything moves, companies combine and task forces break down."""

    def _offers(self, state: ServalState) -> tuple[Action, ...]:
        """Everything that can be broken down or combined, which hangs on the units of the contingent alone."""
        caches = state.kept[state.contingent]
        found: tuple[Action, ...] | None = caches.get("reorganization")
        if found is None:
            members, units = state.data.members[state.contingent], state.units
            forces = [id_ for id_ in members if id_ in state.data.task_force_ids and state.in_play(units[id_])]
            kinds = {state.data.alike[id_]: id_ for id_ in forces}  # the same companies stand for all of a kind
            sets = {kind: list(embodied(state, id_)) for kind, id_ in kinds.items()}
            broken = [BreakDown(id_, companies) for id_ in forces for companies in sets[state.data.alike[id_]]]
            found = caches["reorganization"] = (*broken, *combinations_offered(state, state.contingent))
        return found

    def has_offers(self, state: ServalState) -> bool:
        """Whether anything can be combined or broken down."""
        return bool(self._offers(state))

    def asks(self, state: ServalState) -> bool:
        """Whether the segment comes: something can be done in it, or the enemy has to expect so."""
        return could_reorganize(state) if state.fog else self.has_offers(state)

    def proceed(self, state: ServalState) -> bool:
        if self.asks(state):
            return False
        state.flow.pop()
        return True

    def prompt(self, state: ServalState) -> str:
        return "Combine companies, break down task forces, or go on to the movement (22.0a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from self._offers(state)
        yield Finish()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        return (*self._offers(state), Finish())  # built of parts that were judged: place, task force, companies

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Combine(task_force, companies):
                return why_not_combine(state, state.contingent, task_force, companies)
            case BreakDown(task_force, companies):
                return self._why_not_break(state, task_force, companies)
            case Finish():
                return None
        return Refusal("12.1a", "the reorganization comes first: reorganize or end the segment")

    def _why_not_break(self, state: ServalState, task_force: str, companies: tuple[str, ...]) -> Refusal | None:
        members = state.data.members[state.contingent]
        if task_force not in state.data.task_force_ids or task_force not in members:
            return Refusal("22.0a", "only task forces of the contingent that operates break down")
        if not state.in_play(state.units[task_force]):
            return Refusal("22.3b", f"{state.name(task_force)} is not in play")
        if companies not in set(embodied(state, task_force)):
            return Refusal("22.1d", "its place is taken by three companies of its kind in the task force box")
        return None

    def play(self, state: ServalState, action: Combine | BreakDown | Finish) -> None:
        match action:
            case Combine(task_force, companies):
                combine(state, task_force, companies)
            case BreakDown(task_force, companies):
                break_down(state, task_force, companies, "22.3a", "22.3b", show_place=False)
            case Finish():
                state.flow.pop()
                return
        if not self.asks(state):
            state.note("Nothing else can be combined or broken down.", "22.0a")
