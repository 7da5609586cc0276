"""Trying it out: exact chances, the expected result, any other for the choosing, and no trace afterwards."""

from __future__ import annotations

import random

import pytest
from PySide6.QtTest import QTest

from common.engine import Action, Match, load_game
from common.gui.session.dice_questions import expect_throw, find_die
from common.gui.table.table_window import TableWindow
from common.gui.table.whatif_popup import ThrowPopup
from tests.gui.hands import LEFT
from tests.playing import bot_positions

GAMES = ("nmc", "fallujah")


def rolls(game: str, count: int, seed: int = 5) -> list[tuple[Match, Action]]:
    """Positions of a bot game with an action that rolls at once and whose results the game names."""
    found: list[tuple[Match, Action]] = []
    for match in bot_positions(game, seed, 900):
        if len(found) >= count:
            break
        for action in match.legal():
            odds = match.odds(action)
            if odds is not None and len(odds.outcomes) > 2 and find_die(match, action) is not None:
                found.append((match.clone(), action))
                break
    assert found
    return found


def card_of(table: TableWindow) -> ThrowPopup | None:
    return next(iter(table.map.findChildren(ThrowPopup)), None)


@pytest.mark.parametrize("game", GAMES)
def test_a_roll_shows_its_exact_chances_and_any_result_can_be_taken(lay, game: str) -> None:
    match, action = rolls(game, 1)[0]
    table = lay(match=match)
    session = table.session
    raw, odds = match.game.encode(match.state), match.odds(action)
    assert odds is not None
    QTest.mouseClick(table.commands.bar.widgetForAction(table.commands.actions["try_it"]), LEFT)
    assert session.whatif.is_on
    table.prompt.tell("what was to be expected there")
    session.play(action)
    assert not table.prompt.news.text() and not table.tray.isVisible()
    card = card_of(table)
    assert card is not None and card.isVisible()
    assert card.list.count() == len(odds.outcomes)
    assert card.list.currentRow() == odds.outcomes.index(odds.middle())
    for row, outcome in enumerate(odds.outcomes):
        text = card.list.item(row).text()
        assert outcome.label in text
        assert text.startswith(f"{100 * outcome.weight / odds.total:.1f} %")
    assert card.list.sizeHintForColumn(0) <= card.list.viewport().width(), "no outcome is cut"
    other = 0 if card.list.currentRow() else len(odds.outcomes) - 1
    expected = match.imagine(session.viewer, 0)
    expected.play(action, odds.outcomes[other].dice)
    QTest.mouseClick(card.list.viewport(), LEFT, pos=card.list.visualItemRect(card.list.item(other)).center())
    assert session.whatif.match.state.flow == expected.state.flow
    assert session.whatif.match.view(session.viewer) == expected.view(session.viewer)
    again = card_of(table)
    assert again is not None
    assert again.list.currentRow() == other
    QTest.mouseClick(table.banner.off, LEFT)
    assert session.whatif.match is None
    assert card_of(table) is None
    assert match.game.encode(match.state) == raw


def test_the_dice_of_an_outcome_bring_it() -> None:
    """The engine's own dice: the march gets the movement points that the outcome names."""
    for match, action in rolls("nmc", 12):
        odds = match.odds(action)
        assert odds is not None
        if "MP" not in odds.outcomes[0].label:
            continue
        for outcome in odds.outcomes:
            copy = match.clone()
            copy.play(action, outcome.dice)
            rolled = [roll for entry in copy.journal.entries[len(match.journal) :] for roll in entry.rolls]
            assert rolled[0].dice == outcome.dice
            assert outcome.label == f"{max(0, rolled[0].total)} MP"


def test_the_dice_of_a_battle_bring_its_result() -> None:
    for match, action in rolls("fallujah", 12):
        odds = match.odds(action)
        assert odds is not None
        if len(odds.outcomes[0].dice) != 4:
            continue
        for outcome in odds.outcomes:
            copy = match.clone()
            copy.play(action, outcome.dice)
            attack = outcome.dice[0] + outcome.dice[1]
            rolled = [roll for entry in copy.journal.entries[len(match.journal) :] for roll in entry.rolls]
            assert rolled[0].dice + rolled[1].dice == outcome.dice
            battle = copy.state.battle
            if battle is not None:
                assert battle.attack_roll == attack
                taken = [int(word) for word in outcome.label.split() if word.isdigit()]
                if outcome.label.startswith("Insurgents"):
                    assert taken == [battle.difference]


def test_who_tries_things_out_decides_for_both_sides(lay) -> None:
    match = rolls("nmc", 1)[0][0]
    seats = {side: "human" if side == match.to_act else "random" for side in match.sides}
    table = lay(match=match, seats=seats)
    session = table.session
    session.bots.paused = True
    session.whatif.start()
    seen = set()
    for _ in range(300):
        if session.to_act is None or len(seen) == 2:
            break
        seen.add(session.to_act)
        assert session.can_act
        session.play(session.gestures()[-1].action)
    assert seen == set(match.sides)
    session.whatif.end()
    assert session.length == len(match.past)


def secret_pair() -> tuple[Match, Match]:
    """Two games that differ only in what the side to act may not know: the enemy's wagon in a battle."""
    for seed in range(1, 12):
        for match in bot_positions("nmc", seed, 700):
            side, worlds = match.to_act, []
            for action in match.legal():
                copy = match.clone()
                copy.play(action)
                worlds.append(copy)
            for one in worlds:
                for other in worlds:
                    who = one.to_act
                    passed = who not in (None, side) and who == other.to_act
                    if passed and one.state.flow != other.state.flow and one.view(who) == other.view(who):
                        return one, other
    pytest.fail("no two positions found that differ only in a secret")


def test_what_is_hidden_never_enters_a_trial(lay) -> None:
    """F08: two states equal in `view` give equal what-if, down to the chances shown."""
    ends = []
    for match in secret_pair():
        table = lay(match=match)
        session = table.session
        session._person = match.to_act
        session.curtain = None
        session.whatif.start()
        told = []
        for _ in range(12):
            if not session.gestures():
                break
            session.play(session.gestures()[0].action)
            told.append(session.whatif.throw and session.whatif.throw.odds)
        ends.append((session.whatif.match.view(session.viewer), told))
        table.hide()
    assert ends[0] == ends[1]


def test_dice_without_named_results_are_counted_together() -> None:
    """Where the game names no results, the sum of the dice thrown for one reason is offered."""
    match, chance, throw = load_game("fallujah").new_match("solitaire", 3), random.Random(1), None
    while throw is None or throw.odds.total != 36:  # the reactions of the solitaire rules have no named results
        action = chance.choice(match.legal())
        throw = expect_throw(match, action) if match.odds(action) is None else None
        before = match.clone()
        match.play(action)
    assert throw.odds.total == 36
    assert [outcome.label for outcome in throw.odds.outcomes] == [str(n) for n in range(2, 13)]
    assert all(sum(o.dice) == int(o.label) and 1 <= min(o.dice) <= max(o.dice) <= 6 for o in throw.odds.outcomes)
    assert throw.outcome.label == "7"
    told = len(before.journal.entries)
    before.play(throw.action, throw.dice)
    rolls_ = [roll for entry in before.journal.entries[told:] for roll in entry.rolls]
    assert (rolls_[0].reason, sum(rolls_[0].dice)) == (throw.odds.title, 7)


def test_no_bot_acts_while_something_is_tried_out(lay, qtbot) -> None:
    """A seat given to a bot during a trial waits until everything is put back; its button does nothing till then."""
    table = lay("fallujah", seed=4)
    session = table.session
    side = session.match.to_act
    session.bots.pause(True)
    session.whatif.start()
    assert session.whatif.is_on
    session.set_seat(side, "policy")
    before, tried = session.match.hash(), session.whatif.match.hash()
    assert not table.commands.actions["step"].isEnabled()
    session.bots.step()
    qtbot.wait(400)
    assert not session.bots.busy
    assert (session.match.hash(), session.whatif.match.hash()) == (before, tried)
    session.whatif.end()
    assert table.commands.actions["step"].isEnabled()
    session.bots.step()
    qtbot.waitUntil(lambda: session.match.hash() != before, timeout=20000)
