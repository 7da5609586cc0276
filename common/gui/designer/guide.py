"""Real geography under a map as a guide: waters and frontiers, and the names of places where they have room."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from common.gui.map.camera import Camera
from common.maps.changing.fitting import apply

WATER, FRONTIER, NAME = "#1d6fb8", "#9a4f6e", "#22496e"
WATERS = ("river", "lake", "coast", "water", "stream", "canal", "sea", "ocean")
POINTS = ("Point", "MultiPoint")
DEPTHS = {"LineString": 1, "MultiLineString": 2, "Polygon": 2, "MultiPolygon": 3}  # of the lists around a line
CELL = 7.0  # px: names take up cells of this size, and none twice


class GuidePlace(NamedTuple):
    """A place of real geography, in map units."""

    at: QPointF
    name: str


class Guide(NamedTuple):
    """Real geography in map units; the largest places come first."""

    path: Path
    fit: tuple[float, float, float, float, float, float]
    waters: QPainterPath
    frontiers: QPainterPath
    places: tuple[GuidePlace, ...]

    @classmethod
    def of(cls, path: Path, features: Iterable[tuple[str, Any, dict[str, Any]]], fit: Any) -> Guide:
        """The features of a GeoJSON file where they lie on the map."""
        waters, frontiers = QPainterPath(), QPainterPath()
        places: list[tuple[float, GuidePlace]] = []
        for kind, coordinates, properties in features:
            if kind in POINTS:
                for at in coordinates if kind == "MultiPoint" else [coordinates]:
                    place = GuidePlace(QPointF(*apply(fit, at)), str(properties.get("name") or ""))
                    places.append((_people(properties), place))
                continue
            lines = waters if _is_water(properties) else frontiers
            for line in _lines_of(coordinates, DEPTHS[kind]):
                points = [QPointF(*apply(fit, (at[0], at[1]))) for at in line]
                lines.moveTo(points[0])
                for point in points[1:]:
                    lines.lineTo(point)
        places.sort(key=lambda found: -found[0])
        return cls(path, fit, waters, frontiers, tuple(place for _, place in places))

    def draw(self, painter: QPainter, camera: Camera, seen: QRectF) -> None:
        """Lines, dots, and every name that has room beside larger ones."""
        painter.save()
        painter.setTransform(camera.transform())
        for lines, colour, width in ((self.frontiers, FRONTIER, 1.2), (self.waters, WATER, 1.6)):
            pen = QPen(QColor(colour), width)
            pen.setCosmetic(True)
            painter.strokePath(lines, pen)
        painter.restore()
        painter.setPen(QColor(NAME))
        spots = [(camera.to_screen(place.at.x(), place.at.y()), place.name) for place in self.places]
        spots = [(spot, name) for spot, name in spots if seen.contains(spot)]
        for spot, _ in spots:
            painter.drawEllipse(spot, 2.5, 2.5)
        for spot, name in find_room(spots, painter):
            painter.drawText(spot, name)


def find_room(spots: Iterable[tuple[QPointF, str]], painter: QPainter) -> Iterator[tuple[QPointF, str]]:
    """Names with where they are written; one that would lie on another is left out."""
    taken: set[tuple[int, int]] = set()
    metrics = painter.fontMetrics()
    for spot, name in spots:
        begin = spot + QPointF(5, 4)
        wide, high = metrics.horizontalAdvance(name), metrics.ascent()
        columns = range(int(begin.x() // CELL), int((begin.x() + wide) // CELL) + 1)
        rows = range(int((begin.y() - high) // CELL), int(begin.y() // CELL) + 1)
        cells = {(column, row) for column in columns for row in rows}
        if name and taken.isdisjoint(cells):
            taken |= cells
            yield begin, name


def _people(properties: dict[str, Any]) -> float:
    found = properties.get("population")
    return float(found) if isinstance(found, (int, float)) else 0.0


def _is_water(properties: dict[str, Any]) -> bool:
    words = " ".join(str(properties.get(key) or "") for key in ("layer", "kind", "featurecla", "natural", "waterway"))
    return any(word in words.lower() for word in WATERS)


def _lines_of(coordinates: Any, depth: int) -> Iterator[list[Any]]:
    if depth == 1:
        yield coordinates
        return
    for inner in coordinates:
        yield from _lines_of(inner, depth - 1)
