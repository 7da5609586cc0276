"""A fixed set of screens of every game as pictures, for looking at and for the documents."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget

from common.bots import make_bot
from common.engine import GAMES, Match, Seat
from common.gui.kit.settings import Store, UserFolders
from common.gui.session.seats import bot_levels, is_ready
from common.gui.start.program import Program, application
from common.gui.start.start_window import SIZE as LAUNCHER
from common.gui.table.first_view import open_view

SIZE = (1280, 800)
MID_GAME = 160
SEARCH = 900
WHOLE_GAME = 6000  # actions at most


def wait(milliseconds: int) -> None:
    """Let the windows paint."""
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def settle(widget: QWidget, rounds: int = 10) -> None:
    """Wait until everything that draws itself in steps is drawn."""
    for _ in range(rounds):
        widget.repaint()
        wait(60)


class Shooter:
    """Writes what windows show."""

    def __init__(self, out: Path, theme: str) -> None:
        self.out, self.theme = out, theme
        self.written: list[Path] = []

    def take(self, widget: QWidget, name: str) -> None:
        """One picture."""
        settle(widget)
        path = self.out / f"{name}-{self.theme}.png"
        widget.grab().save(str(path))
        self.written.append(path)


def advance(match: Match, until: Callable[[Match], bool], most: int) -> bool:
    """Let the bots play until something holds."""
    level = "policy" if "policy" in bot_levels(match.game) else "random"
    for count in range(most):
        if match.to_act is None:
            return False
        if until(match):
            return True
        match.play(make_bot(level, match.game, match.to_act, count).choose(Seat(match, match.to_act)).action)
    return until(match)


def rolls_battle(match: Match) -> bool:
    """Whether an attack could be rolled for now: its results are not all alike likely, as those of a march are."""
    for action in match.legal()[:60]:
        odds = match.odds(action)
        if odds is not None and len({outcome.weight for outcome in odds.outcomes}) > 2:
            return len(match.past) > MID_GAME
    return False


def biggest_stack(table: Any) -> str:
    """The space with the most counters."""
    counts: dict[str, int] = {}
    for piece in table.session.pieces():
        counts[piece.space] = counts.get(piece.space, 0) + 1
    known = {space: n for space, n in counts.items() if space in table.game_map.spaces}
    return max(known, key=lambda space: known[space], default="")


def shoot_game(program: Program, camera: Shooter, name: str) -> None:
    """The screens of one game."""
    table = program.begin(name, "", 7, {}, {})
    if table is None:
        return
    table.resize(*SIZE)
    table.map.reduced_motion = True
    camera.take(table, f"{name}-1-opening")
    session = table.session
    session.match.recorder = None
    advance(session.match, lambda match: len(match.past) >= MID_GAME, MID_GAME)
    follow(table)
    camera.take(table, f"{name}-2-midgame")
    if advance(session.match, rolls_battle, SEARCH):
        follow(table)
        table.inspector.open("odds")
        found = table.inspector.odds.found
        widest = max(range(len(found)), key=lambda n: len(found[n][1].outcomes), default=-1)
        table.inspector.odds.picker.setCurrentIndex(widest)
        spaces = table.hand.find_lit()[0]
        table.map.zoom_to(spaces)
    camera.take(table, f"{name}-3-odds")
    space = biggest_stack(table)
    table.inspector.open("place")
    table.inspector.place.pin(space, "")
    table.map.zoom_to([space])
    settle(table)
    table.map.fanning.open(space)
    camera.take(table, f"{name}-4-stack")
    table.map.fanning.close()
    open_view(table.map, table.hand)
    for number, page in enumerate(("charts", "rules", "forces", "victory", "statistics"), 5):
        table.inspector.open(page)
        camera.take(table, f"{name}-{number}-{page}")
    session.show(session.length // 2)
    camera.take(table, f"{name}-10-replay")
    session.show(None)
    open_view(table.map, table.hand)
    if advance(session.match, lambda match: has_stage(table), SEARCH):
        follow(table)
        camera.take(table, f"{name}-11-battle")
    advance(session.match, lambda match: False, WHOLE_GAME)
    follow(table)
    camera.take(table, f"{name}-12-result")
    table.close()


def has_stage(table: Any) -> bool:
    """Whether a fight goes on that whoever decides now is told of."""
    match = table.session.match
    return table.session.table.stage(Seat(match, match.to_act)) is not None


def follow(table: Any) -> None:
    """Bring the window in line with a match that was advanced behind its back."""
    table.session.set_seat(table.session.match.sides[0], "human")


def shoot_all(out: Path, theme: str, games: tuple[str, ...]) -> Iterator[Path]:
    """Every screen in one theme."""
    with tempfile.TemporaryDirectory() as home:
        store = Store(UserFolders(Path(home)))
        store.set(theme=theme, reduced_motion=True)
        program = Program(store)
        camera = Shooter(out, theme)
        program.start()
        program.launcher.resize(*LAUNCHER)
        camera.take(program.launcher, "launcher")
        for name in games:
            if is_ready(name):
                program.launcher._choose(name)
                camera.take(program.launcher, f"{name}-0-new")
                shoot_game(program, camera, name)
            designer = program.open_map(name)
            if designer is not None:
                designer.resize(*SIZE)
                ids = list(designer.sheet.game_map.spaces)
                designer.sheet.show_place(ids[len(ids) // 2])
                designer.open_page(designer.facts)
                camera.take(designer, f"{name}-map")
                designer.close()
        program.start()
        program.launcher.resize(*LAUNCHER)
        camera.take(program.launcher, "launcher-shelf")
        program.launcher.close()
        yield from camera.written
        QApplication.processEvents()


def run(out: Path, games: tuple[str, ...] = GAMES) -> int:
    """Write all screens in both themes into a folder and name them."""
    out.mkdir(parents=True, exist_ok=True)
    application()
    for theme in ("light", "dark"):
        for path in shoot_all(out, theme, games):
            print(path)
    return 0


# The pictures of the documents

DOCS_WIDTH, DOCS_QUALITY = 860, 80  # pixels, per cent


def run_for_docs(out: Path) -> int:
    """Write the few pictures that the documents show, small ones."""
    out.mkdir(parents=True, exist_ok=True)
    application()
    with tempfile.TemporaryDirectory() as home:
        for path in shoot_for_docs(out, Path(home)):
            print(path)
    return 0


def shoot_for_docs(out: Path, home: Path) -> Iterator[Path]:
    """The start window, three games in play in both themes, and the map editor."""
    store = Store(UserFolders(home))
    store.set(theme="light", reduced_motion=True, sounds_asked=True)
    program = Program(store)
    program.start()
    program.launcher.resize(*LAUNCHER)
    yield save_small(program.launcher, out / "start.jpg")
    for game, theme, page in (("nmc", "light", "odds"), ("fallujah", "dark", "place"), ("sand_wars", "light", "place")):
        store.set(theme=theme)
        yield _shoot_table(program, game, page, out / f"table-{game}.jpg")
    store.set(theme="light")
    designer = program.open_map("operation_serval")
    designer.resize(*SIZE)
    designer.open_page(designer.facts)
    yield save_small(designer, out / "map-editor.jpg")
    designer.close()
    program.launcher.close()


def _shoot_table(program: Program, game: str, page: str, path: Path) -> Path:
    """A game some way on, with a page of the inspector open."""
    table = program.begin(game, "", 7, {}, {})
    table.resize(*SIZE)
    table.session.match.recorder = None
    advance(table.session.match, lambda match: len(match.past) >= MID_GAME, MID_GAME)
    if page == "odds":
        advance(table.session.match, rolls_battle, SEARCH)
    follow(table)
    table.session.lift_curtain()
    table.curtain.hide()
    open_view(table.map, table.hand)
    table.inspector.open(page)
    save_small(table, path)
    table.close()
    return path


def save_small(widget: QWidget, path: Path) -> Path:
    """A window as a small picture."""
    settle(widget)
    picture = widget.grab().toImage()
    small = picture.scaledToWidth(DOCS_WIDTH, Qt.TransformationMode.SmoothTransformation)
    small.save(str(path), quality=DOCS_QUALITY)
    return path
