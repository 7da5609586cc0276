"""Small maps of our own invention, one of each kind, to begin a map from or to learn the tools on."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent
SAMPLES = {"valley": "Hexes: a river valley", "harbour": "Areas: a port town", "islands": "Points: an archipelago"}


def sample_path(name: str) -> Path:
    """Where a sample lies."""
    return FOLDER / f"{name}.yaml"


def sample_text(name: str) -> str:
    """The text of a sample, to begin a map with."""
    return sample_path(name).read_text(encoding="utf-8")
