"""The process in which bots think: requests and answers are JSON lines, and no Qt is loaded here."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import IO

import msgspec

from common.engine import Action, Game, Match, Side, load_game


class Request(msgspec.Struct):
    """A position and who is to decide in it."""

    id: int
    game: str
    level: str
    side: Side
    seed: int
    state: msgspec.Raw
    packs: list[str] = []


class Answer(msgspec.Struct):
    """What the bot does and why, or what went wrong."""

    id: int
    action: msgspec.Raw = msgspec.Raw(b"null")
    reason: str = ""
    error: str = ""


class Idea(msgspec.Struct, frozen=True):
    """A choice that has come back from the bot."""

    action: Action
    reason: str


def seed_for(seed: int, count: int, side: Side) -> int:
    """The seed of one decision: it depends on nothing but the game, so stopping and resuming changes nothing."""
    return int.from_bytes(blake2b(f"{seed}:{count}:{side}".encode(), digest_size=6).digest(), "big")


def choose(match: Match, level: str, side: Side, seed: int) -> Idea:
    """What the bot of that level does in the position."""
    from common.bots import make_bot  # the window imports this module too, and needs no bot to open

    choice = make_bot(level, match.game, side, seed).choose(match)
    return Idea(choice.action, str(choice.reason or ""))


@lru_cache(maxsize=4)
def _game(name: str, packs: tuple[str, ...]) -> Game:
    return load_game(name, [Path(pack) for pack in packs])


def answer(line: bytes) -> Answer:
    """Think about one request; nothing that goes wrong ends the process."""
    request = msgspec.json.decode(line, type=Request)
    try:
        game = _game(request.game, tuple(request.packs))
        match = Match(game, game.decode(bytes(request.state)))
        idea = choose(match, request.level, request.side, request.seed)
        return Answer(request.id, msgspec.Raw(msgspec.json.encode(idea.action)), idea.reason)
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
