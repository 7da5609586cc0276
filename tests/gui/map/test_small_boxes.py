"""Boxes beside the map: their counters and tokens lie within them, and what can be chosen is marked."""

from __future__ import annotations

from itertools import combinations

from PySide6.QtCore import QRectF


def test_the_tokens_of_a_box_lie_beside_one_another_within_it(lay, store) -> None:
    """Where the whole map is small no token stands over the edge of a narrow box, its name or another token."""
    store.set(curtain="never")
    table = lay("operation_serval", options={"quick_start": True})
    table.map.fit(False)
    table.map.grab()
    board, layout = table.map.board, table.map.board.layout
    assert layout is not None and board.places is not None
    size = 11.0 / board.camera.scale
    assert size > board.size, "tokens are larger than counters would be"
    tokens = [token for token in layout.tokens_at(size, board.shown_names) if board.places[token.piece.space].box]
    ground: dict[str, list[QRectF]] = {}
    for token in tokens:
        ground.setdefault(token.piece.space, []).append(QRectF(token.x - size / 2, token.y - size / 2, size, size))
    assert "chad_sa" in ground and len(ground["available_french_chadian"]) > 1
    for box, found in ground.items():
        assert all(board.places[box].rect.contains(one) for one in found), box
        assert not any(name.intersects(one) for one in found for name in board.shown_names), box
        assert not any(one.intersects(other) for one, other in combinations(found, 2)), box
    standing = sorted(piece.id for token in tokens for piece in token.stack)
    assert standing == sorted(piece.id for box in ground for piece in layout.stacks[box])


def test_a_token_is_lit_for_any_counter_of_its_stack(lay, store) -> None:
    store.set(curtain="never")
    table = lay("operation_serval", options={"quick_start": True})
    table.map.fit(False)
    board, layout = table.map.board, table.map.board.layout
    assert layout is not None
    top = next(top for top in layout.tops if top.height > 1 and not board.places[top.piece.space].box)
    table.map.light((), ())
    dull = table.map.grab().toImage()
    table.map.light((), (layout.piles[top.piece.id][0].id,))
    place = board.rect_of(top).adjusted(-4, -4, 4, 4).toRect()
    assert table.map.grab().toImage().copy(place) != dull.copy(place)


def test_a_crowded_box_shows_each_counter_smaller_rather_than_in_stacks(lay, store) -> None:
    """Before the set-up every counter of a contingent waits in its box, and each is seen for itself."""
    store.set(curtain="never")
    table = lay("operation_serval")
    board, layout = table.map.board, table.map.board.layout
    assert layout is not None and board.places is not None
    for box in ("available_ansar_dine", "available_mali", "available_mnla", "available_french_chadian"):
        counters = [layout.placed[piece.id] for piece in layout.stacks[box]]
        assert len(counters) > 12
        assert {counter.height for counter in counters} == {1}, box
        assert all(board.places[box].rect.contains(counter.rect(layout.size)) for counter in counters), box


def test_the_fan_marks_what_can_be_chosen(lay, store) -> None:
    """Of the counters that wait in a box a set-up or a recruitment takes only some."""
    store.set(curtain="never")
    table = lay("operation_serval")
    board = table.map.board
    table.map.fanning.open("available_mnla")
    assert board.fan is not None
    able = table.hand.find_lit()[1]
    chosen = next(piece.id for piece in board.fan.pieces if piece.id in able)
    other = next(piece.id for piece in board.fan.pieces if piece.id not in able)
    lit = table.map.grab().toImage()
    table.map.board.light((), ())
    dull = table.map.grab().toImage()
    for piece, marked in ((chosen, True), (other, False)):
        place = board.fan.rects[piece].adjusted(-3, -3, 3, 3).toRect()
        assert (lit.copy(place) != dull.copy(place)) == marked
