"""The pause after a fight: where a phase closes itself and the next one throws dice, the outcome is looked at first."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from common.engine import Entry

FightLines = Callable[[Sequence[Entry]], Sequence[Entry]]


def split_at_phase(entries: Sequence[Entry]) -> tuple[Sequence[Entry], Sequence[Entry]]:
    """Lines of one action before a new phase begins, and those from its heading on."""
    at = next((number for number, entry in enumerate(entries) if entry.heading), len(entries))
    return entries[:at], entries[at:]


def split_last(entries: list[Entry], action: int) -> tuple[list[Entry], list[Entry]]:
    """The journal up to where the last action ran on into a new phase, and what it tells from there on."""
    first = len(entries)
    while first and entries[first - 1].action == action:
        first -= 1
    end = first + len(split_at_phase(entries[first:])[0])
    return entries[:end], entries[end:]


def closes_fight(entries: list[Entry], action: int, fight_lines: FightLines) -> bool:
    """Whether that action, the last one, ended a fight and ran on into a phase that threw dice or told of another."""
    before, after = split_last(entries, action)
    if not before or before[-1].action != action or not any(entry.rolls for entry in after):
        return False
    told = fight_lines(before)
    return bool(told) and told[-1].action == action and not any(entry.heading for entry in told)
