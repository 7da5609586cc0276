"""Limits on counts: whatever a stranger piles up ends in one line, soon, and without filling the memory."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from common.engine import Match, SaveError
from common.engine.protocol import MAX_LINE, Engine
from common.engine.save_lines import MAX_LINES, MOST
from common.gui.session.game_record import read_words
from tests.engine.damage import played

resource = pytest.importorskip("resource")
ROOT = Path(__file__).resolve().parents[2]
HEAD = b'{"t":"game","format":1,"program":"x","game":"nmc","scenario":"campaign","options":{},"seed":1}\n'
READY = b'{"t":"do","a":{"type":"Ready"}}\n'

PILES = {
    "undo lines of 64 MB": lambda: HEAD + b'{"t":"undo"}\n' * (63 * 2**20 // 13),
    "lines": lambda: HEAD + READY * (MAX_LINES + 1),
    "undos": lambda: HEAD + READY + b'{"t":"undo"}\n{"t":"redo"}\n' * 60_000,
    "remarks": lambda: HEAD + b'{"t":"remark","text":"note 0 x"}\n' * 100_001,
    "positions": lambda: HEAD + b'{"t":"snap","n":0,"turn":1,"hash":"","state":{}}\n' * 20_001,
    "one long line": lambda: HEAD + b'{"t":"remark","text":"' + b"x" * (5 * 2**20) + b'"}\n' + READY,
    "a long name": lambda: HEAD.replace(b'"x"', b'"' + b"x" * 2**20 + b'"'),
    "many options": lambda: HEAD.replace(b"{}", json.dumps({str(n): True for n in range(50_000)}).encode()),
    "many dice": lambda: HEAD.replace(b'"seed":1', b'"seed":1,"dice":[' + b"1," * 500_000 + b"1]"),
    "a long number": lambda: HEAD.replace(b'"seed":1', b'"seed":' + b"9" * 5_000),
    "zeros": lambda: bytes(60 * 2**20),
    "braces": lambda: HEAD + b"{" * (3 * 2**20) + b"\n",
}  # fmt: skip


@pytest.fixture(autouse=True)
def soon_and_small() -> Iterator[None]:
    """Two seconds and three hundred megabytes are enough for every answer."""
    begin, before = time.process_time(), _peak()
    yield
    assert time.process_time() - begin < 4  # making the pile takes its time, too
    assert _peak() - before < 300


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


@pytest.mark.parametrize("pile", PILES)
def test_what_is_too_much_for_a_saved_game_is_told_in_a_line(tmp_path: Path, pile: str) -> None:
    path = tmp_path / "pile.jsonl"
    path.write_bytes(PILES[pile]())
    begin = time.process_time()
    if pile == "one long line":  # it costs only itself
        assert "too long" in Match.load(path).warnings[0]
    else:
        with pytest.raises(SaveError) as caught:
            Match.load(path)
        assert "\n" not in str(caught.value) and len(str(caught.value)) < 2_500
    assert time.process_time() - begin < 2


def test_what_a_real_game_needs_is_far_from_the_limits() -> None:
    assert MAX_LINES >= 250_000 and all(most >= 20_000 for _, most, _ in MOST)


def test_twenty_thousand_remarks_are_read_in_no_time(tmp_path: Path) -> None:
    path = tmp_path / "words.jsonl"
    match = played(4)
    lines = [f"note {n % 3} text {n}" for n in range(20_000)] + [f"bookmark {n} b" for n in range(20_000)]
    lines += ["cut 10000 ", *(f"no-bookmark {n} " for n in range(5_000))]
    from common.engine.saves import write

    write(match, path, lines)
    begin = time.process_time()
    words = read_words(path)
    assert time.process_time() - begin < 1
    assert [word.moment for word in words if word.kind == "bookmark"] == list(range(5_000, 10_001))
    assert sum(word.kind == "note" for word in words) == 20_000


def test_the_protocol_keeps_no_more_of_an_endless_line_than_it_reads(tmp_path: Path) -> None:
    class Endless(io.RawIOBase):
        """Six hundred megabytes without an end of line, then a sound command."""

        left = 600 * 2**20
        tail = b'\n{"do":"isready"}\n'

        def readable(self) -> bool:
            return True

        def readinto(self, room) -> int:  # type: ignore[no-untyped-def]
            if self.left:
                size = min(len(room), self.left)
                room[:size] = b"x" * size
                self.left -= size
                return size
            size = min(len(room), len(self.tail))
            room[:size], self.tail = self.tail[:size], self.tail[size:]
            return size

    out = io.BytesIO()
    Engine().talk(io.BufferedReader(Endless(), 2**20), out)
    first, second = map(json.loads, out.getvalue().splitlines())
    assert first == {"ok": False, "error": "the line is too long"}
    assert second == {"ok": True, "ready": True}


def test_the_limit_of_a_line_is_where_it_says() -> None:
    text = b'{"do":"isready","x":"%b"}'
    for size, fits in ((MAX_LINE, True), (MAX_LINE + 1, False)):
        line = text % (b"y" * (size - len(text) + 2))
        assert len(line) == size
        out = io.BytesIO()
        Engine().talk(io.BytesIO(line + b"\n"), out)
        assert json.loads(out.getvalue())["ok"] is fits


def test_hostile_maps_end_in_a_line(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(
        "id: x\ntitle: X\nkind: hex\nsource: reconstructed\n"
        "grid: {source: reconstructed, orientation: pointy, shifted: even, numbering: RRCC, first_column: 100000000}\n"
        'terrain: {source: reconstructed, legend: {c: clear}, rows: {"01": "ccc"}}\n'
    )
    command = [sys.executable, "-m", "common.cli", "check", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=20, check=False)
    assert done.returncode == 1
    assert "grid.first_column" in done.stdout + done.stderr and "Traceback" not in done.stderr
