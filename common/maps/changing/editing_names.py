"""Ids and the numbers of hexes given anew, with everything in the file that refers to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from itertools import pairwise
from typing import Any

from common.maps.changing.editing import Data
from common.maps.changing.editing_changes import NO_HEX, entries, row_ids
from common.maps.changing.editing_text import EditError
from common.maps.files import Grid

REFERRING = ("groups", "constraints", "ignored", "projection")
FREE = ("name", "rule", "text", "check", "reason", "kind", "attr", "of", "price", "line", "tags", "kinds")


def rename_space(data: Data, old: str, new: str) -> None:
    """Give a space or a box another id, wherever it is named."""
    if data.get("kind") == "hex" and not any(box["id"] == old for _, _, box in entries(data, "boxes")):
        raise EditError("the numbers of hexes follow from the grid; renumber the map instead")
    if not new.strip() or "-" in new or new != new.strip() or len(new) > 80:
        raise EditError("an id is a word without a dash")
    taken = {entry["id"] for section in ("spaces", "boxes") for _, _, entry in entries(data, section)}
    if new in taken:
        raise EditError(f"there is a space {new} already")
    if old not in taken:
        raise EditError(f"there is no space {old}")
    rename_all(data, {old: new})


def rename_all(data: Data, names: Mapping[str, str]) -> None:
    """Put other ids in the place of some, wherever the file names them."""
    for section in ("spaces", "boxes"):
        for _, _, entry in entries(data, section):
            entry["id"] = names.get(entry["id"], entry["id"])
    for _, _, entry in entries(data, "boxes"):
        if "next_to" in entry:
            entry["next_to"] = [names.get(each, each) for each in entry["next_to"]]
    for section in ("labels", "features"):
        for _, _, entry in entries(data, section):
            if entry.get("space"):
                entry["space"] = names.get(entry["space"], entry["space"])
    for _, _, route in entries(data, "routes"):
        route["a"], route["b"] = names.get(route["a"], route["a"]), names.get(route["b"], route["b"])
    for group in data.get("sides", ()):
        group["sides"] = [_side(side, names) for side in group["sides"]]
    for way in data.get("paths", ()):
        way["through"] = [names.get(each, each) for each in way["through"]]
    for section in REFERRING:
        if section in data:
            data[section] = _refer(data[section], names)


def _side(text: str, names: Mapping[str, str]) -> str:
    a, _, b = text.partition("-")
    return f"{names.get(a, a)}-{names.get(b, b)}"


def _refer(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            names.get(key, key) if isinstance(key, str) else key: inner if key in FREE else _refer(inner, names)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [_refer(inner, names) for inner in value]
    if not isinstance(value, str):
        return value
    a, dash, b = value.partition("-")
    return _side(value, names) if dash and a in names and b in names else names.get(value, value)


def drop_spaces(data: Data, gone: Collection[str]) -> None:
    """Take out everything that names spaces which are no longer there; ways are cut in pieces."""
    for section in ("spaces", "labels", "features"):
        for group in data.get(section, ()):
            key = "id" if section == "spaces" else "space"
            group["entries"] = [entry for entry in group["entries"] if entry.get(key, "") not in gone]
    for group in data.get("routes", ()):
        group["entries"] = [e for e in group["entries"] if e["a"] not in gone and e["b"] not in gone]
    for group in data.get("sides", ()):
        group["sides"] = [side for side in group["sides"] if gone_free(side, gone)]
    if "paths" in data:
        data["paths"] = [part for way in data["paths"] for part in _pieces(way, gone)]
        if not data["paths"]:
            del data["paths"]
    for _, _, box in entries(data, "boxes"):
        if "next_to" in box:
            box["next_to"] = [each for each in box["next_to"] if each not in gone]
    for name, members in data.get("groups", {}).items():
        data["groups"][name] = [each for each in members if each not in gone]


def gone_free(side: str, gone: Collection[str]) -> bool:
    """Whether neither end of a side is gone."""
    return all(end not in gone for end in side.split("-", 1))


def _pieces(way: Data, gone: Collection[str]) -> list[Data]:
    runs: list[list[str]] = []
    for a, b in pairwise(way["through"]):
        if a in gone or b in gone:
            continue
        if runs and runs[-1][-1] == a:
            runs[-1].append(b)
        else:
            runs.append([a, b])
    return [way | {"through": run} | ({"name": f"{way['name']} {n}"} if n > 1 else {}) for n, run in enumerate(runs, 1)]


# --- the grid ---------------------------------------------------------------------------------------------


def grid_of(data: Data) -> Grid:
    """The grid that numbers the hexes of a file."""
    known = {key: data["grid"][key] for key in Grid.__struct_fields__ if key in data["grid"]}
    if "margin" in known:
        known["margin"] = tuple(known["margin"])
    return Grid(**known)


def renumber(
    data: Data, numbering: str, first_column: int, first_row: int, digits: int, rows_up: bool | None = None
) -> None:
    """Number the hexes anew from a corner; what names them follows, and the drawing stays as it is."""
    grid, old = grid_of(data), data["terrain"]["rows"]
    up = grid.rows_up if rows_up is None else rows_up
    drawn = sorted(old, key=int, reverse=grid.rows_up)  # from the top down
    count, columns = len(drawn), max((len(text) for text in old.values()), default=0)
    if max(first_row + count, first_column + columns) - 1 >= 10**digits:
        raise EditError(f"{digits} digits are not enough for {count} rows and {columns} columns")
    new_rows = {row: first_row + (count - 1 - n if up else n) for n, row in enumerate(drawn)}
    before = {row: row_ids(data, row, columns) for row in drawn}
    shift = (first_column - grid.first_column) if grid.orientation == "flat" else (
        (new_rows[drawn[0]] - int(drawn[0])) if drawn else 0
    )  # fmt: skip
    data["grid"]["numbering"], data["grid"]["first_column"] = numbering, first_column
    if digits != grid.digits:
        data["grid"]["digits"] = digits
    if up != grid.rows_up:
        data["grid"]["rows_up"] = up
    if shift % 2:
        data["grid"]["shifted"] = {"even": "odd", "odd": "even"}[grid.shifted]
    for layer in (data["terrain"], *data.get("letters", ())):
        layer["rows"] = {
            f"{new_rows[_key(row, new_rows)]:0{digits}d}": text
            for row, text in layer["rows"].items()
            if _key(row, new_rows) in new_rows
        }
    after = {row: row_ids(data, f"{new_rows[row]}", columns) for row in drawn}
    names = {a: b for row in drawn for a, b in zip(before[row], after[row], strict=True) if a != b}
    rename_all(data, names)


def _key(row: str, known: Mapping[str, int]) -> str:
    """A row of another layer under the name that the terrain has for it."""
    return next((each for each in known if int(each) == int(row)), row)


def resize(data: Data, left: int, top: int, right: int, bottom: int, kind: str = "") -> None:
    """Add rows and columns of hexes at the four sides, or take some away; numbers stay where they can."""
    grid, rows = grid_of(data), data["terrain"]["rows"]
    letters = data["terrain"]["legend"]
    fill = next((letter for letter, each in letters.items() if each == kind), next(iter(letters), NO_HEX))
    columns = max((len(text) for text in rows.values()), default=0)
    drawn = sorted((int(row) for row in rows), reverse=grid.rows_up)
    if columns + left + right < 1 or len(drawn) + top + bottom < 1:
        raise EditError("at least one hex must stay")
    before = {id_ for row in rows for id_ in row_ids(data, row, columns)}
    step = -1 if grid.rows_up else 1
    first = grid.first_column - left
    low = min(drawn[0] - step * top, drawn[-1] + step * bottom) if drawn else 1
    if first < 0 or low < 0:  # numbers cannot begin below 0: give all of them others, then go on
        need = (max(0, -first), max(0, -low))
        renumber(data, grid.numbering, grid.first_column + need[0], min(drawn) + need[1], max(grid.digits, 2))
        resize(data, left, top, right, bottom, kind)
        return
    kept = drawn[max(0, -top) : len(drawn) - max(0, -bottom)]
    wanted = (
        [drawn[0] - step * n for n in range(top, 0, -1)] + kept + [drawn[-1] + step * n for n in range(1, bottom + 1)]
    )
    digits = max(grid.digits, len(str(max(wanted))), len(str(first + columns + left + right - 1)))
    if digits > 4:
        raise EditError("numbers of more than four digits")
    width = columns + left + right
    for layer in (data["terrain"], *data.get("letters", ())):
        own, empty = layer is data["terrain"], NO_HEX
        texts = {int(row): text for row, text in layer["rows"].items()}
        names = {int(row): row for row in layer["rows"]}
        made = {}
        for row in wanted:
            made[names.get(row, f"{row:0{grid.digits}d}")] = _row(
                texts.get(row), left, right, columns, width, fill if own else empty
            )
        layer["rows"] = made if own else {row: text for row, text in made.items() if text.strip(". ")}
    data["grid"]["first_column"] = first
    _make_room(data, grid, (columns, len(drawn)), (left, top, right, bottom))
    if digits != grid.digits:
        renumber(data, grid.numbering, first, min(wanted), digits)
        return
    after = {id_ for row in data["terrain"]["rows"] for id_ in row_ids(data, row, width)}
    drop_spaces(data, before - after)


def _row(text: str | None, left: int, right: int, columns: int, width: int, fill: str) -> str:
    """A row with letters added or taken away at its ends."""
    if text is None:
        return fill * width
    text = text.ljust(columns, NO_HEX)
    text = fill * left + text if left >= 0 else text[-left:]
    return text + fill * right if right >= 0 else text[:right]


def set_size(data: Data, width: float, height: float, dx: float = 0, dy: float = 0) -> None:
    """Give the sheet another size, and move all that lies on it."""
    data["size"] = [_figure(width), _figure(height)]
    if dx or dy:
        move_all(data, lambda _x, _y: (dx, dy))


def _make_room(data: Data, grid: Grid, count: tuple[int, int], more: tuple[int, int, int, int]) -> None:
    """Move what is drawn with the hexes it lies on, and what stands right of them or below out of their way."""
    side = grid.width / 3**0.5
    step = (grid.width, 1.5 * side) if grid.orientation == "pointy" else (1.5 * side, grid.width)
    left, top, right, bottom = more
    far = grid.margin[0] + count[0] * step[0], grid.margin[1] + count[1] * step[1]

    def shift(x: float, y: float) -> tuple[float, float]:
        return (left + right * (x > far[0])) * step[0], (top + bottom * (y > far[1])) * step[1]

    move_all(data, shift)
    if data.get("size"):
        width, height = data["size"]
        data["size"] = [_figure(width + (left + right) * step[0]), _figure(height + (top + bottom) * step[1])]


def move_all(data: Data, shift: Callable[[float, float], tuple[float, float]]) -> None:
    """Move everything that has a place of its own by what its place says."""
    for section in ("spaces", "labels", "features"):
        for _, _, entry in entries(data, section):
            for key in ("at", "polygon"):
                if entry.get(key):
                    entry[key] = _moved(entry[key], shift)
    for _, _, entry in entries(data, "lines"):
        entry["points"] = _moved(entry["points"], shift)
    for _, _, entry in entries(data, "regions"):
        entry["rings"] = _moved(entry["rings"], shift)
    for _, _, entry in entries(data, "boxes"):
        entry["rect"] = [*_moved(entry["rect"][:2], shift), *entry["rect"][2:]]
    for key in ("cartouche", "legend", "scale"):
        if data.get(key, {}).get("at"):
            data[key]["at"] = _moved(data[key]["at"], shift)
    if data.get("compass"):
        data["compass"] = _moved(data["compass"], shift)


def _moved(value: Any, shift: Callable[[float, float], tuple[float, float]]) -> Any:
    if value and isinstance(value[0], (list, tuple)):
        return [_moved(each, shift) for each in value]
    dx, dy = shift(*value)
    return [_figure(value[0] + dx), _figure(value[1] + dy)]


def _figure(value: float) -> int | float:
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded
