"""One map of any kind and the questions games ask it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from functools import cached_property
from math import dist
from typing import TYPE_CHECKING, Any, Literal

from common.maps import hexes, search
from common.maps.files import MapFile
from common.maps.model import Box, Feature, Label, Line, Link, Point, Region, Space
from common.maps.reach import NOTHING, Classes, Costs, PriceOf, Reach, Steps, reach

if TYPE_CHECKING:
    from shapely import STRtree

    from common.maps.graph import MapGraph


class Drawn:
    """What is on the map besides spaces and links: decoration, names, symbols, boxes."""

    def __init__(self) -> None:
        self.lines: list[Line] = []
        self.regions: list[Region] = []
        self.labels: list[Label] = []
        self.features: list[Feature] = []
        self.boxes: dict[str, Box] = {}
        self.written: dict[str, list[str]] = {}  # the dotted places of lines, regions, labels and features

    def put(self, section: str, where: str) -> None:
        """Remember where the next thing of a section stands in its file."""
        self.written.setdefault(section, []).append(where)


def neighbours(
    links: Mapping[tuple[str, str], Link], order: Mapping[str, int], barred: frozenset[str] = NOTHING
) -> dict[str, tuple[str, ...]]:
    """The spaces one step away from each, in the order of the map, off barred links."""
    near: dict[str, list[str]] = {space: [] for space in order}
    for (a, b), link in links.items():
        if not (barred and link.kinds & barred):
            near[a].append(b)
    return {space: tuple(sorted(others, key=order.__getitem__)) for space, others in near.items()}


class GameMap:
    """Spaces and links of a hex, area or point-to-point map; queries name spaces by id."""

    def __init__(
        self,
        file: MapFile,
        size: Point,
        spaces: Iterable[Space],
        links: Iterable[Link],
        drawn: Drawn,
        layout: hexes.Layout | None = None,
        cells: Mapping[str, hexes.Axial] | None = None,
        near: dict[str, tuple[str, ...]] | None = None,
        box_links: Iterable[Link] = (),
    ) -> None:
        self.file = file
        self._classes: dict[Classes, Classes] = {}  # what the price lists of the map have in common
        self.kind: Literal["hex", "area", "point"] = file.kind
        self.id, self.title, self.source, self.credits = file.id, file.title, file.source, file.credits
        self.theme = file.theme
        self.size = size
        self.spaces: dict[str, Space] = {space.id: space for space in spaces}
        self.links: dict[tuple[str, str], Link] = {(link.a, link.b): link for link in links}
        self.box_links: dict[tuple[str, str], Link] = {(link.a, link.b): link for link in box_links}
        self.layout, self.cells = layout, dict(cells or {})
        self.lines, self.regions = tuple(drawn.lines), tuple(drawn.regions)
        self.labels, self.features = tuple(drawn.labels), tuple(drawn.features)
        self.boxes: dict[str, Box] = dict(drawn.boxes)
        self.written = drawn.written
        joined = {end for pair in self.box_links for end in pair}
        self.off_map: dict[str, Space] = {id_: box.as_space() for id_, box in self.boxes.items() if id_ in joined}
        self.ids: tuple[str, ...] = (*self.spaces, *self.off_map)  # all that searches go through
        self.index: dict[str, int] = {space: i for i, space in enumerate(self.ids)}
        self.groups = {name: frozenset(members) for name, members in file.groups.items()}
        self.legend, self.scale = file.legend, file.scale
        self._near = self._with_boxes(near or neighbours(self.links, self.index))
        self._barred: dict[frozenset[str], dict[str, tuple[str, ...]]] = {}
        self._fields: dict[str, list[int]] = {}
        self._at = {cell: space for space, cell in self.cells.items()}

    def __repr__(self) -> str:
        return f"GameMap({self.id!r}, {self.kind}, {len(self.spaces)} spaces)"

    def _with_boxes(
        self, near: dict[str, tuple[str, ...]], barred: frozenset[str] = NOTHING
    ) -> dict[str, tuple[str, ...]]:
        """Neighbours among the spaces, and after them those that boxes give."""
        if not self.box_links:
            return near
        beside = neighbours(self.box_links, self.index, barred)
        return {space: near.get(space, ()) + others for space, others in beside.items()}

    # --- neighbourhood and distance ---

    def next_to(self, space: str) -> tuple[str, ...]:
        """The spaces one step away, after those of the map the boxes that open on it."""
        return self._near[space]

    def space(self, id_: str) -> Space:
        """A space of the map, or an off-map box that has links."""
        return self.spaces[id_] if id_ in self.spaces else self.off_map[id_]

    def link(self, a: str, b: str) -> Link | None:
        """What lies between two neighbours; None when they are not next to each other."""
        return self.links.get((a, b)) or self.box_links.get((a, b))

    # Steps are counted on the map: a count may begin or end in an off-map box, but never leads through one.

    def distance(self, a: str, b: str) -> int:
        """Steps from one space to the other, -1 when no way leads there."""
        cells = self.cells
        if a in cells:
            if b in cells:
                return hexes.distance(cells[a], cells[b])
            a, b = b, a  # there are fewer boxes than hexes to remember a field of
        return self._field(a)[self.index[b]]

    def _field(self, space: str) -> list[int]:
        field = self._fields.get(space)
        if field is None:
            field = self._fields[space] = self._count_steps(space)
        return field

    def _count_steps(self, start: str) -> list[int]:
        near, here = self._near_index, self.index[start]
        if start in self.off_map:
            own = tuple(self.index[other] for other in self._near[start])
            near = (*near[:here], own, *near[here + 1 :])
        return search.distances(near, here)

    def within(self, a: str, n: int) -> tuple[str, ...]:
        """The spaces at most `n` steps away, `a` itself included, nearest first."""
        if a in self.cells:
            cells, at = hexes.disc(self.cells[a], n), self._at
            found = [at[cell] for cell in cells if cell in at]
            boxes = [box for box in self.off_map if 0 <= self.distance(box, a) <= n]
            if boxes:
                found = sorted((*found, *boxes), key=lambda space: self.distance(a, space))
            return tuple(found)
        reached = [(d, i) for i, d in enumerate(self._field(a)) if 0 <= d <= n]
        return tuple(self.ids[i] for _, i in sorted(reached))

    def field(self, start: str, closed: Container[str] = NOTHING, barred: frozenset[str] = NOTHING) -> dict[str, int]:
        """Steps from `start` to every space that can be reached without closed spaces and barred links."""
        if closed == NOTHING and barred == NOTHING:
            found = self._count_steps(start)
            return {space: n for space, n in zip(self.ids, found, strict=True) if n >= 0}
        return search.open_field(self._steps_from(start, barred), start, closed)[0]

    def _steps_from(self, start: str, barred: frozenset[str]) -> dict[str, tuple[str, ...]]:
        """Who is next to whom off barred links, with no way on from a box but the start."""
        near = self._barred.get(barred)
        if near is None:
            near = self._with_boxes(neighbours(self.links, self.index, barred), barred) if barred else self._near
            if self.off_map:
                near = near | dict.fromkeys(self.off_map, ())
            self._barred[barred] = near
        if start in self.off_map:
            exits = (b for b in self._near[start] if self.box_links[start, b].kinds.isdisjoint(barred))
            near = near | {start: tuple(exits)}
        return near

    @cached_property
    def _near_index(self) -> tuple[tuple[int, ...], ...]:
        """Who is next to whom by number, with no way on from a box."""
        index = self.index
        return tuple(() if a in self.off_map else tuple(index[b] for b in self._near[a]) for a in self.ids)

    # --- costs and ways ---

    def costs(self, price: PriceOf) -> Costs:
        """Every step priced once; `price` gets the space left, the space entered and the link."""
        steps: list[Steps] = []
        for a in self.ids:
            ways: list[tuple[int, int]] = []
            for b in self._near[a]:
                link = self.link(a, b)
                cost = price(self.space(a), self.space(b), link) if link is not None else None
                if cost is not None:
                    if cost < 0:
                        raise ValueError(f"negative price from {a} to {b}")
                    ways.append((self.index[b], cost))
            steps.append(tuple(ways))
        return Costs(self.ids, steps, self._classes)

    def course(self, link: Link) -> tuple[Point, ...]:
        """The way a route is drawn: from centre to centre through the `bends` that it may have."""
        first, last = self.spaces[link.a].center, self.spaces[link.b].center
        bends = [(float(x), float(y)) for x, y in link.attrs.get("bends", ())]
        if bends and dist(first, bends[0]) + dist(bends[-1], last) > dist(first, bends[-1]) + dist(bends[0], last):
            bends.reverse()
        return (first, *bends, last)

    def reach(
        self,
        start: str,
        budget: int,
        costs: Costs,
        closed: Container[str] = NOTHING,
        stop: Container[str] = NOTHING,
        surcharge: Mapping[str, int] | None = None,
    ) -> Reach:
        """Everything within `budget`: closed spaces are not entered, `stop` spaces entered but not left."""
        return reach(self.ids, start, budget, costs, closed, stop, surcharge)

    def route(
        self,
        start: str,
        goal: str,
        costs: Costs,
        closed: Container[str] = NOTHING,
        surcharge: Mapping[str, int] | None = None,
    ) -> tuple[int, list[str]] | None:
        """The cheapest way and its cost; None when there is no way."""
        index = self.index
        return search.route(self.ids, index[start], index[goal], costs.steps, closed, surcharge)

    def supply_line(
        self,
        start: str,
        goals: Container[str],
        limit: int,
        closed: Container[str] = NOTHING,
        barred: frozenset[str] = NOTHING,
    ) -> list[str] | None:
        """The shortest way of at most `limit` steps to a goal, off closed spaces and barred links."""
        return search.shortest(self._steps_from(start, frozenset(barred)), start, goals, limit, closed)

    # --- selection ---

    def having(self, *tags: str, **attrs: Any) -> tuple[str, ...]:
        """The spaces with all these tags and attribute values."""
        return tuple(
            space.id
            for space in self.spaces.values()
            if space.tags.issuperset(tags) and all(space.attrs.get(k) == v for k, v in attrs.items())
        )

    def links_of(self, *kinds: str) -> tuple[Link, ...]:
        """The links that carry all these kinds, each pair once."""
        order = self.index
        return tuple(
            link
            for link in self.links.values()
            if link.kinds.issuperset(kinds)
            and (order[link.a] < order[link.b] or not self._carries(link.b, link.a, kinds))
        )

    def _carries(self, a: str, b: str, kinds: tuple[str, ...]) -> bool:
        back = self.links.get((a, b))
        return back is not None and back.kinds.issuperset(kinds)

    # --- geometry ---

    def side(self, a: str, b: str) -> tuple[Point, ...]:
        """The points of the common border of two neighbours, in the order of `a`'s outline."""
        ring, other = self.spaces[a].polygon, set(self.spaces[b].polygon)
        shared = [point in other for point in ring]
        if not any(shared):
            return ()
        n = len(ring)
        first = next((i for i in range(n) if shared[i] and not shared[i - 1]), 0)
        return tuple(ring[(first + i) % n] for i in range(n) if shared[(first + i) % n])

    def at(self, x: float, y: float) -> str | None:
        """The space under a point of the drawing."""
        if self.layout is not None:
            return self._at.get(self.layout.axial(*self.layout.at(x, y)))
        if self.kind == "area":
            return self._area_at(x, y)
        best: tuple[float, str] | None = None
        for space in self.spaces.values():
            dx, dy = abs(x - space.center[0]), abs(y - space.center[1])
            if space.box is not None:
                inside = dx <= space.box[0] / 2 and dy <= space.box[1] / 2
            else:
                inside = dx * dx + dy * dy <= space.radius * space.radius
            if inside and (best is None or dx * dx + dy * dy < best[0]):
                best = dx * dx + dy * dy, space.id
        return best[1] if best else None

    def _area_at(self, x: float, y: float) -> str | None:
        from shapely import Point as ShapelyPoint

        hits = self._tree.query(ShapelyPoint(x, y), predicate="intersects")
        return self.ids[min(hits)] if len(hits) else None

    @cached_property
    def _tree(self) -> STRtree:
        from shapely import Polygon, STRtree

        return STRtree([Polygon(space.polygon) for space in self.spaces.values()])

    @cached_property
    def graph(self) -> MapGraph:
        """The map as a networkx graph, every link an edge in its own direction."""
        from common.maps.graph import make_graph

        return make_graph(self)
