"""CTL, OCC, CAP, SUP, LOG  Control of spaces, captured bases, supply and Lines of Communication."""

from __future__ import annotations

import pytest

from common.engine import Match
from sand_wars.components import Condition
from sand_wars.rules.control import return_captured_bases, settle
from sand_wars.rules.forces import disrupt, eliminate, lose_step
from sand_wars.rules.reinforcements import available, receive
from sand_wars.rules.supply import has_loc, linked_bases, loc_to_base, serving_bases
from sand_wars.rules.victory import Reached, controls_at_least
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OUT, REPLACEMENT, Block
from tests.asking import step
from tests.sand_wars.positions import arranged, at, put


def go(match: Match, id_: str, space: str) -> None:
    """Put a piece into a space and settle what follows."""
    piece = match.state.pieces[id_]
    match.state.put(Block(id_, space, piece.cv or match.state.facts(id_).cv, piece.hq, piece.up, piece.pv))
    settle(match.state, space)
    match._settle()


def die(match: Match, side: str, face: int) -> str:
    cards = match.game.data.cards
    return next(
        card for card in match.game.data.decks[side] if cards[card].dice[0] == face and cards[card].trigger == "none"
    )


@pytest.mark.rule("sand_wars", "CTL.1", "CTL.5", "CTL.6", "OCC.1")
def test_entering_takes_control_and_leaving_keeps_it() -> None:
    match = arranged(place={"A-mot2-1": "maghnia"})
    go(match, "A-mot2-1", "oujda")
    assert match.state.controller("oujda") == ALGERIA
    go(match, "A-mot2-1", "maghnia")
    assert match.state.controller("oujda") == ALGERIA
    assert not match.state.holds(ALGERIA, "oujda")


@pytest.mark.rule("sand_wars", "CTL.4")
def test_a_disputed_space_counts_for_nobody() -> None:
    match = arranged(place={"M-mot2-1": "oujda"})
    go(match, "A-mot2-1", "oujda")
    state = match.state
    assert state.is_disputed("oujda")
    assert state.controller("oujda") is None
    for side in (ALGERIA, MOROCCO):
        condition = Condition("controls_at_least", side=side, spaces=("oujda",), count=1)
        assert controls_at_least(state, condition) == Reached(0, 1)


@pytest.mark.rule("sand_wars", "CTL.5")
def test_control_changes_when_the_last_enemy_falls() -> None:
    match = arranged(place={"M-rec1-1": "oujda"})
    go(match, "A-mot2-1", "oujda")
    lose_step(match.state, "M-rec1-1")
    settle(match.state, "oujda")
    assert match.state.controller("oujda") == ALGERIA


@pytest.mark.rule("sand_wars", "CTL.3")
@pytest.mark.parametrize("id_", ["M-terror_attack-1", "M-leader-1", "M-base-1", "M-fort-1", "M-airstrike-1"])
def test_markers_bases_and_lone_leaders_control_nothing(id_: str) -> None:
    match = arranged()
    go(match, id_, "saida")
    assert match.state.controller("saida") == ALGERIA


@pytest.mark.rule("sand_wars", "CTL.3", "PCE.11")
@pytest.mark.parametrize("id_", ["M-camp-1", "M-guerrilla-1", "M-cdo1-1", "M-het0-1", "M-B1"])
def test_insurgents_and_every_block_control(id_: str) -> None:
    match = arranged()
    go(match, id_, "saida")
    assert match.state.controller("saida") == MOROCCO
    if id_ in ("M-camp-1", "M-guerrilla-1"):
        assert match.view(ALGERIA).pieces[id_].at == "saida"


@pytest.mark.rule("sand_wars", "LDR.6")
def test_a_lone_leader_falls_to_whoever_enters() -> None:
    match = arranged(place={"M-leader-1": "oujda"})
    go(match, "A-mot2-1", "oujda")
    assert at(match, "M-leader-1") == OUT


def test_a_fort_goes_back_to_stock_when_its_space_is_lost() -> None:
    match = arranged(place={"M-fort-1": "oujda"})
    go(match, "A-mot2-1", "oujda")
    assert at(match, "M-fort-1") == ASIDE


# Captured bases (CAP)


@pytest.mark.rule("sand_wars", "CAP.1", "CAP.2")
@pytest.mark.parametrize(("face", "place", "captured"), [(3, ASIDE, False), (4, "oujda", True)])
def test_the_capture_die(face: int, place: str, captured: bool) -> None:
    match = arranged(place={"M-base-1": "oujda"})
    match.state.draw_script = (die(match, ALGERIA, face),)
    go(match, "A-mot2-1", "oujda")
    base = match.state.pieces["M-base-1"]
    assert (base.at, base.captured) == (place, captured)


@pytest.mark.rule("sand_wars", "CAP.3", "CAP.5")
def test_a_captured_base_serves_its_captor_until_the_game_turn_ends() -> None:
    match = arranged(place={"A-mot2-1": "oujda"})
    put(match.state, "M-base-1", "oujda", captured=True)
    assert serving_bases(match.state, ALGERIA) == ("oujda",)
    assert loc_to_base(match.state, ALGERIA, "oujda")
    assert serving_bases(match.state, MOROCCO) == ()
    return_captured_bases(match.state)
    assert at(match, "M-base-1") == ASIDE
    assert not match.state.pieces["M-base-1"].captured


@pytest.mark.rule("sand_wars", "CAP.4")
def test_a_base_taken_back_in_the_same_turn_is_its_owners_again() -> None:
    match = arranged(place={"A-mot2-1": "oujda"})
    put(match.state, "M-base-1", "oujda", captured=True)
    eliminate(match.state, "A-mot2-1", "LOS.1")
    go(match, "M-mot2-1", "oujda")
    assert match.state.pieces["M-base-1"] == Block("M-base-1", "oujda")
    assert serving_bases(match.state, MOROCCO) == ("oujda",)


@pytest.mark.rule("sand_wars", "CAP.6", "LOG.6")
def test_a_camp_is_lost_and_never_captured() -> None:
    match = arranged(place={"A-camp-1": "zagora"})
    go(match, "M-mot2-1", "zagora")
    assert at(match, "A-camp-1") == "zagora"  # standing together does not remove it
    lose_step(match.state, "A-camp-1")
    settle(match.state, "zagora")
    assert at(match, "A-camp-1") == ASIDE
    assert match.state.controller("zagora") == MOROCCO


# Supply (SUP, LOG)


@pytest.mark.rule("sand_wars", "SUP.1")
def test_home_country_is_supply_and_abroad_is_not() -> None:
    match = arranged(place={"M-mot2-1": "mijek", "A-mot2-1": "timimoun", "A-mot2-2": "oujda", "A-mot2-3": "tripoint"})
    state = match.state
    assert has_loc(state, "M-mot2-1")
    assert has_loc(state, "A-mot2-1")
    assert not has_loc(state, "A-mot2-2")
    assert not has_loc(state, "A-mot2-3")
    put(state, "A-base-1", "maghnia")
    assert has_loc(state, "A-mot2-2")


@pytest.mark.rule("sand_wars", "SUP.2", "SUP.3")
def test_a_loc_runs_through_friendly_or_disputed_spaces_only() -> None:
    match = arranged(place={"A-base-1": "maghnia", "A-mot2-1": "taourirt"})
    state = match.state
    assert state.controller("oujda") == MOROCCO
    assert not has_loc(state, "A-mot2-1")
    state.take(ALGERIA, "oujda")
    assert has_loc(state, "A-mot2-1")
    put(state, "M-mot2-1", "oujda")
    state.take(MOROCCO, "oujda")
    assert not has_loc(state, "A-mot2-1")
    put(state, "A-mot2-2", "oujda")  # disputed
    assert has_loc(state, "A-mot2-1")


@pytest.mark.rule("sand_wars", "SUP.4")
def test_a_loc_is_two_axes_long() -> None:
    match = arranged(place={"A-base-1": "tlemcen", "A-mot2-1": "oujda", "A-mot2-2": "taourirt"})
    state = match.state
    assert has_loc(state, "A-mot2-1")  # Tlemcen, Maghnia, Oujda
    assert not has_loc(state, "A-mot2-2")


@pytest.mark.rule("sand_wars", "SUP.5", "DIS.6")
def test_a_base_in_the_same_space_serves_unless_disrupted() -> None:
    match = arranged(place={"A-base-1": "maghnia", "A-mot2-1": "maghnia"})
    assert loc_to_base(match.state, ALGERIA, "maghnia")
    match.state.change("A-base-1", disrupted=True)
    assert not loc_to_base(match.state, ALGERIA, "maghnia")


@pytest.mark.rule("sand_wars", "LOG.2", "LOG.3")
def test_bases_need_a_chain_that_leads_home() -> None:
    ways = {"oujda": ALGERIA, "taourirt": ALGERIA, "taza": ALGERIA, "fes": ALGERIA}
    match = arranged(place={"A-base-1": "taza"})
    state = match.state
    state.control |= ways
    state.forget()
    assert linked_bases(state, ALGERIA) == frozenset()  # Taza, Taourirt, Oujda, Maghnia: three axes to home
    put(state, "A-base-2", "oujda")
    assert linked_bases(state, ALGERIA) == {"taza", "oujda"}
    state.change("A-base-2", disrupted=True)
    assert linked_bases(state, ALGERIA) == frozenset()


@pytest.mark.rule("sand_wars", "LOG.2")
def test_the_sea_can_be_part_of_a_chain() -> None:
    match = arranged(place={"A-base-1": "dakhla", "A-mot2-1": "dakhla"})
    state = match.state
    assert linked_bases(state, ALGERIA) == {"dakhla"}
    for space in ("alger", "oran", "mostaganem", "bejaia", "annaba"):
        state.take(MOROCCO, space)
    assert linked_bases(state, ALGERIA) == frozenset()  # no port is left


@pytest.mark.rule("sand_wars", "LOG.4", "GUE.1", "CDO.1")
def test_camps_serve_commandos_and_guerrillas_only() -> None:
    place = {"A-camp-1": "mijek", "A-tank4-1": "mijek", "A-cdo1-1": "mijek", "A-guerrilla-1": "tifariti"}
    state = arranged(place=place).state
    assert not has_loc(state, "A-tank4-1")
    assert has_loc(state, "A-cdo1-1")
    assert has_loc(state, "A-guerrilla-1")
    state.change("A-camp-1", disrupted=True)
    assert not has_loc(state, "A-cdo1-1")


# Replacements (REP)


@pytest.mark.rule("sand_wars", "REP.1", "REP.3", "DSP.4")
def test_pieces_with_loc_go_to_the_replacement_box() -> None:
    match = arranged(place={"M-mot2-1": "mahbes", "A-mot2-1": "oujda", "A-base-1": "maghnia"})
    for id_ in ("M-mot2-1", "A-mot2-1"):
        eliminate(match.state, id_, "LOS.1")
        assert at(match, id_) == REPLACEMENT


@pytest.mark.rule("sand_wars", "REP.2")
def test_pieces_without_loc_are_out_for_good() -> None:
    match = arranged(place={"A-tank4-1": "fes"})
    eliminate(match.state, "A-tank4-1", "LOS.1")
    assert at(match, "A-tank4-1") == OUT


@pytest.mark.rule("sand_wars", "DIS.12", "REP.1")
def test_lost_pieces_carry_no_marks() -> None:
    match = arranged()
    put(match.state, "A-mot2-1", "oran", disrupted=True, cv=1)
    put(match.state, "A-D1", "oran", up=True, pv=2)
    put(match.state, "A-mot2-2", "oran", hq="A-D1")
    for id_ in ("A-mot2-1", "A-D1"):
        eliminate(match.state, id_, "LOS.1")
        assert match.state.pieces[id_] == Block(id_, REPLACEMENT)
    assert match.state.pieces["A-mot2-2"].hq == ""
    assert match.state.lost_steps[ALGERIA] == 1


@pytest.mark.rule("sand_wars", "DIS.11", "DIS.13")
def test_disruption_comes_once_and_never_to_markers() -> None:
    match = arranged(place={"A-mot2-1": "oran", "A-leader-1": "oran", "A-airstrike-1": "oran", "A-fort-1": "oran"})
    state = match.state
    for id_ in ("A-mot2-1", "A-mot2-1", "A-leader-1", "A-airstrike-1", "A-fort-1"):
        disrupt(state, id_, "DIS.1")
    assert {id_ for id_, piece in state.pieces.items() if piece.disrupted} == {"A-mot2-1", "A-fort-1"}
    match.tell()
    assert len([entry for entry in match.journal if "DIS.1" in entry.rules]) == 2


@pytest.mark.rule("sand_wars", "REP.4")
def test_the_counter_mix_is_a_limit() -> None:
    match = arranged()
    data = match.game.data
    for side, letter in ((ALGERIA, "A"), (MOROCCO, "M")):
        for code, count in data.units.counters.sides[side].units.items():
            assert sum(id_.startswith(f"{letter}-{code}-") for id_ in data.counters) == count
    for number in range(1, 7):
        put(match.state, f"A-guerrilla-{number}", "mijek")
    put(match.state, "A-camp-1", "mijek")
    assert available(match.state, ALGERIA, "guerrilla") == []
    receive(match.state, ALGERIA, "guerrilla", "WIN.6")
    match._settle()
    assert step(match) == "Operations"  # nothing to place
