"""How far the Confederate main army is from taking one of the two great forts: rounds it has, hits it makes."""

from __future__ import annotations

import msgspec

from nmc.bot.look import Look, clear_road
from nmc.state import CONFEDERATE, Stack

FORT_UNION, CRAIG = "4617", "2605"
SITES = {FORT_UNION: ("4316", "4117"), CRAIG: ("3005",)}  # places whose depot feeds a siege
PACE = 9.0  # movement points the main army makes in a turn
DELAY = 0.5  # turns lost by stopping for a depot


class Siege(msgspec.Struct, frozen=True):
    """A siege the main army could lay: rounds of fire left, hits in each, the garrison, and whether it is fed."""

    fort: str
    rounds: float
    hits: float
    garrison: int
    fed: bool

    @property
    def ratio(self) -> float:
        """The part of the garrison that can be shot away in time."""
        return self.rounds * self.hits / max(1, self.garrison)


def is_fed(look: Look, fort: str) -> bool:
    """Whether a Confederate depot feeds troops beside the fort."""
    return bool(look.fed(CONFEDERATE) & frozenset(look.data.open[fort]))


def estimate(look: Look, army: Stack, here: str, fort: str) -> Siege:
    """What a siege of the fort by this army could bring."""
    setup, state = look.data.setup, look.state
    fort_stack = state.stacks.get(fort)
    if fort_stack is None or fort_stack.side == CONFEDERATE:
        return Siege(fort, 1.0, 1.0, 0, True)
    fed = is_fed(look, fort)
    travel = max(0, clear_road(look.data, fort).get(here, 99) - 1) / PACE
    if not fed and army.supplies >= 2:
        travel += DELAY
    rounds = max(0.0, setup.last_turn - state.turn + 1 - travel)
    garrison = fort_stack.regular + (fort_stack.militia if state.turn < setup.militia_leave else 0)
    if fort == setup.reinforcements.hex and state.turn < setup.reinforcements.turn:
        soon = (setup.reinforcements.turn - state.turn - travel) * 3.0
        garrison += setup.reinforcements.regular if soon < garrison else 0
    supplied = fed or army.supplies >= 2
    defender = msgspec.structs.replace(fort_stack, militia=0, regular=max(garrison, 1))
    hits = _hits(look, army, defender, fort, supplied)
    if not supplied and army.supplies:
        rounds = max(rounds * 0.4, min(rounds, 1.0))
    return Siege(fort, rounds, hits, garrison, supplied)


def _hits(look: Look, army: Stack, defender: Stack, fort: str, supplied: bool) -> float:
    """Mean hits of one attack from the side where no river helps the fort."""
    sides = look.data.open[fort]
    source = next((near for near in sides if not look.data.is_river(near, fort)), sides[0])
    return look.exchange(army, source, defender, fort, (supplied or army.supplies > 0, True)).given


def site_for(look: Look, army: Stack, here: str, fort: str) -> str | None:
    """Where the army should first make a depot; None if it is fed or has not two wagons."""
    if army.supplies < 2 or is_fed(look, fort) or not look.state.unused_depots[CONFEDERATE]:
        return None
    sites = [site for site in SITES[fort] if look.strength(site) * 3 <= army.strength or site == here]
    return min(sites, key=lambda site: (clear_road(look.data, site).get(here, 99), site), default=None)


def needed(look: Look, fort: str) -> int:
    """Strength points the Union must keep in a fort so that the invader's main army cannot take it in time."""
    where = look.army if look.side == CONFEDERATE else look.enemy_army
    army = look.state.stacks.get(where)
    if army is None or fort not in look.state.stacks:
        return 1
    siege = estimate(look, army, where, fort)
    return max(4, round(siege.rounds * siege.hits / 0.75))
