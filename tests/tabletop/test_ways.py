"""Whatever the rules allow can be done by hand: by a button, a click, or by carrying a counter or card somewhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from common.engine import Action, Match, Seat, load_game, playable_games
from common.gui.session.space_names import map_of
from common.tabletop.table import Table


def lost_actions(table: Table, match: Match, actions: list[Action]) -> Iterator[Action]:
    """The actions that no hand finds: about a counter that is not there, or that cannot be carried to its goal."""
    seat = Seat(match, match.to_act)
    pieces, trays = table.pieces(seat.view), table.trays(seat.view)
    cards = {piece.id: piece.movable for tray in trays for piece in tray.contents()}
    own = [piece for piece in pieces if piece.side == match.to_act]
    able = frozenset(table.able(seat, own))
    free = able | frozenset(table.companions(seat, own, able)) | {id_ for id_, movable in cards.items() if movable}
    there = {piece.id for piece in pieces} | cards.keys()
    places = {*map_of(match.game).spaces, *map_of(match.game).boxes, *(tray.id for tray in trays), ""}
    for action in actions:
        way = table.gesture(seat, action)
        if way.space not in places or (way.piece and way.piece not in (free if way.space else there)):
            yield action


@pytest.mark.parametrize("name", playable_games())
@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_every_legal_action_has_a_way_at_the_table(name: str, seed: int) -> None:
    game, chance = load_game(name), random.Random(seed)
    scenario = sorted(game.scenarios)[seed % len(game.scenarios)]
    quick = {"quick_start": True} if "quick_start" in game.options else {}
    match, table = game.new_match(scenario, seed, quick), game.module("table").open_table(game)
    asked = 0
    while match.result is None:
        legal = match.legal()
        if chance.random() < 0.2:
            asked += 1
            some = chance.sample(legal, min(len(legal), 12))
            assert list(lost_actions(table, match, some)) == []
        match.play(chance.choice(legal))
    assert asked
