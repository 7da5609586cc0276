"""Searches over plain integer lists: cheapest route, distance fields, supply lines."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from heapq import heappop, heappush

from common.maps.reach import NOTHING, Steps


def route(
    ids: Sequence[str],
    start: int,
    goal: int,
    steps: Sequence[Steps],
    closed: Container[str] = NOTHING,
    surcharge: Mapping[str, int] | None = None,
) -> tuple[int, list[str]] | None:
    """Dijkstra with a heap, ending at the goal: the least cost and one way that has it."""
    best = {start: 0}
    came: dict[int, int] = {}
    frontier = [(0, start)]
    while frontier:
        spent, here = heappop(frontier)
        if here == goal:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return spent, [ids[i] for i in reversed(way)]
        if spent > best[here]:
            continue
        for there, price in steps[here]:
            total = spent + price
            if surcharge is not None:
                total += surcharge.get(ids[there], 0)
            if (there not in best or total < best[there]) and not (closed and ids[there] in closed):
                best[there] = total
                came[there] = here
                heappush(frontier, (total, there))
    return None


def distances(near: Sequence[Sequence[int]], start: int) -> list[int]:
    """Steps from the start to every space, -1 where no way leads."""
    found = [-1] * len(near)
    found[start] = 0
    frontier, n = [start], 0
    while frontier:
        n += 1
        following: list[int] = []
        for here in frontier:
            for there in near[here]:
                if found[there] < 0:
                    found[there] = n
                    following.append(there)
        frontier = following
    return found


def open_field(
    near: Mapping[str, Sequence[str]],
    start: str,
    closed: Container[str],
    limit: int | None = None,
) -> tuple[dict[str, int], dict[str, str]]:
    """Steps from the start through spaces that are not closed, and where each was reached from."""
    found, came = {start: 0}, {start: start}
    frontier, n = [start], 0
    while frontier and (limit is None or n < limit):
        n += 1
        following: list[str] = []
        for here in frontier:
            for there in near[here]:
                if there not in found and there not in closed:
                    found[there] = n
                    came[there] = here
                    following.append(there)
        frontier = following
    return found, came


def shortest(
    near: Mapping[str, Sequence[str]],
    start: str,
    goals: Container[str],
    limit: int,
    closed: Container[str],
) -> list[str] | None:
    """The shortest way to any goal, the goal counted and the start not; None when it is too far."""
    if start in goals:
        return [start]
    came = {start: start}
    frontier = [start]
    for _ in range(limit):
        following: list[str] = []
        for here in frontier:
            for there in near[here]:
                if there in came or there in closed:
                    continue
                came[there] = here
                if there in goals:
                    way = [there]
                    while way[-1] != start:
                        way.append(came[way[-1]])
                    return way[::-1]
                following.append(there)
        frontier = following
    return None
