"""8  The events of the table."""

import pytest

from common.engine import Match
from operation_serval.actions import Aim, Choose, Finish, LoseMarker, MarkTown, Place, Withdraw
from operation_serval.rules.events import EventPlacing, Events
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import offered, refused, rolls, step, told
from tests.operation_serval.positions import BAMAKO, FAR, GAO, KIDAL, TIMBUKTU, arrange, at, game, points, worn


def event(first: int, second: int, *dice: int, text: str = FAR, **fields: object) -> Match:
    """A match in which these two dice bring an event, and the next ones carry it out."""
    return arrange(text, dice=(first, second, *dice), steps=[Events()], **fields)


@pytest.mark.rule("operation_serval", "8.0a")
@pytest.mark.rule("operation_serval", "9.5c")
@pytest.mark.parametrize("first", [ISLAMIST, COALITION])
def test_both_sides_throw_a_die_and_the_sum_is_the_event(first: str) -> None:
    match = event(3, 4, 5, initiative=first)
    assert [(roll.reason, roll.dice) for roll in rolls(match)[:2]] == [("Event", (3,)), ("Event", (4,))]
    assert rolls(match)[0].by == first
    assert told(match, "EVT.7")[0].startswith("International Intervention Accelerated")


@pytest.mark.rule("operation_serval", "8.1a")
def test_an_event_may_come_again() -> None:
    match = arrange(dice=(2, 4, 3, 2, 4, 2), steps=[Events(), Events()], c2p=(1, 0))
    match.play(MarkTown(GAO))
    match.play(MarkTown(KIDAL))
    assert points(match) == (1 + 3 + 2, 2)


@pytest.mark.rule("operation_serval", "EVT.2")
def test_a_coup_costs_points_and_shakes_the_army_in_bamako() -> None:
    text = f"{BAMAKO}: ml_pg ml_inf_1* ml_eng ml_base_1 ml_militia_1 fr_sof_cm; 2029: ml_33p; 2107: aq_guer_1"
    match = event(1, 1, 4, 6, 6, 5, text=text, c2p=(5, 3))
    assert points(match) == (5, 0)
    assert worn(match, "ml_pg") and at(match, "ml_inf_1") == "eliminated_coalition" and not worn(match, "ml_eng")
    assert len([roll for roll in rolls(match) if roll.reason.startswith("Coup:")]) == 3  # neither base, militia nor SOF
    assert not worn(match, "ml_33p")


@pytest.mark.rule("operation_serval", "EVT.3")
@pytest.mark.rule("operation_serval", "21.1a")
def test_cyberwar_mobilization_draws_on_even_dice() -> None:
    match = event(1, 2, 4, 6, initiative=ISLAMIST)
    assert len(match.state.drawn[ISLAMIST]) == 4 and len(match.state.drawn[COALITION]) == 6


@pytest.mark.rule("operation_serval", "EVT.3")
@pytest.mark.rule("operation_serval", "9.5c")
def test_cyberwar_mobilization_returns_markers_of_the_owners_choice_on_odd_dice() -> None:
    drawn = {COALITION: ["isr", "cyber", "uav", "direct_action"], ISLAMIST: ["terror_1"]}
    match = event(2, 1, 3, 5, drawn=drawn, initiative=COALITION)
    assert [roll.by for roll in rolls(match)[2:3]] == [COALITION]
    assert (step(match), match.to_act) == ("Returning", COALITION)
    assert refused(match, LoseMarker("terror_1")) == "EVT.3"
    for kind in ("isr", "cyber", "uav"):
        match.play(LoseMarker(kind))
    assert match.state.drawn == {COALITION: ("direct_action",), ISLAMIST: ()}  # five asked of one: all he has


@pytest.mark.rule("operation_serval", "EVT.4")
@pytest.mark.parametrize(
    ("text", "intervention", "asked"),
    [
        (f"{BAMAKO}: ml_pg; {TIMBUKTU}: mn_guer_1; 2029: fr_mech_a21", True, True),
        (f"{BAMAKO}: ml_pg; 2029: fr_mech_a21", True, False),
        (f"{TIMBUKTU}: mn_guer_1; 2029: fr_mech_a21", True, False),
        (f"{BAMAKO}: ml_pg; {TIMBUKTU}: mn_guer_1; chad_sa: fr_mech_a21", False, False),
        (f"{BAMAKO}: ml_pg; {TIMBUKTU}: mn_guer_1", True, False),
    ],
)
def test_rotation_needs_intervention_bamako_timbuktu_and_french_units(
    text: str, intervention: bool, asked: bool
) -> None:
    match = event(1, 3, text=f"{text}; 2107: aq_guer_1", intervention=intervention)
    assert (step(match) == "Rotation") == asked


@pytest.mark.rule("operation_serval", "EVT.4")
@pytest.mark.rule("operation_serval", "10.7b")
def test_rotation_of_a_task_force_takes_its_companies_along() -> None:
    text = f"{BAMAKO}: fr_ca_gtia1 td_armor; {TIMBUKTU}: fr_sof_cm fr_gamou; 2107: aq_guer_1"
    match = event(1, 3, text=text)
    assert {action.unit for action in offered(match, Withdraw)} == {"fr_ca_gtia1", "fr_sof_cm"}
    assert refused(match, Withdraw("td_armor")) == "EVT.4"
    embodied = {unit.id for unit in match.state.own(COALITION, "task_force")} & match.state.data.company_ids
    match.play(Withdraw("fr_ca_gtia1"))
    assert len(embodied) == 3 and all(at(match, id_) == "withdrawn" for id_ in (*embodied, "fr_ca_gtia1"))
    assert step(match) == "ActionStep"


@pytest.mark.rule("operation_serval", "EVT.4")
@pytest.mark.rule("operation_serval", "10.7a")
def test_rotation_of_companies_takes_three_or_all_there_are() -> None:
    text = f"{BAMAKO}: fr_mech_a21 fr_mech_b21 fr_ab_2rep; {TIMBUKTU}: fr_sof_cm fr_sof_cpa*; 2107: aq_guer_1"
    match = event(1, 3, text=text)
    match.play(Withdraw("fr_sof_cpa"))
    assert refused(match, Withdraw("fr_ab_2rep")) == "EVT.4"  # companies, then
    match.play(Withdraw("fr_sof_cm"))
    match.play(Withdraw("fr_mech_a21"))
    assert step(match) == "ActionStep" and at(match, "fr_mech_b21") == BAMAKO
    few = event(1, 3, text=f"{BAMAKO}: fr_mech_a21 ml_pg; {TIMBUKTU}: fr_sof_cm; 2107: aq_guer_1")
    few.play(Withdraw("fr_mech_a21"))
    few.play(Withdraw("fr_sof_cm"))
    assert step(few) == "ActionStep" and at(few, "ml_pg") == BAMAKO


@pytest.mark.rule("operation_serval", "EVT.5")
def test_paramilitaries_are_a_guerrilla_or_two_militia() -> None:
    text = f"{BAMAKO}: ml_pg; {GAO}: mj_tech_1; 2107: aq_guer_1"
    match = event(2, 3, text=text)
    assert step(match) == "EventPlacing" and match.to_act == COALITION
    match.play(Choose("ml_militia_1"))
    assert refused(match, Place("3217")) == "EVT.5"  # no town
    assert refused(match, Place(GAO)) == "EVT.5"  # Islamists
    assert refused(match, Place("2029")) == "EVT.5"  # south-west
    assert refused(match, Place("3425")) is None
    match.play(Place("3425"))
    assert refused(match, Choose("ml_guer_koy")) == "EVT.5"
    match.play(Choose("ml_militia_2"))
    match.play(Place("3425"))  # the limit of a hex is for set-up only
    assert step(match) == "ActionStep"
    assert at(match, "ml_militia_1") == at(match, "ml_militia_2") == "3425"


@pytest.mark.rule("operation_serval", "EVT.5")
def test_a_guerrilla_may_be_placed_anywhere_in_the_north_east_even_in_a_zone() -> None:
    match = event(1, 4, text=f"{BAMAKO}: ml_pg; {GAO}: mj_tech_1")
    match.play(Choose("ml_guer_koy"))
    match.play(Aim("south"))
    match.play(Place("2925"))
    assert at(match, "ml_guer_koy") == "2925" and step(match) == "ActionStep"
    nothing = event(1, 4, text=f"{BAMAKO}: ml_pg; {GAO}: mj_tech_1")
    nothing.play(Finish())
    assert step(nothing) == "ActionStep" and at(nothing, "ml_guer_koy") == "available_mali"


@pytest.mark.rule("operation_serval", "EVT.5")
def test_the_part_of_the_north_east_in_which_a_guerrilla_appears_is_named_first() -> None:
    match = event(1, 4, text=f"{BAMAKO}: ml_pg; 2107: aq_guer_1")
    match.play(Choose("ml_guer_koy"))
    assert set(match.legal()) == {Aim("north"), Aim("south")}
    assert refused(match, Aim("abroad")) == refused(match, Place("2925")) == "EVT.5"
    match.play(Aim("north"))
    north = {action.place for action in offered(match, Place)}
    assert "2107" not in north and refused(match, Place("2925")) == "EVT.5" and len(match.legal()) < 400
    match.play(Aim("south"))
    south = {action.place for action in offered(match, Place)}
    assert not north & south and "2925" in south
    assert north | south == {hex_ for hex_ in game().data.hexes if game().data.region[hex_] in ("N", "n")} - {"2107"}
    assert match.view(ISLAMIST).flow[-1] == EventPlacing(COALITION, 5)
    militia = event(2, 3, text=f"{BAMAKO}: ml_pg; 2107: aq_guer_1")
    militia.play(Choose("ml_militia_1"))
    assert refused(militia, Aim("north")) == "EVT.5" and refused(militia, Place("3425")) is None


@pytest.mark.rule("operation_serval", "EVT.5")
def test_militia_are_not_offered_when_no_town_is_free() -> None:
    towns = ("2323", "2924", "3218", "1925", "2327", "3026", "3425", "3114")
    held = "; ".join(f"{hex_}: ad_guer_{n}" if n < 6 else f"{hex_}: ad_tech_{n - 5}" for n, hex_ in enumerate(towns, 1))
    match = event(2, 3, text=f"{BAMAKO}: ml_pg; {held}")
    assert refused(match, Choose("ml_militia_1")) == "EVT.5"
    assert {action.unit for action in offered(match, Choose)} == {"ml_guer_koy", "ml_guer_izo"}


@pytest.mark.rule("operation_serval", "EVT.6")
@pytest.mark.rule("operation_serval", "CC2P.c")
@pytest.mark.rule("operation_serval", "27.1b")
@pytest.mark.rule("operation_serval", "27.0b")
def test_jihad_brings_points_and_a_marker_anywhere_in_the_north_east() -> None:
    match = event(2, 4, 5, text=f"{GAO}: fr_sof_cm; 2107: aq_guer_1", sharia=[KIDAL], c2p=(1, 1))
    assert points(match) == (6, 1) and match.to_act == ISLAMIST
    assert refused(match, MarkTown(KIDAL)) == "27.0b"
    assert refused(match, MarkTown("2029")) == "EVT.6"
    assert refused(match, Finish()) is None
    match.play(MarkTown(GAO))
    assert match.state.sharia == {KIDAL, GAO} and points(match) == (6, 2)


@pytest.mark.rule("operation_serval", "EVT.7")
def test_intervention_by_event_or_points_for_it() -> None:
    match = event(3, 4, intervention=False, turn=4, c2p=(2, 2))
    assert match.state.intervention == 4 and match.state.airlift == 4 and points(match) == (2, 2)
    again = event(3, 4, 5, c2p=(2, 2))
    assert points(again) == (2, 7)


@pytest.mark.rule("operation_serval", "3.0k")
@pytest.mark.rule("operation_serval", "7.4a")
def test_the_intervention_marker_lies_on_the_turn_it_happened() -> None:
    match = event(3, 4, intervention=False, turn=4)
    assert match.view(ISLAMIST).intervention == 4


@pytest.mark.rule("operation_serval", "EVT.8")
def test_tuareg_infighting_reduces_the_mnla() -> None:
    text = f"{GAO}: mn_najim mn_tech_1 mn_base_1; {KIDAL}: mn_guer_1; chad_sa: mn_tech_2; 2107: aq_guer_1"
    match = event(4, 4, 6, 5, 1, 6, text=text, c2p=(2, 2))
    assert worn(match, "mn_najim") and at(match, "mn_guer_1") == "available_mnla"
    assert not worn(match, "mn_tech_1") and not worn(match, "mn_tech_2")
    assert points(match) == (4, 2)


@pytest.mark.rule("operation_serval", "EVT.9")
def test_weather_waits_for_the_income() -> None:
    match = event(4, 5, c2p=(5, 5))
    assert match.state.weather and points(match) == (5, 5)


@pytest.mark.rule("operation_serval", "EVT.10")
def test_foreign_fighters_come_to_algeria_or_to_a_base() -> None:
    text = f"{BAMAKO}: ml_pg; {KIDAL}: ad_base_1 ad_tech_1; 3114: aq_tech_1; 3111: mj_guer_1; 3112: mn_tech_1"
    match = event(5, 5, text=text)
    assert match.to_act == ISLAMIST
    assert refused(match, Choose("ad_heavy_1")) == "EVT.10"
    assert refused(match, Choose("ad_base_2")) == "EVT.10"
    assert refused(match, Choose("ad_tech_1")) == "EVT.10"  # not in the pool
    match.play(Choose("aq_belmokhtar"))
    assert refused(match, Place(KIDAL)) == "14.2a"  # Ansar Dine's base
    assert refused(match, Place("3114")) == "EVT.10"  # no base
    assert refused(match, Place("3011")) == "EVT.10"  # in the zone of the MNLA
    assert refused(match, Place("algeria_sa")) == "EVT.10"
    assert refused(match, Place("3001")) is None
    match.play(Place("3001"))
    assert at(match, "aq_belmokhtar") == "3001" and step(match) == "ActionStep"
    base = event(5, 5, text=text)
    base.play(Choose("ad_tech_2"))
    base.play(Place(KIDAL))
    assert at(base, "ad_tech_2") == KIDAL


@pytest.mark.rule("operation_serval", "EVT.11")
@pytest.mark.parametrize(("left", "after"), [(2, 0), (5, 0), (7, 2)])
def test_factions_cost_the_islamists_a_die(left: int, after: int) -> None:
    assert points(event(5, 6, 5, c2p=(left, 3))) == (after, 3)


@pytest.mark.rule("operation_serval", "EVT.12")
def test_a_twelve_does_nothing() -> None:
    match, before = event(6, 6), arrange()
    assert match.state.units == before.state.units and match.state.c2p == before.state.c2p
    assert step(match) == "ActionStep"
