"""The engine under all games: state, steps, actions, dice, journal, undo, saves; it knows no game and no Qt."""

from common.engine.basics import (
    Action,
    Aside,
    BrokenState,
    Concede,
    IllegalAction,
    OptionValue,
    Refusal,
    Result,
    ScriptedDie,
    Side,
    Step,
)
from common.engine.game import Clause, Game, Option, Scenario
from common.engine.journal import Change, Entry, Journal, Roll
from common.engine.match import Match, PendingDie
from common.engine.pools import Pool, PooledState, ScriptedDraw
from common.engine.registry import GAMES, UnknownGame, is_known, is_playable, load_game, playable_games, register_game
from common.engine.saves import SaveError
from common.engine.seat import Seat
from common.engine.state import D6, D10, State, digest
from common.engine.steps import DiscreetStep, ReactionWindow, SealedChoices, SideStep, Subset

__all__ = [
    "D6",
    "D10",
    "GAMES",
    "Action",
    "Aside",
    "BrokenState",
    "Change",
    "Clause",
    "Concede",
    "DiscreetStep",
    "Entry",
    "Game",
    "IllegalAction",
    "Journal",
    "Match",
    "Option",
    "OptionValue",
    "PendingDie",
    "Pool",
    "PooledState",
    "ReactionWindow",
    "Refusal",
    "Result",
    "Roll",
    "SaveError",
    "Scenario",
    "ScriptedDie",
    "ScriptedDraw",
    "SealedChoices",
    "Seat",
    "Side",
    "SideStep",
    "State",
    "Step",
    "Subset",
    "UnknownGame",
    "digest",
    "is_known",
    "is_playable",
    "load_game",
    "playable_games",
    "register_game",
]
