"""Ways to colour the map: control and value, stacks that defend together, reach of ships and of land units."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import Side
from common.engine.words import several
from common.tabletop import Looks, Overlay, Route
from somali_pirates.components import Components
from somali_pirates.rules.control import controller
from somali_pirates.rules.routes import base_zones, reach
from somali_pirates.rules.stacks import groups
from somali_pirates.state import COALITION, PIRATE, SIDE_NAMES, SIDES, PirateState
from somali_pirates.table.faces import COLOURS
from somali_pirates.table.known import known_position
from somali_pirates.view import View

DISPUTED = "disputed"
NOBODY = "nobody"


class PirateOverlays(Looks):
    """Overlays of the game, read from a view."""

    def overlays(self, view: View) -> Sequence[Overlay]:
        """Control and value, defending stacks, and where ships and ground units of either side can go."""
        data: Components = self.data
        state = known_position(data, view)
        found = [_control(state), _stacks(state)]
        for side, shift in zip(SIDES, ("", "Shift+"), strict=True):
            found.append(_reach(state, side, True, f"{shift}W"))
            found.append(_reach(state, side, False, f"{shift}G"))
        return found

    def route(self, view: View, space: str) -> Route | None:
        """The way from a Zone to the nearest Coalition base, for flights and supply."""
        data: Components = self.data
        if space not in data.zones:
            return None
        state = known_position(data, view)
        bases = sorted(base_zones(state), key=lambda zone: data.distance(space, zone))
        way = data.map.supply_line(space, {bases[0]}, len(data.zones)) if bases else None
        if way is None:
            return None
        away = f"{several(len(way) - 1, 'space')} away" if len(way) > 1 else "in this Zone"
        return Route("Nearest Coalition base", tuple(way), "11.8f", f"{data.name(way[-1])}, {away}")


def _control(state: PirateState) -> Overlay:
    """18.1, 18.2  Who controls a Zone, and what it is worth to both."""
    spaces, labels = {}, {}
    for zone in state.data.zones.values():
        if zone.kind == "off_map":
            continue
        owner = controller(state, zone.id)
        crowded = all(state.open_at(zone.id, side) for side in SIDES)
        spaces[zone.id] = SIDE_NAMES[owner] if owner else DISPUTED if crowded else NOBODY
        labels[zone.id] = f"{zone.value[PIRATE]} / {zone.value[COALITION]}"
    legend = (
        (SIDE_NAMES[COALITION], COLOURS[COALITION], "fill"),
        (SIDE_NAMES[PIRATE], COLOURS[PIRATE], "hatch"),
        (DISPUTED, "#8a6d1f", "cross"),
        (NOBODY, "#8f8f8f", "dots"),
    )
    return Overlay("control", "Control and value, Pirates / Coalition", "C", spaces, legend, (), labels)


def _stacks(state: PirateState) -> Overlay:
    """12.3c  The strongest stack that defends together in each Zone, by printed strength."""
    spaces, labels = {}, {}
    counters = state.data.counters
    for zone in state.data.zones:
        found: list[tuple[int, Side]] = []
        for side in SIDES:
            for ids in groups(state, side, zone).values():
                found.append((sum(counters[id_].kinetic for id_ in ids), side))
        if found:
            spaces[zone] = SIDE_NAMES[max(found)[1]] if len({side for _, side in found}) == 1 else DISPUTED
            labels[zone] = " | ".join(str(strength) for strength, _ in sorted(found, reverse=True))
    legend = (
        (SIDE_NAMES[COALITION], COLOURS[COALITION], "fill"),
        (SIDE_NAMES[PIRATE], COLOURS[PIRATE], "hatch"),
        (DISPUTED, "#8a6d1f", "cross"),
    )
    return Overlay("stacks", "Stacks that defend together", "S", spaces, legend, (), labels)


def _reach(state: PirateState, side: Side, naval: bool, key: str) -> Overlay:
    """11.3, 11.4  Zones that ships or ground units of a side could move to, and with how many units."""
    trial = state.clone()
    trial.moved, trial.spent, trial.phase, trial.mover = {}, {}, "movement", side
    number: dict[str, int] = {}
    for unit in trial.on_map(side):
        if (trial.counter(unit.id).category == "naval") == naval:
            for zone in reach(trial, unit.id):
                number[zone] = number.get(zone, 0) + 1
    what = "Ships" if naval else "Ground units"
    category = "in reach"
    spaces = dict.fromkeys(number, category)
    labels = {zone: str(count) for zone, count in number.items()}
    title = f"{what} of the {SIDE_NAMES[side]}: reach"
    legend = ((category, COLOURS[side], "fill" if naval else "hatch"),)
    return Overlay(f"{side} {'sea' if naval else 'land'} reach", title, key, spaces, legend, (), labels)
