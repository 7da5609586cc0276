"""Records the golden playthroughs of a game: whole games of bots, chosen by seed or by the way they end.

Run `python -m tests.golden.record GAME` on purpose only, and let the commit name the rule that changed the stories.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import NamedTuple

from common.bots import BEST, Choice, make_bot, play_out
from common.engine import Concede, Game, Match, OptionValue, Seat, load_game

FOLDER = Path(__file__).resolve().parent
SEEDS = 400
"""So many seeds are played in search of an ending."""


class Concession(NamedTuple):
    """The first game of all is given up by a side when it has come to this turn."""

    side: str
    turn: int


class Variant(NamedTuple):
    """A set of options under which every ending is recorded, and what the names of those stories end with."""

    suffix: str
    options: Mapping[str, OptionValue]


class Recipe(NamedTuple):
    """Which games of bots are the stories of a game."""

    seeds: tuple[str, ...] = ()  # "scenario-seed": that game of policy bots, however it ends
    endings: Mapping[tuple[str | None, str], str] = {}  # winner and rule: the first game that ends so has this name
    variants: tuple[Variant, ...] = ()
    concession: Concession | None = None
    peace: str = ""  # the scenario whose first game without a war is recorded, if neither side may declare it


RECIPES = {
    "somali_pirates": Recipe(  # Sudden Death, nobody pays, a draw, victories; every second one is played again
        ("campaign-238", "quick_start-1", "campaign-201", "campaign-207", "campaign-203"),
        endings={("coalition", "5.2a"): "pirates-out-of-points"},
        variants=(Variant("", {}),),
        concession=Concession("coalition", 3),
    ),
    "fallujah": Recipe(("phantom_fury-1", "phantom_fury-6", "solitaire-1", "solitaire-5")),
    "operation_serval": Recipe(
        ("scenario_1-2", "scenario_1-8", "scenario_2-1", "scenario_2-4"),
        endings={("islamist", "5.1a"): "bamako-falls", ("coalition", "5.1b"): "mali-is-cleared"},
        variants=(Variant("", {"quick_start": True}),),
        concession=Concession("islamist", 3),
    ),
    "nmc": Recipe(
        endings={
            ("confederate", "4.1"): "fort-union-falls",
            ("confederate", "4.2"): "union-out-of-points",
            ("union", "4.2"): "confederates-out-of-points",
            ("confederate", "4.6"): "confederates-on-points",
            ("union", "4.7"): "union-on-points",
            (None, "4.9a"): "draw",
        },
        variants=(Variant("", {"attack_momentum": False}), Variant("-momentum", {"attack_momentum": True})),
        concession=Concession("union", 6),
    ),
    "sand_wars": Recipe(
        ("crisis-1", "peacetime-2", "crisis-6", "tensions-4"),  # Algeria, Morocco, both, nobody
        variants=(Variant("", {}),),
        concession=Concession("algeria", 3),
        peace="peacetime",
    ),
}


def play_story(game: Game, name: str) -> Match:
    """The policy bots' game that a name such as solitaire-2 stands for."""
    scenario, seed = name.rsplit("-", 1)
    match = game.new_match(scenario, int(seed))
    return play_out(match, {side: make_bot("policy", game, side, int(seed)) for side in match.sides})


def bot_games(game: Game, options: Mapping[str, OptionValue]) -> Iterator[Match]:
    """Games of policy and random bots in all pairings, seed by seed."""
    for seed in range(SEEDS):
        for levels in product(("policy", "random"), repeat=len(game.sides)):
            match = game.new_match(seed=seed, options=options)
            yield play_out(match, {side: make_bot(level, game, side, seed) for side, level in zip(game.sides, levels)})


def find_endings(game: Game, recipe: Recipe, options: Mapping[str, OptionValue]) -> Iterator[tuple[str, Match]]:
    """The first game of each ending with its name, and the concession."""
    missing = dict(recipe.endings)
    games = bot_games(game, options)
    while missing:
        match = next(games, None)
        if match is None:
            raise LookupError(f"not found in {SEEDS} seeds: {', '.join(missing.values())}")
        assert match.result is not None
        name = missing.pop((match.result.winner, match.result.rule), None)
        if name is not None:
            yield name, match
    if recipe.concession is not None:
        yield "concession", concede(next(bot_games(game, options)), recipe.concession)


def concede(match: Match, concession: Concession) -> Match:
    """A finished game taken back to a turn and given up there."""
    while match.state.turn > concession.turn:
        match.undo()
    match.play(Concede(concession.side))
    return match


class Dove:
    """A policy bot that never declares war."""

    def __init__(self, game: Game, side: str, seed: int) -> None:
        self._bot = make_bot("policy", game, side, seed)

    def choose(self, seat: Seat) -> Choice:
        choice = self._bot.choose(seat)
        peace = next((action for action in seat.legal() if type(action).__name__ == "KeepPeace"), None)
        return choice if peace is None else Choice(peace, "There shall be peace.")

    def rank(self, seat: Seat, count: int = BEST) -> list[Choice]:
        return [self.choose(seat)]


def find_peace(game: Game, scenario: str) -> Match:
    """The first game of doves in which no event begins the war either."""
    for seed in range(SEEDS):
        match = game.new_match(scenario, seed)
        play_out(match, {side: Dove(game, side, seed) for side in game.sides})
        if not match.state.war:
            return match
    raise LookupError(f"there is a war in each of {SEEDS} seeds")


def stories(game: Game) -> Iterator[tuple[str, Match]]:
    """Every story of a game with its name."""
    recipe = RECIPES[game.id]
    for name in recipe.seeds:
        yield name, play_story(game, name)
    for variant in recipe.variants:
        for name, match in find_endings(game, recipe, variant.options):
            yield name + variant.suffix, match
    if recipe.peace:
        yield "lasting-peace", find_peace(game, recipe.peace)


def write(match: Match, name: str, folder: Path) -> None:
    """A game as a save and as prose."""
    match.save(folder / f"{name}.jsonl")
    (folder / f"{name}.txt").write_text(match.journal.text(), encoding="utf-8")
    sys.stdout.write(f"{name}\n")


if __name__ == "__main__":
    for name, match in stories(load_game(sys.argv[1])):
        write(match, f"{sys.argv[1]}-{name}", FOLDER)
