"""7.2, 12.1-12.6, 15.1-15.4  Combat Phase: attacks are prepared, declared and resolved one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from common.engine import Action, DiscreetStep, Refusal, Side
from somali_pirates.actions import Attack, EndPhase, Operate, PlayChit
from somali_pirates.battle import Battle
from somali_pirates.rules.asymmetrical import victims
from somali_pirates.rules.chit_effects import LOOK, MILITIA, play_effect, why_not_effect
from somali_pirates.rules.chits import ASK_ONLY_HOLDERS, holds
from somali_pirates.rules.declaration import Permissions
from somali_pirates.rules.muster import JOINT, KINETIC, NEEDS_ISR, SHOCKING, UAV, Muster
from somali_pirates.rules.stacks import groups, why_not_act
from somali_pirates.rules.strength import targets
from somali_pirates.rules.zone_lists import Deed, gather, keep
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, PirateState, does

OPERATIONS: dict[Side, tuple[str, ...]] = {
    COALITION: ("counterinsurgency", "hvt"),
    PIRATE: ("raid", "spectacular", "counterinsurgency"),
}
NO_TARGET = {
    "raid": "{0} is not a Sea Zone, where merchant ships are raided",
    "spectacular": "no Open unit of {1} is in {0}",
    "counterinsurgency": "no enemy is in the box of {0}",
    "hvt": "{1} is not a Warlord in {0}",
}
FOUGHT: tuple[Deed, ...] = ("attacked",)


class CombatPhase(DiscreetStep, frozen=True, tag=True):
    """7.2a, 12.1  The side attacks as often as it likes, one faction after the other.

    It is asked even if it can only end the phase: to pass it by would tell that no ISR is in hand, which could be used.
    """

    def depends_on_hidden(self, state: PirateState) -> bool:
        return not state.options.get(ASK_ONLY_HOLDERS)

    def prompt(self, state: PirateState) -> str:
        running = f" {state.data.factions[state.active].name} is fighting." if state.active else ""
        return f"Prepare an attack, or end the Combat Phase (12.1b).{running}"

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield from kinetic_offers(state, self.side)
        yield from operation_offers(state, self.side)
        yield from self._others()

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """The list is made again when units, hands or who has fought have changed, not after an attack called off."""
        position = state.changes, state.phase, state.mover, state.hands[self.side]
        terms = position, state.attacked, state.acted
        return keep(state, f"fights {self.side}", terms, lambda: self._list(state))

    def _list(self, state: PirateState) -> tuple[Action, ...]:
        """Attacks are judged again only in Zones that have changed, or if chits or missiles allow more or less."""
        side, enemy = self.side, ENEMY[self.side]
        distant = missile_factions(state, side)
        has_isr = holds(state, side, "isr")
        terms = has_isr, holds(state, side, JOINT[side]), _has_standoff_eyes(state, side), distant
        strike = partial(attacks_in, state, side, distant=distant)
        attacks = gather(state, f"attacks {side}", terms, FOUGHT, state.occupied(enemy), strike)
        operate = partial(operations_in, state, side)
        raids = gather(state, f"operations {side}", has_isr, FOUGHT, state.occupied(side), operate)
        acted = state.acted
        strikes = drones(state, side) if holds(state, side, UAV) else []
        others = [action for action in (*strikes, *self._others()) if self.why_not(state, action) is None]
        return (
            *[attack for attack in attacks if attack.by not in acted],
            *[raid for raid in raids if raid.by not in acted],
            *others,
        )

    def _others(self) -> Iterator[Action]:
        yield PlayChit("isr", LOOK)
        if self.side == PIRATE:
            yield PlayChit("leader_node", MILITIA)
        yield EndPhase()

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case EndPhase():
                return None
            case Attack():
                return why_not_attack(state, self.side, action)
            case Operate():
                return why_not_operate(state, self.side, action)
            case PlayChit():
                return why_not_effect(state, self.side, action)
        return Refusal("12.1a", "prepare an attack, or end the Combat Phase")

    def play(self, state: PirateState, action: Action) -> None:
        match action:
            case EndPhase():
                state.note(f"The {does(self.side, 'end')} the Combat Phase.", "12.1b")
                state.flow.pop()
            case Attack(by, zone, target, hidden):
                state.push(Muster(self.side, KINETIC, by, zone, target, hidden))
            case Operate("drone", _, _, target):
                zone = state.units[target].at
                state.battle = Battle("drone", COALITION, "", zone, target)
                state.push(Permissions(("uav_attack",)))
            case Operate(kind, by, zone, target):
                state.push(Muster(self.side, kind, by, zone, target))
            case PlayChit():
                play_effect(state, self.side, action)


# What can be attacked


def kinetic_offers(state: PirateState, side: Side) -> Iterator[Action]:
    """Every kinetic attack that could be prepared, judged by who is where."""
    distant = missile_factions(state, side)
    for zone in state.occupied(ENEMY[side]):
        yield from kinetic_offers_in(state, side, zone, distant)


def missile_factions(state: PirateState, side: Side) -> set[str]:
    """20.5a  The factions of a side with a missile ship that can fire into any Zone."""
    ships = [state.units[id_] for id_ in state.data.missiles[side] if id_ not in state.attacked]
    return {state.data.counters[ship.id].faction for ship in ships if ship.at in state.data.zones and not ship.hidden}


def kinetic_offers_in(state: PirateState, side: Side, zone: str, distant: set[str]) -> list[Attack]:
    """Every kinetic attack on units in a Zone, by whoever is there Open or fires missiles into it."""
    counters, enemy = state.data.counters, ENEMY[side]
    able = distant.union([counters[unit.id].faction for unit in state.open_at(zone, side)])
    if not able:
        return []
    met, boxed = groups(state, enemy, zone), {counters[unit.id].faction for unit in state.hidden_at(zone, enemy)}
    aims = [*((target, False) for target in met), *((target, True) for target in sorted(boxed))]
    return [Attack(by, zone, *aim) for by in state.data.factions if by in able for aim in aims]


def attacks_in(state: PirateState, side: Side, zone: str, distant: set[str]) -> list[Attack]:
    """The kinetic attacks in a Zone that are allowed as long as their faction is not finished."""
    offers = kinetic_offers_in(state, side, zone, distant)
    return [attack for attack in offers if _why_not_strike(state, side, attack) is None]


def operation_offers(state: PirateState, side: Side) -> Iterator[Action]:
    """Every asymmetrical attack that could be prepared, judged by who is where."""
    for zone in state.occupied(side):
        yield from operation_offers_in(state, side, zone)
    yield from drones(state, side)


def operation_offers_in(state: PirateState, side: Side, zone: str) -> Iterator[Operate]:
    """Every asymmetrical attack of units that are Open in a Zone; without enemies there is only a raid at sea."""
    if not state.units_at(zone, ENEMY[side]) and state.data.zones[zone].kind != "sea":
        return
    aims = [(kind, target) for kind in OPERATIONS[side] for target in operation_targets(state, side, kind, zone)]
    if aims:
        mine = {state.data.counters[unit.id].faction for unit in state.open_at(zone, side)}
        for by in [faction for faction in state.data.factions if faction in mine]:
            yield from (Operate(kind, by, zone, target) for kind, target in aims)


def operations_in(state: PirateState, side: Side, zone: str) -> list[Operate]:
    """The asymmetrical attacks in a Zone that are allowed as long as their faction is not finished."""
    return [raid for raid in operation_offers_in(state, side, zone) if _why_not_conduct(state, side, raid) is None]


def drones(state: PirateState, side: Side) -> list[Operate]:
    """15.7o  A Drone Attack on each Warlord."""
    return [Operate("drone", "", "", id_) for id_ in sorted(state.data.warlords)] if side == COALITION else []


def operation_targets(state: PirateState, side: Side, kind: str, zone: str) -> list[str]:
    """What an asymmetrical attack in a Zone can name: a faction, a Warlord, or the Zone itself ("")."""
    match kind:
        case "raid":
            return [""] if state.data.zones[zone].kind == "sea" else []
        case "spectacular":
            return list(groups(state, COALITION, zone))
        case "counterinsurgency":
            return [""] if state.hidden_at(zone, ENEMY[side]) else []
        case "hvt":
            return [unit.id for unit in state.units_at(zone, PIRATE) if unit.id in state.data.warlords]
    return []


def why_not_attack(state: PirateState, side: Side, action: Attack) -> Refusal | None:
    """What keeps a faction from preparing a kinetic attack (7.2a, 12.0a, 12.1a, 12.6e, 13.0a)."""
    return _why_not_begin(state, side, action.by, action.zone) or _why_not_strike(state, side, action)


def _why_not_strike(state: PirateState, side: Side, action: Attack) -> Refusal | None:
    """What keeps a faction of the side that is not finished from a kinetic attack."""
    if not targets(state, ENEMY[side], action.zone, action.target, action.hidden):
        where = "in the box" if action.hidden else "Open"
        name = state.data.name(action.target)
        return Refusal("12.0a", f"no unit of {name} is {where} in {state.data.name(action.zone)}")
    shock = state.options.get("shock") and action.by == SHOCKING
    is_unpaid = action.hidden and not holds(state, side, "isr")
    eyes = is_unpaid and _has_standoff_eyes(state, side)
    if is_unpaid and not eyes and not shock:
        return Refusal("13.0a", "a kinetic attack on an Underground box costs an ISR chit")
    muster = Muster(side, KINETIC, action.by, action.zone, action.target, action.hidden)
    pool = muster.pool(state)
    if is_unpaid:  # then only a Standoff Attack of units on the spot or Shock of Chinese ones is left (29.2b, 33.0a)
        counters = state.data.counters
        pool = [id_ for id_ in pool if state.units[id_].at == action.zone]
        pool = pool if eyes else [id_ for id_ in pool if counters[id_].faction == SHOCKING]
    return _why_not_anybody(state, muster, pool)


def _has_standoff_eyes(state: PirateState, side: Side) -> bool:
    """29.2a  Two ISR or UAV chits pay for a Standoff Attack on a box."""
    return side == COALITION and bool(state.options.get("standoff")) and holds(state, side, "uav_attack", 2)


def why_not_operate(state: PirateState, side: Side, action: Operate) -> Refusal | None:
    """What keeps a faction from preparing an asymmetrical attack (7.2a, 15.1-15.7)."""
    data = state.data
    if action.kind == "drone" and not action.by and not action.zone:
        return _why_not_drone(state, side, action.target)
    if action.kind not in OPERATIONS[side]:
        rule = data.attacks[action.kind].rule if action.kind in data.attacks else "15.0a"
        return Refusal(rule, f"the {SIDE_NAMES[side]} cannot make such attacks")
    return _why_not_begin(state, side, action.by, action.zone) or _why_not_conduct(state, side, action)


def _why_not_conduct(state: PirateState, side: Side, action: Operate) -> Refusal | None:
    """What keeps a faction of the side that is not finished from an asymmetrical attack of its kinds."""
    data = state.data
    rule = data.attacks[action.kind].rule
    aims = operation_targets(state, side, action.kind, action.zone)
    if action.target and "" in aims:
        return Refusal(rule, f"{data.attacks[action.kind].name} names no target but the Zone")
    if action.target not in aims:
        return Refusal(rule, NO_TARGET[action.kind].format(data.name(action.zone), data.name(action.target)))
    if action.kind in NEEDS_ISR and not holds(state, side, "isr"):
        return Refusal(rule, f"{data.attacks[action.kind].name} costs an ISR chit")
    if action.kind == "spectacular" and not victims(state, action.zone, action.target):
        return Refusal("15.7e", "a Spectacular needs ground or SOF units on land, or ships, as its target")
    muster = Muster(side, action.kind, action.by, action.zone, action.target)
    return _why_not_anybody(state, muster, muster.pool(state))


def _why_not_drone(state: PirateState, side: Side, target: str) -> Refusal | None:
    if side != COALITION:
        return Refusal("15.7o", "only the Coalition has drones")
    if target not in state.data.warlords or state.units[target].at not in state.data.zones:
        return Refusal("15.7o", "a drone attacks a Warlord on the map")
    return None if holds(state, side, "uav_attack") else Refusal("15.7o", "a Drone Attack costs a UAV Attack chit")


def _why_not_begin(state: PirateState, side: Side, by: str, zone: str) -> Refusal | None:
    faction = state.data.factions.get(by)
    if faction is None or faction.side != side:
        return Refusal("12.1a", f"it is for the {SIDE_NAMES[side]} to attack now, with one of their factions")
    if zone not in state.data.zones:
        return Refusal("12.0a", f"there is no Zone {zone!r}")
    return why_not_act(state, by, "7.2a")


def _why_not_anybody(state: PirateState, muster: Muster, pool: Sequence[str]) -> Refusal | None:
    """None if some unit of the attacking faction among these could take part, else what keeps one out."""
    data = state.data
    refusal: Refusal | None = None
    weak = ""  # a unit that could only join others (12.2e)
    for unit in pool:
        if muster.is_own(state, unit):
            reason = muster.why_not_join(state, unit)
            if reason is None and (muster.kind != KINETIC or data.counters[unit].kinetic):
                return None
            weak = unit if reason is None else weak
            refusal = refusal or reason
    if weak:
        able = muster.has_strength(state, pool)
        return None if able else Refusal("12.2e", f"{data.name(weak)} has no kinetic strength")
    rule = "12.0a" if muster.kind == KINETIC else data.attacks[muster.kind].rule
    return refusal or Refusal(rule, f"no unit of {data.name(muster.by)} is in {data.name(muster.zone)}")
