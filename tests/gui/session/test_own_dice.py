"""F12: people who roll their own dice, seat by seat; everybody else's dice are the program's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from common.bots.thinker import Idea
from common.engine import Action, Match, Roll
from common.gui.start.program import Program
from common.gui.start.shelf import ShelfEntry
from common.gui.table.die_dialog import DieDialog
from fallujah.actions import Lead, Raid
from fallujah.state import COALITION, INSURGENT
from tests.gui import hands
from tests.gui.player import Player, _choose
from tests.playing import bot_positions


def fight(kind: type[Action], seed: int) -> tuple[Match, Action]:
    """A position of fallujah in which an action of that kind makes both sides roll, and that action."""
    for match in bot_positions("fallujah", seed, 1200):
        for action in match.legal():
            if isinstance(action, kind) and {roll.by for roll in rolls_of(match, action)} == {COALITION, INSURGENT}:
                return match, action
    raise AssertionError("no combat found")


def rolls_of(match: Match, action: Action) -> list[Roll]:
    """What an action throws when the program throws everything."""
    copy = match.clone()
    copy.play(action)
    return last_rolls(copy)


def last_rolls(match: Match) -> list[Roll]:
    return [roll for entry in match.journal for roll in entry.rolls if entry.action == len(match.past)]


@contextmanager
def rolling(*keys: str) -> Iterator[list[str]]:
    """Somebody at the keyboard who answers every die with the next key, "" for its other button; what he was asked."""
    waiting, asked = list(keys), []

    def answer() -> None:
        dialog = QApplication.activeModalWidget()
        if isinstance(dialog, DieDialog) and waiting:
            words = [child.text() for child in dialog.findChildren(QPushButton) if child.text()]
            before = f" after {dialog.die.shown}" if dialog.die.shown else ""
            asked.append(f"{dialog.what}: {dialog.die.reason}{before} [{words[0]}]")
            key = waiting.pop(0)
            if key:
                QTest.keyClick(dialog, key)
            else:
                QTest.mouseClick(next(b for b in dialog.findChildren(QPushButton) if b.text()), hands.LEFT)

    timer = QTimer()
    timer.timeout.connect(answer)
    timer.start(5)
    yield asked
    timer.stop()
    assert not waiting


def test_a_seat_rolls_its_own_dice_from_the_first_page_to_the_next_sitting(store, qtbot) -> None:
    """The option of one seat on the new-game page; the other seat is not asked; both hold after reopening."""
    program = Program(store)
    program.start()
    page = program.launcher.new_game
    cards = [card for card in program.launcher.findChildren(ShelfEntry) if card.isVisible()]
    QTest.mouseClick(next(card for card in cards if "New Mexico" in card.accessibleName()), hands.LEFT)
    page.seats["union"].who.setCurrentIndex(page.seats["union"].who.findData("human"))
    QTest.mouseClick(page.seats["union"].own_dice, hands.LEFT, pos=page.seats["union"].own_dice.rect().center())
    assert page.seats["union"].own_dice.isChecked() and not page.seats["confederate"].own_dice.isChecked()
    page._begin()
    table = program.tables[0]
    assert table.session.rollers == ["union"]
    path = table.path
    table.close()
    again = program.open(str(path))
    assert again.session.rollers == ["union"]
    assert again.session.match.header.dice == []
    again.close()
    page.open("nmc")
    assert page.seats["union"].own_dice.isChecked()
    page.seats["union"].who.setCurrentIndex(page.seats["union"].who.findData("policy"))
    assert not page.seats["union"].own_dice.isEnabled()
    assert not page.seats.players()["union"].own_dice
    program.launcher.close()


def test_both_players_throw_in_one_combat_but_only_who_rolls_is_asked(lay) -> None:
    """The attacker enters his two dice; the defender's come from the generator, as they would have anyway."""
    match, action = fight(Lead, 3)
    usual = rolls_of(match, action)
    table = lay(match=match)
    table.session.set_own_dice(COALITION, True)
    with rolling("7", "5", "0", "2") as asked:  # 7 and 0 are on no die
        Player(table, "keys").follow([action])
    attack, defence = last_rolls(match)[:2]
    assert attack.dice == (5, 2)
    assert defence.dice == usual[1].dice
    assert len(asked) == 4 and "Coalition" in asked[0] and "[Call it off]" in asked[0]
    assert "after" not in asked[0] and "after (5,)" in asked[-1]


def test_calling_off_ones_own_roll_plays_nothing_and_a_bots_roll_is_the_programs(lay) -> None:
    match, action = fight(Lead, 3)
    table = lay(match=match, seats={INSURGENT: "policy", COALITION: "human"})
    table.session.set_own_dice(COALITION, True)
    before = match.hash()
    with rolling("4", ""):
        assert not table.session.play(action)
    assert match.hash() == before


@pytest.mark.parametrize(("keys", "same"), [(("1", "6"), False), (("", ""), True)])
def test_a_bots_attack_asks_the_person_for_the_defence_alone(lay, qtbot, keys, same) -> None:
    """What the bot throws is the generator's; the person may leave his dice to it as well."""
    match, action = fight(Raid, 4)
    usual = rolls_of(match, action)
    table = lay(match=match, seats={INSURGENT: "policy", COALITION: "human"})
    table.session.bots.pause(True)
    table.session.set_own_dice(COALITION, True)
    bots = table.session.bots
    bots._ideas = [Idea(action, "because", None)]
    length = table.session.length
    with rolling(*keys) as asked:
        bots.step()
        qtbot.waitUntil(lambda: table.session.length == length + 1, timeout=5000)
    attack, defence = last_rolls(match)[:2]
    assert attack == usual[0]
    assert defence.dice == (usual[1].dice if same else (1, 6))
    assert all("Defense" in words and "[Let the program roll]" in words for words in asked)


def test_the_menu_of_the_seats_turns_it_on_and_off_and_the_save_knows(lay, store, qtbot) -> None:
    table = lay()
    seats = table.commands.seat_menu
    for on in (True, False, True):
        seats.popup(table.mapToGlobal(table.rect().center()))
        choice = next(a for a in seats.actions() if "Union" in a.text() and "own dice" in a.text())
        assert choice.isChecked() is not on
        _choose(seats, choice, by_key=False)
        assert table.session.rollers == (["union"] if on else [])
    table.session.set_seat("union", "policy")
    assert table.session.rollers == []  # a bot has no dice of its own
    table.session.set_seat("union", "human")
    path, played = table.path, table.session.match.hash()
    table.close()
    program = Program(store)
    again = program.open(str(path))
    assert again.session.rollers == ["union"]
    assert again.session.match.hash() == played
    side = again.session.viewer
    assert side == "confederate" and not again.commands.actions["own_dice"].isChecked()
    with qtbot.waitActive(again):
        again.activateWindow()
    QTest.keyClick(again.map, "D", Qt.KeyboardModifier.ControlModifier)
    assert again.session.rollers == ["confederate", "union"]
    assert "own dice" in again.prompt.news.text()  # a key that is pressed by chance is noticed
    QTest.keyClick(again.map, "D", Qt.KeyboardModifier.ControlModifier)
    assert again.session.rollers == ["union"]
    assert "the program rolls" in again.prompt.news.text()
    again.close()
