"""Imports point one way: gui -> game -> common.{engine,maps,tables}; only the gui knows Qt."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("fallujah", "nmc", "operation_serval", "sand_wars", "somali_pirates")
QT = ("PySide6", "shiboken6")
CORE = ("common.engine", "common.maps", "common.tables", "common.data")
QT_FREE = (*CORE, "common.bots", "common.lab", *GAMES)
ROOMS = ("kit", "map", "session", "panels", "output", "table", "start")  # of the window, each on top of those before it
MAP_ROOMS = ("pictures", "versions", "checking", "changing", "exchange")  # of common.maps, on top of its own modules
DESIGNER_ROOMS = ("dialogs", "tools", "pages")
DESIGNER_USES = (
    "common.gui.kit", "common.gui.map", "common.gui.panels.fact_sheet", "common.gui.designer",
    "common.gui.output.render", "common.gui.output.map_pages", "common.gui.output.print_preview",
    "common.gui.output.counter_sheets",
)  # fmt: skip  # of the output only what knows no session


def module_files(package: str) -> list[Path]:
    """The sources of a package or module, none if it does not exist."""
    base = ROOT.joinpath(*package.split("."))
    return sorted(base.rglob("*.py")) + [path for path in [base.with_suffix(".py")] if path.exists()]


def imported(source: str, module: str, is_package: bool = False) -> Iterator[tuple[int, str]]:
    """Line and full name of everything a source imports, relative and constant dynamic imports included."""
    here = module.split(".")
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                up = level - 1 if is_package else level
                parts = (here[: len(here) - up] if level else []) + ([name] if name else [])
                yield from ((node.lineno, ".".join([*parts, alias.name])) for alias in names)
            case ast.Call(
                func=ast.Attribute(attr="import_module") | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def within(name: str, packages: tuple[str, ...]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def offences(package: str, forbidden: tuple[str, ...]) -> list[str]:
    found = []
    for path in module_files(package):
        parts = path.relative_to(ROOT).with_suffix("").parts
        is_package = parts[-1] == "__init__"
        module = ".".join(parts[:-1] if is_package else parts)
        for line, name in imported(path.read_text(encoding="utf-8"), module, is_package):
            if within(name, forbidden):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{line} imports {name}")
    return found


@pytest.mark.parametrize("package", QT_FREE)
def test_only_the_gui_knows_qt(package: str) -> None:
    assert offences(package, (*QT, "common.gui")) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_knows_no_other_game(game: str) -> None:
    assert offences(game, tuple(other for other in GAMES if other != game)) == []


@pytest.mark.parametrize("package", CORE)
def test_the_core_knows_no_game(package: str) -> None:
    assert offences(package, GAMES) == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_of_the_window_knows_only_those_before_it(room: str) -> None:
    """Imports for the type checker count as well: a part that names its window type is bound to that window."""
    later = tuple(f"common.gui.{other}" for other in ROOMS[ROOMS.index(room) + 1 :])
    designer = () if room == "start" else ("common.gui.designer",)  # the program opens it
    assert offences(f"common.gui.{room}", later + designer) == []


@pytest.mark.parametrize("room", MAP_ROOMS)
def test_a_room_of_the_maps_knows_only_those_before_it(room: str) -> None:
    later = tuple(f"common.maps.{other}" for other in MAP_ROOMS[MAP_ROOMS.index(room) + 1 :])
    assert offences(f"common.maps.{room}", later) == []


def test_the_model_of_a_map_knows_none_of_the_rooms() -> None:
    rooms = tuple(f"common.maps.{room}" for room in MAP_ROOMS)
    own = [path.stem for path in (ROOT / "common" / "maps").glob("*.py")]
    assert [found for name in own for found in offences(f"common.maps.{name}", rooms)] == []


@pytest.mark.parametrize("room", DESIGNER_ROOMS)
def test_a_room_of_the_map_designer_knows_only_those_before_it(room: str) -> None:
    later = tuple(f"common.gui.designer.{other}" for other in DESIGNER_ROOMS[DESIGNER_ROOMS.index(room) + 1 :])
    assert offences(f"common.gui.designer.{room}", later) == []


def test_the_map_designer_knows_no_game_at_play() -> None:
    found = []
    for path in module_files("common.gui.designer"):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for line, name in imported(path.read_text(encoding="utf-8"), module):
            if within(name, ("common.gui",)) and not within(name, DESIGNER_USES):
                found.append(f"{path.relative_to(ROOT).as_posix()}:{line} imports {name}")
    assert found == []


def test_every_module_of_the_window_is_in_a_room() -> None:
    folders = {path.relative_to(ROOT / "common" / "gui").parts[0] for path in module_files("common.gui")}
    assert folders == {*ROOMS, "designer", "__init__.py", "app.py"}


def importable() -> list[str]:
    """The modules that must do without Qt and exist already; of a game everything that players of the engine use."""
    found = [name for name in QT_FREE[: -len(GAMES)] if module_files(name)]
    for game in GAMES:
        found += [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in module_files(f"{game}.rules")]
        found += [name for name in (f"{game}.state", f"{game}.bot", f"{game}.table") if module_files(name)]
    return [name.removesuffix(".__init__") for name in found]


def by_package() -> dict[str, list[str]]:
    groups: dict[str, list[str]] = {}
    for name in importable():
        top = name.split(".")[0]
        groups.setdefault(name if top == "common" else top, []).append(name)
    return groups


@pytest.mark.parametrize("package", by_package())
def test_a_fresh_interpreter_loads_no_qt(package: str) -> None:
    code = (
        "import importlib, sys\n"
        f"for name in {by_package()[package]!r}:\n"
        "    importlib.import_module(name)\n"
        f"print([name for name in sys.modules if name.split('.')[0] in {QT!r} or name.startswith('common.gui')])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


@pytest.mark.parametrize(
    ("source", "module", "name"),
    [
        ("import PySide6.QtCore", "nmc.bot", "PySide6.QtCore"),
        ("def f():\n    from PySide6 import QtCore", "nmc.bot", "PySide6.QtCore"),
        ("from common import gui", "nmc.bot", "common.gui"),
        ("from ..gui import window", "common.maps.hex", "common.gui.window"),
        ("from . import state", "nmc.rules.march", "nmc.rules.state"),
        ("import importlib\nimportlib.import_module('fallujah.rules')", "nmc.bot", "fallujah.rules"),
    ],
)
def test_every_kind_of_import_is_seen(source: str, module: str, name: str) -> None:
    assert name in [found for _, found in imported(source, module)]


def test_a_relative_import_in_a_package_starts_at_the_package() -> None:
    assert list(imported("from .march import go", "nmc.rules", is_package=True)) == [(1, "nmc.rules.march.go")]
