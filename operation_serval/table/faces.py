"""What lies on the table: counters with both faces, markers on hexes, tracks, and netwar markers in their boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.engine import Side
from common.tabletop import Face, Looks, Marker, Piece, Track
from operation_serval.components import Components
from operation_serval.counters import Counter
from operation_serval.rules.aftermath import AdvanceChoice
from operation_serval.rules.air import AirSegment, GunshipWindow
from operation_serval.rules.airlift import Loading, SofReaction
from operation_serval.rules.battle import AttackForce, GroundCombat
from operation_serval.rules.events import EventPlacing
from operation_serval.rules.movement import Marching, Movement
from operation_serval.rules.recruiting import Recruits
from operation_serval.rules.retreat import ChooseRetreat, RetreatMove
from operation_serval.rules.sequence import ActionStep
from operation_serval.rules.setup import SetUp
from operation_serval.state import AIR_BOX, COALITION, ISLAMIST, OUT, SIDE_NAMES, SIDES, STAGING, Unit
from operation_serval.view import View

COLOURS = {ISLAMIST: "#8f2f24", COALITION: "#1d5f95"}
PAPER = {
    "ansar_dine": "#c0392b",
    "aqim": "#c9a066",
    "mojwa": "#e08a7c",
    "french": "#8fbfe6",
    "chad": "#4585bd",  # of a light blue white signs would be lost
    "mali": "#5c9a4a",
    "afisma": "#2c4f8c",
    "mnla": "#8ed1c2",
    "us": "#3d5a34",
}  # 3.0
INK = {
    "ansar_dine": "#ffffff",
    "aqim": "#221503",
    "mojwa": "#2b0905",
    "french": "#0c2338",
    "chad": "#ffffff",
    "mali": "#ffffff",
    "afisma": "#ffffff",
    "mnla": "#0c332b",
    "us": "#ffffff",
}
WORN_PAPER = {
    "ansar_dine": "#efc9c3",
    "aqim": "#f1e4cf",
    "mojwa": "#f8ddd8",
    "french": "#deebf6",
    "chad": "#d3e2ef",
    "mali": "#d6e8cf",
    "afisma": "#cdd8ea",
    "mnla": "#def2ed",
    "us": "#d3ddcd",
}
WORN_INK = "#3a2f2a"
WORN_STRIPE = "#e3b505"
SYMBOLS = {
    "leader": "leader",
    "technical": "technical",
    "heavy_technical": "heavy_technical",
    "guerrilla": "guerrilla",
    "infantry": "infantry",
    "armor": "armor",
    "mechanized_infantry": "mechanized_infantry",
    "airborne_infantry": "airborne_infantry",
    "airborne_armor": "armored_recon",
    "engineer": "engineer",
    "airborne_engineer": "combat_engineers",
    "sof": "sof",
    "combined_arms_tf": "combined_arms_tf",
    "airborne_tf": "airborne_tf",
    "base": "base",
    "militia": "militia",
    "airstrike": "airstrike",
    "helicopter": "gunship",
    "air_supply": "transport_plane",
}
NETWAR_SYMBOLS = {
    "isr": "isr",
    "cyber": "cyber",
    "terror": "terror",
    "terror_spectacular": "explosion",
    "uav": "uav",
    "direct_action": "sof",
    "global_strike": "missile",
}
NETWAR_PAPER = {ISLAMIST: "#f3d9cf", COALITION: "#d8e6f2"}
EDGE: dict[Side, Literal["plain", "notched"]] = {ISLAMIST: "notched", COALITION: "plain"}
RANKS = {
    "combined_arms_tf": 30, "airborne_tf": 29, "leader": 26, "heavy_technical": 22, "technical": 20, "sof": 18,
    "armor": 17, "infantry": 16, "mechanized_infantry": 15, "base": 6, "militia": 5,
}  # fmt: skip
NETWAR_BOX = {ISLAMIST: "netwar_islamist", COALITION: "netwar_coalition"}
TOP = 100  # above everything else of a stack


def colour_key(counter: Counter) -> str:
    """The colours of a counter: of its nation where the rules print it apart, else of its contingent."""
    return counter.nation if counter.nation in ("chad", "us") else counter.contingent


def values_of(counter: Counter, disrupted: bool) -> str:
    """The figures at the foot of a counter."""
    face = counter.face(disrupted)
    if counter.type == "air_supply":
        return ""
    if counter.type in ("airstrike", "helicopter"):
        return f"{face.strength} ({counter.range or 'U'})"
    if counter.type == "base":
        return f"{face.strength}-{face.tactical} ({face.radius})"
    return f"{face.strength}-{face.tactical}-{face.allowance}"


def face_of(counter: Counter, side: Side, disrupted: bool) -> Face:
    """One side of a counter; the disrupted one is pale with a yellow stripe."""
    key = colour_key(counter)
    front = not disrupted
    zone, armed = "+" if counter.zoc and front else "", "AD" if counter.air_defense and front else ""
    signs = f"{zone}{armed}{'W' if counter.wings else ''}"  # wings stay when it is disrupted (23.3)
    return Face(
        symbol=SYMBOLS[counter.type],
        paper=PAPER[key] if front else WORN_PAPER[key],
        ink=INK[key] if front else WORN_INK,
        edge=EDGE[side],
        top=counter.name,
        left=counter.size if counter.size != "[II]" else "TF",
        right=signs,
        bottom=values_of(counter, disrupted),
        stripe="" if front else WORN_STRIPE,
    )


def back_of(counter: Counter, side: Side, disrupted: bool) -> Face | None:
    """The side that is down, if the counter has two."""
    return None if counter.back is None else face_of(counter, side, not disrupted)


def unknown_face(side: Side, count: int = 0) -> Face:
    """What is seen of counters that lie face down."""
    return Face("question", COLOURS[side], "#ffffff", EDGE[side], bottom=str(count) if count else "")


def netwar_face(data: Components, side: Side, kind: str) -> Face:
    """A netwar marker with its face up."""
    marker = data.netwar[side, kind]
    value = f"({marker.value})" if marker.type not in ("isr", "direct_action") else ""
    return Face(
        NETWAR_SYMBOLS[marker.type], NETWAR_PAPER[side], COLOURS[side], EDGE[side], top=marker.name, bottom=value,
        shape="round",
    )  # fmt: skip


def netwar_pieces(data: Components, view: View) -> Iterator[Piece]:
    """Markers in the netwar boxes: own ones open, those of the enemy only counted."""
    for side in SIDES:
        box = NETWAR_BOX[side]
        if side in view.drawn:
            seen: dict[str, int] = {}
            for kind in view.drawn[side]:
                number = seen[kind] = seen.get(kind, 0) + 1
                face = netwar_face(data, side, kind)
                movable = view.to_act == side
                yield Piece(data.marker_id(data.netwar[side, kind], number), face.top, box, face, side, movable=movable)
        else:
            for number in range(view.drawn_counts[side]):
                name = f"Netwar marker of the {SIDE_NAMES[side]}"
                yield Piece(f"netwar {side} {number}", name, box, unknown_face(side), side)


def badges_of(view: View, id_: str) -> tuple[str, ...]:
    """Signs of what a counter has done or is doing."""
    battle, step = view.battle, view.step
    signs = [
        ("moved", bool(view.spent.get(id_)) or id_ in view.flown),
        ("engaged", id_ in view.attacked or (battle is not None and id_ in (*battle.attackers, *battle.defenders))),
        ("marked", id_ in getattr(step, "units", ()) and getattr(step, "side", "") == view.side),
    ]
    return tuple(name for name, shown in signs if shown)


def is_movable(data: Components, view: View, unit: Unit) -> bool:
    """Whether a hand takes the counter up, rather than pointing at it, at this place of the sequence."""
    side, step = data.side_of[unit.id], view.step
    if view.to_act != side or step is None:
        return False
    in_play = unit.at in data.near or unit.at in STAGING[side]
    match step:
        case SetUp():
            return True
        case Recruits() | EventPlacing():
            return unit.at in data.pool_boxes
        case SofReaction():
            return data.counters[unit.id].type == "sof" and unit.at in data.near
        case AirSegment() | GunshipWindow():
            return unit.at == AIR_BOX
        case Movement() | Marching() | Loading():
            return (in_play and unit.id in data.mobile_ids) or data.counters[unit.id].type == "air_supply"
        case ActionStep() | GroundCombat() | AttackForce() | AdvanceChoice() | ChooseRetreat() | RetreatMove():
            return in_play and unit.id in data.mobile_ids
    return False


class ServalFaces(Looks):
    """Counters, markers and tracks of the game."""

    colours = COLOURS

    def counters(self) -> Sequence[Piece]:
        """All counters as printed: 145 units and 20 netwar markers."""
        data: Components = self.data
        units = [
            Piece(each.id, each.title, "", face_of(each, side, False), side, back_of(each, side, False))
            for each in data.counters.values()
            for side in (data.side_of[each.id],)
        ]
        markers = [
            Piece(data.marker_id(one, n + 1), one.name, "", netwar_face(data, side, kind), side, unknown_face(side))
            for (side, kind), one in data.netwar.items()
            for n in range(one.count)
        ]
        return [*units, *markers]

    def pieces(self, view: View) -> Sequence[Piece]:
        """Every counter the side can see, netwar markers, and a sign for Staging Areas of the enemy."""
        data: Components = self.data
        found = [self._piece(view, unit) for unit in view.units.values() if unit.at != OUT]
        hidden = [
            Piece(f"staging {area}", "Counters that cannot be seen", area, unknown_face(side), side)
            for side in SIDES
            for area in STAGING[side]
            if view.fog and side != view.side and area in view.staging
        ]
        return [*found, *hidden, *netwar_pieces(data, view)]

    def _piece(self, view: View, unit: Unit) -> Piece:
        data: Components = self.data
        counter, side = data.counters[unit.id], data.side_of[unit.id]
        space = view.sorties.get(unit.id) or unit.at
        if counter.type == "air_supply" and view.supply:
            space = view.supply
        on_top = view.fog and view.tops.get(unit.at) == unit.id
        return Piece(
            id=unit.id,
            name=counter.title,
            space=space,
            face=face_of(counter, side, unit.disrupted),
            side=side,
            back=back_of(counter, side, unit.disrupted),
            badges=badges_of(view, unit.id),
            order=TOP if on_top else RANKS.get(counter.type, 10) - (8 if unit.disrupted else 0),
            movable=is_movable(data, view, unit),
            strength=counter.face(unit.disrupted).strength,
        )

    def markers(self, view: View) -> Sequence[Marker]:
        """Sharia, the battle under way, and air supply."""
        found = [Marker(hex_, "crescent", ISLAMIST, title="Sharia law (27.1)") for hex_ in sorted(view.sharia)]
        if view.battle is not None:
            found.append(Marker(view.battle.hex, "battle", view.battle.side, title="A battle is fought here (15.4)"))
        targets = sorted(set(view.sorties.values()))
        found += [Marker(hex_, "explosion", COALITION, title="Air units are placed here (20.1)") for hex_ in targets]
        return found

    def tracks(self, view: View) -> Sequence[Track]:
        """Turn with initiative and intervention, C2P of both sides, airlift."""
        tables = self.data.tables
        turns = tuple(str(box.turn) for box in tables.tracks.turns)
        lead = view.initiative
        tokens = [(view.turn - 1, f"Turn {view.turn}, initiative: {SIDE_NAMES[lead]}", COLOURS[lead])]
        if view.intervention:
            tokens.append((view.intervention - 1, "International Intervention", "#2e7d32"))
        points = tuple(str(number) for number in range(tables.income.cap + 1))
        flights = tuple(str(number) for number in range(tables.tracks.airlift_track + 1))
        sides = [
            Track(f"c2p_{side}", f"C2P of the {SIDE_NAMES[side]}", points,
                  ((view.c2p[side], f"{SIDE_NAMES[side]}: {view.c2p[side]} C2P", COLOURS[side]),), "9.2a")
            for side in SIDES
        ]  # fmt: skip
        lift = ((min(view.airlift, len(flights) - 1), f"{view.airlift} airlift points", COLOURS[COALITION]),)
        return (
            Track("turn", "Turn", turns, tuple(tokens), "6.1a"),
            *sides,
            Track("airlift", "Airlift", flights, lift, "23.1a"),
        )
