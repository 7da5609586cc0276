"""Steps that recur from game to game: a side's own step, a reaction window, sealed choices, a set built item by item.

They are bases: a game derives its step, fills in the hooks that raise here and keeps what else it needs as fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec

from common.engine.actions import Add, Confirm, Decline, Remove, Seal
from common.engine.basics import Action, Refusal, Side, Step
from common.engine.pools import pick

Choice = tuple[str, ...]  # what a side sealed: one name, or the set it built


class SideStep(Step, frozen=True, tag=True):
    """A decision of one side."""

    abstract: ClassVar[bool] = True
    side: Side

    def actor(self, state: Any) -> Side:
        return self.side


class DiscreetStep(SideStep, frozen=True, tag=True):
    """A decision of one side that is open to all, but for how much there is to choose: that follows from hidden things.

    It may be passed over only where, as far as everybody knows, nothing could be chosen.
    """

    abstract: ClassVar[bool] = True

    @property
    def discreet(self) -> bool:
        return True

    def depends_on_hidden(self, state: Any) -> bool:
        """Whether the players have not agreed to let what is hidden show by who is asked, as for a reaction window."""
        return True


class Look(SideStep, frozen=True, tag=True):
    """A moment within an action that is looked at: the side that acted is named, and nothing can be done."""

    abstract: ClassVar[bool] = True  # it stands on the flow of copies that nobody plays or saves

    def prompt(self, state: Any) -> str:
        return ""


class ReactionWindow(SideStep, frozen=True, tag=True):
    """A moment in which `side` may interrupt the other, or decline.

    Where the ability depends on hidden things, which is so unless a game says otherwise, the side is asked whenever it
    could have a reaction as far as everybody knows, even if only declining is left: a window that is skipped never
    betrays an empty hand. Where nothing hidden decides, the side is asked only if it can react.
    A player who does not want to be bothered has the table decline for him where no other person sees it.
    """

    abstract: ClassVar[bool] = True
    shared_actions: ClassVar[tuple[type[Action], ...]] = (Decline,)

    def depends_on_hidden(self, state: Any) -> bool:
        """Whether hidden things decide if the side can react, and the players have not agreed to let that show."""
        return True

    def could_react(self, state: Any) -> bool:
        """Whether the side might have a reaction, judged by what everybody knows, such as the size of its hand."""
        return True

    def reactions(self, state: Any) -> Iterable[Action]:
        """Every reaction that could be legal."""
        raise AssertionError(f"{type(self).__name__} offers no reactions")

    def why_not_react(self, state: Any, action: Action) -> Refusal | None:
        """What forbids a reaction."""
        raise AssertionError(f"{type(self).__name__} judges no reactions")

    def react(self, state: Any, action: Any) -> None:
        """Carry out a reaction; the window stays open for another one until the game takes it off the flow."""
        raise AssertionError(f"{type(self).__name__} carries out no reactions")

    def close(self, state: Any) -> None:
        """The side declined, or was not asked: the window is shut and play goes on."""
        state.flow.pop()

    @property
    def secret(self) -> bool:
        return True

    def proceed(self, state: Any) -> bool:
        if self.could_react(state) and (self.depends_on_hidden(state) or self._can_react(state)):
            return False
        self.close(state)
        return True

    def _can_react(self, state: Any) -> bool:
        return any(self.why_not_react(state, action) is None for action in self.reactions(state))

    def candidates(self, state: Any) -> Iterator[Action]:
        yield from self.reactions(state)
        yield Decline()

    def why_not(self, state: Any, action: Action) -> Refusal | None:
        return None if isinstance(action, Decline) else self.why_not_react(state, action)

    def play(self, state: Any, action: Action) -> None:
        if isinstance(action, Decline):
            self.close(state)
        else:
            self.react(state, action)


class SealedChoices(Step, frozen=True, tag=True, kw_only=True):
    """The sides choose secretly, one after the other; what they chose is revealed together.

    A side chooses by one `Seal`, or, where `chooser` gives a step, by that step, which ends with `seal`.
    """

    abstract: ClassVar[bool] = True
    shared_actions: ClassVar[tuple[type[Action], ...]] = (Seal,)
    rule: ClassVar[str] = ""
    asked: tuple[Side, ...]
    choices: tuple[tuple[Side, Choice], ...] = ()

    def chooser(self, state: Any, side: Side) -> Step | None:
        """A step in which the side builds its choice, if one name is not enough."""
        return None

    def offers(self, state: Any, side: Side) -> Iterable[str]:
        """What a side can choose by name."""
        raise AssertionError(f"{type(self).__name__} offers nothing")

    def why_not_choose(self, state: Any, side: Side, choice: str) -> Refusal | None:
        """What forbids a choice that is offered."""
        return None

    def note_sealed(self, state: Any, side: Side) -> None:
        """Tell that a side has chosen, without telling what."""

    def reveal(self, state: Any, choices: Mapping[Side, Choice]) -> None:
        """All have chosen; the step has left the flow."""
        raise AssertionError(f"{type(self).__name__} reveals nothing")

    @property
    def secret(self) -> bool:
        return True

    def seen_by(self, side: Side | None) -> Step:
        seen = tuple((who, choice if who == side else ()) for who, choice in self.choices)
        return msgspec.structs.replace(self, choices=seen)

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset(f"{type(self).__name__} of {who}" for who, _ in self.choices if who != side)

    def imagine(self, state: Any, side: Side, seed: int) -> Self:
        guessed = [(who, choice if who == side else self.guess(state, who, seed)) for who, choice in self.choices]
        return msgspec.structs.replace(self, choices=tuple(guessed))

    def guess(self, state: Any, side: Side, seed: int) -> Choice:
        """A choice that a side could have made; where it builds a set, the game says which."""
        able = sorted(name for name in self.offers(state, side) if self._why_not_seal(state, side, name) is None)
        return (able[pick(seed, len(self.asked), len(able), b"guess")],)

    def actor(self, state: Any) -> Side:
        return self.asked[0]

    def proceed(self, state: Any) -> bool:
        if not self.asked:
            state.flow.pop()
            self.reveal(state, dict(self.choices))
            return True
        step = self.chooser(state, self.asked[0])
        if step is None:
            return False
        state.push(step)
        return True

    def candidates(self, state: Any) -> Iterator[Action]:
        return map(Seal, self.offers(state, self.asked[0]))

    def why_not(self, state: Any, action: Action) -> Refusal | None:
        if isinstance(action, Seal):
            return self._why_not_seal(state, self.asked[0], action.choice)
        return Refusal(self.rule, "a choice has to be sealed first")

    def _why_not_seal(self, state: Any, side: Side, choice: str) -> Refusal | None:
        if choice not in self.offers(state, side):
            return Refusal(self.rule, f"{choice!r} cannot be chosen")
        return self.why_not_choose(state, side, choice)

    def play(self, state: Any, action: Seal) -> None:
        seal(state, (action.choice,))


def seal(state: Any, choice: Choice) -> None:
    """Seal what the side asked by the sealed choices on top of the flow has chosen."""
    step: SealedChoices = state.flow[-1]
    side, rest = step.asked[0], step.asked[1:]
    state.swap(msgspec.structs.replace(step, asked=rest, choices=(*step.choices, (side, choice))))
    step.note_sealed(state, side)


class Subset(SideStep, frozen=True, tag=True, kw_only=True):
    """A side builds a set item by item and confirms it, so that the legal actions stay few.

    `chosen` is in the order of adding. A game that lets an item be added several times judges so in `why_not_add`.
    """

    abstract: ClassVar[bool] = True
    shared_actions: ClassVar[tuple[type[Action], ...]] = (Add, Remove, Confirm)
    rule: ClassVar[str] = ""
    chosen: tuple[str, ...] = ()

    def items(self, state: Any) -> Iterable[str]:
        """Everything that could be added."""
        raise AssertionError(f"{type(self).__name__} has no items")

    def called(self, state: Any, item: str) -> str:
        """What players call an item, in the refusals of the step."""
        return item

    def why_not_add(self, state: Any, item: str) -> Refusal | None:
        """What forbids adding one of the items."""
        return Refusal(self.rule, f"{self.called(state, item)} is already chosen") if item in self.chosen else None

    def why_not_confirm(self, state: Any) -> Refusal | None:
        """What is wrong with the set as it stands."""
        return None

    def confirm(self, state: Any) -> None:
        """Do what was chosen; the step has left the flow."""
        raise AssertionError(f"{type(self).__name__} does nothing with its set")

    def seen_by(self, side: Side | None) -> Step:
        return msgspec.structs.replace(self, chosen=()) if self.secret and side != self.side else self

    def hidden(self, side: Side) -> frozenset[str]:
        return frozenset({f"{type(self).__name__} of {self.side}"} if self.secret and side != self.side else ())

    def imagine(self, state: Any, side: Side, seed: int) -> Step:
        return self.seen_by(side)  # nothing chosen yet is always possible

    def candidates(self, state: Any) -> Iterator[Action]:
        yield from map(Add, dict.fromkeys(self.items(state)))
        yield from map(Remove, dict.fromkeys(self.chosen))
        yield Confirm()

    def why_not(self, state: Any, action: Action) -> Refusal | None:
        match action:
            case Add(item):
                if item not in self.items(state):
                    return Refusal(self.rule, f"{self.called(state, item)} cannot be chosen")
                return self.why_not_add(state, item)
            case Remove(item):
                return None if item in self.chosen else Refusal(self.rule, f"{self.called(state, item)} was not chosen")
            case Confirm():
                return self.why_not_confirm(state)
        return Refusal(self.rule, "the choice has to be confirmed first")

    def play(self, state: Any, action: Action) -> None:
        match action:
            case Add(item):
                state.flow[-1] = msgspec.structs.replace(self, chosen=(*self.chosen, item))
            case Remove(item):
                left = list(self.chosen)
                left.remove(item)
                state.flow[-1] = msgspec.structs.replace(self, chosen=tuple(left))
            case Confirm():
                state.flow.pop()
                self.confirm(state)
