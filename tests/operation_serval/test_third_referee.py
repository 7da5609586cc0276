"""What a third referee asked: readings that were left open, and what the enemy may learn from dice and lines."""

import pytest

from operation_serval.actions import Advance, RefitPicked, RetreatTo
from operation_serval.rules.command import Determination
from operation_serval.rules.events import Events
from operation_serval.rules.operations import EndOperation
from operation_serval.rules.retreat import RetreatMove
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, step, told
from tests.operation_serval.battles import battle
from tests.operation_serval.positions import (
    BAMAKO,
    FAR,
    GAO,
    KIDAL,
    arrange,
    at,
    points,
    worn,
)

FOG = {"fog_of_war": True}


# SOF and leaders (31.4)


@pytest.mark.rule("operation_serval", "31.4a")
@pytest.mark.rule("operation_serval", "10.4a")
def test_gamou_is_a_leader_when_leaders_refit() -> None:
    text = f"{FAR}; {GAO}: fr_gamou* td_tech_des*; 3026: fr_sof_cm*"
    match = arrange(text, options={"robustness": True})
    match.play(RefitPicked("french"))
    assert not worn(match, "fr_gamou") and not worn(match, "fr_sof_cm") and worn(match, "td_tech_des")
    assert refused(arrange(f"{FAR}; {GAO}: fr_gamou*", options={"robustness": True}), RefitPicked("french")) is None


@pytest.mark.rule("operation_serval", "31.4a")
def test_heavy_technicals_that_are_no_leaders_do_not_refit_with_them() -> None:
    text = f"{FAR}; {GAO}: mn_heavy*"
    assert refused(arrange(text, options={"robustness": True}), RefitPicked("mnla")) == "31.4a"


# Dice of events in fog (28.0, EVT.2, EVT.8)


@pytest.mark.rule("operation_serval", "EVT.8")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_enemy_does_not_learn_from_the_order_of_the_dice_who_was_shaken() -> None:
    told = set()
    for dice in ([4, 4, 6, 1, 1], [4, 4, 1, 6, 1], [4, 4, 1, 1, 6]):
        text = f"{FAR}; {GAO}: mn_guer_1 mn_najim mn_acherif mn_tech_1"
        match = arrange(text, options=FOG, steps=[Events()], dice=[*dice, 1, 3, 3])
        told.add(tuple((entry.text, entry.rolls, entry.places) for entry in match.journal.view(ISLAMIST)))
        assert sum(roll.reason.startswith("Infighting") for e in match.journal.view(COALITION) for roll in e.rolls) == 4
    assert len(told) == 1


@pytest.mark.rule("operation_serval", "EVT.2")
@pytest.mark.rule("operation_serval", "28.0a")
def test_a_coup_does_not_tell_how_many_malians_are_in_bamako() -> None:
    seen = set()
    for units in ("ml_pg", "ml_pg ml_33p ml_sf"):
        text = f"2107: aq_guer_1; {BAMAKO}: {units}"
        match = arrange(text, options=FOG, steps=[Events()], dice=[1, 1, 2, 3, 3, 3])
        lines = [(entry.text, entry.rolls) for entry in match.journal.view(ISLAMIST) if "EVT.2" in entry.rules]
        seen.add(tuple(lines))
    assert len(seen) == 1


# Retreats among other contingents of the Islamists (14.2, 16.5.1, R55, R72)


@pytest.mark.rule("operation_serval", "14.2c")
@pytest.mark.rule("operation_serval", "16.5.1d")
@pytest.mark.parametrize(
    ("also", "goals"), [("", {"2325", "2525"}), ("2325: ml_militia_2; 2525: ml_militia_3", {"2326", "2426"})]
)
def test_a_retreat_ends_in_a_zone_rather_than_on_another_contingent(also: str, goals: set[str]) -> None:
    text = f"{FAR}; 2324: ml_33p; 2424: ml_inf_1; 2425: ad_iyad; 2326: aq_guer_2; 2426: aq_guer_3; {also}"
    fall_back = RetreatMove(ISLAMIST, "ad_iyad", "2425", 1, ("2425",))
    match = arrange(text, contingent="mali", steps=[fall_back, EndOperation(ISLAMIST)])
    assert {action.place for action in offered(match, RetreatTo)} == goals
    assert refused(match, RetreatTo("2326")) == (None if "2326" in goals else "14.2a")
    goal = min(goals)
    match.play(RetreatTo(goal))
    assert step(match) == ("EndOperation" if also else "ActionStep")
    assert worn(match, "ad_iyad") == (not also)


POSTS = "2525: ml_militia_1; 2326: ml_militia_2; 2526: ml_militia_3; 2427: ml_militia_4; 2527: ml_militia_5"
BLIND = f"2324: ml_33p; 2424: ml_inf_1; {POSTS}"


@pytest.mark.rule("operation_serval", "16.5.1d")
@pytest.mark.rule("operation_serval", "16.5.1e")
def test_nobody_is_driven_into_a_blind_alley_while_another_way_is_open() -> None:
    """R72 prefers 2426, which is in no zone and leads nowhere; by way of 2325 the unit loses a step and lives."""
    text = f"{FAR}; 2425: ad_tech_1; {BLIND}"
    match = arrange(text, contingent="mali", steps=[RetreatMove(ISLAMIST, "ad_tech_1", "2425", 2, ("2425",))])
    assert at(match, "ad_tech_1") == "2325" and worn(match, "ad_tech_1")
    match.play(offered(match, RetreatTo)[0])
    assert match.state.on_map(match.state.units["ad_tech_1"])


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_a_blind_alley_is_refused_by_name() -> None:
    text = f"{FAR}; 2425: ad_tech_1; {BLIND}".replace("; 2424: ml_inf_1", "")
    match = arrange(text, contingent="mali", steps=[RetreatMove(ISLAMIST, "ad_tech_1", "2425", 2, ("2425",))])
    assert {action.place for action in offered(match, RetreatTo)} == {"2325", "2424"}
    refusal = match.why_not(RetreatTo("2426"))
    assert refusal is not None and refusal.rule == "16.5.1d" and "would be lost" in refusal.why


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_who_is_lost_on_every_way_is_lost() -> None:
    text = f"{FAR}; 2425: ad_guer_1; {BLIND}"
    match = arrange(text, contingent="mali", steps=[RetreatMove(ISLAMIST, "ad_guer_1", "2425", 2, ("2425",))])
    assert at(match, "ad_guer_1") == "available_ansar_dine"


@pytest.mark.rule("operation_serval", "IC2P.a")
@pytest.mark.rule("operation_serval", "28.0a")
def test_the_income_does_not_tell_in_which_capital_a_leader_is() -> None:
    seen = set()
    for kidal, gao in (("mj_guer_1 mj_hamaha", "ad_guer_1"), ("mj_guer_1", "ad_guer_1 ad_iyad")):
        text = f"{FAR}; {KIDAL}: {kidal}; {GAO}: {gao}"
        match = arrange(text, options=FOG, c2p=(1, 1), steps=[Determination()], dice=[2, 5])
        assert points(match) == (4, 10)
        lines = match.journal.view(COALITION)
        seen.add(tuple((entry.text, entry.rolls, entry.changes) for entry in lines))
        assert any("a die of 2: the Islamists gain 3 C2P" in entry.text for entry in lines)
        assert any("a leader in" in str(roll) for entry in match.journal.view(ISLAMIST) for roll in entry.rolls)
    assert len(seen) == 1


# Captured equipment (31.2)


@pytest.mark.rule("operation_serval", "31.2a")
def test_the_journal_does_not_blame_the_box_when_nobody_who_advanced_could_be_turned() -> None:
    options = {"islamist_upgrades": True}
    match = battle("ad_iyad", "ml_base_1*", side=ISLAMIST, initiative=ISLAMIST, options=options, dice=[6, 6])
    match.play(Advance("ad_iyad"))
    assert told(match, "31.2a") == ["Nobody who advanced could use captured equipment."]
