"""What a designer changes on a map, said of the plain data of its file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot
from typing import Any

from common.maps.build import number
from common.maps.changing.editing import Data
from common.maps.changing.editing_text import EditError
from common.maps.files import Grid
from common.maps.model import Point

SOURCE = "reconstructed"
NO_HEX = "."


def source_of(data: Data) -> str:
    """What a new part of a file says of its source: that of an original design, else that it is reconstructed."""
    source = str(data.get("source", SOURCE))
    return source if source.startswith("original") else SOURCE


def figure(value: float) -> int | float:
    """A coordinate as a file says it: whole where it can be, else with one decimal."""
    rounded = round(value, 1)
    return int(rounded) if rounded == int(rounded) else rounded


def pair(point: Point) -> list[int | float]:
    """A place as a file says it."""
    return [figure(point[0]), figure(point[1])]


# --- spaces -----------------------------------------------------------------------------------------------


def entries(data: Data, section: str) -> Iterator[tuple[int, int, Data]]:
    """Every entry of a section with the number of its group and its own."""
    for g, group in enumerate(data.get(section, ())):
        for i, entry in enumerate(group.get("entries", ())):
            yield g, i, entry


def entry_of(data: Data, space: str) -> Data | None:
    """The entry that stands for a space; hexes may have several, the last one counts most."""
    found = [entry for _, _, entry in entries(data, "spaces") if entry["id"] == space]
    return found[-1] if found else None


def steps_of(data: Data, space: str) -> tuple[str | int, ...]:
    """Where a space stands in the file: its entry, or the row of its hex."""
    for g, i, entry in entries(data, "spaces"):
        if entry["id"] == space:
            return "spaces", g, "entries", i
    if data.get("kind") == "hex":
        for row in data["terrain"]["rows"]:
            if any(id_ == space for id_ in row_ids(data, row)):
                return "terrain", "rows", row
    return ()


def row_ids(data: Data, row: str, length: int | None = None) -> list[str]:
    """The numbers of the hexes along a row of letters."""
    grid = data["grid"]
    named = Grid(
        source=SOURCE, orientation="pointy", shifted="even", numbering=grid["numbering"],
        first_column=grid["first_column"], digits=grid.get("digits", 2),
    )  # fmt: skip
    count = len(data["terrain"]["rows"][row]) if length is None else length
    return [number(named, int(row), named.first_column + across) for across in range(count)]


def layers(data: Data) -> list[str]:
    """What a brush can paint: the layers of letters of a hex map, else the kind of a space."""
    if data.get("kind") != "hex":
        return ["kind"]
    return ["terrain", *(layer["name"] for layer in data.get("letters", ()))]


def _layer(data: Data, layer: str) -> Data:
    if layer == "terrain":
        return dict_of(data, "terrain")
    return next(each for each in data["letters"] if each["name"] == layer)


def dict_of(data: Data, key: str) -> Data:
    """The mapping under a key."""
    found: Data = data[key]
    return found


def kinds(data: Data, layer: str) -> list[str]:
    """The kinds a layer knows, in the order of the file."""
    if data.get("kind") == "hex":
        return list(_layer(data, layer)["legend"].values())
    found = [group.get("kind", "") for group in data.get("spaces", ())]
    found += [entry.get("kind", "") for _, _, entry in entries(data, "spaces")]
    return [kind for kind in dict.fromkeys(found) if kind]


def paint(data: Data, layer: str, wanted: Mapping[str, str]) -> None:
    """Give spaces another kind; "" takes a letter away."""
    if data.get("kind") != "hex":
        for _, _, entry in entries(data, "spaces"):
            if entry["id"] in wanted:
                entry["kind"] = wanted[entry["id"]]
        return
    found = _layer(data, layer)
    letters = {kind: letter for letter, kind in found["legend"].items()}
    for row, text in found["rows"].items():
        cells = list(text)
        for across, hex_ in enumerate(row_ids(data, row)):
            if hex_ in wanted:
                cells += [NO_HEX] * (across + 1 - len(cells))
                cells[across] = letters[wanted[hex_]] if wanted[hex_] else NO_HEX
        found["rows"][row] = "".join(cells)


def add_kind(data: Data, layer: str, kind: str) -> None:
    """A new kind of terrain, with a letter of its own."""
    legend = _layer(data, layer)["legend"]
    if kind in legend.values():
        raise EditError(f"there is a kind {kind} already")
    tries = [*kind, *kind.upper(), *"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"]
    free = [letter for letter in tries if letter.isalpha() and letter not in legend]
    if not free:
        raise EditError("every letter is taken")
    legend[free[0]] = kind


def set_space(data: Data, space: str, key: str, value: Any) -> None:
    """Give a space a name, tags, a kind or a place; an empty value takes the key out."""
    entry = entry_of(data, space)
    if entry is None:
        entry = {"id": space}
        _group(data, "spaces", "named")["entries"].append(entry)
    _set(entry, key, value)


def set_attr(data: Data, space: str, key: str, value: Any) -> None:
    """Give a space an attribute; None takes it out."""
    entry = entry_of(data, space)
    attrs = dict(entry.get("attrs", {})) if entry else {}
    if value is None:
        attrs.pop(key, None)
    else:
        attrs[key] = value
    set_space(data, space, "attrs", attrs)


def _set(entry: Data, key: str, value: Any) -> None:
    if value in ("", [], {}, None):
        entry.pop(key, None)
    else:
        entry[key] = value


def _group(data: Data, section: str, id_: str, **more: Any) -> Data:
    """The group of a section with this id, made if there is none."""
    for group in data.setdefault(section, []):
        if group.get("id") == id_:
            found: Data = group
            return found
    made = {"id": id_, **more, "source": source_of(data), "entries": []}
    data[section].append(made)
    return made


def add_point(data: Data, space: str, at: Point, like: Data) -> None:
    """A new point of a point-to-point map, of the size of another, in the last group."""
    if entry_of(data, space) is not None:
        raise EditError(f"there is a space {space} already")
    shape = {key: like[key] for key in ("kind", "radius", "box") if key in like}
    groups = data.setdefault("spaces", [])
    group = groups[-1] if groups else _group(data, "spaces", "points")
    group["entries"].append({"id": space, "at": pair(at)} | (shape or {"radius": 30}))


def remove_space(data: Data, space: str) -> None:
    """Take a point out, with its routes and its place in paths and sides."""
    for group in data.get("spaces", ()):
        group["entries"] = [entry for entry in group["entries"] if entry["id"] != space]
    for group in data.get("routes", ()):
        group["entries"] = [entry for entry in group["entries"] if space not in (entry["a"], entry["b"])]
    for group in data.get("sides", ()):
        group["sides"] = [side for side in group["sides"] if space not in side.split("-")]


# --- sides, ways, routes ----------------------------------------------------------------------------------


def line_kinds(data: Data) -> list[tuple[str, str, str]]:
    """What can lie between two spaces: section, kind and name of each group."""
    found = [("sides", group["kind"], group["name"]) for group in data.get("sides", ())]
    found += [("paths", kind, "") for kind in dict.fromkeys(path["kind"] for path in data.get("paths", ()))]
    kinds_ = dict.fromkeys(entry["kind"] for _, _, entry in entries(data, "routes"))
    return found + [("routes", kind, "") for kind in kinds_]


def set_line(data: Data, line: tuple[str, str, str], pairs: Iterable[tuple[str, str]], on: bool) -> None:
    """Put what lies between spaces there, or take it away."""
    section, kind, name = line
    for a, b in pairs:
        if section == "sides":
            _set_side(data, kind, name, a, b, on)
        elif section == "paths":
            _set_way(data, kind, a, b, on)
        else:
            _set_route(data, kind, a, b, on)


def clear_line(data: Data, line: tuple[str, str, str]) -> None:
    """Take one sort of line away from the whole map."""
    section, kind, name = line
    if section == "sides":
        for group in data["sides"]:
            if (group["kind"], group["name"]) == (kind, name):
                group["sides"] = []
    elif section == "paths":
        _set(data, "paths", [way for way in data["paths"] if way["kind"] != kind])
    else:
        for group in data["routes"]:
            group["entries"] = [entry for entry in group["entries"] if entry["kind"] != kind]


def add_side_kind(data: Data, kind: str, name: str, one_way: bool = False) -> None:
    """A new sort of thing on sides, without a side yet."""
    if any(group["kind"] == kind and group["name"] == name for group in data.get("sides", ())):
        raise EditError(f"there is a {kind} named {name} already")
    more = {"one_way": True} if one_way else {}
    data.setdefault("sides", []).append({"name": name, "kind": kind, "source": source_of(data), **more, "sides": []})


def _set_side(data: Data, kind: str, name: str, a: str, b: str, on: bool) -> None:
    """A side between two spaces is stored once; a one-way kind once for each direction."""
    for group in data.get("sides", ()):
        if (group["kind"], group["name"]) == (kind, name):
            same = {f"{a}-{b}"} if group.get("one_way") else {f"{a}-{b}", f"{b}-{a}"}
            there = [side for side in group["sides"] if side in same]
            if on and not there:
                group["sides"].append(f"{a}-{b}" if group.get("one_way") else "-".join(sorted((a, b))))
            elif not on:
                group["sides"] = [side for side in group["sides"] if side not in same]
            return
    if on:
        add_side_kind(data, kind, name)
        _set_side(data, kind, name, a, b, on)


def _set_way(data: Data, kind: str, a: str, b: str, on: bool) -> None:
    """A way goes on from its end, begins anew, or is cut in two."""
    ways = data.setdefault("paths", [])
    step = {(a, b), (b, a)}
    for w, way in enumerate(ways):
        if way["kind"] != kind:
            continue
        through = way["through"]
        at = next((i for i in range(len(through) - 1) if (through[i], through[i + 1]) in step), None)
        if at is not None and on:
            return
        if at is not None:
            parts = [part for part in (through[: at + 1], through[at + 1 :]) if len(part) > 1]
            ways[w : w + 1] = [way | {"through": part} | ({} if n == 0 else {"name": f"{way['name']} {n + 1}"})
                               for n, part in enumerate(parts)]  # fmt: skip
            return
    if not on:
        return
    for way in ways:
        if way["kind"] == kind:
            for start, end in ((a, b), (b, a)):
                if way["through"][-1] == start:
                    way["through"].append(end)
                    return
                if way["through"][0] == start:
                    way["through"].insert(0, end)
                    return
    names = {way["name"] for way in ways}
    name = next(f"{kind} {n}" for n in range(1, len(ways) + 2) if f"{kind} {n}" not in names)
    ways.append({"name": name, "kind": kind, "source": source_of(data), "through": [a, b]})


def _set_route(data: Data, kind: str, a: str, b: str, on: bool) -> None:
    for group in data.get("routes", ()):
        for i, entry in enumerate(group["entries"]):
            if {entry["a"], entry["b"]} == {a, b}:
                if on:
                    entry["kind"] = kind
                else:
                    del group["entries"][i]
                return
    if on:
        groups = data.setdefault("routes", [])
        fitting = [group for group in groups if any(entry["kind"] == kind for entry in group["entries"])]
        group = fitting[0] if fitting else groups[-1] if groups else _group(data, "routes", "routes")
        group["entries"].append({"a": a, "b": b, "kind": kind})


# --- corners ----------------------------------------------------------------------------------------------


def rings(data: Data) -> Iterator[list[Any]]:
    """Every outline and course that may share a corner."""
    for _, _, entry in entries(data, "spaces"):
        if entry.get("polygon"):
            yield entry["polygon"]
    for _, _, entry in entries(data, "lines"):
        yield entry["points"]
    for _, _, entry in entries(data, "regions"):
        yield from entry["rings"]


def move_corner(data: Data, old: Point, new: Point) -> None:
    """Move a corner wherever it is used, so that neighbours keep their common border."""
    goal, found = pair(new), False
    for ring in rings(data):
        for i, corner in enumerate(ring):
            if corner[0] == old[0] and corner[1] == old[1]:
                ring[i], found = goal, True
    if not found:
        raise EditError(f"there is no corner at {old[0]:g}, {old[1]:g}")


def add_corner(data: Data, a: Point, b: Point, at: Point) -> None:
    """Put a corner on the line between two corners, in every outline that has it."""
    for ring in rings(data):
        count = len(ring)
        for i in range(count - 1, -1, -1):
            ends = (tuple(ring[i]), tuple(ring[(i + 1) % count]))
            if ends in ((a, b), (b, a)):
                ring.insert(i + 1, pair(at))


def remove_corner(data: Data, at: Point) -> None:
    """Take a corner out of every outline that has it."""
    for ring in rings(data):
        for i in range(len(ring) - 1, -1, -1):
            if ring[i][0] == at[0] and ring[i][1] == at[1]:
                if len(ring) <= 3:
                    raise EditError("an outline needs three corners")
                del ring[i]


def nearest_corner(data: Data, at: Point, within: float) -> Point | None:
    """The corner of an area next to a place."""
    found: tuple[float, Point] | None = None
    for _, _, entry in entries(data, "spaces"):
        for x, y in entry.get("polygon", ()):
            far = hypot(x - at[0], y - at[1])
            if far <= within and (found is None or far < found[0]):
                found = far, (x, y)
    return found[1] if found else None


# --- names and signs --------------------------------------------------------------------------------------


def add_label(data: Data, text: str, at: Point, kind: str = "place") -> None:
    """A name on the map."""
    fitting = [group for group in data.get("labels", ()) if group["kind"] == kind]
    group = fitting[0] if fitting else _group(data, "labels", f"{kind}s", kind=kind)
    group["entries"].append({"text": text, "at": pair(at)})


def set_entry(data: Data, section: str, place: tuple[int, int], key: str, value: Any) -> None:
    """Change one thing of a label, feature or route; an empty value takes it out."""
    _set(data[section][place[0]]["entries"][place[1]], key, value)


def remove_entry(data: Data, section: str, place: tuple[int, int]) -> None:
    """Take a label, feature or route out."""
    del data[section][place[0]]["entries"][place[1]]


# --- findings ---------------------------------------------------------------------------------------------


def ignore(data: Data, check: str, place: str, reason: str) -> None:
    """Say why a finding is to be let alone."""
    if not reason.strip():
        raise EditError("say why")
    data.setdefault("ignored", []).append({"check": check, "place": place, "reason": reason.strip()})


def heed(data: Data, check: str, place: str) -> None:
    """Take a finding seriously again."""
    kept = [each for each in data.get("ignored", ()) if (each["check"], each["place"]) != (check, place)]
    _set(data, "ignored", kept)
