"""Reading map files: by the name of a game, or any file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from common.data import ROOT, DataError, Mark, converted, document, parsed_text, shown
from common.maps.build import BuildError, build
from common.maps.files import GeographyFile, MapFile
from common.maps.gamemap import GameMap

_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def map_path(game: str) -> Path:
    """Where the map file of a game lies."""
    return ROOT / game / "data" / "map.yaml"


def load_map(game: str, packs: Sequence[Path] = ()) -> GameMap:
    """The map of a game, with the differences of the packs."""
    return read_map(map_path(game), packs)


def read_map(path: Path, packs: Sequence[Path] = ()) -> GameMap:
    """The map in a file; real geography is taken from `geography.yaml` beside it."""
    data, mark = document(path, packs)
    file = converted(data, mark, MapFile)
    beside = path.with_name("geography.yaml")
    geography = converted(*document(beside, packs), GeographyFile) if beside.is_file() else None
    return _built(file, geography, mark, shown(path))


def map_from_text(text: str, name: str = "map.yaml") -> GameMap:
    """The map in a text, as an editor holds it."""
    data, mark = parsed_text(text, name)
    return _built(converted(data, mark, MapFile), None, mark, name)


def _built(file: MapFile, geography: GeographyFile | None, mark: Mark, name: str) -> GameMap:
    try:
        return build(file, geography)
    except BuildError as error:
        at = mark_of(mark, error.where)
        raise error.locate(at.file or name, at.line) from None


def mark_of(mark: Mark, where: str) -> Mark:
    """The place of a dotted path, or of the nearest thing above it."""
    for step in _STEP.finditer(where):
        key: str | int = step[1] if step[1] is not None else int(step[2])
        try:
            mark = mark.inner[key]
        except (KeyError, IndexError, TypeError):
            return mark
    return mark


__all__ = ["DataError", "load_map", "map_from_text", "map_path", "mark_of", "read_map"]
