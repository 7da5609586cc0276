"""The battle card: it comes with a fight, tells forces, modifiers and dice, lies beside the place, tells the end."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtTest import QTest

from common.engine import Match, Seat
from common.engine.journal import Entry
from common.gui.table.open_table import find_table
from common.tabletop import CombatStage
from tests.gui.waiting import rest
from tests.playing import bot_game

FIGHTS = (
    ("nmc", None, ("BattleSupply", "AdvanceChoice")),
    ("fallujah", None, ("Window", "AttackPlan", "Losses")),
    ("fallujah", "solitaire", ("AttackPlan", "Window")),
    ("operation_serval", None, ("IsrWindow", "AllotHits", "FireRound")),
    ("somali_pirates", None, ("Muster", "EdgeWindow", "Casualties")),
)


def fight(game: str, scenario: str | None, steps: tuple[str, ...], most: int = 700) -> Match:
    """A match of bots at the first decision of one of these steps."""
    for match in bot_game(game, 7, "policy", scenario).positions():
        if match.to_act is not None and type(match.state.step).__name__ in steps and _has_forces(match):
            return match
        assert len(match.past) < most
    raise AssertionError("the game ended without a fight")


def _has_forces(match: Match) -> bool:
    stage = find_table(match).stage(Seat(match, match.to_act))
    return stage is not None and all(force.units for force in stage.forces)


@pytest.mark.parametrize(("game", "scenario", "steps"), FIGHTS)
def test_a_fight_has_its_card_beside_the_place(lay, store, game: str, scenario: str | None, steps) -> None:
    store.set(curtain="never")
    match = fight(game, scenario, steps)
    table = lay(game, match=match)
    card, stage = table.card, table.session.stage()
    assert stage is not None
    assert card.isVisible()
    assert card.title.text() == stage.title
    said = card.sheet.toPlainText()
    for force in stage.forces:
        assert force.title in said
        for part in (part for sum_ in force.sums for part in sum_.parts):
            assert part.why in said
            assert part.rule in said
    rest(0)  # the map was fitted into the window
    here = QRectF(card.geometry())
    assert table.map.rect().contains(card.geometry())
    assert not any(here.intersects(place) for place in card.kept_clear())
    assert table.map.rect().contains(card.kept_clear()[0].center().toPoint())


def test_the_place_of_a_fight_comes_into_view(lay) -> None:
    match = fight("nmc", None, ("BattleSupply",))
    table = lay(match=match)
    table.map.zoom_to(["1007"])
    table.card.stage = None
    table.session.refresh()
    place = table.map.board.place_rect(table.session.stage().space)
    assert table.map.rect().contains(place.center().toPoint())


def test_the_outcome_stays_until_play_goes_on(lay) -> None:
    table = lay("fallujah", match=fight("fallujah", None, ("Window",)))
    session, card = table.session, table.card
    keep = session.gestures()[0]
    session.play(keep.action)
    while session.stage() is not None:
        session.play(session.match.legal()[0])
    assert card.isVisible()
    assert card.title.text().endswith("the outcome")
    assert "Offensive Total" in card.sheet.toPlainText()
    session.play(session.match.legal()[-1])
    assert session.stage() is None
    assert not card.isVisible()


def test_a_long_outcome_is_read_from_its_end(lay) -> None:
    card = lay("fallujah", size=(1000, 560)).card
    card.stage = CombatStage("", "A fight")
    card._show(card.stage, [Entry(f"Line {number} of a story with many words." * 4) for number in range(9)], over=True)
    bar = card.sheet.verticalScrollBar()
    assert bar.maximum() > 0
    assert bar.value() == bar.maximum()


def test_the_card_is_put_away_for_this_fight_only(lay) -> None:
    table = lay("fallujah", match=fight("fallujah", None, ("Window",)))
    card = table.card
    card.setFocus()
    QTest.keyClick(card, Qt.Key.Key_Escape)
    assert not card.isVisible()
    table.session.refresh()
    assert not card.isVisible()


def test_escape_on_the_map_lets_go_first_and_then_puts_the_card_away(lay) -> None:
    table = lay("fallujah", match=fight("fallujah", None, ("Window",)))
    card, view, length = table.card, table.map, table.session.length
    view.setFocus()
    view.board.selected = (next(iter(view.board.pieces)),)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert card.isVisible() and not view.board.selected
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not card.isVisible()
    assert table.session.length == length


def test_nothing_is_told_behind_the_curtain(lay) -> None:
    table = lay("fallujah", match=fight("fallujah", None, ("Window",)))
    assert table.card.isVisible()
    table.session.drop_curtain()
    assert not table.card.isVisible()
