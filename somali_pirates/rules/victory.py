"""5  Victory points, levels, the ordinary end and Sudden Death."""

from __future__ import annotations

from common.engine import Side
from somali_pirates.rules.control import is_oil_well
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, SIDES, PirateState

DRAW = 0


def points_of(state: PirateState, side: Side) -> dict[str, int]:
    """5.1b-d  The victory points of a side by where they come from."""
    table = state.data.tables.victory
    if side == PIRATE:
        return {"index": state.index[PIRATE], "port bases": table.port_base * len(port_bases(state))}
    wells = [zone for zone in state.data.lands if is_oil_well(state, zone)]
    return {"index": state.index[COALITION], "oil wells": table.oil_well * len(wells)}


def port_bases(state: PirateState) -> list[str]:
    """5.1c  The ports in which a Pirate base stands."""
    bases = [state.units[id_].at for id_ in state.data.of_faction["pirate_base"]]
    return [at for at in bases if at in state.data.zones and state.data.zones[at].port]


def victory_points(state: PirateState, side: Side) -> int:
    """5.1  All victory points of a side."""
    return sum(points_of(state, side).values())


def level(state: PirateState, margin: int) -> str:
    """5.1f, 5.1g  What a margin is called."""
    return [row.level for row in state.data.tables.victory.levels if margin >= row.least][-1]


def score(state: PirateState) -> dict[str, int]:
    """The points of both sides, as a result lists them."""
    return {side: victory_points(state, side) for side in SIDES}


def assess(state: PirateState, why: str, rule: str) -> None:
    """5.1  The game ends by decision or after the last turn: the margin decides."""
    points = score(state)
    margin = points[COALITION] - points[PIRATE]
    leader = COALITION if margin > 0 else PIRATE
    found = level(state, abs(margin))
    is_draw = found == state.data.tables.victory.levels[DRAW].level
    told = f"{points[COALITION]} to {points[PIRATE]} points"
    reason = f"{why} {told}: a draw." if is_draw else f"{why} {told}: {found} of the {SIDE_NAMES[leader]}."
    state.over(None if is_draw else leader, found, reason, rule, points)


def sudden_death(state: PirateState, winner: Side) -> None:
    """5.2b  The winner's points and a bonus name the level; those of the loser do not matter (R2)."""
    total = victory_points(state, winner) + state.data.tables.victory.sudden_death
    found = level(state, total)
    points = score(state) | {"total": total}
    reason = f"Sudden Death: the index of the {SIDE_NAMES[ENEMY[winner]]} is zero. {found} of the {SIDE_NAMES[winner]}."
    state.over(winner, found, reason, "5.2a", points)
