"""The frame of the threat overlay: who looks, whom he fears, and how the spaces are marked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from common.engine import Side
from common.tabletop.parts import Overlay

COLOUR = "#7d1230"
KEY = "V"


class Opponents(NamedTuple):
    """The side that looks at the table, and the one that threatens it."""

    viewer: Side
    enemy: Side


def opponents(view: Any, sides: tuple[Side, ...]) -> Opponents | None:
    """The viewer of a game of two sides and his enemy; an onlooker sees with the side to act; None after the end."""
    if view.to_act is None:
        return None
    viewer = view.side or view.to_act
    return Opponents(viewer, next(side for side in sides if side != viewer))


def threat_overlay(
    title: str, spaces: Mapping[str, str], patterns: Sequence[tuple[str, str]], amounts: Mapping[str, int]
) -> Overlay:
    """Spaces by the way in which they are threatened, each way with its pattern, and with how much they are."""
    legend = tuple((way, COLOUR, pattern) for way, pattern in patterns)
    labels = {space: str(amount) for space, amount in amounts.items()}
    return Overlay("threat", title, KEY, dict(spaces), legend, (), labels)
