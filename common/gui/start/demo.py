"""A short demonstration without a display: bots play every game, and pictures tell how."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtGui import QColor

from common.engine import GAMES, load_game
from common.gui.kit import theme
from common.gui.map.display_list import scene_of
from common.gui.output.render import Sheet, thumbnail
from common.gui.session.seats import is_ready
from common.gui.start.program import application
from common.gui.start.screenshots import advance
from common.gui.table.open_table import find_map, find_table

PICTURES = 4
ACTIONS = 120
HEIGHT = 1000


def run(out: Path) -> int:
    """Play each game for a while and draw it at moments in between; the journal is written beside."""
    out.mkdir(parents=True, exist_ok=True)
    application()
    theme.use("light")
    for name in filter(is_ready, GAMES):
        match = load_game(name).new_match(seed=7)
        table, game_map = find_table(match), find_map(match)
        scene = scene_of(game_map, "light")
        for number in range(PICTURES):
            view = match.view(None)
            lying = list(table.pieces(view)), list(table.markers(view))
            sheet = Sheet(game_map, scene, *lying, 100, table.colours, tokens=table.tokens(view))
            width = round(HEIGHT * scene.size[0] / scene.size[1])
            path = out / f"{name}-{number}.png"
            thumbnail(sheet, width, HEIGHT, QColor(theme.current().desk)).save(str(path))
            print(f"{path}: {match.prompt}")
            goal = len(match.past) + ACTIONS
            advance(match, lambda match, goal=goal: len(match.past) >= goal, ACTIONS + 1)  # type: ignore[misc]
        story = out / f"{name}.txt"
        story.write_text(match.journal.text(None, everything=False), encoding="utf-8")
        print(story)
    return 0
