"""4.2  Regroup Phase: what moves after the Action Phase, and where to."""

import pytest

from fallujah.actions import (
    Done,
    Shift,
)
from tests.asking import refused
from tests.fallujah.positions import act, arrange, spent, spot, u


@pytest.mark.rule("fallujah", "4.2a")
def test_insurgents_then_coalition_regroup_each_unit_once():
    match = act(arrange("9: F1; 16: inf1; 23: inf2", held="17 21 22", to="regroup"), Shift("F1", "8"))
    assert match.to_act == "coalition"  # nobody else of the Insurgents can move
    match = act(arrange("9: F1 F2; 16: inf1", held="17", to="regroup"), Shift("F1", "8"))
    assert refused(match, Shift("F1", "9")) == "4.2a"
    act(match, Done())
    assert match.to_act == "coalition"
    assert refused(match, Shift("F2", "8")) == "4.2a"
    assert refused(match, Shift(u("inf1"), "17")) is None


@pytest.mark.rule("fallujah", "4.2b")
def test_a_fresh_unit_regroups_fresh_and_dug_in_units_not_at_all():
    match = arrange("16: inf1 inf2-; 9: F1!", held="17", to="regroup")
    assert match.to_act == "coalition"  # Dug In units do not regroup
    act(match, Shift(u("inf1"), "17"))
    assert (match.state.phase, spot(match, "inf1"), spent(match, "inf1")) == ("regroup", "17", False)


@pytest.mark.rule("fallujah", "4.2b")
def test_a_spent_unit_regroups_spent():
    match = act(arrange("16: inf1 inf2-", held="17", to="regroup"), Shift(u("inf2"), "17"))
    assert spent(match, "inf2")


@pytest.mark.rule("fallujah", "4.2c")
def test_full_areas_cannot_change_places():
    marines = [f"inf{n}" for n in range(1, 15)] + ["eng1", "eng2"]
    match = arrange(f"24: {' '.join(marines[:8])}; 25: {' '.join(marines[8:])}; 31: mech1", to="regroup")
    assert refused(match, Shift(u(marines[0]), "25")) == "4.2c"
    assert refused(match, Shift(u(marines[8]), "24")) == "4.2c"


@pytest.mark.rule("fallujah", "4.2d")
def test_zones_can_be_left_up_to_the_limit_and_never_entered():
    match = arrange("33: inf1 inf2 inf3 inf4 inf5; 32: inf9", to="regroup")
    for name in ("eng1", "eng2", "eng3"):
        act(match, Shift(u(name), "33"))
    assert refused(match, Shift(u("tank1"), "33")) == "4.2c"
    assert refused(match, Shift(u("inf1"), "NW")) == "4.2d"
    assert refused(match, Shift(u("inf10"), "NW")) == "2.3c"


@pytest.mark.rule("fallujah", "4.2e")
def test_units_leave_contested_areas():
    match = act(arrange("42: C1- inf1; 43: inf2", to="regroup"), Shift("C1", "45"))
    assert spot(match, "C1") == "45"


@pytest.mark.rule("fallujah", "4.2f")
@pytest.mark.rule("fallujah", "4.2g")
def test_abandoned_ground_changes_hands_and_is_free():
    match = act(arrange("42: C1 inf1; 41: inf2", to="regroup"), Shift("C1", "45"))
    assert match.state.control["42"] == "coalition"
    assert match.to_act == "coalition"
    assert refused(match, Shift(u("inf2"), "42")) is None


@pytest.mark.rule("fallujah", "4.2h")
def test_no_regrouping_into_contested_or_enemy_ground():
    match = arrange("43: inf1; 42: inf2 F1!; 33: inf3", held="32", to="regroup")
    assert refused(match, Shift(u("inf1"), "42")) == "4.2h"
    assert refused(match, Shift(u("inf1"), "44")) == "4.2h"


@pytest.mark.rule("fallujah", "4.2i")
def test_ground_the_coalition_leaves_stays_insurgent():
    match = act(arrange("42: inf1 F1!; 43: inf2", to="regroup"), Shift(u("inf1"), "43"))
    assert match.state.control["42"] == "insurgent"
    assert not match.state.contested("42")


@pytest.mark.rule("fallujah", "4.3a")
def test_infiltration_asks_nobody():
    match = act(arrange("16: inf1; 9: F1!", held="17", to="regroup"), Done())
    assert match.state.control["17"] == "insurgent"
    assert (match.to_act, match.state.turn) == ("insurgent", 3)
