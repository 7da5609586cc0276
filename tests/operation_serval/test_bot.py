"""What the bots of Operation Serval make of a position: sieges, garrisons, sharia, the line, and what they save."""

from __future__ import annotations

from common.engine import Match, Side
from operation_serval.actions import ClearSharia, EnactSharia, Extend
from operation_serval.bot import policy
from operation_serval.bot.duties import sites
from operation_serval.bot.moves import Destinations
from operation_serval.bot.plans import plans
from operation_serval.bot.survey import UNSEEN_GARRISON, Survey
from operation_serval.rules.sequence import Extension
from operation_serval.state import COALITION, ISLAMIST
from tests.operation_serval.positions import GAO, KIDAL, KOULIKORO, TESSALIT, TIMBUKTU, arrange

MNLA = "2924: mn_tech_1 mn_guer_1 mn_base_1; 2323: mn_tech_2 mn_guer_2 mn_base_2"
BAND = "ad_tech_1 ad_tech_2 ad_tech_3 ad_tech_4"
BAMAKO = "1233: ml_pg ml_militia_1"


def early(text: str, **more: object) -> Match:
    """An action step of the Islamists before intervention."""
    return arrange(f"{text}; {BAMAKO}", side=ISLAMIST, turn=1, intervention=False, initiative=ISLAMIST, **more)  # type: ignore[arg-type]


def survey(match: Match, side: Side = ISLAMIST) -> Survey:
    return Survey(match.state, side)


def test_before_intervention_a_contingent_besieges_the_nearest_capital_until_it_falls() -> None:
    match = early(f"3118: {BAND}; 3218: mn_tech_3 mn_guer_3 mn_base_3; {MNLA}")
    assert survey(match).siege("ansar_dine") == KIDAL
    first = plans(survey(match), "ansar_dine")[0]
    assert (first.hex, set(first.units)) == (KIDAL, set(BAND.split()))
    taken = early(f"3218: {BAND}; {MNLA}")
    assert survey(taken).siege("ansar_dine") == GAO
    assert survey(early(f"3218: {BAND}")).siege("ansar_dine") == ""


def test_after_intervention_nobody_besieges() -> None:
    match = arrange(f"3118: {BAND}; 3218: mn_tech_3; {BAMAKO}", side=ISLAMIST, turn=3)
    assert survey(match).siege("ansar_dine") == ""


def test_a_garrison_stays_in_a_capital_while_the_others_go_on() -> None:
    """Three guerrillas are three steps: they stay, the technicals are free, and so is the leader."""
    match = early(f"3218: ad_iyad {BAND} ad_guer_1 ad_guer_2 ad_guer_3; {MNLA}")
    judged = survey(match)
    assert [id_ for id_ in judged.mobile("ansar_dine") if judged.stays(id_)] == ["ad_guer_1", "ad_guer_2", "ad_guer_3"]
    assert Destinations(judged, "ansar_dine").best("ad_guer_1") == (0.0, KIDAL, "")
    later = arrange(f"3218: {BAND} ad_guer_1; {BAMAKO}", side=ISLAMIST)
    assert not survey(later).stays("ad_guer_1")


def test_sharia_is_enacted_at_once_where_leaders_stand_before_intervention() -> None:
    match = early(f"3218: ad_iyad {BAND}; 3114: ad_alghabass; {MNLA}")
    assert policy(match, ISLAMIST).action == EnactSharia("ansar_dine")
    assert policy(early(f"3118: ad_iyad {BAND}; {MNLA}"), ISLAMIST).action != EnactSharia("ansar_dine")


def test_two_leaders_do_not_preach_in_the_same_town() -> None:
    alone = early("3118: ad_iyad; 2107: aq_guer_1")
    taken = early("3118: ad_iyad; 3114: ad_alghabass; 2107: aq_guer_1")
    wish = Destinations(survey(alone), "ansar_dine").value("ad_iyad", TESSALIT)
    assert wish > Destinations(survey(taken), "ansar_dine").value("ad_iyad", TESSALIT) + 1.0


def test_a_stack_in_a_capital_that_was_never_seen_is_taken_for_a_garrison() -> None:
    text = f"2322: {BAND}; 2323: mn_guer_2; 1925: mn_guer_5"
    match = early(text, options={"fog_of_war": True})
    assert survey(match).expected_steps(TIMBUKTU) == UNSEEN_GARRISON
    assert survey(match).expected_steps("1925") == 1
    match.state.reveal(("mn_guer_2",))
    assert survey(match).expected_steps(TIMBUKTU) == 1
    assert survey(early(text)).expected_steps(TIMBUKTU) == 1


def test_no_base_is_planned_under_the_guns_of_the_enemy() -> None:
    assert sites(survey(early("3317: aq_tech_1 aq_abou_zeid; 3218: mn_base_3*")), "aqim") == {"3317"}
    assert sites(survey(early("3317: aq_tech_1 aq_abou_zeid; 3218: mn_tech_3")), "aqim") == set()


def test_the_line_is_crossed_in_the_last_turn_only_and_when_the_french_cannot_answer() -> None:
    def draw(turn: int, points: int) -> float:
        text = f"2228: ad_tech_1; {BAMAKO}"
        match = arrange(text, side=ISLAMIST, turn=turn, intervention=False, c2p=(6, points))
        return Destinations(survey(match), "ansar_dine").value("ad_tech_1", KOULIKORO)

    assert draw(9, 0) < 0.0 and draw(10, 5) < 0.0 < draw(10, 0)


def test_markers_under_own_units_are_cleared_before_anything_else_in_the_last_turns() -> None:
    text = f"2923: {BAND}; 2924: fr_ca_gtia1 fr_ab_2rep; {BAMAKO}"
    for turn in (9, 10):
        assert policy(arrange(text, turn=turn, sharia=(GAO,)), COALITION).action == ClearSharia()
    assert policy(arrange(text, turn=3, sharia=(GAO,)), COALITION).action != ClearSharia()


def test_the_weaker_the_islamists_are_the_longer_they_lie_low() -> None:
    """With equal forces they come out in the turn before the last, against a much stronger enemy in the last."""
    weak = f"3317: {BAND} ad_base_1; 2924: fr_ca_gtia1 fr_ca_bima fr_ab_2rep fr_ab_1rcp; {BAMAKO}"
    even = f"3317: {BAND} ad_base_1; 2924: fr_ab_2rep; 1333: ml_33p ml_sf; {BAMAKO}"
    low = {
        (name, turn): survey(arrange(text, turn=turn)).lies_low
        for name, text in (("weak", weak), ("even", even))
        for turn in (8, 9, 10)
    }
    assert [low["weak", turn] for turn in (8, 9, 10)] == [True, True, False]
    assert [low["even", turn] for turn in (8, 9, 10)] == [True, False, False]


def test_another_turn_is_bought_only_when_the_enemy_is_broken() -> None:
    """The Coalition leads by a few points: with no fighters left against it a turn may bring the victory."""
    held = "1233: ml_pg; 2322: fr_ca_gtia1 fr_ab_2rep"
    broken = arrange(f"{held}; 2107: aq_guer_1", turn=10, steps=[Extension(COALITION)])
    assert policy(broken, COALITION).action == Extend(True)
    alive = arrange(f"{held}; 2107: {BAND} ad_tech_5 ad_tech_6", turn=10, steps=[Extension(COALITION)])
    assert policy(alive, COALITION).action == Extend(False)
