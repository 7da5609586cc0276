"""Imported once by the process from which others are forked: what each of them would otherwise load for itself."""

from __future__ import annotations

from common.engine import load_game, playable_games

GAMES = [load_game(name) for name in playable_games()]
DATA = [game.data for game in GAMES]
