"""The data files of the toy game, typed, and what follows from them alone."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from common.data import Sourced, read
from common.engine import Option, Scenario, Side
from common.maps import read_map

FOLDER = Path(__file__).parent / "data"


class Ship(msgspec.Struct, forbid_unknown_fields=True):
    """A ship and how many blocks it carries."""

    name: str
    at: str
    capacity: int
    side: Side


class Units(Sourced, forbid_unknown_fields=True, kw_only=True):
    """Kinds of blocks, how many of each a side has, where the blocks begin, and the ship."""

    strength: dict[str, int]
    kinds: dict[str, int]
    blocks: dict[Side, dict[str, str]]
    ship: Ship


class Cards(Sourced, forbid_unknown_fields=True, kw_only=True):
    """The deck, what is printed on the cards, and the size of a hand."""

    deck: dict[str, int]
    text: dict[str, str]
    hand: int


class Scenarios(msgspec.Struct, forbid_unknown_fields=True):
    """Ways to begin and the options."""

    scenarios: dict[str, Scenario]
    options: dict[str, Option]
    turns: dict[str, int]


FILES: dict[str, type] = {"units.yaml": Units, "cards.yaml": Cards, "scenarios.yaml": Scenarios}


class Components:
    """All data of the game."""

    def __init__(self, packs: Sequence[Path] = ()) -> None:
        self.map = read_map(FOLDER / "map.yaml", packs)
        self.units = read(FOLDER / "units.yaml", Units, packs)
        self.cards = read(FOLDER / "cards.yaml", Cards, packs)
        self.book = read(FOLDER / "scenarios.yaml", Scenarios, packs)
        spaces, boxes = self.map.spaces, self.map.boxes
        self.worth = {id_: int(space.attrs["worth"]) for id_, space in spaces.items() if "land" in space.tags}
        self.names = {id_: space.name for id_, space in spaces.items()} | {id_: box.name for id_, box in boxes.items()}
        near = {id_: self.map.next_to(id_) for id_ in spaces}
        seas = [id_ for id_ in spaces if id_ not in self.worth]
        self.roads = {id_: tuple(to for to in near[id_] if to in self.worth) for id_ in self.worth}
        self.lanes = {sea: tuple(to for to in near[sea] if to in seas) for sea in seas}
        self.shores = {sea: tuple(to for to in near[sea] if to in self.worth) for sea in seas}
        self.piers = {sea: tuple(to for to in near[sea] if to not in seas) for sea in seas}
