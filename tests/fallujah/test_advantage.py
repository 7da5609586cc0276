"""10  The Advantage."""

import pytest

from fallujah.actions import (
    Activate,
    Attack,
    DigIn,
    EndImpulse,
    FireMission,
    Heroic,
    Keep,
    March,
    Mulligan,
    Pass,
    Proceed,
    Raid,
    Suffer,
)
from tests.asking import offered, refused, step
from tests.fallujah.positions import act, arrange, fight, here, spent, spot, u

ASSAULT = "10: inf1 F1 F2"  # OV 6 against 2 + 3


def battle(dice, owner="coalition", where=ASSAULT, **options):
    match = act(arrange(where, advantage=owner, **options), Activate("10"))
    return fight(match, "10", "inf1", dice=dice)


@pytest.mark.rule("fallujah", "10a")
@pytest.mark.rule("fallujah", "10b")
def test_the_owner_may_always_keep_it():
    match = battle([3, 3, 3, 4])
    assert (step(match), match.to_act) == ("Window", "coalition")
    act(match, Keep())
    assert (match.state.advantage, match.state.advantage_used) == ("coalition", False)
    act(match, EndImpulse(), Activate("10"), DigIn("F1"), EndImpulse(), Pass(), dice=[6, 6])
    assert step(match) == "Window"  # it may be used later in the turn
    match = battle([3, 3, 3, 4])
    act(match, Heroic("attack", 1))
    assert (match.state.advantage, match.state.advantage_used) == ("insurgent", True)


@pytest.mark.rule("fallujah", "10.1a")
@pytest.mark.parametrize(
    ("use", "backlash", "flipped"),
    [
        (Keep(), 1, False),
        (Heroic("attack", 1), 0, True),  # 13 against 12
        (Heroic("attack", -1), 2, False),
        (Heroic("defence", 1), 2, False),
        (Heroic("defence", -1), 0, True),
    ],
)
@pytest.mark.parametrize("owner", ["coalition", "insurgent"])
def test_a_heroic_effort_changes_a_roll_by_one(use, backlash, flipped, owner):
    match = act(battle([3, 3, 3, 4], owner), use)
    assert match.state.backlash == backlash
    assert (spent(match, "F1") or spent(match, "F2")) is flipped


@pytest.mark.rule("fallujah", "10.1a")
@pytest.mark.parametrize("by", [0, 2, -2, 100])
def test_never_by_more_or_less(by):
    match = battle([3, 3, 3, 4])
    assert refused(match, Heroic("attack", by)) == "10.1a"
    assert refused(match, Heroic("end", 1)) == "10.1a"


@pytest.mark.rule("fallujah", "10.1b")
def test_only_one_roll_changes():
    match = act(battle([3, 3, 3, 4]), Heroic("defence", -1))
    assert "Offensive Total 6 + 6 = 12, Defensive Total 5 + 6 = 11." in match.journal.text()
    assert step(match) != "Window"


@pytest.mark.rule("fallujah", "10.1a")
def test_rolls_are_not_clamped():
    match = act(battle([6, 6, 1, 1]), Heroic("attack", 1))
    assert "Offensive Total 6 + 13 = 19" in match.journal.text()
    match = act(battle([6, 6, 1, 1]), Heroic("defence", -1))
    assert "Defensive Total 5 + 1 = 6" in match.journal.text()


@pytest.mark.rule("fallujah", "10.1c")
def test_a_mulligan_rerolls_everything_and_stands():
    match = battle([4, 5, 2, 3], "insurgent")
    assert match.to_act == "insurgent"
    act(match, Mulligan(), dice=[6, 6, 1, 1])
    assert "Offensive Total 6 + 12 = 18, Defensive Total 5 + 2 = 7." in match.journal.text()
    assert here(match, "10") == set()  # eleven points
    assert (match.state.advantage, match.state.advantage_used) == ("coalition", True)
    assert step(match) == "CoalitionActivation"  # no second window


@pytest.mark.rule("fallujah", "10.1d")
@pytest.mark.parametrize(
    ("use", "dice", "ends"),
    [
        (Keep(), [], True),
        (Heroic("attack", 1), [], False),
        (Heroic("defence", -1), [], True),
        (Mulligan(), [6, 6, 6, 6], False),
        (Mulligan(), [1, 1, 6, 6], True),
    ],
)
def test_the_end_of_the_phase_follows_the_changed_roll(use, dice, ends):
    match = battle([3, 3, 6, 6], impulse=7, where=f"{ASSAULT}; 9: M1")
    act(match, use, EndImpulse(), dice=dice)
    assert (match.state.phase == "regroup") is ends


@pytest.mark.rule("fallujah", "10.1e")
def test_not_after_the_enemy_has_acted_on_the_result():
    match = act(battle([6, 3, 3, 4], where="10: inf1 F1 C1 M1"), Keep())
    assert step(match) == "Losses"
    assert refused(match, Heroic("attack", 1)) == "8.2h"
    act(match, Suffer("M1"))
    assert refused(match, Mulligan()) is not None
    match = battle([6, 3, 3, 4], where="10: inf1 F1 C1 M1")
    assert refused(match, Suffer("M1")) == "10.1e"


@pytest.mark.rule("fallujah", "10.1f")
@pytest.mark.parametrize("owner", ["coalition", "insurgent"])
def test_an_end_roll_can_be_changed_but_not_rerolled(owner):
    match = act(arrange("9: M1", impulse=7, advantage=owner, dice=[3, 3]), Pass())
    assert match.to_act == owner
    assert set(match.legal()) == {Keep(), Heroic("end", 1), Heroic("end", -1)}
    assert refused(match, Mulligan()) == "10.1f"
    assert refused(match, Heroic("attack", 1)) == "10.1a"
    act(match, Heroic("end", 1))
    assert (match.state.phase, match.state.impulse) == ("action", 8)


@pytest.mark.rule("fallujah", "10.1g")
def test_no_window_without_combat_dice():
    match = act(
        arrange("15: M1 M2; 16: tank1", to="insurgent", advantage="coalition"), Activate("15"), March("M1", "16")
    )
    assert (match.state.backlash, step(match)) == (2, "InsurgentActivation")
    match = act(arrange("43: inf1 tank1 M1", advantage="coalition"), Activate("43"))
    fight(match, "43", "inf1", "tank1")
    assert step(match) == "CoalitionActivation"
    match = act(arrange("31: inf1; 32: C1", solitaire=True, advantage="coalition", dice=[1, 4]), Activate("31"))
    act(match, March(u("inf1"), "30"))
    assert match.state.rolls == 2
    assert step(match) == "CoalitionActivation"
    match = arrange("42: C1", solitaire=True, to="insurgent", advantage="coalition")
    act(match, Proceed())
    assert step(match) == "CoalitionImpulse"


@pytest.mark.rule("fallujah", "10.1h")
def test_it_works_in_the_enemys_impulse_too():
    match = arrange("42: M1 inf1-", to="insurgent", advantage="coalition", dice=[4, 4, 1, 3])
    act(match, Activate("42"), Raid("M1"))
    assert match.to_act == "coalition"
    act(match, Heroic("attack", -1))
    assert match.state.backlash == 0
    assert spot(match, "M1") == "force_pool"
    match = act(arrange("43: F1 F2", advantage="insurgent", dice=[3, 3, 3, 3]), FireMission("43"))
    assert (step(match), match.to_act) == ("Window", "insurgent")


@pytest.mark.rule("fallujah", "10.2a")
def test_once_per_turn():
    match = act(battle([3, 3, 3, 4]), Heroic("attack", 1))
    while step(match) not in {"CoalitionActivation"}:
        act(match, match.legal()[0])
    act(match, EndImpulse(), Pass(), FireMission("10"), dice=[3, 3, 3, 3])
    assert step(match) != "Window"
    assert not offered(match, Heroic)
    assert refused(match, Heroic("attack", 1)) is not None
    assert match.state.advantage == "insurgent"


def test_the_attack_itself_is_refused_while_the_window_is_open():
    match = battle([3, 3, 3, 4])
    assert refused(match, Attack("10")) == "10.1e"
