"""Moments of a game as a recorder counts them: turns and phases of play."""

from __future__ import annotations

from typing import Any

from common.gui.session.session_view import SessionView


def first_moments(session: SessionView) -> list[tuple[int, int]]:
    """Each turn that is played in what is shown, with its first moment: the number of actions before it."""
    found: list[tuple[int, int]] = session.remember("first_moments", lambda: _find_first_moments(session))
    return found


def _find_first_moments(session: SessionView) -> list[tuple[int, int]]:
    match = session.shown_match
    turns = [*(done.turn for done in match.past), match.turn]
    return [(turn, n) for n, turn in enumerate(turns) if not n or turn != turns[n - 1]]


def turn_starts(session: SessionView) -> list[int]:
    """The moments at which a turn begins; the set-up is not one of them."""
    return [moment for _, moment in first_moments(session)[1:]]


def start_of_shown_turn(session: SessionView) -> int:
    """The first moment of the turn that is shown."""
    return max(moment for _, moment in first_moments(session) if moment <= session.shown_moment)


def phase_at(session: SessionView, moment: int) -> str:
    """The phase of play at a moment, as the sequence of play names it."""
    return phase_of(session, session.view_at(moment, session.viewer))


def phase_of(session: SessionView, view: Any) -> str:
    """The phase of play in a view."""
    return next((phase.title for phase in session.table.sequence(view) if phase.state == "now"), "")


def find_phase(session: SessionView, way: int) -> int:
    """The nearest moment before or after the one shown at which the phase changes."""

    def key(moment: int) -> tuple[int, str]:
        return session.turn_at(moment), phase_at(session, moment)

    moment, last = session.shown_moment, session.length
    if way > 0:
        present = key(moment)
        while moment < last and key(moment) == present:
            moment += 1
        return moment
    moment = max(0, moment - 1)
    present = key(moment)
    while moment > 0 and key(moment - 1) == present:
        moment -= 1
    return moment
