"""What a side may see of a position, and the unseen dealt again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from common.engine import Result, Side, Step
from common.engine.pools import deal_again, pick, shuffled
from sand_wars.rules.forces import FRONTAGE, FULL_PV
from sand_wars.rules.supply import CAMP_USERS, linked_bases, loc_to_camp, within_reach
from sand_wars.state import ENEMY, SIDES, Block, SandState

LOOKS = 500  # more than anybody is shown in a game
UNSEEN = "?"  # stands in a step for the id of a block that cannot be seen


class HiddenStack(msgspec.Struct, frozen=True):
    """What anybody sees of the blocks of a space that stand on edge."""

    blocks: int = 0
    disrupted: int = 0
    hqs: int = 0
    hqs_down: int = 0
    hqs_disrupted: int = 0


class View(msgspec.Struct, frozen=True):
    """Own pieces and cards; of the enemy what is open, and how many blocks stand where."""

    side: Side | None
    turn: int
    track: str
    box: int
    war: bool
    active: Side
    first: Side
    to_act: Side | None
    prompt: str
    flow: tuple[Any, ...]
    pieces: dict[str, Block]
    stacks: dict[Side, dict[str, HiddenStack]]
    control: dict[str, Side]
    wrecked: frozenset[str]
    no_loc: frozenset[tuple[Side, str]]
    revealed: frozenset[str]
    hand: tuple[str, ...]
    hand_sizes: dict[Side, int]
    hand_base: dict[Side, int]
    decks: dict[Side, int]
    discards: dict[Side, tuple[str, ...]]
    left_out: dict[Side, tuple[str, ...]]
    limbo: dict[Side, tuple[str, ...]]
    objectives: dict[Side, str]
    shown: frozenset[Side]
    reinforced: frozenset[Side]
    lost_steps: dict[Side, int]
    chips: int
    weather: bool
    news: bool
    pending: dict[str, dict[Side, int]]
    battle: Any
    entered: dict[str, str]
    fresh: frozenset[str]
    result: Result | None

    @property
    def step(self) -> Any:
        """Where the sequence of play stands; None when the game is over."""
        return None if self.result is not None else self.flow[-1]


def is_hidden(state: SandState, piece: Block, side: Side | None) -> bool:
    """Whether a side cannot see what a piece is: an enemy block on the map that nothing reveals."""
    facts = state.facts(piece.id)
    if facts.side == side or not facts.is_block:
        return False
    return piece.at in state.data.names and not state.is_shown(facts.side, piece.at)


def view_of(state: SandState, side: Side | None) -> View:
    """The position as one side sees it; None is an onlooker."""
    over = state.result is not None
    unseen = {id_ for id_, piece in state.pieces.items() if is_hidden(state, piece, side)}
    return View(
        side=side,
        turn=state.turn,
        track=state.track,
        box=state.box,
        war=state.war,
        active=state.active,
        first=state.first,
        to_act=None if over else state.step.actor(state),
        prompt=state.result.reason if state.result else state.step.prompt(state),
        flow=tuple(renamed(step.seen_by(side), dict.fromkeys(unseen, UNSEEN)) for step in state.flow),
        pieces={
            id_: replace(piece, hq="") if piece.hq in unseen else piece  # whom a Leader is with would name the HQ
            for id_, piece in state.pieces.items()
            if id_ not in unseen
        },
        stacks={who: _stacks(state, who, unseen) for who in SIDES},
        control=dict(state.control),
        wrecked=frozenset(state.wrecked),
        no_loc=frozenset((who, space) for who in SIDES for space in cut_off(state, who, side)),
        revealed=frozenset(state.revealed),
        hand=state.hands.get(side or "", ()),
        hand_sizes={who: len(hand) for who, hand in state.hands.items()},
        hand_base=dict(state.hand_base),
        decks={who: len(pool.content) for who, pool in state.pools.items()},
        discards={who: pool.discards for who, pool in state.pools.items()},
        left_out=dict(state.left_out),
        limbo=dict(state.limbo),
        objectives={who: card for who, card in state.objectives.items() if who == side or who in state.shown},
        shown=frozenset(state.shown),
        reinforced=frozenset(state.reinforced),
        lost_steps=dict(state.lost_steps),
        chips=state.chips,
        weather=state.weather,
        news=state.news,
        pending={
            "oil_down": dict(state.oil_down),
            "oil_up": dict(state.oil_up),
            "phosphate": dict(state.phosphate),
        },
        battle=state.battle,
        entered={id_: how for id_, how in state.entered.items() if id_ not in unseen},
        fresh=frozenset(id_ for id_ in state.fresh if id_ not in unseen),
        result=state.result,
    )


def cut_off(state: SandState, owner: Side, viewer: Side | None) -> list[str]:
    """SUP.6  The spaces where a unit of a side traces no LOC; of unseen blocks only what is true of most is told."""
    linked: frozenset[str] | None = None
    found = []
    for space in state.occupied(owner):
        units = [] if state.is_home(owner, space) else state.ground(owner, space)
        if not units:
            continue
        linked = linked_bases(state, owner) if linked is None else linked
        if any(end in linked for end in within_reach(state, owner, space)):
            continue
        camp = loc_to_camp(state, owner, space)
        users = (*CAMP_USERS, "camp")
        served = [not is_hidden(state, piece, viewer) and state.code(piece.id) in users for piece in units]
        if not (camp and all(served)):
            found.append(space)
    return found


def _stacks(state: SandState, side: Side, unseen: set[str]) -> dict[str, HiddenStack]:
    """How many blocks that cannot be seen stand in each space; attached ones are not on the map (DSP.6)."""
    found: dict[str, HiddenStack] = {}
    for space in state.occupied(side):
        small = [p for p in state.at(side, space) if p.id in unseen and not p.hq and not state.facts(p.id).hq]
        large = [p for p in state.at(side, space) if p.id in unseen and state.facts(p.id).hq]
        if small or large:
            found[space] = HiddenStack(
                len(small),
                sum(piece.disrupted for piece in small),
                sum(piece.up for piece in large),
                sum(not piece.up for piece in large),
                sum(piece.disrupted for piece in large),
            )
    return found


def hidden(state: SandState, side: Side) -> frozenset[str]:
    """Whether the enemy has unseen blocks, cards and an objective; every look at any of it makes one secret less.

    What is public, such as a move of blocks that stay unseen, neither adds nor takes away a fact.
    """
    enemy = ENEMY[side]
    facts = {f"look {number}" for number in range(state.looks, LOOKS)}
    if any(is_hidden(state, piece, side) for piece in state.on_map(enemy)):
        facts.add(f"blocks of {enemy}")
    if state.hands.get(enemy):
        facts.add(f"hand of {enemy}")
    if enemy in state.objectives and enemy not in state.shown:
        facts.add(f"objective of {enemy}")
    return frozenset(facts)


# The unseen dealt again


def dealt_again(state: SandState, side: Side | None, seed: int) -> SandState:
    """The position with everything that a side cannot see dealt again, on the same state."""
    names: dict[str, str] = {}
    for who in SIDES:
        if who != side:
            names |= _deal_blocks(state, who, side, seed)
            _deal_cards(state, who, seed)
            if who in state.objectives and who not in state.shown:
                cards = state.data.objective_deck[who]
                state.objectives = {**state.objectives, who: cards[pick(seed, 0, len(cards), b"objective")]}
    state.entered = {names.get(id_, id_): how for id_, how in state.entered.items()}
    state.fresh = frozenset([names.get(id_, id_) for id_ in state.fresh])
    state.flow = [renamed(step, names) for step in state.flow]
    return state


def _deal_cards(state: SandState, side: Side, seed: int) -> None:
    pool, hands = deal_again(state.pools[side], {side: state.hands.get(side, ())}, seed)
    state.pools[side] = pool
    state.hands = {**state.hands, **hands}


def _deal_blocks(state: SandState, owner: Side, viewer: Side | None, seed: int) -> dict[str, str]:
    """Deal the unseen blocks of a side to the same visible places; the result says which block now stands for which."""
    unseen = [piece for piece in state.on_map(owner) if is_hidden(state, piece, viewer)]
    large = [piece for piece in unseen if state.facts(piece.id).hq]
    small = [piece for piece in unseen if not state.facts(piece.id).hq]
    if not unseen:
        return {}
    marks = _marks(state)
    names, dealt = _deal_hqs(state, large, sum(bool(piece.hq) for piece in small), marks, seed)
    others, units = _deal_units(state, small, [block for block in dealt if block.up], marks, seed)
    leaders = [piece for piece in state.pieces.values() if piece.hq in names and not state.facts(piece.id).is_block]
    state.unshare()
    for block in (*dealt, *units, *(replace(leader, hq=names[leader.hq]) for leader in leaders)):
        state.pieces[block.id] = block
    state.forget()
    return names | others


def _marks(state: SandState) -> dict[str, str]:
    """How blocks of one space can be told apart: which was moved, which a step speaks of, who leads which."""
    marks: dict[str, list[str]] = {}
    for id_, how in state.entered.items():
        marks.setdefault(id_, []).append(f"entered {how} {id_ in state.fresh}")
    for number, step in enumerate(state.flow):
        for field in step.__struct_fields__:
            for place, part in enumerate(_words_in(getattr(step, field))):
                if part in state.pieces:
                    marks.setdefault(part, []).append(f"step {number} {field} {place}")
    for piece in state.pieces.values():
        if piece.hq and not state.facts(piece.id).is_block:
            marks.setdefault(piece.hq, []).append(piece.id)
    return {id_: " ".join(sorted(found)) for id_, found in marks.items()}


def _deal_hqs(
    state: SandState, large: list[Block], attached: int, marks: Mapping[str, str], seed: int
) -> tuple[dict[str, str], list[Block]]:
    """HQs keep their places and whether they stand; which is which, and what they have planned, is dealt."""
    order = shuffled([piece.id for piece in large], seed)
    up = sum(piece.up for piece in large)
    if sum(_capacity(state, id_) for id_ in order[:up]) < attached:
        order.sort(key=lambda id_: -_capacity(state, id_))
    slots = sorted(large, key=lambda piece: (not piece.up, piece.at, piece.disrupted, marks.get(piece.id, "")))
    dealt = []
    for number, (slot, id_) in enumerate(zip(slots, order, strict=True)):
        pv = pick(seed, number, FULL_PV + 1, b"planning") if slot.up else 0
        dealt.append(Block(id_, slot.at, 0, "", slot.up, pv, slot.disrupted))
    return {slot.id: id_ for slot, id_ in zip(slots, order, strict=True)}, dealt


def _capacity(state: SandState, id_: str) -> int:
    printed = state.facts(id_).hq
    return printed.capacity if printed else 0


def _deal_units(
    state: SandState, small: list[Block], hqs: list[Block], marks: Mapping[str, str], seed: int
) -> tuple[dict[str, str], list[Block]]:
    """Units alone keep the number in each space; all others are somewhere in the boxes of the HQs that stand."""
    strength = {piece.id: piece.cv for piece in small}
    order = shuffled(list(strength), seed + 1)
    order.sort(key=lambda id_: state.facts(id_).type.attachable)  # what cannot be attached stands alone
    alone = [piece for piece in small if not piece.hq]
    slots = sorted(alone, key=lambda piece: (piece.at, piece.disrupted, marks.get(piece.id, "")))
    mixed = _mixed(slots, seed)
    dealt = [Block(id_, slot.at, strength[id_], disrupted=slot.disrupted) for slot, id_ in zip(mixed, order)]
    inside = [piece for piece in small if piece.hq]
    rest = order[len(mixed) :]
    names = {slot.id: id_ for slot, id_ in zip(mixed, order)} | dict(
        zip(sorted(piece.id for piece in inside), sorted(rest), strict=True)
    )
    return names, dealt + _fill_boxes(state, rest, strength, hqs, Counter(piece.at for piece in inside), seed)


def _mixed(slots: list[Block], seed: int) -> list[Block]:
    places = shuffled([f"{number:03d}" for number in range(len(slots))], seed + 2)
    return [slots[int(place)] for place in places]


def _fill_boxes(
    state: SandState, units: list[str], strength: Mapping[str, int], hqs: list[Block], inside: Counter[str], seed: int
) -> list[Block]:
    """Attach units to HQs with room, in spaces with room; the true ones, counted by `inside`, make room for them."""
    room = {hq.id: _capacity(state, hq.id) for hq in sorted(hqs, key=lambda hq: hq.id)}
    at = {hq.id: hq.at for hq in hqs}
    owner = state.side_of(units[0]) if units else ""
    crowd = {space: len(state.ground(owner, space)) - inside[space] for space in at.values()} if units else {}
    dealt = []
    for number, id_ in enumerate(units):
        able = [hq for hq in room if room[hq] > 0 and crowd[at[hq]] < FRONTAGE]
        able = able or [hq for hq in room if room[hq] > 0] or list(room)
        hq = able[pick(seed, number, len(able), b"attach")]
        room[hq] -= 1
        crowd[at[hq]] += 1
        dealt.append(Block(id_, at[hq], strength[id_], hq))
    return dealt


def renamed(step: Step, names: Mapping[str, str]) -> Step:
    """A step that speaks of other blocks, or of none that a side cannot see."""
    if not names:
        return step
    fields = {field: getattr(step, field) for field in step.__struct_fields__}
    changes = {
        field: _with_names(value, names)
        for field, value in fields.items()
        if any(word in names for word in _words_in(value))
    }
    return replace(step, **changes) if changes else step


def _words_in(value: Any) -> Iterator[str]:
    """The words of a field of a step, however deep they lie in it."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _words_in(part)


def _with_names(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, tuple):
        return tuple([_with_names(part, names) for part in value])
    return names.get(value, value) if isinstance(value, str) else value
