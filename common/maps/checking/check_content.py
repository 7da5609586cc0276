"""Checks of what is on a map: sides, paths, symbols, names, numbers, boxes, legend, sources."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise
from math import dist
from typing import Any

from shapely import Polygon, contains_xy

from common.data import did_you_mean
from common.maps.build import NO_HEX, UNKNOWN, number
from common.maps.checking.check_doubts import placed
from common.maps.checking.findings import Problem, Register
from common.maps.files import LetterRows
from common.maps.gamemap import GameMap
from common.maps.model import Point
from common.maps.pictures.text_room import text_width

content = Register()
BARRIERS = frozenset({"impassable"})
WAYS = frozenset({"trail", "road", "track", "arrow"})
COURSES = frozenset({"river", "intervention_line", "border"})
LABEL_SIZES = {"place": 20.0, "range": 24.0, "region": 24.0, "district": 30.0, "water": 34.0, "country": 34.0}


def _inside(map_: GameMap, point: Point, slack: float = 0) -> bool:
    return -slack <= point[0] <= map_.size[0] + slack and -slack <= point[1] <= map_.size[1] + slack


# --- sides and paths --------------------------------------------------------------------------------------


@content("side.twice", "list the side once", "sides")
def _side_twice(map_: GameMap) -> Iterator[Problem]:
    for g, group in enumerate(map_.file.sides):
        seen: set[object] = set()
        for i, text in enumerate(group.sides):
            pair = text if group.one_way else frozenset(text.split("-"))
            if pair in seen:
                yield Problem(text, f"is listed twice for {group.name}", f"sides[{g}].sides[{i}]")
            seen.add(pair)


@content("side.course", "a river, border or line must run without a break", "sides links")
def _course(map_: GameMap) -> Iterator[Problem]:
    for g, group in enumerate(map_.file.sides):
        if group.kind not in COURSES or map_.kind != "hex":
            continue
        corners: dict[Point, list[int]] = {}
        for i, text in enumerate(group.sides):
            a, _, b = text.partition("-")
            for corner in map_.side(a, b) if a in map_.spaces and b in map_.spaces else ():
                corners.setdefault(corner, []).append(i)
        pieces = _pieces(len(group.sides), list(corners.values()))
        if pieces > 1:
            yield Problem(group.sides[0], f"{group.name} falls into {pieces} pieces", f"sides[{g}]")


def _pieces(n: int, meetings: list[list[int]]) -> int:
    parent = list(range(n))

    def top(i: int) -> int:
        while parent[i] != i:
            i = parent[i]
        return i

    for members in meetings:
        for other in members[1:]:
            parent[top(other)] = top(members[0])
    return len({top(i) for i in range(n)})


@content("side.contradiction", "a barrier cannot carry a road", "ways")
def _contradiction(map_: GameMap) -> Iterator[Problem]:
    for (a, b), link in map_.links.items():
        if a < b and link.kinds & BARRIERS and link.kinds & WAYS:
            yield Problem(f"{a}-{b}", f"is both {' and '.join(sorted(link.kinds))}")


@content("side.undeclared", "put the kind on the side through a group of the file", "ways")
def _undeclared(map_: GameMap) -> Iterator[Problem]:
    declared = {g.kind for g in map_.file.sides} | {p.kind for p in map_.file.paths}
    for routes in map_.file.routes:
        declared |= {kind for entry in routes.entries for kind in (entry.kind, *entry.tags)}
    for (a, b), link in map_.links.items():
        if a < b and link.kinds - declared:
            yield Problem(f"{a}-{b}", f"carries {sorted(link.kinds - declared)[0]}, which no group gives")


@content("side.lost", "every side of a group must be on the map", "ways")
def _lost(map_: GameMap) -> Iterator[Problem]:
    for g, group in enumerate(map_.file.sides):
        for i, text in enumerate(group.sides):
            a, _, b = text.partition("-")
            link = map_.link(a, b)
            if link is None or group.kind not in link.kinds:
                yield Problem(text, f"should carry {group.kind} ({group.name})", f"sides[{g}].sides[{i}]")


@content("path.short", "a path needs two spaces", "paths")
def _short(map_: GameMap) -> Iterator[Problem]:
    for p, path in enumerate(map_.file.paths):
        if len(path.through) < 2:
            yield Problem(path.name, "leads nowhere", f"paths[{p}]")


@content("path.back", "a path does not use the same link twice", "paths")
def _back(map_: GameMap) -> Iterator[Problem]:
    for p, path in enumerate(map_.file.paths):
        steps = [frozenset(pair) for pair in pairwise(path.through)]
        for pair, n in Counter(steps).items():
            if n > 1:
                again = len(steps) - steps[::-1].index(pair)
                where = f"paths[{p}].through[{again}]"
                yield Problem("-".join(sorted(pair)), f"{path.name} uses it {n} times", where)


@content("path.lost", "every link of a path must be on the map", "ways")
def _path_lost(map_: GameMap) -> Iterator[Problem]:
    for p, path in enumerate(map_.file.paths):
        for a, b in pairwise(path.through):
            link = map_.link(a, b)
            if link is None or link.kinds.isdisjoint({path.kind, *path.yields_to}):
                yield Problem(f"{a}-{b}", f"should carry {path.kind} ({path.name})", f"paths[{p}]")


# --- symbols, lines, surfaces -----------------------------------------------------------------------------


@content("feature.outside-map", "move the symbol onto the sheet", "features field size")
def _feature_outside(map_: GameMap) -> Iterator[Problem]:
    for feature, where in placed(map_, "features"):
        if not _inside(map_, feature.at):
            yield Problem(feature.name or feature.kind, f"{feature.at} lies outside the sheet", where)


@content("feature.outside-space", "move the symbol into its space, or name the space it lies in", "features field")
def _feature_space(map_: GameMap) -> Iterator[Problem]:
    for feature, where in placed(map_, "features"):
        if feature.space and feature.space in map_.spaces and map_.spaces[feature.space].polygon:
            polygon = Polygon(map_.spaces[feature.space].polygon)
            if not contains_xy(polygon.buffer(0.5), *feature.at):
                yield Problem(feature.space, f"the {feature.kind} at {feature.at} is not in it", where)


@content("feature.unknown-space", "name an existing space", "features field")
def _feature_unknown(map_: GameMap) -> Iterator[Problem]:
    for feature, where in placed(map_, "features"):
        if feature.space and feature.space not in map_.spaces:
            meant = did_you_mean(feature.space, map_.spaces)
            yield Problem(feature.space, f"a {feature.kind} names this space, which does not exist{meant}", where)


@content("feature.twice", "remove one of the two", "features field")
def _feature_twice(map_: GameMap) -> Iterator[Problem]:
    last = {(feature.kind, feature.at): (feature, where) for feature, where in placed(map_, "features")}
    for (kind, at), n in Counter((f.kind, f.at) for f in map_.features).items():
        if n > 1:
            feature, where = last[kind, at]
            yield Problem(feature.space or map_.at(*at) or kind, f"{n} of {kind} at {at}", where)


@content("line.short", "a line needs two points", "lines")
def _line_short(map_: GameMap) -> Iterator[Problem]:
    for line, where in placed(map_, "lines"):
        if len(line.points) < 2:
            yield Problem(line.name or line.kind, "has fewer than two points", where)


@content("line.repeated-point", "remove one of the two points", "lines")
def _line_repeated(map_: GameMap) -> Iterator[Problem]:
    for line, where in placed(map_, "lines"):
        if any(a == b for a, b in pairwise(line.points)):
            yield Problem(line.name or line.kind, "has the same point twice in a row", where)


@content("line.outside", "cut the line at the edge of the sheet", "lines size")
def _line_outside(map_: GameMap) -> Iterator[Problem]:
    for line, where in placed(map_, "lines"):
        for point in line.points:
            if not _inside(map_, point, 1):
                yield Problem(line.name or line.kind, f"{point} lies outside the sheet", where)
                break


@content("region.ring", "a ring must not cross itself", "regions")
def _ring(map_: GameMap) -> Iterator[Problem]:
    for region, where in placed(map_, "regions"):
        for ring in region.rings:
            if len(ring) < 3 or not Polygon(ring).is_valid:
                yield Problem(region.name or region.kind, "has a ring that crosses itself or is too short", where)


@content("region.outside", "cut the surface at the edge of the sheet", "regions size")
def _region_outside(map_: GameMap) -> Iterator[Problem]:
    for region, where in placed(map_, "regions"):
        if any(not _inside(map_, point, 1) for ring in region.rings for point in ring):
            yield Problem(region.name or region.kind, "reaches beyond the sheet", where)


# --- names and numbers ------------------------------------------------------------------------------------


@content("label.outside", "move the name onto the sheet", "labels field size")
def _label_outside(map_: GameMap) -> Iterator[Problem]:
    for label, where in placed(map_, "labels"):
        if not _inside(map_, label.at):
            yield Problem(label.text, f"{label.at} lies outside the sheet", where)


@content("label.overlap", "move one of the two names", "labels field")
def _label_overlap(map_: GameMap) -> Iterator[Problem]:
    fixed = [label for label in map_.labels if not label.space and label.kind != "minor" and not label.angle]
    for a, b in combinations(fixed, 2):
        sizes = [label.size or LABEL_SIZES.get(label.kind, 20.0) for label in (a, b)]
        widths = [text_width(label.text, size) for label, size in zip((a, b), sizes, strict=True)]
        if abs(a.at[0] - b.at[0]) < sum(widths) / 2 and abs(a.at[1] - b.at[1]) < sum(sizes) / 2:
            yield Problem(a.text, f"lies over {b.text}")


@content("label.same-space", "a space has room for one name of a kind", "labels")
def _label_space(map_: GameMap) -> Iterator[Problem]:
    last = {(label.space, label.kind): where for label, where in placed(map_, "labels")}
    for (space, kind), n in Counter((k.space, k.kind) for k in map_.labels if k.space).items():
        if n > 1:
            yield Problem(space, f"{n} names of kind {kind}", last[space, kind])


@content("label.twice", "remove one of the two", "labels")
def _label_twice(map_: GameMap) -> Iterator[Problem]:
    last = {(label.text, label.kind): where for label, where in placed(map_, "labels")}
    for (text, kind), n in Counter((label.text, label.kind) for label in map_.labels).items():
        if n > 1:
            yield Problem(text, f"is written {n} times as {kind}", last[text, kind])


@content("label.text", "write the name in plain letters without blanks at the ends", "labels")
def _label_text(map_: GameMap) -> Iterator[Problem]:
    for label, where in placed(map_, "labels"):
        odd = [c for c in label.text if unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn")]
        if odd or label.text != label.text.strip() or "  " in label.text:
            yield Problem(label.text.strip(), "has blanks or characters that cannot be printed", where)


@content("number.hex", "hex numbers follow from row and column", "field attrs")
def _number(map_: GameMap) -> Iterator[Problem]:
    grid = map_.file.grid
    if grid is None:
        return
    for id_, space in map_.spaces.items():
        row, column = space.attrs.get("row"), space.attrs.get("column")
        if not isinstance(row, int) or not isinstance(column, int) or number(grid, row, column) != id_:
            yield Problem(id_, "its number does not fit its row and column")


@content("number.rows", "give every row the same length; '.' stands for no hex", "terrain letters")
def _rows(map_: GameMap) -> Iterator[Problem]:
    for where, layer in _letter_rows(map_):
        if layer.rows:
            usual = Counter(len(text) for text in layer.rows.values()).most_common(1)[0][0]
            for row, text in layer.rows.items():
                if len(text) != usual:
                    yield Problem(f"row {row}", f"has {len(text)} letters, not {usual}", f"{where}.rows.{row}")


@content("number.letters", "remove the letter from the legend", "terrain letters source")
def _unused(map_: GameMap) -> Iterator[Problem]:
    if map_.source.startswith("original"):
        return  # a design may hold what is not painted yet
    for where, layer in _letter_rows(map_):
        used = set().union(*layer.rows.values()) if layer.rows else set()
        for letter, kind in layer.legend.items():
            if letter not in used and letter not in NO_HEX:
                yield Problem(letter, f"{kind} is in the legend but nowhere on the map", f"{where}.legend.{letter}")


def _letter_rows(map_: GameMap) -> Iterator[tuple[str, LetterRows]]:
    """The layers of letters, each with its place in the file."""
    if map_.file.terrain is not None:
        yield "terrain", map_.file.terrain
    for n, layer in enumerate(map_.file.letters):
        yield f"letters[{n}]", layer


@content("name.twice", "give the two spaces different names", "field spaces")
def _name_twice(map_: GameMap) -> Iterator[Problem]:
    bearers: dict[str, list[str]] = {}
    for space in map_.spaces.values():
        bearers.setdefault(space.name, []).append(space.id)
    for name, ids in bearers.items():
        if len(ids) > 1:
            yield Problem(ids[-1], f"{len(ids)} spaces bear the name {name}: {', '.join(ids[:8])}")


@content("name.blank", "give the space a name", "field spaces")
def _name_blank(map_: GameMap) -> Iterator[Problem]:
    for id_, space in map_.spaces.items():
        if not space.name.strip() or space.name != space.name.strip():
            yield Problem(id_, "its name is empty or begins or ends with a blank")


def _is_on_earth(attrs: Mapping[str, Any]) -> bool:
    found = attrs.get("lon"), attrs.get("lat")
    return all(isinstance(value, (int, float)) and abs(value) <= 180 for value in found)


@content("name.far", "longitude and latitude of a space must fit its place on the map", "field attrs spaces size")
def _far(map_: GameMap) -> Iterator[Problem]:
    known = [s for s in map_.spaces.values() if "off_map" not in s.tags and _is_on_earth(s.attrs)]
    if len(known) < 12:
        return
    import numpy as np

    places = np.array([[1.0, s.attrs["lon"], s.attrs["lat"]] for s in known])
    centers = np.array([s.center for s in known])
    fit, *_ = np.linalg.lstsq(places, centers, rcond=None)
    errors = np.hypot(*(places @ fit - centers).T)
    usual = float(np.median(errors))
    for space, error in zip(known, errors, strict=True):
        if error > max(8 * usual, 0.05 * max(map_.size)):
            yield Problem(space.id, f"lies {error:.0f} units from its longitude and latitude")


# --- boxes, legend, sources -------------------------------------------------------------------------------


@content("box.outside", "move the box onto the sheet", "boxes size")
def _box_outside(map_: GameMap) -> Iterator[Problem]:
    for box in map_.boxes.values():
        x, y, w, h = box.rect
        if w <= 0 or h <= 0 or not _inside(map_, (x, y)) or not _inside(map_, (x + w, y + h)):
            yield Problem(box.id, "lies partly outside the sheet, or has no size")


@content("box.overlap", "move one of the two boxes", "boxes")
def _box_overlap(map_: GameMap) -> Iterator[Problem]:
    solid = [box for box in map_.boxes.values() if box.kind != "boxed_area"]
    for a, b in combinations(solid, 2):
        (ax, ay, aw, ah), (bx, by, bw, bh) = a.rect, b.rect
        if ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah:
            yield Problem(a.id, f"overlaps the box {b.id}")


@content("box.next-to", "a box opens on existing spaces and on other boxes, on each once", "boxes field")
def _box_next(map_: GameMap) -> Iterator[Problem]:
    for box in map_.boxes.values():
        for other, n in Counter(box.next_to).items():
            if other not in map_.spaces and other not in map_.boxes:
                meant = did_you_mean(other, (*map_.spaces, *map_.boxes))
                yield Problem(box.id, f"opens on {other}, which does not exist{meant}")
            elif other == box.id:
                yield Problem(box.id, "opens on itself")
            elif n > 1:
                yield Problem(box.id, f"opens on {other} {n} times")


@content("box.track", "a track is no space: give its box no links", "boxes routes")
def _box_track(map_: GameMap) -> Iterator[Problem]:
    for id_ in map_.off_map:
        if map_.boxes[id_].cells:
            yield Problem(id_, "has the cells of a track and the links of a space")


@content("box.cells", "every cell of a track has its own text", "boxes")
def _cells(map_: GameMap) -> Iterator[Problem]:
    for box in map_.boxes.values():
        if len(set(box.cells)) != len(box.cells) or (box.kind == "track" and len(box.cells) < 2):
            yield Problem(box.id, "has two cells with the same text, or too few cells")


@content("box.space-id", "boxes and spaces need different ids", "boxes field")
def _box_id(map_: GameMap) -> Iterator[Problem]:
    for id_ in map_.boxes:
        if id_ in map_.spaces:
            yield Problem(id_, "is the id of a box and of a space")


def _shown(map_: GameMap) -> set[str]:
    there = {f"kind:{space.kind}" for space in map_.spaces.values()}
    there |= {f"tag:{tag}" for space in map_.spaces.values() for tag in space.tags}
    there |= {f"link:{kind}" for link in map_.links.values() for kind in link.kinds}
    there |= {f"line:{line.kind}" for line in map_.lines} | {f"region:{region.kind}" for region in map_.regions}
    there |= {f"feature:{feature.kind}" for feature in map_.features}
    return there | {f"symbol:{space.attrs['symbol']}" for space in map_.spaces.values() if "symbol" in space.attrs}


@content("legend.nothing", "remove the line from the legend", "legend kinds attrs spaces ways lines regions features")
def _legend_nothing(map_: GameMap) -> Iterator[Problem]:
    there = _shown(map_)
    for i, entry in enumerate(map_.legend.entries if map_.legend else ()):
        if entry.shows not in there:
            meant = did_you_mean(entry.shows, there)
            yield Problem(entry.shows, f"is explained but not on the map{meant}", f"legend.entries[{i}]")


@content("legend.missing", "explain every kind of hex in the legend", "legend kinds")
def _legend_missing(map_: GameMap) -> Iterator[Problem]:
    if map_.legend is None or map_.kind != "hex":
        return
    explained = {entry.shows for entry in map_.legend.entries}
    for kind in sorted({space.kind for space in map_.spaces.values()} - {UNKNOWN}):
        if f"kind:{kind}" not in explained:
            yield Problem(kind, "is on the map but not in the legend", "legend")


@content("source.credits", "credit the sources of the geography", "credits labels")
def _credits(map_: GameMap) -> Iterator[Problem]:
    if not map_.credits and any(label.kind == "minor" for label in map_.labels):
        yield Problem("", "real places are shown without credits", "credits")


@content("source.constraints", "say which rules bind what was reconstructed", "source constraints field")
def _sources(map_: GameMap) -> Iterator[Problem]:
    if map_.source.startswith("reconstructed") and not map_.file.constraints and len(map_.spaces) > 20:
        yield Problem("", "a reconstructed map without a single constraint", "constraints")


@content("group.unknown-space", "name existing spaces", "groups field")
def _group(map_: GameMap) -> Iterator[Problem]:
    for name, members in map_.groups.items():
        for id_ in sorted(members - map_.spaces.keys()):
            where = f"groups.{name}[{map_.file.groups[name].index(id_)}]" if name in map_.file.groups else ""
            meant = did_you_mean(id_, map_.spaces)
            yield Problem(id_, f"is in the group {name} but does not exist{meant}", where)


@content("attr.mixed", "use one type of value for an attribute", "attrs")
def _mixed(map_: GameMap) -> Iterator[Problem]:
    types: dict[str, dict[str, list[str]]] = {}
    for space in map_.spaces.values():
        for name, value in space.attrs.items():
            kind = "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__
            types.setdefault(name, {}).setdefault(kind, []).append(space.id)
    for name, found in types.items():
        if len(found) > 1:
            rare = min(found.values(), key=len)
            yield Problem(rare[-1], f"{name} is {' and '.join(sorted(found))} on different spaces")


@content("attr.twice", "give each attribute of a hex in one group only", "spaces")
def _attr_twice(map_: GameMap) -> Iterator[Problem]:
    seen: dict[tuple[str, str], object] = {}
    for g, group in enumerate(map_.file.spaces):
        for i, entry in enumerate(group.entries):
            for name, value in entry.attrs.items():
                if seen.setdefault((entry.id, name), value) != value:
                    yield Problem(entry.id, f"{name} has two values", f"spaces[{g}].entries[{i}]")


@content("price.kind", "a price list prices every kind of space on the map", "prices kinds boxes")
def _price_kind(map_: GameMap) -> Iterator[Problem]:
    kinds = {space.kind for space in map_.spaces.values()}
    boxed = {space.kind for space in map_.off_map.values()}  # a box without a price is never entered
    for name, price in map_.file.prices.items():
        for kind in sorted(kinds ^ (price.kinds.keys() - (boxed - kinds))):
            meant = did_you_mean(kind, kinds) if kind not in kinds else did_you_mean(kind, price.kinds)
            what = f"is on the map or in the price list {name}, but not in both{meant}"
            at = f".{kind}" if kind in price.kinds else ""
            yield Problem(kind, what, f"prices.{name}.kinds{at}")


@content("price.link", "a price list names kinds of links that exist", "prices ways")
def _price_link(map_: GameMap) -> Iterator[Problem]:
    kinds = {kind for link in (*map_.links.values(), *map_.box_links.values()) for kind in link.kinds}
    for name, price in map_.file.prices.items():
        for kind in (*price.links, *price.extra, *price.closed_links, *price.no_extra_links):
            if kind not in kinds:
                meant = did_you_mean(kind, kinds)
                yield Problem(kind, f"is priced in {name} but on no link{meant}", f"prices.{name}")


@content("scale.sense", "the scale bar must fit on the map", "scale size")
def _scale(map_: GameMap) -> Iterator[Problem]:
    if map_.scale is not None and not 5 <= map_.scale.units <= max(map_.size) / 2:
        yield Problem("", f"{map_.scale.length:g} {map_.scale.unit} would be {map_.scale.units:g} units long", "scale")


@content("projection.residual", "a place used in the fit must lie near its hex", "projection")
def _residual(map_: GameMap) -> Iterator[Problem]:
    for i, place in enumerate(map_.file.projection.get("fitted", ())):
        error = place.get("error_miles", [0, 0])
        if place.get("used") and dist((0, 0), error) > 9:
            yield Problem(
                str(place.get("hex")), f"the fit is {dist((0, 0), error):.1f} miles off", f"projection.fitted[{i}]"
            )
