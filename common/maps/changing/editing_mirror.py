"""A map, or some of its spaces with all that lies in them, reflected left and right or top and bottom."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import groupby, pairwise
from typing import Any

from msgspec.structs import replace

from common.maps import hexes
from common.maps.build import number
from common.maps.changing.editing import Data
from common.maps.changing.editing_changes import NO_HEX, entries, row_ids
from common.maps.changing.editing_geometry import all_corners, need_sound
from common.maps.changing.editing_text import EditError
from common.maps.files import Grid
from common.maps.gamemap import GameMap
from common.maps.model import Point, Space
from common.maps.pictures import draw_surround
from common.maps.pictures.draw_legend import legend_size

ACROSS, DOWN = 0, 1  # left and right, top and bottom: the coordinate that changes


def mirror(data: Data, game_map: GameMap, axis: int, chosen: Collection[str] = ()) -> None:
    """Reflect the chosen spaces in their own middle, or the whole sheet when none are chosen."""
    image = Mirror(game_map, axis, chosen)
    if game_map.kind == "hex":
        _letters(data, image)
        _names(data, image)
    for _, _, entry in entries(data, "spaces"):
        if entry["id"] in image.chosen and game_map.kind != "hex":
            _place(entry, image)
    for section in ("labels", "features"):
        for _, _, entry in entries(data, section):
            _sign(entry, image)
    for _, _, entry in entries(data, "routes"):
        bends = entry.get("attrs", {}).get("bends")
        if bends and {entry["a"], entry["b"]} <= image.chosen:
            bends[:] = map(image.spot, bends)
    for rings in _drawn(data):
        if all(image.holds(point) for ring in rings for point in ring):
            for ring in rings:
                ring[:] = [image.spot(point) for point in ring]
    if image.whole:
        _sheet(data, image)
    elif game_map.kind == "area":
        need_sound(data, all_corners(data))


class Mirror:
    """Where every place and every hex goes in one reflection."""

    def __init__(self, game_map: GameMap, axis: int, chosen: Collection[str]) -> None:
        self.map, self.axis, self.whole = game_map, axis, not chosen
        self.chosen = frozenset(chosen or game_map.spaces)
        places = [at[axis] for space in self.chosen for at in _corners(game_map.spaces[space])]
        self.sum = game_map.size[axis] if self.whole else round(min(places) + max(places), 3)
        self.layout, self.partner, self.turned = game_map.layout, dict[str, str](), 0
        if self.layout is not None and game_map.file.grid is not None:
            self.turned, self.layout, self.partner = self._partners(self.layout, game_map.file.grid)

    def spot(self, at: Iterable[float]) -> list[int | float]:
        """Where a place goes."""
        found = list(at)
        found[self.axis] = _figure(self.sum - found[self.axis])
        return found

    def holds(self, at: Point) -> bool:
        """Whether what lies at a place is reflected."""
        return self.whole or self.map.at(*at) in self.chosen

    def _partners(self, layout: hexes.Layout, grid: Grid) -> tuple[int, hexes.Layout, dict[str, str]]:
        """The hex that each hex becomes; a whole map may shift the other rows, a part must fit where it is."""
        cells = {space: layout.lattice(*layout.offset(self.map.cells[space])) for space in self.chosen}
        total = min(at[self.axis] for at in cells.values()) + max(at[self.axis] for at in cells.values())
        names = {layout.offset(cell): space for space, cell in self.map.cells.items()}
        for goal in (layout, replace(layout, shifted=1 - layout.shifted)) if self.whole else (layout,):
            found = {}
            for space, at in cells.items():
                i, j = (total - at[0], at[1]) if self.axis == ACROSS else (at[0], total - at[1])
                found[space] = goal.find_cell(i, j)
            known = {space: at for space, at in found.items() if at is not None}
            if len(known) < len(found):
                continue
            if self.whole:
                return total, goal, {space: self._number(grid, *at) for space, at in known.items()}
            partner = {space: names.get(at, "") for space, at in known.items()}
            alone = next((space for space in sorted(partner) if partner[space] not in self.chosen), "")
            if alone:
                raise EditError(f"{alone} has no partner on the other side of the selection")
            return total, goal, partner
        raise EditError("the middle of the selection lies between the hexes; take one row more or less")

    def _number(self, grid: Grid, down: int, across: int) -> str:
        rows = [int(row) for row in self.map.file.terrain.rows] if self.map.file.terrain else [0]
        return number(grid, max(rows) - down if grid.rows_up else min(rows) + down, grid.first_column + across)

    def rename(self, value: Any) -> Any:
        """Words with the numbers of the hexes that things have gone to."""
        if isinstance(value, dict):
            return {self.rename(key): self.rename(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.rename(inner) for inner in value]
        if not isinstance(value, str):
            return value
        a, dash, b = value.partition("-")
        if dash and a in self.partner and b in self.partner:
            return f"{self.partner[a]}-{self.partner[b]}"
        return self.partner.get(value, value)


def _corners(space: Space) -> tuple[Point, ...]:
    return space.polygon or (space.center,)


def _figure(value: float) -> int | float:
    rounded = round(value, 3)
    return int(rounded) if rounded == int(rounded) else rounded


# --- hexes ------------------------------------------------------------------------------------------------


def _letters(data: Data, image: Mirror) -> None:
    """The letters of every layer go to the partners of their hexes."""
    rows_, longest = data["terrain"]["rows"], max(len(text) for text in data["terrain"]["rows"].values())
    keys = {id_: (row, n) for row in rows_ for n, id_ in enumerate(row_ids(data, row, longest))}
    for layer in (data["terrain"], *data.get("letters", ())):
        old = {int(row): text for row, text in layer["rows"].items()}
        rows = {int(row): (row, list(text)) for row, text in layer["rows"].items()}
        moved = dict.fromkeys(image.chosen, NO_HEX)
        for space, partner in image.partner.items():
            row, across = keys[space]
            text = old.get(int(row), "")
            moved[partner] = text[across] if across < len(text) else NO_HEX
        for space, letter in moved.items():
            row, across = keys[space]
            _, cells = rows.setdefault(int(row), (row, []))
            if letter != NO_HEX or across < len(cells):
                cells += [NO_HEX] * (across + 1 - len(cells))
                cells[across] = letter
        layer["rows"] = {row: "".join(cells) for row, cells in rows.values() if cells}


def _names(data: Data, image: Mirror) -> None:
    """Whatever names a hex names its partner."""
    for _, _, entry in entries(data, "spaces"):
        entry["id"] = image.rename(entry["id"])
    for group in data.get("sides", ()):
        group["sides"] = image.rename(group["sides"])
    if "paths" in data:
        data["paths"] = [part for way in data["paths"] for part in _ways(way, image)]
    for _, _, box in entries(data, "boxes"):
        if "next_to" in box:
            box["next_to"] = image.rename(box["next_to"])
    for section in ("groups", "constraints", "ignored"):
        if section in data:
            data[section] = image.rename(data[section])


def _ways(way: Data, image: Mirror) -> Iterator[Data]:
    """A way whose part in the selection is reflected; what no longer hangs together goes on under a name of its own."""
    runs: list[list[str]] = []
    for inside, steps in groupby(pairwise(way["through"]), image.chosen.issuperset):
        pairs = [image.rename(list(step)) if inside else list(step) for step in steps]
        run = [pairs[0][0], *(pair[1] for pair in pairs)]
        if runs and runs[-1][-1] == run[0]:
            runs[-1] += run[1:]
        else:
            runs.append(run)
    for n, run in enumerate(runs, 1):
        yield way | {"through": run} | ({"name": f"{way['name']} {n}"} if n > 1 else {})


# --- places -----------------------------------------------------------------------------------------------


def _place(entry: Data, image: Mirror) -> None:
    if entry.get("at"):
        entry["at"] = image.spot(entry["at"])
    if entry.get("polygon"):
        entry["polygon"] = [image.spot(corner) for corner in entry["polygon"]]


def _sign(entry: Data, image: Mirror) -> None:
    """A name or a symbol stays upright; its tilt is reflected."""
    if entry.get("at") and image.holds(entry["at"]):
        entry["at"] = image.spot(entry["at"])
        if entry.get("angle"):
            entry["angle"] = -entry["angle"]
    if entry.get("space"):
        entry["space"] = image.rename(entry["space"])


def _drawn(data: Data) -> Iterator[list[list[Any]]]:
    """The rings of every line and surface."""
    for _, _, entry in entries(data, "lines"):
        yield [entry["points"]]
    for _, _, entry in entries(data, "regions"):
        yield entry["rings"]


def _sheet(data: Data, image: Mirror) -> None:
    """What stands around the field changes sides with it."""
    file, axis = image.map.file, image.axis
    for _, _, box in entries(data, "boxes"):
        box["rect"][axis] = _figure(image.sum - box["rect"][axis] - box["rect"][axis + 2])
    if "compass" in data:
        data["compass"] = image.spot(data["compass"])
    if "cartouche" in data:
        data["cartouche"]["at"] = image.spot(data["cartouche"]["at"])
    for key, size in (
        ("legend", legend_size(file.legend) if file.legend else (0, 0)),
        ("scale", draw_surround.scale_size(file.scale) if file.scale else (0, 0)),
    ):
        if key in data and data[key].get("at"):
            data[key]["at"][axis] = _figure(round(image.sum - data[key]["at"][axis] - size[axis]))
    if image.map.layout is not None and image.layout is not None:
        _grid(data, image, image.map.layout, image.layout)


def _grid(data: Data, image: Mirror, old: hexes.Layout, new: hexes.Layout) -> None:
    """The margins change sides, and so do the shifted rows where their number asks for it."""
    grid, axis = data["grid"], image.axis
    if new.shifted != old.shifted:
        grid["shifted"] = {"even": "odd", "odd": "even"}[grid["shifted"]]
    step = old.width / 2 if old.pointy == (axis == ACROSS) else old.side / 2
    first = old.left if axis == ACROSS else old.top
    margin = list(image.map.file.grid.margin) if image.map.file.grid else [0.0] * 4
    margin[axis] = round(margin[axis] + image.sum - 2 * first - image.turned * step, 1)
    if "size" not in data:
        margin[axis + 2] = round(min(at[axis] for space in image.map.spaces.values() for at in space.polygon), 1)
    if margin != list(image.map.file.grid.margin if image.map.file.grid else ()):
        grid["margin"] = [_figure(each) for each in margin]
