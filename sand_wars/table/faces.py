"""What lies on the map: blocks with a face for the owner and a back for the enemy, counters, signs and tracks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec.structs import replace

from common.engine import Side
from common.engine.words import several
from common.tabletop import Face, Looks, Marker, Piece, Track
from sand_wars.components import Components
from sand_wars.counters import MARKER_NAMES, PieceFacts
from sand_wars.rules.command import Attaching, Detaching
from sand_wars.state import ALGERIA, ENEMY, MOROCCO, NAMES, SIDES, Block
from sand_wars.view import HiddenStack, View

COLOURS = {ALGERIA: "#1d6b45", MOROCCO: "#a3262a"}
LIGHT = {ALGERIA: "#dcebdf", MOROCCO: "#f3dcd5"}
INK = {ALGERIA: "#0d3b25", MOROCCO: "#571014"}
EDGE: dict[Side, Literal["plain", "double"]] = {ALGERIA: "plain", MOROCCO: "double"}
SYMBOLS = {
    "hq_div": "headquarters", "hq_bde": "headquarters", "tank4": "tank", "tank3": "tank", "mech3": "mechanized",
    "arec2": "armored_recon", "rec1": "recon", "mot2": "motorized", "abn2": "airborne", "nav2": "marines",
    "cdo1": "special_forces", "art2": "artillery", "spa3": "howitzer", "het0": "truck", "guards": "star",
    "base": "depot", "camp": "camp", "guerrilla": "guerrilla", "leader": "leader", "fort": "fort",
    "resource_marker": "petroleum", "airstrike": "airstrike", "helicopter": "helicopter", "uav": "uav",
    "elint": "isr", "ssm": "missile", "air_supply": "transport_plane", "naval": "warship", "sof": "sof",
    "terror_attack": "terror", "terror_spectacular": "explosion", "c2_jamming": "cyber",
}  # fmt: skip
RANK = {"large": 4, "small": 3, "counter": 2, "marker": 1}  # who lies on top of a stack
STAGES = (
    ("reveal", "Reveal"), ("round", "Start"), ("air", "Air"), ("recon", "Recon"), ("scout", "Recon"),
    ("withdrawal", "Withdrawal"), ("warning", "First fire"), ("first fire", "First fire"),
    ("decision", "Return fire"), ("return fire", "Return fire"), ("no return", "Return fire"), ("close", "End"),
)  # fmt: skip
BOXES = tuple(dict.fromkeys(title for _, title in STAGES))
PIP = "\u25cf"
EMPTY = "\u25cb"


def reinforcements_of(data: Components, objective: str) -> str:
    """WIN.6  What an objective brings when it is shown, such as "Tank (modern), 2 Guerrilla units"."""
    names = {code: data.units.types.entries[code].name for code in data.units.types.entries} | MARKER_NAMES
    brought = data.objectives[objective].reveal.items()
    return ", ".join(names[code] if count == 1 else several(count, names[code]) for code, count in brought)


def face_of(facts: PieceFacts, piece: Block) -> Face:
    """The side of a piece that its owner reads."""
    side, kind = facts.side, facts.type.block
    paper, ink = (COLOURS[side], "#ffffff") if kind != "marker" else (LIGHT[side], INK[side])
    if facts.hq is not None:
        planning = PIP * piece.pv + EMPTY * (3 - piece.pv) if piece.up else "face down"
        echelon = "XX" if facts.hq.division else "X"
        foot = f"{facts.short} {planning}"
        return Face(SYMBOLS[facts.code], paper, ink, EDGE[side], echelon, bottom=foot, shape="block")
    if kind == "small":
        steps = str(piece.cv) if piece.cv == facts.cv else f"{piece.cv}/{facts.cv}"
        return Face(SYMBOLS[facts.code], paper, ink, EDGE[side], steps if facts.cv else "", shape="block")
    values = ""
    if kind == "marker" and (facts.cv or facts.recon):
        values = f"{facts.cv}/{facts.recon}"
    elif kind == "counter" and facts.cv:
        values = f"{facts.cv}/{facts.recon}" if facts.recon else str(facts.cv)
    shape: Literal["square", "round"] = "round" if kind == "marker" else "square"
    return Face(SYMBOLS[facts.code], paper, ink, EDGE[side], bottom=values, shape=shape)


def back_of(side: Side, large: bool = False, up: bool = True) -> Face:
    """What the enemy sees of a block: its size, and of an HQ whether it stands."""
    symbol = "question" if not large else ""
    middle = "" if not large else "HQ" if up else "HQ\u2193"
    return Face(symbol, COLOURS[side], "#ffffff", EDGE[side], middle=middle, shape="block")


def name_piece(facts: PieceFacts, piece: Block) -> str:
    """A piece that is seen, in words."""
    owner = NAMES[facts.side]
    if facts.hq is not None:
        status = f"PV {piece.pv}" if piece.up else "face down"
        return f"{facts.name} of {owner}, {status}"
    return f"{name_kind(facts, piece)} of {owner}"


def name_kind(facts: PieceFacts, piece: Block) -> str:
    """What a piece is, where it is plain whose it is: its type and strength, or the name of an HQ."""
    if facts.hq is not None:
        return facts.name
    strength = f" {piece.cv}" if facts.cv and facts.type.block == "small" else ""
    return f"{facts.type.name}{strength}"


def piece_on_table(data: Components, piece: Block, space: str, viewer: Side | None) -> Piece:
    """A piece that the viewer sees."""
    facts = data.counters[piece.id]
    badges = tuple(badge for badge, shown in (("disrupted", piece.disrupted), ("captured", piece.captured)) if shown)
    back = back_of(facts.side, facts.type.block == "large", piece.up) if facts.is_block else None
    movable = facts.side == viewer and (facts.type.block != "marker" or facts.code == "leader")
    return Piece(
        piece.id, name_piece(facts, piece), space, face_of(facts, piece), facts.side, back, badges,
        RANK[facts.type.block] * 10 + piece.cv, movable, piece.cv, pile=facts.side,
    )  # fmt: skip


class SandFaces(Looks):
    """Pieces, signs and tracks from a view."""

    articles = False
    colours = COLOURS

    def counters(self) -> Sequence[Piece]:
        """Every piece of the game at full strength."""
        full = [Block(id_, "", facts.cv) for id_, facts in self.data.counters.items()]
        return [piece_on_table(self.data, piece, "", None) for piece in full]

    def pieces(self, view: View) -> Sequence[Piece]:
        """Everything on the map; attached units lie in the boxes of their HQs beside it (DSP.6)."""
        boxes = {*open_hqs(self.data, view)}
        seen = (piece for piece in view.pieces.values() if piece.at in self.data.names)
        blocks = self.data.counters
        alone = [piece for piece in seen if box_of(view, piece) not in boxes or not blocks[piece.id].is_block]
        inside: dict[str, int] = {}
        for piece in view.pieces.values():
            if (box := box_of(view, piece)) in boxes:
                inside[box] = inside.get(box, 0) + piece.cv
        shown = (piece_on_table(self.data, piece, piece.at, view.side) for piece in alone)
        return (*(replace(piece, strength=inside.get(piece.id, piece.strength)) for piece in shown), *self._backs(view))

    def _backs(self, view: View) -> Iterator[Piece]:
        for side, stacks in view.stacks.items():
            for space, stack in stacks.items():
                yield from self._stack(side, space, stack)

    def _stack(self, side: Side, space: str, stack: HiddenStack) -> Iterator[Piece]:
        """Hidden blocks have ids that tell only where they stand."""
        for number in range(stack.hqs + stack.hqs_down):
            up = number < stack.hqs
            badges = ("disrupted",) if number < stack.hqs_disrupted else ()
            name = f"{'A stood-up' if up else 'A face-down'} HQ of {NAMES[side]}"
            face = back_of(side, True, up)
            yield Piece(f"{side} {space} hq {number}", name, space, face, side, None, badges, 39, pile=side)
        for number in range(stack.blocks):
            badges = ("disrupted",) if number < stack.disrupted else ()
            name = f"A block of {NAMES[side]}"
            yield Piece(f"{side} {space} block {number}", name, space, back_of(side), side, None, badges, 32, pile=side)

    def markers(self, view: View) -> Sequence[Marker]:
        """Control away from home, disputed spaces, disrupted resources, the running combat."""
        found = []
        for space, side in view.control.items():
            if self.data.home[space] != side and not self._is_disputed(view, space):
                found.append(Marker(space, "flag", side, title=f"Controlled by {NAMES[side]}"))
        for space in self.data.spaces:
            if self._is_disputed(view, space):
                symbol = "battle" if view.battle is not None and view.battle.space == space else "attack"
                found.append(Marker(space, symbol, title="Disputed: both sides are here (CTL.4)"))
        for side, space in sorted(view.no_loc):
            found.append(Marker(space, "unsupplied", side, title=f"A unit of {NAMES[side]} here has no LOC (SUP.6)"))
        found += [Marker(s, "demolished", text="", title="Resource disrupted (DIS.9)") for s in sorted(view.wrecked)]
        return found

    def _is_disputed(self, view: View, space: str) -> bool:
        return all(holds(self.data, view, side, space) for side in SIDES)

    def tracks(self, view: View) -> Sequence[Track]:
        """Both turn tracks, hand sizes, the Pool, and the steps of a combat."""
        numbers = tuple(str(n) for n in range(1, self.data.tables.tracks.turns + 1))
        war = view.track == "operational"
        turn = ((view.box - 1, "Turn", "#8a2a1c"),)
        tracks = [
            Track("strategic_turn", "Strategic turn", numbers, () if war else turn, "SEQ.3"),
            Track("operational_turn", "Operational turn", numbers, turn if war else (), "SEQ.3"),
        ]
        sizes = tuple(str(n) for n in range(15))
        for side in SIDES:
            token = ((min(view.hand_base[side], 14), NAMES[side], COLOURS[side]),) if side in view.hand_base else ()
            tracks.append(Track(f"hand_size_{side}", f"Hand size, {NAMES[side]}", sizes, token, "DSP.3"))
        chips = tuple(str(n) for n in range(self.data.units.counters.chips + 1))
        pool = ((view.chips, "Chips", "#c0281c"),)
        tracks.append(Track("cascading_pool", "Cascading Effects Pool", chips, pool, "DEF.CE.1"))
        if view.battle is not None:
            box = BOXES.index(dict(STAGES)[view.battle.step])
            where = self.data.names[view.battle.space]
            title = f"Combat in {where}, round {view.battle.round}"
            token = ((box, NAMES[view.battle.attacker], COLOURS[view.battle.attacker]),)
            tracks.append(Track("combat", title, BOXES, token, "GC.5"))
        return tracks


def box_of(view: View, piece: Block) -> str:
    """The HQ in whose box a piece lies, or is being put by the viewer; empty for one that stands alone."""
    step = view.step
    if isinstance(step, Attaching | Detaching) and piece.id in step.chosen:
        return step.hq if isinstance(step, Attaching) else ""
    return piece.hq


def fighting_hqs(view: View) -> set[str]:
    """The HQs with units in the running combat, which everybody sees."""
    battle = view.battle.space if view.battle is not None else ""
    return {piece.hq for piece in view.pieces.values() if piece.hq and piece.at == battle}


def open_hqs(data: Components, view: View) -> list[str]:
    """The HQs whose boxes the viewer may look into: his own that stand, and all that fight in the open."""
    fighting, found = fighting_hqs(view), []
    for side in sorted(SIDES, key=lambda side: side != view.side):
        for id_ in data.hqs[side]:
            piece = view.pieces.get(id_)
            own = side == view.side and piece is not None and piece.up and piece.at in data.names
            if piece is not None and (own or id_ in fighting):
                found.append(id_)
    return found


def holds(data: Components, view: View, side: Side, space: str) -> bool:
    """Whether a side is seen to occupy a space."""
    if space in view.stacks.get(side, {}):
        return True
    return any(
        piece.at == space and piece.id in data.occupying and data.counters[piece.id].side == side
        for piece in view.pieces.values()
    )


def other(side: Side | None) -> Side:
    """The enemy of a viewer; an onlooker looks at Morocco as the other side."""
    return ENEMY[side] if side else MOROCCO
