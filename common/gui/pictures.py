"""Pictures of the position: exported, printed, and small on the shelf of games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage

from common.gui.record import picture_path

if TYPE_CHECKING:
    from common.gui.window import TableWindow

SMALL = (352, 224)


def keep_thumbnail(window: TableWindow) -> None:
    """Write the small picture of the game; where something is hidden it shows only what an onlooker may see."""
    session = window.session
    path = session.record.path
    if path is None or not window.isVisible():
        return
    hidden = any(session.match.game.hidden(session.match.state, side) for side in session.match.sides)
    if hidden or session.moment is not None or session.trial is not None:
        view = session.match.view(None)
        window.map.set_position(session.table.pieces(view), session.table.markers(view), animate=False)
    image = window.map.grab().toImage()
    small = image.scaled(
        *SMALL, Qt.AspectRatioMode.KeepAspectRatioByExpanding, Qt.TransformationMode.SmoothTransformation
    )
    x, y = (small.width() - SMALL[0]) // 2, (small.height() - SMALL[1]) // 2
    write_image(small.copy(x, y, *SMALL), picture_path(path))


def write_image(image: QImage, path: Path) -> bool:
    """Write a picture; a full disk costs only the picture."""
    return image.save(str(path))
