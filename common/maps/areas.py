"""Neighbourhood of areas, worked out from their outlines."""

from __future__ import annotations

from collections.abc import Mapping

from shapely import LineString, Polygon, STRtree, get_dimensions, intersection

from common.maps.model import Ring

LINE = 1


def borders(outlines: Mapping[str, Ring]) -> list[tuple[str, str]]:
    """The pairs with a common border of some length; meeting in points does not count."""
    return [(a, b) for a, b, along in _meetings(outlines) if along]


def _meetings(outlines: Mapping[str, Ring]) -> list[tuple[str, str, bool]]:
    ids = list(outlines)
    rings = [LineString([*outlines[id_], outlines[id_][0]]) for id_ in ids]
    first, second = STRtree(rings).query(rings, predicate="intersects")
    pairs = sorted((int(i), int(j)) for i, j in zip(first, second, strict=True) if i < j)
    if not pairs:
        return []
    common = intersection([rings[i] for i, _ in pairs], [rings[j] for _, j in pairs])
    along = get_dimensions(common) >= LINE
    return [(ids[i], ids[j], bool(is_line)) for (i, j), is_line in zip(pairs, along, strict=True)]


def polygon(outline: Ring) -> Polygon:
    """An outline as a shapely polygon."""
    return Polygon(outline)
