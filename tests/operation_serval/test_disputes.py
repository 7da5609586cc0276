"""Disputes at the table: what a player tried, or what two rules together should have brought about."""

import pytest

from common.engine import Seat
from operation_serval.actions import EnactSharia, Finish, Operate, Place, Scout, Support
from operation_serval.rules.operations import EndOperation
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused
from tests.operation_serval.operating import declare, operate
from tests.operation_serval.positions import BAMAKO, FAR, GAO, TIMBUKTU, arrange

# Sharia (27)


@pytest.mark.rule("operation_serval", "6.3a")
@pytest.mark.rule("operation_serval", "27.0a")
def test_the_leaders_of_the_mnla_are_of_the_coalition_and_enact_no_sharia() -> None:
    match = arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=COALITION)
    assert refused(match, EnactSharia("mnla")) == "6.3a"
    assert refused(arrange(f"{FAR}; {TIMBUKTU}: mn_najim", side=ISLAMIST), EnactSharia("mnla")) == "7.1a"


# Sudden death (5.1)


@pytest.mark.rule("operation_serval", "5.1b")
@pytest.mark.rule("operation_serval", "20.7.1b")
def test_gunships_that_drive_the_last_islamists_out_of_mali_end_the_game_at_once() -> None:
    # the technical in Algeria could otherwise still attack and advance into Mali
    text = f"2709: ad_guer_1; 2808: ad_tech_1; 2809: ml_base_1 ml_33p; {BAMAKO}: ml_pg; air: ml_helo"
    match = arrange(text, side=ISLAMIST, initiative=ISLAMIST, dice=[5, 1])
    operate(match, "ansar_dine").play(Finish())
    declare(match, "2809", "ad_guer_1").play(Support("ml_helo", "2709"))
    assert match.result is not None and match.result.winner == COALITION
    assert match.result.rule == "5.1b"


# Fog of war (28)


@pytest.mark.rule("operation_serval", "28.0c")
def test_every_isr_marker_may_lie_between_the_stacks_it_looks_at() -> None:
    text = f"{FAR}; {GAO}: mj_tech_1; 3025: mj_guer_1"
    match = arrange(text, drawn={COALITION: ["isr", "isr"]}, options={"fog_of_war": True})
    match.play(Operate("mali"))
    assert Scout(COALITION, "2925") in match.asides(COALITION)
    match.play(Scout(COALITION, "2106"))
    assert refused(match, Place("2925")) is None  # next to both, and empty
    assert refused(match, Place("2106")) == "28.0c"  # where the first one lies


@pytest.mark.rule("operation_serval", "14.2c")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_enemy_can_be_told_that_a_stack_is_set_right_without_knowing_it() -> None:
    text, ending = f"{FAR}; {GAO}: mj_tech_1 ad_guer_1", EndOperation(ISLAMIST)
    match = arrange(text, options={"fog_of_war": True}, contingent="mali", steps=[ending])
    assert match.to_act == ISLAMIST
    for side in (COALITION, None):
        known = Seat(match, side).known
        assert known.step.prompt(known).endswith("(14.2c).") and known.step.legal(known) == ()
