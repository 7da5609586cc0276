"""Trays on the real widget: layout, drag, click-and-click, keyboard, tips, and what cannot be taken up."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.map.tray_layout import TrayLayout, count_of
from common.gui.map.tray_view import TrayView
from common.tabletop import Card, CardFace, Face, Piece, Target, Tray

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton


def cards(*names: str, movable: bool = True) -> tuple[Card, ...]:
    return tuple(Card(name, CardFace(f"Card {name}", "Move one unit.", "2"), "blue", movable) for name in names)


def trays() -> tuple[Tray, ...]:
    chit = Piece("k", "Chit k", "", Face(symbol="leader"), "blue", movable=True)
    return (
        Tray("deck", "Deck", face_down=12, back=CardFace("Deck", back=True)),
        Tray("hand", "Your hand", "blue", cards("a", "b", "c")),
        Tray("pool", "Chits", pieces=(chit,)),
        Tray("discard", "Discard"),
    )


class Player:
    """Writes down what the trays report."""

    def __init__(self, view: TrayView) -> None:
        self.said: list[tuple[object, ...]] = []
        view.lifted.connect(lambda pieces: self.said.append(("lifted", pieces)))
        view.dropped.connect(lambda pieces, space: self.said.append(("dropped", pieces, space)))
        view.cancelled.connect(lambda: self.said.append(("cancelled",)))
        view.clicked.connect(lambda space, piece, _: self.said.append(("clicked", space, piece)))
        view.context.connect(lambda space, piece, _: self.said.append(("context", space, piece)))
        view.hovered.connect(lambda space, piece: self.said.append(("hovered", space, piece)))

    def told(self, word: str) -> list[tuple[object, ...]]:
        return [line for line in self.said if line[0] == word]


@pytest.fixture
def view(qtbot) -> TrayView:
    theme.use("light", 100)
    window = QWidget()
    window.resize(900, 420)
    column = QVBoxLayout(window)
    column.addStretch(1)
    result = TrayView()
    result.setFixedHeight(200)
    column.addWidget(result)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    result.window_kept = window  # type: ignore[attr-defined]
    result.set_trays(trays(), ("a", "c", "k"))
    return result


@pytest.fixture
def player(view: TrayView) -> Player:
    return Player(view)


def at(view: TrayView, name: str) -> QPoint:
    """A point of a card that no other covers, or the middle of a tray."""
    item, place = view.arrangement.items.get(name), view.arrangement.place(name)
    rect = item.rect if item is not None else place.frame if place is not None else QRectF()
    return QPointF(rect.left() + 6, rect.center().y()).toPoint()


def drag(view: TrayView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view, LEFT, pos=start)
    for part in (0.2, 0.6, 1.0):
        QTest.mouseMove(view, start + (end - start) * part)
    QTest.mouseRelease(view, LEFT, pos=end)


# --- layout -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [0, 1, 5, 12, 40])
@pytest.mark.parametrize("size", [(400, 110), (900, 200), (1600, 300)])
def test_everything_lies_in_its_tray(qapp, count: int, size: tuple[int, int]) -> None:
    hand = Tray("hand", "Your hand", cards=cards(*(str(n) for n in range(count))))
    pool = Tray("pool", "Chits", pieces=tuple(Piece(f"k{n}", "", "", Face()) for n in range(5)), face_down=3)
    layout = TrayLayout((hand, pool, Tray("empty", "Nothing here")), QRectF(0, 0, *size))
    assert len(layout.items) == count + 5
    for place in layout.places:
        shown = [item.rect for item in place.items] + ([place.pile] if place.pile is not None else [])
        assert all(place.frame.adjusted(-1, 0, 1, 400).contains(rect) for rect in shown), place.tray.id
        assert place.frame.right() <= size[0] + 1 or layout.card <= 32
    frames = [place.frame for place in layout.places]
    assert not any(a.intersects(b) for n, a in enumerate(frames) for b in frames[:n])
    lefts = [layout.items[str(n)].rect.left() for n in range(count)]
    assert all(b - a >= 3 for a, b in pairwise(lefts)), "every card can be seen"


def test_cards_lie_side_by_side_where_there_is_room(qapp) -> None:
    layout = TrayLayout((Tray("hand", "Hand", cards=cards("a", "b", "c")),), QRectF(0, 0, 900, 200))
    rects = [item.rect for item in layout.items.values()]
    assert not any(a.intersects(b) for n, a in enumerate(rects) for b in rects[:n])


def test_the_card_on_top_is_hit(view: TrayView) -> None:
    view.set_trays([Tray("hand", "Hand", cards=cards(*"abcdefghijklmn"))], ())
    items = view.arrangement.items
    shared = items["a"].rect.intersected(items["b"].rect).center()
    assert not items["a"].rect.intersected(items["b"].rect).isEmpty()
    assert view.hit(shared).piece != "a"
    assert view.hit(QPointF(at(view, "a"))).piece == "a"


# --- hands ------------------------------------------------------------------------------------------------


def test_a_card_is_dragged_to_another_tray(view: TrayView, player: Player) -> None:
    view.show_targets([Target("discard", "Discard", ())])
    drag(view, at(view, "a"), at(view, "discard"))
    assert player.told("lifted") == [("lifted", ("a",))]
    assert player.told("dropped") == [("dropped", ("a",), "discard")]
    assert view.gestures.held is None


def test_a_counter_of_a_tray_is_dragged_like_a_card(view: TrayView, player: Player) -> None:
    drag(view, at(view, "k"), at(view, "discard"))
    assert player.told("dropped") == [("dropped", ("k",), "discard")]


def test_beyond_the_trays_a_drag_asks_for_the_place_there(view: TrayView, player: Player) -> None:
    asked: list[QPoint] = []
    view.find_elsewhere = lambda where: asked.append(where) or "2105"  # type: ignore[func-returns-value]
    end = at(view, "a") - QPoint(0, 170)
    drag(view, at(view, "a"), end)
    assert player.told("dropped") == [("dropped", ("a",), "2105")]
    assert asked[-1] == view.mapToGlobal(end)


def test_what_is_dragged_floats_with_its_price(view: TrayView) -> None:
    view.show_targets([Target("discard", "2 CP", ())])
    start, end = at(view, "a"), at(view, "discard")
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(20, 0))
    QTest.mouseMove(view, end)
    floating = view._floating
    assert floating is not None and floating.isVisible()
    assert [item.id for item in floating.items] == ["a"]
    assert floating.tag == "2 CP"
    QTest.mouseMove(view, at(view, "pool"))
    assert floating.tag == "✕"
    QTest.mouseRelease(view, LEFT, pos=start)
    assert not floating.isVisible()


def test_back_home_a_drag_is_given_up(view: TrayView, player: Player) -> None:
    drag(view, at(view, "a"), at(view, "c") + QPoint(0, 30))
    assert player.told("dropped") == []
    assert player.told("cancelled") == [("cancelled",)]


def test_a_click_takes_a_card_and_a_click_puts_it_down(view: TrayView, player: Player) -> None:
    view.show_targets([Target("discard", "Discard", ())])
    QTest.mouseClick(view, LEFT, pos=at(view, "a"))
    assert view.gestures.held is not None and view.gestures.held.pieces == ("a",)
    QTest.mouseClick(view, LEFT, pos=at(view, "discard"))
    assert player.told("dropped") == [("dropped", ("a",), "discard")]


def test_a_card_that_cannot_be_taken_up_is_only_clicked(view: TrayView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=at(view, "b"))
    assert player.told("clicked") == [("clicked", "hand", "b")]
    assert player.told("lifted") == []


def test_a_click_on_a_deck_means_the_deck(view: TrayView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=at(view, "deck"))
    assert player.told("clicked") == [("clicked", "deck", "")]


def test_a_click_that_was_used_lifts_nothing(view: TrayView, player: Player) -> None:
    view.clicked.connect(lambda *_: view.use_click())
    QTest.mouseClick(view, LEFT, pos=at(view, "a"))
    assert player.told("lifted") == []


def test_control_takes_one_more_card(view: TrayView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=at(view, "a"))
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.ControlModifier, at(view, "c"))
    assert view.gestures.held is not None
    assert set(view.gestures.held.pieces) == {"a", "c"}


def test_the_right_button_gives_up_or_opens_a_menu(view: TrayView, player: Player) -> None:
    QTest.mouseClick(view, LEFT, pos=at(view, "a"))
    QTest.mouseClick(view, RIGHT, pos=at(view, "c"))
    assert player.told("cancelled") and not player.told("context")
    QTest.mouseClick(view, RIGHT, pos=at(view, "c"))
    assert player.told("context") == [("context", "hand", "c")]


# --- keyboard ---------------------------------------------------------------------------------------------


def test_keys_walk_through_all_cards_and_trays(view: TrayView) -> None:
    view.setFocus()
    seen = []
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_Right)
        seen.append((view.marked.space, view.marked.piece))
    assert seen == [("deck", ""), ("hand", "a"), ("hand", "b"), ("hand", "c"), ("pool", "k"), ("discard", "")]
    QTest.keyClick(view, Qt.Key.Key_Right)
    assert view.marked.space == "deck"
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.marked == ("hand", "a", False)
    assert "Card a" in view.accessibleDescription()


def test_enter_takes_and_puts_down_and_escape_gives_up(view: TrayView, player: Player) -> None:
    view.show_targets([Target("discard", "Discard", ())])
    view.setFocus()
    for _ in range(2):
        QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert view.gestures.held is not None and view.gestures.held.pieces == ("a",)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert view.gestures.held is None and player.told("cancelled")
    QTest.keyClick(view, Qt.Key.Key_Return)
    for _ in range(4):
        QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Return)
    assert player.told("dropped") == [("dropped", ("a",), "discard")]


# --- showing ----------------------------------------------------------------------------------------------


def test_what_can_be_done_is_marked(view: TrayView) -> None:
    plain = view.grab().toImage()
    view.light({"deck"}, ())
    lit = view.grab().toImage()
    assert lit != plain
    view.light((), {"a"})
    assert view.grab().toImage() not in (plain, lit)
    view.light((), ())
    view.show_targets([Target("discard", "2 CP", ())])
    assert view.grab().toImage() != plain
    view.show_targets(())
    view.set_selected(("c",))
    assert view.grab().toImage() != plain


def test_a_card_that_is_pointed_at_stands_out_and_is_shown_large(view: TrayView, qtbot) -> None:
    before = view.grab().toImage()
    QTest.mouseMove(view, at(view, "b"))
    assert view.grab().toImage() != before
    qtbot.waitUntil(lambda: view._large is not None and view._large.isVisible())
    assert view._large is not None and view._large.card is not None and view._large.card.id == "b"
    assert view.window().rect().contains(view._large.geometry())
    QTest.mouseMove(view, at(view, "discard"))
    assert not view._large.isVisible()


def test_a_face_that_is_down_is_never_shown_large(view: TrayView, qtbot) -> None:
    view.set_trays([Tray("enemy", "Enemy", cards=(Card("x", CardFace("Enemy", back=True)),))], ())
    QTest.mouseMove(view, at(view, "x"))
    view._enlarge()
    assert view._large is None or not view._large.isVisible()


def test_a_refusal_stands_in_a_bubble_above_the_tray(view: TrayView) -> None:
    assert view.explain("discard", "Not in this phase.", "8.6")
    assert view.bubble is not None and view.bubble.isVisible()
    top = view.mapTo(view.window(), QPoint(0, 0)).y()
    assert view.bubble.geometry().bottom() <= top
    assert not view.explain("2105", "Not there.", "8.6")


def test_words_tell_what_is_printed(view: TrayView) -> None:
    assert view.describe("hand", "a").split("\n") == ["Card a (2)", "Move one unit.", "Your hand"]
    assert view.describe("deck", "") == "Deck"
    assert view.describe("pool", "k").split("\n")[0] == "Chit k"


@pytest.mark.parametrize("name", ["light", "dark", "contrast"])
@pytest.mark.parametrize("percent", [100, 200])
def test_titles_are_never_cut(view: TrayView, name: str, percent: int) -> None:
    from PySide6.QtGui import QFontMetricsF

    from common.gui.map.tray_layout import heading, title_font

    theme.use(name, percent)
    view.window().resize(1500, 600)
    view.setFixedHeight(300)
    view.set_trays(trays(), ())
    metrics = QFontMetricsF(title_font())
    for place in view.arrangement.places:
        assert metrics.horizontalAdvance(heading(place.tray)) <= place.head.width() + 1, place.tray.title
    assert not view.grab().isNull()
    theme.use("light", 100)


def boxes(number: int, units: int) -> tuple[Tray, ...]:
    """Small trays with counters in them."""
    return tuple(
        Tray(
            f"box {n}",
            f"Box {n}",
            pieces=tuple(Piece(f"u{n}.{u}", "Unit", "", Face()) for u in range(units)),
            small=True,
        )
        for n in range(number)
    )


@pytest.mark.parametrize(("number", "units"), [(1, 2), (3, 4), (8, 5), (14, 8)])
def test_small_trays_lie_in_low_rows_beside_the_others(qapp, number: int, units: int) -> None:
    theme.use("light", 100)
    area = QRectF(0, 0, 900, 195)
    layout = TrayLayout((*boxes(number, units), Tray("hand", "Hand", "blue", cards(*"abcdefg"))), area)
    hand = layout.place("hand")
    assert hand is not None and hand.frame.height() == area.height()
    small = [place for place in layout.places if place.tray.small]
    assert len(small) == number
    for place in small:
        assert place.frame.left() > hand.frame.right()
        assert place.frame.right() <= area.right() + 1 and place.frame.bottom() <= area.bottom() + 1
        assert all(place.frame.adjusted(-1, -1, 1, 1).contains(item.rect) for item in place.items)
    assert sum(place.frame.width() for place in small if place.frame.top() == 0) <= 0.5 * area.width()
    assert not any(one.frame.intersects(other.frame) for one, other in pairwise(layout.places))


def test_small_trays_alone_take_the_whole_width(qapp) -> None:
    theme.use("light", 100)
    layout = TrayLayout(boxes(3, 4), QRectF(0, 0, 900, 195))
    assert {place.frame.top() for place in layout.places} == {0.0}
    rects = [item.rect for place in layout.places for item in place.items]
    assert not any(one.intersects(other) for one, other in pairwise(rects))


@pytest.mark.parametrize("count", [1, 14, 22, 30])
@pytest.mark.parametrize("width", [620, 1250])
def test_the_cards_of_a_sheet_lie_beside_each_other_and_none_covers_another(count: int, width: int) -> None:
    cards = tuple(Card(f"good {number}", CardFace(f"Good {number}", value="3")) for number in range(count))
    area = QRectF(0, 0, width, 205)
    place = TrayLayout([Tray("shop", "For sale", None, cards, plates=True)], area).places[0]
    rects = [item.rect for item in place.items]
    assert len(rects) == count and all(place.frame.contains(rect) for rect in rects)
    assert not any(one.intersects(other) for one, other in combinations(rects, 2))
    assert all(rect.width() > rect.height() >= 20 for rect in rects)


def test_cards_that_are_alike_are_counted_on_one_plate(qtbot) -> None:
    face = CardFace("Militia", "", "3")
    tray = Tray("cart", "Bought", "blue", (Card("m", face, "blue", True, count=3), *cards("a")), plates=True)
    layout = TrayLayout((tray,), QRectF(0, 0, 600, 200))
    assert layout.items["m"].name == "Militia ×3"
    assert layout.items["a"].name == "Card a"
    assert count_of(tray) == "4"
