"""How the game is handled: drops and their plans, refusals, labels, charts and overlays."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from common.engine import Match, Seat
from common.engine.actions import Decline
from common.tabletop import Target
from operation_serval import actions as act
from operation_serval.rules.battle import OpenBattle
from operation_serval.rules.events import Events
from operation_serval.rules.retreat import ChooseRetreat, RetreatMove
from operation_serval.state import COALITION, ISLAMIST, TASK_FORCE_BOX
from operation_serval.table import ServalTable, open_table
from operation_serval.table.threat import gather
from tests.operation_serval.operating import operate, to_combat
from tests.operation_serval.positions import BAMAKO, FAR, GAO, MOPTI, TIMBUKTU, arrange, at, fresh, game


def table() -> ServalTable:
    """The table of the game."""
    return open_table(game())


def targets(match: Match, *pieces: str) -> dict[str, Target]:
    """Where counters in hand may be put down."""
    seat = Seat(match, match.to_act)
    return {target.space: target for target in table().lift(seat, pieces)}


def put_down(match: Match, space: str, *pieces: str) -> Match:
    """Carry out the plan of a drop."""
    for action in targets(match, *pieces)[space].plan:
        match.play(action)
    return match


def refused(match: Match, space: str, *pieces: str) -> str | None:
    """The rule against a drop."""
    refusal = table().refuse(Seat(match, match.to_act), pieces, space)
    return refusal and refusal.rule


def test_one_drag_announces_an_operation_and_moves() -> None:
    match = arrange(f"{FAR}; 2518: ad_tech_1 ad_guer_1", side=ISLAMIST)
    found = targets(match, "ad_tech_1", "ad_guer_1")["2618"]
    assert found.label == "2 MP, 1 C2P" and found.left == "4 left"
    put_down(match, "2618", "ad_tech_1", "ad_guer_1")
    assert at(match, "ad_tech_1") == at(match, "ad_guer_1") == "2618"
    assert match.state.contingent == "ansar_dine" and match.state.c2p[ISLAMIST] == 5
    assert refused(arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST), "3518", "ad_tech_1") == "13.0a"


@pytest.mark.rule("operation_serval", "7.1a")
def test_a_counter_of_the_enemy_is_not_put_down_anywhere() -> None:
    match = arrange(f"{FAR}; {GAO}: ml_33p; 3025: ad_tech_1", c2p=(6, 6))
    assert refused(match, "3026", "ad_tech_1") == "7.1a"
    for action in (act.Operate("mali"), act.Finish()):
        assert refused(match, GAO, "ad_tech_1") == "7.1a"  # in the movement it is no matter of contingents either
        match.play(action)
    assert refused(match, GAO, "ad_tech_1") == "7.1a"
    assert refused(match, "3026", "ml_33p") == "15.0b"


@pytest.mark.rule("operation_serval", "28.0a")
def test_a_stack_that_is_dragged_keeps_its_top_counter() -> None:
    """The owner has laid it there, and it is all that the enemy sees; a column is told kind by kind."""
    units = "ad_guer_1 ad_guer_2 ad_tech_1 ad_iyad"
    match = arrange(f"{FAR}; 2518: {units}", side=ISLAMIST)
    match.state.tops = {**match.state.tops, "2518": "ad_iyad"}
    put_down(match, "2618", *units.split())
    assert match.state.tops["2618"] == "ad_iyad" and "2518" not in match.state.tops
    assert "Ansar Dine guerrillas 1/2" in match.journal.text()


def test_refused_drops_of_units_that_fly_tell_what_the_airlift_says() -> None:
    text = f"{FAR}; chad_sa: fr_mech_a21 td_armor; france_sa: fr_sof_cm; 2518: fr_sof_cpa; 2520: fr_base_1"

    def why(space: str, piece: str, points: int = 4) -> str:
        match = operate(arrange(f"{text}; {GAO}: mj_tech_1", airlift=points), "french")
        refusal = table().refuse(Seat(match, match.to_act), (piece,), space)
        assert refusal is not None
        return refusal.why

    assert why("2318", "fr_mech_a21").endswith("6 left; by air transfer: 2318 has no airport")
    assert why("2318", "td_armor").endswith("6 left")  # Chadians never fly
    assert why("2318", "fr_sof_cm") == "France is left by air transfer only: 2318 has no airport"
    assert why("2530", "fr_sof_cpa").endswith("by helicopter: no base links 2518 and 2530 within its radius")
    assert why(GAO, "fr_sof_cm") == f"nobody lands on enemies: land beside Gao ({GAO}) and attack after the movement"
    assert why("2318", "fr_mech_a21", 0).endswith("by air transfer: no airlift point is left in this turn")


def test_a_drop_while_an_airlift_is_loaded_flies_all_that_have_boarded() -> None:
    text = f"{FAR}; west_africa_sa: fr_sof_cm fr_sof_cpa fr_mech_a21; {MOPTI}: ml_33p"
    match = operate(arrange(text), "french")
    match.play(act.Load("transfer", "west_africa_sa"))
    match.play(act.Board("fr_sof_cm"))
    assert set(targets(match, "fr_sof_cpa")) == {BAMAKO, MOPTI, "chad_sa", "france_sa"}  # no jump any more
    assert refused(match, "2318", "fr_sof_cpa") == "23.5b"
    put_down(match, MOPTI, "fr_sof_cpa")
    assert at(match, "fr_sof_cm") == at(match, "fr_sof_cpa") == MOPTI
    assert at(match, "fr_mech_a21") == "west_africa_sa" and match.state.airlift == 3


def test_a_drag_skips_the_reorganisation_only_where_it_is_asked() -> None:
    match = arrange(f"{FAR}; 2518: fr_ab_2rep fr_mech_a21")
    plan = targets(match, "fr_mech_a21")["2618"].plan
    assert plan[:2] == (act.Operate("french"), act.Finish())
    plain = arrange(f"{FAR}; 2518: fr_mech_a21")
    assert targets(plain, "fr_mech_a21")["2618"].plan[:2] == (act.Operate("french"), act.MarchWith("fr_mech_a21"))


@pytest.mark.parametrize("fog", [True, False])
def test_a_drag_moves_companies_whether_the_enemy_has_to_expect_a_reorganisation_or_not(fog: bool) -> None:
    text = f"{FAR}; chad_sa: fr_mech_a21 fr_mech_b21*; france_sa: fr_armor_aricm"  # enough for a task force, but apart
    match = arrange(text, options={"fog_of_war": fog})
    put_down(match, "3919", "fr_mech_a21")
    assert at(match, "fr_mech_a21") == "3919"


def test_the_chances_of_an_attack_count_those_who_were_named_before() -> None:
    text = f"{FAR}; 2525: ml_33p ml_inf_1; 2425: ad_tech_1"
    match = to_combat(operate(arrange(text), "mali"))
    both = targets(match, "ml_33p", "ml_inf_1")["2425"].left
    match.play(act.DeclareAttack("2425"))
    match.play(act.JoinAttack("ml_33p"))
    assert targets(match, "ml_inf_1")["2425"].left == both


def test_a_counter_put_down_where_it_cannot_go_is_always_told_why() -> None:
    text = f"{FAR}; 2525: ml_33p ml_inf_1; 2425: ad_guer_1; 2424: ad_guer_2; air: fr_air_supply"
    match = operate(arrange(text, dice=[6, 6]), "mali")
    match.play(act.Finish())
    assert refused(match, "2425", "fr_air_supply") == "23.6a"  # it serves friends
    match.play(act.Finish())
    match.play(act.DeclareAttack("2425"))
    assert refused(match, "2526", "ml_33p") == "15.0b" and refused(match, "2424", "ml_33p") == "15.0b"
    match.play(act.JoinAttack("ml_33p"))
    match.play(act.Assault())
    assert refused(match, "2424", "ml_33p") == "17.1a" and refused(match, "2425", "ml_inf_1") == "17.1a"
    match = arrange(FAR, steps=[Events()], dice=[5, 5])
    assert refused(match, "3001", "ad_iyad", "ad_sanda") == "EVT.10"  # one of them may come
    drawn = {ISLAMIST: ["terror_1", "terror_spectacular"]}
    match = arrange(f"{FAR}; {GAO}: ml_33p; 3024: ad_iyad", side=ISLAMIST, drawn=drawn)
    markers = ("netwar islamist terror_1 1", "netwar islamist terror_spectacular 1")
    assert refused(match, GAO, *markers) == "21.6h"


def test_counters_fly_by_being_dragged_from_their_boxes() -> None:
    match = operate(arrange(f"{FAR}; {MOPTI}: ml_33p; france_sa: fr_mech_a21; {BAMAKO}: fr_sof_cm"), "french")
    assert "air transfer" in targets(match, "fr_mech_a21")[MOPTI].label
    put_down(match, MOPTI, "fr_mech_a21")
    assert at(match, "fr_mech_a21") == MOPTI and match.state.airlift == 3
    assert "parachute" in targets(match, "fr_sof_cm")["2518"].label
    assert refused(match, GAO, "fr_mech_a21") == "23.5d"


def test_a_guerrilla_of_an_event_is_dragged_to_any_hex_of_the_north_east() -> None:
    match = arrange(f"{BAMAKO}: ml_pg; {GAO}: mj_tech_1", dice=(1, 4), steps=[Events()])
    assert len(targets(match, "ml_guer_koy")) == len(game().data.north_east) - 1
    assert refused(match, GAO, "ml_guer_koy") == "EVT.5" and refused(match, "2925", "ml_guer_koy") is None
    put_down(match, "2925", "ml_guer_koy")
    assert at(match, "ml_guer_koy") == "2925"


def test_air_units_and_supply_are_dragged_onto_the_map() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1; 2525: fr_mech_a21; air: fr_air_rafale fr_air_supply"), "french")
    assert targets(match, "fr_air_supply").keys() == {"2525", BAMAKO}
    match.play(act.Finish())
    put_down(match, "2425", "fr_air_rafale")
    assert match.state.sorties == {"fr_air_rafale": "2425"}
    assert refused(match, "2525", "fr_air_rafale") == "20.2a"
    put_down(match, "air", "fr_air_rafale")
    assert not match.state.sorties


def test_units_attack_by_being_put_down_on_the_enemy() -> None:
    match = operate(arrange(f"{FAR}; 2425: ad_tech_1; 2525: td_armor td_mech_1", dice=[1, 1, 1]), "french")
    assert refused(match, "2425", "td_armor") == "12.1a"
    assert refused(match, "2425", "fr_air_rafale") == "20.1a"
    match.play(act.Finish())
    found = targets(match, "td_armor", "td_mech_1")["2425"]
    assert found.label == "attack" and "win" in found.left
    prospect = table().prospect(Seat(match, COALITION), found)
    assert prospect is not None and prospect.outcomes
    put_down(match, "2425", "td_armor", "td_mech_1")
    assert {"td_armor", "td_mech_1"} <= match.state.attacked


def test_netwar_markers_are_put_down_on_their_target() -> None:
    match = arrange(f"{FAR}; 2425: ml_33p; 2525: ad_tech_1", side=ISLAMIST, drawn={ISLAMIST: ["terror_1", "terror_1"]},
                    dice=[2])  # fmt: skip
    first = game().data.marker_id(game().data.netwar[ISLAMIST, "terror_1"], 1)
    assert targets(match, first).keys() == {"2425"}
    put_down(match, "2425", first)
    assert match.state.drawn[ISLAMIST] == ("terror_1",)


def test_setting_up_by_drag() -> None:
    match = game().new_match("scenario_1", 1)
    put_down(match, GAO, "mn_najim")
    assert at(match, "mn_najim") == GAO
    assert refused(match, BAMAKO, "mn_tech_1") == "30.1c"


def test_the_line_up_of_a_battle_is_a_chart_in_the_order_of_fire() -> None:
    match = arrange(f"{FAR}; 2525: td_armor td_mech_1; 2425: ad_iyad ad_guer_1", dice=[1],
                    steps=[OpenBattle(COALITION, "2425", ("td_armor", "td_mech_1"), ("2525", "2525"))])  # fmt: skip
    chart = table().charts(Seat(match, COALITION).view)[0]
    assert chart.id == "line_up"
    assert [row[0] for row in chart.rows] == ["4", "3", "3", "2"]
    assert chart.rows[0][-1] == "fired" and chart.live == ((1, -1),)


def test_overlays_show_zones_support_and_the_line() -> None:
    match = arrange(f"{FAR}; 2425: ml_33p ml_base_1; {TIMBUKTU}: ad_tech_1 ad_base_1")
    found = {overlay.id: overlay for overlay in table().overlays(Seat(match, COALITION).view)}
    assert found["zones"].spaces["2525"] == "Coalition zone"
    assert found["zones"].spaces["2324"] == "zones of both"
    assert found["support"].spaces["2424"] == "both sides"
    assert found["regions"].spaces[BAMAKO] == "southwest of the line"
    assert found["points"].labels[TIMBUKTU] == "5/3"


def test_the_enemy_shows_only_the_top_of_his_stacks_in_fog() -> None:
    match = fresh("scenario_2", fog_of_war=True)
    pieces = table().pieces(Seat(match, COALITION).view)
    here = [piece for piece in pieces if piece.space == TIMBUKTU]
    assert len(here) == 1 and here[0].side == ISLAMIST
    netwar = [piece for piece in pieces if piece.space == "netwar_islamist"]
    assert netwar and {piece.face.symbol for piece in netwar} == {"question"}
    assert [piece.side for piece in pieces if piece.space == "algeria_sa"] == []


@pytest.mark.parametrize("seed", range(2))
def test_every_action_has_words_and_every_lift_a_legal_plan(seed: int) -> None:
    """A random game with fog: labels, odds, targets and facts are asked for at every tenth decision."""
    shown, chance = table(), random.Random(seed)
    match = game().new_match("scenario_2" if seed else "scenario_1", seed, {"quick_start": True})
    for number in range(260):
        if match.to_act is None:
            break
        if number % 10 == 0:
            seat = Seat(match, match.to_act)
            view = seat.view
            pieces = shown.pieces(view)
            assert all(shown.gesture(seat, action).label for action in match.legal()[:40])
            able = sorted(shown.able(seat, pieces))
            if able:
                one = chance.choice(able)
                found = list(shown.lift(seat, [one]))
                assert found, (one, match.state.step)
                assert match.why_not(chance.choice(found).plan[0]) is None
            piece = chance.choice(pieces)
            shown.about_piece(view, piece.id), shown.about_space(view, piece.space)
            assert shown.victory(view) and shown.forces(view).rows and shown.stats(view) and shown.sequence(view)
        match.play(chance.choice(match.legal()))


@pytest.mark.rule("operation_serval", "5.2a")
def test_the_victory_page_says_how_far_each_side_is_from_winning() -> None:
    match = game().new_match("scenario_2", seed=3, options={"quick_start": True})
    view = match.view("coalition")
    first = table().victory(view)[0]
    ahead, behind = ("Islamists", "Coalition") if view.lead < 0 else ("Coalition", "Islamists")
    told = {row.label: row.value for row in first.rows}
    assert view.lead and told[ahead].startswith(f"{abs(view.lead)} points ahead; ")
    assert told[behind] == f"{abs(view.lead)} points behind; {abs(view.lead) + 6} more for a local victory"
    for lead, words in (
        (10, "10 points ahead; 1 more for an operational victory"),
        (1, "one point ahead; 5 more for a"),
    ):
        assert table().victory(replace(view, lead=lead))[0].rows[1].value.startswith(words)


@pytest.mark.rule("operation_serval", "30.1q")
def test_the_head_tells_turns_that_were_added() -> None:
    view = game().new_match("scenario_1", seed=3).view("coalition")
    told = [table().stats(replace(view, turn=turn))[0].value for turn in (10, 11, 12)]
    assert told == ["10 of 10", "11, added", "12, added"]


def closed(match: Match) -> dict[str, list[tuple[str, str]]]:
    """The kinds of action that the bar names although they cannot be taken, with rules and reasons."""
    found = table().closed_choices(Seat(match, match.to_act))
    return {one.label: [(reason.rule, reason.why) for reason in one.reasons] for one in found}


@pytest.mark.rule("operation_serval", "6.3a")
def test_the_bar_says_why_an_action_cannot_be_taken() -> None:
    match = arrange(f"{FAR}; 2518: ad_tech_1", side=ISLAMIST)
    found = closed(match)
    assert found["Refit (2 C2P)"] == [("19.2a", "none of your units is disrupted")]
    rules = {rule for rule, _ in found["Enact sharia (1 C2P)"]}
    assert rules == {"27.0a"} and len(found["Enact sharia (1 C2P)"]) == 3  # a contingent each
    assert not any(label.startswith(("Clear", "Operate", "Recruit")) for label in found)
    match.state.c2p[ISLAMIST] = 1
    assert closed(match)["Recruit (2 C2P)"] == [("9.4a", "this costs 2 C2P; 1 left")]


def test_what_can_be_done_is_never_named_as_closed() -> None:
    match, chooser, seen = fresh(quick_start=True), random.Random(5), set()
    while match.result is None and len(match.past) < 400:
        for label, reasons in closed(match).items():
            seen.add(label)
            assert reasons, label
            legal = match.legal()
            # every action of a kind is called by its word, but for netwar attacks; an answer by all of its words
            begin = label.split()[0] if label.endswith("C2P)") else label
            assert not any(table().gesture(Seat(match, match.to_act), one).label.startswith(begin) for one in legal)
            assert begin != "Netwar" or not any(isinstance(one, act.NetwarAttack) for one in legal)
        match.play(chooser.choice(match.legal()))
    assert len(seen) >= 5


@pytest.mark.parametrize("fog", [False, True])
@pytest.mark.parametrize("held", [1, 2])
def test_a_marker_put_down_attacks_without_further_questions(fog: bool, held: int) -> None:
    markers = {ISLAMIST: ("isr", "terror_1", "terror_1")[: 1 + held]}
    match = arrange(f"{FAR}; {GAO}: ml_33p; 3024: mj_tech_1", side=ISLAMIST, drawn=markers, options={"fog_of_war": fog})
    put_down(match, GAO, "netwar islamist terror_1 1")
    assert match.state.drawn[ISLAMIST].count("terror_1") == held - 1
    assert any(entry.text.startswith("Column 1:") for entry in match.journal.entries)


def test_a_drone_without_a_base_in_reach_is_not_put_down_where_only_a_global_strike_goes() -> None:
    text = "2107: aq_guer_1; 1233: ml_pg ml_base_1; 1433: mj_tech_1"
    match = arrange(text, drawn={COALITION: ["uav"]}, options={"jsoc": True})
    match.state.drawn = {**match.state.drawn, COALITION: ("global_strike", "uav")}
    assert set(targets(match, "netwar coalition uav 1")) == {"1433"}
    assert refused(match, "2107", "netwar coalition uav 1") == "21.6f"
    assert set(targets(match, "netwar coalition global_strike 1")) == {"1433", "2107"}


def test_companies_that_bear_the_name_of_a_task_force_stand_before_all_others() -> None:
    match = arrange(f"{FAR}; {GAO}: fr_base_1 fr_ab_1rcp; 2518: fr_ab_2rep", options={"additional_french": True})
    for id_ in ("fr_abn_a1rcp", "fr_abn_b1rcp", "fr_abn_a3rp"):
        match.state.put(replace(match.state.units[id_], at=TASK_FORCE_BOX))
    match.play(act.Operate("french"))
    found = [table().gesture(Seat(match, COALITION), action) for action in match.legal()]
    plain = [gesture.label for gesture in found if gesture.group == "Break down"]
    assert sorted(plain) == [
        "Break GTIA 1 RCP down into A/2 REP, A/1 RCP and B/1 RCP",
        "Break GTIA 2 REP down into A/2 REP, B/2 REP and C/2 REP",
    ]
    others = {gesture.group for gesture in found if gesture.group.startswith("Other companies for")}
    assert len(others) > 1, "a list for each task force"
    assert sum(gesture.group in others for gesture in found) > 30
    assert table().idle_choice(Seat(match, COALITION)) is None


def test_whose_task_force_is_hit_may_leave_the_names_of_its_companies_to_the_table() -> None:
    text, beside = f"{FAR}; 2518: fr_ab_2rep; {GAO}: fr_ab_1rcp; 2618: ad_heavy_1", ("2618",)
    match = arrange(
        text, side=ISLAMIST, initiative=ISLAMIST, dice=[2, 4, 1, 1, 1],
        steps=[OpenBattle(ISLAMIST, "2518", ("ad_heavy_1",), beside)],
    )  # fmt: skip
    idle = table().idle_choice(Seat(match, COALITION))
    assert idle is not None and idle.action == act.Embody(("fr_abn_a2rep", "fr_abn_b2rep", "fr_abn_c2rep"))
    found = [table().gesture(Seat(match, COALITION), action) for action in match.legal()]
    assert [gesture.action for gesture in found if not gesture.group] == [idle.action]


def test_a_refit_says_where_whom_it_restores_and_what_it_costs() -> None:
    text = f"1233: ml_pg ml_base_1; {MOPTI}: ml_base_2 ml_inf_1* ml_inf_2* ml_sf*; 2107: aq_guer_1"
    match = arrange(f"{text}; chad_sa: td_armor*; air: ml_helo* fr_air_supply", options={"robustness": True})
    seat = Seat(match, COALITION)
    labels = {table().gesture(seat, action).label for action in match.legal()}
    assert labels >= {
        f"Refit Mali Government at Malian base 2 in Mopti ({MOPTI}): 3 units (2 C2P)",
        f"Refit Mali Government in Mopti ({MOPTI}) by air supply: 3 units (2 C2P, 1 airlift point)",
        "Refit French and Chadian in Chad Staging Area: Chadian 1 RR (2 C2P)",
        "Refit SOF and leaders of Mali Government: Malian SF (2 C2P)",
    }


def test_sharia_is_offered_with_the_towns_it_is_about() -> None:
    text = f"{FAR}; {GAO}: mj_hamaha; {TIMBUKTU}: fr_mech_a21"
    islamists = arrange(text, side=ISLAMIST, sharia=[TIMBUKTU])
    labels = [table().gesture(Seat(islamists, ISLAMIST), action).label for action in islamists.legal()]
    assert f"Enact sharia with MOJWA in Gao ({GAO}) (1 C2P)" in labels
    coalition = arrange(text, sharia=[TIMBUKTU, GAO])
    labels = [table().gesture(Seat(coalition, COALITION), action).label for action in coalition.legal()]
    assert f"Clear sharia in Timbuktu ({TIMBUKTU}) (1 C2P)" in labels


def test_a_march_across_the_line_is_seen_to_bring_intervention() -> None:
    text = f"{FAR}; 2026: ad_tech_1"
    asleep = targets(operate(arrange(text, side=ISLAMIST, intervention=False), "ansar_dine"), "ad_tech_1")
    warned = {hex_ for hex_, target in asleep.items() if target.left.endswith("brings International Intervention")}
    south_west = game().data.south_west
    assert warned == {hex_ for hex_, target in asleep.items() if not south_west.isdisjoint(target.path)}
    assert warned > {hex_ for hex_ in asleep if hex_ in south_west}  # also who only passes through
    awake = targets(operate(arrange(text, side=ISLAMIST), "ansar_dine"), "ad_tech_1")
    assert not any("Intervention" in target.left for target in awake.values())


def test_few_gunships_and_reactions_have_buttons_of_their_own() -> None:
    text = f"{FAR}; {MOPTI}: ml_base_2 ml_33p ml_sf; 2128: ml_inf_1; 2228: ad_tech_1; air: ml_helo"
    match = operate(arrange(text, side=ISLAMIST, initiative=COALITION), "ansar_dine")
    match.play(act.Finish())
    seat = Seat(match, COALITION)
    assert [one.label for one in table().bundles(seat)] == ["Malian SF flies to 2128 (1 airlift point)"]
    match.play(Decline())
    for action in (act.DeclareAttack("2128"), act.JoinAttack("ad_tech_1"), act.Assault()):
        match.play(action)
    (flies,) = table().bundles(Seat(match, COALITION))
    assert flies.label == "Malian Mi-24 fires at 2228" and not flies.space
    assert table().gesture(Seat(match, COALITION), Decline()).label == "Send no gunships"


def test_feared_attackers_are_gathered_where_they_may_stand() -> None:
    held = "; ".join(f"{hex_}: ad_guer_{n}" for n, hex_ in enumerate(game().data.near["2425"][:5], 1))
    state = arrange(f"{FAR}; 2425: ad_tech_1; {held}; 2528: ml_33p").state
    assert gather(state, COALITION, "2425", ["ml_33p"]).units["ml_33p"].at == game().data.near["2425"][5]
    border = arrange(f"{FAR}; 3919: td_tech_des; 3011: ad_tech_1").state  # beside 3919 only 3819 lies in Mali
    assert gather(border, ISLAMIST, "3919", ["ad_tech_1"]).units["ad_tech_1"].at == "3819"


@pytest.mark.rule("operation_serval", "23.3a")
def test_wings_are_seen_beside_a_zone_and_on_the_back() -> None:
    faces = {piece.id: piece for piece in table().counters()}
    assert faces["fr_ab_2rep"].face.right == "+W" and faces["fr_ca_gtia1"].face.right == "+"
    company = faces["fr_abn_a2rep"]
    assert company.back is not None and company.face.right == company.back.right == "W"
    assert faces["ad_heavy_1"].face.right == "+AD"


@pytest.mark.rule("operation_serval", "10.3a")
@pytest.mark.rule("operation_serval", "10.5h")
def test_a_recruit_with_one_place_says_what_another_place_lacks() -> None:
    match = arrange(f"{FAR}; {GAO}: mj_hamaha", side=ISLAMIST, dice=[6])
    match.play(act.Recruit("mojwa"))
    assert refused(match, GAO, "mj_guer_1") == "10.3a"  # a leader, and no base yet
    assert refused(match, "algeria_sa", "mj_base_1") == "10.3c"
    match = arrange(f"{FAR}; {BAMAKO}: ml_base_1", dice=[6])
    match.play(act.Recruit("mali"))
    assert refused(match, BAMAKO, "ml_helo") == "10.5h"
    match = arrange(f"{FAR}; {BAMAKO}: ml_base_1 fr_eng_6rg")
    match.play(act.Recruit("french", "companies"))
    refusal = table().refuse(Seat(match, COALITION), ("fr_mech_a21",), BAMAKO)
    assert refusal is not None and refusal.rule == "10.5a" and "Chad" in refusal.why


@pytest.mark.rule("operation_serval", "21.6c")
def test_a_step_lost_to_netwar_is_offered_by_its_rule() -> None:
    match = arrange(
        f"{FAR}; {GAO}: ml_33p ml_armor; 3024: ad_iyad", side=ISLAMIST, drawn={ISLAMIST: ["terror_2"]}, dice=[5]
    )
    match.play(act.NetwarAttack("terror", GAO))
    assert table().gesture(Seat(match, COALITION), act.TakeHit("ml_33p")).rule == "21.6c"


@pytest.mark.rule("operation_serval", "28.0c")
@pytest.mark.rule("operation_serval", "21.6i")
def test_isr_markers_look_where_they_are_put_down() -> None:
    isr, drawn = "netwar coalition isr 1", {COALITION: ["isr", "isr", "uav", "direct_action"]}
    match = arrange(f"{FAR}; {GAO}: mj_tech_1", drawn=drawn, options={"fog_of_war": True})
    assert refused(match, GAO, isr) == "28.0c"  # no action has been begun
    assert refused(match, GAO, "netwar coalition direct_action 1") == "21.6i"
    operate(match, "mali")
    assert refused(match, TIMBUKTU, isr) == "28.0c" and refused(match, GAO, "netwar coalition uav 1") == "21.6a"
    put_down(match, GAO, isr)
    put_down(match, "2106", "netwar coalition isr 2")
    match.play(act.Finish())  # a third marker could be drawn, as far as the enemy knows
    assert {"mj_tech_1", "aq_guer_1"} <= match.state.sighted.keys()


def test_another_counter_than_the_one_in_hand_is_told_to_wait() -> None:
    match = arrange(f"{FAR}; {BAMAKO}: ml_base_1; {GAO}: ml_33p", dice=[6])
    match.play(act.Recruit("mali"))
    match.play(act.Choose("ml_militia_1"))
    assert refused(match, BAMAKO, "ml_inf_1") == "10.4d"
    way = RetreatMove(COALITION, "ml_33p", "2425", 1, ("2425",))
    text = f"{FAR}; 2425: ml_33p ml_inf_1; 2525: ad_guer_1"
    match = arrange(text, side=ISLAMIST, steps=[way], contingent="ansar_dine")
    assert refused(match, "2325", "ml_33p") is None and refused(match, "2325", "ml_inf_1") == "16.5b"
    choose = ChooseRetreat(COALITION, COALITION, ("ml_33p", "ml_inf_1"))
    match = arrange(text, side=ISLAMIST, steps=[choose], contingent="ansar_dine")
    assert refused(match, "2325", "ml_33p") == "16.5a"
    match = arrange(f"{FAR}; 2425: ad_guer_1", side=ISLAMIST)
    assert refused(match, TASK_FORCE_BOX, "ad_guer_1") == "13.1a"  # counters in it are no enemies to attack


def test_a_recruitment_names_its_contingent_once() -> None:
    match = fresh("scenario_2", jsoc=True, africom=True)
    found = [table().gesture(Seat(match, COALITION), action).label for action in match.legal()]
    recruits = [label for label in found if label.startswith("Recruit")]
    assert "Recruit French and Chadian: JSOC (2 C2P)" in recruits
    assert "Recruit AFRICOM: the whole force (2 C2P)" in recruits
    names = [group.name for group in game().data.contingents.values()]
    assert all(sum(label.count(name) for name in names) == 1 for label in recruits)
