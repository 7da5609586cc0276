"""Colours over the map: control, lines of communication, frontage, resources, air range and defense, the objective."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from common.engine import Side
from common.engine.words import several
from common.tabletop import Looks, Overlay, Route
from sand_wars.rules.airbases import reach_of, starts
from sand_wars.rules.forces import FRONTAGE, frontage
from sand_wars.rules.missions import MOST_DICE, air_defense
from sand_wars.rules.resources import COSTLY, PRICE, is_lost
from sand_wars.rules.supply import is_open, linked_bases, serving_bases, within_reach
from sand_wars.rules.victory import progress
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, NAMES, SIDES, SandState
from sand_wars.table.faces import COLOURS
from sand_wars.table.seen import position_seen
from sand_wars.view import View

AIR = {"airstrike": ("Airstrike", "#0072b2", "hatch"), "helicopter": ("Helicopter", "#e69f00", "cross")}
DEFENSE = {
    1: ("1 die at most", "#e69f00", "dots"),
    2: ("2 dice at most", "#d55e00", "hatch"),
    3: ("3 dice at most", "#7d1230", "cross"),
}
FULL, CROWDED, ROOM = "full", "no room for a brigade", "room"


class SandOverlays(Looks):
    """Overlays of the map, and the line of communication of a space."""

    def overlays(self, view: View) -> Sequence[Overlay]:
        state = position_seen(self.game, view)
        side = view.side or ALGERIA
        found = [control_overlay(state), loc_overlay(state, side), frontage_overlay(state, side)]
        found += [resource_overlay(state), air_overlay(state, side), defense_overlay(self.game, view, ENEMY[side])]
        if view.side in view.objectives:
            found.append(objective_overlay(state, view.objectives[side]))
        return found

    def route(self, view: View, space: str) -> Route | None:
        """SUP.2  The way from a space with own units to the base that supplies them, or what is missing."""
        if view.side is None or space not in self.data.names:
            return None
        state = position_seen(self.game, view)
        return loc_route(state, view.side, space) if state.holds(view.side, space) else None


def control_overlay(state: SandState) -> Overlay:
    """CTL  Who controls each space, and which are disputed."""
    spaces = {}
    for space in state.data.spaces:
        holder = state.controller(space)
        if holder:
            spaces[space] = NAMES[holder]
        elif state.is_disputed(space):
            spaces[space] = "disputed"
    legend = (
        (NAMES[ALGERIA], COLOURS[ALGERIA], "hatch"),
        (NAMES[MOROCCO], COLOURS[MOROCCO], "dots"),
        ("disputed", "#7a4a9c", "cross"),
    )
    return Overlay("control", "Control", "C", spaces, legend)


def loc_way(state: SandState, side: Side, space: str) -> tuple[str, ...]:
    """SUP.2, SUP.4  The spaces from a unit to a linked base, at most two axes; empty if there is none."""
    linked = linked_bases(state, side)
    if space in linked:
        return (space,)
    for near in state.data.near[space]:
        if near in linked:
            return space, near
    for near in state.data.near[space]:
        if is_open(state, side, near):
            for end in state.data.near[near]:
                if end in linked:
                    return space, near, end
    return ()


def loc_route(state: SandState, side: Side, space: str) -> Route:
    """The LOC of a space in words and as a line."""
    way = loc_way(state, side, space)
    if way:
        why = f"LOC to the Logistics Base in {state.title(way[-1])}"
        return Route("Line of communication", way, "SUP.2", why)
    if state.is_home(side, space):
        return Route("Line of communication", (space,), "SUP.1", "in supply at home; no base within two axes")
    return Route("Line of communication", (space,), "SUP.4", "no linked Logistics Base within two axes", space)


def loc_overlay(state: SandState, side: Side) -> Overlay:
    """SUP, LOG  Spaces within a LOC of a base, the chains of bases, and units without one."""
    linked = linked_bases(state, side)
    spaces = {end: "LOC" for base in linked for end in within_reach(state, side, base) if is_open(state, side, end)}
    spaces |= dict.fromkeys(linked, "base")
    spaces |= {space: "cut off base" for space in serving_bases(state, side) if space not in linked}
    lines = []
    for space in state.occupied(side):
        if not state.holds(side, space):
            continue
        way = loc_way(state, side, space)
        if len(way) > 1:
            lines.append(way)
        elif not way and not state.is_home(side, space):
            spaces[space] = "no LOC"
    legend = (
        ("LOC", "#0072b2", "hatch"),
        ("base", "#009e73", "fill"),
        ("cut off base", "#e69f00", "dots"),
        ("no LOC", "#7d1230", "cross"),
    )
    return Overlay("loc", f"Lines of communication, {NAMES[side]}", "U", spaces, legend, tuple(lines))


def frontage_overlay(state: SandState, side: Side) -> Overlay:
    """FRT.1  How many ground units stand in each space, attached ones included."""
    counts = {space: frontage(state, side, space) for space in state.occupied(side)}
    spaces = {}
    for space, count in counts.items():
        if count:
            spaces[space] = FULL if count >= FRONTAGE else CROWDED if count > FRONTAGE - 5 else ROOM
    legend = ((ROOM, "#009e73", "hatch"), (CROWDED, "#e69f00", "dots"), (FULL, "#7d1230", "cross"))
    labels = {space: str(count) for space, count in counts.items() if count}
    return Overlay("frontage", f"Frontage of {FRONTAGE}, {NAMES[side]}", "W", spaces, legend, labels=labels)


def resource_overlay(state: SandState) -> Overlay:
    """DRW.6-DRW.8  Printed resources and discoveries, working or lost, with the cards that they cost or bring."""
    spaces = {space: "lost" if is_lost(state, space) else "working" for space in state.data.resource}
    labels = {}
    for space, kind in state.data.resource.items():
        owner = state.data.home[space]
        if spaces[space] == "lost" and kind in COSTLY[owner]:
            labels[space] = f"\u2212{PRICE[owner]}"
    for side in SIDES:
        for piece in state.on_map(side):
            if state.code(piece.id) == "resource_marker":
                held = state.controller(piece.at) == side and not piece.disrupted
                spaces[piece.at] = "working" if held else "lost"
                labels[piece.at] = "+1" if held else "+0"
    legend = (("working", "#009e73", "hatch"), ("lost", "#7d1230", "cross"))
    return Overlay("resources", "Resources, with cards lost and gained", "Y", spaces, legend, labels=labels)


def air_overlay(state: SandState, side: Side) -> Overlay:
    """AIR.11  What own Airstrikes and Helicopters reach, and where they start."""
    spaces = dict.fromkeys(reach_of(state, side, "airstrike"), AIR["airstrike"][0])
    spaces |= dict.fromkeys(reach_of(state, side, "helicopter"), AIR["helicopter"][0])
    spaces |= dict.fromkeys(starts(state, side, "airstrike"), "airbase")
    legend = (*AIR.values(), ("airbase", "#009e73", "fill"))
    return Overlay("air", f"Air range, {NAMES[side]}", "A", spaces, legend)


def defense_overlay(game: Any, view: View, side: Side) -> Overlay:
    """R54  The air defense dice of a side in each space; of hidden blocks only the bounds are known."""
    state = position_seen(game, view, stand_ins=False)
    places = {*(piece.at for piece in state.on_map(side)), *view.stacks.get(side, {}), *state.data.resource}
    spaces, labels = {}, {}
    for space in sorted(places):
        least, most = defense_bounds(state, view, side, space)
        if most:
            spaces[space] = DEFENSE[most][0]
            labels[space] = str(most) if least == most else f"{least}\u2013{most}"
    return Overlay("defense", f"Air defense dice, {NAMES[side]}", "X", spaces, tuple(DEFENSE.values()), labels=labels)


def defense_bounds(state: SandState, view: View, side: Side, space: str) -> tuple[int, int]:
    """R54  The fewest and the most air defense dice that a side can have in a space, as far as the viewer sees it.

    An HQ always counts, a hidden block unless it is a transporter, an HQ that stands twice if it is a division.
    """
    seen, stack = air_defense(state, side, space), view.stacks.get(side, {}).get(space)
    if stack is None:
        return seen, seen
    force = any(piece.cv > 0 for piece in state.ground(side, space))
    guarded = any(state.code(piece.id) == "guards" for piece in state.at(side, space))
    transporters = [id_ for id_ in state.data.ids_of(side, "het0") if id_ not in view.pieces]
    sure = stack.hqs + stack.hqs_down > 0 or stack.blocks > len(transporters)
    most = seen + (not force) + (stack.hqs > 0 and not guarded)
    return seen + (sure and not force), min(MOST_DICE, most)


def defense_words(game: Any, view: View, side: Side, space: str) -> str:
    """R54  The air defense of a side in a space in words, as far as the viewer sees it."""
    least, most = defense_bounds(position_seen(game, view, stand_ins=False), view, side, space)
    return several(most, "die", "dice") if least == most else f"{least}\u2013{most} dice"


def objective_overlay(state: SandState, card: str) -> Overlay:
    """WIN  The spaces that the own objective speaks of, and how far it is."""
    spaces = {}
    for space, wanted in _goals(state, card):
        spaces[space] = "held" if state.controller(space) == wanted else "wanted"
    legend = (("held", "#009e73", "fill"), ("wanted", "#d55e00", "hatch"))
    parts = [f"{part.have} of {'at most ' if part.at_most else ''}{part.need}" for part in progress(state, card)]
    title = f"Objective: {state.data.objectives[card].title}, {', '.join(parts)}"
    return Overlay("objective", title, "O", spaces, legend)


def _goals(state: SandState, card: str) -> Iterator[tuple[str, Side]]:
    """Every space of an objective, and who has to hold it for its owner."""
    data = state.data
    owner = ALGERIA if card in data.objective_deck[ALGERIA] else MOROCCO
    for condition in data.objectives[card].conditions:
        yield from ((space, owner) for space in (*condition.spaces, *([condition.start] if condition.start else ())))
        if condition.owner and condition.owner != owner:
            for space, kind in data.resource.items():
                if kind in condition.kinds and data.home[space] == condition.owner:
                    yield space, owner
