"""Every decision of the toy game besides those of the shared steps."""

from __future__ import annotations

from common.engine import Action, Aside


class March(Action, frozen=True, tag=True):
    """A block goes along a road (3)."""

    block: str
    space: str


class Sail(Action, frozen=True, tag=True):
    """The ferry goes to another sea (4)."""

    space: str


class Embark(Action, frozen=True, tag=True):
    """A block goes aboard (4)."""

    block: str


class Land(Action, frozen=True, tag=True):
    """A block goes ashore (4)."""

    block: str
    space: str


class EndTurn(Action, frozen=True, tag=True):
    """Nothing more is moved (3)."""


class PlayCard(Action, frozen=True, tag=True):
    """A card is played as a reaction (5b)."""

    card: str


class Reorder(Aside, frozen=True, tag=True):
    """Another block of an own stack goes on top (8)."""

    block: str
