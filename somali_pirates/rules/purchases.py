"""9  The Mobilization Chart: what can be bought, what it costs, and the secret plots of both sides."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping

from common.engine import Action, Refusal, Side, Step
from common.engine.actions import Add, Confirm, Remove
from common.engine.steps import SealedChoices, seal
from somali_pirates.rules.choices import NamedSubset
from somali_pirates.rules.netwar import spend, why_not_spend
from somali_pirates.rules.placement import KnownWays, Sale, known_ways
from somali_pirates.state import AVAILABLE, COALITION, SIDE_NAMES, WAITING, PirateState, does

CHIT = "chit"
EXTRA = "ddz"  # comes only with USNAVAF (28.0a)
OPTIONAL = (EXTRA, "contractors_q_ship")
HANGING = (CHIT, EXTRA)  # wares about which more than their price and number decides
BASE = {"coalition": "base", "pirate": "pirate_base"}


def chit_price(number: int) -> int:
    """9.8a  The first chit of a phase costs 1, the second 2 and so on."""
    return number * (number + 1) // 2


def cost(state: PirateState, items: Iterable[str]) -> int:
    """9.1, 9.2, 9.8  What a list of purchases costs."""
    goods, bought = state.data.goods, list(items)
    chits = bought.count(CHIT)
    return chit_price(chits) + sum([goods[item].cost for item in bought if item != CHIT])


def goods_of(state: PirateState, side: Side) -> list[str]:
    """Everything on the chart of a side that the chosen rules allow (28.0)."""
    wares, optional = state.data.wares[side], state.options.get("optional_units")
    return [good for good in wares if good not in OPTIONAL or optional]


def left(state: PirateState, item: str) -> int:
    """9.7a  How many more of a kind the counter mix allows."""
    return sum(1 for id_ in state.data.goods[item].ids if state.units[id_].at == AVAILABLE)


def why_not_buy(state: PirateState, side: Side, chosen: tuple[str, ...], item: str) -> Refusal | None:
    """9.1-9.8, 6.5a  What forbids one more purchase beside those already chosen."""
    return why_not_add_to(state, side, chosen, cost(state, chosen), item, known_ways(state))


def why_not_add_to(
    state: PirateState, side: Side, chosen: tuple[str, ...], so_far: int, item: str, known: KnownWays
) -> Refusal | None:
    """9.1-9.8, 6.5a  What forbids one more purchase beside those already chosen, given what they cost."""
    if item == CHIT:
        refusal, price = _why_not_chit(state, side, chosen), chosen.count(CHIT) + 1
    else:
        refusal, price = _why_not_good(state, chosen, item, known), state.data.goods[item].cost
    return refusal or _why_not_pay(state, side, so_far, price)


def _why_not_pay(state: PirateState, side: Side, so_far: int, price: int) -> Refusal | None:
    """6.5a  What the index forbids beside what is already planned."""
    refusal = why_not_spend(state, side, so_far + price)
    if refusal is None or not so_far:
        return refusal
    return Refusal(
        refusal.rule, f"that costs {price} and {so_far} is planned already; the index is {state.index[side]}"
    )


def _why_not_chit(state: PirateState, side: Side, chosen: tuple[str, ...]) -> Refusal | None:
    if chosen.count(CHIT) >= len(state.pools[side].content):
        return Refusal("9.7a", "no more chits are in the Pool")
    return None


def _why_not_good(state: PirateState, chosen: tuple[str, ...], item: str, known: KnownWays) -> Refusal | None:
    """What forbids one more of a ware, whatever it costs."""
    good = state.data.goods[item]
    if item == EXTRA and (good.faction not in chosen or "usnavaf" in state.factions):
        return Refusal("28.0a", f"{good.name} comes only together with USNAVAF")
    before = chosen.count(item)
    if before < most_of(state, item, known):
        return None
    if not good.single:
        return Refusal("9.1a" if before else "9.3a", f"{good.name} is {'already in the plan' if before else 'in play'}")
    if before >= known.stock_of(state, item)[0]:
        return Refusal("9.7a", f"no more {good.name} is left")
    return Refusal("9.4b", f"there is no place for {good.name}")


def most_of(state: PirateState, item: str, known: KnownWays) -> int:
    """9.1a, 9.3a, 9.4b, 9.7a  How many of a ware a list can hold, by what is in play, by the mix and by Zones."""
    if not state.data.goods[item].single:
        return 0 if item in state.factions else 1
    left, zones = known.stock_of(state, item)
    if item == EXTRA:
        return left
    return min(left, zones) if item in BASE.values() else left if zones else 0  # each base needs a Zone of its own


def affordable(state: PirateState, side: Side, spent: int, prices: set[int]) -> set[int]:
    """6.5a  The prices that a side can pay beside what it has spent: all of them if it can pay the highest."""
    if not prices or why_not_spend(state, side, spent + max(prices)) is None:
        return prices
    return {price for price in prices if why_not_spend(state, side, spent + price) is None}


class PurchaseList(NamedSubset, frozen=True, tag=True, kw_only=True):
    """A list of purchases built item by item."""

    abstract = True
    rule = "9.1a"

    def items(self, state: PirateState) -> list[str]:
        return [CHIT, *goods_of(state, self.side)]

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """A ware is judged by its price, once a price, and by its number; chits and DD(Z) by what was chosen."""
        side, chosen, spent, known = self.side, self.chosen, cost(state, self.chosen), known_ways(state)
        wares, prices, hanging = self._on_sale(state, known)
        cheap, held = affordable(state, side, spent, prices), {item: chosen.count(item) for item in chosen}
        removes = map(Remove, tuple(held))
        for item in hanging:
            held[item] = 0 if why_not_add_to(state, side, chosen, spent, item, known) is None else 1
        adds = [add for item, price, most, add in wares if price in cheap and held.get(item, 0) < most]
        last = [Confirm()] if self.why_not_confirm(state) is None else []
        return (*adds, *removes, *last)

    def _on_sale(self, state: PirateState, known: KnownWays) -> Sale:
        """What an empty list could begin with if money did not matter; chits and DD(Z) in any case."""
        sale = known.on_sale.get((type(self), self.side))
        if sale is None:
            goods = state.data.goods
            items = self.items(state)
            hanging = [item for item in items if item in HANGING]
            stock = [(item, 1 if item in hanging else most_of(state, item, known)) for item in items]
            wares = [(item, 0 if item == CHIT else goods[item].cost, most, Add(item)) for item, most in stock if most]
            prices = {price for _, price, _, _ in wares}
            sale = known.on_sale[type(self), self.side] = wares, prices, hanging
        return sale

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, Add) and action.item not in self.items(state):
            return self._why_not_sold(state, action.item)
        return super().why_not(state, action)

    def _why_not_sold(self, state: PirateState, item: str) -> Refusal:
        """Why something is not on sale at this moment, whatever it costs."""
        good = state.data.goods.get(item)
        if item == CHIT:
            return Refusal("19.1a", "Netwar chits are bought in the Mobilization Phase, not in the set-up")
        if good is None or good.side != self.side:
            name = self.called(state, item) if good is None else good.name
            return Refusal(self.rule, f"{name} is not for the {SIDE_NAMES[self.side]} to buy")
        if item in OPTIONAL:
            return Refusal("28.0a", f"{good.name} is an optional unit, and that rule is not in use")
        return Refusal("9.4b", f"a {good.name} needs a unit in place beside it, so none is bought in the set-up")

    def why_not_add(self, state: PirateState, item: str) -> Refusal | None:
        return why_not_buy(state, self.side, self.chosen, item)

    def why_not_confirm(self, state: PirateState) -> Refusal | None:
        if EXTRA in self.chosen and state.data.goods[EXTRA].faction not in self.chosen:
            return Refusal("28.0a", "DD(Z) comes only together with USNAVAF")
        return None


class Plot(PurchaseList, frozen=True, tag=True, kw_only=True):
    """4.1c  One side decides in secret what it buys."""

    @property
    def secret(self) -> bool:
        return True

    def prompt(self, state: PirateState) -> str:
        return "Buy chits, factions and units in secret (4.1c)."

    def confirm(self, state: PirateState) -> None:
        seal(state, tuple(sorted(self.chosen)))


class Plots(SealedChoices, frozen=True, tag=True, kw_only=True):
    """4.1c, R21  Both sides buy secretly; both sums come off the indexes at one moment, then chits are picked."""

    rule = "4.1c"

    def chooser(self, state: PirateState, side: Side) -> Step:
        return Plot(side=side)

    def guess(self, state: PirateState, side: Side, seed: int) -> tuple[str, ...]:
        return ()

    def note_sealed(self, state: PirateState, side: Side) -> None:
        state.note(f"The {does(side, 'have')} bought in secret.", "4.1c")

    def reveal(self, state: PirateState, choices: Mapping[Side, tuple[str, ...]]) -> None:
        costs = {side: cost(state, items) for side, items in choices.items()}
        state.spent_on = costs
        spend(state, costs, "Mobilization", "4.1c")
        for side in sorted(choices, key=lambda side: side != state.first):
            items = choices[side]
            state.orders = {**state.orders, side: tuple(item for item in items if item != CHIT)}
            pick_chits(state, side, items.count(CHIT))


def pick_chits(state: PirateState, side: Side, number: int) -> None:
    """19.2a  Chits are picked blind; only their owner looks at them."""
    if not number or state.result is not None:
        return
    drawn = state.draw_from(side, number)
    state.hands = {**state.hands, side: tuple(sorted((*state.hands[side], *drawn)))}
    kinds = state.data.chits[side]
    public = f"The {does(side, 'pick')} {len(drawn)} {'chit' if len(drawn) == 1 else 'chits'}."
    names = ", ".join(kinds[chit].name for chit in drawn)
    state.note(f"The {does(side, 'pick')} {names}.", "19.2a", only=(side,), public=public, show=("rules",))


def reveal_order(state: PirateState, side: Side, rule: str) -> None:
    """4.1d  A side shows what it bought; the units wait to be placed."""
    order = state.orders.get(side, ())
    state.orders = {other: bought for other, bought in state.orders.items() if other != side}
    if not order:
        state.note(f"The {does(side, 'deploy')} nothing new.", rule)
        return
    note_order(state, side, order, rule)
    take_from_mix(state, order)


def note_order(state: PirateState, side: Side, order: Iterable[str], rule: str) -> None:
    """Tell openly what a side has bought."""
    goods = state.data.goods
    told = ", ".join(
        f"{number} {goods[item].name}" if goods[item].single else goods[item].name
        for item, number in Tally(order).items()
    )
    state.note(f"The {does(side, 'deploy')} {told or 'nothing new'}.", rule)


def take_from_mix(state: PirateState, order: Iterable[str]) -> None:
    """The counters bought wait to be placed; a faction comes with all its units (9.2a)."""
    for item in order:
        good = state.data.goods[item]
        ids = [id_ for id_ in good.ids if state.units[id_].at == AVAILABLE]
        for id_ in ids[:1] if good.single else ids:
            state.send_to(id_, WAITING)
        if not good.single and good.side == COALITION:
            state.factions = (*state.factions, item)
