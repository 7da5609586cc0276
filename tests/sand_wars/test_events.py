"""EVT  Every event outside combat."""

from __future__ import annotations

from typing import Any

import pytest

from common.engine import Match, Side
from sand_wars.actions import (
    ClearDisruption,
    DiscardCard,
    DrawForUranium,
    PlaceCamp,
    PlaceLeader,
    PlaceUnit,
    Skip,
    Strengthen,
    StrikeTerror,
)
from sand_wars.rules.chips import add_chips
from sand_wars.rules.dice import EventDraw
from sand_wars.rules.hand import Discarding, hand_limit
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, OUT
from tests.asking import offered, refused, step, told
from tests.sand_wars.positions import arranged, at, card_with, play, put


def drawn(title: str, drawer: Side = ALGERIA, then: tuple[str, ...] = (), **fields: Any) -> Match:
    """A match in which a side has just drawn an event; `then` are the cards turned or drawn after it."""
    card = card_with(arranged(), drawer, event=title)
    return arranged(EventDraw(drawer, "SEQ.10"), side=drawer, draws=(card, *then), **fields)


def die(side: Side, face: int, besides: tuple[str, ...] = ()) -> str:
    """A card of a side without a ring whose left die shows a face."""
    match = arranged()
    data = match.game.data
    return next(
        id_
        for id_ in data.decks[side]
        if id_ not in besides and data.cards[id_].dice[0] == face and data.cards[id_].trigger == "none"
    )


def hand_of(side: Side, count: int, besides: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Some cards of a side."""
    return tuple(card for card in arranged().game.data.decks[side] if card not in besides)[:count]


# People


@pytest.mark.rule("sand_wars", "EVT.ALD.a")
def test_algerian_leader_joins_a_face_down_hq() -> None:
    match = drawn("Algerian leadership", MOROCCO, place={"A-D1": "oran", "A-mot2-1": "saida", "M-mot2-1": "rabat"})
    assert match.to_act == ALGERIA
    assert refused(match, PlaceLeader("rabat")) == "EVT.ALD.a"
    assert refused(match, PlaceLeader("saida")) is None
    play(match, PlaceLeader("A-D1"))
    leader = match.state.pieces["A-leader-1"]
    assert (leader.at, leader.hq) == ("oran", "A-D1")
    assert not match.state.pieces["A-D1"].up


@pytest.mark.rule("sand_wars", "EVT.MLD.a")
def test_moroccan_leader_joins_an_hq_or_a_unit() -> None:
    match = drawn("Moroccan leadership", ALGERIA, place={"M-B1": "fes", "M-mot2-1": "taza"})
    assert {action.target for action in offered(match, PlaceLeader)} == {"M-B1", "fes", "taza"}
    play(match, PlaceLeader("taza"))
    assert (at(match, "M-leader-1"), match.state.pieces["M-leader-1"].hq) == ("taza", "")


def test_no_leader_is_placed_when_both_are_in_play() -> None:
    place = {"A-D1": "oran", "A-leader-1": "oran", "A-leader-2": "oran"}
    assert step(drawn("Algerian leadership", place=place)) == "Discarding"


@pytest.mark.rule("sand_wars", "EVT.AVO.a", "SEQ.12", "SET.9")
def test_volunteers_need_a_link_to_the_capital() -> None:
    place = {"A-mot2-9": "alger", "M-mot2-1": "reggane", "M-mot2-2": "in_salah"}
    match = drawn("Algerian volunteers", MOROCCO, place=place)
    assert match.to_act == ALGERIA
    assert refused(match, PlaceUnit("A-mot2-1", "reggane")) == "EVT.AVO.a"  # the enemy is there
    assert refused(match, PlaceUnit("A-mot2-1", "rabat")) == "EVT.AVO.a"
    assert refused(match, PlaceUnit("A-mot2-1", "tindouf")) is None
    play(match, PlaceUnit("A-mot2-1", "tindouf"))
    assert (at(match, "A-mot2-1"), match.state.pieces["A-mot2-1"].cv) == ("tindouf", 2)


@pytest.mark.rule("sand_wars", "EVT.AVO.a")
def test_volunteers_cannot_reach_a_cut_off_space() -> None:
    ring = {"M-mot2-1": "gara_djebilet", "M-mot2-2": "bou_bernous"}
    match = drawn("Algerian volunteers", place=ring)
    assert match.state.controller("eglab") == ALGERIA
    assert refused(match, PlaceUnit("A-mot2-1", "eglab")) == "EVT.AVO.a"
    assert refused(match, PlaceUnit("A-mot2-1", "alger")) is None
    put(match.state, "A-mot2-9", "bou_bernous")  # a disputed space is a link again
    assert refused(match, PlaceUnit("A-mot2-1", "eglab")) is None
    taken = drawn("Algerian volunteers", place={"M-mot2-1": "alger"})
    assert step(taken) == "Discarding"  # the capital is lost, nothing is linked to it


@pytest.mark.rule("sand_wars", "EVT.MVO.a")
def test_moroccan_volunteers_go_to_western_sahara_or_are_declined() -> None:
    match = drawn("Moroccan volunteers", ALGERIA, place={"M-guards-1": "rabat"})
    assert refused(match, PlaceUnit("M-mot2-1", "laayoune")) is None
    play(match, Skip())
    assert at(match, "M-mot2-1") == "aside"


@pytest.mark.rule("sand_wars", "EVT.COUA.a")
def test_a_coup_removes_an_hq_and_leaves_its_units() -> None:
    data = arranged().game.data
    title = card_with(arranged(), ALGERIA, event="Coup attempt (Algeria)")
    dice = next(c for c in data.decks[ALGERIA] if data.cards[c].dice == (3, 1) and data.cards[c].trigger == "none")
    match = arranged(place={"A-B1": "saida"})
    put(match.state, "A-D1", "oran", up=True, pv=2)
    for number in range(1, 5):
        put(match.state, f"A-mot2-{number}", "oran", hq="A-D1")
    match.state.flow.append(EventDraw(ALGERIA, "SEQ.10"))
    match.state.draw_script = (title, dice)
    match._settle()
    assert (at(match, "A-B1"), at(match, "A-D1")) == ("saida", OUT)  # in the order of ids: three, then one
    units = [match.state.pieces[f"A-mot2-{number}"] for number in range(1, 5)]
    assert {(unit.at, unit.hq) for unit in units} == {("oran", "")}


@pytest.mark.rule("sand_wars", "EVT.COUM.a")
def test_a_coup_spares_whoever_rolls_more_than_one() -> None:
    match = drawn("Coup attempt (Morocco)", ALGERIA, (die(ALGERIA, 2),), place={"M-B1": "fes"})
    assert at(match, "M-B1") == "fes"
    fatal = drawn("Coup attempt (Morocco)", ALGERIA, (die(ALGERIA, 1),), place={"M-leader-1": "fes", "M-mot2-1": "fes"})
    assert at(fatal, "M-leader-1") == OUT


@pytest.mark.rule("sand_wars", "EVT.DISA.a")
@pytest.mark.parametrize(("oran", "left"), [("A-mot2-1", 3), ("A-mech3-1", 7)])
def test_disturbances_cost_half_the_hand(oran: str, left: int) -> None:
    hand = hand_of(ALGERIA, 7, (card_with(arranged(), ALGERIA, event="Disturbances (Algeria)"),))
    place = {oran: "oran", "A-guards-1": "alger", "A-rec1-1": "alger"}
    match = drawn("Disturbances (Algeria)", hand=hand, place=place)
    assert len(match.state.hands[ALGERIA]) == left
    alone = drawn("Disturbances (Algeria)", hand=hand, place={oran: "oran", "A-guards-1": "alger"})
    assert len(alone.state.hands[ALGERIA]) == 3  # the Guards count for two only


@pytest.mark.rule("sand_wars", "EVT.DISM.a")
def test_disturbances_in_morocco_ask_for_rabat_and_casablanca() -> None:
    hand = hand_of(MOROCCO, 5)
    place = {"M-mot2-1": "casablanca", "M-mech3-1": "rabat"}
    match = drawn("Disturbances (Morocco)", ALGERIA, enemy_hand=hand, place=place)
    assert len(match.state.hands[MOROCCO]) == 2
    calm = drawn("Disturbances (Morocco)", ALGERIA, enemy_hand=hand, place=place | {"M-mot2-2": "casablanca"})
    assert len(calm.state.hands[MOROCCO]) == 5


@pytest.mark.rule("sand_wars", "EVT.LIB.a")
def test_libyan_border_shows_the_hand_and_takes_an_ops_card() -> None:
    event = card_with(arranged(), MOROCCO, event="Libyan border activity")
    match = arranged(EventDraw(MOROCCO, "SEQ.10"), side=MOROCCO, draws=(event,), enemy_hand=("A01", "A02", "A45"))
    assert match.to_act == ALGERIA
    assert refused(match, DiscardCard("A45")) == "EVT.LIB.a"
    play(match, DiscardCard("A02"))
    assert match.state.hands[ALGERIA] == ("A01", "A45")
    seen = [entry.text for entry in match.journal.view(MOROCCO) if "EVT.LIB.a" in entry.rules]
    assert any("Ops and Plans" in text and "hand" in text for text in seen)
    assert not any("Ops and Plans /" in entry.text for entry in match.journal.view(None))
    without = arranged(EventDraw(MOROCCO, "SEQ.10"), side=MOROCCO, draws=(event,), enemy_hand=("A45",))
    assert without.state.hands[ALGERIA] == ("A45",)
    assert without.to_act == MOROCCO


# Powers and institutions


@pytest.mark.rule("sand_wars", "EVT.ARAB.a")
@pytest.mark.parametrize("drawer", [ALGERIA, MOROCCO])
def test_arab_league_helps_whoever_has_been_entered(drawer: Side) -> None:
    match = drawn("Arab league intervenes", drawer, place={"A-guerrilla-1": "mijek"})
    assert (len(match.state.hands[MOROCCO]), len(match.state.hands[ALGERIA])) == (1, 0)
    assert match.state.box == 1
    both = drawn("Arab league intervenes", drawer, place={"A-guerrilla-1": "mijek", "M-camp-1": "sbaa"})
    assert (len(both.state.hands[MOROCCO]), len(both.state.hands[ALGERIA])) == (1, 1)


@pytest.mark.rule("sand_wars", "EVT.ARAB.b", "EVT.MPI.b", "EVT.NEWS.b", "EVT.UN.b", "OH.13")
@pytest.mark.parametrize(
    "title", ["Arab league intervenes", "Major power intervenes", "Global news coverage", "UN emergency session"]
)
def test_after_the_outbreak_some_events_advance_the_marker(title: str) -> None:
    match = drawn(title, war=True, box=4)
    assert (match.state.track, match.state.box) == ("operational", 5)
    last = drawn(title, war=True, box=10)
    assert last.result is not None
    peace = drawn(title, then=(die(ALGERIA, 1),) if title.startswith("UN") else (), box=4)
    assert (peace.state.track, peace.state.box) == ("strategic", 4)


@pytest.mark.rule("sand_wars", "EVT.MPI.a")
def test_major_power_gives_the_drawer_a_card_only_when_he_is_invaded() -> None:
    match = drawn("Major power intervenes", MOROCCO, place={"A-guerrilla-1": "tifariti"})
    assert len(match.state.hands[MOROCCO]) == 1
    other = drawn("Major power intervenes", ALGERIA, place={"A-guerrilla-1": "tifariti"})
    assert (len(other.state.hands[ALGERIA]), len(other.state.hands[MOROCCO])) == (0, 0)


@pytest.mark.rule("sand_wars", "EVT.UN.a")
@pytest.mark.parametrize(("chips", "face", "left"), [(3, 5, 0), (5, 2, 3)])
def test_un_session_takes_chips(chips: int, face: int, left: int) -> None:
    event = card_with(arranged(), ALGERIA, event="UN emergency session")
    match = drawn("UN emergency session", then=(die(ALGERIA, face, (event,)),), chips=chips)
    assert match.state.chips == left


@pytest.mark.rule("sand_wars", "EVT.NEWS.a")
def test_news_double_the_chips_of_the_game_turn() -> None:
    match = drawn("Global news coverage", chips=5, chips_placed=2)
    assert match.state.chips == 7
    add_chips(match.state, 1, "OPS.5", "A raid")
    assert match.state.chips == 9
    again = arranged(
        EventDraw(ALGERIA, "SEQ.10"),
        draws=(card_with(match, ALGERIA, event="Global news coverage"),),
        chips=5,
        chips_placed=2,
        news=True,
    )
    assert again.state.chips == 5  # a second news card adds nothing


@pytest.mark.rule("sand_wars", "EVT.WBO.a", "EVT.WBO.b", "OH.8", "OH.9", "DEF.CE.3", "OH.10", "OH.11")
def test_war_breaks_out_needs_six_chips() -> None:
    few = drawn("War breaks out!", chips=5)
    assert not few.state.war
    assert few.state.hands[ALGERIA] == ()
    match = drawn("War breaks out!", chips=6, hand=("A45",), box=6)
    assert match.state.war
    assert (match.state.track, match.state.box) == ("operational", 1)
    assert len(match.state.hands[ALGERIA]) == 2
    assert match.state.pools[ALGERIA].discards == ()  # the event card itself was shuffled in
    later = drawn("War breaks out!", chips=6, war=True, box=3)
    assert (later.state.box, later.state.hands[ALGERIA]) == (3, ())


@pytest.mark.rule("sand_wars", "OH.16")
def test_hostilities_never_end() -> None:
    for title in ("UN emergency session", "War breaks out!", "Arms market glutted"):
        assert drawn(title, war=True, chips=6).state.war


@pytest.mark.rule("sand_wars", "OH.12", "EVT.WBO.a")
def test_the_active_player_becomes_first_even_if_the_other_drew_the_war() -> None:
    card = card_with(arranged(), MOROCCO, event="War breaks out!")
    match = arranged(EventDraw(MOROCCO, "TRG.3"), side=ALGERIA, draws=(card,), chips=6)
    assert match.state.war
    assert match.state.first == ALGERIA
    assert len(match.state.hands[MOROCCO]) == 1  # the drawer draws


# Weather and money


@pytest.mark.rule("sand_wars", "EVT.WEA.a", "EVP.1", "EVP.2")
def test_bad_weather_lasts_the_game_turn_and_its_card_the_player_turn() -> None:
    match = drawn("Bad weather")
    card = card_with(match, ALGERIA, event="Bad weather")
    assert match.state.weather
    assert match.state.left_out[ALGERIA] == (card,)
    play(match, *[a for a in match.legal() if type(a).__name__ == "Confirm"])
    assert match.state.weather  # the Moroccan half of the Game Turn
    assert card in match.state.pools[ALGERIA].discards


@pytest.mark.rule("sand_wars", "EVT.ARMS.a")
def test_arms_market_serves_the_drawer_first_and_armor_too() -> None:
    event = card_with(arranged(), MOROCCO, event="Arms market glutted")
    match = arranged(side=MOROCCO, draws=(event,))
    put(match.state, "M-tank4-1", "fes", cv=2)
    put(match.state, "A-mot2-1", "oran", disrupted=True)
    match.state.flow.append(EventDraw(MOROCCO, "SEQ.10"))
    match._settle()
    assert match.to_act == MOROCCO
    play(match, Strengthen("M-tank4-1"))
    assert match.state.pieces["M-tank4-1"].cv == 3
    assert match.to_act == ALGERIA
    assert refused(match, Skip()) is None
    play(match, ClearDisruption("oran"))
    assert not match.state.pieces["A-mot2-1"].disrupted


@pytest.mark.rule("sand_wars", "EVT.OILD.a")
def test_oil_demand_down_costs_algeria_two_cards_once() -> None:
    match = drawn("Oil demand down", MOROCCO, hand_base={ALGERIA: 8, MOROCCO: 5})
    assert (hand_limit(match.state, ALGERIA), hand_limit(match.state, MOROCCO)) == (6, 5)
    state = match.state
    state.flow = [Discarding(side=ALGERIA)]
    Discarding(side=ALGERIA).confirm(state)
    assert len(state.hands[ALGERIA]) == 6
    assert hand_limit(state, ALGERIA) == 8  # the next Draw Phase is as usual


@pytest.mark.rule("sand_wars", "EVT.OILU.a", "EVT.OILU.b", "DIS.9")
def test_oil_demand_up_counts_undisrupted_spaces() -> None:
    match = drawn("Oil demand up", hand_base={ALGERIA: 6, MOROCCO: 5})
    state = match.state
    assert (hand_limit(state, ALGERIA), hand_limit(state, MOROCCO)) == (8, 6)
    state.wrecked = frozenset({"talsint", "sbaa", "krechba", "in_amenas"})
    assert hand_limit(state, MOROCCO) == 5
    assert hand_limit(state, ALGERIA) == 6 + 1 - 3  # five left: one card, and three lost


@pytest.mark.rule("sand_wars", "EVT.PHO.a")
def test_phosphate_boom_counts_control_by_insurgents() -> None:
    place = {"A-camp-1": "youssoufia"}
    match = drawn("Phosphate boom", place=place, hand_base={ALGERIA: 6, MOROCCO: 5})
    assert hand_limit(match.state, ALGERIA) == 7
    assert hand_limit(match.state, MOROCCO) == 5 + 2 - 2
    match.state.wrecked = frozenset({"youssoufia"})
    assert hand_limit(match.state, ALGERIA) == 6


@pytest.mark.rule("sand_wars", "EVT.BOMB.a")
def test_uranium_gives_cards_to_who_controls_it() -> None:
    match = drawn("Islamic bomb", MOROCCO)
    assert match.to_act == ALGERIA
    play(match, DrawForUranium())
    assert len(match.state.hands[ALGERIA]) == 2
    taken = drawn("Islamic bomb", MOROCCO, place={"M-camp-1": "eglab", "M-resource_marker-1": "midelt"})
    assert taken.to_act == MOROCCO
    play(taken, DrawForUranium())
    assert len(taken.state.hands[MOROCCO]) == 2
    play(taken, Skip())
    assert taken.state.hands[ALGERIA] == ()


@pytest.mark.rule("sand_wars", "EVT.MIN.a", "EVT.MIN.b", "PCE.19")
def test_a_discovery_lies_where_the_table_says_and_gives_a_card_while_held() -> None:
    event = card_with(arranged(), MOROCCO, event="Mineral discovery (Algeria)")
    match = drawn("Mineral discovery (Algeria)", MOROCCO, (die(MOROCCO, 1, (event,)),))
    assert at(match, "A-resource_marker-1") == "tabelbala"
    assert hand_limit(match.state, ALGERIA) == 7
    put(match.state, "M-mot2-1", "tabelbala")
    match.state.take(MOROCCO, "tabelbala")
    assert hand_limit(match.state, ALGERIA) == 6
    twice = drawn(
        "Mineral discovery (Algeria)", MOROCCO, (die(MOROCCO, 1, (event,)),), place={"A-resource_marker-3": "tabelbala"}
    )
    assert at(twice, "A-resource_marker-1") == "aside"


# Insurgents and terror


@pytest.mark.rule("sand_wars", "EVT.JIA.a")
def test_jihad_in_algeria_asks_for_an_unoccupied_space() -> None:
    match = drawn("Jihad in Algeria", place={"A-mot2-1": "sbaa"})
    assert match.to_act == MOROCCO
    assert refused(match, PlaceCamp("sbaa")) == "EVT.JIA.a"
    assert refused(match, PlaceCamp("rabat")) == "EVT.JIA.a"
    play(match, PlaceCamp("krechba"))
    assert match.state.controller("krechba") == MOROCCO


@pytest.mark.rule("sand_wars", "EVT.JIM.a", "OH.2")
def test_jihad_in_morocco_may_use_western_sahara() -> None:
    match = drawn("Jihad in Morocco", MOROCCO)
    assert match.to_act == ALGERIA
    assert refused(match, PlaceCamp("tripoint")) == "EVT.JIM.a"
    play(match, PlaceCamp("mijek"))
    assert (at(match, "A-camp-1"), match.state.chips) == ("mijek", 0)
    used = {f"A-camp-{number}": "mijek" for number in range(1, 5)}
    assert step(drawn("Jihad in Morocco", MOROCCO, place=used)) == "Discarding"


@pytest.mark.rule("sand_wars", "EVT.TER.a")
@pytest.mark.parametrize(("face", "wrecked"), [(3, False), (4, True), (6, True)])
def test_terrorist_attack_rolls_one_die_at_a_resource(face: int, wrecked: bool) -> None:
    event = card_with(arranged(), ALGERIA, event="Terrorist attack")
    match = drawn("Terrorist attack", then=(die(ALGERIA, face, (event,)),))
    play(match, StrikeTerror("resource@casablanca"))
    assert ("casablanca" in match.state.wrecked) == wrecked
    assert match.state.chips == 1
    assert at(match, "A-terror_attack-1") == "casablanca"


@pytest.mark.rule("sand_wars", "EVT.SPE.a")
def test_terrorist_spectacular_rolls_three_dice() -> None:
    match = arranged()
    data = match.game.data
    event = card_with(match, ALGERIA, event="Terrorist spectacular")
    low = [c for c in data.decks[ALGERIA] if max(data.cards[c].dice) <= 3 and data.cards[c].trigger == "none"]
    match = drawn("Terrorist spectacular", then=(low[0], die(ALGERIA, 5, (event, low[0]))), place={"M-base-1": "oujda"})
    play(match, StrikeTerror("M-base-1"))
    assert match.state.pieces["M-base-1"].disrupted  # the third die decides
    assert match.state.chips == 2
    declined = play(drawn("Terrorist spectacular"), Skip())
    assert (declined.state.chips, at(declined, "A-terror_spectacular-1")) == (0, OFF_MAP)


@pytest.mark.rule("sand_wars", "EVT.WOT.a")
def test_war_on_terror_draws_for_markers_at_home() -> None:
    place = {"A-terror_attack-1": "casablanca", "A-terror_attack-2": "rabat"}
    match = drawn("War on terror", then=(die(MOROCCO, 4),), place=place)
    assert len(match.state.hands[MOROCCO]) == 4
    assert {at(match, marker) for marker in place} == {OFF_MAP}
    nothing = drawn("War on terror")
    assert nothing.state.hands[MOROCCO] == ()


# In the Events Phase


@pytest.mark.rule("sand_wars", "EVP.3")
@pytest.mark.parametrize("title", ["Panic", "Ambush", "Low ammo", "Minefields", "Breakthrough", "Sandstorms"])
def test_combat_events_do_nothing_outside_combat(title: str) -> None:
    place = {"A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = drawn(f"Combat: {title}", place=place)
    assert {at(match, id_) for id_ in place} == {"oujda"}
    assert told(match, "EVP.3")
