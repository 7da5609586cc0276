"""The engine under all games: state, steps, actions, dice, journal, undo, saves; it knows no game and no Qt."""

from common.engine.basics import Action, BrokenState, Concede, IllegalAction, Refusal, Result, ScriptedDie, Side, Step
from common.engine.game import (
    GAMES,
    Clause,
    Game,
    Option,
    Scenario,
    UnknownGame,
    is_playable,
    load_game,
    playable_games,
)
from common.engine.journal import Change, Entry, Journal, Roll
from common.engine.match import Match
from common.engine.saves import SaveError
from common.engine.seat import Seat
from common.engine.state import D6, D10, State, digest

__all__ = [
    "D6",
    "D10",
    "GAMES",
    "Action",
    "BrokenState",
    "Change",
    "Clause",
    "Concede",
    "Entry",
    "Game",
    "IllegalAction",
    "Journal",
    "Match",
    "Option",
    "Refusal",
    "Result",
    "Roll",
    "SaveError",
    "Scenario",
    "ScriptedDie",
    "Seat",
    "Side",
    "State",
    "Step",
    "UnknownGame",
    "digest",
    "is_playable",
    "load_game",
    "playable_games",
]
