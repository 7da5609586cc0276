"""19  Refit: one contingent, one source."""

import pytest

from operation_serval.actions import Refit, RefitPicked
from operation_serval.rules.losses import reduce
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused
from tests.operation_serval.positions import BAMAKO, GAO, KIDAL, MOPTI, SEGOU, arrange, points, worn

AWAY = "2107: aq_guer_1"


@pytest.mark.rule("operation_serval", "19.0a")
def test_a_disrupted_unit_uses_its_back() -> None:
    match = arrange(f"{MOPTI}: ml_33p; {AWAY}")
    unit = match.state.units["ml_33p"]
    assert (match.state.strength(unit), match.state.tactical(unit)) == (3, 2)
    reduce(match.state, "ml_33p")
    unit = match.state.units["ml_33p"]
    assert unit.disrupted and (match.state.strength(unit), match.state.tactical(unit)) == (1, 1)


@pytest.mark.rule("operation_serval", "19.2a")
@pytest.mark.rule("operation_serval", "19.3a")
@pytest.mark.rule("operation_serval", "CEX.a")
def test_a_refit_costs_two_and_serves_one_base() -> None:
    text = f"{GAO}: fr_base_1 fr_mech_a21* ml_33p*; 2927: fr_sof_cm*; {BAMAKO}: fr_base_2 fr_mech_b21*; {AWAY}"
    match = arrange(text, c2p=(2, 2))
    match.play(Refit("french", "fr_base_1"))
    assert points(match) == (2, 0)
    assert not worn(match, "fr_mech_a21") and not worn(match, "fr_sof_cm")
    assert worn(match, "fr_mech_b21") and worn(match, "ml_33p")  # another base's radius, another contingent


@pytest.mark.rule("operation_serval", "19.3a")
@pytest.mark.rule("operation_serval", "18.3a")
def test_the_coalition_may_use_bases_of_any_contingent_islamists_only_their_own() -> None:
    match = arrange(f"{GAO}: mn_base_1 fr_mech_a21*; {AWAY}")
    assert refused(match, Refit("french", "mn_base_1")) is None
    islamist = arrange(f"{KIDAL}: ad_base_1; 3217: aq_tech_1*; 3219: ad_tech_1*; 1233: ml_pg", side=ISLAMIST)
    assert refused(islamist, Refit("aqim", "ad_base_1")) == "18.3a"
    assert refused(islamist, Refit("ansar_dine", "ad_base_1")) is None
    assert refused(islamist, Refit("ansar_dine", "aq_base_1")) == "19.3a"  # not on the map


@pytest.mark.rule("operation_serval", "19.3b")
def test_refit_covers_disrupted_bases_also_the_one_that_is_named() -> None:
    text = f"{KIDAL}: ad_base_1; 3118: ad_base_2*; 3114: ad_tech_1*; 1233: ml_pg"
    match = arrange(text, side=ISLAMIST)
    match.play(Refit("ansar_dine", "ad_base_1"))
    assert not worn(match, "ad_base_2") and worn(match, "ad_tech_1")  # four hexes away
    alone = arrange(f"{KIDAL}: ad_base_1*; 3219: ad_tech_1*; 3120: ad_tech_2*; 1233: ml_pg", side=ISLAMIST)
    alone.play(Refit("ansar_dine", "ad_base_1"))
    assert not worn(alone, "ad_base_1") and not worn(alone, "ad_tech_1") and worn(alone, "ad_tech_2")  # its back radius


@pytest.mark.rule("operation_serval", "19.3b")
@pytest.mark.rule("operation_serval", "10.1b")
def test_enemy_zones_do_not_hinder_refit() -> None:
    match = arrange(f"{KIDAL}: ad_base_1 ad_tech_1*; 3219: fr_ca_gtia1; 1233: ml_pg", side=ISLAMIST)
    match.play(Refit("ansar_dine", "ad_base_1"))
    assert not worn(match, "ad_tech_1")


@pytest.mark.rule("operation_serval", "19.3c")
@pytest.mark.rule("operation_serval", "29.4b")
def test_refit_in_a_staging_area() -> None:
    match = arrange(f"algeria_sa: aq_tech_1* mj_tech_1*; 3001: aq_tech_2*; {AWAY}; 1233: ml_pg", side=ISLAMIST)
    match.play(Refit("aqim", "algeria_sa"))
    assert not worn(match, "aq_tech_1") and worn(match, "aq_tech_2") and worn(match, "mj_tech_1")
    assert refused(arrange(f"chad_sa: td_armor*; {AWAY}"), Refit("french", "algeria_sa")) == "19.3a"


@pytest.mark.rule("operation_serval", "19.3d")
def test_air_units_refit_in_their_box() -> None:
    match = arrange(f"{SEGOU}: ml_base_1 ml_inf_1*; air: ml_helo* fr_air_rafale*; {AWAY}")
    match.play(Refit("mali", "air"))
    assert not worn(match, "ml_helo") and worn(match, "fr_air_rafale") and worn(match, "ml_inf_1")


@pytest.mark.rule("operation_serval", "19.3e")
def test_refit_by_air_supply_costs_an_airlift_point() -> None:
    text = f"{GAO}: fr_mech_a21* ml_33p*; 2925: ml_inf_1*; {AWAY}; air: fr_air_supply"
    match = arrange(text)
    assert refused(match, Refit("mali", "3425")) == "23.6a"
    match.play(Refit("mali", GAO))
    assert match.state.airlift == 3
    assert not worn(match, "ml_33p") and worn(match, "ml_inf_1") and worn(match, "fr_mech_a21")
    assert refused(arrange(text, airlift=0), Refit("mali", GAO)) == "23.2a"
    assert refused(arrange(f"{GAO}: ml_33p*; {AWAY}", intervention=False), Refit("mali", GAO)) == "23.1a"
    islamist = arrange(f"{GAO}: mj_tech_1*; 1233: ml_pg", side=ISLAMIST)
    assert refused(islamist, Refit("mojwa", GAO)) == "23.6a"


@pytest.mark.rule("operation_serval", "19.3a")
def test_a_refit_without_anybody_to_restore_is_refused() -> None:
    match = arrange(f"{GAO}: fr_base_1 fr_mech_a21; {BAMAKO}: ml_inf_1*; {AWAY}")
    assert refused(match, Refit("french", "fr_base_1")) == "19.3a"
    assert refused(match, Refit("mali", "fr_base_1")) == "19.3a"
    assert not [action for action in offered(match, Refit) if action.contingent == "french"]


@pytest.mark.rule("operation_serval", "31.4a")
def test_robust_sof_and_leaders_refit_wherever_they_are() -> None:
    text = f"3316: aq_belmokhtar*; {GAO}: aq_abou_zeid*; algeria_sa: aq_tech_1*; 3114: ad_iyad*; 1233: ml_pg"
    match = arrange(text, side=ISLAMIST, options={"robustness": True})
    match.play(RefitPicked("aqim"))
    assert points(match)[0] == 4
    assert not worn(match, "aq_belmokhtar") and not worn(match, "aq_abou_zeid")
    assert worn(match, "aq_tech_1") and worn(match, "ad_iyad")
    assert refused(arrange(text, side=ISLAMIST), RefitPicked("aqim")) == "31.4a"
    sof = arrange(f"{GAO}: fr_sof_cm* fr_mech_a21*; {AWAY}", options={"robustness": True})
    assert refused(sof, RefitPicked("mali")) == "31.4a"
    sof.play(RefitPicked("french"))
    assert not worn(sof, "fr_sof_cm") and worn(sof, "fr_mech_a21")


def test_under_fog_the_enemy_is_not_told_who_was_restored() -> None:
    match = arrange(f"{KIDAL}: ad_base_1 ad_tech_1*; 1233: ml_pg", side=ISLAMIST, options={"fog_of_war": True})
    match.play(Refit("ansar_dine", "ad_base_1"))
    told = [entry.text for entry in match.journal.view(COALITION) if "19.3a" in entry.rules]
    assert told == ["The Islamists refit."]
