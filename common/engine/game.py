"""What a game package offers to the engine, and how it is found by name."""

from __future__ import annotations

import importlib
from collections.abc import Container, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Union

import msgspec

from common.data import ROOT, Sourced, pack_files, plain, read, read_bytes
from common.engine.about import ABOUT
from common.engine.basics import Action, Aside, OptionValue, Refusal, Result, Side
from common.engine.family import action_types, step_types
from common.engine.guide import EXAMPLES, GUIDE, LESSONS, GameGuide, RuleExample, examples_of, guide_of
from common.engine.journal import Entry
from common.engine.pools import PooledState
from common.engine.save_lines import PackMark
from common.engine.state import State
from common.engine.state_types import refuse_aliases
from common.tables import Odds

if TYPE_CHECKING:
    from common.engine.match import Match


NOT_PLAYED = (ABOUT, GUIDE, LESSONS, EXAMPLES)  # data files that tell of a game; no position depends on them


class Scenario(Sourced, forbid_unknown_fields=True, kw_only=True):
    """A way to begin, as the player reads it."""

    title: str
    about: str = ""
    ruled: tuple[str, ...] = ()  # the sides that nobody plays: the rules of the scenario do


class Option(Sourced, forbid_unknown_fields=True, kw_only=True):
    """A rule that can be switched on or off before play, or set to one of several values, each with its title."""

    title: str
    rule: str
    default: OptionValue = False
    about: str = ""
    values: dict[str, str] = {}

    def __post_init__(self) -> None:
        if self.why_not(self.default) is not None:
            raise ValueError(f"the default {self.default!r} is not possible: {self.why_not(self.default)}")

    def why_not(self, value: object) -> str | None:
        """What is wrong with a value that was chosen, if anything."""
        if not self.values:
            return None if isinstance(value, bool) else "it is on or off"
        return None if value in self.values else f"there are: {', '.join(self.values)}"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One checkable statement of the rules in our own words."""

    id: str
    says: str
    kind: str
    check: str = "none"


class Game:
    """One game with its data; subclasses fill in the class attributes and the methods that raise here."""

    id: str
    title: str
    sides: tuple[Side, ...]
    side_names: Mapping[Side, str]
    state_type: type[State]
    components: type[Any]  # the typed data files and what follows from them, made of the data packs
    files: Mapping[str, Any] = {}  # the data files besides map.yaml and rules.yaml, with their types
    take_back_rule: str = ""
    has_dice: bool = True  # real ones, which a player may throw himself; else cards stand for them
    package: str = ""  # where its modules are, if they are not in a package of the game's id
    step_modules: tuple[str, ...] = ()  # modules with steps that are not loaded together with the game
    upon: Mapping[str, tuple[str, ...]] = {}  # steps that lie only upon these, by their names; "" is the bottom

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.packs = tuple(packs)
        self.package = self.package or self.id
        self.folder = ROOT.joinpath(*self.package.split("."), "data")

    def module(self, name: str) -> ModuleType:
        """A module of the game that is not needed for its rules, such as its bot or its table."""
        return importlib.import_module(f"{self.package}.{name}")

    @cached_property
    def data(self) -> Any:
        """Map, tables and counters, attached to every state."""
        return self.components(self.packs)

    # What a game must say

    def start(self, scenario: str, options: dict[str, OptionValue]) -> State:
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
    def scenarios(self) -> Mapping[str, Scenario]:
        """The ways to begin, by name; by itself those of the data."""
        scenarios: Mapping[str, Scenario] = self.data.scenarios
        return scenarios

    @property
    def options(self) -> Mapping[str, Option]:
        """The rules that can be chosen before play, by name."""
        return {}

    def problems(self) -> Iterable[tuple[str, str, str]]:
        """What is wrong with the data taken together: file, place, reason."""
        return ()

    def names(self) -> Mapping[str, Container[str]]:
        """The words that a field of the position or of a step may hold, by the name of the field.

        Of a dict the name stands for its keys, and `name.*` for its values. Stored positions are checked against it.
        """
        return {}

    def why_not_position(self, state: Any) -> str | None:
        """What else makes a stored position impossible; asked after `names` and before `invariants`."""
        return None

    def hidden(self, state: Any, side: Side) -> frozenset[str]:
        """Names of the facts that `side` cannot see now; by itself those of the steps that wait."""
        return frozenset().union(*(step.hidden(side) for step in state.flow))

    def reveals(self, before: Any, after: Any, side: Side) -> bool:
        """Whether `side` has learned a secret between two positions, so that what lies between stands."""
        return bool(self.hidden(before, side) - self.hidden(after, side))

    def tells_thoughts(self, state: Any, side: Side) -> bool:
        """Whether `side` may read why another side decides as it does: not where that names what it cannot see."""
        return True

    def keeps_secrets(self, state: Any) -> bool:
        """Whether decisions that a step calls secret are so in this game: not where everything lies open by choice."""
        return True

    def is_done(self, before: Any, after: Any) -> bool:
        """Whether the rules count what lies between two positions as carried out, so that it is more than a plan."""
        return False

    def imagine(self, state: Any, side: Side, seed: int) -> Any:
        """A possible position that looks the same to `side`: the unseen dealt again, the dice unknown."""
        other = state.clone()
        other.reseed(seed)
        other.flow = [step.imagine(other, side, seed) for step in state.flow]
        return other

    def known(self, state: Any, side: Side | None) -> Any:
        """The position as far as `side` can know it, for the rules' own questions; where nothing is hidden, all of it.

        It must not depend on anything the side cannot see: games with secrets build it from the side's view.
        """
        other = state.clone()
        other.reseed(0)
        other.flow = [step.seen_by(side) for step in state.flow]
        return other

    def odds(self, state: Any, action: Action) -> Odds | None:
        """The exact chances of the roll that `action` would bring, if it brings one."""
        return None

    def asides(self, state: Any, side: Side) -> Iterable[Aside]:
        """What `side` could do out of turn besides giving up."""
        return ()

    def why_not_aside(self, state: Any, action: Aside) -> Refusal | None:
        """What forbids something out of turn."""
        return Refusal("", "that cannot be done out of turn")

    def play_aside(self, state: Any, action: Any) -> None:
        """Carry out what `why_not_aside` has let through."""
        raise AssertionError(f"{self.id} does nothing out of turn")

    def why_not_concede(self, state: Any, side: Side) -> Refusal | None:
        """What keeps a side from giving up."""
        return None

    def concession(self, state: Any, side: Side) -> Result:
        """The result when `side` gives up."""
        raise NotImplementedError

    def count_losses(self, positions: Sequence[Any]) -> Mapping[Side, int]:
        """What each side has lost over the positions of a match, where the last one alone does not tell."""
        return {}

    # What follows from that

    @cached_property
    def table(self) -> Any:
        """How the game looks and is handled: the words of its table package."""
        return self.module("table").open_table(self)

    def new_match(
        self,
        scenario: str | None = None,
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        dice: Iterable[int] = (),
        draws: Iterable[str] = (),
    ) -> Match:
        """A fresh match; `dice` and `draws` (of cards and chits) are used first, then the seed rules."""
        from common.engine.match import Match  # the two modules need each other

        refuse_aliases(self.state_type, self.package)
        name = scenario or next(iter(self.scenarios))
        if name not in self.scenarios:
            raise ValueError(f"{self.id} has no scenario {name!r}; there are: {', '.join(self.scenarios)}")
        state = self.start(name, self._chosen(options or {}))
        state.attach(self.data, [Entry("Set-up", turn=1, heading=True)])
        state.seed, state.script = int(seed), tuple(dice)
        if isinstance(state, PooledState):
            state.draw_script = tuple(draws)
        elif tuple(draws):
            raise ValueError(f"{self.id} draws no cards or chits")
        return Match(self, state)

    def _chosen(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Every option with the value chosen for it, or its default."""
        chosen = {key: option.default for key, option in self.options.items()}
        for key, value in options.items():
            if key not in chosen:
                raise ValueError(f"{self.id} has no option {key!r}; there are: {', '.join(chosen) or 'none'}")
            wrong = self.options[key].why_not(value)
            if wrong is not None:
                raise ValueError(f"option {key!r} cannot be {value!r}; {wrong}")
            chosen[key] = value
        return chosen

    @cached_property
    def action_type(self) -> Any:
        """The union of the game's actions, for decoding."""
        return Union[action_types(self.package)]  # noqa: UP007

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
        for name in self.step_modules:
            self.module(name)
        return Union[step_types(self.package)]  # noqa: UP007

    @cached_property
    def guide(self) -> GameGuide:
        """What a newcomer wants to know."""
        return guide_of(self.id, self.packs)

    @cached_property
    def examples(self) -> tuple[RuleExample, ...]:
        """Hard rules at work, each with a part of the board."""
        return examples_of(self.id, self.packs)

    @cached_property
    def fingerprint(self) -> str:
        """A hash of all data files in force, packs included, by which a save knows whether they have changed."""
        mark = blake2b(digest_size=8)
        for path in (*self._own_files(), *(file for pack in self.packs for file in self._files_of(pack))):
            mark.update(path.name.encode() + b"\0" + read_bytes(path) + b"\0")
        return mark.hexdigest()

    @cached_property
    def pack_marks(self) -> list[PackMark]:
        """The data packs by the names of their folders, with a hash of what each of them changes in this game."""
        marks: list[PackMark] = []
        for pack in self.packs:
            mark, files = blake2b(digest_size=8), self._files_of(pack)
            for path in files:
                mark.update(path.name.encode() + b"\0" + read_bytes(path) + b"\0")
            if files:
                marks.append(PackMark(plain(Path(pack).resolve().name)[:200], mark.hexdigest()))
        return marks

    def _own_files(self) -> list[Path]:
        return [path for path in sorted(self.folder.glob("*.yaml")) if path.name not in NOT_PLAYED]

    def _files_of(self, pack: Path) -> list[Path]:
        """The files of a pack that stand for files of this game."""
        return [file for own in self._own_files() for file in pack_files(own, Path(pack))]
