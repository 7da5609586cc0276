"""Small sound maps of the three kinds, to be damaged by tests."""

from __future__ import annotations

from typing import Any

import msgspec

from common.maps.build import BuildError, build
from common.maps.checking.check import check_map
from common.maps.files import MapFile
from common.maps.gamemap import GameMap

R = "reconstructed"


def hex_map() -> dict[str, Any]:
    """Five by five hexes with a river, a wall, a road, towns, boxes and every sort of rule."""
    return {
        "id": "sample",
        "title": "Sample",
        "kind": "hex",
        "source": R,
        "credits": "nobody",
        "projection": {"fitted": [{"hex": "0101", "error_miles": [1, 1], "used": True}]},
        "grid": {
            "source": R,
            "orientation": "pointy",
            "shifted": "even",
            "numbering": "RRCC",
            "first_column": 1,
            "margin": [60, 60, 400, 60],
        },
        "terrain": {
            "source": R,
            "legend": {"c": "clear", "m": "mountain"},
            "rows": {"1": "ccccc", "2": "cmmcc", "3": "cmmcc", "4": "ccccc", "5": "ccccc"},
        },
        "letters": [
            {
                "name": "land",
                "source": R,
                "legend": {"a": "ours", "b": "theirs"},
                "rows": {"1": "aaaaa", "2": "aaaaa", "3": "aaaaa", "4": "bbbbb", "5": "bbbbb"},
            }
        ],
        "spaces": [
            {
                "id": "towns",
                "source": R,
                "tags": ["town"],
                "entries": [
                    {"id": "0101", "name": "Alpha", "attrs": {"vp": 2}},
                    {"id": "0505", "name": "Omega", "attrs": {"vp": 3}},
                ],
            },
            {"id": "ports", "source": R, "tags": ["port"], "entries": [{"id": "0505", "attrs": {"depth": 4}}]},
        ],
        "sides": [
            {"name": "Long River", "kind": "river", "source": R, "sides": ["0401-0501", "0401-0502", "0402-0502"]},
            {"name": "Wall", "kind": "impassable", "source": R, "sides": ["0202-0203"]},
        ],
        "paths": [{"name": "Road", "kind": "road", "source": R, "through": ["0101", "0102", "0103", "0104"]}],
        "lines": [
            {
                "id": "lines",
                "kind": "fence",
                "source": R,
                "entries": [{"name": "Fence", "points": [[70, 70], [200, 90], [260, 150]]}],
            }
        ],
        "regions": [
            {
                "id": "lakes",
                "kind": "lake",
                "source": R,
                "entries": [{"name": "Lake", "rings": [[[300, 300], [340, 300], [340, 340]]]}],
            }
        ],
        "labels": [
            {
                "id": "places",
                "kind": "place",
                "source": R,
                "entries": [{"text": "Mill", "space": "0303"}, {"text": "Ford", "space": "0401"}],
            },
            {
                "id": "wide",
                "kind": "region",
                "source": R,
                "entries": [{"text": "North", "at": [300, 100]}, {"text": "South", "at": [300, 400]}],
            },
        ],
        "features": [
            {
                "id": "mills",
                "kind": "mill",
                "source": R,
                "entries": [{"name": "Mill", "space": "0303"}, {"name": "Old mill", "space": "0304"}],
            }
        ],
        "boxes": [
            {
                "id": "boxes",
                "source": R,
                "entries": [
                    {
                        "id": "turn",
                        "name": "Turn",
                        "kind": "track",
                        "rect": [720, 60, 200, 40],
                        "cells": ["1", "2", "3"],
                    },
                    {"id": "pool", "name": "Pool", "rect": [720, 120, 200, 100], "next_to": ["0105", "0205"]},
                ],
            }
        ],
        "groups": {"edge": ["0101", "0102"]},
        "legend": {
            "source": R,
            "entries": [{"shows": "kind:clear", "text": "Clear"}, {"shows": "kind:mountain", "text": "Mountain"}],
        },
        "scale": {"source": R, "units": 100, "length": 10, "unit": "km"},
        "prices": {
            "march": {
                "source": R,
                "kinds": {"clear": 2, "mountain": 4},
                "links": {"road": 1},
                "extra": {"river": 1},
                "closed_links": ["impassable"],
            }
        },
        "constraints": [{"check": "count", "rule": "1", "where": {"tags": ["town"]}, "equals": 2}],
    }


def area_map() -> dict[str, Any]:
    """Four squares around a crossing; one and four, two and three meet in a point only."""

    def area(id_: str, name: str, x: int, y: int) -> dict[str, Any]:
        ring = [[x, y], [x + 100, y], [x + 100, y + 100], [x, y + 100]]
        return {"id": id_, "name": name, "at": [x + 50, y + 50], "polygon": ring, "attrs": {"level": 1}}

    areas = [
        area("1", "One", 100, 100),
        area("2", "Two", 200, 100),
        area("3", "Three", 100, 200),
        area("4", "Four", 200, 200),
    ]
    east = [area("5", "Five", 300, 100), area("6", "Six", 300, 200)]
    return {
        "id": "areas",
        "title": "Areas",
        "kind": "area",
        "source": R,
        "size": [500, 400],
        "spaces": [{"id": "areas", "source": R, "kind": "area", "entries": areas + east}],
        "features": [
            {"id": "wells", "kind": "well", "source": R, "entries": [{"name": "Well", "space": "1", "at": [120, 120]}]}
        ],
    }


def point_map() -> dict[str, Any]:
    """Fourteen places in two rows, with roads and a frontier between the rows."""
    places = [
        {
            "id": f"p{i}",
            "name": f"Place {i}",
            "kind": "town",
            "at": [100 + 100 * (i % 7), 100 + 200 * (i // 7)],
            "radius": 20,
            "attrs": {"lon": float(i % 7), "lat": float(-2 * (i // 7))},
        }
        for i in range(14)
    ]
    roads = [{"a": f"p{i}", "b": f"p{i + 1}", "kind": "road"} for i in range(13) if i != 6]
    return {
        "id": "points",
        "title": "Points",
        "kind": "point",
        "source": R,
        "size": [900, 500],
        "credits": "nobody",
        "spaces": [{"id": "places", "source": R, "entries": places}],
        "routes": [
            {
                "id": "roads",
                "source": R,
                "entries": [*roads, {"a": "p0", "b": "p7", "kind": "road", "tags": ["border"]}],
            }
        ],
        "lines": [
            {
                "id": "frontier",
                "kind": "frontier",
                "source": R,
                "entries": [{"name": "Frontier", "points": [[20, 200], [880, 200]]}],
            }
        ],
    }


def built(document: dict[str, Any]) -> GameMap:
    """The map of a document."""
    return build(msgspec.convert(document, MapFile))


def codes(document: dict[str, Any]) -> set[str]:
    """The names of the checks that complain about a document."""
    try:
        return {finding.code for finding in check_map(built(document))}
    except BuildError as error:
        return {error.code}
