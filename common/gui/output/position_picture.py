"""Pictures of the position: exported, printed, copied, and put into reports."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QColor, QImage

from common.gui.kit import theme
from common.gui.kit.language import tr
from common.gui.kit.widgets import busy
from common.gui.map.map_view import MapView
from common.gui.output.render import Progress, Sheet, thumbnail, write_pdf, write_png, write_svg
from common.gui.session.session import Session
from common.maps import GameMap

EVERYTHING = "everything"  # both sides' secrets on one picture


class PictureSource(NamedTuple):
    """What a picture is made of: the game as it is seen, its map, and the view that shows them."""

    session: Session
    game_map: GameMap
    view: MapView


def make_sheet(source: PictureSource, counters: bool = True, seen_by: str | None = "") -> Sheet:
    """The map with what a side may see on it: the viewer unless another is named, None for an onlooker."""
    session, shown = source.session, source.session.shown_moment
    if seen_by == EVERYTHING:
        views = [(side, session.view_at(shown, side)) for side in session.match.sides]
        pieces = [p for side, view in views for p in session.table.pieces(view) if p.side == side]
        first = views[0][1]
        pieces += [p for p in session.table.pieces(first) if p.side is None]
    else:
        first = session.view if seen_by == "" else session.view_at(shown, seen_by)
        pieces = list(session.table.pieces(first))
    markers = list(session.table.markers(first))
    scene, colours, percent = source.view.scene, session.table.colours, source.view.counters_scale
    places = source.view.board.places
    if not counters:
        return Sheet(source.game_map, scene, percent=percent, colours=colours, places=places)
    return Sheet(source.game_map, scene, pieces, markers, percent, colours, places, session.table.tokens(first))


@busy()
def draw_picture(source: PictureSource, longest: int, seen_by: str | None = "") -> QImage:
    """The whole position as one picture, so many pixels along its longer side."""
    sheet = make_sheet(source, seen_by=seen_by)
    width, height = sheet.scene.size
    scale = longest / max(width, height)
    return thumbnail(sheet, round(width * scale), round(height * scale), QColor(theme.current().desk))


def encode_picture(image: QImage) -> str:
    """A picture as the text of a PNG in base 64."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().toBase64().data()).decode()


@busy()
def write_picture(
    source: PictureSource,
    path: Path,
    dpi: int = 150,
    counters: bool = True,
    seen_by: str | None = "",
    progress: Progress | None = None,
) -> tuple[str, bool]:
    """Write the position in the kind the name asks for; the words for the player, and whether it failed."""
    sheet = make_sheet(source, counters, seen_by)
    try:
        if path.suffix == ".svg":
            write_svg(sheet, path)
        elif path.suffix == ".pdf":
            write_pdf(sheet, path)
        elif not write_png(sheet, path, dpi, progress):
            return tr("The picture was not written."), False
    except (OSError, ValueError) as error:
        return tr("The picture cannot be written: {reason}.", reason=error), True
    return tr("The picture was written to {file}.", file=path.name), False
