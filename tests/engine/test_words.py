"""The words of the games: clauses are sentences, abbreviations are explained, and the spelling is American."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml

from common.engine import load_game, playable_games

ROOT = Path(__file__).resolve().parent.parent.parent
SPOKEN = {"about", "code", "effect", "level", "meaning", "moment", "name", "names", "otherwise", "say", "says", "short"}
SPOKEN |= {"situation", "text", "title", "when"}
ABBREVIATION = re.compile(r"(?<![\w/.'-])[A-Z]{2,}[A-Z0-9&]*(?![\w/'-]|\.[A-Za-z0-9])")
NUMERALS = {"II", "III", "IV", "VI"}
BRITISH = re.compile(
    r"\b\w*(?:neighbour|colour|favour|honour|defence|offence|centre|metre|catalogue|licence|judgement"
    r"|cancell(?:ed|ing)|labell|travell|modell|(?:organ|mobil|recogn|author|summar|real|maxim|minim)is(?:e|ing|ation)"
    r"|analyse|towards|(?:north|south)-(?:east|west))\w*",
    re.IGNORECASE,
)


def spoken(node: object, key: str = "") -> Iterator[str]:
    """The strings of a data file that a player reads."""
    if isinstance(node, dict):
        for name, value in node.items():
            yield from spoken(value, str(name))
    elif isinstance(node, list):
        for value in node:
            yield from spoken(value, key)
    elif isinstance(node, str) and key in SPOKEN:
        yield node


def sentences(path: Path) -> Iterator[str]:
    """The strings of a module that are put into words for a player: those of several words, without docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    apart = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            apart |= {id(part) for part in node.values}
            parts = (part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in apart:
            yield from [node.value] if " " in node.value.strip() else []


@cache
def texts_of(name: str) -> list[str]:
    """All words of a game that stand in its data and in its rules and table."""
    game, folder = load_game(name), ROOT / name
    texts = [clause.says for clause in game.clauses]
    guide = game.guide
    texts += [*guide.turn, *guide.mistakes, *guide.glossary.values(), *guide.chapters.values(), guide.summary]
    texts += [line for lines in guide.goals.values() for line in lines]
    for path in sorted((folder / "data").glob("*.yaml")):
        if path.name not in ("map.yaml", "geography.yaml"):
            texts += spoken(yaml.safe_load(path.read_text(encoding="utf-8")))
    for path in sorted(folder.rglob("*.py")):
        if "bot" not in path.parts:
            texts += sentences(path)
    return texts


@pytest.mark.parametrize("name", playable_games())
def test_every_clause_is_a_sentence(name: str) -> None:
    for clause in load_game(name).clauses:
        assert re.fullmatch(r"[A-Z“0-9].*[A-Za-z0-9)”]\.", clause.says), (clause.id, clause.says)


@pytest.mark.parametrize("name", playable_games())
def test_every_abbreviation_is_explained(name: str) -> None:
    known = {word for term in load_game(name).guide.glossary for word in (term, f"{term}s")}
    used = {found for text in texts_of(name) for found in ABBREVIATION.findall(text)}
    assert sorted(used - known - NUMERALS) == []


@pytest.mark.parametrize("name", playable_games())
def test_the_games_are_spelled_in_american(name: str) -> None:
    assert [text for text in texts_of(name) if BRITISH.search(text)] == []


def test_the_window_and_the_documents_are_spelled_in_american() -> None:
    texts = [text for path in sorted((ROOT / "common").rglob("*.py")) for text in sentences(path)]
    texts += [(ROOT / "README.md").read_text(encoding="utf-8")]
    texts += [path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md"))]
    assert sorted({found[0] for text in texts for found in BRITISH.finditer(text)}) == []
