"""Pieces by space and owner, worked out from a state once and shared between its clones until one of them writes."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Generic, Protocol, Self, TypeVar

Owner = int


class HasId(Protocol):
    """A piece: a frozen value with a name of its own."""

    @property
    def id(self) -> str: ...


P = TypeVar("P", bound=HasId)


class Grouping(Generic[P]):
    """How the pieces of a game are grouped: known once the game is loaded, the same for all its positions."""

    __slots__ = ("empty", "number", "owner", "places", "rank", "space_of", "spaces")

    def __init__(
        self,
        spaces: Iterable[str],
        boxes: Iterable[str],
        owners: Mapping[str, Owner],
        space_of: Callable[[P], str],
    ) -> None:
        """Take the spaces of the map, places beside it, and every piece's owner (0, 1 ...) in the order of the list."""
        self.spaces = tuple(spaces)
        self.number: dict[str, int] = {space: number for number, space in enumerate(self.spaces)}
        self.places = (*self.spaces, *boxes)
        self.owner = dict(owners)
        self.rank: dict[str, int] = {id_: number for number, id_ in enumerate(self.owner)}
        self.space_of = space_of
        self.empty: tuple[tuple[P, ...], ...] = ((),) * (max(self.owner.values(), default=0) + 1)

    def insert(self, group: tuple[P, ...], piece: P) -> tuple[P, ...]:
        """The group with one more piece, in the order of the list."""
        rank = self.rank
        if not group or rank[group[-1].id] < rank[piece.id]:
            return (*group, piece)
        ordered = list(group)
        insort(ordered, piece, key=lambda other: rank[other.id])
        return tuple(ordered)


class Pieces(Generic[P]):
    """Every place's pieces, one group an owner, each in the order of the counter list.

    It is derived from a state and never part of it. Groups are tuples and hence never change under a reader. Whoever
    hands the object to a second holder calls `share`; from then on `change` leaves it alone and answers with a copy.
    """

    __slots__ = ("_grouping", "_occupied", "_parent", "_shared", "_written", "by_space")

    def __init__(self, grouping: Grouping[P], pieces: Mapping[str, P]) -> None:
        self._grouping = grouping
        self._shared = False
        self._occupied: dict[Owner, tuple[str, ...]] = {}
        groups: dict[str, list[list[P]]] = {}
        for id_, owner in grouping.owner.items():
            piece = pieces.get(id_)
            if piece is not None:
                space = grouping.space_of(piece)
                groups.setdefault(space, [[] for _ in grouping.empty])[owner].append(piece)
        self.by_space: dict[str, tuple[tuple[P, ...], ...]] = dict.fromkeys(grouping.places, grouping.empty)
        self.by_space |= {space: tuple(map(tuple, by_owner)) for space, by_owner in groups.items()}
        self._parent: object = None  # what the copy was taken from, and the places written since
        self._written: set[str] = set()

    def at(self, space: str) -> tuple[tuple[P, ...], ...]:
        """The groups of a space, also of one that the game has not named."""
        return self.by_space.get(space, self._grouping.empty)

    def occupied(self, owner: Owner) -> tuple[str, ...]:
        """The spaces of the map that hold pieces of an owner, in the order of the map."""
        spaces = self._occupied.get(owner)
        if spaces is None:
            by_space = self.by_space
            spaces = self._occupied[owner] = tuple([space for space in self._grouping.spaces if by_space[space][owner]])
        return spaces

    def differing(self, other: Self) -> set[str]:
        """The places whose pieces may not be the ones of another position of the same game."""
        mine, theirs = self.by_space, other.by_space
        if self._parent is theirs:
            return self._written.copy()
        places = self._grouping.places
        if len(mine) == len(theirs) == len(places):  # both hold the named places alone, in the same order
            return set(compress(places, map(is_not, mine.values(), theirs.values())))
        return {space for space in mine.keys() | theirs.keys() if self.at(space) is not other.at(space)}

    def share(self) -> Self:
        """The object for one more holder, so that whoever writes next takes a copy."""
        self._shared = True
        return self

    def change(self, old: P | None, new: P | None) -> Self:
        """The pieces after one has come (no old), gone (no new), moved or turned; a copy if this is shared."""
        pieces = self._copy() if self._shared else self
        grouping = self._grouping
        there = grouping.space_of(new) if new is not None else None
        if old is not None:
            space, owner = grouping.space_of(old), grouping.owner[old.id]
            group = list(pieces.by_space[space][owner])
            if new is not None and there == space:
                group[group.index(old)] = new
                pieces._write(space, owner, tuple(group))
                return pieces
            group.remove(old)
            pieces._write(space, owner, tuple(group))
        if new is not None and there is not None:
            owner = grouping.owner[new.id]
            pieces._write(there, owner, grouping.insert(pieces.at(there)[owner], new))
        return pieces

    def _copy(self) -> Self:
        other = type(self).__new__(type(self))
        other._grouping, other._shared = self._grouping, False
        other._occupied, other.by_space = self._occupied.copy(), self.by_space.copy()
        other._parent, other._written = self.by_space, set()
        return other

    def _write(self, space: str, owner: Owner, group: tuple[P, ...]) -> None:
        groups = list(self.by_space.get(space, self._grouping.empty))
        there, groups[owner] = groups[owner], group
        self.by_space[space] = tuple(groups)
        self._written.add(space)
        if not group or not there:
            self._follow(space, owner, bool(group))

    def _follow(self, space: str, owner: Owner, there: bool) -> None:
        """An owner has come to a space where it had nobody, or has left it."""
        spaces, number = self._occupied.get(owner), self._grouping.number
        if spaces is None or space not in number:
            return
        at = bisect_left(spaces, number[space], key=number.__getitem__)
        self._occupied[owner] = (*spaces[:at], space, *spaces[at:]) if there else spaces[:at] + spaces[at + 1 :]
