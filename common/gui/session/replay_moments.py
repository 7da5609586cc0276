"""Moments of a game as a recorder counts them: turns and phases of play."""

from __future__ import annotations

from typing import Any

from common.gui.session.session import Session


def turn_starts(session: Session) -> list[int]:
    """The moments at which a turn begins."""
    found: list[int] = session.kept("turn starts", lambda: _turn_starts(session))
    return found


def _turn_starts(session: Session) -> list[int]:
    tale = session.tale
    turns = [moment.before.turn for moment in tale.past] + [tale.state.turn]
    return [n for n, turn in enumerate(turns) if n and turn != turns[n - 1]]


def phase_at(session: Session, moment: int) -> str:
    """The phase of play at a moment, as the sequence of play names it."""
    return phase_of(session, session.match.game.view(session.state_at(moment), session.viewer))


def phase_of(session: Session, view: Any) -> str:
    """The phase of play in a view."""
    return next((phase.title for phase in session.table.sequence(view) if phase.state == "now"), "")


def next_phase(session: Session, way: int) -> int:
    """The nearest moment before or after the one shown at which the phase changes."""

    def key(moment: int) -> tuple[int, str]:
        return session.state_at(moment).turn, phase_at(session, moment)

    moment, last = session.shown, session.length
    if way > 0:
        here = key(moment)
        while moment < last and key(moment) == here:
            moment += 1
        return moment
    moment = max(0, moment - 1)
    here = key(moment)
    while moment > 0 and key(moment - 1) == here:
        moment -= 1
    return moment
