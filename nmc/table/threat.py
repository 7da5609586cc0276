"""Where the enemy can strike next, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from common.engine import D10, Side
from common.tables import Odds
from common.tabletop import Facts, Looks, Overlay
from common.tabletop.threat import opponents, threat_overlay
from nmc.odds import battle_odds
from nmc.rules.combat import Battle, targets
from nmc.rules.march import closed_hexes, march_modifiers
from nmc.rules.sequence import PHASES
from nmc.state import NmcState, Stack
from nmc.view import View, known_position

LEVELS = (("by any roll", D10[0], "fill"), ("by a roll of 5", D10[5], "cross"), ("by a roll of 9", D10[-1], "hatch"))
FORCED = ("after a forced march too", "dots")


class NmcThreat(Looks, Facts):
    """The enemy's reach over the map, and the odds of the battles he could offer."""

    def threat(self, view: View) -> Overlay | None:
        """The hexes the other side can march up to and fire into in its next combat phase, and with how many SP."""
        sides = opponents(view, self.game.sides)
        if sides is None:
            return None
        state = known_position(self.data, view)
        marches = list(marches_before_combat(view.phase_number, sides.enemy))
        spaces = _levels(state, sides.enemy, marches)
        strength = _strength_against(state, sides.viewer, sides.enemy, marches)
        patterns = [*((title, pattern) for title, _, pattern in LEVELS), FORCED]
        title = f"{self.game.side_names[sides.enemy]} can fire here next, with so many SP"
        return threat_overlay(title, spaces, patterns, strength)

    def dangers(self, view: View) -> Sequence[Odds]:
        """9.1, 9.20: every battle the other side could offer from where it stands, each with all its troops."""
        sides = opponents(view, self.game.sides)
        if sides is None:
            return []
        state, enemy = known_position(self.data, view), sides.enemy
        return [
            battle_odds(state, Battle(enemy, source, goal, state.stacks[source].movable(), state.high_morale()), {})
            for source in state.hexes_of(enemy)
            if state.stacks[source].strength
            for goal in targets(state, enemy, source)
            if state.stacks[goal].strength
        ]


def _levels(state: NmcState, enemy: Side, marches: Sequence[bool]) -> dict[str, str]:
    """Every hex that can be fired into, by the least that the enemy has to roll for it."""
    spaces: dict[str, str] = {}
    regular = [forced for forced in marches if not forced]
    for title, roll, _ in LEVELS:
        for space, stack in _troops(state, enemy):
            spaces |= dict.fromkeys(hexes_in_range(state, space, stack, roll, regular) - spaces.keys(), title)
    for space, stack in _troops(state, enemy) if True in marches else ():
        if stack.leaders:
            spaces |= dict.fromkeys(hexes_in_range(state, space, stack, D10[-1], marches) - spaces.keys(), FORCED[0])
    return spaces


def _strength_against(state: NmcState, viewer: Side, enemy: Side, marches: Sequence[bool]) -> dict[str, int]:
    """The strength points that can come to fire into each of the viewer's hexes, forced marches left out."""
    found: dict[str, int] = {}
    regular = [forced for forced in marches if not forced]
    for space, stack in _troops(state, enemy):
        for there in hexes_in_range(state, space, stack, D10[-1], regular):
            if state.own_at(viewer, there):
                found[there] = found.get(there, 0) + stack.strength
    return found


def _troops(state: NmcState, side: Side) -> list[tuple[str, Stack]]:
    stacks = state.stacks.items()
    return [(space, stack.movable()) for space, stack in stacks if stack.side == side and stack.strength]


def marches_before_combat(phase: int, side: Side) -> Iterator[bool]:
    """The marches a side still has before it fires: for each of them whether it is a forced one (5.2, 5.3)."""
    now = max(phase, 0)
    if PHASES[now].side == side and PHASES[now].kind == "combat":
        now += 1
    for number in range(now, now + len(PHASES)):
        coming = PHASES[number % len(PHASES)]
        if coming.side != side:
            continue
        if coming.kind == "combat":
            return
        if coming.kind in ("march", "forced"):
            yield coming.kind == "forced"


def hexes_in_range(state: NmcState, space: str, stack: Stack, roll: int, marches: Sequence[bool]) -> set[str]:
    """The hexes a stack can fire into after its marches, if each of them is rolled so high (8.22, 9.1)."""
    data, closed = state.data, closed_hexes(state, stack)
    reached = {space}
    for forced in marches:
        points = max(0, roll + best_shift(state, stack, space, forced))
        reached = {there for here in reached for there in data.map.reach(here, points, data.march_costs, closed).cost}
    return {there for here in reached for there in data.open[here]}


def best_shift(state: NmcState, stack: Stack, space: str, forced: bool) -> int:
    """What is added to the march roll; a force may leave its militia behind (8.25)."""
    forces = [stack]
    if stack.militia and stack.strength > stack.militia:
        forces.append(msgspec.structs.replace(stack, militia=0))
    return max(sum(found.value for found in march_modifiers(state, force, space, forced)) for force in forces)
