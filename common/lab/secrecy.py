"""What a seat can find out by asking, compared between worlds that must look the same to it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from common.bots import make_bot
from common.engine import Action, Game, Match, Seat, Side
from common.engine.steps import DiscreetStep, ReactionWindow
from common.lab import fuzz, playouts

PIECES = 6  # counters that are lifted in a position
SPACES = 4  # spaces they are put down on without leave
STRANGERS = 8  # actions asked about that are mostly not legal
PLAYS = 4  # actions that are tried out in a position
RARELY = 25  # one position in so many is compared where nothing is hidden, and one secret in so many by hints
ALL = 10**6  # positions of a game with secrets, more than any game has
SPARSEST = 64  # at the least one position with secrets in so many is compared


class Leak(Exception):
    """A seat was told something that it cannot know."""


def moments(game: Game, seed: int, limit: int = 5_000) -> Iterator[Match]:
    """Every position of a game: random play for even seeds; for odd ones bots, who get into more than chance does."""
    scenario, options, _ = playouts.set_up(game, seed)
    match = game.new_match(scenario, seed, options)
    bots = {side: make_bot("policy" if seed % 2 else "random", game, side, seed) for side in game.sides}
    for _ in range(limit):
        side = match.to_act
        if side is None:
            return
        yield match
        match.play(bots[side].choose(Seat(match, side)).action)


def positions(game: Game, seed: int, dense: int = ALL) -> Iterator[Match]:
    """The positions of a game in which something is hidden or about to be, and a few of the others.

    After `dense` of them only every second is taken, after as many more every fourth, and so on.
    """
    found = 0
    for number, match in enumerate(moments(game, seed)):
        hides = match.state.step.secret or any(game.hidden(match.state, side) for side in match.sides)
        found += hides
        every = min(1 << min(found // dense, 6), SPARSEST) if hides else RARELY
        if (found if hides else number - seed) % every == 0:
            yield match


def compare_worlds(match: Match, side: Side, seed: int, hints: bool = False) -> None:
    """Deal the unseen again and ask everything a second time; Leak names the first answer that differs."""
    game = match.game
    other = match.clone()
    other.state = game.imagine(match.state, side, seed)
    chooser = random.Random(seed)
    strangers = [action for _, action in zip(range(STRANGERS), fuzz.actions(game, match, chooser, STRANGERS))]
    mine, theirs = (dict(ask_everything(Seat(world, side), strangers, seed, hints)) for world in (match, other))
    for question in [*mine, *(theirs.keys() - mine.keys())]:
        if mine.get(question) != theirs.get(question):
            raise Leak(f"{game.id}, action {len(match.past)}: {side} learns a secret by asking for {question}")
    _compare_questions(match, other, side, chooser)


def _compare_questions(match: Match, other: Match, side: Side, chooser: random.Random) -> None:
    """What another side is asked after anything that is played must not depend on what is hidden from a side."""
    theirs = other.legal()
    legal = [action for action in match.legal() if action in theirs]
    for action in chooser.sample(legal, min(PLAYS, len(legal))):
        asked = {_next_question(world, action, side) for world in (match, other)}
        if None not in asked and len(asked) > 1:
            raise Leak(
                f"{match.game.id}, action {len(match.past)}: {side} learns a secret by what is asked after {action}"
            )


def _next_question(match: Match, action: Action, side: Side) -> str | None:
    """The discreet step that an action leads to straight away; none where dice or draws come before it.

    Where the action itself reveals something, the worlds differ by right and the answer is None.
    """
    before, world = match.state, match.clone()
    world.play(action)
    after = world.state
    if after.result is not None or (after.rolls, after.draws) != (before.rolls, before.draws):
        return ""
    step = after.step
    asks = step.depends_on_hidden(after) if isinstance(step, ReactionWindow | DiscreetStep) else step.discreet
    if match.game.hidden(before, side) - match.game.hidden(after, side):
        return None
    return type(step).__name__ if asks and step.actor(after) != side else ""


def ask_everything(seat: Seat, strangers: list[Action], seed: int, hints: bool) -> Iterator[tuple[str, Any]]:
    """Every question a window, a bot or a client can put to a seat, with its answer."""
    table, legal = seat.game.table, seat.legal()
    yield "view", seat.view
    yield "what is asked", (seat.to_act, seat.prompt, seat.result)
    yield "legal actions", legal
    yield "actions out of turn", seat.asides()
    yield "known position", seat.known
    yield "journal", seat.journal
    yield "news", seat.news
    yield "recent", [action for action, _ in seat.recent()]
    asked = [*legal, *seat.asides(), *strangers]
    yield "refusals", [seat.why_not(action) for action in strangers]
    yield "odds", [seat.odds(action) for action in legal]
    yield "gestures", [table.gesture(seat, action) for action in legal]
    yield "labels", [seat.label(action) for action in asked if seat.why_not(action) is None]
    yield "progress", table.progress(seat)
    yield "combat stage", table.stage(seat)
    yield "bundles", table.bundles(seat)
    yield "closed choices", table.closed_choices(seat) if seat.to_act == seat.side else ()
    yield from _ask_the_hand(seat, seed)
    if hints and legal and seat.side is not None:
        bot = make_bot("policy", seat.game, seat.side, seed)
        yield "bot's choice", bot.choose(seat)
        yield "hints", bot.rank(seat)


def _ask_the_hand(seat: Seat, seed: int) -> Iterator[tuple[str, Any]]:
    """What can be lifted, where it can be put down, and what is said where it cannot."""
    table, chooser = seat.game.table, random.Random(seed)
    own = [piece for piece in table.pieces(seat.view) if piece.side == seat.side]
    able = list(table.able(seat, own)) if seat.to_act == seat.side else []
    yield "counters that can act", able
    yield "counters that go along", list(table.companions(seat, own, able)) if able else []
    trays = table.trays(seat.view)
    yield "trays", trays
    cards = [piece.id for tray in trays for piece in tray.contents() if piece.movable]
    pieces = chooser.sample(sorted(able), min(PIECES, len(able))) + cards[:PIECES]
    targets = [table.lift(seat, (piece,)) for piece in pieces]
    yield "targets", targets
    yield "prospects", [table.prospect(seat, found[0]) for found in targets if found]
    spaces = chooser.sample(sorted(seat.game.data.map.spaces), SPACES) + [tray.id for tray in trays]
    yield "refused drops", [table.refuse(seat, (piece,), space) for piece in pieces for space in spaces]


def compare_secret_choices(match: Match) -> None:
    """While a side decides secretly, whatever it does looks the same to every other side until it is revealed."""
    game, actor = match.game, match.to_act
    for side in match.sides:
        if side == actor:
            continue
        seen: list[Any] = []
        for action in match.legal():
            world = match.clone()
            world.play(action)
            if not game.hidden(world.state, side) - game.hidden(match.state, side):
                continue  # it came to light at once
            if world.state.draws != match.state.draws and not match.state.step.secret:
                continue  # what is hidden now is a card that an open decision brought
            seat = Seat(world, side)
            seen.append((seat.view, seat.prompt, seat.journal, seat.news, seat.legal()))
        if any(answer != seen[0] for answer in seen):
            raise Leak(f"{game.id}, action {len(match.past)}: {side} learns of a secret decision of {actor}")


def check_game(game: Game, games: int, first: int = 0, dense: int = ALL) -> int:
    """Play random games and compare the worlds of every side; how many comparisons were made."""
    made = 0
    for seed in range(first, first + games):
        for match in positions(game, seed, dense):
            compare_secret_choices(match)
            for side in match.sides:
                hidden = bool(game.hidden(match.state, side))
                compare_worlds(match, side, seed + made, hints=(hidden and made < dense) or made % RARELY == 0)
                made += 1
    return made
