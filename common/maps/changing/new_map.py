"""A blank sheet to begin a map on: hexes, areas or points, written as a person would write the file."""

from __future__ import annotations

import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from common.maps.changing.editing_text import scalar
from common.maps.pictures.themes import THEMES

SOURCE = "original design"
UNITS_PER_MM = 100 / 25.4  # a hundred map units are an inch of the printed sheet
PAPERS = {  # width and height in mm, upright
    "A4": (210.0, 297.0), "A3": (297.0, 420.0), "A2": (420.0, 594.0), "A1": (594.0, 841.0),
    "Letter": (215.9, 279.4), "Tabloid": (279.4, 431.8),
}  # fmt: skip
GROUNDS = (("c", "clear"), ("f", "forest"), ("h", "rough"), ("m", "mountain"), ("s", "marsh"))
MOST = 40_000  # hexes of a new map
MARGIN = 60


class NewMap(Struct, kw_only=True):
    """What is asked before a map is begun."""

    kind: Literal["hex", "area", "point"] = "hex"
    title: Annotated[str, Meta(min_length=1, max_length=80)] = "New map"
    theme: str = "plain"
    orientation: Literal["pointy", "flat"] = "pointy"
    shifted: Literal["even", "odd"] = "even"
    numbering: Literal["RRCC", "CCRR"] = "CCRR"
    digits: Annotated[int, Meta(ge=1, le=4)] = 2
    first_column: Annotated[int, Meta(ge=0, le=9999)] = 1
    first_row: Annotated[int, Meta(ge=0, le=9999)] = 1
    rows_up: bool = False
    columns: Annotated[int, Meta(ge=1, le=999)] = 20
    rows: Annotated[int, Meta(ge=1, le=999)] = 15
    hex_mm: Annotated[float, Meta(ge=5, le=60)] = 25.4  # across the flats
    paper: str = "A3"  # "" for a sheet as large as the grid
    wide: bool = True

    @property
    def id(self) -> str:
        """The name of the map as a word."""
        return re.sub(r"\W+", "_", self.title.lower()).strip("_") or "map"


class NewMapError(ValueError):
    """A map that cannot be begun so, in one line."""


def sheet_size(plan: NewMap) -> tuple[int, int]:
    """The size of the paper in map units, as it lies."""
    if plan.paper not in PAPERS:
        raise NewMapError(f"there is no paper {plan.paper!r}; there are {', '.join(PAPERS)}")
    low, high = PAPERS[plan.paper]
    width, height = (high, low) if plan.wide else (low, high)
    return round(width * UNITS_PER_MM), round(height * UNITS_PER_MM)


def grid_on(plan: NewMap) -> tuple[int, int]:
    """How many columns and rows of hexes the paper has room for."""
    width, height = sheet_size(plan)
    across, side = plan.hex_mm * UNITS_PER_MM, plan.hex_mm * UNITS_PER_MM / 3**0.5
    flat, tall = width - 2 * MARGIN, height - 2 * MARGIN
    if plan.orientation == "flat":
        flat, tall = tall, flat
    lines, cells = int((tall - side / 2) // (1.5 * side)), int((flat - across / 2) // across)
    columns, rows = (cells, lines) if plan.orientation == "pointy" else (lines, cells)
    return max(1, columns), max(1, rows)


def write_map(plan: NewMap) -> str:
    """The text of the new file."""
    plan = msgspec.convert(msgspec.to_builtins(plan), NewMap, strict=True)  # a struct made by hand is not checked
    if plan.theme not in THEMES:
        raise NewMapError(f"there is no theme {plan.theme!r}; there are {', '.join(THEMES)}")
    head = [
        f"id: {scalar(plan.id)}", f"title: {scalar(plan.title)}", f"kind: {plan.kind}", f"source: {SOURCE}",
        f"theme: {plan.theme}",
    ]  # fmt: skip
    body = _hexes(plan) if plan.kind == "hex" else _sheet(plan)
    return "\n".join([*_about(plan), *head, *body]) + "\n"


def _about(plan: NewMap) -> list[str]:
    if plan.kind == "hex":
        first, last = ("row", "column") if plan.numbering == "RRCC" else ("column", "row")
        many = {1: "one digit", 2: "two digits", 3: "three digits", 4: "four digits"}[plan.digits]
        return [
            f"# {plan.title}. Hex numbers: {first} ({many}), {last} ({many}).",
            '# "aaaa-bbbb" is the side between two hexes; it is written once, whichever of the two is named first.',
        ]
    if plan.kind == "area":
        return [
            f"# {plan.title}. Neighbors share corners: the same corner is the same pair of numbers in each of them."
        ]
    return [f"# {plan.title}. Spaces are points, routes join them."]


def _hexes(plan: NewMap) -> list[str]:
    if plan.columns * plan.rows > MOST:
        raise NewMapError(f"{plan.columns * plan.rows} hexes are more than {MOST}")
    last = max(plan.first_row + plan.rows, plan.first_column + plan.columns) - 1
    digits = max(plan.digits, len(str(last)))
    width = round(plan.hex_mm * UNITS_PER_MM, 1)
    rows = range(plan.first_row, plan.first_row + plan.rows)
    letters = GROUNDS[0][0] * plan.columns
    lines = [
        "", "grid:", f"  source: {SOURCE}", f"  orientation: {plan.orientation}",
        f"  shifted: {plan.shifted}  # which {'rows' if plan.orientation == 'pointy' else 'columns'} lie half a hex on",
        f"  numbering: {plan.numbering}", f"  first_column: {plan.first_column}",
        *(["  rows_up: true  # row numbers grow northwards"] if plan.rows_up else []),
        f"  width: {width:g}  # {plan.hex_mm:g} mm on paper", f"  margin: [{MARGIN}, {MARGIN}, {MARGIN}, {MARGIN}]",
        *([f"  digits: {digits}"] if digits != 2 else []),
        "", "terrain:", f"  source: {SOURCE}",
        "  legend: {" + ", ".join(f"{letter}: {kind}" for letter, kind in GROUNDS) + "}", "  rows:",
        *(f'    "{row:0{digits}d}": {letters}' for row in (reversed(rows) if plan.rows_up else rows)),
    ]  # fmt: skip
    return lines


def _sheet(plan: NewMap) -> list[str]:
    width, height = sheet_size(plan)
    return [f"size: [{width}, {height}]  # {plan.paper}, {'wide' if plan.wide else 'upright'}, 100 units to an inch"]
