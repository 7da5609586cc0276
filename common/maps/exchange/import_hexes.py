"""A hex grid recognised in spaces of another program: numbers and places that fit it become a hex map."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from math import sqrt
from typing import Any, NamedTuple

import msgspec

from common.maps.build import lay_out, number
from common.maps.changing.editing_text import EditError
from common.maps.exchange.import_parts import SOURCE, Data, round_figure
from common.maps.files import Grid
from common.maps.hexes import Layout
from common.maps.model import Point

LEAST = 4  # spaces that make a grid
OFF = 0.02  # of a hex's width that a place may be off its hex
EDGE = 60.0
DERIVED = ("toward",)  # what a link of a hex map says by itself
LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


class FoundHex(NamedTuple):
    """A space of another program's file that may be a hex."""

    id: str
    at: Point
    name: str = ""
    kind: str = ""
    tags: tuple[str, ...] = ()
    attrs: Mapping[str, Any] = {}


class FoundLink(NamedTuple):
    """What lies between two of them; `through` are the kinds that lead from middle to middle, as roads do."""

    a: str
    b: str
    kinds: tuple[str, ...]
    one_way: bool = False
    through: tuple[str, ...] = ()
    attrs: Mapping[str, Any] = {}


def find_grid(found: Iterable[FoundHex]) -> Grid | None:
    """The grid whose numbers and places all of these have, None if they are no hexes."""
    places = {each.id: each.at for each in found}
    longs = {len(id_) for id_ in places if id_.isascii() and id_.isdigit()}
    if len(places) < LEAST or len(longs) != 1 or not all(id_.isascii() and id_.isdigit() for id_ in places):
        return None
    digits, odd = divmod(longs.pop(), 2)
    if odd or not 1 <= digits <= 4:
        return None
    tries = product(("RRCC", "CCRR"), (False, True), ("pointy", "flat"), ("even", "odd"))
    for numbering, up, orientation, shifted in tries:
        cells = {id_: _cell(id_, digits, numbering) for id_ in places}
        first = min(column for _, column in cells.values())
        rough = Grid(
            source=SOURCE, orientation=orientation, shifted=shifted, numbering=numbering, first_column=first,  # type: ignore[arg-type]
            rows_up=up, digits=digits,
        )  # fmt: skip
        grid = _fit(rough, cells, places)
        if grid is not None:
            return grid
    return None


def _cell(id_: str, digits: int, numbering: str) -> tuple[int, int]:
    """The row and column that a number names."""
    first, last = int(id_[:digits]), int(id_[digits:])
    return (first, last) if numbering == "RRCC" else (last, first)


def _fit(grid: Grid, cells: Mapping[str, tuple[int, int]], places: Mapping[str, Point]) -> Grid | None:
    """The grid with its width and margins, if every place lies in the middle of its hex."""
    rows = [row for row, _ in cells.values()]
    top = max(rows) if grid.rows_up else min(rows)
    plain = lay_out(grid, [top])
    spots = {id_: plain.lattice(abs(row - top), column - grid.first_column) for id_, (row, column) in cells.items()}
    pointy = grid.orientation == "pointy"
    across = _unit([(spots[id_][0], at[0]) for id_, at in places.items()])
    down = _unit([(spots[id_][1], at[1]) for id_, at in places.items()])
    if across is None or down is None:
        return None
    width = 2 * across[0] if pointy else 2 * down[0]
    if abs((down[0] if pointy else across[0]) * 2 * sqrt(3) - width) > OFF * width or not 1 <= width <= 10_000:
        return None
    width = round_figure(width) if abs(width - round(width, 1)) < 0.01 else round(width, 3)
    half, side = width / 2, width / sqrt(3)
    left, above = across[1] - (half if pointy else side), down[1] - (side if pointy else half)
    if min(left, above) < -OFF * width:
        return None
    margin = round_figure(max(0, left)), round_figure(max(0, above)), EDGE, EDGE
    fitted = msgspec.structs.replace(grid, width=width, margin=margin)
    layout = lay_out(fitted, [top])
    for id_, (row, column) in cells.items():
        x, y = layout.center(abs(row - top), column - grid.first_column)
        if max(abs(x - places[id_][0]), abs(y - places[id_][1])) > OFF * width:
            return None
    return fitted


def _unit(pairs: list[tuple[int, float]]) -> tuple[float, float] | None:
    """How long a step of the lattice is, and where it begins; None where nothing tells."""
    low, high = min(pairs), max(pairs)
    if low[0] == high[0] or high[1] <= low[1]:
        return None
    step = (high[1] - low[1]) / (high[0] - low[0])
    return step, low[1] - low[0] * step


def write_hexes(data: Data, grid: Grid, found: Iterable[FoundHex], links: Iterable[FoundLink]) -> Data:
    """The head of a map with hexes in the place of spaces: grid, terrain, what is special, and what lies between."""
    hexes = {each.id: each for each in found}
    cells = {_cell(id_, grid.digits, grid.numbering): id_ for id_ in hexes}
    rows = sorted({row for row, _ in cells}, reverse=grid.rows_up)
    wide = max(column for _, column in cells) - grid.first_column + 1
    kinds = dict.fromkeys(each.kind or "clear" for each in hexes.values())
    letters = _choose_letters(kinds)
    layout = lay_out(grid, rows)
    right, bottom = _edges(data, grid, layout, cells, rows)
    made: Data = {key: value for key, value in data.items() if key != "size"} | {"kind": "hex"}
    made["grid"] = {
        "source": SOURCE, "orientation": grid.orientation, "shifted": grid.shifted, "numbering": grid.numbering,
        "first_column": grid.first_column, **({"rows_up": True} if grid.rows_up else {}),
        "width": round_figure(grid.width), "margin": [*grid.margin[:2], right, bottom],
        **({"digits": grid.digits} if grid.digits != 2 else {}),
    }  # fmt: skip
    lines: dict[str, str] = {}
    for row in rows:
        there = (cells.get((row, grid.first_column + n)) for n in range(wide))
        text = "".join(letters[hexes[id_].kind or "clear"] if id_ else "." for id_ in there)
        lines[f"{row:0{grid.digits}d}"] = text.rstrip(".")
    legend = {letter: kind for kind, letter in letters.items()}
    made["terrain"] = {"source": SOURCE, "legend": legend, "rows": lines}
    special = [entry for each in hexes.values() if len(entry := _entry(grid, each)) > 1]
    if special:
        made["spaces"] = [{"id": "places", "source": SOURCE, "entries": special}]
    return made | write_links(links)


def _choose_letters(kinds: Iterable[str]) -> dict[str, str]:
    """A letter for each kind: its first one where that is free."""
    letters: dict[str, str] = {}
    for kind in kinds:
        free = (one for one in (kind[0].lower(), kind[0].upper(), *LETTERS) if one.isalnum() and one.isascii())
        letter = next((one for one in free if one not in letters.values()), None)
        if letter is None:
            raise EditError(f"more than {len(LETTERS)} kinds of ground")
        letters[kind] = letter
    return letters


def _edges(
    data: Data, grid: Grid, layout: Layout, cells: Mapping[tuple[int, int], str], rows: list[int]
) -> tuple[float, float]:
    """The margins right and below that leave the sheet as large as it was."""
    corners = [
        corner for row, column in cells for corner in layout.corners(abs(row - rows[0]), column - grid.first_column)
    ]
    far = max(x for x, _ in corners), max(y for _, y in corners)
    size = data.get("size") or [far[0] + EDGE, far[1] + EDGE]
    return round_figure(max(0.0, size[0] - far[0])), round_figure(max(0.0, size[1] - far[1]))


def _entry(grid: Grid, each: FoundHex) -> Data:
    """What is special about a hex; the number alone where nothing is."""
    row, column = _cell(each.id, grid.digits, grid.numbering)
    attrs = {key: value for key, value in each.attrs.items() if (key, value) not in (("row", row), ("column", column))}
    return {
        "id": number(grid, row, column), **({"name": each.name} if each.name and each.name != each.id else {}),
        **({"tags": list(each.tags)} if each.tags else {}), **({"attrs": attrs} if attrs else {}),
    }  # fmt: skip


def write_links(links: Iterable[FoundLink]) -> Data:
    """Sides and paths, those of one name and kind together; a link calls the things on it by their kinds."""
    sides: dict[tuple[str, str, bool, str], list[str]] = {}
    ways: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for link in links:
        more = {key: value for key, value in link.attrs.items() if key not in link.kinds and key not in DERIVED}
        for kind in link.kinds:
            name, attrs = str(link.attrs.get(kind) or kind.capitalize()), msgspec.json.encode(more).decode()
            if kind in link.through and not link.one_way:
                ways.setdefault((name, kind, attrs), []).append((link.a, link.b))
            else:
                sides.setdefault((name, kind, link.one_way, attrs), []).append(f"{link.a}-{link.b}")
            more = {}
    made: Data = {}
    if sides:
        made["sides"] = [
            _group(name, kind, attrs) | ({"one_way": True} if one_way else {}) | {"sides": found}
            for (name, kind, one_way, attrs), found in sides.items()
        ]
    if ways:
        made["paths"] = [
            _group(name, kind, attrs) | {"through": way}
            for (name, kind, attrs), found in ways.items()
            for way in chain_steps(found)
        ]
    return made


def _group(name: str, kind: str, attrs: str) -> Data:
    more = msgspec.json.decode(attrs)
    return {"name": name[:80], "kind": kind, "source": SOURCE, **({"attrs": more} if more else {})}


def chain_steps(steps: Iterable[tuple[str, str]]) -> list[list[str]]:
    """Steps put together to ways, each as long as it can be."""
    near: dict[str, list[str]] = {}
    for a, b in steps:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    ways: list[list[str]] = []
    while near:
        start = next((place for place, others in near.items() if len(others) % 2), next(iter(near)))
        way = [start]
        while near.get(way[-1]):
            here, there = way[-1], near[way[-1]][0]
            near[here].remove(there)
            near[there].remove(here)
            way.append(there)
        near = {place: others for place, others in near.items() if others}
        ways.append(way)
    return ways
