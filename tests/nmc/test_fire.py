"""9.10-9.19  The modifiers of fire, both sides of every battle."""

import pytest

from tests.asking import drm, rolls, told
from tests.nmc.positions import arrange, attack

C, U = "C_COMBAT", "U_COMBAT"
OPEN = ("2205", "2206")  # two clear hexes with nothing between them

# clause, phase, (from, into), attacker, defender, Union VP, attacker's modifiers, defender's modifiers
# A depot in the stack supplies it; without one it is unsupplied.
FIRES = [
    ("9.11a", U, OPEN, "10 regular 1 militia depot", "9 cavalry depot", 44, {"9.11a": -1}, {"9.11b": 1}),
    ("9.11a", C, OPEN, "9 cavalry depot", "10 regular 1 militia depot", 44, {"9.11b": 1}, {"9.11a": -1}),
    ("9.11a", C, OPEN, "9 cavalry depot", "9 regular depot", 44, {}, {}),
    ("9.11b", C, OPEN, "9 cavalry depot", "5 militia depot", 44, {"9.11b": 1}, {"9.11a": -1}),
    ("9.12a", C, OPEN, "9 cavalry 2 guns depot", "9 regular depot", 44, {"9.12a": 2}, {}),
    ("9.12a", C, OPEN, "9 cavalry depot", "9 regular 2 guns depot", 44, {"9.12c": -2}, {"9.12a": 2}),
    ("9.12a", U, OPEN, "9 regular 3 guns depot", "9 cavalry depot", 44, {"9.12a": 3}, {}),
    ("9.12b", C, OPEN, "9 cavalry 2 guns", "9 regular depot", 44, {"9.16b": -2}, {"9.16a": 2}),
    ("9.12b", C, OPEN, "9 cavalry depot", "9 regular 2 guns", 44, {"9.16a": 2}, {"9.16b": -2}),
    ("9.12c", C, OPEN, "9 cavalry 2 guns depot", "9 regular 1 gun depot", 44, {"9.12a": 2, "9.12c": -1}, {"9.12a": 1}),
    (
        *("9.12c", C, OPEN, "9 cavalry 2 guns", "9 regular 1 gun depot", 44),
        *({"9.12c": -1, "9.16b": -2}, {"9.12a": 1, "9.16a": 2}),
    ),
    ("9.10b", U, OPEN, "9 regular 1 gun depot", "9 cavalry 1 gun depot", 44, {"9.12a": 1, "9.12c": -1}, {"9.12a": 1}),
    ("9.13a", C, OPEN, "9 cavalry depot Sibley Green", "9 regular depot Paul", 44, {"9.13a": 1}, {"9.13a": -1}),
    ("9.13a", C, OPEN, "9 cavalry depot Green", "9 regular depot Canby", 44, {"9.13a": -1}, {"9.13a": 1}),
    ("9.13b", C, OPEN, "9 cavalry depot Green Steele", "9 regular depot Canby", 44, {}, {}),
    ("9.13b", C, OPEN, "9 cavalry depot Sibley", "9 regular depot Paul", 44, {"9.13a": 1}, {"9.13a": -1}),
    ("9.13b", C, OPEN, "9 cavalry depot Sibley", "9 regular depot Paul Lewis Duncan", 44, {"9.13a": -1}, {"9.13a": 1}),
    (
        *("9.13c", C, OPEN, "9 cavalry depot Sibley Baylor Green Pyron Scurry Steele Sutton", "9 regular depot", 44),
        *({"9.13a": 1}, {"9.13a": -1}),
    ),
    ("9.13c", C, OPEN, "9 cavalry depot Sibley Green", "9 regular depot Canby Paul", 44, {}, {}),
    ("9.14a", C, OPEN, "9 cavalry depot", "9 regular depot", 32, {"9.14a": 1}, {"9.14b": -1}),
    ("9.14a", U, OPEN, "9 regular depot", "9 cavalry depot", 32, {"9.14b": -1}, {"9.14a": 1}),
    ("9.14b", U, OPEN, "9 regular depot", "9 cavalry depot", 33, {}, {}),
    ("9.14b", C, OPEN, "9 cavalry depot", "9 regular depot", 31, {"9.14a": 1}, {"9.14b": -1}),
    ("9.15", C, ("2905", "3005"), "9 cavalry depot", "9 regular depot", 44, {"9.15": -1}, {}),
    ("9.15", C, ("3005", "2905"), "9 cavalry depot", "9 regular depot", 44, {}, {"9.15": -1}),
    ("9.15", U, ("4412", "4411"), "9 regular depot", "9 cavalry depot", 44, {"9.15": -1}, {}),
    ("9.16a", C, OPEN, "9 cavalry depot", "9 regular", 44, {"9.16a": 2}, {"9.16b": -2}),
    ("9.16b", U, OPEN, "9 regular", "9 cavalry depot", 44, {"9.16b": -2}, {"9.16a": 2}),
    ("9.16c", C, OPEN, "9 cavalry", "9 regular", 44, {"9.16a": 2, "9.16b": -2}, {"9.16a": 2, "9.16b": -2}),
    ("9.17a", C, ("2705", "2706"), "9 cavalry depot", "9 regular depot", 44, {"9.17a": -1}, {"9.17b": 1}),
    ("9.17b", U, ("2706", "2705"), "9 regular depot", "9 cavalry depot", 44, {"9.17a": -1}, {"9.17b": 1}),
    ("9.17b", U, ("2705", "2604"), "9 regular depot", "9 cavalry depot", 44, {}, {}),
    ("9.17c", C, ("2706", "2605"), "9 cavalry depot", "9 regular depot", 44, {"9.17a": -1, "9.19a": -2}, {"9.17b": 1}),
    ("9.17c", C, ("3006", "3005"), "9 cavalry depot", "9 regular depot", 44, {"9.15": -1, "9.17a": -1}, {"9.17b": 1}),
    ("9.17c", U, ("2605", "2706"), "9 regular depot", "9 cavalry depot", 44, {"9.17a": -1}, {"9.17b": 1}),
    ("9.18a", C, ("2206", "2207"), "9 cavalry depot", "9 regular depot", 44, {"9.18a": -2}, {}),
    ("9.18a", C, ("1803", "1904"), "9 cavalry depot", "9 regular depot", 44, {"9.17a": -1, "9.18a": -2}, {"9.17b": 1}),
    ("9.18b", C, ("2207", "2206"), "9 cavalry depot", "9 regular depot", 44, {}, {}),
    ("9.18b", U, ("1907", "1906"), "9 regular depot", "9 cavalry depot", 44, {}, {}),
    ("9.18c", C, ("4313", "4312"), "9 cavalry depot", "9 regular depot", 44, {"9.18a": -2}, {}),
    ("9.18c", C, ("4311", "4312"), "9 cavalry depot", "9 regular depot", 44, {"9.18a": -2}, {}),
    ("9.18c", C, ("1906", "1907"), "9 cavalry depot", "9 regular depot", 44, {"9.18a": -2}, {}),
    ("9.18c", C, ("1806", "1907"), "9 cavalry depot", "9 regular depot", 44, {"9.18a": -2}, {}),
    ("9.19a", C, ("2604", "2605"), "9 cavalry depot", "9 regular depot", 44, {"9.19a": -2}, {}),
    ("9.19a", C, ("4616", "4617"), "9 cavalry depot", "9 regular depot", 44, {"9.19a": -2}, {}),
    ("9.19a", U, ("1009", "1008"), "9 regular depot", "9 cavalry depot", 44, {"9.19a": -1}, {}),
    ("9.19a", C, ("4118", "4117"), "9 cavalry depot", "9 regular depot", 44, {"9.19a": -1}, {}),
    ("9.19b", U, ("2605", "2604"), "9 regular depot", "9 cavalry depot", 44, {}, {}),
    ("9.19c", U, ("2604", "2605"), "9 regular depot", "9 cavalry depot", 44, {"9.19a": -2}, {}),
    ("9.19c", C, ("1009", "1008"), "9 cavalry depot", "9 regular depot", 44, {"9.19a": -1}, {}),
]


@pytest.mark.parametrize(
    ("phase", "hexes", "attacker", "defender", "vp", "attack_drm", "reply_drm"),
    [pytest.param(*case[1:], marks=pytest.mark.rule("nmc", case[0])) for case in FIRES],
)
def test_the_modifiers_of_both_fires(phase, hexes, attacker, defender, vp, attack_drm, reply_drm):
    source, goal = hexes
    match = arrange(f"{source}: {attacker}; {goal}: {defender}", phase, turn=1, vp=vp)
    attack(match, source, goal, dice=[0, 0])
    first, second = rolls(match)[:2]
    assert (drm(first), drm(second)) == (attack_drm, reply_drm)
    assert first.total == sum(attack_drm.values())
    assert second.total == sum(reply_drm.values())


@pytest.mark.rule("nmc", "9.10a")
def test_all_modifiers_make_one_sum():
    """+2 guns, -1 gun in the target, -2 fort: -1, so 17 SP with a nine find row 8 and four hits."""
    match = arrange("2604: 17 cavalry 2 guns depot; 2605: 9 regular 1 gun depot", C)
    attack(match, "2604", "2605", dice=[9, 0])
    assert rolls(match)[0].total == 8
    assert "column 16-20), final 8, 4 hits" in told(match, "9.20")[0]
    assert match.state.stacks["2605"].regular == 9 - 4


@pytest.mark.rule("nmc", "9.14a")
def test_morale_is_read_once_for_a_battle():
    """Ruling 41: the reply is fired under the morale of the battle's beginning, the next battle under the new one."""
    battles = "2105: 17 cavalry depot; 2106: 9 regular depot; 2205: 10 cavalry depot; 2206: 20 regular depot"
    match = arrange(battles, C, vp=33)
    attack(match, "2105", "2106", dice=[5, 0])
    assert match.state.vp["union"] == 31
    assert [drm(roll) for roll in rolls(match)] == [{}, {}]
    attack(match, "2205", "2206", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)[2:4]] == [{"9.14a": 1}, {"9.14b": -1}]


@pytest.mark.rule("nmc", "9.13a")
def test_only_the_leaders_of_the_attacking_force_count():
    match = arrange("2205: 9 cavalry depot Sibley Green Steele; 2206: 9 regular depot Paul", C)
    attack(match, "2205", "2206", "5 cavalry Green", "all", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)] == [{}, {}]


@pytest.mark.rule("nmc", "9.12a")
def test_only_the_guns_of_the_attacking_force_count():
    match = arrange("2205: 9 cavalry 2 guns depot; 2206: 9 regular depot", C)
    attack(match, "2205", "2206", "5 cavalry 1 gun", "all", dice=[0, 0])
    assert [drm(roll) for roll in rolls(match)] == [{"9.12a": 1}, {}]
