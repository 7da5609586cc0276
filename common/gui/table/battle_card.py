"""The battle card: a fight beside its place on the map while it is decided, and its outcome until play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QKeyEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout

from common.engine import Entry
from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.timers import once
from common.gui.kit.widgets import IconButton, button, label
from common.gui.map.map_view import MapView
from common.gui.panels.fact_sheet import FactSheet, face_image
from common.gui.session.game_record import HUMAN
from common.gui.session.session import Session
from common.gui.table.card_text import dice_html, stage_html, story_html
from common.tabletop import CombatStage, Face

AIR = 12  # px between the card, the edge of the map and the place of the fight
WIDE = 380  # px
SHARE = 0.6  # of the width of the map: large text leaves the place of the fight in sight
COUNTER = 34  # px
LINGER = 8  # actions of bots after which the outcome of a fight goes away


class CardSheet(FactSheet):
    """The text of the card, with small counters and dice in it."""

    def add_resources(self) -> None:
        """Give the document counters and dice."""
        kind, size = QTextDocument.ResourceType.ImageResource, theme.current().px(20)
        for name, face in self._faces.items():
            self.document().addResource(kind, QUrl(name), face_image(face, COUNTER))
        for ten, values in ((True, range(10)), (False, range(1, 7))):
            for value in values:
                image = icons.die_image(value, ten, size, "#fffdf6", "#1c170e")
                self.document().addResource(kind, QUrl(f"die:{'ten' if ten else 'six'}:{value}"), image)


class BattleCard(QFrame):
    """Lies beside the place of a fight and never on it; Esc or the cross puts it away until the next fight."""

    rule_wanted = Signal(str)
    piece_wanted = Signal(str)

    def __init__(self, view: MapView, session: Session) -> None:
        super().__init__(view)
        self._map, self.session = view, session
        self.stage: CombatStage | None = None  # the fight on the card, or the last one
        self._seen = -1  # how long the game was when the fight was last going on
        self._away = -1  # how long it was when the card was put away
        self.setObjectName("card")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self.title = label("", "heading", wrap=True)
        self.sheet = CardSheet()
        self.sheet.setStyleSheet("QTextBrowser { border: none; background: transparent; }")
        self.sheet.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.sheet.rule_wanted.connect(self.rule_wanted)
        self.sheet.piece_wanted.connect(self.piece_wanted)
        self._build()
        self._soon = once(self, self._lay, 0)
        session.changed.connect(self.refresh)
        view.moved.connect(self._soon.start)
        self.hide()

    def _build(self) -> None:
        away = IconButton("close", tr("Put away (Esc)"), "tab", 13)
        away.clicked.connect(self.put_away)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(away, 0, Qt.AlignmentFlag.AlignTop)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(10, 6, 6, 6)
        column.setSpacing(3)
        column.addLayout(head)
        column.addWidget(self.sheet, 1)
        self.on = button(tr("Go on  (Space)"), "main")
        self.on.clicked.connect(self.session.go_on)
        column.addWidget(self.on, 0, Qt.AlignmentFlag.AlignRight)

    # What it shows

    def refresh(self) -> None:
        """Follow the fight; when it is over, tell its outcome until play goes on."""
        session = self.session
        if session.tutor is not None:  # who leads through a lesson points at what matters there
            self.hide()
            return
        told = session.curtain or session.board.result is not None
        stage = None if told else session.stage()
        if stage is not None:
            self._seen = session.shown_moment
            known = self.stage
            is_new = known is None or (known.space, known.asks) != (stage.space, stage.asks)
            self.stage = stage
            if stage.large or self._away == self._fight_start():
                self.hide()
                return
            self._show(stage, self._since() if session.moment is None and stage.rolls else (), over=False)
            if is_new:
                self._map.center_on(stage.space, pulse=False)
                self._make_room()
        elif not self._tell_outcome():
            self.hide()

    def come_back(self) -> None:
        """The list of what has happened was read: a fight that is being decided is shown again."""
        if not self.session.curtain and self.session.stage() is not None:
            self.refresh()

    def _tell_outcome(self) -> bool:
        """Show how the last fight ended, if nobody has acted since; whether there is anything to tell."""
        session = self.session
        entries = self._since()
        if not entries or session.curtain or session.moment is not None or session.board.result is not None:
            return False
        start, known = entries[0].action, self.stage
        staged = known is not None and known.space in entries[0].places and self._seen >= start - 1
        end = self._seen + 1 if staged else start
        waited = session.length - end
        past = session.board.past
        person = bool(past) and session.seats.get(past[-1].side) == HUMAN
        late = waited > (0 if person else LINGER) or self._away == start
        if (late and not session.is_resting) or session.length < start:
            return False
        told = list(takewhile(lambda entry: entry.action <= end and not entry.heading, entries))
        if not staged and not any(entry.rolls for entry in told):
            return False  # nobody has seen it decided, and the lines at hand do not tell how it ended
        places = [place for entry in reversed(told) for place in reversed(entry.places)]
        boxes = self._map.board.boxes  # losses go there, but nothing was fought for them
        place = next((place for place in places if place not in boxes), "")
        if not staged or known is None:
            known = CombatStage(place, tr("At {place}", place=session.space_name(place)))
        self.stage = known
        self._show(known, told, over=True)
        return True

    def _since(self) -> Sequence[Entry]:
        """What the journal tells of the last fight."""
        return self.session.table.fight_lines(self.session.entries())

    def _fight_start(self) -> int:
        entries = self._since()
        return entries[0].action if entries else self.session.shown_moment

    def _show(self, stage: CombatStage, entries: Sequence[Entry], over: bool) -> None:
        faces: dict[str, Face] = {}
        self.title.setText(tr("{fight}: the outcome", fight=stage.title) if over else stage.title)
        fight = "" if over else stage_html(stage, self.session.table.colours, faces)
        self.sheet.show_html(story_html(entries) if over else fight + dice_html(entries, stage.rolls), faces)
        self.setAccessibleName(self.title.text())
        self.on.setVisible(self.session.is_resting)
        self._lay()
        self.show()
        self.raise_()
        self._map.fanning.again(self._map.board.fan, self._map.board.marked)  # an open fan goes aside
        self._column.activate()  # a title in two lines leaves less room below it
        bar = self.sheet.verticalScrollBar()
        bar.setValue(bar.maximum() if over else 0)  # how it ended stands last

    def put_away(self) -> None:
        """Let the player see the map; the card comes again with the next fight."""
        self._away = self._fight_start()
        self.hide()
        self._map.setFocus()
        self.session.go_on()

    def dismiss(self) -> bool:
        """Put the card away if it lies there; whether it did."""
        there = self.isVisible()
        if there:
            self.put_away()
        return there

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.put_away()
        else:
            super().keyPressEvent(event)

    # Where it lies

    def kept_clear(self) -> list[QRectF]:
        """What the card must not cover: the place of the fight and where the forces stand."""
        stage = self.stage
        spaces = (stage.space, *stage.spaces) if stage is not None else ()
        rects = [self._map.board.place_rect(space, 4.0) for space in spaces if space]
        return [rect for rect in rects if rect.isValid()]

    def _goals(self) -> list[QRectF]:
        """What the card had better not cover: the places between which whoever decides has to choose."""
        session = self.session
        spaces = {g.space for g in session.gestures() if g.space} if session.can_act else ()
        rects = [self._map.board.place_rect(space, 0.0) for space in spaces]
        return [rect for rect in rects if rect.isValid()]

    def _make_room(self) -> None:
        """Where the card has no place beside the fight, or that lies beyond the left edge, the fight moves to this."""
        clear, here = self.kept_clear(), QRectF(self.geometry())
        whole = self._united(clear)
        if whole.left() >= 0 and not any(here.intersects(place) for place in clear):
            return
        shift, above = whole.left() - 2 * AIR, min(0.0, whole.top() - 2 * AIR)
        middle = QRectF(self._map.rect()).center()
        self._map.center_at(self._map.camera.to_map(middle + QPointF(shift, above)))

    def _united(self, clear: Sequence[QRectF]) -> QRectF:
        """The rectangle around what is kept clear; without anything a point in the middle."""
        middle = QRectF(self._map.rect()).center()
        whole = QRectF(clear[0]) if clear else QRectF(middle, middle)
        for rect in clear[1:]:
            whole = whole.united(rect)
        return whole

    def _lay(self) -> None:
        """Beside the place, as near as it can be without covering it or what is chosen from; else in a corner."""
        if self.stage is None:
            return
        look, area = theme.current(), self._map.rect()
        width = min(look.px(WIDE), max(WIDE, round(area.width() * SHARE)), area.width() - 2 * AIR)
        self.setFixedWidth(width)
        column = (
            self.contentsRect().width() - self._column.contentsMargins().left() - self._column.contentsMargins().right()
        )
        self.sheet.document().setTextWidth(column)
        head = max(self.title.heightForWidth(column - look.px(34)), look.px(24))
        foot = self.on.sizeHint().height() + look.px(8) if self.session.is_resting else 0
        needed = head + round(self.sheet.document().size().height()) + look.px(22) + foot
        height = min(needed, area.height() - 2 * AIR)
        policy = Qt.ScrollBarPolicy  # a bar that was needed for a moment would stay: the text is higher beside it
        self.sheet.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if height == needed else policy.ScrollBarAsNeeded
        )
        self.setGeometry(self._best_place(QSize(width, height), QRectF(area)))

    def _best_place(self, size: QSize, area: QRectF) -> QRect:
        clear, goals = self.kept_clear(), self._goals()
        inner = area.adjusted(AIR, AIR, -AIR, -AIR)
        whole = self._united(clear)
        low = min(max(inner.top(), whole.center().y() - size.height() / 2), inner.bottom() - size.height())
        across = min(max(inner.left(), whole.center().x() - size.width() / 2), inner.right() - size.width())
        spots = [
            (whole.right() + AIR, low), (whole.left() - AIR - size.width(), low),
            (across, whole.top() - AIR - size.height()), (across, whole.bottom() + AIR),
            (inner.right() - size.width(), inner.top()), (inner.left(), inner.top()),
            (inner.right() - size.width(), inner.bottom() - size.height()),
            (inner.left(), inner.bottom() - size.height()),
        ]  # fmt: skip
        rects = [QRectF(x, y, size.width(), size.height()) for x, y in spots]
        inside = [rect for rect in rects if inner.adjusted(-1, -1, 1, 1).contains(rect)] or rects[-4:]
        best = min(inside, key=lambda rect: (_covered(rect, clear), _covered(rect, goals)))
        return QRect(QPoint(round(best.x()), round(best.y())), size)


def _covered(rect: QRectF, places: Sequence[QRectF]) -> int:
    """How many places lie under a rectangle, wholly or in part."""
    return sum(rect.intersects(place) for place in places)
