"""28  Fog of war: what each side sees, ISR looks, the order of stacks."""

from itertools import product

import pytest

from common.engine import Match, Seat
from common.engine.actions import Decline
from operation_serval.actions import (
    BreakDown,
    CancelLook,
    Choose,
    Combine,
    Draw,
    Finish,
    NetwarAttack,
    Operate,
    Place,
    ReadyMade,
    Recruit,
    Refit,
    Reorder,
    Scout,
    Sortie,
    TakeHit,
)
from operation_serval.rules.netwar import Mobilising
from operation_serval.rules.operations import EndOperation
from operation_serval.state import COALITION, ISLAMIST
from tests.asking import refused, step
from tests.operation_serval.operating import operate
from tests.operation_serval.positions import FAR, GAO, KIDAL, MENAKA, arrange, game

FOG = {"fog_of_war": True}
TEXT = f"""{KIDAL}: ad_iyad ad_tech_1* ad_base_1; 3217: ad_guer_1 ad_guer_2; algeria_sa: aq_tech_1;
{GAO}: fr_sof_cm ml_33p; {MENAKA}: mj_guer_1"""


def foggy(text: str = TEXT, side: str = COALITION, acting: str = COALITION, **fields: object) -> Match:
    """A position with fog of war, in the middle of an own action where ISR may look."""
    running = [Mobilising(acting, 1)] if acting else []
    return arrange(text, side=side, options=FOG, acting=acting, steps=running, **fields)


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "28.0b")
def test_only_the_top_counter_of_an_enemy_stack_is_seen() -> None:
    match = foggy()
    seen = match.view(COALITION)
    assert seen.stacks[KIDAL] == ISLAMIST and seen.tops[KIDAL] == "ad_iyad"
    assert "ad_iyad" in seen.units and not {"ad_tech_1", "ad_base_1", "ad_guer_2", "aq_tech_1"} & seen.units.keys()
    assert "algeria_sa" in seen.staging
    assert {"fr_sof_cm", "ml_33p"} <= seen.units.keys()  # one's own
    other = match.view(ISLAMIST)
    assert {"ad_tech_1", "aq_tech_1"} <= other.units.keys() and "ml_33p" not in other.units
    onlooker = match.view(None)
    assert not {"ad_tech_1", "ml_33p", "aq_tech_1"} & onlooker.units.keys()


@pytest.mark.rule("operation_serval", "28.0a")
def test_without_fog_everything_is_seen() -> None:
    seen = arrange(TEXT).view(COALITION)
    assert {"ad_tech_1", "ad_base_1", "aq_tech_1"} <= seen.units.keys()
    assert game().hidden(arrange(TEXT).state, COALITION) == frozenset()


@pytest.mark.rule("operation_serval", "21.4a")
def test_types_of_drawn_markers_are_hidden_numbers_are_not() -> None:
    match = foggy(drawn={ISLAMIST: ["terror_1", "isr"], COALITION: ["uav"]})
    seen = match.view(COALITION)
    assert ISLAMIST not in seen.drawn and seen.drawn[COALITION] == ("uav",)
    assert seen.drawn_counts == {ISLAMIST: 2, COALITION: 1}
    match.play(Draw(1))
    told = [entry.text for entry in match.journal.view(ISLAMIST) if "21.2a" in entry.rules]
    assert told[-1] == "The Coalition draws 1 netwar marker."


@pytest.mark.rule("operation_serval", "28.0c")
@pytest.mark.rule("operation_serval", "21.6l")
@pytest.mark.rule("operation_serval", "21.5a")
def test_isr_shows_a_hex_and_its_neighbours_then_returns() -> None:
    match = foggy(drawn={COALITION: ["isr"]}, c2p=(5, 0))
    assert Scout(COALITION, KIDAL) in match.asides(COALITION)
    match.play(Scout(COALITION, KIDAL))
    seen = match.view(COALITION)
    assert {"ad_tech_1", "ad_base_1", "ad_guer_1", "ad_guer_2"} <= seen.units.keys()
    assert seen.units["ad_tech_1"].disrupted and "aq_tech_1" not in seen.units
    assert match.state.drawn[COALITION] == () and match.state.pools[COALITION].content.count("isr") == 3
    private = [entry.text for entry in match.journal.view(COALITION) if "28.0c" in entry.rules]
    assert any("Iyad" in text and "(disrupted)" in text for text in private)
    assert not any("Iyad" in entry.text for entry in match.journal.view(ISLAMIST))


@pytest.mark.rule("operation_serval", "28.0b")
@pytest.mark.rule("operation_serval", "28.0c")
def test_isr_never_looks_into_staging_areas_nor_in_the_enemys_action() -> None:
    match = foggy(drawn={COALITION: ["isr"], ISLAMIST: ["isr"]})
    assert match.why_not(Scout(COALITION, "algeria_sa")).rule == "28.0b"
    assert match.why_not(Scout(ISLAMIST, GAO)).rule == "28.0c"
    match.state.acting = ""
    assert match.why_not(Scout(COALITION, KIDAL)).rule == "28.0c"  # between two actions
    bare = foggy()
    assert bare.why_not(Scout(COALITION, KIDAL)).rule == "28.0c"
    asleep = foggy(drawn={COALITION: ["isr"]}, text=f"{KIDAL}: ad_iyad; 1233: ml_pg", intervention=False)
    assert asleep.why_not(Scout(COALITION, KIDAL)).rule == "7.4d"


def looking() -> Match:
    """The Islamists have placed two ISR markers, the Coalition holds one direct action marker."""
    drawn = {ISLAMIST: ["isr", "isr"], COALITION: ["direct_action"]}
    match = foggy(
        f"{GAO}: fr_sof_cm ml_33p; {KIDAL}: mn_tech_1 mn_guer_1; 2107: aq_guer_1", ISLAMIST, ISLAMIST, drawn=drawn
    )
    match.play(Scout(ISLAMIST, GAO))
    assert step(match) == "Scouting"
    assert refused(match, Place("chad_sa")) == "28.0b"
    match.play(Place(KIDAL))
    return match


@pytest.mark.rule("operation_serval", "28.0d")
@pytest.mark.rule("operation_serval", "28.0e")
def test_direct_action_cancels_a_look_of_the_coalitions_choice() -> None:
    match = looking()
    assert (step(match), match.to_act) == ("Blinding", COALITION)
    match.play(CancelLook(KIDAL))
    if step(match) == "Blinding":
        match.play(Decline())
    seen = match.view(ISLAMIST)
    assert "ml_33p" in seen.units and "mn_guer_1" not in seen.units
    assert match.state.drawn == {ISLAMIST: (), COALITION: ()}
    assert match.state.pools[ISLAMIST].content.count("isr") == 3


@pytest.mark.rule("operation_serval", "28.0c")
@pytest.mark.rule("operation_serval", "28.0d")
def test_any_number_of_isr_markers_may_look() -> None:
    match = looking()
    match.play(Decline())
    assert {"ml_33p", "mn_guer_1"} <= match.view(ISLAMIST).units.keys()
    one = foggy(f"{GAO}: fr_sof_cm ml_33p; 2107: aq_guer_1", ISLAMIST, ISLAMIST, drawn={ISLAMIST: ["isr", "isr"]})
    one.play(Scout(ISLAMIST, GAO))
    one.play(Finish())
    assert one.state.drawn[ISLAMIST] == ("isr",)


def test_what_was_shown_is_hidden_again_after_the_action() -> None:
    match = foggy(drawn={COALITION: ["isr"]})
    match.play(Scout(COALITION, KIDAL))
    assert "ad_tech_1" in match.view(COALITION).units
    match.play(Draw(0))
    assert "ad_tech_1" not in match.view(COALITION).units


@pytest.mark.rule("operation_serval", "28.0a")
def test_a_side_orders_its_own_stacks() -> None:
    match = foggy()
    match.play(Reorder(ISLAMIST, "ad_base_1"))
    assert match.view(COALITION).tops[KIDAL] == "ad_base_1" and "ad_iyad" not in match.view(COALITION).units
    assert match.why_not(Reorder(ISLAMIST, "ad_base_1")).rule == "28.0a"
    assert match.why_not(Reorder(ISLAMIST, "ml_33p")).rule == "28.0a"
    assert match.why_not(Reorder(ISLAMIST, "aq_tech_1")).rule == "28.0a"  # in a Staging Area
    assert arrange(TEXT).why_not(Reorder(ISLAMIST, "ad_base_1")).rule == "28.0a"
    assert not any("base" in entry.text.lower() for entry in match.journal.view(COALITION) if "28.0a" in entry.rules)


def test_a_counter_that_comes_to_a_stack_goes_below_its_top() -> None:
    match = foggy()
    match.state.change("aq_tech_1", at="algeria_sa")
    match.state.change("mn_guer_1", at=GAO)
    assert match.view(ISLAMIST).tops[GAO] == "fr_sof_cm" or match.view(ISLAMIST).tops[GAO] == "ml_33p"
    top = match.view(ISLAMIST).tops[GAO]
    match.state.change(top, at="2925")
    assert match.view(ISLAMIST).tops[GAO] != top and match.view(ISLAMIST).tops["2925"] == top


@pytest.mark.parametrize("side", [ISLAMIST, COALITION])
def test_known_and_imagined_positions_look_the_same(side: str) -> None:
    match = foggy(drawn={ISLAMIST: ["terror_1", "isr"], COALITION: ["uav"]})
    seen = match.view(side)
    known = Seat(match, side).known
    assert game().view(known, side).units == {
        **seen.units,
        **{id_: unit for id_, unit in game().view(known, side).units.items() if unit.at == "unseen"},
    }
    for seed in range(20):
        other = match.imagine(side, seed)
        assert other.view(side) == seen
        assert not list(game().invariants(other.state))


def test_zones_of_hidden_counters_are_known() -> None:
    match = foggy(f"{KIDAL}: ad_guer_1 ad_tech_1; {GAO}: fr_sof_cm; 1233: ml_pg")
    assert match.view(COALITION).tops[KIDAL] in ("ad_guer_1", "ad_tech_1")
    assert "3217" in match.view(COALITION).zones[COALITION]
    assert Seat(match, COALITION).known.zones[COALITION] == match.view(COALITION).zones[COALITION]


@pytest.mark.rule("operation_serval", "20.6c")
@pytest.mark.rule("operation_serval", "19.3d")
@pytest.mark.rule("operation_serval", "28.0a")
def test_what_happens_in_the_open_air_box_is_told_by_name_and_no_loss_in_a_stack() -> None:
    text = f"{FAR}; 2425: ad_heavy_1 ad_tech_1; {GAO}: fr_sof_cm; air: fr_air_rafale"
    match = operate(arrange(text, options=FOG, dice=[1, 3]), "french")
    for action in (Finish(), Sortie("fr_air_rafale", "2425"), Finish()):
        match.play(action)
    assert "Rafale is disrupted." in [entry.text for entry in match.journal.view(ISLAMIST)]
    match = arrange(f"{FAR}; air: fr_air_rafale*", options=FOG)
    match.play(Refit("french", "air"))
    assert "Effective again: Rafale." in [entry.text for entry in match.journal.view(ISLAMIST)]
    text, drawn = f"{FAR}; {GAO}: mj_guer_1 mj_tech_1 mj_base_1; 2923: fr_base_1", {COALITION: ["uav"]}
    match = arrange(text, drawn=drawn, options=FOG, dice=[5])
    match.play(NetwarAttack("uav", GAO))
    match.play(TakeHit("mj_base_1"))
    seen = [entry.text for entry in match.journal.view(COALITION)]
    assert "An Islamist unit is disrupted in Gao (2924)." in seen


@pytest.mark.rule("operation_serval", "14.2c")
@pytest.mark.rule("operation_serval", "28.0a")
def test_where_two_contingents_met_is_not_asked_aloud() -> None:
    asked: dict[bool, set[str]] = {True: set(), False: set()}
    for fog, hex_ in product(asked, ("2425", "2525")):
        text = f"{FAR}; {hex_}: ad_guer_1 aq_tech_1"
        steps = [EndOperation(ISLAMIST)]
        match = arrange(text, side=ISLAMIST, contingent="aqim", options={"fog_of_war": fog}, steps=steps)
        asked[fog].add(match.prompt)
    assert len(asked[True]) == 1 and len(asked[False]) == 2


@pytest.mark.rule("operation_serval", "28.0b")
@pytest.mark.rule("operation_serval", "22.2b")
@pytest.mark.rule("operation_serval", "22.3b")
def test_where_a_task_force_is_formed_or_broken_down_is_not_told() -> None:
    """The open boxes show that it happened; what a Staging Area or a stack holds they do not."""
    text = f"{FAR}; chad_sa: fr_mech_a21 fr_mech_b21 fr_armor_aricm; {GAO}: ml_33p fr_ab_2rep"
    match = arrange(text, options=FOG)
    match.play(Operate("french"))
    match.play(next(action for action in match.legal() if isinstance(action, Combine)))
    match.play(next(action for action in match.legal() if isinstance(action, BreakDown) and "ab" in action.task_force))
    for side in (ISLAMIST, None):
        lines = [entry for entry in match.journal.view(side) if {"22.2b", "22.3b"} & set(entry.rules)]
        assert [line.text for line in lines] == ["A task force is formed.", "A task force breaks down."]
        assert not any(line.places for line in lines)
    own = [entry for entry in match.journal.view(COALITION) if {"22.2b", "22.3b"} & set(entry.rules)]
    assert [entry.places for entry in own] == [("chad_sa",), (GAO,)]


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.rule("operation_serval", "18.1a")
def test_of_hidden_bases_nobody_is_told_that_there_are_none() -> None:
    """A base below the top counter supports its hex; who does not see it hears of what he sees only."""
    match = arrange(f"{FAR}; {GAO}: mn_tech_1 mn_base_1; 3024: ad_tech_1", options={"fog_of_war": True})
    match.state.tops[GAO] = "mn_tech_1"
    for side, why in ((ISLAMIST, "no base of the Coalition that is seen covers"), (COALITION, "within the radius of")):
        route = game().table.route(match.view(side), GAO)
        assert route is not None and route.why.startswith(why)
        facts = {
            row.label: row.value
            for part in game().table.about_piece(match.view(side), "mn_tech_1")
            for row in part.rows
        }
        assert facts["Shifts of its fire"] == ("none that is seen" if side == ISLAMIST else "+1 support")
    own = game().table.route(match.view(ISLAMIST), "3024")
    assert own is not None and own.why == "no base of the Islamists covers this hex"


@pytest.mark.parametrize("fog", [True, False])
def test_who_places_a_counter_may_take_that_back_alone(fog: bool) -> None:
    placing = game().new_match("scenario_1", 1, {"fog_of_war": fog})
    recruiting = arrange(FAR, options={"fog_of_war": fog}, dice=[3])
    recruiting.play(Recruit("french", "companies"))
    for match in (placing, recruiting):
        match.play(next(action for action in match.legal() if isinstance(action, Choose)))
        match.play(next(action for action in match.legal() if isinstance(action, Place)))
        assert match.barrier(side=COALITION) is None


def test_what_a_side_has_placed_is_not_taken_back_by_the_enemy_nor_after_its_set_up() -> None:
    match = game().new_match("scenario_1", 1, {"fog_of_war": True})
    match.play(Choose("mn_tech_1"))
    match.play(next(action for action in match.legal() if isinstance(action, Place)))
    assert match.why_not_undo(COALITION) is None
    assert match.why_not_undo(ISLAMIST) is not None
    match.play(ReadyMade())
    match.play(Finish())
    assert match.why_not_undo(COALITION) is not None
