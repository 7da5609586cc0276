"""The declared versions, the pins and what is installed agree; Qt survives long play."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
REQUIREMENTS = [
    Requirement(text)
    for text in [
        *PROJECT["dependencies"],
        *(line for extra in PROJECT["optional-dependencies"].values() for line in extra),
    ]
]
PIN_LINES = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]

MANY_CALLS = """
from PySide6.QtWidgets import QApplication, QLabel
app = QApplication([])
label = QLabel()
for count in range(30_000):
    label.setText(str(count))
assert label.text() == "29999"
"""


def test_qt_survives_thirty_thousand_calls() -> None:
    """PySide6 6.12.0 on Python 3.11 loses a reference to None with each call and aborts long before this ends."""
    env = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run([sys.executable, "-c", MANY_CALLS], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_the_installed_qt_is_one_we_ask_for() -> None:
    asked = next(wanted for wanted in REQUIREMENTS if wanted.name == "PySide6-Essentials")
    assert asked.specifier.contains(version("PySide6-Essentials"))
    assert not asked.specifier.contains("6.12.0")


@pytest.mark.parametrize("line", PIN_LINES)
def test_a_pin_is_a_name_and_one_version(line: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", line), "no hosts, paths, options or ranges here"


@pytest.mark.parametrize("wanted", REQUIREMENTS, ids=str)
def test_the_pins_satisfy_the_project(wanted: Requirement) -> None:
    pins = {canonicalize_name(line.split("==")[0]): line.split("==")[1] for line in PIN_LINES}
    name = canonicalize_name(wanted.name)
    assert name in pins, f"constraints.txt does not pin {wanted.name}"
    assert wanted.specifier.contains(pins[name])


def test_nothing_is_pinned_twice() -> None:
    names = [canonicalize_name(line.split("==")[0]) for line in PIN_LINES]
    assert len(names) == len(set(names))
