"""What rules have worked out from units is kept until one of those units changes, each position for itself."""

from operation_serval.rules.recruiting import pool
from operation_serval.rules.setup import able
from operation_serval.rules.zones import held_by_others, standing, zoned
from operation_serval.state import ISLAMIST, Unit
from tests.operation_serval.positions import GAO, KIDAL, MENAKA, SEGOU, arrange, game

POSITION = f"{KIDAL}: ad_tech_1; {GAO}: aq_guer_3; {SEGOU}: ml_base_1"


def test_the_answer_about_a_contingent_outlives_the_moves_of_others() -> None:
    state = arrange(POSITION).state
    before = standing(state, "ansar_dine")
    state.change("aq_guer_3", at=MENAKA)
    assert standing(state, "ansar_dine") is before
    assert held_by_others(state, "ansar_dine") == {MENAKA}
    state.change("ad_tech_1", at=GAO)
    assert standing(state, "ansar_dine") == {GAO} and held_by_others(state, "aqim") == {GAO}


def test_the_answer_about_a_side_is_forgotten_with_any_of_its_units() -> None:
    state = arrange(POSITION).state
    assert KIDAL not in zoned(state, ISLAMIST)
    near = state.data.near[KIDAL][0]
    state.put(Unit("fr_ca_gtia1", near))
    assert KIDAL in zoned(state, ISLAMIST)
    state.change("fr_ca_gtia1", disrupted=True)
    assert KIDAL not in zoned(state, ISLAMIST)


def test_a_counter_put_where_it_lies_forgets_nothing() -> None:
    state = arrange(POSITION).state
    before = standing(state, "aqim")
    state.put(Unit("aq_guer_3", GAO))
    assert standing(state, "aqim") is before


def test_copies_share_answers_until_one_of_them_moves_a_unit() -> None:
    state = arrange(POSITION).state
    before = standing(state, "aqim")
    copy = state.clone()
    assert standing(copy, "aqim") is before
    copy.change("aq_guer_3", at=MENAKA)
    assert standing(copy, "aqim") == {MENAKA} and standing(state, "aqim") is before
    state.change("aq_guer_3", at=KIDAL)
    assert standing(state, "aqim") == {KIDAL} and standing(copy, "aqim") == {MENAKA}


def test_a_recruit_that_has_come_no_longer_waits() -> None:
    state = arrange(POSITION).state
    first = pool(state, "mali", "")[0]
    state.put(Unit(first, SEGOU))
    assert first not in pool(state, "mali", "")


def test_counters_that_can_be_set_up_follow_the_hexes_of_others() -> None:
    """30.1m  With the enemy in all towns of the north-east nobody of AQIM can be taken up; one town left is enough."""
    state = game().new_match("scenario_2").state
    towns = sorted(state.data.zones["ne_settlements"])
    assert "aq_base_1" in able(state, "aqim")
    for id_, town in zip(state.data.members["mnla"], towns, strict=False):
        state.put(Unit(id_, town))
    assert able(state, "aqim") == frozenset()
    state.change(state.data.members["mnla"][0], at=SEGOU)
    assert "aq_base_1" in able(state, "aqim")
