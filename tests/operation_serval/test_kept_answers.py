"""What rules have worked out from units is kept until one of those units changes, each position for itself."""

from random import Random

import pytest

from operation_serval.actions import CHOOSE, ReadyMade, Refit
from operation_serval.rules.air import AirSegment
from operation_serval.rules.bases import bases, covered
from operation_serval.rules.deployment import has_place
from operation_serval.rules.events import EventPlacing
from operation_serval.rules.march_search import Search, cheapest_steps
from operation_serval.rules.movement import Marching, Movement, can_step, movers, steppers
from operation_serval.rules.netwar import attacks
from operation_serval.rules.operations import can_begin
from operation_serval.rules.recruiting import GROUPS, pool, recruits
from operation_serval.rules.refit import refits
from operation_serval.rules.sequence import ActionStep
from operation_serval.rules.setup import SetUp
from operation_serval.rules.setup_places import choices, counter_in, homes, why_not_choose
from operation_serval.rules.sharia import clearable
from operation_serval.rules.ways import PLENTY
from operation_serval.rules.zones import blocked, held_by_others, in_the_way, standing, zoned
from operation_serval.state import COALITION, ISLAMIST, SIDES, ServalState, Unit
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
    assert CHOOSE["aq_base_1"] in choices(state, ISLAMIST)
    for id_, town in zip(state.data.members["mnla"], towns, strict=False):
        state.put(Unit(id_, town))
    assert not {action.unit for action in choices(state, ISLAMIST)}.intersection(state.data.members["aqim"])
    state.change(state.data.members["mnla"][0], at=SEGOU)
    assert CHOOSE["aq_base_1"] in choices(state, ISLAMIST)


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


def test_refits_hang_on_those_who_are_disrupted() -> None:
    """19.3  An effective unit that marches leaves them as they are, one that is disrupted changes them."""
    state = arrange(f"{POSITION}; 2029: ml_inf_1").state
    state.airlift = 0  # no air supply
    assert refits(state, COALITION, "mali") == []
    state.put(Unit("ml_inf_2", SEGOU, disrupted=True))
    before = refits(state, COALITION, "mali")
    assert before == [Refit("mali", "ml_base_1")]
    state.change("ml_inf_1", at=SEGOU)
    assert refits(state, COALITION, "mali") is before
    state.change("ml_inf_2", at=KIDAL)
    assert refits(state, COALITION, "mali") == []


def test_a_copy_piles_up_its_own_stacks() -> None:
    """28  Who lies on top is written down for each position by itself, whichever of two copies moves first."""
    state = arrange(POSITION).state
    tops, copy = dict(state.tops), state.clone()
    copy.change("aq_guer_3", at=MENAKA)
    copy.change("ad_tech_1", at=GAO)
    assert state.tops == tops and copy.tops[MENAKA] == "aq_guer_3" and copy.tops[GAO] == "ad_tech_1"
    moved = dict(copy.tops)
    state.change("ad_tech_1", at=MENAKA)
    assert copy.tops == moved and state.tops[MENAKA] == "ad_tech_1" and state.tops[GAO] == "aq_guer_3"


def test_in_a_random_set_up_the_counters_to_choose_are_those_that_are_not_refused() -> None:
    for scenario in ("scenario_1", "scenario_2"):
        match, chance = game().new_match(scenario, seed=4, options={"quick_start": False}), Random(scenario)
        for _ in range(120):
            state = match.state.clone(bare=True)
            if state.playing or state.step.actor(state) not in SIDES:
                break
            for side in SIDES:
                fit = [CHOOSE[id_] for id_ in state.data.counters_of[side] if why_not_choose(state, side, id_) is None]
                assert choices(match.state, side) == choices(state, side) == fit
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


@pytest.mark.parametrize("seed", range(4))
def test_what_is_kept_in_a_game_is_what_a_bare_copy_works_out(seed: int) -> None:
    """Lists, offers of all contingents and steps of all units, with clones and undo in between."""
    chance = Random(seed)
    options = {option: chance.random() < 0.5 for option in game().options}
    match = game().new_match(chance.choice(sorted(game().scenarios)), seed, options)
    for number in range(350):
        if match.result is not None:
            break
        legal = match.legal()
        bare = match.state.clone(bare=True)
        assert legal == bare.step.legal(bare), match.prompt
        if bare.playing and number % 5 == 0:
            assert kept_answers(match.state) == kept_answers(match.state.clone(bare=True))
        match.play(chance.choice(legal))
        if number % 7 == 0:
            match.undo()
        if number % 11 == 0:  # what a copy does and asks leaves its original alone
            other = match.clone(seed=number, quiet=True)
            for _ in range(4):
                if other.result is None:
                    other.play(chance.choice(other.legal()))


def kept_answers(state: ServalState) -> list[object]:
    """What is kept beside contingents, sides, pools and bases, asked in all circumstances of a position."""
    found: list[object] = [clearable(state)]
    for side in SIDES:
        found += [zoned(state, side), in_the_way(state, side), attacks(state, side)]
        for contingent in state.data.contingents_of[side]:
            able = movers(state, contingent)
            found += [able, steppers(state, side, able), can_begin(state, side, contingent)]
            found += [recruits(state, contingent), refits(state, side, contingent)]
            found += [has_place(state, id_) for id_ in pool(state, contingent, GROUPS.get(contingent, ("",))[0])]
    return found


def test_lists_made_of_parts_are_those_of_the_predicates() -> None:
    """Units that move, step and fly, places of the set-up: each list against the question put about each one."""
    for seed in range(6):
        match, chance = game().new_match(seed=seed, options={"quick_start": seed % 2 == 0}), Random(seed)
        for _ in range(250):
            if match.result is not None:
                break
            state, step = match.state, match.state.step
            if isinstance(step, Movement | AirSegment | SetUp | EventPlacing | ActionStep):
                wide = [one for one in dict.fromkeys(step.candidates(state)) if step.why_not(state, one) is None]
                assert list(match.legal()) == wide, match.prompt
            match.play(chance.choice(match.legal()))


def test_whether_an_operation_can_begin_is_known_of_each_position_for_itself() -> None:
    """R8  A contingent with one unit in play has an operation; without it there is nothing to move or attack with."""
    state = arrange("2126: ad_tech_1").state
    for id_ in state.data.members["ansar_dine"]:
        if id_ != "ad_tech_1":
            state.change(id_, at=state.data.contingents["ansar_dine"].box)
    assert can_begin(state, ISLAMIST, "ansar_dine")
    copy = state.clone()
    copy.change("ad_tech_1", at=copy.data.contingents["ansar_dine"].box)
    assert not can_begin(copy, ISLAMIST, "ansar_dine")
    assert can_begin(state, ISLAMIST, "ansar_dine")


def test_the_cheapest_step_follows_the_enemy() -> None:
    """11.2b, 13.2  Enemies around a unit leave it no step; one that goes opens it again."""
    state = arrange("2126: ad_tech_1").state
    infantry = [id_ for id_ in state.data.members["mali"] if id_ in state.data.mobile_ids]
    assert can_step(state, ISLAMIST, "ad_tech_1")
    for id_, hex_ in zip(infantry, state.data.near["2126"], strict=False):
        state.put(Unit(id_, hex_))
    assert not can_step(state, ISLAMIST, "ad_tech_1")
    state.change(infantry[0], at=SEGOU, disrupted=True)
    for id_ in infantry:
        state.change(id_, disrupted=True)  # no zone of control is left
    assert cheapest_steps(state, ISLAMIST)[False]["2126"] < PLENTY


@pytest.mark.parametrize("seed", range(2))
def test_ways_on_open_ground_are_those_that_a_search_finds(seed: int) -> None:
    """11.2, 13, R16  The same places in the same order, each for the same price by the same way.

    So it is before intervention, and where the enemy stands or stops stacks at the end of their ways only.
    """
    chance, compared, quiet, beside = Random(seed), 0, 0, 0
    match = game().new_match(("scenario_1", "scenario_2")[seed], seed, {"quick_start": True})
    while match.result is None and (compared < 25 or not beside):
        step = match.state.step
        if isinstance(step, Marching) and step.units:
            search = Search(match.state, step.side, step.units)
            known, found = search.open_marches(), search.marches()
            if known is not None:
                compared, quiet = compared + 1, quiet + search.quiet
                around = [near for place in known for near in match.state.data.near.get(place, ())]
                beside += not blocked(match.state, step.side).isdisjoint(around)
                assert known.offers == found.offers
                assert {place: (way.cost, way.path) for place, way in known.items()} == {
                    place: (way.cost, way.path) for place, way in found.items()
                }
                assert all((hex_ in known) == (hex_ in found) for hex_ in match.state.data.hexes)
        match.play(chance.choice(match.legal()))
    assert compared >= 25 and beside
    assert bool(quiet) == (match.scenario == "scenario_1")
