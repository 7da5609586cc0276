"""The pause after a fight: where a phase closes itself and the next one throws dice, the outcome is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.engine import Entry

FightLines = Callable[[Sequence[Entry]], Sequence[Entry]]


def split_at_phase(entries: Sequence[Entry]) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """Lines of one action before a new phase begins, and those from its heading on."""
    at = next((number for number, entry in enumerate(entries) if entry.heading), len(entries))
    return entries[:at], entries[at:]


def closes_fight(entries: Sequence[Entry], action: int, fight_lines: FightLines) -> bool:
    """Whether that action, the last one, ended a fight and ran on into a phase that threw dice or told of another."""
    first = len(entries)
    while first and entries[first - 1].action == action:
        first -= 1
    fight, after = split_at_phase(entries[first:])
    if not fight or not any(entry.rolls for entry in after):
        return False
    told = fight_lines(entries[: first + len(fight)])
    return bool(told) and not any(entry.heading for entry in told)
