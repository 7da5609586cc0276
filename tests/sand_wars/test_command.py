"""HQC, FSTR, FRT, ACT.C2, ACT.REC  Headquarters, frontage and reconstitution."""

from __future__ import annotations

from typing import Any

import pytest

from common.engine import Match
from common.engine.actions import Add, Confirm
from sand_wars.actions import (
    AttachTo,
    ClearDisruption,
    DetachFrom,
    PlaceHq,
    PlayCard,
    RaisePlanning,
    RetreatExcess,
    ReturnUnit,
    StandUp,
    Strengthen,
)
from sand_wars.rules.command import pay_pv, why_not_pay
from sand_wars.rules.forces import formation, frontage, move_piece, weight, why_no_room
from sand_wars.rules.frontage import enforce_frontage
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, REPLACEMENT
from tests.asking import offered, refused, step
from tests.sand_wars.positions import arranged, at, card_with, play, put

C2 = "A21"


def improving(place: dict[str, str], **fields: Any) -> Match:
    """Algeria has played C2 improvement."""
    match = arranged(hand=(C2,), place=place)
    for id_, changes in fields.items():
        match.state.change(id_.replace("_", "-"), **changes)
    return play(match, PlayCard(C2))


# C2 improvement


@pytest.mark.rule("sand_wars", "ACT.C2.a")
def test_a_new_hq_is_placed_face_down_in_a_friendly_space() -> None:
    match = improving({"M-mot2-1": "saida", "A-mot2-1": "oujda", "A-D2": "oran"})
    assert refused(match, PlaceHq("A-D1", "saida")) == "ACT.C2.a"
    assert refused(match, PlaceHq("A-D1", "rabat")) == "ACT.C2.a"
    assert refused(match, PlaceHq("A-D1", "oujda")) == "OH.1"
    assert refused(match, PlaceHq("A-D2", "oran")) == "ACT.C2.a"
    play(match, PlaceHq("A-D1", "tindouf"))
    hq = match.state.pieces["A-D1"]
    assert (hq.at, hq.up, hq.pv) == ("tindouf", False, 0)
    war = arranged(hand=(C2,), place={"A-mot2-1": "oujda"}, war=True)
    play(war, PlayCard(C2))
    assert refused(war, PlaceHq("A-D1", "oujda")) is None


@pytest.mark.rule("sand_wars", "HQC.4", "ACT.C2.d", "HQC.8", "PCE.4")
def test_hqs_are_stood_up_and_plan_up_to_three() -> None:
    match = improving({"A-D1": "oran"})
    assert refused(match, RaisePlanning("A-D1")) == "HQC.5"
    play(match, StandUp("A-D1"))
    assert (match.state.pieces["A-D1"].up, match.state.pieces["A-D1"].pv) == (True, 0)
    raised = improving({"A-D1": "oran"}, A_D1={"up": True, "pv": 1})
    assert refused(raised, StandUp("A-D1")) == "HQC.4"
    play(raised, RaisePlanning("A-D1"))
    assert raised.state.pieces["A-D1"].pv == 2
    full = improving({"A-D1": "oran"}, A_D1={"up": True, "pv": 3})
    assert refused(full, RaisePlanning("A-D1")) == "HQC.8"


@pytest.mark.rule("sand_wars", "ACT.C2.b", "DSP.6")
def test_any_number_of_units_is_attached_with_one_card() -> None:
    units = {f"A-mot2-{number}": "oran" for number in range(1, 4)}
    match = improving({"A-B1": "oran", "A-mot2-9": "saida"} | units, A_B1={"up": True})
    play(match, AttachTo("A-B1"))
    assert refused(match, Confirm()) == "ACT.C2.b"
    assert refused(match, Add("A-mot2-9")) == "ACT.C2.b"
    play(match, *map(Add, units), Confirm())
    assert {match.state.pieces[id_].hq for id_ in units} == {"A-B1"}
    assert step(match) == "Operations"
    stack = match.view(MOROCCO).stacks[ALGERIA]["oran"]
    assert (stack.blocks, stack.hqs) == (0, 1)
    assert not any(id_ in match.view(MOROCCO).pieces for id_ in units)


@pytest.mark.rule("sand_wars", "HQC.1")
@pytest.mark.parametrize(("hq", "room"), [("A-B1", 4), ("A-D1", 8)])
def test_capacity_of_an_hq(hq: str, room: int) -> None:
    units = [f"A-mot2-{number}" for number in range(1, room + 2)]
    match = arranged(hand=(C2,), place={hq: "oran"} | dict.fromkeys(units, "oran"))
    match.state.change(hq, up=True)
    play(match, PlayCard(C2), AttachTo(hq), *map(Add, units[:-1]))
    assert refused(match, Add(units[-1])) == "HQC.1"
    play(match, Confirm())
    again = arranged(hand=(C2,), place={hq: "oran"})
    again.state.change(hq, up=True)
    for id_ in units[:-1]:
        put(again.state, id_, "oran", hq=hq)
    put(again.state, units[-1], "oran")
    play(again, PlayCard(C2))
    assert refused(again, AttachTo(hq)) == "HQC.1"


@pytest.mark.rule("sand_wars", "HQC.5", "PCE.5")
def test_a_face_down_hq_takes_no_units() -> None:
    match = improving({"A-B1": "oran", "A-mot2-1": "oran"})
    assert refused(match, AttachTo("A-B1")) == "PCE.5"


@pytest.mark.rule("sand_wars", "HQC.10", "HQC.11")
def test_what_cannot_be_attached() -> None:
    others = ("A-B2", "A-cdo1-1", "A-guards-1", "A-guerrilla-1", "A-camp-1", "A-base-1")
    match = improving(dict.fromkeys(("A-B1", "A-mot2-1", "A-leader-1", *others), "alger"), A_B1={"up": True})
    play(match, AttachTo("A-B1"))
    assert {action.item for action in offered(match, Add)} == {"A-mot2-1", "A-leader-1"}


@pytest.mark.rule("sand_wars", "ACT.C2.c")
def test_units_are_detached_into_the_space() -> None:
    match = arranged(hand=(C2,), place={"A-B1": "oran"})
    match.state.change("A-B1", up=True)
    for number in (1, 2):
        put(match.state, f"A-mot2-{number}", "oran", hq="A-B1")
    play(match, PlayCard(C2), DetachFrom("A-B1"), Add("A-mot2-2"), Confirm())
    assert [match.state.pieces[f"A-mot2-{n}"].hq for n in (1, 2)] == ["A-B1", ""]
    assert at(match, "A-mot2-2") == "oran"
    lonely = improving({"A-B1": "oran"}, A_B1={"up": True})
    assert refused(lonely, DetachFrom("A-B1")) == "ACT.C2.c"


@pytest.mark.rule("sand_wars", "HQC.9", "HQC.7")
def test_activations_burn_planning_points_of_stood_up_hqs() -> None:
    state = arranged(place={"A-B1": "oran", "A-B2": "oran"}).state
    state.change("A-B1", up=True, pv=1)
    assert why_not_pay(state, "A-B1") is None
    pay_pv(state, "A-B1")
    assert state.pieces["A-B1"].pv == 0
    refusal = why_not_pay(state, "A-B1")
    assert refusal is not None
    assert refusal.rule == "HQC.9"
    assert why_not_pay(state, "A-B2") is None
    pay_pv(state, "A-B2")
    assert state.pieces["A-B2"].pv == 0


@pytest.mark.rule("sand_wars", "HQC.2", "FSTR.1")
def test_a_formation_moves_as_one() -> None:
    state = arranged(place={"A-D1": "oran"}).state
    units = [f"A-mot2-{number}" for number in range(1, 9)]
    for id_ in units:
        put(state, id_, "oran", hq="A-D1")
    put(state, "A-leader-1", "oran", hq="A-D1")
    assert set(formation(state, "A-D1")) == {"A-D1", "A-leader-1", *units}
    assert weight(state, "A-D1") == 9
    move_piece(state, "A-D1", "saida")
    assert {state.pieces[id_].at for id_ in ("A-D1", "A-leader-1", *units)} == {"saida"}
    assert formation(state, "A-mot2-1") == ["A-mot2-1"]


# Frontage


def crowd(state: Any, side: str, space: str, count: int) -> None:
    letter = side[0].upper()
    codes = [f"{letter}-mot2-{n}" for n in range(1, 13)] + [f"{letter}-mech3-{n}" for n in range(1, 9)]
    for id_ in codes[:count]:
        put(state, id_, space)


@pytest.mark.rule("sand_wars", "FRT.1", "FRT.7")
def test_twelve_ground_units_a_side() -> None:
    state = arranged().state
    crowd(state, ALGERIA, "oran", 11)
    assert why_no_room(state, ALGERIA, "oran", 1) is None
    put(state, "A-mech3-1", "oran")
    refusal = why_no_room(state, ALGERIA, "oran", 1)
    assert refusal is not None
    assert refusal.rule == "FRT.1"
    assert why_no_room(state, MOROCCO, "oran", 12) is None


@pytest.mark.rule("sand_wars", "FRT.2")
def test_a_full_division_and_a_full_brigade_do_not_fit() -> None:
    state = arranged(place={"A-D1": "oran", "A-B1": "saida"}).state
    for number in range(1, 9):
        put(state, f"A-mot2-{number}", "oran", hq="A-D1")
    for number in range(1, 5):
        put(state, f"A-mech3-{number}", "saida", hq="A-B1")
    assert weight(state, "A-B1") == 5
    assert why_no_room(state, ALGERIA, "oran", weight(state, "A-B1")) is not None
    assert why_no_room(state, ALGERIA, "oran", 3) is None


@pytest.mark.rule("sand_wars", "FRT.6", "LDR.2")
def test_what_counts_for_frontage() -> None:
    state = arranged().state
    for id_ in ("A-base-1", "A-fort-1", "A-leader-1", "A-airstrike-1", "A-resource_marker-1"):
        put(state, id_, "oran")
    assert frontage(state, ALGERIA, "oran") == 0
    for id_ in ("A-camp-1", "A-guerrilla-1", "A-D1", "A-het0-1"):
        put(state, id_, "oran")
    assert frontage(state, ALGERIA, "oran") == 4


@pytest.mark.rule("sand_wars", "FRT.3", "DIS.1")
def test_too_many_are_disrupted_and_the_excess_goes_on() -> None:
    match = arranged()
    state = match.state
    crowd(state, ALGERIA, "saida", 13)
    enforce_frontage(state, ALGERIA, "saida")
    match._settle()
    assert all(piece.disrupted for piece in state.ground(ALGERIA, "saida"))
    assert refused(match, RetreatExcess("A-mot2-1", REPLACEMENT)) == "FRT.4"
    assert refused(match, RetreatExcess("A-mot2-1", "rabat")) == "FRT.3"
    near = state.data.near["saida"][0]
    play(match, RetreatExcess("A-mot2-1", near))
    assert at(match, "A-mot2-1") == near
    assert frontage(state, ALGERIA, "saida") == 12
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "FRT.4")
def test_excess_without_a_way_goes_to_the_replacement_box() -> None:
    match = arranged()
    state = match.state
    crowd(state, ALGERIA, "saida", 13)
    for space in state.data.near["saida"]:
        state.take(MOROCCO, space)
    enforce_frontage(state, ALGERIA, "saida")
    match._settle()
    play(match, RetreatExcess("A-mot2-1", REPLACEMENT))
    assert at(match, "A-mot2-1") == REPLACEMENT


# Reconstitution


def rebuilding(title: str = "Reconstitution", place: dict[str, str] | None = None) -> Match:
    card = card_with(arranged(), ALGERIA, action=title)
    return arranged(hand=(card,), place=place)


def begin(match: Match) -> Match:
    return play(match, PlayCard(match.state.hands[ALGERIA][0]))


@pytest.mark.rule("sand_wars", "ACT.REC.a")
def test_a_unit_gains_one_cv_up_to_its_full_value() -> None:
    match = rebuilding(place={"A-mot2-1": "oran", "A-B1": "oran"})
    match.state.change("A-B1", up=True)
    put(match.state, "A-tank4-1", "oran", cv=2, hq="A-B1")
    begin(match)
    assert refused(match, Strengthen("A-mot2-1")) == "ACT.REC.a"
    play(match, Strengthen("A-tank4-1"))
    assert match.state.pieces["A-tank4-1"].cv == 3


@pytest.mark.rule("sand_wars", "ACT.REC.b", "DIS.8")
def test_units_come_back_at_cv_one_where_there_is_support() -> None:
    match = rebuilding(place={"A-base-1": "bechar", "A-D1": "saida", "A-mot2-9": "biskra"})
    for id_ in ("A-tank4-1", "A-guerrilla-1", "A-airstrike-1", "A-D2"):
        put(match.state, id_, REPLACEMENT)
    put(match.state, "A-camp-1", "mijek")
    match.state.change("A-D1", disrupted=True)
    begin(match)
    assert refused(match, ReturnUnit("A-tank4-1", "biskra")) == "ACT.REC.b"
    assert refused(match, ReturnUnit("A-tank4-1", "saida")) == "ACT.REC.b"  # the HQ is disrupted
    assert refused(match, ReturnUnit("A-tank4-1", "mijek")) == "ACT.REC.b"
    for space in ("bechar", "oran", "alger"):
        assert refused(match, ReturnUnit("A-tank4-1", space)) is None
    for action, cv in ((ReturnUnit("A-tank4-1", "oran"), 1), (ReturnUnit("A-guerrilla-1", "mijek"), 2)):
        other = play(match.clone(), action)
        assert other.state.pieces[action.piece].cv == cv
    flown = play(match.clone(), ReturnUnit("A-airstrike-1", OFF_MAP))
    assert at(flown, "A-airstrike-1") == OFF_MAP
    hq = play(match.clone(), ReturnUnit("A-D2", "oran"))
    assert not hq.state.pieces["A-D2"].up


@pytest.mark.rule("sand_wars", "ACT.REC.b")
def test_guards_come_back_to_their_capital_only() -> None:
    match = rebuilding()
    put(match.state, "A-guards-1", REPLACEMENT)
    begin(match)
    assert [action.space for action in offered(match, ReturnUnit)] == ["alger"]
    play(match, ReturnUnit("A-guards-1", "alger"))
    assert match.state.pieces["A-guards-1"].cv == 6


@pytest.mark.rule("sand_wars", "ACT.REC.c")
def test_all_disruption_of_a_space_is_removed() -> None:
    match = rebuilding()
    for id_ in ("A-tank4-1", "A-base-1", "A-fort-1"):
        put(match.state, id_, "sbaa", disrupted=True)
    put(match.state, "A-mot2-1", "oran", disrupted=True)
    match.state.wrecked = frozenset({"sbaa", "rabat"})
    begin(match)
    assert refused(match, ClearDisruption("rabat")) == "ACT.REC.c"
    assert refused(match, ClearDisruption("saida")) == "ACT.REC.c"
    play(match, ClearDisruption("sbaa"))
    assert [id_ for id_, piece in match.state.pieces.items() if piece.disrupted] == ["A-mot2-1"]
    assert match.state.wrecked == {"rabat"}


@pytest.mark.rule("sand_wars", "ACT.RECM.a")
def test_the_lesser_card_does_nothing_for_armor_but_clear_it() -> None:
    match = rebuilding("Reconstitution (-)", place={"A-base-1": "oran"})
    put(match.state, "A-tank4-1", "oran", cv=2, disrupted=True)
    put(match.state, "A-mot2-1", "oran", cv=1)
    for id_ in ("A-spa3-1", "A-D1", "A-mot2-2"):
        put(match.state, id_, REPLACEMENT)
    begin(match)
    assert refused(match, Strengthen("A-tank4-1")) == "ACT.RECM.a"
    assert refused(match, Strengthen("A-mot2-1")) is None
    assert refused(match, ReturnUnit("A-spa3-1", "oran")) == "ACT.RECM.a"
    assert refused(match, ReturnUnit("A-D1", "oran")) is None
    play(match, ClearDisruption("oran"))
    assert not match.state.pieces["A-tank4-1"].disrupted
    assert at(match, "A-mot2-2") == REPLACEMENT
    assert at(match, "A-mech3-1") == ASIDE
