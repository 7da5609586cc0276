"""The tool that adds, drags and removes points, corners and names."""

from __future__ import annotations

from functools import partial
from math import hypot

from PySide6.QtCore import QPointF

from common.gui.designer.tools import grips
from common.gui.designer.tools.tool_base import Modifier, Stroke
from common.gui.kit.language import tr, word
from common.maps.changing import editing_changes as changes
from common.maps.changing import editing_geometry as geometry
from common.maps.changing.editing import Data
from common.maps.model import Point


def _name_grip(held: grips.Grip) -> str:
    """A thing that is dragged, in words."""
    words = {"corner": tr("corner"), "border": tr("new corner"), "labels": tr("name"), "features": tr("sign")}
    return words.get(held.what, held.space)


class PointTool(Stroke[grips.Grip]):
    """Adds, moves and removes points, corners and names."""

    key, name, icon = "P", word("Points"), "points"
    about = word("Drag points, corners and names; click adds one, Shift keeps to an axis, Alt removes")

    _start: Point = (0, 0)
    _moved = False

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        at, sheet = self.spot(pos), self.sheet
        self._held = grips.grip_at(sheet.game_map, sheet.document.data, at, self.near())
        self._start, self._moved = at, False
        if self.erases(keys):
            held = self._taken()
            if held is not None and held.what != "border":
                self._remove(held)
        return True

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._held is None:
            return
        at = self.spot(pos)
        far = hypot(at[0] - self._start[0], at[1] - self._start[1]) * self.sheet.view.camera.scale
        self._moved = self._moved or far > 4
        if self._moved:
            pane, self._held.goal = self.sheet.pane, self._aim(at, keys)
            pane.grip = self._held.goal
            lines = grips.pull_lines(self.sheet.game_map, self._held)
            pane.strokes = [(line, False) for line in lines]
            pane.update()

    def _aim(self, at: Point, keys: Modifier) -> Point:
        """Where the thing goes: on its axis with Shift, on a corner nearby."""
        held = self._held
        if held is None:
            return at
        x, y = held.at
        if keys & Modifier.ShiftModifier:
            return (at[0], y) if abs(at[0] - x) > abs(at[1] - y) else (x, at[1])
        if held.what in ("corner", "border"):
            near = changes.nearest_corner(self.sheet.document.data, at, self.near() * 0.7)
            if near is not None and near != held.at:
                return near
        return at

    def release(self, pos: QPointF, keys: Modifier) -> None:
        held = self._taken()
        if held is not None and self._moved:
            self._put(held)
        elif held is not None and held.what == "border":
            held.goal = self.spot(pos)
            self._put(held)
        elif held is not None:
            self._select(held)
        elif not self.erases(keys):
            self._new(self.spot(pos))

    def _select(self, held: grips.Grip) -> None:
        if held.what == "space":
            self.sheet.select((held.space,))
        elif held.what in ("labels", "features"):
            self.sheet.select((), (held.what, *held.place))

    def _put(self, held: grips.Grip) -> None:
        """What was dragged goes where it was let go."""

        def change(data: Data) -> None:
            goal = changes.pair(held.goal)
            spot = (float(goal[0]), float(goal[1]))
            if held.what == "space":
                changes.set_space(data, held.space, "at", goal)
            elif held.what == "corner":
                changes.move_corner(data, held.at, spot)
                geometry.need_sound(data, [spot])
            elif held.what == "border" and held.ends is not None:
                changes.add_corner(data, *held.ends, spot)
                geometry.need_sound(data, [spot])
            else:
                changes.set_entry(data, held.what, held.place, "at", goal)

        self.sheet.edit(tr("move {what}", what=_name_grip(held)), change)
        self._select(held)

    def _remove(self, held: grips.Grip) -> None:
        def change(data: Data) -> None:
            if held.what == "space":
                changes.remove_space(data, held.space)
            elif held.what == "corner":
                geometry.need_plain(data, held.at)
                changes.remove_corner(data, held.at)
                geometry.need_sound(data, geometry.all_corners(data))
            else:
                changes.remove_entry(data, held.what, held.place)

        self.sheet.edit(tr("remove {what}", what=_name_grip(held)), change)

    def _new(self, at: Point) -> None:
        """A new point, or a new name where points are not the spaces."""
        sheet, data = self.sheet, self.sheet.document.data
        if sheet.game_map.kind == "point":
            taken = {entry["id"] for _, _, entry in changes.entries(data, "spaces")}
            name = next(f"point_{n}" for n in range(1, len(taken) + 2) if f"point_{n}" not in taken)
            chosen = changes.entry_of(data, sheet.selection[0]) if sheet.selection else None
            like = chosen or next((entry for _, _, entry in changes.entries(data, "spaces")), {})
            if sheet.edit(tr("add {what}", what=name), partial(changes.add_point, space=name, at=at, like=like)):
                sheet.select((name,))
        elif sheet.edit(tr("add a name"), partial(changes.add_label, text=(new := tr("Name")), at=at)):
            named = changes.entries(sheet.document.data, "labels")
            places = [(g, i) for g, i, entry in named if entry["text"] == new]
            sheet.select((), ("labels", *places[-1]))
        self.desk.show_facts()

    def point(self, pos: QPointF) -> None:
        sheet = self.sheet
        held = grips.grip_at(sheet.game_map, sheet.document.data, self.spot(pos), self.near())
        grip = held.at if held is not None else None
        if grip != sheet.pane.grip:
            sheet.pane.grip = grip
            sheet.pane.update()
