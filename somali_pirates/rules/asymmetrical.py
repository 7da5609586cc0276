"""15.4-15.7  Asymmetrical attacks: values, the table, and what the results do."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from somali_pirates.actions import Choose
from somali_pirates.battle import Battle
from somali_pirates.printed_tables import AsymmetricalResult
from somali_pirates.rules.casualties import battle_of, lose_units
from somali_pirates.rules.chits import throw
from somali_pirates.rules.choices import NamedSubset
from somali_pirates.rules.kinetic import Settlement
from somali_pirates.rules.stacks import groups
from somali_pirates.rules.strength import asymmetrical_column, asymmetrical_values
from somali_pirates.state import AVAILABLE, COALITION, ENEMY, PIRATE, PirateState


def begin_operation(state: PirateState) -> None:
    """Tell the attack and put its steps on the flow."""
    battle = battle_of(state)
    name, kind = state.data.name, state.data.attacks[battle.kind]
    who = f" by {', '.join(map(name, battle.attackers))}" if battle.attackers else ""
    whom = f" against {name(battle.target)}" if battle.target else ""
    state.note(f"{kind.name}{who}{whom} in {name(battle.zone)}.", kind.rule, "15.3c", places=(battle.zone,))
    if battle.kind == "drone":
        state.push(DroneStrength(), AsymmetricalRoll(), Settlement())
    else:
        state.push(AsymmetricalRoll(), Settlement())


class DroneStrength(Step, frozen=True, tag=True):
    """15.7p  A drone's column is a die less one."""

    thrown: bool = False

    def proceed(self, state: PirateState) -> bool:
        if self.thrown:
            state.flow.pop()
            column = asymmetrical_column(state, state.dice[0] - 1)
            state.battle = replace(battle_of(state), column=column)
        else:
            state.swap(DroneStrength(thrown=True))
            throw(state, COALITION, "Strength of the drone", "15.7p")
        return True


class AsymmetricalRoll(Step, frozen=True, tag=True):
    """15.4c  The difference of values names the column; one die gives the result."""

    thrown: bool = False

    def proceed(self, state: PirateState) -> bool:
        battle, table = battle_of(state), state.data.tables.asymmetrical_crt
        kind = state.data.attacks[battle.kind]
        if not self.thrown:
            column = battle.column
            if battle.kind != "drone":
                attack, defence = asymmetrical_values(state, battle)
                column = asymmetrical_column(state, attack - defence)
                text = f"Values {attack} against {defence}: column {table.columns[column]}."
                state.note(text, "15.4c", places=(battle.zone,))
            state.battle = replace(battle, column=column)
            state.swap(AsymmetricalRoll(thrown=True))
            throw(state, battle.side, kind.name, "15.4c")
            return True
        code = table.rows[state.dice[0] - 1][battle.column]
        result = kind.results[code]
        state.flow.pop()
        state.note(f"{code}: {result.meaning}", kind.rule, places=(battle.zone,))
        state.battle = replace(battle, result=code, gains=points_of(state, battle, result))
        state.push(*_effects(state, battle, result))
        return True


def points_of(state: PirateState, battle: Battle, result: AsymmetricalResult) -> tuple[tuple[Side, int], ...]:
    """The points that a result brings besides those for lost units."""
    zone = state.data.zones[battle.zone]
    pirate = result.pirate + result.pirate_zone * zone.value[PIRATE]
    if zone.terrain == "city":
        pirate += result.pirate_city
    if battle.side == COALITION:
        pirate += result.pirate_if_defending
    coalition = result.coalition
    if result.coalition_zone:
        coalition += max(1, result.coalition_zone * zone.value[COALITION])
    gains = {COALITION: coalition, PIRATE: pirate}
    gains[battle.side] += result.attacker
    return tuple((side, number) for side, number in gains.items() if number)


def _effects(state: PirateState, battle: Battle, result: AsymmetricalResult) -> list[Step]:
    """The steps that a result asks for."""
    steps: list[Step] = []
    opposed = battle.kind != "raid" or asymmetrical_values(state, battle)[1] > 0
    if result.lose_attacker == "always" or (result.lose_attacker == "opposed" and opposed):
        steps.append(NamedLoss(PIRATE, battle.attackers, "Which attacker is lost?", "15.6a"))
    if result.kill:
        if battle.kind == "spectacular":
            steps.append(
                NamedLoss(PIRATE, victims(state, battle.zone, battle.target), "Which unit is destroyed?", "15.7h")
            )
        else:
            steps.append(NamedLoss(COALITION, (battle.target,), "", "15.7n"))
    if result.hijack:
        steps.append(Hijack(PIRATE))
    if result.expose == "warlord":
        steps.append(Unmask((battle.target,)))
    elif result.expose:
        steps.append(_exposure(state, battle, result.expose))
    return steps


def victims(state: PirateState, zone: str, target: str) -> tuple[str, ...]:
    """15.7e, 15.7h, R82  The Open units of a target that a Spectacular can destroy: at sea ships and the Riverines."""
    counters, at_sea = state.data.counters, state.data.zones[zone].kind == "sea"
    found = groups(state, COALITION, zone).get(target, [])
    able = [id_ for id_ in found if counters[id_].category != "air"]
    if at_sea:
        able = [id_ for id_ in able if counters[id_].category == "naval" or counters[id_].type == "riverine"]
    return tuple(able)


def _exposure(state: PirateState, battle: Battle, how: str) -> Step:
    """15.7k  One unit of the owner's choice, half of the attacker's choice, or all come out."""
    enemy = ENEMY[battle.side]
    boxed = tuple(unit.id for unit in state.hidden_at(battle.zone, enemy))
    if how == "all":
        return Unmask(boxed)
    number = 1 if how == "one" else -(-len(boxed) // 2)
    return Exposure(enemy if how == "one" else battle.side, number=number)


class NamedLoss(SideStep, frozen=True, tag=True):
    """15.6a, 15.7h  One of several units is named and lost."""

    among: tuple[str, ...]
    question: str
    rule: str

    def prompt(self, state: PirateState) -> str:
        battle = battle_of(state)
        what, where = state.data.attacks[battle.kind].name, state.data.name(battle.zone)
        return f"{what} in {where}, {battle.result}: {self.question[:1].lower()}{self.question[1:]} ({self.rule})"

    def proceed(self, state: PirateState) -> bool:
        if len(self.among) > 1:
            return False
        state.flow.pop()
        if self.among:
            lose_units(state, self.among, self.rule)
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return map(Choose, self.among)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, Choose) and action.unit in self.among:
            return None
        return Refusal(self.rule, "name one of the units in question first")

    def play(self, state: PirateState, action: Choose) -> None:
        state.flow.pop()
        lose_units(state, (action.unit,), self.rule)


class Hijack(SideStep, frozen=True, tag=True):
    """15.7d, 15.7q, R92  An unused Mothership of an attacking faction appears in the Sea Zone."""

    def prompt(self, state: PirateState) -> str:
        return "Which faction takes the hijacked ship? (15.7q)"

    def ships(self, state: PirateState) -> list[str]:
        """The first unused Mothership of each attacking faction."""
        counters = state.data.counters
        factions = dict.fromkeys(counters[id_].faction for id_ in battle_of(state).attackers)
        found = []
        for faction in factions:
            unused = [id_ for id_ in state.data.of_faction[faction] if counters[id_].type == "mothership"]
            found += [id_ for id_ in unused if state.units[id_].at == AVAILABLE][:1]
        return found

    def proceed(self, state: PirateState) -> bool:
        ships = self.ships(state)
        if len(ships) > 1:
            return False
        state.flow.pop()
        if ships:
            self._take(state, ships[0])
        else:
            state.note("No Mothership is left to be hijacked.", "15.7q")
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        return map(Choose, self.ships(state))

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if isinstance(action, Choose) and action.unit in self.ships(state):
            return None
        return Refusal("15.7q", "name an unused Mothership of an attacking faction")

    def play(self, state: PirateState, action: Choose) -> None:
        state.flow.pop()
        self._take(state, action.unit)

    def _take(self, state: PirateState, ship: str) -> None:
        zone = battle_of(state).zone
        state.put(ship, zone)
        state.attacked |= {ship}
        state.note(f"{state.data.name(ship)} is hijacked in {state.data.name(zone)}.", "15.7q", places=(zone,))


class Unmask(Step, frozen=True, tag=True):
    """15.7k  Units come out of the box, to stay in the Zone (R83)."""

    units: tuple[str, ...]

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        for id_ in self.units:
            if state.units[id_].hidden:
                zone = state.units[id_].at
                state.put(id_, zone)
                state.note(f"{state.data.name(id_)} is forced into the Open.", "15.7k", places=(zone,))
        return True


class Exposure(NamedSubset, frozen=True, tag=True):
    """15.7k  Some units of the box are named that come into the Open."""

    rule = "15.7k"
    number: int

    def prompt(self, state: PirateState) -> str:
        where = state.data.name(battle_of(state).zone)
        return f"The search of {where} succeeds: name {self.number} in the box to come into the Open (15.7k)."

    def proceed(self, state: PirateState) -> bool:
        boxed = self.items(state)
        if not self.chosen and len(boxed) <= self.number:
            state.swap(Unmask(tuple(boxed)))
            return True
        return False

    def items(self, state: PirateState) -> list[str]:
        battle = battle_of(state)
        return [unit.id for unit in state.hidden_at(battle.zone, ENEMY[battle.side])]

    def why_not_add(self, state: PirateState, item: str) -> Refusal | None:
        if len(self.chosen) >= self.number:
            return Refusal("15.7k", f"only {self.number} come into the Open")
        return super().why_not_add(state, item)

    def why_not_confirm(self, state: PirateState) -> Refusal | None:
        missing = self.number - len(self.chosen)
        return Refusal("15.7k", f"name {missing} more") if missing else None

    def confirm(self, state: PirateState) -> None:
        state.push(Unmask(self.chosen))
