"""Secrets at one screen: the curtain, the journal of each side, and nothing that differs behind it."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from common.engine import Match, load_game
from common.gui.table.curtain import HOLD
from tests.gui.waiting import rest
from tests.playing import bot_action, bot_positions

SECRET_SEEDS = range(1, 12)


def before_secret() -> Match:
    """A game that stands before a decision the other player must not see."""

    for seed in SECRET_SEEDS:
        for match in bot_positions("nmc", seed, 700):
            if match.is_secret and len(match.legal()) > 1:
                return match
    pytest.skip("no secret decision found")


def open_curtain(table) -> None:
    button = table.curtain.open_button
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    for _ in range(100):
        rest(HOLD // 10)
        if not table.curtain.isVisible():
            break
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)


def test_a_secret_choice_is_hidden_and_cannot_be_told_from_another(lay) -> None:
    """F36: with the curtain down, two games that differ only in the secret look the same, pixel by pixel."""
    match = before_secret()
    grabs, titles, texts = [], [], []
    for action in match.legal()[:2]:
        table = lay(match=match.clone())
        session = table.session
        first = session.match.to_act
        session.play(action)
        if session.match.to_act == first or session.match.to_act is None:
            pytest.skip("both decisions belong to one side here")
        assert session.curtain == session.match.to_act
        assert table.curtain.isVisible()
        assert session.viewer is None
        rest(60)
        table.curtain.open_button.clearFocus()
        grabs.append(table.grab().toImage())
        titles.append(table.windowTitle())
        here = table.inspector.place.toPlainText()
        texts.append((table.journal.text.toPlainText(), here, table.prompt.question.text()))
        table.hide()
    assert grabs[0] == grabs[1]
    assert titles[0] == titles[1] == "Five Fronts"
    assert texts[0] == texts[1]


def told(table) -> list[tuple[str, ...]]:
    """Everything the widgets of a window can tell besides pixels: tips, names for assistive technology, clipboard."""
    words = [(w.toolTip(), w.accessibleName(), w.accessibleDescription()) for w in table.findChildren(QWidget)]
    acts = [(act.text(), act.toolTip(), str(act.isEnabled())) for act in table.commands.actions.values()]
    return [*words, *acts, (QGuiApplication.clipboard().text(),)]


def test_behind_the_curtain_no_tip_name_or_clipboard_tells(lay) -> None:
    """F36: also what is not a pixel is the same, and the commands of the table are out of reach."""
    match = before_secret()
    found = []
    for action in match.legal()[:2]:
        table = lay(match=match.clone())
        table.commands.groups.game.copy_text()
        table.session.play(action)
        assert table.curtain.isVisible()
        found.append(told(table))
        enabled = {name for name, act in table.commands.actions.items() if act.isEnabled()}
        assert enabled == {"quit", "close", "full_screen"}
        table.hide()
    assert found[0] == found[1]
    assert found[0][-1] == ("",)


def test_the_next_player_learns_nothing_from_undo_hints_or_reasons(lay, qtbot) -> None:
    """F39: what the other side decided secretly has no name on this side of the screen."""
    match = before_secret()
    table = lay(match=match)
    session = table.session
    open_curtain(table)
    with qtbot.waitSignal(session.hinted, timeout=20000):
        session.bots.hint("policy")
    names = {session.label_of(action) for action in match.legal()}
    assert "Hint: " in table.journal.text.toPlainText()
    session.play(match.legal()[0])
    session.record.add("reason", session.length, "because of the wagon")
    assert session.curtain
    open_curtain(table)
    assert session.label_at(session.length - 1) == "a secret decision"
    assert table.commands.actions["undo"].text() == "&Undo: a secret decision"
    text = table.journal.text.toPlainText()
    assert "Hint: " not in text
    assert "because of the wagon" not in text
    session.show(session.length - 1)
    session.show(session.length)
    assert not any(name in table.prompt.question.text() for name in names)


def test_a_seat_is_not_passed_to_a_player_without_a_choice(lay, store) -> None:
    """F38: with one thing to do it is done and told; with "always ask", or in a secret step, the seat is passed."""
    store.set(curtain="always")
    match = before_forced()
    action = match.legal()[0]
    other = next(side for side in match.sides if side != match.to_act)
    table = lay(match=match.clone())
    session, said = table.session, []
    session.message.connect(lambda text, rule: said.append(text))
    session.play(action)
    assert session.length > len(match.past) + 1
    assert any("one choice only" in text and session.name(other) in text for text in said)
    store.set(always_ask=True)
    asked = lay(match=match.clone())
    asked.session.play(action)
    assert asked.session.length == len(match.past) + 1
    assert asked.session.curtain == other
    assert asked.curtain.isVisible()


def test_a_secret_decision_is_asked_even_without_a_choice(lay, store) -> None:
    """F38: passing it by would tell the other player that there was none."""
    match = before_secret()
    step = match.state.step
    assert step.asked[1] != step.battle.side  # the defender is asked second; his wagons are taken away
    stack = match.state.stacks[step.battle.goal]
    match.state.stacks[step.battle.goal] = msgspec.structs.replace(stack, wagons=0, exdepots=0)
    store.set(curtain="always")
    session = lay(match=match).session
    session.play(match.legal()[0])
    assert len(match.legal()) == 1
    assert session.curtain == match.to_act == step.asked[1]


def before_forced() -> Match:
    """A game in which the next action passes the decision to a player who has only one thing to do."""
    for name in ("fallujah", "nmc"):
        for seed in range(1, 6):
            for match in bot_positions(name, seed, 400):
                probe = match.clone()
                probe.play(match.legal()[0])
                if probe.to_act not in (None, match.to_act) and len(probe.legal()) == 1:
                    return match
    pytest.fail("nobody is ever without a choice")


def test_taking_back_asks_the_other_player_and_no_is_the_default(lay) -> None:
    """U58: Enter and Escape mean No; only the button that says so takes back."""
    table = lay(match=before_secret())
    session = table.session
    session.play(session.match.legal()[0])
    open_curtain(table)
    length, asked = session.length, []

    def answer(key: Qt.Key | None) -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        asked.append(box.text())
        if key is None:
            QTest.mouseClick(next(b for b in box.buttons() if b.text() == "Both agree"), Qt.MouseButton.LeftButton)
        else:
            QTest.keyClick(box, key)

    for key in (Qt.Key.Key_Return, Qt.Key.Key_Escape):
        QTimer.singleShot(100, lambda key=key: answer(key))
        assert not session.takeback.undo()
        assert session.length == length
    QTimer.singleShot(100, lambda: answer(None))
    assert session.takeback.undo()
    assert session.length == length - 1
    assert len(asked) == 3
    assert session.curtain == session.match.to_act  # it is the other player's secret again


def test_the_curtain_falls_when_the_program_is_left_if_so_set(lay, store) -> None:
    """U53: switching to another program, a lock or a sleep."""
    table = lay()
    app = QGuiApplication.instance()
    app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert not table.curtain.isVisible()
    store.set(curtain_on_leave=True)
    app.applicationStateChanged.emit(Qt.ApplicationState.ApplicationInactive)
    assert table.curtain.isVisible()
    assert table.curtain.title.text() == table.session.name(table.session.match.to_act)


def test_no_key_reaches_the_table_behind_the_curtain(lay, store) -> None:
    table = lay()
    before = table.session.match.hash()
    table.session.drop_curtain()
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_1, Qt.Key.Key_Escape, Qt.Key.Key_N):
        QTest.keyClick(QApplication.focusWidget() or table, key)
        assert QApplication.focusWidget() is table.curtain.open_button
    assert table.session.match.hash() == before
    assert table.curtain.isVisible()
    QTest.keyPress(table.curtain.open_button, Qt.Key.Key_Return)
    rest(HOLD + 100)
    assert not table.curtain.isVisible()


def test_who_waits_reads_it_in_his_own_words(lay) -> None:
    """U57."""
    match = load_game("nmc").new_match(seed=7)
    table = lay(match=match, seats={"confederate": "policy", "union": "human"})
    table.session.bots.pause(True)
    assert table.prompt.question.text().startswith("Waiting for the Confederates to spread the army")


def test_the_curtain_opens_only_to_a_held_press(lay, store) -> None:
    store.set(curtain="always")
    table = lay()
    table.session.drop_curtain()
    assert table.curtain.isVisible()
    assert table.curtain.size() == table.size()
    button = table.curtain.open_button
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    rest(10)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    assert table.curtain.isVisible()
    assert not table.session.can_act
    open_curtain(table)
    assert not table.curtain.isVisible()
    assert table.session.can_act


def test_the_bar_is_seen_only_while_the_button_is_held(lay, store) -> None:
    store.set(curtain="always")
    table = lay()
    table.session.drop_curtain()
    curtain = table.curtain
    rest(30)
    assert not curtain.bar.isVisible()
    place = curtain.open_button.geometry()
    QTest.mousePress(curtain.open_button, Qt.MouseButton.LeftButton)
    assert curtain.bar.isVisible()
    rest(5)
    assert curtain.open_button.geometry() == place
    QTest.mouseRelease(curtain.open_button, Qt.MouseButton.LeftButton)
    assert curtain.isVisible() and not curtain.bar.isVisible()
    open_curtain(table)
    assert not curtain.isVisible()


def test_the_curtain_falls_between_the_seats_when_wished(lay, store) -> None:
    store.set(curtain="always")
    table = lay()
    session = table.session
    number = 0
    while session.curtain is None and session.length < 400:
        session.play(bot_action(session.match, "policy", number))
        number += 1
    assert session.curtain == "union"
    assert table.windowTitle() == "Five Fronts"
    open_curtain(table)
    assert session.viewer == "union"
    assert "Union" in table.windowTitle()


def test_without_secrets_nobody_is_bothered(lay) -> None:
    table = lay()
    session = table.session
    number = 0
    while session.match.to_act == "confederate" and session.length < 400:
        session.play(bot_action(session.match, "policy", number))
        number += 1
    assert session.curtain is None
    assert session.viewer == "union"


def test_each_side_reads_its_own_journal(lay) -> None:
    table = lay()
    session = table.session
    state = session.match.state
    state.note("A secret of the South.", "10.6", only=("confederate",))
    session.match.tell()
    session.refresh()
    assert "secret of the South" in table.journal.text.toPlainText()
    session._person = "union"
    session.refresh()
    assert "secret of the South" not in table.journal.text.toPlainText()
    session._person = "confederate"
    session.curtain = "union"
    session.refresh()
    assert "secret of the South" not in table.journal.text.toPlainText()


def test_the_cursor_of_one_player_does_not_show_the_next_where_he_looked(lay, store) -> None:
    store.set(curtain="always")
    table = lay("nmc")
    space = min(table.hand.find_lit()[0])
    table.map.set_cursor(space)
    table.hand.move_cursor(space)
    table.session.drop_curtain()
    open_curtain(table)
    assert table.map.board.cursor == "" and table.hand.cursor == ""


def test_the_recap_tells_what_happened_since(lay) -> None:
    table = lay()
    session = table.session
    number = 0
    seen_union = False
    while session.length < 500 and not (seen_union and session.match.to_act == "confederate"):
        side = session.match.to_act
        seen_union = seen_union or side == "union"
        session.play(bot_action(session.match, "policy", number))
        number += 1
    entries = session.recap()
    assert entries
    assert all(entry in session.entries() for entry in entries)
    table.commands.groups.play.recap()
    from common.gui.table.recap_popup import RecapPopup

    cards = table.map.findChildren(RecapPopup)
    assert len([c for c in cards if c.isVisible()]) == 1
    QTest.keyClick(cards[-1], Qt.Key.Key_Escape)
