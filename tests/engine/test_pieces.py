"""Pieces by space: grouped in a fixed order, followed through every change, shared between clones until written."""

from __future__ import annotations

import random
from operator import attrgetter

import pytest
from msgspec import Struct
from msgspec.structs import replace

from common.engine.pieces import Grouping, Pieces


class Counter(Struct, frozen=True):
    """A piece of no game."""

    id: str
    space: str
    worn: bool = False


SPACES = ("west", "hill", "east")
OWNERS = {"a1": 0, "b1": 1, "a2": 0, "c1": 2, "b2": 1, "a3": 0}
GROUPING: Grouping[Counter] = Grouping(SPACES, ("box",), OWNERS, attrgetter("space"))
SPARSE: Grouping[Counter] = Grouping(SPACES, ("box",), OWNERS, attrgetter("space"), sparse=True)


def placed(where: str) -> dict[str, Counter]:
    """Counters from "a1 hill, b1 box"."""
    pairs = (part.split() for part in where.split(", "))
    return {id_: Counter(id_, space) for id_, space in pairs}


def ids(pieces: Pieces[Counter], space: str) -> list[str]:
    """The names in a space, a group a word."""
    return [" ".join(piece.id for piece in group) for group in pieces.at(space)]


def test_groups_stand_in_the_order_of_the_list_whatever_order_they_came_in() -> None:
    pieces = Pieces(GROUPING, placed("a3 hill, c1 hill, a1 hill, b2 hill, b1 box"))
    assert ids(pieces, "hill") == ["a1 a3", "b2", "c1"]
    assert ids(pieces, "box") == ["", "b1", ""]
    assert ids(pieces, "west") == ids(pieces, "nowhere") == ["", "", ""]


def test_one_comes_moves_turns_and_goes() -> None:
    pieces = Pieces(GROUPING, placed("a1 hill, a3 hill"))
    a2 = Counter("a2", "hill")
    pieces = pieces.change(None, a2)
    assert ids(pieces, "hill")[0] == "a1 a2 a3"
    worn = replace(a2, worn=True)
    pieces = pieces.change(a2, worn)
    assert pieces.at("hill")[0] == (Counter("a1", "hill"), worn, Counter("a3", "hill"))
    pieces = pieces.change(worn, replace(worn, space="afloat"))  # a place that the game has not named
    assert ids(pieces, "hill")[0] == "a1 a3" and ids(pieces, "afloat")[0] == "a2"
    pieces = pieces.change(replace(worn, space="afloat"), None)
    assert ids(pieces, "afloat") == ["", "", ""]


def test_occupied_spaces_are_those_of_the_map_in_its_order() -> None:
    pieces = Pieces(GROUPING, placed("a1 east, b1 box"))
    assert (pieces.occupied(0), pieces.occupied(1)) == (("east",), ())
    pieces = pieces.change(None, Counter("a2", "west")).change(None, Counter("b2", "hill"))
    assert (pieces.occupied(0), pieces.occupied(1)) == (("west", "east"), ("hill",))
    pieces = pieces.change(Counter("a1", "east"), Counter("a1", "box"))
    assert pieces.occupied(0) == ("west",)


def test_who_shares_is_not_written() -> None:
    mine = Pieces(GROUPING, placed("a1 hill, b1 east"))
    old, new = Counter("a1", "hill"), Counter("a1", "west")
    theirs = mine.share()
    assert theirs is mine
    written = mine.change(old, new)
    assert written is not mine and written.change(new, replace(new, worn=True)) is written  # copied once
    assert (ids(mine, "hill")[0], mine.occupied(0)) == ("a1", ("hill",))
    assert (ids(written, "hill")[0], written.occupied(0)) == ("", ("west",))
    assert written.at("east") is mine.at("east")  # what was not written is still the same


@pytest.mark.parametrize("grouping", [GROUPING, SPARSE], ids=["full", "sparse"])
@pytest.mark.parametrize("seed", range(8))
def test_any_changes_lead_to_what_is_grouped_anew(seed: int, grouping: Grouping[Counter]) -> None:
    dice, units = random.Random(seed), placed("a1 hill, b1 east, c1 box")
    pieces = Pieces(grouping, units)
    kept: list[tuple[Pieces[Counter], dict[str, Counter]]] = []
    for _ in range(120):
        id_ = dice.choice(list(OWNERS))
        old = units.pop(id_, None)
        new = Counter(id_, dice.choice((*SPACES, "box")), dice.random() < 0.5) if dice.random() < 0.8 else None
        if new is not None:
            units[id_] = new
        pieces = pieces.change(old, new)
        if dice.random() < 0.3:
            kept.append((pieces.share(), units.copy()))
        for one, its in (*kept, (pieces, units)):
            anew = Pieces(grouping, its)
            assert one.by_space == anew.by_space
            assert [one.occupied(owner) for owner in range(3)] == [anew.occupied(owner) for owner in range(3)]


def test_what_is_kept_of_a_space_goes_with_the_next_change_there_and_only_there() -> None:
    pieces = Pieces(GROUPING, placed("a1 hill, b1 hill, a2 west"))
    a1, a2 = pieces.at("hill")[0][0], pieces.at("west")[0][0]
    pieces.of_space["hill"], pieces.of_space["west"], pieces.of_space["east"] = {"is": 2}, {"is": 1}, {"is": 0}
    copy = pieces.share().change(a2, replace(a2, worn=True))
    assert set(copy.of_space) == {"hill", "east"} and copy.of_space["hill"] is pieces.of_space["hill"]
    moved = copy.change(a1, replace(a1, space="east"))
    assert moved is copy and set(copy.of_space) == set()
    assert set(pieces.of_space) == {"hill", "west", "east"}  # the one that was shared stands as it was


def test_a_sparse_grouping_lists_only_places_with_pieces() -> None:
    pieces = Pieces(SPARSE, placed("a1 hill, b1 hill"))
    assert set(pieces.by_space) == {"hill"}
    pieces = pieces.change(Counter("a1", "hill"), Counter("a1", "west"))
    assert set(pieces.by_space) == {"hill", "west"} and ids(pieces, "east") == ["", "", ""]
    pieces = pieces.change(Counter("a1", "west"), None)
    assert set(pieces.by_space) == {"hill"} and pieces.occupied(1) == ("hill",)
