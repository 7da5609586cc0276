"""16.2, 19, 22.4  Steps lost: disruption, elimination, and task forces that break down when they are hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise, product
from typing import Any, ClassVar, Self

from msgspec.structs import replace

from common.engine import Action, Refusal, Side
from common.engine.steps import SideStep
from operation_serval.actions import Embody, TakeHit
from operation_serval.counters import TECHNICALS
from operation_serval.rules.telling import is_seen, names, tell
from operation_serval.state import (
    AIR_BOX,
    COALITION,
    ELIMINATED,
    ISLAMIST,
    STAGING_AREAS,
    TASK_FORCE_BOX,
    Rank,
    ServalState,
    Unit,
)

SOME_UNIT = {ISLAMIST: "An Islamist unit", COALITION: "A Coalition unit"}
GIVEN_UP = "Demobilising", "Capture"  # steps in which counters go back to an Available box without a loss
NETWAR, ZONE = "21.6c", "16.5.1e"  # what costs steps besides fire


def box_of_the_lost(state: ServalState, id_: str) -> str:
    """10.6, R44  Where an eliminated counter goes: back to its Available box, or out of the game."""
    counter, side = state.data.counters[id_], state.data.side_of[id_]
    if counter.type == "leader":
        return ELIMINATED[side]
    irregular = side == ISLAMIST or counter.contingent == "mnla"
    final = counter.type in TECHNICALS if irregular else id_ in state.data.mobile_ids
    return ELIMINATED[side] if final else state.data.contingents[counter.contingent].box


def eliminate(state: ServalState, id_: str, *rules: str) -> None:
    """10.6, 16.2.2  A counter leaves the map; in a battle it counts for shock and for a major battle."""
    side, box = state.data.side_of[id_], box_of_the_lost(state, id_)
    here, rule = state.units[id_].at, "10.6e" if box in ELIMINATED.values() else "10.6a"
    # the boxes lie open, so everybody sees what was lost (R100), but not where in Staging Areas (28.0b)
    text, inside = f"{state.name(id_)} is eliminated", here in STAGING_AREAS
    where = "" if here == AIR_BOX else f" in {state.title(here)}"
    places = () if inside else (here,)
    tell(state, side, f"{text}{where}.", f"{text}.", *rules, rule, places=places, hide=inside)
    count_loss(state, id_, side)
    state.put(Unit(id_, box))


def count_eliminated(positions: Sequence[ServalState]) -> Counter[Side]:
    """10.6  How many counters of each side were eliminated: also those that went back to an Available box."""
    lost = Counter[Side]()
    for before, after in pairwise(positions):
        given_up = type(before.step).__name__ in GIVEN_UP
        if before.units == after.units or given_up or not before.playing:
            continue
        for id_, unit in before.units.items():
            there = unit.at in before.data.field or unit.at == AIR_BOX
            if there and after.units[id_].at == box_of_the_lost(before, id_):
                lost[before.data.side_of[id_]] += 1
    return lost


def count_loss(state: ServalState, id_: str, side: Side) -> None:
    """17.2, R77  Remember a counter eliminated in the running battle."""
    battle = state.battle
    if battle is None:
        return
    if side == battle.side:
        state.battle = replace(battle, attackers_lost=battle.attackers_lost + 1)
    else:
        bases = battle.bases_lost + (id_ in state.data.base_ids)
        state.battle = replace(battle, defenders_lost=battle.defenders_lost + 1, bases_lost=bases)
    leave_battle(state, id_)


def leave_battle(state: ServalState, id_: str) -> None:
    """15.4h, 16.3  A unit that was eliminated or has retreated neither fires nor takes hits any more."""
    battle = state.battle
    if battle is not None:
        state.battle = replace(
            battle,
            attackers=tuple([other for other in battle.attackers if other != id_]),
            defenders=tuple([other for other in battle.defenders if other != id_]),
            order=tuple([rank for rank in battle.order if rank.unit != id_]),
        )


def reduce(state: ServalState, id_: str, *rules: str) -> None:
    """16.2.2  One step: an effective unit is disrupted, a disrupted or one-step unit eliminated; no task force."""
    unit = state.units[id_]
    if unit.disrupted or state.data.counters[id_].back is None:
        eliminate(state, id_, *rules)
        return
    side, where = state.data.side_of[id_], "" if unit.at == AIR_BOX else f" in {state.title(unit.at)}"
    inside = unit.at in STAGING_AREAS  # where nobody looks (28.0b)
    tell(
        state,
        side,
        f"{state.name(id_)} is disrupted{where}.",
        f"{SOME_UNIT[side]} is disrupted{'' if inside else where}.",
        *(rules or ("16.2.2a",)),
        places=() if inside else (unit.at,),
        hide=unit.at != AIR_BOX and not is_seen(state, id_),  # that box lies open (R100)
    )
    state.change(id_, disrupted=True)


def embodied(state: ServalState, task_force: str) -> Iterator[tuple[str, ...]]:
    """22.1d, 22.3b  Every set of companies in the box that could take the place of a task force."""
    counter = state.data.counters[task_force]
    box = [unit.id for unit in state.own(COALITION, TASK_FORCE_BOX)]
    yield from company_sets(state, task_force, [id_ for id_ in box if _same_army(state, id_, counter.contingent)])


def _same_army(state: ServalState, id_: str, contingent: str) -> bool:
    return state.data.counters[id_].contingent == contingent


def company_sets(state: ServalState, task_force: str, ids: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """22.1  Every set of the given companies that makes up a task force of this kind."""
    counters = state.data.counters
    made_of = state.data.types[counters[task_force].type].made_of
    pool = [id_ for id_ in ids if counters[id_].nation != "chad" and counters[id_].type in made_of]
    if len(pool) < sum(made_of.values()):
        return
    choices = [
        list(combinations([id_ for id_ in pool if counters[id_].type == kind], number))
        for kind, number in made_of.items()
    ]
    for parts in product(*choices):
        yield tuple(sorted([id_ for part in parts for id_ in part], key=state.data.rank.__getitem__))


def own_companies(state: ServalState, task_force: str, ids: Iterable[str]) -> tuple[str, ...]:
    """The set of the given companies that a task force is made of first: those that bear its name, then in order."""
    data = state.data
    counter = data.counters[task_force]
    made_of, title, contingent = data.types[counter.type].made_of, counter.title, counter.contingent
    pool = [id_ for id_ in ids if data.counters[id_].nation != "chad" and _same_army(state, id_, contingent)]
    pool.sort(key=lambda id_: (data.counters[id_].title.rpartition("/")[2] not in title, data.rank[id_]))
    found = [[id_ for id_ in pool if data.counters[id_].type == kind][:number] for kind, number in made_of.items()]
    return tuple(sorted([id_ for part in found for id_ in part], key=data.rank.__getitem__))


def break_down(
    state: ServalState, task_force: str, companies: tuple[str, ...], *rules: str, show_place: bool = True
) -> None:
    """22.3b  The companies take the place of the task force, which goes to its box; a hit has told where it was."""
    where, seen = state.units[task_force].at, is_seen(state, task_force)
    text = f"{state.name(task_force)} breaks down into {names(state, companies)}."
    public = f"A task force breaks down{f' in {state.title(where)}' if show_place else ''}."
    tell(state, COALITION, text, public, *rules, places=(where,), hide=not seen, show_places=show_place)
    state.put(Unit(task_force, TASK_FORCE_BOX))
    for id_ in companies:
        state.put(Unit(id_, where))
    for memory in ("attacked", "flown", "halted", "revealed"):
        marked: frozenset[str] = getattr(state, memory)
        if task_force in marked:
            setattr(state, memory, marked.union(companies))
    _replace_in_battle(state, task_force, companies)
    state.flow[:] = [
        step.with_companies(task_force, companies) if isinstance(step, TargetStep) else step for step in state.flow
    ]


def _replace_in_battle(state: ServalState, task_force: str, companies: tuple[str, ...]) -> None:
    """R62  Companies stand in for their task force; they fire in their own group, or late, unless it has fired."""
    battle = state.battle
    if battle is None or task_force not in (*battle.attackers, *battle.defenders):
        return
    order = [rank for rank in battle.order if rank.unit != task_force]
    if len(order) < len(battle.order):
        for id_ in companies:
            own = state.data.counters[id_].front[1]
            order.append(Rank(own, id_) if own <= battle.group else Rank(battle.group, id_, late=True))
        fired = battle.fired
    else:
        fired = (*battle.fired, *companies)
    state.battle = replace(
        battle,
        attackers=_instead(battle.attackers, task_force, companies),
        defenders=_instead(battle.defenders, task_force, companies),
        order=tuple(order),
        fired=fired,
    )


def _instead(ids: tuple[str, ...], task_force: str, companies: tuple[str, ...]) -> tuple[str, ...]:
    if task_force not in ids:
        return ids
    at = ids.index(task_force)
    return (*ids[:at], *companies, *ids[at + 1 :])


class BreakUnderFire(SideStep, frozen=True, tag=True):
    """22.4  A task force that is hit breaks down: its owner names the companies, then one of them takes the hit."""

    unit: str

    def seen_by(self, side: Side | None) -> BreakUnderFire:
        return self if side == self.side else replace(self, unit="")

    def is_public(self, state: ServalState) -> bool:
        return self.unit in state.revealed

    def proceed(self, state: ServalState) -> bool:
        sets = list(embodied(state, self.unit))
        if len(sets) > 1:
            return False
        self._break(state, sets[0])
        return True

    def prompt(self, state: ServalState) -> str:
        name = state.name(self.unit) if self.unit and is_seen(state, self.unit) else "A task force"
        return f"{name} is hit: choose the companies that take its place (22.4a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        if self.unit:  # the enemy need not know which task force it is
            yield from map(Embody, embodied(state, self.unit))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if action in set(self.candidates(state)):
            return None
        return Refusal("22.1d", "three companies of its kind must take the place of the task force that was hit")

    def play(self, state: ServalState, action: Embody) -> None:
        self._break(state, action.companies)

    def _break(self, state: ServalState, companies: tuple[str, ...]) -> None:
        state.flow.pop()
        break_down(state, self.unit, companies, "16.2.3a", "22.4a")
        state.push(AllotHits(self.side, self.side, companies, 1))


class TargetStep(SideStep, frozen=True, tag=True):
    """A result that strikes units of an owner: the step knows them by name, also after a task force broke down."""

    abstract: ClassVar[bool] = True
    owner: Side
    units: tuple[str, ...]

    def seen_by(self, side: Side | None) -> Self:
        return self if side in (self.side, self.owner) else replace(self, units=())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Self:
        if side in (self.side, self.owner) or all(is_seen(state, id_) for id_ in self.units):
            return self
        tops = (state.top(self.owner, hex_) for hex_ in dict.fromkeys(state.units[id_].at for id_ in self.units))
        return replace(self, units=tuple(top.id for top in tops if top is not None))

    def is_public(self, state: ServalState) -> bool:
        """28  In a battle or an air attack both sides see who can suffer it; a netwar attack strikes hidden units."""
        return state.revealed.issuperset(self.targets(state))

    def targets(self, state: ServalState) -> list[str]:
        """The units that are still there to suffer it."""
        return [id_ for id_ in self.units if state.in_play(state.units[id_])]

    def with_companies(self, task_force: str, companies: tuple[str, ...]) -> Self:
        """22.4  The step after a task force among the targets has broken down."""
        return replace(self, units=_instead(self.units, task_force, companies))


class AllotHits(TargetStep, frozen=True, tag=True):
    """16.2.1  Hits are taken one by one by units that `side` names, normally their owner."""

    left: int

    @property
    def discreet(self) -> bool:
        return True  # of a stack that is covered it must not be told that it had no choice

    def proceed(self, state: ServalState) -> bool:
        targets = self.targets(state)
        if not targets or not self.left:
            state.flow.pop()
            if self.left:
                state.note("No unit is left to take more hits.", "16.2.2b")
            return True
        if all_alike(state, targets) and not self._is_covered(state):
            self._hit(state, targets[0])
            return True
        return False

    def _is_covered(self, state: ServalState) -> bool:
        """Whether the enemy has not been shown the stack, so that an owner without a choice is asked all the same."""
        return state.fog and self.side == self.owner and self.cause(state) == NETWAR

    def prompt(self, state: ServalState) -> str:
        one, targets, battle = self.left == 1, self.targets(state), state.battle
        where = f" in {state.title(state.units[targets[0]].at)}" if targets else ""
        what = f"choose who takes {'it' if one else 'the next'}"
        cause = self.cause(state)
        if cause == NETWAR:
            return f"{'One disruption' if one else f'{self.left} disruptions'}{where}: {what} ({NETWAR})."
        if cause == ZONE:
            return f"An enemy zone{where} costs a step: {what} ({ZONE})."
        hits = "one hit" if one else f"{self.left} hits"
        if battle is not None:
            return f"Fire in the battle at {state.title(battle.hex)} brings {hits}: {what} (16.2.1b)."
        return f"Fire brings {hits}{where}: {what} (16.2.1b)."

    def cause(self, state: ServalState) -> str:
        """The rule that brings the hits if it is not fire: outside operations netwar, on a retreat an enemy zone."""
        battle = state.battle
        if battle is None:
            return "" if state.contingent else NETWAR
        return "" if set(self.units).intersection((*battle.attackers, *battle.defenders)) else ZONE

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(TakeHit, self.targets(state))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, TakeHit):
            if action.unit in self.targets(state):
                return None
            return Refusal("16.2.1b", "only a unit of the force that was hit can take the hit")
        return Refusal("16.2.1a", "take the hits first")

    def play(self, state: ServalState, action: TakeHit) -> None:
        self._hit(state, action.unit)

    def _hit(self, state: ServalState, id_: str) -> None:
        state.swap(replace(self, left=self.left - 1))
        if id_ in state.data.task_force_ids:
            state.push(BreakUnderFire(self.owner, id_))
        else:
            reduce(state, id_, *filter(None, (self.cause(state),)))


def all_alike(state: ServalState, ids: Iterable[str]) -> bool:
    """Whether it makes no difference which of the units is meant: same values, same side up, same hex, same duties."""
    return len({likeness(state, id_) for id_ in ids}) == 1


def likeness(state: ServalState, id_: str) -> Any:
    """What tells a unit from others in a battle; leaders are persons."""
    counter, unit, battle = state.data.counters[id_], state.units[id_], state.battle
    if counter.type == "leader":
        return id_
    fired = battle is not None and id_ in battle.fired
    top = state.fog and id_ not in state.revealed and is_seen(state, id_)
    printed = counter.contingent, counter.nation, counter.type, counter.front, counter.back
    return printed, unit.at, unit.disrupted, fired, top


def disruptions(state: ServalState, owner: Side, hex_: str, number: int, by: Side) -> None:
    """21.6c  So many disruptions of an owner's units in a hex; `by` chooses the units, normally the owner."""
    units = tuple(unit.id for unit in state.own(owner, hex_))
    state.push(AllotHits(by, owner, units, number))
