"""10.9  Attrition of what is out of supply."""

import pytest

from nmc.actions import Lose, Suffer
from nmc.state import CONFEDERATE, UNION
from tests.asking import refused, rolls, told
from tests.nmc.positions import FAR, arrange, stack


@pytest.mark.rule("nmc", "10.9a")
def test_one_roll_for_a_hex_in_the_owners_order():
    match = arrange(f"2205: 8 cavalry Green; 1704: 3 cavalry; 2206: 5 cavalry 1 wagon{FAR}", "C_ATTRITION")
    assert set(match.legal()) == {Suffer("1704"), Suffer("2205")}
    for wrong in ("2206", "1008", "4617", "9999"):
        assert refused(match, Suffer(wrong)) == "10.9a"
    match.play(Suffer("2205"), dice=[0, 9])
    assert match.state.rolls == 2  # the last one needs no choice
    assert told(match, "10.9a") == [
        "Attrition takes 4 SP at 2205 (column 7-10, final 1).",
        "Attrition takes no SP at Fort Thorn (1704) (column 2-3, final 11).",
    ]


@pytest.mark.rule("nmc", "10.9a")
def test_each_side_suffers_in_its_own_phase():
    match = arrange("2205: 8 cavalry; 3309: 8 regular", "C_ATTRITION", dice=[9])
    assert match.state.rolls == 1
    assert match.state.lost == {"regular": 41 - 8, "militia": 11, "cavalry": 28 - 8 + 1}


@pytest.mark.rule("nmc", "10.9b")
@pytest.mark.parametrize(
    ("strength", "column"),
    [
        *((1, "1"), (2, "2-3"), (3, "2-3"), (4, "4-6"), (6, "4-6"), (7, "7-10"), (10, "7-10"), (11, "11-14")),
        *((13, "11-14"), (14, "11-14"), (15, "15-19"), (19, "15-19"), (20, "20-25"), (25, "20-25"), (26, "26-32")),
        *((32, "26-32"), (33, "33+"), (40, "33+")),
    ],
)
def test_only_troops_find_the_attrition_column(strength, column):
    match = arrange(f"2205: {strength} regular 2 guns; 1008: 1 cavalry depot", "U_ATTRITION", dice=[9])
    assert f"(column {column}, final 9)" in told(match, "10.9a")[0]


@pytest.mark.rule("nmc", "10.9c")
@pytest.mark.parametrize(
    ("hex_", "leaders", "added"),
    [
        ("2205", "", 0),
        ("2205", "Green", 1),
        ("2205", "Baylor Green Pyron Scurry Steele", 1),
        ("2205", "Sibley", 2),
        ("2205", "Sibley Green", 3),
        ("2205", "Sibley Baylor Green Pyron Scurry Steele", 3),
        ("1903", "", 1),
        ("1903", "Sibley Green", 4),
        ("2207", "", -1),
        ("1907", "Green", 0),
        ("4411", "", 2),
        ("2514", "Sibley Baylor Green", 5),
    ],
)
def test_attrition_modifiers(hex_, leaders, added):
    match = arrange(f"{hex_}: 13 cavalry {leaders}; 1008: 1 cavalry depot", "C_ATTRITION", dice=[0], vp=20)
    assert rolls(match)[0].total == added


@pytest.mark.rule("nmc", "10.9d")
def test_rulebook_example_of_attrition():
    match = arrange("2205: 13 cavalry; 1008: 1 cavalry depot", "C_ATTRITION", dice=[6])
    assert match.state.stacks["2205"].cavalry == 13 - 4


@pytest.mark.rule("nmc", "10.9d")
def test_the_owner_chooses_what_attrition_takes():
    match = arrange(f"2205: 10 regular 3 militia{FAR}", "U_ATTRITION", turn=1, dice=[6])
    assert match.to_act == UNION
    assert [refused(match, Lose(number)) for number in range(6)] == ["10.9d"] + [None] * 4 + ["10.9d"]
    match.play(Lose(1))
    assert match.state.stacks["2205"] == stack("9 regular")
    assert match.state.vp == {UNION: 40, CONFEDERATE: 26}


@pytest.mark.rule("nmc", "10.9d")
def test_attrition_takes_no_more_than_there_is():
    match = arrange(f"2205: 2 cavalry Green{FAR}", "C_ATTRITION", dice=[0])
    assert match.state.stacks["2205"] == stack("1 cavalry Green")
    match = arrange(f"2207: 2 cavalry 1 gun{FAR}", "C_ATTRITION", dice=[0])
    assert match.state.stacks["2207"] == stack("confederate 1 gun")
    assert match.state.vp == {UNION: 46, CONFEDERATE: 20}


@pytest.mark.rule("nmc", "10.9e")
def test_without_troops_there_is_no_attrition():
    match = arrange(f"2205: confederate 1 gun Green{FAR}", "C_ATTRITION")
    assert match.state.rolls == 0
    match = arrange(f"2205: 13 cavalry 2 guns Green{FAR}", "C_ATTRITION", dice=[5])
    assert match.state.stacks["2205"] == stack("9 cavalry 2 guns Green")
