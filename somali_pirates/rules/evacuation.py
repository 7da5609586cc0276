"""21.4  Air units whose base or carrier is gone relocate at once."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal
from common.engine.steps import SideStep
from somali_pirates.actions import Fly
from somali_pirates.rules.air import landings, perches, why_not_land
from somali_pirates.rules.choices import name_all
from somali_pirates.rules.losses import eliminate
from somali_pirates.state import PirateState


class Evacuation(SideStep, frozen=True, tag=True):
    """21.4a  Each air unit goes to another base or carrier; one that finds none is lost."""

    units: tuple[str, ...]

    def prompt(self, state: PirateState) -> str:
        have = "have" if len(self.units) > 1 else "has"
        return f"{name_all(state, self.units)} {have} no base left: where to? (21.4a)"

    def proceed(self, state: PirateState) -> bool:
        for id_ in self.units:
            places = landings(state, id_)
            if len(places) == 1:
                self._land(state, id_, *places[0])
                return True
            if not places:
                self._lose(state, id_)
                return True
        if not self.units:
            state.flow.pop()
            return True
        return False

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return (Fly(id_, zone, perch) for id_ in self.units for zone, perch in perches(state))

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case Fly(unit, zone, perch) if unit in self.units:
                return why_not_land(state, unit, zone, perch)
        return Refusal("21.4a", "land the air units first")

    def play(self, state: PirateState, action: Fly) -> None:
        self._land(state, action.unit, action.zone, action.perch)

    def _land(self, state: PirateState, id_: str, zone: str, perch: str) -> None:
        state.swap(replace(self, units=tuple(other for other in self.units if other != id_)))
        state.put(id_, zone, aboard="" if perch == "base" else perch)
        where = state.data.name(zone if perch == "base" else perch)
        state.note(f"{state.data.name(id_)} evacuates to {where}.", "21.4a", places=(zone,))

    def _lose(self, state: PirateState, id_: str) -> None:
        state.swap(replace(self, units=tuple(other for other in self.units if other != id_)))
        state.note(f"No base is left for {state.data.name(id_)}.", "21.4a")
        lost = eliminate(state, (id_,), "21.4a")
        if state.battle is not None:
            state.battle = replace(state.battle, lost=(*state.battle.lost, *lost))
