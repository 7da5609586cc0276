"""The pages of the games in five minutes are those that the program shows, with their pictures beside them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from common.cli import main
from common.data import ROOT
from common.engine import GAMES, load_game
from common.gui.output.guide_pages import PICTURES, draw_counters, guide_markdown, name_page, write_guides
from common.gui.panels.guide_page import sample_faces

DOCS = ROOT / "docs"
SHOWN = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
LARGEST = 150_000  # bytes of a picture


@pytest.mark.parametrize("game", GAMES)
def test_the_documents_have_the_page_of_now(game: str) -> None:
    """`five-fronts guides --out docs` writes them anew."""
    assert (DOCS / name_page(game)).read_text(encoding="utf-8") == guide_markdown(load_game(game))


@pytest.mark.parametrize("page", ["../README.md", "playing.md", *map(name_page, GAMES)])
def test_every_picture_is_there_and_small(page: str) -> None:
    named = SHOWN.findall((DOCS / page).read_text(encoding="utf-8"))
    assert named
    for name in named:
        picture = ((DOCS / page).parent / name).resolve()
        assert picture.is_file(), name
        assert picture.stat().st_size <= LARGEST, name
        assert not QImage(str(picture)).isNull()


def test_pages_are_written_with_a_row_of_counters_for_each_side(tmp_path: Path, store) -> None:
    written = list(write_guides(tmp_path, ["fallujah"]))
    assert tmp_path / name_page("fallujah") in written
    pictures = [path for path in written if path.parent.name == PICTURES]
    assert len(pictures) == 2
    faces = sample_faces(load_game("fallujah"), "coalition")
    assert QImage(str(pictures[0])).width() > 44
    assert draw_counters(faces[:2]).width() == 2 * draw_counters(faces[:1]).width()


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, capsys) -> None:
    (tmp_path / "file").write_text("")
    assert main(["guides", "--out", str(tmp_path / "file")]) != 0
    assert len(capsys.readouterr().err.strip().splitlines()) == 1
