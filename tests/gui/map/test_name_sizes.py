"""Seen from afar, names are drawn larger where there is room, and none comes to lie over another."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import QRectF

from common.gui.map.display_list import Scene, in_two_lines, scene_of
from common.gui.map.name_sizes import LAYERS, grow_names
from tests.gui.drawn_maps import map_of

LEAST = 9.5
SCALE = 0.24  # about what a small window shows of a whole map


@pytest.fixture(scope="module", params=["nmc", "fallujah", "sand_wars"])
def scene(request, qapp) -> Scene:
    return scene_of(map_of(request.param), "light")


def test_most_names_can_be_read_from_afar(scene: Scene) -> None:
    names = {op.name for op in scene.ops if op.name is not None and op.layer in LAYERS[:2] and op.finest <= SCALE}
    small = {name for name in names if name.size * SCALE < 8}
    grown = grow_names(scene, SCALE, LEAST, in_two_lines)
    read = {op.name for op, how in grown.items() if op.name.size * SCALE * how.transform.m11() >= 8}
    assert len(small) > 20
    assert len(small & read) >= 0.6 * len(small)
    assert all(op.name.size * SCALE * how.transform.m11() < LEAST * 1.01 for op, how in grown.items())


def test_a_grown_name_lies_over_no_other(scene: Scene) -> None:
    """Two names of which one has grown overlap only where they overlapped in print."""
    grown = grow_names(scene, SCALE, LEAST, in_two_lines)
    names = [op for op in scene.ops if op.words and op.pen.style().value == 0 and op.finest <= SCALE]

    def room(op) -> QRectF:
        return grown[op].rect if op in grown else op.rect

    for one, other in combinations([op for op in names if op.layer in LAYERS], 2):
        if one in grown or other in grown:
            assert not room(one).intersects(room(other)) or one.rect.intersects(other.rect), (one.name, other.name)


def test_near_by_and_on_paper_names_are_as_printed(scene: Scene) -> None:
    assert not grow_names(scene, 1.0, LEAST, in_two_lines)
    assert not grow_names(scene, SCALE, 0.0, in_two_lines)


def test_names_of_areas_stay_within_their_borders(qapp) -> None:
    """On two lines if need be; only a few that would still be too small cross them."""
    scene = scene_of(map_of("fallujah"), "light")
    grown = grow_names(scene, SCALE, LEAST, in_two_lines)
    homes = {op: next((home for home in scene.homes if home.contains(op.rect)), None) for op in grown}
    within = [homes[op].contains(how.rect) for op, how in grown.items() if homes[op] is not None]
    assert len(within) > 60
    assert sum(within) >= 0.95 * len(within)
    assert any(how.lines is not None for how in grown.values())
