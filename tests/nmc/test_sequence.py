"""5  The turn sequence, the automatic nine, and taking back."""

from itertools import pairwise
from pathlib import Path

import pytest

from common.engine import IllegalAction, Match
from nmc.actions import (
    Activate,
    Attack,
    CreateDepot,
    DeclareAttack,
    Destroy,
    EndPhase,
    Halt,
    March,
    StepTo,
    Suffer,
    Withdraw,
)
from nmc.state import CONFEDERATE, UNION
from tests.asking import refused
from tests.nmc.positions import arrange, form, halt, march, movement, walk

# Every phase has something to decide: leaders everywhere, enemies adjacent, two starving hexes and two wagons a side.
BUSY = (
    "1704: 9 cavalry 1 gun 2 wagons Green; 0800: 1 cavalry; 0802: 1 cavalry; "
    "1804: 9 regular 1 gun Carson; 2605: 9 regular 2 wagons Canby; 5000: 1 regular; 5002: 1 regular"
)
C, U = CONFEDERATE, UNION
GOLDEN = Path(__file__).resolve().parent.parent / "golden"
FIRST = [("Confederate march", C), ("Union forced march", U), ("Confederate combat", C)]
FIRST_SUPPLY = [("Confederate attrition", C), ("Confederate destruction", C), ("Confederate depot creation", C)]
SECOND = [("Union march", U), ("Confederate forced march", C), ("Union combat", U)]
SECOND_SUPPLY = [("Union attrition", U), ("Union destruction", U), ("Union depot creation", U)]


def one_turn(turn: int) -> list[tuple[str, str]]:
    """The phases of a turn and who decides in each, while nobody does anything."""
    match = arrange(BUSY, turn=turn, dice=[9] * 40)
    seen: list[tuple[str, str]] = []
    while match.state.turn == turn and match.result is None:
        here = (match.view(None).phase, match.to_act)
        if here not in seen:
            seen.append(here)
        match.play(EndPhase() if EndPhase() in match.legal() else match.legal()[0])
    return seen


@pytest.mark.rule("nmc", "5.2a")
@pytest.mark.rule("nmc", "5.2b")
@pytest.mark.rule("nmc", "5.2c")
@pytest.mark.rule("nmc", "5.2d")
@pytest.mark.rule("nmc", "5.3")
@pytest.mark.rule("nmc", "5.4")
@pytest.mark.parametrize("turn", [1, 3, 4, 6, 9, 10])
def test_the_turn_sequence(turn):
    assert one_turn(turn) == FIRST + FIRST_SUPPLY + SECOND + SECOND_SUPPLY


@pytest.mark.rule("nmc", "5.2c")
@pytest.mark.rule("nmc", "5.4")
def test_the_withdrawal_phase_comes_between_combat_and_supply():
    assert one_turn(5) == FIRST + FIRST_SUPPLY + SECOND + [("Union withdrawal", U)] + SECOND_SUPPLY


def test_the_journal_puts_everything_under_the_heading_of_its_phase():
    """What an action tells first belongs to the phase in which it was played; a phase without news has no heading."""
    met: set[str] = set()
    for save in GOLDEN.glob("nmc-*-points.jsonl"):
        match = Match.load(save)
        told, above, known = match.journal.view(None), "", 0
        for entry in told:
            if entry.heading:
                above = entry.text.rpartition(": ")[2]
                continue
            met.add(above.split(" ", 1)[-1])
            if entry.action > known:
                phase = match.game.view(match.past[entry.action - 1].before, None).phase
                first = next(e for e in match.journal if e.action == entry.action)
                assert first.heading or above == phase
            known = entry.action
        assert not any(a.heading and b.heading for a, b in pairwise(told))
    supply = {"attrition", "destruction", "depot creation"}
    assert met >= {"Set-up", "march", "forced march", "combat", "withdrawal"} | supply


@pytest.mark.rule("nmc", "5.4")
@pytest.mark.parametrize(("turn", "left"), [(1, 3), (2, 0), (3, 3), (5, 3), (6, 3)])
def test_militia_leave_only_on_turn_two(turn, left):
    leader = "Slough" if turn > 4 else "Paul"
    match = arrange(f"2605: 9 regular 3 militia depot {leader}; 1008: 1 cavalry depot", "U_WITHDRAW", turn=turn)
    assert match.state.stacks["2605"].militia == left
    assert (leader in match.state.stacks["2605"].leaders) == (turn != 5)


@pytest.mark.rule("nmc", "5.1a")
@pytest.mark.parametrize(
    ("phase", "action", "rule"),
    [
        ("C_COMBAT", March(0), "5.1a"),
        ("C_COMBAT", StepTo("1703"), "5.1a"),
        ("C_MARCH", Attack(0, "1804"), "9.1b"),
        ("C_MARCH", Destroy("1704", "guns"), "10.10a"),
        ("C_MARCH", CreateDepot("1704"), "10.11a"),
        ("C_MARCH", Suffer("0800"), "10.9a"),
        ("C_MARCH", Withdraw("Canby"), "7.4b"),
        ("C_MARCH", DeclareAttack("1804"), "9.26a"),
        ("C_DESTROY", Activate("1704"), "6.5a"),
        ("C_DESTROY", CreateDepot("1704"), "10.11a"),
        ("C_DEPOT", Destroy("1704", "guns"), "10.10a"),
        ("C_ATTRITION", EndPhase(), "5.1a"),
        ("U_MARCH", Activate("1704"), "8.2c"),
        ("C_FORCED", Activate("1804"), "8.2c"),
        ("U_COMBAT", Activate("1704"), "9.2b"),
    ],
)
def test_every_action_has_its_phase(phase, action, rule):
    assert refused(arrange(BUSY, phase), action) == rule


@pytest.mark.rule("nmc", "5.1b")
@pytest.mark.parametrize("enemy", ["9 regular Canby", "9 regular"])
def test_a_finished_phase_is_reopened_only_by_consent(enemy):
    """Also when the opponent has nothing to decide in between and the same player goes on."""
    match = arrange(f"1704: 9 cavalry Green; 1804: {enemy}")
    match.play(EndPhase())
    refusal = match.why_not_undo(CONFEDERATE)
    assert refusal is not None and refusal.rule == "5.1b"
    with pytest.raises(IllegalAction):
        match.undo(CONFEDERATE)
    assert match.why_not_undo() is None
    match.undo()
    assert match.view(None).phase == "Confederate march"


@pytest.mark.rule("nmc", "5.1b")
def test_planning_may_be_taken_back_freely_and_dice_may_not():
    match = arrange("1704: 9 cavalry Green; 1804: 9 regular Canby")
    match.play(Activate("1704"))
    assert match.why_not_undo(CONFEDERATE) is None
    match.undo(CONFEDERATE)
    form(match, "1704", "3 cavalry Green")
    match.play(March(0), dice=[5])
    assert match.why_not_undo(CONFEDERATE).rule == "5.1b"


@pytest.mark.rule("nmc", "5.5a")
def test_the_automatic_nine_is_not_rolled():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular", turn=1, dice=[2])
    form(match, "2205")
    match.play(March(0, nine=True))
    assert movement(match) == 9
    assert (match.state.rolls, match.state.script) == (0, (2,))


@pytest.mark.rule("nmc", "5.5b")
@pytest.mark.parametrize(
    ("units", "vp", "points"),
    [("5 cavalry 1 wagon Sibley", 44, 10), ("5 cavalry", 44, 7), ("5 cavalry Green", 32, 9), ("Sibley", 32, 10)],
)
def test_modifiers_apply_to_the_nine(units, vp, points):
    match = arrange(f"2205: {units}; 2605: 9 regular", turn=1, vp=vp)
    form(match, "2205")
    match.play(March(0, nine=True))
    assert movement(match) == points


@pytest.mark.rule("nmc", "5.5c")
def test_the_nine_may_be_used_once():
    match = arrange("2205: 5 cavalry 1 wagon Green; 1008: 1 cavalry; 2605: 9 regular", turn=1)
    form(match, "2205", "2 cavalry", "all")
    assert refused(match, March(0, nine=True)) is None
    match.play(March(1, nine=True))
    match.play(Halt())
    assert refused(match, March(0, nine=True)) == "5.5c"
    assert refused(match, March(0)) is None


@pytest.mark.rule("nmc", "5.5c")
@pytest.mark.parametrize(
    ("phase", "turn", "hex_"), [("C_FORCED", 1, "2205"), ("C_MARCH", 2, "2205"), ("U_MARCH", 1, "2605")]
)
def test_the_nine_belongs_to_the_confederate_march_of_turn_one(phase, turn, hex_):
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular Canby", phase, turn=turn)
    form(match, hex_)
    assert refused(match, March(0, nine=True)) == "5.5c"


@pytest.mark.rule("nmc", "5.5c")
def test_an_unused_nine_is_lost_with_its_phase():
    match = arrange("2205: 5 cavalry 1 wagon Green; 2605: 9 regular Canby; 1008: 1 cavalry depot", turn=1)
    assert match.view(CONFEDERATE).nine
    while match.view(None).phase != "Confederate forced march":
        match.play(EndPhase())
    form(match, "2205")
    assert refused(match, March(0, nine=True)) == "5.5c"


@pytest.mark.rule("nmc", "5.6")
def test_there_is_no_turn_eleven():
    match = arrange(BUSY, turn=9, dice=[9] * 60)
    while match.result is None:
        assert match.state.turn <= 10
        match.play(EndPhase() if EndPhase() in match.legal() else match.legal()[0])
    assert match.state.turn == 10
    assert match.result.rule in ("4.6", "4.7", "4.9a")


@pytest.mark.rule("nmc", "8.3f")
def test_a_finished_move_is_changed_only_by_consent():
    """8.3f, ruling 15: a hex that has been entered is left again only if the opponent agrees."""
    match = arrange("1803: 9 cavalry 1 wagon Green; 1008: 1 cavalry; 2605: 9 regular")
    march(match, "1803", die=9)
    walk(match, "1903")
    halt(match)
    assert refused(match, StepTo("2003")) == "5.1a"
    assert refused(match, Activate("1903")) == "8.26"


@pytest.mark.rule("nmc", "8.3f")
def test_a_hex_entered_is_not_left_by_taking_back_alone():
    match = arrange("1803: 9 cavalry 1 wagon Green; 1008: 1 cavalry; 2605: 9 regular")
    march(match, "1803", die=9)
    walk(match, "1903")
    halt(match)
    refusal = match.why_not_undo(CONFEDERATE)
    assert refusal is not None and refusal.rule == "5.1b"
