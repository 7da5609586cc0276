"""The tool that draws areas corner by corner, and cuts one in two along a line from border to border."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from math import hypot

from PySide6.QtCore import QPointF
from shapely import LineString, Polygon
from shapely import Point as Spot

from common.gui.designer.tools import grips
from common.gui.designer.tools.tool_base import Modifier, Stroke
from common.gui.kit.language import tr, word
from common.maps.changing import editing_areas as areas
from common.maps.changing import editing_changes as changes
from common.maps.model import Point

ON = 0.6  # map units from a border that count as on it


class AreaTool(Stroke[list[Point]]):
    """Each click is a corner; the first corner again, Enter or a right click ends the outline."""

    key, name, icon = "A", word("Areas"), "area"
    about = word(
        "Click corners; click the first again or press Enter to end. A line from border to border cuts an area"
    )

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        if self.sheet.game_map.kind != "area":
            self.sheet.notice.emit(tr("Areas are drawn on area maps; this one has other spaces"), True)
            return True
        at = self._snap(self.spot(pos))
        if self.erases(keys):
            self._remove(at)
        elif self._held is None:
            self._held = [at]
        elif (_near(at, self._held[0], self.near()) and len(self._held) > 2) or _near(
            at, self._held[-1], self.near() / 4
        ):
            self.finish()
            return True
        else:
            self._held.append(at)
        self._show(at)
        return True

    def point(self, pos: QPointF) -> None:
        self._show(self._snap(self.spot(pos)))

    def pick(self, pos: QPointF) -> None:
        if self._held:
            self.finish()
        else:
            super().pick(pos)

    def back(self) -> bool:
        """Take the last corner back; False when there was none."""
        if not self._held:
            return False
        self._held.pop()
        self._held = self._held or None
        self._show(self._held[-1] if self._held else None)
        return True

    def finish(self) -> bool:
        """End the outline: a new area, or a cut where the line leads through one from border to border."""
        points = self._taken()
        if not points:
            return False
        self.sheet.pane.clear_stroke()
        cut = self._area_cut(points)
        new = self._free_id()
        if cut:
            change = partial(areas.split_area, id_=cut, line=points, new_id=new)
            done = self.sheet.edit(tr("split {what}", what=cut), change)
        elif len(points) < 3:
            self.sheet.notice.emit(tr("An area needs three corners; a cut leads from border to border"), True)
            return True
        else:
            chosen = self.sheet.selection[:1]
            like = changes.entry_of(self.sheet.document.data, chosen[0]) if chosen else None
            change = partial(areas.add_area, id_=new, points=points, like=like)
            done = self.sheet.edit(tr("add {what}", what=new), change)
        if done:
            self.sheet.select((new,))
            self.desk.show_facts()
        return True

    def _remove(self, at: Point) -> None:
        here = self.sheet.game_map.at(*at)
        if here is not None:
            self.sheet.edit(tr("remove {what}", what=here), partial(areas.remove_area, id_=here))

    def _free_id(self) -> str:
        taken = {entry["id"] for _, _, entry in changes.entries(self.sheet.document.data, "spaces")}
        return next(str(n) for n in range(1, len(taken) + 2) if str(n) not in taken)

    def _area_cut(self, points: list[Point]) -> str:
        """The area that a line leads through from border to border, "" if none."""
        if len(points) < 2:
            return ""
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(points)]
        for space in self.sheet.game_map.spaces.values():
            shape = Polygon(space.polygon)
            ends_on = all(shape.exterior.distance(Spot(*end)) < ON for end in (points[0], points[-1]))
            if ends_on and all(shape.contains(Spot(*middle)) for middle in middles):
                return space.id
        return ""

    def _snap(self, at: Point) -> Point:
        """A corner nearby, or the place on a border nearby."""
        if self._held and len(self._held) > 2 and _near(at, self._held[0], self.near()):
            return self._held[0]
        corner = changes.nearest_corner(self.sheet.document.data, at, self.near())
        if corner is not None:
            return float(corner[0]), float(corner[1])
        best: tuple[float, Point] | None = None
        for space in self.sheet.game_map.spaces.values():
            for a, b in pairwise((*space.polygon, *space.polygon[:1])):
                far = grips.off_line(at, a, b)
                if far <= self.near() and (best is None or far < best[0]):
                    edge = LineString([a, b])
                    spot = edge.interpolate(edge.project(Spot(*at)))
                    best = far, (round(spot.x, 1), round(spot.y, 1))
        return best[1] if best is not None else (round(at[0], 1), round(at[1], 1))

    def _show(self, at: Point | None) -> None:
        pane = self.sheet.pane
        pane.grip = at
        pane.strokes = [((*(self._held or ()), *([at] if at is not None else ())), False)] if self._held else []
        pane.update()


def _near(a: Point, b: Point, within: float) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) <= within
