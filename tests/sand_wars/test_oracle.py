"""A slow second opinion, written from the rules alone: moves, lines of communication, firepower and losses."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from common.engine import Match, load_game
from sand_wars import actions as act
from sand_wars.rules.combat.losses import loss_candidates
from sand_wars.rules.combat.strength import firepower
from sand_wars.rules.ops import OpsAndPlans
from sand_wars.rules.supply import has_loc, loc_to_base
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, SIDES, SandState
from tests.sand_wars.fights import fight

ARMOR = {"tank4", "tank3", "mech3", "arec2", "spa3", "guards"}
INSURGENT = {"camp", "guerrilla"}
STATIC = {"camp", "base", "fort", "resource_marker", "guards"}


def games(count: int, every: int) -> Iterator[Match]:
    """Positions from games of chance."""
    for seed in range(count):
        match, chance = load_game("sand_wars").new_match(("crisis", "tensions")[seed % 2], seed), random.Random(seed)
        number = 0
        while match.result is None and number < 400:
            if number % every == 0:
                yield match
            match.play(chance.choice(match.legal()))
            number += 1


# Movement


def can_step(state: SandState, id_: str, there: str) -> bool:
    """Whether a piece may make its first step to a neighbour: border, frontage, Guerrillas and Leaders."""
    facts, side = state.facts(id_), state.side_of(id_)
    enemy = ENEMY[side]
    if not state.war and facts.hq and facts.hq.division and state.data.home[there] == enemy:
        return False
    company = [piece for piece in state.pieces.values() if piece.hq == id_ and state.code(piece.id) != "leader"]
    load = (1 + len(company)) if id_ in state.data.occupying else 0
    crowd = [
        piece
        for piece in state.pieces.values()
        if piece.at == there and state.side_of(piece.id) == side and piece.id in state.data.occupying
    ]
    if load and len(crowd) + load > 12:
        return False
    foes = [piece for piece in state.pieces.values() if piece.at == there and state.side_of(piece.id) == enemy]
    grounded = [piece for piece in foes if piece.id in state.data.occupying]
    if facts.code == "guerrilla" and grounded:
        return False
    if facts.code == "leader":
        taken = any(piece.captured for piece in state.pieces.values() if piece.at == there)
        stops = any(state.code(piece.id) in ("base", "leader") and not piece.captured for piece in foes)
        return not grounded and not stops and not taken
    return True


def may_be_activated(state: SandState, id_: str) -> bool:
    piece, facts = state.pieces[id_], state.facts(id_)
    movable = (facts.is_block or facts.code in ("guerrilla", "leader")) and facts.code not in STATIC
    planned = facts.hq is None or not piece.up or piece.pv > 0
    return movable and not piece.hq and planned


def test_who_can_move_where() -> None:
    seen = 0
    for match in games(6, 40):
        state = match.state
        for side in SIDES:
            step = OpsAndPlans(side, "A01")
            for piece in state.on_map(side):
                if state.code(piece.id) == "leader":
                    continue
                near = state.data.near[piece.at]
                expected = may_be_activated(state, piece.id) and any(can_step(state, piece.id, there) for there in near)
                assert (step.why_not(state, act.Activate(piece.id)) is None) == expected, piece
                seen += 1
    assert seen > 1000


# Supply


def paths(state: SandState, space: str) -> Iterator[tuple[str, ...]]:
    """Every way of at most two axes."""
    yield (space,)
    for middle in state.data.near[space]:
        yield space, middle
        yield from ((space, middle, end) for end in state.data.near[middle] if end != space)


def passable(state: SandState, side: str, space: str) -> bool:
    both = all(state.holds(who, space) for who in SIDES)
    return both or (state.control.get(space) == side and not state.holds(ENEMY[side], space))


def bases_of(state: SandState, side: str) -> list[str]:
    found = []
    for piece in state.pieces.values():
        serves = (state.side_of(piece.id) == side) != piece.captured
        if state.code(piece.id) == "base" and piece.at in state.data.names and serves and not piece.disrupted:
            held = state.control.get(piece.at) == ENEMY[side] and not state.holds(side, piece.at)
            if not held:
                found.append(piece.at)
    return found


def linked(state: SandState, side: str, base: str, used: frozenset[str] = frozenset()) -> bool:
    """Whether a chain leads from a base home, by land or sea, by trying everything."""
    if state.data.home[base] == side:
        return True
    port = any(
        state.data.home[space] == side and state.control.get(space) == side and not state.holds(ENEMY[side], space)
        for space in state.data.coastal
    )
    for way in paths(state, base):
        if not all(passable(state, side, space) for space in way[1:-1]):
            continue
        end = way[-1]
        if state.data.home[end] == side and passable(state, side, end):
            return True
        enemy_held = state.control.get(end) == ENEMY[side] and not state.holds(side, end)
        if port and end in state.data.coastal and not enemy_held:
            return True
        if end in bases_of(state, side) and end != base and end not in used and linked(state, side, end, used | {base}):
            return True
    return False


def reaches_base(state: SandState, side: str, space: str) -> bool:
    good = {base for base in bases_of(state, side) if linked(state, side, base)}
    return any(
        way[-1] in good and all(passable(state, side, between) for between in way[1:-1]) for way in paths(state, space)
    )


def test_lines_of_communication() -> None:
    seen = abroad = 0
    for match in games(8, 60):
        state = match.state
        for side in SIDES:
            for space in state.occupied(side):
                assert loc_to_base(state, side, space) == reaches_base(state, side, space), (side, space)
                seen += 1
            for piece in state.on_map(side):
                if piece.id in state.data.occupying and state.data.home[piece.at] != side:
                    camp = any(
                        all(passable(state, side, between) for between in way[1:-1])
                        and any(
                            state.code(other.id) == "camp" and not other.disrupted for other in state.at(side, way[-1])
                        )
                        for way in paths(state, piece.at)
                    )
                    user = state.code(piece.id) in ("cdo1", "guerrilla")
                    assert has_loc(state, piece.id) == (reaches_base(state, side, piece.at) or (user and camp))
                    abroad += 1
    assert seen > 300
    assert abroad > 20


# Firepower and losses

OURS = "tank4-1 mech3-1 mot2-1 art2-1 arec2-1 B1 het0-1 guerrilla-1 cdo1-1"
THEIRS = "tank3-1 mech3-1 mot2-1 art2-1 rec1-1 B1 guerrilla-1 spa3-1 abn2-1"
POOL = {ALGERIA: [f"A-{id_}" for id_ in OURS.split()], MOROCCO: [f"M-{id_}" for id_ in THEIRS.split()]}


def random_fight(seed: int) -> Match:
    """A combat of chance in Oujda."""
    chance = random.Random(seed)
    place = {id_: "oujda" for side in SIDES for id_ in chance.sample(POOL[side], chance.randint(1, 7))}
    attacker = chance.choice(SIDES)
    support = chance.sample(("airstrike-1", "helicopter-1", "airstrike-5"), chance.randint(0, 2))
    battle = {
        "round": chance.randint(1, 2),
        "support": tuple(f"{attacker[0].upper()}-{name}" for name in support),
        "supplies": (chance.randint(0, 2), chance.randint(0, 2)),
        "low": tuple(side for side in SIDES if chance.random() < 0.2),
    }
    entered = [id_ for id_ in place if id_.startswith(attacker[0].upper()) and chance.random() < 0.5]
    match = fight(place=place, attacker=attacker, battle=battle, entered=entered)
    for id_ in place:
        piece = match.state.pieces[id_]
        match.state.change(
            id_, disrupted=chance.random() < 0.3, cv=max(min(piece.cv, 1), piece.cv - chance.randint(0, 1))
        )
    return match


def slow_firepower(state: SandState, side: str) -> int:
    battle = state.battle
    assert battle is not None
    attacks = side == battle.attacker
    whole = hurt = units = 0
    for piece in state.pieces.values():
        if piece.at != battle.space or state.side_of(piece.id) != side or piece.cv == 0:
            continue
        code = state.code(piece.id)
        if code in ("base", "fort", "leader") or state.facts(piece.id).type.block == "marker":
            continue
        if attacks and (code in INSURGENT or (code == "art2" and piece.id in state.entered and battle.round == 1)):
            continue
        units += 1
        whole, hurt = (whole, hurt + piece.cv) if piece.disrupted else (whole + piece.cv, hurt)
    total = whole + -(-hurt // 2)
    markers = battle.support if attacks else battle.cover
    cards = battle.supplies[0 if attacks else 1]
    if state.data.home[battle.space] == side or reaches_base(state, side, battle.space):
        total += cards * (units + len(markers))
    total += sum(state.facts(id_).cv for id_ in markers) if attacks else 0
    return -(-total // 2) if side in battle.low else total


def slow_candidates(state: SandState, side: str) -> set[str]:
    battle = state.battle
    assert battle is not None
    mine = [p for p in state.ground(side, battle.space) if state.code(p.id) != "guards"]
    top = [p for p in mine if all(p.cv >= other.cv for other in mine)]
    foe_armor = any(state.code(p.id) in ARMOR for p in state.ground(ENEMY[side], battle.space))
    if ENEMY[side] == battle.attacker and battle.support:
        foe_armor = True
    steel = [p for p in top if state.code(p.id) in ARMOR]
    return {p.id for p in (steel if steel and foe_armor else top)}


@pytest.mark.parametrize("block", range(6))
def test_firepower_and_who_loses_the_next_step(block: int) -> None:
    for seed, side in product(range(block * 25, block * 25 + 25), SIDES):
        state = random_fight(seed).state
        assert firepower(state, side) == slow_firepower(state, side), (seed, side)
        assert {piece.id for piece in loss_candidates(state, side)} == slow_candidates(state, side), (seed, side)
