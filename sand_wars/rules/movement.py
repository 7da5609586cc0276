"""MAP, ACT.OPS, OH, LDR  How ground pieces go from space to space, and what stops them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from common.engine import Refusal, Side
from sand_wars.rules.chips import chip_once
from sand_wars.rules.forces import (
    FRONTAGE,
    attached_units,
    formation,
    is_hurt,
    move_piece,
    name_of,
    public_name,
    weight,
    why_no_room,
)
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, NAMES, NOBODY, Block, SandState, of_the_board

STEPS = 2  # ACT.OPS.a
LEADER_STEPS = 3  # LDR.1
HALTING = ("base", "leader")  # what stops a move without bringing on combat (R43)


# The border (OH)


def is_abroad(state: SandState, side: Side, *spaces: str) -> bool:
    """Whether any of the spaces lies in the enemy's home country."""
    return ENEMY[side] in map(state.data.home.__getitem__, spaces)


def why_not_cross(state: SandState, id_: str, space: str) -> Refusal | None:
    """OH.5, R48  Before Open Hostilities a division HQ and its units stay out of the enemy's home country."""
    if state.war:
        return None
    facts = state.data.counters[id_]
    if facts.hq is None or not facts.hq.division or not is_abroad(state, facts.side, space):
        return None
    return Refusal("OH.5", "divisions stay home until Open Hostilities; brigades and single units may cross")


def chip_for_crossing(state: SandState, side: Side, rule: str, *spaces: str) -> None:
    """OPS.5, R49  One chip for a card whose move enters, leaves or stays in the enemy's home country."""
    if is_abroad(state, side, *spaces):
        chip_once(state, rule, f"{NAMES[side]} crosses the border")


# What may move


def is_mobile(state: SandState, id_: str) -> bool:
    """PCE.12, VAL.3  Whether a ground piece or Leader can ever leave its space."""
    return id_ in state.data.mobile


def why_not_designate(state: SandState, side: Side, id_: str) -> Refusal | None:
    """R43, PCE.12, VAL.3  What keeps a piece from being activated on its own."""
    piece, data = state.pieces.get(id_), state.data
    if piece is None or data.counters[id_].side != side or piece.at not in data.names:
        return Refusal("DEF.ACT.1", f"that is not a piece of {NAMES[side]} on the map")
    if id_ not in data.mobile:
        if state.code(id_) == "guards":
            return Refusal("PCE.12", "the Guards brigade never leaves its capital")
        return Refusal("VAL.3", f"{name_of(state, id_)} is static and does not move")
    if piece.hq:
        return Refusal("HQC.3", f"{name_of(state, id_)} is attached to {piece.hq}; detach it first")
    return None


def steps_allowed(state: SandState, id_: str) -> int:
    """ACT.OPS.a, DIS.2, LDR.1  How many spaces a piece may move with one Ops and Plans."""
    if state.code(id_) == "leader":
        return LEADER_STEPS
    return 1 if is_hurt(state, id_) else STEPS


def steps_seen(state: SandState, id_: str) -> int:
    """How many spaces everybody expects of a piece: what is disrupted in the box of an HQ is not seen (DSP.6)."""
    return steps_allowed(state, id_) if state.pieces[id_].disrupted or state.code(id_) == "leader" else STEPS


# One step


def has_enemy_piece(state: SandState, side: Side, space: str) -> bool:
    """R43  Whether a space holds an enemy piece that stops a move: ground units, Bases and Leaders."""
    groups = state.index.by_space.get(space, NOBODY)
    if groups[side == ALGERIA]:
        return True  # a ground piece
    if not groups[2] and not groups[3]:
        return False
    for piece in groups[2 + (side == ALGERIA)]:
        if not piece.captured and state.code(piece.id) in HALTING:
            return True
    return any(piece.captured for piece in groups[2 + (side == MOROCCO)])


def must_stop(state: SandState, side: Side, here: str, there: str) -> bool:
    """R42  Mountains stop every ground piece, the berm Algerian ones."""
    kinds = state.data.axis(here, there)
    return "mountain" in kinds or ("berm" in kinds and side == ALGERIA)


def manner(state: SandState, here: str, there: str) -> str:
    """How a piece on the ground comes into a space: over a mountain, over the berm from outside, or plainly (R68)."""
    kinds = state.data.axis(here, there)
    if "mountain" in kinds:
        return "mountain"
    if "berm" in kinds and there in state.data.groups["berm_inside"]:
        return "berm"
    return "ground"


def why_not_step(state: SandState, side: Side, id_: str, here: str, there: str) -> Refusal | None:
    """What keeps a piece from its next step."""
    data = state.data
    if there not in data.near[here]:
        where = data.names.get(there, there)
        return Refusal("MAP.5", f"no road or track joins {state.title(here)} and {where}")
    if id_ not in data.lone:
        return why_no_room(state, side, there, weight(state, id_))
    refusal = why_not_cross(state, id_, there)
    if refusal is not None:
        return refusal
    code = state.code(id_)
    if code == "guerrilla" and state.holds(ENEMY[side], there):
        return Refusal("GUE.2", "Guerrillas attack only by Insurgent Ops")
    if code == "leader" and has_enemy_piece(state, side, there):
        return Refusal("LDR.6", "a Leader alone does not go where the enemy is")
    return why_no_room(state, side, there, weight(state, id_))


def has_easy_way(state: SandState, side: Side, here: str, ways: Iterable[str]) -> bool:
    """Whether one of these ways is open to whatever stands in a space: friendly, with room for all, nothing forbidden.

    Where none is, each piece has to look for its own.
    """
    by_space, owner, control = state.index.by_space, side == MOROCCO, state.control
    room, abroad = FRONTAGE - len(by_space[here][owner]), None if state.war else ENEMY[side]
    for there in ways:
        if control.get(there) != side or len(by_space[there][owner]) > room or state.data.home[there] == abroad:
            continue
        if not has_enemy_piece(state, side, there):
            return True
    return False


@of_the_board
def open_spaces(state: SandState, side: Side) -> frozenset[str]:
    """ACT.ADM.a  The spaces that a side controls and that hold no enemy piece."""
    friendly, theirs = state.friendly(side), state.index.occupied(2 + (side == ALGERIA))
    closed = [space for space in theirs if space in friendly and has_enemy_piece(state, side, space)]
    return friendly.difference(closed, [base.at for base in state.works(side, "base") if base.captured])


def with_easy_way(state: SandState, side: Side, spaces: Iterable[str], ways: Mapping[str, tuple[str, ...]]) -> set[str]:
    """Those of the spaces that have an easy way, found at once where no space is more than half full (FRT.1).

    Of the other spaces `has_easy_way` has to be asked.
    """
    by_space, owner, half = state.index.by_space, side == MOROCCO, FRONTAGE // 2
    crowded = [space for space in state.held(side) if len(by_space[space][owner]) > half]
    barred = () if state.war else state.data.countries[ENEMY[side]]
    free = open_spaces(state, side).difference(crowded, barred)
    return {here for here in spaces if not free.isdisjoint(ways[here])}.difference(crowded)


def enter(state: SandState, ids: Iterable[str], space: str, how: str) -> None:
    """Put pieces with all that belongs to them into a space and remember how they came."""
    for id_ in ids:
        parts = formation(state, id_)
        move_piece(state, id_, space)
        state.entered = {**state.entered, **dict.fromkeys(parts, how)}
        state.fresh = state.fresh.union(parts)


def leader_can_end(state: SandState, side: Side, here: str, left: int) -> bool:
    """R46  Whether a lone Leader can stop here or in a space it can still reach: none that the enemy controls."""
    if state.controller(here) != ENEMY[side]:
        return True
    if left <= 0:
        return False
    return any(
        not has_enemy_piece(state, side, there)
        and leader_can_end(state, side, there, 0 if must_stop(state, side, here, there) else left - 1)
        for there in state.data.near[here]
    )


def tell_move(state: SandState, id_: str, here: str, there: str, rule: str) -> None:
    """Tell a move: the owner reads what moved, the other side what it can see."""
    side, seen = state.side_of(id_), public_name(state, id_)
    way = f"from {state.title(here)} to {state.title(there)}"
    state.note(
        f"{name_of(state, id_)} moves {way}.",
        rule,
        only=(side,),
        public=f"{seen[0].upper()}{seen[1:]} of {NAMES[side]} moves {way}.",
        places=(here, there),
        show=("rules", "places"),
    )


def idle_leaders(state: SandState, side: Side, space: str) -> list[Block]:
    """The Leaders of a side in a space that belong to no formation."""
    others = state.index.by_space.get(space, NOBODY)[2 + (side == MOROCCO)]  # Leaders occupy no space
    return [piece for piece in others if not piece.hq and state.code(piece.id) == "leader"]


def why_not_ride(state: SandState, side: Side, here: str, leader: str) -> Refusal | None:
    """PCE.18  Only an own Leader in the same space who belongs to no formation can be taken along."""
    if leader in (piece.id for piece in idle_leaders(state, side, here)):
        return None
    return Refusal("PCE.18", f"there is no Leader without a formation in {state.title(here)}")


def is_alone(state: SandState, id_: str) -> bool:
    """ACT.ADM.c  Whether a piece has no units attached."""
    return not attached_units(state, id_)
