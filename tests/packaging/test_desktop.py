"""U18: a saved game opens by a double click in the file manager of a Linux desktop."""

from __future__ import annotations

import configparser
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from common.cli import main
from common.data import ROOT
from common.engine import load_game

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="other systems ask at the first double click")
TOOLS = ("xdg-mime", "mimetype", "update-mime-database")
NAMES = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}


@LINUX
def test_the_program_is_put_on_the_desktop_and_taken_off(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["desktop"]) == 0
    entry, kind = map(Path, capsys.readouterr().out.split())
    read = configparser.ConfigParser(interpolation=None)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read(entry, encoding="utf-8")
    found = read["Desktop Entry"]
    program, *words = shlex.split(found["Exec"])
    assert (Path(program), words) == (Path(sys.executable), ["-m", "common.gui.app", "%f"])
    assert Path(found["Path"]) == ROOT
    assert Path(found["Icon"]).is_file()
    root = ElementTree.parse(kind).getroot()
    (type_,) = root.findall("mime:mime-type", NAMES)
    assert found["MimeType"] == f"{type_.get('type')};"
    assert main(["desktop", "--remove"]) == 0
    assert not entry.exists() and not kind.exists()


@LINUX
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path, monkeypatch, capsys) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    assert main(["desktop"]) == 1
    assert capsys.readouterr().err.startswith(f"five-fronts: {blocked}")


@LINUX
@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason="no tools of a desktop")
def test_the_desktop_knows_a_save_by_its_name_and_by_its_first_line(tmp_path: Path, monkeypatch) -> None:
    home = tmp_path / "share"
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    assert main(["desktop"]) == 0
    named, renamed, other = tmp_path / "nmc_mine.jsonl", tmp_path / "renamed", tmp_path / "other.jsonl"
    load_game("nmc").new_match(seed=1).save(named)
    shutil.copy(named, renamed)
    other.write_text('{"t":"game","format":1,"program":"another"}\n')
    kinds = [kind_of(path) for path in (named, renamed, other)]
    assert [kind == "application/x-five-fronts-game" for kind in kinds] == [True, True, False]


def kind_of(path: Path) -> str:
    asked = ["xdg-mime", "query", "filetype", str(path)]
    env = {**os.environ, "XDG_CURRENT_DESKTOP": "X-Generic", "XDG_DATA_DIRS": "/usr/share"}
    return subprocess.run(asked, capture_output=True, text=True, check=True, env=env).stdout.strip()


def test_the_windows_have_a_sign_at_every_size(qapp) -> None:
    from common.gui.start.program import ICON_SIZES, program_icon

    icon = program_icon()
    assert [size.width() for size in icon.availableSizes()] == list(ICON_SIZES)
    image = icon.pixmap(64, 64).toImage()
    assert len({image.pixel(x, y) for x in range(0, 64, 3) for y in range(0, 64, 3)}) > 8  # drawn, not blank
