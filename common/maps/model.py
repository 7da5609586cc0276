"""What a map consists of: spaces, links between them, and what is drawn on it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

Point = tuple[float, float]
Ring = tuple[Point, ...]
OFF_MAP = frozenset({"off_map"})


class Space(Struct, frozen=True):
    """A hex, an area or a point where pieces can be."""

    id: str
    name: str
    kind: str
    center: Point
    polygon: Ring = ()
    tags: frozenset[str] = frozenset()
    attrs: dict[str, Any] = {}
    radius: float = 0.0
    box: Point | None = None  # width and height, for points drawn as boxes


class Link(Struct, frozen=True):
    """The way from `a` to `b`: what lies on the side, border or route between them."""

    a: str
    b: str
    kinds: frozenset[str] = frozenset()
    attrs: dict[str, Any] = {}


class Label(Struct, frozen=True):
    """A name on the map that is not the name of a space."""

    text: str
    at: Point
    kind: str = "place"
    angle: float = 0.0
    size: float = 0.0
    space: str = ""


class Line(Struct, frozen=True):
    """A named course: river, coast, border, road, railway, ridge."""

    name: str
    kind: str
    points: Ring
    closed: bool = False


class Region(Struct, frozen=True):
    """A named surface, the first ring outside, further rings holes: land, lake, relief."""

    name: str
    kind: str
    rings: tuple[Ring, ...]


class Feature(Struct, frozen=True):
    """A symbol at a place: fort, mosque, bridge, arrow of a pass."""

    name: str
    kind: str
    at: Point
    space: str = ""
    angle: float = 0.0


class Box(Struct, frozen=True):
    """A printed box or track beside the play area; one with links is a space to searches."""

    id: str
    name: str
    kind: str
    rect: tuple[float, float, float, float]
    cells: tuple[str, ...] = ()
    next_to: tuple[str, ...] = ()
    attrs: dict[str, Any] = {}

    @property
    def center(self) -> Point:
        """The middle of the box."""
        x, y, width, height = self.rect
        return x + width / 2, y + height / 2

    def as_space(self) -> Space:
        """The box as searches and prices see it, with the tag `off_map`."""
        return Space(self.id, self.name, self.kind, self.center, (), OFF_MAP, self.attrs, 0.0, self.rect[2:])
