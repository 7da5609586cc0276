"""The map of a game, and how players call its spaces."""

from __future__ import annotations

from common.engine import Game
from common.maps import GameMap, load_map


def map_of(game: Game) -> GameMap:
    """The map of a game: the one it has loaded already, if it has."""
    found = getattr(game.data, "map", None)
    return found if isinstance(found, GameMap) else load_map(game.id, game.packs)


def name_space(game: Game, space: str) -> str:
    """A space as a player calls it: number and name."""
    game_map = getattr(game.data, "map", None)
    if game_map is None:
        return space
    if space in game_map.boxes:
        return str(game_map.boxes[space].name) or space
    found = game_map.spaces.get(space)
    if found is None or found.name in ("", space):
        return space
    is_printed = space.isalnum() and any(letter.isdigit() for letter in space)  # other ids are the program's own
    return f"{found.name} ({space})" if is_printed else str(found.name)
