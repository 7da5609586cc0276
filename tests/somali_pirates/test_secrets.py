"""27  Hands and plots: what a side sees, what it can imagine, and what nobody may read."""

from __future__ import annotations

from collections import Counter

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm, Decline
from common.lab import secrecy
from somali_pirates.actions import Attack, PlayChit
from somali_pirates.rules.purchases import cost
from somali_pirates.state import COALITION, PIRATE
from tests.somali_pirates.positions import FAR, after, arrange, game

HANDS = {COALITION: ["isr", "black_op", "surge"], PIRATE: ["fatwa", "jihad"]}


def quiet(**more: object) -> Match:
    return arrange("eyl: pl_militia_1; djibouti: base_1 cjtfhoa_prt_1" + FAR, "combat", COALITION, hands=HANDS, **more)


@pytest.mark.rule("somali_pirates", "27.0b")
def test_only_the_number_of_enemy_chits_is_public() -> None:
    match = quiet()
    for side, enemy in ((COALITION, PIRATE), (PIRATE, COALITION), (None, PIRATE)):
        view = game().view(match.state, side)
        assert view.hand == (tuple(sorted(HANDS[side])) if side else ())
        assert view.hand_sizes == {COALITION: 3, PIRATE: 2}
        assert not set(HANDS[enemy]) & {chit for chit in view.hand if side != enemy} - set(HANDS.get(side or "", []))


def test_units_and_indexes_are_open_to_everybody() -> None:
    match = quiet()
    for side in (COALITION, PIRATE, None):
        view = game().view(match.state, side)
        assert view.units == match.state.units
        assert view.index == match.state.index


def test_an_imagined_hand_has_the_right_size_and_comes_from_the_public_mix() -> None:
    match = quiet()
    hands = set()
    for seed in range(1, 30):
        other = game().imagine(match.state, COALITION, seed)
        assert other.hands[COALITION] == match.state.hands[COALITION]
        assert len(other.hands[PIRATE]) == 2
        whole = Counter((*other.hands[PIRATE], *other.pools[PIRATE].content))
        assert whole == Counter((*match.state.hands[PIRATE], *match.state.pools[PIRATE].content))
        hands.add(other.hands[PIRATE])
    assert len(hands) > 5


def test_chits_that_were_seen_stay_in_every_imagined_hand() -> None:
    match = quiet(seen={COALITION: ("fatwa",)})
    for seed in range(1, 20):
        assert "fatwa" in game().imagine(match.state, COALITION, seed).hands[PIRATE]
    assert game().hidden(match.state, COALITION) == {"jihad 0 of pirate"}


@pytest.mark.rule("somali_pirates", "27.0b")
def test_chits_that_a_declared_attack_still_costs_are_in_every_imagined_hand() -> None:
    hands = {COALITION: ["isr", "joint_operation", "surge"], PIRATE: ["fatwa"]}
    match = arrange("garowe: nato_13_dble au_uganda_1 !pl_militia_1" + FAR, "combat", hands=hands)
    after(match, Attack("nato", "garowe", "puntland", True), Add("nato_13_dble"), Add("au_uganda_1"), Confirm())
    assert match.to_act == PIRATE  # asked about Joint Operation, while the ISR is still to be played
    for seed in range(1, 25):
        world = match.clone()
        world.state = game().imagine(match.state, PIRATE, seed)
        assert "isr" in world.state.hands[COALITION]
        after(world, Decline())


@pytest.mark.rule("somali_pirates", "CHIT.P1")
@pytest.mark.rule("somali_pirates", "CHIT.P4")
def test_a_chit_that_is_being_played_is_in_no_imagined_hand() -> None:
    """It is in the Pool, from where it goes on the map or out of the game: the imagined world must play on."""
    hands = {PIRATE: ["dar_al_harb", "fatwa", "jihad", "infowar", "isr"], COALITION: ["black_op"]}
    text = "eyl: pl_militia_1; djibouti: base_1" + FAR
    jihad = after(arrange(text, "mobilization", PIRATE, pirate=80, hands=hands), PlayChit("jihad"))
    closing = arrange(text, "mobilization", COALITION, hands=hands)
    closing = after(closing, Confirm(), Confirm())
    after(closing, PlayChit("dar_al_harb", "", "off_aden"))
    for match in (jihad, closing):
        assert match.to_act == COALITION
        for seed in range(60):
            world = match.imagine(COALITION, seed)
            after(world, Decline())


@pytest.mark.rule("somali_pirates", "4.1c")
def test_hidden_purchases_are_imagined_with_their_public_price() -> None:
    match = arrange("eyl: pirate_base_1 pl_militia_1; djibouti: base_1" + FAR, "mobilization", COALITION)
    after(match, Add("contractors_pmc"), Confirm(), Add("pl_mothership"), Add("pl_militia"), Confirm())
    assert match.state.orders == {PIRATE: ("pl_militia", "pl_mothership")}
    orders = {game().imagine(match.state, COALITION, seed).orders[PIRATE] for seed in range(1, 25)}
    assert len(orders) > 2
    assert {cost(match.state, order) for order in orders} == {4}
    assert game().known(match.state, COALITION).orders[PIRATE] == game().known(match.state, None).orders[PIRATE]


@pytest.mark.rule("somali_pirates", "27.0b")
def test_a_combat_phase_without_any_choice_is_not_passed_by() -> None:
    """With an ISR there would be a look at the enemy's chits: whoever is not asked has none."""
    text = "eyl: pl_militia_1; djibouti: base_1"
    for hand, choices in ((["surge"], 1), (["isr"], 2)):
        match = arrange(text, "combat", COALITION, hands={COALITION: hand, PIRATE: ["jihad"]})
        assert len(match.legal()) == choices
        assert match.is_discreet and not match.is_secret


def test_worlds_that_look_the_same_give_the_same_answers() -> None:
    """The seat asks everything in the true world and in others, in the first positions of a random game."""
    made = 0
    for match in secrecy.positions(game(), 2):
        secrecy.compare_secret_choices(match)
        for side in match.sides:
            secrecy.compare_worlds(match, side, made)
            made += 1
        if made >= 60:
            break
    assert made >= 60


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view that tells the enemy's hand must not get by."""
    honest = type(game()).view

    def leaky(self, state, side):
        view = honest(self, state, side)
        return type(view)(
            **{
                **{name: getattr(view, name) for name in view.__struct_fields__},
                "dice": tuple(len(chit) for chit in state.hands[PIRATE]),
            }
        )

    monkeypatch.setattr(type(game()), "view", leaky)

    def compare() -> None:
        for seed in range(1, 30):
            secrecy.compare_worlds(quiet(), COALITION, seed)

    with pytest.raises(secrecy.Leak):
        compare()
