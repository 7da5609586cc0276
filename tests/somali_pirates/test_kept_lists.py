"""What is kept with the data or with a position, in many positions against the predicates asked one by one."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from common.engine import Step
from common.lab.playouts import set_up
from somali_pirates.actions import EndPhase, PayTurn
from somali_pirates.rules.air import airfields, flights, landfalls, perches, starts_at_base, why_not_fly
from somali_pirates.rules.movement import UnitMove, open_walks, sorties
from somali_pirates.rules.netwar import why_not_spend
from somali_pirates.rules.placement import first_way, known_ways, legal_ways, ways, why_not_place
from somali_pirates.rules.purchases import PurchaseList, affordable
from somali_pirates.rules.redeployment import journeys, redeployments, why_not_leave, why_not_redeploy
from somali_pirates.rules.return_phase import is_at_sea, must_return
from somali_pirates.rules.routes import walks_from, why_not_take_route
from somali_pirates.state import AVAILABLE, COALITION, WAITING, PirateState
from tests.somali_pirates.positions import game

pytestmark = pytest.mark.lengthy


def positions(seeds: range, every: int) -> Iterator[PirateState]:
    """Positions of random games; in every other one a Region or an Off-Map base is closed as if by a chit."""
    for seed in seeds:
        yield from positions_of(seed, every)


def positions_of(seed: int, every: int) -> Iterator[PirateState]:
    """Some positions of one random game."""
    scenario, options, rng = set_up(game(), seed)
    match = game().new_match(scenario, seed, options)
    for number in range(400):
        if match.result is not None:
            break
        legal = match.legal()
        if number % every == 0:
            yield match.state
            closed = match.state.clone()
            closed.shut = dict([rng.choice([("puntland", "somali_civil_war"), ("off_aden", "dar_al_harb")])])
            yield closed
        match.play(legal[rng.randrange(len(legal))])


def test_ways_flights_and_journeys_are_those_that_nothing_refuses() -> None:
    asked = 0
    for state in positions(range(31, 36), 9):
        for unit in list(state.on_map()):
            counter = state.counter(unit.id)
            walks = [zone for zone in walks_from(state, unit.id) if why_not_take_route(state, unit.id, zone) is None]
            assert [walk.zone for walk in open_walks(state, unit.id)] == walks
            if "airmobile" in counter.flags and not unit.hidden:
                places = [at for at in airfields(state, unit.at) if why_not_fly(state, unit.id, *at) is None]
                assert flights(state, unit.id) == places
                ashore = landfalls(state, unit.id, starts_at_base(state, unit.id))
                assert ashore == [(zone, ship) for zone, ship in places if not ship]
            if why_not_leave(state, unit.id) is None:
                ends = [at for at in journeys(state, unit.id) if why_not_redeploy(state, unit.id, *at) is None]
                assert [(action.zone, action.via) for action in redeployments(state, unit.id)] == ends
            asked += 1
    assert asked > 500


def test_placements_are_those_that_nothing_refuses() -> None:
    asked, rng = 0, random.Random(7)
    for state in positions(range(41, 46), 13):
        off_map = [unit.id for box in (AVAILABLE, WAITING) for unit in state.units_at(box)]
        for id_ in rng.sample(off_map, min(12, len(off_map))):
            slow = [way for way in ways(state, id_) if why_not_place(state, way) is None]
            assert legal_ways(state, id_) == slow
            assert first_way(state, id_) == (slow[0] if slow else None)
            assert known_ways(state).has_way(state, id_) == bool(slow)
            asked += 1
    assert asked > 500


def test_moves_of_a_unit_and_purchases_are_those_that_nothing_refuses() -> None:
    asked = {UnitMove: 0, PurchaseList: 0}
    for state in positions(range(51, 57), 3):
        for kind in asked:
            if isinstance(state.step, kind):
                assert state.step.legal(state) == Step.legal(state.step, state)
                asked[kind] += 1
    assert min(asked.values()) > 50


def test_perches_and_units_that_must_return_are_those_of_a_copy_that_knows_nothing() -> None:
    found = 0
    for state in positions(range(61, 67), 5):
        bare = state.clone(bare=True)
        assert perches(state) == perches(bare)
        there = [unit for zone in state.data.zones for unit in state.units_at(zone, COALITION)]
        flying = {unit.id for unit in there if unit.aloft}
        out = must_return(state, COALITION)
        assert list(out) == [unit.id for unit in there if unit.id in out]
        assert set(out) - flying == {unit.id for unit in there if is_at_sea(state, unit.id)}
        patrols = {id_ for id_ in flying if state.counter(id_).type == "patrol" and id_ not in state.attacked}
        assert set(out) & flying == flying - patrols
        found += len(out)
    assert found > 20


def test_copies_that_go_on_differently_keep_their_lists_apart() -> None:
    scenario, options, rng = set_up(game(), 71)
    match = game().new_match(scenario, 71, options)
    for number in range(240):
        if match.result is not None:
            break
        legal = match.legal()
        if number % 12 == 11:
            other = match.clone(seed=number)
            for _ in range(6):
                if other.result is not None:
                    break
                other.play(rng.choice(other.legal()))
                both = (other, match)
                bare = [each.state.clone(bare=True) for each in both]
                assert [each.legal() for each in both if each.result is None] == [
                    Step.legal(state.step, state) for state in bare if state.result is None
                ]
        match.play(legal[rng.randrange(len(legal))])
    assert len(match.past) > 100


def test_every_position_comes_back_when_all_is_taken_back() -> None:
    scenario, options, rng = set_up(game(), 72)
    match = game().new_match(scenario, 72, options)
    seen = []
    while match.result is None and len(seen) < 200:
        seen.append((match.hash(), match.legal()))
        match.play(rng.choice(match.legal()))
    assert len(seen) > 100
    while match.past:
        match.undo()
        assert (match.hash(), match.legal()) == seen.pop()
    assert not seen


def test_every_price_is_affordable_if_the_highest_is() -> None:
    state = game().new_match("quick_start", 3, {}).state
    for spent in range(state.index[COALITION] + 2):
        able = {price for price in range(12) if why_not_spend(state, COALITION, spent + price) is None}
        assert affordable(state, COALITION, spent, set(range(12))) == able


def test_sorties_lead_over_every_zone_that_is_not_closed() -> None:
    state = game().new_match("quick_start", 3, {}).state
    air = next(unit for unit in state.on_map(COALITION) if state.counter(unit.id).category == "air")
    open_zones = [zone.id for zone in state.data.zones.values() if zone.kind != "off_map"]
    assert [fly.zone for fly in sorties(state, air.id)] == open_zones
    state.shut = {air.at: "dar_al_harb"}
    closed = [fly.zone for fly in sorties(state, air.id)]
    assert closed == ([air.at] if air.at in open_zones else [])


def test_lists_are_those_of_a_copy_that_has_kept_nothing() -> None:
    """Quiet games, in which little happens between two Mobilization Phases, so that much could be kept too long."""
    asked = 0
    for seed in range(61, 73):
        scenario, options, rng = set_up(game(), seed)
        match = game().new_match(scenario, seed, options)
        for _ in range(250):
            if match.result is not None:
                break
            legal = match.legal()
            assert set(legal) == set(match.clone().legal())
            ends = [action for action in legal if isinstance(action, EndPhase | PayTurn)]
            match.play(rng.choice(ends if ends and rng.random() < 0.8 else legal))
            asked += 1
    assert asked > 1000
