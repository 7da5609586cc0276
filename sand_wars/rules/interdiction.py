"""INTD, NAV.1, ACT.NAV  Air and naval interdiction, and Naval operations outside combat."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from common.engine import Action, Refusal, Side, SideStep
from sand_wars.actions import Engage, Sortie
from sand_wars.rules.air import spaces_for
from sand_wars.rules.airbases import free_markers, is_free, why_not_reach
from sand_wars.rules.catalogue import action
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.missions import ImpactMission, begin_mission, execution, go_home
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.secrets import laid_open
from sand_wars.rules.targets import belongs_to, hit, worst
from sand_wars.state import ENEMY, NAMES, SandState


@execution("interdiction")
def interdict(state: SandState, mission: ImpactMission) -> None:
    """INTD.4, INTD.5  The enemy shows his units and each surviving marker gets its target."""
    go_home(state, mission.interceptors)
    armed = tuple(id_ for id_ in mission.markers if state.facts(id_).cv)
    if not mission.markers:
        state.note("No marker got through; nothing is attacked.", "INTD.4")
        return
    told = laid_open(state, ENEMY[mission.side], mission.space)
    state.note(f"Units revealed in {state.title(mission.space)}. {told}", "INTD.4", places=(mission.space,))
    state.looks += 1
    if not armed:
        go_home(state, mission.markers)
        state.note("No armed marker got through; nothing is attacked.", "INTD.5")
        return
    state.revealed |= {mission.space}
    state.push(Interdicting(mission.side, mission.space, armed, mission.markers))


def interdicted(state: SandState, side: Side, space: str) -> list[str]:
    """R55  What interdiction can be aimed at in a space that is revealed."""
    pieces = (*state.at(ENEMY[side], space), *state.at(side, space))
    return [
        piece.id
        for piece in pieces
        if (piece.id in state.data.occupying or state.code(piece.id) == "base")
        and belongs_to(state, ENEMY[side], piece)
    ]


class Interdicting(SideStep, frozen=True, tag=True):
    """INTD.5  Each marker is assigned to one enemy piece; then all dice are rolled together."""

    space: str
    armed: tuple[str, ...]
    markers: tuple[str, ...]
    aims: tuple[tuple[str, str], ...] = ()
    dice: tuple[int, ...] = ()

    def prompt(self, state: SandState) -> str:
        return f"Choose the target of {state.facts(self.armed[len(self.aims)]).name} (INTD.5)."

    def proceed(self, state: SandState) -> bool:
        if len(self.aims) < len(self.armed) and interdicted(state, self.side, self.space):
            return False
        state.flow.pop()
        if self.dice or not self.aims:
            self._resolve(state)
            return True
        count = sum(state.facts(own).cv for own, _ in self.aims)
        roll_dice(state, self.side, count, f"Interdiction of {NAMES[self.side]}", "INTD.6", self)
        return True

    def _resolve(self, state: SandState) -> None:
        row = state.data.tables.impact.rows["interdiction"]
        found: dict[str, list[str]] = {}
        dice = iter(self.dice)
        for own, goal in self.aims:
            found.setdefault(goal, []).extend(row[next(dice) - 1] for _ in range(state.facts(own).cv))
        go_home(state, self.markers)
        for goal, results in found.items():
            if state.pieces[goal].at == self.space:
                hit(state, self.side, goal, worst(results), "INTD.6")
        state.revealed -= {self.space}

    def candidates(self, state: SandState) -> Iterator[Action]:
        marker = self.armed[len(self.aims)]
        return (Engage(marker, goal) for goal in interdicted(state, self.side, self.space))

    def legal(self, state: SandState) -> tuple[Action, ...]:
        """What can be aimed at is looked for once."""
        return tuple(self.candidates(state))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Engage) or action.marker != self.armed[len(self.aims)]:
            return Refusal("INTD.5", "choose the target of the next marker first")
        if action.target in interdicted(state, self.side, self.space):
            return None
        return Refusal("INTD.5", "that is not an enemy unit in the space")

    def play(self, state: SandState, action: Engage) -> None:
        state.swap(replace(self, aims=(*self.aims, (action.marker, action.target))))


@action("Naval operations")
class NavalOperations(SideStep, frozen=True, tag=True):
    """ACT.NAV.a  One naval marker interdicts a coastal space."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Naval operations: choose the coastal space to interdict (ACT.NAV.a)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        markers = free_markers(state, self.side, "naval")[:1]
        spaces = sorted(state.data.coastal & spaces_for(state, self.side, "interdiction")) if markers else ()
        return (Sortie(marker, space) for marker in markers for space in spaces)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        if not isinstance(action, Sortie) or action.mission not in state.data.near:
            return Refusal("ACT.NAV.a", "choose the space for a naval marker first")
        if not is_free(state, self.side, action.marker, ("naval",)):
            return Refusal("NAV.1", "that marker is not available")
        space = action.mission
        refusal = why_not_reach(state, self.side, "naval", space)
        if refusal is not None:
            return refusal
        if not state.war and is_abroad(state, self.side, space):
            return Refusal("OH.6", "no Naval operations against the enemy's home before Open Hostilities")
        if space not in spaces_for(state, self.side, "interdiction"):
            return Refusal("NAV.1", f"no enemy unit or base is in {state.title(space)}")
        return None

    def play(self, state: SandState, action: Sortie) -> None:
        state.flow.pop()
        space = action.mission
        begin_mission(state, ImpactMission(self.side, space, "interdiction", (action.marker,), naval=True))
