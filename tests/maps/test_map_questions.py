"""Questions in the small language, and the table they are written into."""

from __future__ import annotations

import csv
import io

import pytest

from common.maps import load_map
from common.maps.query import QueryError, find, table


@pytest.fixture(scope="module")
def nmc():
    return load_map("nmc")


def test_the_sentence_of_the_goal() -> None:
    serval = load_map("operation_serval")
    found = find(serval, "terrain == rough and beside(river) and not road")
    by_hand = [
        space.id
        for space in serval.spaces.values()
        if space.kind == "rough"
        and any("river" in serval.links[space.id, other].kinds for other in serval.next_to(space.id))
        and not any("road" in serval.links[space.id, other].kinds for other in serval.next_to(space.id))
    ]
    assert found == by_hand and found


@pytest.mark.parametrize(
    ("question", "spaces"),
    [
        ("id == 2605", ["2605"]),
        ("vp >= 9", ["2605", "1008"]),
        ("name ~ craig", ["2605"]),
        ('name == "Fort Craig" or id = 1008', ["2605", "1008"]),
        ("fort and vp > 3 and not (id == 1008)", ["3900", "2605", "2514"]),
        ("within(2605, 0)", ["2605"]),
        ("kind == pass and next_to(kind == clear) and san_andres_pass", ["2409", "2413", "2112", "1907"]),
        ("vp != 9 and vp > 9", ["2605"]),
    ],
)
def test_questions(nmc, question: str, spaces: list[str]) -> None:
    assert sorted(find(nmc, question)) == sorted(spaces)


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ("", "ask something"),
        ("terrain ==", "missing at the end"),
        ("(kind == pass", r"'\)' is missing"),
        ("kind == pass)", "not expected"),
        ("nonsense", "nothing on this map is called 'nonsense'"),
        ("beside(motorway)", "no side or route"),
        ("altitude > 3", "no space of this map has 'altitude'"),
        ("__import__(os)", "there is no __import__"),
        ("within(9999, 2)", "there is no space 9999"),
        ("within(2605, many)", "number of steps"),
        ("kind == == x", "a value is expected"),
        ("(" * 300, "too many brackets"),
        ("x" * 600, "at most 500"),
        ("not " * 60 + "town", "too many brackets"),
    ],
)
def test_what_cannot_be_read_is_one_line(nmc, question: str, why: str) -> None:
    with pytest.raises(QueryError, match=why) as raised:
        find(nmc, question)
    assert "\n" not in str(raised.value)


def test_the_table_has_a_line_for_each_hit(nmc) -> None:
    rows = list(csv.DictReader(io.StringIO(table(nmc, ["2605", "4411"]))))
    assert [row["name"] for row in rows] == ["Fort Craig", "Santa Fe"]
    assert rows[0]["vp"] == "10" and rows[0]["fort_drm"] == "-2" and rows[1]["fort_drm"] == ""
