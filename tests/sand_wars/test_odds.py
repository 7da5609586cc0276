"""The odds a player is shown against brute force over every order of the unknown cards."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from bench.odds_by_cards import compare, orders
from common.engine import Match, load_game
from common.engine.actions import Confirm, Decline
from sand_wars import actions as act
from sand_wars.odds import dice_at, die_chances, event_odds, fire_chances, sum_chances, unseen, worst_chances
from sand_wars.rules.combat.fire import FireOrder, FireWindow
from sand_wars.rules.combat.recon import ReconCards
from sand_wars.rules.combat.strength import fire_result, fire_row, firepower
from sand_wars.rules.hand import Discarding
from sand_wars.rules.targets import ORDER
from sand_wars.state import ALGERIA, MOROCCO, SandState
from tests.sand_wars.fights import action_card, fight, in_action, reaction_card
from tests.sand_wars.positions import arranged, play

SMALL = ("A01", "A05", "A08", "A12", "A20", "A36")
PILE = ("A02", "A47", "A54")
FORCE = {"A-tank4-1": "oujda", "A-mech3-1": "oujda", "M-mech3-1": "oujda", "M-mot2-1": "oujda", "A-base-1": "maghnia"}


def share(odds: Any, label: str) -> Fraction:
    """How likely an outcome is."""
    return Fraction(sum(outcome.weight for outcome in odds.outcomes if outcome.label == label), odds.total)


def small_deck(state: SandState, cards: Sequence[str], pile: Sequence[str] = ()) -> None:
    state.pools[ALGERIA] = replace(state.pools[ALGERIA], content=tuple(cards), discards=tuple(pile))
    state.hands = {**state.hands, ALGERIA: ()}


def by_force(
    state: SandState, deck: tuple[str, ...], pile: tuple[str, ...], places: Sequence[int]
) -> Counter[tuple[int, ...]]:
    """The dice at those places of a roll, for every order of the cards."""
    found: Counter[tuple[int, ...]] = Counter()
    for way in orders(deck, pile, max(places) // 2 + 1):
        dice = [die for card in way for die in state.data.cards[card].dice]
        found[tuple(dice[place] for place in places)] += 1
    return found


@pytest.mark.parametrize("places", [(0,), (0, 1), (0, 1, 2), (0, 1, 2, 3), (1, 2), (1, 3), (0, 2, 3), (2, 3, 4)])
@pytest.mark.parametrize("row", ["interdiction", "strike", "air_defense", "interception", "unconventional"])
def test_the_worst_of_several_dice_is_that_of_every_order_of_the_deck(places: tuple[int, ...], row: str) -> None:
    state = arranged(place={}).state
    faces = state.data.tables.impact.rows[row]
    for cards, pile in ((SMALL, PILE), (SMALL[:2], PILE), (SMALL[:1], PILE), ((), PILE), (SMALL[:2], ())):
        small_deck(state, cards, pile)
        expected: Counter[str] = Counter()
        for dice, times in by_force(state, cards, pile, places).items():
            expected[max((faces[die - 1] for die in dice), key=ORDER.index)] += times
        found = worst_chances(state, ALGERIA, ALGERIA, faces, places)
        for result in set(faces):
            share_ = Fraction(expected[result], expected.total())
            assert found.chance(lambda value, result=result: value == result) == share_, (cards, result)


def test_one_and_two_dice_follow_the_cards_left() -> None:
    state = arranged(place={}).state
    small_deck(state, SMALL)
    assert sum_chances(state, ALGERIA, ALGERIA).weights == Counter(sum(state.data.cards[card].dice) for card in SMALL)
    assert die_chances(state, ALGERIA, ALGERIA).weights == Counter(state.data.cards[card].dice[0] for card in SMALL)


def test_a_full_deck_is_a_fair_pair_of_dice() -> None:
    state = arranged(place={}).state
    weights = sum_chances(state, ALGERIA, ALGERIA).weights
    assert [weights[total] for total in range(2, 13)] == [2, 4, 6, 8, 10, 12, 10, 8, 6, 4, 2]


def test_of_the_enemy_a_side_knows_deck_and_hand_only_together() -> None:
    match = arranged(place={}, enemy_hand=("M01", "M02"))
    state = match.state
    assert set(unseen(state, MOROCCO, ALGERIA)) == set(state.data.decks[MOROCCO])
    assert set(unseen(state, MOROCCO, MOROCCO)) == set(state.data.decks[MOROCCO]) - {"M01", "M02"}
    dealt = match.game.imagine(state.clone(), ALGERIA, 5)
    assert unseen(dealt, MOROCCO, ALGERIA) == unseen(state, MOROCCO, ALGERIA)


def brute_fire(state: SandState, side: str, cards: Sequence[str], more: int, halved: bool) -> Counter[tuple[int, bool]]:
    row = fire_row(state, firepower(state, side, more))
    found: Counter[tuple[int, bool]] = Counter()
    for card in cards:
        number, retreat = fire_result(state, row, sum(state.data.cards[card].dice))
        found[(number + 1) // 2 if halved else number, retreat] += 1
    return found


@pytest.mark.parametrize("fort", [False, True])
@pytest.mark.parametrize("more", [0, 1])
def test_fire_with_and_without_one_more_combat_logistics(fort: bool, more: int) -> None:
    logs = action_card(ALGERIA, "Combat logistics")
    place = FORCE | ({"M-fort-1": "oujda"} if fort else {})
    match = fight(FireOrder(ALGERIA, "First fire"), place=place, hand=(logs,))
    cards = match.state.pools[ALGERIA].content
    expected = brute_fire(match.state, ALGERIA, cards, more, fort)
    assert fire_chances(match.state, ALGERIA, ALGERIA, more).weights == expected
    odds = match.odds(act.AddCard(logs) if more else act.OpenFire())
    assert odds is not None
    assert odds.total == len(cards)
    assert odds.row == "7-9"
    assert str(7 + 2 * more) in odds.title


def test_the_defenders_fire_is_read_from_his_own_deck() -> None:
    depot = reaction_card(MOROCCO, "Combat logistics")
    match = fight(FireWindow(MOROCCO, "Return fire"), place=FORCE, enemy_hand=(depot, "M01"))
    plain, helped = match.odds(Decline()), match.odds(act.PlayReaction(depot))
    assert plain is not None
    assert helped is not None
    assert "with 5" in plain.title
    assert "with 7" in helped.title
    assert match.odds(act.PlayReaction("M01")) is None


def test_recon_compares_two_decks() -> None:
    place = {"A-arec2-1": "oujda", "M-rec1-1": "oujda"}
    match = fight(ReconCards(ALGERIA), place=place, hand=("A68",))
    odds = match.odds(act.EndRecon())
    assert odds is not None
    state = match.state
    mine = [state.data.cards[card].dice[0] + 2 for card in state.pools[ALGERIA].content]
    theirs = [state.data.cards[card].dice[0] + 1 for card in state.data.decks[MOROCCO]]
    wins = sum(a > b for a in mine for b in theirs)
    assert share(odds, "Algeria has the advantage") == Fraction(wins, len(mine) * len(theirs))


def test_dice_at_different_targets_are_told_apart() -> None:
    state = arranged(place={}).state
    first, second = "A-airstrike-6", "A-airstrike-1"
    assert [state.facts(marker).cv for marker in (first, second)] == [1, 2]
    assert dice_at(state, ((first, "x"), (second, "y")), "y") == [1, 2]
    assert dice_at(state, ((first, "x"), (second, "y"), (second, "x")), "x") == [0, 3, 4]


def aiming_at_fort() -> Match:
    match = in_action("Air operations", {"M-mot2-1": "oujda", "M-fort-1": "oujda"}, war=True)
    return play(match, act.Sortie("A-airstrike-1", "interdiction"), act.AimAt("oujda"))


def test_air_defense_and_interdiction() -> None:
    match = aiming_at_fort()
    odds = match.odds(act.Shoot("A-airstrike-1"))
    assert odds is not None
    assert odds.title == "Air defense at Airstrike, 2 dice"
    cards = [match.state.data.cards[card].dice for card in match.state.pools[MOROCCO].content]
    assert share(odds, "no effect") == Fraction(sum(max(dice) <= 3 for dice in cards), len(cards))
    assert share(odds, "eliminated") == Fraction(sum(max(dice) == 6 for dice in cards), len(cards))
    play(match, Decline())
    odds = match.odds(act.Engage("A-airstrike-1", "M-mot2-1"))
    assert odds is not None
    cards = [match.state.data.cards[card].dice for card in match.state.pools[ALGERIA].content]
    assert share(odds, "eliminated") == Fraction(sum(max(dice) == 6 for dice in cards), len(cards))


def test_interception_strike_sof_and_capture() -> None:
    guard = reaction_card(MOROCCO, "Air intercept")
    match = in_action("Air operations", {"M-mot2-1": "oujda"}, war=True, enemy_hand=(guard,))
    play(match, act.Sortie("A-airstrike-1", "interdiction"), act.AimAt("oujda"), Decline())
    odds = match.odds(act.Intercept(guard, "M-airstrike-1", "A-airstrike-1"))
    assert odds is not None
    cards = [match.state.data.cards[card].dice for card in match.state.pools[MOROCCO].content]
    assert share(odds, "eliminated") == Fraction(sum(max(dice) >= 5 for dice in cards), len(cards))
    match = in_action("Strategic attack", {}, war=True)
    play(match, act.AimAt("resource@khouribga"))
    odds = match.odds(act.Sortie("A-airstrike-1", "strike"))
    assert odds is not None
    assert {outcome.label for outcome in odds.outcomes} == {"no effect", "disrupted"}
    match = in_action("SOF attack", {"A-cdo1-1": "maghnia", "M-mot2-1": "oujda"})
    play(match, act.SofFrom("A-cdo1-1", "march"))
    odds = match.odds(act.AimAt("block@oujda"))
    assert odds is not None
    assert odds.title.endswith("2 dice")
    match = in_action("Ops and Plans", {"A-mot2-1": "maghnia", "M-base-1": "oujda"}, war=True)
    play(match, act.Activate("A-mot2-1"))
    odds = match.odds(act.Advance("oujda"))
    assert odds is not None
    lefts = [match.state.data.cards[card].dice[0] for card in match.state.pools[ALGERIA].content]
    assert share(odds, "captured") == Fraction(sum(left >= 4 for left in lefts), len(lefts))


def test_the_events_of_the_next_turn() -> None:
    match = arranged(Discarding(side=ALGERIA), place={}, hand=("A01",))
    odds = match.odds(Confirm())
    assert odds is not None
    cards = match.game.data.cards
    wars = sum(cards[card].event == "War breaks out!" for card in match.game.data.decks[MOROCCO])
    assert share(odds, "War breaks out!") == Fraction(wars, 72)
    assert event_odds(match.state, MOROCCO, ALGERIA) == odds


def test_what_is_refused_has_no_odds() -> None:
    match = fight(ReconCards(ALGERIA), place=FORCE, hand=("A68",))
    assert match.odds(act.OpenFire()) is None


def test_what_players_are_shown_is_what_every_order_of_the_unknown_cards_brings() -> None:
    """In the middle of random games; the bench does the same with many more."""
    compared: Counter[str] = Counter()
    for seed, scenario in enumerate(("tensions", "crisis")):
        match, chooser = load_game("sand_wars").new_match(scenario, seed), random.Random(seed)
        while match.to_act is not None:
            legal = match.legal()
            shown = [action for action in legal if match.odds(action) is not None]
            if shown:
                action = chooser.choice(shown)
                same = compare(match, action)
                assert same is not False, (seed, len(match.past), action)
                compared[type(match.state.step).__name__] += bool(same)
            match.play(chooser.choice(legal))
    assert compared.total() > 100
    assert len(compared) >= 6


@pytest.mark.rule("sand_wars", "SEQ.5", "SEQ.10")
@pytest.mark.parametrize(("side", "box", "comes"), [(MOROCCO, 10, False), (MOROCCO, 9, True), (ALGERIA, 10, True)])
def test_no_event_is_foretold_when_the_turn_that_ends_is_the_last(side: str, box: int, comes: bool) -> None:
    match = arranged(Discarding(side=side), place={}, side=side, war=True, box=box, first=ALGERIA)
    assert (match.odds(Confirm()) is not None) is comes
