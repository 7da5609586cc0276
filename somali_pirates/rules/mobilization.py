"""4.1c-e, 9  The Mobilization Phase: chits before the plots, the plots, deployment and replacements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Literal

from common.engine import Action, Refusal, Side, Step
from common.engine.parts import Parts
from common.engine.steps import SideStep
from somali_pirates.actions import EndPhase, Place, PlaceRest, PlayChit, Restack
from somali_pirates.rules.chit_effects import (
    CLOSING_CHITS,
    MILITIA,
    NODE,
    POINT_CHITS,
    closing_targets,
    play_effect,
    points_chit_fits,
    why_not_effect,
)
from somali_pirates.rules.chits import ChitWindow
from somali_pirates.rules.netwar import gain
from somali_pirates.rules.placement import first_way, known_ways, place, waiting, ways, why_not_place
from somali_pirates.rules.purchases import BASE, Plots, reveal_order
from somali_pirates.rules.stacks import is_common, partners, restack, restacks_in, why_not_restack
from somali_pirates.rules.zone_lists import gather
from somali_pirates.state import AVAILABLE, COALITION, DUE, ENEMY, NONE, PIRATE, SIDE_NAMES, WAITING, PirateState

LATE = ("jsotf", "contractors", "coalition_base")  # placed last, so that they can be stacked with the others
USUAL_MARKS = ("cjtfhoa", "djibouti")  # whom common units in Djibouti stand with in the ready-made deployment


class MobilizationPhase(Step, frozen=True, tag=True):
    """4.1c-e  Points chits, secret plots, deployment of First and Second Player, replacements."""

    def proceed(self, state: PirateState) -> bool:
        state.phase, state.mover = "mobilization", ""
        state.settle()
        state.passing = NONE
        state.note(f"Turn {state.turn}: Mobilization", "4.1c", heading=True)
        sides = (state.first, ENEMY[state.first])
        windows = [PointsWindow(side) for side in sides]
        state.swap(*windows, Plots(asked=sides), *map(Deployment, sides), ReplacementsDue())
        return True


class PointsWindow(ChitWindow, frozen=True, tag=True):
    """R22  Surge or Jihad before the plots, so that the points can be spent at once."""

    def prompt(self, state: PirateState) -> str:
        name = state.data.chits[self.side][POINT_CHITS[self.side]].name
        return f"Play {name} before the purchases, or go on ({self._rule(state)})."

    def _rule(self, state: PirateState) -> str:
        return state.data.chits[self.side][POINT_CHITS[self.side]].rule

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        chit = POINT_CHITS[self.side]
        gone = chit in state.pools[self.side].removed
        return (chit,) if points_chit_fits(state, self.side) and not gone else ()

    def react(self, state: PirateState, action: PlayChit) -> None:
        play_effect(state, self.side, action)


class Deployment(Step, frozen=True, tag=True):
    """4.1d  A side reveals what it bought; then the enemy's closing chit, its own chits, and its units."""

    side: Side

    def proceed(self, state: PirateState) -> bool:
        reveal_order(state, self.side, "4.1d")
        state.swap(ClosingWindow(ENEMY[self.side]), OwnWindow(self.side), Deploy(self.side))
        return True


class ClosingWindow(ChitWindow, frozen=True, tag=True):
    """R23  Somali Civil War or Dar al-Harb at the start of the opponent's deployment."""

    def prompt(self, state: PirateState) -> str:
        kind = state.data.chits[self.side][CLOSING_CHITS[self.side]]
        return f"The {SIDE_NAMES[ENEMY[self.side]]} will deploy: play {kind.name}, or go on ({kind.rule})."

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        chit = CLOSING_CHITS[self.side]
        lying = list(state.shut.values()).count(chit)
        return (chit,) if lying < state.data.chits[self.side][chit].count else ()

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        for target in closing_targets(state, self.side):
            yield PlayChit(chit, target=target)

    def why_not_play(self, state: PirateState, action: PlayChit) -> Refusal | None:
        return why_not_effect(state, self.side, action)

    def react(self, state: PirateState, action: PlayChit) -> None:
        play_effect(state, self.side, action)


class OwnWindow(ChitWindow, frozen=True, tag=True):
    """R22, R89  The own Mobilization chits in the deployment step: Surge, Jihad, Leader Node."""

    def prompt(self, state: PirateState) -> str:
        return "Play a chit of the Mobilization Phase, or go on (19.3a)."

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        found = [NODE] if self.side == PIRATE else []
        chit = POINT_CHITS[self.side]
        if points_chit_fits(state, self.side) and chit not in state.pools[self.side].removed:
            found.append(chit)
        return tuple(found)

    def why_not_fit(self, state: PirateState, action: PlayChit) -> Refusal:
        return why_not_effect(state, self.side, action) or super().why_not_fit(state, action)

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        yield PlayChit(chit, MILITIA if chit == NODE else "")

    def why_not_play(self, state: PirateState, action: PlayChit) -> Refusal | None:
        return why_not_effect(state, self.side, action)

    def react(self, state: PirateState, action: PlayChit) -> None:
        play_effect(state, self.side, action)


class ReplacementsDue(Step, frozen=True, tag=True):
    """4.1e  The Coalition places the units that return this turn."""

    def proceed(self, state: PirateState) -> bool:
        for id_, turn in sorted(state.due.items()):
            if turn <= state.turn and state.units[id_].at == DUE:
                state.send_to(id_, WAITING)
        step = Deploy(COALITION, "replacement")
        state.swap(*([step] if step.candidates_to_place(state) else []))  # else nothing new could be stacked
        return True


class Deploy(SideStep, frozen=True, tag=True):
    """9.4  A side places its new units, faction by faction; common units may still be restacked at the end."""

    what: Literal["new", "replacement"] = "new"

    def prompt(self, state: PirateState) -> str:
        unplaced = self.to_place(state)
        if not unplaced:
            return "Restack what was placed, or end the deployment (10.0b)."
        faction = state.data.factions[state.data.counters[unplaced[0]].faction].name
        rule = "4.1e" if self.what == "replacement" else "9.4a"
        return f"Place the units of {faction}, {len(unplaced)} to go ({rule})."

    def candidates_to_place(self, state: PirateState) -> list[str]:
        """The waiting units of this kind of deployment: bought ones, or replacements that are due."""
        return [id_ for id_ in waiting(state, self.side) if (id_ in state.due) == (self.what == "replacement")]

    def to_place(self, state: PirateState) -> list[str]:
        """The units with a place of the faction whose turn it is."""
        known = known_ways(state)
        return [id_ for id_ in self._faction_to_place(state) if known.has_way(state, id_)]

    def _faction_to_place(self, state: PirateState) -> list[str]:
        """The waiting units of the faction whose turn it is: the first, common ones last, that has one with a place."""
        known = known_ways(state)
        ids = known.turns.get((self.side, self.what))
        if ids is None:
            factions: dict[str, list[str]] = {}
            for id_ in self.candidates_to_place(state):
                factions.setdefault(state.data.counters[id_].faction, []).append(id_)
            by_turn = [factions[faction] for faction in sorted(factions, key=lateness)]
            ids = next((ids for ids in by_turn if any(known.has_way(state, id_) for id_ in ids)), [])
            known.turns[self.side, self.what] = ids
        return ids

    def proceed(self, state: PirateState) -> bool:
        if self._faction_to_place(state) or self._restacks(state):
            return False
        state.flow.pop()
        settle_unplaced(state, self.side, self.what)
        return True

    def parts(self, state: PirateState) -> Parts[str, Place]:
        """9.4  What forbids a unit to be placed now, and what forbids it a place."""
        waiting_now, turn = self.candidates_to_place(state), self.to_place(state)

        def why_not_now(unit: str) -> Refusal | None:
            if unit not in waiting_now:
                return Refusal("9.4a", f"{state.data.name(unit)} is not to be placed now")
            if unit not in turn and known_ways(state).has_way(state, unit):
                first = state.data.factions[state.data.counters[turn[0]].faction].name
                return Refusal("9.4a", f"place {first} first")
            return None

        return Parts(why_not_now, both=lambda _, action: why_not_place(state, action))

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for id_ in self.candidates_to_place(state):
            yield from ways(state, id_)
        for unit in state.on_map(self.side):
            if is_common(state, unit.id):
                yield from (Restack(unit.id, mark) for mark in ("", *partners(state, unit.id, unit.at)))
        yield from (PlaceRest(), EndPhase())

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """Each unit is judged once, whatever the number of its places, and units of one kind together."""
        known, turn = known_ways(state), self._faction_to_place(state)
        places = [way for unit in turn for way in known.ways_of(state, unit)]
        return (*places, *self._restacks(state), PlaceRest() if places else EndPhase())

    def _restacks(self, state: PirateState) -> tuple[Restack, ...]:
        """Every change of stacks that is still open, once something new that can be stacked is on the map.

        Units become fresh by coming into a Zone, and stay so until the turn is over.
        """
        terms = state.phase, state.mover, state.turn
        find: Callable[[str], list[Restack]] = partial(restacks_in, state, self.side)
        return gather(state, f"restacks {self.side}", terms, (), state.occupied(self.side), find)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case Place(unit):
                return self.parts(state).why_not(unit, action)
            case Restack(unit, mark) if unit in state.units and state.data.counters[unit].side == self.side:
                return why_not_restack(state, unit, mark)
            case EndPhase():
                rule = "4.1e" if self.what == "replacement" else "3.0Db" if state.phase == "setup" else "9.2a"
                if not self._faction_to_place(state):
                    return None
                left = len(self.candidates_to_place(state))
                return Refusal(rule, f"place every new unit first; {left} to go")
            case PlaceRest():
                return None if self._faction_to_place(state) else Refusal("9.4a", "everything has been placed")
        return Refusal("4.1a", "deploy the new units now")

    def play(self, state: PirateState, action: Action) -> None:
        match action:
            case Place():
                place(state, action, "4.1e" if self.what == "replacement" else "9.4a")
            case Restack(unit, mark):
                restack(state, unit, mark)
            case PlaceRest():
                self.place_usually(state)
            case EndPhase():
                state.flow.pop()
                settle_unplaced(state, self.side, self.what)

    def place_usually(self, state: PirateState) -> list[Place]:
        """Every waiting unit goes to its usual place, one faction after the other; tells which those are."""
        places: list[Place] = []
        while unplaced := list(self._faction_to_place(state)):
            while (usual := usual_place(state, unplaced)) is not None:
                places.append(usual)
                place(state, usual)
                unplaced.remove(usual.unit)
        return places


def lateness(faction: str) -> int:
    """The common factions come after all others."""
    return LATE.index(faction) + 1 if faction in LATE else 0


def usual_place(state: PirateState, ids: list[str]) -> Place | None:
    """The next unit with the place it has in the ready-made deployment, else the first that is legal, if any is."""
    data = state.data
    for id_ in ids:
        zone, ship = data.defaults.get(id_, ("", ""))
        wanted = Place(id_, state.units[ship].at if ship else zone, ship)
        marks = USUAL_MARKS if zone == data.setup.free_base and not ship else ()
        for action in (*(Place(id_, zone, "", mark) for mark in marks), wanted):
            if zone and why_not_place(state, action) is None:
                return action
    return next((way for id_ in ids if (way := first_way(state, id_)) is not None), None)


def settle_unplaced(state: PirateState, side: Side, what: Literal["new", "replacement"] = "new") -> None:
    """R24, R25, R28  Pirate units and bases without a place are not built; other Coalition units wait a turn."""
    closed = [chit for chit in state.shut.values() if chit == CLOSING_CHITS[ENEMY[side]]]
    for id_ in Deploy(side, what).candidates_to_place(state):
        good = state.data.good_of[id_]
        if side == PIRATE or good.id == BASE[COALITION]:
            state.send_to(id_, AVAILABLE)
            rule = "CHIT.C5" if side == PIRATE and closed else "9.4b"
            gain(state, side, good.cost, f"{state.data.counters[id_].name} finds no place and is not built", rule)
        else:
            rule = "9.10b" if id_ in state.due else "CHIT.P1" if closed else "9.4a"
            state.note(f"{state.data.counters[id_].name} finds no place and waits until the next turn.", rule)
