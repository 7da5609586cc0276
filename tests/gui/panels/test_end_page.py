"""The result page: it comes with the end of every game, says why, leads to any moment, and offers the next game."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from common.engine import GAMES, Concede, load_game
from common.gui.kit import theme
from common.gui.panels.fact_sheet import FactSheet
from common.gui.panels.rules_panel import find_clauses
from common.gui.start.program import Program
from tests.gui.eyes import clipped
from tests.gui.waiting import rest
from tests.playing import played


def texts(page) -> str:
    """Everything written on the page."""
    labels = [part.text() for part in page.findChildren(QLabel)]
    return "\n".join([*labels, *(sheet.toPlainText() for sheet in page.findChildren(FactSheet))])


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_is_given_up_has_its_result_page(lay, game: str) -> None:
    match = load_game(game).new_match(seed=7)
    table = lay(game, match=match, size=(1280, 800))
    page, side = table.end_page, match.sides[0]
    if table.session.curtain:
        table.session.lift_curtain()
    assert not page.isVisible()
    table.session.concede(side)
    assert page.isVisible()
    assert page.geometry() == table.map.rect()
    said = texts(page)
    assert match.result is not None
    assert match.result.reason in said
    assert f"{match.game.side_names[side]} gave up on turn" in said
    lines = table.session.table.verdict(table.session.view)
    assert lines
    assert all(line.text in said for line in lines)
    assert all(find_clauses(table.inspector.rules.clauses, line.rule) for line in lines)
    assert table.session.table.losses(table.session.view, match.count_losses())
    assert not clipped(page)


def test_a_scenario_that_begins_late_tells_the_turns_that_were_played(lay, store) -> None:
    """Serval's second scenario begins on turn 7: given up there, one turn was played and not seven."""
    store.set(curtain="never")
    match = load_game("operation_serval").new_match("scenario_2", 7, {"quick_start": True})
    table = lay("operation_serval", match=match, size=(1280, 800))
    match_turn = match.turn
    table.session.concede("islamist")
    assert match_turn == 7 and " · 1 turn · " in texts(table.end_page)


@pytest.mark.parametrize(("text", "size"), [(100, (1920, 1080)), (200, (1280, 800))])
def test_nothing_is_cut_off_at_other_sizes(lay, store, text: int, size: tuple[int, int]) -> None:
    store.set(text=text)
    theme.use("dark", text)
    match = played("nmc", 7, 400).clone()
    match.play(Concede("union"))
    table = lay(match=match, size=size)
    page = table.end_page
    rest(0)
    assert clipped(page) == []
    assert page.body.width() <= page.area.viewport().width()


def test_solitaire_is_played_again_on_the_same_side(lay) -> None:
    match = load_game("fallujah").new_match("solitaire", seed=7)
    table = lay(match=match, seats={"coalition": "human", "insurgent": "policy"})
    table.session.concede("coalition")
    assert table.end_page.rematch.text() == "Play it again"


def test_a_turning_point_leads_to_its_moment_and_back(lay) -> None:
    match = played("nmc", 7, 400).clone()
    match.play(Concede("union"))
    table = lay(match=match)
    page = table.end_page
    assert page.isVisible()
    assert page.points
    point = page.tide.tide.swings[0]
    assert page.points[0].words.startswith("1  Turn ")
    QTest.mouseClick(page.points[0], Qt.MouseButton.LeftButton)
    assert table.session.moment == point.moment
    assert not page.isVisible()
    QTest.mouseClick(table.banner.off, Qt.MouseButton.LeftButton)
    assert page.isVisible()
    place = page.tide.point_places()[-1]
    QTest.mouseClick(page.tide, Qt.MouseButton.LeftButton, pos=QPointF(place).toPoint())
    assert table.session.moment == page.tide.tide.swings[-1].moment


def test_the_swing_that_is_told_is_the_one_in_the_journal(lay) -> None:
    match = played("nmc", 7, 400).clone()
    match.play(Concede("union"))
    table = lay(match=match)
    for point, made in zip(table.end_page.tide.tide.swings, table.end_page.points, strict=True):
        before, after = match.past[point.first - 1].before.vp, match.at(point.moment).state.vp
        swing = sum(sign * (after[side] - before[side]) for side, sign in zip(match.sides, (1, -1), strict=True))
        assert point.swing == swing
        lines = [e.text for e in match.journal if point.first <= e.action <= point.moment]
        assert any(made.words.endswith(line) for line in lines)


def test_the_page_is_put_away_and_comes_back(lay) -> None:
    table = lay()
    table.session.concede("union")
    page = table.end_page
    page.setFocus()
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible()
    table.session.refresh()
    assert not page.isVisible()  # the player looks at the map
    QTest.mouseClick(table.prompt.buttons[0], Qt.MouseButton.LeftButton)
    assert page.isVisible()
    QTest.mouseClick(page.through, Qt.MouseButton.LeftButton)
    assert (table.session.moment, page.isVisible()) == (0, False)
    table.session.show(None)
    assert page.isVisible()
    table.session.takeback.consent = lambda *_words: True
    table.session.takeback.undo()
    assert not page.isVisible()


def test_a_rematch_swaps_the_sides(store, qtbot) -> None:
    program = Program(store)
    table = program.begin("nmc", "", 7, {"attack_momentum": True}, {"union": "human", "confederate": "policy"})
    table.session.bots.stop()
    table.session.concede("union")
    other = program.rematch(table)
    assert program.tables == [other]
    assert other.session.seats == {"union": "policy", "confederate": "human"}
    assert other.session.match.options["attack_momentum"] is True
    assert not other.end_page.isVisible()
    other.close()
