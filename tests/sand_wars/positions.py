"""Positions of Sand Wars arranged for a test: pieces on an empty map or a scenario, hands, and the step to come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from common.engine import Action, Match, Side, Step, load_game
from common.engine.actions import Decline, Seal
from sand_wars.actions import KeepObjective, KeepPeace, Pass
from sand_wars.rules.hand import Discarding
from sand_wars.rules.sequence import EndOfOperations, EndOfPlayerTurn, Operations
from sand_wars.state import ALGERIA, ASIDE, ENEMY, MOROCCO, SIDES, Block, SandState


def begun(
    scenario: str = "peacetime", seed: int = 0, draws: Iterable[str] = (), goals: tuple[str, str] = ("AO1", "MO1")
) -> Match:
    """A match whose objectives are chosen and whose hands are dealt; `draws` script the hands and what follows."""
    match = load_game("sand_wars").new_match(scenario, seed, draws=draws)
    for goal in goals:
        match.play(Seal(goal))
    return match


def arranged(
    *steps: Step,
    place: Mapping[str, str] | None = None,
    scenario: str = "peacetime",
    empty: bool = True,
    side: Side = ALGERIA,
    war: bool = False,
    hand: Iterable[str] = (),
    enemy_hand: Iterable[str] = (),
    draws: Iterable[str] = (),
    goals: tuple[str, str] = ("AO1", "MO1"),
    **fields: Any,
) -> Match:
    """A match in which these steps come next (by themselves the Operations Phase of a side), with an empty map."""
    match = begun(scenario, goals=goals)
    state = match.state
    if empty:
        clear_map(state)
    for id_, at in (place or {}).items():
        put(state, id_, at)
    state.active = side
    deal(state, side, hand)
    deal(state, ENEMY[side], enemy_hand)
    if war:
        state.war, state.track, state.box, state.first = True, "operational", 1, side
    for name, value in fields.items():
        setattr(state, name, value)
    turn = (*(steps or (Operations(side),)), EndOfOperations(), Discarding(side=side), EndOfPlayerTurn(side))
    state.flow = list(reversed(turn))
    state.draw_script = tuple(draws)
    match.journal.entries.clear()
    match._settle()
    match.tell()
    return match


def clear_map(state: SandState) -> None:
    """Set every piece aside; each country controls its own spaces."""
    state.unshare()
    for id_, piece in state.pieces.items():
        if piece.at in state.data.names or state.facts(id_).type.block != "marker":
            state.pieces[id_] = Block(id_, ASIDE)
    state.control = {space: home for space, home in state.data.home.items() if home}
    state.forget()


def put(state: SandState, id_: str, at: str, **fields: Any) -> None:
    """Put a piece at full CV into a space and give the space to its side, if it can hold one."""
    facts = state.facts(id_)
    cv = 0 if facts.type.block == "marker" else facts.cv
    state.put(replace(Block(id_, at, cv), **fields))
    if id_ in state.data.occupying and at in state.data.names and not state.holds(ENEMY[facts.side], at):
        state.take(facts.side, at)


def deal(state: SandState, side: Side, cards: Iterable[str]) -> None:
    """Give a side exactly these cards; all others are in its deck."""
    hand = tuple(cards)
    pool = state.pools[side]
    rest = tuple(card for card in state.data.decks[side] if card not in hand)
    state.pools[side] = replace(pool, content=rest, discards=())
    state.hands = {**state.hands, side: hand}
    state.limbo = {other: cards for other, cards in state.limbo.items() if other != side}
    state.left_out = {other: cards for other, cards in state.left_out.items() if other != side}


def card_with(match: Match, side: Side, besides: Iterable[str] = (), **parts: Any) -> str:
    """The first card of a side that has these parts, such as action="Dig in" or trigger="turn"."""
    data = match.game.data
    return next(
        id_
        for id_ in data.decks[side]
        if id_ not in tuple(besides) and all(getattr(data.cards[id_], name) == value for name, value in parts.items())
    )


def quiet(match: Match) -> None:
    """Decline, keep and pass until something else has to be decided."""
    while match.to_act is not None:
        action = next((a for a in (KeepObjective(), KeepPeace(), Decline()) if match.why_not(a) is None), None)
        if action is None:
            return
        match.play(action)


def play(match: Match, *actions: Action) -> Match:
    """Play actions one after the other, each checked."""
    for action in actions:
        match.play(action)
        match.check()
    return match


def at(match: Match, id_: str) -> str:
    """Where a piece is."""
    place: str = match.state.pieces[id_].at
    return place


__all__ = [
    "ALGERIA",
    "MOROCCO",
    "SIDES",
    "Pass",
    "arranged",
    "at",
    "begun",
    "card_with",
    "clear_map",
    "deal",
    "play",
    "put",
    "quiet",
]
