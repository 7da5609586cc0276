"""What is always true of a position of Sand Wars, and of its data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from sand_wars.components import DISPUTED, Components
from sand_wars.rules.catalogue import ACTIONS
from sand_wars.rules.combat.retreat import FallingBack
from sand_wars.rules.dice import EVENTS
from sand_wars.rules.forces import FRONTAGE, FULL_PV
from sand_wars.rules.frontage import Overstacked
from sand_wars.state import ALGERIA, ENEMY, PLACES_BESIDE, SIDES, Block, SandState

COMBAT_ONLY = ("C2 jamming",)  # Actions that are played in a combat alone
NULL = "Command confusion"
ONE_A_SPACE = ("base", "fort", "camp", "resource_marker")


UPON = {
    "SetUp": ("",),
    "PlayerTurn": ("",),
    "DealHands": ("PlayerTurn",),
    "ChooseObjectives": ("DealHands",),
    "EndOfPlayerTurn": ("",),
    "Discarding": ("EndOfPlayerTurn",),
    "EndOfOperations": ("Discarding",),
    "Operations": ("EndOfOperations",),
    "DeployWaiting": ("Operations",),
    "Declaration": ("DeployWaiting",),
    "EndOfRound": ("Operations",),
}  # what the steps of the sequence of play lie upon


def names(data: Components) -> dict[str, Container[str]]:
    """The words that fields of a position and of steps may hold."""
    sides = (
        "control.*", "lost_steps", "hands", "limbo", "left_out", "hand_base", "oil_down", "oil_up", "phosphate",
        "objectives", "shown", "reinforced", "active", "first", "air_abroad", "attacker", "asked", "pools", "low",
    )  # fmt: skip
    cards = ("hands.*", "limbo.*", "left_out.*", "content", "discards", "removed", "card")
    pieces = ("pieces", "id", "entered", "fresh", "support", "cover", "piece", "base", "markers", "ships", "riders")
    hqs = {id_ for side in SIDES for id_ in data.hqs[side]}
    spaces = frozenset((*data.names, ""))
    return {
        **dict.fromkeys(sides, (*SIDES, "")),
        **dict.fromkeys(cards, frozenset((*data.cards, ""))),
        **dict.fromkeys(pieces, frozenset((*data.counters, ""))),
        **dict.fromkeys(("control", "wrecked", "revealed", "space", "start", "goal", "stop"), spaces),
        "at": {*data.names, *PLACES_BESIDE},
        "hq": {*hqs, ""},
        "objectives.*": data.objectives,
        "column": data.tables.intervention.columns,
    }


def invariants(state: SandState) -> Iterator[str]:
    """Everything that is wrong with a position."""
    yield from _wrong_cards(state)
    yield from _wrong_tracks(state)
    for piece in state.pieces.values():
        yield from _wrong_piece(state, piece)
    yield from _wrong_spaces(state)


def _wrong_cards(state: SandState) -> Iterator[str]:
    for side in SIDES:
        pool = state.pools[side]
        lying = (pool.content, pool.discards, pool.removed)
        played = (state.hands.get(side, ()), state.limbo.get(side, ()), state.left_out.get(side, ()))
        cards, deck = [card for place in (*lying, *played) for card in place], state.data.decks[side]
        if sorted(cards) != sorted(deck):
            count = Counter(cards)
            wrong = {card: count[card] for card in (*count, *deck) if count[card] != 1}
            yield f"the cards of {side} do not add up: {wrong}"


def _wrong_tracks(state: SandState) -> Iterator[str]:
    numbers = state.data.tables.tracks
    if not 1 <= state.box <= numbers.turns:
        yield f"the turn marker is on {state.box}"
    if (state.track == "operational") != state.war:
        yield f"the marker is on the {state.track} track"
    if not 0 <= state.chips <= state.data.units.counters.chips:
        yield f"there are {state.chips} chips in the Pool"
    for side, base in state.hand_base.items():
        if not 1 <= base <= numbers.hand:
            yield f"the base hand size of {side} is {base}"
    for side, objective in state.objectives.items():
        if objective not in state.data.objective_deck[side]:
            yield f"{side} has the objective {objective}"


def _wrong_piece(state: SandState, piece: Block) -> Iterator[str]:
    facts, on_map = state.facts(piece.id), piece.at in state.data.names
    if not on_map and piece.at not in PLACES_BESIDE:
        yield f"{piece.id} is in {piece.at}"
    if not on_map and (piece.hq or piece.up or piece.pv or piece.disrupted or piece.captured):
        yield f"{piece.id} carries marks beside the map"
    if not 0 <= piece.pv <= FULL_PV or (piece.pv and not piece.up):
        yield f"{piece.id} has PV {piece.pv}"
    if piece.up and not facts.hq:
        yield f"{piece.id} is stood up"
    if on_map and facts.is_block and not facts.hq and not (facts.cv > 0) <= piece.cv <= facts.cv:
        yield f"{piece.id} has CV {piece.cv}"
    if facts.code == "guards" and on_map and piece.at != state.data.capital[facts.side]:
        yield f"{piece.id} has left its capital"
    if piece.captured and facts.code != "base":
        yield f"{piece.id} is captured"
    if piece.hq:
        hq = state.pieces[piece.hq]
        if hq.at != piece.at:
            yield f"{piece.id} is not with {piece.hq}"
        if facts.code != "leader" and not (hq.up and facts.type.attachable):
            yield f"{piece.id} cannot be attached to {piece.hq}"


def _wrong_spaces(state: SandState) -> Iterator[str]:
    crowded = {step.side for step in state.flow if isinstance(step, Overstacked | FallingBack)}
    for side in SIDES:
        members = Counter(piece.hq for piece in state.on_map(side) if piece.hq and state.code(piece.id) != "leader")
        for hq, count in members.items():
            printed = state.facts(hq).hq
            if printed is None or count > printed.capacity:
                yield f"{hq} has {count} units"
        for code in ONE_A_SPACE:
            for space, count in Counter(piece.at for piece in state.of_kind(side, code)).items():
                if count > 1:
                    yield f"{side} has {count} {code} in {space}"
        for space in state.held(side):
            if len(state.ground(side, space)) > FRONTAGE and side not in crowded:
                yield f"{side} has too many units in {space}"
            alone = not state.holds(ENEMY[side], space)
            if alone and state.control.get(space) != side and state.battle is None:
                yield f"{side} is alone in {space} and does not control it"


def problems(data: Components) -> Iterator[tuple[str, str, str]]:
    """What is wrong with the data taken together: file, place, reason."""
    for side in SIDES:
        yield from _deck_problems(data, side)
        for name, setup in data.setups.items():
            for force in setup.of(side).on_map:
                if force.space not in data.names or force.space == DISPUTED:
                    yield "scenarios.yaml", f"{name}.{side}", f"nobody can set up in {force.space}"
    for code, objective in data.objectives.items():
        for condition in objective.conditions:
            for space in (*condition.spaces, *filter(None, [condition.start])):
                if space not in data.names:
                    yield "objectives.yaml", code, f"there is no space {space}"


def _deck_problems(data: Components, side: str) -> Iterator[tuple[str, str, str]]:
    cards = [data.cards[id_] for id_ in data.decks[side]]
    where = f"decks.{side}"
    pairs = Counter(card.dice for card in cards)
    if set(pairs.values()) != {len(cards) // 36} or len(pairs) != 36:
        yield "cards.yaml", where, "the dice of the deck are not those of two fair dice"
    for card in cards:
        if card.action not in data.texts.actions or card.reaction not in data.texts.reactions:
            yield "cards.yaml", where, f"there is no text for {card.action} or {card.reaction}"
        if card.action not in ACTIONS and card.action not in (*COMBAT_ONLY, NULL):
            yield "cards.yaml", where, f"nothing carries out {card.action}"
        if card.event not in EVENTS:
            yield "cards.yaml", where, f"nothing carries out {card.event}"
        if card.action in COMBAT_ONLY and side != ALGERIA:
            yield "cards.yaml", where, f"{card.action} is for Algeria only"
