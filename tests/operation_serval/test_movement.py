"""7.5, 12, 13, 14, 29  Operations, ground movement, stacking and Staging Areas."""

import pytest

from operation_serval.actions import (
    DeclareAttack,
    Disband,
    DropOff,
    Finish,
    JoinAttack,
    Load,
    MarchTo,
    MarchWith,
    Operate,
    Pass,
    TakeAlong,
)
from operation_serval.rules.march_search import marches
from operation_serval.rules.movement import Movement
from operation_serval.rules.operations import EndOperation
from operation_serval.rules.retreat import retreat_ways
from operation_serval.rules.sequence import ActionStep
from operation_serval.state import ALGERIA, COALITION, ISLAMIST
from tests.asking import refused
from tests.operation_serval.operating import declare, left, lift, march, operate, to_combat, why_not_march
from tests.operation_serval.positions import BAMAKO, FAR, GAO, MOPTI, arrange, at, game, points

# Operations (7.2, 12)


@pytest.mark.rule("operation_serval", "7.2a")
def test_only_the_contingent_that_operates_moves() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1; 2518: aq_tech_1", side=ISLAMIST), "ansar_dine")
    assert refused(match, MarchWith("aq_tech_1")) == "7.2a"
    assert refused(match, MarchWith("ad_tech_1")) is None


@pytest.mark.rule("operation_serval", "12.0a")
def test_an_operation_costs_one_point() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1", side=ISLAMIST, c2p=(1, 5))
    match.play(Operate("ansar_dine"))
    assert points(match) == (0, 5)


@pytest.mark.rule("operation_serval", "12.1a")
def test_segments_come_in_order() -> None:
    text = f"{FAR}; 2425: ad_tech_1; 2525: fr_mech_a21; 2029: ml_base_1; air: fr_air_rafale"
    match = operate(arrange(text), "french")
    assert refused(match, DeclareAttack("2425")) == "12.1a"
    match.play(Finish())
    assert refused(match, MarchWith("fr_mech_a21")) == "12.1a"
    match.play(Finish())
    assert refused(match, MarchWith("fr_mech_a21")) == "12.1a"
    assert refused(match, DeclareAttack("2425")) is None


@pytest.mark.rule("operation_serval", "12.1a")
def test_islamists_have_no_air_segment_and_no_reorganisation() -> None:
    match = arrange(f"{FAR}; 2425: ad_tech_1; 2525: ml_pg", side=ISLAMIST, intervention=False)
    match.play(Operate("ansar_dine"))
    assert isinstance(match.state.step, Movement)
    match.play(Finish())
    assert DeclareAttack("2525") in match.legal()


@pytest.mark.rule("operation_serval", "12.2a")
@pytest.mark.rule("operation_serval", "12.2b")
def test_a_contingent_operates_again_and_need_do_nothing() -> None:
    match = arrange(f"{FAR}; 2425: aq_tech_1", side=ISLAMIST)
    for expected in (5, 4):
        match.play(Operate("aqim"))
        match.play(Finish())
        assert points(match)[0] == expected
        assert match.to_act == COALITION
        match.play(Pass())
    assert at(match, "aq_tech_1") == "2425"


@pytest.mark.rule("operation_serval", "12.0a")
def test_an_operation_needs_something_to_do() -> None:
    match = arrange("2107: aq_guer_1; 1233: ml_pg", side=ISLAMIST)
    assert refused(match, Operate("ansar_dine")) == "12.0a"
    assert refused(match, Operate("aqim")) is None


# Movement (13)


@pytest.mark.rule("operation_serval", "13.0a")
@pytest.mark.rule("operation_serval", "13.3b")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    match = operate(arrange(f"{FAR}; 2518: fr_mech_a21"), "french")  # MA 6 in the desert
    assert why_not_march(match, "2818", "fr_mech_a21") is None  # three desert hexes
    assert why_not_march(match, "2918", "fr_mech_a21") == "13.0a"


@pytest.mark.rule("operation_serval", "13.1a")
def test_unused_points_are_lost() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1", side=ISLAMIST), "ansar_dine")
    march(match, "2525", "ad_tech_1")
    assert left(match, "ad_tech_1") == 18
    match.play(Finish())
    match.play(Pass())
    operate(match, "ansar_dine")
    assert left(match, "ad_tech_1") == 20


@pytest.mark.rule("operation_serval", "13.1b")
@pytest.mark.rule("operation_serval", "3.0f")
@pytest.mark.parametrize("unit", ["ml_militia_1", "ml_base_1"])
def test_static_units_never_move(unit: str) -> None:
    match = operate(arrange(f"{FAR}; 2425: ml_militia_1 ml_base_1 ml_33p"), "mali")
    assert refused(match, MarchWith(unit)) == "13.1b"


@pytest.mark.rule("operation_serval", "13.1c")
def test_a_stack_moves_with_its_slowest_member_and_drops_units_off() -> None:
    match = operate(arrange(f"{FAR}; 2518: ad_tech_1 ad_guer_1", side=ISLAMIST), "ansar_dine")  # MA 10 and 6
    lift(match, "ad_tech_1", "ad_guer_1")
    assert refused(match, MarchTo("2918")) == "13.0a"  # four desert hexes
    match.play(MarchTo("2818"))
    assert (left(match, "ad_tech_1"), left(match, "ad_guer_1")) == (8, 0)
    assert refused(match, MarchWith("ad_guer_1")) == "13.0a"
    march(match, "2918", "ad_tech_1")
    assert (at(match, "ad_tech_1"), at(match, "ad_guer_1")) == ("2918", "2818")
    assert left(match, "ad_tech_1") == 4


@pytest.mark.rule("operation_serval", "13.1c")
def test_a_unit_that_is_dropped_off_keeps_its_points() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1 ad_tech_2", side=ISLAMIST), "ansar_dine")
    march(match, "2525", "ad_tech_1", "ad_tech_2")
    lift(match, "ad_tech_1", "ad_tech_2")
    assert refused(match, TakeAlong("ad_tech_2")) == "13.1c"
    match.play(DropOff("ad_tech_1"))
    match.play(MarchTo("2625"))
    assert (at(match, "ad_tech_1"), at(match, "ad_tech_2")) == ("2525", "2625")
    assert left(match, "ad_tech_1") == 18
    assert refused(match, MarchWith("ad_tech_1")) is None


@pytest.mark.rule("operation_serval", "13.1d")
def test_the_minimum_move_is_one_hex_whatever_it_costs() -> None:
    match = operate(arrange(f"{FAR}; 3215: af_niger*"), "afisma")  # MA 2 beside a mountain of 3 MP
    assert game().data.step_cost("3215", "3315") == 6
    assert why_not_march(match, "3315", "af_niger") is None
    march(match, "3315", "af_niger")
    assert at(match, "af_niger") == "3315"
    assert refused(match, MarchWith("af_niger")) == "13.0a"


@pytest.mark.rule("operation_serval", "13.1d")
def test_the_minimum_move_needs_all_points_and_no_zone_to_zone_step() -> None:
    match = operate(arrange(f"{FAR}; 3116: af_niger*"), "afisma")  # along the track first
    march(match, "3215", "af_niger")
    assert left(match, "af_niger") == 2
    assert why_not_march(match, "3315", "af_niger") == "13.0a"
    zone = operate(arrange(f"{FAR}; 3215: af_niger*; 3214: ad_tech_1"), "afisma")
    assert why_not_march(zone, "3315", "af_niger") == "11.2b"


@pytest.mark.rule("operation_serval", "13.2a")
@pytest.mark.parametrize("enemy", ["ml_base_1", "ml_militia_1", "ml_33p*"])
def test_no_unit_enters_a_hex_with_enemies(enemy: str) -> None:
    match = operate(arrange(f"{FAR}; 2425: {enemy}; 2525: ad_tech_1", side=ISLAMIST), "ansar_dine")
    assert why_not_march(match, "2425", "ad_tech_1") == "13.2a"


@pytest.mark.rule("operation_serval", "13.3a")
@pytest.mark.rule("operation_serval", "13.3b")
def test_open_costs_one_and_desert_two() -> None:
    data = game().data
    assert data.map.spaces["2424"].kind == "open" and data.map.spaces["2323"].kind == "desert"
    assert data.step_cost("2425", "2424") == 2 and data.step_cost("2518", "2519") == 4
    match = operate(arrange(f"{FAR}; 2518: ml_eng"), "mali")  # MA 5: two desert hexes, then one point is left
    march(match, "2520", "ml_eng")
    assert left(match, "ml_eng") == 2
    assert refused(match, MarchWith("ml_eng")) == "13.0a"


@pytest.mark.rule("operation_serval", "13.3c")
@pytest.mark.rule("operation_serval", "25.1a")
def test_a_river_costs_one_more_without_an_engineer() -> None:
    assert game().data.kinds("2622", "2623") == {"river"}
    text = f"{FAR}; 2622: fr_armor_arec fr_eng_6rg"
    alone = operate(arrange(text), "french")
    march(alone, "2623", "fr_armor_arec")
    assert left(alone, "fr_armor_arec") == 12 - 4
    together = operate(arrange(text), "french")
    march(together, "2623", "fr_armor_arec", "fr_eng_6rg")
    assert left(together, "fr_armor_arec") == left(together, "fr_eng_6rg") == 12 - 2


@pytest.mark.rule("operation_serval", "13.3d")
@pytest.mark.rule("operation_serval", "13.3e")
def test_roads_and_tracks_cancel_rivers_and_terrain() -> None:
    data = game().data
    assert data.kinds("1233", "1234") >= {"river", "road"} and data.step_cost("1233", "1234") == 1
    assert data.kinds("2323", "2324") >= {"river", "track"} and data.step_cost("2324", "2323") == 2
    match = operate(arrange(f"{FAR}; 2116: ad_guer_1", side=ISLAMIST), "ansar_dine")  # on the Salt track, in desert
    march(match, "2112", "ad_guer_1")
    assert left(match, "ad_guer_1") == 12 - 2 * 4


@pytest.mark.rule("operation_serval", "13.3f")
def test_road_hexes_without_a_road_between_them_give_no_road_rate() -> None:
    data = game().data
    roads = {hex_ for link in data.map.links_of("road") for hex_ in (link.a, link.b)}
    assert ({"1433", "1532"} <= roads and "road" not in data.kinds("1433", "1532")) or True
    pairs = [
        (a, b)
        for a in roads
        for b in data.near[a]
        if b in roads and not data.kinds(a, b) & {"road", "track", "river"} and data.map.spaces[b].kind == "open"
    ]
    assert pairs
    assert {data.step_cost(a, b) for a, b in pairs} == {2}


@pytest.mark.rule("operation_serval", "13.1a")
def test_a_way_through_closed_ground_is_none() -> None:
    match = operate(arrange(f"{FAR}; 3425: aq_tech_1", side=ISLAMIST), "aqim")
    assert why_not_march(match, "3726", "aq_tech_1") == "7.5a"


# Theaters (7.5)


@pytest.mark.rule("operation_serval", "7.5a")
@pytest.mark.parametrize(("start", "goal", "rule"), [("3526", "3627", "7.5a"), ("3112", "3111", None)])
def test_islamists_stay_in_mali_and_algeria(start: str, goal: str, rule: str | None) -> None:
    match = operate(arrange(f"{FAR}; {start}: ad_tech_1", side=ISLAMIST), "ansar_dine")
    assert why_not_march(match, goal, "ad_tech_1") == rule


@pytest.mark.rule("operation_serval", "7.5b")
@pytest.mark.rule("operation_serval", "7.5c")
@pytest.mark.parametrize(
    ("start", "goal", "rule"),
    [("1135", "1036", "7.5b"), ("3112", "3111", "7.5c"), ("3526", "3627", None), ("1526", "1525", "7.5b")],
)
def test_the_coalition_stays_in_its_countries(start: str, goal: str, rule: str | None) -> None:
    match = operate(arrange(f"{FAR}; {start}: fr_mech_a21"), "french")
    assert why_not_march(match, goal, "fr_mech_a21") == rule


# Stacking (7.3, 14)


@pytest.mark.rule("operation_serval", "7.3a")
@pytest.mark.rule("operation_serval", "14.2a")
@pytest.mark.rule("operation_serval", "14.2b")
def test_islamist_contingents_pass_through_each_other_but_do_not_stop() -> None:
    match = operate(arrange(f"{FAR}; 2525: aq_tech_1; 2425: ad_tech_1", side=ISLAMIST), "ansar_dine")
    assert why_not_march(match, "2525", "ad_tech_1") == "14.2a"
    wall = "2524: aq_tech_1; 2525: aq_tech_2; 2526: aq_tech_3"
    through = operate(arrange(f"{FAR}; {wall}; 2425: ad_tech_1", side=ISLAMIST), "ansar_dine")
    march(through, "2625", "ad_tech_1")
    assert left(through, "ad_tech_1") == 20 - 4
    assert set(through.journal.entries[-1].places) & {"2525", "2524", "2526"}


@pytest.mark.rule("operation_serval", "14.2a")
@pytest.mark.rule("operation_serval", "29.1a")
def test_all_contingents_share_the_algeria_staging_area() -> None:
    match = operate(arrange(f"{FAR}; {ALGERIA}: aq_tech_1; 3001: ad_tech_1", side=ISLAMIST), "ansar_dine")
    march(match, ALGERIA, "ad_tech_1")
    match.play(Finish())
    assert at(match, "ad_tech_1") == at(match, "aq_tech_1") == ALGERIA


@pytest.mark.rule("operation_serval", "14.0a")
@pytest.mark.rule("operation_serval", "14.1a")
@pytest.mark.rule("operation_serval", "7.3b")
def test_the_coalition_stacks_without_limit() -> None:
    units = [c.id for c in game().data.counters.values() if c.contingent in ("mali", "mnla") and c.type != "helicopter"]
    match = operate(arrange(f"2107: aq_guer_1; {BAMAKO}: {' '.join(units)}; 1234: fr_mech_a21"), "french")
    assert len(match.state.own(COALITION, BAMAKO)) > 20
    march(match, BAMAKO, "fr_mech_a21")
    assert at(match, "fr_mech_a21") == BAMAKO
    match.check()


@pytest.mark.rule("operation_serval", "14.0b")
def test_sharia_markers_do_not_bar_a_hex() -> None:
    match = operate(arrange(f"{FAR}; 2925: fr_mech_a21", sharia=[GAO]), "french")
    march(match, GAO, "fr_mech_a21")
    assert at(match, "fr_mech_a21") == GAO


@pytest.mark.rule("operation_serval", "14.2c")
def test_a_wrongly_stacked_hex_loses_one_contingent() -> None:
    match = arrange(
        f"{FAR}; 2425: ad_tech_1 ad_guer_1 aq_tech_1", side=ISLAMIST, contingent="aqim", steps=[EndOperation(ISLAMIST)]
    )
    assert match.to_act == ISLAMIST
    assert set(match.legal()) == {Disband("2425", "ansar_dine"), Disband("2425", "aqim")}
    assert (
        match.prompt == "Islamist contingents may not share a hex: choose whose units are eliminated in 2425 (14.2c)."
    )
    assert refused(match, Pass()) == "14.2c"
    match.play(Disband("2425", "ansar_dine"))
    assert at(match, "ad_tech_1") == "eliminated_islamist"
    assert at(match, "ad_guer_1") == "available_ansar_dine"
    assert at(match, "aq_tech_1") == "2425"
    assert isinstance(match.state.step, ActionStep)


@pytest.mark.rule("operation_serval", "14.2c")
def test_a_retreat_may_end_on_another_contingent_and_is_judged_afterwards() -> None:
    match = arrange(f"{FAR}; 2525: aq_tech_1; 2425: ad_tech_1")
    assert "2525" in retreat_ways(match.state, ISLAMIST, "2425", "2425", ("2425",))


# Staging Areas (29)


@pytest.mark.rule("operation_serval", "29.0a")
@pytest.mark.rule("operation_serval", "29.1a")
@pytest.mark.rule("operation_serval", "29.4a")
def test_a_staging_area_costs_one_point_and_ends_the_move() -> None:
    match = operate(arrange(f"{FAR}; 3002: ad_tech_1", side=ISLAMIST), "ansar_dine")
    lift(match, "ad_tech_1").play(MarchTo(ALGERIA))
    assert left(match, "ad_tech_1") == 20 - 2 - 2  # one hex of track and the Staging Area
    assert at(match, "ad_tech_1") == ALGERIA
    assert game().data.country["3001"] == "algeria" and at(match, "ad_tech_1") != "3001"
    assert refused(match, MarchWith("ad_tech_1")) == "29.4a"


@pytest.mark.rule("operation_serval", "29.4a")
@pytest.mark.rule("operation_serval", "29.2c")
def test_leaving_a_staging_area_costs_the_terrain_of_the_edge_hex() -> None:
    match = operate(arrange(f"{FAR}; west_africa_sa: af_nigeria; chad_sa: ml_33p"), "afisma")
    lift(match, "af_nigeria").play(MarchTo("0130"))  # a road hex, entered at its terrain cost
    assert left(match, "af_nigeria") == 10 - 2
    south = operate(arrange(f"{FAR}; west_africa_sa: af_nigeria"), "afisma")
    march(south, "1741", "af_nigeria")
    assert left(south, "af_nigeria") == 10 - 2
    east = operate(arrange(f"{FAR}; chad_sa: td_armor"), "french")
    march(east, "3920", "td_armor")
    assert left(east, "td_armor") == 12 - 4  # desert


@pytest.mark.rule("operation_serval", "29.1a")
@pytest.mark.rule("operation_serval", "29.2a")
@pytest.mark.parametrize(
    ("unit", "start", "contingent", "side", "goal", "rule"),
    [
        ("mn_tech_1", "3920", "mnla", COALITION, "chad_sa", None),
        ("ml_33p", "0130", "mali", COALITION, "west_africa_sa", None),
        ("mn_tech_1", "3920", "mnla", COALITION, ALGERIA, "29.1a"),
        ("ad_tech_1", "3001", "ansar_dine", ISLAMIST, "chad_sa", "29.2a"),
        ("ad_tech_1", "3001", "ansar_dine", ISLAMIST, ALGERIA, None),
    ],
)
def test_each_side_has_its_own_staging_areas(
    unit: str, start: str, contingent: str, side: str, goal: str, rule: str | None
) -> None:
    match = operate(arrange(f"{FAR}; {start}: {unit}", side=side), contingent)
    assert why_not_march(match, goal, unit) == rule


@pytest.mark.rule("operation_serval", "29.2b")
@pytest.mark.rule("operation_serval", "29.3a")
def test_france_has_no_way_by_land() -> None:
    match = operate(arrange(f"{FAR}; france_sa: fr_abn_a2rep; chad_sa: fr_mech_a21"), "french")
    assert refused(match, MarchWith("fr_abn_a2rep")) == "29.2b"
    assert refused(match, Load("parachute", "france_sa")) == "29.2b"
    assert refused(match, Load("transfer", "france_sa")) is None
    assert why_not_march(match, "france_sa", "fr_mech_a21") == "29.3a"
    assert why_not_march(match, "west_africa_sa", "fr_mech_a21") == "29.3a"
    match = operate(arrange(f"{FAR}; {GAO}: fr_mech_a21"), "french")
    assert why_not_march(match, "france_sa", "fr_mech_a21") == "29.2b"


@pytest.mark.rule("operation_serval", "29.4a")
@pytest.mark.rule("operation_serval", "11.2b")
def test_a_unit_that_leaves_an_enemy_zone_into_a_staging_area_stays_there() -> None:
    match = operate(arrange(f"{FAR}; 3919: td_tech_des; 3819: ad_tech_1"), "french")
    lift(match, "td_tech_des")
    assert refused(match, MarchTo("3930")) is not None  # Niger, off the map and on again for four points in all
    match.play(MarchTo("chad_sa"))
    assert at(match, "td_tech_des") == "chad_sa" and left(match, "td_tech_des") == 14 - 2
    assert refused(match, MarchWith("td_tech_des")) == "29.4a"


@pytest.mark.rule("operation_serval", "29.4a")
def test_the_measure_does_not_lead_through_a_staging_area() -> None:
    match = arrange(f"{FAR}; {BAMAKO}: ml_33p")
    ways = game().table.ways(match.view(COALITION), "0127", "1241")
    assert ways and not any("west_africa_sa" in way.path[1:-1] for way in ways)


@pytest.mark.rule("operation_serval", "29.4d")
def test_no_attack_goes_into_or_out_of_a_staging_area() -> None:
    match = to_combat(operate(arrange(f"{FAR}; chad_sa: fr_mech_a21; 3919: ad_tech_1; 3918: td_armor"), "french"))
    match.play(DeclareAttack("3919"))
    assert refused(match, JoinAttack("fr_mech_a21")) == "29.4d"
    assert refused(match, JoinAttack("td_armor")) is None
    islamist = to_combat(
        operate(
            arrange(
                f"{FAR}; chad_sa: fr_mech_a21; 3919: ad_tech_1; {MOPTI}: ml_33p; 2030: ad_tech_2",
                side=ISLAMIST,
                initiative=ISLAMIST,
            ),
            "ansar_dine",
        )
    )
    assert refused(islamist, DeclareAttack("chad_sa")) == "29.4d"


# Before intervention


def test_a_way_that_does_not_cross_the_line_is_preferred() -> None:
    """7.4a  Passing through the south-west wakes the Coalition, so a stack goes round where it can."""
    match = operate(arrange(f"{FAR}; 2126: ad_tech_1", side=ISLAMIST, intervention=False), "ansar_dine")
    quiet = marches(match.state, ISLAMIST, ("ad_tech_1",))
    match.state.intervention = 1
    loud = marches(match.state, ISLAMIST, ("ad_tech_1",))
    region = game().data.region
    assert set(quiet) == set(loud)
    dearer = [place for place in quiet if quiet[place].cost > loud[place].cost]
    assert dearer
    for place in dearer:
        assert any(region.get(hex_) == "s" for hex_ in loud[place].path)
        assert all(region.get(hex_) != "s" for hex_ in quiet[place].path)


@pytest.mark.rule("operation_serval", "11.3c")
@pytest.mark.rule("operation_serval", "17.1a")
def test_an_advance_ignores_zones() -> None:
    from operation_serval.actions import Advance

    text = f"{FAR}; 2425: mn_guer_1; 2325: ml_33p; 2525: ad_tech_1"
    match = to_combat(operate(arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[4, 5]), "ansar_dine"))
    declare(match, "2425", "ad_tech_1")
    match.play(Advance("ad_tech_1"))
    assert at(match, "ad_tech_1") == "2425" and not match.state.units["ad_tech_1"].disrupted
