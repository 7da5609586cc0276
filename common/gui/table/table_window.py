"""The game table: map, prompt, inspector and journal in one window that follows a session."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMainWindow, QMenuBar, QToolBar, QVBoxLayout, QWidget

from common.gui.kit import theme
from common.gui.kit.dialogs import confirm
from common.gui.kit.language import percent, tr
from common.gui.kit.popups import close_popups
from common.gui.kit.sounds import Sounds
from common.gui.kit.terms import set_terms
from common.gui.kit.widgets import DockTitle, label, remove_margins
from common.gui.map.hex_ruler import HexRuler
from common.gui.map.map_layers import Layers
from common.gui.map.map_view import MapView
from common.gui.output.position_picture import PictureSource
from common.gui.panels.end_page import EndPage
from common.gui.panels.inspector import Inspector
from common.gui.panels.journal_panel import JournalPanel
from common.gui.panels.stage_panel import StagePanel
from common.gui.session.game_clock import GameClock
from common.gui.session.save_watch import FileWatch
from common.gui.session.selection import Selection
from common.gui.session.session import Session
from common.gui.table.active_overlays import ActiveOverlays
from common.gui.table.battle_card import BattleCard
from common.gui.table.command_actions import CommandActions, CommandGroups
from common.gui.table.curtain import Curtain, CurtainControl
from common.gui.table.dice_tray import DiceTray
from common.gui.table.die_dialog import ask_consent, ask_die
from common.gui.table.docking import Docks
from common.gui.table.fight_view import FightView
from common.gui.table.first_view import follow_seat, open_view, turn_to_viewer
from common.gui.table.game_commands import GameCommands
from common.gui.table.hand_dock import HandDock
from common.gui.table.header import SequenceStrip, StatBar
from common.gui.table.hint_popup import HintPopup
from common.gui.table.hover import Hover
from common.gui.table.inspector_commands import InspectorCommands
from common.gui.table.palette_entries import PaletteEntries
from common.gui.table.panel_windows import PanelWindows
from common.gui.table.play_commands import PlayCommands
from common.gui.table.prompt_bar import PromptBar
from common.gui.table.replay_banner import ReplayBanner
from common.gui.table.replay_commands import ReplayCommands
from common.gui.table.rule_help import RuleHelp
from common.gui.table.stage_place import StagePlace
from common.gui.table.table_keys import TableKeys
from common.gui.table.table_wiring import MapFollower, SessionFollower
from common.gui.table.thumbnail_keeper import ThumbnailKeeper
from common.gui.table.view_commands import ViewCommands
from common.gui.table.whatif_popup import show_throw
from common.maps import GameMap
from common.tabletop import Phase

NEARLY_ALL = 1.2  # so little of the map out of sight needs no overview of it
ROOMY = 2.4  # times as wide as the overview: a narrower map is not hidden by it
LETTERS = 9.5  # px at normal text: the names on the map are not smaller where there is room
REDRAWN = ("theme", "text", "animation", "reduced_motion", "wheel", "costs", "minimap", "counter_size")  # settings


class TableWindow(QMainWindow):
    """One game on one table."""

    closed = Signal()
    new_wanted = Signal()
    home_wanted = Signal()
    open_wanted = Signal(str)
    fork_wanted = Signal(object)  # Match
    rematch_wanted = Signal()

    def __init__(self, session: Session, game_map: GameMap) -> None:
        super().__init__()
        self.session, self.store, self.game_map = session, session.store, game_map
        session.setParent(self)  # they go together, and with them everything that listens
        self.setAcceptDrops(True)
        self.setMinimumSize(720, 480)
        set_terms(self, session.match.game.guide.glossary)
        self._mode = ""  # the theme the map was drawn in
        self._asked: tuple[object, ...] = ()  # who was asked what when the table was looked at last
        self._moment: int | None = None  # the earlier moment that was looked at last
        self._length = session.length  # of the game when it was looked at last
        self._make_parts()
        self._make_commands()
        self._build()
        self._connect_map()
        self._connect_commands()
        self._connect_panels()
        self._connect_end()
        self.card = BattleCard(self.map, self.session)
        self._keys.put_away = self.card.dismiss
        self._curtain_control.recap_wanted.connect(self.card.hide)  # the list of what happened tells it too
        self.commands.groups.play.recap_read.connect(self.card.come_back)
        self.card.rule_wanted.connect(self.show_rule)
        self.card.piece_wanted.connect(lambda piece: self.show_details("", piece))
        self.dress()
        self.refresh()
        self.hand.refresh()
        self.docks.restore()
        self.hand_dock.take_place()
        self.stage_place.settle()

    # Building

    def _make_parts(self) -> None:
        """Everything that is seen of a table, and what it is handled with."""
        session, game = self.session, self.session.match.game
        self.map = MapView()
        self.map.board.one_by_one = session.table.one_by_one
        self.ruler = HexRuler(self.map)
        self.hand = Selection(session, self.game_map.spaces)
        self.picture_source = PictureSource(session, self.game_map, self.map)
        self.prompt = PromptBar(session, self.hand)
        self.inspector = Inspector(session)
        self.journal = JournalPanel(session)
        self.stage = StagePanel(session)
        self.strip = SequenceStrip(session)
        self.glance = StatBar(session)
        self.banner = ReplayBanner(session)
        self.clock = GameClock(session)
        self.file_watch = FileWatch(session.record, self)
        self.tray, self.sounds = DiceTray(), Sounds(self.store)
        self.layers = Layers(self.map, self.store, game.id, {side: session.name(side) for side in session.match.sides})
        self.overlays = ActiveOverlays(self.map, self.hand)
        self.inspector_dock = make_dock("inspector", tr("Inspector"), self.inspector, self.inspector.title)
        self.journal_dock = make_dock("journal", tr("Journal"), self.journal, self.journal.head)
        self.docks = Docks(self, self.store, self.inspector_dock, self.journal_dock)
        self.panel_windows = PanelWindows(self, session, self.inspector)

    def _make_commands(self) -> None:
        """The commands, menu by menu, and their actions."""
        view, hand, prompt = self.map, self.hand, self.prompt
        rules = RuleHelp(view, hand, prompt, self.strip, self.journal, self.inspector)
        entries = PaletteEntries(self.session, self.game_map, view, self.inspector, self.show_rule)
        groups = CommandGroups(
            GameCommands(self, self.picture_source, prompt),
            ViewCommands(self, view, hand, prompt, self.layers, self.overlays, self.docks, self.stage),
            PlayCommands(self, view, hand, prompt, self.journal),
            ReplayCommands(self, self.session, self.journal),
            InspectorCommands(
                self,
                self.inspector,
                self.docks,
                self.panel_windows,
                rules,
                lambda: entries.collect(self.commands.actions),
            ),
        )
        self.commands = CommandActions(self, self.session, view, self.overlays, self.docks, groups)

    def _build(self) -> None:
        self.setDockOptions(QMainWindow.DockOption.AllowNestedDocks | QMainWindow.DockOption.AllowTabbedDocks)
        self._build_head()
        middle = QWidget()
        column = QVBoxLayout(middle)
        remove_margins(column)
        column.addWidget(self.strip)
        self._beside = beside = QHBoxLayout()
        beside.addWidget(self.map, 1)
        beside.addWidget(self.stage)
        column.addLayout(beside, 1)
        self.setCentralWidget(middle)
        for dock in self.docks.both:
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        self._build_status()
        self.curtain = Curtain(self)

    def _build_head(self) -> None:
        """Menus, figures and prompt over the whole width: none of them can be lost."""
        menus, bar, head = QMenuBar(), QToolBar(), QWidget()
        self.commands.fill_menus(menus)
        bar.addWidget(self.glance)
        self.commands.fill_bar(bar)
        self.prompt.extra.addWidget(self.tray)
        column = QVBoxLayout(head)
        remove_margins(column)
        for part in (menus, bar, self.prompt, self.banner):
            column.addWidget(part)
        self.setMenuWidget(head)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)

    def _build_status(self) -> None:
        bar = self.statusBar()
        bar.setSizeGripEnabled(False)
        self.where, self.zoom, self.clock_text = label(""), label(""), label("")
        self.saved = label(tr("Saved with every action"))
        bar.addWidget(self.where, 1)
        for part in (self.clock_text, self.saved, self.zoom):
            bar.addPermanentWidget(part)

    # Connecting

    def _connect_map(self) -> None:
        """The session, the map and the player's hand follow each other."""
        session, view, hand = self.session, self.map, self.hand
        session.ask_die, session.takeback.consent = ask_die(self), ask_consent(self)
        session.changed.connect(self.refresh)
        session.changed.connect(self.file_watch.check)
        self._session_follower = SessionFollower(hand, view, self.prompt, self.journal, self.tray, self.sounds)
        session.thinking.connect(self.commands.refresh)
        self.hover = Hover(view, hand, self.inspector, self.prompt, self.where)
        self.hover.rule_wanted.connect(self.show_rule)
        self.hover.details_wanted.connect(self.show_details)
        self.hover.journal_wanted.connect(self.find_in_journal)
        self._map_follower = MapFollower(view, hand, self.prompt, self.inspector, self.hover)
        view.activated.connect(self.show_details)
        view.rule_clicked.connect(self.show_rule)
        for sign in (view.moved, view.lifted, view.dropped, view.cancelled):
            sign.connect(lambda *_: self._show_zoom())
        self._keys = TableKeys(self, view, hand, self.overlays, self.commands.actions["threat"], self.journal.leave)
        for part in (view, self):
            part.installEventFilter(self._keys)
        hand.pointed.connect(lambda _space, _piece: self.overlays.hide_route())
        self.overlays.changed.connect(self.commands.refresh)
        self.hand_dock = HandDock(self, session, hand, view)
        self.hand_dock.find_beside = self.stage.space_at
        hand.held.connect(self.stage.show_targets)
        self.stage_place = StagePlace(self, self.stage, self._beside, self.docks)
        self._fight_view = FightView(self.stage, view)
        self.hand_dock.connect_hover(self.hover, self.show_details, self.show_rule)
        self.thumbnail = ThumbnailKeeper(session, self.game_map, view)

    def _connect_commands(self) -> None:
        """What commands lead out of the table, and what leads to commands."""
        game, _, play, replay, inspector = self.commands.groups
        game.new_wanted.connect(self.new_wanted)
        game.home_wanted.connect(self.home_wanted)
        game.open_wanted.connect(self.open_wanted)
        replay.fork_wanted.connect(self.fork_wanted)
        play.rule_wanted.connect(self.show_rule)
        inspector.rule_wanted.connect(self.show_rule)
        self.prompt.recap_wanted.connect(play.recap)
        self.prompt.command_wanted.connect(lambda name: self.commands.actions[name].trigger())
        self.journal.text.menu_wanted.connect(replay.open_journal_menu)
        self.journal.export_wanted.connect(game.export_journal)
        self.banner.back.clicked.connect(replay.back_to_here)
        self.banner.on.clicked.connect(replay.play_from_here)
        self.banner.off.clicked.connect(self._return_to_game)
        self._curtain_control = curtain = CurtainControl(self.curtain, self.session, self.map, self.docks, self.sounds)
        curtain.falling.connect(self._clear_secrets)
        curtain.recap_wanted.connect(play.recap)

    def _connect_panels(self) -> None:
        self.prompt.rule_wanted.connect(self.show_rule)
        self.prompt.next_wanted.connect(self.hand.next_piece)
        self.prompt.pointed_at.connect(self.hover.point_at_choice)
        self.inspector.space_wanted.connect(self.map.center_on)
        self.inspector.place.route_wanted.connect(self.overlays.show_route)
        self.inspector.piece_wanted.connect(lambda piece: self.inspector.place.pin("", piece))
        self.stage.rule_wanted.connect(self.show_rule)
        self.stage.chart_wanted.connect(self._show_chart)
        self.stage.piece_clicked.connect(lambda space, piece: self.hand.click(space, piece, picked=True))
        self.stage.folding.connect(self.commands.refresh)
        self.journal.text.rule_wanted.connect(self.show_rule)
        self.journal.text.place_wanted.connect(self.map.center_on)
        self.strip.phase_wanted.connect(self._show_phase)
        self.clock.ticked.connect(lambda: self.clock_text.setText(self.clock.text() if self.store.now.clock else ""))
        self.clock.flag.connect(self._tell_time_up)
        self.file_watch.noticed.connect(self._tell_about_file)
        self.file_watch.behind.connect(self._warn_of_disk)
        self.store.changed.connect(self._apply_setting)

    def _connect_end(self) -> None:
        """The result page: what it shows on the table, and what comes after the game."""
        self.end_page = page = EndPage(self.map, self.session)
        page.rule_wanted.connect(self.show_rule)
        page.space_wanted.connect(self.map.center_on)
        page.moment_wanted.connect(self.journal.go)
        page.through_wanted.connect(self._go_through)
        page.rematch_wanted.connect(self.rematch_wanted)
        page.new_wanted.connect(self.new_wanted)
        page.covering.connect(self.hand_dock.step_aside)
        self.prompt.result_wanted.connect(page.bring_back)

    def _go_through(self) -> None:
        """Show the game from its set-up on, with the journal beside it."""
        self.journal_dock.show()
        self.journal_dock.raise_()
        self.journal.go(0)
        self.map.setFocus()

    # Following the session

    def refresh(self) -> None:
        """Bring map, title and banner in line with what is shown; the panels follow by themselves."""
        session = self.session
        view = session.view
        close_popups(self.map, HintPopup)
        show_throw(self.map, self.hand)
        turn_to_viewer(self.map, session)
        self.map.set_position(session.pieces(), session.table.markers(view), animate=self.store.moving)
        self.map.set_tokens(session.table.tokens(view), animate=self.store.moving)
        fight = None if session.curtain else session.stage()
        self.map.board.fight = fight.space if fight is not None else ""
        self.overlays.refresh()
        self.banner.refresh()
        side = session.viewer
        who = f" — {session.player(side)}" if side else ""
        self.setWindowTitle("Five Fronts" if session.curtain else f"{session.match.game.title}{who}")
        self.commands.refresh()
        seat = (session.can_act and session.to_act) or ""
        asked = seat, session.board.prompt, frozenset(target.space for target in self.hand.targets)
        if seat and asked != self._asked and self.isVisible():
            follow_seat(self.map, self.hand)  # what is asked about is never out of sight
        self._asked = asked
        if session.moment != self._moment:
            self._moment = session.moment
            self._follow_replay()
        elif session.length < self._length:
            self.tray.show_rolls([])  # they were of what has been taken back
        self._length = session.length

    def _follow_replay(self) -> None:
        """Have in view what the moment shown is about, with the dice of that moment."""
        session = self.session
        self.tray.show_rolls([])
        if session.moment is not None:
            entries = [entry for entry in session.entries() if entry.action == session.shown_moment]
            self.tray.show_rolls([roll for entry in entries for roll in entry.rolls])
            places = [place for entry in entries for place in entry.places]
            if places:
                self.map.center_on(places[-1], pulse=self.store.moving)

    def _return_to_game(self) -> None:
        """From a trial or an earlier moment back to the game as it stands."""
        if self.session.whatif.is_on:
            self.session.whatif.end()
        else:
            self.journal.leave()

    def _clear_secrets(self) -> None:
        """Put away what one player may know before the other sits down."""
        self.commands.groups.game.forget_copies()
        self.tray.show_rolls([])
        self.prompt.tell("")
        self.where.setText("")
        self.inspector.place.pin("", "")
        self.hand.move_cursor("")

    # What is shown on demand

    def find_in_journal(self, space: str) -> None:
        """Show the lines of the journal that tell of a space."""
        self.docks.show(self.journal_dock)
        if not self.journal.text.find_place(space):
            self.prompt.tell(tr("The journal says nothing about {space} yet.", space=self.session.space_name(space)))

    def show_details(self, space: str, piece: str) -> None:
        """Keep a place or a counter in the inspector."""
        self.commands.groups.inspector.open_page("place")
        self.inspector.place.pin(space, piece)

    def _show_phase(self, phase: Phase) -> None:
        self.commands.groups.inspector.open_page("place")
        self.inspector.place.show_phase(phase.title)

    def show_rule(self, rule: str) -> None:
        """Open the rules reference at a clause."""
        self.docks.show(self.inspector_dock)
        self.inspector.open_rule(rule)

    def _show_chart(self, chart: str) -> None:
        self.inspector_dock.show()
        self.inspector.open_chart(chart)

    def _show_zoom(self) -> None:
        camera = self.map.camera
        self.zoom.setText(percent(camera.scale / camera.unit_scale))
        whole = camera.scale <= camera.fit_scale() * NEARLY_ALL
        roomy = self.map.width() > self.map.minimap.width() * ROOMY
        held = self.map.board.held
        free = held is None or held.by != "drag"  # what is dragged may go where the overview lies
        self.map.minimap.setVisible(self.store.now.minimap and not whole and roomy and free)

    def _tell_time_up(self, side: str) -> None:
        self.prompt.tell(tr("{side}: the time is up.", side=self.session.name(side)), "", "bad")

    def _tell_about_file(self, text: str) -> None:
        self.prompt.tell(text, "", "bad")
        if self.path is not None:
            self.store.remember(self.path)

    # Settings, layout, files

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().height() != event.oldSize().height():
            self.docks.fit_height()
        if event.size().width() < event.oldSize().width():
            self.docks.leave_half()

    def changeEvent(self, event: QEvent) -> None:
        """A table that fills the screen is remembered at once, for the next one that is laid beside it."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange and self.isVisible():
            QTimer.singleShot(0, self, self.docks.save)

    def _apply_setting(self, name: str) -> None:
        if name in REDRAWN:
            self.dress()
            if name == "text":
                self.docks.rescale()
        elif name == "keys":
            self.commands.set_keys()
        elif name in ("reasons", "taken_back"):
            self.journal.refresh()
        elif name == "guard":
            self.prompt.refresh()
        elif name in ("auto_pass", "skip_idle"):
            self.session.continue_game()

    def dress(self) -> None:
        """Take the theme and the settings that change how the map looks."""
        now, look = self.store.now, theme.current()
        mode, letters = look.name, LETTERS * look.scale
        if mode != self._mode or letters != self.map.letters:
            self._mode, self.map.letters = mode, letters
            self.map.set_map(self.game_map, mode)
            self.layers.show()
        self.map.set_colours(self.session.table.colours)
        self.map.board.by_strength = self.session.table.piles_by_strength
        self.map.reduced_motion = not self.store.moving
        self.map.show_costs = now.costs
        self.map.counters_scale = now.counter_size.get(self.session.match.game.id, 100)
        self.map.wheel_zooms = now.wheel == "zoom"
        self._show_zoom()
        self.commands.dress()
        if self.card.isVisible():
            self.card.refresh()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A saved game may be dropped on the window."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the game that was dropped."""
        for url in event.mimeData().urls()[:1]:
            self.open_wanted.emit(url.toLocalFile())

    def closeEvent(self, event: QCloseEvent) -> None:
        """Nothing is asked: the game is saved already, unless the disk did not take it."""
        if not self._may_close():
            event.ignore()
            return
        self.docks.save()
        self.thumbnail.write()
        self.clock.close()
        self.session.close()
        super().closeEvent(event)
        self.closed.emit()

    def _may_close(self) -> bool:
        """Whether the game is in its file, or the player lets go what is not."""
        record = self.session.record
        if record.retry():
            return True
        text = tr("The last actions of this game could not be saved: {reason}.", reason=record.trouble)
        more = tr("Make room, or save a copy elsewhere (Game menu). If you close the table now, they are lost.")
        return confirm(self, tr("Not saved"), text, more, tr("Close all the same"))

    def _warn_of_disk(self, reason: str) -> None:
        words = tr(
            "The last actions are not saved yet: {reason}. The game goes on, and the program keeps trying.",
            reason=reason,
        )
        self.prompt.warn(words if reason else "")

    @property
    def path(self) -> Path | None:
        """The save of this game."""
        return self.session.record.path

    def start(self) -> None:
        """Show the table and let whoever is to act begin."""
        self.session.begin()
        self.show()
        open_view(self.map, self.hand)
        self.end_page.refresh()
        self.card.refresh()
        self.stage_place.come_forward()
        (self.curtain.open_button if self.session.curtain else self.map).setFocus()
        self.clock.settle()
        QTimer.singleShot(0, self.map, self.map.arrange_again)  # the bars above have their heights then
        QTimer.singleShot(0, self.session.continue_game)


def make_dock(name: str, title: str, widget: QWidget, head: QWidget) -> QDockWidget:
    """A dock with a panel in it and the panel's head in its title bar."""
    dock = QDockWidget(title)
    dock.setObjectName(name)
    dock.setWidget(widget)
    dock.setTitleBarWidget(DockTitle(dock, head))
    return dock
