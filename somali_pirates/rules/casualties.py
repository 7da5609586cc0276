"""14.1  Losses of 50 and 100 percent by printed strength, and what follows for aircraft."""

from __future__ import annotations

from msgspec.structs import replace

from common.engine import Refusal, Side
from somali_pirates.battle import Battle
from somali_pirates.rules.air import based_at
from somali_pirates.rules.choices import NamedSubset
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.losses import eliminate
from somali_pirates.rules.routes import has_base
from somali_pirates.rules.strength import is_afar
from somali_pirates.state import COALITION, PirateState

ALL = 100  # percent


def battle_of(state: PirateState) -> Battle:
    """The attack that is being resolved."""
    assert state.battle is not None
    return state.battle


def note_result(state: PirateState, code: str) -> None:
    """Tell a result of the Kinetic table in words."""
    result = state.data.results[code]
    state.note(f"{code}, {result.name}: {result.meaning}", "14.0a", places=(battle_of(state).zone,))


def note_spared(state: PirateState) -> None:
    """Tell why no attacker is lost: all fire from afar, or are spared in a Standoff Attack (20.5b, 29.1b)."""
    battle = battle_of(state)
    names = ", ".join(map(state.data.name, battle.attackers))
    if battle.standoff:
        state.note(f"The Standoff Attack spares {names}.", "29.1b")
    else:
        state.note(f"No attacker is within reach of the enemy: {names}.", "20.5b")


def lose_units(state: PirateState, ids: tuple[str, ...], rule: str) -> None:
    """Eliminate units in a combat: they are scored, and aircraft without base or deck evacuate (21.4a, 22.6a)."""
    battle = battle_of(state)
    decks = [unit.id for id_ in ids for unit in state.cargo(id_) if state.data.counters[unit.id].category == "air"]
    lost = eliminate(state, ids, rule)
    state.battle = replace(battle, lost=(*battle.lost, *lost))
    homeless = [id_ for id_ in decks if id_ not in lost]
    if any(state.data.counters[id_].type == "base" for id_ in lost) and not has_base(state, battle.zone, COALITION):
        homeless += [unit.id for unit in based_at(state, battle.zone)]
    if homeless:
        state.push(Evacuation(COALITION, tuple(homeless)))


def exposed(state: PirateState, battle: Battle, side: Side) -> tuple[str, ...]:
    """The units of a side that a result touches: in the fight, still there and not out of reach (20.5b, 29.1b)."""
    zones = state.data.zones
    force = battle.attackers if side == battle.side else battle.defenders
    alive = [id_ for id_ in force if state.units[id_].at in zones]
    if side != battle.side:
        return tuple(id_ for id_ in alive if state.units[id_].at == battle.zone)
    alive = [id_ for id_ in alive if not is_afar(state, battle, id_)]
    if battle.standoff and battle.result == "MD":
        alive = [id_ for id_ in alive if state.data.counters[id_].walks]
    return tuple(alive)


def is_enough(state: PirateState, force: tuple[str, ...], chosen: tuple[str, ...]) -> bool:
    """14.1b, R64  Whether the chosen units make up half of a force, by printed strength or, without any, by number."""
    counters = state.data.counters
    total = sum(counters[id_].kinetic for id_ in force)
    if not total:
        return 2 * len(chosen) >= len(force)
    return bool(chosen) and 2 * sum(counters[id_].kinetic for id_ in chosen) >= total


class Casualties(NamedSubset, frozen=True, tag=True):
    """14.1  A side takes the losses of the result; of half a force its owner chooses the units."""

    rule = "14.1b"

    def percent(self, state: PirateState) -> int:
        """What the result costs this side."""
        result = state.data.results[battle_of(state).result]
        return result.attacker_loss if self.side == battle_of(state).side else result.defender_loss

    def prompt(self, state: PirateState) -> str:
        battle = battle_of(state)
        return f"{battle.result} in {state.data.name(battle.zone)}: {self._due(state)} (14.1b)."

    def _due(self, state: PirateState) -> str:
        """How much has to be lost, and how much is named: printed strength or, without any, units (R64)."""
        force = self.items(state)
        total, chosen = (sum(state.data.counters[id_].kinetic for id_ in ids) for ids in (force, self.chosen))
        if not total:
            return f"lose {(len(force) + 1) // 2} of {len(force)} units, {len(self.chosen)} named"
        return f"lose {(total + 1) // 2} or more of {total} printed points, {chosen} named"

    def proceed(self, state: PirateState) -> bool:
        percent, force = self.percent(state), self.items(state)
        if not percent or not force:
            state.flow.pop()
            if percent and self.side == battle_of(state).side:
                note_spared(state)
            return True
        if percent == ALL or len(force) == 1:
            state.flow.pop()
            lose_units(state, force, "14.1a" if percent == ALL else "14.1b")
            return True
        return False

    def items(self, state: PirateState) -> tuple[str, ...]:
        return exposed(state, battle_of(state), self.side)

    def why_not_add(self, state: PirateState, item: str) -> Refusal | None:
        return Refusal("14.1b", f"{state.data.name(item)} is already chosen") if item in self.chosen else None

    def why_not_confirm(self, state: PirateState) -> Refusal | None:
        force = self.items(state)
        if is_enough(state, force, self.chosen):
            return None
        total = sum(state.data.counters[id_].kinetic for id_ in force)
        chosen = sum(state.data.counters[id_].kinetic for id_ in self.chosen)
        return Refusal("14.1b", f"{chosen} of {total} points of printed strength are less than half")

    def confirm(self, state: PirateState) -> None:
        lose_units(state, self.chosen, "14.1b")
