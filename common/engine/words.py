"""Words that journals, prompts and refusals of every game share."""

from __future__ import annotations


def several(count: int, one: str, many: str = "") -> str:
    """A number with its noun: "1 unit", "3 units"; `many` where the plural is no mere s, such as dice."""
    return f"{count} {one if count == 1 else many or f'{one}s'}"
