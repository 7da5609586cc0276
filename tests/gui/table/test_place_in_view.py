"""The place of a decision is never off-screen: the map follows what is asked, also within one player's turn."""

from __future__ import annotations

from tests.gui.table.test_battle_card import fight


def test_the_next_question_brings_its_place_into_view(lay) -> None:
    table = lay("fallujah", match=fight("fallujah", None, ("AttackPlan",)))
    session = table.session
    table.map.zoom_to(["3"])
    before = session.board.prompt
    while session.board.prompt == before or not session.can_act:
        session.play(session.match.legal()[0])
    stage = session.stage()
    assert stage is not None
    assert table.map.rect().contains(table.map.board.place_rect(stage.space).center().toPoint())


def test_what_can_be_done_next_comes_into_view(lay) -> None:
    table = lay("nmc")
    session = table.session
    while not session.match.prompt.startswith("Choose a hex to march from"):
        session.play(session.match.legal()[-1])
    table.map.zoom_to(["4813"])
    space = next(g.space for g in session.gestures() if g.space)
    session.play(next(g.action for g in session.gestures() if g.space == space))
    assert session.can_act
    spaces = {piece.space for piece in session.pieces() if piece.id in table.hand.find_usable()}
    spaces |= table.hand.find_lit()[0]
    middles = [table.map.board.place(each).center for each in spaces if each in table.game_map.spaces]
    assert any(table.map.rect().contains(table.map.camera.to_screen(*middle).toPoint()) for middle in middles)
