"""The toy game in the real window: turns by hand, cards, the reaction, sealed choices, asides, bots and saves."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from common.engine import Match, load_game
from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.gui.start.saved_games import read_saved
from common.gui.table.open_table import set_up_table
from common.gui.table.table_window import TableWindow
from tests.gui import hands
from tests.gui.card_hands import card_spot, drag_card
from tests.gui.hands import story
from tests.gui.player import WAYS, Player, Way, ordinarily, script
from tests.toy.actions import Embark, EndTurn, Land, March, PlayCard, Reorder, Sail
from tests.toy.positions import DRAWS, after, before_inn, in_campaign, new

DICE = (5, 6)  # the ambush stops Blue at the inn; Red takes the jetty
FIRST_TURN = (
    Seal("attack"), Seal("hold"),
    March("b2", "gate"), Embark("b3"), Sail("strait"), EndTurn(),
    Add("rumour"), Add("rumour"), Remove("rumour"), Confirm(),
    EndTurn(), Add("rumour"), Confirm(),
)  # fmt: skip
SECOND_TURN = (
    Seal("attack"), Seal("attack"),
    Sail("east_sea"), Land("b3", "jetty"), March("b2", "inn"), PlayCard("ambush"), EndTurn(), Confirm(),
    March("r2", "jetty"), Decline(), EndTurn(), Confirm(),
)  # fmt: skip


@pytest.mark.parametrize("way", ordinarily("drag"))
def test_two_turns_by_hand_with_the_table_closed_between_them(lay, store, tmp_path: Path, way: Way) -> None:
    alone = after(new(dice=DICE), *FIRST_TURN, *SECOND_TURN)
    first = Player(lay(match=new(dice=DICE)), way)
    first.follow(FIRST_TURN)
    path = first.session.record.path
    assert path is not None
    first.session.close()
    first.table.close()
    second = Player(lay(match=Match.load(path)), way)
    second.follow(SECOND_TURN)
    assert story(second.match) == story(alone)
    assert second.match.state == alone.state
    assert (first.cards, second.cards) == (4, 1)
    assert first.carried + second.carried == 7
    assert second.curtains >= 5  # both postures, the reactions of both sides, Red's turn


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_of_chance_by_hand(lay, way: Way, seed: int) -> None:
    actions = script("toy", "crossing", seed, turns=9, wild=0.7)
    alone = after(load_game("toy").new_match("crossing", seed), *actions)
    player = Player(lay(match=load_game("toy").new_match("crossing", seed), size=(1024, 700)), way)
    player.follow(actions)
    assert alone.result is not None
    assert story(player.match) == story(alone)


def seated(table: TableWindow) -> TableWindow:
    """The player who is to decide has opened the curtain."""
    Player(table, "drag")._take_the_seat()
    return table


def tray_contents(table: TableWindow) -> dict[str, tuple[list[str], int]]:
    """What lies open in each tray, and how many cards face down."""
    shown = table.hand_dock.trays.trays
    return {tray.id: ([card.face.title for card in tray.cards], tray.face_down) for tray in shown}


def test_a_hand_is_seen_by_its_side_only_and_by_nobody_behind_the_curtain(lay) -> None:
    table = lay(match=after(before_inn(), March("b2", "inn")))
    assert table.curtain.isVisible()
    assert tray_contents(table) == {}
    assert tray_contents(seated(table)) == {
        "hand": (["Ambush", "Rumour"], 0),
        "discards": ([], 0),
        "deck": ([], 5),
        "blue hand": ([], 2),
    }
    assert [button.text() for button in table.prompt.buttons] == ["1  Play the ambush", "2  Play no card"]


def test_a_card_that_is_chosen_lies_with_the_discards_and_can_be_taken_back(lay) -> None:
    table = seated(lay(match=after(in_campaign(), EndTurn())))
    drag_card(table, "rumour 0", "discards")
    assert tray_contents(table)["discards"] == (["Rumour"], 0)
    drag_card(table, "chosen rumour 0", "hand")
    assert tray_contents(table)["hand"] == (["Rumour", "Rumour"], 0)
    assert [moment.action for moment in table.session.match.past[-2:]] == [Add("rumour"), Remove("rumour")]


def test_a_card_that_is_no_reaction_stays_in_the_hand(lay) -> None:
    table = seated(lay(match=after(before_inn(), March("b2", "inn"))))
    trays = table.hand_dock.trays
    assert trays.tip("hand", "rumour 0").endswith("The rumour is no reaction. (5b)")
    QTest.mouseClick(trays, hands.LEFT, pos=card_spot(trays, "rumour 0"))
    assert table.hand.selected == ()


@pytest.mark.parametrize(("blue", "passed"), [("random", True), ("human", False)])
def test_who_cannot_react_passes_by_himself_only_where_no_other_person_sees_it(
    lay, store, qtbot, blue: str, passed: bool
) -> None:
    store.set(auto_pass=True)
    match = after(before_inn(draws=(*DRAWS[:8], "rumour", "rumour")), March("b2", "inn"))
    played = len(match.past)
    table = lay(match=match, seats={"blue": blue})
    table.session.bots.pause(True)
    seated(table)
    qtbot.wait(50)
    assert len(match.past) == played + passed
    assert (match.to_act == "red") != passed


def test_a_block_dropped_too_far_away_goes_back_with_the_rule(lay) -> None:
    table = seated(lay(match=in_campaign()))
    hands.drag(table, "cape", "keep")
    assert "The block is not next to Keep." in table.prompt.news.text()
    assert "rule:3" in table.prompt.news.text()


def test_a_block_aboard_lies_with_its_ship(lay) -> None:
    table = seated(lay(match=after(in_campaign(), Embark("b3"))))
    layout = table.map.board.layout
    assert layout is not None
    (aboard,) = layout.inner
    assert aboard.inside == "ferry"
    assert [counter.piece.id for counter in aboard.counters] == ["b3"]


@pytest.mark.parametrize("way", ["click", "keys"])
def test_a_stack_is_reordered_from_the_menu_of_its_block(lay, way: Way) -> None:
    table = seated(lay(match=after(in_campaign(), March("b1", "ford"))))
    player = Player(table, way)
    hands.near(table, "ford")
    if way == "keys":
        hands.walk(table, "ford")
        player._mark("b1")
        QTest.keyClick(table.map, Qt.Key.Key_Menu)
    else:
        player._open_fan("ford")
        assert table.map.board.fan is not None
        QTest.mouseClick(table.map, Qt.MouseButton.RightButton, pos=table.map.board.fan.rects["b1"].center().toPoint())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if "Put the army on top" in action.text()).trigger()
    assert table.session.match.past[-1].action == Reorder("blue", "b1")
    assert table.session.to_act == "blue"
    assert "Put the army on top" not in [offer.label for offer in table.hand.offers_at("ford", "b1")]


def test_a_stack_is_reordered_while_a_bot_is_to_decide(lay, qtbot) -> None:
    match = after(in_campaign(), March("b1", "ford"))
    table = lay(match=match, seats={"blue": "human", "red": "policy"})
    session = table.session
    session.bots.pause(True)
    for action in (EndTurn(), Confirm()):
        session.play(action)
    assert session.to_act == "red"
    assert not session.can_act
    (offer,) = [offer for offer in table.hand.offers_at("ford", "b1") if offer.plan]
    table.hand.do(offer)
    assert session.match.state.tops["ford"] == "b1"
    session.bots.pause(False)
    qtbot.waitUntil(lambda: session.can_act, timeout=20_000)  # it thinks in a process that must find the game
    assert {moment.side for moment in session.match.past[-3:]} == {"red"}


def test_a_saved_game_is_opened_with_its_seats(lay, qtbot, store) -> None:
    table = lay(match=in_campaign(), seats={"blue": "human", "red": "random"})
    table.session.play(March("b2", "gate"))
    path = table.session.record.path
    table.session.close()
    assert (read_saved(path).title, read_saved(path).problem) == ("The Crossing", "")
    again = set_up_table(Match.load(path), store, path)
    qtbot.addWidget(again)
    assert again.session.seats == {"blue": "human", "red": "random"}
    assert again.session.match.state == table.session.match.state
    assert again.windowTitle() == table.windowTitle()
    again.session.close()
