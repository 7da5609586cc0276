"""Everything the palette can go to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from PySide6.QtGui import QAction

from common.gui.kit.key_sheet import to_native
from common.gui.map.map_view import MapView
from common.gui.panels.inspector import Inspector
from common.gui.session.session import Session
from common.gui.table.command_list import COMMANDS
from common.gui.table.palette import PaletteEntry
from common.maps import GameMap


class PaletteEntries:
    """Units, spaces, charts, rules and commands of a table, as the viewer may know them."""

    def __init__(
        self, session: Session, game_map: GameMap, view: MapView, inspector: Inspector,
        show_rule: Callable[[str], None],
    ) -> None:  # fmt: skip
        self._session, self._game_map, self._map = session, game_map, view
        self._inspector, self._show_rule = inspector, show_rule

    def collect(self, actions: Mapping[str, QAction]) -> Iterator[PaletteEntry]:
        """Everything there is to go to now, with the actions of the commands."""
        session, game_map = self._session, self._game_map
        for piece in session.pieces():
            go = partial(self._go_to_unit, piece.id, piece.space)
            yield PaletteEntry("unit", piece.name, go, session.space_name(piece.space))
        for name in game_map.spaces:
            yield PaletteEntry("space", session.space_name(name), partial(self._go_to_space, name))
        for label in game_map.labels:
            if label.space in game_map.spaces:
                yield PaletteEntry("space", f"{label.text} ({label.space})", partial(self._go_to_space, label.space))
        for command in COMMANDS:
            action = actions[command.id]
            yield PaletteEntry("command", command.name.rstrip(" …"), action.trigger, to_native(action.shortcut()))
        for chart in session.table.charts(session.view):
            yield PaletteEntry("chart", chart.title, partial(self._inspector.open_chart, chart.id))
        for clause in session.match.game.clauses:
            yield PaletteEntry("rule", f"{clause.id} {clause.says[:90]}", partial(self._show_rule, clause.id))

    def _go_to_unit(self, piece: str, space: str) -> None:
        self._map.center_on(space)
        self._inspector.open("place")
        self._inspector.place.pin("", piece)

    def _go_to_space(self, name: str) -> None:
        self._map.center_on(name)
        self._map.set_cursor(name)
        self._inspector.place.pin(name, "")
