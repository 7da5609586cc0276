"""The fight that goes on, large: its steps, both forces with their sums, the chances, the table's rows and the dice."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from common.gui.kit import icons, theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import IconButton, Picker, clear, label, make_scrollable, remove_margins
from common.gui.panels.fact_sheet import FactSheet, escape, rule_link
from common.gui.panels.odds_panel import Bars
from common.gui.panels.stage_parts import StepChain, UnitRow
from common.gui.session.session import Session
from common.tables import Modifier
from common.tabletop import CombatStage, StageForce, StageRoll, StageRow, StageSum, Target

SHARE = 0.5  # of the room beside the map, at most
WIDE = (300, 470)  # px at normal text: the least and the best width
LINE = 19  # px at normal text, for a bar
TEN = 10  # faces of a die that is drawn with a number


class StagePanel(QFrame):
    """Stands beside the map while a game tells of a fight of many decisions; it can be folded away."""

    rule_wanted = Signal(str)
    chart_wanted = Signal(str)
    opening = Signal()  # a fight is about to be shown: what stands around the panel has its old size still
    begun = Signal(str)  # the space of a fight that was not shown before
    ended = Signal()
    piece_clicked = Signal(str, str)  # space, piece
    folding = Signal()
    shown = Signal()  # a fight is there, or no longer

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.told: CombatStage | None = None
        self.folded = False
        self.docked = False  # whether it fills a dock and not a column beside the map
        self._target: Target | None = None
        self._seen = ""  # the fight that was shown last
        self.setObjectName("stage")
        self.setAccessibleName(tr("Combat"))
        self._build()
        session.changed.connect(self.refresh)
        self.refresh()

    def _build(self) -> None:
        self.title = label("", "heading", wrap=True)
        self.fold_button = IconButton("turn_on", tr("Fold the combat away"), "tab", 14)
        self.fold_button.clicked.connect(self.fold)
        self.steps = StepChain()
        self.asks = label("", "strong", wrap=True)
        self.forces = QHBoxLayout()
        remove_margins(self.forces, 8)
        self.picker, self.bars = Picker(tr("Which roll")), Bars(LINE)
        self.picker.currentIndexChanged.connect(self._show_odds)
        self.sheet = StageSheet()
        self.sheet.rule_wanted.connect(self.rule_wanted)
        self.sheet.chart_wanted.connect(self.chart_wanted)
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.fold_button, 0, Qt.AlignmentFlag.AlignTop)
        inner = QWidget()
        column = QVBoxLayout(inner)
        remove_margins(column, 4)
        column.addLayout(self.forces)
        for part in (self.picker, self.bars, self.sheet):
            column.addWidget(part)
        column.addStretch(1)
        self.body = make_scrollable(inner)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(8, 4, 4, 4)
        outer.setSpacing(4)
        outer.addLayout(head)
        outer.addWidget(self.steps)
        outer.addWidget(self.asks)
        outer.addWidget(self.body, 1)

    # What is shown

    def refresh(self) -> None:
        """Read the fight again; without one, or behind the curtain, nothing is shown."""
        session = self.session
        told = None if session.curtain else session.stage()
        self.told = told if told is not None and told.large else None
        if self.told is not None and not self._seen and not self.folded:
            self.opening.emit()
        self.setVisible(self.told is not None)
        self.shown.emit()
        self._parts_shown(not self.folded)
        if self.told is None:
            if self._seen:
                self._seen = ""
                self.ended.emit()
        elif not self.folded:
            self._tell(self.told)

    def _parts_shown(self, shown: bool) -> None:
        for part in (self.title, self.steps, self.asks, self.body):
            part.setVisible(shown)

    def fold(self) -> None:
        """Fold the panel away, or open it again."""
        self.folded = not self.folded
        words = tr("Show the combat") if self.folded else tr("Fold the combat away")
        self.fold_button.set_icon("turn_back" if self.folded else "turn_on", words)
        self.refresh()
        self.updateGeometry()
        self.folding.emit()

    def _tell(self, told: CombatStage) -> None:
        self.title.setText(told.title)
        self.steps.show_steps(told.steps)
        who = f"{self.session.name(told.decides)}: " if told.decides else ""
        self.asks.setText(f"{who}{told.asks}")
        asked_above = self.session.can_act and told.asks == self.session.board.prompt
        self.asks.setVisible(bool(told.asks) and not asked_above)
        clear(self.forces)
        for force in told.forces:
            self.forces.addWidget(self._column(told, force), 1)
        self._offer_odds(told)
        self.sheet.show_stage(told, self.session.table.colours)
        if self._seen != told.space:
            self._seen = told.space
            self.begun.emit(told.space)

    def _column(self, told: CombatStage, force: StageForce) -> QWidget:
        """One side: its units as counters, and its sums."""
        result, sheet = QWidget(), NarrowSheet()
        column = QVBoxLayout(result)
        remove_margins(column, 2)
        name = label(force.title, "section", wrap=True)
        units = UnitRow(force.units)
        units.clicked.connect(lambda piece: self.piece_clicked.emit(told.space, piece))
        sheet.rule_wanted.connect(self.rule_wanted)
        sheet.show_html(force_html(force))
        for part in (name, units, sheet):
            column.addWidget(part)
        column.addStretch(1)
        return result

    def _offer_odds(self, told: CombatStage) -> None:
        self.picker.blockSignals(True)
        self.picker.clear()
        for odds in told.odds:
            self.picker.addItem(odds.title)
        self.picker.setVisible(bool(told.odds))
        self.picker.setEnabled(len(told.odds) > 1)
        self.picker.blockSignals(False)
        self._show_odds(0)

    def _show_odds(self, at: int) -> None:
        odds = self.told.odds if self.told is not None else ()
        self.bars.show_odds(odds[at] if 0 <= at < len(odds) else None)
        self.bars.setVisible(bool(odds))

    # Cards and counters brought here

    def show_targets(self, targets: Sequence[Target]) -> None:
        """Light the panel while something is held that may be put down on the fight."""
        space = self.told.space if self.told is not None else ""
        self._target = next((target for target in targets if space and target.space == space), None)
        self.setProperty("lit", self._target is not None)
        self.style().unpolish(self)
        self.style().polish(self)

    def space_at(self, where: QPoint) -> str:
        """The space of the fight, if a point of the screen lies on the panel."""
        inside = self.isVisible() and self.rect().contains(self.mapFromGlobal(where))
        return self.told.space if inside and self.told is not None else ""

    # Size

    def sizeHint(self) -> QSize:
        look, home = theme.current(), self.parentWidget()
        if self.docked:
            return QSize(look.px(WIDE[0]), look.px(300))
        if self.folded:
            return QSize(look.px(36), look.px(60))
        room = round(home.width() * SHARE) if home is not None else look.px(WIDE[1])
        return QSize(max(look.px(WIDE[0]), min(look.px(WIDE[1]), room)), look.px(300))

    def minimumSizeHint(self) -> QSize:
        return QSize(self.sizeHint().width(), theme.current().px(60))


class NarrowSheet(FactSheet):
    """Text without a frame or air around it, as high as it needs."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("clear")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.grow()

    def add_resources(self) -> None:
        """The pictures of the page, and no margin."""
        super().add_resources()
        self.document().setDocumentMargin(theme.current().px(2))


class StageSheet(NarrowSheet):
    """The table's rows with the cell that was hit, what shapes the fight, and the dice thrown in it."""

    chart_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.anchorClicked.connect(self._follow_chart)

    def show_stage(self, told: CombatStage, colours: dict[str, str]) -> None:
        """Tell everything that is no force and no chance."""
        self.show_html(rows_html(told.rows, colours) + notes_html(told.notes) + rolls_html(told.rolls))

    def add_resources(self) -> None:
        """Give the document pictures of all dice."""
        super().add_resources()
        size, kind = theme.current().px(18), QTextDocument.ResourceType.ImageResource
        for value in range(13):
            for ten in (False, True):
                image = icons.die_image(value, ten, size, "#fffdf6", "#1c170e")
                self.document().addResource(kind, QUrl(die_name(value, ten)), image)

    def _follow_chart(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind == "chart":
            self.chart_wanted.emit(what)


def die_name(value: int, ten: bool) -> str:
    """The name of the picture of a die."""
    return f"die:{'ten' if ten else 'six'}:{value}"


def force_html(force: StageForce) -> str:
    """Remarks about units, what is unseen, the sums and the losses of a side."""
    parts = []
    for unit in force.units:
        if unit.remark and unit.mark in ("idle", "counts") and unit.rule:
            parts.append(f"{escape(unit.name)}: {escape(unit.remark)} {rule_link(unit.rule)}")
    if force.unseen:
        parts.append(f"<i>{escape(force.unseen)}</i>")
    lines = "".join(f'<p class="small" style="margin:0">{part}</p>' for part in dict.fromkeys(parts))
    sums = "".join(sum_html(each) for each in force.sums)
    lost = f"<p><b>{escape(tr('Lost: {what}', what=', '.join(force.losses)))}</b></p>" if force.losses else ""
    return lines + sums + lost


def sum_html(each: StageSum) -> str:
    """A sum, one line a part, and what its total is read as."""
    rows = "".join(_part_html(value, part) for value, part in each.lines)
    whole = escape(each.reads).replace(" ", "&nbsp;").replace("-", "\u2011")
    reads = f" <span class='live'>&nbsp;{whole}&nbsp;</span>" if whole else ""
    total = (
        f"<tr><td align='right'><b>{escape(each.total)}</b></td>"
        f"<td><b>{escape(each.title)}</b>{reads} {'' if each.parts else rule_link(each.rule)}</td></tr>"
    )
    return f"<table cellspacing='0'>{rows}{total}</table>"


def _part_html(value: str, part: Modifier) -> str:
    return (
        f"<tr><td align='right'>{value}</td>"
        f"<td>{escape(part.why)} <span class='small'>{rule_link(part.rule)}</span></td></tr>"
    )


def rows_html(rows: Sequence[StageRow], colours: dict[str, str]) -> str:
    """Rows of one printed table under its columns; the cell that was hit is marked."""
    if not rows:
        return ""
    head = "".join(f"<td align='center' class='small'>{escape(column)}</td>" for column in rows[0].columns)
    lines = []
    for row in rows:
        dot = f"<span style='color:{colours[row.side]}'>\u25a0</span> " if row.side in colours else ""
        cells = "".join(
            f"<td align='center'{' class=live' if at == row.live else ''}>{escape(cell)}</td>"
            for at, cell in enumerate(row.cells)
        )
        lines.append(f"<tr><td>{dot}<a href='chart:{escape(row.chart)}'>{escape(row.title)}</a></td>{cells}</tr>")
    return f"<table width='100%' cellspacing='0'><tr><td></td>{head}</tr>{''.join(lines)}</table>"


def notes_html(notes: Sequence[Modifier]) -> str:
    """What holds for the whole fight."""
    lines = [f"{f'{note.value:+d} ' if note.value else ''}{escape(note.why)} {rule_link(note.rule)}" for note in notes]
    return "".join(f"<p style='margin:2px 0'>{line}</p>" for line in lines)


def rolls_html(rolls: Sequence[StageRoll]) -> str:
    """The dice of the fight, the latest first, with what they brought."""
    lines = []
    for roll in reversed(rolls):
        dice = "".join(f'<img src="{die_name(die, roll.faces == TEN)}">' for die in roll.dice)
        added = "".join(f" {part.value:+d} {escape(part.why)}" for part in roll.modifiers)
        brings = f" \u2192 {escape(roll.brings)}" if roll.brings else ""
        reason = f"<span class='small'>{escape(roll.reason)}{added}</span>"
        lines.append(f"<p style='margin:2px 0'>{dice} {reason}{brings}</p>")
    return "".join(lines)
