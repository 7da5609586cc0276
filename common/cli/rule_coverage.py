"""Which clauses of a rulebook have a passing test; also the pytest plugin that finds out."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from common.engine import Game

ROOT = Path(__file__).resolve().parents[2]
TARGET = "FIVE_FRONTS_RULE_MARKS"


class _Marks:
    """Collects the rule marks of the tests and how the tests ended; works under xdist as well."""

    def __init__(self, target: Path) -> None:
        self.target = target
        self.outcomes: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: Sequence[Any]) -> None:
        for item in items:
            for mark in item.iter_markers("rule"):
                game, *clauses = mark.args
                item.user_properties.extend(("rule", f"{game} {clause}") for clause in clauses)

    def pytest_collection_finish(self, session: Any) -> None:
        if session.config.option.collectonly:
            for item in session.items:
                self._add(item.user_properties, "collected")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or report.outcome != "passed":
            self._add(report.user_properties, report.outcome)

    def pytest_sessionfinish(self) -> None:
        if "PYTEST_XDIST_WORKER" not in os.environ:
            self.target.write_text(json.dumps(self.outcomes), encoding="utf-8")

    def _add(self, properties: Sequence[tuple[str, Any]], outcome: str) -> None:
        for name, value in properties:
            if name == "rule":
                self.outcomes.setdefault(value, []).append(outcome)


def pytest_configure(config: Any) -> None:
    """Entry point of the plugin: `pytest -p common.coverage` with the target in the environment."""
    if target := os.environ.get(TARGET):
        config.pluginmanager.register(_Marks(Path(target)), "five-fronts-rule-marks")


def marks(game: str, run: bool) -> dict[str, list[str]]:
    """Clause ids of a game with the outcomes of their tests; without `run` only that tests exist."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "marks.json"
        command = [sys.executable, "-m", "pytest", str(ROOT / "tests" / game), "-q", "-p", "common.cli.rule_coverage"]
        command += ["-p", "no:cacheprovider"] + ([] if run else ["--collect-only", "-n0"])
        environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
        environment |= {TARGET: str(target), "QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if not target.is_file():
            raise RuntimeError(f"the tests could not be run: {(done.stdout + done.stderr).strip()[-400:]}")
        outcomes: dict[str, list[str]] = json.loads(target.read_text(encoding="utf-8"))
    prefix = f"{game} "
    return {key.removeprefix(prefix): value for key, value in outcomes.items() if key.startswith(prefix)}


def report(game: Game, outcomes: dict[str, list[str]]) -> tuple[list[str], list[str], list[str]]:
    """Clauses with a passing test, without one, and marks that name no clause."""
    wanted = [clause.id for clause in game.clauses if clause.check != "none"]
    good = {id_ for id_, ends in outcomes.items() if ends and not set(ends) & {"failed", "skipped"}}
    known = {clause.id for clause in game.clauses}
    covered = [id_ for id_ in wanted if id_ in good]
    return covered, [id_ for id_ in wanted if id_ not in good], sorted(set(outcomes) - known)
