"""4.3 Infiltration Phase and 4.4 Reset Phase."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, Step
from common.engine.words import several
from fallujah.actions import Refresh
from fallujah.rules import control, victory
from fallujah.state import FRESH_LIMIT, INSURGENT, FallujahState, Unit


class Infiltration(Step, frozen=True, tag=True):
    """4.3a  Ungarrisoned Coalition areas are checked for loss of control."""

    def proceed(self, state: FallujahState) -> bool:
        state.flow.pop()
        state.phase = "infiltration"
        state.head("Infiltration Phase", "4.3a")
        control.infiltrate(state)
        return True


class Reset(Step, frozen=True, tag=True):
    """4.4  The end of the game, or Spent units turn Fresh and a new day begins."""

    def proceed(self, state: FallujahState) -> bool:
        state.flow.pop()
        state.phase = "reset"
        state.head("Reset Phase", "4.4a")
        if state.turn >= len(state.data.tables.tracks.turns):
            victory.finish(state)
            return True
        crowded = refresh(state)
        state.push(*(Crowded(area) for area in crowded), NextDay())
        return True


def refresh(state: FallujahState) -> list[str]:
    """4.4b  Flip Spent units to Fresh; the areas where friction leaves a choice are returned (4.4c)."""
    parts = state.data
    fighters = parts.cadre_ids | parts.fedayeen_ids
    count = 0
    for unit in list(state.units.values()):
        if unit.spent and unit.id not in fighters:
            state.change(unit.id, spent=False)
            count += 1
    crowded: list[str] = []
    for area in parts.areas:
        tired = spent_fighters(state, area)
        if not tired:
            continue
        if state.fighters(area) > FRESH_LIMIT:
            crowded.append(area)
            continue
        for unit in tired:
            state.change(unit.id, spent=False)
            count += 1
    state.note(f"{several(count, 'unit')} turned Fresh.", "4.4b")
    return crowded


def spent_fighters(state: FallujahState, area: str) -> list[Unit]:
    """The Spent Cadre and Fedayeen of an area."""
    militia = state.data.militia_ids
    return [unit for unit in state.insurgents(area) if unit.spent and unit.id not in militia]


class Crowded(Step, frozen=True, tag=True):
    """4.4c, 5.1a  Where more than five Cadre and Fedayeen are, the Insurgents choose who turns Fresh."""

    area: str

    def proceed(self, state: FallujahState) -> bool:
        tired = spent_fighters(state, self.area)
        if state.fighters(self.area, fresh=True) >= FRESH_LIMIT or not tired:
            state.flow.pop()
            if tired:
                text = f"{several(len(tired), 'unit')} in {state.data.labels[self.area]} must stay Spent."
                state.note(text, "5.1a", places=(self.area,))
            return True
        if state.bot or len({state.counter(unit.id).type for unit in tired}) == 1:
            cadre = state.data.cadre_ids
            tired.sort(key=lambda unit: unit.id not in cadre)
            state.change(tired[0].id, spent=False)
            return True
        return False

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return f"Choose a unit in {state.data.labels[self.area]} that turns Fresh (4.4c)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        for unit in spent_fighters(state, self.area):
            yield Refresh(unit.id)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if not isinstance(action, Refresh):
            return Refusal("4.4c", "choose first which Cadre and Fedayeen turn Fresh")
        if action.unit not in {unit.id for unit in spent_fighters(state, self.area)}:
            return Refusal("4.4c", f"{state.data.call(action.unit)} is not a Spent Cadre or Fedayeen of this area")
        return None

    def play(self, state: FallujahState, action: Refresh) -> None:
        state.change(action.unit, spent=False)


class NextDay(Step, frozen=True, tag=True):
    """4.4d-4.4f  Impulse marker to 1, Advantage available again, next day."""

    def proceed(self, state: FallujahState) -> bool:
        from fallujah.rules.impulse import begin_insurgent

        state.flow.pop()
        if state.advantage_used:
            state.advantage_used = False
            state.note(f"The Advantage is available to the {state.advantage.capitalize()} side.", "4.4e")
        state.turn += 1
        state.impulse = 1
        state.phase = "action"
        state.push(begin_insurgent(state))
        return True
