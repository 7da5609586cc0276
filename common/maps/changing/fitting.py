"""Fits by least squares: a scan laid under a grid, and a sheet laid over the real world."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Any

from msgspec import Struct

from common.maps.gamemap import GameMap
from common.maps.model import Point

Matrix = tuple[float, float, float, float, float, float]  # x = a u + b v + c, y = d u + e v + f
FEWEST = 3


class FitError(ValueError):
    """Too few places, or places that do not say where a picture lies."""


class GridFit(Struct, frozen=True):
    """Where a picture lies: its pixels in map units, and how far each clicked place is off, in pixels."""

    matrix: Matrix
    residuals: tuple[float, ...] = ()

    @property
    def residual(self) -> float:
        """The root of the mean square of all residuals, in pixels."""
        return (sum(each**2 for each in self.residuals) / len(self.residuals)) ** 0.5 if self.residuals else 0.0

    @property
    def scale(self) -> float:
        """Map units to a pixel."""
        return hypot(self.matrix[0], self.matrix[3])

    @property
    def angle(self) -> float:
        """How far the picture is turned, in degrees."""
        return degrees(atan2(self.matrix[3], self.matrix[0]))

    def to_map(self, at: Point) -> Point:
        """A pixel in map units."""
        return apply(self.matrix, at)

    def to_picture(self, at: Point) -> Point:
        """A place of the map as a pixel."""
        return apply(inverse(self.matrix), at)


def apply(matrix: Matrix, at: Point) -> Point:
    """A place moved by a matrix."""
    a, b, c, d, e, f = matrix
    return a * at[0] + b * at[1] + c, d * at[0] + e * at[1] + f


def inverse(matrix: Matrix) -> Matrix:
    """The matrix that undoes another."""
    a, b, c, d, e, f = matrix
    area = a * e - b * d
    if abs(area) < 1e-15:
        raise FitError("the places lie on one line or on one spot")
    return e / area, -b / area, (b * f - c * e) / area, -d / area, a / area, (c * d - a * f) / area


def fit_grid(pixels: Sequence[Point], places: Sequence[Point]) -> GridFit:
    """Shift, turn and scale a picture so that its pixels lie on places of the map as well as they can."""
    if len(pixels) < FEWEST or len(pixels) != len(places):
        raise FitError(f"click {FEWEST} places at least")
    import numpy as np

    rows, wanted = [], []
    for (u, v), (x, y) in zip(pixels, places, strict=True):
        rows += [[u, -v, 1, 0], [v, u, 0, 1]]
        wanted += [x, y]
    if np.linalg.matrix_rank(np.array(rows)) < 4:
        raise FitError("the places lie on one spot")
    (p, q, s, t), *_ = np.linalg.lstsq(np.array(rows), np.array(wanted), rcond=None)
    matrix = (float(p), float(-q), float(s), float(q), float(p), float(t))
    if hypot(matrix[0], matrix[3]) < 1e-9:
        raise FitError("the places lie on one spot")
    back = inverse(matrix)
    off = [apply(back, place) for place in places]
    residuals = [hypot(u - a, v - b) for (u, v), (a, b) in zip(pixels, off, strict=True)]
    return GridFit(matrix, tuple(residuals))


def nudge(
    matrix: Matrix, dx: float = 0, dy: float = 0, turn: float = 0, grow: float = 1, about: Point = (0, 0)
) -> Matrix:
    """A picture moved by map units, turned by degrees and scaled about a place."""
    a, b, c, d, e, f = matrix
    co, si = cos(radians(turn)) * grow, sin(radians(turn)) * grow
    c, f = c - about[0], f - about[1]
    return (
        co * a - si * d, co * b - si * e, co * c - si * f + about[0] + dx,
        si * a + co * d, si * b + co * e, si * c + co * f + about[1] + dy,
    )  # fmt: skip


# --- the real world ---------------------------------------------------------------------------------------


def fit_affine(known: Sequence[tuple[Point, Point]]) -> Matrix | None:
    """The matrix that leads from the first place of each pair to the second, None where they do not say."""
    if len(known) < FEWEST:
        return None
    import numpy as np

    rows = np.array([[a[0], a[1], 1.0] for a, _ in known])
    if np.linalg.matrix_rank(rows) < 3:
        return None
    found, *_ = np.linalg.lstsq(rows, np.array([list(b) for _, b in known]), rcond=None)
    (a, d), (b, e), (c, f) = found.tolist()
    return a, b, c, d, e, f


def earth_fit(map_: GameMap) -> Matrix | None:
    """From longitude and latitude to map units: as the file says, or by its spaces that have both; None if neither."""
    said = map_.file.projection.get("affine")
    if isinstance(said, list) and _is_matrix(said):
        a, b, c, d, e, f = (float(value) for value in said)
        return a, b, c, d, e, f
    known = [
        ((float(space.attrs["lon"]), float(space.attrs["lat"])), space.center)
        for space in map_.spaces.values()
        if "off_map" not in space.tags and _is_number(space.attrs.get("lon")) and _is_number(space.attrs.get("lat"))
    ]
    fitted = map_.file.projection.get("fitted")
    for place in fitted if isinstance(fitted, list) else ():
        space = map_.spaces.get(str(place.get("hex"))) if isinstance(place, dict) else None
        if space is not None and place.get("used") and _is_number(place.get("lon")) and _is_number(place.get("lat")):
            known.append(((float(place["lon"]), float(place["lat"])), space.center))
    return fit_affine(known)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= 360


def _is_matrix(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 6 and all(isinstance(each, (int, float)) for each in value)


def bounds_fit(bounds: tuple[float, float, float, float], size: Point, margin: float = 40.0) -> Matrix:
    """The matrix that lays longitudes and latitudes on a sheet, true to shape at the middle latitude."""
    west, south, east, north = bounds
    squeeze = max(0.05, cos(radians((south + north) / 2)))
    wide, high = max(1e-9, (east - west) * squeeze), max(1e-9, north - south)
    scale = min((size[0] - 2 * margin) / wide, (size[1] - 2 * margin) / high)
    left, top = (size[0] - wide * scale) / 2, (size[1] - high * scale) / 2
    return scale * squeeze, 0.0, left - west * scale * squeeze, 0.0, -scale, top + north * scale


def name_place(lon: float, lat: float) -> str:
    """Longitude and latitude as people write them."""
    return f"{abs(lat):.3f}° {'N' if lat >= 0 else 'S'}, {abs(lon):.3f}° {'E' if lon >= 0 else 'W'}"
