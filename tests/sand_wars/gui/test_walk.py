"""Piles, cards of fights and seats in the window of this game."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.gui.start.new_game_page import NewGamePage
from common.gui.table.recap_popup import RecapPopup
from sand_wars import actions as act
from sand_wars.rules.combat.fire import FireOrder
from sand_wars.state import ALGERIA, MOROCCO
from tests.gui import hands
from tests.sand_wars.fights import action_card, fight, in_action, reaction_card

FIGHT = {"A-tank4-1": "oujda", "A-base-1": "tlemcen", "M-mech3-1": "oujda"}


def take_seat(table) -> None:
    """Sit down without holding the button of the curtain."""
    if table.session.curtain:
        table._curtain_control._open()


def test_a_drag_from_a_pile_takes_the_piece_that_was_touched(lay) -> None:
    place = {"A-mot2-1": "maghnia", "A-rec1-1": "maghnia", "A-tank4-1": "maghnia"}
    match = in_action("Ops and Plans", place)
    table = lay(match=match, seats={ALGERIA: "human", MOROCCO: "policy"})
    hands.drag(table, "maghnia", "tlemcen")
    played = [moment.action for moment in table.session.match.past]
    assert [type(action) for action in played[-2:]] == [act.Activate, act.Advance]
    assert played[-1] == act.Advance("tlemcen")


def test_the_card_of_a_raid_comes_back_when_the_recap_was_read(lay) -> None:
    """What is to be answered, with its chances, is before the eyes of who decides."""
    guard = reaction_card(MOROCCO, "SOF defense")
    match = in_action("SOF attack", {"A-cdo1-1": "maghnia", "M-base-1": "oujda"}, enemy_hand=(guard,))
    table = lay(match=match, seats={ALGERIA: "human", MOROCCO: "human"})
    take_seat(table)
    table.session.play(act.SofFrom("A-cdo1-1", "march"))
    table.session.play(act.AimAt("M-base-1"))
    take_seat(table)
    popups = table.map.findChildren(RecapPopup)
    assert popups and not table.card.isVisible()
    popups[0].close()
    assert table.card.isVisible()
    assert table.card.title.text() == "SOF attack on the Logistics Base in Oujda"


def test_a_game_opened_again_in_mid_combat_shows_the_combat(lay, qtbot) -> None:
    card = action_card(ALGERIA, "Combat logistics")
    battle = {"step": "first fire", "advantage": ALGERIA}
    for _ in range(2):
        match = fight(FireOrder(ALGERIA, "First fire"), place=FIGHT, hand=(card,), battle=battle)
        table = lay(match=match, size=(1280, 800))
        take_seat(table)
        qtbot.waitUntil(lambda seen=table.stage: not seen.visibleRegion().isEmpty())
        table.docks.save()


def test_nobody_has_dice_of_his_own_where_cards_are_the_dice(store, qtbot, lay) -> None:
    page = NewGamePage(store)
    qtbot.addWidget(page)
    page.open("sand_wars")
    page.show()
    assert not any(page.seats[side].own_dice.isVisible() for side in (ALGERIA, MOROCCO))
    page.open("nmc")
    qtbot.waitUntil(page.seats["union"].own_dice.isVisible)
    table = lay(match=in_action("Ops and Plans", {"A-mot2-1": "maghnia"}))
    assert not table.commands.actions["own_dice"].isEnabled()


def test_dead_cards_are_not_offered_to_be_taken_up(lay) -> None:
    """The cursor is in the hand: what can be done with its cards is offered, and nothing else."""
    table = lay(
        match=in_action("Dig in", {"A-mot2-1": "maghnia"}, hand=("A45",)), seats={ALGERIA: "human", MOROCCO: "policy"}
    )
    table.hand.move_cursor("hand")
    assert not [slot for slot in table.hand.slots() if any(choice.lift for choice in slot.choices)]
    QTest.keyClick(table.map, Qt.Key.Key_Escape)
