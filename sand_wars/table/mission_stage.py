"""An air or naval mission outside a combat as a stage: who comes, what may shoot at it, and the chances."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from common.engine import Seat, Side
from common.tables import Odds
from common.tabletop import CombatStage, StageForce, StageStep, StageSum, StageUnit
from sand_wars.odds import odds
from sand_wars.rules.interdiction import Interdicting, interdicted
from sand_wars.rules.missions import ImpactMission
from sand_wars.state import ENEMY, NAMES, SandState
from sand_wars.table.faces import face_of
from sand_wars.table.labels import marker_name, unit_name
from sand_wars.table.overlays import defense_words

STEPS = (
    ("defense", "Air defense", "AD.3"), ("interception", "Interception", "ICP.1"), ("answer", "Answer", "AD.7"),
    ("fire", "Fire", "ICP.2"), ("fire back", "Fire back", "ICP.5"), ("execution", "Mission", "AIR.12"),
)  # fmt: skip
TITLES = {
    "interdiction": "Interdiction over {}", "recon": "Recon over {}", "strike": "Strategic attack on {}",
    "sof": "SOF attack on {}", "lift": "Special move to {}",
}  # fmt: skip
AT_WORK = "at work"  # the stage of a mission whose markers have got through
AT_SEA = {"interception": "NAV.4", "execution": "NAV.1"}  # the rules of ships where they have their own
CHANCES = 6  # rolls whose odds are worked out at once


def running(state: SandState) -> ImpactMission | None:
    """The mission that goes on outside a combat."""
    if state.battle is not None or state.result is not None:
        return None
    found = next((step for step in reversed(state.flow) if isinstance(step, ImpactMission | Interdicting)), None)
    if isinstance(found, Interdicting):
        sails = any(state.code(id_) == "naval" for id_ in found.markers)
        return ImpactMission(found.side, found.space, "interdiction", found.markers, naval=sails, stage=AT_WORK)
    return found


def mission_stage(game: Any, seat: Seat, state: SandState, mission: ImpactMission, asks: str) -> CombatStage:
    """The mission as one seat can know it."""
    where, enemy = state.title(mission.space), ENEMY[mission.side]
    intruders = StageForce(mission.side, f"Intruders: {NAMES[mission.side]}", tuple(_units(state, mission.markers)))
    at_work = mission.stage == AT_WORK
    there = _targets(state, mission) if at_work else _units(state, mission.interceptors)
    sums = () if at_work else tuple(_defense(game, seat, enemy, mission))
    defender = StageForce(enemy, f"Defender: {NAMES[enemy]}", tuple(there), sums=sums)
    title = f"Interdiction of {where} from the sea" if mission.naval else TITLES[mission.purpose].format(where)
    rule = "NAV.1" if mission.naval else "AIR.12"
    steps, chances = tuple(_steps(mission)), tuple(_chances(seat, state))
    return CombatStage(mission.space, title, rule, asks, seat.to_act, steps, (intruders, defender), odds=chances)


def _steps(mission: ImpactMission) -> Iterator[StageStep]:
    """The mission names the stage that comes next; the one before it goes on."""
    names = [name for name, _, _ in STEPS]
    now = len(names) - 1 if mission.stage == AT_WORK else max(0, names.index(mission.stage) - 1)
    for number, (name, title, rule) in enumerate(STEPS):
        if mission.naval and name in ("defense", "answer"):
            continue
        state: Literal["done", "now", "ahead"] = "done" if number < now else "now" if number == now else "ahead"
        yield StageStep(title, AT_SEA.get(name, rule) if mission.naval else rule, state)


def _units(state: SandState, markers: tuple[str, ...]) -> Iterator[StageUnit]:
    for id_ in markers:
        facts = state.facts(id_)
        yield StageUnit(marker_name(state, id_), str(facts.cv), face_of(facts, state.pieces[id_]), id_)


def _targets(state: SandState, mission: ImpactMission) -> Iterator[StageUnit]:
    """INTD.4  What the other side has shown, one of which each marker attacks."""
    for id_ in interdicted(state, mission.side, mission.space):
        facts, piece = state.facts(id_), state.pieces[id_]
        yield StageUnit(unit_name(state, id_), str(piece.cv or ""), face_of(facts, piece), id_)


def _defense(game: Any, seat: Seat, side: Side, mission: ImpactMission) -> Iterator[StageSum]:
    """R54  The air defense of the space, as far as the seat sees what stands there."""
    if mission.naval:
        return
    yield StageSum("Air defense", (), defense_words(game, seat.view, side, mission.space), "AD.2")


def _chances(seat: Seat, state: SandState) -> list[Odds]:
    """What the actions open to the seat would roll for."""
    if seat.side is None or seat.to_act != seat.side:
        return []
    found = [odds(state, action) for action in seat.legal()]
    return list({odd.title: odd for odd in found if odd is not None}.values())[:CHANCES]
