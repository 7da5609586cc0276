"""3  Set-up: the start roll, Coalition factions and deployment, free and bought Pirate units, the quick start."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Step
from common.engine.steps import SideStep
from somali_pirates.actions import Place
from somali_pirates.deployments import FreePlace
from somali_pirates.rules.mobilization import USUAL_MARKS, Deploy
from somali_pirates.rules.netwar import spend
from somali_pirates.rules.placement import SOMALIA, first_left, legal_ways, place, ways, why_not_first, why_not_place
from somali_pirates.rules.purchases import PurchaseList, cost, goods_of, note_order, take_from_mix, why_not_buy
from somali_pirates.rules.stacks import factions_in
from somali_pirates.state import COALITION, PIRATE, SIDES, PirateState

ROLLERS = (*SOMALIA, "al_qaeda")  # R18
FREE_BASE = "pirate_base"


class StartRoll(Step, frozen=True, tag=True):
    """3.0B  Both sides begin with 40 and ten times one die; the house rule gives both the middle (equal_start)."""

    def proceed(self, state: PirateState) -> bool:
        track = state.data.tables.tracks
        if state.options.get("equal_start"):
            index = track.index_base + track.index_step * len(D6) // 2
            state.note(f"Both sides begin with {index} points.", "3.0Bb")
        else:
            die = state.roll("Start", D6).total
            index = track.index_base + track.index_step * die
            state.note(f"Both sides begin with {index} points.", "3.0Bb")
        state.index = dict.fromkeys(SIDES, index)
        free_units = [FreeRoll(faction) for faction in ROLLERS]
        if state.scenario == "quick_start":
            state.swap(QuickStart())
        else:
            state.swap(BuyFactions(side=COALITION), FreeBase(), Deploy(COALITION), *free_units, BuyPirates(side=PIRATE))
        return True


class BuyFactions(PurchaseList, frozen=True, tag=True, kw_only=True):
    """3.0Cb, R17  The Coalition buys factions and single Contractors; bases and chits come later."""

    rule = "3.0Cb"

    def prompt(self, state: PirateState) -> str:
        return f"Buy factions and Contractors; so far {cost(state, self.chosen)} of {state.index[self.side]} (3.0Cb)."

    def items(self, state: PirateState) -> list[str]:
        return [good for good in goods_of(state, self.side) if good != "base"]

    def confirm(self, state: PirateState) -> None:
        spend(state, {self.side: cost(state, self.chosen)}, "set-up", "3.0Cb")
        note_order(state, self.side, self.chosen, "3.0Cb")
        take_from_mix(state, self.chosen)


class FreeBase(Step, frozen=True, tag=True):
    """3.0Da  The Coalition's free base; it counts as in place for the deployment (R20)."""

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        zone = state.data.setup.free_base
        state.put(state.data.of_faction["coalition_base"][0], zone)
        state.note(f"The Coalition has a base in {state.data.zones[zone].name}.", "3.0Da", places=(zone,))
        return True


class FreeRoll(Step, frozen=True, tag=True):
    """3.0Ea, 3.0Ee  A die for the free units of a Pirate faction, halved for Al Qaeda."""

    faction: str

    def proceed(self, state: PirateState) -> bool:
        number = roll_free(state, self.faction)
        state.settle()
        state.swap(FreeUnits(PIRATE, self.faction, number))
        return True


def roll_free(state: PirateState, faction: str) -> int:
    """3.0Ea, 3.0Ee  How many free units a faction gets."""
    name = state.data.factions[faction].name
    die = state.roll(f"Free units of {name}", D6, by=PIRATE).total
    number = die if faction in SOMALIA else (die + 1) // 2
    units = "unit" if number == 1 else "units"
    state.note(f"{name}: {number} free {units}.", "3.0Ea" if faction in SOMALIA else "3.0Ee")
    return number


def free_goods(state: PirateState, faction: str) -> list[str]:
    """3.0Ea, 3.0Eb, 3.0Ee  What may be among the free units of a faction."""
    found = state.data.free_goods.get(faction)
    if found is None:
        setup = state.data.setup
        types = setup.somali_types if faction in SOMALIA else setup.al_qaeda_types
        kinds = state.data.kinds_of_goods.items()
        own = [good for good, (whose, type_) in kinds if whose == faction and type_ in types]
        found = state.data.free_goods[faction] = [*own, FREE_BASE] if "base" in types else own
    return found


class FreeUnits(SideStep, frozen=True, tag=True):
    """3.0E  The Pirate chooses and places the free units of a faction one by one."""

    faction: str
    left: int

    def prompt(self, state: PirateState) -> str:
        name = state.data.factions[self.faction].name
        rule = "3.0Ea" if self.faction in SOMALIA else "3.0Ee"
        return f"Place a free unit of {name}, {self.left} to go ({rule})."

    def proceed(self, state: PirateState) -> bool:
        if self.left and any(first_left(state, good) for good in free_goods(state, self.faction)):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for good in free_goods(state, self.faction):
            id_ = first_left(state, good)
            if id_:
                yield from ways(state, id_)

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """Units of one kind are judged together, each Zone only when it has changed."""
        units = [id_ for good in free_goods(state, self.faction) if (id_ := first_left(state, good))]
        return tuple([way for id_ in units for way in legal_ways(state, id_)])

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if not isinstance(action, Place) or action.unit not in state.data.counters:
            return Refusal("3.0Ea", "place the free units first")
        if action.unit not in [first_left(state, good) for good in free_goods(state, self.faction)]:
            twin = why_not_first(state, action.unit, free_goods(state, self.faction))
            if twin is not None:
                return twin
            counter = state.data.counters[action.unit]
            if counter.faction == self.faction and counter.type in ("technical", "mothership"):
                return Refusal("3.0Eb", f"{counter.name} is not among the free units")
            return Refusal("3.0Ea", f"{counter.name} is not a free unit of this roll")
        return why_not_free(state, action)

    def play(self, state: PirateState, action: Place) -> None:
        state.swap(replace(self, left=self.left - 1))
        place(state, action, "3.0Ea" if self.faction in SOMALIA else "3.0Ee")


def why_not_free(state: PirateState, action: Place) -> Refusal | None:
    """3.0Ec-Ee  Free units stand in the Region of their name, bases in any of the three, craft in ports or beside."""
    refusal = why_not_place(state, action)
    if refusal is None or refusal.rule not in ("9.4a", "9.4b"):
        return refusal
    counter = state.data.counters[action.unit]
    if counter.faction == "al_qaeda":
        return replace(refusal, rule="3.0Ee")
    return replace(refusal, rule="3.0Ed" if counter.type == "attack_craft" else "3.0Ec")


class BuyPirates(PurchaseList, frozen=True, tag=True, kw_only=True):
    """3.0Ef, R17  The Pirate buys bases and more units, but no chits, and places them."""

    rule = "3.0Ef"

    def prompt(self, state: PirateState) -> str:
        return f"Buy bases and units; so far {cost(state, self.chosen)} of {state.index[self.side]} (3.0Ef)."

    def proceed(self, state: PirateState) -> bool:
        state.settle()
        return False

    def items(self, state: PirateState) -> list[str]:
        return goods_of(state, self.side)

    def confirm(self, state: PirateState) -> None:
        spend(state, {self.side: cost(state, self.chosen)}, "set-up", "3.0Ef")
        note_order(state, self.side, self.chosen, "3.0Ef")
        take_from_mix(state, self.chosen)
        state.push(Deploy(PIRATE))


# The quick start


class QuickStart(Step, frozen=True, tag=True):
    """Ready-made purchases and places for both sides; only the dice differ."""

    def why_not_stand(self, state: PirateState) -> str | None:
        placed = next((unit for unit in state.units.values() if unit.at in state.data.zones), None)
        return None if placed is None else f"{state.data.name(placed.id)} is on the map before the quick start"

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        ready = state.data.deployments
        bought: tuple[str, ...] = ()
        for faction in ready.quick_factions:
            if state.index[COALITION] - cost(state, (*bought, faction)) >= ready.quick_reserve:
                bought = (*bought, faction)
        spend(state, {COALITION: cost(state, bought)}, "set-up", "3.0Cb")
        base = state.data.of_faction["coalition_base"][0]
        state.put(base, state.data.setup.free_base)
        take_from_mix(state, bought)
        deploy_usually(state, bought)
        mark = next((faction for faction in USUAL_MARKS if faction in bought), "")
        state.change(base, mark=mark)
        for faction in ROLLERS:
            for free in ready.pirate[faction][: roll_free(state, faction)]:
                _place_free(state, faction, free)
        state.settle()
        _buy_usually(state)
        _stack_bases(state)
        return True


def deploy_usually(state: PirateState, bought: tuple[str, ...]) -> None:
    """The units bought take their usual places on the empty map, worked out once for each list of factions."""
    known = state.data.usual_places
    places = known.get(bought)
    if places is None:
        known[bought] = Deploy(COALITION).place_usually(state)
        return
    for action in places:
        place(state, action)


def _place_free(state: PirateState, faction: str, free: FreePlace) -> None:
    goods = free_goods(state, faction)
    counters = state.data.counters
    good = next(good for good in goods if counters[state.data.goods[good].ids[0]].type == free.type)
    id_ = first_left(state, good)
    if id_:
        state.put(id_, free.zone, free.hidden)
        state.note(f"{counters[id_].name} is placed in {state.data.zones[free.zone].name}.", "3.0Ea")


def _stack_bases(state: PirateState) -> None:
    """10.0b  A Pirate base stands with the faction of its Region, if one of its units is in the Open there."""
    for id_ in state.data.bases[PIRATE]:
        zone = state.data.zones.get(state.units[id_].at)
        if zone is not None and zone.region in factions_in(state, PIRATE, zone.id):
            state.change(id_, mark=zone.region)


def _buy_usually(state: PirateState) -> None:
    """The list of purchases in order while the budget lasts; what is illegal or sold out is skipped."""
    ready = state.data.deployments
    budget = state.index[PIRATE] * ready.pirate_budget // 100
    kinds = state.data.kinds_of_goods
    for purchase in ready.purchases:
        wanted = purchase.faction, purchase.type
        good = next(good for good in state.data.wares[PIRATE] if kinds.get(good) == wanted)
        price = cost(state, (good,))
        action = Place(first_left(state, good), purchase.zone)
        if price <= budget and why_not_buy(state, PIRATE, (), good) is None and why_not_place(state, action) is None:
            budget -= price
            spend(state, {PIRATE: price}, state.data.goods[good].name, "3.0Ef")
            place(state, action, "3.0Ef")
