"""Names that can be read from afar: seen from a distance they are drawn larger, as far as nothing is in the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QTransform

from common.maps.pictures.drawing import Text

if TYPE_CHECKING:
    from common.gui.map.display_list import Op, Scene

WORTH = 1.06  # times: a name that would grow less stays as it is
MOST = 2.4  # times
STEPS = (1.0, 0.9, 0.8, 0.7, 0.6)  # of what a name should grow
AIR = 0.12  # of its letters, left free around a grown name
LAYERS = ("features", "labels", "furniture")  # where names are, and what they keep off
WIDE = 12.0  # times the letters: what is larger lies below names and does not bar them
SIDES = {"start": (0.0, 1.0), "middle": (0.5,), "end": (1.0, 0.0)}  # which end of a name may stay where it is


class GrownName(NamedTuple):
    """How a name is drawn: about which point and how much larger, the room it takes then, and its lines if several."""

    transform: QTransform
    rect: QRectF
    lines: QPainterPath | None = None


class Form(NamedTuple):
    """A name in one line or in two: the room it takes in print, and its letters where they are not as printed."""

    box: QRectF
    lines: QPainterPath | None = None


Wrap = Callable[[Text], QPainterPath | None]  # a name in two lines about the middle of its one; None for a single word


def grow_names(scene: Scene, scale: float, least: float, wrap: Wrap) -> dict[Op, GrownName]:
    """The names that are larger at a scale than they are printed, so that their letters have `least` pixels."""
    found: dict[Op, GrownName] = {}
    if least <= 0:
        return found
    for ops in _small_names(scene, scale, least):
        grown = _grow(scene, ops[-1], least, scale, found, wrap)
        if grown is not None:
            found.update(dict.fromkeys(ops, grown))
    return found


def _small_names(scene: Scene, scale: float, least: float) -> list[tuple[Op, ...]]:
    """Names with their haloes whose letters are too small, the greatest first."""
    names: dict[object, list[Op]] = {}
    for op in scene.ops:
        if op.name is None or op.finest > scale or op.name.size * scale * WORTH >= least:
            continue
        if op.layer in ("features", "labels") or (op.layer == "furniture" and _heads_box(op.name)):
            names.setdefault((op.name, op.layer), []).append(op)
    return sorted((tuple(ops) for ops in names.values()), key=lambda ops: (-_size(ops[0]), ops[0].top, ops[0].left))


def _heads_box(name: Text) -> bool:
    """Whether it is the title of a box of counters: rows of a legend and tracks keep the size they have together."""
    return name.bold and name.anchor == "middle" and not name.spacing


def _size(op: Op) -> float:
    return op.name.size if op.name is not None else 0.0


def _grow(scene: Scene, op: Op, least: float, scale: float, found: dict[Op, GrownName], wrap: Wrap) -> GrownName | None:
    """The largest form of a name that stays within what it stood in and off everything it was off before.

    On a map of areas it stays within its own, on two lines if need be; where even that is too small, it crosses it.
    """
    box = op.rect
    wanted = min(MOST, least / (_size(op) * scale))
    around = _scaled(box, QPointF(box.left(), box.top()), wanted).united(
        _scaled(box, QPointF(box.right(), box.bottom()), wanted)
    )
    around.adjust(0, -box.height() * wanted, 0, box.height() * wanted)
    near = [other for other in scene.within(around) if other.layer in LAYERS and other.finest <= scale]
    ground = [other.rect for other in near if other.rect.contains(box) and other.name != op.name]
    free = [
        other.rect
        for other in near
        if other.name != op.name and not other.rect.intersects(box) and (other.words or other.extent < WIDE * _size(op))
    ]
    free += [how.rect for other, how in found.items() if not other.rect.intersects(box)]
    air = AIR * _size(op)

    def fits(rect: QRectF) -> bool:
        roomy = rect.adjusted(-air, -air, air, air)
        return all(each.contains(rect) for each in ground) and not any(each.intersects(roomy) for each in free)

    home = next((area for area in scene.homes if area.contains(box)), None)
    if home is not None and op.name is not None:
        lines = wrap(op.name)
        forms = [Form(box), *([Form(lines.boundingRect(), lines)] if lines is not None else [])]
        for grown in _ways(op, forms, wanted, STEPS):
            if fits(grown.rect) and home.contains(grown.rect):
                return grown
    return next((grown for grown in _ways(op, [Form(box)], wanted, STEPS) if fits(grown.rect)), None)


def _ways(op: Op, forms: Sequence[Form], wanted: float, steps: Sequence[float]) -> Iterator[GrownName]:
    """How a name may grow: how much, in which form, and which point of it stays where it is; the best first."""
    box, anchor = op.rect, op.name.anchor if op.name is not None else "middle"
    for step in steps:
        factor = wanted * step
        if factor < WORTH:
            return
        for form in forms:
            for down in (0.5, 0.0, 1.0):
                for along in SIDES[anchor]:
                    at, own = _point(box, along, down), _point(form.box, along, down)
                    away = QTransform().translate(at.x(), at.y()).scale(factor, factor).translate(-own.x(), -own.y())
                    yield GrownName(away, away.mapRect(form.box), form.lines)


def _point(box: QRectF, along: float, down: float) -> QPointF:
    return QPointF(box.left() + along * box.width(), box.top() + down * box.height())


def _scaled(box: QRectF, about: QPointF, factor: float) -> QRectF:
    x, y = about.x(), about.y()
    left, top = x + (box.left() - x) * factor, y + (box.top() - y) * factor
    return QRectF(left, top, box.width() * factor, box.height() * factor)


def touching(grown: dict[Op, GrownName], rect: QRectF) -> Iterable[Op]:
    """The grown names that show in a part of the map."""
    return [op for op, how in grown.items() if how.rect.adjusted(-4, -4, 4, 4).intersects(rect)]
