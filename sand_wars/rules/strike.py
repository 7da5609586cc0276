"""ACT.STR, STK, SSM  Strategic attack by Airstrikes and missiles on installations and resources."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep, Step
from sand_wars.actions import AimAt, EndSorties, JoinSortie, Sortie
from sand_wars.rules.airbases import (
    count_over_border,
    free_markers,
    is_border_closed,
    is_free,
    open_to_air,
    reaching,
    why_not_over_border,
    why_not_reach,
)
from sand_wars.rules.cards import actions_held, might_hold, play_extra, why_not_hold
from sand_wars.rules.catalogue import action, beginning, finds_something
from sand_wars.rules.chips import add_chips
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.forces import eliminate
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.targets import (
    hit,
    installations_in,
    is_disrupted,
    name_of_target,
    pick_target,
    place_of,
    spaces_with_installations,
    worst,
)
from sand_wars.state import NAMES, SandState, of_the_lines

TITLE = "Strategic attack"
STRIKERS = ("airstrike", "ssm")  # STK.1


def why_not_strike(state: SandState, side: Side, marker: str, target: str) -> Refusal | None:
    """STK.1, STK.2, SSM.5  What keeps a marker from a strategic target."""
    return why_not_strike_at(state, side, marker, place_of(state, target))


def why_not_strike_at(state: SandState, side: Side, marker: str, space: str) -> Refusal | None:
    """STK.1, SSM.5  What keeps a marker from all strategic targets in a space."""
    if not is_free(state, side, marker, STRIKERS):
        return Refusal("STK.1", "only Airstrikes and SSMs that are available make Strategic Strikes")
    return why_not_reach(state, side, state.code(marker), space) or why_not_over_border(state, side, space)


def why_not_target(state: SandState, side: Side, target: str) -> Refusal | None:
    """STK.2, DIS.11  What is wrong with a strategic target, whoever strikes it."""
    space = place_of(state, target)
    if space not in state.data.near or target not in installations_in(state, side, space):
        return Refusal("STK.2", "that is not an enemy installation or resource")
    if is_disrupted(state, target):
        return Refusal("DIS.11", f"{name_of_target(state, target)} is already disrupted")
    return None


@action(TITLE)
class StrategicAttack(SideStep, frozen=True, tag=True):
    """ACT.STR.a  Which installation or resource is attacked."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Strategic attack: choose the installation or resource (ACT.STR.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        for space in self._spaces(state):
            yield from map(AimAt, installations_in(state, self.side, space))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Which spaces can be struck is asked once for all targets there."""
        targets = [target for space in self._spaces(state) for target in installations_in(state, self.side, space)]
        return tuple([AimAt(target) for target in targets if not is_disrupted(state, target)])

    def _spaces(self, state: SandState) -> list[str]:
        """The spaces with strategic targets that a marker at hand may strike."""
        side, spaces = self.side, spaces_with_installations(state, self.side)
        kinds = {state.code(id_) for id_ in free_markers(state, side, *STRIKERS)}
        near = {space for code in kinds for space in filter(reaching(state, side, code), spaces)}
        return open_to_air(state, side, [space for space in spaces if space in near])

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, AimAt):
            return Refusal("ACT.STR.a", "choose a target first")
        refusal = why_not_target(state, self.side, action.target)
        if refusal is not None:
            return refusal
        space, first = place_of(state, action.target), None
        for marker in free_markers(state, self.side, *STRIKERS):
            refusal = why_not_strike_at(state, self.side, marker, space)
            if refusal is None:
                return None
            first = first or refusal
        return first or Refusal("STK.1", "no Airstrike or SSM is available")

    def play(self, state: SandState, action: AimAt) -> None:
        state.swap(Striking(self.side, action.target))


@beginning(TITLE)
def can_begin(state: SandState, side: Side) -> bool:
    """Whether a marker at hand can strike anything."""
    markers = free_markers(state, side, *STRIKERS)
    return bool(markers) and _can_strike(state, side, markers, state.wrecked, is_border_closed(state, side))


@of_the_lines
def _can_strike(
    state: SandState, side: Side, markers: tuple[str, ...], wrecked: frozenset[str], abroad_closed: bool
) -> bool:
    """The answer, which follows from who holds what, what is built, and what is asked with."""
    return finds_something(state, side, TITLE)


class Striking(DiscreetStep, frozen=True, tag=True):
    """ACT.STR.b, STK.4  One marker for each card, all at the same target."""

    target: str
    markers: tuple[str, ...] = ()

    def prompt(self, state: SandState) -> str:
        what = name_of_target(state, self.target)
        if not self.markers:
            return f"Choose the Airstrike or SSM that attacks {what} (STK.4)."
        return f"Add a card and a marker against {what}, or go on (ACT.STR.b)."

    def proceed(self, state: SandState) -> bool:
        if not self.markers:
            return False
        markers = free_markers(state, self.side, *STRIKERS)
        if might_hold(state, self.side, TITLE) and any(self._why_not_send(state, id_) is None for id_ in markers):
            return False
        self._end(state)
        return True

    def _why_not_send(self, state: SandState, marker: str) -> Refusal | None:
        """What keeps a marker, as everybody sees, from joining the attack with another card."""
        if marker in self.markers:
            return Refusal("STK.4", "that marker already attacks")
        return why_not_strike(state, self.side, marker, self.target)

    def candidates(self, state: SandState) -> Iterator[Action]:
        markers = free_markers(state, self.side, *STRIKERS)
        if not self.markers:
            yield from (Sortie(marker, "strike") for marker in markers)
            return
        yield EndSorties()
        for card in actions_held(state, self.side, TITLE):
            yield from (JoinSortie(card, marker) for marker in markers)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case Sortie(marker, "strike") if not self.markers:
                return why_not_strike(state, self.side, marker, self.target)
            case EndSorties() if self.markers:
                return None
            case JoinSortie(card, marker) if self.markers:
                refusal = why_not_hold(state, self.side, card)
                if refusal is None and state.data.cards[card].action != TITLE:
                    refusal = Refusal("OPS.1", "only another Strategic attack joins")
                return refusal or self._why_not_send(state, marker)
        return Refusal("STK.4", "one Airstrike or SSM attacks for each card")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case EndSorties():
                self._end(state)
            case JoinSortie(card, marker):
                play_extra(state, self.side, card, "ACT.STR.b")
                self._send(state, marker)
            case Sortie(marker, _):
                self._send(state, marker)

    def _send(self, state: SandState, marker: str) -> None:
        space = place_of(state, self.target)
        count_over_border(state, self.side, space)
        if is_abroad(state, self.side, space):
            add_chips(state, 1, "OPS.5", "Strategic attack across the border")
        state.swap(replace(self, markers=(*self.markers, marker)))

    def _end(self, state: SandState) -> None:
        state.flow.pop()
        space = place_of(state, self.target)
        state.note(f"{NAMES[self.side]} attacks {name_of_target(state, self.target)}.", "ACT.STR.a", places=(space,))
        begin_mission(state, ImpactMission(self.side, space, "strike", self.markers, self.target))


@execution("strike")
def bomb(state: SandState, mission: ImpactMission) -> None:
    """STK.3  One die for each factor of the markers that got through."""
    go_home(state, mission.interceptors)
    count = sum(state.facts(id_).cv for id_ in mission.markers)
    if not count:
        state.note("No marker got through; the target is not attacked.", "STK.3")
    else:
        reason = f"Strategic strike of {NAMES[mission.side]}"
        strike = Bombing(mission.side, mission.target, mission.markers)
        roll_dice(state, mission.side, count, reason, "STK.3", strike)


class Bombing(Step, frozen=True, tag=True):
    """STK.3, SSM.2  The worst die counts; missiles are spent, Airstrikes go home."""

    side: Side
    target: str
    markers: tuple[str, ...]
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        row = state.data.tables.impact.rows["strike"]
        for id_ in self.markers:
            if state.code(id_) == "ssm":
                eliminate(state, id_, "SSM.2")
        go_home(state, self.markers)
        target = pick_target(state, self.side, self.target)
        hit(state, self.side, target, worst([row[die - 1] for die in self.dice]), "STK.3")
        return True
