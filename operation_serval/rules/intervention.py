"""7.4  International Intervention, and what sleeps before it."""

from __future__ import annotations

from collections.abc import Iterable

from common.engine import D6, Change, Refusal, Step
from operation_serval.rules.command import gain
from operation_serval.rules.telling import names
from operation_serval.state import AIR_BOX, COALITION, ISLAMIST, TASK_FORCE_BOX, ServalState, Unit

GLOBAL_STRIKE = "global_strike"
STRIKE_FORCES = ("jsoc", "africom")  # 31.1g


def why_asleep(state: ServalState, contingent: str) -> Refusal | None:
    """7.4b  French, Chadian, AFISMA and US units do not move or attack before intervention."""
    if not is_asleep(state, contingent):
        return None
    return Refusal("7.4b", f"{state.data.contingents[contingent].name} units wait for International Intervention")


def is_asleep(state: ServalState, contingent: str) -> bool:
    """7.4b  Whether a contingent waits for intervention."""
    return not state.intervention and state.data.contingents[contingent].needs_intervention


def why_no_netwar(state: ServalState, side: str) -> Refusal | None:
    """7.4d  The Coalition plays no netwar marker before intervention."""
    if side == COALITION and not state.intervention:
        return Refusal("7.4d", "Coalition netwar markers wait for International Intervention")
    return None


def passed(state: ServalState, hex_: str) -> None:
    """7.4a  An Islamist unit is in a hex, if only on its way: south-west of the line that brings intervention."""
    if not state.intervention and state.data.region.get(hex_) == "s":
        trigger(state, f"Islamists cross the Intervention Line at {state.title(hex_)}", "7.4a")


def arrived(state: ServalState, hexes: Iterable[str]) -> None:
    """7.4a, 30.1p  Islamist units have come to these hexes and stay: intervention, and the Islamist Offensive.

    Both are brought about south-west of the line alone.
    """
    if state.intervention and (state.offensive or not state.data.setups[state.scenario].offensive):
        return
    for hex_ in hexes:
        if hex_ in state.data.south_west:
            passed(state, hex_)
            offend(state, hex_)


def offend(state: ServalState, hex_: str) -> None:
    """30.1p  The first Islamists in Bamako or a south-western capital bring their side a die of points, once."""
    data = state.data
    prize = hex_ == data.bamako or (hex_ in data.capitals and data.region[hex_] == "s")
    if state.offensive or not prize or not data.setups[state.scenario].offensive or not state.own(ISLAMIST, hex_):
        return
    state.offensive = True
    roll = state.roll("Islamist Offensive", D6, by=ISLAMIST)
    gain(state, ISLAMIST, roll.total, f"Islamists in {state.title(hex_)}", "30.1p")


def capacity(state: ServalState) -> int:
    """23.1, 31.1  Airlift points a turn: none before intervention, then four and one for each force committed."""
    if not state.intervention:
        return 0
    extra: int = sum(getattr(state.data.tables.options, name).airlift for name in state.committed)
    return state.data.tables.tracks.airlift + extra


def trigger(state: ServalState, why: str, rule: str) -> None:
    """7.4, 23.1  Intervention begins at once: airlift, units and netwar are there from this moment."""
    before, state.intervention = state.airlift, state.turn
    state.airlift = capacity(state)
    change = Change("Airlift", before, state.airlift)
    state.note(f"{why}: International Intervention begins.", rule, "23.1a", changes=(change,))
    if state.has("heavy_weaponry"):
        answer_heavy_weaponry(state)
    if state.has("additional_french"):
        commit_additional_french(state)
    awake = "French, Chadian and AFISMA units may operate, Coalition netwar may be played"
    state.note(f"International Intervention: {awake}.", "7.4b", "7.4d")


def crosses(state: ServalState, side: str, path: Iterable[str]) -> bool:
    """7.4a  Whether units on this way would bring intervention."""
    return side == ISLAMIST and not state.intervention and not state.data.south_west.isdisjoint(path)


def answer_heavy_weaponry(state: ServalState) -> None:
    """31.3b  Heavy weapons of the Islamists bring the Coalition a die of points when intervention is in effect."""
    total = state.roll("Heavy weaponry", D6, count=state.data.tables.options.heavy_weaponry.dice, by=COALITION).total
    gain(state, COALITION, total, "The heavy weapons of the Islamists", "31.3b", "CC2P.d")


def commit(state: ServalState, option: str, name: str, *rules: str) -> None:
    """31.1  An optional force is committed: airlift for the Coalition, dice of points for the Islamists."""
    force = getattr(state.data.tables.options, option)
    state.committed += (option,)
    if state.intervention:
        change = Change("Airlift", state.airlift, state.airlift + force.airlift)
        state.airlift += force.airlift
        state.note(f"{name} committed: more airlift from now on.", rules[0], changes=(change,))
    roll = state.roll(f"{name} committed", D6, count=force.dice, by=ISLAMIST)
    gain(state, ISLAMIST, roll.total, f"{name} committed", *rules)
    if option in STRIKE_FORCES and not any(other in STRIKE_FORCES for other in state.committed[:-1]):
        state.pools[COALITION] = state.pools[COALITION].put_back(GLOBAL_STRIKE)
        state.note("The global strike marker goes into the Coalition pool.", "31.1g")


def tell_arrivals(state: ServalState, ids: Iterable[str]) -> str:
    """31.1  Which counters of an optional force have come to a Staging Area, and which to the air box, in words."""
    places: dict[str, list[str]] = {}
    for id_ in ids:
        places.setdefault(state.units[id_].at, []).append(id_)
    air = places.pop(AIR_BOX, [])
    ground = [f"{names(state, there)} come to {state.title(place)}" for place, there in places.items()]
    return "; ".join([*ground, *([f"{names(state, air)} to the air box"] if air else [])])


def commit_additional_french(state: ServalState) -> None:
    """31.1f  Companies to France, aircraft to the air box, the 11th Airborne to the task force box."""
    arrives, data = state.data.tables.options.additional_french.arrives, state.data
    ids = [counter.id for counter in data.counters.values() if counter.option == "additional_french"]
    forces = [id_ for id_ in ids if id_ in data.task_force_ids]
    for id_ in ids:
        state.put(Unit(id_, TASK_FORCE_BOX if id_ in forces else AIR_BOX if id_ in data.air_ids else arrives))
    told = tell_arrivals(state, [id_ for id_ in ids if id_ not in forces])
    state.note(f"{told}; {names(state, forces)} can be formed.", "31.1f")
    commit(state, "additional_french", "Additional French forces", "31.1f", "IC2P.e")
    state.eleventh = True  # three companies may combine before anything else is done (R107)


class Wake(Step, frozen=True, tag=True):
    """30.2  Intervention was triggered before the scenario: its options are settled at the end of set-up."""

    def proceed(self, state: ServalState) -> bool:
        state.flow.pop()
        state.intervention = state.turn
        state.airlift = capacity(state)
        if state.has("heavy_weaponry"):
            answer_heavy_weaponry(state)
        if state.has("additional_french"):
            commit_additional_french(state)
        return True
