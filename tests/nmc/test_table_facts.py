"""What the table of The New Mexico Campaign says: what a seat can know, names of actions, phases, charts, overlays."""

from __future__ import annotations

import pytest

from common.engine import Match, Seat
from nmc.rules.combat import BattleSupply
from nmc.state import CONFEDERATE, UNION
from nmc.view import known_position, view_of
from tests.nmc.positions import FAR, arrange, attack, form, game, halt, march, walk
from tests.playing import bot_positions


def seat_of(match: Match) -> Seat:
    return Seat(match, match.to_act)


# What a seat can know


def test_the_known_position_is_the_true_one_but_for_the_dice() -> None:
    for match in bot_positions("nmc", 3, 150):
        for side in (UNION, CONFEDERATE, None):
            known = known_position(game().data, view_of(match.state, side))
            true = match.state.clone()
            true.seed, true.rolls, true.script = 0, 0, ()
            if not (isinstance(true.step, BattleSupply) and true.step.secret):
                assert known == true


@pytest.mark.rule("nmc", "10.6d")
def test_a_secret_decision_is_known_to_its_own_side_only() -> None:
    text = f"2205: 5 cavalry 1 wagon; 2206: 8 regular 1 wagon{FAR}"
    match = arrange(text, "C_COMBAT")
    attack(match, "2205", "2206")
    assert match.to_act == CONFEDERATE
    match.play(match.legal()[0])
    choices = {side: game().known(match.state, side).step.choices for side in (UNION, CONFEDERATE, None)}
    assert choices == {UNION: ((CONFEDERATE, ""),), CONFEDERATE: ((CONFEDERATE, "wagons"),), None: ((CONFEDERATE, ""),)}
    assert game().hidden(match.state, UNION) == {"wagon decision of confederate"}
    assert not game().hidden(match.state, CONFEDERATE)
    guesses = {game().imagine(match.state, UNION, seed).step.choices[0][1] for seed in range(4)}
    assert guesses == {"hold", "wagons"}


# Names of actions


def test_every_action_has_a_name_of_its_own_and_a_rule() -> None:
    for match in bot_positions("nmc", 4, 150):
        seat = seat_of(match)
        gestures = [game().table.gesture(seat, action) for action in match.legal()]
        assert len({gesture.label for gesture in gestures}) == len(gestures), match.prompt
        for gesture in gestures:
            assert gesture.label
            assert game().clauses_of(gesture.rule.split(",")[0]), gesture


def test_forces_that_are_alike_are_named_by_number() -> None:
    match = arrange(f"2205: 4 cavalry depot; 2206: 8 regular{FAR}", "C_COMBAT")
    form(match, "2205", "2 cavalry", "2 cavalry")
    labels = [game().table.gesture(seat_of(match), action).label for action in match.legal()]
    assert labels[:2] == ["2 cavalry (force 1) fire at 2206", "2 cavalry (force 2) fire at 2206"]


# Phases


def test_the_sequence_marks_the_present_phase_and_the_withdrawal_only_where_it_comes() -> None:
    table = game().table
    for turn, expected in ((2, True), (3, False), (5, True)):
        view = seat_of(arrange(f"2205: 5 cavalry{FAR}", "U_MARCH", turn=turn)).view
        phases = table.sequence(view)
        assert [phase.title for phase in phases if phase.state == "now"] == ["Union march"]
        assert ("Union withdrawal" in {phase.title for phase in phases}) == expected


@pytest.mark.rule("nmc", "5.2b")
def test_a_phase_to_come_is_told_as_if_nobody_had_acted_yet() -> None:
    match = arrange(f"2205: 5 cavalry depot; 2306: 2 cavalry; 2206: 8 regular{FAR}")
    march(match, "2306", die=9)
    halt(match)
    table, view = game().table, seat_of(match).view
    assert view.closed == ("2306",)
    lines = table.preview(view, "Confederate march")
    assert sum(line.startswith("2306") for line in lines) == 1
    assert "2306 may fire at 2206" in table.preview(view, "Confederate combat")
    assert table.preview(view, "no phase") == ()


def test_progress_counts_hexes_begun_and_those_still_open() -> None:
    match = arrange(f"2205: 5 cavalry depot; 2306: 2 cavalry{FAR}")
    table = game().table
    first = table.progress(seat_of(match))
    assert (first.doing, first.done, first.total) == ("marching", 0, 3)
    march(match, "2205", die=9)
    walk(match, "2105")
    halt(match)
    then = table.progress(seat_of(match))
    assert (then.done, then.total) == (1, 3)
    destruction = arrange(f"2205: 5 cavalry 1 wagon{FAR}", "C_DESTROY")
    assert table.progress(seat_of(destruction)) is None


# Charts, overlays and facts


@pytest.mark.rule("nmc", "9.20")
def test_charts_mark_what_the_pending_fire_looks_up() -> None:
    match = arrange(f"2205: 5 cavalry 1 gun depot; 2206: 8 regular depot{FAR}", "C_COMBAT")
    quiet = {chart.id: chart for chart in game().table.charts(seat_of(match).view)}
    assert not any(chart.live for chart in quiet.values())
    form(match, "2205")
    charts = {chart.id: chart for chart in game().table.charts(seat_of(match).view)}
    column = game().data.tables.fire.column(5)
    assert charts["fire"].live == ((-1, column + 1),)


@pytest.mark.rule("nmc", "10.4a")
@pytest.mark.rule("nmc", "10.4b")
@pytest.mark.parametrize(("text", "cut"), [("2205: 5 cavalry", True), ("2205: 5 cavalry 1 wagon", False)])
def test_troops_without_supply_carry_a_badge_and_their_line_says_why(text: str, cut: bool) -> None:
    view = seat_of(arrange(text + FAR)).view
    troops = [piece for piece in game().table.pieces(view) if piece.space == "2205" and piece.strength]
    assert {"unsupplied" in piece.badges for piece in troops} == {cut}
    route = game().table.route(view, "2205")
    assert (route.rule, bool(route.cut)) == (("10.4b", True) if cut else ("10.4a", False))


@pytest.mark.rule("nmc", "4.4d")
def test_the_points_of_a_side_are_the_sum_of_their_lines() -> None:
    for match in bot_positions("nmc", 5, 120):
        view = seat_of(match).view
        for side, section in zip((CONFEDERATE, UNION), game().table.victory(view)[1:], strict=False):
            assert sum(int(row.value) for row in section.rows) == view.vp[side]


@pytest.mark.rule("nmc", "4.6", "4.7")
def test_the_victory_page_says_what_each_side_lacks() -> None:
    match = arrange("1704: 9 cavalry; 4617: 5 regular", vp=44, control={"2605": UNION, "1008": CONFEDERATE})
    first = game().table.victory(seat_of(match).view)[0]
    assert [row.value for row in first.rows] == [
        "22 of the 34 points that make a lead; 1 of 2 forts (Fort Bliss)",
        "44 points, ahead; 1 of 1 fort (Fort Craig)",
    ]
    match = arrange("1704: 9 cavalry; 4617: 5 regular", vp=32, control={"2605": CONFEDERATE, "1008": CONFEDERATE})
    first = game().table.victory(seat_of(match).view)[0]
    assert [row.value for row in first.rows] == [
        "34 points, ahead; 2 of 2 forts (Fort Bliss, Fort Craig)",
        "32 of the 34 points that make a lead; 0 of 1 fort (none held)",
    ]


def test_the_threat_counts_the_strength_that_can_come() -> None:
    match = arrange("2205: 5 cavalry depot; 2206: 8 regular depot; 4617: 1 regular depot; 1008: 1 cavalry depot")
    overlay = game().table.threat(match.view(CONFEDERATE))
    assert overlay.labels["2205"] == "8"
    assert overlay.spaces["2205"] == "by any roll"
    assert "Union can fire here next" in overlay.title
    assert len(game().table.dangers(match.view(CONFEDERATE))) == 1
