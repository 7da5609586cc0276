"""The card that tells what happened is there when something did, and gone when the game goes on."""

from __future__ import annotations

from common.gui.table.recap_popup import RecapPopup


def cards(table) -> list[RecapPopup]:
    return [card for card in table.map.findChildren(RecapPopup) if card.isVisible()]


def test_no_card_where_nothing_has_happened(lay) -> None:
    table = lay()
    table.store.set(recap=True)
    table.session.drop_curtain()
    table.curtain.opened.emit()
    assert table.session.recap() == [] and not cards(table)


def test_the_next_action_puts_the_card_away(lay) -> None:
    table = lay()
    table.commands.groups.play.recap()
    assert len(cards(table)) == 1
    table.session.play(table.session.match.legal()[0])
    assert not cards(table)
