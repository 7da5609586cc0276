"""Nothing stands in the way: what is over is not shown as if it were now, and what is done by accident is not done."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from common.gui.kit.crash_report import Hook
from common.gui.kit.dialogs import ReportDialog
from common.gui.kit.settings import Store, UserFolders
from common.gui.kit.settings_dialog import SettingsDialog
from common.gui.map.mouse_gestures import Hit
from common.gui.session.dice_questions import Die
from common.gui.start.program import Program
from common.gui.table.die_dialog import DieDialog
from common.gui.table.prompt_words import describe_waiting
from common.tabletop import Target
from fallujah.actions import Place
from tests.gui.hands import LEFT
from tests.gui.waiting import rest
from tests.playing import played

Key = Qt.Key


def test_escape_leaves_the_replay_and_dice_belong_to_their_moment(lay) -> None:
    table = lay(match=played("nmc", 7, 60))
    session = table.session
    rolled = sorted({entry.action for entry in session.entries() if entry.rolls})
    plain = next(n for n in range(1, 60) if n not in rolled)
    table.journal.go(rolled[0])
    assert table.tray.rolls == [r for e in session.entries() if e.action == rolled[0] for r in e.rolls][-3:]
    table.journal.go(plain)
    assert table.tray.rolls == []
    table.map.setFocus()
    QTest.keyClick(table.map, Key.Key_Escape)
    assert session.moment is None
    assert table.tray.rolls == []
    table.journal.go(plain)
    table.docks.show(table.journal_dock)
    table.journal.text.setFocus()
    QTest.keyClick(table.journal.text, Key.Key_Escape)
    assert session.moment is None


def test_bookkeeping_takes_no_time_in_a_replay(lay) -> None:
    table = lay(match=played("nmc", 7, 60))
    seen = {entry.action for entry in table.session.match.journal.entries if entry.rolls or entry.places}
    table.journal.go(0)
    moments = []
    while table.session.moment is not None:
        table.journal._tick()
        moments.append(table.session.shown_moment)
    assert moments[-1] == 60
    assert set(moments[:-1]) == {moment for moment in seen if 0 < moment < 60}
    assert len(moments) < 60


def test_dice_of_what_was_taken_back_are_gone(lay) -> None:
    table = lay(match=played("nmc", 7, 60))
    roll = next(entry.rolls[0] for entry in table.session.entries() if entry.rolls)
    table.tray.show_rolls([roll])
    table.store.set(take_back="free")
    table.session.takeback.undo()
    assert table.tray.rolls == []


def test_the_measure_says_that_it_is_on(lay) -> None:
    table = lay()
    before = table.map.grab().toImage()
    table.commands.actions["measure"].trigger()
    rest(5)
    assert table.map.grab().toImage() != before
    QTest.keyClick(table.map, Key.Key_Escape)
    assert table.map.board.measure is None


def test_no_face_of_a_die_is_chosen_beforehand(lay) -> None:
    dialog = DieDialog(lay(), Die("fire", 0, 9), "Attack")
    dialog.show()
    for key in (Key.Key_Return, Key.Key_Space):
        QTest.keyClick(dialog, key)
        assert dialog.value is None and dialog.isVisible()
    QTest.keyClick(dialog, "7")
    assert dialog.value == 7


def test_all_defaults_can_be_undone(store: Store, qtbot) -> None:
    store.set(guard=False, bot_speed=4.0, take_back="never")
    dialog = SettingsDialog(store)
    qtbot.addWidget(dialog)
    QTest.mouseClick(dialog.reset, LEFT)
    assert (store.now.guard, store.now.bot_speed, store.now.take_back) == (True, 1.0, "ask")
    QTest.mouseClick(dialog.reset, LEFT)
    assert (store.now.guard, store.now.bot_speed, store.now.take_back) == (False, 4.0, "never")
    assert dialog.reset.text() == "All defaults"


def test_a_table_laid_beside_a_maximised_one_is_maximised_too(lay) -> None:
    first = lay()
    first.showMaximized()
    rest(5)
    second = lay()
    second.docks.restore()
    assert second.isMaximized()


def test_a_fault_is_reported_over_the_window_it_happened_in(tmp_path: Path, qapp, qtbot, capsys) -> None:
    program = Program(Store(UserFolders(tmp_path)))
    first, second = (program.begin("nmc", "", seed, {}, {}) for seed in (1, 2))
    with qtbot.waitActive(first):
        first.activateWindow()
    hook = Hook(tmp_path, program.match, program.report)
    hook(ValueError, ValueError("broken"), None)
    (report,) = first.findChildren(ReportDialog)
    assert not second.findChildren(ReportDialog)
    assert program.match() is first.session.match
    report.close()
    for table in (first, second):
        table.close()


def test_the_last_map_is_closed_under_the_pointer_without_a_fault(desk, monkeypatch) -> None:
    faults: list[object] = []
    monkeypatch.setattr(sys, "excepthook", lambda *fault: faults.append(fault))
    window = desk("nmc")
    view = window.sheet.view
    QTest.mouseMove(view, QPoint(300, 300))
    window.close_sheet(window.sheet)
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))
    view.hover_at(QPointF(200, 200))
    view.moved.emit()
    assert not faults and not window.isVisible()


def test_a_drag_between_two_cards_of_a_fan_takes_one_or_nothing_but_never_pans(lay) -> None:
    table = lay("fallujah")
    view = table.map
    view.fanning.open("NW")
    fan, center = view.board.fan, view.camera.center
    rects = list(fan.rects.values())
    edge = rects[0].topRight() + QPointF(3, 20)
    assert view.hit(edge).piece in fan.rects
    corner = fan.panel.topLeft() + QPointF(3, 3)
    assert view.hit(corner) == Hit("NW", "", True)
    view.gestures.press(corner, LEFT, Qt.KeyboardModifier.NoModifier, False)
    view.gestures.move(corner + QPointF(60, 40))
    view.gestures.release(corner + QPointF(60, 40))
    assert view.camera.center == center


def test_a_large_fan_makes_way_for_the_goals_of_what_was_taken_from_it(lay) -> None:
    table = lay("fallujah")
    view = table.map
    view.fanning.open("NW")
    fan = view.board.fan
    assert len(fan.pieces) >= 15
    goals = ["33", "40", "41", "42", "43", "44", "45"]  # what lies before the zone
    assert any(fan.panel.contains(view.board.place_rect(space, 0).center()) for space in goals)
    view.board.held = view.gestures.hold((fan.pieces[0].id,))
    view.show_targets([Target(space, "", ()) for space in goals])
    panel = view.board.fan.panel
    assert not any(panel.contains(view.board.place_rect(space, 0).center()) for space in goals)
    view.hover_at(view.board.place_rect(goals[0], 0).center())
    assert view.board.fan is not None, "it stays for more to be taken"


def test_a_counter_placed_in_set_up_is_dragged_again(lay) -> None:
    """It goes where it could have been placed at once; elsewhere it is refused as before."""
    table = lay("fallujah")
    session = table.session
    for area in ("1", "2"):
        session.play(Place(area))
    placed = next(piece.id for piece in session.pieces() if piece.space == "1" and piece.side == "insurgent")
    table.hand.lift((placed,))
    lit = {target.space for target in table.hand.targets}
    assert "9" in lit
    assert not lit & {"1", "NW"}
    table.hand.drop((placed,), "9")
    assert [moment.action for moment in session.match.past] == [Place("9"), Place("2")]
    moved = next(piece.id for piece in session.pieces() if piece.space == "9" and piece.side == "insurgent")
    table.hand.drop((moved,), "NW")
    assert [moment.action for moment in session.match.past] == [Place("9"), Place("2")]
    assert table.prompt.news.property("role") == "bad"


def test_of_two_counters_on_a_space_the_one_that_is_dragged_is_placed_anew(lay) -> None:
    table = lay("fallujah")
    session = table.session
    session.play(Place("1"))
    first = next(piece.id for piece in session.pieces() if piece.space == "1" and piece.side == "insurgent")
    for area in ("2", "1"):
        session.play(Place(area))
    table.hand.drop((first,), "9")
    assert [moment.action for moment in session.match.past] == [Place("9"), Place("2"), Place("1")]
    assert next(piece.space for piece in session.pieces() if piece.id == first) == "9"


def test_after_the_set_up_nothing_is_placed_anew(lay) -> None:
    table = lay(match=played("fallujah", 7, 40))
    before = table.session.match.hash()
    mine = next(p for p in table.session.pieces() if p.space in table.game_map.spaces)
    assert not table.session.takeback.place_anew((mine.id,), mine.space, "9")
    assert table.session.match.hash() == before


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("Take losses (9.21).", "Waiting for the Union to take losses (9.21)."),
        (
            "You gain 5: raise your own index or lower the enemy's (6.1b).",
            "They gain 5: waiting for the Union to raise their own index or lower the enemy's (6.1b).",
        ),
        ("Union: take an action (6.3).", "Waiting for the Union to take an action (6.3)."),
        ("Destroy guns of yours (10.10a).", "Waiting for the Union to destroy guns of theirs (10.10a)."),
    ],
)
def test_who_waits_is_not_addressed(prompt: str, told: str) -> None:
    """A question to the other player is told of him, not asked of the reader."""
    assert describe_waiting("the Union", prompt) == told
