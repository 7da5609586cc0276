"""F04, F05, F18, F20, F28, F42, F47, U36: what a player waits for at the table, in ms against the goal's bar."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from bench.bench_engine import advanced
from bench.measure import Extent, Row, timed
from common.engine import Match, load_game, playable_games
from common.gui.kit import theme
from common.gui.kit.settings import Store, UserFolders
from common.gui.panels.rules_panel import search_clauses
from common.gui.start.program import application
from common.gui.table.open_table import set_up_table
from common.gui.table.table_window import TableWindow

WORDS = ("the", "unit move", "may not", "attack", "supply", "stack", "8.1", "lose")


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows, with more or fewer repetitions."""
    application()
    times, few = extent.of(2, 15, 60), extent.of(2, 6, 6)
    games = playable_games()[: extent.of(1, None, None)]
    rows = [row for name in games for row in (*_live(name, times, few), *_long(name, times, extent))]
    return [*rows, *(_cancel(name, few) for name in games)]


@contextmanager
def laid(match: Match, seats: dict[str, str] | None = None) -> Iterator[TableWindow]:
    """A real table, closed afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(UserFolders(Path(folder)))
        store.set(theme="light", reduced_motion=True, minimap=False, curtain="never")
        table = set_up_table(match, store, Path(folder) / "game.jsonl", seats)
        table.resize(1600, 900)
        table.start()
        QApplication.processEvents()
        try:
            yield table
        finally:
            table.close()
            table.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def late(code: str, name: str, works: Iterable[Callable[[], object]], bar: float) -> Row:
    """The slowest twentieth of many pieces of work, in ms."""
    spent = sorted(1_000 * timed(work) for work in works)
    low, _, high = quantiles(spent, n=4)
    return Row(code, f"{name} p95 in ms", spent[int(len(spent) * 0.95)], low, high, bar, at_most=True)


def _movable(table: TableWindow) -> list[str]:
    """The counters and cards that can be taken up now."""
    return [piece.id for piece in table.session.pieces() if piece.movable]


def _first_moves(name: str) -> Match:
    """The first position of a random game in which somebody may move something: before it objectives are chosen."""
    for length in range(0, 200, 10):
        with laid(advanced(name, length)) as table:
            if _movable(table):
                break
    return advanced(name, length)


def _live(name: str, times: int, few: int) -> list[Row]:
    """What happens under the hand, early in a game."""
    chance = Random(2)
    with laid(_first_moves(name)) as table:
        session, hand, pieces = table.session, table.hand, _movable(table)
        spaces = list(table.game_map.spaces)

        def lift() -> None:
            session.forget()
            hand.lift((chance.choice(pieces),))
            table.map.repaint()
            hand.cancel()

        def refuse() -> None:
            hand.drop((chance.choice(pieces),), chance.choice(spaces))
            table.map.repaint()

        def dress() -> None:
            mode = "dark" if theme.current().name == "light" else "light"
            theme.use(mode)
            table.store.set(theme=mode)
            QApplication.processEvents()

        clauses = session.match.game.clauses
        finds = [lambda words=words: search_clauses(clauses, words) for words in WORDS * 4]
        rows = [
            late("F04", f"{name}: lift a counter and light its reach", [lift] * times, 50),
            late("F05", f"{name}: drop and answer", [refuse] * times, 100),
            late("F18", f"{name}: search in the rules", finds, 50),
            late("U36", f"{name}: change the theme", [dress] * few, 300),
        ]
    theme.use("light")
    return rows


def _long(name: str, times: int, extent: Extent) -> list[Row]:
    """What a long history costs."""
    chance, match = Random(2), advanced(name, extent.of(60, 1_000, 1_000))
    rolls = [(position, action) for position in (advanced(name, 40 * n, n) for n in range(1, extent.of(3, 12, 12)))
             for action in position.legal()[:40] if position.odds(action) is not None]  # fmt: skip
    odds = [lambda position=position, action=action: position.odds(action) for position, action in rolls]
    with laid(match) as table:

        def jump() -> None:
            table.journal.go(chance.randrange(table.session.length))
            table.repaint()

        def back_and_forth() -> None:
            match.undo()
            match.redo()

        jumps = late("F47", f"{name}: show any of {len(match.past)} moments", [jump] * times, 100)
        table.journal.leave()
        undo = late("F42", f"{name}: undo and redo at action {len(match.past)}", [back_and_forth] * times, 50)
    return [jumps, undo, *([late("F20", f"{name}: exact odds", odds, 20)] if len(odds) > 1 else [])]


def _cancel(name: str, few: int) -> Row:
    """How long a player waits for a bot that is told to stop thinking."""
    game = load_game(name)
    with laid(game.new_match(seed=4), dict.fromkeys(game.sides, "policy")) as table:
        bots, spent = table.session.bots, []
        for _ in range(few):
            bots.pause(False)
            table.session.continue_game()
            while bots._pending is None:
                QApplication.processEvents()
            start = perf_counter()
            bots.stop()
            spent.append(1_000 * (perf_counter() - start))
    low, _, high = quantiles(spent, n=4)
    return Row("F28", f"{name}: stop a bot, worst in ms", max(spent), low, high, 100, at_most=True)
