"""The sequence of play: where the game is, what each phase will bring, and how far a side is in its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from common.engine import Seat, Side
from common.engine.words import several
from common.tabletop import Facts, Handling, Phase, Progress
from somali_pirates.components import Components
from somali_pirates.rules.mobilization import Deploy
from somali_pirates.rules.movement import MovementPhase, UnitMove
from somali_pirates.state import DUE, ENEMY, SIDE_NAMES, SIDES, does
from somali_pirates.table.known import position_of
from somali_pirates.view import View


class PlannedPhase(NamedTuple):
    """A part of the turn: its key, title, rule and what it is about."""

    key: tuple[str, Side]
    title: str
    rule: str
    about: str


def plan_of(view: View) -> list[PlannedPhase]:
    """Every part of a turn in the order of this one."""
    first = view.first or SIDES[0]
    found = [
        PlannedPhase(("initiative", ""), "Initiative", "8.1a", "The richer side says who goes first."),
        PlannedPhase(
            ("mobilization", ""), "Mobilization", "4.1c", "Both buy in secret, then deploy; replacements come back."
        ),
    ]
    for side in (first, ENEMY[first]):
        name = SIDE_NAMES[side]
        found += [
            PlannedPhase(("movement", side), f"{name}: Movement", "11.0a", "Units move, faction after faction."),
            PlannedPhase(("combat", side), f"{name}: Combat", "12.1a", "Attacks are declared and resolved one by one."),
            PlannedPhase(("return", side), f"{name}: Return", "17.0a", "Aircraft land; units hide or come out."),
        ]
    return [
        *found,
        PlannedPhase(("control", ""), "Control", "18.4a", "Zones pay their values."),
        PlannedPhase(("protracted", ""), "Protracted Conflict", "4.1j", "Who pays the turn number for another turn?"),
    ]


class PiratePhases(Facts, Handling):
    """The sequence of play of the game."""

    def sequence(self, view: View) -> Sequence[Phase]:
        """Every part of the turn; the set-up alone before the first."""
        if view.phase == "setup":
            return [Phase("Set-up", "3.0A", "now", "Factions are bought, units deployed.")]
        plan = plan_of(view)
        keys = [phase.key for phase in plan]
        side = view.mover if view.phase in ("movement", "combat", "return") else ""
        now = keys.index((view.phase, side)) if (view.phase, side) in keys else len(keys)
        found = []
        for number, phase in enumerate(plan):
            state: Literal["done", "now", "ahead"] = "now" if number == now else "done" if number < now else "ahead"
            found.append(Phase(phase.title, phase.rule, state, phase.about))
        return found

    def preview(self, view: View, phase: str) -> Sequence[str]:
        """What the phase of that title will bring as things stand."""
        planned = next((each for each in plan_of(view) if each.title == phase), None)
        return _outlook(self.data, view, planned) if planned is not None else ("The game is being set up.",)

    def progress(self, seat: Seat) -> Progress | None:
        """Units moved among those that have or still can, or placed among those to be placed."""
        state = position_of(seat)
        if state.result is not None:
            return None
        step = next((waiting for waiting in reversed(state.flow) if isinstance(waiting, MovementPhase | Deploy)), None)
        if isinstance(step, MovementPhase) and isinstance(state.step, MovementPhase | UnitMove):
            able = sum(1 for unit in state.on_map(step.side) if step.why_not_pick(state, unit.id) is None)
            moved = len([id_ for id_ in state.moved if state.counter(id_).side == step.side])
            return Progress("moving", moved, moved + able)
        if isinstance(step, Deploy) and step is state.step:
            left = len(step.candidates_to_place(state))
            return Progress("placing", len(state.fresh), len(state.fresh) + left)
        return None


def _outlook(data: Components, view: View, phase: PlannedPhase) -> tuple[str, ...]:
    """What a phase is about as things stand."""
    name, side = phase.key
    counters, zones = data.counters, data.zones
    own = [unit for unit in view.units.values() if unit.at in zones and (not side or counters[unit.id].side == side)]
    match name:
        case "initiative":
            richer = max(SIDES, key=lambda who: (view.index[who], who == "pirate"))
            if len(set(view.index.values())) == 1:
                return (f"Both have {view.index[richer]} points; then the {does(richer, 'choose')}",)
            return (f"The {does(richer, 'have')} more points, {view.index[richer]}",)
        case "mobilization":
            due = sum(1 for id_, turn in view.due.items() if turn == view.turn and view.units[id_].at == DUE)
            return tuple(f"{SIDE_NAMES[who]}: {view.index[who]} points to spend" for who in SIDES) + (
                f"{several(due, 'replacement')} due",
            )
        case "movement":
            factions = {counters[unit.id].faction for unit in own}
            return (f"{several(len(own), 'unit')} of {several(len(factions), 'faction')} can be moved",)
        case "combat":
            met = {unit.at for unit in own if _meets_enemy(data, view, unit.at, side)}
            return (f"Both sides have units in {several(len(met), 'Zone')}", *(data.name(zone) for zone in sorted(met)))
        case "return":
            aloft = [counters[unit.id].name for unit in own if unit.aloft]
            return (
                ", ".join(aloft) + (" is in the air" if len(aloft) == 1 else " are in the air")
                if aloft
                else "Nobody is in the air",
            )
        case "control":
            return tuple(f"{SIDE_NAMES[who]}: {view.income[who]} points as things stand" for who in SIDES)
    return (f"Another turn costs {view.turn}",)


def _meets_enemy(data: Components, view: View, zone: str, side: Side) -> bool:
    return any(unit.at == zone and data.counters[unit.id].side != side for unit in view.units.values())
