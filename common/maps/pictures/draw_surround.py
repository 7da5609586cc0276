"""What stands around a map: frame, cartouche, legend, scale, compass, boxes and tracks."""

from __future__ import annotations

from math import cos, pi, sin

from common.maps.files import Scale
from common.maps.model import Box, Point
from common.maps.pictures.draw_context import Sketch
from common.maps.pictures.draw_legend import draw_legend
from common.maps.pictures.picture import Path, Text, circle, polygon, rect
from common.maps.pictures.text_room import text_width


def boxes(sketch: Sketch) -> None:
    """The printed boxes and tracks."""
    for box in sketch.map.boxes.values():
        if box.kind == "boxed_area":
            _boxed_area(sketch, box)
        elif box.cells:
            _track(sketch, box)
        else:
            _box(sketch, box)


def _boxed_area(sketch: Sketch, box: Box) -> None:
    c, (x, y, w, h) = sketch.colours, box.rect
    sketch.canvas.add("borders", Path(rect(x, y, w, h, 10), stroke=c["frontier"], width=3, dash=(3, 7), opacity=0.7))


def _box(sketch: Sketch, box: Box) -> None:
    c, (x, y, w, h) = sketch.colours, box.rect
    size = _fit_size(box.name, w - 16, 26 if h > 120 else 20)
    sketch.canvas.add(
        "furniture",
        Path(rect(x, y, w, h, 8), fill=c["box"], stroke=c["box_line"], width=2.5, opacity=0.94),
        Path(rect(x + 5, y + 5, w - 10, h - 10, 5), stroke=c["box_line"], width=1),
        Text(box.name, (x + w / 2, y + 12 + size * 0.55), size, c["ink"], bold=True),
    )
    sketch.placer.block((x, y, x + w, y + h), 50)


def _fit_size(text: str, room: float, size: float) -> float:
    return min(size, size * room / max(text_width(text, size, bold=True), 1))


def cells(box: Box) -> list[tuple[float, float, float, float]]:
    """The rectangles of a track's cells, in their order: (x, y, width, height)."""
    (x, y, w, h), n = box.rect, len(box.cells)
    if not n:
        return []
    head = _head(box)
    across = _columns(n, w, h - head, int(box.attrs.get("rows", 0)))
    cw, ch = w / across, (h - head) / -(-n // across)
    return [(x + (i % across) * cw, y + head + (i // across) * ch, cw, ch) for i in range(n)]


def _head(box: Box) -> float:
    _, _, w, h = box.rect
    return min(32.0, h * 0.3) if w >= h else 26.0


def figure_size(box: Box) -> float:
    """The height of the letters in a track's cells."""
    _, _, cw, ch = cells(box)[0]
    return min(36.0, ch * 0.45, cw / max(2.2, max(len(cell) for cell in box.cells) * 0.66))


def _track(sketch: Sketch, box: Box) -> None:
    c, (x, y, w, h) = sketch.colours, box.rect
    head, places, size = _head(box), cells(box), figure_size(box)
    title = _fit_size(box.name, w - 16, head * 0.8)
    sketch.canvas.add(
        "furniture",
        Path(rect(x, y, w, h), fill=c["box"], stroke=c["box_line"], width=2.5, opacity=0.94),
        Text(box.name, (x + 8, y + head / 2), title, c["ink"], anchor="start", bold=True),
    )
    for cell, (cx, cy, cw, ch) in zip(box.cells, places, strict=True):
        sketch.canvas.add("furniture", Path(rect(cx, cy, cw, ch), stroke=c["box_line"], width=1))
        sketch.canvas.add("furniture", Text(cell, (cx + cw / 2, cy + ch / 2), size, c["ink"], opacity=0.8), zoom=0.2)
    sketch.placer.block((x, y, x + w, y + h), 50)


def _columns(n: int, width: float, height: float, rows: int) -> int:
    if rows:
        return -(-n // rows)
    best = min(range(1, n + 1), key=lambda k: abs((width / k) / (height / -(-n // k)) - 1.0) + (n % k) * 0.02)
    return max(best, 1)


def surround(sketch: Sketch) -> None:
    """Frame, title, legend, scale bar and compass."""
    _frame(sketch)
    _cartouche(sketch)
    draw_legend(sketch)
    _compass(sketch)
    _scale(sketch)


def _frame(sketch: Sketch) -> None:
    (w, h), c = sketch.map.size, sketch.colours
    for inset, width in ((10, 5.0), (20, 1.5), (25, 0.8)):
        sketch.canvas.add(
            "furniture",
            Path(rect(inset, inset, w - 2 * inset, h - 2 * inset), stroke=c["frame"], width=width, round=False),
        )


def _cartouche(sketch: Sketch) -> None:
    title, c = sketch.map.file.cartouche, sketch.colours
    if title is None or not title.lines:
        return
    x, y = title.at
    sizes = [title.size, *[title.size * 0.5] * (len(title.lines) - 1)]
    width = max(text_width(line, size, 2, True) for line, size in zip(title.lines, sizes, strict=True)) + 90
    height = sum(sizes) * 1.25 + 44
    left, top = x - width / 2, y - height / 2
    for inset, stroke in ((0, 4.0), (8, 1.2), (13, 1.2)):
        fill = c["box"] if inset == 0 else ""
        shape = _scroll(left + inset, top + inset, width - 2 * inset, height - 2 * inset, 18)
        sketch.canvas.add("furniture", Path(shape, fill=fill, stroke=c["frame"], width=stroke))
    at = top + 26 + sizes[0] * 0.6
    for line, size in zip(title.lines, sizes, strict=True):
        big = size == title.size
        sketch.canvas.add(
            "furniture", Text(line, (x, at), size, c["ink"], bold=big, italic=not big, spacing=2 if big else 1)
        )
        at += size * (0.95 if big else 1.25)
    sketch.placer.block((left, top, left + width, top + height), 50)


def _scroll(x: float, y: float, w: float, h: float, notch: float) -> tuple[tuple[str, tuple[float, ...]], ...]:
    r, b, n = x + w, y + h, notch
    return (
        ("M", (x + n, y)),
        ("L", (r - n, y)),
        ("C", (r - n, y + n * 0.6, r - n * 0.6, y + n, r, y + n)),
        ("L", (r, b - n)),
        ("C", (r - n * 0.6, b - n, r - n, b - n * 0.6, r - n, b)),
        ("L", (x + n, b)),
        ("C", (x + n, b - n * 0.6, x + n * 0.6, b - n, x, b - n)),
        ("L", (x, y + n)),
        ("C", (x + n * 0.6, y + n, x + n, y + n * 0.6, x + n, y)),
        ("Z", ()),
    )


def scale_size(scale: Scale) -> Point:
    """How much room the scale bar and its figures take."""
    return scale.units * 4 + 90, 30


def _scale(sketch: Sketch) -> None:
    scale, c = sketch.map.scale, sketch.colours
    if scale is None or scale.at is None:
        return
    (x, y), unit = scale.at, scale.units
    for i in range(4):
        fill = c["ink"] if i % 2 == 0 else c["halo"]
        sketch.canvas.add(
            "furniture", Path(rect(x + unit * i, y, unit, 9), fill=fill, stroke=c["ink"], width=1.2, round=False)
        )
    for i in range(5):
        sketch.canvas.add("furniture", Text(f"{scale.length * i:g}", (x + unit * i, y + 24), 18, c["ink"]))
    sketch.canvas.add(
        "furniture", Text(scale.unit, (x + unit * 4 + 26, y + 5), 18, c["ink"], anchor="start", italic=True)
    )
    sketch.placer.block((x - 20, y - 10, x + unit * 4 + 110, y + 40), 50)


def _compass(sketch: Sketch) -> None:
    at, c = sketch.map.file.compass, sketch.colours
    if at is None:
        return
    (x, y), r = at, 62.0
    add = sketch.canvas.add
    add(
        "furniture",
        Path(circle(at, r), stroke=c["frame"], width=1.5),
        Path(circle(at, r - 6), stroke=c["frame"], width=0.8),
    )
    for k in range(8):
        turn, far = pi * k / 4 - pi / 2, r * (1.15 if k % 2 == 0 else 0.7)
        tip = x + far * cos(turn), y + far * sin(turn)
        for side, fill in ((1, c["ink"]), (-1, c["halo"])):
            edge = x + r * 0.2 * cos(turn + side * pi / 4), y + r * 0.2 * sin(turn + side * pi / 4)
            add("furniture", Path(polygon([(x, y), edge, tip]), fill=fill, stroke=c["ink"], width=0.8))
    add("furniture", Text("N", (x, y - r * 1.15 - 18), 30, c["ink"], bold=True))
    sketch.placer.block_at(at, r * 2.5, r * 3, 50)
