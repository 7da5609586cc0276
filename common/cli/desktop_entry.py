"""The program on a Linux desktop: an entry in the menu, and saved games that open by a double click (U18)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from common.data import ROOT
from common.engine import GAMES

KIND = "application/x-five-fronts-game"
ICON = ROOT / "assets" / "five-fronts.svg"
ENTRY, PACKAGE = "applications/five-fronts.desktop", "mime/packages/five-fronts.xml"


def data_home() -> Path:
    """Where the desktop looks for what belongs to this user."""
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def files() -> dict[str, str]:
    """What is written below the user's data folder; saves are known by their first line or the names we give them."""
    names = "\n".join(f'    <glob pattern="{game}_*.jsonl" weight="60"/>' for game in GAMES)
    entry = (
        "[Desktop Entry]\nType=Application\nName=Five Fronts\nComment=Five board wargames with every rule enforced\n"
        f"Exec={_quoted(sys.executable)} -m common.gui.app %f\nPath={ROOT}\nIcon={ICON}\n"
        f"Categories=Game;StrategyGame;\nMimeType={KIND};\n"
    )
    kind = f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{KIND}">
    <comment>Five Fronts game</comment>
    <magic priority="60">
      <match type="string" offset="0" value='{{"t":"game"'>
        <match type="string" offset="10:64" value='"program":"five-fronts'/>
      </match>
    </magic>
{names}
  </mime-type>
</mime-info>
"""
    return {ENTRY: entry, PACKAGE: kind}


def register(home: Path) -> list[Path]:
    """Write the files and tell the desktop; which they are."""
    written = []
    for name, text in files().items():
        path = home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        written.append(path)
    _tell(home)
    return written


def unregister(home: Path) -> list[Path]:
    """Take the files away again; which there were."""
    found = [home / name for name in files() if (home / name).is_file()]
    for path in found:
        path.unlink()
    if found:
        _tell(home)
    return found


def _tell(home: Path) -> None:
    """Have the desktop read its folders again, with whatever of its tools there is."""
    for tool, folder in (("update-mime-database", "mime"), ("update-desktop-database", "applications")):
        if (program := shutil.which(tool)) is not None:
            subprocess.run([program, str(home / folder)], check=False, capture_output=True)


def _quoted(text: str) -> str:
    """A word of an Exec line."""
    for sign in '\\"`$':
        text = text.replace(sign, f"\\{sign}")
    return f'"{text}"'.replace("%", "%%")
