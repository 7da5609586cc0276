"""The engine as JSON lines: one command a line on the input, one answer a line on the output.

It is to these games what UCI is to chess. Unknown commands and fields are ignored, a bad line is answered and never
fatal, and what is told about a position is one side's view of it. A game begun or loaded for one `side` is bound to
it: the program plays the others, nothing is told but what that side may know, and only its own plans are taken back.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

import msgspec

from common.engine.basics import Action, BrokenState, IllegalAction, OptionValue, ScriptedDie
from common.engine.match import Match
from common.engine.registry import UnknownGame, load_game, playable_games
from common.engine.saves import SaveError, plain
from common.engine.seat import Seat

MAX_LINE = 2**20
Opponent = Callable[[Seat, str, int], Action]  # what a bot of some level does on a seat, with a seed of its own
COMMANDS = ("new", "legal", "asides", "play", "why", "undo", "redo", "view", "journal", "odds", "label", "save", "load")


class Command(msgspec.Struct):
    """One line from the other side; fields a command does not use are ignored."""

    do: str
    game: str = ""
    scenario: str | None = None
    seed: int | None = None
    options: dict[str, OptionValue] = {}
    dice: list[int] = []
    draws: list[str] = []
    action: msgspec.Raw = msgspec.Raw(b"null")
    side: str | None = None
    against: str = "policy"  # the bot on the other seats of a game that is bound to a side
    path: str = ""
    id: int | str | None = None


def read_bounded(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long no more is kept than shows that it is."""
    while line := stream.readline(MAX_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(MAX_LINE)):
            pass
        yield line.rstrip(b"\r\n")


class Refused(Exception):
    """An answer that says no."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.more = more


class Engine:
    """One conversation."""

    def __init__(self, packs: Sequence[Path] = (), opponent: Opponent | None = None) -> None:
        self._packs, self._opponent = packs, opponent
        self._match: Match | None = None
        self._bound: str | None = None  # the side this conversation speaks for
        self._level, self._bot_seed = "", 0
        self.running = True
        self._commands: dict[str, Callable[[Command], dict[str, Any]]] = {
            name: getattr(self, f"_{name}") for name in COMMANDS
        }
        self._commands |= {"isready": lambda command: {"ready": True}, "quit": self._quit, "games": self._games}

    def answer(self, line: bytes) -> bytes:
        """The answer to one line."""
        number: int | str | None = None
        reply: dict[str, Any]
        try:
            if len(line) > MAX_LINE:
                raise Refused("the line is too long")
            command = msgspec.json.decode(line, type=Command)
            number = command.id
            handler = self._commands.get(command.do)
            reply = handler(command) if handler else {"ignored": plain(command.do)}
            reply = {"ok": True, **reply}
        except Refused as error:
            reply = {"ok": False, "error": str(error), **error.more}
        except IllegalAction as error:
            reply = {"ok": False, "error": error.refusal.why, "rule": error.refusal.rule}
        except (SaveError, UnknownGame, ScriptedDie, BrokenState) as error:
            reply = {"ok": False, "error": plain(str(error))}
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ValueError) as error:
            reply = {"ok": False, "error": f"not understood: {plain(str(error))}"}
        if number is not None:
            reply["id"] = number
        return msgspec.json.encode(reply)

    def talk(self, stream: IO[bytes], out: IO[bytes]) -> None:
        """Answer line by line until the other side quits or falls silent."""
        for line in read_bounded(stream):
            if line.strip():
                out.write(self.answer(line) + b"\n")
                out.flush()
            if not self.running:
                return

    @property
    def match(self) -> Match:
        """The game being played."""
        if self._match is None:
            raise Refused("no game has been begun: say new or load first")
        return self._match

    def _seat(self, command: Command) -> Seat:
        """The seat a command speaks from: that of the side it names, else of the side that decides now."""
        side = command.side
        if side is not None and side not in self.match.sides:
            raise Refused(f"there is no side {plain(side)!r}")
        if self._bound is not None:
            if side not in (None, self._bound):
                raise Refused(f"this game is bound to {self._bound}")
            side = self._bound
        return Seat(self.match, side if side is not None else self.match.to_act)

    def _reader(self, command: Command) -> Seat:
        """The seat that is told something: that of the side the command names, else an onlooker's."""
        speaks = command.side is not None or self._bound is not None
        return self._seat(command) if speaks else Seat(self.match, None)

    def _action(self, command: Command) -> Action:
        action: Action = msgspec.json.decode(command.action, type=self.match.game.action_type)
        return action

    def _status(self) -> dict[str, Any]:
        match = self.match
        return {"to_act": match.to_act, "prompt": match.prompt, "result": match.result, "actions": len(match.past)}

    def _games(self, command: Command) -> dict[str, Any]:
        return {"games": playable_games()}

    def _new(self, command: Command) -> dict[str, Any]:
        game = load_game(command.game, self._packs)
        seed = command.seed or 0
        if command.side is not None:
            if command.seed is not None or command.dice or command.draws:
                raise Refused("a game that is bound to a side has chance of its own: give no seed, dice or draws")
            seed = secrets.randbelow(2**63)
        if not 0 <= seed < 2**64:
            raise Refused("the seed is out of range")
        return self._open(command, game.new_match(command.scenario, seed, command.options, command.dice, command.draws))

    def _open(self, command: Command, match: Match) -> dict[str, Any]:
        """Have a match in this conversation, bound to a side if the command names one."""
        side, sides = command.side, match.game.sides
        if side is not None:
            if side not in sides:
                raise Refused(f"there is no side {plain(side)!r}")
            if self._opponent is None:
                raise Refused("nobody is here to play the other side")
        self._match, self._bound = match, side
        self._level, self._bot_seed = command.against, secrets.randbelow(2**31)
        self._let_others_play()
        told = {"side": side, "told": [str(entry) for entry in Seat(match, side).journal]} if side is not None else {}
        return {"game": match.game.id, "sides": sides, **told, **self._status()}

    def _let_others_play(self) -> None:
        """In a game that is bound to a side the program plays for the others until that side is to decide."""
        match = self.match
        while self._bound is not None and match.to_act not in (None, self._bound):
            assert self._opponent is not None and match.to_act is not None
            seat = Seat(match, match.to_act)
            seat.play(self._opponent(seat, self._level, self._bot_seed + len(match.past)))

    def _legal(self, command: Command) -> dict[str, Any]:
        return {"actions": self._seat(command).legal()}

    def _asides(self, command: Command) -> dict[str, Any]:
        if command.side is None:
            raise Refused("name a side in `side`")
        return {"actions": self._seat(command).asides()}

    def _play(self, command: Command) -> dict[str, Any]:
        action, before = self._action(command), len(self.match.past)
        if self._bound is not None and command.dice:
            raise Refused("a game that is bound to a side has chance of its own: give no dice")
        if command.side is None and self._bound is None:  # the client plays all sides
            self.match.play(action, command.dice)
        else:
            self._seat(command).play(action, command.dice)
        self._let_others_play()
        told = [str(entry) for entry in self._reader(command).journal if entry.action > before]
        return {"told": told, **self._status()}

    def _why(self, command: Command) -> dict[str, Any]:
        refusal = self._seat(command).why_not(self._action(command))
        return {
            "legal": refusal is None,
            "rule": refusal.rule if refusal else "",
            "why": refusal.why if refusal else "",
        }

    def _undo(self, command: Command) -> dict[str, Any]:
        self.match.undo(self._seat(command).side if self._bound is not None else command.side)
        return self._status()

    def _redo(self, command: Command) -> dict[str, Any]:
        self.match.redo()
        return self._status()

    def _view(self, command: Command) -> dict[str, Any]:
        return {"view": self._reader(command).view}

    def _journal(self, command: Command) -> dict[str, Any]:
        return {"journal": self._reader(command).journal}

    def _odds(self, command: Command) -> dict[str, Any]:
        return {"odds": self._seat(command).odds(self._action(command))}

    def _label(self, command: Command) -> dict[str, Any]:
        return {"label": self._seat(command).label(self._action(command))}

    def _save(self, command: Command) -> dict[str, Any]:
        if self._bound is not None:
            raise Refused("a save would tell what a side may not know; this game is bound to one")
        self.match.save(self._path(command))
        return {"path": command.path}

    def _load(self, command: Command) -> dict[str, Any]:
        match = Match.load(self._path(command), self._packs)
        return {"warnings": match.warnings, **self._open(command, match)}

    def _path(self, command: Command) -> Path:
        if not command.path or "\0" in command.path:
            raise Refused("name a file in `path`")
        return Path(command.path)

    def _quit(self, command: Command) -> dict[str, Any]:
        self.running = False
        return {"bye": True}
