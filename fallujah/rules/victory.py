"""1  How to win: points of the Insurgents and levels of victory."""

from __future__ import annotations

from msgspec import Struct

from fallujah.components import Level
from fallujah.state import ELIMINATED, INSURGENT, RESERVE, FallujahState


class Score(Struct, frozen=True):
    """One line of the victory point count."""

    id: str
    title: str
    count: int
    points: int
    rule: str


def scores(state: FallujahState) -> tuple[Score, ...]:
    """Every source of points as it stands now (1.1)."""
    parts = state.data
    lines = []
    for kind in parts.units.insurgent.types:
        if kind.points:
            alive = sum(
                1
                for unit in state.units.values()
                if parts.counters[unit.id].type == kind.id and unit.at not in {ELIMINATED, RESERVE}
            )
            rule = "1.1b" if kind.id == "fedayeen" else "1.1c"
            lines.append(Score(kind.id, f"Surviving {kind.name}", alive, alive * kind.points, rule))
    for group in parts.tables.victory_points.groups:
        held = sum(1 for area in group.areas if state.control[area] == INSURGENT)
        lines.append(Score(group.id, group.title, held, held * group.points, group.rule))
    lines.append(Score("backlash", "Political Backlash", state.backlash, state.backlash, "1.1i"))
    return tuple(lines)


def total(state: FallujahState) -> int:
    """The Insurgents' points now."""
    return sum(score.points for score in scores(state))


def level(state: FallujahState, points: int) -> Level:
    """The level of victory that a total brings (1.2)."""
    for row in state.data.tables.victory_levels.rows:
        if row.least is None or points >= row.least:
            return row
    raise AssertionError("the last level of victory has no lower limit")


def finish(state: FallujahState) -> None:
    """4.4a  Count the points and name the winner."""
    lines = scores(state)
    points = sum(line.points for line in lines)
    reached = level(state, points)
    for line in lines:
        state.note(f"{line.title}: {line.count}, {line.points} points.", line.rule)
    state.over(
        reached.winner,
        reached.level,
        f"The Insurgents end with {points} points: {reached.level}.",
        reached.rule,
        {line.id: line.points for line in lines} | {"total": points},
    )
