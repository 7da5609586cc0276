"""31.1  Optional forces that arrive as a task force or as companies."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from operation_serval.actions import FormUp
from operation_serval.rules.intervention import commit, tell_arrivals
from operation_serval.state import AIR_BOX, COALITION, TASK_FORCE_BOX, ServalState


def form(state: ServalState, task_force: str, companies: list[str], place: str, formed: bool) -> None:
    """22.2  A task force in a place with its companies embodied, or the companies there and the counter in the box."""
    state.change(task_force, at=place if formed else TASK_FORCE_BOX, disrupted=False)
    for id_ in companies:
        state.change(id_, at=TASK_FORCE_BOX if formed else place, disrupted=False)


class Arrival(SideStep, frozen=True, tag=True):
    """R107, R108  Companies that arrive may be combined at once."""

    task_force: str
    companies: tuple[str, ...]
    place: str

    def prompt(self, state: ServalState) -> str:
        return f"Combine the companies into {state.name(self.task_force)} at once, or not (31.1)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield FormUp(True)
        yield FormUp(False)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, FormUp):
            return None
        return Refusal(self.rule(state), "decide first whether the companies are combined")

    def rule(self, state: ServalState) -> str:
        """The rule by which the companies arrive."""
        return "31.1e" if state.counter(self.task_force).contingent == "africom" else "31.1f"

    def play(self, state: ServalState, action: FormUp) -> None:
        state.flow.pop()
        form(state, self.task_force, list(self.companies), self.place, action.as_task_force)
        how = "as a task force" if action.as_task_force else "as companies"
        side = (self.side,) if state.fog else ()
        public = f"{state.name(self.task_force)} has arrived."
        state.note(f"{state.name(self.task_force)} arrives {how}.", self.rule(state), only=side, public=public)


def eleventh_airborne(state: ServalState) -> Arrival:
    """31.1f, R107  Three of the four companies in France may combine to the 11th Airborne."""
    ids = [id_ for id_ in state.data.order if state.counter(id_).option == "additional_french"]
    task_force = next(id_ for id_ in ids if id_ in state.data.task_force_ids)
    needed = sum(state.data.types[state.counter(task_force).type].made_of.values())
    companies = [id_ for id_ in ids if id_ in state.data.company_ids][:needed]
    return Arrival(state.data.side_of[task_force], task_force, tuple(companies), state.units[companies[0]].at)


def arrive_africom(state: ServalState) -> None:
    """31.1c, R108  The US force comes to West Africa, its aircraft to the air box; the base waits for a place."""
    arrives, data = state.data.tables.options.africom.arrives, state.data
    ids = [id_ for id_ in data.members["africom"] if id_ not in data.base_ids and id_ not in data.task_force_ids]
    for id_ in ids:
        state.change(id_, at=AIR_BOX if id_ in data.air_ids else arrives)
    state.note(f"{tell_arrivals(state, ids)}.", "31.1c")
    commit(state, "africom", "AFRICOM", "31.1d", "IC2P.e")


def meu(state: ServalState) -> Arrival:
    """31.1e  The three companies of the MEU, combined or not."""
    ids = state.data.members["africom"]
    task_force = next(id_ for id_ in ids if id_ in state.data.task_force_ids)
    parts = state.data.types[state.counter(task_force).type].made_of
    companies = tuple(id_ for id_ in ids if state.counter(id_).type in parts)
    return Arrival(COALITION, task_force, companies, state.data.tables.options.africom.arrives)
