"""How far the Confederate main army is from taking one of the two great forts: rounds it has, hits it makes."""

from __future__ import annotations

import msgspec

from nmc.bot.survey import Exchange, Survey, costs_to
from nmc.state import CONFEDERATE, Stack

FORT_UNION, CRAIG = "4617", "2605"
SITES = {FORT_UNION: ("4316", "4117"), CRAIG: ("3005",)}  # places whose depot feeds a siege
LEAN = {FORT_UNION: 0.0, CRAIG: 0.0}  # which fort is preferred when both promise the same
PACE = 9.0  # movement points the main army makes in a turn
DELAY = 0.5  # turns lost by stopping for a depot
UNFED = 0.3  # what an attack without supply is worth beside a supplied one


class Siege(msgspec.Struct, frozen=True):
    """A siege the main army could lay: its depot, rounds of fire left, hits in each, the garrison, gain of a round."""

    fort: str
    site: str | None
    travel: float
    rounds: float
    hits: float
    garrison: int
    balance: float
    begun: bool

    @property
    def ratio(self) -> float:
        """The part of the garrison that can be shot away in time."""
        return self.rounds * self.hits / max(1, self.garrison)

    @property
    def promise(self) -> float:
        """How good the plan is: the sooner and surer the better; a siege begun is not given up lightly."""
        return min(self.ratio, 1.5) - 0.06 * self.travel + (0.3 if self.begun else 0.0) + LEAN[self.fort]


def is_siege_supplied(survey: Survey, fort: str) -> bool:
    """Whether a Confederate depot feeds troops beside the fort."""
    return bool(survey.supplied_hexes(CONFEDERATE) & frozenset(survey.data.open[fort]))


def estimate(survey: Survey, army: Stack, here: str, fort: str) -> Siege:
    """What a siege of the fort by this army could bring."""
    fort_stack = survey.state.stacks.get(fort)
    travel = max(0, costs_to(survey.data, fort).get(here, 99) - 1) / PACE
    if fort_stack is None or fort_stack.side == CONFEDERATE:
        return Siege(fort, None, travel, 9.0, 9.0, 0, 9.0, False)
    left = max(0.0, survey.data.setup.last_turn - survey.state.turn + 1 - travel)
    fed = is_siege_supplied(survey, fort)
    site, rounds = None, left
    if not fed:
        supplied = min(left, army.supplies)
        rounds = supplied + UNFED * (left - supplied)
        site = site_for(survey, army, here, fort)
        if site is not None:
            with_depot = left - DELAY - 0.7 * (survey.strength(site) if site in survey.enemies else 0)
            site, rounds = (site, with_depot) if with_depot > rounds else (None, rounds)
    garrison = _garrison(survey, fort, fort_stack, travel)
    defender = msgspec.structs.replace(fort_stack, militia=0, regular=max(garrison, 1))
    fight = _fight(survey, army, defender, fort)
    begun = fed and survey.distance(here, fort) <= 3
    return Siege(fort, site, travel, rounds, fight.given, garrison, fight.given - fight.taken, begun)


def _garrison(survey: Survey, fort: str, stack: Stack, travel: float) -> int:
    """The garrison that has to be beaten, with reinforcements that will be there in time and without the militia."""
    setup, turn = survey.data.setup, survey.state.turn
    garrison = stack.regular
    if fort == setup.reinforcements.hex and turn < setup.reinforcements.turn:
        early = (setup.reinforcements.turn - turn - travel) * 3.0  # hits made before they arrive
        garrison += setup.reinforcements.regular if early < garrison else 0
    return garrison


def _fight(survey: Survey, army: Stack, defender: Stack, fort: str) -> Exchange:
    """One supplied attack from the side where no river helps the fort."""
    sides = survey.data.open[fort]
    source = next((near for near in sides if not survey.data.is_river(near, fort)), sides[0])
    return survey.exchange(army, source, defender, fort, (True, True))


def site_for(survey: Survey, army: Stack, here: str, fort: str) -> str | None:
    """Where the army could make a depot for the siege; None if it has not two wagons and a counter for it."""
    if army.supplies < 2 or not survey.state.unused_depots[CONFEDERATE]:
        return None
    sites = [site for site in SITES[fort] if survey.strength(site) * 3 <= army.strength or site == here]
    return min(sites, key=lambda site: (costs_to(survey.data, site).get(here, 99), site), default=None)


def needed_garrison(survey: Survey, fort: str) -> int:
    """Strength points the Union must keep in a fort so that the invader's main army cannot take it in time."""
    where = survey.army if survey.side == CONFEDERATE else survey.enemy_army
    army = survey.state.stacks.get(where)
    if army is None or fort not in survey.state.stacks:
        return 1
    siege = estimate(survey, army, where, fort)
    return max(4, round(siege.rounds * siege.hits / 0.75))
