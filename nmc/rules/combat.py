"""9.1-9.9, 10.6  The combat phase: attacks, supply in battle, and who is asked what."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import Action, Refusal, Side, Step
from nmc.actions import Activate, Assign, AssignAll, Attack, CloseHex, Commit, Hold, Lock, NextForce, Occupy, not_now
from nmc.rules.aftermath import AdvanceChoice, BattleLosses
from nmc.rules.fire import Fire, name, shoot
from nmc.rules.forces import Divide
from nmc.rules.momentum import FreeTroops, kind_of, why_not_worsen
from nmc.rules.steps import HexStep, OpenPhase
from nmc.rules.supply import has_depot_line
from nmc.state import CONFEDERATE, ENEMY, UNION, NmcState, Stack, describe, some

HELD = "hold"
WHO = {CONFEDERATE: "Confederates", UNION: "Union troops"}


def targets(state: NmcState, side: Side, space: str) -> list[str]:
    """The adjacent enemy hexes that can be fired at (9.1)."""
    return [there for there in state.data.open[space] if state.enemy_at(side, there) is not None]


def why_not_attack_from(state: NmcState, side: Side, space: str) -> Refusal | None:
    """What keeps a side from attacking out of a hex now (9.1, 9.3, 9.6, 9.8)."""
    if space not in state.data.near:
        return Refusal("2.2b", f"there is no hex {space}")
    stack = state.stacks.get(space)
    if stack is None or stack.side != side:
        return Refusal("9.2b", f"{space} holds no units of the side whose combat phase it is")
    if not stack.strength:
        return Refusal("9.8c", f"no strength points in {state.title(space)} can attack")
    if not state.fresh(space).strength:
        return Refusal("9.3a", f"all strength points in {state.title(space)} have attacked")
    if space in state.closed:
        return Refusal("9.6b", f"the attacks out of {state.title(space)} are finished")
    if not targets(state, side, space):
        if any(state.enemy_at(side, there) is not None for there in state.data.near[space]):
            return Refusal("8.15b", f"no fire crosses the crest between {state.title(space)} and the enemy")
        return Refusal("9.1b", f"no enemy stands next to {state.title(space)}")
    return None


def why_not_occupy(state: NmcState, side: Side, source: str, goal: str) -> Refusal | None:
    """9.26b, 9.26d: only a declared and abandoned hex may be entered without a battle."""
    if goal not in state.declared:
        return Refusal("9.26d", f"no attack on {goal} was declared")
    if goal in state.stacks:
        return Refusal("9.26c", f"{state.title(goal)} has not been abandoned")
    here = state.own_at(side, source) if source in state.data.near else None
    if here is None or not state.fresh(source).strength:
        return Refusal("9.26b", f"{source} holds no strength points that have not attacked")
    if goal not in state.data.open[source]:
        return Refusal("9.26b", f"{goal} cannot be entered from {source}")
    before = FreeTroops.of(state)
    after = before.with_troops(source, state.fresh(source).strength - 1, kind_of(state, source))
    return why_not_worsen(state, before, after, goal)


class CombatPhase(OpenPhase, frozen=True, tag=True):
    """9.6b  One hex after the other: choose it, divide it, resolve its attacks."""

    def prompt(self, state: NmcState) -> str:
        return "Choose a hex to attack from, or end the phase (9.6b)."

    def offers(self, state: NmcState) -> Iterator[Action]:
        hexes = state.hexes_of(self.side)
        yield from map(Activate, hexes)
        for goal in state.declared:
            if goal not in state.stacks:
                yield from (Occupy(source, goal) for source in hexes if goal in state.data.open[source])

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case Activate(space):
                return why_not_attack_from(state, self.side, space)
            case Occupy(source, goal):
                return why_not_occupy(state, self.side, source, goal)
        return not_now(action, "finish the attacks")

    def why_not_end(self, state: NmcState) -> Refusal | None:
        return why_not_worsen(state, FreeTroops.of(state), FreeTroops(())) if state.declared else None

    def do(self, state: NmcState, action: Activate | Occupy) -> None:
        match action:
            case Activate(space):
                state.push(Divide(self.side, space, "attack", state.fresh(space), Stack(self.side)))
            case Occupy(source, goal):
                force = state.fresh(source)
                state.declared.remove(goal)
                state.mark_done(source, force)
                state.note(f"{state.title(goal)} was abandoned and is occupied.", "9.26b", places=(source, goal))
                state.push(AdvanceChoice(self.side, source, goal, force, Stack(self.side), True, True))

    def send_forces(self, state: NmcState, space: str, forces: tuple[Stack, ...]) -> None:
        """The hex is divided: its forces attack."""
        state.push(Attacks(self.side, space, forces))


class Attacks(HexStep, frozen=True, tag=True):
    """9.9b  The forces of a hex attack one by one; each names its target when its battle begins."""

    forces: tuple[Stack | None, ...]

    def proceed(self, state: NmcState) -> bool:
        if any(force and force.strength for force in self.forces) and targets(state, self.side, self.hex):
            return False
        self.close(state)
        return True

    def prompt(self, state: NmcState) -> str:
        return f"{state.title(self.hex)}: choose a force and the hex it fires at, or close (9.9b)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        goals = targets(state, self.side, self.hex)
        for number, force in enumerate(self.forces):
            if force is not None:
                yield from (Attack(number, goal) for goal in goals)
        yield CloseHex()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case Attack(number, goal):
                return self._why_not_attack(state, number, goal)
            case CloseHex():
                return self._why_not_close(state) if state.declared else None
            case Activate():
                return Refusal("9.6b", f"the attacks out of {state.title(self.hex)} come first")
            case Assign() | AssignAll() | NextForce() | Lock():
                return Refusal("9.6a", "a hex is divided once, before the first of its forces fires")
        return not_now(action, f"the attacks out of {state.title(self.hex)} must be finished, or the hex closed")

    def _why_not_attack(self, state: NmcState, number: int, goal: str) -> Refusal | None:
        if not 0 <= number < len(self.forces):
            return Refusal("9.6a", f"there is no force {number} in this hex")
        force = self.forces[number]
        if force is None:
            return Refusal("9.3a", "that force has attacked in this phase")
        if not force.strength:
            return Refusal("9.8c", "a force without strength points cannot attack")
        if goal not in state.data.near or goal not in state.data.near[self.hex]:
            return Refusal("9.1b", f"{goal} is not next to {self.hex}")
        if goal not in state.data.open[self.hex]:
            return Refusal("8.15b", f"no fire crosses the hexside between {self.hex} and {goal}")
        if state.enemy_at(self.side, goal) is None:
            return Refusal("9.1b", f"{state.title(goal)} holds no enemy units")
        return self._why_not_neglect(state, number, goal) if state.declared else None

    def _without(self, number: int) -> tuple[Stack | None, ...]:
        return tuple(None if index == number else force for index, force in enumerate(self.forces))

    def _rest(self, state: NmcState) -> Stack:
        """What was left out of the division."""
        rest = state.fresh(self.hex)
        for force in self.forces:
            rest = rest.minus(force) if force is not None else rest
        return rest

    def _why_not_neglect(self, state: NmcState, number: int, goal: str) -> Refusal | None:
        """9.26: the troops left after an attack must still serve what could be served."""
        troops, rest = FreeTroops.of(state), self._rest(state)
        now = troops.after_division(self.hex, self.forces, rest)
        then = troops.after_division(self.hex, self._without(number), rest)
        return why_not_worsen(state, now, then, goal)

    def _why_not_close(self, state: NmcState) -> Refusal | None:
        """9.26: once the hex is closed its troops can only occupy what was abandoned."""
        troops = FreeTroops.of(state)
        now = troops.after_division(self.hex, self.forces, self._rest(state))
        return why_not_worsen(state, now, troops.after_division(self.hex, (), state.fresh(self.hex)))

    def play(self, state: NmcState, action: Attack | CloseHex) -> None:
        if isinstance(action, CloseHex):
            self.close(state)
            return
        force, goal = self.forces[action.force], action.hex
        assert force is not None
        state.swap(msgspec.structs.replace(self, forces=self._without(action.force)))
        state.mark_done(self.hex, force)
        if goal in state.declared:
            state.declared.remove(goal)
        begin_battle(state, self.side, force, self.hex, goal)


def begin_battle(state: NmcState, side: Side, force: Stack, source: str, goal: str) -> None:
    """9.8b, 10.6: a hex without strength points is taken without a shot; else supply is settled first."""
    victims = state.stacks[goal]
    where = f"{describe(force)} attack {state.title(goal)} from {state.title(source)}."
    state.note(where[0].upper() + where[1:], "9.2a", places=(source, goal))
    if not victims.strength:
        state.push(AdvanceChoice(side, source, goal, force, Stack(side), True))
        return
    battle = Battle(side, source, goal, force, state.high_morale())
    asked = tuple(who for who in (side, ENEMY[side]) if has_choice(state, battle, who))
    state.push(BattleSupply(battle, asked, len(asked) > 1))


class Battle(msgspec.Struct, frozen=True):
    """One force in one hex against everything in an adjacent one; morale is read once (ruling 41)."""

    side: Side
    source: str
    goal: str
    force: Stack
    morale: bool


def has_depot(state: NmcState, battle: Battle, who: Side) -> bool:
    """10.6b: supplied without using up anything."""
    space = battle.source if who == battle.side else battle.goal
    if who != battle.side and space in state.fed:
        return True  # 10.6e
    return has_depot_line(state, who, space)


def wagons_of(state: NmcState, battle: Battle, who: Side) -> Stack:
    """10.6: the force whose wagons may be used up: the attacking force, or the whole defending hex."""
    return battle.force if who == battle.side else state.stacks[battle.goal]


def has_choice(state: NmcState, battle: Battle, who: Side) -> bool:
    """Whether a side must decide about a wagon."""
    return wagons_of(state, battle, who).supplies > 0 and not has_depot(state, battle, who)


def fires(state: NmcState, battle: Battle, attacker_supplied: bool, defender_supplied: bool) -> tuple[Fire, Fire]:
    """Both fires of a battle, attacker's first."""
    defender, source, goal = state.stacks[battle.goal], battle.source, battle.goal
    attack = Fire(battle.force, defender, source, goal, True, attacker_supplied, defender_supplied, battle.morale)
    reply = Fire(defender, battle.force, goal, source, False, defender_supplied, attacker_supplied, battle.morale)
    return attack, reply


class BattleSupply(Step, frozen=True, tag=True):
    """10.6  Whoever depends on a wagon decides whether to use it up; if both do, secretly and at the same time."""

    battle: Battle
    asked: tuple[Side, ...]
    secret: bool
    choices: tuple[tuple[Side, str], ...] = ()

    def proceed(self, state: NmcState) -> bool:
        if self.asked:
            return False
        state.flow.pop()
        self._reveal(state)
        return True

    def seen_by(self, side: Side | None) -> BattleSupply:
        """The step without what the other side has decided secretly; None is an onlooker (10.6d)."""
        if not self.secret:
            return self
        seen = tuple((who, choice if who == side else "") for who, choice in self.choices)
        return msgspec.structs.replace(self, choices=seen)

    def hidden(self, side: Side) -> frozenset[str]:
        """Names of the decisions that a side cannot see (10.6d)."""
        return frozenset(f"wagon decision of {who}" for who, _ in self.choices if self.secret and who != side)

    def imagine(self, state: NmcState, side: Side, seed: int) -> BattleSupply:
        """The step with a decision the other side could have made in the place of a secret one (10.6d)."""
        if not self.hidden(side):
            return self
        guess = HELD if seed % 2 else "wagons" if wagons_of(state, self.battle, ENEMY[side]).wagons else "exdepots"
        choices = tuple((who, choice if who == side else guess) for who, choice in self.choices)
        return msgspec.structs.replace(self, choices=choices)

    def actor(self, state: NmcState) -> Side:
        return self.asked[0]

    def prompt(self, state: NmcState) -> str:
        battle = self.battle
        how, rule = ("secretly", "10.6d") if self.secret else ("openly", "10.6c")
        where, strengths = state.short_title(battle.goal), (battle.force.strength, state.stacks[battle.goal].strength)
        fight = f"{WHO[battle.side]} attack {where}, {strengths[0]} SP against {strengths[1]}"
        return f"{fight}: use up a wagon, {how}? ({rule})"

    def candidates(self, state: NmcState) -> Iterator[Action]:
        yield Commit("wagons")
        yield Commit("exdepots")
        yield Hold()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        match action:
            case Commit(wagon):
                units = wagons_of(state, self.battle, self.asked[0])
                if wagon not in ("wagons", "exdepots") or not units.count(wagon):
                    return Refusal("10.6c", "no such wagon is in the force")
                return None
            case Hold():
                return None
        return not_now(action, "decide about the wagon")

    def play(self, state: NmcState, action: Commit | Hold) -> None:
        who, choice = self.asked[0], action.wagon if isinstance(action, Commit) else HELD
        rule = "10.6d" if self.secret else "10.6c"
        if self.secret:
            state.note(f"The {name(who)} player has decided secretly about a wagon.", rule)
        state.swap(msgspec.structs.replace(self, asked=self.asked[1:], choices=(*self.choices, (who, choice))))

    def _reveal(self, state: NmcState) -> None:
        """10.7: wagons used up leave the map at once; then both sides fire."""
        battle = self.battle
        for who, choice in self.choices:
            verb = "holds its wagon back" if choice == HELD else "uses up a wagon"
            state.note(f"The {name(who)} force {verb}.", "10.6d" if self.secret else "10.6c", "10.7a")
            if choice != HELD:
                battle = use_up(state, battle, who, choice)
        supplied = {who: has_depot(state, battle, who) for who in (battle.side, ENEMY[battle.side])}
        supplied.update({who: True for who, choice in self.choices if choice != HELD})
        attack, reply = fires(state, battle, supplied[battle.side], supplied[ENEMY[battle.side]])
        hits, back = shoot(state, attack), shoot(state, reply)
        state.push(BattleLosses(battle.side, battle.source, battle.goal, battle.force, (hits, back)))


def use_up(state: NmcState, battle: Battle, who: Side, wagon: str) -> Battle:
    """10.7b: a wagon is consumed; a defender's serves his hex for the whole phase (10.6e)."""
    used = some(who, wagon)
    if who == battle.side:
        state.take(battle.source, used)
        state.unmark_done(battle.source, used)
        return msgspec.structs.replace(battle, force=battle.force.minus(used))
    state.take(battle.goal, used)
    state.fed.append(battle.goal)
    return battle
