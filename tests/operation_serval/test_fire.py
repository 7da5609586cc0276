"""16.0-16.4, 18.2, 25.2, 27.1  Fire in ground battles: columns, shifts, and hits."""

import pytest

from operation_serval.actions import (
    Embody,
    Pass,
    RetreatUnit,
    TakeHit,
)
from operation_serval.rules.battle import OpenBattle, next_to_fire
from operation_serval.rules.fire import air_shifts, read_result
from operation_serval.rules.losses import AllotHits, break_down, disruptions
from operation_serval.state import COALITION, ISLAMIST, Battle, Rank
from tests.asking import refused, step, told
from tests.operation_serval.battles import BESIDE, OPEN, battle, column, firing, shifts
from tests.operation_serval.operating import rolls
from tests.operation_serval.positions import (
    BAMAKO,
    DIABALY,
    FAR,
    GAO,
    KIDAL,
    SEGOU,
    TIMBUKTU,
    arrange,
    at,
    game,
    worn,
)

# Columns (16.0, 16.1, 16.4)


@pytest.mark.rule("operation_serval", "16.0a")
def test_a_printed_strength_of_zero_never_fires() -> None:
    match = battle("fr_eng_6rg* fr_mech_a21", "ad_guer_1", dice=[1, 1])
    assert firing(match) == ["A/21 RIMA", "Ansar Dine guerrilla 1"]


@pytest.mark.rule("operation_serval", "16.0b")
def test_a_unit_shifted_to_the_zero_column_still_fires() -> None:
    text = f"{BAMAKO}: ad_tech_1 ad_base_1; 1234: fr_mech_a21"  # Bamako -2, base -1
    match = arrange(f"2107: aq_guer_1; {text}")
    assert game().data.is_river("1234", BAMAKO)  # and the river -1
    assert sum(shifts(match, "fr_mech_a21", BAMAKO).values()) == -4
    assert column(match, "fr_mech_a21", BAMAKO) == "0"
    fought = arrange(
        f"2107: aq_guer_1; {text}", dice=[6, 1, 1],
        steps=[OpenBattle(COALITION, BAMAKO, ("fr_mech_a21",), ("1234",))],
    )  # fmt: skip
    assert "A/21 RIMA fires on column 0" in rolls(fought)


@pytest.mark.rule("operation_serval", "16.1a")
def test_strengths_are_never_added() -> None:
    match = battle("ad_guer_1 ad_guer_2 ad_guer_3", "ml_33p ml_pg ml_armor", ISLAMIST, ISLAMIST, dice=[1] * 6)
    fire = [reason for reason in rolls(match) if reason.startswith("Ansar Dine guerrilla")]
    assert fire == [f"Ansar Dine guerrilla {n} fires on column 2" for n in (1, 2, 3)]


@pytest.mark.rule("operation_serval", "16.1b")
def test_shifts_are_added_before_the_die() -> None:
    """Town -1, support +1, sharia +1 from column 3: column 4."""
    text = f"{DIABALY}: ml_33p; 1528: ad_iyad ad_base_1"
    match = arrange(f"{FAR}; {text}", sharia=["1528"])
    assert shifts(match, "ad_iyad", DIABALY) == {"town": -1, "support": 1, "sharia": 1}
    assert column(match, "ad_iyad", DIABALY) == "4"


@pytest.mark.rule("operation_serval", "16.4.2a")
@pytest.mark.rule("operation_serval", "27.1a")
def test_the_example_of_support_and_sharia() -> None:
    """Strength 5 with base support and sharia fires on the 8-9 column."""
    match = arrange(f"{FAR}; {OPEN}: ml_33p; {BESIDE}: ad_heavy_1 ad_base_1", sharia=[BESIDE])
    assert column(match, "ad_heavy_1", OPEN) == "8-9"
    assert column(match, "ad_heavy_1") == "8-9"  # in defence as well


@pytest.mark.rule("operation_serval", "16.4.1a")
def test_terrain_shifts_only_fire_at_the_defender() -> None:
    match = arrange(f"{FAR}; 3315: ad_tech_1; 3314: fr_mech_a21; 2518: fr_mech_b21; 2519: ad_tech_2")
    assert game().data.map.spaces["3315"].kind == "mountain" == game().data.map.spaces["3314"].kind
    assert shifts(match, "fr_mech_a21", "3315") == {"mountain": -2}
    assert shifts(match, "ad_tech_1") == {}  # the defender's fire at attackers in mountains
    assert shifts(match, "fr_mech_b21", "2519") == {}  # desert gives nothing


@pytest.mark.rule("operation_serval", "16.4.1b")
def test_the_river_shift_is_judged_for_each_attacker() -> None:
    match = arrange(f"{FAR}; {TIMBUKTU}: ad_tech_1; 2324: fr_mech_a21; 2322: fr_mech_b21")
    assert shifts(match, "fr_mech_a21", TIMBUKTU) == {"regional capital": -1, "river": -1}  # the track cancels nothing
    assert shifts(match, "fr_mech_b21", TIMBUKTU) == {"regional capital": -1}


@pytest.mark.rule("operation_serval", "16.4.1c")
def test_the_best_terrain_counts_alone_and_river_and_base_add_to_it() -> None:
    data = game().data
    town_in_rough = next(hex_ for hex_ in data.settlements if data.map.spaces[hex_].kind == "rough")
    beside = next(hex_ for hex_ in data.near[town_in_rough] if not data.is_river(hex_, town_in_rough))
    match = arrange(f"{FAR}; {town_in_rough}: ad_tech_1; {beside}: fr_mech_a21")
    assert sum(shifts(match, "fr_mech_a21", town_in_rough).values()) == -1
    based = arrange(f"{FAR}; {TIMBUKTU}: ad_tech_1 ad_base_1; 2324: fr_mech_a21")
    assert shifts(based, "fr_mech_a21", TIMBUKTU) == {"regional capital": -1, "river": -1, "base": -1}


@pytest.mark.rule("operation_serval", "18.1a")
@pytest.mark.rule("operation_serval", "18.2a")
@pytest.mark.rule("operation_serval", "18.2c")
def test_support_reaches_through_anything_and_counts_once() -> None:
    text = (
        f"{BESIDE}: fr_mech_a21; 2518: fr_mech_b21; 2424: ad_tech_1; 2625: ml_base_1; 2725: ml_base_2; 2525: mn_tech_1"
    )
    match = arrange(f"{FAR}; {text}; 2424: ad_tech_1")
    assert shifts(match, "fr_mech_a21") == {"support": 1}
    assert shifts(match, "fr_mech_b21") == {}
    far = arrange(f"{FAR}; 2825: ml_base_1; {BESIDE}: fr_mech_a21; {OPEN}: fr_mech_b21; 2625: ad_tech_1 ad_tech_2")
    assert shifts(far, "fr_mech_a21") == {"support": 1}  # three hexes away, behind the enemy
    assert shifts(far, "fr_mech_b21") == {}  # four hexes away


@pytest.mark.rule("operation_serval", "18.2b")
def test_islamist_bases_support_their_own_contingent_only() -> None:
    match = arrange(f"{FAR}; {BESIDE}: mj_tech_1; {OPEN}: aq_base_1 aq_tech_1; 2725: ml_base_1; 2825: fr_mech_a21")
    assert shifts(match, "mj_tech_1") == {}
    assert shifts(match, "aq_tech_1") == {"support": 1}
    assert shifts(match, "fr_mech_a21") == {"support": 1}  # a Malian base for a French company


@pytest.mark.rule("operation_serval", "18.1a")
@pytest.mark.parametrize(("base", "supported"), [("ml_base_1", True), ("ml_base_1*", False)])
def test_a_disrupted_base_supports_with_its_smaller_radius(base: str, supported: bool) -> None:
    back = game().data.counters["ml_base_1"].radius[1]
    assert back < 3
    match = arrange(f"{FAR}; 2825: {base}; {BESIDE}: fr_mech_a21")
    assert bool(shifts(match, "fr_mech_a21")) == supported


@pytest.mark.rule("operation_serval", "29.4b")
def test_a_staging_area_supports_nobody_outside() -> None:
    match = arrange(f"{FAR}; 3920: td_armor; 3001: ad_tech_1")
    assert shifts(match, "td_armor") == {} == shifts(match, "ad_tech_1")


@pytest.mark.rule("operation_serval", "25.2a")
def test_engineers_ignore_towns_but_not_other_terrain() -> None:
    match = arrange(f"{FAR}; {DIABALY}: ad_tech_1 ad_base_1; 1528: fr_eng_6rg fr_mech_a21")
    assert shifts(match, "fr_eng_6rg", DIABALY) == {"base": -1}
    assert shifts(match, "fr_mech_a21", DIABALY) == {"town": -1, "base": -1}
    rough = arrange(f"{FAR}; {KIDAL}: ad_tech_1; 3118: fr_eng_6rg")
    assert game().data.map.spaces[KIDAL].kind == "rough"
    assert shifts(rough, "fr_eng_6rg", KIDAL) == {"rough": -1}


@pytest.mark.rule("operation_serval", "27.1a")
@pytest.mark.rule("operation_serval", "27.1c")
def test_sharia_helps_islamists_and_hinders_coalition_ground_units() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_mech_a21; 3024: mj_tech_1", sharia=[GAO, "3024"])
    assert shifts(match, "fr_mech_a21", "3024") == {"sharia": -1}
    assert shifts(match, "fr_mech_a21") == {"sharia": -1}
    assert shifts(match, "mj_tech_1")["sharia"] == 1
    air = arrange(f"{FAR}; {GAO}: mj_tech_1; air: fr_air_rafale", sharia=[GAO])
    assert [shift.why for shift in air_shifts(air.state, GAO)] == ["regional capital"]


# Results (16.2)


@pytest.mark.rule("operation_serval", "16.2a")
@pytest.mark.parametrize(
    ("code", "hits", "retreat"),
    [("0", 0, False), ("R", 0, True), ("1", 1, False), ("1+R", 1, True), ("2", 2, False), ("2+R", 2, True)],
)
def test_results_are_hits_and_retreats(code: str, hits: int, retreat: bool) -> None:
    result = read_result(code)
    assert (result.hits, result.retreat) == (hits, retreat)


@pytest.mark.rule("operation_serval", "16.2a")
def test_hits_come_before_the_retreat() -> None:
    match = battle("td_armor", "ad_tech_1 ad_tech_2", dice=[6, 1, 1, 1, 1])  # column 4, die 6: 1+R
    assert set(match.legal()) == {RetreatUnit("ad_tech_1"), RetreatUnit("ad_tech_2")}
    match.play(RetreatUnit("ad_tech_1"))
    assert worn(match, "ad_tech_1") or worn(match, "ad_tech_2")
    texts = [entry.text for entry in match.journal.entries]
    hit = next(i for i, text in enumerate(texts) if "is disrupted" in text)
    gone = next(i for i, text in enumerate(texts) if "retreats" in text)
    assert hit < gone


@pytest.mark.rule("operation_serval", "16.2.1a")
@pytest.mark.rule("operation_serval", "16.3a")
def test_a_unit_disrupted_before_its_turn_fires_with_its_back() -> None:
    match = battle("td_armor", "ad_tech_1", dice=[5, 1])  # column 4, die 5: one hit
    assert rolls(match) == ["Chadian 1 RR fires on column 4", "Ansar Dine technical 1 fires on column 2"]
    assert worn(match, "ad_tech_1")


@pytest.mark.rule("operation_serval", "16.2.1b")
@pytest.mark.rule("operation_serval", "26.1a")
def test_the_owner_of_the_targets_takes_the_hits_as_he_likes() -> None:
    match = battle("td_armor", "ad_iyad ad_tech_1", dice=[1, 5])  # Iyad fires first, then one hit
    assert firing(match)[0] == "Iyad Ag Ghaly"
    assert match.to_act == ISLAMIST
    assert set(match.legal()) == {TakeHit("ad_iyad"), TakeHit("ad_tech_1")}
    assert refused(match, TakeHit("td_armor")) == "16.2.1b"
    assert refused(match, Pass()) == "16.2.1a"
    match.play(TakeHit("ad_tech_1"))
    assert worn(match, "ad_tech_1") and not worn(match, "ad_iyad")


@pytest.mark.rule("operation_serval", "16.2.2a")
@pytest.mark.parametrize(
    ("defenders", "unit", "place"),
    [("ad_tech_1*", "ad_tech_1", "eliminated_islamist"), ("ad_guer_1", "ad_guer_1", "available_ansar_dine")],
)
def test_a_second_step_eliminates(defenders: str, unit: str, place: str) -> None:
    fought = battle("td_armor", defenders, dice=[5, 6])
    assert at(fought, unit) == place


@pytest.mark.rule("operation_serval", "16.2.2a")
@pytest.mark.rule("operation_serval", "16.2.2b")
def test_two_hits_on_one_unit_and_hits_beyond_the_force() -> None:
    match = battle("fr_ca_gtia1", "ad_tech_1", dice=[5, 6])  # column 10-12, die 5: two hits
    assert at(match, "ad_tech_1") == "eliminated_islamist"
    extra = battle("fr_ca_gtia1", "ad_tech_1*", dice=[5, 6])
    assert at(extra, "ad_tech_1") == "eliminated_islamist"
    assert told(extra, "16.2.2b")


@pytest.mark.rule("operation_serval", "16.2.3a")
@pytest.mark.rule("operation_serval", "16.2.3b")
@pytest.mark.rule("operation_serval", "22.4a")
@pytest.mark.rule("operation_serval", "3.0e")
def test_a_task_force_breaks_down_and_its_companies_take_the_hits() -> None:
    match = battle("ad_heavy_1", "fr_ca_gtia1", ISLAMIST, ISLAMIST, dice=[2, 4])
    assert at(match, "fr_ca_gtia1") == "task_force"
    companies = ["fr_mech_a21", "fr_mech_b21", "fr_armor_aricm"]
    assert match.to_act == COALITION and {at(match, id_) for id_ in companies} == {OPEN}
    assert {TakeHit("fr_mech_a21"), TakeHit("fr_armor_aricm")} <= set(match.legal())
    match.play(TakeHit("fr_armor_aricm"))
    assert worn(match, "fr_armor_aricm") and not worn(match, "fr_ca_gtia1")


@pytest.mark.rule("operation_serval", "16.2.3a")
def test_two_hits_on_a_lone_task_force_fall_on_its_companies() -> None:
    """Two hits of one result: the first on a company of the task force, the second on any unit."""
    hit = arrange(f"{FAR}; {OPEN}: fr_ca_gtia1", steps=[AllotHits(COALITION, COALITION, ("fr_ca_gtia1",), 2)])
    hit.play(TakeHit("fr_mech_a21"))
    hit.play(TakeHit("fr_mech_a21"))
    assert at(hit, "fr_mech_a21") == "eliminated_coalition"


@pytest.mark.rule("operation_serval", "22.1d")
def test_any_embodied_companies_may_take_the_place_of_a_task_force() -> None:
    two = arrange(
        f"{FAR}; {OPEN}: fr_ab_2rep; {GAO}: fr_ab_1rcp; {BESIDE}: ad_heavy_1", side=ISLAMIST, initiative=ISLAMIST,
        dice=[2, 4, 1, 1, 1], steps=[OpenBattle(ISLAMIST, OPEN, ("ad_heavy_1",), (BESIDE,))],
    )  # fmt: skip
    assert step(two) == "BreakUnderFire" and len(two.legal()) == 20  # three of six airborne companies
    assert refused(two, Embody(("fr_mech_a21", "fr_mech_b21", "fr_armor_arec"))) == "22.1d"
    chosen = ("fr_abn_c2rep", "fr_abn_a1rcp", "fr_abn_a3rp")
    two.play(Embody(chosen))
    assert [at(two, id_) for id_ in chosen] == [OPEN] * 3


def test_companies_of_a_task_force_that_has_not_fired_fire_late() -> None:
    """R62  The task force of value 4 is hit by a leader of value 4 who fires first; its companies fire in group 4."""
    match = battle("ad_iyad", "fr_ca_gtia1", ISLAMIST, ISLAMIST, dice=[4, 1, 1, 1])
    match.play(TakeHit("fr_armor_aricm"))
    while step(match) == "FireRound":
        match.play(match.legal()[0])
    assert firing(match)[0] == "Iyad Ag Ghaly" and len(firing(match)) == 4
    assert "A/RICM fires on column 1" in rolls(match)  # disrupted before it fires


def test_companies_of_a_task_force_that_has_fired_do_not_fire() -> None:
    match = battle("ad_tech_1", "fr_ca_gtia1", ISLAMIST, ISLAMIST, dice=[2, 4])
    match.play(TakeHit("fr_armor_aricm"))
    assert firing(match) == ["GTIA 1", "Ansar Dine technical 1"]


def test_companies_whose_group_is_over_fire_at_the_end_of_the_current_one() -> None:
    """R62  An airborne task force (5) has not fired when the heavy technical's turn (3) has come: never; so by hand."""
    match = arrange(f"{FAR}; {OPEN}: fr_ca_gtia1 ml_sf; {BESIDE}: ad_tech_1")
    state = match.state
    order = (Rank(4, "fr_ca_gtia1"), Rank(3, "ad_tech_1"), Rank(3, "ml_sf"))
    state.battle = Battle(ISLAMIST, OPEN, ("ad_tech_1",), ("fr_ca_gtia1", "ml_sf"), order, group=3, first=ISLAMIST)
    break_down(state, "fr_ca_gtia1", ("fr_mech_a21", "fr_mech_b21", "fr_armor_aricm"), "22.4a")
    assert next_to_fire(state) == (ISLAMIST, 3, ["ad_tech_1"])
    late = [rank for rank in state.battle.order if rank.late]
    assert [(rank.tactical, rank.unit) for rank in late] == [
        (3, "fr_mech_a21"), (3, "fr_mech_b21"), (3, "fr_armor_aricm"),
    ]  # fmt: skip


@pytest.mark.rule("operation_serval", "22.4a")
def test_a_disruption_by_netwar_breaks_a_task_force_too() -> None:
    match = arrange(f"{FAR}; {OPEN}: fr_ca_gtia1")
    disruptions(match.state, COALITION, OPEN, 1, COALITION)
    match._settle()
    assert at(match, "fr_ca_gtia1") == "task_force"
    match.play(TakeHit("fr_mech_b21"))
    assert worn(match, "fr_mech_b21")


def test_a_battle_at_segou_reads_its_support() -> None:
    match = arrange(f"{FAR}; {SEGOU}: ml_base_1; 1629: fr_sof_cpa fr_ca_gtia1; {DIABALY}: ad_tech_1")
    assert shifts(match, "fr_sof_cpa", DIABALY) == {"town": -1, "support": 1}
    assert column(match, "fr_ca_gtia1", DIABALY) == "10-12"
