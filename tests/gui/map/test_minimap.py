"""The overview map: it moves the view, and it makes way for what is pointed out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from common.gui.map.map_view import MapView
from tests.gui.map.test_map_view import shown


@pytest.fixture
def table(qtbot) -> MapView:
    """New Mexico at 1:1."""
    view = shown(qtbot)
    view.camera.scale = view.camera.unit_scale
    view.center_on("2107", pulse=False)
    view.camera_moved()
    view.settle()
    return view


def test_the_mini_map_moves_the_view(qtbot, table: MapView) -> None:
    table.minimap.show()
    table.minimap.forget()
    qtbot.mouseClick(table.minimap, Qt.MouseButton.LeftButton, pos=QPoint(10, 12))
    x, y = table.camera.center
    assert x < table.camera.size[0] * 0.2
    assert y < table.camera.size[1] * 0.2


def test_the_mini_map_makes_way_for_a_place_that_is_pointed_out(table: MapView) -> None:
    table.minimap.show()
    table.minimap.forget()
    corner = table.minimap.geometry()
    places = {space: table.board.place(space) for space in table.board.places.map.spaces}
    spots = {space: table.camera.to_screen(*place.center).toPoint() for space, place in places.items() if place}
    hidden = next(space for space, at in spots.items() if corner.contains(at))
    seen = next(space for space, at in spots.items() if table.rect().contains(at) and at.y() < corner.top() - 50)
    table.center_on(hidden, pulse=False)
    table.settle()
    assert not table.minimap.geometry().contains(table.camera.to_screen(*places[hidden].center).toPoint())
    table.center_on(seen, pulse=False)
    table.settle()
    assert table.minimap.geometry().right() > table.width() // 2


def test_the_mini_map_lies_in_a_corner_where_it_hides_nothing_that_can_be_chosen(table: MapView) -> None:
    table.minimap.show()
    table.minimap.forget()
    corner = table.minimap.geometry()
    spots = {place.id: table.camera.to_screen(*place.center).toPoint() for place in table.board.places}
    hidden = next(space for space, at in spots.items() if corner.contains(at))
    table.light((hidden,), ())
    assert not table.minimap.geometry().contains(spots[hidden])
    table.light((), ())
    assert table.minimap.geometry() == corner


def test_the_mini_map_stays_under_the_pointer_that_drags_in_it(table: MapView) -> None:
    table.minimap.show()
    table.minimap.forget()
    corner, below = table.minimap.geometry(), table.minimap.geometry().center()
    QTest.mousePress(table.minimap, Qt.MouseButton.LeftButton, pos=QPoint(60, 90))
    hidden = table.board.places.at(*table.camera.to_map(below.toPointF()))
    table.light((hidden,), ())
    assert hidden and table.minimap.geometry() == corner
    QTest.mouseRelease(table.minimap, Qt.MouseButton.LeftButton, pos=QPoint(60, 90))
    assert not table.minimap.geometry().contains(below)


def test_between_the_corners_the_mini_map_hides_as_few_names_as_it_can(table: MapView, monkeypatch) -> None:
    table.minimap.show()
    spots = table.minimap._spots()
    monkeypatch.setattr(table.minimap, "_hides", lambda spot, *_: (False, False, int(spot in spots[:4])))
    names = {4: 3, 5: 2, 6: 1}
    monkeypatch.setattr(table.minimap, "_count_names", lambda spot: names.get(spots.index(spot), 5))
    table.minimap.follow()
    assert table.minimap.geometry() == spots[6]


def test_a_button_held_elsewhere_does_not_keep_the_mini_map_where_it_is(qtbot, table: MapView) -> None:
    """Such as that on which a player waits for the curtain to open."""
    table.minimap.show()
    table.minimap.forget()
    below = table.minimap.geometry().center()
    held = QPushButton()
    qtbot.addWidget(held)
    held.show()
    QTest.mousePress(held, Qt.MouseButton.LeftButton)
    table.light((table.board.hit(below.toPointF()).space,), ())
    assert not table.minimap.geometry().contains(below)
    QTest.mouseRelease(held, Qt.MouseButton.LeftButton)
