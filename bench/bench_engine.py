"""B01-B05, B11, B13, B14, B16 and the cost of long games: the engine against python-chess in the same run."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

import chess

from bench.measure import CLOCK, Extent, Row, rates, speed, timed
from common.bots import make_bot
from common.engine import Match, Seat, load_game, playable_games, save_files
from common.engine.save_files import Disk
from common.engine.saves import Autosave

ROOT = Path(__file__).resolve().parents[1]


class RandomChess:
    """Random games of python-chess, without end, one after the other."""

    def __init__(self) -> None:
        self._random = random.Random(1)

    def plies(self) -> int:
        """One game; its length."""
        board, played, choose = chess.Board(), 0, self._random.random
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(choose() * len(moves))])
            played += 1
        return played


class RandomGames:
    """Random games of one of ours, through all scenarios and options."""

    def __init__(self, name: str) -> None:
        self.game = load_game(name)
        self._random = random.Random(1)
        self._seed = 0

    def actions(self) -> int:
        """One game; its length."""
        self._seed += 1
        scenario = self._random.choice(list(self.game.scenarios))
        options = {option: self._random.random() < 0.5 for option in self.game.options}
        match, choose = self.game.new_match(scenario, self._seed, options), self._random.random
        while match.result is None:
            legal = match.legal()
            match.play(legal[int(choose() * len(legal))])
        return len(match.past)


def advanced(name: str, length: int, seed: int = 3) -> Match:
    """A match in the middle of a random game."""
    chooser = random.Random(seed)
    match = load_game(name).new_match(seed=seed)
    while match.result is None and len(match.past) < length:
        match.play(chooser.choice(match.legal()))
    if match.result is not None:
        match.undo()
    return match


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows; a quick look means shorter rounds."""
    rounds, long, short = extent.of(2, 5, 7), extent.of(0.0, 0.7, 2.0), extent.of(0.0, 0.3, 0.3)
    rows: list[Row] = []
    for name in playable_games()[: extent.of(1, None, None)]:
        rows += [*_play(name, long, rounds), _clone(name, short, rounds), *_text(name, short, rounds)]
        rows += [*_undo(name, short, rounds), *_load(name, rounds)]
        rows += [_long(name), _policy(name, extent.of(1, 3, 20), extent.of(60, 9_999, 9_999)), _protocol(name)]
        rows += [*_odds(name, extent.of(1, 60, 60)), _keep(name, rounds, extent.of(60, 300, 800))]
    return rows


def _play(name: str, seconds: float, rounds: int) -> list[Row]:
    ours, peer = RandomGames(name), RandomChess()
    row = rates("B01", f"{name}: random actions/s by chess plies/s",
                lambda: speed(ours.actions, seconds), lambda: speed(peer.plies, seconds), 1.0, rounds)  # fmt: skip

    def games(play: RandomGames | RandomChess) -> float:
        work = play.actions if isinstance(play, RandomGames) else play.plies
        return speed(lambda: bool(work()), seconds)

    whole = rates(
        "B02", f"{name}: random games/s by chess games/s", lambda: games(ours), lambda: games(peer), 0.3, rounds
    )
    return [row, whole]


class NoSync(Disk):
    """A disk that is never waited for."""

    def sync(self, file: int) -> None:
        """Leave it to the system."""


def _keep(name: str, rounds: int, actions: int) -> Row:
    """What it costs to have a game on the disk at every end of a turn: seconds an action, against no syncing."""
    whole = advanced(name, actions)
    line = [(moment.action, moment.dice) for moment in whole.past]

    def play(disk: Disk) -> float:
        before, save_files.disk = save_files.disk, disk
        try:
            with tempfile.TemporaryDirectory() as folder:
                match = load_game(name).new_match(seed=3)
                auto = Autosave(match, Path(folder) / "game.jsonl")
                start = perf_counter()  # the processor's clock does not see the disk
                for action, dice in line:
                    match.legal()
                    match.play(action, dice)
                spent = perf_counter() - start
                auto.close()
                return spent
        finally:
            save_files.disk = before

    play(Disk()), play(NoSync())
    ratios = [play(Disk()) / play(NoSync()) for _ in range(max(rounds, 3))]
    low, middle, high = quantiles(ratios, n=4)
    return Row("S04", f"{name}: an action kept and synced by one kept", middle, low, high, 1.3, at_most=True)


def _clone(name: str, seconds: float, rounds: int) -> Row:
    match, board = advanced(name, 300), chess.Board()
    chooser = random.Random(1)
    for _ in range(60):
        board.push(chooser.choice(list(board.legal_moves)))

    def clones() -> int:
        for _ in range(100):
            match.clone(quiet=True)
        return 100

    def copies() -> int:
        for _ in range(100):
            board.copy(stack=True)
        return 100

    label = f"{name}: clone by Board.copy"
    return rates("B03", label, lambda: speed(clones, seconds), lambda: speed(copies, seconds), 0.1, rounds)


def _text(name: str, seconds: float, rounds: int) -> list[Row]:
    """B04: a position to text and back, as the snapshots of a save do it; without the peer there is no row."""
    try:
        import pyspiel
    except ImportError:
        return []
    match, peer = advanced(name, 300), pyspiel.load_game("chess")
    chooser, board = random.Random(1), peer.new_initial_state()
    for _ in range(60):
        board.apply_action(chooser.choice(board.legal_actions()))
    assert match.game.encode(match.game.decode(match.game.encode(match.state))) == match.game.encode(match.state)

    def ours() -> int:
        match.game.decode(match.game.encode(match.state))
        return 1

    def theirs() -> int:
        peer.deserialize_state(board.serialize())
        return 1

    label = f"{name}: snapshot to text and back by pyspiel"
    return [rates("B04", label, lambda: speed(ours, seconds), lambda: speed(theirs, seconds), 0.3, rounds)]


def _undo(name: str, seconds: float, rounds: int) -> list[Row]:
    match, board = advanced(name, 1_000), chess.Board()
    chooser = random.Random(1)
    for _ in range(60):
        board.push(chooser.choice(list(board.legal_moves)))

    def back_and_forth() -> None:
        match.undo()
        match.redo()

    def ours() -> int:
        for _ in range(50):
            back_and_forth()
        return 50

    def peer() -> int:
        for _ in range(50):
            board.push(board.pop())
        return 50

    times = sorted(timed(back_and_forth) for _ in range(200))
    label = f"{name}: undo+redo by pop+push"
    row = rates("B05", label, lambda: speed(ours, seconds), lambda: speed(peer, seconds), 0.02, rounds)
    worst = times[190] * 1000
    return [row, Row("B05", f"{name}: undo+redo p95 in ms", worst, times[0] * 1000, times[-1] * 1000, 50, at_most=True)]


def _load(name: str, rounds: int) -> list[Row]:
    match = advanced(name, 1_000)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "long.jsonl"
        match.save(path)
        board, chooser, moves = chess.Board(), random.Random(2), list[chess.Move]()
        while len(moves) < 1_000:
            if board.is_game_over():
                board = chess.Board()
            moves.append(chooser.choice(list(board.legal_moves)))
            board.push(moves[-1])

        def replay() -> None:
            other = chess.Board()
            for move in moves:
                if other.is_game_over():
                    other = chess.Board()
                other.push(move)

        Match.load(path)
        times, ratios = [], []
        for _ in range(rounds):
            times.append(timed(lambda: Match.load(path)))
            ratios.append(times[-1] / timed(replay) * 1_000 / max(1, len(match.past)))
    low, mid, high = quantiles(ratios, n=4)
    fast, middle, slow = quantiles(times, n=4)
    return [
        Row("B14", f"{name}: load 1,000 actions by chess replay of 1,000 plies", mid, low, high, 50, at_most=True),
        Row("B14", f"{name}: load {len(match.past)} actions in s", middle, fast, slow, 0.5, at_most=True),
    ]


def _long(name: str) -> Row:
    """F111: an action after 2,000 others costs what it costs after 100; played on and back on one position."""
    match = advanced(name, 150)
    action = match.legal()[-1]

    def cost() -> float:
        times = []
        for _ in range(200):
            start = CLOCK()
            match.play(action)
            times.append(CLOCK() - start)
            match.undo()
        return sorted(times)[100]

    history, told = list(match.past), list(match.journal.entries)
    long_history = (history * (2_000 // len(history) + 1))[:2_000]

    def after(past: list[Any], entries: list[Any]) -> float:
        match.past, match.journal.entries = list(past), list(entries)
        return cost()

    ratios = [after(long_history, told * 10) / after(history, told) for _ in range(7)]
    low, mid, high = quantiles(ratios, n=4)
    return Row("F111", f"{name}: action 2,000 by action 100", mid, low, high, 1.2, at_most=True)


def _policy(name: str, games: int, actions: int) -> Row:
    """B11: a policy bot's whole turn against one random game of chess."""
    game, peer = load_game(name), RandomChess()
    turns: list[float] = []
    for seed in range(games):
        match = game.new_match(seed=seed)
        bots = {side: make_bot("policy", game, side, seed) for side in game.sides}
        acting, spent = match.to_act, 0.0
        while match.result is None and len(match.past) < actions:
            side = match.to_act
            if side != acting:
                turns.append(spent)
                acting, spent = side, 0.0
            start = CLOCK()
            match.play(bots[side or ""].choose(Seat(match, match.to_act)).action)
            spent += CLOCK() - start
    turns.sort()
    unit = min(timed(peer.plies) for _ in range(7))
    ratio = turns[int(len(turns) * 0.95)] / unit
    return Row(
        "B11",
        f"{name}: policy turn p95 by a random game of chess",
        ratio,
        turns[0] / unit,
        turns[-1] / unit,
        25,
        at_most=True,
    )


def _protocol(name: str) -> Row:
    """B13: the round trip of `legal` over a pipe."""
    command = [sys.executable, "-m", "common.cli", "engine"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        times = []
        for line in [b'{"do":"new","game":"%s"}\n' % name.encode()] + [b'{"do":"legal"}\n'] * 200:
            start = perf_counter()
            engine.stdin.write(line)
            engine.stdin.flush()
            engine.stdout.readline()
            times.append((perf_counter() - start) * 1000)
        engine.stdin.close()
    times = sorted(times[1:])
    return Row("B13", f"{name}: protocol round trip p95 in ms", times[190], times[0], times[-1], 5, at_most=True)


def _odds(name: str, enough: int) -> list[Row]:
    """B16: exact odds of every roll on offer against 20,000 samples of the same distribution in the same code."""
    found = []
    for seed in range(40):
        match = advanced(name, 60 + 11 * seed, seed)
        found += [(match, action) for action in match.legal() if match.odds(action) is not None]
        if len(found) > enough:
            break
    if not found:
        return []

    def sample() -> None:
        for match, action in found[:3]:
            odds = match.odds(action)
            assert odds is not None
            labels = [outcome.label for outcome in odds.outcomes]
            weights = [outcome.weight for outcome in odds.outcomes]
            counts = dict.fromkeys(labels, 0)
            for label in random.choices(labels, weights, k=20_000):
                counts[label] += 1

    exact = min(timed(lambda: [match.odds(action) for match, action in found]) for _ in range(5)) / len(found)
    ratios = [timed(sample) / 3 / exact for _ in range(5)]
    low, mid, high = quantiles(ratios, n=4)
    return [Row("B16", f"{name}: sampling 20,000 by exact odds", mid, low, high, 20)]
