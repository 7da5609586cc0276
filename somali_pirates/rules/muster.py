"""12.1, 12.2, 15.4, 29, 33  Mustering: who takes part in an attack, and how it is declared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from common.engine import Action, Refusal, Side
from common.engine.actions import Add, Confirm, Remove
from somali_pirates.actions import CallOff, Shock, Standoff
from somali_pirates.battle import Battle
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.chits import holds
from somali_pirates.rules.choices import NamedSubset
from somali_pirates.rules.declaration import Permissions
from somali_pirates.rules.strength import oppose, targets
from somali_pirates.rules.zone_lists import keep
from somali_pirates.state import BASES, COALITION, COMMON, ENEMY, PIRATE, PirateState, attacks

KINETIC = "kinetic"
JOINT = {COALITION: "joint_operation", PIRATE: "leader_node"}  # CHIT.C4, CHIT.P5
NEEDS_ISR = ("spectacular", "hvt")  # 15.7e, 15.7l
UAV = "uav_attack"
EYES = ("isr", UAV)  # 29.1a
SHOCKING = "china"  # 33.0a


class Muster(NamedSubset, frozen=True, tag=True):
    """12.2b, 15.4b  The attackers are chosen; until the attack is declared it can be called off."""

    rule = "12.2b"
    kind: str
    by: str
    zone: str
    target: str
    boxed: bool = False

    def prompt(self, state: PirateState) -> str:
        name, data = state.data.name, state.data
        if self.kind == KINETIC:
            box = " in the box" if self.boxed else ""
            return f"{attacks(name(self.by))} {name(self.target)}{box} in {name(self.zone)}: with which units? (12.2b)"
        attack = data.attacks[self.kind]
        return f"{name(self.by)}: {attack.name} in {name(self.zone)}, with which units? ({attack.rule})"

    def pool(self, state: PirateState) -> list[str]:
        """Every unit that could be meant: those in the Zone, and missile ships elsewhere for a kinetic attack."""
        found = [unit.id for unit in state.units_at(self.zone, self.side)]
        if self.kind == KINETIC:
            zones = state.data.zones
            found += [
                id_
                for id_ in state.data.missiles[self.side]
                if (at := state.units[id_].at) in zones and at != self.zone
            ]
        return found

    def items(self, state: PirateState) -> list[str]:
        return self.pool(state)

    def has_strength(self, state: PirateState, pool: Sequence[str]) -> bool:
        """12.2e  Whether any of these units may take part and has kinetic strength."""
        strong = [id_ for id_ in pool if state.data.counters[id_].kinetic]
        return any(self.why_not_join(state, id_) is None for id_ in strong)

    def why_not_add(self, state: PirateState, item: str) -> Refusal | None:
        if item in self.chosen:
            return Refusal(self.rule, f"{state.data.name(item)} already takes part")
        return self.why_not_join(state, item)

    def why_not_join(self, state: PirateState, id_: str) -> Refusal | None:
        """What keeps a unit out of the attack (7.2b, 12.3b, 12.6, 13.1d, 15.1a, 15.4a)."""
        counter, unit = state.data.counters[id_], state.units[id_]
        kinetic = self.kind == KINETIC
        if unit.hidden:
            return Refusal("13.1d" if kinetic else "15.4a", f"{counter.name} is Underground and cannot attack")
        if unit.aboard:
            return Refusal("22.3f", f"{counter.name} is aboard {state.data.name(unit.aboard)}")
        if id_ in state.attacked:
            return Refusal("12.3b" if kinetic else "15.3a", f"{counter.name} has attacked in this phase")
        if counter.category == "air" and not unit.aloft:
            return Refusal("21.1a", f"{counter.name} is at its base and flies no mission")
        refusal = self._why_not_fit(state, counter) if kinetic else self._why_not_operate(state, counter)
        return refusal or self._why_not_mix(state, id_)

    def _why_not_operate(self, state: PirateState, counter: Counter) -> Refusal | None:
        if not counter.asym:
            return Refusal("15.1a", f"{counter.name} has no asymmetrical value")
        at_sea = state.data.zones[self.zone].kind == "sea"
        if self.kind == "raid" and counter.category != "naval":
            return Refusal("15.7a", "only ships raid")
        if self.kind == "spectacular" and at_sea and counter.category != "naval":
            return Refusal("15.7f", "at sea only ships make a Spectacular")
        return None

    def _why_not_fit(self, state: PirateState, counter: Counter) -> Refusal | None:
        """12.6  Ships and aircraft attack anything, ground and SOF units no aircraft."""
        if counter.category in ("naval", "air"):
            return None
        met = targets(state, ENEMY[self.side], self.zone, self.target, self.boxed)
        if all(state.data.counters[id_].category == "air" for id_ in met):
            return Refusal("12.6d", f"{counter.name} cannot attack aircraft")
        return None

    def _why_not_mix(self, state: PirateState, id_: str) -> Refusal | None:
        """7.2b, 7.5, 12.4a, 12.5a  What the factions forbid without a chit or a Warlord."""
        counter = state.data.counters[id_]
        if self.joins_freely(state, id_) or self._joins(state):
            return None
        if counter.faction in BASES:
            return Refusal("12.4a", f"{counter.name} is not stacked with {state.data.name(self.by)}")
        rule = "7.2b" if self.kind == KINETIC else "15.4b"
        name = state.data.chits[self.side][JOINT[self.side]].name
        return Refusal(rule, f"{counter.name} is of another faction; joining it takes {name}")

    def _joins(self, state: PirateState) -> bool:
        """Whether units of several factions could attack together here (20.1c, CHIT.C4, CHIT.P5)."""
        return has_warlord(state, self.side, self.zone) or holds(state, self.side, JOINT[self.side])

    def is_mixed(self, state: PirateState) -> bool:
        """Whether the units chosen need a chit to attack together (7.2b)."""
        if has_warlord(state, self.side, self.zone):
            return False
        return any(not self.joins_freely(state, id_) for id_ in self.chosen)

    def joins_freely(self, state: PirateState, id_: str) -> bool:
        """7.5, 12.5a  Whether a unit is of the attacking faction or of a common one, so that no chit is needed."""
        return self.is_own(state, id_) or state.data.counters[id_].faction in COMMON

    # Declaring it

    def candidates(self, state: PirateState) -> Iterator[Action]:
        yield from super().candidates(state)
        yield from self._special_ways()
        yield CallOff()

    def _special_ways(self) -> list[Action]:
        """29.1a, 29.2a, 33.1a  The ways to declare the attack that optional rules offer."""
        boxed = [Standoff(chit, UAV) for chit in EYES] if self.boxed else []
        return [*map(Standoff, EYES), *boxed, Shock()]

    def legal(self, state: PirateState) -> tuple[Action, ...]:
        """The units that may join are kept while the attack is prepared."""
        chosen, options = self.chosen, state.options
        attack = self.kind, self.by, self.zone, self.target, self.boxed
        terms = attack, state.changes, state.hands[self.side], state.attacked
        adds: list[Add] = keep(state, f"muster {self.side}", terms, lambda: self._joining(state))
        if chosen:
            adds = [add for add in adds if add.item not in chosen]
        else:
            return (*adds, CallOff())  # nobody to attack with yet
        declared = [Confirm()] if self.why_not_confirm(state) is None else []
        special = self._special_ways() if options.get("standoff") or options.get("shock") else ()
        able = [action for action in special if self.why_not(state, action) is None]
        return (*adds, *map(Remove, dict.fromkeys(chosen)), *declared, *able, CallOff())

    def _joining(self, state: PirateState) -> list[Add]:
        """Every unit that may take part, whether it was chosen or not."""
        return [Add(unit) for unit in self.pool(state) if self.why_not_join(state, unit) is None]

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        match action:
            case CallOff():
                return None
            case Add(item) if item in state.units and item not in self.pool(state):
                return self._why_not_here(state, item)
            case Standoff(chit, box):
                return self._why_not_standoff(state, chit, box) or self._why_not_declare(state, (chit,), box=box)
            case Shock():
                return self._why_not_shock(state) or self._why_not_declare(state, (), shock=True)
        refusal = super().why_not(state, action)
        return replace(refusal, rule=self.named_by) if refusal is not None and refusal.rule == self.rule else refusal

    @property
    def named_by(self) -> str:
        """The rule by which attackers of this kind are named."""
        return self.rule if self.kind == KINETIC else "15.4b"

    def _why_not_here(self, state: PirateState, id_: str) -> Refusal:
        """12.0a, 12.1a, 15.7  Why a unit is none of those that could be meant."""
        name, kinetic = state.data.name(id_), self.kind == KINETIC
        if state.data.counters[id_].side != self.side:
            return Refusal("12.1a", f"{name} is on the other side")
        rule = "12.0a" if kinetic else state.data.attacks[self.kind].rule
        return Refusal(rule, f"{name} is not in {state.data.name(self.zone)}")

    def why_not_confirm(self, state: PirateState) -> Refusal | None:
        return self._why_not_declare(state, ())

    def _why_not_declare(
        self, state: PirateState, extra: tuple[str, ...], shock: bool = False, box: str = ""
    ) -> Refusal | None:
        if not any(self.is_own(state, id_) for id_ in self.chosen):
            return Refusal(self.rule, f"at least one unit of {state.data.name(self.by)} must attack")
        chits = self.chits(state, extra, shock, box)
        for chit in dict.fromkeys(chits):
            if not holds(state, self.side, chit, chits.count(chit)):
                kind = state.data.chits[self.side][chit]
                rule = self._paid_rule(state, bool(extra)) if chit in EYES else kind.rule
                return Refusal(rule, f"that takes {chits.count(chit)} {kind.name}")
        counters = state.data.counters
        if self.kind == KINETIC and not any(counters[id_].kinetic for id_ in self.chosen):
            return Refusal("12.2e", "an attack needs some kinetic strength")  # which nothing takes from a unit
        return None

    def _paid_rule(self, state: PirateState, standoff: bool) -> str:
        """The rule by which the attack costs an ISR or UAV chit (13.0a, 15.7e, 15.7l, 29.1a, 29.2a)."""
        if standoff:
            return "29.2a" if self.boxed else "29.1a"
        return "13.0a" if self.kind == KINETIC else state.data.attacks[self.kind].rule

    def is_own(self, state: PirateState, id_: str) -> bool:
        """Whether a unit belongs to the attacking faction, or is a base stacked with it (R59)."""
        faction = state.data.counters[id_].faction
        return faction == self.by or (faction in BASES and state.units[id_].mark == self.by)

    def chits(
        self, state: PirateState, extra: tuple[str, ...] = (), shock: bool = False, box: str = ""
    ) -> tuple[str, ...]:
        """The chits that the attack costs as it stands, in the order in which they are played (R77)."""
        needed = [JOINT[self.side]] if self.is_mixed(state) else []
        if self.kind in NEEDS_ISR or (self.boxed and not shock):
            needed.append(
                UAV if box or (extra and self.boxed and not self._has_isr(state, extra[0])) else "isr"
            )  # 29.2a
        return (*needed, *extra)

    def _has_isr(self, state: PirateState, standoff: str) -> bool:
        """Whether an ISR is left for the box beside the chit of a Standoff Attack."""
        return holds(state, self.side, "isr", 1 + (standoff == "isr"))

    def _why_not_standoff(self, state: PirateState, chit: str, box: str) -> Refusal | None:
        if not state.options.get("standoff"):
            return Refusal("29.1a", "Standoff Attacks are an optional rule that is not in use")
        if self.side != COALITION or self.kind != KINETIC or chit not in EYES:
            return Refusal("29.1a", "a Standoff Attack is a kinetic attack of the Coalition, with ISR or UAV Attack")
        if any(state.units[id_].at != self.zone for id_ in self.chosen):
            return Refusal("29.2b", "Standoff attackers must be in the Zone of the target")
        if self.boxed and sum(map(state.hands[self.side].count, EYES)) < 2:
            return Refusal("29.2a", "a Standoff Attack on a box takes two chits, ISR or UAV Attack")
        if box and (box != UAV or not self.boxed or not self._has_isr(state, chit)):
            return Refusal("29.2a", "a UAV Attack pays for a box where an ISR could do so as well")
        return None

    def _why_not_shock(self, state: PirateState) -> Refusal | None:
        if not state.options.get("shock") or not self.boxed or self.kind != KINETIC:
            return Refusal("33.0a", "Shock Combat is for Chinese attacks on a box")
        if any(state.data.counters[id_].faction != SHOCKING for id_ in self.chosen):
            return Refusal("33.0a", "all attackers must be Chinese")
        return None

    def battle(self, state: PirateState, standoff: bool = False, shock: bool = False) -> Battle:
        """The attack as it would be declared now."""
        order = tuple(sorted(self.chosen, key=state.data.rank.__getitem__))
        plan = Battle(self.kind, self.side, self.by, self.zone, self.target, order, (), (), self.boxed, standoff, shock)
        if self.kind != KINETIC:
            return plan
        defenders, helpers = oppose(state, plan)
        return replace(plan, defenders=defenders, helpers=helpers)

    def play(self, state: PirateState, action: Action) -> None:
        match action:
            case CallOff():
                state.flow.pop()
            case Standoff(chit, box):
                self._declare(state, self.battle(state, standoff=True), self.chits(state, (chit,), box=box), chit)
            case Shock():
                self._declare(state, self.battle(state, shock=True), self.chits(state, (), shock=True))
            case Confirm():
                self._declare(state, self.battle(state), self.chits(state))
            case _:
                super().play(state, action)

    def _declare(self, state: PirateState, battle: Battle, chits: tuple[str, ...], standoff: str = "") -> None:
        state.battle = battle
        state.swap(Permissions(chits, standoff=standoff))


def has_warlord(state: PirateState, side: Side, zone: str) -> bool:
    """20.1c, R37  Whether a Pirate Warlord is in the Zone, Open or Underground, but not aboard a ship."""
    if side != PIRATE:
        return False
    return any(unit.id in state.data.warlords and not unit.aboard for unit in state.units_at(zone, PIRATE))
