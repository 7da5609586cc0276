"""Where the enemy can strike in his next action, counted from what a player's view knows."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.tables import Odds
from common.tabletop import Facts, Looks, Overlay
from common.tabletop.threat import opponents, threat_overlay
from operation_serval.odds import battle_odds
from operation_serval.rules.march_search import marches
from operation_serval.rules.movement import why_not_march
from operation_serval.rules.operations import as_if_operating, why_not_operate
from operation_serval.state import SIDE_NAMES, SIDES, ServalState
from operation_serval.table.position import shown_position
from operation_serval.view import View

ATTACK, ENTER = "can be attacked", "can be entered"
PATTERNS = ((ATTACK, "cross"), (ENTER, "hatch"))


class ServalThreat(Looks, Facts):
    """What the viewer's enemy can do with one operation of the units that are seen."""

    def threat(self, view: View) -> Overlay | None:
        """The hexes the other side can reach and attack with its next operation, and with how many units."""
        found = opponents(view, SIDES)
        if found is None or not view.playing:
            return None
        state = shown_position(self.data, view)
        strikers = find_strikers(state, found.enemy)
        own = set(state.where(found.viewer))
        spaces = {hex_: ATTACK if hex_ in own else ENTER for hex_ in strikers}
        amounts = {hex_: len(units) for hex_, units in strikers.items() if hex_ in own}
        title = f"{SIDE_NAMES[found.enemy]} can strike here next, with so many of the units that are seen"
        return threat_overlay(title, spaces, PATTERNS, amounts)

    def dangers(self, view: View) -> Sequence[Odds]:
        """The battle that all seen units of one contingent could bring about at each of the viewer's hexes."""
        found = opponents(view, SIDES)
        if found is None or not view.playing:
            return ()
        state = shown_position(self.data, view)
        strikers = find_strikers(state, found.enemy)
        odds = [
            battle_odds(gather(state, found.enemy, hex_, units), found.enemy, hex_, tuple(units))
            for hex_, units in strikers.items()
            if state.own(found.viewer, hex_)
        ]
        return [one for one in odds if one is not None][:LIMIT]


LIMIT = 12  # battles worked out at once


def gather(state: ServalState, side: Side, hex_: str, units: list[str]) -> ServalState:
    """The position with the attackers brought to a hex beside their target."""
    trial, ground = state.clone(), state.data.open[side]
    near = [other for other in state.data.near[hex_] if other in ground and not state.enemies(side, other)]
    for id_ in units:
        if state.units[id_].at not in state.data.near[hex_] and near:
            trial.change(id_, at=near[0])
    return trial


def find_strikers(state: ServalState, side: Side) -> dict[str, list[str]]:
    """For every hex the units of the contingent that can come with most: to it, or beside enemies in it."""
    found: dict[str, list[str]] = {}
    for contingent, group in state.data.contingents.items():
        if group.side == side and why_not_operate(state, side, contingent) is None:
            for hex_, units in _reached_by(as_if_operating(state, contingent), side, contingent).items():
                if len(units) > len(found.get(hex_, ())):
                    found[hex_] = units
    return found


def _reached_by(state: ServalState, side: Side, contingent: str) -> dict[str, list[str]]:
    reached: dict[str, list[str]] = {}
    enemies = {hex_ for hex_ in state.data.hexes if state.enemies(side, hex_)}
    for id_ in state.data.members[contingent]:
        unit = state.units[id_]
        if id_ not in state.data.mobile_ids or not state.in_play(unit):
            continue
        ways = marches(state, side, (id_,)) if why_not_march(state, side, id_) is None else {}
        places = {hex_ for hex_ in (unit.at, *ways) if hex_ in state.data.near}
        struck = {other for hex_ in places for other in state.data.near[hex_] if other in enemies}
        for hex_ in (*(places - {unit.at}), *struck):
            reached.setdefault(hex_, []).append(id_)
    return reached
