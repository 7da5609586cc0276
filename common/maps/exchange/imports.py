"""Maps from other programs: GeoJSON (areas, points, lines), GraphML, and CSV tables, each as the text of a map file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from common.data import MAX_BYTES
from common.maps.changing.editing_text import EditError, block, scalar
from common.maps.changing.fitting import earth_fit
from common.maps.exchange.import_geojson import bounds_of, parse_geojson, read_geojson
from common.maps.exchange.import_into import describe_added, grounds, merge_data, merge_hexes
from common.maps.exchange.import_parts import Data, ImportTrouble, TargetSheet
from common.maps.exchange.import_tables import add_links, read_csv, read_graphml, table_hexes
from common.maps.gamemap import GameMap

__all__ = [
    "ImportTrouble",
    "bounds_of",
    "describe_added",
    "import_into",
    "import_map",
    "parse_geojson",
    "read_text_file",
    "write_data",
]


def read_text_file(path: Path) -> str:
    """The text of a file that is not too large."""
    try:
        raw = path.read_bytes() if path.stat().st_size <= MAX_BYTES else None
    except OSError as error:
        raise ImportTrouble(f"{path.name}: cannot be read: {error.strerror or 'no such file'}") from None
    if raw is None:
        raise ImportTrouble(f"{path.name}: larger than {MAX_BYTES // 1024 // 1024} MB")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ImportTrouble(f"{path.name}: not UTF-8") from None


def import_map(path: Path) -> str:
    """The text of a map file made from another program's file."""
    return write_data(_read(path), f"Imported from {path.name}.")


def import_into(data: Data, path: Path, map_: GameMap) -> Counter[str]:
    """Add what is in another program's file to the data of a map; how much of each sort was added."""
    try:
        hexes = _read_hexes(path, map_)
        if hexes is not None:
            return merge_hexes(data, hexes)
        return merge_data(data, _read(path, TargetSheet(map_.size, earth_fit(map_))))
    except ImportTrouble as error:
        named = str(error).startswith(path.name)
        raise ImportTrouble(str(error) if named else f"{path.name}: {error}") from None


def _read_hexes(path: Path, map_: GameMap) -> Data | None:
    """The hexes in a file, if the map has a hex for each of their numbers."""
    if map_.kind != "hex":
        return None
    try:
        found = _read(path)
    except ImportTrouble:  # it may be something to lie on the sheet all the same
        return None
    return found if found["kind"] == "hex" and grounds(found).keys() <= map_.spaces.keys() else None


def _read(path: Path, onto: TargetSheet | None = None) -> Data:
    """The plain data of a map that is in a file, or of what lies so on the sheet of another."""
    text = read_text_file(path)
    readers = {".geojson": read_geojson, ".json": read_geojson, ".graphml": read_graphml, ".csv": read_csv}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise ImportTrouble(f"{path.name}: there is an import of {', '.join(sorted(readers))}")
    try:
        data = reader(text, path.stem, onto)
        beside = path.with_name(f"{path.stem}-links.csv")
        if reader is read_csv:
            linked = beside.is_file() and beside.stat().st_size <= MAX_BYTES
            links = beside.read_text(encoding="utf-8-sig") if linked else ""
            data = table_hexes(data, links) if onto is None else data
            if data["kind"] != "hex" and links:
                add_links(data, links)
    except (RecursionError, EditError, ImportTrouble, OSError, UnicodeDecodeError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise ImportTrouble(f"{path.name}: {why}") from None
    return data


def write_data(data: Data, about: str) -> str:
    """Plain data of a map as a person would write the file."""
    lines = [f"# {about}"]
    for key, value in data.items():
        text = block(value, 2)
        lines.append(("\n" if "\n" in text else "") + f"{scalar(key)}:{text}")
    return "\n".join(lines) + "\n"
