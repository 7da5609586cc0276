"""A class name stands for one thing: none occurs twice in common or in a game, none of common's in a game."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GAMES = ("fallujah", "nmc", "operation_serval", "sand_wars", "somali_pirates")
TAGGED = ("Action", "Step", "Aside")  # what has its name in saves, besides the position itself


def classes(package: str) -> Iterator[tuple[str, Path, list[str]]]:
    """Name, file and bases of every class of a package."""
    for path in sorted((ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node.name, path.relative_to(ROOT), [ast.unparse(base) for base in node.bases]


def twice(package: str) -> dict[str, list[str]]:
    """The names that more than one class of a package has, and where."""
    found = defaultdict(list)
    for name, path, _ in classes(package):
        found[name].append(path.as_posix())
    return {name: paths for name, paths in found.items() if len(paths) > 1}


def is_tag(path: Path, bases: list[str]) -> bool:
    """Whether the name of a class of a game stands in its saves."""
    return path.name == "state.py" or any(base.split(".")[-1] in TAGGED for base in bases)


@pytest.mark.parametrize("package", ["common", *GAMES])
def test_no_class_name_occurs_twice(package: str) -> None:
    assert twice(package) == {}


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_names_of_its_own(game: str) -> None:
    common = {name for name, _, _ in classes("common")}
    reused = [f"{path}: {name}" for name, path, bases in classes(game) if name in common and not is_tag(path, bases)]
    assert reused == []
