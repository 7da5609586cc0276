"""Laying a table: a match, its game's way of showing it, its record and its window."""

from __future__ import annotations

from pathlib import Path

from common.engine import Match
from common.gui.kit.settings import Store
from common.gui.session.game_record import Player, Record
from common.gui.session.session import Session
from common.gui.session.space_names import map_of
from common.gui.table.table_window import TableWindow
from common.maps import GameMap
from common.tabletop import Table


def find_table(match: Match) -> Table:
    """How the game of a match looks and is handled."""
    made: Table = match.game.module("table").open_table(match.game)
    return made


def find_map(match: Match) -> GameMap:
    """The map of a match: the one its game has loaded already, if it has."""
    return map_of(match.game)


def set_up_table(
    match: Match,
    store: Store,
    path: Path | None,
    seats: dict[str, str] | None = None,
    players: dict[str, Player] | None = None,
) -> TableWindow:
    """A window with the match on it, saved to `path` with every action."""
    record, table = Record(match, path, seats, players), find_table(match)
    chosen = {side: player.colour for side, player in record.players.items() if player.colour}
    table.colours = {**table.colours, **chosen}
    session = Session(match, table, store, record)
    window = TableWindow(session, find_map(match))
    record.note_position(session)
    return window
