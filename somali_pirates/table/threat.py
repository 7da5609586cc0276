"""Where the enemy can strike in his next turn, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tables import Odds
from common.tabletop import Facts, Looks, Overlay
from common.tabletop.threat import opponents, threat_overlay
from somali_pirates.battle import Battle
from somali_pirates.odds import kinetic_odds
from somali_pirates.rules.muster import KINETIC
from somali_pirates.rules.routes import reach
from somali_pirates.rules.stacks import groups
from somali_pirates.rules.strength import oppose
from somali_pirates.state import ENEMY, SIDE_NAMES, SIDES, PirateState
from somali_pirates.table.known import known_position
from somali_pirates.view import View

ATTACK, ENTER = "can be attacked", "can be entered"
PATTERNS = ((ATTACK, "cross"), (ENTER, "hatch"))


class PirateThreat(Looks, Facts):
    """What the viewer's enemy can do with his next turn."""

    def threat(self, view: View) -> Overlay | None:
        """The Zones the other side can reach with units that fight, and with how many."""
        found = opponents(view, SIDES)
        if found is None:
            return None
        state = next_turn(known_position(self.data, view), found.enemy)
        able = {zone: len(units) for zone, units in strikers(state, found.enemy).items()}
        spaces = {zone: ATTACK if state.open_at(zone, found.viewer) else ENTER for zone in able}
        return threat_overlay(f"{SIDE_NAMES[found.enemy]} can be here next, with so many units", spaces, PATTERNS, able)

    def dangers(self, view: View) -> Sequence[Odds]:
        """12.2  The attack of one faction in full strength on each stack of the viewer that it can reach."""
        found = opponents(view, SIDES)
        if found is None:
            return ()
        state = next_turn(known_position(self.data, view), found.enemy)
        return [
            odds
            for zone, units in strikers(state, found.enemy).items()
            for target in groups(state, found.viewer, zone)
            if (odds := _strongest(state, found.enemy, zone, target, units)) is not None
        ]


def next_turn(state: PirateState, side: Side) -> PirateState:
    """The table as a side's next turn finds it: nobody has moved or attacked."""
    state.moved, state.spent, state.attacked = {}, {}, frozenset()
    state.acted, state.active, state.phase, state.mover, state.battle = frozenset(), "", "movement", side, None
    return state


def strikers(state: PirateState, side: Side) -> dict[str, list[str]]:
    """The units of a side by the Zones in which they could fight after moving along routes."""
    found: dict[str, list[str]] = {}
    for unit in state.on_map(side):
        if not state.counter(unit.id).kinetic or unit.aboard:
            continue
        places = [unit.at] if unit.hidden else [unit.at, *reach(state, unit.id)]
        for zone in places:
            if state.data.zones[zone].kind != "off_map":
                found.setdefault(zone, []).append(unit.id)
    return found


def _strongest(state: PirateState, side: Side, zone: str, target: str, units: list[str]) -> Odds | None:
    """The attack of the faction that can bring the most strength; who hides may come out first (16.7a)."""
    by: dict[str, list[str]] = {}
    for id_ in units:
        by.setdefault(state.counter(id_).faction, []).append(id_)
    faction = max(by, key=lambda name: sum(state.counter(id_).kinetic for id_ in by[name]))
    trial = state.clone()
    for id_ in by[faction]:
        trial.put(id_, zone)
    plan = Battle(KINETIC, side, faction, zone, target, tuple(by[faction]))
    defenders, helpers = oppose(trial, plan)
    if not defenders:
        return None
    battle = Battle(KINETIC, side, faction, zone, target, tuple(by[faction]), defenders, helpers)
    assert ENEMY[side] == trial.counter(defenders[0]).side
    return kinetic_odds(trial, battle)
