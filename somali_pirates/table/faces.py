"""What lies on the map: counters with faces and badges, signs on Zones, tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from common.tabletop import Face, Looks, Marker, Piece, Track
from somali_pirates.components import Components
from somali_pirates.counter_sheet import Counter
from somali_pirates.rules.asymmetrical import Exposure
from somali_pirates.rules.casualties import Casualties
from somali_pirates.rules.evacuation import Evacuation
from somali_pirates.rules.helicopters import Airlift
from somali_pirates.rules.kinetic import Advance
from somali_pirates.rules.movement import MovementPhase, UnitMove
from somali_pirates.rules.muster import Muster
from somali_pirates.rules.retreats import Retreats
from somali_pirates.rules.return_phase import ReturnPhase
from somali_pirates.state import COALITION, PIRATE, REMOVED, SIDE_NAMES, SIDES, Unit
from somali_pirates.view import View

COLOURS = {COALITION: "#1f5fa8", PIRATE: "#a8322d"}
SYMBOLS = {
    "mechanized": "mechanized", "armor": "armor", "stryker": "armored_cavalry", "combined_arms": "combined_arms_tf",
    "infantry": "infantry", "security": "security", "technical": "technical", "sof": "sof", "helicopter": "helicopter",
    "airborne": "airborne", "air_assault": "air_assault", "mountain": "mountain", "marines": "marines",
    "amphibious_mechanized": "mech_infantry", "riverine": "skiff", "petroleum_engineers": "petroleum_engineers",
    "base": "base", "warlord": "warlord", "militia": "militia", "terrorist": "terrorist", "aqap": "insurgent_fighter",
    "attack_craft": "attack_craft", "mothership": "mothership", "swg": "warship", "cvg": "warship", "awg": "ship",
    "c2": "hq", "lcs": "frigate", "ddz": "missile", "q_ship": "merchant", "strike": "fighter_bomber",
    "carrier_air": "carrier_air", "patrol": "transport_plane", "special_ops_aviation": "aviation",
}  # fmt: skip
TYPES = {
    "sof": "Special operations forces", "swg": "Surface warfare group", "cvg": "Aircraft carrier group",
    "awg": "Amphibious warfare group", "c2": "Command ship", "lcs": "Littoral combat ships",
    "ddz": "Zumwalt destroyers", "q_ship": "Q-Ship", "aqap": "Al Qaeda in the Arabian Peninsula",
    "strike": "Strike air", "patrol": "Patrol air",
    "special_ops_aviation": "Special operations aviation",
}  # fmt: skip
DARK = 380  # sum of red, green and blue below which a paper needs light ink
APART = "\u2002"
PORT, ALOFT, UNDERGROUND = "port", "aloft", "underground"


def type_name(counter: Counter) -> str:
    """The type of a unit in words."""
    return TYPES.get(counter.type, counter.type.replace("_", " ").capitalize())


def format_values(counter: Counter, gap: str = APART) -> str:
    """Kinetic strength, asymmetrical value in parentheses, and movement, as on the counter (2.11)."""
    move = "∞" if counter.category == "air" else str(counter.move)
    asym = f"({counter.asym})" if counter.asym else ""
    arrow = "→" if "missile" in counter.flags else ""
    return gap.join(part for part in (f"{counter.kinetic}{arrow}", asym, move) if part)


def format_foot(counter: Counter) -> str:
    """Kinetic strength and movement with its signs, at the foot of the counter."""
    move = "∞" if counter.category == "air" else str(counter.move)
    arrow = "→" if "missile" in counter.flags else ""
    return f"{counter.kinetic}{arrow}{APART}{move}{signs_of(counter)}"


def signs_of(counter: Counter) -> str:
    """The signs beside the movement: airmobile, amphibious, carrier air."""
    signs = (("airmobile", "∞"), ("amphibious", "⚓"), ("carrier_air", "C"))
    return "".join(sign for flag, sign in signs if flag in counter.flags)


def face_of(data: Components, counter: Counter) -> Face:
    """The front of a counter in its faction's colour; Pirates have cut corners, bases a heavy frame."""
    faction = data.factions[counter.faction]
    paper = faction.colour
    light = sum(int(paper[at : at + 2], 16) for at in (1, 3, 5)) < DARK
    edge: Literal["plain", "notched", "thick"] = "notched" if counter.side == PIRATE else "plain"
    return Face(
        symbol=SYMBOLS[counter.type],
        paper=paper,
        ink="#ffffff" if light else "#15130f",
        edge="thick" if counter.type == "base" else edge,
        top=short_name(counter),
        left=faction.code if not counter.faction.endswith("_base") else "",
        right=f"({counter.asym})" if counter.asym else "",
        bottom=format_foot(counter),
    )


def short_name(counter: Counter) -> str:
    """The name on the counter, without the faction that stands beside it."""
    for code in ("SS ", "PL ", "SL ", "Pirate "):
        if counter.name.startswith(code):
            return counter.name.removeprefix(code)
    return counter.name


def back_of(data: Components, counter: Counter) -> Face | None:
    """2.16a  The back of a unit that can carry others."""
    if "transport" not in counter.flags:
        return None
    front = face_of(data, counter)
    row = data.transport[counter.type]
    return Face(front.symbol, "#f1ead8", "#15130f", front.edge, "transport", bottom=f"holds {row.capacity}")


def place_within(data: Components, unit: Unit) -> str:
    """Where in its Zone a counter lies: in the box, aboard, in the air, in port, or on the surface."""
    counter = data.counters[unit.id]
    if unit.hidden:
        return UNDERGROUND
    if unit.aboard:
        return unit.aboard
    if unit.aloft:
        return ALOFT
    in_port = counter.category == "naval" and data.zones[unit.at].kind == "land"
    return PORT if in_port else ""


def badges_of(view: View, unit: Unit) -> tuple[str, ...]:
    """Signs of what a counter has done or is doing in this phase."""
    step, battle = view.step, view.battle
    chosen = step.chosen if isinstance(step, Muster | Casualties | Advance | Exposure) else ()
    engaged = battle is not None and unit.id in (*battle.attackers, *battle.defenders)
    signs = (
        ("moved", unit.id in view.moved and view.phase in ("movement", "return")),
        ("fought", unit.id in view.attacked and view.phase == "combat" and not engaged),
        ("engaged", engaged),
        ("marked", unit.id in chosen),
        ("loaded", any(other.aboard == unit.id for other in view.units.values() if other.at == unit.at)),
    )
    return tuple(name for name, shown in signs if shown)


def is_movable(data: Components, view: View, unit: Unit) -> bool:
    """Whether a hand takes the counter up, rather than pointing at it, at this place of the sequence."""
    step, counter = view.step, data.counters[unit.id]
    match step:
        case MovementPhase(side) | ReturnPhase(side):
            return counter.side == side and unit.at in data.zones
        case UnitMove(_, id_) | Airlift(_, id_):
            return unit.id == id_
        case Evacuation(_, units) | Retreats(_, units):
            return unit.id in units
    return False


class PirateFaces(Looks):
    """Counters, markers and tracks of the game."""

    colours = COLOURS

    def counters(self) -> Sequence[Piece]:
        """The counters as printed."""
        data: Components = self.data
        return [
            Piece(each.id, each.name, "", face_of(data, each), each.side, back_of(data, each))
            for each in data.counters.values()
        ]

    def pieces(self, view: View) -> Sequence[Piece]:
        """Every counter on the map, and those that are out of the game in their box."""
        data: Components = self.data
        found = [self._piece(view, unit) for unit in view.units.values() if unit.at in data.zones]
        gone = [unit for unit in view.units.values() if unit.at == REMOVED]
        return [*found, *(self._piece(view, unit) for unit in gone)]

    def _piece(self, view: View, unit: Unit) -> Piece:
        data: Components = self.data
        counter = data.counters[unit.id]
        on_map = unit.at in data.zones
        return Piece(
            id=unit.id,
            name=counter.name,
            space=unit.at,
            face=face_of(data, counter),
            side=counter.side,
            back=back_of(data, counter),
            badges=badges_of(view, unit),
            order=counter.kinetic,
            movable=is_movable(data, view, unit),
            strength=counter.kinetic,
            pile=(unit.mark or counter.faction) if on_map else "",
            inside=place_within(data, unit) if on_map else "",
        )

    def markers(self, view: View) -> Sequence[Marker]:
        """Where a chit closes a Zone, and where an attack is being resolved; control is an overlay."""
        return list(self._signs(view))

    def _signs(self, view: View) -> Iterator[Marker]:
        data: Components = self.data
        for zone in data.zones.values():
            chit = view.shut.get(zone.id) or view.shut.get(zone.region if zone.kind == "land" else "")
            if chit:
                name = next(kinds[chit].name for kinds in data.chits.values() if chit in kinds)
                yield Marker(zone.id, "shield", None, title=f"{name} closes it this turn")
        if view.battle is not None and view.battle.zone in data.zones:
            title = "an attack is being resolved here (12.2f)"
            yield Marker(view.battle.zone, "explosion", view.battle.side, title=title)

    def tracks(self, view: View) -> Sequence[Track]:
        """Both indexes with what control would bring, and the turns."""
        tables = self.data.tables
        limit = tables.tracks.index_limit
        boxes = tuple(str(number) for number in range(limit + 1))
        tokens = tuple((max(0, min(view.index[side], limit)), SIDE_NAMES[side], COLOURS[side]) for side in SIDES)
        turns = tuple(str(number) for number in range(1, tables.tracks.turns + 1))
        return (
            Track("netwar_index", "Netwar Index", boxes, tokens, "6.0a"),
            Track("time_record", "Turn", turns, ((view.turn - 1, "Turn", "#c0392b"),), "4.2b"),
        )
