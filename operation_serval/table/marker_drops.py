"""21.6, 28.0  Netwar markers put down on the map: the attack they make, the look they take, or the rule against it."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side
from common.tabletop import Target
from common.tabletop.plans import draft, legal, why_not
from operation_serval import actions as act
from operation_serval.rules import netwar
from operation_serval.rules.fog import Scouting, lookouts, why_not_scout
from operation_serval.rules.netwar import Arming
from operation_serval.rules.sequence import ActionStep
from operation_serval.state import ServalState


def marker_type(state: ServalState, side: Side, piece: str) -> str:
    """The attack that a piece is a marker of, if it is one of the side; global strikes go with drones (31.1g)."""
    marker = state.data.markers.get(piece)
    type_ = marker.type if marker is not None and marker.side == side else ""
    return netwar.UAV if type_ == netwar.STRIKE else type_


def netwar_targets(state: ServalState, side: Side, ids: tuple[str, ...]) -> Iterator[Target]:
    """21.6  Markers put down on an enemy hex attack it, all of those in hand."""
    types = {marker_type(state, side, id_) for id_ in ids}
    if len(types) != 1:
        return
    type_ = types.pop()
    for action in legal(state):
        if isinstance(action, act.NetwarAttack) and action.attack == type_ and action.hex:
            plan = netwar_plan(state, action, ids)
            if plan:
                title = netwar.title_of(state, side, type_, (state.data.markers[id_].kind for id_ in ids))
                yield Target(action.hex, f"{title}, 1 C2P", plan)


def netwar_plan(state: ServalState, attack: act.NetwarAttack, ids: tuple[str, ...]) -> tuple[Action, ...]:
    """An attack with the markers in hand, whether the game asks for them or not; nothing where they cannot go."""
    uses = tuple(act.UseMarker(state.data.markers[id_].kind) for id_ in ids)
    announced = draft(state, (attack,)).state
    if any(why_not(announced, use) for use in uses):
        return ()
    if not _still_asks(announced):
        return (attack,)
    asks = _still_asks(draft(state, (attack, *uses)).state)
    return (attack, *uses, act.Finish()) if asks else (attack, *uses)


def _still_asks(state: ServalState) -> bool:
    return isinstance(state.step, Arming) and state.step.asks(state)


def look_targets(state: ServalState, ids: tuple[str, ...]) -> Iterator[Target]:
    """28.0c  An ISR marker put down in an own action looks at a hex, or joins those that are placed already."""
    marker = state.data.markers[ids[0]]
    if marker.type != netwar.ISR or len(ids) > 1:
        return
    for hex_ in lookouts(state, marker.side):
        if why_not_look(state, marker.side, hex_) is None:
            adds = isinstance(state.step, Scouting)
            yield Target(hex_, "look", (act.Place(hex_) if adds else act.Scout(marker.side, hex_),))


def why_not_look(state: ServalState, side: Side, hex_: str) -> Refusal | None:
    """28.0c  What keeps an ISR marker from being put down on a hex now."""
    return why_not(state, act.Place(hex_)) if isinstance(state.step, Scouting) else why_not_scout(state, side, hex_)


def why_not_marker(state: ServalState, ids: tuple[str, ...], space: str) -> Refusal | None:
    """21.6, 28.0c  Why markers do nothing where they are put down, each kind by its own rule."""
    marker = state.data.markers[ids[0]]
    if marker.type == netwar.ISR:
        return why_not_look(state, marker.side, space)
    if marker.type == netwar.DIRECT_ACTION:
        return Refusal("21.6i", "direct action answers markers that the Islamists play")
    if isinstance(state.step, ActionStep):
        return why_not_netwar(state, marker.side, ids, space)
    return Refusal("21.6a", "a netwar attack is an action of its own")


def why_not_netwar(state: ServalState, side: Side, ids: tuple[str, ...], space: str) -> Refusal | None:
    """21.6, 31.1g  Why markers do not attack a place; a global strike goes farther than the drones beside it."""
    attack = act.NetwarAttack(marker_type(state, side, ids[0]), space)
    refusal = why_not(state, attack)
    if refusal is None and len({marker_type(state, side, id_) for id_ in ids}) > 1:
        announced = draft(state, (attack,)).state
        reasons = (why_not(announced, act.UseMarker(state.data.markers[id_].kind)) for id_ in ids)
        return next(filter(None, reasons), None)
    if refusal is None and not netwar_plan(state, attack, ids):
        return Refusal("21.6f", f"{state.title(space)} needs a base of yours within reach; a global strike does not")
    return refusal
