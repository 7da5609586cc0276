"""A battle as a stage: both forces, the modifiers of both fires, the column of the table, chances, dice and losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from common.engine import Entry, Seat, Side
from common.tabletop import CombatStage, Handling, StageForce, StageStep, StageSum, StageUnit
from common.tabletop.stage import entries_since, odds_of_choices, rolls_in
from nmc.rules.aftermath import AdvanceChoice, BattleLosses
from nmc.rules.combat import Battle, BattleSupply, fires, has_choice, has_depot
from nmc.rules.fire import Fire, modifiers, name
from nmc.state import ENEMY, TRAINS, TROOPS, NmcState, Stack
from nmc.table.faces import UnitCounter, draw_piece
from nmc.table.labels import unit_words
from nmc.view import position_of

STEPS = (("Supply", "10.6"), ("Fire", "9.9"), ("Losses", "9.21"), ("Advance", "9.23"))


class NmcStage(Handling):
    """The battle that goes on, told for one seat."""

    def stage(self, seat: Seat) -> CombatStage | None:
        state = position_of(seat)
        if state.result is not None:
            return None
        match state.step:
            case BattleSupply(battle):
                return _supply_stage(self, seat, state, battle)
            case BattleLosses() as step:
                return _losses_stage(self, seat, state, step)
            case AdvanceChoice() as step if not step.momentum:
                units = (step.rest.plus(step.current), state.stacks.get(step.goal))
                return _stage(self, seat, state, step.side, (step.source, step.goal), units, "Advance")
        return None

    def opens_fight(self, entry: Entry) -> bool:
        return entry.rules == ("9.2a",)


def _supply_stage(table: Handling, seat: Seat, state: NmcState, battle: Battle) -> CombatStage:
    """10.6  Before the fire: the modifiers as they will be if every wagon is used, and the chances of each choice."""
    places, units = (battle.source, battle.goal), (battle.force, state.stacks[battle.goal])
    supplied = {who: has_depot(state, battle, who) or has_choice(state, battle, who) for who in _both(battle.side)}
    both = fires(state, battle, *(supplied[who] for who in _both(battle.side)))
    sums = tuple(_sum(state, fire) for fire in both)
    return _stage(table, seat, state, battle.side, places, units, "Supply", sums)


def _losses_stage(table: Handling, seat: Seat, state: NmcState, step: BattleLosses) -> CombatStage:
    """9.21  After the fire: how many strength points each side loses, and what has been chosen."""
    units = (step.force, state.stacks.get(step.goal))
    lost = (f"{step.hits[1]} SP are lost",), (f"{step.hits[0]} SP are lost",)
    return _stage(table, seat, state, step.side, (step.source, step.goal), units, "Losses", losses=lost)


def _both(side: Side) -> tuple[Side, Side]:
    return side, ENEMY[side]


def _stage(
    table: Handling,
    seat: Seat,
    state: NmcState,
    side: Side,
    places: tuple[str, str],
    units: tuple[Stack, Stack | None],
    now: str,
    sums: tuple[StageSum, ...] = (),
    losses: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
) -> CombatStage:
    source, goal = places
    forces = []
    for at, (who, stack, space) in enumerate(zip(_both(side), units, places, strict=True)):
        part = f"{'Attacker' if not at else 'Defender'}: {name(who)}, {state.title(space)}"
        shown = tuple(_units(state, space, stack)) if stack is not None else ()
        forces.append(StageForce(who, part, shown, "", sums[at : at + 1], losses[at]))
    rolls = tuple(rolls_in(entries_since(seat.journal, lambda entry: entry.rules == ("9.2a",))))
    return CombatStage(
        goal,
        f"Battle at {state.title(goal)}",
        "9.2a",
        seat.prompt,
        seat.to_act,
        tuple(_steps(now)),
        tuple(forces),
        odds=tuple(odds_of_choices(table, seat)),
        rolls=rolls,
        spaces=(source,),
    )


def _steps(now: str) -> Iterator[StageStep]:
    titles = [title for title, _ in STEPS]
    for at, (title, rule) in enumerate(STEPS):
        place: Literal["done", "now", "ahead"] = "done" if at < titles.index(now) else "ahead"
        yield StageStep(title, rule, "now" if title == now else place)


def _units(state: NmcState, space: str, stack: Stack) -> Iterator[StageUnit]:
    """The troops, trains and leaders of a force, one line a kind."""
    for unit in (*TROOPS, *TRAINS, *stack.leaders):
        if count := stack.count(unit):
            face = draw_piece(state.data, UnitCounter("", space, stack.side, unit, count, "ready")).face
            counts = unit in TROOPS or unit == "guns" or unit in stack.leaders
            words = unit_words(unit, count)
            yield StageUnit(words, str(count) if unit in TROOPS else "", face, mark="counts" if counts else "idle")


def _sum(state: NmcState, fire: Fire) -> StageSum:
    """9.10, 9.20  What is added to the die, and the column of the strength."""
    parts, table = tuple(modifiers(state, fire)), state.data.tables.fire
    strength = fire.firer.strength
    title = f"{'Fire' if fire.offensive else 'Return fire'} of {strength} SP"
    total = sum(part.value for part in parts)
    return StageSum(title, parts, f"{total:+d}", "9.10", f"column {table.labels[table.column(strength)]}")
