"""The position of the lesson about winning, made by hand, and the points that the lesson names."""

import pytest

from common.data import DataError
from common.engine import Match
from common.tabletop.lessons import Lesson, LessonRun, LessonStep, lessons_of
from operation_serval.rules import victory
from operation_serval.state import COALITION, ISLAMIST
from tests.operation_serval.positions import BAMAKO, GAO, KIDAL, MOPTI, TIMBUKTU, arrange, game

POSITION = (
    f"{BAMAKO}: ml_pg ml_militia_1; {TIMBUKTU}: fr_ab_2rep; {GAO}: fr_sof_cm fr_abn_a3rp fr_ca_gtia1;"
    f"{MOPTI}: ml_33p ml_militia_2; 1631: ml_inf_2 ml_militia_3; 2127: ml_militia_4; 1629: ml_militia_5;"
    f"{KIDAL}: ad_iyad ad_base_3; 3114: aq_tech_1; 3316: aq_guer_1; eliminated_islamist: ad_sanda"
)


def last_turn() -> Match:
    """Turn 10 with three C2P for the Coalition, none for the Islamists, and one airlift point."""
    match = arrange(POSITION, scenario="scenario_2", turn=10, c2p=(0, 3), sharia=(TIMBUKTU, GAO, KIDAL))
    match.state.airlift = 1
    return match


def score(match: Match) -> tuple[float, float]:
    points = victory.points(match.state)
    return points[COALITION] / 2, points[ISLAMIST] / 2


def test_the_stored_position_is_the_one_laid_out_here() -> None:
    lesson = lessons_of("operation_serval")[-1]
    stored = game().decode((game().folder / lesson.position).read_bytes())
    assert stored == last_turn().state and score(last_turn()) == (15, 10)


@pytest.mark.rule("operation_serval", "VPC.a")
def test_the_lesson_reaches_the_points_that_it_names() -> None:
    lessons = lessons_of("operation_serval")
    run = LessonRun(game(), lessons, len(lessons) - 1)
    reached = [score(run.match)]
    while True:
        for play in (*run.left, *run.to_watch):
            run.match.play(play.action, play.dice)
        reached.append(score(run.match))
        if not run.next_step():
            break
    assert list(dict.fromkeys(reached)) == [(15, 10), (15, 6), (17, 6), (18, 6)]
    assert run.match.result is not None
    assert (run.match.result.winner, run.match.result.level) == (COALITION, "Operational victory")


@pytest.mark.parametrize("name", ["lesson.yaml", "none.json"])
def test_a_lesson_with_a_broken_position_says_which_file(name: str) -> None:
    lesson = Lesson(id="x", title="X", minutes=1, side=COALITION, position=name, steps=(LessonStep(say="Look."),))
    with pytest.raises(DataError, match=name):
        LessonRun(game(), (lesson,), 0)
