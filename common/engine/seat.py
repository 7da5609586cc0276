"""One side's place at a match: what it may know, what it may do, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from common.engine.basics import Action, Aside, IllegalAction, Refusal, Result, Side
from common.engine.journal import Entry
from common.engine.match import Match

if TYPE_CHECKING:
    from common.engine.game import Game
    from common.engine.state import State
    from common.tables import Odds


class Seat:
    """What window, bots, labels and protocol hold instead of the match; None is an onlooker's seat.

    `legal` and `why_not` ask the true position, by the rules' own predicates. Everything else is worked out on
    `known`, a position built of what the side can know, so that nothing hidden can be betrayed. A seat describes one
    moment: whoever has played, taken back or edited something past it makes a new one.
    """

    def __init__(self, match: Match, side: Side | None) -> None:
        self._match = match
        self.side = side

    @property
    def game(self) -> Game:
        """The game that is being played."""
        return self._match.game

    # What everybody may know

    @property
    def to_act(self) -> Side | None:
        """The side that decides now; None when the game is over."""
        return self._match.to_act

    @property
    def prompt(self) -> str:
        """What is being asked, one sentence with its rule."""
        return self._match.prompt

    @property
    def is_secret(self) -> bool:
        """Whether the decision to be made now must not be seen by the other side."""
        return self._match.is_secret

    @property
    def result(self) -> Result | None:
        """How the game ended, if it has."""
        return self._match.result

    # What the side may know

    @cached_property
    def view(self) -> Any:
        """What the side sees, named field by field."""
        return self._match.view(self.side)

    @cached_property
    def known(self) -> State:
        """The position as far as the side can know it, for the rules' own questions; it must not be changed."""
        state: State = self.game.known(self._match.state, self.side)
        return state

    @cached_property
    def draft(self) -> Match:
        """A quiet match over the known position: ask it, and clone it to try plans on; nobody plays on it itself."""
        return Match.over(self.game, self.known.clone())

    def imagine(self, seed: int) -> Match:
        """A quiet match that looks the same to the side, with everything unseen dealt again."""
        return self._match.imagine(self.side or self._match.sides[0], seed)

    @property
    def journal(self) -> list[Entry]:
        """What the side may read of the journal."""
        return self._match.journal.view(self.side)

    @property
    def news(self) -> list[Entry]:
        """What the side may read of the action that was played last."""
        number = len(self._match.past)
        return [entry for entry in self.journal if entry.action == number] if number else []

    def recent(self) -> list[tuple[Action, State]]:
        """The side's own decisions since another side's last one, each with the position as the side knew it then."""
        found: list[tuple[Action, State]] = []
        for moment in reversed(self._match.past):
            if moment.side != self.side:
                break
            found.append((moment.action, self.game.known(moment.before, self.side)))
        return found[::-1]

    def odds(self, action: Action) -> Odds | None:
        """The exact chances, as far as the side can know, of the roll the action would bring."""
        return None if self.result is not None else self.game.odds(self.known, action)

    def label(self, action: Action) -> str:
        """What the action is called in a sentence, in words the side may read."""
        text: str = self.game.table.gesture(self, action).label
        return text

    # What the side may do

    def legal(self) -> tuple[Action, ...]:
        """The moves the side may make now; none while another decides."""
        return self._match.legal() if self.to_act == self.side else ()

    def asides(self) -> tuple[Aside, ...]:
        """What the side may do out of turn."""
        return self._match.asides(self.side) if self.side is not None else ()

    def why_not(self, action: Action) -> Refusal | None:
        """What forbids the action, by the same predicates that make the legal list.

        Nobody is told about another side's possibilities: while that side decides, only asides are judged.
        """
        whose = action.side if isinstance(action, Aside) else self.to_act
        if whose not in (None, self.side) and self.result is None:
            return Refusal("", f"it is for {self.game.side_names.get(whose, whose)} to decide")
        return self._match.why_not(action)

    def play(self, action: Action, dice: Iterable[int] = ()) -> None:
        """Carry out a legal action of this side; `dice` are numbers the players rolled themselves."""
        refusal = self.why_not(action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._match.play(action, dice)
        self.__dict__.pop("view", None)
        self.__dict__.pop("known", None)
        self.__dict__.pop("draft", None)
