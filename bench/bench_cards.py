"""B16, Q18 where dice are cards: the odds against every order of the unknown cards, and the evenness of the draws."""

from __future__ import annotations

import random
from collections import Counter
from itertools import count

from bench.measure import Extent, Row
from bench.odds_by_cards import compare
from common.engine import load_game
from common.engine.actions import Confirm
from sand_wars.state import ALGERIA

GAME = "sand_wars"
EVENTS = 0.02  # so many of the draws at the end of a turn are looked at; the rest are rolls


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows; a quick look compares fewer odds and draws fewer cards."""
    return [_compared(extent.of(20, 300, 3_000)), *_draws(extent.of(50, 400, 2_000))]


def _compared(enough: int) -> Row:
    """How many of the odds shown in random games are others than those of brute force."""
    game = load_game(GAME)
    wrong: list[bool] = []
    for seed in count():
        scenario = list(game.scenarios)[seed % len(game.scenarios)]
        match, chooser = game.new_match(scenario, seed), random.Random(seed)
        while match.to_act is not None and len(wrong) < enough:
            legal = match.legal()
            rare = [action for action in legal if action != Confirm() or chooser.random() < EVENTS]
            shown = [action for action in rare if match.odds(action) is not None]
            same = compare(match, chooser.choice(shown)) if shown else None
            wrong += [] if same is None else [not same]
            match.play(chooser.choice(legal))
        if len(wrong) >= enough:
            break
    name = f"{GAME}: {len(wrong)} odds, those unlike every order of the unknown cards"
    return Row("B16", name, sum(wrong), sum(wrong), sum(wrong), 0, at_most=True)


def _draws(rounds: int) -> list[Row]:
    """Q18: each card of a deck is as often the first of a game as any other, and as often the one after it.

    Chi-squared by its degrees of freedom, which is 1 within about a tenth when all is even and the games are many.
    """
    game = load_game(GAME)
    state = game.new_match("crisis", 0).state
    deck = game.data.decks[ALGERIA]
    first: Counter[str] = Counter()
    after: Counter[int] = Counter()
    for seed in range(rounds * len(deck) // 10):
        other = state.clone()
        other.reseed(seed)
        one, two = other.draw_from(ALGERIA, 2)
        first[one] += 1
        after[(deck.index(two) - deck.index(one)) % len(deck)] += 1
    rows = []
    for name, found, kinds in (("the first card", first, len(deck)), ("the next card", after, len(deck) - 1)):
        even = found.total() / kinds
        spread = sum((number - even) ** 2 / even for number in found.values()) + even * (kinds - len(found))
        spread /= kinds - 1
        rows.append(Row("Q18", f"{GAME}: {name}, spread by chance alone", spread, spread, spread, 1.6, at_most=True))
    return rows
