"""What is kept of a position from one action to the next is what a fresh look at it finds."""

from __future__ import annotations

import random
from typing import Any

from common.engine import ReactionWindow, load_game
from sand_wars.actions import Board, ClearDisruption, LookAt, PlaceCamp, PlayReaction, Sortie
from sand_wars.rules.admin import is_open_road
from sand_wars.rules.air import spaces_for
from sand_wars.rules.airbases import free_markers, home_airbases, pads, reach_of, starts
from sand_wars.rules.catalogue import ACTIONS, BEGINNINGS
from sand_wars.rules.command import loose_in
from sand_wars.rules.event_choices import Jihad, empty_spaces, linked_to_capital
from sand_wars.rules.forces import attached_units, members
from sand_wars.rules.hand import limit_parts
from sand_wars.rules.intel import TacticalIntel, scouted
from sand_wars.rules.interdiction import NavalOperations
from sand_wars.rules.movement import has_easy_way, open_spaces, with_easy_way
from sand_wars.rules.reconstitution import Rebuilding, in_box
from sand_wars.rules.resources import discoveries_held, lost_resources
from sand_wars.rules.special import SpecialMove
from sand_wars.rules.supply import linked_bases, serving_bases, spaces_in_reach
from sand_wars.rules.targets import has_target, installations_in, spaces_with_installations, targets_in, with_targets
from sand_wars.rules.transport import why_not_board, why_not_land
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, SIDES, Block, SandState
from tests.sand_wars.positions import arranged

OF_A_SIDE = (
    home_airbases, pads, linked_to_capital, limit_parts, scouted, in_box, serving_bases,
    discoveries_held, linked_bases, spaces_in_reach, spaces_with_installations, empty_spaces,
    SandState.controlled, SandState.friendly, SandState.friendly_spaces, SandState.occupied, SandState.on_map,
    SandState.worn, open_spaces,
)  # fmt: skip
OF_A_PLACE = (is_open_road, loose_in, installations_in, targets_in)


def everything_kept(state: SandState) -> list[Any]:
    """The answers of all rules whose answers are kept."""
    found: list[Any] = [rule(state, side) for rule in OF_A_SIDE for side in SIDES]
    found += [rule(state, side, space) for rule in OF_A_PLACE for side in SIDES for space in state.data.spaces]
    for side in SIDES:
        found += [[members(state, hq), attached_units(state, hq)] for hq in state.data.hqs[side]]
        found += [
            [starts(state, side, code), reach_of(state, side, code)]
            for code in ("airstrike", "helicopter", "ssm", "uav")
        ]
        found += [spaces_for(state, side, mission) for mission in ("recon", "interdiction")]
        found += [state.in_box(side, box, (code,)) for box in (ASIDE, OFF_MAP) for code in ("uav", "camp", "base")]
        found += [[state.of_kind(side, code), state.places_of(side, code)] for code in ("base", "fort", "camp")]
        found += [lost_resources(state, side, ("oil", "city", "phosphate"))]
    return found


def test_kept_answers_are_those_of_a_fresh_look_through_whole_games() -> None:
    for seed, scenario in enumerate(load_game("sand_wars").scenarios):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        board: list[Any] = []
        while match.result is None:
            match.play(chooser.choice(match.legal()))
            now = [match.state.pieces, match.state.control]
            if now != board:  # nothing else can make a kept answer wrong
                board = [dict(part) for part in now]
                if chooser.random() < 0.2:
                    assert everything_kept(match.state) == everything_kept(match.state.clone(bare=True))
        match.undo()
        assert everything_kept(match.state) == everything_kept(match.state.clone(bare=True))


def slow_list(step: Any, state: SandState) -> tuple[Any, ...]:
    """Every candidate of a step that its predicate does not refuse, asked of a position of which nothing is known."""
    bare = state.clone(bare=True)
    return tuple(action for action in step.candidates(bare) if step.why_not(bare, action) is None)


def test_lists_are_what_the_predicates_allow_through_whole_games() -> None:
    seen: set[str] = set()
    for seed, scenario in enumerate(load_game("sand_wars").scenarios, 20):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        while match.result is None:
            state, step = match.state, match.state.flow[-1]
            legal = match.legal()
            if type(step).__name__ not in seen or chooser.random() < 0.2:
                seen.add(type(step).__name__)
                assert legal == slow_list(step, state), step
            if chooser.random() < 0.03:
                for title, can_begin in BEGINNINGS.items():
                    for side in SIDES:
                        assert can_begin(state, side) == bool(slow_list(ACTIONS[title](side, ""), state))
            match.play(chooser.choice(legal))
    assert len(seen) > 40


def wide_offers(step: Any, state: SandState) -> list[Any]:
    """More than a step offers: every card of the hand, every space; of markers that are alike the first."""
    data = state.data
    match step:
        case ReactionWindow():
            return list(map(PlayReaction, state.hands[step.side]))
        case TacticalIntel():
            return list(map(LookAt, data.spaces))
        case NavalOperations():
            return [Sortie(id_, s) for id_ in free_markers(state, step.side, "naval")[:1] for s in data.spaces]
        case SpecialMove():
            markers = free_markers(state, step.side, "air_supply")[:1]
            return [Board(base, marker) for base in data.bases[step.side] for marker in markers]
        case Rebuilding():
            return list(map(ClearDisruption, data.spaces))
    return []


def test_what_a_list_leaves_out_is_refused() -> None:
    seen: set[str] = set()
    for seed, scenario in enumerate([*load_game("sand_wars").scenarios] * 4, 60):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        while match.result is None:
            state, step, legal = match.state, match.state.flow[-1], match.legal()
            for action in wide_offers(step, state):
                seen.add(type(step).__name__)
                if isinstance(step, SpecialMove):
                    side, piece, marker = step.side, action.piece, action.marker
                    able = why_not_board(state, side, piece, marker) is None and any(
                        why_not_land(state, side, piece, marker, space) is None for space in state.data.spaces
                    )
                    assert (action in legal) == able, action
                else:
                    assert (action in legal) == (step.why_not(state, action) is None), action
            match.play(chooser.choice(legal))
    assert {"SpecialMove", "NavalOperations", "TacticalIntel", "DefenderWindow", "SofDefense", "Rebuilding"} <= seen


def test_reach_and_targets_are_those_found_one_by_one() -> None:
    for seed, scenario in enumerate(load_game("sand_wars").scenarios, 80):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        while match.result is None:
            if chooser.random() < 0.1:
                state, data = match.state, match.state.data
                for side in SIDES:
                    for code in ("airstrike", "helicopter", "uav", "elint"):
                        flights = [(a, b) for a in starts(state, side, code) for b in data.in_band(code, a)]
                        pad = pads(state, side) if code == "helicopter" else data.names
                        assert reach_of(state, side, code) == {b for a, b in flights if a in pad or b in pad}
                    found = [space for space in data.spaces if targets_in(state, side, space)]
                    assert set(found) <= set(with_targets(state, side, data.spaces))
                    for space in data.spaces:
                        assert has_target(state, side, (space,)) == (space in found)
            match.play(chooser.choice(match.legal()))


def test_open_spaces_and_easy_ways_found_at_once_are_those_found_one_by_one() -> None:
    seen = 0
    for seed, scenario in enumerate(load_game("sand_wars").scenarios, 40):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        while match.result is None:
            if chooser.random() < 0.2:
                state, data = match.state, match.state.data
                for side in SIDES:
                    assert open_spaces(state, side) == {s for s in data.spaces if is_open_road(state, side, s)}
                    easy = with_easy_way(state, side, data.spaces, data.near)
                    assert all(has_easy_way(state, side, space, data.near[space]) for space in easy)
                    seen += len(easy)
            match.play(chooser.choice(match.legal()))
    assert seen > 1000


def test_a_list_made_for_one_position_is_not_given_for_another() -> None:
    match = arranged(place={"A-tank4-1": "oran", "M-tank3-1": "fes"})
    state: SandState = match.state
    step = Jihad(ALGERIA, "EVT.JIA.a")
    before = step.legal(state)
    assert PlaceCamp("taza") in before and step.legal(state) is before
    state.put(Block("M-mot2-1", "taza", 2))
    assert PlaceCamp("taza") not in step.legal(state)


def test_copies_do_not_hear_of_each_others_changes() -> None:
    state = arranged(place={"A-tank4-1": "oran", "M-tank3-1": "fes"}).state
    before, copy = everything_kept(state), state.clone()
    copy.put(Block("A-tank4-1", "oujda", 4))
    copy.take(ALGERIA, "oujda")
    assert everything_kept(state) == before
    assert everything_kept(copy) == everything_kept(copy.clone(bare=True)) != before
    state.put(Block("M-tank3-1", "oran", 3))
    assert state.is_disputed("oran") and not copy.is_disputed("oran")
    assert copy.ground(MOROCCO, "fes") and not state.ground(MOROCCO, "fes")
