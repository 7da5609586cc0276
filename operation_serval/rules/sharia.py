"""27  Sharia law: placing and clearing its markers."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side
from operation_serval.actions import Finish, MarkTown
from operation_serval.rules.command import gain
from operation_serval.rules.discreet import CoveredStep
from operation_serval.rules.zones import blocked, standing
from operation_serval.state import COALITION, ISLAMIST, ServalState


def eligible(state: ServalState, contingent: str) -> list[str]:
    """27.0, R97  The cities and towns of Mali with a leader of the contingent and without a marker."""
    caches, key = state.kept[contingent, "leader"], ("sharia", state.sharia)
    found: list[str] | None = caches.get(key)
    if found is None:
        towns = {state.units[id_].at for id_ in state.data.leaders_of[contingent]} & state.data.settlements
        found = caches[key] = sorted(towns - state.sharia)
    return found


def why_not_enact(state: ServalState, contingent: str) -> Refusal | None:
    """6.3a, 27.0a, R8  Only Islamists enact sharia, and a leader of theirs must stand in an unmarked town."""
    group = state.data.contingents[contingent]
    if group.side != ISLAMIST:
        return Refusal("6.3a", "only the Islamists enact sharia")
    if eligible(state, contingent):
        return None
    return Refusal("27.0a", f"no leader of {group.name} stands in a city or town without a marker")


def mark(state: ServalState, hex_: str, *rules: str) -> None:
    """27.0b, 27.1b  A marker is placed, and the Coalition gains a point for it at once."""
    state.sharia |= {hex_}
    state.note(f"Sharia law is enacted in {state.title(hex_)}.", *rules, places=(hex_,))
    gain(state, COALITION, state.data.tables.income.sharia_placed, "Opposition to sharia", "27.1b", "CC2P.c")


def begin(state: ServalState, contingent: str) -> None:
    """27.0a  One action covers all the towns with leaders of one contingent."""
    state.push(Enacting(ISLAMIST, contingent))


class Enacting(CoveredStep, frozen=True, tag=True):
    """CEX.b  Which of the towns get a marker; at least one does, and a single one without a question."""

    contingent: str
    marked: int = 0

    def prompt(self, state: ServalState) -> str:
        return "Choose the towns in which sharia is enacted (27.0)."

    def proceed(self, state: ServalState) -> bool:
        left = self._expected(state) if state.fog else len(eligible(state, self.contingent))
        if left > 1 or (left and self.marked):
            return False
        state.flow.pop()
        if not self.marked:
            mark(state, eligible(state, self.contingent)[0], "27.0a")
        return True

    def _expected(self, state: ServalState) -> int:
        """28.0  How many more towns the Coalition must expect: it sees who holds them and which leaders are in play."""
        leaders = [id_ for id_ in state.data.leaders_of[self.contingent] if state.in_play(state.units[id_])]
        towns = standing(state, self.contingent) & state.data.settlements - state.sharia
        return min(len(leaders) - self.marked, len(towns))

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(MarkTown, eligible(state, self.contingent))
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case MarkTown(hex_):
                if hex_ in state.sharia:
                    return Refusal("27.0b", "there is a marker there already")
                there = hex_ in eligible(state, self.contingent)
                return None if there else Refusal("27.0a", "a leader of the contingent has to be in that city or town")
            case Finish():
                return None if self.marked else Refusal("27.0a", "mark at least one town")
        return Refusal("27.0a", "mark the towns first")

    def play(self, state: ServalState, action: Action) -> None:
        if isinstance(action, MarkTown):
            state.swap(Enacting(self.side, self.contingent, self.marked + 1))
            mark(state, action.hex, "27.0a")
        else:
            state.flow.pop()


def clearable(state: ServalState) -> list[str]:
    """27.2a  The marked hexes with Coalition units."""
    return sorted(state.sharia & blocked(state, ISLAMIST))


def why_not_clear(state: ServalState, side: Side) -> Refusal | None:
    """6.3a, 27.2a  Only the Coalition clears sharia, where it has units."""
    if side != COALITION:
        return Refusal("6.3a", "only the Coalition clears sharia")
    return None if clearable(state) else Refusal("27.2a", "no Coalition unit is in a hex with a sharia marker")


def clear(state: ServalState) -> None:
    """27.2a  All markers under Coalition units go."""
    hexes = clearable(state)
    state.sharia -= set(hexes)
    names = ", ".join(map(state.title, hexes))
    state.note(f"Sharia is cleared in {names}.", "27.2a", places=tuple(hexes))
