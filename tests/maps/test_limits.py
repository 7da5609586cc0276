"""Maps that are too much: every limit on both sides, each with the place it names."""

from __future__ import annotations

import time

import pytest

from common.data import MAX_VALUES, DataError
from common.maps.build import MOST_HEXES, MOST_SPACES
from common.maps.load import map_from_text

HEAD = (
    "id: x\ntitle: X\nkind: hex\nsource: reconstructed\n"
    "grid: {source: reconstructed, orientation: pointy, shifted: even, numbering: RRCC, first_column: 1, digits: 4}\n"
)
TERRAIN = "terrain:\n  source: reconstructed\n  legend: {c: clear}\n  rows:\n"


LINES = "lines:\n- {id: l, kind: k, source: reconstructed, entries: [{points: [%s]}]}\n"


def hex_map(rows: int, columns: int, **changes: str) -> str:
    text = HEAD + TERRAIN + "".join(f'    "{row}": "{"c" * columns}"\n' for row in range(1, rows + 1))
    for old, new in changes.items():
        text = text.replace(f"{old}: 1,", f"{old}: {new},")
    return text


def points(number: int) -> str:
    head = "id: x\ntitle: X\nkind: point\nsource: reconstructed\nsize: [900, 900]\n"
    group = "spaces:\n- id: g\n  source: reconstructed\n  kind: c\n  entries:\n"
    return head + group + "".join(f"  - {{id: p{n}, at: [{n % 90}, {n // 90}], radius: 1}}\n" for n in range(number))


@pytest.mark.parametrize(
    ("text", "where"),
    [
        (hex_map(1, 3, first_column="100000000"), "grid.first_column"),
        (hex_map(1, 3, first_column="10000"), "grid.first_column"),
        (hex_map(1, 501), "terrain.rows"),
        (hex_map(501, 1), "terrain.rows"),
        (hex_map(120, MOST_HEXES // 120 + 1), "terrain.rows"),
        (hex_map(1, 3).replace("digits: 4", "digits: 4, width: 1e12"), "grid.width"),
        (hex_map(1, 3).replace('"1": ', '"99999": '), "terrain.rows"),
        (points(MOST_SPACES + 1), "spaces"),
        (points(3).replace("radius: 1", "radius: 1e300"), "radius"),
        (points(3).replace("id: p1", f"id: {'p' * 81}"), "id"),
        (hex_map(1, 3) + "about:\n" + "- x\n" * (MAX_VALUES + 1), "values"),
        (hex_map(1, 3) + LINES % ("[1, 2], " * 5001), "points"),
    ],
)  # fmt: skip
def test_a_map_that_is_too_much_is_refused_at_its_place(text: str, where: str) -> None:
    begin = time.process_time()
    with pytest.raises(DataError) as caught:
        map_from_text(text)
    assert where in str(caught.value) and "\n" not in str(caught.value)
    assert time.process_time() - begin < 2


def test_a_map_that_is_just_not_too_much_is_read() -> None:
    assert len(map_from_text(hex_map(100, 100, first_column="9900")).spaces) == 10_000
    assert len(map_from_text(points(900)).spaces) == 900
