"""Duties both armies have: garrisons that stay, and riders sent for places that nobody defends."""

from __future__ import annotations

import msgspec

from nmc.bot.moves import Goal
from nmc.bot.survey import Survey, costs_to
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


def turns_left(survey: Survey) -> int:
    """Turns after the present one."""
    return survey.data.setup.last_turn - survey.state.turn


def is_party(stack: Stack) -> bool:
    """Whether a stack is a riding party: led, small, without a train."""
    return bool(stack.leaders) and stack.strength <= SMALL and not (stack.supplies or stack.guns or stack.depot)


def errands(survey: Survey) -> list[Errand]:
    """Enemy places without troops, most valuable first; the last points of an enemy are worth more (4.2)."""
    urgency = 3.0 if survey.state.vp[survey.foe] <= BRINK else 1.0
    found = [
        Errand(space, survey.data.worth[space] * urgency)
        for space in survey.data.locales
        if survey.is_enemy_locale(space) and not survey.strength(space) and space != survey.data.setup.prize
    ]
    return sorted(found, key=lambda errand: (-errand.value, errand.hex))


def parties(survey: Survey, but: str = "") -> list[tuple[str, Stack]]:
    """The riding parties on the map."""
    return [(space, stack) for space, stack in survey.own.items() if space != but and is_party(stack)]


def score(survey: Survey, party: Stack, here: str, errand: Errand) -> float:
    """How good an errand is for a party; below zero is not worth the ride."""
    blocked = survey.enemies.get(errand.hex)
    if blocked is not None and not party.strength:
        return NEVER
    if not survey.takes_control(party):
        return NEVER
    price = costs_to(survey.data, errand.hex).get(here, 99)
    if price > PACE * (turns_left(survey) + 0.7):
        return NEVER
    near = survey.enemy_army
    risk = 2.0 if near and survey.distance(near, errand.hex) <= 2 else 0.0
    return errand.value - PER_POINT * price - risk


def share_out(survey: Survey, riders: list[tuple[str, Stack]], least: float = 0.0) -> dict[int, Errand]:
    """Errands given to the parties that do them best, one each."""
    open_errands = errands(survey)
    pairs = [
        (score(survey, party, here, errand), number, errand)
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


def errand_of(survey: Survey, party: Stack, here: str) -> Goal | None:
    """The errand of one party, given what the others do."""
    others = parties(survey, but=here)
    given = share_out(survey, [*others, (here, party)], 0.0 if party.strength else IDLE)
    errand = given.get(len(others))
    if errand is None:
        return None
    caution = 1.0 if party.strength else 2.5
    why = f"{survey.name(errand.hex)} is undefended and worth {survey.data.worth[errand.hex]} points"
    return Goal(errand.hex, 0.5, why, caution)


def open_errands(survey: Survey, party: Stack, here: str, most: int) -> int:
    """How many further parties from a hex would find something worth doing."""
    if most <= 0:
        return 0
    others = parties(survey)
    given = share_out(survey, others + [(here, party)] * most)
    return sum(number >= len(others) for number in given)


def subordinates(survey: Survey, stack: Stack) -> list[str]:
    """The leaders of a stack below the army commander."""
    return [name for name in stack.leaders if name not in survey.data.commanders]


def troops(stack: Stack, number: int) -> Stack:
    """So many strength points of a stack, regular troops first."""
    if stack.cavalry:
        return Stack(stack.side, cavalry=min(number, stack.cavalry))
    regular = min(number, stack.regular)
    return Stack(stack.side, regular=regular, militia=min(number - regular, stack.militia))


def detach(survey: Survey, stack: Stack, here: str, size: int, most: int) -> list[Stack]:
    """Riding parties of a given size that leave a stack, no more than there are errands."""
    names = subordinates(survey, stack)
    if size == 0 and any(enemy.strength and survey.distance(foe, here) <= 3 for foe, enemy in survey.enemies.items()):
        return []  # lone riders would be caught at once
    sample = troops(stack, size).plus(Stack(stack.side, leaders=tuple(names[-1:])))
    number = open_errands(survey, sample, here, min(most, len(names)))
    found: list[Stack] = []
    rest = stack
    for name in reversed(names[len(names) - number :]):
        party = troops(rest, size).plus(Stack(stack.side, leaders=(name,)))
        found.append(party)
        rest = rest.minus(party)
    return found
