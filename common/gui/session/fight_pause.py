"""The pause after a fight: where a phase closes itself and the next one throws dice, the outcome is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.engine import Entry
from common.tabletop.stage import entries_since


def split_at_phase(entries: Sequence[Entry]) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """Lines of one action before a new phase begins, and those from its heading on."""
    at = next((number for number, entry in enumerate(entries) if entry.heading), len(entries))
    return entries[:at], entries[at:]


def closes_fight(entries: Sequence[Entry], action: int, opens: Callable[[Entry], bool]) -> bool:
    """Whether that action, the last one, ended a fight and ran on into a phase that threw dice or told of another."""
    first = len(entries)
    while first and entries[first - 1].action == action:
        first -= 1
    fight, after = split_at_phase(entries[first:])
    if not fight or not any(entry.rolls for entry in after):
        return False
    told = entries_since(entries[: first + len(fight)], opens)
    return bool(told) and not any(entry.heading for entry in told)
