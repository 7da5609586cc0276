"""CHIT  What chits do that are played outside an attack: points, closed places, Militia, a look at the enemy's hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, Step
from common.engine.steps import SideStep
from somali_pirates.actions import Place, PlayChit
from somali_pirates.rules.chits import announce, throw, why_not_hold
from somali_pirates.rules.netwar import gain
from somali_pirates.rules.placement import SOMALIA, first_left, legal_ways, place, why_not_first, why_not_place
from somali_pirates.state import COALITION, ENEMY, PIRATE, SIDE_NAMES, PirateState, does

POINT_CHITS = {COALITION: "surge", PIRATE: "jihad"}  # CHIT.C6, CHIT.P4
CLOSING_CHITS = {COALITION: "somali_civil_war", PIRATE: "dar_al_harb"}  # CHIT.C5, CHIT.P1
CLOSES_ON = {"somali_civil_war": 2, "dar_al_harb": 3}  # the highest die that works
SURGE_AT_MOST, JIHAD_AT_LEAST = 25, 76
POINT_DICE = 4
NODE, MILITIA_CALLED = "leader_node", 3  # CHIT.P5
LOOK, MILITIA = "look", "militia"  # uses of ISR and Leader Node


def points_chit_fits(state: PirateState, side: Side) -> bool:
    """CHIT.C6, CHIT.P4  Whether the index allows Surge or Jihad."""
    index = state.index[side]
    return index <= SURGE_AT_MOST if side == COALITION else index >= JIHAD_AT_LEAST


def why_not_effect(state: PirateState, side: Side, action: PlayChit) -> Refusal | None:
    """19.3a  What forbids a chit for one of the effects of this chapter, wherever it is asked."""
    refusal = why_not_hold(state, side, action.chit)
    if refusal is not None:
        return refusal
    kind = state.data.chits[side][action.chit]
    wrong_time = Refusal("19.3a", f"{kind.name} does not fit this moment: {kind.moment}")
    mobilizing = state.phase == "mobilization"
    fighting = state.phase == "combat" and state.mover == side
    if action.target and action.chit not in CLOSING_CHITS.values():
        return Refusal(kind.rule, f"{kind.name} needs no place")
    match action.chit, action.use:
        case ("isr", "look"):
            return None if fighting else replace(wrong_time, rule=kind.rule)
        case ("leader_node", "militia"):
            return None if fighting or mobilizing else wrong_time
        case ("surge" | "jihad", ""):
            if not mobilizing:
                return wrong_time
            if points_chit_fits(state, side):
                return None
            limit = f"{SURGE_AT_MOST} or lower" if side == COALITION else f"{JIHAD_AT_LEAST} or higher"
            return Refusal(kind.rule, f"{kind.name} needs an index of {limit}; it is {state.index[side]}")
        case ("somali_civil_war" | "dar_al_harb", ""):
            return _why_not_close(state, side, action) if mobilizing else wrong_time
    return wrong_time


def _why_not_close(state: PirateState, side: Side, action: PlayChit) -> Refusal | None:
    kind = state.data.chits[side][action.chit]
    if action.target not in closing_targets(state, side):
        what = "one of the three Somali Regions" if side == COALITION else "an Off-Map base"
        return Refusal(kind.rule, f"{kind.name} closes {what}")
    if action.target in state.shut:
        return Refusal(kind.rule, f"{place_name(state, action.target)} is already closed")
    return None


def closing_targets(state: PirateState, side: Side) -> tuple[str, ...]:
    """CHIT.C5, CHIT.P1  What the side's closing chit can name."""
    return SOMALIA if side == COALITION else state.data.offmap


def play_effect(state: PirateState, side: Side, action: PlayChit) -> None:
    """Announce a chit and put its effect below the enemy's chance to negate it."""
    match action.chit:
        case "surge" | "jihad":
            state.push(PointsChit(side, action.chit))
            announce(state, side, action.chit)
        case "somali_civil_war" | "dar_al_harb":
            state.push(ClosingChit(side, action.chit, action.target))
            announce(state, side, action.chit, f"on {place_name(state, action.target)}")
        case "isr":
            state.push(LookAtHand(side))
            announce(state, side, action.chit, "to see the enemy's chits")
        case "leader_node":
            state.push(MilitiaCall(PIRATE))
            announce(state, side, action.chit, "for free Militia")


def place_name(state: PirateState, target: str) -> str:
    """What a Region or Off-Map base is called; a Somali Region has the name of its faction."""
    return state.data.name(target)


class PointsChit(Step, frozen=True, tag=True):
    """CHIT.C6, CHIT.P4  Four dice and the turn number for the own index; the chit leaves the game."""

    side: Side
    chit: str
    thrown: bool = False

    @property
    def is_removed(self) -> bool:
        """Whether the chit has left the Pool."""
        return self.thrown

    def proceed(self, state: PirateState) -> bool:
        kind = state.data.chits[self.side][self.chit]
        if self.thrown:
            state.flow.pop()
            gain(state, self.side, sum(state.dice) + state.turn, kind.name, kind.rule)
        elif state.worked:
            state.pools[self.side] = state.pools[self.side].take(self.chit).remove(self.chit)
            state.swap(replace(self, thrown=True))
            throw(state, self.side, kind.name, kind.rule, POINT_DICE)
        else:
            state.flow.pop()
        return True


class ClosingChit(Step, frozen=True, tag=True):
    """CHIT.C5, CHIT.P1  A die decides whether a Region or an Off-Map base is closed for the turn."""

    side: Side
    chit: str
    target: str
    thrown: bool = False

    @property
    def is_removed(self) -> bool:
        """The chit leaves the Pool at the very end, if it works."""
        return False

    def proceed(self, state: PirateState) -> bool:
        kind = state.data.chits[self.side][self.chit]
        if self.thrown:
            state.flow.pop()
            self._close(state, kind.rule)
        elif state.worked:
            state.swap(replace(self, thrown=True))
            throw(state, self.side, kind.name, kind.rule)
        else:
            state.flow.pop()
        return True

    def _close(self, state: PirateState, rule: str) -> None:
        name = place_name(state, self.target)
        if state.dice[0] <= CLOSES_ON[self.chit]:
            state.shut = {**state.shut, self.target: self.chit}
            state.pools[self.side] = state.pools[self.side].take(self.chit)
            state.note(f"{name} is closed for this turn.", rule)
        else:
            state.note(f"Nothing happens in {name}.", rule)


def reopen(state: PirateState) -> None:
    """R120  At the end of the turn the chits that lie on the map go back to their Pools."""
    owner = {chit: side for side, chit in CLOSING_CHITS.items()}
    for place_, chit in sorted(state.shut.items()):
        state.pools[owner[chit]] = state.pools[owner[chit]].put_back(chit)
        state.note(
            f"{place_name(state, place_)} is open again.", "CHIT.C5" if chit == "somali_civil_war" else "CHIT.P1"
        )
    state.shut = {}


class LookAtHand(Step, frozen=True, tag=True):
    """CHIT.C3, R90  The player sees all enemy chits once."""

    side: Side

    def proceed(self, state: PirateState) -> bool:
        state.flow.pop()
        if state.worked:
            enemy = ENEMY[self.side]
            state.seen = {**state.seen, self.side: state.hands[enemy]}
            kinds = state.data.chits[enemy]
            names = ", ".join(kinds[chit].name for chit in state.hands[enemy]) or "none"
            public = f"The {does(self.side, 'see')} the chits of the {SIDE_NAMES[enemy]}."
            rule = state.data.chits[self.side]["isr"].rule
            state.note(
                f"Chits of the {SIDE_NAMES[enemy]}: {names}.", rule, only=(self.side,), public=public, show=("rules",)
            )
        return True


class MilitiaCall(SideStep, frozen=True, tag=True):
    """CHIT.P5, R89  Three Militia come free into Zones of their Regions; fewer if fewer are left."""

    left: int = MILITIA_CALLED
    begun: bool = False

    def prompt(self, state: PirateState) -> str:
        return f"Place a free Militia, {self.left} to go (CHIT.P5)."

    def proceed(self, state: PirateState) -> bool:
        if not self.begun and state.worked:
            state.swap(replace(self, begun=True))
            return True
        if self.begun and self.left and self.legal(state):
            return False
        if self.begun and self.left:
            state.note("No further Militia is left, or has a place.", "CHIT.P5")
        state.flow.pop()
        return True

    def candidates(self, state: PirateState) -> Iterator[Action]:
        for good in militia_goods(state):
            id_ = first_left(state, good)
            if id_:
                yield from legal_ways(state, id_)

    def why_not(self, state: PirateState, action: Action) -> Refusal | None:
        if not isinstance(action, Place):
            return Refusal("CHIT.P5", "place the Militia first")
        if action.unit not in [first_left(state, good) for good in militia_goods(state)]:
            twin = why_not_first(state, action.unit, militia_goods(state))
            return twin or Refusal("CHIT.P5", "only Militia that are left come by Leader Node")
        return why_not_place(state, action)

    def play(self, state: PirateState, action: Place) -> None:
        state.swap(replace(self, left=self.left - 1))
        place(state, action, "CHIT.P5")


def militia_goods(state: PirateState) -> list[str]:
    """The three kinds of Militia."""
    counters = state.data.counters
    return [good.id for good in state.data.goods.values() if good.single and counters[good.ids[0]].type == MILITIA]
