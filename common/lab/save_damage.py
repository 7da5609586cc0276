"""Saves damaged bit by bit and byte by byte: what is read of them, and what it may cost."""

from __future__ import annotations

import random
from pathlib import Path

from common.engine import Match


def flip_one_bit(raw: bytes, chooser: random.Random, match: Match, path: Path) -> bool:
    """Flip one bit of a save and read it: the damage is named, and the end of the game is the same all the same.

    Whether nothing at all was lost; of a last line, or where no position follows, the rest may be.
    """
    at, bit = chooser.randrange(len(raw)), chooser.randrange(8)
    changed = bytearray(raw)
    changed[at] ^= 1 << bit
    path.write_bytes(changed)
    again = Match.load(path)
    where = f"bit {bit} of byte {at}"
    if again.replays and not again.warnings:  # only the end of the last line can go unnoticed
        assert at >= raw.rstrip(b"\n").rindex(b"\n"), f"{where}: nothing was noticed"
    kept = again.hash() == match.hash()
    positions_follow = b'"t":"snap"' in raw[raw.find(b"\n", at) + 1 :] if b"\n" in raw[at:] else False
    assert kept or not positions_follow, f"{where}: the game ends elsewhere"
    assert path.read_bytes() == changed, f"{where}: opening has changed the file"
    return kept and len(again.past) == len(match.past)


def cut_everywhere(whole: Path, path: Path, records: int) -> int:
    """Cut a save at every byte of its last records; each file opens without a word, and loses those alone."""
    raw = whole.read_bytes()
    lines = raw.splitlines(keepends=True)
    start = len(raw) - sum(map(len, lines[-records:]))
    for end in range(start, len(raw)):
        path.write_bytes(raw[:end])
        again = Match.load(path)
        assert again.replays and not again.warnings, f"cut at byte {end}: {again.warnings}"
        assert len(again.past) >= sum(line.startswith(b'{"t":"do"') for line in lines[:-records])
    return len(raw) - start
