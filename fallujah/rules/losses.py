"""8  Casualty Points of the Insurgents, retreats and Overrun."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.words import several
from fallujah.actions import Retreat, Suffer
from fallujah.components import Components
from fallujah.rules.counters import eliminate, names, room
from fallujah.state import INSURGENT, FallujahState, Unit


def capacity(state: FallujahState, unit: Unit) -> int:
    """8.2b-8.2e  The CP that eliminate a unit, which is the most it can absorb."""
    return absorbed(state.data, unit.id, unit.spent, unit.dug)


def absorbed(parts: Components, id_: str, spent: bool, dug: bool) -> int:
    """8.2b-8.2e  The same for a counter as it lies on the table."""
    table = parts.tables.casualties
    if dug:
        return table.dug_in
    if id_ in parts.militia_ids:
        return table.militia
    return table.spent if spent else table.fresh


def overrun(state: FallujahState) -> None:
    """8.4a  All defenders are eliminated."""
    battle = state.battle
    assert battle is not None
    lost = list(state.insurgents(battle.area))
    for unit in lost:
        eliminate(state, unit.id)
    state.battle = replace(battle, overrun=True)
    text = f"Overrun in {state.data.labels[battle.area]}: {several(len(lost), 'unit')} eliminated."
    state.note(text, "8.4a", places=(battle.area,))
    state.note(f"Eliminated: {names(state, (unit.id for unit in lost))}.", "8.4a")


def inflict(state: FallujahState, points: int) -> None:
    """8.2  Overrun if the defenders cannot absorb the points; otherwise they are allotted."""
    battle = state.battle
    assert battle is not None
    units = state.insurgents(battle.area)
    state.note(f"The Insurgents take {several(points, 'Casualty Point')}.", "7.2.7a", places=(battle.area,))
    if points > sum(capacity(state, unit) for unit in units):
        overrun(state)
        return
    lead = state.units[battle.defender]
    first = capacity(state, lead) if lead.dug else 1
    if lead.dug and points < first:
        state.note(f"{state.data.text(lead.id)} is Dug In: fewer than {first} points are ignored.", "8.2i")
        return
    state.push(Losses(battle.area, points - first, (lead.id,) * first))


def most(left: int, soft: int, dug: int, each: int) -> int:
    """8.2k  The most CP that can be absorbed: any number on soft units, `each` at once on Dug In ones."""
    best = 0
    for count in range(dug + 1):
        if count * each <= left:
            best = max(best, count * each + min(left - count * each, soft))
    return best


class Losses(Step, frozen=True, tag=True):
    """8.2  After the lead's part, the Insurgents allot the other points; `hits` names a unit once per point."""

    area: str
    left: int
    hits: tuple[str, ...]

    def proceed(self, state: FallujahState) -> bool:
        if state.bot:
            from fallujah.rules.solitaire import losses as procedure  # the bot's own order of losses (15)

            state.flow.pop()
            procedure.allot(state, self.area, self.left, self.hits)
            return True
        options = self._options(state)
        if not options:
            state.flow.pop()
            if self.left:
                state.note(f"{several(self.left, 'Casualty Point')} ignored by Dug In units.", "8.2j")
            apply(state, self.area, self.hits)
            return True
        if len({self._likeness(state, unit) for unit in options}) == 1 or self.left >= self._all(state):
            self._take(state, options[0])
            return True
        return False

    def _all(self, state: FallujahState) -> int:
        return sum(capacity(state, unit) - self.hits.count(unit.id) for unit in state.insurgents(self.area))

    def _likeness(self, state: FallujahState, unit: Unit) -> tuple[str | bool | int, ...]:
        return (state.counter(unit.id).type, unit.spent, unit.dug, self.hits.count(unit.id))

    def _options(self, state: FallujahState) -> list[Unit]:
        return [unit for unit in state.insurgents(self.area) if self.why_not_suffer(state, unit.id) is None]

    def why_not_suffer(self, state: FallujahState, id_: str) -> Refusal | None:
        """What keeps a unit from absorbing the next point, or three of them if it is Dug In."""
        units = state.insurgents(self.area)
        unit = state.units.get(id_)
        if unit is None or unit not in units:
            return Refusal("8.2h", f"{state.data.call(id_)} does not defend in this battle")
        free = capacity(state, unit) - self.hits.count(id_)
        if free <= 0:
            return Refusal("8.2a", f"{state.data.text(id_)} is already eliminated and absorbs nothing more")
        each = state.data.tables.casualties.dug_in
        soft = sum(capacity(state, u) - self.hits.count(u.id) for u in units if not u.dug)
        dug = sum(1 for u in units if u.dug and u.id not in self.hits)
        if unit.dug:
            if self.left < each:
                return Refusal("8.2j", f"{state.data.text(id_)} is Dug In and ignores fewer than {each} points")
            after = each + most(self.left - each, soft, dug - 1, each)
        else:
            if not self.left:
                return Refusal("8.2a", "no points are left")
            after = 1 + most(self.left - 1, soft - 1, dug, each)
        if after < most(self.left, soft, dug, each):
            return Refusal("8.2k", "as many points as possible must be absorbed")
        return None

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        where = state.data.labels[self.area]
        return f"{len(self.hits) + self.left} CP hit {where}: allot the next of {self.left} (8.2h)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        for unit in state.insurgents(self.area):
            yield Suffer(unit.id)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, Suffer):
            return self.why_not_suffer(state, action.unit)
        return Refusal("8.2h", "allot the Casualty Points first")

    def play(self, state: FallujahState, action: Suffer) -> None:
        self._take(state, state.units[action.unit])

    def _take(self, state: FallujahState, unit: Unit) -> None:
        points = capacity(state, unit) if unit.dug else 1
        state.swap(Losses(self.area, self.left - points, (*self.hits, *(unit.id,) * points)))


def apply(state: FallujahState, area: str, hits: tuple[str, ...]) -> None:
    """8.2  Turn the allotted points into flips, eliminations and retreats to come."""
    away: list[str] = []
    for unit in list(state.insurgents(area)):
        count = hits.count(unit.id)
        if not count:
            continue
        text = state.data.text(unit.id)
        limit = capacity(state, unit)
        if count >= limit:
            eliminate(state, unit.id)
            state.note(f"{text} is eliminated.", elimination_rule(state, unit), places=(area,))
        elif not unit.dug:
            if not unit.spent:
                state.change(unit.id, spent=True)
                state.note(f"{text} is flipped to Spent.", "8.2f", places=(area,))
            if count == limit - 1:
                away.append(unit.id)
    if away:
        state.push(Retreats(area, tuple(away)))


def elimination_rule(state: FallujahState, unit: Unit) -> str:
    """The line of 8.2 under which a unit is eliminated."""
    if unit.dug:
        return "8.2b"
    if unit.id in state.data.militia_ids:
        return "8.2e"
    return "8.2d" if unit.spent else "8.2c"


def destinations(state: FallujahState, area: str) -> list[str]:
    """8.3  Where a unit may retreat: adjacent Free areas with room, or else Contested ones."""
    near = [other for other in state.data.near[area] if room(state, other) > 0]
    free = [other for other in near if state.free(INSURGENT, other)]
    return free or [other for other in near if state.contested(other)]


def retreat(state: FallujahState, id_: str, space: str) -> None:
    """Move a retreating unit."""
    area = state.units[id_].at
    state.change(id_, at=space)
    state.note(f"{state.data.text(id_)} retreats to {state.data.labels[space]}.", "8.3a", places=(area, space))


class Retreats(Step, frozen=True, tag=True):
    """8.3  The units that must retreat go one by one; without a permitted area they are eliminated."""

    area: str
    units: tuple[str, ...]

    def proceed(self, state: FallujahState) -> bool:
        if not self.units:
            state.flow.pop()
            return True
        open_ = destinations(state, self.area)
        if not open_:
            state.flow.pop()
            for id_ in self.units:
                eliminate(state, id_)
                state.note(f"{state.data.text(id_)} has nowhere to retreat and is eliminated.", "8.3d")
            return True
        alike = len({state.counter(id_).type for id_ in self.units}) == 1
        if len(open_) == 1 and (alike or room(state, open_[0]) >= len(self.units)):
            self._go(state, self.units[0], open_[0])
            return True
        return False

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        who = state.data.text(self.units[0]) if len(self.units) == 1 else several(len(self.units), "unit")
        return f"{who} must leave {state.data.labels[self.area]}: choose where to (8.3a)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        for id_ in self.units:
            for space in state.data.near[self.area]:
                yield Retreat(id_, space)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if not isinstance(action, Retreat):
            return Refusal("8.3a", "make the retreats first")
        if action.unit not in self.units:
            return Refusal("8.3a", f"{state.data.call(action.unit)} does not have to retreat")
        return why_not_retreat(state, self.area, action.space)

    def play(self, state: FallujahState, action: Retreat) -> None:
        self._go(state, action.unit, action.space)

    def _go(self, state: FallujahState, id_: str, space: str) -> None:
        state.swap(Retreats(self.area, tuple(other for other in self.units if other != id_)))
        retreat(state, id_, space)


def why_not_retreat(state: FallujahState, area: str, space: str) -> Refusal | None:
    """What keeps a retreating unit out of a space (8.3)."""
    parts = state.data
    if space in destinations(state, area):
        return None
    if space not in parts.near_sets[area]:
        return Refusal("2.2a", f"{parts.labels.get(space, space)} is not adjacent to {parts.labels[area]}")
    if room(state, space) <= 0:
        return Refusal("8.3c", f"{parts.labels[space]} is full")
    if state.contested(space):
        return Refusal("8.3a", "a Free area must be chosen as long as there is one")
    return Refusal("8.3a", f"{parts.labels[space]} is not Free")
