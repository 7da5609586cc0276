"""The small picture on the shelf shows the position without the table having been closed."""

from __future__ import annotations

from PySide6.QtGui import QImage

from tests.gui import hands


def test_the_picture_follows_the_game_while_it_is_played(lay, qtbot) -> None:
    table = lay()
    table.thumbnail._rest.setInterval(0)
    path = table.path.with_name(table.path.stem + ".card.png")
    table.thumbnail.write()
    before = QImage(str(path))
    hands.drag(table, "1704", "1703")
    qtbot.waitUntil(lambda: QImage(str(path)) != before)
    scale = max(before.width(), before.height()) / max(table.map.scene.size)
    x, y = table.map.board.place("1703").center
    now = QImage(str(path))
    around = [(round(x * scale) + dx, round(y * scale) + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    assert any(before.pixel(*at) != now.pixel(*at) for at in around), "the army has come to this hex"
