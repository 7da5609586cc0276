"""A position: plain data that can be cloned, compared, hashed, written and read at any moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, ClassVar, Self, get_origin, get_type_hints

import msgspec

from common.engine.basics import OptionValue, Result, ScriptedDie, Side, Step
from common.engine.journal import Change, Entry, EntryPart, Roll
from common.tables import Modifier

ATTACHED = {"action", "data", "is_lent", "log", "rolled"}  # what travels with a state and holds whatever is changed
D10 = range(10)
D6 = range(1, 7)


def throw(seed: int, count: int, faces: int) -> int:
    """The `count`-th number below `faces` that belongs to `seed`, the same on every platform."""
    digest = blake2b(b"%d:%d" % (seed, count), digest_size=8).digest()
    return int.from_bytes(digest, "big") % faces


@cache
def _containers(kind: type[State]) -> tuple[str, ...]:
    """The fields of a state that must be copied with it."""
    hints = get_type_hints(kind)
    left_alone = ("options", *kind.lent)  # options are chosen before play and never changed
    fields = (name for name in kind.__struct_fields__ if name not in left_alone)
    return tuple(name for name in fields if get_origin(hints[name]) in (dict, list, set))


@cache
def _container_copier(kind: type[State]) -> Callable[[State, State], None]:
    """A function that gives a clone its own containers: written out field by field, since every action waits for it."""
    lines = [f"    clone.{name} = state.{name}.copy()" for name in _containers(kind)]
    scope: dict[str, Any] = {}
    exec("\n".join(["def copy_containers(state, clone):", *lines]), scope)
    copier: Callable[[State, State], None] = scope["copy_containers"]
    return copier


class State(msgspec.Struct, dict=True, kw_only=True):
    """What every game has; a game's own state adds its pieces, control and tracks.

    Fields are scalars, frozen values, or dicts, lists and sets of frozen values, so a clone is a few shallow copies.
    `data` (tables, map), `log` (entries of the running action) and the number of that action travel with the state but
    are not part of it.
    """

    lent: ClassVar[tuple[str, ...]] = ()  # long containers that copies share; whoever writes asks for `unshare` before

    scenario: str
    options: dict[str, OptionValue] = {}
    seed: int = 0
    rolls: int = 0
    script: tuple[int, ...] = ()
    turn: int = 1
    flow: list[Any] = []
    result: Result | None = None

    def clone(self, bare: bool = False) -> Self:
        """An independent copy; a bare one, made to be stored, goes without what can be worked out again."""
        other: Self = self.__copy__()  # type: ignore[attr-defined]
        _container_copier(type(self))(self, other)
        mine, extra = self.__dict__, other.__dict__
        extra["data"], extra["log"], extra["rolled"] = mine["data"], None if mine["log"] is None else [], ()
        if self.lent:
            mine["is_lent"] = extra["is_lent"] = True
        if not bare:
            self.share_derived(other)
        return other

    def unshare(self) -> None:
        """Take copies of the lent containers if another state may hold them, so that they can be written."""
        if self.__dict__.pop("is_lent", False):
            for name in self.lent:
                setattr(self, name, getattr(self, name).copy())

    def share_derived(self, other: Self) -> None:
        """Hand on to a copy what was worked out from the position and holds for both until one of them changes."""

    def forget(self) -> None:
        """Drop what was worked out, and what the position came from, after it was changed by hand and not by play."""
        extra = self.__dict__
        for name in extra.keys() - ATTACHED:
            del extra[name]

    def attach(self, data: object, log: Sequence[Entry] | None) -> Self:
        """Give the state its game's data and a place for its notes; without a log nothing is told."""
        self.__dict__.update(data=data, log=None if log is None else list(log), rolled=(), action=0)
        return self

    @property
    def step(self) -> Step:
        """Where the sequence of play stands."""
        step: Step = self.flow[-1]
        return step

    def push(self, *steps: Step) -> None:
        """Put steps on the stack so that the first one named comes next."""
        self.flow.extend(reversed(steps))

    def swap(self, *steps: Step) -> None:
        """Replace the current step; the first one named comes next."""
        self.flow.pop()
        self.flow.extend(reversed(steps))

    @property
    def draws(self) -> int:
        """How many cards or chits were drawn; a state without pools draws none."""
        return 0

    @property
    def draw_script(self) -> tuple[str, ...]:
        """The draws given in advance; a state without pools has none."""
        return ()

    def reseed(self, seed: int) -> None:
        """Make all chance from here on another: a new seed, and nothing scripted."""
        self.seed, self.script = seed, ()
        self.__dict__.pop("since", None)

    def draw(self, faces: range, reason: str = "", by: Side = "") -> int:
        """One die: the next scripted one if there is any, else the generator's."""
        count = self.rolls
        self.rolls = count + 1
        if self.script:
            die, self.script = self.script[0], self.script[1:]
            if die not in faces:
                raise ScriptedDie(die, faces, reason, by)
            return die
        return faces[throw(self.seed, count, len(faces))]

    def roll(
        self, reason: str, faces: range, modifiers: Sequence[Modifier] = (), count: int = 1, by: Side = ""
    ) -> Roll:
        """Throw dice for a side; the next note tells them with their reason and modifiers."""
        dice = tuple([self.draw(faces, reason, by) for _ in range(count)])
        roll = Roll(reason, dice, tuple(modifiers), len(faces), by)
        self.__dict__["rolled"] += (roll,)
        return roll

    def note(
        self,
        text: str,
        *rules: str,
        changes: tuple[Change, ...] = (),
        only: tuple[Side, ...] = (),
        places: tuple[str, ...] = (),
        heading: bool = False,
        public: str = "",
        show: tuple[EntryPart, ...] = (),
        brings: str = "",
    ) -> None:
        """Tell what happened; the dice thrown since the last note belong to this one, and `brings` is what they bring.

        Of a line for some sides `only`, the others read `public`, or nothing; `show` names what else they may see.
        """
        extra = self.__dict__
        log: list[Entry] | None = extra["log"]
        if log is not None:
            rolled, number = extra["rolled"], extra.get("action", 0)
            if brings:
                rolled = tuple([msgspec.structs.replace(roll, brings=brings) for roll in rolled])
            log.append(Entry(text, rules, rolled, changes, only, self.turn, number, places, heading, public, show))
        extra["rolled"] = ()

    def over(self, winner: Side | None, level: str, reason: str, rule: str, points: dict[str, int]) -> None:
        """End the game."""
        self.result = Result(winner, level, reason, rule, points)
        self.note(reason, rule)


def digest(state: State) -> str:
    """A hash of the whole position, the same for equal positions on every platform."""
    return blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=16).hexdigest()
