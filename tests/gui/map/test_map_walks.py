"""The arrow keys lead from every printed place to every other, each step roughly where the arrow points (F93)."""

from __future__ import annotations

from math import hypot

import networkx as nx
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.gui.map.arrow_walks import DIRECTIONS
from common.gui.map.map_view import MapView
from common.gui.map.places import Places
from tests.gui.drawn_maps import map_of, measured_once
from tests.gui.hands import LEFT, middle

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
KEYS = {(-1, 0): Qt.Key.Key_Left, (1, 0): Qt.Key.Key_Right, (0, -1): Qt.Key.Key_Up, (0, 1): Qt.Key.Key_Down}


@pytest.mark.parametrize("game", GAMES)
def test_every_place_can_be_walked_to_from_every_other(qapp, game: str) -> None:
    game_map = map_of(game)
    places = measured_once(game_map)
    graph = nx.DiGraph()
    graph.add_nodes_from(place.id for place in places)
    for place in places:
        for way in DIRECTIONS:
            found = places.towards(place.id, way, place.center)
            if found:
                graph.add_edge(place.id, found)
                assert straightness(places, place.id, found, way) >= 0.44, (place.id, way, found)
    assert set(graph) == set(game_map.spaces) | set(game_map.boxes)
    assert nx.is_strongly_connected(graph)


def straightness(places: Places, start: str, end: str, way: tuple[int, int]) -> float:
    """The cosine between an arrow and the line to the middle or the nearest point of the place it leads to."""
    x, y = places[start].center
    rect = places[end].rect
    nearest = (max(rect.left(), min(x, rect.right())), max(rect.top(), min(y, rect.bottom())))
    lines = [(px - x, py - y) for px, py in (nearest, places[end].center)]
    return max((vx * way[0] + vy * way[1]) / max(hypot(vx, vy), 1e-9) for vx, vy in lines)


@pytest.mark.parametrize("game", ["fallujah", "operation_serval"])
def test_real_keys_reach_every_box(qtbot, game: str) -> None:
    view = MapView()
    view.reduced_motion = True
    qtbot.addWidget(view)
    view.resize(900, 640)
    view.set_map(map_of(game), "light")
    view.show()
    view.setFocus()
    places = view.board.places
    assert places is not None
    graph = nx.DiGraph()
    for place in places:
        for way in DIRECTIONS:
            graph.add_edge(place.id, places.towards(place.id, way, place.center), way=way)
    QTest.keyClick(view, Qt.Key.Key_Left)
    for box in places.map.boxes:
        before = view.board.cursor
        for a, b in nx.utils.pairwise(nx.shortest_path(graph, view.board.cursor, box)):
            view.set_cursor(a)  # each step on its own: the line that is kept while walking on does not matter here
            QTest.keyClick(view, KEYS[graph.edges[a, b]["way"]])
            assert view.board.cursor == b
        assert view.board.cursor == box or before == box


def test_the_arrows_lead_on_from_where_the_mouse_has_clicked(lay) -> None:
    table = lay("fallujah")
    places = table.map.board.places
    assert places is not None
    QTest.keyClick(table.map, Qt.Key.Key_Right)
    far = middle(table, "20")
    QTest.mouseClick(table.map, LEFT, pos=far)
    assert table.map.board.cursor == ""
    QTest.keyClick(table.map, Qt.Key.Key_Left)
    assert table.map.board.cursor == places.towards("20", (-1, 0), places["20"].center) == "23"
    table.map.zoom_to(["2"])  # what is no longer seen is not where one was
    QTest.mouseClick(table.map, LEFT, pos=middle(table, "2"))
    table.map.zoom_to(["20"])
    QTest.keyClick(table.map, Qt.Key.Key_Left)
    assert table.map.board.cursor == "20"
