"""One unit alone on the map, for designers: the Zones it reaches by its own movement."""

from __future__ import annotations

from collections.abc import Sequence

from common.tabletop import Target, Trials
from common.tabletop.trial import opening_position
from somali_pirates.components import Components
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.routes import reach
from somali_pirates.state import AVAILABLE, PirateState, Unit
from somali_pirates.table.faces import type_name


class PirateTrials(Trials):
    """Units of the game tried on the map."""

    def trials(self) -> Sequence[tuple[str, str]]:
        """One counter for each side, type and movement."""
        data: Components = self.data
        found: dict[tuple[str, str, int], Counter] = {}
        for counter in data.counters.values():
            if counter.move and "flies_only" not in counter.flags:
                found.setdefault((counter.side, counter.type, counter.move), counter)
        return [(each.id, f"{each.side.capitalize()} {type_name(each)}, {each.move}") for each in found.values()]

    def trial(self, unit: str, space: str) -> Sequence[Target]:
        """11.3, 11.4  Along routes, on a map without anybody else."""
        state: PirateState = opening_position(self.game)
        counter = state.data.counters[unit]
        state.units = {id_: Unit(id_, space if id_ == unit else AVAILABLE) for id_ in state.units}
        state.forget()
        state.moved, state.spent, state.phase, state.mover = {}, {}, "movement", counter.side
        found = []
        for zone, path in reach(state, unit).items():
            left = counter.move - len(path)
            found.append(Target(zone, f"{len(path)}", (), (space, *path), f"{left} left", len(path)))
        return found
