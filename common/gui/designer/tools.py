"""The tools of the drawing table: brush, edges, points; inspect, measure and hand use what the map can do itself."""

from __future__ import annotations

from functools import partial
from math import hypot
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from common.gui.designer import reach
from common.maps import editing_changes as changes
from common.maps import editing_geometry as geometry
from common.maps import hexes
from common.maps.editing import Data
from common.maps.model import Point

if TYPE_CHECKING:
    from common.gui.designer.sheet import MapSheet
    from common.gui.designer.window import Designer

Modifier = Qt.KeyboardModifier
NEAR = 11.0  # px within which a corner, a label or a side is meant


class Tool:
    """A tool of the map itself: dragging pans, a click selects."""

    key, name, icon = "H", "Hand", "hand"
    about = "Drag to move the map"
    shape = Qt.CursorShape.ArrowCursor

    def __init__(self, desk: Designer) -> None:
        self.desk = desk

    @property
    def sheet(self) -> MapSheet:
        """The map in front."""
        return self.desk.sheet

    def spot(self, pos: QPointF) -> Point:
        """A point of the window on the map."""
        return self.sheet.view.camera.to_map(pos)

    def near(self) -> float:
        """The reach of the pointer in map units."""
        return NEAR / self.sheet.view.camera.scale

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        """The button goes down; False leaves it to the map."""
        return False

    def move(self, pos: QPointF, keys: Modifier) -> None:
        """The pointer moves with the button down."""

    def release(self, pos: QPointF, keys: Modifier) -> None:
        """The button goes up."""

    def point(self, pos: QPointF) -> None:
        """The pointer moves with no button down."""

    def pick(self, pos: QPointF) -> None:
        """A right click takes up what is there."""
        self.sheet.show_place(self.sheet.view.hit(pos).space)

    def cancel(self) -> bool:
        """Give the stroke up; False when there was none."""
        return False

    def erases(self, keys: Modifier) -> bool:
        """Whether this stroke takes away."""
        return bool(keys & Modifier.AltModifier) or self.desk.erasing


class Hand(Tool):
    """Moves the map."""

    shape = Qt.CursorShape.OpenHandCursor


class Measure(Tool):
    """Counts spaces between two clicks."""

    key, name, icon, about = "M", "Measure", "measure", "Click two spaces: the steps between them"


class Inspect(Tool):
    """Selects what is clicked and copies its number."""

    key, name, icon, about = (
        "I",
        "Inspect",
        "inspect",
        "Click a space: its facts, its lines in the text, its number copied",
    )

    def clicked(self, space: str, keys: Modifier) -> None:
        """A click that was no drag."""
        sheet = self.sheet
        if not space:
            sheet.select(())
        elif keys & Modifier.ShiftModifier:
            rest = tuple(each for each in sheet.selection if each != space)
            sheet.select(rest if space in sheet.selection else (*rest, space))
        else:
            sheet.select((space,))
            sheet.copy(space)


class Brush(Tool):
    """Paints the kind of spaces."""

    key, name, icon, shape = "B", "Brush", "brush", Qt.CursorShape.CrossCursor
    about = "Paint spaces; Shift a straight line, Ctrl fills, Alt erases, right click picks"

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self._stroke: dict[str, str] | None = None
        self._start = ""
        self._last = QPointF()
        self._erasing = False

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        self._erasing = self.erases(keys)
        layer, kind = self.desk.paint.layer, self._kind()
        self._start, self._last = self.sheet.view.hit(pos).space, pos
        if keys & Modifier.ControlModifier or self.desk.paint.filling:
            alike = geometry.alike(self.sheet.game_map, layer, self._start)
            self._commit("fill", layer, dict.fromkeys(alike, kind))
            return True
        self._stroke = {}
        self._add(pos, kind)
        return True

    def _kind(self) -> str:
        if not self._erasing:
            return self.desk.paint.kind
        layer = self.desk.paint.layer
        return changes.kinds(self.sheet.document.data, layer)[0] if layer in ("terrain", "kind") else ""

    def _add(self, pos: QPointF, kind: str) -> None:
        """The spaces under the pointer since the last place, at the width of the brush."""
        game_map, view = self.sheet.game_map, self.sheet.view
        steps = max(1, round((pos - self._last).manhattanLength() / 6))
        way = [self._last + (pos - self._last) * (n / steps) for n in range(1, steps + 1)]
        for space in dict.fromkeys(view.hit(at).space for at in way):
            if space in game_map.spaces and self._stroke is not None:
                self._stroke |= dict.fromkeys(game_map.within(space, self.desk.paint.thickness - 1), kind)
        self._last = pos
        self._show()

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._stroke is None:
            return
        kind, game_map = self._kind(), self.sheet.game_map
        end = self.sheet.view.hit(pos).space
        if keys & Modifier.ShiftModifier and self._start in game_map.cells and end in game_map.cells:
            at = {cell: space for space, cell in game_map.cells.items()}
            line = hexes.line(game_map.cells[self._start], game_map.cells[end])
            self._stroke = {at[cell]: kind for cell in line if cell in at}
            self._last = pos
            self._show()
        else:
            self._add(pos, kind)

    def _show(self) -> None:
        sheet, layer = self.sheet, self.desk.paint.layer
        colours = {kind: sheet.colour_of(layer, kind) for kind in set((self._stroke or {}).values())}
        sheet.glass.washes = {space: colours[kind] for space, kind in (self._stroke or {}).items()}
        sheet.glass.update()

    def release(self, pos: QPointF, keys: Modifier) -> None:
        stroke, self._stroke = self._stroke, None
        if stroke:
            self._commit("paint", self.desk.paint.layer, stroke)

    def _commit(self, verb: str, layer: str, stroke: dict[str, str]) -> None:
        kinds = sorted(set(stroke.values()))
        what = f"{len(stroke)} spaces" if len(stroke) != 1 else next(iter(stroke))
        if stroke:
            self.sheet.edit(f"{verb} {what} {kinds[0] or 'empty'}", partial(changes.paint, layer=layer, wanted=stroke))

    def pick(self, pos: QPointF) -> None:
        space = self.sheet.game_map.spaces.get(self.sheet.view.hit(pos).space)
        if space is not None:
            layer = self.desk.paint.layer
            self.desk.paint.take(geometry.kind_in(space, layer))

    def cancel(self) -> bool:
        busy, self._stroke = self._stroke is not None, None
        self.sheet.glass.clear_stroke()
        return busy


class Edges(Tool):
    """Draws what lies between spaces: sides, ways and routes."""

    key, name, icon, shape = "E", "Edges", "edges", Qt.CursorShape.CrossCursor
    about = "Draw along sides, or from space to space; Shift the shortest line, Alt erases, right click picks"

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self._pairs: dict[tuple[str, str], None] | None = None
        self._on = True
        self._start: Point = (0, 0)
        self._here = ""

    @property
    def _line(self) -> tuple[str, str, str] | None:
        return self.desk.paint.line

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        if self._line is None:
            self.sheet.told.emit("Choose in the panel what to draw", True)
            return True
        self._pairs, self._on = {}, not self.erases(keys)
        self._start, self._here = self.spot(pos), self.sheet.view.hit(pos).space
        if self._line[0] == "sides":
            self._add(reach.side_at(self.sheet.game_map, self._start, self.near() * 2.2))
        elif not self._here:
            self._add(reach.route_at(self.sheet.game_map, self._start, self.near()))
        return True

    def _add(self, found: tuple[str, str] | None) -> None:
        if found is not None and self._pairs is not None and found[::-1] not in self._pairs:
            self._pairs[found] = None
            self._show()

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._pairs is None or self._line is None:
            return
        game_map, here = self.sheet.game_map, self.sheet.view.hit(pos).space
        if self._line[0] == "sides":
            if keys & Modifier.ShiftModifier:
                self._pairs = dict.fromkeys(reach.along_sides(game_map, self._start, self.spot(pos)))
                self._show()
            else:
                self._add(reach.side_at(game_map, self.spot(pos), self.near() * 2.2))
        elif self._line[0] == "paths":
            if here and here != self._here and game_map.link(self._here, here):
                self._add((self._here, here))
                self._here = here
        else:
            self._route(pos, here)

    def _route(self, pos: QPointF, here: str) -> None:
        """A route hangs between the point it began at and the pointer."""
        glass, spaces = self.sheet.glass, self.sheet.game_map.spaces
        if self._here in spaces:
            end = spaces[here].center if here in spaces else self.spot(pos)
            glass.strokes = [((spaces[self._here].center, end), not self._on)]
            glass.update()

    def release(self, pos: QPointF, keys: Modifier) -> None:
        pairs, self._pairs = self._pairs, None
        if pairs is None or self._line is None:
            return
        here = self.sheet.view.hit(pos).space
        if self._line[0] == "routes" and self._here and here and here != self._here:
            pairs = {(self._here, here): None}
        if not pairs:
            self.sheet.glass.clear_stroke()
            return
        kind = self._line[1]
        what = "-".join(next(iter(pairs))) if len(pairs) == 1 else f"{len(pairs)} sides"
        verb = "draw" if self._on else "erase"
        change = partial(changes.set_line, line=self._line, pairs=tuple(pairs), on=self._on)
        self.sheet.edit(f"{verb} {kind} {what}", change)

    def _show(self) -> None:
        glass, game_map = self.sheet.glass, self.sheet.game_map
        through = self._line is not None and self._line[0] != "sides"
        glass.strokes = [(reach.drawn(game_map, pair, through), not self._on) for pair in self._pairs or ()]
        glass.update()

    def point(self, pos: QPointF) -> None:
        glass, game_map = self.sheet.glass, self.sheet.game_map
        aim: tuple[Point, ...] = ()
        if self._line is not None and self._line[0] == "sides":
            found = reach.side_at(game_map, self.spot(pos), self.near() * 2.2)
            aim = reach.drawn(game_map, found, False) if found else ()
        elif self._line is not None:
            found = reach.route_at(game_map, self.spot(pos), self.near()) if game_map.kind == "point" else None
            aim = reach.drawn(game_map, found, True) if found else ()
        if aim != glass.aim:
            glass.aim = aim
            glass.update()

    def pick(self, pos: QPointF) -> None:
        game_map = self.sheet.game_map
        find = reach.route_at if game_map.kind == "point" else reach.side_at
        found = find(game_map, self.spot(pos), self.near() * 2.2)
        link = game_map.link(*found) if found else None
        if link is not None:
            self.desk.paint.take_line(link.kinds, {str(value) for value in link.attrs.values()})

    def cancel(self) -> bool:
        busy, self._pairs = self._pairs is not None, None
        self.sheet.glass.aim = ()
        self.sheet.glass.clear_stroke()
        return busy


class Points(Tool):
    """Adds, moves and removes points, corners and names."""

    key, name, icon, shape = "P", "Points", "points", Qt.CursorShape.CrossCursor
    about = "Drag points, corners and names; click adds one, Shift keeps to an axis, Alt removes"

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self._held: reach.Grip | None = None
        self._start: Point = (0, 0)
        self._moved = False

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        at, sheet = self.spot(pos), self.sheet
        self._held = reach.grip_at(sheet.game_map, sheet.document.data, at, self.near())
        self._start, self._moved = at, False
        if self.erases(keys):
            held, self._held = self._held, None
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
            glass, self._held.goal = self.sheet.glass, self._aim(at, keys)
            glass.grip = self._held.goal
            lines = reach.pulled(self.sheet.game_map, self._held)
            glass.strokes = [(line, False) for line in lines]
            glass.update()

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
        held, self._held = self._held, None
        if held is not None and self._moved:
            self._put(held)
        elif held is not None and held.what == "border":
            held.goal = self.spot(pos)
            self._put(held)
        elif held is not None:
            self._select(held)
        elif not self.erases(keys):
            self._new(self.spot(pos))

    def _select(self, held: reach.Grip) -> None:
        if held.what == "space":
            self.sheet.select((held.space,))
        elif held.what in ("labels", "features"):
            self.sheet.select((), (held.what, *held.place))

    def _put(self, held: reach.Grip) -> None:
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

        named = {"corner": "corner", "border": "new corner", "labels": "name", "features": "sign"}
        self.sheet.edit(f"move {named.get(held.what, held.space)}", change)
        self._select(held)

    def _remove(self, held: reach.Grip) -> None:
        def change(data: Data) -> None:
            if held.what == "space":
                changes.remove_space(data, held.space)
            elif held.what == "corner":
                geometry.need_plain(data, held.at)
                changes.remove_corner(data, held.at)
                geometry.need_sound(data, geometry.all_corners(data))
            else:
                changes.remove_entry(data, held.what, held.place)

        named = {"corner": "corner", "labels": "name", "features": "sign"}
        self.sheet.edit(f"remove {named.get(held.what, held.space)}", change)

    def _new(self, at: Point) -> None:
        """A new point, or a new name where points are not the spaces."""
        sheet, data = self.sheet, self.sheet.document.data
        if sheet.game_map.kind == "point":
            taken = {entry["id"] for _, _, entry in changes.entries(data, "spaces")}
            name = next(f"point_{n}" for n in range(1, len(taken) + 2) if f"point_{n}" not in taken)
            chosen = changes.entry_of(data, sheet.selection[0]) if sheet.selection else None
            like = chosen or next((entry for _, _, entry in changes.entries(data, "spaces")), {})
            if sheet.edit(f"add {name}", partial(changes.add_point, space=name, at=at, like=like)):
                sheet.select((name,))
        elif sheet.edit("add a name", partial(changes.add_label, text="Name", at=at)):
            named = changes.entries(sheet.document.data, "labels")
            places = [(g, i) for g, i, entry in named if entry["text"] == "Name"]
            sheet.select((), ("labels", *places[-1]))
        self.desk.show_facts()

    def point(self, pos: QPointF) -> None:
        sheet = self.sheet
        held = reach.grip_at(sheet.game_map, sheet.document.data, self.spot(pos), self.near())
        grip = held.at if held is not None else None
        if grip != sheet.glass.grip:
            sheet.glass.grip = grip
            sheet.glass.update()

    def cancel(self) -> bool:
        busy, self._held = self._held is not None, None
        self.sheet.glass.clear_stroke()
        return busy


TOOLS: tuple[type[Tool], ...] = (Inspect, Brush, Edges, Points, Measure, Hand)


class Hands(QObject):
    """An event filter on a map: the tool in hand gets the mouse before the map does."""

    def __init__(self, desk: Designer) -> None:
        super().__init__(desk)
        self.desk = desk
        self._down = False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Left belongs to the tool, right picks, the rest is the map's; Escape gives a stroke up."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self._down = False
            return self.desk.tool.cancel()
        if isinstance(event, QMouseEvent):
            return self._mouse(event)
        return False

    def _mouse(self, event: QMouseEvent) -> bool:
        tool, pos, keys = self.desk.tool, event.position(), event.modifiers()
        kind, button = event.type(), event.button()
        self.desk.pointed(pos)
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            if button == Qt.MouseButton.RightButton:
                self.desk.sheet.view.setFocus(Qt.FocusReason.MouseFocusReason)
                if self._down:
                    self._down = False
                    tool.cancel()
                else:
                    tool.pick(pos)
                return True
            if button == Qt.MouseButton.LeftButton and not self.desk.sheet.view.panning_key:
                self._down = tool.press(pos, keys)
                if self._down:
                    self.desk.sheet.view.setFocus(Qt.FocusReason.MouseFocusReason)
                return self._down
        elif kind == QEvent.Type.MouseMove:
            if self._down:
                tool.move(pos, keys)
                return True
            tool.point(pos)
        elif kind == QEvent.Type.MouseButtonRelease and self._down and button == Qt.MouseButton.LeftButton:
            self._down = False
            tool.release(pos, keys)
            return True
        return False
