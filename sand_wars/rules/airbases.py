"""AIR, RNG, R52  Where markers may start from and what they can reach."""

from __future__ import annotations

from common.engine import Refusal, Side
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.supply import linked_bases, serving_bases
from sand_wars.state import OFF_MAP, SandState

TOWNS = ("city", "resource_city")  # AIR.4
UNBOUNDED = ("ssm", "naval")  # SSM.5, NAV.3


def free_markers(state: SandState, side: Side, *codes: str) -> list[str]:
    """The markers of those kinds in a side's Off-Map box (DSP.5)."""
    return [piece.id for piece in state.at(side, OFF_MAP) if state.code(piece.id) in codes]


def home_airbases(state: SandState, side: Side) -> set[str]:
    """The printed airbases at home that a side holds undisputed; foreign ones are never usable."""
    return {space for space in state.data.airbases if state.is_home(side, space) and state.is_friendly(side, space)}


def pads(state: SandState, side: Side) -> set[str]:
    """AIR.5  The spaces of which a helicopter flight needs one: home airbases and undisrupted Logistics Bases."""
    return home_airbases(state, side) | set(serving_bases(state, side))


def starts(state: SandState, side: Side, code: str) -> set[str]:
    """R52, AIR.13  The spaces a marker may start from."""
    kind = state.data.kind
    if code == "airstrike":
        return home_airbases(state, side) | {space for space in serving_bases(state, side) if kind[space] in TOWNS}
    if code in ("elint", "air_supply"):
        return pads(state, side)
    if code == "helicopter":
        towns = {
            space
            for space in state.data.spaces
            if kind[space] in TOWNS and state.is_home(side, space) and state.is_friendly(side, space)
        }
        return towns | pads(state, side)
    if code == "uav":
        return {space for space in state.data.spaces if state.is_friendly(side, space)}
    return set(linked_bases(state, side)) if code == "ssm" else set()


def reach_of(state: SandState, side: Side, code: str) -> set[str]:
    """AIR.11  The spaces that a marker can reach from some base it may use."""
    data = state.data
    if code == "naval":
        return set(data.coastal)
    found = starts(state, side, code)
    if code == "ssm":
        return set(data.spaces) if found else set()
    if code != "helicopter":
        return {there for here in found for there in data.in_band(code, here)}
    sure = pads(state, side)
    return {there for here in found for there in data.in_band(code, here) if here in sure or there in sure}


def why_not_reach(state: SandState, side: Side, code: str, space: str) -> Refusal | None:
    """AIR.3-AIR.11  What keeps a marker of a kind from a space."""
    if space in reach_of(state, side, code):
        return None
    if code == "naval":
        return Refusal("NAV.1", f"{state.title(space)} is not on the coast")
    rules = {"airstrike": "AIR.3", "elint": "AIR.7", "helicopter": "AIR.5", "uav": "AIR.6", "ssm": "AIR.8"}
    if not starts(state, side, code):
        return Refusal(rules.get(code, "AIR.9"), "there is no base that it may start from")
    if code == "helicopter" and any(space in state.data.in_band(code, here) for here in starts(state, side, code)):
        return Refusal("AIR.5", "a helicopter starts from or flies to an airbase or Logistics Base")
    return Refusal("AIR.11", f"{state.title(space)} is out of range from every base that it may use")


def why_not_over_border(state: SandState, side: Side, *spaces: str) -> Refusal | None:
    """OH.4, R51  Before Open Hostilities one air piece a round may be used across the border."""
    if state.war or not is_abroad(state, side, *spaces) or not state.air_abroad.get(side):
        return None
    return Refusal("OH.4", "before Open Hostilities one air piece a round may be used across the border")


def count_over_border(state: SandState, side: Side, *spaces: str) -> None:
    """Remember an air piece that was used across the border in this round."""
    if is_abroad(state, side, *spaces):
        state.air_abroad[side] = state.air_abroad.get(side, 0) + 1
