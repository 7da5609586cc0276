"""What lies on the map just now: counters, markers, lit spaces, targets; and what is under a point."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF, Qt

from common.gui.kit.animation import Motion
from common.gui.kit.language import trn
from common.gui.map.camera import Camera
from common.gui.map.inner_places import name_inside
from common.gui.map.mouse_gestures import HeldPieces, Hit
from common.gui.map.places import Place, Places
from common.gui.map.stack_fan import Fan
from common.gui.map.stacks import PlacedCounter, StackLayout
from common.gui.map.track_tokens import Tokens
from common.tabletop import Marker, Overlay, Piece, Target, Way

RIM = 3.0  # px around a counter that still belong to it
SMALL = 16.0  # px; smaller counters are chosen from the fan (U12)
LEAST, MOST = 60, 160  # per cent, size of counters (F57)
STRENGTH = 235  # of 255, how strongly overlays cover the ground unless the player chooses otherwise
SIDE, OTHERS = "side:", "side:"  # layers of counters: of a side, and of none

WORDY = 44  # letters that stand beside a counter in the air

Arrow = tuple[str, str, str]  # from space, to space, number or text


class Board:
    """The position as it is shown, in map units."""

    def __init__(self, camera: Camera, motion: Motion) -> None:
        self.camera, self.motion = camera, motion
        self.places: Places | None = None
        self.pieces: dict[str, Piece] = {}
        self.markers: tuple[Marker, ...] = ()
        self.tokens = Tokens(motion)
        self.layout: StackLayout | None = None
        self.percent = 100
        self.targets: dict[str, Target] = {}
        self.lit_spaces: frozenset[str] = frozenset()
        self.lit_pieces: frozenset[str] = frozenset()
        self.selected: tuple[str, ...] = ()
        self.overlays: tuple[Overlay, ...] = ()
        self.arrows: tuple[Arrow, ...] = ()
        self.marks: tuple[tuple[str, str], ...] = ()  # space, sign
        self.hover = Hit()
        self.cursor = ""
        self.marked = ""  # piece of the fan the keyboard points at
        self.held: HeldPieces | None = None
        self.carry = QPointF()
        self.fan: Fan | None = None
        self.names: tuple[QRectF, ...] = ()  # of places on the sheet
        self.shown_names: tuple[QRectF, ...] = ()  # all names, as large as they are drawn at this scale
        self.pulse: tuple[str, float] | None = None
        self.fight = ""  # the space of the fight that is being decided
        self.measure: tuple[str, ...] | None = None  # spaces clicked so far while measuring
        self.ways: tuple[Way, ...] = ()  # what the measured way is for each class of units
        self.shown = 1.0  # opacity of counters
        self.strength = STRENGTH  # of overlays
        self.hidden: frozenset[str] = frozenset()  # layers switched off
        self.costs = True
        self.one_by_one = False  # whether a hand on a pile takes one counter and not all of them
        self.by_strength = False  # whether the badge of a pile is its strength
        self.colours: dict[str, str] = {}

    def forget(self) -> None:
        """Another map: nothing of the old one is lit or pointed at."""
        self.markers, self.targets, self.arrows, self.overlays, self.marks = (), {}, (), (), ()
        self.lit_spaces = self.lit_pieces = frozenset()
        self.selected, self.hover, self.cursor, self.marked = (), Hit(), "", ""
        self.held = self.fan = self.pulse = self.measure = None
        self.ways = self.tokens.now = self.tokens.then = ()

    # --- what is there ---

    @property
    def size(self) -> float:
        """The size of a counter in map units."""
        return self.places.counter * self.percent / 100 if self.places else 1.0

    def lay(self, pieces: Sequence[Piece] | None = None) -> None:
        """Put the counters into their spaces again."""
        if pieces is not None:
            self.pieces = {piece.id: piece for piece in pieces}
        if self.places is not None:
            shown = [piece for piece in self.pieces.values() if SIDE + (piece.side or "") not in self.hidden]
            self.layout = StackLayout(shown, self.places, self.size)

    def place(self, space: str) -> Place | None:
        """A space or box of the map."""
        return self.places.get(space) if self.places else None

    @property
    def boxes(self) -> Collection[str]:
        """The boxes printed beside the map."""
        return self.places.map.boxes if self.places is not None else ()

    def stack(self, space: str) -> Sequence[Piece]:
        """The counters of a space from below."""
        return self.layout.stacks.get(space, ()) if self.layout else ()

    def spot(self, counter: PlacedCounter) -> tuple[float, float]:
        """Where a counter is drawn now, in map units."""
        glide = self.motion.glides.get(counter.piece.id)
        return glide.at() if glide else (counter.x, counter.y)

    def rect_of(self, counter: PlacedCounter) -> QRectF:
        """Where a counter is drawn now, on screen."""
        point = self.camera.to_screen(*self.spot(counter))
        size = self.size * counter.scale * self.camera.scale
        return QRectF(point.x() - size / 2, point.y() - size / 2, size, size)

    def piece_rect(self, piece: str) -> QRectF:
        """The screen rectangle of a counter, empty when it is not on the map."""
        counter = self.layout.placed.get(piece) if self.layout else None
        return self.rect_of(counter) if counter else QRectF()

    def stack_rect(self, space: str) -> QRectF:
        """The screen rectangle around all counters of a space."""
        rect = QRectF()
        for piece in self.stack(space):
            rect = rect.united(self.piece_rect(piece.id))
        return rect

    def place_rect(self, space: str, margin: float = 6.0) -> QRectF:
        """The screen rectangle of a space."""
        place = self.place(space)
        if place is None:
            return QRectF()
        return self.camera.transform().mapRect(place.rect).adjusted(-margin, -margin, margin, margin)

    # --- what is under the pointer ---

    def hit(self, pos: QPointF) -> Hit:
        """The space and the counter under a point of the screen; the fan lies above all."""
        if self.fan is not None and self.fan.panel.contains(pos):
            return Hit(self.fan.space, self.fan.piece_at(pos), True)
        if self.places is None or self.layout is None:
            return Hit()
        space = self.places.at(*self.camera.to_map(pos))
        near = self._near(pos) if self.held is None and self.size * self.camera.scale < SMALL else None
        if near is not None:
            return Hit(near.piece.space, near.piece.id)
        ox, oy, scale = self.camera.frame()
        x, y = (pos.x() - ox) / scale, (pos.y() - oy) / scale
        for rim in (0.0, RIM / abs(scale)):  # its painted rim belongs to a counter too
            for counter in reversed(self.layout.order) if self.shown else ():  # what glides is where it goes
                reach = self.size / 2 * counter.scale + rim
                if abs(x - counter.x) <= reach and abs(y - counter.y) <= reach:
                    return Hit(counter.piece.space, counter.piece.id)
        return Hit(space)

    def _near(self, pos: QPointF) -> PlacedCounter | None:
        """The top of the nearest pile that is too small to be hit but lies this close (U12)."""
        reach, best = SMALL / 2, None
        for counter in self.layout.tops if self.layout is not None and self.shown else ():
            away = self.camera.to_screen(counter.x, counter.y) - pos  # what glides is where it is going to lie
            if max(abs(away.x()), abs(away.y())) <= reach:
                reach, best = max(abs(away.x()), abs(away.y())), counter
        return best

    def liftable(self, hit: Hit, strict: bool, whole: bool = False) -> tuple[str, ...]:
        """The pieces a drag (strictly: a pick) takes: the selection, one of the fan, the pile, or all of the space."""
        piece = self.pieces.get(hit.piece)
        if piece is None:
            return ()
        if piece.id in self.selected:
            among: Sequence[Piece] = [p for p in self.stack(piece.space) if p.id in self.selected]
        elif hit.in_fan:
            among = (piece,)
        else:
            pile = self.layout.piles.get(piece.id, ()) if self.layout and not whole else self.stack(piece.space)
            mine = [p for p in pile if (p.side, p.inside) == (piece.side, piece.inside)]
            among = mine if any(p.movable for p in pile) else ()
        chosen = [p for p in among if p.movable or p.joins]
        if self.one_by_one and not whole and len(chosen) > 1 and piece.id not in self.selected:
            chosen = [piece] if piece in chosen else chosen[-1:]
        if chosen:
            return tuple(p.id for p in chosen)
        return () if strict else (piece.id,)

    def choose(self, piece: str, add: bool) -> tuple[str, ...]:
        """Select a piece of the fan, or one more, or one less."""
        space = self.pieces[piece].space if piece in self.pieces else ""
        same = tuple(p for p in self.selected if p in self.pieces and self.pieces[p].space == space)
        if add:
            self.selected = tuple(p for p in same if p != piece) if piece in same else (*same, piece)
        else:
            self.selected = (piece,)
        return self.selected

    def pointer(self, state: str, space_down: bool) -> Qt.CursorShape:
        """The shape of the pointer in a state of the hand: what would happen here (U14)."""
        aimed, held = self.hover.space in self.targets, self.held
        if state == "panning" or (space_down and state == "pressed"):
            return Qt.CursorShape.ClosedHandCursor
        if state == "dragging":
            allowed = aimed or (held is not None and self.hover.space in held.origins)
            return Qt.CursorShape.ClosedHandCursor if allowed else Qt.CursorShape.ForbiddenCursor
        if self.measure is not None:
            return Qt.CursorShape.CrossCursor
        if space_down or (held is None and self.liftable(self.hover, True)):
            return Qt.CursorShape.OpenHandCursor
        return Qt.CursorShape.PointingHandCursor if aimed else Qt.CursorShape.ArrowCursor

    def top(self, space: str) -> str:
        """The counter a key press on a space means: the uppermost that can move, else the uppermost."""
        stack = self.stack(space)
        movable = [piece for piece in stack if piece.movable] or stack
        return movable[-1].id if movable else ""

    def light(self, spaces: Collection[str], pieces: Collection[str]) -> None:
        """Remember what a legal action points at."""
        self.lit_spaces, self.lit_pieces = frozenset(spaces), frozenset(pieces)

    def measure_at(self, space: str) -> tuple[str, str, int] | None:
        """Measure from or to a space: with the second one both and the spaces between, -1 when no way leads there."""
        if not space or self.measure is None or len(self.measure) == 2:
            self.measure = None
            return None
        self.measure, self.ways = (*self.measure, space), ()
        if len(self.measure) == 1 or self.places is None:
            return None
        start, known = self.measure[0], self.places.map.index
        steps = self.places.map.distance(start, space) if start in known and space in known else -1
        return start, space, steps

    def describe(self, space: str, piece: str) -> str:
        """A space or a counter in words, for tips and assistive technology."""
        place, counter = self.place(space), self.pieces.get(piece)
        name = "" if place is None else place.name if place.name in ("", place.id) else f"{place.name} ({place.id})"
        where = name or space
        if counter is not None:
            inside = name_inside(counter.inside, self.pieces)
            return ", ".join(part for part in (counter.name, where, inside) if part)
        count = len(self.stack(space))
        return f"{where}, {trn('{n} counter', '{n} counters', count)}" if count else where


def gather_ways(targets: Sequence[Target]) -> dict[str, Target]:
    """One target a space; where several could be meant it is called by all, or says that one will be asked."""
    found: dict[str, Target] = {}
    for target in targets:
        ways = list(dict.fromkeys(other.label for other in targets if other.space == target.space and other.label))
        if len(ways) > 1 and target.cost is None:
            words = " / ".join(ways)
            several = trn("{n} way, chosen there", "{n} ways, chosen there", len(ways))
            target = replace(target, label=words if len(words) <= WORDY else several)
        found[target.space] = target
    return found
