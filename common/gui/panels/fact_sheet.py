"""Sheets of facts: sections and counters as text that can be read aloud, copied and clicked."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QImage, QPainter, QTextDocument
from PySide6.QtWidgets import QWidget

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.text_sheet import TextSheet
from common.gui.map.counter_art import draw_counter
from common.gui.session.foresight import ARROW
from common.tabletop import Face, Piece, Route, Row, Section

RATIO = 2.0
SHORT_SOURCE = 24  # letters of a source that stands beside its value, however often
FOOTNOTES = "*†‡"


class FactSheet(TextSheet):
    """A page of linked text with counters in it."""

    rule_wanted = Signal(str)
    space_wanted = Signal(str)
    piece_wanted = Signal(str)
    route_wanted = Signal(str)  # the space whose line is to be drawn

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.anchorClicked.connect(self._follow_link)
        self._faces: dict[str, Face] = {}

    def show_html(self, text: str, faces: dict[str, Face] | None = None) -> None:
        """Show a page; faces are the counters it names as images "face:N"."""
        if (faces or {}) != self._faces:
            self._faces, self._html = faces or {}, text
            self.dress()
        else:
            super().show_html(text)

    def add_resources(self) -> None:
        """Give the document the counters that the page names."""
        for name, face in self._faces.items():
            self.document().addResource(QTextDocument.ResourceType.ImageResource, QUrl(name), face_image(face))

    def grow(self) -> None:
        """Be as high as the text: whoever holds the sheet scrolls it."""
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(
            lambda size: self.setFixedHeight(round(size.height()) + 2 * self.frameWidth())
        )

    def _follow_link(self, url: QUrl) -> None:
        kind, _, what = url.toString().partition(":")
        if kind in ("rule", "space", "piece", "route"):
            getattr(self, f"{kind}_wanted").emit(QUrl.fromPercentEncoding(what.encode()))


def face_image(face: Face, size: int = 46) -> QImage:
    """A counter as a picture for running text."""
    return _picture(face, theme.current().px(size))


@lru_cache(maxsize=512)
def _picture(face: Face, side: int) -> QImage:
    pixels = round(side * RATIO)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(pixels * 0.04, pixels * 0.04)
    painter.scale(pixels * 0.9 / 100, pixels * 0.9 / 100)
    draw_counter(painter, face, side)
    painter.end()
    image.setDevicePixelRatio(RATIO)
    return image


def escape(text: object) -> str:
    """Text made safe for a page."""
    return html.escape(str(text))


def split_rules(rules: str) -> list[str]:
    """The ids in a text that names one rule, or several with commas."""
    return [part.strip() for part in rules.split(",") if part.strip()]


def rule_link(rule: str) -> str:
    """A rule id, or several with commas, as links."""
    return ", ".join(f'<a href="rule:{escape(part)}">{escape(part)}</a>' for part in split_rules(rule))


def rule_line(rule: str) -> str:
    """The word for a rule with its links."""
    return tr("Rule {rule}", rule=rule_link(rule))


def source_mark(source: str) -> str:
    """Where a value comes from, in small letters."""
    return f'<span class="small">{escape(source)}</span>' if source else ""


def section_html(section: Section) -> str:
    """A titled group of facts as a table; a long source that several of them share has a sign, and is told below."""
    counts = Counter(row.source for row in section.rows if len(row.source) > SHORT_SOURCE)
    shared = [source for source, count in counts.items() if count > 1]
    signs = dict(zip(shared, FOOTNOTES, strict=False))
    rows = "".join(_row_html(row, signs.get(row.source, row.source)) for row in section.rows)
    rows += "".join(
        f'<tr><td colspan="2">{source_mark(f"{sign} {source}")}</td></tr>' for source, sign in signs.items()
    )
    return f'<h3>{escape(section.title)}</h3><table width="100%" cellspacing="0">{rows}</table>'


def _row_html(row: Row, source: str) -> str:
    value = escape(row.value).replace("\n", "<br>")
    if ARROW in row.value:
        value = f'<span class="live">&nbsp;{value}&nbsp;</span>'
    if row.space:
        value = f'<a href="space:{escape(row.space)}">{value or escape(row.space)}</a>'
    marks = "&nbsp; ".join(filter(None, (rule_link(row.rule), source_mark(source))))
    name = f'<td width="38%" class="soft">{escape(row.label)}</td>'
    if len(marks) and len(row.value) > 34:
        return f"<tr>{name}<td>{value}<br>{marks}</td></tr>"
    return f"<tr>{name}<td>{value}{' &nbsp;' + marks if marks else ''}</td></tr>"


def route_html(route: Route, space: str, names: Sequence[str]) -> str:
    """A traced line in words, with a link that draws it; `names` are the spaces of its way as players call them."""
    rows = [Row(tr("Cut") if route.cut else tr("Open"), route.why, route.rule, space=route.cut)]
    if len(route.way) > 1:
        rows.append(Row(tr("Way"), " – ".join(names)))
    draw = f'<p><a href="route:{escape(space)}">{escape(tr("Draw it on the map"))}</a></p>'
    return section_html(Section(route.title, tuple(rows))) + (draw if len(route.way) > 1 or route.cut else "")


def sections_html(sections: Iterable[Section]) -> str:
    """Several groups one below the other."""
    return "".join(section_html(section) for section in sections)


def stack_html(pieces: Sequence[Piece]) -> tuple[str, dict[str, Face]]:
    """Counters in a row, each with its name as tooltip, and the faces the row needs."""
    faces: dict[str, Face] = {}
    parts: list[str] = []
    for number, piece in enumerate(pieces):
        name = f"face:{number}"
        faces[name] = piece.face
        parts.append(f'<a href="piece:{escape(piece.id)}" title="{escape(piece.name)}"><img src="{name}"></a>')
    return " ".join(parts), faces
