"""4.1.3  Insurgent Reaction, and what it does to the unit that came in: 6.3.1 Reconnaissance, 6.4 costs and Ambush."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, Step
from fallujah.actions import DigIn, Done, Rally, SlipAway, Withdraw
from fallujah.rules import control
from fallujah.rules.counters import place_militia, room
from fallujah.state import COALITION, FORCE_POOL, INSURGENT, STACK_LIMIT, FallujahState


def why_not_react(state: FallujahState, id_: str, area: str, done: tuple[str, ...]) -> Refusal | None:
    """4.1.3a-c  What keeps a unit from reacting to the entry into `area` at all."""
    unit = state.units.get(id_)
    if unit is None or id_ in state.data.coalition_ids:
        return Refusal("4.1.3a", f"{state.data.call(id_)} is not an Insurgent unit")
    text = state.data.text(id_)
    if unit.at != area and unit.at not in state.data.near_sets[area]:
        return Refusal("4.1.3a", f"{text} is neither in the area entered nor next to it")
    if id_ in state.data.militia_ids:
        return Refusal("4.1.3f", "Militia never react")
    if id_ in done:
        return Refusal("4.1.3c", f"{text} has already reacted")
    if unit.spent:
        return Refusal("4.1.3b", f"{text} is Spent")
    if unit.dug:
        return Refusal("4.1.3b", f"{text} is Dug In")
    return None


def why_not_dig(state: FallujahState, id_: str, area: str, done: tuple[str, ...]) -> Refusal | None:
    """4.1.3d  Only Fedayeen in the area entered may dig in."""
    refusal = why_not_react(state, id_, area, done)
    if refusal is not None:
        return refusal
    if id_ not in state.data.fedayeen_ids:
        return Refusal("4.1.3d", "only Fedayeen dig in")
    if state.units[id_].at != area:
        return Refusal("4.1.3d", f"{state.data.text(id_)} is not in the area just entered")
    return None


def why_not_slip(state: FallujahState, id_: str, space: str, area: str, done: tuple[str, ...]) -> Refusal | None:
    """4.1.3e  Fedayeen and Cadre of the area entered retreat to an adjacent Free area with room."""
    refusal = why_not_react(state, id_, area, done)
    if refusal is not None:
        return refusal
    labels = state.data.labels
    if state.units[id_].at != area:
        return Refusal("4.1.3e", f"{state.data.text(id_)} is not in the area just entered")
    if space not in state.data.near_sets[area]:
        return Refusal("2.2a", f"{labels.get(space, space)} is not adjacent to {labels[area]}")
    if not state.free(INSURGENT, space):
        return Refusal("4.1.3e", f"{labels[space]} is not Free")
    if room(state, space) <= 0:
        return Refusal("5a", f"{labels[space]} already holds {STACK_LIMIT} Insurgent units")
    return None


def why_not_rally(state: FallujahState, id_: str, space: str, area: str, done: tuple[str, ...]) -> Refusal | None:
    """4.1.3g, 4.1.3h  Cadre place a Militia in the area entered, or from next door in their own Free area."""
    refusal = why_not_react(state, id_, area, done)
    if refusal is not None:
        return refusal
    labels = state.data.labels
    if id_ not in state.data.cadre_ids:
        return Refusal("4.1.3g", "only Cadre organize resistance")
    home = state.units[id_].at
    if home != area and not state.free(INSURGENT, home):
        return Refusal("4.1.3h", f"{labels[home]} is not Free, so its Cadre cannot react")
    if space not in {area, home}:
        return Refusal("4.1.3h", "the Militia goes into the area entered or the Cadre's own")
    if not state.insurgents(FORCE_POOL):
        return Refusal("4.1.3l", "the Force Pool is empty")
    if room(state, space) <= 0:
        return Refusal("4.1.3l", f"{labels[space]} already holds {STACK_LIMIT} Insurgent units")
    return None


class Reaction(Step, frozen=True, tag=True):
    """4.1.3  Units in and next to the area just entered react, each at most once, in any order."""

    area: str
    done: tuple[str, ...] = ()

    def proceed(self, state: FallujahState) -> bool:
        for action in self._reactions(state):
            if self.why_not(state, action) is None:
                return False
        state.flow.pop()
        return True

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return f"The Coalition enters {state.data.labels[self.area]}: react to it, or finish (4.1.3)."

    def _reactions(self, state: FallujahState) -> Iterator[Action]:
        parts, area = state.data, self.area
        for unit in state.insurgents(area):
            if unit.spent or unit.dug or unit.id in parts.militia_ids:
                continue
            if unit.id in parts.fedayeen_ids:
                yield DigIn(unit.id)
            else:
                yield Rally(unit.id, area)
            for space in parts.near[area]:
                yield SlipAway(unit.id, space)
        for space in parts.near[area]:
            for unit in state.insurgents(space):
                if unit.id in parts.cadre_ids:
                    yield Rally(unit.id, area)
                    yield Rally(unit.id, space)

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield from self._reactions(state)
        yield Done()

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        match action:
            case Done():
                return None
            case DigIn(id_):
                return why_not_dig(state, id_, self.area, self.done)
            case SlipAway(id_, space):
                return why_not_slip(state, id_, space, self.area, self.done)
            case Rally(id_, space):
                return why_not_rally(state, id_, space, self.area, self.done)
        return Refusal("4.1.3a", "the Insurgents react to the entry first")

    def play(self, state: FallujahState, action: Action) -> None:
        parts = state.data
        match action:
            case Done():
                state.flow.pop()
                return
            case DigIn(id_):
                state.change(id_, dug=True)
                state.note(f"{parts.text(id_)} digs in.", "4.1.3d", places=(self.area,))
                acted = id_
            case SlipAway(id_, space):
                state.change(id_, at=space, spent=True)
                text = f"{parts.text(id_)} slips away to {parts.labels[space]} and is Spent."
                state.note(text, "4.1.3e", places=(self.area, space))
                acted = id_
            case Rally(id_, space):
                place_militia(state, space)
                rule = "4.1.3g" if state.units[id_].at == self.area else "4.1.3h"
                state.note(f"{parts.text(id_)} raises a Militia in {parts.labels[space]}.", rule, places=(space,))
                if space == self.area:
                    mark_placed(state, space)
                acted = id_
            case _:
                raise AssertionError(action)
        state.swap(Reaction(self.area, (*self.done, acted)))


def mark_placed(state: FallujahState, area: str) -> None:
    """Remember that the Reaction put a unit into the area entered."""
    state.mark(area, placed=True)


class Arrive(Step, frozen=True, tag=True):
    """6.4  After the Reaction: the final entry cost, Ambush, control, and the right of scouts to withdraw."""

    unit: str
    area: str
    mp: int  # what the unit had when it entered

    def proceed(self, state: FallujahState) -> bool:
        state.flow.pop()
        parts, area = state.data, self.area
        costs = parts.tables.movement_costs
        entry = state.entry(area)
        here = state.insurgents(area)
        if not here:
            cost = costs.vacant_enemy
        elif any(not unit.spent for unit in here):
            cost = costs.enemy_fresh
        else:
            cost = costs.enemy_spent
        ambush = cost > entry.base and self.mp < cost
        state.set_mp(self.unit, max(0, self.mp - cost))
        state.mark(area, cost=cost, due=bool(here), ambush=ambush, low=self.mp)
        if cost < entry.base:
            state.note(f"The entry into {parts.labels[area]} now costs {cost} MP.", "6.4.1b" if not here else "6.4.1a")
        elif ambush:
            state.note(f"Ambush in {parts.labels[area]}: {cost - self.mp} off the Offensive Value.", "6.4.2b")
        elif cost > entry.base:
            state.note(f"The entry into {parts.labels[area]} now costs {cost} MP.", "6.4.2a")
        if not here:
            control.settle(state, area)
        elif entry.placed and self.unit in parts.scout_ids:
            state.push(Scout(self.unit, area))
        return True


class Scout(Step, frozen=True, tag=True):
    """6.3.1  A recon, LAR or cavalry unit may go back when the Reaction placed a unit."""

    unit: str
    area: str

    def actor(self, state: FallujahState) -> Side:
        return COALITION

    def prompt(self, state: FallujahState) -> str:
        who, where = state.data.text(self.unit), state.data.labels[self.area]
        return f"Insurgents in {where}: withdraw {who}, Spent, or stay? (6.3.1a)"

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Withdraw(True)
        yield Withdraw(False)

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        if isinstance(action, Withdraw) and action.back in {True, False}:
            return None
        return Refusal("6.3.1a", "decide first whether the scouting unit withdraws")

    def play(self, state: FallujahState, action: Withdraw) -> None:
        state.flow.pop()
        if action.back:
            withdraw(state, self.unit, "6.3.1a")


def withdraw(state: FallujahState, id_: str, *rules: str) -> None:
    """A scouting unit goes back to where it came from and is Spent; no attack is due any more."""
    area, back = state.units[id_].at, state.origin[id_]
    state.change(id_, at=back, spent=True)
    state.mark(area, due=False, ambush=False, placed=False)
    text = f"{state.data.text(id_)} withdraws to {state.data.labels[back]} and is Spent."
    state.note(text, *rules, places=(area, back))
    control.settle(state, area)
    control.settle(state, back)
