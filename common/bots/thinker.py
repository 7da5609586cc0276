"""The process in which bots think: requests and answers are JSON lines, and no Qt is loaded here."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO

import msgspec

from common.engine import GAMES, Action, Game, Match, Seat, Side, load_game, register_game


class ThinkRequest(msgspec.Struct):
    """A position and who is to decide in it."""

    id: int
    game: str
    level: str
    side: Side
    seed: int
    state: msgspec.Raw
    packs: list[str] = []
    hints: int = 0  # how many candidates are wanted; 0 asks for what the bot plays
    package: str = ""  # where the game is, if it is none of the program


class Thought(msgspec.Struct):
    """A candidate on its way back."""

    action: msgspec.Raw
    reason: str = ""
    value: float | None = None


class Answer(msgspec.Struct):
    """What the bot would do and why, the best first, or what went wrong."""

    id: int
    thoughts: list[Thought] = []
    error: str = ""


class Idea(msgspec.Struct, frozen=True):
    """A candidate that has come back from the bot: what, why, and its value where the bot counts."""

    action: Action
    reason: str
    value: float | None = None


def ask_about(seat: Seat, id: int, level: str, seed: int, hints: int = 0) -> ThinkRequest:
    """A request that holds no more than the seat can know: what is unseen is dealt again before it leaves."""
    assert seat.side is not None
    game, packs = seat.game, [str(pack) for pack in seat.game.packs]
    state = msgspec.Raw(game.encode(seat.imagine(seed).state))
    package = game.package if game.id not in GAMES else ""
    return ThinkRequest(id, game.id, level, seat.side, seed, state, packs, hints, package)


def seed_for(seed: int, count: int, side: Side) -> int:
    """The seed of one decision: it depends on nothing but the game, so stopping and resuming changes nothing."""
    return int.from_bytes(blake2b(f"{seed}:{count}:{side}".encode(), digest_size=6).digest(), "big")


def choose(seat: Seat, level: str, seed: int, hints: int = 0) -> list[Idea]:
    """What the bot of that level does in the position and what it weighed besides; or its best few candidates."""
    from common.bots import make_bot  # the window imports this module too, and needs no bot to open

    assert seat.side is not None
    bot = make_bot(level, seat.game, seat.side, seed)
    choice = bot.choose(seat) if not hints else None
    found = [choice, *choice.others] if choice else bot.rank(seat, hints)
    return [Idea(each.action, each.reason, each.value) for each in found]


@lru_cache(maxsize=4)
def _game(name: str, packs: tuple[str, ...]) -> Game:
    return load_game(name, [Path(pack) for pack in packs])


def answer(line: bytes) -> Answer:
    """Think about one request; nothing that goes wrong ends the process."""
    request = msgspec.json.decode(line, type=ThinkRequest)
    try:
        if request.package:
            register_game(request.game, request.package)
        game = _game(request.game, tuple(request.packs))
        match = Match(game, game.decode(bytes(request.state)))
        ideas = choose(Seat(match, request.side), request.level, request.seed, request.hints)
        packed = [Thought(msgspec.Raw(msgspec.json.encode(i.action)), i.reason, i.value) for i in ideas]
        return Answer(request.id, packed)
    except Exception as error:  # the table must learn of it and go on
        return Answer(request.id, error=f"{type(error).__name__}: {error}")


def serve(lines: Iterable[bytes], out: IO[bytes]) -> None:
    """Answer until the table closes the pipe."""
    for line in lines:
        if line.strip():
            out.write(msgspec.json.encode(answer(line)) + b"\n")
            out.flush()


if __name__ == "__main__":
    serve(sys.stdin.buffer, sys.stdout.buffer)
