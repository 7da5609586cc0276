"""11  Operation Phantom Fury: where everything starts."""

from __future__ import annotations

from functools import lru_cache

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import Deploy, Place
from fallujah.components import Components
from fallujah.rules.impulse import begin_coalition
from fallujah.state import INSURGENT, RESERVE, FallujahState, Unit


def start(parts: Components, scenario: str) -> FallujahState:
    """11.1  The position before the Fedayeen are placed."""
    setup = parts.setups[scenario]
    units: dict[str, Unit] = {}
    cadre = iter(setup.cadre)
    for id_ in parts.order:
        if id_ in parts.mix[scenario]:  # 11.1d: the extra Fedayeen belong to solitaire play
            at = next(cadre) if id_ in parts.cadre_ids else parts.homes[id_][0]
            units[id_] = Unit(id_, at)
    state = FallujahState(scenario=scenario, units=units, control=dict.fromkeys(parts.areas, INSURGENT))
    if setup.bot:
        from fallujah.rules.solitaire.setup import BotSetup

        state.flow = [BotSetup()]
    else:
        state.flow = [PlaceFedayeen()]
    return state


def begin(state: FallujahState) -> None:
    """11.2a  The game opens with a Coalition impulse at number 0."""
    state.phase = "action"
    state.swap(begin_coalition(state))


def why_not_place(state: FallujahState, area: str) -> Refusal | None:
    """11.1c  Any area, at most two per area."""
    limit = state.data.setups[state.scenario].fedayeen_per_area
    if area not in state.control:
        return Refusal("11.1c", f"{state.data.call(area)} is not an area of the city")
    here, fedayeen = state.insurgents(area), state.data.fedayeen_ids
    if len(here) >= limit and len([unit for unit in here if unit.id in fedayeen]) >= limit:
        return Refusal("11.1c", f"{state.data.labels[area]} already holds {limit} Fedayeen")
    return None


def why_not_deploy(state: FallujahState, plan: str) -> Refusal | None:
    """11.1c  A ready-made plan places all Fedayeen."""
    if plan not in state.data.deployments:
        return Refusal("11.1c", f"there is no plan {plan!r}")
    if len(state.insurgents(RESERVE)) < state.data.setups[state.scenario].fedayeen:
        return Refusal("11.1c", "a plan can be used only before any Fedayeen is placed")
    return None


@lru_cache(8)
def list_places(areas: tuple[str, ...]) -> tuple[Place, ...]:
    """The placing of a Fedayeen in every area."""
    return tuple([Place(area) for area in areas])


class PlaceFedayeen(Step, frozen=True, tag=True):
    """11.1c  The Insurgents place their Fedayeen, one by one or by a ready-made plan."""

    def proceed(self, state: FallujahState) -> bool:
        if state.insurgents(RESERVE):
            return False
        begin(state)
        return True

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        left = len(state.insurgents(RESERVE))
        return f"Place a Fedayeen, at most two in an area; {left} to go (11.1c)."

    def legal(self, state: FallujahState) -> tuple[Action, ...]:
        by_space = state.pieces.by_space  # an area without Insurgents is never full
        found: list[Action] = [
            place
            for place in list_places(state.data.areas)
            if not by_space[place.space][0] or why_not_place(state, place.space) is None
        ]
        found += [Deploy(plan) for plan in state.data.deployments if why_not_deploy(state, plan) is None]
        return tuple(found)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Place(area):
                return why_not_place(state, area)
            case Deploy(plan):
                return why_not_deploy(state, plan)
        return Refusal("11.1c", "place the Fedayeen first")

    def play(self, state: FallujahState, action: Action) -> None:
        match action:
            case Place(area):
                self._place(state, area)
            case Deploy(plan):
                for area, count in state.data.deployments[plan].areas.items():
                    for _ in range(count):
                        self._place(state, area)

    def _place(self, state: FallujahState, area: str) -> None:
        unit = state.insurgents(RESERVE)[0]
        state.change(unit.id, at=area)
        text = f"{state.data.text(unit.id)} is placed in {state.data.labels[area]}."
        state.note(text, "11.1c", places=(area,))
