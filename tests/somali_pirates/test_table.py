"""The table of Somali Pirates: pieces, trays, targets, refusals, facts and charts, without any window."""

from __future__ import annotations

import pytest

from common.engine import Match, Seat
from common.engine.actions import Add, Confirm, Remove
from common.tabletop import Target
from somali_pirates.actions import (
    Attack,
    Disembark,
    Embark,
    Fly,
    Halt,
    Hide,
    Move,
    Operate,
    PickUp,
    PlayChit,
    Redeploy,
    RefuseTurn,
    Standoff,
    Walk,
)
from somali_pirates.table import PirateTable, open_table
from somali_pirates.table.faces import SYMBOLS
from somali_pirates.table.trays import CART, HAND, PLAY, SHOP, UNPLACED
from tests.somali_pirates.moving import moved, prepared
from tests.somali_pirates.positions import FAR, after, arrange, game


def table() -> PirateTable:
    """The table of the game."""
    return open_table(game())


def seat(match: Match) -> Seat:
    """The seat of the side that decides."""
    return Seat(match, match.to_act)


def targets(match: Match, *pieces: str) -> dict[tuple[str, str], Target]:
    """Where pieces can be put down, by place and label."""
    return {(target.space, target.label): target for target in table().lift(seat(match), pieces)}


def test_every_counter_has_a_face_with_its_figures() -> None:
    pieces = table().counters()
    assert len(pieces) == 190
    assert {SYMBOLS[counter.type] for counter in game().data.counters.values()} <= {
        piece.face.symbol for piece in pieces
    }
    faces = {piece.id: piece.face for piece in pieces}
    assert (faces["jsotf_75_r"].right, faces["jsotf_75_r"].bottom) == ("(2)", "5\u20022∞")
    assert faces["usnavaf_lcs_1"].bottom == "3→\u20026"
    assert {faces[id_].edge for id_ in ("pl_militia_1", "nato_egf", "base_1")} == {"notched", "plain", "thick"}
    backs = {piece.id for piece in pieces if piece.back is not None}
    assert backs == {id_ for id_, counter in game().data.counters.items() if "transport" in counter.flags}


def test_pieces_lie_open_underground_aboard_aloft_and_in_port() -> None:
    text = "eyl: pl_militia_1 !pl_warlord_1 nato_uk_swg ^nato_uk_strike; sea_punt: usnavaf_awg_1[usnavaf_11_meu]"
    view = seat(arrange(text)).view
    inside = {piece.id: piece.inside for piece in table().pieces(view)}
    assert inside["pl_militia_1"] == ""
    assert inside["pl_warlord_1"] == "underground"
    assert inside["nato_uk_swg"] == "port"
    assert inside["nato_uk_strike"] == "aloft"
    assert inside["usnavaf_11_meu"] == "usnavaf_awg_1"


def test_a_lifted_unit_is_lit_where_it_walks_with_a_plan_that_can_be_played() -> None:
    match = arrange("djibouti: nato_eu_rr; zeila: sl_militia_1")
    found = targets(match, "nato_eu_rr")
    stop = found["zeila", "1 zone"]
    assert stop.plan == (Move("nato_eu_rr"), Walk("nato_eu_rr", "zeila"))  # it has to stop, nothing to set down
    free = found["ethiopia_n", "1 zone"]
    assert free.plan[-1] == Halt()
    assert found["ethiopia_s", "2 zones"].path == ("djibouti", "ethiopia_n", "ethiopia_s")
    assert ("berbera", "2 zones") not in found
    for target in found.values():
        trial = match.clone()
        for action in target.plan:
            trial.play(action)
        assert trial.state.units["nato_eu_rr"].at == target.space


def test_all_ways_of_moving_are_targets() -> None:
    text = "djibouti: base_1 cjtfhoa_hmh cjtfhoa_prt_1 usnavaf_awg_1[usnavaf_26_meu] jsotf_75_r; berbera: base_2"
    match = arrange(text)
    plans = {target.plan[-1] for target in table().lift(seat(match), ("jsotf_75_r",))}
    assert {Fly("jsotf_75_r", "berbera"), Hide("jsotf_75_r"), Embark("jsotf_75_r", "usnavaf_awg_1")} <= plans
    assert Redeploy("jsotf_75_r", "berbera", "base") in plans
    assert Redeploy("jsotf_75_r", "berbera", "port") in plans
    assert PickUp("cjtfhoa_hmh", "cjtfhoa_prt_1") in {t.plan[-1] for t in table().lift(seat(match), ("cjtfhoa_hmh",))}
    aboard = {target.plan[-1] for target in table().lift(seat(match), ("usnavaf_26_meu",))}
    assert Disembark("usnavaf_26_meu", "djibouti") in aboard


def test_two_units_go_together_where_both_may() -> None:
    match = arrange("djibouti: nato_13_dble nato_egf")
    target = targets(match, "nato_13_dble", "nato_egf")["zeila", "1 zone"]
    trial = match.clone()
    for action in target.plan:
        trial.play(action)
    assert {trial.state.units[unit].at for unit in ("nato_13_dble", "nato_egf")} == {"zeila"}
    assert ("ethiopia_s", "2 zones") not in targets(match, "nato_13_dble", "nato_egf")  # the EGF moves one Zone


@pytest.mark.parametrize(
    ("text", "piece", "space", "rule"),
    [
        ("djibouti: nato_eu_rr", "nato_eu_rr", "garowe", "2.4a"),
        ("eyl: nato_uk_swg", "nato_uk_swg", "garowe", "11.3a"),
        ("eyl: usnavaf_11_meu", "usnavaf_11_meu", "sea_punt", "11.4a"),
        ("off_aden: usafcom_173_abn", "usafcom_173_abn", "garowe", "11.8d"),
        ("jowhar: jsotf_cia", "jsotf_cia", "jowhar", "2.3a"),
        ("sea_punt: usnavaf_awg_1[jsotf_3_sfg]", "jsotf_3_sfg", "bandar_beyla", "2.11g"),
    ],
)
def test_a_drop_that_is_not_allowed_is_refused_by_its_rule(text: str, piece: str, space: str, rule: str) -> None:
    match = arrange(text)
    assert space not in {target.space for target in table().lift(seat(match), (piece,))}
    refusal = table().refuse(seat(match), (piece,), space)
    assert refusal is not None
    assert refusal.rule == rule


def test_a_faction_that_is_finished_is_refused() -> None:
    match = moved(arrange("djibouti: cjtfhoa_prt_1 cjtfhoa_prt_2 nato_egf"), Walk("cjtfhoa_prt_1", "zeila"))
    match = moved(match, Walk("nato_egf", "zeila"))
    assert targets(match, "cjtfhoa_prt_2") == {}
    refusal = table().refuse(seat(match), ("cjtfhoa_prt_2",), "zeila")
    assert refusal is not None
    assert refusal.rule == "7.1a"


def test_units_dropped_where_they_stand_prepare_an_attack() -> None:
    match = arrange(
        "garowe: nato_13_dble pl_militia_1 jsotf_sfod pl_warlord_1" + FAR, phase="combat", hands={"coalition": ["isr"]}
    )
    found = targets(match, "nato_13_dble")
    assert found["garowe", "attack Puntland"].plan == (Attack("nato", "garowe", "puntland"), Add("nato_13_dble"))
    hvt = targets(match, "jsotf_sfod")["garowe", "High Value Target against PL Warlord 1"]
    assert hvt.plan == (Operate("hvt", "jsotf", "garowe", "pl_warlord_1"), Add("jsotf_sfod"))


def test_every_legal_action_has_words_and_a_rule() -> None:
    match = arrange(
        "burao: nato_13_dble sl_militia_1" + FAR, phase="combat", hands={"coalition": ["isr", "tactical_edge"]}
    )
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble")
    for action in match.legal():
        gesture = table().gesture(seat(match), action)
        assert gesture.label
        assert gesture.rule in {clause.id for clause in game().clauses} | {""}
    match = after(match, Confirm())
    labels = [table().gesture(seat(match), action).label for action in match.legal()]
    assert labels == ["Tactical Edge: double every unit", "Tactical Edge: one more for every unit", "Play no chit"]


def test_raising_or_lowering_tells_what_becomes_of_the_indexes() -> None:
    match = arrange(
        "sea_guard: pl_mothership_1 pl_attack_craft_1" + FAR, phase="combat", mover="pirate", pirate=99, dice=[6]
    )
    match = after(
        prepared(match, Operate("raid", "puntland", "sea_guard"), "pl_mothership_1", "pl_attack_craft_1"), Confirm()
    )
    labels = [table().gesture(seat(match), action).label for action in match.legal()]
    assert labels == ["Raise the Pirates to 100, Coalition to 57", "Lower the Coalition to 56"]
    values = {stat.label: stat.value for stat in table().stats(seat(match).view)}
    assert values["Coalition"] == "60, 56 if lowered"


def test_the_purchase_sheet_shows_prices_and_what_is_left() -> None:
    match = game().new_match("campaign", seed=1, dice=[3])
    view = seat(match).view
    trays = {tray.id: tray for tray in table().trays(view)}
    prices = {card.face.title: card.face.value for card in trays[SHOP].cards}
    assert (prices["African Union"], prices["USNAVAF"], prices["NATO"]) == ("6", "28", "22")
    assert trays[SHOP].title == "Mobilization Chart: 70 points left"
    gesture = table().gesture(seat(match), Add("au"))
    assert (gesture.piece, gesture.space) == ("shop au", CART)
    match.play(Add("au"))
    view = seat(match).view
    trays = {tray.id: tray for tray in table().trays(view)}
    assert trays[CART].title == "To be bought for 6"
    assert {stat.label: stat.value for stat in table().stats(view)}["Coalition"] == "70, 64 after buying"
    back = table().gesture(seat(match), Remove("au"))
    assert (back.piece, back.space) == (trays[CART].cards[0].id, SHOP)
    match.play(Confirm())
    waiting = {tray.id: tray for tray in table().trays(seat(match).view)}[UNPLACED]
    assert "Uganda 1" in {piece.name for piece in waiting.pieces}


def test_the_enemy_sees_the_backs_of_chits_and_no_purchases() -> None:
    match = arrange("djibouti: base_1", hands={"coalition": ["isr", "surge"], "pirate": ["fatwa"]})
    own = {tray.id: tray for tray in table().trays(Seat(match, "coalition").view)}
    assert [card.face.title for card in own[HAND].cards] == ["ISR", "Surge"]
    enemy = own["pirate_assets"]
    assert (enemy.cards, enemy.face_down) == ((), 1)


def test_playable_chits_are_lit_and_have_a_place() -> None:
    match = arrange("burao: nato_13_dble sl_militia_1" + FAR, phase="combat", hands={"coalition": ["isr", "surge"]})
    trays = {tray.id: tray for tray in table().trays(seat(match).view)}
    assert {card.face.title: card.movable for card in trays[HAND].cards} == {"ISR": True, "Surge": False}
    assert PLAY in trays
    gesture = table().gesture(seat(match), PlayChit("isr", "look"))
    assert gesture.space == PLAY


def test_the_live_column_of_an_attack_is_marked() -> None:
    match = arrange("burao: nato_eu_rr sl_militia_1" + FAR, phase="combat")
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_eu_rr")  # 10 against 3
    charts = {chart.id: chart for chart in table().charts(seat(match).view)}
    assert charts["kinetic_crt"].live == ((-1, 4),)
    assert charts["kinetic_crt"].columns[4] == "3-1"
    assert charts["asymmetrical_crt"].live == ()
    raid = arrange("sea_punt: pl_attack_craft_1" + FAR, phase="combat", mover="pirate")
    raid = prepared(raid, Operate("raid", "puntland", "sea_punt"), "pl_attack_craft_1")
    charts = {chart.id: chart for chart in table().charts(seat(raid).view)}
    assert charts["asymmetrical_crt"].columns[charts["asymmetrical_crt"].live[0][1]] == "+1"


def test_victory_tells_every_point() -> None:
    match = arrange("merca: contractors_pet_engr_1; eyl: pirate_base_1; garowe: pirate_base_2", coalition=62, pirate=26)
    sections = {section.title: section for section in table().victory(seat(match).view)}
    assert sections["Coalition: 67 points"].rows[-1].label == "Merca"
    lacking = sections["You win with a lead of 26 points or more; now"]
    assert [row.value for row in lacking.rows] == [
        "36 points ahead; 15 more for a Regional Victory",
        "36 points behind; 62 more for a Marginal Victory",
    ]
    assert sections["Pirates: 31 points"].rows[-1].label == "Eyl"
    assert sections["Coalition ahead by 36"].rows[0].value == "Marginal Victory"
    assert sections["Coalition: 2 by control"].rows[0].value == "2"  # doubled by the engineers


def test_overlays_show_control_stacks_and_reach() -> None:
    match = arrange("garowe: nato_13_dble; eyl: pl_militia_1 nato_egf; sea_punt: pl_attack_craft_1")
    found = {overlay.id: overlay for overlay in table().overlays(seat(match).view)}
    assert found["control"].spaces["garowe"] == "Coalition"
    assert found["control"].spaces["eyl"] == "disputed"
    assert found["control"].labels["eyl"] == "3 / 1"
    assert found["stacks"].labels["eyl"] == "3 | 2"
    assert set(found["pirate sea reach"].spaces) == {
        "eyl", "sea_guard", "sea_mudug", "sea_basin", "alula", "sea_goa_e", "sea_arab", "hobyo", "harardheere",
        "sea_banaadir", "sea_ind",
    }  # fmt: skip
    assert "qardho" in found["coalition land reach"].spaces


def test_measuring_counts_zones_and_names_what_is_in_the_way() -> None:
    match = arrange("zeila: sl_militia_1; off_aden: nato_13_dble")
    ways = {way.who: way for way in table().ways(seat(match).view, "djibouti", "berbera")}
    assert ways["Coalition, ships"].cost == "3 MP"
    assert any(block.rule == "11.4b" for block in ways["Coalition, ground units"].blocks)
    assert ways["Flights"].cost == "2 spaces"


def test_threat_and_dangers_come_from_the_enemy_in_reach() -> None:
    match = arrange("garowe: pl_technical_1 pl_technical_2; eyl: nato_egf; kismayo: au_uganda_1")
    view = Seat(match, "coalition").view
    overlay = table().threat(view)
    assert overlay is not None
    assert overlay.spaces["eyl"] == "can be attacked"
    assert overlay.labels["eyl"] == "2"
    assert "kismayo" not in overlay.spaces
    odds = table().dangers(view)
    assert [one.title for one in odds] == ["Attack in Eyl, 4-1"]


def test_a_unit_alone_on_the_map_is_tried_by_designers() -> None:
    assert dict(table().trials())["ss_technical_1"] == "Pirate Technical, 3"
    found = {target.space: target.cost for target in table().trial("ss_technical_1", "garowe")}
    assert found["galkayo"] == 1
    assert found["hobyo"] == 2
    assert "kenya" not in found


def test_the_indexes_after_control_count_what_runs_over() -> None:
    held = "mogadishu: au_uganda_1; eyl: pirate_base_1 pl_militia_1; sea_punt: pl_attack_craft_1"
    match = arrange(held, phase="return", mover="pirate", first="coalition", coalition=62, pirate=98)
    values = {stat.label: stat.value for stat in table().stats(seat(match).view)}
    assert (values["Coalition"], values["Pirates"]) == ("62, 62 after control", "98, 100 after control")


def test_after_control_the_index_tells_what_another_turn_would_cost() -> None:
    match = arrange("mogadishu: au_uganda_1; eyl: pl_militia_1", phase="protracted", turn=4, coalition=62, pirate=40)
    values = {stat.label: stat.value for stat in table().stats(seat(match).view)}
    assert (values["Coalition"], values["Pirates"]) == ("62, 58 if paid", "40")
    after(match, RefuseTurn())
    after(match, RefuseTurn())
    assert match.result is not None
    values = {stat.label: stat.value for stat in table().stats(match.view("coalition"))}
    assert (values["Coalition"], values["Pirates"]) == ("62", "40")


def test_a_purchase_says_where_its_units_appear_in_names_and_not_in_codes() -> None:
    data = game().data
    view = seat(arrange("eyl: pl_militia_1")).view
    for item, good in data.goods.items():
        (section,) = table().about_piece(view, f"shop {item}")
        places = {row.label: row.value for row in section.rows if row.rule == "9.4a"}
        assert set(places) == {"Where", *(["Ships"] if good.naval else []), *(["Aircraft"] if good.air else [])}
        for words in places.values():
            assert "_" not in words and not set(words.split(", ")) & (data.zones.keys() | data.factions.keys())
    (section,) = table().about_piece(view, "shop nato")
    ships = next(row.value for row in section.rows if row.label == "Ships")
    assert ships.split(", ")[:4] == ["Suez", "Aden", "Salalah", "Red Sea"]


def test_purchases_that_are_alike_lie_on_one_plate_and_set_up_has_no_room_for_chits() -> None:
    match = arrange("eyl: pirate_base_1; djibouti: base_1", phase="mobilization", mover="pirate")
    while not any(isinstance(action, Add) for action in match.legal()):
        match.play(match.legal()[-1])
    for item in ("pl_militia", "chit", "pl_militia", "chit", "pl_militia"):
        match.play(Add(item))
    view = seat(match).view
    trays = {tray.id: tray for tray in table().trays(view)}
    bought = {card.face.title: (card.count, card.face.value) for card in trays[CART].cards}
    assert bought == {"PL Militia": (3, "3"), "Netwar chit": (2, "3")}  # 9.8a: the second chit costs 2
    assert HAND not in trays  # an empty one takes no room from the sheet
    back = table().gesture(seat(match), Remove("pl_militia"))
    assert back.piece in {card.id for card in trays[CART].cards}
    (section,) = table().about_piece(view, back.piece)
    assert section.title == "PL Militia"


def test_a_chit_has_a_place_to_be_played_only_where_it_does_something() -> None:
    text, hands = "burao: nato_13_dble sl_militia_1" + FAR, {"coalition": ["isr"]}
    for standoff in (False, True):
        match = arrange(text, phase="combat", hands=hands, options={"standoff": standoff})
        match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble")
        trays = {tray.id: tray for tray in table().trays(seat(match).view)}
        assert (PLAY in trays) is standoff
        assert [bool(card.badges) for card in trays[HAND].cards] == [standoff]
        if standoff:
            gesture = table().gesture(seat(match), Standoff("isr"))
            assert (gesture.piece, gesture.space) == (trays[HAND].cards[0].id, PLAY)


def test_a_unit_in_a_fight_carries_one_sign_of_it() -> None:
    text, hands = "burao: nato_13_dble nato_egf sl_militia_1 sl_militia_2" + FAR, {"pirate": ["fatwa"]}
    match = arrange(text, phase="combat", hands=hands)  # whoever holds a chit is asked
    match = prepared(match, Attack("nato", "burao", "somaliland"), "nato_13_dble", "nato_egf")
    match.play(Confirm())
    badges = {piece.id: piece.badges for piece in table().pieces(seat(match).view)}
    assert badges["nato_13_dble"] == ("engaged",)


@pytest.mark.rule("somali_pirates", "30.2a")
def test_half_points_are_told_as_such_on_the_stage() -> None:
    text, options = "burao: nato_13_dble cjtfhoa_prt_1 sl_technical_1", {"logistics": True}
    match = arrange(text, phase="combat", mover="pirate", options=options)
    match = prepared(match, Attack("somaliland", "burao", "cjtfhoa"), "sl_technical_1")
    stage = table().stage(seat(match))
    assert stage is not None
    (strength,) = stage.forces[1].sums
    assert [value for value, _ in strength.lines] == ["+½"] and strength.total == "½"  # PRT 1 has 1
    assert strength.parts[0].rule == "30.2a"


def test_what_a_unit_has_done_and_where_it_is_stands_in_words() -> None:
    match = moved(arrange("djibouti: usnavaf_awg_1[usnavaf_26_meu]" + FAR), Disembark("usnavaf_26_meu", "djibouti"))
    rows = {row.label: row.value for row in table().about_piece(seat(match).view, "usnavaf_awg_1")[1].rows}
    assert rows["This phase"] == "lies still after loading or landing units"
    rows = {row.label: row.value for row in table().about_piece(seat(match).view, "nato_egf")[1].rows}
    assert rows["Place"] == "not in play"
