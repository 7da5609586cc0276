"""4, 8  The order of a turn, Initiative, and the decision to go on."""

from __future__ import annotations

import pytest

from common.engine.actions import Add, Confirm
from somali_pirates.actions import ChooseFirst, EndPhase, PayTurn, Place, RefuseTurn, Walk
from somali_pirates.state import COALITION, ENEMY, PIRATE
from tests.asking import refused, step, told
from tests.somali_pirates.positions import FAR, after, arrange, decline, end_phases


@pytest.mark.rule("somali_pirates", "8.1a")
@pytest.mark.rule("somali_pirates", "8.1b")
@pytest.mark.parametrize(("coalition", "pirate", "asked"), [(60, 55, COALITION), (54, 55, PIRATE), (70, 70, PIRATE)])
def test_the_richer_player_is_asked_and_the_pirate_on_ties(coalition: int, pirate: int, asked: str) -> None:
    match = arrange(FAR, "initiative", coalition=coalition, pirate=pirate)
    assert (step(match), match.to_act) == ("Initiative", asked)
    assert refused(match, ChooseFirst(PIRATE)) is None
    assert refused(match, ChooseFirst(COALITION)) is None


@pytest.mark.rule("somali_pirates", "8.1a")
@pytest.mark.rule("somali_pirates", "8.1c")
@pytest.mark.parametrize("first", [COALITION, PIRATE])
def test_the_choice_holds_for_the_turn_and_is_made_anew_in_the_next(first: str) -> None:
    match = after(arrange(FAR, "initiative", coalition=61, pirate=60), ChooseFirst(first))
    end_phases(match, "movement")
    assert match.state.mover == first
    match.state.index = {**match.state.index, first: 5}  # the indexes cross over
    end_phases(match, "combat")
    after(match, EndPhase())
    while match.state.mover == first:
        after(match, EndPhase())
    assert (match.state.phase, match.state.mover) == ("movement", ENEMY[first])
    end_phases(match, "initiative")
    assert match.turn == 4
    assert match.to_act == match.state.richer() == ENEMY[first]


@pytest.mark.rule("somali_pirates", "4.1a")
@pytest.mark.rule("somali_pirates", "3.1a")
def test_the_steps_follow_one_another_in_a_fixed_order() -> None:
    match = after(arrange(FAR, "initiative", coalition=61), ChooseFirst(COALITION))
    seen = [(match.state.phase, match.state.mover)]
    while match.turn == 3:
        legal = match.legal()
        match.play(next(action for action in (Confirm(), EndPhase(), PayTurn(), *legal) if action in legal))
        now = match.state.phase, match.state.mover
        seen += [now] if now != seen[-1] else []
    turns = [(phase, side) for side in (COALITION, PIRATE) for phase in ("movement", "combat", "return")]
    stops = [turn for turn in turns if turn in seen]  # a Return Phase in which nothing can be done asks nobody
    assert seen == [("mobilization", ""), *stops, ("protracted", ""), ("initiative", "")]
    assert {phase for phase, _ in stops} >= {"movement", "combat"}


@pytest.mark.rule("somali_pirates", "4.1a")
@pytest.mark.rule("somali_pirates", "12.1a")
def test_no_unit_walks_in_a_combat_phase() -> None:
    match = arrange("mogadishu: au_uganda_1" + FAR, "combat")
    assert refused(match, Walk("au_uganda_1", "merca")) is not None
    assert match.why_not(Walk("au_uganda_1", "merca")).rule.startswith(("12", "4.1"))


# Protracted conflict


@pytest.mark.rule("somali_pirates", "4.1j")
@pytest.mark.rule("somali_pirates", "4.1k")
def test_the_coalition_pays_the_turn_number_and_the_pirate_is_not_asked() -> None:
    match = arrange(FAR, "protracted", turn=3)
    assert match.to_act == COALITION
    after(match, PayTurn())
    assert match.state.index == {COALITION: 57, PIRATE: 60}
    assert (match.turn, step(match)) == (4, "Initiative")


@pytest.mark.rule("somali_pirates", "4.1k")
def test_the_pirate_is_asked_if_the_coalition_does_not_pay_or_cannot() -> None:
    match = after(arrange(FAR, "protracted", turn=5), RefuseTurn())
    assert (step(match), match.to_act) == ("Protracted", PIRATE)
    after(match, PayTurn())
    assert match.state.index == {COALITION: 60, PIRATE: 55}
    poor = arrange(FAR, "protracted", turn=5, coalition=4)
    assert poor.to_act == PIRATE


@pytest.mark.rule("somali_pirates", "4.1l")
def test_the_game_ends_if_nobody_pays() -> None:
    match = after(arrange(FAR, "protracted", turn=5, coalition=70, pirate=40), RefuseTurn(), RefuseTurn())
    assert match.result is not None
    assert (match.result.winner, match.result.level, match.result.rule) == (COALITION, "Marginal Victory", "4.1l")


@pytest.mark.rule("somali_pirates", "4.1l")
@pytest.mark.rule("somali_pirates", "6.5a")
def test_the_game_ends_if_both_lack_the_points() -> None:
    match = arrange(FAR, "protracted", turn=9, coalition=8, pirate=8)
    assert match.result is not None
    assert match.result.level == "Draw"


@pytest.mark.rule("somali_pirates", "6.5a")
@pytest.mark.rule("somali_pirates", "5.2a")
def test_paying_the_last_points_is_legal_and_loses_at_once() -> None:
    match = after(arrange(FAR, "protracted", turn=5, coalition=5), PayTurn())
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (PIRATE, "5.2a")


@pytest.mark.rule("somali_pirates", "4.2b")
def test_after_turn_twelve_nobody_is_asked_and_the_game_ends() -> None:
    match = arrange(FAR, "control", turn=12, coalition=60, pirate=60)
    assert match.result is not None
    assert match.result.rule == "4.2b"
    assert told(match, "4.1j") == []
    eleven = arrange(FAR, "control", turn=11)
    assert step(eleven) == "Protracted"


@pytest.mark.rule("somali_pirates", "4.1d")
def test_the_second_player_deploys_when_he_sees_what_the_first_deployed() -> None:
    match = arrange("eyl: pirate_base_1" + FAR, "mobilization", first=PIRATE, mover=PIRATE)
    after(match, Add("pl_militia"), Confirm(), Add("contractors_pmc"), Confirm())
    assert match.to_act == PIRATE
    assert match.state.units["contractors_pmc_1"].at == "available"  # not yet revealed
    after(match, Place("pl_militia_1", "bosaso"))
    assert match.to_act == COALITION
    assert match.state.units["pl_militia_1"].at == "bosaso"
    decline(match)
