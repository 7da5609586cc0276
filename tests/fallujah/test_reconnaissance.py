"""6.3.1, 6.4  Scouts that withdraw, and what a step costs after the Reaction."""

import pytest

from fallujah.actions import (
    Activate,
    Attack,
    EndImpulse,
    March,
    Rally,
    SlipAway,
    Withdraw,
)
from tests.asking import refused, step
from tests.fallujah.positions import act, arrange, fight, go, mp, spent, spot, u, values

# 6.3.1  Reconnaissance


@pytest.mark.rule("fallujah", "6.3.1a")
@pytest.mark.parametrize("scout", ["lar1", "recon1", "cav1"])
def test_scouts_withdraw_from_a_placed_unit(scout):
    match = act(arrange(f"31: {scout} inf1; 32: C1"), Activate("31"), March(u(scout), "30"), Rally("C1", "30"))
    assert (step(match), match.to_act) == ("Scout", "coalition")
    act(match, Withdraw(True))
    assert (spot(match, scout), spent(match, scout)) == ("31", True)
    assert match.state.control["30"] == "insurgent"
    assert refused(match, EndImpulse()) is None
    go(match, "inf1", "30")  # no second Reaction
    assert step(match) == "CoalitionActivation"
    assert mp(match, "inf1") == 4
    assert refused(match, EndImpulse()) == "6.3a"


@pytest.mark.rule("fallujah", "6.3.1a")
def test_a_scout_may_stay_and_fight():
    match = act(arrange("31: lar1; 32: C1"), Activate("31"), March(u("lar1"), "30"), Rally("C1", "30"), Withdraw(False))
    assert refused(match, EndImpulse()) == "6.3a"
    fight(match, "30", "lar1")  # 5 against -1+1: Overwhelming Force
    assert match.state.control["30"] == "coalition"


@pytest.mark.rule("fallujah", "6.3.1b")
def test_withdrawing_costs_nothing():
    match = arrange("47: recon1; 14: C1", held="48 49 50 35 28 44")
    go(act(match, Activate("47")), "recon1", "49", "50", "35", "28")
    assert mp(match, "recon1") == 3
    act(match, March(u("recon1"), "15"), Rally("C1", "15"))
    assert mp(match, "recon1") == 0
    rolls = match.state.rolls
    act(match, Withdraw(True))
    assert (spot(match, "recon1"), match.state.rolls) == ("28", rolls)


@pytest.mark.rule("fallujah", "6.3.1b")
def test_a_scout_from_a_zone_goes_back_there():
    match = act(arrange("32: C1"), Activate("NW"), March(u("lar1"), "31"), Rally("C1", "31"), Withdraw(True))
    assert (spot(match, "lar1"), spent(match, "lar1")) == ("NW", True)


@pytest.mark.rule("fallujah", "6.3.1c")
def test_no_withdrawal_if_nothing_was_placed_in_the_area():
    match = act(arrange("31: lar1; 32: C1"), Activate("31"), March(u("lar1"), "30"), Rally("C1", "32"))
    assert step(match) == "CoalitionActivation"
    assert refused(match, Withdraw(True)) == "4.1.2a"
    assert match.state.control["30"] == "coalition"


@pytest.mark.rule("fallujah", "6.3.1d")
def test_only_the_triggering_unit_withdraws():
    match = act(arrange("31: inf1 lar1; 32: C1"), Activate("31"), March(u("inf1"), "30"), Rally("C1", "30"))
    assert step(match) == "CoalitionActivation"
    act(match, March(u("lar1"), "30"))
    assert step(match) == "CoalitionActivation"


# 6.4  Costs after the Reaction


@pytest.mark.rule("fallujah", "6.4.1a")
def test_only_spent_units_left_makes_it_three():
    match = act(arrange("25: eng1; 24: C1 F1-"), Activate("25"), March(u("eng1"), "24"), SlipAway("C1", "27"))
    assert mp(match, "eng1") == 4
    assert refused(match, EndImpulse()) == "6.3a"


@pytest.mark.rule("fallujah", "6.4.1b")
def test_an_emptied_area_costs_two_and_movement_goes_on():
    match = act(arrange("19: eng1; 18: C1"), Activate("19"), March(u("eng1"), "18"), SlipAway("C1", "20"))
    assert (mp(match, "eng1"), match.state.control["18"]) == (5, "coalition")
    assert refused(match, March(u("eng1"), "23")) is None


@pytest.mark.rule("fallujah", "6.4.2a")
def test_a_placed_militia_raises_the_cost_to_four():
    match = act(arrange("31: eng1; 32: C1"), Activate("31"), March(u("eng1"), "30"), Rally("C1", "30"))
    assert mp(match, "eng1") == 3
    assert refused(match, EndImpulse()) == "6.3a"
    fight(match, "30", "eng1")
    assert values(match)[0] == 5


def ambush(left, *more):
    """An engineer unit enters 15 from 28 with so many MP left; a Cadre in 14 raises a Militia in 15."""
    held = "24 25 26 27 28 29 22 23"
    match = arrange(f"24: eng1 {' '.join(more)}; 14: C1", held=held)
    act(match, Activate("24"))
    ways = {2: ["25", "27", "26", "29"], 3: ["25", "27", "29"], 4: ["23", "27"]}
    go(match, "eng1", *ways[left], "28")
    assert mp(match, "eng1") == left
    return act(match, March(u("eng1"), "15"), Rally("C1", "15"))


@pytest.mark.rule("fallujah", "6.4.2b")
@pytest.mark.rule("fallujah", "7.2.4j")
@pytest.mark.rule("fallujah", "7c")
@pytest.mark.parametrize(("left", "value"), [(2, 3), (3, 4), (4, 5)])
def test_an_ambush_lowers_the_offensive_value(left, value):
    match = ambush(left)
    assert mp(match, "eng1") == 0
    fight(match, "15", "eng1", dice=[3, 3, 3, 3])
    assert values(match)[0] == value


@pytest.mark.rule("fallujah", "6.4.2c")
@pytest.mark.rule("fallujah", "6.4.2d")
def test_followers_into_an_ambush():
    match = ambush(3, "iq1", "inf1")
    go(match, "iq1", "25", "26", "29", "28")
    assert mp(match, "iq1") == 2
    go(match, "iq1", "15")
    assert mp(match, "iq1") == 0
    go(match, "inf1", "27", "28")
    go(match, "inf1", "15")
    assert mp(match, "inf1") == 2  # with six MP it pays the full four
    fight(match, "15", "inf1", dice=[3, 3, 3, 3])
    assert values(match)[0] == 6 + 1 - 2  # lead, engineers, and the Iraqis' two MP


@pytest.mark.rule("fallujah", "6.4.2c")
def test_without_ambush_followers_pay_four():
    match = ambush(4, "iq1")
    go(match, "iq1", "27", "28")
    assert mp(match, "iq1") == 4
    go(match, "iq1", "15")
    assert mp(match, "iq1") == 0
    match = ambush(4, "iq1")
    go(match, "iq1", "25", "27", "28")
    assert refused(match, March(u("iq1"), "15")) == "6.1g"


@pytest.mark.rule("fallujah", "6a")
def test_a_unit_lost_in_its_own_impulse_is_refused_like_any_other() -> None:
    match = arrange("10: M1 C1", to="insurgent")
    match.play(Activate("10"))
    match.state.mp["M1"] = 1
    match.state.change("M1", at="force_pool")
    refusal = match.why_not(March("M1", "9"))
    assert refusal is not None
    assert refusal.rule == "6a"


@pytest.mark.rule("fallujah", "6.4.2a")
def test_a_refused_step_says_that_the_reaction_raised_the_cost():
    match = act(arrange("31: eng1 inf1; 32: C1", held="25 33"), Activate("31"))
    go(match, "inf1", "33", "31", "33", "31", "33", "31")
    act(match, March(u("eng1"), "30"), Rally("C1", "30"))
    left = mp(match, "inf1")
    assert left < 4
    why = match.why_not(March(u("inf1"), "30")).why
    assert "costs 4 MP after the Reaction" in why and why.endswith(f"has {left}")


def test_a_refusal_calls_units_by_their_names():
    match = act(arrange("31: eng1; 32: inf1 C1"), Activate("31"))
    assert match.why_not(March("C1", "31")).why == "Cadre 1 is not a unit of the acting side"
    assert "NW Entry Zone" in match.why_not(Attack("NW")).why
