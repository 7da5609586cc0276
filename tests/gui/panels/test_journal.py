"""The journal as a recorder: variations of what was taken back, replay by action, phase and turn, bookmarks, notes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest

from common.engine import Match, load_game
from common.gui.kit import theme
from common.gui.panels.journal_text import LONG, describe_variation
from common.gui.session.game_record import Record
from common.gui.session.replay_moments import phase_at, turn_starts
from common.gui.session.variations import Variation, drop_played
from nmc.actions import Activate, AssignAll, EndPhase, Ready
from tests.gui.hands import LEFT
from tests.playing import bot_positions, played


def advanced(count: int, seed: int = 5, game: str = "nmc") -> Match:
    return played(game, seed, count)


def play(table, number: int) -> None:
    """Play one of the legal actions at hand."""
    table.session.play(table.session.match.legal()[number])


def taken_back(table) -> tuple[str, str]:
    """Three actions, two of them taken back, another played: the hash of the old line and of the new one."""
    for _ in range(3):
        play(table, 0)
    old = table.session.match.hash()
    QTest.keyClick(table.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    play(table, 2)
    return old, table.session.match.hash()


def test_a_reason_stands_with_what_it_is_the_reason_for(lay) -> None:
    """It stood below the heading of the next impulse, which is another player's."""
    table = lay("fallujah")
    play(table, 0)
    session = table.session
    while not session.entries()[-1].heading:
        play(table, 0)
    session.record.add("reason", session.length, "so many would starve")
    session.refresh()
    text = table.journal.text.toPlainText()
    assert text.index("so many would starve") < text.index(session.entries()[-1].text)
    assert text.index("so many would starve") > text.index(session.entries()[-2].text)


def test_a_reason_for_what_is_not_told_says_whose_it_is(lay) -> None:
    """The Union passes over its forced march, of which the journal tells nothing: the reason is not Confederate."""
    match = load_game("nmc").new_match(seed=7)
    for action in (Ready(), EndPhase(), EndPhase()):
        match.play(action)
    table = lay(match=match)
    table.session.record.add("reason", 3, "Everybody stands well.")
    table.journal.refresh()
    lines = table.journal.text.toPlainText().splitlines()
    assert "Union: Everybody stands well." in lines
    assert lines[-1].startswith("Turn 1 (I Feb): Confederate")


def test_reasons_for_what_is_not_told_yet_follow_the_heading_in_their_order(lay) -> None:
    match = load_game("nmc").new_match(seed=7)
    for action in (Ready(), EndPhase(), Activate("2605"), AssignAll()):
        match.play(action)
    table = lay(match=match)
    table.session.record.add("reason", 3, "They have somewhere to go.")
    table.session.record.add("reason", 4, "All of them go.")
    table.journal.refresh()
    lines = table.journal.text.toPlainText().splitlines()
    assert lines[-3:] == ["Turn 1 (I Feb): Union forced march", "They have somewhere to go.", "All of them go."]


def test_what_was_taken_back_can_be_looked_at_and_played(lay) -> None:
    """F43, F45."""
    table = lay()
    old, new = taken_back(table)
    session = table.session
    (variation,) = session.record.variations
    assert (variation.base, len(variation.done)) == (1, 2)
    session.look_at(variation)
    assert table.banner.isVisible()
    assert "variation" in table.banner.text.text()
    assert session.shown_match.hash() == old
    assert session.match.hash() == new
    assert not session.can_act
    shown = session.view
    QTest.mouseClick(table.journal.last, LEFT)
    assert session.variation is None
    assert shown != session.view
    session.look_at(variation)
    QTest.mouseClick(table.banner.back, LEFT)
    assert session.match.hash() == old
    assert session.can_act
    (other,) = session.record.variations
    session.takeback.go_to(other)
    assert session.match.hash() == new


def test_a_variation_is_told_by_what_was_chosen_first(lay) -> None:
    """Two choices with the same outcome could not be told apart by the outcome alone."""
    table = lay()
    clicked = table.prompt.buttons[0].accessibleName()
    QTest.mouseClick(table.prompt.buttons[0], LEFT)
    QTest.keyClick(table.map, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    play(table, 0)
    (variation,) = table.session.record.variations
    assert describe_variation(table.session, variation).startswith(f"{clicked}: ")


def test_variations_survive_the_file_and_a_second_opening(lay, tmp_path: Path) -> None:
    table = lay()
    old, new = taken_back(table)
    path = table.path
    table.close()
    for _ in range(2):
        match = Match.load(path)
        assert match.hash() == new
        assert not match.warnings
        record = Record(match, path)
        (variation,) = record.variations
        record._save.close()
    again = lay(match=Match.load(path))
    again.session.record.variations = [variation]
    assert again.session.match_of(variation).hash() == old
    copy = tmp_path / "copy.jsonl"
    again.commands.groups.game.write_copy(copy)
    assert Record(Match.load(copy), copy).variations == [variation]


def test_moves_taken_back_can_be_played_again_after_reopening(lay) -> None:
    table = lay()
    for _ in range(4):
        play(table, 0)
    end = table.session.match.hash()
    for _ in range(3):
        table.session.takeback.undo()
    path = table.path
    table.close()
    for _ in range(2):
        match = Match.load(path)
        Record(match, path)._save.close()
        match.recorder = None
    while match.future:
        match.redo()
    assert match.hash() == end


def test_the_journal_shows_variations_if_asked_and_a_click_opens_one(lay, store) -> None:
    table = lay()
    taken_back(table)
    text = table.journal.text
    assert "Taken back" not in text.toPlainText()
    store.set(taken_back=True)
    assert "Taken back" in text.toPlainText()
    cursor = text.document().find("Taken back: ")
    cursor.setPosition(cursor.position() + 4)
    text.setTextCursor(cursor)
    QTest.mouseClick(text.viewport(), LEFT, pos=text.cursorRect(cursor).center())
    assert table.session.variation is not None
    table.commands._fill_variations()
    entries = table.commands.variation_menu.actions()
    assert len(entries) == 1
    assert [act.text() for act in entries[0].menu().actions()] == ["&Look at it", "&Go to this variation", "&Forget it"]
    table.commands.groups.replay.forget(table.session.record.variations[0])
    assert table.session.record.variations == []
    assert "Taken back" not in text.toPlainText()


def test_an_agreed_take_back_is_in_the_journal(lay, qtbot) -> None:
    """F45: dice were rolled, the other player agrees, and everybody can read it."""
    for match in bot_positions("nmc", 5, 400):
        rolling = [action for action in match.legal() if match.odds(action) is not None]
        if rolling:
            break
    table = lay(match=match)
    table.session.takeback.consent = lambda question: True
    table.session.play(rolling[0])
    table.session.takeback.undo()
    assert "Taken back by agreement: one action" in table.journal.text.toPlainText()


def test_variations_of_variations_keep_their_roots(lay) -> None:
    """Whatever is taken back and played again in any order, every line once played can still be reached."""
    chooser = random.Random(3)
    table = lay()
    session = table.session
    seen: set[str] = set()
    for _ in range(60):
        if session.length and chooser.random() < 0.35:
            session.takeback.back_to(chooser.randrange(session.length))
        else:
            play(table, chooser.randrange(len(session.match.legal())))
        seen.add(session.match.hash())
        line = session.match.clone()
        while line.future:
            line.redo()
        lines = [line, *(session.match_of(v) for v in session.record.variations)]
        reached = {match.game.encode(m.before) for match in lines for m in match.past}
        reached |= {match.game.encode(match.state) for match in lines}
        assert len({match.hash() for match in lines}) == len(lines)
    from common.engine import digest

    positions = {digest(m.before) for match in lines for m in match.past} | {match.hash() for match in lines}
    assert seen <= positions
    assert drop_played(session.record.variations, [(m.action, m.dice) for m in line.past]) == session.record.variations


def test_a_strangers_variation_cannot_do_harm(lay, tmp_path: Path) -> None:
    from common.gui.session.variations import play_out, read_variation

    match = advanced(5)
    assert read_variation(match.game, 2, "not json") is None
    assert read_variation(match.game, 2, '[{"t":"do","a":{"t":"Nonsense"}}]') is None
    foreign = Variation(3, tuple((moment.action, (99, 99)) for moment in match.past[:2]))
    before = match.hash()
    assert len(play_out(match, foreign).past) == 3
    assert match.hash() == before


def test_playing_a_copy_leaves_the_game_alone() -> None:
    """A copy taken back and played on shares moments with the game, which must not change under it."""
    match = advanced(12)
    texts = [match.game.encode(moment.before) for moment in match.past]
    other = match.clone()
    for _ in range(6):
        other.undo()
    for _ in range(3):
        other.play(other.legal()[0])
    assert [match.game.encode(moment.before) for moment in match.past] == texts


def test_turns_phases_bookmarks_and_notes(lay, qtbot) -> None:
    """F47: the recorder's keys."""
    table = lay(match=advanced(260))
    session, journal = table.session, table.journal
    starts = turn_starts(session)
    assert starts
    QTest.mouseClick(journal.first, LEFT)
    assert session.shown_moment == 0
    QTest.mouseClick(journal.turn_on, LEFT)
    assert session.shown_moment == starts[0]
    assert session.turn_at(session.shown_moment) != session.turn_at(session.shown_moment - 1)
    table.map.setFocus()
    QTest.keyClick(table.map, Qt.Key.Key_Period)
    QTest.keyClick(table.map, Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert session.shown_moment == starts[0]
    table.commands.actions["replay_phase_on"].trigger()
    here = session.shown_moment
    assert phase_at(session, here) != phase_at(session, here - 1)
    table.commands.actions["replay_phase_back"].trigger()
    assert session.shown_moment == starts[0]
    QTest.keyClick(table.map, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier)
    journal.set_note(session.shown_moment, "Here it went wrong\nor did it?")
    text = journal.text.toPlainText()
    assert "★" in text
    assert "✎ or did it?" in text
    QTest.mouseClick(journal.last, LEFT)
    QTest.keyClick(table.map, Qt.Key.Key_F2)
    assert session.shown_moment == starts[0]
    assert table.store.now is not None
    path = table.path
    table.close()
    record = Record(Match.load(path), path)
    assert record.texts("note") == {starts[0]: "Here it went wrong\nor did it?"}
    assert list(record.texts("bookmark")) == [starts[0]]


def test_a_click_on_the_slider_goes_there(lay) -> None:
    table = lay(match=advanced(120))
    slider = table.journal.slider
    QTest.mouseClick(slider, LEFT, pos=QPoint(slider.place(40), slider.height() // 2))
    assert abs(table.session.shown_moment - 40) <= 2


def test_the_table_follows_what_is_played_again(lay) -> None:
    """F47, F61: the map has the place in view, the badge names who did it, the journal shows all it tells."""
    table = lay(match=advanced(1000))
    session, view, text = table.session, table.map, table.journal.text
    assert session.board.result is not None
    told = [entry for entry in session.entries() if entry.places and entry.action < session.length]
    places = {entry.action: entry.places[-1] for entry in told}
    first, last = min(places), max(places)
    spots = {moment: view.board.place(places[moment]).center for moment in places}
    moment = max(places, key=lambda each: abs(spots[each][1] - spots[last][1]))
    view.camera.scale *= 3
    view.center_on(places[last])
    for each in (first, moment, last, moment):
        table.journal.go(each)
        assert view.rect().contains(view.camera.to_screen(*spots[each]).toPoint())
        side = session.match.past[each - 1].before.flow[-1].actor(session.match.past[each - 1].before)
        assert table.prompt.badge.name.text().startswith(session.name(side))
        table.journal.bookmark()
        marks = text.extraSelections()
        top, low = text.cursorRect(text.textCursor()), text.cursorRect(marks[-1].cursor)
        seen = text.viewport().rect()
        assert seen.contains(top.center())
        assert seen.contains(low.center()) or low.bottom() - top.top() > seen.height()
    table.journal.leave()
    assert table.prompt.badge.name.text().startswith("Victory")


def test_a_reason_for_several_actions_is_told_once(lay) -> None:
    table = lay(match=advanced(4))
    record, journal = table.session.record, table.journal
    for moment, text in ((1, "a plan"), (2, "a plan"), (3, "another"), (4, "a plan")):
        record.add("reason", moment, text)
    journal.refresh()
    text = journal.text.toPlainText()
    assert (text.count("a plan"), text.count("another")) == (2, 1)


def test_back_to_here_in_one_click_from_a_line_of_the_journal(lay) -> None:
    """F44."""
    table = lay()
    for _ in range(5):
        play(table, 0)
    hashes = [table.session.match.game.encode(m.before) for m in table.session.match.past]
    text = table.journal.text
    number = next(n for n, (entry, _) in enumerate(text._written) if entry.action == 2)
    block = text.document().findBlockByNumber(number)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + 2)
    text.setTextCursor(cursor)
    QTest.mouseClick(text.viewport(), LEFT, pos=text.cursorRect(cursor).center())
    assert table.session.shown_moment == 2
    QTest.mouseClick(table.banner.back, LEFT)
    assert table.session.length == 2
    assert table.session.match.game.encode(table.session.match.state) == hashes[2]
    assert table.session.can_act


def test_the_map_leads_to_the_journal_and_back(lay) -> None:
    """F61: a line shows its place, a place shows its lines."""
    table = lay(match=advanced(150))
    entry = next(e for e in reversed(table.session.entries()) if e.places and e.action)
    table.map.context.emit(entry.places[0], "", None)
    act = next(a for a in table.hover._menu.actions() if "journal" in a.text())
    act.trigger()
    text = table.journal.text
    marked = [mark.cursor.block().text() for mark in text.extraSelections()]
    assert any(entry.text in line for line in marked)
    told = [e.text for e in table.session.entries() if entry.places[0] in e.places]
    assert len(marked) == len(told)
    shown: list[str] = []
    text.place_wanted.connect(shown.append)
    cursor = text.document().find(entry.text)
    QTest.mouseClick(text.viewport(), LEFT, pos=text.cursorRect(cursor).center())
    assert shown
    assert not table.journal.text.find_place("no such place")


@pytest.mark.parametrize("game", ["nmc", "fallujah"])
@pytest.mark.parametrize("actions", [400, pytest.param(1000, marks=pytest.mark.slow)])
def test_any_moment_of_a_long_game_is_shown_at_once(lay, game: str, actions: int) -> None:
    """F47: going to any of a thousand actions costs about as much as drawing the table once (bench/ has the time)."""
    table = lay(match=advanced(actions, game=game))
    session, chooser = table.session, random.Random(1)

    def cost(work: Callable[[], object]) -> float:
        begin = process_time()
        work()
        table.repaint()
        return process_time() - begin

    jumps, drawings = [], []
    for _ in range(actions // 40):
        moment = chooser.randrange(session.length)
        jumps.append(cost(lambda moment=moment: table.journal.go(moment)))
        assert session.shown_moment == moment
        drawings.append(cost(session.refresh))
    assert median(jumps) < 5 * median(drawings)


def test_a_long_journal_follows_a_new_theme_and_keeps_what_is_read(lay, store, qtbot) -> None:
    """U36: the rest of the window does not wait for it, however often the theme is changed before it has come."""
    store.changed.connect(lambda _name: theme.use(store.now.theme, store.now.text))
    table = lay(match=advanced(700))
    text = table.journal.text
    assert len(table.session.entries()) > LONG
    whole = text.toPlainText()
    text.verticalScrollBar().setValue(text.verticalScrollBar().maximum() // 3)
    read = text.cursorForPosition(QPoint(20, 20)).block().text()
    for name in ("dark", "light", "dark"):
        store.set(theme=name)
    assert text.toPlainText() != whole
    qtbot.waitUntil(lambda: text.toPlainText() == whole, timeout=3000)
    assert text.cursorForPosition(QPoint(20, 20)).block().text() == read
    assert theme.current().accent in text.toHtml()


def test_the_end_of_the_journal_is_in_sight_when_the_window_grows(lay, qtbot) -> None:
    """Behind the inspector it was laid out late, and a higher window showed lines of long ago."""
    table = lay(match=advanced(300), size=(1280, 800))
    bar = table.journal.text.verticalScrollBar()
    table.resize(1900, 1060)
    qtbot.waitUntil(lambda: not table.docks.are_tabs and table.journal_dock.height() > 300)
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(bar.maximum() // 3)  # who reads elsewhere stays there
    table.resize(1700, 1000)
    qtbot.wait(50)
    assert bar.value() < bar.maximum() // 2
