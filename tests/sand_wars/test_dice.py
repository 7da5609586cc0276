"""CRD, DIC, TRG, DEF.ROLL  Dice turned from the decks, and the triggers that interrupt."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from common.engine import Match, Side, Step
from sand_wars.rules.dice import DiceRoll, EventDraw, abandon, roll_dice
from sand_wars.rules.sequence import Operations
from sand_wars.state import ALGERIA, MOROCCO, SIDES, SandState
from tests.sand_wars.positions import arranged, card_with


class Asked(Step, frozen=True, tag=True):
    """A step of this test that waits for dice and keeps them on the flow."""

    dice: tuple[int, ...] = ()

    def proceed(self, state: SandState) -> bool:
        return False

    def actor(self, state: SandState) -> Side:
        return ALGERIA

    def prompt(self, state: SandState) -> str:
        return "The dice have been read (DIC.1)."


def rolled(count: int, *cards: str, side: Side = ALGERIA, **fields: object) -> Match:
    """A match in which dice have just been rolled with these cards."""
    match = arranged(draws=(), **fields)  # type: ignore[arg-type]
    match.state.draw_script = cards
    roll_dice(match.state, side, count, "A test", "DIC.1", Asked())
    match._settle()
    return match


def dice_of(match: Match) -> tuple[int, ...]:
    found = match.state.step
    assert isinstance(found, Asked)
    return found.dice


def plain(match: Match, side: Side, *dice: int) -> str:
    return card_with(match, side, dice=dice, trigger="none")


@pytest.mark.rule("sand_wars", "CRD.7", "DEF.ROLL.1")
def test_one_die_is_the_left_image_and_the_deck_shrinks() -> None:
    card = plain(arranged(), ALGERIA, 4, 2)
    match = rolled(1, card)
    assert dice_of(match) == (4,)
    assert card not in match.state.pools[ALGERIA].content
    assert match.state.pools[ALGERIA].discards == (card,)
    assert len(match.state.pools[ALGERIA].content) == 71


@pytest.mark.rule("sand_wars", "DIC.1")
def test_three_dice_take_two_cards_and_ignore_the_fourth() -> None:
    first, second = plain(arranged(), ALGERIA, 1, 6), plain(arranged(), ALGERIA, 5, 4)
    match = rolled(3, first, second)
    assert dice_of(match) == (1, 6, 5)
    assert match.state.pools[ALGERIA].discards == (first, second)


@pytest.mark.rule("sand_wars", "SEQ.19")
def test_a_card_of_the_same_roll_may_come_again_when_the_deck_runs_out() -> None:
    """With one card in all, the third and fourth die are those of the first two again."""
    match = arranged(draws=())
    card = plain(match, ALGERIA, 4, 2)
    match.state.pools[ALGERIA] = replace(match.state.pools[ALGERIA], content=(card,), discards=())
    roll_dice(match.state, ALGERIA, 4, "A test", "DIC.1", Asked())
    match._settle()
    assert dice_of(match) == (4, 2, 4, 2)


@pytest.mark.rule("sand_wars", "DIC.1", "CRD.3")
def test_each_side_rolls_from_its_own_deck() -> None:
    card = plain(arranged(), MOROCCO, 3, 3)
    match = rolled(2, card, side=MOROCCO)
    assert dice_of(match) == (3, 3)
    assert match.state.pools[ALGERIA].discards == ()
    assert len(match.state.pools[ALGERIA].content) == 72


@pytest.mark.rule("sand_wars", "CRD.3", "EVP.4", "SEQ.19")
def test_an_empty_deck_is_reshuffled_before_it_is_needed() -> None:
    card = plain(arranged(), ALGERIA, 4, 2)
    match = arranged()
    state = match.state
    others = tuple(other for other in state.data.decks[ALGERIA] if other != card)
    state.pools[ALGERIA] = state.pools[ALGERIA].take(*state.pools[ALGERIA].content).discard(card)
    state.hands = {**state.hands, ALGERIA: others}
    deck_of_morocco = state.pools[MOROCCO]
    roll_dice(state, ALGERIA, 1, "A test", "DIC.1", Asked())
    match._settle()
    assert dice_of(match) == (4,)
    assert state.pools[MOROCCO] == deck_of_morocco
    state.flow[-1] = EventDraw(ALGERIA, "SEQ.10")
    state.draw_script = (card,)
    match._settle()
    assert card in (*state.pools[ALGERIA].discards, *state.left_out.get(ALGERIA, ()))


@pytest.mark.rule("sand_wars", "TRG.3", "TRG.2")
def test_an_event_ring_brings_one_event_before_the_dice_are_read() -> None:
    start = arranged()
    ringed = card_with(start, ALGERIA, trigger="event")
    weather = card_with(start, ALGERIA, (ringed,), event="Bad weather")
    match = rolled(1, ringed, weather)
    assert match.state.weather
    assert dice_of(match) == start.game.data.cards[ringed].dice[:1]
    assert match.state.limbo[ALGERIA] == ()
    assert match.state.pools[ALGERIA].discards == (ringed,)  # the weather card is left out
    assert len(match.state.draw_script) == 0


@pytest.mark.rule("sand_wars", "TRG.3")
def test_events_of_a_trigger_may_roll_and_trigger_again() -> None:
    start = arranged()
    cards = start.game.data.cards
    ringed, second = [c for c in start.game.data.decks[ALGERIA] if cards[c].trigger == "event"][:2]
    session = card_with(start, ALGERIA, (ringed, second), event="UN emergency session")
    weather = card_with(start, ALGERIA, (ringed, second, session), event="Bad weather")
    match = rolled(2, ringed, session, second, weather, chips=6)
    assert match.state.weather
    assert match.state.chips == 6 - min(6, cards[second].dice[0])
    assert dice_of(match) == cards[ringed].dice


@pytest.mark.rule("sand_wars", "TRG.1")
def test_a_ringed_card_drawn_as_event_or_into_a_hand_triggers_nothing() -> None:
    ringed = card_with(arranged(), ALGERIA, trigger="turn")
    match = arranged(EventDraw(ALGERIA, "SEQ.10"), draws=(ringed,), box=5)
    assert match.state.box == 5
    drawn = arranged(hand=(ringed,), box=5)
    assert drawn.state.box == 5


@pytest.mark.rule("sand_wars", "TRG.4")
def test_a_turn_ring_moves_the_marker_or_ends_the_game_at_once() -> None:
    ringed = card_with(arranged(), ALGERIA, trigger="turn")
    match = rolled(1, ringed, box=5)
    assert match.state.box == 6
    assert dice_of(match) == match.game.data.cards[ringed].dice[:1]
    last = rolled(1, ringed, war=True, box=10)
    assert last.result is not None
    assert isinstance(last.state.flow[-1], DiceRoll)  # the roll was never finished


@pytest.mark.rule("sand_wars", "CRD.4")
def test_every_card_has_its_four_parts() -> None:
    data = arranged().game.data
    for card in data.cards.values():
        assert card.action in data.texts.actions
        assert card.reaction in data.texts.reactions
        assert card.event in data.texts.events
        assert all(1 <= die <= 6 for die in card.dice)
    for side in SIDES:
        pairs = Counter(data.cards[card].dice for card in data.decks[side])
        assert set(pairs.values()) == {2}
        assert len(pairs) == 36
        triggers = Counter(data.cards[card].trigger for card in data.decks[side])
        assert (triggers["event"], triggers["turn"]) == (8, 1)


@pytest.mark.rule("sand_wars", "CRD.1")
def test_there_are_four_decks_that_share_nothing() -> None:
    data = arranged().game.data
    decks = [set(data.decks[side]) for side in SIDES] + [set(data.objective_deck[side]) for side in SIDES]
    assert [len(deck) for deck in decks] == [72, 72, 7, 7]
    assert len(set().union(*decks)) == 72 + 72 + 7 + 7


def test_what_is_broken_off_gives_its_cards_back() -> None:
    ringed = card_with(arranged(), ALGERIA, trigger="event")
    libyan = card_with(arranged(), ALGERIA, (ringed,), event="Jihad in Algeria")
    match = rolled(1, ringed, libyan)
    assert set(match.state.limbo[ALGERIA]) == {ringed, libyan}
    abandon(match.state, Operations)
    assert match.state.limbo[ALGERIA] == ()
    assert set(match.state.pools[ALGERIA].discards) == {ringed, libyan}
    match.check()
