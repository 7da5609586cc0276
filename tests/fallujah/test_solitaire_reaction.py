"""17  Solitaire play: how the Insurgents react to whoever enters their ground."""

import pytest

from fallujah.actions import Activate, EndImpulse, March, Withdraw
from fallujah.rules.solitaire.reaction import tell_effects
from tests.asking import refused, step
from tests.fallujah.positions import act, arrange, fight, game, here, mp, spent, spot, u, values


def enter(area, where, dice, origin=None, **options):
    """inf1 enters an area from a neighbour; the Insurgents react with these dice, no more and no less."""
    start = origin or game().data.near[area][0]
    match = arrange(f"{start}: inf1; {where}", solitaire=True, dice=dice, **options)
    act(match, Activate(start), March(u("inf1"), area))
    assert match.state.script == ()
    assert match.state.rolls == len(dice)
    return match


@pytest.mark.rule("fallujah", "17b")
def test_the_cadre_leaves_before_the_militia_comes():
    match = enter("14", "14: C1 M1 M2 M3 M4 M5 M6 M7", [2, 2], origin="15", held="9 51 13 35")  # 6: R, +M
    assert spot(match, "C1") == "8"
    assert len(here(match, "14")) == 8  # there was room only because the Cadre had gone


@pytest.mark.rule("fallujah", "17c")
def test_results_beyond_the_limits_are_ignored():
    crowd = "14: C1 F1! F2! F3! F4!"
    match = enter("14", crowd, [3, 3], origin="15", reserve=3)  # 8: +F
    assert here(match, "14") == {"C1", "F1", "F2", "F3", "F4"}
    match = enter("14", "14: C1 F1! F2! F3!", [3, 3], origin="15", reserve=3)
    assert len(here(match, "14")) == 5


@pytest.mark.rule("fallujah", "17d")
def test_combat_follows_where_insurgents_remain():
    match = enter("30", "32: C1", [1, 2], origin="31")  # 3: +M
    assert len(here(match, "30")) == 1
    assert refused(match, EndImpulse()) == "6.3a"
    assert mp(match, "inf1") == 4


@pytest.mark.rule("fallujah", "17e")
def test_who_does_not_roll():
    enter("14", "14: C1- M1 F1!", [], origin="15")
    enter("14", "14: M1; 28: C2 inf2", [], origin="15")  # next door, but Contested
    match = enter("14", "14: C1", [1, 1], origin="15", held="9 51 13 35 28")  # retreats to 8 and does not roll again
    assert spot(match, "C1") == "8"


@pytest.mark.rule("fallujah", "17.1a")
@pytest.mark.rule("fallujah", "17.1b")
@pytest.mark.rule("fallujah", "17.1c")
@pytest.mark.parametrize(
    ("area", "origin", "die", "result"),
    [
        ("14", "15", 2, "goes"),  # TEM 2
        ("14", "15", 3, "stays"),
        ("14", "15", 4, "stays"),
        ("14", "15", 5, "digs"),
        ("10", "1", 3, "stays"),  # TEM 3: 6
        ("10", "1", 1, "goes"),
        ("9", "3", 3, "digs"),  # TEM 4: 7
        ("9", "3", 2, "stays"),
        ("16", "15", 4, "cannot"),  # TEM 0: nowhere to go but TEM 0 and 1 ... and Nazal East is held
    ],
)
def test_fedayeen_reaction(area, origin, die, result):
    match = enter(
        area, f"{area}: F1", [die], origin=origin, held="7" if area == "16" else "9 2" if area == "10" else "51"
    )
    unit = match.state.units["F1"]
    assert (unit.at == area, unit.dug) == (result != "goes", result == "digs")
    assert not unit.spent


@pytest.mark.rule("fallujah", "17.2a")
@pytest.mark.rule("fallujah", "17.T1")
@pytest.mark.parametrize(
    ("area", "dice", "effects"),
    [
        ("16", (1, 1), "R"),
        ("16", (1, 2), "R"),
        ("14", (1, 1), "R"),
        ("14", (1, 2), "R"),
        ("14", (2, 2), "R, +M"),
        ("14", (1, 4), "R, +M"),
        ("10", (2, 3), "+F"),  # 5 + 3
        ("14", (1, 6), "r, +M"),
        ("14", (2, 6), "r, +M, +M"),
        ("14", (3, 6), "r, +F"),
        ("14", (4, 6), "+F"),
        ("14", (5, 6), "+F"),
        ("14", (6, 6), "+F"),
        ("10", (6, 6), "+F, +F"),
        ("9", (6, 6), "+D, +D"),
    ],
)
def test_the_table_for_cadre_in_the_area(area, dice, effects):
    origin = {"16": "15", "14": "15", "10": "1", "9": "3"}[area]
    match = arrange(
        f"{origin}: inf1; {area}: C1", solitaire=True, dice=dice, reserve=3, held="9 51 7" if area != "9" else ""
    )
    act(match, Activate(origin), March(u("inf1"), area))
    words = tell_effects(effects.split(", "))
    assert f"Cadre 1 reacts: {words}." in match.journal.text()


@pytest.mark.rule("fallujah", "17.T1")
def test_row_ten_in_light_terrain():
    match = arrange("15: inf1; 14: C1", solitaire=True, dice=[2, 6], held="9 51 13 35 28")
    act(match, Activate("15"), March(u("inf1"), "14"))
    assert spot(match, "C1") == "8"
    assert here(match, "14") == {"M1", "M2"}


@pytest.mark.rule("fallujah", "17.3a")
@pytest.mark.rule("fallujah", "17.T2")
@pytest.mark.parametrize(
    ("dice", "placed"),
    [
        ((1, 1), ("F", "")),
        ((1, 2), ("M", "")),
        ((1, 3), ("M", "M")),
        ((1, 4), ("M", "")),
        ((1, 5), ("", "M")),
        ((1, 6), ("F", "")),  # 7, whatever the terrain
        ((2, 6), ("M", "")),
        ((3, 6), ("M", "M")),
        ((4, 6), ("M", "")),
        ((5, 6), ("", "M")),
        ((6, 6), ("F", "F")),
    ],
)
@pytest.mark.parametrize(("area", "origin", "home"), [("30", "31", "32"), ("9", "3", "13")])
def test_the_table_for_cadre_next_door(dice, placed, area, origin, home):
    match = enter(area, f"{home}: C1", dice, origin=origin, reserve=4)
    letters = ["".join(sorted(unit[0] for unit in here(match, space) - {"C1"})) for space in (area, home)]
    assert tuple(letters) == placed


@pytest.mark.rule("fallujah", "17.X1")
def test_r_needs_terrain_of_two():
    match = enter("18", "18: C1", [1, 1], origin="19")  # 20 has TEM 0, 23 has TEM 1
    assert spot(match, "C1") == "18"
    match = enter("22", "22: C1", [1, 1], origin="21", held="27")  # 28 has TEM 2
    assert (spot(match, "C1"), spent(match, "C1")) == ("28", False)


@pytest.mark.rule("fallujah", "17.X2")
def test_small_r_means_nothing_in_dense_terrain():
    match = enter("10", "10: C1", [2, 4], origin="1")  # 6 + 3 = 9
    assert here(match, "10") == {"C1", "M1"}
    match = enter("14", "14: C1", [3, 4], origin="15", held="9 51 13 35 28")  # 7 + 2 = 9
    assert (spot(match, "C1"), here(match, "14")) == ("8", {"M1"})


@pytest.mark.rule("fallujah", "17.X3")
def test_two_militia_as_far_as_there_is_room():
    match = enter("10", "10: C1 M1 M2 M3 M4 M5 M6", [3, 4], origin="1")  # 10: r, +2M
    assert len(here(match, "10")) == 8
    assert len(here(enter("10", "10: C1", [3, 4], origin="1"), "10")) == 3


@pytest.mark.rule("fallujah", "17.X5")
def test_militia_next_door_only_with_room():
    full = "32: C1 " + " ".join(f"M{n}" for n in range(1, 8))
    match = enter("30", full, [1, 5], origin="31")
    assert len(here(match, "32")) == 8
    assert match.state.control["30"] == "coalition"


@pytest.mark.rule("fallujah", "17.X6")
def test_fedayeen_next_door_only_below_five():
    match = enter("30", "32: C1 F1! F2! F3! F4!", [6, 6], origin="31", reserve=4)
    assert len(here(match, "32")) == 5
    assert len(here(match, "30")) == 1


@pytest.mark.rule("fallujah", "17.X7")
@pytest.mark.parametrize(
    ("crowd", "reserve", "new"),
    [("C1 F1! F2! M1 M2", 4, 2), ("C1 F1! F2! F3! M1", 4, 1), ("C1 M1 M2", 1, 1), ("C1 F1! M1 M2 M3 M4 M5", 4, 1)],
)
def test_row_sixteen_places_dug_in_fedayeen(crowd, reserve, new):
    match = enter("9", f"9: {crowd}", [6, 6], origin="3", reserve=reserve)
    arrived = here(match, "9") - {token.rstrip("!") for token in crowd.split()}
    assert len(arrived) == new
    assert all(match.state.units[id_].dug for id_ in arrived)


@pytest.mark.rule("fallujah", "6.3.1a")
@pytest.mark.rule("fallujah", "7.2.1c")
def test_light_armor_that_meets_a_fedayeen_falls_back():
    match = arrange("31: lar1 tank1; 32: C1", solitaire=True, reserve=2, dice=[1, 1])  # +F
    act(match, Activate("31"), March(u("lar1"), "30"))
    assert step(match) == "Scout"
    act(match, Withdraw(False))
    assert refused(match, March(u("tank1"), "30")) == "6.2h"
    act(match, EndImpulse(), dice=[6, 6])
    assert (spot(match, "lar1"), spent(match, "lar1"), match.state.backlash) == ("31", True, 0)


@pytest.mark.rule("fallujah", "6.4.2a")
def test_a_placed_fedayeen_ambushes_too():
    match = arrange("24: eng1; 14: C1", held="25 26 27 28 29", solitaire=True, reserve=2, dice=[1, 1])
    act(match, Activate("24"), *(March(u("eng1"), area) for area in ("25", "27", "29", "28")))
    assert mp(match, "eng1") == 3
    act(match, March(u("eng1"), "15"))
    fight(match, "15", "eng1", dice=[3, 3, 3, 3])
    assert values(match) == (4, 3)


def test_the_entries_of_the_table_are_told_in_words():
    assert tell_effects(("r", "+M", "+M")) == "it retreats where cover is poor, a Militia, a Militia"
    assert tell_effects(("+F", "adjF")) == "a Fedayeen, a Fedayeen beside the Cadre"
    assert tell_effects(("+D",)) == "a Fedayeen, Dug In"
