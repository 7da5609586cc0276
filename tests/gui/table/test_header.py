"""The head of the table: figures that do not fit are folded and told by a button; the words of the end button fit."""

from __future__ import annotations

from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QToolTip

from common.gui.kit import theme
from common.gui.table.choice_buttons import EndButton
from common.gui.table.header import StatBar, StatChip


def shown(bar: StatBar) -> list[str]:
    return [chip.stat.label for chip in bar.findChildren(StatChip) if chip.isVisibleTo(bar)]


def test_figures_without_room_are_counted_and_told(lay, qtbot) -> None:
    table = lay("fallujah", size=(1920, 900))
    bar = table.glance
    everything = shown(bar)
    assert len(everything) == len(bar.findChildren(StatChip)) > 3 and bar.more.isHidden()
    table.resize(900, 800)
    qtbot.waitUntil(lambda: not bar.more.isHidden(), timeout=5_000)
    few = shown(bar)
    assert 0 < len(few) < len(everything) and few == everything[: len(few)]
    assert bar.more.text() == f"+{len(everything) - len(few)}"
    assert all(name in bar.more.toolTip() and name in bar.more.accessibleName() for name in everything)
    bar.more.click()
    assert everything[-1] in QToolTip.text()
    QToolTip.hideText()


def test_the_longest_word_of_the_end_button_fits(qapp, store) -> None:
    button = EndButton()
    button.setText("End the reorganisation")
    for room in (60.0, 90.0, 400.0):
        font = button._fitting_font(room)
        assert QFontMetricsF(font).horizontalAdvance("reorganisation") <= room or font.pixelSize() == 8
    assert button._fitting_font(400.0).pixelSize() == theme.sans(bold=True).pixelSize()
