"""DEF.CE, OPS.5  The red chips in the Pool and in the Bank."""

from __future__ import annotations

from common.engine.words import several
from sand_wars.state import SandState


def bank(state: SandState) -> int:
    """DEF.CE.4  The chips that are not in the Pool."""
    return state.data.units.counters.chips - state.chips


def add_chips(state: SandState, count: int, rule: str, why: str) -> None:
    """Put chips into the Pool, twice as many under Global news coverage; none after Open Hostilities (OH.15, R50)."""
    if state.war or count <= 0:
        return
    placed = min(count * (2 if state.news else 1), bank(state))
    state.chips += placed
    state.chips_placed += placed
    state.note(f"{why}: {several(placed, 'chip')} into the Pool, now {state.chips}.", rule, "DEF.CE.1")


def remove_chips(state: SandState, count: int, rule: str, why: str) -> None:
    """Take chips out of the Pool, as many as there are (DEF.CE.2); in war they lie still (OH.15)."""
    if state.war:
        state.note(f"{why}: after Open Hostilities the chips no longer change.", "OH.15")
        return
    taken = min(count, state.chips)
    state.chips -= taken
    state.note(f"{why}: {several(taken, 'chip')} out of the Pool, now {state.chips}.", rule, "DEF.CE.2")


def chip_once(state: SandState, rule: str, why: str) -> None:
    """One chip for the card of this round, however often it crosses the border (R49)."""
    if not state.round_chip:
        state.round_chip = True
        add_chips(state, 1, rule, why)
