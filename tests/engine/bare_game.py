"""A game with nothing in it but what a test puts there: the steps it begins with, hands, and what can be done aside."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from common.engine import (
    Action,
    Aside,
    Game,
    Match,
    Option,
    Pool,
    PooledState,
    Refusal,
    Result,
    Scenario,
    Side,
    Step,
)
from common.engine.steps import SideStep


class BareState(PooledState, kw_only=True):
    """Hands, stacks and what was shown to everybody."""

    hands: dict[str, tuple[str, ...]] = {}
    stacks: dict[str, tuple[str, ...]] = {}
    shown: list[str] = []


class Go(Action, frozen=True, tag=True):
    """Do one of the things a bare step offers."""

    what: str


class Shuffle(Aside, frozen=True, tag=True):
    """Put another counter on top of the own stack."""

    top: str


class Turn(SideStep, frozen=True, tag=True):
    """The side does things until it ends its turn."""

    def prompt(self, state: BareState) -> str:
        return "Do something (1)."

    def candidates(self, state: BareState) -> Iterator[Action]:
        yield from map(Go, ("plan", "roll", "draw", "show", "end"))

    def why_not(self, state: BareState, action: Action) -> Refusal | None:
        return None if action in self.candidates(state) else Refusal("1", "that is not possible")

    def play(self, state: BareState, action: Go) -> None:
        match action.what:
            case "roll":
                state.roll("a test", range(1, 7), by="red")
                state.note("A die is rolled.", "1")
            case "draw":
                state.hands[self.side] = (*state.hands.get(self.side, ()), *state.draw_from("deck"))
            case "show":
                state.shown.append(self.side)
            case "end":
                state.swap(Turn("red" if self.side == "blue" else "blue"))


class BareGame(Game):
    """Two sides and a deck."""

    id = "bare"
    title = "Nothing much"
    sides = ("blue", "red")
    side_names: Mapping[Side, str] = {"blue": "Blue", "red": "Red"}
    state_type = BareState
    package = "tests.engine"
    data: Any = None
    scenarios: Any = {"only": Scenario(source="rulebook", title="The only one")}
    options: Any = {
        "fog": Option(source="rulebook", title="Fog", rule="1"),
        "level": Option(
            source="rulebook", title="Level", rule="2", default="low", values={"low": "Low", "high": "High"}
        ),
    }

    def __init__(self, *flow: Step, **fields: Any) -> None:
        super().__init__()
        self.flow, self.fields = flow, fields

    def start(self, scenario: str, options: Any) -> BareState:
        pools = {"deck": Pool.of({"ace": 2, "king": 2})}
        fields: dict[str, Any] = {"pools": pools, **self.fields}
        return BareState(scenario=scenario, options=options, flow=list(reversed(self.flow)), **fields)

    def view(self, state: BareState, side: Side | None) -> Any:
        return state.step.seen_by(side)

    def invariants(self, state: BareState) -> Iterator[str]:
        yield from ()

    def hidden(self, state: BareState, side: Side) -> frozenset[str]:
        """Everything a side has not shown, and what the steps hide."""
        return super().hidden(state, side) | {
            f"secret of {who}" for who in self.sides if who not in (side, *state.shown)
        }

    def asides(self, state: BareState, side: Side) -> Iterator[Aside]:
        return (Shuffle(side, top) for top in state.stacks.get(side, ()))

    def why_not_aside(self, state: BareState, action: Aside) -> Refusal | None:
        if not isinstance(action, Shuffle) or action.top not in state.stacks.get(action.side, ()):
            return Refusal("3", "there is no such counter in the stack")
        return Refusal("3", f"{action.top} is on top") if action.top == state.stacks[action.side][0] else None

    def play_aside(self, state: BareState, action: Shuffle) -> None:
        rest = tuple(name for name in state.stacks[action.side] if name != action.top)
        state.stacks[action.side] = (action.top, *rest)
        state.note(f"{action.top} goes on top.", "3", only=(action.side,), public="A stack is reordered.")

    def concession(self, state: BareState, side: Side) -> Result:
        return Result("red" if side == "blue" else "blue", "win", f"{side} gives up", "4")


def begin(*flow: Step, **fields: Any) -> Match:
    """A match that begins with these steps, the first one named coming first."""
    return BareGame(*flow, **fields).new_match(seed=1)
