"""The map, the tables and the reference figures: routes, distances, modifier sums and mean losses."""

import pytest

from common.maps import GameMap
from nmc.actions import Attack, Commit, Hold
from nmc.odds import attrition_losses
from tests.asking import drm, rolls
from tests.nmc.positions import arrange, attack, form, game

ROUTES = [
    ("1704", "2605", 9, ()),
    ("1803", "2505", 7, ()),
    ("1803", "2705", 10, ("2605",)),
    ("2605", "3005", 4, ()),
    ("3005", "3907", 10, ()),
    ("2705", "3907", 15, ("2605", "3005")),
    ("3907", "4411", 7, ()),
    ("4411", "4316", 8, ()),
    ("4316", "4617", 4, ()),
    ("4411", "4617", 12, ()),
    ("4411", "4617", 16, ("4312",)),
    ("3907", "3900", 13, ()),
    ("2605", "2514", 18, ()),
    ("1704", "1406", 4, ()),
    ("1406", "1008", 5, ()),
    ("4411", "5013", 10, ()),
    ("4617", "4117", 7, ()),
]
DISTANCES = [
    ("1008", "1704", 8),
    ("1008", "1507", 5),
    ("2605", "3005", 4),
    ("4316", "4617", 3),
    ("4617", "4117", 5),
    ("4617", "4312", 7),
    ("4411", "4316", 5),
]
FIRE = """
1     | 0 0 0 0 0 0 0 0 0 1 1 1 1
2-3   | 0 0 0 0 0 0 0 1 1 1 1 2 2
4-6   | 0 0 0 0 0 1 1 1 1 2 2 2 3
7-10  | 0 0 0 1 1 1 1 2 2 2 3 3 4
11-15 | 0 0 1 1 1 2 2 2 3 3 4 5 5
16-20 | 0 1 1 1 2 2 3 3 4 4 5 6 7
21-27 | 0 1 1 2 2 3 3 4 5 6 7 8 9
28-35 | 0 1 2 2 3 4 4 5 6 7 8 10 11
36+   | 1 1 2 3 4 4 5 6 8 9 10 12 14
"""
ATTRITION = """
1     | 1 1 1 0 0 0 0 0 0 0 0 0 0
2-3   | 2 1 1 1 1 1 1 0 0 0 0 0 0
4-6   | 3 3 2 2 2 2 1 1 1 1 0 0 0
7-10  | 5 4 4 3 3 3 2 2 2 1 1 0 0
11-14 | 7 6 6 5 5 4 4 3 3 2 2 1 0
15-19 | 9 8 8 7 6 6 5 4 4 3 2 1 0
20-25 | 12 11 10 9 8 7 6 5 5 4 3 2 1
26-32 | 15 14 13 12 10 9 8 7 6 5 4 2 1
33+   | 19 18 16 15 13 12 10 9 8 6 5 3 2
"""


def least_cost(start: str, goal: str, closed: tuple[str, ...]) -> int:
    """The cheapest way by plain relaxation over the prices of single steps."""
    data = game().data
    best = {start: 0}
    while True:
        better = {
            there: spent + data.cost[here, there]
            for here, spent in best.items()
            for there in data.open[here]
            if there not in closed and spent + data.cost[here, there] < best.get(there, 999)
        }
        if not better:
            return best[goal]
        best |= better


@pytest.mark.parametrize(("start", "goal", "cost", "closed"), ROUTES)
def test_route_costs(start, goal, cost, closed):
    assert least_cost(start, goal, closed) == cost


@pytest.mark.parametrize(("one", "other", "distance"), DISTANCES)
def test_distances(one, other, distance):
    assert game().data.map.distance(one, other) == distance


@pytest.mark.rule("nmc", "8.10a")
def test_every_hex_has_one_natural_terrain():
    kinds = [space.kind for space in game().data.map.spaces.values()]
    counts = {kind: kinds.count(kind) for kind in set(kinds)}
    assert counts == {"clear": 664, "rio_grande_valley": 52, "mountain": 182, "pass": 5}


@pytest.mark.rule("nmc", "8.14a")
def test_the_passes_are_those_of_the_rules():
    spaces = game().data.map.spaces.values()
    assert {space.id for space in spaces if space.kind == "pass"} == {"1907", "2112", "2409", "2413", "4312"}


@pytest.mark.rule("nmc", "8.10b")
def test_manmade_features_lie_on_natural_terrain():
    data = game().data
    craig = data.map.spaces["2605"]
    assert craig.kind == "rio_grande_valley" and "fort" in craig.tags
    assert any("trail" in data.map.link("2605", there).kinds for there in data.near["2605"])
    assert data.map.spaces["4313"].kind == "mountain"
    assert "trail" in data.map.link("4312", "4313").kinds


def test_rows_and_columns_stand_as_the_rules_say():
    """Even rows lie half a hex east; row numbers run northwards."""
    map_: GameMap = game().data.map
    assert set(map_.next_to("1704")) == {"1703", "1705", "1603", "1604", "1803", "1804"}
    assert set(map_.next_to("2605")) == {"2604", "2606", "2505", "2506", "2705", "2706"}
    assert "1407" in map_.next_to("1406")
    assert len(map_.ids) == 43 * 21
    assert all(here in map_.next_to(there) for here in map_.ids for there in map_.next_to(here))


@pytest.mark.parametrize(("name", "text"), [("fire", FIRE), ("attrition", ATTRITION)])
def test_the_tables(name, text):
    table = getattr(game().data.tables, name)
    rows = [line.split("|") for line in text.strip().splitlines()]
    assert list(table.labels) == [label.strip() for label, _ in rows]
    assert table.cells == tuple(tuple(map(int, cells.split())) for _, cells in rows)
    assert (table.first_row, table.last_row) == (0, 12)


@pytest.mark.rule("nmc", "9.20")
@pytest.mark.parametrize(
    ("strength", "modifier", "mean"),
    [
        *((26, -1, 2.1), (26, 1, 3.4), (26, 2, 4.1), (18, -1, 1.7), (18, 0, 2.1), (18, 1, 2.6)),
        *((38, 1, 5.2), (8, -1, 0.8), (2, 1, 0.4)),
    ],
)
def test_mean_hits(strength, modifier, mean):
    results = game().data.tables.fire.results(strength, range(10), modifier)
    assert sum(results) / 10 == pytest.approx(mean, abs=0.051)


@pytest.mark.rule("nmc", "10.9d")
@pytest.mark.parametrize(
    ("hex_", "strength", "leaders", "mean"),
    [
        ("2205", 26, "", 9.9),
        ("2205", 26, "Sibley Green", 6.4),
        ("1903", 26, "Sibley Green", 5.3),
        ("2205", 13, "", 4.5),
        ("2205", 13, "Sibley Green", 2.9),
        ("2205", 1, "", 0.3),
        ("4411", 1, "", 0.1),
    ],
)
def test_mean_attrition(hex_, strength, leaders, mean):
    match = arrange(f"{hex_}: {strength} cavalry {leaders}; 1008: 1 cavalry depot")
    assert attrition_losses(match.state, hex_).mean(float) == pytest.approx(mean, abs=0.051)


ARMY = "26 cavalry 2 guns 1 wagon Sibley Baylor Green Pyron Scurry Steele"


def sums(match, action) -> list[int]:
    """The modifier totals of both fires as the odds show them."""
    return [sum(modifier.value for modifier in listed) for _, listed in match.odds(action).modifiers]


@pytest.mark.rule("nmc", "9.10a")
def test_reference_a_the_army_against_fort_craig():
    fort = "28 regular 10 militia 1 gun depot Canby Carson Duncan Lewis Roberts Wingate"
    match = arrange(f"2706: {ARMY}; 2605: {fort}", "C_COMBAT", turn=1)
    form(match, "2706")
    assert sums(match, Attack(0, "2605")) == [-1, 1]
    match.play(Attack(0, "2605"))
    assert sums(match, Commit("wagons")) == [-1, 1]
    match.play(Commit("wagons"), dice=[0, 0])
    first, second = rolls(match)[:2]
    assert drm(first) == {"9.11b": 1, "9.12a": 2, "9.12c": -1, "9.17a": -1, "9.19a": -2}
    assert drm(second) == {"9.11a": -1, "9.12a": 1, "9.17b": 1}


@pytest.mark.rule("nmc", "9.10a")
def test_reference_b_the_army_against_socorro_without_its_wagon():
    match = arrange(f"2905: {ARMY}; 3005: 2 regular; 2605: 28 regular depot", "C_COMBAT", turn=1)
    attack(match, "2905", "3005")
    assert sums(match, Hold()) == [-2, 1]
    match.play(Hold(), dice=[0, 0])
    first, second = rolls(match)[:2]
    assert drm(first) == {"9.13a": 1, "9.15": -1, "9.16b": -2}
    assert drm(second) == {"9.13a": -1, "9.16a": 2}


@pytest.mark.rule("nmc", "9.10a")
def test_reference_c_the_army_against_fort_union():
    army = "25 cavalry 2 guns Sibley Baylor Green Pyron Scurry Steele"
    fort = "18 regular 1 gun depot Paul Chivington"
    match = arrange(f"4517: {army}; 4316: 1 cavalry depot; 4617: {fort}", "C_COMBAT", turn=8, vp=30)
    attack(match, "4517", "4617", dice=[0, 0])
    first, second = rolls(match)[:2]
    assert drm(first) == {"9.12a": 2, "9.12c": -1, "9.13a": 1, "9.14a": 1, "9.19a": -2}
    assert drm(second) == {"9.12a": 1, "9.13a": -1, "9.14b": -1}


def test_fort_union_cannot_be_reached_before_turn_three():
    """41 to 43 MP by the valley road, against at most 10 + 10 + 10 by the combat phase of turn 2."""
    assert min(least_cost(start, "4517", ("2605", "3005", "3907", "4411")) for start in ("1803", "1804")) >= 41


@pytest.mark.rule("nmc", "9.20")
def test_the_odds_are_the_table():
    match = arrange("2205: 17 cavalry depot; 2206: 9 regular depot", "C_COMBAT")
    form(match, "2205")
    odds = match.odds(Attack(0, "2206"))
    expected: dict[str, int] = {}
    for hits in (0, 1, 1, 1, 2, 2, 3, 3, 4, 4):
        for back in (0, 0, 0, 1, 1, 1, 1, 2, 2, 2):
            label = f"defender {-hits}, attacker {-back}"
            expected[label] = expected.get(label, 0) + 1
    assert {outcome.label: outcome.weight for outcome in odds.outcomes} == expected
