"""30  Setting up: both sides place their forces freely, the Coalition first, or take the placement of the scenario."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Pool, Refusal, Side, Step
from common.engine.steps import SideStep
from common.engine.words import several
from operation_serval.actions import Choose, Finish, MarkTown, Place, ReadyMade
from operation_serval.components import Components, SetupGroup
from operation_serval.rules.command import gain
from operation_serval.rules.intervention import Wake
from operation_serval.rules.netwar import draw_markers
from operation_serval.rules.sequence import begin_turn
from operation_serval.rules.setup_places import (
    ZONE_WORDS,
    choices,
    counter_in,
    groups,
    homes,
    missing,
    place_actions,
    placed,
    places,
    ready_made,
    why_not_choose,
    why_not_set,
)
from operation_serval.rules.telling import does, listed
from operation_serval.rules.victory import sudden_death
from operation_serval.state import (
    COALITION,
    ISLAMIST,
    SIDE_NAMES,
    SIDES,
    TAKEN_UP,
    ServalState,
    Unit,
)


def start(data: Components, scenario: str) -> ServalState:
    """30.0  Every counter in its box before anybody has placed anything."""
    setup = data.setups[scenario]
    state = ServalState(scenario=scenario, turn=setup.first_turn)
    state.c2p, state.drawn = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, ())
    state.initiative = COALITION if setup.intervention else ISLAMIST  # R9
    state.flow = [FillBoxes(), SetUp(COALITION), SetUpDice(COALITION), SetUp(ISLAMIST), SetUpDice(ISLAMIST), Opening()]
    state.flow.reverse()
    return state


class FillBoxes(Step, frozen=True, tag=True):
    """30.1r, 21.1  Counters go to their boxes, netwar markers into the pools; options that are not used stay out."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        state.units = {id_: Unit(id_, box) for id_, box in homes(state).items()}
        state.forget()
        for side in SIDES:
            kinds = [one for (owner, _), one in state.data.netwar.items() if owner == side]
            used = [
                one for one in kinds if not one.option or (one.option == "heavy_weaponry" and state.has(one.option))
            ]
            state.pools[side] = Pool.of({one.kind: one.count for one in used})
        return True


def why_not_mark(state: ServalState, hex_: str) -> Refusal | None:
    """30.2h  Sharia markers in the towns that the scenario leaves to choice."""
    sharia = state.data.setups[state.scenario].islamist.sharia
    if hex_ not in sharia.among:
        return Refusal("30.2h", "that is not one of the other northeastern towns")
    if hex_ in state.sharia:
        return Refusal("27.0b", f"{state.title(hex_)} already has its marker")
    chosen = sum(1 for other in sharia.among if other in state.sharia)
    return None if chosen < sharia.choose else Refusal("30.2h", f"only {sharia.choose} other towns are marked")


def markable(state: ServalState) -> list[str]:
    """30.2h  The towns that can get one of the sharia markers left to choice."""
    sharia = state.data.setups[state.scenario].islamist.sharia
    left = [hex_ for hex_ in sharia.among if hex_ not in state.sharia]
    return left if len(sharia.among) - len(left) < sharia.choose else []


class SetUp(SideStep, frozen=True, tag=True):
    """30.0  A side places its counters one by one, or all by the ready-made placement."""

    unit: str = ""  # the counter taken up

    @property
    def secret(self) -> bool:
        return True

    def seen_by(self, side: Side | None) -> Step:
        return self if side == self.side else replace(self, unit="")

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset({TAKEN_UP} if self.unit and side != self.side else ())

    def imagine(self, state: ServalState, side: Side, seed: int) -> Step:
        return self.seen_by(side)

    def prompt(self, state: ServalState) -> str:
        """The same from first to last: the enemy reads it too, and may not know how far the set-up is."""
        return f"{SIDE_NAMES[self.side]}: place your counters, then finish the set-up (30.0)."

    def proceed(self, state: ServalState) -> bool:
        fixed = state.data.setups[state.scenario].islamist.sharia.fixed if self.side == ISLAMIST else []
        if not state.sharia.issuperset(fixed):
            state.sharia = state.sharia.union(fixed)
        if not state.has("quick_start"):
            return False
        self.play(state, ReadyMade())
        self.play(state, Finish())
        return True

    def candidates(self, state: ServalState) -> Iterator[Action]:
        if self.unit:
            yield from map(Place, places(state, self.unit))
        else:
            yield from map(Choose, state.data.counters_of[self.side])
        yield from self._others(state)

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        if self.unit:
            return (*place_actions(state, self.unit), ReadyMade())  # what is taken up is put down first
        others: list[Action] = [MarkTown(hex_) for hex_ in markable(state)] if self.side == ISLAMIST else []
        if self._why_ready(state) is None:
            others.append(ReadyMade())
        if self._why_not_finish(state) is None:
            others.append(Finish())
        return (*choices(state, self.side), *others)

    def _others(self, state: ServalState) -> Iterator[Action]:
        if self.side == ISLAMIST and not self.unit:
            yield from map(MarkTown, state.data.setups[state.scenario].islamist.sharia.among)
        yield ReadyMade()
        yield Finish()

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Choose(id_):
                return self._why_taken(state) or why_not_choose(state, self.side, id_)
            case Place(place):
                if not self.unit:
                    return Refusal("30.0a", "take up a counter first")
                known = place in state.data.titles
                return why_not_set(state, self.unit, place) if known else Refusal("30.0a", "there is no such place")
            case MarkTown(hex_) if self.side == ISLAMIST:
                return self._why_taken(state) or why_not_mark(state, hex_)
            case ReadyMade():
                return self._why_ready(state)
            case Finish():
                return self._why_not_finish(state)
        return Refusal("30.0a", "finish the set-up first")

    def _why_taken(self, state: ServalState) -> Refusal | None:
        return Refusal("30.0a", f"{state.name(self.unit)} has to be placed first") if self.unit else None

    def _why_ready(self, state: ServalState) -> Refusal | None:
        """Whether nothing is left for the ready-made placement to do."""
        units = state.units
        if self.unit:
            return None
        for unit in ready_made(state, self.side):
            if units[unit.id] != unit:
                return None
        if self.side == ISLAMIST and state.sharia != frozenset(state.data.placements[state.scenario].sharia):
            return None
        return Refusal("30.0a", "every counter is where the ready-made set-up has it")

    def _why_not_finish(self, state: ServalState) -> Refusal | None:
        taken = self._why_taken(state)
        if taken is not None:
            return taken
        for group in groups(state, self.side):
            incomplete = self._why_incomplete(state, group)
            if incomplete is not None:
                return incomplete
        return self._why_unmarked(state)

    def _why_incomplete(self, state: ServalState, group: SetupGroup) -> Refusal | None:
        """30.1, 30.2  What a part of the set-up still lacks."""
        if missing(state, group):
            name, zone = state.data.contingents[group.contingent].name, group.zone
            where = ZONE_WORDS.get(zone) or state.title(zone)
            return Refusal(group.rule, f"still to be placed for {name} in {where}: {self._lacking(state, group)}")
        bases = placed(state, group, "base") if group.bases_in else []
        if bases and not any(unit.at == group.bases_in for unit in bases):
            return Refusal(group.rule, f"one base has to be in {state.title(group.bases_in)}")
        return None

    def _lacking(self, state: ServalState, group: SetupGroup) -> str:
        """The counters that a part of the set-up still lacks, in words."""
        zone, kinds = state.data.zones[group.zone], state.data.types
        left = {type_: count - len(placed(state, group, type_)) for type_, count in group.units.items()}
        counts = [(kinds[type_].name, count) for type_, count in left.items() if count > 0]
        found = [f"{count} × {kind}" if count > 1 else kind for kind, count in counts]
        return listed([*[state.name(id_) for id_ in group.ids if state.units[id_].at not in zone], *found])

    def _why_unmarked(self, state: ServalState) -> Refusal | None:
        sharia = state.data.setups[state.scenario].islamist.sharia
        lacking = sharia.choose - sum(1 for hex_ in sharia.among if hex_ in state.sharia)
        if self.side == ISLAMIST and lacking:
            return Refusal("30.2h", f"{several(lacking, 'sharia marker')} more in other northeastern towns")
        return None

    def play(self, state: ServalState, action: Action) -> None:
        match action:
            case Choose(id_):
                state.swap(SetUp(self.side, id_))
            case Place(place):
                state.swap(SetUp(self.side))
                state.put(counter_in(state, self.unit, place))
                text = f"{state.name(self.unit)} is set up in {state.title(place)}."
                state.note(text, "30.0a", only=(self.side,), places=(place,))
            case MarkTown(hex_):
                state.sharia |= {hex_}
                state.note(f"A sharia marker stands in {state.title(hex_)}.", "30.2h", places=(hex_,))
            case ReadyMade():
                state.swap(SetUp(self.side))
                self._take_placement(state)
            case Finish():
                state.flow.pop()
                state.note(f"The {does(self.side, 'have')} set up.", "30.0a")

    def _take_placement(self, state: ServalState) -> None:
        """The placement given with the scenario, whatever was placed before."""
        state.lay_out(self.side, ready_made(state, self.side))
        if self.side == ISLAMIST:
            state.sharia = frozenset(state.data.placements[state.scenario].sharia)
        state.note("The ready-made set-up is taken.", "30.0a", only=(self.side,))


class SetUpDice(Step, frozen=True, tag=True):
    """30.1l, 30.2b, 30.2g  Dice for the first C2P and netwar markers of a side."""

    side: Side

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        setup = state.data.setups[state.scenario]
        own = setup.coalition if self.side == COALITION else setup.islamist
        later = "30.2b" if self.side == COALITION else "30.2g"
        rule = later if setup.intervention else "30.1l"
        dice = state.roll("First C2P", D6, count=own.c2p.dice, by=self.side).total if own.c2p.dice else 0
        if dice + own.c2p.plus:
            gain(state, self.side, dice + own.c2p.plus, "Set-up", rule, "9.2a")
        if own.netwar:
            number = state.roll("First netwar markers", D6, count=own.netwar, by=self.side).total
            draw_markers(state, self.side, number, rule)
        return True


class Opening(Step, frozen=True, tag=True):
    """30.0  The set-up is complete and the first turn begins."""

    def proceed(self, state: ServalState) -> bool:
        state.playing = True
        if state.data.setups[state.scenario].intervention:
            state.swap(Wake(), FirstTurn())
        else:
            state.swap(FirstTurn())
        sudden_death(state)
        return True


class FirstTurn(Step, frozen=True, tag=True):
    """6.1  The turns begin."""

    def proceed(self, state: ServalState) -> bool:
        begin_turn(state)
        return True
