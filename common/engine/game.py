"""What a game package offers to the engine, and how it is found by name."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import msgspec

from common.data import DataError, Sourced, read
from common.engine.basics import Action, Concede, Refusal, Result, Side
from common.engine.journal import Entry
from common.engine.state import State
from common.tables import Odds

if TYPE_CHECKING:
    from common.engine.match import Match

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")
ROOT = Path(__file__).resolve().parents[2]


class UnknownGame(ValueError):
    """No game of that name, or one whose rules are not there."""


class Scenario(Sourced, forbid_unknown_fields=True, kw_only=True):
    """A way to begin, as the player reads it."""

    title: str
    about: str = ""
    ruled: tuple[str, ...] = ()  # the sides that nobody plays: the rules of the scenario do


class Option(Sourced, forbid_unknown_fields=True, kw_only=True):
    """A rule that can be switched on or off before play."""

    title: str
    rule: str
    default: bool = False
    about: str = ""


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One checkable statement of the rules in our own words."""

    id: str
    says: str
    kind: str
    check: str = "none"


def family(base: type, module: str) -> Any:
    """The union of all concrete classes below `base` defined in the package `module`, for strict decoding."""
    found: list[type] = []

    def collect(parent: type) -> None:
        child: type
        for child in parent.__subclasses__():
            if child.__module__.split(".")[0] == module and not child.__subclasses__():
                found.append(child)
            collect(child)

    collect(base)
    return Union[tuple(sorted(found, key=lambda kind: kind.__name__))]  # noqa: UP007


class Game:
    """One game with its data; subclasses fill in the class attributes and the methods that raise here."""

    id: str
    title: str
    sides: tuple[Side, ...]
    side_names: Mapping[Side, str]
    state_type: type[State]
    take_back_rule: str = ""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.packs = tuple(packs)
        self.folder = ROOT / self.id / "data"

    # What a game must say

    @property
    def scenarios(self) -> Mapping[str, Scenario]:
        raise NotImplementedError

    @property
    def options(self) -> Mapping[str, Option]:
        raise NotImplementedError

    @property
    def data(self) -> Any:
        """Map, tables and counters, attached to every state."""
        raise NotImplementedError

    def start(self, scenario: str, options: dict[str, bool]) -> State:
        """The position at the beginning, with the first step on the flow."""
        raise NotImplementedError

    def view(self, state: Any, side: Side | None) -> Any:
        """What `side` may know, named field by field; None is an onlooker."""
        raise NotImplementedError

    def invariants(self, state: Any) -> Iterable[str]:
        """Everything that is wrong with a position, one sentence each."""
        raise NotImplementedError

    # What a game may say

    @property
    def files(self) -> Mapping[str, Any]:
        """The data files besides map.yaml and rules.yaml, with their types."""
        return {}

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong with the data taken together: file, place, reason."""
        return ()

    def hidden(self, state: Any, side: Side) -> frozenset[str]:
        """Names of the facts that `side` cannot see now."""
        return frozenset()

    def is_done(self, before: Any, after: Any) -> bool:
        """Whether the rules count what lies between two positions as carried out, so that it is more than a plan."""
        return False

    def imagine(self, state: Any, side: Side, seed: int) -> Any:
        """A possible position that looks the same to `side`: the unseen dealt again, the dice unknown."""
        other = state.clone()
        other.seed, other.script = seed, ()
        return other

    def known(self, state: Any, side: Side | None) -> Any:
        """The position as far as `side` can know it, for the rules' own questions; where nothing is hidden, all of it.

        It must not depend on anything the side cannot see: games with secrets build it from the side's view.
        """
        other = state.clone()
        other.seed, other.script = 0, ()
        return other

    def odds(self, state: Any, action: Action) -> Odds | None:
        """The exact chances of the roll that `action` would bring, if it brings one."""
        return None

    def why_not_concede(self, state: Any, side: Side) -> Refusal | None:
        """What keeps a side from giving up."""
        return None

    def concession(self, state: Any, side: Side) -> Result:
        """The result when `side` gives up."""
        raise NotImplementedError

    # What follows from that

    @cached_property
    def table(self) -> Any:
        """How the game looks and is handled: the words of its table package."""
        return importlib.import_module(f"{self.id}.table").open_table(self)

    def new_match(
        self,
        scenario: str | None = None,
        seed: int = 0,
        options: Mapping[str, bool] | None = None,
        dice: Iterable[int] = (),
    ) -> Match:
        """A fresh match; `dice` are used first, then the seed rules."""
        from common.engine.match import Match  # the two modules need each other

        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise ValueError(f"{self.id} has no scenario {name!r}; there are: {', '.join(self.scenarios)}")
        chosen = {key: option.default for key, option in self.options.items()}
        for key, value in (options or {}).items():
            if key not in chosen:
                raise ValueError(f"{self.id} has no option {key!r}; there are: {', '.join(chosen) or 'none'}")
            chosen[key] = bool(value)
        state = self.start(name, chosen).attach(self.data, [Entry("Set-up", turn=1, heading=True)])
        state.seed, state.script = int(seed), tuple(dice)
        return Match(self, state)

    @cached_property
    def action_type(self) -> Any:
        """The union of the game's actions, for decoding."""
        return Union[family(Action, self.id), Concede]  # noqa: UP007

    @cached_property
    def clauses(self) -> tuple[Clause, ...]:
        """The rules as checkable statements."""
        return tuple(read(self.folder / "rules.yaml", list[Clause]))

    def clauses_of(self, rule: str) -> tuple[Clause, ...]:
        """The clauses a rule id stands for: the clause itself, or all of its paragraph or chapter."""
        exact = tuple(clause for clause in self.clauses if clause.id == rule)
        within = tuple(c for c in self.clauses if c.id.startswith(rule) and not c.id[len(rule) :][:1].isdigit())
        return exact or (within if rule else ())

    def encode(self, state: State) -> bytes:
        """A position as JSON."""
        return msgspec.json.encode(state, order="deterministic")

    def decode(self, raw: bytes) -> State:
        """A position from JSON, strictly typed."""
        state = msgspec.json.decode(raw, type=self.state_type)
        state.flow = msgspec.convert(state.flow, list[self._step_type])  # type: ignore[name-defined]
        return state.attach(self.data, [])

    @cached_property
    def _step_type(self) -> Any:
        from common.engine.basics import Step

        return family(Step, self.id)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all data files, packs included: a save tells with it whether the components have changed."""
        mark = blake2b(digest_size=8)
        for path in self._data_files():
            mark.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
        return mark.hexdigest()

    def _data_files(self) -> Iterator[Path]:
        yield from sorted(self.folder.glob("*.yaml"))
        for pack in self.packs:
            yield from sorted(pack.glob("*.yaml"))


def load_game(name: str, packs: Sequence[Path] = ()) -> Game:
    """The game of that package name, with any data packs laid over its own data."""
    if name not in GAMES:
        raise UnknownGame(f"unknown game {name!r}; there are: {', '.join(GAMES)}")
    if not is_playable(name):
        raise UnknownGame(f"{name} has no rules; only its map can be opened")
    gone = next((pack for pack in packs if not Path(pack).is_dir()), None)
    if gone is not None:  # to go on without it would be another game
        raise DataError(str(gone), 1, "", "there is no such data pack")
    return _standard(name) if not packs else _open(name, packs)


def _open(name: str, packs: Sequence[Path]) -> Game:
    game: Game = importlib.import_module(f"{name}.game").open_game(packs)
    return game


@cache
def _standard(name: str) -> Game:
    """A game without packs: read once, since nothing in it ever changes."""
    return _open(name, ())


def is_playable(name: str) -> bool:
    """Whether the rules of the game are there, not only its map."""
    return (ROOT / name / "game.py").is_file()


def playable_games() -> tuple[str, ...]:
    """The games that can be played."""
    return tuple(name for name in GAMES if is_playable(name))
