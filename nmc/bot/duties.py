"""Duties both armies have: garrisons that stay, and riders sent for places that nobody defends."""

from __future__ import annotations

import msgspec

from nmc.bot.moves import Goal
from nmc.bot.survey import Look, clear_road
from nmc.state import Stack

SMALL = 2  # a leader with at most so many strength points is a riding party
PER_POINT = 0.11  # what a movement point costs a riding party
BRINK = 12  # an enemy with so few points may lose the game by them
NEVER = -99.0
IDLE = -2.0  # a lone rider has nothing better to do than a long ride
PACE = 6.5  # movement points of a riding party in a turn


class Errand(msgspec.Struct, frozen=True):
    """An undefended enemy place and what it is worth to whoever rides there."""

    hex: str
    value: float


def turns_left(look: Look) -> int:
    """Turns after the present one."""
    return look.data.setup.last_turn - look.state.turn


def is_party(stack: Stack) -> bool:
    """Whether a stack is a riding party: led, small, without a train."""
    return bool(stack.leaders) and stack.strength <= SMALL and not (stack.supplies or stack.guns or stack.depot)


def errands(look: Look) -> list[Errand]:
    """Enemy places without troops, most valuable first; the last points of an enemy are worth more (4.2)."""
    urgency = 3.0 if look.state.vp[look.foe] <= BRINK else 1.0
    found = [
        Errand(space, look.data.worth[space] * urgency)
        for space in look.data.locales
        if look.is_enemy_locale(space) and not look.strength(space) and space != look.data.setup.prize
    ]
    return sorted(found, key=lambda errand: (-errand.value, errand.hex))


def parties(look: Look, but: str = "") -> list[tuple[str, Stack]]:
    """The riding parties on the map."""
    return [(space, stack) for space, stack in look.own.items() if space != but and is_party(stack)]


def score(look: Look, party: Stack, here: str, errand: Errand) -> float:
    """How good an errand is for a party; below zero is not worth the ride."""
    blocked = look.enemies.get(errand.hex)
    if blocked is not None and not party.strength:
        return NEVER
    if not look.takes_control(party):
        return NEVER
    price = clear_road(look.data, errand.hex).get(here, 99)
    if price > PACE * (turns_left(look) + 0.7):
        return NEVER
    near = look.enemy_army
    risk = 2.0 if near and look.distance(near, errand.hex) <= 2 else 0.0
    return errand.value - PER_POINT * price - risk


def share_out(look: Look, riders: list[tuple[str, Stack]], least: float = 0.0) -> dict[int, Errand]:
    """Errands given to the parties that do them best, one each."""
    open_errands = errands(look)
    pairs = [
        (score(look, party, here, errand), number, errand)
        for number, (here, party) in enumerate(riders)
        for errand in open_errands
    ]
    given: dict[int, Errand] = {}
    taken: set[str] = set()
    for worth, number, errand in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2].hex)):
        if worth > least and number not in given and errand.hex not in taken:
            given[number] = errand
            taken.add(errand.hex)
    return given


def errand_of(look: Look, party: Stack, here: str) -> Goal | None:
    """The errand of one party, given what the others do."""
    others = parties(look, but=here)
    given = share_out(look, [*others, (here, party)], 0.0 if party.strength else IDLE)
    errand = given.get(len(others))
    if errand is None:
        return None
    caution = 1.0 if party.strength else 2.5
    why = f"{look.name(errand.hex)} is undefended and worth {look.data.worth[errand.hex]} points"
    return Goal(errand.hex, 0.5, why, caution)


def open_errands(look: Look, party: Stack, here: str, most: int) -> int:
    """How many further parties from a hex would find something worth doing."""
    if most <= 0:
        return 0
    others = parties(look)
    given = share_out(look, others + [(here, party)] * most)
    return sum(number >= len(others) for number in given)


def subordinates(look: Look, stack: Stack) -> list[str]:
    """The leaders of a stack below the army commander."""
    return [name for name in stack.leaders if name not in look.data.commanders]


def troops(stack: Stack, number: int) -> Stack:
    """So many strength points of a stack, regular troops first."""
    if stack.cavalry:
        return Stack(stack.side, cavalry=min(number, stack.cavalry))
    regular = min(number, stack.regular)
    return Stack(stack.side, regular=regular, militia=min(number - regular, stack.militia))


def detach(look: Look, stack: Stack, here: str, size: int, most: int) -> list[Stack]:
    """Riding parties of a given size that leave a stack, no more than there are errands."""
    names = subordinates(look, stack)
    if size == 0 and any(enemy.strength and look.distance(foe, here) <= 3 for foe, enemy in look.enemies.items()):
        return []  # lone riders would be caught at once
    sample = troops(stack, size).plus(Stack(stack.side, leaders=tuple(names[-1:])))
    number = open_errands(look, sample, here, min(most, len(names)))
    found: list[Stack] = []
    rest = stack
    for name in reversed(names[len(names) - number :]):
        party = troops(rest, size).plus(Stack(stack.side, leaders=(name,)))
        found.append(party)
        rest = rest.minus(party)
    return found
