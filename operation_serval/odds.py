"""Exact chances of what a side decides about."""

from __future__ import annotations

from common.engine import Action
from common.tables import Odds
from operation_serval.state import ServalState


def odds(state: ServalState, action: Action) -> Odds | None:
    """The chances of what an action would bring, if it is one that dice decide."""
    return None
