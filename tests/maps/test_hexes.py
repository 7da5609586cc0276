"""Hex geometry holds for every layout and every place."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.maps import hexes
from common.maps.hexes import Axial, Layout
from common.maps.load import map_from_text

cells = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
layouts = st.builds(
    Layout, st.booleans(), st.integers(0, 1), st.floats(10, 300), st.floats(-100, 100), st.floats(-100, 100)
)


@given(cells, cells, cells)
def test_distance_is_a_distance(a: Axial, b: Axial, c: Axial) -> None:
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(cells, st.integers(0, 8))
def test_a_ring_has_six_hexes_for_every_step(center: Axial, radius: int) -> None:
    ring = hexes.ring(center, radius)
    assert len(set(ring)) == len(ring) == max(1, 6 * radius)
    assert {hexes.distance(center, cell) for cell in ring} == {radius}
    assert len(hexes.disc(center, radius)) == 1 + 3 * radius * (radius + 1)


@given(cells, cells)
def test_a_line_goes_from_neighbour_to_neighbour(a: Axial, b: Axial) -> None:
    line = hexes.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == hexes.distance(a, b) + 1
    assert all(hexes.distance(one, other) == 1 for one, other in pairwise(line))


@given(layouts, st.integers(-20, 20), st.integers(-20, 20))
def test_rows_and_columns_come_back(layout: Layout, row: int, column: int) -> None:
    assert layout.offset(layout.axial(row, column)) == (row, column)
    assert layout.at(*layout.center(row, column)) == (row, column)


@given(layouts, st.integers(-20, 20), st.integers(-20, 20))
def test_neighbours_share_exactly_two_corners(layout: Layout, row: int, column: int) -> None:
    own = set(layout.corners(row, column))
    assert len(own) == 6
    for cell in hexes.neighbours(layout.axial(row, column)):
        assert len(own & set(layout.corners(*layout.offset(cell)))) == 2


@given(layouts, st.floats(-500, 500), st.floats(-500, 500))
def test_the_hex_under_a_point_is_the_nearest(layout: Layout, x: float, y: float) -> None:
    row, column = layout.at(x, y)
    near = [layout.axial(row, column), *hexes.neighbours(layout.axial(row, column))]

    def far(cell: Axial) -> float:
        cx, cy = layout.center(*layout.offset(cell))
        return (x - cx) ** 2 + (y - cy) ** 2

    assert far(near[0]) <= min(far(cell) for cell in near) + 0.02 * layout.width


@pytest.mark.parametrize("orientation", ["pointy", "flat"])
@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize("numbering", ["RRCC", "CCRR"])
@pytest.mark.parametrize("up", [True, False])
def test_every_numbering_is_a_bijection(orientation: str, shifted: str, numbering: str, up: bool) -> None:
    map_ = map_from_text(
        f"""
id: x
title: X
kind: hex
source: reconstructed
grid: {{source: reconstructed, orientation: {orientation}, shifted: {shifted}, numbering: {numbering},
        first_column: 7, rows_up: {str(up).lower()}}}
terrain:
  source: reconstructed
  legend: {{c: clear}}
  rows: {{"11": ccccc, "12": .ccc., "13": ccc.c, "14": ccccc}}
"""
    )
    assert len(map_.ids) == 17
    for id_, space in map_.spaces.items():
        assert map_.at(*space.center) == id_
    down = map_.spaces["1107" if numbering == "RRCC" else "0711"].center[1]
    assert (down > map_.spaces["1407" if numbering == "RRCC" else "0714"].center[1]) == up
