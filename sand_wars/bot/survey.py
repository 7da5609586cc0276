"""What a side makes of a position: what it wants, what it must hold, and how strong the enemy seems to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import NamedTuple

from common.engine import Side
from common.maps import GameMap
from sand_wars.components import INSURGENT, Condition
from sand_wars.rules.combat.strength import fire_result, fire_row, has_fort
from sand_wars.rules.forces import attached_units
from sand_wars.rules.resources import COSTLY, PRICE, is_lost
from sand_wars.rules.victory import Reached, intruders, progress
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, Block, SandState
from sand_wars.view import dealt_again, is_hidden

GOAL = 60.0  # what the whole own objective is worth
FEAR = 45.0  # what the enemy's whole objective is worth to him
CARD = 3.0  # a card of hand size
STEP = 0.5  # a step of CV
RETAKE = 0.8  # how much of what the enemy may want is worth holding and retaking
CROWD = 2  # of more intruders than these each is still worth as much
GUEST = 0.15  # how much of a condition about intruders one of them is worth who is still allowed
BLOOD = 0.2  # how much of a lost step's worth to the enemy it costs to lose it
FADE = 0.72  # how much of a goal is felt one axis further away
SPACE = 0.4  # any space of the enemy
CV_A_UNIT = 2.7  # the mean of what takes part in attacks
WAYS = 36  # results of two dice
WORLDS = 8  # in so many worlds with the unseen dealt again an attack is tried
BIG = 8.0  # CV of a force that can be trusted to hold
CALM = 3  # the CV that keeps a restless city quiet
RESTLESS = {ALGERIA: ("alger", "oran"), MOROCCO: ("rabat", "casablanca")}
TOUGH, FAR = 4.0, 999.0  # the CV that is as hard to overcome as one more space on the way; farther than any way
RESERVE = ((0.15, 1.0), (0.04, 0.4), (0.0, 0.1))  # worth of taking and keeping spaces with 0, 1, 2 more than needed
CONQUEST = ("controls_at_least", "chain", "steps_lost_at_least")


class Defense(NamedTuple):
    """What meets an attack in one of the worlds that the attacker cannot exclude."""

    cv: float
    counterattack: bool  # the enemy holds the card
    supplied: bool  # he holds a Combat logistics to react with


class World(NamedTuple):
    """The unseen as it may be: enemy CV where anything of his is hidden, and the Reactions in his hand."""

    strengths: dict[str, float]
    reactions: frozenset[str]

    def defense(self, space: str, known: float) -> Defense:
        """What meets an attack on a space."""
        cv = self.strengths.get(space, known)
        return Defense(cv, "Counterattack" in self.reactions, "Combat logistics" in self.reactions)


class Survey:
    """A position as a side judges it; everything is worked out once."""

    def __init__(self, state: SandState, side: Side) -> None:
        self.state, self.side, self.enemy = state, side, ENEMY[side]
        self.data = state.data
        self.goal = state.objectives[side]
        self._strengths: dict[tuple[Side, str], float] = {}
        self._pulls: dict[str, tuple[float, str]] = {}
        self._dangers: dict[str, float] = {}
        self._losses: dict[int, float] = {}
        self._controllers: dict[str, Side | None] = {}
        self.arrivals: dict[tuple[float, str, str, str], float] = {}  # by CV, kind of piece, from, to
        self._defenses: dict[str, list[tuple[Defense, float]]] = {}
        self._followers: dict[str, list[tuple[str, float]]] = {}
        self.want: dict[str, float] = {}  # what it is worth to take a space
        self.wreck: dict[str, float] = {}  # what it is worth to disrupt the resource of a space
        self.kill = self.spare = STEP
        self.camp = 0.0  # one more space held by insurgents
        for space, kind in self.data.resource.items():
            if kind in COSTLY[self.data.home[space]] and self.data.home[space] == self.enemy:
                self.wreck[space] = 0.0 if is_lost(state, space) else CARD * PRICE[self.enemy] * 0.6
        conditions = self.data.objectives[self.goal].conditions
        parts = progress(state, self.goal)
        unmet = sum(not part.met for part in parts)
        for condition, reached in zip(conditions, parts, strict=True):
            self._weigh(condition, reached, GOAL / (len(conditions) if reached.met else unmet))
        self._weigh_home()
        self._weigh_losses()

    # What is wanted

    def _weigh(self, condition: Condition, reached: Reached, worth: float) -> None:
        each = worth / max(1, reached.need if reached.met else reached.need - reached.have)
        match condition.check:
            case "controls_at_least":
                self._want_spaces(condition, reached.have - reached.need, each)
            case "chain":
                self._want_chain(condition, each)
            case "resources_lost_at_least":
                for space, kind in self.data.resource.items():
                    if kind in condition.kinds and self.data.home[space] == condition.owner:
                        lost = is_lost(self.state, space)
                        self.wreck[space] = self.wreck.get(space, 0.0) + (0.0 if lost else each)
                        self.want[space] = self.want.get(space, 0.0) + each * (0.5 if lost else 1.0)
            case "steps_lost_at_least":
                self.kill += 0.0 if reached.met else each * 0.6
            case "steps_margin_at_least":
                self.kill += each * 0.5
                self.spare += each * 0.5
            case "insurgent_spaces_at_least":
                self.camp = each
            case "pieces_in_home_at_most" | "insurgents_in_home_at_most":
                each = worth / min(reached.have - reached.need, CROWD) if not reached.met else worth * GUEST
                for id_ in intruders(self.state, condition.of, condition.home):
                    if condition.check == "pieces_in_home_at_most" or self.state.code(id_) in INSURGENT:
                        at = self.state.pieces[id_].at
                        self.want[at] = self.want.get(at, 0.0) + each

    def _want_spaces(self, condition: Condition, surplus: int, each: float) -> None:
        """Missing spaces are worth most; with enough of them, one more is a reserve and the next is nothing."""
        take, keep = (1.0, 1.0) if surplus < 0 else RESERVE[min(surplus, len(RESERVE) - 1)]
        for space in condition.spaces:
            worth = keep if self.controller(space) == self.side else take
            self.want[space] = self.want.get(space, 0.0) + each * worth

    def _want_chain(self, condition: Condition, each: float) -> None:
        """The spaces of the chain that needs the fewest; those it has are to be kept."""
        for space in self._cheapest_chain(condition):
            worth = each if self._missing(space) else each * 0.5
            self.want[space] = self.want.get(space, 0.0) + worth

    def missing_links(self, condition: Condition) -> list[str]:
        """The spaces that the easiest chain still needs."""
        return [space for space in self._cheapest_chain(condition) if self._missing(space)]

    @cached_property
    def own_ground(self) -> tuple[str, ...]:
        """The spaces in which the side has fighting units."""
        return tuple(space for space in self.state.occupied(self.side) if self.strength(self.side, space))

    def _cheapest_chain(self, condition: Condition) -> list[str]:
        cost, before, edge = {condition.start: 0.0}, {condition.start: ""}, [condition.start]
        while edge:
            edge.sort(key=cost.__getitem__, reverse=True)
            space = edge.pop()
            if space in condition.spaces:
                way = [space]
                while before[way[-1]]:
                    way.append(before[way[-1]])
                return way
            for other in self.data.near[space]:
                price = cost[space] + self._missing(other) * self._toll(other)
                if price < cost.get(other, FAR):
                    cost[other], before[other] = price, space
                    edge.append(other)
        return []

    def _toll(self, space: str) -> float:
        """How hard it is to take a space: the marching, and the enemies in it."""
        against = self.strength(self.enemy, space)
        return 1 + against * (2 if self.sheltered(self.enemy, space) else 1) / TOUGH

    def _missing(self, space: str) -> bool:
        return self.controller(space) != self.side

    def _weigh_home(self) -> None:
        """Own spaces in enemy hands, and resources among them."""
        for space in self.data.spaces:
            if self.data.home[space] == self.side and self.controller(space) != self.side:
                kind = self.data.resource.get(space, "")
                loss = CARD * PRICE[self.side] if kind in COSTLY[self.side] else 0.0
                self.want[space] = self.want.get(space, 0.0) + 1.0 + loss + RETAKE * self.fear.get(space, 0.0)

    def _weigh_losses(self) -> None:
        """The enemy may be after steps, too."""
        for condition, each in self._feared:
            if condition.check in ("steps_lost_at_least", "steps_margin_at_least"):
                self.spare += each * BLOOD

    @cached_property
    def _feared(self) -> list[tuple[Condition, float]]:
        """The conditions that the enemy may try to meet, with what each piece of them is worth to him."""
        state, enemy = self.state, self.enemy
        cards = (state.objectives[enemy],) if enemy in state.shown else self.data.objective_deck[enemy]
        found = []
        for card in cards:
            conditions = self.data.objectives[card].conditions
            found += [(part, FEAR / len(cards) / len(conditions) / max(1, part.count)) for part in conditions]
        return found

    @cached_property
    def fear(self) -> dict[str, float]:
        """What it would cost to lose a space: resources, restless cities, and what the enemy may be after."""
        fear: dict[str, float] = {}
        for condition, each in self._feared:
            for space in self._wished(condition):
                fear[space] = fear.get(space, 0.0) + each
        for space, kind in self.data.resource.items():
            if self.data.home[space] == self.side and kind in COSTLY[self.side]:
                fear[space] = fear.get(space, 0.0) + CARD * PRICE[self.side]
        return fear

    def _wished(self, condition: Condition) -> Iterable[str]:
        """The spaces that a condition of the enemy is about."""
        if condition.check == "controls_at_least":
            return condition.spaces
        if condition.check == "resources_lost_at_least":
            resources = self.data.resource.items()
            return [
                space for space, kind in resources if kind in condition.kinds and self.data.home[space] == self.side
            ]
        return ()

    def controller(self, space: str) -> Side | None:
        """Who controls a space."""
        if space not in self._controllers:
            self._controllers[space] = self.state.controller(space)
        return self._controllers[space]

    def value(self, space: str) -> float:
        """What it is worth to come to control a space."""
        if self.controller(space) == self.side:
            return 0.0
        return self.want.get(space, 0.0) + SPACE

    def aim(self, space: str) -> tuple[float, str]:
        """How near a space is to what is wanted, and to which space."""
        found = self._pulls.get(space)
        if found is None:
            distance = self.data.map.distance
            found = max(
                ((worth * FADE ** distance(space, goal), goal) for goal, worth in self._aims), default=(0.0, "")
            )
            self._pulls[space] = found
        return found

    def pull(self, space: str) -> float:
        """How near a space is to what is wanted."""
        return self.aim(space)[0]

    def closer(self, cv: float, origin: str, space: str) -> float:
        """What it is worth to bring a force nearer; against few or nobody a small one is enough."""
        pull, goal = self.aim(space)
        enough = min(BIG, max(2.0, 1.5 * self.strength(self.enemy, goal))) if goal else BIG
        return (pull - self.pull(origin)) * min(1.0, cv / enough)

    @cached_property
    def _aims(self) -> list[tuple[str, float]]:
        """The spaces worth marching to: those wanted and not held, and those held that are in danger."""
        aims = [(space, self.want[space]) for space in self.want if self.controller(space) != self.side]
        for space in self.data.spaces:
            if self.controller(space) == self.side:
                danger = self.danger(space)
                worth = self.fear.get(space, 0.0) * RETAKE + self.want.get(space, 0.0) * 0.4
                if worth > 1 and danger > self.strength(self.side, space):
                    aims.append((space, worth))
        return aims

    @cached_property
    def strongest_pull(self) -> float:
        """The strongest pull on any own ground piece."""
        return max((self.pull(piece.at) for piece in self.state.on_map(self.side)), default=0.0) or 1.0

    def nearness(self, space: str) -> float:
        """The pull of a space on a scale from 0 to 1."""
        return min(1.0, self.pull(space) / self.strongest_pull)

    @cached_property
    def conquers(self) -> bool:
        """Whether the objective asks for conquest or for battles."""
        return any(part.check in CONQUEST for part in self.data.objectives[self.goal].conditions)

    @cached_property
    def missing(self) -> tuple[str, ...]:
        """The kinds of conditions of the own objective that do not hold now."""
        conditions = self.data.objectives[self.goal].conditions
        parts = zip(conditions, progress(self.state, self.goal), strict=True)
        return tuple(condition.check for condition, part in parts if not part.met)

    @property
    def met(self) -> bool:
        """Whether the own objective is met now."""
        return not self.missing

    # Strength

    @cached_property
    def _guess(self) -> tuple[float, float]:
        """The mean CV of an unseen block, and of what an unseen stood-up HQ has attached."""
        state = self.state
        unseen = [p for p in state.on_map(self.enemy) if is_hidden(state, p, self.side)]
        blocks = [piece for piece in unseen if not state.facts(piece.id).hq]
        hqs = sum(piece.up for piece in unseen)
        mean = sum(piece.cv for piece in blocks) / max(1, len(blocks))
        return mean, mean * sum(bool(piece.hq) for piece in blocks) / max(1, hqs)

    def strength(self, side: Side, space: str) -> float:
        """The CV of a side in a space: exact where it is known, else what can be expected."""
        found = self._strengths.get((side, space))
        if found is None:
            found = self._strengths[side, space] = sum(self._cv(piece) for piece in self.state.ground(side, space))
        return found

    def _cv(self, piece: Block) -> float:
        if not is_hidden(self.state, piece, self.side):
            return float(piece.cv)
        if piece.hq:
            return 0.0
        mean, inside = self._guess
        if self.state.facts(piece.id).hq:
            return inside if piece.up else 0.0
        return mean

    @cached_property
    def worlds(self) -> tuple[World, ...]:
        """Some worlds that look to the side like this one, in each of which the enemy's secrets are others."""
        state, enemy = self.state, self.enemy
        veiled = [s for s in state.occupied(enemy) if any(is_hidden(state, p, self.side) for p in state.at(enemy, s))]
        found = []
        for number in range(WORLDS):
            other = dealt_again(state.clone(), self.side, state.seed + WORLDS * state.turn + number)
            strengths = dict.fromkeys(veiled, 0.0)
            for piece in other.pieces.values():
                if piece.at in strengths and piece.cv and state.side_of(piece.id) == enemy:
                    strengths[piece.at] += piece.cv
            reactions = frozenset(self.data.cards[card].reaction for card in other.hands.get(enemy, ()))
            found.append(World(strengths, reactions))
        return tuple(found)

    def defenses(self, space: str) -> list[tuple[Defense, float]]:
        """What an attack on a space may meet, each with its share of the worlds."""
        found = self._defenses.get(space)
        if found is None:
            known = self.strength(self.enemy, space)
            seen = Counter(world.defense(space, known) for world in self.worlds)
            found = self._defenses[space] = [(defense, count / WORLDS) for defense, count in seen.items()]
        return found

    @cached_property
    def _in_hand(self) -> Counter[str]:
        """The Actions in the own hand that the weather allows in a combat, no more of each than are of use."""
        if self.state.weather:
            return Counter()
        held = Counter(self.data.cards[card].action for card in self.state.hands.get(self.side, ()))
        return Counter({title: min(2, held[title]) for title in ("Combat logistics", "Air operations")})

    def supported(self, force: float, space: str) -> float:
        """The fire of an attacking force with the cards in the hand that can help it."""
        fed = any(
            self.state.code(p.id) == "base" for s in around(self.data.map, space) for p in self.state.at(self.side, s)
        )
        supplies = self._in_hand["Combat logistics"] * force / CV_A_UNIT if fed else 0.0
        return force + 0.8 * supplies + self._in_hand["Air operations"]

    @cached_property
    def moves(self) -> int:
        """How many Ops and Plans cards are in the own hand."""
        return sum(self.data.cards[card].action == "Ops and Plans" for card in self.state.hands.get(self.side, ()))

    @property
    def time_left(self) -> bool:
        """Whether another own turn can be counted on; in the war the marker often moves twice."""
        return not self.state.war or self.state.box < self.data.tables.tracks.turns - 1

    def followers(self, space: str) -> list[tuple[str, float]]:
        """The forces beside a space that a card could send into it, with where they are, the strongest first."""
        found = self._followers.get(space)
        if found is None:
            state = self.state
            pieces = [piece for other in self.data.near[space] for piece in state.ground(self.side, other)]
            able = [p for p in pieces if not p.hq and (p.pv if state.facts(p.id).hq else p.cv)]
            forces = [(piece.at, self.formation_cv(piece.id)) for piece in able]
            found = self._followers[space] = sorted(forces, key=lambda force: (-force[1], force[0]))
        return found

    def mean_loss(self, power: float) -> float:
        """The steps that a fire of so much strength takes on average, before terrain."""
        found = self._losses.get(int(power))
        if found is None:
            found = self._losses[int(power)] = mean_loss(self.state, power)
        return found

    def danger(self, space: str) -> float:
        """The strongest enemy force that could be in a space with two steps."""
        found = self._dangers.get(space)
        if found is None:
            near = around(self.data.map, space)
            found = self._dangers[space] = max((self.strength(self.enemy, other) for other in near), default=0.0)
        return found

    def bands(self, space: str) -> int:
        """How many own Camps and Guerrillas are in a space."""
        return sum(self.state.code(piece.id) in INSURGENT for piece in self.state.ground(self.side, space))

    def formation_cv(self, id_: str) -> float:
        """The CV that moves with a piece."""
        units = attached_units(self.state, id_) if self.state.facts(id_).hq else [self.state.pieces[id_]]
        return float(sum(piece.cv for piece in units))

    def sheltered(self, side: Side, space: str, origin: str = "") -> bool:
        """Whether defenders of a space halve their losses against an attack from another one."""
        if self.data.stronghold.get(space) == side or has_fort(self.state, side, space):
            return True
        kinds = self.data.axis(origin, space) if origin and space in self.data.near[origin] else frozenset()
        return "mountain" in kinds or (side == MOROCCO and "berm" in kinds)


@lru_cache(maxsize=1024)
def around(map_: GameMap, space: str) -> tuple[str, ...]:
    """The spaces at most two steps away."""
    return map_.within(space, 2)


def mean_loss(state: SandState, power: float) -> float:
    """The steps that a fire of so much strength takes on average, before terrain."""
    if power < 1:
        return 0.0
    row = fire_row(state, int(power))
    return sum((6 - abs(7 - total)) * fire_result(state, row, total)[0] for total in range(2, 13)) / WAYS


RATIOS = ((0.6, 0.02), (0.9, 0.1), (1.2, 0.27), (1.7, 0.38), (2.4, 0.6), (3.5, 0.8), (5.5, 0.93))


def chance_to_win(ratio: float) -> float:
    """How often an attack of that ratio clears the space in one combat, from the trials of the table."""
    low = (0.0, 0.0)
    for step in RATIOS:
        if ratio <= step[0]:
            return low[1] + (step[1] - low[1]) * (ratio - low[0]) / (step[0] - low[0])
        low = step
    return RATIOS[-1][1]
