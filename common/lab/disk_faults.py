"""Games on a disk that fails at random instants: what was played is there as soon as the disk works again."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from common.engine import Match, load_game, playable_games, save_files
from common.engine.saves import Autosave
from common.lab.failing_disk import CapriciousDisk


@contextmanager
def capricious_disk(seed: int, chance: float = 0.15) -> Iterator[CapriciousDisk]:
    """Saves are written to a disk that fails at random; in the end it works again."""
    whole, save_files.disk = save_files.disk, CapriciousDisk(seed, chance)
    try:
        yield save_files.disk
    finally:
        save_files.disk = whole


def play_with_faults(seed: int, path: Path, actions: int) -> int:
    """Play a random game through faults and vanishing folders, and read it again; how many faults there were."""
    name, chooser = playable_games()[seed % len(playable_games())], random.Random(seed)
    match = load_game(name).new_match(seed=seed)
    folder = path.parent / "games"
    with capricious_disk(seed) as disk:
        auto = Autosave(match, folder / path.name)
        while match.result is None and len(match.past) < actions:
            match.play(chooser.choice(match.legal()))
            if chooser.random() < 0.1:
                match.undo()
            if chooser.random() < 0.03:
                shutil.rmtree(folder, ignore_errors=True)
            if chooser.random() < 0.1:
                auto.sync()
    assert auto.close(), auto.trouble
    again = Match.load(auto.path)
    assert again.hash() == match.hash() and len(again.past) == len(match.past), f"seed {seed}: something is lost"
    assert not again.warnings, f"seed {seed}: {again.warnings}"
    return disk.faults
