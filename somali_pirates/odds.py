"""Exact chances of the roll that an action would bring: attacks, drones, chits with dice, replacements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from common.engine import D6, Action, Side, Step
from common.engine.actions import Add, Confirm, Decline
from common.tables import Chances, Modifier, Odds, Outcome
from somali_pirates.actions import Choose, Double, EndPhase, Operate, PlayChit, Shock, Standoff
from somali_pirates.battle import Battle
from somali_pirates.rules.asymmetrical import AsymmetricalRoll, DroneStrength, NamedLoss, points_of
from somali_pirates.rules.casualties import Casualties
from somali_pirates.rules.chit_effects import CLOSES_ON, POINT_DICE, ClosingChit, PointsChit
from somali_pirates.rules.chits import AlgorithmWindow, ChitWindow
from somali_pirates.rules.combat import CombatPhase
from somali_pirates.rules.control import is_oil_well, payments
from somali_pirates.rules.kinetic import EdgeWindow, KineticRoll, WarlordChoice, with_warlords, zone_points
from somali_pirates.rules.losses import Replacement, return_turn
from somali_pirates.rules.muster import KINETIC, Muster
from somali_pirates.rules.return_phase import ReturnPhase
from somali_pirates.rules.sequence import pay_zones
from somali_pirates.rules.spectrum import Spectrum, SpectrumWindow
from somali_pirates.rules.strength import (
    asymmetrical_column,
    asymmetrical_values,
    doublings,
    half_points,
    is_short,
    kinetic_column,
    opposers,
    tell_points,
    totals,
)
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, SIDES, PirateState

ONE_DIE = Chances.even(D6)
DICE_SUM = {1: ONE_DIE}
DECIDED = (Muster, CombatPhase, WarlordChoice, Casualties, NamedLoss, ReturnPhase, ChitWindow)  # upon dice
ORDER = ("AE", "AD", "MD", "IA", "DR", "DD", "DE", "OK")  # from the attacker's worst to his best
SUCCESS = ("F", "S1", "S2", "S3")


def dice_sum(count: int) -> Chances[int]:
    """The distribution of the sum of so many dice."""
    if count not in DICE_SUM:
        DICE_SUM[count] = dice_sum(count - 1).join(ONE_DIE, lambda one, other: one + other)
    return DICE_SUM[count]


def odds(state: PirateState, action: Action) -> Odds | None:
    """What the action's dice can bring; None if it rolls none."""
    step = state.step
    if not isinstance(step, DECIDED) or step.why_not(state, action) is not None:
        return None
    match step, action:
        case Muster(), Confirm() | Standoff() | Shock():
            battle = step.battle(state, isinstance(action, Standoff), isinstance(action, Shock))
            return attack_odds(state, battle)
        case CombatPhase(), Operate("drone", _, _, target):
            return drone_odds(state, target)
        case WarlordChoice(), Double(warlord, unit) if state.battle is not None:
            chosen = (*state.battle.warlords, (warlord, unit))
            return attack_odds(state, replace(state.battle, warlords=chosen))
        case Casualties(), Add(unit):
            return loss_odds(state, unit)
        case NamedLoss(), Choose(unit):
            return loss_odds(state, unit)
        case ReturnPhase(), EndPhase():
            return control_odds(state)
        case ChitWindow(), _:
            return _window_odds(state, step, action)
    return None


def _window_odds(state: PirateState, step: ChitWindow, action: Action) -> Odds | None:
    """The chances of a chit that may be played now, and of the attack it may change."""
    match step, action:
        case EdgeWindow(), Decline() | PlayChit():
            return _edge_odds(state, step.side, action)
        case AlgorithmWindow(), PlayChit(target=number):
            return reroll_odds(state, step, int(number) - 1)
        case SpectrumWindow(), PlayChit():
            return spectrum_odds(state)
        case _, PlayChit(("surge" | "jihad") as chit):
            return points_chit_odds(state, step.actor(state), chit)
        case _, PlayChit(("somali_civil_war" | "dar_al_harb") as chit):
            return closing_odds(state, step.actor(state), chit)
    return None


def attack_odds(state: PirateState, battle: Battle) -> Odds:
    """The chances of an attack that is about to be declared, with the chits as they are."""
    return kinetic_odds(state, battle) if battle.kind == KINETIC else asymmetrical_odds(state, battle)


def _edge_odds(state: PirateState, side: Side, action: Action) -> Odds | None:
    """The attack as it stands, or with one Tactical Edge more that nobody stops."""
    battle = state.battle
    if battle is None:
        return None
    if isinstance(action, PlayChit):
        battle = with_edge(battle, side, action.use)
    return kinetic_odds(state, battle)


def with_edge(battle: Battle, side: Side, use: str) -> Battle:
    """The attack with one Tactical Edge more."""
    field = "doubled" if use == "double" else "raised"
    counts: dict[Side, int] = dict(getattr(battle, field))
    counts[side] = counts.get(side, 0) + 1
    return replace(battle, **{field: tuple(sorted(counts.items()))})


# Kinetic attacks


def kinetic_results(state: PirateState, battle: Battle) -> Chances[str]:
    """12.2f  The distribution of the result codes at the odds of the attack."""
    column = kinetic_column(state, battle)
    return ONE_DIE.map(lambda die: state.data.tables.kinetic_crt.rows[die - 1][column])


def kinetic_odds(state: PirateState, battle: Battle) -> Odds:
    """The chances of a kinetic attack, with the strengths that make its column; Warlords double as suits them best."""
    battle = with_warlords(state, battle)
    table, column = state.data.tables.kinetic_crt, kinetic_column(state, battle)
    attack, defence = totals(state, battle)
    dice = {row[column]: (die,) for die, row in enumerate(table.rows, 1)}
    results = state.data.results
    sides = (
        (f"Attack {tell_points(attack)}", _strengths(state, battle, battle.attackers)),
        (f"Defense {tell_points(defence)}", _strengths(state, battle, (*battle.defenders, *battle.helpers))),
    )
    points = expected_zone_points(state, battle, kinetic_results(state, battle))
    return Odds.of(
        f"Attack in {state.data.name(battle.zone)}, {table.columns[column]}",
        "12.2e",
        kinetic_results(state, battle),
        lambda code: f"{code}: {results[code].name}",
        lambda code: float(ORDER.index(code)),
        dice,
        str,
        modifiers=sides,
        expected=points,
        table="kinetic_crt",
        column=table.columns[column],
    )


def expected_zone_points(state: PirateState, battle: Battle, chances: Chances[str]) -> str:
    """6.1c, 6.1d  What the result itself pays on average, besides lost units."""
    return _tell_means(battle, chances, lambda code: dict(zone_points(state, replace(battle, result=code))))


def _tell_means(battle: Battle, chances: Chances[str], gains: Callable[[str], dict[Side, int]]) -> str:
    """What both sides gain on average, in words; after a Shock attack the Pirates gain a die more (33.1a)."""
    parts = []
    for side in (battle.side, ENEMY[battle.side]):
        mean = chances.map(lambda code: gains(code).get(side, 0)).mean(float)  # noqa: B023
        mean += ONE_DIE.mean(float) if battle.shock and side == PIRATE else 0
        if mean:
            parts.append(f"{SIDE_NAMES[side]} {mean:+.2f} points besides losses")
    return ", ".join(parts)


def _strengths(state: PirateState, battle: Battle, units: tuple[str, ...]) -> tuple[Modifier, ...]:
    """Each unit's strength with what doubles it; halves are named, since a modifier is a whole number."""
    found = []
    for id_ in units:
        half = half_points(state, battle, id_)
        why = [modifier.why for modifier in doublings(state, battle, id_)]
        if is_short(state, id_):
            why.append("halved for want of supply" + (", one half more" if half % 2 else ""))
        text = f"{state.data.name(id_)}{' (' + ', '.join(why) + ')' if why else ''}"
        found.append(Modifier(half // 2, text, "12.2d"))
    return tuple(found)


# Asymmetrical attacks


def asymmetrical_results(state: PirateState, column: int) -> Chances[str]:
    """15.4c  The distribution of the results of a column."""
    rows = state.data.tables.asymmetrical_crt.rows
    return ONE_DIE.map(lambda die: str(rows[die - 1][column]))


def asymmetrical_odds(state: PirateState, battle: Battle) -> Odds:
    """The chances of an asymmetrical attack, with the values that make its column."""
    table, kind = state.data.tables.asymmetrical_crt, state.data.attacks[battle.kind]
    attack, defence = asymmetrical_values(state, battle)
    column = asymmetrical_column(state, attack - defence)
    dice = {str(row[column]): (die,) for die, row in enumerate(table.rows, 1)}
    counters = state.data.counters
    against = [id_ for id_ in opposers(state, battle) if counters[id_].asym]
    sides = (
        (
            f"Attack {attack}",
            tuple(Modifier(counters[id_].asym, counters[id_].name, "15.4b") for id_ in battle.attackers),
        ),
        (f"Defense {defence}", tuple(Modifier(counters[id_].asym, counters[id_].name, "15.4c") for id_ in against)),
    )
    return Odds.of(
        f"{kind.name}, column {table.columns[column]}",
        kind.rule,
        asymmetrical_results(state, column),
        lambda code: f"{code}: {kind.results[code].meaning}",  # type: ignore[index]
        lambda code: float(SUCCESS.index(code)),
        dice,
        str,
        modifiers=sides,
        expected=_expected_points(state, battle, asymmetrical_results(state, column)),
        table="asymmetrical_crt",
        column=table.columns[column],
    )


def _expected_points(state: PirateState, battle: Battle, chances: Chances[str]) -> str:
    results = {str(code): result for code, result in state.data.attacks[battle.kind].results.items()}
    return _tell_means(battle, chances, lambda code: dict(points_of(state, battle, results[code])))


def drone_results(state: PirateState) -> Chances[str]:
    """15.7p  A die less one names the column, another die the result."""
    rows = state.data.tables.asymmetrical_crt.rows
    return ONE_DIE.join(ONE_DIE, lambda strength, die: str(rows[die - 1][asymmetrical_column(state, strength - 1)]))


def drone_odds(state: PirateState, warlord: str) -> Odds:
    """The chances of a Drone Attack on a Warlord."""
    kind, zone = state.data.attacks["drone"], state.units[warlord].at
    rows = state.data.tables.asymmetrical_crt.rows
    dice: dict[str, tuple[int, ...]] = {}
    for strength in D6:
        for die in D6:
            code = str(rows[die - 1][asymmetrical_column(state, strength - 1)])
            dice.setdefault(code, (strength, die))
    battle = Battle("drone", COALITION, "", zone, warlord)
    return Odds.of(
        f"Drone Attack on {state.data.name(warlord)}",
        "15.7p",
        drone_results(state),
        lambda code: f"{code}: {kind.results[code].meaning}",  # type: ignore[index]
        lambda code: float(SUCCESS.index(code)),
        dice,
        str,
        expected=_expected_points(state, battle, drone_results(state)),
        table="asymmetrical_crt",
    )


# Chits and replacements


def points_chit_odds(state: PirateState, side: Side, chit: str) -> Odds:
    """CHIT.C6, CHIT.P4  Four dice and the turn number."""
    kind = state.data.chits[side][chit]
    chances = dice_sum(POINT_DICE).map(lambda total: total + state.turn)
    mean = chances.mean(float)
    return Odds.of(
        kind.name, kind.rule, chances, lambda points: f"{points} points", float, expected=f"{mean:.1f} points"
    )


def closing_odds(state: PirateState, side: Side, chit: str) -> Odds:
    """CHIT.C5, CHIT.P1  Whether a Region or Off-Map base is closed."""
    kind = state.data.chits[side][chit]
    closed = ONE_DIE.map(lambda die: die <= CLOSES_ON[chit])
    dice = {True: (1,), False: (6,)}
    return Odds.of(
        kind.name, kind.rule, closed, lambda works: "closed for this turn" if works else "no effect", float, dice
    )


def spectrum_odds(state: PirateState) -> Odds:
    """31.1a  The points of Full Spectrum Dominance: two dice."""
    return Odds.of(
        "Full Spectrum Dominance", "31.1a", dice_sum(2), lambda points: f"{points} points", float, expected="7.0 points"
    )


def loss_odds(state: PirateState, id_: str) -> Odds | None:
    """9.10  The replacement roll that the loss of a unit would bring; None if it brings none."""
    counter = state.data.counters[id_]
    rolls = counter.side == COALITION and counter.faction not in state.data.tables.replacement.never
    return replacement_odds(state, id_) if rolls else None


def replacement_odds(state: PirateState, id_: str) -> Odds:
    """9.10b-d  When a lost unit returns, if ever."""
    last = state.data.tables.tracks.turns
    turns = ONE_DIE.map(lambda die: return_turn(state, die))
    return Odds.of(
        f"Replacement of {state.data.name(id_)}",
        "9.10b",
        turns,
        lambda turn: f"returns on Turn {turn}" if turn else "never returns",
        lambda turn: float(turn or last + 1),
    )


def reroll_odds(state: PirateState, step: AlgorithmWindow, number: int) -> Odds:
    """CHIT.P6  What the die that is rolled again would bring if it counts; the Pirate may leave the first one."""
    below = state.flow[-2]
    dice = {die: (die,) for die in D6}
    return Odds.of(
        f"{step.reason}: a second roll for the {state.dice[number]}",
        "CHIT.P6",
        ONE_DIE,
        lambda die: f"{die}: {told}" if (told := _second_result(state, below, number, die)) else str(die),
        float,
        dice,
        expected=f"the first roll is {_second_result(state, below, number, state.dice[number]) or state.dice[number]}",
    )


def _second_result(state: PirateState, below: Step, number: int, die: int) -> str:
    """What a Coalition roll would mean with another die in it, as far as a table or a number tells it."""
    dice = [*state.dice]
    dice[number] = die
    match below, state.battle:
        case KineticRoll(), Battle() as battle:
            return state.data.tables.kinetic_crt.rows[die - 1][battle.column]
        case AsymmetricalRoll(), Battle() as battle:
            return str(state.data.tables.asymmetrical_crt.rows[die - 1][battle.column])
        case DroneStrength(), _:
            return f"column {state.data.tables.asymmetrical_crt.columns[asymmetrical_column(state, die - 1)]}"
        case Replacement(), _:
            turn = return_turn(state, die)
            return f"returns on Turn {turn}" if turn else "never returns"
        case ClosingChit(chit=chit), _:
            return "closed for this turn" if die <= CLOSES_ON[chit] else "no effect"
        case PointsChit(), _:
            return f"{sum(dice) + state.turn} points"
        case Spectrum(), _:
            return f"{sum(dice)} points"
    return ""


# Control


def control_odds(state: PirateState) -> Odds:
    """18.4a  What the Zones pay as things stand, and both indexes after it; no die is rolled."""
    paid = payments(state)
    pays = {side: sum([pay[side] for _, pay in paid]) for side in SIDES}
    after = state.clone()
    pay_zones(after)
    told = ", ".join(f"{SIDE_NAMES[side]} {pays[side]:+d}: {after.index[side]}" for side in SIDES)
    sources = tuple((f"{SIDE_NAMES[side]}", _sources(state, side, paid)) for side in SIDES)
    outcome = Outcome(told, 1)
    return Odds("Control income as things stand", "18.4a", (outcome,), 1, sources, expected=told)


def _sources(state: PirateState, side: Side, paid: Sequence[tuple[str, Mapping[Side, int]]]) -> tuple[Modifier, ...]:
    """The Zones that pay a side, each with what it pays."""
    found = []
    for zone, pay in paid:
        value = pay[side]
        if value:
            well = side == COALITION and is_oil_well(state, zone)
            name = f"{state.data.name(zone)} (oil well)" if well else state.data.name(zone)
            found.append(Modifier(value, name, "6.3a" if well else "18.4a"))
    return tuple(found)
