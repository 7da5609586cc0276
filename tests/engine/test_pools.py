"""Decks and chit pools: drawn lazily, counted apart from dice, and dealt again evenly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from itertools import permutations

import msgspec
import pytest

from common.data import ROOT
from common.engine import Pool, PooledState, ScriptedDraw, load_game
from common.engine.pools import deal_again, redistribute

MIX = {"ambush": 2, "raid": 1, "supply": 3}


def deck(seed: int = 1, **more: object) -> PooledState:
    state = PooledState(scenario="", pools={"deck": Pool.of(MIX)}, seed=seed, **more)  # type: ignore[arg-type]
    state.attach(None, [])
    return state


def test_everything_is_drawn_once_and_then_nothing() -> None:
    state = deck()
    drawn = state.draw_from("deck", 4) + state.draw_from("deck", 4)
    assert Counter(drawn) == MIX
    assert state.draw_from("deck") == ()
    assert state.draws == 6


def test_no_order_is_stored() -> None:
    """Two decks with the same content are the same, however they came about."""
    one, other = Pool.of(MIX), Pool.of({"supply": 3, "raid": 1}).put_back("ambush", "ambush")
    assert one == other
    assert other.take("supply", "ambush").put_back("ambush").put_back("supply") == one
    assert one.counts() == MIX


def test_draws_use_up_no_dice_and_dice_no_draws() -> None:
    state = deck(script=(3, 4), draw_script=("raid",))
    assert state.draw_from("deck") == ("raid",)
    assert (state.script, state.rolls) == ((3, 4), 0)
    state.draw(range(1, 7))
    assert (state.draws, state.draw_script) == (1, ())


def test_dice_thrown_in_between_change_no_draw() -> None:
    plain, dicey = deck(), deck()
    dicey.draw(range(6))
    assert plain.draw_from("deck", 6) == dicey.draw_from("deck", 6)


@pytest.mark.parametrize("card", ["raid", "mine"])
def test_a_scripted_draw_must_be_in_the_pool(card: str) -> None:
    state = deck(draw_script=("raid", card))
    assert state.draw_from("deck") == ("raid",)
    with pytest.raises(ScriptedDraw, match=f"scripted draw '{card}' is not in deck"):
        state.draw_from("deck")


def test_discards_come_back_only_when_reshuffled() -> None:
    pool = Pool.of(MIX).take("raid", "supply").discard("raid", "supply")
    assert pool.discards == ("raid", "supply")
    assert "raid" not in pool.counts()
    again = pool.reshuffle()
    assert (again.counts(), again.discards) == (MIX, ())


def test_a_dry_pool_is_refilled_from_its_discards_on_demand() -> None:
    state = deck()
    state.pools["deck"] = Pool(discards=("raid", "supply"))
    assert state.draw_from("deck", 1) == ()
    assert sorted(state.draw_from("deck", 3, refill=True)) == ["raid", "supply"]


def test_what_is_removed_never_comes_back() -> None:
    pool = Pool.of(MIX).take("raid").remove("raid").reshuffle()
    assert pool.removed == ("raid",)
    assert "raid" not in pool.counts()


def test_only_what_is_there_can_be_taken() -> None:
    with pytest.raises(ValueError, match="'raid' is not in the pool"):
        Pool.of(MIX).take("raid", "raid")
    with pytest.raises(ValueError, match="'raid' is not in the discard pile"):
        Pool.of(MIX).discard("supply").reclaim("raid")


def test_a_clone_draws_the_same_and_leaves_the_original_alone() -> None:
    state = deck()
    other = state.clone()
    drawn = other.draw_from("deck", 3)
    assert state.pools["deck"] == Pool.of(MIX)
    assert state.draw_from("deck", 3) == drawn
    assert msgspec.json.decode(msgspec.json.encode(state), type=PooledState) == state == other


def test_another_seed_draws_otherwise_and_no_script_survives_it() -> None:
    state = deck(draw_script=("raid",), script=(1,))
    state.reseed(2)
    assert (state.draw_script, state.script, state.seed) == ((), (), 2)
    assert len({deck(seed).draw_from("deck", 6) for seed in range(50)}) > 20


def test_each_card_is_as_likely_as_any() -> None:
    first = Counter(deck(seed).draw_from("deck")[0] for seed in range(6000))
    for name, count in MIX.items():
        assert abs(first[name] - 1000 * count) < 150  # beyond four standard deviations


def test_a_card_picked_from_a_hand_does_not_depend_on_the_order_of_the_hand() -> None:
    hands = permutations(["a", "b", "c", "d"])
    assert len({deck(9).pick_of(hand) for hand in hands}) == 1


def test_draws_do_not_depend_on_hashing() -> None:
    code = (
        "from tests.engine.test_pools import deck; from common.engine.pools import redistribute;"
        "print(deck(5).draw_from('deck', 6), redistribute({'x': {'a', 'b', 'c'}, 'y': ['d']}, 3))"
    )
    told = set()
    for seed in "012":
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", code]
        told.add(subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    assert len(told) == 1


def test_hidden_cards_dealt_again_keep_every_count() -> None:
    pool = Pool(("a", "a", "b", "c"), discards=("d",))
    other, hands = deal_again(pool, {"red": ("e", "b"), "face down": ("a",)}, 4)
    assert [len(hands["red"]), len(hands["face down"]), len(other.content)] == [2, 1, 4]
    assert sorted((*hands["red"], *hands["face down"], *other.content)) == ["a", "a", "a", "b", "b", "c", "e"]
    assert other.discards == ("d",)
    assert list(other.content) == sorted(other.content)


def test_what_is_dealt_again_does_not_depend_on_what_was_there() -> None:
    """Otherwise a bot could read the true hand from the one it imagines."""
    one = deal_again(Pool(("a", "b")), {"red": ("c", "d")}, 8)
    other = deal_again(Pool(("c", "d")), {"red": ("a", "b")}, 8)
    assert one == other


def test_every_distribution_is_as_likely() -> None:
    seen = Counter(redistribute({"x": "ab", "y": "cd"}, seed)["x"] for seed in range(6000))
    pairs = Counter({frozenset(pair): 0 for pair in permutations("abcd", 2)})
    for pair, count in seen.items():
        pairs[frozenset(pair)] += count
    assert len(pairs) == 6
    assert all(abs(count - 1000) < 130 for count in pairs.values())


def test_a_game_without_pools_takes_no_scripted_draws() -> None:
    with pytest.raises(ValueError, match="nmc draws no cards or chits"):
        load_game("nmc").new_match(draws=["ambush"])
