"""15  Ground battles: who attacks what, who fires first, and the round of fire from the highest tactical value down."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import ReactionWindow
from operation_serval.actions import (
    Assault,
    CallOff,
    CommitIsr,
    DeclareAttack,
    DirectAction,
    Finish,
    Fire,
    JoinAll,
    JoinAttack,
    LeaveAttack,
)
from operation_serval.rules import netwar
from operation_serval.rules.aftermath import close_battle
from operation_serval.rules.air import GunshipWindow
from operation_serval.rules.discreet import CoveredStep
from operation_serval.rules.fire import can_fire, ground_shifts, shoot
from operation_serval.rules.intervention import why_no_netwar
from operation_serval.rules.losses import all_alike
from operation_serval.rules.retreat import suffer
from operation_serval.rules.telling import AttackStep, HandStep, does, names, tell
from operation_serval.rules.zones import blocked, standing
from operation_serval.state import COALITION, ENEMY, EVERYBODY, ISLAMIST, SIDE_NAMES, Battle, Rank, ServalState

NEAREST = ("15.3a", "15.0c", "15.1a")  # what is told of units that stand next to a hex and do not attack it


def why_not_fight(state: ServalState, side: Side, id_: str) -> Refusal | None:
    """15.0, 15.1, 15.3  What keeps a unit from attacking in this operation, wherever."""
    counter, unit = state.data.counters.get(id_), state.units.get(id_)
    if counter is None or unit is None or counter.contingent != state.contingent or id_ in state.data.air_ids:
        return Refusal("15.1a", "only ground units of the contingent that operates attack")
    if id_ not in state.data.mobile_ids:
        return Refusal("15.0c", f"{state.name(id_)} is static and never attacks")
    if not state.on_map(unit):
        return Refusal("29.4d", f"{state.name(id_)} is not on the map; no attack goes out of a Staging Area")
    if id_ in state.attacked:
        return Refusal("15.3a", f"{state.name(id_)} has attacked in this operation")
    return None


def why_not_attack(state: ServalState, side: Side, id_: str, hex_: str) -> Refusal | None:
    """15.0b, 15.2  What keeps a unit from attacking a hex."""
    refusal = why_not_fight(state, side, id_)
    if refusal is not None:
        return refusal
    if hex_ not in state.data.near[state.units[id_].at]:
        return Refusal("15.0b", f"{state.name(id_)} is not next to {state.title(hex_)}")
    return None


def fighters(state: ServalState, side: Side, hex_: str) -> list[str]:
    """15.2  The units of the operating contingent that could attack a hex."""
    own, alike = state.contingent, state.data.alike
    found = [unit.id for here in state.data.near[hex_] for unit in state.own(side, here)]
    return [id_ for id_ in found if alike[id_][0] == own and why_not_attack(state, side, id_, hex_) is None]


def why_not_target(state: ServalState, side: Side, hex_: str) -> Refusal | None:
    """15.0b, 29.4d  What keeps a hex from being attacked now."""
    if hex_ not in state.data.near:
        return Refusal("29.4d", "no attack goes into a Staging Area or a box")
    if not state.enemies(side, hex_):
        return Refusal("15.0b", f"{state.title(hex_)} holds no enemy units")
    return None if fighters(state, side, hex_) else _why_nobody_attacks(state, side, hex_)


def _why_nobody_attacks(state: ServalState, side: Side, hex_: str) -> Refusal:
    """15.0b, 15.1, 15.3  What keeps those next to a hex from attacking it, the nearest reason first."""
    near = (unit.id for here in state.data.near[hex_] for unit in state.own(side, here))
    reasons = [reason for id_ in near if (reason := why_not_fight(state, side, id_)) is not None]
    group = state.data.contingents[state.contingent].name
    nobody = Refusal("15.0b", f"no {group} unit stands next to {state.title(hex_)}")
    return min(reasons, key=lambda reason: NEAREST.index(reason.rule), default=nobody)


class GroundCombat(CoveredStep, frozen=True, tag=True):
    """15.0a  The acting player declares one attack after the other, or ends the segment."""

    def proceed(self, state: ServalState) -> bool:
        if self._could_attack(state):
            return False
        state.flow.pop()
        group = state.data.contingents[state.contingent].name
        state.note(f"No {group} unit can attack: the operation ends.", "15.0b")
        return True

    def _could_attack(self, state: ServalState) -> bool:
        """Whether an attack is possible; in fog the enemy must not learn that nobody in the stacks beside him is able.

        Of Islamists he sees the contingent by the top counter; in a stack of the Coalition every contingent may be.
        """
        if state.fog and self.side == COALITION:
            near, coalition = state.data.near, blocked(state, ISLAMIST)
            return any(not coalition.isdisjoint(near[hex_]) for hex_ in state.where(ISLAMIST))
        targets = self._targets(state)
        return any(state.fog or why_not_target(state, self.side, hex_) is None for hex_ in targets)

    def prompt(self, state: ServalState) -> str:
        return "Declare an attack on an adjacent hex, or end the operation (15.0a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from map(DeclareAttack, self._targets(state))
        yield Finish()

    def _targets(self, state: ServalState) -> list[str]:
        """The enemy hexes next to units of the contingent that operates."""
        caches, key = state.kept[EVERYBODY], ("targets", state.contingent)
        found: list[str] | None = caches.get(key)
        if found is None:
            near = state.data.near
            beside = frozenset().union(*[near[hex_] for hex_ in standing(state, state.contingent)])
            found = caches[key] = [hex_ for hex_ in state.where(ENEMY[self.side]) if hex_ in beside]
        return found

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case DeclareAttack(hex_):
                return why_not_target(state, self.side, hex_)
            case Finish():
                return None
        return Refusal("12.1a", "the ground combat segment has come: declare attacks or end the operation")

    def play(self, state: ServalState, action: DeclareAttack | Finish) -> None:
        if isinstance(action, Finish):
            state.flow.pop()
        else:
            state.push(AttackForce(self.side, action.hex))


class AttackForce(HandStep, frozen=True, tag=True):
    """15.2  The units that attack the hex are named, then the attack begins."""

    def imagine(self, state: ServalState, side: Side, seed: int) -> AttackForce:
        if side == self.side:
            return self
        near = [unit.id for hex_ in state.data.near[self.place] for unit in state.own(self.side, hex_)]
        return replace(self, units=tuple(near[: len(self.units)]))

    def prompt(self, state: ServalState) -> str:
        return f"Name the units that attack {state.title(self.place)}, then attack (15.2a)."

    def _free(self, state: ServalState) -> list[str]:
        """The units that could still join."""
        return [id_ for id_ in fighters(state, self.side, self.place) if id_ not in self.units]

    def candidates(self, state: ServalState) -> Iterator[Action]:
        free = self._free(state)
        yield from map(JoinAttack, free)
        if len(free) > 1:
            yield JoinAll()
        yield from map(LeaveAttack, self.units)
        yield Assault()
        yield CallOff()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        every = self.candidates(state)
        return tuple(every if self.units else [action for action in every if not isinstance(action, Assault)])

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case JoinAttack(id_):
                if id_ in self.units:
                    return Refusal("15.3a", f"{state.name(id_)} already takes part")
                return why_not_attack(state, self.side, id_, self.place)
            case JoinAll():
                return None if len(self._free(state)) > 1 else Refusal("15.2a", "fewer than two units are left to join")
            case LeaveAttack(id_):
                return None if id_ in self.units else Refusal("15.2a", "that unit does not take part in the attack")
            case Assault():
                return None if self.units else Refusal("15.0b", "an attack needs at least one unit")
            case CallOff():
                return None
            case DeclareAttack():
                return Refusal("15.0b", f"an attack strikes one hex; that on {state.title(self.place)} comes first")
        return Refusal("15.2a", f"the attack on {state.title(self.place)} is made or called off first")

    def play(self, state: ServalState, action: Any) -> None:
        match action:
            case JoinAttack(id_):
                state.swap(replace(self, units=(*self.units, id_)))
            case JoinAll():
                joined = dict.fromkeys((*self.units, *fighters(state, self.side, self.place)))
                state.swap(replace(self, units=tuple(joined)))
            case LeaveAttack(id_):
                state.swap(replace(self, units=tuple(other for other in self.units if other != id_)))
            case CallOff():
                state.flow.pop()
            case Assault():
                self._attack(state)

    def _attack(self, state: ServalState) -> None:
        units = tuple(sorted(self.units, key=state.data.rank.__getitem__))
        state.attacked |= set(units)
        origins = tuple(state.units[id_].at for id_ in units)
        hexes = tuple(dict.fromkeys(origins))
        goal, group = state.title(self.place), state.data.contingents[state.contingent].name
        text = f"{names(state, units)} attack{'s' if len(units) == 1 else ''} {goal}."
        public = f"{group} units attack {goal} from {', '.join(map(state.title, hexes))}."
        tell(state, self.side, text, public, "15.2a", places=(*hexes, self.place))
        battle = OpenBattle(self.side, self.place, units, origins)
        if self.side == ISLAMIST:
            state.swap(GunshipWindow(COALITION, self.place, units, origins), battle)
        else:
            state.swap(battle)


class OpenBattle(AttackStep, frozen=True, tag=True):
    """15.4c  Both forces are shown and lined up; without attackers or defenders there is no battle (R58).

    Who was driven off by gunships does not attack.
    """

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        attackers = tuple(
            id_ for id_, hex_ in zip(self.units, self.origins, strict=True) if state.units[id_].at == hex_
        )
        defenders = tuple(unit.id for unit in state.enemies(self.attacker, self.hex))
        if not attackers or not defenders:
            state.note("No battle takes place.", "15.4c", places=(self.hex,))
            state.revealed = frozenset()
            return True
        state.reveal((*attackers, *defenders))
        order = tuple(Rank(state.tactical(state.units[id_]), id_) for id_ in (*attackers, *defenders))
        state.battle = Battle(self.attacker, self.hex, attackers, defenders, order)
        state.note(line_up(state), "15.4c", "15.1b", places=(self.hex,))
        last = state.initiative
        state.push(IsrWindow(ENEMY[last]), IsrWindow(last), FireOrder())
        return True


def line_up(state: ServalState) -> str:
    """15.4c  Both forces from the highest tactical value to the lowest, in words."""
    battle = state.battle
    assert battle is not None
    values: dict[int, list[str]] = {}
    for rank in battle.order:
        values.setdefault(rank.tactical, []).append(state.name(rank.unit))
    groups = [f"{value}: {', '.join(values[value])}" for value in sorted(values, reverse=True)]
    return f"Battle at {state.title(battle.hex)}, by tactical value: {'; '.join(groups)}."


class MarkerWindow(ReactionWindow, frozen=True, tag=True):
    """A moment in which a netwar marker can be played; with fog it is offered while any marker is in the box."""

    abstract: ClassVar[bool] = True

    def could_react(self, state: ServalState) -> bool:
        return bool(state.drawn[self.side]) and why_no_netwar(state, self.side) is None

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog


class IsrWindow(MarkerWindow, frozen=True, tag=True):
    """15.4d  A side may put one ISR marker into the battle; who lacks the initiative decides first."""

    def prompt(self, state: ServalState) -> str:
        battle = state.battle
        assert battle is not None
        first = battle.isr[0] if len(battle.isr) == 1 else state.initiative
        where = state.title(battle.hex)
        return f"{where} is attacked, {SIDE_NAMES[first]} to fire first: add ISR, or not (15.4d)."

    def reactions(self, state: ServalState) -> Iterator[Action]:
        yield CommitIsr()

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, CommitIsr):
            return Refusal("15.4d", "the decision about ISR comes first")
        refusal = why_no_netwar(state, self.side)
        if refusal is None and not netwar.holds(state, self.side, "isr"):
            return Refusal("15.4d", "no ISR marker is in the box")
        return refusal

    def react(self, state: ServalState, action: CommitIsr) -> None:
        state.flow.pop()
        battle = state.battle
        assert battle is not None
        state.battle = replace(battle, isr=(*battle.isr, self.side))
        state.note(f"The {does(self.side, 'commit')} ISR to the battle.", "15.4d", places=(battle.hex,))
        if self.side == ISLAMIST:
            state.push(CounterIsr(COALITION))


class CounterIsr(MarkerWindow, frozen=True, tag=True):
    """21.6i, R60  The Coalition may answer Islamist ISR with direct action."""

    def prompt(self, state: ServalState) -> str:
        assert state.battle is not None
        where = state.title(state.battle.hex)
        return f"Islamist ISR at {where}: cancel it with direct action, or not (21.6i)."

    def reactions(self, state: ServalState) -> Iterator[Action]:
        yield DirectAction()

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, DirectAction):
            return Refusal("21.6i", "the answer to the ISR of the Islamists comes first")
        refusal = why_no_netwar(state, self.side)
        if refusal is None and not netwar.holds(state, self.side, "direct_action"):
            return Refusal("21.6i", "no direct action marker is in the box")
        return refusal

    def react(self, state: ServalState, action: DirectAction) -> None:
        state.flow.pop()
        battle = state.battle
        assert battle is not None
        netwar.put_back(state, COALITION, "direct_action")
        netwar.put_back(state, ISLAMIST, "isr")
        state.battle = replace(battle, isr=tuple(side for side in battle.isr if side != ISLAMIST))
        state.note("Direct action cancels the ISR of the Islamists.", "21.6i", "NWM.b", places=(battle.hex,))


class FireOrder(Step, frozen=True, tag=True):
    """15.4e-f  ISR on one side alone gives first fire in every group, else the initiative does."""

    def proceed(self, state: ServalState) -> bool:
        battle = state.battle
        assert battle is not None
        alone = len(battle.isr) == 1
        first = battle.isr[0] if alone else state.initiative
        state.battle = replace(battle, first=first)
        why = "by ISR" if alone else "by initiative"
        state.note(f"The {does(first, 'fire')} first in each group {why}.", "15.4e" if alone else "15.4f")
        state.swap(FireRound())
        return True


def next_to_fire(state: ServalState) -> tuple[Side, int, list[str]]:
    """15.4c, R61  Side, tactical value and units of those who fire next; nobody when all have fired."""
    battle = state.battle
    assert battle is not None
    ranks = [rank for rank in battle.order if can_fire(state, rank.unit)]
    if not ranks:
        return "", 0, []
    side_of = state.data.side_of

    def turn(rank: Rank) -> tuple[int, bool, bool]:
        return -rank.tactical, rank.late, side_of[rank.unit] != battle.first

    now = min(map(turn, ranks))
    units = [rank.unit for rank in ranks if turn(rank) == now]
    return side_of[units[0]], -now[0], units


class FireRound(Step, frozen=True, tag=True):
    """15.4c  One round of fire, group by group; the owner chooses the order inside a group."""

    def proceed(self, state: ServalState) -> bool:
        battle = state.battle
        assert battle is not None
        _, value, units = next_to_fire(state)
        if not units or not battle.attackers or not battle.defenders:
            state.flow.pop()
            close_battle(state)
            return True
        if battle.group != value:
            state.battle = replace(battle, group=value)
        if len(units) == 1 or all_alike(state, units):
            self._fire(state, units[0])
            return True
        return False

    def actor(self, state: ServalState) -> Side:
        return next_to_fire(state)[0]

    def is_public(self, state: ServalState) -> bool:
        """15.4c  Both forces are lined up."""
        return True

    def prompt(self, state: ServalState) -> str:
        assert state.battle is not None
        side, value, _ = next_to_fire(state)
        where, enemy = state.title(state.battle.hex), "defenders" if side == state.battle.side else "attackers"
        return f"{where}: choose which unit of tactical value {value} fires next at the {enemy} (15.4c)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Fire, next_to_fire(state)[2])

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Fire):
            if action.unit in next_to_fire(state)[2]:
                return None
            return Refusal("15.4c", "fire goes from the highest tactical value to the lowest, first side first")
        return Refusal("15.4g", "finish the round of fire first")

    def play(self, state: ServalState, action: Fire) -> None:
        self._fire(state, action.unit)

    def _fire(self, state: ServalState, id_: str) -> None:
        battle = state.battle
        assert battle is not None
        order = tuple(rank for rank in battle.order if rank.unit != id_)
        state.battle = replace(battle, order=order, fired=(*battle.fired, id_))
        unit = state.units[id_]
        if id_ in battle.attackers:
            result = shoot(state, id_, ground_shifts(state, unit, battle.hex), battle.hex, "16.1a")
            targets = battle.defenders
        else:
            hexes = list(dict.fromkeys(state.units[other].at for other in battle.attackers))
            target = "the attackers" if len(hexes) > 1 else ""
            result = shoot(state, id_, ground_shifts(state, unit), hexes[0], "16.1a", target=target)
            targets = battle.attackers
        if result.hits or result.retreat:
            suffer(state, ENEMY[state.data.side_of[id_]], targets, result.hits, result.retreat)
