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

from common.maps.import_parts import (
    MOST,
    RADIUS,
    SHEET,
    SOURCE,
    Data,
    ImportTrouble,
    begin_data,
    free_id,
    is_coordinate,
    is_plain,
    round_figure,
)
from common.maps.model import Point

# --- GraphML ----------------------------------------------------------------------------------------------


def read_graphml(text: str, name: str) -> Data:
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
    spots, size = _spots(graph)
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
    data["spaces"] = [{"id": "places", "source": SOURCE, "entries": entries}]
    routes = _routes(graph, ids)
    if routes:
        data["routes"] = [{"id": "routes", "source": SOURCE, "entries": routes}]
    return data


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


def _spots(graph: Any) -> tuple[dict[str, list[int | float]], Point]:
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
    scale = min((SHEET[0] - 120) / max(1e-9, max(xs) - min(xs)), (SHEET[1] - 120) / max(1e-9, max(ys) - min(ys)))
    left, top = min(xs), min(ys)
    laid = {n: (60 + (x - left) * scale, 60 + (y - top) * scale) for n, (x, y) in where.items()}
    spots = {n: [round_figure(x), round_figure(y)] for n, (x, y) in laid.items()}
    return spots, SHEET


def _read_attrs(text: Any) -> Data:
    try:
        found = json.loads(text) if text else {}
    except (json.JSONDecodeError, TypeError, RecursionError):
        return {}
    return {str(key)[:80]: value for key, value in found.items() if is_plain(value)} if isinstance(found, dict) else {}


# --- CSV --------------------------------------------------------------------------------------------------


def read_csv(text: str, name: str) -> Data:
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
