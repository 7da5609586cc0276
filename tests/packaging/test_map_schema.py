"""The JSON Schema beside the documents is that of the map files the program reads."""

from __future__ import annotations

import json
from pathlib import Path

from common.cli.data_check import schemas

ROOT = Path(__file__).resolve().parents[2]


def test_the_schema_in_the_documents_is_the_one_of_the_program() -> None:
    """Written by `five-fronts schema --out DIR`; copy map.schema.json to docs when the format changes."""
    written = json.loads((ROOT / "docs" / "map.schema.json").read_text(encoding="utf-8"))
    assert written == json.loads(json.dumps(schemas()["map.schema.json"]))
