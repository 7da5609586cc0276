"""The program's own typefaces, brought by packages under an open licence; without them the system's serve."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from PySide6.QtGui import QFontDatabase

OWN_SERIF, OWN_SANS = "Source Serif Pro", "Source Sans Pro"
PACKAGES = {"font_source_serif_pro": "SourceSerifPro", "font_source_sans_pro": "SourceSansPro"}
STYLES = ("Regular", "It", "Semibold", "Bold", "BoldIt")


class _LoadedFaces:
    """What Qt was given, so that it is given once."""

    families: tuple[str, ...] | None = None


def load_faces() -> tuple[str, ...]:
    """Give Qt the typefaces that are installed beside the program, once; their families."""
    if _LoadedFaces.families is None:
        found: dict[str, None] = {}
        for path in find_files():
            number = QFontDatabase.addApplicationFont(str(path))
            found |= dict.fromkeys(QFontDatabase.applicationFontFamilies(number) if number >= 0 else ())
        _LoadedFaces.families = tuple(found)
    return _LoadedFaces.families


def find_files() -> list[Path]:
    """The files of the typefaces; none where their packages are missing."""
    found = []
    for package, name in PACKAGES.items():
        spec = find_spec(package)
        folder = Path(spec.origin).parent / "files" if spec is not None and spec.origin else None
        files = [folder / f"{name}-{style}.ttf" for style in STYLES] if folder is not None else []
        found += [path for path in files if path.is_file()]
    return found
