"""Tools that draw strokes: the brush over spaces, the edges between them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPointF

from common.gui.designer.tools import grips
from common.gui.designer.tools.tool_base import Modifier, Stroke
from common.gui.kit.language import tr, trn, word
from common.maps import hexes
from common.maps.changing import editing_changes as changes
from common.maps.changing import editing_geometry as geometry
from common.maps.model import Point

PAINT, FILL = word("paint {what} {kind}"), word("fill {what} {kind}")
DRAW, ERASE = word("draw {kind} {what}"), word("erase {kind} {what}")


class BrushTool(Stroke[dict[str, str]]):
    """Paints the kind of spaces."""

    key, name, icon = "B", word("Brush"), "brush"
    about = word("Paint spaces; Shift a straight line, Ctrl fills, Alt erases, right click picks")

    _start = ""
    _last = QPointF()
    _erasing = False

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        self._erasing = self.erases(keys)
        layer, kind = self.desk.paint.layer, self._kind()
        self._start, self._last = self.sheet.view.hit(pos).space, pos
        if keys & Modifier.ControlModifier or self.desk.paint.filling:
            alike = geometry.alike(self.sheet.game_map, layer, self._start)
            self._commit(FILL, layer, dict.fromkeys(alike, kind))
            return True
        self._held = {}
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
            if space in game_map.spaces and self._held is not None:
                self._held |= dict.fromkeys(game_map.within(space, self.desk.paint.thickness - 1), kind)
        self._last = pos
        self._show()

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._held is None:
            return
        kind, game_map = self._kind(), self.sheet.game_map
        end = self.sheet.view.hit(pos).space
        if keys & Modifier.ShiftModifier and self._start in game_map.cells and end in game_map.cells:
            at = {cell: space for space, cell in game_map.cells.items()}
            line = hexes.line(game_map.cells[self._start], game_map.cells[end])
            self._held = {at[cell]: kind for cell in line if cell in at}
            self._last = pos
            self._show()
        else:
            self._add(pos, kind)

    def _show(self) -> None:
        sheet, layer = self.sheet, self.desk.paint.layer
        colours = {kind: sheet.colour_of(layer, kind) for kind in set((self._held or {}).values())}
        sheet.pane.washes = {space: colours[kind] for space, kind in (self._held or {}).items()}
        sheet.pane.update()

    def release(self, pos: QPointF, keys: Modifier) -> None:
        stroke = self._taken()
        if stroke:
            self._commit(PAINT, self.desk.paint.layer, stroke)

    def _commit(self, verb: str, layer: str, stroke: dict[str, str]) -> None:
        kinds = sorted(set(stroke.values()))
        what = trn("{n} space", "{n} spaces", len(stroke)) if len(stroke) != 1 else next(iter(stroke))
        if stroke:
            title = tr(verb, what=what, kind=kinds[0] or tr("empty"))
            self.sheet.edit(title, partial(changes.paint, layer=layer, wanted=stroke))

    def pick(self, pos: QPointF) -> None:
        space = self.sheet.game_map.spaces.get(self.sheet.view.hit(pos).space)
        if space is not None:
            layer = self.desk.paint.layer
            self.desk.paint.take(geometry.kind_in(space, layer))


class EdgeTool(Stroke[dict[tuple[str, str], None]]):
    """Draws what lies between spaces: sides, ways and routes."""

    key, name, icon = "E", word("Edges"), "edges"
    about = word("Draw along sides, or from space to space; Shift the shortest line, Alt erases, right click picks")

    _on = True
    _start: Point = (0, 0)
    _here = ""

    @property
    def _line(self) -> tuple[str, str, str] | None:
        return self.desk.paint.line

    def press(self, pos: QPointF, keys: Modifier) -> bool:
        if self._line is None:
            self.sheet.notice.emit(tr("Choose in the panel what to draw"), True)
            return True
        self._held, self._on = {}, not self.erases(keys)
        self._start, self._here = self.spot(pos), self.sheet.view.hit(pos).space
        if self._line[0] == "sides":
            self._add(grips.side_at(self.sheet.game_map, self._start, self.near() * 2.2))
        elif not self._here:
            self._add(grips.route_at(self.sheet.game_map, self._start, self.near()))
        return True

    def _add(self, found: tuple[str, str] | None) -> None:
        if found is not None and self._held is not None and found[::-1] not in self._held:
            self._held[found] = None
            self._show()

    def move(self, pos: QPointF, keys: Modifier) -> None:
        if self._held is None or self._line is None:
            return
        game_map, here = self.sheet.game_map, self.sheet.view.hit(pos).space
        if self._line[0] == "sides":
            if keys & Modifier.ShiftModifier:
                self._held = dict.fromkeys(grips.along_sides(game_map, self._start, self.spot(pos)))
                self._show()
            else:
                self._add(grips.side_at(game_map, self.spot(pos), self.near() * 2.2))
        elif self._line[0] == "paths":
            if here and here != self._here and game_map.link(self._here, here):
                self._add((self._here, here))
                self._here = here
        else:
            self._route(pos, here)

    def _route(self, pos: QPointF, here: str) -> None:
        """A route hangs between the point it began at and the pointer."""
        pane, spaces = self.sheet.pane, self.sheet.game_map.spaces
        if self._here in spaces:
            end = spaces[here].center if here in spaces else self.spot(pos)
            pane.strokes = [((spaces[self._here].center, end), not self._on)]
            pane.update()

    def release(self, pos: QPointF, keys: Modifier) -> None:
        pairs = self._taken()
        if pairs is None or self._line is None:
            return
        here = self.sheet.view.hit(pos).space
        if self._line[0] == "routes" and self._here and here and here != self._here:
            pairs = {(self._here, here): None}
        if not pairs:
            self.sheet.pane.clear_stroke()
            return
        kind = self._line[1]
        what = "-".join(next(iter(pairs))) if len(pairs) == 1 else trn("{n} side", "{n} sides", len(pairs))
        title = tr(DRAW if self._on else ERASE, kind=kind, what=what)
        change = partial(changes.set_line, line=self._line, pairs=tuple(pairs), on=self._on)
        self.sheet.edit(title, change)

    def _show(self) -> None:
        pane, game_map = self.sheet.pane, self.sheet.game_map
        through = self._line is not None and self._line[0] != "sides"
        pane.strokes = [(grips.line_between(game_map, pair, through), not self._on) for pair in self._held or ()]
        pane.update()

    def point(self, pos: QPointF) -> None:
        pane, game_map = self.sheet.pane, self.sheet.game_map
        aim: tuple[Point, ...] = ()
        if self._line is not None and self._line[0] == "sides":
            found = grips.side_at(game_map, self.spot(pos), self.near() * 2.2)
            aim = grips.line_between(game_map, found, False) if found else ()
        elif self._line is not None:
            found = grips.route_at(game_map, self.spot(pos), self.near()) if game_map.kind == "point" else None
            aim = grips.line_between(game_map, found, True) if found else ()
        if aim != pane.aim:
            pane.aim = aim
            pane.update()

    def pick(self, pos: QPointF) -> None:
        game_map = self.sheet.game_map
        find = grips.route_at if game_map.kind == "point" else grips.side_at
        found = find(game_map, self.spot(pos), self.near() * 2.2)
        link = game_map.link(*found) if found else None
        if link is not None:
            self.desk.paint.take_line(link.kinds, {str(value) for value in link.attrs.values()})
