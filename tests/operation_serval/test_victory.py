"""4, 5, VPC  Control, sudden death, victory points and the degree of victory."""

import pytest

from operation_serval.rules.victory import end_game, lead, level, points, scores, shown, sudden_death
from operation_serval.state import COALITION, ISLAMIST
from tests.operation_serval.positions import BAMAKO, GAO, KIDAL, SEGOU, TIMBUKTU, arrange, game

AWAY = "2207: aq_guer_1"  # a hex of Mali that scores nothing
FIVE = "1233: ad_tech_1; 2323: ad_tech_2; 2924: mj_tech_1; 3218: ad_tech_3; 2029: ad_tech_4"


# Control (4.0)


@pytest.mark.rule("operation_serval", "4.0a")
def test_a_militia_controls_a_town() -> None:
    state = arrange(f"{SEGOU}: ml_militia_1; {AWAY}").state
    assert state.holder(SEGOU) == COALITION
    assert points(state)[COALITION] == 2


@pytest.mark.rule("operation_serval", "4.0b")
def test_an_empty_city_belongs_to_nobody() -> None:
    state = arrange(f"{GAO}: mj_tech_1; {AWAY}").state
    assert state.holder(GAO) == ISLAMIST
    state.change("mj_tech_1", at="2925")
    assert state.holder(GAO) == ""
    assert points(state)[ISLAMIST] == 0


@pytest.mark.rule("operation_serval", "4.0c")
@pytest.mark.rule("operation_serval", "3.0i")
def test_markers_and_air_units_control_nothing() -> None:
    state = arrange(AWAY, sharia=[KIDAL]).state
    state.sorties = {"fr_air_rafale": KIDAL}
    assert state.holder(KIDAL) == ""
    assert points(state) == {ISLAMIST: 4, COALITION: 0}


@pytest.mark.rule("operation_serval", "4.0g")
def test_mnla_and_french_are_friends() -> None:
    side_of = game().data.side_of
    assert side_of["mn_tech_1"] == side_of["fr_sof_cm"] == side_of["td_armor"] == COALITION


# Sudden death (5.1)


@pytest.mark.rule("operation_serval", "5.1a")
@pytest.mark.parametrize(("extra", "ends"), [(f"{SEGOU}: aq_tech_1", True), ("1629: aq_tech_1", False)])
def test_bamako_and_five_capitals_win_at_once(extra: str, ends: bool) -> None:
    state = arrange(f"{FIVE}; {extra}").state
    sudden_death(state)
    assert (state.result is not None) == ends
    if ends:
        assert state.result.winner == ISLAMIST and state.result.rule == "5.1a"


@pytest.mark.rule("operation_serval", "5.1a")
def test_bamako_is_not_one_of_the_eight_and_is_needed() -> None:
    capitals = game().data.capitals
    assert len(capitals) == 8 and BAMAKO not in capitals
    state = arrange(FIVE.replace("1233", "0529") + f"; {SEGOU}: aq_tech_1").state
    sudden_death(state)
    assert state.result is None


@pytest.mark.rule("operation_serval", "5.1b")
@pytest.mark.parametrize(
    ("text", "ends"),
    [
        ("3111: aq_tech_1; algeria_sa: aq_tech_2", True),
        ("3111: aq_tech_1; 3114: aq_base_1*", False),
        ("2107: aq_guer_1", False),
    ],
)
def test_no_islamist_left_in_mali_wins_at_once(text: str, ends: bool) -> None:
    state = arrange(f"{text}; 1233: ml_pg").state
    sudden_death(state)
    assert (state.result is not None) == ends
    if ends:
        assert state.result.winner == COALITION and state.result.rule == "5.1b"


def test_sudden_death_waits_for_the_end_of_set_up() -> None:
    state = arrange("1233: ml_pg; 2107: aq_guer_1", playing=False).state
    state.change("aq_guer_1", at="algeria_sa")
    sudden_death(state)
    assert state.result is None


# Victory points


@pytest.mark.rule("operation_serval", "VPC.a")
def test_islamist_points_for_places() -> None:
    assert points(arrange(f"{KIDAL}: ad_tech_1; 3114: aq_tech_1; 3316: aq_guer_1; 3315: aq_guer_2").state) == {
        ISLAMIST: 2 * (2 + 1 + 1 + 1),
        COALITION: 0,
    }
    worth = points(arrange(f"{BAMAKO}: ad_tech_1; {TIMBUKTU}: ad_tech_2; 2107: aq_guer_1; 3111: aq_guer_2").state)
    assert worth[ISLAMIST] == 2 * (10 + 5 + 1)  # Bordj is a foreign town


@pytest.mark.rule("operation_serval", "VPC.b")
@pytest.mark.rule("operation_serval", "27.1d")
def test_sharia_scores_whoever_holds_the_town() -> None:
    state = arrange(f"{GAO}: ml_33p; {AWAY}", sharia=[GAO, KIDAL, TIMBUKTU, "3425"]).state
    assert points(state) == {ISLAMIST: 2 * 8, COALITION: 2 * 1}


@pytest.mark.rule("operation_serval", "VPC.c")
@pytest.mark.rule("operation_serval", "10.7b")
def test_lost_french_and_us_companies_score() -> None:
    lost = "eliminated_coalition: fr_mech_a21 fr_sof_cm td_armor fr_gamou ml_33p us_eng"
    state = arrange(f"{AWAY}; {lost}; withdrawn: fr_mech_b21", options={"africom": True}).state
    assert points(state) == {ISLAMIST: 2 * 3, COALITION: 0}


@pytest.mark.rule("operation_serval", "VPC.d")
def test_coalition_points_for_places() -> None:
    text = f"{BAMAKO}: ml_pg; {TIMBUKTU}: fr_sof_cm; 2029: ml_33p; 1629: ml_inf_1; 1832: ml_inf_2; 3425: mn_guer_1"
    state = arrange(f"{text}; 2920: mn_guer_2; 3431: af_niger; {AWAY}").state
    assert points(state) == {ISLAMIST: 0, COALITION: 21}  # 10½: mine and Niamey count nothing


@pytest.mark.rule("operation_serval", "VPC.e")
def test_dead_islamist_leaders_score() -> None:
    state = arrange(
        f"{AWAY}; eliminated_islamist: ad_iyad aq_belmokhtar ad_tech_1; eliminated_coalition: mn_najim"
    ).state
    assert points(state) == {ISLAMIST: 0, COALITION: 2 * 6}


@pytest.mark.rule("operation_serval", "5.2a")
def test_the_lead_is_the_difference() -> None:
    dead = "ad_iyad ad_sanda ad_alghabass aq_belmokhtar aq_abou_zeid mj_hamaha mj_tilemsi"
    text = f"{TIMBUKTU}: fr_sof_cm; eliminated_islamist: {dead}; 3316: aq_guer_1"
    state = arrange(text, sharia=[GAO, KIDAL, "3425", "1925", "3114", "2327", "3026"], extensions=0).state
    assert points(state) == {ISLAMIST: 2 * 15, COALITION: 2 * 24}
    assert lead(state) == 9
    end_game(state)
    assert state.result.winner == COALITION and state.result.level == "Local victory"


@pytest.mark.rule("operation_serval", "5.2b")
@pytest.mark.rule("operation_serval", "5.2c")
@pytest.mark.rule("operation_serval", "5.2d")
@pytest.mark.rule("operation_serval", "5.2e")
@pytest.mark.parametrize(
    ("difference", "degree"),
    [
        (16, "Decisive victory"),
        (15, "Operational victory"),
        (11, "Operational victory"),
        (10, "Local victory"),
        (6, "Local victory"),
        (5, "Draw"),
        (0, "Draw"),
        (-6, "Local victory"),
        (-40, "Decisive victory"),
    ],
)
def test_degrees_of_victory(difference: int, degree: str) -> None:
    assert level(arrange().state, difference) == degree


def test_half_points_are_rounded_towards_a_draw() -> None:
    towns = "1629: ml_inf_1; 1832: ml_inf_2; 1734: ml_inf_3"
    state = arrange(f"{BAMAKO}: ml_pg; 1628: ml_inf_4; {AWAY}").state
    assert (points(state)[COALITION], lead(state), shown(11)) == (11, 5, "5½")
    end_game(state)
    assert state.result.winner is None and state.result.level == "Draw"
    behind = arrange(f"{towns}; {AWAY}", sharia=[GAO]).state  # 1½ to 2
    assert lead(behind) == 0


def test_every_point_tells_its_origin() -> None:
    state = arrange(f"{KIDAL}: ad_tech_1; {BAMAKO}: ml_pg", sharia=[KIDAL], extensions=1).state
    assert {(score.side, score.halves, score.what) for score in scores(state)} == {
        (COALITION, 10, "Coalition in Bamako (1233)"),
        (ISLAMIST, 4, "Islamists in Kidal (3218)"),
        (ISLAMIST, 4, "sharia in Kidal (3218)"),
        (ISLAMIST, 10, "1 more turn"),
    }
