"""ACT.INFO, ACT.OPI, ACT.TAC  Info ops, Operational Intel and Tactical Intel outside combat."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Action, Refusal, Side, SideStep, Step
from sand_wars.actions import LookAt, LookAtHand, Spread
from sand_wars.rules.cards import discard_at_random
from sand_wars.rules.catalogue import action
from sand_wars.rules.chips import add_chips, bank, remove_chips
from sand_wars.rules.counters import CounterIntel, InfoDefense
from sand_wars.rules.marker import advance_marker
from sand_wars.rules.secrets import examine, show_hand
from sand_wars.state import ENEMY, NAMES, SandState, of_the_side

EFFECTS = ("add", "remove", "discard", "advance")
SCOUTS = ("rec1", "arec2")  # ACT.TAC.a


@action("Info ops")
class InfoOps(SideStep, frozen=True, tag=True):
    """ACT.INFO.a  A chip more or less, a card less for the enemy, or the marker one box on."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Info ops: choose what happens (ACT.INFO.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(Spread, EFFECTS)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Spread) or action.effect not in EFFECTS:
            return Refusal("ACT.INFO.a", "choose the effect of Info ops first")
        if action.effect in ("add", "remove") and state.war:
            return Refusal("OH.15", "chips no longer matter after Open Hostilities")
        if action.effect == "add" and not bank(state):
            return Refusal("DEF.CE.4", "the Bank is empty")
        if action.effect == "remove" and not state.chips:
            return Refusal("DEF.CE.2", "the Pool is empty")
        if action.effect == "discard" and not state.hands[ENEMY[self.side]]:
            return Refusal("ACT.INFO.a", "the enemy holds no card")
        return None

    def play(self, state: SandState, action: Spread) -> None:
        told = {
            "add": "add a chip",
            "remove": "remove a chip",
            "discard": "make the enemy lose a card",
            "advance": "move the turn marker",
        }
        state.note(f"{NAMES[self.side]} wants to {told[action.effect]}.", "ACT.INFO.a")
        state.swap(InfoDefense(ENEMY[self.side], "Info ops"), Propaganda(self.side, action.effect))


class Propaganda(Step, frozen=True, tag=True):
    """ACT.INFO.a  The effect of Info ops that was not canceled."""

    side: Side
    effect: str

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        if self.effect == "add":
            add_chips(state, 1, "ACT.INFO.a", "Info ops")
        elif self.effect == "remove":
            remove_chips(state, 1, "ACT.INFO.a", "Info ops")
        elif self.effect == "discard":
            discard_at_random(state, ENEMY[self.side], 1, "ACT.INFO.a")
        else:
            advance_marker(state, "ACT.INFO.a")
        return True


@action("Operational Intel")
class OperationalIntel(SideStep, frozen=True, tag=True):
    """ACT.OPI.a  The enemy shows his hand."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Operational Intel: look at the enemy's hand (ACT.OPI.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield LookAtHand()

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, LookAtHand):
            return Refusal("ACT.OPI.a", "Operational Intel shows the enemy's hand")
        if not state.hands[ENEMY[self.side]]:
            return Refusal("ACT.OPI.a", "the enemy holds no card")
        return None

    def play(self, state: SandState, action: LookAtHand) -> None:
        state.swap(CounterIntel(ENEMY[self.side], "Operational Intel"), Revelation(self.side))


class Revelation(Step, frozen=True, tag=True):
    """What intelligence that was not countered shows: a space, or the hand if none is named."""

    side: Side
    space: str = ""

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        if self.space:
            examine(state, self.side, self.space, "ACT.TAC.a")
        else:
            show_hand(state, self.side, "ACT.OPI.a")
        return True


@of_the_side
def scouted(state: SandState, side: Side) -> tuple[str, ...]:
    """ACT.TAC.a  The spaces adjacent to an own Recon or Armored Recon unit, attached ones included."""
    near = {there for piece in state.of_kind(side, *SCOUTS) for there in state.data.near[piece.at]}
    return tuple(sorted(near, key=state.data.grouping.number.__getitem__))


def _is_scouted(state: SandState, side: Side, space: str) -> bool:
    """ACT.TAC.a  Whether an own Recon or Armored Recon unit is adjacent to a space."""
    counters = state.data.counters
    for there in state.data.near[space]:
        if not {counters[piece.id].code for piece in state.ground(side, there)}.isdisjoint(SCOUTS):
            return True
    return False


@action("Tactical Intel")
class TacticalIntel(SideStep, frozen=True, tag=True):
    """ACT.TAC.a  Examine a space beside a recon unit."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Tactical Intel: choose the space to examine (ACT.TAC.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        enemy = ENEMY[self.side]
        return (LookAt(space) for space in scouted(state, self.side) if state.holds(enemy, space))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, LookAt) or action.space not in state.data.near:
            return Refusal("ACT.TAC.a", "choose the space to examine first")
        if not state.holds(ENEMY[self.side], action.space):
            return Refusal("ACT.TAC.a", f"no enemy unit is in {state.title(action.space)}")
        if not _is_scouted(state, self.side, action.space):
            return Refusal("ACT.TAC.a", f"no recon unit of yours is adjacent to {state.title(action.space)}")
        return None

    def play(self, state: SandState, action: LookAt) -> None:
        state.note(f"{NAMES[self.side]} scouts {state.title(action.space)}.", "ACT.TAC.a", places=(action.space,))
        state.swap(CounterIntel(ENEMY[self.side], "Tactical Intel"), Revelation(self.side, action.space))
