"""WIN  Objectives, how far they are met, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from common.engine import Side
from sand_wars.components import INSURGENT, Condition
from sand_wars.rules.resources import lost_resources
from sand_wars.state import ENEMY, NAMES, SIDES, SandState

PRESENT = (*INSURGENT, "guards", "base", "leader")  # what counts as a piece in a country besides blocks (R100)


class Reached(NamedTuple):
    """How much of a condition there is, how much is asked for, and whether that much is too much or enough."""

    have: int
    need: int
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether the condition holds."""
        return self.have <= self.need if self.at_most else self.have >= self.need

    @property
    def part(self) -> float:
        """How near the condition is to being met, from 0 to 1."""
        if self.met:
            return 1.0
        return self.need / self.have if self.at_most else max(0, self.have) / self.need


def controls_at_least(state: SandState, condition: Condition) -> Reached:
    """The listed spaces that a side controls; disputed ones do not count (CTL.4)."""
    held = sum(state.controller(space) == condition.side for space in condition.spaces)
    return Reached(held, condition.count)


def chain(state: SandState, condition: Condition) -> Reached:
    """An unbroken chain of controlled spaces, measured against the shortest way there is on the map."""
    length = fewest(state, condition, lambda space: True)
    missing = missing_links(state, condition)
    return Reached(max(0, length - missing), length) if missing else Reached(length, length)


def missing_links(state: SandState, condition: Condition) -> int:
    """How many spaces a side must still take to complete a chain."""
    return fewest(state, condition, lambda space: state.controller(space) != condition.side)


def fewest(state: SandState, condition: Condition, counts: Callable[[str], bool]) -> int:
    """The fewest spaces that count on any way from the start of a chain to one of its ends."""
    ends, near = set(condition.spaces), state.data.near
    cost = {condition.start: int(counts(condition.start))}
    edge = [condition.start]
    while edge:
        edge.sort(key=cost.__getitem__, reverse=True)
        space = edge.pop()
        if space in ends:
            return cost[space]
        for other in near[space]:
            price = cost[space] + counts(other)
            if price < cost.get(other, len(near) + 1):
                cost[other] = price
                edge.append(other)
    return len(near)


def resources_lost_at_least(state: SandState, condition: Condition) -> Reached:
    """Printed resources of a country that are lost (R38)."""
    return Reached(len(lost_resources(state, condition.owner, condition.kinds)), condition.count)


def resources_lost_at_most(state: SandState, condition: Condition) -> Reached:
    """Printed resources of a country that are lost, no more than so many."""
    return Reached(len(lost_resources(state, condition.owner, condition.kinds)), condition.count, at_most=True)


def steps_lost_at_least(state: SandState, condition: Condition) -> Reached:
    """CV steps a side has lost since the start, from all causes."""
    return Reached(state.lost_steps.get(condition.side, 0), condition.count)


def steps_margin_at_least(state: SandState, condition: Condition) -> Reached:
    """How many more steps one side has lost than the other."""
    lost = state.lost_steps
    return Reached(lost.get(condition.loser, 0) - lost.get(condition.winner, 0), condition.count)


def insurgent_spaces_at_least(state: SandState, condition: Condition) -> Reached:
    """Controlled spaces of a home country that hold a Camp or Guerrilla of the side."""
    spaces = {
        piece.at
        for piece in state.on_map(condition.side)
        if state.code(piece.id) in INSURGENT
        and state.is_home(condition.home, piece.at)
        and state.controller(piece.at) == condition.side
    }
    return Reached(len(spaces), condition.count)


def pieces_in_home_at_most(state: SandState, condition: Condition) -> Reached:
    """Ground pieces of a side inside a home country."""
    return Reached(len(intruders(state, condition.of, condition.home)), condition.count, at_most=True)


def insurgents_in_home_at_most(state: SandState, condition: Condition) -> Reached:
    """Camps and Guerrillas of a side inside a home country."""
    found = [id_ for id_ in intruders(state, condition.of, condition.home) if state.code(id_) in INSURGENT]
    return Reached(len(found), condition.count, at_most=True)


def open_hostilities(state: SandState, condition: Condition) -> Reached:
    """Whether the war has begun."""
    return Reached(int(state.war), 1)


CHECKS: dict[str, Callable[[SandState, Condition], Reached]] = {
    "controls_at_least": controls_at_least,
    "chain": chain,
    "resources_lost_at_least": resources_lost_at_least,
    "resources_lost_at_most": resources_lost_at_most,
    "steps_lost_at_least": steps_lost_at_least,
    "steps_margin_at_least": steps_margin_at_least,
    "insurgent_spaces_at_least": insurgent_spaces_at_least,
    "pieces_in_home_at_most": pieces_in_home_at_most,
    "insurgents_in_home_at_most": insurgents_in_home_at_most,
    "open_hostilities": open_hostilities,
}


def intruders(state: SandState, side: Side, home: Side) -> list[str]:
    """R100  The pieces of a side in a home country: blocks, Guards, insurgents, Bases and Leaders.

    A captured Base is its captor's for the time being (CAP.3).
    """
    countries, counters = state.data.home, state.data.counters
    pieces = [piece for piece in state.on_map(side) if not piece.captured]
    pieces += [base for base in state.works(ENEMY[side], "base") if base.captured]
    inside = [piece.id for piece in pieces if countries[piece.at] == home]
    return [id_ for id_ in inside if counters[id_].is_block or counters[id_].code in PRESENT]


def progress(state: SandState, objective: str) -> tuple[Reached, ...]:
    """How far each condition of an objective is met now."""
    return tuple(CHECKS[part.check](state, part) for part in state.data.objectives[objective].conditions)


def is_met(state: SandState, objective: str) -> bool:
    """Whether all conditions of an objective hold now."""
    return all(part.met for part in progress(state, objective))


def end_game(state: SandState) -> None:
    """WIN.2, WIN.7-WIN.11  Objectives are revealed and victory is judged by the position as it stands (R98)."""
    state.shown = frozenset(SIDES)
    met = {side: is_met(state, state.objectives[side]) for side in SIDES}
    for side in SIDES:
        title = state.data.objectives[state.objectives[side]].title
        state.note(f"{NAMES[side]} had {title}: {'met' if met[side] else 'not met'}.", "WIN.11")
    points = {side: int(met[side]) for side in SIDES}
    winners = [side for side in SIDES if met[side]]
    if len(winners) == 1:
        name = NAMES[winners[0]]
        reason = f"{name} alone has met its objective: Decisive Victory."
        state.over(winners[0], f"{name}: Decisive Victory", reason, "WIN.9", points)
    elif winners:
        reason = "Both have met their objectives: Marginal Victory for each."
        state.over(None, "Marginal Victory for both", reason, "WIN.8", points)
    else:
        state.over(None, "Draw", "Nobody has met his objective: the game is a draw.", "WIN.7", points)


def concession_words(side: Side) -> tuple[Side, str, str]:
    """R14  Winner, level and reason when a side concedes."""
    winner = ENEMY[side]
    return winner, f"{NAMES[winner]}: Decisive Victory", f"{NAMES[side]} concedes: Decisive Victory of {NAMES[winner]}."
