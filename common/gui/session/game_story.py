"""A finished game as one player may know it: the tide over the turns, its turning points, losses and dice."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Sequence
from typing import NamedTuple

from common.engine import Concede, Entry, Roll, Side
from common.gui.session.replay_moments import first_moments
from common.gui.session.session_view import SessionView
from common.tabletop import Figure, TurningPoint
from common.tabletop.ending import find_turning_points, trace_lead

SENTENCE = 4  # words


class TideLine(NamedTuple):
    """One side's way to victory: a value at each moment that was looked at."""

    name: str
    side: Side
    points: tuple[tuple[int, float], ...]


class Tide(NamedTuple):
    """How the game went: what is counted, a line for each side, the turns with their first moments, the swings."""

    title: str
    lines: tuple[TideLine, ...]
    turns: tuple[tuple[int, int], ...]
    swings: tuple[TurningPoint, ...]


class SideDice(NamedTuple):
    """The dice a side has thrown: how many, their mean, that of fair dice, and how often fair ones are lower."""

    side: Side
    number: int
    mean: float
    even: float
    share: float


def read_tide(session: SessionView) -> Tide:
    """Follow the figure that decides the game over its moments."""
    found: Tide = session.remember("tide", lambda: _read_tide(session))
    return found


def _read_tide(session: SessionView) -> Tide:
    table, side = session.table, session.viewer
    end, sides = session.view_at(session.length, side), session.match.sides
    seen: dict[int, Sequence[Figure]] = {}

    def look(moment: int) -> Sequence[Figure]:
        if moment not in seen:
            seen[moment] = table.tide(session.view_at(moment, side), end)
        return seen[moment]

    def lead_at(moment: int) -> float:
        return sum(figure.value if figure.side == sides[0] else -figure.value for figure in look(moment))

    turns = first_moments(session)
    begin = bisect_left(range(session.length), True, key=lambda moment: bool(look(moment)))  # after the set-up
    lead = trace_lead([begin, *(moment for _, moment in turns if moment > begin)], session.length, lead_at)
    last = look(session.length)
    lines = [
        TideLine(
            figure.name,
            figure.side or "",
            tuple((moment, seen[moment][number].value) for moment, _ in lead if number < len(seen[moment])),
        )
        for number, figure in enumerate(last)
    ]
    swings = find_turning_points(lead)
    return Tide(last[0].chart if last else "", tuple(lines), tuple(turns), tuple(swings))


def tell_swing(session: SessionView, point: TurningPoint) -> str:
    """What happened at a turning point: the line of the journal that tells a change, a place or a figure."""
    entries = [e for e in session.entries() if point.first <= e.action <= point.moment]
    lines = [(at, entry) for at, entry in enumerate(entries) if not entry.heading]
    if not lines:
        return ""
    tells = session.table.tells_points
    at, best = max(lines, key=lambda line: (tells(line[1]), *_weight(line[1]), line[0]))
    phase = max((n + 1 for n, entry in enumerate(entries[:at]) if entry.heading), default=0)  # another tells no place
    places = [place for entry in entries[phase:] if not best.places for place in entry.places]
    where = session.space_name(places[-1]) if places else ""
    return f"{where}: {best.text}" if where and where not in best.text else best.text


def _weight(entry: Entry) -> tuple[bool, ...]:
    """How much a line of the journal tells about a swing of the lead: a whole sentence more than a word or a die."""
    says = len(entry.text.split()) >= SENTENCE
    return says, bool(entry.places), not entry.rolls, any(map(str.isdigit, entry.text))


def who_conceded(session: SessionView) -> Side | None:
    """The side that has given the game up, if it ended so."""
    past = session.match.past
    last = past[-1].action if past else None
    return last.side if isinstance(last, Concede) else None


def count_side_dice(session: SessionView) -> list[SideDice]:
    """The dice of each side where the viewer could see them, against fair ones."""
    found = []
    for side in session.match.sides:
        rolls = [roll for roll, thrower in _throws(session) if thrower == side]
        count = sum(len(roll.dice) for roll in rolls)
        if not count:
            continue
        total = sum(sum(roll.dice) for roll in rolls)
        low = sum(len(roll.dice) * (0 if roll.faces == 10 else 1) for roll in rolls)
        even = sum(len(roll.dice) * (roll.faces - 1) / 2 for roll in rolls) + low
        spread = math.sqrt(sum(len(roll.dice) * (roll.faces**2 - 1) / 12 for roll in rolls))
        share = 0.5 * (1 + math.erf((total - even) / spread / math.sqrt(2)))
        found.append(SideDice(side, count, total / count, even / count, share))
    return found


def _throws(session: SessionView) -> list[tuple[Roll, Side]]:
    """Every roll with the side that threw it: the one it names, else the one whose action it belongs to."""
    past = session.shown_match.past
    return [
        (roll, roll.by or (past[entry.action - 1].side if 0 < entry.action <= len(past) else ""))
        for entry in session.entries()
        for roll in entry.rolls
    ]
