"""The table of Sand Wars: faces, trays, labels, drops, facts and overlays, from what a seat may know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from common.engine import Action, Match, Seat, load_game
from common.engine.actions import Add, Decline, Remove
from common.tabletop import Tray
from sand_wars import actions as act
from sand_wars.rules.combat.losses import Casualties
from sand_wars.rules.combat.support import AirStep
from sand_wars.rules.combat.windows import DefenderWindow
from sand_wars.rules.hand import Discarding
from sand_wars.state import ALGERIA, MOROCCO, OFF_MAP, SIDES
from sand_wars.table import SandTable, open_table
from sand_wars.table.trays import HAND, TABLE, card_face, discards_of
from tests.sand_wars.fights import action_card, attach, change, data, fight, in_action, reaction_card
from tests.sand_wars.positions import arranged, begun, play


def table() -> SandTable:
    return open_table(load_game("sand_wars"))


def seat(match: Match, side: str | None = None) -> Seat:
    return Seat(match, side or match.to_act)


def positions(seed: int, every: int) -> Iterator[Match]:
    match, chance = load_game("sand_wars").new_match(("crisis", "peacetime")[seed % 2], seed), random.Random(seed)
    for number in range(260):
        if match.result is not None:
            return
        if number % every == 0:
            yield match
        match.play(chance.choice(match.legal()))


# What lies on the table


def test_the_owner_sees_faces_and_the_enemy_backs() -> None:
    match = arranged(place={"M-tank4-1": "oujda", "M-B1": "oujda", "M-mot2-1": "oujda", "M-base-1": "oujda"})
    attach(match, "M-B1", "M-mot2-1", pv=2)
    own = {piece.id: piece for piece in table().pieces(seat(match, MOROCCO).view)}
    assert own["M-tank4-1"].face.top == "4"
    assert own["M-tank4-1"].face.shape == "block"
    assert "M-mot2-1" not in own  # it lies in the box of its HQ
    assert own["M-B1"].strength == 2  # and its strength is that of its HQ
    box = next(tray for tray in table().trays(seat(match, MOROCCO).view) if tray.id == "M-B1")
    assert ([piece.id for piece in box.pieces], box.title) == (["M-mot2-1"], "B1 \u25cf\u25cf\u25cb Oujda")
    assert box.room == 4
    assert not any(tray.id == "M-B1" for tray in table().trays(seat(match, ALGERIA).view))
    assert own["M-B1"].face.bottom.endswith("\u25cf\u25cf\u25cb")
    seen = [piece for piece in table().pieces(seat(match, ALGERIA).view) if piece.space == "oujda"]
    assert sorted(piece.id for piece in seen) == ["M-base-1", "morocco oujda block 0", "morocco oujda hq 0"]
    assert not any("Tank" in piece.name or "PV" in piece.name for piece in seen)


def test_the_hand_lies_in_its_tray_and_the_enemys_is_counted() -> None:
    match = arranged(place={"A-mot2-1": "oran"}, hand=("A45", "A01"), enemy_hand=("M01", "M02", "M03"))
    trays = {tray.id: tray for tray in table().trays(seat(match, ALGERIA).view)}
    assert [card.id for card in trays[HAND].cards] == ["A01", "A45"]  # the dead card last
    assert trays[discards_of(MOROCCO)].face_down == 3
    assert trays[discards_of(MOROCCO)].cards == ()


def test_a_card_has_action_reaction_event_and_dice_on_one_face() -> None:
    face = card_face(data(), "A03")
    assert face.title == "Ops and Plans"
    for words in ("Reaction: Air intercept", "Event: Disturbances (Morocco)", "\u2683\u2680"):
        assert words in face.text
    other = card_face(data(), "A03", reacting=True)
    assert other.title == "Air intercept"
    assert "Action: Ops and Plans" in other.text


def test_markers_tracks_and_stats() -> None:
    match = arranged(place={"A-mot2-1": "oujda", "M-mot2-1": "oujda"}, wrecked={"rabat"}, chips=5)
    match.state.take(ALGERIA, "nador")
    view = seat(match, ALGERIA).view
    signs = {(marker.space, marker.symbol) for marker in table().markers(view)}
    assert {("oujda", "attack"), ("rabat", "demolished"), ("nador", "flag")} <= signs
    tracks = {track.id: track for track in table().tracks(view)}
    assert tracks["cascading_pool"].tokens[0][0] == 5
    assert tracks["strategic_turn"].tokens[0][0] == 0
    assert not tracks["operational_turn"].tokens
    stats = {stat.label: stat.value for stat in table().stats(view)}
    assert stats["Morocco cards"] == "0 of 3"  # five, and two less for Rabat
    assert "News" not in stats
    match.state.news = True
    assert "News" in {stat.label for stat in table().stats(seat(match, ALGERIA).view)}


def test_the_sequence_marks_the_phase_that_goes_on() -> None:
    match = begun("peacetime", draws=("A01", "A02", "A03", "A04", "A05", "A06", *data().decks[MOROCCO][:5], "A36"))
    marked = []
    for action in (act.KeepObjective(), act.KeepObjective(), act.KeepPeace(), act.Pass()):
        marked += [phase.title for phase in table().sequence(seat(match).view) if phase.state == "now"]
        match.play(action)
    marked += [phase.title for phase in table().sequence(seat(match).view) if phase.state == "now"]
    events, operations, draw = (f"Algeria: {name}" for name in ("Events Phase", "Operations Phase", "Discard and Draw"))
    assert marked == [events, events, events, operations, draw]


# The combat as a stage


def test_the_stage_shows_every_part_of_the_sum() -> None:
    place = {"A-tank4-1": "oujda", "A-art2-1": "oujda", "M-mech3-1": "oujda", "M-fort-1": "oujda", "M-B1": "oujda"}
    match = fight(DefenderWindow(MOROCCO), place=place, entered=("A-art2-1",), battle={"support": ("A-airstrike-1",)},
                  enemy_hand=("M17",))  # fmt: skip
    view = seat(match, ALGERIA).view
    sections = {section.title: section for section in table().about_space(view, "oujda")}
    ours = {row.label: row.value for row in sections["Algeria in the combat"].rows}
    assert (ours["undisrupted units"], ours["air and naval support"]) == ("+4", "+2")
    assert ours["Firepower"] == "6, row 4-6"
    assert {row.value for row in sections["Combat"].rows} >= {"the Fort"}
    chart = next(chart for chart in table().charts(view) if chart.id == "fire")
    assert chart.live == ((1, -1), (0, -1))
    tracks = {track.id: track for track in table().tracks(view)}
    assert "Oujda" in tracks["combat"].title


def test_units_of_fighting_hqs_lie_open_beside_the_map() -> None:
    place = {"A-tank4-1": "oujda", "M-B1": "oujda", "M-mech3-1": "oujda"}
    match = fight(DefenderWindow(MOROCCO), place=place, enemy_hand=("M17",))
    attach(match, "M-B1", "M-mech3-1")
    view = seat(match, ALGERIA).view
    box = next(tray for tray in table().trays(view) if tray.id == "M-B1")
    assert [piece.id for piece in box.pieces] == ["M-mech3-1"]
    assert "M-mech3-1" not in {piece.id for piece in table().pieces(view)}


# Labels


@pytest.mark.parametrize("seed", range(4))
def test_every_action_has_words_of_its_own_and_nothing_lies_twice(seed: int) -> None:
    made = table()
    for match in positions(seed, 3):
        who = seat(match)
        gestures = [made.gesture(who, action) for action in match.legal()]
        told = [(gesture.label, gesture.piece, gesture.space) for gesture in gestures]
        assert len(told) == len(set(told)), [entry for entry in told if told.count(entry) > 1][:2]
        for viewer in (*SIDES, None):
            view = Seat(match, viewer).view
            ids = [piece.id for piece in made.pieces(view)]
            ids += [piece.id for tray in made.trays(view) for piece in tray.contents()]
            assert len(ids) == len(set(ids))


# Drops


def test_a_piece_is_dragged_two_spaces_in_one_go() -> None:
    match = in_action("Ops and Plans", {"A-mot2-1": "oran"})
    targets = {target.space: target for target in table().lift(seat(match), ("A-mot2-1",))}
    assert targets["tlemcen"].plan == (act.Activate("A-mot2-1"), act.Advance("tlemcen"))
    assert targets["maghnia"].plan == (act.Activate("A-mot2-1"), act.Advance("tlemcen"), act.Advance("maghnia"))
    assert "oujda" not in targets
    refusal = table().refuse(seat(match), ("A-mot2-1",), "oujda")
    assert refusal is not None
    assert refusal.rule == "MAP.5"


def test_a_target_across_the_border_names_its_chip_before_the_war() -> None:
    place = {"A-mot2-1": "maghnia"}
    match = in_action("Ops and Plans", place)
    priced = {target.space: target.left for target in table().lift(seat(match), ("A-mot2-1",))}
    assert (priced["oujda"], priced["tlemcen"]) == ("1 chip", "")
    match = in_action("Ops and Plans", place, war=True)
    assert {target.left for target in table().lift(seat(match), ("A-mot2-1",))} == {""}


def test_the_own_fire_is_told_before_an_attack_is_made() -> None:
    place = {"A-B1": "maghnia", "A-tank4-1": "maghnia", "A-art2-1": "maghnia", "M-mot2-1": "oujda", "M-fort-1": "oujda"}
    match = in_action("Ops and Plans", place, war=True)
    attach(match, "A-B1", "A-tank4-1", "A-art2-1")
    found = {target.space: table().prospect(seat(match), target) for target in table().lift(seat(match), ("A-B1",))}
    odds = found["oujda"]
    assert odds is not None
    assert odds.title == "Fire of Algeria with 4"  # the guns that come along are silent
    assert "2 steps" not in {outcome.label for outcome in odds.outcomes}  # the Fort halves what row 4-6 inflicts
    assert found["tlemcen"] is None


def test_a_drop_says_why_a_division_may_not_cross() -> None:
    match = in_action("Ops and Plans", {"A-D1": "maghnia"})
    refusal = table().refuse(seat(match), ("A-D1",), "oujda")
    assert refusal is not None
    assert refusal.rule == "OH.5"


def test_cards_are_dragged_to_the_table_or_onto_the_map() -> None:
    dig = action_card(ALGERIA, "Dig in")
    match = arranged(place={"A-mot2-1": "oran"}, hand=(dig, "A45"))
    targets = {target.space: target.plan for target in table().lift(seat(match), (dig,))}
    assert targets[TABLE] == (act.PlayCard(dig),)
    assert targets["bechar"] == (act.PlayCard(dig), act.DigIn("bechar"))
    assert "fes" not in targets
    pieces = [piece for tray in table().trays(seat(match).view) for piece in tray.contents()]
    assert dig in table().able(seat(match), pieces)
    assert "A45" not in table().able(seat(match), pieces)
    refusal = table().refuse(seat(match), ("A45",), TABLE)
    assert refusal is not None
    assert refusal.rule == "ACT.CONF.a"


def test_a_card_dropped_on_a_space_it_cannot_be_used_in_tells_what_is_wrong_there() -> None:
    dig, plans = action_card(ALGERIA, "Dig in"), action_card(ALGERIA, "Ops and Plans")
    match = arranged(place={"A-mot2-1": "oran"}, hand=(dig, plans))
    wrong = table().refuse(seat(match), (dig,), "oujda")
    assert wrong is not None and (wrong.rule, "Oujda" in wrong.why) == ("ACT.DIG.a", True)
    wrong = table().refuse(seat(match), (plans,), "oujda")  # it begins with a piece, not with a space
    assert wrong is not None and wrong.rule == "SEQ.14"


def test_cards_are_discarded_and_taken_back_by_hand() -> None:
    match = arranged(Discarding(side=ALGERIA), place={}, hand=("A01", "A45"))
    targets = {target.space: target.plan for target in table().lift(seat(match), ("A45",))}
    assert targets == {discards_of(ALGERIA): (Add("A45"),)}
    play(match, Add("A45"))
    assert {target.space: target.plan for target in table().lift(seat(match), ("A45",))} == {HAND: (Remove("A45"),)}


def test_a_reaction_is_laid_on_the_table_and_others_say_why_not() -> None:
    hand = (reaction_card(MOROCCO, "Counterattack"), reaction_card(MOROCCO, "Info defense"))
    match = fight(DefenderWindow(MOROCCO), place={"A-tank4-1": "oujda", "M-mech3-1": "oujda"}, enemy_hand=hand)
    targets = {target.space: target.plan for target in table().lift(seat(match), (hand[0],))}
    assert targets == dict.fromkeys((TABLE, "oujda"), (act.PlayReaction(hand[0]),))  # onto the combat as well
    refusal = table().refuse(seat(match), (hand[1],), TABLE)
    assert refusal is not None
    assert refusal.rule == "GC.4"
    assert table().gesture(seat(match), Decline()).label == "Do not react"


def targets(match: Match, piece: str) -> dict[str, tuple[Action, ...]]:
    return {target.space: target.plan for target in table().lift(seat(match), (piece,))}


def tray(match: Match, id_: str) -> Tray:
    return next(tray for tray in table().trays(seat(match).view) if tray.id == id_)


def test_air_markers_are_dragged_out_of_their_box_to_their_target() -> None:
    match = in_action("Air operations", {"A-mot2-1": "tlemcen", "M-mot2-1": "oujda"}, war=True)
    box = tray(match, f"{ALGERIA} off_map")
    marker = next(piece for piece in box.pieces if piece.movable)
    found = [target for target in table().lift(seat(match), (marker.id,)) if target.space == "oujda"]
    assert (act.Sortie(marker.id, "interdiction"), act.AimAt("oujda")) in [target.plan for target in found]
    assert all(target.label.endswith("over Oujda") for target in found)
    refusal = table().refuse(seat(match), (marker.id,), "tlemcen")
    assert refusal is not None
    assert refusal.rule == "INTD.1"


def test_support_is_dragged_onto_the_combat() -> None:
    card = action_card(ALGERIA, "Air operations")
    match = fight(AirStep(ALGERIA), place={"A-tank4-1": "oujda", "M-mech3-1": "oujda"}, hand=(card,))
    marker = next(piece for piece in tray(match, f"{ALGERIA} off_map").pieces if "Airstrike" in piece.name)
    assert targets(match, marker.id)["oujda"] == (act.JoinSortie(card, marker.id),)
    every = [target.plan for target in table().lift(seat(match), (card,)) if target.space == "oujda"]
    assert (act.JoinSortie(card, marker.id),) in every  # the card brings any marker; a menu asks which


def test_a_unit_drives_by_one_drag() -> None:
    match = in_action("Admin move", {"A-mot2-1": "oran"})
    pieces = table().pieces(seat(match).view)
    assert "A-mot2-1" in table().able(seat(match), pieces)
    assert targets(match, "A-mot2-1")["tlemcen"] == (act.Entrain("A-mot2-1"), act.Drive("tlemcen"))


def test_units_are_dragged_into_the_box_of_their_hq_and_out_of_it() -> None:
    match = in_action("C2 improvement", {"A-B1": "oran", "A-mot2-1": "oran", "A-mot2-2": "oran"})
    attach(match, "A-B1", "A-mot2-2")
    assert targets(match, "A-mot2-1")["A-B1"] == (act.AttachTo("A-B1"), Add("A-mot2-1"))
    assert targets(match, "A-mot2-2")["oran"] == (act.DetachFrom("A-B1"), Add("A-mot2-2"))
    assert [piece.movable for piece in tray(match, "A-B1").pieces] == [True]
    match.play(act.AttachTo("A-B1"))
    assert targets(match, "A-mot2-1")["A-B1"] == (Add("A-mot2-1"),)


def test_a_new_hq_is_dragged_onto_the_map() -> None:
    match = in_action("C2 improvement", {"A-mot2-1": "oran"})
    assert "A-B3" in [piece.id for piece in tray(match, f"{ALGERIA} aside").pieces]
    assert targets(match, "A-B3")["oran"] == (act.PlaceHq("A-B3", "oran"),)
    refusal = table().refuse(seat(match), ("A-B3",), "oujda")
    assert refusal is not None
    assert refusal.rule == "ACT.C2.a"


def test_a_card_on_the_table_is_dragged_to_where_its_action_is_done() -> None:
    match = in_action("Dig in", {"A-mot2-1": "oran"})
    card = action_card(ALGERIA, "Dig in")
    assert [(card.id, card.movable) for card in tray(match, TABLE).cards] == [(card, True)]
    assert targets(match, card)["bechar"] == (act.DigIn("bechar"),)


def test_a_unit_that_loses_a_step_is_pointed_at() -> None:
    place = {"A-tank4-1": "oujda", "M-mot2-1": "oujda", "M-mot2-2": "oujda", "M-B1": "oujda"}
    match = fight(Casualties(MOROCCO, 1), place=place)
    change(match, "M-mot2-1", disrupted=True)
    gesture = table().gesture(seat(match), act.TakeLoss("M-mot2-1"))
    assert (gesture.piece, gesture.space) == ("M-mot2-1", "")


# Facts and overlays


def test_a_space_a_piece_and_a_card_are_described() -> None:
    match = arranged(place={"A-B1": "oran", "A-tank4-1": "oran"})
    attach(match, "A-B1", "A-tank4-1", pv=1)
    change(match, "A-tank4-1", disrupted=True)
    view = seat(match, ALGERIA).view
    about = {row.label: row.value for section in table().about_piece(view, "A-B1") for row in section.rows}
    assert about["PV"] == "1"
    assert about["Capacity"] == "1 of 4"
    about = {row.label: row.value for section in table().about_piece(view, "A-tank4-1") for row in section.rows}
    assert about["CV"] == "4 of 4"
    assert "Disrupted" in about
    rows = {row.label: row.value for section in table().about_space(view, "oran") for row in section.rows}
    assert rows["Stronghold of"] == "Algeria"
    assert any("Air intercept" in row.label for row in table().about_piece(view, "A03")[0].rows)


def test_the_own_objective_is_shown_and_the_enemys_is_not() -> None:
    match = arranged(place={"A-mot2-1": "oujda"}, goals=("AO3", "MO5"))
    titles = [section.title for section in table().victory(seat(match, ALGERIA).view)]
    assert "Algeria: The Oujda Gate" in titles
    assert not any("Tlemcen Offensive" in title for title in titles)
    gate = next(s for s in table().victory(seat(match, ALGERIA).view) if s.title == "Algeria: The Oujda Gate")
    assert [row.value for row in gate.rows if row.rule == "WIN.2"] == ["met", "1 of 2"]


def test_overlays_name_only_what_is_in_their_legends() -> None:
    made = table()
    for match in positions(1, 40):
        for side in SIDES:
            view = seat(match, side).view
            overlays = made.overlays(view)
            names = [overlay.id for overlay in overlays]
            assert names[:6] == ["control", "loc", "frontage", "resources", "air", "defense"]
            for overlay in overlays:
                assert set(overlay.spaces.values()) <= {category for category, _, _ in overlay.legend}


def test_air_defense_is_told_as_far_as_the_enemy_is_seen() -> None:
    place = {"M-B1": "oujda", "M-D1": "taza", "M-base-1": "taza", "M-mot2-1": "nador", "M-fort-1": "figuig"}
    others = {"M-het0-1": "safi", "M-mot2-2": "safi", "M-mot2-3": "bouarfa", "M-camp-1": "bouarfa"}
    match = arranged(place=place | others | {"A-mot2-1": "maghnia"})
    match.state.change("M-D1", up=True)
    overlay = next(each for each in table().overlays(seat(match, ALGERIA).view) if each.id == "defense")
    # an HQ, a division or a brigade beside a base, one block that may be the HET, a Fort, a city, nothing
    shown = {space: overlay.labels.get(space) for space in ("oujda", "taza", "nador", "figuig", "rabat", "tetouan")}
    assert shown == {
        "oujda": "1", "taza": "2\u20133", "nador": "0\u20131", "figuig": "1", "rabat": "1", "tetouan": None,
    }  # fmt: skip
    assert overlay.labels["safi"] == "1"  # two blocks, of which one at most is the HET
    assert overlay.labels["bouarfa"] == "1"  # a Camp in sight, to which a block adds nothing
    match.state.revealed |= {"taza"}
    overlay = next(each for each in table().overlays(seat(match, ALGERIA).view) if each.id == "defense")
    assert overlay.labels["taza"] == "3"


def test_resources_are_labelled_with_the_cards_that_they_cost() -> None:
    match = arranged(place={"A-mot2-1": "rabat", "M-mot2-1": "hassi_messaoud"}, wrecked={"casablanca"})
    overlay = next(each for each in table().overlays(seat(match, ALGERIA).view) if each.id == "resources")
    shown = [overlay.labels.get(space) for space in ("rabat", "casablanca", "hassi_messaoud", "marrakech")]
    assert shown == ["\u22122", "\u22122", "\u22121", None]


def test_the_overlay_of_the_objective_tells_how_far_it_is() -> None:
    match = arranged(place={"A-mot2-1": "oujda"}, goals=("AO3", "MO5"))
    overlay = table().overlays(seat(match, ALGERIA).view)[-1]
    assert overlay.title == "Objective: The Oujda Gate, 1 of 1, 1 of 2"
    assert (overlay.spaces["oujda"], overlay.spaces["figuig"]) == ("held", "wanted")


def test_the_loc_of_a_space_is_a_line_to_its_base() -> None:
    match = arranged(place={"A-mot2-1": "oujda", "A-base-1": "tlemcen", "A-mot2-2": "fes"}, war=True)
    view = seat(match, ALGERIA).view
    route = table().route(view, "oujda")
    assert route is not None
    assert route.way == ("oujda", "maghnia", "tlemcen")
    cut = table().route(view, "fes")
    assert cut is not None
    assert cut.cut == "fes"


def test_frontage_counts_attached_units_of_the_viewer() -> None:
    match = arranged(place={"A-B1": "oran", "A-mot2-1": "oran", "A-mot2-2": "oran"})
    attach(match, "A-B1", "A-mot2-1")
    overlay = next(o for o in table().overlays(seat(match, ALGERIA).view) if o.id == "frontage")
    assert overlay.labels == {"oran": "3"}


def test_the_enemys_reach_and_the_measure() -> None:
    match = arranged(place={"M-mot2-1": "oujda", "A-mot2-1": "oran"}, war=True)
    threat = table().threat(seat(match, ALGERIA).view)
    assert threat is not None
    assert threat.spaces["maghnia"] == "after one step"
    assert threat.spaces["tlemcen"] == "after two steps"
    assert "oran" not in threat.spaces
    ways = table().ways(seat(match, ALGERIA).view, "oran", "maghnia")
    assert {way.cost for way in ways} == {"2 spaces"}
    assert {target.space for target in table().trial("algeria mot2", "oran")} >= {"tlemcen", "maghnia"}


@pytest.mark.rule("sand_wars", "ACT.C2.b")
def test_a_unit_being_attached_lies_in_the_box_and_can_be_taken_out_again() -> None:
    match = in_action("C2 improvement", place={"A-D1": "oran", "A-mot2-1": "oran"})
    change(match, "A-D1", up=True)
    for action in (act.AttachTo("A-D1"), Add("A-mot2-1")):
        match.play(action)
    view = seat(match).view
    box = next(tray for tray in table().trays(view) if tray.id == "A-D1")
    assert [piece.id for piece in box.pieces] == ["A-mot2-1"]
    assert "A-mot2-1" not in {piece.id for piece in table().pieces(view)}
    out = {target.space: target.plan for target in table().lift(seat(match), ("A-mot2-1",))}
    assert out == {"oran": (Remove("A-mot2-1"),)}
    enemy = Seat(match, MOROCCO).view  # which block is chosen stays a secret until the choice is made
    assert all(not tray.pieces for tray in table().trays(enemy) if tray.id == "A-D1")


def test_a_special_move_says_which_helicopter_is_risked() -> None:
    place = {"A-cdo1-1": "bechar", "A-abn2-1": "bechar", "A-air_supply-1": OFF_MAP}
    match = in_action("Special move", place, war=True)
    lifts = [action for action in match.legal() if isinstance(action, act.Board) and action.piece == "A-cdo1-1"]
    assert {table().gesture(seat(match, ALGERIA), lift).label.partition(" by ")[2] for lift in lifts} == {
        "Helicopter 1 (1/1)", "Helicopter 3 (2/0)", "Air Supply",
    }  # fmt: skip
