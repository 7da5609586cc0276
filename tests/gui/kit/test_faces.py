"""The program brings its own typefaces, and does without them where they are not installed."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtGui import QFontInfo

from common.gui.kit import faces, theme

INSTALLED = all(find_spec(package) for package in faces.PACKAGES)


def test_without_their_packages_the_systems_faces_serve(monkeypatch: pytest.MonkeyPatch, qapp) -> None:
    monkeypatch.setattr(faces, "find_spec", lambda _name: None)
    monkeypatch.setattr(faces._LoadedFaces, "families", None)
    assert faces.find_files() == []
    assert faces.load_faces() == ()
    assert QFontInfo(theme.sans()).family()


def test_a_package_without_its_files_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, qapp) -> None:
    class Spec:
        origin = str(tmp_path / "__init__.py")

    monkeypatch.setattr(faces, "find_spec", lambda _name: Spec)
    assert faces.find_files() == []


@pytest.mark.skipif(not INSTALLED, reason="the typefaces are not installed")
def test_the_windows_are_written_in_them(store) -> None:
    assert {faces.OWN_SERIF, faces.OWN_SANS} <= set(faces.load_faces())
    assert QFontInfo(theme.sans()).family() == faces.OWN_SANS
    assert QFontInfo(theme.serif(bold=True)).family() == faces.OWN_SERIF
