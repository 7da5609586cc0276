"""5, 6  Victory points and levels, Sudden Death, and the Netwar Index."""

from __future__ import annotations

import pytest

from common.engine import Match
from somali_pirates.actions import RefuseTurn, SplitPoints, TakePoints
from somali_pirates.rules.netwar import gain, lose, spend, why_not_spend
from somali_pirates.rules.spoils import Spoils
from somali_pirates.rules.victory import level, points_of, victory_points
from somali_pirates.state import COALITION, PIRATE
from tests.asking import refused, step
from tests.somali_pirates.positions import FAR, after, arrange


def quiet(coalition: int = 60, pirate: int = 60, text: str = FAR) -> Match:
    return arrange(text, "protracted", turn=5, coalition=coalition, pirate=pirate)


@pytest.mark.rule("somali_pirates", "5.1b")
def test_the_index_counts_as_victory_points() -> None:
    match = after(quiet(60, 34), RefuseTurn(), RefuseTurn())
    assert match.result is not None
    assert (match.result.winner, match.result.level) == (COALITION, "Marginal Victory")
    assert match.result.points == {COALITION: 60, PIRATE: 34}


@pytest.mark.rule("somali_pirates", "5.1c")
def test_a_pirate_base_counts_in_a_port_only() -> None:
    match = quiet(text="eyl: pirate_base_1; garowe: pirate_base_2" + FAR)
    assert points_of(match.state, PIRATE) == {"index": 60, "port bases": 5}


@pytest.mark.rule("somali_pirates", "5.1d")
def test_an_engineer_in_a_controlled_petroleum_zone_counts() -> None:
    alone = quiet(text="burao: contractors_pet_engr_1; hargeisa: contractors_pet_engr_2" + FAR)
    assert points_of(alone.state, COALITION) == {"index": 60, "oil wells": 5}
    disputed = quiet(text="burao: contractors_pet_engr_1 sl_militia_1" + FAR)
    assert victory_points(disputed.state, COALITION) == 60
    hidden = quiet(text="qardho: contractors_pet_engr_1 !pl_militia_1" + FAR)
    assert victory_points(hidden.state, COALITION) == 65


@pytest.mark.rule("somali_pirates", "5.1f")
@pytest.mark.rule("somali_pirates", "5.1g")
@pytest.mark.parametrize(
    ("margin", "name"),
    [(0, "Draw"), (25, "Draw"), (26, "Marginal Victory"), (50, "Marginal Victory"), (51, "Regional Victory")]
    + [(75, "Regional Victory"), (76, "Decisive Victory"), (95, "Decisive Victory")],
)
def test_the_margin_decides_the_level(margin: int, name: str) -> None:
    assert level(quiet().state, margin) == name
    match = after(quiet(5, 5 + margin), RefuseTurn(), RefuseTurn())
    assert match.result is not None
    assert match.result.level == name
    assert match.result.winner == (None if name == "Draw" else PIRATE)


@pytest.mark.rule("somali_pirates", "5.2a")
@pytest.mark.rule("somali_pirates", "6.0d")
@pytest.mark.rule("somali_pirates", "4.2a")
@pytest.mark.parametrize(("loss", "ends"), [(1, False), (2, True), (3, True)])
def test_an_index_at_zero_loses_at_once(loss: int, ends: bool) -> None:
    match = quiet(30, 2)
    lose(match.state, PIRATE, loss, "a test")
    assert (match.state.result is not None) == ends
    if ends:
        assert (match.state.result.winner, match.state.index[PIRATE]) == (COALITION, 0)


@pytest.mark.rule("somali_pirates", "5.2b")
@pytest.mark.parametrize(("own", "name", "total"), [(20, "Regional Victory", 70), (26, "Decisive Victory", 76)])
def test_sudden_death_adds_fifty_to_the_winners_points(own: int, name: str, total: int) -> None:
    match = quiet(own, 3)
    lose(match.state, PIRATE, 3, "a test")
    result = match.state.result
    assert (result.level, result.points["total"]) == (name, total)


@pytest.mark.rule("somali_pirates", "5.2b")
def test_port_bases_count_in_sudden_death_too() -> None:
    match = quiet(3, 20, "eyl: pirate_base_1; bosaso: pirate_base_2" + FAR)
    lose(match.state, COALITION, 9, "a test")
    assert match.state.result.points["total"] == 80
    assert match.state.result.level == "Decisive Victory"


@pytest.mark.rule("somali_pirates", "6.0a")
@pytest.mark.rule("somali_pirates", "6.0c")
def test_points_move_the_index() -> None:
    match = quiet(40, 100)
    spend(match.state, {COALITION: 7}, "a test")
    assert match.state.index[COALITION] == 33
    gain(match.state, COALITION, 5, "a test")
    assert match.state.index[COALITION] == 38
    spend(match.state, {PIRATE: 3}, "a test")
    assert match.state.index[PIRATE] == 97


@pytest.mark.rule("somali_pirates", "6.0b")
@pytest.mark.rule("somali_pirates", "2.9b")
def test_the_excess_over_a_hundred_is_taken_from_the_enemy() -> None:
    match = quiet(98, 70)
    gain(match.state, COALITION, 5, "a test")
    assert match.state.index == {COALITION: 100, PIRATE: 67}
    gain(match.state, COALITION, 1, "a test")
    assert match.state.index == {COALITION: 100, PIRATE: 66}


@pytest.mark.rule("somali_pirates", "6.0d")
def test_the_excess_can_end_the_game() -> None:
    match = quiet(99, 4)
    gain(match.state, COALITION, 5, "a test")
    assert match.state.result is not None
    assert match.state.result.winner == COALITION


@pytest.mark.rule("somali_pirates", "6.5a")
@pytest.mark.parametrize(("cost", "rule"), [(6, None), (7, "6.5a")])
def test_nobody_spends_what_he_has_not(cost: int, rule: str | None) -> None:
    refusal = why_not_spend(quiet(6).state, COALITION, cost)
    assert (refusal and refusal.rule) == rule


# Points of a combat


def spoils(attacker: str, *gains: tuple[str, int], **more: int) -> Match:
    match = arrange(FAR, "combat", COALITION, **more)
    match.state.push(Spoils(attacker, gains))
    match._settle()
    return match


@pytest.mark.rule("somali_pirates", "6.1b")
@pytest.mark.rule("somali_pirates", "6.5b")
def test_combat_points_raise_the_own_index_or_lower_the_enemys_as_one_lump() -> None:
    raised = after(spoils(COALITION, (COALITION, 4)), TakePoints())
    assert raised.state.index == {COALITION: 64, PIRATE: 60}
    lowered = after(spoils(COALITION, (COALITION, 4)), TakePoints(lower=True))
    assert lowered.state.index == {COALITION: 60, PIRATE: 56}
    match = spoils(COALITION, (COALITION, 4))
    assert set(match.legal()) == {TakePoints(), TakePoints(lower=True)}  # no mix is offered
    assert refused(match, SplitPoints(2)) == "6.1b"


@pytest.mark.rule("somali_pirates", "6.1b")
def test_the_attackers_gain_comes_first() -> None:
    match = spoils(PIRATE, (COALITION, 3), (PIRATE, 2))
    assert match.to_act == PIRATE
    after(match, TakePoints(lower=True))
    assert match.to_act == COALITION
    after(match, TakePoints(lower=True))
    assert match.state.index == {COALITION: 58, PIRATE: 57}


@pytest.mark.rule("somali_pirates", "6.1b")
@pytest.mark.rule("somali_pirates", "6.0b")
def test_raising_beyond_a_hundred_still_lowers_the_enemy() -> None:
    match = after(spoils(COALITION, (COALITION, 4), coalition=98), TakePoints())
    assert match.state.index == {COALITION: 100, PIRATE: 58}


@pytest.mark.rule("somali_pirates", "4.2a")
@pytest.mark.rule("somali_pirates", "5.2a")
def test_combat_points_can_end_the_game_in_the_middle_of_a_phase() -> None:
    match = after(spoils(COALITION, (COALITION, 4), (PIRATE, 3), pirate=4), TakePoints(lower=True))
    assert match.result is not None
    assert match.result.winner == COALITION


def test_nothing_is_asked_for_a_combat_without_points() -> None:
    assert step(spoils(COALITION, (COALITION, 0))) == "CombatPhase"
