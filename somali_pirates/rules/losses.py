"""9.10, 22.6  Units that are lost, what goes down with them, and the replacement roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from common.engine import Side, Step
from somali_pirates.rules.chits import throw
from somali_pirates.state import AVAILABLE, COALITION, DUE, PIRATE, REMOVED, PirateState


def eliminate(state: PirateState, ids: Iterable[str], rule: str) -> tuple[str, ...]:
    """Take units off the map with their cargo; the Coalition's are rolled for at once, by a step put on the flow.

    Carrier air of a lost ship stays in the air over the Zone, for it may evacuate. Gives everything that was lost.
    """
    lost: list[str] = []
    for id_ in ids:
        lost += [*_drown(state, id_), id_]
    lost = list(dict.fromkeys(lost))
    rolled = []
    for id_ in lost:
        counter = state.data.counters[id_]
        is_gone = counter.side == PIRATE or counter.faction in state.data.tables.replacement.never
        state.note(f"{counter.name} is eliminated.", rule, places=(state.units[id_].at,))
        state.send_to(id_, AVAILABLE if is_gone else DUE)
        if not is_gone:
            rolled.append(id_)
    if rolled:
        state.push(Replacements(tuple(rolled)))
    return tuple(lost)


def _drown(state: PirateState, ship: str) -> list[str]:
    """22.6a  What goes down with a unit that is lost: its cargo, but no aircraft, which take to the air."""
    drowned = []
    for unit in state.cargo(ship):
        if state.data.counters[unit.id].category == "air":
            state.change(unit.id, aboard="", aloft=True)
        else:
            drowned.append(unit.id)
    if drowned:
        name = state.data.name
        state.note(f"{name(ship)} takes {', '.join(map(name, drowned))} down.", "22.6a", places=(state.units[ship].at,))
    return drowned


class Replacements(Step, frozen=True, tag=True):
    """9.10b  A die for each lost Coalition unit, one after the other."""

    units: tuple[str, ...]

    def proceed(self, state: PirateState) -> bool:
        if not self.units:
            state.flow.pop()
            return True
        state.swap(Replacement(self.units[0]), Replacements(self.units[1:]))
        throw(state, COALITION, f"Replacement of {state.data.counters[self.units[0]].name}", "9.10b")
        return True


def return_turn(state: PirateState, die: int) -> int:
    """9.10b-d  The turn on which a lost unit comes back with that roll; 0 if it never does."""
    delays = state.data.tables.replacement.delays
    turn = state.turn + delays[die - 1] if die <= len(delays) else 0
    return turn if turn <= state.data.tables.tracks.turns else 0


class Replacement(Step, frozen=True, tag=True):
    """9.10b-d  The unit returns after so many turns, or never."""

    unit: str

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        name, die = state.data.counters[self.unit].name, state.dice[0]
        turn = return_turn(state, die)
        if turn:
            state.due = {**state.due, self.unit: turn}
            state.note(f"{name} returns on Turn {turn}.", "9.10b")
            return True
        state.send_to(self.unit, REMOVED)
        if die > len(state.data.tables.replacement.delays):
            state.note(f"{name} is out of the game.", "9.10c")
        else:
            state.note(f"{name} would return after the last turn and is lost.", "9.10d")
        return True


def count_eliminated(positions: Sequence[PirateState]) -> Counter[Side]:
    """9.10  How many units of each side have left the map: nothing but elimination takes one off it."""
    lost = Counter[Side]()
    for before, after in pairwise(positions):
        zones, counters = before.data.zones, before.data.counters
        if before.units == after.units:
            continue
        for id_, unit in before.units.items():
            if unit.at in zones and after.units[id_].at not in zones:
                lost[counters[id_].side] += 1
    return lost
