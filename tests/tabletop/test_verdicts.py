"""The verdict of a finished game: each condition says what was reached, and those that hold are the result's own."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.gui.table.open_table import find_table
from nmc.rules.victory import final_judgement
from operation_serval.actions import Demobilise, Extend, Pass
from operation_serval.rules import victory as serval_victory
from operation_serval.rules.recruiting import Demobilising
from operation_serval.state import COALITION
from sand_wars.rules.victory import end_game as end_sand_wars
from sand_wars.state import ALGERIA, MOROCCO
from somali_pirates.actions import RefuseTurn
from somali_pirates.rules.victory import sudden_death
from tests.nmc.positions import arrange as arrange_nmc
from tests.operation_serval.positions import SEGOU
from tests.operation_serval.positions import arrange as arrange_serval
from tests.playing import played
from tests.sand_wars.positions import begun
from tests.somali_pirates.positions import FAR, after
from tests.somali_pirates.positions import arrange as arrange_pirates

AWAY = "2207: aq_guer_1"
FIVE = "1233: ad_tech_1; 2323: ad_tech_2; 2924: mj_tech_1; 3218: ad_tech_3; 2029: ad_tech_4"


def met(match: Match) -> list[str]:
    """The conditions that hold."""
    lines = find_table(match).verdict(match.view(match.sides[0]))
    return [line.text for line in lines if line.met]


@pytest.mark.parametrize("union", [20, 33, 46])
@pytest.mark.parametrize("craig", ["union", "confederate"])
def test_nmc_both_conditions_of_the_winner_hold(union: int, craig: str) -> None:
    match = arrange_nmc("2205: 2 cavalry; 4411: 4 regular")
    state = match.state
    state.vp.update(union=union, confederate=66 - union)
    for key, side in zip(match.game.data.setup.keys, ("confederate", craig), strict=True):
        state.control[key] = side
    winner = final_judgement(match.game.data.setup.keys, state.vp, state.control).winner
    lines = find_table(match).verdict(match.view(None))
    south = [line.met for line in lines if line.rule == "4.6"]
    north = [line.met for line in lines if line.rule == "4.7"]
    assert (all(south), all(north)) == (winner == "confederate", winner == "union")


def test_serval_sudden_deaths_are_told() -> None:
    match = arrange_serval(f"{FIVE}; {SEGOU}: aq_tech_1")
    serval_victory.sudden_death(match.state)
    assert match.state.result is not None
    taken = "Bamako and 5 regional capitals; Bamako is taken, and 5 of the 8 capitals"
    assert [line.split(": ")[-1] for line in met(match)] == [f"Islamists in {taken}"]  # no degree of victory besides
    empty = arrange_serval("1233: ml_pg; 3111: aq_tech_1")
    assert met(empty) == ["Sudden death: no Islamists in Mali; none is left"]
    assert not any("Sudden death" in line for line in met(arrange_serval(AWAY)))


def test_serval_tells_of_a_half_point_only_where_there_is_one() -> None:
    for place, half in ((SEGOU, False), ("1629", True)):
        match = arrange_serval(f"{place}: ml_pg; {AWAY}")
        lines = [line.text for line in find_table(match).verdict(match.view(None))]
        assert any("the half rounded toward a draw" in line for line in lines) == half
        assert "Draw: a smaller lead" in lines


def test_pirates_sudden_death_counts_the_winners_points_and_the_bonus() -> None:
    match = arrange_pirates(FAR, "protracted", turn=5, coalition=5, pirate=40)
    match.state.index = {**match.state.index, "coalition": 0}
    sudden_death(match.state, "pirate")
    held = met(match)
    assert held[0].startswith("Sudden Death: the index of the Coalition falls to zero")
    assert match.state.result is not None
    assert held[-1].startswith(match.state.result.level)


def test_pirates_the_margin_names_the_level() -> None:
    match = after(arrange_pirates(FAR, "protracted", turn=5, coalition=60, pirate=34), RefuseTurn(), RefuseTurn())
    assert met(match) == ["Marginal Victory: 26 or more: reached"]
    lines = find_table(match).verdict(match.view(None))
    assert "The Coalition leads 60 to 34, by 26" in [line.text for line in lines]


def test_sand_wars_tells_both_objectives_at_the_end() -> None:
    match = begun()
    end_sand_wars(match.state)
    lines = find_table(match).verdict(match.view(ALGERIA))
    heads = [line for line in lines if not line.text.startswith("…") and line.met is not None]
    assert [line.text.split(",")[0] for line in heads] == ["Algeria", "Morocco"]
    result = match.state.result
    assert result is not None
    assert [line.met for line in heads] == [bool(result.points[side]) for side in (ALGERIA, MOROCCO)]


def test_pirates_count_what_was_eliminated() -> None:
    """As many as the journal says."""
    match = played("somali_pirates", 7, 700)
    told = dict.fromkeys(match.sides, 0)
    for counter in match.game.data.counters.values():
        told[counter.side] += sum(entry.text == f"{counter.name} is eliminated." for entry in match.journal)
    figures = find_table(match).losses(match.view(None), match.count_losses())
    assert {f.side: f.value for f in figures if f.chart == "Units eliminated"} == told
    assert all(told.values())


def test_serval_counts_what_was_eliminated_whether_it_may_return_or_not() -> None:
    """As many as the journal says."""
    match = played("operation_serval", 7, 900, scenario="scenario_2")
    data = match.game.data
    sides = {counter.title: data.side_of[id_] for id_, counter in data.counters.items()}
    lost = [entry.text.split(" is eliminated")[0] for entry in match.journal if {"10.6a", "10.6e"} & {*entry.rules}]
    told = {side: sum(sides[name] == side for name in lost) for side in match.sides}
    figures = find_table(match).losses(match.view(None), match.count_losses())
    assert {f.side: f.value for f in figures if f.chart == "Counters eliminated"} == told
    assert all(told.values()) and len(lost) > sum(f.value for f in figures if f.chart == "Out of the game for good")


def test_serval_counts_no_base_that_was_taken_up() -> None:
    match = arrange_serval(f"{SEGOU}: ml_base_1; {AWAY}", c2p=(6, 6))
    match.state.flow.append(Demobilising(COALITION))
    match.play(Demobilise("ml_base_1"))
    assert match.state.units["ml_base_1"].at == "available_mali"
    assert not any(match.count_losses().values())


def test_serval_explains_a_turning_point_by_what_brought_the_points() -> None:
    match = played("operation_serval", 7, 900, scenario="scenario_1")
    told = [entry for entry in match.journal if find_table(match).tells_points(entry)]
    assert told and not any("C2P" in change.what for entry in told for change in entry.changes)
    assert any("advance" in entry.text for entry in told) and any("Sharia law" in entry.text for entry in told)


def test_serval_explains_a_turning_point_by_the_turn_that_was_added() -> None:
    match = arrange_serval(f"{SEGOU}: ml_pg; {AWAY}", turn=10)
    for action in (Pass(), Pass(), Extend(True)):
        match.play(action)
    told = [entry.text for entry in match.journal if find_table(match).tells_points(entry)]
    assert told == ["The Coalition plays turn 11 as well: 5 points for the Islamists."]
