"""The lessons of Somali Pirates reach the figures that they name."""

from __future__ import annotations

from common.tabletop.lessons import LessonRun, lessons_of
from somali_pirates.rules.control import controller, zone_income
from somali_pirates.state import PirateState
from tests.somali_pirates.positions import game, where


def finished(id_: str) -> LessonRun:
    """A lesson played to its end as it asks for."""
    lessons = lessons_of("somali_pirates")
    number = next(number for number, lesson in enumerate(lessons) if lesson.id == id_)
    run = LessonRun(game(), lessons, number)
    while True:
        for play in (*run.left, *run.to_watch):
            run.match.play(play.action, play.dice)
        if not run.next_step():
            return run


def test_there_are_five_lessons_and_both_sides_are_taught() -> None:
    lessons = lessons_of("somali_pirates")
    assert [lesson.title for lesson in lessons] == [
        "Look around",
        "Move",
        "Fight",
        "Control and going on",
        "Mobilize and chits",
    ]
    assert {lesson.side for lesson in lessons} == {"coalition", "pirate"}


def test_mobilizing_leaves_the_points_and_brings_the_zones_that_are_named() -> None:
    match = finished("mobilize").match
    state: PirateState = match.state
    assert state.index["pirate"] == 54
    held = ("merca", "garowe", "hargeisa", "bosaso")
    assert {controller(state, zone) for zone in held} == {"pirate"}
    assert sum(zone_income(state, zone)["pirate"] for zone in held) == 8
    assert where(match, "pl_mothership_2") == "eyl"
    assert where(match, "pl_militia_3") == "!qardho"
    assert state.hands["pirate"] == ()
    assert "somali_civil_war" not in state.shut.values()
    assert (match.to_act, state.phase) == ("coalition", "movement")
