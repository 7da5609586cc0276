"""Hands that change saves: lines taken apart, changed, and marked again with right numbers and checksums."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.engine import Match, load_game
from common.engine.save_lines import checksum, mark_line

SAVED = Path(__file__).with_name("saved")


def played(length: int, seed: int = 1, game: str = "nmc") -> Match:
    """A random game of so many actions."""
    match, chooser = load_game(game).new_match(seed=seed), random.Random(seed)
    while match.result is None and len(match.past) < length:
        match.play(chooser.choice(match.legal()))
    return match


def bodies(path: Path) -> list[dict[str, Any]]:
    """The lines of a save without their numbers and checksums."""
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in ("i", "c")} for line in found]


def encode(value: object) -> bytes:
    """JSON as the program writes it."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def write_marked(path: Path, lines: Sequence[dict[str, Any]]) -> None:
    """Write lines with right numbers and checksums, as a forger would."""
    path.write_bytes(b"".join(mark_line(encode(line), number) for number, line in enumerate(lines, 1)))


def change_position(snap: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """A stored position with other values in it, and with the right checksum."""
    state = dict(sorted({**snap["state"], **fields}.items()))
    return {**snap, "state": state, "hash": checksum(encode(state))}
