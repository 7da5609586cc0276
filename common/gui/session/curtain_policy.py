"""When the table is hidden between two people at one screen, and when nobody need change seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from common.engine import Action, Side

if TYPE_CHECKING:
    from common.gui.session.session_view import SessionView


class CurtainPolicy:
    """Who must not see what; it looks at the game and the settings and changes nothing on the table."""

    def __init__(self, view: SessionView) -> None:
        self._view = view
        self._alone: Side | None = None  # the person who is making a secret decision
        self.shared = False  # whether both people look on at a decision about what lies open

    def is_needed(self) -> bool:
        """Whether the next player must not see what this one saw, or the other way round."""
        mode = self._view.store.now.curtain
        if mode != "secrets":
            return mode == "always"
        return self._is_hidden()

    def _is_hidden(self) -> bool:
        """Whether a secret is being decided, or anything on the table is hidden from one of the people."""
        match = self._view.match
        hides = match.is_secret or any(match.hides_from(side) for side in self._view.humans)
        return hides and match.keeps_secrets

    def _is_secret(self) -> bool:
        """Whether the decision to be made now must not be seen by the other person."""
        match = self._view.match
        return match.is_secret and match.keeps_secrets

    def must_fall_first(self) -> bool:
        """Whether the table must be hidden when it is opened, because nobody has taken a seat yet."""
        view = self._view
        side = view.match.to_act
        if side not in view.humans or len(view.humans) < 2 or view.store.now.curtain == "never":
            return False
        self._alone = side if self._is_secret() else None
        return self._is_hidden()

    def must_fall(self) -> bool:
        """Whether the table must be hidden before the person who decides next sits down, or looks on alone.

        Asked once after every action: who decides in secret stays alone at the table until somebody else does.
        """
        view = self._view
        side = view.match.to_act
        shared, self.shared = self.shared, False
        if side not in view.humans or len(view.humans) < 2:
            return False
        if (shared or side != view.person) and self._is_open():
            self.shared, self._alone = True, None
            return False
        secret = self._is_secret() and view.store.now.curtain != "never"
        alone, self._alone = self._alone, side if secret else None
        if secret and alone != side:
            return True
        return (shared or side != view.person) and view.person in view.humans and self.is_needed()

    def _is_open(self) -> bool:
        """Whether a decision is about what both see, while other things are hidden from one of them."""
        view = self._view
        return view.store.now.curtain == "secrets" and view.match.is_public and self._is_hidden()

    def changes_seats(self) -> bool:
        """Whether another person decides next: the table is hidden from this one, or what has no choice is done."""
        view = self._view
        side = view.match.to_act
        if len(view.humans) < 2 or side not in view.humans or not (self.shared or side != view.person):
            return False
        return self.is_needed() and not self._is_open()

    def only_choice(self) -> Action | None:
        """The one thing the other player can do, so that nobody changes seats for it; what could betray is asked."""
        view = self._view
        side = view.match.to_act
        if view.store.now.always_ask or len(view.humans) < 2 or side not in view.humans or side == view.person:
            return None
        if not self.is_needed() or view.match.is_discreet:
            return None
        legal = view.match.legal()
        return legal[0] if len(legal) == 1 else None
