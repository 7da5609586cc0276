"""Records the golden playthroughs of nmc: one game for every way it can end, with and without the optional rule.

Run `python -m tests.golden.record_nmc` on purpose only, and let the commit name the rule that changed the stories.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from common.bots import make_bot, play_out
from common.engine import Concede, Match, load_game

FOLDER = Path(__file__).resolve().parent
PAIRS = (("policy", "policy"), ("policy", "random"), ("random", "policy"), ("random", "random"))
ENDINGS = {
    ("confederate", "4.1"): "fort-union-falls",
    ("confederate", "4.2"): "union-out-of-points",
    ("union", "4.2"): "confederates-out-of-points",
    ("confederate", "4.6"): "confederates-on-points",
    ("union", "4.7"): "union-on-points",
    (None, "4.9a"): "draw",
}
SEEDS = 400


def games(momentum: bool) -> Iterator[Match]:
    """Bot games of all pairings, seed by seed."""
    game = load_game("nmc")
    for seed in range(SEEDS):
        for levels in PAIRS:
            match = game.new_match(seed=seed, options={"attack_momentum": momentum})
            play_out(match, {s: make_bot(level, game, s, seed) for s, level in zip(game.sides, levels, strict=True)})
            yield match


def write(match: Match, name: str) -> None:
    """The game as a save and as prose."""
    match.save(FOLDER / f"nmc-{name}.jsonl")
    (FOLDER / f"nmc-{name}.txt").write_text(match.journal.text(), encoding="utf-8")
    sys.stdout.write(f"nmc-{name}\n")


def main() -> None:
    """Record one game for each ending, and a concession."""
    for momentum in (False, True):
        suffix = "-momentum" if momentum else ""
        missing = dict(ENDINGS)
        for match in games(momentum):
            result = match.result
            assert result is not None
            name = missing.pop((result.winner, result.rule), None)
            if name:
                write(match, name + suffix)
            if not missing:
                break
        sys.stdout.write("".join(f"not found in {SEEDS} seeds: {name}{suffix}\n" for name in missing.values()))
        concession = next(games(momentum))
        while concession.state.turn > 6:
            concession.undo()
        concession.play(Concede("union"))
        write(concession, "concession" + suffix)


if __name__ == "__main__":
    main()
