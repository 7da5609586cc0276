"""Data files are read strictly, and every complaint names file, line and place."""

from __future__ import annotations

import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from common.data import DataError, Sourced, overridden, parsed_text, read, schema


class Unit(Struct, forbid_unknown_fields=True):
    """A counter."""

    id: str
    cf: int
    tags: list[str] = []


class Book(Sourced, kw_only=True):
    """A file."""

    units: list[Unit] = []
    rows: dict[str, dict[str, int]] = {}


def written(tmp_path: Path, text: str, name: str = "units.yaml") -> Path:
    """A file with this text."""
    folder = tmp_path / "game" / "data"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def complaint(tmp_path: Path, text: str) -> str:
    """What is said about a file, without its folder."""
    with pytest.raises(DataError) as caught:
        read(written(tmp_path, text), Book)
    return str(caught.value).split("game/data/")[-1]


def test_a_sound_file_is_read(tmp_path: Path) -> None:
    book = read(written(tmp_path, "source: rulebook 2.1\nunits:\n  - {id: a, cf: 3}\n"), Book)
    assert book.units == [Unit("a", 3)]
    assert book.source == "rulebook 2.1"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("source: rulebook 1\nunits:\n  - {id: a, cf: x}\n", "units.yaml:3: units[0].cf: expected int, got str"),
        ("source: rulebook 1\nunits:\n  - {id: a}\n", "units.yaml:3: units[0]: object missing required field cf"),
        ("source: rulebook 1\nsize: 3\n", "units.yaml:2: object contains unknown field size"),
        (
            "source: rulebook 1\nunits:\n  - id: a\n    cf: 1\n    mp: 2\n",
            "units.yaml:5: units[0]: object contains unknown",
        ),
        (
            "source: hearsay\n",
            "units.yaml:1: source: say where it comes from: rulebook …, reconstructed",
        ),
        ("units: []\n", "units.yaml:1: object missing required field source"),
        ("source: rulebook 1\nsource: rulebook 2\n", "units.yaml:2: duplicate key 'source', first on line 1"),
        ("source: &a rulebook\n", "units.yaml:1: anchors and aliases are not allowed"),
        ("source: *a\n", "units.yaml:1: "),
        ("source: !!str rulebook\n", "units.yaml:1: tags are not allowed"),
        ("source: rulebook 1\nunits: [{id: 0710, cf: 1}]\n", "units.yaml:2: write 0710 in quotes"),
        ("source: rulebook 1\nrows:\n  a: {x: 1}\n  b: {y: no}\n", "units.yaml:4: rows.b.y: expected int, got str"),
        ("source: rulebook 1\n---\nsource: rulebook 2\n", "units.yaml:2: a second document"),
        ("source: [\n", "units.yaml:2: not YAML"),
        ("", "units.yaml:1: the file is empty"),
        ("? [a]\n: b\n", "units.yaml:1: a key must be a plain word or number"),
        ("source: rulebook 1\nunits: 99999999999999999999\n", "units.yaml:2: a number with more than 18 digits"),
    ],
)
def test_trouble_is_named_with_its_place(tmp_path: Path, text: str, says: str) -> None:
    assert complaint(tmp_path, text).startswith(says)


def test_a_file_must_be_utf8_small_and_flat(tmp_path: Path) -> None:
    path = written(tmp_path, "")
    path.write_bytes(b"source: rulebook\nx: \xff\n")
    with pytest.raises(DataError, match=":2: not UTF-8"):
        read(path, Book)
    path.write_bytes(b"#" * (8 * 1024 * 1024 + 1))
    with pytest.raises(DataError, match="larger than 8 MB"):
        read(path, Book)
    assert "nested deeper than 64 levels" in complaint(tmp_path, "source: " + "[" * 80 + "]" * 80)
    with pytest.raises(DataError, match="cannot be read"):
        read(tmp_path / "none.yaml", Book)


def test_a_bomb_of_aliases_is_refused_at_once(tmp_path: Path) -> None:
    levels = [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 10)]
    text = "\n".join(["a0: &a0 [lol]", *levels])
    start = time.process_time()
    assert "anchors and aliases" in complaint(tmp_path, text)
    assert time.process_time() - start < 1, "nine levels of nine would take for ever"


def test_words_are_not_turned_into_something_else() -> None:
    data, _ = parsed_text("a: no\nb: 2012-06-26\nc: 1:30\nd: 1_000\ne: true\nf: 1e3\ng: '5'\nh:\n", "x")
    assert data == {
        "a": "no",
        "b": "2012-06-26",
        "c": "1:30",
        "d": "1_000",
        "e": True,
        "f": 1000.0,
        "g": "5",
        "h": None,
    }


BASE = "source: rulebook 1\nunits:\n  - {id: a, cf: 1, tags: [x]}\n  - {id: b, cf: 2}\nrows:\n  r: {x: 1, y: 2}\n"


def packed(tmp_path: Path, text: str) -> tuple[Path, Path]:
    """A file and a pack that changes it."""
    pack = tmp_path / "pack"
    pack.mkdir()
    (pack / "units.yaml").write_text(text, encoding="utf-8")
    return written(tmp_path, BASE), pack


def test_a_pack_changes_only_what_it_names(tmp_path: Path) -> None:
    path, pack = packed(tmp_path, "units:\n  - {id: b, cf: 7}\n  - {id: c, cf: 9}\nrows:\n  r: {y: 5}\n")
    book = read(path, Book, [pack])
    assert [(unit.id, unit.cf) for unit in book.units] == [("a", 1), ("b", 7), ("c", 9)]
    assert book.rows == {"r": {"x": 1, "y": 5}}
    assert overridden(path, [pack]) == {"units[1].id", "units[1].cf", "units[2].id", "units[2].cf", "rows.r.y"}
    assert overridden(path, []) == set()


def test_a_pack_can_remove_and_replace(tmp_path: Path) -> None:
    path, pack = packed(tmp_path, "units:\n  - {id: a, remove: true}\n  - {id: b, tags: [y, z]}\n")
    assert read(path, Book, [pack]).units == [Unit("b", 2, ["y", "z"])]


def test_a_fault_in_a_pack_is_told_of_the_pack(tmp_path: Path) -> None:
    path, pack = packed(tmp_path, "units:\n  - id: b\n    cf: many\n")
    with pytest.raises(DataError, match=r"pack/units.yaml:3: units\[1\].cf: expected int, got str"):
        read(path, Book, [pack])
    (pack / "units.yaml").write_text("units: [{id: z, remove: true}]", encoding="utf-8")
    with pytest.raises(DataError, match="there is no id z to remove"):
        read(path, Book, [pack])


def test_a_pack_may_be_sorted_by_game(tmp_path: Path) -> None:
    path, pack = packed(tmp_path, "units: []\n")
    (pack / "units.yaml").unlink()
    (pack / "game").mkdir()
    (pack / "game" / "units.yaml").write_text("units:\n  - {id: a, cf: 5}\n", encoding="utf-8")
    assert read(path, Book, [pack]).units[0].cf == 5


def test_there_is_a_schema() -> None:
    assert "Book" in str(schema(Book))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(DataError):
        parsed_text(text, "x")


plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text("abcdefg xyz:-#'\"[]{}", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abcdef", min_size=1, max_size=5), inner, max_size=4)
    ),
    max_leaves=20,
)


@settings(max_examples=100, deadline=None)
@given(plain)
def test_what_yaml_writes_is_read_back(value: Any) -> None:
    import yaml

    assert parsed_text(yaml.safe_dump({"value": value}, allow_unicode=True), "x")[0] == {"value": value}
