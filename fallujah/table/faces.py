"""What lies on the table: counters with faces and badges, markers on areas, tracks beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.tabletop import Face, Looks, Marker, Piece, Track
from fallujah.components import Components, Counter
from fallujah.state import (
    COALITION,
    ELIMINATED,
    FORCE_POOL,
    INSURGENT,
    RESERVE,
    RIVERINE_BOX,
    SIDE_NAMES,
    other_side,
)
from fallujah.view import AreaView, PieceView, View

FIRE_MISSION = "fire_mission"  # the marker that is dragged to its target, and the box it lies in
BACKLASH = "+1 backlash"  # 7.5, what an attack on mosques costs by itself
ADVANTAGE = "advantage"
AVAILABLE, USED = "advantage_available", "advantage_used"
OFF_MAP = (RIVERINE_BOX, FORCE_POOL, RESERVE, ELIMINATED)
COLOURS = {INSURGENT: "#4b2e39", COALITION: "#1f6fb2"}

FRESH = {"marine": "#b8925a", "army": "#5f7a3f", "iraqi": "#3f6ea5", "insurgent": "#2c2a2b"}
FRESH_INK = {"marine": "#17130c", "army": "#ffffff", "iraqi": "#ffffff", "insurgent": "#ffffff"}
SPENT = {"marine": "#f1e5cd", "army": "#dbe6c8", "iraqi": "#d3e1f1", "insurgent": "#d8d4d2"}
SPENT_INK = {"marine": "#5b4523", "army": "#33481a", "iraqi": "#1d4473", "insurgent": "#3a3335"}
BATTALIONS = {"crimson": "#c4304a", "purple": "#7a4a9c", "orange": "#e08a1e", "teal": "#117a78"}

SYMBOLS = {
    "infantry": "infantry",
    "mech_infantry": "mechanized",
    "engineer": "engineers",
    "tank": "armor",
    "antitank": "antitank",
    "weapons": "machine_gun",
    "recon": "recon",
    "lar": "armored_cavalry",
    "cavalry": "armored_cavalry",
    "mp": "military_police",
    "sf": "sf",
    "armored_amphibious": "truck",
    "riverine": "patrol",
    "fedayeen": "insurgent",
    "cadre": "cadre",
    "militia": "civilian",
}
TYPES = {
    "infantry": "Infantry",
    "mech_infantry": "Mechanized infantry",
    "engineer": "Engineers",
    "tank": "Tanks",
    "antitank": "Antitank",
    "weapons": "Weapons",
    "recon": "Reconnaissance",
    "lar": "Light armored reconnaissance",
    "cavalry": "Cavalry",
    "mp": "Military police",
    "sf": "Special forces",
    "armored_amphibious": "Armored amphibious",
    "riverine": "Riverine",
    "fedayeen": "Fedayeen",
    "cadre": "Cadre",
    "militia": "Militia",
}
NATIONS = {"marine": "US Marines", "army": "US Army", "iraqi": "Iraqi", "insurgent": "Insurgent"}
ZONE_MARKS = {"NW": "W", "NE": "E"}  # the dot of the printed counter, as a letter that every eye can tell
STACK_RANKS = {"fedayeen": 3, "cadre": 2, "militia": 1}  # who lies on top of an Insurgent stack
MINUS = "\u2212"
APART = "\u2002"  # between the two figures at the foot of a counter


def format_figure(value: int) -> str:
    """A figure of a counter with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def format_modifier(value: int) -> str:
    """A modifier with its sign; zero has none."""
    return f"+{value}" if value > 0 else format_figure(value)


def format_values(counter: Counter, spent: bool, gap: str = ", MF ") -> str:
    """The figures of a counter: CF and MF, or the support value and MF (3.1, 3.2, 3.6)."""
    if counter.medevac:
        main = "" if spent else f"{MINUS}{counter.medevac}CP"
    elif counter.offence:
        main = "" if spent else f"+{counter.offence}"
    else:
        cf = counter.spent_cf if spent else counter.cf
        main = format_figure(cf or 0)
        main = f"({main})" if counter.parentheses else main
    if spent or counter.mf is None:
        return main
    return f"{main}{gap}{counter.mf}"


def face_of(data: Components, counter: Counter, spent: bool, dug: bool = False) -> Face:
    """One side of a counter; Spent is light and without MF, Insurgents have cut corners."""
    paper, ink = (SPENT, SPENT_INK) if spent else (FRESH, FRESH_INK)
    rebels = counter.nation == "insurgent"
    stripe = BATTALIONS.get(data.units.coalition.battalions.get(counter.battalion, ""), "")
    return Face(
        symbol=SYMBOLS[counter.type],
        paper=paper[counter.nation],
        ink=ink[counter.nation],
        edge=_edge(rebels, dug),
        top="" if rebels and not dug else "Dug In" if dug else counter.text,
        left=ZONE_MARKS.get(counter.zone, counter.id[0] if rebels else ""),
        right="AA" if counter.type == "armored_amphibious" else "",
        bottom=format_values(counter, spent, APART),
        stripe="#c9a227" if dug else stripe,
    )


def _edge(rebels: bool, dug: bool) -> Literal["plain", "notched", "thick"]:
    """Insurgents have cut corners, or a heavy frame when Dug In; the Coalition's counters are plain squares."""
    if not rebels:
        return "plain"
    return "thick" if dug else "notched"


def _piece(data: Components, view: View, piece: PieceView, first: dict[str, str]) -> Piece:
    counter = data.counters[piece.id]
    return Piece(
        id=piece.id,
        name=piece.name if piece.side == COALITION else piece.text,
        space=piece.space,
        face=face_of(data, counter, piece.spent, piece.dug),
        side=piece.side,
        back=face_of(data, counter, not piece.spent),
        badges=badges_of(view, piece),
        order=stacking_rank(piece, first),
        movable=is_movable(view, piece, first),
    )


def badges_of(view: View, piece: PieceView) -> tuple[str, ...]:
    """Signs of what a counter is doing; Spent needs none, and a badge would hide the company's letter."""
    battle = view.battle
    signs = [("dug_in", piece.dug), ("moved", piece.mp is not None and not piece.spent)]
    if battle is not None:
        signs.append(("leader", piece.id in (battle.lead, battle.defender)))
        signs.append(("engaged", piece.id in battle.attackers and piece.id != battle.lead))
    signs.append(("engaged", piece.id in view.chosen))
    return tuple(name for name, shown in signs if shown)


def stacking_rank(piece: PieceView, first: dict[str, str]) -> int:
    """Leads on top, Spent and supporting counters below; the next counter of a pool on top of it."""
    if piece.space in first:
        return int(piece.id == first[piece.space])
    rank = STACK_RANKS.get(piece.type, 5 + (piece.cf or 0))
    if piece.cf is None:
        rank = 4
    return rank + (0 if piece.spent else 20)


def is_movable(view: View, piece: PieceView, first: dict[str, str]) -> bool:
    """Whether a hand takes the counter up, rather than pointing at it, at this place of the sequence."""
    fresh = not piece.spent and not piece.dug
    on_map = piece.space not in OFF_MAP
    match view.step:
        case "PlaceFedayeen":
            return first.get(RESERVE) == piece.id
        case "CoalitionImpulse" | "CoalitionActivation":
            return fresh and on_map and piece.side == COALITION
        case "InsurgentImpulse":
            return first.get(FORCE_POOL) == piece.id or (fresh and on_map and piece.side == INSURGENT)
        case "InsurgentActivation":
            return fresh and on_map and piece.side == INSURGENT
        case "Reaction":
            return first.get(FORCE_POOL) == piece.id or (fresh and on_map and piece.type in ("cadre", "fedayeen"))
        case "Retreats":
            here = view.battle is not None and piece.space == view.battle.area
            return here and piece.spent and piece.type in ("cadre", "fedayeen")
        case "Regroup":
            return on_map and not piece.dug and piece.side == view.active
    return False


def _marker_pieces(data: Components, view: View) -> Iterator[Piece]:
    """The Fire Mission and Advantage markers, which are handled like counters."""
    boxes, battle = data.map.boxes, view.battle
    if FIRE_MISSION in boxes:
        struck = battle.area if battle is not None and battle.kind == "fire" else FIRE_MISSION
        paper = COLOURS[COALITION]
        face = Face("airstrike", paper, "#ffffff", top="Fire Mission", bottom=str(data.tables.fire_mission.offence))
        ready = view.step == "CoalitionImpulse"
        yield Piece(FIRE_MISSION, "Fire Mission", struck, face, COALITION, order=99, movable=ready)
    box = USED if view.advantage_used else AVAILABLE
    if box in boxes:
        face, back = advantage_face(view.advantage), advantage_face(other_side(view.advantage))
        yield Piece(ADVANTAGE, "Advantage marker", box, face, view.advantage, back)


def advantage_face(side: str) -> Face:
    """The Advantage marker with the owner's side up."""
    edge: Literal["plain", "notched"] = "plain" if side == COALITION else "notched"
    return Face("initiative", COLOURS[side], "#ffffff", edge, top=SIDE_NAMES[side], bottom="ADV")


def _area_markers(view: View, area: AreaView) -> Iterator[Marker]:
    """Control, contact, the attack under way and what this impulse has left behind."""
    who = "Coalition" if area.control == COALITION else "Insurgent"
    yield Marker(area.id, "flag", area.control, title=f"{who}-controlled (9a)")
    entry, battle = area.entry, view.battle
    if battle is not None and battle.area == area.id and battle.kind != "fire":
        yield Marker(area.id, "explosion", other_side(area.control), title="combat is being resolved here (7.1)")
    elif entry is not None and entry.due:
        yield Marker(area.id, "attack", None, title="a mandatory attack is due (6.3a)")
    elif area.contested:
        yield Marker(area.id, "attack", None, title="Contested: units of both sides (2.4c)")
    if entry is not None and entry.ambush:
        yield Marker(area.id, "question", INSURGENT, "!", "Ambush (6.4.2b)")
    if entry is not None and entry.fought:
        yield Marker(area.id, "shield", COALITION, title="attacked this impulse: nobody else may enter (6.2d, 7.2b)")
    if area.fallen:
        yield Marker(area.id, "shield", INSURGENT, title="fell by Infiltration under Support Units (9.2d)")


def count_eliminated(view: View) -> int:
    """How many Insurgent counters are out of the game."""
    return sum(1 for piece in view.pieces if piece.space == ELIMINATED)


class FallujahFaces(Looks):
    """Counters, markers and tracks of the game."""

    colours = COLOURS

    def counters(self) -> Sequence[Piece]:
        """The counters as printed: Fresh in front, Spent behind."""
        data: Components = self.data
        return [
            Piece(each.id, each.text, "", face_of(data, each, False), each.side, face_of(data, each, True))
            for each in data.counters.values()
        ]

    def pieces(self, view: View) -> Sequence[Piece]:
        """Every counter on the table, and the markers that are handled like counters."""
        first: dict[str, str] = {}
        for piece in view.pieces:
            if piece.space in (FORCE_POOL, RESERVE):
                first.setdefault(piece.space, piece.id)
        found = [_piece(self.data, view, piece, first) for piece in view.pieces]
        return [*found, *_marker_pieces(self.data, view)]

    def markers(self, view: View) -> Sequence[Marker]:
        """Signs on areas, and where resistance was organized last."""
        found = [marker for area in view.areas.values() for marker in _area_markers(view, area)]
        if view.resistance:
            title = "Resistance marker: the last area organized by the procedure (14.2g)"
            found.append(Marker(view.resistance, "resistance", INSURGENT, title=title))
        return found

    def tracks(self, view: View) -> Sequence[Track]:
        """Turn, impulse, points, the Advantage and the pools."""
        tracks = self.data.tables.tracks
        impulses = tuple(str(number) for number in range(tracks.impulse + 1))
        active = (view.impulse, SIDE_NAMES[view.active], COLOURS[view.active])
        holder = f"{SIDE_NAMES[view.advantage]}: Advantage"
        advantage = ((int(view.advantage_used), holder, COLOURS[view.advantage]),)
        pools = (str(view.militia_pool), str(view.fedayeen_pool), str(count_eliminated(view)))
        return (
            Track("turn", "Turn", tuple(tracks.turns), ((view.turn - 1, "Turn", "#c0392b"),), "4a"),
            Track("impulse", "Impulse", impulses, (active,), "4.1.4"),
            _points_track(view, tracks.backlash),
            Track("advantage", "The Advantage", ("Available", "Used"), advantage, "10.2a"),
            Track("pools", "Militia pool, Fedayeen not in play, eliminated", pools, (), "11.1e"),
        )


def _points_track(view: View, last: int) -> Track:
    """1.1i  Backlash and points on one track; a total beyond its end is named by its token."""
    boxes = tuple(str(number) for number in range(last + 1))
    total = f"VP {view.total}" if view.total > last else "VP"
    tokens = ((min(view.backlash, last), "Political points", "#c0392b"), (min(view.total, last), total, "#e0b93c"))
    return Track("backlash", "Political Backlash and VP", boxes, tokens, "1.1i")
