"""The window asks seats, views and moments; no module of it reads the state of a match."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from common.data import ROOT
from common.engine import playable_games

OTHER_STATES = ("gestures", "phase", "p", "self")  # of a mouse gesture, of a phase in the sequence of play
THROWS = ("self", "throw")  # the match before a throw that is tried out


def name_of(node: ast.expr) -> str:
    """The last name of what an attribute is read from: `match` in `session.match.state`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def read_states(tree: ast.AST) -> Iterator[str]:
    """Every attribute through which a position itself would be reached."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Attribute):
            continue
        owner = name_of(node.value)
        if (node.attr == "state" and owner not in OTHER_STATES) or (node.attr == "before" and owner not in THROWS):
            yield f"{ast.unparse(node)} in line {node.lineno}"


def test_nothing_in_the_window_reads_a_state() -> None:
    found = {}
    for path in sorted((ROOT / "common" / "gui").rglob("*.py")):
        reads = list(read_states(ast.parse(path.read_text(encoding="utf-8"))))
        if reads:
            found[path.name] = reads
    assert not found


@pytest.mark.parametrize(
    "line", ["session.match.state.turn", "Match(game, state).state", "past[-1].before.flow", "board.state", "f().state"]
)
def test_a_state_that_is_read_is_found(line: str) -> None:
    assert list(read_states(ast.parse(line)))


@pytest.mark.parametrize("game", playable_games())
def test_no_table_of_a_game_holds_a_match(game: str) -> None:
    """Tables get seats and views; a plan is tried on a position that a seat can know (`common.tabletop.plans`)."""
    sources = sorted((ROOT / game / "table").rglob("*.py"))
    names = {
        f"{path.name}: {alias.name}"
        for path in sources
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.name == "Match"
    }
    assert sources and not names
