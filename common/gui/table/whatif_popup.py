"""A roll while trying things out: its exact chances in a popup, and the result to go on from for the choosing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QStyledItemDelegate, QStyleOptionViewItem

from common.gui.kit import theme
from common.gui.kit.language import percent, tr
from common.gui.kit.popups import Popup, close_popups
from common.gui.kit.widgets import label
from common.gui.map.map_view import MapView
from common.gui.session.dice_questions import ExpectedThrow
from common.gui.session.selection import Selection

SHARE = Qt.ItemDataRole.UserRole
ROWS = 9  # outcomes seen without scrolling
LINE = 28  # px
MARGINS = 40  # px beside the lines


class ThrowPopup(Popup):
    """Every outcome with its chance; the one taken is marked, a click or Enter takes another."""

    def __init__(self, view: MapView, hand: Selection, throw: ExpectedThrow) -> None:
        super().__init__(view, throw.odds.title)
        self.throw, self._session = throw, hand.session
        odds, middle = throw.odds, throw.odds.middle()
        if odds.expected:
            self.column.addWidget(label(tr("Expected: {what}", what=odds.expected), "soft", wrap=True))
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Outcomes of the roll"))
        self.list.setItemDelegate(ShareBar(self.list))
        most = max(outcome.weight for outcome in odds.outcomes)
        for outcome in odds.outcomes:
            text = tr("{what} (taken as the middle)", what=outcome.label) if outcome is middle else outcome.label
            item = QListWidgetItem(f"{percent(outcome.weight / odds.total, 1)}   {text}")
            item.setData(SHARE, outcome.weight / most)
            self.list.addItem(item)
        self.list.setCurrentRow(odds.outcomes.index(throw.outcome))
        self.list.itemClicked.connect(self._take)
        self.list.itemActivated.connect(self._take)
        self.column.addWidget(self.list, 1)
        self.column.addWidget(label(tr("Choose another result to go on from it."), "soft", wrap=True))
        self.list.setFixedHeight(theme.current().px(LINE) * min(ROWS, len(odds.outcomes)) + 4)
        self.list.ensurePolished()
        lines = self.list.sizeHintForColumn(0) + self.list.verticalScrollBar().sizeHint().width()
        lit = [view.board.place_rect(space) for space in sorted(hand.find_lit()[0])]
        self.open_in_corner(380, clear=lit, least=lines + theme.current().px(MARGINS))
        self.list.scrollToItem(self.list.currentItem())

    def _take(self, item: QListWidgetItem) -> None:
        outcome = self.throw.odds.outcomes[self.list.row(item)]
        if outcome is not self.throw.outcome:
            self._session.whatif.try_outcome(outcome)


class ShareBar(QStyledItemDelegate):
    """A line of the list with a bar below that is as long as its chance."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(super().sizeHint(option, index).width(), theme.current().px(LINE))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().paint(painter, option, index)
        rect = option.rect
        wide = round((rect.width() - 12) * float(index.data(SHARE)))
        painter.fillRect(QRect(rect.left() + 6, rect.bottom() - 4, max(2, wide), 3), theme.current().color("brass"))


def show_throw(view: MapView, hand: Selection) -> None:
    """Bring the popup in line with the roll that was last tried out."""
    throw = hand.session.whatif.throw
    shown = [popup.throw for popup in view.findChildren(ThrowPopup)]
    if shown != ([throw] if throw is not None else []):
        close_popups(view, ThrowPopup)
        if throw is not None:
            ThrowPopup(view, hand, throw)
