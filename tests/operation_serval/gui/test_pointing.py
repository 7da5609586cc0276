"""What is pointed at in the window where a step is about one counter, and what stays in sight meanwhile."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from common.engine import Seat, load_game
from common.engine.actions import Decline
from common.gui.kit import theme
from common.gui.kit.theme import contrast
from common.gui.map.board_paint import shorten_label
from common.gui.session.foresight import foresee
from common.gui.session.offers import offer_drops
from operation_serval.actions import (
    Assault,
    Choose,
    Combine,
    DeclareAttack,
    Finish,
    JoinAll,
    NetwarAttack,
    Operate,
    Pass,
    Place,
    ReadyMade,
    RetreatTo,
    Scout,
    UseMarker,
)
from operation_serval.rules.battle import AttackForce, FireRound
from operation_serval.rules.fog import Scouting
from operation_serval.rules.losses import AllotHits
from operation_serval.rules.netwar import CounterStrike
from operation_serval.rules.recruiting import Demobilising
from operation_serval.rules.retreat import ChooseRetreat, RetreatMove
from operation_serval.rules.sequence import ActionStep
from operation_serval.state import COALITION, ISLAMIST
from operation_serval.table import open_table
from operation_serval.table.stage import ways_back
from tests.gui.hands import LEFT, at, drag, middle, near
from tests.operation_serval.battles import battle, combat
from tests.operation_serval.operating import declare
from tests.operation_serval.positions import FAR, GAO, arrange


def retreating():
    text = f"{FAR}; 2425: ad_tech_1 ad_tech_2; 2325: ml_33p"
    return arrange(text, side=ISLAMIST, steps=[RetreatMove(ISLAMIST, "ad_tech_1", "2425", 2, ("2425",))])


@pytest.mark.rule("operation_serval", "16.5.1d")
@pytest.mark.parametrize("way", ["click", "drag"])
def test_a_retreat_goes_to_a_lit_hex_by_one_click_or_a_drag(lay, store, way: str) -> None:
    """The unit that falls back may lie under others: nobody has to find it first."""
    store.set(curtain="never")
    match = retreating()
    table = lay(match=match, size=(1280, 800))
    ways = {action.place for action in match.legal() if isinstance(action, RetreatTo)}
    assert table.hand.find_lit() == (ways, set()) and len(ways) > 1
    assert ways <= set(ways_back(match.state))  # the card of the battle does not lie upon them
    goal = min(ways)
    if way == "click":
        near(table, goal)
        QTest.mouseClick(table.map, LEFT, pos=middle(table, goal))
    else:
        drag(table, "2425", goal)
    assert match.state.units["ad_tech_1"].at == goal


@pytest.mark.rule("operation_serval", "22.2b")
def test_sets_of_companies_are_told_apart_where_a_task_force_is_dropped() -> None:
    """22.2: of four companies three are taken; the list that the drop opens names them."""
    companies = "fr_mech_a21 fr_mech_b21 fr_armor_aricm fr_armor_bricm"
    match = arrange(f"{FAR}; {GAO}: fr_base_1 {companies}")
    match.play(Operate("french"))
    table, seat = open_table(match.game), Seat(match, COALITION)
    combined = {action.task_force for action in match.legal() if isinstance(action, Combine)}
    for task_force in sorted(combined):
        found = [one for one in table.lift(seat, (task_force,)) if one.space == GAO]
        called = [offer.label for offer in offer_drops(found)]
        assert len(set(called)) == len(called)
        assert len(called) == 1 or all(" and " in label for label in called)
    assert max(len(table.lift(seat, (task_force,))) for task_force in combined) > 1


@pytest.mark.rule("operation_serval", "13.3a")
def test_costs_seen_from_afar_are_movement_points_and_not_their_halves() -> None:
    """Where a hex is too narrow for "1½ MP" its figure stands alone, and it is the one of the label."""
    match = arrange(f"{FAR}; {GAO}: fr_mech_a21")
    found = open_table(match.game).lift(Seat(match, COALITION), ("fr_mech_a21",))
    priced = [target for target in found if " MP, " in target.label]
    assert {shorten_label(target) for target in priced} >= {"½", "1", "1½", "6"}
    assert all(f"{shorten_label(target)} MP" == target.label.split(",")[0] for target in priced)


@pytest.mark.rule("operation_serval", "6.0a")
def test_a_drag_that_begins_an_operation_is_taken_back_as_one(lay, store) -> None:
    """The declaration is part of the gesture; only an action that is finished stands."""
    store.set(curtain="never")
    match = arrange(f"{FAR}; {GAO}: ml_33p", c2p=(6, 6))
    table = lay(match=match, size=(1280, 800))
    before = match.hash()
    drag(table, GAO, "3025")
    assert match.state.units["ml_33p"].at == "3025" and match.state.c2p[COALITION] == 5
    assert match.barrier(0) is None
    table.session.takeback.undo()
    assert match.hash() == before
    for action in (Operate("mali"), Finish()):
        match.play(action)
    assert match.to_act == ISLAMIST and match.barrier(len(match.past) - 1) is not None


def test_signs_and_numbers_of_every_counter_stand_out_from_their_paper() -> None:
    """3.0: the signs of the Chadians are white; small counters need a paper on which that is seen."""
    match = arrange(FAR)
    pieces = open_table(match.game).pieces(match.view(None))
    faces = {(piece.face.paper, piece.face.ink) for piece in pieces if piece.face.ink}
    assert len(faces) >= 8
    assert [pair for pair in faces if contrast(*pair) < 3.0] == []


def test_a_hex_without_anything_to_do_says_what_is_asked_once(lay, store) -> None:
    """The rule of the question stands once, and a base next door is one hex away."""
    store.set(curtain="never")
    match = arrange(f"{FAR}; {GAO}: fr_base_1")
    table = lay(match=match, size=(1280, 800))
    why = table.hand.why_not((), "2010")
    assert why.rule == "6.3" and "(6.3)" not in why.why
    told = {
        row.value for part in open_table(match.game).about_space(match.view(COALITION), "3024") for row in part.rows
    }
    assert any(value.endswith("one hex away") for value in told)
    route = open_table(match.game).route(match.view(COALITION), GAO)
    assert route is not None and route.way == (GAO,)  # no way from a hex to itself


@pytest.mark.rule("operation_serval", "28.0c")
def test_the_menu_of_a_hex_puts_an_isr_marker_there(lay, store) -> None:
    store.set(curtain="never")
    text = f"{FAR}; {GAO}: mj_tech_1 mj_tech_2; 3025: ml_33p"
    match = arrange(text, drawn={COALITION: ("isr",)}, options={"fog_of_war": True})
    table = lay(match=match, size=(1280, 800))
    assert not any("ISR" in offer.label for offer in table.hand.offers_at(GAO, ""))  # only in an action of one's own
    table.session.play(Operate("mali"))
    for piece in ("", "mj_tech_1"):
        looks = [offer for offer in table.hand.offers_at(GAO, piece) if "ISR" in offer.label]
        assert [offer.plan for offer in looks] == [(Scout(COALITION, GAO),)]
    table.hand.do(looks[0])
    assert isinstance(match.state.step, Scouting) or match.state.units["mj_tech_2"].id in match.state.revealed


@pytest.mark.rule("operation_serval", "28.0c")
def test_an_isr_marker_dragged_out_of_its_box_looks_where_it_is_put_down(lay, store) -> None:
    store.set(curtain="never")
    text = f"{FAR}; {GAO}: mj_tech_1 mj_tech_2; 3025: ml_33p"
    match = arrange(text, drawn={COALITION: ("isr",)}, options={"fog_of_war": True})
    table = lay(match=match, size=(1280, 800))
    table.session.play(Operate("mali"))
    known = match.view(COALITION)
    assert foresee(Seat(match, COALITION), (Scout(COALITION, GAO),)).units.keys() == known.units.keys()
    drag(table, "netwar_coalition", GAO)
    assert match.state.sighted["mj_tech_2"] == GAO and not match.state.drawn[COALITION]


@pytest.mark.rule("operation_serval", "10.8a")
def test_who_holds_a_counter_that_is_asked_about_is_not_told_that_it_can_go_nowhere(lay, store) -> None:
    store.set(curtain="never")
    match = arrange("2107: aq_guer_1; 1233: ml_pg ml_base_1", steps=[Demobilising(COALITION)])
    table = lay(match=match, size=(1280, 800))
    table.hand.select(("ml_base_1",))
    words = " ".join(item.widget().text() for item in table.prompt.flow.items())
    assert "In hand: Malian base 1" in words and "nowhere" not in words


@pytest.mark.rule("operation_serval", "30.0a")
def test_placed_counters_are_not_told_to_be_able_to_act(lay, store) -> None:
    """In the set-up a counter on the map has done its part; a complete one asks to be finished, without a warning."""
    store.set(curtain="never")
    match = load_game("operation_serval").new_match("scenario_1", 1, {})
    table = lay(match=match, size=(1280, 800))
    table.session.play(Choose("mn_base_1"))
    table.session.play(Place("3218"))
    assert table.hand.describe_idle() == ""
    table.session.play(ReadyMade())
    assert "finish" in match.prompt and "ready-made" not in match.prompt
    end = table.hand.find_end()
    assert end is not None
    table.hand.do(end)
    assert match.to_act == ISLAMIST


def test_the_overview_makes_way_for_what_is_dragged(lay, store) -> None:
    """A goal may lie below it, and what a drop means is written beside the counters."""
    store.set(curtain="never", minimap=True)
    table = lay(match=arrange(f"{FAR}; {GAO}: ml_33p"), size=(1280, 800))
    near(table, GAO)
    assert table.map.minimap.isVisible()
    start = middle(table, GAO)
    QTest.mousePress(table.map, LEFT, pos=start)
    QTest.mouseMove(table.map, start + QPoint(40, 40))
    assert table.map.board.held is not None and not table.map.minimap.isVisible()
    QTest.mouseRelease(table.map, LEFT, pos=start)
    assert table.map.minimap.isVisible()


@pytest.mark.rule("operation_serval", "15.4c")
def test_the_line_up_comes_back_when_the_recap_before_it_is_read(lay, store) -> None:
    """Who is asked for ISR behind a curtain reads what happened, and then sees both forces in the order of fire."""
    match = battle("ad_tech_1 ad_tech_2", "ml_33p", side=ISLAMIST, drawn={ISLAMIST: ("isr",), COALITION: ("isr",)})
    table = lay(match=match, size=(1280, 800))
    table.session.lift_curtain()
    table.card.refresh()
    assert table.card.isVisible()
    table.card.hide()
    table.commands.groups.play.recap().close()
    assert table.card.isVisible()


@pytest.mark.rule("operation_serval", "28.0a")
def test_nobody_leaves_the_table_for_hits_on_units_that_are_shown(lay, store) -> None:
    """The forces of a battle lie open: fire and hits need no curtain, but all else is hidden from both meanwhile."""
    store.set(curtain="secrets")
    also = "2918: ad_tech_5 ad_tech_6; 2029: ml_inf_1 ml_inf_2"
    attackers = "ad_iyad ad_tech_1 ad_heavy_1 ad_guer_1"
    match = battle(attackers, "ml_33p ml_inf_3 ml_base_1", ISLAMIST, ISLAMIST, also, options={"fog_of_war": True})
    table = lay(match=match, size=(1280, 800))
    session = table.session
    session.lift_curtain()
    seen = set()
    while match.state.battle is not None:
        if session.is_shared:
            seen.add(type(match.state.step))
            shown = {piece.id for piece in session.pieces()}
            assert session.viewer is None and not session.curtain and session.can_act
            assert table.prompt.badge.name.text().endswith("both look on")
            assert not {"ad_tech_6", "ml_inf_2"} & shown and {"ad_tech_5", "ml_inf_1"} <= shown
            assert {piece for gesture in session.gestures() if (piece := gesture.piece)} <= shown
        session.play(match.legal()[0])
    assert seen >= {AllotHits, FireRound}
    assert session.curtain == match.to_act  # what is private again is seen by one person only


@pytest.mark.rule("operation_serval", "28.0a")
@pytest.mark.parametrize("fog", [True, False])
def test_no_curtain_falls_where_nothing_is_hidden(lay, store, fog: bool) -> None:
    """Without fog of war markers lie open too, and a reaction is asked across the table."""
    store.set(curtain="secrets")
    drawn = {ISLAMIST: ("terror_1",), COALITION: ("direct_action",)}
    text = f"{FAR}; {GAO}: ml_33p; 3024: mj_hamaha"
    match = arrange(text, side=ISLAMIST, drawn=drawn, options={"fog_of_war": fog})
    table = lay(match=match, size=(1280, 800))
    if fog:
        table.session.lift_curtain()
    for action in (NetwarAttack("terror", GAO), UseMarker("terror_1")):
        if match.why_not(action) is None:
            table.session.play(action)
    assert isinstance(match.state.step, CounterStrike)
    assert table.session.curtain == (COALITION if fog else None)


@pytest.mark.rule("operation_serval", "16.5a", "23.4d")
def test_a_unit_that_may_fly_back_is_offered_each_way_once(lay, store) -> None:
    store.set(curtain="never")
    text = f"{FAR}; 2525: ad_tech_1; 2425: fr_sof_cm; 2323: fr_base_1"
    match = arrange(text, side=ISLAMIST, steps=[ChooseRetreat(COALITION, COALITION, ("fr_sof_cm",))])
    table = lay(match=match, size=(1280, 800))
    for cursor in ("", "2425"):
        table.hand.cursor = cursor
        plans = [choice.plan for choice in table.hand.choices() if choice.plan]
        assert len(plans) == len(set(plans)) == len(match.legal()) == 2


@pytest.mark.rule("operation_serval", "6.5a")
def test_only_a_fight_is_followed_by_a_look_at_its_outcome(lay, store) -> None:
    """Who passes and so begins a turn with its dice is not told that a fight is over that ended before."""
    store.set(curtain="never")
    text = "2525: ad_tech_1 ad_tech_2; 2425: ml_militia_1"
    match = combat(text, "ansar_dine", ISLAMIST, initiative=ISLAMIST, dice=[3] * 40, c2p=(2, 0))
    declare(match, "2425", "ad_tech_1", "ad_tech_2")
    table = lay(match=match, size=(1280, 800))
    session = table.session
    while not isinstance(match.state.step, ActionStep) and match.state.turn == 3:
        session.play(match.legal()[0])
    assert session.table.fight_lines(session.entries()) and not session.is_resting
    session.play(Pass())
    assert match.state.turn == 4 and not session.is_resting


@pytest.mark.rule("operation_serval", "17.2a")
def test_two_people_see_how_a_battle_ended_before_the_seat_changes(lay, store) -> None:
    """The attacker has lost his last unit; he is asked to end the operation only when both have looked."""
    store.set(curtain="secrets")
    match = lone_attack()
    table = lay(match=match, size=(1280, 800))
    session = table.session
    session.lift_curtain()
    session.play(Decline(), (6, 1))  # the technical's fire, and shock
    assert match.state.units["ml_inf_1"].at == "eliminated_coalition"
    assert session.is_resting and not session.curtain and not session.can_act
    assert table.prompt.badge.name.text() == session.name(session.person)  # who looks, not who decides next
    assert table.card.isVisible() and "is a shock" in table.card.sheet.toPlainText()
    session.go_on()
    assert not session.is_resting and session.curtain == COALITION


@pytest.mark.rule("operation_serval", "28.0a")
def test_in_fog_the_end_of_an_operation_is_asked_although_no_attack_is_left(lay, store) -> None:
    """To end it for its owner would tell the enemy that nobody of the contingent stands beside him."""
    store.set(curtain="secrets")
    match = lone_attack()
    session = lay(match=match, size=(1280, 800)).session
    session.lift_curtain()
    session.play(Decline(), (6, 1))
    session.go_on()
    assert match.legal() == (Finish(),) and match.to_act == COALITION


def lone_attack():
    """The last Malian unit beside the enemy attacks, while others of the Coalition stand there; ISR is asked for."""
    drawn = {ISLAMIST: ("isr",), COALITION: ()}
    text = "2525: ml_inf_1*; 2425: mj_tech_1; 2325: mn_tech_1"
    match = combat(text, "mali", drawn=drawn, options={"fog_of_war": True})
    return declare(match, "2425", "ml_inf_1")


@pytest.mark.rule("operation_serval", "15.2a")
def test_a_click_on_the_enemy_declares_the_attack_also_when_his_stack_lies_spread(lay, store) -> None:
    """A pointer that rests on a stack spreads it; whoever then clicks the stack means the hex it stands in."""
    store.set(curtain="never")
    match = combat("2525: ml_inf_1 ml_inf_2; 2425: mj_tech_1 mj_tech_2", "mali")
    table = lay(match=match, size=(1280, 800))
    near(table, "2425", "2525")
    table.map.fanning.open("2425")
    assert table.map.board.fan is not None
    QTest.mouseClick(table.map, LEFT, pos=at(table, "2425"))
    assert isinstance(match.state.step, AttackForce) and match.state.step.place == "2425"


def test_a_fan_goes_aside_for_the_card_of_a_fight(lay, store) -> None:
    """The stack that is fired at lies spread where the pointer rests; its counters are chosen from it."""
    store.set(curtain="never")
    match = battle("ad_tech_1 ad_tech_2", "ml_33p ml_inf_1", side=ISLAMIST, drawn={ISLAMIST: ("isr",)})
    table = lay(match=match, size=(1280, 800))
    table.card.hide()
    table.map.fanning.open("2425")
    table.card.refresh()
    assert table.card.isVisible() and table.map.board.fan is not None
    assert not table.map.board.fan.panel.intersects(table.card.geometry().toRectF())


def test_the_card_of_a_fight_takes_the_colours_of_a_new_theme(lay, store) -> None:
    """Words in the colours of a light table could not be read on a dark card."""
    store.set(curtain="never")
    table = lay(match=battle("ad_tech_1", "ml_33p ml_inf_1", side=ISLAMIST, drawn={ISLAMIST: ("isr",)}))
    table.card.refresh()
    light = theme.current().accent
    assert light in table.card.sheet.toHtml()
    theme.use("dark", 100)
    table.dress()
    assert light not in table.card.sheet.toHtml() and theme.current().accent in table.card.sheet.toHtml()


@pytest.mark.rule("operation_serval", "16.5.1d")
def test_the_way_back_is_not_left_beyond_the_edge_of_the_map(lay, store) -> None:
    """The fight lies at the left edge, beside its card; a unit falls back to where nobody was looking."""
    store.set(curtain="never")
    text = "2525: ad_iyad ad_tech_1 ad_tech_2; 2425: ml_inf_1* ml_militia_1* ml_inf_2*"
    match = combat(text, "ansar_dine", ISLAMIST, initiative=ISLAMIST, dice=[6] * 9)
    table = lay(match=match, size=(1280, 800))
    table.map.zoom_to(["2425", "2525"])
    for action in (DeclareAttack("2425"), JoinAll(), Assault()):
        table.session.play(action)
    while not isinstance(match.state.step, RetreatMove):
        table.session.play(match.legal()[0])
    view = table.map.rect().toRectF()
    for action in match.legal():
        place = table.map.board.place_rect(action.place, 0)
        assert place.left() >= 0 and view.contains(place.center()), action.place


def test_the_overview_covers_no_staging_area_where_another_corner_is_free(lay, store) -> None:
    store.set(curtain="never", minimap=True)
    table = lay("operation_serval", size=(1280, 800))
    camera = table.map.camera
    camera.scale = camera.fill_scale()
    camera.center = camera.bounded(camera.scale, (camera.size[0] / 2, camera.size[1]))
    table.map.camera_moved()
    areas = [table.map.board.place_rect(area, 0).toRect() for area in ("france_sa", "chad_sa", "west_africa_sa")]
    assert all(table.map.rect().intersects(area) for area in areas)
    assert not any(table.map.minimap.geometry().intersects(area) for area in areas)
