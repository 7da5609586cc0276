"""12, 13, 20.1, 33.1  Kinetic combat from the declaration to its points."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from somali_pirates.actions import Double, PlayChit
from somali_pirates.battle import Battle
from somali_pirates.rules.casualties import Casualties, battle_of, note_result
from somali_pirates.rules.chits import ChitWindow, announce, throw
from somali_pirates.rules.choices import NamedSubset
from somali_pirates.rules.netwar import gain
from somali_pirates.rules.retreats import Retreats
from somali_pirates.rules.spoils import Spoils
from somali_pirates.rules.strength import odds_column, shares_of, tell_points, totals
from somali_pirates.rules.underground import why_not_box_laden
from somali_pirates.state import ENEMY, PIRATE, SIDE_NAMES, SIDES, PirateState

EDGE = "tactical_edge"  # CHIT.C7
EDGE_USES = ("double", "raise")


def begin_kinetic(state: PirateState) -> None:
    """Tell the attack and put its steps on the flow, in the order of R77."""
    battle = battle_of(state)
    name = state.data.name
    attackers = ", ".join(map(name, battle.attackers))
    box = " in the box" if battle.hidden else ""
    sort = "Standoff: " if battle.standoff else "Shock: " if battle.shock else ""
    verb = "attack" if len(battle.attackers) > 1 else "attacks"
    text = f"{sort}{attackers} {verb} {', '.join(map(name, battle.defenders))}{box} in {name(battle.zone)}."
    state.note(text, "12.1c", places=(battle.zone,))
    state.push(
        EdgeWindow(battle.side),
        EdgeWindow(ENEMY[battle.side]),
        WarlordChoice(PIRATE),
        KineticRoll(),
        Casualties(battle.side),
        Casualties(ENEMY[battle.side]),
        Retreats(battle.side),
        Retreats(ENEMY[battle.side]),
        Advance(battle.side),
        Settlement(),
    )


def tell_strengths(state: PirateState, battle: Battle) -> str:
    """The strengths of an attack as they stand."""
    attack, defence = totals(state, battle)
    return f"{tell_points(attack)} against {tell_points(defence)}"


class EdgeWindow(ChitWindow, frozen=True, tag=True):
    """19.4a, CHIT.C7  A side may add Tactical Edge, the attacker first."""

    def prompt(self, state: PirateState) -> str:
        battle = with_warlords(state, battle_of(state))
        where = state.data.name(battle.zone)
        return f"Attack in {where}, {tell_strengths(state, battle)}: add Tactical Edge, or not (19.4a)."

    def fitting(self, state: PirateState) -> tuple[str, ...]:
        return (EDGE,)

    def plays(self, state: PirateState, chit: str) -> Iterator[PlayChit]:
        return (PlayChit(chit, use) for use in EDGE_USES)

    def react(self, state: PirateState, action: PlayChit) -> None:
        state.swap(EdgeEffect(self.side, action.use), self)
        use = "to double every unit" if action.use == "double" else "to add one to every unit"
        announce(state, self.side, action.chit, use)


class EdgeEffect(Step, frozen=True, tag=True):
    """CHIT.C7  A Tactical Edge that was not stopped."""

    side: Side
    use: str

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        if state.worked:
            battle = battle_of(state)
            field = "doubled" if self.use == "double" else "raised"
            counts: dict[Side, int] = dict(getattr(battle, field))
            counts[self.side] = counts.get(self.side, 0) + 1
            state.battle = replace(battle, **{field: tuple(sorted(counts.items()))})
        return True


class WarlordChoice(SideStep, frozen=True, tag=True):
    """12.7b, 20.1  Each Warlord in the fight doubles one other unit of his faction."""

    def prompt(self, state: PirateState) -> str:
        battle = battle_of(state)
        where = state.data.name(battle.zone)
        return f"Attack in {where}, {tell_strengths(state, battle)}: which unit does a Warlord double? (12.7b)"

    def proceed(self, state: PirateState) -> bool:
        for warlord in idle_warlords(state):
            followers = followers_of(state, battle_of(state), warlord)
            if len(followers) == 1:
                self._double(state, warlord, followers[0])
                return True
        if idle_warlords(state):
            return False
        state.flow.pop()
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        battle = battle_of(state)
        for warlord in idle_warlords(state):
            yield from (Double(warlord, unit) for unit in followers_of(state, battle, warlord))

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if not isinstance(action, Double) or action.warlord not in idle_warlords(state):
            return Refusal("12.7b", "each Warlord in the fight doubles one unit first")
        if action.unit not in followers_of(state, battle_of(state), action.warlord):
            return Refusal("12.7b", "a Warlord doubles another unit of his faction in the fight, never a Warlord")
        return None

    def play(self, state: PirateState, action: Double) -> None:
        self._double(state, action.warlord, action.unit)

    def _double(self, state: PirateState, warlord: str, unit: str) -> None:
        battle = battle_of(state)
        state.battle = replace(battle, warlords=(*battle.warlords, (warlord, unit)))
        state.note(f"{state.data.name(warlord)} doubles {state.data.name(unit)}.", "12.7b")


def fighting_pirates(battle: Battle) -> tuple[str, ...]:
    """The Pirate units in a kinetic attack."""
    return battle.attackers if battle.side == PIRATE else battle.defenders


def idle_warlords(state: PirateState) -> list[str]:
    """The Warlords in the fight who could double a unit and have not chosen yet."""
    battle = battle_of(state)
    done = {warlord for warlord, _ in battle.warlords}
    able = [id_ for id_ in fighting_pirates(battle) if id_ in state.data.warlords and id_ not in done]
    return [id_ for id_ in able if followers_of(state, battle, id_)]


def followers_of(state: PirateState, battle: Battle, warlord: str) -> list[str]:
    """R112  The units in the fight that a Warlord may double."""
    faction = state.data.counters[warlord].faction
    counters, warlords = state.data.counters, state.data.warlords
    return [id_ for id_ in fighting_pirates(battle) if counters[id_].faction == faction and id_ not in warlords]


def with_warlords(state: PirateState, battle: Battle) -> Battle:
    """The attack with each Warlord who has not chosen yet doubling the unit that gains most by it."""
    done = {warlord for warlord, _ in battle.warlords}
    for warlord in [id_ for id_ in fighting_pirates(battle) if id_ in state.data.warlords and id_ not in done]:
        choices = [
            replace(battle, warlords=(*battle.warlords, (warlord, unit)))
            for unit in followers_of(state, battle, warlord)
        ]
        if choices:
            own = 0 if battle.side == PIRATE else 1
            battle = max(choices, key=lambda choice: totals(state, choice)[own])
    return battle


class KineticRoll(Step, frozen=True, tag=True):
    """12.2e, 12.2f  The odds are set, the attacker rolls, and the table tells the result."""

    thrown: bool = False

    def proceed(self, state: PirateState) -> bool:
        battle, table = battle_of(state), state.data.tables.kinetic_crt
        if self.thrown:
            state.flow.pop()
            result = table.rows[state.dice[0] - 1][battle.column]
            state.battle = replace(battle, result=result)
            note_result(state, result)
            return True
        attack, defence = totals(state, battle)
        column = odds_column(state, attack, defence)
        state.battle = replace(battle, column=column, shares=shares_of(state, battle))
        odds = f"{tell_points(attack)} against {tell_points(defence)}: {table.columns[column]}"
        state.note(f"Strengths {odds}.", "12.2e", places=(battle.zone,))
        state.swap(KineticRoll(thrown=True))
        throw(state, battle.side, f"Attack in {state.data.name(battle.zone)}", "12.2f")
        return True


class Advance(NamedSubset, frozen=True, tag=True):
    """16.9a, R72  Attackers that have cleared a box may advance into it."""

    rule = "16.9a"

    def prompt(self, state: PirateState) -> str:
        return f"The box of {state.data.name(battle_of(state).zone)} is cleared: who advances into it? (16.9a)"

    def proceed(self, state: PirateState) -> bool:
        if not self.chosen and all(self.why_not_add(state, id_) is not None for id_ in self.items(state)):
            state.flow.pop()
            return True
        return False

    def why_not_add(self, state: PirateState, item: str) -> Refusal | None:
        return super().why_not_add(state, item) or why_not_box_laden(state, item, battle_of(state).zone)

    def items(self, state: PirateState) -> list[str]:
        battle = battle_of(state)
        if not battle.hidden or state.hidden_at(battle.zone, ENEMY[battle.side]):
            return []
        there = [state.units[id_] for id_ in battle.attackers if state.units[id_].at == battle.zone]
        return [unit.id for unit in there if not unit.hidden]  # one may have retreated into it

    def confirm(self, state: PirateState) -> None:
        for id_ in self.chosen:
            zone = state.units[id_].at
            state.put(id_, zone, hidden=True)
            state.note(f"{state.data.name(id_)} advances into the box.", "16.9a", places=(zone,))


class Settlement(Step, frozen=True, tag=True):
    """6.1a, 15.6a  What both sides gain by the attack is added up and taken."""

    def proceed(self, state: PirateState) -> bool:
        battle = battle_of(state)
        points = state.data.points
        gains = dict.fromkeys(SIDES, 0)
        for id_ in battle.lost:
            gains[ENEMY[state.data.counters[id_].side]] += points[id_]
        for side, number in (*battle.gains, *zone_points(state, battle)):
            gains[side] += number
        told = [f"{SIDE_NAMES[side]} {number}" for side, number in gains.items() if number]
        state.note(f"Points of the attack: {', '.join(told) or 'none'}.", "6.1a", places=(battle.zone,))
        state.battle = None
        after = (ShockDie(),) if battle.shock else ()
        state.swap(Spoils(battle.side, tuple(gains.items())), *after)
        return True


def zone_points(state: PirateState, battle: Battle) -> list[tuple[Side, int]]:
    """6.1c, 6.1d, R14, R15  Points for an indecisive action or an overkill."""
    zone, table = state.data.zones[battle.zone], state.data.tables.combat_points
    city = zone.terrain == "city"
    if battle.result == "IA":
        return [(PIRATE, table.indecisive.city if city else table.indecisive.points)]
    if battle.result == "OK":
        side = ENEMY[battle.side]
        worth = max(zone.value[side], table.overkill.least)
        return [(side, worth * (table.overkill.city_factor if city else 1))]
    return []


class ShockDie(Step, frozen=True, tag=True):
    """33.1a, R118  After a Shock attack the Pirate gains a die of points."""

    thrown: bool = False

    def proceed(self, state: PirateState) -> bool:
        if self.thrown:
            state.flow.pop()
            gain(state, PIRATE, state.dice[0], "the Chinese shock attack", "33.1a")
        else:
            state.swap(ShockDie(thrown=True))
            throw(state, PIRATE, "Shock Combat", "33.1a")
        return True
