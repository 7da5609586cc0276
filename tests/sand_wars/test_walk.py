"""What players are told of missions, raids and cards outside a combat: chances, dice, faces and reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from common.engine import Match, Roll, Seat
from common.engine.actions import Decline
from common.tabletop import CombatStage
from sand_wars import actions as act
from sand_wars.rules.combat.fire import FireOrder
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.recon import ReconCards, ReconRoll
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.dice import EventDraw
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP
from sand_wars.table.trays import TABLE, discards_of
from tests.sand_wars.fights import (
    action_card,
    advance_to,
    die,
    event_card,
    fight,
    finish,
    in_action,
    reaction_card,
    ringed,
    throw,
)
from tests.sand_wars.positions import arranged, play

ON_THE_COAST = {"A-mot2-1": "oran", "M-tank4-1": "agadir", "M-mot2-1": "agadir"}


def stage(match: Match, side: str) -> CombatStage | None:
    found: CombatStage | None = match.game.table.stage(Seat(match, side))
    return found


def rolls(match: Match) -> list[Roll]:
    return [roll for entry in match.journal.entries for roll in entry.rolls]


def interdicting() -> Match:
    """Ships off Agadir have shown what stands there."""
    match = in_action("Naval operations", ON_THE_COAST, war=True)
    return advance_to(play(match, act.Sortie("A-naval-1", "agadir")), "Interdicting")


def before_fire(defender: str) -> Match:
    """Algeria is about to fire first at a piece in Oujda, with a card that it may add."""
    place = {"A-tank4-1": "oujda", "A-base-1": "tlemcen", defender: "oujda"}
    card = action_card(ALGERIA, "Combat logistics")
    battle = {"step": "first fire", "advantage": ALGERIA}
    return fight(FireOrder(ALGERIA, "First fire"), place=place, hand=(card,), battle=battle)


# Dice and decks


@pytest.mark.rule("sand_wars", "INTD.6")
def test_dice_that_are_read_one_by_one_are_not_added_up() -> None:
    match = interdicting()
    match.state.draw_script = (throw(ALGERIA, 4, 6),)
    play(match, act.Engage("A-naval-1", "M-tank4-1"))
    thrown = rolls(match)[-1]
    assert (thrown.dice, thrown.apart, thrown.has_sum) == ((4, 6), True, False)
    assert str(thrown) == "Interdiction of Algeria: 4, 6"


@pytest.mark.rule("sand_wars", "GC.17", "TBL.2")
def test_the_two_dice_of_a_fire_are_a_sum() -> None:
    match = before_fire("M-tank4-1")
    match.state.draw_script = (throw(ALGERIA, 4, 6),)
    play(match, act.OpenFire())
    assert rolls(match)[0].has_sum and str(rolls(match)[0]).endswith("4+6")


@pytest.mark.rule("sand_wars", "SEQ.19")
def test_everybody_is_told_when_a_deck_is_shuffled_anew() -> None:
    match = in_action("Call for Aid", {"A-mot2-1": "oran"})
    state: Any = match.state
    state.pools[ALGERIA] = replace(state.pools[ALGERIA], content=(), discards=state.pools[ALGERIA].content)
    play(match, act.ChooseColumn("russia"))
    told = [entry for entry in match.journal.entries if entry.rules == ("SEQ.19",)]
    assert [entry.text for entry in told] == ["The deck of Algeria runs out: its discards are shuffled into a new one."]
    assert not told[0].only


# Chances


@pytest.mark.rule("sand_wars", "MPI.2", "MPI.3")
def test_each_column_of_aid_has_its_chances() -> None:
    match = in_action("Call for Aid", {"A-mot2-1": "oran"})
    table, cards = match.game.data.tables.intervention, match.game.data.cards
    sums = [sum(cards[card].dice) for card in match.state.pools[ALGERIA].content]
    for column in table.columns:
        odds = match.odds(act.ChooseColumn(column))
        assert odds is not None
        shown = {outcome.label: Fraction(outcome.weight, odds.total) for outcome in odds.outcomes}
        for name in set(shown):
            hits = sum(table.names[table.rows[str(total)][column]] == name for total in sums)
            assert shown[name] == Fraction(hits, len(sums)), (column, name)
        assert sum(shown.values()) == 1
    assert table.names.keys() == table.results.keys()


@pytest.mark.rule("sand_wars", "INTD.5")
def test_who_chooses_a_target_of_interdiction_sees_them_all_with_their_chances() -> None:
    match = interdicting()
    told = stage(match, ALGERIA)
    assert told is not None
    assert told.title == "Interdiction of Agadir from the sea"
    assert [step.title for step in told.steps if step.state == "now"] == ["Mission"]
    assert {unit.piece for unit in told.forces[1].units} == {"M-tank4-1", "M-mot2-1"}
    assert {odds.title for odds in told.odds} == {
        "Interdiction at Tank (modern), 2 dice", "Interdiction at Motorized Infantry, 2 dice",
    }  # fmt: skip


@pytest.mark.rule("sand_wars", "REA.SOFD.a")
def test_an_attack_that_can_be_answered_is_named_with_what_it_may_do() -> None:
    guard = reaction_card(MOROCCO, "SOF defense")
    place = {"A-cdo1-1": "maghnia", "M-base-1": "oujda"}
    match = in_action("SOF attack", place, enemy_hand=(guard,))
    play(match, act.SofFrom("A-cdo1-1", "march"), act.AimAt("M-base-1"))
    told = stage(match, MOROCCO)
    assert told is not None
    assert told.title == "SOF attack on the Logistics Base in Oujda"
    assert [odds.title for odds in told.odds] == ["SOF defense", "Attack on the Logistics Base in Oujda, 2 dice"]
    unknown = (*match.state.pools[ALGERIA].content, *match.state.hands[ALGERIA])
    dice = [match.game.data.cards[card].dice for card in unknown]
    none = next(outcome for outcome in told.odds[1].outcomes if outcome.label == "no effect")
    assert Fraction(none.weight, told.odds[1].total) == Fraction(sum(max(both) <= 3 for both in dice), len(dice))


@pytest.mark.rule("sand_wars", "GC.17")
def test_a_force_without_fire_has_no_chances() -> None:
    told = stage(before_fire("M-het0-1"), ALGERIA)
    assert told is not None
    assert not any("Morocco" in odds.title for odds in told.odds)


@pytest.mark.rule("sand_wars", "EVT.MINE.a")
def test_the_cell_that_minefields_have_hit_is_marked_on_their_row() -> None:
    place = {"A-mot2-1": "oujda", "A-nav2-1": "oujda", "M-mot2-1": "oujda"}
    card, ring = event_card(MOROCCO, "Combat: Minefields"), ringed(MOROCCO, number=1)
    match = fight(ReconCards(ALGERIA), ReconRoll(), place=place, hand=("A68",), battle={"step": "recon"})
    match.state.draw_script = (die(ALGERIA, 1), ring, card, throw(MOROCCO, 4, 3))
    play(match, act.EndRecon())
    assert type(match.state.step) is Casualties
    told = stage(match, ALGERIA)
    assert told is not None
    row = next(row for row in told.rows if row.side == MOROCCO)
    assert (row.title, row.columns[row.live], row.cells[row.live]) == ("Morocco, row 10-12", "7", "2")


# Who flies


@pytest.mark.rule("sand_wars", "GC.6", "ICP.1", "AD.3")
def test_markers_in_flight_stand_in_the_combat_and_are_shot_at_by_their_counters() -> None:
    guard, card = reaction_card(MOROCCO, "Air intercept"), action_card(ALGERIA, "Air operations")
    place = {"A-tank4-1": "oujda", "A-base-1": "maghnia", "M-tank4-1": "oujda"}
    match = fight(AirStep(ALGERIA), place=place, hand=(card,), enemy_hand=(guard,), battle={"step": "air"})
    play(match, act.JoinSortie(card, "A-airstrike-1"))
    shot = next(action for action in match.legal() if isinstance(action, act.Shoot))
    gesture = match.game.table.gesture(Seat(match, MOROCCO), shot)
    assert (gesture.piece, gesture.space) == ("A-airstrike-1", "")
    play(match, Decline(), act.Intercept(guard, "M-airstrike-1", "A-airstrike-1"))
    for side in (ALGERIA, MOROCCO):
        told = stage(match, side)
        assert told is not None
        remarks = [{unit.piece: unit.remark for unit in force.units} for force in told.forces]
        assert remarks[0]["A-airstrike-1"] == "comes to support"
        assert remarks[1]["M-airstrike-1"] == "intercepts"


# What the journal tells of a fight


def test_a_mission_is_a_fight_of_its_own_and_ends_with_its_round() -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-mot2-2": "agadir"}
    card = action_card(ALGERIA, "Naval operations")
    match = finish(fight(place=place, hand=(card,)))
    lines = match.game.table.fight_lines
    assert lines(match.journal.entries)[0].rules == ("GC.5",)
    play(match, act.PlayCard(card), act.Sortie("A-naval-1", "agadir"))
    assert lines(match.journal.entries)[0].rules == ("NAV.1",)
    match = advance_to(match, "Interdicting")
    play(match, act.Engage("A-naval-1", "M-mot2-2"))
    before = len(lines(match.journal.entries))
    play(match, act.Pass())
    assert len(lines(match.journal.entries)) == before


def test_what_is_only_carried_is_no_fight() -> None:
    match = in_action("Special move", {"A-cdo1-1": "oran", "A-mot2-1": "alger"})
    play(match, act.Board("A-cdo1-1", "A-air_supply-1"), act.Land("alger"))
    assert any(entry.rules == ("AIR.12",) for entry in match.journal.entries)
    assert not match.game.table.fight_lines(match.journal.entries)


# Cards and lists


@pytest.mark.rule("sand_wars", "EVP.1")
def test_a_card_that_lies_there_for_its_event_shows_the_event() -> None:
    card = event_card(ALGERIA, "Oil demand down")
    match = arranged(EventDraw(ALGERIA, "SEQ.10"), place={"A-mot2-1": "oran"}, hand=("A45",), draws=(card,))
    trays = {tray.id: tray for tray in match.game.table.trays(match.game.view(match.state, ALGERIA))}
    assert [shown.face.title for shown in trays[TABLE].cards] == ["Oil demand down"]
    assert all(shown.side == ALGERIA for shown in trays[discards_of(ALGERIA)].cards)


def test_the_order_of_battle_names_planning_and_boxes() -> None:
    match = arranged(place={"A-D1": "oran", "A-B2": "oran"})
    match.state.change("A-D1", up=True, pv=2)
    rows = {row[1]: row for row in match.game.table.forces(match.game.view(match.state, ALGERIA)).rows}
    assert rows["Division HQ A-D1"][4] == "PV 2"
    assert rows["Brigade HQ A-B2"][4] == "face down"
    assert rows["Division HQ A-D2"][3:] == ("set aside", "")


@pytest.mark.rule("sand_wars", "OH.5")
def test_a_drop_two_spaces_away_is_refused_for_its_second_step() -> None:
    match = in_action("Ops and Plans", {"A-D1": "ras_el_ma"})
    match.state.change("A-D1", up=True, pv=1)
    refusal = match.game.table.refuse(Seat(match, ALGERIA), ("A-D1",), "ain_beni_mathar")
    assert refusal is not None and refusal.rule == "OH.5"


@pytest.mark.rule("sand_wars", "ICP.5", "ELI.3")
@pytest.mark.parametrize(("with_elint", "rule"), [(False, "ICP.5"), (True, "ELI.3")])
def test_who_fires_at_interceptors_is_told_whether_that_comes_first(with_elint: bool, rule: str) -> None:
    more = (action_card(MOROCCO, "Air operations", 1),)
    guards = tuple(reaction_card(ALGERIA, "Air intercept", number) for number in range(2))
    place = {"A-mot2-1": "maghnia", "M-elint-1": OFF_MAP}
    match = in_action("Air operations", place, MOROCCO, war=True, hand=more, enemy_hand=guards)
    play(match, act.Sortie("M-airstrike-1", "interdiction"), act.AimAt("maghnia"))
    if with_elint:
        play(match, act.JoinSortie(more[0], "M-elint-1"))
    match = advance_to(match, "Interception")
    match.state.draw_script = () if with_elint else (throw(ALGERIA, 1, 1), throw(ALGERIA, 2, 1))
    for guard, marker in zip(guards, ("A-airstrike-1", "A-airstrike-2"), strict=True):
        play(match, act.Intercept(guard, marker, "M-airstrike-1"))
    assert f"({rule})" in advance_to(match, "FireBack").prompt


def test_a_ring_is_told_with_its_card() -> None:
    """DIC.1  What interrupts a roll is named where the card is turned."""
    card = ringed(ALGERIA)
    match = in_action("Call for Aid", {"A-mot2-1": "oran"})
    match.state.draw_script = (card,)
    play(match, act.ChooseColumn("russia"))
    assert any(entry.text.endswith("ringed Event.") for entry in match.journal.entries)


@pytest.mark.rule("sand_wars", "WIN.6", "WIN.12", "WIN.14")
def test_who_may_show_his_objective_is_told_what_it_brings() -> None:
    match = arranged(place={"A-mot2-1": "oran"}, hand=("A01",), goals=("AO1", "MO1"))
    gesture = match.game.table.gesture(Seat(match, ALGERIA), act.RevealObjective())
    assert gesture.hint == "Brings: Insurgent Camp, 2 Guerrilla units."
    parts = match.game.table.victory(match.game.view(match.state, ALGERIA))
    told = {row.label: row.value for part in parts for row in part.rows}
    assert told["Brings when it is shown"] == "Insurgent Camp, 2 Guerrilla units"
    match.state.reinforced = frozenset({ALGERIA})
    assert "none" in match.game.table.gesture(Seat(match, ALGERIA), act.RevealObjective()).hint
