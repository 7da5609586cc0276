"""From a map file to a map: hexes from letter rows, areas from polygons, points from positions."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import pairwise
from sys import intern
from typing import Any, NamedTuple

import msgspec

from common.data import DataError, did_you_mean
from common.maps import hexes
from common.maps.areas import borders
from common.maps.edit_scope import shape
from common.maps.files import GeographyFile, Grid, LetterRows, MapFile, SpaceEntry
from common.maps.gamemap import Drawn, GameMap, neighbours
from common.maps.model import Box, Feature, Label, Line, Link, Point, Region, Space

NO_HEX = ". "
MOST_HEXES, MOST_SPACES = 12_000, 2_000  # far more than any sheet holds, and still read in a second
UNKNOWN = "unknown"  # the kind of a hex whose letter nobody explains
RADIUS = 30.0  # of a point that has no size
BLANK: Point = (800, 600)  # a sheet with nothing on it
GEOGRAPHY = "geography:"  # before the place of what stands in geography.yaml


class BuildError(ValueError):
    """A map file that reads well but does not make a map; `where` is the dotted place in the file."""

    def __init__(self, code: str, where: str, what: str) -> None:
        self.code, self.where, self.what = code, where, what
        super().__init__(f"{where}: {what}")

    def locate(self, file: str, line: int) -> DataError:
        """This error with the file and the line it stands in."""
        return DataError(file, line, self.where, self.what)


class MapPlan:
    """A map being put together; without a list for problems the first one ends it."""

    def __init__(self, file: MapFile, problems: list[BuildError] | None = None) -> None:
        self.file, self.problems = file, problems
        self.spaces: dict[str, Space] = {}
        self.boxes: set[str] = set()  # those that can have links
        self.plain: dict[tuple[str, str], Link] = {}  # what the grid gives, shared by all maps on it
        self.near: dict[str, tuple[str, ...]] = {}
        self.kinds: dict[tuple[str, str], set[str]] = {}  # what the file adds
        self.attrs: dict[tuple[str, str], dict[str, Any]] = {}
        self.layout: hexes.Layout | None = None
        self.cells: dict[str, hexes.Axial] = {}
        self.far: Point = (0, 0)  # the corner of the hexes farthest to the right and to the bottom

    def complain(self, code: str, where: str, what: str) -> None:
        """Something in the file makes no map; what it is about is left out."""
        if self.problems is None:
            raise BuildError(code, where, what)
        self.problems.append(BuildError(code, where, what))

    def unknown(self, id_: str) -> str:
        """What is said of a space that does not exist."""
        return f"there is no space {id_}" + did_you_mean(id_, self.spaces)

    def join(self, a: str, b: str, kind: str | None, attrs: dict[str, Any], one_way: bool = False) -> None:
        """Put a kind and attributes on the link between two spaces, in one or both directions."""
        for pair in ((a, b),) if one_way else ((a, b), (b, a)):
            self._own(pair)
            if kind is not None:
                self.kinds[pair].add(kind)
            self.attrs[pair].update(attrs)

    def open(self, a: str, b: str) -> None:
        """Make two spaces neighbours."""
        for pair in ((a, b), (b, a)):
            self._own(pair)

    def _own(self, pair: tuple[str, str]) -> None:
        """A link that may be written on."""
        if pair not in self.kinds:
            self.kinds[pair] = set()
            self.attrs[pair] = dict(self.plain[pair].attrs) if pair in self.plain else {}

    def joins(self, a: str, b: str) -> bool:
        """Whether two spaces are neighbours."""
        return (a, b) in self.kinds or (a, b) in self.plain

    def carries(self, a: str, b: str) -> Collection[str]:
        """The kinds on a link."""
        return self.kinds.get((a, b), ())

    def links(self) -> tuple[dict[tuple[str, str], Link], dict[tuple[str, str], Link]]:
        """The finished links: those between spaces, and apart from them those of boxes."""
        own = {(a, b): Link(a, b, frozenset(kinds), self.attrs[a, b]) for (a, b), kinds in self.kinds.items()}
        boxed = {pair: link for pair, link in own.items() if not self.spaces.keys() >= set(pair)}
        return self.plain | {pair: link for pair, link in own.items() if pair not in boxed}, boxed


def build(file: MapFile, geography: GeographyFile | None = None, problems: list[BuildError] | None = None) -> GameMap:
    """The map a file describes, with the real geography drawn under it; problems are raised, or collected in a list."""
    _refuse_masses(file)
    plan = MapPlan(file, problems)
    if file.kind == "hex":
        _hexes(plan)
    _spaces(plan)
    if file.kind == "area" and plan.spaces:
        for a, b in borders({space.id: space.polygon for space in plan.spaces.values()}):
            plan.open(a, b)
    _boxes(plan)
    _routes(plan)
    _sides(plan)
    size = _size(plan)
    drawn, (links, boxed) = _drawn(plan, geography), plan.links()
    near = plan.near if len(links) == len(plan.plain) else None  # a route may join what the grid does not
    spaces = plan.spaces.values()
    return GameMap(file, size, spaces, links.values(), drawn, plan.layout, plan.cells, near, boxed.values())


def _refuse_masses(file: MapFile) -> None:
    """No map is larger than what can be drawn and searched; a stranger's file may say otherwise."""
    hexes_ = sum(map(len, file.terrain.rows.values())) if file.terrain is not None else 0
    if hexes_ > MOST_HEXES:
        raise BuildError("build.too-many", "terrain.rows", f"{hexes_} hexes are too many (at most {MOST_HEXES})")
    spaces = sum(len(group.entries) for group in file.spaces)
    if spaces > MOST_SPACES and file.kind != "hex":
        raise BuildError("build.too-many", "spaces", f"{spaces} spaces are too many (at most {MOST_SPACES})")


# --- hexes ------------------------------------------------------------------------------------------------


def number(grid: Grid, row: int, column: int) -> str:
    """The printed number of a hex."""
    r, c = f"{row:0{grid.digits}d}", f"{column:0{grid.digits}d}"
    return intern(r + c if grid.numbering == "RRCC" else c + r)


class Field(NamedTuple):
    """Everything about a grid of hexes that does not depend on what lies in them."""

    layout: hexes.Layout
    spaces: tuple[tuple[int, int, Space], ...]  # with the row and the place in it
    cells: dict[str, hexes.Axial]
    links: dict[tuple[str, str], Link]
    near: dict[str, tuple[str, ...]]
    far: Point  # the corner farthest to the right and to the bottom


def _hexes(plan: MapPlan) -> None:
    file = plan.file
    grid, terrain = file.grid, file.terrain
    if grid is None or terrain is None:
        plan.complain("build.no-grid", "", "a hex map needs `grid` and `terrain`")
        return
    keys = {int(row): row for row in terrain.rows}
    if not keys:
        return
    texts = {int(row): text for row, text in terrain.rows.items()}
    _check_rows(plan, grid, terrain, keys)
    legend = terrain.legend
    field = _field(msgspec.json.encode(grid), shape(terrain))
    plan.layout, plan.cells, plan.plain, plan.near = field.layout, field.cells, field.links, field.near
    plan.far = field.far
    for row, across, space in field.spaces:
        kind = legend.get(texts[row][across], UNKNOWN)
        id_, center, polygon = space.id, space.center, space.polygon
        plan.spaces[id_] = Space(id_, id_, kind, center, polygon, frozenset(), dict(space.attrs))
    _letters(plan, grid, file.letters)


def _check_rows(plan: MapPlan, grid: Grid, terrain: LetterRows, keys: dict[int, str]) -> None:
    """Complain of letters that the legend does not have, and of rows that are left out."""
    numbers = sorted(keys)
    for row in sorted(keys, reverse=grid.rows_up):
        for letter in dict.fromkeys(terrain.rows[keys[row]]):
            if letter not in terrain.legend and letter not in NO_HEX:
                what = f"letter {letter!r} is not in the legend" + did_you_mean(letter, terrain.legend)
                plan.complain("build.letter-unknown", f"terrain.rows.{keys[row]}", what)
    for before, row in pairwise(numbers):
        if row != before + 1:
            plan.complain("build.row-missing", f"terrain.rows.{keys[row]}", f"a row is missing before {row}")


@lru_cache(maxsize=8)
def _field(raw: bytes, shape_: tuple[tuple[int, str], ...]) -> Field:
    """The hexes of a grid and who is next to whom; an editor builds maps on the same grid again and again."""
    grid = msgspec.json.decode(raw, type=Grid)
    rows = dict(shape_)
    numbers = sorted(rows, reverse=grid.rows_up)
    layout, spaces, cells = lay_out(grid, numbers), [], dict[str, hexes.Axial]()
    for row in numbers:
        down = abs(row - numbers[0])
        for across, letter in enumerate(rows[row]):
            if letter not in NO_HEX:
                id_ = number(grid, row, grid.first_column + across)
                attrs = {"row": row, "column": grid.first_column + across}
                corners, center = layout.corners(down, across), layout.center(down, across)
                spaces.append((row, across, Space(id_, id_, "", center, corners, frozenset(), attrs)))
                cells[id_] = layout.axial(down, across)
    at = {cell: space for space, cell in cells.items()}
    names, links = hexes.POINTY if layout.pointy else hexes.FLAT, dict[tuple[str, str], Link]()
    for id_, cell in cells.items():
        for name, other in zip(names, hexes.neighbours(cell), strict=True):
            if other in at:
                links[id_, at[other]] = Link(id_, at[other], attrs={"toward": name})
    corners_ = [corner for _, _, space in spaces for corner in space.polygon] or [(0.0, 0.0)]
    far = max(x for x, _ in corners_), max(y for _, y in corners_)
    near = neighbours(links, {id_: n for n, id_ in enumerate(cells)})
    return Field(layout, tuple(spaces), cells, links, near, far)


def lay_out(grid: Grid, numbers: list[int]) -> hexes.Layout:
    """Where the hexes of a grid lie, whose rows have these numbers, the uppermost first."""
    pointy = grid.orientation == "pointy"
    first = (numbers[0] if numbers else 0) if pointy else grid.first_column
    parity = 0 if grid.shifted == "even" else 1
    across, tall = grid.width / 2, grid.width / 3**0.5
    left = grid.margin[0] + (across if pointy else tall)
    top = grid.margin[1] + (tall if pointy else across)
    return hexes.Layout(pointy, (first + parity) % 2, grid.width, left, top)


def _letters(plan: MapPlan, grid: Grid, layers: Iterable[LetterRows]) -> None:
    for n, layer in enumerate(layers):
        for row, text in layer.rows.items():
            where = f"letters[{n}].rows.{row}"
            for across, letter in enumerate(text):
                if letter in NO_HEX:
                    continue
                id_ = number(grid, int(row), grid.first_column + across)
                if id_ not in plan.spaces:
                    plan.complain("letters.no-hex", where, f"there is no hex {id_}")
                elif letter not in layer.legend:
                    plan.complain("letters.unknown", where, f"letter {letter!r} is not in the legend")
                else:
                    plan.spaces[id_].attrs[layer.name] = layer.legend[letter]


# --- spaces and links -------------------------------------------------------------------------------------


def _spaces(plan: MapPlan) -> None:
    for g, group in enumerate(plan.file.spaces):
        for i, entry in enumerate(group.entries):
            where = f"spaces[{g}].entries[{i}]"
            tags = frozenset([*group.tags, *entry.tags])
            if plan.file.kind == "hex":
                _mark_hex(plan, entry, tags, where)
            elif entry.id in plan.spaces:
                plan.complain("build.space-twice", where, f"space {entry.id} is given twice")
            else:
                _add_space(plan, entry, entry.kind or group.kind, tags, where)


def _mark_hex(plan: MapPlan, entry: SpaceEntry, tags: frozenset[str], where: str) -> None:
    old = plan.spaces.get(entry.id)
    if old is None:
        plan.complain("build.no-hex", where, f"there is no hex {entry.id}" + did_you_mean(entry.id, plan.spaces))
        return
    if entry.kind or entry.polygon or entry.at:
        plan.complain("build.hex-moved", where, "kind and place of a hex come from the grid")
    attrs = {**old.attrs, **entry.attrs}
    name = entry.name or old.name
    plan.spaces[entry.id] = Space(old.id, name, old.kind, old.center, old.polygon, old.tags | tags, attrs)


def _add_space(plan: MapPlan, entry: SpaceEntry, kind: str, tags: frozenset[str], where: str) -> None:
    """A space of its own; one without a place or an outline cannot be drawn and is left out."""
    radius = entry.radius
    if plan.file.kind == "area" and len(entry.polygon) < 3:
        plan.complain("build.no-polygon", where, f"area {entry.id} has no polygon")
        return
    if plan.file.kind == "point" and not (entry.radius or entry.box):
        plan.complain("build.no-extent", where, f"point {entry.id} has neither radius nor box")
        radius = RADIUS
    if entry.at is None:
        plan.complain("build.no-place", where, f"space {entry.id} has no place (`at`)")
        return
    ring = tuple(entry.polygon)
    name = entry.name or entry.id
    plan.spaces[entry.id] = Space(entry.id, name, kind, entry.at, ring, tags, dict(entry.attrs), radius, entry.box)


def _boxes(plan: MapPlan) -> None:
    """Join boxes to what they open on; a name that leads nowhere is left to the checks."""
    entries = [entry for group in plan.file.boxes for entry in group.entries]
    plan.boxes = {entry.id for entry in entries} - plan.spaces.keys()
    for entry in entries:
        for other in entry.next_to:
            if entry.id in plan.boxes and other != entry.id and (other in plan.spaces or other in plan.boxes):
                plan.open(entry.id, other)


def _routes(plan: MapPlan) -> None:
    for g, group in enumerate(plan.file.routes):
        for i, entry in enumerate(group.entries):
            where = f"routes[{g}].entries[{i}]"
            lost = [end for end in (entry.a, entry.b) if end not in plan.spaces and end not in plan.boxes]
            if lost:
                plan.complain("build.route-unknown", where, plan.unknown(lost[0]))
            elif entry.a == entry.b:
                plan.complain("build.route-self", where, f"a route from {entry.a} to itself")
            elif plan.joins(entry.a, entry.b):
                plan.complain("build.route-twice", where, f"a second route between {entry.a} and {entry.b}")
            else:
                plan.open(entry.a, entry.b)
                for kind in (entry.kind, *entry.tags):
                    plan.join(entry.a, entry.b, kind, entry.attrs)


def _sides(plan: MapPlan) -> None:
    for g, group in enumerate(plan.file.sides):
        for i, text in enumerate(group.sides):
            a, _, b = text.partition("-")
            if plan.joins(a, b):
                plan.join(a, b, group.kind, group.attrs, group.one_way)
                plan.join(a, b, None, {group.kind: group.name}, group.one_way)
            else:
                what = f"{a} and {b} are not next to each other"
                plan.complain("build.side-apart", f"sides[{g}].sides[{i}]", what)
    for p, path in enumerate(plan.file.paths):
        for i, (a, b) in enumerate(zip(path.through, path.through[1:], strict=False)):
            if not plan.joins(a, b):
                plan.complain("build.path-apart", f"paths[{p}].through[{i + 1}]", f"{b} is not next to {a}")
            elif not any(kind in plan.carries(a, b) for kind in path.yields_to):
                plan.join(a, b, path.kind, {**path.attrs, path.kind: path.name})


# --- what is drawn ----------------------------------------------------------------------------------------


def _size(plan: MapPlan) -> Point:
    if plan.file.size is not None:
        return plan.file.size
    if not plan.spaces:
        return BLANK
    spaces = () if plan.cells else plan.spaces.values()
    points = [plan.far, *(point for space in spaces for point in (*space.polygon, space.center))]
    right = plan.file.grid.margin[2] if plan.file.grid else 60
    bottom = plan.file.grid.margin[3] if plan.file.grid else 60
    return round(max(x for x, _ in points) + right, 3), round(max(y for _, y in points) + bottom, 3)


def _drawn(plan: MapPlan, geography: GeographyFile | None) -> Drawn:
    drawn = Drawn()
    for source, prefix in ((geography, GEOGRAPHY), (plan.file, "")):
        if source is None:
            continue
        for g, lines in enumerate(source.lines):
            for i, e in enumerate(lines.entries):
                drawn.put("lines", f"{prefix}lines[{g}].entries[{i}]")
                drawn.lines.append(Line(e.name, lines.kind, tuple(e.points), e.closed))
        for g, regions in enumerate(source.regions):
            for i, r in enumerate(regions.entries):
                drawn.put("regions", f"{prefix}regions[{g}].entries[{i}]")
                drawn.regions.append(Region(r.name, regions.kind, tuple(tuple(ring) for ring in r.rings)))
        for g, labels in enumerate(source.labels):
            for i, t in enumerate(labels.entries):
                at = _place(plan, t.at, t.space, where := f"{prefix}labels[{g}].entries[{i}]")
                if at is not None:
                    drawn.put("labels", where)
                    drawn.labels.append(Label(t.text, at, labels.kind, t.angle, t.size, t.space))
    for g, group in enumerate(plan.file.features):
        for i, f in enumerate(group.entries):
            at = _place(plan, f.at, f.space, where := f"features[{g}].entries[{i}]")
            if at is not None:
                drawn.put("features", where)
                drawn.features.append(Feature(f.name, group.kind, at, f.space, f.angle))
    for g, boxes in enumerate(plan.file.boxes):
        for i, b in enumerate(boxes.entries):
            if b.id in drawn.boxes:
                plan.complain("build.box-twice", f"boxes[{g}].entries[{i}]", f"box {b.id} is given twice")
            else:
                drawn.boxes[b.id] = Box(b.id, b.name, b.kind, b.rect, tuple(b.cells), tuple(b.next_to), b.attrs)
    return drawn


def _place(plan: MapPlan, at: Point | None, space: str, where: str) -> Point | None:
    if at is not None:
        return at
    if space not in plan.spaces:
        what = plan.unknown(space) if space else "neither a place (`at`) nor a space"
        plan.complain("build.label-place", where, what)
        return None
    return plan.spaces[space].center
