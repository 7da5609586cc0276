"""A SOF or insurgent attack as a stage while it can be answered: what is attacked, and the chances of both sides."""

from __future__ import annotations

from collections.abc import Iterator

from common.engine import Seat, Side
from common.tables import Odds
from common.tabletop import CombatStage, StageForce, StageStep
from sand_wars.odds import impact_odds, odds
from sand_wars.rules.targets import name_of_target, place_of
from sand_wars.rules.unconventional import SofDefense, SofFlight, UnconventionalAttack
from sand_wars.state import ENEMY, NAMES, SandState

Attack = UnconventionalAttack | SofFlight


def answered(state: SandState) -> Attack | None:
    """The attack that waits for SOF defense."""
    if state.result is not None or not isinstance(state.step, SofDefense):
        return None
    found = state.flow[-2]
    return found if isinstance(found, Attack) else None


def raid_stage(seat: Seat, state: SandState, attack: Attack) -> CombatStage:
    """The attack as one seat can know it."""
    step = state.step
    assert isinstance(step, SofDefense)
    goal, enemy = name_of_target(state, attack.target), ENEMY[attack.side]
    forces = (
        StageForce(attack.side, f"Attacker: {NAMES[attack.side]}", ()),
        StageForce(enemy, f"Defender: {NAMES[enemy]}", ()),
    )
    steps = (StageStep("SOF defense", "REA.SOFD.a", "now"), *_ways(attack), StageStep("Attack", "TBL.4", "ahead"))
    asks = "" if seat.side == seat.to_act else seat.prompt
    return CombatStage(
        place_of(state, attack.target), f"{step.what} on {goal}", "REA.SOFD.a", asks, seat.to_act, steps, forces,
        odds=tuple(_chances(seat, state, attack, seat.side or "")),
    )  # fmt: skip


def _ways(attack: Attack) -> Iterator[StageStep]:
    if isinstance(attack, SofFlight):
        yield StageStep("Flight", "ACT.SOF.b", "ahead")


def _chances(seat: Seat, state: SandState, attack: Attack, viewer: Side) -> Iterator[Odds]:
    """The roll that may stop the attack, and what the attack does if nothing stops it."""
    if seat.side is not None and seat.to_act == seat.side:
        found = [odd for action in seat.legal() if (odd := odds(state, action)) is not None]
        yield from found[:1]  # every card of that title brings the same roll
    count = attack.count if isinstance(attack, UnconventionalAttack) else state.data.tables.impact.dice["sof"]
    title = f"Attack on {name_of_target(state, attack.target)}"
    yield impact_odds(state, attack.side, "unconventional", range(count), title, "TBL.4", attack.target, viewer)
