"""9.1-9.9 and 9.20-9.25  Attacks, fire, losses, captures and advances."""

import pytest

from nmc.actions import (
    Activate,
    Advance,
    Assign,
    AssignAll,
    Attack,
    CloseHex,
    EndPhase,
    Hold,
    Keep,
    Lock,
    Lose,
    NextForce,
    Stay,
    Substitute,
)
from nmc.rules.aftermath import AdvanceChoice
from nmc.rules.combat import Attacks
from nmc.state import CONFEDERATE, UNION
from tests.asking import drm, refused, rolls, told
from tests.nmc.positions import FAR, arrange, attack, form, march, pick, stack, walk


def columns(match) -> list[str]:
    """Strength and column of every fire, as told."""
    return [text.split(": ")[1].split(",")[0] for text in told(match, "9.20")]


@pytest.mark.rule("nmc", "9.1a")
@pytest.mark.parametrize("phase", ["C_COMBAT", "U_COMBAT"])
def test_attacking_is_voluntary(phase):
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular depot{FAR}", phase)
    assert refused(match, EndPhase()) is None
    form(match, "2205" if phase == "C_COMBAT" else "2206")
    assert refused(match, CloseHex()) is None
    match.play(CloseHex())
    assert match.state.rolls == 0


@pytest.mark.rule("nmc", "9.1b")
def test_only_neighbours_can_be_attacked():
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular depot; 2207: 9 regular{FAR}", "C_COMBAT")
    form(match, "2205")
    assert refused(match, Attack(0, "2207")) == "9.1b"
    assert refused(match, Attack(0, "2204")) == "9.1b"
    assert refused(match, Attack(0, "9999")) == "9.1b"
    assert refused(match, Attack(0, "2206")) is None
    match = arrange(f"2205: 9 cavalry depot; 2207: 9 regular; 0800: 1 cavalry; 0801: 1 regular{FAR}", "C_COMBAT")
    assert refused(match, Activate("2205")) == "9.1b"


@pytest.mark.rule("nmc", "9.1c")
@pytest.mark.parametrize("hexes", [("1803", "1904"), ("4312", "4313"), ("2706", "2605"), ("1906", "1907")])
def test_no_other_ground_forbids_an_attack(hexes):
    match = arrange(f"{hexes[0]}: 9 cavalry depot; {hexes[1]}: 9 regular depot{FAR}", "C_COMBAT")
    form(match, hexes[0])
    assert refused(match, Attack(0, hexes[1])) is None


@pytest.mark.rule("nmc", "9.2a")
def test_two_hexes_attack_in_two_battles():
    match = arrange(f"2205: 9 cavalry depot; 2207: 4 cavalry depot; 2206: 20 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    attack(match, "2207", "2206", dice=[0, 0])
    assert columns(match)[0::2] == ["9 SP (column 7-10)", "4 SP (column 4-6)"]
    assert match.state.rolls == 4


@pytest.mark.rule("nmc", "9.2b")
@pytest.mark.parametrize(("phase", "own", "other"), [("C_COMBAT", "2205", "2206"), ("U_COMBAT", "2206", "2205")])
def test_only_the_phasing_side_attacks(phase, own, other):
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular depot{FAR}", phase)
    assert refused(match, Activate(other)) == "9.2b"
    assert refused(match, Activate(own)) is None


@pytest.mark.rule("nmc", "9.3a")
def test_a_force_attacks_once():
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular depot; 2204: 9 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "5 cavalry", "4 cavalry")
    match.play(Attack(0, "2206"), dice=[0, 0])
    assert refused(match, Attack(0, "2204")) == "9.3a"
    assert refused(match, Attack(1, "2204")) is None
    match = arrange(f"2205: 9 cavalry depot; 2206: 9 regular depot; 0800: 1 cavalry; 0801: 1 regular{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    assert refused(match, Activate("2205")) == "9.3a"


@pytest.mark.rule("nmc", "9.3a")
def test_who_has_advanced_has_attacked():
    others = "2207: 1 regular; 0800: 1 cavalry; 0801: 1 regular"
    match = arrange(f"2205: 20 cavalry depot; 2206: 1 regular; {others}{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    pick(match, "all")
    match.play(Advance())
    assert refused(match, Activate("2206")) == "9.3a"


@pytest.mark.rule("nmc", "9.3b")
@pytest.mark.rule("nmc", "9.4")
def test_a_defender_may_be_attacked_again_and_fires_anew_with_what_is_left():
    """17 SP, die 6: three hits, 8 becomes 5; the next reply is on the column of 5."""
    match = arrange(f"2205: 20 cavalry depot; 2206: 8 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "17 cavalry", "3 cavalry")
    match.play(Attack(0, "2206"), dice=[6, 0])
    assert refused(match, Attack(1, "2206")) is None
    match.play(Attack(1, "2206"), dice=[0, 0])
    assert columns(match)[1::2] == ["8 SP (column 7-10)", "5 SP (column 4-6)"]


@pytest.mark.rule("nmc", "9.5a")
def test_the_defender_fights_with_everything():
    match = arrange(f"2205: 9 cavalry depot; 2206: 6 regular 2 guns depot Paul{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    assert columns(match)[1] == "6 SP (column 4-6)"
    assert drm(rolls(match)[1]) == {"9.12a": 2, "9.13a": 1}


@pytest.mark.rule("nmc", "9.5b")
def test_only_the_attacking_force_is_fired_at():
    """36 SP, die 8: eight hits at four attackers."""
    match = arrange(f"2205: 9 cavalry depot; 2207: 4 cavalry depot; 2206: 36 regular depot{FAR}", "C_COMBAT")
    attack(match, "2207", "2206", dice=[0, 8])
    assert match.state.stacks["2207"] == stack("confederate depot")
    assert match.state.stacks["2205"] == stack("9 cavalry depot")
    assert match.state.vp == {UNION: 48, CONFEDERATE: 18}


@pytest.mark.rule("nmc", "9.6a")
@pytest.mark.parametrize("redo", [Assign("cavalry", 1), AssignAll(), NextForce(), Lock()])
def test_a_hex_is_divided_before_its_first_fire(redo):
    match = arrange(f"2205: 20 cavalry depot; 2206: 20 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "5 cavalry", "5 cavalry")
    match.play(Attack(0, "2206"), dice=[0, 0])
    assert refused(match, redo) == "9.6a"
    assert refused(match, Attack(2, "2206")) == "9.6a"
    match.play(Attack(1, "2206"), dice=[0, 0])
    assert not isinstance(match.state.step, Attacks)
    assert columns(match)[0::2] == ["5 SP (column 4-6)"] * 2


@pytest.mark.rule("nmc", "9.6b")
def test_hex_after_hex():
    around = "2205: 9 cavalry depot; 2207: 9 cavalry depot; 2106: 9 cavalry depot"
    match = arrange(f"{around}; 2206: 20 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", "5 cavalry", dice=[0, 0])
    form(match, "2207", "5 cavalry", "4 cavalry")
    assert refused(match, Activate("2205")) == "9.6b"
    match.play(CloseHex())
    assert refused(match, Activate("2205")) == "9.6b"
    assert refused(match, Activate("2207")) == "9.6b"
    assert refused(match, Activate("2106")) is None


@pytest.mark.rule("nmc", "9.7")
def test_both_fires_are_simultaneous():
    """36 SP kill all five; the five still reply on their full column: die 9, two hits."""
    match = arrange(f"2206: 36 regular depot; 2205: 5 cavalry depot{FAR}", "U_COMBAT")
    attack(match, "2206", "2205", dice=[9, 9])
    assert columns(match) == ["36 SP (column 36+)", "5 SP (column 4-6)"]
    assert match.state.lost["regular"] == 41 - 37 + 2
    assert match.state.vp == {UNION: 44 + 5 - 2, CONFEDERATE: 22 - 5 + 2}


@pytest.mark.rule("nmc", "9.8a")
def test_only_troops_have_fire_strength():
    match = arrange(f"2205: 3 cavalry 2 guns 2 wagons depot Sibley Green; 2206: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    assert columns(match)[0] == "3 SP (column 2-3)"


@pytest.mark.rule("nmc", "9.8c")
def test_a_force_without_troops_cannot_attack():
    match = arrange(f"2205: 2 guns depot Sibley; 2206: 9 regular; 0800: 1 cavalry; 0801: 1 regular{FAR}", "C_COMBAT")
    assert refused(match, Activate("2205")) == "9.8c"


@pytest.mark.rule("nmc", "9.9")
@pytest.mark.parametrize(
    ("strength", "column"),
    [
        *((1, "1"), (2, "2-3"), (3, "2-3"), (4, "4-6"), (6, "4-6"), (7, "7-10"), (10, "7-10"), (11, "11-15")),
        *((15, "11-15"), (16, "16-20"), (17, "16-20"), (20, "16-20"), (21, "21-27"), (27, "21-27"), (28, "28-35")),
        *((35, "28-35"), (36, "36+"), (38, "36+")),
    ],
)
def test_strength_finds_its_column(strength, column):
    match = arrange(f"2206: {strength} regular depot; 2205: 9 cavalry depot{FAR}", "U_COMBAT")
    attack(match, "2206", "2205", dice=[0, 0])
    assert columns(match)[0] == f"{strength} SP (column {column})"


@pytest.mark.rule("nmc", "9.9")
def test_rulebook_example_of_the_column():
    match = arrange(f"2205: 17 cavalry depot; 2206: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[0, 0])
    assert columns(match)[0] == "17 SP (column 16-20)"


@pytest.mark.rule("nmc", "9.9b")
def test_the_target_is_named_when_the_battle_begins():
    match = arrange(f"2205: 26 cavalry depot; 2206: 1 regular; 2204: 9 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "20 cavalry", "6 cavalry")
    match.play(Attack(0, "2206"), dice=[9, 0])
    match.play(Stay())
    assert refused(match, Attack(1, "2206")) == "9.1b"
    assert refused(match, Attack(1, "2204")) is None


@pytest.mark.rule("nmc", "9.9c")
def test_regulars_and_militia_fire_together():
    match = arrange(f"2206: 12 regular 5 militia depot; 2205: 9 cavalry depot{FAR}", "U_COMBAT", turn=1)
    attack(match, "2206", "2205", dice=[0, 0])
    assert columns(match)[0] == "17 SP (column 16-20)"
    assert match.state.rolls == 2


@pytest.mark.rule("nmc", "9.20")
def test_rulebook_example_of_the_fire_table():
    """17 SP, +1, die 7: final 8 and four hits, taken only after the reply."""
    match = arrange(f"2205: 17 cavalry 1 gun depot; 2206: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[7, 0])
    assert rolls(match)[0].total == 8
    assert match.state.stacks["2206"].regular == 9 - 4
    assert columns(match)[1] == "9 SP (column 7-10)"


@pytest.mark.rule("nmc", "9.20")
@pytest.mark.parametrize(
    ("attacker", "hexes", "die", "final", "hits"),
    [("36 regular 4 guns", ("2605", "2604"), 9, 13, 14), ("36 regular", ("2604", "2605"), 0, -2, 1)],
)
def test_beyond_the_table_the_outer_rows_count(attacker, hexes, die, final, hits):
    match = arrange(f"{hexes[0]}: {attacker} depot; {hexes[1]}: 20 cavalry depot{FAR}", "U_COMBAT")
    attack(match, *hexes, dice=[die, 0])
    assert rolls(match)[0].total == final
    assert match.state.stacks[hexes[1]].cavalry == 20 - hits


@pytest.mark.rule("nmc", "4.5b")
def test_hits_beyond_the_troops_give_no_points():
    match = arrange(f"2605: 36 regular 4 guns depot; 2604: 5 cavalry depot{FAR}", "U_COMBAT")
    attack(match, "2605", "2604", dice=[9, 0])
    assert match.state.vp == {UNION: 49, CONFEDERATE: 17}


@pytest.mark.rule("nmc", "9.21a")
@pytest.mark.parametrize(
    ("units", "regulars"),
    [("5 regular 5 militia", [0, 1, 2, 3]), ("2 regular 8 militia", [0, 1, 2]), ("8 regular 2 militia", [1, 2, 3])],
)
def test_the_owner_chooses_his_losses(units, regulars):
    """17 SP, +1, die 5: three hits."""
    match = arrange(f"2205: 17 cavalry depot; 2206: {units} depot{FAR}", "C_COMBAT", turn=1)
    attack(match, "2205", "2206", dice=[5, 0])
    assert match.to_act == UNION
    assert [refused(match, Lose(number)) for number in range(-1, 5)] == (
        [None if number in regulars else "9.21a" for number in range(-1, 5)]
    )
    before = match.state.stacks["2206"]
    match.play(Lose(regulars[0]))
    after = match.state.stacks["2206"]
    assert (before.regular - after.regular, before.militia - after.militia) == (regulars[0], 3 - regulars[0])


@pytest.mark.rule("nmc", "9.21a")
def test_the_attacker_chooses_too():
    """17 SP reply, +1 for militia: die 5, three hits on the attackers."""
    match = arrange(f"2206: 5 regular 5 militia depot; 2205: 17 cavalry depot{FAR}", "U_COMBAT", turn=1)
    attack(match, "2206", "2205", "4 regular 3 militia", dice=[0, 5])
    assert {action.regular for action in match.legal()} == {0, 1, 2, 3}
    match.play(Lose(3))
    assert match.state.stacks["2206"] == stack("2 regular 5 militia depot")


@pytest.mark.rule("nmc", "9.21b")
def test_who_did_not_attack_is_not_lost():
    """38 SP, die 8: eight hits on five attackers out of twenty."""
    match = arrange(f"2205: 20 cavalry depot; 2206: 38 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", "5 cavalry", dice=[0, 8])
    assert match.state.stacks["2205"] == stack("15 cavalry depot")
    assert match.state.vp == {UNION: 49, CONFEDERATE: 17}


@pytest.mark.rule("nmc", "9.22a")
def test_everything_left_falls_to_who_advances():
    match = arrange(f"2205: 20 cavalry depot; 2206: 1 regular 2 guns 2 wagons depot Canby Paul{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    pick(match, "1 cavalry")
    match.play(Advance())
    assert match.state.stacks["2206"] == stack("1 cavalry 2 guns 2 wagons 1 exdepot")
    assert {match.state.fallen["Canby"], match.state.fallen["Paul"]} == {"captured"}
    match.check()


@pytest.mark.rule("nmc", "9.22b")
@pytest.mark.rule("nmc", "9.24")
def test_if_both_are_wiped_out_nothing_is_captured():
    match = arrange(f"2205: 1 cavalry 1 gun depot Green; 2206: 1 regular 1 gun depot Paul{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 9])
    assert not isinstance(match.state.step, AdvanceChoice)
    assert match.state.stacks["2206"] == stack("union 1 gun depot Paul")
    assert match.state.stacks["2205"] == stack("confederate 1 gun depot Green")


@pytest.mark.rule("nmc", "9.22c")
@pytest.mark.parametrize(("victim", "lost"), [("union 1 wagon", 0), ("union 1 gun", 1)])
def test_a_wagon_taken_in_an_advance_feeds_at_once(victim, lost):
    match = arrange(f"2305: 1 cavalry; 2306: {victim}{FAR}", "C_COMBAT", dice=[0])
    attack(match, "2305", "2306")
    pick(match, "all")
    match.play(Advance())
    assert match.state.lost["cavalry"] == 26 + lost


@pytest.mark.rule("nmc", "9.22c")
def test_a_captured_gun_fires_at_once():
    match = arrange(f"2205: 1 cavalry depot; 2206: union 1 gun; 2307: 9 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    pick(match, "all")
    match.play(Advance())
    while match.state.phase != 8:
        match.play(EndPhase())
    attack(match, "2307", "2206", dice=[0, 0])
    assert drm(rolls(match)[-2]) == {"9.12c": -1}
    assert drm(rolls(match)[-1]) == {"9.12a": 1}


@pytest.mark.rule("nmc", "9.22d")
def test_a_gun_may_change_hands_again_and_again():
    places = "2205: 1 cavalry 1 wagon; 2206: union 1 gun; 2306: 20 regular 1 wagon"
    match = arrange(places + FAR, "C_COMBAT", dice=[9] * 9)
    attack(match, "2205", "2206")
    pick(match, "all")
    match.play(Advance())
    while match.state.phase != 8:
        match.play(EndPhase())
    attack(match, "2306", "2206")
    match.play(Hold())
    match.play(Hold(), dice=[9, 0])
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["2206"] == stack("20 regular 1 gun 2 wagons")


@pytest.mark.rule("nmc", "9.22e")
@pytest.mark.parametrize(
    ("spare", "choice", "wagons", "left"), [(2, True, 1, 1), (2, False, 0, 2), (1, True, 1, 0), (0, None, 0, 0)]
)
def test_a_retaken_depot_is_lost_unless_a_wagon_is_spare(spare, choice, wagons, left):
    spares = {UNION: spare, CONFEDERATE: 3}
    match = arrange(f"2205: 5 regular depot; 2206: confederate 1 exdepot{FAR}", "U_COMBAT", spare_wagons=spares)
    attack(match, "2205", "2206")
    pick(match, "all")
    match.play(Advance())
    if choice is None:
        assert refused(match, Substitute(True)) == "9.22e"
        assert len(told(match, "9.22e")) == 1
    else:
        match.play(Substitute(choice))
    here = match.state.stacks["2206"]
    assert (here.wagons, here.exdepots, here.depot) == (wagons, 0, False)
    assert match.state.spare_wagons[UNION] == left


@pytest.mark.rule("nmc", "9.22e")
def test_a_depot_retaken_on_the_march_is_gone_without_a_spare():
    spares = {UNION: 0, CONFEDERATE: 3}
    match = arrange(f"2604: 5 regular 1 wagon; 2605: confederate 1 exdepot{FAR}", "U_MARCH", spare_wagons=spares)
    march(match, "2604", die=9)
    walk(match, "2605", "2505")
    assert match.state.stacks["2505"] == stack("5 regular 1 wagon")
    assert "2605" not in match.state.stacks


@pytest.mark.rule("nmc", "9.22e")
def test_a_captured_native_wagon_is_retaken_whole():
    match = arrange(f"2604: 5 regular 1 wagon; 2605: confederate 1 wagon{FAR}", "U_MARCH")
    march(match, "2604", die=9)
    walk(match, "2605")
    match.play(Keep(True))
    assert match.state.stacks["2605"] == stack("5 regular 2 wagons")
    assert match.state.spare_wagons[UNION] == 2


@pytest.mark.rule("nmc", "9.23a")
@pytest.mark.rule("nmc", "9.23d")
def test_who_stays_captures_nothing():
    match = arrange(f"2205: 20 cavalry depot; 2206: 1 regular 1 gun Paul{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    assert refused(match, Stay()) is None
    match.play(Stay())
    assert match.state.stacks["2206"] == stack("union 1 gun Paul")


@pytest.mark.rule("nmc", "9.23a")
def test_an_advance_needs_a_strength_point():
    match = arrange(f"2205: 20 cavalry 1 gun depot Green; 2206: 1 regular{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    assert refused(match, Advance()) == "9.23a"
    pick(match, "1 gun Green")
    assert refused(match, Advance()) == "9.23a"
    pick(match, "1 cavalry")
    assert refused(match, Advance()) is None


@pytest.mark.rule("nmc", "9.23b")
def test_anything_of_the_attacking_force_may_advance_but_a_depot():
    match = arrange(f"2205: 22 cavalry 2 guns 1 wagon depot Green Sibley; 2206: 1 regular{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", "20 cavalry 1 gun 1 wagon Green", dice=[9, 0])
    assert refused(match, Assign("depot", 1)) == "8.5"
    for other in (Assign("cavalry", 21), Assign("guns", 2), Assign("Sibley", 1)):
        assert refused(match, other) == "9.23b"
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["2206"] == stack("20 cavalry 1 gun 1 wagon Green")
    assert match.state.stacks["2205"] == stack("2 cavalry 1 gun depot Sibley")


@pytest.mark.rule("nmc", "9.23c")
def test_an_advance_into_the_mountains_needs_neither_points_nor_dice():
    match = arrange(f"1803: 26 cavalry 2 guns depot; 1904: 1 regular{FAR}", "C_COMBAT")
    attack(match, "1803", "1904", dice=[9, 0])
    count = match.state.rolls
    pick(match, "all")
    match.play(Advance())
    assert match.state.stacks["1904"] == stack("26 cavalry 2 guns")
    assert match.state.rolls == count == 2


@pytest.mark.rule("nmc", "9.23e")
def test_the_advance_comes_before_the_next_battle():
    match = arrange(f"2205: 26 cavalry depot; 2206: 1 regular; 2204: 9 regular depot{FAR}", "C_COMBAT")
    form(match, "2205", "20 cavalry", "6 cavalry")
    match.play(Attack(0, "2206"), dice=[9, 0])
    assert refused(match, Attack(1, "2204")) == "9.23e"
    assert refused(match, Activate("2205")) == "6.5a"
    assert refused(match, CloseHex()) == "5.1a"
    match.play(Stay())
    assert refused(match, Attack(1, "2204")) is None


@pytest.mark.rule("nmc", "9.24")
def test_defenders_never_advance():
    match = arrange(f"2205: 2 cavalry 1 gun 1 wagon Green; 2206: 36 regular depot{FAR}", "C_COMBAT")
    attack(match, "2205", "2206")
    match.play(Hold(), dice=[0, 9])
    assert match.state.stacks["2205"] == stack("confederate 1 gun 1 wagon Green")
    assert match.state.stacks["2206"] == stack("36 regular depot")
    assert "Green" not in match.state.fallen


@pytest.mark.rule("nmc", "9.25")
def test_only_troops_are_lost_in_battle():
    """17 SP, die 9, two guns and a leader in the target: final 6, three hits on two SP."""
    match = arrange(f"2205: 17 cavalry depot; 2206: 2 regular 2 guns 1 wagon depot Paul{FAR}", "C_COMBAT")
    attack(match, "2205", "2206", dice=[9, 0])
    assert rolls(match)[0].total == 9 - 2 - 1
    assert "3 hits" in told(match, "9.20")[0]
    match.play(Stay())
    assert match.state.stacks["2206"] == stack("union 2 guns 1 wagon depot Paul")
    assert match.state.vp[UNION] == 42
