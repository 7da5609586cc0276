"""The quality goals in their long form; the test run uses the same functions on a small scale."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from common.engine import Aside, Game, IllegalAction, Match, SaveError, load_game, playable_games
from common.engine.saves import Autosave
from common.lab import fuzz, playouts, secrecy
from common.lab.disk_faults import play_with_faults
from common.lab.forged_positions import forge, try_forgery
from common.lab.save_damage import cut_everywhere, flip_one_bit

ROOT = Path(__file__).resolve().parents[2]


class Broken(Exception):
    """A quality goal that is not met, with what is needed to see it again."""


def demand(holds: bool, what: str) -> None:
    """Stop the soak when something is not as it must be."""
    if not holds:
        raise Broken(what)


def positions(game: Game, seed: int, every: int, limit: int = 5_000) -> Iterator[Match]:
    """Positions of one random game, one out of `every`; the match is still in play when it is handed out."""
    scenario, options, chooser = playouts.set_up(game, seed)
    match = game.new_match(scenario, seed, options)
    for number in range(limit):
        if match.result is not None:
            return
        if number % every == seed % every:
            yield match
        match.play(chooser.choice(match.legal()))


def random_games(number: int, first: int = 0) -> str:
    """Q01, Q02: random games of every playable game with all invariants checked, none endless, none slow."""
    for name in playable_games():
        for game in playouts.batch(name, range(first, first + number), True, os.cpu_count() or 1):
            demand(game.seconds < 60, f"{name} seed {game.seed} took {game.seconds:.0f} s")
    return f"{number} games each of {', '.join(playable_games())}"


def legality(number: int) -> str:
    """Q03: every legal action plays; anything else is refused with a rule and changes nothing."""
    tried = 0
    for name in playable_games():
        game = load_game(name)
        for seed in range(max(1, number // 10)):
            for match in positions(game, seed, 40):
                tried += _judge(game, match, random.Random(seed))
    return f"{tried} actions judged"


def _judge(game: Game, match: Match, chooser: random.Random) -> int:
    legal = match.legal()
    for action in chooser.sample(legal, min(4, len(legal))):
        match.clone(quiet=True).play(action)
    before, members = match.hash(), set(legal)
    made_up = (action for action in fuzz.actions(game, match, chooser, 25) if action not in members)
    strangers = [action for action in made_up if not isinstance(action, Aside)]  # the list of moves names no aside
    for action in strangers:
        refusal = match.why_not(action)
        demand(refusal is not None, f"{game.id}: {action} is not listed but not refused either: {match.prompt}")
        demand(bool(refusal and refusal.rule and refusal.why), f"{game.id}: {action} is refused without a rule")
        try:
            match.play(action)
        except IllegalAction:
            continue
        demand(False, f"{game.id}: {action} was played although it is refused")
    demand(match.hash() == before, f"{game.id}: a refusal changed the position")
    return len(legal) + len(strangers)


def back_and_forth(number: int) -> str:
    """Q05: undo and redo give exactly the same positions, action by action and from end to start."""
    for name in playable_games():
        game = load_game(name)
        for seed in range(number):
            scenario, options, chooser = playouts.set_up(game, seed)
            match = game.new_match(scenario, seed, options)
            hashes = [match.hash()]
            while match.result is None and len(match.past) < 2_000:
                match.play(chooser.choice(match.legal()))
                hashes.append(match.hash())
                match.undo()
                demand(match.hash() == hashes[-2], f"{name} seed {seed}: undo of action {len(match.past) + 1}")
                match.redo()
                demand(match.hash() == hashes[-1], f"{name} seed {seed}: redo of action {len(match.past)}")
            story = match.journal.text()
            while match.past:
                match.undo()
            demand(match.hash() == hashes[0], f"{name} seed {seed}: undo to the start")
            while match.future:
                match.redo()
            demand(match.hash() == hashes[-1] and match.journal.text() == story, f"{name} seed {seed}: redo to the end")
    return f"{number} games each undone and redone"


def fingerprints(number: int) -> dict[str, str]:
    """The final position of a few games of each kind, for comparison between interpreters."""
    found: dict[str, str] = {}
    for name in playable_games():
        game = load_game(name)
        for seed in range(number):
            scenario, options, chooser = playouts.set_up(game, seed)
            match = game.new_match(scenario, seed, options)
            while match.result is None and len(match.past) < 600:
                match.play(chooser.choice(match.legal()))
            found[f"{name} {seed}"] = match.hash()
    return found


def determinism(number: int) -> str:
    """Q06: the same seed and actions give the same position with any order of hashing."""
    code = f"import json; from common.lab.soak import fingerprints; print(json.dumps(fingerprints({number})))"
    answers = set()
    for hash_seed in ("0", "1", "random"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False
        )
        demand(done.returncode == 0, done.stderr[-500:])
        answers.add(done.stdout)
    demand(len(answers) == 1, "the same games end differently under another PYTHONHASHSEED")
    return f"{number} games each under three hash seeds"


def secrets(number: int) -> str:
    """Q09: worlds that look the same to a side give it the same answers, whatever it asks for."""
    try:
        seen = sum(secrecy.check_game(load_game(name), max(1, number // 20)) for name in playable_games())
    except secrecy.Leak as leak:
        raise Broken(str(leak)) from leak
    return f"{seen} pairs of worlds compared"


def round_trips(number: int) -> str:
    """Q10: a saved game read again is the same game: position, journal, undo depth, dice."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        for name in playable_games():
            game = load_game(name)
            for seed in range(max(1, number // 4)):
                for match in positions(game, seed, 60):
                    match.save(path)
                    again = Match.load(path)
                    same = again.state == match.state and again.journal.text() == match.journal.text()
                    demand(
                        same and len(again.past) == len(match.past), f"{name} seed {seed}: save of {len(match.past)}"
                    )
                    demand(not again.warnings, f"{name} seed {seed}: {again.warnings}")
    return f"{number} games saved and read again"


def crashes(number: int) -> str:
    """Q11: a program killed at any moment loses at most the action being written; torn files open."""
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(number):
            name = playable_games()[seed % len(playable_games())]
            path = Path(folder) / f"{seed}.jsonl"
            told = kill_at_random(play_and_tell, seed, 0.15, name, path)
            match = Match.load(path)
            demand(not match.warnings, f"{name} seed {seed}: {match.warnings}")
            demand(len(match.past) >= len(told), f"{name} seed {seed}: {len(told)} played, {len(match.past)} kept")
            while len(match.past) > len(told):
                match.undo()
            demand(not told or match.hash() == told[-1], f"{name} seed {seed}: another position than was played")
            path.unlink()
        _truncate(Path(folder))
    return f"{number} kills"


def play_and_tell(pipe: Any, seed: int, name: str, path: Path) -> None:
    """Play a random game with its autosave and tell the position after each action."""
    match = load_game(name).new_match(seed=seed)
    Autosave(match, path)
    chooser = random.Random(seed)
    pipe.send("")
    while match.result is None:
        match.play(chooser.choice(match.legal()))
        pipe.send(match.hash())


NURSERY = ["common.lab.preload", "common.gui.table.open_table"]  # the second only where there are windows


def kill_at_random(play: Callable[..., None], seed: int, longest: float, *rest: object) -> list[str]:
    """Let a process play, kill it outright after a random time; what it told after its first word."""
    kind = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
    context: Any = multiprocessing.get_context(kind)
    if kind == "forkserver":
        context.set_forkserver_preload(NURSERY)
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=play, args=(theirs, seed, *rest))
    child.start()
    theirs.close()
    told: list[str] = []
    with contextlib.suppress(EOFError):
        ours.recv()
        time.sleep(random.Random(seed).random() * longest)
        child.kill()
        while True:
            told.append(ours.recv())
    child.join()
    return told


def _truncate(folder: Path) -> None:
    """Cut a short save at every byte after its first line; each file must open."""
    match = load_game(playable_games()[0]).new_match(seed=1)
    Autosave(match, folder / "whole.jsonl")
    for _ in range(6):
        match.play(match.legal()[-1])
    whole = (folder / "whole.jsonl").read_bytes()
    torn = folder / "torn.jsonl"
    for end in range(whole.index(b"\n") + 1, len(whole)):
        torn.write_bytes(whole[:end])
        Match.load(torn)


def hostile_saves(number: int) -> str:
    """Q12: damaged and hostile saves are read or refused with one clear line, quickly, and nothing else happens."""
    refused = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hostile.jsonl"
        for index, raw in enumerate(fuzz.saves(number)):
            path.write_bytes(raw)
            begin = time.process_time()
            try:
                _play_some(Match.load(path), random.Random(index))
            except SaveError as error:
                refused += 1
                demand("\n" not in str(error), f"save {index}: the error has more than one line")
            except Exception as error:
                kept = Path(tempfile.gettempdir()) / f"hostile-{index}.jsonl"
                kept.write_bytes(raw)
                raise Broken(f"save {index} (kept as {kept}): {type(error).__name__}: {error}") from error
            demand(time.process_time() - begin < 2, f"save {index}: took too long")
            demand(path.read_bytes() == raw, f"save {index}: opening has changed it")
    return f"{number} damaged saves, {refused} refused"


def _play_some(match: Match, chooser: random.Random) -> None:
    """Play on in a game that was believed: nothing in it may break the rules later."""
    for _ in range(15):
        if match.result is not None:
            return
        match.play(chooser.choice(match.legal()))
        match.check()


def forged_positions(number: int) -> str:
    """S03: positions and steps that nobody played, with right checksums, are refused by their field or play on."""
    believed = 0
    games = [name for name in playable_games() if load_game(name).names()]
    for name in games:
        game = load_game(name)
        found = [match.clone(quiet=True) for seed in range(4) for match in positions(game, seed, 40, 400)]
        for index in range(number // len(games)):
            chooser = random.Random(index)
            raw = forge(game, chooser.choice(found), chooser)
            begin = time.process_time()
            try:
                believed += try_forgery(game, raw, chooser, 60)
            except Exception as error:
                raise Broken(f"{name} forgery {index}: {type(error).__name__}: {error}") from error
            demand(time.process_time() - begin < 2, f"{name} forgery {index}: took too long")
    return f"{number} forged positions of {', '.join(games)}, {believed} possible and played on"


def failing_disks(number: int) -> str:
    """S01: full, broken, read-only disks and vanishing folders at random instants cost nothing, with windows or not."""
    faults = seed = 0
    with tempfile.TemporaryDirectory() as folder:
        while faults < number:
            faults += play_with_faults(seed, Path(folder) / f"{seed}.jsonl", 60)
            seed += 1
    return f"{faults} faults in {seed} games; with windows: {run_tests(FAULTS, max(1, number // 3))}"


def damaged_bits(number: int) -> str:
    """S02: a flipped bit is named and costs its own line; a save may be cut at every byte of its last records."""
    lost = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.jsonl"
        for name in playable_games():
            fuzz.play_random(name, 1, 600).save(path)
            raw, match = path.read_bytes(), Match.load(path)
            for index in range(number // len(playable_games())):
                lost += not flip_one_bit(raw, random.Random(index), match, Path(folder) / "flipped.jsonl")
            fuzz.play_random(name, 1, 12).save(path)
            cut_everywhere(path, Path(folder) / "cut.jsonl", 2)
    return f"{number} bits flipped, after {lost} of them something was lost; cut everywhere"


def hostile_maps(number: int) -> str:
    """Q13: damaged maps are read or refused with one clear line, and nothing else happens."""
    refused = fuzz.maps(number)
    return f"{number} damaged maps, {refused} refused"


def run_tests(paths: tuple[str, ...], number: int) -> str:
    """Tests with all their long forms, at a scale that those with samples read from the environment."""
    environment = {**os.environ, "FIVE_FRONTS_SCALE": str(number), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "pytest", "-q", "-m", "", *(str(ROOT / path) for path in paths)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    demand(done.returncode == 0, done.stdout[-1500:])
    return done.stdout.strip().splitlines()[-1]


def crashes_everywhere(number: int) -> str:
    """Q11, with and without windows."""
    return f"{crashes(number)}; with windows: {run_tests(CRASHES, number)}"


def typing_and_coverage(number: int) -> str:
    """Q21: strict typing, and branch coverage of engine, maps, tables and rules."""
    typed = subprocess.run([sys.executable, "-m", "mypy"], cwd=ROOT, capture_output=True, text=True, check=False)
    demand(typed.returncode == 0, typed.stdout[-1500:])
    parts = ["common/engine", "common/maps", "common/tables", *(f"{name}/rules" for name in playable_games())]
    command = [sys.executable, "-m", "pytest", "-q", "--cov-branch", *(f"--cov={part}" for part in parts)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    demand(done.returncode == 0, done.stdout[-1500:])
    return next(line for line in done.stdout.splitlines() if line.startswith("TOTAL"))


CRASHES = ("tests/gui/kit/test_crash.py",)
FAULTS = ("tests/gui/session/test_saving.py",)
ORACLES = ("tests/nmc/test_oracle.py", "tests/fallujah", "tests/operation_serval/test_odds_oracle.py")
TURNS = (*(f"tests/{name}/gui/test_turns.py" for name in playable_games()), "tests/toy/gui/test_window.py")

GOALS: dict[str, tuple[Callable[[int], str], int]] = {
    "Q01": (random_games, 100_000),
    "Q02": (random_games, 100_000),
    "Q03": (legality, 1_000),
    "Q04": (partial(run_tests, ORACLES), 10_000),
    "Q05": (back_and_forth, 1_000),
    "Q06": (determinism, 50),
    "Q07": (partial(run_tests, ("tests/golden",)), 1),
    "Q08": (partial(run_tests, ("tests/engine/test_clauses.py",)), 1),
    "Q09": (secrets, 10_000),
    "Q10": (round_trips, 1_000),
    "Q11": (crashes_everywhere, 1_000),
    "Q12": (hostile_saves, 1_000_000),
    "Q13": (hostile_maps, 1_000_000),
    "Q14": (partial(run_tests, ("tests/maps",)), 1),
    "Q16": (partial(run_tests, ("tests/gui/table/test_memory.py",)), 1_000),
    "Q17": (partial(run_tests, ("tests/gui/table/test_monkey.py",)), 100_000),
    "Q20": (partial(run_tests, ("tests/engine/test_protocol.py",)), 1),
    "Q21": (typing_and_coverage, 1),
    "Q22": (partial(run_tests, ("tests/gui/table/test_faults.py",)), 1),
    "F02": (partial(run_tests, ("tests/gui/table/test_prompts.py",)), 1_000),
    "F03": (partial(run_tests, ("tests/gui/map/test_lit.py",)), 1),
    "F05": (partial(run_tests, ("tests/gui/table/test_handling.py", "tests/gui/table/test_reasons.py")), 500),
    "F06": (partial(run_tests, TURNS), 1),
    "F21": (partial(run_tests, ("tests/gui/table/test_outlook.py",)), 1_000),
    "S01": (failing_disks, 500),
    "S02": (damaged_bits, 5_000),
    "S03": (forged_positions, 4_000),
}


def run(goals: list[str], scale: float) -> int:
    """Run soaks one after the other; 1 if any goal is missed."""
    missed = 0
    for goal in goals:
        function, number = GOALS[goal]
        begin = time.perf_counter()
        try:
            said = function(max(1, round(number * scale)))
            print(f"{goal} met: {said} ({time.perf_counter() - begin:.0f} s)", flush=True)
        except Exception as error:
            missed += 1
            print(f"{goal} MISSED: {type(error).__name__}: {error}", flush=True)
    return 1 if missed else 0
