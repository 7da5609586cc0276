"""17  Insurgent Reaction by dice."""

from __future__ import annotations

from collections.abc import Sequence

from common.engine import D6, Step
from common.tables import Modifier
from fallujah.rules.counters import place_militia, room
from fallujah.rules.reaction import mark_placed
from fallujah.rules.solitaire import retreat
from fallujah.state import FORCE_POOL, FRESH_LIMIT, INSURGENT, RESERVE, FallujahState, Unit

TABLE_DICE = 2  # 17.2a, 17.3a
STAND_FAST = 3  # 17.X2: "r" means nothing from this TEM on


class BotReaction(Step, frozen=True, tag=True):
    """17  Fedayeen of the Reaction Area, Cadre of the Reaction Area, then Cadre of adjacent Free areas."""

    area: str

    def proceed(self, state: FallujahState) -> bool:
        state.flow.pop()
        parts, area = state.data, self.area
        here = [unit.id for unit in state.insurgents(area) if not unit.spent and not unit.dug]
        for id_ in here:
            if id_ in parts.fedayeen_ids:
                fedayeen(state, id_, area)
        rolled = [id_ for id_ in here if id_ in parts.cadre_ids]
        for id_ in rolled:
            cadre_here(state, id_, area)
        for near in parts.near[area]:
            for unit in list(state.insurgents(near)):
                waiting = unit.id in parts.cadre_ids and unit.id not in rolled and not unit.spent
                if waiting and state.free(INSURGENT, near):
                    cadre_near(state, unit.id, near, area)
        return True


def fedayeen(state: FallujahState, id_: str, area: str) -> None:
    """17.1  1D6 plus TEM: retreat, nothing, or dig in."""
    parts = state.data
    limits = parts.tables.bot_fedayeen
    text = parts.text(id_)
    score = state.roll(f"Reaction of {text}", D6, (_terrain(state, area, "17.1a"),), by=INSURGENT).total
    if score <= limits.retreat_to:
        _retreat(state, id_, area, "17.1a")
    elif score <= limits.nothing_to:
        state.note(f"{text} stays as it is.", "17.1b", places=(area,))
    else:
        state.change(id_, dug=True)
        state.note(f"{text} digs in.", "17.1c", places=(area,))


def _terrain(state: FallujahState, area: str, rule: str) -> Modifier:
    return Modifier(state.data.tem[area], "TEM", rule)


EFFECTS = {
    "R": "it retreats",
    "r": "it retreats where cover is poor",
    "+M": "a Militia",
    "+F": "a Fedayeen",
    "+D": "a Fedayeen, Dug In",
    "adjM": "a Militia beside the Cadre",
    "adjF": "a Fedayeen beside the Cadre",
}
"""What the entries of the Cadre Reaction Table bring, in words."""


def tell_effects(effects: Sequence[str]) -> str:
    """A row of the Cadre Reaction Table in words."""
    return ", ".join(EFFECTS[effect] for effect in effects)


def cadre_here(state: FallujahState, id_: str, area: str) -> None:
    """17.2  2D6 plus TEM on the first column."""
    terrain = _terrain(state, area, "17.2a")
    roll = state.roll(f"Reaction of {state.data.text(id_)}", D6, (terrain,), TABLE_DICE, INSURGENT)
    effects = state.data.tables.bot_cadre.in_area[str(roll.total)]
    state.note(f"{state.data.text(id_)} reacts: {tell_effects(effects)}.", "17.T1", places=(area,))
    for effect in effects:
        carry_out(state, effect, id_, area, area)


def cadre_near(state: FallujahState, id_: str, home: str, area: str) -> None:
    """17.3  2D6 on the second column."""
    roll = state.roll(f"Reaction of {state.data.text(id_)}", D6, (), TABLE_DICE, INSURGENT)
    effects = state.data.tables.bot_cadre.adjacent[str(roll.total)]
    label = state.data.labels[home]
    state.note(
        f"{state.data.text(id_)} next door in {label} reacts: {tell_effects(effects)}.", "17.T2", places=(home, area)
    )
    for effect in effects:
        carry_out(state, effect, id_, home, area)


def carry_out(state: FallujahState, effect: str, id_: str, home: str, area: str) -> None:
    """One entry of the Cadre Reaction Table; retreats stand first in every row (17b)."""
    match effect:
        case "R":
            _retreat(state, id_, area, "17.X1")
        case "r":
            if state.data.tem[area] < STAND_FAST:
                _retreat(state, id_, area, "17.X2")
        case "+M":
            _militia(state, area, area, "17.X3")
        case "+F":
            _fedayeen(state, area, area, False, "17.X4")
        case "+D":
            _fedayeen(state, area, area, True, "17.X7")
        case "adjM":
            _militia(state, home, area, "17.X5")
        case "adjF":
            _fedayeen(state, home, area, False, "17.X6")


def _retreat(state: FallujahState, id_: str, area: str, rule: str) -> None:
    text = state.data.text(id_)
    space = retreat.by_reaction(state, id_, area)
    if space is None:
        state.note(f"{text} finds no area to slip into and stays.", rule, "16b", places=(area,))
        return
    state.change(id_, at=space)
    state.note(f"{text} slips away to {state.data.labels[space]} and stays Fresh.", rule, "12.1b", places=(area, space))


def _militia(state: FallujahState, space: str, area: str, rule: str) -> None:
    label = state.data.labels[space]
    if room(state, space) <= 0 or not state.insurgents(FORCE_POOL):
        state.note(f"No Militia can be placed in {label}.", rule, "17c", places=(space,))
        return
    place_militia(state, space)
    state.note(f"A Militia appears in {label}.", rule, places=(space,))
    if space == area:
        mark_placed(state, area)


def _fedayeen(state: FallujahState, space: str, area: str, dug: bool, rule: str) -> None:
    label = state.data.labels[space]
    reserve = state.insurgents(RESERVE)
    if room(state, space) <= 0 or not reserve or state.fighters(space) >= FRESH_LIMIT:
        state.note(f"No Fedayeen can be placed in {label}.", rule, "17c", places=(space,))
        return
    id_ = reserve[0].id
    state.put(Unit(id_, space, dug=dug))
    state.note(f"{state.data.text(id_)} appears in {label}{', Dug In' if dug else ''}.", rule, places=(space,))
    if space == area:
        mark_placed(state, area)
