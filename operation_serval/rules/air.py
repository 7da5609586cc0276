"""20  Airpower: air attacks, air defense, and gunships in defence."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from common.engine import D6, Action, Refusal, Side, Step
from common.engine.parts import Parts
from common.engine.steps import ReactionWindow, SideStep
from operation_serval.actions import Finish, Fire, Recall, Sortie, Strike, SupplyByAir, Support, Wear
from operation_serval.counters import TECHNICALS
from operation_serval.rules.airlift import supplied_hexes, supply_by_air, why_not_supply
from operation_serval.rules.bases import bases
from operation_serval.rules.command import spend, why_not_spend
from operation_serval.rules.discreet import CoveredStep
from operation_serval.rules.fire import air_shifts, shoot
from operation_serval.rules.intervention import why_asleep
from operation_serval.rules.losses import all_alike, eliminate, reduce
from operation_serval.rules.retreat import suffer
from operation_serval.rules.telling import AttackStep, names, with_possible_attackers, without_attackers
from operation_serval.rules.victory import sudden_death
from operation_serval.state import AIR_BOX, COALITION, ISLAMIST, ServalState

AIRSTRIKE, GUNSHIP = "airstrike", "helicopter"
ATTACKERS = (AIRSTRIKE, GUNSHIP)
WORDS = {AIRSTRIKE: "airstrike", GUNSHIP: "gunship"}
LOSSES: dict[str, tuple[tuple[str, bool], ...]] = {
    "-": (),
    "H": ((GUNSHIP, False),),
    "A": ((AIRSTRIKE, False),),
    "HA": ((GUNSHIP, False), (AIRSTRIKE, False)),
    "HX": ((GUNSHIP, True),),
    "HXA": ((GUNSHIP, True), (AIRSTRIKE, False)),
}  # air defense results: the type that suffers, and whether it is eliminated outright


def is_in_range(state: ServalState, id_: str, hex_: str) -> bool:
    """20.3  Airstrikes reach every hex, gunships what lies within their range of an effective friendly base."""
    return hex_ in range_of(state, id_)


def range_of(state: ServalState, id_: str) -> Container[str]:
    """20.3  The hexes that an air unit reaches."""
    counter = state.data.counters[id_]
    return state.data.near if counter.type == AIRSTRIKE else gunship_range(state, counter.range)


def gunship_range(state: ServalState, range_: int) -> frozenset[str]:
    """20.3b  The hexes within a range of an effective friendly base."""
    caches, key = state.kept[COALITION, "base"], ("range", range_)
    found: frozenset[str] | None = caches.get(key)
    if found is None:
        discs = [state.data.disc(base.at, range_) for base in bases(state, COALITION) if not base.disrupted]
        found = caches[key] = frozenset().union(*discs)
    return found


def why_not_fly(state: ServalState, id_: str) -> Refusal | None:
    """20.1, 20.2  What keeps an air unit from a mission in this action, wherever."""
    counter, unit = state.data.counters.get(id_), state.units.get(id_)
    if counter is None or unit is None or counter.type not in ATTACKERS:
        return Refusal("20.1a", "only airstrikes and gunships attack from the air")
    if unit.at != AIR_BOX:
        return Refusal("20.0a", f"{state.name(id_)} is not in the air box")
    if id_ in state.sortied:
        return Refusal("20.2a", f"{state.name(id_)} has flown in this action")
    return why_asleep(state, counter.contingent)


def why_not_sortie(state: ServalState, id_: str) -> Refusal | None:
    """20.1a  Air units of the operating contingent attack, each once."""
    refusal = why_not_fly(state, id_)
    if refusal is None and state.data.counters[id_].contingent != state.contingent:
        return Refusal("20.1a", f"{state.name(id_)} belongs to another contingent")
    if refusal is None and id_ in state.sorties:
        return Refusal("20.2a", f"{state.name(id_)} is placed on {state.title(state.sorties[id_])}")
    return refusal


def why_not_bomb(state: ServalState, hex_: str) -> Refusal | None:
    """7.5d, 20.1a  Hexes with enemy units are attacked, never a Staging Area."""
    if hex_ not in state.data.near:
        return Refusal("7.5d", "air units attack hexes of the map only")
    if not state.enemies(COALITION, hex_):
        return Refusal("20.1a", f"no enemy stands in {state.title(hex_)}")
    return None


def why_not_reach(state: ServalState, id_: str, hex_: str) -> Refusal | None:
    """20.3b  A gunship has its range from an effective base."""
    if is_in_range(state, id_, hex_):
        return None
    range_ = state.data.counters[id_].range
    return Refusal("20.3b", f"no effective base lies within {range_} hexes of {state.title(hex_)}")


def sortie_parts(state: ServalState) -> Parts[str, str]:
    """Everything that judges an air unit and its target."""
    return Parts(
        lambda id_: why_not_sortie(state, id_),
        lambda hex_: why_not_bomb(state, hex_),
        lambda id_, hex_: why_not_reach(state, id_, hex_),
    )


def sorties(state: ServalState) -> Iterator[Sortie]:
    """20.1a  The missions that could be flown now: each air unit of the contingent is asked, then what is in range."""
    own, alike = state.contingent, state.data.alike
    mine = [unit.id for unit in state.own(COALITION, AIR_BOX) if alike[unit.id][0] == own]
    ready = [id_ for id_ in mine if why_not_sortie(state, id_) is None]
    for id_ in ready:
        reach = range_of(state, id_)
        yield from [Sortie(id_, hex_) for hex_ in state.where(ISLAMIST) if hex_ in reach]  # none is safe from bombs


class AirSegment(CoveredStep, frozen=True, tag=True):
    """20.1, R81  The Coalition places its air units, and may place air supply; then hex after hex is attacked."""

    def _air_units(self, state: ServalState) -> list[str]:
        return [unit.id for unit in state.own(COALITION, AIR_BOX)]

    def proceed(self, state: ServalState) -> bool:
        if state.sorties or self._could_fly(state) or supplied_hexes(state):
            return False
        state.flow.pop()
        grounded = [id_ for id_ in self._air_units(state) if why_not_sortie(state, id_) is None]
        if grounded and state.where(ISLAMIST):
            who = f"{names(state, grounded)} {'has' if len(grounded) == 1 else 'have'}"
            state.note(f"No air attacks: {who} no enemy within range of an effective base.", "20.3b")
        return True

    def _could_fly(self, state: ServalState) -> bool:
        """Whether air units can attack; in fog the enemy must not learn that no base is near enough for gunships."""
        if not state.fog:
            return any(True for _ in sorties(state))
        return bool(state.where(ISLAMIST)) and any(why_not_sortie(state, id_) is None for id_ in self._air_units(state))

    def prompt(self, state: ServalState) -> str:
        if state.fog:  # the enemy reads it too, and does not know which bases gunships could start from
            return "Place air units on enemy hexes or air supply on a hex of yours, then go on (20.1a)."
        if not state.sorties and not any(True for _ in sorties(state)):
            return "No air unit can attack: place air supply on a hex of yours, or go on (23.6a)."
        return "Place air units on enemy hexes, then let them attack (20.1a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        for id_ in self._air_units(state):
            yield from (Sortie(id_, hex_) for hex_ in state.where(ISLAMIST))
        yield from map(Recall, state.sorties)
        yield from map(SupplyByAir, state.where(COALITION))
        yield Finish()

    def legal(self, state: ServalState) -> tuple[Action, ...]:
        placed = map(Recall, state.sorties)
        return (*sorties(state), *placed, *map(SupplyByAir, supplied_hexes(state)), Finish())

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        match action:
            case Sortie(id_, hex_):
                return sortie_parts(state).why_not(id_, hex_)
            case Recall(id_):
                return None if id_ in state.sorties else Refusal("20.1a", "that air unit has not been placed")
            case SupplyByAir(hex_):
                return why_not_supply(state, hex_)
            case Finish():
                return None
        return Refusal("12.1a", "the air attack segment has come: place air units or end it")

    def play(self, state: ServalState, action: Any) -> None:
        match action:
            case Sortie(id_, hex_):
                place_air_unit(state, id_, hex_)
            case Recall(id_):
                call_back(state, (id_,))
            case SupplyByAir(hex_):
                supply_by_air(state, hex_)
            case Finish():
                state.swap(*([AirAttacks(self.side)] if state.sorties else []))


class AirAttacks(SideStep, frozen=True, tag=True):
    """R81  The hexes with air units on them are attacked one by one, in the order that the Coalition chooses."""

    def _hexes(self, state: ServalState) -> list[str]:
        return sorted(set(state.sorties.values()))

    def proceed(self, state: ServalState) -> bool:
        hexes = self._hexes(state)
        if not hexes:
            state.flow.pop()
            return True
        if len(hexes) > 1:
            return False
        self._strike(state, hexes[0])
        return True

    def prompt(self, state: ServalState) -> str:
        return "Choose the hex that is attacked from the air next (20.1a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Strike, self._hexes(state))

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Strike):
            if action.hex in self._hexes(state):
                return None
            where = state.data.titles.get(action.hex, "that place")
            return Refusal("20.1a", f"no air unit was placed on {where}")
        return Refusal("12.1a", "the air attacks come first")

    def play(self, state: ServalState, action: Strike) -> None:
        self._strike(state, action.hex)

    def _strike(self, state: ServalState, hex_: str) -> None:
        units = tuple(id_ for id_, goal in state.sorties.items() if goal == hex_)
        defenders = tuple(unit.id for unit in state.enemies(COALITION, hex_))
        begin_air_attack(state, hex_, units, defenders, True)


def place_air_unit(state: ServalState, id_: str, hex_: str) -> None:
    """20.1a  Put an air unit against a hex; all lie in the order of a save, so that the game goes on alike after it."""
    state.sorties = dict(sorted({**state.sorties, id_: hex_}.items()))


def call_back(state: ServalState, ids: Iterable[str]) -> None:
    """20.1a  Air units are no longer placed against a hex."""
    state.sorties = {id_: hex_ for id_, hex_ in state.sorties.items() if id_ not in ids}


def is_capable(state: ServalState, ids: Iterable[str]) -> bool:
    """20.6b, 31.3a  Whether a force has air defense: a marked unit on its front, or with the option any technical."""
    counters, units, armed = state.data.counters, state.units, TECHNICALS if state.has("heavy_weaponry") else ()
    marked = (counters[id_].type in armed or (counters[id_].air_defense and not units[id_].disrupted) for id_ in ids)
    return any(marked)


def begin_air_attack(
    state: ServalState, hex_: str, units: tuple[str, ...], targets: tuple[str, ...], offensive: bool
) -> None:
    """20.5, 20.6  Air units fire at the targets of a hex, which is shown; what it has of air defense is read before."""
    there = [unit.id for unit in state.own(ISLAMIST, hex_)]
    state.reveal(there)
    state.sortied |= set(units)
    units = tuple(sorted(units, key=state.data.rank.__getitem__))
    call_back(state, units)
    state.push(AirFire(COALITION, hex_, units, units, targets, is_capable(state, targets), offensive))


class AirFire(SideStep, frozen=True, tag=True):
    """20.5  The air units on a hex fire one by one in the order of their owner; then air defense answers once."""

    hex: str
    units: tuple[str, ...]
    left: tuple[str, ...]
    targets: tuple[str, ...]
    capable: bool
    offensive: bool

    def is_public(self, state: ServalState) -> bool:
        """28, R100  Air units lie open, and so does the hex that is fired on."""
        return True

    def _targets(self, state: ServalState) -> tuple[str, ...]:
        return tuple(id_ for id_ in self.targets if state.units[id_].at == self.hex)

    def proceed(self, state: ServalState) -> bool:
        if not self.left or not self._targets(state):
            state.flow.pop()
            answer(state, AirDefense(COALITION, self.hex, self.units, self.capable, self.offensive))
            return True
        if len(self.left) == 1 or all_alike(state, self.left):
            self._fire(state, self.left[0])
            return True
        return False

    def prompt(self, state: ServalState) -> str:
        return f"Choose the air unit that fires at {state.title(self.hex)} next (20.5a)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Fire, self.left)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Fire) and action.unit in self.left:
            return None
        return Refusal("20.5a", f"the air units on {state.title(self.hex)} fire first")

    def play(self, state: ServalState, action: Fire) -> None:
        self._fire(state, action.unit)

    def _fire(self, state: ServalState, id_: str) -> None:
        targets = self._targets(state)
        state.swap(replace(self, left=tuple(other for other in self.left if other != id_)))
        shifts = air_shifts(state, self.hex) if self.offensive else []
        result = shoot(state, id_, shifts, self.hex, "20.5a" if self.offensive else "20.7.1b")
        if result.hits or result.retreat:
            suffer(state, ISLAMIST, targets, result.hits, result.retreat)


def answer(state: ServalState, defense: AirDefense) -> None:
    """20.6, 20.7.1b  Air defense comes at once, but not before all gunships of a defense have fired."""
    at = len(state.flow)
    while at and isinstance(state.flow[at - 1], GunshipFire | AirDefense):
        at -= 1
    state.flow.insert(at, defense)


class AirDefense(Step, frozen=True, tag=True):
    """20.6  One roll against the air units on a hex, on the column of what was there before the attack."""

    side: Side
    hex: str
    units: tuple[str, ...]
    capable: bool
    offensive: bool

    def proceed(self, state: ServalState) -> bool:
        table = state.data.tables.air_defense
        column = "capable" if self.capable else "no_capable"
        die = state.roll(f"Air defense of {state.title(self.hex)}", D6, by=ISLAMIST).total
        code = table.columns[column][die - 1]
        armed = "with" if self.capable else "without"
        meaning = state.data.tables.codes.air_defense[code]
        text = f"Air defense of {state.title(self.hex)}, {armed} capable units: {meaning[0].lower()}{meaning[1:]}"
        kinds = [(kind, final) for kind, final in LOSSES[code] if self._of(state, kind)]
        hurt = [f"{WORDS[kind]} {'lost' if final else 'hit'}" for kind, final in kinds]
        state.note(text, "20.6a", "20.6b", places=(self.hex,), brings=" and ".join(hurt) or "no effect")
        if code != "-" and not kinds:
            state.note("No air unit of that type took part.", "20.6c")
        losses = [AirLoss(self.side, self._of(state, kind), final) for kind, final in kinds]
        state.swap(*losses, EndAirAttack(self.offensive))
        return True

    def _of(self, state: ServalState, kind: str) -> tuple[str, ...]:
        return tuple(id_ for id_ in self.units if state.data.counters[id_].type == kind)


class AirLoss(SideStep, frozen=True, tag=True):
    """20.6  The Coalition names the air unit of the type that suffers."""

    units: tuple[str, ...]
    final: bool

    def is_public(self, state: ServalState) -> bool:
        return True

    def proceed(self, state: ServalState) -> bool:
        if len(self.units) > 1 and not all_alike(state, self.units):
            return False
        self._suffer(state, self.units[0])
        return True

    def prompt(self, state: ServalState) -> str:
        what = "is lost" if self.final else "is hit"
        return f"Choose the air unit that {what} by air defense (20.6c)."

    def candidates(self, state: ServalState) -> Iterator[Action]:
        return map(Wear, self.units)

    def why_not(self, state: ServalState, action: Action) -> Refusal | None:
        if isinstance(action, Wear) and action.unit in self.units:
            return None
        return Refusal("20.6c", "one of the air units of that type has to suffer the result")

    def play(self, state: ServalState, action: Wear) -> None:
        self._suffer(state, action.unit)

    def _suffer(self, state: ServalState, id_: str) -> None:
        state.flow.pop()
        if self.final:
            eliminate(state, id_, "20.6c")
        else:
            reduce(state, id_, "20.6c")


class EndAirAttack(Step, frozen=True, tag=True):
    """20.1a, R4  The air units are back in their box; sudden death is tested. Attackers stay shown for the battle."""

    offensive: bool

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        if self.offensive:
            state.revealed = frozenset()
        sudden_death(state)
        return True


class GunshipWindow(ReactionWindow, frozen=True, tag=True):
    """20.7  Before an Islamist attack the Coalition may send gunships, each against one attacking hex."""

    hex: str
    units: tuple[str, ...]  # the attackers, whom the Coalition does not see yet (R117)
    origins: tuple[str, ...]

    def seen_by(self, side: Side | None) -> GunshipWindow:
        return self if side == ISLAMIST else without_attackers(self)

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset() if side == ISLAMIST else frozenset({f"attackers of {self.hex}"})

    def imagine(self, state: ServalState, side: Side, seed: int) -> GunshipWindow:
        return self if side == ISLAMIST else with_possible_attackers(self, state, ISLAMIST)

    def _free(self, state: ServalState) -> list[str]:
        """20.7  The gunships in the open box that have not flown."""
        box = [unit.id for unit in state.own(COALITION, AIR_BOX) if state.data.counters[unit.id].type == GUNSHIP]
        return [id_ for id_ in box if why_not_fly(state, id_) is None and id_ not in state.sorties]

    def _gunships(self, state: ServalState) -> list[str]:
        """20.3b  The free gunships that could fly to the hex."""
        return [id_ for id_ in self._free(state) if is_in_range(state, id_, self.hex)]

    def could_react(self, state: ServalState) -> bool:
        """In fog the enemy sees how many bases are on the map, but neither where they are nor which are disrupted."""
        price = state.data.tables.costs.defensive_gunships
        if not state.sorties and why_not_spend(state, COALITION, price) is not None:
            return False
        return bool(self._free(state) and bases(state, COALITION)) if state.fog else bool(self._gunships(state))

    def depends_on_hidden(self, state: ServalState) -> bool:
        return state.fog

    def prompt(self, state: ServalState) -> str:
        price = state.data.tables.costs.defensive_gunships
        cost = "" if state.sorties else f" for {price} C2P"
        return f"The Islamists attack {state.title(self.hex)}: send gunships{cost}, or not (20.7a)."

    def reactions(self, state: ServalState) -> Iterator[Action]:
        for id_ in self._free(state):
            yield from (Support(id_, origin) for origin in sorted(set(self.origins)))

    def why_not_react(self, state: ServalState, action: Action) -> Refusal | None:
        if not isinstance(action, Support):
            return Refusal("20.7a", "the decision about gunships comes first")
        refusal = why_not_fly(state, action.unit)
        if refusal is not None:
            return refusal
        if state.data.counters[action.unit].type != GUNSHIP:
            return Refusal("20.7.1c", "airstrikes never fly in defense")
        if action.unit in state.sorties:
            return Refusal("20.2a", f"{state.name(action.unit)} already has its target")
        if not is_in_range(state, action.unit, self.hex):
            return why_not_reach(state, action.unit, self.hex)
        if not self._is_escorted(state, action.unit):
            return Refusal("20.7.1a", f"no unit of the contingent of {state.name(action.unit)} defends there")
        if action.hex not in sorted(set(self.origins)):
            return Refusal("20.7.1b", "a gunship fires at a hex from which the attack comes")
        return None if state.sorties else why_not_spend(state, COALITION, state.data.tables.costs.defensive_gunships)

    def _is_escorted(self, state: ServalState, id_: str) -> bool:
        """20.7.1a  Whether a unit of the gunship's contingent is among the defenders."""
        counters = state.data.counters
        wanted = counters[id_].contingent
        return any(counters[unit.id].contingent == wanted for unit in state.own(COALITION, self.hex))

    def react(self, state: ServalState, action: Support) -> None:
        if not state.sorties:
            spend(state, COALITION, state.data.tables.costs.defensive_gunships, "gunships in defense", "20.7a")
        place_air_unit(state, action.unit, action.hex)
        text = f"{state.name(action.unit)} supports {state.title(self.hex)} against {state.title(action.hex)}."
        state.note(text, "20.7a", places=(self.hex, action.hex))

    def close(self, state: ServalState) -> None:
        state.flow.pop()
        targets = sorted(set(state.sorties.values()))
        state.push(*[GunshipFire(ISLAMIST, hex_, self.units, self.origins) for hex_ in targets])


class GunshipFire(AttackStep, frozen=True, tag=True):
    """20.7.1b  The gunships sent against one attacking hex fire; the attackers there answer when all have fired."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        flying = tuple(id_ for id_, goal in state.sorties.items() if goal == self.hex)
        attackers = zip(self.units, self.origins, strict=True)
        targets = tuple(id_ for id_, origin in attackers if origin == state.units[id_].at == self.hex)
        begin_air_attack(state, self.hex, flying, targets, False)
        return True
