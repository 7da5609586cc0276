"""2, 3, 30  What comes in the box, and how both scenarios are set up."""

import pytest

from common.engine import Match
from operation_serval.actions import Choose, Finish, MarkTown, Place, ReadyMade
from operation_serval.rules.setup_places import groups, missing, placed
from operation_serval.state import COALITION, ISLAMIST, SIDES, STAGING
from tests.asking import offered, refused, step
from tests.operation_serval.positions import (
    BAMAKO,
    DIABALY,
    GAO,
    KIDAL,
    MOPTI,
    TIMBUKTU,
    arrange,
    at,
    fresh,
    game,
    points,
    worn,
)

SCENARIOS = ("scenario_1", "scenario_2")
STANDARD = [counter for counter in game().data.counters.values() if not counter.option]


def new(scenario: str = "scenario_1", **options: bool) -> Match:
    """A match before anything is placed."""
    return game().new_match(scenario, 1, options)


def islamist_turn(scenario: str) -> Match:
    """A match in which the Coalition has set up."""
    match = new(scenario)
    match.play(ReadyMade())
    match.play(Finish())
    return match


def place(match: Match, unit: str, where: str) -> str | None:
    """Take up a counter and ask whether it may be placed; put it there if so."""
    match.play(Choose(unit))
    rule = refused(match, Place(where))
    if rule is None:
        match.play(Place(where))
    else:
        match.undo()
    return rule


def kinds_at(match: Match, place_: str, nation: str) -> dict[str, int]:
    """How many counters of a nation are in a place, by type."""
    counters = [match.state.counter(unit.id) for unit in match.state.own(COALITION, place_)]
    types = [counter.type for counter in counters if counter.nation == nation]
    return {type_: types.count(type_) for type_ in types}


# Components


@pytest.mark.rule("operation_serval", "2.0a")
def test_the_game_has_176_counters() -> None:
    data = game().data
    markers = sum(marker.count for marker in data.units.markers.entries)
    assert len(data.counters) + sum(kind.count for kind in data.netwar.values()) + markers == 176


@pytest.mark.rule("operation_serval", "2.1a")
def test_weather_changes_no_movement_cost() -> None:
    calm, stormy = arrange(), arrange(weather=True)
    for here, there in (("2323", "2322"), ("2029", "2129")):
        assert calm.state.data.step_cost(here, there) == stormy.state.data.step_cost(here, there)


@pytest.mark.rule("operation_serval", "2.1b")
def test_there_are_four_staging_areas() -> None:
    boxes = {box.id: box.attrs["owner"] for box in game().data.map.boxes.values() if box.kind == "staging"}
    assert boxes == {area: side for side in SIDES for area in STAGING[side]}
    assert sorted(STAGING[COALITION]) == ["chad_sa", "france_sa", "west_africa_sa"]


@pytest.mark.rule("operation_serval", "2.1c")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_an_available_box_holds_only_units_of_its_contingent(scenario: str) -> None:
    state = fresh(scenario).state
    for contingent in state.data.contingents.values():
        there = [state.counter(unit.id) for unit in state.own(contingent.side, contingent.box)]
        assert {counter.contingent for counter in there} <= {contingent.id}
        assert not {counter.id for counter in there} & state.data.task_force_ids


@pytest.mark.rule("operation_serval", "2.2a")
def test_all_charts_and_tracks_are_there() -> None:
    tables, boxes = game().data.tables, game().data.map.boxes
    for chart in (
        "kinetic",
        "cyber",
        "strike",
        "air_defense",
        "terrain",
        "income",
        "costs",
        "events",
        "victory_points",
    ):
        assert getattr(tables, chart).source
    assert game().data.units.netwar.source
    assert {"turn", "c2p_islamist", "c2p_coalition", "airlift"} <= set(boxes)
    assert [box.turn for box in tables.tracks.turns] == list(range(1, 13))


@pytest.mark.rule("operation_serval", "3.0a")
def test_the_islamists_have_three_contingents() -> None:
    data = game().data
    assert {counter.contingent for counter in STANDARD if data.side_of[counter.id] == ISLAMIST} == {
        "ansar_dine",
        "aqim",
        "mojwa",
    }


@pytest.mark.rule("operation_serval", "3.0c")
@pytest.mark.rule("operation_serval", "3.0n")
def test_mobile_counters_have_three_values_and_the_known_types() -> None:
    data = game().data
    ground = [counter for counter in data.counters.values() if counter.id not in data.air_ids]
    assert {counter.type for counter in ground} == {
        "leader", "combined_arms_tf", "airborne_tf", "armor", "mechanized_infantry", "airborne_armor",
        "airborne_infantry", "infantry", "technical", "heavy_technical", "guerrilla", "sof", "engineer",
        "airborne_engineer", "base", "militia",
    }  # fmt: skip
    for counter in ground:
        static = counter.type in ("base", "militia")
        assert (counter.front[2] == 0) == static, counter.id
        assert counter.front[0] >= 1 and counter.front[1] >= 1, counter.id


@pytest.mark.rule("operation_serval", "3.0e")
def test_only_french_and_us_have_task_forces_without_a_back() -> None:
    counters = game().data.counters
    forces = [counters[id_] for id_ in game().data.task_force_ids]
    assert {counter.nation for counter in forces} == {"french", "us"}
    assert all(counter.back is None for counter in forces)


@pytest.mark.rule("operation_serval", "3.0g")
def test_every_base_has_a_support_radius() -> None:
    counters = game().data.counters
    assert all(counters[id_].radius[0] > counters[id_].radius[1] >= 1 for id_ in game().data.base_ids)


@pytest.mark.rule("operation_serval", "3.0h")
def test_a_malian_unit_on_its_back_is_disrupted() -> None:
    match = arrange("1631: ml_inf_1*; 2107: aq_guer_1")
    unit = match.state.units["ml_inf_1"]
    assert unit.disrupted and match.state.strength(unit) == 1 and not match.state.has_zone(unit)


@pytest.mark.rule("operation_serval", "3.0j")
def test_cyber_markers_have_the_value_1() -> None:
    netwar = game().data.netwar
    assert netwar[ISLAMIST, "cyber"].value == netwar[COALITION, "cyber"].value == 1
    assert {kind.type for kind in netwar.values()} == {
        "isr", "cyber", "terror", "terror_spectacular", "uav", "direct_action", "global_strike",
    }  # fmt: skip


@pytest.mark.rule("operation_serval", "10.10a")
@pytest.mark.rule("operation_serval", "21.6m")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_optional_counters_stay_out_of_the_standard_game(scenario: str) -> None:
    state = fresh(scenario).state
    assert {unit.at for unit in state.units.values() if state.counter(unit.id).option} == {"out"}
    for side in SIDES:
        markers = (*state.pools[side].content, *state.drawn[side])
        assert "global_strike" not in markers
        assert ("uav" in markers) == (side == COALITION)


# The order, and what both scenarios share


@pytest.mark.rule("operation_serval", "1.0c")
def test_there_are_two_scenarios() -> None:
    assert list(game().scenarios) == list(SCENARIOS)


@pytest.mark.rule("operation_serval", "30.0a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_coalition_sets_up_first(scenario: str) -> None:
    match = new(scenario)
    assert (step(match), match.to_act) == ("SetUp", COALITION)
    assert refused(match, Finish()) is not None
    match.play(ReadyMade())
    match.play(Finish())
    assert (step(match), match.to_act) == ("SetUp", ISLAMIST)
    assert refused(match, Choose("ml_pg")) == "30.0a"


@pytest.mark.rule("operation_serval", "30.1r")
@pytest.mark.rule("operation_serval", "30.2n")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_not_set_up_waits_effective_in_its_box(scenario: str) -> None:
    match = fresh(scenario)
    state = match.state
    placement = state.data.placements[scenario]
    used = {id_ for side in (placement.coalition, placement.islamist) for ids in side.values() for id_ in ids}
    for counter in STANDARD:
        if counter.id not in used:
            assert at(match, counter.id) == state.data.contingents[counter.contingent].box
            assert not worn(match, counter.id)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_ready_made_set_up_fills_every_slot(scenario: str) -> None:
    match = fresh(scenario)
    for side in SIDES:
        for group in groups(match.state, side):
            assert missing(match.state, group) == 0


def test_a_counter_that_was_placed_can_be_moved_again() -> None:
    match = new()
    assert place(match, "mn_tech_1", GAO) is None
    assert place(match, "mn_tech_1", GAO) == "30.1c"
    assert place(match, "mn_tech_1", KIDAL) is None
    assert at(match, "mn_tech_1") == KIDAL


# Scenario I


@pytest.mark.rule("operation_serval", "30.1b")
@pytest.mark.rule("operation_serval", "30.1l")
@pytest.mark.rule("operation_serval", "30.1o")
@pytest.mark.parametrize(("die", "start"), [(4, 10), (6, 12)])
def test_scenario_1_begins_with_dice_for_the_islamists_only(die: int, start: int) -> None:
    match = fresh(dice=(die, 2, 1, 1))
    state = match.state
    assert not state.sharia and not state.intervention and state.airlift == 0 and state.turn == 1
    assert len(state.drawn[ISLAMIST]) == 2 and state.drawn[COALITION] == ()
    # no event; then both roll 1: no leader in a capital; the Coalition holds Bamako, and the MNLA Timbuktu
    assert points(match) == (min(12, start + 1), 3)


@pytest.mark.rule("operation_serval", "30.1c")
@pytest.mark.rule("operation_serval", "30.0b")
def test_scenario_1_the_mnla_begins_in_north_eastern_towns() -> None:
    match = new()
    assert place(match, "mn_tech_1", MOPTI) == "30.1c"
    assert place(match, "mn_tech_1", "3217") == "30.1c"
    state = fresh().state
    group = groups(state, COALITION)[0]
    units = [unit for type_ in group.units for unit in placed(state, group, type_)]
    assert {type_: len(placed(state, group, type_)) for type_ in group.units} == {
        "leader": 1, "technical": 3, "guerrilla": 5, "base": 3,
    }  # fmt: skip
    assert len(units) == 12 and not any(unit.disrupted for unit in units)
    assert {unit.at for unit in units} <= state.data.zones["ne_settlements"]


@pytest.mark.rule("operation_serval", "30.1c")
def test_scenario_1_a_fourth_mnla_technical_waits() -> None:
    match = new()
    for number in (1, 2, 3):
        assert place(match, f"mn_tech_{number}", GAO) is None
    assert refused(match, Choose("mn_tech_4")) == "30.1c"


@pytest.mark.rule("operation_serval", "30.1d")
def test_the_presidential_guard_begins_in_bamako() -> None:
    match = new()
    assert place(match, "ml_pg", MOPTI) == "30.1d"
    assert place(match, "ml_pg", BAMAKO) is None
    assert not worn(match, "ml_pg")


@pytest.mark.rule("operation_serval", "30.1e")
def test_only_one_militia_and_one_base_begin_in_a_hex() -> None:
    match = new()
    assert place(match, "ml_militia_1", MOPTI) is None
    assert place(match, "ml_militia_2", MOPTI) == "30.1e"
    assert place(match, "ml_base_1", MOPTI) is None
    assert place(match, "ml_base_2", MOPTI) == "30.1e"
    assert place(match, "ml_militia_2", GAO) == "30.1e"
    assert place(match, "ml_base_2", BAMAKO) is None


@pytest.mark.rule("operation_serval", "30.1e")
def test_33p_is_one_of_the_five_infantry_battalions() -> None:
    match = new()
    for number in (1, 2, 3, 4):
        assert place(match, f"ml_inf_{number}", MOPTI) is None
    assert refused(match, Choose("ml_inf_5")) == "30.1e"
    assert place(match, "ml_33p", MOPTI) is None


@pytest.mark.rule("operation_serval", "30.1f")
@pytest.mark.rule("operation_serval", "30.1g")
@pytest.mark.rule("operation_serval", "19.1a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_part_of_the_malian_army_begins_disrupted(scenario: str) -> None:
    match = fresh(scenario)
    placed_ = [unit for unit in match.state.units.values() if unit.id.startswith("ml_") and unit.at != "available_mali"]
    assert sorted(unit.id for unit in placed_ if unit.disrupted) == [
        "ml_armor", "ml_eng", "ml_helo", "ml_inf_1", "ml_inf_2", "ml_inf_3", "ml_inf_4",
    ]  # fmt: skip
    assert at(match, "ml_helo") == "air"


@pytest.mark.rule("operation_serval", "30.1i")
@pytest.mark.rule("operation_serval", "30.1j")
def test_scenario_1_french_and_chadians_wait_in_staging_areas() -> None:
    match = fresh()
    assert kinds_at(match, "france_sa", "french") == {"sof": 1}
    assert kinds_at(match, "chad_sa", "french") == {"combined_arms_tf": 1, "engineer": 1}
    assert kinds_at(match, "chad_sa", "chad") == {"technical": 1}
    assert kinds_at(match, "west_africa_sa", "french") == {"airborne_armor": 1, "airborne_engineer": 1, "sof": 1}
    assert kinds_at(match, "air", "french") == {"helicopter": 1, "air_supply": 1}
    afisma = [unit.at for unit in match.state.units.values() if unit.id.startswith("af_")]
    assert set(afisma) == {"available_afisma"} and len(afisma) == 5


@pytest.mark.rule("operation_serval", "2.1d")
def test_companies_of_a_task_force_that_is_set_up_are_embodied() -> None:
    match = fresh()
    box = {unit.id for unit in match.state.own(COALITION, "task_force")}
    companies = [match.state.counter(id_).type for id_ in box if id_ not in match.state.data.task_force_ids]
    assert sorted(companies) == ["armor", "mechanized_infantry", "mechanized_infantry"]
    assert "fr_ca_gtia1" not in box and "fr_ca_bima" in box


@pytest.mark.rule("operation_serval", "30.1m")
def test_scenario_1_islamists_begin_on_the_north_bank_away_from_the_line() -> None:
    match = islamist_turn("scenario_1")
    assert place(match, "ad_tech_1", "1826") == "30.1m"  # touches the line
    assert place(match, "ad_tech_1", "2424") == "30.1m"  # the right bank
    assert place(match, "ad_tech_1", MOPTI) == "30.1m"
    assert place(match, "ad_tech_1", GAO) == "30.1m"  # the MNLA is there
    assert place(match, "ad_tech_1", "1825") == "30.1m"
    assert place(match, "ad_tech_1", "1824") is None


@pytest.mark.rule("operation_serval", "30.1m")
@pytest.mark.rule("operation_serval", "14.2b")
def test_islamist_contingents_begin_apart() -> None:
    match = islamist_turn("scenario_1")
    assert place(match, "ad_tech_1", "3118") is None
    assert place(match, "aq_tech_1", "3118") == "14.2b"
    assert place(match, "ad_tech_2", "3118") is None


@pytest.mark.rule("operation_serval", "30.1n")
def test_scenario_1_has_seventeen_islamists_and_no_base() -> None:
    state = fresh().state
    there = [state.counter(unit.id) for hex_ in state.where(ISLAMIST) for unit in state.own(ISLAMIST, hex_)]
    by_contingent = {
        contingent: sorted(counter.type for counter in there if counter.contingent == contingent)
        for contingent in ("ansar_dine", "aqim", "mojwa")
    }
    assert by_contingent == {
        "ansar_dine": ["guerrilla"] * 3 + ["leader"] * 2 + ["technical"] * 4,
        "aqim": ["leader"] + ["technical"] * 2,
        "mojwa": ["guerrilla"] * 2 + ["leader"] + ["technical"] * 2,
    }
    match = islamist_turn("scenario_1")
    assert refused(match, Choose("ad_base_1")) == "30.0a"


# Scenario II


@pytest.mark.rule("operation_serval", "30.2a")
@pytest.mark.rule("operation_serval", "30.2b")
@pytest.mark.rule("operation_serval", "30.2g")
@pytest.mark.rule("operation_serval", "30.2l")
def test_scenario_2_begins_on_turn_7_with_dice_for_both() -> None:
    match = fresh("scenario_2", dice=(3, 5, 6, 2, 1, 1))
    state = match.state
    assert (state.turn, state.airlift, bool(state.intervention)) == (7, 4, True)
    assert len(state.drawn[COALITION]) == 5 and len(state.drawn[ISLAMIST]) == 2
    # 9 and 3 at the start, then income: 1+2+1+1 for Timbuktu, Gao, Kidal and 1+3+1
    assert points(match) == (12, 8)


@pytest.mark.rule("operation_serval", "30.2c")
def test_scenario_2_the_mnla_begins_away_from_towns() -> None:
    match = new("scenario_2")
    assert place(match, "mn_najim", "3217") == "30.2c"  # next to Kidal
    assert place(match, "mn_najim", KIDAL) == "30.2c"
    assert place(match, "mn_najim", "1827") == "30.2c"  # south-west of the line
    assert place(match, "mn_najim", "3320") is None
    group = groups(match.state, COALITION)[0]
    assert group.units == {"leader": 2, "technical": 1, "guerrilla": 3, "base": 1}


@pytest.mark.rule("operation_serval", "30.2d")
def test_scenario_2_no_malian_unit_begins_in_diabaly() -> None:
    match = new("scenario_2")
    assert place(match, "ml_militia_1", DIABALY) == "30.2d"
    assert place(match, "ml_militia_1", MOPTI) is None
    assert place(match, "ml_militia_2", MOPTI) == "30.2d"
    assert place(match, "ml_pg", MOPTI) == "30.2d"


@pytest.mark.rule("operation_serval", "30.2e")
@pytest.mark.rule("operation_serval", "30.2f")
def test_scenario_2_french_chadians_and_afisma_wait_in_staging_areas() -> None:
    match = fresh("scenario_2")
    assert kinds_at(match, "france_sa", "french") == {"airborne_tf": 1, "sof": 1}
    assert kinds_at(match, "chad_sa", "french") == {"combined_arms_tf": 1, "engineer": 1}
    assert kinds_at(match, "chad_sa", "chad") == {"technical": 1}
    assert kinds_at(match, "west_africa_sa", "french") == {"airborne_armor": 1, "airborne_engineer": 1, "sof": 1}
    assert kinds_at(match, "west_africa_sa", "afisma") == {"infantry": 1}
    assert kinds_at(match, "air", "french") == {"airstrike": 1, "helicopter": 1, "air_supply": 1}


@pytest.mark.rule("operation_serval", "30.2h")
def test_scenario_2_sharia_stands_in_five_towns_without_points_for_it() -> None:
    match = islamist_turn("scenario_2")
    assert match.state.sharia == {TIMBUKTU, GAO, KIDAL}
    before = points(match)
    assert refused(match, MarkTown(DIABALY)) == "30.2h"
    match.play(MarkTown("1925"))
    assert refused(match, MarkTown("1925")) == "27.0b"
    match.play(MarkTown("3026"))
    assert refused(match, MarkTown("3425")) == "30.2h"
    assert points(match) == before and len(match.state.sharia) == 5


@pytest.mark.rule("operation_serval", "30.2h")
def test_scenario_2_set_up_needs_both_other_markers() -> None:
    match = islamist_turn("scenario_2")
    match.play(ReadyMade())
    match.state.sharia -= {"1925"}
    assert refused(match, Finish()) == "30.2h"
    match.play(MarkTown("3114"))
    assert refused(match, Finish()) is None


@pytest.mark.rule("operation_serval", "30.2i")
def test_scenario_2_an_ansar_dine_base_begins_in_timbuktu_and_three_units_in_diabaly() -> None:
    match = islamist_turn("scenario_2")
    assert place(match, "ad_base_1", GAO) == "14.2b"  # kept for the MOJWA base
    assert place(match, "ad_base_1", KIDAL) is None
    assert place(match, "ad_base_2", KIDAL) is None
    assert place(match, "ad_base_3", KIDAL) == "30.2i"
    assert place(match, "ad_base_3", TIMBUKTU) is None
    assert refused(match, Choose("ad_base_3")) == "30.2i"  # it has to stay there
    for unit in ("ad_alghabass", "ad_tech_1", "ad_tech_2"):
        assert place(match, unit, DIABALY) is None
    assert place(match, "ad_tech_3", DIABALY) == "30.2i"
    assert place(match, "ad_tech_3", "3217") == "30.2i"


@pytest.mark.rule("operation_serval", "30.2j")
@pytest.mark.rule("operation_serval", "30.2k")
def test_scenario_2_aqim_and_mojwa_begin_in_towns_of_their_own() -> None:
    match = islamist_turn("scenario_2")
    assert place(match, "aq_base_1", "3114") is None
    assert place(match, "mj_tech_1", "3114") == "14.2b"
    assert place(match, "mj_base_1", "3026") is None
    assert place(match, "mj_base_2", "3026") == "30.2k"
    assert place(match, "mj_base_2", GAO) is None
    assert place(match, "aq_tech_1", "2927") == "30.2j"
    state = fresh("scenario_2").state
    aqim = [
        state.counter(unit.id).type for unit in state.units.values() if unit.id.startswith("aq_") and state.on_map(unit)
    ]
    assert sorted(aqim) == ["base"] + ["leader"] * 2 + ["technical"] * 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_set_up_by_hand_ends_when_everything_is_placed(scenario: str) -> None:
    match = new(scenario)
    for side in SIDES[::-1]:
        placement = match.state.data.placements[scenario]
        for place_, ids in (placement.coalition if side == COALITION else placement.islamist).items():
            for id_ in ids:
                if id_ in match.state.data.task_force_ids and place_ == "task_force":
                    continue
                assert refused(match, Finish()) is not None
                assert place(match, id_, place_) is None, (id_, place_)
        for hex_ in placement.sharia if side == ISLAMIST else ():
            if hex_ not in match.state.sharia:
                match.play(MarkTown(hex_))
        assert offered(match, Finish)
        match.play(Finish())
    assert {unit.at for unit in match.state.units.values()} == {
        unit.at for unit in fresh(scenario).state.units.values()
    }
    assert step(match) in ("ActionStep", "Mobilising")
