"""The commands as actions: menus, the head bar, their keys, names and states."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QMenuBar,
    QSizePolicy,
    QSlider,
    QToolBar,
    QToolButton,
    QWidget,
)

from common.engine import Side
from common.engine.sealing import why_not_seal
from common.gui.kit import icons, theme
from common.gui.kit.key_sheet import to_native
from common.gui.kit.language import tr
from common.gui.kit.settings import SPEEDS, Store
from common.gui.kit.widgets import label, remove_margins
from common.gui.map.map_view import MapView
from common.gui.session.seats import BY_RULE, bot_levels, seat_name
from common.gui.session.session import Session
from common.gui.table.active_overlays import REACH, THREAT, ActiveOverlays
from common.gui.table.choice_menus import letter
from common.gui.table.command_list import COMMANDS, WindowCommand, keys_of
from common.gui.table.docking import Docks
from common.gui.table.game_commands import GameCommands
from common.gui.table.inspector_commands import InspectorCommands
from common.gui.table.play_commands import PlayCommands
from common.gui.table.replay_commands import ReplayCommands
from common.gui.table.view_commands import BIG_TEXT, ViewCommands

BEHIND = ("quit", "close", "full_screen")  # what works while the curtain is down
BAR = ("undo", "redo", "restart_turn", "", "next_unit", "hint", "try_it", "", "pass_seat", "palette", "settings")

FIRST = (  # the commands above which a menu has a line
    "export_image", "copy_text", "print", "home", "find", "settings", "bare", "arrows", "measure", "bigger_counters",
    "map_only", "hint", "pass_seat", "own_dice", "concede", "pause", "replay_play", "bookmark", "back_to_here",
    "window_charts", "dock_inspector", "about",
)  # fmt: skip
SLIDER = 112  # px, however large the text is


class SpeedSlider(QWidget):
    """How fast bots are seen to act, from a quarter of the usual speed to at once."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, len(SPEEDS) - 1)
        self.slider.setPageStep(1)
        self.slider.setFixedWidth(min(theme.current().px(84), SLIDER))
        self.slider.setToolTip(tr("How fast bots are seen to act"))
        self.figure = label("")
        self.figure.setMinimumWidth(theme.current().px(58))
        self.setObjectName("band")
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = QHBoxLayout(self)
        remove_margins(row, 6)
        row.addWidget(self.slider)
        row.addWidget(self.figure)
        self._follow("bot_speed")
        self.slider.valueChanged.connect(lambda at: store.set(bot_speed=SPEEDS[at]))
        store.changed.connect(self._follow)

    def _follow(self, name: str) -> None:
        """Show the speed in force."""
        if name == "bot_speed":
            speed = self.store.now.bot_speed
            self.slider.setValue(SPEEDS.index(speed) if speed in SPEEDS else SPEEDS.index(1.0))
            self.figure.setText(tr("{speed}×", speed=speed) if speed else tr("at once"))
            self.slider.setAccessibleName(tr("Speed of the bots: {speed}", speed=self.figure.text()))


class CommandGroups(NamedTuple):
    """Who carries the commands out: a group for each menu."""

    game: GameCommands
    view: ViewCommands
    play: PlayCommands
    replay: ReplayCommands
    inspector: InspectorCommands

    def method(self, command: str) -> Callable[..., object]:
        """What carries a command out."""
        owner = next(group for group in self if command in vars(type(group)))
        found: Callable[..., object] = getattr(owner, command)
        return found


class CommandActions(QObject):
    """One QAction for each command; the same action stands in menu, bar and palette."""

    def __init__(
        self, window: QMainWindow, session: Session, view: MapView, overlays: ActiveOverlays, docks: Docks,
        groups: CommandGroups,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self.window, self.session, self.store, self.groups = window, session, session.store, groups
        self._map, self._overlays, self._docks = view, overlays, docks
        self.actions: dict[str, QAction] = {}
        for command in COMMANDS:
            self.actions[command.id] = self._make(command)
        self.set_keys()

    def _make(self, command: WindowCommand) -> QAction:
        action = QAction(tr(command.title), self.window)
        action.setCheckable(command.checkable)
        action.setAutoRepeat(not command.checkable)
        action.setToolTip(command.name)
        call = self.groups.method(command.id)
        action.triggered.connect(call if command.checkable else lambda _checked=False: call())
        self.window.addAction(action)
        return action

    def set_keys(self) -> None:
        """Give every command the keys in force."""
        for command in COMMANDS:
            sequences = [QKeySequence(key) for key in keys_of(self.store, command)]
            self.actions[command.id].setShortcuts(sequences)
            keys = f" ({to_native(sequences[0])})" if sequences else ""
            self.actions[command.id].setToolTip(command.name.rstrip(" …") + keys)

    # Menus and bars

    def fill_menus(self, bar: QMenuBar) -> None:
        """The menu bar, with overlays and seats as menus of their own."""
        menus: dict[str, QMenu] = {}
        for command in COMMANDS:
            if command.menu not in menus:
                menus[command.menu] = bar.addMenu(tr(command.menu))
            if command.id in FIRST:
                menus[command.menu].addSeparator()
            menus[command.menu].addAction(self.actions[command.id])
        view, play = menus["&View"], menus["&Play"]
        self.overlay_menu = QMenu(tr("Ov&erlays"), self.window)
        self.overlay_menu.aboutToShow.connect(self._fill_overlays)
        view.insertMenu(self.actions["bare"], self.overlay_menu)
        self.seat_menu = QMenu(tr("S&eats"), self.window)
        self.seat_menu.aboutToShow.connect(self._fill_seats)
        play.insertMenu(self.actions["pass_seat"], self.seat_menu)
        self.variation_menu = QMenu(tr("&Variations"), self.window)
        self.variation_menu.aboutToShow.connect(self._fill_variations)
        menus["&Replay"].addMenu(self.variation_menu)

    def fill_bar(self, bar: QToolBar) -> None:
        """The buttons of the head bar; those of the bots appear when there are bots."""
        self.bar = bar
        for name in BAR:
            if name:
                bar.addAction(self.actions[name])
            else:
                bar.addSeparator()
        bar.addSeparator()
        self.seats_button = QToolButton()
        self.seats_button.setMenu(self.seat_menu)
        self.seats_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.seats_button.setToolTip(tr("Seats: hand one to a bot, or take it back"))
        self.seats_button.setAccessibleName(tr("Seats"))
        bar.addWidget(self.seats_button)
        self.speed = SpeedSlider(self.store)
        bar.addAction(self.actions["pause"])
        bar.addAction(self.actions["step"])
        self.bot_actions = [self.actions["pause"], self.actions["step"], bar.addWidget(self.speed)]

    def dress(self) -> None:
        """Icons in the colours of the theme."""
        look = theme.current()
        size = look.px(19)
        self.bar.setIconSize(QSize(size, size))
        for command in COMMANDS:
            if command.icon:
                on_bar = command.id in BAR or command.id in ("pause", "step")
                ink = look.on_band if on_bar else look.ink
                self.actions[command.id].setIcon(icons.icon(command.icon, ink, size, look.on_accent))
                self.actions[command.id].setIconVisibleInMenu(not on_bar)
        self.seats_button.setIcon(icons.icon("seats", look.on_band, size))

    def refresh(self) -> None:
        """What can be done now, and how undo and redo are called."""
        session, acts = self.session, self.actions
        live = not session.is_held or session.is_resting
        past, future = session.match.past, session.match.future
        for name, action in acts.items():
            action.setEnabled(not session.curtain or name in BEHIND)
        acts["undo"].setEnabled(live and bool(past))
        acts["redo"].setEnabled(live and bool(future))
        last = session.takeback.last_gesture() if past and live else ""
        acts["undo"].setText(tr("&Undo: {what}", what=last) if last else tr("&Undo"))
        again = session.label_of(future[-1][0]) if future and not session.match.is_secret else ""
        acts["redo"].setText(tr("&Redo: {what}", what=again) if again and live else tr("&Redo"))
        for name in ("undo", "redo"):
            acts[name].setToolTip(acts[name].text().replace("&", ""))
        acts["restart_turn"].setEnabled(live and session.can_act and session.takeback.turn_start() < session.length)
        acts["hint"].setEnabled(session.can_act)
        acts["finish_phase"].setEnabled(session.can_act and not session.whatif.is_on and session.tutor is None)
        acts["try_it"].setEnabled(session.can_act or session.whatif.is_on)
        acts["pass_seat"].setEnabled(live and bool(session.humans))
        acts["own_dice"].setEnabled(session.viewer is not None and session.match.game.has_dice)
        why = why_not_seal()
        acts["seal"].setEnabled(why is None and not session.curtain and bool(session.humans))
        if why is not None:
            acts["seal"].setText(tr("Sea&l with passphrases: {reason}", reason=tr(why)))
        for name in ("step", "stop_bot"):
            acts[name].setEnabled(live)
        for name in ("play_from_here", "back_to_here"):
            acts[name].setEnabled(session.moment is not None)
        self.variation_menu.setEnabled(bool(session.record.variations) and not session.whatif.is_on)
        bots = any(who != "human" for who in session.seats.values())
        for action in self.bot_actions:
            action.setVisible(bots)
        self._check_states()

    def _check_states(self) -> None:
        session, now = self.session, self.store.now
        states = {
            "try_it": session.whatif.is_on, "pause": session.bots.paused, "costs": now.costs,
            "minimap": now.minimap, "clock": now.clock, "big_text": now.text >= BIG_TEXT,
            "own_dice": session.viewer in session.rollers,
            "arrows": bool(self._map.board.arrows), "full_screen": self.window.isFullScreen(),
            "threat": THREAT in self._overlays.names, "reach": REACH in self._overlays.names,
            "turn_board": self._map.camera.turned, "stage": not self.groups.view.is_stage_folded,
            "dock_inspector": not self._docks.inspector.isHidden(),
            "dock_journal": not self._docks.journal.isHidden(),
        }  # fmt: skip
        for name, state in states.items():
            self.actions[name].setChecked(state)

    def _fill_overlays(self) -> None:
        self.overlay_menu.clear()
        for number, overlay in enumerate(self.session.table.overlays(self.session.view), 1):
            action = self.overlay_menu.addAction(f"{letter(number)}  {overlay.title}\t{overlay.key}")
            action.setCheckable(True)
            action.setChecked(overlay.id in self._overlays.names)
            action.triggered.connect(partial(self._toggle_overlay, overlay.id))
        for name in (REACH, THREAT):
            self.overlay_menu.addAction(self.actions[name])

    def _toggle_overlay(self, name: str, _checked: bool = False) -> None:
        self._overlays.toggle(name)

    def _fill_variations(self) -> None:
        self.variation_menu.clear()
        for number, variation in enumerate(self.session.record.variations, 1):
            turn = self.session.match_of(variation).turn
            text = self.groups.replay.name_variation(variation)
            below = self.variation_menu.addMenu(f"{letter(number)}  {tr('Turn {turn}: {what}', turn=turn, what=text)}")
            self.groups.replay.fill_variation_menu(below, variation)

    def _fill_seats(self) -> None:
        self.seat_menu.clear()
        number = 0
        for side in self.session.match.sides:
            if number:
                self.seat_menu.addSeparator()
            here = self.session.player_kind(side)
            for who in (BY_RULE,) if here == BY_RULE else ("human", *bot_levels(self.session.match.game)):
                number += 1
                action = self.seat_menu.addAction(f"{letter(number)}  {self.session.name(side)}: {seat_name(who)}")
                action.setCheckable(True)
                action.setChecked(here == who)
                action.setEnabled(who != BY_RULE)
                action.triggered.connect(partial(self._set_seat, side, who))
            if side in self.session.humans and self.session.match.game.has_dice:
                self._add_dice(side, number := number + 1)

    def _add_dice(self, side: Side, number: int) -> None:
        """Whether the person on a seat rolls himself."""
        name = self.session.name(side)
        action = self.seat_menu.addAction(tr("{letter}  {name}: rolls own dice", letter=letter(number), name=name))
        action.setCheckable(True)
        action.setChecked(side in self.session.rollers)
        action.triggered.connect(lambda on: self.session.set_own_dice(side, on))

    def _set_seat(self, side: Side, who: str, _checked: bool = False) -> None:
        self.session.set_seat(side, who)
