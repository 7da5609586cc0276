"""A battle worked out beforehand: every result of every shot, with a fixed habit for the choices of the owners.

Hits fall on units that have fired before others, on those that survive them before those that do not, on the weakest
first and on leaders and task forces last; the weakest mobile unit retreats and gets away unharmed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from common.engine import Side
from common.tables import Chances
from operation_serval.rules.bases import base_in, bases, covers, may_serve
from operation_serval.rules.fire import air_shifts, base_shift, ground_shifts, read_result
from operation_serval.rules.losses import embodied
from operation_serval.state import ENEMY, ServalState, Unit

GONE, WORN, WHOLE, SILENT_WORN, SILENT, LEFT, ABSENT = range(7)
# silent: a company whose task force has fired; left: retreated; absent: in the task force box
THERE = (WORN, WHOLE, SILENT_WORN, SILENT)
EFFECTIVE = (WHOLE, SILENT)
Health = tuple[int, ...]
FACES = 6
LIMIT = 500  # positions at one moment of a battle up to which it is worked out to its end


class BattleUnit(Struct, frozen=True):
    """One counter of the forecast."""

    id: str
    side: Side
    hex: str
    tactical: int
    strengths: tuple[int, int]  # effective and disrupted
    shift: int  # without the base of the defender
    two_steps: bool
    mobile: bool
    precious: bool  # leaders
    base: bool
    flying: bool = False
    companies: tuple[int, ...] = ()  # of a task force: where its companies stand in the list
    company: bool = False  # not there until its task force breaks down
    leans: bool = False  # supported by nothing but bases that are fought for


class Ending(NamedTuple):
    """How a battle ends: who wins, and counters eliminated on either side."""

    winner: Side
    attackers_lost: int
    defenders_lost: int


class Forecast:
    """One side's units against those of a hex, shot by shot."""

    def __init__(
        self, state: ServalState, side: Side, hex_: str, attackers: Sequence[str], defenders: Sequence[str]
    ) -> None:
        self.state, self.side, self.hex = state, side, hex_
        self.shooters: list[BattleUnit] = []
        for id_ in attackers:
            self._enlist(id_, side, hex_)
        for id_ in defenders:
            self._enlist(id_, ENEMY[side], "")
        self.base_shift = self._base_shift()

    def _enlist(self, id_: str, side: Side, goal: str) -> None:
        """Put a counter on the list, a task force with the companies that could take its place behind it."""
        state = self.state
        flying = id_ in state.data.air_ids
        at = len(self.shooters)
        companies: tuple[str, ...] = ()
        if id_ in state.data.task_force_ids:
            companies = next(iter(embodied(state, id_)), ())
        self.shooters.append(self._shooter(id_, side, goal, flying, tuple(range(at + 1, at + 1 + len(companies)))))
        for company in companies:
            self.shooters.append(self._shooter(company, side, goal, False, (), state.units[id_].at))

    def _shooter(
        self, id_: str, side: Side, goal: str, flying: bool, companies: tuple[int, ...], at: str = ""
    ) -> BattleUnit:
        state = self.state
        counter, unit = state.data.counters[id_], state.units[id_]
        place = at or unit.at
        standing = Unit(id_, at) if at else unit
        back = counter.back or counter.front
        if flying:
            shifts = air_shifts(state, goal) if goal else []
        else:
            shifts = ground_shifts(state, standing, goal)
        shift = sum(one.value for one in shifts if one.why != "base")
        return BattleUnit(
            id_, side, place, state.tactical(standing), (counter.front[0], back[0]), shift, counter.back is not None,
            id_ in state.data.mobile_ids, counter.type == "leader", id_ in state.data.base_ids, flying, companies,
            bool(at), side != self.side and self._leans(standing),
        )  # fmt: skip

    def _leans(self, unit: Unit) -> bool:
        """18.2  Whether a defender loses his support with the bases of the hex."""
        own = bases(self.state, ENEMY[self.side])
        serving = [
            base.at for base in own if covers(self.state, base, unit.at) and may_serve(self.state, base, unit.id)
        ]
        return bool(serving) and all(at == self.hex for at in serving)

    def _base_shift(self) -> int:
        shift = base_shift(self.state, ENEMY[self.side], self.hex)
        return shift.value if shift is not None else 0

    def start(self) -> Health:
        """Everybody as he is now; companies inside task forces are not there yet."""
        units = self.state.units
        return tuple(
            ABSENT if one.company else WORN if units[one.id].disrupted and one.two_steps else WHOLE
            for one in self.shooters
        )

    @cached_property
    def order(self) -> list[int]:
        """15.4c  Who fires when, the side with the initiative first in each group, the strongest first."""
        first = self.state.initiative

        def turn(at: int) -> tuple[int, bool, int, int]:
            one = self.shooters[at]
            return -one.tactical, one.side != first, -one.strengths[0], at

        return sorted(range(len(self.shooters)), key=turn)

    def play(self, health: Counter[Health], order: Iterable[int]) -> Counter[Health] | None:
        """The positions after these shots with their weights; None if they become too many."""
        fired: set[int] = set()
        for at in order:
            after: Counter[Health] = Counter()
            for position, weight in health.items():
                self._shoot(position, at, fired, weight, after)
            fired.add(at)
            health = after
            if len(health) > LIMIT:
                return None
        return health

    def _shoot(self, health: Health, at: int, fired: set[int], weight: int, after: Counter[Health]) -> None:
        one = self.shooters[at]
        strength = one.strengths[0] if health[at] in EFFECTIVE else one.strengths[1]
        if health[at] not in (WORN, WHOLE) or not strength or not self._there(health, ENEMY[one.side]):
            after[health] += FACES * weight
            return
        for code, number in self._results(health, one, strength):
            result = read_result(code)
            position = health
            for _ in range(result.hits):
                position = self._hit(position, ENEMY[one.side], fired)
            if result.retreat:
                position = self._retreat(position, ENEMY[one.side], fired)
            after[position] += number * weight

    def _results(self, health: Health, one: BattleUnit, strength: int) -> list[tuple[str, int]]:
        table = self.state.data.tables.kinetic
        based = one.side == self.side and self._has_base(health)
        lost = self.state.data.tables.terrain.support_shift if one.leans and not self._has_base(health) else 0
        column = table.column(strength, one.shift + (self.base_shift if based else 0) - lost)
        return list(Counter(table.cells[column]).items())

    def _has_base(self, health: Health) -> bool:
        return any(one.base and one.side != self.side and health[n] in THERE for n, one in enumerate(self.shooters))

    def _there(self, health: Health, side: Side) -> list[int]:
        return [n for n, one in enumerate(self.shooters) if one.side == side and health[n] in THERE and not one.flying]

    def _hit(self, health: Health, side: Side, fired: set[int]) -> Health:
        """One step of the unit that suffers it best; a task force breaks down and a company takes it."""
        there = self._there(health, side)
        if not there:
            return health
        at = min(there, key=lambda n: self._hit_order(health, n, fired))
        found = list(health)
        companies = self.shooters[at].companies
        if companies:
            whole, worn = (SILENT, SILENT_WORN) if at in fired else (WHOLE, WORN)
            found[at] = ABSENT
            for n in companies:
                found[n] = whole
            found[min(companies, key=lambda n: (self.shooters[n].strengths[0], n))] = worn
        elif health[at] in EFFECTIVE and self.shooters[at].two_steps:
            found[at] = WORN if health[at] == WHOLE else SILENT_WORN
        else:
            found[at] = GONE
        return tuple(found)

    def _hit_order(self, health: Health, at: int, fired: set[int]) -> tuple[bool, bool, bool, bool, int, int]:
        one = self.shooters[at]
        dies = not (health[at] in EFFECTIVE and (one.two_steps or one.companies))
        return dies, bool(one.companies), one.precious, not self._has_fired(health, at, fired), one.strengths[0], at

    def _has_fired(self, health: Health, at: int, fired: set[int]) -> bool:
        return at in fired or health[at] in (SILENT, SILENT_WORN)

    def _retreat(self, health: Health, side: Side, fired: set[int]) -> Health:
        """16.5  The weakest unit that a base does not keep goes; a static one is lost."""
        able = [n for n in self._there(health, side) if not self._is_kept(health, side, self.shooters[n].hex)]
        if not able:
            return health
        at = min(able, key=lambda n: self._retreat_order(health, n, fired))
        found = list(health)
        found[at] = LEFT if self.shooters[at].mobile else GONE
        return tuple(found)

    def _retreat_order(self, health: Health, at: int, fired: set[int]) -> tuple[bool, bool, bool, bool, int, int]:
        one = self.shooters[at]
        late = not self._has_fired(health, at, fired)
        return not one.mobile, bool(one.companies), one.precious, late, one.strengths[0], at

    def _is_kept(self, health: Health, side: Side, hex_: str) -> bool:
        return self._has_base(health) if side != self.side else base_in(self.state, side, hex_)

    def ending(self, health: Health) -> Ending:
        """17.0  Who has won, and what both sides have lost."""
        lost = {self.side: 0, ENEMY[self.side]: 0}
        for n, one in enumerate(self.shooters):
            lost[one.side] += health[n] == GONE
        winner = ""
        for side in (self.side, ENEMY[self.side]):
            own = self._there(health, side)
            if not self._there(health, ENEMY[side]) and any(health[n] in EFFECTIVE for n in own):
                winner = side
        return Ending(winner, lost[self.side], lost[ENEMY[self.side]])

    def endings(self) -> Chances[Ending] | None:
        """The exact chances of every ending; None if the battle is too large for that."""
        played = self.play(Counter({self.start(): 1}), self.order)
        return None if played is None else Chances(played).map(self.ending)

    def strikes(self, shots: int) -> Chances[tuple[int, int, int]]:
        """20.5  After the first so many shooters: targets lost, disrupted and driven off."""
        before = self.start()
        played = self.play(Counter({before: 1}), range(shots))
        assert played is not None

        def tell(health: Health) -> tuple[int, int, int]:
            mine = [n for n, one in enumerate(self.shooters) if one.side != self.side]
            worn = sum(1 for n in mine if health[n] == WORN and before[n] == WHOLE)
            return sum(health[n] == GONE for n in mine), worn, sum(health[n] == LEFT for n in mine)

        return Chances(played).map(tell)

    def first_group(self) -> tuple[Chances[Ending] | None, list[int]]:
        """The exact chances after the first group of fire, and who is to fire after it."""
        value = max((self.shooters[n].tactical for n in self.order), default=0)
        group = [n for n in self.order if self.shooters[n].tactical == value]
        played = self.play(Counter({self.start(): 1}), group)
        rest = [n for n in self.order if n not in group]
        return None if played is None else Chances(played).map(self.ending), rest

    def mean_hits(self, shooters: Iterable[int]) -> dict[Side, float]:
        """The hits that these units inflict on average, by the side that fires, as if nobody were lost before."""
        found = {self.side: 0.0, ENEMY[self.side]: 0.0}
        health = self.start()
        for n in shooters:
            one = self.shooters[n]
            strength = one.strengths[0] if health[n] in EFFECTIVE else one.strengths[1]
            if health[n] in THERE and strength:
                results = self._results(health, one, strength)
                found[one.side] += sum(read_result(code).hits * weight for code, weight in results) / FACES
        return found
