"""B08 and B18: frames of the map view against a naive QGraphicsView of the same content; what an idle window costs."""

from __future__ import annotations

import os
from collections.abc import Callable
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEvent, QEventLoop, QObject, QPointF, QRectF, Qt, QTimer
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPolygonItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
    QGraphicsView,
    QStyleOptionGraphicsItem,
    QWidget,
)  # fmt: skip

from bench.measure import CLOCK, Extent, Row
from common.gui.map.counter_art import draw_counter
from common.gui.map.map_view import MapView
from common.gui.map.mouse_gestures import HeldPieces
from common.maps import GameMap, load_map
from common.maps.load import map_from_text
from common.tabletop import Face, Piece, Target

SIZE = (1600, 900)
COUNTERS = 300
REAL, LARGE = "operation_serval", "10,000 hexes"
BAR = 0.5
MILLISECONDS = {REAL: 16.7, LARGE: 33.0}
SYNTHETIC = """
id: bench
title: Bench
kind: hex
source: reconstructed
grid: {{source: reconstructed, orientation: pointy, shifted: even, numbering: RRCC, first_column: 0, rows_up: true}}
terrain:
  source: reconstructed
  legend: {{C: clear, V: rio_grande_valley, M: mountain}}
  rows:
{rows}
"""


def synthetic() -> GameMap:
    """A map of 100 by 100 hexes with terrain in patches."""
    random = Random(3)
    rows = []
    for row in range(99, -1, -1):
        letters = "".join(random.choice("CCCCVMM")[0] * 4 for _ in range(25))
        rows.append(f'    "{row:02}": {letters}')
    return map_from_text(SYNTHETIC.format(rows="\n".join(rows)))


def pieces(game_map: GameMap) -> list[Piece]:
    """Counters all over the map, some in stacks."""
    random = Random(4)
    kinds = ("infantry", "cavalry", "artillery", "armor", "hq")
    looks = (("#2f5d9c", "#ffffff", "plain"), ("#b9b3a2", "#15130f", "dashed"))
    made = []
    for number in range(COUNTERS):
        paper, ink, edge = looks[number % 2]
        face = Face(random.choice(kinds), paper, ink, edge, top=f"{number % 40}", bottom="3-4")  # type: ignore[arg-type]
        made.append(Piece(f"p{number}", f"Unit {number}", random.choice(game_map.ids), face, "ab"[number % 2]))
    return made


class NaiveCounter(QGraphicsItem):
    """A counter as one would write it first: painted whenever the scene asks."""

    def __init__(self, piece: Piece, at: tuple[float, float], size: float) -> None:
        super().__init__()
        self.face, self.size = piece.face, size
        self.setPos(at[0] - size / 2, at[1] - size / 2)
        self.setScale(size / 100)

    def boundingRect(self) -> QRectF:
        """With the shadow."""
        return QRectF(-10, -10, 125, 125)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        """The same drawing as ours."""
        draw_counter(painter, self.face, self.size)


class Naive(QGraphicsView):
    """One item per thing drawn, antialiased, with hovered hexes outlined: the obvious way in Qt."""

    def __init__(self, ours: MapView) -> None:
        self.stage = QGraphicsScene()
        super().__init__(self.stage)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for op in ours.scene.ops:
            item = QGraphicsPathItem(op.path)
            item.setPen(op.pen)
            item.setBrush(op.brush)
            self.stage.addItem(item)
        assert ours.board.places is not None
        assert ours.board.layout is not None
        self.hexes: dict[str, QGraphicsPolygonItem] = {}
        for space in ours.board.places.map.spaces.values():
            hexagon = QGraphicsPolygonItem(QPolygonF([QPointF(*point) for point in space.polygon]))
            hexagon.setPen(QPen(Qt.PenStyle.NoPen))
            self.stage.addItem(hexagon)
            self.hexes[space.id] = hexagon
        for lie in ours.board.layout.order:
            self.stage.addItem(NaiveCounter(lie.piece, (lie.x, lie.y), ours.board.size))
        self.costs: list[QGraphicsSimpleTextItem] = []
        self.resize(*SIZE)

    def look(self, scale: float, center: tuple[float, float]) -> None:
        """Take the same view as ours."""
        self.resetTransform()
        self.scale(scale, scale)
        self.centerOn(*center)

    def lift(self, spaces: list[str]) -> None:
        """Light the spaces with their costs."""
        for space in spaces:
            item = self.hexes[space]
            item.setBrush(QBrush(QColor(22, 103, 183, 46)))
            item.setPen(QPen(QColor("#1667b7"), 2.4))
            text = QGraphicsSimpleTextItem("3")
            text.setPos(item.boundingRect().center())
            self.stage.addItem(text)
            self.costs.append(text)

    def put_down(self, spaces: list[str]) -> None:
        """Take the lights away."""
        for space in spaces:
            self.hexes[space].setBrush(QBrush(Qt.BrushStyle.NoBrush))
            self.hexes[space].setPen(QPen(Qt.PenStyle.NoPen))
        for text in self.costs:
            self.stage.removeItem(text)
        self.costs.clear()


Frame = Callable[[int], None]


class Pair:
    """Our view and the naive one on the same map, in windows of the same size."""

    def __init__(self, game_map: GameMap) -> None:
        self.map = game_map
        self.ours = MapView()
        self.ours.resize(*SIZE)
        self.ours.show()
        self.ours.set_map(game_map, "light")
        self.ours.set_position(pieces(game_map), (), False)
        self.naive = Naive(self.ours)
        self.naive.show()
        self.reach = list(game_map.within(self._middle(), 9))

    def _middle(self) -> str:
        assert self.ours.board.places is not None
        x, y = self.map.size[0] / 2, self.map.size[1] / 2
        return min(self.map.spaces.values(), key=lambda s: (s.center[0] - x) ** 2 + (s.center[1] - y) ** 2).id

    def ready(self, scale: float | None = None) -> None:
        """Both at the same place, everything drawn."""
        camera = self.ours.camera
        camera.scale = camera.unit_scale if scale is None else scale
        camera.center = self.map.spaces[self._middle()].center
        self.ours.camera_moved()
        self.ours.settle()
        self.naive.look(camera.scale, camera.center)
        quiet_from = perf_counter() + 8
        while perf_counter() < quiet_from and any(t.isActive() for t in self.ours.findChildren(QTimer)):
            QApplication.processEvents()

    # --- one frame of each, ours and naive ---

    def pan(self) -> tuple[Frame, Frame]:
        """Shove the map about at 1:1."""
        bar = self.naive.horizontalScrollBar(), self.naive.verticalScrollBar()

        def naive(number: int) -> None:
            away = 1 if number % 40 < 20 else -1
            bar[0].setValue(bar[0].value() + 14 * away)
            bar[1].setValue(bar[1].value() + 9 * away)

        return lambda n: self.ours.pan(-14 if n % 40 < 20 else 14, -9 if n % 40 < 20 else 9), naive

    def zoom(self) -> tuple[Frame, Frame]:
        """Small steps in and out, as a pinch or a smooth wheel makes them."""
        at = QPointF(SIZE[0] / 2, SIZE[1] / 2)

        def factor(number: int) -> float:
            return 1.04 if number % 40 < 20 else 1 / 1.04

        return (
            lambda n: self.ours.zoom_by(factor(n), at, smooth=False),
            lambda n: self.naive.scale(factor(n), factor(n)),
        )

    def hover(self) -> tuple[Frame, Frame]:
        """The pointer sweeps over the map: the space below it is outlined."""
        last: list[QGraphicsPolygonItem] = []

        def spot(number: int) -> QPointF:
            return QPointF(100 + number * 123 % 1400, 200 + number * 37 % 500)

        def naive(number: int) -> None:
            x, y = self.ours.camera.to_map(spot(number))
            space = self.map.at(x, y)
            for item in last:
                item.setPen(QPen(Qt.PenStyle.NoPen))
            last.clear()
            if space is not None:
                last.append(self.naive.hexes[space])
                last[0].setPen(QPen(QColor("#2a2217"), 2))

        return lambda n: self.ours.hover_at(spot(n)), naive

    def lift(self) -> tuple[Frame, Frame]:
        """Every frame a counter is lifted with 270 spaces in reach, or put down."""
        held = HeldPieces(("p0",), frozenset({"0000"}), "drag")
        targets = [Target(space, "3", ()) for space in self.reach]

        def ours(number: int) -> None:
            self.ours.board.held = held if number % 2 == 0 else None
            self.ours.show_targets(targets if number % 2 == 0 else ())

        def naive(number: int) -> None:
            if number % 2 == 0:
                self.naive.lift(self.reach)
            else:
                self.naive.put_down(self.reach)

        return ours, naive


class Watch(QObject):
    """Sees when a widget has been painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self.painted = 0
        self.widget = widget
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Count paint events."""
        if event.type() == QEvent.Type.Paint:
            self.painted += 1
        return False

    def close(self) -> None:
        """Stop watching."""
        self.widget.removeEventFilter(self)


def p95(frame: Frame, widget: QWidget, frames: int) -> float:
    """Processor milliseconds of a frame at the 95th percentile: the change, its painting and all deferred work."""
    watch, spent = Watch(widget), []
    wait = QEventLoop.ProcessEventsFlag.AllEvents | QEventLoop.ProcessEventsFlag.WaitForMoreEvents
    for number in range(frames):
        QApplication.processEvents()
        watch.painted = 0
        start, late = CLOCK(), perf_counter() + 0.1
        frame(number)
        while not watch.painted and perf_counter() < late:
            QTimer.singleShot(100, lambda: None)  # wakes the wait when nothing needed painting
            QApplication.processEvents(wait)
        QApplication.processEvents()
        spent.append((CLOCK() - start) * 1000)
    watch.close()
    return quantiles(spent, n=20)[-1]


def measured(pair: Pair, name: str, on: str, rounds: int, frames: int) -> list[Row]:
    """The ratio of the p95 frames in turn, and our p95 in milliseconds."""
    ratios, ours_ms = [], []
    ours, naive = getattr(pair, name)()
    for _ in range(rounds):
        pair.ready()
        mine = p95(ours, pair.ours, frames)
        theirs = p95(naive, pair.naive.viewport(), frames)
        ratios.append(mine / theirs)
        ours_ms.append(mine)
    low, _, high = quantiles(ratios, n=4)
    own_low, _, own_high = quantiles(ours_ms, n=4)
    return [
        Row("B08", f"{name} on {on}, p95 frame by naive QGraphicsView", median(ratios), low, high, BAR, True),
        Row("B08", f"{name} on {on}, p95 frame in ms", median(ours_ms), own_low, own_high, MILLISECONDS[on], True),
    ]


def idle(pair: Pair, seconds: float) -> Row:
    """Processor time of a window with nothing to do, brought to 60 seconds."""
    pair.naive.hide()
    pair.ready()
    for _ in range(400):
        QApplication.processEvents()
    used, start = process_time(), perf_counter()
    loop = QEventLoop()
    QTimer.singleShot(round(seconds * 1000), loop.quit)
    loop.exec()
    spent = (process_time() - used) * 60 / (perf_counter() - start)
    return Row("B18", "idle window, processor seconds in 60 s", spent, spent, spent, 0.2, True)


def run(extent: Extent = Extent.FULL) -> list[Row]:
    """All rows; a quick look takes fewer frames, not fewer rounds."""
    _app = QApplication.instance() or QApplication([])
    frames, rounds = extent.of(2, 20, 40), extent.of(2, 5, 5)
    rows: list[Row] = []
    for on in extent.of([REAL], [REAL, LARGE], [REAL, LARGE]):
        pair = Pair(synthetic() if on == LARGE else load_map(on))
        for name in ("pan", "zoom", "hover", "lift"):
            rows += measured(pair, name, on, rounds, frames)
        if on == REAL:
            rows.append(idle(pair, extent.of(0.1, 5.0, 20.0)))
        pair.ours.close()
        pair.naive.close()
    return rows


if __name__ == "__main__":
    for row in run():
        print(row)
