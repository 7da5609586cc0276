"""10  Tracing supply, attrition, destruction of wagons and guns, creation of depots."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import D10, Action, Refusal, Side
from common.engine.steps import SideStep
from common.tables import Modifier
from nmc.actions import CreateDepot, Destroy, Lose, Suffer, not_now
from nmc.components import BARRED, REACH
from nmc.rules.steps import OpenPhase
from nmc.rules.victory import book_losses, check_zero
from nmc.state import NmcState, Stack, some

WAGONS_PER_DEPOT = 2  # 10.11a


def has_depot_line(state: NmcState, side: Side, space: str) -> bool:
    """10.4b: a friendly depot at most six hexes off, by a way free of enemy units and impassable hexsides."""
    circles = state.data.depot_circle
    near = {
        hex_ for hex_, stack in state.stacks.items() if stack.depot and stack.side == side and space in circles(hex_)
    }
    if not near:
        return False
    enemies = {hex_ for hex_, stack in state.stacks.items() if stack.side != side}
    if any(enemies.isdisjoint(circles(depot)) for depot in near):
        return True  # nobody stands near any of the ways
    return space in near or state.data.map.supply_line(space, near, REACH, enemies, BARRED) is not None


def is_supplied(state: NmcState, side: Side, space: str) -> bool:
    """10.4: a wagon in the hex, or a depot in reach."""
    here = state.own_at(side, space)
    return (here is not None and here.supplies > 0) or has_depot_line(state, side, space)


def attrition_modifiers(state: NmcState, space: str) -> list[Modifier]:
    """10.9c: leaders, then the country."""
    numbers, here = state.data.tables.attrition_modifiers, state.stacks[space]
    found: list[Modifier] = []
    commanders = [name for name in here.leaders if name in state.data.commanders]
    if commanders:
        found.append(Modifier(numbers.commander, commanders[0], "10.9c"))
    if len(here.leaders) > len(commanders):
        found.append(Modifier(numbers.subordinate, "subordinate leaders", "10.9c"))
    excess = sum(modifier.value for modifier in found) - numbers.leaders_at_most
    if excess > 0:
        found.append(Modifier(-excess, "leaders count three at most", "10.9c"))
    if space in state.data.locales:
        found.append(Modifier(numbers.locale, "town or fort", "10.9c"))
    elif state.data.map.spaces[space].kind == "rio_grande_valley":
        found.append(Modifier(numbers.valley, "Rio Grande Valley", "10.9c"))
    elif space in state.data.high:
        found.append(Modifier(numbers.mountain, "mountain", "10.9c"))
    return found


def why_not_lose(stack: Stack, number: int, regular: int, rule: str) -> Refusal | None:
    """9.21a, 10.9d: any split of the losses that the force can bear."""
    if not max(0, number - stack.militia) <= regular <= min(number, stack.regular):
        return Refusal(rule, f"{regular} regulars do not make up {number} losses of this force")
    return None


def losses_of(stack: Stack, number: int, regular: int) -> Stack:
    """The strength points that go; only a Union force of regulars and militia has a choice."""
    if stack.cavalry:
        return Stack(stack.side, cavalry=number)
    return Stack(stack.side, regular=regular, militia=number - regular)


def kill(state: NmcState, space: str, losses: Stack) -> None:
    """Remove strength points to the dead pile."""
    state.take(space, losses)
    for kind in ("regular", "militia", "cavalry"):
        if number := losses.count(kind):
            state.lost[kind] = state.lost.get(kind, 0) + number


class Attrition(SideStep, frozen=True, tag=True):
    """10.9  Each hex found unsupplied at the start of the phase is rolled for, in the owner's order."""

    hexes: tuple[str, ...]

    def proceed(self, state: NmcState) -> bool:
        if len(self.hexes) > 1:
            return False
        state.flow.pop()
        if self.hexes:
            suffer(state, self.side, self.hexes[0])
        return True

    def prompt(self, state: NmcState) -> str:
        return "Choose the unsupplied hex to roll attrition for next (10.9a)."

    def candidates(self, state: NmcState) -> Iterator[Action]:
        return map(Suffer, self.hexes)

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, Suffer):
            return not_now(action, "roll for every unsupplied hex")
        if action.hex not in self.hexes:
            return Refusal("10.9a", f"{action.hex} holds no unsupplied strength points still to be rolled for")
        return None

    def play(self, state: NmcState, action: Suffer) -> None:
        state.swap(Attrition(self.side, tuple(hex_ for hex_ in self.hexes if hex_ != action.hex)))
        suffer(state, self.side, action.hex)


def open_attrition(state: NmcState, side: Side) -> Attrition:
    """10.3: the supply of all own hexes is fixed at the start of the supply phase (ruling 54)."""
    troops = [hex_ for hex_ in state.hexes_of(side) if state.stacks[hex_].strength]
    return Attrition(side, tuple(hex_ for hex_ in troops if not is_supplied(state, side, hex_)))


def suffer(state: NmcState, side: Side, space: str) -> None:
    """10.9: one roll for all strength points of the hex; higher is better (ruling 55)."""
    stack, table = state.stacks[space], state.data.tables.attrition
    roll = state.roll(f"Attrition at {state.title(space)}", D10, attrition_modifiers(state, space), by=side)
    number = min(stack.strength, table.look_up(stack.strength, roll.total))
    column = table.labels[table.column(stack.strength)]
    taken = f"{number or 'no'} SP"
    state.note(
        f"Attrition takes {taken} at {state.title(space)} (column {column}, final {roll.total}).",
        "10.9a",
        "10.9b",
        places=(space,),
    )
    if number:
        state.push(AttritionLoss(side, space, number))


class AttritionLoss(SideStep, frozen=True, tag=True):
    """10.9d  The owner chooses which strength points go."""

    hex: str
    number: int

    def proceed(self, state: NmcState) -> bool:
        stack = state.stacks[self.hex]
        low, high = max(0, self.number - stack.militia), min(self.number, stack.regular)
        if low < high:
            return False
        self._lose(state, low)
        return True

    def prompt(self, state: NmcState) -> str:
        return f"Attrition takes {self.number} SP at {state.title(self.hex)}: how many are regulars? (10.9d)"

    def candidates(self, state: NmcState) -> Iterator[Action]:
        return map(Lose, range(self.number + 1))

    def why_not(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, Lose):
            return not_now(action, "choose the losses to attrition")
        return why_not_lose(state.stacks[self.hex], self.number, action.regular, "10.9d")

    def play(self, state: NmcState, action: Lose) -> None:
        self._lose(state, action.regular)

    def _lose(self, state: NmcState, regular: int) -> None:
        state.flow.pop()
        losses = losses_of(state.stacks[self.hex], self.number, regular)
        kill(state, self.hex, losses)
        changes = book_losses(state, ((self.side, self.number),))
        state.note(
            f"{self.number} SP {'is' if self.number == 1 else 'are'} lost at {state.title(self.hex)}.",
            "10.9d",
            "4.5a",
            changes=changes,
        )
        check_zero(state)


class Destruction(OpenPhase, frozen=True, tag=True):
    """10.10  Wagons and guns that stand with own strength points may be destroyed."""

    def prompt(self, state: NmcState) -> str:
        return "Destroy wagons or guns of yours that stand with troops, or finish (10.10a)."

    def offers(self, state: NmcState) -> Iterator[Destroy]:
        for hex_ in state.hexes_of(self.side):
            stack = state.stacks[hex_]
            if stack.strength:
                for unit in ("guns", "wagons", "exdepots"):
                    if stack.count(unit):
                        yield Destroy(hex_, unit)

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, Destroy):
            return not_now(action, "finish the destruction")
        return why_not_destroy(state, self.side, action.hex, action.unit)

    def do(self, state: NmcState, action: Destroy) -> None:
        state.take(action.hex, some(self.side, action.unit))
        what = "gun" if action.unit == "guns" else "wagon"
        state.note(f"A {what} is destroyed at {state.title(action.hex)}.", "10.10a", places=(action.hex,))


def why_not_destroy(state: NmcState, side: Side, space: str, unit: str) -> Refusal | None:
    """10.10: what keeps a side from destroying a unit."""
    here = state.own_at(side, space)
    if unit in ("depot", "depots"):
        return Refusal("10.10c", "a depot cannot be destroyed by its owner")
    if unit not in ("guns", "wagons", "exdepots"):
        return Refusal("10.10a", "only wagons and guns can be destroyed")
    if here is None or not here.count(unit):
        return Refusal("10.10a", f"your side has no such unit in {space}")
    if not here.strength:
        return Refusal("10.10a", f"no strength points of yours are in {space} to carry it out")
    return None


class DepotCreation(OpenPhase, frozen=True, tag=True):
    """10.11  Two wagons in a town or fort become a depot."""

    def prompt(self, state: NmcState) -> str:
        return "Turn two wagons in a town or fort into a depot, or finish (10.11a)."

    def offers(self, state: NmcState) -> Iterator[Action]:
        for hex_ in state.hexes_of(self.side):
            for exdepots in range(WAGONS_PER_DEPOT + 1):
                yield CreateDepot(hex_, exdepots)

    def why_not_do(self, state: NmcState, action: Action) -> Refusal | None:
        if not isinstance(action, CreateDepot):
            return not_now(action, "finish the creation of depots")
        return why_not_create(state, self.side, action.hex, action.exdepots)

    def do(self, state: NmcState, action: CreateDepot) -> None:
        used = Stack(self.side, wagons=WAGONS_PER_DEPOT - action.exdepots, exdepots=action.exdepots)
        state.take(action.hex, used)
        state.add(action.hex, Stack(self.side, depot=True))
        state.unused_depots[self.side] -= 1
        state.note(f"Two wagons become a depot at {state.title(action.hex)}.", "10.11a", places=(action.hex,))


def why_not_create(state: NmcState, side: Side, space: str, exdepots: int) -> Refusal | None:
    """10.11: what keeps a side from making a depot."""
    here = state.own_at(side, space)
    if here is None:
        return Refusal("10.11a", f"no units of this side are in {space}")
    if space not in state.data.locales:
        return Refusal("10.11a", f"{space} is neither a town nor a fort")
    if here.depot:
        return Refusal("6.1b", f"{state.title(space)} has a depot already")
    if not 0 <= exdepots <= WAGONS_PER_DEPOT:
        return Refusal("10.11a", "a depot is made of two wagons")
    if here.exdepots < exdepots or here.wagons < WAGONS_PER_DEPOT - exdepots:
        return Refusal("10.11a", f"the two wagons are not both in {state.title(space)}")
    if not state.unused_depots[side]:
        return Refusal("10.11b", "no depot counter is left that has never been on the map")
    return None
