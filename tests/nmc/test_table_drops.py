"""Counters of The New Mexico Campaign in hand: what lies on the table, where it may go, and what is said elsewhere."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from common.engine import Match, Seat
from common.tabletop import Piece
from nmc.actions import Activate, Advance, Assign, AssignAll, Attack, Deploy, Lock, March, NextForce, StepTo
from nmc.rules.combat import Attacks
from nmc.rules.march import Marches
from nmc.table.faces import CHOSEN, counters_in
from tests.nmc.positions import FAR, arrange, attack, form, game, halt, march, scattered, walk
from tests.playing import bot_positions


def seat_of(match: Match) -> Seat:
    return Seat(match, match.to_act)


def pieces_in(match: Match, space: str, badge: str | None = None) -> list[Piece]:
    """The counters of a hex, of a badge or without any."""
    found = [piece for piece in game().table.pieces(seat_of(match).view) if piece.space == space]
    return found if badge is None else [p for p in found if (badge in p.badges if badge else not p.badges)]


def ids(pieces: list[Piece]) -> list[str]:
    return [piece.id for piece in pieces]


# What lies there


@pytest.mark.rule("nmc", "2.8a")
@pytest.mark.parametrize("seed", [1, 2])
def test_counters_show_every_unit_once_and_their_names_hold_no_state(seed: int) -> None:
    for match in bot_positions("nmc", seed, 120):
        view = seat_of(match).view
        pieces = game().table.pieces(view)
        assert len({piece.id for piece in pieces}) == len(pieces)
        for space, stack in view.stacks.items():
            there = [counter for counter in counters_in(match.state) if counter.space == space]
            assert sum(c.count for c in there if c.unit in ("regular", "militia", "cavalry")) == stack.strength
            assert sorted(c.unit for c in there if c.unit in stack.leaders) == sorted(stack.leaders)
            assert sum(c.unit == "depot" for c in there) == stack.depot
        assert not any(set(piece.id) & set("*+") for piece in pieces)


def test_forming_a_force_leaves_the_names_of_the_counters_alone() -> None:
    match = arrange(f"2205: 5 cavalry 1 gun{FAR}")
    match.play(Activate("2205"))
    before = ids(pieces_in(match, "2205"))
    match.play(Assign("guns", 1))
    assert ids(pieces_in(match, "2205")) == before
    assert ids(pieces_in(match, "2205", CHOSEN)) == ["2205/guns/0"]


@pytest.mark.parametrize(("phase", "badge"), [("C_MARCH", "moved"), ("C_COMBAT", "fired")])
def test_units_that_have_acted_carry_a_badge_and_cannot_be_taken_up(phase: str, badge: str) -> None:
    match = arrange(f"2205: 5 cavalry depot; 2206: 8 regular depot; 2306: 2 cavalry depot{FAR}", phase)
    if phase == "C_MARCH":
        march(match, "2205", "2 cavalry", die=9)
        walk(match, "2105")
        halt(match)
        space = "2105"
    else:
        attack(match, "2205", "2206", dice=[0, 0])
        space = "2205"
    acted = pieces_in(match, space, badge)
    assert acted
    assert not any(piece.movable for piece in acted)
    assert not set(ids(acted)) & set(game().table.able(seat_of(match), acted))


# Where they may go


@pytest.mark.rule("nmc", "8.22b")
def test_before_the_roll_a_target_says_its_cost_and_how_likely_it_is_reached() -> None:
    match = arrange(f"2205: 5 cavalry depot Green{FAR}")
    seat, data = seat_of(match), game().data
    targets = game().table.lift(seat, ids(pieces_in(match, "2205", "")))
    assert targets
    for target in targets:
        assert target.cost == sum(data.cost[step] for step in pairwise(target.path))
        assert target.label == f"{target.cost} MP"
        high_enough = [die for die in range(10) if die >= target.cost]  # supplied and led: no modifier
        assert target.left == f"{len(high_enough) * 10} %"
        assert [action.hex for action in target.plan if isinstance(action, StepTo)] == list(target.path[1:])


@pytest.mark.parametrize("seed", range(6))
def test_every_plan_of_counters_taken_up_is_legal_up_to_its_roll(seed: int) -> None:
    """Whatever may be put down is let through by the rules; whatever the table calls able has somewhere to go."""
    rng, match, table = random.Random(seed), scattered(seed, {"attack_momentum": seed % 2 == 0}), game().table
    lifted = 0
    for _ in range(120):
        if match.result is not None:
            break
        seat = seat_of(match)
        able = list(table.able(seat, table.pieces(seat.view)))
        for piece in rng.sample(able, min(2, len(able))):
            targets = table.lift(seat, (piece,))
            assert targets, piece
            target = rng.choice(targets)
            copy = match.clone(quiet=True)
            for action in target.plan:
                assert copy.why_not(action) is None, (piece, target)
                rolls = copy.state.rolls
                copy.play(action)
                if copy.state.rolls != rolls:
                    break
            assert table.refuse(seat, (piece,), target.space) is None
            lifted += 1
        match.play(rng.choice(match.legal()))
    assert lifted > 20


@pytest.mark.rule("nmc", "6.5b")
def test_a_part_that_is_taken_up_leaves_the_rest_as_a_force_of_its_own() -> None:
    match = arrange(f"2205: 5 cavalry depot Green{FAR}")
    (green,) = [piece.id for piece in pieces_in(match, "2205") if piece.id == "Green"]
    plan = game().table.lift(seat_of(match), (green,))[0].plan
    assert plan[:5] == (Activate("2205"), Assign("Green", 1), NextForce(), AssignAll(), Lock())


def test_a_formed_force_is_taken_up_by_any_of_its_counters() -> None:
    match = arrange(f"2205: 5 cavalry 1 gun depot; 2206: 8 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "3 cavalry", "2 cavalry 1 gun")
    assert isinstance(match.state.step, Attacks)
    table, seat = game().table, seat_of(match)
    (gun,) = [piece.id for piece in pieces_in(match, "2205", CHOSEN) if "guns" in piece.id]
    (target,) = table.lift(seat, (gun,))
    assert target.plan == (Attack(1, "2206"),)


@pytest.mark.rule("nmc", "9.23a")
def test_who_advances_is_put_down_in_the_hex_that_was_cleared() -> None:
    match = arrange(f"2205: 5 cavalry 1 gun depot; 2206: union 1 wagon{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    table, seat = game().table, seat_of(match)
    troops = [piece.id for piece in pieces_in(match, "2205") if "cavalry" in piece.id]
    (target,) = table.lift(seat, troops)
    assert (target.space, target.label) == ("2206", "advance")
    assert target.plan == (Assign("cavalry", 5), Advance())


@pytest.mark.rule("nmc", "3.3a")
def test_the_army_is_set_up_around_fort_thorn() -> None:
    match = game().new_match()
    table, seat = game().table, seat_of(match)
    thorn = match.state.step.hex
    gun = next(piece.id for piece in pieces_in(match, thorn) if "guns" in piece.id)
    targets = table.lift(seat, (gun,))
    assert {target.space for target in targets} == set(game().data.near[thorn])
    assert all(target.plan == (Deploy("guns", 1, target.space),) for target in targets)


# What is said elsewhere


@pytest.mark.rule("nmc", "8.15a")
def test_a_near_hex_behind_an_impassable_hexside_is_reached_by_a_way_around() -> None:
    match = arrange(f"4612: 5 cavalry depot Green{FAR}")
    table, seat, everybody = game().table, seat_of(match), ids(pieces_in(match, "4612", ""))
    assert "4613" in {target.space for target in table.lift(seat, everybody)}
    assert table.refuse(seat, everybody, "4613") is None
    form(match, "4612", "5 cavalry")
    match.play(March(0), dice=[3])
    refusal = table.refuse(seat_of(match), ids(pieces_in(match, "4612", "moved")), "4613")
    assert refusal is not None
    assert refusal.rule == "8.15a"


@pytest.mark.parametrize(
    ("goal", "rule"),
    [("2206", "8.6a"), ("1008", "8.4"), ("nowhere", "8.20"), ("2305", None)],
)
def test_a_drop_elsewhere_is_refused_by_the_rules(goal: str, rule: str | None) -> None:
    match = arrange(f"2205: 5 cavalry depot Green; 2206: 8 regular{FAR}")
    refusal = game().table.refuse(seat_of(match), ids(pieces_in(match, "2205", "")), goal)
    assert (refusal and refusal.rule) == rule


@pytest.mark.rule("nmc", "8.26")
def test_units_that_have_marched_are_refused_for_that() -> None:
    """Fresh troops of the same kind stand in the hex that the others marched into."""
    match = arrange(f"2205: 2 cavalry depot; 2105: 3 cavalry depot{FAR}")
    march(match, "2205", die=9)
    walk(match, "2105")
    halt(match)
    moved = ids(pieces_in(match, "2105", "moved"))
    table, seat = game().table, seat_of(match)
    assert table.lift(seat, moved) == []
    refusal = table.refuse(seat, moved, "2104")
    assert refusal is not None
    assert refusal.rule == "8.26"


def test_counters_that_are_not_there_go_nowhere() -> None:
    match = arrange(f"2205: 5 cavalry depot{FAR}")
    table, seat = game().table, seat_of(match)
    assert table.lift(seat, ("2205/cavalry/9.9",)) == []
    assert table.refuse(seat, ("2205/cavalry/9.9",), "2206") is not None


@pytest.mark.rule("nmc", "8.23a")
def test_troops_without_a_leader_are_told_why_they_cannot_hurry() -> None:
    match = arrange(f"2205: 5 cavalry depot; 2206: 8 regular depot Paul{FAR}", "U_FORCED")
    troops = [piece.id for piece in pieces_in(match, "2206", "") if "regular" in piece.id]
    refusal = game().table.refuse(seat_of(match), troops, "2207")
    assert refusal is not None
    assert refusal.rule == "8.23a"
    form(match, "2206")
    assert isinstance(match.state.step, Marches)
