"""F19, F20, F21: what the phases ahead will bring, exact odds also of the enemy's attacks, and every modifier named."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Sequence
from itertools import product

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.bots import make_bot
from common.engine import D6, D10, Entry, Match, Roll, Seat, load_game
from common.gui.panels.rules_panel import find_clauses
from common.gui.table.open_table import find_table
from common.tables import Odds
from fallujah.actions import Activate as ActivateArea
from fallujah.actions import Raid
from fallujah.rules.activation import InsurgentActivation
from fallujah.rules.impulse import InsurgentImpulse
from nmc.actions import Attack, Lose
from nmc.rules.combat import Attacks
from nmc.rules.supply import open_attrition
from tests.playing import bot_action, bot_positions

GAMES = ("nmc", "fallujah")
MANY = int(os.environ.get("FIVE_FRONTS_SCALE", "1000"))


def weights(odds: Odds) -> dict[str, float]:
    found: Counter[str] = Counter()
    for outcome in odds.outcomes:
        found[outcome.label] += outcome.weight
    return {label: weight / odds.total for label, weight in found.items()}


# F19


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_says_what_it_will_bring(game: str) -> None:
    for number, match in enumerate(bot_positions(game, 5, 160)):
        if number % 20 == 0:
            table, view = find_table(match), match.view(match.to_act)
            for phase in table.sequence(view):
                lines = table.preview(view, phase.title)
                assert lines and all(line.strip() for line in lines), phase


def test_the_outlook_names_the_hexes_that_attrition_will_ask_for() -> None:
    named = 0
    for match in bot_positions("nmc", 3, 260):
        table, view = find_table(match), match.view(match.to_act)
        for side, title in (("union", "Union attrition"), ("confederate", "Confederate attrition")):
            hexes = open_attrition(match.state, side).hexes
            lines = table.preview(view, title)
            assert [line for line in lines if "unsupplied" in line] == [
                f"{match.state.title(space)} is unsupplied and rolls for {match.state.stacks[space].strength} SP"
                for space in hexes
            ]
            named += len(hexes)
    assert named > 20


@pytest.mark.parametrize("game", GAMES)
def test_a_click_on_a_phase_ahead_lists_what_will_happen(lay, game: str) -> None:
    table = lay(game, size=(1600, 900))
    strip = table.strip
    strip.repaint()
    for phase, rect in zip(strip.phases, strip._rects, strict=True):
        QTest.mouseClick(strip, Qt.MouseButton.LeftButton, pos=rect.center().toPoint())
        text = table.inspector.place.toPlainText()
        assert table.inspector.page == "place"
        assert text.startswith(phase.title)
        assert phase.rule in text
        for line in table.session.table.preview(table.session.view, phase.title):
            assert line in text


# F20


def fought(match: Match, action: Attack, dice: tuple[int, ...]) -> str:
    """The losses of a battle played with these dice, as the odds name them."""
    probe = match.clone(quiet=True)
    before, goal = dict(probe.state.lost), probe.state.stacks[action.hex].side
    probe.play(action, dice)
    while any(isinstance(each, Lose) for each in probe.legal()):
        probe.play(probe.legal()[0])
    after = probe.state.lost
    lost = {kind: after.get(kind, 0) - before.get(kind, 0) for kind in ("regular", "militia", "cavalry")}
    union, rebels = lost["regular"] + lost["militia"], lost["cavalry"]
    defender, attacker = (union, rebels) if goal == "union" else (rebels, union)
    return f"defender {-defender}, attacker {-attacker}"


def test_the_odds_of_a_battle_are_what_all_dice_bring_and_the_defender_sees_the_same() -> None:
    compared = 0
    for seed in range(8):
        for match in bot_positions("nmc", seed, 500):
            step = match.state.step
            if compared >= 2:
                return
            if not isinstance(step, Attacks) or len(step.forces) != 1:
                continue
            if step.forces[0] != match.state.stacks[step.hex].movable():
                continue
            for action in match.legal():
                odds = match.odds(action) if isinstance(action, Attack) else None
                if odds is None or match.clone(quiet=True).state.stacks[action.hex].supplies or step.forces[0].supplies:
                    continue
                rolled = Counter(fought(match, action, dice) for dice in product(D10, D10))
                brute = {label: count / 100 for label, count in rolled.items()}
                assert brute.keys() == weights(odds).keys()
                assert all(abs(brute[label] - share) <= 1e-12 for label, share in weights(odds).items())
                defender = next(side for side in match.sides if side != step.side)
                feared = find_table(match).dangers(match.view(defender))
                assert odds in feared
                compared += 1
    raise AssertionError("too few battles to compare")


def test_the_odds_of_a_raid_are_what_all_dice_bring_and_the_coalition_sees_the_same() -> None:
    compared = equal = 0
    for seed in range(4):
        for match in bot_positions("fallujah", seed, 400, "random"):
            if not isinstance(match.state.step, InsurgentImpulse) or compared >= 2:
                continue
            feared = find_table(match).dangers(match.view("coalition"))
            for area in match.state.data.areas:
                if match.why_not(ActivateArea(area)) is not None or not match.state.coalition(area):
                    continue
                probe = match.clone(quiet=True)
                probe.play(ActivateArea(area))
                assert isinstance(probe.state.step, InsurgentActivation)
                raids = [(a, odds) for a in probe.legal() if isinstance(a, Raid) and (odds := probe.odds(a))]
                if not raids or len(raids[0][1].outcomes) < 2:
                    continue
                worst = next(each for each in feared if each.title == raids[0][1].title)
                assert hit(worst) >= max(hit(odds) for _, odds in raids)
                equal += any(odds == worst for _, odds in raids)
                action, odds = raids[0]
                brute: Counter[bool] = Counter()
                for dice in product(D6, repeat=4):
                    after = probe.clone(quiet=True)
                    after.play(action, dice)
                    battle = after.state.battle
                    if battle is not None and battle.rolled:
                        brute[battle.difference > 0] += 1
                    else:
                        brute[after.state.backlash > probe.state.backlash] += 1
                assert abs(brute[True] / 6**4 - hit(odds)) <= 1e-12
                compared += 1
    assert compared >= 2
    assert equal


def hit(odds: Odds) -> float:
    """How likely an Insurgent attack succeeds."""
    return sum(share for label, share in weights(odds).items() if label != "no effect")


def test_the_page_offers_the_attacks_of_the_enemy(lay) -> None:
    match = load_game("nmc").new_match(seed=3)
    number = 0
    while not find_table(match).dangers(match.view(match.to_act)):
        match.play(bot_action(match, "policy", number))
        number += 1
    table = lay(match=match)
    table.inspector.open("odds")
    panel = table.inspector.odds
    assert panel.dangers == list(table.session.table.dangers(table.session.view))
    at = next(n for n in range(panel.picker.count()) if panel.picker.itemText(n).startswith("If the enemy attacks"))
    panel.picker.setCurrentIndex(at)
    assert panel.bars.odds == panel.dangers[0]
    for _, modifiers in panel.dangers[0].modifiers:
        for modifier in modifiers:
            assert modifier.why in panel.sheet.toPlainText()


# F21

# How often anything at all is done instead of what a bot would do: nmc hardly knows a combat in random games.
SCENARIOS = (("nmc", "campaign", 0.1), ("fallujah", "phantom_fury", 1.0), ("fallujah", "solitaire", 1.0))
FIRE = re.compile(r"fire: (\d+) SP \(.*\), final (-?\d+), (\d+) hit")
FINAL = re.compile(r"final (-?\d+)")
TOTALS = re.compile(r"Offensive Total (-?\d+) \+ (\d+) = (-?\d+), Defensive Total (-?\d+) \+ (\d+) = (-?\d+)")
POINTS = re.compile(r"take (\d+) Casualty Point")


def summed(roll: Roll) -> int:
    return sum(roll.dice) + sum(modifier.value for modifier in roll.modifiers)


def check_applied(match: Match, entries: Sequence[Entry]) -> int:
    """In each combat the total that was applied, and what came of it, is that of its dice and named modifiers."""
    combats = 0
    for entry in entries:
        fire, final, totals = (form.search(entry.text) for form in (FIRE, FINAL, TOTALS))
        if fire is not None:
            assert int(fire[3]) == match.game.data.tables.fire.look_up(int(fire[1]), summed(entry.rolls[0])), entry
            combats += 1
        if final is not None and entry.rolls:
            assert int(final[1]) == summed(entry.rolls[0]), entry
        if totals is not None and entry.rolls:
            for roll, at in zip(entry.rolls, (1, 4), strict=True):
                assert int(totals[at]) == sum(modifier.value for modifier in roll.modifiers), entry
                assert int(totals[at + 1]) == sum(roll.dice), entry
                assert int(totals[at + 2]) == summed(roll), entry
            combats += 1
    return combats


def check_casualties(entries: Sequence[Entry]) -> None:
    """Casualty points are the difference of the totals told last."""
    last = None
    for entry in entries:
        last = TOTALS.search(entry.text) or last
        points = POINTS.search(entry.text)
        if points is not None:
            assert last is not None and int(points[1]) == abs(int(last[3]) - int(last[6])), entry


def check_modifiers(game: str, scenario: str, games: int, wildness: float) -> tuple[int, int]:
    """Modifiers told before a roll are those applied, and add up to what was applied; how often each was seen."""
    compared = combats = 0
    for seed in range(games):
        match, rng = load_game(game).new_match(scenario, seed), random.Random(seed)
        clauses = match.game.clauses
        bots = {side: make_bot("policy", match.game, side, seed) for side in match.sides}
        while match.to_act is not None:
            wild = rng.random() < wildness
            action = rng.choice(match.legal()) if wild else bots[match.to_act].choose(Seat(match, match.to_act)).action
            odds = match.odds(action)
            told = [list(group) for _, group in odds.modifiers] if odds is not None else []
            hidden = getattr(match.state.step, "secret", False)  # the other side has decided and nobody knows what
            start = len(match.journal.entries)
            match.play(action)
            entries = match.journal.entries[start:]
            rolls = [roll for entry in entries for roll in entry.rolls]
            for roll in rolls:
                assert all(modifier.why and find_clauses(clauses, modifier.rule) for modifier in roll.modifiers)
            combats += check_applied(match, entries)
            if told and len(rolls) >= len(told) and not hidden:
                applied = [list(roll.modifiers) for roll in rolls[: len(told)]]
                assert applied == told, (match.prompt, action)
                compared += 1
        check_casualties(match.journal.entries)
    return compared, combats


@pytest.mark.parametrize(("game", "scenario", "wildness"), SCENARIOS)
@pytest.mark.parametrize("games", [2, pytest.param(MANY, marks=pytest.mark.slow)])
def test_the_modifiers_told_are_those_applied(game: str, scenario: str, wildness: float, games: int) -> None:
    compared, combats = check_modifiers(game, scenario, games, wildness)
    assert compared > games * 3
    assert combats > games * 3


def test_an_attack_of_the_enemy_is_never_shown_before_it_is_asked_for(lay) -> None:
    """The page speaks of what is decided now; without a roll it says so."""
    match = load_game("nmc").new_match(seed=3)
    number = 0
    while not find_table(match).dangers(match.view(match.to_act)) or any(map(match.odds, match.legal())):
        match.play(bot_action(match, "policy", number))
        number += 1
    table = lay(match=match)
    table.inspector.open("odds")
    panel = table.inspector.odds
    assert panel.title.text() == "No roll is pending"
    assert panel.bars.odds is None
    panel.picker.setCurrentIndex(1)
    assert panel.bars.odds == panel.dangers[0]
    table.session.refresh()
    assert panel.bars.odds == panel.dangers[0]  # as long as nothing is played
    table.session.play(table.session.match.legal()[0])
    assert panel.picker.currentIndex() == 0
