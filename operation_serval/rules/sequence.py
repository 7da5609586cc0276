"""6  The turn: events, income, alternating actions, end of the turn and of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from operation_serval.actions import (
    CLEAR_SHARIA,
    ENACT_SHARIA,
    MOBILISE,
    OPERATE,
    PASS,
    ClearSharia,
    EnactSharia,
    Extend,
    Mobilise,
    NetwarAttack,
    Operate,
    Pass,
    Recruit,
    Refit,
    RefitPicked,
)
from operation_serval.rules import netwar, operations, recruiting, refit, sharia
from operation_serval.rules.command import Determination, spend, why_not_spend
from operation_serval.rules.events import Events
from operation_serval.rules.intervention import capacity
from operation_serval.rules.options import eleventh_airborne
from operation_serval.rules.victory import end_game, shown
from operation_serval.state import COALITION, ENEMY, ISLAMIST, SIDE_NAMES, ServalState

PRICES: dict[type[Action], str] = {
    Operate: "operation",
    Recruit: "recruit",
    Refit: "refit",
    RefitPicked: "sof_leader_refit",
    Mobilise: "mobilise_netwar",
    NetwarAttack: "special_netwar_attack",
    EnactSharia: "enact_sharia",
    ClearSharia: "clear_sharia",
}  # CEX
REFITS = (Refit, RefitPicked)
RULES: dict[type[Action], str] = {
    Operate: "12.0a",
    Recruit: "10.0a",
    Refit: "19.2a",
    RefitPicked: "31.4a",
    Mobilise: "21.2a",
    NetwarAttack: "21.6a",
    EnactSharia: "27.0a",
    ClearSharia: "27.2a",
}


def begin_turn(state: ServalState) -> None:
    """6.1  Put the phases of a turn on the flow in place of the present step."""
    setup = state.data.setups[state.scenario]
    state.note(f"Turn {state.turn}: {state.data.dates[state.turn]}", heading=True)
    state.airlift = capacity(state)  # 23.2: what was not used is lost
    state.passed = False
    first = state.turn == setup.first_turn
    if first:
        state.note("No event on the first turn.", setup.first_turn_rule)
    state.swap(*(() if first else (Events(),)), Determination(), OpenOperations(), EndOfTurn())


class OpenOperations(Step, frozen=True, tag=True):
    """6.1, 9.5  The side with the initiative takes the first action step."""

    def proceed(self, state: ServalState) -> bool:
        state.swap(ActionStep(state.initiative))
        return True


class ActionStep(SideStep, frozen=True, tag=True):
    """6.1, 6.3  A side takes one action or passes; the other side is next."""

    def prompt(self, state: ServalState) -> str:
        return f"{SIDE_NAMES[self.side]}: take an action or pass; {state.c2p[self.side]} C2P left (6.3)."

    def proceed(self, state: ServalState) -> bool:
        state.acting, state.contingent = "", ""
        state.revealed = frozenset()
        if state.eleventh:
            state.eleventh = False
            state.push(eleventh_airborne(state))
            return True
        if not any(state.c2p.values()):
            state.flow.pop()
            state.note("Neither side has C2P left: the Operations Phase ends.", "6.2b")
            return True
        if not state.c2p[self.side]:
            self._pass(state, "without C2P")
            return True
        if not any(self._able(state)):
            self._pass(state, "with no action that could be taken")
            return True
        return False

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield from self._offers(state)
        yield PASS

    def _offers(self, state: ServalState) -> Iterator[Action]:
        """6.3  Every kind of action, widely."""
        yield from self._commands(state)
        yield from netwar.offers(state, self.side)
        yield from self._sharia(state)

    def _contingents(self, state: ServalState) -> tuple[str, ...]:
        """7.1  The contingents that the side acts with: that hangs on optional forces alone."""
        derived, key = state.data.derived, (self.side, *map(state.options.get, state.data.forces))
        found: tuple[str, ...] | None = derived.get(key)
        if found is None:
            every = state.data.contingents_of[self.side]
            found = derived[key] = tuple(one for one in every if why_not_command(state, self.side, one) is None)
        return found

    def _commands(self, state: ServalState) -> Iterator[Action]:
        contingents = self._contingents(state)
        yield from map(OPERATE.__getitem__, contingents)
        for contingent in contingents:
            yield from recruiting.offers(state, contingent)
            yield from refit.offers(state, self.side, contingent)
        yield Mobilise()

    def _sharia(self, state: ServalState) -> Iterator[Action]:
        return iter((ClearSharia(),)) if self.side == COALITION else map(EnactSharia, self._contingents(state))

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        return (*chain.from_iterable(self._able(state)), PASS)

    def _able(self, state: ServalState) -> Iterator[Sequence[Action]]:
        """6.3, 9.4a, R8  Every action but the pass that can be paid and has legal content, one kind after the other."""
        side, poor = self.side, self._prices_too_high(state)
        contingents = self._contingents(state)
        if Operate not in poor:
            for one in contingents:
                if operations.may_begin(state, side, one):
                    yield (OPERATE[one],)
        for one in contingents:
            if Recruit not in poor:
                yield recruiting.recruits(state, one)
            refits = refit.refits(state, side, one)
            yield refits if poor.isdisjoint(REFITS) else [action for action in refits if type(action) not in poor]
        if Mobilise not in poor and netwar.why_not_mobilise(state, side) is None:
            yield (MOBILISE,)
        if NetwarAttack not in poor:
            yield netwar.attacks(state, side)
        if side == ISLAMIST and EnactSharia not in poor:
            yield [ENACT_SHARIA[one] for one in contingents if sharia.eligible(state, one)]
        if side == COALITION and ClearSharia not in poor and sharia.clearable(state):
            yield (CLEAR_SHARIA,)

    def _prices_too_high(self, state: ServalState) -> frozenset[type[Action]]:
        """9.4a  The kinds of action that the side cannot pay: that hangs on its points alone."""
        derived, key = state.data.derived, ("poor", state.c2p[self.side])
        found: frozenset[type[Action]] | None = derived.get(key)
        if found is None:
            found = derived[key] = frozenset(kind for kind in PRICES if self._why_poor(state, kind) is not None)
        return found

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if type(action) not in PRICES:
            return Refusal("6.3a", "choose an action, or pass")
        refusal = self._why_poor(state, type(action))
        if refusal is None and isinstance(action, (Operate, Recruit, Refit, RefitPicked, EnactSharia)):
            refusal = why_not_command(state, self.side, action.contingent)
        return refusal or self._why_no_content(state, action)

    def _why_poor(self, state: ServalState, kind: type[Action]) -> Refusal | None:
        return why_not_spend(state, self.side, getattr(state.data.tables.costs, PRICES[kind]))

    def _why_no_content(self, state: ServalState, action: Action) -> Refusal | None:
        """R8  An action must have legal content when it is announced."""
        side = self.side
        match action:
            case Operate(contingent):
                return operations.why_not_operate(state, side, contingent)
            case Recruit(contingent, group):
                return recruiting.why_not_recruit(state, contingent, group)
            case Refit(contingent, source):
                return refit.why_not_refit(state, side, contingent, source)
            case RefitPicked(contingent):
                return refit.why_not_refit_picked(state, contingent)
            case Mobilise():
                return netwar.why_not_mobilise(state, side)
            case NetwarAttack(type_, hex_):
                return netwar.why_not_attack(state, side, type_, hex_)
            case EnactSharia(contingent):
                return sharia.why_not_enact(state, contingent)
        return sharia.why_not_clear(state, side)

    def play(self, state: ServalState, action: Any) -> None:
        if isinstance(action, Pass):
            self._pass(state)
            return
        state.passed, state.acting = False, self.side
        state.swap(ActionStep(ENEMY[self.side]))
        price = getattr(state.data.tables.costs, PRICES[type(action)])
        spend(state, self.side, price, describe(state, self.side, action), rule_of(action))
        carry_out(state, self.side, action)

    def _pass(self, state: ServalState, why: str = "") -> None:
        """6.5  A pass; two in a row end the phase."""
        told = "The Coalition passes" if self.side == COALITION else "The Islamists pass"
        state.note(f"{told}, {why}." if why else f"{told}.", "6.5a")
        if state.passed:
            state.passed = False
            state.flow.pop()
            state.note("Both sides have passed: the Operations Phase ends.", "6.2a")
        else:
            state.passed = True
            state.swap(ActionStep(ENEMY[self.side]))


def why_not_command(state: ServalState, side: Side, contingent: str) -> Refusal | None:
    """7.1  A side acts with its own contingents."""
    group = state.data.contingents.get(contingent)
    if group is None or group.side != side:
        return Refusal("7.1a", "only contingents of your own side act")
    if group.option and not state.has(group.option):
        return Refusal("31.1c", f"{group.name} belongs to an option that is not used")
    return None


def carry_out(state: ServalState, side: Side, action: Action) -> None:
    """6.4  Execute an action that has been paid for."""
    match action:
        case Operate(contingent):
            operations.begin_operation(state, side, contingent)
        case Recruit(contingent, group):
            recruiting.begin(state, side, contingent, group)
        case Refit(contingent, source):
            refit.carry_out(state, side, contingent, source)
        case RefitPicked(contingent):
            refit.refit_picked(state, contingent)
        case Mobilise():
            netwar.mobilise(state, side)
        case NetwarAttack(type_, hex_):
            netwar.begin_attack(state, side, type_, hex_)
        case EnactSharia(contingent):
            sharia.begin(state, contingent)
        case ClearSharia():
            sharia.clear(state)


def describe(state: ServalState, side: Side, action: Action) -> str:
    """What an action is called in the journal."""
    names = state.data.contingents
    match action:
        case Operate(contingent):
            return f"{names[contingent].name} operation"
        case Recruit(contingent):
            return f"recruiting for {names[contingent].name}"
        case Refit(contingent):
            return f"refit of {names[contingent].name}"
        case RefitPicked(contingent):
            return f"refit of SOF and leaders of {names[contingent].name}"
        case Mobilise():
            return "mobilizing netwar markers"
        case NetwarAttack(type_):
            return netwar.announced(state, side, type_)
        case EnactSharia(contingent):
            return f"sharia by {names[contingent].name}"
    return "clearing sharia"


def rule_of(action: Action) -> str:
    """The rule behind an action."""
    return RULES[type(action)]


class EndOfTurn(Step, frozen=True, tag=True):
    """6.1  The next turn, or the end; the Coalition may add turns after the last one."""

    def proceed(self, state: ServalState) -> bool:
        setup = state.data.setups[state.scenario]
        state.acting = ""
        if state.turn < setup.last_turn:
            state.turn += 1
            begin_turn(state)
        elif state.turn < setup.max_turn:
            state.swap(Extension(COALITION))
        else:
            end_game(state)
        return True


class Extension(SideStep, frozen=True, tag=True):
    """30.1q, 30.2m  The Coalition decides whether to play another turn."""

    def prompt(self, state: ServalState) -> str:
        worth = state.data.tables.victory_points.islamist["extension"] // 2
        rule = state.data.setups[state.scenario].extension_rule
        return (
            f"Play turn {state.turn + 1} as well, which gives the Islamists {worth} points, or end the game ({rule})."
        )

    def candidates(self, state: ServalState) -> Iterator[Action]:
        yield Extend(False)
        yield Extend(True)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        rule = state.data.setups[state.scenario].extension_rule
        return None if isinstance(action, Extend) else Refusal(rule, "extend the game or end it")

    def play(self, state: ServalState, action: Extend) -> None:
        if not action.play_on:
            end_game(state)
            return
        state.extensions += 1
        rule = state.data.setups[state.scenario].extension_rule
        price = shown(state.data.tables.victory_points.islamist["extension"])
        state.note(f"The Coalition plays turn {state.turn + 1} as well: {price} points for the Islamists.", rule)
        state.turn += 1
        begin_turn(state)
