"""Exact chances: a shot, air attacks with air defense, netwar attacks, whole battles, recruiting."""

from __future__ import annotations

from collections import Counter
from typing import Any

from common.engine import D6, Action, Side
from common.engine.actions import Decline
from common.tables import Chances, Modifier, Odds
from operation_serval.actions import (
    Assault,
    DirectAction,
    Finish,
    Fire,
    JoinAll,
    Mobilise,
    NetwarAttack,
    Recruit,
    Sortie,
    Strike,
)
from operation_serval.forecast import Ending, Forecast
from operation_serval.rules import netwar, recruiting
from operation_serval.rules.air import AirAttacks, AirFire, AirSegment, is_capable
from operation_serval.rules.battle import AttackForce, FireRound, fighters
from operation_serval.rules.fire import air_shifts, column_of, describe_result, ground_shifts, read_result
from operation_serval.state import COALITION, ENEMY, SIDE_NAMES, ServalState
from operation_serval.tables import CodeTable

HABIT = "hits on units that have fired, weakest first"
KNOWN_ONLY = "counters that are seen"


def odds(state: ServalState, action: Action) -> Odds | None:
    """The chances of what an action would bring, if it is one that dice decide; None for all others."""
    step: Any = state.step
    if step.why_not(state, action) is not None:
        return None
    match step, action:
        case FireRound(), Fire(id_):
            return shot_odds(state, id_)
        case AirFire(), Fire(id_):
            return air_shot_odds(state, id_, step.hex, step.offensive)
        case AirAttacks(), Strike(hex_):
            return air_odds(state, hex_, tuple(id_ for id_, goal in state.sorties.items() if goal == hex_))
        case AirSegment(), Sortie(id_, hex_):
            placed = tuple(other for other, goal in state.sorties.items() if goal == hex_)
            return air_odds(state, hex_, (*placed, id_))
        case AirSegment(), Finish() if len(set(state.sorties.values())) == 1:
            return air_odds(state, next(iter(state.sorties.values())), tuple(state.sorties))
        case AttackForce(), Assault():
            return battle_odds(state, step.side, step.place, step.units)
        case AttackForce(), JoinAll():
            return battle_odds(state, step.side, step.place, tuple(fighters(state, step.side, step.place)))
        case netwar.Arming(), Finish():
            return netwar_odds(state, step.side, step.attack, step.hex, step.chosen)
        case netwar.CounterStrike(), Decline() | DirectAction():
            return answered_odds(state, step.played + isinstance(action, DirectAction))
        case _, NetwarAttack(type_, hex_):
            markers = tuple(netwar.Arming(step.side, type_, hex_).usable(state))
            return netwar_odds(state, step.side, type_, hex_, markers)
        case _, Recruit(contingent, group):
            return recruit_odds(state, contingent, group)
        case _, Mobilise():
            return mobilise_odds(state, step.side)
    return None


# A single shot


def kinetic_chances(state: ServalState, column: int) -> Chances[str]:
    """The six faces of a column of the Kinetic CRT."""
    return Chances.even(state.data.tables.kinetic.cells[column])


def rank_of_result(code: str) -> tuple[float, ...]:
    """Results in the order of their weight: hits first, then the retreat."""
    result = read_result(code)
    return float(result.hits), float(result.retreat)


def fire_odds(state: ServalState, id_: str, shifts: list[Modifier], where: str, rule: str) -> Odds:
    """16.1  The results of one unit's fire on its column."""
    table, unit = state.data.tables.kinetic, state.units[id_]
    column = column_of(state, unit, shifts)
    chances = kinetic_chances(state, column)
    mean = chances.mean(lambda code: read_result(code).hits)
    return Odds.of(
        f"{state.name(id_)} fires at {where} on column {table.labels[column]}",
        rule,
        chances,
        describe_result,
        rank_of_result,
        dice={code: (die,) for die, code in reversed(list(enumerate(table.cells[column], 1)))},
        modifiers=((f"strength {state.strength(unit)}, shifts in columns", tuple(shifts)),),
        expected=f"{mean:.2f} hits on average",
        table="kinetic",
        column=table.labels[column],
    )


def shot_odds(state: ServalState, id_: str) -> Odds | None:
    """16.1  The fire of a unit in the battle that is fought."""
    battle = state.battle
    if battle is None:
        return None
    goal = battle.hex if id_ in battle.attackers else ""
    where = state.title(battle.hex) if goal else "the attackers"
    return fire_odds(state, id_, ground_shifts(state, state.units[id_], goal), where, "16.1a")


def air_shot_odds(state: ServalState, id_: str, hex_: str, offensive: bool) -> Odds:
    """20.5  The fire of one air unit."""
    shifts, rule = (air_shifts(state, hex_), "20.5a") if offensive else ([], "20.7.1b")
    return fire_odds(state, id_, shifts, state.title(hex_), rule)


# Air attacks


def air_defense_chances(state: ServalState, capable: bool) -> Chances[str]:
    """20.6  The six faces of a column of the Air Defense Table."""
    table: CodeTable = state.data.tables.air_defense
    return Chances.even(table.columns["capable" if capable else "no_capable"])


def air_odds(state: ServalState, hex_: str, units: tuple[str, ...]) -> Odds | None:
    """20.5, 20.6  All air units on a hex one after the other, and the air defense that answers."""
    defenders = [unit.id for unit in state.enemies(COALITION, hex_)]
    if not units or not defenders:
        return None
    forecast = Forecast(state, COALITION, hex_, units, defenders)
    strike = forecast.strikes(len(units))
    capable = is_capable(state, defenders)
    both = strike.join(air_defense_chances(state, capable), lambda hits, code: (*hits, code))
    codes = list(state.data.tables.codes.air_defense)
    lost, steps = both.mean(lambda value: value[0]), both.mean(lambda value: value[1])
    return Odds.of(
        f"Air attack on {state.title(hex_)}, {seen_words(state)}",
        "20.5a",
        both,
        lambda value: f"{value[0]} lost, {value[1]} disrupted, {value[2]} driven off; air defense {value[3]}",
        lambda value: (float(value[0]), float(value[1]), float(value[2]), float(codes.index(value[3]))),
        modifiers=(("shifts in columns", tuple(air_shifts(state, hex_))),),
        expected=f"{lost:.1f} lost, {steps:.1f} disrupted",
        table="air_defense",
        column="capable" if capable else "no_capable",
    )


def seen_words(state: ServalState) -> str:
    """What a forecast goes by."""
    return f"{HABIT}; {KNOWN_ONLY}" if state.fog else HABIT


# Whole battles


def battle_odds(state: ServalState, side: Side, hex_: str, units: tuple[str, ...]) -> Odds | None:
    """15.4  A whole battle if it is small enough, else its first group of fire exactly and the rest on average."""
    defenders = [unit.id for unit in state.enemies(side, hex_)]
    if not units or not defenders:
        return None
    forecast = Forecast(state, side, hex_, units, defenders)
    endings, against = forecast.endings(), " against what is seen" if state.fog else ""
    if endings is not None:
        win = endings.chance(lambda ending: ending.winner == side)
        given, taken = endings.mean(lambda e: e.defenders_lost), endings.mean(lambda e: e.attackers_lost)
        title = f"Battle at {state.title(hex_)}, {seen_words(state)}"
        expected = f"win {float(win):.0%}{against}, enemy loses {given:.1f}, own loss {taken:.1f}"
        return _battle(title, endings, side, expected)
    first, rest = forecast.first_group()
    if first is None:
        return None
    hits = forecast.mean_hits(forecast.order)
    title = f"First group of fire at {state.title(hex_)}, {len(rest)} more fire after it, {seen_words(state)}"
    expected = f"whole battle on average{against}: {hits[side]:.1f} hits given, {hits[ENEMY[side]]:.1f} taken"
    return _battle(title, first, side, expected)


def _battle(title: str, endings: Chances[Ending], side: Side, expected: str) -> Odds:
    order = {side: 2.0, "": 1.0, ENEMY[side]: 0.0}
    words = {side: "won", "": "undecided", ENEMY[side]: "lost"}
    return Odds.of(
        title,
        "15.4g",
        endings,
        lambda e: f"{words[e.winner]}: enemy \u2212{e.defenders_lost}, own \u2212{e.attackers_lost}{_shock(e, side)}",
        lambda e: (order[e.winner], float(e.defenders_lost), -float(e.attackers_lost)),
        expected=expected,
        table="kinetic",
    )


def _shock(ending: Ending, side: Side) -> str:
    """17.2  The faces of the loser's die that are a shock after such a battle."""
    lost = min(ending.defenders_lost if ending.winner == side else ending.attackers_lost, max(D6))
    if not ending.winner or not lost:
        return ""
    return f", shock on 1{f'-{lost}' if lost > 1 else ''}"


# Netwar and recruiting


def netwar_odds(state: ServalState, side: Side, type_: str, hex_: str, markers: tuple[str, ...]) -> Odds | None:
    """21.6  The results of a netwar attack, before any direct action."""
    if not markers:
        return None
    tables = state.data.tables
    table = tables.cyber if type_ == netwar.CYBER else tables.strike
    column = table.column(netwar.strength_of(state, side, type_, markers))
    chances = Chances.even(table.cells[column])
    codes = list(tables.codes.netwar)
    where, title = f" on {state.title(hex_)}" if hex_ else "", netwar.title_of(state, side, type_, markers)
    return Odds.of(
        f"{title[:1].upper()}{title[1:]}{where} on column {table.labels[column]}",
        "21.6b",
        chances,
        lambda code: "No effect" if code == "-" else f"{code}: {tables.codes.netwar[code]}",
        lambda code: float(codes.index(code)),
        dice={code: (die,) for die, code in reversed(list(enumerate(table.cells[column], 1)))},
        code=lambda code: "No effect" if code == "-" else code,
        table="cyber" if type_ == netwar.CYBER else "strike",
        column=table.labels[column],
    )


def answered_odds(state: ServalState, removed: int) -> Odds | None:
    """21.6i  The results of an Islamist attack after direct action; of unlike markers nobody knows which are left."""
    attack: Any = state.flow[-2]
    left = attack.markers[removed:]
    if removed and len(set(attack.markers)) > 1:
        return None
    return netwar_odds(state, attack.side, attack.attack, attack.hex, left)


def recruit_odds(state: ServalState, contingent: str, group: str) -> Odds | None:
    """10.2, 10.4  How many units a recruit roll allows; groups without a die have no chances."""
    if group:
        return None
    waiting = len(recruiting.pool(state, contingent, group))
    name = state.data.contingents[contingent].name
    chances = Chances.even(min(die, waiting) for die in D6)
    return Odds.of(
        f"Recruits for {name}", recruiting.rule_of(contingent), chances, lambda n: f"up to {n}", float,
        dice={min(die, waiting): (die,) for die in D6}, expected=f"up to {chances.mean(float):.1f} units on average",
    )  # fmt: skip


def mobilise_odds(state: ServalState, side: Side) -> Odds:
    """21.2  How many netwar markers may be drawn."""
    left = len(state.pools[side].content)
    chances = Chances.even(min(die, left) for die in D6)
    return Odds.of(
        f"Netwar markers of the {SIDE_NAMES[side]}", "21.2a", chances, lambda n: f"up to {n}", float,
        dice={min(die, left): (die,) for die in D6}, expected=f"up to {chances.mean(float):.1f} on average",
    )  # fmt: skip


def event_chances(state: ServalState) -> Counter[int]:
    """8.0  How many of the 36 throws of two dice bring each event."""
    return Counter(one + other for one in D6 for other in D6)
