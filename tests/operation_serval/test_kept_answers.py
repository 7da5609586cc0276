"""What rules have worked out from units is kept until one of those units changes, each position for itself."""

from random import Random

from operation_serval.actions import ReadyMade
from operation_serval.rules.bases import bases, covered
from operation_serval.rules.recruiting import pool
from operation_serval.rules.setup_places import able, counter_in, homes, why_not_choose
from operation_serval.rules.zones import held_by_others, standing, zoned
from operation_serval.state import COALITION, ISLAMIST, SIDES, Unit
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


def test_bases_and_pools_keep_their_answers_while_others_march() -> None:
    state = arrange(f"{POSITION}; 2029: ml_inf_1").state
    standing_bases, area, waiting = bases(state, COALITION), covered(state, COALITION), pool(state, "mali", "")
    state.change("ml_inf_1", at=SEGOU)
    assert bases(state, COALITION) is standing_bases and covered(state, COALITION) is area
    assert pool(state, "mali", "") is waiting
    state.change("ml_base_1", disrupted=True)
    assert bases(state, COALITION) == (state.units["ml_base_1"],)
    state.put(Unit("ml_inf_1", state.data.contingents["mali"].box))
    assert "ml_inf_1" in pool(state, "mali", "")


def test_in_a_random_set_up_the_counters_to_choose_are_those_that_are_not_refused() -> None:
    for scenario in ("scenario_1", "scenario_2"):
        match, chance = game().new_match(scenario, seed=4, options={"quick_start": False}), Random(scenario)
        for _ in range(120):
            state = match.state.clone(bare=True)
            if state.playing or state.step.actor(state) not in SIDES:
                break
            for contingent, members in state.data.members.items():
                side = state.data.contingents[contingent].side
                fit = {id_ for id_ in members if why_not_choose(state, side, id_) is None}
                assert able(match.state, contingent) == able(state, contingent) == fit
            match.play(chance.choice(match.legal()))


def test_a_ready_made_set_up_is_what_putting_its_counters_down_one_by_one_gives() -> None:
    for scenario in ("scenario_1", "scenario_2"):
        match, chance = game().new_match(scenario, seed=5, options={"quick_start": False}), Random(scenario)
        for _ in range(40):
            match.play(chance.choice([action for action in match.legal() if not isinstance(action, ReadyMade)]))
        state, slow = match.state.clone(), match.state.clone()
        placement, boxes = state.data.placements[scenario].coalition, homes(state)
        for id_ in state.data.counters_of[COALITION]:
            slow.put(Unit(id_, boxes[id_]))
        for place, ids in placement.items():
            for id_ in ids:
                if place != boxes[id_]:
                    slow.put(counter_in(slow, id_, place))
        state.step.play(state, ReadyMade())
        assert (state.units, state.tops) == (slow.units, slow.tops)
        assert state.pieces.by_space == slow.pieces.by_space
