"""Slow oracles, written from the rulebook alone, against the quick arithmetic of movement, battles and chances."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

from common.engine import Match
from common.tables import Odds
from operation_serval.actions import Fire, NetwarAttack, Recruit
from operation_serval.forecast import Forecast
from operation_serval.odds import air_odds, battle_odds, event_chances, odds
from operation_serval.rules.air import LOSSES
from operation_serval.rules.battle import OpenBattle
from operation_serval.rules.march_search import marches
from operation_serval.state import COALITION, ISLAMIST, ServalState, Unit
from tests.operation_serval.positions import FAR, arrange, at, game

EXACT = 1e-12
MALI = [hex_ for hex_, country in game().data.country.items() if country == "mali"]


# Movement (11.2, 13, 25.1, 29.4): all paths, step by step


def zone_hexes(state: ServalState, side: str) -> set[str]:
    """11.1  Hexes next to effective enemy units with the sign of a zone."""
    found: set[str] = set()
    for unit in state.units.values():
        counter = state.data.counters[unit.id]
        if state.data.side_of[unit.id] != side and counter.zoc and not unit.disrupted and unit.at in state.data.near:
            found |= set(state.data.near[unit.at])
    return found


def price(state: ServalState, here: str, there: str, engineer: bool) -> int:
    """13.3  Half movement points for a step, from the map and the printed chart."""
    terrain, data = state.data.tables.terrain, state.data
    if there not in data.near:
        return 2
    kinds = data.kinds(here, there) if here in data.near else frozenset()
    if "road" in kinds:
        return 1
    if "track" in kinds:
        return 2
    tags = data.map.spaces[there].tags
    town = bool(tags & {"town", "regional_capital", "national_capital", "foreign_town"})
    base = 2 if town else terrain.kinds[data.map.spaces[there].kind].half_mp
    return base + (2 if "river" in kinds and not engineer else 0)


def reach_by_hand(state: ServalState, unit: str) -> dict[str, int]:
    """Every place a unit can get to, by trying all steps as long as they get cheaper."""
    data, side = state.data, state.data.side_of[unit]
    start, points = state.units[unit].at, 2 * state.allowance(state.units[unit])
    zones, engineer = zone_hexes(state, side), "engineer" in data.counters[unit].type
    enemies = {other.at for other in state.units.values() if data.side_of[other.id] != side}
    allowed = {"mali", "algeria"} if side == ISLAMIST else {"mali", "niger", "burkina_faso", "ivory_coast", "senegal"}
    staging = {"algeria_sa"} if side == ISLAMIST else {"west_africa_sa", "chad_sa"}
    best, front = {start: 0}, [start]
    while front:
        here = front.pop()
        if here != start and (here in zones or here in staging):
            continue
        for there in data.map.next_to(here):
            open_ = there in staging or (there in data.near and data.country[there] in allowed)
            if not open_ or there in enemies or (here == start and start in zones and there in zones):
                continue
            cost = best[here] + price(state, here, there, engineer)
            if cost > points and here == start and there not in best:
                best[there] = points  # 13.1d: one hex in any case
            elif cost <= points and cost < best.get(there, points + 1):
                best[there] = cost
                front.append(there)
    own = data.counters[unit].contingent
    others = {u.at for u in state.units.values() if side == ISLAMIST and data.side_of[u.id] == side
              and data.counters[u.id].contingent != own}  # fmt: skip
    return {place: cost for place, cost in best.items() if place != start and (place not in others or place in staging)}


def scatter(seed: int) -> Match:
    """Units of both sides anywhere in Mali, never with their enemies or with another Islamist contingent."""
    chance = random.Random(seed)
    match = arrange(FAR)
    state: ServalState = match.state
    taken: dict[str, str] = {"2107": "aqim", "1233": COALITION}
    middle = chance.choice(MALI)
    near = [hex_ for hex_ in game().data.disc(middle, 6) if hex_ in MALI]
    for id_ in chance.sample(sorted(state.data.mobile_ids), 30):
        counter = state.data.counters[id_]
        key = counter.contingent if state.data.side_of[id_] == ISLAMIST else COALITION
        hex_ = chance.choice(near if chance.random() < 0.8 else MALI)
        if taken.setdefault(hex_, key) == key and not counter.option:
            state.put(Unit(id_, hex_, chance.random() < 0.3 and counter.back is not None))
    return match


def compare_reach(seed: int) -> int:
    """Compare both searches for every unit of a position; how many there were."""
    match = scatter(seed)
    state = match.state
    compared = 0
    for id_, unit in state.units.items():
        if id_ in state.data.mobile_ids and unit.at in state.data.near:
            state.contingent = state.data.counters[id_].contingent
            points = 2 * state.allowance(unit)
            quick = {
                place: min(way.cost, points) for place, way in marches(state, state.data.side_of[id_], (id_,)).items()
            }
            assert quick == reach_by_hand(state, id_), (seed, id_)
            for place, way in marches(state, state.data.side_of[id_], (id_,)).items():
                path, engineer = way.path, "engineer" in state.data.counters[id_].type
                assert (path[0], path[-1]) == (unit.at, place)
                assert sum(price(state, a, b, engineer) for a, b in pairwise(path)) == way.cost
            compared += 1
    return compared


@pytest.mark.rule("operation_serval", "13.0a")
@pytest.mark.rule("operation_serval", "11.2b")
@pytest.mark.parametrize("part", range(2))
def test_movement_agrees_with_the_oracle(part: int) -> None:
    assert sum(compare_reach(seed) for seed in range(part * 6, part * 6 + 6)) > 60


@pytest.mark.slow
def test_movement_agrees_with_the_oracle_at_length() -> None:
    assert sum(compare_reach(seed) for seed in range(100, 600)) > 5000


# Battles: every throw of the dice, in a small model written out by hand

SMALL = (
    ("td_armor", "ad_tech_1", ""),
    ("td_armor td_mech_1", "ad_guer_1", ""),
    ("td_armor", "ad_tech_1 ad_guer_1", ""),
    ("td_armor*", "ad_guer_1", ""),
    ("td_armor td_mech_1", "ad_base_1*", "2525: ml_base_1"),
    ("fr_sof_cm", "ad_iyad ad_base_1", ""),
    ("fr_armor_arec*", "ad_guer_1 ad_base_2*", ""),  # the support of a base ends with it
)


def by_label(found: Odds) -> dict[str, Fraction]:
    """The chances of the outcomes by their words."""
    return {outcome.label: Fraction(outcome.weight, found.total) for outcome in found.outcomes}


@pytest.mark.parametrize(("attackers", "defenders", "also"), SMALL)
def test_a_battle_forecast_agrees_with_every_throw_of_the_dice(attackers: str, defenders: str, also: str) -> None:
    shots = len((attackers + " " + defenders).split())
    counted: Counter[tuple[str, int, int]] = Counter()
    for dice in product(range(1, 7), repeat=shots):
        counted[run_with(attackers, defenders, also, dice)] += 1
    total = sum(counted.values())
    ids = tuple(attackers.replace("*", "").split())
    match = arrange(f"{FAR}; 2525: {attackers}; 2425: {defenders}; {also}")
    endings = Forecast(match.state, COALITION, "2425", ids, tuple(defenders.replace("*", "").split())).endings()
    assert endings is not None
    quick = {tuple(ending): Fraction(weight, endings.total) for ending, weight in endings.weights.items()}
    slow = {ending: Fraction(weight, total) for ending, weight in counted.items()}
    assert quick.keys() == slow.keys()
    assert all(abs(float(quick[ending] - slow[ending])) < EXACT for ending in slow)


class Fighter:
    """One counter of the small model."""

    def __init__(self, name: str, side: str) -> None:
        data = game().data
        counter = data.counters[name.rstrip("*")]
        worn = name.endswith("*")
        self.side, self.front, self.back = side, counter.front, counter.back or counter.front
        self.two = counter.back is not None
        self.steps = (2 if self.two else 1) - worn
        self.tactical = (self.back if worn else self.front)[1]
        self.leader, self.base = counter.type == "leader", counter.type == "base"
        self.mobile = counter.id in data.mobile_ids
        self.fired, self.gone = False, ""

    @property
    def whole(self) -> bool:
        """Whether it is on its front."""
        return self.steps == 2 or not self.two

    @property
    def strength(self) -> int:
        """The printed strength of the side that is up."""
        return (self.front if self.whole else self.back)[0]


def run_with(attackers: str, defenders: str, also: str, dice: tuple[int, ...]) -> tuple[str, int, int]:
    """15.4, 16  One die a shot in the fixed order of fire: who wins, and what both sides lose."""
    units = [Fighter(name, COALITION) for name in attackers.split()]
    units += [Fighter(name, ISLAMIST) for name in defenders.split()]
    based = "base" in also
    order = sorted(units, key=lambda u: (-u.tactical, u.side != COALITION, -u.front[0], units.index(u)))
    for one, die in zip(order, dice, strict=True):
        shoot(units, one, die, based)
        one.fired = True
    lost = [sum(u.gone == "lost" for u in units if u.side == side) for side in (COALITION, ISLAMIST)]
    winner = ""
    for side in (COALITION, ISLAMIST):
        there = [u for u in units if not u.gone]
        if all(u.side == side for u in there) and any(u.whole for u in there):
            winner = side
    return winner, lost[0], lost[1]


def shoot(units: list[Fighter], one: Fighter, die: int, based: bool) -> None:
    """16.1, 16.2, 16.5  One unit fires; hits fall on the fired and weak, the weakest retreats if no base keeps it."""
    foes = [u for u in units if u.side != one.side and not u.gone]
    if one.gone or not foes or not one.strength:
        return
    coalition = one.side == COALITION
    own_base = (coalition and based) or any(u.base and not u.gone for u in units if u.side == one.side)
    shift = int(own_base) - int(coalition and any(u.base for u in foes))
    table = game().data.tables.kinetic
    code = table.cells[table.column(one.strength, shift)][die - 1]
    hits, retreat = {"0": (0, 0), "R": (0, 1), "1": (1, 0), "1+R": (1, 1), "2": (2, 0), "2+R": (2, 1)}[code]
    for _ in range(hits):
        there = [u for u in foes if not u.gone]
        if there:
            hit = min(there, key=lambda u: (u.steps != 2, u.leader, not u.fired, u.front[0], units.index(u)))
            hit.steps -= 1
            hit.gone = "" if hit.steps else "lost"
    there = [u for u in foes if not u.gone]
    kept = any(u.base for u in there) if coalition else based
    if retreat and there and not kept:
        goes = min(there, key=lambda u: (not u.mobile, u.leader, not u.fired, u.front[0], units.index(u)))
        goes.gone = "away" if goes.mobile else "lost"


# Single rolls


def test_a_shot_has_the_six_faces_of_its_column() -> None:
    match = arrange(f"{FAR}; 2525: td_armor td_mech_1; 2425: ad_guer_1",
                    steps=[OpenBattle(COALITION, "2425", ("td_armor", "td_mech_1"), ("2525", "2525"))])  # fmt: skip
    found = odds(match.state, Fire("td_armor"))
    assert found is not None and found.column == "4"
    assert by_label(found) == {
        "no effect": Fraction(1, 6), "a retreat": Fraction(1, 6), "one hit": Fraction(3, 6),
        "one hit and a retreat": Fraction(1, 6),
    }  # fmt: skip


def test_an_air_attack_joins_fire_and_air_defense() -> None:
    match = arrange(f"{FAR}; 2425: ad_heavy_1; air: fr_air_rafale fr_air_m2000d")
    found = air_odds(match.state, "2425", ("fr_air_rafale", "fr_air_m2000d"))
    assert found is not None and found.total == 6**3
    table, defense = game().data.tables.kinetic, game().data.tables.air_defense.columns["capable"]
    counted: Counter[tuple[int, int, int, str]] = Counter()
    for one, two, three in product(range(6), repeat=3):
        steps, away = 2, 0
        for die in (one, two):
            if steps and not away:
                code = table.cells[table.column(3)][die]
                steps = max(0, steps - {"0": 0, "R": 0, "1": 1, "1+R": 1}[code])
                away = int("R" in code and steps > 0)
        counted[(int(not steps), int(steps == 1 and not away), away, defense[three])] += 1
    total = sum(counted.values())
    slow = {
        f"{a} lost, {b} disrupted, {c} driven off; air defense {d}": Fraction(n, total)
        for (a, b, c, d), n in counted.items()
    }
    assert by_label(found) == slow
    assert set(LOSSES) >= set(defense)


def test_a_netwar_attack_and_recruiting_have_their_dice() -> None:
    match = arrange(f"{FAR}; 2425: ml_33p; 2525: ad_tech_1", side=ISLAMIST, drawn={ISLAMIST: ["terror_2"]})
    found = odds(match.state, NetwarAttack("terror", "2425"))
    assert found is not None and found.total == 6
    codes = {outcome.code for outcome in found.outcomes}
    assert codes == {"No effect" if code == "-" else code for code in game().data.tables.strike.columns["2"]}
    recruits = odds(match.state, Recruit("ansar_dine"))
    assert recruits is not None and by_label(recruits) == {f"up to {n}": Fraction(1, 6) for n in range(1, 7)}


def test_events_follow_two_dice() -> None:
    chances = event_chances(arrange(FAR).state)
    assert chances[7] == 6 and chances[2] == chances[12] == 1 and sum(chances.values()) == 36


def test_a_large_battle_says_that_only_its_first_group_is_exact() -> None:
    units = [c.id for c in game().data.counters.values() if c.type in ("technical", "heavy_technical", "leader")
             and game().data.side_of[c.id] == ISLAMIST]  # fmt: skip
    french = "fr_ca_gtia1 fr_ca_bima fr_ab_2rep fr_sof_cm fr_sof_cpa fr_eng_6rg td_armor td_mech_1 td_mech_2 fr_gamou"
    match = arrange(f"{FAR}; 2425: {' '.join(units)}; 2525: {french}")
    found = battle_odds(match.state, COALITION, "2425", tuple(french.split()))
    assert found is not None
    assert found.title.startswith("First group of fire") and "more fire after it" in found.title
    assert found.expected.startswith("whole battle on average: ") and "group" not in found.expected
    assert at(match, "fr_ca_gtia1") == "2525"
