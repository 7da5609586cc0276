"""Maps from GraphML and from CSV tables of places."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

import networkx as nx

from common.maps.exchange.import_hexes import FoundHex, FoundLink, find_grid, write_hexes
from common.maps.exchange.import_parts import (
    MOST,
    RADIUS,
    SHEET,
    SOURCE,
    Data,
    ImportTrouble,
    TargetSheet,
    begin_data,
    free_id,
    is_coordinate,
    is_plain,
    round_figure,
)
from common.maps.model import Point

# --- GraphML ----------------------------------------------------------------------------------------------


def read_graphml(text: str, name: str, onto: TargetSheet | None = None) -> Data:
    """Nodes become points, edges routes; nodes without a place are laid out."""
    if re.search(r"<!(DOCTYPE|ENTITY)", text, re.IGNORECASE):
        raise ImportTrouble("GraphML with a DOCTYPE or entities is not read")
    try:
        graph: Any = nx.parse_graphml(text, node_type=str)
    except Exception as error:  # networkx passes on whatever its parser says
        why = str(error).splitlines()[0][:120] if str(error) else type(error).__name__
        raise ImportTrouble(f"not GraphML: {why}") from None
    if not len(graph):
        raise ImportTrouble("there is no node in the file")
    if len(graph) + graph.number_of_edges() > MOST:
        raise ImportTrouble(f"more than {MOST} nodes and edges")
    spots, size = _spots(graph, onto.size if onto is not None else SHEET)
    ids: dict[str, str] = {}
    entries = []
    for node, about in graph.nodes(data=True):
        ids[node] = free_id({"id": node}, ids.values(), f"place_{len(ids) + 1}")
        kind, tags = str(about.get("kind") or "")[:80], str(about.get("tags") or "").split()
        attrs = _read_attrs(about.get("attrs"))
        named = str(about.get("name") or about.get("label") or "")[:80]
        radius = about.get("radius")
        entries.append({
            "id": ids[node], **({"name": named} if named and named != ids[node] else {}),
            **({"kind": kind} if kind else {}), **({"tags": tags} if tags else {}), "at": spots[node],
            "radius": round_figure(radius) if isinstance(radius, (int, float)) and 0 < radius < 1000 else RADIUS,
            **({"attrs": attrs} if attrs else {}),
        })  # fmt: skip
    data = begin_data(str(graph.graph.get("id") or name), "point", size, str(graph.graph.get("title") or ""))
    hexes = [each for each in hexes_of(entries) if "off_map" not in each.tags]  # boxes are no hexes
    grid = find_grid(hexes) if onto is None else None
    if grid is not None:
        known = {each.id for each in hexes}
        return write_hexes(data, grid, hexes, (link for link in _hex_links(graph, ids) if known >= {link.a, link.b}))
    data["spaces"] = [{"id": "places", "source": SOURCE, "entries": entries}]
    routes = _routes(graph, ids)
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]
    return data


def hexes_of(entries: list[Data]) -> list[FoundHex]:
    """Places as they would be if they were hexes."""
    return [
        FoundHex(
            each["id"], (each["at"][0], each["at"][1]), each.get("name", ""), each.get("kind", ""),
            tuple(each.get("tags", ())), each.get("attrs", {}),
        )
        for each in entries
    ]  # fmt: skip


def _hex_links(graph: Any, ids: Mapping[str, str]) -> Iterator[FoundLink]:
    """What lies between hexes, both directions at once where they are alike."""
    told: set[frozenset[str]] = set()
    for a, b, about in graph.edges(data=True):
        kinds = str(about.get("kinds") or "").split()
        back = graph.get_edge_data(b, a) if graph.is_directed() else about
        both = back is not None and str(back.get("kinds") or "").split() == kinds
        if kinds and a != b and not (both and frozenset((a, b)) in told):
            told.add(frozenset((a, b)))
            through, attrs = tuple(str(about.get("through") or "").split()), _read_attrs(about.get("attrs"))
            yield FoundLink(ids[a], ids[b], tuple(kind[:80] for kind in kinds), not both, through, attrs)


def _routes(graph: Any, ids: Mapping[str, str]) -> list[Data]:
    routes, joined = [], set[frozenset[str]]()
    for a, b, about in graph.edges(data=True):
        if a == b or frozenset((a, b)) in joined:
            continue
        joined.add(frozenset((a, b)))
        kinds = str(about.get("kinds") or about.get("kind") or "road").split()
        more = {"tags": kinds[1:]} if len(kinds) > 1 else {}
        routes.append({"a": ids[a], "b": ids[b], "kind": kinds[0][:80] if kinds else "road", **more})
    return routes


def _spots(graph: Any, sheet: Point) -> tuple[dict[str, list[int | float]], Point]:
    """Where the nodes of a graph lie on the sheet."""
    nodes = dict(graph.nodes(data=True))
    size = graph.graph.get("width"), graph.graph.get("height")
    placed = all(is_coordinate(about.get("x")) and is_coordinate(about.get("y")) for about in nodes.values())
    if placed and all(is_coordinate(each) and 1 <= each <= 1e6 for each in size):
        own = {n: [round_figure(a["x"]), round_figure(a["y"])] for n, a in nodes.items()}
        return own, (float(size[0]), float(size[1]))
    if placed:
        where = {node: (float(about["x"]), float(about["y"])) for node, about in nodes.items()}
    else:
        where = {node: (float(x), float(y)) for node, (x, y) in nx.circular_layout(graph).items()}
        if len(graph) <= 400:
            where = {n: (float(x), float(y)) for n, (x, y) in nx.spring_layout(graph, seed=17).items()}
    xs, ys = [x for x, _ in where.values()], [y for _, y in where.values()]
    scale = min((sheet[0] - 120) / max(1e-9, max(xs) - min(xs)), (sheet[1] - 120) / max(1e-9, max(ys) - min(ys)))
    left, top = min(xs), min(ys)
    laid = {n: (60 + (x - left) * scale, 60 + (y - top) * scale) for n, (x, y) in where.items()}
    spots = {n: [round_figure(x), round_figure(y)] for n, (x, y) in laid.items()}
    return spots, sheet


def _read_attrs(text: Any) -> Data:
    try:
        found = json.loads(text) if text else {}
    except (json.JSONDecodeError, TypeError, RecursionError):
        return {}
    return {str(key)[:80]: value for key, value in found.items() if is_plain(value)} if isinstance(found, dict) else {}


# --- CSV --------------------------------------------------------------------------------------------------


def read_csv(text: str, name: str, _onto: TargetSheet | None = None) -> Data:
    """Lines with a name and a place, as lists of regions have them; x and y are taken as they are."""
    try:
        sniffed = csv.Sniffer().sniff(text[:4096], delimiters=",;\t") if text.strip() else csv.excel
    except csv.Error:
        sniffed = csv.excel
    try:
        rows = list(csv.reader(io.StringIO(text), sniffed))
    except csv.Error as error:
        raise ImportTrouble(f"not CSV: {error}") from None
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if len(rows) < 2:
        raise ImportTrouble("a table needs a line of heads and a line for each place")
    if len(rows) > MOST:
        raise ImportTrouble(f"{len(rows)} lines are more than {MOST}")
    heads = [cell.strip().lower() for cell in rows[0]]
    columns = {key: next((heads.index(word) for word in words if word in heads), None) for key, words in HEADS.items()}
    if columns["x"] is None or columns["y"] is None or (columns["id"] is None and columns["name"] is None):
        raise ImportTrouble("the heads must name a space (or name), x and y")
    entries = [*_table_rows(rows[1:], columns, heads)]
    far = max(entry["at"][0] for entry in entries) + 80, max(entry["at"][1] for entry in entries) + 80
    data = begin_data(name, "point", (max(200.0, far[0]), max(200.0, far[1])))
    data["spaces"] = [{"id": "places", "source": SOURCE, "entries": entries}]
    return data


def table_hexes(data: Data, text: str) -> Data:
    """A table of places whose numbers lie on a grid, with what its table of links says, as a hex map."""
    hexes = hexes_of(data["spaces"][0]["entries"])
    grid = find_grid(hexes)
    if grid is None:
        return data
    head = {key: value for key, value in data.items() if key != "size"}
    return write_hexes(head, grid, hexes, _table_links(text, {each.id for each in hexes}))


def _table_links(text: str, known: set[str]) -> Iterator[FoundLink]:
    for n, row in enumerate(list(csv.reader(io.StringIO(text)))[1:], 2):
        cells = [cell.strip().removeprefix("'") for cell in row] + [""] * 6
        strange = next((end for end in cells[:2] if end not in known), None)
        if strange is not None:
            raise ImportTrouble(f"line {n} of the links: there is no space {strange}")
        if cells[2]:
            kinds, names = tuple(kind[:80] for kind in cells[2].split()), cells[5].split(";")
            named = {kind: name for kind, name in zip(kinds, names, strict=False) if name}
            yield FoundLink(cells[0], cells[1], kinds, cells[3] == "yes", tuple(cells[4].split()), named)


def add_links(data: Data, text: str) -> None:
    """Routes from a table of links: from, to, kinds."""
    rows = list(csv.reader(io.StringIO(text)))
    known = {entry["id"] for group in data["spaces"] for entry in group["entries"]}
    routes, joined = [], set[frozenset[str]]()
    for n, row in enumerate(rows[1:], 2):
        cells = [cell.strip().removeprefix("'") for cell in row] + ["", "", ""]
        ends = re.sub(r"[\s\-]+", "_", cells[0]), re.sub(r"[\s\-]+", "_", cells[1])
        if not known >= {*ends}:
            raise ImportTrouble(f"line {n} of the links: there is no space {next(e for e in ends if e not in known)}")
        if frozenset(ends) not in joined and ends[0] != ends[1]:
            joined.add(frozenset(ends))
            kinds = cells[2].split() or ["road"]
            more = {"tags": kinds[1:]} if len(kinds) > 1 else {}
            routes.append({"a": ends[0], "b": ends[1], "kind": kinds[0][:80], **more})
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]


HEADS = {
    "id": ("space", "id", "region"), "name": ("name", "region name"), "kind": ("kind", "type"), "tags": ("tags",),
    "x": ("x", "originx", "left"), "y": ("y", "originy", "top"),
}  # fmt: skip


def _table_rows(rows: list[list[str]], columns: Mapping[str, int | None], heads: list[str]) -> Iterator[Data]:
    taken: set[str] = set()
    used = {number for number in columns.values() if number is not None}

    for n, row in enumerate(rows, 2):
        cells = [cell.strip().removeprefix("'") for cell in row] + [""] * (len(heads) - len(row))

        def cell(key: str, cells: list[str] = cells) -> str:
            number = columns[key]
            return cells[number] if number is not None else ""

        try:
            at = [round_figure(float(cell("x").replace(",", "."))), round_figure(float(cell("y").replace(",", ".")))]
        except (ValueError, OverflowError):
            raise ImportTrouble(f"line {n}: x and y must be numbers") from None
        if not all(abs(value) < 1e6 for value in at):
            raise ImportTrouble(f"line {n}: x and y are too large")
        id_ = free_id({"id": cell("id") or cell("name")}, taken, f"place_{len(taken) + 1}")
        taken.add(id_)
        known = [(heads[i], text) for i, text in enumerate(cells[: len(heads)]) if i not in used]
        rest = {head: _value(text) for head, text in known if head and text}
        more = {"name": cell("name")[:80], "kind": cell("kind")[:80], "tags": cell("tags").split()}
        yield {
            "id": id_, **{key: value for key, value in more.items() if value and value != id_}, "at": at,
            "radius": RADIUS, **({"attrs": rest} if rest else {}),
        }  # fmt: skip


def _value(text: str) -> Any:
    try:
        number = float(text)
    except ValueError:
        return text[:400]
    return (int(number) if number == int(number) else number) if isfinite(number) and abs(number) < 1e15 else text[:80]
