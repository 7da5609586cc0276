"""Exact chances against a count of every throw, played out on the engine with scripted dice."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm, Decline
from common.tables import Odds
from somali_pirates.actions import Attack, CountDie, Double, EndPhase, Operate, PlayChit, Shock, Standoff
from somali_pirates.odds import closing_odds, odds, replacement_odds, spectrum_odds
from somali_pirates.rules.victory import victory_points
from tests.somali_pirates.moving import fight, prepared
from tests.somali_pirates.positions import after, arrange, decline

EXACT = 1e-12


def chances(found: Odds | None) -> dict[str, float]:
    """The chance of each outcome by the code at the head of its label."""
    assert found is not None
    return {outcome.label.split(":")[0]: outcome.weight / found.total for outcome in found.outcomes}


def counted(match: Match, action, number: int, read) -> dict[str, float]:
    """How often each result comes when all throws of so many dice are played out."""
    results: Counter[str] = Counter()
    for dice in product(range(1, 7), repeat=number):
        trial = match.clone()
        trial.state.script = (*dice, 6, 6, 6, 6, 6, 6)
        trial.play(action)
        decline(trial)
        results[read(trial)] += 1
    return {code: count / 6**number for code, count in results.items()}


def told_code(match: Match) -> str:
    """The code of the result that the journal tells."""
    codes = ("AE", "AD", "MD", "IA", "DR", "DD", "DE", "OK", "S1", "S2", "S3", "F")
    for entry in reversed(match.journal):
        head = entry.text.split(",")[0].split(":")[0]
        if head in codes:
            return head
    raise AssertionError("no result was told")


def close(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two distributions are the same."""
    return one.keys() == other.keys() and all(abs(one[key] - other[key]) < EXACT for key in one)


@pytest.mark.parametrize(
    ("text", "by", "zone", "target", "units"),
    [
        ("burao: nato_13_dble sl_militia_1", "nato", "burao", "somaliland", "nato_13_dble"),
        ("hargeisa: nato_13_dble sl_militia_1", "nato", "hargeisa", "somaliland", "nato_13_dble"),
        (
            "eyl: usnavaf_11_meu pl_militia_1; sea_arab: usnavaf_lcs_1",
            "usnavaf",
            "eyl",
            "puntland",
            "usnavaf_11_meu usnavaf_lcs_1",
        ),
        (
            "jowhar: usafcom_1_bct usafcom_2_sbct aq_cell_1",
            "usafcom",
            "jowhar",
            "al_qaeda",
            "usafcom_1_bct usafcom_2_sbct",
        ),
    ],
)
def test_kinetic_attacks(text: str, by: str, zone: str, target: str, units: str) -> None:
    match = prepared(fight(text), Attack(by, zone, target), *units.split())
    expected = counted(match, Confirm(), 1, told_code)
    assert close(chances(odds(match.state, Confirm())), expected)


@pytest.mark.parametrize("use", ["double", "raise"])
def test_kinetic_attacks_with_tactical_edge(use: str) -> None:
    text = "hargeisa: nato_13_dble nato_eu_rr nato_egf sl_militia_1"
    match = fight(text, hands={"coalition": ["tactical_edge"]})
    units = ("nato_13_dble", "nato_eu_rr", "nato_egf")
    match = after(prepared(match, Attack("nato", "hargeisa", "somaliland"), *units), Confirm())
    plain = counted(match, Decline(), 1, told_code)
    edged = counted(match, PlayChit("tactical_edge", use), 1, told_code)
    assert close(chances(odds(match.state, Decline())), plain)
    assert close(chances(odds(match.state, PlayChit("tactical_edge", use))), edged)
    assert not close(plain, edged)


def test_whoever_doubles_sees_what_each_choice_makes_of_the_attack() -> None:
    text = "eyl: usnavaf_11_meu pl_warlord_1 pl_technical_1 pl_mothership_1"
    match = prepared(fight(text), Attack("usnavaf", "eyl", "puntland"), "usnavaf_11_meu")
    match = decline(after(match, Confirm()))
    found = [Double("pl_warlord_1", unit) for unit in ("pl_technical_1", "pl_mothership_1")]
    assert set(match.legal()) == set(found)
    for action in found:
        assert close(chances(odds(match.state, action)), counted(match, action, 1, told_code))
    assert not close(*(chances(odds(match.state, action)) for action in found))


def test_standoff_and_shock_attacks() -> None:
    match = fight("eyl: ^nato_uk_strike pl_technical_1", options={"standoff": True}, hands={"coalition": ["isr"]})
    match = prepared(match, Attack("nato", "eyl", "puntland"), "nato_uk_strike")
    assert close(chances(odds(match.state, Standoff("isr"))), counted(match, Standoff("isr"), 1, told_code))
    match = fight("garowe: china_124_mech !pl_militia_1", options={"shock": True})
    match = prepared(match, Attack("china", "garowe", "puntland", True), "china_124_mech")
    assert close(chances(odds(match.state, Shock())), counted(match, Shock(), 1, told_code))


@pytest.mark.parametrize(
    ("text", "mover", "hand", "operation", "units"),
    [
        (
            "sea_punt: pl_attack_craft_1 pl_mothership_1",
            "pirate",
            (),
            Operate("raid", "puntland", "sea_punt"),
            "pl_attack_craft_1 pl_mothership_1",
        ),
        (
            "sea_punt: pl_attack_craft_1 nato_uk_swg",
            "pirate",
            (),
            Operate("raid", "puntland", "sea_punt"),
            "pl_attack_craft_1",
        ),
        (
            "mogadishu: aq_cell_1 au_uganda_1",
            "pirate",
            ("isr",),
            Operate("spectacular", "al_qaeda", "mogadishu", "au"),
            "aq_cell_1",
        ),
        (
            "baidoa: jsotf_sfod !ss_militia_1",
            "coalition",
            (),
            Operate("counterinsurgency", "jsotf", "baidoa"),
            "jsotf_sfod",
        ),
        (
            "garowe: jsotf_sfod pl_warlord_1",
            "coalition",
            ("isr",),
            Operate("hvt", "jsotf", "garowe", "pl_warlord_1"),
            "jsotf_sfod",
        ),
    ],
)
def test_asymmetrical_attacks(text: str, mover: str, hand: tuple[str, ...], operation: Operate, units: str) -> None:
    match = prepared(fight(text, mover=mover, hands={mover: hand}), operation, *units.split())
    assert close(chances(odds(match.state, Confirm())), counted(match, Confirm(), 1, told_code))


def test_drones() -> None:
    match = fight("garowe: pl_warlord_1", hands={"coalition": ["uav_attack"]})
    drone = Operate("drone", "", "", "pl_warlord_1")
    found = chances(odds(match.state, drone))
    assert close(found, counted(match, drone, 2, told_code))
    assert abs(found["S2"] + found["S3"] - 10 / 36) < EXACT  # 28 percent kill
    assert abs(found["F"] - 17 / 36) < EXACT  # 47 percent fail


def test_surge_is_four_dice_and_the_turn() -> None:
    match = arrange(
        "djibouti: base_1", phase="mobilization", coalition=20, hands={"coalition": ["surge"]}, first="coalition"
    )
    found = odds(match.state, PlayChit("surge"))
    assert found is not None
    sums = Counter(sum(dice) + match.state.turn for dice in product(range(1, 7), repeat=4))
    assert {outcome.label: outcome.weight for outcome in found.outcomes} == {f"{n} points": w for n, w in sums.items()}
    assert found.total == 6**4


@pytest.mark.parametrize(
    ("chit", "side", "works"), [("somali_civil_war", "coalition", 2), ("dar_al_harb", "pirate", 3)]
)
def test_closing_chits(chit: str, side: str, works: int) -> None:
    found = closing_odds(fight("burao: nato_13_dble").state, side, chit)
    assert {outcome.label: outcome.weight for outcome in found.outcomes} == {
        "no effect": 6 - works,
        "closed for this turn": works,
    }


@pytest.mark.parametrize("turn", [1, 9, 12])
def test_replacements(turn: int) -> None:
    match = fight("burao: nato_13_dble", turn=turn)
    found = replacement_odds(match.state, "nato_13_dble")
    expected: Counter[str] = Counter()
    for die in range(1, 7):
        gone = die == 6 or turn + die > 12
        expected["never returns" if gone else f"returns on Turn {turn + die}"] += 1
    assert {outcome.label: outcome.weight for outcome in found.outcomes} == dict(expected)


def beaten(**more) -> Match:
    """Two NATO units have lost an attack at 2-1 and choose who is lost."""
    text = "burao: nato_13_dble nato_eu_rr sl_militia_1 sl_militia_2 sl_militia_3"
    match = prepared(fight(text, **more), Attack("nato", "burao", "somaliland"), "nato_13_dble", "nato_eu_rr")
    match.state.script = (1,)
    return decline(after(match, Confirm()))


def told_return(match: Match) -> str:
    """When the journal says that a unit returns."""
    text = next(
        entry.text for entry in reversed(match.journal) if "9.10" in "".join(entry.rules) and ":" not in entry.text
    )
    return text.removeprefix("EU RR ").rstrip(".") if "returns on" in text else "never returns"


@pytest.mark.parametrize("turn", [1, 9])
def test_whoever_chooses_losses_sees_when_each_unit_would_return(turn: int) -> None:
    match = beaten(turn=turn)
    found = odds(match.state, Add("nato_eu_rr"))
    assert found is not None and found.title == "Replacement of EU RR"
    lost = after(match, Add("nato_eu_rr"))
    assert close(chances(found), counted(lost, Confirm(), 1, told_return))


def test_a_second_roll_is_shown_with_what_it_would_bring() -> None:
    match = fight("burao: nato_13_dble sl_militia_1", dice=[6], hands={"pirate": ["stupid_algorithm"]})
    match = decline_until(prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble"), "rolled again")
    again = PlayChit("stupid_algorithm", target="1")
    found = odds(match.state, again)
    assert found is not None and found.expected == "the first roll is DE"
    for outcome in found.outcomes:
        trial = match.clone()
        trial.state.script = (*outcome.dice, 6)
        after(trial, again)
        if trial.why_not(CountDie(outcome.dice[0])) is None:
            trial.play(CountDie(outcome.dice[0]))
        decline(trial)
        assert outcome.label == f"{outcome.dice[0]}: {told_code(trial)}"
    assert [outcome.dice[0] for outcome in found.outcomes] == [1, 2, 3, 4, 5, 6]


def decline_until(match: Match, word: str) -> Match:
    """Declare the attack and let windows go by until the question holds a word."""
    after(match, Confirm())
    while word not in match.prompt:
        match.play(Decline())
    return match


def test_the_end_of_a_turn_shows_what_the_zones_pay() -> None:
    coalition = "burao: contractors_pet_engr_1; mogadishu: au_uganda_1"
    pirate = "; eyl: pirate_base_1 pl_militia_1; sea_punt: pl_attack_craft_1"
    match = arrange(coalition + pirate, phase="return", mover="pirate", first="coalition", coalition=62, pirate=98)
    found = odds(match.state, EndPhase())
    assert found is not None and found.rule == "18.4a"
    assert [outcome.label for outcome in found.outcomes] == ["Coalition +4: 64, Pirates +4: 100"]
    listed = {name: [(one.value, one.why) for one in zones] for name, zones in found.modifiers}
    assert listed["Coalition"] == [(2, "Mogadishu"), (2, "Burao (oil well)")]
    assert listed["Pirates"] == [(3, "Eyl"), (1, "Puntland Coast")]
    match.play(EndPhase())
    assert match.state.index == {"coalition": 64, "pirate": 100}


def test_full_spectrum_is_seen_before_it_is_played() -> None:
    hands = {"coalition": ["isr", "infowar"]}
    match = fight("burao: nato_13_dble", options={"full_spectrum": True}, hands=hands)
    assert odds(match.state, PlayChit("isr", "spectrum")) == spectrum_odds(match.state)


def test_full_spectrum_is_two_dice() -> None:
    found = spectrum_odds(fight("burao: nato_13_dble").state)
    sums = Counter(one + other for one, other in product(range(1, 7), repeat=2))
    assert {outcome.label: outcome.weight for outcome in found.outcomes} == {f"{n} points": w for n, w in sums.items()}


def test_the_points_expected_are_the_mean_of_what_is_gained() -> None:
    match = fight("sea_guard: pl_attack_craft_1 pl_mothership_1", mover="pirate")
    match = prepared(match, Operate("raid", "puntland", "sea_guard"), "pl_attack_craft_1", "pl_mothership_1")
    found = odds(match.state, Confirm())
    assert found is not None
    total = 0
    for die in range(1, 7):
        trial = match.clone()
        trial.state.script = (die,)
        trial.play(Confirm())
        before = victory_points(trial.state, "pirate")
        while trial.prompt.startswith("You gain"):
            trial.play(trial.legal()[0])
        total += victory_points(trial.state, "pirate") - before
    assert found.expected == f"Pirates {total / 6:+.2f} points besides losses"


def test_nothing_is_promised_for_what_rolls_no_dice_or_is_forbidden() -> None:
    match = fight("burao: nato_13_dble sl_militia_1")
    assert odds(match.state, Attack("nato", "burao", "somaliland")) is None
    match = prepared(match, Attack("nato", "burao", "somaliland"))
    assert odds(match.state, Confirm()) is None  # nobody attacks yet
    assert odds(after(match, Add("nato_13_dble")).state, Confirm()) is not None
