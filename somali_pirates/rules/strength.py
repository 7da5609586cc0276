"""12.2-12.7, 15.4  Who fights in an attack, with what strength, and the column of the table."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import Side
from common.tables import Modifier
from somali_pirates.battle import Battle
from somali_pirates.rules.routes import is_supplied
from somali_pirates.rules.stacks import groups
from somali_pirates.state import COALITION, COMMON, ENEMY, PIRATE, PirateState, Unit

MOST = 4  # 12.7d


# Who defends


def targets(state: PirateState, side: Side, zone: str, target: str, hidden: bool) -> list[str]:
    """The units of a target that an attack would meet, aircraft included (12.2c, 12.4, 12.5, 13.1c)."""
    if hidden:
        return [unit.id for unit in state.hidden_at(zone, side) if state.data.counters[unit.id].faction == target]
    return groups(state, side, zone).get(target, [])


def oppose(state: PirateState, battle: Battle) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who can be hit by a kinetic attack, and which aircraft only add their strength (12.6d, 21.3a, R57, R58)."""
    side = ENEMY[battle.side]
    group = targets(state, side, battle.zone, battle.target, battle.hidden)
    if battle.hidden:
        return tuple(group), ()
    counters = state.data.counters
    surface = [id_ for id_ in group if counters[id_].category != "air"]
    aircraft = [id_ for id_ in group if counters[id_].category == "air"]
    extra = [unit.id for unit in state.units_at(battle.zone, side) if _supports(state, unit, group)]
    if all(counters[id_].category in ("air", "naval") for id_ in battle.attackers):
        return (*surface, *aircraft), tuple(extra)
    return tuple(surface), (*aircraft, *extra)


def _supports(state: PirateState, unit: Unit, group: Iterable[str]) -> bool:
    """21.3a, 21.5b, R107  A patrol aloft of another faction, or an air unit on the deck of an attacked ship."""
    counter = state.data.counters[unit.id]
    if counter.category != "air" or unit.id in group:
        return False
    return (counter.type == "patrol" and unit.aloft) or (unit.aboard != "" and unit.aboard in group)


# Kinetic strength


def is_afar(state: PirateState, battle: Battle, id_: str) -> bool:
    """20.5b  Whether a missile ship fires from another Zone."""
    return state.units[id_].at != battle.zone


def doublings(state: PirateState, battle: Battle, id_: str) -> list[Modifier]:
    """What doubles a unit in the attack: terrain, Warlords and Tactical Edge (12.7)."""
    data, side = state.data, state.data.counters[id_].side
    attacking = id_ in battle.attackers
    found: list[Modifier] = []
    terrain = data.zones[battle.zone].terrain
    doubled = data.doubled["attack" if attacking else "defence"][terrain]
    if id_ in doubled and not (attacking and is_afar(state, battle, id_)) and not (battle.hidden and not attacking):
        found.append(Modifier(1, f"{data.terrain[terrain].name.lower()} terrain", "12.7a"))
    found += [Modifier(1, data.name(warlord), "12.7b") for warlord, unit in battle.warlords if unit == id_]
    found += [Modifier(1, "Tactical Edge", "CHIT.C7")] * battle.edges(side)[0]
    return found


def half_points(state: PirateState, battle: Battle, id_: str) -> int:
    """The kinetic strength of a unit in the attack, in half points (12.7d, 30.2a, R60-R62)."""
    counter = state.data.counters[id_]
    value = counter.kinetic + battle.edges(counter.side)[1]
    value *= min(MOST, 1 + len(doublings(state, battle, id_)))
    return value if is_short(state, id_) else 2 * value


def is_short(state: PirateState, id_: str) -> bool:
    """30.2a  Whether a unit fights at half strength for want of a base."""
    return bool(state.options.get("logistics")) and not is_supplied(state, id_)


def totals(state: PirateState, battle: Battle) -> tuple[int, int]:
    """The strengths of attack and defence in half points (12.2d)."""
    attack = sum(half_points(state, battle, id_) for id_ in battle.attackers)
    defence = sum(half_points(state, battle, id_) for id_ in (*battle.defenders, *battle.helpers))
    return attack, defence


def shares_of(state: PirateState, battle: Battle) -> tuple[tuple[str, int], ...]:
    """What each unit in the attack adds to the strengths, in half points; once the die is rolled that stands."""
    fighting = (*battle.attackers, *battle.defenders, *battle.helpers)
    return battle.shares or tuple([(id_, half_points(state, battle, id_)) for id_ in fighting])


def odds_column(state: PirateState, attack: int, defence: int) -> int:
    """12.2e, R63  The column for two strengths: fractions dropped, the first if the defence is stronger."""
    last = state.data.last_column
    return last if not defence else min(attack // defence, last)


def kinetic_column(state: PirateState, battle: Battle) -> int:
    """The column of the Kinetic table for an attack as it stands."""
    return odds_column(state, *totals(state, battle))


def tell_points(half: int) -> str:
    """Half points as a player writes them."""
    return f"{half // 2 or ''}½" if half % 2 else str(half // 2)


# Asymmetrical values


def asymmetrical_values(state: PirateState, battle: Battle) -> tuple[int, int]:
    """The values of attack and defence in an asymmetrical attack (15.4c)."""
    counters = state.data.counters
    attack = sum(counters[id_].asym for id_ in battle.attackers)
    return attack, sum(counters[id_].asym for id_ in opposers(state, battle))


def opposers(state: PirateState, battle: Battle) -> list[str]:
    """The units whose values are subtracted from an asymmetrical attack (15.7c, 15.7g, 15.7j, 15.7m)."""
    zone, counters = battle.zone, state.data.counters
    match battle.kind:
        case "raid":
            return [unit.id for unit in state.units_at(zone, COALITION) if _hunts_raiders(state, unit)]
        case "spectacular":
            there = state.open_at(zone, COALITION)
            return [unit.id for unit in there if _guards(state, unit, battle.target)]
        case "counterinsurgency":
            return [unit.id for unit in state.hidden_at(zone, ENEMY[battle.side])]
        case "hvt":
            faction = counters[battle.target].faction
            there = list(state.units_at(zone, PIRATE))
            return [unit.id for unit in there if counters[unit.id].faction == faction and not unit.aboard]
    return []


def _hunts_raiders(state: PirateState, unit: Unit) -> bool:
    """15.7c  Everything at sea counts, but of cargo only SOF; aircraft on a deck are not in the air."""
    counter = state.data.counters[unit.id]
    if counter.category == "air":
        return unit.aloft
    return not unit.aboard or counter.category == "sof"


def _guards(state: PirateState, unit: Unit, target: str) -> bool:
    """15.7g, R81  The target faction, JSOTF and Contractors in the Zone, and every patrol aloft."""
    counter = state.data.counters[unit.id]
    patrols = counter.type == "patrol" and unit.aloft
    return patrols or counter.faction in (target, *COMMON) or unit.mark == target


def asymmetrical_column(state: PirateState, difference: int) -> int:
    """The number of the column for a difference of values (15.4c)."""
    table = state.data.tables.asymmetrical_crt
    return max(0, min(difference - table.lowest, len(table.columns) - 1))
