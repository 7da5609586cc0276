"""What the commands of the View menu do: zoom, overlays, counters, the layout of the window."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QMainWindow

from common.gui.kit.language import tr
from common.gui.map.map_layers import Layers
from common.gui.map.map_view import MapView
from common.gui.panels.stage_panel import StagePanel
from common.gui.session.last_moves import last_moves
from common.gui.session.selection import Selection
from common.gui.table.active_overlays import THREAT, ActiveOverlays
from common.gui.table.docking import Docks
from common.gui.table.first_view import turn_to_viewer
from common.gui.table.prompt_bar import PromptBar

BIG_TEXT = 150  # per cent
COUNTER_STEP, COUNTER_SIZES = 10, (60, 160)  # per cent


class ViewCommands(QObject):
    """One method for each command."""

    def __init__(
        self, window: QMainWindow, view: MapView, hand: Selection, prompt: PromptBar, layers: Layers,
        overlays: ActiveOverlays, docks: Docks, stage: StagePanel,
    ) -> None:  # fmt: skip
        super().__init__(window)
        self._window, self._map, self._hand, self._prompt = window, view, hand, prompt
        self._layers, self._overlays, self._docks, self._stage = layers, overlays, docks, stage
        self._session, self._store = hand.session, hand.session.store

    def fit(self) -> None:
        """Show the whole map."""
        self._map.fit()

    def zoom_in(self) -> None:
        """Come nearer."""
        self._map.zoom_in()

    def zoom_out(self) -> None:
        """Go farther away."""
        self._map.zoom_out()

    def zoom_selection(self) -> None:
        """Show what is held and where it can go, else where something can be done."""
        hand = self._hand
        spaces = {piece.space for piece in self._session.pieces() if piece.id in hand.selected}
        spaces |= {target.space for target in hand.targets}
        self._map.zoom_to(spaces or ({hand.cursor} if hand.cursor else hand.find_lit()[0]))

    def measure(self) -> None:
        """Measure a way on the map."""
        self._map.measuring.start()
        self._map.setFocus()

    def turn_board(self, on: bool) -> None:
        """Turn the board round for the side that looks at it."""
        game, side = self._session.match.game.id, self._session.viewer or ""
        sides = set(self._store.now.turned.get(game, ()))
        sides = sides | {side} if on else sides - {side}
        self._store.set(turned={**self._store.now.turned, game: sorted(sides)})
        turn_to_viewer(self._map, self._session)

    # What is drawn

    def bare(self, on: bool) -> None:
        """Hide the counters."""
        self._map.hide_counters(on)

    def layers(self) -> None:
        """Choose the layers of the map."""
        self._layers.open()

    def costs(self, on: bool) -> None:
        """Show the costs of ways."""
        self._store.set(costs=on)

    def minimap(self, on: bool) -> None:
        """Show the overview map."""
        self._store.set(minimap=on)

    def arrows(self, on: bool) -> None:
        """Show what moved last."""
        self._map.set_arrows(last_moves(self._session) if on else [])

    def reach(self, on: bool) -> None:
        """Show where the counters pointed at can go."""
        if not self._overlays.show_reach(on):
            self._prompt.tell(tr("Point at one of your counters that can move."), "", "bad")
        self._overlays.changed.emit()

    def threat(self, on: bool) -> None:
        """Show where the enemy can strike."""
        self._overlays.switch(THREAT, on)

    def bigger_counters(self) -> None:
        """Draw the counters larger."""
        self._resize_counters(COUNTER_STEP)

    def smaller_counters(self) -> None:
        """Draw the counters smaller."""
        self._resize_counters(-COUNTER_STEP)

    def _resize_counters(self, step: int) -> None:
        game, (least, most) = self._session.match.game.id, COUNTER_SIZES
        size = max(least, min(most, self._store.now.counter_size.get(game, 100) + step))
        self._store.set(counter_size={**self._store.now.counter_size, game: size})

    # The window

    def big_text(self, on: bool) -> None:
        """Write everything large."""
        self._store.set(text=BIG_TEXT if on else 100)

    def stage(self, on: bool) -> None:
        """Show the combat that goes on beside the map, or fold it away."""
        if on == self._stage.folded:
            self._stage.fold()

    @property
    def is_stage_folded(self) -> bool:
        """Whether the combat is folded away."""
        return self._stage.folded

    def map_only(self, on: bool) -> None:
        """Hide the docks."""
        for dock in self._docks.both:
            dock.setVisible(not on)

    def reset_layout(self) -> None:
        """Put the docks where they were on the first day."""
        self._docks.reset()

    def full_screen(self, on: bool) -> None:
        """Fill the screen."""
        state = self._window.windowState()
        flag = Qt.WindowState.WindowFullScreen
        self._window.setWindowState(state | flag if on else state & ~flag)
