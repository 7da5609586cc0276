"""A mirrored map is the same map the other way round: what its file demands still holds, twice is back."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from common.maps import GameMap
from common.maps.build import number
from common.maps.changing.editing import Document
from common.maps.changing.editing_bulk import clearable
from common.maps.changing.editing_mirror import ACROSS, DOWN, mirror
from common.maps.changing.editing_text import EditError
from common.maps.checking.check import STANDARD, check_map
from common.maps.load import map_path

GAMES = ("nmc", "fallujah", "operation_serval", "somali_pirates", "sand_wars")


@pytest.mark.parametrize("axis", [ACROSS, DOWN])
@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_map_holds_on_its_mirror_and_twice_is_back(game: str, axis: int) -> None:
    document = Document.open(map_path(game))
    document.geography = None
    text, old = document.text, document.built()
    assert document.edit("mirror", partial(mirror, game_map=old, axis=axis))
    new = document.built()
    assert {finding.code for finding in check_map(new)} == {STANDARD}  # the sums of the standard map, as they must
    assert new.size == pytest.approx(old.size, abs=0.1) and len(new.links) == len(old.links)
    assert Counter(link.kinds for link in new.links.values()) == Counter(link.kinds for link in old.links.values())
    assert len(document.text.splitlines()) == len(text.splitlines())
    document.edit("back", partial(mirror, game_map=new, axis=axis))
    assert document.text == text
    document.undo()
    document.undo()
    assert document.text == text


def grid_text(orientation: str, shifted: str, rows: list[str], rows_up: bool = False) -> str:
    letters = "\n".join(f'    "{n:02d}": {text}' for n, text in enumerate(rows, 1))
    return f"""id: grid
title: Grid
kind: hex
source: reconstructed
grid:
  {{source: reconstructed, orientation: {orientation}, shifted: {shifted}, numbering: CCRR, first_column: 1,
   rows_up: {str(rows_up).lower()}, margin: [10, 20, 30, 40]}}
terrain:
  source: reconstructed
  legend: {{a: ash, b: beech, c: chalk}}
  rows:
{letters}
"""


def kinds_at(map_: GameMap, axis: int | None = None) -> dict[tuple[int, int], str]:
    """What lies where on the sheet, seen in the mirror if an axis is given."""
    found = {}
    for space in map_.spaces.values():
        at = list(space.center)
        if axis is not None:
            at[axis] = map_.size[axis] - at[axis]
        found[round(at[0]), round(at[1])] = space.kind
    return found


@pytest.mark.parametrize("axis", [ACROSS, DOWN])
@pytest.mark.parametrize("rows_up", [False, True])
@pytest.mark.parametrize(
    "rows", [["abca", "bcab", "cabb"], ["abca", "bcab"], ["abc.", ".cab", "ca.b", "a..a"], ["abc"]]
)
@pytest.mark.parametrize("shifted", ["even", "odd"])
@pytest.mark.parametrize("orientation", ["pointy", "flat"])
def test_any_grid_is_mirrored_hex_for_hex(tmp_path, orientation, shifted, rows, rows_up, axis) -> None:
    path = tmp_path / "map.yaml"
    path.write_text(grid_text(orientation, shifted, rows, rows_up), encoding="utf-8")
    document = Document.open(path)
    old = document.built()
    document.edit("mirror", partial(mirror, game_map=old, axis=axis))
    new = document.built()
    assert kinds_at(new) == kinds_at(old, axis)
    assert new.file.grid is not None
    for id_, space in new.spaces.items():
        assert number(new.file.grid, space.attrs["row"], space.attrs["column"]) == id_


def test_a_part_that_does_not_fit_is_refused_in_one_line() -> None:
    document = Document.open(map_path("nmc"))
    map_, text = document.built(), document.text
    for chosen, reason in (
        (("2605", "2606", "2705", "2706"), "between the hexes"),
        (("2605", "2606", "2608"), "2606 has"),
    ):
        with pytest.raises(EditError, match=reason) as caught:
            document.edit("mirror", partial(mirror, game_map=map_, axis=ACROSS, chosen=chosen))
        assert "\n" not in str(caught.value) and document.text == text


def test_every_class_of_every_map_can_be_cleared() -> None:
    for game in GAMES:
        document = Document.open(map_path(game))
        text, known = document.text, clearable(document.data)
        assert known
        for change in known.values():
            assert document.edit("clear", change), game
            document.undo()
            assert document.text == text
    assert "letters: country" in clearable(Document.open(map_path("operation_serval")).data)
