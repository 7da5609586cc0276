"""Bots against bots: win rates with confidence intervals, points, lengths."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import msgspec

from common.bots import make_bot, play_out
from common.engine import OptionValue, load_game


class Played(msgspec.Struct, frozen=True):
    """One game between bots."""

    seed: int
    winner: str | None
    level: str
    rule: str
    points: dict[str, int]
    turn: int
    actions: int


def play(name: str, scenario: str | None, options: dict[str, OptionValue], seats: dict[str, str], seed: int) -> Played:
    """One game with the seats filled as named."""
    game = load_game(name)
    match = game.new_match(scenario, seed, options)
    bots = {side: make_bot(level, game, side, seed * 2 + number) for number, (side, level) in enumerate(seats.items())}
    play_out(match, bots)
    result = match.result
    assert result is not None
    return Played(seed, result.winner, result.level, result.rule, result.points, match.state.turn, len(match.past))


def batch(
    name: str,
    scenario: str | None,
    options: dict[str, OptionValue],
    seats: dict[str, str],
    seeds: Sequence[int],
    processes: int = 1,
) -> Iterator[Played]:
    """Many games, the same table for any number of processes."""
    if processes <= 1:
        for seed in seeds:
            yield play(name, scenario, options, seats, seed)
        return
    number = len(seeds)
    with ProcessPoolExecutor(processes) as pool:
        same = [name] * number, [scenario] * number, [options] * number, [seats] * number
        yield from pool.map(play, *same, seeds, chunksize=2)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a rate."""
    if not games:
        return 0.0, 1.0
    z, rate = 1.96, wins / games
    middle = (rate + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def summary(games: Sequence[Played], sides: Sequence[str]) -> str:
    """The table of a batch as text."""
    number = len(games)
    lines = [f"games {number}"]
    for side in (*sides, None):
        wins = sum(game.winner == side for game in games)
        low, high = interval(wins, number)
        lines.append(f"{side or 'draw':<14} {wins:>5}  {wins / number:6.1%}  (95 %: {low:.1%} to {high:.1%})")
    for (level, rule), count in Counter((game.level, game.rule) for game in games).most_common():
        lines.append(f"  {level} by {rule}: {count}")
    for side in [name for name in games[0].points if all(name in game.points for game in games)]:
        points = [game.points[side] for game in games]
        lines.append(f"points {side:<14} mean {sum(points) / number:.1f}, {min(points)} to {max(points)}")
    turns = [game.turn for game in games]
    actions = sorted(game.actions for game in games)
    lines.append(f"turns mean {sum(turns) / number:.1f}; actions median {actions[number // 2]}")
    return "\n".join(lines)
