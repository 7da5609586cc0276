"""MAP, ACT.OPS, OH, FRT, DIS.2, LDR  Movement by Ops and Plans and the border."""

from __future__ import annotations

import pytest

from common.engine import Match
from sand_wars import actions as act
from sand_wars.rules.forces import frontage
from sand_wars.state import ALGERIA, MOROCCO, OUT
from tests.asking import offered, refused, step
from tests.sand_wars.fights import attach, change, fight, in_action
from tests.sand_wars.positions import at, play, put

OPS = "Ops and Plans"


def moving(place: dict[str, str], piece: str, **fields: object) -> Match:
    """Ops and Plans has been played and a piece designated."""
    match = in_action(OPS, place, **fields)
    match.play(act.Activate(piece))
    return match


@pytest.mark.rule("sand_wars", "MAP.5", "ACT.OPS.a", "MAP.7")
def test_a_unit_moves_two_spaces_along_axes_and_no_further() -> None:
    match = moving({"A-mot2-1": "oran"}, "A-mot2-1")
    assert refused(match, act.Advance("maghnia")) == "MAP.5"
    play(match, act.Advance("tlemcen"), act.Advance("maghnia"))
    assert at(match, "A-mot2-1") == "maghnia"
    assert step(match) == "Operations"
    match = moving({"A-mot2-1": "eglab"}, "A-mot2-1")
    play(match, act.Advance("bou_bernous"), act.Advance("tabelbala"))
    assert at(match, "A-mot2-1") == "tabelbala"


@pytest.mark.rule("sand_wars", "MAP.4", "MAP.9", "MAP.8")
def test_zones_are_entered_by_road_and_never_along_the_pipeline() -> None:
    match = moving({"A-mot2-1": "laghouat"}, "A-mot2-1")
    play(match, act.Advance("hassi_rmel"))
    assert at(match, "A-mot2-1") == "hassi_rmel"
    match = moving({"A-mot2-1": "tiaret"}, "A-mot2-1")
    assert refused(match, act.Advance("hassi_rmel")) == "MAP.5"  # only the pipeline joins them


@pytest.mark.rule("sand_wars", "MAP.10")
def test_a_mountain_axis_stops_every_piece() -> None:
    match = moving({"A-mot2-1": "tlemcen"}, "A-mot2-1")
    play(match, act.Advance("el_aricha"))
    assert step(match) == "Operations"
    match = moving({"A-mot2-1": "sidi_bel_abbes"}, "A-mot2-1")
    play(match, act.Advance("ras_el_ma"))
    assert refused(match, act.Advance("el_aricha")) is None


@pytest.mark.rule("sand_wars", "MAP.11")
def test_the_berm_stops_algerians_and_lets_moroccans_pass() -> None:
    match = moving({"A-mot2-1": "tifariti"}, "A-mot2-1")
    play(match, act.Advance("smara"))
    assert step(match) == "Operations"
    match = moving({"M-mot2-1": "tifariti"}, "M-mot2-1", side=MOROCCO)
    play(match, act.Advance("smara"), act.Advance("laayoune"))
    assert at(match, "M-mot2-1") == "laayoune"


@pytest.mark.rule("sand_wars", "MAP.13", "OPS.5", "ACT.OPS.c", "DEF.CE.1", "OH.15")
def test_crossing_or_moving_in_the_enemy_home_costs_one_chip_for_the_card() -> None:
    match = moving({"A-rec1-1": "maghnia"}, "A-rec1-1")
    play(match, act.Advance("oujda"), act.Advance("taourirt"))
    assert match.state.chips == 1
    match = moving({"A-rec1-1": "taourirt"}, "A-rec1-1")
    play(match, act.Advance("taza"), act.Advance("fes"))
    assert match.state.chips == 1
    match = moving({"A-rec1-1": "oran"}, "A-rec1-1")
    play(match, act.Advance("tlemcen"), act.Advance("maghnia"))
    assert match.state.chips == 0
    match = moving({"A-rec1-1": "maghnia"}, "A-rec1-1", war=True)
    play(match, act.Advance("oujda"), act.Halt())
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "OH.1", "OH.5", "OH.14")
def test_divisions_stay_home_before_the_war_and_brigades_may_cross() -> None:
    place = {"A-D1": "maghnia", "A-B2": "maghnia"}
    match = in_action(OPS, place)
    match.play(act.Activate("A-D1"))
    assert refused(match, act.Advance("oujda")) == "OH.5"
    assert refused(match, act.Advance("tlemcen")) is None
    match = moving(place, "A-B2")
    assert refused(match, act.Advance("oujda")) is None
    match = moving(place, "A-D1", war=True)
    assert refused(match, act.Advance("oujda")) is None


@pytest.mark.rule("sand_wars", "MAP.18")
def test_a_division_enters_the_disputed_space_without_a_chip_but_not_the_enemy_home_from_it() -> None:
    match = moving({"A-D1": "tindouf"}, "A-D1")
    play(match, act.Advance("tripoint"))
    assert match.state.chips == 0
    assert match.state.controller("tripoint") == ALGERIA
    assert refused(match, act.Advance("zag")) == "OH.5"
    match = moving({"A-mot2-1": "tripoint"}, "A-mot2-1")
    play(match, act.Advance("zag"))
    assert match.state.chips == 1


@pytest.mark.rule("sand_wars", "PCE.12", "VAL.4", "VAL.3", "ELT.3")
def test_guards_and_static_pieces_never_move() -> None:
    match = in_action(OPS, {"A-guards-1": "alger", "A-camp-1": "oujda", "A-base-1": "oran", "A-mot2-1": "oran"})
    assert refused(match, act.Activate("A-guards-1")) == "PCE.12"
    assert refused(match, act.Activate("A-camp-1")) == "VAL.3"
    assert refused(match, act.Activate("A-base-1")) == "VAL.3"
    assert refused(match, act.Activate("M-mot2-1")) == "DEF.ACT.1"
    match = in_action(OPS, {"M-guards-1": "rabat", "M-mot2-1": "rabat"}, side=MOROCCO)
    assert refused(match, act.Activate("M-guards-1")) == "PCE.12"


@pytest.mark.rule("sand_wars", "HQC.2", "HQC.3", "FSTR.1")
def test_attached_units_go_with_their_hq_and_nothing_is_picked_up_on_the_way() -> None:
    match = in_action(OPS, {"A-B1": "oran", "A-mot2-1": "oran", "A-mot2-2": "tlemcen"})
    attach(match, "A-B1", "A-mot2-1")
    assert refused(match, act.Activate("A-mot2-1")) == "HQC.3"
    play(match, act.Activate("A-B1"), act.Advance("tlemcen"), act.Advance("maghnia"))
    assert at(match, "A-mot2-1") == "maghnia"
    assert at(match, "A-mot2-2") == "tlemcen"
    assert match.state.pieces["A-mot2-1"].hq == "A-B1"
    assert match.state.pieces["A-mot2-2"].hq == ""


@pytest.mark.rule("sand_wars", "HQC.7", "HQC.9")
def test_a_stood_up_hq_pays_to_move_and_a_face_down_one_does_not() -> None:
    match = in_action(OPS, {"A-B1": "oran", "A-B2": "oran", "A-B3": "oran"})
    attach(match, "A-B1", pv=0)
    attach(match, "A-B2", pv=1)
    assert refused(match, act.Activate("A-B1")) == "HQC.9"
    assert refused(match, act.Activate("A-B3")) is None
    play(match, act.Activate("A-B2"), act.Advance("tlemcen"), act.Halt())
    assert match.state.pieces["A-B2"].pv == 0


@pytest.mark.rule("sand_wars", "ACT.OPS.d", "ACT.OPS.e", "DEF.ACT.2", "OPS.2")
def test_ops_and_plans_stands_an_hq_up_or_plans_and_does_nothing_else() -> None:
    match = in_action(OPS, {"A-B1": "oran", "A-B2": "oran"})
    attach(match, "A-B2", pv=2)
    assert refused(match, act.RaisePlanning("A-B1")) is not None
    play(match, act.RaisePlanning("A-B2"))
    assert match.state.pieces["A-B2"].pv == 3
    assert step(match) == "Operations"
    match = in_action(OPS, {"A-B1": "oran"})
    play(match, act.StandUp("A-B1"))
    assert (match.state.pieces["A-B1"].up, match.state.pieces["A-B1"].pv) == (True, 0)
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "DIS.2")
def test_disruption_slows_a_unit_and_a_whole_formation() -> None:
    match = in_action(OPS, {"A-mot2-1": "oran"})
    change(match, "A-mot2-1", disrupted=True)
    play(match, act.Activate("A-mot2-1"), act.Advance("tlemcen"))
    assert step(match) == "Operations"
    match = in_action(OPS, {"A-B1": "oran", "A-mot2-1": "oran"})
    attach(match, "A-B1", "A-mot2-1")
    change(match, "A-mot2-1", disrupted=True)
    play(match, act.Activate("A-B1"), act.Advance("tlemcen"))
    assert refused(match, act.Advance("oran")) == "DIS.2"
    assert match.legal() == (act.Halt(),)  # asked all the same: nobody else sees what is disrupted in the box of the HQ


FULL = {f"A-mot2-{n}": "tlemcen" for n in range(1, 13)}


@pytest.mark.rule("sand_wars", "FRT.1", "FRT.5")
def test_a_full_space_can_be_neither_entered_nor_passed() -> None:
    match = moving({**FULL, "A-rec1-1": "oran"}, "A-rec1-1")
    assert refused(match, act.Advance("tlemcen")) == "FRT.1"
    eleven = {id_: space for id_, space in FULL.items() if id_ != "A-mot2-12"}
    match = moving({**eleven, "A-rec1-1": "oran"}, "A-rec1-1")
    assert refused(match, act.Advance("tlemcen")) is None


@pytest.mark.rule("sand_wars", "FRT.2")
def test_a_full_division_and_a_full_brigade_do_not_fit_together() -> None:
    units = [f"A-mot2-{n}" for n in range(1, 13)]
    place = {
        "A-D1": "oran",
        "A-B1": "tlemcen",
        **dict.fromkeys(units[:8], "oran"),
        **dict.fromkeys(units[8:], "tlemcen"),
    }
    match = in_action(OPS, place)
    attach(match, "A-D1", *units[:8])
    attach(match, "A-B1", *units[8:])
    match.play(act.Activate("A-B1"))
    assert refused(match, act.Advance("oran")) == "FRT.1"
    place = {"A-D1": "oran", **dict.fromkeys(units[:8], "oran"), **dict.fromkeys(units[8:11], "tlemcen")}
    match = in_action(OPS, place)
    attach(match, "A-D1", *units[:8])
    match.play(act.Activate("A-D1"))
    assert refused(match, act.Advance("tlemcen")) is None
    match.play(act.Advance("tlemcen"))
    assert frontage(match.state, ALGERIA, "tlemcen") == 12


@pytest.mark.rule("sand_wars", "FRT.6")
def test_camps_count_for_frontage_and_bases_do_not() -> None:
    eleven = {f"A-mot2-{n}": "oujda" for n in range(1, 12)}
    match = moving({**eleven, "A-camp-1": "oujda", "A-rec1-1": "maghnia"}, "A-rec1-1", war=True)
    assert refused(match, act.Advance("oujda")) == "FRT.1"
    match = moving({**eleven, "A-base-1": "oujda", "A-rec1-1": "maghnia"}, "A-rec1-1", war=True)
    assert refused(match, act.Advance("oujda")) is None


@pytest.mark.rule("sand_wars", "FRT.7", "FRT.8", "GC.1", "GC.2", "SEQ.15", "ACT.OPS.b")
def test_enemy_units_take_no_room_but_stop_the_move_and_bring_on_combat() -> None:
    twelve = {f"M-mot2-{n}": "oujda" for n in range(1, 13)}
    match = moving({**twelve, "A-mot2-1": "maghnia"}, "A-mot2-1", war=True)
    play(match, act.Advance("oujda"))
    battle = match.state.battle
    assert battle is not None
    assert (battle.space, battle.attacker, battle.defender) == ("oujda", ALGERIA, MOROCCO)
    assert match.state.is_disputed("oujda")


@pytest.mark.rule("sand_wars", "GUE.2", "ACT.OPS.a")
def test_guerrillas_walk_but_not_onto_enemies() -> None:
    match = moving({"A-guerrilla-1": "tifariti", "M-mot2-1": "mijek"}, "A-guerrilla-1")
    assert refused(match, act.Advance("mijek")) == "GUE.2"
    play(match, act.Advance("bir_lehlou"), act.Halt())
    assert at(match, "A-guerrilla-1") == "bir_lehlou"


@pytest.mark.rule("sand_wars", "LDR.1", "PCE.18")
def test_a_leader_goes_three_spaces_alone_or_rides_along() -> None:
    match = moving({"A-leader-1": "oran"}, "A-leader-1")
    play(match, act.Advance("tlemcen"), act.Advance("sidi_bel_abbes"), act.Advance("saida"))
    assert at(match, "A-leader-1") == "saida"
    assert step(match) == "Operations"
    match = moving({"A-leader-1": "oran", "A-mot2-1": "oran"}, "A-mot2-1")
    play(match, act.Carry("A-leader-1"), act.Advance("tlemcen"), act.Halt())
    assert at(match, "A-leader-1") == "tlemcen"
    match = moving({"A-leader-1": "oran", "A-mot2-1": "oran"}, "A-mot2-1")
    play(match, act.Advance("tlemcen"))
    assert refused(match, act.Carry("A-leader-1")) == "PCE.18"
    match.play(act.Halt())
    assert at(match, "A-leader-1") == "oran"


@pytest.mark.rule("sand_wars", "LDR.6")
def test_a_lone_leader_keeps_away_from_enemies_and_falls_to_them() -> None:
    match = moving({"A-leader-1": "maghnia", "M-mot2-1": "oujda"}, "A-leader-1", war=True)
    assert refused(match, act.Advance("oujda")) == "LDR.6"
    match = moving({"A-leader-1": "maghnia"}, "A-leader-1", war=True)
    play(match, act.Advance("oujda"))
    assert refused(match, act.Halt()) == "LDR.6"
    play(match, act.Advance("maghnia"), act.Halt())
    match = moving({"M-leader-1": "oujda", "A-mot2-1": "maghnia"}, "A-mot2-1", war=True)
    play(match, act.Advance("oujda"))
    assert match.state.battle is None
    assert at(match, "M-leader-1") == OUT
    assert step(match) == "Operations"  # the Leader stopped the move


@pytest.mark.rule("sand_wars", "GC.27", "GC.28")
def test_combat_in_a_disputed_space_is_renewed_by_a_unit_or_a_planned_hq() -> None:
    place = {
        "A-mot2-1": "oujda", "A-B1": "oujda", "A-B2": "oujda", "A-guerrilla-1": "oujda", "A-leader-1": "oujda",
        "M-mot2-1": "oujda", "A-mot2-2": "maghnia",
    }  # fmt: skip
    match = in_action(OPS, place, war=True)
    attach(match, "A-B1", pv=1)
    assert refused(match, act.Renew("A-guerrilla-1")) == "GUE.2"
    assert refused(match, act.Renew("A-B2")) == "GC.27"
    assert refused(match, act.Renew("A-mot2-2")) == "GC.27"
    assert refused(match, act.Renew("A-leader-1")) == "LDR.1"
    play(match, act.Renew("A-B1"))
    assert match.state.pieces["A-B1"].pv == 0
    assert match.state.battle is not None
    assert match.state.battle.space == "oujda"
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "GC.27")
def test_more_units_that_move_in_fight_together_with_the_old_ones() -> None:
    from sand_wars.rules.combat.strength import firepower

    match = moving({"A-mot2-1": "oujda", "M-mot2-1": "oujda", "A-tank4-1": "maghnia"}, "A-tank4-1", war=True)
    play(match, act.Advance("oujda"))
    assert firepower(match.state, ALGERIA) == 6


@pytest.mark.rule("sand_wars", "CTL.2", "CTL.3")
def test_an_empty_enemy_space_is_taken_in_passing() -> None:
    match = moving({"A-mot2-1": "maghnia"}, "A-mot2-1", war=True)
    put(match.state, "M-terror_attack-1", "oujda")
    play(match, act.Advance("oujda"), act.Advance("taourirt"))
    assert match.state.controller("oujda") == ALGERIA
    assert match.state.controller("taourirt") == ALGERIA


@pytest.mark.rule("sand_wars", "ACT.OPS.b", "CAP.1")
def test_an_undefended_base_stops_the_move_and_is_rolled_for() -> None:
    from tests.sand_wars.fights import die

    match = moving({"A-mot2-1": "maghnia", "M-base-1": "oujda"}, "A-mot2-1", war=True, draws=(die(ALGERIA, 5),))
    play(match, act.Advance("oujda"))
    assert match.state.pieces["M-base-1"].captured
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "GC.27")
def test_units_leave_a_disputed_space_freely() -> None:
    match = moving({"A-mot2-1": "oujda", "M-mot2-1": "oujda"}, "A-mot2-1", war=True)
    play(match, act.Advance("maghnia"), act.Halt())
    assert match.state.controller("oujda") == MOROCCO


def test_every_offered_step_can_be_taken() -> None:
    match = in_action(OPS, {}, empty=False)
    assert len(offered(match, act.Activate)) > 20
    assert fight(place={"A-mot2-1": "oujda", "M-mot2-1": "oujda"}).state.battle is not None


@pytest.mark.rule("sand_wars", "APX.1")
def test_one_card_a_round() -> None:
    from tests.sand_wars.fights import action_card

    second = action_card(ALGERIA, OPS, 1)
    match = moving({"A-mot2-1": "oran"}, "A-mot2-1", hand=(second,))
    assert match.why_not(act.PlayCard(second)) is not None
    play(match, act.Advance("tlemcen"), act.Halt())
    assert refused(match, act.PlayCard(second)) is None
