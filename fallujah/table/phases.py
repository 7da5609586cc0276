"""What a phase will bring, as things stand now: for whoever asks the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fallujah.components import Components
from fallujah.state import COALITION, INSURGENT
from fallujah.table.charts import end_chance
from fallujah.view import View


def coming(data: Components, view: View, title: str) -> tuple[str, ...]:
    """The units and areas that the phase is about."""
    return tuple(_lines(data, view, title)) or ("Nothing, as things stand.",)


def _lines(data: Components, view: View, title: str) -> Iterable[str]:
    match title:
        case "Insurgent set-up":
            return [f"{view.fedayeen_pool} Fedayeen are still to be placed"]
        case "Insurgent impulse":
            return _impulse(data, view, INSURGENT)
        case "Coalition impulse":
            return _impulse(data, view, COALITION)
        case "Reaction":
            return _reaction(data, view)
        case "End of the phase":
            return _end(view)
        case "Insurgents regroup" | "Coalition regroups":
            return [_regrouping(view, COALITION if title.startswith("Coalition") else INSURGENT)]
        case "Infiltration":
            return _infiltration(data, view)
    return _reset(data, view)


def _impulse(data: Components, view: View, side: str) -> Iterator[str]:
    able = [piece for piece in view.pieces if piece.side == side and not piece.spent and piece.space in data.near]
    spaces = dict.fromkeys(piece.space for piece in able)
    yield f"{len(able)} Fresh units in {len(spaces)} areas can act; one area acts in an impulse"
    for space in spaces:
        names = [piece.text for piece in able if piece.space == space]
        yield f"{data.labels[space]}: {_some(names)}"


def _some(names: list[str], most: int = 4) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def _reaction(data: Components, view: View) -> Iterator[str]:
    cadre = [p for p in view.pieces if p.type == "cadre" and not p.spent and p.space in view.areas]
    yield f"{len(cadre)} Fresh Cadre can raise Militia when an area in or next to theirs is entered"
    yield f"{view.militia_pool} Militia are in the Force Pool"


def _end(view: View) -> Iterable[str]:
    if view.phase != "action":
        return []
    if view.first_roll is not None:
        ends = view.first_roll < view.impulse
        return [f"The first roll was {view.first_roll}: the phase {'ends' if ends else 'goes on'}"]
    return [f"Impulse {view.impulse}: 2D6 below it end the phase, {end_chance(view.impulse):.0%}"]


def _regrouping(view: View, side: str) -> str:
    able = sum(1 for piece in view.pieces if piece.side == side and piece.space in view.areas and not piece.dug)
    return f"{able} units in the city may shift to an adjacent Free area"


def _infiltration(data: Components, view: View) -> Iterator[str]:
    for area in view.areas.values():
        if area.threatened:
            points = f", {area.points} VP" if area.points else ""
            yield f"{data.labels[area.id]} would fall{points}"


def _reset(data: Components, view: View) -> Iterator[str]:
    days = data.tables.tracks.turns
    spent = sum(1 for piece in view.pieces if piece.spent)
    if view.turn >= len(days):
        yield f"{days[-1]} is the last day: the points are counted after Infiltration"
        return
    yield f"{spent} Spent units turn Fresh"
    yield f"{days[view.turn]} begins with impulse 1"
