"""13  Insurgent set-up by dice."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import D6, Action, Refusal, Side, Step
from fallujah.actions import Proceed
from fallujah.rules import setup
from fallujah.state import INSURGENT, RESERVE, FallujahState

ALWAYS = D6[0]  # a table entry that every die reaches needs no roll


class BotSetup(Step, frozen=True, tag=True):
    """13  A Fedayeen in every area of TEM 4; a die for every area of TEM 2 or 3, in the order of their numbers."""

    def actor(self, state: FallujahState) -> Side:
        return INSURGENT

    def prompt(self, state: FallujahState) -> str:
        return "Set up the Fedayeen by dice (13)."

    def candidates(self, state: FallujahState) -> Iterator[Action]:
        yield Proceed()

    def why_not(self, state: FallujahState, action: Action) -> Refusal | None:
        return (
            None
            if isinstance(action, Proceed)
            else Refusal("13a", "the Insurgents are set up by the solitaire procedure")
        )

    def play(self, state: FallujahState, action: Proceed) -> None:
        parts = state.data
        needed = {int(tem): die for tem, die in parts.tables.bot_setup.fedayeen_from.items()}
        state.note("A Cadre stands in every mosque area and in both Jolan areas.", "13a")
        for area in parts.areas:
            if needed.get(parts.tem[area]) == ALWAYS:
                self._place(state, area, "13b")
        for area in parts.areas:
            tem = parts.tem[area]
            least = needed.get(tem, ALWAYS)
            if least != ALWAYS:
                rule = "13c" if tem > 2 else "13d"
                if state.roll(f"Set-up of {parts.labels[area]}, TEM {tem}", D6, by=INSURGENT).total >= least:
                    self._place(state, area, rule)
                else:
                    state.note(f"{parts.labels[area]} stays without Fedayeen.", rule, places=(area,))
        setup.begin(state)

    def _place(self, state: FallujahState, area: str, rule: str) -> None:
        reserve = state.insurgents(RESERVE)
        if reserve:
            unit = state.change(reserve[0].id, at=area)
            state.note(f"{state.data.text(unit.id)} is placed in {state.data.labels[area]}.", rule, places=(area,))
        else:
            state.note(f"No Fedayeen is left for {state.data.labels[area]}.", rule, places=(area,))
