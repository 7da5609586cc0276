"""F67: the same small scene at every scale of the screen, each in a process of its own.

What is held: Qt rounds no scale; every pixel of the screen is drawn, and a finer screen shows finer edges, not a
picture blown up; all parts of the window lie where they lie at scale 1, in pixels independent of the device, none of
them cut off; and a part of a map with counters, without any letter so that no font matters, looks as in the pictures
kept in tests/golden/scales. `python -m tests.gui.map.test_scales` draws those again, when the drawing was changed on
purpose.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QImage

from common.data import ROOT
from tests.gui.waiting import rest

SCALES = ("1", "1.25", "1.5", "2", "3")
GOLDEN = ROOT / "tests" / "golden" / "scales"
MAP = (240, 180)
WINDOW = (1000, 700)
SCREEN = {"name": "wall", "width": 3840, "height": 2400, "logicalDpi": 96, "logicalBaseDpi": 96, "dpr": 1}
LETTERS = ("labels", "numbers", "features")


def draw(out: Path) -> None:
    """The part of a map, the bar of a table, and where everything lies; run with QT_SCALE_FACTOR set."""
    from common.gui.start.program import application

    application()

    from common.engine import load_game
    from common.gui.kit.settings import Store, UserFolders
    from common.gui.map.map_view import MapView
    from common.gui.table.open_table import set_up_table
    from common.maps import load_map
    from tests.gui.eyes import clipped

    store = Store(UserFolders(out / "home"))
    store.set(theme="light", reduced_motion=True, minimap=False)
    view = MapView()
    view.resize(*MAP)
    view.set_map(load_map("nmc"), "light")
    view.set_hidden(LETTERS)
    view.show()
    view.set_position(counters(), (), False)
    view.camera.keep(view.board.place("3005").center, QPoint(130, 80).toPointF(), 0.9)
    view.camera_moved()
    table = set_up_table(load_game("nmc").new_match(seed=3), store, None)
    table.resize(*WINDOW)
    table.start()
    rest(150)
    view.grab().save(str(out / "map.png"))
    table.prompt.grab().save(str(out / "bar.png"))
    parts = (table.prompt, table.prompt.badge, table.prompt.question, table.map, table.strip, table.glance,
             table.inspector, table.journal, *table.prompt.buttons)  # fmt: skip
    corners = [part.mapTo(table, QPoint(0, 0)) for part in parts]
    told = {
        "ratio": table.devicePixelRatioF(),
        "policy": QGuiApplication.highDpiScaleFactorRoundingPolicy().name,
        "parts": [(at.x(), at.y(), part.width(), part.height()) for at, part in zip(corners, parts, strict=True)],
        "clipped": [str(each) for each in clipped(table)],
    }
    (out / "told.json").write_text(json.dumps(told))
    table.close()


def counters() -> list[Any]:
    """Counters with signs and edges, and nothing to read."""
    from common.tabletop import Face, Piece

    blue, grey = "#2f5d9b", "#8d9096"
    return [
        Piece("a", "A", "3005", Face("infantry", blue, "#ffffff"), "union", order=0),
        Piece("b", "B", "3005", Face("cavalry", blue, "#ffffff", stripe="#c9a227"), "union", order=1),
        Piece("c", "C", "3004", Face("artillery", grey, "#14161a", "double"), "confederate", badges=("moved",)),
    ]


class Shot:
    """What a process at one scale drew and told."""

    def __init__(self, folder: Path, scale: str) -> None:
        wall = folder / "screens.json"  # large enough for the window at every scale
        wall.write_text(json.dumps({"synchronousWindowSystemEvents": False, "screens": [{"x": 0, "y": 0, **SCREEN}]}))
        platform = f"offscreen:configfile={wall}"
        env = {**os.environ, "QT_QPA_PLATFORM": platform, "QT_SCALE_FACTOR": scale, "PYTHONPATH": str(ROOT)}
        code = f"from pathlib import Path; from tests.gui.map.test_scales import draw; draw(Path({str(folder)!r}))"
        done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        self.scale = float(scale)
        self.told = json.loads((folder / "told.json").read_text())
        self.map, self.bar = (QImage(str(folder / f"{name}.png")) for name in ("map", "bar"))


@pytest.fixture(scope="module")
def shots(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shot]:
    return {scale: Shot(tmp_path_factory.mktemp(f"x{scale}"), scale) for scale in SCALES}


def grey(image: QImage) -> list[bytes]:
    """The lightness of every pixel, row by row."""
    plain = image.convertToFormat(QImage.Format.Format_Grayscale8)
    raw, step = bytes(plain.constBits()), plain.bytesPerLine()
    return [raw[y * step : y * step + plain.width()] for y in range(plain.height())]


def off(one: QImage, other: QImage) -> float:
    """How far two pictures of one size differ in lightness, on average."""
    pairs = [(a, b) for r, s in zip(grey(one), grey(other), strict=True) for a, b in zip(r, s, strict=True)]
    return sum(abs(a - b) for a, b in pairs) / len(pairs)


def resized(image: QImage, like: QImage) -> QImage:
    smooth = Qt.TransformationMode.SmoothTransformation
    return image.scaled(like.size(), Qt.AspectRatioMode.IgnoreAspectRatio, smooth)


def sharpness(image: QImage) -> float:
    """How steep the steepest hundredth of all steps between neighbours is."""
    steps = sorted((abs(a - b) for row in grey(image) for a, b in pairwise(row)), reverse=True)
    best = steps[: max(1, len(steps) // 100)]
    return sum(best) / len(best)


@pytest.mark.parametrize("scale", SCALES)
def test_no_scale_is_rounded_and_every_pixel_is_drawn(shots: dict[str, Shot], scale: str) -> None:
    shot = shots[scale]
    assert shot.told["policy"] == "PassThrough"
    assert shot.told["ratio"] == float(scale)
    assert (shot.map.width(), shot.map.height()) == tuple(pytest.approx(side * shot.scale, abs=1) for side in MAP)


@pytest.mark.parametrize("scale", SCALES[1:])
def test_everything_lies_where_it_lies_at_scale_one(shots: dict[str, Shot], scale: str) -> None:
    plain, shot = shots["1"], shots[scale]
    assert not shot.told["clipped"]
    for here, there in zip(plain.told["parts"], shot.told["parts"], strict=True):
        assert there == pytest.approx(here, abs=4)  # letters are a little wider or narrower where pixels are finer


@pytest.mark.parametrize("scale", SCALES[1:])
def test_a_finer_screen_shows_the_same_picture_with_finer_edges(shots: dict[str, Shot], scale: str) -> None:
    plain, shot = shots["1"], shots[scale]
    for one, other in ((plain.map, shot.map), (plain.bar, shot.bar)):
        assert off(resized(other, one), one) < 6
        assert sharpness(other) > sharpness(resized(one, other)) * (1.05 if shot.scale < 2 else 1.2)


@pytest.mark.parametrize("scale", SCALES)
def test_the_map_looks_as_it_did(shots: dict[str, Shot], scale: str) -> None:
    kept = QImage(str(GOLDEN / f"map-{scale}.png"))
    assert not kept.isNull()
    assert kept.size() == shots[scale].map.size()
    assert off(kept, shots[scale].map) < 1.5


def record() -> None:
    """Draw the kept pictures again."""
    import tempfile

    GOLDEN.mkdir(exist_ok=True)
    for scale in SCALES:
        with tempfile.TemporaryDirectory() as folder:
            Shot(Path(folder), scale).map.convertToFormat(QImage.Format.Format_RGB32).save(
                str(GOLDEN / f"map-{scale}.png")
            )


if __name__ == "__main__":
    record()
