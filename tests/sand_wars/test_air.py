"""AIR, RNG, INTD, CAS, ARC, STK, SSM, ELI, AD, ICP, NAV, ACT.AIR, ACT.STR, ACT.NAV  Air and naval missions."""

from __future__ import annotations

from math import dist
from typing import Any

import pytest

from common.engine import Match
from common.engine.actions import Decline
from sand_wars import actions as act
from sand_wars.rules.airbases import reach_of, starts, why_not_reach
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.interdiction import NavalOperations
from sand_wars.rules.missions import air_defense
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, REPLACEMENT, SPENT
from tests.asking import offered, refused, step, told
from tests.sand_wars.fights import (
    action_card,
    advance_to,
    attach,
    battle_of,
    data,
    die,
    fight,
    in_action,
    reaction_card,
    throw,
)
from tests.sand_wars.positions import arranged, at, play, put

AIR, STRATEGIC = "Air operations", "Strategic attack"
STRIKE = "A-airstrike-1"  # 2/0
SCOUT = "A-airstrike-6"  # 1/1


def air(place: dict[str, str], **fields: Any) -> Match:
    return in_action(AIR, place, **fields)


def cards(side: str, title: str, count: int) -> list[str]:
    return [action_card(side, title, n) for n in range(1, count + 1)]


# Range and bases


@pytest.mark.rule("sand_wars", "RNG.1", "RNG.2", "RNG.3", "ELI.1")
def test_ranges_are_measured_from_edge_to_edge_in_bands() -> None:
    spaces = data().map.spaces.values()
    for mission, band in data().tables.ranges.bands.items():
        for here in list(spaces)[::9]:
            near = data().in_band(mission, here.id)
            for there in spaces:
                gap = dist(here.center, there.center) - here.radius - there.radius
                assert (there.id in near) == (gap <= band)
    bands = data().tables.ranges.bands
    assert (bands["airstrike"], bands["elint"], bands["helicopter"], bands["uav"]) == (900, 900, 350, 430)


@pytest.mark.rule("sand_wars", "AIR.3", "AIR.4", "AIR.13", "MAP.3", "DIS.7", "LOG.1", "LOG.5")
def test_airstrikes_fly_from_home_airbases_and_bases_in_towns() -> None:
    state = arranged(place={"A-mot2-1": "oujda", "A-camp-1": "fes", "A-mot2-2": "tifariti"}, war=True).state
    bases = starts(state, ALGERIA, "airstrike")
    assert bases == {
        "alger",
        "oran",
        "mecheria",
        "laghouat",
        "ain_oussera",
        "constantine",
        "biskra",
        "ouargla",
        "adrar",
        "bechar",
        "tindouf",
    }
    put(state, "A-base-1", "oujda")
    put(state, "A-base-2", "tifariti")
    assert "oujda" in starts(state, ALGERIA, "airstrike")  # a Logistics Base in a town, not the printed airbase
    assert "tifariti" not in starts(state, ALGERIA, "airstrike")
    assert "fes" not in starts(state, ALGERIA, "helicopter")
    state.change("A-base-1", disrupted=True)
    assert "oujda" not in starts(state, ALGERIA, "airstrike")
    assert "tlemcen" not in starts(state, ALGERIA, "air_supply")
    state.take(MOROCCO, "oran")
    assert "oran" not in starts(state, ALGERIA, "airstrike")


@pytest.mark.rule("sand_wars", "AIR.5", "AIR.6", "AIR.7", "AIR.13")
def test_helicopters_uavs_and_elint_have_their_own_starts() -> None:
    state = arranged(place={"M-mot2-1": "mijek"}).state
    assert "mijek" in starts(state, MOROCCO, "uav")
    assert "mijek" not in starts(state, MOROCCO, "elint")
    put(state, "M-base-1", "mijek")
    assert "mijek" in starts(state, MOROCCO, "elint")
    assert "tlemcen" in starts(state, ALGERIA, "helicopter")
    assert "oran" in reach_of(state, ALGERIA, "helicopter")
    assert why_not_reach(state, ALGERIA, "helicopter", "taza").rule == "AIR.5"  # near Tlemcen, but no pad at either end
    assert not any(facts.code == "elint" and facts.side == ALGERIA for facts in data().counters.values())


@pytest.mark.rule("sand_wars", "AIR.8", "SSM.5", "AIR.9")
def test_missiles_need_a_linked_base_and_reach_everything() -> None:
    state = arranged(place={"A-mot2-1": "fes"}, war=True).state
    assert reach_of(state, ALGERIA, "ssm") == set()
    put(state, "A-base-1", "fes")
    assert reach_of(state, ALGERIA, "ssm") == set()  # no chain leads home
    put(state, "A-base-2", "oran")
    assert "agadir" in reach_of(state, ALGERIA, "ssm")
    assert why_not_reach(state, MOROCCO, "air_supply", "in_amenas").rule == "AIR.11"


# Air operations


@pytest.mark.rule("sand_wars", "INTD.1", "SSM.1", "STK.1", "AIR.10", "ARC.1", "AIR.11")
def test_which_marker_flies_what() -> None:
    match = air({"M-mot2-1": "oujda", "A-uav-1": OFF_MAP, "A-uav-2": OFF_MAP, "A-ssm-1": OFF_MAP}, war=True)
    assert refused(match, act.Sortie("A-uav-1", "interdiction")) == "INTD.1"
    assert refused(match, act.Sortie("A-uav-2", "interdiction")) is None
    assert refused(match, act.Sortie("A-ssm-1", "interdiction")) == "SSM.1"
    assert refused(match, act.Sortie(STRIKE, "recon")) == "ARC.1"
    assert refused(match, act.Sortie(STRIKE, "strike")) == "STK.1"
    play(match, act.Sortie(STRIKE, "interdiction"))
    assert refused(match, act.AimAt("taza")) == "INTD.1"
    put(match.state, "M-mot2-2", "dakhla")
    assert refused(match, act.AimAt("dakhla")) == "AIR.11"


@pytest.mark.rule("sand_wars", "INTD.4", "INTD.5", "INTD.6", "DIS.1", "DIS.11", "AIR.1", "PCE.20")
def test_interdiction_reveals_assigns_and_strikes() -> None:
    place = {"M-tank4-1": "oujda", "M-mot2-1": "oujda"}
    match = air(place, war=True, draws=(die(MOROCCO, 1), throw(ALGERIA, 3, 4)))
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"), Decline())
    assert step(match) == "Interdicting"
    assert match.game.view(match.state, ALGERIA).pieces["M-tank4-1"].cv == 4
    match.state.draw_script = (throw(ALGERIA, 3, 4),)
    play(match, act.Engage(STRIKE, "M-tank4-1"))
    assert match.state.pieces["M-tank4-1"].disrupted
    assert at(match, STRIKE) == OFF_MAP
    assert match.state.revealed == set()
    match = air(place, war=True, draws=(throw(ALGERIA, 6, 1),))
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"), Decline(), act.Engage(STRIKE, "M-tank4-1"))
    assert at(match, "M-tank4-1") == REPLACEMENT  # eliminated whole


@pytest.mark.rule("sand_wars", "INTD.7")
def test_an_hq_is_only_disrupted_by_interdiction() -> None:
    match = air({"M-B1": "oujda", "M-mot2-1": "oujda"}, war=True, draws=(throw(ALGERIA, 6, 6),))
    attach(match, "M-B1", "M-mot2-1")
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"), Decline(), act.Engage(STRIKE, "M-B1"))
    assert match.state.pieces["M-B1"].disrupted
    assert not match.state.pieces["M-mot2-1"].disrupted


@pytest.mark.rule("sand_wars", "INTD.2", "INTD.3", "ACT.AIR.b", "CAS.2", "INTD.5")
def test_each_further_marker_needs_a_card_and_goes_to_the_same_space() -> None:
    more = cards(ALGERIA, AIR, 2)
    match = air({"M-tank4-1": "oujda", "M-mot2-1": "taza"}, war=True, hand=more)
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"))
    assert refused(match, act.JoinSortie("A01", "A-airstrike-2")) == "CRD.3"
    assert match.why_not(act.AimAt("taza")).rule == "INTD.3"
    play(match, act.JoinSortie(more[0], "A-airstrike-2"), act.JoinSortie(more[1], "A-airstrike-3"))
    assert step(match) == "AirDefense"
    play(match, Decline())
    match.state.draw_script = (throw(ALGERIA, 1, 1), throw(ALGERIA, 1, 2), throw(ALGERIA, 2, 4))
    for marker in (STRIKE, "A-airstrike-2", "A-airstrike-3"):
        play(match, act.Engage(marker, "M-tank4-1"))
    assert match.state.pieces["M-tank4-1"].disrupted  # six dice at one target, the worst counts


@pytest.mark.rule("sand_wars", "OH.4", "ACT.AIR.c")
def test_one_air_piece_over_the_border_before_the_war_and_a_chip_for_each_card() -> None:
    more = cards(ALGERIA, AIR, 1)
    match = air({"M-tank4-1": "oujda"}, hand=more, draws=(throw(ALGERIA, 1, 1),))
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"))
    assert match.state.chips == 1
    assert step(match) == "AirDefense"  # nobody could join
    match = air({"M-tank4-1": "oujda"}, hand=more, war=True)
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"))
    assert refused(match, act.JoinSortie(more[0], "A-airstrike-2")) is None
    assert match.state.chips == 0


@pytest.mark.rule("sand_wars", "ARC.1", "ACT.AIR.a")
def test_air_recon_shows_the_space_if_the_marker_survives() -> None:
    for face, seen in ((1, True), (5, False)):
        match = air({"M-tank4-1": "oujda"}, war=True, draws=(die(MOROCCO, face),))
        play(match, act.Sortie(SCOUT, "recon"), act.AimAt("oujda"), act.Shoot(SCOUT))
        lines = [entry for entry in match.journal if "ARC.1" in entry.rules]
        assert bool(lines[-1].only) == seen
        if seen:
            assert "Tank (modern) (4)" in lines[-1].text
            assert lines[-1].only == (ALGERIA,)


# Air defense


@pytest.mark.rule("sand_wars", "AD.1", "AD.2", "AD.6")
def test_the_dice_of_air_defense() -> None:
    state = arranged(place={}, war=True).state
    assert air_defense(state, MOROCCO, "khouribga") == 0
    assert air_defense(state, MOROCCO, "casablanca") == 1
    assert air_defense(state, ALGERIA, "hassi_rmel") == 0
    put(state, "M-het0-1", "mijek")
    assert air_defense(state, MOROCCO, "mijek") == 0
    put(state, "M-mot2-1", "mijek")
    assert air_defense(state, MOROCCO, "mijek") == 1
    put(state, "M-D1", "mijek")
    assert air_defense(state, MOROCCO, "mijek") == 1
    state.change("M-D1", up=True)
    assert air_defense(state, MOROCCO, "mijek") == 2
    put(state, "M-fort-1", "mijek")
    put(state, "M-base-1", "mijek")
    assert air_defense(state, MOROCCO, "mijek") == 3
    state.change("M-fort-1", disrupted=True)
    state.change("M-base-1", disrupted=True)
    assert air_defense(state, MOROCCO, "mijek") == 2


@pytest.mark.rule("sand_wars", "AD.3", "AD.4", "AD.5", "AIR.12", "ELI.2", "ICP.3")
def test_air_defense_shoots_at_one_airstrike_or_helicopter_before_the_mission() -> None:
    more = cards(MOROCCO, AIR, 1)
    match = in_action(AIR, {"A-mot2-1": "maghnia", "M-elint-1": OFF_MAP}, side=MOROCCO, war=True, hand=more)
    play(match, act.Sortie("M-airstrike-1", "interdiction"), act.AimAt("maghnia"), act.JoinSortie(more[0], "M-elint-1"))
    assert step(match) == "AirDefense"
    assert refused(match, act.Shoot("M-elint-1")) == "AD.4"
    match.state.draw_script = (die(ALGERIA, 4),)
    play(match, act.Shoot("M-airstrike-1"))
    assert at(match, "M-airstrike-1") == OFF_MAP
    assert told(match, "AD.5")[-1].endswith("is aborted.")
    assert not match.state.pieces["A-mot2-1"].disrupted
    match = in_action(AIR, {"A-mot2-1": "maghnia"}, side=MOROCCO, war=True, draws=(die(ALGERIA, 6),))
    play(match, act.Sortie("M-airstrike-1", "interdiction"), act.AimAt("maghnia"), act.Shoot("M-airstrike-1"))
    assert at(match, "M-airstrike-1") == REPLACEMENT
    match = in_action(AIR, {"A-mot2-1": "maghnia", "M-uav-2": OFF_MAP}, side=MOROCCO, war=True)
    play(match, act.Sortie("M-uav-2", "interdiction"), act.AimAt("maghnia"))
    assert step(match) == "Interdicting"  # nobody shoots at a drone


# Interception

GUARD = [reaction_card(MOROCCO, "Air intercept", n) for n in range(2)]


def intruding(**fields: Any) -> Match:
    """An Algerian Airstrike is over Oujda and air defense has held its fire."""
    match = air({"M-mot2-1": "oujda"}, war=True, enemy_hand=GUARD, **fields)
    return play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"), Decline())


@pytest.mark.rule("sand_wars", "ICP.1", "ICP.2", "ICP.4", "ICP.5", "ICP.6", "REA.AIC.a", "GC.7")
def test_interceptors_fire_first_and_surviving_airstrikes_fire_back() -> None:
    match = intruding()
    assert step(match) == "Interception"
    play(match, act.Intercept(GUARD[0], "M-airstrike-1", STRIKE))
    assert refused(match, act.Intercept(GUARD[0], "M-airstrike-2", STRIKE)) == "CRD.3"
    match.state.draw_script = (throw(MOROCCO, 1, 3), throw(ALGERIA, 5, 2))
    play(match, Decline())
    assert at(match, "M-airstrike-1") == REPLACEMENT
    assert step(match) == "Interdicting"  # one exchange, then the mission goes on
    match = intruding()
    play(match, act.Intercept(GUARD[0], "M-airstrike-1", STRIKE))
    match.state.draw_script = (throw(MOROCCO, 3, 5),)
    play(match, Decline())
    assert at(match, STRIKE) == REPLACEMENT
    assert at(match, "M-airstrike-1") == OFF_MAP


@pytest.mark.rule("sand_wars", "REA.AIC.b", "EVT.WEA.a", "OH.4")
def test_interceptors_need_a_base_in_range_and_good_weather() -> None:
    match = air(
        {"M-mot2-1": "mijek", "A-mot2-1": "tifariti", "A-base-1": "smara", "A-mot2-2": "smara"},
        war=True,
        enemy_hand=GUARD,
    )
    for space in list(match.state.data.airbases):
        if match.state.is_home(MOROCCO, space):
            match.state.take(ALGERIA, space)
    put(match.state, "M-base-1", "mijek")
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("mijek"), Decline())
    assert step(match) == "Interdicting"  # a base in the desert launches no Airstrike
    match = air({"M-mot2-1": "oujda"}, war=True, enemy_hand=GUARD)
    play(match, act.Sortie(STRIKE, "interdiction"), act.AimAt("oujda"))
    match.state.weather = True
    play(match, Decline())
    assert step(match) == "Interdicting"


@pytest.mark.rule("sand_wars", "ICP.5", "ICP.3")
def test_helicopters_never_fire_back() -> None:
    heli = "A-helicopter-3"  # 2/0
    match = air({"M-mot2-1": "oujda", heli: OFF_MAP}, war=True, enemy_hand=GUARD)
    play(match, act.Sortie(heli, "interdiction"), act.AimAt("oujda"), Decline())
    play(match, act.Intercept(GUARD[0], "M-airstrike-1", heli))
    match.state.draw_script = (throw(MOROCCO, 1, 3),)
    play(match, Decline())
    assert step(match) == "Interdicting"
    assert len([entry for entry in match.journal if "ICP.4" in entry.rules and "turns" in entry.text]) == 1


@pytest.mark.rule("sand_wars", "ELI.3", "ELI.4")
def test_with_elint_the_intruders_fire_first() -> None:
    more = cards(MOROCCO, AIR, 1)
    guard = reaction_card(ALGERIA, "Air intercept")
    match = in_action(
        AIR, {"A-mot2-1": "maghnia", "M-elint-1": OFF_MAP}, side=MOROCCO, war=True, hand=more, enemy_hand=(guard,)
    )
    play(
        match,
        act.Sortie("M-airstrike-1", "interdiction"),
        act.AimAt("maghnia"),
        act.JoinSortie(more[0], "M-elint-1"),
        Decline(),
    )
    assert refused(match, act.Intercept(guard, STRIKE, "M-elint-1")) == "ICP.3"
    odds = match.odds(act.Intercept(guard, STRIKE, "M-airstrike-1"))
    assert odds is not None and "after the intruders' fire" in odds.title  # perhaps nobody is left to fire
    match.state.draw_script = (throw(MOROCCO, 6, 1),)
    play(match, act.Intercept(guard, STRIKE, "M-airstrike-1"))
    assert at(match, STRIKE) == REPLACEMENT
    assert step(match) == "Interdicting"


@pytest.mark.rule("sand_wars", "AD.7")
def test_the_intruders_ground_force_shoots_at_one_interceptor() -> None:
    support = action_card(ALGERIA, AIR)
    place = {"A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = advance_to(fight(place=place, hand=(support,), enemy_hand=GUARD), "AirStep")
    play(match, act.JoinSortie(support, STRIKE), Decline(), act.Intercept(GUARD[0], "M-airstrike-1", STRIKE))
    play(match, Decline())
    assert (step(match), match.to_act) == ("AirDefense", ALGERIA)
    match.state.draw_script = (die(ALGERIA, 4),)
    play(match, act.Shoot("M-airstrike-1"))
    assert battle_of(match).support == (STRIKE,)
    assert battle_of(match).cover == ()
    alone = intruding()
    play(alone, act.Intercept(GUARD[0], "M-airstrike-1", STRIKE))
    alone.state.draw_script = (throw(MOROCCO, 1, 3), throw(ALGERIA, 1, 3))
    play(alone, Decline())
    assert step(alone) == "Interdicting"  # nobody of Algeria is there to shoot


@pytest.mark.rule("sand_wars", "GC.6", "GC.7", "CAS.3", "CAS.2")
def test_close_support_in_a_combat() -> None:
    support = action_card(ALGERIA, AIR)
    place = {"A-mot2-1": "agadir", "M-mot2-1": "agadir"}
    match = fight(place=place, space="agadir", hand=(support,))
    match.state.push(AirStep(ALGERIA))
    assert refused(match, act.JoinSortie(support, "A-helicopter-1")) == "CAS.3"
    place = {"A-mot2-1": "oujda", "M-mot2-1": "oujda"}
    match = advance_to(fight(place=place, hand=(support,)), "AirStep")
    assert refused(match, act.JoinSortie(support, "A-ssm-1")) == "CAS.1"
    assert refused(match, act.JoinSortie(support, STRIKE)) is None


# Strategic attack


@pytest.mark.rule("sand_wars", "ACT.STR.a", "STK.2", "STK.3", "DIS.9", "ACT.STR.c")
def test_a_strategic_strike_disrupts_a_resource() -> None:
    match = in_action(STRATEGIC, {"M-mot2-1": "taza"}, war=True)
    assert refused(match, act.AimAt("block@taza")) == "STK.2"
    assert refused(match, act.AimAt("resource@taza")) == "STK.2"
    match.state.draw_script = (die(MOROCCO, 1), throw(ALGERIA, 4, 5))
    play(match, act.AimAt("resource@casablanca"), act.Sortie(STRIKE, "strike"), act.Shoot(STRIKE))
    assert "casablanca" in match.state.wrecked
    assert at(match, STRIKE) == OFF_MAP
    match = in_action(STRATEGIC, {}, war=True, wrecked=frozenset({"casablanca"}))
    assert refused(match, act.AimAt("resource@casablanca")) == "DIS.11"
    match.state.draw_script = (throw(ALGERIA, 4, 4),)
    play(match, act.AimAt("resource@khouribga"), act.Sortie(STRIKE, "strike"))
    assert "khouribga" not in match.state.wrecked


@pytest.mark.rule("sand_wars", "ACT.STR.b", "STK.4", "OPS.1", "OPS.5")
def test_more_cards_send_more_markers_at_the_same_target() -> None:
    more = cards(ALGERIA, STRATEGIC, 1)
    match = in_action(STRATEGIC, {}, war=True, hand=(*more, "A01"))
    play(match, act.AimAt("resource@khouribga"), act.Sortie(STRIKE, "strike"))
    assert refused(match, act.JoinSortie("A01", "A-airstrike-2")) == "OPS.1"
    assert refused(match, act.JoinSortie(more[0], STRIKE)) == "STK.4"
    match.state.draw_script = (throw(ALGERIA, 1, 1), throw(ALGERIA, 2, 6))
    play(match, act.JoinSortie(more[0], "A-airstrike-2"), act.EndSorties())
    assert "khouribga" in match.state.wrecked
    match = in_action(STRATEGIC, {}, hand=more, draws=(throw(ALGERIA, 1, 1),))
    play(match, act.AimAt("resource@khouribga"), act.Sortie(STRIKE, "strike"))
    assert match.state.chips == 1


@pytest.mark.rule("sand_wars", "SSM.2", "SSM.6", "SSM.3")
def test_a_missile_meets_no_defense_and_is_spent() -> None:
    match = in_action(
        STRATEGIC, {"A-base-1": "oran", "A-ssm-1": OFF_MAP, "M-guards-1": "rabat"}, war=True, enemy_hand=GUARD
    )
    match.state.draw_script = (throw(ALGERIA, 1, 2), throw(ALGERIA, 6, 1))
    play(match, act.AimAt("resource@rabat"), act.Sortie("A-ssm-1", "strike"))
    assert "rabat" in match.state.wrecked
    assert at(match, "A-ssm-1") == SPENT
    assert step(match) == "Operations"
    rebuild = in_action("Reconstitution", {"A-ssm-1": SPENT, "A-mot2-1": REPLACEMENT, "A-base-1": "oran"})
    assert not any(action.piece == "A-ssm-1" for action in offered(rebuild, act.ReturnUnit))


# Ships


@pytest.mark.rule("sand_wars", "NAV.1", "NAV.2", "NAV.3", "ACT.NAV.a", "OH.6")
def test_ships_interdict_any_coast_and_only_in_war() -> None:
    ship = "A-naval-1"
    match = in_action("Naval operations", {"M-mot2-1": "dakhla", "M-mot2-2": "fes", "A-naval-1": OFF_MAP}, war=True)
    assert refused(match, act.Sortie(ship, "fes")) == "NAV.1"
    assert refused(match, act.Sortie(ship, "safi")) == "NAV.1"
    match.state.draw_script = (throw(ALGERIA, 4, 1),)
    play(match, act.Sortie(ship, "dakhla"))
    assert step(match) == "Interdicting"  # no air defense
    play(match, act.Engage(ship, "M-mot2-1"))
    assert match.state.pieces["M-mot2-1"].disrupted
    card = action_card(ALGERIA, "Naval operations")
    peace = arranged(place={"M-mot2-1": "dakhla", "A-naval-1": OFF_MAP, "A-mot2-1": "oran"}, hand=(card,))
    assert peace.why_not(act.PlayCard(card)) is not None
    refusal = NavalOperations(ALGERIA, card).why_not(peace.state, act.Sortie(ship, "dakhla"))
    assert refusal is not None
    assert refusal.rule == "OH.6"


@pytest.mark.rule("sand_wars", "NAV.4", "REA.NIC.a")
def test_a_naval_intercept_fights_by_the_interception_procedure() -> None:
    card = reaction_card(MOROCCO, "Naval intercept")
    match = in_action("Naval operations", {"M-mot2-1": "dakhla"}, war=True, enemy_hand=(card,))
    play(match, act.Sortie("A-naval-1", "dakhla"))
    assert step(match) == "Interception"
    match.state.draw_script = (throw(MOROCCO, 1, 2), throw(ALGERIA, 5, 1))
    play(match, act.Intercept(card, "M-naval-1", "A-naval-1"))
    assert at(match, "M-naval-1") == REPLACEMENT
    assert step(match) == "Interdicting"


@pytest.mark.rule("sand_wars", "ACT.NAV.a", "GC.3")
def test_ships_support_an_attack_on_the_coast() -> None:
    card = action_card(ALGERIA, "Naval operations")
    place = {"A-mot2-1": "nador", "M-mot2-1": "nador"}
    match = advance_to(fight(place=place, space="nador", hand=(card,)), "AirStep")
    play(match, act.JoinSortie(card, "A-naval-1"))
    assert battle_of(match).support == ("A-naval-1",)
    from sand_wars.rules.combat.strength import firepower

    assert firepower(match.state, ALGERIA) == 4


@pytest.mark.rule("sand_wars", "DIS.13")
def test_markers_are_never_disrupted() -> None:
    from sand_wars.rules.forces import disrupt

    state = arranged(place={STRIKE: OFF_MAP}).state
    disrupt(state, STRIKE, "DIS.13")
    assert not state.pieces[STRIKE].disrupted
