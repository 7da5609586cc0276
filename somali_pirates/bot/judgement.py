"""What attacks, Zones and units are worth: the sums behind the decisions of both bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from msgspec import Struct

from common.engine import Side
from somali_pirates.components import Components
from somali_pirates.rules.control import ENGINEERS, HOLDERS
from somali_pirates.rules.stacks import groups
from somali_pirates.rules.strength import asymmetrical_column, odds_column
from somali_pirates.rules.underground import why_not_box
from somali_pirates.state import COALITION, ENEMY, PIRATE, PirateState, Unit

REBUY = 0.5  # how much of a Pirate unit's price its loss costs besides the points
PRIZE = 0.8  # of the value of a Zone that an attack may win
FIELD, GUARD = 1.5, 1.5  # what a Petroleum Zone is worth beyond its value, and the guard of its engineers
OIL = 4.0  # what a working well is worth a turn, its victory points spread over the turns to come
THREAT = 3  # column at which an enemy attack is to be feared
DENIED, LANE = 0.4, 0.8  # of its value to the enemy, what it is worth to be in an empty Zone, or to watch a lane
DISPUTE = {COALITION: 1.0, PIRATE: 0.5}  # what it is worth to keep the enemy from holding a Zone
NEARLY_EMPTY, STEADY = 25, 12  # below so many points losses weigh double after so many more
FEAR = {COALITION: 1.0, PIRATE: 0.6}  # how likely such an attack is


@lru_cache(maxsize=4)
def _losses(data: Components) -> Mapping[str, float]:
    """The points for each unit, and a part of the price at which Pirates buy it again."""
    found: dict[str, float] = {}
    for id_, points in data.points.items():
        good = data.good_of.get(id_)
        found[id_] = points + (REBUY * good.cost if good is not None and good.side == PIRATE else 0.0)
    return found


@lru_cache(maxsize=4)
def _powers(data: Components) -> Mapping[tuple[bool, str], Mapping[str, int]]:
    """The kinetic strength of each unit in attack and in defence, in each terrain and in none."""
    found = {}
    for attack, part in ((True, data.doubled["attack"]), (False, data.doubled["defence"])):
        for terrain in ("", *part):
            twice = part.get(terrain, frozenset())
            found[attack, terrain] = {
                id_: counter.kinetic * (2 if id_ in twice else 1) for id_, counter in data.counters.items()
            }
    return found


class Appraisal(Struct, frozen=True):
    """What attacks in a Zone are worth to a side, and the terms on which that holds."""

    there: object  # the units in the Zone
    mood: tuple[float, float]  # how losses and gains weigh
    best: dict[tuple[str, ...], tuple[float, str]]  # for each force the target, and what it is worth


@lru_cache(maxsize=4)
def _appraisals(data: Components) -> dict[tuple[Side, str], Appraisal]:
    """What was worked out for each side and Zone last, of use as long as nobody comes or goes."""
    return {}


class Stakes(Struct, frozen=True):
    """What an attack can win, whoever makes it: units, the Zone, and what goes to the enemy all the same."""

    all: float
    half: float
    stuck: float  # what cannot retreat
    freed: float  # what it is worth that the enemy no longer holds the Zone
    held: float  # and that the own side does
    idle: float
    overkill: float
    alone: bool
    stays: bool  # nobody there retreats


class Survey:
    """A position as one side looks at it, with what is asked often worked out once."""

    def __init__(self, state: PirateState, side: Side) -> None:
        self.state, self.side, self.enemy = state, side, ENEMY[side]
        self.data = state.data
        self._powers = _powers(self.data)
        self._open: dict[tuple[str, Side], list[Unit]] = {}
        self._holders: dict[tuple[str, Side], list[Unit]] = {}
        self._known = _appraisals(self.data)
        self._threats: dict[str, int] = {}
        self._reserves: dict[str, list[Unit]] = {}
        self._stakes: dict[tuple[str, tuple[str, ...], bool], Stakes] = {}

    def open_at(self, zone: str, side: Side) -> list[Unit]:
        """The Open units of a side in a Zone, looked up once."""
        found = self._open.get((zone, side))
        if found is None:
            found = self._open[zone, side] = self.state.open_at(zone, side)
        return found

    def reserve(self, faction: str) -> list[Unit]:
        """The units of a faction on the map that can fight and have not moved, looked up once."""
        found = self._reserves.get(faction)
        if found is None:
            state, counters, zones = self.state, self.data.counters, self.data.zones
            able = [state.units[id_] for id_ in self.data.of_faction[faction] if counters[id_].kinetic]
            found = [unit for unit in able if unit.at in zones and unit.id not in state.moved]
            self._reserves[faction] = found
        return found

    def enemies(self, zone: str) -> Mapping[str, list[str]]:
        """The enemy's groups in a Zone."""
        return groups(self.state, self.enemy, zone)

    def name(self, id_: str) -> str:
        """What a unit, Zone or faction is called."""
        return self.data.name(id_)

    # Units

    @cached_property
    def caution(self) -> float:
        """How much heavier a loss weighs than a gain: more and more as the own index nears zero."""
        return 1.0 + max(0, NEARLY_EMPTY - self.state.index[self.side]) / STEADY

    @cached_property
    def hunger(self) -> float:
        """How much heavier the enemy's losses weigh: more and more as his index nears zero."""
        return 1.0 + max(0, NEARLY_EMPTY - self.state.index[self.enemy]) / STEADY

    @cached_property
    def losses(self) -> Mapping[str, float]:
        """What the loss of each unit costs its owner."""
        return _losses(self.data)

    def cost_of(self, ids: Iterable[str]) -> float:
        """What the loss of several units costs their owner."""
        return sum(self.losses[id_] for id_ in ids)

    def gain_of(self, ids: Iterable[str]) -> int:
        """The points that the enemy gets for units."""
        return sum(self.data.points[id_] for id_ in ids)

    def strength(self, ids: Sequence[str], zone: str, attack: bool, hidden: bool = False) -> int:
        """The kinetic strength of units in a Zone, with terrain and Warlords."""
        terrain = "" if hidden and not attack else self.data.zones[zone].terrain
        powers, warlords = self._powers[attack, terrain], self.data.warlords
        total = sum([powers[id_] for id_ in ids])
        if warlords.isdisjoint(ids):
            return total
        counters = self.data.counters
        followers: dict[str, int] = {}
        for id_ in ids:
            if id_ not in warlords:
                counter = counters[id_]
                followers[counter.faction] = max(followers.get(counter.faction, 0), counter.kinetic)
        return total + sum(followers.get(counters[id_].faction, 0) for id_ in ids if id_ in warlords)

    def holders(self, zone: str, side: Side) -> list[Unit]:
        """The Open units of a side that count for control of a Zone."""
        found = self._holders.get((zone, side))
        if found is None:
            kinds, counters = self._kinds(zone), self.data.counters
            found = [unit for unit in self.open_at(zone, side) if counters[unit.id].category in kinds]
            self._holders[zone, side] = found
        return found

    # What a Zone is worth

    def holding(self, zone: str, id_: str) -> float:
        """What a unit adds to a Zone by holding it, or by keeping the enemy from holding it."""
        place, counter = self.data.zones[zone], self.data.counters[id_]
        if place.kind == "off_map" or counter.category not in self._kinds(zone):
            return 0.0
        if counter.type == ENGINEERS:
            return self._working(zone, id_)
        mine = [unit for unit in self.holders(zone, self.side) if unit.id != id_]
        if self.holders(zone, self.enemy):
            return 0.0 if mine else DISPUTE[self.side] * place.value[self.enemy]
        oil = place.petroleum and self.side == COALITION
        if mine:
            alone = oil and all(self.data.counters[unit.id].type == ENGINEERS for unit in mine)
            return GUARD if alone else 0.0
        denied = LANE if place.kind == "sea" and self.side == COALITION else DENIED
        return place.value[self.side] + denied * place.value[self.enemy] + (FIELD if oil else 0.0)

    def _working(self, zone: str, id_: str) -> float:
        """6.3a, 5.1d  What engineers do in a Zone: work a well, else come nearer to one that waits for them."""
        if self.data.zones[zone].petroleum and not self.holders(zone, self.enemy):
            others = [unit for unit in self.holders(zone, self.side) if unit.id != id_]
            if not self._is_worked(others):
                return OIL if others else OIL / 2  # alone they hold it, until somebody comes
        ways = [self.data.distance(zone, field) for field in self.idle_fields if field != zone]
        return OIL * 0.4 ** min(ways) if ways else 0.0

    @cached_property
    def idle_fields(self) -> list[str]:
        """The Petroleum Zones that the Coalition holds and nobody works."""
        fields = [zone for zone in self.data.lands if self.data.zones[zone].petroleum]
        held = [zone for zone in fields if self.holders(zone, COALITION) and not self.holders(zone, PIRATE)]
        return [zone for zone in held if not self._is_worked(self.holders(zone, COALITION))]

    def _is_worked(self, units: Iterable[Unit]) -> bool:
        return any(self.data.counters[unit.id].type == ENGINEERS for unit in units)

    @cached_property
    def _reach(self) -> dict[str, list[str]]:
        """The enemies that could attack in a Zone next turn: those in it and mobile ones beside it."""
        found: dict[str, list[str]] = {zone: [] for zone in self.data.zones}
        counters = self.data.counters
        for unit in self.state.on_map(self.enemy):
            counter = counters[unit.id]
            if unit.aboard or counter.category == "air" or not counter.kinetic:
                continue
            found[unit.at].append(unit.id)
            if counter.move and not unit.hidden:
                naval = counter.category == "naval"
                ways = self.data.naval if naval else self.data.routes["land"]
                for near in ways[unit.at]:
                    found[near].append(unit.id)
        return found

    def _threat(self, zone: str) -> int:
        """The strength of the strongest enemy faction that could attack in a Zone, with terrain and Warlords."""
        found = self._threats.get(zone)
        if found is None:
            factions: dict[str, list[str]] = {}
            for id_ in self._reach[zone]:
                factions.setdefault(self.data.counters[id_].faction, []).append(id_)
            found = max((self.strength(group, zone, attack=True) for group in factions.values()), default=0)
            self._threats[zone] = found
        return found

    @cached_property
    def _has_last_word(self) -> bool:
        """Whether the enemy moves no more before the game is over."""
        state = self.state
        return state.turn >= self.data.tables.tracks.turns and state.mover == self.side != state.first

    def danger(self, zone: str, ids: Sequence[str]) -> float:
        """What the strongest enemy attack on these units in a Zone would cost, if it is one that an enemy makes."""
        against = self._threat(zone)
        if not against or self._has_last_word:
            return 0.0
        column = odds_column(self.state, against, self.strength(ids, zone, attack=False))
        if column < THREAT:
            return 0.0
        loss = self.caution * self._loss_shares[column][len(ids) > 1] * self.cost_of(ids)
        return FEAR[self.side] * max(0.0, loss - self._overkills[column] * self._overkill(zone, self.side))

    def _overkill(self, zone: str, side: Side) -> int:
        """6.1d  What a side gains that is overwhelmed in a Zone."""
        place, table = self.data.zones[zone], self.data.tables.combat_points.overkill
        return max(place.value[side], table.least) * (table.city_factor if place.terrain == "city" else 1)

    @cached_property
    def _overkills(self) -> list[float]:
        """For each column of the Kinetic table the chance of overkill."""
        rows = self.data.tables.kinetic_crt.rows
        return [sum(row[column] == "OK" for row in rows) / len(rows) for column in range(len(rows[0]))]

    @cached_property
    def _loss_shares(self) -> list[tuple[float, float]]:
        """For each column of the Kinetic table the part of a defending force that is lost: of one unit, of several."""
        rows, results = self.data.tables.kinetic_crt.rows, self.data.results
        shares = []
        for column in range(len(rows[0])):
            losses = [results[row[column]].defender_loss / 100 for row in rows]
            shares.append((sum(1 for loss in losses if loss) / len(rows), sum(losses) / len(rows)))
        return shares

    # What an attack is worth

    def column(self, zone: str, attackers: Sequence[str], defenders: Sequence[str], hidden: bool = False) -> int:
        """The column of the Kinetic table for an attack; below zero if there is no strength."""
        attack = self.strength(attackers, zone, attack=True)
        defence = self.strength(defenders, zone, attack=False, hidden=hidden)
        return odds_column(self.state, attack, defence) if attack else -1

    def kinetic(self, zone: str, attackers: Sequence[str], defenders: Sequence[str], hidden: bool = False) -> float:
        """The expected points of a kinetic attack, the Zone that it may win included."""
        column = self.column(zone, attackers, defenders, hidden)
        if column < 0:
            return -1.0
        stakes = self._stakes_of(zone, defenders, hidden)
        lost, half_lost = self.caution * self.cost_of(attackers), self.caution * self._half(attackers)
        all_, half, stuck = (self.hunger * part for part in (stakes.all, stakes.half, stakes.stuck))
        prize = stakes.held if self._can_hold(zone, attackers) else stakes.freed
        worth = {
            "AE": -lost,
            "AD": -half_lost,
            "MD": half - half_lost,
            "IA": stakes.idle,
            "DR": 0.0 if stakes.stays else stuck + prize,
            "DD": half + (prize if stakes.alone else 0.0 if stakes.stays else stuck / 2 + prize),
            "DE": all_ + prize,
            "OK": all_ + prize - stakes.overkill,
        }
        rows = self.data.tables.kinetic_crt.rows
        return sum([worth[row[column]] for row in rows]) / len(rows)

    def _can_hold(self, zone: str, attackers: Sequence[str]) -> bool:
        """Whether the side would hold a Zone after an attack: by attackers that count there, or by others."""
        kinds, counters = self._kinds(zone), self.data.counters
        return any(counters[id_].category in kinds for id_ in attackers) or bool(self.holders(zone, self.side))

    def _kinds(self, zone: str) -> tuple[str, ...]:
        return ("naval",) if self.data.zones[zone].kind == "sea" else HOLDERS

    def _stakes_of(self, zone: str, defenders: Sequence[str], hidden: bool) -> Stakes:
        """What is at stake in an attack whoever makes it, looked up once."""
        key = zone, tuple(defenders), hidden
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = self._find_stakes(zone, defenders, hidden)
        return found

    def _find_stakes(self, zone: str, defenders: Sequence[str], hidden: bool) -> Stakes:
        place, table, counters = self.data.zones[zone], self.data.tables.combat_points, self.data.counters
        city, alone = place.terrain == "city", len(defenders) == 1
        havens = self._havens(zone, defenders)
        stays = hidden or any(counters[unit.id].type == "base" for unit in self.open_at(zone, self.enemy))
        idle = (table.indecisive.city if city else table.indecisive.points) * (1 if self.side == PIRATE else -1)
        field = FIELD if place.petroleum and self.side == COALITION else 0.0
        others = hidden or any(unit.id not in defenders for unit in self.holders(zone, self.enemy))
        return Stakes(
            all=self.cost_of(defenders) + havens,
            half=self._half(defenders) + (havens if alone else 0.0),
            stuck=0.0 if stays else self.cost_of([id_ for id_ in defenders if self._is_stuck(id_, zone)]),
            freed=0.0 if others else PRIZE * place.value[self.enemy],
            held=0.0 if others else PRIZE * (place.value[self.enemy] + place.value[self.side] + field),
            idle=float(idle),
            overkill=float(self._overkill(zone, self.enemy)),
            alone=alone,
            stays=stays,
        )

    def _half(self, ids: Sequence[str]) -> float:
        """14.1b  What half of a force costs its owner, who gives up what he misses least; of one unit it is all."""
        if len(ids) == 1:
            return self.losses[ids[0]]
        counters, losses = self.data.counters, self.losses
        needed, total = sum(counters[id_].kinetic for id_ in ids) / 2, 0.0
        for id_ in sorted(ids, key=lambda id_: (losses[id_] / max(counters[id_].kinetic, 1), id_)):
            total += losses[id_]
            needed -= counters[id_].kinetic
            if needed <= 0:
                break
        return total

    def _havens(self, zone: str, ids: Sequence[str]) -> float:
        """5.1c  The victory points that a Pirate base in a port would bring."""
        counters, port = self.data.counters, self.data.zones[zone].port
        based = any(counters[id_].type == "base" and counters[id_].side == PIRATE for id_ in ids)
        return float(self.data.tables.victory.port_base) if port and based else 0.0

    def _is_stuck(self, id_: str, zone: str) -> bool:
        """14.2g  Whether a unit told to retreat could go nowhere."""
        counter = self.data.counters[id_]
        return not counter.move and counter.type != "base" and why_not_box(self.state, id_, zone) is not None

    def best_target(self, zone: str, attackers: Sequence[str]) -> tuple[float, str]:
        """The enemy group in a Zone that these units had best attack, and what that is worth."""
        known, there = self._known.get((self.side, zone)), self.state.pieces.by_space.get(zone)
        mood = self.caution, self.hunger
        if known is None or known.there is not there or known.mood != mood:
            known = self._known[self.side, zone] = Appraisal(there, mood, {})
        key = tuple(sorted(attackers))
        found = known.best.get(key)
        if found is None:
            found = known.best[key] = self._best_target(zone, attackers)
        return found

    def _best_target(self, zone: str, attackers: Sequence[str]) -> tuple[float, str]:
        counters = self.data.counters
        flying = all(counters[id_].category in ("air", "naval") for id_ in attackers)
        best = (0.0, "")
        for target, ids in self.enemies(zone).items():
            if not flying and all(counters[id_].category == "air" for id_ in ids):
                continue
            value = self.kinetic(zone, attackers, ids)
            best = max(best, (value, target))
        return best

    def asymmetrical(self, kind: str, zone: str, difference: int, target: float = 0.0, risk: float = 0.0) -> float:
        """The expected points of an asymmetrical attack; `target` is a kill's worth, `risk` the cost of a failure."""
        table, chart = self.data.tables.asymmetrical_crt, self.data.attacks[kind].results
        column = asymmetrical_column(self.state, difference)
        place = self.data.zones[zone]
        total = 0.0
        for row in table.rows:
            result = chart[row[column]]
            pirate = result.pirate + result.pirate_zone * place.value[PIRATE]
            pirate += result.pirate_city if place.terrain == "city" else 0
            pirate += result.pirate_if_defending if self.side == COALITION else 0
            coalition = result.coalition + result.coalition_zone * max(1, place.value[COALITION])
            sign = 1 if self.side == PIRATE else -1
            total += sign * (pirate - coalition) + result.attacker + (self.hunger * target if result.kill else 0)
            total += 3.0 if result.hijack else 0.0
            total -= risk if result.lose_attacker == "always" or (result.lose_attacker and risk) else 0
        return total / len(table.rows)
