"""What a map file demands of its map, rule by rule."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from common.maps import files
from common.maps.gamemap import GameMap
from common.maps.model import Link, Point, Space
from common.maps.reach import Costs, PriceOf

FEW = 12  # places that are named where nothing tells which of them are new


def fits(space: Space, where: files.Filter) -> bool:
    """Whether a space is of the sort a filter describes."""
    if where.kind and space.kind not in where.kind:
        return False
    if not space.tags.issuperset(where.tags) or not space.tags.isdisjoint(where.without):
        return False
    for name, wanted in where.attrs.items():
        value = attribute(space, name)
        if value not in wanted if isinstance(wanted, list) else value != wanted:
            return False
    return True


def attribute(space: Space, name: str) -> Any:
    """An attribute of a space; `name` and `kind` count as attributes."""
    return space.name if name == "name" else space.kind if name == "kind" else space.attrs.get(name)


def choose_spaces(map_: GameMap, where: files.Filter) -> list[Space]:
    """The spaces of a sort."""
    return [space for space in map_.spaces.values() if fits(space, where)]


def price_of(price: files.Price) -> PriceOf:
    """A price list as the function that `GameMap.costs` wants."""

    def cost(a: Space, b: Space, link: Link) -> int | None:
        if not link.kinds.isdisjoint(price.closed_links):
            return None
        if b.kind not in price.kinds or any(fits(b, closed) for closed in price.closed_spaces):
            return None
        least = min(
            price.kinds[b.kind],
            *(price.tags[tag] for tag in b.tags if tag in price.tags),
            *(price.links[kind] for kind in link.kinds if kind in price.links),
            10**6,
        )
        if (a.tags | b.tags).isdisjoint(price.no_extra_tags) and link.kinds.isdisjoint(price.no_extra_links):
            least += sum(extra for kind, extra in price.extra.items() if kind in link.kinds)
        return least

    return cost


def find_breaches(map_: GameMap, rule: files.AnyRule, costs: dict[str, Costs]) -> Iterator[tuple[str, str]]:
    """Where and how a map breaks a rule: pairs of place and reason, nothing when it holds."""
    unknown = [name for name in _list_names(rule) if name not in map_.spaces and name not in map_.boxes]
    if unknown:
        yield unknown[0], f"the rule names {unknown[0]}, which does not exist"
        return
    match rule:
        case files.Sum() | files.Count() | files.Members() | files.Names():
            yield from _sets(map_, rule)
        case files.Adjacent() | files.NotAdjacent() | files.Distance():
            yield from _nearness(map_, rule)
        case files.KindIs() | files.AttrIs():
            yield from _values(map_, rule)
        case files.RouteCost():
            yield from _route(map_, rule, costs)
        case files.LinkCount() | files.LinkEnds() | files.LinkedPlaces():
            yield from _links(map_, rule)
        case files.Crossed():
            yield from _crossings(map_, rule)


def _list_names(rule: files.AnyRule) -> list[str]:
    names: list[str] = []
    for field in ("space", "a", "b", "start", "goal"):
        if isinstance(value := getattr(rule, field, None), str):
            names.append(value)
    for field in ("are", "to", "spaces", "closed"):
        names += list(getattr(rule, field, ()))
    for field in ("pairs", "besides"):
        names += [name for pair in getattr(rule, field, ()) for name in pair]
    return names


def _sets(map_: GameMap, rule: files.Sum | files.Count | files.Members | files.Names) -> Iterator[tuple[str, str]]:
    found = choose_spaces(map_, rule.where)
    match rule:
        case files.Sum():
            values = [space.attrs.get(rule.of, 0) for space in found]
            total = sum(v for v in values if isinstance(v, int))
            if total != rule.equals:
                yield "", f"{rule.of} adds up to {total}, not {rule.equals}"
        case files.Count():
            if len(found) != rule.equals:
                yield "", f"{len(found)} spaces {_describe(rule.where)}, not {rule.equals}"
        case files.Members():
            ids = {space.id for space in found}
            for extra in sorted(ids - set(rule.are)):
                yield extra, f"must not be {_describe(rule.where)}"
            for missing in sorted(set(rule.are) - ids):
                yield missing, f"must be {_describe(rule.where)}"
        case files.Names():
            for id_, name in rule.are.items():
                if map_.spaces[id_].name != name:
                    yield id_, f"is called {map_.spaces[id_].name}, not {name}"
            for space in found:
                if space.id not in rule.are and space.name != space.id:
                    yield space.id, f"bears the name {space.name}, which the list does not give"


def find_changes(map_: GameMap, rule: files.AnyRule, base: GameMap | None) -> list[str]:
    """The places that a rule counts and that differ from a sound map; without one, all that it counts if few."""
    now = _counted(map_, rule)
    if base is None:
        return list(now) if len(now) <= FEW else []
    before = _counted(base, rule)
    return [place for place in {**now, **before} if now.get(place) != before.get(place)]


def _counted(map_: GameMap, rule: files.AnyRule) -> dict[str, Any]:
    match rule:
        case files.Sum():
            return {space.id: space.attrs.get(rule.of, 0) for space in choose_spaces(map_, rule.where)}
        case files.Count():
            return {space.id: True for space in choose_spaces(map_, rule.where)}
        case files.LinkCount():
            return {f"{link.a}-{link.b}": True for link in map_.links_of(*rule.kinds)}
    return {}


def _describe(where: files.Filter) -> str:
    attrs = [f"{name} {value}" for name, value in where.attrs.items()]
    return " ".join(["of", *where.kind, *where.tags, *(f"not {tag}" for tag in where.without), *attrs])


def _nearness(map_: GameMap, rule: files.Adjacent | files.NotAdjacent | files.Distance) -> Iterator[tuple[str, str]]:
    match rule:
        case files.Adjacent():
            near = {b for a, b in (*map_.links, *map_.box_links) if a == rule.space}
            if rule.among is not None:
                near = {other for other in near if fits(map_.space(other), rule.among)}
            for missing in sorted(set(rule.to) - near):
                yield rule.space, f"is not next to {missing}"
            if rule.exactly:
                for extra in sorted(near - set(rule.to)):
                    yield rule.space, f"is next to {extra}"
        case files.NotAdjacent():
            for a, b in rule.pairs:
                if map_.link(a, b) is not None:
                    yield a, f"is next to {b}"
        case files.Distance():
            if (n := map_.distance(rule.a, rule.b)) != rule.equals:
                yield rule.a, f"is {n} spaces from {rule.b}, not {rule.equals}"


def _values(map_: GameMap, rule: files.KindIs | files.AttrIs) -> Iterator[tuple[str, str]]:
    if isinstance(rule, files.KindIs):
        for id_ in rule.spaces:
            if map_.space(id_).kind != rule.equals:
                yield id_, f"is {map_.space(id_).kind}, not {rule.equals}"
    elif (value := attribute(map_.space(rule.space), rule.attr)) != rule.equals:
        yield rule.space, f"has {rule.attr} {value}, not {rule.equals}"


def _route(map_: GameMap, rule: files.RouteCost, costs: dict[str, Costs]) -> Iterator[tuple[str, str]]:
    price = map_.file.prices.get(rule.price)
    if price is None:
        yield "", f"there is no price list {rule.price}"
        return
    if rule.price not in costs:
        costs[rule.price] = map_.costs(price_of(price))
    known = rule.start in map_.index and rule.goal in map_.index  # a box without links is no space to searches
    way = map_.route(rule.start, rule.goal, costs[rule.price], frozenset(rule.closed)) if known else None
    if way is None or way[0] != rule.equals:
        cost = "no way" if way is None else str(way[0])
        yield rule.start, f"to {rule.goal} costs {cost}, not {rule.equals}"


def _links(map_: GameMap, rule: files.LinkCount | files.LinkEnds | files.LinkedPlaces) -> Iterator[tuple[str, str]]:
    match rule:
        case files.LinkCount():
            n = len(map_.links_of(*rule.kinds))
            if n != rule.equals:
                yield "", f"{n} links {' '.join(rule.kinds)}, not {rule.equals}"
        case files.LinkEnds():
            for link in map_.links_of(rule.kind):
                for end in (link.a, link.b):
                    if not fits(map_.spaces[end], rule.where):
                        yield f"{link.a}-{link.b}", f"{rule.kind} at {end}, which is not {_describe(rule.where)}"
        case files.LinkedPlaces():
            near: dict[str, list[str]] = {}
            for (a, b), link in map_.links.items():
                if not link.kinds.isdisjoint(rule.kinds):
                    near.setdefault(a, []).append(b)
            wanted = [space.id for space in choose_spaces(map_, rule.where)]
            met, frontier = set(wanted[:1]), wanted[:1]
            while frontier:
                for other in near.get(frontier.pop(), ()):
                    if other not in met:
                        met.add(other)
                        frontier.append(other)
            for id_ in wanted:
                if id_ not in met:
                    yield id_, f"is not joined by {', '.join(rule.kinds)}"


def _crossings(map_: GameMap, rule: files.Crossed) -> Iterator[tuple[str, str]]:
    lines = [line.points for line in map_.lines if line.kind == rule.line]
    besides = {frozenset(pair) for pair in rule.besides}
    for link in map_.links_of():
        legs = list(pairwise(map_.course(link)))
        crossed = any(_cross(*leg, *step) for leg in legs for points in lines for step in pairwise(points))
        wanted = rule.kind in link.kinds or {link.a, link.b} in besides
        if crossed and not wanted:
            yield f"{link.a}-{link.b}", f"a {rule.line} crosses it, but it is not {rule.kind}"
        elif wanted and not crossed:
            yield f"{link.a}-{link.b}", f"is {rule.kind}, but no {rule.line} crosses it"


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    return (
        _turn(a, b, c) * _turn(a, b, d) <= 0
        and _turn(c, d, a) * _turn(c, d, b) <= 0
        and (_turn(a, b, c) != 0 or _turn(a, b, d) != 0)
    )


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def code_of(rule: files.AnyRule) -> str:
    """The name of the check that a rule of a map file stands for."""
    return f"rule.{rule.__struct_config__.tag}".replace("_", "-")
