"""The policy bots of Second Fallujah: what each side would play now, and why."""

from __future__ import annotations

from common.bots import Choice
from common.engine import Match, Side
from fallujah.bot import coalition, insurgent
from fallujah.rules import victory
from fallujah.state import COALITION, FallujahState


def policy(match: Match, side: Side) -> Choice:
    """A legal action for the side that decides, with its reason."""
    return coalition.choose(match) if side == COALITION else insurgent.choose(match)


def standing(state: FallujahState, side: Side) -> float:
    """1.1: only the Insurgents count points; fewer are better for the Coalition."""
    return float(-victory.total(state) if side == COALITION else victory.total(state))
