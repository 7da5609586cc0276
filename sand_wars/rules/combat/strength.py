"""GC.17, ADD, DIS.4, R65-R67  What a force fires with, part by part."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from common.engine import Refusal, Side
from sand_wars.rules.supply import loc_to_base, loc_to_camp
from sand_wars.state import ENEMY, Battle, Block, SandState

INSURGENTS = ("camp", "guerrilla")
CAMP_USERS = ("cdo1", "guerrilla")  # LOG.4


class FirePart(NamedTuple):
    """A part of a force's firepower."""

    what: str
    value: int
    rule: str


def the_battle(state: SandState) -> Battle:
    """The combat that is going on."""
    assert state.battle is not None
    return state.battle


def is_silent(state: SandState, piece: Block) -> bool:
    """R66  Towed guns of the attacker that came this phase do not fire in the first round."""
    battle = the_battle(state)
    came = piece.id in state.entered and state.side_of(piece.id) == battle.attacker
    return came and battle.round == 1 and state.code(piece.id) == "art2"


def firing_units(state: SandState, side: Side) -> list[Block]:
    """R60, R66, SUB.4  The ground units of a side that add to its fire."""
    battle = the_battle(state)
    units = []
    for piece in state.ground(side, battle.space):
        idle = side == battle.attacker and state.code(piece.id) in INSURGENTS
        if piece.cv > 0 and not idle and not is_silent(state, piece):
            units.append(piece)
    return units


def markers_of(state: SandState, side: Side) -> tuple[str, ...]:
    """The markers that count with a side: the attacker's support, the defender's interceptors (R67)."""
    battle = the_battle(state)
    return battle.support if side == battle.attacker else battle.cover


def supplied_units(state: SandState, side: Side) -> int:
    """R67, ADD.6  How many units a Combat logistics card strengthens; none without a LOC."""
    space = the_battle(state).space
    units = firing_units(state, side)
    if state.is_home(side, space) or loc_to_base(state, side, space):
        return len(units) + len(markers_of(state, side))
    if loc_to_camp(state, side, space):
        return sum(state.code(piece.id) in CAMP_USERS for piece in units)
    return 0


def supply_cards(state: SandState, side: Side) -> int:
    """How many Combat logistics cards a side has played in this round."""
    battle = the_battle(state)
    return battle.supplies[side != battle.attacker]


def why_not_supply(state: SandState, side: Side) -> Refusal | None:
    """ADD.2, ACT.LOG.b, ADD.6  What keeps a side from another Combat logistics card."""
    space = the_battle(state).space
    strengthened = supplied_units(state, side)
    if strengthened == 0:
        if state.is_home(side, space) or loc_to_base(state, side, space):
            return Refusal("ADD.3", "no unit there has a CV to strengthen")
        return Refusal("ADD.2", f"the force in {state.title(space)} has no LOC")
    if supply_cards(state, side) >= strengthened:
        rule = "ACT.LOG.b" if len(firing_units(state, side)) <= strengthened else "ADD.6"
        return Refusal(rule, "not more Combat logistics cards than units that they strengthen")
    return None


def fire_parts(state: SandState, side: Side, more_cards: int = 0) -> tuple[FirePart, ...]:
    """R65  What makes up the firepower of a side, with so many more Combat logistics cards."""
    battle = the_battle(state)
    units = firing_units(state, side)
    whole = sum(piece.cv for piece in units if not piece.disrupted)
    hurt = sum(piece.cv for piece in units if piece.disrupted)
    cards = supply_cards(state, side) + more_cards
    bonus = cards * supplied_units(state, side) if cards else 0
    support = sum(state.facts(id_).cv for id_ in battle.support) if side == battle.attacker else 0
    parts = [
        FirePart("undisrupted units", whole, "GC.17"),
        FirePart("disrupted units, halved", (hurt + 1) // 2, "DIS.4"),
        FirePart("Combat logistics", bonus, "ADD.3"),
        FirePart("air and naval support", support, "GC.19"),
    ]
    total = sum(part.value for part in parts)
    if side in battle.low:
        parts.append(FirePart("Low ammo", (total + 1) // 2 - total, "EVT.LOW.a"))
    return tuple(part for part in parts if part.value)


def firepower(state: SandState, side: Side, more_cards: int = 0) -> int:
    """The firepower of a side in the combat as it stands."""
    return sum(part.value for part in fire_parts(state, side, more_cards))


def fire_row(state: SandState, power: int) -> str:
    """The row of the Ground Combat Adjudication Table for a firepower of at least one (TBL.2)."""
    rows = state.data.tables.fire.rows
    for row in rows:
        low, _, high = row.partition("-")
        if row.endswith("+") or power <= int(high or low):
            return row
    raise AssertionError("the last row has no end")


def fire_result(state: SandState, row: str, total: int) -> tuple[int, bool]:
    """The cell of the table: steps to lose, and whether the survivors retreat (GC.20, GC.21)."""
    number, _, retreat = state.data.tables.fire.rows[row][total - 2].partition("+")
    return int(number), retreat == "R"


# Terrain (TER)


def watch_approach(state: SandState) -> None:
    """R68  Remember for the whole combat if an attacker has come otherwise than all over one obstacle."""
    battle = the_battle(state)
    if not battle.outflanked and not (all_crossed(state, "mountain") or all_crossed(state, "berm")):
        state.battle = replace(battle, outflanked=True)


def all_crossed(state: SandState, manner: str) -> bool:
    """R68  Whether every attacking unit came into the space in this round on the ground and in that manner."""
    battle = the_battle(state)
    if battle.outflanked:
        return False
    attackers = [
        piece.id for piece in state.ground(battle.attacker, battle.space) if state.code(piece.id) not in INSURGENTS
    ]
    return bool(attackers) and all(id_ in state.fresh and state.entered.get(id_) == manner for id_ in attackers)


def has_fort(state: SandState, side: Side, space: str) -> bool:
    """TER.6, DIS.10  Whether an undisrupted Fort of a side is in a space."""
    return any(state.code(piece.id) == "fort" and not piece.disrupted for piece in state.at(side, space))


def shelter(state: SandState) -> tuple[str, str]:
    """TER.1-TER.7  The terrain that halves the defender's losses and its rule, or two empty words."""
    battle = the_battle(state)
    side, space = battle.defender, battle.space
    if state.data.stronghold.get(space) == side:
        return state.title(space), "TER.2" if side == "algeria" else "TER.3"
    if has_fort(state, side, space):
        return "the Fort", "TER.6"
    if all_crossed(state, "mountain"):
        return "the mountains", "TER.5"
    if side == "morocco" and all_crossed(state, "berm"):
        return "the berm", "TER.4"
    return "", ""


def is_behind_berm(state: SandState, side: Side) -> bool:
    """RET.8  Whether Moroccan defenders stand behind the berm that every attacker crossed."""
    battle = the_battle(state)
    return side == "morocco" == battle.defender and all_crossed(state, "berm")


def has_armor_or_support(state: SandState, side: Side) -> bool:
    """LOS.6, R69  Whether a side has armor-class units, Guards or close support in the combat."""
    battle = the_battle(state)
    if side == battle.attacker and battle.support:
        return True
    return any(state.facts(piece.id).type.armor for piece in state.ground(side, battle.space))


def both_there(state: SandState) -> bool:
    """Whether both sides still have ground pieces in the space of the combat."""
    battle = the_battle(state)
    return state.holds(battle.attacker, battle.space) and state.holds(ENEMY[battle.attacker], battle.space)
