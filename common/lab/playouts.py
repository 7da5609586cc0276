"""Random games with the invariants checked after every action."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from pathlib import Path

import msgspec

from common.engine import Game, Option, OptionValue, load_game

LONGEST = 20_000  # actions; a game that lasts longer is a defect
SLOWEST = 0.25  # seconds for one action


class Playout(msgspec.Struct, frozen=True):
    """How one random game went."""

    seed: int
    scenario: str
    options: dict[str, OptionValue]
    actions: int
    seconds: float
    slowest: float
    winner: str | None
    level: str
    points: dict[str, int]
    turn: int


class Failed(Exception):
    """A random game that went wrong, with what is needed to see it again."""


@cache
def _game(name: str, packs: tuple[Path, ...]) -> Game:
    return load_game(name, packs)


def set_up(game: Game, seed: int) -> tuple[str, dict[str, OptionValue], random.Random]:
    """Which scenario and options a seed plays, so that a batch covers all of them."""
    chooser = random.Random(seed)
    scenario = chooser.choice(list(game.scenarios))
    return scenario, {name: _value(option, chooser) for name, option in game.options.items()}, chooser


def _value(option: Option, chooser: random.Random) -> OptionValue:
    return chooser.choice(list(option.values)) if option.values else chooser.random() < 0.5


def play(name: str, seed: int, check: bool = True, packs: tuple[Path, ...] = ()) -> Playout:
    """One random game to its end."""
    game = _game(name, packs)
    scenario, options, chooser = set_up(game, seed)
    match = game.new_match(scenario, seed, options)
    slowest, begin = 0.0, time.perf_counter()
    try:
        while match.result is None:
            if len(match.past) > LONGEST:
                raise Failed(f"still not over after {LONGEST} actions")
            last = time.perf_counter()
            match.play(chooser.choice(match.legal()))
            slowest = max(slowest, time.perf_counter() - last)
            if check:
                match.check()
    except Exception as error:
        where = f"{name} seed {seed} ({scenario}, {options}), action {len(match.past)}"
        raise Failed(f"{where}: {type(error).__name__}: {error}") from error
    spent, result = time.perf_counter() - begin, match.result
    return Playout(
        seed,
        scenario,
        options,
        len(match.past),
        spent,
        slowest,
        result.winner,
        result.level,
        result.points,
        match.state.turn,
    )


def batch(
    name: str, seeds: Sequence[int], check: bool = True, processes: int = 1, packs: tuple[Path, ...] = ()
) -> Iterator[Playout]:
    """Many random games, in the order of their seeds whatever the number of processes."""
    if processes <= 1:
        for seed in seeds:
            yield play(name, seed, check, packs)
        return
    with ProcessPoolExecutor(processes) as pool:
        games = len(seeds)
        yield from pool.map(play, [name] * games, seeds, [check] * games, [packs] * games, chunksize=4)


def summary(games: Sequence[Playout]) -> str:
    """The statistics of a batch as text."""
    actions = sorted(game.actions for game in games)
    total, seconds = sum(actions), sum(game.seconds for game in games)
    lines = [
        f"games      {len(games)}",
        f"actions    {total} ({actions[0]} to {actions[-1]}, median {actions[len(actions) // 2]})",
        f"speed      {total / seconds:.0f} actions/s, slowest {max(game.slowest for game in games) * 1000:.0f} ms",
    ]
    ends = Counter((game.winner or "nobody", game.level) for game in games)
    lines += [f"{level:<28} {number:>6} ({number / len(games):.0%})" for (_, level), number in ends.most_common()]
    for side in dict.fromkeys(side for game in games for side in game.points):  # some endings count other points
        points = sorted(game.points[side] for game in games if side in game.points)
        mean = sum(points) / len(points)
        lines.append(f"points {side:<12} mean {mean:.1f}, {points[0]} to {points[-1]}")
    return "\n".join(lines)
