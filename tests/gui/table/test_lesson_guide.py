"""Lessons in the window: played to their end, once with detours, left and taken up again."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from common.engine import playable_games
from common.gui.start.program import Program
from common.gui.table.lesson_guide import NEAR, LessonGuide
from common.tabletop.lessons import lessons_of


@pytest.fixture
def program(store, qtbot):
    made = Program(store)
    yield made
    for table in list(made.tables):
        table.close()


def wait_until(done, ms: int = 4000) -> None:
    """Let events pass until something is so."""
    for _ in range(ms // 5):
        if done():
            return
        QTest.qWait(5)
    raise AssertionError("it did not come to that")


def guide_of(table) -> LessonGuide:
    return table.findChild(LessonGuide)


def take(program, game: str, number: int, detours: bool = False):
    """Play a lesson as its words say; with detours something else is tried before each action."""
    table = program.learn(game, number)
    guide, session = guide_of(table), table.session
    refused = []
    session.refused.connect(refused.append)
    while True:
        QTest.qWait(1)
        wait_until(lambda: guide.run.is_waiting or guide.popup.on.isEnabled())
        if guide.run.is_waiting:
            play = guide.run.left[0]
            if detours:
                other = next((action for action in session.match.legal() if action != play.action), None)
                if other is not None and not guide.run.step.any_order:
                    length = session.length
                    assert not session.play(other)
                    assert session.length == length
                    assert refused
            assert session.play(play.action)
        elif guide.run.is_last and not guide.run.to_watch:
            return table, guide
        else:
            guide.popup.on.click()


ORDINARY = {("nmc", 2), ("fallujah", 1), ("sand_wars", 3)}
EVERY = [
    pytest.param(game, number, marks=[] if (game, number) in ORDINARY else [pytest.mark.slow])
    for game in playable_games()
    for number in range(len(lessons_of(game)))
]


@pytest.mark.parametrize(("game", "number"), EVERY)
def test_a_lesson_is_played_to_its_end_in_the_window(program, game, number) -> None:
    table, guide = take(program, game, number)
    assert guide.popup.words.text() == lessons_of(game)[number].steps[-1].say
    guide.popup.on.click()
    assert lessons_of(game)[number].id in program.store.now.lessons[game]
    if number + 1 == len(lessons_of(game)):
        return
    wait_until(lambda: len(program.tables) == 1 and program.tables[0] is not table)
    assert guide_of(program.tables[0]).run.number == number + 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "number"), [param.values for param in EVERY])
def test_detours_in_every_lesson_do_no_harm(program, game, number) -> None:
    _, guide = take(program, game, number, detours=True)
    assert guide.popup.words.text() == lessons_of(game)[number].steps[-1].say


def test_detours_are_answered_and_do_no_harm(program) -> None:
    table, _ = take(program, "nmc", 1, detours=True)
    assert table.session.match.state.stacks["2705"].strength == 23


def test_a_lesson_that_was_left_is_taken_up_again(program) -> None:
    table = program.learn("nmc", 1)
    guide = guide_of(table)
    for _ in range(2):
        wait_until(lambda: guide.run.is_waiting)
        at = guide.run.at
        while guide.run.at == at:
            assert table.session.play(guide.run.left[0].action)
    table.close()
    again = program.learn("nmc", 1)
    assert guide_of(again).run.at == 2


def test_what_is_only_to_be_looked_at_comes_near_enough_to_be_read(program) -> None:
    """The first steps point at counters; the last one asks for the whole map again."""
    table = program.learn("operation_serval", 0)
    guide, view = guide_of(table), table.map
    wait_until(guide.popup.on.isEnabled)
    wait_until(lambda: view.board.size * view.camera.scale >= NEAR - 1)
    assert not view.board.place_rect(guide.run.step.point[0]).intersects(QRectF(guide.popup.geometry()))
    while not guide.run.is_last:
        guide.popup.on.click()
    wait_until(lambda: view.board.size * view.camera.scale < NEAR / 2)


def test_nothing_is_taken_back_and_no_bot_acts_in_a_lesson(program) -> None:
    table = program.learn("nmc", 1)
    guide = guide_of(table)
    assert table.session.play(guide.run.left[0].action)
    length = table.session.length
    table.commands.actions["undo"].trigger()
    assert table.session.length == length
    assert not table.session.bots.busy


def test_the_start_window_offers_lessons(program) -> None:
    program.start()
    wanted = []
    program.launcher.learn_wanted.disconnect()
    program.launcher.learn_wanted.connect(lambda game, number: wanted.append((game, number)))
    learn = next(
        each for each in program.launcher.findChildren(QPushButton) if each.accessibleName().startswith("Learn The New")
    )
    learn.click()
    menu = program.launcher.findChild(QMenu)
    assert menu.actions()[0].text() == "1 · Look around (3 min)"
    menu.actions()[2].trigger()
    menu.close()
    assert wanted == [("nmc", 2)]
