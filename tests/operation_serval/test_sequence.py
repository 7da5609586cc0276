"""6, 9  The turn: phases, income, initiative, alternating actions and passes, the end."""

import pytest

from operation_serval.actions import (
    ClearSharia,
    EnactSharia,
    Extend,
    Finish,
    Mobilise,
    NetwarAttack,
    Operate,
    Pass,
    Recruit,
    Refit,
)
from operation_serval.rules.command import Determination, gain, spend
from operation_serval.rules.sequence import EndOfTurn, OpenOperations
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, rolls, step, told
from tests.operation_serval.positions import BAMAKO, FAR, GAO, KIDAL, TIMBUKTU, arrange, fresh, points

# Phases and passes


@pytest.mark.rule("operation_serval", "6.1a")
@pytest.mark.rule("operation_serval", "8.1a")
def test_the_event_comes_before_income() -> None:
    match = arrange(turn=4, side=ISLAMIST, dice=(6, 6, 1, 1))
    match.play(Pass())
    match.play(Pass())
    assert [roll.reason for roll in rolls(match)[-4:]] == ["Event", "Event", "C2P income", "C2P income"]
    assert match.turn == 5


@pytest.mark.rule("operation_serval", "6.1b")
@pytest.mark.rule("operation_serval", "9.5c")
@pytest.mark.parametrize("side", [ISLAMIST, COALITION])
def test_the_side_with_the_initiative_acts_first(side: str) -> None:
    match = arrange(steps=[OpenOperations()], initiative=side)
    assert match.to_act == side
    match.play(Pass())
    assert match.to_act != side


@pytest.mark.rule("operation_serval", "6.2a")
@pytest.mark.rule("operation_serval", "6.5a")
def test_two_passes_in_a_row_end_the_phase() -> None:
    match = arrange(side=ISLAMIST, turn=3, dice=(2, 6, 5, 1, 6, 6, 6))
    match.play(Pass())
    match.play(Mobilise())
    match.play(offered(match, type(match.legal()[0]))[0])
    assert match.to_act == ISLAMIST and match.turn == 3  # the passing side may act again
    match.play(Pass())
    match.play(Pass())
    assert match.turn == 4


@pytest.mark.rule("operation_serval", "6.2b")
def test_the_phase_ends_when_nobody_has_points_left() -> None:
    match = arrange(FAR, turn=3, c2p=(0, 1), dice=(1, 6, 6, 1, 1))
    match.play(Mobilise())
    match.play(match.legal()[0])
    assert match.turn == 4
    assert told(match, "6.2b")[-1] == "Neither side has C2P left: the Operations Phase ends."


@pytest.mark.rule("operation_serval", "1.0b")
@pytest.mark.rule("operation_serval", "6.2a")
def test_a_side_without_points_passes_by_itself() -> None:
    match = arrange(side=ISLAMIST, c2p=(0, 3))
    assert match.to_act == COALITION
    assert "The Islamists pass, without C2P." in told(match, "6.5a")
    match.play(Pass())
    assert match.turn == 4  # that was the second pass in a row


@pytest.mark.rule("operation_serval", "6.1c")
@pytest.mark.rule("operation_serval", "30.1a")
@pytest.mark.rule("operation_serval", "30.1q")
def test_after_turn_10_the_coalition_may_play_two_more_turns() -> None:
    match = arrange(turn=10, c2p=(0, 0), dice=(6, 6, 1, 1, 6, 6, 1, 1))
    assert (step(match), match.to_act) == ("Extension", COALITION)
    match.play(Extend(True))
    assert match.turn == 11
    for _ in range(2):
        match.play(Pass())
    match.play(Extend(True))
    assert match.turn == 12
    for _ in range(2):
        match.play(Pass())
    assert match.result is not None
    assert match.result.points["islamist_halves"] == 20 + 2  # twice 5 points, and the mine of Taoudenni
    assert match.state.extensions == 2


@pytest.mark.rule("operation_serval", "6.1c")
@pytest.mark.rule("operation_serval", "30.2m")
def test_without_extension_the_game_is_scored_after_turn_10() -> None:
    match = arrange(turn=10, scenario="scenario_2", c2p=(0, 0))
    assert step(match) == "Extension"
    match.play(Extend(False))
    assert match.result is not None and match.turn == 10
    assert match.state.extensions == 0


@pytest.mark.rule("operation_serval", "6.0a")
def test_a_finished_action_is_taken_back_only_with_consent() -> None:
    match = arrange("2323: ml_33p; 2107: aq_guer_1", sharia=[TIMBUKTU])
    match.play(ClearSharia())
    refusal = match.why_not_undo(COALITION)
    assert refusal is not None and refusal.rule == "6.0a"
    match.undo()
    assert match.state.sharia == {TIMBUKTU}


# Actions and their price


@pytest.mark.rule("operation_serval", "6.3a")
def test_each_side_has_its_own_actions() -> None:
    text = "2323: ad_sanda ad_tech_1*; 3218: ad_base_1; 1233: ml_pg ml_base_1 ml_inf_1*"
    drawn = {ISLAMIST: ["cyber"], COALITION: ["cyber"]}
    coalition = arrange(text, drawn=drawn)
    kinds = {type(action) for action in coalition.legal()}
    assert {Operate, Recruit, Refit, Mobilise, NetwarAttack, Pass} <= kinds
    assert refused(coalition, EnactSharia("ansar_dine")) == "7.1a"
    islamist = arrange(text, side=ISLAMIST, drawn=drawn)
    assert {Operate, Recruit, Mobilise, NetwarAttack, EnactSharia, Pass} <= {type(a) for a in islamist.legal()}
    assert refused(islamist, ClearSharia()) == "6.3a"


@pytest.mark.rule("operation_serval", "6.4a")
@pytest.mark.rule("operation_serval", "9.4a")
@pytest.mark.rule("operation_serval", "10.0a")
@pytest.mark.rule("operation_serval", "CEX.a")
def test_the_price_is_paid_before_the_dice() -> None:
    match = arrange("3218: ad_base_1; 1233: ml_pg", side=ISLAMIST, c2p=(2, 2), dice=(3,))
    match.play(Recruit("ansar_dine"))
    assert points(match) == (0, 2)
    texts = [entry.text for entry in match.journal]
    assert texts.index("Islamists: recruiting for Ansar Dine for 2 C2P.") < texts.index(
        "Up to 3 units may be recruited."
    )


@pytest.mark.rule("operation_serval", "9.4a")
@pytest.mark.rule("operation_serval", "CEX.a")
@pytest.mark.parametrize(("points_", "rule"), [(1, "9.4a"), (2, None)])
def test_an_action_needs_its_full_price(points_: int, rule: str | None) -> None:
    match = arrange("1233: ml_pg ml_base_1 ml_inf_1*; 2107: aq_guer_1", c2p=(5, points_))
    assert refused(match, Recruit("mali")) == rule
    assert refused(match, Refit("mali", "ml_base_1")) == rule
    assert refused(match, Mobilise()) is None
    assert refused(match, Operate("mali")) is None


@pytest.mark.rule("operation_serval", "7.1a")
def test_a_side_commands_its_own_contingents_only() -> None:
    match = arrange("2323: ad_tech_1; 1233: ml_pg")
    assert refused(match, Operate("ansar_dine")) == "7.1a"
    assert refused(match, Recruit("chad")) == "7.1a"  # Chad acts with the French
    assert refused(match, Operate("africom")) == "31.1c"


# C2P


@pytest.mark.rule("operation_serval", "9.1a")
@pytest.mark.rule("operation_serval", "9.1c")
@pytest.mark.rule("operation_serval", "IC2P.a")
@pytest.mark.parametrize(
    ("text", "left", "die", "total"),
    [
        ("2323: ad_iyad ad_sanda", 0, 5, 7),
        ("2323: ad_sanda", 2, 5, 9),
        ("2323: ad_sanda; 2924: mj_hamaha; 3218: ad_iyad", 0, 3, 7),
        ("2323: ad_sanda*", 0, 1, 3),
        ("1233: ad_iyad", 0, 1, 3),
        ("3425: ad_iyad; 2323: ad_tech_1", 0, 1, 1),
    ],
)
def test_islamist_income(text: str, left: int, die: int, total: int) -> None:
    match = arrange(text, c2p=(left, 0), dice=(die, 1), steps=[Determination()], intervention=False)
    assert points(match)[0] == total


@pytest.mark.rule("operation_serval", "9.1b")
@pytest.mark.rule("operation_serval", "CC2P.a")
@pytest.mark.rule("operation_serval", "26.2b")
@pytest.mark.parametrize(
    ("text", "intervention", "die", "total"),
    [
        ("1233: ml_pg", True, 4, 8),
        ("1233: ml_pg; 2323: mn_guer_1", False, 2, 4),
        ("2029: ml_33p", False, 2, 2),
        ("1233: ml_militia_1", False, 1, 2),
        ("2323: fr_gamou", True, 1, 5),
    ],
)
def test_coalition_income(text: str, intervention: bool, die: int, total: int) -> None:
    text = f"{text}; 2107: aq_guer_1"
    match = arrange(text, c2p=(0, 0), dice=(1, die), steps=[Determination()], intervention=intervention)
    assert points(match)[1] == total
    assert points(match)[0] == 1


@pytest.mark.rule("operation_serval", "9.2a")
@pytest.mark.parametrize(("start", "change", "end"), [(10, 6, 12), (10, 2, 12), (3, -4, 0), (3, -3, 0), (0, 12, 12)])
def test_the_track_ends_at_0_and_12(start: int, change: int, end: int) -> None:
    match = arrange(c2p=(5, start))
    gain(match.state, COALITION, change, "Test", "9.2a")
    assert points(match) == (5, end)


@pytest.mark.rule("operation_serval", "9.2b")
@pytest.mark.rule("operation_serval", "9.3a")
def test_points_that_are_not_spent_are_kept() -> None:
    match = arrange(side=ISLAMIST, c2p=(3, 2), dice=(6, 6, 1, 1))
    match.play(Pass())
    match.play(Pass())
    assert points(match) == (3 + 1, 2 + 1 + 3 + 1)


@pytest.mark.rule("operation_serval", "EVT.9")
@pytest.mark.parametrize(("before", "after"), [((12, 1), (10, 3)), ((0, 0), (0, 2)), ((11, 12), (10, 10))])
def test_weather_takes_two_points_after_the_cap(before: tuple[int, int], after: tuple[int, int]) -> None:
    match = arrange("2107: aq_guer_1; 2029: ml_33p", c2p=before, dice=(1, 1), steps=[Determination()], weather=True)
    assert points(match) == after
    assert not match.state.weather


@pytest.mark.rule("operation_serval", "9.5a")
def test_the_initiative_stays_for_the_turn() -> None:
    match = arrange("2323: ad_sanda; 2029: ml_33p", c2p=(4, 0), dice=(2, 4), steps=[Determination(), OpenOperations()])
    assert points(match) == (8, 7) and match.state.initiative == ISLAMIST and match.to_act == ISLAMIST
    spend(match.state, ISLAMIST, 5, "Test", "9.4a")
    assert match.state.initiative == ISLAMIST


@pytest.mark.rule("operation_serval", "9.5b")
@pytest.mark.parametrize(("intervention", "holder"), [(False, ISLAMIST), (True, COALITION)])
def test_ties_depend_on_intervention(intervention: bool, holder: str) -> None:
    bonus = 3 if intervention else 0
    match = arrange(
        "2107: aq_guer_1; 2029: ml_33p", c2p=(4 + bonus, 4), dice=(2, 2), steps=[Determination()],
        intervention=intervention, initiative=ISLAMIST if intervention else COALITION,
    )  # fmt: skip
    assert points(match)[0] == points(match)[1] and match.state.initiative == holder


@pytest.mark.rule("operation_serval", "9.5c")
def test_before_the_first_income_the_tie_rule_says_who_is_first() -> None:
    from operation_serval.rules.setup import start
    from tests.operation_serval.positions import game

    assert start(game().data, "scenario_1").initiative == ISLAMIST
    assert start(game().data, "scenario_2").initiative == COALITION


@pytest.mark.rule("operation_serval", "23.1a")
@pytest.mark.rule("operation_serval", "7.4a")
def test_airlift_is_reset_each_turn_and_not_saved_up() -> None:
    match = arrange(turn=4, airlift=1, dice=(6, 6, 1, 1))
    match.play(Pass())
    match.play(Pass())
    assert match.state.airlift == 4
    asleep = arrange(turn=4, intervention=False, dice=(6, 6, 1, 1))
    asleep.play(Pass())
    asleep.play(Pass())
    assert asleep.state.airlift == 0


def test_the_first_turn_has_no_event_but_income() -> None:
    match = fresh(dice=(1, 1, 3, 3))
    assert [roll.reason for roll in rolls(match)] == [
        "First C2P", "First netwar markers", "C2P income", "C2P income",
    ]  # fmt: skip


@pytest.mark.rule("operation_serval", "6.2c")
def test_sudden_death_ends_the_turn_at_once() -> None:
    match = arrange("3218: ad_base_1; 1233: ml_pg", side=ISLAMIST, dice=(1,))
    match.play(Recruit("ansar_dine"))
    from operation_serval.actions import Demobilise

    match.play(Finish())
    match.play(Demobilise("ad_base_1"))
    assert match.result is not None and match.result.winner == COALITION
    assert match.legal() == () and not isinstance(match.state.step, EndOfTurn)


def test_places_of_the_test_positions_are_right() -> None:
    data = fresh().state.data
    assert data.bamako == BAMAKO and data.timbuktu == TIMBUKTU
    assert {GAO, KIDAL} <= data.capitals
