"""A game being played: the one door through which everybody acts on a position."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Self

import msgspec

from common.engine.basics import (
    Action,
    Aside,
    BrokenState,
    Concede,
    IllegalAction,
    OptionValue,
    Refusal,
    Result,
    ScriptedDie,
    Side,
    Step,
)
from common.engine.game import Game
from common.engine.journal import Entry, Journal
from common.engine.moments import Moment, carry_out, keep_moment
from common.engine.prompts import rule_in
from common.engine.state import State, digest, throw
from common.engine.steps import Look
from common.tables import Odds

if TYPE_CHECKING:
    from common.engine.autosave import Source
    from common.engine.save_lines import Header
    from common.engine.sealing import Vault

# Positions kept for undo hold no cycles: to look for some after every 700 new objects took a fifth of a random game.
gc.set_threshold(20_000, 20, 50)

Barrier = Literal["roll", "draw", "reveal", "decision", "done"]
BARRIERS: dict[Barrier, str] = {
    "roll": "a die was rolled",
    "draw": "a card was drawn",
    "reveal": "something hidden was revealed",
    "decision": "the decision passed on",
    "done": "what was done stands",
}
NEEDS_CONSENT = "taking it back needs the other player's consent"
NOTHING: frozenset[Action] = frozenset()
OPEN_DIE = -(10**6)  # fits no die, so that a roll stops there


class PendingDie(msgspec.Struct, frozen=True, gc=False):
    """A die that has to be thrown next: what for, its lowest and highest face, and who throws it."""

    reason: str
    low: int
    high: int
    by: Side


class Recorder(Protocol):
    """Somebody who writes down what is played, such as an open save file."""

    def played(self, match: Match, action: Action, dice: tuple[int, ...]) -> None: ...

    def undone(self, match: Match) -> None: ...

    def redone(self, match: Match) -> None: ...


class Match:
    """A position, how it came about, and what may be done now."""

    set_up_dice: tuple[int, ...] = ()  # what the set-up itself used up of the dice and draws given in advance
    set_up_draws: tuple[str, ...] = ()
    _listed: tuple[Any, tuple[Action, ...]] | None = None  # the last legal list, and the state it belongs to
    _out: frozenset[Action] = NOTHING  # what is ruled out here, although the rules allow it
    vault: Vault | None = None  # what its saves are sealed with
    source: Source | None = None  # the file it was read from
    replays: bool = True  # whether that file plays again as it was recorded, so that play can go on in it
    missing: tuple[str, ...] = ()  # the data packs it was played with that are not here: it can only be watched

    def __init__(self, game: Game, state: State, journal: Sequence[Entry] = ()) -> None:
        self.game = game
        self.state: Any = state
        self.journal = Journal(journal)
        self.past: list[Moment] = []
        self.future: list[tuple[Action, tuple[int, ...]]] = []
        self.recorder: Recorder | None = None
        self.warnings: list[str] = []
        self.header: Header | None = None
        script, draw_script = state.script, state.draw_script
        self._settle()
        self.set_up_dice = script[: len(script) - len(state.script)]
        self.set_up_draws = draw_script[: len(draw_script) - len(state.draw_script)]
        self.tell()

    # What is asked

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides of the game."""
        return self.game.sides

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has."""
        result: Result | None = self.state.result
        return result

    @property
    def scenario(self) -> str:
        """Which of the game's scenarios is played."""
        return str(self.state.scenario)

    @property
    def options(self) -> dict[str, OptionValue]:
        """The optional rules that were chosen."""
        return dict(self.state.options)

    @property
    def turn(self) -> int:
        """The number of the game turn."""
        return int(self.state.turn)

    @property
    def rolls(self) -> int:
        """How many dice have been thrown."""
        return int(self.state.rolls)

    @property
    def chances(self) -> tuple[int, int]:
        """How many dice have been thrown and how many cards or chits drawn: whatever changes it was not certain."""
        return self.state.rolls, self.state.draws

    @property
    def is_secret(self) -> bool:
        """Whether the decision to be made now must not be seen by the other side."""
        state = self.state
        return state.result is None and bool(state.flow[-1].secret)

    @property
    def keeps_secrets(self) -> bool:
        """Whether there is anything that one side may keep from the other."""
        return self.game.keeps_secrets(self.state)

    @property
    def is_public(self) -> bool:
        """Whether everything that is decided now lies open to all sides."""
        state = self.state
        return state.result is None and state.flow[-1].is_public(state)

    @property
    def is_discreet(self) -> bool:
        """Whether passing the decision by where one choice is left would tell the other side what is hidden."""
        state = self.state
        return state.result is None and bool(state.flow[-1].discreet) and self.keeps_secrets

    @property
    def to_act(self) -> Side | None:
        """The side that decides now; None when the game is over."""
        state = self.state
        return None if state.result is not None else state.flow[-1].actor(state)

    @property
    def step_type(self) -> type[Step] | None:
        """The kind of step that asks now; None when the game is over."""
        state = self.state
        return None if state.result is not None else type(state.flow[-1])

    def count_losses(self) -> Mapping[Side, int]:
        """What each side has lost since the beginning, where the game counts that over all positions."""
        return self.game.count_losses([*(moment.before for moment in self.past), self.state])

    @property
    def prompt(self) -> str:
        """What is being asked, one sentence with its rule."""
        state = self.state
        return str(state.result.reason if state.result is not None else state.flow[-1].prompt(state))

    @property
    def prompt_rule(self) -> str:
        """The rule behind what is being asked."""
        return rule_in(self.prompt)

    def legal(self) -> tuple[Action, ...]:
        """Every move that may be made now; what may be done out of turn, such as giving up, is not a move."""
        state = self.state
        found: tuple[Action, ...] = () if state.result is not None else state.flow[-1].legal(state)
        if self._out:
            found = tuple([action for action in found if action not in self._out])
        self._listed = state, found
        return found

    def why_not(self, action: Action) -> Refusal | None:
        """What forbids the action, by the same predicates that make the legal list."""
        state = self.state
        if state.result is not None:
            return Refusal(state.result.rule, "the game is over")
        if action in self._out:
            return Refusal("", "it is ruled out here")
        if isinstance(action, Aside):
            return self._why_not_aside(action)
        refusal: Refusal | None = state.flow[-1].why_not(state, action)
        return refusal

    def asides(self, side: Side) -> tuple[Aside, ...]:
        """What `side` may do now although it is no move: whatever the game offers, and giving up."""
        if self.state.result is not None:
            return ()
        offers = (*self.game.asides(self.state, side), Concede(side))
        return tuple(action for action in offers if self._why_not_aside(action) is None)

    def _why_not_aside(self, action: Aside) -> Refusal | None:
        if action.side not in self.game.sides:
            return Refusal("", f"there is no side {action.side!r}")
        if isinstance(action, Concede):
            return self.game.why_not_concede(self.state, action.side)
        return self.game.why_not_aside(self.state, action)

    def odds(self, action: Action) -> Odds | None:
        """The exact chances of the roll the action would bring, if any."""
        return None if self.state.result is not None else self.game.odds(self.state, action)

    def pending_die(self, action: Action, dice: Iterable[int] = ()) -> PendingDie | None:
        """The die a legal action asks for after those given, found on a copy; None when it asks for no more."""
        probe = self.clone(quiet=True)
        probe.state.script = ()
        try:
            probe.play(action, (*dice, OPEN_DIE))
        except ScriptedDie as error:
            if error.die != OPEN_DIE:
                raise
            return PendingDie(error.reason, error.low, error.high, error.by or self.to_act or "")
        return None

    def throw_ahead(self, low: int, high: int, after: int) -> int:
        """What the generator will give for a die between two faces that comes after so many others."""
        return low + throw(self.state.seed, self.state.rolls + after, high - low + 1)

    def hides_from(self, side: Side) -> bool:
        """Whether there is anything that `side` cannot see now."""
        return bool(self.game.hidden(self.state, side))

    def was_hidden(self, side: Side, moment: int) -> bool:
        """Whether there was anything that `side` could not see when it was decided what came after so many actions."""
        return bool(self.game.hidden(self.past[moment].before, side))

    def tells_thoughts(self, side: Side, moment: int) -> bool:
        """Whether `side` may read why that was decided which came after so many actions; afterwards everybody may."""
        now = moment >= len(self.past)
        state, decider = (self.state, self.to_act) if now else (self.past[moment].before, self.past[moment].side)
        return side == decider or self.result is not None or self.game.tells_thoughts(state, side)

    def view(self, side: Side | None) -> Any:
        """What `side` may know."""
        return self.game.view(self.state, side)

    # What is done

    def play(self, action: Action, dice: Iterable[int] = ()) -> None:
        """Carry out a legal action; `dice` are numbers the players rolled themselves.

        What `legal` has just listed is not judged a second time.
        """
        listed = self._listed
        known = listed[1] if listed is not None and listed[0] is self.state else ()
        for one in known:
            if one is action:  # `in` would compare the fields of all that come before it
                break
        else:
            refusal = None if action in known else self.why_not(action)
            if refusal is not None:
                raise IllegalAction(refusal)
        given = tuple(dice)
        self._carry_out(action, given)
        self.future.clear()
        if self.recorder is not None:
            self.recorder.played(self, action, given)

    def _carry_out(self, action: Action, dice: tuple[int, ...]) -> None:
        state, past, self._listed = self.state, self.past, None
        if self._out:
            self._out = NOTHING
        moment = keep_moment(self.game, state, past, action, dice, len(self.journal.entries))
        try:
            carry_out(self.game, state, action, dice)
        except BaseException:
            self.state = moment.before.clone()
            raise
        past.append(moment)
        self.tell()

    def _settle(self) -> None:
        carry_out(self.game, self.state, None, ())

    def barrier(self, index: int = -1, side: Side | None = None) -> Barrier | None:
        """What taking back an action would undo besides a plan of `side`, or of whoever decides after it.

        A roll, a card drawn, a decision that passed on or was another's, a secret that any side has learned.
        """
        later = self.past[index:][1:2]
        moment = self.past[index]
        before, after = moment.before, later[0].before if later else self.state
        if after.rolls != before.rolls:
            return "roll"
        if after.draws != before.draws:
            return "draw"
        if after.result is not None or after.step.actor(after) != before.step.actor(before):
            return "decision"
        if moment.side != (side or after.step.actor(after)):
            return "decision"
        if any(self.game.reveals(before, after, who) for who in self.game.sides):
            return "reveal"
        return "done" if self.game.is_done(before, after) else None

    def tell(self) -> None:
        """Move what the state has noted into the journal."""
        log: list[Entry] | None = self.state.__dict__["log"]
        if log:
            self.journal.entries += log
            log.clear()

    # Back and forth

    def why_not_undo(self, side: Side | None = None) -> Refusal | None:
        """What keeps `side` from taking the last action back alone; None asks for both players together."""
        if not self.past:
            return Refusal("", "nothing has been played yet")
        if side is None:
            return None
        barrier = self.barrier(side=side)
        if barrier is None:
            return None
        return Refusal(self.game.take_back_rule, f"{BARRIERS[barrier]}: {NEEDS_CONSENT}")

    def undo(self, side: Side | None = None) -> None:
        """Take the last action back; for one side alone only as far as nothing was rolled, revealed or passed on."""
        refusal = self.why_not_undo(side)
        if refusal is not None:
            raise IllegalAction(refusal)
        moment = self.past.pop()
        self.future.append((moment.action, moment.dice))
        self.state = moment.before.clone()  # a copy of the match may hold the same moment
        del self.journal.entries[moment.entries :]
        if self.recorder is not None:
            self.recorder.undone(self)

    def redo(self) -> None:
        """Play the action again that was taken back last."""
        if not self.future:
            raise IllegalAction(Refusal("", "nothing was taken back"))
        action, dice = self.future.pop()
        self._carry_out(action, dice)
        if self.recorder is not None:
            self.recorder.redone(self)

    # Copies

    def clone(self, seed: int | None = None, quiet: bool = False) -> Self:
        """An independent copy; with a seed its future dice differ; a quiet one carries and keeps no history."""
        other = type(self).__new__(type(self))
        other.game, other.recorder, other.header = self.game, None, self.header
        other.set_up_dice, other.set_up_draws, other.vault = self.set_up_dice, self.set_up_draws, self.vault
        other.state = state = self.state.clone()
        other.warnings = []
        if quiet:
            state.__dict__["log"] = None
            other.journal, other.past, other.future = Journal(), [], []
        else:
            other.journal, other.past, other.future = (
                Journal(self.journal.entries),
                self.past.copy(),
                self.future.copy(),
            )
        if seed is not None:
            state.reseed(seed)
        return other

    def without(self, actions: Iterable[Action]) -> Self:
        """A quiet copy in which some actions are ruled out at this moment, to ask for the next best idea."""
        other = self.clone(quiet=True)
        other._out = frozenset(actions)
        return other

    @classmethod
    def over(cls, game: Game, state: State) -> Self:
        """A quiet match that begins at a position where somebody decides; it keeps no journal."""
        other = cls.__new__(cls)
        other.game, other.recorder, other.header, other.state, other.warnings = game, None, None, state, []
        other.journal, other.past, other.future = Journal(), [], []
        state.__dict__["log"] = None
        return other

    def at(self, moment: int) -> Self:
        """A quiet match over the position after that many actions, to be asked and looked at."""
        state = self.past[moment].before if moment < len(self.past) else self.state
        return self.over(self.game, state.clone())

    def before_heading(self, moment: int) -> Self:
        """A quiet match over the last position of an action before the game ran on below the next heading."""
        done = self.past[moment]
        state: Any = done.before.clone()
        state.__dict__["log"] = []
        state.script = done.dice + state.script
        state.flow[-1].play(state, done.action)
        before = state.clone()
        while state.result is None and state.flow[-1].proceed(state):
            if any(entry.heading for entry in state.__dict__["log"]):
                break
            before = state.clone()
        before.push(Look(done.side))
        return self.over(self.game, before)

    def imagine(self, side: Side, seed: int) -> Self:
        """A quiet copy that looks the same to `side`, with the unseen dealt again: what a bot may think on."""
        return self.over(self.game, self.game.imagine(self.state, side, seed))

    # Checks and files

    def check(self) -> None:
        """Verify the invariants of the game; BrokenState names what is wrong."""
        state = self.state
        wrong = list(self.game.invariants(state))
        if state.result is None:
            if not state.flow:
                wrong.append("the game is not over but nothing comes next")
            elif not self.legal():
                wrong.append(f"nothing can be done: {self.prompt}")
        if wrong:
            raise BrokenState("; ".join(wrong))

    def hash(self) -> str:
        """A hash of the whole position."""
        return digest(self.state)

    def save(self, path: str | Path) -> None:
        """Write the game as JSON lines; an existing file is replaced only when the new one is complete."""
        from common.engine.autosave import write

        write(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, packs: Sequence[Path] = ()) -> Match:
        """Read a saved game; SaveError says in one line what is wrong with it."""
        from common.engine import saves

        return saves.load(Path(path), packs)
