"""MPI  The Major Power Intervention table and what its results bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from common.engine import Action, Refusal, Side, SideStep, Step
from sand_wars.actions import ChooseColumn, LookAt
from sand_wars.rules.cards import draw_cards
from sand_wars.rules.catalogue import action
from sand_wars.rules.chips import add_chips, remove_chips
from sand_wars.rules.dice import roll_dice
from sand_wars.rules.leadership import place_leader
from sand_wars.rules.marker import advance_marker
from sand_wars.rules.reconstitution import Rebuilding
from sand_wars.rules.reinforcements import Deploying, available, receive
from sand_wars.rules.secrets import examine, show_hand
from sand_wars.state import ASIDE, ENEMY, MOROCCO, NAMES, OFF_MAP, REPLACEMENT, SPENT, SandState

PRESSURE = 2  # chips that peace pressure takes away
UNITS = {
    "motorized": ("mot2",),
    "mechanized": ("mech3",),
    "tank": ("tank4", "tank3"),
    "artillery": ("art2", "spa3"),
    "airborne": ("abn2",),
}
MARKERS = {"airstrike": 1, "airstrike_2": 2, "helicopter": 1, "air_supply": 1, "naval": 1}


@action("Call for Aid")
class CallForAid(SideStep, frozen=True, tag=True):
    """ACT.CALL.a, MPI.2  A column is chosen, then two dice are rolled."""

    card: str

    def prompt(self, state: SandState) -> str:
        return "Choose a column of the Major Power Intervention table (MPI.2)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return map(ChooseColumn, state.data.tables.intervention.columns)

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        known = isinstance(action, ChooseColumn) and action.column in state.data.tables.intervention.columns
        return None if known else Refusal("MPI.2", "choose a column of the table first")

    def play(self, state: SandState, action: ChooseColumn) -> None:
        state.flow.pop()
        reason = f"Appeal to {state.data.tables.intervention.powers[action.column]}"
        roll_dice(state, self.side, 2, reason, "MPI.3", AidRoll(self.side, action.column))


class AidRoll(Step, frozen=True, tag=True):
    """MPI.3  The cell of the row rolled and the column chosen is carried out."""

    side: Side
    column: str
    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        state.flow.pop()
        table = state.data.tables.intervention
        result = table.rows[str(sum(self.dice))][self.column]
        state.note(f"{table.columns[self.column]}: {table.results[result]}", "MPI.3")
        give_aid(state, self.side, result)
        return True


def give_aid(state: SandState, side: Side, result: str) -> None:
    """Carry out one result of the table."""
    if result in UNITS:
        _give_unit(state, side, UNITS[result])
    elif result in MARKERS:
        for _ in range(MARKERS[result]):
            receive(state, side, result.removesuffix("_2"), "MPI.3")
    else:
        SPECIAL[result](state, side)


def _give_unit(state: SandState, side: Side, codes: tuple[str, ...]) -> None:
    """One unit of a type of the owner's choice, at full CV."""
    found = tuple(ids[0] for code in codes if (ids := available(state, side, code)))
    if found:
        state.push(Deploying(side, found))
    else:
        state.note(f"{NAMES[side]}: no such unit is available.", "MPI.3")


def _nothing(state: SandState, side: Side) -> None:
    """No aid."""


def _rebuff(state: SandState, side: Side) -> None:
    draw_cards(state, ENEMY[side], 1, "MPI.3")


def _peace_pressure(state: SandState, side: Side) -> None:
    if state.war:
        advance_marker(state, "MPI.3")
    else:
        remove_chips(state, PRESSURE, "MPI.3", "Pressure for peace")


def _chip_up(state: SandState, side: Side) -> None:
    add_chips(state, 1, "MPI.3", "Foreign arms")


def _card(state: SandState, side: Side) -> None:
    draw_cards(state, side, 1, "MPI.3")


def _intelligence(state: SandState, side: Side) -> None:
    show_hand(state, side, "MPI.3")
    state.push(SatellitePicture(side))


def _reconstitution(state: SandState, side: Side) -> None:
    state.push(Rebuilding(side, optional=True, rule="MPI.3"))


def _uav(state: SandState, side: Side) -> None:
    """The armed UAV only if the unarmed one is owned already."""
    found = sorted(available(state, side, "uav"), key=lambda id_: state.facts(id_).cv)
    if found:
        state.change(found[0], at=OFF_MAP)
        state.note(f"{NAMES[side]}: UAV to the Off-Map box.", "MPI.3", "REI.8")
    else:
        state.note(f"{NAMES[side]}: no UAV is available.", "MPI.3")


def _elint(state: SandState, side: Side) -> None:
    """ELI.4  Only Morocco can have the ELINT marker."""
    if side == MOROCCO and available(state, side, "elint"):
        receive(state, side, "elint", "MPI.3")
    else:
        _uav(state, side)


def _ssm(state: SandState, side: Side) -> None:
    """SSM.4  Also a missile that was fired comes back."""
    receive(state, side, "ssm", "MPI.3", (ASIDE, SPENT))


def _ssm_tank(state: SandState, side: Side) -> None:
    _ssm(state, side)
    _give_unit(state, side, UNITS["tank"])


def _base(state: SandState, side: Side) -> None:
    found = available(state, side, "base", (ASIDE,))
    if found:
        state.push(Deploying(side, (found[0],), wide=True))
    else:
        state.note(f"{NAMES[side]}: no Logistics Base is available.", "MPI.3")


def _leader(state: SandState, side: Side) -> None:
    place_leader(state, side, "MPI.3")


def _insurgents(state: SandState, side: Side) -> None:
    receive(state, side, "camp", "MPI.3", (ASIDE, REPLACEMENT))


SPECIAL: dict[str, Callable[[SandState, Side], None]] = {
    "none": _nothing,
    "rebuff": _rebuff,
    "peace_pressure": _peace_pressure,
    "chip_up": _chip_up,
    "card": _card,
    "intelligence": _intelligence,
    "reconstitution": _reconstitution,
    "uav": _uav,
    "elint": _elint,
    "ssm": _ssm,
    "ssm_tank": _ssm_tank,
    "logistics_base": _base,
    "leader": _leader,
    "insurgents": _insurgents,
}


class SatellitePicture(SideStep, frozen=True, tag=True):
    """MPI.3  All enemy pieces in one space of the player's choice are shown to him."""

    def prompt(self, state: SandState) -> str:
        return "Choose a space to examine (MPI.3)."

    def candidates(self, state: SandState) -> Iterator[Action]:
        return (LookAt(space) for space in state.occupied(ENEMY[self.side]))

    def why_not(self, state: SandState, action: Action) -> Refusal | None:
        fits = isinstance(action, LookAt) and action.space in state.occupied(ENEMY[self.side])
        return None if fits else Refusal("MPI.3", "choose a space with enemy pieces")

    def play(self, state: SandState, action: LookAt) -> None:
        state.flow.pop()
        examine(state, self.side, action.space, "MPI.3")
