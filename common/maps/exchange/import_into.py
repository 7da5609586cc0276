"""Another program's file taken into a map that is there already: areas, points and lines are added to its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import count
from math import hypot
from typing import Any

from common.maps.changing import editing_areas as areas
from common.maps.changing.editing_changes import add_kind, entries, entry_of, kinds, paint, row_ids, set_space
from common.maps.changing.editing_text import EditError
from common.maps.exchange.import_parts import SOURCE, Data, ImportTrouble, free_id

NEAR = 5.0  # map units from a point's rim at which a line still ends at it
LEFT = "left out"
FACTS = ("name", "kind", "tags", "attrs")


def merge_data(target: Data, found: Data) -> Counter[str]:
    """Add what was read to a map's data; how many of each sort were added, and how many had no room."""
    told: Counter[str] = Counter()
    kind, other = target["kind"], found["kind"]
    renamed: dict[str, str] = {}
    spaces = [entry for _, _, entry in entries(found, "spaces")]
    if kind == other == "area":
        _add_areas(target, spaces, renamed, told)
    elif kind == other == "point":
        _add_points(target, spaces, renamed, told)
    elif other == "area":
        surfaces = [(str(each.get("kind") or "area"), _surface(each)) for each in spaces]
        _add_groups(target, "regions", surfaces, told)
    else:
        names = [("place", {"text": each.get("name") or each["id"], "at": each["at"]}) for each in spaces]
        _add_groups(target, "labels", names, told)
    _add_routes(target, found, renamed, told)
    _add_drawn(target, found, told)
    if not any(n for what, n in told.items() if what != LEFT):
        raise ImportTrouble("there is no room for it on this map" if told[LEFT] else "there is nothing to add")
    return told


def grounds(data: Data) -> dict[str, str]:
    """The kind of ground of each hex of a hex map's data."""
    legend, rows = data["terrain"]["legend"], data["terrain"]["rows"]
    cells = ((hex_, letter) for row, text in rows.items() for hex_, letter in zip(row_ids(data, row), text))
    return {hex_: legend[letter] for hex_, letter in cells if letter in legend}


def merge_hexes(target: Data, found: Data) -> Counter[str]:
    """Give hexes of a map the ground, the facts and the lines that a file has for those of their numbers."""
    told: Counter[str] = Counter()
    before, now = grounds(target), grounds(found)
    for kind in dict.fromkeys(now.values()):
        if kind not in kinds(target, "terrain"):
            add_kind(target, "terrain", kind)
    paint(target, "terrain", now)
    changed = {hex_ for hex_, kind in now.items() if before.get(hex_) != kind}
    for _, _, entry in entries(found, "spaces"):
        old = entry_of(target, entry["id"]) or {}
        for key in FACTS:
            if entry.get(key) and entry[key] != old.get(key):
                set_space(target, entry["id"], key, entry[key])
                changed.add(entry["id"])
    told["hexes"] += len(changed)
    for group in found.get("sides", ()):
        if group not in target.get("sides", ()):
            target.setdefault("sides", []).append(group)
            told["lines"] += 1
    for path in found.get("paths", ()):
        if path["through"] not in [each["through"] for each in target.get("paths", ())]:
            target.setdefault("paths", []).append(path)
            told["lines"] += 1
    _add_drawn(target, found, told)
    if not any(told.values()):
        raise ImportTrouble("there is nothing to add")
    return told


def describe_added(told: Counter[str]) -> str:
    """What was added, in words."""
    singular = {"hexes": "hex", "areas": "area", "points": "point", "routes": "route", "lines": "line",
                "regions": "surface", "labels": "name", "features": "sign"}  # fmt: skip
    plural = {"regions": "surfaces", "labels": "names", "features": "signs"}
    added = {what: n for what, n in told.items() if what != LEFT and n}
    said = [f"{n} {singular[what] if n == 1 else plural.get(what, what)}" for what, n in added.items()]
    return ", ".join(said) + (f"; {told[LEFT]} had no room" if told[LEFT] else "")


def _taken(target: Data) -> set[str]:
    boxes = (box["id"] for group in target.get("boxes", ()) for box in group.get("entries", ()))
    return {entry["id"] for _, _, entry in entries(target, "spaces")} | set(boxes)


def _add_areas(target: Data, spaces: Iterable[Data], renamed: dict[str, str], told: Counter[str]) -> None:
    """Areas one by one: what lies on others is cut away, and common borders get the same corners."""
    taken = _taken(target)
    for each in spaces:
        id_ = free_id({"id": each["id"]}, taken, each["id"])
        try:
            areas.add_area(target, id_, [(x, y) for x, y in each["polygon"]])
        except EditError:
            told[LEFT] += 1
            continue
        taken.add(id_)
        renamed[each["id"]] = id_
        made = next(entry for _, _, entry in entries(target, "spaces") if entry["id"] == id_)
        made |= {key: each[key] for key in FACTS if each.get(key)}
        told["areas"] += 1


def _add_points(target: Data, spaces: Iterable[Data], renamed: dict[str, str], told: Counter[str]) -> None:
    taken, made = _taken(target), []
    for each in spaces:
        renamed[each["id"]] = id_ = free_id({"id": each["id"]}, taken, each["id"])
        taken.add(id_)
        made.append({**each, "id": id_})
    if made:
        told["points"] += len(made)
        name = _free_name(target.get("spaces", ()), "imported")
        target.setdefault("spaces", []).append({"id": name, "source": SOURCE, "entries": made})


def _add_routes(target: Data, found: Data, renamed: dict[str, str], told: Counter[str]) -> None:
    """Routes and borders between spaces that were added."""
    routes = [entry for _, _, entry in entries(found, "routes") if renamed.keys() >= {entry["a"], entry["b"]}]
    _put_routes(target, [{**each, "a": renamed[each["a"]], "b": renamed[each["b"]]} for each in routes], told)
    for group in found.get("sides", ()):
        pairs = [side.split("-") for side in group["sides"]]
        kept = [f"{renamed[a]}-{renamed[b]}" for a, b in pairs if renamed.keys() >= {a, b}]
        if kept:
            target.setdefault("sides", []).append({**group, "sides": kept})


def _put_routes(target: Data, routes: list[Data], told: Counter[str]) -> None:
    if routes:
        told["routes"] += len(routes)
        name = _free_name(target.get("routes", ()), "imported")
        target.setdefault("routes", []).append({"id": name, "source": SOURCE, "entries": routes})


def _add_lines(target: Data, found: Data, told: Counter[str]) -> None:
    """Lines; on a point map those between two points are routes."""
    drawn: list[tuple[str, Data]] = []
    routes: list[Data] = []
    joined = {frozenset((each["a"], each["b"])) for _, _, each in entries(target, "routes")}
    for group in found.get("lines", ()):
        for line in group["entries"]:
            ends = [_point_at(target, line["points"][n]) for n in (0, -1)] if target["kind"] == "point" else ["", ""]
            if all(ends) and ends[0] != ends[1]:
                if frozenset(ends) not in joined:
                    joined.add(frozenset(ends))
                    bends = line["points"][1:-1]
                    attrs = {"attrs": {"bends": bends}} if bends else {}
                    routes.append({"a": ends[0], "b": ends[1], "kind": str(group["kind"]), **attrs})
            else:
                drawn.append((str(group["kind"]), line))
    _put_routes(target, routes, told)
    _add_groups(target, "lines", drawn, told)


def _point_at(target: Data, at: list[float]) -> str:
    """The point of the map at which a line ends, "" if none."""
    near = [
        (hypot(entry["at"][0] - at[0], entry["at"][1] - at[1]), entry["id"])
        for _, _, entry in entries(target, "spaces")
        if entry.get("at") and hypot(entry["at"][0] - at[0], entry["at"][1] - at[1]) <= entry.get("radius", 0) + NEAR
    ]
    return min(near)[1] if near else ""


def _add_drawn(target: Data, found: Data, told: Counter[str]) -> None:
    """What lies on the sheet and is no space: lines, surfaces, names, signs."""
    _add_lines(target, found, told)
    for section in ("regions", "labels", "features"):
        drawn = [(str(group["kind"]), entry) for group in found.get(section, ()) for entry in group["entries"]]
        placed = [(sort, entry) for sort, entry in drawn if "at" in entry or "rings" in entry]
        kept = [(sort, {key: value for key, value in entry.items() if key != "space"}) for sort, entry in placed]
        _add_groups(target, section, kept, told)


def _surface(each: Data) -> Data:
    return {**({"name": each["name"]} if each.get("name") else {}), "rings": [each["polygon"]]}


def _add_groups(target: Data, section: str, found: Iterable[tuple[str, Data]], told: Counter[str]) -> None:
    """Things that are drawn, those of one kind as a group of their own."""
    groups: dict[str, list[Data]] = {}
    for kind, entry in found:
        groups.setdefault(kind, []).append(entry)
    for kind, made in groups.items():
        told[section] += len(made)
        name = _free_name(target.get(section, ()), f"imported_{kind}")
        target.setdefault(section, []).append({"id": name, "kind": kind, "source": SOURCE, "entries": made})


def _free_name(groups: Iterable[Any], wanted: str) -> str:
    known = {group.get("id") for group in groups}
    return next(name for name in _numbered(wanted) if name not in known)


def _numbered(word: str) -> Iterator[str]:
    yield word
    yield from (f"{word}_{n}" for n in count(2))
