"""4.1.3  Insurgent Reaction: they answer whoever enters their ground."""

import pytest

from fallujah.actions import (
    Activate,
    DigIn,
    Done,
    EndImpulse,
    March,
    Rally,
    SlipAway,
)
from tests.asking import offered, refused, step
from tests.fallujah.positions import act, arrange, here, spent, spot, u


@pytest.mark.rule("fallujah", "4.1.3a")
def test_entering_empty_insurgent_ground_can_cause_a_reaction():
    match = act(arrange("31: inf1; 32: C1"), Activate("31"), March(u("inf1"), "30"))
    assert (step(match), match.to_act) == ("Reaction", "insurgent")
    match = act(arrange("31: inf1; 34: C1"), Activate("31"), March(u("inf1"), "30"))
    assert step(match) == "CoalitionActivation"  # the Cadre is two areas away


@pytest.mark.rule("fallujah", "4.1.3b")
def test_spent_and_dug_in_units_do_not_react():
    match = act(arrange("31: inf1; 30: C1- F1! F2"), Activate("31"), March(u("inf1"), "30"))
    assert refused(match, Rally("C1", "30")) == "4.1.3b"
    assert refused(match, SlipAway("F1", "37")) == "4.1.3b"
    assert refused(match, DigIn("F1")) == "4.1.3b"
    assert refused(match, DigIn("F2")) is None
    match = act(arrange("31: inf1; 30: C1- F1!"), Activate("31"), March(u("inf1"), "30"))
    assert step(match) == "CoalitionActivation"


@pytest.mark.rule("fallujah", "4.1.3c")
def test_each_unit_reacts_once_and_in_any_order():
    match = act(arrange("31: inf1; 30: C1 C2"), Activate("31"), March(u("inf1"), "30"), Rally("C2", "30"))
    assert refused(match, SlipAway("C2", "37")) == "4.1.3c"
    assert refused(match, Rally("C2", "30")) == "4.1.3c"
    assert refused(match, SlipAway("C1", "37")) is None


@pytest.mark.rule("fallujah", "4.1.3d")
def test_only_fedayeen_in_the_area_dig_in():
    match = act(arrange("31: inf1; 30: F1 C1; 37: F2"), Activate("31"), March(u("inf1"), "30"))
    assert refused(match, DigIn("F2")) == "4.1.3d"
    assert refused(match, DigIn("C1")) == "4.1.3d"
    act(match, DigIn("F1"))
    assert match.state.units["F1"].dug


@pytest.mark.rule("fallujah", "4.1.3e")
def test_a_unit_slips_away_to_a_free_area_with_room():
    full = "13: M1 M2 M3 M4 M5 M6 M7 M8"
    match = arrange(f"15: inf1; 14: F1; {full}; 8: M9 M10; 9: C9 inf9", held="28")
    act(match, Activate("15"), March(u("inf1"), "14"))
    assert refused(match, SlipAway("F1", "13")) == "5a"
    assert refused(match, SlipAway("F1", "9")) == "4.1.3e"  # Contested
    assert refused(match, SlipAway("F1", "28")) == "4.1.3e"  # Coalition-controlled
    assert refused(match, SlipAway("F1", "14")) == "2.2a"
    assert refused(match, SlipAway("F1", "2")) == "2.2a"
    assert {a.space for a in offered(match, SlipAway)} == {"8", "35", "51"}
    act(match, SlipAway("F1", "8"))
    assert (spot(match, "F1"), spent(match, "F1")) == ("8", True)


@pytest.mark.rule("fallujah", "4.1.3f")
def test_militia_never_react():
    match = act(arrange("31: inf1; 30: M1"), Activate("31"), March(u("inf1"), "30"))
    assert step(match) == "CoalitionActivation"
    match = act(arrange("31: inf1; 30: M1 F1"), Activate("31"), March(u("inf1"), "30"))
    assert refused(match, SlipAway("M1", "37")) == "4.1.3f"
    assert refused(match, DigIn("M1")) == "4.1.3f"
    assert refused(match, Rally("M1", "30")) == "4.1.3f"


@pytest.mark.rule("fallujah", "4.1.3g")
@pytest.mark.rule("fallujah", "4.1.3m")
def test_cadre_of_the_area_raise_militia_there_and_stay_fresh():
    match = act(arrange("31: inf1; 30: C1 C2 F1"), Activate("31"), March(u("inf1"), "30"))
    assert refused(match, Rally("C1", "37")) == "4.1.3h"
    assert refused(match, Rally("F1", "30")) == "4.1.3g"
    act(match, Rally("C1", "30"), Rally("C2", "30"), DigIn("F1"))
    assert here(match, "30") == {"C1", "C2", "F1", "M1", "M2"}
    assert not any(spent(match, name) for name in here(match, "30"))


@pytest.mark.rule("fallujah", "4.1.3h")
def test_cadre_next_door_need_a_free_area():
    where = "23: inf1; 28: C1 inf2; 15: C2; 27: inf3"
    match = act(arrange(where), Activate("23"), March(u("inf1"), "22"))
    assert refused(match, Rally("C1", "22")) == "4.1.3h"  # Contested
    assert refused(match, Rally("C2", "16")) == "4.1.3h"
    assert {a.space for a in offered(match, Rally)} == {"22", "15"}
    assert {a.unit for a in offered(match, Rally)} == {"C2"}
    act(match, Rally("C2", "15"))
    assert here(match, "15") == {"C2", "M1"}


@pytest.mark.rule("fallujah", "4.1.3i")
def test_one_reaction_per_area_and_impulse():
    match = act(arrange("25: inf1 inf2; 24: C1"), Activate("25"), March(u("inf1"), "24"), Done())
    act(match, March(u("inf2"), "24"))
    assert step(match) == "CoalitionActivation"


@pytest.mark.rule("fallujah", "4.1.3j")
def test_no_reaction_in_a_contested_area():
    match = act(arrange("41: inf1; 42: inf2- C1 F1"), Activate("41"), March(u("inf1"), "42"))
    assert step(match) == "CoalitionActivation"


@pytest.mark.rule("fallujah", "4.1.3k")
def test_reacting_is_voluntary():
    match = act(arrange("25: inf1; 24: C1"), Activate("25"), March(u("inf1"), "24"), Done())
    assert (spot(match, "C1"), spent(match, "C1")) == ("24", False)
    assert refused(match, EndImpulse()) == "6.3a"


@pytest.mark.rule("fallujah", "4.1.3l")
def test_reaction_militia_obey_pool_and_limit():
    full = "30: M1 M2 M3 M4 M5 M6 M7 M8"
    match = act(arrange(f"31: inf1; {full}; 32: C1 M9 M10"), Activate("31"), March(u("inf1"), "30"))
    assert refused(match, Rally("C1", "30")) == "4.1.3l"
    assert [a.space for a in offered(match, Rally)] == ["32"]
    match = act(arrange("31: inf1; 32: C1", pool=0), Activate("31"), March(u("inf1"), "30"))
    assert step(match) == "CoalitionActivation"
