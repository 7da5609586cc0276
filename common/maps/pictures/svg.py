"""A picture as an SVG file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from xml.sax.saxutils import escape, quoteattr

from common.maps.pictures.picture import Item, Path, Picture, Symbol, Text
from common.maps.pictures.symbols import outlines

SERIF = "Georgia, 'DejaVu Serif', 'Liberation Serif', serif"
SANS = "'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
MIDDLE = 0.34  # of the size: from the middle of the letters down to the base line


def write(picture: Picture, path: FilePath) -> None:
    """Write the file."""
    path.write_text(text(picture), encoding="utf-8")


def text(picture: Picture) -> str:
    """The SVG text of a picture; layers are groups with their names."""
    width, height = (_n(v) for v in picture.size)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" fill="{picture.background}"/>',
    ]
    for layer in picture.layers:
        lines.append(f"<g id={quoteattr(f'{layer.name}-{_n(layer.min_zoom)}')}>")
        for item in layer.items:
            lines.extend(_item(item))
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _item(item: Item) -> Iterator[str]:
    if isinstance(item, Text):
        yield from _text(item)
    elif isinstance(item, Symbol):
        for path in outlines(item):
            yield _path(path)
    else:
        yield _path(item)


def _path(path: Path) -> str:
    d = "".join(op + " ".join(_n(v) for v in numbers) for op, numbers in path.steps)
    attrs = [f'd="{d}"', f'fill="{path.fill or "none"}"', 'fill-rule="evenodd"' if path.fill else ""]
    if path.stroke and path.width:
        ends = "round" if path.round else "butt"
        attrs.append(f'stroke="{path.stroke}" stroke-width="{_n(path.width)}" stroke-linecap="{ends}"')
        attrs.append(f'stroke-linejoin="{"round" if path.round else "miter"}"')
        if path.dash:
            attrs.append(f'stroke-dasharray="{" ".join(_n(v) for v in path.dash)}"')
    if path.opacity < 1:
        attrs.append(f'opacity="{_n(path.opacity)}"')
    return f"<path {' '.join(a for a in attrs if a)}/>"


def _text(item: Text) -> Iterator[str]:
    x, y = item.at
    attrs = [
        f'x="{_n(x)}" y="{_n(y + item.size * MIDDLE)}" font-size="{_n(item.size)}"',
        f'font-family="{SERIF if item.serif else SANS}" text-anchor="{item.anchor}"',
    ]
    if item.bold:
        attrs.append('font-weight="bold"')
    if item.italic:
        attrs.append('font-style="italic"')
    if item.spacing:
        attrs.append(f'letter-spacing="{_n(item.spacing)}"')
    if item.angle:
        attrs.append(f'transform="rotate({_n(item.angle)} {_n(x)} {_n(y)})"')
    if item.opacity < 1:
        attrs.append(f'opacity="{_n(item.opacity)}"')
    common = " ".join(attrs)
    if item.halo and item.halo_width:
        stroke = f'fill="none" stroke="{item.halo}" stroke-width="{_n(item.halo_width)}" stroke-linejoin="round"'
        yield f"<text {common} {stroke}>{escape(item.text)}</text>"
    yield f'<text {common} fill="{item.fill}">{escape(item.text)}</text>'


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value != int(value) else str(int(value))
