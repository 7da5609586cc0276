"""What all imports share: the head of a new map file, ids, figures, and the error that ends them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import isfinite
from typing import Any, NamedTuple

from common.maps.changing.fitting import Matrix
from common.maps.changing.new_map import PAPERS, UNITS_PER_MM
from common.maps.model import Point

SOURCE = "original import"
SHEET: Point = (round(PAPERS["A3"][1] * UNITS_PER_MM), round(PAPERS["A3"][0] * UNITS_PER_MM))
MOST = 20_000  # things of one file
RADIUS = 30
Data = dict[str, Any]


class TargetSheet(NamedTuple):
    """The sheet of a map that things are taken into: how large it is, and how longitude and latitude lie on it."""

    size: Point
    earth: Matrix | None = None


class ImportTrouble(ValueError):
    """A file that cannot be taken over, in one line."""


def begin_data(name: str, kind: str, size: Point, title: str = "") -> Data:
    """The head of a map file that is made from another one."""
    id_ = re.sub(r"\W+", "_", name.lower()).strip("_")[:80] or "map"
    title = (title or name.replace("_", " ").strip() or "Map")[:80]
    sheet = [round_figure(length) for length in size]
    return {"id": id_, "title": title, "kind": kind, "source": SOURCE, "theme": "plain", "size": sheet}


def round_figure(value: float, digits: int = 1) -> int | float:
    """A coordinate as a file says it."""
    rounded = round(float(value), digits)
    return int(rounded) if rounded == int(rounded) else rounded


def free_id(properties: Data, taken: Iterable[str], fallback: str) -> str:
    """An id for a thing of another program that no other has."""
    said = next((properties[key] for key in ("id", "ID", "code", "name", "NAME") if properties.get(key)), fallback)
    word = re.sub(r"[\s\-]+", "_", str(said)).strip("_")[:70] or fallback
    known = set(taken)
    return next(each for each in (word, *(f"{word}_{n}" for n in range(2, len(known) + 3))) if each not in known)


def is_plain(value: Any) -> bool:
    """Whether a value can be an attribute."""
    return isinstance(value, (str, bool)) or (isinstance(value, (int, float)) and abs(value) < 1e15)


def is_coordinate(value: Any) -> bool:
    """Whether a value can be a coordinate."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and isfinite(value) and abs(value) < 1e7
