"""ACT.AIR, INTD, ARC  Air operations outside combat: interdiction and air recon."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, DiscreetStep, Refusal, Side, SideStep
from common.engine.parts import allowed_alike
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
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.secrets import examine
from sand_wars.rules.targets import belongs_to
from sand_wars.state import ENEMY, OFF_MAP, SandState, of_the_held, of_the_place

TITLE = "Air operations"
FLYERS = ("airstrike", "helicopter", "uav", "elint")  # AIR.2
MISSIONS = ("interdiction", "recon")


@of_the_held
def spaces_for(state: SandState, side: Side, mission: str) -> frozenset[str]:
    """ARC.1, R55  The spaces with enemy ground units, for interdiction also those with a Logistics Base."""
    held = frozenset(state.held(ENEMY[side]))
    if mission == "recon":
        return held
    bases = (*state.works(ENEMY[side], "base"), *state.works(side, "base"))
    return held.union([base.at for base in bases if belongs_to(state, ENEMY[side], base)])


def why_not_fly(state: SandState, side: Side, marker: str, mission: str, joins: bool = False) -> Refusal | None:
    """INTD.1, ARC.1, SSM.1  What keeps a marker from a mission, wherever it goes."""
    facts = state.data.counters.get(marker)
    if facts is not None and facts.code == "ssm":
        return Refusal("SSM.1", "SSMs conduct Strategic Strikes only")
    if facts is None or not is_free(state, side, marker, FLYERS):
        return Refusal("AIR.2", "that marker is not available")
    if mission == "recon":
        return None if facts.recon else Refusal("ARC.1", f"this {facts.name} has no recon value")
    if mission != "interdiction":
        return Refusal("STK.1", f"Air operations cannot fly {mission}")
    if facts.cv or (joins and facts.code == "elint"):
        return None
    return Refusal("INTD.1", f"this {facts.name} has no CV to attack with")


def why_not_aim(state: SandState, side: Side, code: str, mission: str, space: str) -> Refusal | None:
    """AIR.11, OH.4  What keeps a marker of a kind on a mission from a space."""
    if space not in state.data.near:
        return Refusal("AIR.11", "there is no such space")
    if space not in spaces_for(state, side, mission):
        if mission == "recon":
            return Refusal("ARC.1", f"no enemy unit is in {state.title(space)}")
        return Refusal("INTD.1", f"no enemy unit or base is in {state.title(space)}")
    refusal = why_not_reach(state, side, code, space)
    return refusal or why_not_over_border(state, side, space)


@of_the_held
def aims(state: SandState, side: Side, code: str, mission: str) -> frozenset[str]:
    """The spaces in reach of a kind of marker that its mission could be about."""
    return frozenset(filter(reaching(state, side, code), spaces_for(state, side, mission)))


def why_no_target(state: SandState, side: Side, code: str, mission: str) -> Refusal | None:
    """AIR.11  What keeps every marker of a kind from a mission: nothing is in its range."""
    found = _has_target(state, side, code, mission, is_border_closed(state, side))
    return None if found else Refusal("AIR.11", "no target is in its range")


@of_the_held
def _has_target(state: SandState, side: Side, code: str, mission: str, abroad_closed: bool) -> bool:
    """Whether a kind of marker has a target; it depends on the border being closed to it as well (OH.4)."""
    reaches = reaching(state, side, code)
    for space in state.held(ENEMY[side]):  # a target of both missions, and found sooner than all that there are
        if reaches(space) and (not abroad_closed or why_not_over_border(state, side, space) is None):
            return True
    return bool(open_to_air(state, side, aims(state, side, code, mission)))


@action(TITLE)
class AirOperations(SideStep, frozen=True, tag=True):
    """ACT.AIR.a  Which marker flies, and what for."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Air operations: choose a marker and its mission (ACT.AIR.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        markers = free_markers(state, self.side, *FLYERS)
        return (Sortie(marker, mission) for marker in markers for mission in MISSIONS)

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """Whether a mission has a target in range is asked once for all markers of a kind."""
        flights = _flights(state, self.side, OFF_MAP)
        return tuple(allowed_alike(flights, lambda sortie: why_no_target(state, self.side, *_kind(state, sortie))))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Sortie):
            return Refusal("ACT.AIR.a", "choose the marker to send first")
        refusal = why_not_fly(state, self.side, action.marker, action.mission)
        return refusal or why_no_target(state, self.side, *_kind(state, action))

    def play(self, state: SandState, action: Sortie) -> None:
        state.swap(Aiming(self.side, action.marker, action.mission))


@beginning(TITLE)
def can_begin(state: SandState, side: Side) -> bool:
    """Whether a marker at hand has a target."""
    return _can_fly(state, side, free_markers(state, side, *FLYERS), is_border_closed(state, side))


@of_the_held
def _can_fly(state: SandState, side: Side, markers: tuple[str, ...], abroad_closed: bool) -> bool:
    """The answer, which follows from who holds what, the markers at hand, and whether the border is closed to them."""
    return finds_something(state, side, TITLE)


def _kind(state: SandState, sortie: Sortie) -> tuple[str, str]:
    """What decides whether there is a target: the kind of marker, and the mission."""
    return state.data.counters[sortie.marker].code, sortie.mission


@of_the_place
def _flights(state: SandState, side: Side, box: str) -> tuple[tuple[Sortie, tuple[str, str]], ...]:
    """What the markers in the Off-Map box could fly, each with its kind."""
    named = []
    for marker in free_markers(state, side, *FLYERS):
        facts = state.facts(marker)
        values = facts.code, facts.cv, facts.recon  # markers with the same values fly alike
        named += [(Sortie(marker, mission), (values, mission)) for mission in MISSIONS]
    fit = allowed_alike(named, lambda sortie: why_not_fly(state, side, sortie.marker, sortie.mission))
    return tuple([(sortie, _kind(state, sortie)) for sortie in fit])


class Aiming(SideStep, frozen=True, tag=True):
    """AIR.11  Where the marker goes."""

    marker: str
    mission: str

    def prompt(self, state: SandState) -> str:
        return f"Choose the space for {self.mission} by {state.facts(self.marker).name} (AIR.11)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(AimAt, sorted(aims(state, self.side, state.code(self.marker), self.mission)))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """All that is in reach of the marker and holds a target, but for what lies beyond a closed border."""
        spaces = aims(state, self.side, state.code(self.marker), self.mission)
        return tuple(map(AimAt, open_to_air(state, self.side, sorted(spaces))))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, AimAt):
            return Refusal("AIR.11", "choose the space for the marker first")
        return why_not_aim(state, self.side, state.code(self.marker), self.mission, action.target)

    def play(self, state: SandState, action: AimAt) -> None:
        pay_for_air(state, self.side, action.target)
        state.swap(MoreSorties(self.side, self.mission, action.target, (self.marker,)))


def pay_for_air(state: SandState, side: Side, space: str) -> None:
    """ACT.AIR.c, R49, R51  A chip for the card and the count of air pieces across the border."""
    count_over_border(state, side, space)
    if is_abroad(state, side, space):
        add_chips(state, 1, "ACT.AIR.c", "Air operations across the border")


class MoreSorties(DiscreetStep, frozen=True, tag=True):
    """INTD.2, ACT.AIR.b  More cards send more markers to the same space."""

    mission: str
    space: str
    markers: tuple[str, ...]

    def prompt(self, state: SandState) -> str:
        return f"Send another marker to {state.title(self.space)}, one card each, or go on (INTD.2)."

    def proceed(self, state: SandState) -> bool:
        markers = free_markers(state, self.side, *FLYERS)
        if might_hold(state, self.side, TITLE) and any(self._why_not_send(state, id_) is None for id_ in markers):
            return False
        self._end(state)
        return True

    def _why_not_send(self, state: SandState, marker: str) -> Refusal | None:
        """What keeps a marker, as everybody sees, from joining the mission with another card."""
        if marker in self.markers:
            return Refusal("ACT.AIR.b", "that marker is already flying")
        refusal = why_not_fly(state, self.side, marker, self.mission, joins=True)
        return refusal or why_not_aim(state, self.side, state.code(marker), self.mission, self.space)

    def candidates(self, state: SandState) -> Iterator[Action]:
        yield EndSorties()
        for card in actions_held(state, self.side, TITLE):
            yield from (JoinSortie(card, marker) for marker in free_markers(state, self.side, *FLYERS))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        match action:
            case EndSorties():
                return None
            case JoinSortie(card, marker):
                refusal = why_not_hold(state, self.side, card)
                if refusal is None and state.data.cards[card].action != TITLE:
                    refusal = Refusal("ACT.AIR.b", "each marker needs its own Air operations card")
                return refusal or self._why_not_send(state, marker)
            case AimAt(space):
                where = state.data.names.get(space, "another space")
                return Refusal("INTD.3", f"all markers of this round go to {state.title(self.space)}, not {where}")
        return Refusal("INTD.2", "finish preparing the mission first")

    def play(self, state: SandState, action: Action) -> None:
        match action:
            case EndSorties():
                self._end(state)
            case JoinSortie(card, marker):
                play_extra(state, self.side, card, "INTD.2")
                pay_for_air(state, self.side, self.space)
                state.swap(replace(self, markers=(*self.markers, marker)))

    def _end(self, state: SandState) -> None:
        state.flow.pop()
        begin_mission(state, ImpactMission(self.side, self.space, self.mission, self.markers))


@execution("recon")
def look(state: SandState, mission: ImpactMission) -> None:
    """ARC.1  A surviving marker lets its owner examine the space."""
    go_home(state, (*mission.markers, *mission.interceptors))
    if mission.markers:
        examine(state, mission.side, mission.space, "ARC.1")
    else:
        state.note("No marker got through; nothing is seen.", "ARC.1")
