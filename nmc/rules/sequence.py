"""3, 5  Set-up and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from common.engine import Action, Refusal, Side, Step
from nmc.actions import Deploy, Ready, not_now
from nmc.rules.calendar import Withdrawal, reinforce
from nmc.rules.combat import CombatPhase
from nmc.rules.march import MarchPhase
from nmc.rules.momentum import Declarations
from nmc.rules.supply import DepotCreation, Destruction, open_attrition
from nmc.rules.victory import judge
from nmc.state import CONFEDERATE, TRAINS, TROOPS, UNION, NmcState, Stack, describe


class TurnPhase(msgspec.Struct, frozen=True):
    """One line of the turn sequence outline."""

    name: str
    side: Side
    kind: str
    rule: str


def _player_turn(side: Side, enemy: Side, names: tuple[str, str], rule: str) -> tuple[TurnPhase, ...]:
    own, other = names
    return (
        TurnPhase(f"{own} march", side, "march", rule),
        TurnPhase(f"{other} forced march", enemy, "forced", "5.3"),
        TurnPhase(f"{own} combat", side, "combat", rule),
        *((TurnPhase("Union withdrawal", UNION, "withdrawal", "5.4"),) if side == UNION else ()),
        TurnPhase(f"{own} attrition", side, "attrition", "5.2d"),
        TurnPhase(f"{own} destruction", side, "destruction", "5.2d"),
        TurnPhase(f"{own} depot creation", side, "depots", "5.2d"),
    )


PHASES = _player_turn(CONFEDERATE, UNION, ("Confederate", "Union"), "5.2b") + _player_turn(
    UNION, CONFEDERATE, ("Union", "Confederate"), "5.2c"
)


class Sequence(Step, frozen=True, tag=True):
    """5.2  What comes next when a phase is over."""

    def proceed(self, state: NmcState) -> bool:
        if state.phase + 1 < len(PHASES):
            state.phase += 1
        elif state.turn == state.data.setup.last_turn:
            state.note("The end of the campaign", heading=True)
            judge(state)
            return True
        else:
            state.turn += 1
            state.phase = 0
        self._open(state, PHASES[state.phase])
        return True

    def _open(self, state: NmcState, phase: TurnPhase) -> None:
        state.done.clear()
        state.closed.clear()
        state.fed.clear()
        side = phase.side
        label = state.data.tables.turns.labels[state.turn - 1]
        state.note(f"Turn {state.turn} ({label}): {phase.name}", phase.rule, heading=True)
        match phase.kind:
            case "march":
                self._march(state, side)
            case "forced":
                state.push(MarchPhase(side, True))
            case "combat":
                state.push(CombatPhase(side))
            case "withdrawal":
                setup = state.data.setup
                if state.turn in (setup.militia_leave, setup.leader_leaves.turn):
                    state.push(Withdrawal(UNION))
            case "attrition":
                state.declared.clear()
                state.push(open_attrition(state, side))
            case "destruction":
                state.push(Destruction(side))
            case "depots":
                state.push(DepotCreation(side))

    def _march(self, state: NmcState, side: Side) -> None:
        if side == UNION:
            reinforce(state)
        state.nine = side == CONFEDERATE and state.turn == 1  # 5.5
        steps: list[Step] = [MarchPhase(side, False), EndOfMarch()]
        if state.options["attack_momentum"]:
            steps.append(Declarations(side))
        state.push(*steps)


class EndOfMarch(Step, frozen=True, tag=True):
    """5.5c  The automatic nine is lost with the march phase of turn 1."""

    def proceed(self, state: NmcState) -> bool:
        state.nine = False
        state.flow.pop()
        return True


class SetUp(Step, frozen=True, tag=True):
    """3.3a  The Confederate army begins in Fort Thorn; any part of it may be put into the six hexes around."""

    hex: str

    def actor(self, state: NmcState) -> Side:
        return CONFEDERATE

    def prompt(self, state: NmcState) -> str:
        return "Spread the army at Fort Thorn over the hexes around it, or begin (3.3a)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        here = state.own_at(CONFEDERATE, self.hex) or Stack(CONFEDERATE)
        for there in state.data.near[self.hex]:
            for unit in TROOPS + TRAINS:
                yield from (Deploy(unit, count, there) for count in range(1, here.count(unit) + 1))
            yield from (Deploy(leader, 1, there) for leader in here.leaders)
        yield Ready()

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if isinstance(action, Deploy):
            return self._why_not_deploy(state, action)
        if isinstance(action, Ready):
            return None  # every single placing was judged by the counters there are
        return not_now(action, "set up the army")

    def _why_not_deploy(self, state: NmcState, action: Deploy) -> Refusal | None:
        unit, count, there = action.unit, action.count, action.hex
        if there not in state.data.near[self.hex]:
            return Refusal("3.3a", f"{there} is not next to Fort Thorn")
        here = state.own_at(CONFEDERATE, self.hex)
        stock = here.count(unit) if here is not None else 0
        if not 1 <= count <= stock:
            return Refusal("3.3a", f"Fort Thorn does not hold {count} {unit} of the army to be placed")
        return None  # the counters can show every spread of this army (2.8b): `problems` makes sure of it

    def play(self, state: NmcState, action: Deploy | Ready) -> None:
        if isinstance(action, Ready):
            state.flow.pop()
            state.note("The armies are set up.", "3.1b")
            return
        units = state.stacks[self.hex].part(action.unit, action.count)
        state.take(self.hex, units)
        state.add(action.hex, units)
        state.note(f"Set up in {action.hex}: {describe(units)}.", "3.3a", places=(action.hex,))
