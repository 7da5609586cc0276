"""Everything the palette can go to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from common.gui.kit.key_sheet import native
from common.gui.panels.place_panel import space_name
from common.gui.table.command_list import COMMANDS
from common.gui.table.palette import Find

if TYPE_CHECKING:
    from common.gui.table.table_window import TableWindow


def finds(window: TableWindow) -> Iterator[Find]:
    """Units, spaces, charts, rules and commands, as the viewer may know them."""
    session = window.session

    def unit(piece: str, space: str) -> None:
        window.map.center_on(space)
        window.inspector.open("here")
        window.inspector.here.pin("", piece)

    def space(name: str) -> None:
        window.map.center_on(name)
        window.map.set_cursor(name)
        window.inspector.here.pin(name, "")

    for piece in session.pieces():
        yield Find("unit", piece.name, partial(unit, piece.id, piece.space), space_name(session, piece.space))
    for name in window.game_map.spaces:
        yield Find("space", space_name(session, name), partial(space, name))
    for label in window.game_map.labels:
        if label.space in window.game_map.spaces:
            yield Find("space", f"{label.text} ({label.space})", partial(space, label.space))
    for command in COMMANDS:
        action = window.commands.actions[command.id]
        keys = native(action.shortcut())
        yield Find("command", command.name.rstrip(" …"), action.trigger, keys)
    for chart in session.table.charts(session.view):
        yield Find("chart", chart.title, partial(window.inspector.open_chart, chart.id))
    for clause in session.match.game.clauses:
        yield Find("rule", f"{clause.id} {clause.says[:90]}", partial(window.show_rule, clause.id))
