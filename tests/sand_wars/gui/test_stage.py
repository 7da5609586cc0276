"""The combat panel beside the map: it tells the fight, folds away, and goes with it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.engine.actions import Decline
from common.gui.panels.stage_panel import NarrowSheet
from common.gui.panels.stage_parts import NOTCH
from common.gui.table.first_view import open_view
from sand_wars import actions as act
from sand_wars.rules.combat.fire import FireOrder
from sand_wars.state import ALGERIA
from tests.gui.hands import near
from tests.sand_wars.fights import action_card, advance_to, fight, in_action


def take_seat(table) -> None:
    """Sit down without holding the button of the curtain."""
    if table.session.curtain:
        table._curtain_control._open()


def close_menu() -> None:
    """Leave a menu that asks which of several things is meant."""
    menu = QApplication.activePopupWidget()
    if menu is not None:
        menu.close()


PLACE = {
    "A-tank4-1": "oujda", "A-tank3-1": "oujda", "A-art2-1": "oujda", "A-base-1": "tlemcen",
    "M-mech3-1": "oujda", "M-mot2-1": "oujda",
}  # fmt: skip
LOGISTICS = action_card(ALGERIA, "Combat logistics")


def in_fire(lay, size=(1680, 900), seated=True):
    """A table at which Algeria is about to fire first, with a card to add."""
    match = fight(
        FireOrder(ALGERIA, "First fire"), place=PLACE, hand=(LOGISTICS,), entered=("A-art2-1",),
        battle={"step": "first fire", "advantage": ALGERIA},
    )  # fmt: skip
    table = lay(match=match, size=size)
    if seated:
        take_seat(table)
    return table


def test_the_panel_tells_the_fight_and_folds_away(lay, qtbot) -> None:
    table = in_fire(lay)
    panel = table.stage
    assert panel.isVisible()
    assert panel.title.text() == "Combat in Oujda, round 1"
    assert "First fire (now)" in panel.steps.accessibleName()
    assert panel.picker.itemText(0) == "First fire of Algeria with 7"
    sums = panel.forces.itemAt(0).widget().findChild(NarrowSheet).toPlainText()
    assert "+7" in sums and "Firepower" in sums
    assert "Algeria, row 7-9" in panel.sheet.toPlainText()
    wide = table.map.width()
    QTest.keyClick(table.map, Qt.Key.Key_F8)
    qtbot.waitUntil(lambda: table.map.width() > wide + 100)
    assert not panel.body.isVisible()
    panel.fold_button.click()
    qtbot.waitUntil(panel.body.isVisible)


def test_in_a_narrow_window_the_fight_is_a_tab_and_leaves_the_map_its_room(lay, qtbot) -> None:
    table = in_fire(lay, (1280, 800))
    qtbot.waitUntil(lambda: not table.stage.visibleRegion().isEmpty())
    assert table.stage_place.is_docked
    qtbot.waitUntil(lambda: table.map.width() > 850)
    table.show_rule("GC.5")  # another tab comes forward and the fight stays behind it
    qtbot.waitUntil(lambda: table.stage.visibleRegion().isEmpty())
    assert table.stage_place.is_docked
    QTest.keyClick(table.map, Qt.Key.Key_F8)  # folded it is the strip beside the map
    assert not table.stage_place.is_docked and not table.stage.body.isVisible()
    table.stage.fold_button.click()
    qtbot.waitUntil(lambda: not table.stage.visibleRegion().isEmpty())
    assert table.stage_place.is_docked
    table.resize(1680, 900)
    qtbot.waitUntil(lambda: not table.stage_place.is_docked and table.stage.isVisible())
    assert table.docks.are_tabs


@pytest.mark.parametrize("size", [(1680, 900), (1280, 800)])
def test_a_card_is_dropped_on_the_fight(lay, qtbot, size) -> None:
    table = in_fire(lay, size)
    trays, panel = table.hand_dock.trays, table.stage
    qtbot.waitUntil(lambda: not panel.visibleRegion().isEmpty())
    start = trays.arrangement.items[LOGISTICS].rect.center().toPoint()
    end = trays.mapFromGlobal(panel.mapToGlobal(QPoint(panel.width() // 2, 60)))
    QTest.mousePress(trays, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.2, 0.6, 1.0):
        QTest.mouseMove(trays, start + (end - start) * share)
    assert panel.property("lit")
    QTest.mouseRelease(trays, Qt.MouseButton.LeftButton, pos=end)
    assert table.session.match.past[-1].action == act.AddCard(LOGISTICS)
    assert "Algeria fires with 9, row 7-9." in [entry.text for entry in table.session.match.journal.entries]


def test_the_panel_goes_with_the_fight(lay, qtbot) -> None:
    table = in_fire(lay)
    session = table.session
    begun = session.length
    session.play(act.OpenFire())
    for _ in range(40):
        if session.match.state.battle is None:
            break
        if session.curtain:
            take_seat(table)
        quiet = (Decline(), act.HoldGround(), act.EndSorties(), act.EndRecon(), act.OpenFire())
        legal = session.match.legal()
        session.play(next((action for action in quiet if action in legal), legal[0]))
    assert session.match.state.battle is None
    assert not table.stage.isVisible()
    if session.curtain:
        take_seat(table)
    session.show(begun)  # an earlier moment shows the fight of that moment
    assert table.stage.isVisible()
    assert table.stage.picker.itemText(0) == "First fire of Algeria with 7"
    table.journal.leave()
    assert not table.stage.isVisible()


def test_a_target_of_interdiction_is_chosen_by_key_and_by_click(lay, store) -> None:
    """INTD.5: the marker and its targets are in one space, so each target has a figure and its own counter."""
    store.set(curtain="never")
    place = {"A-mot2-1": "tlemcen", "M-tank4-1": "oujda", "M-mot2-1": "oujda", "M-mech3-1": "oujda"}
    for way in ("key", "click"):
        match = in_action("Air operations", place, war=True)
        match.play(act.Sortie("A-airstrike-1", "interdiction"))
        match.play(act.AimAt("oujda"))
        match = advance_to(match, "Interdicting")
        table = lay(match=match)
        take_seat(table)
        wanted = match.legal()[1]
        assert len(match.legal()) == 3
        assert [made.text()[:1] for made in table.prompt.buttons][:3] == ["1", "2", "3"]
        if way == "key":
            QTest.keyClick(table.map, Qt.Key.Key_2)
        else:
            assert table.hand.click("oujda", wanted.target, picked=True)
        assert match.past[-1].action == wanted


def test_a_table_closed_during_a_fight_leaves_no_empty_tab_to_the_next(lay) -> None:
    in_fire(lay, (1280, 800)).close()
    table = lay("sand_wars")
    assert table.stage_place.dock.isHidden()


def test_the_chain_of_steps_ends_within_the_panel(lay, qtbot) -> None:
    panel = in_fire(lay, (1280, 800)).stage
    qtbot.waitUntil(lambda: bool(panel.steps.places))
    assert panel.steps.places[-1].right() + NOTCH / 2 <= panel.steps.width()


@pytest.mark.parametrize("onto", [True, False])
def test_a_marker_is_dragged_onto_its_target_in_the_same_space(lay, store, onto: bool) -> None:
    """INTD.5: dropped on an enemy counter it engages that one; dropped elsewhere in the space, it asks which."""
    store.set(curtain="never")
    place = {"A-mot2-1": "tlemcen", "M-tank4-1": "oujda", "M-mot2-1": "oujda"}
    match = in_action("Air operations", place, war=True)
    match.play(act.Sortie("A-airstrike-1", "interdiction"))
    match.play(act.AimAt("oujda"))
    match = advance_to(match, "Interdicting")
    table = lay(match=match)
    take_seat(table)
    near(table, "oujda")
    before, board = len(match.past), table.map.board
    marker = match.legal()[0].marker
    start = board.piece_rect(marker).center().toPoint()
    stack = board.stack("oujda")
    enemy = next(piece.id for piece in reversed(stack) if piece.side != ALGERIA)
    around = (start + QPoint(x, y) for x in range(-60, 61, 6) for y in range(-60, 61, 6) if abs(x) + abs(y) > 24)
    hits = ((spot, board.hit(QPointF(spot))) for spot in around)
    own = (spot for spot, hit in hits if hit.space == "oujda" and hit.piece in ("", marker))
    end = board.piece_rect(enemy).center().toPoint() if onto else next(own)
    assert table.hand.targets_for((marker,))
    asked: list[object] = []
    table.hand.menu_wanted.connect(asked.append)
    QTimer.singleShot(0, close_menu)
    QTest.mousePress(table.map, Qt.MouseButton.LeftButton, pos=start)
    for share in (0.4, 0.8, 1.0):
        QTest.mouseMove(table.map, start + (end - start) * share)
    QTest.mouseRelease(table.map, Qt.MouseButton.LeftButton, pos=end)
    engaged = [moment.action for moment in match.past[before:]]
    assert engaged[:1] == ([act.Engage(marker, enemy)] if onto else [])
    assert bool(asked) is not onto


def test_after_a_fight_the_map_is_as_large_as_before_it(lay, qtbot) -> None:
    """The panel takes its room from the map for a moment; what was seen before is what comes back."""
    table = in_fire(lay, (1280, 800), seated=False)
    open_view(table.map, table.hand)
    before = table.map.camera.scale
    assert before > 1.5 * table.map.camera.fit_scale()
    take_seat(table)
    qtbot.waitUntil(lambda: table.stage_place.is_docked and table.map.width() > 850)
    QTest.qWait(20)
    table.session.drop_curtain()
    QTest.qWait(20)
    assert table.map.camera.scale == pytest.approx(before)
