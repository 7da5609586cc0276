"""10  Recruiting: how many, which, and where."""

import pytest

from common.engine import Match, Seat
from operation_serval.actions import Choose, Demobilise, Finish, Place, Recruit
from operation_serval.rules.losses import eliminate
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step
from tests.operation_serval.positions import (
    BAMAKO,
    FAR,
    GAO,
    KIDAL,
    LERE,
    MENAKA,
    MOPTI,
    SEGOU,
    TIMBUKTU,
    arrange,
    at,
    game,
    points,
    worn,
)


def recruit(text: str, contingent: str, group: str = "", die: int = 6, **fields: object) -> Match:
    """A recruit action that has been announced and rolled for."""
    islamist = contingent in ("ansar_dine", "aqim", "mojwa")
    if islamist:
        fields.setdefault("side", ISLAMIST)
    match = arrange(f"{text}; 2107: aq_guer_3" if not islamist else text, dice=(die,), **fields)
    match.play(Recruit(contingent, group))
    return match


def places(match: Match, unit: str) -> set[str]:
    """Where a recruit may be placed, as the list says; one that has a single place goes there at once."""
    match.play(Choose(unit))
    if match.state.units[unit].at.startswith("available"):
        found = {action.place for action in offered(match, Place)}
    else:
        found = {at(match, unit)}
    match.undo()
    return found


def why_not(match: Match, unit: str, place: str) -> str | None:
    """The rule that keeps a recruit out of a place."""
    match.play(Choose(unit))
    rule = refused(match, Place(place))
    match.undo()
    return rule


# Islamists


@pytest.mark.rule("operation_serval", "10.0a")
@pytest.mark.rule("operation_serval", "10.2a")
@pytest.mark.rule("operation_serval", "10.9a")
def test_a_die_limits_the_recruits_and_the_player_may_take_fewer() -> None:
    match = recruit("3114: aq_base_1; 1233: ml_pg", "aqim", die=4, c2p=(5, 5))
    assert points(match) == (3, 5)
    for number, unit in enumerate(("aq_tech_1", "aq_tech_2", "aq_guer_1", "aq_guer_2"), 1):
        match.play(Choose(unit))
        match.play(Place("3114"))
        assert (step(match) == "Recruits") == (number < 4)
    assert step(match) == "Demobilising"
    fewer = recruit("3114: aq_base_1; 1233: ml_pg", "aqim", die=4)
    fewer.play(Finish())
    assert step(fewer) == "Demobilising"


@pytest.mark.rule("operation_serval", "10.9a")
def test_counters_on_the_map_cannot_be_recruited_again() -> None:
    match = recruit("2924: mj_base_1; 3026: mj_guer_1 mj_guer_2 mj_guer_3; 1233: ml_pg", "mojwa")
    assert refused(match, Choose("mj_guer_1")) == "10.9a"
    assert not {"mj_guer_1", "mj_guer_2", "mj_guer_3"} & {action.unit for action in offered(match, Choose)}


@pytest.mark.rule("operation_serval", "10.3a")
def test_islamist_recruits_need_a_base_of_their_contingent_or_algeria() -> None:
    match = recruit("3114: aq_base_1; 3218: ad_tech_1; 1233: ml_pg", "ansar_dine")
    assert places(match, "ad_guer_1") == {"algeria_sa"}
    own = recruit("3218: ad_base_1*; 1233: ml_pg", "ansar_dine")
    assert places(own, "ad_guer_1") == {KIDAL, "algeria_sa"}


@pytest.mark.rule("operation_serval", "10.3b")
def test_heavy_technicals_need_a_base_in_a_capital() -> None:
    match = recruit(f"{LERE}: ad_base_1; {KIDAL}: ad_base_2; 1233: ml_pg", "ansar_dine")
    assert places(match, "ad_heavy_1") == {KIDAL, "algeria_sa"}
    assert why_not(match, "ad_heavy_1", LERE) == "10.3b"
    assert places(match, "ad_tech_1") == {LERE, KIDAL, "algeria_sa"}


@pytest.mark.rule("operation_serval", "10.3c")
def test_islamist_bases_need_a_leader_or_technical_of_their_contingent() -> None:
    match = recruit("3026: mj_guer_1; 2924: mj_tech_1; 3111: mj_hamaha; 3114: aq_tech_1; 1233: ml_pg", "mojwa")
    assert places(match, "mj_base_1") == {GAO, "3111"}
    assert why_not(match, "mj_base_1", "3026") == "10.3c"
    assert why_not(match, "mj_base_1", "algeria_sa") == "10.3c"


@pytest.mark.rule("operation_serval", "10.3d")
def test_a_base_receives_recruits_of_the_same_action() -> None:
    match = recruit(f"{MENAKA}: aq_tech_1 aq_tech_2; {KIDAL}: aq_tech_3; 1233: ml_pg", "aqim")
    assert places(match, "aq_guer_1") == {"algeria_sa"}
    match.play(Choose("aq_base_1"))
    match.play(Place(MENAKA))
    assert places(match, "aq_guer_1") == {MENAKA, "algeria_sa"}


@pytest.mark.rule("operation_serval", "10.1b")
def test_nobody_is_recruited_into_an_enemy_zone() -> None:
    match = recruit(f"{KIDAL}: ad_base_1; 3219: fr_ca_gtia1; 1233: ml_pg", "ansar_dine")
    assert places(match, "ad_guer_1") == {"algeria_sa"}
    clear = recruit(f"{KIDAL}: ad_base_1; 3219: fr_mech_a21; 1233: ml_pg", "ansar_dine")
    assert places(clear, "ad_guer_1") == {KIDAL, "algeria_sa"}
    both = recruit(f"{KIDAL}: ad_base_1; 3425: ad_base_2; 3219: fr_ca_gtia1; 1233: ml_pg", "ansar_dine")
    assert why_not(both, "ad_guer_1", KIDAL) == "10.1b"


# French, Chadian, AFISMA


@pytest.mark.rule("operation_serval", "10.4a")
@pytest.mark.rule("operation_serval", "10.5a")
def test_four_french_companies_go_to_any_staging_areas() -> None:
    match = recruit(FAR, "french", "companies")
    assert refused(match, Choose("fr_air_rafale")) == "10.4a"
    assert refused(match, Choose("td_armor")) == "10.4a"
    assert refused(match, Choose("fr_gamou")) == "10.4a"
    areas = ["france_sa", "west_africa_sa", "chad_sa", "chad_sa"]
    for unit, area in zip(("fr_mech_a21", "fr_sof_cm", "fr_eng_6rg", "fr_abn_a2rep"), areas, strict=True):
        assert places(match, unit) == {"france_sa", "west_africa_sa", "chad_sa"}
        match.play(Choose(unit))
        match.play(Place(area))
    assert step(match) == "ActionStep"  # no base on the map: nothing to take up
    assert at(match, "fr_abn_a2rep") == "chad_sa" and not worn(match, "fr_abn_a2rep")


@pytest.mark.rule("operation_serval", "10.4a")
@pytest.mark.rule("operation_serval", "10.5h")
def test_two_french_air_units_and_nothing_else() -> None:
    match = recruit(FAR, "french", "air")
    match.play(Choose("fr_air_rafale"))
    assert at(match, "fr_air_rafale") == "air"
    assert refused(match, Choose("fr_mech_a21")) == "10.4a"
    match.play(Choose("fr_helo_tigre"))
    assert step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "10.4a")
@pytest.mark.rule("operation_serval", "10.5c")
def test_one_chadian_battalion_goes_to_chad() -> None:
    match = recruit(FAR, "french", "chad")
    match.play(Choose("td_tech_des"))
    assert at(match, "td_tech_des") == "chad_sa" and step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "10.4b")
def test_task_forces_are_never_recruited() -> None:
    match = recruit(FAR, "french", "companies")
    assert refused(match, Choose("fr_ca_gtia1")) == "10.4b"


@pytest.mark.rule("operation_serval", "10.4c")
@pytest.mark.rule("operation_serval", "10.5d")
def test_afisma_brings_one_brigade_or_one_air_unit() -> None:
    match = recruit(FAR, "afisma", "brigade")
    match.play(Choose("af_niger"))
    assert at(match, "af_niger") == "west_africa_sa" and step(match) == "ActionStep"
    air = recruit(FAR, "afisma", "air")
    assert refused(air, Choose("af_niger")) == "10.4c"
    air.play(Choose("af_air_alphajet"))
    assert at(air, "af_air_alphajet") == "air" and step(air) == "ActionStep"


@pytest.mark.rule("operation_serval", "10.5b")
@pytest.mark.rule("operation_serval", "25.3a")
def test_a_french_base_needs_any_coalition_engineer() -> None:
    match = recruit(f"{MOPTI}: ml_eng*; 3431: fr_eng_6rg; {SEGOU}: fr_mech_a21", "french", "base")
    assert places(match, "fr_base_1") == {MOPTI, "3431"}
    assert why_not(match, "fr_base_1", SEGOU) == "10.5b"


@pytest.mark.rule("operation_serval", "10.4.1a")
@pytest.mark.rule("operation_serval", "7.4c")
def test_before_intervention_the_french_come_to_staging_areas_only() -> None:
    match = arrange(f"{MOPTI}: ml_eng; {BAMAKO}: ml_base_1; 2107: aq_guer_1", intervention=False)
    assert refused(match, Recruit("french", "base")) == "10.4.1a"
    match.play(Recruit("french", "gamou"))
    assert places(match, "fr_gamou") == {"france_sa", "west_africa_sa", "chad_sa"}
    assert why_not(match, "fr_gamou", BAMAKO) == "10.4.1a"
    companies = arrange(f"{MOPTI}: ml_eng; 2107: aq_guer_1", intervention=False)
    companies.play(Recruit("french", "companies"))
    assert places(companies, "fr_sof_cm") == {"france_sa", "west_africa_sa", "chad_sa"}
    air = arrange(intervention=False)
    air.play(Recruit("french", "air"))
    air.play(Choose("fr_air_rafale"))
    assert at(air, "fr_air_rafale") == "air"


@pytest.mark.rule("operation_serval", "26.2a")
def test_gamou_comes_alone_to_any_coalition_base_or_staging_area() -> None:
    match = recruit(f"{BAMAKO}: ml_base_1; {KIDAL}: mn_base_1; {SEGOU}: ml_33p", "french", "gamou")
    assert places(match, "fr_gamou") == {BAMAKO, KIDAL, "france_sa", "west_africa_sa", "chad_sa"}
    match.play(Choose("fr_gamou"))
    match.play(Place(KIDAL))
    assert step(match) == "Demobilising"


# Mali and the MNLA


@pytest.mark.rule("operation_serval", "10.4d")
@pytest.mark.rule("operation_serval", "10.5e")
@pytest.mark.rule("operation_serval", "10.1a")
@pytest.mark.rule("operation_serval", "30.1h")
def test_malian_units_come_to_any_coalition_base_in_mali() -> None:
    text = f"{BAMAKO}: ml_base_1; {GAO}: fr_base_1; {KIDAL}: mn_base_1; 3431: fr_base_2; {SEGOU}: ml_33p"
    match = recruit(text, "mali", die=2)
    assert places(match, "ml_inf_5") == {BAMAKO, GAO, KIDAL}
    match.play(Choose("ml_inf_5"))
    match.play(Place(GAO))
    assert not worn(match, "ml_inf_5")
    match.play(Choose("ml_guer_koy"))
    match.play(Place(BAMAKO))
    assert step(match) == "Demobilising"  # two recruits on a 2


@pytest.mark.rule("operation_serval", "10.5f")
@pytest.mark.rule("operation_serval", "25.3a")
def test_a_malian_base_needs_an_engineer_in_mali() -> None:
    match = recruit(f"{SEGOU}: fr_eng_6rg ml_base_1; {MOPTI}: ml_33p; 3431: ml_eng", "mali")
    assert places(match, "ml_base_3") == {SEGOU}
    none = recruit(f"{MOPTI}: ml_33p ml_base_1", "mali")
    assert refused(none, Choose("ml_base_3")) == "10.5f"


@pytest.mark.rule("operation_serval", "10.5g")
def test_militia_come_to_malian_afisma_and_french_units() -> None:
    text = f"{MOPTI}: ml_militia_1; {SEGOU}: af_niger; {GAO}: fr_sof_cm; {KIDAL}: mn_tech_1; {TIMBUKTU}: td_armor"
    match = recruit(f"{text}; 3431: fr_mech_a21", "mali")
    assert places(match, "ml_militia_8") == {MOPTI, SEGOU, GAO}
    assert why_not(match, "ml_militia_8", KIDAL) == "10.5g"
    assert why_not(match, "ml_militia_8", TIMBUKTU) == "10.5g"


@pytest.mark.rule("operation_serval", "10.4e")
@pytest.mark.rule("operation_serval", "10.5i")
def test_mnla_units_come_to_leaders_and_bases_in_the_north_east() -> None:
    text = f"{MOPTI}: mn_najim; {KIDAL}: mn_base_1; 3320: mn_acherif; {GAO}: mn_tech_1 mn_tech_2 mn_tech_3"
    match = recruit(text, "mnla", die=6)
    assert places(match, "mn_guer_1") == {KIDAL, "3320"}
    assert why_not(match, "mn_guer_1", MOPTI) == "10.5i"
    assert why_not(match, "mn_guer_1", GAO) == "10.5i"
    few = recruit(
        f"{text}; {KIDAL}: mn_guer_1 mn_guer_2 mn_guer_3 mn_guer_4 mn_guer_5 mn_heavy mn_base_2", "mnla", die=6
    )
    assert {action.unit for action in offered(few, Choose)} == {"mn_tech_4", "mn_base_3"}


@pytest.mark.rule("operation_serval", "10.5j")
def test_mnla_bases_need_a_leader_or_technical_in_the_north_east() -> None:
    match = recruit(f"{MENAKA}: mn_tech_1; {MOPTI}: mn_tech_2; {KIDAL}: mn_base_1 mn_guer_1; 3320: mn_najim", "mnla")
    assert places(match, "mn_base_2") == {MENAKA, "3320"}
    assert why_not(match, "mn_base_2", MOPTI) == "10.5j"
    assert why_not(match, "mn_base_2", KIDAL) == "10.5j"


@pytest.mark.rule("operation_serval", "18.0a")
def test_several_bases_may_share_a_hex() -> None:
    match = recruit(f"{GAO}: fr_base_1 ml_eng mn_base_1", "mali")
    match.play(Choose("ml_base_1"))
    assert at(match, "ml_base_1") == GAO
    match.play(Choose("ml_base_2"))
    assert [unit.id for unit in match.state.own(COALITION, GAO) if "base" in unit.id] == [
        "mn_base_1", "ml_base_1", "ml_base_2", "fr_base_1",
    ]  # fmt: skip


@pytest.mark.rule("operation_serval", "18.1b")
def test_recruits_need_the_hex_of_the_base_not_its_radius() -> None:
    match = recruit(f"{MOPTI}: ml_base_1; 2030: ml_33p; {SEGOU}: ml_base_2", "mali")
    assert match.state.data.distance(MOPTI, "2030") == 1
    assert places(match, "ml_inf_5") == {MOPTI, SEGOU}
    assert why_not(match, "ml_inf_5", "2030") == "10.5e"


# Content, replacements, demobilising


@pytest.mark.rule("operation_serval", "10.5f")
@pytest.mark.rule("operation_serval", "10.9a")
def test_a_recruit_action_without_any_possible_recruit_is_refused() -> None:
    nowhere = arrange("3218: ad_base_1; 1631: fr_mech_a21", intervention=False)
    assert refused(nowhere, Recruit("mnla")) == "10.5i"
    gone = "eliminated_coalition: af_nigeria af_niger af_senegal_burkina af_togo_benin; air: af_air_alphajet"
    assert refused(arrange(f"{FAR}; {gone}"), Recruit("afisma", "brigade")) == "10.9a"
    assert refused(arrange(), Recruit("mali", "companies")) == "10.4d"
    assert refused(arrange(), Recruit("french", "")) == "10.4a"


@pytest.mark.rule("operation_serval", "10.6a")
@pytest.mark.rule("operation_serval", "10.6b")
@pytest.mark.rule("operation_serval", "10.6c")
@pytest.mark.rule("operation_serval", "10.6d")
@pytest.mark.rule("operation_serval", "10.6e")
@pytest.mark.rule("operation_serval", "2.1f")
@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("aq_guer_1", "available_aqim"),
        ("mn_guer_1", "available_mnla"),
        ("ad_base_1", "available_ansar_dine"),
        ("ml_militia_1", "available_mali"),
        ("fr_base_1", "available_french_chadian"),
        ("ad_iyad", "eliminated_islamist"),
        ("mn_najim", "eliminated_coalition"),
        ("aq_tech_1", "eliminated_islamist"),
        ("mj_heavy", "eliminated_islamist"),
        ("mn_tech_1", "eliminated_coalition"),
        ("ml_inf_1", "eliminated_coalition"),
        ("ml_guer_koy", "eliminated_coalition"),
        ("fr_mech_a21", "eliminated_coalition"),
        ("fr_gamou", "eliminated_coalition"),
        ("td_armor", "eliminated_coalition"),
        ("af_niger", "eliminated_coalition"),
    ],
)
def test_where_eliminated_counters_go(unit: str, box: str) -> None:
    match = arrange(f"{FAR}; 3320: {unit}")
    eliminate(match.state, unit)
    assert at(match, unit) == box


@pytest.mark.rule("operation_serval", "10.6b")
@pytest.mark.rule("operation_serval", "10.6c")
@pytest.mark.rule("operation_serval", "10.6d")
@pytest.mark.parametrize(
    ("contingent", "base", "lost", "back"),
    [
        ("aqim", "aq_base_1", ("aq_belmokhtar", "aq_tech_1", "aq_heavy"), "aq_guer_2"),
        ("mojwa", "mj_base_1", ("mj_hamaha", "mj_tech_1", "mj_heavy"), "mj_guer_2"),
        ("mnla", "mn_base_1", ("mn_najim", "mn_tech_1", "mn_heavy"), "mn_guer_2"),
        ("mali", "ml_base_1", ("ml_inf_1", "ml_sf", "ml_guer_koy"), "ml_militia_2"),
    ],
)
def test_only_replaceable_units_can_be_recruited_again(
    contingent: str, base: str, lost: tuple[str, ...], back: str
) -> None:
    side = ISLAMIST if contingent in ("aqim", "mojwa") else COALITION
    match = arrange(
        f"2107: ad_guer_1; {KIDAL}: {base} {' '.join(lost)} {back} {'ml_pg' if side == COALITION else ''}", side
    )
    for unit in (*lost, back):
        eliminate(match.state, unit)
    match.play(Recruit(contingent), dice=(6,))
    choices = {action.unit for action in offered(match, Choose)}
    assert back in choices and not choices & set(lost)


@pytest.mark.rule("operation_serval", "10.8a")
def test_bases_of_every_own_contingent_may_be_removed_after_recruiting() -> None:
    match = recruit("3114: aq_base_1; 3218: ad_base_1; 2924: mn_base_1", "aqim")
    match.play(Finish())
    assert {action.unit for action in offered(match, Demobilise)} == {"aq_base_1", "ad_base_1"}
    assert refused(match, Demobilise("mn_base_1")) == "10.8a"
    label = game().table.gesture(Seat(match, ISLAMIST), Demobilise("ad_base_1")).label
    assert "Remove bases" in match.prompt and label == "Remove Ansar Dine base 1 from Kidal (3218)"
    match.play(Demobilise("ad_base_1"))
    assert match.journal[-1].text == "Ansar Dine base 1 is removed from Kidal (3218)."
    assert at(match, "ad_base_1") == "available_ansar_dine"
    match.play(Finish())
    assert step(match) == "ActionStep"
