"""What there is to know about a position of Sand Wars."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, wraps
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import msgspec
from msgspec.structs import replace

from common.engine import Action, PooledState, Side, Step
from common.engine.answers import MISSING, Rule, kept, plain_arguments
from common.engine.pieces import Pieces

if TYPE_CHECKING:
    from sand_wars.components import Components
    from sand_wars.counters import PieceFacts

ALGERIA, MOROCCO = "algeria", "morocco"
SIDES = (ALGERIA, MOROCCO)
NAMES = {ALGERIA: "Algeria", MOROCCO: "Morocco"}
ENEMY = {ALGERIA: MOROCCO, MOROCCO: ALGERIA}

ASIDE, OFF_MAP, REPLACEMENT, OUT, WAITING, SPENT = "aside", "off_map", "replacement", "out", "waiting", "spent"
PLACES_BESIDE = (ASIDE, OFF_MAP, REPLACEMENT, OUT, WAITING, SPENT)

Track = Literal["strategic", "operational"]

# What the answers that are kept follow from (common.engine.answers, Answers)

of_the_board = kept(attrgetter("answers.board"))
of_the_held = kept(attrgetter("answers.held"))
of_the_lines = kept(attrgetter("answers.lines"))
of_the_works = kept(attrgetter("answers.works"))


def of_the_side(rule: Rule) -> Rule:
    """Keep what follows from the pieces of one side."""

    @wraps(rule)
    def answer(state: SandState, side: Side, *asked: Any) -> Any:
        answers = state.answers.sides[side == MOROCCO]
        found = answers.get((rule, asked), MISSING)
        if found is MISSING:
            found = answers[rule, asked] = rule(state, side, *asked)
        return found

    return answer  # type: ignore[return-value]


def of_the_place(rule: Rule) -> Rule:
    """Keep what follows from the pieces in one space or box; such a rule never answers None."""

    @wraps(rule)
    def answer(state: SandState, side: Side, place: str, *asked: Any) -> Any:
        answers, name = state.index.of_space.setdefault(place, {}), (rule, side, asked)
        found = answers.get(name)
        if found is None:
            found = answers[name] = rule(state, side, place, *asked)
        return found

    @wraps(rule)
    def short_answer(state: SandState, side: Side, place: str) -> Any:
        answers = state.index.of_space.get(place)
        if answers is None:
            answers = state.index.of_space[place] = {}
        found = answers.get((rule, side))
        if found is None:
            found = answers[rule, side] = rule(state, side, place)
        return found

    return short_answer if plain_arguments(rule) == len(("state", "side", "place")) else answer  # type: ignore[return-value]


WHAT_LISTS_FOLLOW_FROM = attrgetter("answers", "hands", "wrecked", "battle", "war", "weather", "air_abroad")


def listed_once(legal: Rule) -> Rule:
    """Keep the list of a step that has asked whether it leaves a choice, for those who choose."""

    @wraps(legal)
    def answer(step: Step, state: SandState) -> tuple[Action, ...]:
        known, now = state.__dict__.get("listed"), WHAT_LISTS_FOLLOW_FROM(state)
        if known is None or known[0] is not step or known[1] != now:
            known = state.__dict__["listed"] = step, now, legal(step, state)
        return known[2]  # type: ignore[no-any-return]

    return answer  # type: ignore[return-value]


class Answers(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """What was worked out of a position: a dict for each part of it that some answers follow from alone.

    Whoever changes a part begins a new dict; positions that have the same part share one.
    """

    board: dict[Any, Any] = {}  # all pieces, and control
    sides: tuple[dict[Any, Any], dict[Any, Any]]  # the pieces of Algeria, and those of Morocco
    worn: frozenset[str]  # the pieces on the map that have lost CV or are disrupted
    works: dict[Any, Any] = {}  # the Logistics Bases, Forts, Camps and discoveries
    controlled: tuple[tuple[str, ...], ...]  # the spaces that Algeria controls, and those of Morocco
    held: dict[Any, Any] = {}  # control, which spaces the ground pieces of both sides hold, and the works
    lines: dict[Any, Any] = {}  # the same, but for whether a side holds a space that it controls and shares with nobody
    likely: dict[tuple[Side, str], Action] = {}  # what could be done with a title the last time: asked about first
    likely_spaces: dict[tuple[Side, str], str] = {}  # where a title could be begun the last time: asked about first

    @classmethod
    def of(cls, data: Components, pieces: Mapping[str, Block], control: Mapping[str, Side]) -> Self:
        """What is known of pieces and control before anything was asked."""
        return cls(
            sides=({}, {}),
            worn=frozenset([id_ for id_, piece in pieces.items() if is_worn(data, piece)]),
            controlled=tuple([tuple([s for s in data.spaces if control.get(s) == side]) for side in SIDES]),
        )


class Block(msgspec.Struct, frozen=True, gc=False):
    """A piece: where it is, what it can still do, and the HQ it is attached to; what is printed on it is data."""

    id: str
    at: str
    cv: int = 0
    hq: str = ""
    up: bool = False
    pv: int = 0
    disrupted: bool = False
    captured: bool = False


def is_worn(data: Components, piece: Block) -> bool:
    """Whether a piece is on the map and has lost CV or is disrupted."""
    return (piece.disrupted or piece.cv < data.full_cv[piece.id]) and piece.at in data.names


GROUND = range(2)  # the groups of the pieces that occupy spaces, Algeria's and Morocco's
NOBODY: tuple[tuple[Block, ...], ...] = ((), (), (), ())  # in a place that does not exist


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A ground combat being resolved, from the reveal to its end."""

    space: str
    attacker: Side
    special: bool = False  # begun by a Special move, so that no second one may join (ACT.SPEC.b)
    round: int = 1
    step: str = "reveal"
    support: tuple[str, ...] = ()  # the attacker's air and naval markers of this round that got through
    cover: tuple[str, ...] = ()  # the defender's interceptors of this round that are still there
    intel: int = 0  # Tactical Intel cards of this round
    advantage: Side = ""  # who holds the Recon Advantage
    supplies: tuple[int, int] = (0, 0)  # Combat logistics cards of attacker and defender in this round
    countered: bool = False  # a Counterattack was made in this round (R61)
    breakthrough: bool = False
    low: tuple[Side, ...] = ()  # sides that are low on ammunition in this round
    losses: tuple[int, int] = (0, 0)  # what attacker and defender had lost when the round began
    outflanked: bool = False  # an attacker came otherwise than over the mountains or the berm, once for all (R68)

    @property
    def defender(self) -> Side:
        """The side that is attacked."""
        return ENEMY[self.attacker]


class SandState(PooledState, kw_only=True):
    """The position: pieces, control, cards, tracks, and what the running turn, round and combat remember.

    Small mappings and sets are replaced as a whole when something in them changes, so that copies can share them.
    """

    lent = ("control",)

    pieces: dict[str, Block] = {}
    control: dict[str, Side] = {}
    wrecked: frozenset[str] = frozenset()  # spaces whose printed resource is disrupted (DIS.9)
    lost_steps: Mapping[Side, int] = {}
    hands: Mapping[Side, tuple[str, ...]] = {}
    limbo: Mapping[Side, tuple[str, ...]] = {}  # cards being resolved
    left_out: Mapping[Side, tuple[str, ...]] = {}  # event cards that remind of their effect (EVP.2)
    hand_base: Mapping[Side, int] = {}
    oil_down: Mapping[Side, int] = {}  # cards that change the next Draw Phase, by the side that has still to draw (R40)
    oil_up: Mapping[Side, int] = {}
    phosphate: Mapping[Side, int] = {}
    objectives: Mapping[Side, str] = {}
    shown: frozenset[Side] = frozenset()  # sides whose objective is open
    reinforced: frozenset[Side] = frozenset()  # sides that have had the reinforcements of an objective (WIN.14)
    track: Track = "strategic"
    box: int = 1
    active: Side = ALGERIA
    first: Side = ALGERIA
    war: bool = False
    chips: int = 0
    chips_placed: int = 0  # in this Game Turn (R50)
    weather: bool = False
    news: bool = False
    round_title: str = ""
    round_chip: bool = False
    air_abroad: Mapping[Side, int] = {}
    entered: Mapping[str, str] = {}  # how pieces came into their space in this Operations Phase
    fresh: frozenset[str] = frozenset()  # pieces that entered their space in this round
    battle: Battle | None = None
    revealed: frozenset[str] = frozenset()  # spaces whose blocks are shown: in a combat by both sides (is_shown)
    looks: int = 0  # how often somebody was shown what is hidden

    if TYPE_CHECKING:
        data: ClassVar[Components]  # attached by the engine

    # The pieces by space, worked out when needed and shared with clones

    def share_derived(self, other: Self) -> None:
        """Give a clone the pieces by space and the answers about the board."""
        mine, theirs = self.__dict__, other.__dict__
        index = mine.get("index")
        if index is not None:
            theirs["index"] = index.share()
        theirs["answers"] = self.answers

    @cached_property
    def index(self) -> Pieces[Block]:
        """Ground pieces of Algeria and of Morocco, then their other pieces, each in the order of the counter list."""
        return Pieces(self.data.grouping, self.pieces)

    @cached_property
    def answers(self) -> Answers:
        """What was worked out of this position and of those before it, as far as it still holds."""
        return Answers.of(self.data, self.pieces, self.control)

    def put(self, *pieces: Block) -> None:
        """Set the places and states of pieces of one side."""
        index, known, data, all_pieces = self.index, self.answers, self.data, self.pieces
        owner, works, worn = data.grouping.owner, data.works, known.worn
        same_held = same_lines = same_works = True
        for piece in pieces:
            id_ = piece.id
            group, old = owner[id_], all_pieces.get(id_)
            all_pieces[id_] = piece
            if id_ in works:
                same_works = same_lines = same_held = False
                index = index.change(old, piece)
            elif group in GROUND:
                held = index.occupied(group)
                index = index.change(old, piece)
                if index.occupied(group) is not held:
                    same_held = False
                    same_lines = same_lines and not self._touches_lines(index, group, old, piece)
            else:
                index = index.change(old, piece)
            if is_worn(data, piece) != (id_ in worn):
                worn = worn ^ {id_}
        self.__dict__["index"] = index
        self.__dict__["answers"] = Answers(
            sides=(known.sides[0], {}) if group % 2 else ({}, known.sides[1]),
            worn=worn,
            works=known.works if same_works else {},
            controlled=known.controlled,
            held=known.held if same_held else {},
            lines=known.lines if same_lines else {},
            likely=known.likely,
            likely_spaces=known.likely_spaces,
        )

    def _touches_lines(self, index: Pieces[Block], group: int, old: Block | None, new: Block) -> bool:
        """Whether a ground piece has come to or left a space that its side does not control, or not alone."""
        for place in (new.at,) if old is None else (old.at, new.at):
            alone = self.control.get(place) == SIDES[group] and not index.by_space[place][1 - group]
            if not alone and place in self.data.near:
                return True
        return False

    def change(self, id_: str, **changes: Any) -> Block:
        """Replace fields of a piece."""
        piece = replace(self.pieces[id_], **changes)
        self.put(piece)
        return piece

    def take(self, side: Side, space: str) -> None:
        """Give a side control of a space."""
        self.unshare()
        self.control[space] = side
        known = self.answers
        self.__dict__["answers"] = Answers(
            sides=known.sides,
            worn=known.worn,
            works=known.works,
            controlled=self._controlled_after(side, space),
            likely=known.likely,
            likely_spaces=known.likely_spaces,
        )

    def _controlled_after(self, side: Side, space: str) -> tuple[tuple[str, ...], ...]:
        """What both sides control after one has taken a space."""
        taken = set(self.answers.controlled[side == MOROCCO]) | {space}
        mine = tuple(sorted(taken, key=self.data.grouping.number.__getitem__))
        theirs = tuple([other for other in self.answers.controlled[side != MOROCCO] if other != space])
        return (theirs, mine) if side == MOROCCO else (mine, theirs)

    def at(self, side: Side, place: str) -> tuple[Block, ...]:
        """All pieces of a side in a space or in a box beside the map, in the order of the counter list."""
        groups, owner = self.index.by_space.get(place, NOBODY), side == MOROCCO
        ground, others = groups[owner], groups[2 + owner]
        if not others:
            return ground
        if not ground:
            return others
        rank = self.data.grouping.rank
        together = ground + others
        if rank[ground[-1].id] < rank[others[0].id]:
            return together
        return tuple(sorted(together, key=lambda piece: rank[piece.id]))

    def ground(self, side: Side, space: str) -> tuple[Block, ...]:
        """The pieces of a side that occupy a space: blocks, Guards, Camps and Guerrillas (R15)."""
        return self.index.by_space.get(space, NOBODY)[side == MOROCCO]

    def holds(self, side: Side, space: str) -> bool:
        """Whether a side has a ground piece in a space (OCC.1)."""
        return bool(self.index.by_space.get(space, NOBODY)[side == MOROCCO])

    def held(self, side: Side) -> tuple[str, ...]:
        """The spaces of the map with ground pieces of a side, in the order of the map."""
        return self.index.occupied(int(side == MOROCCO))

    @of_the_side
    def occupied(self, side: Side) -> tuple[str, ...]:
        """The spaces of the map with any piece of a side, in the order of the map."""
        held, owner, by_space = self.held(side), side == MOROCCO, self.index.by_space
        others = [space for space in self.index.occupied(2 + owner) if not by_space[space][owner]]
        return tuple(sorted((*held, *others), key=self.data.grouping.number.__getitem__)) if others else held

    def worn(self, side: Side) -> list[Block]:
        """The pieces of a side on the map that are disrupted or below their full CV, space by space."""
        counters, grouping = self.data.counters, self.data.grouping
        found = [self.pieces[id_] for id_ in self.answers.worn if counters[id_].side == side]
        if len(found) > 1:
            found.sort(key=lambda piece: (grouping.number[piece.at], grouping.rank[piece.id]))
        return found

    @of_the_side
    def on_map(self, side: Side) -> tuple[Block, ...]:
        """All pieces of a side on the map, space by space."""
        by_space, owner = self.index.by_space, side == MOROCCO
        found: list[Block] = []
        for space in self.occupied(side):
            groups = by_space[space]
            found += self.at(side, space) if groups[2 + owner] else groups[owner]
        return tuple(found)

    def of_kind(self, side: Side, *codes: str) -> tuple[Block, ...]:
        """The pieces of a side with these codes on the map, space by space."""
        pieces, number = self.pieces, self.data.grouping.number
        known = [pieces[id_] for id_ in self.data.ids_of(side, *codes) if id_ in pieces]
        found = [piece for piece in known if piece.at in number]
        numbers = [number[piece.at] for piece in found]
        return tuple([found[place] for place in sorted(range(len(found)), key=numbers.__getitem__)])

    works = of_the_works(of_kind)  # for the codes of Bases, Forts, Camps and discoveries, which change less often

    @of_the_works
    def places_of(self, side: Side, code: str) -> frozenset[str]:
        """The spaces of the map with a Base, Fort, Camp or discovery of a side."""
        pieces, number = self.pieces, self.data.grouping.number
        known = [pieces[id_].at for id_ in self.data.ids_of(side, code) if id_ in pieces]
        return frozenset([place for place in known if place in number])

    def in_box(self, side: Side, box: str, codes: tuple[str, ...]) -> tuple[str, ...]:
        """The pieces of a side with these codes in a box beside the map."""
        answers = self.index.of_space.get(box)
        if answers is None:
            answers = self.index.of_space[box] = {}
        found: tuple[str, ...] | None = answers.get((side, codes))
        if found is None:
            ids, pieces = self.data.ids_of(side, *codes), self.pieces
            found = answers[side, codes] = tuple([id_ for id_ in ids if id_ in pieces and pieces[id_].at == box])
        return found

    # Control (CTL)

    def is_disputed(self, space: str) -> bool:
        """CTL.4  Ground units of both sides are in the space."""
        groups = self.index.by_space.get(space, NOBODY)
        return bool(groups[0] and groups[1])

    def controller(self, space: str) -> Side | None:
        """Who controls a space; nobody while it is disputed (CTL.4)."""
        groups = self.index.by_space.get(space, NOBODY)
        return None if groups[0] and groups[1] else self.control.get(space)

    def controlled(self, side: Side) -> tuple[str, ...]:
        """The spaces that a side controls, disputed or not, in the order of the map."""
        return self.answers.controlled[side == MOROCCO]

    @of_the_lines
    def friendly(self, side: Side) -> frozenset[str]:
        """The spaces that a side controls undisputed."""
        return frozenset(self.controlled(side)).difference(self.held(ENEMY[side]))

    @of_the_lines
    def friendly_spaces(self, side: Side) -> list[str]:
        """The same in the order of the map."""
        friendly = self.friendly(side)
        return [space for space in self.controlled(side) if space in friendly]

    def is_friendly(self, side: Side, space: str) -> bool:
        """Whether a side controls a space that is not disputed."""
        return self.control.get(space) == side and not self.index.by_space[space][side == ALGERIA]

    # Names and facts

    def is_shown(self, side: Side, space: str) -> bool:
        """Whether the blocks of a side in a space lie open: in a combat both, else those that are attacked (INTD.4)."""
        return space in self.revealed and (self.battle is not None or side != self.active)

    def facts(self, id_: str) -> PieceFacts:
        """What is printed on a piece."""
        return self.data.counters[id_]

    def code(self, id_: str) -> str:
        """The type code of a piece, such as tank4."""
        return self.data.counters[id_].code

    def side_of(self, id_: str) -> Side:
        """Whose piece it is."""
        return self.data.counters[id_].side

    def title(self, space: str) -> str:
        """A space as the journal names it."""
        return self.data.names[space]

    def is_home(self, side: Side, space: str) -> bool:
        """Whether a space is in a side's home country, Western Sahara included for Morocco (R18)."""
        return self.data.home[space] == side

    def where(self) -> str:
        """The place of the turn marker in words."""
        return f"{self.track.capitalize()} {self.box}"
