"""Files the program makes for itself: a killed program leaves nothing where others look, and nobody is in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from common.gui.kit import cache_files, theme
from common.gui.kit.icons import small_pictures
from common.gui.kit.settings import UserFolders

STARTED = """
import sys, tempfile
from pathlib import Path
from PySide6.QtWidgets import QApplication
from common.gui.kit import cache_files
from common.gui.start.program import Program
from common.gui.kit.settings import UserFolders, Store
from common.gui.kit.sounds import Sounds
app = QApplication([])
store = Store(UserFolders(Path(sys.argv[1])))
program = Program(store)
Sounds(store)._file("dice", 40)
trial = cache_files.make_scratch_folder()
print("ready", flush=True)
app.exec()
"""


@pytest.fixture
def put_back():
    """What other tests keep their files in."""
    before = cache_files._CurrentCache.folder
    yield
    cache_files._CurrentCache.folder = before


@pytest.mark.skipif(sys.platform == "win32", reason="kills by signal")
def test_killed_programs_leave_no_folders_behind(tmp_path: Path) -> None:
    """Two at the same time, killed: pictures and sounds are in the cache once, and the temporary folder is empty."""
    home, temporary = tmp_path / "home", tmp_path / "tmp"
    temporary.mkdir()
    given = {**os.environ, "TMPDIR": str(temporary), "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-c", STARTED, str(home)]
    running = [subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    for program in running:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in running:
        program.send_signal(signal.SIGKILL)
        program.wait()
        program.stdout.close()
    assert not list(temporary.glob("five-fronts*"))
    left = sorted(path.name for path in (home / "cache").iterdir() if not path.name.startswith(cache_files.TRIAL))
    assert [name.partition("-")[0] for name in left] == ["arrow_down", "arrow_up", "dice", "tick"]


def test_trials_of_killed_programs_are_cleared_away(tmp_path: Path, put_back) -> None:
    old, young = tmp_path / "trial-old", tmp_path / "trial-young"
    for folder in (old, young):
        folder.mkdir()
        (folder / "map.yaml").write_text("{}")
    os.utime(old, (0, time.time() - 2 * cache_files.OLD))
    cache_files.use(tmp_path)
    assert not old.exists()
    assert young.exists()


def test_a_cache_that_cannot_be_written_is_no_obstacle(tmp_path: Path, qapp, put_back) -> None:
    (tmp_path / "file").write_text("in the way")
    cache_files.use(tmp_path / "file" / "cache")
    for picture in small_pictures(theme.current()).values():
        assert Path(picture).stat().st_size > 100
    with cache_files.make_scratch_folder() as folder:
        assert Path(folder).is_dir()


def test_a_file_is_made_anew_once_in_a_run(tmp_path: Path, put_back) -> None:
    """So a newer program does not show an older one's pictures; a failure leaves what was there."""
    cache_files.use(tmp_path)
    (tmp_path / "a.txt").write_text("of an older program")
    made: list[Path] = []

    def write(path: Path) -> None:
        made.append(path)
        path.write_text("new")

    assert [cache_files.make_once("a.txt", write).read_text() for _ in range(2)] == ["new", "new"]
    assert len(made) == 1
    assert os.listdir(tmp_path) == ["a.txt"]


def test_the_cache_is_the_systems_own_or_beside_a_portable_program(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("FIVE_FRONTS_HOME", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert UserFolders().cache == tmp_path / "five-fronts"
    portable = UserFolders.portable()
    assert portable.cache.parent == portable.data
