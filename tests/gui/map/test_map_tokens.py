"""Tokens of the tracks lie on the printed boxes, move with the game, and show where a gesture would take them (F72)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor

from common.engine import load_game
from common.gui.map.places import Places
from common.maps.pictures.drawing import draw
from tests.gui.drawn_maps import map_of


@pytest.mark.parametrize("game", ["nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars"])
def test_the_printed_figure_stands_in_its_cell(qapp, game: str) -> None:
    game_map = map_of(game)
    places, texts = Places(game_map), [item for layer in draw(game_map).layers for item in layer.items]
    for box in game_map.boxes.values():
        for number, name in enumerate(box.cells):
            cell = places.cell(box.id, number)
            assert cell is not None
            assert places[box.id].rect.adjusted(-1, -1, 1, 1).contains(cell)
            assert any(cell.contains(*item.at) for item in texts if getattr(item, "text", "") == name)


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
def test_every_token_of_a_printed_track_has_a_cell_with_its_value(lay, game: str) -> None:
    table = lay(game)
    boxes, tokens = table.game_map.boxes, table.map.board.tokens.now
    on_map = [token for token in tokens if token.box in boxes]
    assert {token.box for token in on_map} == {box.id for box in boxes.values() if box.cells}
    view = table.session.view
    if game == "nmc":
        cells = {token.box: boxes[token.box].cells[token.cell] for token in on_map}
        assert cells["union_vp"] == str(view.vp["union"])
        assert cells["confederate_vp"] == str(view.vp["confederate"])
        assert cells["turn"] == "I Feb"
    for token in on_map:
        table.map.zoom_to([token.box])
        table.map.settle()
        cell = table.map.board.places.cell(token.box, token.cell)
        frame = table.map.camera.transform().mapRect(cell)
        edge = QPoint(round(frame.center().x()), round(frame.top() + frame.height() * 0.05))
        colour = table.map.grab().toImage().pixelColor(edge)
        wanted = QColor(token.colour)
        assert abs(colour.red() - wanted.red()) + abs(colour.blue() - wanted.blue()) < 60


def test_a_token_glides_to_its_new_cell(lay, store, qtbot) -> None:
    store.set(reduced_motion=False)
    table = lay("nmc")
    view = table.session.view
    table.map.set_tokens(table.session.table.tokens(replace(view, vp={"union": 40, "confederate": 26})), True)
    assert "token union_vp Union" in table.map.motion.glides
    qtbot.waitUntil(lambda: not table.map.motion.running, timeout=2000)


def test_a_gesture_marks_where_the_tokens_would_go(lay) -> None:
    table = lay("nmc")
    table.map.zoom_to(["union_vp"])
    table.map.settle()
    before = table.map.grab().toImage()
    view = table.session.view
    table.session.foreseen = replace(view, vp={"union": 40, "confederate": 26})
    table.session.foresaw.emit()
    marked = table.map.grab().toImage()
    assert before != marked
    table.session.foreseen = None
    table.session.foresaw.emit()
    assert table.map.grab().toImage() == before


def test_tokens_follow_a_real_game(lay) -> None:
    match = load_game("nmc").new_match(seed=3)
    while match.state.turn < 3:
        match.play(match.legal()[-1])
    table = lay(match=match)
    start = match.state.turn
    while match.state.turn == start:
        table.session.play(match.legal()[-1])
        cells = {(token.box, token.cell) for token in table.map.board.tokens.now}
        assert ("turn", match.state.turn - 1) in cells
        assert ("union_vp", match.state.vp["union"]) in cells


@pytest.mark.parametrize(("game", "box"), [("nmc", "union_vp"), ("fallujah", "impulse")])
def test_a_track_is_told_by_its_printed_name_and_where_it_stands(lay, game: str, box: str) -> None:
    table = lay(game)
    printed = table.game_map.boxes[box]
    token = next(token for token in table.session.table.tokens(table.session.view) if token.box == box)
    here = table.inspector.place
    here.pin(box, "")
    words = here.toPlainText()
    assert printed.name in words and box not in words
    assert f"{token.name}" in words and printed.cells[token.cell] in words


def test_a_token_bears_its_figure_where_the_printed_one_is_too_small(lay) -> None:
    """Seen from afar the cell of the Islamists' C2P is filled with their colour, close by it is only framed."""
    table = lay("operation_serval")
    token = next(token for token in table.map.board.tokens.now if token.box == "c2p_islamist")
    cell = table.map.board.places.cell(token.box, token.cell)
    assert cell is not None
    shares = {}
    for scale in (0.2, 0.7):
        table.map.camera.scale, table.map.camera.center = scale, cell.center().toTuple()
        table.map.settle()
        image = table.map.grab(table.map.camera.transform().mapRect(cell).toRect()).toImage()
        spots = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
        shares[scale] = sum(spot == QColor(token.colour) for spot in spots) / len(spots)
    assert shares[0.2] > 0.35
    assert shares[0.7] < 0.3
