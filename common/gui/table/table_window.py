"""The game table: map, prompt, inspector and journal in one window that follows a session."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenuBar,
    QToolBar,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from common.engine import Action, Refusal
from common.gui.kit import theme
from common.gui.kit.language import percent, tr, trn
from common.gui.kit.popups import put_away
from common.gui.kit.sounds import Sounds
from common.gui.kit.timers import once
from common.gui.kit.widgets import DockTitle, label, no_margins
from common.gui.map.map_layers import Layers
from common.gui.map.map_view import MapView
from common.gui.map.measuring import span
from common.gui.panels.inspector import Inspector
from common.gui.panels.journal_panel import JournalPanel
from common.gui.panels.place_panel import space_name
from common.gui.session.game_clock import GameClock
from common.gui.session.save_watch import FileWatch
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.session.stack_sums import sums
from common.gui.table import docking, first_view
from common.gui.table.active_overlays import laid
from common.gui.table.command_actions import Commands
from common.gui.table.curtain import Curtain
from common.gui.table.dice_tray import DiceTray
from common.gui.table.die_dialog import ask_consent, ask_die
from common.gui.table.header import Glance, SequenceStrip
from common.gui.table.hint_popup import HintCard, show_hints
from common.gui.table.hover import Pointing, sentence
from common.gui.table.prompt_bar import PromptBar
from common.gui.table.recap_popup import RecapCard
from common.gui.table.replay_banner import ReplayBanner
from common.gui.table.table_keys import MapKeys
from common.gui.table.thumbnail_keeper import ThumbnailKeeper
from common.gui.table.whatif_popup import show_throw
from common.maps import GameMap
from common.tabletop import Phase

NEARLY_ALL = 1.2  # so little of the map out of sight needs no overview of it
BUSY = 300  # ms of thinking after which the pointer says so (U29)


class TableWindow(QMainWindow):
    """One game on one table."""

    closed = Signal()
    new_wanted = Signal()
    home_wanted = Signal()
    open_wanted = Signal(str)
    fork_wanted = Signal(object)  # Match

    def __init__(self, session: Session, game_map: GameMap) -> None:
        super().__init__()
        self.session, self.store, self.game_map = session, session.store, game_map
        session.setParent(self)  # they go together, and with them everything that listens
        self.setAcceptDrops(True)
        self.setMinimumSize(720, 480)
        self.map = MapView()
        self.hand = Selection(session, game_map.spaces)
        self.prompt = PromptBar(session, self.hand)
        self.inspector = Inspector(session)
        self.journal = JournalPanel(session)
        self.strip = SequenceStrip(session)
        self.glance = Glance(session)
        self.banner = ReplayBanner(session)
        self.clock = GameClock(session)
        self.file_watch = FileWatch(session.record, self)
        self.tray, self.sounds = DiceTray(), Sounds(self.store)
        game = session.match.game
        self.layers = Layers(self.map, self.store, game.id, {side: session.name(side) for side in session.match.sides})
        self.overlays: list[str] = []
        self.reaching: tuple[str, ...] = ()  # the counters whose reach is shown
        self.routed = ""  # the space whose line of supply or sight is drawn
        self._mode = ""  # the theme the map was drawn in
        self._seat = ""  # whose decision was looked at last
        self._moment: int | None = None  # the earlier moment that was looked at last
        self._busy = once(self.map, lambda: self.map.set_busy(True), BUSY)
        self.commands = Commands(self)
        self._build()
        self.curtain = Curtain(self)
        self.pointing = Pointing(self)
        self._connect()
        self._dress()
        self.refresh()
        self.hand.refresh()
        self.squeezed = False  # whether the docks lie behind each other for want of room only
        self.docked = docking.Docked(theme.current().scale)
        docking.restore(self)

    # Building

    def _build(self) -> None:
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self._head()
        middle = QWidget()
        column = QVBoxLayout(middle)
        no_margins(column)
        column.addWidget(self.strip)
        column.addWidget(self.map, 1)
        self.setCentralWidget(middle)
        self.inspector_dock = self._dock("inspector", tr("Inspector"), self.inspector, self.inspector.title)
        self.journal_dock = self._dock("journal", tr("Journal"), self.journal, self.journal.head)
        self._status()

    def _head(self) -> None:
        """Menus, figures and prompt over the whole width: none of them can be lost."""
        menus, bar, head = QMenuBar(), QToolBar(), QWidget()
        self.commands.fill_menus(menus)
        bar.addWidget(self.glance)
        self.commands.fill_bar(bar)
        self.prompt.extra.addWidget(self.tray)
        column = QVBoxLayout(head)
        no_margins(column)
        for part in (menus, bar, self.prompt, self.banner):
            column.addWidget(part)
        self.setMenuWidget(head)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _dock(self, name: str, title: str, widget: QWidget, head: QWidget) -> QDockWidget:
        dock = QDockWidget(title)
        dock.setObjectName(name)
        dock.setWidget(widget)
        dock.setTitleBarWidget(DockTitle(dock, head))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        return dock

    def _status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        self.where, self.zoom, self.clock_text = label(""), label(""), label("")
        self.saved = label(tr("Saved with every action"))
        bar.addWidget(self.where, 1)
        for part in (self.clock_text, self.saved, self.zoom):
            bar.addPermanentWidget(part)

    def _connect(self) -> None:
        session, view, hand = self.session, self.map, self.hand
        session.ask_die, session.consent = ask_die(self), ask_consent(self)
        session.changed.connect(self.refresh)
        session.foresaw.connect(self._foresaw)
        session.acted.connect(self._acted)
        session.told.connect(self.prompt.tell)
        session.refused.connect(self._refused)
        session.trouble.connect(lambda text: self.prompt.tell(text, "", "bad"))
        session.curtain_falls.connect(self._curtain_falls)
        session.thinking.connect(self._thinking)
        session.rested.connect(self._rested)
        session.hinted.connect(self._hinted)
        view.hovered.connect(self.pointing.hover)
        view.clicked.connect(self._clicked)
        view.context.connect(self.pointing.menu)
        view.activated.connect(self.details)
        view.lifted.connect(lambda pieces: hand.lift(tuple(pieces)))
        view.dropped.connect(lambda pieces, space: hand.drop(tuple(pieces), space))
        view.cancelled.connect(hand.cancel)
        view.rule_clicked.connect(self.show_rule)
        view.moved.connect(self._zoomed)
        view.measured.connect(self._measured)
        view.tip = self.pointing.tip
        view.add_up = partial(sums, session)
        self._map_keys = MapKeys(self)
        for part in (view, self):
            part.installEventFilter(self._map_keys)
        hand.held.connect(view.show_targets)
        hand.changed.connect(self._hand_changed)
        hand.pointed.connect(self.inspector.here.pin)
        hand.pointed.connect(lambda _space, _piece: self.show_route(self.routed))
        hand.menu_wanted.connect(self.pointing.offer)
        hand.refused_at.connect(self._refuse_at)
        hand.go_to.connect(self._go_to)
        self.thumbnail = ThumbnailKeeper(self)
        self._connect_panels()

    def _connect_panels(self) -> None:
        self.prompt.rule_wanted.connect(self.show_rule)
        self.prompt.next_wanted.connect(self.hand.next_piece)
        self.prompt.recap_wanted.connect(self.commands.recap)
        self.prompt.command_wanted.connect(lambda name: self.commands.actions[name].trigger())
        self.prompt.pointed_at.connect(self.pointing.at_choice)
        self.inspector.space_wanted.connect(self.map.center_on)
        self.inspector.here.route_wanted.connect(self.show_route)
        self.inspector.piece_wanted.connect(lambda piece: self.inspector.here.pin("", piece))
        self.journal.text.rule_wanted.connect(self.show_rule)
        self.journal.text.place_wanted.connect(self.map.center_on)
        self.journal.text.menu_wanted.connect(self.commands.journal_menu)
        self.journal.export_wanted.connect(self.commands.export_journal)
        self.strip.phase_wanted.connect(self._phase)
        self.curtain.opened.connect(self._curtain_opens)
        QGuiApplication.instance().applicationStateChanged.connect(self._left)  # type: ignore[union-attr]
        self.clock.ticked.connect(lambda: self.clock_text.setText(self.clock.text() if self.store.now.clock else ""))
        self.clock.flag.connect(self._time_up)
        self.file_watch.noticed.connect(self._file_noticed)
        self.store.changed.connect(self._setting)
        self.banner.back.clicked.connect(self.commands.back_to_here)
        self.banner.on.clicked.connect(self.commands.play_from_here)
        self.banner.off.clicked.connect(self._banner_off)

    # Following the session

    def refresh(self) -> None:
        """Bring map, title and banner in line with what is shown; the panels follow by themselves."""
        session = self.session
        view = session.view
        put_away(self, HintCard)
        show_throw(self)
        self.turn_board()
        self.map.set_position(session.pieces(), session.table.markers(view), animate=self.store.moving)
        self.map.set_tokens(session.table.tokens(view), animate=self.store.moving)
        self._set_overlays()
        self.banner.refresh()
        side = session.viewer
        who = f" — {session.player(side)}" if side else ""
        self.setWindowTitle("Five Fronts" if session.curtain else f"{session.match.game.title}{who}")
        self.commands.refresh()
        seat = (session.can_act and session.to_act) or ""
        if seat and seat != self._seat and self.isVisible():
            first_view.follow_seat(self)
        self._seat = seat
        if session.moment != self._moment:
            self._moment = session.moment
            self._follow_replay()

    def _follow_replay(self) -> None:
        """Have in view what the moment shown is about."""
        session = self.session
        if session.moment is not None:
            places = [place for entry in session.entries() if entry.action == session.shown for place in entry.places]
            if places:
                self.map.center_on(places[-1], pulse=self.store.moving)

    def turn_board(self) -> None:
        """Turn the board to the edge at which the side that looks on it sits (U54)."""
        if not self.session.curtain:
            sides = self.store.now.turned.get(self.session.match.game.id, ())
            self.map.set_turned(180 if (self.session.viewer or "") in sides else 0)

    def _foresaw(self) -> None:
        then = self.session.foreseen
        self.map.foresee_tokens(self.session.table.tokens(then) if then is not None else ())

    def _hand_changed(self) -> None:
        spaces, pieces = self.hand.lit()
        self.map.light(spaces, pieces)
        self.map.set_selected(self.hand.selected)
        self.inspector.odds.refresh()

    def _banner_off(self) -> None:
        if self.session.trial is not None:
            self.session.end_trial()
        else:
            self.journal.leave()

    def _acted(self, _action: Action) -> None:
        session = self.session
        self.map.bubble.hide()  # why something else could not be done
        if session.trial is not None:  # what was told and rolled before is no news of this
            self.tray.show_rolls([])
            self.prompt.tell("")
            return
        put_away(self, RecapCard)
        gesture = session.gesture()
        self.tray.show_rolls([roll for entry in gesture for roll in entry.rolls])
        entries = [entry for entry in gesture if entry.action == session.length]
        told = entries if session.board.result is None else []  # the end is in the question already
        last = next((entry for entry in reversed(told) if not entry.heading), None)  # the strip tells the phase
        self.prompt.tell(last.text if last else "", last.rules[0] if last and last.rules else "")
        places = [place for entry in entries for place in entry.places]
        rolled = any(entry.rolls for entry in entries)
        if rolled or places:
            self.sounds.play("dice" if rolled else "counters")
        side = session.match.past[-1].before.flow[-1].actor(session.match.past[-1].before)
        if places and session.seats.get(side) != "human":
            self.map.center_on(places[-1], pulse=self.store.moving)

    def _refused(self, refusal: Refusal) -> None:
        self.prompt.tell(sentence(refusal), refusal.rule, "bad")

    def _refuse_at(self, space: str, why: str, rule: str) -> None:
        text = sentence(Refusal(rule, why))
        self.map.refuse(space, text, rule)
        self.prompt.tell(text, rule, "bad")

    def _thinking(self, side: str) -> None:
        if side:
            self._busy.start()
        else:
            self._busy.stop()
            self.map.set_busy(False)
        self.commands.refresh()
        if side and not self.session.can_act:
            self.prompt.refresh()

    def _rested(self, count: int) -> None:
        """The bots are through: offer a list of what they did."""
        if self.session.can_act:
            done = trn("The bot did one thing.", "The bot did {n} things.", count)
            self.prompt.tell(f'{done} <a href="recap:">{tr("What did it do?")}</a>')

    def _hinted(self, ideas: Any) -> None:
        show_hints(self, ideas)
        self.journal.refresh()

    # The curtain

    def _curtain_falls(self, side: str) -> None:
        for dock in (self.inspector_dock, self.journal_dock):
            if dock.isFloating():
                dock.hide()
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        self.commands.forget_copies()
        QToolTip.hideText()
        self.map.gestures.cancel()
        self.map.fanning.close()
        self.map.bubble.hide()
        self.map.setAccessibleDescription("")
        self.tray.show_rolls([])
        self.prompt.tell("")
        self.where.setText("")
        self.inspector.here.pin("", "")
        self.curtain.fall(self.session.player(side))
        self.sounds.play("seat")

    def _curtain_opens(self) -> None:
        for dock in (self.inspector_dock, self.journal_dock):
            if dock.isFloating():
                dock.show()
        self.session.lift_curtain()
        self.map.setFocus()
        if self.store.now.recap and self.session.recap():
            self.commands.recap()

    def _left(self, state: Qt.ApplicationState) -> None:
        """Leaving the program, by a lock or a sleep as well, lets the curtain fall if the player wishes."""
        away = state != Qt.ApplicationState.ApplicationActive
        if away and self.store.now.curtain_on_leave and len(self.session.humans) > 1 and not self.session.curtain:
            self.session.drop_curtain()

    # The map

    def _clicked(self, space: str, piece: str, _modifiers: Any) -> None:
        fan = self.map.board.fan
        if self.hand.click(space, piece, picked=bool(piece) and fan is not None and fan.space == space):
            self.map.use_click()

    def find_in_journal(self, space: str) -> None:
        """Show the lines of the journal that tell of a space."""
        self.journal_dock.show()
        self.journal_dock.raise_()
        if not self.journal.text.find_place(space):
            self.prompt.tell(tr("The journal tells nothing of {space} yet.", space=space_name(self.session, space)))

    def details(self, space: str, piece: str) -> None:
        """Keep a place or a counter in the inspector."""
        self.inspector_dock.show()
        self.inspector.open("here")
        self.inspector.here.pin(space, piece)

    def _go_to(self, space: str) -> None:
        self.map.set_cursor(space)
        self.map.center_on(space)
        self.map.setFocus()

    def _measured(self, start: str, end: str, steps: int) -> None:
        known = start in self.game_map.spaces and end in self.game_map.spaces
        ways = self.session.table.ways(self.session.view, start, end) if known else ()
        self.map.measuring.show(ways)
        words = [span(steps), *(f"{way.who} {way.cost or tr('no way')}" for way in ways)]
        rules = [block.rule for way in ways for block in way.blocks]
        told = tr("From {start} to {end}: {ways}.", start=start, end=end, ways="; ".join(words))
        self.prompt.tell(told, rules[0] if rules else "")

    def _zoomed(self) -> None:
        camera = self.map.camera
        self.zoom.setText(percent(camera.scale / camera.unit_scale))
        whole = camera.scale <= camera.fit_scale() * NEARLY_ALL
        self.map.minimap.setVisible(self.store.now.minimap and not whole)

    def _phase(self, phase: Phase) -> None:
        self.inspector_dock.show()
        self.inspector.open("here")
        self.inspector.here.show_phase(phase.title)

    def show_rule(self, rule: str) -> None:
        """Open the rules reference at a clause."""
        self.inspector_dock.show()
        self.inspector.open_rule(rule)

    def toggle_overlay(self, name: str) -> None:
        """Switch an overlay on or off; at most two lie on the map."""
        if name in self.overlays:
            self.overlays.remove(name)
        else:
            self.overlays = [*self.overlays, name][-2:]
        self._set_overlays()
        self.commands.refresh()

    def show_route(self, space: str) -> None:
        """Draw the line of supply or sight of a space, or take it away again."""
        if space:
            self.routed = "" if self.routed == space else space
            self._set_overlays()

    def _set_overlays(self) -> None:
        if not self.overlays and not self.routed:
            self.map.set_overlay(None)
            return
        chosen = laid(self)
        self.map.set_overlay(chosen[0] if chosen else None, chosen[1] if len(chosen) > 1 else None)

    # Settings, layout, files

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() < event.oldSize().width():
            docking.leave_half(self)

    def _setting(self, name: str) -> None:
        if name in ("theme", "text", "animation", "reduced_motion", "wheel", "costs", "minimap", "counter_size"):
            self._dress()
            if name == "text":
                docking.rescale(self)
        elif name == "keys":
            self.commands.set_keys()
        elif name in ("reasons", "taken_back"):
            self.journal.refresh()
        elif name == "guard":
            self.prompt.refresh()
        elif name == "auto_pass":
            self.session.drive()

    def _dress(self) -> None:
        now, mode = self.store.now, theme.current().name
        if mode != self._mode:
            self._mode = mode
            self.map.set_map(self.game_map, mode)
            self.layers.show()
        self.map.set_colours(self.session.table.colours)
        self.map.reduced_motion = not self.store.moving
        self.map.show_costs = now.costs
        self.map.counters_scale = now.counter_size.get(self.session.match.game.id, 100)
        self.map.wheel_zooms = now.wheel == "zoom"
        self._zoomed()
        self.commands.dress()

    def reset_layout(self) -> None:
        """The docks where they were on the first day."""
        docking.reset(self)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A saved game may be dropped on the window."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the game that was dropped."""
        for url in event.mimeData().urls()[:1]:
            self.open_wanted.emit(url.toLocalFile())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is asked: the game is saved already."""
        docking.keep(self)
        self.thumbnail.keep()
        self.clock.close()
        self.session.close()
        super().closeEvent(event)
        self.closed.emit()

    def _time_up(self, side: str) -> None:
        self.prompt.tell(tr("{side}: the time is up.", side=self.session.name(side)), "", "bad")

    def _file_noticed(self, text: str) -> None:
        self.prompt.tell(text, "", "bad")
        if self.path is not None:
            self.store.remember(self.path)

    @property
    def path(self) -> Path | None:
        """The save of this game."""
        return self.session.record.path

    def start(self) -> None:
        """Show the table and let whoever is to act begin."""
        self.show()
        first_view.open_view(self)
        self.map.setFocus()
        self.clock.settle()
        QTimer.singleShot(0, self.session.drive)
