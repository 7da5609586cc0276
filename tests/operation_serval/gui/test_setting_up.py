"""The set-up in the window: what has just been placed is taken back, or put elsewhere, without asking the enemy."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from common.gui.session.offers import offer_drop
from tests.operation_serval.positions import KIDAL

TECHNICAL, TIMBUKTU = "mn_tech_1", "2323"


def place(table, unit: str, space: str) -> None:
    """Take a counter up and put it down."""
    table.hand.lift((unit,))
    table.hand.do(offer_drop(next(target for target in table.hand.targets if target.space == space)))


def test_a_counter_set_up_in_secret_is_taken_back_alone(lay, store) -> None:
    """Between two people, who have to agree only where something was rolled, shown or decided by the other."""
    store.set(curtain="never")
    table = lay("operation_serval")
    session, units = table.session, lambda: table.session.match.state.units
    session.takeback.consent = lambda question: False
    start = session.match.hash()
    place(table, TECHNICAL, TIMBUKTU)
    assert units()[TECHNICAL].at == TIMBUKTU
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert session.match.hash() == start
    place(table, TECHNICAL, TIMBUKTU)
    place(table, TECHNICAL, KIDAL)
    assert units()[TECHNICAL].at == KIDAL
