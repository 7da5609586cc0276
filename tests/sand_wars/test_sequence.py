"""SEQ, OH, EVP, OPS, DRW  Turns and phases, the outbreak of war, hands and their limits."""

from __future__ import annotations

import pytest

from common.engine import Concede
from common.engine.actions import Add, Confirm
from sand_wars.actions import (
    ChangeObjective,
    DeclareWar,
    KeepObjective,
    KeepPeace,
    Pass,
    PlayCard,
    RaisePlanning,
    RevealObjective,
    StandUp,
)
from sand_wars.rules.hand import Discarding, hand_limit
from sand_wars.rules.hostilities import Declaration
from sand_wars.rules.marker import advance_marker
from sand_wars.rules.sequence import EndOfPlayerTurn, PlayerTurn, events_due
from sand_wars.state import ALGERIA, MOROCCO, SIDES
from tests.asking import offered, refused, step, told
from tests.sand_wars.positions import arranged, begun, card_with, play, put, quiet

HARMLESS = "Combat: Panic"  # an event that does nothing outside combat


def quiet_cards(side: str) -> tuple[str, str]:
    """Two events that do nothing outside combat, for turns that begin by themselves."""
    first = quiet_card(side)
    return first, quiet_card(side, (first,))


def quiet_card(side: str, besides: tuple[str, ...] = ()) -> str:
    return card_with(arranged(), side, besides, event=HARMLESS)


# Turns


@pytest.mark.rule("sand_wars", "SEQ.7", "SET.11", "INT.2", "SET.10")
def test_algeria_begins_strategic_one() -> None:
    match = begun()
    state = match.state
    assert (state.active, state.track, state.box, state.war) == (ALGERIA, "strategic", 1, False)
    assert told(match, "SEQ.10")[0].startswith("Event drawn by Algeria")


@pytest.mark.rule("sand_wars", "SEQ.9", "SEQ.14", "OPS.3")
def test_a_player_turn_has_three_phases_in_order() -> None:
    card = quiet_card(ALGERIA)
    match = arranged(PlayerTurn(ALGERIA), draws=(card,))
    seen = [step(match)]
    for action in (KeepObjective(), KeepObjective(), KeepPeace(), Pass()):
        match.play(action)
        seen.append(step(match))
    assert seen == ["ObjectiveChange", "ObjectiveChange", "Declaration", "Operations", "Discarding"]


@pytest.mark.rule("sand_wars", "SEQ.1", "CRD.5")
def test_cards_wait_for_the_operations_phase_and_for_the_own_turn() -> None:
    card = quiet_card(ALGERIA)
    match = arranged(PlayerTurn(ALGERIA), draws=(card,), hand=("A21",), place={"A-D1": "oran"})
    assert refused(match, PlayCard("A21")) == "WIN.13"
    for action in (KeepObjective(), KeepObjective(), KeepPeace()):
        play(match, action)
    assert refused(match, PlayCard("A21")) is None
    other = arranged(side=MOROCCO, enemy_hand=("A21",), place={"A-D1": "oran"})
    assert refused(other, PlayCard("A21")) == "CRD.3"


@pytest.mark.rule("sand_wars", "SEQ.10", "SEQ.11")
@pytest.mark.parametrize(("chips", "war", "cards"), [(0, False, 1), (3, False, 1), (4, False, 2), (0, True, 2)])
def test_chips_and_war_bring_a_second_event(chips: int, war: bool, cards: int) -> None:
    match = arranged(chips=chips, war=war)
    assert events_due(match.state) == cards
    first = quiet_card(ALGERIA)
    second = quiet_card(ALGERIA, (first,))
    match = arranged(PlayerTurn(ALGERIA), draws=(first, second), chips=chips, war=war)
    assert len(told(match, "SEQ.10")) == cards


@pytest.mark.rule("sand_wars", "SEQ.11")
def test_the_second_event_comes_from_the_deck_that_the_first_one_left() -> None:
    start = arranged()
    war = card_with(start, ALGERIA, event="War breaks out!")
    match = arranged(PlayerTurn(ALGERIA), draws=(war, "A45", war), chips=6)
    assert match.state.war
    lines = told(match, "SEQ.10")
    assert [war in line for line in lines] == [True, True]  # reshuffled in between, the same card came again
    assert match.state.hands[ALGERIA] == ("A45",)


@pytest.mark.rule("sand_wars", "EVP.2")
def test_a_resolved_event_goes_to_the_discards() -> None:
    card = quiet_card(ALGERIA)
    match = arranged(PlayerTurn(ALGERIA), draws=(card,))
    assert match.state.pools[ALGERIA].discards == (card,)
    assert match.state.limbo[ALGERIA] == ()


@pytest.mark.rule("sand_wars", "SEQ.20", "GTN.1")
def test_the_marker_moves_after_the_second_player() -> None:
    match = arranged(EndOfPlayerTurn(ALGERIA), box=3, draws=quiet_cards(MOROCCO))
    assert (match.state.box, match.state.turn, match.state.active) == (3, 1, MOROCCO)
    match = arranged(EndOfPlayerTurn(MOROCCO), side=MOROCCO, box=3, draws=quiet_cards(ALGERIA))
    assert (match.state.box, match.state.turn, match.state.active) == (4, 2, ALGERIA)


@pytest.mark.rule("sand_wars", "SEQ.4", "SEQ.5", "SCN.1", "SEQ.3")
@pytest.mark.parametrize("war", [False, True])
def test_the_scenario_ends_after_box_ten(war: bool) -> None:
    match = arranged(EndOfPlayerTurn(MOROCCO), side=MOROCCO, war=war, box=10, first=ALGERIA)
    assert match.result is not None
    assert match.result.rule == "WIN.7"
    first_half = arranged(EndOfPlayerTurn(ALGERIA), war=war, box=10, draws=quiet_cards(MOROCCO))
    assert first_half.result is None


@pytest.mark.rule("sand_wars", "SEQ.21")
def test_a_marker_that_passes_ten_ends_the_game_at_once() -> None:
    match = arranged(box=10)
    advance_marker(match.state, "ACT.INFO.a")
    assert match.result is not None
    assert match.state.shown == set(SIDES)
    match.tell()
    assert "The turn marker leaves Strategic 10: the game is over." in match.journal.text()


@pytest.mark.rule("sand_wars", "SEQ.6")
def test_who_concedes_gives_the_other_a_decisive_victory() -> None:
    match = begun()
    match.play(Concede(ALGERIA))
    assert match.result is not None
    assert (match.result.winner, match.result.level) == (MOROCCO, "Morocco: Decisive Victory")


@pytest.mark.rule("sand_wars", "TRG.5")
def test_a_marker_moved_in_mid_turn_moves_again_at_its_end() -> None:
    match = arranged(side=MOROCCO, war=True, box=6, first=ALGERIA, weather=True)
    advance_marker(match.state, "TRG.4")
    assert (match.state.box, match.state.weather) == (7, True)
    match.state.flow = [EndOfPlayerTurn(MOROCCO)]
    match.state.draw_script = quiet_cards(ALGERIA)
    match._settle()
    assert (match.state.box, match.state.weather) == (8, False)


# Operations


@pytest.mark.rule("sand_wars", "INT.3", "SEQ.14")
def test_without_cards_only_passing_and_revealing_are_left() -> None:
    match = arranged(hand=())
    assert set(match.legal()) == {Pass(), RevealObjective()}


@pytest.mark.rule("sand_wars", "SEQ.14", "OPS.4", "CRD.6")
def test_after_a_round_one_may_play_on_or_pass_and_cards_are_kept() -> None:
    match = arranged(hand=("A21", "A22", "A45"), place={"A-D1": "oran"})
    play(match, PlayCard("A21"), StandUp("A-D1"))
    assert step(match) == "Operations"
    assert refused(match, Pass()) is None
    assert refused(match, PlayCard("A22")) is None
    assert match.state.hands[ALGERIA] == ("A22", "A45")
    assert match.state.pools[ALGERIA].discards == ("A21",)
    assert not any(entry.text.startswith("Event") for entry in match.journal)  # played for its Action alone
    play(match, Pass())
    assert match.state.hands[ALGERIA] == ("A22", "A45")


@pytest.mark.rule("sand_wars", "DEF.ACT.2", "OPS.2")
def test_one_card_does_one_thing() -> None:
    match = arranged(hand=("A21",), place={"A-D1": "oran", "A-mot2-1": "oran"})
    play(match, PlayCard("A21"), StandUp("A-D1"))
    assert refused(match, RaisePlanning("A-D1")) == "SEQ.14"


@pytest.mark.rule("sand_wars", "ACT.CONF.a", "REA.CONF.a")
def test_command_confusion_cannot_be_played() -> None:
    match = arranged()
    card = card_with(match, ALGERIA, action="Command confusion")
    match = arranged(hand=(card,))
    assert refused(match, PlayCard(card)) == "ACT.CONF.a"
    play(match, Pass(), Add(card), Confirm())
    assert card in match.state.pools[ALGERIA].discards


# Open Hostilities


@pytest.mark.rule("sand_wars", "OH.7", "OH.10", "OH.11", "OH.12", "SEQ.13")
def test_a_declared_war() -> None:
    match = arranged(Declaration(MOROCCO), side=MOROCCO, box=6, hand=("M01",), enemy_hand=("A01", "A02"), chips=1)
    state = match.state
    for side in SIDES:
        pool = state.pools[side]
        state.pools[side] = pool.take(*pool.content[:5]).discard(*pool.content[:5])
    play(match, DeclareWar())
    assert (state.war, state.track, state.box, state.first) == (True, "operational", 1, MOROCCO)
    assert [state.pools[side].discards for side in SIDES] == [(), ()]
    assert state.hands == {ALGERIA: ("A01", "A02"), MOROCCO: ("M01",)}
    state.flow = [EndOfPlayerTurn(MOROCCO)]
    state.draw_script = quiet_cards(ALGERIA)
    match._settle()
    assert (state.box, state.active) == (1, ALGERIA)
    state.flow = [EndOfPlayerTurn(ALGERIA)]
    state.draw_script = quiet_cards(MOROCCO)
    match._settle()
    assert (state.box, state.active) == (2, MOROCCO)


@pytest.mark.rule("sand_wars", "SEQ.13")
def test_war_is_not_declared_in_the_operations_phase_nor_twice() -> None:
    assert refused(arranged(), DeclareWar()) == "SEQ.14"
    assert step(arranged(Declaration(ALGERIA), war=True)) == "Discarding"


@pytest.mark.rule("sand_wars", "OH.17")
def test_the_outbreak_does_not_lift_the_weather() -> None:
    match = arranged(Declaration(MOROCCO), side=MOROCCO, box=6, weather=True)
    play(match, DeclareWar())
    state = match.state
    assert state.weather
    state.flow = [EndOfPlayerTurn(MOROCCO)]
    state.draw_script = quiet_cards(ALGERIA)
    match._settle()
    assert state.weather  # the Game Turn goes on with Algeria's half
    state.flow = [EndOfPlayerTurn(ALGERIA)]
    state.draw_script = quiet_cards(MOROCCO)
    match._settle()
    assert not state.weather


# Discard and Draw


@pytest.mark.rule("sand_wars", "SEQ.18", "DRW.2", "DRW.3")
def test_discard_what_one_likes_and_draw_exactly_to_the_limit() -> None:
    hand = ("A01", "A02", "A03", "A04")
    match = arranged(Discarding(side=ALGERIA), hand=hand, hand_base={ALGERIA: 7, MOROCCO: 5})
    play(match, Add("A04"), Confirm())
    mine = told(match, "DRW.3")
    assert len(match.state.hands[ALGERIA]) == 7
    assert len(mine) == 1
    assert mine[0].count("(A") == 4
    assert "A04" in match.state.pools[ALGERIA].discards
    nothing = arranged(Discarding(side=ALGERIA), hand=hand)
    play(nothing, *map(Add, hand), Confirm())
    assert len(nothing.state.hands[ALGERIA]) == 6


@pytest.mark.rule("sand_wars", "DRW.3")
def test_a_hand_over_the_limit_is_cut_down_first() -> None:
    hand = tuple(f"A0{number}" for number in range(1, 9))
    match = arranged(Discarding(side=ALGERIA), hand=hand)
    assert refused(match, Confirm()) == "DRW.3"
    play(match, Add("A01"))
    assert refused(match, Confirm()) == "DRW.3"
    play(match, Add("A02"), Confirm())
    assert len(match.state.hands[ALGERIA]) == 6
    assert match.state.hands[ALGERIA] == hand[2:]


@pytest.mark.rule("sand_wars", "SEQ.19")
def test_drawing_goes_on_with_the_reshuffled_discards() -> None:
    match = arranged(Discarding(side=ALGERIA), hand=("A01", "A02"))
    state = match.state
    pool = state.pools[ALGERIA]
    two = pool.content[:2]
    state.pools[ALGERIA] = pool.take(*pool.content[2:]).discard(*pool.content[2:])
    play(match, Confirm())
    assert len(state.hands[ALGERIA]) == 6
    assert set(two) <= set(state.hands[ALGERIA])
    assert len(state.pools[ALGERIA].content) == 66


@pytest.mark.rule("sand_wars", "DRW.1")
def test_nobody_reacts_in_the_draw_phase() -> None:
    match = arranged(Discarding(side=ALGERIA), enemy_hand=("M01",))
    assert match.to_act == ALGERIA
    assert {type(action).__name__ for action in match.legal()} == {"Confirm"}


@pytest.mark.rule("sand_wars", "DRW.5", "DRW.4", "DSP.3")
def test_hands_grow_on_even_boxes_up_to_ten() -> None:
    match = begun()
    state = match.state
    assert state.hand_base == {ALGERIA: 6, MOROCCO: 5}
    advance_marker(state, "SEQ.20")
    assert (hand_limit(state, ALGERIA), hand_limit(state, MOROCCO)) == (7, 6)
    advance_marker(state, "SEQ.20")
    assert (hand_limit(state, ALGERIA), hand_limit(state, MOROCCO)) == (7, 6)
    state.hand_base = {ALGERIA: 10, MOROCCO: 9}
    advance_marker(state, "SEQ.20")
    assert state.hand_base == {ALGERIA: 10, MOROCCO: 10}


@pytest.mark.rule("sand_wars", "DRW.6")
def test_each_lost_oil_or_nuclear_space_costs_algeria_a_card() -> None:
    match = arranged(place={"M-camp-1": "sbaa"})
    assert hand_limit(match.state, ALGERIA) == 5
    put(match.state, "A-mot2-1", "sbaa")  # disputed: still occupied by insurgents
    assert hand_limit(match.state, ALGERIA) == 5
    match.state.wrecked = frozenset({"eglab"})
    assert hand_limit(match.state, ALGERIA) == 4
    match.state.take(MOROCCO, "hassi_rmel")
    assert hand_limit(match.state, ALGERIA) == 3


@pytest.mark.rule("sand_wars", "DRW.7", "DIS.9")
def test_each_lost_phosphate_space_or_city_costs_morocco_two_cards() -> None:
    match = arranged()
    match.state.wrecked = frozenset({"bou_craa"})
    assert hand_limit(match.state, MOROCCO) == 3
    match.state.wrecked = frozenset()
    put(match.state, "A-mot2-1", "fes")
    assert hand_limit(match.state, MOROCCO) == 3
    put(match.state, "M-mot2-1", "fes")  # merely disputed: not lost
    assert hand_limit(match.state, MOROCCO) == 5
    match.state.wrecked = frozenset({"rabat", "fes", "agadir"})
    assert hand_limit(match.state, MOROCCO) == 1  # never below one


@pytest.mark.rule("sand_wars", "DRW.8", "DRW.9")
def test_discoveries_add_while_held_and_conquests_never() -> None:
    match = arranged(place={"M-resource_marker-1": "tarfaya"})
    assert hand_limit(match.state, MOROCCO) == 6
    match.state.change("M-resource_marker-1", disrupted=True)
    assert hand_limit(match.state, MOROCCO) == 5
    match.state.change("M-resource_marker-1", disrupted=False)
    put(match.state, "A-mot2-1", "tarfaya")
    put(match.state, "A-mot2-2", "bou_craa")
    assert (hand_limit(match.state, MOROCCO), hand_limit(match.state, ALGERIA)) == (3, 6)


# Objectives in the sequence


@pytest.mark.rule("sand_wars", "WIN.13")
def test_both_may_change_at_the_end_of_an_events_phase() -> None:
    match = arranged(PlayerTurn(MOROCCO), side=MOROCCO, draws=(quiet_card(MOROCCO),))
    assert match.to_act == MOROCCO
    play(match, KeepObjective())
    assert match.to_act == ALGERIA
    assert len(offered(match, ChangeObjective)) == 6
    quiet(match)
    assert step(match) == "Operations"
