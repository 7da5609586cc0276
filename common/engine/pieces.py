"""Pieces by space and owner, worked out from a state once and shared between its clones until one of them writes."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, Protocol, Self, TypeVar

Owner = int


class HasId(Protocol):
    """A piece: a frozen value with a name of its own."""

    @property
    def id(self) -> str: ...


P = TypeVar("P", bound=HasId)


class Grouping(Generic[P]):
    """How the pieces of a game are grouped: known once the game is loaded, the same for all its positions."""

    __slots__ = ("empty", "number", "owner", "places", "rank", "space_of", "spaces", "sparse")

    def __init__(
        self,
        spaces: Iterable[str],
        boxes: Iterable[str],
        owners: Mapping[str, Owner],
        space_of: Callable[[P], str],
        sparse: bool = False,
    ) -> None:
        """Take the spaces of the map, places beside it, and every piece's owner (0, 1 ...) in the order of the list.

        On a large map only places with pieces are listed (`sparse`): that is less to copy and to keep at hand.
        """
        self.spaces = tuple(spaces)
        self.number: dict[str, int] = {space: number for number, space in enumerate(self.spaces)}
        self.places = (*self.spaces, *boxes)
        self.owner = dict(owners)
        self.rank: dict[str, int] = {id_: number for number, id_ in enumerate(self.owner)}
        self.space_of, self.sparse = space_of, sparse
        self.empty: tuple[tuple[P, ...], ...] = ((),) * (max(self.owner.values(), default=0) + 1)

    def insert(self, group: tuple[P, ...], piece: P) -> tuple[P, ...]:
        """The group with one more piece, in the order of the list."""
        rank = self.rank
        if not group or rank[group[-1].id] < rank[piece.id]:
            return (*group, piece)
        ordered = list(group)
        ordered.insert(bisect_left(group, rank[piece.id], key=lambda other: rank[other.id]), piece)
        return tuple(ordered)


class Pieces(Generic[P]):
    """Every place's pieces, one group an owner, each in the order of the counter list.

    It is derived from a state and never part of it. Groups are tuples and hence never change under a reader. Whoever
    hands the object to a second holder calls `share`; from then on `change` leaves it alone and answers with a copy.
    `of_space` has dicts for what follows from the pieces in one space alone: a new one after each change there.
    """

    __slots__ = ("_grouping", "_occupied", "_shared", "by_space", "of_space")

    def __init__(self, grouping: Grouping[P], pieces: Mapping[str, P]) -> None:
        self._grouping = grouping
        self._shared = False
        self._occupied: dict[Owner, tuple[str, ...]] = {}
        self.of_space: dict[str, dict[Any, Any]] = {}
        groups: dict[str, list[list[P]]] = {}
        space_of = grouping.space_of
        for id_, owner in grouping.owner.items():
            piece = pieces.get(id_)
            if piece is not None:
                space = space_of(piece)
                if space not in groups:
                    groups[space] = [[] for _ in grouping.empty]
                groups[space][owner].append(piece)
        places = () if grouping.sparse else grouping.places
        self.by_space: dict[str, tuple[tuple[P, ...], ...]] = dict.fromkeys(places, grouping.empty)
        self.by_space |= {space: tuple(map(tuple, by_owner)) for space, by_owner in groups.items()}

    def at(self, space: str) -> tuple[tuple[P, ...], ...]:
        """The groups of a space, also of one that the game has not named."""
        return self.by_space.get(space, self._grouping.empty)

    def occupied(self, owner: Owner) -> tuple[str, ...]:
        """The spaces of the map that hold pieces of an owner, in the order of the map."""
        spaces = self._occupied.get(owner)
        if spaces is None:
            number = self._grouping.number
            held = [space for space, groups in self.by_space.items() if groups[owner] and space in number]
            spaces = self._occupied[owner] = tuple(sorted(held, key=number.__getitem__))
        return spaces

    def share(self) -> Self:
        """The object for one more holder, so that whoever writes next takes a copy."""
        self._shared = True
        return self

    def change(self, old: P | None, new: P | None) -> Self:
        """The pieces after one has come (no old), gone (no new), moved or turned; a copy if this is shared."""
        if self._shared:
            return self._copy().change(old, new)
        grouping = self._grouping
        space_of = grouping.space_of
        here = "" if old is None else space_of(old)
        there = "" if new is None else space_of(new)
        if old is not None and new is not None and here == there:
            owner = grouping.owner[new.id]
            group = list(self.by_space[here][owner])
            group[group.index(old)] = new
            self._write(here, owner, tuple(group))
            return self
        if old is not None:
            self._take(here, grouping.owner[old.id], old)
        if new is not None:
            self._add(there, grouping.owner[new.id], new)
        return self

    def _copy(self) -> Self:
        other = type(self).__new__(type(self))
        other._grouping, other._shared = self._grouping, False
        other._occupied, other.by_space = self._occupied.copy(), self.by_space.copy()
        other.of_space = self.of_space.copy()
        return other

    def _take(self, space: str, owner: Owner, piece: P) -> None:
        """A piece of an owner has left a space."""
        group = self.by_space[space][owner]
        if len(group) > 1:
            at = group.index(piece)
            self._write(space, owner, group[:at] + group[at + 1 :])
            return
        known, grouping = self._occupied.get(owner), self._grouping
        if known is not None and space in grouping.number:
            at = known.index(space)
            self._occupied[owner] = known[:at] + known[at + 1 :]
        self._write(space, owner, ())
        if grouping.sparse and self.by_space[space] == grouping.empty:
            del self.by_space[space]

    def _add(self, space: str, owner: Owner, piece: P) -> None:
        """A piece of an owner has come to a space."""
        grouping = self._grouping
        group = self.by_space.get(space, grouping.empty)[owner]
        if group:
            self._write(space, owner, grouping.insert(group, piece))
            return
        known, number = self._occupied.get(owner), grouping.number
        if known is not None and space in number:
            at = bisect_left(known, number[space], key=number.__getitem__)
            self._occupied[owner] = (*known[:at], space, *known[at:])
        self._write(space, owner, (piece,))

    def _write(self, space: str, owner: Owner, group: tuple[P, ...]) -> None:
        """An owner's pieces in a space are others now."""
        if space in self.of_space:
            del self.of_space[space]
        groups = list(self.by_space.get(space, self._grouping.empty))
        groups[owner] = group
        self.by_space[space] = tuple(groups)
