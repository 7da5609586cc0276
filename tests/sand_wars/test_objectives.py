"""WIN, REI, MPI  Objectives, reinforcements and the intervention of major powers."""

from __future__ import annotations

import pytest

from common.engine import Match
from sand_wars.actions import (
    ChangeObjective,
    ChooseColumn,
    ClearDisruption,
    KeepObjective,
    LookAt,
    PlaceLeader,
    PlaceUnit,
    PlayCard,
    RevealObjective,
    Wait,
)
from sand_wars.components import Condition
from sand_wars.rules.intervention import give_aid
from sand_wars.rules.objectives import ObjectiveChange
from sand_wars.rules.reinforcements import Deploying, DeployWaiting
from sand_wars.rules.sequence import EndOfPlayerTurn
from sand_wars.rules.victory import CHECKS, Reached, end_game, is_met, progress
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, REPLACEMENT, SPENT, WAITING
from tests.asking import offered, refused, step, told
from tests.sand_wars.positions import arranged, at, begun, card_with, play, put


def reached(match: Match, check: str, **fields: object) -> Reached:
    return CHECKS[check](match.state, Condition(check, **fields))  # type: ignore[arg-type]


# The ten conditions


def test_controls_at_least_leaves_out_disputed_spaces() -> None:
    match = arranged(place={"A-mot2-1": "oujda", "A-mot2-2": "figuig", "M-mot2-1": "figuig"})
    found = reached(match, "controls_at_least", side=ALGERIA, spaces=("oujda", "figuig", "zag"), count=2)
    assert found == Reached(1, 2)
    assert not found.met
    assert found.part == 0.5


def test_a_chain_must_be_unbroken() -> None:
    match = arranged(goals=("AO2", "MO1"))
    state = match.state
    (condition,) = state.data.objectives["AO2"].conditions
    before = CHECKS["chain"](state, condition)
    assert not before.met
    for space in ("tripoint", "zag", "assa", "guelmim"):
        state.take(ALGERIA, space)
    assert not is_met(state, "AO2")
    assert CHECKS["chain"](state, condition).part > before.part
    state.take(ALGERIA, "tan_tan")
    assert is_met(state, "AO2")
    state.take(MOROCCO, "assa")
    assert not is_met(state, "AO2")


def test_lost_resources_are_counted_by_owner_and_kind() -> None:
    match = arranged(place={"M-camp-1": "sbaa"})
    match.state.wrecked = frozenset({"eglab", "rabat"})
    assert reached(match, "resources_lost_at_least", owner=ALGERIA, kinds=("oil", "nuclear"), count=2).met
    assert reached(match, "resources_lost_at_least", owner=ALGERIA, kinds=("nuclear",), count=2) == Reached(1, 2)
    assert reached(match, "resources_lost_at_most", owner=ALGERIA, kinds=("oil", "nuclear"), count=1).met is False
    assert reached(match, "resources_lost_at_most", owner=MOROCCO, kinds=("city",), count=1).met


def test_steps_lost_and_their_margin() -> None:
    match = arranged(lost_steps={ALGERIA: 11, MOROCCO: 14})
    assert reached(match, "steps_lost_at_least", side=MOROCCO, count=14).met
    assert not reached(match, "steps_margin_at_least", loser=MOROCCO, winner=ALGERIA, count=4).met
    match.state.lost_steps = {**match.state.lost_steps, MOROCCO: 15}
    assert is_met(match.state, "AO5")
    assert not is_met(match.state, "MO7")


def test_insurgent_spaces_are_controlled_ones() -> None:
    match = arranged(place={"A-camp-1": "mijek", "A-guerrilla-1": "mijek", "A-guerrilla-2": "zoug", "M-mot2-1": "zoug"})
    assert reached(match, "insurgent_spaces_at_least", side=ALGERIA, home=MOROCCO, count=5) == Reached(1, 5)


def test_intruders_and_insurgents_at_most() -> None:
    place = {"M-mot2-1": "oran", "M-base-1": "oran", "M-terror_attack-1": "oran", "M-leader-1": "oran"}
    match = arranged(place=place)
    found = reached(match, "pieces_in_home_at_most", home=ALGERIA, of=MOROCCO, count=2)
    assert (found.have, found.met) == (3, False)
    camps = arranged(place={"A-camp-1": "mijek", "A-guerrilla-1": "mijek", "A-mot2-1": "mijek"})
    assert reached(camps, "insurgents_in_home_at_most", home=MOROCCO, of=ALGERIA, count=2).met


def test_open_hostilities_is_a_condition() -> None:
    assert not reached(arranged(), "open_hostilities").met
    assert reached(arranged(war=True), "open_hostilities").met


@pytest.mark.rule("sand_wars", "WIN.4")
def test_every_objective_has_its_four_parts() -> None:
    data = arranged().game.data
    for card in data.objectives.values():
        assert card.title and card.situation and card.victory
        assert card.conditions and card.reveal
        assert all(condition.check in CHECKS for condition in card.conditions)
        assert all(code in data.types or code in ("ssm", "airstrike", "helicopter", "uav") for code in card.reveal)


# Victory


def met(match: Match, algeria: bool, morocco: bool) -> Match:
    """A match at its end, Algeria with The Oujda Gate and Morocco with No Bomb."""
    if algeria:
        match.state.control |= {"oujda": ALGERIA, "figuig": ALGERIA}
        match.state.forget()
    if morocco:
        match.state.wrecked = frozenset({"ain_oussera", "eglab"})
    end_game(match.state)
    return match


@pytest.mark.rule("sand_wars", "WIN.7", "WIN.8", "WIN.9", "WIN.11")
@pytest.mark.parametrize(
    ("algeria", "morocco", "winner", "level"),
    [
        (False, False, None, "Draw"),
        (True, True, None, "Marginal Victory for both"),
        (True, False, ALGERIA, "Algeria: Decisive Victory"),
        (False, True, MOROCCO, "Morocco: Decisive Victory"),
    ],
)
def test_levels_of_victory(algeria: bool, morocco: bool, winner: str | None, level: str) -> None:
    match = met(arranged(goals=("AO3", "MO4")), algeria, morocco)
    assert match.result is not None
    assert (match.result.winner, match.result.level) == (winner, level)
    assert match.view(ALGERIA).objectives == {ALGERIA: "AO3", MOROCCO: "MO4"}


@pytest.mark.rule("sand_wars", "WIN.2", "WIN.3")
def test_an_objective_met_too_early_wins_nothing() -> None:
    match = arranged(EndOfPlayerTurn(MOROCCO), side=MOROCCO, goals=("AO3", "MO4"), box=3)
    match.state.control |= {"oujda": ALGERIA, "figuig": ALGERIA}
    match.state.forget()
    assert is_met(match.state, "AO3")
    assert match.result is None
    match.state.take(MOROCCO, "oujda")
    end_game(match.state)
    assert match.result is not None
    assert match.result.level == "Draw"
    assert [part.met for part in progress(match.state, "AO3")] == [False, False]


@pytest.mark.rule("sand_wars", "WIN.10")
def test_the_objective_is_hidden_from_the_other_side() -> None:
    match = begun(goals=("AO4", "MO6"))
    assert match.view(MOROCCO).objectives == {MOROCCO: "MO6"}
    assert match.view(None).objectives == {}
    assert not any("Strangle" in entry.text for entry in match.journal.view(MOROCCO))


# Revealing and changing


@pytest.mark.rule("sand_wars", "WIN.12", "WIN.5", "WIN.6")
def test_a_revealed_objective_brings_its_reinforcements() -> None:
    match = arranged(goals=("AO3", "MO1"), place={"A-mot2-1": "oran"})
    play(match, RevealObjective())
    assert match.view(MOROCCO).objectives[ALGERIA] == "AO3"
    assert step(match) == "Deploying"
    play(match, PlaceUnit("A-mech3-1", "oran"))
    assert (at(match, "A-mech3-1"), match.state.pieces["A-mech3-1"].cv) == ("oran", 3)
    play(match, Wait("A-spa3-1"))
    assert at(match, "A-spa3-1") == WAITING
    assert refused(match, RevealObjective()) == "WIN.12"


@pytest.mark.rule("sand_wars", "WIN.6", "SSM.4")
def test_without_a_piece_nothing_replaces_it() -> None:
    match = arranged(goals=("AO4", "MO1"))
    for number in (1, 2):
        put(match.state, f"A-ssm-{number}", SPENT)
    for number in range(1, 7):
        put(match.state, f"A-airstrike-{number}", OFF_MAP)
    put(match.state, "A-airstrike-3", REPLACEMENT)
    play(match, RevealObjective())
    assert step(match) == "Operations"
    assert at(match, "A-ssm-1") == SPENT
    assert at(match, "A-airstrike-3") == OFF_MAP


@pytest.mark.rule("sand_wars", "WIN.13", "WIN.14", "WIN.15")
def test_a_change_shows_both_and_brings_reinforcements_once() -> None:
    steps = ObjectiveChange(ALGERIA), ObjectiveChange(ALGERIA), ObjectiveChange(ALGERIA)
    match = arranged(*steps, side=MOROCCO, goals=("AO3", "MO1"))
    assert refused(match, ChangeObjective("AO3")) == "WIN.13"
    assert refused(match, ChangeObjective("MO1")) == "WIN.13"
    play(match, ChangeObjective("AO4"))
    assert match.view(MOROCCO).objectives[ALGERIA] == "AO4"
    assert "The Oujda Gate to Strangle the Throne" in told(match, "WIN.13")[0]
    assert at(match, "A-ssm-2") == OFF_MAP
    play(match, PlaceUnit("A-airstrike-5", OFF_MAP), ChangeObjective("AO3"))
    assert step(match) == "ObjectiveChange"  # no second reinforcements
    assert told(match, "WIN.14")
    play(match, KeepObjective())
    assert match.state.objectives[ALGERIA] == "AO3"


# Reinforcements


def deploying(place: dict[str, str], piece: str = "A-tank4-1") -> Match:
    return arranged(Deploying(ALGERIA, (piece,)), place=place)


@pytest.mark.rule("sand_wars", "REI.3", "REI.5")
def test_a_receiving_unit_needs_a_loc_to_a_base() -> None:
    match = deploying({"A-base-1": "bechar", "A-mot2-1": "abadla", "A-mot2-2": "timimoun", "A-B1": "beni_ounif"})
    assert refused(match, PlaceUnit("A-tank4-1", "abadla")) is None
    assert refused(match, PlaceUnit("A-tank4-1", "timimoun")) == "REI.5"
    assert refused(match, PlaceUnit("A-tank4-1", "beni_ounif")) is None
    match.state.change("A-B1", disrupted=True)
    assert refused(match, PlaceUnit("A-tank4-1", "beni_ounif")) == "REI.5"
    match.state.change("A-mot2-1", disrupted=True)
    assert refused(match, PlaceUnit("A-tank4-1", "abadla")) is None


@pytest.mark.rule("sand_wars", "REI.4")
def test_deployment_cities_if_they_are_friendly() -> None:
    match = deploying({"M-mot2-1": "alger"})
    assert [action.space for action in offered(match, PlaceUnit)] == ["oran"]
    moroccan = arranged(Deploying(MOROCCO, ("M-tank4-1",)), side=MOROCCO)
    spaces = {action.space for action in offered(moroccan, PlaceUnit)}
    assert spaces == {"tangier", "rabat", "casablanca", "agadir", "fes", "marrakech"}


@pytest.mark.rule("sand_wars", "REI.6", "DIS.8")
def test_a_base_needs_no_loc_of_its_own() -> None:
    match = deploying({"A-base-1": "taza"})
    assert refused(match, PlaceUnit("A-tank4-1", "taza")) is None
    match.state.change("A-base-1", disrupted=True)
    assert refused(match, PlaceUnit("A-tank4-1", "taza")) == "REI.5"


@pytest.mark.rule("sand_wars", "REI.6", "LOG.4")
def test_a_camp_receives_commandos_only() -> None:
    match = deploying({"A-camp-1": "mijek"}, "A-cdo1-1")
    assert refused(match, PlaceUnit("A-cdo1-1", "mijek")) is None
    assert refused(deploying({"A-camp-1": "mijek"}), PlaceUnit("A-tank4-1", "mijek")) == "REI.5"


@pytest.mark.rule("sand_wars", "REI.7")
def test_a_reinforcement_waits_and_is_deployed_in_a_later_turn() -> None:
    nowhere = deploying({"M-mot2-1": "alger", "M-mot2-2": "oran"})
    assert at(nowhere, "A-tank4-1") == WAITING
    later = arranged(DeployWaiting(ALGERIA))
    put(later.state, "A-tank4-1", WAITING)
    later.state.flow.append(DeployWaiting(ALGERIA))
    later._settle()
    assert refused(later, Wait("A-tank4-1")) is None
    play(later, PlaceUnit("A-tank4-1", "oran"))
    assert (at(later, "A-tank4-1"), later.state.pieces["A-tank4-1"].cv) == ("oran", 4)


@pytest.mark.rule("sand_wars", "FRT.1")
def test_a_full_space_takes_no_reinforcement() -> None:
    match = arranged()
    for number in range(1, 13):
        put(match.state, f"A-mot2-{number}", "oran")
    match.state.flow.append(Deploying(ALGERIA, ("A-tank4-1",)))
    assert refused(match, PlaceUnit("A-tank4-1", "oran")) == "FRT.1"


# Intervention


def aided(result: str, **fields: object) -> Match:
    """Algeria has got a result of the intervention table."""
    match = arranged(**fields)  # type: ignore[arg-type]
    give_aid(match.state, ALGERIA, result)
    match._settle()
    return match


@pytest.mark.rule("sand_wars", "ACT.CALL.a", "MPI.2", "MPI.3", "TBL.3", "REI.1")
def test_call_for_aid_chooses_a_column_and_rolls_once() -> None:
    start = arranged()
    card = card_with(start, ALGERIA, action="Call for Aid")
    seven = next(
        c for c in start.game.data.decks[ALGERIA]
        if sum(start.game.data.cards[c].dice) == 7 and start.game.data.cards[c].trigger == "none"
    )  # fmt: skip
    match = arranged(hand=(card,), draws=(seven, "A45"))
    play(match, PlayCard(card))
    assert {action.column for action in offered(match, ChooseColumn)} == {
        "united_states", "russia", "europe", "arab_states",
    }  # fmt: skip
    play(match, ChooseColumn("europe"))
    assert match.state.hands[ALGERIA] == ("A45",)  # seven in the column Europe: one card
    assert set(match.state.pools[ALGERIA].discards) == {card, seven}


@pytest.mark.rule("sand_wars", "REI.8")
@pytest.mark.parametrize("result", ["airstrike", "helicopter", "air_supply", "naval"])
def test_markers_go_to_the_off_map_box(result: str) -> None:
    match = aided(result)
    if result == "airstrike":  # those set aside have other values
        play(match, PlaceUnit("A-airstrike-4", OFF_MAP))
    before = len(arranged().state.at(ALGERIA, OFF_MAP))
    assert len(match.state.at(ALGERIA, OFF_MAP)) == before + 1
    assert step(match) == "Operations"


def test_two_airstrikes_are_two() -> None:
    before = len(arranged().state.at(ALGERIA, OFF_MAP))
    match = play(aided("airstrike_2"), PlaceUnit("A-airstrike-5", OFF_MAP))
    assert len(match.state.at(ALGERIA, OFF_MAP)) == before + 2


def test_the_unarmed_uav_comes_first_and_algeria_has_no_elint() -> None:
    match = aided("elint")
    assert (at(match, "A-uav-1"), at(match, "A-uav-2")) == (OFF_MAP, ASIDE)
    give_aid(match.state, ALGERIA, "uav")
    assert at(match, "A-uav-2") == OFF_MAP
    give_aid(match.state, MOROCCO, "elint")
    assert at(match, "M-elint-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "SSM.4")
def test_a_fired_ssm_comes_back_by_aid() -> None:
    match = arranged()
    for number in (1, 2):
        put(match.state, f"A-ssm-{number}", SPENT)
    give_aid(match.state, ALGERIA, "ssm")
    assert at(match, "A-ssm-1") == OFF_MAP


def test_the_owner_chooses_the_type_of_tank() -> None:
    match = aided("tank")
    assert {action.piece for action in offered(match, PlaceUnit)} == {"A-tank4-1", "A-tank3-1"}
    play(match, PlaceUnit("A-tank3-1", "oran"))
    assert (at(match, "A-tank3-1"), at(match, "A-tank4-1")) == ("oran", ASIDE)


def test_other_results_of_the_table() -> None:
    assert len(aided("rebuff").state.hands[MOROCCO]) == 1
    assert aided("none").state == arranged().state
    assert aided("chip_up", chips=3).state.chips == 4
    assert aided("peace_pressure", chips=3).state.chips == 1
    assert aided("peace_pressure", war=True, box=4).state.box == 5
    assert aided("peace_pressure", war=True, box=10).result is not None
    assert len(aided("card").state.hands[ALGERIA]) == 1


def test_aid_may_rebuild_lead_look_and_settle() -> None:
    match = arranged()
    put(match.state, "A-mot2-1", "oran", disrupted=True)
    give_aid(match.state, ALGERIA, "reconstitution")
    match._settle()
    play(match, ClearDisruption("oran"))
    leader = aided("leader", place={"A-D1": "oran"})
    play(leader, PlaceLeader("A-D1"))
    assert at(leader, "A-leader-1") == "oran"
    spy = aided("intelligence", place={"M-tank4-1": "fes"}, enemy_hand=("M01",))
    play(spy, LookAt("fes"))
    assert any("Tank (modern)" in entry.text for entry in spy.journal.view(ALGERIA))
    assert not any("Tank (modern)" in entry.text for entry in spy.journal.view(MOROCCO))
    base = aided("logistics_base", place={"A-base-1": "oran"})
    assert refused(base, PlaceUnit("A-base-2", "oran")) == "REI.5"
    play(base, PlaceUnit("A-base-2", "saida"))
    assert at(base, "A-base-2") == "saida"
    camp = aided("insurgents", place={"M-mot2-1": "fes"})
    assert refused(camp, PlaceUnit("A-camp-1", "fes")) == "REI.5"
    play(camp, PlaceUnit("A-camp-1", "zag"))
    assert camp.state.controller("zag") == ALGERIA
