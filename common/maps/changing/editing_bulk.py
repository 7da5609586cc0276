"""Changes of a whole class at once: every space of a kind, every line, name or sign of a sort."""

from __future__ import annotations

from functools import partial

from common.maps.changing import editing_changes as changes
from common.maps.changing.editing import Change, Data
from common.maps.changing.editing_geometry import kind_in
from common.maps.gamemap import GameMap

SECTIONS = {"labels": "names", "features": "signs"}


def of_kind(game_map: GameMap, layer: str, kind: str) -> list[str]:
    """Every space that a layer says is of a kind."""
    return [space.id for space in game_map.spaces.values() if kind_in(space, layer) == kind]


def clearable(data: Data) -> dict[str, Change]:
    """What can be taken away as a class, in words, and the change that does it."""
    found: dict[str, Change] = {
        f"{kind} {name}".strip(): partial(changes.clear_line, line=(section, kind, name))
        for section, kind, name in changes.line_kinds(data)
    }
    for section, words in SECTIONS.items():
        for kind in dict.fromkeys(group["kind"] for group in data.get(section, ()) if group["entries"]):
            found[f"{words}: {kind}"] = partial(_clear_signs, section=section, kind=kind)
    for layer in changes.layers(data)[1:]:
        found[f"letters: {layer}"] = partial(_clear_letters, layer=layer)
    return found


def _clear_signs(data: Data, section: str, kind: str) -> None:
    for group in data[section]:
        if group["kind"] == kind:
            group["entries"] = []


def _clear_letters(data: Data, layer: str) -> None:
    rows = next(each["rows"] for each in data["letters"] if each["name"] == layer)
    for row, text in rows.items():
        rows[row] = changes.NO_HEX * len(text)
