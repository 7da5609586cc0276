"""1  How to win."""

import pytest

from fallujah.rules import victory
from fallujah.rules.setup import start
from tests.fallujah.positions import arrange, game


def points(match, group):
    return next(score.points for score in victory.scores(match.state) if score.id == group)


@pytest.mark.rule("fallujah", "OVR.b")
def test_a_low_insurgent_total_is_a_coalition_win():
    match = arrange(to="reset", turn=7, only="", backlash=14)
    assert match.result.winner == "coalition"
    assert match.result.points["total"] == 14


@pytest.mark.rule("fallujah", "1a")
def test_nobody_wins_before_the_last_day():
    match = arrange(to="reset", turn=4, only="", backlash=10)
    assert match.result is None
    assert match.state.turn == 5


@pytest.mark.rule("fallujah", "1.1a")
def test_points_are_counted_after_the_last_infiltration():
    match = arrange(to="infiltration", turn=7, only="7")
    assert match.result.points["total"] == 29  # every ungarrisoned area has fallen back


@pytest.mark.rule("fallujah", "1.1b")
def test_each_fedayeen_is_worth_one():
    match = arrange("2: F1 F2- F3!", only="2")
    assert points(match, "fedayeen") == 3 == victory.total(match.state)


@pytest.mark.rule("fallujah", "1.1c")
def test_each_cadre_is_worth_two():
    match = arrange("2: C1 C2- C3 C4", only="2")
    assert points(match, "cadre") == 8 == victory.total(match.state)


@pytest.mark.rule("fallujah", "1.1d")
@pytest.mark.rule("fallujah", "1.1e")
@pytest.mark.rule("fallujah", "1.1f")
@pytest.mark.rule("fallujah", "1.1g")
@pytest.mark.rule("fallujah", "1.1h")
@pytest.mark.parametrize(
    ("areas", "group", "worth"),
    [
        ("46 47", "mosques", 2),
        ("7 9 13 18 19 21 24 27 28 31 33 35 42 46 47", "mosques", 15),
        ("48 51", "route10", 2),
        ("11 12 14 15 16 17 22 48 49 50 51", "route10", 11),
        ("13", "mosques", 1),  # a mosque on Route 10
        ("40", "jolan", 1),
        ("40 45", "jolan", 2),
        ("36", "government", 1),
        ("1 2 3 4 5 6 8 10 20 23 25 26 29 30 32 34 37 38 39 41 43 44", "mosques", 0),
    ],
)
def test_areas_under_insurgent_control_score(areas, group, worth):
    match = arrange(only=areas)
    assert points(match, group) == worth == victory.total(match.state)


@pytest.mark.rule("fallujah", "1.1h")
def test_a_contested_area_scores_for_the_insurgents():
    match = arrange("36: C1 inf1", only="")
    assert points(match, "government") == 1


@pytest.mark.rule("fallujah", "1.1i")
def test_backlash_scores():
    match = arrange(only="", backlash=17)
    assert victory.total(match.state) == 17


@pytest.mark.rule("fallujah", "1.1j")
def test_militia_are_worth_nothing():
    match = arrange("2: M1 M2 M3 M4- M5 M6; 3: M7 M8 M9 M10 M11 M12", only="2 3")
    assert victory.total(match.state) == 0


@pytest.mark.rule("fallujah", "1.2a")
@pytest.mark.rule("fallujah", "1.2b")
@pytest.mark.rule("fallujah", "1.2c")
@pytest.mark.rule("fallujah", "1.2d")
@pytest.mark.rule("fallujah", "1.2e")
@pytest.mark.parametrize(
    ("total", "level", "winner"),
    [
        (70, "Major Insurgent Victory", "insurgent"),
        (36, "Major Insurgent Victory", "insurgent"),
        (35, "Minor Insurgent Victory", "insurgent"),
        (26, "Minor Insurgent Victory", "insurgent"),
        (25, "Draw", None),
        (24, "Minor Coalition Victory", "coalition"),
        (15, "Minor Coalition Victory", "coalition"),
        (14, "Major Coalition Victory", "coalition"),
        (0, "Major Coalition Victory", "coalition"),
    ],
)
def test_levels_of_victory(total, level, winner):
    result = arrange(to="reset", turn=7, only="", backlash=total).result
    assert (result.level, result.winner) == (level, winner)


@pytest.mark.rule("fallujah", "11.1k")
def test_the_live_total_starts_at_83():
    match = game().new_match("phantom_fury")
    from fallujah.actions import Deploy

    match.play(Deploy("depth"))
    assert match.view("coalition").total == 83
    assert [score.points for score in match.view(None).scores] == [20, 34, 15, 11, 2, 1, 0]


def test_giving_up_hands_the_best_level_to_the_other_side():
    from common.engine import Concede

    match = arrange()
    match.play(Concede("coalition"))
    assert (match.result.winner, match.result.level) == ("insurgent", "Major Insurgent Victory")
    assert start(game().data, "phantom_fury").result is None
