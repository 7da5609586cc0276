"""AIR, RNG, R52  Where markers may start from and what they can reach."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable

from common.engine import Refusal, Side
from sand_wars.components import TOWNS
from sand_wars.rules.movement import is_abroad
from sand_wars.rules.supply import linked_bases, serving_bases
from sand_wars.state import OFF_MAP, SandState, of_the_lines

UNBOUNDED = ("ssm", "naval")  # SSM.5, NAV.3


def free_markers(state: SandState, side: Side, *codes: str) -> tuple[str, ...]:
    """The markers of those kinds in a side's Off-Map box (DSP.5)."""
    return state.in_box(side, OFF_MAP, codes)


def is_free(state: SandState, side: Side, marker: str, codes: Container[str]) -> bool:
    """Whether a marker is of one of those kinds and in a side's Off-Map box."""
    piece = state.pieces.get(marker)
    if piece is None or piece.at != OFF_MAP:
        return False
    facts = state.data.counters[marker]
    return facts.side == side and facts.code in codes


@of_the_lines
def home_airbases(state: SandState, side: Side) -> frozenset[str]:
    """The printed airbases at home that a side holds undisputed; foreign ones are never usable."""
    return state.friendly(side).intersection(state.data.home_airbases[side])


@of_the_lines
def pads(state: SandState, side: Side) -> frozenset[str]:
    """AIR.5  The spaces of which a helicopter flight needs one: home airbases and undisrupted Logistics Bases."""
    return home_airbases(state, side).union(serving_bases(state, side))


@of_the_lines
def starts(state: SandState, side: Side, code: str) -> frozenset[str]:
    """R52, AIR.13  The spaces a marker may start from."""
    kind = state.data.kind
    if code == "airstrike":
        return home_airbases(state, side).union(s for s in serving_bases(state, side) if kind[s] in TOWNS)
    if code in ("elint", "air_supply"):
        return pads(state, side)
    if code == "helicopter":
        return pads(state, side).union(state.friendly(side).intersection(state.data.towns[side]))
    if code == "uav":
        return state.friendly(side)
    return linked_bases(state, side) if code == "ssm" else frozenset()


def reaching(state: SandState, side: Side, code: str) -> Callable[[str], bool]:
    """AIR.11  What tells of a space whether a marker can reach it from some base it may use."""
    if code == "naval":
        return state.data.coastal.__contains__
    usable = starts(state, side, code)
    if code == "ssm":
        return lambda space: bool(usable)
    near = state.data.starts_for(code)
    if code != "helicopter":
        return lambda space: not usable.isdisjoint(near[space])
    pad = pads(state, side)  # AIR.5  A helicopter starts from one, or flies to one
    return lambda space: not pad.isdisjoint(near[space]) or (space in pad and not usable.isdisjoint(near[space]))


def reach_of(state: SandState, side: Side, code: str) -> frozenset[str]:
    """AIR.11  All spaces that a marker can reach from some base it may use."""
    return frozenset(filter(reaching(state, side, code), state.data.spaces))


def why_not_reach(state: SandState, side: Side, code: str, space: str) -> Refusal | None:
    """AIR.3-AIR.11  What keeps a marker of a kind from a space."""
    if reaching(state, side, code)(space):
        return None
    if code == "naval":
        return Refusal("NAV.1", f"{state.title(space)} is not on the coast")
    rules = {"airstrike": "AIR.3", "elint": "AIR.7", "helicopter": "AIR.5", "uav": "AIR.6", "ssm": "AIR.8"}
    if not starts(state, side, code):
        return Refusal(rules.get(code, "AIR.9"), "there is no base that it may start from")
    if code == "helicopter" and any(space in state.data.in_band(code, here) for here in starts(state, side, code)):
        return Refusal("AIR.5", "a helicopter starts from or flies to an airbase or Logistics Base")
    return Refusal("AIR.11", f"{state.title(space)} is out of range from every base that it may use")


def is_border_closed(state: SandState, side: Side) -> bool:
    """OH.4, R51  Whether no more air pieces of a side may be used across the border in this round."""
    return not state.war and bool(state.air_abroad.get(side))


def why_not_over_border(state: SandState, side: Side, *spaces: str) -> Refusal | None:
    """OH.4, R51  Before Open Hostilities one air piece a round may be used across the border."""
    if not is_border_closed(state, side) or not is_abroad(state, side, *spaces):
        return None
    return Refusal("OH.4", "before Open Hostilities only one air piece a round may be used across the border")


def open_to_air(state: SandState, side: Side, spaces: Iterable[str]) -> list[str]:
    """OH.4, R51  Those of the spaces that the border does not close to an air piece."""
    if not is_border_closed(state, side):
        return list(spaces)
    return [space for space in spaces if why_not_over_border(state, side, space) is None]


def count_over_border(state: SandState, side: Side, *spaces: str) -> None:
    """Remember an air piece that was used across the border in this round."""
    if is_abroad(state, side, *spaces):
        state.air_abroad = {**state.air_abroad, side: state.air_abroad.get(side, 0) + 1}
