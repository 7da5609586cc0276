"""22  Task forces and companies."""

import pytest

from common.engine import Match
from operation_serval.actions import BreakDown, Combine, Finish, MarchTo, MarchWith, Operate
from operation_serval.rules.reorganize import Reorganization
from operation_serval.state import COALITION
from tests.asking import offered, refused, step
from tests.operation_serval.operating import left
from tests.operation_serval.positions import FAR, GAO, arrange, at

PARAS = ("fr_abn_a2rep", "fr_abn_b2rep", "fr_abn_c2rep")
MIXED = ("fr_mech_a21", "fr_mech_b21", "fr_armor_aricm")


def reorganise(text: str, contingent: str = "french", **more: object) -> Match:
    """A match in the reorganisation segment of an operation."""
    match = arrange(f"{FAR}; {text}", **more)  # type: ignore[arg-type]
    match.play(Operate(contingent))
    assert isinstance(match.state.step, Reorganization)
    return match


@pytest.mark.rule("operation_serval", "22.0a")
@pytest.mark.rule("operation_serval", "22.3a")
@pytest.mark.rule("operation_serval", "22.3b")
def test_a_task_force_breaks_down_anywhere() -> None:
    match = reorganise("2518: fr_ab_2rep")
    match.play(BreakDown("fr_ab_2rep", PARAS))
    assert at(match, "fr_ab_2rep") == "task_force"
    assert {at(match, id_) for id_ in PARAS} == {"2518"}
    assert not any(match.state.units[id_].disrupted for id_ in PARAS)
    assert step(match) == "Movement"  # nothing can be combined there
    match.play(MarchWith(PARAS[0]))
    match.play(MarchTo("2517"))
    assert at(match, PARAS[0]) == "2517"


@pytest.mark.rule("operation_serval", "22.1a")
@pytest.mark.parametrize(
    ("companies", "rule"),
    [
        (PARAS, None),
        ((*PARAS[:2], "fr_abarm_1rhp"), "22.1a"),
        ((*PARAS[:2], "fr_abeng_17rgp"), "22.1a"),
        ((*PARAS[:2], "fr_sof_cm"), "22.1a"),
        (MIXED, "22.1a"),
    ],
)
def test_an_airborne_task_force_is_three_airborne_infantry(companies: tuple[str, ...], rule: str | None) -> None:
    extra = "fr_abarm_1rhp fr_abeng_17rgp fr_sof_cm"
    match = reorganise(f"france_sa: {' '.join(PARAS)} {' '.join(MIXED)} {extra}")
    assert refused(match, Combine("fr_ab_2rep", companies)) == rule


@pytest.mark.rule("operation_serval", "22.1b")
@pytest.mark.parametrize(
    ("companies", "rule"),
    [
        (MIXED, None),
        (("fr_mech_a21", "fr_mech_b21", "fr_abarm_1rhp"), "22.1b"),
        (("fr_mech_a21", "fr_armor_aricm", "fr_armor_bricm"), "22.1b"),
        (("td_mech_1", "td_mech_2", "td_armor"), "22.1b"),
    ],
)
def test_a_combined_arms_task_force_is_two_mechanized_and_one_armor(
    companies: tuple[str, ...], rule: str | None
) -> None:
    extra = "fr_abarm_1rhp fr_armor_bricm td_mech_1 td_mech_2 td_armor"
    match = reorganise(f"chad_sa: {' '.join(MIXED)} {extra}")
    assert refused(match, Combine("fr_ca_gtia1", companies)) == rule


@pytest.mark.rule("operation_serval", "22.1c")
def test_the_marine_task_force_is_its_three_companies() -> None:
    text = "west_africa_sa: us_armor us_mech_1 us_mech_2 us_eng; task_force: us_tf_meu"
    match = reorganise(text, "africom", options={"africom": True})
    assert offered(match, Combine) == [Combine("us_tf_meu", ("us_armor", "us_mech_1", "us_mech_2"))]
    assert refused(match, Combine("us_tf_meu", ("us_eng", "us_mech_1", "us_mech_2"))) == "22.1c"
    assert refused(match, Combine("fr_ca_gtia1", ("us_armor", "us_mech_1", "us_mech_2"))) == "22.0a"


@pytest.mark.rule("operation_serval", "22.1d")
def test_other_companies_may_appear_than_those_that_formed_it() -> None:
    match = reorganise(f"{GAO}: fr_ab_2rep; 2518: fr_ab_1rcp")
    chosen = ("fr_abn_a2rep", "fr_abn_b1rcp", "fr_abn_a3rp")
    assert len([action for action in offered(match, BreakDown) if action.task_force == "fr_ab_2rep"]) == 20
    match.play(BreakDown("fr_ab_2rep", chosen))
    assert {at(match, id_) for id_ in chosen} == {GAO}
    assert refused(match, BreakDown("fr_ab_2rep", PARAS)) == "22.3b"


@pytest.mark.rule("operation_serval", "22.2a")
@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"france_sa: {' '.join(PARAS)}", None),
        (f"2518: {' '.join(PARAS)}; 2520: fr_base_1", None),
        (f"2518: {' '.join(PARAS)}; 2520: ml_base_1", "22.2a"),
        (f"2518: {' '.join(PARAS)}; 2525: fr_base_1", "22.2a"),
        (f"2518: {' '.join(PARAS)}; 2520: fr_base_1*", None),
        (f"2518: {' '.join(PARAS)}; 2521: fr_base_1*", "22.2a"),
        (f"france_sa: {' '.join(PARAS[:2])} {PARAS[2]}*", "22.2a"),
        (f"france_sa: {' '.join(PARAS[:2])}; chad_sa: {PARAS[2]}", "22.2a"),
    ],
)
def test_companies_combine_together_and_near_their_own_base(text: str, rule: str | None) -> None:
    match = reorganise(f"{text}; west_africa_sa: {' '.join(MIXED)}")
    assert refused(match, Combine("fr_ab_2rep", PARAS)) == rule


@pytest.mark.rule("operation_serval", "22.2b")
@pytest.mark.rule("operation_serval", "23.5g")
def test_a_new_task_force_moves_in_the_same_operation() -> None:
    match = reorganise(f"2518: {' '.join(MIXED)}; 2520: fr_base_1")
    match.play(Combine("fr_ca_gtia1", MIXED))
    assert at(match, "fr_ca_gtia1") == "2518" and {at(match, id_) for id_ in MIXED} == {"task_force"}
    assert refused(match, Combine("fr_ca_gtia1", MIXED)) == "22.2b"
    match.play(Finish())
    assert left(match, "fr_ca_gtia1") == 12
    match.play(MarchWith("fr_ca_gtia1"))
    match.play(MarchTo("2517"))
    assert at(match, "fr_ca_gtia1") == "2517"


@pytest.mark.rule("operation_serval", "22.0a")
def test_others_do_not_reorganise() -> None:
    match = arrange(f"{FAR}; 2518: ml_33p fr_ab_2rep", side=COALITION)
    match.play(Operate("mali"))
    assert step(match) == "Movement"


@pytest.mark.rule("operation_serval", "12.1a")
def test_units_do_not_move_before_the_reorganisation_is_over() -> None:
    match = reorganise("2518: fr_ab_2rep")
    assert refused(match, MarchWith("fr_ab_2rep")) == "12.1a"
