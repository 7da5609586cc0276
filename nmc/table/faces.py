"""The counters of the game as pieces on the table: faces, badges and markers."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from common.tabletop import Face, Marker, Piece
from nmc.components import Components
from nmc.state import CONFEDERATE, TROOPS, UNION, Stack

PAPER = {UNION: "#2f5d9b", CONFEDERATE: "#8d9096", "militia": "#e0b93c"}
INK = {UNION: "#ffffff", CONFEDERATE: "#14161a", "militia": "#1d1a10"}
EDGE = {UNION: "plain", CONFEDERATE: "double"}
SYMBOL = {"regular": "infantry", "militia": "infantry", "cavalry": "cavalry"}
TITLES = {
    "regular": "Union regulars",
    "militia": "New Mexico militia",
    "cavalry": "Confederate cavalry",
    "guns": "Field artillery",
    "wagons": "Supply wagon",
    "exdepots": "Supply wagon (captured depot)",
    "depot": "Supply depot",
}
TRAIN_SYMBOL = {"guns": "artillery", "wagons": "wagon", "exdepots": "wagon", "depot": "depot"}


CHOSEN = "engaged"  # the badge of units that belong to a force being formed
ACTED = ("moved", "fired")
UNSUPPLIED = "unsupplied"
MARKS = {"": "", CHOSEN: "+"}  # the end of a counter's name by its badge; those that have acted end in a star


def pieces(
    data: Components,
    stacks: dict[str, Stack],
    done: dict[str, Stack],
    badge: str,
    chosen: dict[str, Stack],
    cut: Collection[str] = (),
) -> list[Piece]:
    """Every counter on the map; units that have acted in this phase, are chosen to, or lack supply carry a badge."""
    parts: list[tuple[str, str, Stack]] = []
    for space, stack in sorted(stacks.items()):
        rest, acted, picked = stack, done.get(space), chosen.get(space)
        if acted is not None and picked is not None and acted.has(picked):
            acted = acted.minus(picked)  # those who advance have fired before
        for sign, those in ((badge, acted), (CHOSEN, picked)):
            if those is not None and not those.is_empty():
                rest = rest.minus(those)
                parts.append((space, sign, those))
        parts.append((space, "", rest))
    found: list[Piece] = []
    for kind in TROOPS:
        shown = data.change(kind, [part.count(kind) for _, _, part in parts])
        for (space, sign, part), counters in zip(parts, shown, strict=True):
            found.extend(_troops(space, kind, part.side, counters, sign, space in cut))
    for space, sign, part in parts:
        found.extend(_others(data, space, part, sign))
    return found


def _troops(
    space: str, kind: str, side: str, counters: tuple[int, ...], badge: str, cut: bool = False
) -> Iterator[Piece]:
    badges = (*((badge,) if badge else ()), *((UNSUPPLIED,) if cut else ()))
    look = "militia" if kind == "militia" else side
    for number, value in enumerate(counters):
        face = Face(
            symbol=SYMBOL[kind],
            paper=PAPER[look],
            ink=INK[look],
            edge=EDGE[side],  # type: ignore[arg-type]
            bottom=str(value),
            top="Mil" if kind == "militia" else "",
        )
        yield Piece(
            id=f"{space}/{kind}/{value}.{number}{MARKS.get(badge, '*')}",
            name=f"{TITLES[kind]}, {value} SP",
            space=space,
            face=face,
            side=side,
            badges=badges,
            order=40 + value,
            movable=not badge,
            strength=value,
        )


def _others(data: Components, space: str, part: Stack, badge: str) -> Iterator[Piece]:
    side, mark = part.side, MARKS.get(badge, "*")
    badges = (badge,) if badge else ()
    for unit in ("guns", "wagons", "exdepots", "depot"):
        for number in range(int(part.depot) if unit == "depot" else part.count(unit)):
            tag = f"{space}/{unit}/{number}{mark}"
            top = "ex-depot" if unit == "exdepots" else ""
            yield Piece(
                id=tag,
                name=TITLES[unit],
                space=space,
                face=train_face(unit, side, top),
                side=side,
                back=train_face("wagons" if unit == "depot" else unit, UNION if side == CONFEDERATE else CONFEDERATE),
                badges=badges,
                order=0 if unit == "depot" else 10 if unit != "guns" else 20,
                movable=unit != "depot" and not badge,
            )
    for leader in part.leaders:
        commander = data.leaders[leader].commander
        face = Face("leader", PAPER[side], INK[side], EDGE[side], bottom=leader, top="★★" if commander else "★")  # type: ignore[arg-type]
        title = f"{leader}, {'army commander' if commander else 'subordinate'}"
        yield Piece(leader, title, space, face, side, None, badges, 31 if commander else 30, not badge)


def sheet(data: Components) -> list[Piece]:
    """Every counter of the printed game: strength points, leaders, artillery and trains, markers."""
    found: list[Piece] = []
    for kind in TROOPS:
        side = CONFEDERATE if kind == "cavalry" else UNION
        values = [int(value) for value, count in data.counters.strength[kind].items() for _ in range(count)]
        found += _troops(kind, kind, side, tuple(sorted(values, reverse=True)), "")
    for side in (UNION, CONFEDERATE):
        names = tuple(name for name, leader in data.leaders.items() if leader.side == side)
        guns, wagons, depots = (getattr(data.counters, kind)[side] for kind in ("artillery", "wagons", "depots"))
        found += _others(data, "", Stack(side=side, guns=guns, wagons=wagons, leaders=names), "")
        for number in range(depots):
            found += _others(data, str(number), Stack(side=side, depot=True), "")
    flags = [Face("", PAPER[side], INK[side], EDGE[side], middle="⚑", top="Control") for side in (UNION, CONFEDERATE)]  # type: ignore[arg-type]
    for kind, count in data.counters.markers.items():
        what, _, rest = kind.capitalize().partition("_")
        plain = Face("", "#f3ead4", "#14161a", top=what, middle=rest)
        front, back = flags if kind == "control" else (plain, None)
        found += [Piece(f"{kind}/{n}", kind.replace("_", " "), "", front, back=back) for n in range(count)]
    return found


def train_face(unit: str, side: str, top: str = "") -> Face:
    """A gun, wagon or depot of a side."""
    return Face(TRAIN_SYMBOL[unit], PAPER[side], INK[side], EDGE[side], top=top)  # type: ignore[arg-type]


def markers(control: dict[str, str], declared: tuple[str, ...]) -> list[Marker]:
    """Control flags on the locales, and declared attacks."""
    flags = [Marker(space, "flag", side, title=f"controlled by the {side}") for space, side in sorted(control.items())]
    return flags + [Marker(space, "crossed swords", None, title="attack declared (9.26)") for space in declared]


def units_of(ids: tuple[str, ...] | list[str]) -> tuple[str, dict[str, int]]:
    """What lifted pieces stand for: their hex and how many units of each kind; leaders alone name no hex."""
    space, units = "", dict[str, int]()
    for piece in ids:
        parts = piece.rstrip("*+").split("/")
        if len(parts) == 1:
            units[parts[0]] = 1
            continue
        space = parts[0]
        value = int(parts[2].split(".")[0]) if parts[1] in TROOPS else 1
        units[parts[1]] = units.get(parts[1], 0) + value
    return space, units
