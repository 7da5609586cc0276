"""Lessons as data: every line is an action, every lesson can be played to its end and reaches the figures it names."""

import msgspec
import pytest

from common.data import DataError
from common.engine import Refusal, load_game, playable_games
from common.tabletop.lessons import LessonRun, lessons_of, read_play

TAUGHT = [(name, number) for name in playable_games() for number in range(len(lessons_of(name)))]


def run_to_end(run: LessonRun) -> None:
    while True:
        for play in [*run.left, *run.to_watch]:
            assert run.match.why_not(play.action) is None, (run.lesson.id, run.at, play)
            run.match.play(play.action, play.dice)
        if not run.next_step():
            return


@pytest.mark.parametrize(("name", "number"), TAUGHT)
def test_a_lesson_can_be_played_to_its_end(name: str, number: int) -> None:
    run = LessonRun(load_game(name), lessons_of(name), number)
    run_to_end(run)
    assert not run.match.state.script  # every die was thrown
    run.match.check()


@pytest.mark.parametrize(("name", "number"), TAUGHT)
def test_the_learner_decides_only_for_his_side(name: str, number: int) -> None:
    run = LessonRun(load_game(name), lessons_of(name), number)
    while True:
        for play in run.left:
            assert run.match.to_act == run.lesson.side, (run.lesson.id, run.at, play)
            run.match.play(play.action, play.dice)
        for play in run.to_watch:
            run.match.play(play.action, play.dice)
        if not run.next_step():
            break


@pytest.mark.parametrize("name", sorted({name for name, _ in TAUGHT}))
def test_lessons_point_at_places_of_the_map(name: str) -> None:
    map_ = load_game(name).data.map
    spaces = {space for lesson in lessons_of(name) for step in lesson.steps for space in step.point}
    assert spaces <= {*map_.spaces, *map_.boxes}


def test_the_points_that_the_lessons_of_nmc_name_are_reached() -> None:
    game, lessons = load_game("nmc"), lessons_of("nmc")
    reached = []
    for number in range(len(lessons)):
        run = LessonRun(game, lessons, number)
        run_to_end(run)
        reached.append((run.match.state.vp["confederate"], run.match.state.vp["union"]))
    assert reached == [(22, 44), (22, 44), (27, 39), (34, 32), (50, 16)]
    assert run.match.result.winner == "confederate"


def test_something_else_is_answered_and_not_played() -> None:
    run = LessonRun(load_game("nmc"), lessons_of("nmc"), 1)
    other = next(action for action in run.match.legal() if action != run.left[0].action)
    answer = run.judge(other)
    assert isinstance(answer, Refusal)
    assert answer.why == "first the main army in 1803"


def test_actions_of_a_set_may_come_in_any_order() -> None:
    run = LessonRun(load_game("nmc"), lessons_of("nmc"), 0, step=4)
    for play in reversed(run.left[:]):
        assert run.judge(play.action) == play
        run.note_played(play.action)
    assert not run.is_waiting


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    game, lessons = load_game("nmc"), lessons_of("nmc")
    run = LessonRun(game, lessons, 1, step=4)
    assert run.at == 4
    assert run.match.why_not(run.left[0].action) is None


@pytest.mark.parametrize("line", ["Fly 1803", "Activate 1 2 3", "March x", "StepTo 1803 = many"])
def test_a_line_that_says_nothing_is_refused_with_its_place(line: str) -> None:
    with pytest.raises(DataError, match=r"lesson\.yaml"):
        read_play(load_game("nmc"), line)


def test_the_last_lessons_of_sand_wars_begin_in_the_middle_of_a_war_and_end_as_they_say() -> None:
    game, lessons = load_game("sand_wars"), lessons_of("sand_wars")
    assert [lesson.id for lesson in lessons] == ["look", "plan", "border", "combat", "win"]
    combat = LessonRun(game, lessons, 3)
    assert (combat.match.state.track, combat.match.state.pieces["A-B2"].at) == ("operational", "maghnia")
    run_to_end(combat)
    state = combat.match.state
    assert state.control["oujda"] == "algeria"
    assert state.pieces["M-base-1"].captured
    assert state.lost_steps == {"algeria": 1, "morocco": 4}
    win = LessonRun(game, lessons, 4)
    run_to_end(win)
    assert (win.match.result.winner, win.match.result.points) == ("algeria", {"algeria": 1, "morocco": 0})


def test_an_arrangement_that_no_position_can_have_is_named() -> None:
    game, lessons = load_game("sand_wars"), lessons_of("sand_wars")
    broken = [*lessons[:3], msgspec.structs.replace(lessons[3], arrange={"box": "ten"})]
    with pytest.raises(DataError, match="arrange"):
        LessonRun(game, broken, 3)
