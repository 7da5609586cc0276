"""16  Where the Insurgents retreat."""

from __future__ import annotations

from fallujah.rules.counters import room
from fallujah.rules.losses import destinations
from fallujah.rules.solitaire.priorities import Criterion, choose, having, least, most
from fallujah.state import COALITION, FRESH_LIMIT, INSURGENT, FallujahState

REACTION_TEM = 2  # 16b, 17.X1: in a Reaction nobody retreats below this TEM
GOAL = "51"  # 16f


def uncrowded(state: FallujahState, areas: list[str]) -> list[str]:
    """16a  The areas with fewer than five Cadre and Fedayeen, Fresh or Spent."""
    return [area for area in areas if state.fighters(area) < FRESH_LIMIT]


def after_combat(state: FallujahState, id_: str, area: str) -> str | None:
    """Where a unit retreats after combat; None if it cannot."""
    open_ = destinations(state, area)
    if not open_:
        return None
    return _choose(state, id_, uncrowded(state, open_) or open_)


def by_reaction(state: FallujahState, id_: str, area: str) -> str | None:
    """Where a unit retreats in a Reaction; None if the retreat is cancelled."""
    near, tem = state.data.near[area], state.data.tem
    open_ = [a for a in near if state.free(INSURGENT, a) and room(state, a) > 0 and tem[a] >= REACTION_TEM]
    open_ = uncrowded(state, open_)
    return _choose(state, id_, open_) if open_ else None


def _choose(state: FallujahState, id_: str, found: list[str]) -> str:
    parts = state.data

    def dense(rule: str, tem: int) -> Criterion:
        def keep(areas: list[str]) -> list[str]:
            fits = [area for area in areas if parts.tem[area] == tem and state.free(INSURGENT, area)]
            fewest = min((len(state.insurgents(area)) for area in fits), default=0)
            return [area for area in fits if len(state.insurgents(area)) == fewest]

        return Criterion(rule, f"TEM {tem} with fewest units", keep)

    criteria = [
        dense("16c", 4),
        dense("16d", 3),
        having("16e", "mosque area", lambda area: area in parts.mosques),
        least("16f", f"closest to area {GOAL}", lambda area: parts.map.distance(area, GOAL)),
        having("16g", "Cadre or Fedayeen already there", lambda area: state.fighters(area) > 0),
        most("16h", "highest TEM", lambda area: parts.tem[area]),
    ]
    if state.control[GOAL] == COALITION:
        del criteria[3]
    return choose(state, f"Retreat of {parts.text(id_)}", found, criteria)
