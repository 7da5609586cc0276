"""ACT.INS, ACT.SOF, REA.SOFD, GUE, CDO, ACT.DIG, PCE.13-15, ACT.INFO, ACT.OPI, ACT.TAC  The other Actions."""

from __future__ import annotations

import pytest

from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.supply import has_loc
from sand_wars.rules.targets import targets_in
from sand_wars.state import ALGERIA, ASIDE, MOROCCO, OFF_MAP, OUT, REPLACEMENT
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import action_card, change, die, in_action, reaction_card, throw
from tests.sand_wars.positions import arranged, at, play, put

INSURGENT, SOF = "Insurgent Ops", "SOF attack"


# Insurgent Ops


@pytest.mark.rule("sand_wars", "ACT.INS.a", "OH.2", "PCE.16", "REP.4")
def test_a_camp_goes_to_any_space_of_the_enemy_home() -> None:
    match = in_action(INSURGENT, {"M-mot2-1": "fes", "A-camp-1": "oujda"})
    assert refused(match, act.PlaceCamp("oran")) == "ACT.INS.a"
    assert refused(match, act.PlaceCamp("tripoint")) == "ACT.INS.a"
    assert refused(match, act.PlaceCamp("oujda")) == "ACT.INS.a"
    play(match, act.PlaceCamp("fes"))
    assert match.state.is_disputed("fes")
    assert match.state.chips == 0
    assert match.state.battle is None
    match = in_action(INSURGENT, {})
    play(match, act.PlaceCamp("safi"))
    assert match.state.controller("safi") == ALGERIA
    match = in_action(INSURGENT, {f"A-camp-{n}": space for n, space in enumerate(("safi", "fes", "taza", "nador"), 1)})
    assert refused(match, act.PlaceCamp("oujda")) == "REP.4"


@pytest.mark.rule("sand_wars", "ACT.INS.b", "DIS.8")
def test_a_guerrilla_is_placed_on_an_undisrupted_camp() -> None:
    match = in_action(INSURGENT, {"A-camp-1": "tifariti", "A-camp-2": "mijek"})
    change(match, "A-camp-2", disrupted=True)
    assert refused(match, act.PlaceGuerrilla("smara")) == "ACT.INS.b"
    assert refused(match, act.PlaceGuerrilla("mijek")) == "DIS.8"
    play(match, act.PlaceGuerrilla("tifariti"))
    assert (at(match, "A-guerrilla-1"), match.state.pieces["A-guerrilla-1"].cv) == ("tifariti", 2)


@pytest.mark.rule("sand_wars", "ACT.INS.c", "OH.3", "GUE.2", "TBL.4", "PCE.21")
def test_a_guerrilla_raids_a_target_within_two_spaces_for_a_chip() -> None:
    match = in_action(INSURGENT, {"A-guerrilla-1": "tifariti", "M-mot2-1": "mahbes", "M-mot2-2": "laayoune"})
    play(match, act.RaidWith("A-guerrilla-1"))
    assert refused(match, act.AimAt("block@dakhla")) == "ACT.INS.c"
    assert refused(match, act.AimAt("block@mahbes")) is None
    assert refused(match, act.AimAt("block@laayoune")) is None  # Tifariti, Smara, Laayoune
    match.state.draw_script = (throw(ALGERIA, 4, 1),)
    play(match, act.AimAt("block@mahbes"))
    assert match.state.pieces["M-mot2-1"].disrupted
    assert match.state.chips == 1
    assert at(match, "A-guerrilla-1") == "tifariti"


@pytest.mark.rule("sand_wars", "ACT.INS.c", "DIS.1")
def test_a_six_eliminates_a_block_but_only_disrupts_a_resource() -> None:
    place = {"A-guerrilla-1": "tifariti", "M-mot2-1": "smara"}
    match = in_action(INSURGENT, place, draws=(throw(ALGERIA, 1, 6), "M-mot2-1"))
    play(match, act.RaidWith("A-guerrilla-1"), act.AimAt("block@smara"))
    assert at(match, "M-mot2-1") == REPLACEMENT
    match = in_action(INSURGENT, {"A-guerrilla-1": "guelta_zemmur"}, draws=(throw(ALGERIA, 1, 6),))
    play(match, act.RaidWith("A-guerrilla-1"), act.AimAt("resource@bou_craa"))
    assert match.state.wrecked == {"bou_craa"}


@pytest.mark.rule("sand_wars", "GUE.3")
def test_a_camp_attacks_in_its_own_space_with_one_die() -> None:
    match = in_action(INSURGENT, {"A-camp-1": "bou_craa", "M-mot2-1": "laayoune"}, draws=(die(ALGERIA, 5),))
    play(match, act.RaidWith("A-camp-1"))
    assert [action.target for action in offered(match, act.AimAt)] == ["resource@bou_craa"]
    play(match, act.AimAt("resource@bou_craa"))
    assert match.state.wrecked == {"bou_craa"}
    assert len(told(match, "DIC.1")) == 1


@pytest.mark.rule("sand_wars", "REA.SOFD.a", "SEQ.17")
def test_sof_defense_cancels_from_four_up_and_then_no_chip_is_placed() -> None:
    card = reaction_card(MOROCCO, "SOF defense")
    for face, cancelled in ((3, False), (4, True)):
        place = {"A-guerrilla-1": "tifariti", "M-mot2-1": "smara"}
        match = in_action(INSURGENT, place, enemy_hand=(card,))
        play(match, act.RaidWith("A-guerrilla-1"), act.AimAt("block@smara"))
        assert (step(match), match.to_act) == ("SofDefense", MOROCCO)
        match.state.draw_script = (die(MOROCCO, face, 1), throw(ALGERIA, 4, 4))
        play(match, act.PlayReaction(card))
        assert match.state.pieces["M-mot2-1"].disrupted != cancelled
        assert match.state.chips == (0 if cancelled else 1)


@pytest.mark.rule("sand_wars", "REA.SOFD.a")
def test_placing_a_camp_opens_no_window() -> None:
    match = in_action(INSURGENT, {}, enemy_hand=(reaction_card(MOROCCO, "SOF defense"),))
    play(match, act.PlaceCamp("safi"))
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "GUE.1", "LOG.4", "CDO.1", "CUU.1")
def test_camps_give_guerrillas_and_commandos_a_loc_and_nobody_else() -> None:
    match = arranged(
        place={"A-camp-1": "tifariti", "A-guerrilla-1": "smara", "A-cdo1-1": "smara", "A-mot2-1": "smara"}, war=True
    )
    assert has_loc(match.state, "A-guerrilla-1")
    assert has_loc(match.state, "A-cdo1-1")
    assert not has_loc(match.state, "A-mot2-1")
    change(match, "A-camp-1", disrupted=True)
    assert not has_loc(match.state, "A-guerrilla-1")
    types = match.game.data.types
    assert {code for code, kind in types.items() if kind.unconventional} == {"cdo1", "camp", "guerrilla"}


# Targets and hidden blocks


@pytest.mark.rule("sand_wars", "DSP.6", "PCE.11")
def test_hidden_blocks_are_named_by_what_everybody_sees() -> None:
    place = {"M-mot2-1": "fes", "M-tank4-1": "fes", "M-B1": "fes", "M-D1": "fes", "M-base-1": "fes", "M-camp-1": "fes"}
    match = arranged(place=place)
    change(match, "M-B1", up=True)
    change(match, "M-tank4-1", hq="M-B1")
    assert set(targets_in(match.state, ALGERIA, "fes")) == {
        "block@fes", "hq@fes", "hq_down@fes", "M-base-1", "M-camp-1", "resource@fes",
    }  # fmt: skip


# SOF attack


@pytest.mark.rule("sand_wars", "ACT.SOF.a", "CDO.1", "OH.3", "ACT.SOF.d")
def test_a_sof_attack_strikes_within_two_axes_of_its_unit() -> None:
    place = {"A-abn2-1": "maghnia", "A-mot2-1": "maghnia", "M-mot2-1": "taourirt", "M-mot2-2": "taza"}
    match = in_action(SOF, place)
    assert refused(match, act.SofFrom("A-mot2-1", "march")) == "ACT.SOF.a"
    play(match, act.SofFrom("A-abn2-1", "march"))
    assert refused(match, act.AimAt("block@taza")) == "ACT.SOF.a"
    match.state.draw_script = (throw(ALGERIA, 5, 1),)
    play(match, act.AimAt("block@taourirt"))
    assert match.state.pieces["M-mot2-1"].disrupted
    assert match.state.chips == 1


@pytest.mark.rule("sand_wars", "ACT.SOF.d")
def test_a_sof_attack_in_the_disputed_space_costs_no_chip() -> None:
    match = in_action(SOF, {"A-cdo1-1": "tindouf", "M-mot2-1": "tripoint"}, draws=(throw(ALGERIA, 1, 1),))
    play(match, act.SofFrom("A-cdo1-1", "march"), act.AimAt("block@tripoint"))
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "ACT.SOF.c")
def test_a_sof_attack_by_sea_goes_from_coast_to_coast() -> None:
    match = in_action(
        SOF, {"A-cdo1-1": "oran", "A-cdo1-2": "tlemcen", "M-mot2-1": "fes"}, draws=(throw(ALGERIA, 4, 1),)
    )
    assert refused(match, act.SofFrom("A-cdo1-2", "sea")) == "ACT.SOF.c"
    play(match, act.SofFrom("A-cdo1-1", "sea"))
    assert refused(match, act.AimAt("block@fes")) == "ACT.SOF.c"
    play(match, act.AimAt("resource@agadir"))
    assert match.state.wrecked == {"agadir"}


@pytest.mark.rule("sand_wars", "ACT.SOF.b", "AIR.10")
def test_a_sof_attack_by_helicopter_meets_air_defense() -> None:
    place = {"A-cdo1-1": "oran", "A-cdo1-2": "tlemcen", "M-mot2-1": "oujda"}
    for face, hits in ((1, True), (4, False)):
        match = in_action(SOF, place)
        assert refused(match, act.SofFrom("A-cdo1-2", "helicopter")) == "ACT.SOF.b"
        play(match, act.SofFrom("A-cdo1-1", "helicopter"), act.AimAt("block@oujda"))
        play(match, act.Sortie("A-helicopter-1", "insertion"))
        assert step(match) == "AirDefense"
        match.state.draw_script = (die(MOROCCO, face), throw(ALGERIA, 5, 5))
        play(match, act.Shoot("A-helicopter-1"))
        assert match.state.pieces["M-mot2-1"].disrupted == hits
        assert at(match, "A-helicopter-1") == OFF_MAP


# Logistics Bases and Forts


@pytest.mark.rule("sand_wars", "PCE.15", "ACT.LOG.a")
def test_combat_logistics_outside_combat_places_a_base() -> None:
    match = in_action("Combat logistics", {"A-base-1": "oran", "A-mot2-1": "tripoint", "A-mot2-2": "oujda"})
    assert refused(match, act.PlaceBase("oran")) == "PCE.15"
    assert refused(match, act.PlaceBase("fes")) == "PCE.15"
    assert refused(match, act.PlaceBase("oujda")) == "OH.1"
    assert refused(match, act.PlaceBase("tripoint")) is None
    play(match, act.PlaceBase("bechar"))
    assert at(match, "A-base-2") == "bechar"


@pytest.mark.rule("sand_wars", "LOG.2", "PCE.15")
def test_a_base_abroad_needs_a_conventional_unit_and_a_chain() -> None:
    match = in_action(
        "Combat logistics", {"A-mot2-1": "oujda", "A-mot2-2": "midelt", "A-guerrilla-1": "nador"}, war=True
    )
    assert refused(match, act.PlaceBase("midelt")) == "LOG.2"
    assert refused(match, act.PlaceBase("nador")) == "PCE.15"
    assert refused(match, act.PlaceBase("oujda")) is None


@pytest.mark.rule("sand_wars", "PCE.13", "PCE.14")
def test_when_no_base_is_left_one_is_lifted_first() -> None:
    spaces = ("oran", "bechar", "tindouf", "alger", "adrar")
    match = in_action("Combat logistics", {f"A-base-{n}": space for n, space in enumerate(spaces, 1)})
    assert refused(match, act.PlaceBase("biskra")) == "PCE.13"
    play(match, act.LiftBase("A-base-5"))
    assert at(match, "A-base-5") == ASIDE
    assert refused(match, act.LiftBase("A-base-1")) == "PCE.14"
    play(match, act.PlaceBase("biskra"))
    assert at(match, "A-base-5") == "biskra"


@pytest.mark.rule("sand_wars", "ACT.DIG.a", "PCE.19")
def test_a_fort_goes_home_or_where_a_loc_leads_to_a_base() -> None:
    place = {"A-mot2-1": "oujda", "A-mot2-2": "fes", "A-base-1": "maghnia", "A-fort-1": "tindouf"}
    match = in_action("Dig in", place, war=True)
    assert refused(match, act.DigIn("fes")) == "ACT.DIG.a"
    assert refused(match, act.DigIn("tindouf")) == "ACT.DIG.a"
    assert refused(match, act.DigIn("taza")) == "ACT.DIG.a"
    assert refused(match, act.DigIn("bechar")) is None
    play(match, act.DigIn("oujda"))
    assert at(match, "A-fort-2") == "oujda"
    peace = in_action("Dig in", place)
    assert refused(peace, act.DigIn("oujda")) == "OH.1"


# Info ops and intelligence


@pytest.mark.rule("sand_wars", "ACT.INFO.a", "REA.IND.a", "DEF.CE.2", "DEF.CE.4")
def test_info_ops_does_one_of_its_things_unless_cancelled() -> None:
    match = in_action("Info ops", {"A-mot2-1": "oran"})
    assert refused(match, act.Spread("remove")) == "DEF.CE.2"
    assert refused(match, act.Spread("discard")) == "ACT.INFO.a"
    play(match, act.Spread("add"))
    assert match.state.chips == 1
    match = in_action("Info ops", {"A-mot2-1": "oran"}, chips=3)
    play(match, act.Spread("remove"))
    assert match.state.chips == 2
    match = in_action("Info ops", {"A-mot2-1": "oran"}, enemy_hand=("M01", "M02"), draws=("M02",))
    play(match, act.Spread("discard"), Decline())
    assert match.state.hands[MOROCCO] == ("M01",)
    match = in_action("Info ops", {"A-mot2-1": "oran"}, box=3)
    play(match, act.Spread("advance"))
    assert match.state.box == 4
    card = reaction_card(MOROCCO, "Info defense")
    match = in_action("Info ops", {"A-mot2-1": "oran"}, enemy_hand=(card, "M01"))
    play(match, act.Spread("add"))
    assert refused(match, act.PlayReaction("M01")) == "REA.IND.a"
    play(match, act.PlayReaction(card))
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "ACT.INFO.a", "OH.15")
def test_info_ops_moves_no_chips_in_war_and_may_end_the_game() -> None:
    match = in_action("Info ops", {"A-mot2-1": "oran"}, war=True, box=10)
    assert refused(match, act.Spread("add")) == "OH.15"
    play(match, act.Spread("advance"))
    assert match.result is not None


@pytest.mark.rule("sand_wars", "ACT.OPI.a", "REA.CIN.a")
def test_operational_intel_shows_the_hand_unless_countered() -> None:
    counter = reaction_card(MOROCCO, "Counter Intel")
    match = in_action("Operational Intel", {"A-mot2-1": "oran"}, enemy_hand=("M01", counter))
    play(match, act.LookAtHand(), Decline())
    line = next(entry for entry in match.journal if "ACT.OPI.a" in entry.rules)
    assert "SOF defense" in line.text
    assert line.only == (ALGERIA,)
    match = in_action("Operational Intel", {"A-mot2-1": "oran"}, enemy_hand=("M01", counter))
    play(match, act.LookAtHand(), act.PlayReaction(counter))
    assert told(match, "ACT.OPI.a") == []


@pytest.mark.rule("sand_wars", "ACT.TAC.a", "REA.CIN.a")
def test_tactical_intel_examines_a_space_beside_a_recon_unit() -> None:
    place = {"A-rec1-1": "maghnia", "M-B1": "oujda", "M-tank4-1": "oujda", "M-mot2-1": "taza"}
    match = in_action("Tactical Intel", place)
    change(match, "M-B1", up=True, pv=2)
    change(match, "M-tank4-1", hq="M-B1")
    assert refused(match, act.LookAt("taza")) == "ACT.TAC.a"
    assert refused(match, act.LookAt("tlemcen")) == "ACT.TAC.a"
    play(match, act.LookAt("oujda"))
    line = next(entry for entry in match.journal if "ACT.TAC.a" in entry.rules and entry.only)
    assert "Tank (modern) (4)" in line.text
    assert "PV 2" in line.text
    card = action_card(ALGERIA, "Tactical Intel")
    without = arranged(place={"A-mot2-1": "maghnia", "M-mot2-1": "oujda"}, hand=(card,))
    assert refused(without, act.PlayCard(card)) == "SEQ.14"


@pytest.mark.rule("sand_wars", "ACT.CONF.a", "REA.CONF.a")
def test_command_confusion_is_dead_on_both_halves() -> None:
    match = arranged(place={"A-mot2-1": "oran"}, hand=("A45",))
    assert refused(match, act.PlayCard("A45")) == "ACT.CONF.a"
    card = reaction_card(MOROCCO, "Command confusion")
    window = in_action("Info ops", {"A-mot2-1": "oran"}, enemy_hand=(card,))
    play(window, act.Spread("add"))
    assert refused(window, act.PlayReaction(card)) == "REA.CONF.a"


@pytest.mark.rule("sand_wars", "DIS.12", "DIS.6")
def test_disruption_ends_with_the_piece_and_closes_a_base() -> None:
    from sand_wars.rules.forces import eliminate
    from sand_wars.rules.supply import loc_to_base

    match = arranged(place={"A-mot2-1": "oujda", "A-base-1": "oujda"}, war=True)
    assert loc_to_base(match.state, ALGERIA, "oujda")
    change(match, "A-base-1", disrupted=True)
    assert not loc_to_base(match.state, ALGERIA, "oujda")
    change(match, "A-mot2-1", disrupted=True)
    eliminate(match.state, "A-mot2-1", "LOS.1")
    assert at(match, "A-mot2-1") == OUT
    assert not match.state.pieces["A-mot2-1"].disrupted
    put(match.state, "A-mot2-1", "oran")
    assert match.state.pieces["A-mot2-1"].cv == 2


@pytest.mark.rule("sand_wars", "ACT.INS.c")
def test_a_raid_that_is_refused_names_the_space_but_never_that_of_a_hidden_block() -> None:
    place = {"A-guerrilla-1": "tifariti", "M-mot2-1": "smara", "M-mot2-2": "fes", "M-fort-1": "fes"}
    match = in_action("Insurgent Ops", place)
    play(match, act.RaidWith("A-guerrilla-1"))
    far = match.why_not(act.AimAt("M-fort-1"))
    assert far is not None
    assert far.why == "Fes is more than two spaces from Tifariti"
    assert match.why_not(act.AimAt("block@fes")) == far
    assert match.why_not(act.AimAt("M-mot2-2")) == match.why_not(act.AimAt("M-mot2-1")) != far


@pytest.mark.rule("sand_wars", "ACT.SOF.a", "ACT.SOF.c")
def test_a_sof_attack_that_is_refused_says_what_its_way_does_not_reach() -> None:
    place = {"A-cdo1-1": "oran", "M-fort-1": "fes", "M-fort-2": "rabat"}
    match = in_action("SOF attack", place)
    play(match, act.SofFrom("A-cdo1-1", "sea"))
    assert refused(match, act.AimAt("M-fort-2")) is None
    assert refused(match, act.AimAt("M-fort-1")) == "ACT.SOF.c"


@pytest.mark.rule("sand_wars", "DIS.11", "ACT.INS.c")
@pytest.mark.parametrize("target", ["hurt_block@smara", "M-fort-1", "resource@bou_craa"])
def test_the_journal_says_that_a_target_was_disrupted_before(target: str) -> None:
    place = {"A-guerrilla-1": "tifariti", "M-mot2-1": "smara", "M-fort-1": "smara"}
    place["A-guerrilla-1"] = "smara" if target == "resource@bou_craa" else "tifariti"
    match = in_action("Insurgent Ops", place, draws=(throw(ALGERIA, 4, 1),), wrecked=frozenset(["bou_craa"]), war=True)
    for id_ in ("M-mot2-1", "M-fort-1"):
        change(match, id_, disrupted=True)
    play(match, act.RaidWith("A-guerrilla-1"), act.AimAt(target))
    assert told(match, "DIS.11") == ["The target was already disrupted: no further effect."]
