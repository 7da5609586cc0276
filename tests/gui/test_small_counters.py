"""The whole of a crowded map in a small window: what is hit, what is counted and what lies over what."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from common.gui import overlays
from common.gui.board import SMALL
from common.gui.window import TableWindow
from fallujah.actions import Activate, Deploy, March
from tests.fallujah.helpers import arrange, u
from tests.gui.hands import LEFT, middle, point


def bare(table: TableWindow, space: str) -> QPoint:
    """A spot of a space that is not near any counter."""
    board, place = table.map.board, table.map.board.place_rect(space, -2)
    spots = (QPoint(x, y) for x in range(int(place.left()), int(place.right())) for y in range(int(place.top()), 900))
    return next(s for s in spots if board.places.at(*table.map.camera.to_map(QPointF(s))) == space  # type: ignore[union-attr]
                and not board.hit(QPointF(s)).piece)  # fmt: skip


def opened(table: TableWindow) -> TableWindow:
    """The first Coalition impulse, all of the map in sight."""
    table.session.play(Deploy("strongholds"))
    table.map.fit(False)
    assert table.map.board.size * table.map.camera.scale < SMALL
    return table


def test_a_drag_takes_the_pile_under_the_pointer(lay) -> None:
    table = opened(lay("fallujah"))
    view, layout = table.map, table.map.board.layout
    assert layout is not None
    tops = [lie for lie in layout.tops if lie.piece.space == "NW" and lie.piece.movable]
    assert len(tops) > 2
    for lie in tops:
        spot = view.board.rect_of(lie).center().toPoint()
        QTest.mousePress(view, LEFT, pos=spot)
        QTest.mouseMove(view, spot + QPoint(12, 12))
        assert view.gestures.held is not None
        assert set(view.gestures.held.pieces) <= {piece.id for piece in layout.piles[lie.piece.id]}
        QTest.mouseRelease(view, LEFT, pos=spot)


def test_the_ground_beside_counters_is_the_space_itself(lay) -> None:
    """A click beside a small stack does what the space stands for; the fan does not open there."""
    table = lay("fallujah", match=arrange("41: inf1 inf2 inf3"))
    assert table.map.board.size * table.map.camera.scale < SMALL
    spot = bare(table, "41")
    table.map._fan_timer.setInterval(0)
    point(table.map, spot)
    QTest.qWait(5)
    assert table.map.board.fan is None
    QTest.mouseClick(table.map, LEFT, pos=spot)
    assert table.session.match.past[-1].action == Activate("41")


def hint(table: TableWindow) -> str:
    return " ".join(item.widget().text() for item in table.prompt.flow.items())  # type: ignore[union-attr]


def test_counters_of_a_pool_are_not_counted_as_units(lay) -> None:
    table = lay("fallujah")
    assert "can still act" not in hint(table)  # twenty Fedayeen in their box
    assert "51 lit spaces" in hint(table)
    opened(table)
    leads = [p for p in table.session.pieces() if p.movable and p.space in ("NW", "NE")]
    assert f"{len(leads)} units can still act" in hint(table)  # and not the Fire Mission marker


def test_a_click_on_a_choice_leaves_the_keys_to_the_map(lay) -> None:
    table = lay("fallujah")
    table.map.setFocus()
    QTest.mouseClick(table.prompt.buttons[0], LEFT)
    assert table.map.hasFocus()
    table.prompt.buttons[0].setFocus(Qt.FocusReason.TabFocusReason)  # who goes by Tab stays in the bar
    QTest.keyClick(table.prompt.buttons[0], Qt.Key.Key_Space)
    assert table.prompt.buttons[0].hasFocus()


def test_a_bar_that_grows_calls_no_overview(lay, store) -> None:
    store.set(minimap=True)
    table = lay("fallujah")
    table.prompt.setMinimumHeight(table.prompt.height() + 36)  # another row of buttons
    QTest.qWait(5)
    assert table.map.camera.scale > table.map.camera.fit_scale() * 1.02
    assert not table.map.minimap.isVisible()
    table.map.zoom_to(["2"])
    QTest.qWait(1)
    assert table.map.minimap.isVisible()


def test_costs_are_worded_alike_and_the_one_pointed_at_lies_above(lay, monkeypatch) -> None:
    table = opened(lay("fallujah"))
    drawn: list[tuple[str, bool]] = []
    draw = overlays.draw_pill

    def spy(painter, at, text, strong, ratio) -> None:
        drawn.append((text, strong))
        draw(painter, at, text, strong, ratio)

    monkeypatch.setattr(overlays, "draw_pill", spy)
    table.hand.select((u("inf1"),))
    point(table.map, middle(table, "43"))
    drawn.clear()
    table.map.grab()
    assert [strong for _, strong in drawn] == [False] * (len(drawn) - 1) + [True]
    assert len({text.isdigit() for text, strong in drawn if not strong}) == 1


def test_a_place_where_something_can_be_done_gives_no_reason_against_it(lay) -> None:
    table = opened(lay("fallujah"))
    spot = bare(table, "NW")
    QTest.mouseClick(table.map, Qt.MouseButton.RightButton, pos=spot)
    menu = table.pointing._menu
    lines = [action.text() for action in menu.actions()]
    menu.close()
    assert any("Activate NW" in line for line in lines)
    assert not any("Why not" in line for line in lines)


def test_old_news_go_with_the_next_action(lay) -> None:
    table = lay("fallujah", match=arrange("41: inf1 inf2 F1"))
    table._refuse_at("51", "too far", "2.2a")
    assert "Too far." in table.prompt.news.text()
    table.session.play(Activate("41"))
    assert "Too far." not in table.prompt.news.text()


@pytest.mark.parametrize("width", [1000, 1500])
def test_the_last_line_of_the_journal_stays_in_sight(lay, qtbot, width: int) -> None:
    table = opened(lay("fallujah"))
    bar = table.journal.text.verticalScrollBar()
    table.session.play(Activate("NW"))
    table.session.play(March(u("inf1"), "41"))
    table.resize(width, 760)
    table.resizeDocks([table.journal_dock], [280], Qt.Orientation.Horizontal)
    QTest.qWait(20)
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()
