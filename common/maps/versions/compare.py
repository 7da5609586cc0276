"""What differs between two maps, or two versions of one: spaces, links, what is drawn, and the sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from common.maps.gamemap import GameMap
from common.maps.model import Link, Point, Space

T = TypeVar("T")
How = Literal["added", "removed", "changed"]
SIGNS: dict[How, str] = {"added": "+", "removed": "-", "changed": "~"}
CLOSE = 0.05  # map units that count as the same place


class Difference(Struct, frozen=True):
    """One thing that is in one map and not so in the other."""

    what: str  # space, link, label, feature, line, region, box, sheet, rule, price, style
    how: How
    place: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{SIGNS[self.how]} {self.what} {self.place}" + (f": {self.detail}" if self.detail else "")


def compare(old: GameMap, new: GameMap) -> list[Difference]:
    """All that has to be done to make the new map of the old one, sort by sort."""
    return [
        *_sheets(old, new), *_spaces(old, new), *_links(old, new), *_drawn(old, new), *_boxes(old, new),
        *_words(old, new),
    ]  # fmt: skip


def summary(found: Iterable[Difference]) -> str:
    """How much differs, in a few words."""
    counts = Counter((each.what, each.how) for each in found)
    plural = {"box": "boxes", "sheet": "facts of the sheet"}
    said = [f"{n} {what if n == 1 else plural.get(what, f'{what}s')} {how}" for (what, how), n in counts.items()]
    return ", ".join(said) or "no difference"


def places(found: Iterable[Difference], old: GameMap, new: GameMap) -> dict[str, How]:
    """The spaces that a drawing of the differences marks, those at the ends of links included."""
    marked: dict[str, How] = {}
    for each in found:
        if each.what == "space":
            marked[each.place] = each.how
        elif each.what == "link":
            for end in each.place.split("-", 1):
                marked.setdefault(end, "changed")
        elif each.what in ("label", "feature") and (space := new.at(*_spot(each, old, new))):
            marked.setdefault(space, "changed")
    return marked


def _spot(each: Difference, old: GameMap, new: GameMap) -> Point:
    for map_ in (new, old):
        for label in map_.labels if each.what == "label" else ():
            if each.place == label.text:
                return label.at
        for feature in map_.features if each.what == "feature" else ():
            if each.place == _feature_name(feature):
                return feature.at
    return -1.0, -1.0


# --- the sheet --------------------------------------------------------------------------------------------


def _sheets(old: GameMap, new: GameMap) -> Iterator[Difference]:
    for field in ("title", "kind", "theme", "source", "credits"):
        before, after = getattr(old.file, field), getattr(new.file, field)
        if before != after:
            yield Difference("sheet", "changed", field, f"{before} → {after}")
    if old.size != new.size:
        yield Difference("sheet", "changed", "size", f"{_pair(old.size)} → {_pair(new.size)}")
    if old.file.grid is not None and new.file.grid is not None:
        for field in old.file.grid.__struct_fields__:
            before, after = getattr(old.file.grid, field), getattr(new.file.grid, field)
            if before != after and field not in ("source", "constraints"):
                yield Difference("sheet", "changed", f"grid {field}", f"{before} → {after}")


def _pair(point: Point) -> str:
    return f"({point[0]:g}, {point[1]:g})"


# --- spaces and links -------------------------------------------------------------------------------------


def _spaces(old: GameMap, new: GameMap) -> Iterator[Difference]:
    for id_, before, after in _joined(old.spaces, new.spaces):
        if before is None and after is not None:
            yield Difference("space", "added", id_, _about(after))
        elif after is None and before is not None:
            yield Difference("space", "removed", id_, _about(before))
        elif before is not None and after is not None and (said := list(_changed(before, after))):
            yield Difference("space", "changed", id_, "; ".join(said))


def _about(space: Space) -> str:
    return " ".join(word for word in (space.kind, space.name if space.name != space.id else "") if word)


def _changed(before: Space, after: Space) -> Iterator[str]:
    for field in ("name", "kind", "radius", "box"):
        a, b = getattr(before, field), getattr(after, field)
        if a != b:
            yield f"{field} {a} → {b}"
    yield from _set_change("tags", before.tags, after.tags)
    yield from _facts(before.attrs, after.attrs)
    if _apart(before.center, after.center):
        yield f"moved {_pair(before.center)} → {_pair(after.center)}"
    if before.polygon != after.polygon and not _same_shape(before, after):
        yield f"outline of {len(before.polygon)} → {len(after.polygon)} corners"


def _same_shape(before: Space, after: Space) -> bool:
    """Whether an outline only moved with its centre."""
    dx, dy = after.center[0] - before.center[0], after.center[1] - before.center[1]
    return all(
        a is not None and b is not None and not _apart((a[0] + dx, a[1] + dy), b)
        for a, b in zip_longest(before.polygon, after.polygon)
    )


def _set_change(name: str, before: frozenset[str], after: frozenset[str]) -> Iterator[str]:
    if before != after:
        signs = [f"+{word}" for word in sorted(after - before)] + [f"-{word}" for word in sorted(before - after)]
        yield f"{name} {' '.join(signs)}"


def _facts(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for key in dict.fromkeys((*before, *after)):
        if before.get(key) != after.get(key):
            yield f"{key} {before.get(key, 'none')} → {after.get(key, 'none')}"


def _apart(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) > CLOSE or abs(a[1] - b[1]) > CLOSE


def _links(old: GameMap, new: GameMap) -> Iterator[Difference]:
    """Links whose ends are in both maps, or that carry something; one line for the two directions of a pair."""
    before, after = ({**map_.links, **map_.box_links} for map_ in (old, new))
    told: set[tuple[str, ...]] = set()
    for pair, a, b in _joined(before, after):
        found = _link(pair, a, b, old, new)
        key = (*sorted(pair), found.how, found.detail) if found is not None else ()
        if found is not None and key not in told:
            told.add(key)
            yield found


def _link(pair: tuple[str, str], a: Link | None, b: Link | None, old: GameMap, new: GameMap) -> Difference | None:
    name = "-".join(pair)
    if a is not None and b is not None:
        said = [*_set_change("kinds", a.kinds, b.kinds), *_facts(a.attrs, b.attrs)]
        return Difference("link", "changed", name, "; ".join(said)) if said else None
    link, elsewhere, how = (b, old, "added") if a is None else (a, new, "removed")
    assert link is not None
    both = all(end in elsewhere.index for end in pair)
    if not both and not link.kinds:
        return None  # it comes and goes with its space
    return Difference("link", "added" if how == "added" else "removed", name, " ".join(sorted(link.kinds)))


# --- what is drawn ----------------------------------------------------------------------------------------


def _drawn(old: GameMap, new: GameMap) -> Iterator[Difference]:
    yield from _named("label", old.labels, new.labels, lambda k: (k.text, k.kind), lambda k: str(k.text))
    yield from _named("feature", old.features, new.features, lambda f: (f.kind, f.name, f.space), _feature_name)
    yield from _named("line", old.lines, new.lines, lambda e: (e.kind, e.name), lambda e: e.name or e.kind)
    yield from _named("region", old.regions, new.regions, lambda e: (e.kind, e.name), lambda e: e.name or e.kind)


def _feature_name(feature: Any) -> str:
    return feature.name or " ".join(word for word in (feature.kind, feature.space) if word)


def _named(
    what: str, old: Iterable[T], new: Iterable[T], key: Callable[[Any], Hashable], name: Callable[[Any], str]
) -> Iterator[Difference]:
    """Things without an id: two of one name are compared in their order."""
    for _, a, b in _joined(_numbered(old, key), _numbered(new, key)):
        if a is None or b is None:
            yield Difference(what, "added" if a is None else "removed", name(b if a is None else a))
        elif a != b:
            yield Difference(what, "changed", name(b), _moved(a, b))


def _numbered(things: Iterable[T], key: Callable[[Any], Hashable]) -> dict[Hashable, T]:
    met: Counter[Hashable] = Counter()
    found: dict[Hashable, T] = {}
    for thing in things:
        met[key(thing)] += 1
        found[key(thing), met[key(thing)]] = thing
    return found


def _moved(a: Any, b: Any) -> str:
    said = []
    for field in a.__struct_fields__:
        before, after = getattr(a, field), getattr(b, field)
        if before != after:
            if field == "at":
                said.append(f"moved {_pair(before)} → {_pair(after)}")
            elif field in ("points", "rings"):
                said.append("another course" if field == "points" else "another outline")
            else:
                said.append(f"{field} {before} → {after}")
    return "; ".join(said)


def _boxes(old: GameMap, new: GameMap) -> Iterator[Difference]:
    for id_, a, b in _joined(old.boxes, new.boxes):
        if a is None or b is None:
            yield Difference("box", "added" if a is None else "removed", id_)
        elif a != b:
            yield Difference("box", "changed", id_, _moved(a, b))


def _words(old: GameMap, new: GameMap) -> Iterator[Difference]:
    """Rules, prices and styles, which have no place on the map."""
    for what, field in (("rule", "constraints"), ("price", "prices"), ("style", "styles")):
        before, after = (_texts(getattr(map_.file, field)) for map_ in (old, new))
        for name, a, b in _joined(before, after):
            if a != b:
                yield Difference(what, "added" if a is None else "removed" if b is None else "changed", str(name))


def _texts(values: Any) -> dict[str, str]:
    if isinstance(values, dict):
        return {name: msgspec.json.encode(value).decode() for name, value in values.items()}
    return {msgspec.json.encode(value).decode(): "" for value in values}


K = TypeVar("K", bound=Hashable)


def _joined(old: Mapping[K, T], new: Mapping[K, T]) -> Iterator[tuple[K, T | None, T | None]]:
    for key in dict.fromkeys((*old, *new)):
        yield key, old.get(key), new.get(key)
