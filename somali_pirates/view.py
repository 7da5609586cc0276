"""What a side may see of Somali Pirates, and the unseen dealt again: hands, Pools and purchases not yet revealed."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from common.engine import Result, Side
from common.engine.pools import deal_again, pick
from somali_pirates.battle import Battle
from somali_pirates.rules.chit_effects import ClosingChit, PointsChit
from somali_pirates.rules.control import income
from somali_pirates.rules.declaration import Permissions
from somali_pirates.rules.purchases import cost, goods_of, left
from somali_pirates.rules.victory import points_of
from somali_pirates.state import SIDES, PirateState, Unit


class View(msgspec.Struct, frozen=True):
    """The whole map and both indexes, the own chits and purchases; of the enemy's chits their number."""

    side: Side | None
    turn: int
    to_act: Side | None
    prompt: str
    flow: tuple[Any, ...]
    phase: str
    mover: Side
    first: Side
    active: str
    acted: frozenset[str]
    units: dict[str, Unit]
    due: dict[str, int]
    fresh: frozenset[str]
    moved: dict[str, str]
    attacked: frozenset[str]
    index: dict[Side, int]
    income: dict[Side, int]
    points: dict[Side, dict[str, int]]
    hand: tuple[str, ...]
    hand_sizes: dict[Side, int]
    seen: tuple[str, ...]  # chits known to be in the enemy's hand
    pool_sizes: dict[Side, int]
    removed: dict[Side, tuple[str, ...]]
    shut: dict[str, str]
    factions: tuple[str, ...]
    order: tuple[str, ...]  # own purchases that are not yet deployed
    spent_on: dict[Side, int]
    dice: tuple[int, ...]
    battle: Battle | None
    options: dict[str, Any]
    result: Result | None

    @property
    def step(self) -> Any:
        """Where the sequence of play stands; None when the game is over."""
        return None if self.result is not None else self.flow[-1]


def view_of(state: PirateState, side: Side | None) -> View:
    """The position as one side sees it; None is an onlooker."""
    return View(
        side=side,
        turn=state.turn,
        to_act=None if state.result else state.step.actor(state),
        prompt=state.result.reason if state.result else state.step.seen_by(side).prompt(state),
        flow=tuple(step.seen_by(side) for step in state.flow),
        phase=state.phase,
        mover=state.mover,
        first=state.first,
        active=state.active,
        acted=state.acted,
        units=dict(state.units),
        due=dict(state.due),
        fresh=state.fresh,
        moved=dict(state.moved),
        attacked=state.attacked,
        index=dict(state.index),
        income={who: income(state, who) for who in SIDES},
        points={who: points_of(state, who) for who in SIDES},
        hand=state.hands[side] if side else (),
        hand_sizes={who: len(hand) for who, hand in state.hands.items()},
        seen=state.seen.get(side, ()) if side else (),
        pool_sizes={who: len(state.pools[who].content) for who in SIDES},
        removed={who: state.pools[who].removed for who in SIDES},
        shut=dict(state.shut),
        factions=state.factions,
        order=state.orders.get(side, ()) if side else (),
        spent_on=dict(state.spent_on),
        dice=state.dice,
        battle=state.battle,
        options=dict(state.options),
        result=state.result,
    )


def hidden(state: PirateState, side: Side) -> frozenset[str]:
    """The enemy's chits that the side has not seen, and his purchases that are not revealed."""
    facts: set[str] = set()
    for who in SIDES:
        if who == side:
            continue
        unseen = Counter(state.hands[who]) - known_chits(state, side, who)
        facts |= {f"{chit} {number} of {who}" for chit, count in unseen.items() for number in range(count)}
        facts |= {f"purchases of {who}"} if state.orders.get(who) else set()
    return frozenset(facts)


def known_chits(state: PirateState, side: Side | None, who: Side) -> Counter[str]:
    """The chits in the hand of `who` that a side knows: those it has seen, and those a declared attack still costs."""
    seen = Counter(state.seen.get(side, ()) if side else ())
    battle = state.battle
    if battle is None or battle.side != who:
        return seen
    declared = Counter([chit for step in state.flow if isinstance(step, Permissions) for chit in step.chits])
    return seen | declared


def pending_chits(state: PirateState, who: Side) -> list[str]:
    """The chits of `who` that were played and still have to leave the Pool, so that nobody has them in hand."""
    return [
        step.chit
        for step in state.flow
        if isinstance(step, PointsChit | ClosingChit) and step.side == who and not step.is_removed
    ]


def dealt_again(state: PirateState, side: Side | None, seed: int) -> PirateState:
    """The position with everything that a side cannot see dealt again, on the same state."""
    state.passing &= {side}  # who lets windows go by tells nobody (P8)
    for who in SIDES:
        if who == side:
            continue
        known = known_chits(state, side, who)
        unseen = Counter(state.hands[who]) - known
        pending = pending_chits(state, who)
        pool, hands = deal_again(state.pools[who].take(*pending), {who: tuple(unseen.elements())}, seed)
        state.pools[who] = pool.put_back(*pending)
        state.hands = {**state.hands, who: tuple(sorted((*known.elements(), *hands[who])))}
        if who in state.orders:
            state.orders = {**state.orders, who: guess_order(state, who, seed)}
    if side is None:
        state.seen = {}
    return state


def guess_order(state: PirateState, side: Side, seed: int) -> tuple[str, ...]:
    """Purchases that cost as much as the hidden ones: the sum is public, the content is not (R21)."""
    total = cost(state, state.orders[side])
    goods = [good for good in goods_of(state, side) if good not in state.factions and good != "ddz"]
    start = pick(seed, total, len(goods), b"order") if seed and goods else 0
    return _sum_up(state, goods[start:] + goods[:start], total)


def _sum_up(state: PirateState, goods: list[str], total: int) -> tuple[str, ...]:
    """The first list of goods with exactly this price, each at most as often as the mix allows."""
    ways: dict[int, tuple[str, ...]] = {0: ()}
    for good in goods:
        price = state.data.goods[good].cost
        most = left(state, good) if state.data.goods[good].single else 1
        for done, items in sorted(ways.items(), reverse=True):
            for number in range(1, most + 1):
                sum_ = done + number * price
                if sum_ <= total and sum_ not in ways:
                    ways[sum_] = (*items, *(good,) * number)
    return tuple(sorted(ways.get(total, ())))
