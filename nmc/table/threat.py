"""Where the enemy can strike next, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from common.engine import D10, Side
from common.tables import Odds
from common.tabletop import Overlay
from nmc.components import Components
from nmc.game import Nmc, View
from nmc.odds import battle_odds
from nmc.rules.combat import Battle, targets
from nmc.rules.march import march_modifiers
from nmc.rules.sequence import PHASES
from nmc.state import ENEMY, NmcState, Stack
from nmc.table.drops import closed_to

COLOUR = "#7d1230"
LEVELS = (("by any roll", D10[0], "fill"), ("by a roll of 5", D10[5], "cross"), ("by a roll of 9", D10[-1], "hatch"))
FORCED = ("after a forced march too", "dots")


def threat(data: Components, view: View) -> Overlay | None:
    """The hexes the other side can march up to and fire into in its next combat phase, and with how many SP."""
    side = view.side or view.to_act
    if side is None or view.result is not None:
        return None
    state = position(data, view)
    marches = list(marches_before_combat(view.phase, ENEMY[side]))
    spaces: dict[str, str] = {}
    bearing: dict[str, int] = {}
    own = [(space, stack.movable()) for space, stack in state.stacks.items() if stack.side != side and stack.strength]
    for title, roll, _ in LEVELS:
        for space, stack in own:
            for there in struck(state, space, stack, roll, [forced for forced in marches if not forced]):
                spaces.setdefault(there, title)
                if roll == D10[-1] and state.own_at(side, there):
                    bearing[there] = bearing.get(there, 0) + stack.strength
    for space, stack in own if True in marches else ():
        for there in struck(state, space, stack, D10[-1], marches) if stack.leaders else ():
            spaces.setdefault(there, FORCED[0])
    legend = tuple((title, COLOUR, pattern) for title, _, pattern in LEVELS) + ((FORCED[0], COLOUR, FORCED[1]),)
    labels = {space: str(points) for space, points in bearing.items()}
    title = f"{Nmc.side_names[ENEMY[side]]} can fire here next, with so many SP"
    return Overlay("threat", title, "V", spaces, legend, (), labels)


def dangers(data: Components, view: View) -> list[Odds]:
    """9.1, 9.20: every battle the other side could offer from where it stands, each with all its troops."""
    side = view.side or view.to_act
    if side is None or view.result is not None:
        return []
    state, enemy = position(data, view), ENEMY[side]
    return [
        battle_odds(state, Battle(enemy, source, goal, state.stacks[source].movable(), state.high_morale()), {})
        for source in state.hexes_of(enemy)
        if state.stacks[source].strength
        for goal in targets(state, enemy, source)
        if state.stacks[goal].strength
    ]


def position(data: Components, view: View) -> NmcState:
    """The view as a position for the rules' own questions; nothing else is known of it."""
    state = NmcState(
        scenario=view.scenario, options=view.options, turn=view.turn, stacks=view.stacks, control=view.control,
        vp=view.vp, fed=list(view.fed), unused_depots=view.unused_depots, spare_wagons=view.spare_wagons,
    )  # fmt: skip
    return state.attach(data, None)


def marches_before_combat(phase: str, side: Side) -> Iterator[bool]:
    """The marches a side still has before it fires, each told by whether it is a forced one (5.2, 5.3)."""
    names = [known.name for known in PHASES]
    now = names.index(phase) if phase in names else 0
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


def struck(state: NmcState, space: str, stack: Stack, roll: int, marches: Sequence[bool]) -> set[str]:
    """The hexes a stack can fire into after its marches, if each of them is rolled so high (8.22, 9.1)."""
    data, closed = state.data, closed_to(state, stack)
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
