"""Where the eye is led when a table is opened and when another player is to act."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF

from common.gui.table import first_view
from common.gui.table.table_window import TableWindow
from tests.gui import hands


def seen(table: TableWindow, space: str) -> bool:
    return table.map.rect().contains(hands.at(table, space))


def opened(lay, game: str) -> TableWindow:
    """A table at 1280 by 800 as the program starts it."""
    table = lay(game, seed=3)
    table.hide()
    table.resize(1280, 800)
    table.start()
    return table


def test_a_long_map_fills_the_window_around_what_can_be_done(lay) -> None:
    table = opened(lay, "nmc")
    camera = table.map.camera
    assert camera.scale > first_view.WORTH * camera.fit_scale()
    assert all(seen(table, table.map.space_of(piece)) for piece in table.hand.find_usable())
    assert fills(table)


def test_a_new_size_of_the_window_is_filled_too_until_the_map_is_moved(lay) -> None:
    table = opened(lay, "nmc")
    table.resize(1500, 900)
    assert fills(table)
    table.map.pan(0, 40)
    scale = table.map.camera.scale
    table.resize(1200, 800)
    assert table.map.camera.scale == scale


def fills(table: TableWindow) -> bool:
    """Whether the map leaves no part of the window empty beside its rulers."""
    camera = table.map.camera
    left, top = camera.inset
    sheet = QRectF(camera.to_screen(0, 0), camera.to_screen(*camera.size))
    return sheet.contains(QRectF(table.map.rect()).adjusted(left + 1, top + 1, -1, -1))


def test_a_map_shaped_like_the_window_is_fitted(lay) -> None:
    table = opened(lay, "fallujah")
    assert table.map.camera.scale == pytest.approx(table.map.camera.fit_scale(), rel=0.05)
    assert table.map.camera.center == pytest.approx([side / 2 for side in table.map.camera.size])


def test_the_next_player_sees_something_to_do(lay) -> None:
    """Only when nothing of it is in view already; otherwise the map stays still (F98)."""
    table = lay("nmc", seed=3)
    table.map.motion.reduced = True
    table.map.zoom_to(sorted(table.game_map.spaces)[:1])
    before = table.map.camera.center
    assert not any(seen(table, table.map.space_of(piece)) for piece in table.hand.find_usable())
    first_view.follow_seat(table.map, table.hand)
    assert any(seen(table, table.map.space_of(piece)) for piece in table.hand.find_usable())
    assert table.map.camera.center != before
    stays = table.map.camera.center
    first_view.follow_seat(table.map, table.hand)
    assert table.map.camera.center == stays


def test_a_change_of_seats_leads_the_eye(lay) -> None:
    table = lay("nmc", seed=3)
    table.map.motion.reduced = True
    session = table.session
    first = session.to_act
    table.map.zoom_to(sorted(table.game_map.spaces)[:1])
    while session.to_act == first:
        session.play(next(a for a in session.match.legal() if type(a).__name__ in ("Ready", "EndPhase")))
        if session.curtain:
            session.lift_curtain()
    work = [table.map.space_of(piece) for piece in table.hand.find_usable()] or sorted(table.hand.find_lit()[0])
    assert session.can_act and work
    assert any(seen(table, space) for space in work)
