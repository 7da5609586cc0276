"""The Actions of the Operations cards by title; the modules of the Actions fill the list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from common.engine import Step

ACTIONS: dict[str, Any] = {}  # steps that are made with a side and a card

Kind = TypeVar("Kind", bound=type[Step])


def action(title: str) -> Callable[[Kind], Kind]:
    """Say that a step carries out the Action of that title."""

    def keep(step: Kind) -> Kind:
        ACTIONS[title] = step
        return step

    return keep
