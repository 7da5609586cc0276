"""ACT.ADM, ACT.SPEC, ASP, CDO, R44, R45  Admin moves and Special moves."""

from __future__ import annotations

import pytest

from common.engine import Match
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, REPLACEMENT
from tests.asking import offered, refused, step
from tests.sand_wars.fights import action_card, advance_to, attach, change, die, fight, in_action, reaction_card
from tests.sand_wars.positions import at, play, put

ADMIN, SPECIAL = "Admin move", "Special move"


@pytest.mark.rule("sand_wars", "ACT.ADM.a", "ACT.ADM.b", "MAP.6")
def test_an_admin_move_goes_any_distance_on_friendly_roads_and_never_on_tracks() -> None:
    match = in_action(ADMIN, {"A-mot2-1": "annaba"})
    play(match, act.Entrain("A-mot2-1"))
    assert refused(match, act.Drive("eglab")) == "ACT.ADM.b"
    assert refused(match, act.Drive("bou_bernous")) == "ACT.ADM.b"
    assert refused(match, act.Drive("oujda")) == "ACT.ADM.a"
    play(match, act.Drive("gara_djebilet"))
    assert at(match, "A-mot2-1") == "gara_djebilet"
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "ACT.ADM.a")
def test_an_admin_move_passes_no_enemy_and_no_enemy_controlled_space() -> None:
    place = {"A-mot2-1": "beni_abbes", "M-mot2-1": "abadla"}
    match = in_action(ADMIN, place, war=True)
    match.state.take(MOROCCO, "timimoun")
    assert refused(match, act.Entrain("A-mot2-1")) == "ACT.ADM.a"
    match = in_action(ADMIN, {"A-mot2-1": "oujda", "M-mot2-1": "oujda", "A-mot2-2": "oran"}, war=True)
    assert refused(match, act.Entrain("A-mot2-1")) == "ACT.ADM.a"  # it starts in a disputed space


@pytest.mark.rule("sand_wars", "ACT.ADM.a", "GUE.2")
def test_a_guerrilla_is_a_unit_that_drives_on_friendly_roads_but_never_into_the_enemy() -> None:
    place = {"A-guerrilla-1": "oujda", "A-mot2-1": "oujda", "A-mot2-2": "ras_el_ma", "M-mot2-1": "fes"}
    match = in_action(ADMIN, place, war=True)
    play(match, act.Entrain("A-guerrilla-1"))
    assert refused(match, act.Entrain("A-mot2-1")) is None  # with another unit, neither being armor
    assert refused(match, act.Drive("fes")) == "ACT.ADM.a"
    play(match, act.Drive("oran"))
    assert at(match, "A-guerrilla-1") == "oran"


@pytest.mark.rule("sand_wars", "ACT.ADM.c", "HQC.7")
def test_hqs_drive_without_units_only_and_need_no_het() -> None:
    match = in_action(ADMIN, {"A-D1": "oran", "A-D2": "oran", "A-B1": "oran", "A-mot2-1": "oran"})
    attach(match, "A-B1", "A-mot2-1")
    attach(match, "A-D2", pv=0)
    assert refused(match, act.Entrain("A-B1")) == "ACT.ADM.c"
    assert refused(match, act.Entrain("A-D2")) == "HQC.9"
    play(match, act.Entrain("A-D1"), act.Drive("bechar"))
    assert at(match, "A-D1") == "bechar"


@pytest.mark.rule("sand_wars", "ACT.ADM.d")
def test_armor_drives_only_with_a_het_that_goes_all_the_way() -> None:
    match = in_action(ADMIN, {"A-tank4-1": "oran", "A-mot2-1": "oran"})
    assert refused(match, act.Entrain("A-tank4-1")) == "ACT.ADM.d"
    match = in_action(ADMIN, {"A-tank4-1": "oran", "A-het0-1": "oran", "A-mot2-1": "oran"})
    play(match, act.Entrain("A-tank4-1"))
    assert refused(match, act.Drive("bechar")) == "ACT.ADM.d"
    assert refused(match, act.Entrain("A-mot2-1")) == "ACT.ADM.d"
    play(match, act.Entrain("A-het0-1"), act.Drive("bechar"))
    assert (at(match, "A-tank4-1"), at(match, "A-het0-1")) == ("bechar", "bechar")
    assert refused(match, act.StopShort("A-het0-1", "saida")) == "ACT.ADM.d"
    assert match.legal() == (act.Halt(),)


@pytest.mark.rule("sand_wars", "ACT.ADM.d", "FRT.1")
@pytest.mark.parametrize(("already_there", "refusal"), [(10, ""), (11, "ACT.ADM.a")])
def test_armor_is_taken_up_only_if_it_and_a_het_find_room(already_there: int, refusal: str) -> None:
    """One road leads out of In Amenas; with room for one unit at its end the HET can leave, but not with a tank."""
    there = [f"A-mech3-{n}" for n in range(1, 11)] + ["A-mot2-1"]
    place = {"A-tank4-1": "in_amenas", "A-het0-1": "in_amenas", **dict.fromkeys(there[:already_there], "tin_fouye")}
    match = in_action(ADMIN, place)
    assert refused(match, act.Entrain("A-tank4-1")) == (refusal or None)
    play(match, act.Entrain("A-het0-1"))
    assert refused(match, act.Drive("tin_fouye")) is None


@pytest.mark.rule("sand_wars", "ACT.ADM.e", "ACT.ADM.a")
def test_two_units_part_only_by_one_stopping_on_the_common_way() -> None:
    match = in_action(ADMIN, {"A-mot2-1": "touggourt", "A-mot2-2": "touggourt", "A-mot2-3": "oran"})
    play(match, act.Entrain("A-mot2-1"))
    assert refused(match, act.Entrain("A-mot2-3")) == "ACT.ADM.a"
    play(match, act.Entrain("A-mot2-2"), act.Drive("in_amenas"))
    assert refused(match, act.StopShort("A-mot2-1", "tindouf")) == "ACT.ADM.e"
    assert refused(match, act.StopShort("A-mot2-1", "annaba")) == "ACT.ADM.e"
    play(match, act.StopShort("A-mot2-1", "gassi_touil"))
    assert (at(match, "A-mot2-1"), at(match, "A-mot2-2")) == ("gassi_touil", "in_amenas")


@pytest.mark.rule("sand_wars", "DIS.2")
def test_a_disrupted_unit_drives_one_space() -> None:
    match = in_action(ADMIN, {"A-mot2-1": "oran"})
    change(match, "A-mot2-1", disrupted=True)
    play(match, act.Entrain("A-mot2-1"))
    assert refused(match, act.Drive("maghnia")) == "DIS.2"
    assert {move.space for move in offered(match, act.Drive)} == {"tlemcen", "sidi_bel_abbes", "mostaganem"}


@pytest.mark.rule("sand_wars", "OPS.5", "PCE.18")
def test_a_drive_on_conquered_roads_costs_a_chip_and_leaders_ride() -> None:
    match = in_action(ADMIN, {"A-mot2-1": "maghnia", "A-leader-1": "maghnia"})
    match.state.take(ALGERIA, "oujda")
    play(match, act.Entrain("A-mot2-1"), act.Carry("A-leader-1"), act.Drive("oujda"))
    assert (at(match, "A-mot2-1"), at(match, "A-leader-1")) == ("oujda", "oujda")
    assert match.state.chips == 1


@pytest.mark.rule("sand_wars", "EVT.WEA.a")
def test_bad_weather_bans_its_five_titles_as_actions() -> None:
    from sand_wars.rules.cards import BANNED_BY_WEATHER
    from tests.sand_wars.positions import arranged

    hand = [
        action_card(ALGERIA, title) for title in (*(t for t in BANNED_BY_WEATHER if t != "Air intercept"), "Dig in")
    ]
    match = arranged(place={"A-mot2-1": "oran", "M-mot2-1": "oujda"}, hand=hand, weather=True, war=True)
    for card in hand[:-1]:
        assert refused(match, act.PlayCard(card)) == "EVT.WEA.a"
    assert refused(match, act.PlayCard(hand[-1])) is None


# Special moves


def lifting(place: dict[str, str], piece: str, marker: str, **fields: object) -> Match:
    match = in_action(SPECIAL, place, **fields)
    match.play(act.Board(piece, marker))
    return match


HELI, PLANE = "A-helicopter-1", "A-air_supply-1"


@pytest.mark.rule("sand_wars", "ACT.SPEC.a", "CDO.1", "HQC.7")
def test_who_moves_how() -> None:
    place = {
        "A-tank4-1": "oran", "A-abn2-1": "oran", "A-nav2-1": "oran", "A-cdo1-1": "oran", "A-D5": "oran", "A-D1": "oran",
    }  # fmt: skip
    match = in_action(SPECIAL, place)
    ways = {("A-tank4-1", HELI), ("A-abn2-1", ""), ("A-nav2-1", PLANE), ("A-D1", HELI)}
    for piece, marker in ways:
        assert refused(match, act.Board(piece, marker)) == "ACT.SPEC.a", piece
    for piece, marker in {
        ("A-cdo1-1", HELI),
        ("A-cdo1-1", PLANE),
        ("A-cdo1-1", ""),
        ("A-nav2-1", ""),
        ("A-abn2-1", PLANE),
    }:
        assert refused(match, act.Board(piece, marker)) is None, piece
    assert refused(match, act.Board("A-D5", HELI)) is None
    put(match.state, "A-abn2-2", "oran")
    attach(match, "A-D5", "A-abn2-2")
    assert refused(match, act.Board("A-D5", HELI)) == "ACT.SPEC.a"


@pytest.mark.rule("sand_wars", "ACT.SPEC.c", "AIR.5", "RNG.3")
def test_a_helicopter_lift_needs_a_pad_at_one_end_and_stays_in_its_band() -> None:
    match = lifting({"A-abn2-1": "oran"}, "A-abn2-1", HELI)  # Oran is an airbase
    assert refused(match, act.Land("tiaret")) is None
    assert refused(match, act.Land("bechar")) == "ACT.SPEC.c"
    match = lifting({"A-abn2-1": "tlemcen"}, "A-abn2-1", HELI)
    assert refused(match, act.Land("oran")) is None
    assert refused(match, act.Land("saida")) == "AIR.5"
    put(match.state, "A-base-1", "saida")
    assert refused(match, act.Land("saida")) is None


@pytest.mark.rule("sand_wars", "ASP.1", "AIR.9", "AIR.13", "RNG.1")
def test_air_transport_starts_at_an_airbase_or_base() -> None:
    match = in_action(SPECIAL, {"A-abn2-1": "tlemcen", "A-abn2-2": "biskra"})
    assert refused(match, act.Board("A-abn2-1", PLANE)) == "AIR.9"
    put(match.state, "A-base-1", "tlemcen")
    assert refused(match, act.Board("A-abn2-1", PLANE)) is None
    change(match, "A-base-1", disrupted=True)
    assert refused(match, act.Board("A-abn2-1", PLANE)) == "AIR.9"
    play(match, act.Board("A-abn2-2", PLANE))
    assert refused(match, act.Land("tindouf")) == "ACT.SPEC.c"
    play(match, act.Land("adrar"))
    assert at(match, "A-abn2-2") == "adrar"
    assert at(match, PLANE) == OFF_MAP


@pytest.mark.rule("sand_wars", "ACT.SPEC.c")
def test_sea_moves_go_from_a_friendly_coast_to_any_coast() -> None:
    match = in_action(SPECIAL, {"A-nav2-1": "oran", "A-cdo1-1": "tlemcen"}, war=True)
    assert refused(match, act.Board("A-cdo1-1", "")) == "ACT.SPEC.c"
    play(match, act.Board("A-nav2-1", ""))
    assert refused(match, act.Land("tlemcen")) == "ACT.SPEC.c"
    play(match, act.Land("dakhla"))
    assert at(match, "A-nav2-1") == "dakhla"
    assert match.state.controller("dakhla") == ALGERIA


@pytest.mark.rule("sand_wars", "DIS.2", "DIS.7", "HQC.3")
def test_disrupted_and_attached_units_are_not_lifted() -> None:
    match = in_action(SPECIAL, {"A-abn2-1": "oran", "A-abn2-2": "oran", "A-abn2-3": "oran", "A-B1": "oran"})
    change(match, "A-abn2-1", disrupted=True)
    attach(match, "A-B1", "A-abn2-2")
    assert refused(match, act.Board("A-abn2-1", HELI)) == "DIS.2"
    assert refused(match, act.Board("A-abn2-2", HELI)) == "HQC.3"
    assert refused(match, act.Board("A-abn2-3", HELI)) is None


@pytest.mark.rule("sand_wars", "LDR.7")
def test_a_leader_flies_with_an_airmobile_unit() -> None:
    match = lifting({"A-abn2-1": "oran", "A-leader-1": "oran"}, "A-abn2-1", HELI)
    play(match, act.Carry("A-leader-1"), act.Land("tiaret"))
    assert (at(match, "A-abn2-1"), at(match, "A-leader-1")) == ("tiaret", "tiaret")


@pytest.mark.rule("sand_wars", "ACT.SPEC.b", "ICP.1", "AIR.12")
def test_a_landing_on_enemies_meets_air_defense_and_interception_and_then_fights() -> None:
    guns = reaction_card(MOROCCO, "Air intercept")
    place = {"A-abn2-1": "oran", "M-mot2-1": "oujda", "M-airstrike-1": OFF_MAP}
    match = lifting(place, "A-abn2-1", HELI, war=True, enemy_hand=(guns,), draws=(die(MOROCCO, 2, 1),))
    play(match, act.Land("oujda"))
    assert step(match) == "AirDefense"
    play(match, act.Shoot(HELI))
    assert step(match) == "Interception"
    assert act.Intercept(guns, "M-airstrike-1", HELI) in match.legal()
    play(match, Decline())
    assert match.state.battle is not None
    assert match.state.battle.special
    assert at(match, "A-abn2-1") == "oujda"


@pytest.mark.rule("sand_wars", "AD.5", "ACT.SPEC.c")
def test_a_unit_whose_helicopter_is_shot_down_stays_unharmed() -> None:
    place = {"A-abn2-1": "oran", "M-mot2-1": "oujda"}
    match = lifting(place, "A-abn2-1", HELI, war=True, draws=(die(MOROCCO, 6),))
    play(match, act.Land("oujda"), act.Shoot(HELI))
    assert (at(match, "A-abn2-1"), match.state.pieces["A-abn2-1"].cv) == ("oran", 2)
    assert at(match, HELI) == REPLACEMENT
    assert step(match) == "Operations"


@pytest.mark.rule("sand_wars", "ASP.2", "PCE.14", "DIS.7")
def test_air_supply_flies_a_base_to_a_combat_unit() -> None:
    match = in_action(SPECIAL, {"A-base-1": "oran", "A-base-2": "tindouf", "A-mot2-1": "bechar", "A-het0-1": "adrar"})
    change(match, "A-base-2", disrupted=True)
    assert refused(match, act.Board("A-base-2", PLANE)) == "DIS.7"
    assert refused(match, act.Board("A-base-1", HELI)) == "PCE.14"
    play(match, act.Board("A-base-1", PLANE))
    assert refused(match, act.Land("adrar")) == "ASP.2"
    play(match, act.Land("bechar"))
    assert at(match, "A-base-1") == "bechar"


@pytest.mark.rule("sand_wars", "OH.4", "OPS.5", "OH.5")
def test_a_lift_over_the_border_before_the_war() -> None:
    match = lifting({"A-abn2-1": "oran", "A-D5": "oran"}, "A-abn2-1", HELI)
    match.state.air_abroad = {ALGERIA: 1}
    assert refused(match, act.Land("oujda")) == "OH.4"
    match.state.air_abroad = {ALGERIA: 0}
    play(match, act.Land("oujda"))
    assert match.state.chips == 1
    match = lifting({"A-abn2-1": "oran", "A-D5": "oran"}, "A-D5", HELI)
    assert refused(match, act.Land("oujda")) == "OH.5"


@pytest.mark.rule("sand_wars", "ACT.SPEC.b", "GC.3")
def test_a_special_move_joins_a_combat_that_ops_and_plans_began_and_no_other() -> None:
    special = action_card(ALGERIA, SPECIAL)
    place = {"A-mot2-1": "oujda", "M-mot2-1": "oujda", "A-abn2-1": "oran"}
    match = advance_to(fight(place=place, hand=(special,)), "AirStep")
    play(match, act.AddCard(special), act.Board("A-abn2-1", HELI), act.EndSorties())
    assert step(match) == "AirDefense"
    play(match, Decline())
    assert at(match, "A-abn2-1") == "oujda"
    assert at(match, HELI) == OFF_MAP
    match = fight(place=place, hand=(special,), battle={"special": True})
    assert refused(match, act.AddCard(special)) == "ACT.SPEC.b"
