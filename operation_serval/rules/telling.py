"""28  What the journal tells everybody, and what only the owner of the counters may read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Self, TypeVar

from msgspec.structs import replace

from common.engine import Side, Step
from common.engine.journal import EntryPart
from common.engine.steps import SideStep
from operation_serval.state import COALITION, SIDE_NAMES, ServalState

THIRD = {"have": "has"}  # verbs that take more than an s
SERIES = ("technical", "guerrilla", "base", "militia")  # counters of these kinds have numbers
MANY = 3  # so many counters are named together, kind by kind


class HandStep(SideStep, frozen=True, tag=True):
    """A step in which a side has counters in hand that the enemy may not know; `place` is where they are taken from."""

    abstract: ClassVar[bool] = True
    place: str
    units: tuple[str, ...] = ()

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.side else replace(self, units=())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Self:
        if side == self.side:
            return self
        there = [unit.id for unit in state.own(self.side, self.place)]
        return replace(self, units=tuple(there[: len(self.units)]))


class AttackStep(Step, frozen=True, tag=True):
    """A step that knows the units of an attack before both sides see them (R117); the enemy knows only their hexes."""

    abstract: ClassVar[bool] = True
    attacker: Side
    hex: str
    units: tuple[str, ...]
    origins: tuple[str, ...]  # where they stood when the attack was declared

    def seen_by(self, side: Side | None) -> Self:
        return self if side == self.attacker else without_attackers(self)

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset() if side == self.attacker else frozenset({f"attackers of {self.hex}"})

    def imagine(self, state: ServalState, side: Side, seed: int) -> Self:
        return self if side == self.attacker else with_possible_attackers(self, state, self.attacker)


S = TypeVar("S", bound=Any)


def without_attackers(step: S) -> S:
    """A step of an attack as the enemy sees it: the hexes it comes from, and nothing of the units."""
    return replace(step, units=(), origins=tuple(dict.fromkeys(step.origins)))


def with_possible_attackers(step: S, state: ServalState, attacker: Side) -> S:
    """A step of an attack with everybody who could take part in it; a hex that was left stands for one who has gone."""
    units: list[str] = []
    origins: list[str] = []
    for hex_ in dict.fromkeys(step.origins):
        there = [unit.id for unit in state.own(attacker, hex_) if unit.id in state.data.mobile_ids]
        gone = [id_ for id_ in state.data.counters_of[attacker] if id_ in state.data.mobile_ids]
        units += there or gone[:1]
        origins += [hex_] * (len(there) or 1)
    return replace(step, units=tuple(units), origins=tuple(origins))


def does(side: Side, verb: str) -> str:
    """A side with what it does: 'Islamists fire', 'Coalition fires'."""
    one = side == COALITION
    return f"{SIDE_NAMES[side]} {THIRD.get(verb, verb + 's') if one else verb}"


def names(state: ServalState, ids: Iterable[str]) -> str:
    """Counters in words: 'Gamou, CM and CPA 10'."""
    counters = state.data.counters
    titles = [counters[id_].title for id_ in ids]
    return titles[0] if len(titles) == 1 else listed(titles if len(titles) < MANY else gathered(titles))


def gathered(titles: Iterable[str]) -> Iterator[str]:
    """Numbered counters of a kind in one word: 'MNLA technicals 1-3', 'Malian militia 2/5'."""
    kinds: dict[str, list[str]] = {}
    for title in titles:
        kind, _, number = title.rpartition(" ")
        is_numbered = kind.endswith(SERIES) and number.isdigit()
        kinds.setdefault(kind if is_numbered else title, []).append(number if is_numbered else "")
    for kind, numbers in kinds.items():
        several = kind if kind.endswith("militia") else f"{kind}s"
        yield f"{several} {_run(numbers)}" if len(numbers) > 1 else f"{kind} {numbers[0]}".rstrip()


def _run(numbers: Sequence[str]) -> str:
    """Numbers in one word: '1-3' where none is left out, else '1/3/4'."""
    ordered = sorted(map(int, numbers))
    if len(ordered) > 2 and ordered == list(range(ordered[0], ordered[-1] + 1)):
        return f"{ordered[0]}-{ordered[-1]}"
    return "/".join(map(str, ordered))


def listed(words: Iterable[str], last: str = "and") -> str:
    """Words in a row: 'a, b and c'."""
    *most, end = tuple(words) or ("nobody",)
    return f"{', '.join(most)} {last} {end}" if most else end


def is_seen(state: ServalState, id_: str) -> bool:
    """28  Whether the enemy sees a counter: no fog, shown at this moment, or on top of its stack."""
    if not state.fog or id_ in state.revealed:
        return True
    unit, side = state.units[id_], state.data.side_of[id_]
    top = state.top(side, unit.at) if state.on_map(unit) else None
    return top is not None and top.id == id_


def tell(
    state: ServalState,
    side: Side,
    text: str,
    public: str,
    *rules: str,
    places: tuple[str, ...] = (),
    hide: bool = True,
    show_places: bool = True,
) -> None:
    """A line for everybody, or under fog of war for the side alone with a public form for the other."""
    if state.fog and hide:
        show: tuple[EntryPart, ...] = ("rules", "places") if show_places else ("rules",)
        state.note(text, *rules, only=(side,), public=public, places=places, show=show)
    else:
        state.note(text, *rules, places=places)
