"""The sequence of play: where the game is, what each phase will bring, and how far a side is in its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Literal, NamedTuple

from common.engine import Seat
from common.tabletop import Facts, Handling, Phase, Progress
from common.tabletop.plans import legal
from fallujah.actions import Attack, DigIn, March, Raid, Shift, Surface
from fallujah.components import Components
from fallujah.odds import end_chance
from fallujah.rules.activation import CoalitionActivation, InsurgentActivation
from fallujah.rules.movement import ZONE_UNITS
from fallujah.rules.regroup import Regroup
from fallujah.rules.setup import PlaceFedayeen
from fallujah.state import COALITION, INSURGENT, RESERVE, ZONES, FallujahState
from fallujah.view import View, position_of

Activation = CoalitionActivation | InsurgentActivation


class PlannedPhase(NamedTuple):
    """A part of the turn: its title, its rule, what it is about, and what it will bring."""

    title: str
    rule: str
    about: str
    outlook: Callable[[Components, View], Iterable[str]]


# What each phase will bring, as things stand now


def _setup(_data: Components, view: View) -> Iterator[str]:
    yield f"{view.fedayeen_pool} Fedayeen are still to be placed"


def _impulse(side: str, data: Components, view: View) -> Iterator[str]:
    able = [piece for piece in view.pieces if piece.side == side and not piece.spent and piece.space in data.near]
    spaces = dict.fromkeys(piece.space for piece in able)
    yield f"{len(able)} Fresh units in {len(spaces)} areas can act; one area acts in an impulse"
    for space in spaces:
        names = [piece.text for piece in able if piece.space == space]
        yield f"{data.labels[space]}: {_list_some(names)}"


def _list_some(names: list[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _reaction(_data: Components, view: View) -> Iterator[str]:
    cadre = [p for p in view.pieces if p.type == "cadre" and not p.spent and p.space in view.areas]
    yield f"{len(cadre)} Fresh Cadre can raise Militia when an area in or next to theirs is entered"
    yield f"{view.militia_pool} Militia are in the Force Pool"


def _end_of_phase(_data: Components, view: View) -> Iterator[str]:
    if view.phase == "action" and view.first_roll is not None:
        ends = view.first_roll < view.impulse
        yield f"The first roll was {view.first_roll}: the phase {'ends' if ends else 'goes on'}"
    elif view.phase == "action":
        yield f"Impulse {view.impulse}: 2D6 below it end the phase, {end_chance(view.impulse):.0%}"


def _regroup(side: str, _data: Components, view: View) -> Iterator[str]:
    able = sum(1 for piece in view.pieces if piece.side == side and piece.space in view.areas and not piece.dug)
    yield f"{able} units in the city may shift to an adjacent Free area"


def _infiltration(data: Components, view: View) -> Iterator[str]:
    for area in view.areas.values():
        if area.threatened:
            points = f", {area.points} VP" if area.points else ""
            yield f"{data.labels[area.id]} would fall{points}"


def _reset(data: Components, view: View) -> Iterator[str]:
    days = data.tables.tracks.turns
    spent = sum(1 for piece in view.pieces if piece.spent)
    if view.turn >= len(days):
        yield f"{days[-1]} is the last day: the points are counted after Infiltration"
        return
    yield f"{spent} Spent units turn Fresh"
    yield f"{days[view.turn]} begins with impulse 1"


PHASES = {
    "setup": PlannedPhase(
        "Insurgent set-up", "11.1", "The Insurgents place their Fedayeen; everything else has its place.", _setup
    ),
    "insurgent impulse": PlannedPhase(
        "Insurgent impulse",
        "4.1.1",
        "Activate an area, organize resistance, or pass.",
        partial(_impulse, INSURGENT),
    ),
    "coalition impulse": PlannedPhase(
        "Coalition impulse",
        "4.1.2",
        "Activate an area or an Entry Zone, order a Fire Mission, or pass.",
        partial(_impulse, COALITION),
    ),
    "reaction": PlannedPhase(
        "Reaction",
        "4.1.3",
        "Insurgents in and next to the area just entered dig in, slip away or raise Militia.",
        _reaction,
    ),
    "end": PlannedPhase(
        "End of the phase",
        "4.1.4",
        "A first combat roll, or 2D6, below the impulse number ends the Action Phase.",
        _end_of_phase,
    ),
    "insurgent regroup": PlannedPhase(
        "Insurgents regroup", "4.2", "Units shift to adjacent Free areas, one at a time.", partial(_regroup, INSURGENT)
    ),
    "coalition regroup": PlannedPhase(
        "Coalition regroups", "4.2", "Units shift to adjacent Free areas, one at a time.", partial(_regroup, COALITION)
    ),
    "infiltration": PlannedPhase(
        "Infiltration",
        "4.3",
        "Coalition areas without a garrison next to Insurgent ground fall back.",
        _infiltration,
    ),
    "reset": PlannedPhase(
        "Reset", "4.4", "Spent units turn Fresh, the impulse marker goes to 1, a new day begins.", _reset
    ),
}
ORDER = tuple(PHASES)


class FallujahPhases(Facts, Handling):
    """The sequence of play of the game."""

    def sequence(self, view: View) -> Sequence[Phase]:
        """Every part of the turn; the set-up only in the first, the Coalition's opening without Insurgents (11.2a)."""
        now = ORDER.index(current_phase(view))
        opening = view.phase == "action" and not view.impulse
        left_out = {"setup": view.turn > 1, "insurgent impulse": opening}
        found: list[Phase] = []
        for number, (name, phase) in enumerate(PHASES.items()):
            if not left_out.get(name):
                state: Literal["done", "now", "ahead"] = "now" if number == now else "done" if number < now else "ahead"
                found.append(Phase(phase.title, phase.rule, state, phase.about))
        return found

    def preview(self, view: View, phase: str) -> Sequence[str]:
        """The units and areas that the phase of that title is about."""
        outlook = next(planned.outlook for planned in PHASES.values() if planned.title == phase)
        return tuple(outlook(self.data, view)) or ("Nothing, as things stand.",)

    def progress(self, seat: Seat) -> Progress | None:
        """The units that have acted, among those and the ones that still can; None where nothing can be counted."""
        state = position_of(seat)
        step = state.flow[-1]
        if isinstance(step, PlaceFedayeen):
            total = state.data.setups[state.scenario].fedayeen
            return Progress("setting up", total - len(state.insurgents(RESERVE)), total)
        if isinstance(step, Regroup):
            able = {action.unit for action in legal(state) if isinstance(action, Shift)}
            return Progress("regrouping", len(step.moved), len(step.moved | able))
        impulse = next((waiting for waiting in state.flow if isinstance(waiting, Activation)), None)
        return _impulse_progress(state, impulse) if impulse and impulse.actor(state) == seat.to_act else None


def current_phase(view: View) -> str:
    """The name of the phase that the game is in."""
    if view.over:
        return "reset"
    if view.phase == "regroup":
        return f"{view.active} regroup"
    if view.phase != "action":
        return view.phase
    if view.step in ("Reaction", "Scout"):
        return "reaction"
    if view.step == "Window" and view.battle is None:
        return "end"
    return f"{view.active} impulse"


def _impulse_progress(state: FallujahState, impulse: Activation) -> Progress:
    acted = {*state.mp, *state.rested}
    more = len(_able(state, impulse) - acted)
    if isinstance(impulse, CoalitionActivation) and impulse.source in ZONES:
        more = min(more, ZONE_UNITS - impulse.exits)
    return Progress("moving", len(acted), len(acted) + more)


def _able(state: FallujahState, impulse: Activation) -> set[str]:
    """The units that the impulse lets do something by themselves or in an attack."""
    found: set[str] = set()
    for action in impulse.legal(state):
        match action:
            case March(id_) | Raid(id_) | DigIn(id_) | Surface(id_):
                found.add(id_)
            case Attack(area):
                found.update(unit.id for unit in state.coalition(area) if not unit.spent)
    return found
