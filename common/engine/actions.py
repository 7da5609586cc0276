"""The decisions of the shared steps; a game has those among its actions whose steps it uses."""

from __future__ import annotations

from common.engine.basics import Action


class Decline(Action, frozen=True, tag=True):
    """Let the chance to react go by."""


class Seal(Action, frozen=True, tag=True):
    """Choose secretly what is revealed when all have chosen."""

    choice: str


class Add(Action, frozen=True, tag=True):
    """Put something into the set being built."""

    item: str


class Remove(Action, frozen=True, tag=True):
    """Take something out of the set being built."""

    item: str


class Confirm(Action, frozen=True, tag=True):
    """The set is complete."""
