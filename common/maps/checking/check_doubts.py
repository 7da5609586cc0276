"""Checks for what is probably meant otherwise: misspelt words, wild numbers, roads to nowhere, names across borders."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import hypot
from typing import Any

from shapely import LineString, Polygon, contains_xy

from common.data import did_you_mean
from common.maps.checking.findings import Problem, Register
from common.maps.files import KindIs
from common.maps.gamemap import GameMap
from common.maps.model import Point, Space
from common.maps.pictures.styles import SYMBOLS, look_alike, poor_contrast, shown_things
from common.maps.pictures.text_room import text_width
from common.maps.pictures.themes import THEMES, Mode, is_known_ground, nearest_theme

doubts = Register()
FARTHEST = 1e6  # map units
WAYS = frozenset({"road", "track", "trail", "rail", "railway", "railroad", "highway", "path"})
WATER = frozenset({"lake", "sea", "water", "ocean", "harbour", "harbor", "gulf", "bay"})
CROSSINGS = frozenset({"bridge", "ferry", "ford", "causeway", "tunnel"})
NEAR = 60.0  # map units between a bridge and the water it crosses
PLACE = 20.0  # the size of a name that has none of its own
ROOM = {"area": 1.25, "hex": 2.6}  # a name may be so much wider than its space; over hexes names run on
WET = 0.25  # of a road; a river is crossed sooner


# --- numbers ----------------------------------------------------------------------------------------------


@doubts("value.range", "correct the number", "field size lines regions labels features boxes")
def _range(map_: GameMap) -> Iterator[Problem]:
    limit = max(map_.size)
    for space in map_.spaces.values():
        if _wild(space.center) or any(_wild(point) for point in space.polygon) or space.radius > limit:
            yield Problem(space.id, "has a place or a size that no sheet has room for")
    for section in ("lines", "regions", "labels", "features"):
        for thing, where in placed(map_, section):
            if any(_wild(point) for point in _points(thing)):
                yield Problem(_name(thing), "has a place that no sheet has room for", where)
            elif abs(getattr(thing, "angle", 0)) > 360 or getattr(thing, "size", 0) > limit:
                yield Problem(_name(thing), "has an angle beyond 360 degrees or a size larger than the sheet", where)
    for box in map_.boxes.values():
        if any(abs(value) > FARTHEST for value in box.rect):
            yield Problem(box.id, "has a place or a size that no sheet has room for")


def _wild(point: Point) -> bool:
    return abs(point[0]) > FARTHEST or abs(point[1]) > FARTHEST


def placed(map_: GameMap, section: str) -> Iterator[tuple[Any, str]]:
    """The lines, regions, labels or features of a map, each with the place in its file."""
    written = map_.written.get(section, ())
    for n, thing in enumerate(getattr(map_, section)):
        yield thing, written[n] if n < len(written) else ""


def _points(thing: Any) -> list[Point]:
    if hasattr(thing, "rings"):
        return [point for ring in thing.rings for point in ring]
    return list(thing.points) if hasattr(thing, "points") else [thing.at]


def _name(thing: Any) -> str:
    return getattr(thing, "text", "") or getattr(thing, "name", "") or str(thing.kind)


# --- words ------------------------------------------------------------------------------------------------


@doubts("theme.unknown", "choose one of the themes; an unknown one is drawn plainly", "theme")
def _theme(map_: GameMap) -> Iterator[Problem]:
    if map_.theme not in THEMES:
        known = nearest_theme(map_.theme)
        yield Problem("", f"there is no theme {map_.theme}" + (f"; did you mean {known}?" if known else ""), "theme")


@doubts(
    "kind.spelling", "write the kind as elsewhere, or give it a style of its own",
    "kinds theme styles legend prices constraints terrain",
)  # fmt: skip
def _spelling(map_: GameMap) -> Iterator[Problem]:
    used = Counter(space.kind for space in map_.spaces.values() if space.kind)
    told = _explained(map_)
    for kind, n in used.items():
        known = [other for other in used if used[other] > n] + list(told)
        if kind not in told and not is_known_ground(map_.theme, kind) and (meant := _close(kind, known)):
            first = next(space.id for space in map_.spaces.values() if space.kind == kind)
            yield Problem(first, f"is {kind}{meant}", _where_kind(map_, kind))


@doubts(
    "kind.once", "is it meant? explain it in the legend, or write the kind that the others have",
    "ways spaces legend prices styles constraints theme",
)  # fmt: skip
def _once(map_: GameMap) -> Iterator[Problem]:
    told = _explained(map_)
    lines = Counter([*(group.kind for group in map_.file.sides), *(group.kind for group in map_.file.paths)])
    lines.update(kind for group in map_.file.routes for e in group.entries for kind in (e.kind, *e.tags))
    for kind, n in lines.items():
        known = [other for other in lines if lines[other] > 1]
        if n == 1 and kind not in told and (meant := _close(kind, known)):
            pair = next(((a, b) for (a, b), link in map_.links.items() if kind in link.kinds), None)
            yield Problem("-".join(pair) if pair else kind, f"is the only {kind}{meant}")


def _close(word: str, known: list[str]) -> str:
    """What a word may stand for, where it is nearly the same."""
    meant = did_you_mean(word, known)
    other = meant.removeprefix("; did you mean ").removesuffix("?")
    return meant if meant and _slips(word, other) <= max(1, len(word) // 4) else ""


def _slips(a: str, b: str) -> int:
    """How many letters have to be added, taken out, changed or swapped with the next to make one word the other."""
    rows = [list(range(len(b) + 1))]
    for i, one in enumerate(a, 1):
        rows.append([i])
        for j, other in enumerate(b, 1):
            least = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (one != other))
            if i > 1 and j > 1 and one == b[j - 2] and a[i - 2] == other:
                least = min(least, rows[i - 2][j - 2] + 1)
            rows[i].append(least)
    return rows[-1][-1]


def _explained(map_: GameMap) -> set[str]:
    """The kinds that the file names on purpose: in its legend, its prices, its styles and its rules."""
    found = {entry.shows.partition(":")[2] for entry in (map_.legend.entries if map_.legend else ())}
    for price in map_.file.prices.values():
        found |= {*price.kinds, *price.links, *price.extra, *price.closed_links, *price.no_extra_links}
    for rule in map_.file.constraints:
        found |= {*getattr(rule, "kinds", ()), getattr(rule, "kind", "")}
        found.add(rule.equals if isinstance(rule, KindIs) else "")
        where = getattr(rule, "where", None)
        found |= set(where.kind) if where is not None else set()
    return found | {style.shows.partition(":")[2] for style in map_.file.styles}


def _where_kind(map_: GameMap, kind: str) -> str:
    terrain = map_.file.terrain
    letter = next((letter for letter, k in terrain.legend.items() if k == kind), "") if terrain else ""
    return f"terrain.legend.{letter}" if letter else ""


# --- looks ------------------------------------------------------------------------------------------------


@doubts(
    "style.unknown", "name something that is on the map, or take the style out",
    "styles kinds ways lines regions features labels terrain",
)  # fmt: skip
def _style_unknown(map_: GameMap) -> Iterator[Problem]:
    there = shown_things(map_) if map_.file.styles else []
    for i, style in enumerate(map_.file.styles):
        if style.shows not in there:
            meant = did_you_mean(style.shows, there)
            yield Problem(style.shows, f"has a style but is not on the map{meant}", f"styles[{i}]")
        if style.symbol and style.symbol not in SYMBOLS:
            what = f"there is no symbol {style.symbol}{did_you_mean(style.symbol, SYMBOLS)}"
            yield Problem(style.shows, what, f"styles[{i}].symbol")


@doubts("style.contrast", "choose a lighter or a darker color", "styles theme")
def _style_contrast(map_: GameMap) -> Iterator[Problem]:
    for i, style in enumerate(map_.file.styles):
        modes: tuple[Mode, ...] = ("light", "dark")
        for mode in modes:
            for what, contrast in poor_contrast(map_, style, mode):
                where = f"styles[{i}].{'fill' if what == 'names' else 'stroke'}"
                by = "by daylight" if mode == "light" else "by lamplight"
                yield Problem(style.shows, f"{by} the contrast of {what} is only {contrast:.1f} to 1", where)
                break


@doubts("style.vision", "choose colors that differ in lightness as well", "styles theme kinds")
def _style_vision(map_: GameMap) -> Iterator[Problem]:
    told: set[frozenset[str]] = set()
    for i, style in enumerate(map_.file.styles):
        if not style.fill:
            continue
        for other, eye in look_alike(map_, style.shows):
            pair = frozenset((style.shows, f"kind:{other}"))
            if pair not in told:
                told.add(pair)
                yield Problem(style.shows, f"{eye} cannot tell it from {other}", f"styles[{i}].fill")


# --- ways -------------------------------------------------------------------------------------------------


@doubts(
    "path.dead-end", "let the road go on to a place, to the edge of the map, or to another road",
    "paths ways spaces features labels field attrs",
)  # fmt: skip
def _dead_end(map_: GameMap) -> Iterator[Problem]:
    carried = Counter(end for group in map_.file.paths for end in set(group.through))
    signs = {feature.space for feature in map_.features} | {label.space for label in map_.labels}
    signs |= {map_.at(*feature.at) or "" for feature in map_.features if not feature.space}
    signs |= {map_.at(*label.at) or "" for label in map_.labels if not label.space}
    for p, path in enumerate(map_.file.paths):
        if path.kind not in WAYS or len(path.through) < 2 or path.through[0] == path.through[-1]:
            continue
        for i in (0, len(path.through) - 1):
            end = map_.spaces.get(path.through[i])
            if end is not None and carried[end.id] == 1 and end.id not in signs and not _is_somewhere(map_, end):
                yield Problem(end.id, f"{path.name} ends here in nothing", f"paths[{p}].through[{i}]")


def _is_somewhere(map_: GameMap, space: Space) -> bool:
    """Whether a road may end in a space: it has a name, tags or values, lies at the edge, or opens on a box."""
    own = {key for key in space.attrs if key not in ("row", "column")} - {layer.name for layer in map_.file.letters}
    if space.name != space.id or space.tags or own:
        return True
    near = map_.next_to(space.id)
    return any(other in map_.off_map for other in near) or (map_.kind == "hex" and len(near) < 6) or len(near) < 2


@doubts("link.one-way", "take `one_way` out, or list one direction only", "sides")
def _one_way(map_: GameMap) -> Iterator[Problem]:
    both = {group.kind for group in map_.file.sides if not group.one_way}
    for g, group in enumerate(map_.file.sides):
        if not group.one_way:
            continue
        listed = set(group.sides)
        for i, text in enumerate(group.sides):
            back = "-".join(reversed(text.split("-", 1)))
            if back in listed and back > text:
                yield Problem(text, f"{group.name} is one-way, but listed in both directions", f"sides[{g}].sides[{i}]")
        if group.kind in both and group.sides:
            what = f"{group.name} is a one-way {group.kind}; elsewhere a {group.kind} counts in both directions"
            yield Problem(group.sides[0], what, f"sides[{g}]")


@doubts(
    "line.foreign-region", "lead the line around, or mark the crossing with a bridge or a ferry",
    "lines regions features field",
)  # fmt: skip
def _foreign(map_: GameMap) -> Iterator[Problem]:
    waters = [(region, _surface(region.rings)) for region in map_.regions if region.kind in WATER]
    crossings = [feature.at for feature in map_.features if feature.kind in CROSSINGS]
    for line, where in placed(map_, "lines"):
        if line.kind not in WAYS or len(line.points) < 2:
            continue
        way = LineString(line.points)
        for region, surface in waters:
            if surface is None or not way.intersects(surface):
                continue
            wet = way.intersection(surface.buffer(-1))
            is_crossing = any(hypot(at[0] - wet.centroid.x, at[1] - wet.centroid.y) < NEAR for at in crossings)
            if wet.length > WET * way.length and not is_crossing:
                what = f"runs through the {region.kind} {region.name}".rstrip()
                yield Problem(line.name or line.kind, what, where)


def _surface(rings: tuple[tuple[Point, ...], ...]) -> Polygon | None:
    if not rings or any(len(ring) < 3 for ring in rings):
        return None
    made = Polygon(rings[0], [ring for ring in rings[1:] if len(ring) > 3])
    return made if made.is_valid else None


# --- names ------------------------------------------------------------------------------------------------


@doubts("label.other-space", "move the name into its space, or name the space it lies in", "labels field")
def _other_space(map_: GameMap) -> Iterator[Problem]:
    for label, where in placed(map_, "labels"):
        space = map_.spaces.get(label.space)
        if space is not None and space.polygon and not contains_xy(Polygon(space.polygon).buffer(0.5), *label.at):
            there = map_.at(*label.at)
            what = f"belongs to {label.space} but lies in {there}" if there else f"lies outside its space {label.space}"
            yield Problem(label.text, what, where)


@doubts("label.border", "make the name smaller, or move it to where it has room", "labels field")
def _border(map_: GameMap) -> Iterator[Problem]:
    for label, where in placed(map_, "labels"):
        space = map_.spaces.get(label.space)
        if space is None or not space.polygon or label.angle:
            continue
        size = label.size or PLACE
        half = text_width(label.text, size) / 2
        xs = [x for x, _ in space.polygon]
        room = (max(xs) - min(xs)) * ROOM.get(map_.kind, 1.0)
        if 2 * half > room or not min(xs) - half * 0.4 <= label.at[0] <= max(xs) + half * 0.4:
            yield Problem(label.text, f"is {2 * half:.0f} units wide and runs over the borders of {label.space}", where)
