"""Maps drawn once for the whole test run: drawing one takes longer than most tests that look at it."""

from __future__ import annotations

from functools import cache, lru_cache

from common.engine import load_game, playable_games
from common.gui.map.display_list import Scene, scene_of
from common.gui.map.places import Places
from common.maps import GameMap, load_map
from common.maps.pictures.themes import Mode, palette


@cache
def map_of(game: str) -> GameMap:
    """The map of a game, read once: that of its tables if it can be played."""
    found: GameMap = load_game(game).data.map if game in playable_games() else load_map(game)
    return found


@lru_cache(maxsize=8)
def drawn_once(game_map: GameMap) -> Scene:
    """The drawing of a map, in the colours it was given last."""
    return scene_of(game_map, "light")


def drawn_in(game_map: GameMap, mode: Mode) -> Scene:
    """The drawing of a map in the colours of a mode."""
    scene = drawn_once(game_map)
    scene.dye(palette(game_map.theme, mode))
    return scene


@lru_cache(maxsize=8)
def measured_once(game_map: GameMap) -> Places:
    """Where counters lie on a map, beside its names and signs."""
    return Places(game_map, drawn_once(game_map).printed)
