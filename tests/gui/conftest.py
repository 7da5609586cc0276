"""A table with a real window in a home of its own, at full speed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QProxyStyle

from common.engine import load_game
from common.gui.kit import theme
from common.gui.kit.settings import Store, UserFolders
from common.gui.map import map_canvas
from common.gui.table.open_table import set_up_table
from common.gui.table.table_window import TableWindow
from tests.gui.drawn_maps import drawn_in

Lay = Callable[..., TableWindow]
TIPS = theme.TipStyle


@pytest.fixture(scope="session", autouse=True)
def plain_style() -> Iterator[None]:
    """Qt asks its style some thousand times a window: only the test of tips has the answers come from Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(theme, "TipStyle", QProxyStyle)
        yield


@pytest.fixture
def store(tmp_path: Path, qapp) -> Iterator[Store]:
    made = Store(UserFolders(tmp_path / "home"))
    made.set(language="en", theme="light", reduced_motion=True, bot_speed=0.0, minimap=False)
    theme.use("light", 100)
    yield made
    theme.use("light", 100)


@pytest.fixture(autouse=True)
def maps_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """All windows of a test run show one drawing of each map."""
    monkeypatch.setattr(map_canvas, "scene_of", drawn_in)


@pytest.fixture
def lay(qtbot, store: Store, tmp_path: Path) -> Iterator[Lay]:
    """Lay a table: game, seed, seats and options; closed after the test."""
    tables: list[TableWindow] = []

    def make(game: str = "nmc", seed: int = 7, seats=None, options=None, match=None, size=(1280, 800)) -> TableWindow:
        played = match or load_game(game).new_match(seed=seed, options=options or {})
        path = tmp_path / f"game{len(tables)}.jsonl"
        table = set_up_table(played, store, path, seats)
        tables.append(table)
        qtbot.addWidget(table)
        table.resize(*size)
        table.start()
        with qtbot.waitActive(table):
            table.activateWindow()
        table.map.fit(False)
        return table

    yield make
    for table in tables:
        table.session.close()


@pytest.fixture(autouse=True)
def no_window_stays(qapp) -> Iterator[None]:
    """What a test has opened is gone before the next begins: nothing lies above its window or is dressed with it."""
    yield
    for window in QApplication.topLevelWidgets():
        window.close()
        window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture
def desk(qtbot, store: Store, tmp_path: Path) -> Callable[..., Any]:
    """A window with copies of samples, or a game's own map."""

    from common.gui.designer.designer_window import Designer
    from common.maps.samples import SAMPLES, sample_text
    from tests.gui.drawing import put_away, settled

    def open_(*names: str, size: tuple[int, int] = (1280, 800), packs: tuple[Path, ...] = ()) -> Designer:
        window = Designer(packs, store)
        qtbot.addWidget(window, before_close_func=put_away)
        window.resize(*size)
        for name in names:
            if name in SAMPLES:
                own = tmp_path / f"{name}.yaml"
                own.write_text(sample_text(name), encoding="utf-8")
                name = str(own)
            window.open(name)
        window.show()
        with qtbot.waitActive(window):
            window.activateWindow()
        for sheet in window.sheets():
            settled(qtbot, sheet)
        window.sheet.view.setFocus()
        return window

    return open_
