"""The counters of the game as pieces on the table: faces, badges and markers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Literal

import msgspec

from common.tabletop import Face, Looks, Marker, Piece
from nmc.components import Components
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks
from nmc.rules.forces import Divide
from nmc.rules.march import Marches
from nmc.state import CONFEDERATE, TRAINS, TROOPS, UNION, NmcState, Stack
from nmc.table.overlays import unsupplied_hexes
from nmc.view import View

UnitState = Literal["ready", "chosen", "acted"]
CHOSEN = "engaged"  # the badge of units that belong to a force that is formed or being formed
UNSUPPLIED = "unsupplied"

COLOURS = {UNION: "#2f5d9b", CONFEDERATE: "#8d9096"}
PAPER = COLOURS | {"militia": "#e0b93c"}
INK = {UNION: "#ffffff", CONFEDERATE: "#14161a", "militia": "#1d1a10"}
EDGE: dict[str, Literal["plain", "double"]] = {UNION: "plain", CONFEDERATE: "double"}
SYMBOL = {
    "regular": "infantry",
    "militia": "infantry",
    "cavalry": "cavalry",
    "guns": "artillery",
    "wagons": "wagon",
    "exdepots": "wagon",
    "depot": "depot",
}
TITLES = {
    "regular": "Union regulars",
    "militia": "New Mexico militia",
    "cavalry": "Confederate cavalry",
    "guns": "Field artillery",
    "wagons": "Supply wagon",
    "exdepots": "Supply wagon (captured depot)",
    "depot": "Supply depot",
}
ORDER = {"depot": 0, "wagons": 10, "exdepots": 10, "guns": 20}
LEADER, COMMANDER, TROOP = 30, 31, 40  # where leaders and troops lie in a stack


class UnitCounter(msgspec.Struct, frozen=True):
    """A counter on the map and the units it stands for: strength points of a kind, one train, or a leader."""

    id: str
    space: str
    side: str
    unit: str
    count: int
    state: UnitState


class NmcFaces(Looks):
    """Counters and markers."""

    colours = COLOURS
    piles_by_strength = True  # players think of strength points, not of counters

    def counters(self) -> Sequence[Piece]:
        return sheet(self.data)

    def pieces(self, view: View) -> Sequence[Piece]:
        found = unit_counters(self.data, view.stacks, view.done, chosen_units(view.step))
        cut = unsupplied_hexes(self.data, view)
        acted = "fired" if "combat" in view.phase else "moved"
        badges: dict[UnitState, tuple[str, ...]] = {"ready": (), "chosen": (CHOSEN,), "acted": (acted,)}
        return [draw_piece(self.data, counter, badges[counter.state], cut) for counter in found]

    def markers(self, view: View) -> Sequence[Marker]:
        """Control flags on the locales, and declared attacks."""
        control = sorted(view.control.items())
        flags = [Marker(space, "flag", side, title=f"controlled by the {side}") for space, side in control]
        declared = [Marker(space, "crossed swords", None, title="attack declared (9.26)") for space in view.declared]
        return flags + declared


# Which counters lie where


def counters_in(state: NmcState) -> list[UnitCounter]:
    """Every counter on the map in a position."""
    return unit_counters(state.data, state.stacks, state.done, chosen_units(state.step))


def unit_counters(
    data: Components, stacks: dict[str, Stack], done: dict[str, Stack], chosen: dict[str, Stack]
) -> list[UnitCounter]:
    """Every counter on the map; units that are ready, chosen, or have acted never share one (2.8)."""
    parts = [part for space in sorted(stacks) for part in _parts(space, stacks[space], done, chosen)]
    found: list[UnitCounter] = []
    numbers: Counter[tuple[str, ...]] = Counter()
    for kind in TROOPS:
        shown = data.change(kind, [units.count(kind) for _, _, units in parts])
        for (space, state, units), values in zip(parts, shown, strict=True):
            for value in values:
                name = f"{space}/{kind}/{value}"
                found.append(UnitCounter(f"{name}.{numbers[name,]}", space, units.side, kind, value, state))
                numbers[name,] += 1
    for space, state, units in parts:
        for unit in (*TRAINS, "depot"):
            for _ in range(int(units.depot) if unit == "depot" else units.count(unit)):
                id_ = f"{space}/{unit}/{numbers[space, unit]}"
                found.append(UnitCounter(id_, space, units.side, unit, 1, state))
                numbers[space, unit] += 1
        found.extend(UnitCounter(name, space, units.side, name, 1, state) for name in units.leaders)
    return found


def _parts(
    space: str, stack: Stack, done: dict[str, Stack], chosen: dict[str, Stack]
) -> Iterator[tuple[str, UnitState, Stack]]:
    """The units of a hex by what they have done, those that have acted first."""
    rest, acted, picked = stack, done.get(space), chosen.get(space)
    if acted is not None and picked is not None and acted.has(picked):
        acted = acted.minus(picked)  # those who advance have fired before
    groups: tuple[tuple[UnitState, Stack | None], ...] = (("acted", acted), ("chosen", picked))
    for state, units in groups:
        if units is not None and not units.is_empty():
            rest = rest.minus(units)
            yield space, state, units
    yield space, "ready", rest


def chosen_units(step: Any) -> dict[str, Stack]:
    """The units that belong to a force that is formed, being formed or advancing, by their hex."""
    match step:
        case Divide():
            return {step.hex: _together((step.current, *step.forces))}
        case Marches() | Attacks():
            return {step.hex: _together(step.forces)}
        case AdvanceChoice():
            return {step.source: step.current}
    return {}


def _together(forces: Sequence[Stack | None]) -> Stack:
    whole = Stack("")
    for force in forces:
        if force is not None:
            whole = force.plus(whole)
    return whole


# How they look


def draw_piece(
    data: Components, counter: UnitCounter, badges: tuple[str, ...] = (), cut: Collection[str] = ()
) -> Piece:
    """A counter with its face; troops without supply carry a badge."""
    if counter.unit in TROOPS:
        marks = (*badges, UNSUPPLIED) if counter.space in cut else badges
        return _draw_troops(counter, marks, not badges)
    if counter.unit in TITLES:
        return _draw_train(counter, badges)
    commander = data.leaders[counter.unit].commander
    face = _face(counter.side, "leader", bottom=counter.unit, top="★★" if commander else "★")
    title = f"{counter.unit}, {'army commander' if commander else 'subordinate'}"
    order = COMMANDER if commander else LEADER
    return Piece(counter.id, title, counter.space, face, counter.side, None, badges, order, not badges)


def _draw_troops(counter: UnitCounter, badges: tuple[str, ...], movable: bool) -> Piece:
    kind, value = counter.unit, counter.count
    militia = kind == "militia"
    look = kind if militia else counter.side
    edge = EDGE[counter.side]
    face = Face(SYMBOL[kind], PAPER[look], INK[look], edge, bottom=str(value), top="Mil" if militia else "")
    return Piece(
        id=counter.id,
        name=f"{TITLES[kind]}, {value} SP",
        space=counter.space,
        face=face,
        side=counter.side,
        badges=badges,
        order=TROOP + value,
        movable=movable,
        strength=value,
    )


def _draw_train(counter: UnitCounter, badges: tuple[str, ...]) -> Piece:
    unit, side = counter.unit, counter.side
    captured = SYMBOL["wagons" if unit == "depot" else unit]
    return Piece(
        id=counter.id,
        name=TITLES[unit],
        space=counter.space,
        face=_face(side, SYMBOL[unit], top="ex-depot" if unit == "exdepots" else ""),
        side=side,
        back=_face(UNION if side == CONFEDERATE else CONFEDERATE, captured),
        badges=badges,
        order=ORDER[unit],
        movable=unit != "depot" and not badges,
    )


def _face(side: str, symbol: str, top: str = "", bottom: str = "") -> Face:
    return Face(symbol, PAPER[side], INK[side], EDGE[side], top=top, bottom=bottom)


def sheet(data: Components) -> list[Piece]:
    """Every counter of the printed game: strength points, leaders, artillery and trains, markers."""
    found = [draw_piece(data, counter) for counter in _printed(data)]
    flags = [Face("", PAPER[side], INK[side], EDGE[side], middle="⚑", top="Control") for side in (UNION, CONFEDERATE)]
    for kind, count in data.counters.markers.items():
        what, _, rest = kind.capitalize().partition("_")
        plain = Face("", "#f3ead4", "#14161a", top=what, middle=rest)
        front, back = flags if kind == "control" else (plain, None)
        found += [Piece(f"{kind}/{n}", kind.replace("_", " "), "", front, back=back) for n in range(count)]
    return found


def _printed(data: Components) -> Iterator[UnitCounter]:
    """Troops, trains and leaders as they are printed, without a place."""
    for kind in TROOPS:
        side = CONFEDERATE if kind == "cavalry" else UNION
        values = [int(value) for value, count in data.counters.strength[kind].items() for _ in range(count)]
        for number, value in enumerate(sorted(values, reverse=True)):
            yield UnitCounter(f"{kind}/{value}.{number}", kind, side, kind, value, "ready")
    for side in (UNION, CONFEDERATE):
        printed = {"guns": data.counters.artillery, "wagons": data.counters.wagons}
        for unit, numbers in printed.items():
            yield from (UnitCounter(f"{side}/{unit}/{n}", "", side, unit, 1, "ready") for n in range(numbers[side]))
        leaders = [name for name, leader in data.leaders.items() if leader.side == side]
        yield from (UnitCounter(name, "", side, name, 1, "ready") for name in leaders)
        depots = range(data.counters.depots[side])
        yield from (UnitCounter(f"{side}/depot/{n}", str(n), side, "depot", 1, "ready") for n in depots)
