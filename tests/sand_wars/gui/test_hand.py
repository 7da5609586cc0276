"""Cards, markers and units by hand in the real window: out of boxes, into boxes, and the reason where it cannot be."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from common.engine import load_game
from common.engine.actions import Add
from common.gui.panels.stage_parts import UnitRow
from common.gui.table.choice_buttons import ChoiceButton
from sand_wars import actions as act
from sand_wars.rules.combat.losses import Casualties
from sand_wars.state import ALGERIA, MOROCCO
from sand_wars.table.trays import HAND
from tests.gui import hands
from tests.gui.card_hands import drag_card, tray_spot
from tests.gui.player import Player
from tests.sand_wars.fights import action_card, attach, fight, in_action
from tests.sand_wars.positions import arranged


def seated(lay, match):
    """A table at which the side to decide plays against a bot, so that no curtain falls."""
    return lay(match=match, seats={side: "human" if side == match.to_act else "policy" for side in match.sides})


def played(table) -> list:
    return [moment.action for moment in table.session.match.past]


def test_a_card_says_why_it_cannot_be_played_now(lay) -> None:
    move = action_card(ALGERIA, "Special move")
    table = seated(lay, arranged(place={"A-mot2-1": "oran"}, hand=(move, "A45", "A01"), weather=True))
    dock = table.hand_dock
    assert "(EVT.WEA.a)" in dock._tip(HAND, move)
    assert "(ACT.CONF.a)" in dock._tip(HAND, "A45")
    assert "Play Ops and Plans (A01)" in dock._tip(HAND, "A01")


def test_the_choice_of_an_objective_says_what_it_asks_for(lay) -> None:
    """In its tip, and in the line below the question as soon as it is pointed at."""
    table = seated(lay, load_game("sand_wars").new_match("peacetime", 3))
    offered = table.findChildren(ChoiceButton)
    free = next(button for button in offered if button.choice.label == "AO1: Free Sahara")
    assert "15 Western Sahara spaces" in " ".join(free.toolTip().split())
    free.pointed.emit(free.choice)
    assert "15 Western Sahara spaces" in table.prompt.news.text()


def test_a_marker_is_dragged_from_its_box_to_its_target(lay) -> None:
    table = seated(lay, in_action("Air operations", {"A-mot2-1": "tlemcen", "M-mot2-1": "oujda"}, war=True))
    before = len(played(table))
    marker = next(p.id for tray in table.session.trays() for p in tray.pieces if p.movable and "SSM" not in p.name)
    drag_card(table, marker, "oujda")
    Player(table, "drag")._answer((act.Sortie(marker, "interdiction"), act.AimAt("oujda")))
    assert played(table)[before : before + 2] == [act.Sortie(marker, "interdiction"), act.AimAt("oujda")]


def test_a_unit_is_dragged_into_the_box_of_its_hq(lay) -> None:
    match = in_action("C2 improvement", {"A-B1": "oran", "A-mot2-1": "oran"})
    attach(match, "A-B1")
    table = seated(lay, match)
    trays = table.hand_dock.trays
    hands.near(table, "oran")
    table.map.fanning.open("oran")
    start = table.map.board.fan.rects["A-mot2-1"].center().toPoint()
    end = table.map.mapFromGlobal(trays.mapToGlobal(tray_spot(trays, "A-B1")))
    QTest.mousePress(table.map, Qt.MouseButton.LeftButton, pos=start)
    for spot in (start + QPoint(9, 9), start + (end - start) * 0.5, end):
        QTest.mouseMove(table.map, spot)
    QTest.mouseRelease(table.map, Qt.MouseButton.LeftButton, pos=end)
    assert played(table)[-2:] == [act.AttachTo("A-B1"), Add("A-mot2-1")]


def test_the_unit_that_loses_a_step_is_chosen_on_the_stage(lay) -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-abn2-1": "oujda", "M-B1": "oujda"}
    match = fight(Casualties(MOROCCO, 1), place=place, battle={"step": "first fire", "advantage": ALGERIA})
    table = seated(lay, match)
    rows = [row for row in table.stage.findChildren(UnitRow) if any(unit.mark == "chosen" for unit in row.units)]
    number = next(n for n, unit in enumerate(rows[0].units) if unit.piece == "M-abn2-1")
    QTest.mouseClick(rows[0], Qt.MouseButton.LeftButton, pos=rows[0].place_of(number).center().toPoint())
    assert played(table)[-1] == act.TakeLoss("M-abn2-1")
