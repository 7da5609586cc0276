"""Piles within a side, and places within a space: separate stacks that a player can tell from the surface."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtTest import QTest

from common.gui.map.inner_places import name_inside, sign_inside
from common.gui.map.map_view import MapView
from common.gui.map.mouse_gestures import Hit
from common.gui.map.places import Places
from common.gui.map.stacks import NAMES, StackLayout, group_stack
from common.maps import load_map
from common.tabletop import Face, Piece

HEX = "2105"
LEFT = Qt.MouseButton.LeftButton


def piece(name: str, side: str = "blue", pile: str = "", inside: str = "", order: int = 0, space: str = HEX) -> Piece:
    face = Face(symbol="infantry", paper="#2f5d9c", ink="#ffffff", bottom="3-4")
    return Piece(name, f"Unit {name}", space, face, side, order=order, movable=True, pile=pile, inside=inside)


@pytest.fixture
def view(qtbot) -> MapView:
    result = MapView()
    result.reduced_motion = True
    result.resize(900, 640)
    qtbot.addWidget(result)
    result.set_map(load_map("nmc"), "light")
    result.show()
    qtbot.waitExposed(result)
    result.camera.scale = result.camera.unit_scale
    result.center_on(HEX, pulse=False)
    result.camera_moved()
    return result


def names(groups: list[list[Piece]]) -> list[str]:
    return ["".join(piece.id for piece in group) for group in groups]


# --- what lies together -----------------------------------------------------------------------------------


def test_counters_of_a_side_lie_together_unless_they_are_of_different_piles() -> None:
    assert names(group_stack([piece("a"), piece("b"), piece("c", "red")])) == ["ab", "c"]
    piled = [piece("a", pile="french"), piece("b", pile="mali"), piece("c", pile="french")]
    assert names(group_stack(piled)) == ["ac", "b"]


def test_what_is_inside_lies_apart_from_the_surface_which_comes_first() -> None:
    mixed = [piece("a", inside="underground"), piece("b"), piece("c", inside="port"), piece("d", inside="underground")]
    assert names(group_stack(mixed)) == ["b", "ad", "c"]


def test_a_pile_of_one_name_on_two_sides_is_two_piles() -> None:
    assert names(group_stack([piece("a", pile="guns"), piece("b", "red", pile="guns")])) == ["a", "b"]


def test_stacks_of_a_space_lie_beside_one_another(qapp) -> None:
    places = Places(load_map("nmc"))
    pieces = [piece("a"), piece("b", pile="x"), piece("c", inside="underground"), piece("d", inside="underground")]
    layout = StackLayout(pieces, places, places.counter)
    assert len({(round(top.x), round(top.y)) for top in layout.tops}) == 3
    assert [p.id for p in layout.piles["c"]] == ["c", "d"]
    assert [(stack.inside, [c.piece.id for c in stack.counters]) for stack in layout.inner] == [
        ("underground", ["c", "d"])
    ]
    assert not StackLayout(pieces[:2], places, places.counter).inner


# --- crowded frames ---------------------------------------------------------------------------------------


def crowd(outer: int, inner: int) -> tuple[StackLayout, Places]:
    """So many counters of two sides in a Zone drawn as a box, and so many in its Underground box."""
    places = Places(load_map("somali_pirates"))
    open_ = [piece(f"o{n}", "blue" if n % 3 else "red", space="mogadishu", order=n) for n in range(outer)]
    below = [piece(f"u{n}", "red", inside="underground", space="mogadishu", order=n) for n in range(inner)]
    return StackLayout([*open_, *below], places, places.counter), places


@pytest.mark.parametrize(("outer", "inner"), [(12, 0), (8, 4), (12, 4), (6, 1), (2, 9)])
def test_a_dozen_counters_of_a_frame_lie_side_by_side_the_hidden_on_the_right(qapp, outer: int, inner: int) -> None:
    layout, places = crowd(outer, inner)
    grounds = [counter.rect(layout.size) for counter in layout.placed.values()]
    assert all(places["mogadishu"].rect.contains(ground) for ground in grounds)
    assert not any(one.intersects(other) for one in grounds for other in grounds if one is not other)
    assert len({counter.scale for counter in layout.placed.values()}) == 1
    right = [counter.x for name, counter in layout.placed.items() if name.startswith("u")]
    left = [counter.x for name, counter in layout.placed.items() if name.startswith("o")]
    assert not right or max(left) < min(right)


def test_a_frame_with_room_keeps_the_natural_size_and_an_overfull_one_stacks(qapp) -> None:
    layout, _ = crowd(4, 0)
    assert {counter.scale for counter in layout.placed.values()} == {1.0}
    layout, places = crowd(30, 6)
    assert max(counter.height for counter in layout.tops) > 1
    assert all(places["mogadishu"].rect.contains(counter.rect(layout.size)) for counter in layout.tops)


def test_from_afar_one_token_stands_for_each_side_of_a_crowded_frame(qapp) -> None:
    layout, _ = crowd(12, 4)
    assert [(token.piece.side, bool(token.piece.inside), token.height) for token in layout.tokens] == [
        ("blue", False, 8),
        ("red", False, 4),
        ("red", True, 4),
    ]
    assert [token.x for token in layout.tokens] == sorted(token.x for token in layout.tokens)
    few, _ = crowd(4, 0)
    assert few.tokens == few.tops


def test_the_surface_lies_above_in_the_stack_of_a_space(view: MapView) -> None:
    view.set_position([piece("a"), piece("b", inside="port", order=9)], (), False)
    assert [p.id for p in view.board.stack(HEX)] == ["b", "a"]
    assert view.board.top(HEX) == "a"


# --- handling ---------------------------------------------------------------------------------------------


def test_a_drag_takes_the_pile_and_shift_takes_all_of_the_place(view: MapView) -> None:
    stacks = [piece("a", pile="x"), piece("b", pile="y"), piece("c", inside="port"), piece("d", inside="port")]
    view.set_position(stacks, (), False)
    board = view.board
    assert board.liftable(Hit(HEX, "a"), False) == ("a",)
    assert set(board.liftable(Hit(HEX, "a"), False, whole=True)) == {"a", "b"}
    assert set(board.liftable(Hit(HEX, "c"), False)) == {"c", "d"}
    assert set(board.liftable(Hit(HEX, "c"), False, whole=True)) == {"c", "d"}


def test_real_hands_lift_the_stack_below_the_pointer(view: MapView, qtbot) -> None:
    view.set_position([piece("a"), piece("c", inside="underground"), piece("d", inside="underground")], (), False)
    lifted: list[tuple[str, ...]] = []
    view.lifted.connect(lifted.append)
    for name in ("c", "a"):
        spot = view.board.piece_rect(name).center().toPoint()
        QTest.mousePress(view, LEFT, pos=spot)
        QTest.mouseMove(view, spot + QPointF(30, 30).toPoint())
        QTest.mouseRelease(view, LEFT, pos=spot)
    assert [set(pieces) for pieces in lifted] == [{"c", "d"}, {"a"}]


# --- signs and words --------------------------------------------------------------------------------------


def test_places_have_words_and_signs() -> None:
    ship = piece("s1")
    known = {"s1": ship}
    assert name_inside("underground", known) == "underground"
    assert name_inside("s1", known) == "aboard Unit s1"
    assert sign_inside("s1", known) == "inside.aboard"
    assert sign_inside("aloft", known) == "inside.aloft"
    assert sign_inside("cellar", known) == "inside.place"


def test_words_tell_where_a_counter_is(view: MapView) -> None:
    view.set_position([piece("s1"), piece("m", inside="s1")], (), False)
    assert view.board.describe(HEX, "m").endswith("aboard Unit s1")
    assert "aboard" not in view.board.describe(HEX, "s1")


@pytest.mark.parametrize("scale", [0.35, 0.6, 1.0, 2.0])
def test_a_stack_inside_looks_different_at_every_zoom(view: MapView, scale: float) -> None:
    pictures = []
    for inside in ("", "underground", "port"):
        view.set_position([piece("a", inside=inside)], (), False)
        view.camera.scale = view.camera.unit_scale * scale
        view.center_on(HEX, pulse=False)
        view.settle()
        spot = view.board.piece_rect("a").adjusted(-12, -12, 12, 12).toRect()
        pictures.append(view.grab(spot).toImage())
    surface, below, port = pictures
    assert surface != below
    assert below != port


def test_the_fan_names_the_places(view: MapView) -> None:
    view.set_position([piece("a"), piece("b"), piece("c", inside="underground"), piece("d", inside="a")], (), False)
    view.fanning.open(HEX)
    fan = view.board.fan
    assert fan is not None
    assert {caption for _, caption in fan.captions} == {"Underground", "Aboard Unit a"}
    rows = {name: rect.top() for name, rect in fan.rects.items()}
    assert rows["a"] == rows["b"] < min(rows["c"], rows["d"])
    assert rows["c"] != rows["d"]
    shown = [*fan.rects.values(), *(rect for rect, _ in fan.captions)]
    assert all(fan.panel.contains(rect) for rect in shown)
    assert not any(a.intersects(b) for n, a in enumerate(shown) for b in shown[:n])


def test_a_fan_without_inner_places_has_no_captions(view: MapView) -> None:
    view.set_position([piece("a"), piece("b", order=1)], (), False)
    view.fanning.open(HEX)
    fan = view.board.fan
    assert fan is not None and fan.captions == []
    assert QRectF(view.rect()).contains(fan.panel)


def test_the_name_of_a_place_within_lies_on_no_other_counter(qapp) -> None:
    """In two rows the upper one has its sign alone; a single one has room for its name."""
    alone, _ = crowd(2, 1)
    assert [stack.room for stack in alone.inner] == [NAMES[0]]
    layout, _ = crowd(8, 4)
    counters = list(layout.placed.values())
    for stack in layout.inner:
        low = stack.counters[0].rect(layout.size)
        name = QRectF(low.left(), low.bottom(), low.width() * stack.room, low.height() * 0.2)
        assert not any(name.intersects(c.rect(layout.size)) for c in counters if c not in stack.counters)
    assert {stack.room > 0 for stack in layout.inner} == {True, False}
